/* bfloat16: storage, conversions, and arithmetic through float. */
#ifndef SLUICE_CUDA_BF16_H
#define SLUICE_CUDA_BF16_H
#include <string.h>

#include "vector_types.h"

#if defined(__cplusplus)
#define SLUICE_B static __inline__ __host__ __device__
SLUICE_B unsigned short sluice_to_bf16(float f)
{
    unsigned int u;
    memcpy(&u, &f, 4);
    if ((u & 0x7fffffffu) > 0x7f800000u)
        return 0x7fff;
    return (unsigned short)((u + 0x7fffu + ((u >> 16) & 1)) >> 16);
}
SLUICE_B float sluice_from_bf16(unsigned short h)
{
    unsigned int u = (unsigned int)h << 16;
    float f;
    memcpy(&f, &u, 4);
    return f;
}
struct __align__(2) __nv_bfloat16 {
    unsigned short __x;
    __nv_bfloat16() = default;
    __host__ __device__ __nv_bfloat16(float f) : __x(sluice_to_bf16(f)) {}
    __host__ __device__ __nv_bfloat16(double f) : __x(sluice_to_bf16((float)f)) {}
    __host__ __device__ __nv_bfloat16(int f) : __x(sluice_to_bf16((float)f)) {}
    __host__ __device__ operator float() const { return sluice_from_bf16(__x); }
};
typedef __nv_bfloat16 nv_bfloat16;
struct __align__(4) __nv_bfloat162 {
    __nv_bfloat16 x, y;
};
typedef __nv_bfloat162 nv_bfloat162;
SLUICE_B __nv_bfloat16 __float2bfloat16(float f) { return __nv_bfloat16(f); }
SLUICE_B __nv_bfloat16 __float2bfloat16_rn(float f) { return __nv_bfloat16(f); }
SLUICE_B float __bfloat162float(__nv_bfloat16 h) { return (float)h; }
#define SLUICE_BOP(op)                                                                                       \
    SLUICE_B __nv_bfloat16 operator op(const __nv_bfloat16 &a, const __nv_bfloat16 &b)                       \
    { return __nv_bfloat16((float)a op (float)b); }
SLUICE_BOP(+) SLUICE_BOP(-) SLUICE_BOP(*) SLUICE_BOP(/)
#undef SLUICE_BOP
#undef SLUICE_B
#endif

#endif
