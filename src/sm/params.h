/* Every parameter of an SM. One row each: see decl/decl.h. Its counters: sm/stats.h. */
#ifndef SLUICE_SM_PARAMS_H
#define SLUICE_SM_PARAMS_H
#include "decl/decl.h"
#include "isa/target.h"
#include "sm/choices.h"
#include "sm/lat_params.h"
#include "sm/lsu.h"
#include "sm/maws.h"
#include "sm/stats.h"

#define SM_MAX_CTAS 32
#define SM_MAX_SCHEDULERS 4
#define SM_PRODUCTS 6 /* products of warp groups that may wait for a tensor core: products.c */
#define SM_BANKS_WORDS(X)                                                                                            \
    X(BANKS_OFF, "off", "none")                                                                                      \
    X(BANKS_PARTITIONED, "partitioned", "those of registers")                                                        \
    X(BANKS_UNIFIED, "unified", "registers and memory share one set of banks, one access per cluster at a time")     \
    X(BANKS_ENHANCED, "enhanced", "the same, with several accesses per cluster")
DECL_CHOICE(sm_banks, SM_BANKS_WORDS);
#define SM_CONFLICTS_WORDS(X)                                                                                        \
    X(CONFLICTS_UNIT, "unit", "its execution unit, and so the instructions behind it")                               \
    X(CONFLICTS_INSTR, "instruction", "its own result only")
DECL_CHOICE(sm_conflicts, SM_CONFLICTS_WORDS);
#define SM_PARAMS(P, B, E)                                                                                           \
    P(schedulers, 2, 1, 4, "", "warp schedulers; warp slot w belongs to scheduler w modulo this number (datasheet)") \
    P(issue_width, 1, 1, 2, "instructions/cycle",                                                                    \
      "instructions that a scheduler may issue from one warp in a cycle (datasheet)")                                \
    P(warps, 48, 1, SM_MAX_WARPS, "warps", "warps that can be resident on an SM (paper)")                            \
    P(lanes, 32, 2, 64, "lanes", "threads of a warp; a power of two (paper)")                                        \
    P(threads, 1536, 2, 4096, "threads", "threads that can be resident on an SM (paper)")                            \
    P(ctas, 8, 1, SM_MAX_CTAS, "CTAs", "CTAs that can be resident on an SM (paper)")                                 \
    P(regs, 32768, 1, 1048576, "registers", "32-bit registers of an SM (paper)")                                     \
    P(reg_unit, 64, 1, 4096, "registers", "a warp's registers are allocated in multiples of this (datasheet)")       \
    P(max_regs, 63, 16, 512, "registers",                                                                            \
      "most registers of a thread; a kernel that needs more spills to local memory (datasheet)")                     \
    P(reg_reserved, 0, 0, 16, "registers",                                                                           \
      "registers of each thread that the system keeps: a stack pointer and, since Volta, two for scheduling "        \
      "(guess)")                                                                                                     \
    P(regs_per_thread, 0, 0, 512, "registers",                                                                       \
      "limit on the registers of a thread, as nvcc's -maxrregcount; 0: none (paper)")                                \
    P(shared, 49152, 0, 1048576, "bytes", "shared memory of an SM (paper)")                                          \
    P(shared_unit, 128, 1, 65536, "bytes", "a CTA's shared memory is allocated in multiples of this (datasheet)")    \
    P(shared_reserved, 0, 0, 65536, "bytes", "shared memory that the system takes from each CTA (datasheet)")        \
    E(isa, isa_kind, ISA_PTX, "instructions that a kernel is compiled to (bench/h200/opcodes.csv) (measured)")       \
    E(reg_count, isa_count, COUNT_CODE,                                                                              \
      "registers of a thread, which decide how many CTAs fit (guess: Fermi's instructions take constants, "          \
      "parameters and offsets as operands; as GPGPU-Sim, which times PTX and has the registers from ptxas)",         \
      WHEN("sm.isa", "ptx"))                                                                                         \
    E(reg_ctas, sm_reg_ctas, REG_CTAS_FIT,                                                                           \
      "how many CTAs the registers of a kernel leave room for, to see how much depends on it (guess)")               \
    E(address, isa_address, ADDRESS_64, "bits of an address, and registers that it takes (datasheet)")               \
    E(strands, isa_strands, STRANDS_STRAIGHT,                                                                        \
      "register-file hierarchy: where a strand ends besides long-latency results, barriers and loops; operands "     \
      "stay in the small files within one (guess)")                                                                  \
    E(banks, sm_banks, BANKS_OFF, "which bank conflicts among an instruction's operands are modelled (paper)")       \
    E(conflicts, sm_conflicts, CONFLICTS_UNIT, "what a bank conflict of sm.banks delays (paper)")                    \
    E(stall, sm_stall, STALL_ON_USE, "when a load stops its warp (paper)")                                           \
    B(atomic_stall, 0, "a warp issues nothing more until its atomic or reduction is done (paper: GPGPU-Sim)")

