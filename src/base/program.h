/* Programs by what they hold, not by where they lie. */
#ifndef SLUICE_BASE_PROGRAM_H
#define SLUICE_BASE_PROGRAM_H
#include "base/hash.h"

/* Adds PTX, but for the names of folders. */
void hash_ptx(struct hash *h, const void *text, size_t n);
/* Adds the file of a program: its code and data (of an ELF file, the sections that hold them, the PTX among them, but
   not library paths); all of any other file. The same program linked in another way may get another value, since its
   code contains addresses: equal values mean "surely the same", different ones nothing. A program's identity in
   records is made by cuda/identity.h. False: it cannot be read. */
bool hash_program(struct hash *h, const char *path);

#endif
