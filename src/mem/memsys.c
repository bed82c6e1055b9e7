/* The memory side of a machine, put together: see memsys.h. */
#include <stdlib.h>
#include <string.h>

#include "mem/memsys.h"

DECL_PARAMS_DEFINE(mem, MEM_PARAMS);

struct smm_init {
    struct arena *a;
    const struct mem_config *c;
    const struct mem_shape *shape;
    struct cluster *cluster;
    struct diag *d;
};

/* How the accesses that go through the L1 are coalesced. */
static struct coalesce_config l1_coalesce(const struct mem_config *c)
{
    return (struct coalesce_config){.line_bytes = (u32)c->l1.line,
                                    .sector_bytes = (u32)c->l1.sector,
                                    .sectored = c->l1.sectored,
                                    .split = c->l1.requests == L1_REQUEST_SECTOR,
                                    .same = c->l2.kind == L2_CACHE && c->l2.atomic_pass,
                                    .banks = (u32)(c->l1.bank_bytes ? c->l1.banks : 0),
                                    .bank_bytes = (u32)c->l1.bank_bytes};
}

static bool init_smmem(struct smm_init *in, struct smmem *s, u32 sm, cyc *wake_sm)
{
    const struct mem_config *c = in->c;
    const struct front_ops *front = front_ops_list[c->mem.front];
    void *own = decl_pool_params(&front_pool, (u64 *)c->front_own, (u32)c->mem.front);
    bool direct = front->direct;
    s->sm = (u16)sm;
    s->cluster = (u16)in->cluster->id;
    s->period = in->shape->core;
    s->wake_sm = wake_sm;
    s->coalesce = l1_coalesce(c);
    constants_init(&s->constants, in->a, &c->constc);
    textures_init(&s->textures, &c->tex, &s->coalesce);
    s->used[SMM_L1] = true;
    s->used[SMM_CONST] = c->constc.kind == CONST_CACHE;
    s->used[SMM_TEX] = c->tex.kind == TEX_CACHE;
    s->fixed[SMM_CONST] = c->constc.kind == CONST_FIXED;
    s->fixed[SMM_TEX] = c->tex.kind == TEX_FIXED;
    struct l1_wiring w = {.period = in->shape->core,
                          .wake_front = direct ? wake_sm : &s->front.wake,
                          .wake_cluster = &in->cluster->hub.wake,
                          .wake_sm = wake_sm,
                          .mesi = in->shape->mesi,
                          .plain = in->shape->plain,
                          .prefetch_own = c->prefetch_own,
                          .always = c->ideal.l1,
                          .bypass = front->bypass ? front->bypass(own) : (u32)c->l1.bypass};
    struct l1_params l1 = c->l1;
    if (!direct)
        l1.queue = 2; /* the front is the queue: requests that have left it cannot be reordered */
    if (!l1_init(&s->cache[SMM_L1], in->a, &l1, &w, in->d))
        return false;
    w.wake_front = wake_sm;
    w.mesi = false;
    w.bypass = L1_BYPASS_OFF;
    w.twins = c->constc.twins;
    w.always = false;
    struct l1_params p = constants_cache(&c->constc, &c->l1);
    if (!l1_init(&s->cache[SMM_CONST], in->a, &p, &w, in->d))
        return false;
    w.twins = false;
    w.always = c->ideal.l1;
    p = textures_cache(&c->tex, &c->l1);
    if (!l1_init(&s->cache[SMM_TEX], in->a, &p, &w, in->d))
        return false;
    s->copies = in->shape->copies;
    if (s->copies) {
        cyc t = in->shape->core;
        port_init(&s->copy_out, in->a, 8, t, t, t, &in->cluster->hub.wake, wake_sm);
        port_init(&s->copy_in, in->a, 4, t, t, t, wake_sm, &in->cluster->hub.wake);
    }
    s->front.l1_wait = &s->cache[SMM_L1].hist_front.sum;
    for (u32 k = 0; k < SMM_CACHES; k++)
        if (s->fixed[k])
            s->cache[k].hits.wake_producer = wake_sm;
    struct front_shape shape = {.warps = in->shape->warps,
                                .ctas = in->shape->ctas,
                                .cta_warps = in->shape->cta_warps,
                                .period = in->shape->core,
                                .queue = (u32)c->l1.queue};
    return front_init(&s->front, in->a, (u32)c->mem.front, own, &shape, &s->cache[SMM_L1].in, wake_sm, wake_sm,
                      in->d);
}

