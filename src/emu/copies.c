/* Bulk copies of a timed launch. The bytes move when the instruction is performed, in the order of time; the machine
   decides how long the copy takes, from the global memory that it reads or writes. When the machine says that the
   last byte has arrived, the copy's barrier objects are updated. */
#include <stdlib.h>

#include "emu/async.h"

struct copying {
    u64 id;
    struct warp *w; /* its CTA is kept until its copies have ended */
    const struct uop *u;
    u32 lane, n_bars;
    u64 bytes; /* bytes for which the barrier objects wait */
    struct {
        struct target at;
        u64 cta; /* number of the CTA that the object belonged to */
    } bars[CLUSTER_RANKS];
    struct stream_cta *to[CLUSTER_RANKS]; /* multicast */
    VEC(struct stream_piece) pieces;
    struct stream_copy said;
    struct copying *next;
};

void copying_begin(struct launch *l)
{
    l->copies.begins = NULL;
    l->copies.n_before = l->copies.n;
}

void copying_new(struct warp *w, const struct uop *u, const struct bulk *b, u32 lane)
{
    struct launch *l = w->launch;
    if (!l->timed)
        return;
    struct copying *c = xcalloc(1, sizeof *c);
    *c = (struct copying){.id = l->copies.n++, .w = w, .u = u, .lane = lane, .next = l->copies.under_way};
    c->said = (struct stream_copy){.id = c->id, .group = b->f.to_global, .tensor = b->f.dims > 0};
    c->said.kind = b->f.to_global     ? b->f.reduce ? COPY_REDUCE : COPY_WRITE
                   : b->f.from_global ? COPY_READ
                                      : COPY_WITHIN;
    l->copies.under_way = l->copies.begins = c;
}

void copying_piece(struct launch *l, u64 at, u64 bytes)
{
    struct copying *c = l->timed ? l->copies.begins : NULL;
    if (!c)
        return;
    struct stream_piece *last = c->pieces.n ? &c->pieces.at[c->pieces.n - 1] : NULL;
    c->said.bytes += (u32)bytes;
    if (last && last->at + last->bytes == at)
        last->bytes += (u32)bytes;
    else
        VEC_PUSH(&c->pieces, ((struct stream_piece){at, (u32)bytes}));
}

bool copying_tells(struct launch *l, const struct target *bar, u32 n, u64 bytes)
{
    struct copying *c = l->timed ? l->copies.begins : NULL;
    if (!c)
        return false;
    c->bytes = bytes;
    c->said.bytes = c->said.kind == COPY_WITHIN ? (u32)bytes : c->said.bytes;
    for (u32 k = 0; k < n; k++) {
        c->bars[k].at = bar[k];
        c->bars[k].cta = bar[k].whose->index;
        c->to[k] = bar[k].whose->known_as;
    }
    c->n_bars = n;
    c->said.n_to = n > 1 ? n : 0;
    c->said.to = c->to;
    return true;
}

u32 copying_begun(struct launch *l, struct stream_copy **to)
{
    u32 n = (u32)(l->copies.n - l->copies.n_before);
    VEC_RESERVE(&l->copies.begun, n);
    struct copying *c = l->copies.under_way;
    for (u32 k = n; k; c = c->next) { /* the newest is the first */
        c->said.pieces = c->pieces.at;
        c->said.n_pieces = (u32)c->pieces.n;
        l->copies.begun.at[--k] = c->said;
    }
    l->copies.begins = NULL;
    *to = l->copies.begun.at;
    return n;
}

static void release(struct copying *c)
{
    VEC_FREE(&c->pieces);
    free(c);
}

bool copying_over(struct launch *l, u64 id)
{
    struct copying **at = &l->copies.under_way;
    while ((*at)->id != id)
        at = &(*at)->next;
    struct copying *c = *at;
    bool ok = true;
    for (u32 k = 0; ok && k < c->n_bars; k++) {
        struct cta *whose = c->bars[k].at.whose;
        bool there = whose->index == c->bars[k].cta && whose->n_ended < whose->n_warps; /* else no warp waits */
        ok = !there || mbarrier_tx(c->w, c->u, c->lane, whose, c->bars[k].at.at, -(i64)c->bytes);
    }
    *at = c->next;
    release(c);
    return ok;
}

void copying_free(struct launch *l)
{
    while (l->copies.under_way) {
        struct copying *c = l->copies.under_way;
        l->copies.under_way = c->next;
        release(c);
    }
    VEC_FREE(&l->copies.begun);
}
