/* Where the files shipped with the program are: machines/, workloads/, papers/, include/. */
#ifndef SLUICE_BASE_ROOT_H
#define SLUICE_BASE_ROOT_H
#include "base/arena.h"

/* $SLUICE_ROOT; otherwise the source tree, if the library lies in its build folder; otherwise share/sluice of the
   installation. */
const char *root_folder(struct arena *a);
const char *root_library(struct arena *a); /* the folder of the library */
/* Does the library lie in its build folder? Then intermediate files may be kept there. */
bool root_is_build(void);

#endif
