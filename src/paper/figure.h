/* The readers of a paper's files, split by what they read: read.c (paper.ini), figure.c (an experiment), statement.c
   (its statements and targets.csv). */
#ifndef SLUICE_PAPER_FIGURE_H
#define SLUICE_PAPER_FIGURE_H
#include "paper/entries.h"
#include "paper/paper.h"

void paper_read_figure(struct paper *p, struct paper_figure *f, const char *file_name, struct diag *d);
void paper_read_statements(struct paper *p, struct paper_figure *f, struct paper_entries *es, struct diag *d);
/* geomean, mean or harmonic; anything else is reported. */
u8 paper_mean_of(const struct paper_entry *e, const char *path, struct diag *d);
/* Adds a configuration from "key=value key=best:1,2"; its index, or -1 (reported). */
i32 paper_add_config(struct paper *p, const char *name, const char *label, const char *sets, const char *path,
                     u32 line, struct diag *d);
/* A configuration as a figure's file names it ("mrpb", "maws@16" of its own points); -1 (reported) if unknown. */
i32 paper_config_in(const struct paper *p, const struct paper_figure *f, const char *name, u32 line, struct diag *d);
/* True if some suite has it as a whole or names one of its kernels. */
bool paper_is_workload(const struct paper *p, const char *workload, u32 *suite);

#endif
