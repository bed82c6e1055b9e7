/* Products of half and bfloat16 by warp groups (wgmma, sums in float), for capability 9.0. The result lies by columns, so its columns are the rows of the
   instruction: a block has 128 columns, 64 for each of two groups, by `tall` rows. One more warp copies tiles of op(A) and op(B), 64 deep, into a ring with the tensor
   copy engine, which fills with zeros what lies outside; two mbarriers a place of the ring say that it is full or free.
   If there are too few tiles for the SMs, two blocks of a cluster share the depth of one; each then adds up a part of the tile from the shared memory of both. Blocks of a cluster that
   have a tile in common copy a part of it each, to all of them. */
#include <cuda.h>
#include <mutex>
#include "blas.h"
#include "finish.h"

static const int wide_n = 128, deep = 64, consumers = 256, threads = consumers + 32, most_stages = 8;

__device__ __forceinline__ unsigned shared_at(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void barrier_init(unsigned at, unsigned count) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at), "r"(count) : "memory"); }
__device__ __forceinline__ unsigned at_block(unsigned at, unsigned block)
{
    unsigned there;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(at), "r"(block));
    return there;
}
/* without .release.cluster, for which ptxas waits for all of the thread's accesses (1,000 cycles a round on an H200): what was read was read by wgmma, which is over */
__device__ __forceinline__ void barrier_arrive(unsigned at, unsigned block)
{
    asm volatile("mbarrier.arrive.shared::cluster.b64 _, [%0];" ::"r"(at_block(at, block)) : "memory");
}
__device__ __forceinline__ void barrier_expect(unsigned at, unsigned bytes) { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at), "r"(bytes) : "memory"); }
__device__ __forceinline__ void barrier_wait(unsigned at, unsigned parity)
{
    unsigned done;
    do
        asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;\n}" : "=r"(done) : "r"(at), "r"(parity) : "memory");
    while (!done);
}
/* All threads of the block, or of its cluster */
__device__ __forceinline__ void meet(bool alone)
{
    if (alone)
        __syncthreads();
    else
        asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory");
}
/* blocks: of the cluster, a bit each, that get it at the same place; 0: this one alone */
__device__ __forceinline__ void copy_box(unsigned to, const CUtensorMap *map, int x, int y, int z, unsigned barrier, unsigned blocks)
{
    if (blocks)
        asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.multicast::cluster [%0], [%1, {%2, %3, %4}], [%5], %6;" ::"r"(to), "l"(map), "r"(x), "r"(y), "r"(z), "r"(barrier), "h"((unsigned short)blocks) : "memory");
    else
        asm volatile("cp.async.bulk.tensor.3d.shared::cluster.global.tile.mbarrier::complete_tx::bytes [%0], [%1, {%2, %3, %4}], [%5];" ::"r"(to), "l"(map), "r"(x), "r"(y), "r"(z), "r"(barrier) : "memory");
}

/* Rows of 128 bytes, their 16-byte pieces exchanged, 8 rows 1,024 bytes. Along the depth (short: rows of the matrix), or along the rows, of which the next 64 lie `far` bytes on */
template <bool along> __device__ __forceinline__ unsigned long long described(unsigned at)
{
    const unsigned long long far = along ? deep * 128 : 16;
    return (unsigned long long)((at & 0x3ffff) >> 4) | far >> 4 << 16 | 1024ull >> 4 << 32 | 1ull << 62;
}

#define F8(i) "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3]), "+f"(d[i + 4]), "+f"(d[i + 5]), "+f"(d[i + 6]), "+f"(d[i + 7])
#define F32(i) F8(i), F8(i + 8), F8(i + 16), F8(i + 24)
#define T32 "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
#define T64 T32 ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47, %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"
#define T96 T64 ", %64, %65, %66, %67, %68, %69, %70, %71, %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95"
#define GROUP(n, type, regs, x_at, y_at, add_at, tx_at, ty_at, ...)                                                                           \
    asm volatile("{\n.reg .pred p;\nsetp.ne.u32 p, %" #add_at ", 0;\nwgmma.mma_async.sync.aligned.m64n" #n "k16.f32." type "." type " {" regs "}, %" #x_at ", %" #y_at ", p, 1, 1, %" #tx_at ", %" #ty_at ";\n}" \
                 : __VA_ARGS__                                                                                                                \
                 : "l"(x), "l"(y), "r"((int)add), "n"((int)tx), "n"((int)ty))
