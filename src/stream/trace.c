/* Writing and reading trace files. What is read is not trusted: every size and index is checked, and a broken file
   ends in a sentence. */
#include "stream/trace.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "base/vec.h"
#include "stream/check.h"

#define MAGIC "SLUICETR"
enum { VERSION = 5, HEAD = 12, LEVEL = 3, MAX_WARPS = 64, MAX_PLAIN = 1 << 30, MAX_TARGET = 4096 };

/* ---- Bytes in a row ---- */

struct bytes {
    VEC(u8) v;
};
static void put(struct bytes *b, const void *p, size_t n)
{
    VEC_RESERVE(&b->v, b->v.n + n);
    if (n)
        memcpy(b->v.at + b->v.n, p, n);
    b->v.n += n;
}
static void put_u32(struct bytes *b, u32 x)
{
    put(b, &x, 4);
}
static void put_u64(struct bytes *b, u64 x)
{
    put(b, &x, 8);
}
static void put_text(struct bytes *b, const char *s)
{
    u32 n = s ? (u32)strlen(s) : 0;
    put_u32(b, n);
    put(b, s, n);
}

struct view {
    const u8 *p;
    size_t left;
    bool bad;
};
static const void *take(struct view *v, size_t n)
{
    if (v->bad || v->left < n) {
        v->bad = true;
        return NULL;
    }
    const u8 *p = v->p;
    v->p += n;
    v->left -= n;
    return p;
}
static u32 take_u32(struct view *v)
{
    u32 x = 0;
    const void *p = take(v, 4);
    if (p)
        memcpy(&x, p, 4);
    return x;
}
static u64 take_u64(struct view *v)
{
    u64 x = 0;
    const void *p = take(v, 8);
    if (p)
        memcpy(&x, p, 8);
    return x;
}
static const char *take_text(struct view *v, struct arena *a)
{
    u32 n = take_u32(v);
    const char *p = take(v, n);
    return p && n ? arena_strndup(a, p, n) : NULL;
}

/* ---- Writing ---- */

struct trace_writer {
    FILE *file;
    char path[1024], part[1040]; /* part: the unfinished file; "" if the path is no ordinary file */
    struct bytes plain, packed;
};

struct trace_writer *trace_create(const char *path, const char *target, struct diag *d)
{
    struct trace_writer *w = xcalloc(1, sizeof *w);
    u32 head[] = {VERSION, (u32)strlen(target)};
    snprintf(w->path, sizeof w->path, "%s", path);
    struct stat st;
    if (stat(path, &st) != 0 || S_ISREG(st.st_mode))
        snprintf(w->part, sizeof w->part, "%s" TRACE_PART, path);
    w->file = fopen(*w->part ? w->part : path, "wb");
    if (!w->file || fwrite(MAGIC, 8, 1, w->file) != 1 || fwrite(head, sizeof head, 1, w->file) != 1 ||
        fputs(target, w->file) == EOF) {
        diag_error(d, path, 0, 0, "cannot be written: %s", strerror(errno));
        if (w->file)
            fclose(w->file);
        unlink(w->part);
        free(w);
        return NULL;
    }
    return w;
}

static bool put_record(struct trace_writer *w, char tag, struct diag *d)
{
    size_t bound = ZSTD_compressBound(w->plain.v.n);
    VEC_RESERVE(&w->packed.v, bound);
    size_t n = ZSTD_compress(w->packed.v.at, bound, w->plain.v.at, w->plain.v.n, LEVEL);
    u32 sizes[2] = {(u32)n, (u32)w->plain.v.n};
    bool ok = !ZSTD_isError(n) && w->plain.v.n <= MAX_PLAIN && fputc(tag, w->file) != EOF &&
              fwrite(sizes, sizeof sizes, 1, w->file) == 1 && fwrite(w->packed.v.at, n, 1, w->file) == 1;
    if (!ok) {
        diag_error(d, w->path, 0, 0, "cannot be written: %s", errno ? strerror(errno) : "a CTA is too large");
        unlink(w->part);
    }
    w->plain.v.n = 0;
    return ok;
}

