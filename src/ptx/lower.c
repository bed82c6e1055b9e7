/* What a card's compiler makes of PTX, as costs and never as other values: how many issue slots an instruction takes,
   in which pipe, for how long, and when its result is there. Measured on an H200 with templates of each instruction,
   32 warps an SM (rate) and one dependent chain (latency): bench/h200/opcodes.csv. What is folded (fold.c) takes no
   slot. An instruction that the compiler expands keeps the pipe that its expansion fills most. */
#include <stdlib.h>

#include "ptx/analysis.h"

enum { K_I = 1, K_L = 2 /* 64-bit integer */, K_F = 4, K_D = 8, K_H = 16 /* f16 */, K_P = 32, K_ALL = 63 };

#define GUARDED_MOST 7u /* instructions that are guarded rather than jumped over (guess) */

struct cost {
    u16 op;
    u8 kinds;
    u32 with, without; /* flags */
    u8 slots, pipe;
    u16 rate, lat;
};

static const struct cost costs[] = {
    {OP_ADD, K_F | K_H, 0, 0, 1, PU_FP32, 1, 4},
    {OP_ADD, K_D, 0, 0, 1, PU_FP64, 2, 8},
    {OP_ADD, K_L, 0, 0, 2, PU_ALU, 2, 6},
    {OP_ADD, K_I, 0, 0, 1, PU_ALU, 1, 5},
    {OP_SUB, K_F | K_H, 0, 0, 1, PU_FP32, 1, 4},
    {OP_SUB, K_D, 0, 0, 1, PU_FP64, 2, 8},
    {OP_SUB, K_L, 0, 0, 2, PU_ALU, 2, 6},
    {OP_SUB, K_I, 0, 0, 1, PU_ALU, 1, 5},
    {OP_MUL, K_F | K_H, 0, 0, 1, PU_FP32, 1, 4},
    {OP_MUL, K_D, 0, 0, 1, PU_FP64, 2, 8},
    {OP_MUL, K_I | K_L, PF_WIDE, 0, 1, PU_MUL, 2, 5},
    {OP_MUL, K_L, PF_HI, 0, 7, PU_MUL, 16, 25}, /* slots counted; a guess otherwise: twice .lo */
    {OP_MUL, K_L, 0, 0, 4, PU_MUL, 8, 17},
    {OP_MUL, K_I, PF_HI, 0, 1, PU_MUL, 4, 9},
    {OP_MUL, K_I, 0, 0, 1, PU_MUL, 2, 4},
    {OP_MAD, K_F | K_H, 0, 0, 1, PU_FP32, 1, 4},
    {OP_MAD, K_D, 0, 0, 1, PU_FP64, 2, 8},
    {OP_MAD, K_I | K_L, PF_WIDE, 0, 1, PU_MUL, 2, 5},
    {OP_MAD, K_L, 0, 0, 4, PU_MUL, 8, 17},
    {OP_MAD, K_I, PF_HI, 0, 1, PU_MUL, 4, 9},
    {OP_MAD, K_I, 0, 0, 1, PU_MUL, 2, 4},
    {OP_FMA, K_F | K_H, 0, 0, 1, PU_FP32, 1, 4},
    {OP_FMA, K_D, 0, 0, 1, PU_FP64, 2, 8},
    {OP_DIV, K_L, 0, 0, 73, PU_ALU, 135, 303},
    {OP_DIV, K_I, 0, 0, 18, PU_ALU, 28, 130},
    {OP_REM, K_L, 0, 0, 69, PU_ALU, 130, 299},
    {OP_REM, K_I, 0, 0, 17, PU_ALU, 28, 132},
    {OP_DIV, K_F, PF_APPROX, 0, 5, PU_SFU, 8, 41},
    {OP_DIV, K_F, PF_FULL, 0, 8, PU_SFU, 9, 45},
    {OP_DIV, K_F, 0, 0, 10, PU_ALU, 17, 57}, /* what is executed: without the call to the slow way; so below */
    {OP_DIV, K_D, 0, 0, 16, PU_FP64, 26, 126},
    {OP_RCP, K_F, PF_APPROX | PF_FTZ, 0, 1, PU_SFU, 8, 17},
    {OP_RCP, K_F, PF_APPROX, 0, 7, PU_SFU, 9, 41},
    {OP_RCP, K_F, 0, 0, 10, PU_ALU, 12, 77},
    {OP_RCP, K_D, 0, 0, 12, PU_FP64, 20, 110}, /* guess: div less a multiplication and its corrections */
    {OP_SQRT, K_F, PF_APPROX | PF_FTZ, 0, 1, PU_SFU, 8, 17},
    {OP_SQRT, K_F, PF_APPROX, 0, 4, PU_SFU, 8, 39},
    {OP_SQRT, K_F, 0, 0, 10, PU_ALU, 11, 56},
    {OP_SQRT, K_D, 0, 0, 17, PU_FP64, 27, 106},
    {OP_RSQRT, K_F, PF_FTZ, 0, 1, PU_SFU, 8, 17},
    {OP_RSQRT, K_F, 0, 0, 4, PU_SFU, 8, 39},
    {OP_RSQRT, K_D, 0, 0, 20, PU_FP64, 20, 90}, /* guess */
    {OP_LG2, K_F, PF_FTZ, 0, 1, PU_SFU, 8, 17},
    {OP_LG2, K_F, 0, 0, 4, PU_SFU, 8, 39},
    {OP_EX2, K_F, 0, PF_FTZ, 4, PU_SFU, 8, 39}, /* scaled and squared where the argument is small, as lg2 */
    {OP_EX2, K_ALL, 0, 0, 1, PU_SFU, 8, 17},
    {OP_TANH, K_ALL, 0, 0, 1, PU_SFU, 8, 17},
    {OP_SIN, K_F, 0, 0, 2, PU_SFU, 8, 23},
    {OP_COS, K_F, 0, 0, 2, PU_SFU, 8, 23},
    {OP_MIN, K_D, 0, 0, 8, PU_FP64, 7, 26},
    {OP_MAX, K_D, 0, 0, 8, PU_FP64, 7, 26},
    {OP_MIN, K_L, 0, 0, 4, PU_ALU, 8, 18}, /* guess: compare and two selections */
    {OP_MAX, K_L, 0, 0, 4, PU_ALU, 8, 18},
    {OP_MIN, K_ALL, 0, 0, 1, PU_ALU, 2, 5},
    {OP_MAX, K_ALL, 0, 0, 1, PU_ALU, 2, 5},
    {OP_ABS, K_L, 0, 0, 5, PU_ALU, 10, 23}, /* slots counted */
    {OP_ABS, K_I, 0, 0, 1, PU_ALU, 2, 5},
    {OP_BFE, K_I, 0, 0, 2, PU_ALU, 4, 9},
    {OP_BFI, K_I, 0, 0, 4, PU_ALU, 8, 10},
    {OP_POPC, K_L, 0, 0, 3, PU_SFU, 16, 23}, /* slots of these four counted, rate and latency put together */
    {OP_BREV, K_L, 0, 0, 2, PU_SFU, 16, 18},
    {OP_CLZ, K_L, 0, 0, 7, PU_SFU, 16, 40},
    {OP_CLZ, K_I, 0, 0, 2, PU_SFU, 8, 23},
    {OP_POPC, K_ALL, 0, 0, 1, PU_SFU, 8, 18},
    {OP_BREV, K_ALL, 0, 0, 1, PU_SFU, 8, 18},
    {OP_CLZ, K_ALL, 0, 0, 1, PU_SFU, 8, 18},
    {OP_BFIND, K_ALL, 0, 0, 1, PU_SFU, 8, 18},
    {OP_REDUX, K_ALL, 0, 0, 2, PU_SHFL, 8, 44},
    {OP_SHFL, K_ALL, 0, 0, 1, PU_SHFL, 4, 24},
    {OP_VOTE, K_ALL, 0, 0, 1, PU_SHFL, 2, 10},
    {OP_SETP, K_D, 0, 0, 1, PU_FP64, 2, 13},
    {OP_SETP, K_L, 0, 0, 2, PU_ALU, 4, 13},
    {OP_SETP, K_ALL, 0, 0, 1, PU_ALU, 2, 13},
};

