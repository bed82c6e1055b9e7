/* Arithmetic with a rounding mode in its name (__fadd_rz), conversions (__float2int_rd) and saturation. */
#ifndef SLUICE_ARITH_H
#define SLUICE_ARITH_H

#define SLUICE_ROUND(F, ...) F(rn, "rn", ##__VA_ARGS__) F(rz, "rz", ##__VA_ARGS__) F(rd, "rm", ##__VA_ARGS__) F(ru, "rp", ##__VA_ARGS__)

#define SLUICE_F(mode, ptx)                                                                                  \
    SLUICE_D float __fadd_##mode(float a, float b) { float r; asm("add." ptx ".f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b)); return r; } \
    SLUICE_D float __fsub_##mode(float a, float b) { float r; asm("sub." ptx ".f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b)); return r; } \
    SLUICE_D float __fmul_##mode(float a, float b) { float r; asm("mul." ptx ".f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b)); return r; } \
    SLUICE_D float __fdiv_##mode(float a, float b) { float r; asm("div." ptx ".f32 %0, %1, %2;" : "=f"(r) : "f"(a), "f"(b)); return r; } \
    SLUICE_D float __frcp_##mode(float a) { float r; asm("rcp." ptx ".f32 %0, %1;" : "=f"(r) : "f"(a)); return r; } \
    SLUICE_D float __fsqrt_##mode(float a) { float r; asm("sqrt." ptx ".f32 %0, %1;" : "=f"(r) : "f"(a)); return r; } \
    SLUICE_D float __fmaf_##mode(float a, float b, float c)                                                  \
    { float r; asm("fma." ptx ".f32 %0, %1, %2, %3;" : "=f"(r) : "f"(a), "f"(b), "f"(c)); return r; }        \
    SLUICE_D double __dadd_##mode(double a, double b) { double r; asm("add." ptx ".f64 %0, %1, %2;" : "=d"(r) : "d"(a), "d"(b)); return r; } \
    SLUICE_D double __dsub_##mode(double a, double b) { double r; asm("sub." ptx ".f64 %0, %1, %2;" : "=d"(r) : "d"(a), "d"(b)); return r; } \
    SLUICE_D double __dmul_##mode(double a, double b) { double r; asm("mul." ptx ".f64 %0, %1, %2;" : "=d"(r) : "d"(a), "d"(b)); return r; } \
    SLUICE_D double __ddiv_##mode(double a, double b) { double r; asm("div." ptx ".f64 %0, %1, %2;" : "=d"(r) : "d"(a), "d"(b)); return r; } \
    SLUICE_D double __drcp_##mode(double a) { double r; asm("rcp." ptx ".f64 %0, %1;" : "=d"(r) : "d"(a)); return r; } \
    SLUICE_D double __dsqrt_##mode(double a) { double r; asm("sqrt." ptx ".f64 %0, %1;" : "=d"(r) : "d"(a)); return r; } \
    SLUICE_D double __fma_##mode(double a, double b, double c)                                               \
    { double r; asm("fma." ptx ".f64 %0, %1, %2, %3;" : "=d"(r) : "d"(a), "d"(b), "d"(c)); return r; }
SLUICE_ROUND(SLUICE_F)
#undef SLUICE_F
SLUICE_D float __fmaf_ieee_rn(float a, float b, float c) { return __fmaf_rn(a, b, c); }
SLUICE_D float __fmaf_ieee_rz(float a, float b, float c) { return __fmaf_rz(a, b, c); }
SLUICE_D float __fmaf_ieee_rd(float a, float b, float c) { return __fmaf_rd(a, b, c); }
SLUICE_D float __fmaf_ieee_ru(float a, float b, float c) { return __fmaf_ru(a, b, c); }
SLUICE_D float __frsqrt_rn(float a) { return (float)(1.0 / __nvvm_sqrt_rn_d((double)a)); }
SLUICE_D float __saturatef(float a) { float r; asm("cvt.sat.f32.f32 %0, %1;" : "=f"(r) : "f"(a)); return r; }

/* float and double to integer, integer to float and double */
#define SLUICE_CVT(name, A, ac, R, rc, ins)                                                                  \
    SLUICE_D R name(A a) { R r; asm("cvt." ins " %0, %1;" : "=" rc(r) : ac(a)); return r; }
#define SLUICE_F(mode, ptx)                                                                                  \
    SLUICE_CVT(__float2int_##mode, float, "f", int, "r", ptx "i.s32.f32")                                    \
    SLUICE_CVT(__float2uint_##mode, float, "f", unsigned int, "r", ptx "i.u32.f32")                          \
    SLUICE_CVT(__float2ll_##mode, float, "f", long long, "l", ptx "i.s64.f32")                               \
    SLUICE_CVT(__float2ull_##mode, float, "f", unsigned long long, "l", ptx "i.u64.f32")                     \
    SLUICE_CVT(__double2int_##mode, double, "d", int, "r", ptx "i.s32.f64")                                  \
    SLUICE_CVT(__double2uint_##mode, double, "d", unsigned int, "r", ptx "i.u32.f64")                        \
    SLUICE_CVT(__double2ll_##mode, double, "d", long long, "l", ptx "i.s64.f64")                             \
    SLUICE_CVT(__double2ull_##mode, double, "d", unsigned long long, "l", ptx "i.u64.f64")                   \
    SLUICE_CVT(__double2float_##mode, double, "d", float, "f", ptx ".f32.f64")                               \
    SLUICE_CVT(__int2float_##mode, int, "r", float, "f", ptx ".f32.s32")                                     \
    SLUICE_CVT(__uint2float_##mode, unsigned int, "r", float, "f", ptx ".f32.u32")                           \
    SLUICE_CVT(__ll2float_##mode, long long, "l", float, "f", ptx ".f32.s64")                                \
    SLUICE_CVT(__ull2float_##mode, unsigned long long, "l", float, "f", ptx ".f32.u64")                      \
    SLUICE_CVT(__ll2double_##mode, long long, "l", double, "d", ptx ".f64.s64")                              \
    SLUICE_CVT(__ull2double_##mode, unsigned long long, "l", double, "d", ptx ".f64.u64")
SLUICE_ROUND(SLUICE_F)
#undef SLUICE_F
#undef SLUICE_ROUND
SLUICE_CVT(__int2double_rn, int, "r", double, "d", "rn.f64.s32")
SLUICE_CVT(__uint2double_rn, unsigned int, "r", double, "d", "rn.f64.u32")
#undef SLUICE_CVT

#endif
