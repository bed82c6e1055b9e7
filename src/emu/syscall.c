/* Functions that the system provides to device code: vprintf, malloc, free, __assertfail and a few without effect
   here (the device runtime's: nested.c). Arguments and results are .param variables of the caller's frame, or
   registers. */
#include <string.h>

#include "emu/syscall.h"

u64 syscall_arg(const struct warp *w, const struct uop *u, u32 k, u32 lane)
{
    const struct ptx_instr *in = u->in;
    u32 at = in->n_dst + 1u + k;
    if (at >= in->n_opnd)
        return 0;
    const struct ptx_operand *o = &in->opnd[at];
    if (o->kind != PO_SYM) {
        const void *v = lanes_at(w, u->list[at]);
        return o->kind == PO_REG && reg_bytes(u->func, o) == 4 ? ((const u32a *)v)[lane] : ((const u64a *)v)[lane];
    }
    u64 word = (w->fp + o->sym->offset + (u64)o->off) / 4, v = w->local[word * w->lanes + lane];
    if (o->sym->size > 4)
        v |= (u64)w->local[(word + 1) * w->lanes + lane] << 32;
    return v;
}

void syscall_arg_bytes(const struct warp *w, const struct uop *u, u32 k, u32 lane, void *to, u32 bytes)
{
    const struct ptx_instr *in = u->in;
    u32 at = in->n_dst + 1u + k;
    u64 value = syscall_arg(w, u, k, lane);
    memcpy(to, &value, MIN(bytes, 8u));
    if (at >= in->n_opnd || in->opnd[at].kind != PO_SYM)
        return;
    const struct ptx_operand *o = &in->opnd[at];
    u64 word = (w->fp + o->sym->offset + (u64)o->off) / 4;
    for (u32 i = 0; i < bytes; i += 4)
        memcpy((u8 *)to + i, &w->local[(word + i / 4) * w->lanes + lane], MIN(bytes - i, 4u));
}

void syscall_result(struct warp *w, const struct uop *u, u32 lane, u64 value)
{
    if (!u->in->n_dst)
        return;
    const struct ptx_operand *o = &u->in->opnd[0];
    if (o->kind == PO_SYM) {
        u64 word = (w->fp + o->sym->offset + (u64)o->off) / 4;
        w->local[word * w->lanes + lane] = (u32)value;
        if (o->sym->size > 4)
            w->local[(word + 1) * w->lanes + lane] = (u32)(value >> 32);
    } else if (o->kind == PO_REG) {
        void *v = reg_at(w, u->list[0]);
        if (reg_bytes(u->func, o) == 8)
            ((u64a *)v)[lane] = value;
        else
            ((u32a *)v)[lane] = (u32)value;
    }
}

void syscall_begin(struct warp *w, const struct uop *u, u64 exec)
{
    if (w->gate != GATE_PERFORM) { /* otherwise it was announced before */
        stream_put_run(&w->out, u->pc, 1, w->active, exec);
        warp_count(w, 1, exec);
    }
    w->pc = u->pc + 1;
    w->launch->changes += w->launch->parks; /* a loop that prints or allocates does more than poll */
}

/* On a machine the call holds its warp for a time, and takes effect at the end. True: that is still to come. */
static bool takes_time(struct warp *w, u32 lanes, const struct heap_call *c, u64 *free_at)
{
    if (w->gate != GATE_PERFORM || !c->latency || !lanes)
        return false;
    w->calling = !w->calling;
    if (!w->calling)
        return false;
    struct heap_wait it = heap_begin(c, lanes, w->launch->cycle, free_at);
    w->again = (u32)MIN(it.cycles, UINT32_MAX);
    w->extra = it.instrs;
    return true;
}

static enum warp_stop sys_vprintf(struct warp *w, struct uop *u, u64 exec)
{
    if (takes_time(w, popcount64(exec), &w->launch->dev->opt.heap.print, &w->launch->print_free))
        return WS_SLEEP;
    syscall_begin(w, u, exec);
    EACH_LANE(i, exec)
    {
        u32 n = 0;
        if (!print_vprintf(w, u, (u32)i, syscall_arg(w, u, 0, (u32)i), syscall_arg(w, u, 1, (u32)i), &n))
            return WS_FAULT;
        syscall_result(w, u, (u32)i, n);
    }
    return WS_GO;
}

