/* The tables of the generations, and how an instruction finds its row. A new generation is a .def file, an entry of
   isa_tables and a word of isa_kind. */
#include "isa/table.h"

#include <string.h>

#include "isa/isa.h"
#include "isa/passes.h"
#include "ptx/matrix.h"

struct fact { /* properties of an instruction, computed once before the rows are searched */
    const struct ptx_instr *i;
    const struct isa_note *n;
    u8 unit, kind, to, from; /* PU_*, K_*; for a conversion: its types' kinds */
    bool wide;
    u8 mma; /* MMA_* */
    u16 k;
};

/* How sm_90 executes a form of mma (machine code: tools/h200/tensor.c): on the tensor cores, m8n8 or m16n8 by half
   (16 bytes of a row of A) or whole, sparse or not; f64; f8 as two of f16; or as a program of other instructions. */
enum {
    MMA_NOT,
    MMA_8,
    MMA_HALF,
    MMA_WHOLE,
    MMA_SP_HALF,
    MMA_SP_WHOLE,
    MMA_F64,
    MMA_F64_M8,
    MMA_F8,
    MMA_SP_F8,
    MMA_VOLTA,
    MMA_XOR,
    MMA_U4,
    MMA_S4,
    MMA_SP_S4
};

static u8 mma_kind(const struct ptx_instr *i, u16 *k)
{
    struct ptx_matrix f;
    if (i->op != OP_MMA || ptx_matrix_form(i, &f))
        return MMA_NOT;
    u8 a = f.type[MAT_A];
    u32 bits = ptx_elements[a].bits, bytes = f.k * bits / 8 / (f.sparse ? 2 : 1);
    *k = f.k;
    if (a == ME_F64)
        return f.m == 8 ? MMA_F64_M8 : MMA_F64;
    if (a == ME_E4M3 || a == ME_E5M2)
        return f.sparse ? MMA_SP_F8 : MMA_F8;
    if (bits == 4)
        return f.sparse ? MMA_SP_S4 : a == ME_U4 && f.type[MAT_B] == ME_U4 ? MMA_U4 : MMA_S4;
    if (a == ME_B1 && f.exclusive)
        return MMA_XOR;
    if (f.m == 8)
        return a == ME_F16 ? MMA_VOLTA : MMA_8;
    return f.sparse ? (bytes > 16 ? MMA_SP_WHOLE : MMA_SP_HALF) : bytes > 16 ? MMA_WHOLE : MMA_HALF;
}

static u8 kind_of(u8 type)
{
    const struct ptx_type_info *t = &ptx_types[type];

    if (t->kind == 'P')
        return K_P;
    if (t->kind == 'F')
        return t->bits > 32 ? K_D : type == PT_F32 ? K_F : K_H;
    return t->bits > 32 ? K_L : K_I;
}

static bool is_imm(const struct ptx_instr *i, u32 k)
{
    return k < i->n_opnd && i->opnd[k].kind == PO_IMM;
}

/* Reads one word, or the upper one */
static bool at_an_edge(u64 from, u64 n)
{
    return (from == 0 && n <= 32) || from + n == 32 || (from >= 32 && from + n == 64) || (from == 32 && n <= 32);
}

static bool is_sparse(const struct ptx_instr *i)
{
    struct ptx_matrix f;
    return i->op == OP_WGMMA && !ptx_matrix_form(i, &f) && f.sparse;
}

