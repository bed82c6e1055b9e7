/* The coalescer: see coalesce.h. Uniform and short-strided accesses, the common ones, touch few lines and find them
   by comparing with the last; scattered ones go through a small hash so that 32 distinct lines cost 32 steps. */
#include "mem/coalesce.h"

#include <string.h>

#define HASH 128                         /* twice the most lanes */
#define MAX_TURNS (STREAM_MAX_LANES * 2) /* 16 bytes a lane over two banks of 4 */

struct work {
    struct coalesced *out;
    u32 n;
    u64 words[STREAM_MAX_LANES];    /* touched 4-byte words of each line, a bit each */
    u64 bytes[STREAM_MAX_LANES][2]; /* the same by bytes: kept only for accesses of less than a word */
    u8 slot[HASH];                  /* line -> index + 1 */
    bool hashed;
};

static u32 hash_of(u64 line)
{
    return (u32)((line >> 5) * 0x9e3779b97f4a7c15ull >> 57);
}

static inline u32 add_line(struct work *w, u64 line)
{
    w->out[w->n] = (struct coalesced){.line = line};
    w->words[w->n] = w->bytes[w->n][0] = w->bytes[w->n][1] = 0;
    return w->n++;
}

/* The first line needs no table. */
static u32 line_index(struct work *w, u64 line)
{
    if (!w->n)
        return add_line(w, line);
    if (!w->hashed) {
        memset(w->slot, 0, sizeof(w->slot));
        w->hashed = true;
        for (u32 i = 0; i < w->n; i++) {
            u32 h = hash_of(w->out[i].line);
            while (w->slot[h])
                h = (h + 1) % HASH;
            w->slot[h] = (u8)(i + 1);
        }
    }
    u32 h = hash_of(line);
    while (w->slot[h]) {
        if (w->out[w->slot[h] - 1].line == line)
            return w->slot[h] - 1u;
        h = (h + 1) % HASH;
    }
    w->slot[h] = (u8)(w->n + 1);
    return add_line(w, line);
}

u32 coalesce_sectors(const struct coalesce_config *c, u64 words)
{
    u32 sector_words = c->sector_bytes / 4, n_sectors = c->line_bytes / c->sector_bytes, touched = 0;
    if (sector_words == 8) { /* one byte for each sector, 0 or not; then the eight answers as bits */
        words |= words >> 4;
        words |= words >> 2;
        words |= words >> 1;
        return (u32)((words & 0x0101010101010101ull) * 0x0102040810204080ull >> 56) & ((1u << n_sectors) - 1);
    }
    for (u32 s = 0; s < n_sectors; s++)
        if (words >> (s * sector_words) & ((1ull << sector_words) - 1))
            touched |= 1u << s;
    return touched;
}

/* Sectors and payload of a line, from what was touched of it. */
static void describe(const struct coalesce_config *c, const struct si *si, u64 words, const u64 bytes[2],
                     struct coalesced *out)
{
    bool atomic = si->kind == SI_ATOMIC || si->kind == SI_RED;
    u32 n_sectors = c->line_bytes / c->sector_bytes;
    out->touched = (u8)coalesce_sectors(c, words);
    out->sectors = c->sectored || !atomic ? out->touched : (u8)((1u << n_sectors) - 1);
    u32 operand = (u32)align_up(si->bytes, 4);
    out->bytes = (u16)(atomic          ? popcount64(out->lanes) * operand
                       : si->bytes < 4 ? popcount64(bytes[0]) + popcount64(bytes[1])
                                       : 4 * popcount64(words));
}