static u8 kind_of(u8 type)
{
    const struct ptx_type_info *t = &ptx_types[type];

    if (t->kind == 'P')
        return K_P;
    if (t->kind == 'F')
        return t->bits > 32 ? K_D : type == PT_F32 ? K_F : K_H;
    return t->bits > 32 ? K_L : K_I;
}

/* cvt.to.from */
static struct cost conversion(const struct ptx_instr *i)
{
    u8 to = kind_of(i->type), from = kind_of(i->type2);
    u32 bits = ptx_types[i->type2].bits;

    if ((to | from) & K_H)
        return (struct cost){.slots = 1, .pipe = PU_FP32, .rate = 1, .lat = 5};
    if ((to | from) & K_D || ((to | from) & K_L && (to | from) & K_F))
        return (struct cost){.slots = 1, .pipe = PU_SFU, .rate = 8, .lat = 19};
    if (to == K_F && from == K_I && bits == 32)
        return (struct cost){.slots = 1, .pipe = PU_ALU, .rate = 2, .lat = 6};
    if ((to | from) & K_F)
        return (struct cost){.slots = 1, .pipe = PU_SFU, .rate = 8, .lat = 17};
    return (struct cost){.slots = 1, .pipe = PU_ALU, .rate = 2, .lat = 5};
}

