#include "out/lines.h"

#include <stdlib.h>
#include <string.h>

static const char *source_text(const json_t *doc, const char *file, u32 line)
{
    const json_t *lines = json_object_get(json_object_get(doc, "sources"), file);
    const char *text = line ? json_string_value(json_array_get(lines, line - 1)) : NULL;
    return text ? text : "";
}

static void add(struct out_line *to, const json_t *row, const struct out_lines *l)
{
    to->instrs += out_number(row, "warp_instrs");
    to->samples += out_number(row, "samples");
    for (u32 i = 0; i < l->n_waits; i++)
        to->waits[i] += out_number(json_object_get(row, "waits"), l->wait_names[i]);
    to->accesses += out_number(row, "accesses");
    to->lines += out_number(row, "lines");
    to->l1_hits += out_number(row, "l1_hits");
    to->l2_hits += out_number(row, "l2_hits");
    to->dram_bytes += out_number(row, "dram_bytes");
    to->reads += out_number(row, "reads");
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
    const char *name;
    json_t *v;
    size_t pc;
    if (!kernel)
        return false;
    *out = (struct out_lines){.kernel = out_text(kernel, "kernel"), .file = out_text(kernel, "file")};
    json_object_foreach(json_object_get(json_array_get(rows, 0), "waits"), name, v)
    {
        if (out->n_waits < OUT_WAITS)
            out->wait_names[out->n_waits++] = name;
    }
    out->at = ARENA_ARRAY(a, struct out_line, json_array_size(rows) + 1);
    u32 last = 0; /* an instruction without a line belongs to the one before it */
    json_array_foreach((json_t *)rows, pc, row)
    {
        u32 line = (u32)out_number(row, "line"), k = 0;
        line = line ? line : last;
        last = line;
        add(&out->total, row, out);
        if (out_number(row, "warp_instrs") + out_number(row, "samples") + out_number(row, "accesses") <= 0)
            continue;
        while (k < out->n && out->at[k].line != line)
            k++;
        if (k == out->n)
            out->at[out->n++] = (struct out_line){.line = line, .text = source_text(doc, out->file, line)};
        add(&out->at[k], row, out);
    }
    qsort(out->at, out->n, sizeof *out->at, by_line);
    return true;
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

const char *out_lines_worst(const struct out_lines *l, const struct out_line *row, double *share)
{
    u32 best = 0;
    for (u32 i = 1; i < l->n_waits; i++)
        if (row->waits[i] > row->waits[best])
            best = i;
    *share = row->samples > 0 && l->n_waits ? row->waits[best] / row->samples : 0;
    return *share > 0 ? l->wait_names[best] : "";
}

static double percent(double a, double b)
{
    return b > 0 ? 100 * a / b : 0;
}

void out_lines_print(const json_t *doc, FILE *to)
{
    struct arena a = {0};
    struct out_lines l;
    for (size_t i = 0; out_lines_read(&a, doc, i, &l); i++) {
        fprintf(to, "\n%s%s%s\n%6s %7s %7s %-17s %7s %6s %6s %9s  %s\n", l.kernel, *l.file ? ", " : "", l.file,
                "line", "instrs", "waits", "mostly for", "lines/", "L1", "L2", "DRAM", "");
        fprintf(to, "%6s %6s%% %6s%% %-17s %7s %5s%% %5s%% %9s\n", "", "", "", "", "access", "", "", "bytes");
        for (u32 k = 0; k < l.n; k++) {
            const struct out_line *r = &l.at[k];
            double share;
            const char *why = out_lines_worst(&l, r, &share);
            char reason[32] = "", number[16] = "?";
            if (*why)
                snprintf(reason, sizeof reason, "%s %.0f%%", why, 100 * share);
            if (r->line)
                snprintf(number, sizeof number, "%u", r->line);
            fprintf(to, "%6s %7.1f %7.1f %-17s ", number, percent(r->instrs, l.total.instrs),
                    percent(r->samples, l.total.samples), reason);
            if (r->accesses > 0)
                fprintf(to, "%7.2f ", r->lines / r->accesses);
            else
                fprintf(to, "%7s ", "");
            if (r->reads > 0)
                fprintf(to, "%6.1f %6.1f %9.0f", percent(r->l1_hits, r->reads),
                        percent(r->l2_hits, r->reads - r->l1_hits), r->dram_bytes);
            else
                fprintf(to, "%6s %6s %9s", "", "", "");
            fprintf(to, "  %.100s\n", r->text);
        }
    }
    arena_free(&a);
}