/* d = x y (add: d += x y): 64 x tall x 16; tx, ty: along the rows */
template <class T, int tall, bool tx, bool ty> struct grouped;
#define GROUPED(T, type)                                                                                                                      \
    template <bool tx, bool ty> struct grouped<T, 64, tx, ty> {                                                                               \
        __device__ __forceinline__ static void go(float (&d)[32], unsigned long long x, unsigned long long y, bool add) { GROUP(64, type, T32, 32, 33, 34, 35, 36, F32(0)); }               \
    };                                                                                                                                        \
    template <bool tx, bool ty> struct grouped<T, 128, tx, ty> {                                                                              \
        __device__ __forceinline__ static void go(float (&d)[64], unsigned long long x, unsigned long long y, bool add) { GROUP(128, type, T64, 64, 65, 66, 67, 68, F32(0), F32(32)); }     \
    };                                                                                                                                        \
    template <bool tx, bool ty> struct grouped<T, 192, tx, ty> {                                                                              \
        __device__ __forceinline__ static void go(float (&d)[96], unsigned long long x, unsigned long long y, bool add) { GROUP(192, type, T96, 96, 97, 98, 99, 100, F32(0), F32(32), F32(64)); } \
    };
GROUPED(__half, "f16")
GROUPED(__nv_bfloat16, "bf16")

struct shape { /* rows of a tile; blocks of a cluster: those that share its depth, its columns, its rows */
    int tall, parts, above, beside;
};
struct sources { /* in global memory: the copy engine reads them there */
    const CUtensorMap *a, *b;
    int a_each, b_each; /* 1: a matrix for each batch, 0: the same for all */
};

/* Which of a cluster's blocks this is: `parts` share the depth of a tile; `beside` in a row have the same tiles of op(A), and `above` in a column those of op(B), of which each copies
   a part for all. */
struct place {
    int parts, above, beside, part, i, j;
    __device__ unsigned block(int di, int dj) const { return (unsigned)(part + parts * (di + above * dj)); }
    /* the blocks that copy for this one, and for which it copies, itself among them */
    __device__ int friends() const { return above + beside - 1; }
    __device__ unsigned friend_of(int n) const { return n < beside ? block(i, n) : block(n - beside + (n - beside >= i), j); }
};

/* The warp that copies: rounds [from, to) of the block's tiles. */
template <bool ta, bool tb, int tall>
__device__ __forceinline__ void carry(const sources &s, const place &c, unsigned tiles, unsigned full, unsigned empty, int stages, int from, int to, int i0, int j0, int batch)
{
    const unsigned bytes_a = tall * deep * 2, bytes = bytes_a + wide_n * deep * 2;
    /* rows or depths of a tile that others bring first, and the blocks that get this one's part */
    unsigned slice_a = (ta ? tall : deep) / (unsigned)c.beside * (unsigned)c.j, slice_b = (tb ? deep : wide_n) / (unsigned)c.above * (unsigned)c.i, to_a = 0, to_b = 0;
    for (int w = 0; c.beside > 1 && w < c.beside; w++)
        to_a |= 1u << c.block(c.i, w);
    for (int w = 0; c.above > 1 && w < c.above; w++)
        to_b |= 1u << c.block(w, c.j);
    for (int r = from, at = 0, turn = 0; r < to; r++) {
        unsigned place = tiles + (unsigned)at * bytes, told = full + 8u * (unsigned)at, mine_a = place + slice_a * 128, mine_b = place + bytes_a + slice_b * 128;
        if (turn)
            barrier_wait(empty + 8u * (unsigned)at, (unsigned)(turn - 1) & 1);
        barrier_expect(told, bytes);
        if (ta)
            copy_box(mine_a, s.a, r * deep, i0 + (int)slice_a, batch * s.a_each, told, to_a);
        else
            for (int i = 0; i < tall; i += 64)
                copy_box(mine_a + (unsigned)i * deep * 2, s.a, i0 + i, r * deep + (int)slice_a, batch * s.a_each, told, to_a);
        if (!tb)
            copy_box(mine_b, s.b, r * deep, j0 + (int)slice_b, batch * s.b_each, told, to_b);
        else
            for (int j = 0; j < wide_n; j += 64)
                copy_box(mine_b + (unsigned)j * deep * 2, s.b, j0 + j, r * deep + (int)slice_b, batch * s.b_each, told, to_b);
        if (++at == stages)
            at = 0, turn++;
    }
}

