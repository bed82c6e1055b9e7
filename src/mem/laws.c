/* Conservation laws, checked at the end of every kernel in every build: what enters the memory system at a boundary
   comes out again. A row is one law: its text and its two sides. If requests are merged, or a reply goes to several,
   only the row of that boundary says so. */
#include "mem/l1_internal.h"
#include "mem/memsys.h"

/* of one SM's memory side `s` */
#define SM_LAWS(L) L("requests of the SM = replies to it", s->pushed, s->replied)
/* of one of its caches `c` */
#define CACHE_LAWS(L)                                                                                                \
    L("lookups = answers of a cache", c->taken, c->answered)                                                         \
    L("reads = hits + merged + misses + bypasses", c->stats.read,                                                    \
      c->stats.hit + c->stats.merged + c->stats.miss + c->stats.bypass)
/* of one whose stores are gathered */
#define GATHER_LAWS(L)                                                                                               \
    L("stores that wait for others = requests that stand for them + stores that joined", c->gather->taken,           \
      c->gather->sent + c->stats.gathered)
/* of one hub `h` */
#define HUB_LAWS(L)                                                                                                  \
    L("requests into the hub = replies out of it", h->stats.request, h->stats.delivered)                             \
    L("requests into the hub = packets sent + joined + found by the merger", h->stats.request,                       \
      h->stats.sent + h->merger.joined + h->merger.found)                                                            \
    L("packets received + copies of joined ones + found by the merger = replies delivered",                          \
      h->stats.received + h->merger.joined + h->merger.found, h->stats.delivered)                                    \
    L("requests that the merger waits for = 0", h->merger.open, 0)
/* of one L2 slice `s` */
#define SLICE_LAWS(L) L("requests taken = answered by the L2", s->taken, s->answered)
/* of one partition `p` */
#define PARTITION_LAWS(L)                                                                                            \
    L("requests taken = done by the memory", p->dram.taken, p->dram.done)                                            \
    L("requests taken = answered by the link", p->link.taken, p->link.answered)
/* of the whole machine; sums over hubs and partitions */
#define MACHINE_LAWS(L)                                                                                              \
    L("packets sent by the hubs = taken by L2 and link", sent, taken)                                                \
    L("packets answered by L2 and link = received by the hubs", answered, received)                                  \
    L("probes sent by the directories = handed to L1s", probes, handed)                                              \
    L("probes sent by the directories = acknowledgements", probes, acks)

static bool law(struct diag *d, const char *unit, u32 i, const char *what, u64 left, u64 right)
{
    if (left != right)
        diag_error(d, NULL, 0, 0, "conservation broken: %s %u: %s: %llu against %llu", unit, i, what,
                   (unsigned long long)left, (unsigned long long)right);
    return left == right;
}
#define LAW(what, left, right) ok &= law(d, unit, i, what, left, right);

static bool sm_laws(const struct smmem *s, struct diag *d)
{
    const char *unit = "SM";
    u32 i = s->sm;
    bool ok = true;
    SM_LAWS(LAW)
    for (u32 k = 0; k < SMM_CACHES; k++) {
        const struct l1 *c = &s->cache[k];
        if (s->used[k]) {
            CACHE_LAWS(LAW)
        }
        if (s->used[k] && c->gather) {
            GATHER_LAWS(LAW)
        }
    }
    return ok & law(d, unit, i, "everything is empty", smmem_idle(s), true);
}

bool memsys_conserved(const struct memsys *m, struct diag *d)
{
    bool ok = true;
    u64 sent = 0, received = 0, taken = 0, answered = 0, probes = 0, handed = 0, acks = 0;
    const char *unit = "cluster";
    for (u32 i = 0; i < m->shape.sms; i++)
        ok &= sm_laws(&m->sms[i], d);
    for (u32 i = 0; i < m->n_clusters; i++) {
        const struct hub *h = &m->clusters[i].hub;
        HUB_LAWS(LAW)
        LAW("everything is empty", cluster_idle(&m->clusters[i]), true)
        handed += h->probes;
        sent += h->stats.sent;
        received += h->stats.received;
    }
    unit = "partition";
    for (u32 i = 0; i < m->n_partitions; i++) {
        const struct partition *p = &m->partitions[i];
        PARTITION_LAWS(LAW)
        LAW("everything is empty", partition_idle(p), true)
        taken += p->link.taken;
        answered += p->link.answered;
    }
    unit = "slice";
    for (u32 i = 0; i < m->n_slices; i++) {
        const struct l2 *s = memsys_slice(m, i);
        SLICE_LAWS(LAW)
        probes += s->dir ? s->dir->probes : 0;
        acks += s->dir ? s->dir->acks : 0;
        taken += s->taken;
        answered += s->answered;
    }
    unit = "network";
    for (u32 i = 0; i < m->n_nets; i++)
        LAW("everything is empty", noc_idle(&m->net[i]), true)
    unit = "machine";
    u32 i = 0;
    MACHINE_LAWS(LAW)
    return ok && (!m->shape.mesi || memsys_coherent(m, d));
}
