/* Bank conflicts within a warp instruction (unified-memory paper, sections 4.2, 4.3 and 6.1): a delay of one cycle
   for each access beyond the first to the bank that it uses most. Register r lies in bank r mod 4 of every cluster of
   four lanes; only operands from the main register file count. Where registers and memory share the banks (unified),
   128 bytes of shared memory or cache lie across the eight clusters, 16 bytes each, in bank (address / 128) mod 4:
   the simple design lets one bank of a cluster answer the crossbar at a time, the enhanced one several. Reads and
   writes have ports of their own. Left out: conflicts between instructions. */
#include "sm/internal.h"

#define CLUSTERS 8u
#define ROW 16u

void banks_of(const struct si *si, u8 out[SM_REG_BANKS])
{
    for (u32 b = 0; b < SM_REG_BANKS; b++)
        out[b] = 0;
    for (u32 i = si->ndst; i < (u32)(si->ndst + si->nsrc); i++)
        if (si->level[i] & SI_MRF && si->regs[i] < SI_FOLDED_BASE)
            out[si->regs[i] % SM_REG_BANKS]++;
}

u32 banks_registers(const u8 reads[SM_REG_BANKS])
{
    u32 most = 1;
    for (u32 b = 0; b < SM_REG_BANKS; b++)
        most = MAX(most, reads[b]);
    return most;
}

/* Passes of a shared-memory instruction in the unified design, its register operands included. */
static u32 unified_passes(const struct sm *sm, const struct sm_op *o, const struct stream_instr *i)
{
    u64 rows[STREAM_MAX_LANES * 2];
    u32 n = 0, worst = 1;
    u8 cluster[CLUSTERS] = {0}, bank[CLUSTERS][SM_REG_BANKS];
    bool simple = sm->cfg.sm->banks == BANKS_UNIFIED, atomic = o->kind == SI_ATOMIC || o->kind == SI_RED;
    for (u32 c = 0; c < CLUSTERS; c++)
        for (u32 b = 0; b < SM_REG_BANKS; b++)
            bank[c][b] = o->reads[b];
    for (u64 m = i->mask; m; m &= m - 1) {
        u64 first = stream_lane_addr(i, ctz64(m)), last = (first + MAX(o->bytes, 1u) - 1) / ROW;
        for (u64 row = first / ROW; row <= last; row++) {
            u32 k = 0;
            while (k < n && rows[k] != row)
                k++;
            if (k == n && n < COUNT_OF(rows))
                rows[n++] = row;
            else if (!atomic)
                continue;
            u32 c = (u32)(row % CLUSTERS), b = (u32)(row / CLUSTERS % SM_REG_BANKS);
            cluster[c]++;
            bank[c][b]++;
        }
    }
    for (u32 c = 0; c < CLUSTERS; c++) {
        worst = MAX(worst, simple ? cluster[c] : 0u);
        for (u32 b = 0; b < SM_REG_BANKS; b++)
            worst = MAX(worst, bank[c][b]);
    }
    return worst;
}

u32 banks_shared(const struct sm *sm, u64 *hist, const struct sm_op *o, const struct stream_instr *i, u32 passes)
{
    u32 kind = (u32)sm->cfg.sm->banks;
    if (kind == BANKS_OFF)
        return passes;
    u32 most = kind == BANKS_PARTITIONED ? MAX(passes, banks_registers(o->reads)) : unified_passes(sm, o, i);
    hist[MIN(most, SM_BANK_HIST) - 1]++;
    return most;
}

/* A line takes one row of each cluster; in the unified design the register operands come first. */
u32 banks_line(const struct sm *sm, u64 *hist, const struct sm_op *o, u64 line)
{
    u32 kind = (u32)sm->cfg.sm->banks;
    if (kind == BANKS_OFF)
        return 1;
    u32 most = banks_registers(o->reads);
    if (kind != BANKS_PARTITIONED)
        most = MAX(most, o->reads[line / 128 % SM_REG_BANKS] + 1u);
    hist[MIN(most, SM_BANK_HIST) - 1]++;
    return most;
}
