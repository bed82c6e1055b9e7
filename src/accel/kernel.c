/* A .traceg file: its header, and the blocks of warps' instructions. See kernel.h. Leaves out: what the reader of
   Accel-Sim leaves out, too: predicates, uniform registers, the upper words of wide results, constants' addresses. */
#include "accel/kernel.h"

#include <stdlib.h>
#include <string.h>

#include "accel/code.h"
#include "base/vec.h"
#include "stream/check.h"

enum { MOST_CTA_BYTES = 1 << 30, MOST_NAME = 1000 };
enum { BLOCK = 4096 };           /* about what a stream takes at once */
#define MOST_KEPT (256ull << 20) /* bytes of a kernel's streams that are kept from the first reading, at most */

struct accel_kernel {
    struct stream_source src; /* first: a source is a kernel */
    struct stream_kernel kernel;
    struct arena arena;
    const char *path;
    const void *bytes; /* NULL: a file */
    size_t n_bytes;
    struct lines *lines;
    struct diag *d;
    struct accel_unknown *unknown;
    struct accel_code code;
    struct accel_header head;
    u64 at;                      /* CTAs read */
    VEC(struct stream_cta) kept; /* all CTAs, if they are not too large: then the file is read only once */
    u64 kept_bytes;              /* bytes of their streams; beyond MOST_KEPT they are not kept */
    u64 text;
    struct stream_pool pool;
};

static bool wrong(struct accel_kernel *k, const char *what)
{
    if (!k->d->errors)
        diag_error(k->d, k->path, lines_number(k->lines), 0, "%s", what);
    return false;
}

static bool reopen(struct accel_kernel *k)
{
    lines_close(k->lines);
    k->lines = k->bytes ? lines_of(k->path, k->bytes, k->n_bytes) : lines_open(k->path, k->d);
    k->at = 0;
    return k->lines != NULL;
}

/* The next line that is not empty; NULL: there is none. */
static char *next_line(struct accel_kernel *k, size_t *n)
{
    char *line;
    while ((line = lines_next(k->lines, n, k->d)) != NULL) {
        size_t blank = strspn(line, " \t");
        if (blank < *n) {
            *n -= blank;
            return line + blank;
        }
    }
    return NULL;
}

/* ---- The header ---- */

/* "-KEY = VALUE": the value, where the line has this key. */
static const char *value_of(const char *line, const char *key)
{
    size_t n = strlen(key);
    if (line[0] != '-' || strncmp(line + 1, key, n) != 0)
        return NULL;
    line += 1 + n;
    line += strspn(line, " \t");
    if (*line != '=')
        return NULL;
    line++;
    return line + strspn(line, " \t");
}

static bool number(const char *text, u64 most, u64 *to)
{
    char *end;
    if (*text < '0' || *text > '9')
        return false;
    *to = strtoull(text, &end, text[1] == 'x' ? 16 : 10);
    return end[strspn(end, " \t")] == 0 && *to <= most;
}

static bool extent(const char *text, u32 to[3])
{
    char *end = (char *)(uintptr_t)text;
    for (u32 i = 0; i < 3; i++) {
        if (*end != "(,,"[i] || end[1] < '0' || end[1] > '9')
            return false;
        u64 x = strtoull(end + 1, &end, 10);
        if (!x || x > INT32_MAX)
            return false;
        to[i] = (u32)x;
    }
    return *end == ')';
}

static const char *name_of(struct arena *a, const char *text)
{
    size_t n = MIN(strlen(text), (size_t)MOST_NAME);
    while (n && text[n - 1] == ' ')
        n--;
    char *name = arena_strndup(a, n ? text : "?", n ? n : 1);
    for (char *c = name; *c; c++)
        if (*(u8 *)c <= ' ' || *c == 0x7f)
            *c = '_';
    return name;
}

enum { GOT_GRID = 1, GOT_BLOCK = 2, GOT_REGS = 4, GOT_VERSION = 8 };

