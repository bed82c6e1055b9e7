/* Every parameter of an SM. One row each: see decl/decl.h. Its counters: sm/stats.h. */
#ifndef SLUICE_SM_PARAMS_H
#define SLUICE_SM_PARAMS_H
#include "decl/decl.h"
#include "isa/target.h"
#include "sm/lsu.h"
#include "sm/maws.h"
#include "sm/stats.h"

#define SM_MAX_CTAS 32
#define SM_MAX_SCHEDULERS 4

#define SM_STALL_WORDS(X)                                                                                            \
    X(STALL_ON_USE, "on-use", "at the first use (GPU)")                                                              \
    X(STALL_ON_MISS, "on-miss", "at once")                                                                           \
    X(STALL_ON_ACCESS, "on-access", "at once, and so does every store (WPU)")
DECL_CHOICE(sm_stall, SM_STALL_WORDS);
#define SM_BANKS_WORDS(X)                                                                                            \
    X(BANKS_OFF, "off", "none")                                                                                      \
    X(BANKS_PARTITIONED, "partitioned", "of registers by themselves")                                                \
    X(BANKS_UNIFIED, "unified", "registers and memory in one set of banks, one a cluster at a time")                 \
    X(BANKS_ENHANCED, "enhanced", "the same, several a cluster")
DECL_CHOICE(sm_banks, SM_BANKS_WORDS);
#define SM_CONFLICTS_WORDS(X)                                                                                        \
    X(CONFLICTS_UNIT, "unit", "its unit, and what waits for that")                                                   \
    X(CONFLICTS_INSTR, "instruction", "its result alone")
DECL_CHOICE(sm_conflicts, SM_CONFLICTS_WORDS);

#define SM_PARAMS(P, B, E)                                                                                           \
    P(schedulers, 2, 1, 4, "", "warp schedulers; warp slot w belongs to scheduler w modulo this (datasheet)")        \
    P(issue_width, 1, 1, 2, "instructions/cycle", "what a scheduler may issue from one warp in a cycle (datasheet)") \
    P(warps, 48, 1, SM_MAX_WARPS, "warps", "warp slots (paper)")                                                     \
    P(lanes, 32, 2, 64, "lanes", "width of a warp; a power of two (paper)")                                          \
    P(threads, 1536, 2, 4096, "threads", "resident threads (paper)")                                                 \
    P(ctas, 8, 1, SM_MAX_CTAS, "CTAs", "resident CTAs (paper)")                                                      \
    P(regs, 32768, 1, 1048576, "registers", "32-bit registers (paper)")                                              \
    P(reg_unit, 64, 1, 4096, "registers", "a warp's registers are allocated in multiples of this (datasheet)")       \
    P(max_regs, 63, 16, 512, "registers", "most that a thread may have; what needs more gets spills (datasheet)")    \
    P(reg_reserved, 0, 0, 16, "registers",                                                                           \
      "of each thread's, those that the system keeps: stack pointer, and since Volta two for scheduling (guess)")    \
    P(regs_per_thread, 0, 0, 512, "registers", "a lower limit, as nvcc's -maxrregcount; 0: none (paper)")            \
    P(shared, 49152, 0, 1048576, "bytes", "shared memory (paper)")                                                   \
    P(shared_unit, 128, 1, 65536, "bytes", "a CTA's shared memory is allocated in multiples of this (datasheet)")    \
    P(shared_reserved, 0, 0, 65536, "bytes", "shared memory that the system takes from each CTA (datasheet)")        \
    E(isa, isa_kind, ISA_PTX, "what is issued (bench/h200/opcodes.csv) (measured)")                                  \
    E(address, isa_address, ADDRESS_64, "bits of an address, and what it takes (datasheet)")                         \
    E(strands, isa_strands, STRANDS_STRAIGHT,                                                                        \
      "where strands of the register hierarchy end, beside long-latency results, barriers and loops (guess)")        \
    E(banks, sm_banks, BANKS_OFF, "bank conflicts of an instruction's operands (paper)")                             \
    E(conflicts, sm_conflicts, CONFLICTS_UNIT, "what sm.banks' conflicts of an instruction hold up (paper)")         \
    E(stall, sm_stall, STALL_ON_USE, "where a load stops its warp (paper)")

