/* The device runtime's calls that defer work, and related ones: see nested.h.

   A launch takes two calls: the first names the kernel and has its arguments, the second has the configuration
   (cli/cc_nested.c makes them of <<<...>>>). A faulty launch is an error of its thread, which cudaGetLastError
   returns in device code, and is not made. */
#include "emu/nested.h"

#include <stdlib.h>
#include <string.h>

#include "emu/syscall.h"

/* CUDA's numbers, which device code sees. */
enum {
    E_SUCCESS = 0,
    E_INVALID_VALUE = 1,
    E_INVALID_CONFIGURATION = 9,
    E_INVALID_DEVICE_FUNCTION = 98,
    E_PENDING = 69,
    E_OUT_OF_RESOURCES = 701
};
#define LAUNCH "__sluice_launch_"

struct emu_nesting *emu_nesting(struct emu_device *d)
{
    return &d->nesting;
}

static int by_asker(const void *a, const void *b)
{
    const struct emu_nested *x = a, *y = b;
    if (x->cta != y->cta)
        return x->cta < y->cta ? -1 : 1;
    return (x->sequence > y->sequence) - (x->sequence < y->sequence);
}

struct emu_nested *emu_nested_take(struct emu_device *d, size_t *n)
{
    struct emu_nesting *g = &d->nesting;
    struct emu_nested *all = g->left.at;
    *n = g->left.n;
    if (*n)
        qsort(all, *n, sizeof *all, by_asker);
    g->left.at = NULL;
    g->left.n = g->left.cap = 0;
    return all;
}

static int by_call(const void *a, const void *b)
{
    const struct emu_nested *x = a, *y = b;
    return (x->sequence > y->sequence) - (x->sequence < y->sequence);
}

/* Launches whose configuration is still missing stay. */
struct emu_nested *nested_take(struct launch *l, size_t *n)
{
    struct nested_asked *a = &l->asked;
    struct emu_nested *taken = a->all.n ? xcalloc(a->all.n, sizeof *taken) : NULL;
    size_t keep = 0;
    *n = 0;
    a->fresh = false;
    for (size_t i = 0; i < a->all.n; i++)
        if (a->all.at[i].waits)
            a->all.at[keep++] = a->all.at[i];
        else
            taken[(*n)++] = a->all.at[i];
    a->all.n = keep;
    if (*n)
        qsort(taken, *n, sizeof *taken, by_call);
    return taken;
}

void nested_over(struct launch *l)
{
    for (size_t i = 0; i < l->asked.all.n; i++)
        VEC_PUSH(&l->dev->nesting.left, l->asked.all.at[i]);
    VEC_FREE(&l->asked.all);
    VEC_FREE(&l->asked.errors);
}

void emu_nested_free(struct emu_nested *all, size_t n)
{
    for (size_t i = 0; i < n; i++)
        free(all[i].params);
    free(all);
}

static u32 thread_of(const struct warp *w, u32 lane)
{
    return w->index * w->lanes + lane;
}

static struct emu_nested *ask(struct warp *w, u32 lane, u8 kind)
{
    struct nested_asked *a = &w->launch->asked;
    struct emu_nested it = {
        .kind = kind, .cta = w->cta->index, .thread = thread_of(w, lane), .sequence = a->sequence++};
    VEC_PUSH(&a->all, it);
    return &a->all.at[a->all.n - 1];
}

static struct emu_nested_error *error_of(struct warp *w, u32 lane)
{
    struct nested_asked *a = &w->launch->asked;
    for (size_t i = 0; i < a->errors.n; i++)
        if (a->errors.at[i].cta == w->cta->index && a->errors.at[i].thread == thread_of(w, lane))
            return &a->errors.at[i];
    return NULL;
}

/* An error is kept until it is read; the last one counts. */
static void fail(struct warp *w, u32 lane, u32 error)
{
    struct emu_nested_error *e = error_of(w, lane);
    if (e)
        e->error = error;
    else
        VEC_PUSH(&w->launch->asked.errors,
                 (struct emu_nested_error){.cta = w->cta->index, .thread = thread_of(w, lane), .error = error});
}

static struct emu_kernel *kernel_named(struct emu_device *d, const char *name)
{
    struct emu_kernel *k = NULL;
    for (struct emu_module *m = d->modules; m && !k; m = m->next)
        k = emu_find_kernel(m, name);
    return k;
}

