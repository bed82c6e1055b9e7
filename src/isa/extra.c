/* Instructions of the machine that PTX has none for, as slots of their neighbours. Read off ptxas's code for sm_90:
   - constants are in no operand: a kernel parameter or a size of the launch is loaded once (two 32-bit parameters of
     one 8-byte word together), and so are the stack's pointer and the descriptor that global accesses name;
   - the address of shared memory is put together from the CTA's place in its cluster: three instructions, and two
     for each further variable;
   - a pointer that all lanes share and to which a loop adds, where they go together, is in registers that lanes
   share: accesses want it in two others, moved there once a block;
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
    u8 *stepped;            /* by register: a pointer to which a loop adds and that lanes share */
    VEC(u32) moved;         /* of these, in this block */
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

/* ---- Pointers that lanes share ---- */
static bool reads_global(const struct ptx_instr *i)
{
    return ptx_instr_class(i) == PU_MEM && (i->space == PS_GLOBAL || i->space == PS_GENERIC);
}

static void find_stepped(struct extra *e, const u32 *depth)
{
    const struct uniform *u = known_uniform(e->f, UNIFORM_LOADED | UNIFORM_PATHS);

    e->stepped = xcalloc(e->f->n_regs + 1, 1);
    for (u32 pc = 0; pc < e->f->n_code; pc++) {
        const struct ptx_instr *i = &e->f->code[pc];
        if ((i->op == OP_ADD || i->op == OP_SUB) && !i->guarded && ptx_types[i->type].bits == 64 &&
            ptx_types[i->type].kind != 'F' && depth[i->block] && i->opnd[0].kind == PO_REG &&
            i->opnd[1].kind == PO_REG && i->opnd[1].reg == i->opnd[0].reg && !u->varies[i->opnd[0].reg])
            e->stepped[i->opnd[0].reg] = 1;
    }
}

static void want_pointer(struct extra *e, const struct ptx_instr *i)
{
    const struct ptx_operand *at = reads_global(i) ? mem_address(i) : NULL;

    if (!at || at->base != PO_REG || !e->stepped[at->reg])
        return;
    for (size_t k = 0; k < e->moved.n; k++)
        if (e->moved.at[k] == at->reg)
            return;
    e->owed += 2;
    VEC_PUSH(&e->moved, at->reg);
}

static bool takes(const struct ptx_instr *i, const struct isa_note *n)
{
    return n->slots && n->slots < 200 && n->pipe < PU_CONTROL && ptx_instr_class(i) < PU_CONTROL;
}

/* To the next instruction that has room, at the latest to the block's last */
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

/* Its block is left by a branch that is taken: copies for that way are made before it, in each round. */
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
}
