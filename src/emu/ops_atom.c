/* Atomics: atom and red on global, shared and generic addresses. Lanes go one after the other in lane order, which
   makes results of floating-point additions repeatable. */
#include <string.h>

#include "emu/async.h"
#include "emu/fp.h"
#include "emu/park.h"

#define ALWAYS __attribute__((always_inline)) static inline /* a lane's share of every atomic */

static u64 add_half2(u64 a, u64 b, bool bf)
{
    u64 r = 0;
    for (u32 k = 0; k < 2; k++) {
        u16 x = (u16)(a >> 16 * k), y = (u16)(b >> 16 * k);
        u16 s = bf ? bf16_from_f64((double)bf16_to_f32(x) + bf16_to_f32(y), PR_RN)
                   : f16_from_f64((double)f16_to_f32(x) + f16_to_f32(y), PR_RN);
        r |= (u64)s << 16 * k;
    }
    return r;
}

/* Global floats are added in the L2 (denormals flushed, NaNs unchanged), shared ones by the SM. */
static u64 add_f64(u64 a, u64 b, bool shared)
{
    double x = f64_from(a), y = f64_from(b);
    u64 quiet = shared ? 1ull << 51 : 0;
    if (x != x || y != y)
        return (shared ? (x != x ? a : b) : y != y ? b : a) | quiet;
    double r = x + y;
    return r == r ? f64_bits(r) : F64_NAN;
}

ALWAYS u64 atom_add(u8 type, u64 a, u64 b, bool shared)
{
    switch (type) {
    case PT_F32: {
        float x = f32_from((u32)a), y = f32_from((u32)b);
        return f32_bits(shared ? f32_canon(x + y) : f32_flush(f32_canon(f32_flush(x) + f32_flush(y))));
    }
    case PT_F64: return add_f64(a, b, shared);
    case PT_F16:
    case PT_F16X2: return add_half2(a, b, false);
    case PT_BF16:
    case PT_BF16X2: return add_half2(a, b, true);
    default: return a + b;
    }
}

static bool less(u8 type, u64 a, u64 b)
{
    if (type_kind(type) == 'S')
        return type_bits(type) == 64 ? (i64)a < (i64)b : (i32)a < (i32)b;
    return type_bits(type) == 64 ? a < b : (u32)a < (u32)b;
}

/* The new value. b: operand, c: second operand of cas (b compared, c stored). */
ALWAYS u64 new_value(u8 sub, u8 type, u64 old, u64 b, u64 c, bool shared)
{
    switch (sub) {
    case SUB_ADD: return atom_add(type, old, b, shared);
    case SUB_MIN: return less(type, b, old) ? b : old;
    case SUB_MAX: return less(type, old, b) ? b : old;
    case SUB_INC: return (u32)old >= (u32)b ? 0 : old + 1;
    case SUB_DEC: return !(u32)old || (u32)old > (u32)b ? b : old - 1;
    case SUB_AND: return old & b;
    case SUB_OR: return old | b;
    case SUB_XOR: return old ^ b;
    case SUB_EXCH: return b;
    case SUB_CAS: return old == b ? c : old;
    default: BUG("atomic %u", sub);
    }
}

u64 atom_value(u8 sub, u8 type, u64 old, u64 b, u64 c, bool shared)
{
    return new_value(sub, type, old, b, c, shared);
}

static u64 source(const struct warp *w, u32 reg, u32 lane, u32 size)
{
    u64 v = size == 8 ? ((const u64a *)lanes_at(w, reg))[lane] : ((const u32a *)lanes_at(w, reg))[lane];
    return size == 2 ? (u16)v : v;
}

/* One element for each lane. Called with constant operation and size, so that the compiler removes all tests but
   those on values. True: memory has changed. */
ALWAYS bool each_lane(struct warp *w, const struct uop *u, const struct access *a, u64 host, u8 sub, u32 size)
{
    const void *b = lanes_at(w, u->b), *c = u->c == NO_OPERAND ? b : lanes_at(w, u->c);
    void *d = u->in->op == OP_ATOM && u->d != NO_OPERAND ? reg_at(w, u->d) : NULL;
    const u8 type = u->in->type;
    u64 changed = 0;
    for (u64 m = a->exec; m; m &= m - 1) {
        u32 i = ctz64(m);
        void *p = (void *)(uintptr_t)(host + access_addr(a, i));
        if (size == 8) {
            u64 old = *(u64a *)p, v = new_value(sub, type, old, ((const u64a *)b)[i], ((const u64a *)c)[i], host);
            *(u64a *)p = v;
            changed |= v ^ old;
            if (d)
                ((u64a *)d)[i] = old;
        } else {
            u32 old = *(u32a *)p,
                v = (u32)new_value(sub, type, old, ((const u32a *)b)[i], ((const u32a *)c)[i], host);
            *(u32a *)p = v;
            changed |= v ^ old;
            if (d)
                ((u32a *)d)[i] = old;
        }
    }
    return changed;
}

