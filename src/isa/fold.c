/* Which values need no register. If PTX is the machine's language, every value has one. A real
   machine's instructions take one operand from the constant bank (kernel parameters, immediates,
   addresses of variables, the sizes of the launch) and add an offset to an address by themselves, so
   these values are never kept in registers, whatever PTX does to name them. Only counts and timing know
   of it: the emulator executes the PTX. When: as in ptxas 13.0's code for sm_90
   (tools/h200/expressions.py counts its instructions beside ours). Leaves alone: the code: it notes
   which values have no register, and what is read in their place. A value keeps its register if its
   sources change between it and a reader. */
#include <stdlib.h>
#include <string.h>

#include "isa/passes.h"

#define OFFSET_BITS 23 /* of an address's immediate, as a signed number (datasheet: SASS listings) */

enum {
    OF_CONST = 1 /* the address of a constant variable */,
    OF_SHARED /* of a shared one */,
    OF_SCALED /* an index times a size */
};
struct uses {
    struct bits bits;
    u8 *kind;  /* what it is: OF_* */
    u8 *off;   /* with an offset, it is used as an address */
    u8 *defs;  /* how often it is written, up to 2 */
    u8 *other; /* read in another way than as an address's base */
    u8 *uses;  /* how often it is read, up to 100 */
};

static bool is_scaled(const struct ptx_instr *i)
{
    if (i->op == OP_MUL && !(i->flags & (PF_WIDE | PF_HI)) && ptx_types[i->type].kind != 'F')
        return ptx_types[i->type].bits == 32;
    return ((i->op == OP_MUL && i->flags & PF_WIDE) || (i->op == OP_SHL && ptx_types[i->type].bits >= 32)) &&
           i->n_opnd == 3 && i->opnd[2].kind == PO_IMM;
}

static u8 kind_of(const struct ptx_instr *i)
{
    const struct ptx_var *v = i->op == OP_MOV && i->n_opnd == 2 && i->opnd[1].kind == PO_SYM ? i->opnd[1].sym : NULL;

    if (v && (v->space == PS_CONST || v->space == PS_SHARED))
        return v->space == PS_CONST ? OF_CONST : OF_SHARED;
    return is_scaled(i) ? OF_SCALED : 0;
}

static void count_operand(struct uses *u, const struct ptx_operand *o, bool write)
{
    if (o->kind == PO_REG && write)
        u->defs[o->reg] = (u8)MIN(u->defs[o->reg] + 1, 2);
    else if (o->kind == PO_REG)
        u->other[o->reg] = 1;
    if ((o->kind == PO_REG && !write) || (o->kind == PO_ADDR && o->base == PO_REG))
        u->uses[o->reg] = (u8)MIN(u->uses[o->reg] + 1, 100);
    if (o->kind == PO_ADDR && o->base == PO_REG && o->off)
        u->off[o->reg] = 1;
    for (u32 k = 0; k < o->n_vec; k++)
        count_operand(u, &o->vec[k], write && o->kind == PO_VEC);
}

static void count_uses(struct uses *u, const struct ptx_func *f)
{
    for (u32 pc = 0; pc < f->n_code; pc++) {
        const struct ptx_instr *i = &f->code[pc];
        for (u32 k = 0; k < i->n_opnd; k++)
            count_operand(u, &i->opnd[k], k < i->n_dst);
        if (i->n_dst == 1 && i->opnd[0].kind == PO_REG)
            u->kind[i->opnd[0].reg] = kind_of(i);
        if (i->guarded) /* it may keep its old value */
            u->uses[i->guard] = 100;
        if (i->guarded)
            for (u32 k = 0; k < i->n_dst; k++)
                if (i->opnd[k].kind == PO_REG)
                    u->defs[i->opnd[k].reg] = 2;
        if (ptx_instr_class(i) != PU_MEM || i->op == OP_TEX ||
            i->op == OP_TLD4) /* [r] is no memory address there: an ordinary read */
            for (u32 k = 0; k < i->n_opnd; k++)
                if (i->opnd[k].kind == PO_ADDR && i->opnd[k].base == PO_REG)
                    u->other[i->opnd[k].reg] = 1;
    }
}

static bool is_launch_size(u32 sreg)
{
    return sreg == SR_NTID || sreg == SR_NCTAID || sreg == SR_DYNAMIC_SMEM_SIZE || sreg == SR_TOTAL_SMEM_SIZE;
}

