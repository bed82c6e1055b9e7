/* Clusters: CTAs that run at the same time, see each other's shared memory and have a barrier of their own. */
#include "emu/async.h"
#include "emu/park.h"

u32 cluster_rank(const struct launch *l, const u32 id[3])
{
    const u32 *n = l->cluster;
    return id[0] % n[0] + n[0] * (id[1] % n[1] + n[1] * (id[2] % n[2]));
}

static u64 cluster_index(const struct launch *l, const u32 id[3])
{
    const u32 *n = l->cluster;
    u64 wide = l->grid[0] / n[0], high = l->grid[1] / n[1];
    return id[0] / n[0] + wide * (id[1] / n[1] + high * (id[2] / n[2]));
}

u64 cluster_cta(const struct launch *l, u64 n)
{
    const u32 *c = l->cluster;
    u64 of = n / l->cluster_ctas, wide = l->grid[0] / c[0], high = l->grid[1] / c[1];
    u32 rank = (u32)(n % l->cluster_ctas);
    u64 x = of % wide * c[0] + rank % c[0], y = of / wide % high * c[1] + rank / c[0] % c[1],
        z = of / wide / high * c[2] + rank / c[0] / c[1];
    return x + l->grid[0] * (y + l->grid[1] * z);
}

void cluster_enter(struct cta *c)
{
    struct launch *l = c->launch;
    c->cluster = NULL;
    if (!l->explicit_cluster && !l->prog->meets_cluster) /* otherwise a CTA launched without is a cluster of one */
        return;
    u64 index = cluster_index(l, c->id);
    struct cluster *k = l->clusters;
    while (k && k->index != index)
        k = k->next;
    if (!k) {
        k = xcalloc(1, sizeof *k);
        k->index = index;
        k->threads = l->threads * l->cluster_ctas;
        k->next = l->clusters;
        l->clusters = k;
    }
    k->started++;
    k->ctas[cluster_rank(l, c->id)] = c;
    c->cluster = k;
}

void cluster_leave(struct cta *c)
{
    struct cluster *k = c->cluster;
    if (!k)
        return;
    c->cluster = NULL;
    k->ctas[cluster_rank(c->launch, c->id)] = NULL;
    if (++k->ended < c->launch->cluster_ctas)
        return;
    struct cluster **at = &c->launch->clusters;
    while (*at != k)
        at = &(*at)->next;
    *at = k->next;
    free(k);
}

bool cluster_lookup(const struct warp *w, u64 at, struct cta **whose)
{
    u64 rank = (at >> CLUSTER_SHIFT) - 1;
    if (w->cta->cluster)
        *whose = rank < CLUSTER_RANKS ? w->cta->cluster->ctas[rank] : NULL;
    else
        *whose = rank ? NULL : w->cta; /* a CTA launched without cluster is its own cluster */
    return *whose && (*whose)->n_ended < (*whose)->n_warps;
}

void cluster_own(const struct warp *w, struct access *a)
{
    u64 mine = (cluster_rank(w->launch, w->cta->id) + 1ull) << CLUSTER_SHIFT;
    u64 *addr = (u64 *)w->addr; /* addresses of an irregular access */
    if (a->lo - mine > IN_CTA || a->hi - mine > IN_CTA)
        return;
    for (u64 m = a->regular ? 0 : a->exec; m; m &= m - 1)
        addr[ctz64(m)] -= mine;
    a->base -= mine;
    a->lo -= mine;
    a->hi -= mine;
}

/* Completes the barrier if every thread has arrived or exited. */
static void check(struct launch *l, struct cluster *k)
{
    if (!k->arrived || k->arrived < k->threads - k->exited)
        return;
    k->arrived = 0;
    k->phase++;
    k->open_at = l->cycle + l->cluster_barrier;
    l->changes++;
}

void cluster_exited(struct warp *w, u64 lanes)
{
    struct cluster *k = w->cta->cluster;
    if (!k)
        return;
    k->exited += popcount64(lanes);
    check(w->launch, k);
}

