/* Configurations: see config.h. This file has what all parts share; build_core.c and build_memory.c know what the
   options mean. */
#include "accel/config.h"

#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "accel/build.h"

/* ---- Text ---- */

static void add_text(struct accel_build *b, const char *fmt, va_list ap)
{
    char line[2048];
    int n = vsnprintf(line, sizeof line, fmt, ap);
    n = MIN(n, (int)sizeof line - 1);
    VEC_RESERVE(&b->text, b->text.n + (size_t)n + 1);
    memcpy(b->text.at + b->text.n, line, (size_t)n + 1);
    b->text.n += (size_t)n;
}

void build_text(struct accel_build *b, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    add_text(b, fmt, ap);
    va_end(ap);
}

void build_section(struct accel_build *b, const char *name, const char *remark)
{
    b->section = name;
    build_text(b, remark ? "\n# %s\n[%s]\n" : "\n%s[%s]\n", remark ? remark : "", name);
}

static void put(struct accel_build *b, const char *key, const char *value, const char *fmt, va_list ap)
{
    char pair[160], line[80];
    snprintf(pair, sizeof pair, "%s.%s=%s", b->section, key, value);
    machine_set(&b->machine, pair, b->d);
    b->machine.set[0] = 0; /* there is no file yet that a message could point into */
    b->report->parameters++;
    snprintf(line, sizeof line, "%s = %s", key, value);
    build_text(b, "%-19s ; ", line);
    add_text(b, fmt, ap);
    build_text(b, "\n");
}

void build_word(struct accel_build *b, const char *key, const char *value, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    put(b, key, value, fmt, ap);
    va_end(ap);
}

void build_number(struct accel_build *b, const char *key, u64 value, const char *fmt, ...)
{
    va_list ap;
    char text[32];
    snprintf(text, sizeof text, "%llu", (unsigned long long)value);
    va_start(ap, fmt);
    put(b, key, text, fmt, ap);
    va_end(ap);
}

/* ---- Values ---- */

void option_wrong(struct accel_build *b, const char *name, const char *fmt, ...)
{
    char text[300];
    const struct accel_option *a = accel_options_find(&b->options, name);
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    diag_error(b->d, a ? a->file : NULL, a ? a->line : 0, 0, "-%s %.100s: %s", name, a ? a->value : "", text);
}

const char *option_text(struct accel_build *b, const char *name, const char *otherwise)
{
    const struct accel_option *a = accel_options_find(&b->options, name);
    return a ? a->value : otherwise;
}

const char *option_said(struct accel_build *b, const char *name, const char *otherwise)
{
    const struct accel_option *a = accel_options_find(&b->options, name);
    return a ? arena_printf(b->arena, "-%s %s", name, a->value)
             : arena_printf(b->arena, "-%s %s (not given: its default)", name, otherwise);
}

double option_real(struct accel_build *b, const char *name, u32 i, const char *otherwise)
{
    const char *at = option_text(b, name, otherwise);
    char *end;
    for (; i && *at; i--) {
        at += strcspn(at, ":,");
        at += *at != 0;
    }
    double x = strtod(at, &end);
    if (end == at || (*end && *end != ':' && *end != ',' && *end != ' ') || !(x >= 0) || x > 1e12) {
        option_wrong(b, name, "expected a number%s", i ? " there" : "");
        return 1;
    }
    return x;
}

u64 option_number(struct accel_build *b, const char *name, u32 i, const char *otherwise)
{
    return (u64)llround(option_real(b, name, i, otherwise));
}

u64 option_part(struct accel_build *b, const char *name, const char *key, const u64 *otherwise)
{
    const char *at = option_text(b, name, "");
    size_t n = strlen(key);
    while (*at) {
        at += strspn(at, " :\t");
        if (!strncmp(at, key, n) && at[n] == '=' && at[n + 1] >= '0' && at[n + 1] <= '9')
            return MIN(strtoull(at + n + 1, NULL, 10), 1ull << 32);
        at += strcspn(at, ":");
    }
    if (otherwise)
        return *otherwise;
    option_wrong(b, name, "expected %s=N among its parts", key);
    return 1;
}

bool option_cache(struct accel_build *b, const char *name, struct accel_cache *c)
{
    const char *text = option_text(b, name, "none");
    unsigned long long sets, line, ways, mshrs, merges, missq;
    *c = (struct accel_cache){0};
    if (!strcmp(text, "none"))
        return true;
    int n =
        sscanf(text, "%c:%llu:%llu:%llu,%c:%c:%c:%c:%c,%c:%llu:%llu,%llu", &c->kind, &sets, &line, &ways, &c->replace,
               &c->write, &c->alloc, &c->write_alloc, &c->index, &c->mshr_kind, &mshrs, &merges, &missq);
    if (n != 13 || !strchr("NS", c->kind)) {
        option_wrong(b, name,
                     "expected kind:sets:line:ways,replacement:write:allocate:write-allocate:index,"
                     "mshr kind:entries:merges,miss queue:..., as S:4:128:64,L:T:m:L:L,A:512:8,16:0,32");
        return false;
    }
    c->sets = sets, c->line = line, c->ways = ways, c->mshrs = mshrs, c->merges = merges, c->missq = missq;
    return true;
}

/* ---- The whole ---- */

static void list_rest(struct accel_build *b)
{
    bool any = false;
    for (size_t i = 0; i < b->options.all.n; i++) {
        const struct accel_option *a = &b->options.all.at[i];
        const char *effect = accel_option_effect(a);
        if (!effect)
            continue;
        if (!any)
            build_text(b, "\n# Options without an equivalent here, and what that changes:\n");
        any = true;
        b->report->lost++;
        build_text(b, "#   -%s %s: %s\n", a->name, a->value, effect);
    }
    any = false;
    for (size_t i = 0; i < b->options.all.n; i++) {
        const struct accel_option *a = &b->options.all.at[i];
        if (accel_option_kind(a) == OPTION_DECODED || accel_option_effect(a))
            continue;
        if (!any)
            build_text(b, "\n# Options that change no time with these values:\n");
        any = true;
        build_text(b, "#   -%s %s\n", a->name, a->value);
    }
}

const char *accel_config_read(struct arena *arena, const char *config, const char *trace, const char *about,
                              struct accel_config_report *report, struct diag *d)
{
    struct accel_build b = {.arena = arena, .options = {.arena = arena}, .report = report, .d = d};
    const char *text = NULL;
    *report = (struct accel_config_report){0};
    machine_defaults(&b.machine);
    snprintf(b.machine.name, sizeof b.machine.name, "%s", config);
    bool ok = accel_options_read(&b.options, config, d);
    ok &= !trace || accel_options_read(&b.options, trace, d);
    if (ok && !b.options.all.n)
        diag_error(d, config, 0, 0, "has no option (-gpgpu_n_clusters 80 ...): it is no configuration of GPGPU-Sim");
    if (ok && !d->errors) {
        report->options = (u32)b.options.all.n;
        const char *slash = strrchr(config, '/');
        build_text(&b, "about = %s\n",
                   about ? about : arena_printf(arena, "made from GPGPU-Sim's %s", slash ? slash + 1 : config));
        build_text(&b,
                   "# sluice machine --from made this file: each parameter has the option behind it that it comes "
                   "from.\n");
        build_core(&b);
        build_memory(&b);
        list_rest(&b);
        if (!d->errors)
            machine_check(&b.machine, d);
        text = d->errors ? NULL : arena_strdup(arena, b.text.at);
    }
    VEC_FREE(&b.options.all);
    VEC_FREE(&b.text);
    return text;
}
