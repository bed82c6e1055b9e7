/*
 * sobolqrng: Sobol sequences, quasi-random numbers in many dimensions (SDK-class).
 *
 * Blocks of 64 threads, one row of blocks a dimension. The dimension's 32 direction numbers lie in shared memory (2
 * bytes a thread); a thread makes its first number from the Gray code of its place and each further one, a power of
 * two ahead, with two exclusive ors. Stores only, coalesced. About 12 registers (unified-memory paper, table 1).
 *
 * Paper size: 65,536 vectors of 32 dimensions.
 */
#include "common.h"

#define THREADS 64

__global__ void sobol(const unsigned *directions, float *out, int n, int log2_stride)
{
    __shared__ unsigned v[32];
    const unsigned *mine = directions + 32 * blockIdx.y;
    float *to = out + (size_t)blockIdx.y * n;
    if (threadIdx.x < 32)
        v[threadIdx.x] = mine[threadIdx.x];
    __syncthreads();
    unsigned i = blockIdx.x * THREADS + threadIdx.x, stride = gridDim.x * THREADS, gray = i ^ (i >> 1), x = 0;
#pragma unroll 1
    for (int k = 0; k < log2_stride; k++) {
        x ^= gray & 1 ? v[k] : 0;
        gray >>= 1;
    }
    if (i < (unsigned)n)
        to[i] = x * 2.3283064e-10f;
    unsigned step = v[log2_stride - 1];
#pragma unroll 1
    for (i += stride; i < (unsigned)n; i += stride) {
        x ^= step ^ v[__ffs((int)~((i - stride) | (stride - 1))) - 1];
        to[i] = x * 2.3283064e-10f;
    }
}

/* Is the polynomial (bits, the highest set) primitive over GF(2)? Its shift register then runs through all states. */
static int primitive(unsigned poly, int degree)
{
    unsigned state = 1, all = (1u << degree) - 1, steps = 0;
    do {
        state <<= 1;
        if (state >> degree & 1)
            state ^= poly;
        steps++;
    } while (state != 1 && steps <= all);
    return steps == all;
}

/* Direction numbers from primitive polynomials in order of degree, with random odd starting values. */
static void make_directions(unsigned *v, int dimensions)
{
    struct wl_rng rng = wl_seed(4);
    for (int k = 0; k < 32; k++)
        v[k] = 1u << (31 - k);
    int d = 1;
    for (int degree = 1; d < dimensions; degree++)
        for (unsigned poly = (1u << degree) | 1; poly < 2u << degree && d < dimensions; poly += 2) {
            if (!primitive(poly, degree))
                continue;
            unsigned *m = v + 32 * d++;
            for (int k = 0; k < 32; k++) {
                if (k < degree) {
                    m[k] = (2 * wl_below(&rng, 1u << k) + 1) << (31 - k);
                } else {
                    m[k] = m[k - degree] ^ (m[k - degree] >> degree);
                    for (int j = 1; j < degree; j++)
                        if (poly >> (degree - j) & 1)
                            m[k] ^= m[k - j];
                }
            }
        }
}

int main(int argc, char **argv)
{
    int n, dimensions;
    const struct wl_opt opts[] = {{"n", &n, 8192, 65536, 64, 1 << 24, "vectors"},
                                  {"dimensions", &dimensions, 8, 32, 1, 60, "dimensions"}};
    wl_begin(argc, argv, "sobolqrng", opts, WL_COUNT(opts));
    unsigned *v = wl_host<unsigned>((size_t)dimensions * 32), blocks = 1, log2_stride = 6;
    make_directions(v, dimensions);
    while (blocks * 2 * THREADS * 16 <= (unsigned)n) { /* sixteen numbers a thread, and a power of two of them */
        blocks *= 2;
        log2_stride++;
    }
    unsigned *d_v = wl_upload(v, (size_t)dimensions * 32);
    float *d_out = wl_dev_zero<float>((size_t)n * dimensions);

    sobol<<<dim3(blocks, dimensions), THREADS>>>(d_v, d_out, n, (int)log2_stride);
    WL_LAUNCHED();
    if (wl_checking()) {
        float *want = wl_host<float>((size_t)n * dimensions);
        for (int d = 0; d < dimensions; d++)
            for (int i = 0; i < n; i++) {
                unsigned x = 0, gray = (unsigned)i ^ (unsigned)i >> 1;
                for (int k = 0; k < 32; k++)
                    x ^= gray >> k & 1 ? v[32 * d + k] : 0;
                want[(size_t)d * n + i] = x * 2.3283064e-10f;
            }
        wl_check_f32("number", wl_download(d_out, (size_t)n * dimensions), want, (size_t)n * dimensions, 0, 0);
    }
    return wl_end();
}
