/* Traces out: see write.h. What Accel-Sim's reader wants is kept: at most one destination and four sources, addresses
   as base and stride where the lanes are one run, else base and differences, an EXIT for every lane. An instruction
   that takes several issue slots (a division as its table has it) is as many lines; one without a slot is none. */
#include "accel/write.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/vec.h"

enum { LANES = 32, MOST_SOURCES = 4, REGISTERS = 254, PC_STEP = 16 };
#define SHARED_BASE 0x7f7000000000ull
#define LOCAL_BASE 0x7f7100000000ull
#define LOCAL_OFFSETS 0xffffffull

struct text {
    VEC(char) v;
};

static void put(struct text *t, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void put(struct text *t, const char *fmt, ...)
{
    va_list ap;
    VEC_RESERVE(&t->v, t->v.n + 2048);
    va_start(ap, fmt);
    int n = vsnprintf(t->v.at + t->v.n, 2048, fmt, ap);
    va_end(ap);
    t->v.n += (size_t)MIN(n, 2047);
}

/* ---- Instructions ---- */

/* ".64" for 8 bytes; 4 has no part of its own. */
static const char *width(u32 bytes)
{
    return bytes == 1 ? ".U8" : bytes == 2 ? ".U16" : bytes == 8 ? ".64" : bytes == 16 ? ".128" : "";
}

/* `variant`: of an atomic, "CAS"; one with a type ("ADD.F64.RN") says its width itself. */
static void memory_opcode(const struct si *s, u8 space, const char *variant, char buf[48])
{
    static const char *const load[SI_SPACES] = {
        [SI_GLOBAL] = "LDG.E", [SI_SHARED] = "LDS", [SI_LOCAL] = "LDL", [SI_CONST] = "LDC", [SI_PARAM] = "LDC"};
    static const char *const store[SI_SPACES] = {
        [SI_GLOBAL] = "STG.E", [SI_SHARED] = "STS", [SI_LOCAL] = "STL", [SI_CONST] = "STG.E", [SI_PARAM] = "STG.E"};
    bool global = space == SI_GLOBAL;
    const char *strong = !global ? "" : s->flags & SI_SKIP_L1 ? ".STRONG.GPU" : ".SYS";
    switch (s->kind) {
    case SI_STORE: snprintf(buf, 48, "%s%s%s", store[space], width(s->bytes), global ? ".SYS" : ""); break;
    case SI_ATOMIC:
    case SI_RED:
        snprintf(buf, 48, "%s.%.20s%s%s",
                 space == SI_SHARED  ? "ATOMS"
                 : s->kind == SI_RED ? "RED.E"
                                     : "ATOMG.E",
                 variant, strstr(variant, ".F64") ? "" : width(s->bytes), space == SI_SHARED ? "" : ".STRONG.GPU");
        break;
    default: snprintf(buf, 48, "%s%s%s", load[space], width(s->bytes), strong); break;
    }
}

/* The name of an issue slot in this list; the last one serves for all further slots. */
static void nth_name(const char *names, u32 slot, char buf[48])
{
    for (const char *next; slot && (next = strchr(names, ' ')) != NULL; slot--)
        names = next + 1;
    snprintf(buf, 48, "%.*s", (int)MIN(strcspn(names, " "), 40u), names);
}

/* `names`: as isa/names.def has them; "": by its class. */
static void opcode(const struct si *s, const struct stream_instr *i, const char *names, u32 slot, char buf[48])
{
    static const char *const by_class[SI_CLASSES] = {[SI_ALU] = "MOV",          [SI_MUL] = "IMAD",
                                                     [SI_FP32] = "FFMA",        [SI_FP64] = "DFMA",
                                                     [SI_SFU] = "MUFU.RCP",     [SI_CVT] = "F2I",
                                                     [SI_SHFL] = "SHFL.IDX",    [SI_CONTROL] = "BRA",
                                                     [SI_BARRIER] = "BAR.SYNC", [SI_FENCE] = "MEMBAR.SC.GPU",
                                                     [SI_HALF] = "HFMA2",       [SI_TENSOR] = "HMMA.884.F32.F32",
                                                     [SI_TEXTURE] = "TEX",      [SI_UNIFORM] = "MOV"};
    u8 space = i->shape == ADDR_NONE ? s->space : i->space;
    if (s->flags & SI_EXIT)
        snprintf(buf, 48, "EXIT");
    else if (s->cls == SI_MEM && space == SI_TEX)
        snprintf(buf, 48, "TEX");
    else if (s->cls == SI_MEM && s->kind != SI_NOT_MEM)
        memory_opcode(s, space, *names ? names : "ADD", buf);
    else if (*names)
        nth_name(names, slot, buf);
    else if (s->cls == SI_MEM)
        snprintf(buf, 48, "MOV");
    else
        snprintf(buf, 48, "%s", by_class[s->cls]);
}

/* Registers, if they are in a file that has them; predicates and folded values are none. */
static u32 registers(const struct si *s, u32 from, u32 to, u32 most, u32 out[MOST_SOURCES])
{
    u32 n = 0;
    for (u32 i = from; i < to && n < most; i++) {
        u32 r = s->regs[i] % REGISTERS;
        bool again = s->regs[i] >= SI_FOLDED_BASE;
        for (u32 k = 0; k < n; k++)
            again |= out[k] == r;
        if (!again)
            out[n++] = r;
    }
    return n;
}

static u64 address(const struct si *s, const struct stream_instr *i, u32 lane)
{
    u64 a = stream_lane_addr(i, lane), step = MAX(s->bytes, 4u);
    if (i->space == SI_SHARED)
        return SHARED_BASE + a % LOCAL_OFFSETS;
    if (i->space != SI_LOCAL)
        return a;
    a -= step * lane; /* rows of a word of every lane: emu/ops_mem.c */
    return (a / (4 * LANES) * 4 + a % 4) & LOCAL_OFFSETS;
}

static void put_addresses(struct text *t, const struct si *s, const struct stream_instr *i)
{
    u64 mask = i->mask;
    if (!mask || i->shape == ADDR_NONE) {
        put(t, "%u 1 0x0 0 ", MAX(s->bytes, 1u));
        return;
    }
    u32 first = ctz64(mask), n = popcount64(mask), last = 63 - (u32)__builtin_clzll(mask);
    bool one_run = n > 1 && last - first + 1 == n;
    i64 stride = n > 1 ? (i64)(address(s, i, ctz64(mask & (mask - 1))) - address(s, i, first)) : 0;
    for (u32 l = first; l < last && one_run; l++)
        one_run = (i64)(address(s, i, l + 1) - address(s, i, l)) == stride;
    put(t, "%u %u 0x%llx ", s->bytes, one_run && stride == (i32)stride ? 1 : 2,
        (unsigned long long)address(s, i, first));
    if (one_run && stride == (i32)stride) {
        put(t, "%lld ", (long long)stride);
        return;
    }
    u64 before = address(s, i, first);
    for (u64 m = mask & (mask - 1); m; m &= m - 1) {
        u64 a = address(s, i, ctz64(m));
        put(t, "%lld ", (long long)(a - before));
        before = a;
    }
}

/* One executed instruction, with its slots. Returns how many lines. */
static u32 put_instr(struct text *t, const struct si *s, const struct stream_instr *i, const char *names, u32 pc)
{
    char op[48];
    u32 dst[MOST_SOURCES], src[MOST_SOURCES], slots = s->flags & SI_NO_SLOT ? 0 : MAX(s->slots, 1u);
    u32 nd = registers(s, 0, s->ndst, 1, dst), ns = registers(s, s->ndst, s->ndst + s->nsrc, MOST_SOURCES, src);
    opcode(s, i, names, 0, op);
    bool memory = s->cls == SI_MEM && s->kind != SI_NOT_MEM && strcmp(op, "TEX") != 0;
    for (u32 k = 0; k + 1 < slots && memory; k++, pc += PC_STEP) /* what comes with an access is no access */
        put(t, "%04x %08x 0 IADD3 0 0 0 \n", pc, (u32)i->mask);
    for (u32 k = memory && slots ? slots - 1 : 0; k < slots; k++, pc += PC_STEP) {
        opcode(s, i, names, k, op);
        put(t, "%04x %08x %u ", pc, (u32)i->mask, nd);
        if (nd)
            put(t, "R%u ", dst[0]);
        put(t, "%s %u ", op, ns);
        for (u32 r = 0; r < ns; r++)
            put(t, "R%u ", src[r]);
        if (memory)
            put_addresses(t, s, i);
        put(t, memory ? "0 \n" : "0 0 \n");
    }
    return slots;
}

/* ---- Kernels ---- */

struct writing {
    struct accel_written *done;
    struct text all, warp;
    u32 *pcs; /* of each static instruction */
    char (*names)[STREAM_OPCODE];
    struct diag *d;
};

static bool put_warp(struct writing *w, const struct stream_kernel *k, const struct stream *s, u32 index)
{
    struct stream_cursor c;
    struct stream_instr i = {0};
    u64 n = 0, threads = (u64)k->block[0] * k->block[1] * k->block[2];
    u64 left = lanes_mask((u32)MIN(threads - (u64)index * LANES, LANES));
    w->warp.v.n = 0;
    stream_cursor_init(&c, s, k->code, k->n_code, k->warp_lanes);
    enum stream_status st;
    while ((st = stream_next(&c, &i)) == STREAM_OK) {
        const struct si *si = &k->code[i.pc];
        if (si->kind == SI_NOT_MEM)
            i.shape = ADDR_NONE;
        n += put_instr(&w->warp, si, &i, w->names[i.pc], w->pcs[i.pc]);
        if (si->flags & SI_EXIT)
            left &= ~i.mask;
    }
    if (left) { /* in Accel-Sim's traces every lane ends with an EXIT */
        put(&w->warp, "%04x %08x 0 EXIT 0 0 0 \n", w->pcs[k->n_code], (u32)left);
        n++;
    }
    put(&w->all, "warp = %u\ninsts = %llu\n", index, (unsigned long long)n);
    VEC_RESERVE(&w->all.v, w->all.v.n + w->warp.v.n);
    memcpy(w->all.v.at + w->all.v.n, w->warp.v.at, w->warp.v.n);
    w->all.v.n += w->warp.v.n;
    put(&w->all, "\n");
    w->done->instrs += n;
    return st == STREAM_END;
}

static void put_header(struct text *t, const struct stream_kernel *k, u32 id)
{
    put(t, "-kernel name = %.1000s\n-kernel id = %u\n-grid dim = (%u,%u,%u)\n-block dim = (%u,%u,%u)\n", k->name, id,
        k->grid[0], k->grid[1], k->grid[2], k->block[0], k->block[1], k->block[2]);
    put(t,
        "-shmem = %u\n-nregs = %u\n-binary version = %u\n-cuda stream id = 0\n-shmem base_addr = 0x%016llx\n"
        "-local mem base_addr = 0x%016llx\n-nvbit version = none\n-accelsim tracer version = 5\n"
        "-enable lineinfo = 0\n\n#traces format = [line_num] PC mask dest_num [reg_dests] opcode src_num [reg_srcs] "
        "mem_width [adrrescompress?] [mem_addresses] immediate\n\n",
        k->shared_bytes, k->regs_per_thread, ACCEL_WRITE_VERSION, SHARED_BASE, LOCAL_BASE);
}

static bool put_cta(struct writing *w, struct stream_source *src, u64 index)
{
    const struct stream_kernel *k = src->kernel;
    struct stream_cta cta = {.index = index};
    u64 x = index % k->grid[0], y = index / k->grid[0] % k->grid[1], z = index / k->grid[0] / k->grid[1];
    if (!src->start(src, index, &cta))
        return false;
    put(&w->all, "#BEGIN_TB\n\nthread block = %llu,%llu,%llu\n\n", (unsigned long long)x, (unsigned long long)y,
        (unsigned long long)z);
    bool ok = true;
    for (u32 i = 0; i < cta.n_warps && ok; i++)
        ok = put_warp(w, k, &cta.warps[i], i);
    put(&w->all, "#END_TB\n\n");
    src->finish(src, &cta);
    return ok;
}

static bool flush(struct writing *w, FILE *f)
{
    bool ok = fwrite(w->all.v.at, 1, w->all.v.n, f) == w->all.v.n;
    w->done->bytes += w->all.v.n;
    w->all.v.n = 0;
    return ok;
}

static bool write_kernel(struct writing *w, struct trace *t, u32 i, const char *path)
{
    struct stream_source *src = trace_launch(t, i);
    const struct stream_kernel *k = src->kernel;
    if (k->warp_lanes != LANES) {
        diag_error(w->d, NULL, 0, 0, "kernel %.100s has warps of %u lanes; Accel-Sim's have 32", k->name,
                   k->warp_lanes);
        return false;
    }
    FILE *f = fopen(path, "wbe");
    bool written = f != NULL, read = true;
    u32 pc = 0;
    w->pcs = xcalloc(k->n_code + 1, sizeof *w->pcs);
    w->names = xcalloc(k->n_code + 1, sizeof *w->names);
    for (u32 c = 0; c < k->n_code; c++) {
        if (src->opcode)
            src->opcode(src, c, w->names[c]);
        w->pcs[c] = pc;
        pc += PC_STEP * (k->code[c].flags & SI_NO_SLOT ? 0 : MAX(k->code[c].slots, 1u));
    }
    w->pcs[k->n_code] = pc;
    put_header(&w->all, k, i + 1);
    for (u64 c = 0; c < k->n_ctas && written && read; c++) {
        read = put_cta(w, src, c);
        written = flush(w, f);
    }
    free(w->pcs);
    free(w->names);
    written &= f && fclose(f) == 0;
    if (!written)
        diag_error(w->d, path, 0, 0, "cannot be written: %s", strerror(errno));
    else if (!read)
        diag_error(w->d, NULL, 0, 0, "%s", trace_error(t) ? trace_error(t) : "a stream is broken");
    w->done->kernels += written && read;
    return written && read;
}

static bool write_list(struct trace *t, const char *path, struct diag *d)
{
    FILE *f = fopen(path, "we");
    bool ok = f != NULL;
    for (u32 i = 0; i < trace_launches(t) && ok; i++) {
        u32 n;
        const struct trace_copy *c = trace_copies(t, i, &n);
        for (u32 k = 0; k < n; k++)
            fprintf(f, "MemcpyHtoD,0x%016llx,%llu\n", (unsigned long long)c[k].address,
                    (unsigned long long)c[k].bytes);
        ok = fprintf(f, "kernel-%u.traceg\n", i + 1) > 0;
    }
    ok = f && fclose(f) == 0 && ok;
    if (!ok)
        diag_error(d, path, 0, 0, "cannot be written: %s", strerror(errno));
    return ok;
}

bool accel_write(struct trace *t, const char *dir, struct accel_written *done, struct diag *d)
{
    struct writing w = {.done = done, .d = d};
    struct arena a = {0};
    *done = (struct accel_written){0};
    bool made = mkdir(dir, 0777) == 0, ok = true;
    if (!made && (errno != EEXIST || rmdir(dir) != 0 || mkdir(dir, 0777) != 0)) {
        diag_error(d, dir, 0, 0, "cannot be written: %s", errno == ENOTEMPTY ? "it is not empty" : strerror(errno));
        return false;
    }
    u32 n = 0;
    for (; n < trace_launches(t) && ok; n++)
        ok = write_kernel(&w, t, n, arena_printf(&a, "%s/kernel-%u.traceg", dir, n + 1));
    ok = ok && write_list(t, arena_printf(&a, "%s/kernelslist.g", dir), d);
    if (!ok) {
        for (u32 i = 0; i < n; i++)
            unlink(arena_printf(&a, "%s/kernel-%u.traceg", dir, i + 1));
        unlink(arena_printf(&a, "%s/kernelslist.g", dir));
        rmdir(dir);
    }
    VEC_FREE(&w.all.v);
    VEC_FREE(&w.warp.v);
    arena_free(&a);
    return ok;
}
