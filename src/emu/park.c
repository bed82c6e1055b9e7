/* Warps that wait for memory to change.

   A polling loop reads and changes nothing. If its warp is at the same place in the same state (registers,
   predicates, stack, local memory) as before, and has written nothing in between, it will return to that state
   as long as the words that it has read on the way keep their values. In a functional launch such a warp is
   parked: the words it read are noted, and it runs again when one of them is written. Memory does not depend
   on this: the omitted rounds would have read the same values. On a machine every round takes its time, and no
   warp is parked.

   Reads that are not noted word by word (textures; a loop that reads more than MAX_WORDS, or that polls with
   instructions not meant for it) are found at the end of slices: while no memory changes anywhere, the states
   in which a warp ends its slices are a deterministic sequence, and Brent's method finds a repeated one. Such
   a warp cannot proceed until memory changes somewhere. */
#include "emu/park.h"

#include <string.h>

#include "emu/access.h"
#include "emu/native.h"

#define PIECE 64                /* instructions of a slice after which the warp is checked for polling */
#define ROUND 512               /* most instructions of one round of its loop */
#define MAX_WORDS 512           /* most words that it may read in a round */
#define MAX_LOOKS 8             /* how often all warps may check words that were not written */
#define FIRST_PASS (1ull << 16) /* how far the clock moves when all warps wait; twice as far the next time, ... */
#define LAST_PASS (1ull << 44)  /* hours */
#define NONE UINT32_MAX

/* The rotation brings the high bits, which a product leaves in place, to where the next product spreads them. */
static inline u64 mix(u64 h, u64 v)
{
    h = (h ^ v) * 0x9e3779b97f4a7c15ull;
    return h << 29 | h >> 35;
}

static u64 mix_words(u64 h, const void *at, size_t n)
{
    const u64a *p = at;
    size_t i = 0;
    for (; i + 8 <= n; i += 8)
        for (u32 k = 0; k < 8; k++)
            h = mix(h, p[i + k]);
    for (; i < n; i++)
        h = mix(h, p[i]);
    return h;
}

static u64 state_hash(const struct warp *w)
{
    u64 h = mix(w->pc, w->active);
    h = mix_words(h, w->base[0], w->launch->prog->sink / 8);
    h = mix_words(h, w->pred, w->launch->prog->n_preds);
    if (w->native)
        h = mix_words(h, w->uni, w->native->n_uni);
    for (size_t i = 0; i < w->stack.n; i++)
        h = mix(mix(h, w->stack.at[i].mask), w->stack.at[i].pc);
    if (w->launch->quiet_local && w->local)
        h = mix_words(mix(h, w->cc), w->local, (size_t)w->local_bytes * w->lanes / 8);
    return mix(h, w->calls.n) | 1;
}

void spin_watch(struct warp *w)
{
    u64 now = w->launch->changes;
    if (w->spin_at != now) {
        w->spin_at = now;
        w->spins = false;
        w->spin_power = w->spin_left = 1;
        w->spin_hash = state_hash(w);
        return;
    }
    if (w->spins)
        return;
    u64 h = state_hash(w);
    if (h == w->spin_hash) {
        w->spins = true;
    } else if (!--w->spin_left) {
        w->spin_hash = h;
        w->spin_left = w->spin_power *= 2;
    }
}

/* ---- Which warp waits for which word ---- */

static u32 *bucket_of(struct park *t, u64 word)
{
    return &t->bucket[word * 0x9e3779b97f4a7c15ull >> (64 - PARK_BITS)];
}

static void watch_word(struct launch *l, struct warp *w, u64 word)
{
    struct park *t = &l->park;
    u32 k = t->free, *b = bucket_of(t, word);
    if (k != NONE && t->pool.n) {
        t->free = t->pool.at[k].next;
    } else {
        k = (u32)t->pool.n;
        VEC_PUSH(&t->pool, (struct park_watch){0});
    }
    t->pool.at[k] = (struct park_watch){.word = word, .warp = w, .next = *b, .back = NONE, .sibling = w->watches};
    if (*b != NONE)
        t->pool.at[*b].back = k;
    *b = w->watches = k;
    t->lo = MIN(t->lo, word);
    t->hi = MAX(t->hi, word);
    t->n_watched++;
}

static void unwatch(struct launch *l, struct warp *w)
{
    struct park *t = &l->park;
    for (u32 k = w->watches, sibling; k != NONE; k = sibling) {
        struct park_watch *e = &t->pool.at[k];
        sibling = e->sibling;
        if (e->next != NONE)
            t->pool.at[e->next].back = e->back;
        *(e->back == NONE ? bucket_of(t, e->word) : &t->pool.at[e->back].next) = e->next;
        e->next = t->free;
        t->free = k;
        t->n_watched--;
    }
    w->watches = NONE;
    if (!t->n_watched) {
        t->lo = UINT64_MAX;
        t->hi = 0;
    }
}

