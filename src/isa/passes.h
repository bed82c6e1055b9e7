/* Inside isa/: the analyses that passes use, and the passes: one file each, whose first comment says what it does,
   when ptxas does it, and what it leaves alone. pipeline.c has them in order. */
#ifndef SLUICE_ISA_PASSES_H
#define SLUICE_ISA_PASSES_H
#include "isa/notes.h"

static inline bool has_pass(const struct isa_request *r, const char *pass) /* it is there, and wanted */
{
    return isa_table_has(isa_tables[r->target.isa], pass) && !(r->without && r->without & isa_pass_bit(pass));
}

/* Machine instructions of the code as it stands; the last step. */
struct isa_func *isa_emit(struct ptx_func *f, struct arena *a);

/* Values that need no register of their own, and the registers that are read instead where they are. */
#define FOLD_NO UINT32_MAX
struct early { /* a constant that some instructions of a block need in registers, from the block's beginning to the
                  last of them */
    u64 key;   /* with kind and of: identifies the constant */
    const struct ptx_var *of;
    u8 kind;
    u32 words, from, to;
};
struct folds {
    bool machine, steady; /* steady: spills may follow, so sources must keep their values for good */
    u32 *to;              /* by register: FOLD_NO, or where its list begins: a count, then the registers */
    reg_list list;
    VEC(struct early) early;
};
static inline u32 fold_bases(const struct folds *f, u32 reg, const u32 **at)
{
    *at = &f->list.at[f->to[reg] + 1];
    return f->list.at[f->to[reg]];
}
void folds_free(struct folds *);

/* Registers and live ranges as a machine with folded operands sees them: reads of a folded value are reads of its
   bases. fold: NULL, or the values that need no place, and then sources may die before results are written. */
void visit_folded(const struct ptx_instr *i, const struct folds *fold, reg_visit *fn, void *ctx);
void live_find(struct liveness *l, const struct ptx_func *f, const struct folds *fold);
bool is_folded(const struct ptx_instr *i, const struct folds *fold); /* true if all that it computes is folded */
void narrow_find(struct ptx_func *f, bool all);         /* isa_reg.narrow; all: also global addresses have 32 bits */
void flow_rebuild(struct ptx_func *f, struct arena *a); /* after labels, or the number of instructions, changed */

/* Low bits of integers that may be set (bits.c) */
struct bits {
    u8 *set;           /* by register: number of bits that may be set; 64: not known */
    u8 *computed_with; /* by register: read by other instructions than stores of it */
    u8 *loaded;        /* by register: loaded and widened with zeroes, or another name for such a value */
};
void bits_find(struct bits *, const struct ptx_func *f);
void bits_free(struct bits *);
/* a conversion to a float of what a load has widened with zeroes */
bool bits_widened(const struct bits *, const struct ptx_instr *i);
bool bits_kept(const struct bits *, const struct ptx_instr *i); /* a conversion or a mask that changes nothing */

enum { FUSE_NO, FUSE_ONE /* one instruction */, FUSE_TWO /* a pair of them */, FUSE_FOUR /* a 64-bit product's */ };
/* Where the machine's instructions take constants and offsets; with the machine's own instructions, neighbours also
   fuse (isa_note.fused of the one that remains). */
/* steady: spills may come, so sources must keep their values for good */
struct folds fold_find(struct ptx_func *f, const struct isa_request *r, bool steady);
/* How the two become one (fuse.c), where b reads what a computes: FUSE_*. */
u8 fuse_pair(const struct ptx_func *f, const struct ptx_instr *a, const struct ptx_instr *b);
bool is_logic_of(const struct ptx_instr *i, u32 bits);
bool is_fixed_const(const struct ptx_instr *i);        /* a word of constant memory at an address known beforehand */
bool is_empty_fold(const struct folds *fold, u32 reg); /* a constant: no register is read in its place */
void scratch_find(struct ptx_func *f, struct folds *fold, const struct isa_request *r); /* isa_note.scratch */
/* Cheaper to compute again than to keep in memory */
bool fold_rematerialises(const struct ptx_func *f, const struct ptx_instr *i, const struct folds *fold);

/* A register with unconnected ranges becomes several; fold: NULL, or values in place. */
void webs_split(struct ptx_func *f, struct arena *a, const struct folds *fold);

/* Values that a block writes over again get names of their own. */
void rename_in_blocks(struct ptx_func *f, struct arena *a);

u32 *loop_depths(const struct ptx_func *f); /* by block; free() it */
u64 loop_weight(u32 depth); /* how much more often code at this depth is executed: ten times a level */

/* Spills until at most `limit` registers are needed at any point. False: impossible; *least is what one instruction
   needs. */
bool spill_to(struct ptx_func *f, struct arena *a, const struct folds *fold, u32 limit, u32 *least);