static bool init_partition(struct memsys *m, struct arena *a, u32 i, cyc hop, struct diag *d)
{
    struct partition *p = &m->partitions[i];
    const struct mem_config *c = &m->c;
    bool none = c->l2.kind == L2_NONE;
    u32 per = (u32)c->l2.per_channel;
    *p = (struct partition){.id = i, .n_l2 = per, .l2 = ARENA_LINES(a, struct l2, per), .link.wake = NEVER};
    struct dram_wiring dw = {.period = m->shape.dram,
                             .l2_period = m->shape.l2,
                             .core_period = m->shape.core,
                             .hop = hop,
                             .line = (u32)(none ? c->l1.line : c->l2.line),
                             .sector = (u32)c->l2.sector,
                             .l2 = &m->c.l2,
                             .in_latency = none ? 1 : (u32)c->l2.miss_latency,
                             .n_ports = per,
                             .wake_l2 = ARENA_ARRAY(a, cyc *, per)};
    for (u32 k = 0; k < per; k++)
        dw.wake_l2[k] = &p->l2[k].wake;
    if (!dram_init(&p->dram, a, &c->dram, &dw, d))
        return false;
    for (u32 k = 0; k < per; k++) {
        struct l2_wiring lw = {.period = m->shape.l2,
                               .net = m->net,
                               .id = i * per + k,
                               .to_memory = &p->dram.in[k],
                               .from_memory = &p->dram.out[k],
                               .reply_port = m->port_of_sm,
                               .n_slices = m->n_slices,
                               .l1_line = (u32)(m->shape.mesi ? c->l1.line : 0),
                               .n_sms = m->shape.sms,
                               .gpc_of_sm = m->shape.gpc_of_sm,
                               .always = m->c.ideal.l2,
                               .plain = m->shape.plain};
        if (!l2_init(&p->l2[k], a, &c->l2, &lw, d))
            return false;
        for (u32 n = 0; n < m->n_nets; n++)
            noc_wire_slice(&m->net[n], lw.id, &p->l2[k].wake, m->shape.l2);
    }
    return true;
}

static void init_link(struct memsys *m, struct arena *a)
{
    u32 i = m->n_partitions - 1;
    struct partition *p = &m->partitions[i];
    *p = (struct partition){.id = i, .dram.wake = NEVER};
    struct link_wiring w = {.period = m->shape.core,
                            .net = m->net,
                            .id = m->n_slices,
                            .reply_port = m->port_of_sm,
                            .sector = (u32)m->c.l2.sector};
    link_init(&p->link, a, &m->c.link, &w);
    for (u32 n = 0; n < m->n_nets; n++)
        noc_wire_slice(&m->net[n], w.id, &p->link.wake, w.period);
}

static bool init_cluster(struct memsys *m, struct arena *a, u32 i, cyc *const *wake_sm, struct diag *d)
{
    const struct mem_shape *shape = &m->shape;
    u32 first = i * shape->sms_per_cluster;
    struct cluster *k = &m->clusters[i];
    *k = (struct cluster){.id = i, .n_sms = shape->sms_per_cluster, .sms = &m->sms[first]};
    struct smm_init in = {a, &m->c, shape, k, d};
    for (u32 s = 0; s < k->n_sms; s++) {
        m->port_of_sm[first + s] = (u16)(i * m->ports + hub_port_of(m->ports, k->n_sms, s));
        if (!init_smmem(&in, &k->sms[s], first + s, wake_sm[first + s]))
            return false;
    }
    struct hub_wiring w = {.id = i,
                           .n_sms = k->n_sms,
                           .sms = k->sms,
                           .period = shape->core,
                           .net = m->net,
                           .l2 = &m->c.l2,
                           .host = &m->host,
                           .merger = m->c.merger_own,
                           .line = (u32)m->c.l1.line,
                           .mesi = shape->mesi,
                           .plain = shape->plain};
    hub_init(&k->hub, a, &m->c.cluster, &w);
    for (u32 n = 0; n < m->n_nets; n++)
        for (u32 p = 0; p < m->ports; p++)
            noc_wire_cluster(&m->net[n], i * m->ports + p, &k->hub.wake, shape->core);
    return true;
}

