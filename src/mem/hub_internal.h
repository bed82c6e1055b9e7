/* Shared by hub.c (any cluster) and hub_one.c (a lone SM). */
#ifndef SLUICE_MEM_HUB_INTERNAL_H
#define SLUICE_MEM_HUB_INTERNAL_H
#include "mem/hub.h"
#include "mem/partition.h"

static inline struct port *hub_reply_port(const struct smmem *s, const struct req *r) /* of the cache that waits */
{
    if (__builtin_expect(r->space == RQS_COPY, 0))
        return (struct port *)&s->copy_in;
    return (struct port *)&s->cache[smmem_cache_of(s, r->space)].from_noc;
}

static inline u32 hub_route(const struct hub *h, struct hub_in *in, u64 line)
{
    if (in->line != line) { /* the head is routed again and again while it waits */
        in->line = line;
        bool host = __builtin_expect(h->host->n, 0) && link_holds(h->host, line);
        in->dst = host ? (u32)h->l2->slices : partition_of(h->l2, line);
    }
    return in->dst;
}

cyc hub_requests(struct hub *, cyc now, u32 k_port); /* at most one request to the network, of all that wait */
void hub_one_init(struct hub *);
cyc hub_one_tick(struct hub *, cyc now);

#endif
