/* JSON text, written as it comes: strings, numbers and line ends, through a buffer of its own. A real number that is
   a decimal of at most six places is written as that; reading gives the same number back. */
#ifndef SLUICE_BASE_TEXT_H
#define SLUICE_BASE_TEXT_H
#include <stdio.h>

#include "base/types.h"

struct text {
    FILE *to;
    bool indent; /* a line each; else as short as it can be */
    size_t n;
    char buf[1 << 14];
};
void text_flush(struct text *);
void text_put(struct text *, const char *p, size_t n);
/* Room for n characters (far fewer than the buffer has), to be written at once; text_wrote tells their end. */
static inline char *text_room(struct text *w, size_t n)
{
    if (w->n + n > sizeof w->buf)
        text_flush(w);
    return w->buf + w->n;
}
static inline void text_wrote(struct text *w, const char *end)
{
    w->n = (size_t)(end - w->buf);
}
static inline void text_char(struct text *w, char c)
{
    if (w->n == sizeof w->buf)
        text_flush(w);
    w->buf[w->n++] = c;
}
void text_string(struct text *, const char *s, size_t n);
void text_integer(struct text *, i64 v);
void text_real(struct text *, double v);
void text_decimal(struct text *, double v); /* to six places, and no more than it takes */
void text_line(struct text *, u32 depth);   /* the next line, so many blanks in; nothing where no lines are wanted */

#endif
