/* Registers that an instruction needs beside those that PTX names. A machine's instruction takes one operand that is
   no register (a constant or an immediate; zero needs none), and what it stores, and an address, come from registers:
   other constants are put into one just before. What a compiler expands (a division) needs some for its parts:
   ptxas 13.0's count for sm_90 with the instruction less that with an addition in its place (bench/h200/scratch.csv).
   When: with every fold, before registers are counted. Leaves alone: the code: it notes how many registers an
   instruction needs for itself. */
#include <stdint.h>
#include <stdlib.h>

#include "isa/passes.h"

static bool is_constant(const struct ptx_operand *o, const struct folds *fold)
{
    switch (o->kind) {
    case PO_IMM: return o->imm != 0;
    case PO_SYM: return true;
    case PO_REG: return is_empty_fold(fold, o->reg);
    default: return false;
    }
}

#define AHEAD 64 /* instructions; guess */
struct needs {
    const struct ptx_func *f;
    struct folds *fold;
    const u32 *def; /* by register: its definition, if that is part of its reader */
    u32 pc, room, words, loads;
    size_t block; /* index of this block's first entry in fold->early */
};

/* What a folded operand is in the end: an immediate, a variable's address, a parameter, a size of the launch; NULL:
   something else. */
static const struct ptx_operand *resolve(const struct needs *n, const struct ptx_operand *o, bool *loaded)
{
    for (u32 left = 8; left && (o->kind == PO_REG || (o->kind == PO_ADDR && o->base == PO_REG)); left--) {
        const struct ptx_instr *i = n->def[o->reg] != UINT32_MAX ? &n->f->code[n->def[o->reg]] : NULL;
        if (!i || i->n_opnd < 2)
            return NULL;
        *loaded |= i->op == OP_LD;
        o = &i->opnd[1];
    }
    return o->kind == PO_REG ? NULL : o;
}

/* The constant that i has there, and what it is. */
static struct early constant_at(const struct needs *n, const struct ptx_instr *i, const struct ptx_operand *o,
                                const struct ptx_operand **is, bool *loaded)
{
    bool reg = o->kind == PO_REG || o->kind == PO_ADDR;
    struct early e = {.words = reg ? reg_words(n->f, o->reg) : reg_width(i->type),
                      .from = n->f->blocks[i->block].first,
                      .to = n->pc};

    /* where PTX is issued, each name has its own */
    *is = n->fold->machine ? resolve(n, o, loaded) : reg ? NULL : o;
    e.key = !*is                     ? o->reg
            : (*is)->kind == PO_IMM  ? (*is)->imm
            : (*is)->kind == PO_SREG ? (*is)->sreg * 4ull + (*is)->sub
                                     : (u64)(*is)->off;
    e.of = *is && ((*is)->kind == PO_SYM || (*is)->kind == PO_ADDR) ? (*is)->sym : NULL;
    e.kind = *is ? (*is)->kind : PO_NONE;
    return e;
}

static bool is_same(const struct early *a, const struct early *b)
{
    return a->key == b->key && a->of == b->of && a->kind == b->kind && a->words == b->words;
}

/* The constant's entry, if an earlier instruction of the block has it in a register; NULL: none. */
static struct early *ready(struct needs *n, const struct early *e)
{
    for (size_t k = n->block; k < n->fold->early.n; k++)
        if (is_same(&n->fold->early.at[k], e))
            return &n->fold->early.at[k];
    return NULL;
}

/* A constant that goes into a register, once for all instructions of a block that need it */
static void need(struct needs *n, const struct ptx_instr *i, const struct ptx_operand *o)
{
    const struct ptx_operand *is;
    bool loaded = false;
    struct early e = constant_at(n, i, o, &is, &loaded), *old;
    u32 words = e.words;

    if (is && is->kind == PO_IMM && !is->imm) /* there is a register that is always zero */
        return;
    n->words += words;
    if ((old = ready(n, &e))) {
        old->to = n->pc;
        return;
    }
    /* parameters and sizes of the launch are loaded in any case (extra.c), and an address is made up once */
    if (is && is->kind == PO_IMM && words > 1 && n->fold->machine) /* by halves; a half that is zero needs none */
        n->loads += ((u32)is->imm != 0) + (is->imm >> 32 != 0);
    else
        n->loads += !(loaded || (is && (is->kind == PO_SREG || is->kind == PO_SYM)));
    VEC_PUSH(&n->fold->early, e);
}

/* An f64 whose lower half is not zero: immediates have only the upper half. */
static bool is_long(const struct needs *n, const struct ptx_instr *i, const struct ptx_operand *o)
{
    bool loaded = false;
    const struct ptx_operand *is = n->fold->machine && i->type == PT_F64 ? resolve(n, o, &loaded) : NULL;

    return is && !loaded && is->kind == PO_IMM && (u32)is->imm;
}

/* How many constants i has, of which one is e. */
static u32 constants_with(const struct needs *n, const struct ptx_instr *i, const struct early *e)
{
    u32 count = 0;
    bool with = false;

    for (u32 k = i->n_dst; k < i->n_opnd; k++) {
        const struct ptx_operand *is;
        bool loaded = false;
        if (!is_constant(&i->opnd[k], n->fold))
            continue;
        struct early other = constant_at(n, i, &i->opnd[k], &is, &loaded);
        with |= is_same(&other, e);
        count++;
    }
    return with ? count : 0;
}