bool memsys_init(struct memsys *m, struct arena *a, const struct mem_config *c, const struct mem_shape *shape,
                 cyc *const *wake_sm, struct diag *d)
{
    *m = (struct memsys){.c = *c, .shape = *shape, .n_nets = shape->mesi ? NETS : NET_ACK};
    if (!mem_config_check(c, shape, d))
        return false;
    m->n_clusters = shape->sms / shape->sms_per_cluster;
    m->ports = hub_ports(&c->cluster, shape->sms_per_cluster);
    m->n_slices = (u32)c->l2.slices;
    m->n_links = c->link.latency != 0;
    m->n_partitions = (u32)(c->l2.slices / c->l2.per_channel) + m->n_links;
    m->clusters = ARENA_LINES(a, struct cluster, m->n_clusters);
    m->partitions = ARENA_LINES(a, struct partition, m->n_partitions);
    m->sms = ARENA_LINES(a, struct smmem, shape->sms);
    m->port_of_sm = ARENA_LINES(a, u16, shape->sms);
    struct noc_params np = c->noc;
    cyc noc_period = shape->noc, hop = 0;
    if (np.kind ==
        NOC_NONE) { /* a quarter of the memory's latency each way is the network's: units stay independent */
        np.latency = MAX(c->dram.fixed_latency / 4, 1);
        np.far_latency = 0;
        np.credits = 2 * np.latency + 64; /* a packet a cycle both ways, and some that wait: credits never limit */
        noc_period = shape->core;
        hop = 2 * np.latency * noc_period;
    }
    for (u32 n = 0; n < m->n_nets; n++)
        noc_init(&m->net[n], a, &np, noc_period, n, m->n_clusters * m->ports, m->n_slices, m->n_links, shape->plain);
    m->window = np.latency * noc_period;
    for (u32 i = 0; i < m->n_clusters; i++)
        if (!init_cluster(m, a, i, wake_sm, d))
            return false;
    for (u32 i = 0; i < m->n_partitions - m->n_links; i++)
        if (!init_partition(m, a, i, hop, d))
            return false;
    if (m->n_links)
        init_link(m, a);
    return true;
}

cyc memsys_exchange(struct memsys *m, cyc until)
{
    cyc soonest = NEVER;
    for (u32 n = 0; n < m->n_nets; n++) {
        cyc at = noc_exchange(&m->net[n], until);
        soonest = MIN(soonest, at);
    }
    return soonest;
}

void memsys_begin(struct memsys *m, u32 thread, u32 set)
{
    for (u32 n = 0; n < m->n_nets; n++)
        noc_begin(&m->net[n], thread, set);
}

cyc memsys_first(const struct memsys *m, u32 thread)
{
    cyc first = NEVER;
    for (u32 n = 0; n < m->n_nets; n++)
        first = MIN(first, noc_first(&m->net[n], thread));
    return first;
}

void memsys_sent(const struct memsys *m, u32 thread, u32 to, struct noc_sent sent[NETS])
{
    for (u32 n = 0; n < m->n_nets; n++)
        sent[n] = noc_sent(&m->net[n], thread, to);
}

void memsys_fetch(struct memsys *m, u32 thread, u32 from, u32 set, const struct noc_sent sent[NETS])
{
    for (u32 n = 0; n < m->n_nets; n++)
        noc_fetch_soon(&m->net[n], thread, from, set, sent[n]);
    for (u32 n = 0; n < m->n_nets; n++)
        noc_fetch(&m->net[n], thread, from, set, sent[n]);
}

void memsys_threads(struct memsys *m, struct arena *a, u32 n_threads)
{
    m->thread_of_slice = ARENA_ARRAY(a, u16, m->n_slices + m->n_links);
    m->thread_of_port = ARENA_ARRAY(a, u16, m->n_clusters * m->ports);
    for (u32 n = 0; n < m->n_nets; n++)
        noc_threads(&m->net[n], a, n_threads);
}

