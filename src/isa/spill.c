/* Which values are in registers at each point when there are not enough: within a block, what is needed latest goes
   first (Belady); at the start of a block, what its predecessors hold; at the start of a loop, what the loop uses
   soonest, so that nothing is filled in a loop for the sake of code behind it. Leaving a loop counts as a long way.
   After M. Braun and S. Hack, "Register spilling and live-range splitting for SSA-form programs", CC 2009, for
   programs that are not in SSA form. Predicates are not counted.
   When: where a kernel needs more registers than a thread may have, as every compiler must; where ptxas puts its
   fills was not looked at. Leaves alone: predicates, and results that are used at once; what an instruction needs
   while it executes is in registers. */
#include "isa/spill.h"
#include "isa/known.h"

#include <stdlib.h>
#include <string.h>

#define FAR 100000u /* distance, in instructions, of a use beyond the loop's exit */
#define NOT_USED 0x3fffffffu
#define ROUNDS 12u

struct use {       /* one register's use by one instruction */
    u32 reg, next; /* next: position of its next use, from the block's begin; NOT_USED: none */
    bool read, write;
};

struct entry { /* a register live at a block's beginning, and the distance of its first use */
    u32 dist, reg;
};

struct spill {
    const struct ptx_func *f;
    struct spill_plan *p;
    u32 n_blocks; /* before there is spill code */
    u32 limit, least;
    u32 *use_first, pc; /* by pc; where uses are looked for */
    VEC(struct use) uses;
    u32 *in_first; /* by block */
    VEC(struct entry) in;
    u32 *next, *pin;   /* by register */
    u8 *held, *loaded; /* loaded: filled in this block and not written since */
    reg_list now;
    u32 width; /* registers of all that is held now */
    bool *done;
    struct flow_walk walk; /* blocks, in postorder */
    const struct preds *pred;
};

bool list_has(const reg_list *l, u32 reg)
{
    return l->n && bsearch(&reg, l->at, l->n, sizeof reg, compare_u32);
}

/* ---- Uses and distances ---- */
static void add_use(void *ctx, u32 reg, enum reg_use use)
{
    struct spill *s = ctx;
    struct use *u = NULL;

    if (s->f->regs[reg].type == PT_PRED)
        return;
    for (size_t k = s->use_first[s->pc]; k < s->uses.n && !u; k++)
        if (s->uses.at[k].reg == reg)
            u = &s->uses.at[k];
    if (!u) {
        VEC_PUSH(&s->uses, (struct use){.reg = reg});
        u = &s->uses.at[s->uses.n - 1];
    }
    u->read |= use != REG_WRITE;
    u->write |= use == REG_WRITE;
    /* a guarded write keeps other lanes' values, if they have any */
    u->read |= use == REG_WRITE && s->f->code[s->pc].guarded && is_live_at(&s->p->live, reg, 2 * s->pc);
}

static void gather_uses(struct spill *s)
{
    s->use_first = xcalloc(s->f->n_code + 1, sizeof(u32));
    for (s->pc = 0; s->pc < s->f->n_code; s->pc++) {
        s->use_first[s->pc] = (u32)s->uses.n;
        visit_folded(&s->f->code[s->pc], s->p->fold, add_use, s);
    }
    s->use_first[s->f->n_code] = (u32)s->uses.n;
}

static void gather_entries(struct spill *s)
{
    const struct ptx_func *f = s->f;
    const struct liveness *l = &s->p->live;
    u32 *count = xcalloc(f->n_blocks + 2, sizeof(u32));

    for (int pass = 0; pass < 2; pass++) {
        for (u32 r = 0; r < f->n_regs; r++) {
            if (f->regs[r].type == PT_PRED)
                continue;
            for (u32 k = l->first[r]; k < l->first[r + 1]; k++) {
                const struct live_seg *seg = &l->segs.at[k];
                u32 b = f->code[MIN(seg->start / 2, f->n_code - 1)].block;
                b += 2 * f->blocks[b].first < seg->start;
                for (; b < f->n_blocks && 2 * f->blocks[b].first < seg->end; b++) {
                    if (pass)
                        s->in.at[count[b]++] = (struct entry){NOT_USED, r};
                    else
                        count[b + 1]++;
                }
            }
        }
        if (pass)
            break;
        for (u32 b = 0; b < f->n_blocks; b++)
            count[b + 1] += count[b];
        s->in_first = xcalloc(f->n_blocks + 1, sizeof(u32));
        memcpy(s->in_first, count, (f->n_blocks + 1) * sizeof(u32));
        VEC_RESERVE(&s->in, count[f->n_blocks] + 1);
        s->in.n = count[f->n_blocks];
    }
    free(count);
}

