/* The rules a machine must keep, each with the key that breaks it and the line that sets the key. */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "gpu/config.h"

/* The line of `key` ("sm.warps") in an ini file; 0 if the file does not set it. */
static u32 line_of(const char *path, const char *key)
{
    const char *dot = strchr(key, '.');
    size_t group = dot ? (size_t)(dot - key) : 0;
    const char *name = dot ? dot + 1 : key;
    FILE *f = *path ? fopen(path, "r") : NULL;
    char text[1024];
    u32 line = 0, found = 0;
    bool inside = group == 0;
    while (f && fgets(text, sizeof text, f)) {
        char *p = text + strspn(text, " \t");
        line++;
        if (*p == '[') {
            inside = group && !strncmp(p + 1, key, group) && p[1 + group] == ']';
        } else if (inside && !strncmp(p, name, strlen(name))) {
            p += strlen(name);
            p += strspn(p, " \t");
            if (*p == '=')
                found = line;
        }
    }
    if (f)
        fclose(f);
    return found;
}

/* Where `key` got its value: a line of the file, or no place when it was --set. */
static const char *place_of(const struct machine_config *c, const char *key, u32 *line)
{
    char blanks[80];
    snprintf(blanks, sizeof blanks, " %s ", key);
    *line = 0;
    if (!*c->file || strstr(c->set, blanks))
        return NULL;
    *line = line_of(c->file, key);
    return c->file;
}

/* Rules of the memory know no file. Their messages begin with a key; its line in the file is the place, if only the
   file is at fault. */
static void place_rules(const struct machine_config *c, struct diag *d)
{
    for (struct diag_msg *m = d->first; m && *c->file && !*c->set; m = m->next) {
        char key[64];
        size_t n = strspn(m->text, "abcdefghijklmnopqrstuvwxyz0123456789_.");
        if (m->file || n >= sizeof key)
            continue;
        snprintf(key, sizeof key, "%.*s", (int)n, m->text);
        m->file = arena_strdup(&d->arena, place_of(c, key, &m->line));
    }
}

static void __attribute__((format(printf, 4, 5)))
broken(const struct machine_config *c, struct diag *d, const char *key, const char *fmt, ...)
{
    char text[400];
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(text, sizeof text, fmt, ap);
    va_end(ap);
    u32 line;
    const char *file = place_of(c, key, &line);
    diag_error(d, file, line, 0, "%s: %s", key, text);
}

typedef unsigned long long ull;

static void check_sm(const struct machine_config *c, struct diag *d)
{
    const struct sm_params *s = &c->sm;
    if (!is_pow2(s->lanes))
        broken(c, d, "sm.lanes", "%llu lanes; a warp's width must be a power of two", (ull)s->lanes);
    if (s->schedulers > s->warps)
        broken(c, d, "sm.schedulers",
               "%llu schedulers, but only %llu warp slots (sm.warps): a scheduler needs a warp", (ull)s->schedulers,
               (ull)s->warps);
    if (s->threads > s->warps * s->lanes)
        broken(c, d, "sm.threads", "%llu threads do not fit %llu warps of %llu lanes (sm.warps x sm.lanes)",
               (ull)s->threads, (ull)s->warps, (ull)s->lanes);
    if (s->threads < s->lanes)
        broken(c, d, "sm.threads", "%llu threads: less than one warp of %llu lanes", (ull)s->threads, (ull)s->lanes);
    if (s->regs < s->warps * s->lanes)
        broken(c, d, "sm.regs", "%llu registers for %llu warps of %llu lanes: less than one register a thread",
               (ull)s->regs, (ull)s->warps, (ull)s->lanes);
    if (s->reg_unit > s->regs)
        broken(c, d, "sm.reg_unit", "registers are allocated %llu at a time, but there are %llu (sm.regs)",
               (ull)s->reg_unit, (ull)s->regs);
    if (!is_pow2(c->lsu.banks) || !is_pow2(c->lsu.bank_bytes))
        broken(c, d, "lsu.banks", "%llu banks of %llu bytes; both must be powers of two", (ull)c->lsu.banks,
               (ull)c->lsu.bank_bytes);
    if (c->icache.on && c->icache.size < c->icache.line * c->icache.assoc)
        broken(c, d, "icache.size", "%llu bytes hold not one set of %llu ways of %llu bytes: zero sets",
               (ull)c->icache.size, (ull)c->icache.assoc, (ull)c->icache.line);
    if (s->atomic_stall && (c->icache.on || c->maws.policy || s->stall != STALL_ON_USE))
        broken(c, d, "sm.atomic_stall", "wants sm.stall = on-use, icache.on = off and maws.policy = none");
}

