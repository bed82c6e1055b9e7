/* Reading, checking and listing machines. */
#include "gpu/config.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/root.h"

DECL_PARAMS_DEFINE(gpu, GPU_PARAMS);

#define GROUP(name)                                                                                                  \
    {                                                                                                                \
        .prefix = #name, .rows = name##_param_rows, .offset = offsetof(struct machine_config, name)                  \
    }

u32 machine_groups(struct decl_group out[MACHINE_MAX_GROUPS])
{
    struct decl_group own[] = {GROUP(gpu),    GROUP(sm),    GROUP(sched),  GROUP(lat),  GROUP(rate), GROUP(lsu),
                               GROUP(icache), GROUP(local), GROUP(energy), GROUP(maws), GROUP(heap), GROUP(copy)};
    const u32 counts[] = {gpu_param_count,    sm_param_count,   sched_param_count,  lat_param_count,
                          rate_param_count,   lsu_param_count,  icache_param_count, local_param_count,
                          energy_param_count, maws_param_count, heap_param_count,   copy_param_count};
    u32 n = 0;
    for (; n < COUNT_OF(own); n++) {
        out[n] = own[n];
        out[n].n = counts[n];
    }
    out[n - 1].when = (struct decl_when){"sm.isa", "sm90"}; /* copy engines came with Hopper */
    n += decl_pool_groups(&lsu_pool, offsetof(struct machine_config, lsu_own), out + n);
    ENSURE(n + MEM_MAX_GROUPS <= MACHINE_MAX_GROUPS);
    for (u32 end = n + mem_groups(out + n); n < end; n++)
        out[n].offset += offsetof(struct machine_config, mem);
    return n;
}

void machine_defaults(struct machine_config *c)
{
    struct decl_group g[MACHINE_MAX_GROUPS];
    *c = (struct machine_config){.name = "default"};
    decl_defaults(c, g, machine_groups(g));
}

bool machine_set(struct machine_config *c, const char *pair, struct diag *d)
{
    struct decl_group g[MACHINE_MAX_GROUPS];
    char key[80], plain[200];
    const char *eq = strchr(pair, '=');
    bool where =
        eq && eq > pair && eq[-1] == '?' && strlen(pair) < sizeof plain; /* what does not apply is no mistake */
    if (where) {
        snprintf(plain, sizeof plain, "%.*s%s", (int)(eq - pair) - 1, pair, eq);
        pair = plain;
    }
    if (!decl_set_pair(c, g, machine_groups(g), pair, d))
        return false;
    if (where)
        return true;
    snprintf(key, sizeof key, " %.*s ", (int)strcspn(pair, "="), pair);
    size_t n = strlen(c->set);
    if (strstr(c->set, key))
        return true;
    if (n + strlen(key) >= sizeof c->set) {
        diag_error(d, NULL, 0, 0, "%s: too many parameters are set one by one: write them into a machine file", pair);
        return false;
    }
    strcpy(c->set + n, key);
    return true;
}

