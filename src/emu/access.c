/* The shape of a warp's memory access and the copy between memory and lanes. Most accesses are base + lane * stride:
   one pass over the address registers finds that, and then bounds, alignment, lines and the stream need no
   loop, and a contiguous access is one memcpy. */
#include <string.h>

#include "emu/access.h"

u64 read_bits(const void *p, u32 size, bool sign)
{
    switch (size) {
    case 1: return sign ? (u64) * (const i8 *)p : *(const u8 *)p;
    case 2: {
        u16 v;
        memcpy(&v, p, 2);
        return sign ? (u64)(i16)v : v;
    }
    case 4: {
        u32 v;
        memcpy(&v, p, 4);
        return sign ? (u64)(i32)v : v;
    }
    default: {
        u64 v;
        memcpy(&v, p, 8);
        return v;
    }
    }
}

void write_bits(void *p, u32 size, u64 v)
{
    memcpy(p, &v, size); /* little endian, like the host */
}

void access_uniform(struct access *a, u64 at, u64 exec)
{
    *a = (struct access){.exec = exec, .base = at, .regular = true, .lo = at, .hi = at, .low_bits = at};
}

static void regular(struct access *a, u64 base, i64 stride, u32 first, u32 last)
{
    u64 x = base + (u64)stride * first, y = base + (u64)stride * last;
    a->regular = true;
    a->base = base;
    a->stride = stride;
    a->lo = stride < 0 ? y : x;
    a->hi = stride < 0 ? x : y;
    a->low_bits = x | (u64)(first == last ? 0 : stride);
    if (a->exec & (a->exec >> 1)) /* neighbouring lanes are active: the step itself must be aligned */
        return;
    a->low_bits = 0; /* with gaps between lanes, only multiples of the step count */
    for (u64 m = a->exec; m; m &= m - 1)
        a->low_bits |= base + (u64)stride * ctz64(m);
}

void access_affine(struct access *a, u64 at, i64 step, u64 exec)
{
    const u32 first = ctz64(exec);
    a->exec = exec;
    if (exec & (exec - 1))
        regular(a, at, step, first, 63 - (u32)__builtin_clzll(exec));
    else /* a single lane has no step */
        regular(a, at + (u64)step * first, 0, 0, 0);
}

/* Every lane active, 64-bit addresses. */
INLINE bool same_steps(const u64a *r, u64 step, const u32 n)
{
    u64 at = r[0], bad = 0;
    LANES(n)
    {
        bad |= r[i] ^ at;
        at += step;
    }
    return !bad;
}
/* The same for 32-bit addresses, which must not wrap around between the first and the last. */
INLINE bool same_steps32(const u32a *r, const u32 n)
{
    u32 bad = 0, step = r[1] - r[0];
    LANES(n - 1) bad |= (r[i + 1] - r[i]) ^ step;
    i64 end = (i64)r[0] + (i64)(i32)step * (n - 1);
    return !bad && end >= 0 && end <= UINT32_MAX;
}

INLINE void bounds_of_all(struct access *a, const u64 *addr, const u32 n)
{
    u64 lo = UINT64_MAX, hi = 0, bits = 0;
    LANES(n)
    {
        lo = addr[i] < lo ? addr[i] : lo;
        hi = addr[i] > hi ? addr[i] : hi;
        bits |= addr[i];
    }
    a->lo = lo;
    a->hi = hi;
    a->low_bits = bits;
}

/* The same for active lanes only: inactive ones count as the first active lane. */
INLINE void bounds_of_some(struct access *a, const u64 *addr, const u32 n)
{
    u64 exec = a->exec, one = addr[ctz64(exec)], lo = one, hi = one, bits = one;
    LANES(n)
    {
        u64 on = exec & lane_bit64[i] ? UINT64_MAX : 0, x = (addr[i] & on) | (one & ~on);
        lo = x < lo ? x : lo;
        hi = x > hi ? x : hi;
        bits |= x;
    }
    a->lo = lo;
    a->hi = hi;
    a->low_bits = bits;
}

INLINE void irregular(struct access *a, u64 *addr, const u32 n)
{
    a->regular = false;
    a->addr = addr;
    if (n == 32 && a->exec == UINT32_MAX)
        bounds_of_all(a, addr, 32);
    else
        bounds_of_some(a, addr, n);
}

/* Some lanes active: are their addresses base + lane * step? */
INLINE bool find_steps(struct access *a, const u64 *addr, const u32 n)
{
    u64 exec = a->exec, rest = exec & (exec - 1), bad = 0;
    u32 first = ctz64(exec), last = 63 - (u32)__builtin_clzll(exec);
    if (!rest) {
        regular(a, addr[first], 0, 0, 0);
        return true;
    }
    u32 second = ctz64(rest), gap = second - first;
    i64 diff = (i64)(addr[second] - addr[first]);
    if (diff % (i64)gap)
        return false;
    u64 step = (u64)(diff / (i64)gap), base = addr[first] - step * first, at = base + step * second;
    u64 span = exec >> first;
    if (!(span & (span + 1))) { /* consecutive lanes: compare neighbours */
        LANES(n - 1) bad |= (exec & exec >> 1) & lane_bit64[i] ? (addr[i + 1] - addr[i]) ^ step : 0;
    } else {
        for (u32 i = second; i <= last && !bad; i++, at += step)
            bad = exec & lane_bit64[i] ? addr[i] ^ at : 0;
    }
    if (bad)
        return false;
    regular(a, base, (i64)step, first, last);
    return true;
}

