/* Inside emu/: kernels translated to host code. native_plan.c decides what each instruction becomes and which
   registers are equal in all lanes, native_calls.c does so for all functions, native_gen.c writes C, native_build.c
   has it compiled and caches it, native_run.c is what the code calls. The interpreter (warp.c) is the reference, and
   executes what is not translated; translated code leaves memory, counts, faults and the order of warps exactly as
   the interpreter would. */
#ifndef SLUICE_EMU_NATIVE_H
#define SLUICE_EMU_NATIVE_H
#include "emu/warp.h"
#include "ptx/analysis.h"

/* What is known of a register's lanes while it is live. */
enum native_class {
    NC_SAME,   /* all active lanes have one value: it is a number in warp.uni */
    NC_AFFINE, /* base + lane * step: two numbers in warp.uni */
    NC_LANES   /* anything: lanes in the register file */
};
/* How an instruction is translated. */
enum native_how {
    NH_LANE,   /* an expression */
    NH_SELECT, /* selp */
    NH_SETP,
    NH_LOGIC, /* of predicates */
    NH_PACK,  /* mov to and from vectors */
    NH_UNPACK,
    NH_PARAM, /* load of a kernel parameter */
    NH_FRAME, /* a load or store of the frame in which a call passes values */
    NH_MEM,   /* another load or store, translated by the shape of its address */
    NH_ATOM,  /* an atomic of 32 or 64 bits */
    NH_STEP,  /* the interpreter's function is called */
    NH_SYNC,  /* likewise, if every living lane has arrived */
    NH_BRANCH,
    NH_CONTROL /* the interpreter executes this one */
};

struct native_plan {
    const struct prog *prog;
    bool streams; /* for a machine: writes streams; the interpreter does instructions that wait for their time */
    const struct prog_func *pf;
    const struct ptx_func *f;
    const struct uop *code; /* its instructions; indices below are of these */
    u32 first;              /* pc of the first */
    bool rows;              /* by the launch's blocks: lanes of a warp are neighbours in x, with equal y and z */
    u32 n;                  /* instructions, with the end of the function */
    u8 *how;                /* by instruction, enum native_how */
    u8 *leads;              /* a block begins here: native code can be entered */
    u8 *blend;              /* its results must not touch inactive lanes */
    u8 *wide; /* a 32-bit affine value must not be widened here, as it has wrapped (may change during a run) */
    u8 *cls;  /* by register, enum native_class */
    u32 *uni; /* by register: its place in warp.uni */
    struct liveness live;
    /* native_calls.c. By parameter of a function: class and place in warp.uni of what its callers pass. */
    u8 *passed;
    u32 *passed_uni, n_passed;
    u32 *passes; /* by instruction: place in warp.uni of a value stored for a callee; UINT32_MAX: none */
};

/* A function's plan, in three steps: how its instructions are translated (false: not worth it, or impossible;
   `wrapped`, if not NULL: instructions that have wrapped, by pc); classes, repeated until nothing changes (true:
   something did); places in warp.uni, from *n_uni on. */
bool native_plan_begin(struct native_plan *pl, const struct prog *p, const struct prog_func *pf, bool rows,
                       bool streams, const u8 *wrapped);
bool native_plan_raise(struct native_plan *pl);
void native_plan_end(struct native_plan *pl, u32 *n_uni);
void native_plan_free(struct native_plan *pl);
/* native_calls.c: class of the value that instruction i (NH_FRAME) loads, and its place in warp.uni. */
u8 native_passed_class(const struct native_plan *pl, u32 i);
u32 native_passed_uni(const struct native_plan *pl, u32 i);
/* Register `reg` is live before instruction i. */
static inline bool native_live(const struct native_plan *pl, u32 reg, u32 i)
{
    return i < pl->f->n_code && is_live_at(&pl->live, reg, 2 * i);
}
/* The register at offset `off` of the register file, as source or result of instruction i, or
   UINT32_MAX. */
u32 native_reg_at(const struct native_plan *pl, u32 i, u32 off, bool result);
u32 native_pred_at(const struct native_plan *pl, u32 i, u32 pred, bool result);
static inline u32 native_offset(const struct native_plan *pl, u32 reg)
{
    return (pl->pf->slot_base + pl->f->regs[reg].slot) * 128;
}
bool native_is_wide(const struct native_plan *pl, u32 reg); /* 64 bits */
/* Class of a source operand; sregs and constants have one, too. */
u8 native_operand_class(const struct native_plan *pl, u32 i, u32 off);
/* Is the result of instruction i affine if its operands are, because the operation is linear? */
bool native_linear(const struct native_plan *pl, u32 i, bool *checked);
/* Types in an operation's text, the result's first, into t; returns their number. The expression goes to *expr. */
u32 native_types(const char *text, char t[4][5], const char **expr);

typedef u32 native_fn(struct warp *w, u64 end, const void *api);
struct native_code {
    struct native_plan *plans; /* by function of the program; without `how`: interpreted */
    u32 n_plans, n_code;
    u8 *leads; /* by pc: native code can be entered */
    u32 n_uni;
    u8 *wrapped;  /* by pc */
    u32 n_left;   /* warps that had to return to the interpreter */
    u32 users;    /* launches that use it */
    bool streams; /* native_plan.streams */
    void *lib;
    native_fn *run;
    struct native_job *job; /* while it is searched for in the cache, or compiled */
    u8 tries;
    bool failed;
};

/* Plans of the kernel and of the functions that it calls. False: it is interpreted. */
bool native_plans_make(struct native_code *c, const struct prog *p, bool rows);
void native_plans_free(struct native_code *c);
const struct native_plan *native_plan_at(const struct native_code *c, u32 pc); /* NULL: it is interpreted */
/* The C text, to be freed. */
char *native_source(const struct native_code *c);

/* Sets l->native if code for the launch exists by now; starts its compilation when the kernel has executed enough. */
void native_begin(struct launch *l);
void native_poll(struct launch *l); /* the same between CTAs */
void native_end(struct launch *l);
void native_free(struct native_code *c);
/* native_run.c: runs from w->pc on; WS_GO: the interpreter executes the next instruction. */
enum warp_stop native_enter(struct warp *w, u64 end);
static inline bool native_here(const struct warp *w)
{
    return w->native && w->pc < w->native->n_code && w->native->leads[w->pc] && w->gate == GATE_NONE;
}
/* Copies warp.uni to the warp's registers, on all its paths; the interpreter runs the warp until its CTA
   ends. */
void native_leave(struct warp *w);

/* warp.c */
bool warp_step(struct warp *w, u32 pc);
void warp_diverge(struct warp *w, u32 pc, u64 taken);

#endif
