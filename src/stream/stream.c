/* The byte encoding of a warp's instruction stream.

   The reader knows the program, so a record only says what cannot be known from it. Records (first byte):
     00..7f     run of 1..128 instructions from the current pc
     80..9f     memory instruction at the current pc: bits 0-1 bytes of the base address's delta (1 2 4 8), bit 2 a space
                byte follows, bits 3-4 shape (uniform, stride = bytes a lane, stride follows, scattered)
     a0         barrier: id byte, u16 threads
     a2 a3      jump by an i8 / i32 from the current pc
     a4         run, u32 length
     a8 a9 aa   active mask becomes full / u32 / u64
     ac ad ae   the next record executes with mask none / u32 / u64 instead of the active mask
     c0..ff     jump back by 1..64
   A base address is stored as the difference from the last one of the same memory-instruction slot (pc modulo 8). A
   scattered access has a width byte and then, for each lane of the mask, a signed offset from the first lane. Width
   10 + b (b from 1 to 4) stands for rows of 2^b lanes: i32 from lane to lane, i32 from row to row. Records never cross
   a block's end, and a prefix is in the same block as its record. All multi-byte values are little-endian, as are all
   hosts (a big-endian one would fail the round-trip test at once). */
#include "stream/stream.h"

#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/diag.h"
#include "stream/encode.h"

enum { BLOCK_BYTES = 4096 + 64 - 48, RECORD_MAX = 64 * 8 + 64 };

struct stream_block {
    struct stream_block *next;
    u64 at;        /* byte position of data[0] in the stream */
    u32 used, cap; /* used: visible to cursors */
    u8 data[];
};

static struct stream_block *block_new(struct stream_pool *pool, u32 cap)
{
    struct stream_block *b;
    if (pool && pool->free && cap == BLOCK_BYTES) {
        b = pool->free;
        pool->free = b->next;
        pool->n_free--;
    } else {
        b = xmalloc(sizeof *b + cap);
        b->cap = cap;
    }
    if (pool)
        pool->n_live++;
    b->next = NULL;
    b->used = 0;
    return b;
}

static void block_free(struct stream_pool *pool, struct stream_block *b)
{
    if (pool)
        pool->n_live--;
    if (pool && b->cap == BLOCK_BYTES) {
        b->next = pool->free;
        pool->free = b;
        pool->n_free++;
    } else {
        free(b);
    }
}

void stream_pool_free(struct stream_pool *p)
{
    for (struct stream_block *b = p->free, *next; b; b = next) {
        next = b->next;
        free(b);
    }
    p->free = NULL;
    p->n_free = 0;
}

static void stream_add_block(struct stream *s, struct stream_block *b)
{
    b->at = s->last ? s->last->at + s->last->used : s->end_at;
    if (s->last)
        s->last->next = b;
    else
        s->first = b;
    s->last = b;
}

void stream_trim(struct stream *s, u64 keep_from)
{
    while (s->first && s->first != s->last && s->first->at + s->first->used < keep_from) {
        struct stream_block *b = s->first;
        s->first = b->next;
        s->first_at = s->first->at;
        block_free(s->pool, b);
    }
}

void stream_free(struct stream *s)
{
    for (struct stream_block *b = s->first, *next; b; b = next) {
        next = b->next;
        block_free(s->pool, b);
    }
    s->first = s->last = NULL;
}

void stream_each_block(const struct stream *s, void (*fn)(void *, const u8 *, u32), void *arg)
{
    for (const struct stream_block *b = s->first; b; b = b->next)
        fn(arg, b->data, b->used);
}

void stream_append_raw(struct stream *s, const u8 *bytes, u32 n, u64 instrs)
{
    struct stream_block *b = block_new(s->pool, n > BLOCK_BYTES ? n : BLOCK_BYTES);
    stream_add_block(s, b);
    if (n)
        memcpy(b->data, bytes, n);
    b->used = n;
    s->end_at = b->at + n;
    s->instrs += instrs;
}

/* ---- Writing ---- */

void stream_writer_init(struct stream_writer *w, struct stream *to, const struct si *code, u32 lanes, bool discard)
{
    *w = (struct stream_writer){.to = to, .code = code, .lanes = lanes, .discard = discard};
    w->active = w->mask = lanes_mask(lanes);
}

u64 stream_written(const struct stream_writer *w)
{
    return w->bytes + (w->p && w->to->last ? (u64)(w->p - w->to->last->data) : 0);
}

