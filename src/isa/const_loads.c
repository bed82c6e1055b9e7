/* Loads of constants that go to registers which a warp's lanes share (ULDC): where the address is such a register's,
   too, and every reader can take the value from there. Read off ptxas's code for sm_90 (tools/h200/constants.cu):
   - an address is, if it is computed from a kernel's parameters, the launch's sizes and numbers by integer
     instructions, in code to which all lanes come together; not if the CTA's index or something loaded is part of it;
   - arithmetic takes one operand from there: of two loaded values, or one beside a number, the second goes to a
     register of each lane (LDC), as does what is stored, selected or part of an address;
   - two neighbouring words of one base are loaded together, at an offset that is a multiple of 8.
   When: with the costs of sm_90. Leaves alone: the code, and words at fixed addresses, which are operands (fold.c):
   it notes which loads are such. Leaves out: that they take no register of a lane, and uniform arithmetic's own pipe.
 */
#include <stdlib.h>

#include "isa/known.h"

#define CARE (UNIFORM_LOADED | UNIFORM_PATHS | UNIFORM_DATAPATH)

struct values {
    const struct folds *fold;
    u8 *loaded; /* by register: of a load that may be one */
    u8 *lanes;  /* by register: a reader needs it in per-lane registers */
};

static bool may_be(const struct ptx_func *f, const struct uniform *u, const struct ptx_instr *i)
{
    return i->op == OP_LD && i->space == PS_CONST && !i->guarded && !is_fixed_const(i) && !u->apart[i->block] &&
           i->opnd[1].kind == PO_ADDR && i->opnd[1].base == PO_REG && !i->opnd[1].n_vec &&
           !u->varies[i->opnd[1].reg] && ptx_types[i->type].bits >= 32 && f->is_entry;
}

static void is_loaded(void *ctx, u32 reg, enum reg_use use)
{
    if (use == REG_WRITE)
        ((u8 *)ctx)[reg] = 1;
}

/* Arithmetic that can take one operand from uniform registers */
static bool takes_one(const struct ptx_func *f, const struct ptx_instr *i)
{
    u8 unit = ptx_instr_class(i);

    if (i->op == OP_MOV || i->op == OP_SELP || i->op == OP_DIV || i->op == OP_REM || lower_branches(i))
        return false;
    if (unit == PU_SFU || unit == PU_CVT) /* others multiply by a constant first */
        return lower_slots(f, i) == 1;
    return unit == PU_FP32 || unit == PU_FP64 || unit == PU_ALU || unit == PU_MUL;
}

static void need_lanes(void *ctx, u32 reg, enum reg_use use)
{
    struct values *v = ctx;

    if (use != REG_WRITE && v->loaded[reg])
        v->lanes[reg] = 1;
}

static void look_at_reader(const struct ptx_func *f, struct values *v, const struct ptx_instr *i)
{
    bool taken = false;

    if (!takes_one(f, i)) {
        visit_regs(i, need_lanes, v);
        return;
    }
    for (u32 k = i->n_dst; k < i->n_opnd; k++)
        taken |= i->opnd[k].kind == PO_IMM || (i->opnd[k].kind == PO_REG && is_empty_fold(v->fold, i->opnd[k].reg));
    for (u32 k = i->n_dst; k < i->n_opnd; k++) {
        const struct ptx_operand *o = &i->opnd[k];
        if (o->kind != PO_REG || !v->loaded[o->reg] || v->lanes[o->reg])
            continue;
        v->lanes[o->reg] = taken;
        taken = true;
    }
}

/* ---- Two words at a time ---- */
struct half {
    u32 pc, base;
    i64 off;
};
typedef VEC(struct half) halves;

static bool is_word(const struct ptx_instr *i)
{
    return i->vec <= 1 && ptx_types[i->type].bits == 32;
}

static void forget_base(void *ctx, u32 reg, enum reg_use use)
{
    halves *h = ctx;

    for (size_t k = use == REG_WRITE ? h->n : 0; k-- > 0;)
        if (h->at[k].base == reg)
            h->at[k] = h->at[--h->n];
}

/* The word at pc is loaded by the other half's instruction, if that came before in its block. */
static void join(struct ptx_func *f, halves *h, u32 pc)
{
    const struct ptx_operand *o = &f->code[pc].opnd[1];

    for (size_t k = 0; k < h->n; k++)
        if (h->at[k].base == o->reg && (h->at[k].off ^ (i64)o->off) == 4) {
            f->notes->at[h->at[k].pc].partner = pc;
            f->notes->at[pc].uniform = UNIFORM_PART;
            h->at[k] = h->at[--h->n];
            return;
        }
    VEC_PUSH(h, (struct half){pc, o->reg, (i64)o->off});
}

static void join_words(struct ptx_func *f)
{
    halves h = {0};

    for (u32 pc = 0; pc < f->n_code; pc++) {
        if (pc == f->blocks[f->code[pc].block].first)
            h.n = 0;
        if (f->notes->at[pc].uniform && is_word(&f->code[pc]))
            join(f, &h, pc);
        visit_results(&f->code[pc], forget_base, &h);
    }
    VEC_FREE(&h);
}

static bool all_shared(struct values *v, const struct ptx_instr *i)
{
    for (u32 k = 0; k < i->opnd[0].n_vec; k++)
        if (i->opnd[0].vec[k].kind == PO_REG && v->lanes[i->opnd[0].vec[k].reg])
            return false;
    return i->opnd[0].kind != PO_REG || !v->lanes[i->opnd[0].reg];
}

void const_loads_find(struct ptx_func *f, const struct folds *fold)
{
    bool any = false;

    for (u32 pc = 0; pc < f->n_code; pc++) {
        f->notes->at[pc].uniform = UNIFORM_NOT;
        f->notes->at[pc].partner = UINT32_MAX;
        any |= f->code[pc].op == OP_LD && f->code[pc].space == PS_CONST && !is_fixed_const(&f->code[pc]);
    }
    if (!any || !f->is_entry)
        return;
    const struct uniform *u = known_uniform(f, CARE);
    u8 *mem = xcalloc(2 * ((size_t)f->n_regs + 1), 1);
    struct values v = {fold, mem, mem + f->n_regs + 1};
    for (u32 pc = 0; pc < f->n_code; pc++)
        if (may_be(f, u, &f->code[pc]))
            visit_results(&f->code[pc], is_loaded, v.loaded);
    for (u32 pc = 0; pc < f->n_code; pc++)
        look_at_reader(f, &v, &f->code[pc]);
    for (u32 pc = 0; pc < f->n_code; pc++)
        if (may_be(f, u, &f->code[pc]) && all_shared(&v, &f->code[pc]))
            f->notes->at[pc].uniform = UNIFORM_LOAD;
    free(mem);
    join_words(f);
}
