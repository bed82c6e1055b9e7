/* How passes change code: the function is written anew, instruction by instruction, with old ones kept or left out
   and new ones inserted, and then replaces the old one. Labels follow: a label of an old instruction leads to the
   first instruction written in its place. */
#ifndef SLUICE_ISA_EDIT_H
#define SLUICE_ISA_EDIT_H
#include "isa/passes.h"

struct edit {
    struct ptx_func *f;
    struct arena *a;
    VEC(struct ptx_instr) out;
    VEC(struct isa_note) notes; /* of out */
    VEC(struct ptx_reg) regs;   /* new ones */
    VEC(struct isa_reg) reg_notes;
    u32 *at;                                   /* by old pc: where labels to it lead */
    VEC(u32) placed;                           /* new pcs, rising, whose labels are already new ones */
    u32 (*target)(void *ctx, u32 pc, u32 old); /* a label of the new instruction pc; NULL: at[old] */
    void *ctx;
};

void edit_begin(struct edit *, struct ptx_func *, struct arena *);
u32 edit_reg(struct edit *, const char *name, u8 type); /* a new register */
u32 edit_reg_like(struct edit *, u32 reg);              /* a new register, with the notes of an old one */
u8 edit_reg_type(const struct edit *, u32 reg);         /* of an old or a new one */
u32 edit_pc(const struct edit *);                       /* of what is written next */
void edit_here(struct edit *, u32 old);                 /* labels to the old pc lead here */
/* Writes an instruction: an old one unchanged, an old one changed (its notes stay true), or a new one that stands for
   `like`, with these operands. Returns its pc. */
u32 edit_keep(struct edit *, const struct ptx_instr *old);
u32 edit_change(struct edit *, const struct ptx_instr *old, const struct ptx_instr *is);
u32 edit_put(struct edit *, const struct ptx_instr *like, struct ptx_instr i, const struct ptx_operand *, u32 n);

/* New instructions of their registers' types: what does not fit is refused, and the pass with it. Returns the pc. */
struct edit_guard {
    bool is, neg;
    u32 reg;
};
struct edit_guard edit_guard_of(const struct ptx_instr *);
/* to = from: a number, a name, or a register that is as wide */
u32 edit_move(struct edit *, const struct ptx_instr *like, struct edit_guard, u32 to, struct ptx_operand from);
/* to = the result of a load of `type` from memory that holds `from`, a register as wide as the type: a wider register
   is filled with zeroes, or with the sign for a signed type. */
u32 edit_move_loaded(struct edit *, const struct ptx_instr *like, struct edit_guard, u32 to, u32 from, u8 type);
/* to = what a store of `type` leaves of the value; `to` is as wide as the type, and a wider register is cut. */
u32 edit_move_stored(struct edit *, const struct ptx_instr *like, struct edit_guard, u32 to, struct ptx_operand value,
                     u8 type);
u32 edit_sum(struct edit *, const struct ptx_instr *like, u32 to, u32 from, i64 more); /* to = from + more */
u32 edit_reg_bits(const struct edit *, u32 reg);
void edit_placed(struct edit *, u32 pc); /* the label of this branch is a new pc */
void edit_commit(struct edit *);         /* replaces the function's code, and rebuilds the flow */
void edit_take_regs(struct edit *);      /* keeps only the new registers: names were changed in place */
void edit_drop(struct edit *);           /* leaves the function as it was */

/* Puts instructions of a block into another order: the one at first + order[k] moves to first + k. */
void edit_reorder(struct ptx_func *, u32 first, const u32 *order, u32 n);

struct ptx_operand edit_register(u32 reg); /* operands */
struct ptx_operand edit_immediate(i64 value, u8 type);
/* Removes instructions, by pc. */
void edit_take_out(struct ptx_func *, struct arena *, const u8 *gone);

#endif