static void put_kernel(struct bytes *b, const struct stream_kernel *k)
{
    put_text(b, k->name);
    put_text(b, k->src_file);
    const u32 words[] = {k->n_code,   k->warp_lanes, k->grid[0], k->grid[1],         k->grid[2],      k->block[0],
                         k->block[1], k->block[2],   k->n_warps, k->regs_per_thread, k->shared_bytes, k->local_bytes};
    put(b, words, sizeof words);
    put_u64(b, k->n_ctas);
    for (u32 pc = 0; pc < k->n_code; pc++) {
        const struct si *s = &k->code[pc];
        const u8 head[] = {s->cls, s->space, s->kind, s->bytes, s->flags, s->ndst, s->nsrc};
        put(b, head, sizeof head);
        put(b, s->regs, 2u * (s->ndst + s->nsrc));
        put(b, s->level, (size_t)(s->ndst + s->nsrc));
        put(b, &s->slots, 1);
        put(b, &s->words, 1);
        put(b, &s->lat, 2);
        put(b, &s->rate, 2);
        put_u32(b, s->reconv);
        put_u32(b, s->ptx_line);
        put_u32(b, s->src_line);
    }
}

/* Names of the instructions, behind the kernel where its source has them. */
static void put_opcodes(struct bytes *b, struct stream_source *src)
{
    char name[STREAM_OPCODE];
    for (u32 pc = 0; src->opcode && pc < src->kernel->n_code; pc++) {
        src->opcode(src, pc, name);
        put_text(b, name);
    }
}

static void put_block(void *arg, const u8 *p, u32 n)
{
    put(arg, p, n);
}

/* Streams of a CTA that has been run to its end. */
static void put_cta(struct bytes *b, const struct stream_cta *cta)
{
    put_u32(b, cta->n_warps);
    for (u32 i = 0; i < cta->n_warps; i++) {
        const struct stream *s = &cta->warps[i];
        put_u64(b, s->instrs);
        put_u64(b, s->end_at - s->first_at);
        size_t before = b->v.n;
        stream_each_block(s, put_block, b);
        ENSURE(b->v.n - before == s->end_at - s->first_at);
    }
}

static bool run_to_end(struct stream_source *src, struct stream_cta *cta)
{
    for (;;) {
        bool ended = true;
        for (u32 i = 0; i < cta->n_warps; i++)
            ended &= cta->warps[i].ended;
        if (ended)
            return true;
        if (!src->more(src, cta))
            return false;
    }
}

/* A range of memory: a record that is not packed. */
static bool put_range(struct trace_writer *w, char tag, u64 address, u64 bytes, struct diag *d)
{
    u64 words[] = {address, bytes};
    bool ok = fputc(tag, w->file) != EOF && fwrite(words, sizeof words, 1, w->file) == 1;
    if (!ok) {
        diag_error(d, w->path, 0, 0, "cannot be written: %s", strerror(errno));
        unlink(w->part);
    }
    return ok;
}

bool trace_add(struct trace_writer *w, struct stream_source *src, struct diag *d)
{
    const struct stream_kernel *k = src->kernel;
    bool ok = true;
    for (u32 i = 0; ok && i < k->n_host; i++)
        ok = put_range(w, 'H', k->host[i].at, k->host[i].bytes, d);
    put_kernel(&w->plain, k);
    put_opcodes(&w->plain, src);
    ok = ok && put_record(w, 'L', d);
    for (u64 i = 0; ok && i < src->kernel->n_ctas; i++) {
        struct stream_cta cta = {.index = i};
        ok = src->start(src, i, &cta) && run_to_end(src, &cta);
        if (ok) {
            put_cta(&w->plain, &cta);
            ok = put_record(w, 'C', d);
        }
        if (cta.warps)
            src->finish(src, &cta);
    }
    return ok;
}

bool trace_add_copy(struct trace_writer *w, u64 address, u64 bytes, struct diag *d)
{
    return put_range(w, 'M', address, bytes, d);
}

static void free_writer(struct trace_writer *w)
{
    VEC_FREE(&w->plain.v);
    VEC_FREE(&w->packed.v);
    free(w);
}

void trace_abandon(struct trace_writer *w)
{
    fclose(w->file);
    if (*w->part)
        unlink(w->part);
    free_writer(w);
}

bool trace_finish(struct trace_writer *w, struct diag *d)
{
    bool ok = fclose(w->file) == 0 && (!*w->part || rename(w->part, w->path) == 0);
    if (!ok) {
        diag_error(d, w->path, 0, 0, "cannot be written: %s", strerror(errno));
        unlink(w->part);
    }
    free_writer(w);
    return ok;
}

/* ---- Reading ---- */

struct frame {
    const u8 *packed;
    u32 n, plain;
    u8 *kept;  /* unpacked, or NULL */
    bool good; /* its streams have been checked */
};

struct launch {
    struct stream_source src; /* first: a source is a launch */
    struct trace *trace;
    struct stream_kernel kernel;
    const char **opcodes; /* by pc, NULL: not known; NULL: the trace has none */
    struct frame *ctas;
    u32 *next_record; /* stream/check.h */
    u32 first_copy, n_copies;
};

