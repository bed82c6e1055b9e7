/* The values of one row of a record (a launch, a kernel, the total), each with its path, before they become JSON:
   objects where they are read again, text where there are many rows. */
#ifndef SLUICE_GPU_ROW_H
#define SLUICE_GPU_ROW_H
#include <jansson.h>

#include "base/diag.h"
#include "base/text.h"
#include "base/vec.h"

enum row_kind { ROW_INT, ROW_REAL, ROW_TEXT, ROW_TRIPLE, ROW_LIST };
struct row_value {
    const char *in[2], *name; /* the path of "noc.reply" is noc, reply: in[] are dotted, "" none */
    u8 kind;                  /* enum row_kind */
    u32 n;                    /* of a list */
    union {
        i64 i;
        double real;
        const char *text;
        const u32 *triple;
        const u64 *list;
    };
};
struct row { /* zero it first; pointers in it stay the caller's */
    VEC(struct row_value) v;
    const char *in[2]; /* where the next values go */
};
void row_in(struct row *, const char *in, const char *in2);
void row_int(struct row *, const char *name, u64 v);
void row_real(struct row *, const char *name, double v);
void row_text(struct row *, const char *name, const char *v);
void row_triple(struct row *, const char *name, const u32 *v);
void row_list(struct row *, const char *name, const u64 *v, u32 n);

json_t *row_json(const struct row *);

/* Rows of one form as text: the text between two values is computed once. Keys are in order. */
struct row_form {
    VEC(struct row_value) of; /* the row from which it was made, for its names and kinds */
    VEC(u32) order;           /* of the values */
    VEC(size_t) end;          /* in `between`: end of the text before each value, and after the last */
    VEC(u32) depth;           /* of each value */
    bool indent;
    char *between; /* with a 0 for each integer */
};
/* Makes the form of such rows, unless it has it already. Zero it first; names in rows must stay in place, and the
   depth be always the same. */
void row_form_of(struct row_form *, const struct row *, bool indent, u32 depth);
void row_form_free(struct row_form *);
void row_write(const struct row_form *, const struct row *, struct text *to);

#endif
