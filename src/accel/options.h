/* The options of a configuration: names, values and where they stand. */
#ifndef SLUICE_ACCEL_OPTIONS_H
#define SLUICE_ACCEL_OPTIONS_H
#include "base/diag.h"
#include "base/vec.h"

enum accel_option_kind { OPTION_DECODED, OPTION_LOST, OPTION_TIMELESS };
struct accel_option {
    const char *name;  /* without its `-` */
    const char *value; /* its words, a blank between two; "" if it has none */
    const char *file;
    u32 line;
    u32 row;   /* of options.def */
    bool used; /* it was looked up */
};
struct accel_options {
    struct arena *arena;
    VEC(struct accel_option) all;
};
/* Adds those of a file; later ones replace earlier ones of the same name. False: errors in d, one for each unknown
   option. */
bool accel_options_read(struct accel_options *, const char *path, struct diag *d);
/* NULL: it is not given. */
struct accel_option *accel_options_find(struct accel_options *, const char *name);
enum accel_option_kind accel_option_kind(const struct accel_option *);
/* OPTION_LOST: what its loss changes; NULL if its value is the one without effect. */
const char *accel_option_effect(const struct accel_option *);

#endif
