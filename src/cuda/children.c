/* Kernels that kernels launch, beside their parents.

   On a machine that says how long such a launch takes (gpu.launch_device), a child does not wait for its parent's
   end: what a kernel has asked for (emu/nested.h) is taken from it while it runs, and is one more launch among those
   that share the machine (gpu/together.c). The call is performed in its own cycle, so all that its thread did before
   has been executed, which is what the child may rely on; what the parent does later, the child may see or not, on a
   card as here.

   Order: calls into one stream in the order of the calls, each when the one before is complete, that is with all
   that came of it; the NULL stream is one a block; events as they were recorded; what is fired and forgotten waits
   for nothing; the tail-launch stream begins when the grid is over, and all its other calls are complete. A launch
   has its first CTA gpu.launch_child after its call, but gpu.launch_behind after the end of one that it waited for;
   tail launches take launch_tail and launch_next_tail. Copies and fills take no time.

   Everything here happens between windows, by one thread, and depends on simulated cycles. */
#include "cuda/children.h"

#include <stdlib.h>

#include "cuda/launch.h"
#include "cuda/record.h"
#include "emu/nested.h"

#define BUCKETS 256

enum task_state { WAITS, RUNS, OVER };
struct task { /* an item of work that a kernel has requested */
    struct emu_nested it;
    u8 state;      /* enum task_state */
    size_t behind; /* the task before it in its stream; SIZE_MAX: none */
    size_t event;  /* of a wait: that which records */
    size_t chain;  /* the task before it whose stream has the same bucket; SIZE_MAX: none */
    u64 over_at;   /* cycle */
};
/* A launch, with its children. Those that run, or that others wait for, are examined whenever time passes; those that
   only wait for their children are not: a chain of tail launches leaves thousands of them. */
struct family {
    struct family *next, *prev;           /* all, in the order of launches */
    struct family *next_busy, *prev_busy; /* those that are examined, likewise */
    struct family *next_root;             /* among those launched by the host */
    bool busy;
    struct family *parent;             /* NULL: the host launched it */
    size_t task;                       /* its item of the parent; for a launch of the host, the owner */
    const struct timed_launch *launch; /* NULL: its CTAs have ended */
    struct cuda_image *image;
    const char *name;
    cudaStream_t stream;
    u32 depth;
    int priority;
    u64 over_at;     /* cycle in which the last of it has ended so far */
    size_t n_before; /* unfinished items, except tail launches */
    size_t n_tail;
    size_t n_waits;
    VEC(struct task) tasks;
    size_t first;         /* the first of these that has not finished */
    size_t last[BUCKETS]; /* by bucket_of: the last of these, plus 1 */
};
static struct {
    struct family *first, *last;
    struct family *first_busy, *last_busy;
    struct family *first_root;
    size_t n_waits; /* tasks */
    bool dirty;     /* something has changed since `arrival` was found */
    u64 arrival;    /* children_arrive */
} all;              /* part of the process's state, under the lock */

bool children_beside(const struct cuda_launch *l, const struct emu_kernel_info *k)
{
    return k->asks && !l->depth && !all.first && timed_launches() && cuda_record_shares();
}

static bool is_tail(const struct task *t)
{
    return t->it.stream == EMU_STREAM_TAIL;
}

static bool same_stream(const struct emu_nested *a, const struct emu_nested *b)
{
    bool handle = a->stream > EMU_STREAM_FIRE_AND_FORGET;
    return a->stream == b->stream && (handle || a->stream == EMU_STREAM_TAIL || a->cta == b->cta);
}

/* Tasks of one stream have one bucket. */
static size_t *bucket_of(struct family *f, const struct emu_nested *it)
{
    bool handle = it->stream > EMU_STREAM_FIRE_AND_FORGET;
    u64 key = handle || it->stream == EMU_STREAM_TAIL ? it->stream : it->cta;
    return &f->last[key * 0x9e3779b97f4a7c15ull >> 56];
}

static void add(struct family *f, const struct emu_nested *it)
{
    size_t *last = bucket_of(f, it);
    struct task t = {.it = *it, .behind = SIZE_MAX, .event = SIZE_MAX, .chain = *last - 1};
    for (size_t i = t.chain; i != SIZE_MAX && t.behind == SIZE_MAX && it->stream != EMU_STREAM_FIRE_AND_FORGET;
         i = f->tasks.at[i].chain)
        if (same_stream(&f->tasks.at[i].it, it))
            t.behind = i;
    for (size_t i = f->tasks.n; i && it->kind == EMU_NESTED_WAIT && t.event == SIZE_MAX; i--)
        if (f->tasks.at[i - 1].it.kind == EMU_NESTED_RECORD && f->tasks.at[i - 1].it.event == it->event)
            t.event = i - 1;
    f->n_before += !is_tail(&t);
    f->n_tail += is_tail(&t);
    VEC_PUSH(&f->tasks, t);
    *last = f->tasks.n;
    f->n_waits++;
    all.n_waits++;
    all.dirty = true;
}

