/* Runs a fuzz target over its kept corpus: what was once found stays found. The last name printed is the one that
 * broke. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/vec.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t n);

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static u8 *read_file(const char *path, size_t *n)
{
    FILE *f = fopen(path, "rb");
    VEC(u8) v = {0};
    for (int c; f && (c = fgetc(f)) != EOF;)
        VEC_PUSH(&v, (u8)c);
    if (f)
        fclose(f);
    *n = v.n;
    return v.at ? v.at : xcalloc(1, 1);
}

int main(int argc, char **argv)
{
    VEC(const char *) files = {0};
    struct arena a = {0};
    DIR *dir = argc > 1 ? opendir(argv[1]) : NULL;
    for (struct dirent *e; dir && (e = readdir(dir));)
        if (e->d_name[0] != '.')
            VEC_PUSH(&files, arena_strdup(&a, e->d_name));
    if (dir)
        closedir(dir);
    if (files.n)
        qsort(files.at, files.n, sizeof(*files.at), by_name);
    printf("1..2\n");
    for (size_t i = 0; i < files.n; i++) {
        size_t n;
        u8 *data = read_file(arena_printf(&a, "%s/%s", argv[1], files.at[i]), &n);
        printf("# %s\n", files.at[i]);
        fflush(stdout);
        LLVMFuzzerTestOneInput(data, n);
        free(data);
    }
    printf("ok 1 - %zu inputs of the corpus\n", files.n);
    LLVMFuzzerTestOneInput((const u8 *)"", 0);
    printf("ok 2 - nothing at all\n");
    VEC_FREE(&files);
    arena_free(&a);
    return 0;
}
