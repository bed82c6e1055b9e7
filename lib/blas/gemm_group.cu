/* Products of half, bfloat16, TF32, signed char and 8-bit floats by warp groups (wgmma, sums in float or int), for capability 9.0; of the last three A is transposed and B is not, as the instruction has it. The result lies by columns, so its columns are the rows of the
   instruction: a block has 64 columns for each of its groups, by `tall` rows. One more warp copies tiles of op(A) and op(B), 128 bytes deep, into a ring with the tensor
   copy engine, which fills with zeros what lies outside; two mbarriers a place of the ring say that it is full or free. Where there are more tiles than fit at once, blocks stay and
   take one after the other: the ring is filled for the next while the last is written.
   If there are too few tiles for the SMs, two blocks of a cluster share the depth of one; each then adds up one half of the rows. Blocks of a cluster that
   have a tile in common copy a part of it each, to all of them. */
#include <cuda.h>
#include <mutex>
#include "blas.h"
#include "finish.h"

static const int line = 128, most_stages = 12;
template <class T> struct of_line { /* elements of a line of a tile */
    static const int deep = line / (int)sizeof(T);
};

__device__ __forceinline__ unsigned shared_at(const void *p) { return (unsigned)__cvta_generic_to_shared(p); }
__device__ __forceinline__ void barrier_init(unsigned at, unsigned count) { asm volatile("mbarrier.init.shared::cta.b64 [%0], %1;" ::"r"(at), "r"(count) : "memory"); }
__device__ __forceinline__ unsigned at_block(unsigned at, unsigned block)
{
    unsigned there;
    asm volatile("mapa.shared::cluster.u32 %0, %1, %2;" : "=r"(there) : "r"(at), "r"(block));
    return there;
}
/* without .release.cluster, for which ptxas waits for all of the thread's accesses (1,000 cycles a round on an H200): what was read was read by wgmma, which is over */
__device__ __forceinline__ void barrier_arrive(unsigned there) { asm volatile("mbarrier.arrive.shared::cluster.b64 _, [%0];" ::"r"(there) : "memory"); }
__device__ __forceinline__ void barrier_expect(unsigned at, unsigned bytes) { asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(at), "r"(bytes) : "memory"); }
__device__ __forceinline__ void barrier_wait(unsigned at, unsigned parity)
{
    unsigned done;
    do
        asm volatile("{\n.reg .pred p;\nmbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2;\nselp.u32 %0, 1, 0, p;\n}" : "=r"(done) : "r"(at), "r"(parity) : "memory");
    while (!done);
}
/* All threads of the block, or of its cluster; what they wrote before, others need not see (ptxas would wait for the whole card) */
__device__ __forceinline__ void meet(bool alone)
{
    if (alone)
        __syncthreads();
    else
        asm volatile("barrier.cluster.arrive.relaxed.aligned;\nbarrier.cluster.wait.aligned;" ::: "memory");
}
__device__ __forceinline__ void meet_with_sums() { asm volatile("barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;" ::: "memory"); }
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
    const unsigned long long far = along ? 64 * line : 16;
    return (unsigned long long)((at & 0x3ffff) >> 4) | far >> 4 << 16 | 1024ull >> 4 << 32 | 1ull << 62;
}

#define F8(i) "+f"(d[i]), "+f"(d[i + 1]), "+f"(d[i + 2]), "+f"(d[i + 3]), "+f"(d[i + 4]), "+f"(d[i + 5]), "+f"(d[i + 6]), "+f"(d[i + 7])
#define F16(i) F8(i), F8(i + 8)
#define F32(i) F16(i), F16(i + 16)
#define T32 "%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, %16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31"
#define T48 T32 ", %32, %33, %34, %35, %36, %37, %38, %39, %40, %41, %42, %43, %44, %45, %46, %47"
#define T64 T48 ", %48, %49, %50, %51, %52, %53, %54, %55, %56, %57, %58, %59, %60, %61, %62, %63"
#define T72 T64 ", %64, %65, %66, %67, %68, %69, %70, %71"
#define T96 T72 ", %72, %73, %74, %75, %76, %77, %78, %79, %80, %81, %82, %83, %84, %85, %86, %87, %88, %89, %90, %91, %92, %93, %94, %95"
/* d = x y (add: d += x y): 64 x tall x 16; tx, ty: along the rows */
template <class T, int tall, bool tx, bool ty> struct grouped;
#define GROUPED(T, type, n, regs, x_at, y_at, add_at, tx_at, ty_at, ...)                                                                      \
    template <bool tx, bool ty> struct grouped<T, n, tx, ty> {                                                                                \
        __device__ __forceinline__ static void go(float (&d)[n / 2], unsigned long long x, unsigned long long y, bool add)                    \
        {                                                                                                                                     \
            asm volatile("{\n.reg .pred p;\nsetp.ne.u32 p, %" #add_at ", 0;\nwgmma.mma_async.sync.aligned.m64n" #n "k16.f32." type "." type " {" regs "}, %" #x_at ", %" #y_at ", p, 1, 1, %" #tx_at ", %" #ty_at ";\n}" \
                         : __VA_ARGS__                                                                                                        \
                         : "l"(x), "l"(y), "r"((int)add), "n"((int)tx), "n"((int)ty));                                                        \
        }                                                                                                                                     \
    };
#define GROUPED_ALL(T, type)                                                                                                                  \
    GROUPED(T, type, 64, T32, 32, 33, 34, 35, 36, F32(0))                                                                                     \
    GROUPED(T, type, 128, T64, 64, 65, 66, 67, 68, F32(0), F32(32))                                                                           \
    GROUPED(T, type, 144, T72, 72, 73, 74, 75, 76, F32(0), F32(32), F8(64))                                                                   \
    GROUPED(T, type, 192, T96, 96, 97, 98, 99, 100, F32(0), F32(32), F32(64))