/* Lanes at least a line apart, each with a line of its own. False: the access is not of this kind. */
static bool line_a_lane(const struct coalesce_config *c, const struct si *si, const struct stream_instr *i, u64 mask,
                        struct work *w)
{
    i64 apart = i->stride < 0 ? -i->stride : i->stride;
    u64 offset_mask = c->line_bytes - 1;
    if (i->shape != ADDR_STRIDED || apart < (i64)c->line_bytes || ((u64)apart & offset_mask))
        return false;
    u64 word_bits = ((1ull << (si->bytes + 3u) / 4) - 1) << (i->base & offset_mask) / 4;
    for (; mask; mask &= mask - 1) {
        u32 lane = ctz64(mask);
        w->out[w->n] =
            (struct coalesced){.line = (i->base + (u64)i->stride * lane) & ~offset_mask, .lanes = 1ull << lane};
        w->bytes[w->n][0] = (1ull << si->bytes % 64) - 1; /* wherever they lie */
        w->bytes[w->n][1] = 0;
        w->words[w->n++] = word_bits;
    }
    return true;
}

/* Each lane one word beyond the last: a line is a run of lanes. False: the access is not of this kind. */
static bool word_a_lane(const struct coalesce_config *c, const struct si *si, const struct stream_instr *i, u64 mask,
                        struct work *w)
{
    if (i->shape != ADDR_STRIDED || i->stride != 4 || si->bytes != 4 || (i->base & 3))
        return false;
    while (mask) {
        u32 lane = ctz64(mask);
        u64 addr = i->base + 4ull * lane, line = addr & ~(u64)(c->line_bytes - 1);
        u32 room = (u32)(line + c->line_bytes - addr) / 4; /* lanes up to the line's end */
        u64 here = room < 64 ? mask & ((1ull << room) - 1) << lane : mask;
        w->out[w->n] = (struct coalesced){.line = line, .lanes = here};
        w->words[w->n++] = here >> lane << (addr - line) / 4;
        mask &= ~here;
    }
    return true;
}

/* The line's index in the list; a new line goes to the end. */
static u32 line_place(struct work *w, u64 line)
{
    u32 k = 0;
    while (k < w->n && w->out[k].line != line)
        k++;
    if (k == w->n) {
        w->out[k] = (struct coalesced){.line = line};
        w->words[k] = 0;
        w->n++;
    }
    return k;
}

/* Rows of words, each lane's beside the last lane's or the same: a line is a run of a row's lanes, and rows may share
   a line. False: the access is not of this kind. */
static bool word_rows(const struct coalesce_config *c, const struct si *si, const struct stream_instr *i, u64 mask,
                      struct work *w)
{
    if (i->shape != ADDR_ROWS || (i->stride && i->stride != 4) || si->bytes != 4 || ((i->base | (u64)i->pitch) & 3))
        return false;
    u32 width = 1u << i->row;
    u64 at = i->base;
    for (u32 from = 0; from < 64 && mask >> from; from += width, at += (u64)i->pitch) {
        u64 row = mask >> from & lanes_mask(width);
        while (row) {
            u32 lane = ctz64(row);
            u64 addr = at + (u64)i->stride * lane, line = addr & ~(u64)(c->line_bytes - 1);
            u32 room = i->stride ? (u32)(line + c->line_bytes - addr) / 4 : width; /* lanes up to the line's end */
            u64 here = row & lanes_mask(MIN(lane + room, width));
            u32 k = line_place(w, line);
            w->words[k] |= (i->stride ? here >> lane : 1) << (addr - line) / 4;
            w->out[k].lanes |= here << from;
            row &= ~here;
        }
    }
    return true;
}

/* The banks that a lane's access takes; its cycles, if it is wider than all banks together. */
static u64 banks_of(const struct coalesce_config *c, u64 addr, u32 bytes, u32 *cycles)
{
    u64 first = addr / c->bank_bytes, last = (addr + bytes - 1) / c->bank_bytes, m = 0;
    *cycles = (u32)div_up(last - first + 1, c->banks);
    for (u64 k = first; k <= last; k++)
        m |= 1ull << k % c->banks;
    return m;
}

/* The first round from which these banks are free for so many cycles. */
static u32 free_round(const u64 *used, u64 banks, u32 cycles)
{
    u32 first = 0;
    for (u32 k = 0; k < cycles; k++)
        if (used[first + k] & banks) {
            first += k + 1;
            k = UINT32_MAX;
        }
    return first;
}

