/* These come with cutil.h. */
#ifndef SLUICE_SHRQATEST_H
#define SLUICE_SHRQATEST_H
#include "cutil.h"

#endif
