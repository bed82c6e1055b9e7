/* Constants that guarded instructions read: a kernel's parameters, sizes of the launch, words of
   constant memory at fixed addresses. ptxas (13.0, tools/h200/guards.cu) loads them separately in each
   short way that it guards, under the way's guard (`@p LDC`), as it did when the way was a block of
   its own. A constant that the block also reads without a guard is loaded once for all. A computation
   whose result is read under one guard only (an address) belongs to that way, too. When: after
   extra.c, which counts one load for each word. Leaves alone: the code: it adds slots to existing
   instructions. */
#include <stdlib.h>

#include "base/vec.h"
#include "isa/known.h"

#define NO_GUARD UINT32_MAX
#define NOT_READ (UINT32_MAX - 1)

struct reader {
    const struct ptx_var *of; /* NULL: a parameter, a size of the launch */
    u64 at;
    u32 pc, block, guard;
};

struct search {
    struct ptx_func *f;
    const u32 *depth;
    u32 *def;   /* by register: what defines it, for those that are part of their reader */
    u32 *under; /* by register: the guard of all its readers; NO_GUARD: several, or none */
    u32 guard;  /* of the instruction at hand */
    VEC(struct reader) readers;
    VEC(struct reader) counted; /* words whose one counted load belongs to the first guard */
};

/* Is the folded register such a word? Then *r is it. */
static bool is_word(const struct search *s, u32 reg, struct reader *r)
{
    for (u32 left = 8; left && s->def[reg] != UINT32_MAX; left--) {
        const struct ptx_instr *i = &s->f->code[s->def[reg]];
        const struct ptx_operand *o = i->n_opnd == 2 ? &i->opnd[1] : NULL;
        if (!o)
            return false;
        if (i->op == OP_LD && o->kind == PO_ADDR && o->base == PO_SYM &&
            ((i->space == PS_PARAM && o->sym->role != PV_CALL) || is_fixed_const(i))) {
            r->of = i->space == PS_PARAM ? NULL : o->sym;
            r->at = (i->space == PS_PARAM ? o->sym->offset : 0) + (u64)o->off;
            return true;
        }
        if (i->op == OP_MOV && o->kind == PO_SREG) {
            r->of = NULL;
            r->at = UINT64_MAX - o->sreg * 4ull - o->sub;
            return true;
        }
        if (o->kind != PO_REG)
            return false;
        reg = o->reg;
    }
    return false;
}

static u32 guard_of(const struct ptx_instr *i)
{
    return i->guarded ? i->guard * 2u + i->guard_neg : NO_GUARD;
}

static void note_reader(void *ctx, u32 reg, enum reg_use use)
{
    struct search *s = ctx;

    if (use == REG_GUARD)
        s->under[reg] = NO_GUARD;
    else if (use == REG_READ)
        s->under[reg] = s->under[reg] == NOT_READ || s->under[reg] == s->guard ? s->guard : NO_GUARD;
}

static void look_at(struct search *s, u32 pc)
{
    const struct ptx_instr *i = &s->f->code[pc];
    struct reader r = {.pc = pc, .block = i->block, .guard = guard_of(i)};

    if (r.guard == NO_GUARD && i->n_dst == 1 && i->opnd[0].kind == PO_REG && s->under[i->opnd[0].reg] != NOT_READ)
        r.guard = s->under[i->opnd[0].reg];
    for (u32 k = i->n_dst; k < i->n_opnd; k++) {
        const struct ptx_operand *o = &i->opnd[k];
        bool reg = o->kind == PO_REG || (o->kind == PO_ADDR && o->base == PO_REG && !o->n_vec);
        if (reg && is_word(s, o->reg, &r))
            VEC_PUSH(&s->readers, r);
    }
}

static bool is_same(const struct reader *a, const struct reader *b)
{
    return a->of == b->of && a->at == b->at;
}

/* Another reader already has it loaded: one without a guard, or an earlier one with the same guard. */
static bool has_another(const struct search *s, size_t at)
{
    const struct reader *r = &s->readers.at[at], *o;

    for (size_t k = at; k-- > 0 && (o = &s->readers.at[k])->block == r->block;)
        if (is_same(o, r) && (o->guard == NO_GUARD || o->guard == r->guard))
            return true;
    for (size_t k = at + 1; k < s->readers.n && (o = &s->readers.at[k])->block == r->block; k++)
        if (is_same(o, r) && o->guard == NO_GUARD)
            return true;
    return false;
}

/* Does the one load counted already belong to this way? No instruction reads the word without a guard, here or
   before. */
static bool is_counted(struct search *s, const struct reader *r)
{
    for (size_t k = 0; k < s->readers.n; k++)
        if (is_same(&s->readers.at[k], r) && s->readers.at[k].guard == NO_GUARD)
            return false;
    for (size_t k = 0; k < s->counted.n; k++)
        if (is_same(&s->counted.at[k], r))
            return false;
    VEC_PUSH(&s->counted, *r);
    return !s->depth[r->block];
}

void guard_words(struct ptx_func *f, const struct folds *fold)
{
    struct search s = {.f = f, .depth = known_depths(f), .def = xmalloc((f->n_regs + 1) * sizeof(u32))};

    s.under = xmalloc((f->n_regs + 1) * sizeof(u32));
    for (u32 k = 0; k < f->n_regs; k++) {
        s.def[k] = UINT32_MAX;
        s.under[k] = NOT_READ;
    }
    for (u32 pc = 0; pc < f->n_code; pc++)
        if (is_folded(&f->code[pc], fold) && f->code[pc].n_dst)
            s.def[f->code[pc].opnd[0].reg] = pc;
    for (u32 pc = 0; pc < f->n_code; pc++) {
        s.guard = guard_of(&f->code[pc]);
        if (!is_folded(&f->code[pc], fold))
            visit_folded(&f->code[pc], fold, note_reader, &s);
    }
    for (u32 pc = 0; pc < f->n_code; pc++)
        if (note_of(f, &f->code[pc])->slots)
            look_at(&s, pc);
    for (size_t k = 0; k < s.readers.n; k++) {
        const struct reader *r = &s.readers.at[k];
        struct isa_note *n = &f->notes->at[r->pc];
        if (r->guard == NO_GUARD || has_another(&s, k) || is_counted(&s, r) || n->slots == 255)
            continue;
        n->slots++;
        n->words++;
    }
    VEC_FREE(&s.readers);
    VEC_FREE(&s.counted);
    free(s.under);
    free(s.def);
}
