/* Memory is taken from an arena and is freed with it, all at once. It is zeroed. Never NULL: out of memory ends the
   program with a message. */
#ifndef SLUICE_BASE_ARENA_H
#define SLUICE_BASE_ARENA_H
#include "base/types.h"

struct arena_block;
struct arena {
    struct arena_block *small, *large;
    size_t used; /* bytes handed out */
    bool alone; /* set before the first: a child process has none of it, so that a fork costs this one nothing here */
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
/* The same, aligned to the host's cache lines, for what the cycle loop uses. Some hosts fetch lines in pairs: data
   that different threads write is a pair apart, so that cores do not take each other's lines. */
#define HOST_LINE 64
#define HOST_PAIR 128
#define ARENA_LINES(a, T, n) ((T *)arena_alloc((a), sizeof(T) * (size_t)(n), HOST_PAIR))

/* malloc family that never returns NULL, for memory that must grow or outlive an arena */
void *xmalloc(size_t n);
void *xcalloc(size_t n, size_t size);
void *xrealloc(void *p, size_t n);
char *xstrdup(const char *s);
u64 host_memory(void); /* bytes that this process may use: the computer's, or its limit */
/* All of this memory will be written soon: its pages are allocated now, together. A page read before it is written
   would be allocated twice, the second time with an interrupt to every core of the process. */
void pages_take(const void *at, size_t bytes);
/* For programs that free and allocate much: the heap keeps up to 64 MB of freed memory until the end. */
void heap_keeps(void);

#endif
