/* Loads from shared memory that lie side by side become one of 8 or 16 bytes, as a card's compiler has it: in one
   block, with no store, barrier or call between them, from an address that is known to be a multiple of the width.
   When: always, for sm_90 (read off ptxas 13.0's code of the workloads: tools/h200/sass.sh). The later ones move up
   to the first: what they load must not be read or written in between. Leaves alone: order of accesses that may meet
   (alias.c); loads that are volatile or of other spaces than shared memory. */
#include <stdlib.h>
#include <string.h>

#include "isa/edit.h"

struct widen {
    struct ptx_func *f;
    struct arena *a;
    const struct isa_request *r;
    u32 *def;  /* by register: the only instruction that writes it; UINT32_MAX: none or several */
    u8 *align; /* by register: a power of two, at most 16, that divides every value written to it; 0: none
                  known */
    u8 *gone;
    u32 pc;      /* the instruction whose results are visited */
    u8 multiple; /* power of two that divides what it writes */
    bool changed;
};

static void find_defs(void *ctx, u32 reg, enum reg_use use)
{
    struct widen *w = ctx;

    if (use != REG_WRITE)
        return;
    w->def[reg] = w->align[reg] ? UINT32_MAX : w->pc;
    w->align[reg] = 16;
}

static u32 of_number(u64 n)
{
    return n ? MIN((u32)(n & -n), 16u) : 16;
}

/* Its address is decided when the program is loaded. */
static u32 of_symbol(const struct widen *w, const struct ptx_var *v)
{
    return of_number(w->r->shared_at ? w->r->shared_at(w->r->layout, v) : v->align);
}

/* A power of two, at most 16, that divides the value */
static u32 alignment(const struct widen *w, const struct ptx_operand *o)
{
    if (o->kind == PO_IMM)
        return of_number(o->imm);
    if (o->kind == PO_SYM)
        return o->sym && o->sym->space == PS_SHARED && o->sym->size
                   ? MIN(of_symbol(w, o->sym), of_number((u64)o->off))
                   : 1;
    return o->kind == PO_REG ? MAX(w->align[o->reg], 1) : 1;
}

static u32 alignment_of_result(const struct widen *w, const struct ptx_instr *i)
{
    const struct ptx_operand *s = i->opnd;

    if (i->guarded || i->n_dst != 1 || ptx_types[i->type].kind == 'F' || i->flags & PF_SAT)
        return 1;
    switch (i->op) {
    case OP_MOV:
    case OP_CVTA:
    case OP_CVT: return ptx_types[i->type2].kind == 'F' ? 1 : alignment(w, &s[1]);
    case OP_ADD:
    case OP_SUB:
    case OP_OR: return MIN(alignment(w, &s[1]), alignment(w, &s[2]));
    case OP_MUL: return i->flags & PF_HI ? 1 : MIN(alignment(w, &s[1]) * alignment(w, &s[2]), 16u);
    case OP_SHL: return s[2].kind == PO_IMM && s[2].imm < 64 ? of_number(1ull << s[2].imm) : 1;
    case OP_AND: return MAX(alignment(w, &s[1]), alignment(w, &s[2]));
    default: return 1;
    }
}

static void keep_alignment(void *ctx, u32 reg, enum reg_use use)
{
    struct widen *w = ctx;

    if (use != REG_WRITE || w->align[reg] <= w->multiple)
        return;
    w->align[reg] = w->multiple;
    w->changed = true;
}

/* From 16 downwards, until values carried around loops are consistent */
static void find_alignments(struct widen *w)
{
    do {
        w->changed = false;
        for (u32 pc = 0; pc < w->f->n_code; pc++) {
            w->multiple = (u8)alignment_of_result(w, &w->f->code[pc]);
            visit_results(&w->f->code[pc], keep_alignment, w);
        }
    } while (w->changed);
}

static bool is_word(const struct widen *w, u32 pc)
{
    const struct ptx_instr *i = &w->f->code[pc];

    return i->op == OP_LD && i->space == PS_SHARED && i->vec == 1 && !i->guarded && !w->gone[pc] &&
           mem_kind(i) == MEM_LOAD && ptx_types[i->type].bits == 32 && i->opnd[0].kind == PO_REG &&
           ptx_types[w->f->regs[i->opnd[0].reg].type].bits == 32 && w->def[i->opnd[0].reg] == pc &&
           i->opnd[1].kind == PO_ADDR && !i->opnd[1].n_vec &&
           (i->opnd[1].base == PO_SYM || i->opnd[1].base == PO_REG);
}

