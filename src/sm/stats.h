/* Every counter of an SM. One row each: see decl/decl.h. */
#ifndef SLUICE_SM_STATS_H
#define SLUICE_SM_STATS_H
#include "decl/decl.h"

#define SM_REG_BANKS 4
#define SM_BANK_HIST 5u

#define SM_STATS(S, R, M, K)                                                                                         \
    S(cycles, "cycles", "core cycles, summed over SMs", LESS)                                                        \
    S(busy_cycles, "cycles", "core cycles in which the SM held a CTA", LESS)                                         \
    S(warp_instrs, "instructions", "machine instructions that warps issued: one that is expanded counts as many",    \
      LESS)                                                                                                          \
    S(thread_instrs, "instructions",                                                                                 \
      "thread instructions: lanes whose guard is true, summed over the machine instructions of warp_instrs; one "    \
      "that "                                                                                                        \
      "is expanded into several counts its lanes in each",                                                           \
      LESS)                                                                                                          \
    S(thread_active, "instructions",                                                                                 \
      "the same for all lanes that the control flow has active, whatever their guard", LESS)                         \
    S(warps_resident, "warp-cycles", "resident warps summed over cycles")                                            \
    S(ctas, "CTAs", "CTAs finished")                                                                                 \
    S(warps, "warps", "warps finished")                                                                              \
    S(barriers, "instructions", "barrier instructions")                                                              \
    S(fences, "instructions", "fences")                                                                              \
    S(branches, "instructions", "branches")                                                                          \
    S(global_instrs, "instructions", "global loads, stores and atomics")                                             \
    S(local_instrs, "instructions", "local loads and stores")                                                        \
    S(shared_instrs, "instructions", "shared loads, stores and atomics")                                             \
    S(const_instrs, "instructions", "constant loads, and parameters by an address in a register")                    \
    S(tex_instrs, "instructions", "texture fetches")                                                                 \
    S(lines, "requests", "line requests from global, local and texture instructions", LESS)                          \
    S(line_instrs, "instructions", "memory instructions that made these requests")                                   \
    S(line_lanes, "accesses", "lanes of these instructions: what threads asked for, before coalescing")              \
    S(lsu_waiting, "instructions x cycles",                                                                          \
      "memory instructions that are ready to issue and wait for the LSU, added up over time", LESS)                  \
    S(lsu_wait_cycles, "cycles", "cycles in which at least one memory instruction was ready and waited for the LSU", \
      LESS)                                                                                                          \
    S(window_requests, "requests", "lsu.windows: line requests of loads to the L1")                                  \
    S(window_1, "requests", "lsu.windows: of these, those for the same line as the request before")                  \
    S(window_2, "requests", "lsu.windows: of these, those that one of the last 2 unmerged requests also asked for")  \
    S(window_4, "requests", "lsu.windows: of these, those that one of the last 4 unmerged requests also asked for")  \
    S(window_8, "requests", "lsu.windows: of these, those that one of the last 8 unmerged requests also asked for")  \
    S(window_16, "requests",                                                                                         \
      "lsu.windows: of these, those that one of the last 16 unmerged requests also asked for")                       \
    S(window_32, "requests",                                                                                         \
      "lsu.windows: of these, those that one of the last 32 unmerged requests also asked for")                       \
    S(window_64, "requests",                                                                                         \
      "lsu.windows: of these, those that one of the last 64 unmerged requests also asked for")                       \
    S(window_128, "requests",                                                                                        \
      "lsu.windows: of these, those that one of the last 128 unmerged requests also asked for")                      \
    S(shared_conflicts, "cycles", "extra cycles that bank conflicts of shared memory cost", LESS)                    \
    S(lane_conflicts, "cycles", "l1.bank_bytes: extra cycles that bank conflicts of the L1 cost", LESS)              \
    S(icache_misses, "fetches", "instruction-cache misses", LESS)                                                    \
    S(miss_accesses, "instructions", "maws: memory instructions of which at least one line missed the L1", LESS)     \
    S(divergent_accesses, "instructions", "maws: of these, those of which another line hit", LESS)                   \
    S(degree_1, "instructions", "maws: divergent accesses in which one lane missed")                                 \
    S(degree_2, "instructions", "maws: divergent accesses in which two lanes missed")                                \
    S(degree_3, "instructions", "maws: divergent accesses in which three lanes missed")                              \
    S(degree_4, "instructions", "maws: divergent accesses in which four lanes missed")                               \
    S(degree_5, "instructions", "maws: divergent accesses in which five lanes missed")                               \
    S(degree_6, "instructions", "maws: divergent accesses in which six lanes missed")                                \
    S(degree_7, "instructions", "maws: divergent accesses in which seven lanes missed")                              \
    S(degree_more, "instructions", "maws: divergent accesses in which eight or more lanes missed")                   \
    S(cond_branches, "instructions", "maws: conditional branches that do not close a loop")                          \
    S(divergent_branches, "instructions", "maws: of these, those at which lanes went both ways", LESS)               \
    S(splits, "splits", "maws: run-ahead warp-splits made")                                                          \
    S(merges, "splits", "maws: warp-splits that joined another one again")                                           \
    M(split_table, "bytes", "maws: storage of the warp-split table of an SM", LESS)                                  \
    S(tensor_cycles, "cycles", "cycles in which tensor cores were busy, summed over those of the schedulers")        \
    S(tensor_peak, "cycles", "kernels with matrix products: busy_cycles, times the tensor cores of an SM")           \
    S(copies, "copies", "bulk copies that the copy engine made")                                                     \
    S(copy_bytes, "bytes", "bytes that these copies moved; a multicast counts once")                                 \
    S(copy_requests, "requests", "line requests that the copy engine made")                                          \
    S(load_instrs, "instructions", "completed loads and atomics that went to the L1")                                \
    S(load_cycles, "cycles", "time from issue to the arrival of the last line, summed over load_instrs", LESS)       \
    R(ipc, warp_instrs, cycles, 1, "warp instructions per cycle and SM", MORE)                                       \
    R(thread_ipc, thread_instrs, cycles, 1, "thread instructions per cycle and SM", MORE)                            \
    R(simd_efficiency, thread_instrs, warp_instrs, 1,                                                                \
      "lanes per warp instruction that are active and whose guard is true (profiler: "                               \
      "smsp__thread_inst_executed_pred_on_per_inst_executed.ratio)",                                                 \
      MORE)                                                                                                          \
    R(active_lanes, thread_active, warp_instrs, 1,                                                                   \
      "lanes per warp instruction that are active (profiler: smsp__thread_inst_executed_per_inst_executed.ratio)",   \
      MORE)                                                                                                          \
    R(achieved_warps, warps_resident, busy_cycles, 1, "resident warps in a busy cycle, mean", MORE)                  \
    R(tensor_busy, tensor_cycles, tensor_peak, 1, "tensor_cycles / tensor_peak: how busy tensor cores were", MORE)   \
    R(lsu_wait_share, lsu_wait_cycles, busy_cycles, 1, "lsu_wait_cycles / busy_cycles", LESS)                        \
    R(lines_per_access, lines, line_instrs, 1, "line requests per global, local or texture instruction", LESS)       \
    R(load_latency, load_cycles, load_instrs, 1, "cycles from issue to data of a load, mean", LESS)

