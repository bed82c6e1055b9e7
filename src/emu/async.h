/* Inside emu/: shared memory of a CTA and of others of its cluster, barrier objects in it, and bulk copies. */
#ifndef SLUICE_EMU_ASYNC_H
#define SLUICE_EMU_ASYNC_H
#include "emu/access.h"
#include "ptx/async.h"
#include "stream/remote.h"

/* An address in the shared memory of a cluster's CTA of rank r: its offset there, plus (r + 1) << CLUSTER_SHIFT. An
   offset alone is in the own CTA's. */
#define CLUSTER_SHIFT STREAM_RANK_SHIFT
#define CLUSTER_RANKS 16
#define IN_CTA ((1ull << CLUSTER_SHIFT) - 1)

struct cluster { /* CTAs that start together, and their barrier */
    u64 index;
    struct cta *ctas[CLUSTER_RANKS]; /* NULL: not started yet, or finished */
    u32 started, ended;
    u32 threads, exited, arrived, phase;
    u64 open_at; /* timed: threads of the last phase go on from this cycle */
    struct cluster *next;
};
u32 cluster_rank(const struct launch *l, const u32 id[3]);
u64 cluster_cta(const struct launch *l, u64 n); /* the n-th CTA to start: CTAs of a cluster are consecutive */
void cluster_enter(struct cta *c);              /* it starts */
void cluster_leave(struct cta *c);              /* it is over */
void cluster_own(const struct warp *w, struct access *a); /* addresses in the warp's own CTA become plain offsets */
void cluster_exited(struct warp *w, u64 lanes);
bool cluster_lookup(const struct warp *w, u64 at, struct cta **whose); /* false: no such CTA is running */

/* The memory behind [at, at + bytes) of shared memory, given as a generic or a shared address, with this alignment.
   NULL: a fault. */
u8 *shared_at(struct warp *w, const struct uop *u, u32 lane, u64 at, u64 bytes, u32 align, struct cta **whose);
void shared_wrote(struct launch *l, struct cta *whose, u8 *at, u64 bytes);

struct address { /* an operand [a + off] */
    u32 reg;
    bool is32;
    i64 off;
};
bool decode_address_of(struct prog *p, struct uop *u, const struct ptx_operand *o, struct address *to);
u64 address_of(const struct warp *w, const struct address *a, u32 lane);
static inline u32 lane_u32(const struct warp *w, u32 reg, u32 lane)
{
    return ((const u32a *)lanes_at(w, reg))[lane];
}

/* A fault: the warp waits forever at the barrier object whose state it loaded last. Returns false. */
bool mbarrier_fault_wait(struct warp *w, const struct uop *u);

/* complete_tx or expect_tx on the object at p. False: a fault. */
bool mbarrier_tx(struct warp *w, const struct uop *u, u32 lane, struct cta *whose, u8 *p, i64 bytes);

struct bulk { /* a bulk copy, decoded */
    struct ptx_async f;
    struct address to, from, bar, map;
    u32 size, mask, coord[5], offset[3]; /* operands */
};
bool select_bulk(struct prog *p, struct uop *u, const struct ptx_async *f);
bool tma_copy(struct warp *w, struct uop *u, const struct bulk *b, u32 lane); /* of a tensor */
/* Reports to the copy's barrier objects, in each CTA that it goes to, that so many bytes have arrived. */
bool bulk_complete(struct warp *w, const struct uop *u, const struct bulk *b, u32 lane, u64 bytes);
struct target {
    u8 *at;
    struct cta *whose;
};
/* The CTAs into whose shared memory a copy goes: those of a multicast, or the one of the address. 0: fault */
u32 bulk_targets(struct warp *w, const struct uop *u, const struct bulk *b, u64 addr, u32 lane, u64 bytes, u32 align,
                 struct target to[CLUSTER_RANKS]);
/* copies.c, timed launches only (otherwise they do nothing; copying_tells: false): a copy begins; the global memory
   that it reads or writes, in order; the barrier objects that are told of its end. */
void copying_new(struct warp *w, const struct uop *u, const struct bulk *b, u32 lane);
void copying_piece(struct launch *l, u64 at, u64 bytes);
bool copying_tells(struct launch *l, const struct target *bar, u32 n, u64 bytes);
/* copies.c: an instruction is performed in a timed launch; bulk copies that it makes are recorded from now on. */
void copying_begin(struct launch *l);
u32 copying_begun(struct launch *l, struct stream_copy **to); /* those recorded; how many */
bool copying_over(struct launch *l, u64 id);                  /* its last byte has arrived; false: fault */
void copying_free(struct launch *l);

void reduce_bytes(const struct ptx_async *f, u8 type, u8 *to, const u8 *from, u64 bytes, bool shared);
void global_wrote(struct warp *w, u64 at, u64 bytes);
bool select_mapa(struct prog *p, struct uop *u); /* and getctarank */
bool select_policy(struct prog *p, struct uop *u);
/* barrier.cluster; cluster.c */
enum warp_stop cluster_barrier(struct warp *w, struct uop *u, u64 exec);

#endif
