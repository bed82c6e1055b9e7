/* PTX that was made before. For a file that sorts with Thrust, LLVM's optimiser takes about half of the compile time,
   and its input is the same whenever only host code changed: so its results are entries of the user's cache
   (base/cache.h), named by everything they follow from: LLVM's text, the flags and the compiler, which runs in an
   environment of its own (base/clang.h). Small files are not worth it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/cache.h"
#include "base/clang.h"
#include "cli/cc.h"

#define WORTH (128 << 10) /* bytes of LLVM's text */
#define KEPT 64           /* results; the one that was used longest ago goes first */

bool cc_cache_name(struct cc *c, struct cc_kept *kept, const char *ll, const strings *flags)
{
    const char *wanted = getenv("SLUICE_CC_CACHE");
    struct stat st;
    struct hash h;
    char hex[HASH_HEX];
    *kept = (struct cc_kept){0};
    if (c->job.verbose || c->job.dry_run || (wanted && !strcmp(wanted, "off")) || stat(ll, &st) != 0 ||
        st.st_size < WORTH)
        return false;
    hash_init(&h);
    hash_text(&h, "checked"); /* not the names of versions that did not check what they took */
    for (size_t i = 0; i < flags->n; i++)
        hash_text(&h, flags->at[i]);
    if (!clang_hash(&h, c->clang) || !hash_file(&h, ll))
        return false;
    hash_hex(&h, hex);
    char *folder = cache_folder("ptx");
    if (!folder)
        return false;
    kept->folder = arena_strdup(&c->job.arena, folder);
    kept->path = arena_printf(&c->job.arena, "%s/%s.ptx", folder, hex);
    kept->key = arena_printf(&c->job.arena, "sluice ptx %s", hex);
    free(folder);
    return true;
}

bool cc_cache_get(const struct cc_kept *kept, const char *ptx)
{
    size_t n = 0;
    u8 *text = kept->path ? cache_read(kept->path, kept->key, &n) : NULL;
    FILE *f = text ? fopen(ptx, "wb") : NULL;
    bool ok = f && fwrite(text, 1, n, f) == n;
    ok = f && fclose(f) == 0 && ok;
    free(text);
    return ok;
}

void cc_cache_put(const struct cc_kept *kept, const char *ptx)
{
    size_t n = 0;
    char *text = kept->path ? cc_read(ptx, &n) : NULL;
    if (text && n && cache_write(kept->path, kept->key, text, n))
        cache_trim(kept->folder, KEPT);
    free(text);
}
