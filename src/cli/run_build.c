/* Compiling what `sluice run` is given as source. A shipped workload is compiled once: its program is an entry of a
   cache (base/cache.h), which is executed only if it is as it was written. */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/cache.h"
#include "base/hash.h"
#include "base/root.h"
#include "cli/child.h"
#include "cli/cli.h"
#include "cli/run.h"
#include "cli/run_link.h"

#define KEPT 400u /* compiled workloads, of several versions of their sources */

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

/* Where compiled workloads are kept: the build folder, or, where that is not ours alone to write, the user's cache.
   NULL: nowhere. */
static const char *kept(struct arena *a)
{
    const char *dir = SLUICE_BUILD_ROOT "/workloads";
    if (root_is_build() && (mkdir(dir, 0700) == 0 || errno == EEXIST) && cache_may_use(dir))
        return dir;
    char *folder = cache_folder("workloads");
    dir = folder ? arena_strdup(a, folder) : NULL;
    free(folder);
    return dir;
}

/* The program that lies at `made` becomes an entry of the cache. */
static bool keep_program(const char *made, const char *entry, const char *key)
{
    FILE *f = fopen(made, "rb");
    VEC(u8) bytes = {0};
    u8 part[1 << 16];
    for (size_t n; f && (n = fread(part, 1, sizeof part, f)) > 0;) {
        VEC_RESERVE(&bytes, bytes.n + n);
        memcpy(bytes.at + bytes.n, part, n);
        bytes.n += n;
    }
    bool ok = f && !ferror(f) && bytes.n && cache_write_program(entry, key, bytes.at, bytes.n);
    if (f)
        fclose(f);
    VEC_FREE(&bytes);
    return ok;
}

const char *run_build(struct arena *a, const char *source, bool keep, const char *dir)
{
    const char *slash = strrchr(source, '/'), *base = slash ? slash + 1 : source;
    int stem = (int)strcspn(base, ".");
    const char *sluice = self(a);
    char *made = arena_printf(a, "%s/%.*s", dir, stem, base);
    const char *folder = keep ? kept(a) : NULL;
    if (!folder)
        return compile(a, sluice, source, made) ? made : NULL;
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
    char *entry = arena_printf(a, "%s/%.*s-%.12s", folder, stem, base, hex);
    size_t n;
    u8 *whole = cache_read(entry, hex, &n);
    free(whole);
    if (whole && access(entry, X_OK) == 0)
        return entry;
    if (!compile(a, sluice, source, made))
        return NULL;
    if (!keep_program(made, entry, hex)) /* a full disk, say */
        return made;
    unlink(made);
    cache_trim(folder, KEPT);
    return entry;
}
