/* What the SM's files share; private to sm/. */
#ifndef SLUICE_SM_INTERNAL_H
#define SLUICE_SM_INTERNAL_H
#include "sm/sm.h"

static inline u64 warp_bit(u32 w)
{
    return 1ull << w;
}

/* How many contexts an SM has: one a warp, and those of the warp-split table beyond. */
static inline u32 sm_contexts(const struct sm_config *c)
{
    return (u32)(c->maws->policy ? MAX(c->sm->warps, c->maws->entries) : c->sm->warps);
}

static inline struct cta_slot *cta_of(struct sm *sm, u32 ctx)
{
    return &sm->ctas[sm->warps[sm->ctx[ctx].warp].cta];
}

static inline void warp_to(struct sm *sm, u32 w, u32 state)
{
    struct context *cx = &sm->ctx[w];
    sm->stale = true;
    sm->in[cx->state] &= ~warp_bit(w);
    sm->in[state] |= warp_bit(w);
    cx->state = (u8)state;
}

/* Puts the warp into the wheel for cycle `due`; if that is beyond the wheel, into its last slot. */
static inline void warp_at(struct sm *sm, u32 w, u64 due, u64 now)
{
    sm->ctx[w].due = due;
    u64 slot = (due - now < WHEEL ? due : now + WHEEL - 1) % WHEEL;
    sm->wheel[slot] |= warp_bit(w);
    sm->wheel_used |= 1ull << slot;
    warp_to(sm, w, W_TIMED);
}

static inline void wheel_leave(struct sm *sm, u32 w)
{
    for (u32 slot = 0; slot < WHEEL; slot++) {
        sm->wheel[slot] &= ~warp_bit(w);
        if (!sm->wheel[slot])
            sm->wheel_used &= ~(1ull << slot);
    }
}

/* The first cycle from `now` on with an entry in the wheel; NEVER: it is empty. */
static inline u64 wheel_next(const struct sm *sm, u64 now)
{
    if (!sm->wheel_used)
        return NEVER;
    u32 r = (u32)(now % WHEEL);
    u64 m = r ? sm->wheel_used >> r | sm->wheel_used << (WHEEL - r) : sm->wheel_used;
    return now + ctz64(m);
}

/* Moves warps whose cycle has come to the ready set. */
static inline void turn_wheel(struct sm *sm, u64 cycle)
{
    u32 slot = (u32)(cycle % WHEEL);
    if (!(sm->wheel_used >> slot & 1))
        return;
    u64 due = sm->wheel[slot];
    sm->wheel[slot] = 0;
    sm->wheel_used &= ~(1ull << slot);
    for (; due; due &= due - 1) {
        u32 w = ctz64(due);
        if (sm->ctx[w].due <= cycle)
            warp_to(sm, w, W_READY);
        else
            warp_at(sm, w, sm->ctx[w].due, cycle);
    }
}

/* First cycle in which every register of the instruction may be used; NEVER: memory must answer first. */
static inline u64 operands_ready(const struct context *w)
{
    const struct sm_op *o = w->op;
    u64 due = w->earliest;
    for (const u16 *r = o->regs, *end = r + o->nreg; r < end; r += 4) { /* the last register is repeated at the end */
        u64 a = w->ready_at[r[0]], b = w->ready_at[r[1]], c = w->ready_at[r[2]], d = w->ready_at[r[3]];
        due = MAX(due, MAX(MAX(a, b), MAX(c, d)));
    }
    return due;
}

/* Its operands are available from this cycle on. */
static inline void warp_due(struct sm *sm, u32 w, u64 due, u64 cycle)
{
    if (due > cycle)
        warp_at(sm, w, due, cycle);
    else
        warp_to(sm, w, W_READY);
}

/* Warps that could issue a memory instruction if the LSU could take it. */
static inline u64 lsu_held(const struct sm *sm)
{
    return sm->want[U_LSU] & sm->lsu.held;
}

/* sm.c */
cyc sm_tick_any(struct sm *sm, cyc now);           /* sm.tick for every machine */
u64 sm_next_issue(const struct sm *sm, u64 cycle); /* nothing issued: when may that change without an event? */
/* issue.c */
bool issue_all(struct sm *sm, u32 first, u64 cycle);        /* every scheduler, one cycle; charges its slots */
void issue_execute(struct sm *sm, u32 s, u32 w, u64 cycle); /* the warp's next instruction leaves in this cycle */
void warp_fetch(struct sm *sm, u32 w, u64 cycle);           /* decode the next instruction; cycle: earliest issue */
void warp_fetch_one(struct sm *sm, u32 w, u64 cycle);       /* the same, for this context alone: split_group.c */
void warp_out(struct sm *sm, u32 w, u64 cycle, enum stream_status st); /* its stream has no next instruction */

