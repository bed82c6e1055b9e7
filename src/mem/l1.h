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
    X(L1_WRITE_EVICT, "evict", "throws the line out")                                                                \
    X(L1_WRITE_THROUGH, "through", "updates it and goes on")                                                         \
    X(L1_WRITE_BACK, "back", "stays (write-allocate)")
DECL_CHOICE(l1_write, L1_WRITE_WORDS);
#define L1_BYPASS_WORDS(X)                                                                                           \
    X(L1_BYPASS_OFF, "off", "")                                                                                      \
    X(L1_BYPASS_ANY, "any", "on any failure")                                                                        \
    X(L1_BYPASS_ASSOC, "assoc", "when every way is reserved")
DECL_CHOICE(l1_bypass, L1_BYPASS_WORDS);

#define L1_PARAMS(P, B, E)                                                                                           \
    P(size, 16384, 128, 1 << 30, "bytes", "capacity (paper: MRPB table 1)")                                          \
    P(ways, 4, 0, 65536, "", "associativity; 0 = fully associative (paper)")                                         \
    P(line, 128, 32, 128, "bytes", "line size (paper)")                                                              \
    P(sector, 32, 32, 128, "bytes", "sector size (datasheet)")                                                       \
    B(sectored, 0, "lines are filled by sectors (datasheet)")                                                        \
    E(replace, repl, 0, "replacement (paper)")                                                                       \
    E(index, tags_index, TAGS_MODULO, "set index (paper)")                                                           \
    E(alloc, l1_alloc, L1_ON_MISS, "when a miss reserves its line (paper)")                                          \
    E(write, l1_write, L1_WRITE_EVICT, "a store that hits (paper)")                                                  \
    B(write_alloc, 0, "a store that goes through leaves the sectors that it writes whole in the cache (measured)")   \
    B(write_stall, 1, "a store that goes through waits while every way of its set is reserved (paper: GPGPU-Sim)")   \
    P(gather, 0, 0, 64, "lines",                                                                                     \
      "write-combining buffer: lines in which stores on their way out wait for each other; 0: none (measured)")      \
    P(gather_wait, 20, 1, 10000, "core cycles", "a combined line leaves so long after its last store (measured)")    \
    P(mshrs, 32, 1, 65536, "lines", "distinct lines that may be outstanding (paper)")                                \
    P(merges, 8, 1, 64, "requests", "requests that one MSHR holds (paper)")                                          \
    P(missq, 8, 2, 65536, "requests", "miss queue to the network (paper)")                                           \
    P(latency, 1, 1, 1000, "core cycles", "lookup to data of a hit (guess)")                                         \
    P(fill_latency, 1, 1, 1000, "core cycles", "fill to data of a miss (guess)")                                     \
    P(banks, 1, 1, 64, "banks", "tag banks: a lookup a bank and cycle, one miss in all (paper)")                     \
    P(bank_bytes, 0, 0, 32, "bytes",                                                                                 \
      "bank width: each lane accesses a bank by itself, nothing is coalesced; 0: banks by sets (paper)")             \
    P(lookups, 1, 1, 64, "lines", "tag lookups per cycle for one load; a miss ends the cycle's group (measured)")    \
    P(queue, 2, 2, 65536, "requests", "line requests between front and L1, for each bank (guess)")                   \
    E(bypass, l1_bypass, L1_BYPASS_OFF, "a read that cannot reserve goes past the cache (paper)")                    \
    E(prefetch, prefetch_ops, PREFETCH_OFF, "lines that are asked for before anything reads them (guess)")           \
    B(globals, 1, "global loads are cached; off: they pass by (datasheet)")                                          \
    B(invalidate, 1, "the cache is emptied when a kernel starts (datasheet)")
DECL_PARAMS(l1, L1_PARAMS);

