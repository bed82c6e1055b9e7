/* What is known of registers' contents while one round of a loop is written: a number, a place in a variable, or
   another register's content plus a number. */
#ifndef SLUICE_ISA_VALUES_H
#define SLUICE_ISA_VALUES_H
#include "isa/passes.h"

enum value_kind { VALUE_OPEN, VALUE_NUMBER, VALUE_PLACE, VALUE_MORE };
struct value {
    u8 kind;
    u32 reg;                   /* VALUE_MORE: its content, plus `number` */
    const struct ptx_var *var; /* VALUE_PLACE: its address, plus `number` */
    u64 number;                /* as many bits as the register has; of a predicate 0 or 1 */
};

struct writers { /* by register: how many instructions write it, and the last of them */
    u32 *n, *last;
};
struct writers writers_find(const struct ptx_func *f);
void writers_free(struct writers *);

/* The value of the instruction's only result; `of` says what registers hold. */
typedef struct value value_of(const void *ctx, u32 reg);
struct value value_result(const struct ptx_func *f, const struct ptx_instr *i, value_of *of, const void *ctx);
/* The value of a register that only one instruction of the function writes. */
struct value value_fixed(const struct ptx_func *f, const struct writers *w, u32 reg);
/* The number in a register when the code from `first` to `end` is entered: it is set once outside of it. */
bool value_before(const struct ptx_func *f, u32 first, u32 end, u32 reg, u64 *number);
bool value_is_integer(u8 type); /* or bits */
bool value_op(u16 op);          /* plain arithmetic: only writes a register */
u64 value_cut(u64 number, u8 type);

#endif
