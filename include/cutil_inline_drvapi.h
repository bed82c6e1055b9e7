/* These come with cutil.h. */
#ifndef SLUICE_CUTIL_INLINE_DRVAPI_H
#define SLUICE_CUTIL_INLINE_DRVAPI_H
#include "cutil.h"

#endif
