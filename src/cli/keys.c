#include "cli/keys.h"

#include <stdio.h>
#include <string.h>

#include "base/vec.h"
#include "gpu/config.h"
#include "gpu/record_json.h"

static const struct decl_fact *fact(const char *key)
{
    for (u32 i = 0; i < gpu_fact_count; i++) {
        size_t n = strlen(gpu_facts[i].key);
        if (!strcmp(gpu_facts[i].key, key) ||
            (fact_kind(&gpu_facts[i]) == FACT_HIST && !strncmp(gpu_facts[i].key, key, n) && key[n] == '.'))
            return &gpu_facts[i];
    }
    return NULL;
}

static const struct decl_stat *stat_row(const char *key)
{
    struct decl_stat_group g[GPU_MAX_STAT_GROUPS];
    for (u32 i = 0, n = gpu_stat_groups(g); i < n; i++) {
        size_t len = strlen(g[i].prefix);
        if (strncmp(g[i].prefix, key, len) != 0 || key[len] != '.')
            continue;
        for (u32 k = 0; k < g[i].n; k++)
            if (!strcmp(g[i].rows[k].name, key + len + 1))
                return &g[i].rows[k];
    }
    return NULL;
}

const char *keys_unit(const char *key)
{
    const struct decl_fact *f = fact(key);
    const struct decl_stat *s = f ? NULL : stat_row(key);
    return f ? f->unit : s ? s->unit : "";
}

enum decl_better keys_better(const char *key)
{
    const struct decl_fact *f = fact(key);
    const struct decl_stat *s = f ? NULL : stat_row(key);
    return f ? fact_better(f) : s ? (enum decl_better)s->better : BETTER_NEITHER;
}

const char *keys_help(const char *key, char *buf, size_t n)
{
    struct decl_group g[MACHINE_MAX_GROUPS];
    const struct decl_fact *f = fact(key);
    const struct decl_stat *s = f ? NULL : stat_row(key);
    const struct decl_param *p = f || s ? NULL : decl_find(g, machine_groups(g), key, NULL);
    if (!f && !s && !p)
        return NULL;
    const char *help = f ? f->help : s ? s->help : p->help, *unit = f ? f->unit : s ? s->unit : p->unit;
    snprintf(buf, n, "%s: %s%s%s%s", key, help, *unit ? " [" : "", unit, *unit ? "]" : "");
    return buf;
}

bool keys_is_statistic(const char *key)
{
    const struct decl_fact *f = fact(key);
    if (!f)
        return stat_row(key) != NULL;
    if (fact_kind(f) == FACT_HIST) {
        const char *last = strrchr(key, '.');
        return last && (!strcmp(last, ".mean") || !strcmp(last, ".max") || !strcmp(last, ".count"));
    }
    return fact_kind(f) == FACT_INT || fact_kind(f) == FACT_REAL;
}

const char *keys_nearest_statistic(struct arena *a, const char *key)
{
    struct decl_stat_group g[GPU_MAX_STAT_GROUPS];
    VEC(const char *) names = {0};
    for (u32 i = 0; i < gpu_fact_count; i++)
        if (fact_kind(&gpu_facts[i]) == FACT_INT || fact_kind(&gpu_facts[i]) == FACT_REAL)
            VEC_PUSH(&names, gpu_facts[i].key);
    for (u32 i = 0, n = gpu_stat_groups(g); i < n; i++)
        for (u32 k = 0; k < g[i].n; k++)
            VEC_PUSH(&names, arena_printf(a, "%s.%s", g[i].prefix, g[i].rows[k].name));
    const char *near = diag_nearest(key, names.at, names.n);
    VEC_FREE(&names);
    return near;
}
