/* Loads and stores of every space. Global memory is checked against the allocation that the same instruction found
   last time, so a coalesced access takes one comparison and one copy. Local memory is interleaved by words of the
   lanes, as on hardware, both in our storage and in the addresses in streams. */
#include <string.h>

#include "emu/async.h"
#include "emu/park.h"

/* A stride that is no multiple of the size may still give aligned addresses only, if there are gaps. */
static bool check_aligned(struct warp *w, const struct uop *u, const struct access *a, u32 bytes)
{
    for (u64 m = a->exec; m; m &= m - 1) {
        u64 at = access_addr(a, ctz64(m));
        if (at & (bytes - 1))
            return fault_at(w, u, ctz64(m), EF_MISALIGNED, at, bytes, NULL);
    }
    return true;
}

bool global_find(struct warp *w, struct uop *u, const struct access *a, u32 bytes)
{
    if (a->low_bits & (bytes - 1) && !check_aligned(w, u, a, bytes))
        return false;
    if (a->lo >= u->lo && a->hi + bytes <= u->hi && a->hi < UINT64_MAX - 64)
        return true;
    const struct emu_alloc *in = memory_live(w->launch->dev, a->lo, MAX(a->hi - a->lo + bytes, bytes));
    const bool writes = u->flags & UF_STORE || u->in->op == OP_ATOM || u->in->op == OP_RED;
    if (in && writes && in->at < w->launch->dev->base + CONST_SPAN)
        return fault_at(w, u, ctz64(a->exec), EF_READ_ONLY, a->lo, bytes, "%s is in constant memory", in->name);
    if (in) {
        u->lo = in->at;
        u->hi = in->at + in->size;
        return true;
    }
    for (u64 m = a->exec; m; m &= m - 1) {
        u32 i = ctz64(m);
        if (!memory_live(w->launch->dev, access_addr(a, i), bytes) &&
            !fault_address(w, u, i, access_addr(a, i), bytes))
            return false;
    }
    return true;
}

static bool check_written(struct warp *w, const struct uop *u, const struct access *a, u32 bytes, bool store)
{
    struct emu_device *d = w->launch->dev;
    for (u64 m = a->exec; m; m &= m - 1) {
        u32 i = ctz64(m);
        u64 at = access_addr(a, i), bad;
        if (store)
            memory_mark(d, at, bytes);
        else if (!memory_marked(d, at, bytes, &bad))
            return fault_at(w, u, i, EF_UNINIT, bad, bytes, NULL);
    }
    return true;
}

static bool global_access(struct warp *w, struct uop *u, const struct access *a, u8 space)
{
    u32 bytes = (u32)u->size * u->vec;
    struct emu_counts *c = &w->launch->counts;
    if (!global_check(w, u, a, bytes))
        return false;
    if (w->gate != GATE_ANNOUNCE) {
        if (w->launch->dev->shadow && !check_written(w, u, a, bytes, u->flags & UF_STORE))
            return false;
        if (u->flags & UF_STORE) {
            memory_changed(w->launch, a, bytes, 0);
            access_store(w, u, a, 0);
        } else {
            w->last_load = a->lo;
            w->last_load_uop = u;
            access_load(w, u, a, 0);
            if (notes_reads(w))
                park_read(w, a, bytes, 0);
        }
        if (w->gate == GATE_PERFORM)
            return true;
    }
    access_put(w, u, a, space);
    warp_count(w, 1, a->exec);
    c->mem_instrs++;
    if (space != SI_CONST) {
        c->global_mem_instrs++;
        c->lines += access_lines(a, bytes);
    }
    return true;
}

