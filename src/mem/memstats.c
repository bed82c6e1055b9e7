/* The memory side as a whole: its parameter and statistics groups, sums over instances, and rules for configurations.
 */
#include "mem/icc.h"
#include "mem/memsys.h"

#define GROUP(prefix_, mod, field)                                                                                   \
    {                                                                                                                \
        .prefix = prefix_, .rows = mod##_param_rows, .n = mod##_PARAM_N,                                             \
        .offset = offsetof(struct mem_config, field)                                                                 \
    }
/* the tables are defined elsewhere, so their lengths are counted here from the same lists */
#define ONE_P(name, def, min, max, unit, help, ...) +1
#define ONE_B(name, def, help, ...) +1
#define ONE_E(name, choices, def, help, ...) +1
#define COUNT_PARAMS(LIST) (0 LIST(ONE_P, ONE_B, ONE_E))
#define ONE_S(name, unit, help, ...) +1
#define ONE_R(name, num, den, scale, help, ...) +1
#define COUNT_STATS(LIST) (0 LIST(ONE_S, ONE_R, ONE_S, ONE_S))
enum {
    mem_PARAM_N = COUNT_PARAMS(MEM_PARAMS),
    l1_PARAM_N = COUNT_PARAMS(L1_PARAMS),
    constc_PARAM_N = COUNT_PARAMS(CONST_PARAMS),
    tex_PARAM_N = COUNT_PARAMS(TEX_PARAMS),
    cluster_PARAM_N = COUNT_PARAMS(CLUSTER_PARAMS),
    noc_PARAM_N = COUNT_PARAMS(NOC_PARAMS),
    l2_PARAM_N = COUNT_PARAMS(L2_PARAMS),
    dram_PARAM_N = COUNT_PARAMS(DRAM_PARAMS),
    link_PARAM_N = COUNT_PARAMS(LINK_PARAMS),
    ideal_PARAM_N = COUNT_PARAMS(IDEAL_PARAMS),
    l1_STAT_N = COUNT_STATS(L1_STATS),
    front_STAT_N = COUNT_STATS(FRONT_STATS),
    cluster_STAT_N = COUNT_STATS(CLUSTER_STATS),
    noc_STAT_N = COUNT_STATS(NOC_STATS),
    l2_STAT_N = COUNT_STATS(L2_STATS),
    mesi_STAT_N = COUNT_STATS(MESI_STATS),
    dram_STAT_N = COUNT_STATS(DRAM_STATS),
    link_STAT_N = COUNT_STATS(LINK_STATS)
};

static const struct decl_group groups[] = {
    GROUP("", mem, mem),
    GROUP("l1", l1, l1),
    GROUP("const", constc, constc),
    GROUP("tex", tex, tex),
    GROUP("cluster", cluster, cluster),
    GROUP("noc", noc, noc),
    GROUP("l2", l2, l2),
    GROUP("dram", dram, dram),
    GROUP("link", link, link),
    GROUP("ideal", ideal, ideal),
};

u32 mem_groups(struct decl_group out[MEM_MAX_GROUPS])
{
    u32 n = 0;
    for (; n < COUNT_OF(groups); n++)
        out[n] = groups[n];
    n += decl_pool_groups(&front_pool, offsetof(struct mem_config, front_own), out + n);
    n += decl_pool_groups(&prefetch_pool, offsetof(struct mem_config, prefetch_own), out + n);
    n += decl_pool_groups(&merger_pool, offsetof(struct mem_config, merger_own), out + n);
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
    SGROUP("l1", l1, l1),
    SGROUP("const", l1, constc),
    SGROUP("tex", l1, tex),
    SGROUP("front", front, front),
    SGROUP("cluster", cluster, cluster),
    SGROUP("noc.request", noc, net[NET_REQUEST]),
    SGROUP("noc.reply", noc, net[NET_REPLY]),
    SGROUP("l2", l2, l2),
    SGROUP("mesi", mesi, mesi),
    SGROUP("dram", dram, dram),
    SGROUP("link", link, link),
};

