/* What every load-store unit shares: the list of them, the addresses of an instruction turned into requests or into
   passes over the banks of shared memory, and the slots of instructions that wait for answers. Address generation
   takes lanes / lsu.lanes cycles. Every request is answered once, stores too; the last answer ends the instruction.
   Leaves out: replay of the instruction through the issue slots. */
#include <string.h>

#include "sm/blame.h"
#include "sm/internal.h"
#include "sm/split.h"
#include "stream/remote.h"

DECL_POLICIES_DEFINE(lsu_ops, LSUS, own.name, own.about);

#define OWN(id, ops) &ops.own,
static const struct decl_own *const own[] = {LSUS(OWN)};
const struct decl_pool lsu_pool = {own, COUNT_OF(own), LSU_POOL, "lsu.kind"};

void lsu_init(struct sm *sm, struct arena *a)
{
    struct lsu *l = &sm->lsu;
    const struct lsu_params *p = sm->cfg.lsu;
    l->ops = lsu_ops_list[p->kind];
    l->slots = ARENA_ARRAY(a, struct lsu_slot, p->slots);
    l->n_free = (u32)p->slots;
    l->address_cycles = (u32)div_up(sm->cfg.sm->lanes, p->lanes);
    l->seen = ARENA_ARRAY(a, struct bank_seen, BANKS_SEEN);
    l->late = UINT32_MAX;
    l->late_at = NEVER;
    l->words_until = ARENA_ARRAY(a, u64, LSU_MAX_WARPS);
    if (p->cas_latency)
        l->words = ARENA_ARRAY(a, struct cas_word, CAS_WORDS);
    l->ops->init(sm, a);
}

/* Each lane one word beyond the last: every bank has one word of a group. */
static u32 groups_in_use(u64 mask, u32 lanes, u32 group)
{
    u32 n = 0;
    for (u32 from = 0; from < lanes; from += group)
        n += (mask & lanes_mask(MIN(from + group, lanes)) & ~lanes_mask(from)) != 0;
    return MAX(n, 1);
}

/* All lanes on one word, or each on the word beyond the last one's. */
static inline bool one_pass(const struct stream_instr *i, u32 bytes, u32 lanes, u32 banks, u32 bank_bytes)
{
    return bytes <= bank_bytes &&
           (i->shape == ADDR_UNIFORM || (i->shape == ADDR_STRIDED && i->stride == bank_bytes && lanes <= banks));
}

/* The most words that these lanes want from one bank. each: words of a lane. */
static u32 all_words(const struct stream_instr *i, u64 mask, u32 each, u32 banks, u32 bank_bytes)
{
    u8 load[128] = {0};
    u32 worst = 0;
    for (; mask; mask &= mask - 1) {
        u64 word = stream_lane_addr(i, ctz64(mask)) / bank_bytes;
        for (u64 end = word + each; word < end; word++) {
            u32 asked = ++load[word & (banks - 1)];
            worst = MAX(worst, asked);
        }
    }
    return worst;
}

/* The same for distinct words, which lanes may share; atomics on a word follow each other. */
static u32 group_cycles(const struct stream_instr *i, u64 mask, u32 each, u32 banks, u32 bank_bytes, bool atomic)
{
    if (atomic)
        return all_words(i, mask, each, banks, bank_bytes);
    u64 words[STREAM_MAX_LANES * 16 / 4];
    u16 first[128] = {0}, next[COUNT_OF(words)]; /* by bank: a list of words, numbers from 1 */
    u32 n = 0, worst = 0;
    u8 load[128] = {0};
    for (u64 m = mask; m; m &= m - 1) {
        u64 word = stream_lane_addr(i, ctz64(m)) / bank_bytes;
        for (u64 end = word + each; word < end; word++) {
            u32 bank = (u32)(word & (banks - 1)), k = first[bank];
            while (k && words[k - 1] != word)
                k = next[k - 1];
            if (k)
                continue;
            next[n] = first[bank];
            words[n] = word;
            first[bank] = (u16)++n;
            u32 asked = ++load[bank];
            worst = MAX(worst, asked);
        }
    }
    return worst;
}

