/* An SM's view of the memory: front, L1, constant and texture caches. It is the SM's only
   interface to them: the requests of an instruction (smmem_access), room, replies, and the L1's
   state. */
#ifndef SLUICE_MEM_SMMEM_H
#define SLUICE_MEM_SMMEM_H
#include "mem/constants.h"
#include "mem/front.h"
#include "mem/l1.h"
#include "mem/stage.h"
#include "mem/textures.h"

enum smmem_cache { SMM_L1, SMM_CONST, SMM_TEX, SMM_CACHES };

struct smmem {
    _Alignas(HOST_PAIR) u16 sm; /* units run on different threads: two must not share a host cache line */
    u16 cluster;
    struct front front;
    struct constants constants;
    struct textures textures;
    struct coalesce_config coalesce; /* of what goes through the L1 */
    struct l1 cache[SMM_CACHES];     /* those in use; `used` says which */
    bool used[SMM_CACHES], copies;
    bool fixed[SMM_CACHES];        /* always hits: no cache, only its reply port */
    struct port copy_out, copy_in; /* of the copy engine, if there is one (copies) */
    cyc period;
    u64 pushed, replied; /* conservation: every request gets exactly one reply */
    struct hist hist;    /* total time */
    cyc *wake_sm;
    struct marks *marks; /* NULL: no request is marked */
};

static inline u32 smmem_cache_of(const struct smmem *s, u32 space) /* enum smmem_cache */
{
    return space == RQS_CONST                                            ? SMM_CONST
           : space == RQS_TEX && (s->used[SMM_TEX] || s->fixed[SMM_TEX]) ? SMM_TEX
                                                                         : SMM_L1;
}

/* The requests of an instruction that is issued in `cycle`. The access comes with room for its lines, all else 0. */
static inline void smmem_access(struct smmem *s, const struct si *code, const struct stream_instr *i, u32 lanes,
                                u64 cycle, struct access *a)
{
    switch (i->space) {
    case SI_CONST:
    case SI_PARAM: constants_access(&s->constants, i, cycle, a); break;
    case SI_TEX: textures_access(&s->textures, code, i, lanes, a); break;
    default: coalesce_access(&s->coalesce, code, i, lanes, a); break;
    }
}

bool smmem_has_constant(struct smmem *, u64 addr, u64 cycle, u32 *wait); /* *wait: in how many cycles it is there */
/* Pushes a request in which everything but sm, hub and born is set. Every request, stores and reductions too, is
   answered by exactly one reply with the same token and kind. The space chooses the cache; one push a cycle for each
   of the three. */
static inline bool smmem_full(struct smmem *s, cyc now, u32 space)
{
    u32 k = smmem_cache_of(s, space);
    if (k == SMM_L1)
        return s->cache[SMM_L1].banks ? l1_any_full(&s->cache[SMM_L1], now) : front_full(&s->front, now);
    return port_full(s->fixed[k] ? &s->cache[k].hits : &s->cache[k].in, now);
}
void smmem_push(struct smmem *, cyc now, struct req *);
static inline void smmem_begin(struct smmem *s, cyc now, struct req *r)
{
    r->sm = s->sm;
    r->hub = 0;
    r->born = (u32)now;
    s->pushed++;
    if (WATCHED(s->marks) && mark_wanted(r->line))
        r->flags |= RQF_MARKED;
}
/* The same for an L1 with one queue that has room at `now`, perhaps a later tick than the current one: a place to
   write the request into, then smmem_begin. */
static inline struct req *smmem_place_l1(struct smmem *s, cyc now)
{
    return front_place(&s->front, now);
}
/* An L1 in banks, where requests may pass others whose bank is busy: does this space use one, does each
   lane access a bank by itself (l1.bank_bytes), in which bank does a line lie, has that bank room, and the
   push. */
