/* Energy: events times what one costs. The price list is the machine's [energy] section, a row an event, with its
   source beside it. Dynamic energy is counted in femtojoules an event, static power in milliwatts; results are whole
   picojoules, so that the parts add up to the total exactly. */
#ifndef SLUICE_ENERGY_ENERGY_H
#define SLUICE_ENERGY_ENERGY_H
#include "decl/decl.h"

/* Prices. The defaults are those of a GTX480-class chip in 40 nm. */
#define ENERGY_PRICES(P)                                                                                             \
    P(issue, 400000, 0, 1ull << 40, "fJ", "a warp instruction fetched, decoded and scheduled (guess)")               \
    P(alu, 1280000, 0, 1ull << 40, "fJ",                                                                             \
      "integer warp instruction: 40 pJ a lane (guess: after GPUSimPow, not looked up)")                              \
    P(mul, 1280000, 0, 1ull << 40, "fJ", "integer multiply, likewise (guess: after GPUSimPow)")                      \
    P(fp32, 2400000, 0, 1ull << 40, "fJ",                                                                            \
      "f32 warp instruction: 75 pJ a lane (guess: after GPUSimPow, not looked up)")                                  \
    P(fp64, 4800000, 0, 1ull << 40, "fJ", "f64 warp instruction: twice f32 (guess)")                                 \
    P(sfu, 4800000, 0, 1ull << 40, "fJ", "special function: twice f32 (guess)")                                      \
    P(cvt, 1280000, 0, 1ull << 40, "fJ", "conversion: as integer (guess)")                                           \
    P(shfl, 640000, 0, 1ull << 40, "fJ", "shuffle: 128 bytes through the shared-memory crossbar (guess)")            \
    P(mrf_read, 110000, 0, 1ull << 40, "fJ",                                                                         \
      "a warp's operand from the main register file: 8 banks of 16 bytes (paper: unified memory's table 4, scaled "  \
      "from 32 to 40 nm)",                                                                                           \
      WHEN("energy.banks", "given"))                                                                                 \
    P(mrf_write, 132000, 0, 1ull << 40, "fJ", "a warp's result to the main register file (paper: likewise)",         \
      WHEN("energy.banks", "given"))                                                                                 \
    P(orf_read, 16000, 0, 1ull << 40, "fJ",                                                                          \
      "from the operand register file (guess: a seventh of it, after Gebhart, not looked up)")                       \
    P(orf_write, 20000, 0, 1ull << 40, "fJ", "to the operand register file (guess: likewise)")                       \
    P(lrf_read, 10000, 0, 1ull << 40, "fJ", "from the last-result file (guess: likewise)")                           \
    P(lrf_write, 24000, 0, 1ull << 40, "fJ", "to the last-result file (guess: likewise)")                            \
    P(shared, 320000, 0, 1ull << 40, "fJ", "a pass over the banks of shared memory: 128 bytes (guess: CACTI class)", \
      WHEN("energy.banks", "given"))                                                                                 \
    P(l1_read, 420000, 0, 1ull << 40, "fJ",                                                                          \
      "an L1, constant or texture lookup: tags and 128 bytes (guess: CACTI class)", WHEN("energy.banks", "given"))   \
    P(l1_write, 460000, 0, 1ull << 40, "fJ", "a store that updates the L1, or a fill (guess: CACTI class)",          \
      WHEN("energy.banks", "given"))                                                                                 \
    P(flit, 900000, 0, 1ull << 40, "fJ",                                                                             \
      "32 bytes of flits across the chip, over 15 mm (guess: 0.24 pJ a bit and mm)", WHEN("noc.kind", "!none"))      \
    P(l2_read, 600000, 0, 1ull << 40, "fJ", "a sector of 32 bytes from the L2, with its tags (guess: CACTI class)",  \
      WHEN("l2.kind", "cache"))                                                                                      \
    P(l2_write, 650000, 0, 1ull << 40, "fJ", "a sector written to the L2 (guess: CACTI class)",                      \
      WHEN("l2.kind", "cache"))                                                                                      \
    P(dram_act, 3000000, 0, 1ull << 40, "fJ", "a row opened and closed (guess: GDDR5 data sheets' IDD0)",            \
      WHEN("dram.kind", "!fixed"))                                                                                   \
    P(dram_read, 128000, 0, 1ull << 40, "fJ", "a byte read, with its transfer: 16 pJ a bit (guess: GDDR5 class)")    \
    P(dram_write, 136000, 0, 1ull << 40, "fJ", "a byte written, with its transfer (guess: GDDR5 class)")             \
    P(dram_refresh, 40000000, 0, 1ull << 40, "fJ", "a refresh, of as many banks as dram.refresh_kind says (guess)",  \
      WHEN("dram.kind", "!fixed"))                                                                                   \
    P(sm_cycle, 400000, 0, 1ull << 40, "fJ", "a cycle of an SM that holds a CTA: clock tree, latches (guess)")       \
    P(mrpb, 12600, 0, 1ull << 40, "fJ",                                                                              \
      "a request through MRPB: into and out of a queue in 3 KB of SRAM (paper: unified memory's table 4, 2 KB "      \
      "banks, scaled from 32 to 40 nm)",                                                                             \
      WHEN("front", "mrpb"))                                                                                         \
    P(merge_table, 6000, 0, 1ull << 40, "fJ", "a search of ICC's merge table: 48 x 46 bits (guess: CACTI class)",    \
      WHEN("icc.on", "on"))                                                                                          \
    P(cc_read, 44000, 0, 1ull << 40, "fJ",                                                                           \
      "a line from the coalesced cache: 8 banks of 16 bytes (paper: unified memory's table 4, 2 KB banks, scaled)",  \
      WHEN("icc.cache", "on"))                                                                                       \
    P(cc_write, 57000, 0, 1ull << 40, "fJ", "a line into the coalesced cache (paper: likewise)",                     \
      WHEN("icc.cache", "on"))                                                                                       \
    P(split_table, 1400, 0, 1ull << 40, "fJ",                                                                        \
      "an instruction's entry of the warp-split table: 18 bytes of 576 (guess: CACTI class)",                        \
      WHEN("maws.policy", "!off"))

