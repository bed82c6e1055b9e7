/* Configurations of a sweep whose result follows from another's, so that they need no run.

   A run depends on some parameters only by "is there room?", and a statistic counts how often there was none. If it
   counted nothing, no larger value changes any answer, so the whole run is equal, cycle by cycle; raising several
   such values one after the other shows the same for all of them. `--live` simulates these configurations as well,
   and the tests compare. */
#include <string.h>

#include "cli/sweep.h"
#include "decl/decl.h"
#include "gpu/record_json.h"
#include "out/out.h"

static const struct limit {
    const char *key;
    const char *zero[5]; /* statistics of the total that are 0 if the limit was never met */
} limits[] = {
    /* a lookup that goes past the cache where it cannot reserve (l1.bypass) is not counted as a failure */
    {"l1.mshrs", {"l1.fail_mshr", "l1.bypass"}},
    {"l1.merges", {"l1.fail_merge", "l1.bypass", "const.fail_merge", "tex.fail_merge"}},
    {"l1.missq", {"l1.fail_missq", "l1.bypass", "const.fail_missq", "tex.fail_missq"}},
    {"const.mshrs", {"const.fail_mshr"}},
    {"tex.mshrs", {"tex.fail_mshr"}},
    {"l2.mshrs", {"l2.fail_mshr"}},
    {"l2.merges", {"l2.fail_merge"}},
};

static const struct limit *limit_named(const char *key, size_t n)
{
    for (size_t i = 0; i < COUNT_OF(limits); i++)
        if (strlen(limits[i].key) == n && !strncmp(limits[i].key, key, n))
            return &limits[i];
    return NULL;
}

u32 sweep_rank(const struct sweep *s, const struct sweep_point *p)
{
    u32 rank = 0;
    for (u32 k = 2; k < s->n_axes; k++) {
        const struct sweep_axis *a = &s->axes[k];
        if (!a->numeric || !limit_named(a->name, strlen(a->name)))
            continue;
        for (size_t i = 0; i < a->values.n; i++)
            rank += a->numbers[i] < a->numbers[p->at[k]];
    }
    return rank;
}

static bool never_met(const struct limit *l, const json_t *total)
{
    for (u32 i = 0; i < COUNT_OF(l->zero) && l->zero[i]; i++) {
        const json_t *v = out_value(total, l->zero[i]);
        if (!json_is_integer(v) || json_integer_value(v))
            return false;
    }
    return true;
}

/* A write-back L1 and a directory wait for room in other places as well, a prefetcher does without. */
bool sweep_by_room(const struct machine_config *c)
{
    return c->mem.l1.write != L1_WRITE_BACK && !c->mem.l1.prefetch && !c->gpu.coherence;
}

bool sweep_follows(void *user, const struct runs_run *from, const struct runs_run *r)
{
    const json_t *total = json_object_get(from->record, "total");
    const struct sweep *s = user;
    if (!total || !s->by_room[from - s->plan.runs] || from->sets.n != r->sets.n ||
        strcmp(from->workload, r->workload) || strcmp(from->machine, r->machine))
        return false;
    bool larger = false;
    for (u32 i = 0; i < r->sets.n; i++) {
        const char *a = from->sets.at[i], *b = r->sets.at[i];
        if (!strcmp(a, b))
            continue;
        size_t n = strcspn(a, "=");
        u64 va, vb;
        const struct limit *l = strncmp(a, b, n + 1) ? NULL : limit_named(a, n);
        if (!l || !decl_number(a + n + 1, &va) || !decl_number(b + n + 1, &vb) || va >= vb || !never_met(l, total))
            return false;
        larger = true;
    }
    return larger;
}

void sweep_rename(void *user, json_t *record, const struct runs_run *r)
{
    struct machine_config c;
    struct diag d;
    diag_init(&d);
    if (sweep_machine(user, &c, r, &d)) /* it has been read before */
        json_object_set_new(record, "machine", gpu_machine_json(&c));
    diag_free(&d);
}