static bool shared_move(struct warp *w, const struct uop *u, const struct access *a, u32 bytes)
{
    for (u64 m = a->exec; m && w->cta->shared_written; m &= m - 1) {
        u64 at = access_addr(a, ctz64(m));
        if (u->flags & UF_STORE)
            memset(w->cta->shared_written + at, 1, bytes);
        else if (memchr(w->cta->shared_written + at, 0, bytes))
            return fault_at(w, u, ctz64(m), EF_UNINIT, at, bytes, NULL);
    }
    u64 host = (u64)(uintptr_t)w->cta->shared;
    if (u->flags & UF_STORE) {
        memory_changed(w->launch, a, bytes, host);
        access_store(w, u, a, host);
    } else {
        access_load(w, u, a, host);
        if (w->gate == GATE_WATCH)
            park_read(w, a, bytes, host);
    }
    return true;
}

/* Shared addresses have 32 bits on a card, even in a 64-bit register. */
static void wrap_32_bits(struct warp *w, struct access *a)
{
    u64 *addr = w->addr, lo = UINT64_MAX, hi = 0;
    for (u64 m = a->exec; m; m &= m - 1) {
        u32 i = ctz64(m);
        addr[i] = (u32)access_addr(a, i);
        lo = MIN(lo, addr[i]);
        hi = MAX(hi, addr[i]);
    }
    a->regular = false;
    a->addr = addr;
    a->lo = lo;
    a->hi = hi;
}

/* A lane is out of bounds: a fault, or, if tolerated, a report; then such lanes load 0, store nothing, and leave the
   access. */
static bool shared_bounds(struct warp *w, struct uop *u, struct access *a, u32 bytes)
{
    static const u64 zeros[8];
    u64 bad = 0;
    for (u64 m = a->exec; m; m &= m - 1) {
        u64 at = access_addr(a, ctz64(m));
        if (at + bytes <= w->launch->shared_bytes && at + bytes >= at)
            continue;
        bad |= m & -m;
        if (!fault_at(w, u, ctz64(m), EF_OUT_OF_BOUNDS, at, bytes, "the CTA has %u bytes of shared memory",
                      w->launch->shared_bytes) &&
            !fault_tolerated(w->launch, u))
            return false;
    }
    struct access none = {.exec = bad, .regular = true};
    if (bad && !(u->flags & UF_STORE))
        access_load(w, u, &none, (u64)(uintptr_t)zeros);
    a->exec &= ~bad;
    return true;
}

/* Lanes whose addresses are in another CTA of the cluster are done one by one, the others together. */
static bool remote_access(struct warp *w, struct uop *u, struct access *a)
{
    u32 bytes = (u32)u->size * u->vec;
    for (u64 m = a->exec; m; m &= m - 1) {
        u32 i = ctz64(m);
        struct cta *whose;
        u8 *p = shared_at(w, u, i, access_addr(a, i), bytes, bytes, &whose);
        struct access one = {.exec = 1ull << i, .regular = true};
        if (!p)
            return false;
        if (w->gate == GATE_ANNOUNCE)
            continue;
        if (u->flags & UF_STORE) {
            access_store(w, u, &one, (u64)(uintptr_t)p);
            shared_wrote(w->launch, whose, p, bytes);
        } else {
            access_load(w, u, &one, (u64)(uintptr_t)p);
            if (w->gate == GATE_WATCH)
                park_read(w, &one, bytes, (u64)(uintptr_t)p);
        }
    }
    if (w->gate == GATE_PERFORM)
        return true;
    cluster_own(w, a);
    access_put(w, u, a, SI_SHARED);
    warp_count(w, 1, a->exec);
    w->launch->counts.mem_instrs++;
    w->launch->counts.shared_instrs++;
    return true;
}

