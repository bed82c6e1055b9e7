/* The identity of a program: what it does, not where it lies or which folders it was linked against. */
#ifndef SLUICE_BASE_PROGRAM_H
#define SLUICE_BASE_PROGRAM_H
#include "base/hash.h"

/* Adds a program's code and data (of an ELF file, the sections that hold them: the PTX is among these, the paths of
   libraries are not); all of any other file. False: it cannot be read. */
bool hash_program(struct hash *h, const char *path);

#endif
