/* Code that passes have made, checked by the rules that the parser applies to a program (check.c): kind, width and
   number of operands, and what an instruction writes; also that registers and labels exist, guards are predicates,
   and control does not run off the end. An instruction's operands are brought back into written form, and must become
   the same instruction again. An instruction of a shape that the rules have accepted is not checked again: after each
   pass most are. Leaves out: what the code does. */
#include "ptx/typed.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "ptx/check.h"

#define NO_TYPE 0xffu /* of a register that does not exist */

struct typed {
    struct check c;
    opnd_list opnds;
    struct parse_opnd *elems; /* elements of vectors and lists */
    u32 n_elems, cap_elems;
    u32 n_regs, n_code; /* n_code 0: label targets are not known yet */
    struct ptx_shapes *seen;
};

static u32 count_elems(const struct ptx_operand *o, u32 n)
{
    u32 sum = 0;

    for (u32 k = 0; k < n; k++)
        if (o[k].n_vec)
            sum += o[k].n_vec + count_elems(o[k].vec, o[k].n_vec);
    return sum;
}

static bool exists(struct typed *t, const struct ptx_instr *i, const struct ptx_operand *o)
{
    bool reg = o->kind == PO_REG || (o->kind == PO_ADDR && o->base == PO_REG && !o->n_vec);

    if (reg && o->reg >= t->n_regs)
        return check_error(&t->c, i, "%s names a register that does not exist", i->text);
    if (o->kind == PO_LABEL && t->n_code && o->label >= t->n_code)
        return check_error(&t->c, i, "%s leads out of the function", i->text);
    return true;
}

/* Shapes: everything that the rules examine, as a number */
static u64 mix(u64 h, u64 x)
{
    h = (h ^ x) * 0x9e3779b97f4a7c15ull;
    return h ^ h >> 29;
}

/* The fields that the rules look at lie side by side. */
_Static_assert(offsetof(struct ptx_operand, base) == 4 && offsetof(struct ptx_instr, boolop) == 7 &&
                   offsetof(struct ptx_instr, n_opnd) == 14,
               "kind, neg, sub, n_vec, base; op to boolop; round to n_opnd");
#define OPERAND_WORD 0xffffffffffull     /* 5 bytes */
#define INSTR_WORD (~(0xffull << 8 * 5)) /* 8, without the hole before n_opnd */

static u64 word_at(const void *p)
{
    u64 w;
    memcpy(&w, p, sizeof w);
    return w;
}

/* whole: numbers count, too */
static inline u64 shape_of_operand(const struct typed *t, u64 h, const struct ptx_operand *o, bool whole)
{
    u64 word = word_at(o) & OPERAND_WORD;

    if (o->kind == PO_REG || (o->kind == PO_ADDR && o->base == PO_REG && !o->n_vec))
        return mix(h, word | (u64)(o->reg < t->c.n_regs ? t->c.regs[o->reg].type : NO_TYPE) << 40);
    h = mix(h, word);
    if (o->kind == PO_SYM || (o->kind == PO_ADDR && o->base == PO_SYM))
        h = mix(mix(h, (u64)(uintptr_t)o->sym), (u64)o->off);
    else if (o->kind == PO_FUNC)
        h = mix(h, (u64)(uintptr_t)o->func);
    else if (o->kind == PO_LABEL)
        h = mix(h, o->label < t->n_code);
    else if (o->kind == PO_SREG || whole)
        h = mix(h, o->kind == PO_SREG ? o->sreg : o->imm);
    return h;
}

static u64 shape_of(const struct typed *t, const struct ptx_instr *i)
{
    bool whole = ptx_ops[i->op].sig[0] == '*';
    u64 h = mix(mix(word_at(i), word_at(&i->round) & INSTR_WORD), i->flags | (u64)i->parse_only << 32);

    if (whole || i->proto)
        h = mix(mix(h, (u64)(uintptr_t)i->text), (u64)(uintptr_t)i->proto);
    for (u32 k = 0; k < i->n_opnd; k++) {
        const struct ptx_operand *o = &i->opnd[k];
        h = shape_of_operand(t, h, o, whole);
        for (u32 j = 0; j < o->n_vec; j++)
            h = shape_of_operand(t, h, &o->vec[j], whole);
        for (u32 j = 0; j < o->n_vec; j++) /* [map, {x, y}] is not nested any more: it has no shape */
            if (o->vec[j].n_vec)
                return 0;
    }
    return h | 1;
}

