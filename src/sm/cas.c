/* Floats are added to shared memory in a loop: load, add, compare and swap, again for the lanes that another one came
   before. A round takes lsu.cas_latency and serves one lane of each word, so a warp takes as many as lanes share a
   word; a pass over the banks keeps the LSU for lsu.cas_busy. Lanes of several warps that want one word follow each
   other lsu.cas_word apart, which is remembered for the last words that were swapped. Leaves out: the issue slots
   that rounds keep from other warps, and those of rounds that fail because of another warp (its time is there). */
#include "sm/internal.h"

static struct cas_word *place(struct lsu *l, u64 word)
{
    return &l->words[(word ^ word >> 6 ^ word >> 32) % CAS_WORDS];
}

void cas_loop(struct sm *sm, struct lsu_entry *e, struct context *cx, u32 passes, u64 cycle)
{
    struct lsu *l = &sm->lsu;
    const struct lsu_params *p = sm->cfg.lsu;
    const struct stream_instr *i = &cx->next;
    u64 words[STREAM_MAX_LANES], key = ((u64)sm->warps[cx->warp].cta + 1) << 32, ends = 0;
    u32 n = 0, rounds = 0, lanes[STREAM_MAX_LANES];
    for (u64 m = i->mask; m; m &= m - 1) {
        u64 word = key + stream_lane_addr(i, ctz64(m)) / 4;
        u32 k = 0;
        while (k < n && words[k] != word)
            k++;
        if (k == n) {
            words[n] = word;
            lanes[n++] = 0;
        }
        lanes[k]++;
        rounds = MAX(rounds, lanes[k]);
    }
    l->cas_debt += passes * (u32)p->cas_busy;
    e->cycles = MAX(1, l->cas_debt / 10);
    l->cas_debt %= 10;
    u64 begins = MAX(cycle, l->cas_until); /* when those before it are through */
    l->cas_until = begins + e->cycles;
    for (u32 k = 0; k < n; k++) {
        struct cas_word *w = place(l, words[k]);
        u64 from = w->word == words[k] ? MAX(w->free, begins) : begins;
        *w = (struct cas_word){words[k], from + lanes[k] * p->cas_word};
        ends = MAX(ends, w->free);
    }
    ends = MAX(ends, begins + rounds * p->cas_latency);
    u64 least = e->cycles + sm->cfg.lat->shared;
    e->delay = ends - cycle > least ? (u32)(ends - cycle - least) : 0;
    cx->earliest = ends;
    cx->tenant->stats.warp_instrs += rounds * p->cas_slots - 1;
}