/* A copy whose instructions may be changed; blocks, variables and names are shared. */
struct ptx_func *isa_copy(const struct ptx_func *f, struct arena *a);
void ptx_copy_operands(struct ptx_instr *i, struct arena *a); /* gives it its own operands, to be changed */
/* Operands and the place in the source of an instruction that is put in for `like` */
void ptx_put_in_place(struct ptx_instr *i, const struct ptx_instr *like, const struct ptx_operand *o, u32 n,
                      struct arena *a);
/* Order of memory (alias.c). same_base: if both addresses have a register and it is the same, so is its value. */
enum mem_kind { MEM_NOT, MEM_LOAD, MEM_STORE, MEM_ALL /* keeps its order with everything */ };
enum mem_kind mem_kind(const struct ptx_instr *i);
const struct ptx_operand *mem_address(const struct ptx_instr *i);                     /* NULL: it has none */
bool mem_meets(const struct ptx_instr *a, const struct ptx_instr *b, bool same_base); /* may touch the same bytes */
bool mem_ordered(const struct ptx_instr *a, const struct ptx_instr *b, bool same_base);

void unroll(struct ptx_func *f, struct arena *a);
u32 unroll_most(const struct ptx_func *f, u32 first, u32 end); /* how long a body may be, as unroll_weight() counts */
u32 unroll_weight(const struct ptx_func *f, const struct ptx_instr *i); /* what it counts towards a loop's length */
bool loads_from_far(const struct ptx_instr *i);                         /* global or local memory, textures */
void whole(struct ptx_func *f, struct arena *a);
void rotate(struct ptx_func *f, struct arena *a);       /* loops that are left in the middle end with their test */
void drop_unread(struct ptx_func *f, struct arena *a);  /* results without a reader are not computed */
#define HOME_NAME "%home"                               /* of registers that hold words of a variable */
void homes_find(struct ptx_func *f, struct arena *a);   /* variables of a thread that registers hold */
void homes_choose(struct ptx_func *f, struct arena *a); /* also those with places that are not known */
void straighten(struct ptx_func *f, struct arena *a);
/* Exact divisions, reciprocals and roots of zero, or by it, take a
   slow way: tests and a branch, which are part of the fast one, and
   the way */
enum { SLOW_NO, SLOW_TEST, SLOW_DIV, SLOW_SQRT, SLOW_DIVD, SLOW_RCP, SLOW_RCPD, SLOW_SQRTD };
void combine_find(struct ptx_func *f); /* isa_note.combined */
enum { UNIFORM_NOT, UNIFORM_LOAD, UNIFORM_PART /* the load before it brings its word, too */ };
void const_loads_find(struct ptx_func *f, const struct folds *fold); /* isa_note.uniform */
u32 combine_slots(const struct ptx_instr *i, u8 way);
void ordered(struct ptx_func *f, struct arena *a);
void slow_ways(struct ptx_func *f, struct arena *a);
void guard_short_ways(struct ptx_func *f, struct arena *a); /* wants costs */
/* Joins neighbouring shared loads of a block into 8- or 16-byte ones. Keeps the order of accesses that may overlap
   and every register's value at each use. */
void widen(struct ptx_func *f, struct arena *a, const struct isa_request *r);
void lower_costs(struct ptx_func *f, const struct folds *fold);       /* isa_note.slots, pipe, rate, lat */
void lower_extra(struct ptx_func *f, const struct folds *fold);       /* slots without a PTX instruction */
void guard_words(struct ptx_func *f, const struct folds *fold);       /* likewise, constants under guards */
bool ends_at_once(const struct ptx_func *f, u32 block);               /* a return and nothing else */
u32 lower_slots(const struct ptx_func *f, const struct ptx_instr *i); /* of it alone */
bool lower_branches(const struct ptx_instr *i);                       /* its expansion contains a branch or a call */
struct order_want {
    u32 regs;        /* registers to hide latency with */
    u32 most;        /* no more registers than this, if possible */
    bool firm;       /* no more than `regs` even if PTX's order needs more */
    bool as_written; /* ignores latency: PTX's order, as far as registers allow */
    bool share;      /* values common to all lanes use no per-lane registers */
};
void shared_find(struct ptx_func *f, const struct folds *fold); /* isa_reg.shared; wants costs */
void schedule(struct ptx_func *f, const struct folds *fold, const struct order_want *); /* within blocks */
/* isa_note.level; wants `folded`. branches: a strand may have branches forward. */
void levels_assign(struct ptx_func *f, struct arena *a, bool branches);

/* Assigns physical registers: isa_reg.phys. Returns how many. enough: a compiler uses up to so many freely. */
u32 assign_registers(struct ptx_func *f, const struct folds *fold, u32 enough);

#endif
