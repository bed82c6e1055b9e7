/* L1 data cache, tags only. Also serves as constant and texture cache (other parameters, same stage).

   in (front) --> one lookup a cycle --> hit: `hits` after the hit latency | miss: MSHR and `out` (the miss queue)
   from_noc   --> one fill a cycle --> line valid, MSHR drained one target a cycle into `fills` | bypass: `fills`

   More lookups a cycle: of reads that hit (l1.lookups), or one a bank (l1.banks, l1_banks.c). Stores may wait for
   each other (l1_gather.c), L1s may be coherent (l1_mesi.c) and have a prefetcher (prefetch.h). A lookup that cannot
   reserve fails with a cause and is tried again each cycle; the stage sleeps meanwhile and the failed cycles are
   added as an interval. Leaves out: data, ECC, and that a fill takes the array from a lookup. */
#ifndef SLUICE_MEM_L1_H
#define SLUICE_MEM_L1_H
#include <stdio.h>

#include "decl/decl.h"
#include "mem/hist.h"
#include "mem/l1_lsu.h"
#include "mem/l1_stats.h"
#include "mem/mark.h"
#include "mem/mesi.h"
#include "mem/mshr.h"
#include "mem/port.h"
#include "mem/prefetch.h"
#include "mem/tags.h"

#define L1_ALLOC_WORDS(X)                                                                                            \
    X(L1_ON_MISS, "on-miss", "")                                                                                     \
    X(L1_ON_FILL, "on-fill", "")
DECL_CHOICE(l1_alloc, L1_ALLOC_WORDS);
#define L1_WRITE_WORDS(X)                                                                                            \
    X(L1_WRITE_EVICT, "evict", "removes it")                                                                         \
    X(L1_WRITE_THROUGH, "through", "updates it and goes on to the L2")                                               \
    X(L1_WRITE_BACK, "back", "updates it and leaves it dirty (write-back, write-allocate)")
DECL_CHOICE(l1_write, L1_WRITE_WORDS);
#define L1_BYPASS_WORDS(X)                                                                                           \
    X(L1_BYPASS_OFF, "off", "")                                                                                      \
    X(L1_BYPASS_ANY, "any", "on any failure")                                                                        \
    X(L1_BYPASS_ASSOC, "assoc", "when every way is reserved")
DECL_CHOICE(l1_bypass, L1_BYPASS_WORDS);
#define L1_PARAMS(P, B, E)                                                                                           \
    P(size, 16384, 128, 1 << 30, "bytes", "capacity of an L1 (paper: MRPB table 1)")                                 \
    P(ways, 4, 0, 65536, "", "associativity; 0 = fully associative (paper)")                                         \
    P(line, 128, 32, 128, "bytes", "line size (paper)")                                                              \
    P(sector, 32, 32, 128, "bytes", "sector size (datasheet)")                                                       \
    B(sectored, 0, "a miss fetches sectors, not whole lines (datasheet)")                                            \
    E(replace, repl, 0, "which line of a set is replaced (paper)")                                                   \
    E(index, tags_index, TAGS_MODULO, "how the set of a line is found (paper)")                                      \
    E(alloc, l1_alloc, L1_ON_MISS, "when a miss reserves its line (paper)")                                          \
    E(write, l1_write, L1_WRITE_EVICT, "what a store that hits does to the line (paper)")                            \
    B(write_alloc, 0, "write-through stores leave those sectors in the cache that they write completely (measured)") \
    B(write_stall, 1, "a write-through store waits while every way of its set is reserved (paper: GPGPU-Sim)")       \
    P(gather, 0, 0, 64, "lines",                                                                                     \
      "write-combining buffer: lines in which stores wait for others to join them before they leave; 0: none "       \
      "(measured)")                                                                                                  \
    P(gather_wait, 20, 1, 10000, "core cycles",                                                                      \
      "a line leaves the write-combining buffer this long after its last store (measured)", WHEN("l1.gather", "!0")) \
    P(mshrs, 32, 1, 65536, "lines", "MSHRs: distinct lines that may be outstanding (paper)")                         \
    P(merges, 8, 1, 64, "requests", "requests that one MSHR can hold (paper)")                                       \
    P(missq, 8, 2, 65536, "requests", "entries of the miss queue to the network (paper)")                            \
    P(latency, 1, 1, 1000, "core cycles", "cycles from lookup to data of a hit (guess)")                             \
    E(requests, l1_requests, L1_REQUEST_LINE, "what a memory instruction asks the cache for (paper: GPGPU-Sim)")     \
    P(after, 0, 0, 1000, "core cycles", "extra latency of a cached load, hit or miss (paper: GPGPU-Sim)")            \
    P(fill_latency, 1, 1, 1000, "core cycles", "cycles from the arrival of a line to the data of the miss (guess)")  \
    P(banks, 1, 1, 64, "banks",                                                                                      \
      "tag banks: each can look up one request per cycle, and one of them can miss (paper)")                         \
    P(bank_bytes, 0, 0, 32, "bytes",                                                                                 \
      "width of data banks: every lane accesses its own bank and nothing is coalesced; 0: l1.banks are chosen by "   \
      "set (paper)")                                                                                                 \
    P(lookups, 1, 1, 64, "lines", "tag lookups per cycle for one load; a miss ends the cycle's group (measured)")    \
    P(queue, 2, 2, 65536, "requests", "requests that can wait before each bank of the L1 (guess)")                   \
    E(bypass, l1_bypass, L1_BYPASS_OFF, "whether a read that cannot reserve a line goes past the cache (paper)")     \
    E(prefetch, prefetch_ops, PREFETCH_OFF, "prefetcher, which asks for lines before anything reads them (guess)")   \
    B(globals, 1, "global loads are cached in the L1; off: they go past it (datasheet)")                             \
    B(invalidate, 1, "the cache is emptied when a kernel starts (datasheet)")                                        \
    B(fence, 0, "a fence for more than the threads of a block empties the cache; dirty lines stay (measured)")
