/*
 * histo: a large histogram that saturates at 255 (Parboil-class).
 *
 * The input is an image of bin numbers. Four kernels: `prescan` (64 blocks of 512) takes mean and deviation of an
 * eighth of the image and says which ranges of 24 K bins are busy; `intermediates` (a block for 16 rows, a thread for
 * two neighbouring pixels of each: coalesced 8-byte loads, two stores half a row apart) splits each bin into four
 * bytes: range, word (high and low) and shift; `histo_main` (14 blocks of 768 for every busy range) counts a busy
 * range in 24 KB of shared memory, four bins a word, and the others by atomics on 16-bit counters in global memory;
 * `final` (42 blocks of 512) adds the 14 partial histograms and saturates to bytes.
 *
 * Paper size: an image of 996 x 1040, as Parboil's default input, 256 x 4096 bins, bell-shaped. The suite repeats all
 * of it 20 to 10,000 times; each time repeats the same accesses.
 */
#include "common.h"

#define RANGE (24 * 1024) /* bins of a block */
#define PARTS 14
#define ROWS 16 /* of a block of `intermediates` */
#define SCAN 512

/* Sums the 2 x 512 numbers in shared memory; a warp adds its last 32 without barriers. */
__device__ inline void add_up(volatile float *a, volatile float *b)
{
    int t = threadIdx.x;
    for (int s = SCAN / 2; s >= 32; s /= 2) {
        __syncthreads();
        if (t < s) {
            a[t] += a[t + s];
            b[t] += b[t + s];
        }
    }
#pragma unroll
    for (int s = 16; s >= 2; s /= 2) {
        if (t < s) {
            a[t] += a[t + s];
            b[t] += b[t + s];
        }
        __syncwarp();
    }
}

__global__ void prescan(const unsigned *bin, int n, unsigned *range)
{
    __shared__ float mean[SCAN], deviation[SCAN];
    int part = n / gridDim.x, from = blockIdx.x * part + threadIdx.x, to = blockIdx.x * part + part / 8;
    float sum = 0, squares = 0;
    unsigned count = 0;
    for (int i = from; i < to; i += blockDim.x) {
        sum += (float)bin[i];
        count++;
    }
    sum /= (float)count;
    for (int i = from; i < to; i += blockDim.x)
        squares += ((float)bin[i] - sum) * ((float)bin[i] - sum);
    mean[threadIdx.x] = sum;
    deviation[threadIdx.x] = sqrtf(squares / (float)count);
    add_up(mean, deviation);
    if (threadIdx.x == 0) {
        float middle = (mean[0] + mean[1]) / SCAN, wide = 10 * (deviation[0] + deviation[1]) / SCAN;
        atomicMin(&range[0], (unsigned)fmaxf(middle - wide, 0) / RANGE);
        atomicMax(&range[1], (unsigned)(middle + wide) / RANGE);
    }
}

__device__ inline uchar4 split(unsigned bin)
{
    return make_uchar4((unsigned char)(bin / RANGE), (unsigned char)((bin >> 10) % 24), (unsigned char)(bin >> 2),
                       (unsigned char)(bin % 4 * 8));
}

/* pitch: pairs of pixels from row to row */
__global__ void intermediates(const uint2 *pairs, unsigned width, unsigned pitch, uchar4 *out)
{
    unsigned row = blockIdx.x * ROWS, at = row * width + threadIdx.x;
    bool odd = width % 2 && threadIdx.x == blockDim.x - 1; /* the last pair of a row is half a pair */
    const uint2 *in = pairs + row * pitch + threadIdx.x;
#pragma unroll
    for (int i = 0; i < ROWS; i++) {
        uint2 two = *in;
        out[at] = split(two.x);
        if (!odd)
            out[at + blockDim.x] = split(two.y);
        in += pitch;
        at += width;
    }
}

__device__ inline unsigned bin_of(uchar4 s)
{
    return s.x * RANGE + s.w / 8 + (s.z << 2) + (s.y << 10);
}

/* A byte that wraps carries into the next one of its word: `lost` gets what is missing, and what is too much. */
__device__ inline void count_here(unsigned *word, unsigned *lost, uchar4 s)
{
    unsigned shift = s.w, before = atomicAdd(&word[s.y * 256 + s.z], 1u << shift);
    if ((before >> shift & 255) != 255)
        return;
    unsigned bin = bin_of(s);
    atomicAdd(&lost[bin], 256u);
    for (shift += 8; shift < 32; shift += 8) {
        bool on = (before >> shift & 255) == 255;
        atomicAdd(&lost[++bin], on ? 255u : ~0u);
        if (!on)
            return;
    }
}

__device__ inline void count_far(unsigned *far, unsigned low, unsigned high, uchar4 s)
{
    if (s.x >= low && s.x <= high)
        return;
    unsigned bin = bin_of(s), shift = bin % 2 * 16;
    if ((far[bin / 2] >> shift & 0xffff) < 255)
        atomicAdd(&far[bin / 2], 1u << shift);
}

/* far: 16 bits a bin, for bins outside of low..high; part: 8 bits a bin for each of the PARTS blocks of a range */
__global__ void histo_main(const uchar4 *in, unsigned n, unsigned low, unsigned high, unsigned bins, unsigned *part,
                           unsigned *far, unsigned *lost)
{
    __shared__ unsigned word[RANGE / 4];
    unsigned range = low + blockIdx.y, at = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = threadIdx.x; i < RANGE / 4; i += blockDim.x)
        word[i] = 0;
    __syncthreads();
    bool first = blockIdx.y == 0;
    for (; at < n; at += blockDim.x * gridDim.x) {
        uchar4 s = in[at];
        if (s.x == range)
            count_here(word, lost, s);
        if (first)
            count_far(far, low, high, s);
    }
    unsigned *out = part + blockIdx.x * (bins / 4) + range * (RANGE / 4);
    __syncthreads();
    for (int i = threadIdx.x; i < RANGE / 4; i += blockDim.x)
        out[i] = word[i];
}