#define ENERGY_EVENTS(X) /* X(event, component): its price is the parameter of that name */                          \
    X(issue, front)                                                                                                  \
    X(alu, units)                                                                                                    \
    X(mul, units)                                                                                                    \
    X(fp32, units)                                                                                                   \
    X(fp64, units)                                                                                                   \
    X(sfu, units)                                                                                                    \
    X(cvt, units)                                                                                                    \
    X(shfl, units)                                                                                                   \
    X(mrf_read, registers)                                                                                           \
    X(mrf_write, registers)                                                                                          \
    X(orf_read, registers)                                                                                           \
    X(orf_write, registers)                                                                                          \
    X(lrf_read, registers)                                                                                           \
    X(lrf_write, registers)                                                                                          \
    X(shared, shared)                                                                                                \
    X(l1_read, l1)                                                                                                   \
    X(l1_write, l1)                                                                                                  \
    X(flit, noc)                                                                                                     \
    X(l2_read, l2)                                                                                                   \
    X(l2_write, l2)                                                                                                  \
    X(dram_act, dram)                                                                                                \
    X(dram_read, dram)                                                                                               \
    X(dram_write, dram)                                                                                              \
    X(dram_refresh, dram)                                                                                            \
    X(sm_cycle, clock)                                                                                               \
    X(mrpb, mechanisms)                                                                                              \
    X(merge_table, mechanisms)                                                                                       \
    X(cc_read, mechanisms)                                                                                           \
    X(cc_write, mechanisms)                                                                                          \
    X(split_table, mechanisms)

enum energy_event {
#define X(name, component) EV_##name,
    ENERGY_EVENTS(X)
#undef X
        ENERGY_EVENT_COUNT
};

#define ENERGY_BANKS_WORDS(X)                                                                                        \
    X(PRICES_GIVEN, "given", "as given")                                                                             \
    X(PRICES_SIZED, "sized",                                                                                         \
      "8 banks of 16 bytes by the banks' sizes, as the unified-memory paper's table 4 has them")
