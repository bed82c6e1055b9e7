/* The statistics of a record: which groups there are, differences and sums. */
#include "gpu/gpu.h"
#include "gpu/internal.h"

u32 gpu_stat_groups(struct decl_stat_group out[GPU_MAX_STAT_GROUPS])
{
    u32 n = 0;
    out[n++] = (struct decl_stat_group){"sm", sm_stat_rows, sm_stat_count, offsetof(struct gpu_record, sm)};
    out[n++] = (struct decl_stat_group){"slot", slot_stat_rows, slot_stat_count, offsetof(struct gpu_record, slot)};
    out[n++] = (struct decl_stat_group){"op", op_stat_rows, op_stat_count, offsetof(struct gpu_record, op)};
    out[n++] =
        (struct decl_stat_group){"energy", energy_stat_rows, energy_stat_count, offsetof(struct gpu_record, energy)};
    n += decl_pool_stat_groups(&lsu_pool, offsetof(struct gpu_record, lsu_own), out + n);
    ENSURE(n + MEM_MAX_GROUPS <= GPU_MAX_STAT_GROUPS);
    for (u32 end = n + mem_stat_groups(out + n); n < end; n++)
        out[n].offset += offsetof(struct gpu_record, mem);
    return n;
}

u32 gpu_sm_groups(struct decl_stat_group out[GPU_MAX_STAT_GROUPS])
{
    out[0] = (struct decl_stat_group){"sm", sm_stat_rows, sm_stat_count, offsetof(struct gpu_sm_row, sm)};
    out[1] = (struct decl_stat_group){"slot", slot_stat_rows, slot_stat_count, offsetof(struct gpu_sm_row, slot)};
    out[2] = (struct decl_stat_group){"l1", l1_stat_rows, l1_stat_count, offsetof(struct gpu_sm_row, l1)};
    return 3;
}

bool gpu_sm_row(const struct gpu *g, u32 sm, struct gpu_sm_row *row)
{
    if (sm >= g->n_sms)
        return false;
    *row = g->sm_rows[sm];
    row->l1 = g->mem.sms[sm].cache[SMM_L1].stats; /* counters that are not reset between launches */
    return true;
}

static void hist_since(struct hist *h, const struct hist *before)
{
    h->sum -= before->sum;
    for (u32 i = 0; i < HIST_BUCKETS; i++)
        h->bucket[i] -= before->bucket[i];
}

/* Counters and histograms become those of one launch, by subtraction. Sizes stay; maxima were reset as it began. */
void gpu_stats_since(struct mem_stats *s, const struct mem_stats *before)
{
    struct decl_stat_group groups[MEM_MAX_GROUPS];
    for (u32 i = 0, n = mem_stat_groups(groups); i < n; i++) {
        const struct decl_stat_group *g = &groups[i];
        decl_stats_since((char *)s + g->offset, (const char *)before + g->offset, g->rows, g->n);
    }
    for (u32 i = 0; i < MS_STAGES; i++)
        hist_since(&s->hist[i], &before->hist[i]);
    for (u32 i = 0; i < FRONT_MAX_QUEUES; i++)
        s->queue_cycles[i] -= before->queue_cycles[i];
    s->pushed -= before->pushed;
    s->replied -= before->replied;
}

void gpu_record_add(struct gpu_record *sum, const struct gpu_record *more)
{
    struct decl_stat_group g[GPU_MAX_STAT_GROUPS];
    u32 n = gpu_stat_groups(g);
    for (u32 i = 0; i < n; i++)
        decl_stats_add((char *)sum + g[i].offset, (const char *)more + g[i].offset, g[i].rows, g[i].n);
    for (u32 i = 0; i < MS_STAGES; i++)
        hist_merge(&sum->mem.hist[i], &more->mem.hist[i]);
    for (u32 i = 0; i < FRONT_MAX_QUEUES; i++)
        sum->mem.queue_cycles[i] += more->mem.queue_cycles[i];
    for (u32 i = 0; i < U_NONE; i++)
        sum->pipe[i] += more->pipe[i];
    sum->mem.pushed += more->mem.pushed;
    sum->mem.replied += more->mem.replied;
    sum->cycles += more->cycles;
    sum->overlap += more->overlap;
    sum->together = MAX(sum->together, more->together);
    sum->n_ctas += more->n_ctas;
    if (more->status)
        sum->status = more->status;
}