enum warp_stop cluster_barrier(struct warp *w, struct uop *u, u64 exec)
{
    struct cluster *k = w->cta->cluster;
    bool arrives = u->in->sub == SUB_ARRIVE;
    if (w->gate != GATE_PERFORM && !w->cluster_waits) {
        stream_put_run(&w->out, u->pc, 1, w->active, exec);
        warp_count(w, 1, exec);
    }
    w->pc = u->pc + 1;
    if (!k || !exec || w->gate == GATE_ANNOUNCE)
        return WS_GO;
    if (arrives) {
        if (w->cluster_arrived & exec) {
            fault_at(w, u, ctz64(w->cluster_arrived & exec), EF_BARRIER, 0, 0,
                     "barrier.cluster.arrive twice, without barrier.cluster.wait between");
            return WS_FAULT;
        }
        w->cluster_arrived |= exec;
        w->cluster_phase = k->phase;
        k->arrived += popcount64(exec);
        check(w->launch, k);
        return WS_GO;
    }
    if (exec & ~w->cluster_arrived) {
        fault_at(w, u, ctz64(exec & ~w->cluster_arrived), EF_BARRIER, 0, 0,
                 "barrier.cluster.wait without barrier.cluster.arrive before");
        return WS_FAULT;
    }
    bool early = w->launch->timed && w->launch->cycle < k->open_at; /* all have arrived; its cycle has not come */
    w->cluster_waits = w->cluster_phase == k->phase || early;
    if (!w->cluster_waits) {
        w->cluster_arrived &= ~exec;
        w->spins = false; /* the last wait was for time, not for memory: it is no endless loop */
        return WS_GO;
    }
    w->pc = u->pc; /* looks again in its next turn, or, on a machine, some cycles later */
    w->again = w->cluster_phase != k->phase ? (u32)(k->open_at - w->launch->cycle) : SUSPEND_CYCLES;
    return WS_SLEEP;
}

/* mapa: the same address in the CTA of another rank; getctarank: the rank of an address. */
static void mapa_op(struct warp *w, const struct uop *u, u64 exec)
{
    for (u64 m = exec; m; m &= m - 1) {
        u32 i = ctz64(m);
        u64 at = u->size == 8 ? ((const u64a *)lanes_at(w, u->a))[i] : lane_u32(w, u->a, i);
        u64 window = at - SHARED_WINDOW < WINDOW_SPAN ? SHARED_WINDOW : 0;
        u64 rank = (at - window) >> CLUSTER_SHIFT;
        if (u->in->op == OP_GETCTARANK) {
            ((u32a *)reg_at(w, u->d))[i] = rank ? (u32)rank - 1 : cluster_rank(w->launch, w->cta->id);
            continue;
        }
        at = window + ((at - window) & IN_CTA) + ((lane_u32(w, u->b, i) + 1ull) << CLUSTER_SHIFT);
        if (u->size == 8)
            ((u64a *)reg_at(w, u->d))[i] = at;
        else
            ((u32a *)reg_at(w, u->d))[i] = (u32)at;
    }
}

bool select_mapa(struct prog *p, struct uop *u)
{
    u->size = (u8)(type_bits(u->in->type) / 8);
    u->base_kind = UK_MASKED;
    u->fn.masked = mapa_op;
    set_dst(p, u, u->in->op == OP_GETCTARANK ? 4 : u->size);
    set_sources(p, u, 1, u->size, 4, 0);
    return true;
}

static void policy_op(struct warp *w, const struct uop *u, u64 exec)
{
    for (u64 m = exec; m; m &= m - 1)
        ((u64a *)reg_at(w, u->d))[ctz64(m)] = u->imm;
}

bool select_policy(struct prog *p, struct uop *u)
{
    u->imm = 0x12f0000000000000; /* its value does not matter: no cache here looks at it */
    u->base_kind = UK_MASKED;
    u->fn.masked = policy_op;
    set_dst(p, u, 8);
    return true;
}