static bool shared_access(struct warp *w, struct uop *u, struct access *a)
{
    u32 bytes = (u32)u->size * u->vec;
    u64 whole = a->exec;
    if (a->low_bits & (bytes - 1) && !check_aligned(w, u, a, bytes))
        return false;
    if (a->hi >> CLUSTER_SHIFT && a->hi <= UINT32_MAX)
        return remote_access(w, u, a);
    if (a->hi > UINT32_MAX)
        wrap_32_bits(w, a);
    if ((a->hi > w->launch->shared_bytes || a->hi + bytes > w->launch->shared_bytes) &&
        !shared_bounds(w, u, a, bytes))
        return false;
    if (w->gate != GATE_ANNOUNCE) {
        if (!shared_move(w, u, a, bytes))
            return false;
        if (w->gate == GATE_PERFORM)
            return true;
    }
    if (!a->exec) /* every lane was out of bounds, which is tolerated: the access still takes its time */
        access_uniform(a, 0, whole);
    access_put(w, u, a, SI_SHARED);
    warp_count(w, 1, a->exec);
    w->launch->counts.mem_instrs++;
    w->launch->counts.shared_instrs++;
    return true;
}

static u8 *local_byte(struct warp *w, u32 lane, u64 at)
{
    return (u8 *)(w->local + at / 4 * w->lanes + lane) + at % 4;
}

static void local_copy(struct warp *w, u32 lane, u64 at, u8 *value, u32 n, bool store)
{
    for (u32 k = 0; k < n; k++) {
        u8 *p = local_byte(w, lane, at + k);
        if (store)
            *p = value[k];
        else
            value[k] = *p;
    }
}

/* One lane's element k at `at` of its local memory. */
static void local_element(struct warp *w, const struct uop *u, u32 lane, u64 at, u32 reg)
{
    u64 v = 0;
    bool wide = u->flags & UF_WIDE;
    if (u->flags & UF_STORE) {
        v = wide ? ((const u64a *)lanes_at(w, reg))[lane] : ((const u32a *)lanes_at(w, reg))[lane];
        local_copy(w, lane, at, (u8 *)&v, u->size, true);
        return;
    }
    local_copy(w, lane, at, (u8 *)&v, u->size, false);
    v = read_bits(&v, u->size, u->flags & UF_SIGNED);
    if (wide)
        ((u64a *)reg_at(w, reg))[lane] = v;
    else
        ((u32a *)reg_at(w, reg))[lane] = u->imm ? (u16)v : (u32)v;
}

/* The data of a local access whose addresses are offsets in the thread's local memory. */
static void local_move(struct warp *w, const struct uop *u, const struct access *a)
{
    for (u32 k = 0; k < u->vec; k++) {
        u32 reg = u->vec == 1 ? u->d : u->list[k];
        if (reg == NO_OPERAND)
            continue;
        if (a->regular && !a->stride && u->size == 4 && !(u->flags & UF_WIDE)) {
            u32 *row = w->local + (a->base / 4 + k) * w->lanes;
            if (u->flags & UF_STORE)
                blend(w, row, lanes_at(w, reg), 1, a->exec);
            else
                blend(w, reg_at(w, reg), row, 1, a->exec);
            continue;
        }
        for (u64 m = a->exec; m; m &= m - 1)
            local_element(w, u, ctz64(m), access_addr(a, ctz64(m)) + k * u->size, reg);
    }
}

/* Where a warp's local memory lies for the memory system. */
static u64 local_phys(const struct warp *w)
{
    u64 slot = (w->cta->index % 4096) * w->launch->n_warps + w->index;
    return LOCAL_PHYS + slot * w->launch->local_stride;
}