#define SCHED_ARBITER_WORDS(X)                                                                                       \
    X(ARBITER_FIXED, "fixed", "always the first")                                                                    \
    X(ARBITER_ROTATE, "rotate", "each in turn, cycle by cycle")                                                      \
    X(ARBITER_AFTER_LAST, "after-last", "the one after the scheduler that last used the memory pipe")
DECL_CHOICE(sched_arbiter, SCHED_ARBITER_WORDS);
decl_words sched_policy_words; /* sched.c */
decl_words lsu_ops_words;      /* lsu.c */

#define SCHED_PARAMS(P, B, E)                                                                                        \
    E(policy, sched_policy, POLICY_GTO, "which warp issues next (paper)")                                            \
    E(arbiter, sched_arbiter, ARBITER_FIXED,                                                                         \
      "which scheduler goes first when several want the same unit in a cycle (guess)")                               \
    P(active, 8, 1, SM_MAX_WARPS, "warps", "two-level: warps in a scheduler's active set (paper)",                   \
      WHEN("sched.policy", "two-level"))                                                                             \
    P(swl, 0, 0, SM_MAX_WARPS, "warps",                                                                              \
      "static warp limiting (CCWS-SWL): at most this many warps of an SM may issue; 0: all (paper)")

#define LSU_PARAMS(P, B, E)                                                                                          \
    E(kind, lsu_ops, LSU_IN_ORDER, "what turns memory instructions into requests (paper)")                           \
    P(queue, 8, 1, 64, "instructions", "memory instructions that have issued and wait for the coalescer (guess)")    \
    P(slots, 256, 4, 4096, "instructions", "memory instructions in flight in an SM (guess)")                         \
    P(lanes, 32, 1, 64, "lanes/cycle", "lanes whose addresses are generated per cycle (datasheet)")                  \
    P(banks, 32, 1, 128, "banks", "banks of shared memory (paper)")                                                  \
    P(bank_bytes, 4, 4, 16, "bytes", "width of a bank of shared memory (paper)")                                     \
    B(replay, 0,                                                                                                     \
      "a load's words of one bank reach its warp every other cycle, its next load's behind them (measured)")         \
    B(global_banks, 0, "bank conflicts slow global loads too: a cycle for each word of the busiest bank (measured)") \
    P(cas_latency, 0, 0, 10000, "cycles",                                                                            \
      "float and 64-bit additions to shared memory are loops of compare-and-swap: a round, which completes a lane "  \
      "of each word; 0: as fast as other shared atomics (measured)")                                                 \
    P(cas_next, 1, 1, 10000, "cycles",                                                                               \
      "a further round of a warp, several of whose lanes update one word (measured)", WHEN("lsu.cas_latency", "!0")) \
    P(cas_wide, 0, 0, 10000, "cycles", "64-bit words: more cycles for each lane and round (measured)",               \
      WHEN("lsu.cas_latency", "!0"))                                                                                 \
    P(cas_few, 0, 0, 10000, "cycles",                                                                                \
      "delay from one lane to the next, instead of lsu.cas_word, while few warps wait: eight with a lane each, "     \
      "three "                                                                                                       \
      "with more to a 64-bit word (measured)",                                                                       \
      WHEN("lsu.cas_latency", "!0"))                                                                                 \
    P(cas_busy, 0, 0, 10000, "cycles / 10",                                                                          \
      "LSU time of each pass over the banks in a round of lsu.cas_latency (measured)",                               \
      WHEN("lsu.cas_latency", "!0"))                                                                                 \
    P(cas_word, 0, 0, 10000, "cycles",                                                                               \
      "delay from one lane to the next when several warps update the same word (measured)",                          \
      WHEN("lsu.cas_latency", "!0"))                                                                                 \
    P(cas_slots, 1, 1, 100, "slots", "instructions that a round is counted as; they take no issue slots (guess)",    \
      WHEN("lsu.cas_latency", "!0"))                                                                                 \
    P(atomic_answer, 0, 0, 64, "cycles", "LSU time per line or lane of one word: atomics that answer (measured)")    \
    P(atomic_spread, 0, 0, 1000, "cycles",                                                                           \
      "global atomics with a result reach the L2 up to this much later, at random, so that competing ones are "      \
      "served in no fixed order (measured)")                                                                         \
    P(atomic_seed, 0, 0, 1000000, "", "seed of lsu.atomic_spread: another one gives another order (guess)",          \
      WHEN("lsu.atomic_spread", "!0"))                                                                               \
    B(first_word, 0,                                                                                                 \
      "only the first word of a lane's access to shared memory counts for bank conflicts (paper: GPGPU-Sim)")        \
    B(pairs, 0, "16-byte shared loads take half as long if lanes l, l^1 or l, l^2 read the same (measured)")         \
    P(remote_latency, 0, 0, 10000, "cycles", "clusters: extra cycles of shared memory of another CTA (measured)",    \
      WHEN("sm.isa", "sm90"))                                                                                        \
    P(remote_rate, 128, 1, 1024, "bytes/cycle", "clusters: its bandwidth, of an SM (measured)",                      \
      WHEN("sm.isa", "sm90"))                                                                                        \
    B(windows, 0,                                                                                                    \
      "analysis: counts how many line requests of loads would merge with one of the 1 to 128 requests before them "  \
      "(sm.window_*); in-order only (paper: WarpPool, figure 5)")

