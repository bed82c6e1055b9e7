/* WarpPool (Kloosterman, Beaumont, Wollman, Sethia, Dreslinski, Mudge, Mahlke): inter-warp coalescing in place of
   coalescer and FIFO. What lsu_warppool.c and warppool_*.c share, and the tests.

   instruction queues -> intra-warp coalescers -> inter-warp queues (tags, merges) -> selector -> L1
                                   stores, atomics ------------------------------------^  (loads first)
   L1 -> return queue -> one warp a cycle is written back

   The order of a cycle (lsu.h): replies enter the return queue and one warp is written; instructions are accepted;
   then, in the tick, idle coalescers take an instruction, each coalescer inserts a line, the selector sends one tag
   or, without any, a store goes. What is inserted in a cycle can be sent from the next on, and a tag that was sent is
   free from the next on. */
#ifndef SLUICE_SM_WARPPOOL_H
#define SLUICE_SM_WARPPOOL_H
#include "sm/internal.h"

#define WP_MAX_QUEUES 64
#define WP_MAX_ENTRIES 64
#define WP_MAX_COALESCERS 8
#define WP_MAX_STORES 16
#define WP_MAX_TAGS 16
#define WP_MAX_MERGES 16

#define WARPPOOL_SELECT_WORDS(X)                                                                                     \
    X(WP_TOGGLE, "toggle", "oldest or warp, whichever the miss rate asks for")                                       \
    X(WP_OLDEST, "oldest", "the oldest one")                                                                         \
    X(WP_WARP, "warp", "the one with the lowest warp slot")
DECL_CHOICE(warppool_select, WARPPOOL_SELECT_WORDS);
#define WARPPOOL_MISSES_WORDS(X)                                                                                     \
    X(WP_ATTEMPTS, "attempts", "as a miss at every try")                                                             \
    X(WP_LOOKUPS, "lookups", "not at all")
DECL_CHOICE(warppool_misses, WARPPOOL_MISSES_WORDS);
#define WARPPOOL_FIRST_WORDS(X)                                                                                      \
    X(WP_LOADS_FIRST, "loads", "the load")                                                                           \
    X(WP_STORES_FIRST, "stores", "the store")
DECL_CHOICE(warppool_first, WARPPOOL_FIRST_WORDS);

#define WARPPOOL_PARAMS(P, B, E)                                                                                     \
    P(queues, 16, 1, WP_MAX_QUEUES, "queues",                                                                        \
      "instruction queues, served from the lowest warp slots up; neighbouring warps share one (paper: 3.2)")         \
    P(entries, 8, 1, WP_MAX_ENTRIES, "instructions", "entries of an instruction queue (paper: 3.9)")                 \
    P(coalescers, 2, 1, WP_MAX_COALESCERS, "coalescers",                                                             \
      "intra-warp coalescers, each of which handles a line per cycle (paper: 3.3)")                                  \
    P(pool, 32, 1, WP_MAX_QUEUES, "queues", "inter-warp queues, chosen by address; a power of two (paper: 3.4)")     \
    P(tags, 2, 1, WP_MAX_TAGS, "lines", "line tags in an inter-warp queue (paper: 3.4)")                             \
    P(merges, 4, 1, WP_MAX_MERGES, "requests", "requests that can be merged under a tag (paper: 3.9)")               \
    P(store_buffer, 0, 0, WP_MAX_STORES, "instructions",                                                             \
      "stores and atomics that wait for the L1 behind a coalescer, which is free meanwhile; 0: they wait in it "     \
      "(guess: the paper names no such buffer)")                                                                     \
    E(select, warppool_select, WP_TOGGLE, "which tag goes to the L1 next (paper: 3.5)")                              \
    E(first, warppool_first, WP_LOADS_FIRST, "what goes to the L1 when both a load and a store could (paper: 3.8)")  \
    P(quantum, 100000, 1, 1000000000, "cycles",                                                                      \
      "toggle: interval over which the miss rate is measured (paper: 3.5)", WHEN("warppool.select", "toggle"))       \
    P(threshold, 99, 0, 100, "%",                                                                                    \
      "toggle: a miss rate above this switches to the other policy for the next quantum (paper: 3.5)",               \
      WHEN("warppool.select", "toggle"))                                                                             \
    E(misses, warppool_misses, WP_ATTEMPTS, "toggle: how a lookup that cannot reserve a line is counted (guess)",    \
      WHEN("warppool.select", "toggle"))                                                                             \
    P(maps, 8, 1, 4096, "entries",                                                                                   \
      "thread-map entries; a request needs one if its mapping of threads to words follows no pattern (paper: 3.6)")  \
    P(metadata, 1024, 1, 65536, "entries",                                                                           \
      "entries of the MSHR metadata table, which holds merged requests between L1 and writeback (paper)")            \
    P(writeback, 2, 1, 64, "entries",                                                                                \
      "entries of the return queue, which holds replies that are being written back (paper: 3.7)")                   \
    P(writes, 1, 1, WP_MAX_MERGES, "warps/cycle",                                                                    \
      "warps that are written back per cycle from the head of the return queue (paper: 3.7)")                        \
    P(stages, 6, 2, 64, "cycles", "cycles from issue to the L1's port when nothing is in the way (paper: 3.1)")