struct trace {
    struct arena arena;
    const u8 *map;
    size_t size;
    const char *target;
    VEC(struct launch *) launches;
    VEC(struct trace_copy) copies;
    u32 copies_seen;               /* those of the launches so far */
    VEC(struct stream_range) host; /* of the next launch */
    struct stream_pool pool;
    u64 keep; /* bytes of unpacked CTAs that may still be kept */
    u64 live; /* bytes of the CTAs that have been started and not finished */
    u64 most; /* upper limit of these bytes */
    char error[256];
};

static u8 *unpack(const struct frame *f)
{
    if (ZSTD_getFrameContentSize(f->packed, f->n) != f->plain)
        return NULL; /* before memory is allocated */
    u8 *out = xmalloc(f->plain ? f->plain : 1);
    size_t n = ZSTD_decompress(out, f->plain, f->packed, f->n);
    if (ZSTD_isError(n) || n != f->plain) {
        free(out);
        return NULL;
    }
    return out;
}

static bool take_si(struct view *v, struct si *s)
{
    const u8 *h = take(v, 7);
    if (!h)
        return false;
    *s = (struct si){
        .cls = h[0], .space = h[1], .kind = h[2], .bytes = h[3], .flags = h[4], .ndst = h[5], .nsrc = h[6]};
    if (s->ndst + s->nsrc > SI_MAX_REGS)
        return false;
    const void *regs = take(v, 2u * (s->ndst + s->nsrc));
    if (!regs)
        return false;
    memcpy(s->regs, regs, 2u * (s->ndst + s->nsrc));
    const void *levels = take(v, (size_t)(s->ndst + s->nsrc)), *timing = take(v, 6);
    if (!levels || !timing)
        return false;
    memcpy(s->level, levels, (size_t)(s->ndst + s->nsrc));
    memcpy(&s->slots, timing, 1);
    memcpy(&s->words, (const u8 *)timing + 1, 1);
    memcpy(&s->lat, (const u8 *)timing + 2, 2);
    memcpy(&s->rate, (const u8 *)timing + 4, 2);
    s->reconv = take_u32(v);
    s->ptx_line = take_u32(v);
    s->src_line = take_u32(v);
    return !v->bad;
}

