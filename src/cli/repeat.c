/* The file that repeats an internal error: repeat.h. Its name follows from what is in it, so that the same error
   leaves one file, however often it comes. */
#include "cli/repeat.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/hash.h"
#include "base/vec.h"
#include "cli/child.h"
#include "gpu/record_json.h"
#include "out/out.h"

extern char **environ;

/* The words of this process's command line: NUL-terminated one after the other. */
static char *own_command(size_t *n)
{
    FILE *f = fopen("/proc/self/cmdline", "r");
    VEC(char) text = {0};
    for (int c; f && (c = getc(f)) != EOF;)
        VEC_PUSH(&text, (char)c);
    if (f)
        fclose(f);
    *n = text.n;
    VEC_PUSH(&text, 0);
    return text.at;
}

static void write_command(FILE *to)
{
    size_t n;
    char *text = own_command(&n);
    VEC(const char *) words = {0};
    for (size_t i = 0; i < n; i += strlen(text + i) + 1)
        VEC_PUSH(&words, text + i);
    VEC_PUSH(&words, NULL);
    child_write(words.at, to);
    VEC_FREE(&words);
    free(text);
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* What sluice, and programs, read of the environment */
static void write_settings(FILE *to)
{
    VEC(const char *) set = {0};
    for (char **e = environ; *e; e++)
        if ((!strncmp(*e, "SLUICE_", 7) && strncmp(*e, "SLUICE_RUN=", 11) != 0) || !strncmp(*e, "CUDA_", 5))
            VEC_PUSH(&set, *e);
    if (set.n)
        qsort(set.at, set.n, sizeof *set.at, by_text);
    for (size_t i = 0; i < set.n; i++) {
        int name = (int)strcspn(set.at[i], "=");
        fprintf(to, "export %.*s=", name, set.at[i]);
        child_write_word(set.at[i] + name + (set.at[i][name] == '='), to);
        fputc('\n', to);
    }
    VEC_FREE(&set);
}

/* "#   l1.mshrs = 64", a line each. */
static void write_parameters(const json_t *o, const char *above, FILE *to)
{
    const char *key;
    json_t *v;
    json_object_foreach((json_t *)o, key, v)
    {
        char name[256];
        snprintf(name, sizeof name, "%s%s%s", above, *above ? "." : "", key);
        if (json_is_object(v)) {
            write_parameters(v, name, to);
            continue;
        }
        char *text = json_dumps(v, JSON_ENCODE_ANY);
        fprintf(to, "#   %s = %s\n", name, text ? text : "");
        free(text);
    }
}

/* A line of a comment, whatever the text has in it. */
static void write_comment(const char *text, FILE *to)
{
    fputs("# ", to);
    for (const char *c = text; *c; c++) {
        fputc(*c, to);
        if (*c == '\n')
            fputs("# ", to);
    }
    fputc('\n', to);
}

static void write_script(const struct repeat *r, FILE *to)
{
    char dir[PATH_MAX];
    json_t *machine = r->machine ? gpu_machine_json(r->machine) : NULL;
    fputs("#!/bin/sh\n", to);
    write_comment(r->what, to);
    fprintf(to, "# sluice %s, of %s%s%s\n", out_version(), r->of, r->program ? ", program " : "",
            r->program ? r->program : "");
    if (getcwd(dir, sizeof dir)) {
        fputs("cd ", to);
        child_write_word(dir, to);
        fputs(" || exit\n", to);
    }
    write_settings(to);
    write_command(to);
    if (machine)
        fputs("# The machine, with every parameter (gpu.jitter is the seed):\n", to);
    write_parameters(machine, "", to);
    json_decref(machine);
}

static bool put(const char *folder, const char *name, const char *text, size_t n, char path[PATH_MAX])
{
    snprintf(path, PATH_MAX, "%s%s%s", folder, *folder ? "/" : "", name);
    int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0755);
    FILE *f = fd < 0 ? NULL : fdopen(fd, "w");
    if (!f)
        return false;
    bool ok = fwrite(text, 1, n, f) == n;
    return fclose(f) == 0 && ok;
}

void repeat_write(const struct repeat *r)
{
    char *text = NULL, hex[HASH_HEX], name[HASH_HEX + 32], path[PATH_MAX];
    const char *tmp = getenv("TMPDIR");
    size_t n = 0;
    FILE *to = open_memstream(&text, &n);
    if (!to)
        return;
    write_script(r, to);
    fclose(to);
    struct hash h;
    hash_init(&h);
    hash_bytes(&h, text, n);
    hash_hex(&h, hex);
    snprintf(name, sizeof name, "sluice-error-%.12s.sh", hex);
    if (put("", name, text, n, path) || put(tmp && *tmp ? tmp : "/tmp", name, text, n, path))
        fprintf(stderr, "sluice: what is needed to repeat this is in %s: please report it with that file\n", path);
    else
        fprintf(stderr, "sluice: what is needed to repeat this could not be written to a file:\n%s", text);
    free(text);
}
