/* Where what is shipped beside the program is found: machines/, workloads/, papers/, include/. */
#ifndef SLUICE_BASE_ROOT_H
#define SLUICE_BASE_ROOT_H
#include "base/arena.h"

/* $SLUICE_ROOT; else, where the library lies in its build folder, the source tree; else share/sluice of the place
   where it is installed. */
const char *root_folder(struct arena *a);
const char *root_library(struct arena *a); /* the folder of the library */
/* Is the library the one in its build folder? Then what is made on the way may be kept there. */
bool root_is_build(void);

#endif