u32 mem_stat_groups(struct decl_stat_group out[MEM_MAX_GROUPS])
{
    u32 n = 0;
    for (; n < COUNT_OF(stat_groups); n++)
        out[n] = stat_groups[n];
    n += decl_pool_stat_groups(&front_pool, offsetof(struct mem_stats, front_own), out + n);
    n += decl_pool_stat_groups(&prefetch_pool, offsetof(struct mem_stats, prefetch_own), out + n);
    n += decl_pool_stat_groups(&merger_pool, offsetof(struct mem_stats, merger_own), out + n);
    ENSURE(n <= MEM_MAX_GROUPS);
    return n;
}

/* ---- sums ---- */
static void front_forget(struct front *f)
{
    f->stats.max_occupancy = 0;
}
static void l1_forget(struct l1 *c)
{
    hist_forget_max(&c->hist_front);
    hist_forget_max(&c->hist_l1);
}
static void hub_forget(struct hub *h)
{
    (void)h; /* no maxima */
}
static void l2_forget(struct l2 *c)
{
    c->took = c->stats.access;
    hist_forget_max(&c->hist);
}
static void dram_forget(struct dram *d)
{
    hist_forget_max(&d->hist);
}
static void link_forget(struct link *k)
{
    (void)k; /* no maxima */
}

void memsys_forget_maxima(struct memsys *m)
{
#define STAGE_FORGET(prefix, stage, name, there, stats_) prefix##_forget(&(stage));
    for (u32 i = 0; i < m->shape.sms; i++) {
        SMMEM_STAGES(STAGE_FORGET, &m->sms[i])
        hist_forget_max(&m->sms[i].hist);
    }
    for (u32 i = 0; i < m->n_clusters; i++) {
        CLUSTER_STAGES(STAGE_FORGET, &m->clusters[i])
    }
    for (u32 i = 0; i < m->n_partitions; i++) {
        PARTITION_STAGES(STAGE_FORGET, &m->partitions[i])
    }
    for (u32 n = 0; n < m->n_nets; n++)
        noc_forget_maxima(&m->net[n]);
}