/* One line of the header. False: its value is invalid. */
static bool header_line(struct accel_kernel *k, const char *line, u32 *got)
{
    struct accel_header *h = &k->head;
    const char *v;
    u64 x = 0;
    struct {
        const char *key;
        u64 most, *to;
        u32 got;
    } const numbers[] = {{"shmem", 1 << 30, &h->shared, 0},
                         {"nregs", 65535, &h->regs, GOT_REGS},
                         {"binary version", 9999, &h->version, GOT_VERSION},
                         {"shmem base_addr", UINT64_MAX, &h->shared_base, 0},
                         {"local mem base_addr", UINT64_MAX, &h->local_base, 0},
                         {"accelsim tracer version", 9999, &h->tracer, 0},
                         {"enable lineinfo", 1, &h->lineinfo, 0}};
    if ((v = value_of(line, "kernel name")) != NULL) {
        k->kernel.name = name_of(&k->arena, v);
        return true;
    }
    if ((v = value_of(line, "grid dim")) != NULL) {
        *got |= GOT_GRID;
        return extent(v, k->kernel.grid);
    }
    if ((v = value_of(line, "block dim")) != NULL) {
        *got |= GOT_BLOCK;
        return extent(v, k->kernel.block);
    }
    for (u32 i = 0; i < COUNT_OF(numbers); i++)
        if ((v = value_of(line, numbers[i].key)) != NULL) {
            *got |= numbers[i].got;
            if (!number(v, numbers[i].most, &x))
                return false;
            *numbers[i].to = x;
            return true;
        }
    return true; /* unused keys: kernel id, cuda stream id, nvbit version, later ones */
}

static bool read_header(struct accel_kernel *k)
{
    u32 got = 0;
    size_t n;
    for (;;) {
        char *line = next_line(k, &n);
        if (!line)
            return wrong(k,
                         "is no trace of a kernel: it has a header of lines with `-` and no line with `#` behind it");
        if (line[0] == '#')
            break;
        if (line[0] != '-')
            return wrong(k, "is no trace of a kernel: expected a line of its header (-key = value), or one with `#`");
        if (!header_line(k, line, &got)) {
            char text[200];
            snprintf(text, sizeof text, "the header's `%.120s` has no such value as it should", line);
            return wrong(k, text);
        }
    }
    static const char *const keys[] = {"-grid dim = (x,y,z)", "-block dim = (x,y,z)", "-nregs = n",
                                       "-binary version = n"};
    for (u32 i = 0; i < COUNT_OF(keys); i++)
        if (!(got >> i & 1)) {
            char text[120];
            snprintf(text, sizeof text, "the header has no line `%s`", keys[i]);
            return wrong(k, text);
        }
    return true;
}

static bool set_up(struct accel_kernel *k)
{
    struct stream_kernel *s = &k->kernel;
    u64 threads = (u64)s->block[0] * s->block[1] * s->block[2], ctas = (u64)s->grid[0] * s->grid[1];
    if (s->block[0] > 65535 || s->block[1] > 65535 || s->block[2] > 65535 || threads > 2048)
        return wrong(k, "a thread block of more than 2,048 threads");
    if (ctas > UINT32_MAX || ctas * s->grid[2] > UINT32_MAX)
        return wrong(k, "a grid of more than 4,294,967,295 thread blocks");
    s->warp_lanes = 32;
    s->n_warps = (u32)div_up(threads, 32);
    s->n_ctas = ctas * s->grid[2];
    s->regs_per_thread = (u32)k->head.regs;
    s->shared_bytes = (u32)k->head.shared;
    s->name = s->name ? s->name : name_of(&k->arena, k->path);
    k->head.threads = (u32)threads;
    if (sass_generation((u32)k->head.version) < 0) {
        char text[160];
        snprintf(text, sizeof text,
                 "binary version %u: there are tables of opcodes for sm_60 to sm_90 (sluice list isa)",
                 (u32)k->head.version);
        return wrong(k, text);
    }
    accel_code_init(&k->code, &k->head);
    return true;
}

/* ---- CTAs ---- */

static void finish(struct stream_source *src, struct stream_cta *cta)
{
    (void)src;
    for (u32 i = 0; cta->warps && i < cta->n_warps; i++)
        stream_free(&cta->warps[i]);
    free(cta->warps);
    cta->warps = NULL;
}

/* "KEY = N" of a block: the number; false: another line. */
static bool block_number(const char *line, const char *key, u64 *to)
{
    size_t n = strlen(key);
    if (strncmp(line, key, n) != 0)
        return false;
    line += n + strspn(line + n, " \t");
    return *line == '=' && number(line + 1 + strspn(line + 1, " \t"), UINT32_MAX, to);
}