static __attribute__((noinline)) void next_block(struct stream_writer *w)
{
    struct stream *s = w->to;
    if (s->last && w->p) {
        u32 used = (u32)(w->p - s->last->data);
        w->bytes += used;
        s->last->used = used;
    }
    stream_add_block(s, block_new(s->pool, BLOCK_BYTES));
    w->p = s->last->data;
    w->lim = w->p + s->last->cap - RECORD_MAX;
}

static inline void reserve(struct stream_writer *w)
{
    if (__builtin_expect(w->p >= w->lim, 0))
        next_block(w);
}

static inline u8 *put32(u8 *p, u32 v)
{
    memcpy(p, &v, 4);
    return p + 4;
}
static inline u8 *put64(u8 *p, u64 v)
{
    memcpy(p, &v, 8);
    return p + 8;
}

/* tag + 0: the easy value; + 1: 32 bits follow; + 2: 64 bits follow */
static inline u8 *put_mask(u8 *p, u8 tag, u64 m, u64 easy)
{
    if (m == easy) {
        *p = tag;
        return p + 1;
    }
    if (m <= UINT32_MAX) {
        *p = (u8)(tag + 1);
        return put32(p + 1, (u32)m);
    }
    *p = (u8)(tag + 2);
    return put64(p + 1, m);
}

static inline u8 *put_exec(const struct stream_writer *w, u8 *p, u64 mask)
{
    return mask == w->active ? p : put_mask(p, TAG_MASK, mask, 0);
}

static inline void end_run(struct stream_writer *w)
{
    if (!w->run)
        return;
    reserve(w);
    u8 *p = put_exec(w, w->p, w->mask);
    if (w->run <= 128) {
        *p++ = (u8)(w->run - 1);
    } else {
        *p++ = TAG_RUN32;
        p = put32(p, w->run);
    }
    w->p = p;
    w->instrs += w->run;
    w->run = 0;
}

/* Brings the reader to this pc and active mask. */
static void move_reader(struct stream_writer *w, u32 pc, u64 active)
{
    if (active != w->active) {
        w->p = put_mask(w->p, TAG_ACTIVE, active, lanes_mask(w->lanes));
        w->active = active;
    }
    i64 d = (i64)pc - (i64)w->next_pc;
    if (d == 0)
        return;
    if (d < 0 && d >= -64) {
        *w->p++ = (u8)(TAG_BACK + (-d - 1));
    } else if (d >= -128 && d < 128) {
        w->p[0] = TAG_JUMP8;
        w->p[1] = (u8)d;
        w->p += 2;
    } else {
        *w->p = TAG_JUMP32;
        w->p = put32(w->p + 1, (u32)d);
    }
}

/* Ends the run and brings the reader to this pc and active mask: as a rule, where it is. */
static inline void goto_pc(struct stream_writer *w, u32 pc, u64 active)
{
    end_run(w);
    reserve(w);
    if (__builtin_expect(active != w->active || pc != w->next_pc, 0))
        move_reader(w, pc, active);
}

void stream_put_jump_run(struct stream_writer *w, u32 pc, u32 n, u64 active, u64 mask)
{
    goto_pc(w, pc, active);
    w->mask = mask;
    w->run = n;
    w->next_pc = pc + n;
}

/* Everything of a memory record up to and with the base address; returns where the rest goes. */
static inline u8 *put_mem_head(struct stream_writer *w, u32 pc, u64 active, u64 mask, u8 space, u32 shape, u64 base)
{
    goto_pc(w, pc, active);
    u8 *p = put_exec(w, w->p, mask), *tag = p++;
    u32 t = TAG_MEM | shape << 3;
    if (space != w->code[pc].space) {
        t |= 4;
        *p++ = space;
    }
    i64 d = (i64)(base - w->last[pc & 7]);
    w->last[pc & 7] = base;
    memcpy(p, &d, 8);
    if (d == (i8)d) {
        p += 1;
    } else if (d == (i16)d) {
        t |= 1;
        p += 2;
    } else if (d == (i32)d) {
        t |= 2;
        p += 4;
    } else {
        t |= 3;
        p += 8;
    }
    *tag = (u8)t;
    w->instrs++;
    w->next_pc = pc + 1;
    w->mask = active;
    return p;
}

