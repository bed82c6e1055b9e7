/* The checker: see dram_check.h. Times are in command clocks. */
#include "mem/dram_check.h"

#define LONG_AGO (-(i64)1000000)

struct watch_bank {
    bool open;
    u64 row;
    i64 act, pre, rd, wr, ref; /* last of each */
};
struct dram_watch {
    struct dram_params p;
    cyc period;
    i64 last_cmd[2];  /* of each command bus: one bus, or columns and rows apart (row_bus) */
    i64 last_col[64]; /* by bank group */
    i64 last_act, last_rd, last_wr, data_end;
    u64 seen;
    struct watch_bank bank[64];
};

struct dram_watch *dram_watch_new(struct arena *a, const struct dram_params *p, cyc period)
{
    struct dram_watch *w = ARENA_NEW(a, struct dram_watch);
    w->p = *p;
    w->period = period;
    w->last_cmd[0] = w->last_cmd[1] = w->last_act = w->last_rd = w->last_wr = w->data_end = LONG_AGO;
    for (u32 i = 0; i < 64; i++)
        w->last_col[i] = w->bank[i].act = w->bank[i].pre = w->bank[i].rd = w->bank[i].wr = w->bank[i].ref = LONG_AGO;
    return w;
}

static void at_least(const struct dram_watch *w, const char *rule, u32 bank, i64 now, i64 since, u64 clocks)
{
    if (now - since < (i64)clocks)
        BUG("DRAM bank %u: %s broken at clock %lld after %llu commands: %lld clocks instead of %llu", bank, rule,
            (long long)now, (unsigned long long)w->seen, (long long)(now - since), (unsigned long long)clocks);
}

static void column(struct dram_watch *w, i64 t, bool write, u32 bank, u64 row)
{
    struct watch_bank *b = &w->bank[bank];
    i64 burst = (i64)div_up(w->p.burst, w->p.ratio);
    if (!b->open || b->row != row)
        BUG("DRAM bank %u: column command to a row that is not open", bank);
    at_least(w, "tRCD", bank, t, b->act, w->p.rcd);
    at_least(w, "tCCD", bank, t, MAX(w->last_rd, w->last_wr), w->p.ccd);
    u32 group = dram_group(&w->p, bank);
    at_least(w, "tCCDL", bank, t, w->last_col[group], w->p.ccdl);
    w->last_col[group] = t;
    if (!write)
        at_least(w, "tCDLR", bank, t, w->last_wr + (i64)w->p.wl + burst, w->p.cdlr);
    i64 data = t + (i64)(write ? w->p.wl : w->p.cl);
    if (data < w->data_end)
        BUG("DRAM bank %u: data bus taken twice at clock %lld", bank, (long long)data);
    w->data_end = data + burst;
    *(write ? &w->last_wr : &w->last_rd) = t;
    *(write ? &b->wr : &b->rd) = t;
}

static void may_close(const struct dram_watch *w, i64 t, u32 bank)
{
    const struct watch_bank *b = &w->bank[bank];
    at_least(w, "tRAS", bank, t, b->act, w->p.ras);
    at_least(w, "tRTP", bank, t, b->rd, w->p.rtp);
    at_least(w, "tWR", bank, t, b->wr + (i64)w->p.wl + (i64)div_up(w->p.burst, w->p.ratio), w->p.wr);
}

/* A refresh of a bank; its precharge came tRP earlier. */
static void refresh(struct dram_watch *w, i64 t, u32 bank)
{
    struct watch_bank *b = &w->bank[bank];
    if (b->open)
        may_close(w, t - (i64)w->p.rp, bank);
    else
        at_least(w, "tRP before a refresh", bank, t, b->pre, w->p.rp);
    at_least(w, "tRFC", bank, t, b->ref, w->p.rfc);
    b->ref = t;
    w->seen += 1 + b->open; /* the refresh also closed the row */
    b->open = false;
}

void dram_watch_cmd(struct dram_watch *w, cyc now, u8 cmd, u32 bank, u64 row)
{
    struct watch_bank *b = &w->bank[bank];
    if (now % w->period)
        BUG("DRAM command off the clock");
    i64 t = (i64)(now / w->period);
    if (cmd == DRAM_REF) {
        refresh(w, t, bank);
        return;
    }
    i64 *bus = &w->last_cmd[w->p.row_bus && (cmd == DRAM_ACT || cmd == DRAM_PRE)];
    at_least(w, "one command a clock", bank, t, *bus, 1);
    *bus = t;
    switch (cmd) {
    case DRAM_ACT:
        if (b->open)
            BUG("DRAM bank %u: activate of an open bank", bank);
        at_least(w, "tRFC", bank, t, b->ref, w->p.rfc);
        at_least(w, "tRC", bank, t, b->act, w->p.rc);
        at_least(w, "tRP", bank, t, b->pre, w->p.rp);
        at_least(w, "tRRD", bank, t, w->last_act, w->p.rrd);
        b->open = true;
        b->row = row;
        b->act = w->last_act = t;
        break;
    case DRAM_PRE:
        if (!b->open)
            BUG("DRAM bank %u: precharge of a closed bank", bank);
        may_close(w, t, bank);
        b->open = false;
        b->pre = t;
        break;
    default: column(w, t, cmd == DRAM_WR, bank, row);
    }
    w->seen++;
}

u64 dram_watch_count(const struct dram_watch *w)
{
    return w->seen;
}
