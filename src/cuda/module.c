/* What clang's start-up code registers for each file: its PTX, kernels, variables, texture references. The PTX is
   parsed when something in it is first needed. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cuda/identity.h"
#include "cuda/state.h"

/* "SLUICE-PTX size maxreg name\n" in front of the text (cli/cc.c writes it). False: not ours. */
bool cuda_image_parse_header(const char *data, const char **text, size_t *size, const char **name, u32 *max_regs)
{
    static const char magic[] = "SLUICE-PTX ";
    if (strncmp(data, magic, sizeof(magic) - 1) != 0)
        return false;
    char *p;
    *size = strtoull(data + sizeof(magic) - 1, &p, 10);
    *max_regs = (u32)strtoul(p, &p, 10);
    const char *end = strchr(p, '\n');
    if (!end || end == p)
        return false;
    *name = arena_strndup(&cuda_state()->arena, p + 1, (size_t)(end - p - 1));
    *text = end + 1;
    return true;
}

struct cuda_image *cuda_image_add(const char *text, size_t size, const char *name, u32 max_regs)
{
    struct cuda_state *s = cuda_state();
    struct cuda_image *im = ARENA_NEW(&s->arena, struct cuda_image);
    *im = (struct cuda_image){.text = text, .size = size, .name = name, .max_regs = max_regs};
    VEC_PUSH(&s->images, im);
    return im;
}

u32 cuda_image_target(const struct cuda_image *im)
{
    static const char directive[] = ".target sm_"; /* comments alone may come before it and .version */
    const char *at = memmem(im->text, im->size, directive, sizeof(directive) - 1);
    return at ? (u32)strtoul(at + sizeof(directive) - 1, NULL, 10) : 0;
}

/* "kernel.cu" -> "kernel.ptx": what messages about the PTX call it. */
static const char *ptx_name(struct arena *a, const char *name)
{
    size_t n = strlen(name);
    if (n > 3 && !strcmp(name + n - 3, ".cu"))
        return arena_printf(a, "%.*s.ptx", (int)n - 3, name);
    return name;
}

static void load_one(struct cuda_image *im)
{
    struct cuda_state *s = cuda_ready();
    struct diag d;
    diag_init(&d);
    struct ptx_module *m = ptx_parse(ptx_name(&s->arena, im->name), im->text, im->size, &d);
    for (struct ptx_func *f = m && im->max_regs ? m->funcs : NULL; f; f = f->next)
        f->max_regs = f->max_regs ? MIN(f->max_regs, im->max_regs) : im->max_regs;
    if (m && !d.errors)
        im->module = emu_load(s->dev, m, &d);
    if (im->module) {
        identity_image(im);
    } else {
        im->failed = true;
        diag_print(&d, im->log ? im->log : stderr);
    }
    diag_free(&d);
}

/* The program's other files are loaded too: it may call their device functions. */
bool cuda_image_load(struct cuda_image *im)
{
    struct cuda_state *s = cuda_ready();
    if (im->module || im->failed)
        return !im->failed;
    load_one(im);
    for (size_t i = 0; i < s->images.n && im->embedded; i++) {
        struct cuda_image *other = s->images.at[i];
        if (other->embedded && !other->module && !other->failed)
            load_one(other);
    }
    return !im->failed;
}

struct cuda_function *cuda_find_function(const void *host)
{
    struct cuda_state *s = cuda_state();
    for (size_t i = 0; i < s->functions.n; i++)
        if (s->functions.at[i]->host == host || (const void *)s->functions.at[i] == host)
            return s->functions.at[i]->image->dead ? NULL : s->functions.at[i];
    return NULL;
}

struct cuda_image *cuda_find_image(const void *handle)
{
    struct cuda_state *s = cuda_state();
    for (size_t i = 0; i < s->images.n; i++)
        if (s->images.at[i] == handle && !s->images.at[i]->dead)
            return s->images.at[i];
    return NULL;
}

bool cuda_function_load(struct cuda_function *f)
{
    if (!f->kernel && cuda_image_load(f->image))
        f->kernel = emu_find_kernel(f->image->module, f->name);
    return f->kernel != NULL;
}

