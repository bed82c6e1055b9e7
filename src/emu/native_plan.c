/* How each instruction of a kernel is translated, and what is known of its registers.

   A register is the same in all lanes, or affine (base + lane * step), if everything that defines it is computed from
   such registers, and if lanes on other paths never need another value of it. Lanes diverge at a branch whose
   predicate is not the same in all of them, and reconverge at its reconvergence point, one side after the other. So a
   register that one side defines must be dead where the sides reconverge, and where the other side begins; otherwise
   each lane keeps its own. The same holds for results in the register file: slots for which it holds are written for
   all lanes, the others for active lanes.

   The analysis starts with everything being the same and takes back what is not, until nothing changes. */
#include <string.h>

#include "emu/access.h"
#include "emu/native.h"

bool native_is_wide(const struct native_plan *pl, u32 reg)
{
    return ptx_types[pl->f->regs[reg].type].bits > 32;
}

static bool is_pred(const struct native_plan *pl, u32 reg)
{
    return pl->f->regs[reg].type == PT_PRED;
}

struct search {
    const struct native_plan *pl;
    u32 off, found;
    bool result, pred;
};

static void match(void *ctx, u32 reg, enum reg_use use)
{
    struct search *s = ctx;
    if ((use == REG_WRITE) != s->result || is_pred(s->pl, reg) != s->pred || s->pl->f->regs[reg].slot == UINT32_MAX)
        return;
    u32 off = s->pred ? s->pl->pf->pred_base + s->pl->f->regs[reg].slot : native_offset(s->pl, reg);
    if (off == s->off)
        s->found = reg;
}

u32 native_reg_at(const struct native_plan *pl, u32 i, u32 off, bool result)
{
    struct search s = {.pl = pl, .off = off, .found = UINT32_MAX, .result = result};
    if (i < pl->f->n_code)
        visit_regs(&pl->f->code[i], match, &s);
    return s.found;
}

u32 native_pred_at(const struct native_plan *pl, u32 i, u32 pred, bool result)
{
    struct search s = {.pl = pl, .off = pred, .found = UINT32_MAX, .result = result, .pred = true};
    if (i < pl->f->n_code && pred != NO_OPERAND)
        visit_regs(&pl->f->code[i], match, &s);
    return s.found;
}

static u8 sreg_class(const struct native_plan *pl, const struct prog_sreg *s)
{
    switch (s->sreg) {
    case SR_TID: return s->comp ? (pl->rows ? NC_SAME : NC_LANES) : pl->rows ? NC_AFFINE : NC_LANES;
    case SR_LANEID: return NC_AFFINE;
    case SR_LANEMASK_EQ:
    case SR_LANEMASK_LE:
    case SR_LANEMASK_LT:
    case SR_LANEMASK_GE:
    case SR_LANEMASK_GT: return NC_LANES;
    default: return NC_SAME;
    }
}

u8 native_operand_class(const struct native_plan *pl, u32 i, u32 off)
{
    if (off & 1)
        return NC_SAME;
    for (size_t k = 0; k < pl->prog->sregs.n; k++)
        if (pl->prog->sregs.at[k].at == off)
            return sreg_class(pl, &pl->prog->sregs.at[k]);
    u32 reg = native_reg_at(pl, i, off, false);
    return reg == UINT32_MAX ? NC_LANES : pl->cls[reg];
}

u32 native_types(const char *text, char t[4][5], const char **expr)
{
    u32 n = 0;
    while (n < 4 && *text != ';') {
        size_t k = strcspn(text, " ;");
        memcpy(t[n], text, 4);
        t[n++][4] = 0;
        text += k + (text[k] == ' ');
    }
    *expr = text + 1;
    return n;
}

/* ---- What an instruction becomes ---- */

/* The operand is a constant or sreg of 32 bits or a register as wide as the operation says. */
static bool fits(const struct native_plan *pl, u32 i, u32 off, bool wide, bool result)
{
    if (!result && off & 1)
        return true;
    for (size_t k = 0; k < pl->prog->sregs.n && !result; k++)
        if (pl->prog->sregs.at[k].at == off)
            return !wide;
    u32 reg = native_reg_at(pl, i, off, result);
    return reg != UINT32_MAX && native_is_wide(pl, reg) == wide;
}