/* Rows of counters whose name is not the stage's prefix. */
#define hub_stat_rows cluster_stat_rows
#define hub_stat_count cluster_stat_count
#define STAGE_SUM(prefix, stage, name, there, field)                                                                 \
    decl_stats_add(&sum->field, &(stage).stats, prefix##_stat_rows, prefix##_stat_count);

void memsys_tell_hits(struct memsys *m, bool on)
{
    for (u32 i = 0; i < m->n_partitions; i++)
        for (u32 k = 0; k < m->partitions[i].n_l2; k++)
            m->partitions[i].l2[k].tells_hits = on ? RQF_L2_HIT : 0;
}

u32 memsys_l2_mshrs(const struct memsys *m, u32 partition)
{
    u32 n = 0;
    for (u32 k = 0; k < m->partitions[partition].n_l2; k++)
        n += m->partitions[partition].l2[k].mshr.used;
    return n;
}

static void add_sm(const struct smmem *u, struct mem_stats *sum)
{
    SMMEM_STAGES(STAGE_SUM, u)
    decl_pool_add(&front_pool, sum->front_own, u->front.own_stats);
    if (u->cache[SMM_L1].prefetch)
        decl_pool_add(&prefetch_pool, sum->prefetch_own, u->cache[SMM_L1].prefetch->own_stats);
    hist_merge(&sum->hist[MS_FRONT], &u->cache[SMM_L1].hist_front);
    hist_merge(&sum->hist[MS_L1], &u->cache[SMM_L1].hist_l1);
    hist_merge(&sum->hist[MS_TOTAL], &u->hist);
    for (u32 q = 0; q < FRONT_MAX_QUEUES; q++)
        sum->queue_cycles[q] += u->front.queue_cycles[q];
    sum->pushed += u->pushed;
    sum->replied += u->replied;
}

void memsys_sm_stats(const struct memsys *m, u32 sm, struct mem_stats *sum)
{
    *sum = (struct mem_stats){0};
    add_sm(&m->sms[sm], sum);
}

void memsys_stats(const struct memsys *m, struct mem_stats *sum)
{
    u64 busiest = 0;
    *sum = (struct mem_stats){0};
    for (u32 i = 0; i < m->shape.sms; i++)
        add_sm(&m->sms[i], sum);
    for (u32 i = 0; i < m->n_clusters; i++) {
        CLUSTER_STAGES(STAGE_SUM, &m->clusters[i])
        decl_pool_add(&merger_pool, sum->merger_own, m->clusters[i].hub.merger.stats);
    }
    for (u32 i = 0; i < m->n_partitions; i++) {
        PARTITION_STAGES(STAGE_SUM, &m->partitions[i])
        for (u32 k = 0; k < m->partitions[i].n_l2; k++) {
            const struct l2 *c = &m->partitions[i].l2[k];
            hist_merge(&sum->hist[MS_L2], &c->hist);
            busiest = MAX(busiest, c->stats.access - c->took);
            if (c->dir)
                decl_stats_add(&sum->mesi, &c->dir->stats, mesi_stat_rows, mesi_stat_count);
        }
        hist_merge(&sum->hist[MS_DRAM], &m->partitions[i].dram.hist);
    }
    sum->l2.busiest = busiest;
    struct hist unused = {0};
    for (u32 n = 0; n < m->n_nets; n++) {
        u32 span = noc_classes[n].span;
        noc_stats_sum(&m->net[n], &sum->net[n], span < MS_STAGES ? &sum->hist[span] : &unused);
    }
}

/* Of the counters of each stage, those of a sample: a few of many. */
#define L1_SAMPLED(X) X(access) X(read) X(hit) X(write_hit) X(fill)
#define L2_SAMPLED(X) X(read) X(read_hit) X(sectors_read) X(sectors_written) X(atomic)
#define DRAM_SAMPLED(X) X(act) X(read_bytes) X(write_bytes) X(refresh) X(queued)
#define NOC_SAMPLED(X) X(flits) X(bytes) X(busy)
#define ICC_SAMPLED(X) X(read) X(cc_hit) X(cc_insert)
#define NEGATED(field) to->field = -from->field;
#define PLUS(field) to->field += from->field;
#define SAMPLED(mod, LIST)                                                                                           \
    static inline void mod##_less(struct mod##_stats *to, const struct mod##_stats *from)                            \
    {                                                                                                                \
        LIST(NEGATED)                                                                                                \
    }                                                                                                                \
    static inline void mod##_plus(struct mod##_stats *to, const struct mod##_stats *from)                            \
    {                                                                                                                \
        LIST(PLUS)                                                                                                   \
    }
SAMPLED(l1, L1_SAMPLED)
SAMPLED(l2, L2_SAMPLED)
SAMPLED(dram, DRAM_SAMPLED)
SAMPLED(noc, NOC_SAMPLED)
SAMPLED(icc, ICC_SAMPLED)

static struct icc_stats *icc_of(const u64 *own)
{
    return decl_pool_stats(&merger_pool, (u64 *)own, MERGER_ICC);
}

void memsys_sample_from(const struct memsys *m, u32 sm, struct mem_l1s *from)
{
    const struct l1 *cache = m->sms[sm].cache;
    l1_plus(&from->l1, &cache[SMM_L1].stats);
    l1_plus(&from->constc, &cache[SMM_CONST].stats);
    l1_plus(&from->tex, &cache[SMM_TEX].stats);
}

void memsys_sampled(const struct memsys *m, const u32 *sms, u32 n_sms, const struct mem_l1s *from,
                    const struct mem_stats *before, struct mem_stats *sum)
{
    l1_less(&sum->l1, &from->l1);
    l1_less(&sum->constc, &from->constc);
    l1_less(&sum->tex, &from->tex);
    l2_less(&sum->l2, &before->l2);
    dram_less(&sum->dram, &before->dram);
    for (u32 i = 0; i < n_sms; i++) {
        const struct l1 *cache = m->sms[sms[i]].cache;
        l1_plus(&sum->l1, &cache[SMM_L1].stats);
        l1_plus(&sum->constc, &cache[SMM_CONST].stats);
        l1_plus(&sum->tex, &cache[SMM_TEX].stats);
    }
    for (u32 i = 0; i < m->n_partitions; i++) {
        for (u32 k = 0; k < m->partitions[i].n_l2; k++)
            l2_plus(&sum->l2, &m->partitions[i].l2[k].stats);
        dram_plus(&sum->dram, &m->partitions[i].dram.stats);
    }
    icc_less(icc_of(sum->merger_own), icc_of(before->merger_own));
    for (u32 i = 0; i < m->n_clusters; i++)
        icc_plus(icc_of(sum->merger_own), icc_of(m->clusters[i].hub.merger.stats));
    for (u32 n = 0; n < m->n_nets; n++) {
        noc_less(&sum->net[n], &before->net[n]);
        for (u32 i = 0; i < m->net[n].n_tx; i++)
            noc_plus(&sum->net[n], &m->net[n].tx[i].stats);
    }
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

static bool fermi_sets(const struct l1_params *p)
{
    u64 sets = p->ways ? p->size / p->line / p->ways : 1;
    return sets == 32 || sets == 64;
}

/* What coherence requires: see mesi.h. */
static bool check_mesi(const struct mem_config *c, const struct mem_shape *s, struct diag *d)
{
    bool ok =
        rule(d, c->l2.kind == L2_CACHE && !c->l2.sectored && !c->l2.invalidate,
             "gpu.coherence = mesi needs an L2 of whole lines that keeps them: l2.kind = cache, l2.sectored = off, "
             "l2.invalidate = off");
    ok &= rule(
        d, c->l1.write == L1_WRITE_BACK && c->l1.alloc == L1_ON_MISS && c->l1.globals && !c->l1.invalidate,
        "gpu.coherence = mesi needs l1.write = back, l1.alloc = on-miss, l1.globals = on and l1.invalidate = off");
    ok &= rule(d, c->l1.line == c->l1.sector && c->constc.line == c->l1.line && c->tex.line == c->l1.line,
               "gpu.coherence = mesi needs L1 lines of one sector, and constant and texture lines as long: l1.line = "
               "l1.sector = const.line = tex.line");
    ok &= rule(d, c->tex.kind != TEX_L1, "gpu.coherence = mesi needs tex.kind = cache or fixed");
    ok &= rule(d, !c->noc.far_once || !c->noc.far_latency,
               "gpu.coherence = mesi needs noc.far_once = off: a probe must not come before the line that was sent "
               "earlier");
    ok &= rule(d, front_ops_list[c->mem.front]->direct && c->l1.bypass == L1_BYPASS_OFF,
               "gpu.coherence = mesi needs front = fifo and l1.bypass = off");
    ok &= rule(d, s->sms_per_cluster == 1 && s->sms <= DIR_MAX_SMS,
               "gpu.coherence = mesi needs at most 64 SMs, one a cluster");
    ok &= rule(d, !merger_wanted(c->merger_own),
               "gpu.coherence = mesi needs a cluster that merges nothing (icc.on = off, icc.locality = off): the "
               "directory would not learn which SM got a line");
    return ok;
}

bool mem_config_check(const struct mem_config *c, const struct mem_shape *s, struct diag *d)
{
    bool ok = check_lines(d, "l1", c->l1.size, c->l1.ways, c->l1.line, c->l1.sector);
    ok &= check_lines(d, "l2", c->l2.size, c->l2.ways, c->l2.line, c->l2.sector);
    ok &= check_lines(d, "const", c->constc.size, c->constc.ways, c->constc.line, MIN(c->l1.sector, c->constc.line));
    ok &= check_lines(d, "tex", c->tex.size, c->tex.ways, c->tex.line, MIN(c->l1.sector, c->tex.line));
    u64 sets = c->l1.ways ? c->l1.size / c->l1.line / c->l1.ways : 1;
    ok &= rule(d, is_pow2(c->l1.banks) && (c->l1.bank_bytes || sets % c->l1.banks == 0),
               "l1.banks must be a power of two, with as many sets in each");
    ok &= rule(d, !c->l1.bank_bytes || (c->l1.banks > 1 && c->l1.bank_bytes >= 4 && is_pow2(c->l1.bank_bytes)),
               "l1.bank_bytes must be 4, 8, 16 or 32, and needs several l1.banks");
    ok &= rule(d, c->l1.banks == 1 || front_ops_list[c->mem.front]->direct,
               "l1.banks > 1 needs front = fifo: a front that reorders hands over one request a cycle");
    ok &= rule(d, c->l1.lookups == 1 || (c->l1.banks == 1 && front_ops_list[c->mem.front]->direct),
               "l1.lookups > 1 needs front = fifo, which hands over as many requests a cycle, and l1.banks = 1");
    ok &= rule(d, c->l1.index != TAGS_FERMI || (c->l1.line == 128 && fermi_sets(&c->l1)),
               "l1.index = fermi is measured for 32 or 64 sets of 128-byte lines; l1.size, l1.ways and l1.line make "
               "another number of them");
    ok &= rule(d, c->l1.sector == c->l2.sector,
               "l1.sector and l2.sector must be the same: a request names sectors by a mask");
    ok &= rule(d, c->l2.line >= c->l1.line && c->l2.line >= c->constc.line && c->l2.line >= c->tex.line,
               "l2.line must be at least as long as the lines of l1, const and tex");
    ok &= rule(d, is_pow2(c->l2.interleave) && c->l2.interleave >= c->l2.line,
               "l2.interleave must be a power of two and hold a whole L2 line");
    ok &=
        rule(d, !c->l1.write_alloc || c->l1.write == L1_WRITE_THROUGH,
             "l1.write_alloc = on needs l1.write = through: what is thrown out or written back is kept another way");
    ok &= rule(d, !c->l1.gather || c->l1.write != L1_WRITE_BACK,
               "l1.gather needs l1.write = through or evict: what is written back is gathered in its line");
    ok &= rule(d, c->noc.kind != NOC_NONE || (dram_ops_list[c->dram.kind]->alone && c->l2.kind == L2_NONE),
               "noc.kind = none needs dram.kind = fixed and l2.kind = none: the latency between units is part of the "
               "fixed one");
    ok &= rule(d, c->l2.kind == L2_CACHE || dram_ops_list[c->dram.kind]->alone,
               "l2.kind = none needs dram.kind = fixed");
    ok &= rule(
        d, !c->l2.join || (!c->l2.delay && c->noc.kind == NOC_CROSSBAR && !merger_wanted(c->merger_own) && !s->mesi),
        "l2.join needs l2.delay = 0, noc.kind = crossbar, SMs that are not coherent, and no merger before the "
        "network; with a merger (icc.on): l2.join = 0, as h200-merging has it");
    ok &= rule(d, !c->link.latency || (c->noc.kind != NOC_NONE && !s->mesi),
               "link.latency needs a network to reach the link by (noc.kind), and SMs that are not coherent");
    ok &= rule(d, !c->link.latency || (is_pow2(c->link.block) && c->link.block >= c->l2.sector),
               "link.block must be a power of two and hold a whole sector");
    ok &= merger_check(c->merger_own, s->sms_per_cluster, d);
    ok &= rule(d, c->l2.slices % c->l2.per_channel == 0,
               "l2.per_channel must divide l2.slices: every memory channel has as many slices");
    ok &= rule(d, c->l2.per_channel == 1 || (dram_ops_list[c->dram.kind]->shared && is_pow2(c->l2.per_channel)),
               "l2.per_channel above 1 needs dram.kind = gddr, and must be a power of two");
    ok &= rule(d, s->sms && s->sms_per_cluster && s->sms % s->sms_per_cluster == 0,
               "the number of SMs must be a multiple of the SMs of a cluster");
    if (s->mesi)
        ok &= check_mesi(c, s, d);
    ok &= rule(d, s->warps <= FRONT_MAX_QUEUES && s->ctas <= L1_MAX_CTAS, "an SM has at most 64 warps and 64 CTAs");
    return ok;
}