/* l1.requests = sector */
static void check_requests(const struct machine_config *c, struct diag *d)
{
    const struct l1_params *p = &c->mem.l1;
    if (p->requests == L1_REQUEST_SECTOR &&
        (!p->sectored || p->banks > 1 || c->lsu.kind != LSU_IN_ORDER || c->gpu.coherence))
        broken(
            c, d, "l1.requests",
            "requests for sectors want l1.sectored = on, l1.banks = 1, lsu.kind = in-order and gpu.coherence = none");
}

/* What an LSU asks of its own parameters and of the rest of the machine. */
static void check_lsu(const struct machine_config *c, struct diag *d)
{
    const struct lsu_ops *lsu = lsu_ops_list[c->lsu.kind];
    const struct front_ops *front = front_ops_list[c->mem.mem.front];
    if (lsu->check && !lsu->check(decl_pool_params(&lsu_pool, (u64 *)c->lsu_own, (u32)c->lsu.kind), d))
        place_rules(c, d);
    if (lsu->reorders && !front->direct)
        broken(c, d, "lsu.kind",
               "%s puts requests in an order of its own before they reach the L1, and so does front = %s: one of "
               "them, not "
               "both (lsu.kind = in-order, or front = fifo); MRPB's bypass alone goes with it (l1.bypass = assoc)",
               lsu->own.name, front->own.name);
    if (c->lsu.windows && (c->lsu.kind != LSU_IN_ORDER || c->mem.l1.banks > 1))
        broken(c, d, "lsu.windows", "counts the requests of lsu.kind = in-order to an L1 of one bank (l1.banks)");
    if (lsu->reorders && c->mem.l1.banks > 1)
        broken(c, d, "l1.banks", "%llu banks, but lsu.kind = %s sends one request a cycle: it can use one",
               (ull)c->mem.l1.banks, lsu->own.name);
    if (lsu->reorders && c->mem.l1.lookups > 1)
        broken(c, d, "l1.lookups",
               "%llu lines a cycle, but lsu.kind = %s sends one request a cycle: it can use one (l1.lookups = 1)",
               (ull)c->mem.l1.lookups, lsu->own.name);
}

static void check_local(const struct machine_config *c, struct diag *d)
{
    check_requests(c, d);
    const struct local_params *l = &c->local;
    if (l->kind == LOCAL_PARTITIONED)
        return;
    if (c->mem.l1.write == L1_WRITE_BACK)
        broken(c, d, "local.kind", "an L1 whose size changes must write through (l1.write), or stores would be lost");
    if (!c->mem.l1.ways)
        broken(c, d, "local.kind", "an L1 whose size changes needs a number of ways (l1.ways)");
    if (l->kind == LOCAL_FERMI && l->shared > l->pool)
        broken(c, d, "local.shared", "%llu bytes of shared memory from a pool of %llu (local.pool)", (ull)l->shared,
               (ull)l->pool);
    if (l->kind == LOCAL_FERMI && !l->shared && l->pool < 32768)
        broken(c, d, "local.pool", "%llu bytes: less than the least shared memory, 32 KB", (ull)l->pool);
}

