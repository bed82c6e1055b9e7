/* The part of mma.h for 4-bit and 1-bit elements: nvcuda::wmma::experimental. A fragment is one 32-bit word of a row
   of A or of a column of B, as mma.sync's m8n8k32 and m8n8k128 take it; ldm counts elements. */
#ifndef SLUICE_MMA_BITS_H
#define SLUICE_MMA_BITS_H

namespace nvcuda {
namespace wmma {
namespace experimental {
namespace precision {
struct s4 {};
struct u4 {};
struct b1 {};
} // namespace precision
enum bmmaBitOp { bmmaBitOpXOR = 1, bmmaBitOpAND = 2 };
enum bmmaAccumulateOp { bmmaAccumulateOpPOPC = 1 };
} // namespace experimental

/* Elements of T in a word; the layouts are A's by rows and B's by columns, no others */
#define SLUICE_MMA_WORD(USE, LAYOUT, K, TYPE, STORED, COUNT)                                                         \
    template <> class fragment<USE, 8, 8, K, experimental::precision::TYPE, LAYOUT>                                  \
    {                                                                                                                \
      public:                                                                                                        \
        using element_type = experimental::precision::TYPE;                                                          \
        using storage_element_type = STORED;                                                                         \
        static constexpr int num_elements = COUNT, num_storage_elements = 1;                                         \
        storage_element_type x[1];                                                                                   \
    };                                                                                                               \
    template <typename P>                                                                                            \
    __device__ inline void load_matrix_sync(fragment<USE, 8, 8, K, experimental::precision::TYPE, LAYOUT> &f,        \
                                            const P *p, unsigned ldm)                                                \
    {                                                                                                                \
        int l = sluice::lane();                                                                                      \
        f.x[0] = (STORED)((const unsigned *)p)[l / 4 * (ldm / COUNT) + l % 4];                                       \
    }                                                                                                                \
    template <typename V>                                                                                            \
    __device__ inline void fill_fragment(fragment<USE, 8, 8, K, experimental::precision::TYPE, LAYOUT> &f,           \
                                         const V &v)                                                                 \
    {                                                                                                                \
        f.x[0] = (STORED)v;                                                                                          \
    }
SLUICE_MMA_WORD(matrix_a, row_major, 32, s4, int, 8)
SLUICE_MMA_WORD(matrix_b, col_major, 32, s4, int, 8)
SLUICE_MMA_WORD(matrix_a, row_major, 32, u4, unsigned, 8)
SLUICE_MMA_WORD(matrix_b, col_major, 32, u4, unsigned, 8)
SLUICE_MMA_WORD(matrix_a, row_major, 128, b1, unsigned, 32)
SLUICE_MMA_WORD(matrix_b, col_major, 128, b1, unsigned, 32)
#undef SLUICE_MMA_WORD

#define SLUICE_MMA_BITS(NAME)                                                                                        \
    asm volatile("mma.sync.aligned." NAME " {%0,%1}, {%2}, {%3}, {%4,%5};"                                           \
                 : "=r"(d.x[0]), "=r"(d.x[1])                                                                        \
                 : "r"(a.x[0]), "r"(b.x[0]), "r"(c.x[0]), "r"(c.x[1]))
#define SLUICE_MMA_NIBBLES(TYPE)                                                                                     \
    __device__ inline void mma_sync(fragment<accumulator, 8, 8, 32, int> &d,                                         \
                                    const fragment<matrix_a, 8, 8, 32, experimental::precision::TYPE, row_major> &a, \
                                    const fragment<matrix_b, 8, 8, 32, experimental::precision::TYPE, col_major> &b, \
                                    const fragment<accumulator, 8, 8, 32, int> &c, bool satf = false)                \
    {                                                                                                                \
        if (satf)                                                                                                    \
            SLUICE_MMA_BITS("m8n8k32.row.col.satfinite.s32." #TYPE "." #TYPE ".s32");                                \
        else                                                                                                         \
            SLUICE_MMA_BITS("m8n8k32.row.col.s32." #TYPE "." #TYPE ".s32");                                          \
    }
SLUICE_MMA_NIBBLES(s4)
SLUICE_MMA_NIBBLES(u4)
#undef SLUICE_MMA_NIBBLES

__device__ inline void
bmma_sync(fragment<accumulator, 8, 8, 128, int> &d,
          const fragment<matrix_a, 8, 8, 128, experimental::precision::b1, row_major> &a,
          const fragment<matrix_b, 8, 8, 128, experimental::precision::b1, col_major> &b,
          const fragment<accumulator, 8, 8, 128, int> &c,
          experimental::bmmaBitOp op = experimental::bmmaBitOpXOR,
          experimental::bmmaAccumulateOp = experimental::bmmaAccumulateOpPOPC)
{
    if (op == experimental::bmmaBitOpAND)
        SLUICE_MMA_BITS("m8n8k128.row.col.s32.b1.b1.s32.and.popc");
    else
        SLUICE_MMA_BITS("m8n8k128.row.col.s32.b1.b1.s32.xor.popc");
}
#undef SLUICE_MMA_BITS
} // namespace wmma
} // namespace nvcuda

#endif
