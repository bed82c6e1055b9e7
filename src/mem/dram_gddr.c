/* A GDDR5-style channel, command by command: see dram.h. One command a clock. FR-FCFS: a column command to an open
   row goes first, the oldest of these; else the oldest request's activate or precharge. A row stays open until a
   request for another comes and none for it is left. Reads and writes share one queue. A refresh closes the rows
   of its banks (all, or one after the other), as soon as each may be, and takes them. Leaves out: power states, ECC.
   Within a clock: one request is taken in (the slices that share the channel in turn), then one command is issued.
   Times are in ticks. */
#include "mem/dram.h"

#include "mem/dram_check.h"
#include "mem/dram_sched.h"
#include "mem/partition.h"

#define NONE DRAM_NONE

static void init_ticks(struct dram *d)
{
    const struct dram_params *p = &d->p;
    cyc k = d->w.period;
    u64 burst = div_up(p->burst, p->ratio);
    d->data_cycles = (u32)burst;
    d->t = (struct dram_ticks){
        .ccd = MAX(p->ccd, burst) * k,
        .ccdl = MAX(MAX(p->ccd, p->ccdl), burst) * k,
        .rfc = p->rfc * k,
        .rrd = p->rrd * k,
        .rcd = p->rcd * k,
        .ras = p->ras * k,
        .rp = p->rp * k,
        .rc = p->rc * k,
        .rtp = p->rtp * k,
        .to_data_rd = (p->cl + burst + p->extra_latency) * k,
        /* the bus must be free of read data when write data start */
        .rd_to_wr = (p->cl + burst > p->wl + p->ccd ? p->cl + burst - p->wl : p->ccd) * k,
        .wr_to_rd = MAX(p->wl + burst + p->cdlr, p->ccd) * k,
        .wr_to_pre = (p->wl + burst + p->wr) * k,
    };
}

static bool check(const struct dram_params *p, const struct dram_wiring *w, struct diag *g)
{
    u64 atom = p->bus * p->burst;
    if (!is_pow2(p->row) || !is_pow2(p->banks)) {
        diag_error(g, NULL, 0, 0, "dram.row and dram.banks must be powers of two: %llu, %llu",
                   (unsigned long long)p->row, (unsigned long long)p->banks);
        return false;
    }
    if (!is_pow2(p->groups) || !is_pow2(p->low_banks) || p->groups > p->banks || p->low_banks > p->banks) {
        diag_error(
            g, NULL, 0, 0,
            "dram.groups = %llu and dram.low_banks = %llu: both must be powers of two and at most dram.banks = "
            "%llu",
            (unsigned long long)p->groups, (unsigned long long)p->low_banks, (unsigned long long)p->banks);
        return false;
    }
    if (p->refi && p->refi <= p->rp + p->rfc + p->rc) {
        diag_error(
            g, NULL, 0, 0,
            "dram.refi = %llu: a refresh every so often leaves no time between them (dram.rfc = %llu, dram.rc = "
            "%llu, dram.rp = %llu)",
            (unsigned long long)p->refi, (unsigned long long)p->rfc, (unsigned long long)p->rc,
            (unsigned long long)p->rp);
        return false;
    }
    if (atom > p->row || p->row % atom || p->row % w->line) {
        diag_error(g, NULL, 0, 0,
                   "a DRAM row of %llu bytes does not hold a whole number of %llu-byte bursts and %u-byte lines",
                   (unsigned long long)p->row, (unsigned long long)atom, w->line);
        return false;
    }
    return true;
}

/* When the nth refresh is due, counted from 1 and shifted by dram.phase. Bank by bank: each bank every refi, the
   banks spread evenly over that time. */
static cyc nth_refresh(const struct dram *d, u64 n)
{
    u64 due = d->p.refresh_kind == DRAM_REFRESH_BANK ? n * d->p.refi / d->p.banks : n * d->p.refi;
    return (due - d->p.phase) * d->w.period;
}
static cyc refresh_due(const struct dram *d)
{
    return nth_refresh(d, d->refreshes + 1);
}