static void check_maws(const struct machine_config *c, struct diag *d)
{
    if (c->maws.policy && c->sm.stall != STALL_ON_ACCESS)
        broken(c, d, "maws.policy", "warp-splits need warps that stop at every access: sm.stall = on-access");
    if (c->maws.policy && c->lsu.kind != LSU_IN_ORDER)
        broken(c, d, "maws.policy", "warp-splits need lsu.kind = in-order: others do not tell whose request hit");
    if (c->maws.policy > MAWS_COUNT && c->maws.entries <= c->sm.warps)
        broken(c, d, "maws.entries",
               "the table holds a part of a warp each, and whole warps (sm.warps) take all of it: fewer warps, or "
               "more entries");
    if (c->maws.policy && (c->mem.ideal.barriers || c->mem.ideal.fences || c->mem.ideal.local || c->mem.ideal.lanes))
        broken(c, d, "maws.policy", "warp-splits issue each instruction: no ideal.barriers, fences, local or lanes");
    if (c->maws.policy && c->sched.swl)
        broken(c, d, "sched.swl", "a limit of warps does not go with warp-splits (maws.policy)");
    if (c->sched.policy == POLICY_SWF && !c->maws.policy)
        broken(c, d, "sched.policy",
               "shallowest warp first goes by the counters of maws: maws.policy = count or more");
}

/* A parameter that --set names must have an effect here. A file is checked when it is read (decl_read). */
static void check_applies(const struct machine_config *c, struct diag *d)
{
    struct decl_group groups[MACHINE_MAX_GROUPS];
    const struct decl_group *g;
    u32 n = machine_groups(groups);
    for (const char *at = c->set + strspn(c->set, " "); *at; at += strspn(at, " ")) {
        char key[80], when[200], is[100];
        size_t len = strcspn(at, " ");
        snprintf(key, sizeof key, "%.*s", (int)len, at);
        at += len;
        const struct decl_param *p = decl_find(groups, n, key, &g);
        if (!p || decl_applies(c, groups, n, g, p, is, sizeof is))
            continue;
        decl_when(g, p, when, sizeof when);
        broken(c, d, key, "is not looked at on this machine: it applies where %s, but here %s", when, is);
    }
}

bool machine_check(const struct machine_config *c, struct diag *d)
{
    u32 before = d->errors;
    check_applies(c, d);
    check_sm(c, d);
    check_maws(c, d);
    check_lsu(c, d);
    check_local(c, d);
    if (c->gpu.gpc_lone % 2)
        broken(c, d, "gpu.gpc_lone", "%llu SMs are not pairs of SMs", (ull)c->gpu.gpc_lone);
    if (c->gpu.sms % c->gpu.sms_per_cluster)
        broken(c, d, "gpu.sms_per_cluster", "%llu SMs do not divide into clusters of %llu", (ull)c->gpu.sms,
               (ull)c->gpu.sms_per_cluster);
    struct machine_clocks k = machine_clocks(c);
    if (MAX(MAX(k.core, k.noc), MAX(k.l2, k.dram)) > 1000000)
        broken(c, d, "gpu.clock", "%llu, %llu, %llu and %llu MHz have no usable common time base: round them",
               (ull)c->gpu.clock, (ull)c->mem.noc.clock, (ull)c->mem.l2.clock, (ull)c->mem.dram.clock);
    if (d->errors != before)
        return false;
    struct mem_shape shape = {.sms = (u32)c->gpu.sms,
                              .sms_per_cluster = (u32)c->gpu.sms_per_cluster,
                              .warps = (u32)c->sm.warps,
                              .ctas = (u32)c->sm.ctas,
                              .cta_warps = (u32)c->sm.warps,
                              .core = k.core,
                              .noc = k.noc,
                              .l2 = k.l2,
                              .dram = k.dram,
                              .mesi = c->gpu.coherence == COHERENCE_MESI};
    if (!mem_config_check(&c->mem, &shape, d))
        place_rules(c, d);
    return d->errors == before;
}
