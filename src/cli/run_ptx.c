/* One launch of a kernel from a PTX file, through the driver API. Arguments are TYPE:VALUE, in the kernel's order. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/run.h"
#include "cuda.h"
#include "ptx/ptx.h"

static void must(CUresult r, const char *what)
{
    const char *text = "?";
    if (r == CUDA_SUCCESS)
        return;
    cuGetErrorString(r, &text);
    fprintf(stderr, "sluice run: %s: %s\n", what, text);
    exit(r >= CUDA_ERROR_ILLEGAL_ADDRESS && r <= CUDA_ERROR_LAUNCH_FAILED ? EXIT_PROGRAM : EXIT_USER);
}

static _Noreturn void wrong(const char *arg, const char *expected)
{
    fprintf(stderr, "sluice run: --arg %s: expected %s\n", arg, expected);
    exit(EXIT_USER);
}

/* buf:BYTES[:zero|iota|random]: a buffer in device memory; the argument is its address. */
static u64 buffer(const char *arg, const char *v)
{
    char *end;
    u64 bytes = strtoull(v, &end, 0);
    const char *fill = *end == ':' ? end + 1 : "zero";
    CUdeviceptr at;
    if (end == v || !bytes || (*end && *end != ':') || bytes > (1ull << 34))
        wrong(arg, "buf:BYTES, buf:BYTES:zero, buf:BYTES:iota or buf:BYTES:random");
    must(cuMemAlloc(&at, bytes), arg);
    u32 *host = xcalloc(bytes / 4 + 1, 4), x = 1;
    if (!strcmp(fill, "iota"))
        for (u64 i = 0; i < bytes / 4; i++)
            host[i] = (u32)i;
    else if (!strcmp(fill, "random"))
        for (u64 i = 0; i < bytes / 4; i++)
            host[i] =
                (x = x * 1664525u + 1013904223u) >> 8; /* a linear congruential generator: the same every time */
    else if (strcmp(fill, "zero") != 0)
        wrong(arg, "zero, iota or random after the size");
    must(cuMemcpyHtoD(at, host, bytes), arg);
    free(host);
    return at;
}

/* The argument's bytes; how many. */
static u32 value_of(const char *arg, u8 *out)
{
    static const struct {
        const char *name;
        u32 bytes;
    } ints[] = {{"u8:", 1},  {"s8:", 1},  {"u16:", 2}, {"s16:", 2}, {"u32:", 4},
                {"s32:", 4}, {"u64:", 8}, {"s64:", 8}, {"b32:", 4}, {"b64:", 8}};
    const char *v = strchr(arg, ':');
    char *end = NULL;
    u32 bytes = 0;
    if (!v)
        wrong(arg, "TYPE:VALUE with TYPE one of u8 ... s64, f32, f64, buf");
    v++;
    for (size_t i = 0; i < COUNT_OF(ints) && !bytes; i++)
        if (!strncmp(arg, ints[i].name, strlen(ints[i].name))) {
            u64 x = arg[0] == 's' ? (u64)strtoll(v, &end, 0) : strtoull(v, &end, 0);
            memcpy(out, &x, bytes = ints[i].bytes);
        }
    if (!strncmp(arg, "f32:", 4)) {
        float f = strtof(v, &end);
        memcpy(out, &f, bytes = 4);
    } else if (!strncmp(arg, "f64:", 4)) {
        double f = strtod(v, &end);
        memcpy(out, &f, bytes = 8);
    } else if (!strncmp(arg, "buf:", 4)) {
        u64 at = buffer(arg, v);
        memcpy(out, &at, bytes = 8);
        return bytes;
    }
    if (!bytes || end == v || *end)
        wrong(arg, "TYPE:VALUE with TYPE one of u8 ... s64, f32, f64, buf");
    return bytes;
}

/* The kernel to launch and its parameters: parsed here once more, for messages that name what is there. */
static const struct ptx_func *pick(const struct run_ptx *r)
{
    FILE *in = fopen(r->file, "rb");
    if (!in) {
        fprintf(stderr, "sluice run: %s: cannot be read\n", r->file);
        exit(EXIT_USER);
    }
    VEC(char) text = {0};
    for (int c; (c = fgetc(in)) != EOF;)
        VEC_PUSH(&text, (char)c);
    fclose(in);
    struct diag d;
    diag_init(&d);
    struct ptx_module *m = ptx_parse(r->file, text.n ? text.at : "", text.n, &d);
    if (!m) {
        diag_print(&d, stderr);
        exit(EXIT_USER);
    }
    const struct ptx_func *found = NULL;
    u32 entries = 0;
    for (const struct ptx_func *f = m->funcs; f; f = f->next) {
        if (!f->is_entry)
            continue;
        entries++;
        if (!r->kernel ? entries == 1 : !strcmp(f->name, r->kernel))
            found = f;
    }
    if (found && (r->kernel || entries == 1))
        return found;
    fprintf(stderr, "sluice run: %s: %s%s; it has:\n", r->file, r->kernel ? "no kernel " : "say which with --kernel",
            r->kernel ? r->kernel : "");
    for (const struct ptx_func *f = m->funcs; f; f = f->next)
        if (f->is_entry)
            fprintf(stderr, "  %s\n", f->name);
    exit(EXIT_USER);
}

_Noreturn void run_ptx(const struct run_ptx *r)
{
    const struct ptx_func *f = pick(r);
    if (r->args.n != f->n_params) {
        fprintf(stderr, "sluice run: %s has %u parameters, and there are %zu --arg:\n", f->name, f->n_params,
                r->args.n);
        for (const struct ptx_var *v = f->params; v; v = v->next)
            fprintf(stderr, "  .%s %s (%llu bytes)\n", ptx_types[v->type].name, v->name, (unsigned long long)v->size);
        exit(EXIT_USER);
    }
    CUmodule module;
    CUfunction function;
    must(cuInit(0), "cuInit");
    must(cuModuleLoad(&module, r->file), r->file);
    must(cuModuleGetFunction(&function, module, f->name), f->name);
    u8 bytes[64][16] = {{0}};
    void *params[64];
    u32 i = 0;
    for (const struct ptx_var *v = f->params; v && i < 64; v = v->next, i++) {
        u32 n = value_of(r->args.at[i], bytes[i]);
        if (n != v->size) {
            fprintf(stderr, "sluice run: --arg %s has %u bytes, and %s has %llu\n", r->args.at[i], n, v->name,
                    (unsigned long long)v->size);
            exit(EXIT_USER);
        }
        params[i] = bytes[i];
    }
    must(cuLaunchKernel(function, r->grid[0], r->grid[1], r->grid[2], r->block[0], r->block[1], r->block[2],
                        r->shared, NULL, params, NULL),
         f->name);
    exit(EXIT_DONE);
}
