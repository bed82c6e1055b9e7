/* The coalescer turns lanes' addresses into line requests, in the order of the lowest lane that touches each line. It
   is a pure function; the LSU sets the rate (one line a cycle). Each distinct line is one request, with the mask of
   its 32-byte sectors that are touched. Unsectored (Fermi): the L1 asks for whole lines whatever the mask says; the
   mask matters only for requests that bypass the L1, which go in transactions of 32 bytes. Sectored: the L1 uses the
   mask. */
#ifndef SLUICE_MEM_COALESCE_H
#define SLUICE_MEM_COALESCE_H
#include "mem/req.h"
#include "stream/stream.h"

struct coalesce_config {
    u32 line_bytes;   /* 128, or 32 for a WPU */
    u32 sector_bytes; /* 32; at most 8 sectors a line */
    bool sectored;    /* false: an atomic wants the whole line */
    u32 banks;        /* 0: a request a line; otherwise nothing is coalesced: a request a lane, */
    u32 bank_bytes;   /* and each bank, interleaved by this many bytes, takes one a cycle */
    bool same;        /* count the lanes of an atomic on one word (l2.atomic_pass) */
    bool split;       /* one request for each sector (l1.requests) */
};

struct coalesced {
    u64 line;   /* byte address */
    u64 lanes;  /* lanes that asked */
    u8 sectors; /* touched sectors; all of the line's for atomics of a machine that is not sectored */
    u8 touched; /* touched sectors, sectored or not */
    u16 bytes;  /* distinct bytes touched; for atomics: what the lanes' operands take, whole words */
    u8 round;   /* banks: the cycle, from 0, in which it goes */
    u8 same;    /* coalesce_config.same, atomics: see req.same */
    u8 bank;    /* banks: the queue it waits in, that of its first lane */
};

/* What an instruction becomes at a cache: its requests, the least cycles for which it occupies the LSU, and how many
   cycles after the last reply its result is there. */
struct access {
    struct coalesced *lines; /* room for STREAM_MAX_LANES */
    u32 n;
    u32 cycles, delay;
    u32 more;      /* of the delay: that constants beyond the first word take */
    u32 conflicts; /* banks: further cycles because lanes want the same bank */
};

/* With banks, lanes on the same line that go in the same cycle, and so use distinct banks, are one request; two lanes
   on one word are two accesses. A store's request has the bytes of one lane, so it is never a whole sector.

   Fills out[] (room for STREAM_MAX_LANES) and returns how many. 0 if no lane executes. */
u32 coalesce(const struct coalesce_config *, const struct si *, const struct stream_instr *, u32 lanes,
             struct coalesced *out);
u32 coalesce_sectors(const struct coalesce_config *, u64 words); /* sectors in which these words (a bit each) lie */
/* The same for a load or store of whole words whose lanes all lie in one line, in the two cases seen at once: every
   lane at the same place, or each one word beyond the last. False: not seen to be such an access. */
static inline bool coalesce_one_line(const struct coalesce_config *c, const struct si *si,
                                     const struct stream_instr *i, u32 lanes, struct coalesced *out)
{
    u64 mask = i->mask & lanes_mask(lanes);
    if (!mask || si->kind > SI_STORE || si->bytes < 4 || i->shape >= ADDR_ROWS || i->shape == ADDR_NONE)
        return false;
    bool same = i->shape == ADDR_UNIFORM;
    u32 first = ctz64(mask), last = 63 - (u32)__builtin_clzll(mask);
    u64 at = i->base + (u64)i->stride * first, line = at & ~(u64)(c->line_bytes - 1);
    u32 from = (u32)(at - line), n = same ? (si->bytes + 3u) & ~3u : 4 * (last - first + 1);
    if (!same && (i->stride != 4 || si->bytes != 4 || (at & 3) || from + n > c->line_bytes))
        return false;
    u8 sectors;
    if ((same || popcount64(mask) == last - first + 1) && from + n <= c->line_bytes) { /* one piece of the line */
        u32 shift = ctz64(c->sector_bytes);
        sectors = (u8)((2u << ((from + n - 1) >> shift)) - (1u << (from >> shift)));
    } else {
        u64 words = (same ? (1ull << n / 4) - 1 : mask >> first) << from / 4;
        sectors = (u8)coalesce_sectors(c, words);
        n = 4 * popcount64(words);
    }
    *out = (struct coalesced){.line = line, .lanes = mask, .sectors = sectors, .touched = sectors, .bytes = (u16)n};
    return true;
}
u32 coalesce_conflicts(const struct access *); /* banks: the value of `conflicts` */
/* Cuts the n requests of an instruction into one for each sector; if lanes of an atomic want the same bytes, one for
   each of them. Returns how many there are now, at most STREAM_MAX_LANES. */
u32 coalesce_split(const struct coalesce_config *, const struct si *, const struct stream_instr *, u32 lanes, u32 n,
                   struct coalesced *out);
/* The same into an access that has room for its lines; takes no cycles of its own. */
static inline void coalesce_access(const struct coalesce_config *c, const struct si *si, const struct stream_instr *i,
                                   u32 lanes, struct access *a)
{
    a->n = coalesce(c, si, i, lanes, a->lines);
    if (__builtin_expect(c->split, 0))
        a->n = coalesce_split(c, si, i, lanes, a->n, a->lines);
    if (__builtin_expect(c->banks != 0, 0))
        a->conflicts = coalesce_conflicts(a);
}

#endif