/* Why the head request cannot go on. */
enum l1_stall { L1_OK, L1_NO_LINE, L1_NO_MSHR, L1_NO_MERGE, L1_NO_MISSQ, L1_NO_REPLY, L1_STALLS };
extern const char *const l1_stall_names[L1_STALLS];

#define L1_STATS(S, R, M, K)                                                                                         \
    S(access, "requests", "requests that left the head of the queue, of all kinds")                                  \
    S(read, "requests", "cached reads")                                                                              \
    S(hit, "requests", "reads served from the array")                                                                \
    S(merged, "requests", "reads merged into an outstanding miss (hit-reserved)")                                    \
    S(miss, "requests", "reads that sent a request")                                                                 \
    S(sector_miss, "requests", "of the misses: line there or on its way, sector not")                                \
    S(bypass, "requests", "reads that could not reserve and went past the cache")                                    \
    S(skip, "requests", "reads that were never to be cached (.cg, volatile, l1.globals off)")                        \
    S(write, "requests", "stores")                                                                                   \
    S(write_hit, "requests", "stores that found their line (write-back: and needed nothing from below)")             \
    S(write_fetch, "requests", "write-back: stores that sent a request for the rest of their sectors")               \
    S(write_merged, "requests", "write-back: stores merged into an outstanding miss")                                \
    S(gathered, "requests", "of the stores: joined one that waited")                                                 \
    S(atomic, "requests", "atomics and reductions")                                                                  \
    S(local_read, "requests", "of the reads: local memory")                                                          \
    S(local_hit, "requests", "of the hits: local memory")                                                            \
    S(local_write, "requests", "of the stores: local memory")                                                        \
    S(sectors_read, "sectors", "sectors asked for by cached reads")                                                  \
    S(sectors_hit, "sectors", "of these: there, or on their way")                                                    \
    S(local_sectors, "sectors", "of the sectors asked for: local memory")                                            \
    S(local_sectors_hit, "sectors", "of these: there, or on their way")                                              \
    S(fill, "lines", "replies that filled a line (or some of its sectors)")                                          \
    S(evict, "lines", "valid lines thrown out by a miss")                                                            \
    S(evict_intra_warp, "lines", "thrown out by the warp that had asked for them")                                   \
    S(evict_cross_warp, "lines", "thrown out by another warp of the same block")                                     \
    S(evict_cross_block, "lines", "thrown out by a warp of another block")                                           \
    S(write_back, "lines", "dirty lines written back")                                                               \
    S(fail_line, "cycles", "reservation failures: every way of the set reserved (associativity)")                    \
    S(fail_mshr, "cycles", "reservation failures: no MSHR")                                                          \
    S(fail_merge, "cycles", "reservation failures: the line's MSHR holds all it can")                                \
    S(fail_missq, "cycles", "reservation failures: miss queue full")                                                 \
    S(fail_reply, "cycles", "the head waits for room in the reply queue")                                            \
    S(bank_wait, "bank-cycles", "banks: a head that does not hit waits because another searches the MSHRs")          \
    S(serving, "cycles", "cycles in which a request left the head of a queue")                                       \
    S(mshr_cycles, "lines x cycles", "MSHRs in use, added up over time")                                             \
    R(per_cycle, access, serving, 1, "access / serving: above 1 only with several banks or lookups")                 \
    R(hit_rate, hit, read, 1, "hit / read")                                                                          \
    R(miss_rate, miss, read, 1, "miss / read")
DECL_STATS(l1, L1_STATS);

#define L1_MAX_CTAS 64

struct l1_bank {
    struct port in;
    u8 stall; /* enum l1_stall: what its head waits for since stall_since */
    bool changed;
    cyc stall_since;
};
struct l1_banks {
    u32 n, first; /* who may search the MSHRs first */
    struct l1_bank *at;
};

struct l1_mesi {      /* a coherent L1 */
    struct port acks; /* one for each probe, to the cluster */
    u64 *lines;       /* written back and not yet acknowledged */
    u32 n, cap;
    u64 probes; /* acknowledged */
};

