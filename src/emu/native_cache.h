/* Inside emu/: the folder of translated kernels, $XDG_CACHE_HOME/sluice/native. Files in it are executed, so none is
   trusted that somebody else may have made. */
#ifndef SLUICE_EMU_NATIVE_CACHE_H
#define SLUICE_EMU_NATIVE_CACHE_H
#include "base/types.h"

/* The folder, made if need be, the user's own and writable by nobody else; to be freed. NULL: there is none. */
char *native_cache_folder(void);
/* Opens the shared library `path` that was made for `key`: a plain file of the user's, not a link, writable by nobody
   else, whole, and naming the key. NULL: there is none such; what is there instead is removed. */
void *native_cache_open(const char *path, const char *key);
/* A new file, path with XXXXXX in it, only the user's; -1: it cannot be made. */
int native_cache_create(char *path, int suffix);
void native_cache_trim(const char *folder); /* of what was used longest ago, and of what was left behind */

#endif
