/* Asynchronous copies by single threads, as primitives. From sm_80 on these are cp.async and its groups; for cards before, a copy is done
   at once, and waiting has nothing to do. */
#ifndef SLUICE_CUDA_PIPELINE_H
#define SLUICE_CUDA_PIPELINE_H
#include "cuda_runtime.h"

#if defined(__CUDA__) && defined(__clang__)
static __device__ __inline__ void __pipeline_memcpy_async(void *__restrict__ to, const void *__restrict__ from, size_t bytes, size_t zeros = 0)
{
#if __CUDA_ARCH__ >= 800
    unsigned int at = (unsigned int)__cvta_generic_to_shared(to), read = (unsigned int)(bytes - zeros);
    if (bytes == 16)
        asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(at), "l"(from), "r"(read) : "memory");
    else if (bytes == 8)
        asm volatile("cp.async.ca.shared.global [%0], [%1], 8, %2;" ::"r"(at), "l"(from), "r"(read) : "memory");
    else
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(at), "l"(from), "r"(read) : "memory");
#else
    __builtin_memcpy(to, from, bytes - zeros);
    for (size_t i = bytes - zeros; i < bytes; i++)
        ((char *)to)[i] = 0;
#endif
}
static __device__ __inline__ void __pipeline_commit()
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.commit_group;" ::: "memory");
#endif
}
/* Until at most `groups` of the last ones are under way: of 8 and more, 8. */
static __device__ __inline__ void __pipeline_wait_prior(size_t groups)
{
#if __CUDA_ARCH__ >= 800
#define SLUICE_WAIT(n) case n: asm volatile("cp.async.wait_group " #n ";" ::: "memory"); break;
    switch (groups) {
    SLUICE_WAIT(0) SLUICE_WAIT(1) SLUICE_WAIT(2) SLUICE_WAIT(3) SLUICE_WAIT(4) SLUICE_WAIT(5) SLUICE_WAIT(6) SLUICE_WAIT(7)
    default: asm volatile("cp.async.wait_group 8;" ::: "memory");
    }
#undef SLUICE_WAIT
#else
    asm volatile("" ::: "memory");
#endif
}
static __device__ __inline__ void __pipeline_arrive_on(unsigned long long *barrier)
{
#if __CUDA_ARCH__ >= 800
    asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" ::"r"((unsigned int)__cvta_generic_to_shared(barrier)) : "memory");
#endif
}
#endif

#endif