static bool init(struct dram *d, struct arena *a, struct diag *g)
{
    const struct dram_params *p = &d->p;
    const struct dram_wiring *w = &d->w;
    if (!check(p, w, g))
        return false;
    d->oldest = d->newest = NONE;
    d->refresh_at = NEVER;
    if (p->check)
        d->watch = dram_watch_new(a, p, w->period);
    u64 atom = p->bus * p->burst;
    ENSURE(p->sched < dram_sched_count);
    d->sched = &dram_scheds[p->sched];
    init_ticks(d);
    for (u32 m = 0; m < 256; m++)
        for (u64 at = 0; at < w->line; at += atom) {
            u64 sectors = 0;
            for (u64 b = at; b < MIN(at + atom, w->line); b += MIN(w->sector, atom))
                sectors |= 1ull << (b / w->sector);
            d->atoms[m] = (u8)(d->atoms[m] + ((m & sectors) != 0));
        }
    d->banks = ARENA_LINES(a, struct dram_bank, p->banks);
    d->group_banks = ARENA_ARRAY(a, u64, p->groups);
    d->group_at = ARENA_ARRAY(a, cyc, p->groups);
    for (u32 i = 0; i < p->banks; i++) {
        d->banks[i].first = d->banks[i].last = d->banks[i].hit = NONE;
        d->banks[i].bit = 1ull << i;
        d->banks[i].group = (u8)dram_group(p, i);
        d->group_banks[d->banks[i].group] |= d->banks[i].bit;
    }
    if (p->refi) {
        d->refreshes = p->refresh_kind == DRAM_REFRESH_BANK ? ((p->phase + 1) * p->banks - 1) / p->refi
                                                            : p->phase / p->refi; /* before the machine began */
        d->refresh_at = refresh_due(d);
    }
    d->queue = ARENA_LINES(a, struct dram_entry, p->queue);
    for (u32 i = 0; i < p->queue; i++)
        d->queue[i].next = i + 1 < p->queue ? i + 1 : NONE;
    u64 flying = d->t.to_data_rd / d->t.ccd + p->queue;
    for (u32 i = 0; i < w->n_ports; i++) {
        port_init(&d->in[i], a, (u32)p->inq + w->in_latency, w->in_latency * w->l2_period, w->l2_period, w->period,
                  &d->wake, w->wake_l2[i]);
        port_init(&d->out[i], a, (u32)flying, d->t.to_data_rd, w->period, w->l2_period, w->wake_l2[i], &d->wake);
    }
    return true;
}

static void refresh(struct dram *, cyc now);

/* Brings the interval counters up to now. */
static void settle(struct dram *d, cyc now)
{
    if (now >= d->refresh_at)
        refresh(d, now);
    if (d->used)
        d->stats.active += cycles_in(now - d->stat_since, d->w.period);
    d->stat_since = now;
}

static bool is_write(const struct dram_entry *e)
{
    return e->req.kind == RQ_WRITE || e->req.kind == RQ_RED;
}

/* The earliest tick of a column command to this bank. */
static inline cyc column_at(const struct dram *d, const struct dram_bank *b)
{
    return MAX(b->next_col, d->group_at[b->group]);
}

static void update_want(struct dram *d, struct dram_bank *b)
{
    d->wanting[b->want] &= ~b->bit;
    if (b->first == NONE)
        return;
    b->serves = d->sched->serve(d, b);
    const struct dram_entry *e = &d->queue[b->serves];
    bool column = b->open && e->row == b->row;
    b->seq = e->seq;
    b->want = (u8)(column ? (is_write(e) ? WANT_WR : WANT_RD) : b->open ? WANT_PRE : WANT_ACT);
    b->at = column ? column_at(d, b) : b->open ? b->next_pre : b->next_act;
    d->wanting[b->want] |= b->bit;
}

