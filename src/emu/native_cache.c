/* Loads translated kernels from the user's cache. An entry is read once and checked (base/cache.c); the loader gets a
   private copy in memory, which no other process can change. */
#include "emu/native_cache.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/cache.h"

#ifndef MFD_EXEC
#define MFD_EXEC 0x0010U /* Linux 6.3: said, where a system would otherwise warn */
#endif

static bool fill(int fd, const u8 *at, size_t n)
{
    while (n) {
        ssize_t put = write(fd, at, n);
        if (put <= 0)
            return false;
        at += put;
        n -= (size_t)put;
    }
    return true;
}

/* The name of the open file for dlopen, which returns the old library for a name it has seen: so the name encodes the
   key, each bit as one of two ways to stay in a folder. */
static void name_by_key(char *to, size_t n, int fd, const char *key)
{
    size_t at = (size_t)snprintf(to, n, "/proc/self/fd");
    for (; *key; key++)
        for (u32 bit = 0; bit < 8 && at + 3 < n; bit++, at += 2)
            memcpy(to + at, *key >> bit & 1 ? "/." : "//", 3);
    snprintf(to + at, n - at, "/%d", fd);
}

/* If memory cannot be executed as a file (no /proc, or forbidden by the kernel): uses a file beside the entry that
   only the user can write, and that is deleted once loaded. */
static void *load_from_file(const char *path, const u8 *at, size_t n)
{
    const char *slash = strrchr(path, '/');
    char *mine = NULL;
    if (!slash || asprintf(&mine, "%.*s/" CACHE_UNFINISHED "XXXXXX.so", (int)(slash - path), path) < 0)
        return NULL;
    int fd = cache_create(mine, 3);
    void *lib = NULL;
    if (fd >= 0) {
        if (fill(fd, at, n))
            lib = dlopen(mine, RTLD_NOW | RTLD_LOCAL);
        close(fd);
        unlink(mine);
    }
    free(mine);
    return lib;
}

static void *load(const char *path, const char *key, const u8 *at, size_t n)
{
    char name[PATH_MAX];
    void *lib = NULL;
    int fd = memfd_create("sluice-native", MFD_CLOEXEC | MFD_EXEC);
    if (fd < 0 && errno == EINVAL)
        fd = memfd_create("sluice-native", MFD_CLOEXEC);
    if (fd >= 0) {
        name_by_key(name, sizeof name, fd, key);
        if (fill(fd, at, n))
            lib = dlopen(name, RTLD_NOW | RTLD_LOCAL);
        close(fd);
    }
    return lib ? lib : load_from_file(path, at, n);
}

void *native_cache_open(const char *path, const char *key)
{
    size_t n;
    u8 *at = cache_read(path, key, &n);
    void *lib = at ? load(path, key, at, n) : NULL;
    if (at && !lib)
        unlink(path);
    free(at);
    return lib;
}