static int compare_reg(const void *a, const void *b)
{
    return compare_u32(&((const struct entry *)a)->reg, &((const struct entry *)b)->reg);
}

static u32 entry_dist(const struct spill *s, u32 b, u32 reg)
{
    const struct entry key = {.reg = reg}, *from = s->in.at + s->in_first[b];
    const struct entry *e = bsearch(&key, from, s->in_first[b + 1] - s->in_first[b], sizeof key, compare_reg);

    return e ? e->dist : NOT_USED;
}

/* From the end of b to the next use */
static u32 exit_dist(const struct spill *s, u32 b, u32 reg)
{
    u32 best = NOT_USED;

    for (u32 k = 0; k < s->f->blocks[b].n_succ; k++) {
        u32 to = s->f->blocks[b].succ[k], d = entry_dist(s, to, reg);
        if (d < NOT_USED && s->p->depth[to] < s->p->depth[b])
            d += FAR;
        best = MIN(best, d);
    }
    return MIN(best, NOT_USED);
}

static void find_distances(struct spill *s)
{
    const struct ptx_func *f = s->f;
    u32 *local = xcalloc(f->n_regs + 1, sizeof(u32)); /* position + 1 of the first use in the block */
    bool changed = true;

    for (u32 round = 0; round < ROUNDS && changed; round++) {
        changed = false;
        for (u32 o = 0; o < s->walk.n; o++) {
            u32 b = s->walk.post[o], first = f->blocks[b].first, end = f->blocks[b].end;
            for (u32 pc = end; pc-- > first;)
                for (u32 k = s->use_first[pc]; k < s->use_first[pc + 1]; k++)
                    local[s->uses.at[k].reg] = pc - first + 1;
            for (u32 k = s->in_first[b]; k < s->in_first[b + 1]; k++) {
                struct entry *e = &s->in.at[k];
                u32 d = local[e->reg] ? local[e->reg] - 1 : exit_dist(s, b, e->reg) + (end - first);
                d = MIN(d, NOT_USED);
                changed |= d != e->dist;
                e->dist = d;
            }
            for (u32 k = s->use_first[end]; k-- > s->use_first[first];)
                local[s->uses.at[k].reg] = 0;
        }
    }
    free(local);
}

/* ---- One block ---- */
static void hold(struct spill *s, u32 r)
{
    if (s->held[r])
        return;
    s->held[r] = 1;
    s->width += reg_words(s->f, r);
    VEC_PUSH(&s->now, r);
}

static void let_go(struct spill *s, size_t at)
{
    u32 r = s->now.at[at];

    s->held[r] = 0;
    s->width -= reg_words(s->f, r);
    s->now.at[at] = s->now.at[--s->now.n];
}

/* Drops values until there is room for `more`. */
static void make_room(struct spill *s, u32 pc, u32 more)
{
    while (s->width + more > s->limit) {
        size_t best = s->now.n;
        u32 far = 0;
        for (size_t k = 0; k < s->now.n; k++) {
            u32 r = s->now.at[k];
            if (s->pin[r] == pc + 1 || reg_words(s->f, r) > 2)
                continue;
            if (best == s->now.n || s->next[r] > far || (s->next[r] == far && r < s->now.at[best])) {
                best = k;
                far = s->next[r];
            }
        }
        if (best == s->now.n) {
            s->least = MAX(s->least, s->width + more);
            return;
        }
        if (s->next[s->now.at[best]] < NOT_USED)
            VEC_PUSH(&s->p->acts,
                     (struct spill_act){
                         .pc = pc, .reg = s->now.at[best], .kind = SPILL_DROP, .stored = s->loaded[s->now.at[best]]});
        let_go(s, best);
    }
}