static bool local_access(struct warp *w, struct uop *u, struct access *a)
{
    u32 bytes = (u32)u->size * u->vec;
    if (a->low_bits & (bytes - 1) && !check_aligned(w, u, a, bytes))
        return false;
    u64 have = w->fp + w->func->frame_bytes;
    if (a->hi + bytes > have || a->hi + bytes < bytes)
        for (u64 m = a->exec; m; m &= m - 1)
            if (access_addr(a, ctz64(m)) + bytes > have || access_addr(a, ctz64(m)) + bytes < bytes)
                return fault_at(w, u, ctz64(m), EF_OUT_OF_BOUNDS, access_addr(a, ctz64(m)), bytes,
                                "the thread has %llu bytes of local memory", (unsigned long long)have);
    if (w->gate != GATE_ANNOUNCE)
        local_move(w, u, a);
    if (w->gate == GATE_PERFORM)
        return true;
    u64 base = local_phys(w), row = (u64)w->lanes * 4, step = MAX(bytes, 4);
    struct access phys = {.exec = a->exec, .regular = a->regular && !a->stride};
    u64 addr[64];
    if (phys.regular) {
        phys.base = base + a->base / 4 * row + a->base % 4;
        phys.stride = (i64)step;
        phys.lo = phys.base + step * ctz64(a->exec);
        phys.hi = phys.base + step * (63 - (u32)__builtin_clzll(a->exec));
    } else {
        for (u32 i = 0; i < w->lanes; i++)
            addr[i] = base + access_addr(a, i) / 4 * row + access_addr(a, i) % 4 + step * i;
        phys.addr = addr;
    }
    access_put(w, u, &phys, SI_LOCAL);
    warp_count(w, 1, a->exec);
    w->launch->counts.mem_instrs++;
    w->launch->counts.local_mem_instrs++;
    w->launch->counts.lines += access_lines(&phys, bytes);
    if (u->flags & UF_STORE && !w->launch->quiet_local)
        w->launch->changes++;
    return true;
}

static bool param_access(struct warp *w, struct uop *u, struct access *a)
{
    u32 bytes = (u32)u->size * u->vec;
    if (u->flags & UF_STORE)
        return fault_at(w, u, ctz64(a->exec), EF_READ_ONLY, a->lo, bytes, "kernel parameters cannot be written");
    if (a->low_bits & (bytes - 1) && !check_aligned(w, u, a, bytes))
        return false;
    const u64 end = a->hi + bytes; /* of all lanes; 0 and above if it wraps */
    for (u64 m = end > w->launch->param_bytes || end < bytes ? a->exec : 0; m; m &= m - 1)
        if (access_addr(a, ctz64(m)) + bytes > w->launch->param_bytes || access_addr(a, ctz64(m)) + bytes < bytes)
            return fault_at(w, u, ctz64(m), EF_OUT_OF_BOUNDS, access_addr(a, ctz64(m)), bytes,
                            "the kernel has %u bytes of parameters", w->launch->param_bytes);
    if (w->gate != GATE_ANNOUNCE)
        access_load(w, u, a, (u64)(uintptr_t)w->launch->params);
    if (w->gate == GATE_PERFORM)
        return true;
    access_put(w, u, a, SI_PARAM);
    warp_count(w, 1, a->exec);
    w->launch->counts.mem_instrs++;
    return true;
}

void access_of(struct warp *w, const struct uop *u, struct access *a, u64 exec)
{
    if (u->flags & UF_NO_BASE) {
        access_uniform(a, (u64)u->off, exec);
        return;
    }
    const void *reg = lanes_at(w, u->a);
    if (exec != UINT32_MAX || w->lanes != 32 || u->flags & UF_ADDR32 || !w->launch->prog->wide ||
        !access_whole_warp(a, reg, u->off))
        access_shape(w, a, reg, u->flags & UF_ADDR32, u->off, exec);
}

static bool mem_global(struct warp *w, struct uop *u, u64 exec)
{
    struct access a;
    access_of(w, u, &a, exec);
    return global_access(w, u, &a, u->space);
}

static bool mem_shared(struct warp *w, struct uop *u, u64 exec)
{
    struct access a;
    access_of(w, u, &a, exec);
    return shared_access(w, u, &a);
}

static bool mem_local(struct warp *w, struct uop *u, u64 exec)
{
    struct access a;
    if (u->flags & UF_FRAME)
        access_uniform(&a, (u64)u->off + w->fp, exec);
    else
        access_of(w, u, &a, exec);
    return local_access(w, u, &a);
}

