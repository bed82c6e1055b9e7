/* The user's mistakes are collected here, several at a time, each with its place; mistakes of sluice itself end in
   BUG. Faults of the simulated program are neither: see emu/fault.h. */
#ifndef SLUICE_BASE_DIAG_H
#define SLUICE_BASE_DIAG_H
#include <stdio.h>

#include "base/arena.h"
#include "base/types.h"

struct diag_msg {
    struct diag_msg *next;
    const char *file; /* NULL: no place */
    u32 line, col;    /* 0: unknown */
    const char *text;
    bool is_note; /* a warning or an explanation: does not count as an error */
};

struct diag {
    struct arena arena;
    struct diag_msg *first, **tail;
    u32 errors; /* how many were reported; only the first DIAG_KEEP are kept */
};
#define DIAG_KEEP 20

void diag_init(struct diag *d);
void diag_free(struct diag *d);
void diag_error(struct diag *d, const char *file, u32 line, u32 col, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));
void diag_note(struct diag *d, const char *file, u32 line, u32 col, const char *fmt, ...)
    __attribute__((format(printf, 5, 6)));
void diag_print(const struct diag *d, FILE *to); /* file:line:col: error: text */

/* The name nearest to `name` in `names` (n of them) by edit distance, or NULL if none is near. */
const char *diag_nearest(const char *name, const char *const *names, size_t n);

/* A mistake of sluice: says where, and aborts. Never for anything that a user or a simulated program can cause. */
#define BUG(...) bug_at(__FILE__, __LINE__, __VA_ARGS__)
/* Called before the abort, with the message: to keep results and to tell how to repeat the error. One at a time for
   the process; NULL: nothing. */
void bug_before_abort(void (*tell)(void *arg, const char *what), void *arg);
_Noreturn void bug_at(const char *file, int line, const char *fmt, ...) __attribute__((format(printf, 3, 4)));
/* An invariant that stays on in release builds. */
#define ENSURE(c)                                                                                                    \
    do {                                                                                                             \
        if (__builtin_expect(!(c), 0))                                                                               \
            BUG("%s does not hold", #c);                                                                             \
    } while (0)

#endif
