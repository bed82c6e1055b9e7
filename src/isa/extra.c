/* Instructions of the machine that PTX has none for, as slots of their neighbours. Read off ptxas's code for sm_90:
   - constants are in no operand: a kernel parameter or a size of the launch is loaded once (two 32-bit parameters of
     one 8-byte word together), and so are the stack's pointer and the descriptor that global accesses name;
   - the address of shared memory is put together from the CTA's place in its cluster: three instructions, and two
     for each further variable;
   - a pointer to which a loop adds is two words, which an instruction that needs a pair moves there;
   - a copy in a loop that is read behind the loop alone is made there, unless the loop is left by a branch that is
     taken and others go the same way;
   - a fence for more than the threads of a block is followed by three others, of which the last empties the L1;
   - a branch on which a warp's lanes may part announces where they meet and waits there: two instructions, once for
     all branches within that meet at the same place.
   When: with the costs of sm_90 (counts beside ptxas 13.0's: tools/h200/expressions.py).
   Leaves alone: the code: it adds slots to instructions that are there. */
#include <stdlib.h>
#include <string.h>

#include "isa/known.h"

#define SHARED_FIRST 3u
#define SHARED_NEXT 2u
#define FENCE_MORE 3u   /* ERRBAR, CGAERRBAR, CCTL.IVALL */
#define RELEASE_MORE 2u /* the first two */
#define FEW_NEEDS 4u    /* a loop's only pointer: a load unrolled four times moves, four loads do not (measured) */

struct word {                 /* 8 bytes */
    const struct ptx_var *of; /* NULL: parameters, sizes of the launch */
    u64 at;
};

struct extra {
    struct ptx_func *f;
    const struct folds *fold;
    const struct uniform *lanes;
    u32 owed, owed_words; /* words: of these, loads to registers of each lane */
    VEC(const struct ptx_var *) shared;
    VEC(struct word) words; /* of parameters and constants, loaded in this block */
    u8 *stepped;            /* pointers moved in this block */
    VEC(u32) moved;         /* of these, in this block */
    u8 *left_over;          /* by block: a loop that does the rounds left over by another; nothing is moved there */
};

/* ---- Constants ---- */
static void want_shared(struct extra *e, const struct ptx_var *v)
{
    for (size_t k = 0; k < e->shared.n; k++)
        if (e->shared.at[k] == v)
            return;
    e->owed += e->shared.n ? SHARED_NEXT : SHARED_FIRST;
    VEC_PUSH(&e->shared, v);
}

static void want_word(struct extra *e, const struct ptx_var *of, u64 at, bool in_lanes)
{
    for (size_t k = 0; k < e->words.n; k++)
        if (e->words.at[k].of == of && e->words.at[k].at == at)
            return;
    e->owed++;
    e->owed_words += in_lanes;
    VEC_PUSH(&e->words, (struct word){of, at});
}

static void want_constants(struct extra *e, const struct ptx_instr *i)
{
    bool folded = is_folded(i, e->fold);
    const struct ptx_operand *s = i->n_opnd > 1 ? &i->opnd[1] : NULL;

    if (folded && s && i->opnd[0].kind == PO_REG && e->lanes->read[i->opnd[0].reg]) {
        if (i->op == OP_LD && i->space == PS_PARAM && s->kind == PO_ADDR && s->base == PO_SYM)
            want_word(e, NULL, (s->sym->offset + (u64)s->off) / 8, ptx_types[i->type].bits == 64);
        else if (is_fixed_const(i))
            want_word(e, s->sym, (u64)s->off / 8, false);
        else if (i->op == OP_MOV && s->kind == PO_SREG)
            want_word(e, NULL, UINT64_MAX - s->sreg * 4ull - s->sub, true);
    }
    for (u32 k = i->n_dst; k < i->n_opnd; k++) {
        const struct ptx_operand *o = &i->opnd[k];
        if ((o->kind == PO_SYM || (o->kind == PO_ADDR && o->base == PO_SYM)) && o->sym && o->sym->space == PS_SHARED)
            want_shared(e, o->sym);
    }
}

