/* A trace on a machine: what `sluice trace` and the workers of `sluice sweep` do. */
#ifndef SLUICE_CLI_REPLAY_H
#define SLUICE_CLI_REPLAY_H
#include <jansson.h>

#include "gpu/record_json.h"
#include "stream/trace.h"

/* The program that made the trace: from the record that came with the recording (NULL: none), else the trace's own
 * name. */
json_t *replay_program(const char *trace, const char *recorded);
/* False: the trace was compiled for another target than the machine's, which d says with both. */
bool replay_fits(const struct trace *, const char *file, const struct machine_config *, struct diag *d);
/* The record of every launch on the machine, with the options' progress_arg a struct progress or NULL; takes
   `program` and `units` over. Its member `launches` is null: gpu_launches_write writes it from `rows`, which must be
   zero before and be freed behind; and so is `sms`, each SM's own counters, which only a file's readers want
   (gpu_sms_write; NULL: without it). NULL, or errors in d: no result. An internal error ends the process; before that
   the launches that are over go to the file `json` (NULL: nowhere), and how to repeat it to another. */
json_t *replay_record(struct trace *, const struct machine_config *, const struct gpu_options *, json_t *program,
                      json_t *units, struct gpu_rows *rows, struct gpu_sms *sms, const char *json, struct diag *d);
/* The same as a store has it (runs_record_trim), for which all numbers go from `rows` and `sms` to text: total,
   kernels, launches, sms and units are null. */
json_t *replay_head(struct trace *, const struct machine_config *, const struct gpu_options *, json_t *program,
                    struct gpu_rows *rows, struct gpu_sms *sms, struct diag *d);

#endif
