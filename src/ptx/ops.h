/* Types, opcodes and suffixes: the vocabulary of PTX. */
#ifndef SLUICE_PTX_OPS_H
#define SLUICE_PTX_OPS_H
#include "base/types.h"

/* clang-format off */
/* id, spelling, bits, kind: B untyped, U unsigned, S signed, F float, P predicate */
#define PTX_TYPES(T)                                                                                         \
    T(NONE, "", 0, 'N') T(PRED, "pred", 1, 'P')                                                              \
    T(B8, "b8", 8, 'B') T(B16, "b16", 16, 'B') T(B32, "b32", 32, 'B') T(B64, "b64", 64, 'B') T(B128, "b128", 128, 'B') \
    T(U8, "u8", 8, 'U') T(U16, "u16", 16, 'U') T(U32, "u32", 32, 'U') T(U64, "u64", 64, 'U')                 \
    T(S8, "s8", 8, 'S') T(S16, "s16", 16, 'S') T(S32, "s32", 32, 'S') T(S64, "s64", 64, 'S')                 \
    T(F16, "f16", 16, 'F') T(F16X2, "f16x2", 32, 'F') T(BF16, "bf16", 16, 'F') T(BF16X2, "bf16x2", 32, 'F')  \
    T(F32, "f32", 32, 'F') T(F64, "f64", 64, 'F') T(TEXREF, "texref", 64, 'B') T(SAMPLERREF, "samplerref", 64, 'B') \
    T(SURFREF, "surfref", 64, 'B')
enum ptx_type {
#define T(id, name, bits, kind) PT_##id,
    PTX_TYPES(T)
#undef T
        PT_COUNT
};
struct ptx_type_info {
    const char *name;
    u8 bits;
    char kind;
};
extern const struct ptx_type_info ptx_types[PT_COUNT];

enum ptx_space { PS_GENERIC, PS_REG, PS_SREG, PS_CONST, PS_GLOBAL, PS_LOCAL, PS_PARAM, PS_SHARED, PS_TEX, PS_COUNT };

/* The one table of opcodes is ptx/ops.def, which explains its columns. Sub-operations (atom.add, shfl.bfly, ...)
   are the enums below. */
enum ptx_op {
#define OP(id, ...) OP_##id,
#include "ptx/ops.def"
#undef OP
    OP_COUNT
};
enum ptx_unit { /* enum si_class, name by name */
    PU_ALU, PU_MUL, PU_FP32, PU_FP64, PU_SFU, PU_CVT, PU_SHFL, PU_CONTROL, PU_BARRIER, PU_FENCE, PU_MEM,
    PU_TENSOR = 12
};
struct ptx_op_info { /* a row of ops.def */
    const char *name, *sig, *words, *help;
    u32 types; /* set of 1 << PT_* */
    u8 unit, n_dst;
    bool exec;
};
extern const struct ptx_op_info ptx_ops[OP_COUNT];

enum ptx_cmp { PC_NONE, PC_EQ, PC_NE, PC_LT, PC_LE, PC_GT, PC_GE, PC_LO, PC_LS, PC_HI, PC_HS,
               PC_EQU, PC_NEU, PC_LTU, PC_LEU, PC_GTU, PC_GEU, PC_NUM, PC_NAN };