/* The same for a bank whose command did not end a request: the next command follows from the last. */
static inline void want_next(struct dram *d, struct dram_bank *b)
{
    u32 was = b->want;
    if (was == WANT_PRE) {
        b->want = WANT_ACT;
        b->at = b->next_act;
    } else if (was == WANT_ACT) {
        b->want = is_write(&d->queue[b->serves]) ? WANT_WR : WANT_RD;
        b->at = column_at(d, b);
    }
    d->wanting[was] &= ~b->bit;
    d->wanting[b->want] |= b->bit;
}

/* In a channel that has long been idle, all but the last refreshes of each bank are only counted: if a bank can be
   closed, or is closed and free, when one is due, it is closed and free at the next as well. */
static void pass_idle_refreshes(struct dram *d, cyc now)
{
    bool one = d->p.refresh_kind == DRAM_REFRESH_BANK;
    u64 round = one ? d->p.banks : 1, cycle = now / d->w.period;
    cycle += d->p.phase;
    u64 due = one ? ((cycle + 1) * d->p.banks - 1) / d->p.refi : cycle / d->p.refi; /* in all, up to now */
    if (due < d->refreshes + 2 * round || d->used || d->watch)
        return;
    for (u64 i = 0; i < d->p.banks; i++) {
        u64 before = one ? (i - d->refreshes) & (d->p.banks - 1) : 0; /* of other banks, due before this bank's */
        const struct dram_bank *b = &d->banks[i];
        if (MAX(b->next_act, b->open ? b->next_pre : 0) > nth_refresh(d, d->refreshes + 1 + before))
            return;
    }
    for (u64 i = 0; i < d->p.banks; i++) {
        d->stats.pre += d->banks[i].open;
        d->banks[i].open = false;
        d->banks[i].hit = NONE;
    }
    u64 passed = ((due - d->refreshes) / round - 1) * round;
    d->stats.refresh += passed;
    d->refreshes += passed;
    d->refresh_at = refresh_due(d);
}

/* Performs the refreshes due by now. Nothing has happened in the channel since they were due, as commands wait for
   them. */
static void refresh(struct dram *d, cyc now)
{
    bool one = d->p.refresh_kind == DRAM_REFRESH_BANK;
    pass_idle_refreshes(d, now);
    while (now >= d->refresh_at) {
        cyc at = d->refresh_at;
        u32 first = one ? (u32)(d->refreshes & (d->p.banks - 1)) : 0, end = one ? first + 1 : (u32)d->p.banks;
        for (u32 i = first; i < end; i++) {
            struct dram_bank *b = &d->banks[i];
            at = MAX(at, MAX(b->next_act, b->open ? MAX(d->refresh_at, b->next_pre) + d->t.rp : 0));
            d->stats.pre += b->open;
            b->open = false;
            b->hit = NONE;
        }
        for (u32 i = first; i < end; i++) {
            d->banks[i].next_act = at + d->t.rfc;
            update_want(d, &d->banks[i]);
            if (d->watch)
                dram_watch_cmd(d->watch, at, DRAM_REF, i, 0);
        }
        d->stats.refresh++;
        d->refreshes++;
        d->refresh_at = refresh_due(d);
    }
}

/* dram.bank_hash = chunk: three of four channels use the same bank for a line's chunk; the rest use one of three
   others. */
static u64 chunk_bank(const struct dram *d, u64 line, u64 banks)
{
    u64 bank = 0;
    for (u64 chunk = line / d->p.chunk; chunk && banks > 1; chunk /= banks)
        bank ^= chunk;
    u64 channel = partition_of(d->w.l2, line) / d->w.l2->per_channel;
    return bank ^ (channel % 4 == 3 ? banks / 4 * (1 + channel / 4 % 3) : 0);
}

