/* kernelslist.g: see list.h. Its lines, in order: the name of a kernel's trace beside it, or a copy
   (MemcpyHtoD,address,bytes). Copies back and unknown lines are passed over, as Accel-Sim does. Kernels of
   all streams run one behind the other, in the order of the list. */
#include "accel/list.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "isa/sass.h"
#include "stream/check.h"
#include "stream/trace.h"

static bool ends_with(const char *s, const char *end)
{
    size_t n = strlen(s), m = strlen(end);
    return n >= m && !strcmp(s + n - m, end);
}

static bool is_kernel(const char *path)
{
    return ends_with(path, ".traceg") || ends_with(path, ".traceg.xz") || ends_with(path, ".traceg.zst");
}

static bool is_folder(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

bool accel_list_is(const char *path)
{
    return is_kernel(path) || ends_with(path, ".g") || is_folder(path);
}

struct conversion {
    const char *list;
    struct arena arena;
    struct trace_writer *to;
    enum accel_quirks quirks;
    struct accel_report *r;
    struct diag *d;
};

static bool add_kernel(struct conversion *c, const char *path)
{
    struct accel_kernel *k = accel_kernel_open(path, c->quirks, &c->r->unknown, c->d);
    bool ok = k && trace_add(c->to, accel_kernel_source(k), c->d);
    if (ok) {
        c->r->kernels++;
        c->r->text += accel_kernel_bytes(k);
        c->r->version = MAX(c->r->version, accel_kernel_version(k));
    }
    if (k)
        accel_kernel_close(k);
    return ok;
}

/* "MemcpyHtoD,0xADDRESS,BYTES" */
static bool add_copy(struct conversion *c, const char *line, u32 number)
{
    char *end;
    const char *comma = strchr(line, ',');
    u64 address = comma ? strtoull(comma + 1, &end, 16) : 0, bytes = 0;
    bool ok = comma && *end == ',' && end != comma + 1 && end[1] >= '0' && end[1] <= '9';
    if (ok) {
        bytes = strtoull(end + 1, &end, 10);
        ok = !*end;
    }
    if (!ok) {
        diag_error(c->d, c->list, number, 0, "expected MemcpyHtoD,0xADDRESS,BYTES");
        return false;
    }
    if (c->quirks == ACCEL_AS_READ)
        address &= UINT32_MAX;
    if (address >= STREAM_ADDRESSES || bytes > STREAM_ADDRESSES - address) {
        diag_error(c->d, c->list, number, 0, "a copy to addresses of more than 48 bits");
        return false;
    }
    c->r->copies++;
    return trace_add_copy(c->to, address, bytes, c->d);
}

static bool add_list(struct conversion *c)
{
    struct lines *l = lines_open(c->list, c->d);
    const char *slash = strrchr(c->list, '/');
    int folder = slash ? (int)(slash - c->list) + 1 : 0;
    size_t n;
    bool ok = l != NULL;
    for (char *line; ok && (line = lines_next(l, &n, c->d)) != NULL;) {
        while (n && (line[n - 1] == ' ' || line[n - 1] == '\t'))
            line[--n] = 0;
        if (!strncmp(line, "MemcpyHtoD", 10))
            ok = add_copy(c, line, lines_number(l));
        else if (!strncmp(line, "kernel", 6) && !is_kernel(line))
            ok = (diag_error(c->d, c->list, lines_number(l), 0,
                             "%.100s is no trace of a kernel by its name: expected kernel-N.traceg, .traceg.xz or "
                             ".traceg.zst",
                             line),
                  false);
        else if (!strncmp(line, "kernel", 6))
            ok = add_kernel(c, arena_printf(&c->arena, "%.*s%s", folder, c->list, line));
        else
            c->r->skipped += n != 0;
    }
    lines_close(l);
    if (ok && !c->d->errors && !c->r->kernels)
        diag_error(c->d, c->list, 0, 0, "names no kernel (a line `kernel-1.traceg` for each)");
    return ok && !c->d->errors;
}

bool accel_list_convert(const char *list, const char *to, enum accel_quirks quirks, struct accel_report *r,
                        struct diag *d)
{
    *r = (struct accel_report){0};
    struct conversion c = {.list = list, .quirks = quirks, .r = r, .d = d};
    if (is_folder(list))
        c.list = arena_printf(&c.arena, "%s/kernelslist.g", list);
    c.to = trace_create(to, ACCEL_TARGET " lanes=32", d);
    bool ok = c.to && (is_kernel(c.list) ? add_kernel(&c, c.list) : add_list(&c));
    if (c.to && ok)
        ok = trace_finish(c.to, d);
    else if (c.to)
        trace_abandon(c.to);
    arena_free(&c.arena);
    return ok && !d->errors;
}

void accel_list_notes(const struct accel_report *r, const char *list, struct diag *d)
{
    for (size_t i = 0; i < r->unknown.n; i++) {
        const struct accel_unknown_op *u = &r->unknown.at[i];
        const struct sass_op *op = sass_find(u->name, strlen(u->name));
        u32 first = op ? ctz64(op->in) : 0;
        diag_note(d, list, 0, 0, "opcode %s (%llu warp instructions) is not one of sm_%u%s%s%s: it counts as ALU",
                  u->name, (unsigned long long)u->count, u->version, op ? " (" : "",
                  op ? sass_generation_name(first) : "", op ? " has it)" : "");
    }
}