/* Kernel parameters by name: one value for every lane. */
static bool mem_param(struct warp *w, struct uop *u, u64 exec)
{
    struct access a;
    access_uniform(&a, (u64)u->off, exec);
    return param_access(w, u, &a);
}

static void rebase(struct access *a, u64 window, u32 lanes)
{
    a->lo -= window;
    a->hi -= window;
    a->base -= window;
    if (!a->regular)
        for (u32 i = 0; i < lanes; i++)
            ((u64 *)a->addr)[i] -= window;
}

static u64 window_of(u64 addr)
{
    return addr & ~(WINDOW_SPAN - 1);
}

static bool generic_one(struct warp *w, struct uop *u, struct access *a)
{
    switch (window_of(a->lo)) {
    case SHARED_WINDOW: rebase(a, SHARED_WINDOW, w->lanes); return shared_access(w, u, a);
    case LOCAL_WINDOW: rebase(a, LOCAL_WINDOW, w->lanes); return local_access(w, u, a);
    case PARAM_WINDOW: rebase(a, PARAM_WINDOW, w->lanes); return param_access(w, u, a);
    default: return global_access(w, u, a, SI_GLOBAL);
    }
}

/* Generic addresses: all lanes in one space, or one access for each space. */
bool mem_generic(struct warp *w, struct uop *u, u64 exec)
{
    struct access a;
    access_of(w, u, &a, exec);
    if (window_of(a.lo) == window_of(a.hi) || a.lo >= DEV_BASE)
        return generic_one(w, u, &a);
    u64 addr[64];
    for (u32 i = 0; i < w->lanes; i++)
        addr[i] = exec >> i & 1 ? access_addr(&a, i) : 0;
    while (exec) {
        u64 window = window_of(addr[ctz64(exec)]), part = 0;
        for (u64 m = exec; m; m &= m - 1)
            if (window_of(addr[ctz64(m)]) == window)
                part |= 1ull << ctz64(m);
        access_shape(w, &a, addr, false, 0, part);
        if (!generic_one(w, u, &a))
            return false;
        exec &= ~part;
    }
    return true;
}

/* Parameters and results of functions in the frame: registers on hardware, so no memory access. */
static void frame_move(struct warp *w, const struct uop *u, u64 exec)
{
    struct access a;
    access_uniform(&a, (u64)u->off + w->fp, exec);
    local_move(w, u, &a);
}

static bool mem_prefetch(struct warp *w, struct uop *u, u64 exec)
{
    struct access a;
    access_of(w, u, &a, exec);
    if (!memory_live(w->launch->dev, a.lo, MAX(a.hi - a.lo, 1))) {
        stream_put_run(&w->out, u->pc, 1, w->active, 0); /* a prefetch never faults */
    } else {
        access_put(w, u, &a, SI_GLOBAL);
    }
    warp_count(w, 1, exec);
    return true;
}

u8 access_kind(const struct uop *u)
{
    u64 bytes = (u64)u->size * u->vec;
    if (u->base_kind == UK_MASKED)
        return u->fn.masked == frame_move ? MK_FRAME : MK_OTHER;
    if (u->fn.mem == mem_param)
        return u->off >= 0 && !((u64)u->off & (bytes - 1)) && !(u->flags & UF_STORE) &&
                       (u64)u->off + bytes <= u->func->f->param_bytes
                   ? MK_PARAM
                   : MK_OTHER;
    return u->fn.mem == mem_global   ? MK_GLOBAL
           : u->fn.mem == mem_shared ? MK_SHARED
           : u->fn.mem == mem_local  ? MK_LOCAL
                                     : MK_OTHER;
}

bool mem_affine(struct warp *w, struct uop *u, u64 at, i64 step, u64 exec)
{
    struct access a;
    access_affine(&a, at, step, exec);
    return mem_access(w, u, &a);
}

