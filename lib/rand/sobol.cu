/* Direction vectors of the Sobol generators, as cuRAND gives them. Those that are scrambled, and the constants, are made here: random lower triangular
   matrices (Matousek's scrambling), so good ones, but not NVIDIA's. */
#include "rand.h"
#include <vector>

static const unsigned short joe_kuo[] = {
#include "joekuo.inc"
};
/* how many primitive polynomials there are of degrees 1, 2, ... */
static const int of_degree[] = {1, 1, 2, 2, 6, 6, 18, 16, 48, 60, 176, 144, 630};

static unsigned long long mixed(unsigned long long x)
{
    x += 0x9e3779b97f4a7c15ull;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebull;
    return x ^ (x >> 31);
}
struct tables {
    std::vector<unsigned long long> plain64, mixed64, constants64;
    std::vector<unsigned int> plain32, mixed32, constants32;
    tables() : plain64(SOBOL_DIMS * 64), mixed64(SOBOL_DIMS * 64), constants64(SOBOL_DIMS), plain32(SOBOL_DIMS * 32), mixed32(SOBOL_DIMS * 32), constants32(SOBOL_DIMS)
    {
        const unsigned short *p = joe_kuo;
        for (int d = 0, s = 0, left = 0; d < SOBOL_DIMS; d++) {
            unsigned long long *v = &plain64[(size_t)d * 64];
            if (d && !left)
                left = of_degree[s++];
            left -= d > 0;
            int a = d ? *p++ : 0;
            for (int i = 0; i < 64; i++) {
                v[i] = (d == 0 ? 1ull : i < s ? *p++ : 0ull) << (63 - i);
                if (d && i >= s) {
                    v[i] = v[i - s] ^ (v[i - s] >> s);
                    for (int k = 1; k < s; k++)
                        v[i] ^= a >> (s - 1 - k) & 1 ? v[i - k] : 0;
                }
            }
            scramble(d);
        }
    }
    void scramble(int d)
    {
        constants64[d] = mixed(0x5b0b01ull + d);
        constants32[d] = (unsigned int)(constants64[d] >> 32);
        unsigned long long rows[64]; /* row r: which bits, from the highest on, go into bit 63 - r */
        for (int r = 0; r < 64; r++)
            rows[r] = 1ull << (63 - r) | (r ? mixed(((unsigned long long)d << 8 | r) + 1) & (~0ull << (64 - r)) : 0);
        for (int i = 0; i < 64; i++) {
            unsigned long long v = plain64[(size_t)d * 64 + i], w = 0;
            for (int r = 0; r < 64; r++)
                w |= (unsigned long long)(__builtin_popcountll(v & rows[r]) & 1) << (63 - r);
            mixed64[(size_t)d * 64 + i] = w;
            if (i < 32)
                plain32[(size_t)d * 32 + i] = (unsigned int)(v >> 32), mixed32[(size_t)d * 32 + i] = (unsigned int)(w >> 32);
        }
    }
};
static tables &all()
{
    static tables t;
    return t;
}
const unsigned int *sobol32(bool scrambled) { return (scrambled ? all().mixed32 : all().plain32).data(); }
const unsigned long long *sobol64(bool scrambled) { return (scrambled ? all().mixed64 : all().plain64).data(); }

extern "C" {
curandStatus_t curandGetDirectionVectors32(curandDirectionVectors32_t *vectors[], curandDirectionVectorSet_t set)
{
    if (!vectors || (set != CURAND_DIRECTION_VECTORS_32_JOEKUO6 && set != CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6))
        return CURAND_STATUS_OUT_OF_RANGE;
    *vectors = (curandDirectionVectors32_t *)sobol32(set == CURAND_SCRAMBLED_DIRECTION_VECTORS_32_JOEKUO6);
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetDirectionVectors64(curandDirectionVectors64_t *vectors[], curandDirectionVectorSet_t set)
{
    if (!vectors || (set != CURAND_DIRECTION_VECTORS_64_JOEKUO6 && set != CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6))
        return CURAND_STATUS_OUT_OF_RANGE;
    *vectors = (curandDirectionVectors64_t *)sobol64(set == CURAND_SCRAMBLED_DIRECTION_VECTORS_64_JOEKUO6);
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetScrambleConstants32(unsigned int **constants)
{
    if (!constants)
        return CURAND_STATUS_OUT_OF_RANGE;
    *constants = all().constants32.data();
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetScrambleConstants64(unsigned long long **constants)
{
    if (!constants)
        return CURAND_STATUS_OUT_OF_RANGE;
    *constants = all().constants64.data();
    return CURAND_STATUS_SUCCESS;
}
}
