/* Products of floats on machines with registers for it (capability 8.0 and on): a block of 256 threads has a tile of 128 x 128, a thread 8 x 8 of it. Tiles of op(A) and op(B)
   pass through two places in shared memory, the next on its way in registers; what a thread multiplies next is read while it multiplies.
   There is one block an SM, and all have the same number of rounds (depths of a tile): the tiles' rounds in a row are cut into equal parts, so that no SM waits for another's last tile.
   A tile that lies in several parts is added up by the block that has its end; the others leave their sums in memory. A block takes its last tile first, so that
   sums are there when they are wanted, and waits for blocks before it only, so that it needs none that has not started. The order of additions is that of the blocks. */
#include <mutex>
#include "blas.h"
#include "finish.h"

#ifdef __clang__
typedef float four __attribute__((ext_vector_type(4))); /* loaded and stored as one piece */
#else
typedef float4 four;
#endif
static const int side = 128, deep = 8, threads = 256, pitch = side + 4, stages = 4, place = deep * pitch;

__device__ __forceinline__ unsigned shared_at(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }

/* Copies side x deep elements of a matrix past the registers; along: the tile's long side lies side by side in memory, and 16 bytes are copied at a time, else 4. Rows past the end are
   the last ones again, whose results are not stored. */
template <bool along> struct carrier {
    static const int pieces = along ? 1 : 4, rows_apart = threads / deep;
    const float *from[pieces];
    size_t step;
    unsigned to;
    __device__ __forceinline__ carrier(const float *p, int ld, int t, int i0, int rows, int k0, const float *room)
    {
        int i = along ? t % (side / 4) * 4 : t / deep, k = along ? t / (side / 4) : t % deep;
        step = along ? (size_t)ld * deep : deep;
        to = shared_at(room + k * pitch + i);
#pragma unroll
        for (int q = 0; q < pieces; q++)
            from[q] = p + (along ? min(i0 + i, rows - 4) + (size_t)(k0 + k) * ld : k0 + k + (size_t)min(i0 + i + q * rows_apart, rows - 1) * ld);
    }
    /* Piece q, into a place `at` bytes further; there: it is one of the matrix, not past its end */
    __device__ __forceinline__ void copy(int q, unsigned at, bool there)
    {
        if (q >= pieces)
            return;
        if (along)
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(to + at), "l"(from[q]), "r"(there ? 16 : 0) : "memory");
        else
            asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(to + at + (unsigned)(q * rows_apart * 4)), "l"(from[q]), "r"(there ? 4 : 0) : "memory");
        from[q] += step;
    }
};

/* What a thread has of a tile: rows i and j of op(A) and op(B) at one depth, and the sums. */
struct pair {
    float x[8], y[8];
    __device__ __forceinline__ void fetch(const float *a, const float *b)
    {
        *(four *)x = *(const four *)a, *(four *)(x + 4) = *(const four *)(a + 32);
        *(four *)y = *(const four *)b, *(four *)(y + 4) = *(const four *)(b + 16);
    }
    /* Here they are read, not at the beginning of the next round, to which the compiler would move it. */
    __device__ __forceinline__ void hold()
    {
        asm volatile("" : "+f"(x[0]), "+f"(x[4]), "+f"(y[0]), "+f"(y[4]));
    }
};
__device__ __forceinline__ void multiply(float (&sum)[8][8], const pair &v)
{
#pragma unroll
    for (int j = 0; j < 8; j++)
#pragma unroll
        for (int i = 0; i < 8; i++)
            sum[j][i] = fmaf(v.x[i], v.y[j], sum[j][i]);
}

/* Where a thread's sums lie in a tile: columns j and 16 further, in each rows i and 32 further */
__device__ __forceinline__ int row_of(int t) { return t / 32 % 2 * 64 + t / 2 % 8 * 4; }
__device__ __forceinline__ int column_of(int t) { return t / 64 * 32 + (t % 2 + t % 32 / 16 * 2) * 4; }

/* sum = rounds `first` to `last` of the tile at (i0, j0) */
template <bool ta, bool tb>
__device__ __forceinline__ void sum_up(const product<float, float, float> &p, float (&sum)[8][8], float *as, float *bs, int batch, int i0, int j0, int first, int last, int t)
{
    carrier<!ta> ca(p.a.of(batch), p.a.ld, t, i0, p.m, first * deep, as);
    carrier<tb> cb(p.b.of(batch), p.b.ld, t, j0, p.n, first * deep, bs);
#pragma unroll
    for (int e = 0; e < 64; e++)
        sum[e / 8][e % 8] = 0.0f;
#pragma unroll
    for (int r = 0; r < stages - 1; r++) {
#pragma unroll
        for (int q = 0; q < 4; q++)
            ca.copy(q, (unsigned)(r * place * 4), first + r < last), cb.copy(q, (unsigned)(r * place * 4), first + r < last);
        asm volatile("cp.async.commit_group;" ::: "memory");
    }
    asm volatile("cp.async.wait_group %0;" ::"n"(stages - 2) : "memory");
    __syncthreads();
    const float *ma = as + row_of(t), *mb = bs + column_of(t);
    pair now, next;
    now.fetch(ma, mb);
    int at = 0;
    unsigned to = (stages - 1) * place * 4;
#pragma unroll 1
    for (int r = first; r < last; r++) {
        bool there = r + stages - 1 < last;
#pragma unroll
        for (int d = 0; d < deep - 1; d++) {
            ca.copy(d, to, there);
            next.fetch(ma + at + (d + 1) * pitch, mb + at + (d + 1) * pitch);
            cb.copy(d, to, there);
            multiply(sum, now);
            now = next;
        }
        asm volatile("cp.async.commit_group;\ncp.async.wait_group %0;" ::"n"(stages - 2) : "memory");
        __syncthreads();
        to = (unsigned)at * 4;
        at = at == (stages - 1) * place ? 0 : at + place;
        next.fetch(ma + at, mb + at); /* after the last round: not used */
        next.hold();
        multiply(sum, now);
        now = next;
    }
    __syncthreads();
}

