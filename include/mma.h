/* nvcuda::wmma over mma.sync: fragments hold tiles of m16n8 (f64: m8n8), 16 or 8 bytes of a row's k at a time, as mma
   wants them. Which element is where is not told by CUDA either. m8n32 is computed transposed. 4-bit and 1-bit
   elements are in sluice_mma_bits.h. */
#ifndef SLUICE_MMA_H
#define SLUICE_MMA_H
#include <cuda_bf16.h>
#include <cuda_fp16.h>

#define __CUDA_MMA__
namespace nvcuda {
namespace wmma {
struct matrix_a {};
struct matrix_b {};
struct accumulator {};
struct row_major {};
struct col_major {};
enum layout_t { mem_row_major, mem_col_major };
namespace precision {
struct tf32 {};
} // namespace precision

namespace sluice {
template <typename T> struct element { using stored = T; };
template <> struct element<precision::tf32> { using stored = float; };
/* Rows and tiles of A as mma sees it (swapped: B transposed), and of B */
template <int M, int N> struct tiles {
    static constexpr bool swap = M == 8 && N == 32;
    static constexpr int rows = swap ? N : M, cols = swap ? M : N;
    static constexpr int high = rows == 8 ? 8 : 16; /* of a tile */
    static constexpr int a = rows / high, b = cols / 8;
};
template <typename Use, int M, int N, int K> struct count;
template <int M, int N, int K> struct count<matrix_a, M, N, K> { static constexpr int value = M * K / 32; };
template <int M, int N, int K> struct count<matrix_b, M, N, K> { static constexpr int value = N * K / 32; };
template <int M, int N, int K> struct count<accumulator, M, N, K> { static constexpr int value = M * N / 32; };
template <typename L> struct is_col { static constexpr bool value = false; };
template <> struct is_col<col_major> { static constexpr bool value = true; };
__device__ inline int lane()
{
    int l;
    asm("mov.u32 %0, %%laneid;" : "=r"(l));
    return l;
}
/* Element i of tile t: row and column of A as mma sees it, k and column of B, row and column of D */
template <typename T> __device__ inline void place_a(int i, int high, int &row, int &k)
{
    int per = sizeof(T) > 4 ? 1 : 4 / sizeof(T), r = i / per, l = lane();
    row = l / 4 + (high == 16 ? 8 * (r & 1) : 0);
    k = (high == 16 ? r >> 1 : r) * 4 * per + l % 4 * per + i % per;
}
template <typename T> __device__ inline void place_b(int i, int &k, int &col)
{
    int per = sizeof(T) > 4 ? 1 : 4 / sizeof(T), l = lane();
    k = i / per * 4 * per + l % 4 * per + i % per;
    col = l / 4;
}
__device__ inline void place_d(int i, int &row, int &col)
{
    row = lane() / 4 + 8 * (i >> 1);
    col = lane() % 4 * 2 + (i & 1);
}
template <typename T> __device__ inline unsigned word(const T *x, int k)
{
    unsigned w;
    __builtin_memcpy(&w, (const char *)x + 4 * k, 4);
    return w;
}
template <typename T> __device__ inline void set_word(T *x, int k, unsigned w)
{
    __builtin_memcpy((char *)x + 4 * k, &w, 4);
}
#define SLUICE_MMA_F32(NAME, TYPE)                                                                                   \
    __device__ inline void multiply(float *d, const TYPE *a, const TYPE *b, const float *c)                          \
    {                                                                                                                \
        asm volatile("mma.sync.aligned." NAME " {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%10,%11,%12,%13};"           \
                     : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])                                                \
                     : "r"(word(a, 0)), "r"(word(a, 1)), "r"(word(a, 2)), "r"(word(a, 3)), "r"(word(b, 0)),          \
                       "r"(word(b, 1)), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));                                 \
    }
