/* Device memory: one reserved region of the host's address space, so that a device address is a host address; an
   allocation table in address order; and, as a switch, one bit a byte that says whether it was ever written.
   Fresh allocations come from a bump pointer and freed ranges are reused only when the region is used up, so
   that a stale pointer finds a freed allocation and not another one's. Allocations lie at least RED_ZONE
   bytes apart, so that a small overrun is seen. */
#include <string.h>
#include <sys/mman.h>

#include "emu/device.h"

#define RED_ZONE 256
#define MAX_DEVICES 64
#define LEAST_SPAN (64ull << 20)

static void *reserve(u64 at, u64 size)
{
    void *p = mmap((void *)(uintptr_t)at, size, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED_NOREPLACE, -1, 0);
    if (p == MAP_FAILED)
        return NULL;
    if ((u64)(uintptr_t)p != at) { /* an old kernel that takes the address as a hint */
        munmap(p, size);
        return NULL;
    }
    return p;
}

struct emu_device *emu_device_new(const struct emu_options *opt)
{
    struct emu_device *d = xcalloc(1, sizeof *d);
    if (opt)
        d->opt = *opt;
    if (!d->opt.target.lanes)
        d->opt.target.lanes = 32;
    ENSURE(is_pow2(d->opt.target.lanes) && d->opt.target.lanes >= 2 && d->opt.target.lanes <= 64);
    /* less where the process may not have so much address space (ulimit -v): it has that much less device memory */
    for (d->span = DEV_SPAN; !d->base && d->span >= LEAST_SPAN; d->span /= 2)
        for (u32 k = 0; k < MAX_DEVICES && !d->base; k++)
            if (reserve(DEV_BASE + k * DEV_SPAN, d->span))
                d->base = DEV_BASE + k * DEV_SPAN;
    d->span *= 2; /* restores the size that worked */
    if (!d->base) {
        fprintf(stderr, "sluice: cannot reserve %llu MiB of address space for device memory\n", LEAST_SPAN >> 20);
        free(d);
        return NULL;
    }
    u64 room = d->span - CONST_SPAN;
    d->limit = d->opt.memory_limit && d->opt.memory_limit < room ? d->opt.memory_limit : room;
    d->const_bump = d->base + (1 << 16); /* small offsets from the base stay invalid */
    d->bump = d->base + CONST_SPAN;
    d->epoch = 1;
    d->out = stdout;
    if (d->opt.check_uninit) {
        d->shadow =
            mmap(NULL, d->span / 8, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        ENSURE(d->shadow != MAP_FAILED);
    }
    return d;
}

void emu_device_free(struct emu_device *d)
{
    if (!d)
        return;
    while (d->modules)
        emu_unload(d->modules);
    for (size_t i = 0; i < d->table.n; i++) {
        free((char *)d->table.at[i]->name);
        free(d->table.at[i]);
    }
    VEC_FREE(&d->table);
    for (size_t i = 0; i < d->textures.n; i++)
        free(d->textures.at[i]);
    VEC_FREE(&d->textures);
    VEC_FREE(&d->told);
    emu_nested_free(d->nesting.left.at, d->nesting.left.n);
    munmap((void *)(uintptr_t)d->base, d->span);
    if (d->shadow)
        munmap(d->shadow, d->span / 8);
    free(d);
}

void emu_set_output(struct emu_device *d, FILE *to)
{
    d->out = to;
}

/* Index of the last allocation that starts at or before addr, or -1. */
static i64 floor_index(const struct emu_device *d, u64 addr)
{
    size_t lo = 0, hi = d->table.n;
    while (lo < hi) {
        size_t mid = (lo + hi) / 2;
        if (d->table.at[mid]->at <= addr)
            lo = mid + 1;
        else
            hi = mid;
    }
    return (i64)lo - 1;
}

/* First fit among the gaps that freed allocations leave; drops their records. 0: none. */
static u64 reuse_hole(struct emu_device *d, u64 need, u64 align)
{
    u64 from = d->base + CONST_SPAN;
    size_t first_freed = 0;
    while (first_freed < d->table.n && d->table.at[first_freed]->at < from)
        first_freed++;
    for (size_t i = first_freed; i <= d->table.n; i++) {
        bool live = i < d->table.n && !d->table.at[i]->freed;
        if (i < d->table.n && !live)
            continue;
        u64 to = i < d->table.n ? d->table.at[i]->at : d->bump;
        u64 at = align_up(from, align);
        if (at + need <= to) {
            size_t keep = first_freed;
            for (size_t j = first_freed; j < i; j++) {
                struct emu_alloc *a = d->table.at[j];
                if (a->at < at + need && a->at + MAX(a->size, 1) > at) {
                    free((char *)a->name);
                    free(a);
                } else {
                    d->table.at[keep++] = a;
                }
            }
            memmove(d->table.at + keep, d->table.at + i, (d->table.n - i) * sizeof *d->table.at);
            d->table.n -= i - keep;
            return at;
        }
        if (live) {
            from = d->table.at[i]->at + align_up(d->table.at[i]->size, RED_ZONE) + RED_ZONE;
            first_freed = i + 1;
        }
    }
    return 0;
}

/* Requests large pages inside a large allocation: one page fault each 2 MB instead of each 4 KB when it is first
   written, and one entry of the host's TLB. */
static void ask_for_large_pages(u64 at, u64 size)
{
    enum { PAGE = 2 << 20, FEW = 2 };
    u64 from = align_up(at, PAGE), to = (at + size) & ~(u64)(PAGE - 1);
    if (size >= FEW * PAGE && to > from)
        madvise((void *)(uintptr_t)from, to - from, MADV_HUGEPAGE);
}

static u64 add_alloc(struct emu_device *d, u64 at, u64 size, u8 kind, const char *name)
{
    struct emu_alloc *a = xcalloc(1, sizeof *a);
    char unnamed[40];
    snprintf(unnamed, sizeof unnamed, "allocation #%u", ++d->n_unnamed);
    *a = (struct emu_alloc){.at = at, .size = size, .kind = kind, .name = xstrdup(name ? name : unnamed)};
    i64 i = floor_index(d, at);
    VEC_PUSH(&d->table, a);
    memmove(d->table.at + i + 2, d->table.at + i + 1, (d->table.n - (size_t)(i + 2)) * sizeof *d->table.at);
    d->table.at[i + 1] = a;
    d->live_bytes += size;
    d->n_host += kind == EA_HOST;
    d->epoch++;
    ask_for_large_pages(at, size);
    if (kind == EA_MANAGED || kind == EA_HOST || kind == EA_GLOBAL)
        memory_mark(d, at, size); /* the host may write it at any time */
    return at;
}

u64 emu_alloc(struct emu_device *d, u64 size, u64 align, u8 kind, const char *name)
{
    align = MAX(align, 256);
    if (!is_pow2(align) || size > d->limit || d->live_bytes + size > d->limit)
        return 0;
    u64 need = align_up(size, RED_ZONE) + RED_ZONE, at = align_up(d->bump, align);
    if (at + need <= d->base + d->span)
        d->bump = at + need;
    else if (!(at = reuse_hole(d, need, align)))
        return 0;
    return add_alloc(d, at, size, kind, name);
}

u64 memory_alloc_const(struct emu_device *d, u64 size, u64 align, const char *name)
{
    u64 at = align_up(d->const_bump, MAX(align, 256)), need = align_up(size, RED_ZONE) + RED_ZONE;
    if (size > CONST_SPAN || at + need > d->base + CONST_SPAN)
        return emu_alloc(d, size, align, EA_GLOBAL, name);
    d->const_bump = at + need;
    return add_alloc(d, at, size, EA_GLOBAL, name);
}
bool emu_free(struct emu_device *d, u64 at)
{
    i64 i = floor_index(d, at);
    if (i < 0 || d->table.at[i]->at != at || d->table.at[i]->freed)
        return false;
    struct emu_alloc *a = d->table.at[i];
    a->freed = true;
    d->live_bytes -= a->size;
    d->n_host -= a->kind == EA_HOST;
    d->epoch++;
    u64 from = align_up(at, 65536), to = (at + a->size) & ~65535ull; /* whole pages, for any page size */
    if (to > from)
        madvise((void *)(uintptr_t)from, to - from, MADV_DONTNEED);
    if (d->shadow)
        for (u64 b = at - d->base; b < at - d->base + a->size; b++)
            d->shadow[b / 8] &= (u8) ~(1 << b % 8);
    return true;
}

const struct emu_alloc *emu_find_alloc(const struct emu_device *d, u64 addr)
{
    i64 i = floor_index(d, addr);
    if (i < 0)
        return NULL;
    const struct emu_alloc *a = d->table.at[i];
    return addr < a->at + a->size ? a : NULL;
}

const struct emu_alloc *emu_alloc_number(const struct emu_device *d, size_t i)
{
    return i < d->table.n ? d->table.at[i] : NULL;
}

const struct emu_alloc *emu_nearest_alloc(const struct emu_device *d, u64 addr)
{
    i64 i = floor_index(d, addr);
    const struct emu_alloc *below = i >= 0 ? d->table.at[i] : NULL;
    const struct emu_alloc *above = (size_t)(i + 1) < d->table.n ? d->table.at[i + 1] : NULL;
    if (!below || !above)
        return below ? below : above;
    u64 past = addr >= below->at + below->size ? addr - (below->at + below->size) : 0;
    return past <= above->at - addr ? below : above;
}

struct emu_alloc *memory_live(const struct emu_device *d, u64 at, u64 n)
{
    i64 i = floor_index(d, at);
    if (i < 0)
        return NULL;
    struct emu_alloc *a = d->table.at[i];
    return !a->freed && at - a->at <= a->size && n <= a->size - (at - a->at) ? a : NULL;
}

void *emu_host_ptr(struct emu_device *d, u64 at, u64 n, bool write)
{
    if (!memory_live(d, at, n))
        return NULL;
    if (write)
        memory_mark(d, at, n);
    return (void *)(uintptr_t)at;
}

void emu_mem_info(const struct emu_device *d, u64 *free_bytes, u64 *total_bytes)
{
    *total_bytes = d->limit;
    *free_bytes = d->limit - d->live_bytes;
}

void memory_mark(struct emu_device *d, u64 at, u64 n)
{
    if (!d->shadow)
        return;
    u64 b = at - d->base, end = b + n;
    for (; b < end && b % 8; b++)
        d->shadow[b / 8] |= (u8)(1 << b % 8);
    if (end > b) {
        memset(d->shadow + b / 8, 0xff, (end - b) / 8);
        for (b += (end - b) / 8 * 8; b < end; b++)
            d->shadow[b / 8] |= (u8)(1 << b % 8);
    }
}

bool memory_marked(const struct emu_device *d, u64 at, u64 n, u64 *first_bad)
{
    for (u64 b = at - d->base; b < at - d->base + n; b++)
        if (!(d->shadow[b / 8] >> b % 8 & 1)) {
            *first_bad = d->base + b;
            return false;
        }
    return true;
}

u64 emu_memory_digest(const struct emu_device *d)
{
    u64 h = 0x9e3779b97f4a7c15ull;
    for (size_t i = 0; i < d->table.n; i++) {
        const struct emu_alloc *a = d->table.at[i];
        const u8 *p = (const u8 *)(uintptr_t)a->at;
        for (u64 k = 0; !a->freed && k < a->size; k += 8) {
            u64 word = 0;
            memcpy(&word, p + k, MIN(a->size - k, 8));
            h = (h ^ word) * 0xff51afd7ed558ccdull;
            h ^= h >> 32;
        }
    }
    return h;
}