/* Passes over the banks: lanes go in groups large enough to fill every bank once. */
u32 bank_cycles(const struct stream_instr *i, u32 bytes, u32 lanes, u32 banks, u32 bank_bytes, bool atomic)
{
    if (!atomic && one_pass(i, bytes, lanes, banks, bank_bytes))
        return 1;
    u32 each = (u32)div_up(bytes, bank_bytes), total = 0; /* words a lane */
    u32 group = each == 1 ? lanes : MIN(lanes, MAX(1, banks / each));
    if (!atomic && i->shape == ADDR_STRIDED && i->stride == (i64)bytes && bytes == each * bank_bytes &&
        group * each <= banks)
        return groups_in_use(i->mask, lanes, group);
    for (u32 from = 0; from < lanes; from += group)
        total += group_cycles(i, i->mask & lanes_mask(MIN(from + group, lanes)) & ~lanes_mask(from), each, banks,
                              bank_bytes, atomic);
    return MAX(total, 1);
}

/* Has every one of these lanes the same address as its neighbour at that distance? */
static bool lanes_agree(const struct stream_instr *i, u64 mask, u32 apart)
{
    for (u64 m = mask; m; m &= m - 1) {
        u32 l = ctz64(m);
        if (mask >> (l ^ apart) & 1 && stream_lane_addr(i, l) != stream_lane_addr(i, l ^ apart))
            return false;
    }
    return true;
}
u32 paired_bank_cycles(const struct stream_instr *i, u32 lanes, u32 banks, u32 bank_bytes)
{
    u32 each = MAX(16 / bank_bytes, 1), group = MAX(banks / each, 1), total = 0;
    for (u32 from = 0; from < lanes; from += 2 * group) {
        u64 low = i->mask & lanes_mask(MIN(from + group, lanes)) & ~lanes_mask(from);
        u64 both = i->mask & lanes_mask(MIN(from + 2 * group, lanes)) & ~lanes_mask(from);
        if (lanes_agree(i, both, 1) || lanes_agree(i, both, 2))
            total += group_cycles(i, both, each, banks, bank_bytes, false);
        else
            total += group_cycles(i, low, each, banks, bank_bytes, false) +
                     group_cycles(i, both & ~low, each, banks, bank_bytes, false);
    }
    return MAX(total, 1);
}

u32 bank_cycles_seen(struct bank_seen *seen, const struct stream_instr *i, u32 bytes, u32 lanes, u32 banks,
                     u32 bank_bytes, bool atomic, bool paired)
{
    if (!atomic && one_pass(i, bytes, lanes, banks, bank_bytes))
        return 1;
    if (i->shape == ADDR_SCATTERED)
        return paired ? paired_bank_cycles(i, lanes, banks, bank_bytes)
                      : bank_cycles(i, bytes, lanes, banks, bank_bytes, atomic);
    bool rows = i->shape == ADDR_ROWS;
    struct bank_pattern of;
    memset(&of, 0, sizeof(of));
    of.mask = i->mask;
    of.stride = i->stride;
    of.pitch = rows ? i->pitch : 0;
    of.bytes = bytes;
    of.row = rows ? i->row : 0;
    of.shape = i->shape;
    of.offset = (u8)(i->base % bank_bytes);
    of.atomic = atomic;
    of.paired = paired;
    seen += i->pc % BANKS_SEEN;
    if (memcmp(&of, &seen->of, sizeof(of))) {
        seen->of = of;
        seen->cycles = paired ? paired_bank_cycles(i, lanes, banks, bank_bytes)
                              : bank_cycles(i, bytes, lanes, banks, bank_bytes, atomic);
    }
    return seen->cycles;
}

static u32 passes(const struct sm *sm, const struct stream_instr *i, u32 bytes, bool atomic, bool paired)
{
    return bank_cycles_seen(sm->lsu.seen, i, bytes, (u32)sm->cfg.sm->lanes, (u32)sm->cfg.lsu->banks,
                            (u32)sm->cfg.lsu->bank_bytes, atomic, paired);
}

static void count_instr(struct sm_stats *stats, u32 space)
{
    switch (space) {
    case SI_SHARED: stats->shared_instrs++; break;
    case SI_LOCAL: stats->local_instrs++; break;
    case SI_CONST:
    case SI_PARAM: stats->const_instrs++; break;
    case SI_TEX: stats->tex_instrs++; break;
    default: stats->global_instrs++; break;
    }
}

/* Passes over the banks that so much data needs at least. */
static u32 least_cycles(const struct sm *sm, const struct sm_op *o, const struct stream_instr *i)
{
    return MAX(1, (u32)div_up(o->bytes * popcount64(i->mask), sm->cfg.lsu->banks * sm->cfg.lsu->bank_bytes));
}