SLUICE_MMA_F32("m16n8k16.row.col.f32.f16.f16.f32", __half)
SLUICE_MMA_F32("m16n8k16.row.col.f32.bf16.bf16.f32", __nv_bfloat16)
#undef SLUICE_MMA_F32
/* tf32: k 0 to 3, then 4 to 7, as nvcc's has it computed */
__device__ inline void multiply(float *d, const float *a, const float *b, const float *c)
{
    float e[4];
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%8,%9,%10};"
                 : "=f"(e[0]), "=f"(e[1]), "=f"(e[2]), "=f"(e[3])
                 : "r"(word(a, 0)), "r"(word(a, 1)), "r"(word(b, 0)), "f"(c[0]), "f"(c[1]), "f"(c[2]), "f"(c[3]));
    asm volatile("mma.sync.aligned.m16n8k4.row.col.f32.tf32.tf32.f32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%8,%9,%10};"
                 : "=f"(d[0]), "=f"(d[1]), "=f"(d[2]), "=f"(d[3])
                 : "r"(word(a, 2)), "r"(word(a, 3)), "r"(word(b, 1)), "f"(e[0]), "f"(e[1]), "f"(e[2]), "f"(e[3]));
}
__device__ inline void multiply(__half *d, const __half *a, const __half *b, const __half *c)
{
    unsigned lo, hi;
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0,%1}, {%2,%3,%4,%5}, {%6,%7}, {%8,%9};"
                 : "=r"(lo), "=r"(hi)
                 : "r"(word(a, 0)), "r"(word(a, 1)), "r"(word(a, 2)), "r"(word(a, 3)), "r"(word(b, 0)),
                   "r"(word(b, 1)), "r"(word(c, 0)), "r"(word(c, 1)));
    set_word(d, 0, lo);
    set_word(d, 1, hi);
}
__device__ inline void multiply(double *d, const double *a, const double *b, const double *c)
{
    asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0,%1}, {%2}, {%3}, {%4,%5};"
                 : "=d"(d[0]), "=d"(d[1])
                 : "d"(a[0]), "d"(b[0]), "d"(c[0]), "d"(c[1]));
}
#define SLUICE_MMA_S32(NAME, TYPE, SAT)                                                                              \
    asm volatile("mma.sync.aligned.m16n8k16.row.col" SAT ".s32." NAME "." NAME                                       \
                 ".s32 {%0,%1,%2,%3}, {%4,%5}, {%6}, {%7,%8,%9,%10};"                                                \
                 : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3])                                                    \
                 : "r"(word(a, 0)), "r"(word(a, 1)), "r"(word(b, 0)), "r"(c[0]), "r"(c[1]), "r"(c[2]), "r"(c[3]))
__device__ inline void multiply(int *d, const signed char *a, const signed char *b, const int *c, bool sat = false)
{
    if (sat)
        SLUICE_MMA_S32("s8", signed char, ".satfinite");
    else
        SLUICE_MMA_S32("s8", signed char, "");
}
__device__ inline void multiply(int *d, const unsigned char *a, const unsigned char *b, const int *c, bool sat = false)
{
    if (sat)
        SLUICE_MMA_S32("u8", unsigned char, ".satfinite");
    else
        SLUICE_MMA_S32("u8", unsigned char, "");
}
#undef SLUICE_MMA_S32
} // namespace sluice

template <typename Use, int M, int N, int K, typename T, typename Layout = void> class fragment
{
  public:
    using element_type = typename sluice::element<T>::stored;
    using storage_element_type = element_type;
    static constexpr int num_elements = sluice::count<Use, M, N, K>::value;
    static constexpr int num_storage_elements = num_elements;
    alignas(16) element_type x[num_elements];
};

__device__ inline float __float_to_tf32(float x)
{
    unsigned u;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(u) : "f"(x));
    return __uint_as_float(u);
}

template <typename Use, int M, int N, int K, typename T, typename L, typename V>
__device__ inline void fill_fragment(fragment<Use, M, N, K, T, L> &f, const V &v)
{
    for (int i = 0; i < f.num_elements; i++)
        f.x[i] = v;
}

template <int M, int N, int K, typename T, typename L, typename P>
__device__ inline void load_matrix_sync(fragment<matrix_a, M, N, K, T, L> &f, const P *p, unsigned ldm)
{
    using S = typename sluice::element<T>::stored;
    using W = sluice::tiles<M, N>;
    constexpr int n = W::swap ? W::b : W::a, each = sluice::count<matrix_a, M, N, K>::value / n;
    for (int i = 0; i < f.num_elements; i++) {
        int row, k;
        if (W::swap) {
            sluice::place_b<S>(i % each, k, row);
            row += i / each * 8;
        } else {
            sluice::place_a<S>(i % each, W::high, row, k);
            row += i / each * W::high;
        }
        f.x[i] = p[sluice::is_col<L>::value ? row + k * ldm : row * ldm + k];
    }
}

