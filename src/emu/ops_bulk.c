/* Bulk copies: cp.async.bulk between global and shared memory and within a cluster, cp.reduce.async.bulk, and their
   prefetches. A copy moves its bytes when its instruction executes; on a machine the barrier object is updated when
   the copy engine is done. Tensor copies are in tma.c. */
#include <string.h>

#include "emu/async.h"
#include "emu/fp.h"
#include "emu/park.h"

static u64 extreme_half(const struct ptx_async *f, u8 type, u64 a, u64 b)
{
    bool bf = type == PT_BF16;
    float x = bf ? bf16_to_f32((u16)a) : f16_to_f32((u16)a), y = bf ? bf16_to_f32((u16)b) : f16_to_f32((u16)b);
    return (f->op == SUB_MIN ? y < x : x < y) || x != x ? b : a;
}

void reduce_bytes(const struct ptx_async *f, u8 type, u8 *to, const u8 *from, u64 bytes, bool shared)
{
    u32 size = type_bits(type) / 8;
    for (u64 k = 0; k < bytes; k += size) {
        u64 old = read_bits(to + k, size, false), b = read_bits(from + k, size, false);
        bool half = (type == PT_F16 || type == PT_BF16) && (f->op == SUB_MIN || f->op == SUB_MAX);
        write_bits(to + k, size, half ? extreme_half(f, type, old, b) : atom_value(f->op, type, old, b, 0, shared));
    }
}

u32 bulk_targets(struct warp *w, const struct uop *u, const struct bulk *b, u64 addr, u32 lane, u64 bytes, u32 align,
                 struct target to[CLUSTER_RANKS])
{
    u32 n = 0;
    if (!b->f.multicast) {
        to[0].at = shared_at(w, u, lane, addr, bytes, align, &to[0].whose);
        return to[0].at != NULL;
    }
    if (addr - SHARED_WINDOW < WINDOW_SPAN)
        addr -= SHARED_WINDOW;
    u32 mask = (u16)lane_u32(w, b->mask, lane);
    if (!mask)
        fault_at(w, u, lane, EF_OUT_OF_BOUNDS, 0, 0, "a multicast to no CTA");
    for (; mask; mask &= mask - 1) {
        u64 at = (addr & IN_CTA) | (u64)(ctz64(mask) + 1) << CLUSTER_SHIFT;
        if (!(to[n].at = shared_at(w, u, lane, at, bytes, align, &to[n].whose)))
            return 0;
        n++;
    }
    return n;
}

bool bulk_complete(struct warp *w, const struct uop *u, const struct bulk *b, u32 lane, u64 bytes)
{
    struct target bar[CLUSTER_RANKS];
    u32 n = bulk_targets(w, u, b, address_of(w, &b->bar, lane), lane, 8, 8, bar);
    if (copying_tells(w->launch, bar, n, bytes))
        return n;
    for (u32 k = 0; k < n; k++)
        if (!mbarrier_tx(w, u, lane, bar[k].whose, bar[k].at, -(i64)bytes))
            return false;
    return n;
}

static bool global_range(struct warp *w, struct uop *u, u32 lane, u64 at, u64 bytes, bool store)
{
    if (at & 15)
        return fault_at(w, u, lane, EF_MISALIGNED, 0, 0,
                        "a bulk copy's address in global memory is a multiple of 16, not 0x%llx",
                        (unsigned long long)at);
    const struct emu_alloc *in = memory_live(w->launch->dev, at, bytes);
    if (!in)
        return fault_address(w, u, lane, at, bytes);
    if (store && in->at < w->launch->dev->base + CONST_SPAN)
        return fault_at(w, u, lane, EF_READ_ONLY, at, bytes, "%s is in constant memory", in->name);
    return true;
}

void global_wrote(struct warp *w, u64 at, u64 bytes)
{
    w->launch->changes++;
    memory_mark(w->launch->dev, at, bytes);
    if (w->launch->park.n_watched)
        park_written_bytes(w->launch, at, bytes);
}

static void put(const struct uop *u, const struct bulk *b, void *to, const void *from, u64 bytes, bool shared)
{
    if (b->f.reduce)
        reduce_bytes(&b->f, u->in->type, to, from, bytes, shared);
    else
        memcpy(to, from, bytes);
}

static bool to_global(struct warp *w, struct uop *u, const struct bulk *b, u32 lane, u64 bytes)
{
    struct cta *whose;
    u64 to = address_of(w, &b->to, lane);
    u8 *from = shared_at(w, u, lane, address_of(w, &b->from, lane), bytes, 16, &whose);
    if (!from || !global_range(w, u, lane, to, bytes, true))
        return false;
    put(u, b, (void *)(uintptr_t)to, from, bytes, false);
    copying_piece(w->launch, to, bytes);
    global_wrote(w, to, bytes);
    return true;
}

