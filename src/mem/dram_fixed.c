/* Memory of a fixed latency with an optional limit on bandwidth: see dram.h. Takes one request a core cycle;
   transfers follow each other on the one bus, and an answer comes `fixed_latency` after its transfer began. */
#include "mem/dram.h"

static bool init(struct dram *d, struct arena *a, struct diag *g)
{
    const struct dram_wiring *w = &d->w;
    (void)g;
    d->bus_period = w->period;
    d->w.period = w->core_period;
    port_init(d->in, a, (u32)d->p.inq + w->in_latency, w->in_latency * w->l2_period, w->l2_period, w->core_period,
              &d->wake, w->wake_l2[0]);
    port_init(d->out, a, (u32)d->p.fixed_latency + 8, 1, w->core_period, w->l2_period, w->wake_l2[0], &d->wake);
    d->out->cross = true;
    return true;
}

static cyc tick(struct dram *d, cyc now)
{
    cyc period = d->w.core_period;
    const struct req *r = port_peek(d->in, now);
    if (!r)
        return port_next(d->in);
    if (port_full(d->out, now))
        return NEVER;
    bool write = r->kind == RQ_WRITE || r->kind == RQ_RED, silent = write && (r->flags & RQF_FILL);
    u64 bytes = popcount64(r->sectors) * d->w.sector, bw = d->p.fixed_bytes;
    cyc start = now;
    if (bw) {
        u64 from = MAX(now * bw, d->fixed_free);
        d->fixed_free = from + bytes * period;
        start = div_up(from, bw);
        if (d->p.fixed_edges)
            start = edge(start, d->bus_period);
        d->stats.bus_busy += div_up(bytes, bw);
    }
    d->taken++;
    d->done++;
    d->stats.served++;
    *(write ? &d->stats.write : &d->stats.read) += 1;
    *(write ? &d->stats.write_bytes : &d->stats.read_bytes) += bytes;
    cyc paid = d->w.hop + d->w.in_latency * d->w.l2_period, whole = d->p.fixed_latency * period;
    cyc latency = start - now + (whole > paid ? whole - paid : 1);
    hist_add(&d->hist, cycles_in(latency, period));
    mark(d->marks, now + latency, r, MARK_DATA);
    if (!silent) {
        struct req q = *r;
        port_push_after(d->out, now, &q, latency);
    }
    port_pop(d->in, now);
    return d->in->n ? MAX(port_next(d->in), now + period) : NEVER;
}

static double peak(const struct dram_params *p, double core_mhz)
{
    return (double)p->fixed_bytes * 1e6 * core_mhz;
}

const struct dram_ops dram_fixed_ops = {
    .name = "fixed", .about = "a fixed latency", .alone = true, .init = init, .tick = tick, .peak = peak};
