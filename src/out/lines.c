#include "out/lines.h"

#include <stdlib.h>
#include <string.h>

static const char *source_text(const json_t *doc, const char *file, u32 line)
{
    const json_t *lines = json_object_get(json_object_get(doc, "sources"), file);
    const char *text = line ? json_string_value(json_array_get(lines, line - 1)) : NULL;
    return text ? text : "";
}

static const char *const numbers[] = {"warp_instrs", "accesses",      "lines",        "reads",
                                      "l1_hits",     "l2_hits",       "dram_bytes",   "shared_instrs",
                                      "conflicts",   "replays",       "sectors_used", "sectors_fetched",
                                      "bytes_used",  "thread_instrs", "lanes_lost"};

static double *place_of(struct out_line *l, u32 i)
{
    double *const at[] = {&l->instrs,       &l->accesses,        &l->lines,      &l->reads,     &l->l1_hits,
                          &l->l2_hits,      &l->dram_bytes,      &l->shared,     &l->conflicts, &l->replays,
                          &l->sectors_used, &l->sectors_fetched, &l->bytes_used, &l->threads,   &l->lanes_lost};
    _Static_assert(COUNT_OF(at) == COUNT_OF(numbers), "a place a number");
    return at[i];
}

static double add_slots(double *to, const json_t *slots)
{
    double sum = 0;
    ENSURE(out_slot_count <= OUT_CAUSES);
    for (u32 i = 0; i < out_slot_count; i++) {
        double n = out_number(slots, out_slots[i].key);
        to[i] += n;
        sum += strcmp(out_slots[i].key, "dual") ? n : 0;
    }
    return sum;
}

void out_line_add(struct out_line *to, const json_t *row)
{
    for (u32 i = 0; i < COUNT_OF(numbers); i++)
        *place_of(to, i) += out_number(row, numbers[i]);
    double accesses = out_number(row, "accesses");
    if (accesses > 0)
        to->most_lines = MAX(to->most_lines, out_number(row, "lines") / accesses);
    to->waited += add_slots(to->stalls, json_object_get(row, "stalls"));
    to->caused += add_slots(to->blame, json_object_get(row, "blame"));
}

u32 out_line_of(const json_t *row, u32 before)
{
    u32 line = (u32)out_number(row, "line");
    return line ? line : before;
}

static int by_line(const void *a, const void *b)
{
    const struct out_line *x = a, *y = b;
    return x->line < y->line ? -1 : x->line > y->line;
}

bool out_lines_read(struct arena *a, const json_t *doc, size_t i, struct out_lines *out)
{
    const json_t *kernel = json_array_get(json_object_get(doc, "lines"), i), *rows = json_object_get(kernel, "rows"),
                 *row;
    size_t pc;
    u32 line = 0;
    if (!kernel)
        return false;
    *out = (struct out_lines){.kernel = out_text(kernel, "kernel"), .file = out_text(kernel, "file")};
    out->at = ARENA_ARRAY(a, struct out_line, json_array_size(rows) + 1);
    json_array_foreach((json_t *)rows, pc, row)
    {
        struct out_line one = {0};
        u32 k = 0;
        line = out_line_of(row, line);
        out_line_add(&one, row);
        out_line_add(&out->total, row);
        if (one.instrs + one.waited + one.caused + one.accesses <= 0)
            continue;
        while (k < out->n && out->at[k].line != line)
            k++;
        if (k == out->n)
            out->at[out->n++] = (struct out_line){.line = line, .text = source_text(doc, out->file, line)};
        out_line_add(&out->at[k], row);
    }
    qsort(out->at, out->n, sizeof *out->at, by_line);
    return true;
}

bool out_lines_find(struct arena *a, const json_t *doc, const char *kernel, struct out_lines *out)
{
    for (size_t i = 0; out_lines_read(a, doc, i, out); i++)
        if (!strcmp(out->kernel, kernel))
            return true;
    return false;
}

const char *out_base_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

