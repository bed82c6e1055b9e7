/* These come with cutil.h. */
#ifndef SLUICE_CUTIL_INLINE_H
#define SLUICE_CUTIL_INLINE_H
#include "cutil.h"

#endif