/* Compare-and-swap of all 32 lanes on one word: all lanes before the first that succeeds get the same word, and so on
   from there. In a loop that many warps execute, hardly any succeeds. */
static bool swap_one_word(struct warp *w, const struct uop *u, u32a *word)
{
    const u32a *b = lanes_at(w, u->b), *c = lanes_at(w, u->c);
    u32a *d = u->in->op == OP_ATOM && u->d != NO_OPERAND ? reg_at(w, u->d) : NULL;
    u32 left = UINT32_MAX, old = *word;
    bool changed = false;
    while (left) {
        u32 hits = 0;
        LANES(32) hits |= b[i] == old ? lane_bit32[i] : 0;
        hits &= left;
        u32 upto = hits ? hits ^ (hits - 1) : UINT32_MAX, now = hits ? c[ctz64(hits)] : old;
        if (d && (left & upto) == UINT32_MAX)
            LANES(32) d[i] = old;
        else if (d)
            for (u64 m = left & upto; m; m &= m - 1)
                d[ctz64(m)] = old;
        left &= ~upto;
        changed |= now != old;
        old = now;
    }
    *word = old;
    return changed;
}

/* The general case: vectors, halves, rare operations. */
static bool each_element(struct warp *w, const struct uop *u, const struct access *a, u64 host)
{
    bool changed = false;
    for (u64 m = a->exec; m; m &= m - 1) {
        u32 i = ctz64(m);
        for (u32 k = 0; k < u->vec; k++) {
            u8 *p = (u8 *)(uintptr_t)(host + access_addr(a, i) + (u64)k * u->size);
            u64 old = read_bits(p, u->size, false);
            u64 b = source(w, u->vec == 1 ? u->b : u->list[u->vec + k], i, u->size),
                c = u->c == NO_OPERAND ? 0 : source(w, u->c, i, u->size);
            u64 v = new_value(u->in->sub, u->in->type, old, b, c, host);
            write_bits(p, u->size, v);
            changed |= v != old;
            u32 d = u->vec == 1 ? u->d : u->list[k];
            if (u->in->op != OP_ATOM || d == NO_OPERAND)
                continue;
            if (u->size == 8)
                ((u64a *)reg_at(w, d))[i] = old;
            else
                ((u32a *)reg_at(w, d))[i] = (u32)old;
        }
    }
    return changed;
}

static bool each_word(struct warp *w, const struct uop *u, const struct access *a, u64 host)
{
    switch (u->in->sub) {
    case SUB_ADD: return each_lane(w, u, a, host, SUB_ADD, 4);
    case SUB_MIN: return each_lane(w, u, a, host, SUB_MIN, 4);
    case SUB_MAX: return each_lane(w, u, a, host, SUB_MAX, 4);
    case SUB_OR: return each_lane(w, u, a, host, SUB_OR, 4);
    case SUB_EXCH: return each_lane(w, u, a, host, SUB_EXCH, 4);
    case SUB_CAS:
        if (a->regular && !a->stride && a->exec == UINT32_MAX)
            return swap_one_word(w, u, (u32a *)(uintptr_t)(host + a->base));
        return each_lane(w, u, a, host, SUB_CAS, 4);
    default: return each_element(w, u, a, host);
    }
}

static bool each_double_word(struct warp *w, const struct uop *u, const struct access *a, u64 host)
{
    switch (u->in->sub) {
    case SUB_ADD: return each_lane(w, u, a, host, SUB_ADD, 8);
    case SUB_EXCH: return each_lane(w, u, a, host, SUB_EXCH, 8);
    case SUB_CAS: return each_lane(w, u, a, host, SUB_CAS, 8);
    default: return each_element(w, u, a, host);
    }
}

