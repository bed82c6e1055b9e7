/* A kernel as timing sees it: its static instructions (struct si) and its launch. */
#ifndef SLUICE_STREAM_KERNEL_H
#define SLUICE_STREAM_KERNEL_H
#include "base/types.h"

enum si_class {          /* which unit executes it, and so which latency applies */
                SI_ALU,  /* integer add, logic, shift, compare, select, move */
                SI_MUL,  /* integer multiply, mad */
                SI_FP32, /* add, mul, fma on f32 (and f16) */
                SI_FP64,
                SI_SFU, /* sin, cos, ex2, lg2, rcp, rsqrt, sqrt, tanh; division counts as SFU too */
                SI_CVT,
                SI_SHFL,    /* shfl, vote, match, redux */
                SI_CONTROL, /* bra, call, ret, exit, nop */
                SI_BARRIER, /* bar.sync / bar.red / bar.arrive */
                SI_FENCE,   /* membar, fence */
                SI_MEM,     /* ld, st, atom, red, tex, prefetch: see space and kind */
                /* only in traces of machine code (isa/sass.def) */
                SI_HALF,    /* arithmetic on packed f16 */
                SI_TENSOR,  /* matrix products */
                SI_TEXTURE, /* texture reads with unknown addresses: a fixed time */
                SI_UNIFORM, /* on the uniform datapath */
                SI_CLASSES
};

enum si_space { SI_NO_SPACE, SI_GLOBAL, SI_SHARED, SI_LOCAL, SI_CONST, SI_PARAM, SI_TEX, SI_SPACES };
enum si_kind { SI_NOT_MEM, SI_LOAD, SI_STORE, SI_ATOMIC /* returns a value */, SI_RED /* does not */, SI_PREFETCH };

/* Values of `bytes` of instructions without access: a warp group's product, which goes on beside the warp; the end of
   a group; and upwards a wait for all but so many groups. From SI_BULK_END on the same for bulk copies. */
enum {
    SI_NO_GROUP,
    SI_GROUP_PART, /* A in registers */
    SI_GROUP_END,
    SI_GROUP_WAIT,
    SI_GROUP_PART_SHARED = 64, /* A comes from shared memory */
    SI_GROUP_PART_SPARSE,      /* sparse: B has twice as many rows */
    SI_BULK_END = 128,
    SI_BULK_WAIT
};
static inline bool si_is_product(u8 group)
{
    return group == SI_GROUP_PART || group == SI_GROUP_PART_SHARED || group == SI_GROUP_PART_SPARSE;
}

enum {
    SI_COND = 1,      /* conditional branch; on arithmetic: its expansion has a branch, and the warp waits for the
                         result; on an atomic on shared memory: a loop of compare-and-swap */
    SI_BACK = 2,      /* a branch that closes a loop */
    SI_SKIP_L1 = 4,   /* .cg .cv volatile: goes past the L1 */
    SI_READ_ONLY = 8, /* ld.global.nc / __ldg */
    SI_SUNK = 8,      /* atomic: no instruction reads its result */
    SI_GENERIC = 16,  /* generic addressing: each execution resolves the space (stream_instr.space) */
    SI_EXIT = 32,
    SI_ARRIVE = 64,  /* bar.arrive: does not wait */
    SI_FLOAT = 64,   /* atomic: on floating-point numbers */
    SI_BLOCK = 64,   /* fence: for the threads of a block only */
    SI_ACQUIRES = 2, /* fence: waits for loads only, as the end of an acquiring access */
    SI_SYSTEM = 8,   /* fence: for the host, too */
    SI_FORGETS = 4,  /* fence: lines of the L1 are invalid from then on */
    SI_NO_SLOT = 128 /* part of the instruction that reads its result: takes no issue slot */
};

#define SI_MAX_REGS 16
/* Scoreboard ids: first the machine's 32-bit registers; then values without a register (constant-bank operands,
   addresses with offset); then predicates. */
#define SI_FOLDED_BASE 512
#define SI_PRED_BASE 1024
#define SI_REG_IDS 1280

/* Levels of the register hierarchy: main register file, operand register file, last-result file. A result may go to
   more than one; a source from the MRF with SI_ORF is copied there on the way. */
enum { SI_MRF = 1, SI_ORF = 2, SI_LRF = 4 };

struct si {   /* one static instruction as timing sees it */
    u8 cls;   /* enum si_class */
    u8 space; /* enum si_space */
    u8 kind;  /* enum si_kind */
    u8 bytes; /* bytes a lane accesses (4 for u32, 16 for v4.f32) */
    u8 flags;
    u8 slots;              /* issue slots that it takes, as the compiler's lowering says; 0 and 1: one */
    u16 lat, rate;         /* cycles to its result, and for which it occupies its unit; 0: its class's */
    u8 words;              /* how many of these slots load constants to per-lane registers */
    u8 ndst, nsrc;         /* regs[0..ndst) are written, regs[ndst..ndst+nsrc) are read (guard included) */
    u16 regs[SI_MAX_REGS]; /* scoreboard ids, each a 32-bit register: a 64-bit value is two */
    u8 level[SI_MAX_REGS]; /* of each: SI_MRF.. that it is read from or written to; 0: no register (predicates) */
    u32 reconv;            /* conditional branch: pc of its immediate post-dominator, or UINT32_MAX */
    u32 ptx_line;          /* line in the PTX */
    u32 src_line;          /* .cu line from .loc, 0 if unknown */
};

struct stream_range {
    u64 at, bytes;
};

struct stream_kernel { /* one kernel launch; immutable while it runs */
    const char *name;
    const struct si *code;
    u32 n_code;
    u32 warp_lanes; /* 32 on a GPU */
    u32 grid[3], block[3];
    u32 n_warps; /* warps in a CTA */
    u64 n_ctas;
    u32 cluster_ctas; /* CTAs of a cluster have consecutive numbers; 0 and 1: no clusters */
    u32 regs_per_thread;
    u32 shared_bytes;                /* static + dynamic, a CTA */
    u32 local_bytes;                 /* a thread */
    const char *src_file;            /* .cu file from .loc, or NULL */
    const struct stream_range *host; /* the host's memory that it may touch, in order of addresses */
    u32 n_host;
};

#endif