static bool text_fits(const struct native_plan *pl, u32 i, const struct uop *u, bool setp)
{
    char t[4][5];
    const char *expr;
    if (!u->text || strstr(u->text, "HALF(") || strstr(u->text, "half_flushed("))
        return false;
    u32 n = native_types(u->text, t, &expr), from[3] = {u->a, u->b, u->c};
    if (setp)
        return fits(pl, i, u->a, t[0][1] == '6', false) && fits(pl, i, u->b, t[0][1] == '6', false);
    if (!fits(pl, i, u->d, t[0][1] == '6', true))
        return false;
    for (u32 k = 1; k < n; k++)
        if (!fits(pl, i, from[k - 1], t[k][1] == '6', false))
            return false;
    return true;
}

static bool list_fits(const struct native_plan *pl, u32 i, const struct uop *u, bool result)
{
    if (u->imm == 64)
        return false;
    for (u32 k = 0; k < u->vec; k++)
        if (!(result && u->list[k] == NO_OPERAND) && !fits(pl, i, u->list[k], false, result))
            return false;
    return fits(pl, i, result ? u->a : u->d, u->words == 2, !result);
}

static bool preds_known(const struct native_plan *pl, u32 i, const struct uop *u)
{
    return (u->p == NO_OPERAND || native_pred_at(pl, i, u->p, true) != UINT32_MAX) &&
           (u->q == NO_OPERAND || native_pred_at(pl, i, u->q, true) != UINT32_MAX) &&
           (u->r == NO_OPERAND || native_pred_at(pl, i, u->r, false) != UINT32_MAX);
}

static u8 lane_how(const struct native_plan *pl, u32 i, const struct uop *u)
{
    const u16 op = u->in->op;
    bool wide = type_bits(u->in->type) == 64;
    if (u->base_kind == UK_SETP)
        return text_fits(pl, i, u, true) && preds_known(pl, i, u) ? NH_SETP : NH_STEP;
    if (u->base_kind == UK_ALU && op == OP_SELP)
        return fits(pl, i, u->d, wide, true) && fits(pl, i, u->a, wide, false) && fits(pl, i, u->b, wide, false) &&
                       preds_known(pl, i, u)
                   ? NH_SELECT
                   : NH_STEP;
    if (u->base_kind == UK_ALU)
        return text_fits(pl, i, u, false) ? NH_LANE : NH_STEP;
    if (u->base_kind == UK_MASKED && op == OP_MOV && u->list && u->in->opnd[1].kind == PO_VEC)
        return list_fits(pl, i, u, false) ? NH_PACK : NH_STEP;
    if (u->base_kind == UK_MASKED && op == OP_MOV && u->list)
        return list_fits(pl, i, u, true) ? NH_UNPACK : NH_STEP;
    return NH_STEP;
}

static bool logic_fits(const struct native_plan *pl, u32 i, const struct uop *u)
{
    return u->in->type == PT_PRED && u->base_kind == UK_MASKED && native_pred_at(pl, i, u->p, true) != UINT32_MAX &&
           (u->in->op == OP_AND || u->in->op == OP_OR || u->in->op == OP_XOR || u->in->op == OP_NOT ||
            u->in->op == OP_MOV) &&
           !((u->in->opnd[1].kind == PO_IMM || u->in->opnd[1].kind == PO_SREG) && u->in->n_opnd == 2) &&
           (u->a == NO_OPERAND || native_pred_at(pl, i, u->a, false) != UINT32_MAX) &&
           (u->b == NO_OPERAND || native_pred_at(pl, i, u->b, false) != UINT32_MAX);
}