enum ptx_bool { PB_NONE, PB_AND, PB_OR, PB_XOR };
enum ptx_round { PR_NONE, PR_RN, PR_RZ, PR_RM, PR_RP, PR_RNA, PR_RNI, PR_RZI, PR_RMI, PR_RPI };
enum ptx_cache { PK_NONE, PK_CA, PK_CG, PK_CS, PK_LU, PK_CV, PK_WB, PK_WT };
enum ptx_sub { /* which variant of the opcode: meaning depends on the opcode */
    SUB_NONE,
    SUB_ADD, SUB_MIN, SUB_MAX, SUB_INC, SUB_DEC, SUB_AND, SUB_OR, SUB_XOR, SUB_EXCH, SUB_CAS, SUB_POPC, /* atom red bar.red redux */
    SUB_UP, SUB_DOWN, SUB_BFLY, SUB_IDX,                          /* shfl */
    SUB_ALL, SUB_ANY, SUB_UNI, SUB_BALLOT,                        /* vote; match uses ANY/ALL */
    SUB_F4E, SUB_B4E, SUB_RC8, SUB_ECL, SUB_ECR, SUB_RC16,        /* prmt */
    SUB_FINITE, SUB_INFINITE, SUB_NUMBER, SUB_NOTANUMBER, SUB_NORMAL, SUB_SUBNORMAL, /* testp */
    SUB_SYNC, SUB_ARRIVE, SUB_RED, SUB_WARP,                      /* bar / barrier */
    SUB_L, SUB_R,                                                 /* shf direction */
    SUB_TO,                                                       /* cvta.to */
    SUB_1D, SUB_2D, SUB_3D, SUB_A1D, SUB_A2D, SUB_CUBE, SUB_ACUBE, /* tex geometry */
    SUB_INIT, SUB_INVAL, SUB_ARRIVE_DROP, SUB_TEST_WAIT, SUB_PENDING, SUB_COMMIT, SUB_WAIT, /* mbarrier, cp.async */
    SUB_WIDTH, SUB_HEIGHT, SUB_DEPTH, SUB_ARRAY_SIZE, SUB_LEVELS, SUB_NORMALIZED, /* txq */
    SUB_SHR7, SUB_SHR15,                                          /* vmad */
    SUB_EXPECT_TX, SUB_COMPLETE_TX, SUB_BULK, SUB_BULK_PREFETCH, SUB_TENSOR, SUB_TENSOR_PREFETCH, SUB_BULK_COMMIT,
    SUB_BULK_WAIT                                                 /* mbarrier, cp.async.bulk */
};
enum { /* ptx_instr.flags */
    PF_FTZ = 1 << 0, PF_SAT = 1 << 1, PF_APPROX = 1 << 2, PF_FULL = 1 << 3, PF_WIDE = 1 << 4, PF_HI = 1 << 5,
    PF_LO = 1 << 6, PF_UNI = 1 << 7, PF_VOLATILE = 1 << 8, PF_CC = 1 << 9, PF_NC = 1 << 10, PF_WRAP = 1 << 11,
    PF_CLAMP = 1 << 12, PF_SHIFTAMT = 1 << 13, PF_NAN = 1 << 14, PF_XORSIGN = 1 << 15, PF_RELU = 1 << 16,
    PF_ALIGNED = 1 << 17, PF_SYNC = 1 << 18, PF_ABS = 1 << 19, PF_UNIFIED = 1 << 20, PF_ACQUIRE = 1 << 21,
    PF_RELEASE = 1 << 22, PF_NOFTZ = 1 << 23,
    PF_LEVEL = 1 << 24 /* tex.level */, PF_GRAD = 1 << 25 /* tex.grad */, PF_RELAXED = 1 << 26 /* .relaxed, .mmio */
};
/* id, name without %, does it have .x .y .z .w */
#define PTX_SREGS(S)                                                                                         \
    S(TID, "tid", 1) S(NTID, "ntid", 1) S(CTAID, "ctaid", 1) S(NCTAID, "nctaid", 1) S(LANEID, "laneid", 0)   \
    S(WARPID, "warpid", 0) S(NWARPID, "nwarpid", 0) S(SMID, "smid", 0) S(NSMID, "nsmid", 0)                  \
    S(GRIDID, "gridid", 0) S(CLOCK, "clock", 0) S(CLOCK_HI, "clock_hi", 0) S(CLOCK64, "clock64", 0)          \
    S(LANEMASK_EQ, "lanemask_eq", 0) S(LANEMASK_LE, "lanemask_le", 0) S(LANEMASK_LT, "lanemask_lt", 0)       \
    S(LANEMASK_GE, "lanemask_ge", 0) S(LANEMASK_GT, "lanemask_gt", 0) S(GLOBALTIMER, "globaltimer", 0)       \
    S(GLOBALTIMER_LO, "globaltimer_lo", 0) S(GLOBALTIMER_HI, "globaltimer_hi", 0)                            \
    S(DYNAMIC_SMEM_SIZE, "dynamic_smem_size", 0) S(TOTAL_SMEM_SIZE, "total_smem_size", 0)                    \
    S(CLUSTERID, "clusterid", 1) S(NCLUSTERID, "nclusterid", 1) S(CLUSTER_CTAID, "cluster_ctaid", 1)          \
    S(CLUSTER_NCTAID, "cluster_nctaid", 1) S(CLUSTER_CTARANK, "cluster_ctarank", 0)                          \
    S(CLUSTER_NCTARANK, "cluster_nctarank", 0) S(AGGR_SMEM_SIZE, "aggr_smem_size", 0)                        \
    S(IS_EXPLICIT_CLUSTER, "is_explicit_cluster", 0)                                                         \
    S(PM, "pm", 0) S(ENVREG, "envreg", 0)
enum ptx_sreg {
#define S(id, name, components) SR_##id,
    PTX_SREGS(S)
#undef S
        SR_COUNT
};
extern const char *const ptx_sreg_names[SR_COUNT];
/* clang-format on */

const char *ptx_op_name(u32 op);

#endif
