/* The run record: one JSON document a run, and its printed form. Everything but `host` is the same from run to run.
 */
#ifndef SLUICE_OUT_OUT_H
#define SLUICE_OUT_OUT_H
#include <jansson.h>
#include <stdio.h>

#include "base/diag.h"
#include "base/text.h"
#include "base/types.h"
#include "decl/fact.h"
#include "out/verdict.h"

#define OUT_SCHEMA 1 /* version of the record's form: see out_facts */

/* Puts a document together; takes all parts over. `kernels` is an array, one object a kernel; `fault` may be NULL. */
json_t *out_document(json_t *program, json_t *machine, json_t *kernels, json_t *total, json_t *units, json_t *host,
                     const char *fault);
json_t *out_program(const char *name, const char *arguments, const char *hash);
const char *out_version(void);             /* sluice's version and the model: "0.1.0+a1b2c3d4e5f6" */
const char *out_model(void);               /* names the sources of the model: twelve hexadecimal digits */
extern const struct decl_fact out_facts[]; /* every key outside of kernels and machine */
extern const u32 out_fact_count;
/* The non-deterministic part: wall and CPU seconds of the process since `began` and of its launches alone, peak
   memory, threads, and the rates that follow from `total` and the launches' wall time. */
struct out_times {
    double began;                /* out_clock */
    double launch, launch_cpu;   /* seconds in launches */
    double entered, entered_cpu; /* of the launch at hand: see out_enter */
};
double out_clock(void);
double out_cpu(void); /* of the process, all threads */
void out_enter(struct out_times *);
void out_leave(struct out_times *);
json_t *out_host(const struct out_times *, u32 threads, const json_t *total);
/* The report for people, from a document. */
void out_print(const json_t *doc, FILE *to);
void out_print_kernel(const json_t *kernel, const json_t *machine, FILE *to);

/* Noise (noise.c): `totals` are those of the same run under n (2 or more) seeds of gpu.jitter. */
struct out_noise {
    u32 runs;
    double mean, sd;
};
void out_noise_add(json_t *doc, const json_t *const *totals, u32 n);
bool out_noise(const json_t *doc, const char *key, struct out_noise *); /* of total.KEY; false: the record has none */
/* The means of two runs differ by at most two standard errors: the difference may be chance. */
bool out_noise_hides(const struct out_noise *, const struct out_noise *);
void out_noise_print(const json_t *doc, FILE *to); /* one line, or nothing */

/* The causes of issue slots, in the order of the report, and their words. */
struct out_slot {
    const char *key, *text;
};
extern const struct out_slot out_slots[];
extern const u32 out_slot_count;
const char *out_slot_words(const char *key); /* the key itself if it has none */

/* Numbers of the report and their keys. */
struct out_word {
    const char *line, *word; /* where it stands, and what stands beside it ("": nothing) */
    const char *keys;        /* of a kernel or the total */
};
extern const struct out_word out_words[];
extern const u32 out_word_count;

extern const char *const out_stages[]; /* the stages of `latency`, in the order of the path */
extern const u32 out_stage_count;

/* Output files, '-' for standard output. What is written replaces the old file when all of it is there, and else
   leaves it; reported and false otherwise. Ask out_writable (NULL is fine) before a long run. */
typedef void out_writer(const void *what, FILE *to);
bool out_writable(const char *path, struct diag *d);
/* An error if two files of one command are the same file, under whatever names; NULL is no file. Devices may be named
   twice. */
struct out_named {
    const char *option, *path;
};
bool out_apart(const struct out_named *all, size_t n, struct diag *d);
bool out_write(const char *path, out_writer *write, const void *what, struct diag *d);
bool out_write_json(const char *path, const json_t *doc, struct diag *d);
/* The same of a document with parts that lie elsewhere. */
struct out_aside;
bool out_write_record(const char *path, const json_t *doc, const struct out_aside *, struct diag *d);
/* A row a kernel, then the total. metrics: the columns, with commas between them; NULL: all there are */
bool out_write_csv(const char *path, const json_t *doc, const char *metrics, struct diag *d);

/* Long parts that are only written to the user's file (launches, samples) never become a document: its
   member at the top is null there, and is written in its place as text, which the part's owner makes. */
typedef void out_part(const void *what, struct text *to); /* a member of the top: its lines are 1 deep, or more */
struct out_aside {
    const char *record; /* out_set_aside has put it to RECORD.KEY; NULL: nothing there */
    const char *key;    /* or this member is written by a function; NULL: none is */
    out_part *write;
    const void *what;
    const struct out_aside *next; /* one more such member; NULL: that is all */
};
/* JSON text: with keys in order, a line each, or as short as it can be. Nothing aside: NULL. */
void out_dump(const json_t *doc, const struct out_aside *, bool indent, FILE *to);
bool out_dump_file(const json_t *doc, const struct out_aside *, const char *path); /* short; false: errno */
/* Writes the part to RECORD.KEY; false: errno, and it is lost. */
bool out_set_aside(json_t *doc, const char *key, out_part *write, const void *what, const char *record);
void out_take_back(json_t *doc, const char *key, const char *record); /* where it is read after all */

/* An array of rows (kernels, launches, sms) as a comma-separated table; and one word of such a table. */
void out_csv(const json_t *rows, const char *metrics, FILE *to); /* metrics as for out_write_csv */
void out_csv_text(const char *s, FILE *to);

const json_t *out_value(const json_t *o, const char *path); /* of a dotted name, or NULL */
/* "l1.hit" in a nested object, as a number; 0 if it is not there. */
double out_number(const json_t *o, const char *path);
const char *out_text(const json_t *o, const char *path); /* "" if it is not there */

#endif