void park_wake(struct warp *w)
{
    if (!w->parked)
        return;
    unwatch(w->launch, w);
    w->parked = w->spins = false;
    w->spin_at = UINT64_MAX;
    w->cta->asleep = false;
}

void park_free(struct launch *l)
{
    free(l->park.bucket);
    VEC_FREE(&l->park.pool);
    VEC_FREE(&l->park.read);
    VEC_FREE(&l->park.at);
    VEC_FREE(&l->park.value);
}

static void wake_word(struct launch *l, u64 word)
{
    struct park *t = &l->park;
    for (u32 k = *bucket_of(t, word); k != NONE;) {
        if (t->pool.at[k].word != word) {
            k = t->pool.at[k].next;
            continue;
        }
        park_wake(t->pool.at[k].warp); /* removes this entry, and the warp's others */
        k = *bucket_of(t, word);
    }
}

void park_written_bytes(struct launch *l, u64 at, u64 bytes)
{
    u64 first = MAX(at >> 2, l->park.lo), last = MIN((at + bytes - 1) >> 2, l->park.hi);
    for (u64 word = first; word <= last && l->park.n_watched; word++)
        wake_word(l, word);
}

void park_written(struct launch *l, const struct access *a, u32 bytes, u64 host)
{
    if ((host + a->hi + bytes - 1) >> 2 < l->park.lo || (host + a->lo) >> 2 > l->park.hi)
        return;
    for (u64 m = a->exec; m && l->park.n_watched; m &= m - 1)
        park_written_bytes(l, host + access_addr(a, ctz64(m)), bytes);
}

/* ---- Does a warp only poll? ---- */

static bool noted(const struct park *t, u64 word)
{
    for (size_t i = 0; i < t->read.n; i++)
        if (t->read.at[i] == word)
            return true;
    return false;
}

void park_read(struct warp *w, const struct access *a, u32 bytes, u64 host)
{
    struct park *t = &w->launch->park;
    u64 last = UINT64_MAX;
    for (u64 m = a->exec; m && t->read.n <= MAX_WORDS; m &= m - 1) {
        u64 at = host + access_addr(a, ctz64(m));
        for (u64 word = at >> 2; word <= (at + bytes - 1) >> 2; word++) {
            if (word != last && !(w->launch->timed && noted(t, word)))
                VEC_PUSH(&t->read, word);
            last = word;
        }
    }
}

static int by_value(const void *a, const void *b)
{
    u64 x = *(const u64 *)a, y = *(const u64 *)b;
    return x < y ? -1 : x > y;
}

static void park(struct warp *w)
{
    struct launch *l = w->launch;
    struct park *t = &l->park;
    w->spins = true;
    w->spin_at = l->changes;
    if (l->prog->reads_otherwise || t->read.n > MAX_WORDS || !t->read.n)
        return; /* any change lets it continue */
    if (!t->bucket) {
        t->bucket = xcalloc(PARK_BUCKETS, sizeof *t->bucket);
        memset(t->bucket, 0xff, PARK_BUCKETS * sizeof *t->bucket);
        t->free = NONE;
        t->lo = UINT64_MAX;
    }
    w->parked = true;
    w->watches = NONE;
    qsort(t->read.at, t->read.n, sizeof *t->read.at, by_value);
    for (size_t i = 0; i < t->read.n; i++)
        if (!i || t->read.at[i] != t->read.at[i - 1])
            watch_word(l, w, t->read.at[i]);
}

/* The warp stopped, has polled and changed nothing: do rounds of its loop lead back to an earlier state? */
static enum warp_stop look(struct warp *w, const enum warp_stop stopped)
{
    struct launch *l = w->launch;
    const u64 changes = l->changes, began = w->instrs, active = w->active;
    const u32 pc = w->pc;
    native_leave(w);
    u64 hash = state_hash(w);
    u32 power = 1, left = 1;
    enum warp_stop stop = stopped;
    l->park.read.n = 0;
    while (w->instrs - began < ROUND) {
        if (stop == WS_SLEEP) {
            w->yields = 0;
            warp_yield(w);
        }
        const u64 before = w->instrs;
        w->gate = GATE_WATCH;
        stop = warp_run(w, 1);
        w->gate = GATE_NONE;
        if ((stop != WS_SLICE && stop != WS_SLEEP) || l->changes != changes)
            break;
        if (stop == WS_SLEEP && w->instrs == before && (w->pc != pc || stop != stopped))
            break; /* it has left the loop, and waits for another reason (its cluster) */
        if (w->pc != pc || w->active != active || stop != stopped)
            continue;
        u64 now = state_hash(w);
        if (now == hash) {
            park(w);
            w->slept = stop == WS_SLEEP;
            return WS_PARKED;
        }
        if (!--left) { /* as in spin_watch; earlier reads do not count */
            hash = now;
            left = power *= 2;
            l->park.read.n = 0;
        }
    }
    return stop;
}

