/* A kernelslist.g of Accel-Sim, with the kernels and copies that it names, becomes a trace of our own. */
#ifndef SLUICE_ACCEL_LIST_H
#define SLUICE_ACCEL_LIST_H
#include "accel/kernel.h"

/* Is the file Accel-Sim's (a list, a folder with one, or a kernel's trace), judging by its name? */
bool accel_list_is(const char *path);

struct accel_report {          /* what was read */
    u64 kernels, copies, text; /* text: bytes of the kernels' traces, unpacked */
    u64 skipped;               /* lines of the list that mean nothing here */
    u32 version;               /* of the binaries: the newest */
    struct accel_unknown unknown;
};
/* Writes the trace. False: an error in d, and no file. The caller frees the report
   (accel_unknown_free). */
bool accel_list_convert(const char *list, const char *to, enum accel_quirks, struct accel_report *, struct diag *d);
/* A note in d for each opcode that no table has. */
void accel_list_notes(const struct accel_report *, const char *list, struct diag *d);

/* The target of such a trace begins with this: it is no machine's own. */
#define ACCEL_TARGET "sass"

#endif
