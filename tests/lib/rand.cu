/* cuRAND against what an H200 gave (libcurand and curand_kernel.h of CUDA 13.0): raw and uniform numbers bit by bit (their FNV-1a
   hashes), normal ones within a few roundings, Poisson numbers by their mean and variance. */
// flags: -lcurand -O0
// expect: host 21 of 21
// expect: twister 11 of 11
// expect: device 100 of 100
// expect: distributions 20 of 20
// expect: statuses 13 of 13
#include <curand.h>
#include <curand_kernel.h>
#include <math.h>
#include <string.h>
#include <vector>

#include "expect.h"

typedef unsigned long long u64;
__host__ __device__ static u64 hashed(const void *p, size_t n)
{
    u64 h = 0xcbf29ce484222325ull;
    for (size_t i = 0; i < n; i++)
        h = (h ^ ((const unsigned char *)p)[i]) * 0x100000001b3ull;
    return h;
}
static void close(const double *got, const double *want, double bound, int which)
{
    bool ok = true;
    for (int i = 0; i < 4; i++)
        ok = ok && fabs(got[i] - want[i]) <= bound * (1 + fabs(want[i]));
    expect(ok, "normal", which);
}
static const struct { curandRngType_t type; curandOrdering_t order; u64 seed, offset; size_t n; u64 hash; } pseudo[] = {
    {CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_LEGACY, 1234ull, 0, 20000, 0xeeee96627cc75311ull},
    {CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_DEFAULT, 1234ull, 0, 20000, 0xeeee96627cc75311ull},
    {CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_DEFAULT, 0x123456789abcdefull, 0, 10000, 0x54596779ea2e845aull},
    {CURAND_RNG_PSEUDO_XORWOW, CURAND_ORDERING_PSEUDO_DEFAULT, 1234ull, 100003, 5000, 0xff18e4b4d4513974ull},
    {CURAND_RNG_PSEUDO_MRG32K3A, CURAND_ORDERING_PSEUDO_LEGACY, 1234ull, 0, 20000, 0xdc9ce85a021b1885ull},
    {CURAND_RNG_PSEUDO_MRG32K3A, CURAND_ORDERING_PSEUDO_DEFAULT, 1234ull, 0, 100000, 0xf229a48d11c35a62ull},
    {CURAND_RNG_PSEUDO_MRG32K3A, CURAND_ORDERING_PSEUDO_DEFAULT, 0x123456789abcdefull, 0, 10000, 0x5b8ffeec6bf4eaadull},
    {CURAND_RNG_PSEUDO_MRG32K3A, CURAND_ORDERING_PSEUDO_DEFAULT, 1234ull, 100003, 5000, 0x8fc72e971c28aa1dull},
    {CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_ORDERING_PSEUDO_LEGACY, 1234ull, 0, 20000, 0xba599b0dedef6d8cull},
    {CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_ORDERING_PSEUDO_DEFAULT, 1234ull, 0, 20000, 0xba599b0dedef6d8cull},
    {CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_ORDERING_PSEUDO_DEFAULT, 0x123456789abcdefull, 0, 10000, 0xbd2945cfe636bdb1ull},
    {CURAND_RNG_PSEUDO_PHILOX4_32_10, CURAND_ORDERING_PSEUDO_DEFAULT, 1234ull, 100003, 5000, 0x863f15909bc81a6eull},
};
static void host()
{
    unsigned int *d;
    cudaMalloc(&d, 800000);
    std::vector<unsigned int> h(200000);
    for (auto &c : pseudo) {
        curandGenerator_t g;
        curandCreateGenerator(&g, c.type);
        curandSetPseudoRandomGeneratorSeed(g, c.seed);
        curandSetGeneratorOffset(g, c.offset);
        curandSetGeneratorOrdering(g, c.order);
        size_t first = c.n / 3; /* two calls continue each other */
        curandGenerate(g, d, first);
        curandGenerate(g, d + first, c.n - first);
        cudaMemcpy(h.data(), d, 4 * c.n, cudaMemcpyDeviceToHost);
        expect(hashed(h.data(), 4 * c.n) == c.hash, "pseudo", (int)(&c - pseudo));
        curandDestroyGenerator(g);
    }
    const curandRngType_t types[] = {CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A, CURAND_RNG_PSEUDO_PHILOX4_32_10};
    const u64 uniform[] = {0xcd89da1382542cffull, 0xd241935dc3d54e4eull, 0x30c69a45fce47b6bull};
    const u64 doubles[] = {0xc70e78d439eba213ull, 0xe0753dffc5707818ull, 0xe405a50f9669d160ull};
    for (int t = 0; t < 3; t++) {
        curandGenerator_t g;
        curandCreateGeneratorHost(&g, types[t]);
        curandSetPseudoRandomGeneratorSeed(g, 1234);
        curandGenerateUniform(g, (float *)h.data(), 9001);
        expect(hashed(h.data(), 4 * 9001) == uniform[t], "uniform", t);
        curandSetPseudoRandomGeneratorSeed(g, 1234);
        curandGenerateUniformDouble(g, (double *)h.data(), 9001);
        expect(hashed(h.data(), 8 * 9001) == doubles[t], "uniform double", t);
        curandDestroyGenerator(g);
    }
    const u64 sobol[] = {0x9cca5dd3bcb6b08aull, 0x7366a880ad14990aull};
    for (int t = 0; t < 2; t++) {
        curandGenerator_t g;
        curandCreateGenerator(&g, t ? CURAND_RNG_QUASI_SOBOL64 : CURAND_RNG_QUASI_SOBOL32);
        curandSetQuasiRandomGeneratorDimensions(g, 7);
        curandSetGeneratorOffset(g, 1001);
        t ? curandGenerateLongLong(g, (u64 *)d, 7000) : curandGenerate(g, d, 7000);
        cudaMemcpy(h.data(), d, (t ? 8 : 4) * 7000, cudaMemcpyDeviceToHost);
        expect(hashed(h.data(), (t ? 8 : 4) * 7000) == sobol[t], "sobol", t);
        curandDestroyGenerator(g);
    }
    /* the first 64 scrambled numbers of a dimension lie in 64 intervals */
    curandGenerator_t g;
    curandCreateGenerator(&g, CURAND_RNG_QUASI_SCRAMBLED_SOBOL32);
    curandSetQuasiRandomGeneratorDimensions(g, 500);
    curandGenerateUniform(g, (float *)d, 500 * 64);
    cudaMemcpy(h.data(), d, 500 * 64 * 4, cudaMemcpyDeviceToHost);
    bool even = true;
    for (int k = 0; k < 500; k++) {
        u64 seen = 0;
        for (int i = 0; i < 64; i++)
            seen |= 1ull << ((int)(((float *)h.data())[k * 64 + i] * 64) & 63);
        even = even && seen == ~0ull;
    }
    expect(even, "scrambled", 0);
    curandDestroyGenerator(g);
    cudaFree(d);
    summary("host");
}

