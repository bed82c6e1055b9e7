/* What the files of the load-store units share. Included by sm/internal.h. */
#ifndef SLUICE_SM_LSU_INTERNAL_H
#define SLUICE_SM_LSU_INTERNAL_H
#include "sm/sm.h"

/* lsu.c */
void lsu_init(struct sm *sm, struct arena *a);
/* For implementations. lsu_begin fills e with the warp's next instruction, takes a slot if it makes requests, and
   marks what it writes; false: no lane is active and the instruction is complete. lsu_complete: the instruction is
   complete, its results may be read from cycle `at` on. lsu_answered: one of the slot's requests has its reply; true:
   it was the last. */
bool lsu_begin(struct sm *sm, struct lsu_entry *e, u32 w, u64 cycle);
void lsu_complete(struct sm *sm, const struct sm_op *o, u32 w, u64 at, u64 cycle);
extern const u8 lsu_req_kinds[]; /* enum req_kind by enum si_mem_kind */
static inline u32 lsu_take_slot(struct lsu *l)
{
    u32 slot = l->free_slot;
    l->free_slot = slot + 1 + l->slots[slot].next_free;
    l->n_free--;
    return slot;
}
static inline void lsu_marks(struct context *cx, const struct sm_op *o) /* in flight, results marked */
{
    for (u32 i = 0; i < o->ndst; i++)
        cx->ready_at[o->regs[i]] = NEVER;
    cx->touched |= o->touches;
    if (o->kind == SI_LOAD || o->kind == SI_ATOMIC)
        cx->loads++;
    else
        cx->stores++;
}
u64 lsu_in_turn(struct sm *sm, u32 w, u32 words, u64 at);
static inline void lsu_missed(struct lsu_slot *s, u32 space) /* a reply that came from below the first cache */
{
    s->missed = true;
    if (space == RQS_CONST) /* constants: from below both caches */
        s->delay = 0;
}
void lsu_over(struct sm *sm, u32 slot, u64 cycle);
static inline bool lsu_answered(struct sm *sm, u32 slot, u64 cycle)
{
    struct lsu_slot *s = &sm->lsu.slots[slot];
    ENSURE(s->left);
    if (--s->left)
        return false;
    lsu_over(sm, slot, cycle);
    return true;
}
/* cas.c: an atomic on shared memory that is a loop of compare-and-swap and passes over the banks so many times. */
#define CAS_WORDS 64
struct cas_word {
    u64 word, free; /* word: with its CTA's slot, + 1; free: the cycle from which another lane may swap it */
};
void cas_loop(struct sm *sm, struct lsu_entry *e, struct context *cx, u32 passes, u64 cycle);
void lsu_changes(struct sm *sm, u64 cycle); /* charges this cycle's slots to the LSU's state so far */
u32 lsu_space(u32 space);                   /* enum req_space of a stream's memory space */
void lsu_queue_init(struct lsu_queue *q, struct arena *a, u32 cap);
void lsu_queue_accept(struct sm *sm, struct lsu_queue *q, u32 w, u64 cycle);
u64 lsu_queue_tick(struct sm *sm, struct lsu_queue *q, u64 cycle, cyc now);
u32 lsu_queue_cause(const struct sm *sm, const struct lsu_queue *q);
static inline void lsu_queue_held(struct lsu *l) /* the in-order unit's `held` */
{
    const struct lsu_queue *q = l->state;
    l->held = q->n == q->cap || !l->n_free ? UINT64_MAX : 0;
}
/* When the in-order unit next takes a reply, a later tick than now: `replies` does nothing before. */
static inline cyc lsu_next_answer(const struct sm *sm)
{
    return MIN(smmem_reply_next(sm->mem), sm->lsu.late_at);
}
/* lsu_quick.c */
void lsu_choose(struct sm *sm); /* a kernel begins: chooses the forms of accept, tick and replies */
/* Counts a reply to the slot's instruction (for sm.by_pc), before lsu_answered. hit: of the L1. */
void lsu_count(struct sm *sm, const struct req *r, u32 slot, bool hit);
static inline void lsu_write_req(const struct lsu_entry *e, struct req *r) /* the request for line e->at */
{
    const struct coalesced *c = &e->lines[e->at];
    *r = e->like;
    r->line = c->line;
    r->sectors = c->sectors;
    r->asked = c->touched;
    r->bytes = c->bytes;
    r->same = c->same;
}
static inline struct req lsu_req(const struct lsu_entry *e)
{
    struct req r;
    lsu_write_req(e, &r);
    return r;
}

#endif