bool is_empty_fold(const struct folds *f, u32 reg)
{
    return f->to[reg] != FOLD_NO && !f->list.at[f->to[reg]];
}

/* A kernel's parameter, at a known address; not what a function returned */
static bool is_param(const struct ptx_func *f, const struct ptx_instr *i)
{
    return f->is_entry && i->space == PS_PARAM && i->vec <= 1 && i->opnd[1].kind == PO_ADDR &&
           i->opnd[1].base == PO_SYM && i->opnd[1].sym->role != PV_CALL;
}

bool is_fixed_const(const struct ptx_instr *i)
{
    return i->op == OP_LD && i->space == PS_CONST && i->vec <= 1 && ptx_types[i->type].bits == 32 &&
           i->opnd[1].kind == PO_ADDR && i->opnd[1].base == PO_SYM && !i->opnd[1].n_vec;
}

static bool is_const(const struct ptx_func *f, const struct ptx_instr *i, const struct folds *fold)
{
    const struct ptx_operand *s = &i->opnd[1];

    if (fold->machine && i->op == OP_LD && i->space == PS_CONST) /* by a uniform register, two words at a time */
        return is_fixed_const(i);
    if (fold->machine && i->op == OP_LD && s->kind == PO_ADDR && s->base == PO_REG && !s->n_vec &&
        is_empty_fold(fold, s->reg))
        return f->is_entry && i->space == PS_PARAM && i->vec <= 1;
    if (i->op == OP_LD)
        return is_param(f, i);
    if (i->op != OP_MOV && i->op != OP_CVTA)
        return false;
    return s->kind == PO_IMM || s->kind == PO_SYM || (s->kind == PO_SREG && is_launch_size(s->sreg)) ||
           (s->kind == PO_REG && is_empty_fold(fold, s->reg));
}

/* add r, base, index, where base is a variable's address and r serves as an address only: [index + offset] of
   constant memory, [index + uniform register] of shared memory, which takes no offset beside it. An index times a
   size is one instruction with the sum. */
static bool is_indexed(const struct ptx_instr *i, const struct uses *u, const struct folds *fold)
{
    if (!fold->machine || i->op != OP_ADD || i->n_opnd != 3 || i->flags & (PF_CC | PF_SAT) ||
        i->opnd[1].kind != PO_REG || i->opnd[2].kind != PO_REG || u->other[i->opnd[0].reg])
        return false;
    for (u32 k = 1; k < 3; k++) {
        u32 reg = i->opnd[k].reg, kind = u->kind[reg];
        if ((kind == OF_CONST || (kind == OF_SHARED && !u->off[i->opnd[0].reg])) && u->defs[reg] == 1 &&
            is_empty_fold(fold, reg) && u->kind[i->opnd[3 - k].reg] != OF_SCALED)
            return true;
    }
    return false;
}

/* add r, base, imm, where r serves as an address only */
static bool is_address(const struct ptx_func *f, const struct ptx_instr *i, const struct uses *u)
{
    const struct ptx_operand *a = &i->opnd[1], *b = i->n_opnd > 2 ? &i->opnd[2] : NULL;
    i64 off;

    if (i->op != OP_ADD || !b || a->kind != PO_REG || b->kind != PO_IMM || u->other[i->opnd[0].reg] ||
        i->flags & (PF_CC | PF_SAT))
        return false;
    if (ptx_types[f->regs[a->reg].type].bits != ptx_types[i->type].bits || ptx_types[i->type].kind == 'F')
        return false;
    off = ptx_types[i->type].bits == 64 ? (i64)b->imm : (i32)b->imm;
    return off >= -(1 << (OFFSET_BITS - 1)) && off < 1 << (OFFSET_BITS - 1);
}