static __attribute__((noinline)) void put_mem_any(struct stream_writer *w, u32 pc, u64 active, u64 mask, u8 space,
                                                  u64 base, i64 stride)
{
    u32 shape = stride == 0 ? SHAPE_UNIFORM : stride == w->code[pc].bytes ? SHAPE_UNIT : SHAPE_STRIDE;
    u8 *p = put_mem_head(w, pc, active, mask, space, shape, base);
    if (shape == SHAPE_STRIDE)
        p = put64(p, (u64)stride);
    w->p = p;
}

/* The record of put_mem_any where it is short and nothing but its run goes before it. */
void stream_put_mem(struct stream_writer *w, u32 pc, u64 active, u64 mask, u8 space, u64 base, i64 stride)
{
    if (w->discard)
        return;
    const struct si *si = &w->code[pc];
    i64 d = (i64)(base - w->last[pc & 7]);
    if (active != w->active || mask != active || w->mask != active || pc != w->next_pc || space != si->space ||
        (stride && stride != si->bytes) || w->run > 128 || w->lim - w->p <= 1 || d != (i16)d) {
        put_mem_any(w, pc, active, mask, space, base, stride);
        return;
    }
    u8 *p = w->p;
    if (w->run) {
        *p++ = (u8)(w->run - 1);
        w->instrs += w->run;
        w->run = 0;
    }
    u32 wide = d != (i8)d;
    p[0] = (u8)(TAG_MEM | (stride ? SHAPE_UNIT : SHAPE_UNIFORM) << 3 | wide);
    p[1] = (u8)d;
    p[2] = (u8)(d >> 8);
    w->p = p + 2 + wide;
    w->last[pc & 7] = base;
    w->instrs++;
    w->next_pc = pc + 1;
}

/* base + lane * stride for every lane of the mask? */
static bool is_strided(const u64 *addr, u64 mask, u32 lanes, u64 *base, i64 *stride)
{
    if (!mask) {
        *base = 0;
        *stride = 0;
        return true;
    }
    u32 a = ctz64(mask);
    u64 rest = mask & (mask - 1);
    if (!rest) {
        *base = addr[a];
        *stride = 0;
        return true;
    }
    u32 b = ctz64(rest);
    i64 d = (i64)(addr[b] - addr[a]);
    if (b - a > 1) {
        if (d % (i64)(b - a))
            return false;
        d /= (i64)(b - a);
    }
    u64 b0 = addr[a] - (u64)d * a, bad = 0;
    if (mask == UINT32_MAX && lanes == 32) {
        if (addr[16] - addr[15] != (u64)d) /* rows and scattered accesses differ here already */
            return false;
        for (u32 i = 0; i < 31; i++)
            bad |= (addr[i + 1] - addr[i]) ^ (u64)d;
    } else if (mask == lanes_mask(lanes)) {
        for (u32 i = 0; i < lanes; i++)
            bad |= addr[i] ^ (b0 + (u64)d * i);
    } else {
        for (u64 m = rest & (rest - 1); m && !bad; m &= m - 1)
            bad = addr[ctz64(m)] ^ (b0 + (u64)d * ctz64(m));
    }
    *base = b0;
    *stride = d;
    return !bad;
}

/* Lanes of rows of n, each strided in the same way and all as far apart? */
static inline bool are_rows(const u64 *addr, u64 stride, u64 pitch, const u32 n)
{
    u64 bad = 0;
    for (u32 i = 1; i < n; i++)
        bad |= (addr[i] - addr[i - 1]) ^ stride;
    for (u32 i = n; i < 32; i++)
        bad |= (addr[i] - addr[i - n]) ^ pitch;
    return !bad;
}

/* Lanes in rows of 2, 4, 8 or 16: gives the row's bits, 0: no. A row ends where the first step is another. */
static u32 rows_of(const u64 *addr, i32 *stride, i32 *pitch)
{
    u64 d = addr[1] - addr[0];
    u32 n = addr[2] - addr[1] != d ? 2 : addr[4] - addr[3] != d ? 4 : addr[8] - addr[7] != d ? 8 : 16;
    u64 p = addr[n] - addr[0];
    bool rows = (i64)d == (i32)d && (i64)p == (i32)p &&
                (n == 16  ? addr[16] - addr[15] != d && are_rows(addr, d, p, 16)
                 : n == 8 ? are_rows(addr, d, p, 8)
                 : n == 4 ? are_rows(addr, d, p, 4)
                          : are_rows(addr, d, p, 2));
    *stride = (i32)d;
    *pitch = (i32)p;
    return rows ? ctz64(n) : 0;
}