GROUPED_ALL(__half, "f16")
GROUPED_ALL(__nv_bfloat16, "bf16")
#define R8(i) "+r"(d[i]), "+r"(d[i + 1]), "+r"(d[i + 2]), "+r"(d[i + 3]), "+r"(d[i + 4]), "+r"(d[i + 5]), "+r"(d[i + 6]), "+r"(d[i + 7])
#define R16(i) R8(i), R8(i + 8)
#define R32(i) R16(i), R16(i + 16)
#define LYING(T, Acc, n, form, scales, regs, x_at, y_at, add_at, ...)                                                                         \
    template <> struct grouped<T, n, false, false> {                                                                                          \
        __device__ __forceinline__ static void go(Acc (&d)[n / 2], unsigned long long x, unsigned long long y, bool add)                      \
        {                                                                                                                                     \
            asm volatile("{\n.reg .pred p;\nsetp.ne.u32 p, %" #add_at ", 0;\nwgmma.mma_async.sync.aligned.m64n" #n form " {" regs "}, %" #x_at ", %" #y_at ", p" scales ";\n}" \
                         : __VA_ARGS__                                                                                                        \
                         : "l"(x), "l"(y), "r"((int)add));                                                                                    \
        }                                                                                                                                     \
    };
#define LYING_ALL(T, Acc, form, scales, X8, X32)                                                                                              \
    LYING(T, Acc, 64, form, scales, T32, 32, 33, 34, X32(0))                                                                                  \
    LYING(T, Acc, 128, form, scales, T64, 64, 65, 66, X32(0), X32(32))                                                                        \
    LYING(T, Acc, 144, form, scales, T72, 72, 73, 74, X32(0), X32(32), X8(64))                                                                \
    LYING(T, Acc, 192, form, scales, T96, 96, 97, 98, X32(0), X32(32), X32(64))
LYING_ALL(float, float, "k8.f32.tf32.tf32", ", 1, 1", F8, F32)
LYING_ALL(signed char, int, "k32.s32.s8.s8", "", R8, R32)
typedef eights<true, true> e4e4;
typedef eights<true, false> e4e5;
typedef eights<false, true> e5e4;
LYING_ALL(e4e4, float, "k32.f32.e4m3.e4m3", ", 1, 1", F8, F32)
LYING_ALL(e4e5, float, "k32.f32.e5m2.e4m3", ", 1, 1", F8, F32)
LYING_ALL(e5e4, float, "k32.f32.e4m3.e5m2", ", 1, 1", F8, F32)

struct shape { /* rows of a tile, its columns in 64s; blocks of a cluster: those that share its depth, its columns, its rows */
    int tall, groups, parts, above, beside;
};
struct sources { /* in global memory: the copy engine reads them there */
    const CUtensorMap *a, *b;
    int a_each, b_each; /* 1: a matrix for each batch, 0: the same for all */
};
struct plan {
    int stages, above, beside; /* places of the ring; of a cluster: blocks in a column, in a row */
    int across;                /* tiles in a row of the result */
    unsigned staging;          /* bytes from the ring to where the result is turned */
    bool wide, whole, plain;   /* the result is of float; written in pieces of 16 bytes; so, and only scaled */
};

__device__ __forceinline__ bool elected()
{
    unsigned it;
    asm volatile("{\n.reg .pred p;\nelect.sync _|p, 0xffffffff;\nselp.u32 %0, 1, 0, p;\n}" : "=r"(it));
    return it;
}

/* A block's tiles: of a column of tiles, as many columns apart as the grid has, of each batch of its own. */
#define EACH_TILE(batches, w) for (int batch = (int)blockIdx.z; batch < (batches); batch += (int)gridDim.z) for (int j = (int)blockIdx.y; j < (w).across; j += (int)gridDim.y)

/* Which of a cluster's blocks this is: `parts` share the depth of a tile; `beside` in a row have the same tiles of op(A), and `above` in a column those of op(B), of which each copies
   a part for all. */
struct place {
    int parts, above, beside, part, i, j;
    __device__ unsigned block(int di, int dj) const { return (unsigned)(part + parts * (di + above * dj)); }
    /* the blocks that copy for this one, and for which it copies, itself among them */
    __device__ int friends() const { return above + beside - 1; }
    __device__ unsigned friend_of(int n) const { return n < beside ? block(i, n) : block(n - beside + (n - beside >= i), j); }
};
/* A ring's place, and how often it came round */
struct turning {
    int at, turn;
    __device__ void next(int stages)
    {
        if (++at == stages)
            at = 0, turn++;
    }
};

/* The warp that copies: rounds [from, to) of each of the block's tiles. */
template <bool ta, bool tb, int tall, int wide_n, int deep>
__device__ __forceinline__ void carry(const sources &s, int batches, const plan &w, const place &c, unsigned tiles, unsigned full, unsigned empty, int from, int to, int i0)
{
    const unsigned bytes_a = tall * line, bytes = bytes_a + wide_n * line;
    /* rows or depths of a tile that others bring first, and the blocks that get this one's part */
    unsigned slice_a = (ta ? tall : deep) / (unsigned)c.beside * (unsigned)c.j, slice_b = (tb ? deep : wide_n) / (unsigned)c.above * (unsigned)c.i, to_a = 0, to_b = 0;
    for (int n = 0; c.beside > 1 && n < c.beside; n++)
        to_a |= 1u << c.block(c.i, n);
    for (int n = 0; c.above > 1 && n < c.above; n++)
        to_b |= 1u << c.block(n, c.j);
    turning ring = {0, 0};
    EACH_TILE(batches, w) {
        int j0 = j * wide_n, za = batch * s.a_each, zb = batch * s.b_each;
        for (int r = from; r < to; r++, ring.next(w.stages)) {
            unsigned at = tiles + (unsigned)ring.at * bytes, told = full + 8u * (unsigned)ring.at, mine_a = at + slice_a * 128, mine_b = at + bytes_a + slice_b * 128;
            if (ring.turn)
                barrier_wait(empty + 8u * (unsigned)ring.at, (unsigned)(ring.turn - 1) & 1);
            barrier_expect(told, bytes);
            if (ta)
                copy_box(mine_a, s.a, r * deep, i0 + (int)slice_a, za, told, to_a);
            else
                for (int i = 0; i < tall; i += 64)
                    copy_box(mine_a + (unsigned)i * line, s.a, i0 + i, r * deep + (int)slice_a, za, told, to_a);
            if (!tb)
                copy_box(mine_b, s.b, r * deep, j0 + (int)slice_b, zb, told, to_b);
            else
                for (int j = 0; j < wide_n; j += 64)
                    copy_box(mine_b + (unsigned)j * line, s.b, j0 + j, r * deep + (int)slice_b, zb, told, to_b);
        }
    }
}