/* Another name, a negation, or the other half of a pair: part of its reader. */
static bool is_alias(const struct ptx_func *f, const struct ptx_instr *i, const struct folds *fold,
                     const struct uses *u)
{
    const struct ptx_operand *s = &i->opnd[1];
    u32 to = ptx_types[i->type].bits, from = ptx_types[i->type2].bits;
    char tk = ptx_types[i->type].kind, fk = ptx_types[i->type2].kind;

    if (fold->machine && i->op == OP_SHR && to == 64 && s->kind == PO_REG && i->opnd[2].kind == PO_IMM &&
        i->opnd[2].imm == 32) /* the upper half, which has a register name of its own */
        return is_narrow_reg(f, i->opnd[0].reg);
    if (fold->machine && bits_kept(&u->bits, i))
        return true;
    if (i->n_opnd != 2 || s->kind != PO_REG || f->regs[s->reg].type == PT_PRED)
        return false;
    switch (i->op) {
    case OP_MOV:
    case OP_CVTA: return true;
    case OP_NEG: return tk == 'F' || to == 32;
    case OP_ABS: return tk == 'F';
    case OP_CVT:
        if (tk == 'F' || fk == 'F')
            return false;
        return (to == 64 && from == 32 && (fk == 'U' || (fold->machine && is_narrow_reg(f, i->opnd[0].reg)))) ||
               (to == 32 && from == 64);
    default: return false;
    }
}

static void fold_empty(struct folds *fold, u32 reg)
{
    fold->to[reg] = (u32)fold->list.n;
    VEC_PUSH(&fold->list, 0);
}

static void fold_params(struct folds *fold, const struct ptx_var *v)
{
    for (; v; v = v->next)
        if (v->space == PS_REG) /* the call's result: stays where it is */
            fold_empty(fold, (u32)v->offset);
}

static void add_base(struct folds *fold, const struct ptx_func *f, u32 at, u32 reg)
{
    if (f->regs[reg].type == PT_PRED)
        return;
    if (fold->to[reg] != FOLD_NO) {
        u32 from = fold->to[reg], n = fold->list.at[from];
        for (u32 k = 0; k < n; k++)
            add_base(fold, f, at, fold->list.at[from + 1 + k]);
        return;
    }
    for (u32 k = 0; k < fold->list.at[at]; k++)
        if (fold->list.at[at + 1 + k] == reg)
            return;
    VEC_PUSH(&fold->list, reg);
    fold->list.at[at]++;
}

/* The result of i is read where its sources are. */
static void fold_instr(struct folds *fold, const struct ptx_func *f, const struct ptx_instr *i)
{
    u32 at = (u32)fold->list.n;

    VEC_PUSH(&fold->list, 0);
    for (u32 k = 1; k < i->n_opnd; k++)
        if (i->opnd[k].kind == PO_REG)
            add_base(fold, f, at, i->opnd[k].reg);
    fold->to[i->opnd[0].reg] = at;
}

/* All active lanes get its only result here and nowhere else. */
static bool is_only(const struct ptx_instr *i, const struct uses *u, const struct folds *fold)
{
    return i->n_dst == 1 && i->opnd[0].kind == PO_REG && !i->guarded && !i->parse_only &&
           u->defs[i->opnd[0].reg] == 1 && fold->to[i->opnd[0].reg] == FOLD_NO;
}

static bool comparison(const struct ptx_instr *i, const struct uses *u, const struct folds *fold)
{
    return i->op == OP_SETP && is_only(i, u, fold);
}

static bool candidate(const struct ptx_func *f, const struct ptx_instr *i, const struct uses *u,
                      const struct folds *fold)
{
    return is_only(i, u, fold) && i->n_opnd >= 2 && f->regs[i->opnd[0].reg].type != PT_PRED;
}

static bool steady_sources(const struct ptx_instr *i, const struct uses *u)
{
    for (u32 k = 1; k < i->n_opnd; k++)
        if (i->opnd[k].kind == PO_REG ? u->defs[i->opnd[k].reg] != 1 : i->opnd[k].kind != PO_IMM)
            return false;
    return true;
}

/* What a scan knows of a value that may become part of all its readers */
struct part {
    struct folds *fold;
    struct ptx_func *f;
    const struct uses *u;
    u32 *def;   /* by register: the instruction, UINT32_MAX: no such value */
    u32 *write; /* by register: last write so far, plus one */
    u8 *fits;   /* by register: how many readers can take it as part of them */
    u32 pc;
    bool count;
};

static void note_write(void *ctx, u32 reg, enum reg_use use)
{
    struct part *p = ctx;

    if (use == REG_WRITE)
        p->write[reg] = p->pc + 1;
}

