/* The parser's rules of operands and types, for code that passes have made (typed.c). */
#ifndef SLUICE_PTX_TYPED_H
#define SLUICE_PTX_TYPED_H
#include "ptx/ptx.h"

/* Kinds of instructions that the rules have found right: operands' kinds and types, suffixes. They stay right for all
   functions of a module. */
struct ptx_shapes {
    u64 *at; /* open addressing; 0: none */
    u32 n, cap;
};
void ptx_shapes_free(struct ptx_shapes *s);

/* Every instruction of the function is one that the parser would take, with these registers, and would understand as
   it stands. False: why says which is not, and what is wrong with it. seen: grows; NULL: each is looked at. */
bool ptx_typed(const struct ptx_func *f, struct ptx_shapes *seen, char *why, size_t n);
/* The same of one instruction that is not in the function yet, nor are some of its registers (those behind n_regs):
   where labels lead is not looked at. */
bool ptx_typed_instr(const struct ptx_func *f, const struct ptx_reg *more, u32 n_more, const struct ptx_instr *i,
                     char *why, size_t n);

#endif