void out_lines_add_sources(json_t *doc)
{
    json_t *lines = json_object_get(doc, "lines"), *kernel, *sources = json_object();
    size_t i;
    json_array_foreach(lines, i, kernel)
    {
        const char *file = out_text(kernel, "file");
        FILE *f = *file && !json_object_get(sources, file) ? fopen(file, "r") : NULL;
        if (!f)
            continue;
        json_t *text = json_array();
        char *line = NULL;
        size_t cap = 0;
        for (ssize_t n; (n = getline(&line, &cap, f)) > 0;) {
            line[strcspn(line, "\r\n")] = 0;
            json_t *s = json_string(line);
            json_array_append_new(text, s ? s : json_string("")); /* not UTF-8 */
        }
        free(line);
        fclose(f);
        json_object_set_new(sources, file, text);
    }
    if (json_object_size(sources))
        json_object_set(doc, "sources", sources);
    json_decref(sources);
}

const char *out_line_cause(const struct out_line *row, double *share)
{
    const double *of = row->caused >= row->waited ? row->blame : row->stalls;
    double all = MAX(row->caused, row->waited);
    u32 best = out_slot_count;
    for (u32 i = 0; i < out_slot_count; i++)
        if (strcmp(out_slots[i].key, "dual") && of[i] > 0 && (best == out_slot_count || of[i] > of[best]))
            best = i;
    *share = best < out_slot_count ? of[best] / all : 0;
    return best < out_slot_count ? out_slots[best].key : "";
}

/* ---- as text ---- */

static const char *share_text(double a, double b, const char *form, char buf[16])
{
    if (b > 0)
        snprintf(buf, 16, form, 100 * a / b);
    else
        *buf = 0;
    return buf;
}

static const char *count_text(double n, char buf[16])
{
    if (n <= 0)
        *buf = 0;
    else if (n < 1e5)
        snprintf(buf, 16, "%.0f", n);
    else if (n < 1e8)
        snprintf(buf, 16, "%.0fk", n / 1e3);
    else
        snprintf(buf, 16, "%.0fM", n / 1e6);
    return buf;
}

static void print_row(const struct out_line *r, const struct out_line *total, FILE *to)
{
    double share;
    const char *why = out_line_cause(r, &share);
    char reason[32] = "", number[16] = "?", b[10][16];
    if (*why)
        snprintf(reason, sizeof reason, "%s %.0f%%", why, 100 * share);
    if (r->line)
        snprintf(number, sizeof number, "%u", r->line);
    *b[3] = 0;
    if (r->accesses > 0)
        snprintf(b[3], sizeof b[3], "%.2f%c", r->lines / r->accesses, r->most_lines > OUT_MANY_LINES ? '!' : ' ');
    fprintf(to, "%6s %6s %6s %6s %-15s %7s %6s %9s %8s %6s %6s %9s  %.100s\n", number,
            share_text(r->instrs, total->instrs, "%.1f", b[0]), share_text(r->waited, total->waited, "%.1f", b[1]),
            share_text(r->caused, total->caused, "%.1f", b[2]), reason, b[3],
            share_text(r->sectors_used, r->sectors_fetched, "%.0f", b[4]), count_text(r->conflicts, b[5]),
            count_text(r->replays, b[6]), share_text(r->l1_hits, r->reads, "%.1f", b[7]),
            share_text(r->l2_hits, r->reads - r->l1_hits, "%.1f", b[8]), count_text(r->dram_bytes, b[9]), r->text);
}

void out_lines_print(const json_t *doc, FILE *to)
{
    struct arena a = {0};
    struct out_lines l;
    for (size_t i = 0; out_lines_read(&a, doc, i, &l); i++) {
        fprintf(to, "\n%s%s%s\n%6s %6s %6s %6s %-15s %7s %6s %9s %8s %6s %6s %9s\n", l.kernel, *l.file ? ", " : "",
                l.file, "line", "instrs", "waits", "blame", "mostly", "lines/ ", "used", "bank", "re-", "L1", "L2",
                "DRAM");
        fprintf(to, "%6s %6s %6s %6s %-15s %7s %6s %9s %8s %6s %6s %9s\n", "", "%", "%", "%", "for", "access", "%",
                "conflicts", "plays", "%", "%", "bytes");
        for (u32 k = 0; k < l.n; k++)
            print_row(&l.at[k], &l.total, to);
    }
    if (json_array_size(json_object_get(doc, "lines")))
        fputs("\nwaits: issue slots lost while the line was what a warp had to issue next; blame: the same slots, by "
              "the line that was waited for.\nused: 32-byte sectors that the lanes touch, of those fetched; !: more "
              "than 4 cache lines an access.\n",
              to);
    arena_free(&a);
}
