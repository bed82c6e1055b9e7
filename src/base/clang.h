/* Which clang is used: to compile CUDA (cli/cc.c) and translated kernels (emu/native_build.c). */
#ifndef SLUICE_BASE_CLANG_H
#define SLUICE_BASE_CLANG_H
#include "base/hash.h"

bool clang_on_path(const char *program); /* or, with a slash in it, a file that can be executed */
/* SLUICE_CLANG, or the first of clang-14, clang, clang-15 ... on the path; NULL: there is none. */
const char *clang_find(void);
/* The program's file: another one, after an update, is another compiler. False: it is not there. */
bool clang_hash(struct hash *h, const char *clang);

#endif
