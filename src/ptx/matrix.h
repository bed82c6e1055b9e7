/* Instructions of the matrix units, read from an opcode as it is written: shape, types, layouts. */
#ifndef SLUICE_PTX_MATRIX_H
#define SLUICE_PTX_MATRIX_H
#include "ptx/ptx.h"

/* id, spelling, bits */
#define PTX_ELEMENTS(X)                                                                                              \
    X(F16, "f16", 16)                                                                                                \
    X(BF16, "bf16", 16)                                                                                              \
    X(TF32, "tf32", 32)                                                                                              \
    X(E4M3, "e4m3", 8)                                                                                               \
    X(E5M2, "e5m2", 8)                                                                                               \
    X(F32, "f32", 32)                                                                                                \
    X(F64, "f64", 64)                                                                                                \
    X(S8, "s8", 8)                                                                                                   \
    X(U8, "u8", 8)                                                                                                   \
    X(S4, "s4", 4)                                                                                                   \
    X(U4, "u4", 4)                                                                                                   \
    X(B1, "b1", 1)                                                                                                   \
    X(S32, "s32", 32)                                                                                                \
    X(B16, "b16", 16)
enum ptx_element {
#define X(id, name, bits) ME_##id,
    PTX_ELEMENTS(X)
#undef X
        ME_COUNT
};
struct ptx_element_info {
    const char *name;
    u8 bits;
};
extern const struct ptx_element_info ptx_elements[ME_COUNT];

enum { MAT_D, MAT_A, MAT_B, MAT_C, MAT_OPERANDS };
struct ptx_matrix {
    u16 m, n, k;
    u8 type[MAT_OPERANDS]; /* enum ptx_element */
    u8 regs[MAT_OPERANDS]; /* registers of each a lane has */
    bool wide;             /* of 64 bits; else of 32 */
    bool a_col, b_col;     /* stored by columns */
    bool saturate;         /* .satfinite */
    bool sparse;           /* mma.sp: A has two of four, and metadata say which */
    bool exclusive;        /* of bits: .xor; else .and */
    u8 round;              /* of f64: enum ptx_round; PR_NONE is PR_RN */
    u8 count;              /* ldmatrix, stmatrix: matrices */
    bool transposed;
    bool scaled, turned; /* wgmma: has factors of A and B; these may be stored by columns */
};

struct ptx_wmma { /* what wmma.load, wmma.store and wmma.mma say; wmma.c makes mma of it */
    u16 m, n, k;
    u8 type[MAT_OPERANDS];                            /* of a load or store: of `which` alone */
    u8 regs[MAT_OPERANDS];                            /* registers of each a lane has */
    u8 needed[MAT_OPERANDS], tile_regs[MAT_OPERANDS]; /* those that do not repeat others; of a tile's operand */
    bool col[MAT_OPERANDS];                           /* stored by columns */
    bool stores, saturate, exclusive;
    u8 round;          /* as in ptx_matrix */
    bool turned;       /* m8n32: the transposed product is computed */
    u8 which;          /* MAT_*: of a load or store */
    u8 high, tiles;    /* rows of a tile: 16 or 8; tiles of the product */
    const char *space; /* "", ".global" or ".shared" */
};
const char *ptx_wmma_form(const struct ptx_instr *i, struct ptx_wmma *f);

/* NULL: `f` is filled. Else what is wrong, in words that follow the opcode. */
const char *ptx_matrix_form(const struct ptx_instr *i, struct ptx_matrix *f);

#endif
