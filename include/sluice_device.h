/* Everything that kernels may call, in parts. */
#ifndef SLUICE_DEVICE_H
#define SLUICE_DEVICE_H
/* nodebug: what is inlined from here carries the line of the call in the program */
#define SLUICE_D static __device__ __inline__ __attribute__((always_inline, nodebug))

#include "sluice_builtins.h"
#include "sluice_intrinsics.h"
#include "sluice_warp.h"
#include "sluice_atomics.h"
#include "sluice_math_all.h"
#include "sluice_arith.h"
#include "sluice_simd.h"
#include "sluice_texture.h"

#endif
