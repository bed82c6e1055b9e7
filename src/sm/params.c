/* The tables behind sm/params.h. */
#include "sm/params.h"

#define DEFINE(mod, LIST) DECL_PARAMS_DEFINE(mod, LIST)