static u8 *put_rows(u8 *p, u32 row, i32 stride, i32 pitch)
{
    *p = (u8)(ROWS + row);
    return put32(put32(p + 1, (u32)stride), (u32)pitch);
}

void stream_put_mem_scattered(struct stream_writer *w, u32 pc, u64 active, u64 mask, u8 space, const u64 *addr)
{
    u64 base;
    i64 stride;
    if (w->discard)
        return;
    if (is_strided(addr, mask, w->lanes, &base, &stride)) {
        stream_put_mem(w, pc, active, mask, space, base, stride);
        return;
    }
    base = addr[ctz64(mask)];
    u64 wide16 = 0, wide32 = 0;
    if (mask == UINT32_MAX) {
        i32 step, pitch;
        u32 row = rows_of(addr, &step, &pitch);
        if (row) {
            w->p = put_rows(put_mem_head(w, pc, active, mask, space, SHAPE_SCATTER, base), row, step, pitch);
            return;
        }
        for (u32 i = 0; i < 32; i++) { /* no bits above the sign: adding half the range makes it small */
            wide16 |= (addr[i] - base + 0x8000) >> 16;
            wide32 |= (addr[i] - base + 0x80000000u) >> 32;
        }
    } else {
        for (u64 m = mask; m; m &= m - 1) {
            wide16 |= (addr[ctz64(m)] - base + 0x8000) >> 16;
            wide32 |= (addr[ctz64(m)] - base + 0x80000000u) >> 32;
        }
    }
    u8 *p = put_mem_head(w, pc, active, mask, space, SHAPE_SCATTER, base);
    u32 width = !wide16 ? 2 : !wide32 ? 4 : 8;
    *p++ = (u8)width;
    if (width == 2 && mask == UINT32_MAX) {
        u16 d[32];
        for (u32 i = 0; i < 32; i++)
            d[i] = (u16)(addr[i] - base);
        memcpy(p, d, sizeof d);
        p += sizeof d;
    } else if (width == 4 && mask == UINT32_MAX) {
        for (u32 i = 0; i < 32; i++) {
            u32 d = (u32)(addr[i] - base);
            memcpy(p + 4 * i, &d, 4);
        }
        p += 128;
    } else {
        for (u64 m = mask; m; m &= m - 1) {
            u64 d = addr[ctz64(m)] - base;
            memcpy(p, &d, 8);
            p += width;
        }
    }
    w->p = p;
}

void stream_put_barrier(struct stream_writer *w, u32 pc, u64 active, u64 mask, u32 id, u32 threads)
{
    if (w->discard)
        return;
    goto_pc(w, pc, active);
    u8 *p = put_exec(w, w->p, mask);
    p[0] = TAG_BARRIER;
    p[1] = (u8)id;
    p[2] = (u8)threads;
    p[3] = (u8)(threads >> 8);
    w->p = p + 4;
    w->instrs++;
    w->next_pc = pc + 1;
    w->mask = active;
}

void stream_flush(struct stream_writer *w)
{
    struct stream *s = w->to;
    end_run(w);
    if (!w->p)
        return;
    u32 used = (u32)(w->p - s->last->data);
    s->last->used = used;
    s->end_at = w->bytes + used;
    s->instrs = w->instrs;
}

void stream_put_end(struct stream_writer *w)
{
    stream_flush(w);
    w->to->ended = true;
}

/* ---- Reading ---- */

void stream_cursor_init(struct stream_cursor *c, const struct stream *from, const struct si *code, u32 n_code,
                        u32 lanes)
{
    memset(c, 0, sizeof *c);
    c->from = from;
    c->code = code;
    c->n_code = n_code;
    c->lanes = lanes;
    c->active = c->mask = lanes_mask(lanes);
}

static inline u32 get32(const u8 *p)
{
    u32 v;
    memcpy(&v, p, 4);
    return v;
}
static inline u64 get64(const u8 *p)
{
    u64 v;
    memcpy(&v, p, 8);
    return v;
}
static inline i64 get_signed(const u8 *p, u32 bytes)
{
    switch (bytes) {
    case 1: return (i8)p[0];
    case 2: return (i16)(u16)(p[0] | p[1] << 8);
    case 4: return (i32)get32(p);
    default: return (i64)get64(p);
    }
}

