/* PTX becomes what a machine of a target executes: passes in order (pipeline.c has the list), each of which changes
   order, registers and costs, never a result. Knows no value and no cycle. */
#ifndef SLUICE_ISA_ISA_H
#define SLUICE_ISA_ISA_H
#include <stdio.h>

#include "isa/table.h"
#include "isa/target.h"
#include "ptx/ptx.h"

struct isa_verdict {
    char text[400]; /* what the first faulty pass did; "": nothing was found */
};
struct isa_request {
    struct isa_target target;
    u32 max_regs; /* that this function may have; 0: any number */
    /* Where in shared memory a variable lies, given `layout`; NULL: its alignment is all that is known */
    u64 (*shared_at)(const void *layout, const struct ptx_var *v);
    const void *layout;
    struct isa_verdict *verdict; /* each pass is verified (verify.h), and what is found told there; NULL: none is */
    const char *stop_after;      /* a pass, behind which none is run: to be printed, not executed; NULL: all are */
    u64 without;  /* passes that are left out, by isa_pass_bit; an error if the code needs one of them */
    u64 *changes; /* by pass, in their order: how many functions it changed, which grow; NULL: they are not counted */
    /* Called behind each pass, before what it made is checked: for tests. NULL: not */
    void (*behind)(void *ctx, const char *pass, struct ptx_func *f);
    void *behind_ctx;
};

/* Levels of the register hierarchy. A read from the MRF with ISA_ORF too is copied there on the way. */
enum { ISA_MRF = 1, ISA_ORF = 2, ISA_LRF = 4 };
/* Atomics that one lane does for all, by a product (and the old value is wanted), by a reduction, or by a scan, if
   all lanes take part; and those that one lane does for all that have its address */
enum { COMBINE_NO, COMBINE_TIMES, COMBINE_TIMES_OLD, COMBINE_REDUCE, COMBINE_SCAN, COMBINE_WORDS };

/* What a machine instruction does stays PTX: it executes one or several instructions of it, its ops. The emulator
   executes these, in their order, each once; timing sees what the one at which it is issued costs. */
enum isa_file { ISA_GENERAL, ISA_CONSTANT /* folded values, which are always ready */, ISA_PREDICATE };
struct isa_operand {
    u32 reg;        /* within its file, from this function's first on */
    u8 file, level; /* enum isa_file; ISA_MRF.. */
    bool write;
};
struct isa_op {     /* one of PTX's instructions */
    u32 by;         /* the machine instruction that executes it */
    u8 slots;       /* issue slots, if that is issued here; else 0 */
    u8 words;       /* of these: loads of constants to registers of each lane */
    u8 pipe;        /* enum ptx_unit */
    u8 combined;    /* COMBINE_*: one lane accesses memory for others */
    bool own_costs; /* rate and lat are its table's; else the machine's rate.* and lat.* */
    bool waits;     /* the warp goes no further before it is done */
    bool unread;    /* no instruction reads its result */
    bool sunk;      /* of an atomic: likewise, but it comes, and the next into its register waits for it */
    u16 rate, lat, n_regs;
    const struct isa_operand *regs; /* in the order of its operands */
};
struct isa_instr {
    u32 at;         /* the op at which it is issued: its slots, pipe, cycles and registers */
    u32 n_ops;      /* all that it executes, rising; more than one are of one block */
    const u32 *ops; /* by their place in PTX's code */
};
struct isa_counts {
    u32 needed, used;                           /* registers: without spills, and as allocated */
    u32 across_calls;                           /* most of them in use across a call */
    u32 spill_bytes, spill_loads, spill_stores; /* of a thread's frame; instructions put in */
};
struct isa_func {
    struct ptx_func *ptx;
    struct isa_counts counts;
    struct isa_op *ops; /* of ptx->code, one each; without registers if stopped before the end */
    struct isa_instr *code;
    u32 n_code;
    u64 left_out; /* passes that made what is no PTX, so that they were left out of it, by isa_pass_bit; 0: none */
    const char *fault; /* of the first of these: kernel, pass and instruction; NULL: there is none */
};
/* What the target makes of a function. The result lives in the arena; f stays as it is. NULL: an error in d. */
struct isa_func *isa_compile(const struct ptx_func *f, const struct isa_request *, struct arena *a, struct diag *d);

struct isa_pass_info {
    const char *name, *what;
    char when[100]; /* in words: of which generations, and under which condition */
    bool needed;    /* code that has not gone through it is not executed: it cannot be left out */
};
u32 isa_pass_count(void);
struct isa_pass_info isa_pass(u32 k); /* in the order in which they run */
bool isa_has_pass(const char *name);
/* For isa_request.without; 0: there is no such pass, or it is needed. All that are not: isa_optional_passes(). */
u64 isa_pass_bit(const char *name);
u64 isa_optional_passes(void);

/* The instruction that is issued at pc of the PTX: what it costs ("1 alu rate 2 lat 4"; "-": it is part of another),
   and its PTX as it has become. */
#define ISA_COST_TEXT 64
void isa_op_text(const struct isa_func *, u32 pc, char cost[ISA_COST_TEXT], char *text, size_t n);
/* An instruction of the machine beside the PTX that it executes: what it costs and where it is issued, then what else
   it does, a line each. */
void isa_print(const struct isa_func *, const struct isa_request *, FILE *to);

#endif
