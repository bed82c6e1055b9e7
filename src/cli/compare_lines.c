/* Source lines of records side by side: the issue slots that were lost because of each, and those that were lost
   while it waited; the largest change first. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/compare.h"
#include "out/lines.h"

static struct compare_line *place_of(struct compare_lines *all, const struct out_lines *l, u32 line)
{
    for (size_t i = 0; i < all->v.n; i++) {
        struct compare_line *x = &all->v.at[i];
        if (x->line == line && !strcmp(x->kernel, l->kernel) && !strcmp(x->file, l->file))
            return x;
    }
    VEC_PUSH(&all->v, (struct compare_line){.kernel = l->kernel, .file = l->file, .line = line});
    return &all->v.at[all->v.n - 1];
}

static int most_changed(const void *a, const void *b)
{
    const struct compare_line *x = a, *y = b;
    return x->size > y->size ? -1 : x->size < y->size;
}

void compare_lines(const struct compare *c, struct compare_lines *all)
{
    struct out_lines l;
    for (u32 n = 0; n < c->n; n++)
        for (size_t i = 0; out_lines_read(&all->arena, c->records[n], i, &l); i++)
            for (u32 k = 0; k < l.n; k++) {
                struct compare_line *x = l.at[k].line ? place_of(all, &l, l.at[k].line) : NULL;
                if (!x)
                    continue;
                x->blame[n] += l.at[k].caused;
                x->waits[n] += l.at[k].waited;
            }
    for (size_t i = 0; i < all->v.n; i++)
        for (u32 n = 1; n < c->n; n++) {
            struct compare_line *x = &all->v.at[i];
            x->size = MAX(x->size, fmax(fabs(x->blame[n] - x->blame[0]), fabs(x->waits[n] - x->waits[0])));
        }
    if (all->v.n)
        qsort(all->v.at, all->v.n, sizeof *all->v.at, most_changed);
}

void compare_lines_free(struct compare_lines *all)
{
    VEC_FREE(&all->v);
    arena_free(&all->arena);
}