/* The issue-slot stack: each slot of each scheduler and cycle counts in exactly one row. If nothing issues, the warp
   that was closest to issuing names the cause: rows are tried in the order below. */
#define SLOT_STATS(S, R, M, K)                                                                                       \
    S(issued, "slots", "an instruction was issued", MORE)                                                            \
    S(expanded, "slots",                                                                                             \
      "a further machine instruction was issued of one that is expanded into several (divisions, roots, 64-bit "     \
      "arithmetic)",                                                                                                 \
      LESS)                                                                                                          \
    S(dual, "slots", "the second slot of a dual-issue scheduler found no instruction that may go with the first",    \
      LESS)                                                                                                          \
    S(l1_assoc, "slots", "the LSU is full: the L1 finds no line in the set that it could reserve", LESS)             \
    S(l1_mshr, "slots", "the LSU is full: the L1 has no free MSHR", LESS)                                            \
    S(l1_merge, "slots", "the LSU is full: the line's MSHR in the L1 takes no more requests", LESS)                  \
    S(l1_missq, "slots", "the LSU is full: the miss queue of the L1 is full, because network or L2 are busy", LESS)  \
    S(l1_other, "slots", "the LSU is full: the L1, or the front before it, works at its full rate", LESS)            \
    S(lsu_full, "slots", "the LSU is full of shared, constant or texture accesses, or has no free slot (lsu.slots)", \
      LESS)                                                                                                          \
    S(lsu_order, "slots", "a store waits until the LSU has sent the warp's loads, or the reverse (WarpPool)", LESS)  \
    S(unit_busy, "slots", "an instruction is ready, but its execution unit is busy", LESS)                           \
    S(throttled, "slots", "warps are ready, but the scheduling policy lets none of them issue", LESS)                \
    S(alu, "slots",                                                                                                  \
      "the warp nearest to issuing waits for the result of an arithmetic instruction, or for the latency of a "      \
      "branch or barrier",                                                                                           \
      LESS)                                                                                                          \
    S(fetch, "slots", "the warp nearest to issuing waits for instruction fetch", LESS)                               \
    S(memory, "slots", "the warp nearest to issuing waits for the result of a memory instruction", LESS)             \
    S(fence, "slots", "a fence waits for the warp's memory instructions", LESS)                                      \
    S(barrier, "slots", "a barrier waits for other warps of the CTA", LESS)                                          \
    S(drain, "slots", "the warps have finished and wait for their last memory instructions", LESS)                   \
    S(no_warp, "slots", "the scheduler has no warp", LESS)                                                           \
    S(total, "slots", "all slots: the sum of the rows above", LESS)