/* The bank and row of a line. */
static u32 place(const struct dram *d, u64 line, u64 *row)
{
    u64 local = partition_channel_local(d->w.l2, line), low = 0;
    u32 bits = ctz64(d->p.low_banks), above = ctz64(d->w.l2->interleave);
    if (bits) { /* the bank's low bits come from the middle of the address */
        low = local >> above & (d->p.low_banks - 1);
        local = (local >> (above + bits) << above) | (local & (d->w.l2->interleave - 1));
    }
    u64 n = local >> ctz64(d->p.row), high = d->p.banks / d->p.low_banks;
    if (d->p.bank_hash == DRAM_BANK_CHUNK) {
        *row = n;
        return (u32)((chunk_bank(d, line, high) & (high - 1)) << bits | ((low ^ n) & (d->p.low_banks - 1)));
    }
    *row = n >> ctz64(high);
    return (u32)((((d->p.bank_hash == DRAM_BANK_XOR ? n ^ *row : n) & (high - 1)) << bits) | low);
}

static void accept(struct dram *d, cyc now, u32 port, const struct req *r)
{
    u32 i = d->free_list;
    struct dram_entry *e = &d->queue[i];
    d->free_list = e->next;
    u64 row;
    u32 bank = place(d, r->line, &row);
    *e = (struct dram_entry){.req = *r,
                             .row = row,
                             .since = port_since(&d->in[port]),
                             .port = port,
                             .bank = bank,
                             .left = d->atoms[r->sectors],
                             .next = NONE,
                             .next_all = NONE,
                             .prev_all = d->newest,
                             .seq = d->taken++};
    *(d->newest == NONE ? &d->oldest : &d->queue[d->newest].next_all) = i;
    d->newest = i;
    struct dram_bank *b = &d->banks[bank];
    *(b->first == NONE ? &b->first : &d->queue[b->last].next) = i;
    b->last = i;
    if (b->open && b->row == row && b->hit == NONE)
        b->hit = i;
    if (!d->used++)
        d->stat_since = now;
    update_want(d, b);
}

static void finish(struct dram *d, cyc now, u32 i)
{
    struct dram_entry *e = &d->queue[i];
    struct dram_bank *b = &d->banks[e->bank];
    u32 before = NONE;
    b->passed = i == b->first ? 0 : b->passed + 1;
    for (u32 k = b->first; k != i; k = d->queue[k].next)
        before = k;
    *(before == NONE ? &b->first : &d->queue[before].next) = e->next;
    if (b->last == i)
        b->last = before;
    if (b->hit == i)
        for (b->hit = e->next; b->hit != NONE && d->queue[b->hit].row != b->row;)
            b->hit = d->queue[b->hit].next;
    *(e->prev_all == NONE ? &d->oldest : &d->queue[e->prev_all].next_all) = e->next_all;
    *(e->next_all == NONE ? &d->newest : &d->queue[e->next_all].prev_all) = e->prev_all;

    bool write = e->req.kind == RQ_WRITE || e->req.kind == RQ_RED;
    d->stats.served++;
    d->stats.read += !write;
    d->stats.write += write;
    if (!write || !(e->req.flags & RQF_FILL))
        port_push(&d->out[e->port], now, &e->req);
    cyc until = now + (write ? d->p.wl * d->w.period + d->data_cycles * d->w.period : d->t.to_data_rd);
    hist_add(&d->hist, cycles_in(until - e->since, d->w.period));
    mark(d->marks, until, &e->req, MARK_DATA);
    d->done++;
    e->next = d->free_list;
    d->free_list = i;
    d->stats.queued += cycles_in(now - e->since, d->w.period);
    if (d->used == 1)
        dram_settle(d, now);
    d->used--;
}

/* After a column command, the next to the same bank group must wait longer than the channel's. */
static inline void hold_group(struct dram *d, cyc now, u32 group)
{
    cyc until = d->group_at[group] = now + d->t.ccdl;
    for (u64 m = (d->wanting[WANT_RD] | d->wanting[WANT_WR]) & d->group_banks[group]; m; m &= m - 1) {
        struct dram_bank *b = &d->banks[ctz64(m)];
        b->at = MAX(b->at, until);
    }
}