/* The warp's instructions, `n` lines. */
static bool read_warp(struct accel_kernel *k, struct stream_cta *cta, u32 warp, u64 n)
{
    struct stream_writer w;
    struct accel_place at = {.cta = cta->index, .warp = warp};
    stream_writer_init(&w, &cta->warps[warp], k->code.si.at, 32, false);
    for (u64 i = 0; i < n; i++) {
        size_t len;
        char *line = next_line(k, &len);
        if (!line)
            return wrong(k, "is cut short: within a warp's instructions");
        const char *bad = line[0] == '#' || line[0] == 'w' ? "fewer instructions than `insts` says"
                                                           : accel_code_line(&k->code, line, &w, &at);
        if (bad)
            return wrong(k, bad);
    }
    if (!n)
        accel_code_nothing(&k->code, &w);
    stream_put_end(&w);
    return true;
}

/* The warps up to #END_TB. */
static bool read_warps(struct accel_kernel *k, struct stream_cta *cta)
{
    u64 warp, n, bytes = 0;
    size_t len;
    for (;;) {
        char *line = next_line(k, &len);
        if (!line)
            return wrong(k, "is cut short: a thread block without its #END_TB");
        if (!strncmp(line, "#END_TB", 7))
            break;
        if (!block_number(line, "warp", &warp))
            return wrong(k, "expected `warp = N`, or #END_TB (more lines than `insts` says?)");
        if (warp >= cta->n_warps)
            return wrong(k, "a warp that the thread block has not (`-block dim`)");
        if (cta->warps[warp].ended)
            return wrong(k, "a warp for the second time in its thread block");
        line = next_line(k, &len);
        if (!line || !block_number(line, "insts", &n))
            return wrong(k, line ? "expected `insts = N`" : "is cut short: behind `warp = N`");
        if (!read_warp(k, cta, (u32)warp, n))
            return false;
        bytes += cta->warps[warp].end_at;
        if (bytes > MOST_CTA_BYTES)
            return wrong(k, "a thread block of more than 1 GiB of instructions");
    }
    for (u32 i = 0; i < cta->n_warps; i++)
        if (!cta->warps[i].ended && !read_warp(k, cta, i, 0))
            return false;
    return true;
}

/* False without an error: the end of the file. */
static bool begin_block(struct accel_kernel *k)
{
    size_t n;
    char *line;
    while ((line = next_line(k, &n)) != NULL && line[0] == '#' && strncmp(line, "#BEGIN_TB", 9) != 0)
        continue;
    if (!line)
        return false;
    if (line[0] != '#')
        return wrong(k, "expected #BEGIN_TB");
    line = next_line(k, &n);
    if (!line || strncmp(line, "thread block", 12) != 0)
        return wrong(k, line ? "expected `thread block = x,y,z`" : "is cut short: behind #BEGIN_TB");
    return true;
}

static bool start(struct stream_source *src, u64 index, struct stream_cta *cta)
{
    struct accel_kernel *k = (struct accel_kernel *)src;
    if (k->kept.n) {
        ENSURE(index < k->kept.n && k->kept.at[index].warps);
        *cta = k->kept.at[index];
        k->kept.at[index].warps = NULL;
        return true;
    }
    *cta = (struct stream_cta){.index = index, .n_warps = k->kernel.n_warps};
    ENSURE(index == k->at);
    if (!begin_block(k))
        return k->d->errors ? false : wrong(k, "has changed while it was read");
    cta->warps = xcalloc(cta->n_warps, sizeof *cta->warps);
    for (u32 i = 0; i < cta->n_warps; i++)
        cta->warps[i].pool = &k->pool;
    k->at++;
    if (read_warps(k, cta))
        return true;
    finish(src, cta);
    return false;
}

static bool more(struct stream_source *src, struct stream_cta *cta)
{
    (void)src, (void)cta;
    return true;
}

static void drop_kept(struct accel_kernel *k)
{
    for (u64 i = 0; i < k->kept.n; i++)
        finish(&k->src, &k->kept.at[i]);
    k->kept.n = 0;
}