static bool all_exist(struct typed *t, const struct ptx_instr *i, const struct ptx_operand *o, u32 n)
{
    for (u32 k = 0; k < n; k++)
        if (!exists(t, i, &o[k]) || (o[k].n_vec && !all_exist(t, i, o[k].vec, o[k].n_vec)))
            return false;
    return true;
}

static u32 slot_of(const struct ptx_shapes *s, u64 shape)
{
    u32 at = (u32)(shape >> 20) & (s->cap - 1);

    while (s->at[at] && s->at[at] != shape)
        at = (at + 1) & (s->cap - 1);
    return at;
}

static void keep_shape(struct ptx_shapes *s, u64 shape)
{
    if (s->n * 2 >= s->cap) {
        struct ptx_shapes old = *s;
        s->cap = old.cap ? old.cap * 2 : 256;
        s->at = xcalloc(s->cap, sizeof *s->at);
        for (u32 k = 0; k < old.cap; k++)
            if (old.at[k])
                s->at[slot_of(s, old.at[k])] = old.at[k];
        free(old.at);
    }
    s->at[slot_of(s, shape)] = shape;
    s->n++;
}

void ptx_shapes_free(struct ptx_shapes *s)
{
    free(s->at);
    *s = (struct ptx_shapes){0};
}

/* Restores the operand as the parser had it */
static void as_written(struct typed *t, const struct ptx_instr *i, const struct ptx_operand *o, struct parse_opnd *to)
{
    *to = (struct parse_opnd){.o = *o, .line = i->line, .col = i->col, .imm_kind = IK_BITS};
    if (!o->n_vec)
        return;
    to->elems = &t->elems[t->n_elems];
    t->n_elems += o->n_vec;
    for (u32 k = 0; k < o->n_vec; k++)
        as_written(t, i, &o->vec[k], &to->elems[k]);
}

/* Turns n operands from the list's `at` on into one: [a, b] */
static void bracket(struct typed *t, size_t at, u32 n, u32 skip)
{
    struct parse_opnd *o = &t->opnds.at[at], list = {.o = {.kind = PO_ADDR, .n_vec = (u8)n}, .bracket = true};

    list.line = o->line;
    list.col = o->col;
    list.elems = &t->elems[t->n_elems];
    t->n_elems += n;
    memcpy(list.elems, o, n * sizeof *o);
    o[0] = list;
    memmove(o + 1, o + n + skip, (t->opnds.n - at - n - skip) * sizeof *o);
    t->opnds.n -= n + skip - 1;
}

/* Undoes what rules have made of the written operands (ptx_instr.opnd) */
static void undo_form(struct typed *t, const struct ptx_instr *i)
{
    opnd_list *l = &t->opnds;
    bool map = i->op == OP_CP_ASYNC || i->op == OP_CP_REDUCE;

    if ((i->op == OP_TEX || i->op == OP_TLD4) && l->n >= 4) {
        bool sampler = l->at[3].o.kind != PO_NONE;
        struct parse_opnd xy = l->at[2];
        if (sampler) {
            l->at[2] = l->at[3];
            l->at[3] = xy;
        }
        bracket(t, 1, sampler ? 3 : 2, !sampler);
    } else if (i->op == OP_WGMMA && l->n) {
        l->n--;
    } else if (map && (i->sub == SUB_TENSOR || i->sub == SUB_TENSOR_PREFETCH)) {
        for (size_t k = 1; k < l->n; k++)
            if (l->at[k].o.kind == PO_VEC && l->at[k - 1].o.kind == PO_ADDR) {
                l->at[k - 1].o.kind = l->at[k - 1].o.base;
                bracket(t, k - 1, 2, 0);
                return;
            }
    } else if (i->n_dst == 2 && l->n && i->op != OP_CALL) {
        l->at[0].piped = true;
    }
}

