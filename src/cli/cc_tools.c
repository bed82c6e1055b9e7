/* Which compilers `sluice cc` works with, and where its headers and library are. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/root.h"
#include "cli/cc.h"
#include "cli/child.h"
#include "cli/cli.h"

bool cc_on_path(const char *name)
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

static u32 clang_version(const char *clang)
{
    const char *const ask[] = {clang, "-dumpversion", NULL};
    char *said = child_ask(ask);
    u32 version = said ? (u32)strtoul(said, NULL, 10) : 0;
    free(said);
    return version;
}

const char *cc_clang(void)
{
    /* clang-14, which the tests use, before others: what is installed beside it must not move any result */
    static const char *const names[] = {"clang-14", "clang",    "clang-15", "clang-16",
                                        "clang-17", "clang-18", "clang-19"};
    const char *env = getenv("SLUICE_CLANG");
    if (env && *env)
        return env;
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (cc_on_path(names[i]))
            return names[i];
    return NULL;
}

bool cc_find_tools(struct cc *c)
{
    const char *cache = getenv("SLUICE_CC_CACHE");
    if (cache && strcmp(cache, "on") != 0 && strcmp(cache, "off") != 0) {
        fprintf(stderr, "sluice cc: SLUICE_CC_CACHE=%s: expected on or off\n", cache);
        return false;
    }
    c->clang = cc_clang();
    if (!c->clang || !cc_on_path(c->clang)) {
        fprintf(stderr, "sluice cc: %s%s\n", c->clang ? c->clang : "no clang (14 to 19) on the path",
                c->clang ? ": not found (from SLUICE_CLANG)" : "; on Debian: apt install clang");
        return false;
    }
    c->clang_major = clang_version(c->clang);
    if (c->clang_major < 14) {
        fprintf(stderr, "sluice cc: %s is clang %u; 14 or later is needed\n", c->clang, c->clang_major);
        return false;
    }
    c->host_c = cc_on_path("gcc") ? "gcc" : c->clang;
    c->host_cxx = cc_on_path("g++") ? "g++" : NULL;
    c->include = arena_printf(&c->job.arena, "%s/include", cli_root());
    c->lib_dir = root_library(&c->job.arena);
    return true;
}
