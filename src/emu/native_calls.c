/* Plans of a kernel and of the functions that it calls. Each function is translated separately, and calls and returns
   are the interpreter's. Arguments go through the frame, as there; if every caller passes one value for all lanes, or
   base + lane * step, it also goes through warp.uni, where the function's plan expects it.

   A passed value is followed from the store before the call, in the same block, to a load of the whole parameter.
   Functions that call themselves, or whose address is taken, are interpreted. */
#include <string.h>

#include "emu/access.h"
#include "emu/native.h"

#define MOST_CODE 6000 /* instructions in all: beyond, clang takes too long */

static bool is_translated(const struct native_plan *pl)
{
    return pl->how;
}

const struct native_plan *native_plan_at(const struct native_code *c, u32 pc)
{
    for (u32 k = 0; k < c->n_plans; k++) {
        const struct native_plan *pl = &c->plans[k];
        if (is_translated(pl) && pc >= pl->first && pc - pl->first < pl->n)
            return pl;
    }
    return NULL;
}

/* ---- Parameters ---- */

static const struct ptx_var *parameter_at(const struct native_plan *pl, u64 off, u64 size, u32 *index)
{
    *index = 0;
    for (const struct ptx_var *p = pl->f->params; p && *index < pl->n_passed; p = p->next, ++*index)
        if (p->offset == off && p->size == size)
            return p;
    return NULL;
}

static const struct ptx_var *loaded(const struct native_plan *pl, u32 i, u32 *index)
{
    const struct uop *u = &pl->code[i];
    return u->vec == 1 && !(u->flags & UF_STORE) ? parameter_at(pl, (u64)u->off, u->size, index) : NULL;
}

u8 native_passed_class(const struct native_plan *pl, u32 i)
{
    u32 k;
    return loaded(pl, i, &k) ? pl->passed[k] : NC_LANES;
}

u32 native_passed_uni(const struct native_plan *pl, u32 i)
{
    u32 k;
    return loaded(pl, i, &k) ? pl->passed_uni[k] : UINT32_MAX;
}

/* Parameters hold only what calls pass: the function neither stores there nor takes their address. */
static bool only_reads_parameters(const struct native_plan *pl)
{
    for (u32 i = 0; i < pl->f->n_code; i++) {
        const struct ptx_instr *in = &pl->f->code[i];
        for (u32 k = 0; k < in->n_opnd; k++) {
            const struct ptx_operand *o = &in->opnd[k];
            const bool names = (o->kind == PO_SYM || (o->kind == PO_ADDR && o->base == PO_SYM)) && o->sym;
            if (names && o->sym->role == PV_PARAM && !(in->op == OP_LD && o->kind == PO_ADDR))
                return false;
        }
    }
    return true;
}

static void begin_parameters(struct native_plan *pl)
{
    const bool kernel = !pl->first, plain = !kernel && only_reads_parameters(pl);
    for (const struct ptx_var *p = pl->f->params; p && !kernel; p = p->next)
        pl->n_passed++;
    pl->passed = xcalloc(pl->n_passed + 1, 1);
    pl->passed_uni = xcalloc(pl->n_passed + 1, sizeof *pl->passed_uni);
    pl->passes = xcalloc(pl->n + 1, sizeof *pl->passes);
    memset(pl->passes, 0xff, (pl->n + 1) * sizeof *pl->passes);
    if (!plain)
        memset(pl->passed, NC_LANES, pl->n_passed + 1);
}

/* ---- Calls ---- */

/* The store before call i, in its block, that alone fills variable v; UINT32_MAX: there is none. */
static u32 find_store(const struct native_plan *pl, u32 i, const struct ptx_var *v)
{
    for (u32 s = i; s-- && !pl->leads[s + 1];) {
        const struct uop *u = &pl->code[s];
        const u64 off = (u64)u->off, bytes = (u64)u->size * u->vec;
        if (access_kind(u) != MK_FRAME || !(u->flags & UF_STORE) || off >= v->offset + v->size ||
            off + bytes <= v->offset)
            continue;
        return pl->how[s] == NH_FRAME && u->vec == 1 && off == v->offset && bytes == v->size ? s : UINT32_MAX;
    }
    return UINT32_MAX;
}

static struct native_plan *callee_of(struct native_code *c, const struct native_plan *pl, u32 i)
{
    const struct uop *u = &pl->code[i];
    if (u->in->op != OP_CALL || !u->imm)
        return NULL;
    struct native_plan *to = &c->plans[(const struct prog_func *)(uintptr_t)u->imm - pl->prog->funcs];
    return is_translated(to) ? to : NULL;
}

