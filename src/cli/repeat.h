/* A file with everything needed to see an internal error of sluice again: a shell script that repeats the command,
   with the model, the machine's parameters, the program's or trace's name and the message as comments. */
#ifndef SLUICE_CLI_REPEAT_H
#define SLUICE_CLI_REPEAT_H
#include "gpu/config.h"

struct repeat {
    const char *what;    /* was said */
    const char *of;      /* the program or trace */
    const char *program; /* the record's hash of the program; NULL: not known */
    const struct machine_config *machine;
};
/* Writes it to the current folder, or where that cannot be written to $TMPDIR, and says where. */
void repeat_write(const struct repeat *);

#endif
