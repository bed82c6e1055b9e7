/* Part of curand_kernel.h: distributions. */
#ifndef SLUICE_CURAND_DRAW_H
#define SLUICE_CURAND_DRAW_H
#define SLUICE_D static __inline__ __device__

/* Uniform in (0, 1] */
SLUICE_D float sluice_uniform(unsigned int x) { return fmaf((float)x, 0x1p-32f, 0x1p-33f); }
SLUICE_D float sluice_uniform(unsigned long long x) { return fmaf((float)(sluice_u32)(x >> 32), 0x1p-32f, 0x1p-33f); }
SLUICE_D double sluice_uniform_double(unsigned int x) { return fma((double)x, 0x1p-32, 0x1p-32); }
SLUICE_D double sluice_uniform_double(unsigned long long x) { return fma((double)(x >> 11), 0x1p-53, 0x1p-54); }
SLUICE_D double sluice_uniform_double(unsigned int x, unsigned int y) { return fma((double)(x ^ (sluice_u64)y << 21), 0x1p-53, 0x1p-54); }
#define SLUICE_M1_INVERSE 2.3283065498378290e-10
template <class S> SLUICE_D float curand_uniform(S *s) { return sluice_uniform(curand(s)); }
SLUICE_D float curand_uniform(curandStateMRG32k3a_t *s) { return (float)(sluice_mrg_next(s) * SLUICE_M1_INVERSE); }
template <class S> SLUICE_D double curand_uniform_double(S *s) { return sluice_uniform_double(curand(s)); }
SLUICE_D double curand_uniform_double(curandStateMRG32k3a_t *s) { return sluice_mrg_next(s) * SLUICE_M1_INVERSE; }
SLUICE_D double curand_uniform_double(curandStateXORWOW_t *s)
{
    sluice_u32 x = curand(s), y = curand(s);
    return sluice_uniform_double(x, y);
}
SLUICE_D float4 curand_uniform4(curandStatePhilox4_32_10_t *s)
{
    uint4 v = curand4(s);
    return make_float4(sluice_uniform(v.x), sluice_uniform(v.y), sluice_uniform(v.z), sluice_uniform(v.w));
}
SLUICE_D double2 curand_uniform2_double(curandStatePhilox4_32_10_t *s)
{
    uint4 v = curand4(s);
    return make_double2(sluice_uniform_double(v.x, v.y), sluice_uniform_double(v.z, v.w));
}
SLUICE_D double4 curand_uniform4_double(curandStatePhilox4_32_10_t *s)
{
    double2 a = curand_uniform2_double(s), b = curand_uniform2_double(s);
    return make_double4(a.x, a.y, b.x, b.y);
}

/* Normal: Box and Muller's pairs; by the inverse of the distribution where numbers are quasirandom */
SLUICE_D float2 sluice_pair(float u, float angle)
{
    float r = sqrtf(-2.0f * logf(u)), sine, cosine;
    sincosf(angle, &sine, &cosine);
    return make_float2(r * sine, r * cosine);
}
SLUICE_D float2 sluice_pair(unsigned int x, unsigned int y)
{
    return sluice_pair(sluice_uniform(x), fmaf((float)y, 0x1p-32f * 6.2831855f, 0x1p-33f * 6.2831855f));
}
SLUICE_D double2 sluice_pair(double u, double v)
{
    double r = sqrt(-2.0 * log(u)), sine, cosine;
    sincospi(2 * v, &sine, &cosine);
    return make_double2(r * sine, r * cosine);
}
template <class S> SLUICE_D float2 curand_normal2(S *s)
{
    sluice_u32 x = curand(s), y = curand(s);
    return sluice_pair(x, y);
}
SLUICE_D float2 curand_normal2(curandStateMRG32k3a_t *s)
{
    float x = curand_uniform(s), y = curand_uniform(s);
    return sluice_pair(x, y * 6.2831855f);
}
template <class S> SLUICE_D double2 curand_normal2_double(S *s)
{
    sluice_u32 a = curand(s), b = curand(s), c = curand(s), d = curand(s);
    return sluice_pair(sluice_uniform_double(a, b), sluice_uniform_double(c, d));
}
SLUICE_D double2 curand_normal2_double(curandStateMRG32k3a_t *s)
{
    double x = curand_uniform_double(s), y = curand_uniform_double(s);
    return sluice_pair(x, y);
}
template <class S> SLUICE_D float curand_normal(S *s)
{
    if (s->boxmuller_flag) {
        s->boxmuller_flag = 0;
        return s->boxmuller_extra;
    }
    float2 p = curand_normal2(s);
    s->boxmuller_extra = p.y;
    s->boxmuller_flag = 1;
    return p.x;
}
template <class S> SLUICE_D double curand_normal_double(S *s)
{
    if (s->boxmuller_flag_double) {
        s->boxmuller_flag_double = 0;
        return s->boxmuller_extra_double;
    }
    double2 p = curand_normal2_double(s);
    s->boxmuller_extra_double = p.y;
    s->boxmuller_flag_double = 1;
    return p.x;
}
#define SLUICE_QUASI(S)                                                                                              \
    SLUICE_D float curand_normal(S *s) { return normcdfinvf(curand_uniform(s)); }                                    \
    SLUICE_D double curand_normal_double(S *s) { return normcdfinv(curand_uniform_double(s)); }
