/* Every parameter and counter of an SM. One row each: see decl/decl.h. */
#ifndef SLUICE_SM_PARAMS_H
#define SLUICE_SM_PARAMS_H
#include "decl/decl.h"
#include "sm/lsu.h"
#include "sm/maws.h"

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
#define SM_ISA_WORDS(X)                                                                                              \
    X(ISA_PTX, "ptx", "PTX as it stands")                                                                            \
    X(ISA_MACHINE, "machine", "what a compiler makes of it")
DECL_CHOICE(sm_isa, SM_ISA_WORDS);

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
    E(isa, sm_isa, ISA_PTX, "what is issued (bench/h200/opcodes.csv) (measured)")                                    \
    E(banks, sm_banks, BANKS_OFF, "bank conflicts of an instruction's operands (paper)")                             \
    E(stall, sm_stall, STALL_ON_USE, "where a load stops its warp (paper)")

#define SCHED_ARBITER_WORDS(X)                                                                                       \
    X(ARBITER_FIXED, "fixed", "the first always")                                                                    \
    X(ARBITER_ROTATE, "rotate", "each in turn, a cycle")
DECL_CHOICE(sched_arbiter, SCHED_ARBITER_WORDS);
decl_words sched_policy_words; /* sched.c */
decl_words lsu_ops_words;      /* lsu.c */

#define SCHED_PARAMS(P, B, E)                                                                                        \
    E(policy, sched_policy, POLICY_GTO, "which warp issues (paper)")                                                 \
    E(arbiter, sched_arbiter, ARBITER_FIXED, "who goes first in a cycle where schedulers share a unit (guess)")      \
    P(active, 8, 1, SM_MAX_WARPS, "warps", "two-level: warps in a scheduler's active set (paper)")                   \
    P(swl, 0, 0, SM_MAX_WARPS, "warps", "CCWS-SWL: at most this many warps of an SM may issue; 0: all (paper)")

/* Issue to dependent issue. */
#define LAT_PARAMS(P, B, E)                                                                                          \
    P(alu, 18, 1, 4096, "cycles", "integer add, logic, shift, compare, move (measured)")                             \
    P(mul, 18, 1, 4096, "cycles", "integer multiply and multiply-add (measured)")                                    \
    P(fp32, 18, 1, 4096, "cycles", "add, mul, fma on f32 (measured)")                                                \
    P(fp64, 22, 1, 4096, "cycles", "add, mul, fma on f64 (guess)")                                                   \
    P(sfu, 32, 1, 4096, "cycles", "sin, ex2, rcp, sqrt, division (guess)")                                           \
    P(cvt, 18, 1, 4096, "cycles", "conversions (guess)")                                                             \
    P(shfl, 24, 1, 4096, "cycles", "shuffles and votes (guess)")                                                     \
    P(control, 4, 1, 4096, "cycles", "from a branch to the warp's next instruction (guess)")                         \
    P(taken, 0, 0, 4096, "cycles", "a branch that goes elsewhere than to the next instruction: more (measured)")     \
    P(shared, 26, 2, 4096, "cycles", "shared memory without conflict (measured)")                                    \
    P(param, 18, 1, 4096, "cycles", "kernel parameters (guess)")                                                     \
    P(barrier, 2, 1, 4096, "cycles", "from the last arrival to the next instruction (guess)")

/* Cycles between two warp instructions on one unit, and how many such units the schedulers share. */
#define RATE_PARAMS(P, B, E)                                                                                         \
    P(alu, 1, 1, 1024, "cycles", "integer add, logic, shift, compare, move (datasheet)")                             \
    P(mul, 2, 1, 1024, "cycles", "integer multiply (datasheet)")                                                     \
    P(fp32, 1, 1, 1024, "cycles", "f32 (datasheet)")                                                                 \
    P(fp64, 2, 1, 1024, "cycles", "f64 (datasheet)")                                                                 \
    P(sfu, 8, 1, 1024, "cycles", "special functions (datasheet)")                                                    \
    P(cvt, 2, 1, 1024, "cycles", "conversions (datasheet)")                                                          \
    P(shfl, 1, 1, 1024, "cycles", "shuffles and votes (guess)")                                                      \
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
    B(windows, 0,                                                                                                    \
      "analysis: count the loads' line requests that windows of 1 to 128 requests before them would merge, as "      \
      "sm.window_*; in-order only (paper: WarpPool, figure 5)")

