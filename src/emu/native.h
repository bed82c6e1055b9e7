/* Inside emu/: kernels translated to the host's own code. native_plan.c says what each instruction becomes and which
   registers are alike in all lanes, native_calls.c does so for all functions, native_gen.c writes C, native_build.c
   has it compiled and keeps it in the user's cache, native_run.c is what the code calls. The interpreter (warp.c)
   stays the reference, and does what is not translated; translated code leaves memory, counts, faults and the order
   of warps exactly as it would. */
#ifndef SLUICE_EMU_NATIVE_H
#define SLUICE_EMU_NATIVE_H
#include "emu/warp.h"
#include "ptx/analysis.h"

/* What is known of a register's lanes whenever it is live. */
enum native_class {
    NC_SAME,   /* all active lanes have one value: it is a number in warp.uni */
    NC_AFFINE, /* base + lane * step: two numbers there */
    NC_LANES   /* anything: lanes in the register file */
};
/* What becomes of an instruction. */
enum native_how {
    NH_LANE,   /* an expression */
    NH_SELECT, /* selp */
    NH_SETP,
    NH_LOGIC, /* of predicates */
    NH_PACK,  /* mov to and from vectors */
    NH_UNPACK,
    NH_PARAM, /* load of a kernel parameter */
    NH_FRAME, /* what a call passes: a load or store of its frame */
    NH_MEM,   /* another load or store, whose address decides how */
    NH_ATOM,  /* an atomic of 32 or 64 bits */
    NH_STEP,  /* the interpreter's function is called */
    NH_SYNC,  /* likewise, if every living lane is here */
    NH_BRANCH,
    NH_CONTROL /* back to the interpreter, for this one */
};

struct native_plan {
    const struct prog *prog;
    bool streams; /* for a machine: it writes streams, and instructions that wait for their time are not its own */
    const struct prog_func *pf;
    const struct ptx_func *f;
    const struct uop *code; /* its instructions; indices below are of these */
    u32 first;              /* pc of the first */
    bool rows;              /* lanes of a warp are neighbours in x, and have one y and z */
    u32 n;                  /* instructions, with the end of the function */
    u8 *how;                /* by instruction, enum native_how */
    u8 *leads;              /* a block begins here: native code can be entered */
    u8 *blend;              /* its results must not touch lanes that are not active */
    u8 *wide; /* affine 32-bit values are not widened here: it has wrapped (may be changed while it runs) */
    u8 *cls;  /* by register, enum native_class */
    u32 *uni; /* by register: its place in warp.uni */
    struct liveness live;
    /* native_calls.c. By parameter of a function: class and place in warp.uni of what its callers pass. */
    u8 *passed;
    u32 *passed_uni, n_passed;
    u32 *passes; /* by instruction: where what it stores for a callee goes in warp.uni, too; UINT32_MAX: nowhere */
};

/* A function's plan, in three steps: what its instructions become (false: it is not worth it, or cannot be done;
   `wrapped`, where not NULL: instructions that have wrapped, by pc); classes, until nothing changes (true: something
   has); places, from *n_uni on. */
bool native_plan_begin(struct native_plan *pl, const struct prog *p, const struct prog_func *pf, bool rows,
                       bool streams, const u8 *wrapped);
bool native_plan_raise(struct native_plan *pl);
void native_plan_end(struct native_plan *pl, u32 *n_uni);
void native_plan_free(struct native_plan *pl);
/* native_calls.c: class of what instruction i (NH_FRAME) loads, and where it is in warp.uni. */
u8 native_passed_class(const struct native_plan *pl, u32 i);
u32 native_passed_uni(const struct native_plan *pl, u32 i);
/* Register `reg` is live before instruction i. */
static inline bool native_live(const struct native_plan *pl, u32 reg, u32 i)
{
    return i < pl->f->n_code && is_live_at(&pl->live, reg, 2 * i);
}
/* An operand of instruction i at offset `off` of the register file (source or result): its register, or UINT32_MAX.
 */
u32 native_reg_at(const struct native_plan *pl, u32 i, u32 off, bool result);
u32 native_pred_at(const struct native_plan *pl, u32 i, u32 pred, bool result);
static inline u32 native_offset(const struct native_plan *pl, u32 reg)
{
    return (pl->pf->slot_base + pl->f->regs[reg].slot) * 128;
}
bool native_is_wide(const struct native_plan *pl, u32 reg); /* 64 bits */
/* Class of a source operand; sregs and constants have one, too. */
u8 native_operand_class(const struct native_plan *pl, u32 i, u32 off);
/* The result of instruction i is affine, its operands being so, because the operation is linear. */
bool native_linear(const struct native_plan *pl, u32 i, bool *checked);
/* Types of an operation's text, result first, into t; their number. The expression goes to *expr. */
u32 native_types(const char *text, char t[4][5], const char **expr);

typedef u32 native_fn(struct warp *w, u64 end, const void *api);
struct native_code {
    struct native_plan *plans; /* by function of the program; without `how`: it is interpreted */
    u32 n_plans, n_code;
    u8 *leads; /* by pc: native code can be entered */
    u32 n_uni;
    u8 *wrapped;  /* by pc */
    u32 n_left;   /* warps that had to leave */
    u32 users;    /* launches that have it */
    bool streams; /* native_plan.streams */
    void *lib;
    native_fn *run;
    struct native_job *job; /* what it is called; it is looked for, or being compiled */
    u8 tries;
    bool failed;
};

/* Plans of the kernel and of the functions that it calls. False: it is interpreted. */
bool native_plans_make(struct native_code *c, const struct prog *p, bool rows);
void native_plans_free(struct native_code *c);
const struct native_plan *native_plan_at(const struct native_code *c, u32 pc); /* NULL: it is interpreted */
/* The C text, to be freed. */
char *native_source(const struct native_code *c);

/* Sets l->native if there is code for the launch by now; has it made when the kernel has earned it. */
void native_begin(struct launch *l);
void native_poll(struct launch *l); /* the same between CTAs */
void native_end(struct launch *l);
void native_free(struct native_code *c);
/* native_run.c: from w->pc on; WS_GO: the interpreter is to do the next instruction. */
enum warp_stop native_enter(struct warp *w, u64 end);
static inline bool native_here(const struct warp *w)
{
    return w->native && w->pc < w->native->n_code && w->native->leads[w->pc] && w->gate == GATE_NONE;
}
/* What the warp has in warp.uni goes to its registers, on all its paths; the interpreter has it until its CTA ends.
 */
void native_leave(struct warp *w);

/* warp.c */
bool warp_step(struct warp *w, u32 pc);
void warp_diverge(struct warp *w, u32 pc, u64 taken);

#endif