DECL_PARAMS(warppool, WARPPOOL_PARAMS);

#define WARPPOOL_STATS(S, R, M, K)                                                                                   \
    S(loads, "requests", "line requests of loads that reached the inter-warp queues")                                \
    S(merged, "requests", "of these, those that joined a request that was there", MORE)                              \
    S(requests, "requests", "requests that left the inter-warp queues for the L1", LESS)                             \
    S(stores, "requests", "requests of stores and atomics, which go past the queues")                                \
    S(map_consecutive, "requests", "mapping of threads to words: each thread reads the word of its own number")      \
    S(map_broadcast, "requests", "mapping: every thread reads the same word")                                        \
    S(map_single, "requests", "mapping: one thread only")                                                            \
    S(map_range, "requests", "mapping: neighbouring threads read neighbouring words")                                \
    S(map_general, "requests", "mapping: no pattern; takes a thread-map entry")                                      \
    S(stall_tag, "coalescer-cycles", "a coalescer waits for a free tag in its line's queue", LESS)                   \
    S(stall_merge, "coalescer-cycles", "a coalescer waits because its line's tag can hold no more requests", LESS)   \
    S(stall_port, "coalescer-cycles", "a coalescer waits because another inserts into the same queue", LESS)         \
    S(stall_map, "coalescer-cycles", "a coalescer waits for a thread-map entry", LESS)                               \
    S(stall_store, "coalescer-cycles", "a coalescer's store waits for loads or the L1", LESS)                        \
    S(l1_full, "cycles", "a request was ready and the L1 could not take it", LESS)                                   \
    S(metadata_full, "cycles", "a request was ready and the metadata table was full", LESS)                          \
    S(return_full, "cycles", "a reply waited because the return queue was full", LESS)                               \
    S(occupancy, "lines x cycles", "tags in use, added up over time")                                                \
    S(toggles, "events", "changes of the selection policy")                                                          \
    S(warp_cycles, "cycles", "time under the warp policy")                                                           \
    K(storage_queues, "bytes", "storage of the instruction queues in an SM", LESS)                                   \
    K(storage_coalescers, "bytes", "storage of the intra-warp coalescers in an SM", LESS)                            \
    K(storage_pool, "bytes", "storage of the inter-warp queues in an SM", LESS)                                      \
    K(storage_maps, "bytes", "storage of the thread map in an SM", LESS)                                             \
    K(storage_metadata, "bytes", "storage of the MSHR metadata table in an SM", LESS)                                \
    R(loads_per_request, loads, requests, 1, "loads served by one request to the L1", MORE)
DECL_STATS(warppool, WARPPOOL_STATS);

enum wp_map { MAP_CONSECUTIVE, MAP_BROADCAST, MAP_SINGLE, MAP_RANGE, MAP_GENERAL, MAPS };
enum wp_stall { WP_GOES, WP_NO_TAG, WP_NO_MERGE, WP_NO_PORT, WP_NO_MAP, WP_STORE_WAITS };
#define WP_NONE UINT32_MAX
static inline u32 wp_round(u32 i, u32 cap) /* i below 2 cap: a place in a ring */
{
    return i < cap ? i : i - cap;
}
#define WP_DIRECT 0x80000000u /* in a token: not a bundle, the LSU slot of a store or atomic */

