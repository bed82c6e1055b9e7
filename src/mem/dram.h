/* A memory channel behind a partition. Swappable: one file and one row of DRAMS each; there are GDDR5-style banks
   with every command timed (dram_gddr.c, dram_sched.c), and a fixed latency with a bandwidth limit (dram_fixed.c).
   Takes requests from `in`; whatever wants an answer (RQF_FILL reads and, where there is no L2, everything) comes out
   of `out`. */
#ifndef SLUICE_MEM_DRAM_H
#define SLUICE_MEM_DRAM_H
#include <stdio.h>

#include "decl/decl.h"
#include "mem/hist.h"
#include "mem/mark.h"
#include "mem/port.h"

struct l2_params;

decl_words dram_ops_words; /* dram.c */
#define DRAM_BANK_HASH_WORDS(X)                                                                                      \
    X(DRAM_BANK_PLAIN, "off", "")                                                                                    \
    X(DRAM_BANK_XOR, "xor", "XORed with low row bits")                                                               \
    X(DRAM_BANK_CHUNK, "chunk", "dram.chunk bytes that follow each other lie in one bank of most channels")
DECL_CHOICE(dram_bank_hash, DRAM_BANK_HASH_WORDS);
#define DRAM_GROUP_WORDS(X)                                                                                          \
    X(DRAM_GROUP_HIGH, "high", "banks next to each other are of one group")                                          \
    X(DRAM_GROUP_LOW, "low", "banks next to each other are of different groups")
DECL_CHOICE(dram_group_bits, DRAM_GROUP_WORDS);
#define DRAM_REFRESH_WORDS(X)                                                                                        \
    X(DRAM_REFRESH_ALL, "all-banks", "all banks of a channel at once")                                               \
    X(DRAM_REFRESH_BANK, "bank", "bank after bank, each once in refi")
DECL_CHOICE(dram_refresh, DRAM_REFRESH_WORDS);
decl_words dram_sched_words; /* dram_sched.c */