/* MT19937: three rounds of its 8,192 streams, in two calls; one number for one in every distribution */
static void twister()
{
    const size_t n = 140000;
    const double normal[] = {-0.87231069803237915, -1.490208387374878, -1.037146806716919, 0.40638238191604614};
    const double normal_double[] = {-0.8723107025440022, -1.4902084377231493, -1.0371468540538034, 0.40638240973486395};
    std::vector<unsigned int> h(2 * n);
    curandGenerator_t g;
    curandCreateGeneratorHost(&g, CURAND_RNG_PSEUDO_MT19937);
    expect(curandSetGeneratorOffset(g, 5) == CURAND_STATUS_TYPE_ERROR, "offset", 0);
    expect(curandSetGeneratorOrdering(g, CURAND_ORDERING_PSEUDO_DYNAMIC) == CURAND_STATUS_OUT_OF_RANGE, "order", 0);
    expect(curandSetGeneratorOrdering(g, CURAND_ORDERING_PSEUDO_LEGACY) == CURAND_STATUS_SUCCESS, "order", 1);
    curandSetPseudoRandomGeneratorSeed(g, 0x123456700000000ull | 1234); /* the low half counts */
    curandGenerate(g, h.data(), 4000);
    expect(hashed(h.data(), 4 * 4000) == 0x0b57f83a23271ab0ull, "raw", 0);
    curandGenerate(g, h.data() + 4000, n - 4000);
    expect(hashed(h.data(), 4 * n) == 0xd912a3a79515bb00ull, "raw", 1);
    const u64 uniform = 0x93a575d29a17c696ull, doubles = 0xc4a3b4ad83fbd41dull;
    auto again = [&]() { curandSetPseudoRandomGeneratorSeed(g, 1234); };
    again();
    curandGenerateUniform(g, (float *)h.data(), 4000);
    expect(hashed(h.data(), 4 * 4000) == uniform, "uniform", 0);
    again();
    curandGenerateUniformDouble(g, (double *)h.data(), 4000);
    expect(hashed(h.data(), 8 * 4000) == doubles, "uniform double", 0);
    again();
    expect(curandGenerateNormal(g, (float *)h.data(), 101, 0, 1) == CURAND_STATUS_SUCCESS, "odd", 0);
    double f[4];
    for (int i = 0; i < 4; i++)
        f[i] = ((float *)h.data())[i];
    close(f, normal, 1e-6, 0);
    again();
    curandGenerateNormalDouble(g, (double *)h.data(), 100, 0, 1);
    close((double *)h.data(), normal_double, 1e-15, 1);
    again();
    curandGeneratePoisson(g, h.data(), 10000, 10);
    double sum = 0;
    for (int i = 0; i < 10000; i++)
        sum += h[i];
    expect(fabs(sum / 10000 - 10) < 0.1, "poisson", 0);
    curandDestroyGenerator(g);
    summary("twister");
}

