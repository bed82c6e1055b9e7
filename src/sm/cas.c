/* Floats and 64-bit numbers are added to shared memory in a loop of load, add, compare-and-swap; a lane repeats it if
   another lane's swap came first. The first round takes lsu.cas_latency, each further one, for which the lanes that
   are done have parted, lsu.cas_next. A round serves one lane of each word, so a warp takes as many rounds as lanes
   share a word; a pass over the banks occupies the LSU for lsu.cas_busy. Lanes of several warps that want one word
   follow each other lsu.cas_word apart, or, while few warps wait, whose swaps make each other fail, lsu.cas_few. The
   words swapped last are remembered. Numbers: tools/h200/shared_adds.cu. Leaves out: the issue slots that rounds take
   from other warps, and those of rounds that fail because of another warp (their time is modelled). */
#include "sm/internal.h"

#define WIDE_SLOTS 2u /* a sum and a comparison of two halves take this many slots more than of one word */
#define FEW_SINGLE 8u /* warps with a lane each */
#define FEW_WIDE 3u   /* warps with several lanes to a 64-bit word; those to a 32-bit word do not delay each other */

static struct cas_word *place(struct lsu *l, u64 word)
{
    return &l->words[(word ^ word >> 6 ^ word >> 32) % CAS_WORDS];
}

/* Cycles from lane to lane of a warp, when earlier warps still need the word for `backlog` cycles */
static u32 spacing(const struct lsu_params *p, u64 backlog, u32 lanes, bool wide)
{
    u32 more = wide ? (u32)p->cas_wide : 0, few = lanes == 1 ? FEW_SINGLE : wide ? FEW_WIDE : 0;
    u64 enough = (u64)few * lanes * (p->cas_few + more);

    return (u32)(backlog < enough ? p->cas_few : p->cas_word) + more;
}

void cas_loop(struct sm *sm, struct lsu_entry *e, struct context *cx, u32 passes, u64 cycle)
{
    struct lsu *l = &sm->lsu;
    const struct lsu_params *p = sm->cfg.lsu;
    const struct stream_instr *i = &cx->next;
    u64 words[STREAM_MAX_LANES], key = ((u64)sm->warps[cx->warp].cta + 1) << 32, ends = 0;
    u32 n = 0, rounds = 0, lanes[STREAM_MAX_LANES];
    bool wide = cx->op->bytes == 8;
    u64 more = wide ? (u64)p->cas_wide : 0;
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
    u64 begins = MAX(cycle, l->cas_until); /* when the loops before it have left the LSU */
    l->cas_until = begins + e->cycles;
    u64 alone = p->cas_latency + (rounds - 1) * p->cas_next + rounds * more; /* without other warps */
    for (u32 k = 0; k < n; k++) {
        struct cas_word *w = place(l, words[k]);
        u64 from = w->word == words[k] ? MAX(w->free, begins) : begins;
        u64 took = lanes[k] * spacing(p, from - begins, lanes[k], wide);
        *w = (struct cas_word){words[k], from + (from > begins ? took : MIN(took, alone))};
        ends = MAX(ends, w->free);
    }
    ends = MAX(ends, begins + alone);
    u64 least = e->cycles + sm->cfg.lat->shared;
    e->delay = ends - cycle > least ? (u32)(ends - cycle - least) : 0;
    cx->earliest = ends;
    cx->tenant->stats.warp_instrs += rounds * (p->cas_slots + (wide ? WIDE_SLOTS : 0)) - 1;
}
