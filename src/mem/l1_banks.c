/* An L1 whose sets lie in several banks: each bank has its own queue and looks up one request a cycle. Hits of all
   banks are served side by side, but MSHRs and miss queue are searched for one request a cycle that does not hit. The
   bank after the one that searched last comes first. Leaves out: fills that disturb a bank's lookup. */
#include "mem/l1_internal.h"

bool l1_banks_init(struct l1 *c, struct arena *a, cyc *wake_front)
{
    u32 n = (u32)c->p.banks;
    struct l1_banks *k = c->banks = ARENA_NEW(a, struct l1_banks);
    k->n = n;
    k->at = ARENA_ARRAY(a, struct l1_bank, n);
    for (u32 i = 0; i < n; i++)
        port_init(&k->at[i].in, a, (u32)c->p.queue, c->period, c->period, c->period, &c->wake, wake_front);
    return true;
}

u32 l1_queued(const struct l1 *c)
{
    u32 n = c->in.n;
    for (u32 i = 0; c->banks && i < c->banks->n; i++)
        n += c->banks->at[i].in.n;
    return n;
}

bool l1_any_full(struct l1 *c, cyc now)
{
    bool full = false;
    for (u32 i = 0; i < c->banks->n; i++)
        full |= port_full(&c->banks->at[i].in, now);
    return full;
}

void l1_banks_settle(struct l1 *c, cyc now)
{
    for (u32 i = 0; i < c->banks->n; i++) {
        struct l1_bank *b = &c->banks->at[i];
        if (b->stall && now > b->stall_since) {
            l1_add_fail(&c->stats, b->stall, (now - b->stall_since) / c->period);
            b->stall_since = now;
        }
    }
}

/* Looks up the head of one bank. Returns its stall cause; L1_OK if it was served or there is none. */
static u32 one_bank(struct l1 *c, struct l1_bank *b, cyc now, bool *searched, cyc *next)
{
    const struct req *r = port_peek(&b->in, now);
    if (!r)
        return L1_OK;
    bool hits = l1_would_hit(c, r);
    if (!hits && *searched) { /* another bank has searched the MSHRs in this cycle */
        c->stats.bank_wait++;
        *next = now + c->period;
        return L1_OK;
    }
    u32 born = r->born, why = l1_lookup(c, now, r);
    if (why)
        return why;
    *searched |= !hits;
    hist_add(&c->hist_front, cycles_in((u32)now - born, c->period));
    c->taken++;
    port_pop(&b->in, now);
    return L1_OK;
}

cyc l1_banks_lookup(struct l1 *c, cyc now, cyc next)
{
    struct l1_banks *k = c->banks;
    u64 before = c->taken;
    bool searched = false, changed = c->changed;
    u32 first = k->first;
    c->changed = false;
    c->stall = L1_OK;
    for (u32 n = 0; n < k->n; n++) {
        u32 i = (first + n) % k->n;
        struct l1_bank *b = &k->at[i];
        b->changed |= changed;
        bool had = searched;
        if (l1_worth_a_try(c, b->stall, b->changed, now)) {
            b->changed = false;
            b->stall = (u8)one_bank(c, b, now, &searched, &next);
            b->stall_since = now;
            if (searched && !had)
                k->first = (i + 1) % k->n;
        }
        cyc head = b->stall ? NEVER : port_next(&b->in);
        next = head == NEVER ? next : MIN(next, MAX(head, now + c->period));
    }
    for (u32 i = 0; i < k->n && !c->stall; i++) /* the first bank that waits gives the cause charged to issue slots */
        c->stall = k->at[i].stall;
    c->stats.serving += c->taken != before;
    return next;
}