bool mem_access(struct warp *w, struct uop *u, struct access *a)
{
    return u->fn.mem == mem_global ? global_access(w, u, a, u->space) : shared_access(w, u, a);
}

/* The common case; otherwise the access is done lane by lane. */
bool mem_load_same(struct warp *w, struct uop *u, struct access *a, u64 *got)
{
    struct emu_counts *c = &w->launch->counts;
    u32 bytes = (u32)u->size * u->vec, lane = ctz64(a->exec);
    bool global = u->fn.mem == mem_global, plain = !(a->base & (bytes - 1));
    const u8 *from = (const u8 *)(uintptr_t)a->base;
    if (global) {
        plain &= a->base >= u->lo && a->base + bytes <= u->hi;
    } else {
        plain &= a->base + bytes <= w->launch->shared_bytes && a->base < w->launch->shared_bytes;
        from = w->cta->shared + a->base;
    }
    if (!plain) {
        if (!mem_access(w, u, a))
            return false;
        for (u32 k = 0; k < u->vec; k++) {
            u32 reg = u->vec == 1 ? u->d : u->list[k];
            const void *lanes = reg == NO_OPERAND ? NULL : lanes_at(w, reg);
            got[k] = !lanes ? 0 : u->flags & UF_WIDE ? ((const u64a *)lanes)[lane] : ((const u32a *)lanes)[lane];
        }
        return true;
    }
    for (u32 k = 0; k < u->vec; k++) {
        u64 v = read_bits(from + k * u->size, u->size, u->flags & UF_SIGNED);
        got[k] = u->flags & UF_WIDE ? v : u->imm ? (u16)v : (u32)v;
    }
    access_put(w, u, a, u->space);
    warp_count(w, 1, a->exec);
    c->mem_instrs++;
    if (!global) {
        c->shared_instrs++;
        return true;
    }
    w->last_load = a->base;
    w->last_load_uop = u;
    if (u->space != SI_CONST) {
        c->global_mem_instrs++;
        c->lines++;
    }
    return true;
}

bool lane_read(struct warp *w, u32 lane, u64 addr, void *to, u64 n)
{
    u64 at = addr & (WINDOW_SPAN - 1);
    switch (window_of(addr)) {
    case SHARED_WINDOW:
        if (at + n > w->launch->shared_bytes)
            return false;
        memcpy(to, w->cta->shared + at, n);
        return true;
    case LOCAL_WINDOW:
        if (at + n > w->fp + w->func->frame_bytes)
            return false;
        local_copy(w, lane, at, to, (u32)n, false);
        return true;
    case PARAM_WINDOW:
        if (at + n > w->launch->param_bytes)
            return false;
        memcpy(to, w->launch->params + at, n);
        return true;
    default:
        if (!memory_live(w->launch->dev, addr, n))
            return false;
        memcpy(to, (void *)(uintptr_t)addr, n);
        return true;
    }
}

/* The address operand: register, variable or number. Sets u->a, u->off and flags. */
bool decode_address(struct prog *p, struct uop *u, const struct ptx_operand *o)
{
    u->off = o->off;
    if (o->base == PO_REG) {
        if (reg_bytes(u->func, o) == 4)
            u->flags |= UF_ADDR32;
        struct ptx_operand reg = *o;
        reg.kind = PO_REG;
        u->a = decode_operand(p, u->func, &reg, 8);
        return true;
    }
    u->flags |= UF_NO_BASE;
    if (o->base == PO_IMM) {
        u->off = (i64)o->imm + o->off;
        return true;
    }
    const struct ptx_var *v = o->sym;
    if (!v)
        return false;
    if (v->space == PS_SHARED)
        u->off += (i64)prog_shared_at(p, v);
    else if (!v->offset && v->is_extern && module_find_var_def(p->dev, v->name))
        u->off += (i64)module_find_var_def(p->dev, v->name)->offset;
    else
        u->off += (i64)v->offset;
    if (v->space == PS_LOCAL || (v->space == PS_PARAM && !is_kernel_param(u->func, v)))
        u->flags |= UF_FRAME;
    return true;
}

