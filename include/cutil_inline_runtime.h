/* These come with cutil.h. */
#ifndef SLUICE_CUTIL_INLINE_RUNTIME_H
#define SLUICE_CUTIL_INLINE_RUNTIME_H
#include "cutil.h"

#endif