static const u8 *get_rows(struct stream_instr *out, const u8 *p, const u8 *lim, u32 row)
{
    if (row < 1 || row > ROW_MAX || lim - p < 8)
        return NULL;
    out->shape = ADDR_ROWS;
    out->row = (u8)row;
    out->stride = (i32)get32(p);
    out->pitch = (i32)get32(p + 4);
    return p + 8;
}

/* The lanes' addresses of a scattered access; NULL if the record is broken. */
static const u8 *get_scattered(struct stream_instr *out, const u8 *p, const u8 *lim, u64 mask)
{
    if (p >= lim)
        return NULL;
    u64 *addr = out->addr, base = out->base;
    u32 width = *p++;
    out->shape = ADDR_SCATTERED;
    if (width > ROWS)
        return get_rows(out, p, lim, width - ROWS);
    if (width != 2 && width != 4 && width != 8)
        return NULL;
    if ((size_t)(lim - p) < (size_t)width * popcount64(mask))
        return NULL;
    if (width == 4 && mask == UINT32_MAX) {
        for (u32 i = 0; i < 32; i++)
            addr[i] = base + (u64)(i64)(i32)get32(p + 4 * i);
        return p + 128;
    }
    if (width == 2 && mask == UINT32_MAX) {
        i16 d[32];
        memcpy(d, p, sizeof d);
        for (u32 i = 0; i < 32; i++)
            addr[i] = base + (u64)(i64)d[i];
        return p + sizeof d;
    }
    for (u64 m = mask; m; m &= m - 1, p += width)
        addr[ctz64(m)] = base + (u64)get_signed(p, width);
    return p;
}

static const u8 *get_mem(struct stream_cursor *c, const u8 *p, const u8 *lim, u32 tag, u64 mask,
                         struct stream_instr *out)
{
    const struct si *si = &c->code[c->pc];
    u32 shape = tag >> 3 & 3, size = 1u << (tag & 3);
    if (si->kind == SI_NOT_MEM || (size_t)(lim - p) < (tag >> 2 & 1) + size)
        return NULL;
    out->space = tag & 4 ? *p++ : si->space;
    if (out->space >= SI_SPACES)
        return NULL;
    u64 base = c->last[c->pc & 7] + (u64)get_signed(p, size);
    p += size;
    c->last[c->pc & 7] = base;
    out->base = base;
    out->stride = 0;
    switch (shape) {
    case SHAPE_UNIFORM: out->shape = ADDR_UNIFORM; break;
    case SHAPE_UNIT:
        out->shape = ADDR_STRIDED;
        out->stride = si->bytes;
        break;
    case SHAPE_STRIDE:
        if (lim - p < 8)
            return NULL;
        out->shape = ADDR_STRIDED;
        out->stride = (i64)get64(p);
        p += 8;
        break;
    default: p = get_scattered(out, p, lim, mask);
    }
    return p;
}

static inline void give(struct stream_cursor *c, struct stream_instr *out)
{
    out->pc = c->pc++;
    out->mask = c->mask;
    out->active = c->active;
    c->done++;
}

static inline u32 mask_bytes(u32 kind)
{
    return kind * 4;
}

static u64 get_mask(const u8 *p, u32 kind, u64 easy)
{
    return kind == 0 ? easy : kind == 1 ? get32(p) : get64(p);
}

/* Reads one record at p. Returns the byte after it, or NULL if it is broken. *got: an instruction came out (or a
   run was opened); *prefix: it was an exec-mask prefix, which must be followed by what it belongs to. */
