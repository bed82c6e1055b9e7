/* What one SM sees of the memory: front, L1, constant and texture caches. */
#ifndef SLUICE_MEM_SMMEM_H
#define SLUICE_MEM_SMMEM_H
#include "mem/front.h"
#include "mem/l1.h"
#include "mem/stage.h"

#define CONST_KIND_WORDS(X)                                                                                          \
    X(CONST_CACHE, "cache", "through a cache of their own")                                                          \
    X(CONST_FIXED, "fixed", "always hit")
DECL_CHOICE(const_kind, CONST_KIND_WORDS);
#define TEX_KIND_WORDS(X)                                                                                            \
    X(TEX_L1, "l1", "through the L1")                                                                                \
    X(TEX_CACHE, "cache", "through a cache of their own")                                                            \
    X(TEX_FIXED, "fixed", "always hit")
DECL_CHOICE(tex_kind, TEX_KIND_WORDS);

#define CONST_PARAMS(P, B, E)                                                                                        \
    E(kind, const_kind, CONST_CACHE, "constant loads (paper)")                                                       \
    P(size, 8192, 128, 1 << 20, "bytes", "capacity (datasheet)")                                                     \
    P(ways, 4, 0, 1024, "", "associativity (guess)")                                                                 \
    P(line, 64, 32, 128, "bytes", "line size (guess)")                                                               \
    P(latency, 4, 1, 1000, "core cycles", "lookup to data of a hit (guess)")                                         \
    P(mshrs, 4, 1, 1024, "lines", "lines outstanding (guess)")                                                       \
    P(first, 0, 0, 65536, "bytes", "a cache before it, of 64-byte lines, first in first out; 0: none (datasheet)")   \
    P(first_miss, 70, 0, 1000, "core cycles", "what a load takes longer if only this one has its line (measured)")   \
    P(busy, 1, 1, 64, "core cycles",                                                                                 \
      "each distinct word of a load takes the load-store unit for so long (measured)")                               \
    P(turn, 1, 1, 64, "core cycles", "from one distinct word of a load to the next, as its warp sees it (measured)") \
    B(twins, 0, "a fill brings the other line of its aligned pair as well; what that moves is not counted (measured)")
DECL_PARAMS(constc, CONST_PARAMS);

#define TEX_PARAMS(P, B, E)                                                                                          \
    E(kind, tex_kind, TEX_CACHE, "texture reads (datasheet)")                                                        \
    P(size, 12288, 128, 1 << 24, "bytes", "capacity (datasheet)")                                                    \
    P(ways, 24, 0, 1024, "", "associativity (guess)")                                                                \
    P(line, 128, 32, 128, "bytes", "line size (guess)")                                                              \
    P(latency, 100, 1, 1000, "core cycles", "lookup to data of a hit: filtering is slow (guess)")                    \
    P(mshrs, 32, 1, 1024, "lines", "lines outstanding (guess)")                                                      \
    P(busy, 1, 1, 64, "core cycles",                                                                                 \
      "a texture instruction takes the load-store unit for at least so long "                                        \
      "(measured)")                                                                                                  \
    P(after, 0, 0, 1000, "core cycles", "from the texels, as the cache gives them, to the result (measured)")        \
    B(blocks, 0, "arrays lie in blocks of 64 bytes by 8 rows, a sector being 16 bytes by 2; off: in rows (measured)")
DECL_PARAMS(tex, TEX_PARAMS);

enum smmem_cache { SMM_L1, SMM_CONST, SMM_TEX, SMM_CACHES };

struct smmem {
    _Alignas(HOST_LINE) u16 sm; /* units run on different threads: no host cache line in two of them */
    u16 cluster;
    struct front front;
    struct l1 cache[SMM_CACHES]; /* those in use; `used` says which */
    bool used[SMM_CACHES];
    bool fixed[SMM_CACHES]; /* always hits: not used, just its reply port */
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

/* What the SM does. A request has everything set but sm, hub and born, which are filled in. Every request, stores
   and reductions too, is answered by exactly one reply with the same token and kind. The space chooses the cache; one
   push a cycle for each of the three. */
static inline bool smmem_full(struct smmem *s, cyc now, u32 space)
{
    u32 k = smmem_cache_of(s, space);
    if (k == SMM_L1)
        return s->cache[SMM_L1].banks ? l1_any_full(&s->cache[SMM_L1], now) : front_full(&s->front, now);
    return port_full(s->fixed[k] ? &s->cache[k].hits : &s->cache[k].in, now);
}
void smmem_push(struct smmem *, cyc now, struct req *);
void smmem_push_bank(struct smmem *, cyc now, struct req *, u32 bank); /* an L1 in banks, whose queue has room */
/* Takes a reply of this cache (enum smmem_cache) if there is one ready; what it would take (NULL: nothing is). */
bool smmem_reply_from(struct smmem *, u32 cache, cyc now, struct req *out);
const struct req *smmem_reply_head(const struct smmem *, u32 cache, cyc now);
static inline bool smmem_replies(const struct smmem *s, u32 cache) /* has it any, ready or not? */
{
    return s->cache[cache].fills.n | s->cache[cache].hits.n;
}
static inline bool smmem_reply(struct smmem *s, cyc now, struct req *out) /* of any of them */
{
    for (u32 k = 0; k < SMM_CACHES; k++)
        if (smmem_replies(s, k) && smmem_reply_from(s, k, now, out))
            return true;
    return false;
}
static inline cyc smmem_reply_next(const struct smmem *s) /* when the next is ready; NEVER */
{
    cyc t = NEVER;
    for (u32 k = 0; k < SMM_CACHES; k++)
        if (smmem_replies(s, k))
            t = MIN(t, MIN(port_next(&s->cache[k].fills), port_next(&s->cache[k].hits)));
    return t;
}
/* May this warp pass its barrier or fence as far as the front is concerned? Asks again when the SM is woken. */
static inline bool smmem_barrier(struct smmem *s, u32 warp, cyc now)
{
    return front_barrier(&s->front, warp, now);
}
void smmem_new_cta(struct smmem *, u32 cta_slot, const u16 *warp_slots, u32 n_warps);
/* Why requests do not move: the L1's cause (enum l1_stall), L1_OK if it is not stalled. For the issue-slot stack. */
static inline u32 smmem_stall(const struct smmem *s)
{
    return s->cache[SMM_L1].stall;
}

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