static bool heap_takes_time(struct warp *w, const struct uop *u, u64 exec, const struct heap_call *c)
{
    u32 lanes = 0;
    EACH_LANE(i, exec)
    lanes += syscall_arg(w, u, 0, (u32)i) != 0; /* no bytes, or nothing to free: not a call */
    return takes_time(w, lanes, c, &w->launch->heap_free);
}

static enum warp_stop sys_malloc(struct warp *w, struct uop *u, u64 exec)
{
    if (heap_takes_time(w, u, exec, &w->launch->dev->opt.heap.take))
        return WS_SLEEP;
    syscall_begin(w, u, exec);
    EACH_LANE(i, exec)
    {
        u64 size = syscall_arg(w, u, 0, (u32)i);
        syscall_result(w, u, (u32)i, size ? emu_alloc(w->launch->dev, size, 16, EA_HEAP, "device malloc") : 0);
    }
    return WS_GO;
}

static enum warp_stop sys_free(struct warp *w, struct uop *u, u64 exec)
{
    if (heap_takes_time(w, u, exec, &w->launch->dev->opt.heap.give))
        return WS_SLEEP;
    syscall_begin(w, u, exec);
    EACH_LANE(i, exec)
    {
        u64 at = syscall_arg(w, u, 0, (u32)i);
        const struct emu_alloc *a = at ? emu_find_alloc(w->launch->dev, at) : NULL;
        if (!at)
            continue;
        if (!a || a->at != at || a->kind != EA_HEAP || a->freed) {
            fault_at(w, u, (u32)i, a && a->freed ? EF_FREED : EF_OUT_OF_BOUNDS, at, 0, "free of 0x%llx, which %s",
                     (unsigned long long)at, a && a->freed ? "was freed before" : "device malloc did not return");
            return WS_FAULT;
        }
        emu_free(w->launch->dev, at);
    }
    struct prog *p = w->launch->prog; /* an allocation was freed: accesses must forget it */
    for (u32 k = 0; k < p->n_code; k++)
        p->code[k].lo = p->code[k].hi = 0;
    p->epoch = w->launch->dev->epoch;
    return WS_GO;
}

static void read_string(struct warp *w, u32 lane, u64 at, char *to, u32 n)
{
    u32 i = 0;
    while (at && i + 1 < n && lane_read(w, lane, at + i, to + i, 1) && to[i])
        i++;
    to[i] = 0;
}

static enum warp_stop sys_assertfail(struct warp *w, struct uop *u, u64 exec)
{
    syscall_begin(w, u, exec);
    if (!exec)
        return WS_GO;
    u32 lane = ctz64(exec);
    char message[160], file[100], func[80];
    read_string(w, lane, syscall_arg(w, u, 0, lane), message, sizeof message);
    read_string(w, lane, syscall_arg(w, u, 1, lane), file, sizeof file);
    read_string(w, lane, syscall_arg(w, u, 3, lane), func, sizeof func);
    w->pc = u->pc;
    fault_at(w, u, lane, EF_ASSERT, 0, 0, "assertion `%s' failed at %s:%u in %s", message, file,
             (u32)syscall_arg(w, u, 2, lane), func);
    return WS_FAULT;
}

static enum warp_stop sys_nothing(struct warp *w, struct uop *u, u64 exec)
{
    syscall_begin(w, u, exec);
    EACH_LANE(i, exec)
    syscall_result(w, u, (u32)i, 0);
    return WS_GO;
}

bool syscall_takes_time(const struct emu_device *d, const char *name)
{
    return (d->opt.heap.take.latency && !strcmp(name, "malloc")) ||
           (d->opt.heap.give.latency && !strcmp(name, "free")) ||
           (d->opt.heap.print.latency && !strcmp(name, "vprintf")) || nested_takes_time(d, name);
}

ctl_fn *syscall_find(const char *name)
{
    static const struct {
        const char *name;
        ctl_fn *fn;
    } table[] = {
        {"vprintf", sys_vprintf},
        {"malloc", sys_malloc},
        {"free", sys_free},
        {"__assertfail", sys_assertfail},
        {"cudaDeviceSynchronize", sys_nothing},
        {"__trap_handler", sys_nothing},
    };
    for (u32 i = 0; i < COUNT_OF(table); i++)
        if (!strcmp(table[i].name, name))
            return table[i].fn;
    return nested_find(name);
}