/* The result on its way out lies in shared memory by columns, 16 or 32 bytes more than its rows apart, so that no two rows of a store meet in a bank.
   wgmma leaves in a thread, for each 8 rows, rows 2 (lane % 4) and the next of columns lane / 4 and 8 more of its warp's 16. */
template <class T> __device__ __forceinline__ unsigned pair_of(float, float) { return 0; } /* of halves alone */
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
template <int groups> __device__ __forceinline__ void consumers_meet() { asm volatile("bar.sync 1, %0;" ::"n"(groups * 128) : "memory"); }
__device__ __forceinline__ void group_meets(int group) { asm volatile("bar.sync %0, 128;" ::"r"(group + 2) : "memory"); }

/* alpha times the sums of `rows` rows as halves or bfloat16 (H), in pieces of 16 bytes: each group its 64 columns */
template <class H, class T, int rows>
__device__ __forceinline__ void write_plain(const grouped_product<T> &p, float alpha, const typename kind<T>::sum (&sum)[rows / 2], unsigned room, int i0, int j0, int batch, int t)
{
    const unsigned pitch = rows * 2 + 16;
    int lane = t % 32, group = t / 128;
    H *d = (H *)p.d + p.d_stride * batch;
    unsigned to = room + (unsigned)(t / 32 * 16 + lane / 8 % 2 * 8 + lane % 8) * pitch + (unsigned)lane / 16 * 16;
#pragma unroll
    for (int g = 0; g < rows / 16; g++)
        asm volatile("stmatrix.sync.aligned.m8n8.x4.shared.b16 [%0], {%1, %2, %3, %4};" ::"r"(to + 32 * g), "r"(pair_of<H>(alpha * sum[8 * g], alpha * sum[8 * g + 1])),
                     "r"(pair_of<H>(alpha * sum[8 * g + 2], alpha * sum[8 * g + 3])), "r"(pair_of<H>(alpha * sum[8 * g + 4], alpha * sum[8 * g + 5])),
                     "r"(pair_of<H>(alpha * sum[8 * g + 6], alpha * sum[8 * g + 7]))
                     : "memory");
    group_meets(group);
    room += (unsigned)group * 64 * pitch, j0 += group * 64;
#pragma unroll 2
    for (int e = t % 128; e < rows / 8 * 64; e += 128) {
        int i = e % (rows / 8) * 8, j = e / (rows / 8);
        unsigned x, y, z, w;
        asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];" : "=r"(x), "=r"(y), "=r"(z), "=r"(w) : "r"(room + (unsigned)j * pitch + (unsigned)i * 2) : "memory");
        if (i0 + i < p.m && j0 + j < p.n)
            *(uint4 *)&d[i0 + i + (size_t)(j0 + j) * p.ldd] = make_uint4(x, y, z, w);
    }
}
/* Sums in shared memory, of this block or another of the cluster, and results */
#define WORDS(Sum, c, v4)                                                                                                                     \
    __device__ __forceinline__ void put_two(unsigned at, Sum x, Sum y) { asm volatile("st.shared.v2.b32 [%0], {%1, %2};" ::"r"(at), #c (x), #c (y) : "memory"); } \
    __device__ __forceinline__ void send_four(unsigned at, Sum x, Sum y, Sum z, Sum w) { asm volatile("st.shared::cluster.v4.b32 [%0], {%1, %2, %3, %4};" ::"r"(at), #c (x), #c (y), #c (z), #c (w) : "memory"); } \
    __device__ __forceinline__ void get_four(Sum (&v)[4], unsigned at) { asm volatile("ld.shared.v4.b32 {%0, %1, %2, %3}, [%4];" : "=" #c (v[0]), "=" #c (v[1]), "=" #c (v[2]), "=" #c (v[3]) : "r"(at) : "memory"); } \
    __device__ __forceinline__ void write_four(void *to, Sum x, Sum y, Sum z, Sum w) { *(v4 *)to = make_##v4(x, y, z, w); }
WORDS(float, f, float4)
WORDS(int, r, int4)
/* Anything else */
template <class T, class Out, class Sum, int rows>
__device__ __forceinline__ void write_sums(const product<T, Out, Sum> &p, unsigned room, int i0, int j0, int batch, int t, bool whole)
{
    Sum alpha = p.alpha.get(), beta = p.beta.get();
    Out *d = p.d_each ? p.d_each[batch] : p.d + p.d_stride * batch;
    const Out *c = p.c ? p.c + p.c_stride * batch : d;
    bool plain = whole && is_zero(beta) && !p.ep.kind;
    room += (unsigned)(t / 128 * 64 * (rows + 8)) * 4, j0 += t / 128 * 64;
#pragma unroll 1
    for (int e = t % 128; e < rows / 4 * 64; e += 128) {
        int i = e % (rows / 4) * 4, j = e / (rows / 4);
        Sum v[4];
        get_four(v, room + (unsigned)(j * (rows + 8) + i) * 4);
        if (j0 + j >= p.n)
            continue;
        Out *to = &d[i0 + i + (size_t)(j0 + j) * p.ldd];
        if (plain && i0 + i + 3 < p.m) {
            if (sizeof(Out) == 2)
                *(uint2 *)to = make_uint2(pair_of<T>(alpha * v[0], alpha * v[1]), pair_of<T>(alpha * v[2], alpha * v[3]));
            else
                write_four(to, alpha * v[0], alpha * v[1], alpha * v[2], alpha * v[3]);
            continue;
        }
#pragma unroll 1
        for (int q = 0; q < 4 && i0 + i + q < p.m; q++) {
            finish(p, d, c, alpha, beta, v[0], i0 + i + q, j0 + j, batch);
            v[0] = v[1], v[1] = v[2], v[2] = v[3];
        }
    }
}
/* Numbers whose type is known when the kernel runs */
__device__ __forceinline__ float wide_of(const void *p, int type, size_t at)
{
    return type == CUDA_R_32F ? ((const float *)p)[at] : type == CUDA_R_16F ? __half2float(((const __half *)p)[at]) : __bfloat162float(((const __nv_bfloat16 *)p)[at]);
}
__device__ __forceinline__ unsigned two_eights(float x, float y, bool e4m3)
{
    unsigned short r;
    if (e4m3)
        asm("cvt.rn.satfinite.e4m3x2.f32 %0, %2, %1;" : "=h"(r) : "f"(x), "f"(y));
    else
        asm("cvt.rn.satfinite.e5m2x2.f32 %0, %2, %1;" : "=h"(r) : "f"(x), "f"(y));
    return r;
}
__device__ __forceinline__ unsigned two_halves(float x, float y, int type) { return type == CUDA_R_16F ? pair_of<__half>(x, y) : pair_of<__nv_bfloat16>(x, y); }
__device__ __forceinline__ int bytes_of(int type) { return type == CUDA_R_32F ? 4 : type == CUDA_R_16F || type == CUDA_R_16BF ? 2 : 1; }
/* Four results side by side, all of which there are (whole), or n of them */
__device__ __forceinline__ void write_typed(char *to, int type, const float (&v)[4], bool whole, int n)
{
    int bytes = bytes_of(type);
    uint4 words = {__float_as_uint(v[0]), __float_as_uint(v[1]), __float_as_uint(v[2]), __float_as_uint(v[3])};
    if (bytes == 2)
        words.x = two_halves(v[0], v[1], type), words.y = two_halves(v[2], v[3], type);
    if (bytes == 1)
        words.x = two_eights(v[0], v[1], type == CUDA_R_8F_E4M3) | two_eights(v[2], v[3], type == CUDA_R_8F_E4M3) << 16;
    if (whole && bytes == 4)
        *(uint4 *)to = words;
    else if (whole && bytes == 2)
        *(uint2 *)to = make_uint2(words.x, words.y);
    else if (whole)
        *(unsigned *)to = words.x;
    else
#pragma unroll
        for (int q = 0; q < 4; q++)
            if (q < n && bytes == 4)
                ((float *)to)[q] = v[q];
            else if (q < n && bytes == 2)
                ((unsigned short *)to)[q] = (unsigned short)((q < 2 ? words.x : words.y) >> q % 2 * 16);
            else if (q < n)
                to[q] = (char)(words.x >> q * 8);
}
/* Of 8-bit floats: sums that are only scaled, in pieces of four */
template <class T, int type, int rows> __device__ __forceinline__ void write_scaled(const grouped_product<T> &p, float alpha, float scale, unsigned room, int i0, int j0, int batch, int t)
{
    const int each = type == CUDA_R_32F ? 4 : type == CUDA_R_16F || type == CUDA_R_16BF ? 2 : 1;
    room += (unsigned)(t / 128 * 64 * (rows + 8)) * 4, j0 += t / 128 * 64;
    char *d = (char *)p.d + ((size_t)(p.d_stride * batch + i0) + (size_t)j0 * p.ldd) * each;
#pragma unroll 2
    for (int e = t % 128; e < rows / 4 * 64; e += 128) {
        int i = e % (rows / 4) * 4, j = e / (rows / 4), n = p.m - i0 - i;
        float v[4];
        get_four(v, room + (unsigned)(j * (rows + 8) + i) * 4);
#pragma unroll
        for (int q = 0; q < 4; q++)
            v[q] = v[q] * alpha * scale;
        if (j0 + j < p.n && n > 0)
            write_typed(d + ((size_t)i + (size_t)j * p.ldd) * each, type, v, n >= 4, n);
    }
}
/* Of 8-bit floats: as write_sums, to results of any type */
template <class T, int rows> __device__ __forceinline__ void write_eights(const grouped_product<T> &p, unsigned room, int i0, int j0, int batch, int t, bool whole)
{
    const eights_way &w = p.way;
    float alpha = p.alpha.get() * (w.scale_a ? *w.scale_a : 1.0f) * (w.scale_b ? *w.scale_b : 1.0f), beta = p.beta.get() * (w.scale_c ? *w.scale_c : 1.0f);
    float scale = w.scale_d ? *w.scale_d : 1.0f, most = 0.0f;
    int kind = p.ep.kind, each = bytes_of(w.d_type);
    if (whole && beta == 0.0f && !kind && !w.amax) {
        if (w.d_type == CUDA_R_16BF)
            write_scaled<T, CUDA_R_16BF, rows>(p, alpha, scale, room, i0, j0, batch, t);
        else if (w.d_type == CUDA_R_16F)
            write_scaled<T, CUDA_R_16F, rows>(p, alpha, scale, room, i0, j0, batch, t);
        else if (w.d_type == CUDA_R_32F)
            write_scaled<T, CUDA_R_32F, rows>(p, alpha, scale, room, i0, j0, batch, t);
        else if (w.d_type == CUDA_R_8F_E4M3)
            write_scaled<T, CUDA_R_8F_E4M3, rows>(p, alpha, scale, room, i0, j0, batch, t);
        else
            write_scaled<T, CUDA_R_8F_E5M2, rows>(p, alpha, scale, room, i0, j0, batch, t);
        return;
    }
    room += (unsigned)(t / 128 * 64 * (rows + 8)) * 4, j0 += t / 128 * 64;
#pragma unroll 1
    for (int e = t % 128; e < rows / 4 * 64; e += 128) {
        int i = e % (rows / 4) * 4, j = e / (rows / 4), n = p.m - i0 - i;
        float v[4];
        get_four(v, room + (unsigned)(j * (rows + 8) + i) * 4);
        if (j0 + j >= p.n || n <= 0)
            continue;
        char *to = (char *)p.d + ((size_t)(p.d_stride * batch + i0 + i) + (size_t)(j0 + j) * p.ldd) * each;
        size_t c = (size_t)(p.c_stride * batch + i0 + i) + (size_t)(j0 + j) * p.ldc;
#pragma unroll
        for (int q = 0; q < 4; q++) {
            v[q] *= alpha;
            if (beta != 0.0f && q < n)
                v[q] = fmaf(beta, wide_of(p.c, w.c_type, c + q), v[q]);
            if ((kind & EP_BIAS) && q < n)
                v[q] += wide_of(p.ep.bias, w.bias_type, (size_t)(i0 + i + q + p.ep.bias_stride * batch));
            if (kind & EP_RELU)
                v[q] = v[q] > 0.0f ? v[q] : 0.0f;
            if (kind & EP_GELU)
                v[q] = gelu(v[q]);
            most = q < n ? fmaxf(most, fabsf(v[q])) : most;
            v[q] *= scale;
        }
        write_typed(to, w.d_type, v, whole && n >= 4, n);
    }
    if (w.amax) { /* of positive floats the larger one is the larger integer */
        unsigned largest = __reduce_max_sync(~0u, __float_as_uint(most));
        if (t % 32 == 0)
            atomicMax((unsigned *)w.amax, largest);
    }
}
template <class T> struct is_eights {
    static const bool value = false;
};
template <bool a, bool b> struct is_eights<eights<a, b>> {
    static const bool value = true;
};
/* `rows` rows of a tile on their way out */
template <class T, int rows> __device__ __forceinline__ void write_rows(const grouped_product<T> &p, const plan &w, const typename kind<T>::sum (&sum)[rows / 2], unsigned room, int i0, int j0, int batch, int t)
{
    if constexpr (sizeof(T) == 2)
        if (w.plain) {
            write_plain<T, T, rows>(p, p.alpha.get(), sum, room, i0, j0, batch, t);
            return;
        }
    if constexpr (is_eights<T>::value)
        if (w.plain) {
            float alpha = p.alpha.get() * (p.way.scale_a ? *p.way.scale_a : 1.0f) * (p.way.scale_b ? *p.way.scale_b : 1.0f);
            if (p.way.d_type == CUDA_R_16F)
                write_plain<__half, T, rows>(p, alpha, sum, room, i0, j0, batch, t);
            else
                write_plain<__nv_bfloat16, T, rows>(p, alpha, sum, room, i0, j0, batch, t);
            return;
        }
    int lane = t % 32;
    unsigned to = room + (unsigned)((t / 32 * 16 + lane / 4) * (rows + 8) + lane % 4 * 2) * 4;
#pragma unroll
    for (int g = 0; g < rows / 8; g++) {
        put_two(to + 32 * g, sum[4 * g], sum[4 * g + 1]);
        put_two(to + 32 * g + 8 * (rows + 8) * 4, sum[4 * g + 2], sum[4 * g + 3]);
    }
    group_meets(t / 128);
    typedef typename kind<T>::sum Sum;
    if constexpr (is_eights<T>::value)
        write_eights<T, rows>(p, room, i0, j0, batch, t, w.whole);
    else if (sizeof(T) != 2 || w.wide)
        write_sums<T, Sum, Sum, rows>((const product<T, Sum, Sum> &)p, room, i0, j0, batch, t, w.whole);
    else
        write_sums<T, typename kind<T>::out, Sum, rows>(p, room, i0, j0, batch, t, w.whole);
}

/* Blocks that share the depth of a tile: each adds up one part of the rows. The sums of the others' rows go to their shared memory, at `mail`. */
template <int tall, int groups, int parts, class Sum> __device__ __forceinline__ void send(const Sum (&sum)[tall / 2], const place &here, unsigned mail, int t)
{
    const int each = tall / 2 / parts;
#pragma unroll
    for (int q = 0; q < parts; q++)
        if (q != here.part) {
            unsigned to = at_block(mail + (unsigned)((here.part - (here.part > q)) * (each / 4) * groups * 128 + t) * 16, here.block(here.i, here.j) - (unsigned)here.part + (unsigned)q);
#pragma unroll
            for (int e = 0; e < each; e += 4)
                send_four(to + (unsigned)e / 4 * groups * 2048, sum[q * each + e], sum[q * each + e + 1], sum[q * each + e + 2], sum[q * each + e + 3]);
        }
}
/* The sums of its own rows, with those that came, in the blocks' order */
template <int tall, int groups, int parts, class Sum> __device__ __forceinline__ void add_up(Sum (&mine)[tall / 2 / parts], const Sum (&sum)[tall / 2], const place &here, unsigned mail, int t)
{
    const int each = tall / 2 / parts;
#pragma unroll
    for (int e = 0; e < each; e += 4) {
        Sum own[4] = {}, v[4] = {};
#pragma unroll
        for (int q = 0; q < parts; q++)
#pragma unroll
            for (int x = 0; x < 4; x++)
                own[x] = q == here.part ? sum[q * each + e + x] : own[x];
#pragma unroll
        for (int q = 0; q < parts; q++) {
            Sum o[4] = {own[0], own[1], own[2], own[3]};
            if (q != here.part)
                get_four(o, mail + (unsigned)(((q - (q > here.part)) * (each / 4) + e / 4) * groups * 128 + t) * 16);
#pragma unroll
            for (int x = 0; x < 4; x++)
                v[x] += o[x];
        }
#pragma unroll
        for (int x = 0; x < 4; x++)
            mine[e + x] = v[x];
    }
}

/* The products of each round apart, added to the sums by the threads: of 8-bit floats tensor cores keep 13 bits behind the greatest exponent only. The other group multiplies meanwhile. */
template <class T, int tall>
__device__ __forceinline__ void add_rounds(float (&sum)[tall / 2], unsigned long long a, unsigned long long b, unsigned step, unsigned full, unsigned told, bool tells, turning &ring, int stages, int rounds)
{
    float part[tall / 2];
#pragma unroll
    for (int e = 0; e < tall / 2; e++)
        sum[e] = 0.0f;
    for (int r = 0; r < rounds; r++, ring.next(stages)) {
        unsigned long long on = (unsigned)ring.at * step;
        barrier_wait(full + 8u * (unsigned)ring.at, (unsigned)ring.turn & 1);
        asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
        for (unsigned k = 0; k < 4; k++)
            grouped<T, tall, false, false>::go(part, b + on + k * 2, a + on + k * 2, k > 0);
        asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;" ::: "memory");
        if (tells)
            barrier_arrive(told + 8u * (unsigned)ring.at);
#pragma unroll
        for (int e = 0; e < tall / 2; e++)
            sum[e] += part[e];
    }
}

/* p's result is of the type of its factors, or of float, or, of 8-bit floats, of any. apart: these floats' sums are the threads'. */
template <class T, bool ta, bool tb, int tall, int groups, int parts, bool apart>
__global__ void __launch_bounds__(groups * 128 + 32, tall * groups <= 128 ? 2 : 1) gemm_group(grouped_product<T> p, sources from, plan w)
{
    typedef typename kind<T>::sum Sum;
    const int wide_n = groups * 64, rows = tall / parts, deep = of_line<T>::deep;
    const unsigned bytes_a = tall * line, bytes = bytes_a + wide_n * line;
    extern __shared__ __align__(1024) char room[];
    __shared__ __align__(8) unsigned long long barriers[2 * most_stages];
    unsigned tiles = (shared_at(room) + 1023) & ~1023u, full = shared_at(barriers);
    asm volatile("mov.u32 %0, %0;\nmov.u32 %1, %1;" : "+r"(tiles), "+r"(full)); /* ptxas would compute them anew in each round */
    unsigned empty = full + 8 * most_stages;
    /* Read here, these are operands; in a later block clang loads them, and the first load of constants takes long */
    const CUtensorMap *map_a = from.a, *map_b = from.b;
    int stages = w.stages;
    asm volatile("" : "+l"(map_a), "+l"(map_b), "+r"(stages));
    from.a = map_a, from.b = map_b, w.stages = stages;
    int t = (int)threadIdx.x, warp = __shfl_sync(~0u, t / 32, 0), i = (int)blockIdx.x / parts, i0 = i * tall;
    place here = {parts, w.above, w.beside, (int)blockIdx.x % parts, i & (w.above - 1), (int)blockIdx.y & (w.beside - 1)};
    int rounds = (p.k + deep - 1) / deep, first = rounds * here.part / parts, last = rounds * (here.part + 1) / parts;
    bool alone = parts * w.above * w.beside == 1;
    if (t == groups * 128) {
        asm volatile("prefetch.tensormap [%0];\nprefetch.tensormap [%1];" ::"l"(from.a), "l"(from.b) : "memory");
        for (unsigned s = 0; s < (unsigned)w.stages; s++)
            barrier_init(full + 8 * s, 1), barrier_init(empty + 8 * s, (unsigned)(groups * here.friends()));
        if (alone)
            asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        else
            asm volatile("fence.mbarrier_init.release.cluster;\nfence.proxy.async.shared::cta;" ::: "memory");
    }
    meet(alone);
    if (warp == groups * 4) {
        if (elected())
            carry<ta, tb, tall, wide_n, deep>(from, p.batches, w, here, tiles, full, empty, first, last, i0);
        __syncwarp();
        if (parts > 1)
            meet_with_sums();
        else
            meet(alone);
        return;
    }
    Sum sum[tall / 2];
    unsigned long long a = described<!ta>(tiles), b = described<tb>(tiles + bytes_a + (unsigned)warp / 4 * (64 * line));
    bool tells = t % 128 < here.friends();
    unsigned told = at_block(empty, here.friend_of(tells ? t % 128 : 0)), last_at = 0;
    turning ring = {0, 0};
    EACH_TILE(p.batches, w) {
        if constexpr (apart)
            add_rounds<T, tall>(sum, a, b, bytes / 16, full, told, tells, ring, w.stages, last - first);
        else
        for (int r = first; r < last; r++) {
            unsigned long long on = (unsigned)ring.at * (bytes / 16);
            barrier_wait(full + 8u * (unsigned)ring.at, (unsigned)ring.turn & 1);
            asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
#pragma unroll
            for (unsigned k = 0; k < 4; k++)
                grouped<T, tall, tb, !ta>::go(sum, b + on + k * (tb ? 128 : 2), a + on + k * (ta ? 2 : 128), r > first || k > 0);
            asm volatile("wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 1;" ::: "memory");
            if (r > first && tells)
                barrier_arrive(told + last_at);
            last_at = 8u * (unsigned)ring.at;
            ring.next(w.stages);
        }
        if (!apart) {
            asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
            if (tells)
                barrier_arrive(told + last_at);
        }
        if (parts > 1) { /* one tile a block */
            unsigned mail = tiles + (unsigned)w.stages * bytes;
            Sum mine[rows / 2];
            send<tall, groups, parts>(sum, here, mail, t);
            meet_with_sums();
            add_up<tall, groups, parts>(mine, sum, here, mail, t);
            write_rows<T, rows>(p, w, mine, tiles, i0 + here.part * rows, j * wide_n, batch, t);
            return;
        }
        consumers_meet<groups>(); /* tiles of the ring and the last result are not read any more */
        write_rows<T, rows>(p, w, (const Sum(&)[rows / 2])sum, tiles + w.staging, i0, j * wide_n, batch, t);
    }
    meet(alone); /* others of a cluster arrive at barriers here */
}

/* Descriptions of matrices for the copy engine. One that was made stays as it is, so kernels that wait in streams may use it. */
struct kept_map {
    const void *p;
    long long stride;
    int type, size, rows, depth, batches, ld, box;
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
    cuuint64_t dim[] = {(cuuint64_t)k.rows, (cuuint64_t)k.depth, (cuuint64_t)k.batches}, apart[] = {(cuuint64_t)k.ld * k.size, (cuuint64_t)(k.batches > 1 ? k.stride * k.size : (long long)k.ld * k.size * k.depth)};
    cuuint32_t box[] = {(cuuint32_t)(line / k.size), (cuuint32_t)k.box, 1}, step[] = {1, 1, 1};
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
    int type = sizeof(T) == 4 ? CU_TENSOR_MAP_DATA_TYPE_TFLOAT32 /* rounded, where wgmma would cut */ : sizeof(T) == 1 ? CU_TENSOR_MAP_DATA_TYPE_UINT8 : std::is_same<T, __half>::value ? CU_TENSOR_MAP_DATA_TYPE_FLOAT16 : CU_TENSOR_MAP_DATA_TYPE_BFLOAT16;
    bool each = v.stride != 0 && batches > 1;
    kept_map key = {v.p, each ? v.stride : 0, type, (int)sizeof(T), along ? rows : k, along ? k : rows, each ? batches : 1, v.ld, box};
    return mapped(key);
}

/* tall, groups, parts of the kernels that there are; tall in 64s if op(A) lies along */
#define EACH_SHAPE(X) X(64, 2, 1) X(128, 2, 1) X(144, 2, 1) X(192, 2, 1) X(128, 2, 2)
#define SHAPE(tall, groups, parts) {tall, groups, parts, 1, 1},
static const shape shapes[] = {EACH_SHAPE(SHAPE)};
#undef SHAPE
/* blocks that an SM holds: tiles with little depth hide each other's beginning and end */
static int resident(const shape &w) { return w.tall * w.groups <= 128 ? 2 : 1; }

/* The shape that takes the fewest cycles, roughly: a round of 128 bytes takes its products, or its bytes at what an SM gets of the L2 (30 a cycle if all read something else, 60 on a card that merges them); blocks on
   one SM share both and hide each other's beginning and end (with little depth small ones do better: scores of 1,024 x 1,024 x 64 take an H200 20,763 cycles by 64 rows, 24,193 by 128). Ten SMs of eleven take part in clusters of more than two. */
static shape chosen(int m, int n, int rounds, int batches, int sms, bool along, int most_tall)
{
    shape best = {};
    double least = 0, rate = 34;
    for (size_t way = 0; way < sizeof(shapes) / sizeof(*shapes) * 4; way++) {
        shape w = shapes[way / 4];
        w.above = 1 + (int)way % 2, w.beside = 1 + (int)way / 2 % 2;
        int wide_n = w.groups * 64, down = (m + w.tall - 1) / w.tall, across = (n + wide_n - 1) / wide_n, cluster = w.parts * w.above * w.beside;
        int room = cluster > 2 ? sms * 10 / 11 / cluster * cluster : sms / cluster * cluster;
        long long blocks = (long long)down * across * batches * w.parts, each = blocks > room ? resident(w) : 1;
        if (down % w.above || across % w.beside || (cluster > 1 && rounds < 4 * w.parts) || !room || (along && w.tall % 64) || (rounds < 4 && w.tall > 64) || w.tall > most_tall)
            continue;
        double products = 2.0 * w.tall * w.groups, bytes = (w.tall / w.beside + wide_n / w.above) * line / rate;
        double once = (double)((rounds + w.parts - 1) / w.parts) * (products > bytes ? products : bytes);
        double around = 1000 + 4.0 * w.tall * w.groups + 100 * cluster + (w.parts > 1 ? 1500 : 0);
        double cycles = (double)((blocks + room * each - 1) / (room * each)) * ((double)each * once + around);
        if (!best.tall || cycles < least)
            best = w, least = cycles;
    }
    return best;
}
template <class T, bool ta, bool tb, int tall, int groups, int parts, bool apart = false> static bool launch(cudaStream_t s, const grouped_product<T> &p, const sources &from, const shape &w, int sms, bool wide)
{
    const int wide_n = groups * 64, bytes = (tall + wide_n) * line, rows = tall / parts, deep = of_line<T>::deep, most = 226 * 1024;
    int rounds = ((p.k + deep - 1) / deep + parts - 1) / parts, each = resident(w), down = (p.m + tall - 1) / tall, all = sms * each;
    plan l = {};
    l.above = w.above, l.beside = w.beside, l.across = (p.n + wide_n - 1) / wide_n, l.wide = wide;
    l.whole = !p.d_each && (size_t)p.d % 16 == 0 && p.ldd % (wide ? 4 : 8) == 0 && p.d_stride % (wide ? 4 : 8) == 0; /* wide: words of four bytes */
    bool halves = !wide;
    if constexpr (is_eights<T>::value)
        halves = (p.way.d_type == CUDA_R_16F || p.way.d_type == CUDA_R_16BF) && p.ldd % 8 == 0 && p.d_stride % 8 == 0;
    l.plain = halves && l.whole && p.m % 8 == 0 && !p.ep.kind && !p.beta.there && p.beta.value == 0.0f;
    dim3 grid((unsigned)(down * parts), (unsigned)l.across, (unsigned)p.batches);
    if (parts == 1 && (l.plain || sizeof(T) != 2) && (long long)down * l.across * p.batches > all) { /* blocks that stay */
        if (down * (long long)l.across <= all)
            grid.z = (unsigned)(all / (down * l.across));
        else
            grid.z = 1, grid.y = (unsigned)(all / down / w.beside > 0 ? all / down / w.beside * w.beside : w.beside);
    }
    bool stays = (int)grid.z < p.batches || (int)grid.y < l.across, shared = (long long)grid.x * grid.y * grid.z > sms;
    int sums = (rows + 8) * wide_n * (l.plain ? 2 : 4), mail = rows * wide_n * 4 * (parts - 1), left = most / (shared ? each : 1) - 1024 - mail - (stays ? sums : 0);
    l.stages = left / bytes;
    if (l.stages > rounds && !stays)
        l.stages = rounds;
    if (l.stages > most_stages)
        l.stages = most_stages;
    int ring = l.stages * bytes, room = stays ? ring + sums : ring + mail > sums ? ring + mail : sums;
    l.staging = stays ? (unsigned)ring : 0;
    cudaLaunchConfig_t config = {};
    cudaLaunchAttribute cluster = {};
    config.gridDim = grid, config.blockDim = dim3(groups * 128 + 32), config.dynamicSmemBytes = (size_t)(1024 + room), config.stream = s;
    cluster.id = cudaLaunchAttributeClusterDimension;
    cluster.val.clusterDim.x = (unsigned)(parts * w.above), cluster.val.clusterDim.y = (unsigned)w.beside, cluster.val.clusterDim.z = 1;
    config.attrs = &cluster, config.numAttrs = parts * w.above * w.beside > 1;
    void (*kernel)(grouped_product<T>, sources, plan) = gemm_group<T, ta, tb, tall, groups, parts, apart>;
    cudaFuncSetAttribute((const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 1024 + room);
    return cudaLaunchKernelEx(&config, kernel, p, from, l) == cudaSuccess;
}
template <class T, int tall, int groups, int parts> static bool turned(cudaStream_t s, const grouped_product<T> &p, const sources &from, const shape &w, int sms, bool wide)
{
    const bool two = sizeof(T) == 2, ta = tall % 64 != 0 || !two; /* then there is no kernel for the other */
    if (p.a.trans || ta)
        return p.b.trans ? launch<T, true, two, tall, groups, parts>(s, p, from, w, sms, wide) : launch<T, true, false, tall, groups, parts>(s, p, from, w, sms, wide);
    return p.b.trans ? launch<T, ta, two, tall, groups, parts>(s, p, from, w, sms, wide) : launch<T, ta, false, tall, groups, parts>(s, p, from, w, sms, wide);
}
/* of sums apart: tiles for which a thread has registers twice (ptxas spills with 192 rows) */
static const int most_apart = 144;
template <class T, int tall, int groups, int parts> static bool turned_apart(cudaStream_t s, const grouped_product<T> &p, const sources &from, const shape &w, int sms)
{
    return launch<T, true, false, tall, groups, parts, tall <= most_apart>(s, p, from, w, sms, true);
}
template <class T> static bool pieces(const view<T> &v) { return v.kind == GENERAL && !v.each && (size_t)v.p % 16 == 0 && v.ld % (16 / (int)sizeof(T)) == 0 && v.stride % (16 / (int)sizeof(T)) == 0; }

template <class T> bool multiply_groups(cudaStream_t s, const grouped_product<T> &p, bool wide)
{
    const int deep = of_line<T>::deep;
    int capability = 0, sms = 1;
    cudaDeviceGetAttribute(&capability, cudaDevAttrComputeCapabilityMajor, 0);
    cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
    if (capability < 9 || p.half || p.k < 16 || p.batches > 65535 || (p.n + 63) / 64 > 65535 || !pieces(p.a) || !pieces(p.b))
        return false;
    if (sizeof(T) != 2 && (!p.a.trans || p.b.trans))
        return false;
    bool apart = false;
    if constexpr (is_eights<T>::value)
        apart = !p.way.fast;
    shape w = chosen(p.m, p.n, (p.k + deep - 1) / deep, p.batches, sms, !p.a.trans, apart ? most_apart : 256);
    sources from = {map_of(p.a, p.m, p.k, p.batches, !p.a.trans, (p.a.trans ? w.tall : deep) / w.beside),
                    map_of(p.b, p.n, p.k, p.batches, p.b.trans, (p.b.trans ? deep : w.groups * 64) / w.above), p.a.stride != 0, p.b.stride != 0};
    if (!from.a || !from.b)
        return false;
#define TURNED(tall_, groups_, parts_)                                                                                                        \
    if (w.tall == tall_ && w.groups == groups_ && w.parts == parts_) {                                                                        \
        if constexpr (is_eights<T>::value)                                                                                                    \
            if (apart)                                                                                                                        \
                return turned_apart<T, tall_, groups_, parts_>(s, p, from, w, sms);                                                           \
        return turned<T, tall_, groups_, parts_>(s, p, from, w, sms, wide);                                                              \
    }
    EACH_SHAPE(TURNED)
    return false;
}
template bool multiply_groups(cudaStream_t, const grouped_product<__half> &, bool);
template bool multiply_groups(cudaStream_t, const grouped_product<__nv_bfloat16> &, bool);
template bool multiply_groups(cudaStream_t, const grouped_product<float> &, bool);
template bool multiply_groups(cudaStream_t, const grouped_product<signed char> &, bool);

template <bool a, bool b> static bool eights_multiplied(cudaStream_t s, const typed_product *t, const eights_way *way)
{
    product<eights<a, b>, float, float> p = {};
    p.m = t->m, p.n = t->n, p.k = t->k, p.batches = t->batches, p.ep = t->ep, p.way = *way;
    p.alpha.there = t->device_scalars ? (const float *)t->alpha : NULL, p.beta.there = t->device_scalars ? (const float *)t->beta : NULL;
    if (!t->device_scalars)
        p.alpha.value = *(const float *)t->alpha, p.beta.value = *(const float *)t->beta;
    p.a = view_of<signed char>(t->a, t->lda, t->ta), p.b = view_of<signed char>(t->b, t->ldb, t->tb);
    p.a.stride = t->sa, p.b.stride = t->sb;
    p.d = (float *)t->d, p.d_stride = t->sd, p.ldd = t->ldd, p.c = (const float *)t->c, p.c_stride = t->sc, p.ldc = t->ldc;
    return multiply_groups<eights<a, b>>(s, p, true);
}
cublasStatus_t sluice_multiply_eights(cudaStream_t s, const typed_product *t, const eights_way *way)
{
    bool a = t->a_type == CUDA_R_8F_E4M3, b = t->b_type == CUDA_R_8F_E4M3;
    if (way->amax && cudaMemsetAsync(way->amax, 0, sizeof(float), s) != cudaSuccess)
        return CUBLAS_STATUS_EXECUTION_FAILED;
    if (!t->m || !t->n || !t->batches)
        return CUBLAS_STATUS_SUCCESS;
    if (!(a && b ? eights_multiplied<true, true> : a ? eights_multiplied<true, false> : eights_multiplied<false, true>)(s, t, way))
        return CUBLAS_STATUS_NOT_SUPPORTED;
    return launched();
}