/* The result on its way out lies in shared memory by columns, 16 or 32 bytes more than `tall` apart, so that no two rows of a store meet in a bank.
   wgmma leaves in a thread, for each 8 rows, rows 2 (lane % 4) and the next of columns lane / 4 and 8 more of its warp's 16. */
template <class T> __device__ __forceinline__ unsigned pair_of(float x, float y);
template <> __device__ __forceinline__ unsigned pair_of<__half>(float x, float y)
{
    __half2 h = __floats2half2_rn(x, y);
    return *(unsigned *)&h;
}
template <> __device__ __forceinline__ unsigned pair_of<__nv_bfloat16>(float x, float y)
{
    __nv_bfloat162 h = __floats2bfloat162_rn(x, y);
    return *(unsigned *)&h;
}
/* alpha times the sums, in pieces of 16 bytes */
template <class T, int tall> __device__ __forceinline__ void write_plain(const product<T, T, float> &p, T *d, float alpha, const float (&sum)[tall / 2], unsigned room, int i0, int j0, int t)
{
    const unsigned pitch = tall * 2 + 16;
    int lane = t % 32;
    unsigned to = room + (unsigned)(t / 32 * 16 + lane / 8 % 2 * 8 + lane % 8) * pitch + (unsigned)lane / 16 * 16;
#pragma unroll
    for (int g = 0; g < tall / 16; g++)
        asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(to + 32 * g), "r"(pair_of<T>(alpha * sum[8 * g], alpha * sum[8 * g + 1])),
                     "r"(pair_of<T>(alpha * sum[8 * g + 2], alpha * sum[8 * g + 3])), "r"(pair_of<T>(alpha * sum[8 * g + 4], alpha * sum[8 * g + 5])),
                     "r"(pair_of<T>(alpha * sum[8 * g + 6], alpha * sum[8 * g + 7]))
                     : "memory");
    asm volatile("bar.sync 1, 256;" ::: "memory");
#pragma unroll 1
    for (int e = t; e < tall / 8 * wide_n; e += consumers) {
        int i = e % (tall / 8) * 8, j = e / (tall / 8);
        unsigned x, y, z, w;
        asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "r"(room + (unsigned)j * pitch + (unsigned)i * 2) : "memory");
        if (i0 + i < p.m && j0 + j < p.n)
            *(uint4 *)&d[i0 + i + (size_t)(j0 + j) * p.ldd] = make_uint4(x, y, z, w);
    }
}
__device__ __forceinline__ float4 fetch_from(unsigned at, unsigned block)
{
    float4 v;
    asm volatile("ld.shared::cluster.v4.f32 {%0, %1, %2, %3}, [%4];" : "=f"(v.x), "=f"(v.y), "=f"(v.z), "=f"(v.w) : "r"(at_block(at, block)) : "memory");
    return v;
}
/* Anything else: each of `parts` blocks has sums of a part of the depth, and of the columns one in so many to add up, in the blocks' order, and to write. */
template <class T, class Out, int tall>
__device__ __forceinline__ void write_sums(const product<T, Out, float> &p, unsigned room, const place &here, int i0, int j0, int batch, int t, bool whole)
{
    float alpha = p.alpha.get(), beta = p.beta.get();
    Out *d = p.d_each ? p.d_each[batch] : p.d + p.d_stride * batch;
    const Out *c = p.c ? p.c + p.c_stride * batch : d;
    bool plain = whole && beta == 0.0f && !p.ep.kind;
#pragma unroll 1
    for (int e = t;; e += consumers) {
        int i = e % (tall / 4) * 4, j = e / (tall / 4) * here.parts + here.part;
        if (j >= wide_n)
            break;
        unsigned at = room + (unsigned)(j * (tall + 8) + i) * 4;
        float v[4] = {};
        for (int q = 0; q < here.parts; q++) {
            float4 w = fetch_from(at, (unsigned)q + here.block(here.i, here.j) - (unsigned)here.part);
            v[0] += w.x, v[1] += w.y, v[2] += w.z, v[3] += w.w;
        }
        if (j0 + j >= p.n)
            continue;
        Out *to = &d[i0 + i + (size_t)(j0 + j) * p.ldd];
        if (plain && i0 + i + 3 < p.m) {
            if (sizeof(Out) == 2)
                *(uint2 *)to = make_uint2(pair_of<T>(alpha * v[0], alpha * v[1]), pair_of<T>(alpha * v[2], alpha * v[3]));
            else
                *(float4 *)to = make_float4(alpha * v[0], alpha * v[1], alpha * v[2], alpha * v[3]);
            continue;
        }
#pragma unroll 1
        for (int q = 0; q < 4 && i0 + i + q < p.m; q++) {
            finish(p, d, c, alpha, beta, v[0], i0 + i + q, j0 + j, batch);
            v[0] = v[1], v[1] = v[2], v[2] = v[3];
        }
    }
}