/* Numbers of 32 or 64 bits, and sums of 32-bit floats, at an address in a register. */
static bool atom_fits(const struct native_plan *pl, u32 i, const struct uop *u)
{
    const struct ptx_instr *in = u->in;
    bool wide = u->size == 8;
    if ((in->op != OP_ATOM && in->op != OP_RED) || u->base_kind != UK_MEM || u->vec != 1 || u->size < 4 ||
        u->flags & UF_NO_BASE || (is_float(in->type) && !(in->type == PT_F32 && in->sub == SUB_ADD)))
        return false;
    return native_reg_at(pl, i, u->a, false) != UINT32_MAX && fits(pl, i, u->b, wide, false) &&
           (u->c == NO_OPERAND || fits(pl, i, u->c, wide, false)) &&
           (in->op == OP_RED || u->d == NO_OPERAND || fits(pl, i, u->d, wide, true));
}

/* Words of a call's frame that fill registers. */
static bool frame_fits(const struct native_plan *pl, u32 i, const struct uop *u)
{
    if (access_kind(u) != MK_FRAME || u->in->guarded || u->size < 4 || u->off % 4 || u->imm)
        return false;
    for (u32 e = 0; e < u->vec; e++) {
        u32 off = u->vec == 1 ? u->d : u->list[e];
        if (off != NO_OPERAND && !fits(pl, i, off, u->size == 8, !(u->flags & UF_STORE)))
            return false;
    }
    return true;
}

static u8 how_of(const struct native_plan *pl, u32 i, const struct uop *u)
{
    const bool gate = u->kind == UK_GATE || (u->kind == UK_JOIN && u->join_kind == UK_GATE);
    if (pl->streams && gate)
        return NH_CONTROL;
    if (!pl->streams && atom_fits(pl, i, u)) /* a machine observes atomics, which the interpreter reports */
        return NH_ATOM;
    if (gate)
        return u->base_kind == UK_CTL ? NH_CONTROL : NH_STEP;
    switch (u->base_kind) {
    case UK_BRA: return NH_BRANCH;
    case UK_CTL: return NH_CONTROL;
    case UK_SYNC: return NH_SYNC;
    case UK_MEM:
        if (u->in->op != OP_LD && u->in->op != OP_LDU && u->in->op != OP_ST)
            return NH_STEP;
        if (access_kind(u) == MK_PARAM)
            return u->in->guarded ? NH_STEP : NH_PARAM;
        return access_kind(u) == MK_OTHER ? NH_STEP : NH_MEM;
    default: return frame_fits(pl, i, u) ? NH_FRAME : logic_fits(pl, i, u) ? NH_LOGIC : lane_how(pl, i, u);
    }
}

/* ---- Classes ---- */

/* Operations that take affine values to affine values; *checked: only if nothing wraps, which must be tested. */
bool native_linear(const struct native_plan *pl, u32 i, bool *checked)
{
    const struct uop *u = &pl->code[i];
    const struct ptx_instr *in = u->in;
    u8 a = u->a == NO_OPERAND ? NC_SAME : native_operand_class(pl, i, u->a);
    u8 b = u->b == NO_OPERAND ? NC_SAME : native_operand_class(pl, i, u->b);
    u8 c = u->c == NO_OPERAND ? NC_SAME : native_operand_class(pl, i, u->c);
    *checked = false;
    if (a > NC_AFFINE || b > NC_AFFINE || c > NC_AFFINE || type_bits(in->type) < 32 || is_float(in->type))
        return false;
    *checked = in->flags & PF_WIDE;
    switch (in->op) {
    case OP_MOV:
    case OP_CVTA: return true;
    case OP_ADD:
    case OP_SUB: return !(in->flags & (PF_SAT | PF_CC));
    case OP_MUL: return !(in->flags & PF_HI) && (a == NC_SAME || b == NC_SAME) && !(*checked && pl->wide[i]);
    case OP_MAD:
        return !(in->flags & (PF_HI | PF_SAT | PF_CC)) && (a == NC_SAME || b == NC_SAME) &&
               !(*checked && pl->wide[i]);
    case OP_SHL: return b == NC_SAME;
    case OP_CVT:
        if (is_float(in->type2) || in->flags & PF_SAT || type_bits(in->type2) < 32)
            return false;
        *checked = type_bits(in->type) == 64 && type_bits(in->type2) == 32;
        return !(*checked && pl->wide[i]);
    default: return false;
    }
}

