/* The slow, plain way to the same answers: dense data flow over instructions. For small functions. */
#ifndef TESTS_PTX_ORACLE_H
#define TESTS_PTX_ORACLE_H
#include "ptx/analysis.h"
#include "ptx_test.h"

struct oracle {
    const struct ptx_func *f;
    u32 n, regs;
    u8 *live;             /* [pc][reg]: live after pc */
    u8 *in;               /* live before pc */
    u8 *def_in, *def_out; /* may have been written before, after pc */
    u8 *use, *kill, *write;
};

struct oracle_fill {
    struct oracle *o;
    u32 pc;
};

static inline void oracle_reg(void *ctx, u32 reg, enum reg_use use)
{
    struct oracle_fill *g = ctx;
    size_t at = (size_t)g->pc * g->o->regs + reg;

    if (use != REG_WRITE) {
        g->o->use[at] = 1;
        return;
    }
    g->o->write[at] = 1;
    if (!g->o->f->code[g->pc].guarded)
        g->o->kill[at] = 1;
}

static inline u32 oracle_succ(const struct ptx_func *f, u32 pc, u32 *out)
{
    const struct ptx_instr *i = &f->code[pc];
    u32 n = 0;
    bool jumps = i->op == OP_BRA || i->op == OP_BRX_IDX;
    bool ends = i->op == OP_RET || i->op == OP_EXIT || i->op == OP_TRAP;

    if (((!jumps && !ends) || i->guarded) && pc + 1 < f->n_code)
        out[n++] = pc + 1;
    if (i->op == OP_BRA)
        out[n++] = i->opnd[0].label;
    for (u32 k = 0; k < i->n_targets && n < 256; k++)
        out[n++] = i->targets[k];
    return n;
}

static inline void oracle_build(struct oracle *o, const struct ptx_func *f)
{
    size_t cells = (size_t)f->n_code * f->n_regs + 1;
    bool changed = true;

    *o = (struct oracle){.f = f, .n = f->n_code, .regs = f->n_regs};
    o->live = calloc(cells, 7);
    o->in = o->live + cells;
    o->def_in = o->in + cells;
    o->def_out = o->def_in + cells;
    o->use = o->def_out + cells;
    o->kill = o->use + cells;
    o->write = o->kill + cells;
    for (u32 pc = 0; pc < f->n_code; pc++) {
        struct oracle_fill g = {o, pc};
        visit_regs(&f->code[pc], oracle_reg, &g);
    }
    for (const struct ptx_var *v = f->params; v; v = v->next) {
        if (v->space == PS_REG)
            o->def_in[v->offset] = 1;
    }
    while (changed) {
        changed = false;
        for (u32 pc = f->n_code; pc-- > 0;) {
            u32 succ[256], n = oracle_succ(f, pc, succ);
            size_t a = (size_t)pc * o->regs;
            for (u32 r = 0; r < o->regs; r++) {
                u8 out = 0, in, def;
                for (u32 k = 0; k < n; k++)
                    out |= o->in[(size_t)succ[k] * o->regs + r];
                in = o->use[a + r] | (out & !o->kill[a + r]);
                def = o->def_in[a + r] | o->write[a + r];
                changed |= out != o->live[a + r] || in != o->in[a + r] || def != o->def_out[a + r];
                o->live[a + r] = out;
                o->in[a + r] = in;
                o->def_out[a + r] = def;
                for (u32 k = 0; k < n && def; k++) {
                    u8 *d = &o->def_in[(size_t)succ[k] * o->regs + r];
                    changed |= !*d;
                    *d = 1;
                }
            }
        }
    }
}

static inline bool oracle_overlap(const struct ptx_func *f, u32 a, u32 b)
{
    const struct ptx_reg *x = &f->regs[a], *y = &f->regs[b];

    if ((x->type == PT_PRED) != (y->type == PT_PRED) || x->slot == UINT32_MAX || y->slot == UINT32_MAX)
        return false;
    return x->slot < y->slot + reg_width(y->type) && y->slot < x->slot + reg_width(x->type);
}

