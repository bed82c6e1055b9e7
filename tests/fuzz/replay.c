/* replay CORPUS: runs a fuzz target over its kept corpus: what was once found stays found. The last name printed is
   the one that broke. A corpus is one file, packed by tools/fuzz-corpus, which says how; a folder or a plain file of
   one input (a crash-* of ./dev fuzz) is taken, too. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "packed.h"

int LLVMFuzzerTestOneInput(const u8 *data, size_t n);

/* A copy of just the right size, so that a sanitizer sees a read behind its end. */
static void run(const char *name, const struct bytes *b, void *ctx)
{
    (void)ctx;
    u8 *copy = malloc(b->v.n ? b->v.n : 1);
    if (!copy)
        abort();
    if (b->v.n)
        memcpy(copy, b->v.at, b->v.n);
    printf("# %s\n", name);
    fflush(stdout);
    LLVMFuzzerTestOneInput(copy, b->v.n);
    free(copy);
}

static long run_file(const char *path, const char *name)
{
    struct bytes b = {0};
    FILE *f = fopen(path, "rb");
    if (!f)
        return -1;
    for (int c; (c = fgetc(f)) != EOF;)
        put(&b, &(char){(char)c}, 1);
    fclose(f);
    run(name, &b, NULL);
    VEC_FREE(&b.v);
    return 1;
}

static long run_folder(const char *path)
{
    struct dirent **files;
    long inputs = 0;
    int n = scandir(path, &files, NULL, alphasort);
    for (int i = 0; i < n; i++) {
        char file[8192];
        snprintf(file, sizeof file, "%s/%s", path, files[i]->d_name);
        if (files[i]->d_name[0] != '.')
            inputs += run_file(file, files[i]->d_name) > 0;
        free(files[i]);
    }
    if (n >= 0)
        free(files);
    return n < 0 ? -1 : inputs;
}

static long run_all(const char *path)
{
    struct stat st;
    if (!path || stat(path, &st) != 0)
        return -1;
    if (S_ISDIR(st.st_mode))
        return run_folder(path);
    const char *dot = strrchr(path, '.');
    if (!dot || strcmp(dot, ".corpus") != 0)
        return run_file(path, path);
    FILE *f = fopen(path, "rb");
    long inputs = f ? packed_each(f, path, run, NULL) : -1;
    if (f)
        fclose(f);
    return inputs;
}

int main(int argc, char **argv)
{
    const char *path = argc > 1 ? argv[1] : NULL;
    printf("1..2\n");
    long inputs = run_all(path);
    printf("%s 1 - %ld inputs of %s\n", inputs > 0 ? "ok" : "not ok", inputs, path ? path : "no corpus");
    LLVMFuzzerTestOneInput((const u8 *)"", 0);
    printf("ok 2 - nothing at all\n");
    return inputs > 0 ? 0 : 1;
}
