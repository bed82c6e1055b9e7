/* Part of curand_kernel.h: MRG32k3a and the Sobol generators. */
#ifndef SLUICE_CURAND_MORE_H
#define SLUICE_CURAND_MORE_H

/* MRG32k3a (L'Ecuyer, Good parameters and implementations for combined multiple recursive random number generators, 1999) */
#define SLUICE_M1 4294967087ull
#define SLUICE_M2 4294944443ull
SLUICE_R double sluice_mrg_next(curandStateMRG32k3a_t *s) /* 1 to m1 */
{
    sluice_u64 p = (1403580ull * s->s1[1] + 810728ull * (SLUICE_M1 - s->s1[0])) % SLUICE_M1;
    sluice_u64 q = (527612ull * s->s2[2] + 1370589ull * (SLUICE_M2 - s->s2[0])) % SLUICE_M2;
    s->s1[0] = s->s1[1], s->s1[1] = s->s1[2], s->s1[2] = (sluice_u32)p;
    s->s2[0] = s->s2[1], s->s2[1] = s->s2[2], s->s2[2] = (sluice_u32)q;
    return (double)(p > q ? p - q : p + SLUICE_M1 - q);
}
SLUICE_R unsigned int curand(curandStateMRG32k3a_t *s) { return (sluice_u32)(sluice_mrg_next(s) * 1.000000048662); }
/* v = a^n v for a 3 by 3 matrix modulo m; a is left as its last square */
SLUICE_R void sluice_mrg_power(sluice_u32 *v, sluice_u32 a[3][3], sluice_u64 n, sluice_u64 m)
{
    for (; n; n >>= 1) {
        if (n & 1) {
            sluice_u32 w[3];
            for (int i = 0; i < 3; i++)
                w[i] = (sluice_u32)(((sluice_u64)a[i][0] * v[0] % m + (sluice_u64)a[i][1] * v[1] % m + (sluice_u64)a[i][2] * v[2] % m) % m);
            v[0] = w[0], v[1] = w[1], v[2] = w[2];
        }
        sluice_u32 b[3][3];
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                b[i][j] = (sluice_u32)(((sluice_u64)a[i][0] * a[0][j] % m + (sluice_u64)a[i][1] * a[1][j] % m + (sluice_u64)a[i][2] * a[2][j] % m) % m);
        for (int i = 0; i < 9; i++)
            a[i / 3][i % 3] = b[i / 3][i % 3];
    }
}
SLUICE_R void skipahead(unsigned long long n, curandStateMRG32k3a_t *s)
{
    sluice_u32 a[3][3] = {{0, 1, 0}, {0, 0, 1}, {(sluice_u32)(SLUICE_M1 - 810728), 1403580, 0}};
    sluice_u32 b[3][3] = {{0, 1, 0}, {0, 0, 1}, {(sluice_u32)(SLUICE_M2 - 1370589), 0, 527612}};
    sluice_mrg_power(s->s1, a, n, SLUICE_M1);
    sluice_mrg_power(s->s2, b, n, SLUICE_M2);
}
/* n times 2^76 numbers, n times 2^127: the matrices' powers */
SLUICE_R void skipahead_subsequence(unsigned long long n, curandStateMRG32k3a_t *s)
{
    sluice_u32 a[3][3] = {{82758667u, 1871391091u, 4127413238u}, {3672831523u, 69195019u, 1871391091u}, {3672091415u, 3528743235u, 69195019u}};
    sluice_u32 b[3][3] = {{1511326704u, 3759209742u, 1610795712u}, {4292754251u, 1511326704u, 3889917532u}, {3859662829u, 4292754251u, 3708466080u}};
    sluice_mrg_power(s->s1, a, n, SLUICE_M1);
    sluice_mrg_power(s->s2, b, n, SLUICE_M2);
}
SLUICE_R void skipahead_sequence(unsigned long long n, curandStateMRG32k3a_t *s)
{
    sluice_u32 a[3][3] = {{2427906178u, 3580155704u, 949770784u}, {226153695u, 1230515664u, 3580155704u}, {1988835001u, 986791581u, 1230515664u}};
    sluice_u32 b[3][3] = {{1464411153u, 277697599u, 1610723613u}, {32183930u, 1464411153u, 1022607788u}, {2824425944u, 32183930u, 2093834863u}};
    sluice_mrg_power(s->s1, a, n, SLUICE_M1);
    sluice_mrg_power(s->s2, b, n, SLUICE_M2);
}
SLUICE_R void curand_init(unsigned long long seed, unsigned long long sequence, unsigned long long offset, curandStateMRG32k3a_t *s)
{
    sluice_u64 x = (sluice_u32)seed ^ 0x55555555u, y = (sluice_u32)(seed >> 32) ^ 0xaaaaaaaau;
    if (!seed)
        x = y = 1;
    s->s1[0] = s->s1[2] = (sluice_u32)(x * 12345 % SLUICE_M1), s->s1[1] = (sluice_u32)(y * 12345 % SLUICE_M1);
    s->s2[0] = s->s2[2] = (sluice_u32)(y * 12345 % SLUICE_M2), s->s2[1] = (sluice_u32)(x * 12345 % SLUICE_M2);
    skipahead_subsequence(sequence, s);
    skipahead(offset, s);
    sluice_no_pair(s);
}

