/* Random numbers in kernels: XORWOW, Philox4x32-10, MRG32k3a, MTGP32, Sobol32/64 and scrambled Sobol32/64, seeded, skipped and drawn as NVIDIA's
   generators are: raw and uniform numbers are theirs bit by bit (tests/lib/rand.cu has what an H200 gave). */
#ifndef SLUICE_CURAND_KERNEL_H
#define SLUICE_CURAND_KERNEL_H
#include "cuda_runtime.h"
#include "curand.h"
#include "curand_mtgp32.h"
#include "sluice_curand_jump.h"

/* the types in every file: host code allocates them */
struct curandStateXORWOW {
    unsigned int d, v[5];
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
struct curandStatePhilox4_32_10 {
    uint4 ctr, output;
    uint2 key;
    unsigned int STATE;
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
struct curandStateMRG32k3a {
    unsigned int s1[3], s2[3];
    int boxmuller_flag, boxmuller_flag_double;
    float boxmuller_extra;
    double boxmuller_extra_double;
};
struct curandStateSobol32 { unsigned int i, x, c, direction_vectors[32]; };
struct curandStateScrambledSobol32 { unsigned int i, x, c, direction_vectors[32]; };
struct curandStateSobol64 { unsigned long long i, x, c, direction_vectors[64]; };
struct curandStateScrambledSobol64 { unsigned long long i, x, c, direction_vectors[64]; };
typedef struct curandStateXORWOW curandStateXORWOW_t, curandState_t, curandState;
typedef struct curandStatePhilox4_32_10 curandStatePhilox4_32_10_t;
typedef struct curandStateMRG32k3a curandStateMRG32k3a_t;
typedef struct curandStateSobol32 curandStateSobol32_t;
typedef struct curandStateScrambledSobol32 curandStateScrambledSobol32_t;
typedef struct curandStateSobol64 curandStateSobol64_t;
typedef struct curandStateScrambledSobol64 curandStateScrambledSobol64_t;

#if defined(__CUDA__) && defined(__clang__)
#define SLUICE_R static __inline__ __host__ __device__
typedef unsigned int sluice_u32;
typedef unsigned long long sluice_u64;
template <class S> SLUICE_R void sluice_no_pair(S *s)
{
    s->boxmuller_flag = s->boxmuller_flag_double = 0;
    s->boxmuller_extra = 0;
    s->boxmuller_extra_double = 0;
}

/* XORWOW (Marsaglia, Xorshift RNGs, 2003) */
SLUICE_R void sluice_xorwow_step(sluice_u32 *v)
{
    sluice_u32 t = v[0] ^ (v[0] >> 2);
    v[0] = v[1], v[1] = v[2], v[2] = v[3], v[3] = v[4];
    v[4] = (v[4] ^ (v[4] << 4)) ^ (t ^ (t << 1));
}
SLUICE_R unsigned int curand(curandStateXORWOW_t *s)
{
    sluice_xorwow_step(s->v);
    s->d += 362437u;
    return s->v[4] + s->d;
}
/* v after as many steps as polynomial p stands for */
SLUICE_R void sluice_xorwow_apply(const sluice_u32 *p, sluice_u32 *v)
{
    sluice_u32 a[5] = {0, 0, 0, 0, 0};
    for (int w = 0; w < 5; w++) {
        sluice_u32 bits = p[w];
        for (int b = 0; b < 32; b++, bits >>= 1) {
            sluice_u32 m = 0u - (bits & 1);
            a[0] ^= v[0] & m, a[1] ^= v[1] & m, a[2] ^= v[2] & m, a[3] ^= v[3] & m, a[4] ^= v[4] & m;
            sluice_xorwow_step(v);
        }
    }
    for (int i = 0; i < 5; i++)
        v[i] = a[i];
}
/* n << from steps */
SLUICE_R void sluice_xorwow_jump(sluice_u64 n, int from, sluice_u32 *v)
{
    static const sluice_u32 jumps[] = {SLUICE_XORWOW_JUMPS};
    for (int k = from; n; k++, n >>= 1)
        if (n & 1)
            sluice_xorwow_apply(jumps + 5 * k, v);
}
SLUICE_R void skipahead(unsigned long long n, curandStateXORWOW_t *s)
{
    sluice_xorwow_jump(n, 0, s->v);
    s->d += 362437u * (sluice_u32)n;
}
SLUICE_R void skipahead_sequence(unsigned long long n, curandStateXORWOW_t *s) { sluice_xorwow_jump(n, 67, s->v); }
SLUICE_R void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, curandStateXORWOW_t *s)
{
    sluice_u32 a = 1099087573u * ((sluice_u32)seed ^ 0xaad26b49u), b = 2591861531u * ((sluice_u32)(seed >> 32) ^ 0xf7dcefddu);
    s->d = 6615241u + b + a;
    s->v[0] = 123456789u + a, s->v[1] = 362436069u ^ a, s->v[2] = 521288629u + b, s->v[3] = 88675123u ^ b, s->v[4] = 5783321u + a;
    skipahead_sequence(sequence, s);
    skipahead(offset, s);
    sluice_no_pair(s);
}

/* Philox4x32-10 (Salmon and others, Parallel random numbers: as easy as 1, 2, 3, 2011) */
SLUICE_R uint4 curand_Philox4x32_10(uint4 c, uint2 k)
{
    for (int i = 0; i < 10; i++) {
        sluice_u64 p = 0xd2511f53ull * c.x, q = 0xcd9e8d57ull * c.z;
        c = make_uint4((sluice_u32)(q >> 32) ^ c.y ^ k.x, (sluice_u32)q, (sluice_u32)(p >> 32) ^ c.w ^ k.y, (sluice_u32)p);
        k.x += 0x9e3779b9u, k.y += 0xbb67ae85u;
    }
    return c;
}
SLUICE_R void sluice_philox_add(curandStatePhilox4_32_10_t *s, sluice_u64 n, bool sequences)
{
    sluice_u64 lo = s->ctr.x | (sluice_u64)s->ctr.y << 32, hi = s->ctr.z | (sluice_u64)s->ctr.w << 32;
    if (sequences)
        hi += n;
    else
        lo += n, hi += lo < n;
    s->ctr = make_uint4((sluice_u32)lo, (sluice_u32)(lo >> 32), (sluice_u32)hi, (sluice_u32)(hi >> 32));
    s->output = curand_Philox4x32_10(s->ctr, s->key);
}
SLUICE_R void skipahead(unsigned long long n, curandStatePhilox4_32_10_t *s)
{
    s->STATE += (sluice_u32)(n & 3);
    sluice_philox_add(s, n / 4 + (s->STATE > 3), false);
    s->STATE &= 3;
}
SLUICE_R void skipahead_sequence(unsigned long long n, curandStatePhilox4_32_10_t *s) { sluice_philox_add(s, n, true); }
SLUICE_R void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, curandStatePhilox4_32_10_t *s)
{
    s->ctr = make_uint4(0, 0, 0, 0);
    s->key = make_uint2((sluice_u32)seed, (sluice_u32)(seed >> 32));
    s->STATE = 0;
    sluice_no_pair(s);
    skipahead_sequence(sequence, s);
    skipahead(offset, s);
}
SLUICE_R unsigned int curand(curandStatePhilox4_32_10_t *s)
{
    sluice_u32 r = s->STATE == 0 ? s->output.x : s->STATE == 1 ? s->output.y : s->STATE == 2 ? s->output.z : s->output.w;
    if (++s->STATE == 4)
        s->STATE = 0, sluice_philox_add(s, 1, false);
    return r;
}
SLUICE_R uint4 curand4(curandStatePhilox4_32_10_t *s)
{
    uint4 a = s->output, b;
    sluice_philox_add(s, 1, false);
    b = s->output;
    return s->STATE == 0 ? a : s->STATE == 1 ? make_uint4(a.y, a.z, a.w, b.x) : s->STATE == 2 ? make_uint4(a.z, a.w, b.x, b.y) : make_uint4(a.w, b.x, b.y, b.z);
}
#include "sluice_curand_more.h"
#include "sluice_curand_draw.h"
#include "curand_mtgp32_kernel.h"
#undef SLUICE_R
#endif

#endif
