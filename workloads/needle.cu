/*
 * needle: Needleman-Wunsch alignment in shared memory with a choice of blocking factor (unified-memory paper;
 * Rodinia-class).
 *
 * As nw, but a block keeps a square of 16, 32 or 64 scores and as many similarities in shared memory and has as many
 * threads as the square has columns: 32 threads and (33^2 + 32^2) x 4 bytes by default, 264 bytes a thread (factor
 * 16: 136, factor 64: 520). --threads changes the threads, not the square. One launch an anti-diagonal of squares.
 *
 * Paper size: 2048 x 2048 (unified-memory paper, section 3.2).
 */
#include "common.h"

__host__ __device__ inline int best(int diag, int up, int left, int match, int penalty)
{
    int a = diag + match, b = up - penalty, c = left - penalty;
    int ab = a > b ? a : b;
    return ab > c ? ab : c;
}

template <int F> __global__ void needle(int *score, const int *match, int w, int penalty, int squares, int diag)
{
    __shared__ int s[(F + 1) * (F + 1)], m[F * F];
    unsigned t = threadIdx.x, corner; /* up and left of the square */
    {
        int bx = (diag < squares ? 0 : diag - squares + 1) + blockIdx.x, by = diag - bx;
        corner = (unsigned)(by * F * w + bx * F);
    }
    if (t == 0)
        s[0] = score[corner];
#pragma unroll 1
    for (unsigned i = t; i < F; i += blockDim.x) {
        s[(i + 1) * (F + 1)] = score[corner + (i + 1) * w];
        s[i + 1] = score[corner + i + 1];
        unsigned at = corner + w + i + 1;
#pragma unroll 1
        for (unsigned r = i; r < F * F; r += F, at += w)
            m[r] = match[at];
    }
    __syncthreads();
#pragma unroll 1
    for (int step = 0; step < 2 * F - 1; step++) {
#pragma unroll 1
        for (int i = t; i < F; i += blockDim.x) {
            int y = step - i, *c = &s[y * (F + 1) + i];
            if (y >= 0 && y < F)
                c[F + 2] = best(c[0], c[1], c[F + 1], m[y * F + i], penalty);
        }
        __syncthreads();
    }
#pragma unroll 1
    for (unsigned i = t; i < F; i += blockDim.x) {
        unsigned at = corner + w + i + 1;
#pragma unroll 1
        for (unsigned r = F + 2 + i; r < (F + 1) * (F + 1); r += F + 1, at += w)
            score[at] = s[r];
    }
}

int main(int argc, char **argv)
{
    int n, penalty, factor, threads;
    const struct wl_opt opts[] = {{"n", &n, 256, 2048, 64, 8192, "letters of each sequence (a multiple of 64)"},
                                  {"penalty", &penalty, 10, 10, 0, 1000, "cost of a gap"},
                                  {"factor", &factor, 32, 32, 16, 64, "blocking factor: 16, 32 or 64"},
                                  {"threads", &threads, 0, 0, 0, 64, "threads a block; 0: as the factor"}};
    wl_begin(argc, argv, "needle", opts, WL_COUNT(opts));
    if (factor != 16 && factor != 32 && factor != 64)
        wl_bad_args(opts, WL_COUNT(opts), "not 16, 32 or 64", "--factor");
    if (n % 64)
        wl_bad_args(opts, WL_COUNT(opts), "not a multiple of 64", "--n");
    wl_run.name = factor == 32 ? "needle" : factor == 16 ? "needle-16" : "needle-64";
    int w = n + 1, squares = n / factor, block = threads ? threads : factor;
    size_t cells = (size_t)w * w;
    struct wl_rng rng = wl_seed(9);
    int *score = wl_host<int>(cells), *match = wl_host<int>(cells), *a = wl_host<int>(w), *b = wl_host<int>(w);
    for (int i = 1; i < w; i++) {
        a[i] = (int)wl_below(&rng, 24);
        b[i] = (int)wl_below(&rng, 24);
        score[i] = score[i * w] = -i * penalty;
    }
    for (int y = 1; y < w; y++)
        for (int x = 1; x < w; x++) /* letters like themselves, and others more or less */
            match[y * w + x] = a[y] == b[x] ? 4 + a[y] % 6 : (a[y] * b[x] + a[y] + b[x]) % 6 - 4;
    int *d_score = wl_upload(score, cells), *d_match = wl_upload(match, cells);

    for (int diag = 0; diag < 2 * squares - 1; diag++) {
        int blocks = diag < squares ? diag + 1 : 2 * squares - 1 - diag;
        if (factor == 16)
            needle<16><<<blocks, block>>>(d_score, d_match, w, penalty, squares, diag);
        else if (factor == 32)
            needle<32><<<blocks, block>>>(d_score, d_match, w, penalty, squares, diag);
        else
            needle<64><<<blocks, block>>>(d_score, d_match, w, penalty, squares, diag);
        WL_LAUNCHED();
    }
    if (wl_checking()) {
        for (int y = 1; y < w; y++)
            for (int x = 1; x < w; x++) {
                int at = y * w + x;
                score[at] = best(score[at - w - 1], score[at - w], score[at - 1], match[at], penalty);
            }
        wl_check_i32("score", wl_download(d_score, cells), score, cells);
    }
    return wl_end();
}
