/* The memory side as a whole: its parameter and statistics groups, sums over instances, rules for configurations and
   conservation laws. */
#include "mem/memsys.h"

#define GROUP(prefix_, mod, field)                                                                                   \
    {                                                                                                                \
        .prefix = prefix_, .rows = mod##_param_rows, .n = mod##_PARAM_N,                                             \
        .offset = offsetof(struct mem_config, field)                                                                 \
    }
/* the tables are defined elsewhere, so their lengths are counted here from the same lists */
#define ONE_P(name, def, min, max, unit, help) +1
#define ONE_B(name, def, help) +1
#define ONE_E(name, choices, def, help) +1
#define COUNT_PARAMS(LIST) (0 LIST(ONE_P, ONE_B, ONE_E))
#define ONE_S(name, unit, help) +1
#define ONE_R(name, num, den, scale, help) +1
#define COUNT_STATS(LIST) (0 LIST(ONE_S, ONE_R))
enum {
    mem_PARAM_N = COUNT_PARAMS(MEM_PARAMS),
    l1_PARAM_N = COUNT_PARAMS(L1_PARAMS),
    constc_PARAM_N = COUNT_PARAMS(CONST_PARAMS),
    tex_PARAM_N = COUNT_PARAMS(TEX_PARAMS),
    noc_PARAM_N = COUNT_PARAMS(NOC_PARAMS),
    l2_PARAM_N = COUNT_PARAMS(L2_PARAMS),
    dram_PARAM_N = COUNT_PARAMS(DRAM_PARAMS),
    l1_STAT_N = COUNT_STATS(L1_STATS),
    front_STAT_N = COUNT_STATS(FRONT_STATS),
    noc_STAT_N = COUNT_STATS(NOC_STATS),
    l2_STAT_N = COUNT_STATS(L2_STATS),
    dram_STAT_N = COUNT_STATS(DRAM_STATS)
};

static const struct decl_group groups[] = {
    GROUP("", mem, mem),    GROUP("l1", l1, l1), GROUP("const", constc, constc), GROUP("tex", tex, tex),
    GROUP("noc", noc, noc), GROUP("l2", l2, l2), GROUP("dram", dram, dram),
};

u32 mem_groups(struct decl_group out[MEM_MAX_GROUPS])
{
    u32 n = 0;
    for (; n < COUNT_OF(groups); n++)
        out[n] = groups[n];
    n += front_groups(out + n, offsetof(struct mem_config, front_own));
    ENSURE(n <= MEM_MAX_GROUPS);
    return n;
}

void mem_defaults(struct mem_config *c)
{
    struct decl_group g[MEM_MAX_GROUPS];
    u32 n = mem_groups(g);
    decl_defaults(c, g, n);
}

#define SGROUP(prefix_, mod, field)                                                                                  \
    {                                                                                                                \
        .prefix = prefix_, .rows = mod##_stat_rows, .n = mod##_STAT_N, .offset = offsetof(struct mem_stats, field)   \
    }
static const struct decl_stat_group stat_groups[] = {
    SGROUP("l1", l1, l1),          SGROUP("const", l1, constc),         SGROUP("tex", l1, tex),
    SGROUP("front", front, front), SGROUP("noc.request", noc, request), SGROUP("noc.reply", noc, reply),
    SGROUP("l2", l2, l2),          SGROUP("dram", dram, dram),
};

u32 mem_stat_groups(struct decl_stat_group out[MEM_MAX_GROUPS])
{
    u32 n = 0;
    for (; n < COUNT_OF(stat_groups); n++)
        out[n] = stat_groups[n];
    n += front_stat_groups(out + n, offsetof(struct mem_stats, front_own));
    ENSURE(n <= MEM_MAX_GROUPS);
    return n;
}

/* ---- sums ---- */
static void add(void *into, const void *from, const struct decl_stat *rows, u32 n)
{
    for (u32 i = 0; i < n; i++)
        if (rows[i].offset != UINT32_MAX)
            *(u64 *)((char *)into + rows[i].offset) += *(const u64 *)((const char *)from + rows[i].offset);
}

void memsys_settle(struct memsys *m, cyc now)
{
    for (u32 i = 0; i < m->shape.sms; i++) {
        front_settle(&m->sms[i].front, now);
        for (u32 k = 0; k < SMM_CACHES; k++)
            if (m->sms[i].used[k])
                l1_settle(&m->sms[i].cache[k], now);
    }
    for (u32 i = 0; i < m->n_partitions; i++) {
        l2_settle(&m->partitions[i].l2, now);
        if (m->c.dram.kind == 0)
            dram_settle(&m->partitions[i].dram, now);
    }
}

