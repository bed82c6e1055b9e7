/* A slice of the L2, banked by memory partition: write-back, write-allocate, sector masks. One lookup a cycle from
   the network; misses to the channel behind it; replies (data, or the acknowledgement of a write) to the reply
   network. Atomics are performed here. A write that covers whole sectors fetches nothing. `kind none`: everything
   goes straight to memory. */
#ifndef SLUICE_MEM_L2_H
#define SLUICE_MEM_L2_H
#include "mem/directory.h"
#include "mem/dram.h"
#include "mem/lrc.h"
#include "mem/mshr.h"
#include "mem/noc.h"
#include "mem/tags.h"

#define L2_KIND_WORDS(X)                                                                                             \
    X(L2_CACHE, "cache", "")                                                                                         \
    X(L2_NONE, "none", "everything goes straight to memory")
DECL_CHOICE(l2_kind, L2_KIND_WORDS);
#define L2_SLICE_HASH_WORDS(X)                                                                                       \
    X(SLICE_MODULO, "modulo", "low bits")                                                                            \
    X(SLICE_XOR, "xor", "those mixed with higher ones")                                                              \
    X(SLICE_HALVES, "halves",                                                                                        \
      "two slices by turns for four blocks, and 16 blocks by turns in the chip's halves; as xor with an odd number " \
      "or fewer than four slices")
DECL_CHOICE(l2_slice_hash, L2_SLICE_HASH_WORDS);

