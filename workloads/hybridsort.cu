/*
 * hybridsort: bucket sort followed by merge sort of floats (Rodinia-class).
 *
 * `bucket_count`: a thread finds the bucket of its keys by binary search among the pivots and counts it (atomics in
 * shared memory, one histogram a block). `bucket_prefix`: one thread a bucket walks the blocks' counts.
 * `bucket_sort`: keys go to their buckets: scattered stores. `merge_sort_first`: a thread sorts four keys (a float4).
 * `merge_sort_pass`: a thread merges two neighbouring runs of its bucket float4 by float4: as runs grow, few threads
 * have work and each walks memory of its own.
 *
 * Paper size: 262,144 keys in 1,024 buckets (Rodinia: 4 million).
 */
#include "common.h"

#define BUCKETS 1024
#define BLOCK 128
#define PER_THREAD 16

__device__ inline int bucket_of(float key, const float *pivot)
{
    int low = 0, high = BUCKETS - 1; /* pivot[b] is the upper bound of bucket b */
    while (low < high) {
        int mid = (low + high) / 2;
        if (key < pivot[mid])
            high = mid;
        else
            low = mid + 1;
    }
    return low;
}

__global__ void bucket_count(const float *key, int n, const float *pivot, int *bucket, unsigned *rank,
                             unsigned *counts)
{
    __shared__ unsigned count[BUCKETS];
    for (int i = threadIdx.x; i < BUCKETS; i += BLOCK)
        count[i] = 0;
    __syncthreads();
    int first = blockIdx.x * BLOCK * PER_THREAD;
    for (int i = first + threadIdx.x; i < first + BLOCK * PER_THREAD && i < n; i += BLOCK) {
        int b = bucket_of(key[i], pivot);
        bucket[i] = b;
        rank[i] = atomicAdd(&count[b], 1u);
    }
    __syncthreads();
    for (int i = threadIdx.x; i < BUCKETS; i += BLOCK)
        counts[blockIdx.x * BUCKETS + i] = count[i];
}

/* counts[block][bucket] become keys of the bucket in the blocks before; total[bucket] is all. */
__global__ void bucket_prefix(unsigned *counts, unsigned *total, int blocks)
{
    int b = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned sum = 0;
    for (int k = 0; k < blocks; k++) {
        unsigned c = counts[k * BUCKETS + b];
        counts[k * BUCKETS + b] = sum;
        sum += c;
    }
    total[b] = sum;
}

__global__ void bucket_sort(const float *key, int n, const int *bucket, const unsigned *rank, const unsigned *counts,
                            const unsigned *start, float *out)
{
    int first = blockIdx.x * BLOCK * PER_THREAD;
    for (int i = first + threadIdx.x; i < first + BLOCK * PER_THREAD && i < n; i += BLOCK) {
        int b = bucket[i];
        out[start[b] + counts[blockIdx.x * BUCKETS + b] + rank[i]] = key[i];
    }
}

__device__ inline float4 sort4(float4 v)
{
    float a = fminf(v.x, v.y), b = fmaxf(v.x, v.y), c = fminf(v.z, v.w), d = fmaxf(v.z, v.w);
    float low = fminf(a, c), x = fmaxf(a, c), y = fminf(b, d);
    return make_float4(low, fminf(x, y), fmaxf(x, y), fmaxf(b, d));
}

__global__ void merge_sort_first(float4 *data, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        data[i] = sort4(data[i]);
}

/* The four smallest of eight, sorted, and the four largest. */
__device__ inline void merge8(float4 *a, float4 *b)
{
    float4 x = *a, y = *b;
    *a = sort4(make_float4(fminf(x.x, y.w), fminf(x.y, y.z), fminf(x.z, y.y), fminf(x.w, y.x)));
    *b = sort4(make_float4(fmaxf(x.x, y.w), fmaxf(x.y, y.z), fmaxf(x.z, y.y), fmaxf(x.w, y.x)));
}

/* Runs of `run` float4s; buckets begin at start4 and are whole float4s. Thread (bucket, k) merges its k-th pair of
 * runs. */