static inline bool smmem_banked(const struct smmem *s, u32 space)
{
    return s->cache[SMM_L1].banks && smmem_cache_of(s, space) == SMM_L1;
}
static inline bool smmem_by_lanes(const struct smmem *s)
{
    return s->coalesce.banks;
}
static inline u32 smmem_bank_of(const struct smmem *s, u64 line)
{
    return l1_bank_of(&s->cache[SMM_L1], line);
}
static inline bool smmem_bank_full(struct smmem *s, cyc now, u32 bank)
{
    return port_full(&s->cache[SMM_L1].banks->at[bank].in, now);
}
void smmem_push_bank(struct smmem *, cyc now, struct req *, u32 bank);
/* Takes a reply of this cache (enum smmem_cache) if one is ready. Then, the reply that it would take (NULL: none). */
bool smmem_reply_from(struct smmem *, u32 cache, cyc now, struct req *out);
const struct req *smmem_reply_head(const struct smmem *, u32 cache, cyc now);
static inline struct port *smmem_reply_port(struct smmem *s, u32 cache,
                                            bool hits) /* for stages that take all replies of one kind */
{
    return hits ? &s->cache[cache].hits : &s->cache[cache].fills;
}
static inline bool smmem_replies(const struct smmem *s, u32 cache) /* has the cache any reply, ready or not? */
{
    return s->cache[cache].fills.n | s->cache[cache].hits.n;
}
bool smmem_reply(struct smmem *, cyc now, struct req *out);  /* from any cache */
static inline u32 smmem_other_replies(const struct smmem *s) /* of other caches than the L1: above 0 if any */
{
    const struct l1 *c = &s->cache[SMM_CONST], *t = &s->cache[SMM_TEX];
    return c->fills.n | c->hits.n | t->fills.n | t->hits.n;
}
static inline cyc smmem_reply_next(const struct smmem *s) /* when the next is ready; NEVER */
{
    const struct l1 *c = &s->cache[SMM_L1];
    cyc t = MIN(port_next(&c->fills), port_next(&c->hits));
    if (smmem_other_replies(s))
        for (u32 k = SMM_CONST; k < SMM_CACHES; k++)
            if (smmem_replies(s, k))
                t = MIN(t, MIN(port_next(&s->cache[k].fills), port_next(&s->cache[k].hits)));
    return t;
}
/* May this warp pass its barrier or fence as far as the front is concerned? If not, the SM is woken to ask again. */
static inline bool smmem_barrier(struct smmem *s, u32 warp, cyc now)
{
    return front_barrier(&s->front, warp, now);
}
void smmem_fence(struct smmem *, cyc now); /* a fence with more than block scope is passed */
void smmem_new_cta(struct smmem *, u32 cta_slot, const u16 *warp_slots, u32 n_warps);
/* The L1's stall cause (enum l1_stall), L1_OK if it is not stalled. For the issue-slot stack. */
static inline u32 smmem_stall(const struct smmem *s)
{
    return s->cache[SMM_L1].stall;
}

/* What an LSU may know of the L1: lines of one load that are looked up a cycle. */
static inline u32 smmem_lookups(const struct smmem *s) /* lines of one load a cycle */
{
    return (u32)s->cache[SMM_L1].p.lookups;
}
static inline u32 smmem_after(const struct smmem *s, u32 space) /* l1.after; 0 for spaces of other caches */
{
    return smmem_cache_of(s, space) == SMM_L1 ? (u32)s->cache[SMM_L1].p.after : 0;
}
u64 smmem_hit_latency(const struct smmem *); /* core cycles */
static inline u32 smmem_line_bytes(const struct smmem *s)
{
    return s->coalesce.line_bytes;
}
/* Sectors that a load of one line fetches below the cache of this space; 0: those that it touches. */
u32 smmem_fetched_sectors(const struct smmem *, u32 space);
static inline bool smmem_in_order(const struct smmem *s) /* requests reach the L1 in the order of their pushes */
{
    return s->front.ops->direct;
}
/* The L1 takes requests from one queue in order, and never waits for the SM if the SM takes every reply when it
   comes: at most 2 fills a cycle, and one hit for each lookup. */
static inline bool smmem_simple_l1(const struct smmem *s)
{
    const struct l1 *c = &s->cache[SMM_L1];
    return smmem_in_order(s) && !c->banks && !s->coalesce.banks && !s->coalesce.split && !c->p.after &&
           c->p.fill_latency <= 2;
}
static inline void smmem_serve_l1(struct smmem *s, const struct l1_lsu *lsu) /* between kernels */
{
    s->cache[SMM_L1].lsu = *lsu;
}
void smmem_watch_tries(struct smmem *, bool on); /* smmem_tries will be asked */
static inline void smmem_tries(const struct smmem *s, cyc now, bool attempts, u64 *tried, u64 *missed) /* l1_tries */
{
    l1_tries(&s->cache[SMM_L1], now, attempts, tried, missed);
}
/* Requests of the copy engine (RQS_COPY), which bypass the caches, and their replies. */
void smmem_copy_push(struct smmem *, cyc now, struct req *);
bool smmem_copy_reply(struct smmem *, cyc now, struct req *out);
void smmem_new_kernel(struct smmem *); /* between kernels: empties the caches that are emptied then */
/* Every stage of it: see stage.h. */
#define SMMEM_STAGES(X, s)                                                                                           \
    X(front, (s)->front, "front", true, front)                                                                       \
    X(l1, (s)->cache[SMM_L1], "L1", true, l1)                                                                        \
    X(l1, (s)->cache[SMM_CONST], "constant cache", (s)->used[SMM_CONST], constc)                                     \
    X(l1, (s)->cache[SMM_TEX], "texture cache", (s)->used[SMM_TEX], tex)

static inline cyc smmem_next(const struct smmem *s)
{
    cyc next = NEVER;
    SMMEM_STAGES(STAGE_NEXT, s)
    return next;
}
static inline void smmem_tick(struct smmem *s, cyc now) /* its stages that are due */
{
    SMMEM_STAGES(STAGE_TICK, s)
}
bool smmem_idle(const struct smmem *);

#endif
