/* Takes out of a kernel what its difference does not need: groups with their bodies, groups without, single pieces,
   and first values of registers that nobody names any more; again until nothing more goes. */
#include <stdlib.h>
#include <string.h>

#include "targets.h"

static bool still_differs(const struct kernel *k, const struct target *t)
{
    char why[700], *text = kernel_text(k);
    bool yes = targets_differ(text, t, why, sizeof why);
    free(text);
    return yes;
}

static bool same_group(const struct item *a, const struct item *b)
{
    return a->kind == ITEM_GROUP && b->kind == ITEM_GROUP && a->group == b->group;
}

static bool is_first(const struct kernel *k, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (same_group(&k->items.at[i], &k->items.at[at]))
            return false;
    return true;
}

static size_t group_end(const struct kernel *k, size_t from)
{
    size_t end = from;
    for (size_t i = from; i < k->items.n; i++)
        if (same_group(&k->items.at[i], &k->items.at[from]))
            end = i;
    return end;
}

/* [from, to], or of these only the members of from's group */
static bool try_without(struct kernel *k, const struct target *t, size_t from, size_t to, bool body)
{
    u8 *was = calloc(to - from + 1, 1);
    for (size_t i = from; i <= to; i++) {
        was[i - from] = k->items.at[i].gone;
        if (body || same_group(&k->items.at[i], &k->items.at[from]))
            k->items.at[i].gone |= k->items.at[i].kind != ITEM_FIXED;
    }
    bool good = still_differs(k, t);
    for (size_t i = from; i <= to && !good; i++)
        k->items.at[i].gone = was[i - from];
    free(was);
    return good;
}

static bool is_named(const struct kernel *k, size_t but)
{
    const char *reg = k->items.at[but].reg;
    for (size_t i = 0; i < k->items.n; i++) {
        const struct item *it = &k->items.at[i];
        if (i == but || it->gone)
            continue;
        for (const char *at = strstr(it->text, reg); at; at = strstr(at + 1, reg)) {
            char next = at[strlen(reg)];
            if (next < '0' || next > '9')
                return true;
        }
    }
    return false;
}

void kernel_minimise(struct kernel *k, const struct target *t)
{
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = k->items.n; i-- > 0;) {
            const struct item *it = &k->items.at[i];
            if (it->gone || it->kind == ITEM_FIXED)
                continue;
            if (it->kind == ITEM_START) {
                changed |= !is_named(k, i) && try_without(k, t, i, i, true);
            } else if (it->kind == ITEM_ONE) {
                changed |= try_without(k, t, i, i, true);
            } else if (is_first(k, i)) {
                size_t end = group_end(k, i);
                changed |= end > i && (try_without(k, t, i, end, true) || try_without(k, t, i, end, false));
            }
        }
    }
}