/* Forms: what a row may require of an instruction beyond opcode, kind and flags */
/* clang-format off */
#define ISA_FORMS(X)                                                                                                  \
    X(ANY, true, "")                                                                                                  \
    X(SLOW_TEST, n->slow == SLOW_TEST, "test and branch before a slow way (slow.c)")                                  \
    X(SLOW_DIV, n->slow == SLOW_DIV, "a division's slow way")                                                         \
    X(SLOW_SQRT, n->slow == SLOW_SQRT, "a square root's slow way")                                                    \
    X(SLOW_DIVD, n->slow == SLOW_DIVD, "the slow way of a division of doubles")                                       \
    X(SLOW_RCP, n->slow == SLOW_RCP, "the slow way of a reciprocal")                                                  \
    X(SLOW_RCPD, n->slow == SLOW_RCPD, "of one of doubles")                                                           \
    X(SLOW_SQRTD, n->slow == SLOW_SQRTD, "the slow way of a square root of doubles")                                  \
    X(FUSED, n->fused, "another instruction is part of it (fold.c)")                                                  \
    X(FUSED_PRED, n->fused && i->type == PT_PRED, "a comparison is part of it")                                       \
    X(FUSED_ONE, n->fused == FUSE_ONE, "another is part of it, in one instruction")                                   \
    X(FUSED_TWO, n->fused == FUSE_TWO, "another is part of it, in two")                                               \
    X(FUSED_FOUR, n->fused == FUSE_FOUR, "another is part of it, in four")                                            \
    X(BYTE, i->n_opnd == 4 && is_imm(i, 2) && !(i->opnd[2].imm % 8) && is_imm(i, 3) && i->opnd[3].imm == 8,           \
      "a whole byte")                                                                                                 \
    X(EDGE, i->n_opnd == 4 && is_imm(i, 2) && is_imm(i, 3) && at_an_edge(i->opnd[2].imm, i->opnd[3].imm),             \
      "bits from a word's begin or to its end")                                                                       \
    X(BY_32, i->n_opnd == 3 && is_imm(i, 2) && i->opnd[2].imm == 32, "by 32")                                         \
    X(UNIFORM, n->uniform, "to registers that lanes share (const_loads.c)")                                           \
    X(UNIFORM_FOUR, n->uniform && i->vec == 4 && ptx_types[i->type].bits == 32, "likewise, four words")               \
    X(SIGNED, ptx_types[i->type].kind == 'S', "of signed numbers")                                                    \
    X(CVT_H, both & K_H, "from or to f16")                                                                            \
    X(CVT_D, both & K_D || (both & K_L && both & K_F), "from or to f64, or between f32 and 64-bit integers")          \
    X(CVT_F_I32, x->to == K_F && x->from == K_I && (ptx_types[i->type2].bits == 32 || n->widened),                    \
      "to f32 from a 32-bit integer, or what is known to be as good as one")                                          \
    X(CVT_F, both & K_F, "from or to f32")                                                                            \
    X(TO_F_FROM_I, x->to == K_F && x->from & (K_I | K_L), "to f32 from an integer")                                   \
    X(TO_D_FROM_I, x->to == K_D && x->from & (K_I | K_L), "to f64 from an integer")                                   \
    X(TO_I_FROM_F, x->to & (K_I | K_L) && x->from & (K_F | K_H), "to an integer from f32 or f16")                     \
    X(TO_I_FROM_D, x->to & (K_I | K_L) && x->from == K_D, "to an integer from f64")                                   \
    X(SREG, i->n_opnd > 1 && i->opnd[1].kind == PO_SREG, "of a special register")                                     \
    X(WIDE, x->wide, "64 bits, all in use")                                                                           \
    X(ALU, x->unit == PU_ALU, "other integer work")                                                                   \
    X(ALU_WIDE, x->unit == PU_ALU && x->wide, "other integer work, 64 bits")                                          \
    X(OTHER, x->unit >= PU_CONTROL && x->unit <= PU_MEM, "control, barriers, fences, memory")                         \
    X(MMA_8, x->mma == MMA_8, "m8n8 of integers or bits")                                                             \
    X(MMA_HALF, x->mma == MMA_HALF, "m16n8, rows of A of 16 bytes")                                                   \
    X(MMA_WHOLE, x->mma == MMA_WHOLE, "m16n8, rows of A of 32 bytes")                                                 \
    X(MMA_SP_HALF, x->mma == MMA_SP_HALF, "sparse, 16 bytes of a row stored")                                         \
    X(MMA_SP_WHOLE, x->mma == MMA_SP_WHOLE, "sparse, 32 bytes of a row stored")                                       \
    X(MMA_F64_16, x->mma == MMA_F64 && x->k == 16, "f64, k16")                                                        \
    X(MMA_F64_8, x->mma == MMA_F64 && x->k == 8, "f64, k8")                                                           \
    X(MMA_F64_M8, x->mma == MMA_F64_M8, "f64, m8n8k4")                                                                \
    X(MMA_F64, x->mma == MMA_F64, "f64, k4")                                                                          \
    X(WG_SP_REGS, is_sparse(i) && i->opnd[1].kind == PO_VEC, "sparse, A in registers")                                \
    X(WG_SP, is_sparse(i), "sparse")                                                                                  \
    X(WG_REGS, i->n_opnd > 1 && i->opnd[1].kind == PO_VEC, "A in registers")                                          \
    X(MMA_F8_32, x->mma == MMA_F8 && x->k == 32, "f8, k32: two of f16")                                               \
    X(MMA_F8, x->mma == MMA_F8, "f8, k16")                                                                            \
    X(MMA_SP_F8, x->mma == MMA_SP_F8, "sparse f8")                                                                    \
    X(MMA_VOLTA, x->mma == MMA_VOLTA, "m8n8k4 of f16")                                                                \
    X(MMA_XOR, x->mma == MMA_XOR, "exclusive or of bits")                                                             \
    X(MMA_U4_64, x->mma == MMA_U4 && x->k == 64, "u4, k64")                                                           \
    X(MMA_U4, x->mma == MMA_U4, "u4, k32")                                                                            \
    X(MMA_S4_64, x->mma == MMA_S4 && x->k == 64, "s4, k64")                                                           \
    X(MMA_S4, x->mma == MMA_S4, "s4, k32")                                                                            \
    X(MMA_SP_S4, x->mma == MMA_SP_S4, "sparse s4 or u4")                                                              \
    X(FOLDED, n->no_slot, "an operand of what reads it")