/* True if nothing that a (at pc) reads has changed before the current instruction. */
static bool unchanged(const struct part *p, const struct ptx_instr *a, u32 pc)
{
    if (steady_sources(a, p->u))
        return true;
    if (a->block != p->f->code[p->pc].block || p->fold->steady)
        return false;
    for (u32 k = a->n_dst; k < a->n_opnd; k++)
        if (a->opnd[k].kind == PO_REG && p->write[a->opnd[k].reg] > pc)
            return false;
    return true;
}

static void one_reader(struct part *p, struct ptx_instr *b, u32 reg)
{
    u32 pc = p->def[reg];
    const struct ptx_instr *a = &p->f->code[pc];
    u8 how = is_scaled(a) ? fuse_pair(p->f, a, b) : FUSE_ONE;

    if (!how || !unchanged(p, a, pc) || (is_scaled(a) && (b->guarded || b->n_dst != 1 || note_of(p->f, b)->fused)))
        return;
    if (p->count) {
        p->fits[reg] = (u8)MIN(p->fits[reg] + 1, 100);
        if (is_scaled(a)) /* one each */
            note_of(p->f, b)->fused = how;
    } else if (p->fits[reg] == p->u->uses[reg] && p->fits[reg] < 100) {
        if (p->fold->to[reg] == FOLD_NO)
            fold_instr(p->fold, p->f, a);
        if (is_scaled(a))
            note_of(p->f, b)->fused = how;
    }
}

/* An index times an element's size that is added to several bases: each addition becomes a multiply-add. And other
   names, and addresses with an offset, of loop variables, as long as these do not change in between. */
static void fuse_all(struct folds *fold, struct ptx_func *f, const struct uses *u)
{
    u32 *mem = xcalloc((size_t)f->n_regs * 2 + 2, sizeof *mem);
    struct part p = {.fold = fold, .f = f, .u = u, .def = mem, .write = mem + f->n_regs + 1};

    p.fits = xcalloc(f->n_regs + 1, 1);
    memset(p.def, 0xff, (f->n_regs + 1) * sizeof *p.def);
    for (u32 pc = 0; pc < f->n_code; pc++) {
        const struct ptx_instr *i = &f->code[pc];
        if (candidate(f, i, u, fold) &&
            (is_scaled(i) || is_alias(f, i, fold, u) || is_address(f, i, u) || is_indexed(i, u, fold)))
            p.def[i->opnd[0].reg] = pc;
    }
    for (int pass = 0; pass < 2; pass++) {
        memset(p.write, 0, (f->n_regs + 1) * sizeof *p.write);
        p.count = !pass;
        for (u32 pc = 0; pc < f->n_code; pc++)
            f->notes->at[pc].fused = FUSE_NO;
        for (p.pc = 0; p.pc < f->n_code; p.pc++) {
            struct ptx_instr *b = &f->code[p.pc];
            for (u32 k = b->n_dst; k < b->n_opnd; k++) {
                const struct ptx_operand *o = &b->opnd[k];
                if ((o->kind == PO_REG || (o->kind == PO_ADDR && o->base == PO_REG && !o->n_vec)) &&
                    p.def[o->reg] != UINT32_MAX)
                    one_reader(&p, b, o->reg);
            }
            visit_results(b, note_write, &p);
        }
    }
    free(mem);
    free(p.fits);
}

/* The 64-bit shift that operand k of b is, if no other instruction reads it; it may already be part of b. */
static struct ptx_instr *shift_of(const struct part *p, const struct ptx_instr *b, u32 k, u16 op)
{
    u32 pc = b->n_opnd == 3 && b->opnd[k].kind == PO_REG ? p->def[b->opnd[k].reg] : UINT32_MAX;
    struct ptx_instr *a = pc != UINT32_MAX ? &p->f->code[pc] : NULL;

    if (!a || a->op != op || a->block != b->block || ptx_types[a->type].bits != 64 || a->opnd[1].kind != PO_REG ||
        a->opnd[2].kind != PO_IMM || note_of(p->f, a)->fused || p->u->uses[b->opnd[k].reg] != 1)
        return NULL;
    bool part = note_of(p->f, b)->fused && is_folded(a, p->fold);
    return part || (candidate(p->f, a, p->u, p->fold) && unchanged(p, a, pc)) ? a : NULL;
}