/* What was executed, by the unit and by the register file of each operand (a 32-bit register of a whole warp). */
#define OP_STATS(S, R, M, K)                                                                                         \
    S(alu, "instructions", "integer add, logic, shift, compare, select, move")                                       \
    S(mul, "instructions", "integer multiply")                                                                       \
    S(fp32, "instructions", "f32 and f16 arithmetic")                                                                \
    S(fp64, "instructions", "f64 arithmetic")                                                                        \
    S(sfu, "instructions", "special functions and division")                                                         \
    S(cvt, "instructions", "conversions")                                                                            \
    S(shfl, "instructions", "shuffles and votes")                                                                    \
    S(tensor, "instructions", "matrix products of the tensor cores")                                                 \
    S(control, "instructions", "branches, calls, returns")                                                           \
    S(barrier, "instructions", "barriers")                                                                           \
    S(fence, "instructions", "fences")                                                                               \
    S(mem, "instructions", "loads, stores, atomics, texture fetches")                                                \
    S(mrf_reads, "registers", "sources read from the main register file", LESS)                                      \
    S(mrf_writes, "registers", "results written to the main register file", LESS)                                    \
    S(orf_reads, "registers", "sources read from the operand register file")                                         \
    S(orf_writes, "registers", "written to the operand register file, copies of sources included")                   \
    S(lrf_reads, "registers", "sources read from the last-result file")                                              \
    S(lrf_writes, "registers", "results written to the last-result file")                                            \
    S(bank_1, "instructions", "instructions with at most one access to any register bank (sm.banks)")                \
    S(bank_2, "instructions", "instructions with two accesses to their busiest bank", LESS)                          \
    S(bank_3, "instructions", "instructions with three accesses to their busiest bank", LESS)                        \
    S(bank_4, "instructions", "instructions with four accesses to their busiest bank", LESS)                         \
    S(bank_more, "instructions", "instructions with more than four accesses to their busiest bank", LESS)            \
    S(reg_reads, "registers", "sources in registers, in whichever file")                                             \
    S(reg_writes, "registers", "results in registers, in whichever file")

DECL_STATS(sm, SM_STATS);
DECL_STATS(op, OP_STATS);
DECL_STATS(slot, SLOT_STATS);

#define SLOT_ENUM_S(name, unit, help, ...) SLOT_##name,
#define SLOT_ENUM_R(name, num, den, scale, help, ...)
enum slot_cause { SLOT_STATS(SLOT_ENUM_S, SLOT_ENUM_R, SLOT_ENUM_S, SLOT_ENUM_S) SLOT_CAUSES };
_Static_assert(sizeof(struct slot_stats) == 8 * SLOT_CAUSES, "a row a cause");

#endif
