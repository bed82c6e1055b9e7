#include "mem/mark.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"

const char *const mark_spans[MARKS] = {
    [MARK_L1] = "L1",         [MARK_NET] = "network, request", [MARK_L2] = "L2",         [MARK_DRAM] = "DRAM",
    [MARK_DATA] = "L2, fill", [MARK_REPLY] = "network, reply", [MARK_BACK] = "L1, reply"};

static void reserve(struct marks *m, size_t n)
{
    if (n <= m->cap)
        return;
    m->cap = MAX(n, m->cap ? 2 * m->cap : 1024);
    m->at = xrealloc(m->at, m->cap * sizeof *m->at);
}

void mark_put(struct marks *m, cyc at, const struct req *r, enum mark_what what)
{
    reserve(m, m->n + 1);
    m->at[m->n++] = (struct mark){
        .at = at, .line = r->line / MARK_LINE, .born = r->born, .sm = r->sm, .warp = r->warp, .what = what};
}

#define ORDER(a, b)                                                                                                  \
    if ((a) != (b))                                                                                                  \
    return (a) < (b) ? -1 : 1

static int by_request(const struct mark *a, const struct mark *b)
{
    ORDER(a->sm, b->sm);
    ORDER(a->line, b->line);
    ORDER(a->warp, b->warp);
    ORDER(a->born, b->born);
    return 0;
}

static int in_order(const void *x, const void *y)
{
    const struct mark *a = x, *b = y;
    int c = by_request(a, b);
    if (c)
        return c;
    ORDER(a->at, b->at);
    ORDER(a->what, b->what);
    return 0;
}

void marks_sort(struct marks *m)
{
    if (m->n)
        qsort(m->at, m->n, sizeof *m->at, in_order);
}

size_t marks_of(const struct marks *m, u16 sm, u16 warp, u64 line, u32 born, const struct mark **first)
{
    struct mark key = {.line = line / MARK_LINE, .born = born, .sm = sm, .warp = warp};
    size_t lo = 0, hi = m->n;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (by_request(&m->at[mid], &key) < 0)
            lo = mid + 1;
        else
            hi = mid;
    }
    *first = m->at + lo;
    size_t n = 0;
    while (lo + n < m->n && !by_request(&m->at[lo + n], &key))
        n++;
    return n;
}

void marks_append(struct marks *to, const struct marks *from)
{
    reserve(to, to->n + from->n);
    if (from->n)
        memcpy(to->at + to->n, from->at, from->n * sizeof *from->at);
    to->n += from->n;
}

void marks_free(struct marks *m)
{
    free(m->at);
    *m = (struct marks){0};
}