/* 64-bit addresses of 32 active lanes: the most common access. */
INLINE bool whole_warp(struct access *a, const u64a *r, u64 off)
{
    u64 base = r[0] + off, step = r[1] - r[0], end = base + 31 * step;
    if (!same_steps(r, step, 32))
        return false;
    *a = (struct access){.exec = UINT32_MAX,
                         .base = base,
                         .stride = (i64)step,
                         .regular = true,
                         .lo = (i64)step < 0 ? end : base,
                         .hi = (i64)step < 0 ? base : end,
                         .low_bits = base | step};
    return true;
}
FOR_WIDE bool access_whole_warp(struct access *a, const void *reg, i64 off)
{
    return whole_warp(a, reg, (u64)off);
}

INLINE void shape(struct access *a, u64 *addr, const void *reg, bool is32, i64 off, const u32 n)
{
    const bool all = a->exec == lanes_mask(n);
    if (is32) {
        const u32a *r = reg;
        if (all && !off && same_steps32(r, n)) {
            regular(a, r[0], (i32)(r[1] - r[0]), 0, n - 1);
            return;
        }
        LANES(n) addr[i] = (u32)(r[i] + (u32)off);
        if (all && off && n == 32 && same_steps(addr, addr[1] - addr[0], 32)) {
            regular(a, addr[0], (i64)(addr[1] - addr[0]), 0, 31);
            return;
        }
    } else {
        const u64a *r = reg;
        u64 step = r[1] - r[0];
        if (all && same_steps(r, step, n)) {
            regular(a, r[0] + (u64)off, (i64)step, 0, n - 1);
            return;
        }
        LANES(n) addr[i] = r[i] + (u64)off;
    }
    if ((all && n == 32) || !find_steps(a, addr, n))
        irregular(a, addr, n);
}
FOR_WIDE static void shape_wide(struct access *a, u64 *addr, const void *reg, bool is32, i64 off)
{
    shape(a, addr, reg, is32, off, 32);
}

void access_shape(struct warp *w, struct access *a, const void *reg, bool is32, i64 off, u64 exec)
{
    a->exec = exec;
    if (w->lanes != 32)
        shape(a, w->addr, reg, is32, off, w->lanes);
    else if (w->launch->prog->wide)
        shape_wide(a, w->addr, reg, is32, off);
    else
        shape(a, w->addr, reg, is32, off, 32);
}

u32 access_count_lines(const struct access *a, u32 bytes)
{
    u64 stride = (u64)(a->stride < 0 ? -a->stride : a->stride);
    if (a->regular) {
        if (!stride)
            return 1;
        if (stride >= 128)
            return popcount64(a->exec);
        u64 span = a->exec >> ctz64(a->exec);
        if (!(span & (span + 1))) /* no gap among the active lanes: every line between is touched */
            return (u32)(((a->hi + bytes - 1) >> 7) - (a->lo >> 7) + 1);
    }
    u64 first = a->lo >> 7, span = (a->hi >> 7) - first;
    if (!a->regular && a->hi && span < 64) { /* local memory's have no bounds */
        u64 touched = 0;
        if (a->exec == UINT32_MAX)
            LANES(32) touched |= 1ull << (((a->addr[i] >> 7) - first) & 63);
        else
            for (u64 m = a->exec; m; m &= m - 1)
                touched |= 1ull << ((a->addr[ctz64(m)] >> 7) - first);
        return popcount64(touched);
    }
    u64 seen[128], last = UINT64_MAX; /* an open hash table, at most a quarter full in a warp of 32 */
    u32 n = 0;
    memset(seen, 0xff, sizeof seen);
    for (u64 m = a->exec; m; m &= m - 1) {
        u64 line = access_addr(a, ctz64(m)) >> 7;
        if (line == last)
            continue;
        last = line;
        u32 k = (u32)(line * 0x9e3779b97f4a7c15ull >> 57);
        while (seen[k] != UINT64_MAX && seen[k] != line)
            k = (k + 1) & 127;
        n += seen[k] != line;
        seen[k] = line;
    }
    return n;
}

static inline void *at(u64 address)
{
    return (void *)(uintptr_t)address;
}

