/* Run records read and shown: for report, compare and run --html. */
#ifndef SLUICE_CLI_REPORT_H
#define SLUICE_CLI_REPORT_H
#include <jansson.h>

#include "base/diag.h"

json_t *report_load(const char *path, struct diag *d); /* NULL: reported */
bool report_write(const char *path, const json_t *record, struct diag *d);

#endif