/* The kernel is the one in the function's name. */
static enum warp_stop sys_launch(struct warp *w, struct uop *u, u64 exec)
{
    const char *name = u->in->opnd[u->in->n_dst].func->name + strlen(LAUNCH);
    syscall_begin(w, u, exec);
    struct emu_kernel *k = kernel_named(w->launch->dev, name);
    EACH_LANE(i, exec)
    {
        struct emu_nested *it = ask(w, (u32)i, EMU_NESTED_LAUNCH);
        it->waits = true;
        it->kernel = k;
        if (!k)
            continue;
        u32 at = 0, bytes = 16;
        for (const struct ptx_var *v = k->func->params; v; v = v->next)
            bytes = MAX(bytes, (u32)(v->offset + v->size));
        it->params = xcalloc(1, bytes + 16u);
        for (const struct ptx_var *v = k->func->params; v; v = v->next, at++)
            syscall_arg_bytes(w, u, at, (u32)i, it->params + v->offset, (u32)v->size);
    }
    return WS_GO;
}

/* cudaLaunchDevice: the kernel's address, and a buffer with its parameters. */
static enum warp_stop sys_launch_device(struct warp *w, struct uop *u, u64 exec)
{
    struct emu_device *d = w->launch->dev;
    syscall_begin(w, u, exec);
    EACH_LANE(i, exec)
    {
        struct ptx_func *f = NULL;
        struct emu_module *m;
        u64 buffer = syscall_arg(w, u, 1, (u32)i);
        struct emu_nested *it = ask(w, (u32)i, EMU_NESTED_LAUNCH);
        it->waits = true;
        if (!module_func_at(d, syscall_arg(w, u, 0, (u32)i), &f, &m) || !f->is_entry)
            continue;
        it->kernel = emu_find_kernel(m, f->name);
        u64 bytes = 0;
        for (const struct ptx_var *v = f->params; v; v = v->next)
            bytes = MAX(bytes, v->offset + v->size);
        it->params = xcalloc(1, bytes + 16u);
        const void *from = bytes ? emu_host_ptr(d, buffer, bytes, false) : NULL;
        if (from)
            memcpy(it->params, from, bytes);
        else if (bytes)
            it->kernel = NULL;
    }
    return WS_GO;
}

/* The reason for which the launch cannot be made; E_SUCCESS: none. */
static u32 wrong_with(const struct launch *l, const struct emu_nested *it)
{
    if (!it->kernel)
        return E_INVALID_DEVICE_FUNCTION;
    if (l->asked.depth >= l->dev->nesting.pending) /* launches that enclose it have not ended */
        return E_PENDING;
    u64 threads = (u64)it->block[0] * it->block[1] * it->block[2];
    const struct ptx_func *f = it->kernel->func;
    u64 most = (u64)f->max_ntid[0] * MAX(f->max_ntid[1], 1) * MAX(f->max_ntid[2], 1);
    if (!it->grid[0] || !it->grid[1] || !it->grid[2] || !threads || threads > 1024 || it->block[2] > 64 ||
        it->grid[1] > 65535 || it->grid[2] > 65535 || it->grid[0] > INT32_MAX)
        return E_INVALID_CONFIGURATION;
    if (most && threads > most)
        return E_OUT_OF_RESOURCES;
    return l->asked.ready >= l->dev->nesting.pending ? E_PENDING : E_SUCCESS;
}

bool nested_takes_time(const struct emu_device *d, const char *function)
{
    return d->opt.launch_call && !strcmp(function, "__sluice_nested_configure");
}

/* On a machine the call holds its warp for a time; lanes that launch together do so once (guess). True: the time is
   over. */
static bool call_takes_time(struct warp *w)
{
    if (w->gate != GATE_PERFORM)
        return false;
    w->calling = !w->calling;
    w->again = w->calling ? w->launch->dev->opt.launch_call : 0;
    return w->calling;
}

/* The configuration of the launch that the thread asked for last: grid, block, shared bytes, stream. The result is
   the error. */
static enum warp_stop sys_configure(struct warp *w, struct uop *u, u64 exec)
{
    struct nested_asked *a = &w->launch->asked;
    if (call_takes_time(w))
        return WS_SLEEP;
    syscall_begin(w, u, exec);
    EACH_LANE(i, exec)
    {
        struct emu_nested *it = NULL;
        for (size_t k = a->all.n; k && !it; k--)
            if (a->all.at[k - 1].waits && a->all.at[k - 1].cta == w->cta->index &&
                a->all.at[k - 1].thread == thread_of(w, (u32)i))
                it = &a->all.at[k - 1];
        if (!it)
            continue;
        for (u32 k = 0; k < 3; k++) {
            it->grid[k] = (u32)syscall_arg(w, u, k, (u32)i);
            it->block[k] = (u32)syscall_arg(w, u, 3 + k, (u32)i);
        }
        it->dynamic_shared = (u32)syscall_arg(w, u, 6, (u32)i);
        it->stream = syscall_arg(w, u, 7, (u32)i);
        it->cycle = w->gate == GATE_PERFORM ? w->launch->cycle : 0;
        u32 error = wrong_with(w->launch, it);
        it->waits = false;
        it->sequence = a->sequence++; /* a gate: in the order of time */
        syscall_result(w, u, (u32)i, error);
        a->ready += !error;
        a->fresh |= !error;
        if (!error)
            continue;
        fail(w, (u32)i, error);
        free(it->params);
        size_t at = (size_t)(it - a->all.at);
        memmove(it, it + 1, (a->all.n - at - 1) * sizeof *it);
        a->all.n--;
    }
    return WS_GO;
}

