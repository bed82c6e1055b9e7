/* A memory channel without limits: every request is answered after the latency of a read from an open row, however
   many are on their way. ideal.dram makes a channel this. */
#include "mem/dram.h"
#include "mem/ideal.h"

DECL_PARAMS_DEFINE(ideal, IDEAL_PARAMS);

/* No more requests can be on their way: a port takes one request a cycle of the L2. */
#define FLYING 4096u

static bool init(struct dram *d, struct arena *a, struct diag *g)
{
    const struct dram_params *p = &d->p;
    const struct dram_wiring *w = &d->w;
    u64 clocks = p->cl + div_up(p->burst, p->ratio) + p->extra_latency;
    (void)g;
    for (u32 i = 0; i < w->n_ports; i++) {
        port_init(&d->in[i], a, (u32)p->inq + w->in_latency, w->in_latency * w->l2_period, w->l2_period, w->period,
                  &d->wake, w->wake_l2[i]);
        port_init(&d->out[i], a, FLYING, clocks * w->period, w->period, w->l2_period, w->wake_l2[i], &d->wake);
        d->out[i].cross = true;
    }
    return true;
}

static void serve(struct dram *d, cyc now, const struct req *r, struct port *out)
{
    bool write = r->kind == RQ_WRITE || r->kind == RQ_RED, silent = write && (r->flags & RQF_FILL);
    u64 bytes = popcount64(r->sectors) * d->w.sector;
    d->taken++;
    d->done++;
    d->stats.served++;
    *(write ? &d->stats.write : &d->stats.read) += 1;
    *(write ? &d->stats.write_bytes : &d->stats.read_bytes) += bytes;
    hist_add(&d->hist, cycles_in(out->latency, d->w.period));
    mark(d->marks, now + out->latency, r, MARK_DATA);
    if (!silent)
        port_push(out, now, r);
}

static cyc tick(struct dram *d, cyc now)
{
    cyc next = NEVER;
    for (u32 i = 0; i < d->w.n_ports; i++) {
        const struct req *r;
        while ((r = port_peek(&d->in[i], now)) && !port_full(&d->out[i], now)) {
            serve(d, now, r, &d->out[i]);
            port_pop(&d->in[i], now);
        }
        if (!r)
            next = MIN(next, port_next(&d->in[i]));
    }
    return next;
}

static double peak(const struct dram_params *p, double core_mhz)
{
    (void)p;
    (void)core_mhz;
    return 0; /* there is none */
}

const struct dram_ops dram_ideal_ops = {.name = "ideal",
                                        .about = "no queue and no limit (ideal.dram)",
                                        .shared = true,
                                        .init = init,
                                        .tick = tick,
                                        .peak = peak};