/* p's result is of the type of its factors, or, if wide, of float. whole: it is written in pieces of 16 bytes; plain: so, by one block a tile, and only scaled */
template <class T, bool ta, bool tb, int tall>
__global__ void __launch_bounds__(288, tall <= 128 ? 2 : 1) gemm_group(product<T, T, float> p, sources from, int stages, shape w, bool wide, bool whole, bool plain)
{
    const unsigned bytes_a = tall * deep * 2, bytes = bytes_a + wide_n * deep * 2;
    extern __shared__ __align__(1024) char room[];
    __shared__ __align__(8) unsigned long long barriers[2 * most_stages];
    unsigned tiles = (shared_at(room) + 1023) & ~1023u, full = shared_at(barriers), empty = full + 8 * most_stages;
    int t = (int)threadIdx.x, lane = t % 32, warp = t / 32, batch = (int)blockIdx.z;
    int parts = w.parts;
    place here = {parts, w.above, w.beside, (int)blockIdx.x % parts, (int)blockIdx.x / parts % w.above, (int)blockIdx.y % w.beside};
    int i0 = (int)blockIdx.x / parts * tall, j0 = (int)blockIdx.y * wide_n, rounds = (p.k + deep - 1) / deep;
    int first = rounds * here.part / parts, last = rounds * (here.part + 1) / parts;
    if (t == 0) {
        for (unsigned s = 0; s < (unsigned)stages; s++)
            barrier_init(full + 8 * s, 1), barrier_init(empty + 8 * s, 2 * (unsigned)here.friends());
        asm volatile("fence.mbarrier_init.release.cluster;\nfence.proxy.async;" ::: "memory");
    }
    bool alone = parts * w.above * w.beside == 1;
    meet(alone);
    if (warp == consumers / 32) {
        if (lane == 0)
            carry<ta, tb, tall>(from, here, tiles, full, empty, stages, first, last, i0, j0, batch);
        __syncwarp();
        meet(alone);
        if (!plain)
            meet(alone);
        return;
    }
    float sum[tall / 2];
    unsigned long long a = described<!ta>(tiles), b = described<tb>(tiles + bytes_a + (unsigned)warp / 4 * (64 * deep * 2));
    for (int r = first, at = 0, turn = 0; r < last; r++) {
        unsigned long long on = (unsigned)at * (bytes / 16);
        barrier_wait(full + 8u * (unsigned)at, (unsigned)turn & 1);
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
        for (unsigned k = 0; k < deep / 16; k++)
            grouped<T, tall, tb, !ta>::go(sum, b + on + k * (tb ? 128 : 2), a + on + k * (ta ? 2 : 128), r > first || k > 0);
        asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 1;" ::: "memory");
        if (r > first && t % 128 < here.friends())
            barrier_arrive(empty + 8u * (unsigned)(at ? at - 1 : stages - 1), here.friend_of(t % 128));
        if (++at == stages)
            at = 0, turn++;
    }
    asm volatile("wgmma.wait_group.sync.aligned 0;\nbar.sync 1, 256;" ::: "memory"); /* nobody reads tiles any more */
    if (plain) {
        write_plain<T, tall>(p, p.d + p.d_stride * batch, p.alpha.get(), sum, tiles, i0, j0, t);
        meet(alone); /* others of a cluster arrive at barriers here */
        return;
    }
    unsigned to = tiles + (unsigned)((t / 32 * 16 + lane / 4) * (tall + 8) + lane % 4 * 2) * 4;
#pragma unroll
    for (int g = 0; g < tall / 8; g++) {
        asm volatile("st.shared.v2.f32 [%0], {%1, %2};" ::"r"(to + 32 * g), "f"(sum[4 * g]), "f"(sum[4 * g + 1]) : "memory");
        asm volatile("st.shared.v2.f32 [%0], {%1, %2};" ::"r"(to + 32 * g + 8 * (tall + 8) * 4), "f"(sum[4 * g + 2]), "f"(sum[4 * g + 3]) : "memory");
    }
    meet(alone);
    if (wide)
        write_sums<T, float, tall>((const product<T, float, float> &)p, tiles, here, i0, j0, batch, t, whole);
    else
        write_sums<T, T, tall>(p, tiles, here, i0, j0, batch, t, whole);
    meet(alone); /* the others have read */
}