static void atom_lanes(struct warp *w, const struct uop *u, const struct access *a, u64 host)
{
    bool changed = u->vec == 1 && u->size == 4   ? each_word(w, u, a, host)
                   : u->vec == 1 && u->size == 8 ? each_double_word(w, u, a, host)
                                                 : each_element(w, u, a, host);
    if (changed || (u->in->sub == SUB_EXCH && !w->launch->parks))
        memory_changed(w->launch, a, (u32)u->size * u->vec, host);
    if (notes_reads(w))
        park_read(w, a, (u32)u->size * u->vec, host);
}

static void atom_move(struct warp *w, const struct uop *u, const struct access *a, bool shared)
{
    u32 bytes = (u32)u->size * u->vec;
    for (u64 m = a->exec; m && (shared ? w->cta->shared_written != NULL : w->launch->dev->shadow != NULL);
         m &= m - 1) {
        u64 at = access_addr(a, ctz64(m));
        if (shared)
            memset(w->cta->shared_written + at, 1, bytes);
        else
            memory_mark(w->launch->dev, at, bytes);
    }
    if (!shared) {
        w->last_load = a->lo;
        w->last_load_uop = u;
    }
    atom_lanes(w, u, a, shared ? (u64)(uintptr_t)w->cta->shared : 0);
}

/* For each distinct address, the lowest lane that has it */
static u64 first_lanes(const struct access *a)
{
    u64 first = 0;
    for (u64 m = a->exec; m; m &= m - 1) {
        u64 at = access_addr(a, ctz64(m)), k = first;
        while (k && access_addr(a, ctz64(k)) != at)
            k &= k - 1;
        first |= k ? 0 : m & -m;
    }
    return first;
}

/* What the machine sees: one lane's access, if its compiler lets one lane act for all. */
static void put_access(struct warp *w, const struct uop *u, const struct access *a, u8 space)
{
    u64 all = w->lanes == 64 ? UINT64_MAX : (1ull << w->lanes) - 1;
    u8 way = u->func->isa->ops[u->in - u->func->f->code].combined;
    struct access one = *a;
    if (way && (way != COMBINE_SCAN || a->exec == all) && a->lo == a->hi)
        access_uniform(&one, a->lo, 1ull << (63 - __builtin_clzll(a->exec)));
    else if (way == COMBINE_WORDS && !a->regular)
        one.exec = first_lanes(a);
    access_put(w, u, &one, space);
}

/* Shared memory of other CTAs of the cluster, lane by lane */
static bool atom_remote(struct warp *w, struct uop *u, struct access *a, u32 bytes)
{
    for (u64 m = a->exec; m; m &= m - 1) {
        u32 i = ctz64(m);
        struct cta *whose;
        u8 *p = shared_at(w, u, i, access_addr(a, i), bytes, bytes, &whose);
        struct access one = {.exec = 1ull << i, .regular = true};
        if (!p)
            return false;
        if (w->gate != GATE_ANNOUNCE)
            atom_lanes(w, u, &one, (u64)(uintptr_t)p);
    }
    if (w->gate == GATE_PERFORM)
        return true;
    w->launch->counts.shared_instrs++;
    w->launch->counts.mem_instrs++;
    cluster_own(w, a);
    put_access(w, u, a, SI_SHARED);
    warp_count(w, 1, a->exec);
    return true;
}

/* red.add.u32 and friends where every lane has an address of its own would be vector code too, but lanes that share
   an address must see each other: one after the other. */
static bool atom_at(struct warp *w, struct uop *u, struct access *a, bool shared)
{
    u32 bytes = (u32)u->size * u->vec;
    struct emu_counts *c = &w->launch->counts;
    if (shared && a->hi >> CLUSTER_SHIFT)
        return atom_remote(w, u, a, bytes);
    if (shared) {
        for (u64 m = a->exec; m; m &= m - 1) {
            u64 at = access_addr(a, ctz64(m));
            if (at & (bytes - 1))
                return fault_at(w, u, ctz64(m), EF_MISALIGNED, at, bytes, NULL);
            if (at + bytes > w->launch->shared_bytes || at + bytes < at)
                return fault_at(w, u, ctz64(m), EF_OUT_OF_BOUNDS, at, bytes, "the CTA has %u bytes of shared memory",
                                w->launch->shared_bytes);
        }
    } else if (!global_check(w, u, a, bytes)) {
        return false;
    }
    if (w->gate != GATE_ANNOUNCE)
        atom_move(w, u, a, shared);
    if (w->gate == GATE_PERFORM)
        return true;
    if (shared) {
        c->shared_instrs++;
    } else {
        c->global_mem_instrs++;
        c->lines += access_lines(a, bytes);
    }
    put_access(w, u, a, shared ? SI_SHARED : SI_GLOBAL);
    warp_count(w, 1, a->exec);
    c->mem_instrs++;
    return true;
}