#define SCHED_ARBITER_WORDS(X)                                                                                       \
    X(ARBITER_FIXED, "fixed", "the first always")                                                                    \
    X(ARBITER_ROTATE, "rotate", "each in turn, a cycle")                                                             \
    X(ARBITER_AFTER_LAST, "after-last", "the one after the last that used the memory pipe")
DECL_CHOICE(sched_arbiter, SCHED_ARBITER_WORDS);
decl_words sched_policy_words; /* sched.c */
decl_words lsu_ops_words;      /* lsu.c */

#define SCHED_PARAMS(P, B, E)                                                                                        \
    E(policy, sched_policy, POLICY_GTO, "which warp issues (paper)")                                                 \
    E(arbiter, sched_arbiter, ARBITER_FIXED, "who goes first in a cycle where schedulers share a unit (guess)")      \
    P(active, 8, 1, SM_MAX_WARPS, "warps", "two-level: warps in a scheduler's active set (paper)",                   \
      WHEN("sched.policy", "two-level"))                                                                             \
    P(swl, 0, 0, SM_MAX_WARPS, "warps", "CCWS-SWL: at most this many warps of an SM may issue; 0: all (paper)")

/* Issue to dependent issue. */
#define LAT_PARAMS(P, B, E)                                                                                          \
    P(alu, 18, 1, 4096, "cycles", "integer add, logic, shift, compare, move (measured)", WHEN("sm.isa", "!sm90"))    \
    P(mul, 18, 1, 4096, "cycles", "integer multiply and multiply-add (measured)", WHEN("sm.isa", "!sm90"))           \
    P(fp32, 18, 1, 4096, "cycles", "add, mul, fma on f32 (measured)", WHEN("sm.isa", "!sm90"))                       \
    P(fp64, 22, 1, 4096, "cycles", "add, mul, fma on f64 (guess)", WHEN("sm.isa", "!sm90"))                          \
    P(sfu, 32, 1, 4096, "cycles", "sin, ex2, rcp, sqrt, division (guess)", WHEN("sm.isa", "!sm90"))                  \
    P(cvt, 18, 1, 4096, "cycles", "conversions (guess)", WHEN("sm.isa", "!sm90"))                                    \
    P(shfl, 24, 1, 4096, "cycles", "shuffles and votes (guess)", WHEN("sm.isa", "!sm90"))                            \
    P(control, 4, 1, 4096, "cycles", "from a branch to the warp's next instruction (guess)")                         \
    P(taken, 0, 0, 4096, "cycles", "extra cycles of a taken branch, beyond lat.control (measured)")                  \
    P(shared, 26, 2, 4096, "cycles", "shared memory without conflict (measured)")                                    \
    P(param, 18, 1, 4096, "cycles", "kernel parameters (guess)")                                                     \
    P(barrier, 2, 1, 4096, "cycles", "from the last arrival to the next instruction (guess)")

/* Cycles between two warp instructions on one unit, and how many such units the schedulers share. */
#define RATE_PARAMS(P, B, E)                                                                                         \
    P(alu, 1, 1, 1024, "cycles", "integer add, logic, shift, compare, move (datasheet)", WHEN("sm.isa", "!sm90"))    \
    P(mul, 2, 1, 1024, "cycles", "integer multiply (datasheet)", WHEN("sm.isa", "!sm90"))                            \
    P(fp32, 1, 1, 1024, "cycles", "f32 (datasheet)", WHEN("sm.isa", "!sm90"))                                        \
    P(fp64, 2, 1, 1024, "cycles", "f64 (datasheet)", WHEN("sm.isa", "!sm90"))                                        \
    P(sfu, 8, 1, 1024, "cycles", "special functions (datasheet)", WHEN("sm.isa", "!sm90"))                           \
    P(cvt, 2, 1, 1024, "cycles", "conversions (datasheet)", WHEN("sm.isa", "!sm90"))                                 \
    P(shfl, 1, 1, 1024, "cycles", "shuffles and votes (guess)", WHEN("sm.isa", "!sm90"))                             \
    P(control, 1, 1, 1024, "cycles", "branches (guess)")                                                             \
    B(split, false, "integer and f32 instructions have units of their own; off: the same cores do both (datasheet)") \
    P(alu_units, 4, 1, 4, "units", "units for integer work (and f32); fewer than schedulers: shared (datasheet)")    \
    P(sfu_units, 1, 1, 4, "units", "units for sfu (datasheet)")                                                      \
    P(fp64_units, 1, 1, 4, "units", "units for fp64 (datasheet)")

