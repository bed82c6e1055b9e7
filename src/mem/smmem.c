/* What one SM sees of the memory: see smmem.h. */
#include "mem/smmem.h"

#include "mem/l1_internal.h"

void smmem_push_bank(struct smmem *s, cyc now, struct req *r, u32 bank)
{
    smmem_begin(s, now, r);
    s->front.stats.in++;
    port_push(&s->cache[SMM_L1].banks->at[bank].in, now, r);
}

void smmem_push(struct smmem *s, cyc now, struct req *r)
{
    u32 k = smmem_cache_of(s, r->space);
    if (k == SMM_L1 && s->cache[SMM_L1].banks) {
        smmem_push_bank(s, now, r, l1_bank_of(&s->cache[SMM_L1], r->line));
        return;
    }
    smmem_begin(s, now, r);
    if (k == SMM_L1)
        front_push(&s->front, now, r);
    else
        port_push(s->fixed[k] ? &s->cache[k].hits : &s->cache[k].in, now, r);
}

bool smmem_has_constant(struct smmem *s, u64 addr, u64 cycle, u32 *wait)
{
    const struct req r = {.line = addr / s->constants.p.line * s->constants.p.line,
                          .kind = RQ_READ,
                          .space = RQS_CONST,
                          .sectors = 0xff};
    if (!s->fixed[SMM_CONST] && !l1_would_hit(&s->cache[SMM_CONST], &r))
        return false;
    *wait = constants_uniform(&s->constants, addr, cycle);
    return true;
}

void smmem_fence(struct smmem *s, cyc now)
{
    if (s->cache[SMM_L1].p.fence)
        l1_fence(&s->cache[SMM_L1], now);
}

void smmem_watch_tries(struct smmem *s, bool on)
{
    s->cache[SMM_L1].watched = on;
    s->cache[SMM_L1].quick &= !on;
}

void smmem_new_kernel(struct smmem *s)
{
    for (u32 k = 0; k < SMM_CACHES; k++)
        if (s->used[k] && (k != SMM_L1 || s->cache[SMM_L1].p.invalidate))
            l1_invalidate(&s->cache[k]);
    constants_new_kernel(&s->constants);
}

static bool take(struct smmem *s, struct port *p, cyc now, struct req *out)
{
    const struct req *r = port_peek(p, now);
    if (!r)
        return false;
    *out = *r;
    port_pop(p, now);
    s->replied++;
    hist_add(&s->hist, cycles_in((u32)now - out->born, s->period));
    return true;
}

const struct req *smmem_reply_head(const struct smmem *s, u32 k, cyc now)
{
    const struct req *r = port_peek(&s->cache[k].fills, now);
    return r ? r : port_peek(&s->cache[k].hits, now);
}

bool smmem_reply_from(struct smmem *s, u32 k, cyc now, struct req *out)
{
    struct l1 *c = &s->cache[k];
    return take(s, &c->fills, now, out) || take(s, &c->hits, now, out);
}

bool smmem_reply(struct smmem *s, cyc now, struct req *out)
{
    for (u32 k = 0; k < SMM_CACHES; k++)
        if (smmem_replies(s, k) && smmem_reply_from(s, k, now, out))
            return true;
    return false;
}

u64 smmem_hit_latency(const struct smmem *s)
{
    return s->cache[SMM_L1].p.latency;
}

u32 smmem_fetched_sectors(const struct smmem *s, u32 space)
{
    const struct l1 *c = &s->cache[smmem_cache_of(s, space)];
    return c->p.sectored ? 0 : popcount64(c->all_sectors);
}

void smmem_copy_push(struct smmem *s, cyc now, struct req *r)
{
    smmem_begin(s, now, r);
    port_push(&s->copy_out, now, r);
}

bool smmem_copy_reply(struct smmem *s, cyc now, struct req *out)
{
    return take(s, &s->copy_in, now, out);
}

bool smmem_idle(const struct smmem *s)
{
    bool idle = s->pushed == s->replied;
    SMMEM_STAGES(STAGE_IDLE, s)
    return idle;
}

void smmem_new_cta(struct smmem *s, u32 cta_slot, const u16 *warp_slots, u32 n_warps)
{
    front_new_cta(&s->front, cta_slot, warp_slots, n_warps);
    for (u32 k = 0; k < SMM_CACHES; k++)
        if (s->used[k])
            l1_new_cta(&s->cache[k], cta_slot);
}
