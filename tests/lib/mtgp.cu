/* MTGP32 against what an H200 gave (libcurand and curand_kernel.h of CUDA 13.0): raw and uniform numbers, and Poisson numbers where they are theirs, bit by bit (FNV-1a
   hashes); normal ones within a few roundings, the outermost among them. */
// flags: -lcurand -O0
// expect: host 19 of 19
// expect: device 21 of 21
#include <curand_mtgp32_kernel.h>
#include <curand.h>
#include <curand_kernel.h>
#include <curand_mtgp32_host.h>
#include <curand_mtgp32dc_p_11213.h>
#include <math.h>
#include <string.h>
#include <vector>

#include "expect.h"

typedef unsigned long long u64;
static u64 hashed(const void *p, size_t n)
{
    u64 h = 0xcbf29ce484222325ull;
    for (size_t i = 0; i < n; i++)
        h = (h ^ ((const unsigned char *)p)[i]) * 0x100000001b3ull;
    return h;
}
/* The first three, the largest and the smallest one */
struct sample { double first[3]; int top; double top_value; int low; double low_value; };
template <class T> static bool near(const T *v, const sample &s, double bound)
{
    bool ok = fabs(v[s.top] - s.top_value) <= bound * (1 + fabs(s.top_value)) && fabs(v[s.low] - s.low_value) <= bound * (1 + fabs(s.low_value));
    for (int i = 0; i < 3; i++)
        ok = ok && fabs(v[i] - s.first[i]) <= bound * (1 + fabs(s.first[i]));
    return ok;
}
static curandGenerator_t seeded(u64 seed, curandOrdering_t order = CURAND_ORDERING_PSEUDO_DEFAULT)
{
    curandGenerator_t g;
    curandCreateGeneratorHost(&g, CURAND_RNG_PSEUDO_MTGP32);
    curandSetGeneratorOrdering(g, order);
    curandSetPseudoRandomGeneratorSeed(g, seed);
    return g;
}
static void host()
{
    std::vector<unsigned int> h(120000);
    std::vector<float> f(80300);
    std::vector<double> d(40000);
    curandGenerator_t g;
    expect(curandCreateGeneratorHost(&g, CURAND_RNG_PSEUDO_MTGP32) == CURAND_STATUS_SUCCESS && curandSetGeneratorOffset(g, 1000) == CURAND_STATUS_TYPE_ERROR, "created");
    expect(curandSetGeneratorOrdering(g, CURAND_ORDERING_PSEUDO_SEEDED) == CURAND_STATUS_OUT_OF_RANGE, "order");
    curandGenerate(g, h.data(), 120000); /* three rows of 192 * 256, no seed */
    expect(hashed(h.data(), 480000) == 0xa158a875a830c22eull, "no seed");
    g = seeded(1);
    curandGenerate(g, h.data(), 120000);
    expect(hashed(h.data(), 480000) == 0xd2e057749caa1723ull, "seed 1");
    g = seeded(0);
    curandGenerate(g, h.data(), 5000);
    expect(hashed(h.data(), 20000) == 0xe809594cee8c1dbeull, "seed 0");
    g = seeded(0x123456789abcdefull);
    curandGenerate(g, h.data(), 5000);
    expect(hashed(h.data(), 20000) == 0xe10df17d20fcf31eull, "64 bits");
    g = seeded(1, CURAND_ORDERING_PSEUDO_LEGACY);
    curandGenerate(g, h.data(), 120000);
    expect(hashed(h.data(), 480000) == 0xad426e3631d4cd65ull, "legacy");
    g = seeded(1, CURAND_ORDERING_PSEUDO_BEST);
    curandGenerate(g, h.data(), 120000);
    expect(hashed(h.data(), 480000) == 0xd2e057749caa1723ull, "best");
    for (int legacy = 0; legacy < 2; legacy++) {
        g = seeded(1, legacy ? CURAND_ORDERING_PSEUDO_LEGACY : CURAND_ORDERING_PSEUDO_DEFAULT);
        curandGenerate(g, h.data(), 100), curandGenerate(g, h.data() + 100, 1000), curandGenerate(g, h.data() + 1100, 20000), curandGenerate(g, h.data() + 21100, 7);
        expect(hashed(h.data(), 84428) == (legacy ? 0x4ff6c3a719ebe80aull : 0x5c8d1a8551a6f75cull), "four calls", legacy);
    }
    g = seeded(1);
    curandGenerateUniform(g, f.data(), 40000), curandGenerateUniform(g, f.data() + 40000, 300), curandGenerateUniform(g, f.data() + 40300, 40000);
    expect(hashed(f.data(), 80300 * 4) == 0x2fd8be4e9c74c0e9ull, "uniform");
    g = seeded(1);
    curandGenerateUniformDouble(g, d.data(), 40000);
    expect(hashed(d.data(), 320000) == 0xc02f4a5d6e1216e0ull, "uniform double");
    g = seeded(1);
    curandGenerateNormal(g, f.data(), 40000, 0, 1);
    expect(near(f.data(), sample{{-0.5472024083137512, -0.7301314473152161, 0.5129079818725586}, 36579, 4.294920444488525, 35427, -4.293359279632568}, 1e-6), "normal");
    expect(curandGenerateNormal(g, f.data(), 33, 0, 1) == CURAND_STATUS_SUCCESS, "an odd number");
    g = seeded(1);
    curandGenerateNormalDouble(g, d.data(), 40000, 0, 1);
    expect(near(d.data(), sample{{-0.5472024216746395, -0.7301314759265306, 0.512907925295719}, 36579, 4.294920820990711, 35427, -4.2933595004730325}, 2e-15), "normal double");
    g = seeded(1);
    curandGenerateLogNormal(g, f.data(), 40000, 0.5f, 0.25f);
    expect(near(f.data(), sample{{1.437922716140747, 1.3736441135406494, 1.8742845058441162}, 36579, 4.824610710144043, 35427, 0.5636398792266846}, 1e-6), "log normal");
    g = seeded(1);
    curandGenerateLogNormalDouble(g, d.data(), 40000, 0.5, 0.25);
    expect(near(d.data(), sample{{1.4379225446222885, 1.3736440938408305, 1.8742844901213278}, 36579, 4.824611460598375, 35427, 0.5636398050014343}, 2e-15), "log normal double");
    g = seeded(1);
    curandGeneratePoisson(g, h.data(), 40000, 100);
    expect(hashed(h.data(), 160000) == 0xa7404907c7f083a7ull, "poisson", 100);
    g = seeded(1);
    curandGeneratePoisson(g, h.data(), 40000, 5000);
    expect(hashed(h.data(), 160000) == 0x07b21de376fe1da6ull, "poisson", 5000);
    summary("host");
}

