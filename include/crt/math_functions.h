/* Another name for the same header. */
#ifndef SLUICE_CRT_MATH_FUNCTIONS_H
#define SLUICE_CRT_MATH_FUNCTIONS_H
#include "../math_functions.h"

#endif
