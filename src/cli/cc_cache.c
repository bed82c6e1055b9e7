/* PTX that was made before. Of a file that sorts with Thrust, LLVM's optimiser takes about half the time of a
   compile, and what it gets is the same whenever only host code changed: so its results are kept in the user's cache,
   named by all that they follow from: LLVM's text, the flags and the compiler. Small files are not worth it. */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utime.h>

#include "base/clang.h"
#include "cli/cc.h"

#define WORTH (128 << 10) /* bytes of LLVM's text */
#define KEPT 64           /* results; the one that was used longest ago goes first */

/* The folder, made if need be; NULL: there is none, or it is not wanted. */
static const char *folder(struct cc *c)
{
    const char *wanted = getenv("SLUICE_CC_CACHE"), *home = getenv("HOME"), *xdg = getenv("XDG_CACHE_HOME");
    if ((wanted && !strcmp(wanted, "off")) || (!(xdg && *xdg) && !(home && *home)))
        return NULL;
    char *dir = xdg && *xdg ? arena_strdup(&c->job.arena, xdg) : arena_printf(&c->job.arena, "%s/.cache", home);
    static const char *const below[] = {"", "/sluice", "/ptx"};
    for (size_t i = 0; i < COUNT_OF(below); i++) {
        dir = arena_printf(&c->job.arena, "%s%s", dir, below[i]);
        if (mkdir(dir, 0777) != 0 && errno != EEXIST)
            return NULL;
    }
    return access(dir, W_OK) == 0 ? dir : NULL;
}

const char *cc_cache_name(struct cc *c, const char *ll, const strings *flags)
{
    struct stat st;
    struct hash h;
    char hex[HASH_HEX];
    if (c->job.verbose || c->job.dry_run || stat(ll, &st) != 0 || st.st_size < WORTH)
        return NULL;
    const char *dir = folder(c);
    hash_init(&h);
    for (size_t i = 0; i < flags->n; i++)
        hash_text(&h, flags->at[i]);
    if (!dir || !clang_hash(&h, c->clang) || !hash_file(&h, ll))
        return NULL;
    hash_hex(&h, hex);
    return arena_printf(&c->job.arena, "%s/%s.ptx", dir, hex);
}

static bool copy(const char *from, const char *to)
{
    size_t n;
    char *text = cc_read(from, &n);
    FILE *f = text ? fopen(to, "wb") : NULL;
    bool ok = f && fwrite(text, 1, n, f) == n;
    ok = f && fclose(f) == 0 && ok;
    free(text);
    return ok;
}

bool cc_cache_get(const char *name, const char *ptx)
{
    return name && access(name, R_OK) == 0 && copy(name, ptx) && utime(name, NULL) == 0;
}

/* Removes the results that were used longest ago. */
static void trim(const char *dir)
{
    for (;;) {
        DIR *d = opendir(dir);
        char path[PATH_MAX], oldest[PATH_MAX] = "";
        struct stat st;
        struct timespec when = {0};
        size_t n = 0;
        for (struct dirent *e; d && (e = readdir(d)) != NULL;) {
            snprintf(path, sizeof(path), "%s/%s", dir, e->d_name);
            if (e->d_name[0] == '.' || stat(path, &st) != 0)
                continue;
            bool older = st.st_mtim.tv_sec < when.tv_sec ||
                         (st.st_mtim.tv_sec == when.tv_sec && st.st_mtim.tv_nsec < when.tv_nsec);
            if (!n++ || older) {
                when = st.st_mtim;
                strcpy(oldest, path);
            }
        }
        if (d)
            closedir(d);
        if (n <= KEPT || unlink(oldest) != 0)
            return;
    }
}

void cc_cache_put(struct cc *c, const char *name, const char *ptx)
{
    if (!name)
        return;
    /* several may make it at once: each under a name of its own, and the last one stays */
    const char *mine = arena_printf(&c->job.arena, "%s.%d", name, (int)getpid());
    if (!copy(ptx, mine) || rename(mine, name) != 0) {
        unlink(mine);
        return;
    }
    char *dir = arena_strdup(&c->job.arena, name);
    *strrchr(dir, '/') = 0;
    trim(dir);
}
