/* Inside emu/: translated kernels as entries of the user's cache (base/cache.h), and loading them. */
#ifndef SLUICE_EMU_NATIVE_CACHE_H
#define SLUICE_EMU_NATIVE_CACHE_H
#include "base/types.h"

#define NATIVE_CACHE "native" /* the folder's name */
#define NATIVE_KEPT 1024      /* translated kernels in it */

/* Loads the shared library of the entry `path` that was written for `key`. NULL: there is no valid one; an invalid
   one is removed. */
void *native_cache_open(const char *path, const char *key);

#endif
