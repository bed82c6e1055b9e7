/* papers/causes.csv: which fact a statement of targets.csv is about, and which agreement proves nothing.

   Many statements stand on one fact: a program that does not share lines misses its IPC, its traffic and its energy
   at once. The file gives each statement a cause, so that facts can be counted beside statements. */
#include "paper/causes.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

const char *const paper_mark_words[PAPER_MARKS] = {"", "weak", "fitted", "noise"};

static char *field(char **rest)
{
    char *start = *rest, *comma = strchr(start, ',');
    if (comma)
        *comma = 0;
    *rest = comma ? comma + 1 : start + strlen(start);
    return start;
}

/* One row: id,cause,mark,why. */
static void read_row(struct paper *p, char *rest, const char *path, u32 number, struct diag *d)
{
    const char *id = field(&rest), *cause = field(&rest), *mark = field(&rest), *why = field(&rest);
    struct paper_target *t = NULL;
    u8 m = 0;
    for (u32 i = 0; i < p->n_targets && !t; i++)
        if (!strcmp(p->targets[i].id, id))
            t = &p->targets[i];
    while (m < PAPER_MARKS && strcmp(mark, paper_mark_words[m]))
        m++;
    if (!t)
        diag_error(d, path, number, 0, "targets.csv has no statement '%s'", id);
    else if (!*cause)
        diag_error(d, path, number, 0, "'%s' has no cause: expected id,cause,mark,why", id);
    else if (m == PAPER_MARKS)
        diag_error(d, path, number, 0, "mark '%s' is none of weak fitted noise", mark);
    else if (m && !*why)
        diag_error(d, path, number, 0, "a statement marked %s says why", mark);
    else
        t->cause = cause, t->mark = m, t->why = why;
}

bool paper_read_causes(struct paper *p, const char *path, struct diag *d)
{
    FILE *f = fopen(path, "r");
    char line[1024];
    u32 number = 0, before = d->errors;
    while (f && fgets(line, sizeof(line), f)) {
        number++;
        line[strcspn(line, "\r\n")] = 0;
        if (line[0] && line[0] != '#' && strncmp(line, "id,", 3))
            read_row(p, arena_strdup(&p->arena, line), path, number, d);
    }
    if (f)
        fclose(f);
    else if (errno != ENOENT)
        diag_error(d, path, 0, 0, "cannot be read: %s", strerror(errno));
    return d->errors == before;
}

void paper_facts_add(struct paper_facts *f, const struct paper_target *t, u8 verdict)
{
    size_t i = 0;
    while (i < f->list.n && (strcmp(f->list.at[i].cause, t->cause) || strcmp(f->list.at[i].paper, t->paper)))
        i++;
    if (i == f->list.n)
        VEC_PUSH(&f->list, ((struct paper_fact){.paper = t->paper, .cause = t->cause}));
    struct paper_fact *x = &f->list.at[i];
    x->good += verdict == PAPER_REPRODUCED || verdict == PAPER_NEAR;
    x->bad += verdict == PAPER_DIRECTION || verdict == PAPER_MISSED;
    x->missed += verdict == PAPER_MISSED;
}

struct paper_fact_counts paper_facts_count(const struct paper_facts *f)
{
    struct paper_fact_counts c = {0};
    for (size_t i = 0; i < f->list.n; i++) {
        const struct paper_fact *x = &f->list.at[i];
        c.right += x->good && !x->bad;
        c.partly += x->good && x->bad;
        c.wrong += !x->good && x->bad;
        c.missed += x->missed;
        c.missing += x->missed > 0;
        if (x->missed && (!c.worst || x->missed > c.worst->missed))
            c.worst = x;
    }
    return c;
}

void paper_facts_free(struct paper_facts *f)
{
    VEC_FREE(&f->list);
}
