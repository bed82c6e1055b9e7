/* Operators and functions on float2 ... int4, as samples use them (cutil_math.h is the same). */
#ifndef SLUICE_HELPER_MATH_H
#define SLUICE_HELPER_MATH_H
#define HELPER_MATH_H
#include <math.h>

#include "cuda_runtime.h"

typedef unsigned int uint;
typedef unsigned short ushort;
#define SLUICE_V inline __host__ __device__

SLUICE_V float lerp(float a, float b, float t) { return a + t * (b - a); }
SLUICE_V float clamp(float f, float a, float b) { return f < a ? a : f > b ? b : f; }
SLUICE_V int clamp(int f, int a, int b) { return f < a ? a : f > b ? b : f; }
SLUICE_V uint clamp(uint f, uint a, uint b) { return f < a ? a : f > b ? b : f; }

/* F for each member */
#define SLUICE_X2(F) F(x), F(y)
#define SLUICE_X3(F) F(x), F(y), F(z)
#define SLUICE_X4(F) F(x), F(y), F(z), F(w)

#define SLUICE_ARITH(V, T, X)                                                                                \
    SLUICE_V V operator+(V a, V b) { return make_##V(X(SLUICE_ADD)); }                                       \
    SLUICE_V V operator+(V a, T s) { return make_##V(X(SLUICE_ADDS)); }                                      \
    SLUICE_V V operator+(T s, V a) { return make_##V(X(SLUICE_ADDS)); }                                      \
    SLUICE_V V operator-(V a, V b) { return make_##V(X(SLUICE_SUB)); }                                       \
    SLUICE_V V operator-(V a, T s) { return make_##V(X(SLUICE_SUBS)); }                                      \
    SLUICE_V V operator-(T s, V a) { return make_##V(X(SLUICE_RSUBS)); }                                     \
    SLUICE_V V operator*(V a, V b) { return make_##V(X(SLUICE_MUL)); }                                       \
    SLUICE_V V operator*(V a, T s) { return make_##V(X(SLUICE_MULS)); }                                      \
    SLUICE_V V operator*(T s, V a) { return make_##V(X(SLUICE_MULS)); }                                      \
    SLUICE_V void operator+=(V &a, V b) { a = a + b; }                                                       \
    SLUICE_V void operator+=(V &a, T s) { a = a + s; }                                                       \
    SLUICE_V void operator-=(V &a, V b) { a = a - b; }                                                       \
    SLUICE_V void operator-=(V &a, T s) { a = a - s; }                                                       \
    SLUICE_V void operator*=(V &a, V b) { a = a * b; }                                                       \
    SLUICE_V void operator*=(V &a, T s) { a = a * s; }                                                       \
    SLUICE_V V min(V a, V b) { return make_##V(X(SLUICE_MIN)); }                                             \
    SLUICE_V V max(V a, V b) { return make_##V(X(SLUICE_MAX)); }                                             \
    SLUICE_V V clamp(V a, V lo, V hi) { return make_##V(X(SLUICE_CLAMP)); }                                  \
    SLUICE_V V clamp(V a, T low, T high) { return make_##V(X(SLUICE_CLAMPS)); }
#define SLUICE_ADD(m) a.m + b.m
#define SLUICE_ADDS(m) a.m + s
#define SLUICE_SUB(m) a.m - b.m
#define SLUICE_SUBS(m) a.m - s
#define SLUICE_RSUBS(m) s - a.m
#define SLUICE_MUL(m) a.m *b.m
#define SLUICE_MULS(m) a.m *s
#define SLUICE_MIN(m) (b.m < a.m ? b.m : a.m)
#define SLUICE_MAX(m) (a.m < b.m ? b.m : a.m)
#define SLUICE_CLAMP(m) clamp(a.m, lo.m, hi.m)
#define SLUICE_CLAMPS(m) clamp(a.m, low, high)
SLUICE_ARITH(float2, float, SLUICE_X2)
SLUICE_ARITH(float3, float, SLUICE_X3)
SLUICE_ARITH(float4, float, SLUICE_X4)
SLUICE_ARITH(int2, int, SLUICE_X2)
SLUICE_ARITH(int3, int, SLUICE_X3)
SLUICE_ARITH(int4, int, SLUICE_X4)
SLUICE_ARITH(uint2, uint, SLUICE_X2)
SLUICE_ARITH(uint3, uint, SLUICE_X3)
SLUICE_ARITH(uint4, uint, SLUICE_X4)

#define SLUICE_SIGNED(V, X) SLUICE_V V operator-(const V &a) { return make_##V(X(SLUICE_NEG)); }
#define SLUICE_NEG(m) -a.m
SLUICE_SIGNED(float2, SLUICE_X2) SLUICE_SIGNED(float3, SLUICE_X3) SLUICE_SIGNED(float4, SLUICE_X4)
SLUICE_SIGNED(int2, SLUICE_X2) SLUICE_SIGNED(int3, SLUICE_X3) SLUICE_SIGNED(int4, SLUICE_X4)

SLUICE_V float dot(float2 a, float2 b) { return a.x * b.x + a.y * b.y; }
SLUICE_V float dot(float3 a, float3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
SLUICE_V float dot(float4 a, float4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
SLUICE_V int dot(int2 a, int2 b) { return a.x * b.x + a.y * b.y; }
SLUICE_V int dot(int3 a, int3 b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
SLUICE_V int dot(int4 a, int4 b) { return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w; }
SLUICE_V float3 cross(float3 a, float3 b)
{
    return make_float3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x);
}

#define SLUICE_REAL(V, X)                                                                                    \
    SLUICE_V V operator/(V a, V b) { return make_##V(X(SLUICE_DIV)); }                                       \
    SLUICE_V V operator/(V a, float s) { return make_##V(X(SLUICE_DIVS)); }                                  \
    SLUICE_V V operator/(float s, V a) { return make_##V(X(SLUICE_RDIVS)); }                                 \
    SLUICE_V void operator/=(V &a, V b) { a = a / b; }                                                       \
    SLUICE_V void operator/=(V &a, float s) { a = a / s; }                                                   \
    SLUICE_V V fminf(V a, V b) { return make_##V(X(SLUICE_MIN)); }                                           \
    SLUICE_V V fmaxf(V a, V b) { return make_##V(X(SLUICE_MAX)); }                                           \
    SLUICE_V V lerp(V a, V b, float t) { return a + t * (b - a); }                                           \
    SLUICE_V float length(V v) { return sqrtf(dot(v, v)); }                                                  \
    SLUICE_V V normalize(V v) { return v * (1.0f / sqrtf(dot(v, v))); }                                      \
    SLUICE_V V floorf(V a) { return make_##V(X(SLUICE_FLOOR)); }                                             \
    SLUICE_V V fabs(V a) { return make_##V(X(SLUICE_ABS)); }                                                 \
    SLUICE_V V fracf(V a) { return a - floorf(a); }                                                          \
    SLUICE_V V reflect(V i, V n) { return i - 2.0f * n * dot(n, i); }
#define SLUICE_DIV(m) a.m / b.m
#define SLUICE_DIVS(m) a.m / s
#define SLUICE_RDIVS(m) s / a.m
#define SLUICE_FLOOR(m) ::floorf(a.m)
#define SLUICE_ABS(m) ::fabsf(a.m)
SLUICE_REAL(float2, SLUICE_X2)
SLUICE_REAL(float3, SLUICE_X3)
SLUICE_REAL(float4, SLUICE_X4)
SLUICE_V float fracf(float v) { return v - floorf(v); }

/* make_float3(s), make_float3(float4), make_float4(float3, w), ... */
SLUICE_V float2 make_float2(float s) { return make_float2(s, s); }
SLUICE_V float2 make_float2(float3 a) { return make_float2(a.x, a.y); }
SLUICE_V float2 make_float2(int2 a) { return make_float2((float)a.x, (float)a.y); }
SLUICE_V float2 make_float2(uint2 a) { return make_float2((float)a.x, (float)a.y); }
SLUICE_V float3 make_float3(float s) { return make_float3(s, s, s); }
SLUICE_V float3 make_float3(float2 a) { return make_float3(a.x, a.y, 0.0f); }
SLUICE_V float3 make_float3(float2 a, float s) { return make_float3(a.x, a.y, s); }
SLUICE_V float3 make_float3(float4 a) { return make_float3(a.x, a.y, a.z); }
SLUICE_V float3 make_float3(int3 a) { return make_float3((float)a.x, (float)a.y, (float)a.z); }
SLUICE_V float3 make_float3(uint3 a) { return make_float3((float)a.x, (float)a.y, (float)a.z); }
SLUICE_V float4 make_float4(float s) { return make_float4(s, s, s, s); }
SLUICE_V float4 make_float4(float3 a) { return make_float4(a.x, a.y, a.z, 0.0f); }
SLUICE_V float4 make_float4(float3 a, float w) { return make_float4(a.x, a.y, a.z, w); }
SLUICE_V float4 make_float4(int4 a) { return make_float4((float)a.x, (float)a.y, (float)a.z, (float)a.w); }
SLUICE_V float4 make_float4(uint4 a) { return make_float4((float)a.x, (float)a.y, (float)a.z, (float)a.w); }
SLUICE_V int2 make_int2(int s) { return make_int2(s, s); }
SLUICE_V int2 make_int2(float2 a) { return make_int2((int)a.x, (int)a.y); }
SLUICE_V int3 make_int3(int s) { return make_int3(s, s, s); }
SLUICE_V int3 make_int3(float3 a) { return make_int3((int)a.x, (int)a.y, (int)a.z); }
SLUICE_V int3 make_int3(uint3 a) { return make_int3((int)a.x, (int)a.y, (int)a.z); }
SLUICE_V int4 make_int4(int s) { return make_int4(s, s, s, s); }
SLUICE_V int4 make_int4(float4 a) { return make_int4((int)a.x, (int)a.y, (int)a.z, (int)a.w); }
SLUICE_V uint2 make_uint2(uint s) { return make_uint2(s, s); }
SLUICE_V uint3 make_uint3(uint s) { return make_uint3(s, s, s); }
SLUICE_V uint3 make_uint3(int3 a) { return make_uint3((uint)a.x, (uint)a.y, (uint)a.z); }
SLUICE_V uint4 make_uint4(uint s) { return make_uint4(s, s, s, s); }
SLUICE_V float smoothstep(float a, float b, float x)
{
    float y = clamp((x - a) / (b - a), 0.0f, 1.0f);
    return y * y * (3.0f - 2.0f * y);
}
#undef SLUICE_V
#undef SLUICE_ARITH
#undef SLUICE_SIGNED
#undef SLUICE_REAL

#endif
