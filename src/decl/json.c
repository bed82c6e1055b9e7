#include "decl/json.h"

#include <string.h>

/* The object that holds a group's rows, made on first use: "noc.reply" is reply in noc; "" is the top. */
static json_t *group_object(json_t *top, const char *prefix)
{
    char name[64];
    while (*prefix) {
        size_t n = strcspn(prefix, ".");
        snprintf(name, sizeof(name), "%.*s", (int)n, prefix);
        json_t *o = json_object_get(top, name);
        if (!o) {
            o = json_object();
            json_object_set_new(top, name, o);
        }
        top = o;
        prefix += n + (prefix[n] == '.');
    }
    return top;
}

json_t *decl_params_json(const void *config, const struct decl_group *groups, u32 n)
{
    json_t *top = json_object();
    for (u32 i = 0; i < n; i++) {
        json_t *o = group_object(top, groups[i].prefix);
        for (u32 j = 0; j < groups[i].n; j++) {
            const struct decl_param *p = &groups[i].rows[j];
            u64 v = decl_get(config, &groups[i], p);
            char word[64];
            json_t *value;
            if (p->kind == DECL_BOOL) {
                value = json_boolean(v != 0);
            } else if (p->kind == DECL_CHOICE) {
                decl_format(p, v, word, sizeof(word));
                value = json_string(word);
            } else {
                value = json_integer((json_int_t)v);
            }
            json_object_set_new(o, p->name, value);
        }
    }
    return top;
}

json_t *decl_stats_json(const void *stats, const struct decl_stat_group *groups, u32 n)
{
    json_t *top = json_object();
    for (u32 i = 0; i < n; i++) {
        json_t *o = group_object(top, groups[i].prefix);
        const char *base = (const char *)stats + groups[i].offset;
        for (u32 j = 0; j < groups[i].n; j++) {
            const struct decl_stat *s = &groups[i].rows[j];
            double v = decl_stat_value(base, s);
            json_t *value =
                s->offset == UINT32_MAX ? json_real(v) : json_integer((json_int_t) * (const u64 *)(base + s->offset));
            json_object_set_new(o, s->name, value);
        }
    }
    return top;
}

json_t *decl_units_json(const struct decl_stat_group *groups, u32 n)
{
    json_t *top = json_object();
    for (u32 i = 0; i < n; i++) {
        json_t *o = group_object(top, groups[i].prefix);
        for (u32 j = 0; j < groups[i].n; j++)
            json_object_set_new(o, groups[i].rows[j].name, json_string(groups[i].rows[j].unit));
    }
    return top;
}