#define ICACHE_PARAMS(P, B, E)                                                                                       \
    B(on, false, "model the instruction cache; off: every fetch hits (guess)")                                       \
    P(size, 8192, 128, 1048576, "bytes", "capacity of the instruction cache (guess)", WHEN("icache.on", "on"))       \
    P(line, 128, 16, 1024, "bytes", "line size of the instruction cache (guess)", WHEN("icache.on", "on"))           \
    P(assoc, 4, 1, 64, "ways", "associativity of the instruction cache (guess)", WHEN("icache.on", "on"))            \
    P(instr_bytes, 8, 1, 64, "bytes", "size of an instruction in memory (datasheet)", WHEN("icache.on", "on"))       \
    P(miss, 120, 1, 65536, "cycles", "latency of a miss (guess)", WHEN("icache.on", "on"))                           \
    P(next, 0, 0, 65536, "cycles",                                                                                   \
      "the line behind one that a launch uses for the first time, if it is new, too, is fetched ahead and there so " \
      "much later; 0: it is fetched when it is wanted (measured)",                                                   \
      WHEN("icache.on", "on"))                                                                                       \
    P(mshrs, 0, 0, 64, "lines", "lines that can be fetched at once; 0: any number (paper)", WHEN("icache.on", "on")) \
    B(keep, false,                                                                                                   \
      "the cache keeps its lines from launch to launch; kernels lie one behind the other in memory (guess)",         \
      WHEN("icache.on", "on"))

DECL_PARAMS(sm, SM_PARAMS);
DECL_PARAMS(sched, SCHED_PARAMS);
DECL_PARAMS(lat, LAT_PARAMS);
DECL_PARAMS(rate, RATE_PARAMS);
DECL_PARAMS(lsu, LSU_PARAMS);
DECL_PARAMS(icache, ICACHE_PARAMS);

#endif
