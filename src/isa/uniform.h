/* Which values are the same in all lanes of a warp: the one analysis of it. */
#ifndef SLUICE_ISA_UNIFORM_H
#define SLUICE_ISA_UNIFORM_H
#include "isa/passes.h"

/* How careful one has to be. LOADED: what comes from memory may differ, even if all read one address (else only local
   memory and what atomics return). PATHS: so may what is written on ways that lanes go apart, and elsewhere.
   DATAPATH: and all that sm_90 does not compute in registers that lanes share: floating point, divisions, what is
   loaded at an address in a register, the CTA's index. FILE: and all that sm_90 does not keep in such registers,
   which is less: the CTA's index and loaded constants may be there. */
enum { UNIFORM_LOADED = 1, UNIFORM_PATHS = 2, UNIFORM_DATAPATH = 4, UNIFORM_FILE = 8 };

struct uniform {
    u8 *varies;  /* by register: lanes may differ */
    u8 *read;    /* by register: an instruction reads it */
    u8 *written; /* by register, with PATHS: at how many places, up to two */
    u8 *apart;   /* by block, with PATHS: not all lanes that come to its function come here together */
};
void uniform_find(struct uniform *, const struct ptx_func *, u32 care);
void uniform_free(struct uniform *);
bool uniform_operand(const struct uniform *, const struct ptx_operand *); /* one value for all lanes */

#endif
