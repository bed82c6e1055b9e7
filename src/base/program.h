/* Programs by what they hold, not by where they lie. */
#ifndef SLUICE_BASE_PROGRAM_H
#define SLUICE_BASE_PROGRAM_H
#include "base/hash.h"

/* Adds PTX, but for the names of folders. */
void hash_ptx(struct hash *h, const void *text, size_t n);
/* Adds the file of a program: its code and data (of an ELF file, the sections that hold them: the PTX is among these,
   the paths of libraries are not); all of any other file. The same program linked in another way may get another
   value, since addresses stand in its code: this says "surely the same", never "surely another". What a program is in
   records is for cuda/identity.h to say. False: it cannot be read. */
bool hash_program(struct hash *h, const char *path);

#endif