/* Keeps a CTA that was read, unless its kernel has become too large. */
static void keep(struct accel_kernel *k, struct stream_cta *cta)
{
    for (u32 i = 0; i < cta->n_warps; i++)
        k->kept_bytes += align_up(cta->warps[i].end_at + 1, BLOCK) + sizeof *cta->warps;
    if (k->kept_bytes <= MOST_KEPT) {
        VEC_PUSH(&k->kept, *cta);
        return;
    }
    drop_kept(k);
    finish(&k->src, cta);
}

/* Reads every CTA once, to collect instructions and to check them. */
static bool read_all(struct accel_kernel *k)
{
    u64 n = k->kernel.n_ctas;
    for (k->at = 0;;) {
        struct stream_cta cta = {.index = k->at, .n_warps = k->kernel.n_warps};
        if (!begin_block(k))
            break;
        if (k->at == n)
            return wrong(k, "more thread blocks than the grid has (`-grid dim`)");
        cta.warps = xcalloc(cta.n_warps, sizeof *cta.warps);
        for (u32 i = 0; i < cta.n_warps; i++)
            cta.warps[i].pool = &k->pool;
        k->at++;
        if (!read_warps(k, &cta)) {
            finish(&k->src, &cta);
            return false;
        }
        keep(k, &cta);
    }
    if (k->d->errors)
        return false;
    if (k->at < n) {
        char text[160];
        snprintf(text, sizeof text, "is cut short: it holds %llu of the grid's %llu thread blocks",
                 (unsigned long long)k->at, (unsigned long long)n);
        return wrong(k, text);
    }
    k->text = lines_bytes(k->lines);
    return true;
}

static bool read_file(struct accel_kernel *k)
{
    size_t n;
    if (!reopen(k) || !read_header(k) || !set_up(k) || !read_all(k))
        return false;
    accel_code_unknown(&k->code, k->unknown);
    k->code.frozen = true;
    k->kernel.code = k->code.si.at;
    k->kernel.n_code = (u32)k->code.si.n;
    const char *bad = stream_check_kernel(&k->kernel);
    if (bad)
        return wrong(k, bad);
    if (k->kept.n)
        return true;
    if (!reopen(k))
        return false;
    for (char *line; (line = next_line(k, &n)) != NULL && line[0] != '#';)
        continue;
    return true;
}

static struct accel_kernel *open_kernel(struct accel_kernel *k, enum accel_quirks quirks, struct accel_unknown *u,
                                        struct diag *d)
{
    k->d = d;
    k->unknown = u;
    k->head.quirks = quirks;
    k->src = (struct stream_source){
        .kernel = &k->kernel, .untrusted = true, .start = start, .more = more, .finish = finish};
    if (read_file(k))
        return k;
    accel_kernel_close(k);
    return NULL;
}

struct accel_kernel *accel_kernel_open(const char *path, enum accel_quirks quirks, struct accel_unknown *u,
                                       struct diag *d)
{
    struct accel_kernel *k = xcalloc(1, sizeof *k);
    k->path = arena_strdup(&k->arena, path);
    return open_kernel(k, quirks, u, d);
}

struct accel_kernel *accel_kernel_of(const char *name, const void *bytes, size_t n, enum accel_quirks quirks,
                                     struct accel_unknown *u, struct diag *d)
{
    struct accel_kernel *k = xcalloc(1, sizeof *k);
    k->path = arena_strdup(&k->arena, name);
    k->bytes = n ? bytes : "";
    k->n_bytes = n;
    return open_kernel(k, quirks, u, d);
}

struct stream_source *accel_kernel_source(struct accel_kernel *k)
{
    return &k->src;
}
u32 accel_kernel_version(const struct accel_kernel *k)
{
    return (u32)k->head.version;
}
u64 accel_kernel_bytes(const struct accel_kernel *k)
{
    return k->text;
}

void accel_kernel_close(struct accel_kernel *k)
{
    lines_close(k->lines);
    drop_kept(k);
    VEC_FREE(&k->kept);
    accel_code_free(&k->code);
    stream_pool_free(&k->pool);
    arena_free(&k->arena);
    free(k);
}

void accel_unknown_free(struct accel_unknown *u)
{
    free(u->at);
    *u = (struct accel_unknown){0};
}
