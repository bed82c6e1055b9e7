/* Words of two executions: proof_words.h. Hashes say which chunks differ, and only of these are contents kept. */
#include "cuda/proof_words.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"

#define MOST_KEPT 1024u
#define WORDS (PROOF_CHUNK / 4)

struct proof_words {
    VEC(u64) keep;
    bool whole;              /* every differing chunk is among these */
    struct proof_image *ptx; /* the hashes of it are the caller's image's */
    const struct proof_image *first;
    u32 *value;          /* of the kept chunks */
    u64 *depends;        /* a bit a word */
    bool any;            /* some word depends on the order */
    bool printed, asked; /* as do these */
    u32 n_added;
};

/* Walks two rising lists of chunks: each chunk of either once, with the hash that each execution leaves there. */
struct walk {
    const struct proof_image *a, *b;
    u64 i, k;
};
static bool next(struct walk *w, u64 *at, u64 *ha, u64 *hb)
{
    bool left_a = w->i < w->a->n, left_b = w->k < w->b->n;
    if (!left_a && !left_b)
        return false;
    u64 x = left_a ? w->a->chunks[w->i].at : UINT64_MAX, y = left_b ? w->b->chunks[w->k].at : UINT64_MAX;
    *at = MIN(x, y);
    *ha = x == *at ? w->a->chunks[w->i].hash : proof_hash(*at);
    *hb = y == *at ? w->b->chunks[w->k].hash : proof_hash(*at);
    w->i += x == *at;
    w->k += y == *at;
    return true;
}

bool proof_images_equal(const struct proof_image *a, const struct proof_image *b)
{
    struct walk w = {a, b, 0, 0};
    u64 at, x, y;
    if (a->printed != b->printed || a->asked != b->asked)
        return false;
    while (next(&w, &at, &x, &y))
        if (x != y)
            return false;
    return true;
}

struct proof_words *proof_words_new(const struct proof_image *ptx, const struct proof_image *machine)
{
    struct proof_words *p = xcalloc(1, sizeof *p);
    struct walk w = {ptx, machine, 0, 0};
    u64 at, x, y;
    p->first = ptx;
    p->whole = true;
    while (machine->end == PROOF_DONE && next(&w, &at, &x, &y)) {
        if (x == y)
            continue;
        if (p->keep.n < MOST_KEPT)
            VEC_PUSH(&p->keep, at);
        else
            p->whole = false;
    }
    p->value = xcalloc(p->keep.n + 1, PROOF_CHUNK);
    p->depends = xcalloc(p->keep.n + 1, WORDS / 8);
    return p;
}

void proof_words_free(struct proof_words *p)
{
    if (!p)
        return;
    VEC_FREE(&p->keep);
    free(p->value);
    free(p->depends);
    free(p);
}

const u64 *proof_words_keep(const struct proof_words *p)
{
    return p->keep.at;
}
u32 proof_words_kept(const struct proof_words *p)
{
    return (u32)p->keep.n;
}
bool proof_words_any(const struct proof_words *p)
{
    return p->any;
}

bool proof_words_add(struct proof_words *p, const struct proof_image *i)
{
    if (i->end != PROOF_DONE) {
        p->any = true;
        return false;
    }
    const u32 *now = (const u32 *)i->kept;
    size_t n = p->keep.n * WORDS;
    if (!p->n_added++)
        memcpy(p->value, now, n * 4);
    for (size_t k = 0; k < n; k++)
        p->depends[k / 64] |= (u64)(now[k] != p->value[k]) << k % 64;
    p->printed |= i->printed != p->first->printed;
    p->asked |= i->asked != p->first->asked;
    p->any |= p->printed || p->asked || !proof_images_equal(p->first, i);
    return true;
}

/* Is the word in an allocation, which ends at *end, in which some word depends on the order? */
static bool in_doubt(const struct proof_words *p, u64 at, u64 *end)
{
    const struct emu_alloc *a = emu_find_alloc(cuda_state()->dev, at);
    u64 from = a ? a->at : at, to = *end = a ? a->at + a->size : at + 4;
    for (size_t c = 0; c < p->keep.n; c++) {
        u64 base = p->keep.at[c], lo = MAX(from, base), hi = MIN(to, base + PROOF_CHUNK);
        for (u64 w = lo; w < hi; w += 4) {
            size_t bit = c * WORDS + (w - base) / 4;
            if (p->depends[bit / 64] >> bit % 64 & 1)
                return true;
        }
    }
    return false;
}

static bool is_kept(const struct proof_words *p, u64 at)
{
    for (size_t k = 0; k < p->keep.n; k++)
        if (p->keep.at[k] == at)
            return true;
    return false;
}

/* Chunks not examined are as in the first execution, or were never written. */
static bool others_equal(const struct proof_words *p, const struct proof_image *i, struct proof_first *first)
{
    struct walk w = {p->first, i, 0, 0};
    u64 at, x, y;
    while (p->whole && next(&w, &at, &x, &y))
        if (x != y && !is_kept(p, at)) {
            if (first)
                first->at = at;
            return false;
        }
    return true;
}

bool proof_words_equal(const struct proof_words *p, const struct proof_image *i, struct proof_first *first)
{
    const u32 *now = (const u32 *)i->kept;
    u64 known = 0;      /* words up to here are in doubt */
    if (p->n_added < 2) /* there is no other order: everything may depend on it */
        return true;
    for (size_t k = 0; k < p->keep.n * WORDS; k++) {
        u64 at = p->keep.at[k / WORDS] + k % WORDS * 4;
        if (now[k] == p->value[k] || at < known || in_doubt(p, at, &known))
            continue;
        if (first)
            *first = (struct proof_first){.at = at, .ptx = p->value[k], .machine = now[k]};
        return false;
    }
    const char *what = !p->printed && i->printed != p->first->printed ? "it prints other lines"
                       : !p->asked && i->asked != p->first->asked     ? "it asks for other launches"
                                                                      : NULL;
    if (what && first)
        snprintf(first->text, sizeof first->text, "%s", what);
    return !what && others_equal(p, i, first);
}

void proof_first_text(const struct cuda_state *s, const struct proof_first *f, char *to, size_t n)
{
    const struct emu_alloc *a = f->at ? emu_find_alloc(s->dev, f->at) : NULL;
    if (!f->at)
        snprintf(to, n, "%s", f->text);
    else if (!a)
        snprintf(to, n, "the first word that differs is at 0x%llx: 0x%08x, and 0x%08x as PTX",
                 (unsigned long long)f->at, f->machine, f->ptx);
    else
        snprintf(to, n, "the first word that differs is %s + %llu: 0x%08x, and 0x%08x as PTX", a->name,
                 (unsigned long long)(f->at - a->at), f->machine, f->ptx);
}
