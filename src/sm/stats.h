/* Every counter of an SM. One row each: see decl/decl.h. */
#ifndef SLUICE_SM_STATS_H
#define SLUICE_SM_STATS_H
#include "decl/decl.h"

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
    S(lane_conflicts, "cycles", "l1.bank_bytes: extra cycles for bank conflicts of the L1")                          \
    S(icache_misses, "fetches", "instruction-cache misses")                                                          \
    S(miss_accesses, "instructions", "maws: memory instructions of which some line missed the L1")                   \
    S(divergent_accesses, "instructions", "maws: of these, some other line hit")                                     \
    S(degree_1, "instructions", "maws: divergent accesses in which one lane missed")                                 \
    S(degree_2, "instructions", "maws: two lanes")                                                                   \
    S(degree_3, "instructions", "maws: three")                                                                       \
    S(degree_4, "instructions", "maws: four")                                                                        \
    S(degree_5, "instructions", "maws: five")                                                                        \
    S(degree_6, "instructions", "maws: six")                                                                         \
    S(degree_7, "instructions", "maws: seven")                                                                       \
    S(degree_more, "instructions", "maws: eight or more")                                                            \
    S(cond_branches, "instructions", "maws: conditional branches that close no loop")                                \
    S(divergent_branches, "instructions", "maws: of these, lanes went both ways")                                    \
    S(splits, "splits", "maws: run-ahead warp-splits made")                                                          \
    S(merges, "splits", "maws: warp-splits that joined another one")                                                 \
    M(split_table, "bytes", "maws: the warp-split table of an SM, from its configuration")                           \
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
