/* Faults of the simulated program, reported as a sanitizer would: what, where in the code, which thread, and which
   allocation is nearest. */
#include <stdarg.h>
#include <string.h>

#include "base/demangle.h"
#include "emu/ops.h"

static const char *what(u8 kind)
{
    switch (kind) {
    case EF_OUT_OF_BOUNDS: return "out-of-bounds";
    case EF_MISALIGNED: return "misaligned";
    case EF_FREED: return "use-after-free";
    case EF_UNINIT: return "uninitialised";
    case EF_READ_ONLY: return "read-only";
    default: return "invalid";
    }
}

static const char *access_word(const struct ptx_instr *in)
{
    switch (in->op) {
    case OP_ST: return "store";
    case OP_ATOM:
    case OP_RED: return "atomic";
    case OP_TEX:
    case OP_TLD4: return "texture fetch";
    case OP_CALL: return "call";
    default: return "load";
    }
}

static const char *space_word(const struct ptx_instr *in)
{
    static const char *const names[PS_COUNT] = {[PS_CONST] = "constant ",
                                                [PS_GLOBAL] = "global ",
                                                [PS_LOCAL] = "local ",
                                                [PS_PARAM] = "parameter ",
                                                [PS_SHARED] = "shared "};
    return names[in->space] ? names[in->space] : "";
}

static void add(struct emu_fault *f, const char *fmt, ...)
{
    size_t n = strlen(f->text);
    va_list ap;
    va_start(ap, fmt);
    vsnprintf(f->text + n, sizeof f->text - n, fmt, ap);
    va_end(ap);
}

static void add_place(struct emu_fault *f)
{
    add(f, "\n  at ");
    if (f->src_line)
        add(f, "%s:%u, ", f->src_file ? f->src_file : "source line", f->src_line);
    char kernel[128];
    demangle(f->kernel, kernel, sizeof kernel);
    add(f, "PTX line %u (%s), kernel %s\n  by thread (%u,%u,%u) of block (%u,%u,%u), warp %u lane %u", f->ptx_line,
        f->instr, kernel, f->thread[0], f->thread[1], f->thread[2], f->cta_id[0], f->cta_id[1], f->cta_id[2], f->warp,
        f->lane);
}

static void add_nearest(struct emu_fault *f, const struct emu_device *d)
{
    const struct emu_alloc *a = emu_nearest_alloc(d, f->addr);
    if (!a) {
        add(f, "\n  no memory is allocated on the device");
        return;
    }
    u64 end = a->at + a->size;
    add(f, "\n  nearest allocation: %s, %llu bytes at 0x%llx%s: the address is ", a->name,
        (unsigned long long)a->size, (unsigned long long)a->at, a->freed ? " (freed)" : "");
    if (f->addr < a->at)
        add(f, "%llu bytes before it", (unsigned long long)(a->at - f->addr));
    else if (f->addr >= end)
        add(f, "%llu bytes past its end", (unsigned long long)(f->addr - end));
    else
        add(f, "%llu bytes into it", (unsigned long long)(f->addr - a->at));
}

/* Records thread and place. False: an earlier fault stands. */
static bool begin(struct warp *w, const struct uop *u, u32 lane, u8 kind)
{
    struct launch *l = w->launch;
    struct emu_fault *f = &l->fault;
    if (f->kind != EF_NONE)
        return false;
    const struct ptx_instr *in = u->in;
    const struct ptx_module *m = u->func->f->module;
    u32 t = w->index * w->lanes + lane;
    *f = (struct emu_fault){.kind = kind,
                            .kernel = l->kernel->func->name,
                            .ptx_line = in->line,
                            .src_line = in->src_line,
                            .instr = in->text,
                            .cta = w->cta->index,
                            .warp = w->index,
                            .lane = lane};
    if (in->src_line && in->src_file < m->n_src_files)
        f->src_file = m->src_files[in->src_file];
    for (u32 k = 0; k < 3; k++)
        f->cta_id[k] = w->cta->id[k];
    f->thread[0] = t % l->block[0];
    f->thread[1] = t / l->block[0] % l->block[1];
    f->thread[2] = t / l->block[0] / l->block[1];
    return true;
}

bool fault_at(struct warp *w, const struct uop *u, u32 lane, u8 kind, u64 addr, u64 bytes, const char *fmt, ...)
{
    struct emu_fault *f = &w->launch->fault;
    if (!begin(w, u, lane, kind))
        return false;
    f->addr = addr;
    f->bytes = bytes;
    char detail[256] = "";
    if (fmt) {
        va_list ap;
        va_start(ap, fmt);
        vsnprintf(detail, sizeof detail, fmt, ap);
        va_end(ap);
    }
    if (bytes) {
        add(f, "%s %s%s of %llu bytes at 0x%llx", what(kind), space_word(u->in), access_word(u->in),
            (unsigned long long)bytes, (unsigned long long)addr);
        add_place(f);
        if (*detail)
            add(f, "\n  %s", detail);
        else if (kind != EF_MISALIGNED || u->in->space == PS_GLOBAL || u->in->space == PS_GENERIC)
            add_nearest(f, w->launch->dev);
    } else {
        add(f, "%s", detail);
        add_place(f);
    }
    return false;
}

/* A card would continue: the region's memory exists, and the space between allocations belongs to none. */
static bool tolerated(struct launch *l, const struct uop *u, u64 addr, u64 bytes)
{
    struct emu_device *d = l->dev;
    const bool writes = u->flags & UF_STORE || u->in->op == OP_ATOM || u->in->op == OP_RED;
    u64 from = d->base + (writes ? CONST_SPAN : 0);
    return addr >= from && addr < d->base + d->span - bytes && fault_tolerated(l, u);
}

void fault_tell(struct launch *l, const struct uop *u)
{
    struct emu_device *d = l->dev;
    bool told = false;
    for (size_t i = 0; i < d->told.n; i++)
        told = told || d->told.at[i] == u->in;
    if (!told) {
        emu_fault_print(&l->fault, stderr);
        VEC_PUSH(&d->told, u->in);
    }
    l->fault = (struct emu_fault){0};
}

bool fault_tolerated(struct launch *l, const struct uop *u)
{
    if (l->dev->opt.tolerant)
        fault_tell(l, u);
    return l->dev->opt.tolerant;
}

bool fault_address(struct warp *w, const struct uop *u, u32 lane, u64 addr, u64 bytes)
{
    if (w->launch->fault.kind != EF_NONE)
        return false;
    const struct emu_alloc *a = emu_find_alloc(w->launch->dev, addr);
    fault_at(w, u, lane, a && a->freed ? EF_FREED : EF_OUT_OF_BOUNDS, addr, bytes, NULL);
    return tolerated(w->launch, u, addr, bytes);
}

void emu_fault_print(const struct emu_fault *f, FILE *to)
{
    if (f->kind == EF_UNSUPPORTED)
        fprintf(to, "sluice: this program cannot be simulated: %s\n", f->text);
    else if (f->kind != EF_NONE)
        fprintf(to, "sluice: the program is at fault: %s\n", f->text);
}
