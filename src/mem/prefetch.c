/* Prefetchers in general: the list of them. */
#include "mem/l1.h"

const struct prefetch_ops prefetch_off_ops = {.own = {.name = "off", .about = ""}};

DECL_POLICIES_DEFINE(prefetch_ops, PREFETCHERS, own.name, own.about);

#define OWN(id, ops) &ops.own,
static const struct decl_own *const own[] = {PREFETCHERS(OWN)};
const struct decl_pool prefetch_pool = {own, COUNT_OF(own), PREFETCH_POOL, "l1.prefetch"};

void prefetch_init(struct l1 *c, struct arena *a, const struct prefetch_ops *ops, const void *params)
{
    c->prefetch = ARENA_NEW(a, struct prefetch);
    c->quick = false; /* the quick form does not call prefetchers */
    *c->prefetch = (struct prefetch){.ops = ops, .l1 = c, .line_bytes = c->p.line};
    if (ops->init)
        ops->init(c->prefetch, a, params);
}
