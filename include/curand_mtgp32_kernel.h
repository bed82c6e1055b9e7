/* MTGP32 in kernels (M. Saito, M. Matsumoto, Variants of Mersenne Twister suitable for graphic processors, 2013): all threads of a block, at most 256, draw together
   from one state in memory. Part of curand_kernel.h, behind its distributions. */
#ifndef SLUICE_CURAND_KERNEL_H
#include "curand_kernel.h" /* which includes this one */
#elif !defined(SLUICE_CURAND_MTGP32_KERNEL_H)
#define SLUICE_CURAND_MTGP32_KERNEL_H
#include "curand_mtgp32.h"
#if defined(__CUDA__) && defined(__clang__)
#define SLUICE_D static __inline__ __device__

/* The word that thread t of n draws; the state moves on by n. flt: made a float between 1 and 2 */
SLUICE_D unsigned int sluice_mtgp_draw(curandStateMtgp32_t *s, unsigned int t, unsigned int n, bool flt)
{
    const mtgp32_kernel_params_t *k = s->k;
    int p = s->pIdx;
    unsigned int pos = k->pos_tbl[p], at = t + (unsigned int)s->offset;
    unsigned int x = (s->s[at & MTGP32_STATE_MASK] & k->mask[0]) ^ s->s[(at + 1) & MTGP32_STATE_MASK];
    x ^= x << k->sh1_tbl[p];
    x ^= s->s[(at + pos) & MTGP32_STATE_MASK] >> k->sh2_tbl[p];
    x ^= k->param_tbl[p][x & 15];
    s->s[(at + MTGPDC_N) & MTGP32_STATE_MASK] = x;
    unsigned int h = s->s[(at + pos - 1) & MTGP32_STATE_MASK];
    h ^= h >> 16;
    h ^= h >> 8;
    x = flt ? (x >> 9) ^ k->single_temper_tbl[p][h & 15] : x ^ k->temper_tbl[p][h & 15];
    __syncthreads();
    if (t == 0)
        s->offset = (int)(((unsigned int)s->offset + n) & MTGP32_STATE_MASK);
    __syncthreads();
    return x;
}
/* The number of a thread as NVIDIA's library counts: of blocks with a z of more than 1, some have the same one */
SLUICE_D unsigned int sluice_mtgp_thread(void) { return blockDim.z * blockDim.y * threadIdx.z + blockDim.x * threadIdx.y + threadIdx.x; }
SLUICE_D unsigned int curand(curandStateMtgp32_t *s) { return sluice_mtgp_draw(s, sluice_mtgp_thread(), blockDim.x * blockDim.y * blockDim.z, false); }
SLUICE_D unsigned int curand_mtgp32_specific(curandStateMtgp32_t *s, unsigned char index, unsigned char n) { return sluice_mtgp_draw(s, index, n, false); }
/* (NVIDIA's curand_mtgp32_single reads words that other threads write in the same call: it has no values to follow) */
SLUICE_D float curand_mtgp32_single(curandStateMtgp32_t *s)
{
    return __uint_as_float(sluice_mtgp_draw(s, sluice_mtgp_thread(), blockDim.x * blockDim.y * blockDim.z, true));
}
SLUICE_D float curand_mtgp32_single_specific(curandStateMtgp32_t *s, unsigned char index, unsigned char n) { return __uint_as_float(sluice_mtgp_draw(s, index, n, true)); }

/* Distributions: one number each; normal ones by the quantile of the lower half, where a float is precise */
SLUICE_D float sluice_mtgp_normal(unsigned int x)
{
    float z = normcdfinvf(fmaf((float)(x > 0x80000000u ? ~x : x), 0x1p-32f, 0x1p-33f));
    return x > 0x80000000u ? -z : z;
}
SLUICE_D double sluice_mtgp_normal_double(unsigned int x)
{
    double z = normcdfinv(fma((double)(x > 0x80000000u ? ~x : x), 0x1p-32, 0x1p-33));
    return x > 0x80000000u ? -z : z;
}
SLUICE_D unsigned int sluice_mtgp_poisson(unsigned int x, double lambda)
{
    if (lambda > 4000)
        return (unsigned int)(sqrt(lambda) * sluice_mtgp_normal_double(x) + lambda + 0.5);
    return sluice_poisson(lambda, fma((double)x, 0x1p-32, 0x1p-33));
}
SLUICE_D float curand_uniform(curandStateMtgp32_t *s) { return sluice_uniform(curand(s)); }
SLUICE_D double curand_uniform_double(curandStateMtgp32_t *s) { return sluice_uniform_double(curand(s)); }
SLUICE_D float curand_normal(curandStateMtgp32_t *s) { return sluice_mtgp_normal(curand(s)); }
SLUICE_D double curand_normal_double(curandStateMtgp32_t *s) { return sluice_mtgp_normal_double(curand(s)); }
SLUICE_D float curand_log_normal(curandStateMtgp32_t *s, float mean, float stddev) { return expf(fmaf(stddev, curand_normal(s), mean)); }
SLUICE_D double curand_log_normal_double(curandStateMtgp32_t *s, double mean, double stddev) { return exp(fma(stddev, curand_normal_double(s), mean)); }
SLUICE_D unsigned int curand_poisson(curandStateMtgp32_t *s, double lambda) { return sluice_mtgp_poisson(curand(s), lambda); }
#undef SLUICE_D
#endif
#endif
