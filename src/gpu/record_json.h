/* A launch's record (or a sum of records) as JSON: facts at the top, then one object a group of statistics. */
#ifndef SLUICE_GPU_RECORD_JSON_H
#define SLUICE_GPU_RECORD_JSON_H
#include <jansson.h>

#include "base/text.h"
#include "base/vec.h"
#include "decl/fact.h"
#include "gpu/gpu.h"
#include "gpu/row.h"

json_t *gpu_record_json(const struct gpu_record *, const struct machine_config *, u64 launches);
json_t *gpu_machine_json(const struct machine_config *); /* name, target, every parameter as resolved */
json_t *gpu_units_json(void);                            /* {"l1": {"hit": "requests", ...}} and those of the facts */

extern const struct decl_fact gpu_facts[]; /* every key that gpu_record_json adds to the counters */
extern const u32 gpu_fact_count;

/* One row a kernel, summed over its launches, in order of first launch. Zero it first. */
struct gpu_row {
    struct gpu_record sum;
    u64 launches;
};
struct gpu_rows {
    VEC(struct gpu_row *) v;
    VEC(struct gpu_row *) each; /* every launch by itself; `launches` is its number */
};
void gpu_rows_add(struct gpu_rows *, const struct gpu_record *, u64 launch); /* `launch`: its number, from 1 */
json_t *gpu_rows_json(const struct gpu_rows *, const struct machine_config *, json_t **total); /* an array */
u32 gpu_rows_warps(const struct gpu_rows *); /* the most warps that any kernel has on an SM at once */
/* As text, each a member of the document: every launch; kernels that did not share the machine with others; their
   total. And one launch (from 0) as an object. */
struct gpu_forms { /* row forms of their text, the same for the next document. Zero it first. */
    struct row_form launch, kernel, total, sm;
};
void gpu_forms_free(struct gpu_forms *);
struct gpu_launches {
    const struct gpu_rows *rows;
    const struct machine_config *cfg;
    struct gpu_forms *forms;
};
void gpu_launches_write(const void *gpu_launches, struct text *to);
void gpu_kernels_write(const void *gpu_launches, struct text *to);
void gpu_total_write(const void *gpu_launches, struct text *to);
json_t *gpu_launch_json(const struct gpu_rows *, size_t i, const struct machine_config *);
json_t *gpu_sms_json(const struct gpu *); /* a row an SM, all launches */
/* The same as text, also when the machine is gone. Zero it first. */
struct gpu_sms {
    VEC(struct gpu_sm_row) v;
    struct gpu_forms *forms;
};
void gpu_sms_take(const struct gpu *, struct gpu_sms *);
void gpu_sms_write(const void *gpu_sms, struct text *to);
void gpu_rows_free(struct gpu_rows *);

#endif
