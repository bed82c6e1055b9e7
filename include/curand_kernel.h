/* Random numbers in kernels: XORWOW (Marsaglia's xorshift with a Weyl sequence), seeded through a mixing function of our
   own, so the numbers are good but not those of NVIDIA's library; uniform, normal, log-normal, Poisson. */
#ifndef SLUICE_CURAND_KERNEL_H
#define SLUICE_CURAND_KERNEL_H
#include "cuda_runtime.h"

/* the types in every file: host code allocates them */
struct curandStateXORWOW {
    unsigned int d, v[5];
    int has_normal, has_normal_double;
    float normal;
    double normal_double;
};
typedef struct curandStateXORWOW curandStateXORWOW_t;
typedef struct curandStateXORWOW curandState_t;
typedef struct curandStateXORWOW curandState;
typedef struct curandStateXORWOW curandStatePhilox4_32_10_t;
typedef struct curandStateXORWOW curandStatePhilox4_32_10;
typedef struct curandStateXORWOW curandStateMRG32k3a_t;
typedef struct curandStateXORWOW curandStateMRG32k3a;


#if defined(__CUDA__) && defined(__clang__)
#define SLUICE_R static __inline__ __device__
SLUICE_R unsigned long long sluice_mix(unsigned long long x)
{
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
}
SLUICE_R unsigned int curand(curandState *s)
{
    unsigned int t = s->v[0] ^ (s->v[0] >> 2);
    s->v[0] = s->v[1], s->v[1] = s->v[2], s->v[2] = s->v[3], s->v[3] = s->v[4];
    s->v[4] = (s->v[4] ^ (s->v[4] << 4)) ^ (t ^ (t << 1));
    s->d += 362437u;
    return s->v[4] + s->d;
}
SLUICE_R void skipahead(unsigned long long n, curandState *s)
{
    for (unsigned long long i = 0; i < n; i++)
        curand(s);
}
SLUICE_R void skipahead_sequence(unsigned long long n, curandState *s) /* another sequence, as good as any */
{
    s->v[0] ^= (unsigned int)sluice_mix(n * 0xd1342543de82ef95ull + 1);
    s->v[1] ^= (unsigned int)(sluice_mix(n * 0xd1342543de82ef95ull + 1) >> 32);
}
SLUICE_R void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, curandState *s)
{
    unsigned long long x = sluice_mix(seed + 0x9e3779b97f4a7c15ull) ^ sluice_mix(sequence * 0xd1342543de82ef95ull + 1);
    for (int i = 0; i < 5; i++)
        s->v[i] = (unsigned int)sluice_mix(x + (unsigned long long)i * 0x9e3779b97f4a7c15ull) | (i == 4);
    s->d = (unsigned int)(x >> 32);
    s->has_normal = s->has_normal_double = 0;
    skipahead(offset, s);
}
/* in (0, 1] */
SLUICE_R float curand_uniform(curandState *s) { return ((float)(curand(s) >> 8) + 1.0f) * 0x1p-24f; }
SLUICE_R double curand_uniform_double(curandState *s)
{
    unsigned long long hi = curand(s), lo = curand(s);
    return ((double)(((hi << 32) | lo) >> 11) + 1.0) * 0x1p-53;
}
SLUICE_R float2 curand_normal2(curandState *s)
{
    float r = sqrtf(-2.0f * logf(curand_uniform(s))), a = 6.2831853f * curand_uniform(s);
    return make_float2(r * sinf(a), r * cosf(a));
}
SLUICE_R float curand_normal(curandState *s)
{
    if (s->has_normal) {
        s->has_normal = 0;
        return s->normal;
    }
    float2 p = curand_normal2(s);
    s->normal = p.y;
    s->has_normal = 1;
    return p.x;
}
SLUICE_R double2 curand_normal2_double(curandState *s)
{
    double r = sqrt(-2.0 * log(curand_uniform_double(s))), a = 6.283185307179586 * curand_uniform_double(s);
    return make_double2(r * sin(a), r * cos(a));
}
SLUICE_R double curand_normal_double(curandState *s)
{
    if (s->has_normal_double) {
        s->has_normal_double = 0;
        return s->normal_double;
    }
    double2 p = curand_normal2_double(s);
    s->normal_double = p.y;
    s->has_normal_double = 1;
    return p.x;
}
SLUICE_R float curand_log_normal(curandState *s, float mean, float stddev) { return expf(mean + stddev * curand_normal(s)); }
SLUICE_R double curand_log_normal_double(curandState *s, double mean, double stddev) { return exp(mean + stddev * curand_normal_double(s)); }
SLUICE_R float2 curand_log_normal2(curandState *s, float mean, float stddev)
{
    float2 p = curand_normal2(s);
    return make_float2(expf(mean + stddev * p.x), expf(mean + stddev * p.y));
}
SLUICE_R double2 curand_uniform2_double(curandState *s)
{
    double a = curand_uniform_double(s), b = curand_uniform_double(s);
    return make_double2(a, b);
}
SLUICE_R float4 curand_normal4(curandState *s)
{
    float2 a = curand_normal2(s), b = curand_normal2(s);
    return make_float4(a.x, a.y, b.x, b.y);
}
SLUICE_R unsigned int curand_poisson(curandState *s, double lambda)
{
    double limit = exp(-lambda), p = 1;
    unsigned int n = 0;
    if (lambda > 60) { /* by the normal distribution that it approaches */
        double x = lambda + sqrt(lambda) * curand_normal_double(s) + 0.5;
        return x > 0 ? (unsigned int)x : 0;
    }
    while ((p *= curand_uniform_double(s)) > limit)
        n++;
    return n;
}
SLUICE_R uint4 curand4(curandState *s)
{
    unsigned int a = curand(s), b = curand(s), c = curand(s), d = curand(s);
    return make_uint4(a, b, c, d);
}
SLUICE_R float4 curand_uniform4(curandState *s)
{
    float a = curand_uniform(s), b = curand_uniform(s), c = curand_uniform(s), d = curand_uniform(s);
    return make_float4(a, b, c, d);
}
#undef SLUICE_R
#endif

#endif