/* Its upper half is nobody's: computed as a 32-bit integer */
static bool is_narrow(const struct ptx_func *f, const struct ptx_instr *i)
{
    if (i->op == OP_SETP || i->op == OP_SELP || !i->n_dst || i->opnd[0].kind != PO_REG)
        for (u32 k = i->n_dst; k < i->n_opnd; k++)
            if (i->opnd[k].kind == PO_REG && ptx_types[f->regs[i->opnd[k].reg].type].bits == 64)
                return f->regs[i->opnd[k].reg].narrow;
    return i->n_dst && i->opnd[0].kind == PO_REG && f->regs[i->opnd[0].reg].narrow;
}

static struct cost cost_of(const struct ptx_func *f, const struct ptx_instr *i)
{
    u8 unit = ptx_instr_class(i), kind = kind_of(i->type);
    bool narrow = is_narrow(f, i), wide = ptx_types[i->type].bits > 32 && !narrow;

    if (i->slow == SLOW_TEST) /* FCHK and its branch are part of the division */
        return (struct cost){.pipe = unit};
    if (i->slow) /* counted in machine code: from the call to the return, with a numerator of zero */
        return (struct cost){
            .slots = i->slow == SLOW_DIV ? 36 : 7, .pipe = PU_ALU, .rate = 36, .lat = i->slow == SLOW_DIV ? 190 : 60};
    if (kind == K_L && narrow)
        kind = K_I;
    if (i->fused && i->type == PT_PRED) /* a comparison with a predicate to combine with */
        return (struct cost){.slots = 1, .pipe = PU_ALU, .rate = 2, .lat = 13};
    if (i->op == OP_BFE && i->n_opnd == 4 && i->opnd[2].kind == PO_IMM && !(i->opnd[2].imm % 8) &&
        i->opnd[3].kind == PO_IMM && i->opnd[3].imm == 8) /* a byte: a permutation */
        return (struct cost){.slots = 1, .pipe = PU_ALU, .rate = 2, .lat = 5};
    if (i->fused == FUSE_FOUR)
        return (struct cost){.slots = 4, .pipe = PU_MUL, .rate = 8, .lat = 17};
    if (i->fused == FUSE_TWO)
        return (struct cost){.slots = 2, .pipe = PU_ALU, .rate = 4, .lat = 10};
    if (i->fused && (i->op == OP_ADD || i->op == OP_SUB) && kind & (K_I | K_L)) /* a multiply-add, or three inputs */
        return (struct cost){.slots = 1, .pipe = kind == K_L ? PU_MUL : PU_ALU, .rate = 2, .lat = 5};
    if (i->op == OP_SHL && kind == K_L && i->n_opnd == 3 && i->opnd[2].kind == PO_IMM && i->opnd[2].imm == 32)
        return (struct cost){.slots = 1, .pipe = PU_ALU, .rate = 2, .lat = 5}; /* the lower half is zero */
    if (i->fused == FUSE_ONE && kind == K_L && (i->op == OP_OR || i->op == OP_XOR))
        return (struct cost){.slots = 1, .pipe = PU_ALU, .rate = 2, .lat = 5};
    if (i->op == OP_MUL && kind == K_L && i->flags & PF_HI && ptx_types[i->type].kind == 'S') /* slots counted */
        return (struct cost){.slots = 16, .pipe = PU_MUL, .rate = 28, .lat = 45};
    for (u32 k = 0; k < COUNT_OF(costs); k++) {
        const struct cost *c = &costs[k];
        if (c->op == i->op && c->kinds & kind && (i->flags & c->with) == c->with && !(i->flags & c->without))
            return *c;
    }
    if (i->op == OP_CVT)
        return conversion(i);
    if (i->op == OP_MOV && i->n_opnd > 1 && i->opnd[1].kind == PO_SREG)
        return (struct cost){.slots = 1, .pipe = PU_ALU, .rate = 2, .lat = 20};
    if (i->op == OP_MOV) /* a copy that was not coalesced; a 64-bit one is two */
        return (struct cost){.slots = wide ? 2 : 1, .pipe = PU_ALU, .rate = wide ? 2 : 1, .lat = 5};
    switch (unit) {
    case PU_ALU:
        return (struct cost){.slots = wide ? 2 : 1, .pipe = PU_ALU, .rate = wide ? 4 : 2, .lat = wide ? 6 : 5};
    case PU_CONTROL:
    case PU_BARRIER:
    case PU_FENCE:
    case PU_MEM: return (struct cost){.slots = 1, .pipe = unit};
    default: return (struct cost){.slots = 1, .pipe = unit, .rate = 2, .lat = 5};
    }
}

