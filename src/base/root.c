#include "base/root.h"

#include <dlfcn.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The folder of the library (or program) that holds this function; "" if it cannot be known. */
static void own_folder(char out[PATH_MAX])
{
    Dl_info self;
    char path[PATH_MAX];
    *out = 0;
    if (!dladdr((void *)(uintptr_t)root_folder, &self) || !self.dli_fname || !realpath(self.dli_fname, path))
        return;
    char *slash = strrchr(path, '/');
    if (slash)
        *slash = 0;
    strcpy(out, path);
}

static bool is_below(const char *path, const char *folder)
{
    char real[PATH_MAX];
    if (!realpath(folder, real))
        return false;
    size_t n = strlen(real);
    return !strncmp(path, real, n) && (path[n] == '/' || !path[n]);
}

const char *root_library(struct arena *a)
{
    char dir[PATH_MAX];
    own_folder(dir);
    return arena_strdup(a, dir);
}

bool root_is_build(void)
{
    char dir[PATH_MAX];
    own_folder(dir);
    return is_below(dir, SLUICE_BUILD_ROOT);
}

const char *root_folder(struct arena *a)
{
    const char *root = getenv("SLUICE_ROOT");
    char dir[PATH_MAX];
    if (root && *root)
        return root;
    if (root_is_build())
        return SLUICE_SOURCE_ROOT;
    own_folder(dir);
    for (char *slash; *dir; *slash = 0) { /* PREFIX/lib/TRIPLET/libsluice.so -> PREFIX/share/sluice */
        const char *share = arena_printf(a, "%s/share/sluice", dir);
        if (access(arena_printf(a, "%s/machines", share), R_OK) == 0)
            return share;
        slash = strrchr(dir, '/');
        if (!slash)
            break;
    }
    return SLUICE_SOURCE_ROOT;
}
