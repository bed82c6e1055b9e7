/* What a page reads of a kernel and of the total, by the record's names: nothing else in this folder asks for a
   number by name, so that page_check can refuse a record that lacks one (a page would show 0). */
#ifndef SLUICE_PAGE_KEYS_H
#define SLUICE_PAGE_KEYS_H
#include <jansson.h>

#include "base/diag.h"

/* X(where, enumerator, name); where: EVERY record's kernels and total, those of one that was EXECUTED only, those of
   a TIMED one, its KERNELs alone; or of a timed record's MACHINE. */
#define PAGE_KEYS(X)                                                                                                 \
    X(EVERY, PK_launches, "launches")                                                                                \
    X(EVERY, PK_warp_instrs, "warp_instrs")                                                                          \
    X(EXECUTED, PK_global_mem_instrs, "global_mem_instrs")                                                           \
    X(EXECUTED, PK_local_mem_instrs, "local_mem_instrs")                                                             \
    X(EXECUTED, PK_lines, "lines")                                                                                   \
    X(TIMED, PK_bandwidth_dram_gb_per_s, "bandwidth.dram_gb_per_s")                                                  \
    X(TIMED, PK_bandwidth_dram_peak_gb_per_s, "bandwidth.dram_peak_gb_per_s")                                        \
    X(TIMED, PK_bandwidth_dram_used, "bandwidth.dram_used")                                                          \
    X(TIMED, PK_cycles, "cycles")                                                                                    \
    X(TIMED, PK_dram_read, "dram.read")                                                                              \
    X(TIMED, PK_dram_read_bytes, "dram.read_bytes")                                                                  \
    X(TIMED, PK_dram_row_hit, "dram.row_hit")                                                                        \
    X(TIMED, PK_dram_served, "dram.served")                                                                          \
    X(TIMED, PK_dram_write, "dram.write")                                                                            \
    X(TIMED, PK_dram_write_bytes, "dram.write_bytes")                                                                \
    X(TIMED, PK_energy_power, "energy.power")                                                                        \
    X(TIMED, PK_energy_total, "energy.total")                                                                        \
    X(TIMED, PK_energy_joules, "energy_joules")                                                                      \
    X(TIMED, PK_l1_access, "l1.access")                                                                              \
    X(TIMED, PK_l1_fail_line, "l1.fail_line")                                                                        \
    X(TIMED, PK_l1_fail_merge, "l1.fail_merge")                                                                      \
    X(TIMED, PK_l1_fail_missq, "l1.fail_missq")                                                                      \
    X(TIMED, PK_l1_fail_mshr, "l1.fail_mshr")                                                                        \
    X(TIMED, PK_l1_hit, "l1.hit")                                                                                    \
    X(TIMED, PK_l1_read, "l1.read")                                                                                  \
    X(TIMED, PK_l1_serving, "l1.serving")                                                                            \
    X(TIMED, PK_l1_sectors_read, "l1.sectors_read")                                                                  \
    X(TIMED, PK_l2_access, "l2.access")                                                                              \
    X(TIMED, PK_l2_read, "l2.read")                                                                                  \
    X(TIMED, PK_l2_read_hit, "l2.read_hit")                                                                          \
    X(TIMED, PK_l2_sectors_read, "l2.sectors_read")                                                                  \
    X(TIMED, PK_l2_write, "l2.write")                                                                                \
    X(TIMED, PK_l2_write_hit, "l2.write_hit")                                                                        \
    X(TIMED, PK_network_reply_load, "network.reply.load")                                                            \
    X(TIMED, PK_network_reply_mean_latency, "network.reply.mean_latency")                                            \
    X(TIMED, PK_network_request_load, "network.request.load")                                                        \
    X(TIMED, PK_network_request_mean_latency, "network.request.mean_latency")                                        \
    X(TIMED, PK_noc_reply_bytes, "noc.reply.bytes")                                                                  \
    X(TIMED, PK_noc_reply_packets, "noc.reply.packets")                                                              \
    X(TIMED, PK_noc_request_bytes, "noc.request.bytes")                                                              \
    X(TIMED, PK_noc_request_packets, "noc.request.packets")                                                          \
    X(TIMED, PK_occupancy_achieved, "occupancy.achieved")                                                            \
    X(TIMED, PK_occupancy_achieved_warps, "occupancy.achieved_warps")                                                \
    X(TIMED, PK_simulated_seconds, "simulated_seconds")                                                              \
    X(TIMED, PK_slot_issued, "slot.issued")                                                                          \
    X(TIMED, PK_slot_total, "slot.total")                                                                            \
    X(TIMED, PK_sm_cycles, "sm.cycles")                                                                              \
    X(TIMED, PK_sm_line_instrs, "sm.line_instrs")                                                                    \
    X(TIMED, PK_sm_lines_per_access, "sm.lines_per_access")                                                          \
    X(TIMED, PK_sm_load_latency, "sm.load_latency")                                                                  \
    X(TIMED, PK_warp_ipc, "warp_ipc")                                                                                \
    X(TIMED, PK_dram_active, "dram.active")                                                                          \
    X(TIMED, PK_dram_queued, "dram.queued")                                                                          \
    X(TIMED, PK_l1_mshr_cycles, "l1.mshr_cycles")                                                                    \
    X(TIMED, PK_l2_fail_line, "l2.fail_line")                                                                        \
    X(TIMED, PK_l2_fail_memq, "l2.fail_memq")                                                                        \
    X(TIMED, PK_l2_fail_merge, "l2.fail_merge")                                                                      \
    X(TIMED, PK_l2_fail_mshr, "l2.fail_mshr")                                                                        \
    X(TIMED, PK_l2_fail_reply, "l2.fail_reply")                                                                      \
    X(TIMED, PK_noc_reply_eject_wait, "noc.reply.eject_wait")                                                        \
    X(TIMED, PK_noc_reply_no_credit, "noc.reply.no_credit")                                                          \
    X(TIMED, PK_noc_request_eject_wait, "noc.request.eject_wait")                                                    \
    X(TIMED, PK_noc_request_no_credit, "noc.request.no_credit")                                                      \
    X(TIMED, PK_sm_busy_cycles, "sm.busy_cycles")                                                                    \
    X(TIMED, PK_sm_lsu_wait_cycles, "sm.lsu_wait_cycles")                                                            \
    X(TIMED, PK_sm_lsu_waiting, "sm.lsu_waiting")                                                                    \
    X(MACHINE, PK_l2_slices, "l2.slices")                                                                            \
    X(MACHINE, PK_l2_clock, "l2.clock")                                                                              \
    X(MACHINE, PK_gpu_clock, "gpu.clock")                                                                            \
    X(MACHINE, PK_sm_schedulers, "sm.schedulers")                                                                    \
    X(MACHINE, PK_sm_issue_width, "sm.issue_width")                                                                  \
    X(MACHINE, PK_sm_warps, "sm.warps")                                                                              \
    X(KERNEL, PK_registers, "registers")                                                                             \
    X(KERNEL, PK_shared_bytes, "shared_bytes")                                                                       \
    X(KERNEL, PK_occupancy_ctas_per_sm, "occupancy.ctas_per_sm")                                                     \
    X(KERNEL, PK_occupancy_warps_per_sm, "occupancy.warps_per_sm")
enum page_key {
#define X(where, key, name) key,
    PAGE_KEYS(X)
#undef X
        PAGE_KEY_COUNT
};
double page_get(const json_t *row, enum page_key key); /* 0 where page_check lets it be absent */
/* Reports each name that the record should have and does not, with the row that lacks it; false if there is one. */
bool page_check(const json_t *record, struct diag *d);

#endif