/* True: the request is complete. */
static inline bool issue_column(struct dram *d, cyc now, struct dram_bank *b)
{
    u32 i = b->serves;
    struct dram_entry *e = &d->queue[i];
    bool write = is_write(e);
    u64 bytes = d->p.bus * d->p.burst;
    if (!e->started) {
        e->started = true;
        d->stats.row_hit += !e->missed;
    }
    d->stats.col++;
    d->stats.bus_busy += d->data_cycles;
    if (write) {
        d->stats.write_bytes += bytes;
        d->next[WANT_WR] = now + d->t.ccd;
        d->next[WANT_RD] = MAX(d->next[WANT_RD], now + d->t.wr_to_rd);
        b->next_pre = MAX(b->next_pre, now + d->t.wr_to_pre);
    } else {
        d->stats.read_bytes += bytes;
        d->next[WANT_RD] = now + d->t.ccd;
        d->next[WANT_WR] = MAX(d->next[WANT_WR], now + d->t.rd_to_wr);
        b->next_pre = MAX(b->next_pre, now + d->t.rtp);
    }
    if (d->watch)
        dram_watch_cmd(d->watch, now, write ? DRAM_WR : DRAM_RD, e->bank, e->row);
    if (d->p.ccdl > d->p.ccd)
        hold_group(d, now, b->group);
    if (--e->left)
        return false;
    finish(d, now, i);
    return true;
}

static inline void issue_row(struct dram *d, cyc now, struct dram_bank *b)
{
    struct dram_entry *e = &d->queue[b->serves];
    if (d->watch)
        dram_watch_cmd(d->watch, now, b->open ? DRAM_PRE : DRAM_ACT, e->bank, e->row);
    if (b->open) {
        b->open = false;
        b->hit = NONE;
        b->next_act = MAX(b->next_act, now + d->t.rp);
        d->stats.pre++;
        return;
    }
    b->open = true;
    b->row = e->row;
    for (b->hit = b->first; d->queue[b->hit].row != b->row;)
        b->hit = d->queue[b->hit].next;
    e->missed = true;
    b->next_act = now + d->t.rc;
    b->next_pre = now + d->t.ras;
    b->next_col = MAX(b->next_col, now + d->t.rcd);
    d->next[WANT_ACT] = now + d->t.rrd;
    d->stats.act++;
}

/* Among the banks that want this command: the bank with the oldest request that may go now, or NONE. Lowers *next to
   when another of them may go. */
static u32 pick(const struct dram *d, cyc now, u32 want, u64 only, cyc *next)
{
    u64 banks = d->wanting[want] & only, best = UINT64_MAX;
    u32 bank = NONE, ready = 0;
    cyc when = NEVER;
    if (!banks)
        return NONE;
    if (d->next[want] > now) { /* the channel holds up all banks: look again when it is ready */
        *next = MIN(*next, d->next[want]);
        return NONE;
    }
    for (; banks; banks &= banks - 1) {
        u32 i = ctz64(banks);
        const struct dram_bank *b = &d->banks[i];
        bool later = b->at > now;
        u64 seq = later ? UINT64_MAX : b->seq;
        cyc at = later ? b->at : NEVER;
        when = at < when ? at : when;
        bank = seq < best ? i : bank;
        best = seq < best ? seq : best;
        ready += !later;
    }
    if (ready > 1)
        when = now + d->w.period;
    *next = MIN(*next, when);
    return bank;
}

/* The older of two picks; the other one waits for the next clock. */
static u32 older(const struct dram *d, cyc now, u32 a, u32 b, cyc *next)
{
    if (a == NONE || b == NONE)
        return a == NONE ? b : a;
    *next = MIN(*next, now + d->w.period);
    return d->banks[a].seq < d->banks[b].seq ? a : b;
}