struct wp_entry { /* an instruction, from its queue on */
    struct lsu_entry e;
    u64 ripe; /* a coalescer may take it from this cycle on */
    bool load;
    u8 space, flags;          /* of its requests */
    u8 map[STREAM_MAX_LANES]; /* of each line: enum wp_map */
};

struct wp_bundle { /* requests merged under a tag; its index is the request's token */
    u64 line;
    u64 since; /* cycle of its first insert */
    u32 queue;
    u8 n, done;
    u8 space, flags, sectors, asked;
    u16 general; /* which of the requests have a thread-map entry */
    u16 lowest;  /* warp slot */
    u32 slot[WP_MAX_MERGES];
    u16 warp[WP_MAX_MERGES];
    u32 older, newer; /* in the pool: order of insertion; free: newer is the next free one */
};

struct wp_coalescer {
    u32 entry;                                  /* WP_NONE: idle */
    u32 kept[WP_MAX_STORES], kept_from, n_kept; /* store_buffer: a ring of entries */
    u64 began, busy_until;
    u8 stall; /* enum wp_stall, in the last tick */
};

struct warppool {
    struct warppool_params p;
    struct warppool_stats *stats;
    /* instruction queues */
    struct wp_entry *entries;
    u32 *free_entries, n_free;
    u16 ring[WP_MAX_QUEUES][WP_MAX_ENTRIES];
    u8 head[WP_MAX_QUEUES], n[WP_MAX_QUEUES];
    u64 filled; /* queues that hold an instruction */
    u32 warps_each;
    u32 held_entries; /* instructions in queues and coalescers */
    struct wp_coalescer c[WP_MAX_COALESCERS];
    /* inter-warp queues */
    u32 tag[WP_MAX_QUEUES][WP_MAX_TAGS]; /* bundle, or WP_NONE */
    u64 inserted[WP_MAX_QUEUES];         /* by queue: cycle of its last insert, + 1 */
    struct wp_bundle *bundles;
    u32 free_bundle, oldest, newest, n_tags;
    u32 maps_used, metadata_used;
    /* return queue */
    u32 back[64], back_head, back_n;
    bool back_full; /* a reply waits since the last tick */
    /* order within a warp */
    u32 loads[LSU_MAX_WARPS];  /* 1 for a load in its queue, then its unsent lines from the coalescer on */
    u32 stores[LSU_MAX_WARPS]; /* stores that have not left their coalescer */
    u64 has_loads, has_stores, queue_full;
    u64 full_next;                         /* queue_full from the next cycle on */
    bool freed;                            /* a tag or a thread-map entry was freed since the coalescers last tried */
    u64 next_load, next_store, next_other; /* warps by the kind of their next memory instruction */
    struct lsu_queue side;                 /* for shared memory, and caches of their own */
    /* selection */
    bool by_warp;
    u64 quantum_end, mode_since, tried, missed; /* the L1's counts when the quantum began */
    u64 settled;                                /* intervals are counted up to this cycle */
    bool was_l1_full, was_metadata_full;
};

/* warppool_pool.c */
enum wp_stall pool_insert(struct warppool *, const struct wp_entry *, u64 cycle); /* its next line */
bool pool_can_send(const struct warppool *, u64 cycle); /* a tag that was there before this cycle can be sent */
bool pool_send(struct sm *, struct warppool *, u64 cycle, cyc now);
void pool_toggle(struct sm *, struct warppool *, u64 cycle, cyc now); /* at the end of a quantum */
u32 bundle_take(struct warppool *);
void bundle_free(struct warppool *, u32 bundle);
/* warppool_map.c */
enum wp_map map_of(const struct stream_instr *, u32 bytes, u32 line_bytes, const struct coalesced *);
void warppool_storage(const struct warppool_params *, u32 lanes, struct warppool_stats *); /* table 1 */
bool warppool_check(const void *params, struct diag *);

#endif