/* lsu.replay: the extra cycles of a load that takes so many passes. */
static u32 replay(const struct sm *sm, const struct lsu_entry *e, u32 passes, u32 least)
{
    return sm->cfg.lsu->replay && e->op->kind == SI_LOAD && passes > least + 1 ? passes - least - 1 : 0;
}

/* lsu.replay: a warp receives words of one bank every other cycle, load after load. Returns when it has all of them;
   without earlier loads that would be `at`. */
u64 lsu_in_turn(struct sm *sm, u32 w, u32 words, u64 at)
{
    u64 *until = &sm->lsu.words_until[w];
    return *until = MAX(at, *until + words);
}

/* A load of several lines: the L1 looks up several a cycle, fewer if the banks need longer. */
static void pace(const struct sm *sm, struct lsu_entry *e, const struct stream_instr *i)
{
    u32 lookups = smmem_lookups(sm->mem);
    if (sm->cfg.lsu->global_banks && e->space != SI_TEX) {
        u32 c = passes(sm, i, e->op->bytes, false, false);
        u32 more = replay(sm, e, c, least_cycles(sm, e->op, i));
        e->cycles = MAX(e->cycles, c);
        e->replay = (u16)more;
        e->words = (u16)(2 * c);
    }
    if (lookups > 1)
        e->at_once = MIN(lookups, (u32)div_up(e->n, e->cycles));
}

/* An access to another CTA's shared memory through the cluster's network: the unit is busy for as long as that takes
   (guess: the whole unit). Leaves out: the banks of the other SM. */
static void remote_access(const struct sm *sm, struct lsu_entry *e, const struct stream_instr *i)
{
    if (!sm->cfg.lsu->remote_latency || !(stream_lane_addr(i, ctz64(i->mask)) >> STREAM_RANK_SHIFT))
        return;
    e->delay += (u32)sm->cfg.lsu->remote_latency;
    u32 c = (u32)div_up(e->op->bytes * popcount64(i->mask), sm->cfg.lsu->remote_rate);
    e->cycles = MAX(e->cycles, c);
}

/* Shared memory: passes over its banks. */
static void shared_access(struct sm *sm, struct lsu_entry *e, struct context *cx, u64 cycle)
{
    const struct stream_instr *i = &cx->next;
    const struct sm_op *o = e->op;
    u32 bytes = sm->cfg.lsu->first_word ? MIN(o->bytes, (u32)sm->cfg.lsu->bank_bytes) : o->bytes;
    u32 c = passes(sm, i, bytes, (o->kind == SI_ATOMIC || o->kind == SI_RED) && !SM_IDEAL(&sm->cfg, atomics),
                   sm->cfg.lsu->pairs && o->kind == SI_LOAD && bytes == 16);
    u32 least = sm->cfg.lsu->first_word ? 1 : least_cycles(sm, o, i);
    if (__builtin_expect(SM_IDEAL(&sm->cfg, banks), 0))
        c = MIN(c, least);
    cx->tenant->stats.shared_conflicts += c > least ? c - least : 0;
    if (WATCHED(sm->by_pc))
        blame_shared(sm, i->pc, c, c > least ? c - least : 0);
    c = banks_shared(sm, cx->tenant->bank_hist, o, i, c);
    if (sm->cfg.sm->banks && sm->cfg.sm->conflicts == CONFLICTS_INSTR) {
        e->cycles = MAX(e->cycles, least);
        e->delay = c > e->cycles ? c - e->cycles : 0;
    } else {
        e->cycles = MAX(e->cycles, c);
        e->replay = (u16)replay(sm, e, c, least);
        e->words = (u16)(2 * c);
    }
    remote_access(sm, e, i);
    if (__builtin_expect(o->flags & SI_COND && sm->lsu.words, 0))
        cas_loop(sm, e, cx, c, cycle);
}

