/* The source view: the record's instructions summed by source line. */
#ifndef SLUICE_OUT_LINES_H
#define SLUICE_OUT_LINES_H
#include "base/arena.h"
#include "out/out.h"

#define OUT_WAITS 12
struct out_line {
    u32 line; /* of the source; 0: not known */
    double instrs, samples, waits[OUT_WAITS];
    double accesses, lines, reads, l1_hits, l2_hits, dram_bytes;
    const char *text; /* of the source line, or "" */
};
struct out_lines {
    const char *kernel, *file;
    const char *wait_names[OUT_WAITS];
    u32 n_waits;
    struct out_line *at; /* by line; those that cost nothing are left out */
    u32 n;
    struct out_line total;
};
/* Kernel i of doc.lines; memory from the arena. False: there is none. */
bool out_lines_read(struct arena *a, const json_t *doc, size_t i, struct out_lines *out);
/* Adds the text of every source file that doc.lines names and that can be read, as doc.sources. */
void out_lines_add_sources(json_t *doc);
void out_lines_print(const json_t *doc, FILE *to);
const char *out_lines_worst(const struct out_lines *l, const struct out_line *row,
                            double *share); /* most frequent wait */

#endif
