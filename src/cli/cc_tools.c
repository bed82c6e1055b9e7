/* Which compilers `sluice cc` works with, and where its headers and library are. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clang.h"
#include "base/root.h"
#include "cli/cc.h"
#include "cli/child.h"
#include "cli/cli.h"

static u32 clang_version(const char *clang)
{
    const char *const ask[] = {clang, "-dumpversion", NULL};
    char *said = child_ask(ask);
    u32 version = said ? (u32)strtoul(said, NULL, 10) : 0;
    free(said);
    return version;
}

bool cc_find_tools(struct cc *c)
{
    const char *cache = getenv("SLUICE_CC_CACHE");
    if (cache && strcmp(cache, "on") != 0 && strcmp(cache, "off") != 0) {
        fprintf(stderr, "sluice cc: SLUICE_CC_CACHE=%s: expected on or off\n", cache);
        return false;
    }
    c->clang = clang_find();
    if (!c->clang || !clang_on_path(c->clang)) {
        fprintf(stderr, "sluice cc: %s%s\n", c->clang ? c->clang : "no clang (14 to 19) on the path",
                c->clang ? ": not found (from SLUICE_CLANG)" : "; on Debian: apt install clang");
        return false;
    }
    c->clang_major = clang_version(c->clang);
    if (c->clang_major < 14) {
        fprintf(stderr, "sluice cc: %s is clang %u; 14 or later is needed\n", c->clang, c->clang_major);
        return false;
    }
    c->host_c = clang_on_path("gcc") ? "gcc" : c->clang;
    c->host_cxx = clang_on_path("g++") ? "g++" : NULL;
    c->include = arena_printf(&c->job.arena, "%s/include", cli_root());
    c->lib_dir = root_library(&c->job.arena);
    return true;
}
