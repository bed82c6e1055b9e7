/* One kernel of an Accel-Sim trace (a .traceg file) as a source of streams: its lines are read twice, first to learn
   which instructions there are, then CTA by CTA. If Accel-Sim's reader interprets a line in another way than its
   tracer meant, `quirks` decides. docs/accel-sim.md has the format. */
#ifndef SLUICE_ACCEL_KERNEL_H
#define SLUICE_ACCEL_KERNEL_H
#include "accel/lines.h"
#include "stream/stream.h"

enum accel_quirks {
    ACCEL_AS_MEANT, /* as the tracer meant it */
    ACCEL_AS_READ,  /* as Accel-Sim's reader takes it */
};

struct accel_unknown { /* opcodes that the generation's table lacks, over all kernels; zero it before use */
    struct accel_unknown_op {
        char name[32];
        u64 count;
        u32 version; /* of the binary that it was in first */
    } * at;
    size_t n, cap;
};
void accel_unknown_free(struct accel_unknown *);

struct accel_kernel;
/* Opens the file and reads it once; NULL: an error in d. Unknown opcodes are added to `u`. */
struct accel_kernel *accel_kernel_open(const char *path, enum accel_quirks, struct accel_unknown *u, struct diag *d);
/* The same of a text in memory, which must live as long. */
struct accel_kernel *accel_kernel_of(const char *name, const void *bytes, size_t n, enum accel_quirks,
                                     struct accel_unknown *u, struct diag *d);
/* Its CTAs, which can only be started in order, each once. When start says false, d has the reason. */
struct stream_source *accel_kernel_source(struct accel_kernel *);
u32 accel_kernel_version(const struct accel_kernel *); /* of the binary: 70 */
u64 accel_kernel_bytes(const struct accel_kernel *);   /* of its text */
void accel_kernel_close(struct accel_kernel *);

#endif
