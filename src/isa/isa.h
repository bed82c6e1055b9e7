/* PTX becomes what a machine of a target executes: passes in order (pipeline.c has the list), each of which changes
   order, registers and costs, never a result. Knows no value and no cycle. */
#ifndef SLUICE_ISA_ISA_H
#define SLUICE_ISA_ISA_H
#include <stdio.h>

#include "isa/table.h"
#include "isa/target.h"
#include "ptx/ptx.h"

struct isa_verdict {
    char text[400]; /* what the first faulty pass did; "": no fault found */
};
struct isa_request {
    struct isa_target target;
    u32 max_regs; /* registers that this function may have; 0: any number */
    /* The address of a shared variable, given `layout`; NULL: only its alignment is known */
    u64 (*shared_at)(const void *layout, const struct ptx_var *v);
    const void *layout;
    struct isa_verdict *verdict; /* each pass is verified (verify.h), with the result here; NULL: none is */
    const char *stop_after;      /* the last pass to run, for printing, not for execution; NULL: all run */
    u64 without;  /* passes that are left out, by isa_pass_bit; an error if the code needs one of them */
    u64 *changes; /* by pass: how many functions it changed, counted up; NULL: not counted */
    /* Called after each pass, before its result is checked: for tests. NULL: never */
    void (*behind)(void *ctx, const char *pass, struct ptx_func *f);
    void *behind_ctx;
};

/* Levels of the register hierarchy. A read from the MRF with ISA_ORF too is copied there on the way. */
enum { ISA_MRF = 1, ISA_ORF = 2, ISA_LRF = 4 };
/* Atomics that one lane does for all: by a product (with or without the old value), by a reduction, by a scan if all
   lanes take part; or by one lane for all lanes with its address */
enum { COMBINE_NO, COMBINE_TIMES, COMBINE_TIMES_OLD, COMBINE_REDUCE, COMBINE_SCAN, COMBINE_WORDS };

/* A machine instruction executes one or several PTX instructions, its ops. The emulator executes these, in order,
   each once; timing sees the cost of the op at which the instruction is issued. */
enum isa_file { ISA_GENERAL, ISA_CONSTANT /* folded values, which are always ready */, ISA_PREDICATE };
struct isa_operand {
    u32 reg;        /* within its file, counted from this function's first */
    u8 file, level; /* enum isa_file; ISA_MRF.. */
    bool write;
};
struct isa_op {     /* one of PTX's instructions */
    u32 by;         /* the machine instruction that executes it */
    u8 slots;       /* issue slots, if the machine instruction is issued here; otherwise 0 */
    u8 words;       /* of these: loads of constants to registers of each lane */
    u8 pipe;        /* enum ptx_unit */
    u8 combined;    /* COMBINE_*: one lane accesses memory for others */
    bool own_costs; /* rate and lat come from its table; otherwise from the machine's rate.* and lat.* */
    bool waits;     /* the warp does not continue before it is done */
    bool unread;    /* no instruction reads its result */
    bool sunk;      /* atomic: unread, but the next write to its register waits for it */
    u16 rate, lat, n_regs;
    const struct isa_operand *regs; /* in the order of its operands */
};
struct isa_instr {
    u32 at;         /* the op at which it is issued: its slots, pipe, cycles and registers */
    u32 n_ops;      /* all ops that it executes, rising; if several, from one block */
    const u32 *ops; /* by their place in PTX's code */
};
struct isa_counts {
    u32 needed, used;                           /* registers: without spills, and as allocated */
    u32 across_calls;                           /* most of them in use across a call */
    u32 spill_bytes, spill_loads, spill_stores; /* of a thread's frame; instructions added */
};
struct isa_func {
    struct ptx_func *ptx;
    struct isa_counts counts;
    struct isa_op *ops; /* one for each of ptx->code; without registers if stopped before the end */
    struct isa_instr *code;
    u32 n_code;
    u64 left_out;      /* passes that made invalid PTX and were left out, by isa_pass_bit; 0: none */
    const char *fault; /* of the first of these: kernel, pass and instruction; NULL: there is none */
};
/* Compiles a function for the target. The result lives in the arena; f stays unchanged. NULL: an error in d. */
struct isa_func *isa_compile(const struct ptx_func *f, const struct isa_request *, struct arena *a, struct diag *d);

struct isa_pass_info {
    const char *name, *what;
    char when[100]; /* in words: for which generations, under which condition */
    bool needed;    /* required: code is not executed without it */
};
u32 isa_pass_count(void);
struct isa_pass_info isa_pass(u32 k); /* in the order in which they run */
bool isa_has_pass(const char *name);
/* For isa_request.without; 0: no such pass, or required. isa_optional_passes(): all that are not required. */
u64 isa_pass_bit(const char *name);
u64 isa_optional_passes(void);

/* The instruction issued at pc of the PTX: its cost ("1 alu rate 2 lat 4"; "-": part of another), and its PTX as
   compiled. */
#define ISA_COST_TEXT 64
void isa_op_text(const struct isa_func *, u32 pc, char cost[ISA_COST_TEXT], char *text, size_t n);
/* A machine instruction beside the PTX that it executes: its cost and where it is issued, then its further ops, a
   line each. */
void isa_print(const struct isa_func *, const struct isa_request *, FILE *to);

#endif
