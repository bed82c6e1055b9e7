/* threadIdx and its kin, barriers, fences, clocks, printf, assert, malloc in kernels. */
#ifndef SLUICE_BUILTINS_H
#define SLUICE_BUILTINS_H

/* A variable whose members are special registers. */
#define SLUICE_SREG3(type, sreg)                                                                             \
    struct type {                                                                                            \
        __declspec(property(get = get_x)) unsigned int x;                                                    \
        __declspec(property(get = get_y)) unsigned int y;                                                    \
        __declspec(property(get = get_z)) unsigned int z;                                                    \
        SLUICE_D unsigned int get_x() { return (unsigned)__nvvm_read_ptx_sreg_##sreg##_x(); }                \
        SLUICE_D unsigned int get_y() { return (unsigned)__nvvm_read_ptx_sreg_##sreg##_y(); }                \
        SLUICE_D unsigned int get_z() { return (unsigned)__nvvm_read_ptx_sreg_##sreg##_z(); }                \
        __device__ operator uint3() const { return uint3{get_x(), get_y(), get_z()}; }                       \
        typedef void sluice_special; /* dim3 is made from it */                                              \
    };
SLUICE_SREG3(sluice_thread_idx, tid)
SLUICE_SREG3(sluice_block_idx, ctaid)
SLUICE_SREG3(sluice_block_dim, ntid)
SLUICE_SREG3(sluice_grid_dim, nctaid)
#undef SLUICE_SREG3
extern const __device__ __attribute__((weak)) sluice_thread_idx threadIdx;
extern const __device__ __attribute__((weak)) sluice_block_idx blockIdx;
extern const __device__ __attribute__((weak)) sluice_block_dim blockDim;
extern const __device__ __attribute__((weak)) sluice_grid_dim gridDim;
static const int warpSize __attribute__((unused)) = 32;

/* Barriers are asm that clobbers memory. clang's own __syncthreads and __nvvm_bar0_* are intrinsics that are said to
   call nothing back, from which its alias analysis (GlobalsAA) concludes that they leave variables of this file alone:
   loads of shared memory moved across them. A name that is a builtin can only be taken over by a macro. */
SLUICE_D void sluice_syncthreads() { asm volatile("bar.sync 0;" ::: "memory"); }
#define __syncthreads() sluice_syncthreads()
SLUICE_D int __syncthreads_count(int p)
{
    int r;
    asm volatile("{.reg .pred p; setp.ne.s32 p, %1, 0; bar.red.popc.u32 %0, 0, p;}" : "=r"(r) : "r"(p) : "memory");
    return r;
}
#define SLUICE_BAR_RED(name, op)                                                                             \
    SLUICE_D int name(int p)                                                                                 \
    {                                                                                                        \
        int r;                                                                                               \
        asm volatile("{.reg .pred p, q; setp.ne.s32 p, %1, 0; bar.red." op ".pred q, 0, p; selp.s32 %0, 1, 0, q;}" \
                     : "=r"(r) : "r"(p) : "memory");                                                         \
        return r;                                                                                            \
    }
SLUICE_BAR_RED(__syncthreads_and, "and")
SLUICE_BAR_RED(__syncthreads_or, "or")
#undef SLUICE_BAR_RED
SLUICE_D void __barrier_sync(unsigned int id) { asm volatile("barrier.sync %0;" ::"r"(id) : "memory"); }
SLUICE_D void __barrier_sync_count(unsigned int id, unsigned int n)
{
    asm volatile("barrier.sync %0, %1;" ::"r"(id), "r"(n) : "memory");
}
SLUICE_D void __threadfence_block() { asm volatile("membar.cta;" ::: "memory"); }
SLUICE_D void __threadfence() { asm volatile("membar.gl;" ::: "memory"); }
SLUICE_D void __threadfence_system() { asm volatile("membar.sys;" ::: "memory"); }
SLUICE_D void __trap() { asm volatile("trap;"); }
SLUICE_D void __brkpt(int = 0) { asm volatile("brkpt;"); }
SLUICE_D void __prof_trigger(int) {}
SLUICE_D void __nanosleep(unsigned int ns) { asm volatile("nanosleep.u32 %0;" ::"r"(ns)); }
/* cuda::annotated_ptr: what it says about the L2 has no effect. */
SLUICE_D void *__nv_associate_access_property(const void *p, unsigned long long) { return (void *)p; }
/* Programmatic dependent launch: a kernel starts when the one ahead of it is over, so these find nothing to do. */
#if __CUDA_ARCH__ >= 900
SLUICE_D void cudaGridDependencySynchronize() { asm volatile("griddepcontrol.wait;" ::: "memory"); }
SLUICE_D void cudaTriggerProgrammaticLaunchCompletion() { asm volatile("griddepcontrol.launch_dependents;" ::: "memory"); }
#else
SLUICE_D void cudaGridDependencySynchronize() {}
SLUICE_D void cudaTriggerProgrammaticLaunchCompletion() {}
#endif
SLUICE_D long long clock64() { long long r; asm volatile("mov.u64 %0, %%clock64;" : "=l"(r)::"memory"); return r; }
SLUICE_D clock_t clock() { return (clock_t)clock64(); }
SLUICE_D unsigned int __isGlobal(const void *p)
{
    unsigned int r;
    asm("{.reg .pred p; isspacep.global p, %1; selp.u32 %0, 1, 0, p;}" : "=r"(r) : "l"(p));
    return r;
}
SLUICE_D unsigned int __isShared(const void *p)
{
    unsigned int r;
    asm("{.reg .pred p; isspacep.shared p, %1; selp.u32 %0, 1, 0, p;}" : "=r"(r) : "l"(p));
    return r;
}
SLUICE_D unsigned int __isLocal(const void *p)
{
    unsigned int r;
    asm("{.reg .pred p; isspacep.local p, %1; selp.u32 %0, 1, 0, p;}" : "=r"(r) : "l"(p));
    return r;
}
SLUICE_D unsigned int __isConstant(const void *p)
{
    unsigned int r;
    asm("{.reg .pred p; isspacep.const p, %1; selp.u32 %0, 1, 0, p;}" : "=r"(r) : "l"(p));
    return r;
}
SLUICE_D size_t __cvta_generic_to_shared(const void *p)
{
    size_t r;
    asm("cvta.to.shared.u64 %0, %1;" : "=l"(r) : "l"(p));
    return r;
}
SLUICE_D size_t __cvta_generic_to_global(const void *p)
{
    size_t r;
    asm("cvta.to.global.u64 %0, %1;" : "=l"(r) : "l"(p));
    return r;
}

extern "C" {
__device__ int printf(const char *, ...);
__device__ __attribute__((noreturn)) void __assertfail(const char *message, const char *file, unsigned line,
                                                      const char *function, size_t char_size);
__device__ static __inline__ __attribute__((noreturn, always_inline, nodebug)) void __assert_fail(const char *message, const char *file,
                                                                         unsigned line, const char *function)
{
    __assertfail(message, file, line, function, 1);
}
/* clang turns the builtins into loads and stores, or loops */
#define SLUICE_MEM __device__ __inline__ __attribute__((always_inline, nodebug))
SLUICE_MEM void *memcpy(void *to, const void *from, size_t n) { return __builtin_memcpy(to, from, n); }
SLUICE_MEM void *memset(void *to, int c, size_t n) { return __builtin_memset(to, c, n); }
SLUICE_MEM void *memmove(void *to, const void *from, size_t n) { return __builtin_memmove(to, from, n); }
#undef SLUICE_MEM
}

extern "C" __device__ inline void __cxa_pure_virtual() { asm volatile("trap;"); }

#endif