#define ICACHE_PARAMS(P, B, E)                                                                                       \
    B(on, false, "model the instruction cache; off: every fetch hits (guess)")                                       \
    P(size, 8192, 128, 1048576, "bytes", "instruction cache (guess)")                                                \
    P(line, 128, 16, 1024, "bytes", "its line (guess)")                                                              \
    P(assoc, 4, 1, 64, "ways", "its associativity (guess)")                                                          \
    P(instr_bytes, 8, 1, 64, "bytes", "an instruction's size in memory (datasheet)")                                 \
    P(miss, 120, 1, 65536, "cycles", "fixed miss latency (guess)")

DECL_PARAMS(sm, SM_PARAMS);
DECL_PARAMS(sched, SCHED_PARAMS);
DECL_PARAMS(lat, LAT_PARAMS);
DECL_PARAMS(rate, RATE_PARAMS);
DECL_PARAMS(lsu, LSU_PARAMS);
DECL_PARAMS(icache, ICACHE_PARAMS);

#define SM_REG_BANKS 4
#define SM_BANK_HIST 5u

#define SM_STATS(S, R, M, K)                                                                                         \
    S(cycles, "cycles", "core cycles, summed over SMs")                                                              \
    S(busy_cycles, "cycles", "core cycles in which the SM held a CTA")                                               \
    S(warp_instrs, "instructions", "warp instructions issued")                                                       \
    S(thread_instrs, "instructions", "thread instructions: active lanes summed over warp instructions")              \
    S(warps_resident, "warp-cycles", "resident warps summed over cycles")                                            \
    S(ctas, "CTAs", "CTAs finished")                                                                                 \
    S(warps, "warps", "warps finished")                                                                              \
    S(barriers, "instructions", "barrier instructions")                                                              \
    S(fences, "instructions", "fences")                                                                              \
    S(branches, "instructions", "branches")                                                                          \
    S(global_instrs, "instructions", "global loads, stores and atomics")                                             \
    S(local_instrs, "instructions", "local loads and stores")                                                        \
    S(shared_instrs, "instructions", "shared loads, stores and atomics")                                             \
    S(const_instrs, "instructions", "constant loads")                                                                \
    S(tex_instrs, "instructions", "texture fetches")                                                                 \
    S(lines, "requests", "line requests from global, local and texture instructions")                                \
    S(line_instrs, "instructions", "memory instructions that made them")                                             \
    S(line_lanes, "accesses", "their lanes: what the threads asked for before anything was coalesced")               \
    S(lsu_waiting, "instructions x cycles", "memory instructions that could issue and wait for the LSU")             \
    S(lsu_wait_cycles, "cycles", "cycles in which there was one")                                                    \
    S(window_requests, "requests", "lsu.windows: line requests of loads to the L1")                                  \
    S(window_1, "requests", "lsu.windows: of these, for the line of the request before")                             \
    S(window_2, "requests", "lsu.windows: for a line in a window of 2 requests that were not merged")                \
    S(window_4, "requests", "lsu.windows: of 4")                                                                     \
    S(window_8, "requests", "lsu.windows: of 8")                                                                     \
    S(window_16, "requests", "lsu.windows: of 16")                                                                   \
    S(window_32, "requests", "lsu.windows: of 32")                                                                   \
    S(window_64, "requests", "lsu.windows: of 64")                                                                   \
    S(window_128, "requests", "lsu.windows: of 128")                                                                 \
    S(shared_conflicts, "cycles", "extra cycles for shared-memory bank conflicts")                                   \
    S(icache_misses, "fetches", "instruction-cache misses")                                                          \
    S(miss_accesses, "instructions", "maws: memory instructions of which some line missed the L1")                   \
    S(divergent_accesses, "instructions", "maws: of these, some other line hit")                                     \
    S(splits, "splits", "maws: run-ahead warp-splits made")                                                          \
    S(merges, "splits", "maws: warp-splits that joined another one")                                                 \
    S(load_instrs, "instructions", "completed loads and atomics that left the SM's pipeline for the L1")             \
    S(load_cycles, "cycles", "issue to last line's arrival, summed over load_instrs")                                \
    R(ipc, warp_instrs, cycles, 1, "warp instructions a cycle and SM")                                               \
    R(thread_ipc, thread_instrs, cycles, 1, "thread instructions a cycle and SM")                                    \
    R(simd_efficiency, thread_instrs, warp_instrs, 1, "lanes that execute, a warp instruction")                      \
    R(achieved_warps, warps_resident, busy_cycles, 1, "resident warps, a busy cycle")                                \
    R(lsu_wait_share, lsu_wait_cycles, busy_cycles, 1, "lsu_wait_cycles / busy_cycles")                              \
    R(lines_per_access, lines, line_instrs, 1, "line requests a global, local or texture instruction")               \
    R(load_latency, load_cycles, load_instrs, 1, "cycles from issue to data of a load, mean")

