/* Asynchronous copies by single threads, as primitives: here a copy is done at once, and waiting has nothing to do. */
#ifndef SLUICE_CUDA_PIPELINE_H
#define SLUICE_CUDA_PIPELINE_H
#include "cuda_runtime.h"

#if defined(__CUDA__) && defined(__clang__)
static __device__ __inline__ void __pipeline_memcpy_async(void *__restrict__ to, const void *__restrict__ from, size_t bytes, size_t zeros = 0)
{
    __builtin_memcpy(to, from, bytes - zeros);
    for (size_t i = bytes - zeros; i < bytes; i++)
        ((char *)to)[i] = 0;
}
static __device__ __inline__ void __pipeline_commit() {}
static __device__ __inline__ void __pipeline_wait_prior(size_t) { asm volatile("" ::: "memory"); }
#endif

#endif