enum { RAW, UNIFORM, UNIFORM_DOUBLE, NORMAL, NORMAL_DOUBLE, LOG_NORMAL, LOG_NORMAL_DOUBLE, POISSON, SPECIFIC, SINGLE };
__global__ void draw(curandStateMtgp32 *states, int kind, int calls, double lambda, void *out)
{
    curandStateMtgp32 *s = states + blockIdx.x;
    int t = (int)(threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)), n = (int)(blockDim.x * blockDim.y * blockDim.z);
    for (int i = 0; i < calls; i++) {
        int o = ((int)blockIdx.x * calls + i) * n + t;
        switch (kind) {
        case RAW: ((unsigned int *)out)[o] = curand(s); break;
        case UNIFORM: ((float *)out)[o] = curand_uniform(s); break;
        case UNIFORM_DOUBLE: ((double *)out)[o] = curand_uniform_double(s); break;
        case NORMAL: ((float *)out)[o] = curand_normal(s); break;
        case NORMAL_DOUBLE: ((double *)out)[o] = curand_normal_double(s); break;
        case LOG_NORMAL: ((float *)out)[o] = curand_log_normal(s, 0.5f, 0.25f); break;
        case LOG_NORMAL_DOUBLE: ((double *)out)[o] = curand_log_normal_double(s, 0.5, 0.25); break;
        case POISSON: ((unsigned int *)out)[o] = curand_poisson(s, lambda); break;
        case SPECIFIC: ((unsigned int *)out)[o] = curand_mtgp32_specific(s, (unsigned char)t, (unsigned char)n); break;
        case SINGLE: /* the second half of two draws is that of floats */
            if (i == 0)
                curand_mtgp32_specific(s, (unsigned char)t, (unsigned char)n);
            ((float *)out)[o] = curand_mtgp32_single_specific(s, (unsigned char)t, (unsigned char)n);
            break;
        }
    }
}
static void *buffer;
static curandStateMtgp32 *states;
static mtgp32_kernel_params *params;
static void *drawn(u64 seed, int blocks, dim3 threads, int kind, int calls, double lambda = 0)
{
    curandMakeMTGP32KernelState(states, mtgp32dc_params_fast_11213, params, blocks, seed);
    draw<<<blocks, threads>>>(states, kind, calls, lambda, buffer);
    cudaDeviceSynchronize();
    return buffer;
}
static void device()
{
    cudaMallocManaged(&buffer, 2000000);
    cudaMalloc(&states, 200 * sizeof(*states));
    cudaMalloc(&params, sizeof(*params));
    expect(sizeof(*states) == 4112 && sizeof(*params) == 40804, "sizes");
    expect(curandMakeMTGP32Constants(mtgp32dc_params_fast_11213, params) == CURAND_STATUS_SUCCESS, "constants");
    expect(curandMakeMTGP32KernelState(states, mtgp32dc_params_fast_11213, params, 201, 1) == CURAND_STATUS_OUT_OF_RANGE, "201");
    expect(hashed(drawn(1234, 2, dim3(256), RAW, 8), 16384) == 0xc30613fbe82a8a18ull, "raw");
    expect(hashed(drawn(7, 200, dim3(256), RAW, 6), 1228800) == 0x8387675be80be4f6ull, "all sets");
    expect(hashed(drawn(0x123456789abcdefull, 2, dim3(256), RAW, 2), 4096) == 0x18c9dd2f7a44b0b4ull, "64 bits");
    expect(hashed(drawn(1234, 2, dim3(64), RAW, 24), 12288) == 0xc69bd304e05fddf8ull, "blocks of 64");
    expect(hashed(drawn(1234, 2, dim3(100), RAW, 12), 9600) == 0x93e71b23b73ed85cull, "of 100");
    expect(hashed(drawn(1234, 2, dim3(16, 16), RAW, 6), 12288) == 0xc69bd304e05fddf8ull, "of 16 x 16");
    expect(hashed(drawn(1234, 2, dim3(8, 4, 2), RAW, 1), 256) == 0x901b84333a8cb056ull, "of 8 x 4 x 2");
    expect(hashed(drawn(1234, 1, dim3(96), SPECIFIC, 1), 384) == 0xea0eeb3d9b6621f8ull, "specific");
    expect(hashed(drawn(1234, 1, dim3(96), SINGLE, 1), 384) == 0x300bcfcdcd023260ull, "floats");
    expect(hashed(drawn(1234, 1, dim3(256), UNIFORM, 4), 4096) == 0x450af4bec24e9d35ull, "uniform");
    expect(hashed(drawn(1234, 1, dim3(256), UNIFORM_DOUBLE, 4), 8192) == 0xfb4c6af1e8c8194cull, "uniform double");
    expect(hashed(drawn(1234, 1, dim3(256), POISSON, 4, 3), 4096) == 0xa113b0b5294cfdabull, "poisson", 3);
    expect(hashed(drawn(1234, 1, dim3(256), POISSON, 4, 100), 4096) == 0x121fb2d45c114aeeull, "poisson", 100);
    expect(hashed(drawn(1234, 1, dim3(256), POISSON, 4, 5000), 4096) == 0x1bf546ebadd8ccf4ull, "poisson", 5000);
    expect(near((float *)drawn(1234, 1, dim3(256), NORMAL, 4), sample{{0.20783714950084686, -0.09134577959775925, 0.2940191626548767}, 535, 3.0214364528656006, 649, -2.7843825817108154}, 1e-6), "normal");
    expect(near((double *)drawn(1234, 1, dim3(256), NORMAL_DOUBLE, 4), sample{{0.2078371684638487, -0.0913457999957171, 0.294019159005838}, 535, 3.0214367545960594, 649, -2.7843826197706973}, 2e-15), "normal double");
    expect(near((float *)drawn(1234, 1, dim3(256), LOG_NORMAL, 4), sample{{1.7366522550582886, 1.6114970445632935, 1.7744752168655396}, 535, 3.509098529815674, 649, 0.8219336271286011}, 1e-6), "log normal");
    expect(near((double *)drawn(1234, 1, dim3(256), LOG_NORMAL_DOUBLE, 4), sample{{1.7366522958421022, 1.6114969828360377, 1.7744753286716894}, 535, 3.5090985763808105, 649, 0.8219336089055327}, 2e-15), "log normal double");
    summary("device");
}
int main()
{
    host();
    device();
    return 0;
}