static u8 pred_class(const struct native_plan *pl, u32 i, u32 pred)
{
    u32 reg = native_pred_at(pl, i, pred, false);
    return pred == NO_OPERAND ? NC_SAME : reg == UINT32_MAX ? NC_LANES : pl->cls[reg];
}

static u8 address_class(const struct native_plan *pl, u32 i)
{
    const struct uop *u = &pl->code[i];
    return u->flags & (UF_NO_BASE | UF_FRAME) ? NC_SAME : native_operand_class(pl, i, u->a);
}

static u8 sources_class(const struct native_plan *pl, u32 i, const struct uop *u)
{
    u32 from[3] = {u->a, u->b, u->c};
    char t[4][5];
    const char *expr;
    u32 n = pl->how[i] == NH_SETP ? 3 : pl->how[i] == NH_LANE ? native_types(u->text, t, &expr) : 3;
    for (u32 k = 0; k + 1 < n; k++)
        if (from[k] != NO_OPERAND && native_operand_class(pl, i, from[k]) != NC_SAME)
            return NC_LANES;
    return pred_class(pl, i, u->r);
}

/* The class of what the instruction writes, ignoring its guard. */
static u8 result_class(const struct native_plan *pl, u32 i)
{
    const struct uop *u = &pl->code[i];
    bool checked;
    switch (pl->how[i]) {
    case NH_LANE:
        if (sources_class(pl, i, u) == NC_SAME)
            return NC_SAME;
        return native_linear(pl, i, &checked) ? NC_AFFINE : NC_LANES;
    case NH_SELECT:
        if (pred_class(pl, i, u->r) != NC_SAME)
            return NC_LANES;
        return MAX(native_operand_class(pl, i, u->a), native_operand_class(pl, i, u->b));
    case NH_SETP: return sources_class(pl, i, u);
    case NH_LOGIC: return MAX(pred_class(pl, i, u->a), pred_class(pl, i, u->b));
    case NH_UNPACK: return native_operand_class(pl, i, u->a) == NC_SAME ? NC_SAME : NC_LANES;
    case NH_PACK:
        for (u32 k = 0; k < u->vec; k++)
            if (native_operand_class(pl, i, u->list[k]) != NC_SAME)
                return NC_LANES;
        return NC_SAME;
    case NH_PARAM: return NC_SAME;
    case NH_FRAME: return native_passed_class(pl, i);
    case NH_MEM: return address_class(pl, i) == NC_SAME && access_kind(u) != MK_LOCAL ? NC_SAME : NC_LANES;
    default: return NC_LANES;
    }
}

struct raise {
    struct native_plan *pl;
    u8 to;
    bool changed;
};

static void raise_class(struct raise *r, u32 reg, u8 to)
{
    if (r->pl->cls[reg] >= to)
        return;
    r->pl->cls[reg] = is_pred(r->pl, reg) ? NC_LANES : to;
    r->changed = true;
}

static void raise_written(void *ctx, u32 reg, enum reg_use use)
{
    struct raise *r = ctx;
    if (use == REG_WRITE)
        raise_class(r, reg, r->to);
}

static bool raise_results(struct native_plan *pl)
{
    struct raise r = {.pl = pl};
    for (u32 i = 0; i < pl->f->n_code; i++) {
        const struct uop *u = &pl->code[i];
        r.to = result_class(pl, i);
        if (u->guard != NO_OPERAND && pred_class(pl, i, u->guard) != NC_SAME)
            r.to = NC_LANES;
        if (pl->f->code[i].op == OP_CALL)
            r.to = NC_LANES;
        if (r.to != NC_SAME)
            visit_regs(&pl->f->code[i], raise_written, &r);
    }
    return r.changed;
}

/* ---- Where lanes part ---- */

struct part {
    struct native_plan *pl;
    u8 *in;   /* by instruction: on this side */
    u8 *slot; /* by slot: the other side needs its content; predicates keep lanes apart by themselves */
    u32 *work;
    u32 n_work, meet;
    struct raise r;
    u32 others[64], n_others;
    bool only_blend;
};