template <int M, int N, int K, typename T, typename L, typename P>
__device__ inline void load_matrix_sync(fragment<matrix_b, M, N, K, T, L> &f, const P *p, unsigned ldm)
{
    using S = typename sluice::element<T>::stored;
    using W = sluice::tiles<M, N>;
    constexpr int n = W::swap ? W::a : W::b, each = sluice::count<matrix_b, M, N, K>::value / n;
    for (int i = 0; i < f.num_elements; i++) {
        int col, k;
        if (W::swap) {
            sluice::place_a<S>(i % each, W::high, col, k);
            col += i / each * W::high;
        } else {
            sluice::place_b<S>(i % each, k, col);
            col += i / each * 8;
        }
        f.x[i] = p[sluice::is_col<L>::value ? k + col * ldm : k * ldm + col];
    }
}

namespace sluice {
/* Where element i of an accumulator lies in memory */
template <int M, int N> __device__ inline unsigned place(int i, unsigned ldm, layout_t layout)
{
    using W = tiles<M, N>;
    constexpr int each = W::high / 4;
    int row, col, tile = i / each;
    place_d(i % each, row, col);
    row += tile / W::b * W::high;
    col += tile % W::b * 8;
    bool by_col = (layout == mem_col_major) != W::swap;
    return by_col ? row + col * ldm : row * ldm + col;
}
} // namespace sluice

template <int M, int N, int K, typename T, typename P>
__device__ inline void load_matrix_sync(fragment<accumulator, M, N, K, T> &f, const P *p, unsigned ldm, layout_t layout)
{
    for (int i = 0; i < f.num_elements; i++)
        f.x[i] = p[sluice::place<M, N>(i, ldm, layout)];
}

template <int M, int N, int K, typename T, typename P>
__device__ inline void store_matrix_sync(P *p, const fragment<accumulator, M, N, K, T> &f, unsigned ldm, layout_t layout)
{
    for (int i = 0; i < f.num_elements; i++)
        p[sluice::place<M, N>(i, ldm, layout)] = f.x[i];
}

namespace sluice {
template <int M, int N, int NA, int NB, int NC, typename D, typename A, typename C, typename... More>
__device__ inline void multiply_tiles(D *d, const A *a, const A *b, const C *c, More... more)
{
    using W = tiles<M, N>;
    for (int i = 0; i < W::a; i++)
        for (int j = 0; j < W::b; j++) {
            int at = (i * W::b + j) * NC;
            multiply(d + at, (W::swap ? b : a) + i * NA, (W::swap ? a : b) + j * NB, c + at, more...);
        }
}
} // namespace sluice

template <int M, int N, int K, typename T, typename LA, typename LB, typename D>
__device__ inline void mma_sync(fragment<accumulator, M, N, K, D> &d, const fragment<matrix_a, M, N, K, T, LA> &a,
                                const fragment<matrix_b, M, N, K, T, LB> &b, const fragment<accumulator, M, N, K, D> &c)
{
    using W = sluice::tiles<M, N>;
    sluice::multiply_tiles<M, N, W::high * K / 32, 8 * K / 32, W::high / 4>(d.x, a.x, b.x, c.x);
}
template <int M, int N, int K, typename T, typename LA, typename LB>
__device__ inline void mma_sync(fragment<accumulator, M, N, K, int> &d, const fragment<matrix_a, M, N, K, T, LA> &a,
                                const fragment<matrix_b, M, N, K, T, LB> &b, const fragment<accumulator, M, N, K, int> &c,
                                bool satf = false)
{
    using W = sluice::tiles<M, N>;
    sluice::multiply_tiles<M, N, W::high * K / 32, 8 * K / 32, W::high / 4>(d.x, a.x, b.x, c.x, satf);
}
} // namespace wmma
} // namespace nvcuda

#include "sluice_mma_bits.h"

#endif
