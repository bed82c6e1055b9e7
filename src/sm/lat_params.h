/* What instructions take: latencies and rates by class. Rows of sm/params.h. */
#ifndef SLUICE_SM_LAT_PARAMS_H
#define SLUICE_SM_LAT_PARAMS_H

/* Issue to dependent issue. */
#define LAT_PARAMS(P, B, E)                                                                                          \
    P(alu, 18, 1, 4096, "cycles",                                                                                    \
      "cycles until a dependent instruction can issue: integer add, logic, shift, compare, move (measured)",         \
      WHEN("sm.isa", "!sm90"))                                                                                       \
    P(mul, 18, 1, 4096, "cycles",                                                                                    \
      "cycles until a dependent instruction can issue: integer multiply and multiply-add (measured)",                \
      WHEN("sm.isa", "!sm90"))                                                                                       \
    P(fp32, 18, 1, 4096, "cycles",                                                                                   \
      "cycles until a dependent instruction can issue: f32 add, multiply, multiply-add (measured)",                  \
      WHEN("sm.isa", "!sm90"))                                                                                       \
    P(fp64, 22, 1, 4096, "cycles",                                                                                   \
      "cycles until a dependent instruction can issue: f64 add, multiply, multiply-add (guess)",                     \
      WHEN("sm.isa", "!sm90"))                                                                                       \
    P(sfu, 32, 1, 4096, "cycles",                                                                                    \
      "cycles until a dependent instruction can issue: sine, exponential, reciprocal, square root, division "        \
      "(guess)",                                                                                                     \
      WHEN("sm.isa", "!sm90"))                                                                                       \
    P(cvt, 18, 1, 4096, "cycles", "cycles until a dependent instruction can issue: conversions (guess)",             \
      WHEN("sm.isa", "!sm90"))                                                                                       \
    P(shfl, 24, 1, 4096, "cycles", "cycles until a dependent instruction can issue: shuffles and votes (guess)",     \
      WHEN("sm.isa", "!sm90"))                                                                                       \
    P(control, 4, 1, 4096, "cycles", "cycles from a branch to the warp's next instruction (guess)")                  \
    P(taken, 0, 0, 4096, "cycles", "extra cycles of a branch that is taken, beyond lat.control (measured)")          \
    P(parted, 0, 0, 4096, "cycles",                                                                                  \
      "further cycles of a branch on which a warp's lanes diverge, to set the waiting lanes aside and resume them "  \
      "(measured)",                                                                                                  \
      WHEN("lat.taken", "!0"))                                                                                       \
    P(shared, 26, 2, 4096, "cycles",                                                                                 \
      "cycles until a dependent instruction can issue: shared memory without bank conflict (measured)")              \
    P(param, 18, 1, 4096, "cycles",                                                                                  \
      "cycles until a dependent instruction can issue: load of a kernel parameter (guess)")                          \
    P(barrier, 2, 1, 4096, "cycles", "cycles from the last arrival at a barrier to the next instruction (guess)")    \
    B(barrier_behind, false,                                                                                         \
      "arithmetic behind a barrier begins before the barrier opens, at the earliest when the last warp has arrived " \
      "(measured)")                                                                                                  \
    P(fence, 1, 1, 4096, "cycles",                                                                                   \
      "a fence without outstanding accesses: cycles to the next instruction (measured)")                             \
    P(fence_after, 1, 1, 4096, "cycles",                                                                             \
      "other fences: cycles from the end of the accesses they wait for to the next instruction (measured)")          \
    P(fence_block, 0, 0, 4096, "cycles",                                                                             \
      "fences with block scope, which wait for the warp's loads only: cycles to the next instruction; 0: as others " \
      "(measured)")                                                                                                  \
    P(fence_touched, 0, 0, 4096, "cycles",                                                                           \
      "fences with more than block scope, if the warp has stored, used an atomic or loaded past the L1 since its "   \
      "last fence: least cycles to the next instruction (measured)")                                                 \
    P(fence_system, 0, 0, 100000, "cycles", "fences with system scope: as lat.fence; 0: as others (measured)")       \
    P(fence_system_after, 0, 0, 100000, "cycles", "fences with system scope: as lat.fence_after (measured)",         \
      WHEN("lat.fence_system", "!0"))                                                                                \
    P(tensor, 16, 1, 4096, "cycles",                                                                                 \
      "traces of machine code: cycles until a dependent instruction can issue: matrix products (guess)")             \
    P(texture, 200, 1, 4096, "cycles",                                                                               \
      "traces of machine code: cycles until a dependent instruction can issue: texture reads, whose addresses such " \
      "a trace does not have (guess)")                                                                               \
    P(uniform, 6, 1, 4096, "cycles",                                                                                 \
      "traces of machine code: cycles until a dependent instruction can issue: the uniform datapath (guess)")

