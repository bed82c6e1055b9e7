/* Parameters of warp-splits (split.h). */
#ifndef SLUICE_SM_MAWS_H
#define SLUICE_SM_MAWS_H
#include "decl/decl.h"

#define SM_MAX_WARPS 64 /* and contexts */

#define MAWS_POLICY_WORDS(X)                                                                                         \
    X(MAWS_OFF, "off", "never")                                                                                      \
    X(MAWS_COUNT, "count", "never, but accesses that diverge are counted")                                           \
    X(MAWS_AGGRESS, "aggress", "always")                                                                             \
    X(MAWS_LAZY, "lazy", "when nothing else can issue")                                                              \
    X(MAWS_LATSPEC, "latspec", "when it is predicted to pay")
DECL_CHOICE(maws_policy, MAWS_POLICY_WORDS);

#define MAWS_SUM_WORDS(X)                                                                                            \
    X(MAWS_REGISTERS, "registers", "the sum of all splits' own predictions, of those that do not wait for a miss")   \
    X(MAWS_COUNTER, "counter", "one counter an SM, as the paper words it; it drifts upwards")
DECL_CHOICE(maws_sum, MAWS_SUM_WORDS);

#define MAWS_PARAMS(P, B, E)                                                                                         \
    E(policy, maws_policy, MAWS_OFF, "when a warp of which some lanes hit and others miss is split (paper)")         \
    E(sum, maws_sum, MAWS_REGISTERS, "latspec: the miss-free cycles that others can hide a miss with (guess)",       \
      WHEN("maws.policy", "latspec"))                                                                                \
    B(bypass, true, "a split passes a loop's back edge without waiting for the others (paper)",                      \
      WHEN("maws.policy", "!off"))                                                                                   \
    P(ahead, 4096, 1, 1 << 24, "instructions",                                                                       \
      "a split waits when it is further ahead than this of the last of its warp; bounds what is remembered (guess)", \
      WHEN("maws.policy", "!off"))                                                                                   \
    P(entries, 64, 1, SM_MAX_WARPS, "entries",                                                                       \
      "warp-split table: contexts of an SM, those of whole warps too (paper)")

DECL_PARAMS(maws, MAWS_PARAMS);

#endif
