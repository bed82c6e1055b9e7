/* What a launch cost: its events, as the counters have them, at the machine's prices (energy/energy.h). */
#include "energy/energy.h"

#include "gpu/gpu.h"
#include "gpu/internal.h"
#include "mem/icc.h"

enum { BANKS = 32, BANKS_AN_ACCESS = 8 }; /* an access of 128 bytes takes eight banks of 16 bytes */

static u64 access_price(u64 bytes, u32 banks, bool write, u64 percent)
{
    return BANKS_AN_ACCESS * energy_bank((double)bytes / 1024.0 / banks, write) * percent / 100;
}

/* Prices by the sizes of the banks (unified-memory paper, section 5.2): 10 % more for wires where cache and shared
   memory lie in the clusters. */
static void size_banks(struct energy_params *p, const struct machine_config *c, const struct local_split *s)
{
    u64 rf = 4 * c->sm.regs, shared = MAX(s->shared, 1024), cache = MAX(s->cache, 1024), percent = 100;
    u32 banks = BANKS;
    if (c->local.kind == LOCAL_UNIFIED) {
        rf = shared = cache = c->local.capacity;
        percent = 110;
    } else if (c->local.kind == LOCAL_FERMI) {
        shared = cache = c->local.pool;
        banks = 2 * BANKS;
    }
    p->mrf_read = access_price(rf, BANKS, false, 100);
    p->mrf_write = access_price(rf, BANKS, true, 100);
    p->shared = access_price(shared, banks, false, percent);
    p->l1_read = access_price(cache, banks, false, percent);
    p->l1_write = access_price(cache, banks, true, percent);
}

static u64 sram_bytes(const struct machine_config *c, const struct local_split *s)
{
    switch (c->local.kind) {
    case LOCAL_UNIFIED: return c->local.capacity;
    case LOCAL_FERMI: return 4 * c->sm.regs + c->local.pool;
    default: return s->regs + s->shared + s->cache;
    }
}

static u64 picoseconds(u64 cycles, const struct machine_config *c)
{
    return (u64)((double)cycles * 1e6 / (double)c->gpu.clock + 0.5);
}

void gpu_energy(struct gpu_record *r, const struct machine_config *c)
{
    struct energy_params p = c->energy;
    struct energy_count n = {0};
    const struct mem_stats *m = &r->mem;
    u64 bytes = 0;
    for (u32 i = 0; i < NETS; i++)
        bytes += p.whole_flits ? m->net[i].flits * c->mem.noc.flit : m->net[i].bytes;
#define COUNT(event, count) n.n[EV_##event] = (count)
    COUNT(issue, r->sm.warp_instrs);
    COUNT(alu, r->op.alu);
    COUNT(mul, r->op.mul);
    COUNT(fp32, r->op.fp32 + r->op.tensor); /* matrix products have no price of their own */
    COUNT(fp64, r->op.fp64);
    COUNT(sfu, r->op.sfu);
    COUNT(cvt, r->op.cvt);
    COUNT(shfl, r->op.shfl);
    COUNT(mrf_read, r->op.mrf_reads);
    COUNT(mrf_write, r->op.mrf_writes);
    COUNT(orf_read, r->op.orf_reads);
    COUNT(orf_write, r->op.orf_writes);
    COUNT(lrf_read, r->op.lrf_reads);
    COUNT(lrf_write, r->op.lrf_writes);
    COUNT(shared, r->sm.shared_instrs + r->sm.shared_conflicts);
    COUNT(l1_read, m->l1.read + m->constc.access + m->tex.access);
    COUNT(l1_write, m->l1.fill + m->l1.write_hit + m->constc.fill + m->tex.fill);
    COUNT(flit, div_up(bytes, 32));
    COUNT(l2_read, m->l2.sectors_read);
    COUNT(l2_write, m->l2.sectors_written + m->l2.atomic);
    COUNT(dram_act, m->dram.act);
    COUNT(dram_read, m->dram.read_bytes);
    COUNT(dram_write, m->dram.write_bytes);
    COUNT(dram_refresh, m->dram.refresh);
    COUNT(sm_cycle, r->sm.busy_cycles);
    const struct icc_params *icc = decl_pool_params(&merger_pool, (u64 *)c->mem.merger_own, MERGER_ICC);
    const struct icc_stats *merged = decl_pool_stats(&merger_pool, (u64 *)m->merger_own, MERGER_ICC);
    COUNT(mrpb, c->mem.mem.front == FRONT_MRPB ? m->l1.access : 0);
    COUNT(merge_table, icc->on ? merged->read : 0);
    COUNT(cc_read, merged->cc_hit);
    COUNT(cc_write, merged->cc_insert);
    COUNT(split_table, c->maws.policy > MAWS_COUNT ? r->sm.warp_instrs : 0);
#undef COUNT
    if (p.banks)
        size_banks(&p, c, &r->split);
    struct energy_shape s = {.sms = c->gpu.sms,
                             .sram_bytes = sram_bytes(c, &r->split),
                             .ps = picoseconds(r->cycles, c),
                             .busy_ps = picoseconds(r->sm.busy_cycles, c),
                             .warppool = c->lsu.kind == LSU_WARPPOOL};
    energy_add(&r->energy, &p, &n, &s);
}