/* seed, sequence, offset */
__constant__ u64 starts[8][3] = {{0, 0, 0}, {1234, 0, 0}, {1234, 1, 0}, {1234, 5, 7}, {0x123456789abcdefull, 1000, 3},
    {42, 0xfedcba987654ull, 0x123456789abull}, {0xffffffffffffffffull, 0xffffffff12345678ull, 2}, {7, 3, 1ull << 40}};
template <class S> __global__ void draws(u64 (*out)[8], float *normal, double *normal_double)
{
    int k = threadIdx.x;
    S first, s;
    union { unsigned int i[48]; float f[16]; double d[16]; } v;
    curand_init(starts[k][0], starts[k][1], starts[k][2], &first);
#define DRAW(row, field, call, bytes)                       \
    s = first;                                               \
    for (int i = 0; i < 16; i++)                             \
        v.field[i] = call;                                   \
    out[row][k] = hashed(&v, bytes)
    DRAW(0, i, curand(&s), 64);
    DRAW(1, f, curand_uniform(&s), 64);
    DRAW(2, d, curand_uniform_double(&s), 128);
    s = first;
    skipahead(1000003ull, &s);
    for (int i = 0; i < 16; i++)
        v.i[i] = curand(&s);
    out[3][k] = hashed(&v, 64);
    s = first;
    skipahead_sequence(77777ull, &s);
    for (int i = 0; i < 16; i++)
        v.i[i] = curand(&s);
    out[4][k] = hashed(&v, 64);
    for (int l = 0; l < 3; l++) {
        s = first;
        for (int i = 0; i < 16; i++)
            v.i[16 * l + i] = curand_poisson(&s, l == 0 ? 0.5 : l == 1 ? 10 : 63.5);
    }
    out[5][k] = hashed(&v, 192);
    s = first;
    for (int i = 0; k == 3 && i < 4; i++)
        normal[i] = curand_normal(&s);
    s = first;
    for (int i = 0; k == 3 && i < 4; i++)
        normal_double[i] = curand_normal_double(&s);
}
static const u64 xorwow[6][8] = {
    {0xdf8993d71b8de534ull, 0xb574d9dcf6ab2b31ull, 0xb1ab71cbebf00fe9ull, 0x7f33c7c9a0e4caeeull, 0xb1fcc9b70759f806ull, 0x525489ec617727d3ull, 0x4fba489c7ea78fb3ull, 0x9b4c5b8553c30d95ull},
    {0xcdc49feaec0499c5ull, 0xad57a88431a02f9aull, 0x2b718c7efc21a395ull, 0xe89bb91783cfc2deull, 0xd1bc556b9a106f67ull, 0xb222e08525a74ed8ull, 0xecec2e9160af6553ull, 0x3b221ce870b34068ull},
    {0x99f3260ac88dffb6ull, 0x331ab8a01f3e6d96ull, 0x68ebda056f022a9aull, 0xbf2e0d4e09d29f86ull, 0xb9f9b6c5840bdcbbull, 0x15f7c5bfa6ad7bcfull, 0x9f423cea8e701408ull, 0xd6e4547eba97db5aull},
    {0xc6e5205849ad2dceull, 0x9f1f33dc72ad3564ull, 0x57d3e0d7368b3a37ull, 0xcd5e4ce0441c514bull, 0xe3b01766aad4e39aull, 0x5b3a387b53e7c8dull, 0x4610f57fa4a65ab1ull, 0x542c74648e164a12ull},
    {0xaf32e5634326d7baull, 0xc0deec0fa312a4d9ull, 0x27782dca059de977ull, 0x414f59a91b2717aeull, 0x46cd5ded0d8023b6ull, 0x1db12bb183741b37ull, 0x5e21478e111574e8ull, 0xea98f599f79417b3ull},
    {0x5dd32d4e60503b0dull, 0x778c595f5d1ce406ull, 0xcff4b08c84b21b36ull, 0xcf02f673950688beull, 0x28622fc8f48953e2ull, 0x10303015c66f1f27ull, 0x55f162f8b0700d2bull, 0x28154aaaf876f716ull},
};
static const u64 philox[6][8] = {
    {0x6c5c9d02f4b97e65ull, 0x41301a5ebd63894full, 0x510f07192c50b68full, 0x3edaa346bab1643ull, 0xd56a7df94677eca8ull, 0x7f9e409e102a8a9eull, 0x5aa54e9393f086dbull, 0x54a4a43833dca4ecull},
    {0xe2d2d310bfabbb70ull, 0x70cf0c1c5dda3ddfull, 0x7cd2c21e5cf5b936ull, 0xf7d8465315201b06ull, 0x1c93b898f6f2a2b8ull, 0xc7fc7b1cb6420f56ull, 0xba9f72ca63ce8715ull, 0x4c4b044ca88536dcull},
    {0x26ab7a6d42d2aa17ull, 0x2e15db0ae3485bebull, 0xdf21005fbdfdb59aull, 0xd86608867595896aull, 0xdbe3286d41e524dbull, 0xa156ac4856203887ull, 0xada706bed515b8e4ull, 0x607dd8b5326cd14cull},
    {0x77323e57e97dc51eull, 0xa8edf1178ba95b6cull, 0xa15247c7275a08dfull, 0xa755d29099414d90ull, 0xc24a79741332d4d8ull, 0x6e600e45d2e104c3ull, 0x3983a57c056e7e00ull, 0x60ad987b73be5df2ull},
    {0x26ebc017e040336dull, 0x8062ab33b5ea5a06ull, 0x7054af3d53627785ull, 0x95c0a34730d22553ull, 0x50801782dd63d47cull, 0x420c97a54c8d4ed6ull, 0x20efd500d6e4052cull, 0xf57f5ad47e327faull},
    {0x1c801fa4c056789bull, 0xb3cc00a06234ef1bull, 0x944fe232562b82f3ull, 0xa44b1b40180ca62bull, 0x95e9623520fc6212ull, 0xc172971241cd3a58ull, 0xb0147590767c187full, 0x18b4680dd34d9bc0ull},
};
template <class S> static void device(const u64 (*want)[8], const double *normal, const double *normal_double)
{
    struct result { u64 hashes[6][8]; double d[4]; float f[4]; } *r;
    cudaMallocManaged(&r, sizeof *r);
    draws<S><<<1, 8>>>(r->hashes, r->f, r->d);
    cudaDeviceSynchronize();
    for (int i = 0; i < 48; i++)
        expect(r->hashes[i / 8][i % 8] == want[i / 8][i % 8], "draw", i);
    double f[4] = {r->f[0], r->f[1], r->f[2], r->f[3]};
    close(f, normal, 1e-6, 0);
    close(r->d, normal_double, 1e-15, 1);
    cudaFree(r);
}
static void devices()
{
    const double a[] = {-0.5824048519134521, 0.3962525725364685, 2.1386375427246094, -0.3130432963371277};
    const double b[] = {0.5740867775046113, -0.08403196401854533, -0.7354986233171137, -0.8789088833284485};
    const double c[] = {1.0296156406402588, 0.7379509210586548, 0.12063070386648178, 0.5657634735107422};
    const double d[] = {0.4054652570255291, 1.9016265069151121, 0.6703970074328113, -0.3304745082487359};
    device<curandStateXORWOW_t>(xorwow, a, b);
    device<curandStatePhilox4_32_10_t>(philox, c, d);
    summary("device");
}

