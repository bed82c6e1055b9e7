/* Inside emu/: one memory access of a warp: the shape of its addresses, and the copy between memory and lanes. */
#ifndef SLUICE_EMU_ACCESS_H
#define SLUICE_EMU_ACCESS_H
#include "emu/ops.h"

struct access {
    u64 exec;
    u64 base; /* regular: address that lane 0 has, or would have if active */
    i64 stride;
    bool regular;    /* uniform or strided: base and stride hold */
    u64 lo, hi;      /* least and greatest address of an active lane */
    u64 low_bits;    /* bitwise OR of all addresses: their alignment */
    const u64 *addr; /* one a lane; only if not regular */
};

/* The shape of base register (an array of lanes, 32 or 64 bits) plus offset. Addresses of an irregular access go
   to w->addr. */
void access_shape(struct warp *w, struct access *a, const void *reg, bool is32, i64 off, u64 exec);
/* The same for 64-bit addresses of 32 active lanes, on hosts with wide vectors (prog.wide), if they are base + lane *
   stride; false: they are not. */
bool access_whole_warp(struct access *a, const void *reg, i64 off);
void access_uniform(struct access *a, u64 at, u64 exec);
void access_affine(struct access *a, u64 at, i64 step, u64 exec); /* at: of lane 0 */
static inline u64 access_addr(const struct access *a, u32 lane)
{
    return a->regular ? a->base + (u64)a->stride * lane : a->addr[lane];
}
/* Distinct 128-byte lines that it touches. */
u32 access_count_lines(const struct access *a, u32 bytes);
static inline u32 access_lines(const struct access *a, u32 bytes)
{
    if (a->regular && a->exec == UINT32_MAX && (u64)a->stride - 1 < 127) /* every line between is touched */
        return (u32)(((a->hi + bytes - 1) >> 7) - (a->lo >> 7) + 1);
    return access_count_lines(a, bytes);
}
/* Loads every element of each lane's vector; host: added to an address to get a pointer (global memory: 0). */
void access_load(const struct warp *w, const struct uop *u, const struct access *a, u64 host);
void access_store(const struct warp *w, const struct uop *u, const struct access *a, u64 host);
static inline void access_put(struct warp *w, const struct uop *u, const struct access *a, u8 space)
{
    if (a->regular)
        stream_put_mem(&w->out, u->pc, w->active, a->exec, space, a->base, a->stride);
    else
        stream_put_mem_scattered(&w->out, u->pc, w->active, a->exec, space, a->addr);
}
/* ops_mem.c: checks that [addr, addr + bytes) of every active lane is aligned and lies in a live allocation;
   otherwise a fault. It is mostly the allocation that the instruction found last. */
bool global_find(struct warp *w, struct uop *u, const struct access *a, u32 bytes);
static inline bool global_check(struct warp *w, struct uop *u, const struct access *a, u32 bytes)
{
    return (!(a->low_bits & (bytes - 1)) && a->lo >= u->lo && a->hi + bytes <= u->hi && a->hi < UINT64_MAX - 64) ||
           global_find(w, u, a, bytes);
}
void access_of(struct warp *w, const struct uop *u, struct access *a, u64 exec); /* its shape, from its operands */
/* For native code: the kind of a load or store, and the same access with addresses of a known shape. */
enum access_kind { MK_OTHER, MK_GLOBAL, MK_SHARED, MK_LOCAL, MK_PARAM, MK_FRAME };
u8 access_kind(const struct uop *u);
bool mem_affine(struct warp *w, struct uop *u, u64 at, i64 step, u64 exec); /* at: of lane 0 */
bool mem_access(struct warp *w, struct uop *u, struct access *a);
/* One address for all lanes: the register bits of each element go to `got`, not to registers. */
bool mem_load_same(struct warp *w, struct uop *u, struct access *a, u64 *got);
bool decode_address(struct prog *p, struct uop *u, const struct ptx_operand *o);
/* The new value of an atomic (SUB_*); c: the second operand of cas (b compared, c stored). */
u64 atom_value(u8 sub, u8 type, u64 old, u64 b, u64 c, bool shared);
u64 read_bits(const void *p, u32 size, bool sign);
void write_bits(void *p, u32 size, u64 v);

#endif
