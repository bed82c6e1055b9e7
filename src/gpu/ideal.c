/* ideal.*: the machine without one of its limits. Limits that other parameters can express are set through these,
   once, when the machine is built; the record still shows the machine that was asked for. */
#include "gpu/internal.h"

#define ANY_MANY 1024u

static void no_launch(struct gpu_params *p)
{
    p->launch = p->launch_memory = p->drain = 0;
    p->cta_cold = p->cta_emptied = 0;
}

static void no_turns(struct machine_config *c)
{
    c->mem.l2.atomic_words = 64;
    c->mem.l2.atomic_pass = 0;
    c->lsu.cas_latency = c->lsu.atomic_answer = c->lsu.atomic_spread = 0;
}

static void many_mshrs(struct machine_config *c)
{
    struct mem_config *m = &c->mem;
    m->l1.mshrs = MAX(m->l1.mshrs, ANY_MANY);
    m->l1.merges = MAX(m->l1.merges, 64);
    m->l1.missq = MAX(m->l1.missq, 256);
    if (c->gpu.coherence == COHERENCE_NONE)
        m->l1.alloc = L1_ON_FILL;
    m->l2.mshrs = MAX(m->l2.mshrs, ANY_MANY);
    m->l2.merges = MAX(m->l2.merges, 64);
}

void ideal_machine(struct machine_config *c)
{
    const struct ideal_params *i = &c->mem.ideal;
    if (i->launch)
        no_launch(&c->gpu);
    if (i->ctas) {
        c->sm.warps = SM_MAX_WARPS;
        c->sm.ctas = SM_MAX_CTAS;
    }
    if (i->atomics)
        no_turns(c);
    if (i->mshrs)
        many_mshrs(c);
    if (i->slices)
        c->mem.l2.slice_hash = SLICE_XOR;
    if (i->fetch)
        c->icache.on = false;
    if (i->dram && c->mem.l2.kind == L2_CACHE) /* without an L2, DRAM is one latency (dram.kind = fixed) */
        c->mem.dram.kind = DRAM_IDEAL;
}

void ideal_occupancy(const struct machine_config *c, const struct stream_kernel *k, struct occupancy *o)
{
    if (!c->mem.ideal.ctas || !o->ctas)
        return;
    u64 fit = MIN(c->sm.ctas, c->sm.warps / MAX(k->n_warps, 1u));
    o->ctas = (u32)MAX(o->ctas, fit);
    o->limiter = "ideal.ctas";
}

/* Cycles in which the average SM held no CTA while the launch went on elsewhere. */
u64 ideal_idle(const struct machine_config *c, const struct gpu_record *r, u64 launch_cycles)
{
    u64 n = c->gpu.sms, idle = (r->sm.cycles - r->sm.busy_cycles) / MAX(n, 1);
    return c->mem.ideal.equal && idle > launch_cycles ? MIN(idle - launch_cycles, r->cycles) : 0;
}
