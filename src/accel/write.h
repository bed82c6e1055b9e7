/* A trace of ours written as Accel-Sim's: a folder with kernelslist.g and a .traceg file for each launch.
   Instructions are named by their class (an integer addition and a comparison are both IADD3), as a stream does not
   know more; Accel-Sim treats them the same. */
#ifndef SLUICE_ACCEL_WRITE_H
#define SLUICE_ACCEL_WRITE_H
#include "base/diag.h"
#include "stream/trace.h"

#define ACCEL_WRITE_VERSION 70 /* binary version of the opcodes: all of Volta's */

struct accel_written {
    u64 kernels, instrs, bytes; /* instructions of warps; bytes of text */
};
/* Makes the folder, or fills one that is empty. False: an error in d, and no file of it is left. */
bool accel_write(struct trace *, const char *dir, struct accel_written *, struct diag *d);

#endif