DECL_PARAMS(l1, L1_PARAMS);

/* Why the request at the head cannot proceed. */
enum l1_stall { L1_OK, L1_NO_LINE, L1_NO_MSHR, L1_NO_MERGE, L1_NO_MISSQ, L1_NO_REPLY, L1_STALLS };
extern const char *const l1_stall_names[L1_STALLS];

#define L1_MAX_CTAS 64

struct l1_bank {
    struct port in;
    u8 stall; /* enum l1_stall: what its head waits for since stall_since */
    bool changed;
    cyc stall_since;
};
struct l1_hub { /* lets the L1 send a request ahead of time (hub_one.c) */
    void *hub;  /* NULL: none */
    /* A request that is the only one to leave the SM at tick `at`. True: it has been sent. */
    bool (*sent)(void *hub, const struct req *, cyc at);
};
struct l1_banks {
    u32 n, first; /* first: the bank that may search the MSHRs first */
    struct l1_bank *at;
};

struct l1 {
    /* ports: `in` is the front's to push, `from_noc` the cluster's; `out`, `hits`, `fills` are ours to push */
    struct port in, from_noc, out, hits, fills;
    struct l1_mesi *mesi;      /* NULL: not coherent */
    struct l1_banks *banks;    /* NULL: one bank, whose queue is `in` */
    struct l1_gather *gather;  /* NULL: stores do not wait for each other */
    struct prefetch *prefetch; /* NULL: none */
    struct l1_lsu lsu;
    struct l1_hub hub;
    cyc wake;
    struct l1_params p;
    struct l1_stats stats;
    struct tags tags;
    struct mshr mshr;
    cyc period;
    u8 all_sectors, bypass;
    bool quick;     /* the common case, which l1_quick.c handles in a shorter form */
    u32 n_sectors;  /* of a line */
    u32 stalled_at; /* quick: the tag for which the head waits, or the first tag of its set */
    u32 absent_in;  /* quick: the head's line is not in this set; UINT32_MAX: not looked for yet */
    bool always;    /* ideal.l1 */
    bool twins;     /* a miss also fetches the other line of the aligned pair */
    u8 stall;       /* enum l1_stall: what the head waits for since stall_since */
    bool changed;   /* a fill came or an MSHR lost a request since the last lookup: a failed one is worth a try */
    cyc stall_since;
    cyc fence_from, fence_last; /* ticks of the first and the last pending fence, which invalidates the lines */
    u32 flush_at;               /* write-back flush: next line to look at; UINT32_MAX: no flush going on */
    u16 epoch[L1_MAX_CTAS]; /* by CTA slot, CTAs that it has held: tells a line's owner from the slot's later CTAs */
    struct hist hist_front, hist_l1; /* from the LSU's push to the lookup; from there to the reply, misses too */
    bool watched;                    /* l1_tries is called: the counts before the current tick are kept */
    cyc ticked_at;                   /* watched: the last tick; the counts before it, */
    u64 tried[2], missed[2];         /* without and with attempts that failed */
    u64 taken, answered;             /* conservation: requests that left `in`; replies pushed */
    struct marks *marks;             /* of marked requests */
};

struct l1_wiring {
    cyc period; /* ticks of a core cycle */
    cyc *wake_front, *wake_cluster, *wake_sm;
    bool mesi;
    u32 bypass; /* enum l1_bypass in force (a front may override l1.bypass) */
    bool twins;
    const u64 *prefetch_own; /* parameters of the prefetchers (prefetch_pool) */
    bool always;             /* ideal.l1: reads that may be cached hit */
    bool plain;              /* gpu.plain: the general form */
};
/* A small cache behind the SM's L1: it has the L1's sectors, replacement, index and queues; everything else is at its
   default. */
struct l1_params l1_small(const struct l1_params *l1, u64 size, u64 ways, u64 line, u64 latency, u64 mshrs);
bool l1_init(struct l1 *, struct arena *, const struct l1_params *, const struct l1_wiring *, struct diag *);
cyc l1_tick(struct l1 *, cyc now);
static inline u32 l1_bank_of(const struct l1 *c, u64 line) /* only with several */
{
    return (c->p.bank_bytes ? (u32)(line / c->p.bank_bytes) : tags_set(&c->tags, line)) % c->banks->n;
}
bool l1_any_full(struct l1 *, cyc now); /* several banks: is any bank's queue full? */
bool l1_idle(const struct l1 *);
void l1_audit(const struct l1 *);
void l1_dump(const struct l1 *, FILE *);

static inline void l1_fence(struct l1 *c, cyc now) /* lookups after `now` find no line that was there before */
{
    c->fence_from = MIN(c->fence_from, now + 1);
    c->fence_last = now + 1;
}
void l1_new_cta(struct l1 *, u32 cta_slot); /* the slot holds another CTA from now on */
void l1_invalidate(struct l1 *);            /* between kernels: forgets every line (BUG if any is dirty or out) */
void l1_resize(struct l1 *, u64 bytes);     /* between kernels, changes the size; 0: every request bypasses */
void l1_flush(struct l1 *, cyc now);        /* write-back: writes every dirty line back; done when idle */
/* Lookups of reads, and those that missed, in all cycles before `now`; with `attempts`, each cycle in which the head
   could not reserve counts in both. If the L1 is watched, the result is the same before and after its tick at `now`.
   */
void l1_tries(const struct l1 *, cyc now, bool attempts, u64 *tried, u64 *missed);
void l1_settle(struct l1 *, cyc now); /* brings the interval counters up to `now` */

#endif