static u32 an_access_a_lane(const struct coalesce_config *c, const struct si *si, const struct stream_instr *i,
                            u64 mask, struct coalesced *out)
{
    u64 used[MAX_TURNS + 16] = {0};
    bool atomic = si->kind == SI_ATOMIC || si->kind == SI_RED;
    u32 n = 0, n_sectors = c->line_bytes / c->sector_bytes, operand = (u32)align_up(si->bytes, 4);
    for (; mask; mask &= mask - 1) {
        u32 lane = ctz64(mask), cycles, k = 0;
        u64 addr = stream_lane_addr(i, lane), line = addr & ~(u64)(c->line_bytes - 1);
        u64 banks = banks_of(c, addr, si->bytes, &cycles);
        u32 round = free_round(used, banks, cycles);
        for (u32 t = round; t < round + cycles; t++)
            used[t] |= banks;
        round += cycles - 1;
        while (k < n && (out[k].line != line || out[k].round != round))
            k++;
        if (k == n)
            out[n++] = (struct coalesced){.line = line,
                                          .round = (u8)round,
                                          .bank = (u8)(addr / c->bank_bytes % c->banks),
                                          .bytes = (u16)(atomic ? 0 : si->bytes)};
        out[k].lanes |= 1ull << lane;
        out[k].touched |= (u8)(1u << (addr - line) / c->sector_bytes);
        out[k].sectors = c->sectored || !atomic ? out[k].touched : (u8)((1u << n_sectors) - 1);
        out[k].bytes = (u16)(out[k].bytes + (atomic ? operand : 0));
    }
    return n;
}

/* Passes over a line's sectors: for each sector, the most lanes that want one word of it. A wide operand counts at
   its first word. */
static u8 passes_over(const struct stream_instr *i, u64 lanes)
{
    u8 wanted[128 / 4] = {0}, most[128 / 32] = {0}, sum = 0;
    if (i->shape == ADDR_UNIFORM)
        return (u8)popcount64(lanes);
    for (; lanes; lanes &= lanes - 1) {
        u32 word = (u32)(stream_lane_addr(i, ctz64(lanes)) / 4 % COUNT_OF(wanted)), sector = word / 8;
        if (++wanted[word] > most[sector]) {
            most[sector] = wanted[word];
            sum++;
        }
    }
    return sum;
}

/* Any access: neighbouring lanes often lie in one line, which is then looked up and written only once. */
static void lane_after_lane(const struct coalesce_config *c, const struct si *si, const struct stream_instr *i,
                            u64 all, struct work *w)
{
    const bool same = i->shape == ADDR_UNIFORM;
    u64 mask = same ? all & -all : all;
    const u64 *addrs = i->shape == ADDR_SCATTERED ? i->addr : NULL, line_mask = ~(u64)(c->line_bytes - 1);
    u64 word_bits = (1ull << (si->bytes + 3u) / 4) - 1, byte_bits = si->bytes < 4 ? (1ull << si->bytes) - 1 : 0;
    while (mask) {
        u32 lane = ctz64(mask);
        u64 addr = addrs ? addrs[lane] : stream_lane_addr(i, lane), line = addr & line_mask;
        u64 words = 0, bytes[2] = {0}, lanes = 0, at;
        do {
            at = addr - line;
            words |= word_bits << at / 4;
            if (byte_bits)
                bytes[at / 64] |= byte_bits << (at & 63);
            lanes |= mask & -mask;
            if (!(mask &= mask - 1))
                break;
            lane = ctz64(mask);
            addr = addrs ? addrs[lane] : stream_lane_addr(i, lane);
        } while ((addr & line_mask) == line);
        u32 k = line_index(w, line);
        w->words[k] |= words;
        w->bytes[k][0] |= bytes[0];
        w->bytes[k][1] |= bytes[1];
        w->out[k].lanes |= same ? all : lanes;
    }
}

