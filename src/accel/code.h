/* Instruction lines of an Accel-Sim trace become entries of a stream: each distinct static instruction (program
   counter, registers, opcode, width) is one struct si, found by its text. */
#ifndef SLUICE_ACCEL_CODE_H
#define SLUICE_ACCEL_CODE_H
#include "accel/kernel.h"
#include "base/vec.h"
#include "isa/sass.h"

struct accel_header { /* of a kernel; 0 where the file gives nothing */
    u64 shared, regs, version, shared_base, local_base, tracer, lineinfo;
    u32 threads; /* of a CTA */
    enum accel_quirks quirks;
};

struct accel_place { /* whose instruction it is */
    u64 cta;
    u32 warp;
    u32 active; /* lanes of its last instruction that had any; 0: none yet */
};

struct accel_static {
    const char *text; /* from the registers to the width */
    u32 len, pc;
    const char *unknown; /* its opcode, if the table lacks it */
    u64 count;           /* executions */
};

struct accel_code {
    const struct accel_header *head;
    VEC(struct si) si;
    VEC(struct accel_static) of; /* by instruction */
    u32 *slots;                  /* hash -> instruction + 1 */
    u32 n_slots;                 /* a power of two */
    u32 next;                    /* index after the instruction found last */
    struct arena arena;
    bool frozen; /* no new instructions may come */
};
void accel_code_init(struct accel_code *, const struct accel_header *);
/* Appends the line's instruction to the warp's stream. NULL: done; else what is wrong with the line. */
const char *accel_code_line(struct accel_code *, char *line, struct stream_writer *, struct accel_place *);
/* A warp that executes nothing: an exit of no lane, because streams are never empty. */
void accel_code_nothing(struct accel_code *, struct stream_writer *);
void accel_code_unknown(const struct accel_code *, struct accel_unknown *to);
void accel_code_free(struct accel_code *);

#endif