/* Descriptions of matrices for the copy engine. One that was made stays as it is, so kernels that wait in streams may use it. */
struct kept_map {
    const void *p;
    long long stride;
    int type, rows, depth, batches, ld, box;
    bool operator==(const kept_map &o) const { return p == o.p && stride == o.stride && type == o.type && rows == o.rows && depth == o.depth && batches == o.batches && ld == o.ld && box == o.box; }
};
static const int most_maps = 16384;
static struct {
    std::mutex one;
    CUtensorMap *maps;
    cudaStream_t stream;
    kept_map *kept;
    int n;
} maps;
static bool encode(CUtensorMap *m, const kept_map &k)
{
    cuuint64_t dim[] = {(cuuint64_t)k.rows, (cuuint64_t)k.depth, (cuuint64_t)k.batches}, apart[] = {(cuuint64_t)k.ld * 2, (cuuint64_t)(k.batches > 1 ? k.stride * 2 : (long long)k.ld * 2 * k.depth)};
    cuuint32_t box[] = {64, (cuuint32_t)k.box, 1}, step[] = {1, 1, 1};
    return cuTensorMapEncodeTiled(m, (CUtensorMapDataType)k.type, 3, (void *)k.p, dim, apart, box, step, CU_TENSOR_MAP_INTERLEAVE_NONE, CU_TENSOR_MAP_SWIZZLE_128B,
                                  CU_TENSOR_MAP_L2_PROMOTION_L2_128B, CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE) == CUDA_SUCCESS;
}
/* NULL: it cannot be described, or there are too many. */
static const CUtensorMap *mapped(const kept_map &k)
{
    std::lock_guard<std::mutex> lock(maps.one);
    for (int i = maps.n; i-- > 0;)
        if (maps.kept[i] == k)
            return maps.maps + i;
    CUtensorMap m;
    if (maps.n == most_maps || !encode(&m, k))
        return NULL;
    if (!maps.maps) {
        maps.kept = (kept_map *)calloc(most_maps, sizeof(kept_map));
        if (!maps.kept || cudaMalloc(&maps.maps, most_maps * sizeof(m)) != cudaSuccess || cudaStreamCreateWithFlags(&maps.stream, cudaStreamNonBlocking) != cudaSuccess)
            return NULL;
    }
    cudaMemcpyAsync(maps.maps + maps.n, &m, sizeof(m), cudaMemcpyHostToDevice, maps.stream);
    cudaStreamSynchronize(maps.stream);
    maps.kept[maps.n] = k;
    return maps.maps + maps.n++;
}
/* along: rows lie side by side in memory */
template <class T> static const CUtensorMap *map_of(const view<T> &v, int rows, int k, int batches, bool along, int box)
{
    int type = sizeof(T) == 2 && std::is_same<T, __half>::value ? CU_TENSOR_MAP_DATA_TYPE_FLOAT16 : CU_TENSOR_MAP_DATA_TYPE_BFLOAT16;
    bool each = v.stride != 0 && batches > 1;
    kept_map key = {v.p, each ? v.stride : 0, type, along ? rows : k, along ? k : rows, each ? batches : 1, v.ld, box};
    return mapped(key);
}

