/* What an SM has executed, from how often each instruction was issued: by unit, and by register file. */
#include <stddef.h>
#include <string.h>

#include "sm/internal.h"

static void count_registers(const struct si *si, u64 n, struct op_stats *to)
{
    for (u32 i = 0; i < (u32)(si->ndst + si->nsrc); i++) {
        u8 level = si->level[i];
        if (!level)
            continue;
        if (i < si->ndst) {
            to->reg_writes += n;
            if (level == SI_MRF) { /* most of them */
                to->mrf_writes += n;
                continue;
            }
            to->mrf_writes += level & SI_MRF ? n : 0;
            to->orf_writes += level & SI_ORF ? n : 0;
            to->lrf_writes += level & SI_LRF ? n : 0;
        } else if (level == SI_MRF) {
            to->reg_reads += n;
            to->mrf_reads += n;
        } else {
            to->reg_reads += n;
            to->mrf_reads += level & SI_MRF ? n : 0;
            to->orf_writes += (level & SI_MRF) && (level & SI_ORF) ? n : 0;
            to->orf_reads += level == SI_ORF ? n : 0;
            to->lrf_reads += level == SI_LRF ? n : 0;
        }
    }
}

static void count(const struct si *si, u64 n, struct op_stats *to)
{
#define AT(field) offsetof(struct op_stats, field)
    static const u16 by_class[SI_CLASSES] = {
        [SI_ALU] = AT(alu),         [SI_MUL] = AT(mul),     [SI_FP32] = AT(fp32),  [SI_FP64] = AT(fp64),
        [SI_SFU] = AT(sfu),         [SI_CVT] = AT(cvt),     [SI_SHFL] = AT(shfl),  [SI_CONTROL] = AT(control),
        [SI_BARRIER] = AT(barrier), [SI_FENCE] = AT(fence), [SI_MEM] = AT(mem),    [SI_HALF] = AT(fp32),
        [SI_TENSOR] = AT(tensor),   [SI_TEXTURE] = AT(mem), [SI_UNIFORM] = AT(alu)};
#undef AT
    *(u64 *)((char *)to + by_class[si->cls]) += n;
    count_registers(si, n, to);
}

void sm_count_ops(const struct sm *sm, const struct tenant *t, struct op_stats *to)
{
    const struct stream_kernel *k = t->kernel->stream;
    u64 hist[SM_BANK_HIST];
    if (!t->stats.warp_instrs) /* the tenant has had no CTA here */
        return;
    memcpy(hist, t->bank_hist, sizeof hist);
    for (u32 pc = 0; t->execs && pc < k->n_code; pc++) {
        if (!t->execs[pc])
            continue;
        count(&k->code[pc], t->execs[pc], to);
        if (sm->cfg.sm->banks && t->kernel->ops[pc].unit != U_LSU)
            hist[MIN(banks_registers(t->kernel->ops[pc].reads), SM_BANK_HIST) - 1] += t->execs[pc];
    }
    to->bank_1 += hist[0];
    to->bank_2 += hist[1];
    to->bank_3 += hist[2];
    to->bank_4 += hist[3];
    to->bank_more += hist[4];
}

void sm_count_pipes(const struct sm *sm, const struct tenant *t, u64 *to)
{
    const struct sm_op *ops = t->kernel->ops;
    u64 addresses = MAX(1, sm->cfg.sm->lanes / sm->cfg.lsu->lanes);
    if (!t->stats.warp_instrs || !t->execs)
        return;
    for (u32 pc = 0; pc < t->kernel->stream->n_code; pc++)
        if (ops[pc].unit < U_NONE)
            to[ops[pc].unit] += t->execs[pc] * (ops[pc].unit == U_LSU ? addresses : ops[pc].rate);
}

void sm_op_sums(const struct stream_kernel *k, struct op_stats *to)
{
    to[0] = (struct op_stats){0};
    for (u32 pc = 0; pc < k->n_code; pc++) {
        to[pc + 1] = to[pc];
        count(&k->code[pc], 1, &to[pc + 1]);
    }
}

static void add_run(u64 n, const struct op_stats *from, const struct op_stats *until, struct op_stats *to)
{
    const u64 *a = (const u64 *)from, *b = (const u64 *)until;
    u64 *sum = (u64 *)to;
    for (u32 i = 0; n && i < sizeof *to / sizeof *sum; i++)
        sum[i] += n * (b[i] - a[i]);
}

void sm_count_new_ops(const struct sm *sm, const struct op_stats *sums, u64 *seen, struct op_stats *to)
{
    const u64 *execs = sm->home->execs;
    u64 n_code = sm->home->kernel->stream->n_code, run = 0;
    const struct op_stats *from = sums;
    if (!execs)
        return;
    for (u64 pc = 0; pc < n_code; pc++) {
        u64 n = execs[pc] - seen[pc];
        if (n == run)
            continue;
        add_run(run, from, &sums[pc], to);
        from = &sums[pc];
        run = n;
    }
    add_run(run, from, &sums[n_code], to);
    memcpy(seen, execs, n_code * sizeof *seen);
}
