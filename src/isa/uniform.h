/* Which values are the same in all lanes of a warp: the one analysis of it. */
#ifndef SLUICE_ISA_UNIFORM_H
#define SLUICE_ISA_UNIFORM_H
#include "isa/passes.h"

/* How strict the answer must be. LOADED: values from memory may differ, even if all lanes read one address (otherwise
   only local memory and results of atomics). PATHS: so may values written on divergent paths as well as elsewhere.
   DATAPATH: and all that sm_90 does not compute in uniform registers: floating point, divisions, loads at an address
   in a register, the CTA's index. FILE: and all that sm_90 does not keep in such registers, which is less: the CTA's
   index and loaded constants may be there. */
enum { UNIFORM_LOADED = 1, UNIFORM_PATHS = 2, UNIFORM_DATAPATH = 4, UNIFORM_FILE = 8 };

struct uniform {
    u8 *varies;  /* by register: lanes may differ */
    u8 *read;    /* by register: an instruction reads it */
    u8 *written; /* by register, with PATHS: at how many places, up to two */
    u8 *apart;   /* by block, with PATHS: only some of the lanes that enter its function come here together */
};
void uniform_find(struct uniform *, const struct ptx_func *, u32 care);
void uniform_free(struct uniform *);
bool uniform_operand(const struct uniform *, const struct ptx_operand *); /* one value for all lanes */

#endif
