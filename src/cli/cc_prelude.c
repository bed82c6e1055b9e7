/* Our headers, which every CUDA file begins with, compiled once: of a small file they are nine tenths of what clang
   reads, twice. clang's precompiled form of them is an entry of the user's cache (base/cache.h), named by the flags
   of the pass and the compiler. clang compares the times and sizes of the headers with those that it was made from
   and refuses it if one has changed: it is made anew then. Flags that say where headers are, or that define
   something, belong to one program: such a file is compiled without. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cache.h"
#include "base/clang.h"
#include "cli/cc.h"

#define KEPT 8 /* of some 6 MB each; the one that was used longest ago goes first */

/* Flags that change neither which files are read nor which are written. */
static bool harmless(const char *flag)
{
    static const char *const yes[] = {"-O", "-g", "-f", "-m", "-W", "-w", "-pthread", "-std="};
    static const char *const no[] = {"-gsplit",       "-fprofile",  "-fplugin",  "-fmodule",   "-fsave",
                                     "-ftime",        "-fpch",      "-finclude", "-fcoverage", "-ftest-cov",
                                     "-fstack-usage", "-fsanitize", "-Wp,",      "-Wa,"};
    bool found = false;
    for (size_t i = 0; i < COUNT_OF(yes); i++)
        found |= !strncmp(flag, yes[i], strlen(yes[i]));
    for (size_t i = 0; i < COUNT_OF(no); i++)
        found &= strncmp(flag, no[i], strlen(no[i])) != 0;
    return found;
}

/* Where a program is: says nothing about our headers. */
static bool place(const char *flag)
{
    return !strncmp(flag, "-fmacro-prefix-map=", 19) || !strncmp(flag, "-ffile-prefix-map=", 18);
}

bool cc_prelude_fits(const struct cc *c, bool device)
{
    static const char *const places[] = {"CPATH", "C_INCLUDE_PATH", "CPLUS_INCLUDE_PATH", "COMPILER_PATH",
                                         "GCC_EXEC_PREFIX"};
    const char *wanted = getenv("SLUICE_CC_CACHE");
    bool fits = !(wanted && !strcmp(wanted, "off")) && !c->job.verbose && !c->job.dry_run && !c->job.common.n &&
                !c->any_function && !c->sequential && !c->nested && c->job.stage != CC_PREPROCESS &&
                c->job.stage != CC_DEPS;
    for (size_t i = 0; i < COUNT_OF(places); i++)
        fits &= getenv(places[i]) == NULL;
    for (size_t i = 0; !device && i < c->job.host.n; i++)
        fits &= harmless(c->job.host.at[i]);
    return fits && (device || !c->job.deps.n);
}

/* The command that makes one, from that of a pass over an empty file, and its name. */
static bool name_of(struct cc *c, struct cc_kept *kept, const strings *cmd)
{
    /* where headers are added, one of ours may be hidden */
    const char *const folders[] = {c->include, "/usr/include", "/usr/include/c++", "/usr/local/include"};
    struct hash h;
    char hex[HASH_HEX];
    hash_init(&h);
    for (size_t i = 0; i < cmd->n; i++)
        hash_text(&h, cmd->at[i]);
    for (size_t i = 0; i < COUNT_OF(folders); i++) {
        struct stat st = {0};
        stat(folders[i], &st);
        u64 when[] = {(u64)st.st_mtim.tv_sec, (u64)st.st_mtim.tv_nsec};
        hash_bytes(&h, when, sizeof when);
    }
    if (!clang_hash(&h, c->clang))
        return false;
    hash_hex(&h, hex);
    char *folder = cache_folder("prelude");
    if (!folder)
        return false;
    *kept = (struct cc_kept){.folder = arena_strdup(&c->job.arena, folder),
                             .path = arena_printf(&c->job.arena, "%s/%s.pch", folder, hex),
                             .key = arena_printf(&c->job.arena, "sluice prelude %s", hex)};
    free(folder);
    return true;
}

static bool make(struct cc *c, const struct cc_kept *kept, strings *cmd, const char *to)
{
    static const char quiet[] = "to=$1; shift; exec \"$@\" -o \"$to\" 2>/dev/null";
    strings all = {0};
    const char *const first[] = {"/bin/sh", "-c", quiet, "sh", to};
    for (size_t i = 0; i < COUNT_OF(first); i++)
        VEC_PUSH(&all, first[i]);
    cc_add_all(&all, cmd);
    char **env = clang_environment();
    bool ok = cc_run_in(c, &all, env) == 0;
    clang_environment_free(env);
    VEC_FREE(&all);
    size_t n = 0;
    char *made = ok ? cc_read(to, &n) : NULL;
    if (made && n && cache_write(kept->path, kept->key, made, n))
        cache_trim(kept->folder, KEPT);
    ok = made && n;
    free(made);
    return ok;
}

const char *cc_prelude(struct cc *c, const strings *pass)
{
    const char *to = arena_printf(&c->job.arena, "%s/prelude.pch", c->tmp);
    struct cc_kept kept;
    strings cmd = {0};
    for (size_t i = 0; i < pass->n; i++)
        if (!place(pass->at[i]))
            VEC_PUSH(&cmd, pass->at[i]);
    VEC_PUSH(&cmd, "-Xclang");
    VEC_PUSH(&cmd, "-emit-pch");
    bool ok = name_of(c, &kept, &cmd);
    if (ok && !cc_cache_get(&kept, to))
        ok = make(c, &kept, &cmd, to);
    VEC_FREE(&cmd);
    c->prelude = ok ? kept.path : NULL;
    return ok ? to : NULL;
}

void cc_prelude_failed(const struct cc *c, const char *said)
{
    char *text = cc_read(said, NULL);
    if (text && (strstr(text, "precompiled header") || strstr(text, "PCH file")))
        unlink(c->prelude);
    free(text);
}