/* ---- Pointers to which a loop adds ---- */
static bool reads_global(const struct ptx_instr *i)
{
    return ptx_instr_class(i) == PU_MEM && (i->space == PS_GLOBAL || i->space == PS_GENERIC);
}

/* Adds to a register of PTX; rename.c may have given what comes out another one of the same name. */
static bool adds_to_itself(const struct ptx_func *f, const struct ptx_instr *i)
{
    return (i->op == OP_ADD || i->op == OP_SUB) && ptx_types[i->type].bits == 64 && ptx_types[i->type].kind != 'F' &&
           i->opnd[0].kind == PO_REG && i->opnd[1].kind == PO_REG && !is_narrow_reg(f, i->opnd[0].reg) &&
           f->regs[i->opnd[1].reg].name == f->regs[i->opnd[0].reg].name;
}

/* ... in a loop. A step that is only a product is added by IMAD.WIDE, which gives a pair. */
static bool is_step(const struct ptx_func *f, const struct ptx_instr *i, const u32 *depth)
{
    return adds_to_itself(f, i) && !i->guarded && depth[i->block] && !note_of(f, i)->fused;
}

/* The pointer that this instruction needs as a pair of registers of each lane: an access at it, or a product that is
   added to it (IMAD.WIDE; an addition of anything else takes it from where it is). */
static u32 needed_pointer(const struct extra *e, const struct ptx_instr *i)
{
    const struct ptx_operand *at = reads_global(i) ? mem_address(i) : NULL;

    if (i->op == OP_ADD && note_of(e->f, i)->fused == FUSE_ONE)
        at = i->opnd[1].kind == PO_REG && e->stepped[i->opnd[1].reg] ? &i->opnd[1] : &i->opnd[2];
    else if (at && at->base != PO_REG)
        at = NULL;
    return at && at->kind != PO_IMM && e->stepped[at->reg] ? at->reg : UINT32_MAX;
}

/* What is known of a register that a loop steps, under its first name */
struct step {
    u32 block;         /* the first with a step of it */
    u32 times, needed; /* in the first: steps; and readers that need a pair, there or in blocks without a step */
    u8 shared;         /* before it, it is in uniform registers: IMAD.WIDE gives a pair */
};

/* A second loop that steps it does the rounds that an unrolled one left over. */
static void note_step(struct extra *e, struct step *s, u32 block, u32 *n)
{
    if (!s->times || (s->block != block && !e->left_over[block])) /* a block's instructions follow each other */
        n[block]++;
    if (!s->times)
        s->block = block;
    s->times += s->block == block;
    e->left_over[block] |= s->block != block;
}

static bool is_shared(const struct uniform *u, const struct ptx_func *f, const struct ptx_instr *i)
{
    bool is = !note_of(f, i)->fused && (ptx_instr_class(i) != PU_MEM || i->space == PS_PARAM || i->space == PS_CONST);

    for (u32 k = i->n_dst; k < i->n_opnd; k++)
        is &= uniform_operand(u, &i->opnd[k]);
    return is;
}

/* What the loop adds to is two words. A reader that needs a pair makes it one, by two moves; where more need it than
   there are steps, it is a pair all the time, but for the loop's only pointer and one that came from registers that
   lanes share. n: how many the loop steps, and UINT32_MAX where that one was. (ptxas case by case:
   tools/h200/pointers.py) */
static bool is_moved(const struct step *s, bool varies, u32 *n)
{
    bool only = *n == 1;

    if (s->times > 1)
        return s->needed <= s->times && !varies && !only;
    if (s->needed <= 1 || (only && s->needed > 2 && s->needed <= FEW_NEEDS))
        return true;
    bool first = s->shared && *n != UINT32_MAX;
    if (first)
        *n = UINT32_MAX;
    return first;
}