/* The folder of presets: below $SLUICE_ROOT, or below the tree that the program was built from. */
static const char *machines_dir(struct arena *a)
{
    return arena_printf(a, "%s/machines", root_folder(a));
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void machine_list(struct machine_list *l, struct diag *d)
{
    *l = (struct machine_list){0};
    const char *where = machines_dir(&l->arena);
    DIR *dir = opendir(where);
    if (!dir) {
        diag_error(d, where, 0, 0, "cannot read the folder of machines");
        return;
    }
    const char *found[256];
    for (struct dirent *e; (e = readdir(dir)) && l->n < COUNT_OF(found);) {
        size_t n = strlen(e->d_name);
        if (n > 4 && !strcmp(e->d_name + n - 4, ".ini"))
            found[l->n++] = arena_strndup(&l->arena, e->d_name, n - 4);
    }
    closedir(dir);
    qsort(found, l->n, sizeof found[0], by_name);
    l->names = ARENA_ARRAY(&l->arena, const char *, l->n + 1);
    l->about = ARENA_ARRAY(&l->arena, const char *, l->n + 1);
    for (u32 i = 0; i < l->n; i++) {
        l->names[i] = found[i];
        const char *path = arena_printf(&l->arena, "%s/%s.ini", where, found[i]);
        const char *about = decl_file_key(&l->arena, path, "about", d);
        l->about[i] = about ? about : "";
    }
}

static bool read_file(struct machine_config *c, const char *path, u32 depth, struct arena *a, struct diag *d)
{
    struct decl_group g[MACHINE_MAX_GROUPS];
    u32 n = machine_groups(g), before = d->errors;
    if (depth > 8) {
        diag_error(d, path, 0, 0, "`base` goes in a circle, or more than 8 deep");
        return false;
    }
    const char *base = decl_file_key(a, path, "base", d);
    if (d->errors != before) /* not a file of keys: said once */
        return false;
    if (base) {
        const char *slash = strrchr(path, '/');
        const char *next =
            slash ? arena_printf(a, "%.*s/%s.ini", (int)(slash - path), path, base) : arena_printf(a, "%s.ini", base);
        if (access(next, R_OK) != 0) { /* next to the file first, then among those that are shipped */
            const char *beside = next;
            next = arena_printf(a, "%s/%s.ini", machines_dir(a), base);
            if (access(next, R_OK) != 0) {
                diag_error(d, path, 0, 0, "base = %s: there is neither %s nor %s", base, beside, next);
                return false;
            }
        }
        if (!read_file(c, next, depth + 1, a, d))
            return false;
    }
    return decl_read(c, g, n, path, d);
}

bool machine_load(struct machine_config *c, const char *name, struct diag *d)
{
    struct arena a = {0};
    u32 before = d->errors;
    size_t len = strlen(name);
    const char *path = name;
    machine_defaults(c);
    if (!strchr(name, '/') && !(len > 4 && !strcmp(name + len - 4, ".ini")))
        path = arena_printf(&a, "%s/%s.ini", machines_dir(&a), name);
    if (access(path, R_OK) != 0) {
        struct machine_list l;
        if (path != name && access(arena_printf(&a, "%s.ini", name), R_OK) == 0) {
            diag_error(d, NULL, 0, 0, "no machine `%s` among those of sluice; for the file of this folder: ./%s.ini",
                       name, name);
            arena_free(&a);
            return false;
        }
        machine_list(&l, d);
        const char *near = diag_nearest(name, l.names, l.n);
        diag_error(d, NULL, 0, 0,
                   near ? "no machine `%s`; did you mean `%s`?" : "no machine `%s` (see sluice list machines)%s",
                   name, near ? near : "");
        arena_free(&l.arena);
        arena_free(&a);
        return false;
    }
    read_file(c, path, 0, &a, d);
    const char *file = strrchr(path, '/');
    snprintf(c->name, sizeof c->name, "%s", file ? file + 1 : path);
    char *dot = strstr(c->name, ".ini");
    if (dot)
        *dot = 0;
    snprintf(c->file, sizeof c->file, "%s", path);
    arena_free(&a);
    return d->errors == before;
}

static u64 gcd(u64 a, u64 b)
{
    return b ? gcd(b, a % b) : a;
}
static u64 lcm(u64 a, u64 b)
{
    return a / gcd(a, b) * b;
}

struct machine_clocks machine_clocks(const struct machine_config *c)
{
    u64 base = lcm(lcm(c->gpu.clock, c->mem.noc.clock), lcm(c->mem.l2.clock, c->mem.dram.clock));
    return (struct machine_clocks){.core = base / c->gpu.clock,
                                   .noc = base / c->mem.noc.clock,
                                   .l2 = base / c->mem.l2.clock,
                                   .dram = base / c->mem.dram.clock,
                                   .hz = base * 1000000};
}
