/* The keys of a kernel's record beside the counters: everything that gpu_record_json computes is a row here. */
#include "gpu/record_json.h"

#define NETWORK(name)                                                                                                \
    {"network." name ".load", FACT_REAL, false, "share of the time",                                                 \
     "how busy the source ports of the network are"},                                                                \
        {"network." name ".mean_latency", FACT_REAL | FACT_LESS, false, "net cycles",                                \
         "from source to destination, mean"},                                                                        \
    {                                                                                                                \
        "network." name ".bytes", FACT_INT | FACT_LESS, false, "bytes", "carried, headers included"                  \
    }

#define PIPE(name, what)                                                                                             \
    {                                                                                                                \
        "pipe." name, FACT_REAL | FACT_MORE, false, "share of the time", what                                        \
    }

const struct decl_fact gpu_facts[] = {
    {"name", FACT_TEXT, true, "", "the kernel as its source names it; not in total"},
    {"launch", FACT_INT, true, "", "number of the launch among all of the program, from 1; only in launches"},
    {"start", FACT_INT, true, "core cycles", "when the launch began, since the first one did; only in launches"},
    {"launches", FACT_INT, false, "launches", "how many launches this row sums"},
    {"together", FACT_INT, true, "launches",
     "most launches of one span in which several streams shared the machine; network, L2 and DRAM are then counted "
     "for "
     "the span's first launch; not there: none did"},
    {"grid", FACT_DIMS, true, "CTAs", "grid of the first launch"},
    {"block", FACT_DIMS, true, "threads", "block of the first launch"},
    {"registers", FACT_INT | FACT_LESS, true, "32-bit registers a thread", "what the kernel uses"},
    {"shared_bytes", FACT_INT | FACT_LESS, true, "bytes a CTA", "shared memory, static and dynamic"},
    {"ctas", FACT_INT, false, "CTAs", "CTAs of the grid, over all launches"},
    {"cycles", FACT_INT | FACT_LESS, false, "core cycles", "from launch to end, summed over launches"},
    {"simulated_seconds", FACT_REAL | FACT_LESS, false, "seconds", "the same in simulated time"},
    {"warp_instrs", FACT_INT | FACT_LESS, false, "instructions", "machine instructions that warps issued"},
    {"thread_instrs", FACT_INT | FACT_LESS, false, "instructions",
     "lanes that are active and whose guard is true, summed over warp instructions"},
    {"warp_ipc", FACT_REAL | FACT_MORE, false, "warp instructions a core cycle, all SMs", "warp_instrs / cycles"},
    {"thread_ipc", FACT_REAL | FACT_MORE, false, "thread instructions a core cycle, all SMs",
     "thread_instrs / cycles"},
    {"l1_mpki", FACT_REAL | FACT_LESS, false, "misses a thousand thread instructions",
     "L1 misses against instructions"},
    {"l2_mpki", FACT_REAL | FACT_LESS, false, "misses a thousand thread instructions",
     "L2 read misses against instructions"},
    {"occupancy.ctas_per_sm", FACT_INT | FACT_MORE, true, "CTAs", "what fits on an SM at a time"},
    {"occupancy.limiter", FACT_TEXT, true, "", "what keeps it from being more"},
    {"occupancy.warps_per_sm", FACT_INT | FACT_MORE, true, "warps", "warps of the CTAs that fit"},
    {"occupancy.theoretical", FACT_REAL | FACT_MORE, true, "share of the SM's warps",
     "warps_per_sm against the SM's warp slots"},
    {"occupancy.achieved_warps", FACT_REAL | FACT_MORE, false, "warps", "resident a busy cycle of an SM, mean"},
    {"occupancy.achieved", FACT_REAL | FACT_MORE, false, "share of the SM's warps",
     "achieved_warps against the SM's warp slots"},
    {"occupancy.registers_per_warp", FACT_INT | FACT_LESS, true, "32-bit registers",
     "as allocated, with the granularity"},
    {"occupancy.shared_per_cta", FACT_INT | FACT_LESS, true, "bytes", "as allocated, with the reserve"},
    {"occupancy.register_storage", FACT_INT, true, "bytes", "of an SM, for registers (local.kind)"},
    {"occupancy.shared_storage", FACT_INT, true, "bytes", "of an SM, for shared memory"},
    {"occupancy.l1_storage", FACT_INT, true, "bytes", "of an SM, for the L1"},
    {"occupancy.own_division", FACT_INT, true, "0 or 1",
     "1: local.kind=unified, and the launch did not fit the division of the program so far and got one of its own"},
    {"energy_joules", FACT_REAL | FACT_LESS, false, "J", "energy.total"},
    {"edp", FACT_REAL | FACT_LESS, false, "J s", "energy times time"},
    {"ed2p", FACT_REAL | FACT_LESS, false, "J s^2", "energy times the square of the time"},
    {"bandwidth.dram_gb_per_s", FACT_REAL | FACT_MORE, false, "GB/s", "read and written"},
    {"bandwidth.dram_peak_gb_per_s", FACT_REAL, false, "GB/s", "what the pins carry at most"},
    {"bandwidth.dram_used", FACT_REAL | FACT_MORE, false, "share of the peak", "the one against the other"},
    {"bandwidth.l2_gb_per_s", FACT_REAL | FACT_MORE, false, "GB/s", "sectors read and written in the L2"},
    PIPE("alu", "integer units; where rate.split is off, f32 ones, too"),
    PIPE("fp32", "rate.split: f32 and f16 arithmetic and what else goes there"),
    PIPE("sfu", "special functions"),
    PIPE("fp64", "f64 arithmetic"),
    PIPE("control", "rate.control_units: branches"),
    PIPE("tensor", "matrix products"),
    PIPE("texture", "texture fetches"),
    PIPE("uniform", "instructions whose result all lanes share"),
    PIPE("lsu", "load-store unit: addresses of memory instructions; what caches and banks do is not in it"),
    NETWORK("request"),
    NETWORK("reply"),
    {"latency", FACT_HIST | FACT_LESS, false, "cycles of the stage's clock",
     "by stage: time that requests spent there; bucket k of the histogram counts [2^(k-1), 2^k)"},
};
const u32 gpu_fact_count = (u32)COUNT_OF(gpu_facts);