/* alpha times the sums and beta times what is in C, in pieces of 16 bytes; eight are read before they are written, because D may be C */
__device__ __forceinline__ void write_pieces(const product<float, float, float> &p, const float (&sum)[8][8], int batch, int i0, int j0, int t)
{
    float alpha = p.alpha.get(), beta = p.beta.get();
    float *d = p.d + p.d_stride * batch;
    const float *c = p.c ? p.c + p.c_stride * batch : d;
    size_t ldc = (size_t)(p.c ? p.ldc : p.ldd);
    int i = i0 + row_of(t), j = j0 + column_of(t);
#pragma unroll
    for (int g = 0; g < 2; g++) {
        four old[8];
#pragma unroll
        for (int e = 0; e < 8; e++) {
            four none = {0.0f, 0.0f, 0.0f, 0.0f};
            int to = i + e % 2 * 32, at = j + g * 16 + e / 2;
            old[e] = none;
            if (beta != 0.0f && to < p.m && at < p.n) /* else C may hold anything */
                old[e] = *(const four *)&c[to + at * ldc];
        }
#pragma unroll
        for (int e = 0; e < 8; e++) {
            const float *v = &sum[g * 4 + e / 2][e % 2 * 4];
            four w = {alpha * v[0], alpha * v[1], alpha * v[2], alpha * v[3]};
            if (beta != 0.0f)
                w.x = fmaf(beta, old[e].x, w.x), w.y = fmaf(beta, old[e].y, w.y), w.z = fmaf(beta, old[e].z, w.z), w.w = fmaf(beta, old[e].w, w.w);
            int to = i + e % 2 * 32, at = j + g * 16 + e / 2;
            if (to < p.m && at < p.n)
                *(four *)&d[to + (size_t)at * p.ldd] = w;
        }
    }
}
/* Anything else, 16 columns at a time by way of shared memory */
__device__ __forceinline__ void write_any(const product<float, float, float> &p, float (&sum)[8][8], float *room, int batch, int i0, int j0, int t)
{
    const int mine = side * 16 / threads;
    float alpha = p.alpha.get(), beta = p.beta.get();
    float *d = p.d_each ? p.d_each[batch] : p.d + p.d_stride * batch;
    const float *c = p.c ? p.c + p.c_stride * batch : d;
    size_t ldc = (size_t)(p.c ? p.ldc : p.ldd);
    int i = i0 + t % side;
#pragma unroll 1
    for (int q = 0; q < 8; q++) {
        __syncthreads(); /* room is free */
        float *to = room + (column_of(t) / 32 * 4 + column_of(t) % 32 / 4) * pitch + row_of(t);
#pragma unroll
        for (int e = 0; e < 8; e++)
            to[e / 4 * 32 + e % 4] = sum[0][e];
        __syncthreads();
        float old[mine];
        int g = t / side, j = j0 + q / 4 * 16 + q % 4; /* of 16 columns, each second is this thread's */
#pragma unroll
        for (int e = 0; e < mine; e++) {
            int at = j + (g + 2 * e) / 4 * 32 + (g + 2 * e) % 4 * 4;
            old[e] = beta != 0.0f && i < p.m && at < p.n ? c[i + at * ldc] : 0.0f;
        }
#pragma unroll 1
        for (int e = 0; e < mine; e++, g += 2) {
            int at = j + g / 4 * 32 + g % 4 * 4;
            if (i < p.m && at < p.n) {
                float v = alpha * room[g * pitch + t % side];
                v = beta != 0.0f ? fmaf(beta, old[0], v) : v;
                d[i + (size_t)at * p.ldd] = p.ep.kind ? finished<float>(p.ep, v, i, at, batch) : v;
            }
#pragma unroll
            for (int f = 0; f < mine - 1; f++)
                old[f] = old[f + 1];
        }
#pragma unroll
        for (int f = 0; f < 7; f++)
#pragma unroll
            for (int e = 0; e < 8; e++)
                sum[f][e] = sum[f + 1][e];
    }
}

