/* Inside emu/: a kernel decoded for execution. Kernel and the device functions that it can reach lie one after the
   other in one array of micro-operations, one a PTX instruction, so that a pc in a stream is an index here.

   An operand is a byte offset to an array of lanes: even offsets are in the warp's register file, odd ones
   (offset + 1) in the program's pool of constants, where every immediate is spread over the lanes. 32-bit and
   narrower values are u32[lanes] (narrower: zero-extended), 64-bit ones u64[lanes]. */
#ifndef SLUICE_EMU_PROG_H
#define SLUICE_EMU_PROG_H
#include "base/vec.h"
#include "emu/device.h"

struct warp;
struct uop;
/* WS_SLICE: used its slice up */
enum warp_stop { WS_GO, WS_SLICE, WS_SLEEP, WS_PARKED, WS_BARRIER, WS_GATE, WS_DONE, WS_FAULT };
typedef void alu_fn(struct warp *w, const struct uop *u, void *dst);    /* all lanes, into dst */
typedef u64 cmp_fn(struct warp *w, const struct uop *u);                /* all lanes, as a mask */
typedef void masked_fn(struct warp *w, const struct uop *u, u64 exec);  /* obeys the mask itself */
typedef bool mem_fn(struct warp *w, struct uop *u, u64 exec);           /* false: fault */
typedef enum warp_stop ctl_fn(struct warp *w, struct uop *u, u64 exec); /* sets w->pc */

struct alu_pair { /* the same operation for 32 lanes, unrolled and vectorised, for any number, and for wide vectors */
    alu_fn *l32, *any, *wide;
    const char *text; /* types and expression of one lane, for translated kernels; NULL: it has none */
};
struct cmp_pair {
    cmp_fn *l32, *any;
    const char *text;
};

enum uop_kind {
    UK_ALU,     /* fn.alu into d */
    UK_ALU_TMP, /* the same through a buffer: d and a source overlap without being the same */
    UK_SETP,
    UK_MASKED,
    UK_SYNC, /* likewise, once the lanes that its member mask names have arrived: sync.c */
    UK_MEM,
    UK_BRA,
    UK_CTL,
    UK_GATE,  /* depends on time: a timed launch stops here, otherwise as gate_kind */
    UK_GUARD, /* checks the guard, then as base_kind */
    UK_JOIN   /* may be a reconvergence point: checks, then as join_kind */
};
#define NO_OPERAND UINT32_MAX
#define NO_PC UINT32_MAX

struct uop {
    union {
        alu_fn *alu;
        cmp_fn *cmp;
        masked_fn *masked;
        mem_fn *mem;
        ctl_fn *ctl;
    } fn;
    u8 kind, base_kind, join_kind, gate_kind;
    u8 words; /* 32-bit words of the destination: 1 or 2 */
    u8 guard_neg;
    u8 size, vec, flags; /* memory: bytes an element, elements, UF_* */
    u32 d, a, b, c;      /* operands */
    u32 pc;
    u32 guard;   /* predicate */
    u32 p, q, r; /* predicates: results p and q, source r; NO_OPERAND. UK_SYNC: q is the operand with the mask */
    bool r_neg;
    u8 boolop, space;
    u32 target, reconv; /* branch */
    u64 lo, hi;         /* memory: the allocation that the last access fell in */
    i64 off;            /* memory: added to a */
    u64 imm;
    const u32 *list;  /* vector elements */
    cmp_fn *cmp;      /* set: the comparison */
    const char *text; /* of alu_pair or cmp_pair */
    alu_fn *inner;    /* rounding wrapper: the operation inside */
    const struct ptx_instr *in;
    const struct prog_func *func;
};
enum {
    UF_SIGNED = 1, /* loads: extend with the sign */
    UF_WIDE = 2,   /* loads: destination registers of 64 bits; stores: sources */
    UF_STORE = 4,
    UF_ADDR32 = 8,   /* the address register has 32 bits */
    UF_FRAME = 16,   /* local: off is relative to the frame */
    UF_NO_BASE = 32, /* no address register */
    UF_FULL = 64     /* UK_SYNC: the mask is all ones in every lane */
};

struct prog_func {
    const struct isa_func *isa;  /* compiled for the machine: what timing sees */
    const struct ptx_func *f;    /* what is executed: isa->ptx */
    u32 limit;                   /* compiled within so many registers; 0: any number */
    const struct ptx_func *orig; /* as it was parsed */
    struct emu_module *module;
    u32 first;                 /* pc of its first instruction */
    u32 slot_base, pred_base;  /* in the warp's files */
    u32 si_base, si_pred_base; /* its first register, after those that its callers keep across the call */
    u32 frame_bytes;
    bool recursive;
};

struct prog_sreg {
    u32 sreg, comp, at; /* at: byte offset in the register file */
};

struct prog_const {
    u64 bits;
    u32 bytes, at;
};

struct prog_shared {
    const struct ptx_var *var;
    u64 at;
};