static bool same_base(const struct ptx_operand *x, const struct ptx_operand *y)
{
    return x->base == y->base && (x->base == PO_REG ? x->reg == y->reg : x->sym == y->sym);
}

static bool ends_group(const struct ptx_instr *i)
{
    u8 unit = ptx_instr_class(i);
    enum mem_kind kind = mem_kind(i);

    if (unit == PU_CONTROL || unit == PU_BARRIER || unit == PU_FENCE || kind == MEM_ALL)
        return true;
    return kind == MEM_STORE && i->space != PS_GLOBAL && i->space != PS_LOCAL && i->space != PS_PARAM;
}

struct touched {
    u32 reg, base;
    bool yes;
};

static void touches(void *ctx, u32 reg, enum reg_use use)
{
    struct touched *t = ctx;

    t->yes |= reg == t->reg || (reg == t->base && use == REG_WRITE);
}

/* From pc on the load's result at p is neither read nor written (a loop's next round may want the last round's), and
   its address does not change. */
static bool may_move_up(const struct widen *w, u32 pc, u32 p)
{
    const struct ptx_operand *o = w->f->code[p].opnd;
    struct touched t = {.reg = o[0].reg, .base = o[1].base == PO_REG ? o[1].reg : UINT32_MAX};

    for (u32 q = pc; q < p; q++)
        if (!w->gone[q])
            visit_regs(&w->f->code[q], touches, &t);
    return !t.yes;
}

/* The loads that cover `bytes` from `off` on, in order of their words; false: one is missing */
static bool find_group(const struct widen *w, u32 pc, u32 end, i64 off, u32 bytes, u32 *at)
{
    const struct ptx_operand *base = &w->f->code[pc].opnd[1];
    u32 found = 0;

    memset(at, 0xff, 4 * sizeof *at);
    for (u32 p = pc; p < end && !ends_group(&w->f->code[p]); p++) {
        const struct ptx_operand *o = &w->f->code[p].opnd[1];
        if (!is_word(w, p) || w->f->code[p].type != w->f->code[pc].type || !same_base(base, o) || o->off < off ||
            o->off >= off + (i64)bytes || o->off % 4 || at[(o->off - off) / 4] != UINT32_MAX ||
            !may_move_up(w, pc, p))
            continue;
        at[(o->off - off) / 4] = p;
        found += 4;
    }
    return found == bytes;
}

static void join(struct widen *w, u32 pc, i64 off, u32 bytes, const u32 *at)
{
    struct ptx_instr *i = &w->f->code[pc];
    struct ptx_operand *o = ARENA_ARRAY(w->a, struct ptx_operand, 2);
    struct ptx_operand *vec = ARENA_ARRAY(w->a, struct ptx_operand, 4);

    for (u32 k = 0; k < bytes / 4; k++) {
        vec[k] = w->f->code[at[k]].opnd[0];
        w->gone[at[k]] = at[k] != pc;
        w->def[vec[k].reg] = pc;
    }
    o[0] = (struct ptx_operand){.kind = PO_VEC, .n_vec = (u8)(bytes / 4), .vec = vec};
    o[1] = i->opnd[1];
    o[1].off = off;
    i->opnd = o;
    i->vec = (u8)(bytes / 4);
    i->text = bytes == 16 ? "ld.shared.v4" : "ld.shared.v2";
}

void widen(struct ptx_func *f, struct arena *a, const struct isa_request *r)
{
    u8 *mem = xcalloc((size_t)f->n_regs + f->n_code + 1, 1);
    struct widen w = {.f = f, .a = a, .r = r, .align = mem, .gone = mem + f->n_regs};
    bool any = false;
    u32 at[4];

    w.def = xmalloc((f->n_regs + 1) * sizeof(u32));
    memset(w.def, 0xff, (f->n_regs + 1) * sizeof *w.def);
    for (; w.pc < f->n_code; w.pc++)
        visit_results(&f->code[w.pc], find_defs, &w);
    find_alignments(&w);
    for (u32 pc = 0; pc < f->n_code; pc++)
        for (u32 bytes = 16; bytes > 4 && is_word(&w, pc); bytes /= 2) {
            const struct ptx_operand *o = &f->code[pc].opnd[1];
            struct ptx_operand base = {.kind = o->base == PO_REG ? PO_REG : PO_SYM, .reg = o->reg, .sym = o->sym};
            i64 off = o->off & -(i64)bytes;
            if (alignment(&w, &base) < bytes || !find_group(&w, pc, f->blocks[f->code[pc].block].end, off, bytes, at))
                continue;
            join(&w, pc, off, bytes, at);
            any = true;
        }
    if (any)
        edit_take_out(f, a, w.gone);
    free(mem);
    free(w.def);
}