static bool take_opcodes(struct view *v, struct launch *l, struct arena *a)
{
    static const char NAMES[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._ ";
    u32 n = l->kernel.n_code;
    if (!v->left)
        return true;
    l->opcodes = ARENA_ARRAY(a, const char *, n + 1);
    for (u32 i = 0; i < n; i++)
        if ((l->opcodes[i] = take_text(v, a)) != NULL && l->opcodes[i][strspn(l->opcodes[i], NAMES)])
            return false;
    return !v->bad && !v->left;
}

static void opcode(struct stream_source *src, u32 pc, char to[STREAM_OPCODE])
{
    const struct launch *l = (const struct launch *)src;
    snprintf(to, STREAM_OPCODE, "%s", l->opcodes[pc] ? l->opcodes[pc] : "");
}

static bool take_kernel(struct view *v, struct stream_kernel *k, struct arena *a)
{
    enum { LEAST_SI = 24 }; /* bytes of one */
    u32 words[12];
    k->name = take_text(v, a);
    k->name = k->name ? k->name : "?";
    k->src_file = take_text(v, a);
    const void *p = take(v, sizeof words);
    if (!p)
        return false;
    memcpy(words, p, sizeof words);
    k->n_code = words[0];
    k->warp_lanes = words[1];
    memcpy(k->grid, words + 2, sizeof k->grid);
    memcpy(k->block, words + 5, sizeof k->block);
    k->n_warps = words[8];
    k->regs_per_thread = words[9];
    k->shared_bytes = words[10];
    k->local_bytes = words[11];
    k->n_ctas = take_u64(v);
    if (v->bad || k->n_code > v->left / LEAST_SI || !k->n_warps || k->n_warps > MAX_WARPS)
        return false;
    struct si *code = ARENA_ARRAY(a, struct si, k->n_code + 1);
    for (u32 i = 0; i < k->n_code; i++) {
        if (!take_si(v, &code[i]))
            return false;
    }
    k->code = code;
    return true;
}

static void finish(struct stream_source *src, struct stream_cta *cta)
{
    struct launch *l = (struct launch *)src;
    l->trace->live -= cta->warps ? l->ctas[cta->index].plain : 0;
    for (u32 i = 0; cta->warps && i < cta->n_warps; i++)
        stream_free(&cta->warps[i]);
    free(cta->warps);
    cta->warps = NULL;
    cta->n_warps = 0;
}

static bool refuse(struct launch *l, struct stream_cta *cta, const char *why)
{
    struct trace *t = l->trace;
    if (!t->error[0])
        snprintf(t->error, sizeof t->error, "CTA %llu of kernel %.120s: %s", (unsigned long long)cta->index,
                 l->kernel.name, why);
    finish(&l->src, cta);
    return false;
}

static bool start(struct stream_source *src, u64 index, struct stream_cta *cta)
{
    struct launch *l = (struct launch *)src;
    struct trace *t = l->trace;
    struct frame *f = &l->ctas[index];
    *cta = (struct stream_cta){.index = index, .n_warps = l->kernel.n_warps};
    if (t->live + f->plain > t->most)
        return refuse(l, cta, "those that run at a time do not fit into this computer's memory");
    u8 *plain = f->kept ? f->kept : unpack(f);
    struct view v = {plain, plain ? f->plain : 0, plain == NULL};
    cta->warps = xcalloc(cta->n_warps, sizeof *cta->warps);
    t->live += f->plain;
    v.bad |= take_u32(&v) != cta->n_warps;
    for (u32 i = 0; i < cta->n_warps; i++) {
        struct stream *s = &cta->warps[i];
        u64 instrs = take_u64(&v), n = take_u64(&v);
        const u8 *bytes = take(&v, n);
        s->pool = &t->pool;
        s->ended = true;
        if (bytes)
            stream_append_raw(s, bytes, (u32)n, instrs);
    }
    const char *wrong = v.bad || v.left ? "it is cut short" : NULL;
    if (!wrong && !f->good)
        wrong = stream_check_cta(&l->kernel, l->next_record, cta);
    f->good = !wrong;
    if (plain && !f->kept && f->plain <= t->keep) {
        t->keep -= f->plain;
        f->kept = plain;
    }
    if (plain != f->kept)
        free(plain);
    return wrong ? refuse(l, cta, wrong) : true;
}

static bool more(struct stream_source *src, struct stream_cta *cta)
{
    (void)src, (void)cta;
    return true;
}

/* One record's frame; false: cut short. */
static bool take_frame(struct view *v, struct frame *f)
{
    f->n = take_u32(v);
    f->plain = take_u32(v);
    f->packed = take(v, f->n);
    f->kept = NULL;
    f->good = false;
    return f->packed && f->plain <= MAX_PLAIN;
}

static const char *take_launch(struct trace *t, struct view *v)
{
    struct frame f;
    const char *wrong;
    struct launch *l = ARENA_NEW(&t->arena, struct launch);
    if (!take_frame(v, &f))
        return "is cut short";
    u8 *plain = unpack(&f);
    struct view k = {plain, plain ? f.plain : 0, plain == NULL};
    bool ok = take_kernel(&k, &l->kernel, &t->arena) && take_opcodes(&k, l, &t->arena);
    free(plain);
    if (!ok)
        return "is broken: a kernel is cut short";
    if ((wrong = stream_check_kernel(&l->kernel)) != NULL)
        return arena_printf(&t->arena, "is broken: it has a kernel with %s", wrong);
    if (l->kernel.n_ctas > v->left / 9)
        return "is cut short";
    l->trace = t;
    l->src = (struct stream_source){
        .kernel = &l->kernel, .untrusted = true, .start = start, .more = more, .finish = finish};
    l->src.opcode = l->opcodes ? opcode : NULL;
    l->next_record = ARENA_ARRAY(&t->arena, u32, l->kernel.n_code + 1);
    stream_find_records(&l->kernel, l->next_record);
    l->ctas = ARENA_ARRAY(&t->arena, struct frame, l->kernel.n_ctas + 1);
    for (u64 i = 0; i < l->kernel.n_ctas; i++) {
        const char *tag = take(v, 1);
        if (!tag || *tag != 'C' || !take_frame(v, &l->ctas[i]))
            return "is cut short";
    }
    l->first_copy = t->copies_seen;
    l->n_copies = (u32)t->copies.n - t->copies_seen;
    t->copies_seen = (u32)t->copies.n;
    l->kernel.n_host = (u32)t->host.n;
    l->kernel.host = ARENA_COPY(&t->arena, t->host.at, t->host.n);
    t->host.n = 0;
    VEC_PUSH(&t->launches, l);
    return NULL;
}

static const char *take_copy(struct trace *t, struct view *v)
{
    struct trace_copy c = {.address = take_u64(v)};
    c.bytes = take_u64(v);
    if (v->bad)
        return "is cut short";
    if (c.address >= STREAM_ADDRESSES || c.bytes > STREAM_ADDRESSES - c.address)
        return "is broken: a copy to where there is no memory";
    VEC_PUSH(&t->copies, c);
    return NULL;
}

static const char *take_host(struct trace *t, struct view *v)
{
    struct stream_range r = {.at = take_u64(v)};
    r.bytes = take_u64(v);
    if (v->bad)
        return "is cut short";
    u64 least = t->host.n ? t->host.at[t->host.n - 1].at + t->host.at[t->host.n - 1].bytes : 0;
    if (r.at < least || r.at >= STREAM_ADDRESSES || r.bytes > STREAM_ADDRESSES - r.at)
        return "is broken: memory of the host where there is none";
    VEC_PUSH(&t->host, r);
    return NULL;
}

/* The text of the target: words that can be printed. */
static bool take_target(struct trace *t, struct view *v)
{
    u32 n = take_u32(v);
    const char *p = n <= MAX_TARGET ? take(v, n) : NULL;
    for (u32 i = 0; p && i < n; i++)
        if (p[i] < ' ' || p[i] > '~')
            return false;
    t->target = p ? arena_strndup(&t->arena, p, n) : NULL;
    return p != NULL;
}

struct trace *trace_open(const char *path, struct diag *d)
{
    struct trace *t = xcalloc(1, sizeof *t);
    t->most = host_memory() / 2;
    struct stat st;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    const char *wrong = NULL;
    if (fd < 0 || fstat(fd, &st) != 0) {
        wrong = strerror(errno);
    } else if (st.st_size < HEAD) {
        wrong = "is not a trace";
    } else {
        t->size = (size_t)st.st_size;
        void *m = mmap(NULL, t->size, PROT_READ, MAP_PRIVATE, fd, 0);
        t->map = m == MAP_FAILED ? NULL : m;
        wrong = t->map ? NULL : strerror(errno);
    }
    if (fd >= 0)
        close(fd);
    if (!wrong) {
        struct view v = {t->map, t->size, false};
        const void *magic = take(&v, 8);
        if (memcmp(magic, MAGIC, 8))
            wrong = "is not a trace";
        else if (take_u32(&v) != VERSION)
            wrong = "is a trace of another version of sluice: record it again (sluice run --trace)";
        else if (!take_target(t, &v))
            wrong = "does not say what it was compiled for";
        while (!wrong && v.left) {
            const char *tag = take(&v, 1);
            wrong = *tag == 'L'   ? take_launch(t, &v)
                    : *tag == 'M' ? take_copy(t, &v)
                    : *tag == 'H' ? take_host(t, &v)
                                  : "is broken: expected a launch";
        }
    }
    if (wrong) {
        diag_error(d, path, 0, 0, "%s", wrong);
        trace_close(t);
        return NULL;
    }
    return t;
}

u32 trace_launches(const struct trace *t)
{
    return (u32)t->launches.n;
}
u64 trace_bytes(const struct trace *t)
{
    return t->size;
}
const char *trace_target(const struct trace *t)
{
    return t->target;
}
struct stream_source *trace_launch(struct trace *t, u32 i)
{
    return &t->launches.at[i]->src;
}
u64 trace_launch_bytes(const struct trace *t, u32 i)
{
    u64 n = 0;
    for (u64 k = 0; k < t->launches.at[i]->kernel.n_ctas; k++)
        n += t->launches.at[i]->ctas[k].plain;
    return n;
}
const struct trace_copy *trace_copies(const struct trace *t, u32 i, u32 *n)
{
    *n = t->launches.at[i]->n_copies;
    return t->copies.at + t->launches.at[i]->first_copy;
}
const char *trace_error(const struct trace *t)
{
    return t->error[0] ? t->error : NULL;
}

void trace_keep(struct trace *t, u64 bytes)
{
    t->keep = bytes;
}

void trace_close(struct trace *t)
{
    for (size_t i = 0; i < t->launches.n; i++)
        for (u64 k = 0; k < t->launches.at[i]->kernel.n_ctas; k++)
            free(t->launches.at[i]->ctas[k].kept);
    if (t->map)
        munmap((void *)(uintptr_t)t->map, t->size);
    stream_pool_free(&t->pool);
    VEC_FREE(&t->launches);
    VEC_FREE(&t->copies);
    VEC_FREE(&t->host);
    arena_free(&t->arena);
    free(t);
}
