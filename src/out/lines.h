/* The source view: the record's instructions summed by source line. */
#ifndef SLUICE_OUT_LINES_H
#define SLUICE_OUT_LINES_H
#include "base/arena.h"
#include "out/out.h"

#define OUT_CAUSES 24      /* room for out_slots */
#define OUT_MANY_LINES 4.0 /* cache lines an access: more are marked */

struct out_line {
    u32 line;                                     /* of the source; 0: not known */
    double instrs, threads;                       /* warp instructions; their lanes */
    double lanes_lost;                            /* lanes that were left out because of it */
    double stalls[OUT_CAUSES], blame[OUT_CAUSES]; /* slots lost: while it was next, because of it; as out_slots */
    double waited, caused;                        /* their sums, without the second slots of dual issue */
    double accesses, lines, reads, l1_hits, l2_hits, dram_bytes;
    double shared, conflicts, replays, sectors_used, sectors_fetched, bytes_used;
    double most_lines; /* an access of its worst instruction */
    const char *text;  /* of the source line, or "" */
};
struct out_lines {
    const char *kernel, *file;
    struct out_line *at; /* by line; those that cost nothing are left out */
    u32 n;
    struct out_line total;
};
/* Kernel i of doc.lines; memory from the arena. False: there is none. */
bool out_lines_read(struct arena *a, const json_t *doc, size_t i, struct out_lines *out);
/* The same of the kernel with this name. */
bool out_lines_find(struct arena *a, const json_t *doc, const char *kernel, struct out_lines *out);
void out_line_add(struct out_line *to, const json_t *row); /* a row of doc.lines[].rows */
/* An instruction without a line belongs to the one before it: the line of a row, given the one before. */
u32 out_line_of(const json_t *row, u32 before);
/* Adds the text of every source file that doc.lines names and that can be read, as doc.sources. */
void out_lines_add_sources(json_t *doc);
void out_lines_print(const json_t *doc, FILE *to);
/* What most of its slots were lost to: of those it is blamed for, or those it waited in, whichever are more. Returns
   the cause's words ("": none) and the cause's share of them. */
const char *out_line_cause(const struct out_line *row, double *share);
const char *out_base_name(const char *path); /* what is behind the last slash */

#endif
