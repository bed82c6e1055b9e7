/* Inside isa/: what passes know of instructions and registers beside their PTX, by pc and by register. Notes belong
   to a pass's copy of a function (ptx_func.notes); the builder (edit.h) keeps them in step. */
#ifndef SLUICE_ISA_NOTES_H
#define SLUICE_ISA_NOTES_H
#include "isa/isa.h"
#include "ptx/analysis.h"

struct isa_note {
    bool lowered; /* the next fields are set: costs from the table */
    u8 slots, pipe;
    u16 rate, lat;
    bool branches;         /* the warp waits for its result */
    bool folded;           /* its result was folded before spills split its sources' ranges */
    bool whole;            /* guarded, but no instruction reads its result where the guard is false (guard.c) */
    bool no_slot;          /* not issued; used if operands are folded but PTX is issued */
    bool strand;           /* a strand begins here (levels.c) */
    bool widened;          /* the bits of its source beyond the type are zero (bits.c) */
    u8 fused, slow;        /* FUSE_*: another instruction is part of it; SLOW_* */
    u8 combined;           /* COMBINE_* */
    u32 rounds;            /* a loop that is written out begins here: its rounds, inner loops' included (whole.c) */
    u8 uniform;            /* UNIFORM_*: a load of constants to registers that lanes share (const_loads.c) */
    u32 partner;           /* the uniform load that shares its instruction; UINT32_MAX: none */
    u8 words;              /* how many of its slots load constants to per-lane registers (extra.c) */
    u8 loads;              /* instructions that put constants into registers, if it is the block's first reader */
    u8 scratch, constants; /* registers that it needs while it executes, beside its operands'; those for constants */
    u8 *level; /* of each operand, vectors' elements behind them: ISA_MRF.., from which a register is read, to which
                  it is written; NULL: before levels.c */
};

struct isa_reg {
    /* The machine's register, where slots are the emulator's. A 64-bit value has an even one and the next; a folded
       value (a constant-bank operand, an address with its offset) has a number of its own file. */
    u32 phys;
    bool folded;
    bool unread; /* machine: written but never read; its instruction names no register for it */
    bool sunk;   /* likewise, but the instruction waits for the previous write */
    bool shared; /* one register for all lanes of a warp, in a file of its own (shared.c) */
    bool narrow; /* a 64-bit value of which 32 bits are in use: one register */
    u32 n_bases; /* folded: the registers that are read instead */
    const u32 *bases;
};

struct isa_notes {
    const struct isa_lookup *costs; /* the generation's table */
    struct isa_note *at;
    struct isa_reg *reg;
    struct isa_counts counts;
    const char *refused;     /* why the code a pass made is invalid PTX (edit.c); NULL: it is not */
    bool fences;             /* the program has one, of any kind */
    struct isa_known *known; /* results of analyses of the code as it is now (known.h); NULL: none */
    u64 cycles; /* set by schedule: estimated cycles of its blocks; each level of loops counts ten times */
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
static inline u32 lane_words(const struct ptx_func *f, u32 r) /* registers of each lane */
{
    return f->notes && f->notes->reg[r].shared ? 0 : reg_words(f, r);
}
/* How many levels an operand has, its elements included */
static inline u32 level_count(const struct ptx_operand *o)
{
    return 1u + o->n_vec;
}

#endif