static u32 next_of(const struct native_plan *pl, u32 i, u32 k)
{
    const struct uop *u = &pl->code[i];
    if (u->in->op == OP_BRX_IDX)
        return k < u->in->n_targets ? u->in->targets[k] : k == u->in->n_targets ? i + 1 : UINT32_MAX;
    if (u->base_kind == UK_BRA)
        return k == 0 ? u->target - pl->first : k == 1 && u->in->guarded ? i + 1 : UINT32_MAX;
    if ((u->in->op == OP_RET || u->in->op == OP_EXIT || u->in->op == OP_TRAP) && !u->in->guarded)
        return UINT32_MAX;
    return k == 0 ? i + 1 : UINT32_MAX;
}

static void visit(struct part *t, u32 i)
{
    if (i >= t->pl->n || i == t->meet || t->in[i])
        return;
    t->in[i] = 1;
    t->work[t->n_work++] = i;
}

static bool needed_elsewhere(const struct part *t, u32 reg)
{
    if (t->meet != NO_PC && native_live(t->pl, reg, t->meet))
        return true;
    for (u32 k = 0; k < t->n_others; k++)
        if (t->others[k] != t->meet && native_live(t->pl, reg, t->others[k]))
            return true;
    return false;
}

static void mind_written(void *ctx, u32 reg, enum reg_use use)
{
    struct part *t = ctx;
    if (use == REG_WRITE && !t->only_blend && needed_elsewhere(t, reg))
        raise_class(&t->r, reg, NC_LANES);
}

static void mind_slot(void *ctx, u32 reg, enum reg_use use)
{
    struct part *t = ctx;
    if (use == REG_WRITE && !is_pred(t->pl, reg) && t->pl->f->regs[reg].slot != UINT32_MAX &&
        t->slot[t->pl->f->regs[reg].slot])
        t->pl->blend[t->work[t->n_work]] = 1;
}

/* Examines one side of the divergence at instruction `at`, from `first` on; the others begin at t->others. */
static void look_at_side(struct part *t, u32 first)
{
    const struct native_plan *pl = t->pl;
    memset(t->in, 0, pl->n);
    t->n_work = 0;
    visit(t, first);
    for (u32 done = 0; done < t->n_work; done++)
        for (u32 k = 0, to; (to = next_of(pl, t->work[done], k)) != UINT32_MAX; k++)
            visit(t, to);
    if (t->only_blend) {
        memset(t->slot, 0, pl->f->n_slots + 1);
        for (u32 r = 0; r < pl->f->n_regs; r++)
            if (pl->f->regs[r].slot != UINT32_MAX && !is_pred(pl, r) && needed_elsewhere(t, r))
                t->slot[pl->f->regs[r].slot] = 1;
    }
    while (t->n_work--)
        if (t->work[t->n_work] < pl->f->n_code)
            visit_regs(&pl->f->code[t->work[t->n_work]], t->only_blend ? mind_slot : mind_written, t);
}

static void look_at_parting(struct part *t, u32 i)
{
    t->meet = t->pl->code[i].reconv == NO_PC ? NO_PC : t->pl->code[i].reconv - t->pl->first;
    for (u32 side = 0, first; (first = next_of(t->pl, i, side)) != UINT32_MAX; side++) {
        t->n_others = 0;
        if (t->pl->code[i].in->op == OP_BRX_IDX) /* lanes with other targets repeat it */
            t->others[t->n_others++] = i;
        for (u32 k = 0, to; (to = next_of(t->pl, i, k)) != UINT32_MAX; k++)
            if (k != side && t->n_others < COUNT_OF(t->others))
                t->others[t->n_others++] = to;
        if (first != t->meet)
            look_at_side(t, first);
    }
}

static bool parts_here(const struct native_plan *pl, u32 i)
{
    const struct uop *u = &pl->code[i];
    if (u->in->op == OP_BRX_IDX)
        return true;
    return pl->how[i] == NH_BRANCH && u->guard != NO_OPERAND && pred_class(pl, i, u->guard) != NC_SAME;
}

