/* The PTX program in memory: what the parser builds, what analysis adds, what the emulator decodes.
   Everything lives in one arena, the module's. Names point into it. */
#ifndef SLUICE_PTX_PTX_H
#define SLUICE_PTX_PTX_H
#include "base/arena.h"
#include "base/diag.h"
#include "base/types.h"

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
enum ptx_unit { PU_ALU, PU_MUL, PU_FP32, PU_FP64, PU_SFU, PU_CVT, PU_SHFL, PU_CONTROL, PU_BARRIER, PU_FENCE, PU_MEM }; /* enum si_class, name by name */
struct ptx_op_info { /* a row of ops.def */
    const char *name, *sig, *help;
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
    SUB_1D, SUB_2D, SUB_3D, SUB_A1D, SUB_A2D, SUB_CUBE, SUB_ACUBE /* tex geometry */
};
enum { /* ptx_instr.flags */
    PF_FTZ = 1 << 0, PF_SAT = 1 << 1, PF_APPROX = 1 << 2, PF_FULL = 1 << 3, PF_WIDE = 1 << 4, PF_HI = 1 << 5,
    PF_LO = 1 << 6, PF_UNI = 1 << 7, PF_VOLATILE = 1 << 8, PF_CC = 1 << 9, PF_NC = 1 << 10, PF_WRAP = 1 << 11,
    PF_CLAMP = 1 << 12, PF_SHIFTAMT = 1 << 13, PF_NAN = 1 << 14, PF_XORSIGN = 1 << 15, PF_RELU = 1 << 16,
    PF_ALIGNED = 1 << 17, PF_SYNC = 1 << 18, PF_ABS = 1 << 19, PF_UNIFIED = 1 << 20, PF_ACQUIRE = 1 << 21,
    PF_RELEASE = 1 << 22, PF_NOFTZ = 1 << 23,
    PF_LEVEL = 1 << 24 /* tex.level */, PF_GRAD = 1 << 25 /* tex.grad */
};

enum ptx_operand_kind {
    PO_NONE,
    PO_REG,    /* reg */
    PO_IMM,    /* imm: bits, already converted to the instruction's type (float immediates as that float's bits) */
    PO_SREG,   /* sreg, component in sub (0 x, 1 y, 2 z, 3 w) */
    PO_ADDR,   /* [reg + off], [sym + off] or [imm]: base says which */
    PO_SYM,    /* address of a variable (mov r, sym or sym+off) */
    PO_FUNC,   /* a function's name (mov r, f; call f) */
    PO_LABEL,  /* label index, resolved to pc after parsing */
    PO_VEC,    /* {a, b, c, d}: elements follow in `vec` */
    PO_SINK    /* _ : result thrown away */
};
enum ptx_sreg {
    SR_TID, SR_NTID, SR_CTAID, SR_NCTAID, SR_LANEID, SR_WARPID, SR_NWARPID, SR_SMID, SR_NSMID, SR_GRIDID,
    SR_CLOCK, SR_CLOCK_HI, SR_CLOCK64, SR_LANEMASK_EQ, SR_LANEMASK_LE, SR_LANEMASK_LT, SR_LANEMASK_GE, SR_LANEMASK_GT,
    SR_GLOBALTIMER, SR_GLOBALTIMER_LO, SR_GLOBALTIMER_HI, SR_DYNAMIC_SMEM_SIZE, SR_TOTAL_SMEM_SIZE, SR_PM, SR_ENVREG,
    SR_CLUSTER /* the .cluster family: one CTA a cluster */, SR_COUNT
};

struct ptx_operand {
    u8 kind;     /* enum ptx_operand_kind */
    u8 neg;      /* -reg, or !pred */
    u8 sub;      /* PO_SREG component; PO_REG with a video/byte selector: unused */
    u8 n_vec;
    u8 base;     /* PO_ADDR: PO_REG, PO_SYM or PO_IMM */
    u32 reg;     /* PO_REG, PO_ADDR: index into ptx_func.regs */
    u32 sreg;
    struct ptx_var *sym; /* PO_SYM, PO_ADDR */
    struct ptx_func *func;
    u32 label;   /* PO_LABEL: instruction index after resolution */
    i64 off;     /* PO_ADDR, PO_SYM */
    u64 imm;
    struct ptx_operand *vec;
};