u32 lower_slots(const struct ptx_func *f, const struct ptx_instr *i)
{
    return cost_of(f, i).slots;
}

/* Exact divisions, reciprocals and roots have a branch to a slow way, 64-bit divisions are calls (measured: machine
   code of the workloads), and floats are added to shared memory in a loop of compare-and-swap: the warp cannot go on
   before it is known, and nothing is moved across. */
bool lower_branches(const struct ptx_instr *i)
{
    if (i->op == OP_ATOM || i->op == OP_RED)
        return i->space == PS_SHARED && i->sub == SUB_ADD && ptx_types[i->type].kind == 'F';
    if (i->op != OP_DIV && i->op != OP_REM && i->op != OP_RCP && i->op != OP_SQRT)
        return false;
    return ptx_types[i->type].kind == 'F' ? !(i->flags & (PF_APPROX | PF_FULL)) : ptx_types[i->type].bits == 64;
}

bool ends_at_once(const struct ptx_func *f, u32 b)
{
    const struct ptx_instr *i = &f->code[f->blocks[b].first];

    return (i->op == OP_RET || i->op == OP_EXIT) && !i->guarded;
}

/* if (p) { a few instructions }: the compiler guards them instead of jumping over them. */
static bool becomes_guards(const struct ptx_func *f, u32 b)
{
    const struct ptx_instr *i = &f->code[f->blocks[b].end - 1];
    const struct ptx_block *body = &f->blocks[b + 1];
    u32 slots = 0;

    if (i->op != OP_BRA || !i->guarded || f->code[i->opnd[0].label].block != b + 2 || body->n_succ != 1 ||
        body->succ[0] != b + 2 || ends_at_once(f, b + 2)) /* lanes that are done leave at once */
        return false;
    for (u32 pc = body->first; pc < body->end; pc++) {
        u8 unit = ptx_instr_class(&f->code[pc]);
        if (unit == PU_CONTROL || unit == PU_BARRIER || unit == PU_FENCE || lower_branches(&f->code[pc]))
            return false;
        slots += f->code[pc].slots;
    }
    return slots <= GUARDED_MOST;
}