static bool set_space(struct uop *u, const struct ptx_operand *o)
{
    static const struct {
        u8 space;
        mem_fn *fn;
    } by_space[PS_COUNT] = {
        [PS_GENERIC] = {SI_GLOBAL, mem_generic}, [PS_CONST] = {SI_CONST, mem_global},
        [PS_GLOBAL] = {SI_GLOBAL, mem_global},   [PS_LOCAL] = {SI_LOCAL, mem_local},
        [PS_PARAM] = {SI_PARAM, mem_param},      [PS_SHARED] = {SI_SHARED, mem_shared},
    };
    u8 space = u->in->space;
    if (o->base == PO_SYM && o->sym && space == PS_GENERIC)
        space = o->sym->space; /* a named variable determines its space */
    if (space == PS_PARAM && u->flags & UF_FRAME) {
        u->base_kind = UK_MASKED;
        u->fn.masked = frame_move;
        return u->off >= 0 && u->off + (i64)u->size * u->vec <= (i64)u->func->frame_bytes;
    }
    if (space == PS_PARAM && o->base == PO_REG)
        space = PS_GENERIC;
    u->base_kind = UK_MEM;
    u->space = by_space[space].space;
    u->fn.mem = by_space[space].fn;
    return u->fn.mem;
}

static bool set_data(struct prog *p, struct uop *u, const struct ptx_operand *o)
{
    const struct ptx_operand *one = o->kind == PO_VEC ? &o->vec[0] : o;
    u8 bits = type_bits(u->in->type);
    u->size = (u8)MAX(bits / 8, 1);
    u->vec = 1;
    bool wide = bits == 64;
    if (o->kind == PO_VEC) {
        u32 *list = ARENA_ARRAY(&p->arena, u32, o->n_vec);
        u->vec = o->n_vec;
        for (u32 k = 0; k < o->n_vec; k++) {
            if (o->vec[k].kind == PO_REG)
                one = &o->vec[k];
            list[k] =
                o->vec[k].kind == PO_SINK ? NO_OPERAND : decode_operand(p, u->func, &o->vec[k], bits == 64 ? 8 : 4);
        }
        u->list = list;
    } else {
        u->d = decode_operand(p, u->func, o, bits == 64 ? 8 : 4);
    }
    if (one->kind == PO_REG) {
        u8 t = u->func->f->regs[one->reg].type;
        wide = type_bits(t) == 64;
        u->imm = type_bits(t) == 16; /* sign extension stops at 16 bits */
    }
    u->flags |= (u8)((wide ? UF_WIDE : 0) | (type_kind(u->in->type) == 'S' ? UF_SIGNED : 0));
    return u->size <= 8 && is_pow2(u->vec) && u->vec <= 8;
}

bool select_mem(struct prog *p, struct uop *u)
{
    const struct ptx_instr *in = u->in;
    switch (in->op) {
    case OP_LD:
    case OP_LDU:
        if (!decode_address(p, u, &in->opnd[1]) || !set_data(p, u, &in->opnd[0]))
            return false;
        return set_space(u, &in->opnd[1]);
    case OP_ST:
        u->flags |= UF_STORE;
        if (!decode_address(p, u, &in->opnd[0]) || !set_data(p, u, &in->opnd[1]))
            return false;
        return set_space(u, &in->opnd[0]);
    case OP_PREFETCH:
    case OP_PREFETCHU:
    case OP_DISCARD:
    case OP_APPLYPRIORITY:
        u->base_kind = UK_MEM;
        u->fn.mem = mem_prefetch;
        u->space = SI_GLOBAL;
        u->size = 1;
        return decode_address(p, u, &in->opnd[0]);
    default: return false;
    }
}
