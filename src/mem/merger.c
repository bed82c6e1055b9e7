/* Mergers in general: the list of them, and which one a machine has. */
#include "mem/merger.h"

#include "base/diag.h"

DECL_POLICIES_DEFINE(merger_ops, MERGERS, own.name, own.about);

#define OWN(id, ops) &ops.own,
static const struct decl_own *const own[] = {MERGERS(OWN)};
const struct decl_pool merger_pool = {own, COUNT_OF(own), MERGER_POOL, NULL};

bool merger_wanted(const u64 *params)
{
    for (u32 i = 0; i < merger_ops_kinds; i++)
        if (merger_ops_list[i]->there(decl_pool_params(&merger_pool, (u64 *)params, i)))
            return true;
    return false;
}

bool merger_check(const u64 *params, u32 sms_per_cluster, struct diag *d)
{
    const char *first = NULL;
    bool ok = true;
    for (u32 i = 0; i < merger_ops_kinds; i++) {
        const struct merger_ops *ops = merger_ops_list[i];
        const void *p = decl_pool_params(&merger_pool, (u64 *)params, i);
        ok &= !ops->check || ops->check(p, sms_per_cluster, d);
        if (!ops->there(p))
            continue;
        if (first) {
            diag_error(d, NULL, 0, 0, "%s and %s: a cluster has one of them at a time", first, ops->own.name);
            ok = false;
        }
        first = ops->own.name;
    }
    return ok;
}

void merger_init(struct merger *m, struct arena *a, const u64 *params, const struct merger_shape *shape)
{
    *m = (struct merger){0};
    for (u32 i = 0; i < merger_ops_kinds; i++) {
        const void *p = decl_pool_params(&merger_pool, (u64 *)params, i);
        if (merger_ops_list[i]->there(p)) {
            m->ops = merger_ops_list[i];
            m->ops->init(m, a, p, shape);
        }
    }
}
