/* The cluster stage: see cluster.h. Within a cycle: one reply goes to its cache, one request goes to the network. */
#include "mem/cluster.h"

#include "mem/partition.h"

DECL_PARAMS_DEFINE(tex, TEX_PARAMS);

static cyc replies(struct cluster *c, cyc now)
{
    const struct packet *p = noc_peek(c->reply, c->id, now);
    if (!p)
        return noc_next(c->reply, c->id);
    struct smmem *s = &c->sms[p->req.sm - c->sms[0].sm];
    u32 k = p->req.flags & RQF_CONST ? SMM_CONST : (p->req.flags & RQF_TEX) && s->used[SMM_TEX] ? SMM_TEX : SMM_L1;
    if (port_full(&s->cache[k].from_noc, now))
        return NEVER;
    port_push(&s->cache[k].from_noc, now, &p->req);
    c->received++;
    noc_pop(c->reply, c->id, now);
    cyc next = noc_next(c->reply, c->id);
    return next == NEVER ? NEVER : MAX(next, now + c->period);
}

static cyc requests(struct cluster *c, cyc now)
{
    cyc next = NEVER;
    bool sent = false, refused = false;
    for (u32 k = 0, i = c->turn; k < c->n_out; k++, i = i + 1 == c->n_out ? 0 : i + 1) {
        struct port *p = c->out[i].port;
        if (!p->n)
            continue;
        const struct req *r = port_peek(p, now);
        if (!r) {
            next = MIN(next, port_next(p));
            continue;
        }
        if (sent) { /* another waits: come back */
            next = MIN(next, now + c->period);
            continue;
        }
        u32 dst = partition_of(c->l2, r->line);
        if (!noc_can_send(c->request, c->id, dst, now)) {
            next = MIN(next, noc_send_next(c->request, c->id, dst, now, c->period));
            refused = true;
            continue;
        }
        struct req q = *r;
        q.sm = c->out[i].sm;
        q.cluster = (u16)c->id;
        noc_send(c->request, c->id, dst, now, port_since(p), &q);
        port_pop(p, now);
        c->sent++;
        c->turn = i + 1 == c->n_out ? 0 : i + 1;
        sent = true;
        if (p->n)
            next = MIN(next, MAX(port_next(p), now + c->period));
    }
    return sent && refused ? now + c->period : next;
}

cyc cluster_stage(struct cluster *c, cyc now)
{
    cyc a = replies(c, now), b = requests(c, now);
    return MIN(a, b);
}

/* Stage i of the cluster: four to an SM, the cluster's own last. */
static void tick_stage(struct cluster *c, u32 i, cyc now)
{
    if (i == c->n_sms * 4) {
        STAGE_RUN(c->wake, now, cluster_stage(c, now));
        return;
    }
    struct smmem *s = &c->sms[i / 4];
    if (i % 4 == 0)
        STAGE_RUN(s->front.wake, now, front_tick(&s->front, now));
    else
        STAGE_RUN(s->cache[i % 4 - 1].wake, now, l1_tick(&s->cache[i % 4 - 1], now));
}

void cluster_tick(struct cluster *c, cyc now, u32 order)
{
    u32 n = c->n_sms * 4 + 1;
    if (order) { /* tests: nothing may depend on it */
        for (u32 i = 0; i < n; i++) {
            u32 k = (i + order / 2) % n;
            tick_stage(c, order & 1 ? n - 1 - k : k, now);
        }
        return;
    }
    for (u32 i = 0; i < c->n_sms; i++)
        smmem_tick(&c->sms[i], now);
    STAGE_RUN(c->wake, now, cluster_stage(c, now));
}

void cluster_wake_all(struct cluster *c, cyc now)
{
    wake_at(&c->wake, now);
    for (u32 i = 0; i < c->n_sms; i++) {
        struct smmem *s = &c->sms[i];
        if (!s->front.ops->direct)
            wake_at(&s->front.wake, now);
        for (u32 k = 0; k < SMM_CACHES; k++)
            if (s->used[k])
                wake_at(&s->cache[k].wake, now);
    }
}

bool cluster_idle(const struct cluster *c)
{
    for (u32 i = 0; i < c->n_sms; i++) {
        const struct smmem *s = &c->sms[i];
        if (s->pushed != s->replied || !front_idle(&s->front))
            return false;
        for (u32 k = 0; k < SMM_CACHES; k++)
            if (s->used[k] && !l1_idle(&s->cache[k]))
                return false;
    }
    return c->sent == c->received;
}

void cluster_audit(const struct cluster *c)
{
    for (u32 i = 0; i < c->n_sms; i++) {
        front_audit(&c->sms[i].front);
        for (u32 k = 0; k < SMM_CACHES; k++)
            if (c->sms[i].used[k])
                l1_audit(&c->sms[i].cache[k]);
    }
}

void cluster_dump(const struct cluster *c, FILE *to)
{
    static const char *const names[SMM_CACHES] = {"L1", "constant cache", "texture cache"};
    for (u32 i = 0; i < c->n_sms; i++) {
        const struct smmem *s = &c->sms[i];
        if (s->pushed != s->replied || !front_idle(&s->front)) {
            fprintf(to, "SM %u front: ", s->sm);
            front_dump(&s->front, to);
        }
        for (u32 k = 0; k < SMM_CACHES; k++)
            if (s->used[k] && !l1_idle(&s->cache[k])) {
                fprintf(to, "SM %u %s: ", s->sm, names[k]);
                l1_dump(&s->cache[k], to);
            }
    }
    if (c->sent != c->received)
        fprintf(to, "cluster %u: %llu requests sent, %llu answered\n", c->id, (unsigned long long)c->sent,
                (unsigned long long)c->received);
}