/* Cycles on h200 of a round of 64: the products, or the bytes at what the L2 gives an SM; of sums through a cluster. Ten SMs of eleven take part in clusters of more than two. */
static shape chosen(int m, int n, int k, int batches, int sms)
{
    shape best = {};
    double least = 0;
    int beside = (n + wide_n - 1) / wide_n;
    for (int way = 0; way < 3 * 2 * 2 * 2; way++) {
        shape w = {64 + way % 3 * 64, 1 + way / 3 % 2, 1 + way / 6 % 2, 1 + way / 12};
        int above = (m + w.tall - 1) / w.tall, cluster = w.parts * w.above * w.beside, room = cluster > 2 ? sms * 10 / 11 / cluster * cluster : sms;
        long long blocks = (long long)above * beside * batches * w.parts, rounds = (k + deep - 1) / deep;
        if (above % w.above || beside % w.beside || (cluster > 1 && rounds < 4 * w.parts) || !room)
            continue;
        double products = 4.0 * w.tall, bytes = (w.tall / w.beside + wide_n / w.above) * deep * 2 / 30.0, each = (double)((rounds + w.parts - 1) / w.parts) * (products > bytes ? products : bytes);
        double over = 8.0 * w.tall + 300 * cluster + (w.parts > 1 ? 1500 + w.tall * wide_n * 2.0 / 17 : 0);
        double cycles = (double)((blocks + room - 1) / room) * (each + over);
        if (!best.tall || cycles < least)
            best = w, least = cycles;
    }
    return best;
}
template <class T, bool ta, bool tb, int tall> static bool launch(cudaStream_t s, const product<T, T, float> &p, const sources &from, const shape &w, int sms, bool wide)
{
    int parts = w.parts, rounds = ((p.k + deep - 1) / deep + parts - 1) / parts, bytes = (tall + wide_n) * deep * 2, stages = 200 * 1024 / bytes;
    dim3 grid((unsigned)((p.m + tall - 1) / tall * parts), (unsigned)((p.n + wide_n - 1) / wide_n), (unsigned)p.batches);
    if (tall <= 128 && (long long)grid.x * grid.y * grid.z > sms) /* two blocks an SM */
        stages = 100 * 1024 / bytes;
    if (stages > rounds)
        stages = rounds;
    if (stages > most_stages)
        stages = most_stages;
    bool whole = !p.d_each && (size_t)p.d % 16 == 0 && p.ldd % (wide ? 4 : 8) == 0 && p.d_stride % (wide ? 4 : 8) == 0;
    bool plain = parts == 1 && !wide && whole && p.m % 8 == 0 && !p.ep.kind && !p.beta.there && p.beta.value == 0.0f;
    cudaLaunchConfig_t config = {};
    cudaLaunchAttribute cluster = {};
    size_t room = (size_t)(stages * bytes), sums = (size_t)(tall + 8) * wide_n * (plain ? 2 : 4);
    config.gridDim = grid, config.blockDim = dim3(threads), config.dynamicSmemBytes = 1024 + (room > sums ? room : sums), config.stream = s;
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = (unsigned)(parts * w.above), cluster.val.clusterDim.y = (unsigned)w.beside, cluster.val.clusterDim.z = 1;
    config.attrs = &cluster, config.numAttrs = parts * w.above * w.beside > 1;
    void (*kernel)(product<T, T, float>, sources, int, shape, bool, bool, bool) = gemm_group<T, ta, tb, tall>;
    cudaFuncSetAttribute((const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)config.dynamicSmemBytes);
    return cudaLaunchKernelEx(&config, kernel, p, from, stages, w, wide, whole, plain) == cudaSuccess;
}
template <class T, int tall> static bool turned(cudaStream_t s, const product<T, T, float> &p, const sources &from, const shape &w, int sms, bool wide)
{
    if (p.a.trans)
        return p.b.trans ? launch<T, true, true, tall>(s, p, from, w, sms, wide) : launch<T, true, false, tall>(s, p, from, w, sms, wide);
    return p.b.trans ? launch<T, false, true, tall>(s, p, from, w, sms, wide) : launch<T, false, false, tall>(s, p, from, w, sms, wide);
}
template <class T> static bool pieces(const view<T> &v) { return v.kind == GENERAL && !v.each && (size_t)v.p % 16 == 0 && v.ld % 8 == 0 && v.stride % 8 == 0; }

template <class T> bool multiply_groups(cudaStream_t s, const product<T, T, float> &p, bool wide)
{
    int capability = 0, sms = 1;
    cudaDeviceGetAttribute(&capability, cudaDevAttrComputeCapabilityMajor, 0);
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    if (capability < 9 || p.half || p.k < 16 || p.batches > 65535 || (p.n + wide_n - 1) / wide_n > 65535 || !pieces(p.a) || !pieces(p.b))
        return false;
    shape w = chosen(p.m, p.n, p.k, p.batches, sms);
    sources from = {map_of(p.a, p.m, p.k, p.batches, !p.a.trans, (p.a.trans ? w.tall : deep) / w.beside),
                    map_of(p.b, p.n, p.k, p.batches, p.b.trans, (p.b.trans ? deep : wide_n) / w.above), p.a.stride != 0, p.b.stride != 0};
    if (!from.a || !from.b)
        return false;
    return w.tall == 64 ? turned<T, 64>(s, p, from, w, sms, wide) : w.tall == 128 ? turned<T, 128>(s, p, from, w, sms, wide) : turned<T, 192>(s, p, from, w, sms, wide);
}
template bool multiply_groups(cudaStream_t, const product<__half, __half, float> &, bool);
template bool multiply_groups(cudaStream_t, const product<__nv_bfloat16, __nv_bfloat16, float> &, bool);