void memsys_deal(struct memsys *m, const u16 *of)
{
    for (u32 i = 0; i < m->n_slices + m->n_links; i++)
        m->thread_of_slice[i] = of[m->n_clusters + i / m->c.l2.per_channel];
    for (u32 i = 0; i < m->n_clusters * m->ports; i++)
        m->thread_of_port[i] = of[i / m->ports];
    for (u32 n = 0; n < m->n_nets; n++)
        noc_deal(&m->net[n], m->thread_of_port, m->thread_of_slice);
}

void memsys_watch(struct memsys *m, u32 unit, cyc *next)
{
    bool cluster = unit < m->n_clusters;
    u32 per = cluster ? m->ports : (u32)m->c.l2.per_channel;
    u32 first = (cluster ? unit : unit - m->n_clusters) * per;
    if (!cluster)
        per = MIN(per, m->n_slices + m->n_links - first);
    for (u32 n = 0; n < m->n_nets; n++)
        for (u32 k = 0; k < per; k++)
            noc_watch(&m->net[n], cluster, first + k, next);
}

bool memsys_idle(const struct memsys *m)
{
    bool idle = true;
    for (u32 i = 0; idle && i < m->n_clusters; i++)
        idle = cluster_idle(&m->clusters[i]);
    for (u32 i = 0; idle && i < m->n_partitions; i++)
        idle = partition_idle(&m->partitions[i]);
    for (u32 n = 0; idle && n < m->n_nets; n++)
        idle = noc_idle(&m->net[n]);
    return idle;
}

u64 memsys_moves(const struct memsys *m)
{
    u64 n = 0;
    for (u32 i = 0; i < m->shape.sms; i++)
        n += m->sms[i].pushed + m->sms[i].replied;
    for (u32 i = 0; i < m->n_clusters; i++)
        n += m->clusters[i].hub.stats.sent + m->clusters[i].hub.stats.received;
    for (u32 i = 0; i < m->n_partitions; i++)
        n += m->partitions[i].dram.stats.act + m->partitions[i].dram.stats.col + m->partitions[i].link.taken;
    return n;
}

void memsys_audit(const struct memsys *m)
{
    for (u32 i = 0; i < m->n_clusters; i++)
        cluster_audit(&m->clusters[i]);
    for (u32 i = 0; i < m->n_partitions; i++)
        partition_audit(&m->partitions[i]);
    for (u32 n = 0; n < m->n_nets; n++)
        noc_audit(&m->net[n]);
}

void memsys_dump(const struct memsys *m, FILE *to)
{
    for (u32 i = 0; i < m->n_clusters; i++)
        cluster_dump(&m->clusters[i], to);
    for (u32 i = 0; i < m->n_partitions; i++)
        partition_dump(&m->partitions[i], to);
    for (u32 n = 0; n < m->n_nets; n++) {
        fprintf(to, "%s network:\n", m->net[n].class->name);
        noc_dump(&m->net[n], to);
    }
}

void memsys_settle(struct memsys *m, cyc now)
{
    for (u32 i = 0; i < m->n_clusters; i++)
        cluster_settle(&m->clusters[i], now);
    for (u32 i = 0; i < m->n_partitions; i++)
        partition_settle(&m->partitions[i], now);
}

void memsys_flush(struct memsys *m, cyc now)
{
    for (u32 i = 0; i < m->shape.sms; i++)
        l1_flush(&m->sms[i].cache[SMM_L1], now);
}

void memsys_resize_l1(struct memsys *m, u64 bytes)
{
    for (u32 i = 0; i < m->shape.sms; i++)
        l1_resize(&m->sms[i].cache[SMM_L1], bytes);
}

void memsys_new_kernel(struct memsys *m, cyc now)
{
    (void)now;
    for (u32 i = 0; i < m->shape.sms; i++)
        smmem_new_kernel(&m->sms[i]);
    for (u32 i = 0; i < m->n_clusters; i++)
        if (m->clusters[i].hub.merger.ops)
            m->clusters[i].hub.merger.ops->new_kernel(&m->clusters[i].hub.merger);
    for (u32 i = 0; m->c.l2.kind == L2_CACHE && m->c.l2.invalidate && i < m->n_slices; i++)
        tags_clear(&memsys_slice(m, i)->tags);
}

