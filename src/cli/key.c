#include "cli/key.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/program.h"
#include "base/vec.h"
#include "cli/cc.h"
#include "cli/child.h"
#include "cli/cli.h"
#include "gpu/record_json.h"
#include "out/out.h"

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

/* Names and contents of a folder's files and, if deep, of those below it, in order; only those that end so. */
static void hash_tree(struct hash *h, const char *dir, const char *suffix, bool deep)
{
    VEC(char *) names = {0};
    DIR *d = opendir(dir);
    for (struct dirent *e; d && (e = readdir(d));)
        if (e->d_name[0] != '.')
            VEC_PUSH(&names, xstrdup(e->d_name));
    if (d)
        closedir(d);
    if (names.n)
        qsort(names.at, names.n, sizeof *names.at, by_name);
    for (size_t i = 0; i < names.n; i++) {
        char path[4096];
        struct stat st;
        snprintf(path, sizeof path, "%s/%s", dir, names.at[i]);
        size_t len = strlen(path), end = strlen(suffix);
        bool folder = stat(path, &st) == 0 && S_ISDIR(st.st_mode);
        if (folder && deep)
            hash_tree(h, path, suffix, true);
        else if (!folder && len > end && !strcmp(path + len - end, suffix)) {
            hash_text(h, names.at[i]);
            hash_file(h, path);
        }
        free(names.at[i]);
    }
    VEC_FREE(&names);
}

/* Hashes what the compiler calls itself, since another one makes other instructions. It is asked only once. */
static void hash_compiler(struct hash *h, struct workloads *all)
{
    if (!*all->compiler) {
        const char *clang = clang_find(), *const ask[] = {clang ? clang : "clang", "--version", NULL};
        char *said = child_ask(ask);
        snprintf(all->compiler, sizeof all->compiler, "%s", said ? said : "unknown");
        char *end = strchr(all->compiler, '\n'); /* its first line */
        if (end)
            end[1] = 0;
        free(said);
    }
    hash_text(h, all->compiler);
}

bool key_workload(struct hash *h, struct workloads *all, const struct workload *w, struct diag *d)
{
    for (size_t i = 0; i < all->keys.n; i++) {
        const struct workload_key *k = &all->keys.at[i];
        if (k->of == w && k->before.hi == h->hi && k->before.lo == h->lo) {
            *h = k->after;
            return true;
        }
    }
    struct workload_key key = {.of = w, .before = *h};
    struct arena a = {0};
    const char *root = cli_root(), *source = arena_printf(&a, "%s/workloads/%s", root, w->file);
    hash_text(h, "workload");
    hash_text(h, w->arguments);
    hash_text(h, w->budget);
    hash_compiler(h, all);
    bool ok = hash_file(h, source);
    if (!ok)
        diag_error(d, source, 0, 0, "cannot be read");
    hash_tree(h, arena_printf(&a, "%s/workloads", root), ".h", true);
    hash_tree(h, arena_printf(&a, "%s/include", root), "", true);
    arena_free(&a);
    key.after = *h;
    if (ok)
        VEC_PUSH(&all->keys, key);
    return ok;
}

bool key_source(struct hash *h, struct workloads *all, const char *file, struct diag *d)
{
    struct arena a = {0};
    const char *slash = strrchr(file, '/');
    hash_text(h, "source");
    hash_compiler(h, all);
    bool ok = hash_file(h, file);
    if (!ok)
        diag_error(d, file, 0, 0, "cannot be read");
    hash_tree(h, slash ? arena_strndup(&a, file, (size_t)(slash - file)) : ".", ".h", false);
    hash_tree(h, arena_printf(&a, "%s/include", cli_root()), "", true);
    arena_free(&a);
    return ok;
}

bool key_program(struct hash *h, const char *const *argv, struct diag *d)
{
    hash_text(h, "program");
    if (!hash_program(h, argv[0])) {
        diag_error(d, argv[0], 0, 0, "cannot be read");
        return false;
    }
    for (u32 i = 1; argv[i]; i++)
        hash_text(h, argv[i]);
    return true;
}

bool key_trace(struct hash *h, const char *file, struct diag *d)
{
    hash_text(h, "trace");
    if (hash_file(h, file))
        return true;
    diag_error(d, file, 0, 0, "cannot be read");
    return false;
}

bool key_machine(struct hash *h, const char *machine, const char *const *sets, u32 n, struct diag *d)
{
    struct machine_config c;
    if (!machine_load(&c, machine, d))
        return false;
    for (u32 i = 0; i < n; i++)
        if (!machine_set(&c, sets[i], d))
            return false;
    if (!machine_check(&c, d))
        return false;
    json_t *j = gpu_machine_json(&c);
    key_machine_of(h, j);
    json_decref(j);
    return true;
}

void key_machine_of(struct hash *h, const json_t *machine)
{
    json_t *j = json_copy((json_t *)machine);
    const char *target = out_text(machine, "target"); /* "": from a sluice that did not record it */
    if (*target)
        isa_target_hash(target, h);
    json_object_del(j, "target");
    json_object_del(j, "name"); /* the name does not identify it */
    char *text = json_dumps(j, JSON_COMPACT | JSON_SORT_KEYS);
    hash_text(h, text ? text : "");
    free(text);
    json_decref(j);
}