static bool same_name(const char *registered, const char *wanted)
{
    if (!strcmp(registered, wanted))
        return true;
    char mangled[320]; /* a static variable's name */
    snprintf(mangled, sizeof(mangled), "_ZL%zu%s", strlen(wanted), wanted);
    return !strcmp(registered, mangled);
}

/* An identifier, perhaps with namespaces, of at most 255 bytes. */
static bool looks_like_name(const char *p)
{
    size_t n = 0;
    while (n < 256 && (isalnum((unsigned char)p[n]) || p[n] == '_' || p[n] == ':' || p[n] == '$'))
        n++;
    return n > 0 && n < 256 && p[n] == 0;
}

bool cuda_find_symbol(const void *symbol, u64 *at, u64 *size)
{
    struct cuda_state *s = cuda_state();
    if (!symbol)
        return false;
    for (size_t i = 0; i < s->variables.n; i++) {
        struct cuda_variable *v = s->variables.at[i];
        if (v->host == symbol)
            return cuda_image_load(v->image) && emu_find_global(v->image->module, v->name, at, size);
    }
    if (!looks_like_name(symbol))
        return false;
    for (size_t i = 0; i < s->variables.n; i++) {
        struct cuda_variable *v = s->variables.at[i];
        if (same_name(v->name, symbol))
            return cuda_image_load(v->image) && emu_find_global(v->image->module, v->name, at, size);
    }
    /* one that no host code refers to is not registered */
    char mangled[320];
    snprintf(mangled, sizeof(mangled), "_ZL%zu%s", strlen(symbol), (const char *)symbol);
    for (size_t i = 0; i < s->images.n; i++)
        if (cuda_image_load(s->images.at[i]) && (emu_find_global(s->images.at[i]->module, symbol, at, size) ||
                                                 emu_find_global(s->images.at[i]->module, mangled, at, size)))
            return true;
    return false;
}

struct cuda_texref *cuda_find_texref(const void *host)
{
    struct cuda_state *s = cuda_state();
    for (size_t i = 0; i < s->texrefs.n; i++)
        if (s->texrefs.at[i]->host == host)
            return s->texrefs.at[i];
    return NULL;
}

/* The device was reset: modules are loaded again when needed. */
void cuda_reset_modules(void)
{
    struct cuda_state *s = cuda_state();
    for (size_t i = 0; i < s->images.n; i++) {
        if (s->images.at[i]->module)
            emu_unload(s->images.at[i]->module);
        s->images.at[i]->module = NULL;
    }
    for (size_t i = 0; i < s->functions.n; i++)
        s->functions.at[i]->kernel = NULL;
    for (size_t i = 0; i < s->texrefs.n; i++)
        s->texrefs.at[i]->handle = 0, s->texrefs.at[i]->bound = false;
    for (size_t i = 0; i < s->mirrors.n; i++)
        free(s->mirrors.at[i].both);
    s->mirrors.n = 0;
}

/* ---- What clang's start-up code calls ---- */

struct fatbin_wrapper {
    int magic, version;
    const char *data;
    void *unused;
};

void **__cudaRegisterFatBinary(const void *wrapper);
void __cudaRegisterFatBinaryEnd(void **handle);
void __cudaUnregisterFatBinary(void **handle);
void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name, int limit, void *tid,
                            void *bid, void *bdim, void *gdim, int *wsize);
void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int ext, size_t size, int constant,
                       int global);
void __cudaRegisterManagedVar(void *handle, void *managed, void *init, const char *name, size_t size, unsigned align);
void __cudaRegisterTexture(void **handle, const void *host, const void **device, const char *name, int dim, int norm,
                           int ext);
void __cudaRegisterSurface(void **handle, const void *host, const void **device, const char *name, int dim, int ext);
char __cudaInitModule(void **handle);

void **__cudaRegisterFatBinary(const void *wrapper)
{
    CUDA_CALL;
    const struct fatbin_wrapper *w = wrapper;
    struct cuda_image *im = NULL;
    const char *text, *name;
    size_t size;
    u32 max_regs;
    if (cuda_image_parse_header(w->data, &text, &size, &name, &max_regs))
        im = cuda_image_add(text, size, name, max_regs);
    if (im) {
        im->embedded = true;
        return (void **)im;
    }
    im = cuda_image_add("", 0, "unknown", 0);
    im->failed = true;
    cuda_say_once("fatbin",
                  "a file of this program was compiled by another CUDA compiler: build it with `sluice cc`");
    return (void **)im;
}