/* Nothing alive is overwritten, and a destination lies over a source only where that is allowed. */
static inline void oracle_check(const struct ptx_func *f)
{
    struct oracle o;

    oracle_build(&o, f);
    for (u32 pc = 0; pc < f->n_code; pc++) {
        size_t at = (size_t)pc * o.regs;
        for (u32 d = 0; d < o.regs; d++) {
            if (o.use[at + d] || o.write[at + d])
                assert_true(f->regs[d].slot != UINT32_MAX);
            if (f->regs[d].type != PT_PRED && f->regs[d].slot != UINT32_MAX) {
                assert_int_equal(f->regs[d].slot % reg_width(f->regs[d].type), 0);
                assert_true(f->regs[d].slot + reg_width(f->regs[d].type) <= f->n_slots);
            }
            if (!o.write[at + d])
                continue;
            for (u32 r = 0; r < o.regs; r++) {
                bool alive = (o.live[at + r] && o.def_out[at + r]) || o.write[at + r];
                if (r == d || !oracle_overlap(f, r, d))
                    continue;
                /* lanes of a pair lie otherwise than those of two singles */
                assert_true(f->regs[r].slot == f->regs[d].slot &&
                            reg_width(f->regs[r].type) == reg_width(f->regs[d].type));
                if (alive)
                    fail_msg("%s: line %u writes %s over %s", f->name, f->code[pc].line, f->regs[d].name,
                             f->regs[r].name);
                if (o.use[at + r] && o.def_in[at + r]) {
                    const struct ptx_instr *i = &f->code[pc];
                    bool lanewise = i->n_dst == 1 && i->opnd[0].kind == PO_REG && ptx_instr_class(i) <= PU_CVT &&
                                    !i->parse_only && !(i->guarded && i->guard == r);
                    assert_true(lanewise && f->regs[r].slot == f->regs[d].slot &&
                                reg_width(f->regs[r].type) == reg_width(f->regs[d].type));
                }
            }
        }
    }
    free(o.live);
}

/* Blocks that every path from b to the exit goes through, by removing each in turn. UINT32_MAX: the exit only. */
static inline u32 oracle_ipdom(const struct ptx_func *f, u32 b)
{
    u32 n = f->n_blocks, best = UINT32_MAX, n_best = 0;
    u8 *pd = calloc((size_t)n * n, 1), *seen = calloc(n, 1);
    u32 *stack = calloc(n + 1, sizeof *stack);

    /* pd[x][y]: y post-dominates x, i.e. without y, x does not reach an exit */
    for (u32 y = 0; y < n; y++) {
        for (u32 x = 0; x < n; x++) {
            u32 depth = 0;
            bool out = false;
            if (x == y) {
                pd[(size_t)x * n + y] = 1;
                continue;
            }
            memset(seen, 0, n);
            stack[depth++] = x;
            seen[x] = 1;
            while (depth && !out) {
                const struct ptx_block *k = &f->blocks[stack[--depth]];
                out = k->exits;
                for (u32 s = 0; s < k->n_succ; s++) {
                    if (k->succ[s] != y && !seen[k->succ[s]]) {
                        seen[k->succ[s]] = 1;
                        stack[depth++] = k->succ[s];
                    }
                }
            }
            pd[(size_t)x * n + y] = !out;
        }
    }
    /* the nearest: the one that has the most post-dominators itself */
    for (u32 y = 0; y < n; y++) {
        u32 count = 0;
        if (y == b || !pd[(size_t)b * n + y])
            continue;
        for (u32 z = 0; z < n; z++)
            count += pd[(size_t)y * n + z];
        if (count > n_best) {
            n_best = count;
            best = y;
        }
    }
    free(pd);
    free(seen);
    free(stack);
    return best;
}

#endif