/* Sobol sequences in Gray code order; c scrambles */
template <class S, class T> SLUICE_R T sluice_sobol_next(S *s, T)
{
    T r = s->x ^ s->c, i = s->i++;
    int bit = 0;
    for (; i & 1; i >>= 1)
        bit++;
    if (bit < (int)(8 * sizeof(T)))
        s->x ^= s->direction_vectors[bit];
    return r;
}
template <class S, class T> SLUICE_R void sluice_sobol_skip(S *s, T n)
{
    T i = s->i += n;
    i ^= i >> 1;
    s->x = 0;
    for (int b = 0; i; b++, i >>= 1)
        if (i & 1)
            s->x ^= s->direction_vectors[b];
}
template <class S, class T> SLUICE_R void sluice_sobol_init(const T *v, T c, T offset, S *s)
{
    for (int b = 0; b < (int)(8 * sizeof(T)); b++)
        s->direction_vectors[b] = v[b];
    s->i = s->x = 0;
    s->c = c;
    sluice_sobol_skip(s, offset);
}
SLUICE_R unsigned int curand(curandStateSobol32_t *s) { return sluice_sobol_next(s, (sluice_u32)0); }
SLUICE_R unsigned int curand(curandStateScrambledSobol32_t *s) { return sluice_sobol_next(s, (sluice_u32)0); }
SLUICE_R unsigned long long curand(curandStateSobol64_t *s) { return sluice_sobol_next(s, (sluice_u64)0); }
SLUICE_R unsigned long long curand(curandStateScrambledSobol64_t *s) { return sluice_sobol_next(s, (sluice_u64)0); }
template <class T> SLUICE_R void skipahead(T n, curandStateSobol32_t *s) { sluice_sobol_skip(s, (sluice_u32)n); }
template <class T> SLUICE_R void skipahead(T n, curandStateScrambledSobol32_t *s) { sluice_sobol_skip(s, (sluice_u32)n); }
SLUICE_R void skipahead(unsigned long long n, curandStateSobol64_t *s) { sluice_sobol_skip(s, n); }
SLUICE_R void skipahead(unsigned long long n, curandStateScrambledSobol64_t *s) { sluice_sobol_skip(s, n); }
SLUICE_R void curand_init(curandDirectionVectors32_t v, unsigned int offset, curandStateSobol32_t *s) { sluice_sobol_init(v, 0u, offset, s); }
SLUICE_R void curand_init(curandDirectionVectors32_t v, unsigned int c, unsigned int offset, curandStateScrambledSobol32_t *s) { sluice_sobol_init(v, c, offset, s); }
SLUICE_R void curand_init(curandDirectionVectors64_t v, unsigned long long offset, curandStateSobol64_t *s) { sluice_sobol_init(v, 0ull, offset, s); }
SLUICE_R void curand_init(curandDirectionVectors64_t v, unsigned long long c, unsigned long long offset, curandStateScrambledSobol64_t *s) { sluice_sobol_init(v, c, offset, s); }
#endif
