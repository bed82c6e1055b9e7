/* Loops that whole.c writes out and rotate.c turns: consecutive blocks, entered only at the first, the last of which
   leads back to it. */
#ifndef SLUICE_ISA_ROUNDS_H
#define SLUICE_ISA_ROUNDS_H
#include "isa/passes.h"

struct loop {
    u32 head, tail; /* blocks; all between them are its own */
    u32 first, end; /* pcs */
    u32 *written;   /* by register: how often the loop writes it */
    bool *on_all;   /* by block - head: every path through a round passes it */
};

bool loop_leads_back(const struct ptx_func *f, u32 b); /* the block ends with a branch to itself or before */
/* The loop whose last block this is; false: it is none. */
bool loop_shape(const struct ptx_func *f, const struct preds *pred, u32 tail, struct loop *l);
/* The same, unless the loop must stay as it is. */
bool loop_find(const struct ptx_func *f, const struct preds *pred, u32 tail, struct loop *l);
bool loop_has_inner(const struct ptx_func *f, const struct loop *l);
bool loop_stays(const struct ptx_instr *i);                  /* a loop with it is never written out */
void loop_prepare(const struct ptx_func *f, struct loop *l); /* finds the rest; loop_free */
void loop_free(struct loop *l);

#endif