u32 coalesce(const struct coalesce_config *c, const struct si *si, const struct stream_instr *i, u32 lanes,
             struct coalesced *out)
{
    if (__builtin_expect(c->banks != 0, 0))
        return an_access_a_lane(c, si, i, i->mask & lanes_mask(lanes), out);
    u64 mask = i->mask & lanes_mask(lanes);
    if (coalesce_one_line(c, si, i, lanes, out))
        return 1;
    struct work w; /* not zeroed: each field is set before it is read */
    w.out = out, w.n = 0, w.hashed = false;
    bool alike = line_a_lane(c, si, i, mask, &w);
    if (!alike && !word_a_lane(c, si, i, mask, &w) && !word_rows(c, si, i, mask, &w))
        lane_after_lane(c, si, i, mask, &w);
    for (u32 k = 0; k < w.n; k++) {
        if (alike && k) {
            out[k].touched = out[0].touched;
            out[k].sectors = out[0].sectors;
            out[k].bytes = out[0].bytes;
        } else {
            describe(c, si, w.words[k], w.bytes[k], &out[k]);
        }
        if (__builtin_expect(c->same, 0) && (si->kind == SI_ATOMIC || si->kind == SI_RED))
            out[k].same = (u8)(passes_over(i, out[k].lanes) | (si->flags & SI_FLOAT ? REQ_SAME_FLOAT : 0));
    }
    return w.n;
}

u32 coalesce_conflicts(const struct access *a)
{
    u32 most = 0;
    for (u32 k = 0; k < a->n; k++)
        most = MAX(most, a->lines[k].round);
    return most;
}

static void one_sector(const struct coalesce_config *c, const struct coalesced *line, u32 sector, u32 bytes,
                       struct coalesced *out)
{
    *out = *line;
    out->sectors = out->touched = (u8)(1u << sector);
    out->bytes = (u16)MIN(bytes, c->sector_bytes);
    out->same = 1;
}

/* Greedily, lane by lane: the first request for the lane's sector in which no other lane has the same bytes. */
static u32 split_atomic(const struct coalesce_config *c, const struct si *si, const struct stream_instr *i, u64 mask,
                        struct coalesced *out)
{
    u64 taken[STREAM_MAX_LANES]; /* bytes taken in each request's sector */
    u32 n = 0;
    for (; mask; mask &= mask - 1) {
        u32 lane = ctz64(mask), k = 0;
        u64 addr = stream_lane_addr(i, lane), line = addr & ~(u64)(c->line_bytes - 1);
        u32 sector = (u32)(addr - line) / c->sector_bytes;
        u64 bytes = ((1ull << si->bytes) - 1) << addr % c->sector_bytes;
        while (k < n && (out[k].line != line || out[k].touched != 1u << sector || (taken[k] & bytes)))
            k++;
        if (k == n) {
            struct coalesced whole = {.line = line};
            taken[n] = 0;
            one_sector(c, &whole, sector, 0, &out[n++]);
        }
        taken[k] |= bytes;
        out[k].lanes |= 1ull << lane;
        out[k].bytes = (u16)(out[k].bytes + align_up(si->bytes, 4));
    }
    return n;
}

u32 coalesce_split(const struct coalesce_config *c, const struct si *si, const struct stream_instr *i, u32 lanes,
                   u32 n, struct coalesced *out)
{
    struct coalesced lines[STREAM_MAX_LANES];
    u32 m = 0;
    if (si->kind == SI_ATOMIC || si->kind == SI_RED)
        return split_atomic(c, si, i, i->mask & lanes_mask(lanes), out);
    memcpy(lines, out, n * sizeof *lines);
    for (u32 k = 0; k < n; k++) {
        u32 each = lines[k].bytes / MAX(popcount64(lines[k].touched), 1u);
        for (u64 s = lines[k].touched; s && m < STREAM_MAX_LANES; s &= s - 1)
            one_sector(c, &lines[k], ctz64(s), each, &out[m++]);
    }
    return m;
}