SLUICE_QUASI(curandStateSobol32_t)
SLUICE_QUASI(curandStateScrambledSobol32_t)
SLUICE_QUASI(curandStateSobol64_t)
SLUICE_QUASI(curandStateScrambledSobol64_t)
#undef SLUICE_QUASI
SLUICE_D float4 curand_normal4(curandStatePhilox4_32_10_t *s)
{
    uint4 v = curand4(s);
    float2 a = sluice_pair(v.x, v.y), b = sluice_pair(v.z, v.w);
    return make_float4(a.x, a.y, b.x, b.y);
}
SLUICE_D double4 curand_normal4_double(curandStatePhilox4_32_10_t *s)
{
    double2 a = curand_normal2_double(s), b = curand_normal2_double(s);
    return make_double4(a.x, a.y, b.x, b.y);
}

template <class S> SLUICE_D float curand_log_normal(S *s, float mean, float stddev) { return expf(fmaf(stddev, curand_normal(s), mean)); }
template <class S> SLUICE_D double curand_log_normal_double(S *s, double mean, double stddev) { return exp(fma(stddev, curand_normal_double(s), mean)); }
template <class S> SLUICE_D float2 curand_log_normal2(S *s, float mean, float stddev)
{
    float2 p = curand_normal2(s);
    return make_float2(expf(fmaf(stddev, p.x, mean)), expf(fmaf(stddev, p.y, mean)));
}
template <class S> SLUICE_D double2 curand_log_normal2_double(S *s, double mean, double stddev)
{
    double2 p = curand_normal2_double(s);
    return make_double2(exp(fma(stddev, p.x, mean)), exp(fma(stddev, p.y, mean)));
}
SLUICE_D float4 curand_log_normal4(curandStatePhilox4_32_10_t *s, float mean, float stddev)
{
    float4 p = curand_normal4(s);
    return make_float4(expf(fmaf(stddev, p.x, mean)), expf(fmaf(stddev, p.y, mean)), expf(fmaf(stddev, p.z, mean)), expf(fmaf(stddev, p.w, mean)));
}

/* Poisson: Knuth's product of uniform numbers for small means; above, the quantile of one number: from the normal approximation (its third
   moment in) by steps of the distribution. */
SLUICE_D double sluice_poisson_near(double lambda, double u)
{
    double z = normcdfinv(u), k = floor(lambda + sqrt(lambda) * z + (z * z - 1) / 6 + 0.5);
    return k > 0 ? k : 0;
}
SLUICE_D unsigned int sluice_poisson_exact(double lambda, double u)
{
    double k = sluice_poisson_near(lambda, u);
    double term = exp(k * log(lambda) - lambda - lgamma(k + 1)), sum = 0, t = term, j = k;
    for (; j >= 0 && t > 1e-18; t *= j / lambda, j--)
        sum += t;
    for (; sum < u && term > 1e-18; sum += term)
        k++, term *= lambda / k;
    for (; k > 0 && sum - term >= u; term *= (k + 1) / lambda)
        sum -= term, k--;
    return (unsigned int)k;
}
SLUICE_D unsigned int sluice_poisson(double lambda, double u)
{
    return lambda >= 4000 ? (unsigned int)sluice_poisson_near(lambda, u) : sluice_poisson_exact(lambda, u);
}
template <class S> SLUICE_D unsigned int curand_poisson(S *s, double lambda)
{
    if (lambda < 64) {
        double limit = exp(-lambda), p = 1;
        for (unsigned int n = 0;; n++)
            if ((p *= curand_uniform(s)) <= limit)
                return n;
    }
    return sluice_poisson(lambda, curand_uniform_double(s));
}
#define SLUICE_QUASI(S) SLUICE_D unsigned int curand_poisson(S *s, double lambda) { return sluice_poisson(lambda, curand_uniform_double(s)); }
SLUICE_QUASI(curandStateSobol32_t)
SLUICE_QUASI(curandStateScrambledSobol32_t)
SLUICE_QUASI(curandStateSobol64_t)
SLUICE_QUASI(curandStateScrambledSobol64_t)
#undef SLUICE_QUASI
SLUICE_D uint4 curand_poisson4(curandStatePhilox4_32_10_t *s, double lambda)
{
    unsigned int a = curand_poisson(s, lambda), b = curand_poisson(s, lambda), c = curand_poisson(s, lambda), d = curand_poisson(s, lambda);
    return make_uint4(a, b, c, d);
}
#undef SLUICE_D
#endif
