#include "base/diag.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

void diag_init(struct diag *d)
{
    *d = (struct diag){0};
    d->tail = &d->first;
}

void diag_free(struct diag *d)
{
    arena_free(&d->arena);
    diag_init(d);
}

static bool same(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

static void add(struct diag *d, const char *file, u32 line, u32 col, bool is_note, const char *fmt, va_list ap)
{
    char text[1024];
    vsnprintf(text, sizeof(text), fmt, ap);
    for (const struct diag_msg *m = d->first; m; m = m->next)
        if (m->line == line && m->col == col && m->is_note == is_note && same(m->file, file) &&
            !strcmp(m->text, text))
            return; /* reported before: once is enough */
    struct diag_msg *m = ARENA_NEW(&d->arena, struct diag_msg);
    *m = (struct diag_msg){.file = file ? arena_strdup(&d->arena, file) : NULL,
                           .line = line,
                           .col = col,
                           .text = arena_strdup(&d->arena, text),
                           .is_note = is_note};
    *d->tail = m;
    d->tail = &m->next;
}

void diag_error(struct diag *d, const char *file, u32 line, u32 col, const char *fmt, ...)
{
    if (d->errors++ >= DIAG_KEEP)
        return;
    va_list ap;
    va_start(ap, fmt);
    add(d, file, line, col, false, fmt, ap);
    va_end(ap);
}

void diag_note(struct diag *d, const char *file, u32 line, u32 col, const char *fmt, ...)
{
    if (d->errors > DIAG_KEEP)
        return;
    va_list ap;
    va_start(ap, fmt);
    add(d, file, line, col, true, fmt, ap);
    va_end(ap);
}

void diag_print(const struct diag *d, FILE *to)
{
    for (const struct diag_msg *m = d->first; m; m = m->next) {
        if (m->file)
            fprintf(to, "%s:", m->file);
        if (m->file && m->line)
            fprintf(to, "%u:", m->line);
        if (m->file && m->line && m->col)
            fprintf(to, "%u:", m->col);
        fprintf(to, "%s%s: %s\n", m->file ? " " : "sluice: ", m->is_note ? "note" : "error", m->text);
    }
    if (d->errors > DIAG_KEEP)
        fprintf(to, "sluice: %u more errors not shown\n", d->errors - DIAG_KEEP);
}

/* Levenshtein distance, given up (returns `cap`) once it must exceed the cap. */
static size_t distance(const char *a, const char *b, size_t cap)
{
    size_t row[65], nb = strlen(b), na = strlen(a);
    if (na > 64 || nb > 64)
        return cap;
    for (size_t j = 0; j <= nb; j++)
        row[j] = j;
    for (size_t i = 1; i <= na; i++) {
        size_t corner = row[0];
        row[0] = i;
        for (size_t j = 1; j <= nb; j++) {
            size_t sub = corner + (a[i - 1] != b[j - 1]);
            corner = row[j];
            row[j] = MIN(sub, MIN(row[j], row[j - 1]) + 1);
        }
    }
    return MIN(row[nb], cap);
}

const char *diag_nearest(const char *name, const char *const *names, size_t n)
{
    size_t best = strlen(name) / 2 + 2;
    const char *found = NULL;
    for (size_t i = 0; i < n; i++) {
        size_t d = distance(name, names[i], best);
        if (d < best) {
            best = d;
            found = names[i];
        }
    }
    return found;
}

static struct { /* of the process, which is about to end */
    void (*tell)(void *arg, const char *what);
    void *arg;
} before_abort;

void bug_before_abort(void (*tell)(void *arg, const char *what), void *arg)
{
    before_abort.tell = tell;
    before_abort.arg = arg;
}

void bug_at(const char *file, int line, const char *fmt, ...)
{
    char text[400];
    va_list ap;
    while (!strncmp(file, "../", 3)) /* as the compiler was told of it */
        file += 3;
    int n = snprintf(text, sizeof text, "internal error at %s:%d: ", file, line);
    va_start(ap, fmt);
    vsnprintf(text + n, sizeof text - (size_t)n, fmt, ap);
    va_end(ap);
    fprintf(stderr, "sluice: %s\nThis is a mistake in sluice, not in your program; please report it.\n", text);
    void (*tell)(void *, const char *) = before_abort.tell;
    before_abort.tell = NULL; /* an error during the report must not come here again */
    if (tell)
        tell(before_abort.arg, text);
    abort();
}