/* x << n | x >> 64 - n: two funnel shifts */
static bool rotates(struct part *p, struct ptx_instr *b)
{
    if ((b->op != OP_ADD && b->op != OP_OR && b->op != OP_XOR) || ptx_types[b->type].bits != 64 || b->guarded)
        return false;
    for (u32 k = 1; k < 3; k++) {
        const struct ptx_instr *l = shift_of(p, b, k, OP_SHL), *r = shift_of(p, b, 3 - k, OP_SHR);
        if (!l || !r || l->opnd[1].reg != r->opnd[1].reg || l->opnd[2].imm + r->opnd[2].imm != 64)
            continue;
        note_of(p->f, b)->fused = FUSE_TWO;
        if (!is_folded(l, p->fold))
            fold_instr(p->fold, p->f, l);
        if (!is_folded(r, p->fold))
            fold_instr(p->fold, p->f, r);
        return true;
    }
    return false;
}

#define LOGIC_INPUTS 3u /* inputs of one LOP3, which computes any function of them (counted: ptxas 13.0, sm_90) */

static u32 all_inputs(const struct part *p, const struct ptx_instr *i, u32 *in, u32 n);

/* Adds an input of a logic operation; if the operand is itself a logic operation and part of it, adds that one's
   inputs. One input may be an immediate, named UINT32_MAX; all bits set invert the others. */
static u32 add_input(const struct part *p, const struct ptx_instr *i, u32 k, u32 *in, u32 n)
{
    const struct ptx_operand *o = &i->opnd[k];
    u32 name = o->kind == PO_REG ? o->reg : UINT32_MAX;

    if (o->kind == PO_IMM && i->op == OP_XOR && (u32)o->imm == UINT32_MAX)
        return n;
    if (o->kind == PO_REG && p->fold->to[name] != FOLD_NO && p->def[name] != UINT32_MAX &&
        is_logic_of(&p->f->code[p->def[name]], 32))
        return all_inputs(p, &p->f->code[p->def[name]], in, n);
    for (u32 j = 0; j < MIN(n, LOGIC_INPUTS); j++)
        if (in[j] == name)
            return name == UINT32_MAX ? LOGIC_INPUTS + 1 : n;
    if (n < LOGIC_INPUTS)
        in[n] = name;
    return n + 1;
}

static u32 all_inputs(const struct part *p, const struct ptx_instr *i, u32 *in, u32 n)
{
    for (u32 k = 1; k < i->n_opnd && n <= LOGIC_INPUTS; k++)
        n = add_input(p, i, k, in, n);
    return n;
}

/* The logic operation of b's operand k becomes part of b, if both together have inputs for one instruction. */
static bool takes_in(struct part *p, struct ptx_instr *b, u32 k)
{
    u32 in[LOGIC_INPUTS], n, reg = b->opnd[k].kind == PO_REG ? b->opnd[k].reg : UINT32_MAX;
    const struct ptx_instr *a = reg != UINT32_MAX && p->def[reg] != UINT32_MAX ? &p->f->code[p->def[reg]] : NULL;

    if (!a || a == b || a->block != b->block || !is_logic_of(a, 32) || p->u->uses[reg] != 1 ||
        !candidate(p->f, a, p->u, p->fold) || !steady_sources(a, p->u))
        return false;
    n = all_inputs(p, a, in, 0);
    for (u32 j = 1; j < b->n_opnd && n <= LOGIC_INPUTS; j++)
        n = j == k ? n : add_input(p, b, j, in, n);
    if (n > LOGIC_INPUTS)
        return false;
    note_of(p->f, b)->fused = FUSE_ONE;
    fold_instr(p->fold, p->f, a);
    return true;
}

