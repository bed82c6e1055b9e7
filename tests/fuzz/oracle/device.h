/* The device's side: what kernels call that the host has a function of its own for. */
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cooperative_groups.h>
#include <cuda_runtime.h>
namespace cg = cooperative_groups;
typedef cudaTextureObject_t texture_t;
#define DEV __device__
#define MARK(feature)
#include "common.h"

#define K_u16 "h"
#define K_s16 "h"
#define K_u32 "r"
#define K_s32 "r"
#define K_u64 "l"
#define K_s64 "l"
#define X1(op, R, A) R r; asm(op " %0, %1;" : "=" K_##R(r) : K_##A(a)); return r;
#define X2(op, R, A, B) R r; asm(op " %0, %1, %2;" : "=" K_##R(r) : K_##A(a), K_##B(b)); return r;
#define X3(op, R, A, B, C) R r; asm(op " %0, %1, %2, %3;" : "=" K_##R(r) : K_##A(a), K_##B(b), K_##C(c)); return r;
#define X4(op, R, A, B, C, D) R r; asm(op " %0, %1, %2, %3, %4;" : "=" K_##R(r) : K_##A(a), K_##B(b), K_##C(c), K_##D(d)); return r;
#define XI(text) u32 r; asm(text : "=&r"(r) : "r"(a), "r"(b), "r"(c)); return r;
#define XS(text) u32 r; asm(text : "=&r"(r) : "r"(a), "r"(b), "r"(c), "r"(d)); return r;
#define XT(text, T) T r; asm(text : "=&" K_##T(r) : K_##T(a), K_##T(b)); return r;
#define HALF(x) __ushort_as_half(x)
#define BF(x) __ushort_as_bfloat16(x)
#define OP1(R, name, A, kind, D, H) DEV static inline R name(A a) { D }
#define OP2(R, name, A, B, kind, D, H) DEV static inline R name(A a, B b) { D }
#define OP3(R, name, A, B, C, kind, D, H) DEV static inline R name(A a, B b, C c) { D }
#define OP4(R, name, A, B, C, E, kind, D, H) DEV static inline R name(A a, B b, C c, E d) { D }
DEV static inline __half2 HALF2(u32 x)
{
    return __halves2half2(HALF((u16)x), HALF((u16)(x >> 16)));
}
DEV static inline u32 half2_bits(__half2 x)
{
    return (u32)hc(__half_as_ushort(__low2half(x))) | (u32)hc(__half_as_ushort(__high2half(x))) << 16;
}

#include "ops.h"

/* ---- Memory and warps ---- */
DEV static inline u32 shared_at(const void *p)
{
    return (u32)__cvta_generic_to_shared(p);
}
template <int N> DEV static inline void copy_async(void *to, const void *from)
{
    asm volatile("cp.async.ca.shared.global [%0], [%1], %2;" ::"r"(shared_at(to)), "l"(from), "n"(N) : "memory");
}
DEV static inline void copy_commit()
{
    asm volatile("cp.async.commit_group;" ::: "memory");
}
template <int N> DEV static inline void copy_wait()
{
    asm volatile("cp.async.wait_group %0;" ::"n"(N) : "memory");
}
template <int ID> DEV static inline void bar_some(u32 threads)
{
    asm volatile("barrier.sync %0, %1;" ::"n"(ID), "r"(threads) : "memory");
}
template <int ID> DEV static inline void bar_arrive(u32 threads)
{
    asm volatile("barrier.arrive %0, %1;" ::"n"(ID), "r"(threads) : "memory");
}

/* ---- Matrix units: fragments as PTX says ---- */
DEV static inline void mma_f16(f32 *d, const u32 *a, const u32 *b)
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
DEV static inline void mma_bf16(f32 *d, const u32 *a, const u32 *b)
{
    asm volatile("mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
DEV static inline void mma_s8(s32 *d, const u32 *a, const u32 *b)
{
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
DEV static inline void mma_u8(s32 *d, const u32 *a, const u32 *b)
{
    asm volatile("mma.sync.aligned.m16n8k32.row.col.s32.u8.u8.s32 {%0,%1,%2,%3}, {%4,%5,%6,%7}, {%8,%9}, {%0,%1,%2,%3};"
                 : "+r"(d[0]), "+r"(d[1]), "+r"(d[2]), "+r"(d[3]) : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
DEV static inline void ldmatrix4(u32 *d, const void *row)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0,%1,%2,%3}, [%4];" : "=r"(d[0]), "=r"(d[1]), "=r"(d[2]), "=r"(d[3]) : "r"(shared_at(row)) : "memory");
}
DEV static inline void ldmatrix2_trans(u32 *d, const void *row)
{
    asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0,%1}, [%2];" : "=r"(d[0]), "=r"(d[1]) : "r"(shared_at(row)) : "memory");
}
