/* The PTX program in memory: what the parser builds, what analysis adds, what the emulator decodes.
   Everything lives in one arena, the module's. Names point into it. */
#ifndef SLUICE_PTX_PTX_H
#define SLUICE_PTX_PTX_H
#include "base/arena.h"
#include "base/diag.h"
#include "base/types.h"
#include "ptx/ops.h"

enum ptx_operand_kind {
    PO_NONE,
    PO_REG,   /* reg */
    PO_IMM,   /* imm: bits, already converted to the instruction's type (float immediates as that float's bits) */
    PO_SREG,  /* sreg, component in sub (0 x, 1 y, 2 z, 3 w) */
    PO_ADDR,  /* [reg + off], [sym + off] or [imm]: base says which */
    PO_SYM,   /* address of a variable (mov r, sym or sym+off) */
    PO_FUNC,  /* a function's name (mov r, f; call f) */
    PO_LABEL, /* label index, resolved to pc after parsing */
    PO_VEC,   /* {a, b, c, d}: elements follow in `vec` */
    PO_SINK   /* _ : result thrown away */
};

enum ptx_part { PART_ALL, PART_B0, PART_B1, PART_B2, PART_B3, PART_H0, PART_H1 };

struct ptx_operand {
    u8 kind; /* enum ptx_operand_kind */
    u8 neg;  /* -reg, or !pred */
    u8 sub;  /* PO_SREG component; PO_REG of a scalar video instruction: enum ptx_part */
    u8 n_vec;
    u8 base; /* PO_ADDR: PO_REG, PO_SYM or PO_IMM */
    u32 reg; /* PO_REG, PO_ADDR: index into ptx_func.regs */
    u32 sreg;
    struct ptx_var *sym; /* PO_SYM, PO_ADDR */
    struct ptx_func *func;
    u32 label; /* PO_LABEL: instruction index after resolution */
    i64 off;   /* PO_ADDR, PO_SYM */
    u64 imm;
    struct ptx_operand *vec;
};

struct ptx_instr {
    u16 op;         /* enum ptx_op */
    u8 type, type2; /* PT_*: first and second type suffix (cvt.type.type2: to, from) */
    u8 type3;       /* the third, of a video instruction */
    u8 space;       /* PS_* */
    u8 cmp, boolop, round, cache, sub;
    u8 vec;   /* 1, 2, 4, 8 */
    u8 n_dst; /* opnd[0..n_dst) are written */
    u16 n_opnd;
    bool parse_only; /* its opcode, or this form of it, does not execute */
    bool guarded, guard_neg;
    bool nounroll;    /* .pragma "nounroll" stands before it: the loop that begins here stays as it is */
    u32 guard, flags; /* predicate register index; PF_* */
    /* Operands, destinations first, in source order. Two results (setp p|q, shfl d|p): opnd[0], opnd[1], n_dst 2.
       tex: result, texture, coordinates (always PO_VEC), sampler (PO_NONE: none), then what else is there.
       bar.red: result, barrier, [threads], predicate (sub is SUB_POPC, AND, OR); bar.sync: barrier, [threads].
       call: results, callee (PO_FUNC or PO_REG), arguments; PO_SYM (.param variable), PO_REG or PO_IMM each. */
    struct ptx_operand *opnd;
    u32 *targets; /* brx.idx: pcs; n_targets of them */
    u32 n_targets;
    struct ptx_targets *branch; /* the parser's own */
    struct ptx_func *proto;     /* indirect call: its .callprototype, a declaration */
    u32 line, col;              /* in the PTX */
    u32 src_file, src_line;     /* .loc; 0: none */
    const char *text;           /* opcode with suffixes as written, for messages ("ld.global.v4.f32") */
    u32 block;                  /* filled by analysis, as the next two */
    u32 reconv;                 /* conditional branch: immediate post-dominator's first pc; UINT32_MAX: the exit */
    bool back_edge;
};