/* A block's sums of a part of a tile, for others: a place of `side` x `side` floats, and a word that says that it is full */
struct aside {
    four *sums;
    unsigned *full;
};
__device__ __forceinline__ void leave(const aside &w, const float (&sum)[8][8], int t)
{
    four *to = w.sums + (size_t)blockIdx.x * (side * side / 4) + t;
#pragma unroll
    for (int e = 0; e < 16; e++) {
        const float *v = &sum[e / 2][e % 2 * 4];
        four s = {v[0], v[1], v[2], v[3]};
        to[e * threads] = s;
    }
    __threadfence();
    __syncthreads();
    if (t == 0)
        atomicExch(&w.full[blockIdx.x], 1u);
}
__device__ __forceinline__ void add(const aside &w, float (&sum)[8][8], int block, int t)
{
    if (t == 0)
        while (!*(volatile unsigned *)&w.full[block])
            ;
    __threadfence();
    __syncthreads();
    const four *from = w.sums + (size_t)block * (side * side / 4) + t;
#pragma unroll
    for (int e = 0; e < 16; e++) {
        float4 s = __ldcg((const float4 *)&from[e * threads]);
        float *v = &sum[e / 2][e % 2 * 4];
        v[0] += s.x, v[1] += s.y, v[2] += s.z, v[3] += s.w;
    }
    if (t == 0)
        w.full[block] = 0; /* for the next product */
}

template <bool ta, bool tb>
__global__ void __launch_bounds__(256, 1) gemm_stream(product<float, float, float> p, aside w, int down, int beside, int rounds, bool pieces)
{
    __shared__ __align__(16) float as[stages * place], bs[stages * place];
    int t = (int)threadIdx.x;
    long long all = (long long)down * beside * p.batches * rounds;
    long long first = all * blockIdx.x / gridDim.x, last = all * (blockIdx.x + 1) / gridDim.x;
    while (last > first) {
        long long tile = (last - 1) / rounds, begin = max(tile * rounds, first);
        int i0 = (int)(tile % down) * side, j0 = (int)(tile / down % beside) * side, batch = (int)(tile / down / beside);
        int from = (int)(begin - tile * rounds), to = (int)(last - tile * rounds);
        float sum[8][8];
        sum_up<ta, tb>(p, sum, as, bs, batch, i0, j0, from, to, t);
        last = begin;
        if (to < rounds) {
            leave(w, sum, t);
            continue;
        }
        if (from > 0) {
            int block = (int)blockIdx.x; /* the first with a part of this tile */
            while (all * block / gridDim.x > tile * rounds)
                block--;
            for (; block < (int)blockIdx.x; block++)
                add(w, sum, block, t);
        }
        if (pieces)
            write_pieces(p, sum, batch, i0, j0, t);
        else
            write_any(p, sum, as, batch, i0, j0, t);
        __syncthreads(); /* the next tile begins */
    }
}

/* Memory for sums that are left aside; products of different streams may run at the same time. */
static const int most_rooms = 16;
static struct {
    std::mutex one;
    struct {
        cudaStream_t stream;
        aside w;
        int blocks;
    } room[most_rooms];
    int n;
} rooms;
static bool room_for(cudaStream_t s, int blocks, aside *w)
{
    std::lock_guard<std::mutex> lock(rooms.one);
    for (int i = 0; i < rooms.n; i++)
        if (rooms.room[i].stream == s && rooms.room[i].blocks >= blocks) {
            *w = rooms.room[i].w;
            return true;
        }
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    if (rooms.n == most_rooms || cudaStreamIsCapturing(s, &status) != cudaSuccess || status != cudaStreamCaptureStatusNone)
        return false;
    size_t sums = (size_t)blocks * side * side * sizeof(float), words = (size_t)blocks * sizeof(unsigned);
    char *p = NULL;
    if (cudaMalloc(&p, sums + words) != cudaSuccess) {
        cudaGetLastError();
        return false;
    }
    w->sums = (four *)p, w->full = (unsigned *)(p + sums);
    cudaMemsetAsync(w->full, 0, words, s);
    rooms.room[rooms.n].stream = s, rooms.room[rooms.n].w = *w, rooms.room[rooms.n++].blocks = blocks;
    return true;
}

bool multiply_streams(cudaStream_t s, const product<float, float, float> &p, int sms)
{
    int down = (p.m + side - 1) / side, beside = (p.n + side - 1) / side, rounds = p.k / deep;
    aside w;
    if (p.batches > 65535 || !room_for(s, sms, &w))
        return false;
    bool c_whole = !p.c || ((size_t)p.c % 16 == 0 && p.ldc % 4 == 0 && p.c_stride % 4 == 0);
    bool whole = c_whole && !p.d_each && (size_t)p.d % 16 == 0 && p.ldd % 4 == 0 && p.d_stride % 4 == 0 && p.m % 4 == 0 && !p.ep.kind;
    void (*kernel)(product<float, float, float>, aside, int, int, int, bool) =
        p.a.trans ? p.b.trans ? gemm_stream<true, true> : gemm_stream<true, false> : p.b.trans ? gemm_stream<false, true> : gemm_stream<false, false>;
    kernel<<<(unsigned)sms, threads, 0, s>>>(p, w, down, beside, rounds, whole);
    return true;
}