void memsys_forget_maxima(struct memsys *m)
{
    for (u32 i = 0; i < m->shape.sms; i++) {
        struct smmem *u = &m->sms[i];
        u->front.stats.max_occupancy = 0;
        u->front.hist.max = u->hist.max = 0;
        u->cache[SMM_L1].hist_front.max = u->cache[SMM_L1].hist_l1.max = 0;
    }
    for (u32 i = 0; i < m->n_partitions; i++)
        m->partitions[i].l2.hist.max = m->partitions[i].dram.hist.max = m->request.rx[i].hist.max = 0;
    for (u32 i = 0; i < m->n_clusters; i++)
        m->reply.rx[i].hist.max = 0;
}

void memsys_stats(const struct memsys *m, struct mem_stats *s)
{
    *s = (struct mem_stats){0};
    for (u32 i = 0; i < m->shape.sms; i++) {
        const struct smmem *u = &m->sms[i];
        add(&s->front, &u->front.stats, front_stat_rows, front_stat_count);
        for (u32 k = 0; k < FRONT_POOL; k++)
            s->front_own[k] += u->front.own_stats[k];
        if (!u->pushed) /* it has never been used */
            continue;
        add(&s->l1, &u->cache[SMM_L1].stats, l1_stat_rows, l1_stat_count);
        add(&s->constc, &u->cache[SMM_CONST].stats, l1_stat_rows, l1_stat_count);
        add(&s->tex, &u->cache[SMM_TEX].stats, l1_stat_rows, l1_stat_count);
        hist_merge(&s->hist[MS_FRONT], u->front.ops->direct ? &u->cache[SMM_L1].hist_front : &u->front.hist);
        hist_merge(&s->hist[MS_L1], &u->cache[SMM_L1].hist_l1);
        hist_merge(&s->hist[MS_TOTAL], &u->hist);
        for (u32 q = 0; q < FRONT_MAX_QUEUES; q++)
            s->queue_cycles[q] += u->front.queue_cycles[q];
        s->pushed += u->pushed;
        s->replied += u->replied;
    }
    for (u32 i = 0; i < m->n_partitions; i++) {
        add(&s->l2, &m->partitions[i].l2.stats, l2_stat_rows, l2_stat_count);
        add(&s->dram, &m->partitions[i].dram.stats, dram_stat_rows, dram_stat_count);
        hist_merge(&s->hist[MS_L2], &m->partitions[i].l2.hist);
        hist_merge(&s->hist[MS_DRAM], &m->partitions[i].dram.hist);
        hist_merge(&s->hist[MS_NOC_REQUEST], &m->request.rx[i].hist);
    }
    for (u32 i = 0; i < m->n_clusters; i++)
        hist_merge(&s->hist[MS_NOC_REPLY], &m->reply.rx[i].hist);
    noc_stats_sum(&m->request, &s->request);
    noc_stats_sum(&m->reply, &s->reply);
}

/* ---- rules ---- */
static bool rule(struct diag *d, bool holds, const char *text)
{
    if (!holds)
        diag_error(d, NULL, 0, 0, "%s", text);
    return holds;
}

static bool check_lines(struct diag *d, const char *name, u64 size, u64 ways, u64 line, u64 sector)
{
    bool ok = true;
    if (!is_pow2(line) || !is_pow2(sector) || sector > line || line / sector > 8) {
        diag_error(
            d, NULL, 0, 0,
            "%s.line = %llu and %s.sector = %llu: both must be powers of two and a line must be 1 to 8 sectors", name,
            (unsigned long long)line, name, (unsigned long long)sector);
        return false;
    }
    if (size < line || size % line || (ways && (size / line % ways))) {
        diag_error(d, NULL, 0, 0, "%s.size = %llu is not a whole number of sets of %llu ways of %llu bytes", name,
                   (unsigned long long)size, (unsigned long long)ways, (unsigned long long)line);
        ok = false;
    }
    return ok;
}