/* Managed variables get their initial values before main. */
void __cudaRegisterFatBinaryEnd(void **handle)
{
    CUDA_CALL;
    struct cuda_state *s = cuda_state();
    for (size_t i = 0; i < s->variables.n; i++) {
        struct cuda_variable *v = s->variables.at[i];
        struct cuda_mirror m = {.host = (char *)v->host, .size = v->size};
        u64 size;
        if (!v->managed || v->image != (struct cuda_image *)handle || !cuda_image_load(v->image) ||
            !emu_find_global(v->image->module, v->name, &m.at, &size))
            continue;
        memcpy(m.host, cuda_mem(m.at, m.size, false), m.size);
        VEC_PUSH(&s->mirrors, m);
    }
}

void __cudaUnregisterFatBinary(void **handle)
{
    (void)handle; /* at the end of the process, where device memory goes away as a whole */
}

char __cudaInitModule(void **handle)
{
    (void)handle;
    return 0;
}

void __cudaRegisterFunction(void **handle, const char *host, char *device, const char *name, int limit, void *tid,
                            void *bid, void *bdim, void *gdim, int *wsize)
{
    (void)device, (void)limit, (void)tid, (void)bid, (void)bdim, (void)gdim, (void)wsize;
    CUDA_CALL;
    struct cuda_state *s = cuda_state();
    struct cuda_function *f = ARENA_NEW(&s->arena, struct cuda_function);
    *f = (struct cuda_function){.host = host, .image = (struct cuda_image *)handle, .name = name};
    VEC_PUSH(&s->functions, f);
}

void __cudaRegisterVar(void **handle, char *host, char *device, const char *name, int ext, size_t size, int constant,
                       int global)
{
    (void)device, (void)ext, (void)global;
    CUDA_CALL;
    struct cuda_state *s = cuda_state();
    struct cuda_variable *v = ARENA_NEW(&s->arena, struct cuda_variable);
    *v = (struct cuda_variable){
        .host = host, .image = (struct cuda_image *)handle, .name = name, .size = size, .is_constant = constant != 0};
    for (size_t i = 0; i + 1 < s->ranges.n; i += 2)
        v->managed = v->managed || (host >= (char *)s->ranges.at[i] && host < (char *)s->ranges.at[i + 1]);
    VEC_PUSH(&s->variables, v);
}

void __cudaRegisterManagedVar(void *handle, void *managed, void *init, const char *name, size_t size, unsigned align)
{
    (void)init, (void)align;
    __cudaRegisterVar(handle, managed, NULL, name, 0, size, 0, 0);
}

void __sluiceManagedRange(void *from, void *to)
{
    CUDA_CALL;
    struct cuda_state *s = cuda_state();
    VEC_PUSH(&s->ranges, from);
    VEC_PUSH(&s->ranges, to);
    for (size_t i = 0; i < s->variables.n; i++) {
        struct cuda_variable *v = s->variables.at[i];
        v->managed = v->managed || ((char *)v->host >= (char *)from && (char *)v->host < (char *)to);
    }
}

static void register_texref(void **handle, const void *host, const char *name, bool is_surface)
{
    CUDA_CALL;
    struct cuda_state *s = cuda_state();
    struct cuda_texref *t = ARENA_NEW(&s->arena, struct cuda_texref);
    *t = (struct cuda_texref){
        .host = host, .image = (struct cuda_image *)handle, .name = name, .is_surface = is_surface};
    VEC_PUSH(&s->texrefs, t);
}

void __cudaRegisterTexture(void **handle, const void *host, const void **device, const char *name, int dim, int norm,
                           int ext)
{
    (void)device, (void)dim, (void)norm, (void)ext;
    register_texref(handle, host, name, false);
}

void __cudaRegisterSurface(void **handle, const void *host, const void **device, const char *name, int dim, int ext)
{
    (void)device, (void)dim, (void)ext;
    register_texref(handle, host, name, true);
}