/* clang-format on */
#define FORM_ID(name, test, about) FORM_##name,
#define FORM_ROW(name, test, about) {#name, about},
#define FORM_CASE(name, test, about)                                                                                 \
    case FORM_##name: return test;
enum { ISA_FORMS(FORM_ID) };
static const struct {
    const char *name, *about;
} forms[] = {ISA_FORMS(FORM_ROW)};

static bool has_form(const struct fact *x, u8 form)
{
    const struct ptx_instr *i = x->i;
    const struct isa_note *n = x->n;
    u8 both = x->to | x->from;

    switch (form) {
        ISA_FORMS(FORM_CASE)
    default: return false;
    }
}

const char *isa_form_name(u8 form, const char **about)
{
    *about = forms[form].about;
    return forms[form].name;
}

/* ---- The tables ---- */
enum { OP_ANY = OP_COUNT, PU_SAME = ISA_SAME };
#define ROW(op_, kinds_, form_, with_, without_, slots_, pipe_, rate_, lat_, source_)                                \
    {OP_##op_, kinds_, FORM_##form_, with_, without_, {slots_, PU_##pipe_, rate_, lat_}, source_},
#define SCRATCH(op_, bits_, kind_, words_)
#define PASS(name_)
static const struct isa_row ptx_rows[] = {
#include "isa/ptx.def"
};
static const struct isa_row fermi_rows[] = {
#include "isa/fermi.def"
};
static const struct isa_row sm90_rows[] = {
#include "isa/sm90.def"
};
#undef ROW
#undef SCRATCH
#define ROW(...)
#define SCRATCH(op_, bits_, kind_, words_) {OP_##op_, bits_, kind_, words_},
static const struct isa_scratch sm90_scratch[] = {
#include "isa/sm90.def"
};
#undef SCRATCH
#undef PASS
#define SCRATCH(...)
#define PASS(name_) #name_,
static const char *const ptx_passes[] = {
#include "isa/ptx.def"
    NULL};
static const char *const fermi_passes[] = {
#include "isa/fermi.def"
    NULL};
static const char *const sm90_passes[] = {
#include "isa/sm90.def"
    NULL};

#define NAME(op_, kinds_, form_, with_, without_, names_)                                                            \
    {.op = OP_##op_, .kinds = kinds_, .form = FORM_##form_, .with = with_, .without = without_, .source = names_},
static const struct isa_row name_rows[] = {
#include "isa/names.def"
};

static const struct isa_table ptx = {"ptx", "PTX one to one", ptx_rows, COUNT_OF(ptx_rows), NULL, 0, ptx_passes};
static const struct isa_table fermi = {
    "fermi", "PTX with folded operands", fermi_rows, COUNT_OF(fermi_rows), NULL, 0, fermi_passes};
static const struct isa_table sm90 = {"sm90",       "Hopper, as ptxas 13.0 compiles for it",
                                      sm90_rows,    COUNT_OF(sm90_rows),
                                      sm90_scratch, COUNT_OF(sm90_scratch),
                                      sm90_passes};
const struct isa_table *const isa_tables[] = {[ISA_PTX] = &ptx, [ISA_FOLDED] = &fermi, [ISA_MACHINE] = &sm90};
const u32 isa_table_count = COUNT_OF(isa_tables);

bool isa_table_has(const struct isa_table *t, const char *pass)
{
    for (u32 k = 0; t->passes[k]; k++)
        if (!strcmp(t->passes[k], pass))
            return true;
    return false;
}

static bool is_long(const struct ptx_func *f, const struct ptx_operand *o)
{
    return o->kind == PO_REG && ptx_types[f->regs[o->reg].type].bits == 64;
}

/* Of the long registers that it reads, the first one, or all where they are compared or chosen from */
static bool reads_narrow(const struct ptx_func *f, const struct ptx_instr *i, bool *any)
{
    bool all = i->op == OP_SETP || i->op == OP_SELP;

    *any = false;
    for (u32 k = i->n_dst; k < i->n_opnd; k++) {
        if (!is_long(f, &i->opnd[k]))
            continue;
        *any = true;
        if (!all || !is_narrow_reg(f, i->opnd[k].reg))
            return is_narrow_reg(f, i->opnd[k].reg);
    }
    return *any;
}

/* One side is zero in its upper half, so the result's upper half is the other side's. */
static bool keeps_upper(const struct ptx_func *f, const struct ptx_instr *i)
{
    bool zero = false;

    if ((i->op != OP_OR && i->op != OP_XOR) || ptx_types[i->type].bits != 64)
        return false;
    for (u32 k = i->n_dst; k < i->n_opnd; k++) {
        const struct ptx_operand *o = &i->opnd[k];
        zero |= (is_long(f, o) && is_narrow_reg(f, o->reg)) || (o->kind == PO_IMM && !(o->imm >> 32));
    }
    return zero;
}

/* The result's upper 32 bits are unused or taken from another register: a 32-bit operation suffices. */
static bool is_narrow(const struct ptx_func *f, const struct ptx_instr *i)
{
    bool any, reads = i->op == OP_SETP || i->op == OP_SELP || !i->n_dst || i->opnd[0].kind != PO_REG;

    if (reads) {
        bool narrow = reads_narrow(f, i, &any);
        if (any)
            return narrow;
    }
    return i->n_dst && i->opnd[0].kind == PO_REG && (is_narrow_reg(f, i->opnd[0].reg) || keeps_upper(f, i));
}

void isa_lookup_init(struct isa_lookup *l, const struct isa_table *t)
{
    ENSURE(t->n_rows < ISA_MOST_ROWS);
    l->t = t;
    memset(l->first, 0xff, sizeof l->first);
    for (u32 k = t->n_rows; k-- > 0;) {
        l->next[k] = l->first[t->rows[k].op];
        l->first[t->rows[k].op] = (u16)k;
    }
}

static inline bool fits(const struct fact *x, const struct isa_row *r)
{
    return r->kinds & x->kind && (x->i->flags & r->with) == r->with && !(x->i->flags & r->without) &&
           has_form(x, r->form);
}

static inline struct fact fact_of(const struct ptx_func *f, const struct ptx_instr *i)
{
    static const struct isa_note none;

    return (struct fact){.i = i,
                         .n = f->notes ? note_of(f, i) : &none,
                         .unit = ptx_instr_class(i),
                         .kind = kind_of(i->type),
                         .to = kind_of(i->type),
                         .from = kind_of(i->type2)};
}

/* wgmma: by how many columns it has (sm90.def) */
static void add_columns(const struct ptx_instr *i, struct isa_cost *c)
{
    struct ptx_matrix f;
    if (!c->rate || ptx_matrix_form(i, &f))
        return;
    c->rate = (u16)MAX(c->rate + (i->opnd[1].kind == PO_VEC ? 0u : f.n / (f.sparse ? 2u : 4u)), f.n / 2u);
    c->lat = (u16)(c->lat + f.n / 2u);
}

struct isa_cost isa_lookup_cost(const struct isa_lookup *l, const struct ptx_func *f, const struct ptx_instr *i)
{
    bool narrow = is_narrow(f, i);
    struct fact x = fact_of(f, i);

    x.wide = ptx_types[i->type].bits > 32 && !narrow;
    x.mma = mma_kind(i, &x.k);
    if (x.kind == K_L && narrow)
        x.kind = K_I;
    bool special = x.n->slow || x.n->fused;
    for (u32 own = l->first[i->op], any = l->first[OP_ANY];;) {
        u32 k = MIN(own, any);    /* rows of its opcode merged with those of all opcodes, in the table's order */
        ENSURE(k < l->t->n_rows); /* the last row of a table fits everything */
        const struct isa_row *r = &l->t->rows[k];
        *(k == own ? &own : &any) = l->next[k];
        if (!special && r->form >= FORM_SLOW_TEST && r->form <= FORM_FUSED_FOUR) /* decided at once for most */
            continue;
        if (!fits(&x, r))
            continue;
        struct isa_cost c = r->cost;
        c.pipe = c.pipe == ISA_SAME ? x.unit : c.pipe;
        if (i->op == OP_WGMMA)
            add_columns(i, &c);
        return c;
    }
}

const char *isa_names(const struct ptx_func *f, const struct ptx_instr *i)
{
    struct fact x = fact_of(f, i);
    const struct isa_row *r = name_rows; /* the last fits everything */
    while ((r->op != i->op && r->op != OP_ANY) || !fits(&x, r))
        r++;
    return r->source;
}
