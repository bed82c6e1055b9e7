/* These come with cutil.h. */
#ifndef SLUICE_SHRUTILS_H
#define SLUICE_SHRUTILS_H
#include "cutil.h"

#endif
