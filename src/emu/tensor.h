/* Inside emu/: what the tensor cores compute, on whole matrices of elements as they are stored. */
#ifndef SLUICE_EMU_TENSOR_H
#define SLUICE_EMU_TENSOR_H
#include "ptx/matrix.h"

#define TENSOR_M 16
#define TENSOR_N 8
#define TENSOR_K 256

struct tensor { /* of 64-bit elements (f64): their bits; of others: the element's bits, zero-extended */
    u64 a[TENSOR_M][TENSOR_K];
    u64 b[TENSOR_K][TENSOR_N];
    u64 c[TENSOR_M][TENSOR_N];     /* C, then D */
    u8 absent[TENSOR_M][TENSOR_K]; /* mma.sp: nothing is multiplied here */
};

/* tensor_fast.c: the same from registers to registers, of 32 lanes each, for forms that have it. False: there is an
   infinity, a NaN or an extreme exponent, and nothing is done. `d` may be `c`. */
bool tensor_has_fast(const struct ptx_matrix *f);
bool tensor_fast(const struct ptx_matrix *f, const u32 *const *a, const u32 *const *b, const u32 *const *c,
                 u32 *const *d);
/* tensor_16.c: likewise for f16 and bf16 with f32; `pieces` of 8 along k. False: tensor_fast does more. */
bool tensor_16_f16(u32 pieces, const u32 *const *a, const u32 *const *b, const u32 *const *c, u32 *const *d);
bool tensor_16_bf16(u32 pieces, const u32 *const *a, const u32 *const *b, const u32 *const *c, u32 *const *d);
/* the same for x86-64 processors with AVX2 */
bool tensor_16_f16_wide(u32 pieces, const u32 *const *a, const u32 *const *b, const u32 *const *c, u32 *const *d);
bool tensor_16_bf16_wide(u32 pieces, const u32 *const *a, const u32 *const *b, const u32 *const *c, u32 *const *d);

/* c = a * b + c, as an H200 does it: see tensor.c. */
void tensor_multiply(struct tensor *t, const struct ptx_matrix *f);

/* c = a * b + c of e4m3 and e5m2 as wgmma has it, which adds all pairs at a time. */
void tensor_multiply_f8(struct tensor *t, const struct ptx_matrix *f);

/* ops_tensor.c: moves A's elements, gathered next to each other, where a sparse product's metadata say (a word of
   each lane), and notes which are absent. */
void tensor_spread(const struct ptx_matrix *f, const u32 *metadata, u32 selector, struct tensor *t);

/* ops_tensor.c: the element that bits e * bits and on of a lane's register r are, of `per` a register; operands of
   m16n8 and m8n8 */
struct tensor_place {
    u32 row, col;
};
struct tensor_place tensor_place_of(const struct ptx_matrix *f, u32 which, u32 lane, u32 r, u32 e, u32 per);

#endif
