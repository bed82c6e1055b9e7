/* A cluster's stages, all together: see cluster.h. */
#include "mem/cluster.h"

/* Ticks the nth stage of the cluster; stages of the SMs come first. */
static void tick_nth(struct cluster *c, u32 nth, cyc now)
{
    for (u32 i = 0; i < c->n_sms; i++) {
        struct smmem *s = &c->sms[i];
        SMMEM_STAGES(STAGE_TICK_NTH, s)
    }
    CLUSTER_STAGES(STAGE_TICK_NTH, c)
}

void cluster_tick(struct cluster *c, cyc now, u32 order)
{
    u32 n = c->n_sms * (0 SMMEM_STAGES(STAGE_COUNT, c->sms)) + (0 CLUSTER_STAGES(STAGE_COUNT, c));
    if (order) { /* tests: the order must not matter */
        for (u32 i = 0; i < n; i++) {
            u32 k = (i + order / 2) % n;
            tick_nth(c, order & 1 ? n - 1 - k : k, now);
        }
        return;
    }
    for (u32 i = 0; i < c->n_sms; i++)
        smmem_tick(&c->sms[i], now);
    CLUSTER_STAGES(STAGE_TICK, c)
}

void cluster_wake_all(struct cluster *c, cyc now)
{
    for (u32 i = 0; i < c->n_sms; i++) {
        struct smmem *s = &c->sms[i];
        SMMEM_STAGES(STAGE_WAKE, s)
    }
    CLUSTER_STAGES(STAGE_WAKE, c)
}

bool cluster_idle(const struct cluster *c)
{
    bool idle = true;
    for (u32 i = 0; i < c->n_sms; i++)
        idle = idle && smmem_idle(&c->sms[i]);
    CLUSTER_STAGES(STAGE_IDLE, c)
    return idle;
}

void cluster_audit(const struct cluster *c)
{
    for (u32 i = 0; i < c->n_sms; i++) {
        const struct smmem *s = &c->sms[i];
        SMMEM_STAGES(STAGE_AUDIT, s)
    }
    CLUSTER_STAGES(STAGE_AUDIT, c)
}

void cluster_settle(struct cluster *c, cyc now)
{
    for (u32 i = 0; i < c->n_sms; i++) {
        struct smmem *s = &c->sms[i];
        SMMEM_STAGES(STAGE_SETTLE, s)
    }
    CLUSTER_STAGES(STAGE_SETTLE, c)
}

void cluster_dump(const struct cluster *c, FILE *to)
{
    const char *unit_name = "SM";
    for (u32 i = 0; i < c->n_sms; i++) {
        const struct smmem *s = &c->sms[i];
        u32 unit_id = s->sm;
        if (s->pushed != s->replied)
            fprintf(to, "SM %u: %llu requests, %llu replies\n", unit_id, (unsigned long long)s->pushed,
                    (unsigned long long)s->replied);
        SMMEM_STAGES(STAGE_DUMP, s)
    }
    unit_name = "cluster";
    u32 unit_id = c->id;
    CLUSTER_STAGES(STAGE_DUMP, c)
}