/* Takes what running kernels have requested since last time. */
static void take(struct family *f)
{
    size_t n;
    struct emu_nested *asked = emu_source_asked(timed_source_of(f->launch), &n);
    for (size_t i = 0; i < n; i++)
        add(f, &asked[i]);
    free(asked);
}

static struct family *begin(struct timed_launch *t, const struct cuda_launch *l, struct family *parent, size_t task,
                            int priority)
{
    struct family *f = xcalloc(1, sizeof *f);
    f->parent = parent;
    f->task = task;
    f->launch = t;
    f->image = l->function->image;
    f->name = emu_kernel_info(l->function->kernel).name;
    f->stream = l->stream;
    f->depth = l->depth;
    f->priority = priority;
    f->busy = true;
    f->prev = all.last;
    f->prev_busy = all.last_busy;
    *(all.last ? &all.last->next : &all.first) = f;
    *(all.last_busy ? &all.last_busy->next_busy : &all.first_busy) = f;
    all.last = all.last_busy = f;
    if (!parent) {
        f->next_root = all.first_root;
        all.first_root = f;
    }
    all.dirty = true;
    return f;
}

/* From now on it only waits for its children. */
static void rest(struct family *f)
{
    if (!f->busy || f->launch || f->n_waits)
        return;
    *(f->prev_busy ? &f->prev_busy->next_busy : &all.first_busy) = f->next_busy;
    *(f->next_busy ? &f->next_busy->prev_busy : &all.last_busy) = f->prev_busy;
    f->busy = false;
}

bool children_begin(struct timed_launch *t, const struct cuda_launch *l, size_t owner, int priority)
{
    if (!emu_kernel_info(l->function->kernel).asks)
        return false;
    begin(t, l, NULL, owner, priority);
    return true;
}

bool children_of(size_t owner)
{
    for (const struct family *f = all.first_root; f; f = f->next_root)
        if (f->task == owner)
            return true;
    return false;
}

static void forget(struct family *f)
{
    all.n_waits -= f->n_waits;
    f->n_waits = 0;
    f->launch = NULL;
    rest(f);
    *(f->prev ? &f->prev->next : &all.first) = f->next;
    *(f->next ? &f->next->prev : &all.last) = f->prev;
    for (struct family **at = &all.first_root; !f->parent && *at; at = &(*at)->next_root)
        if (*at == f) {
            *at = f->next_root;
            break;
        }
    for (size_t i = 0; i < f->tasks.n; i++)
        free(f->tasks.at[i].it.params);
    VEC_FREE(&f->tasks);
    free(f);
}

void children_abandon(void)
{
    while (all.first)
        forget(all.first);
    all.dirty = true;
}

static void task_over(struct family *f, size_t i, u64 cycle)
{
    struct task *t = &f->tasks.at[i];
    all.n_waits -= t->state == WAITS;
    f->n_waits -= t->state == WAITS;
    t->state = OVER;
    t->over_at = cycle;
    f->over_at = MAX(f->over_at, cycle);
    f->n_before -= !is_tail(t);
    f->n_tail -= is_tail(t);
    while (f->first < f->tasks.n && f->tasks.at[f->first].state == OVER)
        f->first++;
    all.dirty = true;
}

/* A family with nothing left is complete, and then perhaps its parent's as well. */
static void look_for_end(struct family *f)
{
    while (f && !f->launch && !f->n_before && !f->n_tail) {
        struct family *parent = f->parent;
        if (parent)
            task_over(parent, f->task, f->over_at);
        forget(f);
        f = parent;
    }
}

/* ---- When ---- */

/* Has everything the item waits for ended? *known: the cycle since which, or the call's. */
static bool can_begin(const struct family *f, const struct task *t, u64 *known)
{
    *known = t->it.cycle;
    for (u32 k = 0; k < 2; k++) {
        size_t i = k ? t->event : t->behind;
        if (i == SIZE_MAX)
            continue;
        if (f->tasks.at[i].state != OVER)
            return false;
        *known = MAX(*known, f->tasks.at[i].over_at);
    }
    if (is_tail(t)) {
        if (f->launch || f->n_before)
            return false;
        *known = MAX(*known, t->behind == SIZE_MAX ? f->over_at : 0);
    }
    return true;
}

/* The cycle before which none of its CTAs starts. */
static u64 ready_at(const struct task *t, u64 known)
{
    const struct gpu_params *p = timed_launches();
    if (is_tail(t))
        return known + (t->behind == SIZE_MAX ? p->launch_tail : p->launch_next_tail);
    return MAX(t->it.cycle + p->launch_child, known > t->it.cycle ? known + p->launch_behind : 0);
}