struct prog {
    struct arena arena;
    struct emu_device *dev;
    const struct isa_target *target; /* the target it is compiled for, usually the device's */
    struct emu_kernel *kernel;
    u32 lanes;
    bool any;  /* operations loop over any number of lanes; otherwise over 32 */
    bool wide; /* the host has wide vectors */
    struct uop *code;
    struct si *si;
    u32 n_code;
    struct prog_func *funcs;
    u32 n_funcs;
    VEC(struct prog_const) const_list;
    u8 *consts;
    u32 sink; /* where unused results go */
    size_t consts_used, consts_cap;
    u32 n_slots, reg_bytes, n_preds, regs_per_thread;
    u32 most_regs; /* the register limit it was built for; 0: no limit by the launch */
    VEC(struct prog_sreg) sregs;
    VEC(struct prog_shared) shared;
    u32 shared_static;
    bool timed;           /* some instruction's result depends on when others are executed, or on the clock */
    bool asks;            /* launches kernels, or defers other work */
    bool reads_clock;     /* some instruction does */
    bool polls;           /* a loop has an instruction whose result depends on other warps */
    bool meets_cluster;   /* has barrier.cluster */
    bool reads_otherwise; /* has memory instructions whose reads park.c does not see */
    u8 checked;           /* emu/code.c: 0: not checked; otherwise 1, and 1 more if it is plain */
    u8 mark;              /* emu_code.mark */
    u64 executed;         /* warp instructions, in launches that have ended */
    struct native_code *native[4]; /* translated: index + 1 for blocks whose warps are rows of x, + 2 for a machine */
    u64 epoch;                     /* of the device's allocations when the caches in code were last cleared */
};

/* With at most so many registers a thread (0: as the kernel and the machine say). NULL: errors in d. */
struct prog *prog_build(struct emu_kernel *k, u32 most_regs, struct diag *d);
/* Registers that each thread of a block of this size may have so that the block fits an SM; 0: any number. */
u32 prog_share(const struct emu_device *dev, u32 threads);
/* The kernel's program, with spills if a block of so many threads has to share an SM's registers. */
struct prog *prog_for(struct emu_kernel *k, u32 threads, struct diag *d);
void prog_free(struct prog *p);
const struct prog_func *prog_find_func(const struct prog *p, const struct ptx_func *f);
void prog_build_si(struct prog *p);
/* Compiles funcs[].orig into funcs[].f, within the registers that the kernel may have. False: errors in d. */
bool prog_compile(struct prog *p, struct diag *d);
/* Approximate registers of a thread as a card's compiler would allot them. */
u32 prog_card_registers(const struct prog *p);
u64 prog_shared_at(const struct prog *p, const struct ptx_var *v);
u64 prog_layout(const void *prog, const struct ptx_var *v); /* the same, as isa_request.shared_at */

/* decode.c, for the op files */
u32 decode_operand(struct prog *p, const struct prog_func *f, const struct ptx_operand *o, u32 bytes);
u32 decode_const(struct prog *p, u64 bits, u32 bytes);
u32 decode_pred(const struct prog_func *f, const struct ptx_operand *o);
u32 reg_bytes(const struct prog_func *f, const struct ptx_operand *o); /* 4 or 8: bytes a lane */
bool is_kernel_param(const struct prog_func *f, const struct ptx_var *v);

/* Each file of operations sets the function of an instruction, or leaves u unchanged. True: it was theirs. */
bool select_int(struct prog *p, struct uop *u);
bool select_bits(struct prog *p, struct uop *u);
bool select_cmp(struct prog *p, struct uop *u);
bool select_fp32(struct prog *p, struct uop *u);
bool select_fp64(struct prog *p, struct uop *u);
bool select_fp16(struct prog *p, struct uop *u);
bool select_approx(struct prog *p, struct uop *u);
bool select_cvt(struct prog *p, struct uop *u);
bool select_move(struct prog *p, struct uop *u);
bool select_mem(struct prog *p, struct uop *u);
bool select_atom(struct prog *p, struct uop *u);
bool select_tex(struct prog *p, struct uop *u);
bool select_async(struct prog *p, struct uop *u);
bool select_video(struct prog *p, struct uop *u);
bool select_warp(struct prog *p, struct uop *u);
bool select_tensor(struct prog *p, struct uop *u);
/* The warps of a group wait for each other before an instruction they execute together. True: all are here. */
bool cta_meet(struct warp *w, const struct uop *u, u64 exec);
enum warp_stop group_wait(struct warp *w, struct uop *u, u64 exec); /* ops_wgmma.c */
enum warp_stop flow_on(struct warp *w, struct uop *u, u64 exec);    /* only continues with the next instruction */
bool select_group(struct prog *p, struct uop *u);                   /* wgmma */
bool select_flow(struct prog *p, struct uop *u);
bool is_dynamic(u32 sreg);                                            /* a clock */
void flow_unsupported(struct uop *u);                                 /* fails when it executes, naming the opcode */
ctl_fn *syscall_find(const char *name);                               /* vprintf and the like; NULL: unknown */
bool syscall_takes_time(const struct emu_device *, const char *name); /* on a machine the call is a gate */

#endif