/* The issue-slot stack: each slot of each scheduler and cycle has exactly one row. When nothing issues, the warp that
   was nearest to issue names the cause: rows are tried in the order below. */
#define SLOT_STATS(S, R, M, K)                                                                                       \
    S(issued, "slots", "an instruction was issued")                                                                  \
    S(dual, "slots", "second slot of a dual-issue scheduler that found no partner")                                  \
    S(l1_assoc, "slots", "LSU full behind an L1 that finds no line to reserve in the set")                           \
    S(l1_mshr, "slots", "LSU full behind an L1 without a free MSHR")                                                 \
    S(l1_merge, "slots", "LSU full behind an L1 whose MSHR entry takes no more merges")                              \
    S(l1_missq, "slots", "LSU full behind an L1 whose miss queue is full (network or L2 behind it)")                 \
    S(l1_other, "slots", "LSU full behind the front or an L1 that works at its rate")                                \
    S(lsu_full, "slots", "LSU full with shared, constant or texture accesses, or out of slots")                      \
    S(lsu_order, "slots", "a store waits until the LSU has sent the warp's loads, or the reverse (WarpPool)")        \
    S(unit_busy, "slots", "the execution unit is busy")                                                              \
    S(throttled, "slots", "warps are ready, but the policy lets none of them issue")                                 \
    S(alu, "slots", "scoreboard: operand of an arithmetic instruction, branch or barrier latency")                   \
    S(fetch, "slots", "waiting for instruction fetch")                                                               \
    S(memory, "slots", "scoreboard: operand that a memory instruction delivers")                                     \
    S(fence, "slots", "fence: memory instructions of the warp still out")                                            \
    S(barrier, "slots", "barrier: other warps of the CTA still to come")                                             \
    S(drain, "slots", "warps have finished and wait for their last memory instructions")                             \
    S(no_warp, "slots", "the scheduler has no warp")                                                                 \
    S(total, "slots", "all slots: the sum of the rows above")

/* What was executed, by the unit and by the register file of each operand (a 32-bit register of a whole warp). */
#define OP_STATS(S, R, M, K)                                                                                         \
    S(alu, "instructions", "integer add, logic, shift, compare, select, move")                                       \
    S(mul, "instructions", "integer multiply")                                                                       \
    S(fp32, "instructions", "f32 and f16 arithmetic")                                                                \
    S(fp64, "instructions", "f64 arithmetic")                                                                        \
    S(sfu, "instructions", "special functions and division")                                                         \
    S(cvt, "instructions", "conversions")                                                                            \
    S(shfl, "instructions", "shuffles and votes")                                                                    \
    S(control, "instructions", "branches, calls, returns")                                                           \
    S(barrier, "instructions", "barriers")                                                                           \
    S(fence, "instructions", "fences")                                                                               \
    S(mem, "instructions", "loads, stores, atomics, texture fetches")                                                \
    S(mrf_reads, "registers", "sources read from the main register file")                                            \
    S(mrf_writes, "registers", "results written to the main register file")                                          \
    S(orf_reads, "registers", "sources read from the operand register file")                                         \
    S(orf_writes, "registers", "written to the operand register file, copies of sources among them")                 \
    S(lrf_reads, "registers", "sources read from the last-result file")                                              \
    S(lrf_writes, "registers", "results written to the last-result file")                                            \
    S(bank_1, "instructions", "at most one access to any bank (sm.banks)")                                           \
    S(bank_2, "instructions", "two accesses to the bank used most")                                                  \
    S(bank_3, "instructions", "three")                                                                               \
    S(bank_4, "instructions", "four")                                                                                \
    S(bank_more, "instructions", "more than four")                                                                   \
    S(reg_reads, "registers", "sources in registers, whatever the file")                                             \
    S(reg_writes, "registers", "results in registers, whatever the file")

DECL_STATS(sm, SM_STATS);
DECL_STATS(op, OP_STATS);
DECL_STATS(slot, SLOT_STATS);

#define SLOT_ENUM_S(name, unit, help) SLOT_##name,
#define SLOT_ENUM_R(name, num, den, scale, help)
enum slot_cause { SLOT_STATS(SLOT_ENUM_S, SLOT_ENUM_R, SLOT_ENUM_S, SLOT_ENUM_S) SLOT_CAUSES };
_Static_assert(sizeof(struct slot_stats) == 8 * SLOT_CAUSES, "a row a cause");

#endif