/* The store that passes parameter k at call i, its class in *cls. */
static u32 passing_store(const struct native_plan *pl, u32 i, const struct ptx_var *p, u32 k, u8 *cls)
{
    const struct ptx_instr *in = pl->code[i].in;
    const u32 at = in->n_dst + 1u + k;
    const struct ptx_operand *o = at < in->n_opnd ? &in->opnd[at] : NULL;
    u32 s = o && o->kind == PO_SYM && !o->off && o->sym->size == p->size ? find_store(pl, i, o->sym) : UINT32_MAX;
    *cls = s == UINT32_MAX ? NC_LANES : native_operand_class(pl, s, pl->code[s].d);
    return s;
}

static bool raise_passed(struct native_code *c, const struct native_plan *pl)
{
    bool changed = false;
    for (u32 i = 0; i < pl->f->n_code; i++) {
        struct native_plan *to = callee_of(c, pl, i);
        u32 k = 0;
        for (const struct ptx_var *p = to ? to->f->params : NULL; p; p = p->next, k++) {
            u8 cls;
            passing_store(pl, i, p, k, &cls);
            changed |= cls > to->passed[k];
            to->passed[k] = MAX(to->passed[k], cls);
        }
    }
    return changed;
}

static void place_passed(struct native_plan *pl, u32 *n_uni)
{
    for (u32 k = 0; k < pl->n_passed; k++)
        if (pl->passed[k] != NC_LANES) {
            pl->passed_uni[k] = *n_uni;
            *n_uni += 2;
        }
}

static void place_passing(struct native_code *c, struct native_plan *pl)
{
    for (u32 i = 0; i < pl->f->n_code; i++) {
        const struct native_plan *to = callee_of(c, pl, i);
        u32 k = 0;
        for (const struct ptx_var *p = to ? to->f->params : NULL; p; p = p->next, k++) {
            u8 cls;
            u32 s = passing_store(pl, i, p, k, &cls);
            if (s != UINT32_MAX && to->passed[k] != NC_LANES)
                pl->passes[s] = to->passed_uni[k];
        }
    }
}

/* ---- The plans ---- */

/* Functions with parameters or results in registers are called through the interpreter. */
static bool has_register_parameters(const struct ptx_func *f)
{
    for (const struct ptx_var *p = f->params; p; p = p->next)
        if (p->space == PS_REG)
            return true;
    for (const struct ptx_var *p = f->rets; p; p = p->next)
        if (p->space == PS_REG)
            return true;
    return false;
}

/* Functions that are interpreted pass arguments through the frame only. */
static void mind_interpreted(struct native_code *c, const struct prog *p)
{
    for (u32 k = 0; k < c->n_plans; k++)
        for (u32 i = 0; !is_translated(&c->plans[k]) && i < p->funcs[k].f->n_code; i++) {
            struct native_plan from = {.prog = p, .code = p->code + p->funcs[k].first};
            struct native_plan *to = callee_of(c, &from, i);
            if (to)
                memset(to->passed, NC_LANES, to->n_passed);
        }
}

bool native_plans_make(struct native_code *c, const struct prog *p, bool rows)
{
    u32 total = 0;
    c->plans = xcalloc(p->n_funcs, sizeof *c->plans);
    c->n_plans = p->n_funcs;
    c->n_code = p->n_code;
    c->leads = xcalloc(p->n_code + 1, 1);
    for (u32 k = 0; k < p->n_funcs; k++) {
        struct native_plan *pl = &c->plans[k];
        const struct prog_func *pf = &p->funcs[k];
        total += pf->f->n_code;
        if (total <= MOST_CODE && (!k || !has_register_parameters(pf->f)) &&
            native_plan_begin(pl, p, pf, rows, c->streams, c->wrapped))
            begin_parameters(pl);
    }
    if (!is_translated(&c->plans[0]))
        return false;
    mind_interpreted(c, p);
    for (bool again = true; again;) {
        again = false;
        for (u32 k = 0; k < c->n_plans; k++)
            if (is_translated(&c->plans[k])) {
                again |= native_plan_raise(&c->plans[k]);
                again |= raise_passed(c, &c->plans[k]);
            }
    }
    c->n_uni = 0;
    for (u32 k = 0; k < c->n_plans; k++) {
        struct native_plan *pl = &c->plans[k];
        if (!is_translated(pl))
            continue;
        native_plan_end(pl, &c->n_uni);
        place_passed(pl, &c->n_uni);
        memcpy(c->leads + pl->first, pl->leads, pl->n);
    }
    for (u32 k = 0; k < c->n_plans; k++)
        if (is_translated(&c->plans[k]))
            place_passing(c, &c->plans[k]);
    return true;
}

void native_plans_free(struct native_code *c)
{
    for (u32 k = 0; k < c->n_plans; k++)
        native_plan_free(&c->plans[k]);
    free(c->plans);
    free(c->leads);
    c->plans = NULL;
    c->leads = NULL;
    c->n_plans = c->n_code = 0;
}
