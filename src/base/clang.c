/* Which clang is used, and which one that is. */
#include "base/clang.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool clang_on_path(const char *name)
{
    if (strchr(name, '/'))
        return access(name, X_OK) == 0;
    const char *path = getenv("PATH");
    char full[PATH_MAX];
    while (path && *path) {
        size_t n = strcspn(path, ":");
        snprintf(full, sizeof(full), "%.*s/%s", (int)n, path, name);
        if (n && access(full, X_OK) == 0)
            return true;
        path += n + (path[n] == ':');
    }
    return false;
}

const char *clang_find(void)
{
    /* clang-14, which the tests use, before others: what is installed beside it must not move any result */
    static const char *const names[] = {"clang-14", "clang",    "clang-15", "clang-16",
                                        "clang-17", "clang-18", "clang-19"};
    const char *env = getenv("SLUICE_CLANG");
    if (env && *env)
        return env;
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (clang_on_path(names[i]))
            return names[i];
    return NULL;
}

bool clang_hash(struct hash *h, const char *clang)
{
    char full[PATH_MAX];
    struct stat st;
    snprintf(full, sizeof(full), "%s", clang);
    for (const char *path = strchr(clang, '/') ? NULL : getenv("PATH"); path && *path;) {
        size_t n = strcspn(path, ":");
        snprintf(full, sizeof(full), "%.*s/%s", (int)n, path, clang);
        if (n && access(full, X_OK) == 0)
            break;
        path += n + (path[n] == ':');
    }
    if (stat(full, &st) != 0)
        return false;
    u64 facts[] = {(u64)st.st_size, (u64)st.st_mtim.tv_sec, (u64)st.st_mtim.tv_nsec};
    hash_bytes(h, facts, sizeof(facts));
    return true;
}
