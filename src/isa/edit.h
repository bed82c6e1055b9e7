/* How passes change code: the function is written anew, instruction by instruction, old ones kept or left out and new
   ones put between them, and then takes the place of the old one. Labels follow: one that led to an old instruction
   leads to the first that was written at its place. */
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
    VEC(u32) placed;                           /* new pcs, rising, whose labels are new ones already */
    u32 (*target)(void *ctx, u32 pc, u32 old); /* a label of the new instruction pc; NULL: at[old] */
    void *ctx;
};

void edit_begin(struct edit *, struct ptx_func *, struct arena *);
u32 edit_reg(struct edit *, const char *name, u8 type); /* a new register */
u32 edit_reg_like(struct edit *, u32 reg);              /* a new one, of which is known what is of an old one */
u8 edit_reg_type(const struct edit *, u32 reg);         /* of an old or a new one */
u32 edit_pc(const struct edit *);                       /* of what is written next */
void edit_here(struct edit *, u32 old);                 /* labels to the old pc lead here */
/* Writes an instruction: an old one as it is, an old one changed (what is known of it stays true), or a new one that
   stands for `like`, with these operands. Its pc. */
u32 edit_keep(struct edit *, const struct ptx_instr *old);
u32 edit_change(struct edit *, const struct ptx_instr *old, const struct ptx_instr *is);
u32 edit_put(struct edit *, const struct ptx_instr *like, struct ptx_instr i, const struct ptx_operand *, u32 n);

/* New instructions whose types are their registers': what does not fit is refused, and the pass with it. Their pc. */
struct edit_guard {
    bool is, neg;
    u32 reg;
};
struct edit_guard edit_guard_of(const struct ptx_instr *);
/* to = from: a number, a name, or a register that is as wide */
u32 edit_move(struct edit *, const struct ptx_instr *like, struct edit_guard, u32 to, struct ptx_operand from);
/* to = what a load of `type` makes of memory that holds what is in `from`, a register of the type's width: a wider
   register gets zeroes, or of a signed type the sign. */
u32 edit_move_loaded(struct edit *, const struct ptx_instr *like, struct edit_guard, u32 to, u32 from, u8 type);
/* to = what a store of `type` leaves of the value; `to` has the type's width, and a wider register is cut. */
u32 edit_move_stored(struct edit *, const struct ptx_instr *like, struct edit_guard, u32 to, struct ptx_operand value,
                     u8 type);
u32 edit_sum(struct edit *, const struct ptx_instr *like, u32 to, u32 from, i64 more); /* to = from + more */
u32 edit_reg_bits(const struct edit *, u32 reg);
void edit_placed(struct edit *, u32 pc); /* the label of this branch is a new pc */
void edit_commit(struct edit *);         /* takes it, and builds the flow anew */
void edit_take_regs(struct edit *);      /* takes the new registers alone: names were changed in place */
void edit_drop(struct edit *);           /* leaves the function as it was */

/* Puts instructions of a block in another order: the one at first + order[k] comes to first + k. */
void edit_reorder(struct ptx_func *, u32 first, const u32 *order, u32 n);

struct ptx_operand edit_register(u32 reg); /* operands */
struct ptx_operand edit_immediate(i64 value, u8 type);
/* Leaves out instructions, by pc. */
void edit_take_out(struct ptx_func *, struct arena *, const u8 *gone);

#endif