struct l1 {
    /* ports: `in` is the front's to push, `from_noc` the cluster's; `out`, `hits`, `fills` are ours to push */
    struct port in, from_noc, out, hits, fills;
    struct l1_mesi *mesi;      /* NULL: not coherent */
    struct l1_banks *banks;    /* NULL: one, and its queue is `in` */
    struct l1_gather *gather;  /* NULL: stores do not wait for each other */
    struct prefetch *prefetch; /* NULL: none */
    cyc wake;
    struct l1_params p;
    struct l1_stats stats;
    struct tags tags;
    struct mshr mshr;
    cyc period;
    u8 all_sectors, bypass;
    bool twins;   /* a line comes with the other one of its aligned pair */
    u8 stall;     /* enum l1_stall: what the head waits for since stall_since */
    bool changed; /* a fill came or an MSHR lost a request since the last lookup: a failed one is worth a try */
    cyc stall_since;
    u32 flush_at;           /* write-back flush: next line to look at; UINT32_MAX: no flush going on */
    u16 epoch[L1_MAX_CTAS]; /* CTAs that this CTA slot has held: tells a line's first owner from the slot's next */
    struct hist hist_front,
        hist_l1;             /* LSU's push to lookup, whatever the front; lookup to reply (misses: the whole trip) */
    bool watched;            /* somebody asks l1_tries: what it says of the cycle before is kept */
    cyc ticked_at;           /* watched: last tick, and what had been tried and missed before it */
    u64 tried[2], missed[2]; /* without and with attempts that fail */
    u64 taken, answered;     /* conservation: requests that left `in`; replies pushed */
    struct marks *marks;     /* of marked requests */
};

struct l1_wiring {
    cyc period; /* ticks of a core cycle */
    cyc *wake_front, *wake_cluster, *wake_sm;
    bool mesi;
    u32 bypass; /* enum l1_bypass in force (front may say more than l1.bypass) */
    bool twins;
    const u64 *prefetch_own; /* parameters of the prefetchers (prefetch_pool) */
};
/* A small cache behind the SM's L1: it has the L1's sectors, replacement, index and queues, and of what else an L1
   may do only what its parameters' defaults say. */
struct l1_params l1_small(const struct l1_params *l1, u64 size, u64 ways, u64 line, u64 latency, u64 mshrs);
bool l1_init(struct l1 *, struct arena *, const struct l1_params *, const struct l1_wiring *, struct diag *);
cyc l1_tick(struct l1 *, cyc now);
static inline u32 l1_bank_of(const struct l1 *c, u64 line) /* only with several */
{
    return (c->p.bank_bytes ? (u32)(line / c->p.bank_bytes) : tags_set(&c->tags, line)) % c->banks->n;
}
bool l1_any_full(struct l1 *, cyc now); /* several banks: the queue of one has no room */
bool l1_idle(const struct l1 *);
void l1_audit(const struct l1 *);
void l1_dump(const struct l1 *, FILE *);

void l1_new_cta(struct l1 *, u32 cta_slot); /* the slot holds another CTA from now on */
void l1_invalidate(struct l1 *);            /* between kernels: forgets every line (BUG if any is dirty or out) */
void l1_resize(struct l1 *, u64 bytes);     /* likewise, if it changes; 0: every request passes by */
void l1_flush(struct l1 *, cyc now);        /* write-back: writes every dirty line back; done when idle */
/* Lookups of reads and those of them that missed, in all cycles before `now`; `attempts`: each cycle in which the
   head could not reserve is one more of both. The same whether the L1 has been ticked at `now` or not (if it is
   watched). */
void l1_tries(const struct l1 *, cyc now, bool attempts, u64 *tried, u64 *missed);
void l1_settle(struct l1 *, cyc now); /* brings the interval counters up to `now` */

#endif