static bool mem_atom(struct warp *w, struct uop *u, u64 exec)
{
    struct access a;
    access_of(w, u, &a, exec);
    if (u->space == SI_SHARED)
        return atom_at(w, u, &a, true);
    u64 in_shared = 0;
    if (u->in->space == PS_GENERIC)
        for (u64 m = exec; m; m &= m - 1)
            in_shared |= (u64)(access_addr(&a, ctz64(m)) - SHARED_WINDOW < WINDOW_SPAN) << ctz64(m);
    if (!in_shared)
        return atom_at(w, u, &a, false);
    u64 addr[64];
    for (u32 i = 0; i < w->lanes; i++)
        addr[i] = access_addr(&a, i) - SHARED_WINDOW;
    access_shape(w, &a, addr, false, 0, in_shared);
    if (!atom_at(w, u, &a, true))
        return false;
    if (in_shared == exec)
        return true;
    access_shape(w, &a, addr, false, SHARED_WINDOW, exec & ~in_shared);
    return atom_at(w, u, &a, false);
}

static void set_vector(struct prog *p, struct uop *u, const struct ptx_operand *d, const struct ptx_operand *b)
{
    u32 n = b->n_vec, *list = ARENA_ARRAY(&p->arena, u32, 2 * n), bytes = u->size == 8 ? 8 : 4;
    for (u32 k = 0; k < n; k++) {
        list[k] = d && d->kind == PO_VEC && d->vec[k].kind == PO_REG ? decode_operand(p, u->func, &d->vec[k], bytes)
                                                                     : NO_OPERAND;
        list[n + k] = decode_operand(p, u->func, &b->vec[k], bytes);
    }
    u->vec = (u8)n;
    u->list = list;
}

static bool is_atomic(const struct ptx_instr *in)
{
    static const u8 of_floats[] = {SUB_ADD, SUB_EXCH, SUB_CAS};
    u32 bits = type_bits(in->type), k = 0;
    while (k < COUNT_OF(of_floats) && of_floats[k] != in->sub)
        k++;
    return (in->op == OP_ATOM || in->op == OP_RED) && bits >= 16 && bits <= 64 &&
           (k < COUNT_OF(of_floats) || !is_float(in->type));
}

/* The old value, if it is wanted, and one operand or two */
static bool set_values(struct prog *p, struct uop *u, u32 at)
{
    const struct ptx_instr *in = u->in;
    u32 bytes = u->size == 8 ? 8 : 4;
    if (in->opnd[at + 1].kind == PO_VEC) {
        set_vector(p, u, at ? &in->opnd[0] : NULL, &in->opnd[at + 1]);
        return true;
    }
    if (at)
        u->d = in->opnd[0].kind == PO_SINK ? NO_OPERAND : decode_operand(p, u->func, &in->opnd[0], bytes);
    u->b = decode_operand(p, u->func, &in->opnd[at + 1], bytes);
    if (in->sub == SUB_CAS && at + 2u < in->n_opnd)
        u->c = decode_operand(p, u->func, &in->opnd[at + 2], bytes);
    return in->sub != SUB_CAS || u->c != NO_OPERAND;
}

bool select_atom(struct prog *p, struct uop *u)
{
    const struct ptx_instr *in = u->in;
    u32 at = in->op == OP_ATOM ? 1 : 0; /* the address */
    if (!is_atomic(in))
        return false;
    u->base_kind = UK_MEM;
    u->fn.mem = mem_atom;
    u->size = (u8)(type_bits(in->type) / 8);
    u8 space = in->space;
    if (!decode_address(p, u, &in->opnd[at]))
        return false;
    if (in->opnd[at].base == PO_SYM && in->opnd[at].sym && space == PS_GENERIC)
        space = in->opnd[at].sym->space;
    u->space = space == PS_SHARED ? SI_SHARED : SI_GLOBAL;
    return set_values(p, u, at);
}