#define DRAM_PARAMS(P, B, E)                                                                                         \
    E(kind, dram_ops, 0, "what the memory is (paper)")                                                               \
    E(sched, dram_sched, 0, "which request goes next (paper)", WHEN("dram.kind", "!fixed"))                          \
    P(queue, 32, 1, 512, "requests", "requests that the scheduler can choose from (guess)",                          \
      WHEN("dram.kind", "!fixed"))                                                                                   \
    P(inq, 8, 2, 512, "requests", "requests that can wait between L2 and scheduler (guess)")                         \
    P(cap, 0, 0, 1000000, "requests",                                                                                \
      "fr-fcfs: how many row hits may overtake a bank's oldest request; 0: no limit (paper: FR-FCFS+Cap)",           \
      WHEN("dram.sched", "fr-fcfs"))                                                                                 \
    P(banks, 16, 1, 64, "", "banks of a channel (paper)", WHEN("dram.kind", "!fixed"))                               \
    P(low_banks, 1, 1, 64, "",                                                                                       \
      "how many banks consecutive blocks of l2.interleave bytes are spread over; 1: they stay in one bank (paper)",  \
      WHEN("dram.kind", "!fixed"))                                                                                   \
    P(groups, 1, 1, 16, "", "bank groups of a channel (datasheet)", WHEN("dram.kind", "!fixed"))                     \
    E(group_bits, dram_group_bits, DRAM_GROUP_HIGH, "which bits of a bank's number name its group (guess)",          \
      WHEN("dram.kind", "!fixed"))                                                                                   \
    P(row, 2048, 64, 65536, "bytes", "bytes of a row in a channel (datasheet)", WHEN("dram.kind", "!fixed"))         \
    E(bank_hash, dram_bank_hash, DRAM_BANK_PLAIN, "how a bank's number is found (guess)",                            \
      WHEN("dram.kind", "!fixed"))                                                                                   \
    P(chunk, 65536, 1024, 1 << 30, "bytes", "what lies in one bank of most channels (measured)",                     \
      WHEN("dram.bank_hash", "chunk"))                                                                               \
    P(bus, 8, 1, 256, "bytes", "width of a channel's data bus (paper)")                                              \
    P(burst, 8, 1, 64, "transfers", "data transfers of a column command (paper)", WHEN("dram.kind", "!fixed"))       \
    P(ratio, 4, 1, 16, "transfers", "data transfers per cycle of the command clock (datasheet)",                     \
      WHEN("dram.kind", "!fixed"))                                                                                   \
    P(ccd, 2, 1, 1000, "dram cycles", "column command to column command (paper)", WHEN("dram.kind", "!fixed"))       \
    P(ccdl, 0, 0, 1000, "dram cycles",                                                                               \
      "column command to column command within a bank group; 0: dram.ccd (datasheet)", WHEN("dram.kind", "!fixed"))  \
    P(rrd, 6, 1, 1000, "dram cycles", "activate to activate of another bank (paper)", WHEN("dram.kind", "!fixed"))   \
    P(rcd, 12, 1, 1000, "dram cycles", "activate to column command (paper)", WHEN("dram.kind", "!fixed"))            \
    P(ras, 28, 1, 1000, "dram cycles", "activate to precharge (paper)", WHEN("dram.kind", "!fixed"))                 \
    P(rp, 12, 1, 1000, "dram cycles", "precharge to activate (paper)", WHEN("dram.kind", "!fixed"))                  \
    P(rc, 40, 1, 1000, "dram cycles", "activate to activate of the same bank (paper)", WHEN("dram.kind", "!fixed"))  \
    P(cl, 12, 1, 1000, "dram cycles", "read command to data (paper)", WHEN("dram.kind", "!fixed"))                   \
    P(wl, 4, 1, 1000, "dram cycles", "write command to data (paper)", WHEN("dram.kind", "!fixed"))                   \
    P(cdlr, 5, 1, 1000, "dram cycles", "end of write data to read command (paper)", WHEN("dram.kind", "!fixed"))     \
    P(wr, 12, 1, 1000, "dram cycles", "end of write data to precharge (paper)", WHEN("dram.kind", "!fixed"))         \
    P(rtp, 2, 0, 1000, "dram cycles", "read command to precharge (datasheet)", WHEN("dram.kind", "!fixed"))          \
    P(refi, 0, 0, 1000000, "dram cycles", "interval between a bank's refreshes; 0: no refresh (datasheet)",          \
      WHEN("dram.kind", "!fixed"))                                                                                   \
    P(phase, 0, 0, 1000000, "dram cycles",                                                                           \
      "how much earlier than without it each refresh is due; a launch may begin at any time between two of them, "   \
      "and `sluice correlate` takes the mean over several (guess)",                                                  \
      WHEN("dram.refi", "!0"))                                                                                       \
    P(rfc, 0, 0, 100000, "dram cycles", "duration of a refresh: refresh to activate (datasheet)",                    \
      WHEN("dram.kind", "!fixed"))                                                                                   \
    E(refresh_kind, dram_refresh, DRAM_REFRESH_ALL, "what one refresh covers (datasheet)",                           \
      WHEN("dram.kind", "!fixed"))                                                                                   \
    B(row_bus, 0, "activates and precharges have their own command bus, as in HBM (datasheet)",                      \
      WHEN("dram.kind", "!fixed"))                                                                                   \
    P(extra_latency, 0, 0, 10000, "dram cycles", "extra latency of controller and pins, on the way back (guess)",    \
      WHEN("dram.kind", "!fixed"))                                                                                   \
    P(fixed_latency, 300, 4, 100000, "core cycles", "kind fixed: cycles from request to answer (paper)",             \
      WHEN("dram.kind", "fixed"))                                                                                    \
    B(fixed_edges, 0,                                                                                                \
      "kind fixed with fixed_bytes: transfers begin at edges of dram.clock; off: at any time (paper)",               \
      WHEN("dram.kind", "fixed"))                                                                                    \
    P(fixed_bytes, 0, 0, 65536, "bytes/cycle", "kind fixed: bandwidth in bytes per core cycle; 0: no limit (paper)", \
      WHEN("dram.kind", "fixed"))                                                                                    \
    P(clock, 924, 1, 100000, "MHz", "command clock (paper)")                                                         \
    B(check, 0, "kind gddr: checks every command against the timings; changes no result (debug)",                    \
      WHEN("dram.kind", "gddr"))
DECL_PARAMS(dram, DRAM_PARAMS);

#define DRAM_STATS(S, R, M, K)                                                                                       \
    S(read, "requests", "reads done", LESS)                                                                          \
    S(write, "requests", "writes done", LESS)                                                                        \
    S(read_bytes, "bytes", "read over the bus", LESS)                                                                \
    S(write_bytes, "bytes", "written over the bus", LESS)                                                            \
    S(act, "commands", "activates", LESS)                                                                            \
    S(pre, "commands", "precharges", LESS)                                                                           \
    S(col, "commands", "column reads and writes")                                                                    \
    S(refresh, "commands", "refreshes of all banks or of one (dram.refresh_kind)")                                   \
    S(row_hit, "requests", "requests that found their row open", MORE)                                               \
    S(bus_busy, "dram cycles", "time in which the data bus carried data")                                            \
    S(active, "dram cycles", "time in which a request was queued", LESS)                                             \
    S(queued, "requests x cycles", "requests queued, added up over time", LESS)                                      \
    R(row_hit_rate, row_hit, served, 1, "row_hit / served", MORE)                                                    \
    S(served, "requests", "reads and writes done")
