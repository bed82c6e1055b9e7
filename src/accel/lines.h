/* Lines of a text that may be packed: plain, xz or zstd, told by its first bytes. Nothing of the file is trusted. */
#ifndef SLUICE_ACCEL_LINES_H
#define SLUICE_ACCEL_LINES_H
#include "base/diag.h"

#define LINES_LONGEST 65536 /* bytes of a line */

struct lines;
/* NULL: it cannot be read; the reason is in d. The path must live as long. */
struct lines *lines_open(const char *path, struct diag *d);
/* The same of bytes in memory, plain ones; `path` is their name in messages. */
struct lines *lines_of(const char *path, const void *bytes, size_t n);
/* The next line without its end, closed by a 0, and how long it is; NULL: there is none, or an error in d. It stays
   until the next call. A carriage return at its end is no part of it. */
char *lines_next(struct lines *, size_t *n, struct diag *d);
u32 lines_number(const struct lines *); /* of the last one, from 1 */
const char *lines_path(const struct lines *);
u64 lines_bytes(const struct lines *); /* read so far, as text */
void lines_close(struct lines *);      /* NULL: nothing to do */

#endif