static const u8 *get_record(struct stream_cursor *c, const u8 *p, const u8 *lim, struct stream_instr *out, bool *got,
                            bool *prefix)
{
    u32 tag = *p++;
    u64 full = lanes_mask(c->lanes), n, left = (u64)(lim - p);
    if (tag < TAG_MEM || tag == TAG_RUN32) {
        n = tag + 1;
        if (tag == TAG_RUN32) {
            if (left < 4)
                return NULL;
            n = get32(p);
            p += 4;
        }
        if (n == 0 || n > c->n_code || c->pc > c->n_code - n)
            return NULL;
        c->run = (u32)n - 1;
        out->shape = ADDR_NONE;
        give(c, out);
        *got = true;
    } else if (tag < TAG_BARRIER) {
        if (c->pc >= c->n_code || !(p = get_mem(c, p, lim, tag, c->mask, out)))
            return NULL;
        give(c, out);
        *got = true;
    } else if (tag == TAG_BARRIER) {
        if (c->pc >= c->n_code || left < 3)
            return NULL;
        out->shape = ADDR_NONE;
        out->bar_id = p[0] & 15;
        out->bar_threads = (u32)p[1] | (u32)p[2] << 8;
        give(c, out);
        p += 3;
        *got = true;
    } else if (tag >= TAG_BACK || tag == TAG_JUMP8 || tag == TAG_JUMP32) {
        u32 bytes = tag >= TAG_BACK ? 0 : tag == TAG_JUMP8 ? 1 : 4;
        if (left < bytes)
            return NULL;
        i64 d = bytes ? get_signed(p, bytes) : -(i64)(tag - TAG_BACK) - 1;
        if ((i64)c->pc + d < 0 || (i64)c->pc + d >= (i64)c->n_code)
            return NULL;
        c->pc = (u32)((i64)c->pc + d);
        p += bytes;
    } else if (tag >= TAG_ACTIVE && tag <= TAG_MASK + 2 && tag != TAG_ACTIVE + 3) {
        *prefix = tag >= TAG_MASK;
        u32 kind = tag & 3;
        if (left < mask_bytes(kind))
            return NULL;
        u64 m = get_mask(p, kind, *prefix ? 0 : full);
        p += mask_bytes(kind);
        if (m & ~(*prefix ? c->active : full))
            return NULL;
        if (!*prefix)
            c->active = m;
        c->mask = m;
    } else {
        return NULL;
    }
    return p;
}

/* What most records are: a short run, an access without stride or of neighbours whose base takes no more than four
   bytes and whose space is the instruction's. False: the record is of another kind, broken, or not there. */
static inline bool get_common(struct stream_cursor *c, struct stream_instr *out)
{
    const struct stream_block *b = c->block;
    if (!b || c->at - b->at + 8 > b->used)
        return false;
    const u8 *p = b->data + (c->at - b->at);
    u32 tag = *p++, pc = c->pc;
    if (tag < TAG_MEM) {
        if (tag >= c->n_code || pc >= c->n_code - tag)
            return false;
        out->shape = ADDR_NONE;
        c->run = tag;
        c->at++;
    } else {
        const struct si *si = &c->code[pc];
        if ((tag & ~(SHAPE_UNIT << 3 | 3u)) != TAG_MEM || (tag & 3) == 3 || pc >= c->n_code || si->kind == SI_NOT_MEM)
            return false;
        u32 bits = 8u << (tag & 3), unit = tag >> 3 & SHAPE_UNIT;
        u64 *last = &c->last[pc & 7];
        *last += (u64)((i64)(get64(p - 1) >> 8 << (64 - bits)) >> (64 - bits));
        out->base = *last;
        out->space = si->space;
        out->stride = unit ? si->bytes : 0;
        out->shape = unit ? ADDR_STRIDED : ADDR_UNIFORM;
        c->at += 1 + bits / 8;
    }
    give(c, out);
    return true;
}

/* Any record, or what there is instead. Apart, so that the common ones need no frame. */
__attribute__((noinline)) static enum stream_status next_any(struct stream_cursor *c, struct stream_instr *out)
{
    for (bool got = false, prefix = false;;) {
        struct stream_block *b = c->block;
        if (!b) {
            b = c->from->first;
            if (!b)
                return c->from->ended ? STREAM_END : STREAM_DRY;
            c->block = b;
            c->at = b->at;
        }
        u64 off = c->at - b->at;
        if (off == b->used) {
            if (prefix)
                return STREAM_CORRUPT;
            if (!b->next)
                return c->from->ended ? STREAM_END : STREAM_DRY;
            c->block = b->next;
            c->at = b->next->at;
            continue;
        }
        bool had_prefix = prefix;
        prefix = false;
        const u8 *p = get_record(c, b->data + off, b->data + b->used, out, &got, &prefix);
        if (!p || (had_prefix && !got))
            return STREAM_CORRUPT;
        c->at = b->at + (u64)(p - b->data);
        if (got)
            return STREAM_OK;
    }
}

enum stream_status stream_next(struct stream_cursor *c, struct stream_instr *out)
{
    if (c->run) {
        c->run--;
        out->shape = ADDR_NONE;
        give(c, out);
        return STREAM_OK;
    }
    c->mask = c->active; /* an exec mask holds for one record */
    return get_common(c, out) ? STREAM_OK : next_any(c, out);
}