/* Cycles between two warp instructions on one unit, and how many such units the schedulers share. */
#define RATE_PARAMS(P, B, E)                                                                                         \
    P(alu, 1, 1, 1024, "cycles",                                                                                     \
      "cycles that a unit takes for a warp instruction: integer add, logic, shift, compare, move (datasheet)",       \
      WHEN("sm.isa", "!sm90"))                                                                                       \
    P(mul, 2, 1, 1024, "cycles", "cycles that a unit takes for a warp instruction: integer multiply (datasheet)",    \
      WHEN("sm.isa", "!sm90"))                                                                                       \
    P(fp32, 1, 1, 1024, "cycles", "cycles that a unit takes for a warp instruction: f32 arithmetic (datasheet)",     \
      WHEN("sm.isa", "!sm90"))                                                                                       \
    P(fp64, 2, 1, 1024, "cycles", "cycles that a unit takes for a warp instruction: f64 arithmetic (datasheet)",     \
      WHEN("sm.isa", "!sm90"))                                                                                       \
    P(sfu, 8, 1, 1024, "cycles", "cycles that a unit takes for a warp instruction: special functions (datasheet)",   \
      WHEN("sm.isa", "!sm90"))                                                                                       \
    P(cvt, 2, 1, 1024, "cycles", "cycles that a unit takes for a warp instruction: conversions (datasheet)",         \
      WHEN("sm.isa", "!sm90"))                                                                                       \
    P(shfl, 1, 1, 1024, "cycles", "cycles that a unit takes for a warp instruction: shuffles and votes (guess)",     \
      WHEN("sm.isa", "!sm90"))                                                                                       \
    P(control, 1, 1, 1024, "cycles", "cycles that a unit takes for a warp instruction: branches (guess)")            \
    P(barrier, 0, 0, 1024, "cycles", "cycles that the SM's barriers take for a warp that arrives (measured)")        \
    P(words, 0, 0, 1024, "cycles",                                                                                   \
      "cycles of an SM for a load of a kernel parameter, a launch size or a constant at a fixed address to "         \
      "per-lane registers; later such loads wait; 0: none (measured)",                                               \
      WHEN("sm.isa", "sm90"))                                                                                        \
    B(split, false, "integer and f32 instructions have separate units; off: the same cores do both (datasheet)")     \
    P(alu_units, 4, 1, 4, "units",                                                                                   \
      "integer and f32 units of an SM; if fewer than schedulers, they are shared (datasheet)")                       \
    P(sfu_units, 1, 1, 4, "units", "special-function units of an SM (datasheet)")                                    \
    P(fp64_units, 1, 1, 4, "units", "f64 units of an SM (datasheet)")                                                \
    P(control_units, 0, 0, 4, "units",                                                                               \
      "branch units of an SM, which take rate.control cycles for a branch; 0: branches need no unit (datasheet)")    \
    P(half, 1, 1, 1024, "cycles",                                                                                    \
      "traces of machine code: cycles that a unit takes for a warp instruction: packed f16 arithmetic (datasheet)")  \
    P(tensor, 2, 1, 1024, "cycles",                                                                                  \
      "traces of machine code: cycles that a unit takes for a warp instruction: matrix products; a scheduler has "   \
      "one unit, as of the next two (datasheet)")                                                                    \
    P(texture, 4, 1, 1024, "cycles",                                                                                 \
      "traces of machine code: cycles that a unit takes for a warp instruction: texture reads (guess)")              \
    P(uniform, 1, 1, 1024, "cycles",                                                                                 \
      "traces of machine code: cycles that a unit takes for a warp instruction: the uniform datapath (guess)")

#endif