/* A pick among banks that want one of two commands; mostly all want the same. */
static inline u32 pick_of(const struct dram *d, cyc now, u32 one, u32 two, u64 only, cyc *next)
{
    if (!d->wanting[two])
        return d->wanting[one] ? pick(d, now, one, only, next) : NONE;
    return older(d, now, pick(d, now, one, only, next), pick(d, now, two, only, next), next);
}

/* Issues the command that bank b wants, and sets what it wants next. */
static inline void issue(struct dram *d, cyc now, struct dram_bank *b)
{
    if (b->want <= WANT_WR) {
        if (issue_column(d, now, b))
            update_want(d, b);
    } else {
        issue_row(d, now, b);
        want_next(d, b);
    }
}

/* Replies for which there is room, whatever port they go to. */
static inline u32 room(const struct dram *d)
{
    u32 least = UINT32_MAX;
    for (u32 i = 0; i < d->w.n_ports; i++)
        least = MIN(least, d->out[i].cap - d->out[i].n);
    return least;
}
/* No room for a reply: no column command until the L2 takes one and wakes us (rare: it takes one a cycle). */
static bool stuck(struct dram *d, cyc now)
{
    bool full = false;
    for (u32 i = 0; i < d->w.n_ports; i++)
        full |= d->out[i].n + 1 >= d->out[i].cap && port_full(&d->out[i], now);
    return full;
}

/* Commands are issued ahead of time up to tick `known`, or until at most `few` requests are left. run and lone_bank
   return when the next command may go. */
struct ahead {
    cyc now; /* the tick at which it begins; then, the last clock that was simulated */
    cyc known;
    u32 few, room; /* room: replies that surely have room; at 1 or less it is counted anew */
};

/* Only one bank has requests. */
static cyc lone_bank(struct dram *d, struct ahead *a, struct dram_bank *b)
{
    for (;;) {
        cyc now = a->now;
        if (now >= d->refresh_at)
            refresh(d, now);
        if (b->want <= WANT_WR && a->room <= 1 && stuck(d, now))
            return NEVER;
        cyc at = MAX(b->at, d->next[b->want]);
        if (at <= now) {
            issue(d, now, b);
            if (b->first == NONE)
                return NEVER;
            at = MAX(b->at, d->next[b->want]);
            at = MAX(at, now + d->w.period);
        }
        at = MIN(at, d->refresh_at); /* a refresh closes the row: another command may become possible earlier */
        if (at >= a->known || d->used <= a->few)
            return at;
        if (a->room <= 2)
            return at; /* room for a reply at that time is not known yet */
        a->room--;
        a->now = at;
    }
}

/* Issues a command if one may go now; full: no column command. Returns when the next command may go. */
static cyc schedule(struct dram *d, cyc now, bool full)
{
    cyc next = NEVER;
    if (now >= d->refresh_at)
        refresh(d, now);
    u64 only = d->sched->banks ? d->sched->banks(d) : UINT64_MAX;
    u32 column = full ? NONE : pick_of(d, now, WANT_RD, WANT_WR, only, &next);
    u32 row = pick_of(d, now, WANT_ACT, WANT_PRE, only, &next);
    u32 i = column != NONE ? column : row;
    if (i == NONE)
        return next;
    struct dram_bank *b = &d->banks[i];
    issue(d, now, b);
    if (column != NONE && row != NONE) {
        next = now + d->w.period;
        if (d->p.row_bus)
            issue(d, now, &d->banks[row]);
    }
    if (d->sched->banks) /* the policy may choose another bank */
        return d->used ? now + d->w.period : NEVER;
    if (b->first != NONE) {
        cyc again = MAX(b->at, d->next[b->want]);
        next = MIN(next, MAX(again, now + d->w.period));
    }
    return next;
}

