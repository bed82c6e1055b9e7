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
                SI_UNIFORM, /* on the datapath that a warp's lanes share */
                SI_CLASSES
};

enum si_space { SI_NO_SPACE, SI_GLOBAL, SI_SHARED, SI_LOCAL, SI_CONST, SI_PARAM, SI_TEX, SI_SPACES };
enum si_kind { SI_NOT_MEM, SI_LOAD, SI_STORE, SI_ATOMIC /* returns a value */, SI_RED /* does not */, SI_PREFETCH };

/* `bytes` of what is no access: a product of a warp group, which goes on beside the warp; the end of a group of them;
   and on: a wait for all but so many of the last groups. Behind SI_BULK_END the same for groups of bulk copies. */
enum {
    SI_NO_GROUP,
    SI_GROUP_PART, /* A in registers */
    SI_GROUP_END,
    SI_GROUP_WAIT,
    SI_GROUP_PART_SHARED = 64, /* A in shared memory */
    SI_GROUP_PART_SPARSE,      /* B has twice as much */
    SI_BULK_END = 128,
    SI_BULK_WAIT
};
static inline bool si_is_product(u8 group)
{
    return group == SI_GROUP_PART || group == SI_GROUP_PART_SHARED || group == SI_GROUP_PART_SPARSE;
}

enum {
    SI_COND = 1,      /* conditional branch; of arithmetic: it has one in it, and the warp waits for the result; of an
                         atomic on shared memory: a loop of compare-and-swap */
    SI_BACK = 2,      /* a branch that closes a loop */
    SI_SKIP_L1 = 4,   /* .cg .cv volatile: goes past the L1 */
    SI_READ_ONLY = 8, /* ld.global.nc / __ldg */
    SI_SUNK = 8,      /* of an atomic: no instruction reads what it returns */
    SI_GENERIC = 16,  /* generic addressing: the space is told by each execution (stream_instr.space) */
    SI_EXIT = 32,
    SI_ARRIVE = 64,  /* bar.arrive: does not wait */
    SI_FLOAT = 64,   /* of an atomic: on floating-point numbers */
    SI_BLOCK = 64,   /* of a fence: for the threads of a block alone */
    SI_ACQUIRES = 2, /* of a fence: waits for loads, the end of an access that acquires */
    SI_SYSTEM = 8,   /* of a fence: for the host, too */
    SI_FORGETS = 4,  /* of a fence: what lies in the L1 is not read any more */
    SI_NO_SLOT = 128 /* part of the instruction that reads its result: is not issued */
};

#define SI_MAX_REGS 16
/* Scoreboard ids: the machine's 32-bit registers; values that are never in one (operands from the constant bank,
   addresses with their offset); predicates. */
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
    u16 lat, rate;         /* cycles to its result, and of its unit; 0: as its class has them */
    u8 words;              /* of these slots: loads of constants to registers of each lane */
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
    u32 cluster_ctas; /* those of a cluster come one behind the other; 0 and 1: no clusters */
    u32 regs_per_thread;
    u32 shared_bytes;                /* static + dynamic, a CTA */
    u32 local_bytes;                 /* a thread */
    const char *src_file;            /* .cu file from .loc, or NULL */
    const struct stream_range *host; /* the host's memory that it may touch, in order of addresses */
    u32 n_host;
};

#endif
