/* The words that mark functions and variables, as clang's attributes. Plain host compilers see them empty. */
#ifndef SLUICE_HOST_DEFINES_H
#define SLUICE_HOST_DEFINES_H
#define __HOST_DEFINES_H__ 1 /* the name by which libraries know that the words are there */

#if defined(__CUDA__) && defined(__clang__)
#define __host__ __attribute__((host))
#define __device__ __attribute__((device))
#if defined(SLUICE_NESTED) /* kernels launch kernels: sluice_nested.h */
#define __global__ __attribute__((host)) __attribute__((device)) __attribute__((used, section("sluice_kernel")))
#else
#define __global__ __attribute__((global))
#endif
#define __shared__ __attribute__((shared))
/* used: a constant may be set by its name, which the compiler does not see */
#define __constant__ __attribute__((constant, used))
/* The host's copy of a managed variable lies in a section of its own: the runtime keeps it equal to the device's. */
#if defined(__CUDA_ARCH__)
#define __managed__ __attribute__((device))
#else
#define __managed__ __attribute__((device, section("sluice_managed")))
#endif
/* threads a block, blocks a multiprocessor, and (dropped here) blocks a cluster */
#define SLUICE_BOUNDS1(t) __attribute__((launch_bounds(t)))
#define SLUICE_BOUNDS2(t, b) __attribute__((launch_bounds(t, b)))
#define SLUICE_BOUNDS3(t, b, c) __attribute__((launch_bounds(t, b)))
#define SLUICE_BOUNDS_OF(a, b, c, pick, ...) pick
#define __launch_bounds__(...)                                                                               \
    SLUICE_BOUNDS_OF(__VA_ARGS__, SLUICE_BOUNDS3, SLUICE_BOUNDS2, SLUICE_BOUNDS1, unused)(__VA_ARGS__)
#define __maxnreg__(n)
#define __grid_constant__
/* clang knows no clusters: their size is an annotation, which `sluice cc` finds in LLVM's text (cc_cluster.c) */
#define SLUICE_CLUSTER(x, y, z) __attribute__((annotate("sluice_cluster", (int)(x), (int)(y), (int)(z))))
#define SLUICE_CLUSTER1(x) SLUICE_CLUSTER(x, 1, 1)
#define SLUICE_CLUSTER2(x, y) SLUICE_CLUSTER(x, y, 1)
#define SLUICE_CLUSTER3(x, y, z) SLUICE_CLUSTER(x, y, z)
#define __cluster_dims__(...)                                                                                \
    SLUICE_BOUNDS_OF(__VA_ARGS__, SLUICE_CLUSTER3, SLUICE_CLUSTER2, SLUICE_CLUSTER1, unused)(__VA_ARGS__)
#else
#define __host__
#define __device__
#define __global__
#define __shared__
#define __constant__
#define __managed__
#define __launch_bounds__(...)
#define __maxnreg__(n)
#define __grid_constant__
#define __cluster_dims__(...)
#endif

#ifndef __forceinline__
#define __forceinline__ __inline__ __attribute__((always_inline))
#endif
/* libstdc++ writes __attribute__((__noinline__)), so the word cannot stand for an attribute itself. clang reads it as a
   keyword of CUDA from version 15 on; before that it is left empty, and only the inliner sees the difference. */
#if defined(__CUDA__) && defined(__clang__) && __clang_major__ < 15
#define __noinline__
#endif
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __thread__ __thread
#define CUDARTAPI
#define CUDART_CB
#define CUDAAPI
#define CUDA_CB
#define __host_device__ __host__ __device__
#define __device_builtin__
#define __cudart_builtin__
#define __specialization_static static

#endif