/* Extra cycles of a branch at `pc`, with these active lanes, over one that no lane takes: the next instruction is
   elsewhere, or is for other lanes (at a path's end, where other lanes go on). */
static inline u64 branch_extra(const struct sm *sm, const struct sm_op *o, u32 pc, u64 active,
                               const struct stream_instr *next)
{
    bool exits = o->flags & SI_EXIT, fewer = next->active != active && !(next->active & ~active);
    if (next->pc == pc + 1 && (next->active == active || exits))
        return 0;
    return o->taken + (fewer && !exits ? sm->cfg.lat->parted : 0);
}
void warp_place(struct sm *sm, u32 w, u64 cycle); /* into the mask that its next instruction calls for */
/* issue_quick.c */
void issue_choose(struct sm *sm); /* a kernel begins: chooses the form of sm.tick */
/* lsu.c */
u32 bank_cycles(const struct stream_instr *i, u32 bytes, u32 lanes, u32 banks, u32 bank_bytes, bool atomic);
/* The same; what a regular access at this pc took last time is not computed again. seen: [BANKS_SEEN], zeroed. */
u32 bank_cycles_seen(struct bank_seen *seen, const struct stream_instr *i, u32 bytes, u32 lanes, u32 banks,
                     u32 bank_bytes, bool atomic, bool paired);
/* lsu.pairs, 16-byte loads: two groups of lanes take one pass if every lane reads what the next one reads, or the
   next but one. */
u32 paired_bank_cycles(const struct stream_instr *i, u32 lanes, u32 banks, u32 bank_bytes);
/* banks.c */
void banks_of(const struct si *si, u8 out[SM_REG_BANKS]);
u32 banks_registers(const u8 reads[SM_REG_BANKS]); /* accesses to the bank used most, at least 1 */
/* products.c: a product of a warp group issues: returns the cycle in which the tensor core begins it, behind earlier
   ones; how long so many passes over shared memory take beside products */
u64 products_issued(struct sm *sm, u32 s, const struct sm_op *o, u64 cycle);
u32 products_stretch(const struct sm *sm, u64 cycle, u32 passes);
/* banks.c again: counted in `hist`, of SM_BANK_HIST */
u32 banks_shared(const struct sm *sm, u64 *hist, const struct sm_op *o, const struct stream_instr *i, u32 passes);
u32 banks_line(const struct sm *sm, u64 *hist, const struct sm_op *o, u64 line); /* passes of the first line */
/* log.c: where a log is asked for */
void sm_log_states(struct sm *);                                         /* at the end of a tick */
void sm_log_request(struct sm *, const struct req *, u32 slot, cyc now); /* of the LSU */
/* cta.c */
void start_ctas(struct sm *sm, u64 cycle); /* CTAs that start in this cycle */
void warp_exit(struct sm *sm, u32 w, u64 cycle);
void warp_barrier(struct sm *sm, u32 w, u64 cycle); /* it has issued a barrier instruction */
void warp_fence(struct sm *sm, u32 w, u64 cycle);
bool warp_fence_waits(const struct sm *sm, const struct context *cx); /* for accesses of its warp */
void cta_check_done(struct sm *sm, struct cta_slot *c);               /* its last warp or its last copy has ended */
void warp_mem_done(struct sm *sm, u32 w, u64 cycle);                  /* one of its memory instructions is done */
void warps_at_lsu(struct sm *sm, u64 cycle, cyc now); /* asks again for barriers and fences that the LSU holds */
/* icache.c */
struct icache *icache_new(struct arena *a, const struct icache_params *p);
/* The cycle from which the line is there, if it is looked up in `cycle`. A miss fetches it. */
u64 icache_fetch(struct icache *c, u64 line, u64 cycle, bool *miss);
/* A kernel of so many lines begins: returns the number of its first line. Without icache.keep the cache is emptied if
   the kernel is `alone`. */
u64 icache_launch(struct icache *c, const char *kernel, u64 lines, bool alone);

#include "sm/lsu_internal.h"
#include "sm/stack.h"
void sm_timer(struct sm *, u64 cycle); /* timer.c: performs what is due in this cycle */

#endif