DECL_STATS(dram, DRAM_STATS);

struct dram_wiring {
    cyc period, l2_period, core_period; /* ticks */
    cyc hop;          /* noc.kind none: ticks of the network both ways, which the fixed latency already includes */
    u32 line, sector; /* bytes */
    const struct l2_params *l2; /* how addresses are spread over channels: see partition.h */
    u32 in_latency;             /* L2 cycles from the L2's push until `in` shows it */
    u32 n_ports;                /* slices that it serves */
    cyc **wake_l2;              /* of each */
};
enum dram_cmd { DRAM_ACT, DRAM_PRE, DRAM_RD, DRAM_WR, DRAM_REF };
struct dram_watch; /* the checker of dram_check.h */
struct dram_sched; /* of dram_sched.h, as are these two */
struct dram_bank;
struct dram_entry;
struct dram_ticks { /* the timings, in ticks */
    cyc ccd, ccdl, rrd, rcd, ras, rp, rc, rtp, to_data_rd, rd_to_wr, wr_to_rd, wr_to_pre, rfc;
};

struct dram;
struct dram_ops {
    const char *name, *about; /* the word of dram.kind */
    bool alone;               /* its latency covers the whole way: it may stand without network and L2 */
    bool shared;              /* it serves several slices (l2.per_channel) */
    bool (*init)(struct dram *, struct arena *,
                 struct diag *); /* parameters, wiring and the places of ports are there */
    cyc (*tick)(struct dram *, cyc now);
    void (*settle)(struct dram *, cyc now);                      /* NULL: has no intervals */
    void (*audit)(const struct dram *);                          /* NULL: nothing to say */
    void (*dump)(const struct dram *, FILE *);                   /* NULL: nothing to add to its ports */
    double (*peak)(const struct dram_params *, double core_mhz); /* bytes a second of a channel at most */
};
/* Every controller: a new one is a row here and a file. */
#define DRAMS(X) X(DRAM_GDDR, dram_gddr_ops) X(DRAM_FIXED, dram_fixed_ops) X(DRAM_IDEAL, dram_ideal_ops)
DECL_POLICIES(dram_ops, DRAMS);

struct dram {
    const struct dram_ops *ops;
    struct port *in, *out; /* by slice; `in` is the L2's to push, `out` ours */
    u32 next_port;         /* the slice whose `in` is checked first */
    cyc wake;
    struct dram_params p;
    struct dram_stats stats;
    struct dram_wiring w;
    struct dram_ticks t;
    const struct dram_sched *sched;
    struct dram_bank *banks;
    struct dram_entry *queue;
    u32 used, free_list, data_cycles, oldest, newest; /* all entries are listed in order of arrival */
    u8 atoms[256];                                    /* by mask of sectors: column commands */
    u64 wanting[4];                                   /* by next command: the banks that want it */
    cyc next[4];      /* earliest column read, column write, activate, precharge of the whole channel */
    u64 *group_banks; /* by bank group: its banks, and when its next column command may go */
    cyc *group_at;
    cyc ran, next_cmd; /* `ran`: clocks before it were simulated ahead of time; when the next command may go */
    cyc refresh_at;    /* the next refresh; NEVER: there is none */
    u64 refreshes;     /* refreshes that were due so far */
    cyc stat_since;
    cyc bus_period;           /* kind fixed: of dram.clock */
    u64 fixed_free;           /* kind fixed: end of the last transfer, in ticks x bytes a cycle */
    cyc until;                /* commands before this tick may be issued ahead of time: see dram_tick */
    struct dram_watch *watch; /* NULL: no --timeline */
    struct hist hist;
    u64 taken, done;     /* conservation */
    struct marks *marks; /* of marked requests */
};

static inline u32 dram_group(const struct dram_params *p, u32 bank)
{
    return (u32)(p->group_bits == DRAM_GROUP_LOW ? bank & (p->groups - 1) : bank / (p->banks / p->groups));
}

bool dram_init(struct dram *, struct arena *, const struct dram_params *, const struct dram_wiring *, struct diag *);
cyc dram_tick(struct dram *, cyc now);
bool dram_idle(const struct dram *);
void dram_audit(const struct dram *);
void dram_dump(const struct dram *, FILE *);
void dram_settle(struct dram *, cyc now);

#endif
