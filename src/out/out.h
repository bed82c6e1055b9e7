/* The run record: one JSON document a run, and its printed form. Everything but `host` is the same from run to run.
 */
#ifndef SLUICE_OUT_OUT_H
#define SLUICE_OUT_OUT_H
#include <jansson.h>
#include <stdio.h>

#include "base/types.h"

/* Puts a document together; takes all parts over. `kernels` is an array, one object a kernel; `fault` may be NULL. */
json_t *out_document(json_t *program, json_t *machine, json_t *kernels, json_t *total, json_t *units, json_t *host,
                     const char *fault);
/* What is not deterministic: wall and CPU seconds since `began` (out_clock), peak memory of the process, threads,
   and the rates that follow from `total`. */
double out_clock(void);
json_t *out_host(double began, u32 threads, const json_t *total);
/* The report for people, from a document. */
void out_print(const json_t *doc, FILE *to);
void out_print_kernel(const json_t *kernel, const json_t *machine, FILE *to);

/* "l1.hit" in a nested object, as a number; 0 if it is not there. */
double out_number(const json_t *o, const char *path);
const char *out_text(const json_t *o, const char *path); /* "" if it is not there */

#endif