void memsys_copy(struct memsys *m, u64 address, u64 bytes)
{
    const struct l2_params *p = &m->c.l2;
    u64 end = address + bytes;
    for (u64 line = address & ~(p->line - 1); line < end; line += p->line) {
        struct tags *t = &memsys_slice(m, partition_of(p, line))->tags;
        u64 own = partition_local(p, line);
        u32 i = tags_find(t, own);
        if (i == TAG_NONE) {
            if ((i = tags_victim(t, own)) == TAG_NONE)
                continue;
            tags_replace(t, i, own);
        }
        for (u64 s = 0; s < p->line / p->sector; s++)
            if (line + (s + 1) * p->sector > address && line + s * p->sector < end)
                t->at[i].valid |= (u8)(1u << s);
        t->at[i].state = TAG_VALID;
        tags_touch(t, i);
    }
}

void memsys_host(struct memsys *m, const struct stream_range *at, u32 n)
{
    bool same = n == m->host.n && (!n || !memcmp(at, m->host.at, n * sizeof *at));
    if (!m->n_links || same)
        return;
    m->host.at = xrealloc(m->host.at, MAX(n, 1u) * sizeof *at);
    if (n)
        memcpy(m->host.at, at, n * sizeof *at);
    m->host.n = n;
    for (u32 i = 0; i < m->n_clusters; i++)
        hub_forget_routes(&m->clusters[i].hub);
}

/* Calls fn for every unit's marks. */
static void each_marks(const struct memsys *m, void (*fn)(struct marks *, void *), void *arg)
{
    for (u32 i = 0; i < m->shape.sms; i++)
        if (m->sms[i].cache[SMM_L1].marks)
            fn(m->sms[i].cache[SMM_L1].marks, arg);
    for (u32 i = 0; i < m->n_clusters; i++)
        if (m->clusters[i].hub.marks)
            fn(m->clusters[i].hub.marks, arg);
    for (u32 i = 0; i < m->n_partitions; i++) {
        for (u32 k = 0; k < m->partitions[i].n_l2; k++)
            if (m->partitions[i].l2[k].marks)
                fn(m->partitions[i].l2[k].marks, arg);
        if (m->partitions[i].dram.marks)
            fn(m->partitions[i].dram.marks, arg);
        if (m->partitions[i].link.marks)
            fn(m->partitions[i].link.marks, arg);
    }
}

void memsys_mark(struct memsys *m, struct arena *a, u32 sms)
{
    for (u32 i = 0; i < m->shape.sms; i++) {
        struct smmem *s = &m->sms[i];
        struct marks *own = ARENA_NEW(a, struct marks);
        s->marks = i < sms ? own : NULL;
        for (u32 k = 0; k < SMM_CACHES; k++)
            s->cache[k].marks = own;
    }
    for (u32 i = 0; i < m->n_clusters; i++)
        m->clusters[i].hub.marks = ARENA_NEW(a, struct marks);
    for (u32 i = 0; i < m->n_partitions; i++) {
        for (u32 k = 0; k < m->partitions[i].n_l2; k++)
            m->partitions[i].l2[k].marks = ARENA_NEW(a, struct marks);
        m->partitions[i].dram.marks = ARENA_NEW(a, struct marks);
        m->partitions[i].link.marks = ARENA_NEW(a, struct marks);
    }
}

static void add_to(struct marks *m, void *sum)
{
    marks_append(sum, m);
}
static void forget(struct marks *m, void *unused)
{
    (void)unused;
    marks_free(m);
}

void memsys_marks(const struct memsys *m, struct marks *out)
{
    *out = (struct marks){0};
    each_marks(m, add_to, out);
    marks_sort(out);
}

static void move_to(struct marks *m, void *sum)
{
    marks_append(sum, m);
    m->n = 0;
}

void memsys_take_marks(const struct memsys *m, struct marks *to)
{
    each_marks(m, move_to, to);
}

void memsys_marks_free(struct memsys *m)
{
    each_marks(m, forget, NULL);
}

void memsys_free(struct memsys *m)
{
    for (u32 i = 0; m->sms && i < m->shape.sms; i++)
        front_free(&m->sms[i].front);
    for (u32 n = 0; n < m->n_nets; n++)
        noc_free(&m->net[n]);
    free(m->host.at);
    m->host = (struct link_memory){0};
}