struct ptx_instr {
    u16 op;         /* enum ptx_op */
    u8 type, type2; /* PT_*: first and second type suffix (cvt.type.type2: to, from) */
    u8 space;       /* PS_* */
    u8 cmp, boolop, round, cache, sub;
    u8 vec;         /* 1, 2, 4, 8 */
    u8 n_dst;       /* opnd[0..n_dst) are written */
    u16 n_opnd;
    bool parse_only; /* its opcode, or this form of it, does not execute */
    bool guarded, guard_neg;
    u32 guard;      /* predicate register index */
    u32 flags;      /* PF_* */
    /* Operands, destinations first, in source order. Two results (setp p|q, shfl d|p): opnd[0], opnd[1], n_dst 2.
       tex: result, texture, coordinates (always PO_VEC), sampler (PO_NONE: none), then what else is there.
       bar.red: result, barrier, [threads], predicate; bar.sync: barrier, [threads].
       call: results, callee (PO_FUNC or PO_REG), arguments; PO_SYM (.param variable), PO_REG or PO_IMM each. */
    struct ptx_operand *opnd;
    u32 *targets;   /* brx.idx: pcs; n_targets of them */
    u32 n_targets;
    struct ptx_targets *branch; /* the parser's own */
    struct ptx_func *proto; /* indirect call: its .callprototype, a declaration */
    u32 line, col;  /* in the PTX */
    u32 src_file, src_line; /* .loc; 0: none */
    const char *text;       /* opcode with suffixes as written, for messages ("ld.global.v4.f32") */
    /* filled by analysis */
    u32 block;
    u32 reconv;     /* conditional branch: immediate post-dominator's first pc; UINT32_MAX: the exit */
    bool back_edge;
};

struct ptx_reg {
    const char *name;
    u8 type;
    /* filled by analysis: 32-bit slot number (64-bit values: an even slot and the next), predicates: own numbers.
       Registers whose live ranges do not meet share slots. UINT32_MAX: never used. */
    u32 slot;
};

struct ptx_init { /* an address inside an initialiser */
    u64 at;
    struct ptx_var *sym;
    struct ptx_func *func;
    i64 addend;
    bool generic; /* generic(sym): a generic address */
    u8 bytes;     /* how many are stored */
    u64 mask;     /* 0xFF00(sym): the bits of the address that are stored, shifted down; all ones: the whole */
};

struct ptx_var { /* .global .const .shared .local .param variable, or a texref/samplerref/surfref */
    const char *name;
    u8 space, type;
    u32 align;
    u64 size;       /* bytes; 0 for extern .shared x[] (dynamic shared memory) */
    bool is_extern, is_visible, is_weak;
    u8 *init;       /* NULL: zeroes */
    struct ptx_init *relocs;
    u32 n_relocs;
    u64 offset;     /* params: within the parameter block; shared and local: within the frame; global and
                       const: given by the emulator when it loads the module */
    u32 line;
    struct ptx_var *next;
};

struct ptx_block {
    u32 first, end; /* pcs */
    const u32 *succ;
    u32 n_succ;
    bool exits;     /* ends in ret, exit or trap (guarded or not) */
    u32 ipdom;      /* block, or UINT32_MAX: exit */
};

struct ptx_func {
    const char *name;
    bool is_visible, is_entry, is_decl; /* decl: extern without body (vprintf, malloc, ...) */
    struct ptx_var *params; /* list, in order; for a function: inputs */
    struct ptx_var *rets;
    u32 n_params, n_rets;
    u32 param_bytes;        /* parameters, then results: one block, offsets in it. (.reg ones: space PS_REG, offset
                               is the register's index) */
    struct ptx_var *locals; /* .local and .shared and call .param variables declared inside */
    u32 call_bytes;         /* of its call .param variables; their offsets are within this frame */
    u64 local_bytes;        /* own frame */
    u64 shared_bytes;       /* an entry: static shared memory of it and all it calls */
    struct ptx_reg *regs;
    u32 n_regs;
    struct ptx_instr *code;
    u32 n_code;
    u32 max_ntid[3], req_ntid[3], min_ctas, max_regs;
    u32 line;
    struct ptx_module *module;
    struct ptx_func *next;
    /* filled by analysis */
    struct ptx_block *blocks;
    u32 n_blocks;
    u32 n_slots;    /* 32-bit slots: registers a thread needs without spills */
    u32 n_pred_slots;
    u32 chain_slots; /* n_slots of this and the deepest chain of calls from it, recursion counted once */
    u32 index;       /* position in the module's list */
    bool calls_indirect, recursive; /* itself, not what it calls */
    struct ptx_func *alias; /* .alias: calls of it go to this one already */
};

struct ptx_module {
    struct arena arena;
    const char *file;
    u32 version_major, version_minor;
    const char *target;
    u32 address_size;
    struct ptx_var *vars;    /* module level */
    struct ptx_func *funcs;
    const char **src_files;  /* .file N "name" */
    u32 n_src_files;
};

/* Parses text (n bytes, need not end in 0). NULL with errors in d if it is not PTX we understand. Every function
   comes analysed: CFG, post-dominators, liveness, slots. */
struct ptx_module *ptx_parse(const char *file, const char *text, size_t n, struct diag *d);
void ptx_free(struct ptx_module *m);
struct ptx_func *ptx_find_func(const struct ptx_module *m, const char *name);
struct ptx_var *ptx_find_var(const struct ptx_module *m, const char *name);
bool ptx_analyse(struct ptx_func *f, struct diag *d); /* called by ptx_parse */
void ptx_print_instr(const struct ptx_func *f, u32 pc, char *buf, size_t n); /* disassembly, for messages */
const char *ptx_op_name(u32 op);
/* Which unit executes it: enum ptx_unit = enum si_class. By opcode and type: add.f64 is FP64, add.s32 ALU. */
u8 ptx_instr_class(const struct ptx_instr *i);

#endif
