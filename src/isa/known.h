/* Results of analyses of a function's code: computed on first use, kept, and dropped by the builder (edit.c) when the
   code changes. The results belong to the function and live until then. */
#ifndef SLUICE_ISA_KNOWN_H
#define SLUICE_ISA_KNOWN_H
#include "isa/passes.h"
#include "isa/uniform.h"

const struct preds *known_preds(const struct ptx_func *);
const u32 *known_depths(const struct ptx_func *);           /* of loops, by block: loops.c */
const struct liveness *known_live(const struct ptx_func *); /* of PTX's registers, none of them folded: live.c */
const struct uniform *known_uniform(const struct ptx_func *, u32 care);

/* What has changed: the order within blocks; also names of values; also the flow of control, that is, everything. */
enum known_change { KNOWN_ORDER, KNOWN_NAMES, KNOWN_FLOW };
void known_forget(struct ptx_func *, enum known_change);
/* Do the kept results equal newly computed ones? For the verifier. */
bool known_holds(const struct ptx_func *);

#endif
