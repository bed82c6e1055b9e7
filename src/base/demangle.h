/* C++ names for people: "_Z4axpyIfEvT_PS0_" -> "axpy<float>". Parameters are left out. A name that is not understood
   stays as it is. */
#ifndef SLUICE_BASE_DEMANGLE_H
#define SLUICE_BASE_DEMANGLE_H
#include "base/types.h"

void demangle(const char *mangled, char *out, size_t n);

#endif
