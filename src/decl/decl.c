/* Readers and writers over the parameter and statistic rows: one for all modules. */
#include "decl/decl.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/vec.h"
#include "decl/ini.h"
#include "decl/renamed.h"

#define KEY_MAX 96

static u64 *param_at(void *config, const struct decl_group *g, const struct decl_param *p)
{
    return (u64 *)((char *)config + g->offset + p->offset);
}

u64 decl_get(const void *config, const struct decl_group *g, const struct decl_param *p)
{
    return *(const u64 *)((const char *)config + g->offset + p->offset);
}

static size_t own_params(const struct decl_own *o)
{
    return o->n_params * sizeof(u64);
}
static size_t own_stats(const struct decl_own *o)
{
    return o->n_stats ? o->stats[0].fields * sizeof(u64) : 0;
}

u32 decl_pool_groups(const struct decl_pool *p, size_t pool, struct decl_group *out)
{
    u32 n = 0;
    size_t at = pool;
    for (u32 i = 0; i < p->n; at += own_params(p->own[i++]))
        if (p->own[i]->n_params)
            out[n++] = (struct decl_group){.prefix = p->own[i]->name,
                                           .rows = p->own[i]->params,
                                           .n = p->own[i]->n_params,
                                           .offset = at,
                                           .when = {p->chosen_by, p->own[i]->name}};
    ENSURE(at - pool <= p->cap * sizeof(u64));
    return n;
}

u32 decl_pool_stat_groups(const struct decl_pool *p, size_t pool, struct decl_stat_group *out)
{
    u32 n = 0;
    size_t at = pool;
    for (u32 i = 0; i < p->n; at += own_stats(p->own[i++]))
        if (p->own[i]->n_stats)
            out[n++] = (struct decl_stat_group){p->own[i]->name, p->own[i]->stats, p->own[i]->n_stats, at};
    ENSURE(at - pool <= p->cap * sizeof(u64));
    return n;
}

void *decl_pool_params(const struct decl_pool *p, u64 *pool, u32 kind)
{
    size_t at = 0;
    for (u32 i = 0; i < kind; i++)
        at += own_params(p->own[i]);
    return pool + at / sizeof(u64);
}

void *decl_pool_stats(const struct decl_pool *p, u64 *pool, u32 kind)
{
    size_t at = 0;
    for (u32 i = 0; i < kind; i++)
        at += own_stats(p->own[i]);
    return pool + at / sizeof(u64);
}

void decl_pool_add(const struct decl_pool *p, u64 *sum, const u64 *more)
{
    size_t at = 0;
    for (u32 i = 0; i < p->n; i++) {
        size_t size = own_stats(p->own[i]);
        if (size)
            decl_stats_add((char *)sum + at, (const char *)more + at, p->own[i]->stats, p->own[i]->n_stats);
        at += size;
    }
}

void decl_defaults(void *config, const struct decl_group *groups, u32 n)
{
    for (u32 i = 0; i < n; i++)
        for (u32 j = 0; j < groups[i].n; j++)
            *param_at(config, &groups[i], &groups[i].rows[j]) = groups[i].rows[j].def;
}

void decl_key(const struct decl_group *g, const struct decl_param *p, char *buf, size_t n)
{
    snprintf(buf, n, "%s%s%s", g->prefix, *g->prefix ? "." : "", p->name);
}

const struct decl_param *decl_find(const struct decl_group *groups, u32 n, const char *key,
                                   const struct decl_group **group)
{
    for (u32 i = 0; i < n; i++) {
        size_t prefix = strlen(groups[i].prefix);
        if (strncmp(key, groups[i].prefix, prefix) != 0 || (prefix && key[prefix++] != '.'))
            continue;
        for (u32 j = 0; j < groups[i].n; j++)
            if (!strcmp(groups[i].rows[j].name, key + prefix)) {
                if (group)
                    *group = &groups[i];
                return &groups[i].rows[j];
            }
    }
    return NULL;
}