static bool to_shared(struct warp *w, struct uop *u, const struct bulk *b, u32 lane, u64 bytes)
{
    struct target to[CLUSTER_RANKS];
    struct cta *whose;
    u64 at = address_of(w, &b->from, lane);
    const u8 *from = (const u8 *)(uintptr_t)at;
    if (b->f.from_global ? !global_range(w, u, lane, at, bytes, false)
                         : !(from = shared_at(w, u, lane, at, bytes, 16, &whose)))
        return false;
    if (b->f.from_global)
        copying_piece(w->launch, at, bytes);
    u32 n = bulk_targets(w, u, b, address_of(w, &b->to, lane), lane, bytes, 16, to);
    for (u32 k = 0; k < n; k++) {
        put(u, b, to[k].at, from, bytes, true);
        shared_wrote(w->launch, to[k].whose, to[k].at, bytes);
    }
    return n && bulk_complete(w, u, b, lane, bytes);
}

/* Never faults. For a tensor it takes no time. */
static void prefetch(struct warp *w, const struct bulk *b, u32 lane)
{
    if (b->f.sub != SUB_BULK_PREFETCH)
        return;
    u64 at = address_of(w, &b->from, lane), bytes = lane_u32(w, b->size, lane);
    if (memory_live(w->launch->dev, at, bytes))
        copying_piece(w->launch, at, bytes);
}

static bool bulk_lane(struct warp *w, struct uop *u, const struct bulk *b, u32 lane)
{
    copying_new(w, u, b, lane);
    if (b->f.sub == SUB_TENSOR)
        return tma_copy(w, u, b, lane);
    if (b->f.sub != SUB_BULK) {
        prefetch(w, b, lane);
        return true;
    }
    u32 bytes = lane_u32(w, b->size, lane);
    if (bytes & 15)
        return fault_at(w, u, lane, EF_MISALIGNED, 0, 0, "a bulk copy of %u bytes: the size is a multiple of 16",
                        bytes);
    if (!bytes)
        return true;
    return b->f.to_global ? to_global(w, u, b, lane, bytes) : to_shared(w, u, b, lane, bytes);
}

static bool bulk_op(struct warp *w, struct uop *u, u64 exec)
{
    const struct bulk *b = (const struct bulk *)(uintptr_t)u->imm;
    for (u64 m = w->gate == GATE_ANNOUNCE ? 0 : exec; m; m &= m - 1)
        if (!bulk_lane(w, u, b, ctz64(m)))
            return false;
    if (w->gate == GATE_PERFORM)
        return true;
    w->launch->counts.mem_instrs++;
    stream_put_run(&w->out, u->pc, 1, w->active, exec);
    warp_count(w, 1, exec);
    return true;
}

/* Operands in the order of the form's letters (ptx/async.h). */
bool select_bulk(struct prog *p, struct uop *u, const struct ptx_async *f)
{
    const struct ptx_instr *in = u->in;
    struct bulk *b = ARENA_NEW(&p->arena, struct bulk);
    bool tensor = f->sub == SUB_TENSOR || f->sub == SUB_TENSOR_PREFETCH;
    u32 n_shared = 0;
    b->f = *f;
    for (u32 k = 0; f->sig[k] && k < in->n_opnd; k++) {
        const struct ptx_operand *o = &in->opnd[k];
        struct address *at = NULL;
        switch (f->sig[k]) {
        case 'N': at = &b->map; break;
        case 'G': at = f->from_global ? &b->from : &b->to; break;
        case 'H':
            at = f->to_global                                                       ? &b->from
                 : n_shared == 0                                                    ? &b->to
                 : k + 1 == in->n_opnd || tensor || n_shared == 2 || f->from_global ? &b->bar
                                                                                    : &b->from;
            n_shared++;
            break;
        case 'U': b->size = decode_operand(p, u->func, o, 4); break;
        case 'B': b->mask = decode_operand(p, u->func, o, 4); break;
        case 'C':
        case 'I':
            for (u32 e = 0; e < o->n_vec && e < 5; e++)
                *(f->sig[k] == 'C' ? &b->coord[e] : &b->offset[e % 3]) = decode_operand(p, u->func, &o->vec[e], 4);
            break;
        default: break; /* a cache policy */
        }
        if (at && !decode_address_of(p, u, o, at))
            return false;
    }
    u->base_kind = UK_MEM;
    u->fn.mem = bulk_op;
    u->space = SI_GLOBAL;
    u->size = 16;
    u->imm = (u64)(uintptr_t)b;
    return true;
}