/* 32-bit elements in 32-bit registers, all 32 lanes: the most common load */
static bool load_fast(const struct access *a, u64 host, u32a *d)
{
    if (a->exec != UINT32_MAX)
        return false;
    if (!a->regular) {
        for (u32 i = 0; i < 32; i++)
            d[i] = *(const u32a *)at(host + a->addr[i]);
        return true;
    }
    const u8 *p = at(host + a->base);
    if (a->stride == 4) {
        memcpy(d, p, 128);
    } else if (a->stride == 0) {
        u32 v = *(const u32a *)p;
        LANES(32) d[i] = v;
    } else {
        i64 s = a->stride;
        for (u32 i = 0; i < 32; i++)
            d[i] = *(const u32a *)(p + s * (i64)i);
    }
    return true;
}

static bool load_fast64(const struct access *a, u64 host, u64a *d)
{
    if (a->exec != UINT32_MAX || !a->regular)
        return false;
    const u8 *p = at(host + a->base);
    if (a->stride == 8) {
        memcpy(d, p, 256);
    } else if (a->stride == 0) {
        u64 v = *(const u64a *)p;
        LANES(32) d[i] = v;
    } else {
        i64 s = a->stride;
        for (u32 i = 0; i < 32; i++)
            d[i] = *(const u64a *)(p + s * (i64)i);
    }
    return true;
}

/* Elements of one or two bytes at any address per lane, into 32-bit registers. */
#define LOAD_EACH(T)                                                                                                 \
    for (u64 m = a->exec; m; m &= m - 1)                                                                             \
    d[ctz64(m)] = (u32)(i32) * (const T ALIASED *)at(host + a->addr[ctz64(m)])
static void load_small(const struct access *a, u64 host, u32 size, bool sign, u32a *d)
{
    if (size == 2) /* sign extension stops at 16 bits */
        LOAD_EACH(u16);
    else if (sign)
        LOAD_EACH(i8);
    else
        LOAD_EACH(u8);
}

static void load_lanes(const struct warp *w, const struct uop *u, const struct access *a, u64 host, void *d)
{
    if (u->size == 4 && !(u->flags & UF_WIDE)) {
        if (w->lanes == 32 && load_fast(a, host, d))
            return;
        for (u64 m = a->exec; m; m &= m - 1) {
            u32 i = ctz64(m);
            ((u32a *)d)[i] = *(const u32a *)at(host + access_addr(a, i));
        }
        return;
    }
    if (u->size == 8) {
        if (w->lanes == 32 && load_fast64(a, host, d))
            return;
        for (u64 m = a->exec; m; m &= m - 1) {
            u32 i = ctz64(m);
            ((u64a *)d)[i] = *(const u64a *)at(host + access_addr(a, i));
        }
        return;
    }
    bool sign = u->flags & UF_SIGNED, half = u->imm;
    if (!a->regular && !(u->flags & UF_WIDE) && (u->size == 1 || (u->size == 2 && half))) {
        load_small(a, host, u->size, sign, d);
        return;
    }
    for (u64 m = a->exec; m; m &= m - 1) {
        u32 i = ctz64(m);
        u64 v = read_bits(at(host + access_addr(a, i)), u->size, sign);
        if (u->flags & UF_WIDE)
            ((u64a *)d)[i] = v;
        else
            ((u32a *)d)[i] = half ? (u16)v : (u32)v;
    }
}

void access_load(const struct warp *w, const struct uop *u, const struct access *a, u64 host)
{
    if (u->vec == 1) {
        load_lanes(w, u, a, host, reg_at(w, u->d));
        return;
    }
    for (u32 k = 0; k < u->vec; k++)
        if (u->list[k] != NO_OPERAND)
            load_lanes(w, u, a, host + (u64)k * u->size, reg_at(w, u->list[k]));
}

static void store_lanes(const struct warp *w, const struct uop *u, const struct access *a, u64 host, const void *s)
{
    if (u->size == 4 && !(u->flags & UF_WIDE)) {
        if (w->lanes == 32 && a->exec == UINT32_MAX && a->regular && a->stride == 4) {
            memcpy(at(host + a->base), s, 128);
            return;
        }
        for (u64 m = a->exec; m; m &= m - 1) {
            u32 i = ctz64(m);
            *(u32a *)at(host + access_addr(a, i)) = ((const u32a *)s)[i];
        }
        return;
    }
    if (u->size == 8 && w->lanes == 32 && a->exec == UINT32_MAX && a->regular && a->stride == 8) {
        memcpy(at(host + a->base), s, 256);
        return;
    }
    bool wide = u->flags & UF_WIDE;
    for (u64 m = a->exec; m; m &= m - 1) {
        u32 i = ctz64(m);
        write_bits(at(host + access_addr(a, i)), u->size, wide ? ((const u64a *)s)[i] : ((const u32a *)s)[i]);
    }
}

void access_store(const struct warp *w, const struct uop *u, const struct access *a, u64 host)
{
    if (u->vec == 1) {
        store_lanes(w, u, a, host, lanes_at(w, u->d));
        return;
    }
    for (u32 k = 0; k < u->vec; k++)
        store_lanes(w, u, a, host + (u64)k * u->size, lanes_at(w, u->list[k]));
}