/* Runs the slice in pieces: a warp that polls in one of them, and changes nothing, is examined. */
enum warp_stop park_run(struct warp *w, u64 slice)
{
    struct launch *l = w->launch;
    const u64 end = w->instrs + slice;
    u64 piece = l->prog->timed ? PIECE : slice; /* without gates no warp polls */
    for (;;) {
        const u64 polls = w->polls, changes = l->changes;
        enum warp_stop stop = warp_run(w, MIN(piece, end - w->instrs));
        bool suspect = w->polls != polls && l->changes == changes;
        if (suspect && (stop == WS_SLICE || stop == WS_SLEEP)) {
            stop = look(w, stop);
            piece *= 2;
        }
        if (stop != WS_SLICE || w->instrs >= end)
            return stop;
    }
}

/* ---- The host may write what all warps wait for ---- */

static void waited_words(const struct launch *l, struct park *t)
{
    t->at.n = 0;
    if (l->timed)
        for (size_t i = 0; i < t->read.n && t->read.n <= MAX_WORDS; i++)
            VEC_PUSH(&t->at, t->read.at[i] << 2);
    for (u32 b = 0; t->bucket && b < PARK_BUCKETS; b++)
        for (u32 k = t->bucket[b]; k != NONE; k = t->pool.at[k].next)
            VEC_PUSH(&t->at, t->pool.at[k].word << 2);
    if (t->at.n)
        qsort(t->at.at, t->at.n, sizeof *t->at.at, by_value);
    size_t n = 0;
    for (size_t i = 0; i < t->at.n; i++) /* each word once; not those of shared memory */
        if ((!n || t->at.at[n - 1] != t->at.at[i]) && memory_live(l->dev, t->at.at[i], 4))
            t->at.at[n++] = t->at.at[i];
    t->at.n = n;
}

static u32 word_now(u64 at)
{
    return *(const volatile u32 *)(uintptr_t)at;
}

static void wake_all(struct park *t)
{
    for (u32 b = 0; t->bucket && b < PARK_BUCKETS; b++)
        while (t->bucket[b] != NONE)
            park_wake(t->pool.at[t->bucket[b]].warp);
}

/* A word may have been written since it was read: the values are noted, all warps check again, and only then a change
   of these values is awaited. */
static bool look_again(struct launch *l)
{
    struct park *t = &l->park;
    waited_words(l, t);
    t->value.n = 0;
    for (size_t i = 0; i < t->at.n; i++)
        VEC_PUSH(&t->value, word_now(t->at.at[i]));
    t->looks = t->at_changes == l->changes ? t->looks + 1 : 0;
    t->at_changes = l->changes;
    t->read.n = 0;
    wake_all(t);
    return t->at.n && t->looks < MAX_LOOKS;
}

/* Do they wait for words that were noted before all warps checked again? */
static bool waits_for_noted(const struct launch *l)
{
    const struct park *t = &l->park;
    struct park now = {.bucket = t->bucket, .pool.at = t->pool.at, .read.at = t->read.at, .read.n = t->read.n};
    waited_words(l, &now);
    bool yes = now.at.n != 0;
    for (size_t i = 0, k = 0; yes && i < now.at.n; i++) {
        while (k < t->at.n && t->at.at[k] < now.at.at[i])
            k++;
        yes = k < t->at.n && t->at.at[k] == now.at.at[i];
    }
    VEC_FREE(&now.at);
    return yes;
}

bool park_wait(struct launch *l)
{
    struct park *t = &l->park;
    if (!l->dev->opt.wait)
        return false;
    if (!t->at.n || t->at_changes != l->changes || !waits_for_noted(l))
        return look_again(l);
    if (!l->dev->opt.wait(&(struct emu_wait){t->at.at, t->value.at, (u32)t->at.n}))
        return false;
    l->changes++;
    for (size_t i = 0; i < t->at.n; i++)
        if (t->bucket && word_now(t->at.at[i]) != t->value.at[i])
            wake_word(l, t->at.at[i] >> 2);
    t->at.n = t->read.n = 0;
    return true;
}

/* A repeated state does not include the clock: a loop may wait for memory or for a time, whichever comes
   first. */
bool park_pass_time(struct launch *l)
{
    if (!l->prog->reads_clock)
        return false;
    if (l->passed_at != l->changes || !l->pass)
        l->pass = FIRST_PASS;
    if (l->pass > LAST_PASS)
        return false;
    l->passed += l->pass;
    l->pass *= 2;
    l->passed_at = ++l->changes;
    wake_all(&l->park);
    return true;
}