static bool look_at_partings(struct native_plan *pl, bool only_blend)
{
    struct part t = {.pl = pl, .only_blend = only_blend, .r.pl = pl};
    t.in = xcalloc(pl->n + 1, 1);
    t.slot = xcalloc(pl->f->n_slots + 1, 1);
    t.work = xcalloc(pl->n + 1, sizeof *t.work);
    for (u32 i = 0; i < pl->f->n_code; i++)
        if (parts_here(pl, i))
            look_at_parting(&t, i);
    free(t.in);
    free(t.slot);
    free(t.work);
    return t.r.changed;
}

/* ---- The plan ---- */

static void find_leaders(struct native_plan *pl)
{
    const struct uop *code = pl->code;
    pl->leads[0] = 1;
    for (u32 i = 0; i < pl->n; i++) {
        if (code[i].kind == UK_JOIN)
            pl->leads[i] = 1;
        if (pl->how[i] != NH_BRANCH && pl->how[i] != NH_CONTROL)
            continue;
        for (u32 k = 0, to; (to = next_of(pl, i, k)) != UINT32_MAX; k++)
            if (to < pl->n)
                pl->leads[to] = 1;
        if (i + 1 < pl->n)
            pl->leads[i + 1] = 1;
    }
}

static bool too_many_targets(const struct native_plan *pl)
{
    for (u32 i = 0; i < pl->n; i++)
        if (pl->code[i].in->op == OP_BRX_IDX && pl->code[i].in->n_targets > 60)
            return true;
    return false;
}

/* If the interpreter may have to take over at any time, nothing is kept outside the register file. */
static void keep_all_in_lanes(struct native_plan *pl)
{
    memset(pl->cls, NC_LANES, pl->f->n_regs);
}

bool native_plan_begin(struct native_plan *pl, const struct prog *p, const struct prog_func *pf, bool rows,
                       bool streams, const u8 *wrapped)
{
    *pl = (struct native_plan){.prog = p,
                               .streams = streams,
                               .pf = pf,
                               .f = pf->f,
                               .code = p->code + pf->first,
                               .first = pf->first,
                               .rows = rows,
                               .n = pf->f->n_code + 1};
    if (p->lanes != 32 || p->any || pf->recursive || too_many_targets(pl))
        return false;
    pl->how = xcalloc(pl->n, 1);
    pl->leads = xcalloc(pl->n + 1, 1);
    pl->blend = xcalloc(pl->n, 1);
    pl->wide = xcalloc(pl->n, 1);
    pl->cls = xcalloc(pl->f->n_regs + 1, 1);
    pl->uni = xcalloc(pl->f->n_regs + 1, sizeof *pl->uni);
    if (wrapped)
        memcpy(pl->wide, wrapped + pl->first, pl->n);
    liveness_build(&pl->live, pl->f, NULL);
    for (u32 i = 0; i < pl->n; i++)
        pl->how[i] = how_of(pl, i, &pl->code[i]);
    find_leaders(pl);
    if (p->polls)
        keep_all_in_lanes(pl);
    return true;
}

bool native_plan_raise(struct native_plan *pl)
{
    bool changed = raise_results(pl);
    return look_at_partings(pl, false) || changed;
}

void native_plan_end(struct native_plan *pl, u32 *n_uni)
{
    look_at_partings(pl, true);
    for (u32 r = 0; r < pl->f->n_regs; r++)
        if (pl->cls[r] != NC_LANES) {
            pl->uni[r] = *n_uni;
            *n_uni += pl->cls[r] == NC_AFFINE ? 2 : 1;
        }
}

void native_plan_free(struct native_plan *pl)
{
    free(pl->how);
    free(pl->leads);
    free(pl->blend);
    free(pl->wide);
    free(pl->cls);
    free(pl->uni);
    free(pl->passed);
    free(pl->passed_uni);
    free(pl->passes);
    liveness_free(&pl->live);
    *pl = (struct native_plan){0};
}