/* Completes everything that takes no time and waits for nothing. True: something was done. */
static bool do_others(struct family *f)
{
    bool any = false;
    u64 known;
    for (size_t i = f->first; i < f->tasks.n; i++) {
        struct task *t = &f->tasks.at[i];
        if (t->state != WAITS || t->it.kind == EMU_NESTED_LAUNCH || !can_begin(f, t, &known))
            continue;
        if (t->it.kind == EMU_NESTED_COPY || t->it.kind == EMU_NESTED_FILL)
            nested_move(cuda_state(), f->name, &t->it);
        task_over(f, i, known);
        any = true;
    }
    return any;
}

static void catch_up(void)
{
    for (struct family *f = all.first_busy; f; f = f->next_busy)
        if (f->launch)
            take(f);
    for (struct family *f = all.first_busy, *next; all.dirty && f; f = next) {
        next = f->next_busy;
        if (do_others(f))
            look_for_end(f), next = all.first_busy; /* items that waited for it may go on */
    }
}

/* The launch that can be made first. */
static struct task *earliest(struct family **of, u64 *known)
{
    struct task *best = NULL;
    u64 least = NEVER, since;
    for (struct family *f = all.first_busy; f; f = f->next_busy)
        for (size_t i = f->first; i < f->tasks.n; i++) {
            struct task *t = &f->tasks.at[i];
            if (t->state != WAITS || t->it.kind != EMU_NESTED_LAUNCH || !can_begin(f, t, &since))
                continue;
            u64 at = ready_at(t, since);
            if (at < least) {
                least = at;
                best = t;
                *of = f;
                *known = since;
            }
        }
    return best;
}

u64 children_arrive(void)
{
    struct family *f;
    u64 known;
    if (!all.first)
        return NEVER;
    catch_up();
    if (!all.dirty)
        return all.arrival;
    const struct task *t = earliest(&f, &known);
    all.arrival = t ? timed_arrival(known, ready_at(t, known)) : NEVER;
    all.dirty = false;
    return all.arrival;
}

bool children_wait(void)
{
    return all.n_waits;
}

static void task_runs(struct family *f, struct task *t)
{
    t->state = RUNS;
    f->n_waits--;
    all.n_waits--;
    rest(f);
    all.dirty = true;
}

/* ---- The machine asks ---- */

static struct cuda_launch launch_of(const struct family *f, const struct emu_nested *it, struct cuda_function *k)
{
    *k = (struct cuda_function){.image = f->image, .name = emu_kernel_info(it->kernel).name, .kernel = it->kernel};
    return (struct cuda_launch){.function = k,
                                .grid = {it->grid[0], it->grid[1], it->grid[2]},
                                .block = {it->block[0], it->block[1], it->block[2]},
                                .shared = it->dynamic_shared,
                                .params = it->params,
                                .in_turn = true,
                                .depth = f->depth + (it->stream != EMU_STREAM_TAIL),
                                .stream = f->stream};
}

bool children_next(u64 cycle, struct timed_offer *o)
{
    struct family *f;
    u64 known;
    for (struct task *t; children_arrive() <= cycle && (t = earliest(&f, &known)) != NULL;) {
        struct cuda_function k;
        struct cuda_launch l = launch_of(f, &t->it, &k);
        struct emu_kernel_info info = emu_kernel_info(t->it.kernel);
        size_t task = (size_t)(t - f->tasks.at);
        task_runs(f, t);
        *o = (struct timed_offer){
            .priority = f->priority, .asks = info.asks, .nested = true, .called = known, .ready = ready_at(t, known)};
        o->launch = cuda_launch_together(&l); /* a faulty launch is the child's fault, unless the context is lost */
        if (o->launch) {
            begin(o->launch, &l, f, task, f->priority);
            return true;
        }
        task_over(f, task, known);
        look_for_end(f);
    }
    return false;
}

void children_ended(const struct timed_launch *l, u64 cycle)
{
    struct family *f = all.first_busy;
    while (f && f->launch != l)
        f = f->next_busy;
    if (!f)
        return;
    take(f);
    f->launch = NULL;
    rest(f);
    f->over_at = MAX(f->over_at, cycle);
    all.dirty = true;
    look_for_end(f);
}

/* ---- One launch of the host ---- */

static struct {
    struct timed_launch *prepared;
    bool given, whole;
} root; /* part of the process's state, under the lock */

static bool root_next(u64 cycle, struct timed_offer *o)
{
    if (root.given)
        return children_next(cycle, o);
    root.given = true;
    *o = (struct timed_offer){.launch = root.prepared, .asks = true, .whole = root.whole};
    return true;
}

bool children_run(struct cuda_state *s, const struct cuda_launch *l, struct emu_fault *fault, struct diag *d)
{
    static const struct timed_several several = {root_next, children_ended, children_wait, children_arrive};
    struct emu_launch launch = cuda_emulated(l);
    root.given = false;
    root.whole = l->cooperative;
    bool ok = cuda_record_begin_one(s, &launch, &root.prepared, fault, d);
    if (!root.prepared)
        return ok;
    children_begin(root.prepared, l, 0, 0);
    while (ok && all.first)
        ok = cuda_record_together(s, &several, fault, d);
    if (!ok || s->sticky)
        children_abandon();
    return ok;
}