/* Pairs within a block; an instruction takes part in one pair only, except for logic. */
static void fuse(struct folds *fold, struct ptx_func *f, const struct uses *u)
{
    u32 *mem = xcalloc((size_t)f->n_regs * 2 + 2, sizeof *mem);
    struct part p = {.fold = fold, .f = f, .u = u, .def = mem, .write = mem + f->n_regs + 1};

    memset(p.def, 0xff, (f->n_regs + 1) * sizeof *p.def);
    for (p.pc = 0; p.pc < f->n_code; p.pc++) {
        struct ptx_instr *b = &f->code[p.pc];
        u8 *fused = &f->notes->at[p.pc].fused;
        if (b->n_dst == 1 && b->opnd[0].kind == PO_REG)
            p.def[b->opnd[0].reg] = p.pc;
        for (u32 k = rotates(&p, b) ? 9 : 1; k < b->n_opnd && !*fused && b->n_dst == 1 && !b->guarded; k++) {
            u32 reg = b->opnd[k].kind == PO_REG ? b->opnd[k].reg : UINT32_MAX;
            struct ptx_instr *a = reg != UINT32_MAX && p.def[reg] != UINT32_MAX ? &f->code[p.def[reg]] : NULL;
            if (!a || a == b || a->block != b->block || note_of(f, a)->fused || u->uses[reg] != 1 ||
                !(candidate(f, a, u, fold) || comparison(a, u, fold)) || !unchanged(&p, a, p.def[reg]))
                continue;
            *fused = fuse_pair(f, a, b);
            if (*fused)
                fold_instr(fold, f, a);
        }
        bool logic = is_logic_of(b, 32) && b->n_dst == 1 && b->opnd[0].kind == PO_REG && !b->guarded;
        while (logic && (takes_in(&p, b, 1) || (b->n_opnd > 2 && takes_in(&p, b, 2))))
            ;
        visit_results(b, note_write, &p);
    }
    free(mem);
}

struct folds fold_find(struct ptx_func *f, const struct isa_request *r, bool steady)
{
    struct folds fold = {
        .to = xmalloc((f->n_regs + 1) * sizeof(u32)), .machine = has_pass(r, "fuse"), .steady = steady};
    u8 *mem = xcalloc(f->n_regs + 1, 5);
    struct uses u = {.defs = mem,
                     .other = mem + f->n_regs,
                     .uses = mem + 2 * (size_t)f->n_regs,
                     .kind = mem + 3 * (size_t)f->n_regs,
                     .off = mem + 4 * (size_t)f->n_regs};

    memset(fold.to, 0xff, (f->n_regs + 1) * sizeof(u32));
    fold_params(&fold, f->params);
    fold_params(&fold, f->rets);
    if (has_pass(r, "fold")) {
        count_uses(&u, f);
        bits_find(&u.bits, f);
        for (u32 pc = 0; pc < f->n_code; pc++) {
            const struct ptx_instr *i = &f->code[pc];
            f->notes->at[pc].widened = bits_widened(&u.bits, i);
            if (f->notes->at[pc].folded && fold.to[i->opnd[0].reg] == FOLD_NO)
                fold_instr(&fold, f, i);
            if (!candidate(f, i, &u, &fold))
                continue;
            if (is_const(f, i, &fold))
                fold_empty(&fold, i->opnd[0].reg);
            else if (u.defs[i->opnd[1].kind == PO_REG ? i->opnd[1].reg : i->opnd[0].reg] == 1 &&
                     (is_address(f, i, &u) || (is_indexed(i, &u, &fold) && steady_sources(i, &u)) ||
                      is_alias(f, i, &fold, &u)))
                fold_instr(&fold, f, i);
        }
        if (fold.machine) {
            fuse_all(&fold, f, &u);
            fuse(&fold, f, &u);
        }
        bits_free(&u.bits);
    }
    free(mem);
    return fold;
}

void folds_free(struct folds *f)
{
    free(f->to);
    VEC_FREE(&f->list);
    VEC_FREE(&f->early);
}

bool fold_rematerialises(const struct ptx_func *f, const struct ptx_instr *i, const struct folds *fold)
{
    if (i->n_dst != 1 || i->opnd[0].kind != PO_REG || i->guarded || i->parse_only)
        return false;
    if (i->op == OP_LD)
        return is_param(f, i);
    if (ptx_instr_class(i) > PU_MUL || i->flags & PF_CC || i->op == OP_ADDC || i->op == OP_SUBC || i->op == OP_MADC)
        return false;
    for (u32 k = 1; k < i->n_opnd; k++) {
        const struct ptx_operand *o = &i->opnd[k];
        bool steady = o->kind == PO_SREG && (o->sreg <= SR_NWARPID || is_launch_size(o->sreg));
        if (o->kind != PO_IMM && o->kind != PO_SYM && !steady && !(o->kind == PO_REG && is_empty_fold(fold, o->reg)))
            return false;
    }
    return true;
}