/* Suggests a key for an unknown one: by edit distance, or the full key of a name without prefix. */
static void unknown_key(const struct decl_group *groups, u32 n, const char *key, struct diag *d, const char *file,
                        u32 line)
{
    struct arena a = {0};
    VEC(const char *) keys = {0};
    const char *dot = strrchr(key, '.'), *bare = dot ? dot + 1 : key, *same_name = NULL;
    for (u32 i = 0; i < n; i++)
        for (u32 j = 0; j < groups[i].n; j++) {
            char full[KEY_MAX];
            decl_key(&groups[i], &groups[i].rows[j], full, sizeof(full));
            VEC_PUSH(&keys, arena_strdup(&a, full));
            if (!same_name && !strcmp(groups[i].rows[j].name, bare))
                same_name = keys.at[keys.n - 1];
        }
    const char *near = same_name ? same_name : diag_nearest(key, keys.at, keys.n), *members = "";
    const char *now = decl_new_name(key, NULL);
    size_t len = strlen(key);
    u32 shown = 0;
    for (size_t i = 0; i < keys.n; i++) /* the name of a group: lists what is in it */
        if (!strncmp(keys.at[i], key, len) && keys.at[i][len] == '.' && shown++ < 12)
            members = arena_printf(&a, "%s%s%s", members, *members ? ", " : "", keys.at[i]);
    if (now)
        diag_error(d, file, line, 0, "parameter '%s' is called '%s' now", key, now);
    else if (shown)
        diag_error(d, file, line, 0, "'%s' is a group of parameters: %s%s", key, members, shown > 12 ? ", ..." : "");
    else if (near)
        diag_error(d, file, line, 0, "unknown parameter '%s'; did you mean '%s'?", key, near);
    else
        diag_error(d, file, line, 0, "unknown parameter '%s' (sluice list params shows them all)", key);
    VEC_FREE(&keys);
    arena_free(&a);
}

bool decl_number(const char *text, u64 *value)
{
    static const struct {
        const char *suffix;
        u64 factor;
    } suffixes[] = {{"", 1},           {"k", 1000},       {"M", 1000000},   {"G", 1000000000},
                    {"B", 1},          {"KB", 1u << 10},  {"MB", 1u << 20}, {"GB", 1u << 30},
                    {"KiB", 1u << 10}, {"MiB", 1u << 20}, {"GiB", 1u << 30}};
    if (!isdigit((unsigned char)*text))
        return false;
    char *end;
    errno = 0;
    u64 v = strtoull(text, &end, text[0] == '0' && (text[1] == 'x' || text[1] == 'X') ? 16 : 10);
    if (errno)
        return false;
    while (*end == ' ')
        end++;
    for (size_t i = 0; i < COUNT_OF(suffixes); i++)
        if (!strcmp(end, suffixes[i].suffix))
            return !__builtin_mul_overflow(v, suffixes[i].factor, value);
    return false;
}

static bool parse_bool(const char *text, u64 *value)
{
    static const char *const words[][4] = {{"off", "false", "no", "0"}, {"on", "true", "yes", "1"}};
    for (u64 v = 0; v < 2; v++)
        for (size_t i = 0; i < COUNT_OF(words[v]); i++)
            if (!strcasecmp(text, words[v][i])) {
                *value = v;
                return true;
            }
    return false;
}

static const char *word(const struct decl_param *p, u64 i)
{
    const char *about;
    return p->words(i, &about);
}

static bool parse_choice(const struct decl_param *p, const char *text, u64 *value)
{
    const char *w;
    for (u64 i = 0; (w = word(p, i)); i++)
        if (!strcmp(text, w)) {
            *value = i;
            return true;
        }
    return false;
}

void decl_choices(const struct decl_param *p, char *buf, size_t n)
{
    const char *w;
    size_t used = 0;
    *buf = 0;
    for (u64 i = 0; (w = word(p, i)) && used < n; i++)
        used += (size_t)snprintf(buf + used, n - used, "%s%s", i ? "|" : "", w);
}

void decl_help(const struct decl_param *p, char *buf, size_t n)
{
    const char *source = strrchr(p->help, '('), *about = "", *w;
    size_t text = source ? (size_t)(source - p->help) : strlen(p->help);
    while (text && p->help[text - 1] == ' ')
        text--;
    size_t used = (size_t)snprintf(buf, n, "%.*s", (int)text, p->help);
    bool first = true;
    for (u64 i = 0; p->kind == DECL_CHOICE && (w = p->words(i, &about)); i++)
        if (*about && used < n) {
            used += (size_t)snprintf(buf + used, n - used, "%s%s = %s", first ? ": " : "; ", w, about);
            first = false;
        }
    if (source && used < n)
        snprintf(buf + used, n - used, " %s", source);
}

