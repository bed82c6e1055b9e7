/* Which clang is used: to compile CUDA (cli/cc.c) and translated kernels (emu/native_build.c). */
#ifndef SLUICE_BASE_CLANG_H
#define SLUICE_BASE_CLANG_H
#include "base/hash.h"

bool clang_on_path(const char *program); /* or, with a slash in it, a file that can be executed */
/* SLUICE_CLANG, or the first of clang-14, clang, clang-15 ... on the path; NULL: there is none. */
const char *clang_find(void);
/* The program's file: another one, after an update, is another compiler. False: it is not there. */
bool clang_hash(struct hash *h, const char *clang);
/* The environment of a compile whose result is named by its text, compiler and flags, so that it may depend on
   nothing else: where programs, libraries and folders are, and none of the variables that are flags to clang, the
   assembler or the linker (CCC_OVERRIDE_OPTIONS, CPATH, COMPILER_PATH and others). Ended by NULL; to be freed. */
char **clang_environment(void);
void clang_environment_free(char **env);
/* Takes the variables that are clang's own flags in disguise, to which no other compiler listens, from the
   environment of this process. The first one that was there, or NULL. */
const char *clang_forget_overrides(void);

#endif
