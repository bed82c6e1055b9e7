/* What registers hold, as far as it is known when code is written for one round of a loop: a number, a place in a
   variable, or so much more than a register holds. */
#ifndef SLUICE_ISA_VALUES_H
#define SLUICE_ISA_VALUES_H
#include "isa/passes.h"

enum value_kind { VALUE_OPEN, VALUE_NUMBER, VALUE_PLACE, VALUE_MORE };
struct value {
    u8 kind;
    u32 reg;                   /* VALUE_MORE: what it holds, and `number` */
    const struct ptx_var *var; /* VALUE_PLACE: its address, and `number` */
    u64 number;                /* as many bits as the register has; of a predicate 0 or 1 */
};

struct writers { /* by register: how many instructions write it, and the last of them */
    u32 *n, *last;
};
struct writers writers_find(const struct ptx_func *f);
void writers_free(struct writers *);

/* What the instruction's only result is, where `of` says what registers are. */
typedef struct value value_of(const void *ctx, u32 reg);
struct value value_result(const struct ptx_func *f, const struct ptx_instr *i, value_of *of, const void *ctx);
/* What a register is that one instruction of the function writes. */
struct value value_fixed(const struct ptx_func *f, const struct writers *w, u32 reg);
/* The number that a register holds when the code from `first` to `end` is entered: set once outside of it. */
bool value_before(const struct ptx_func *f, u32 first, u32 end, u32 reg, u64 *number);
bool value_is_integer(u8 type); /* or bits */
bool value_op(u16 op);          /* plain arithmetic: writes a register and does nothing else */
u64 value_cut(u64 number, u8 type);

#endif