static bool check_guard(struct typed *t, const struct ptx_instr *i)
{
    if (i->guarded && (i->guard >= t->n_regs || check_reg(&t->c, i->guard)->type != PT_PRED))
        return check_error(&t->c, i, "%s is guarded by what is no predicate", i->text);
    for (u32 k = 0; k < i->n_targets && t->n_code; k++)
        if (i->targets[k] >= t->n_code)
            return check_error(&t->c, i, "%s leads out of the function", i->text);
    return true;
}

/* Checks the operands as written, and the form they take */
static bool check_form(struct typed *t, const struct ptx_instr *i)
{
    struct ptx_instr is = *i;
    u32 n = count_elems(i->opnd, i->n_opnd) + 3;

    if (n > t->cap_elems) {
        free(t->elems);
        t->elems = xmalloc(n * 2 * sizeof *t->elems);
        t->cap_elems = n * 2;
    }
    t->n_elems = 0;
    t->opnds.n = 0;
    for (u32 k = 0; k < i->n_opnd; k++) {
        struct parse_opnd o;
        as_written(t, i, &i->opnd[k], &o);
        VEC_PUSH(&t->opnds, o);
    }
    if (!i->parse_only)
        undo_form(t, i);
    if (!i->parse_only && i->op != OP_CALL)
        is.n_dst = ptx_ops[i->op].n_dst;
    if (!check_operands(&t->c, &is))
        return false;
    if (is.n_dst != i->n_dst || t->opnds.n != i->n_opnd)
        return check_error(&t->c, i, "%s writes %u of %u operands, and its form %u of %zu", i->text, i->n_dst,
                           i->n_opnd, is.n_dst, t->opnds.n);
    if (is.space != i->space || is.parse_only != i->parse_only)
        return check_error(&t->c, i, "%s accesses another space than its address says", i->text);
    return true;
}

static bool check_instr(struct typed *t, const struct ptx_instr *i)
{
    if (i->op >= OP_COUNT || !i->text)
        return check_error(&t->c, i, "this is no instruction");
    if (!check_guard(t, i))
        return false;
    u64 shape = t->seen ? shape_of(t, i) : 0;
    if (shape && t->seen->cap && t->seen->at[slot_of(t->seen, shape)])
        return true;
    if (!all_exist(t, i, i->opnd, i->n_opnd) || !check_form(t, i))
        return false;
    if (shape)
        keep_shape(t->seen, shape);
    return true;
}

static bool ends(const struct ptx_instr *i)
{
    return !i->guarded &&
           (i->op == OP_RET || i->op == OP_EXIT || i->op == OP_TRAP || i->op == OP_BRA || i->op == OP_BRX_IDX);
}

static struct typed begin(const struct ptx_func *f, const struct ptx_reg *more, u32 n_more, char *why, size_t n)
{
    *why = 0;
    return (struct typed){.c = {.regs = f->regs,
                                .more = more,
                                .n_regs = f->n_regs,
                                .address_size = f->module->address_size,
                                .why = why,
                                .why_size = n},
                          .n_regs = f->n_regs + n_more};
}

static void end(struct typed *t)
{
    VEC_FREE(&t->opnds);
    free(t->elems);
}

bool ptx_typed(const struct ptx_func *f, struct ptx_shapes *seen, char *why, size_t n)
{
    char what[256];
    struct typed t = begin(f, NULL, 0, what, sizeof what);
    u32 pc = 0;

    t.c.opnds = &t.opnds;
    t.n_code = f->n_code;
    t.seen = seen;
    while (pc < f->n_code && check_instr(&t, &f->code[pc]))
        pc++;
    end(&t);
    if (pc < f->n_code)
        snprintf(why, n, "instruction %u (line %u): %s", pc, f->code[pc].line, what);
    else if (f->n_code && !ends(&f->code[f->n_code - 1]))
        snprintf(why, n, "instruction %u (line %u): %s is the last, and does not end the function", f->n_code - 1,
                 f->code[f->n_code - 1].line, f->code[f->n_code - 1].text);
    else
        return true;
    return false;
}

bool ptx_typed_instr(const struct ptx_func *f, const struct ptx_reg *more, u32 n_more, const struct ptx_instr *i,
                     char *why, size_t n)
{
    struct typed t = begin(f, more, n_more, why, n);

    t.c.opnds = &t.opnds;
    bool is = check_instr(&t, i);
    end(&t);
    return is;
}