bool mem_config_check(const struct mem_config *c, const struct mem_shape *s, struct diag *d)
{
    bool ok = check_lines(d, "l1", c->l1.size, c->l1.ways, c->l1.line, c->l1.sector);
    ok &= check_lines(d, "l2", c->l2.size, c->l2.ways, c->l2.line, c->l2.sector);
    ok &= check_lines(d, "const", c->constc.size, c->constc.ways, c->constc.line, MIN(c->l1.sector, c->constc.line));
    ok &= check_lines(d, "tex", c->tex.size, c->tex.ways, c->tex.line, MIN(c->l1.sector, c->tex.line));
    ok &= rule(d, c->l1.sector == c->l2.sector,
               "l1.sector and l2.sector must be the same: a request names sectors by a mask");
    ok &= rule(d, c->l2.line >= c->l1.line && c->l2.line >= c->constc.line && c->l2.line >= c->tex.line,
               "l2.line must be at least as long as the lines of l1, const and tex");
    ok &= rule(d, is_pow2(c->l2.interleave) && c->l2.interleave >= c->l2.line,
               "l2.interleave must be a power of two and hold a whole L2 line");
    ok &=
        rule(d, !c->l1.write_alloc || c->l1.write == L1_WRITE_THROUGH,
             "l1.write_alloc = on needs l1.write = through: what is thrown out or written back is kept another way");
    ok &= rule(d, c->noc.kind == 0 || (c->dram.kind == 1 && c->l2.kind == 1),
               "noc.kind = none needs dram.kind = fixed and l2.kind = none: the latency between units is part of the "
               "fixed one");
    ok &= rule(d, c->l2.kind == 0 || c->dram.kind == 1, "l2.kind = none needs dram.kind = fixed");
    ok &= rule(d, s->sms && s->sms_per_cluster && s->sms % s->sms_per_cluster == 0,
               "the number of SMs must be a multiple of the SMs of a cluster");
    ok &= rule(d, s->warps <= FRONT_MAX_QUEUES && s->ctas <= L1_MAX_CTAS, "an SM has at most 64 warps and 64 CTAs");
    return ok;
}

/* ---- conservation ---- */
static bool law(struct diag *d, bool holds, const char *what, u64 i, u64 a, u64 b)
{
    if (!holds)
        diag_error(d, NULL, 0, 0, "conservation broken: %s %llu: %llu against %llu", what, (unsigned long long)i,
                   (unsigned long long)a, (unsigned long long)b);
    return holds;
}

bool memsys_conserved(const struct memsys *m, struct diag *d)
{
    bool ok = true;
    u64 sent = 0, received = 0, taken = 0, answered = 0;
    for (u32 i = 0; i < m->shape.sms; i++) {
        const struct smmem *u = &m->sms[i];
        ok &= law(d, u->pushed == u->replied, "requests and replies of SM", i, u->pushed, u->replied);
        for (u32 k = 0; k < SMM_CACHES; k++) {
            const struct l1 *c = &u->cache[k];
            const struct l1_stats *t = &c->stats;
            if (!u->used[k])
                continue;
            ok &= law(d, c->taken == c->answered, "lookups and replies of a cache of SM", i, c->taken, c->answered);
            ok &= law(d, t->read == t->hit + t->merged + t->miss + t->bypass,
                      "reads = hits + merged + misses + bypasses, SM", i, t->read,
                      t->hit + t->merged + t->miss + t->bypass);
            ok &= law(d, l1_idle(c), "cache not empty, SM", i, c->mshr.used, 0);
        }
        ok &= law(d, front_idle(&u->front), "front not empty, SM", i, u->front.stats.in, u->front.stats.out);
    }
    for (u32 i = 0; i < m->n_clusters; i++) {
        sent += m->clusters[i].sent;
        received += m->clusters[i].received;
    }
    for (u32 i = 0; i < m->n_partitions; i++) {
        const struct partition *p = &m->partitions[i];
        taken += p->l2.taken;
        answered += p->l2.answered;
        ok &= law(d, p->dram.taken == p->dram.done, "memory requests taken and done, channel", i, p->dram.taken,
                  p->dram.done);
        ok &= law(d, partition_idle(p), "partition not empty", i, p->l2.mshr.used, 0);
    }
    ok &= law(d, sent == received, "packets sent to and received from the L2, machine", 0, sent, received);
    ok &= law(d, sent == taken && taken == answered, "packets taken and answered by the L2, machine", 0, taken,
              answered);
    return ok & law(d, noc_idle(&m->request) && noc_idle(&m->reply), "network not empty", 0, 1, 0);
}
