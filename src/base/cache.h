/* A folder of the user's cache, $XDG_CACHE_HOME/sluice/NAME or ~/.cache/sluice/NAME. What lies there is executed or
   handed on as a result, so an entry is believed only if it is a plain file of the user's that other users cannot
   write, in a folder of which the same is true, and if all of it is as it was written. An entry's file is

       content NEWLINE key NEWLINE checksum NEWLINE

   where the key is one line that says what the content follows from, and the checksum is what `b2sum -l 128` prints
   of everything before it. */
#ifndef SLUICE_BASE_CACHE_H
#define SLUICE_BASE_CACHE_H
#include "base/types.h"

/* The folder, made if need be; to be freed. NULL: there is none, or other users can write to it. */
char *cache_folder(const char *name);
/* Whether a folder may hold entries: it is the user's own, and other users cannot write to it. */
bool cache_may_use(const char *folder);
/* The content of an entry that was written for `key`, to be freed, and its length; the entry counts as used now.
   NULL: there is none. A file that cannot be believed is removed. */
u8 *cache_read(const char *path, const char *key, size_t *n);
/* Writes an entry under a name of its own and moves it into place. False: files. */
bool cache_write(const char *path, const char *key, const void *content, size_t n);
/* The same for a program, which is executed where it lies once cache_read has found it whole: what stands behind its
   last byte is nothing to a loader. */
bool cache_write_program(const char *path, const char *key, const void *content, size_t n);
/* A new file that only the user can read and write, for an entry in the making. `path` holds XXXXXX, before a suffix
   of so many characters; the file's name must begin with CACHE_UNFINISHED. -1: it cannot be made. */
int cache_create(char *path, int suffix);
#define CACHE_UNFINISHED "new-"
/* Removes the entries that were used longest ago, until `most` are left, and unfinished files that were left behind.
 */
void cache_trim(const char *folder, size_t most);

#endif