#define LSU_PARAMS(P, B, E)                                                                                          \
    E(kind, lsu_ops, LSU_IN_ORDER, "what turns memory instructions into requests (paper)")                           \
    P(queue, 8, 1, 64, "instructions", "memory instructions issued and not yet coalesced (guess)")                   \
    P(slots, 256, 4, 4096, "instructions", "memory instructions in flight (guess)")                                  \
    P(lanes, 32, 1, 64, "lanes/cycle", "address generation (datasheet)")                                             \
    P(banks, 32, 1, 128, "banks", "of shared memory (paper)")                                                        \
    P(bank_bytes, 4, 4, 16, "bytes", "a bank's width (paper)")                                                       \
    B(replay, 0, "bank conflicts of n words delay a shared load's result by n - 2 extra cycles (measured on H200)")  \
    B(global_banks, 0,                                                                                               \
      "bank conflicts slow global loads too: a cycle a distinct word in the bank used most (measured)")              \
    P(cas_latency, 0, 0, 10000, "cycles",                                                                            \
      "one round of a compare-and-swap loop in shared memory, which serves a lane a word; 0 = as any atomic "        \
      "(measured)")                                                                                                  \
    P(cas_busy, 0, 0, 10000, "cycles / 10",                                                                          \
      "LSU time that each pass over the banks takes in such a round (measured)", WHEN("lsu.cas_latency", "!0"))      \
    P(cas_word, 0, 0, 10000, "cycles", "from one lane to the next if several warps swap one word (measured)",        \
      WHEN("lsu.cas_latency", "!0"))                                                                                 \
    P(cas_slots, 1, 1, 100, "slots", "instructions that a round counts as; they take no issue slot (guess)",         \
      WHEN("lsu.cas_latency", "!0"))                                                                                 \
    B(windows, 0,                                                                                                    \
      "analysis: count the loads' line requests that windows of 1 to 128 requests before them would merge, as "      \
      "sm.window_*; in-order only (paper: WarpPool, figure 5)")

#define ICACHE_PARAMS(P, B, E)                                                                                       \
    B(on, false, "model the instruction cache; off: every fetch hits (guess)")                                       \
    P(size, 8192, 128, 1048576, "bytes", "instruction cache (guess)", WHEN("icache.on", "on"))                       \
    P(line, 128, 16, 1024, "bytes", "its line (guess)", WHEN("icache.on", "on"))                                     \
    P(assoc, 4, 1, 64, "ways", "its associativity (guess)", WHEN("icache.on", "on"))                                 \
    P(instr_bytes, 8, 1, 64, "bytes", "an instruction's size in memory (datasheet)", WHEN("icache.on", "on"))        \
    P(miss, 120, 1, 65536, "cycles", "fixed miss latency (guess)", WHEN("icache.on", "on"))                          \
    P(mshrs, 0, 0, 64, "lines", "lines on their way at once; 0: any number (paper)", WHEN("icache.on", "on"))        \
    B(keep, false, "lines stay from launch to launch; kernels lie one after the other in memory (guess)",            \
      WHEN("icache.on", "on"))

DECL_PARAMS(sm, SM_PARAMS);
DECL_PARAMS(sched, SCHED_PARAMS);
DECL_PARAMS(lat, LAT_PARAMS);
DECL_PARAMS(rate, RATE_PARAMS);
DECL_PARAMS(lsu, LSU_PARAMS);
DECL_PARAMS(icache, ICACHE_PARAMS);

#endif
