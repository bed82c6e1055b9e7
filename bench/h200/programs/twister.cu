/* Mersenne twisters with a small state (a generator of 19 words a thread, its state in local memory), then Box and
 * Muller. */
#include "program.h"

#define STATE 19
#define MIDDLE 9
#define DRAWS 24

__global__ void twister_normals(const uint32_t *__restrict__ seeds, float *__restrict__ out, int generators)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= generators)
        return;
    uint32_t mt[STATE];
    mt[0] = seeds[id];
    for (int i = 1; i < STATE; i++)
        mt[i] = 1812433253u * (mt[i - 1] ^ mt[i - 1] >> 30) + i;
    int at = 0, other = MIDDLE;
    float last = 0;
    for (int d = 0; d < DRAWS; d++) {
        int next = at + 1 == STATE ? 0 : at + 1;
        uint32_t x = (mt[at] & 0xfffffffeu) | (mt[next] & 1u);
        x = mt[other] ^ x >> 1 ^ (x & 1 ? 0x8f7011eeu : 0u);
        mt[at] = x;
        at = next;
        other = other + 1 == STATE ? 0 : other + 1;
        x ^= x >> 12;
        x ^= x << 7 & 0x655e5280u;
        x ^= x << 15 & 0xffd58000u;
        x ^= x >> 18;
        float u = ((float)x + 1.0f) / 4294967808.0f;
        if (d & 1) {
            float r = sqrtf(-2.0f * logf(last)), s, c;
            __sincosf(6.2831853f * u, &s, &c);
            out[(d - 1) * generators + id] = r * c;
            out[d * generators + id] = r * s;
        }
        last = u;
    }
}

int main()
{
    const int generators = 8192, n = generators * DRAWS;
    uint32_t *seeds = host<uint32_t>(generators);
    for (int i = 0; i < generators; i++)
        seeds[i] = mix(i + 1);
    uint32_t *d_seeds = upload(seeds, generators);
    float *d_out = device<float>(n);
    twister_normals<<<generators / 128, 128>>>(d_seeds, d_out, generators);
    float *out = download(d_out, n);
    double mean = 0, square = 0;
    for (int i = 0; i < n; i++) {
        mean += out[i] / n;
        square += (double)out[i] * out[i] / n;
    }
    return verdict(fabs(mean) < 0.05 && square > 0.9 && square < 1.1);
}
