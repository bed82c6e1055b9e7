/* Where a parameter applies: a row, or its whole group, may depend on another parameter's word. */
#include <string.h>

#include "decl/decl.h"

/* "a|b" as "a or b" */
static size_t put_words(const char *words, char *buf, size_t n)
{
    size_t used = 0;
    for (const char *w = words; *w && used < n;) {
        size_t len = strcspn(w, "|");
        used += (size_t)snprintf(buf + used, n - used, "%s%.*s", w == words ? "" : " or ", (int)len, w);
        w += len + (w[len] == '|');
    }
    return used;
}

static size_t put_when(const struct decl_when *w, char *buf, size_t n)
{
    bool not = *w->words == '!';
    size_t used = (size_t)snprintf(buf, n, "%s is %s", w->key, not ? "not " : "");
    return used < n ? used + put_words(w->words + not, buf + used, n - used) : used;
}

void decl_when(const struct decl_group *g, const struct decl_param *p, char *buf, size_t n)
{
    size_t used = 0;
    *buf = 0;
    if (g->when.key)
        used = put_when(&g->when, buf, n);
    if (g->when.key && p->when.key && used < n)
        used += (size_t)snprintf(buf + used, n - used, " and ");
    if (p->when.key && used < n)
        put_when(&p->when, buf + used, n - used);
}

static bool has_word(const char *words, const char *value)
{
    size_t len = strlen(value);
    for (const char *w = words; *w;) {
        size_t n = strcspn(w, "|");
        if (n == len && !strncmp(w, value, n))
            return true;
        w += n + (w[n] == '|');
    }
    return false;
}

static bool holds(const void *config, const struct decl_group *groups, u32 n, const struct decl_when *w, char *buf,
                  size_t room)
{
    const struct decl_group *g;
    char value[64];
    if (!w->key)
        return true;
    const struct decl_param *p = decl_find(groups, n, w->key, &g);
    ENSURE(p);
    decl_format(p, decl_get(config, g, p), value, sizeof value);
    bool not = *w->words == '!', is = has_word(w->words + not, value);
    if (is == not )
        snprintf(buf, room, "%s is %s", w->key, value);
    return is != not ;
}

bool decl_applies(const void *config, const struct decl_group *groups, u32 n, const struct decl_group *g,
                  const struct decl_param *p, char *buf, size_t room)
{
    return holds(config, groups, n, &g->when, buf, room) && holds(config, groups, n, &p->when, buf, room);
}