static bool falls_through(const struct ptx_func *f, u32 b)
{
    const struct ptx_block *blk = &f->blocks[b];
    const struct ptx_instr *i = &f->code[blk->end - 1];

    return i->guarded || !((i->op == OP_BRA || i->op == OP_BRX_IDX) || blk->exits);
}

static u32 root(u32 *in, u32 b)
{
    while (in[b] != b)
        b = in[b] = in[in[b]];
    return b;
}

/* Jumps that go when their target is put behind them: one to each block that nothing falls into, innermost loops
   first, and none back, which would need its loop turned. A jump to the end is the end. */
static void drop_jumps(struct ptx_func *f)
{
    u32 *in = xcalloc(f->n_blocks + 1, sizeof *in), *depth = loop_depths(f), most = 0;
    u8 *below = xcalloc(f->n_blocks + 1, 1); /* something falls into it */

    for (u32 b = 0; b < f->n_blocks; b++) {
        in[b] = b;
        most = MAX(most, depth[b]);
    }
    below[0] = 1;
    for (u32 b = 0; b + 1 < f->n_blocks; b++)
        if (falls_through(f, b)) {
            below[b + 1] = 1;
            in[root(in, b + 1)] = root(in, b);
        }
    for (u32 d = most + 1; d-- > 0;)
        for (u32 b = 0; b < f->n_blocks; b++) {
            struct ptx_instr *i = &f->code[f->blocks[b].end - 1];
            u32 to = i->op == OP_BRA && !i->guarded ? f->code[i->opnd[0].label].block : UINT32_MAX;
            if (to == UINT32_MAX || depth[b] != d || to <= b)
                continue;
            if (ends_at_once(f, to)) {
                i->slots = 0;
            } else if (!below[to] && root(in, b) != root(in, to)) {
                below[to] = 1;
                in[root(in, to)] = root(in, b);
                i->slots = 0;
            }
        }
    free(in);
    free(depth);
    free(below);
}

static void drop_short_branches(struct ptx_func *f)
{
    u32 *preds = xcalloc(f->n_blocks + 1, sizeof(u32));

    for (u32 b = 0; b < f->n_blocks; b++)
        for (u32 k = 0; k < f->blocks[b].n_succ; k++)
            preds[f->blocks[b].succ[k]]++;
    for (u32 b = 0; b + 2 < f->n_blocks; b++)
        if (preds[b + 1] == 1 && becomes_guards(f, b))
            f->code[f->blocks[b].end - 1].slots = 0;
    free(preds);
}

/* A comparison whose result only selects is there sooner than one that guards or steers. */
void lower_costs(struct ptx_func *f, const struct folds *fold)
{
    u8 *guarding = xcalloc(f->n_regs + 1, 1);

    combine_find(f);
    for (u32 pc = 0; pc < f->n_code; pc++)
        if (f->code[pc].guarded)
            guarding[f->code[pc].guard] = 1;
    for (u32 pc = 0; pc < f->n_code; pc++) {
        struct ptx_instr *i = &f->code[pc];
        struct cost c = cost_of(f, i);
        if (i->op == OP_SETP && i->opnd[0].kind == PO_REG && !guarding[i->opnd[0].reg])
            c.lat = 5;
        if (is_folded(i, fold))
            c.slots = 0;
        i->lowered = true;
        i->branches = lower_branches(i) || i->slow > SLOW_TEST;
        i->slots = (u8)MIN(c.slots + (!c.slots ? 0u : i->combined ? combine_slots(i) : i->loads), 255u);
        i->pipe = c.pipe;
        i->rate = c.rate;
        i->lat = c.lat;
    }
    free(guarding);
    drop_jumps(f);
    drop_short_branches(f);
    lower_extra(f, fold);
}