#define L2_PARAMS(P, B, E)                                                                                           \
    E(kind, l2_kind, L2_CACHE, "what is between network and memory (paper)")                                         \
    P(size, 131072, 128, 1ull << 34, "bytes", "capacity of a slice (paper)", WHEN("l2.kind", "cache"))               \
    P(ways, 8, 0, 65536, "", "associativity; 0 = fully associative (paper)", WHEN("l2.kind", "cache"))               \
    P(line, 128, 32, 128, "bytes", "line size (paper)")                                                              \
    P(sector, 32, 32, 128, "bytes", "sector size (datasheet)")                                                       \
    B(sectored, 0, "misses fetch sectors, not lines (datasheet)", WHEN("l2.kind", "cache"))                          \
    B(pairs, 0, "a miss also fetches the other sector of each aligned pair, if it is not there (measured)",          \
      WHEN("l2.kind", "cache"))                                                                                      \
    B(pair_waits, 0,                                                                                                 \
      "the first read of a sector that came with the other one of its pair is answered behind what the slice is "    \
      "waiting for from memory (measured)",                                                                          \
      WHEN("l2.pairs", "on"))                                                                                        \
    E(replace, repl, 0, "which line of a set is replaced (paper)", WHEN("l2.kind", "cache"))                         \
    E(index, tags_index, TAGS_MODULO, "how the set of a line is found (guess)", WHEN("l2.kind", "cache"))            \
    P(mshrs, 32, 1, 65536, "lines", "MSHRs of a slice: lines that may be outstanding (paper)",                       \
      WHEN("l2.kind", "cache"))                                                                                      \
    P(merges, 8, 1, 256, "requests", "requests that one MSHR can hold (guess)", WHEN("l2.kind", "cache"))            \
    P(delay, 0, 0, 10000, "L2 cycles",                                                                               \
      "delay from the network to the lookup, before an MSHR is taken (GPGPU-Sim's ROP queue) (paper)")               \
    P(inq, 8, 1, 4096, "requests", "requests that can wait before the lookup, beyond those in l2.delay (paper)")     \
    P(latency, 20, 1, 10000, "L2 cycles", "cycles from lookup to reply of a hit (guess)", WHEN("l2.kind", "cache"))  \
    P(miss_latency, 20, 1, 10000, "L2 cycles", "cycles from lookup to the memory controller (guess)",                \
      WHEN("l2.kind", "cache"))                                                                                      \
    P(replyq, 16, 2, 4096, "replies", "replies that can wait for the network, beyond those in the pipeline (guess)", \
      WHEN("l2.kind", "cache"))                                                                                      \
    P(port, 0, 0, 128, "bytes/cycle",                                                                                \
      "width of the data array's port: a read or a write that hits, and the write-back of a dirty line, keep the "   \
      "slice for their bytes over it, and a fill keeps the fill port of the same width; 0: no limit (paper: "        \
      "GPGPU-Sim)",                                                                                                  \
      WHEN("l2.kind", "cache"))                                                                                      \
    P(atomic_words, 4, 1, 64, "words/cycle", "atomic operations per cycle (guess)", WHEN("l2.kind", "cache"))        \
    P(atomic_pass, 0, 0, 10000, "L2 cycles / 100",                                                                   \
      "time of a pass of an atomic over a sector, with a lane on each of its words; lanes on one word take a pass "  \
      "each; 0: l2.atomic_words alone counts (measured)",                                                            \
      WHEN("l2.kind", "cache"))                                                                                      \
    P(atomic_part, 0, 0, 10000, "L2 cycles / 100", "the same with fewer lanes (measured)",                           \
      WHEN("l2.atomic_pass", "!0"))                                                                                  \
    P(atomic_turn, 0, 0, 10000, "L2 cycles / 100",                                                                   \
      "additional time of a pass on another block of l2.interleave bytes than the last (measured)",                  \
      WHEN("l2.atomic_pass", "!0"))                                                                                  \
    P(atomic_float, 0, 0, 10000, "L2 cycles / 100",                                                                  \
      "time that a sum of floating-point numbers takes until the next on its line (measured)",                       \
      WHEN("l2.atomic_pass", "!0"))                                                                                  \
    P(write_busy, 0, 0, 10000, "L2 cycles / 100", "time that a write occupies its slice (measured)",                 \
      WHEN("l2.kind", "cache"))                                                                                      \
    P(write_sector, 0, 0, 10000, "L2 cycles / 100",                                                                  \
      "additional time for each sector, if the write covers its sectors completely (measured)",                      \
      WHEN("l2.write_busy", "!0"))                                                                                   \
    P(write_part, 0, 0, 10000, "L2 cycles / 100",                                                                    \
      "additional time for each sector, if it covers them in part (measured)", WHEN("l2.write_busy", "!0"))          \
    P(join, 0, 0, 10000, "L2 cycles",                                                                                \
      "a bulk copy's read joins one of another SM of its GPC for the same line until so many cycles after that "     \
      "one's lookup, and a reply goes to both at once; 0: never (measured)",                                         \
      WHEN("l2.kind", "cache"))                                                                                      \
    P(join_most, 4, 2, 16, "requests", "reads of a line that are answered together (measured)",                      \
      WHEN("l2.join", "!0"))                                                                                         \
    P(join_lines, 256, 1, 65535, "lines", "reads of a slice that others may join at a time (guess)",                 \
      WHEN("l2.join", "!0"))                                                                                         \
    B(join_loads, 0, "loads that miss the L1 join, too (measured)", WHEN("l2.join", "!0"))                           \
    P(slices, 6, 1, 1024, "", "slices, each with ports of its own (paper)")                                          \
    P(per_channel, 1, 1, 8, "", "slices that share a memory channel (paper)")                                        \
    P(interleave, 256, 32, 65536, "bytes", "bytes of consecutive addresses that lie in one slice (guess)")           \
    E(slice_hash, l2_slice_hash, SLICE_MODULO, "how the slice of an address is found (guess)")                       \
    B(write_fetch, 1,                                                                                                \
      "a write of part of a sector fetches the rest; off: byte masks remember what was written (guess)",             \
      WHEN("l2.kind", "cache"))                                                                                      \
    B(invalidate, 0, "the L2 is emptied when a kernel starts, dirty lines too, as a profiler does (datasheet)",      \
      WHEN("l2.kind", "cache"))                                                                                      \
    B(copies, 0,                                                                                                     \
      "what the host copies to the device before a kernel is in the L2 when it starts; only traces know of copies "  \
      "(guess: Accel-Sim)",                                                                                          \
      WHEN("l2.kind", "cache"))                                                                                      \
    P(clock, 700, 1, 100000, "MHz", "L2 clock (paper)")
DECL_PARAMS(l2, L2_PARAMS);

enum l2_stall { L2_OK, L2_NO_LINE, L2_NO_MSHR, L2_NO_MERGE, L2_NO_MEMQ, L2_NO_REPLY, L2_BUSY, L2_STALLS };

