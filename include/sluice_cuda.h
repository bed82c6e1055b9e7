/* What `sluice cc` includes before the first line of every .cu file: the order matters. Device versions of the math
   functions are declared before <cmath>, so that libstdc++'s constexpr functions of the same names stay the host's. */
#ifndef SLUICE_CUDA_H
#define SLUICE_CUDA_H
#if !defined(__CUDA__) || !defined(__clang__)
#error "sluice_cuda.h is for the device and host passes of `sluice cc`"
#endif

#ifndef __CUDACC__
#define __CUDACC__ 1
#endif
/* The toolkit that is stood for: 11.8, and for sm_90a the first that knows that */
#ifdef SLUICE_FEATURES
#define __CUDACC_VER_MAJOR__ 12
#define __CUDACC_VER_MINOR__ 0
#else
#define __CUDACC_VER_MAJOR__ 11
#define __CUDACC_VER_MINOR__ 8
#endif
#define __CUDACC_VER_BUILD__ 0
#define __CUDACC_EXTENDED_LAMBDA__ 1
#define __SLUICE__ 1

#include "host_defines.h"
#include "sluice_math_decl.h"

/* clang's <new> calls these for `new` in kernels */
extern "C" __device__ void *malloc(__SIZE_TYPE__);
extern "C" __device__ void free(void *);

#include <assert.h>
#include <float.h>
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <new>
#include <utility>

#include "cuda_runtime.h"

/* A file without kernels and variables would never be registered, and the device functions in it never found. This
   kernel has a host side only. */
#if !defined(__CUDA_ARCH__)
static __global__ __attribute__((used)) void sluice_registers_this_file() {}
#endif

/* Managed variables of this file: the section's ends, if there is one. */
#if !defined(__CUDA_ARCH__)
extern "C" {
extern char __start_sluice_managed[] __attribute__((weak, visibility("hidden")));
extern char __stop_sluice_managed[] __attribute__((weak, visibility("hidden")));
}
static __attribute__((constructor(101), used)) void sluice_managed_range()
{
    if (__start_sluice_managed)
        __sluiceManagedRange(__start_sluice_managed, __stop_sluice_managed);
}
#endif

#endif
