/* WarpPool's metadata: which pattern a request's threads and words follow (section 3.6, figure 8), and the storage
   that a configuration needs (table 1). */
#include "sm/warppool.h"

/* The words of a line in units of the access's own size: which thread gets which element. */
enum wp_map map_of(const struct stream_instr *i, u32 bytes, u32 line_bytes, const struct coalesced *c)
{
    u64 lanes = c->lanes;
    u32 first = ctz64(lanes), n = popcount64(lanes);
    if (n == 1)
        return MAP_SINGLE;
    u64 offset_mask = line_bytes - 1;
    u32 element = (u32)((stream_lane_addr(i, first) & offset_mask) / bytes);
    bool same = true, next = true;
    if (i->shape == ADDR_UNIFORM) {
        next = false;
    } else if (i->shape == ADDR_STRIDED) {
        same = false;
        next = i->stride == bytes;
    } else {
        for (u64 m = lanes & (lanes - 1); m && (same | next); m &= m - 1) {
            u32 l = ctz64(m), at = (u32)((stream_lane_addr(i, l) & offset_mask) / bytes);
            same &= at == element;
            next &= at == element + (l - first);
        }
    }
    if (same && lanes == i->mask)
        return MAP_BROADCAST;
    if (!next)
        return MAP_GENERAL;
    if (element == first && lanes == i->mask)
        return MAP_CONSECUTIVE;
    return (lanes >> first) + 1 == 1ull << n ? MAP_RANGE : MAP_GENERAL;
}

/* Bits an entry as table 1 has them: 37 for an instruction before its addresses are made; 8 bytes a lane in a
   coalescer; 23 for a request's warp, sequence and mapping; a tag is 32 bits of line and state and its requests; word
   and thread of every lane in the thread map, and whether it is used. */
void warppool_storage(const struct warppool_params *p, u32 lanes, struct warppool_stats *s)
{
    enum { INSTRUCTION = 37, REQUEST = 23, TAG = 32 };
    u64 lane_bits = 0;
    while (1ull << lane_bits < lanes)
        lane_bits++;
    s->storage_queues = div_up(p->queues * p->entries * INSTRUCTION, 8);
    s->storage_coalescers = p->coalescers * lanes * 8;
    s->storage_pool = div_up(p->pool * p->tags * (TAG + p->merges * REQUEST), 8);
    s->storage_maps = div_up(p->maps * (lanes * 2 * lane_bits + 1), 8);
    s->storage_metadata = div_up(p->metadata * REQUEST, 8);
}

bool warppool_check(const void *params, struct diag *d)
{
    const struct warppool_params *p = params;
    u32 before = d->errors;
    typedef unsigned long long ull;
    if (!is_pow2(p->pool))
        diag_error(d, NULL, 0, 0,
                   "warppool.pool = %llu inter-warp queues are chosen by address bits: it must be a power of two",
                   (ull)p->pool);
    if (p->coalescers > p->queues || p->coalescers > p->pool)
        diag_error(d, NULL, 0, 0,
                   "warppool.coalescers = %llu is more than the instruction queues (%llu) or the inter-warp queues "
                   "(%llu) that "
                   "they work for",
                   (ull)p->coalescers, (ull)p->queues, (ull)p->pool);
    if (p->metadata < p->merges)
        diag_error(d, NULL, 0, 0,
                   "warppool.metadata = %llu entries cannot hold one request of %llu merged (warppool.merges)",
                   (ull)p->metadata, (ull)p->merges);
    return d->errors == before;
}