static cyc run(struct dram *d, struct ahead *a)
{
    a->room = room(d);
    bool full = a->room <= 1 && stuck(d, a->now);
    for (;;) {
        u64 all = d->wanting[WANT_RD] | d->wanting[WANT_WR] | d->wanting[WANT_ACT] | d->wanting[WANT_PRE];
        if (!(all & (all - 1)))
            return lone_bank(d, a, &d->banks[ctz64(all)]);
        cyc next = schedule(d, a->now, full);
        if (d->used)
            next = MIN(next, d->refresh_at);
        if (next >= a->known || d->used <= a->few || a->room <= 2)
            return next;
        a->room--;
        a->now = next;
        full = false;
    }
}

/* Takes one request from the slices, in turn; there is one. Returns when the next one comes. */
static cyc take_in(struct dram *d, cyc now)
{
    u32 i = d->next_port;
    cyc comes = NEVER;
    while (!port_peek(&d->in[i], now))
        i = i + 1 == d->w.n_ports ? 0 : i + 1;
    accept(d, now, i, port_peek(&d->in[i], now));
    port_pop(&d->in[i], now);
    d->next_port = i + 1 == d->w.n_ports ? 0 : i + 1;
    for (i = 0; i < d->w.n_ports; i++)
        comes = MIN(comes, port_next(&d->in[i]));
    return comes;
}

/* Issues commands from now on. While the queue is full no request can be taken in, so commands are known until a
   request leaves it. Otherwise requests pushed from now on arrive after the port's latency. */
static void go_ahead(struct dram *d, cyc now, cyc comes)
{
    bool whole = d->used == d->p.queue;
    struct ahead a = {.now = now, .known = d->until, .few = whole ? d->used - 1 : 0};
    if (!whole)
        a.known = MIN(a.known, MIN(now + d->in[0].latency, comes));
    d->next_cmd = run(d, &a);
    d->ran = whole ? a.now + d->w.period : 0;
}

static cyc tick(struct dram *d, cyc now)
{
    cyc comes = NEVER, from = now + d->w.period;
    bool ahead = now < d->ran; /* woken by a request that cannot be taken in yet */
    if (!ahead && now >= d->refresh_at)
        refresh(d, now);
    for (u32 i = 0; i < d->w.n_ports; i++)
        comes = MIN(comes, port_next(&d->in[i]));
    if (comes <= now && !ahead && d->used < d->p.queue)
        comes = take_in(d, now);
    if (!ahead) {
        d->next_cmd = NEVER;
        if (d->used)
            go_ahead(d, now, comes);
    }
    from = MAX(from, d->ran);
    return comes != NEVER && d->used < d->p.queue ? MIN(d->next_cmd, MAX(comes, from)) : d->next_cmd;
}

static void audit(const struct dram *d)
{
    ENSURE(d->taken == d->done + d->used);
    ENSURE(d->stats.served == d->stats.read + d->stats.write && d->stats.row_hit <= d->stats.served);
    u32 n = 0;
    for (u32 b = 0; b < d->p.banks; b++) {
        ENSURE(!!(d->wanting[d->banks[b].want] >> b & 1) == (d->banks[b].first != NONE));
        for (u32 i = d->banks[b].first; i != NONE; i = d->queue[i].next, n++)
            ENSURE(d->queue[i].bank == b && d->queue[i].left);
    }
    ENSURE(n == d->used);
}

static void dump(const struct dram *d, FILE *to)
{
    for (u32 b = 0; b < d->p.banks; b++)
        if (d->banks[b].first != NONE)
            fprintf(to, "  bank %u: row %s, oldest waits since tick %llu\n", b, d->banks[b].open ? "open" : "closed",
                    (unsigned long long)d->queue[d->banks[b].first].since);
}

static double peak(const struct dram_params *p, double core_mhz)
{
    (void)core_mhz;
    return (double)(p->bus * p->ratio) * 1e6 * (double)p->clock;
}

const struct dram_ops dram_gddr_ops = {.name = "gddr",
                                       .about = "banks and rows",
                                       .shared = true,
                                       .init = init,
                                       .tick = tick,
                                       .settle = settle,
                                       .audit = audit,
                                       .dump = dump,
                                       .peak = peak};