/* the first numbers of the host interface with seed 1234, mean 0.5 and deviation 2; log-normal: 0.5 and 0.25 */
static const struct { curandRngType_t type; double normal[4], normal_double[4], log_normal[4]; } normals[] = {
    {CURAND_RNG_PSEUDO_XORWOW, {2.06194735, -3.10315585, -0.0616974235, 1.62709296}, {1.2174795970489094, -1.9791850064471039, 0.3170092004527828, -0.26023787736790849},
     {2.00419688, 1.05085647, 1.5369314, 1.89816308}},
    {CURAND_RNG_PSEUDO_MRG32K3A, {-0.221307099, -0.682562709, -2.93707252, -1.30322409}, {-0.22130729222348966, -0.68256280748348797, -2.9370721233062285, -1.3032252504334696},
     {1.50657165, 1.42216396, 1.07290065, 1.31600022}},
    {CURAND_RNG_PSEUDO_PHILOX4_32_10, {-2.73298097, 2.95830941, -2.62108135, 1.4292407}, {-0.57905339181463766, 0.82126669288404597, 2.5163934154745391, 4.1644984956304789},
     {1.10062408, 2.24182129, 1.11612713, 1.85179436}}};
static void distributions()
{
    std::vector<double> h(4000);
    for (auto &c : normals) {
        curandGenerator_t g;
        curandCreateGeneratorHost(&g, c.type);
        for (int i = 0; i < 2; i++) {
            curandSetPseudoRandomGeneratorSeed(g, 1234);
            float f[4];
            i ? curandGenerateLogNormal(g, f, 4, 0.5f, 0.25f) : curandGenerateNormal(g, f, 4, 0.5f, 2);
            double v[4] = {f[0], f[1], f[2], f[3]};
            close(v, i ? c.log_normal : c.normal, 2e-6, c.type);
        }
        curandSetPseudoRandomGeneratorSeed(g, 1234);
        curandGenerateNormalDouble(g, h.data(), 4, 0.5, 2);
        close(h.data(), c.normal_double, 1e-14, c.type);
        const double lambda[] = {0.5, 10, 100, 5000};
        std::vector<unsigned int> p(4000);
        for (double l : lambda) {
            if (c.type == CURAND_RNG_PSEUDO_MRG32K3A && l > 10)
                continue;
            curandGeneratePoisson(g, p.data(), p.size(), l);
            double sum = 0, squares = 0;
            for (unsigned int x : p)
                sum += x, squares += (x - l) * (x - l);
            double n = (double)p.size(); /* five standard deviations each */
            expect(fabs(sum / n - l) < 5 * sqrt(l / n) && fabs(squares / n - l) < 5 * sqrt((l + 2 * l * l) / n), "poisson", (int)l);
        }
        curandDestroyGenerator(g);
    }
    curandGenerator_t g; /* quantiles at 1/2, 3/4, 1/4 */
    curandCreateGeneratorHost(&g, CURAND_RNG_QUASI_SOBOL64);
    curandGenerateNormalDouble(g, h.data(), 4, 0.5, 2);
    expect(h[1] == 0.5 && fabs(h[2] - 1.8489795003921639) < 1e-12 && fabs(h[3] + 0.848979500392163) < 1e-12, "sobol normal", 64);
    curandDestroyGenerator(g);
    summary("distributions");
}
static void statuses()
{
    curandGenerator_t x, q;
    unsigned int *d;
    cudaMalloc(&d, 4096);
    int n = 0;
    expect(curandCreateGenerator(&x, (curandRngType_t)7) == CURAND_STATUS_TYPE_ERROR, "status", n++);
    curandCreateGenerator(&x, CURAND_RNG_PSEUDO_DEFAULT);
    curandCreateGenerator(&q, CURAND_RNG_QUASI_DEFAULT);
    expect(curandSetQuasiRandomGeneratorDimensions(x, 3) == CURAND_STATUS_TYPE_ERROR, "status", n++);
    expect(curandSetQuasiRandomGeneratorDimensions(q, 0) == CURAND_STATUS_OUT_OF_RANGE, "status", n++);
    expect(curandSetQuasiRandomGeneratorDimensions(q, 20001) == CURAND_STATUS_OUT_OF_RANGE, "status", n++);
    expect(curandSetQuasiRandomGeneratorDimensions(q, 3) == CURAND_STATUS_SUCCESS, "status", n++);
    expect(curandGenerate(q, d, 100) == CURAND_STATUS_LENGTH_NOT_MULTIPLE, "status", n++);
    expect(curandGenerateNormal(x, (float *)d, 101, 0, 1) == CURAND_STATUS_LENGTH_NOT_MULTIPLE, "status", n++);
    expect(curandGenerateLongLong(q, (u64 *)d, 99) == CURAND_STATUS_TYPE_ERROR, "status", n++);
    expect(curandSetPseudoRandomGeneratorSeed(q, 1) == CURAND_STATUS_TYPE_ERROR, "status", n++);
    expect(curandSetGeneratorOrdering(q, CURAND_ORDERING_PSEUDO_BEST) == CURAND_STATUS_OUT_OF_RANGE, "status", n++);
    expect(curandGeneratePoisson(x, d, 10, -1) == CURAND_STATUS_OUT_OF_RANGE, "status", n++);
    expect(curandGenerate(NULL, d, 10) == CURAND_STATUS_NOT_INITIALIZED, "status", n++);
    expect(curandDestroyGenerator(x) == CURAND_STATUS_SUCCESS && curandDestroyGenerator(q) == CURAND_STATUS_SUCCESS, "status", n++);
    summary("statuses");
}
int main()
{
    host();
    twister();
    devices();
    distributions();
    statuses();
    return cudaGetLastError() != cudaSuccess;
}
