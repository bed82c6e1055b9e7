/* These come with cutil.h. */
#ifndef SLUICE_CUTIL_GL_ERROR_H
#define SLUICE_CUTIL_GL_ERROR_H
#include "cutil.h"

#endif