static void find_stepped(struct extra *e, const u32 *depth)
{
    struct ptx_func *f = e->f;
    const struct uniform *u = known_uniform(f, UNIFORM_LOADED | UNIFORM_PATHS);
    struct step *step = xcalloc(f->n_regs + 1, sizeof *step);
    u32 *n = xcalloc(f->n_blocks + 1, sizeof *n);       /* by block: registers that it steps */
    u32 *first = xcalloc(f->n_regs + 1, sizeof *first); /* name of a stepped register, and one */

    e->stepped = xcalloc(f->n_regs + 1, 1);
    e->left_over = xcalloc(f->n_blocks + 1, 1);
    for (u32 pc = 0; pc < f->n_code; pc++) {
        const struct ptx_instr *i = &f->code[pc];
        u32 to = i->n_dst && i->opnd[0].kind == PO_REG ? i->opnd[0].reg : f->n_regs;
        if (is_step(f, i, depth)) {
            u32 from = i->opnd[1].reg;
            first[from] = first[from] ? first[from] : from + 1;
            first[to] = first[from];
            e->stepped[from] = e->stepped[to] = 1;
            note_step(e, &step[first[from] - 1], i->block, n);
        } else if (!adds_to_itself(f, i))
            step[to].shared |= is_shared(u, f, i);
    }
    for (u32 pc = 0; pc < f->n_code; pc++) {
        u32 b = f->code[pc].block, reg = depth[b] && !e->left_over[b] ? needed_pointer(e, &f->code[pc]) : UINT32_MAX;
        if (reg != UINT32_MAX)
            step[first[reg] - 1].needed++;
    }
    for (u32 r = 0; r < f->n_regs; r++) {
        const struct step *s = e->stepped[r] ? &step[first[r] - 1] : NULL;
        e->stepped[r] = s && is_moved(s, u->varies[first[r] - 1], &n[s->block]);
    }
    free(first);
    free(step);
    free(n);
}

static void want_pointer(struct extra *e, const struct ptx_instr *i)
{
    u32 reg = needed_pointer(e, i);

    if (reg == UINT32_MAX || e->left_over[i->block])
        return;
    for (size_t k = 0; k < e->moved.n; k++)
        if (e->moved.at[k] == reg)
            return;
    e->owed += 2;
    VEC_PUSH(&e->moved, reg);
}

static bool takes(const struct ptx_instr *i, const struct isa_note *n)
{
    return n->slots && n->slots < 200 && n->pipe < PU_CONTROL && ptx_instr_class(i) < PU_CONTROL;
}

/* Adds the slots to the next instruction that has room, at the latest to the block's last */
static void give(struct extra *e, const struct ptx_instr *i, bool last)
{
    struct isa_note *n = note_of(e->f, i);

    if (!e->owed || !n->slots || !(last || takes(i, n)))
        return;
    n->slots = (u8)MIN(n->slots + e->owed, 255u);
    n->words = (u8)MIN(n->words + e->owed_words, 255u);
    e->owed = e->owed_words = 0;
}

/* ---- Where lanes part and meet ---- */
static bool add_to(struct ptx_func *f, u32 from, u32 end)
{
    for (u32 pc = from; pc < end; pc++)
        if (takes(&f->code[pc], &f->notes->at[pc])) {
            f->notes->at[pc].slots++;
            return true;
        }
    return false;
}

static void announce(struct extra *e, u32 b, const u32 *depth, u8 *announced)
{
    struct ptx_func *f = e->f;
    struct ptx_block *blk = &f->blocks[b];
    const struct ptx_instr *i = &f->code[blk->end - 1];
    struct isa_note *n = note_of(f, i);
    u32 meet = blk->ipdom;

    if (i->op != OP_BRA || !i->guarded || !n->slots || !e->lanes->varies[i->guard] || meet == UINT32_MAX ||
        meet <= b || depth[meet] != depth[b] || i->back_edge || ends_at_once(f, meet) || announced[meet])
        return;
    announced[meet] = 1;
    if (!add_to(f, blk->first, blk->end))
        n->slots++;
    if (!add_to(f, f->blocks[meet].first, f->blocks[meet].end))
        n->slots++;
}

/* ---- Copies that wait for the loop's end ---- */
struct deepest {
    u32 *depth; /* by register: of the loops in which it is read, plus one */
    u32 now;
};

static void note_depth(void *ctx, u32 reg, enum reg_use use)
{
    struct deepest *d = ctx;

    if (use != REG_WRITE)
        d->depth[reg] = MAX(d->depth[reg], d->now);
}

