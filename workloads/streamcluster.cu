/*
 * streamcluster: the gain of opening one more centre, the hot kernel of online clustering (Rodinia-class).
 *
 * One thread a point, 512-thread blocks: distance to the candidate, both read from a dimension-major array in global
 * memory (the point's coordinates coalesced, the candidate's one word for all threads of all blocks), then either the
 * point switches or it adds what closing its own centre would cost to a row of its own in a work table (a stride of
 * k + 1 floats: a line a lane). A point is a record of 32 bytes, as Rodinia's (with a pointer that the device does
 * not use).
 *
 * Paper size: 65,536 points of 64 dimensions, 10 centres, 2 candidates; Rodinia's 256 dimensions and hundreds of
 * candidates repeat the same accesses. At the suite's size the points have Rodinia's 256 dimensions.
 */
#include "common.h"

#define BLOCK 512
#define MAX_DIM 512

struct point {
    float weight;
    float *unused;
    long assign; /* the point that is its centre */
    float cost;
};

__device__ inline float square_distance(const float *coord, int n, int dim, int a, int b)
{
    float sum = 0;
    for (int d = 0; d < dim; d++) {
        float diff = coord[d * n + a] - coord[d * n + b];
        sum += diff * diff;
    }
    return sum;
}

/* row: floats of a point in the work table */
__global__ void pgain(int n, int dim, long x, const struct point *p, int k, int row, const float *coord, float *work,
                      const int *table, bool *moves)
{
    int i = blockDim.x * (blockIdx.x + gridDim.x * blockIdx.y) + threadIdx.x;
    if (i >= n)
        return;
    float *lower = &work[i * row];
    float cost = square_distance(coord, n, dim, i, (int)x) * p[i].weight;
    if (cost < p[i].cost) {
        moves[i] = true;
        lower[k] += cost - p[i].cost;
    } else {
        lower[table[p[i].assign]] += p[i].cost - cost;
    }
}

static float distance(const float *coord, int n, int dim, int a, int b)
{
    double s = 0;
    for (int d = 0; d < dim; d++) {
        double diff = (double)coord[(size_t)d * n + a] - coord[(size_t)d * n + b];
        s += diff * diff;
    }
    return (float)s;
}

/* Either side may move a point whose two costs are equal within rounding: such points are left out of the comparison.
 */
static void check(int n, int dim, int k, int x, const struct point *p, const float *coord, const int *table,
                  float *work, bool *moves)
{
    float *want = wl_host<float>((size_t)n * (k + 1));
    for (int i = 0; i < n; i++) {
        float cost = distance(coord, n, dim, i, x) * p[i].weight, *row = want + (size_t)i * (k + 1);
        if (fabsf(cost - p[i].cost) <= 1e-4f * p[i].cost) {
            memcpy(row, work + (size_t)i * (k + 1), (k + 1) * sizeof(float));
            continue;
        }
        row[cost < p[i].cost ? k : table[p[i].assign]] = -fabsf(cost - p[i].cost); /* both are losses */
        if ((cost < p[i].cost) != (moves[i] != 0))
            row[k] = 1e30f; /* shows as a mismatch */
    }
    wl_check_f32("work", work, want, (size_t)n * (k + 1), 1e-3, 1e-4);
    free(want);
}

int main(int argc, char **argv)
{
    int n, dim, k, candidates;
    const struct wl_opt opts[] = {{"n", &n, 4096, 65536, 32, 1 << 20, "points"},
                                  {"dim", &dim, 32, 64, 1, MAX_DIM, "dimensions", 256},
                                  {"k", &k, 10, 10, 1, 32, "open centres"},
                                  {"candidates", &candidates, 2, 2, 1, 1000, "candidate centres, one launch each"}};
    wl_begin(argc, argv, "streamcluster", opts, WL_COUNT(opts));
    struct wl_rng rng = wl_seed(17);
    float *coord = wl_random((size_t)n * dim, 0, 1, 1);
    struct point *p = wl_host<struct point>(n);
    int *table = wl_host<int>(n); /* a centre's number by its point */
    for (int c = 0; c < k; c++)
        table[c * (n / k)] = c;
    for (int i = 0; i < n; i++) {
        p[i].weight = wl_f32(&rng, 0.5f, 1.5f);
        p[i].assign = (int)wl_below(&rng, k) * (n / k);
        p[i].cost = distance(coord, n, dim, i, p[i].assign) * p[i].weight;
    }
    size_t nwork = (size_t)n * (k + 1);
    struct point *d_p = wl_upload(p, n);
    float *d_coord = wl_upload(coord, (size_t)n * dim), *d_work = wl_dev<float>(nwork);
    int *d_table = wl_upload(table, n);
    bool *d_moves = wl_dev<bool>(n);

    for (int c = 0; c < candidates; c++) {
        int x = (int)wl_below(&rng, n);
        CUDA_OK(cudaMemset(d_work, 0, nwork * sizeof(float)));
        CUDA_OK(cudaMemset(d_moves, 0, n));
        pgain<<<wl_blocks(n, BLOCK), BLOCK>>>(n, dim, x, d_p, k, k + 1, d_coord, d_work, d_table, d_moves);
        WL_LAUNCHED();
        if (wl_checking())
            check(n, dim, k, x, p, coord, table, wl_download(d_work, nwork), wl_download(d_moves, n));
    }
    return wl_end();
}
