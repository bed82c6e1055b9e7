/* Loading a PTX module: its variables get device memory and their initial values, its functions their pointers,
   the variables inside functions their place in a frame. */
#include <string.h>

#include "emu/prog.h"

/* Where a function's .local, .param and result variables lie in its frame. An entry's parameters stay in the
   parameter block. */
static void place_vars(struct ptx_var *list, u64 *at)
{
    for (struct ptx_var *v = list; v; v = v->next) {
        if (v->space != PS_LOCAL && v->space != PS_PARAM)
            continue; /* .shared, or a parameter in a register */
        *at = align_up(*at, MAX(v->align, 4));
        v->offset = *at;
        *at += align_up(v->size, 4);
    }
}

static void layout_frame(struct ptx_func *f)
{
    u64 at = 0;
    place_vars(f->locals, &at);
    if (!f->is_entry) {
        place_vars(f->params, &at);
        place_vars(f->rets, &at);
    }
    f->local_bytes = align_up(at, 16);
}

static bool load_var(struct emu_module *m, struct ptx_var *v, struct diag *d)
{
    if (v->space != PS_GLOBAL && v->space != PS_CONST && v->space != PS_TEX && v->type != PT_TEXREF)
        return true;
    if (v->is_extern && !v->init)
        return true; /* resolved when code refers to it */
    u64 size = MAX(v->size, 1);
    if (v->type == PT_TEXREF || v->type == PT_SAMPLERREF || v->type == PT_SURFREF)
        size = 8;
    u64 at = v->space == PS_CONST ? memory_alloc_const(m->dev, size, v->align, v->name)
                                  : emu_alloc(m->dev, size, v->align, EA_GLOBAL, v->name);
    if (!at) {
        diag_error(d, m->ptx->file, v->line, 0, "no device memory for variable %s of %llu bytes", v->name,
                   (unsigned long long)size);
        return false;
    }
    VEC_PUSH(&m->allocs, at);
    v->offset = at;
    memset((void *)(uintptr_t)at, 0, size);
    if (v->init)
        memcpy((void *)(uintptr_t)at, v->init, v->size);
    return true;
}

static void relocate(struct emu_module *m, const struct ptx_var *v)
{
    for (u32 i = 0; i < v->n_relocs; i++) {
        const struct ptx_init *r = &v->relocs[i];
        u64 value = 0;
        if (r->func)
            value = module_func_pointer(m, r->func);
        else if (r->sym && r->sym->space == PS_SHARED)
            value = SHARED_WINDOW + r->sym->offset;
        else if (r->sym)
            value = r->sym->offset;
        value += (u64)r->addend;
        u64 mask = r->mask ? r->mask : UINT64_MAX;
        value = (value & mask) >> ctz64(mask);
        u64 left = v->size - r->at;
        memcpy((void *)(uintptr_t)(v->offset + r->at), &value, MIN(left, MIN(r->bytes ? r->bytes : 8u, 8u)));
    }
}

struct emu_module *emu_load(struct emu_device *dev, struct ptx_module *ptx, struct diag *d)
{
    struct emu_module *m = xcalloc(1, sizeof *m);
    m->dev = dev;
    m->ptx = ptx;
    for (struct ptx_func *f = ptx->funcs; f; f = f->next) {
        m->n_funcs++;
        m->n_kernels += f->is_entry && !f->is_decl;
    }
    m->funcs = xcalloc(m->n_funcs + 1, sizeof *m->funcs);
    m->kernels = xcalloc(m->n_kernels + 1, sizeof *m->kernels);
    m->first_func = dev->n_funcs;
    dev->n_funcs += m->n_funcs;
    u32 n = 0, k = 0;
    for (struct ptx_func *f = ptx->funcs; f; f = f->next) {
        m->funcs[n++] = f;
        layout_frame(f);
        if (f->is_entry && !f->is_decl)
            m->kernels[k++] = (struct emu_kernel){.module = m, .func = f};
    }
    m->next = dev->modules;
    dev->modules = m;
    bool ok = true;
    for (struct ptx_var *v = ptx->vars; v && ok; v = v->next)
        ok = load_var(m, v, d);
    for (struct ptx_var *v = ptx->vars; v && ok; v = v->next)
        if (v->n_relocs && v->offset)
            relocate(m, v);
    if (!ok) {
        emu_unload(m);
        return NULL;
    }
    return m;
}

void emu_unload(struct emu_module *m)
{
    if (!m)
        return;
    struct emu_module **at = &m->dev->modules;
    while (*at != m)
        at = &(*at)->next;
    *at = m->next;
    for (size_t i = 0; i < m->allocs.n; i++)
        emu_free(m->dev, m->allocs.at[i]);
    for (u32 i = 0; i < m->n_kernels; i++)
        prog_free(m->kernels[i].prog);
    for (u32 i = 0; i < m->n_kernels; i++) {
        for (size_t k = 0; k < m->kernels[i].tight.n; k++)
            prog_free(m->kernels[i].tight.at[k]);
        VEC_FREE(&m->kernels[i].tight);
    }
    for (size_t i = 0; i < m->outdated.n; i++)
        prog_free(m->outdated.at[i]);
    VEC_FREE(&m->outdated);
    VEC_FREE(&m->allocs);
    free(m->kernels);
    free(m->funcs);
    ptx_free(m->ptx);
    free(m);
}

struct emu_kernel *emu_find_kernel(struct emu_module *m, const char *name)
{
    for (u32 i = 0; i < m->n_kernels; i++)
        if (!strcmp(m->kernels[i].func->name, name))
            return &m->kernels[i];
    return NULL;
}

bool emu_find_global(struct emu_module *m, const char *name, u64 *at, u64 *size)
{
    const struct ptx_var *v = ptx_find_var(m->ptx, name);
    if (v && v->is_extern && !v->offset)
        v = module_find_var_def(m->dev, name);
    if (!v || !v->offset)
        return false;
    *at = v->offset;
    *size = v->size;
    return true;
}

u64 module_func_pointer(const struct emu_module *m, const struct ptx_func *f)
{
    for (u32 i = 0; i < m->n_funcs; i++)
        if (m->funcs[i] == f)
            return FUNC_WINDOW + 16ull * (m->first_func + i + 1);
    return 0;
}

bool module_func_at(struct emu_device *d, u64 pointer, struct ptx_func **f, struct emu_module **of)
{
    if (pointer < FUNC_WINDOW || pointer >= FUNC_WINDOW + WINDOW_SPAN || pointer % 16)
        return false;
    u64 index = (pointer - FUNC_WINDOW) / 16 - 1;
    for (struct emu_module *m = d->modules; m; m = m->next)
        if (index - m->first_func < m->n_funcs) {
            *f = m->funcs[index - m->first_func];
            *of = m;
            return true;
        }
    return false;
}

struct ptx_func *module_find_def(struct emu_device *d, const char *name, struct emu_module **of)
{
    for (struct emu_module *m = d->modules; m; m = m->next)
        for (u32 i = 0; i < m->n_funcs; i++)
            if (!m->funcs[i]->is_decl && !m->funcs[i]->is_entry && !strcmp(m->funcs[i]->name, name)) {
                if (of)
                    *of = m;
                return m->funcs[i];
            }
    return NULL;
}

struct ptx_var *module_find_var_def(struct emu_device *d, const char *name)
{
    for (struct emu_module *m = d->modules; m; m = m->next)
        for (struct ptx_var *v = m->ptx->vars; v; v = v->next)
            if (v->offset && (v->space == PS_GLOBAL || v->space == PS_CONST) && !strcmp(v->name, name))
                return v;
    return NULL;
}