static void bad_choice(const struct decl_param *p, const char *key, const char *text, struct diag *d,
                       const char *file, u32 line)
{
    VEC(const char *) words = {0};
    char choices[512];
    const char *w;
    for (u64 i = 0; (w = word(p, i)); i++)
        VEC_PUSH(&words, w);
    const char *near = diag_nearest(text, words.at, words.n), *now = decl_new_name(key, text);
    decl_choices(p, choices, sizeof(choices));
    if (now)
        diag_error(d, file, line, 0, "%s = '%s' is called '%s' now", key, text, now);
    else
        diag_error(d, file, line, 0, "%s = '%s': expected one of %s%s%s%s", key, text, choices,
                   near ? "; did you mean '" : "", near ? near : "", near ? "'?" : "");
    VEC_FREE(&words);
}

bool decl_set(void *config, const struct decl_group *groups, u32 n, const char *key, const char *value,
              struct diag *d, const char *file, u32 line)
{
    const struct decl_group *g = NULL;
    const struct decl_param *p = decl_find(groups, n, key, &g);
    u64 v = 0;

    if (!p) {
        unknown_key(groups, n, key, d, file, line);
        return false;
    }
    switch (p->kind) {
    case DECL_BOOL:
        if (!parse_bool(value, &v)) {
            diag_error(d, file, line, 0, "%s = '%s': expected on or off", key, value);
            return false;
        }
        break;
    case DECL_CHOICE:
        if (!parse_choice(p, value, &v)) {
            bad_choice(p, key, value, d, file, line);
            return false;
        }
        break;
    default:
        if (!decl_number(value, &v)) {
            diag_error(
                d, file, line, 0,
                "%s = '%s': expected a whole number, with a suffix if you like: k M G (thousands), KB MB GB (1024s)",
                key, value);
            return false;
        }
        if (v < p->min || v > p->max) {
            diag_error(d, file, line, 0, "%s = %s is out of bounds: it goes from %llu to %llu%s%s", key, value,
                       (unsigned long long)p->min, (unsigned long long)p->max, *p->unit ? " " : "", p->unit);
            return false;
        }
    }
    *param_at(config, g, p) = v;
    return true;
}

bool decl_set_pair(void *config, const struct decl_group *groups, u32 n, const char *pair, struct diag *d)
{
    char key[KEY_MAX];
    const char *eq = strchr(pair, '=');
    if (!eq || eq == pair || (size_t)(eq - pair) >= sizeof(key)) {
        diag_error(d, NULL, 0, 0, "'%s': expected key=value, such as l1.mshrs=64", pair);
        return false;
    }
    memcpy(key, pair, (size_t)(eq - pair));
    key[eq - pair] = 0;
    return decl_set(config, groups, n, key, eq + 1, d, NULL, 0);
}

struct seen {
    const char *key;
    u32 line;
};

struct file_reading {
    void *config;
    const struct decl_group *groups;
    u32 n;
    const char *path;
    struct diag *diag;
    struct arena arena;
    VEC(struct seen) seen; /* keys that the file has set so far */
};

static bool is_file_key(const char *section, const char *key)
{
    return !*section && (!strcmp(key, "base") || !strcmp(key, "about") || !strcmp(key, "spare"));
}

static void on_key(void *user, const char *section, const char *name, const char *value, u32 line)
{
    struct file_reading *r = user;
    char key[KEY_MAX];
    if (is_file_key(section, name))
        return;
    snprintf(key, sizeof(key), "%s%s%s", section, *section ? "." : "", name);
    for (size_t i = 0; i < r->seen.n; i++)
        if (!strcmp(r->seen.at[i].key, key)) {
            diag_error(r->diag, r->path, line, 0, "%s is set twice: line %u says it already", key,
                       r->seen.at[i].line);
            return;
        }
    VEC_PUSH(&r->seen, (struct seen){arena_strdup(&r->arena, key), line});
    decl_set(r->config, r->groups, r->n, key, value, r->diag, r->path, line);
}

/* Is the key's section one of these words? */
static bool is_spare(const char *spare, const char *key)
{
    size_t len = strcspn(key, ".");
    for (const char *w = spare ? spare : ""; *(w += strspn(w, " ,")); w += strcspn(w, " ,"))
        if (strcspn(w, " ,") == len && !strncmp(w, key, len))
            return true;
    return false;
}

/* Every key that the file sets must have an effect with the rest of the file (and its base), except in sections that
   it names as spare: these apply only if another parameter is set. */
