/* Conversions that are read from the opcode as it is written: cvt.pack, and cvt with types of the tensor cores (tf32,
   e4m3x2, e5m2x2) or with .satfinite. All of them are OP_CVT_PACK. */
#ifndef SLUICE_PTX_CONVERT_H
#define SLUICE_PTX_CONVERT_H
#include "ptx/ptx.h"

/* id, spelling, elements, bits of an element (0: a source of numbers), signed */
#define PTX_CONVERTED(X)                                                                                             \
    X(F32, "f32", 1, 32, 1)                                                                                          \
    X(TF32, "tf32", 1, 32, 1)                                                                                        \
    X(F16, "f16", 1, 16, 1)                                                                                          \
    X(BF16, "bf16", 1, 16, 1)                                                                                        \
    X(F16X2, "f16x2", 2, 16, 1)                                                                                      \
    X(BF16X2, "bf16x2", 2, 16, 1)                                                                                    \
    X(E4M3X2, "e4m3x2", 2, 8, 1)                                                                                     \
    X(E5M2X2, "e5m2x2", 2, 8, 1)                                                                                     \
    X(S32, "s32", 1, 32, 1)                                                                                          \
    X(S16, "s16", 2, 16, 1)                                                                                          \
    X(U16, "u16", 2, 16, 0)                                                                                          \
    X(S8, "s8", 2, 8, 1)                                                                                             \
    X(U8, "u8", 2, 8, 0)                                                                                             \
    X(S4, "s4", 2, 4, 1)                                                                                             \
    X(U4, "u4", 2, 4, 0)                                                                                             \
    X(S2, "s2", 2, 2, 1)                                                                                             \
    X(U2, "u2", 2, 2, 0)
enum ptx_converted {
#define X(id, name, count, bits, sign) CV_##id,
    PTX_CONVERTED(X)
#undef X
        CV_COUNT
};
struct ptx_converted_info {
    const char *name;
    u8 count, bits, sign;
};
extern const struct ptx_converted_info ptx_converted[CV_COUNT];

struct ptx_convert {
    u8 to, from; /* enum ptx_converted */
    u8 round;    /* PR_* */
    u8 sources;  /* operands */
    bool pack;   /* cvt.pack: the last operand, if there are three, is shifted up by what is packed */
    bool relu, satfinite;
    u8 to_bits, from_bits; /* of registers */
};

/* NULL: `f` is filled. Else what is wrong, in words that follow the opcode. */
const char *ptx_convert_form(const struct ptx_instr *i, struct ptx_convert *f);

#endif