__global__ void merge_sort_pass(const float4 *from, float4 *to, const unsigned *start4, int run, int pairs)
{
    int t = blockIdx.x * blockDim.x + threadIdx.x, b = t / pairs, k = t % pairs;
    if (b >= BUCKETS)
        return;
    unsigned end = start4[b + 1], first = start4[b] + (unsigned)(k * 2 * run);
    if (first >= end)
        return;
    unsigned a = first, a_end = min(first + run, end), c = a_end, c_end = min(first + 2 * run, end), o = first;
    if (c == c_end) {
        for (; a < a_end; a++)
            to[o++] = from[a];
        return;
    }
    float4 left = from[a++], right = from[c++];
    while (true) {
        merge8(&left, &right);
        to[o++] = left;
        if (a == a_end && c == c_end)
            break;
        if (c == c_end || (a < a_end && from[a].x < from[c].x))
            left = from[a++];
        else
            left = from[c++];
    }
    to[o] = right;
}

static int ascending(const void *a, const void *b)
{
    float x = *(const float *)a, y = *(const float *)b;
    return (x > y) - (x < y);
}

int main(int argc, char **argv)
{
    int n;
    const struct wl_opt opts[] = {{"n", &n, 8192, 262144, BUCKETS, 1 << 24, "keys"}};
    wl_begin(argc, argv, "hybridsort", opts, WL_COUNT(opts));
    const float infinite = 3e38f;
    int blocks = (int)wl_blocks(n, BLOCK * PER_THREAD);
    size_t room = (size_t)n + 4 * BUCKETS;
    float *key = wl_random(n, 0, 1, 1), *sample = wl_copy(key, n), pivot[BUCKETS], *padded = wl_host<float>(room);
    qsort(sample, n / 4, sizeof(float), ascending); /* the quantiles of a quarter of the keys */
    for (int b = 0; b < BUCKETS; b++)
        pivot[b] = b == BUCKETS - 1 ? infinite : sample[(size_t)(b + 1) * (n / 4) / BUCKETS];
    for (size_t i = 0; i < room; i++)
        padded[i] = infinite;
    float *d_key = wl_upload(key, n), *d_pivot = wl_upload(pivot, BUCKETS), *d_from = wl_upload(padded, room);
    float *d_to = wl_dev_zero<float>(room);
    int *d_bucket = wl_dev_zero<int>(n);
    unsigned *d_rank = wl_dev_zero<unsigned>(n), *d_counts = wl_dev_zero<unsigned>((size_t)blocks * BUCKETS);
    unsigned *d_total = wl_dev_zero<unsigned>(BUCKETS), start[BUCKETS + 1], start4[BUCKETS + 1], longest = 0;

    bucket_count<<<blocks, BLOCK>>>(d_key, n, d_pivot, d_bucket, d_rank, d_counts);
    WL_LAUNCHED();
    bucket_prefix<<<BUCKETS / 128, 128>>>(d_counts, d_total, blocks);
    WL_LAUNCHED();
    unsigned *total = wl_download(d_total, BUCKETS);
    start4[0] = 0;
    for (int b = 0; b < BUCKETS; b++) {
        unsigned quads = (total[b] + 3) / 4;
        start[b] = start4[b] * 4;
        start4[b + 1] = start4[b] + quads;
        longest = quads > longest ? quads : longest;
    }
    unsigned *d_start = wl_upload(start, BUCKETS), *d_start4 = wl_upload(start4, BUCKETS + 1);
    int quads = (int)start4[BUCKETS];
    bucket_sort<<<blocks, BLOCK>>>(d_key, n, d_bucket, d_rank, d_counts, d_start, d_from);
    WL_LAUNCHED();
    merge_sort_first<<<wl_blocks(quads, 256), 256>>>((float4 *)d_from, quads);
    WL_LAUNCHED();
    for (unsigned run = 1; run < longest; run *= 2) {
        int pairs = (int)((longest + 2 * run - 1) / (2 * run));
        merge_sort_pass<<<wl_blocks((long)BUCKETS * pairs, 208), 208>>>((float4 *)d_from, (float4 *)d_to, d_start4,
                                                                        (int)run, pairs);
        WL_LAUNCHED();
        float *swap = d_from;
        d_from = d_to;
        d_to = swap;
    }
    if (wl_checking()) {
        float *got = wl_download(d_from, room), *packed = wl_host<float>(n);
        size_t at = 0;
        for (int b = 0; b < BUCKETS; b++)
            for (unsigned i = 0; i < total[b] && at < (size_t)n; i++)
                packed[at++] = got[start[b] + i];
        qsort(key, n, sizeof(float), ascending);
        wl_check_f32("sorted", packed, key, n, 0, 0);
    }
    return wl_end();
}
