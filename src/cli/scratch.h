/* A folder of one's own under $TMPDIR, gone with the command that made it. What a command that was killed has left is
   removed by the next. */
#ifndef SLUICE_CLI_SCRATCH_H
#define SLUICE_CLI_SCRATCH_H
#include "base/types.h"

enum { SCRATCH_PATH = 4096 };
/* "sluice-KIND-XXXXXX"; says why not on standard error and returns false. */
bool scratch_make(char dir[SCRATCH_PATH], const char *kind);
void scratch_remove(const char *dir);

#endif