struct ptx_reg {
    const char *name;
    u8 type;
    /* Set by analysis: 32-bit slot number (64-bit values: an even slot and the next); predicates have numbers of
       their own. Registers whose live ranges are disjoint share slots; a destination has a source's slot only if the
       instruction works lane by lane and both are equally wide. UINT32_MAX: never used. */
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

/* Where a .param variable lies: in the function's parameter block, or in the caller's call_bytes. */
enum ptx_role { PV_PLAIN, PV_PARAM, PV_RET, PV_CALL };
struct ptx_var { /* .global .const .shared .local .param variable, or a texref/samplerref/surfref */
    const char *name;
    u8 space, type;
    u8 role; /* enum ptx_role */
    u32 align;
    u64 size; /* bytes; 0 for extern .shared x[] (dynamic shared memory) */
    bool is_extern, is_visible, is_weak, is_array;
    u8 n_vec; /* a parameter that is a vector of registers: the first of so many; else 0 */
    u8 *init; /* NULL: zeroes */
    struct ptx_init *relocs;
    u32 n_relocs;
    u64 offset; /* params: in their block; shared, local: in the frame; global, const: given when it is loaded */
    u32 line;
    struct ptx_var *next;
};

struct ptx_block {
    u32 first, end; /* pcs */
    const u32 *succ;
    u32 n_succ;
    bool exits; /* its last instruction is ret, exit or trap (guarded or not) */
    u32 ipdom;  /* block, or UINT32_MAX: exit */
};

struct ptx_func {
    const char *name;
    bool is_visible, is_entry, is_decl; /* decl: extern without body (vprintf, malloc, ...) */
    struct ptx_var *params;             /* list, in order; for a function: inputs */
    struct ptx_var *rets;
    u32 n_params, n_rets;
    u32 param_bytes;        /* parameters, then results: one block (.reg ones: offset is the register's index) */
    struct ptx_var *locals; /* .local and .shared and call .param variables declared inside */
    u32 call_bytes;         /* of its call .param variables; their offsets are within this frame */
    u64 local_bytes;        /* own frame */
    u64 shared_bytes;       /* an entry: static shared memory of it and all it calls */
    struct ptx_reg *regs;
    u32 n_regs;
    struct ptx_instr *code;
    u32 n_code, max_ntid[3], req_ntid[3], min_ctas, max_regs, line;
    u32 cluster[3]; /* .reqnctapercluster; 0: the launch says */
    struct ptx_module *module;
    struct ptx_func *next;
    /* filled by analysis */
    struct ptx_block *blocks;
    u32 n_blocks;
    u32 n_slots, n_pred_slots; /* 32-bit slots of storage; of predicates */
    u32 pressure;              /* most of them alive at one point: registers a thread needs without spills */
    u32 chain_slots;           /* registers of this and the deepest chain of calls from it, recursion counted once */
    u32 index;                 /* position in the module's list */
    bool calls_indirect, recursive; /* itself, not what it calls */
    struct ptx_func *alias;         /* .alias: calls of it already go to this function */
    struct isa_notes *notes;        /* isa/'s notes on a copy that it works on; NULL elsewhere */
};

struct ptx_module {
    struct arena arena;
    const char *file;
    u32 version_major, version_minor, address_size, n_src_files;
    const char *target, **src_files; /* .file N "name" */
    struct ptx_var *vars;            /* module level */
    struct ptx_func *funcs;
};

/* Parses text (n bytes, need not end in 0). NULL with errors in d if it is not PTX. Functions come analysed. */
struct ptx_module *ptx_parse(const char *file, const char *text, size_t n, struct diag *d);
void ptx_free(struct ptx_module *m);
struct ptx_func *ptx_find_func(const struct ptx_module *m, const char *name);
struct ptx_var *ptx_find_var(const struct ptx_module *m, const char *name);
bool ptx_analyse(struct ptx_func *f, struct diag *d); /* called by ptx_parse */
u8 *ptx_reachable(const struct ptx_func *f);          /* by block: it may be executed; free() it */
void ptx_print_instr(const struct ptx_func *f, u32 pc, char *buf, size_t n); /* disassembly, for messages */
/* Which unit executes it: enum ptx_unit = enum si_class. By opcode and type: add.f64 is FP64, add.s32 ALU. */
u8 ptx_instr_class(const struct ptx_instr *i);
bool ptx_fence_is_wide(const struct ptx_instr *i); /* a memory fence with more than block scope */
/* What a fence that implements an access's .acquire or .release leaves out: it keeps the L1, or waits for loads only.
   */
bool ptx_fence_only_releases(const struct ptx_instr *i);
bool ptx_fence_only_acquires(const struct ptx_instr *i);
/* Its suffixes are read by ptx_matrix_form (ptx/matrix.h). */
static inline bool is_matrix_op(u16 op)
{
    return op == OP_MMA || op == OP_WGMMA || op == OP_LDMATRIX || op == OP_STMATRIX || op == OP_MOVMATRIX;
}
/* Parsed as what ptxas makes of it: no instruction of a function is one (ptx/wmma.c). */
static inline bool is_wmma_op(u16 op)
{
    return op == OP_WMMA || op == OP_WMMA_LOAD || op == OP_WMMA_STORE;
}

#endif