/* Global and local memory, textures: extra time of their lines beyond the cache's, and their counters. */
static void line_access(struct sm *sm, struct lsu_entry *e, const struct context *cx, u32 lane_conflicts)
{
    const struct stream_instr *i = &cx->next;
    struct tenant *t = cx->tenant;
    const struct sm_op *o = e->op;
    u32 conflicts = e->n ? banks_line(sm, t->bank_hist, o, e->lines[0].line) - 1 : 0;
    if (conflicts && sm->cfg.sm->conflicts == CONFLICTS_INSTR)
        e->delay += conflicts;
    else if (conflicts)
        e->cycles = MAX(e->cycles, e->n + conflicts);
    if (e->n > 1 && o->kind == SI_LOAD)
        pace(sm, e, i);
    if (o->kind == SI_ATOMIC && !(o->flags & SI_SUNK) && sm->cfg.lsu->atomic_answer) {
        u32 answers = 0;
        for (u32 k = 0; k < e->n; k++)
            answers += MAX(1, (e->lines[k].same & ~REQ_SAME_FLOAT) / popcount64(e->lines[k].sectors));
        e->cycles = MAX(e->cycles, answers * (u32)sm->cfg.lsu->atomic_answer);
    }
    t->stats.lane_conflicts += lane_conflicts;
    t->stats.lines += e->n;
    t->stats.line_instrs++;
    t->stats.line_lanes += popcount64(i->mask);
    if (WATCHED(sm->by_pc))
        blame_access(sm, e, i->pc, lane_conflicts);
}

/* ideal.lines: an access uses only as many of its lines as its bytes would fill, each whole; the next execution uses
   other lines, so that all of the data is requested in the end. */
static void few_lines(struct sm *sm, struct lsu_entry *e, struct context *cx)
{
    const struct stream_instr *i = &cx->next;
    const struct coalesce_config *c = &sm->mem->coalesce;
    u32 bytes = e->op->bytes * popcount64(i->mask), n = MAX(1, (u32)div_up(bytes, c->line_bytes));
    if (e->n <= n)
        return;
    cx->few_turn += i->pc <= cx->few_pc;
    cx->few_pc = i->pc;
    u32 from = cx->few_turn % e->n, each = (u32)div_up(MIN(bytes, c->line_bytes), c->sector_bytes);
    struct coalesced few[STREAM_MAX_LANES];
    n = MIN(n, (u32)COUNT_OF(few));
    for (u32 k = 0; k < n; k++) {
        struct coalesced line = e->lines[(from + k) % e->n];
        line.sectors = line.touched = (u8)lanes_mask(MIN(each, c->line_bytes / c->sector_bytes));
        line.bytes = (u16)MIN(bytes, c->line_bytes);
        line.same = 0;
        few[k] = line;
    }
    memcpy(e->lines, few, n * sizeof *e->lines);
    e->n = n;
}

/* ideal.banks: constants that lanes read at different places come as if at one. */
static void few_words(struct lsu_entry *e, struct access *a)
{
    if (e->n <= 1)
        return;
    a->cycles /= e->n; /* each takes the same; what is left of the delay is the first word's own */
    a->delay -= MIN(a->delay, a->more);
    e->n = 1;
}

/* Fills the entry's requests or its shared-memory cycles; false: no lane is active. */
static bool prepare(struct sm *sm, struct lsu_entry *e, struct context *cx, u64 cycle)
{
    const struct stream_instr *i = &cx->next;
    u32 lanes = (u32)sm->cfg.sm->lanes;
    if (!i->mask || i->shape == ADDR_NONE)
        return false;
    e->cycles = sm->lsu.address_cycles;
    e->n = e->at = e->delay = e->round = 0;
    e->replay = e->words = 0;
    e->at_once = 1;
    e->space = i->space;
    count_instr(&cx->tenant->stats, e->space);
    if (e->space == SI_SHARED) {
        shared_access(sm, e, cx, cycle);
        return true;
    }
    struct access a = {.lines = e->lines};
    smmem_access(sm->mem, &cx->cursor.code[i->pc], i, lanes, cycle, &a);
    e->n = a.n;
    if (__builtin_expect(SM_IDEAL(&sm->cfg, lines), 0) && (e->space == SI_GLOBAL || e->space == SI_LOCAL))
        few_lines(sm, e, cx);
    if (__builtin_expect(SM_IDEAL(&sm->cfg, banks), 0) && (e->space == SI_CONST || e->space == SI_PARAM))
        few_words(e, &a);
    e->delay = a.delay;
    if (e->op->kind == SI_LOAD && !(e->op->flags & SI_SKIP_L1))
        e->delay += smmem_after(sm->mem, lsu_space(e->space));
    if (e->space != SI_CONST && e->space != SI_PARAM)
        line_access(sm, e, cx, a.conflicts);
    e->cycles = MAX(e->cycles, a.cycles);
    return e->n;
}

const u8 lsu_req_kinds[] = {
    [SI_LOAD] = RQ_READ, [SI_STORE] = RQ_WRITE, [SI_ATOMIC] = RQ_ATOMIC, [SI_RED] = RQ_RED, [SI_PREFETCH] = RQ_READ};