#define L2_STATS(S, R, M, K)                                                                                         \
    S(access, "requests", "requests taken from the network")                                                         \
    S(busiest, "requests", "of these, those of the slice that took most, launch by launch", LESS)                    \
    S(read, "requests", "reads")                                                                                     \
    S(read_hit, "requests", "reads that found their data in the cache", MORE)                                        \
    S(merged, "requests", "reads and writes merged into an outstanding miss")                                        \
    S(read_miss, "requests", "reads that went to memory", LESS)                                                      \
    S(write, "requests", "writes")                                                                                   \
    S(write_hit, "requests", "writes that found their line", MORE)                                                   \
    S(write_miss, "requests", "writes that took a line without fetching it", LESS)                                   \
    S(write_fetch, "requests", "writes of part of a sector that had to fetch the rest", LESS)                        \
    S(atomic, "requests", "atomics and reductions")                                                                  \
    S(atomic_hit, "requests", "of these, those that found their line", MORE)                                         \
    S(joined, "requests", "reads that joined another SM's, and were not looked up", MORE)                            \
    S(sectors_read, "sectors", "sectors asked for by reads")                                                         \
    S(sectors_hit, "sectors", "of these, those that were there or on their way", MORE)                               \
    S(sectors_written, "sectors", "sectors written by writes")                                                       \
    S(fill, "lines", "fills from memory", LESS)                                                                      \
    S(evict, "lines", "valid lines evicted", LESS)                                                                   \
    S(write_back, "lines", "dirty lines written back", LESS)                                                         \
    S(fail_line, "L2 cycles", "a request waits: every way of its set is reserved", LESS)                             \
    S(fail_mshr, "L2 cycles", "a request waits: no MSHR is free", LESS)                                              \
    S(fail_merge, "L2 cycles", "a request waits: its line's MSHR can hold no more", LESS)                            \
    S(fail_memq, "L2 cycles", "a request waits: the queue to memory is full", LESS)                                  \
    S(fail_reply, "L2 cycles", "a request waits: the reply queue is full", LESS)                                     \
    R(read_hit_rate, read_hit, read, 1, "read_hit / read", MORE)
DECL_STATS(l2, L2_STATS);

struct l2_wiring {
    cyc period;
    struct noc *net; /* by class; the slice's port in each is `id` */
    u32 id;
    struct port *to_memory, *from_memory;
    const u16 *reply_port; /* by SM: its port of the reply network */
    u32 n_slices;
    u32 l1_line; /* coherent machines: bytes; 0: no directory */
    u32 n_sms;
    const u8 *gpc_of_sm; /* NULL: all are of one */
    bool always;         /* ideal.l2: everything hits */
    bool plain;          /* gpu.plain: the general form */
};
struct l2 {
    cyc wake;
    u64 last_atomic;  /* line of the last atomic */
    u64 summed_until; /* hundredths of a cycle: when its floating-point sums are done */
    struct l2_params p;
    struct l2_stats stats;
    u64 took; /* stats.access when the launch began */
    struct l2_wiring w;
    struct tags tags;
    struct mshr mshr;
    struct directory *dir;   /* NULL: not coherent */
    struct lrc *lrc;         /* NULL: reads do not join (l2.join) */
    struct port queue;       /* requests on their way to the lookup (l2.delay); the slice is both ends, as of */
    struct port hits, fills; /* replies on their way to the network */
    bool quick;              /* l2_quick.c; then: */
    cyc until;               /* it may work ahead of time up to this tick */
    cyc taken_at, sent_at;   /* when the last request was taken from the network, the last reply sent to it */
    u32 need;                /* places in the queue to memory that the last miss needed */
    u8 all_sectors, stall;
    u8 tells_hits; /* RQF_L2_HIT: replies tell whether the L2 had the data; 0: they do not */
    bool changed;  /* a fill came or an MSHR lost a request since the last lookup: a failed one is worth a try */
    cyc stall_since, busy_until;
    cyc filling_until;  /* l2.port: the fill port */
    u32 write_debt;     /* hundredths of a cycle left over */
    struct tag *missed; /* line of the last request that l2_miss took */
    u32 last_fetch;     /* the MSHR that asked memory last */
    cyc arrived;        /* when the request being looked up came from the network */
    struct hist hist;
    u64 taken, answered; /* conservation */
    struct marks *marks; /* of marked requests */
};

bool l2_init(struct l2 *, struct arena *, const struct l2_params *, const struct l2_wiring *, struct diag *);
cyc l2_tick(struct l2 *, cyc now);
bool l2_idle(const struct l2 *);
void l2_audit(const struct l2 *);
void l2_dump(const struct l2 *, FILE *);
void l2_settle(struct l2 *, cyc now);

#endif