DECL_CHOICE(energy_banks, ENERGY_BANKS_WORDS);

#define ENERGY_PARAMS(P, B, E)                                                                                       \
    E(banks, energy_banks, PRICES_GIVEN, "energy of an access to register file, shared memory and L1 (paper)")       \
    ENERGY_PRICES(P)                                                                                                 \
    B(whole_flits, true,                                                                                             \
      "the network's energy is that of the flits it moves, filled or not; off: of the bytes in them (paper: ICC)",   \
      WHEN("noc.kind", "!none"))                                                                                     \
    P(warppool, 142, 0, 1ull << 30, "mW", "WarpPool of an SM that holds a CTA (paper: WarpPool's table 1)",          \
      WHEN("lsu.kind", "warppool"))                                                                                  \
    P(sm_static, 0, 0, 1ull << 30, "mW",                                                                             \
      "leakage of an SM, always (paper: GPUWattch has none; its prices of events were fitted to the power of a "     \
      "card "                                                                                                        \
      "with its leakage)")                                                                                           \
    P(sm_idle, 1590, 0, 1ull << 30, "mW",                                                                            \
      "an SM while it holds no CTA, besides its leakage (paper: GPUWattch's idle core of the GTX480)")               \
    P(sm_dynamic, 0, 0, 1ull << 30, "mW", "constant dynamic power of an SM while a kernel runs (paper)")             \
    P(chip_static, 11000, 0, 1ull << 30, "mW",                                                                       \
      "leakage and idle power of the rest of the chip (paper: GPUWattch's GTX480)")                                  \
    P(dram_static, 12000, 0, 1ull << 30, "mW", "DRAM on standby, and the board (guess)")                             \
    P(sram_static, 0, 0, 1ull << 30, "uW/KB", "leakage of registers, shared memory and L1, per KB (paper)")
DECL_PARAMS(energy, ENERGY_PARAMS);

#define ENERGY_STATS(S, R, M, K)                                                                                     \
    S(front, "pJ", "fetch, decode, schedule", LESS)                                                                  \
    S(units, "pJ", "execution units", LESS)                                                                          \
    S(registers, "pJ", "register files", LESS)                                                                       \
    S(shared, "pJ", "shared memory", LESS)                                                                           \
    S(l1, "pJ", "L1, constant and texture caches", LESS)                                                             \
    S(noc, "pJ", "network", LESS)                                                                                    \
    S(l2, "pJ", "L2", LESS)                                                                                          \
    S(dram, "pJ", "DRAM: commands, transfers, refresh", LESS)                                                        \
    S(clock, "pJ", "clock of busy SMs, and constant dynamic power", LESS)                                            \
    S(mechanisms, "pJ", "MRPB, WarpPool, merge table, coalesced cache and warp-split table themselves", LESS)        \
    S(leakage, "pJ", "static power over the time of the run, and idle SMs", LESS)                                    \
    S(total, "pJ", "all of these together", LESS)                                                                    \
    S(time, "ps", "time during which static power was drawn", LESS)                                                  \
    R(power, total, time, 1, "watts: total / time", LESS)
DECL_STATS(energy, ENERGY_STATS);

struct energy_shape {    /* of what draws static power */
    u64 sms, sram_bytes; /* SMs; bytes of registers, shared memory and L1 of one */
    u64 ps;
    u64 busy_ps;   /* time of SMs that hold a CTA, added up: at most sms x ps */
    bool warppool; /* they have WarpPool */
};
struct energy_count {
    u64 n[ENERGY_EVENT_COUNT];
};
/* Adds the events' and the time's energy. */
void energy_add(struct energy_stats *to, const struct energy_params *, const struct energy_count *,
                const struct energy_shape *);
/* One access of 16 bytes to an SRAM bank of this size in 32 nm, in fJ: table 4, and between its rows by the logarithm
   of the size. */
u64 energy_bank(double kb, bool write);

#endif
