/* Words of an SM's parameters: see params.h. */
#ifndef SLUICE_SM_CHOICES_H
#define SLUICE_SM_CHOICES_H
#include "decl/decl.h"

#define SM_REG_CTAS_WORDS(X)                                                                                         \
    X(REG_CTAS_FIT, "fit", "as many as fit")                                                                         \
    X(REG_CTAS_FEWER, "one-fewer", "one fewer, but at least one")                                                    \
    X(REG_CTAS_MORE, "one-more", "one more")
DECL_CHOICE(sm_reg_ctas, SM_REG_CTAS_WORDS);

#define SM_STALL_WORDS(X)                                                                                            \
    X(STALL_ON_USE, "on-use", "at the first use (GPU)")                                                              \
    X(STALL_ON_MISS, "on-miss", "at once")                                                                           \
    X(STALL_ON_ACCESS, "on-access", "at once, and every store does so too (WPU)")
DECL_CHOICE(sm_stall, SM_STALL_WORDS);

#endif