/* Does one of the block's next instructions have it beside another constant? */
static bool comes_again(const struct needs *n, const struct early *e)
{
    const struct ptx_block *b = &n->f->blocks[n->f->code[n->pc].block];
    u32 end = MIN(b->end, n->pc + 1 + AHEAD);

    for (u32 pc = n->pc + 1; pc < end; pc++)
        if (!is_folded(&n->f->code[pc], n->fold) && constants_with(n, &n->f->code[pc], e) > 1)
            return true;
    return false;
}

/* i has another constant after k, which should be encoded instead: k's is in a register already, or serves other
   instructions. (ptxas: x * 3 + c for many c has the 3 in a register; tools/h200/ptxas_rules.py.) */
static bool leaves_place(struct needs *n, const struct ptx_instr *i, u32 k)
{
    const struct ptx_operand *is;
    bool loaded = false;

    if (!n->fold->machine || i != &n->f->code[n->pc])
        return false;
    for (u32 j = k + 1; j < i->n_opnd; j++) {
        if (!is_constant(&i->opnd[j], n->fold) || is_long(n, i, &i->opnd[j]))
            continue;
        struct early this = constant_at(n, i, &i->opnd[k], &is, &loaded);
        struct early other = constant_at(n, i, &i->opnd[j], &is, &loaded);
        if (loaded || is_same(&this, &other) || ready(n, &other))
            return false;
        return ready(n, &this) || (comes_again(n, &this) && !comes_again(n, &other));
    }
    return false;
}

/* Constants of i, and of the instruction that is part of it */
static void count_constants(struct needs *n, const struct ptx_instr *i, bool whole)
{
    if (!whole && (i->op == OP_SHL || i->op == OP_SHR)) /* the shift distance is no operand */
        return;
    for (u32 k = i->n_dst; k < i->n_opnd && whole && note_of(n->f, i)->fused; k++)
        if (i->opnd[k].kind == PO_REG && n->def[i->opnd[k].reg] != UINT32_MAX &&
            !is_empty_fold(n->fold, i->opnd[k].reg))
            count_constants(n, &n->f->code[n->def[i->opnd[k].reg]], false);
    for (u32 k = i->n_dst + (i->op == OP_TEX); k < i->n_opnd; k++) {
        const struct ptx_operand *o = &i->opnd[k];
        if (o->kind == PO_ADDR && o->base == PO_REG && !o->n_vec && is_empty_fold(n->fold, o->reg))
            need(n, i, o);
        for (u32 j = 0; j < o->n_vec; j++)
            if (is_constant(&o->vec[j], n->fold))
                need(n, i, &o->vec[j]);
        if (!is_constant(o, n->fold))
            continue;
        if (n->room && !is_long(n, i, o) && !leaves_place(n, i, k))
            n->room--;
        else
            need(n, i, o);
    }
}

static u32 constants_of(struct needs *n, const struct ptx_instr *i)
{
    u32 unit = ptx_instr_class(i);

    n->words = n->loads = 0;
    if ((unit >= PU_CONTROL && unit <= PU_FENCE) || (unit == PU_SHFL && n->fold->machine) || i->op == OP_MOV ||
        i->space == PS_PARAM || (n->fold->machine && i->op == OP_BFE))
        return 0;
    n->room = unit != PU_MEM;
    count_constants(n, i, true);
    return n->words;
}

static u32 expansion_of(const struct isa_table *table, const struct ptx_instr *i)
{
    const struct ptx_type_info *t = &ptx_types[i->type];

    if (i->flags & (PF_APPROX | PF_FULL | PF_WIDE) && !(i->op == OP_RSQRT && t->bits == 64))
        return 0;
    for (u32 k = 0; k < table->n_scratch; k++) {
        const struct isa_scratch *e = &table->scratch[k];
        char kind = t->kind == 'F' ? 'F' : e->kind == 'I' ? 'I' : t->kind == 'S' ? 'S' : 'U';
        if (e->op == i->op && e->bits == t->bits && e->kind == kind)
            return e->words;
    }
    return 0;
}

void scratch_find(struct ptx_func *f, struct folds *fold, const struct isa_request *r)
{
    u32 *def = xmalloc((f->n_regs + 1) * sizeof *def);
    struct needs n = {.f = f, .fold = fold, .def = def};
    bool folds = has_pass(r, "fold");
    u32 count;

    for (u32 k = 0; k < f->n_regs; k++)
        def[k] = UINT32_MAX;
    for (u32 pc = 0; pc < f->n_code; pc++)
        if (is_folded(&f->code[pc], fold))
            def[f->code[pc].opnd[0].reg] = pc;
    for (u32 pc = 0; pc < f->n_code; pc++) {
        const struct ptx_instr *i = &f->code[pc];
        struct isa_note *note = &f->notes->at[pc];
        n.pc = pc;
        if (pc == f->blocks[i->block].first)
            n.block = fold->early.n;
        note->scratch = note->constants = note->loads = 0;
        if (!folds || is_folded(i, fold) || i->parse_only)
            continue;
        count = constants_of(&n, i);
        note->constants = (u8)MIN(count, 16u);
        note->loads = (u8)MIN(n.loads, 16u);
        note->scratch = (u8)(note->constants + expansion_of(isa_tables[r->target.isa], i));
    }
    free(def);
}
