/* Inside isa/: what passes know of instructions and registers beside their PTX. They belong to the copy of a function
   that passes work on (ptx_func.notes), by pc and by register, and the builder (edit.h) keeps them beside it. */
#ifndef SLUICE_ISA_NOTES_H
#define SLUICE_ISA_NOTES_H
#include "isa/isa.h"
#include "ptx/analysis.h"

struct isa_note {
    bool lowered; /* the next ones are set: costs by the table */
    u8 slots, pipe;
    u16 rate, lat;
    bool branches;         /* the warp waits for its result */
    bool folded;           /* its result was folded before spills cut its sources' ranges */
    bool whole;            /* guarded, but its result is not read where the guard is false (guard.c) */
    bool no_slot;          /* operands are folded, but PTX is what is issued: this one is not */
    bool strand;           /* a strand begins here (levels.c) */
    bool widened;          /* what it converts is zero beyond the type's bits (bits.c) */
    u8 fused, slow;        /* FUSE_*: another instruction is part of it; SLOW_* */
    u8 combined;           /* COMBINE_* */
    u32 rounds;            /* a loop begins here that is written out: its rounds, with inner ones' (whole.c) */
    u8 uniform;            /* UNIFORM_*: a load of constants to registers that lanes share (const_loads.c) */
    u32 partner;           /* of such a load: the one whose word it loads, too; UINT32_MAX: none */
    u8 words;              /* of its slots: loads of constants to registers of each lane (extra.c) */
    u8 loads;              /* instructions that put constants into registers for it, as the first of its block */
    u8 scratch, constants; /* registers that it needs while it executes, beside its operands'; those for constants */
    u8 *level; /* of each operand, vectors' elements behind them: ISA_MRF.., from which a register is read, to which
                  it is written; NULL: before levels.c */
};

struct isa_reg {
    /* The machine's register, where slots are the emulator's. A 64-bit value has an even one and the next; a folded
       value (a constant-bank operand, an address with its offset) has a number of its own file. */
    u32 phys;
    bool folded;
    bool unread; /* machine: written and never read; its instruction names no register for it */
    bool sunk;   /* likewise, but the instruction waits for the one before that writes it */
    bool shared; /* one for all lanes of a warp, in a register of another file (shared.c) */
    bool narrow; /* 64 bits, of which 32 are in use where addresses have as many: one register */
    u32 n_bases; /* folded: what is read instead */
    const u32 *bases;
};

struct isa_notes {
    const struct isa_lookup *costs; /* the generation's table */
    struct isa_note *at;
    struct isa_reg *reg;
    struct isa_counts counts;
    const char *refused;     /* what a pass made that is no PTX (edit.c); NULL: nothing */
    bool fences;             /* the program has one, of any kind */
    struct isa_known *known; /* what was found out of the code as it stands (known.h); NULL: nothing */
    u64 cycles; /* by schedule: of its blocks, as it estimates them; each level of loops counts ten times */
};

static inline struct isa_note *note_of(const struct ptx_func *f, const struct ptx_instr *i)
{
    return &f->notes->at[i - f->code];
}
static inline bool is_narrow_reg(const struct ptx_func *f, u32 r)
{
    return f->notes && f->notes->reg[r].narrow;
}
static inline u32 reg_words(const struct ptx_func *f, u32 r) /* registers it takes */
{
    return is_narrow_reg(f, r) ? 1 : reg_width(f->regs[r].type);
}
static inline u32 lane_words(const struct ptx_func *f, u32 r) /* of each lane's own */
{
    return f->notes && f->notes->reg[r].shared ? 0 : reg_words(f, r);
}
/* An operand and its elements: how many levels it has */
static inline u32 level_count(const struct ptx_operand *o)
{
    return 1u + o->n_vec;
}

#endif
