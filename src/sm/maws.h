/* Parameters of warp-splits (split.h). */
#ifndef SLUICE_SM_MAWS_H
#define SLUICE_SM_MAWS_H
#include "decl/decl.h"

#define SM_MAX_WARPS 64 /* and contexts */

#define MAWS_POLICY_WORDS(X)                                                                                         \
    X(MAWS_OFF, "off", "never")                                                                                      \
    X(MAWS_COUNT, "count", "never, but divergent accesses are counted")                                              \
    X(MAWS_AGGRESS, "aggress", "always")                                                                             \
    X(MAWS_LAZY, "lazy", "when nothing else can issue")                                                              \
    X(MAWS_LATSPEC, "latspec", "when it is predicted to pay")
DECL_CHOICE(maws_policy, MAWS_POLICY_WORDS);

#define MAWS_SUM_WORDS(X)                                                                                            \
    X(MAWS_REGISTERS, "registers", "the sum of the predictions of all splits that do not wait for a miss")           \
    X(MAWS_COUNTER, "counter", "one counter per SM, as the paper words it; it drifts upwards")
DECL_CHOICE(maws_sum, MAWS_SUM_WORDS);

#define MAWS_MERGE_WORDS(X)                                                                                          \
    X(MERGE_PC, "pc", "at the same memory instruction, also of another iteration of a loop")                         \
    X(MERGE_COUNT, "count", "at the same memory instruction, after as many instructions")
DECL_CHOICE(maws_merge, MAWS_MERGE_WORDS);

#define MAWS_PARAMS(P, B, E)                                                                                         \
    E(policy, maws_policy, MAWS_OFF,                                                                                 \
      "when a warp in which some lanes hit the L1 and others miss is split, so that those that hit run ahead "       \
      "(paper)")                                                                                                     \
    E(sum, maws_sum, MAWS_REGISTERS,                                                                                 \
      "latspec: how the time that other warp-splits can cover during a miss is estimated (guess)",                   \
      WHEN("maws.policy", "latspec"))                                                                                \
    E(merge, maws_merge, MERGE_PC, "which splits of a warp become one when one of them accesses memory (paper)",     \
      WHEN("maws.policy", "!off"))                                                                                   \
    B(bypass, true, "a split may pass a loop's back edge without waiting for the other lanes (paper)",               \
      WHEN("maws.policy", "!off"))                                                                                   \
    P(ahead, 4096, 1, 1 << 24, "instructions",                                                                       \
      "a split waits when it is more than this many instructions ahead of the last lanes of its warp; bounds the "   \
      "simulator's memory (guess)",                                                                                  \
      WHEN("maws.policy", "!off"))                                                                                   \
    P(entries, 64, 1, SM_MAX_WARPS, "entries",                                                                       \
      "entries of the warp-split table of an SM; a whole warp takes one, too (paper)")

DECL_PARAMS(maws, MAWS_PARAMS);

#endif
