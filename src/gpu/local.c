/* The division of an SM's storage: see local.h. Unified (section 4.5 of the paper): registers as the kernel needs
   them, shared memory as it declares, as many whole CTAs as fit, and the rest is cache, possibly nothing. A cache's
   number of sets need not be a power of two; a remainder smaller than a set is lost. */
#include "gpu/local.h"

#include "base/demangle.h"
#include "gpu/config.h"

DECL_PARAMS_DEFINE(local, LOCAL_PARAMS);

#define MOST_SPLITS 8
static const struct {
    u32 n, kb[MOST_SPLITS];
} splits[] = {[SPLITS_FERMI] = {2, {32, 96}},
              [SPLITS_HOPPER] = {7, {32, 64, 100, 132, 164, 196, 228}},
              [SPLITS_VOLTA] = {6, {0, 8, 16, 32, 64, 96}},
              [SPLITS_TURING] = {2, {32, 64}},
              [SPLITS_GA100] = {8, {0, 8, 16, 32, 64, 100, 132, 164}},
              [SPLITS_GA102] = {6, {0, 8, 16, 32, 64, 100}}};

const u32 *local_splits_kb(const struct local_params *p, u32 *n)
{
    *n = splits[p->splits].n;
    return splits[p->splits].kb;
}

static u64 whole_sets(const struct machine_config *c, u64 bytes)
{
    u64 set = c->mem.l1.line * MAX(c->mem.l1.ways, 1);
    return bytes / set * set;
}

u64 local_most_cache(const struct machine_config *c)
{
    u32 n;
    u64 least = c->local.shared ? c->local.shared : 1024ull * local_splits_kb(&c->local, &n)[0];
    switch (c->local.kind) {
    case LOCAL_FERMI: /* a cache of size 0 is possible, but the array keeps one set */
        return MAX(whole_sets(c, c->local.pool - MIN(c->local.pool, least)), c->mem.l1.line * MAX(c->mem.l1.ways, 1));
    case LOCAL_UNIFIED: return whole_sets(c, c->local.capacity);
    default: return c->mem.l1.size;
    }
}

static struct occupancy with_shared(const struct machine_config *c, const struct stream_kernel *k, u64 bytes,
                                    struct diag *d)
{
    struct sm_params p = c->sm;
    p.shared = bytes;
    return sm_occupancy(&p, k, d);
}

static struct occupancy decide_fermi(const struct machine_config *c, const struct stream_kernel *k,
                                     struct local_split *kept, struct diag *d)
{
    u32 n;
    const u32 *kb = local_splits_kb(&c->local, &n);
    struct occupancy best = {0};
    u64 shared = c->local.shared;
    bool chosen = false;
    for (u32 i = 0; i < n && !c->local.shared; i++) {
        struct diag quiet;
        diag_init(&quiet);
        struct occupancy o = with_shared(c, k, 1024ull * kb[i], &quiet);
        diag_free(&quiet);
        if (1024ull * kb[i] <= c->local.pool && (o.ctas > best.ctas || !chosen)) {
            best = o;
            shared = 1024ull * kb[i];
            chosen = true;
        }
    }
    if (!best.ctas)
        shared = c->local.shared ? c->local.shared : MIN(1024ull * kb[n - 1], c->local.pool);
    if (c->local.scope == SCOPE_PROGRAM)
        shared = MAX(shared, kept->shared);
    best = with_shared(c, k, shared, d);
    *kept = (struct local_split){4 * c->sm.regs, shared, whole_sets(c, c->local.pool - shared), 0};
    return best;
}

static struct occupancy decide_unified(const struct machine_config *c, const struct stream_kernel *k,
                                       struct local_split *kept, struct diag *d)
{
    struct sm_params p = c->sm;
    u64 all = c->local.capacity;
    p.regs = all / 4;
    p.shared = all;
    struct occupancy o = sm_occupancy(&p, k, d);
    u64 regs = 4ull * o.regs_per_warp * k->n_warps, each = regs + o.shared_per_cta;
    if (!o.ctas)
        return o;
    if (each > all) {
        char name[128];
        demangle(k->name, name, sizeof name);
        diag_error(d, NULL, 0, 0,
                   "kernel %s: a block needs %llu bytes of registers and shared memory, but an SM has %llu "
                   "(local.capacity)",
                   name, (unsigned long long)each, (unsigned long long)all);
        o.ctas = 0;
        return o;
    }
    if (all / each < o.ctas) {
        o.ctas = (u32)(all / each);
        o.limiter = "registers and shared memory";
    }
    struct local_split s = {o.ctas * regs, (u64)o.ctas * o.shared_per_cta, 0, 0};
    if (c->local.scope == SCOPE_PROGRAM) {
        s.alone = MAX(s.regs, kept->regs) + MAX(s.shared, kept->shared) > all;
        s.regs = s.alone ? s.regs : MAX(s.regs, kept->regs);
        s.shared = s.alone ? s.shared : MAX(s.shared, kept->shared);
    }
    s.cache = whole_sets(c, all - s.regs - s.shared);
    *kept = s;
    return o;
}

struct occupancy local_decide(const struct machine_config *c, const struct stream_kernel *k, struct local_split *kept,
                              struct diag *d)
{
    switch (c->local.kind) {
    case LOCAL_FERMI: return decide_fermi(c, k, kept, d);
    case LOCAL_UNIFIED: return decide_unified(c, k, kept, d);
    default:
        *kept = (struct local_split){4 * c->sm.regs, c->sm.shared, c->mem.l1.size, 0};
        return sm_occupancy(&c->sm, k, d);
    }
}

/* Hopper's steps go on below 32 KB, though its L1 does not grow any further. */
static u64 hopper_step(const struct local_params *p, u64 bytes)
{
    u32 n;
    const u32 *kb = local_splits_kb(p, &n);
    for (u32 i = 0; i < n && bytes > 16 << 10; i++)
        if (bytes <= 1024ull * kb[i])
            return 1024ull * kb[i];
    return bytes <= 8 << 10 ? 8 << 10 : bytes <= 16 << 10 ? 16 << 10 : 1024ull * kb[n - 1];
}

/* Measured on an H200 (tools/h200/carve_out.cu): a launch needs the least step that runs as many of its CTAs as fit;
   one made by a kernel, as many as fit into 1,024 threads. It gets that step; with small blocks and little shared
   memory, a larger one. */
struct local_parts local_parts(const struct machine_config *c, const struct stream_kernel *k,
                               const struct occupancy *o, const struct local_split *s, bool nested)
{
    if (c->local.kind != LOCAL_FERMI || c->local.splits != SPLITS_HOPPER || c->local.shared)
        return (struct local_parts){s->shared, s->shared};
    u64 threads = (u64)k->block[0] * k->block[1] * k->block[2], ctas = o->ctas;
    u64 own = hopper_step(&c->local, ctas * o->shared_per_cta);
    if (nested)
        ctas = MIN(ctas, MAX(1024 / threads, 1));
    struct local_parts p = {s->shared, MIN(hopper_step(&c->local, ctas * o->shared_per_cta), s->shared)};
    if (threads >= 512)
        p.gets = MIN(s->shared, threads >= 768 ? own : 2 * own);
    return p;
}
