/* See energy.h. */
#include "energy/energy.h"

#include <math.h>

DECL_PARAMS_DEFINE(energy, ENERGY_PARAMS);
DECL_STATS_DEFINE(energy, ENERGY_STATS);

/* Table 4 of the unified-memory paper: KB of a bank, pJ of a read and a write. */
static const struct {
    double kb, read, write;
} table4[] = {{2, 3.9, 5.1}, {8, 9.8, 11.8}, {12, 12.1, 14.9}};

u64 energy_bank(double kb, bool write)
{
    u32 i = kb < table4[1].kb ? 0 : 1;
    double share = log(kb / table4[i].kb) / log(table4[i + 1].kb / table4[i].kb);
    double from = write ? table4[i].write : table4[i].read, to = write ? table4[i + 1].write : table4[i + 1].read;
    double pj = from + share * (to - from);
    return pj > 0.5 ? (u64)(pj * 1000 + 0.5) : 500; /* even a tiny bank takes half a picojoule */
}

void energy_add(struct energy_stats *to, const struct energy_params *p, const struct energy_count *c,
                const struct energy_shape *s)
{
    const u64 price[ENERGY_EVENT_COUNT] = {
#define X(name, component) [EV_##name] = p->name,
        ENERGY_EVENTS(X)
#undef X
    };
    struct energy_stats e = {0};
#define X(name, component) e.component += c->n[EV_##name] * price[EV_##name];
    ENERGY_EVENTS(X)
#undef X
    u64 *part[] = {&e.front, &e.units, &e.registers, &e.shared,     &e.l1,     &e.noc,
                   &e.l2,    &e.dram,  &e.clock,     &e.mechanisms, &e.leakage};
    for (u32 i = 0; i < COUNT_OF(part); i++)
        *part[i] = (*part[i] + 500) / 1000;
    u64 mw = s->sms * p->sm_static + p->chip_static + p->dram_static;
    double sram = (double)(s->sms * p->sram_static) * (double)s->sram_bytes / 1024.0 / 1000.0; /* mW */
    double all_ps = (double)s->sms * (double)s->ps,
           idle_ps = all_ps > (double)s->busy_ps ? all_ps - (double)s->busy_ps : 0;
    e.leakage += (u64)((((double)mw + sram) * (double)s->ps + (double)p->sm_idle * idle_ps) / 1000.0 + 0.5);
    if (s->warppool)
        e.mechanisms += (u64)((double)p->warppool * (double)s->busy_ps / 1000.0 + 0.5);
    e.clock += (u64)((double)(s->sms * p->sm_dynamic) * (double)s->ps / 1000.0 + 0.5);
    for (u32 i = 0; i < COUNT_OF(part); i++)
        e.total += *part[i];
    e.time = s->ps;
    decl_stats_add(to, &e, energy_stat_rows, energy_stat_count);
}