__device__ inline unsigned char byte_of(unsigned count)
{
    return (unsigned char)(count < 255 ? count : 255);
}

/* Four bins at a time, from..to, of the 16-bit counters. */
__device__ inline void far_bins(ushort4 *far, uchar4 *out, unsigned from, unsigned to)
{
    for (unsigned i = from + blockIdx.x * blockDim.x + threadIdx.x; i < to; i += gridDim.x * blockDim.x) {
        ushort4 c = far[i];
        far[i] = make_ushort4(0, 0, 0, 0);
        out[i] = make_uchar4(byte_of(c.x), byte_of(c.y), byte_of(c.z), byte_of(c.w));
    }
}

__global__ void final(unsigned low, unsigned high, unsigned bins, const unsigned *part, ushort4 *far, uint4 *lost,
                      uchar4 *out)
{
    unsigned from = low * (RANGE / 4), to = (high + 1) * (RANGE / 4);
    to = to < bins / 4 ? to : bins / 4;
    far_bins(far, out, 0, from);
    for (unsigned i = from + blockIdx.x * blockDim.x + threadIdx.x; i < to; i += gridDim.x * blockDim.x) {
        uint4 c = lost[i];
        lost[i] = make_uint4(0, 0, 0, 0);
#pragma unroll
        for (int j = 0; j < PARTS; j++) {
            unsigned four = part[i + j * (bins / 4)];
            c.x += four & 255;
            c.y += four >> 8 & 255;
            c.z += four >> 16 & 255;
            c.w += four >> 24;
        }
        out[i] = make_uchar4(byte_of(c.x), byte_of(c.y), byte_of(c.z), byte_of(c.w));
    }
    far_bins(far, out, to, bins / 4);
}

int main(int argc, char **argv)
{
    int width, height, bins;
    const struct wl_opt opts[] = {{"width", &width, 250, 996, 2, 2048, "pixels of a row"},
                                  {"height", &height, 240, 1040, 64, 1 << 16, "rows (a multiple of 16)"},
                                  {"bins", &bins, 1 << 18, 1 << 20, RANGE, 1 << 22, "bins (a multiple of 4)"}};
    wl_begin(argc, argv, "histo", opts, WL_COUNT(opts));
    if (height % ROWS || bins % 4)
        wl_bad_args(opts, WL_COUNT(opts), "not a multiple", "--height of 16, --bins of 4");
    int n = width * height, pitch = (width + 1) / 2, ranges = (bins + RANGE - 1) / RANGE;
    size_t cells = (size_t)(ranges + 1) * RANGE; /* the last range may reach beyond the last bin */
    struct wl_rng rng = wl_seed(1);
    unsigned *bin = wl_host<unsigned>(n), *rows = wl_host<unsigned>(2 * pitch * height);
    for (int i = 0; i < n; i++) { /* the sum of twelve: close to a bell, a sixteenth of the bins wide */
        uint64_t sum = 0;
        for (int k = 0; k < 12; k++)
            sum += wl_below(&rng, (unsigned)bins / 16);
        bin[i] = (unsigned)(sum / 12 + (unsigned)bins / 2);
        rows[i / width * 2 * pitch + i % width] = bin[i];
    }
    unsigned range[2] = {0xffffffffu, 0};
    unsigned *d_rows = wl_upload(rows, 2 * pitch * height), *d_range = wl_upload(range, 2);
    uchar4 *d_split = wl_dev_zero<uchar4>(n);
    unsigned *d_part = wl_dev_zero<unsigned>((size_t)PARTS * bins / 4 + RANGE),
             *d_lost = wl_dev_zero<unsigned>(cells);
    unsigned *d_far = wl_dev_zero<unsigned>(cells / 2);
    unsigned char *d_out = wl_dev_zero<unsigned char>(bins);

    prescan<<<64, SCAN>>>(d_rows, n, d_range);
    WL_LAUNCHED();
    wl_get(range, d_range, 2);
    range[1] = range[1] < (unsigned)ranges - 1 ? range[1] : (unsigned)ranges - 1;
    intermediates<<<height / ROWS, pitch>>>((const uint2 *)d_rows, width, pitch, d_split);
    WL_LAUNCHED();
    histo_main<<<dim3(PARTS, range[1] - range[0] + 1), 768>>>(d_split, n, range[0], range[1], bins, d_part, d_far,
                                                              d_lost);
    WL_LAUNCHED();
    final<<<3 * PARTS, 512>>>(range[0], range[1], bins, d_part, (ushort4 *)d_far, (uint4 *)d_lost, (uchar4 *)d_out);
    WL_LAUNCHED();
    if (wl_checking()) {
        int *want = wl_host<int>(bins), *got = wl_host<int>(bins);
        unsigned char *out = wl_download(d_out, bins);
        for (int i = 0; i < n; i++)
            want[bin[i]]++;
        for (int i = 0; i < bins; i++) {
            want[i] = want[i] < 255 ? want[i] : 255;
            got[i] = out[i];
        }
        wl_check_i32("count", got, want, bins);
    }
    return wl_end();
}