u32 lsu_space(u32 space)
{
    switch (space) {
    case SI_LOCAL: return RQS_LOCAL;
    case SI_TEX: return RQS_TEX;
    case SI_CONST:
    case SI_PARAM: return RQS_CONST;
    default: return RQS_GLOBAL;
    }
}

/* The fields that all requests of an instruction share. */
static struct req request_of(const struct sm *sm, const struct lsu_entry *e)
{
    u32 flags = (e->op->flags & SI_SKIP_L1 ? RQF_SKIP_L1 : 0);
    u16 slot = sm->ctx[e->warp].warp;
    return (struct req){.token = e->slot,
                        .warp = slot,
                        .cta = sm->warps[slot].cta,
                        .kind = lsu_req_kinds[e->op->kind],
                        .space = (u8)lsu_space(e->space),
                        .flags = (u8)flags};
}

bool lsu_begin(struct sm *sm, struct lsu_entry *e, u32 w, u64 cycle)
{
    struct lsu *l = &sm->lsu;
    struct context *cx = &sm->ctx[w];
    const struct sm_op *o = e->op = cx->op;
    l->next_sched = (w + 1) % sm->n_sched;
    if (!prepare(sm, e, cx, cycle)) { /* every lane predicated off */
        for (u32 i = 0; i < o->ndst; i++)
            cx->ready_at[o->regs[i]] = cycle + 1;
        return false;
    }
    e->warp = (u16)w;
    e->start = cycle + 1;
    e->unsent = lanes_mask(e->n);
    if (e->n) {
        e->slot = lsu_take_slot(l);
        l->slots[e->slot] = (struct lsu_slot){.op = o,
                                              .issued = cycle,
                                              .left = e->n,
                                              .delay = e->delay,
                                              .replay = e->replay,
                                              .words = e->words,
                                              .warp = (u16)w};
        e->like = request_of(sm, e);
    }
    if (sm->split && e->n)
        split_access(sm, e);
    lsu_marks(cx, o);
    if (sm->cfg.sm->atomic_stall && e->n && (o->kind == SI_ATOMIC || o->kind == SI_RED))
        cx->earliest = NEVER;
    return true;
}

void lsu_complete(struct sm *sm, const struct sm_op *o, u32 w, u64 at, u64 cycle)
{
    struct context *cx = &sm->ctx[w];
    for (u32 i = 0; i < o->ndst; i++)
        cx->ready_at[o->regs[i]] = at;
    if (cx->earliest == NEVER && (o->kind == SI_ATOMIC || o->kind == SI_RED))
        cx->earliest = at;
    if (o->kind == SI_LOAD || o->kind == SI_ATOMIC)
        cx->loads--;
    else
        cx->stores--;
    if (WATCHED(sm->by_pc))
        blame_done(sm, w, o);
    warp_mem_done(sm, w, cycle);
}

void lsu_changes(struct sm *sm, u64 cycle)
{
    charge(sm, cycle + 1);
    sm->stale = true;
}

void lsu_count(struct sm *sm, const struct req *r, u32 slot, bool hit)
{
    const struct lsu_slot *s = &sm->lsu.slots[slot];
    struct pc_stats *p = &sm->by_pc[s->op - sm->home->kernel->ops];
    if (r->kind != RQ_READ || r->space == RQS_CONST)
        return;
    bool l2 = r->flags & RQF_L2_HIT;
    p->l1_hits += hit;
    p->l2_hits += !hit && l2;
    p->far += !hit && !l2;
}

void lsu_over(struct sm *sm, u32 slot, u64 cycle)
{
    struct lsu *l = &sm->lsu;
    struct lsu_slot *s = &l->slots[slot];
    const struct sm_op *o = s->op;
    ENSURE(o);
    if (o->kind == SI_LOAD || o->kind == SI_ATOMIC) {
        struct sm_stats *stats = &sm->ctx[s->warp].tenant->stats;
        stats->load_instrs++;
        stats->load_cycles += cycle - s->issued;
    }
    s->op = NULL;
    s->next_free = l->free_slot - (slot + 1);
    l->free_slot = slot;
    l->n_free++;
    sm->stale = true;
    u64 at = cycle + s->delay + s->replay;
    if (__builtin_expect(s->replay && !s->missed, 0))
        at = lsu_in_turn(sm, s->warp, s->words, at);
    lsu_complete(sm, o, s->warp, at, cycle);
}
