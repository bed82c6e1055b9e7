/* GPGPU-Sim's and Accel-Sim's configuration files (gpgpusim.config, trace.config) become a machine file of ours.
   Every option is one of options.def: decoded into parameters, or listed with what its loss changes, or without a say
   in time. */
#ifndef SLUICE_ACCEL_CONFIG_H
#define SLUICE_ACCEL_CONFIG_H
#include "base/diag.h"

struct accel_config_report {
    u32 parameters, options; /* written; read */
    u32 lost;                /* options without an equivalent that matter */
};
/* The machine file as text, in the arena; NULL: an error in d (an unknown option, a value that is none, a
   machine that cannot be). `trace`: NULL if there is none. `about`: the machine's own line; NULL: made from the name
   of the file. */
const char *accel_config_read(struct arena *, const char *config, const char *trace, const char *about,
                              struct accel_config_report *, struct diag *d);

#endif
