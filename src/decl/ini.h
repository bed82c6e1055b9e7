/* Reads an ini file line by line with places: what libinih leaves out (line numbers in the handler, lines that are
   too long, a sentence for each syntax error). Continuation lines (indented) call the handler again with the same
   key. */
#ifndef SLUICE_DECL_INI_H
#define SLUICE_DECL_INI_H
#include "base/diag.h"

/* One key. `section` is "" outside any section. The handler reports its own errors to its diag. */
typedef void decl_ini_fn(void *user, const char *section, const char *key, const char *value, u32 line);

/* False if the file could not be read or has a syntax error (reported in d); the handler's errors are not counted
 * here. */
bool decl_ini_read(const char *path, decl_ini_fn *fn, void *user, struct diag *d);

#endif