static void drop_dead(struct spill *s)
{
    for (size_t k = s->now.n; k-- > 0;)
        if (s->next[s->now.at[k]] >= NOT_USED)
            let_go(s, k);
}

static void one_instr(struct spill *s, u32 pc)
{
    const struct use *u = &s->uses.at[s->use_first[pc]];
    u32 n = s->use_first[pc + 1] - s->use_first[pc], more = s->f->notes->at[pc].scratch;

    for (u32 k = 0; k < n; k++) {
        if (!u[k].read)
            continue;
        s->pin[u[k].reg] = pc + 1;
        if (!s->held[u[k].reg])
            more += reg_words(s->f, u[k].reg);
    }
    make_room(s, pc, more);
    for (u32 k = 0; k < n; k++) {
        if (!u[k].read)
            continue;
        if (!s->held[u[k].reg]) {
            VEC_PUSH(&s->p->acts, (struct spill_act){.pc = pc, .reg = u[k].reg, .kind = SPILL_LOAD});
            s->loaded[u[k].reg] = 1;
            hold(s, u[k].reg);
        }
        s->next[u[k].reg] = u[k].next;
        s->pin[u[k].reg] = u[k].write ? pc + 1 : 0;
    }
    drop_dead(s);
    more = 0;
    for (u32 k = 0; k < n; k++) {
        if (!u[k].write)
            continue;
        s->pin[u[k].reg] = pc + 1;
        s->loaded[u[k].reg] = 0;
        if (!s->held[u[k].reg])
            more += reg_words(s->f, u[k].reg);
    }
    make_room(s, pc, more);
    for (u32 k = 0; k < n; k++) {
        if (u[k].write) {
            hold(s, u[k].reg);
            s->next[u[k].reg] = u[k].next;
        }
    }
    drop_dead(s);
}

/* Next uses of everything the block touches, backwards */
static void block_nexts(struct spill *s, u32 b)
{
    u32 first = s->f->blocks[b].first, end = s->f->blocks[b].end, len = end - first;

    for (u32 k = s->use_first[first]; k < s->use_first[end]; k++) {
        u32 d = exit_dist(s, b, s->uses.at[k].reg);
        s->next[s->uses.at[k].reg] = d >= NOT_USED ? NOT_USED : d + len;
    }
    for (u32 pc = end; pc-- > first;) {
        for (u32 k = s->use_first[pc]; k < s->use_first[pc + 1]; k++) {
            struct use *u = &s->uses.at[k];
            u->next = s->next[u->reg];
            s->next[u->reg] = u->read ? pc - first : NOT_USED;
        }
    }
}

/* Takes candidates in order of their first use, as many as fit. */
static void take(struct spill *s, struct entry *c, size_t n, u32 room)
{
    if (n)
        qsort(c, n, sizeof *c, compare_two_u32);
    for (size_t k = 0; k < n; k++)
        if (s->width + reg_words(s->f, c[k].reg) <= room)
            hold(s, c[k].reg);
}

static u32 pressure_in_loop(const struct spill *s, u32 header)
{
    const u32 *depth = s->p->depth;
    u32 most = 0;

    for (u32 b = header; b < s->f->n_blocks && (b == header || depth[b] >= depth[header]); b++) {
        u32 sum = 0;
        for (u32 k = s->in_first[b]; k < s->in_first[b + 1]; k++)
            sum += reg_words(s->f, s->in.at[k].reg);
        most = MAX(most, sum);
    }
    return most;
}

