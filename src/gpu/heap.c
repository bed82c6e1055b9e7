/* The device heap's parameters: see heap.h. */
#include "gpu/heap.h"

DECL_PARAMS_DEFINE(heap, HEAP_PARAMS);
