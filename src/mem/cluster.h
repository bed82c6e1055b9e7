/* A cluster: SMs that share a network port (one SM in most machines, five in `clustered60`), each with its memory
   side, and the hub where they meet. */
#ifndef SLUICE_MEM_CLUSTER_H
#define SLUICE_MEM_CLUSTER_H
#include "mem/hub.h"

struct cluster {
    struct hub hub;
    u32 id, n_sms;
    struct smmem *sms;
};
/* Its own stages, beside those of its SMs (SMMEM_STAGES): see stage.h. */
#define CLUSTER_STAGES(X, c) X(hub, (c)->hub, "port", true, cluster)

static inline cyc cluster_next(const struct cluster *c) /* min over all stages */
{
    cyc next = NEVER;
    CLUSTER_STAGES(STAGE_NEXT, c)
    for (u32 i = 0; i < c->n_sms; i++) {
        cyc sm = smmem_next(&c->sms[i]);
        next = MIN(next, sm);
    }
    return next;
}
void cluster_tick(struct cluster *, cyc now, u32 order); /* every stage due at `now`; order != 0 shuffles (tests) */
void cluster_wake_all(struct cluster *, cyc now);        /* skip off: tick everything now */
bool cluster_idle(const struct cluster *);
void cluster_audit(const struct cluster *);
void cluster_settle(struct cluster *, cyc now);
void cluster_dump(const struct cluster *, FILE *);

#endif