static void must_apply(const struct file_reading *r, const struct seen *k, const char *spare)
{
    const struct decl_group *g;
    const struct decl_param *p = decl_find(r->groups, r->n, k->key, &g);
    char when[200], is[100];
    if (!p || is_spare(spare, k->key) || decl_applies(r->config, r->groups, r->n, g, p, is, sizeof is))
        return;
    decl_when(g, p, when, sizeof when);
    diag_error(r->diag, r->path, k->line, 0, "%s is not looked at: it applies where %s, but here %s", k->key, when,
               is);
}

bool decl_read(void *config, const struct decl_group *groups, u32 n, const char *path, struct diag *d)
{
    struct file_reading r = {.config = config, .groups = groups, .n = n, .path = path, .diag = d};
    u32 before = d->errors;
    decl_ini_read(path, on_key, &r, d);
    const char *spare = d->errors == before ? decl_file_key(&r.arena, path, "spare", d) : NULL;
    for (size_t i = 0; i < r.seen.n && d->errors == before; i++)
        must_apply(&r, &r.seen.at[i], spare);
    VEC_FREE(&r.seen);
    arena_free(&r.arena);
    return d->errors == before;
}

struct file_key {
    const char *key;
    char *value;
    struct arena *arena;
};

static void on_file_key(void *user, const char *section, const char *name, const char *value, u32 line)
{
    struct file_key *k = user;
    (void)line;
    if (*section || strcmp(name, k->key))
        return;
    k->value = k->value ? arena_printf(k->arena, "%s %s", k->value, value) : arena_strdup(k->arena, value);
}

const char *decl_file_key(struct arena *a, const char *path, const char *key, struct diag *d)
{
    struct file_key k = {.key = key, .arena = a};
    decl_ini_read(path, on_file_key, &k, d);
    return k.value;
}

void decl_format(const struct decl_param *p, u64 value, char *buf, size_t n)
{
    const char *w;
    if (p->kind == DECL_BOOL)
        snprintf(buf, n, "%s", value ? "on" : "off");
    else if (p->kind == DECL_CHOICE && (w = word(p, value)))
        snprintf(buf, n, "%s", w);
    else if (!strcmp(p->unit, "bytes") && value >= 1024 && value % (1u << 20) == 0)
        snprintf(buf, n, "%lluMB", (unsigned long long)value >> 20);
    else if (!strcmp(p->unit, "bytes") && value >= 1024 && value % 1024 == 0)
        snprintf(buf, n, "%lluKB", (unsigned long long)value >> 10);
    else
        snprintf(buf, n, "%llu", (unsigned long long)value);
}

static u64 stat_field(const void *stats, u32 offset)
{
    return *(const u64 *)((const char *)stats + offset);
}

double decl_stat_value(const void *stats, const struct decl_stat *s)
{
    if (s->offset != UINT32_MAX)
        return (double)stat_field(stats, s->offset);
    u64 den = stat_field(stats, s->den);
    return den ? (double)s->scale * (double)stat_field(stats, s->num) / (double)den : 0;
}

/* Most are 0. */
static void add_fields(u64 *to, const u64 *from, u32 n)
{
    u32 i = 0;
    for (; i + 4 <= n; i += 4) {
        if (!(from[i] | from[i + 1] | from[i + 2] | from[i + 3]))
            continue;
        to[i] += from[i];
        to[i + 1] += from[i + 1];
        to[i + 2] += from[i + 2];
        to[i + 3] += from[i + 3];
    }
    for (; i < n; i++)
        to[i] += from[i];
}

void decl_stats_add(void *sum, const void *more, const struct decl_stat *rows, u32 n)
{
    u32 fields = n ? rows[0].fields : 0, row = 0;
    u64 *to = sum;
    const u64 *from = more;
    if (n && !rows[0].others) {
        add_fields(to, from, fields);
        return;
    }
    for (u32 i = 0; i < fields; i++) { /* most counters are 0, which changes neither a sum nor a maximum */
        while (i + 4 < fields && !(from[i] | from[i + 1] | from[i + 2] | from[i + 3]))
            i += 4;
        if (!from[i])
            continue;
        row = MAX(row, i); /* rows are in the order of fields, with ratios between, which have none */
        while (rows[row].offset != i * sizeof(u64))
            row++;
        to[i] = rows[row].sum == DECL_SUM ? to[i] + from[i] : MAX(to[i], from[i]);
    }
}

void decl_stats_since(void *now, const void *before, const struct decl_stat *rows, u32 n)
{
    for (u32 i = 0; i < n; i++)
        if (rows[i].offset != UINT32_MAX && rows[i].sum == DECL_SUM)
            *(u64 *)((char *)now + rows[i].offset) -= stat_field(before, rows[i].offset);
}