/* dst, pitch, src, pitch, width, height, stream; of a fill the value stands for src. */
static enum warp_stop move(struct warp *w, struct uop *u, u64 exec, u8 kind)
{
    syscall_begin(w, u, exec);
    EACH_LANE(i, exec)
    {
        struct emu_nested *it = ask(w, (u32)i, kind);
        it->dst = syscall_arg(w, u, 0, (u32)i);
        it->dst_pitch = syscall_arg(w, u, 1, (u32)i);
        it->src = syscall_arg(w, u, 2, (u32)i);
        it->value = (u8)it->src;
        it->src_pitch = syscall_arg(w, u, 3, (u32)i);
        it->width = syscall_arg(w, u, 4, (u32)i);
        it->height = syscall_arg(w, u, 5, (u32)i);
        it->stream = syscall_arg(w, u, 6, (u32)i);
        syscall_result(w, u, (u32)i, E_SUCCESS);
    }
    return WS_GO;
}

static enum warp_stop sys_copy(struct warp *w, struct uop *u, u64 exec)
{
    return move(w, u, exec, EMU_NESTED_COPY);
}

static enum warp_stop sys_fill(struct warp *w, struct uop *u, u64 exec)
{
    return move(w, u, exec, EMU_NESTED_FILL);
}

/* An event is recorded in a stream, or a stream waits for it: event, stream, which. */
static enum warp_stop sys_event(struct warp *w, struct uop *u, u64 exec)
{
    syscall_begin(w, u, exec);
    EACH_LANE(i, exec)
    {
        bool waits = syscall_arg(w, u, 2, (u32)i) != 0;
        struct emu_nested *it = ask(w, (u32)i, waits ? EMU_NESTED_WAIT : EMU_NESTED_RECORD);
        it->event = syscall_arg(w, u, 0, (u32)i);
        it->stream = syscall_arg(w, u, 1, (u32)i);
        syscall_result(w, u, (u32)i, E_SUCCESS);
    }
    return WS_GO;
}

/* The thread's last error; with an argument other than 0 it is kept. */
static enum warp_stop sys_error(struct warp *w, struct uop *u, u64 exec)
{
    syscall_begin(w, u, exec);
    EACH_LANE(i, exec)
    {
        struct emu_nested_error *e = error_of(w, (u32)i);
        syscall_result(w, u, (u32)i, e ? e->error : E_SUCCESS);
        if (e && !syscall_arg(w, u, 0, (u32)i))
            e->error = E_SUCCESS;
    }
    return WS_GO;
}

static enum warp_stop sys_attribute(struct warp *w, struct uop *u, u64 exec)
{
    const struct emu_nesting *g = &w->launch->dev->nesting;
    syscall_begin(w, u, exec);
    EACH_LANE(i, exec)
    {
        int value = 0;
        if (!g->attribute || !g->attribute((int)syscall_arg(w, u, 0, (u32)i), &value)) {
            value = INT32_MIN;
            fail(w, (u32)i, E_INVALID_VALUE);
        }
        syscall_result(w, u, (u32)i, (u32)value);
    }
    return WS_GO;
}

/* A stream or an event: device code can only use it as a name. */
static enum warp_stop sys_handle(struct warp *w, struct uop *u, u64 exec)
{
    struct emu_nesting *g = &w->launch->dev->nesting;
    syscall_begin(w, u, exec);
    EACH_LANE(i, exec)
    syscall_result(w, u, (u32)i, 0x1000 + 16 * g->handles++);
    return WS_GO;
}

ctl_fn *nested_find(const char *name)
{
    static const struct {
        const char *name;
        ctl_fn *fn;
    } table[] = {{"__sluice_nested_configure", sys_configure}, {"__sluice_nested_device", sys_launch_device},
                 {"__sluice_nested_copy", sys_copy},           {"__sluice_nested_fill", sys_fill},
                 {"__sluice_nested_error", sys_error},         {"__sluice_nested_attribute", sys_attribute},
                 {"__sluice_nested_handle", sys_handle},       {"__sluice_nested_event", sys_event}};
    for (u32 i = 0; i < COUNT_OF(table); i++)
        if (!strcmp(table[i].name, name))
            return table[i].fn;
    return strncmp(name, LAUNCH, strlen(LAUNCH)) ? NULL : sys_launch;
}

bool nested_asks(const char *name)
{
    ctl_fn *f = nested_find(name);
    return f == sys_configure || f == sys_copy || f == sys_fill || f == sys_event;
}
