/* Which clang is used, and which one that is. */
#include "base/clang.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"

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
    /* clang-14 first, which the tests use: another version installed beside it must not change results */
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

char **clang_environment(void)
{
    static const char *const kept[] = {"PATH", "HOME", "TMPDIR", "TMP", "TEMP", "LD_LIBRARY_PATH"};
    /* untranslated messages; no configuration file that clang 16 reads by default */
    static const char *const set[] = {"LC_ALL=C", "CLANG_NO_DEFAULT_CONFIG=1"};
    char **env = xcalloc(COUNT_OF(kept) + COUNT_OF(set) + 1, sizeof *env);
    size_t n = 0;
    for (size_t i = 0; i < COUNT_OF(kept); i++) {
        const char *value = getenv(kept[i]);
        if (value && asprintf(&env[n], "%s=%s", kept[i], value) > 0)
            n++;
    }
    for (size_t i = 0; i < COUNT_OF(set); i++)
        env[n++] = xstrdup(set[i]);
    env[n] = NULL;
    return env;
}

void clang_environment_free(char **env)
{
    for (size_t i = 0; env && env[i]; i++)
        free(env[i]);
    free(env);
}

const char *clang_forget_overrides(void)
{
    static const char *const names[] = {"CCC_OVERRIDE_OPTIONS", "CCC_ADD_ARGS", "QA_OVERRIDE_GCC3_OPTIONS"};
    const char *first = NULL;
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (getenv(names[i])) {
            first = first ? first : names[i];
            unsetenv(names[i]);
        }
    return first;
}