static void enter_block(struct spill *s, u32 b)
{
    VEC(struct entry) near = {0}, rest = {0};
    bool open = b == 0; /* a predecessor was not visited yet: a loop */
    u32 through = 0, room = s->limit;

    for (u32 k = s->pred->first[b]; k < s->pred->first[b + 1]; k++)
        open |= !s->done[s->pred->at[k]];
    for (u32 k = s->in_first[b]; k < s->in_first[b + 1]; k++) {
        struct entry e = s->in.at[k];
        u32 have = 0, preds = s->pred->first[b + 1] - s->pred->first[b];
        s->next[e.reg] = e.dist;
        if (e.dist >= NOT_USED)
            continue;
        for (u32 j = s->pred->first[b]; j < s->pred->first[b + 1]; j++)
            have += s->done[s->pred->at[j]] && list_has(&s->p->out[s->pred->at[j]], e.reg);
        if (b == 0)
            continue;
        if (open ? e.dist < FAR : have == preds)
            VEC_PUSH(&near, e);
        else if (open || have)
            VEC_PUSH(&rest, e);
        through += open && e.dist >= FAR ? reg_words(s->f, e.reg) : 0;
    }
    take(s, near.at, near.n, room);
    if (open && rest.n) {
        u32 inside = pressure_in_loop(s, b);
        inside -= MIN(inside, through);
        room = s->width + (s->limit > inside ? s->limit - inside : 0);
        room = MIN(room, s->limit);
    }
    take(s, rest.at, rest.n, room);
    VEC_FREE(&near);
    VEC_FREE(&rest);
}

static void copy_sorted(reg_list *to, const reg_list *from)
{
    VEC_RESERVE(to, from->n + 1);
    to->n = from->n;
    if (from->n) {
        memcpy(to->at, from->at, from->n * sizeof(u32));
        qsort(to->at, to->n, sizeof(u32), compare_u32);
    }
}

static void one_block(struct spill *s, u32 b)
{
    const struct ptx_block *blk = &s->f->blocks[b];

    while (s->now.n)
        let_go(s, s->now.n - 1);
    block_nexts(s, b);
    enter_block(s, b);
    copy_sorted(&s->p->in[b], &s->now);
    for (u32 k = s->use_first[blk->first]; k < s->use_first[blk->end]; k++)
        s->loaded[s->uses.at[k].reg] = 0;
    for (size_t k = 0; k < s->now.n; k++)
        s->loaded[s->now.at[k]] = 0;
    s->p->act[b] = (u32)s->p->acts.n;
    for (u32 pc = blk->first; pc < blk->end; pc++)
        one_instr(s, pc);
    copy_sorted(&s->p->out[b], &s->now);
    s->done[b] = true;
}

/* ---- The whole function ---- */
static void spill_free(struct spill *s, struct spill_plan *p)
{
    for (u32 b = 0; b < s->n_blocks; b++) {
        VEC_FREE(&p->in[b]);
        VEC_FREE(&p->out[b]);
    }
    free(p->in);
    free(p->out);
    free(p->act);
    VEC_FREE(&p->acts);
    liveness_free(&p->live);
    VEC_FREE(&s->uses);
    VEC_FREE(&s->in);
    VEC_FREE(&s->now);
    free(s->use_first);
    free(s->in_first);
    free(s->next);
    free(s->held);
    free(s->done);
    flow_walk_free(&s->walk);
}

bool spill_to(struct ptx_func *f, struct arena *a, const struct folds *fold, u32 limit, u32 *least)
{
    struct spill_plan p = {.fold = fold, .depth = known_depths(f)};
    struct spill s = {.f = f, .p = &p, .limit = limit, .n_blocks = f->n_blocks, .pred = known_preds(f)};

    p.in = xcalloc(f->n_blocks + 1, sizeof *p.in);
    p.out = xcalloc(f->n_blocks + 1, sizeof *p.out);
    p.act = xcalloc(f->n_blocks + 1, sizeof *p.act);
    s.next = xcalloc((size_t)f->n_regs * 2 + 1, sizeof(u32));
    s.pin = s.next + f->n_regs;
    s.held = xcalloc((size_t)f->n_regs * 2 + 1, 1);
    s.loaded = s.held + f->n_regs;
    s.done = xcalloc(f->n_blocks + 1, sizeof *s.done);
    live_find(&p.live, f, fold);
    s.walk = flow_walk(f);
    gather_uses(&s);
    gather_entries(&s);
    find_distances(&s);
    for (u32 o = s.walk.n; o-- > 0;)
        one_block(&s, s.walk.post[o]);
    *least = s.least;
    if (!s.least)
        spill_insert(f, a, &p);
    spill_free(&s, &p);
    return !*least;
}
