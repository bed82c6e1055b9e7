#include "base/arena.h"

#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

struct arena_block {
    struct arena_block *next;
    size_t size, used;
    unsigned char data[];
};

static void out_of_memory(size_t n)
{
    fprintf(stderr, "sluice: out of memory (wanted %zu bytes)\n", n);
    exit(2); /* what was asked for is too large for this computer */
}

u64 host_memory(void)
{
    long pages = sysconf(_SC_PHYS_PAGES), page = sysconf(_SC_PAGESIZE);
    u64 have = pages > 0 && page > 0 ? (u64)pages * (u64)page : UINT64_MAX;
    struct rlimit limit;
    if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY)
        have = MIN(have, (u64)limit.rlim_cur);
    return have;
}

void *xmalloc(size_t n)
{
    void *p = malloc(n ? n : 1);
    if (!p)
        out_of_memory(n);
    return p;
}

void *xcalloc(size_t n, size_t size)
{
    void *p = calloc(n ? n : 1, size ? size : 1);
    if (!p)
        out_of_memory(n * size);
    return p;
}

void *xrealloc(void *p, size_t n)
{
    p = realloc(p, n ? n : 1);
    if (!p)
        out_of_memory(n);
    return p;
}

char *xstrdup(const char *s)
{
    size_t n = strlen(s) + 1;
    return memcpy(xmalloc(n), s, n);
}

void pages_take(const void *at, size_t bytes)
{
#ifdef MADV_POPULATE_WRITE
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE), from = (uintptr_t)at / page * page;
    madvise((void *)from, (uintptr_t)at + bytes - from, MADV_POPULATE_WRITE); /* an old kernel may not know it */
#else
    (void)at, (void)bytes;
#endif
}

void heap_keeps(void)
{
    enum { AHEAD = 16 << 20, HUGE = 2 << 20, LARGE = 128 << 10 };
    mallopt(M_TRIM_THRESHOLD, 64 << 20);
    mallopt(M_MMAP_THRESHOLD, 2 * AHEAD);
    char *p = malloc(AHEAD); /* untouched, and the heap's next memory: in large pages where the system has some */
    if (p) {
        uintptr_t from = align_up((uintptr_t)p, HUGE);
        madvise((void *)from, AHEAD - HUGE, MADV_HUGEPAGE);
        free(p);
    }
    mallopt(M_MMAP_THRESHOLD, LARGE); /* what does not fit there: pages that are taken only when touched */
}

/* Where the next piece starts: the address is aligned, not only the offset (calloc promises 16 bytes and no more). */
static size_t offset_in(const struct arena_block *b, size_t align)
{
    uintptr_t base = (uintptr_t)b->data;
    return align_up(base + b->used, align) - base;
}

/* Zeroed pages that a child process does not get. The first of a kind has what is touched most: in large pages, where
   the system has some. */
static struct arena_block *block_alone(size_t want, bool first)
{
    size_t bytes = sizeof(struct arena_block) + want;
    void *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED)
        out_of_memory(bytes);
    madvise(at, bytes, MADV_DONTFORK);
    if (first)
        madvise(at, bytes, MADV_HUGEPAGE);
    return at;
}

/* A block of its own kind: small pieces lie side by side, and large ones, which may never be touched, apart from
 * them. */
void *arena_alloc(struct arena *a, size_t size, size_t align)
{
    enum { LARGE = 2 << 10, SMALLEST = 64 << 10, LARGEST = 16 << 20 };
    struct arena_block **head = size >= LARGE ? &a->large : &a->small, *b = *head;
    size_t at = b ? offset_in(b, align) : 0;

    if (!b || at + size > b->size) {
        /* Blocks grow with the arena. calloc, and not a memset: a large block's pages are taken only when touched. */
        size_t least = a->alone ? LARGEST : SMALLEST;
        size_t want = MAX(size + align, MIN(MAX(a->used / 4, least), (size_t)LARGEST));
        b = a->alone ? block_alone(want, !*head) : xcalloc(1, sizeof(*b) + want);
        b->size = want;
        b->next = *head;
        *head = b;
        at = offset_in(b, align);
    }
    b->used = at + size;
    a->used += size;
    return b->data + at;
}

char *arena_strndup(struct arena *a, const char *s, size_t n)
{
    char *p = arena_alloc(a, n + 1, 1);
    memcpy(p, s, n);
    return p;
}

void *arena_copy(struct arena *a, const void *from, size_t size, size_t n, size_t room)
{
    void *to = arena_alloc(a, size * room, 16);

    if (n)
        memcpy(to, from, n * size);
    return to;
}

char *arena_strdup(struct arena *a, const char *s)
{
    return arena_strndup(a, s, strlen(s));
}

char *arena_printf(struct arena *a, const char *fmt, ...)
{
    va_list ap;
    va_start(ap, fmt);
    int n = vsnprintf(NULL, 0, fmt, ap);
    va_end(ap);
    char *p = arena_alloc(a, (size_t)n + 1, 1);
    va_start(ap, fmt);
    vsnprintf(p, (size_t)n + 1, fmt, ap);
    va_end(ap);
    return p;
}

static void free_blocks(struct arena_block *b, bool alone)
{
    for (struct arena_block *next; b; b = next) {
        next = b->next;
        if (alone)
            munmap(b, sizeof *b + b->size);
        else
            free(b);
    }
}

/* Of each kind the block that was made last, which is the largest but for single large pieces. */
static struct arena_block *empty_block(struct arena_block *b, bool alone)
{
    if (!b)
        return NULL;
    free_blocks(b->next, alone);
    memset(b->data, 0, b->used);
    b->next = NULL;
    b->used = 0;
    return b;
}

void arena_empty(struct arena *a)
{
    *a = (struct arena){
        .small = empty_block(a->small, a->alone), .large = empty_block(a->large, a->alone), .alone = a->alone};
}

void arena_free(struct arena *a)
{
    free_blocks(a->small, a->alone);
    free_blocks(a->large, a->alone);
    *a = (struct arena){.alone = a->alone};
}
