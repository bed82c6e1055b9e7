/* Compiling what `sluice run` is given as source. */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/root.h"
#include "cli/child.h"
#include "cli/cli.h"
#include "cli/run.h"
#include "cli/run_link.h"

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The contents of every file in a folder, in order of their names. */
static void hash_folder(struct hash *h, const char *dir)
{
    VEC(char *) names = {0};
    DIR *d = opendir(dir);
    for (struct dirent *e; d && (e = readdir(d)) != NULL;)
        if (e->d_name[0] != '.')
            VEC_PUSH(&names, xstrdup(e->d_name));
    if (d)
        closedir(d);
    if (names.n)
        qsort(names.at, names.n, sizeof(*names.at), by_name);
    for (size_t i = 0; i < names.n; i++) {
        char path[PATH_MAX];
        snprintf(path, sizeof(path), "%s/%s", dir, names.at[i]);
        hash_text(h, names.at[i]);
        hash_file(h, path);
        free(names.at[i]);
    }
    VEC_FREE(&names);
}

static const char *self(struct arena *a)
{
    char path[PATH_MAX];
    ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 1);
    return arena_strndup(a, path, n > 0 ? (size_t)n : 0);
}

static bool compile(struct arena *a, const char *sluice, const char *source, const char *to)
{
    /* What the compiler says is no part of the program's output, and the folder no part of the program. */
    static const char script[] =
        "to=$1 source=$2 folder=$3; shift 3; "
        "exec \"$0\" cc -O2 -fmacro-prefix-map=\"$folder=\" -o \"$to\" \"$source\" \"$@\" >&2";
    const char *slash = strrchr(source, '/');
    char folder[PATH_MAX] = "./";
    if (slash)
        snprintf(folder, sizeof folder, "%.*s/", (int)(slash - source), source);
    const char *const words[] = {"/bin/sh", "-c", script, sluice, to, source, folder, "-Wl,--as-needed"};
    strings argv = {0};
    for (size_t i = 0; i < COUNT_OF(words); i++)
        VEC_PUSH(&argv, words[i]);
    run_libraries(a, source, &argv);
    VEC_PUSH(&argv, NULL);
    bool ok = child_run("sluice run", argv.at) == 0;
    VEC_FREE(&argv);
    return ok;
}

/* Where compiled workloads are kept: the build folder, or, where that is not ours to write, the user's cache. */
static const char *kept(struct arena *a)
{
    const char *dir = SLUICE_BUILD_ROOT "/workloads";
    if (root_is_build() && (mkdir(dir, 0777) == 0 || errno == EEXIST) && access(dir, W_OK) == 0)
        return dir;
    const char *home = getenv("HOME"), *xdg = getenv("XDG_CACHE_HOME");
    char *cache = xdg && *xdg ? arena_strdup(a, xdg) : arena_printf(a, "%s/.cache", home && *home ? home : "/tmp");
    mkdir(cache, 0777);
    if (access(cache, W_OK) != 0) /* no home of one's own: a service, a build */
        cache = arena_printf(a, "/tmp/sluice-cache-%u", (unsigned)getuid());
    mkdir(cache, 0777);
    cache = arena_printf(a, "%s/sluice", cache);
    mkdir(cache, 0777);
    return cache;
}

const char *run_build(struct arena *a, const char *source, bool keep, const char *dir)
{
    const char *slash = strrchr(source, '/'), *base = slash ? slash + 1 : source;
    int stem = (int)strcspn(base, ".");
    const char *sluice = self(a);
    if (!keep) {
        char *out = arena_printf(a, "%s/%.*s", dir, stem, base);
        return compile(a, sluice, source, out) ? out : NULL;
    }
    struct hash h;
    char hex[HASH_HEX];
    hash_init(&h);
    const char *clang = getenv("SLUICE_CLANG");
    hash_text(&h, clang ? clang : "");
    hash_text(&h, sluice);
    hash_file(&h, source);
    static const char *const headers[] = {"common.h", "tiles.h", "tensor.h", "layernorm.h"};
    for (u32 i = 0; i < COUNT_OF(headers); i++)
        hash_file(&h, arena_printf(a, "%s/workloads/%s", cli_root(), headers[i]));
    hash_folder(&h, arena_printf(a, "%s/include", cli_root()));
    hash_hex(&h, hex);
    char *out = arena_printf(a, "%s/%.*s-%.12s", kept(a), stem, base, hex);
    if (access(out, X_OK) == 0)
        return out;
    /* several runs may want it at once: each compiles under a name of its own, and the last one stays */
    char *mine = arena_printf(a, "%s.%d", out, (int)getpid());
    if (!compile(a, sluice, source, mine) || rename(mine, out) != 0) {
        unlink(mine);
        return NULL;
    }
    return out;
}