static bool is_copy(const struct ptx_instr *i)
{
    return i->op == OP_MOV && i->n_opnd == 2 && !i->guarded && i->opnd[0].kind == PO_REG &&
           (i->opnd[1].kind == PO_REG || i->opnd[1].kind == PO_IMM);
}

/* Its block is left by a branch: copies for that way are made before it, in each round. */
static bool leaves_by_branch(const struct ptx_func *f, const u32 *depth, u32 b)
{
    const struct ptx_instr *i = &f->code[f->blocks[b].end - 1];

    return i->op == OP_BRA && i->guarded && depth[f->code[i->opnd[0].label].block] < depth[b];
}

/* Copies that are read behind their loop alone go there, where the loop is left by falling out of it; one before a
   branch that leaves it shares its source's register, if it is the only one. */
static void sink_copies(struct ptx_func *f, const u32 *depth)
{
    struct deepest d = {.depth = xcalloc(f->n_regs + 1, sizeof(u32))};
    u8 *before = xcalloc(f->n_regs + 1, 1);

    for (u32 pc = 0; pc < f->n_code; pc++) {
        const struct ptx_instr *i = &f->code[pc];
        d.now = depth[i->block] + 1;
        visit_regs(i, note_depth, &d);
        if (is_copy(i) && depth[i->block] && leaves_by_branch(f, depth, i->block))
            before[i->opnd[0].reg] = (u8)MIN(before[i->opnd[0].reg] + 1, 2);
    }
    for (u32 pc = 0; pc < f->n_code; pc++) {
        const struct ptx_instr *i = &f->code[pc];
        if (is_copy(i) && d.depth[i->opnd[0].reg] < depth[i->block] + 1 &&
            (before[i->opnd[0].reg] < 2 || !leaves_by_branch(f, depth, i->block)))
            note_of(f, i)->slots = 0;
    }
    free(before);
    free(d.depth);
}

static bool block_reads_global(const struct ptx_func *f, u32 b)
{
    for (u32 pc = f->blocks[b].first; pc < f->blocks[b].end; pc++)
        if (reads_global(&f->code[pc]))
            return true;
    return false;
}

/* The descriptor of global memory is loaded behind the tests with which lanes leave the kernel early. */
static u32 descriptor_block(const struct ptx_func *f, const u32 *depth)
{
    u32 b = 0;

    while (b + 1 < f->n_blocks && !block_reads_global(f, b) && f->blocks[b].n_succ == 1 &&
           f->blocks[b].succ[0] == b + 1 && depth[b + 1] == depth[b])
        b++;
    return b;
}

void lower_extra(struct ptx_func *f, const struct folds *fold)
{
    struct extra e = {.f = f, .fold = fold, .lanes = known_uniform(f, UNIFORM_LOADED)};
    const u32 *depth = known_depths(f);
    bool global = false;

    sink_copies(f, depth);
    find_stepped(&e, depth);
    for (u32 pc = 0; pc < f->n_code; pc++)
        global |= f->is_entry && reads_global(&f->code[pc]);
    u32 descriptor = f->blocks[descriptor_block(f, depth)].first;
    e.owed = e.owed_words = f->is_entry;
    for (u32 pc = 0; pc < f->n_code; pc++) {
        struct ptx_instr *i = &f->code[pc];
        if (pc == f->blocks[i->block].first)
            e.words.n = e.moved.n = 0;
        if (pc == descriptor)
            e.owed += global;
        if (ptx_fence_is_wide(i) && note_of(f, i)->slots && !ptx_fence_only_acquires(i))
            note_of(f, i)->slots =
                (u8)(note_of(f, i)->slots + (ptx_fence_only_releases(i) ? RELEASE_MORE : FENCE_MORE));
        want_constants(&e, i);
        want_pointer(&e, i);
        give(&e, i, pc + 1 == f->blocks[i->block].end);
    }
    guard_words(f, fold);
    u8 *announced = xcalloc(f->n_blocks + 1, 1); /* by block where lanes meet */
    for (u32 b = 0; b < f->n_blocks; b++)
        announce(&e, b, depth, announced);
    free(announced);
    VEC_FREE(&e.shared);
    VEC_FREE(&e.words);
    VEC_FREE(&e.moved);
    free(e.stepped);
    free(e.left_over);
}
