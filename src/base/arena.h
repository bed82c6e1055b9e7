/* Lifetimes, not frees: memory is taken from an arena and goes away with it. Zeroed. Never NULL:
   out of memory ends the program with a sentence. */
#ifndef SLUICE_BASE_ARENA_H
#define SLUICE_BASE_ARENA_H
#include "base/types.h"

struct arena_block;
struct arena {
    struct arena_block *small, *large;
    size_t used; /* bytes handed out */
};

void *arena_alloc(struct arena *a, size_t size, size_t align);
char *arena_strdup(struct arena *a, const char *s);
char *arena_strndup(struct arena *a, const char *s, size_t n);
char *arena_printf(struct arena *a, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
void arena_free(struct arena *a);  /* everything; the arena may be used again */
void arena_empty(struct arena *a); /* the same, but keeps some memory for the next use */

#define ARENA_NEW(a, T) ((T *)arena_alloc((a), sizeof(T), _Alignof(T)))
#define ARENA_ARRAY(a, T, n) ((T *)arena_alloc((a), sizeof(T) * (size_t)(n), _Alignof(T)))
#define ARENA_COPY(a, from, n) ((__typeof__(*(from)) *)arena_copy((a), (from), sizeof *(from), (n), (n) + 1))
/* Room for so many, the first n of which are copied */
void *arena_copy(struct arena *a, const void *from, size_t size, size_t n, size_t room);
/* The same on a boundary of the host's cache lines, for what the cycle loop goes through. Some hosts fetch lines in
   pairs: what different threads write is a pair apart, else one core takes from the other what it does not want. */
#define HOST_LINE 64
#define HOST_PAIR 128
#define ARENA_LINES(a, T, n) ((T *)arena_alloc((a), sizeof(T) * (size_t)(n), HOST_PAIR))

/* malloc family that never returns NULL, for what must grow or outlive an arena */
void *xmalloc(size_t n);
void *xcalloc(size_t n, size_t size);
void *xrealloc(void *p, size_t n);
char *xstrdup(const char *s);
u64 host_memory(void); /* bytes that this process may have: the computer's, or the limit that it was given */
/* That all of it will be written soon: its pages are taken now and together. One that is read before it is written
   would be taken twice, and the second time every core that runs the process is interrupted. */
void pages_take(const void *at, size_t bytes);
/* For programs that free and allocate much: the heap keeps up to 64 MB of freed memory until the end. */
void heap_keeps(void);

#endif
