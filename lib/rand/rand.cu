/* cuRAND's host interface: seeding, and the kernels that fill an array. Columns are seeded by the host. */
#include "rand.h"
#include <vector>

/* One draw from a state: 1 number, 2 of a normal distribution's */
template <class S> __device__ void put(S *s, unsigned int *o, const draw &d)
{
    o[0] = d.kind == POISSON ? sluice_poisson(d.a, curand_uniform_double(s)) : curand(s);
}
template <class S> __device__ void put(S *s, float *o, const draw &d)
{
    if (d.kind == UNIFORM) {
        o[0] = curand_uniform(s);
        return;
    }
    float2 p = curand_normal2(s);
    p.x = fmaf(p.x, (float)d.b, (float)d.a), p.y = fmaf(p.y, (float)d.b, (float)d.a);
    o[0] = d.kind == NORMAL ? p.x : expf(p.x), o[1] = d.kind == NORMAL ? p.y : expf(p.y);
}
template <class S> __device__ void put(S *s, double *o, const draw &d)
{
    if (d.kind == UNIFORM) {
        o[0] = curand_uniform_double(s);
        return;
    }
    double2 p = curand_normal2_double(s);
    p.x = fma(p.x, d.b, d.a), p.y = fma(p.y, d.b, d.a);
    o[0] = d.kind == NORMAL ? p.x : exp(p.x), o[1] = d.kind == NORMAL ? p.y : exp(p.y);
}
/* Each thread has a column and draws each columns-th item from it. */
template <class S, class T> __global__ void from_columns(S *states, unsigned int columns, unsigned int first, T *out, size_t items, int each, draw d)
{
    unsigned int t = blockIdx.x * blockDim.x + threadIdx.x;
    if (t >= columns || t >= items)
        return;
    S *at = states + (first + t) % columns, s = *at;
    for (size_t i = t; i < items; i += columns)
        put(&s, out + i * each, d);
    *at = s;
}
/* A value of the i-th number in a Philox group of four */
__device__ void put4(curandStatePhilox4_32_10_t *s, unsigned int *o, const draw &d)
{
    uint4 v = curand4(s);
    o[0] = v.x, o[1] = v.y, o[2] = v.z, o[3] = v.w;
    if (d.kind == POISSON)
        for (int i = 0; i < 4; i++)
            o[i] = sluice_poisson(d.a, sluice_uniform_double(o[i]));
}
__device__ void put4(curandStatePhilox4_32_10_t *s, float *o, const draw &d)
{
    if (d.kind == UNIFORM) {
        float4 v = curand_uniform4(s);
        o[0] = v.x, o[1] = v.y, o[2] = v.z, o[3] = v.w;
        return;
    }
    put(s, o, d);
    put(s, o + 2, d);
}
__device__ void put4(curandStatePhilox4_32_10_t *s, double *o, const draw &d)
{
    if (d.kind == UNIFORM) {
        double4 v = curand_uniform4_double(s);
        o[0] = v.x, o[1] = v.y, o[2] = v.z, o[3] = v.w;
        return;
    }
    put(s, o, d);
    put(s, o + 2, d);
}
#define PHILOX_COLUMNS 65536u
/* Numbers first to first + n of Philox: four to a column, doubles from two counters of it */
template <class T> __global__ void from_philox(unsigned long long seed, unsigned long long first, T *out, size_t n, draw d)
{
    unsigned long long group = first / 4 + blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x;
    if (group * 4 >= first + n)
        return;
    curandStatePhilox4_32_10_t s;
    curand_init(seed, group % PHILOX_COLUMNS, group / PHILOX_COLUMNS * (sizeof(T) == 8 ? 8 : 4), &s);
    T v[4];
    put4(&s, v, d);
    for (int i = 0; i < 4; i++)
        if (group * 4 + i >= first && group * 4 + i < first + n)
            out[group * 4 + i - first] = v[i];
}
template <class X, class T> __device__ T quasi(X x, const draw &d, T)
{
    if (d.kind == RAW)
        return (T)x;
    if (d.kind == POISSON)
        return (T)sluice_poisson(d.a, sluice_uniform_double(x));
    if (d.kind == UNIFORM)
        return sizeof(T) == 8 ? (T)sluice_uniform_double(x) : (T)sluice_uniform(x);
    double z = fma(normcdfinv(sluice_uniform_double(x)), d.b, d.a);
    return (T)(d.kind == NORMAL ? z : exp(z));
}
#define SOBOL_THREADS_LOG 8
/* Points first to first + n of a dimension a block row; a thread goes from point i to i + 256: two direction vectors differ. */
template <class X, class T> __global__ void from_sobol(const X *vectors, const X *scramble, unsigned long long first, T *out, size_t n, draw d)
{
    const X *v = vectors + (size_t)blockIdx.y * (8 * sizeof(X));
    X i = (X)(first + threadIdx.x), x = scramble ? scramble[blockIdx.y] : 0;
    i += (X)blockIdx.x << 16;
    for (X g = i ^ (i >> 1), b = 0; g; g >>= 1, b++)
        if (g & 1)
            x ^= v[b];
    size_t from = (size_t)blockIdx.x << 16, to = from + 65536 < n ? from + 65536 : n;
    for (size_t at = from + threadIdx.x; at < to; at += 1 << SOBOL_THREADS_LOG) {
        out[blockIdx.y * n + at] = quasi(x, d, T());
        int b = SOBOL_THREADS_LOG + (sizeof(X) == 8 ? __ffsll(~(i >> SOBOL_THREADS_LOG)) : __ffs(~(i >> SOBOL_THREADS_LOG))) - 1;
        x ^= v[SOBOL_THREADS_LOG - 1] ^ (b < (int)(8 * sizeof(X)) ? v[b] : 0);
        i += 1 << SOBOL_THREADS_LOG;
    }
}

static bool pseudo(curandRngType_t t) { return t < CURAND_RNG_QUASI_DEFAULT; }
static bool wide(curandRngType_t t) { return t == CURAND_RNG_QUASI_SOBOL64 || t == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64; }
static bool scrambled(curandRngType_t t) { return t == CURAND_RNG_QUASI_SCRAMBLED_SOBOL32 || t == CURAND_RNG_QUASI_SCRAMBLED_SOBOL64; }
static void unseed(curandGenerator_t g)
{
    cudaFree(g->states);
    cudaFree(g->scramble);
    twister_free(g->twister);
    mtgp_free(g->mtgp);
    g->states = g->scramble = g->twister = g->mtgp = NULL;
    g->next = g->offset;
}
template <class T> static void *on_device(const T *from, size_t n)
{
    void *p = NULL;
    if (cudaMalloc(&p, n * sizeof(T)) != cudaSuccess)
        return NULL;
    cudaMemcpy(p, from, n * sizeof(T), cudaMemcpyHostToDevice);
    return p;
}
/* Column c starts at subsequence c; the offset counts numbers of the output. */
template <class S> static void *seeded(curandGenerator_t g, void (*advance)(S *))
{
    std::vector<S> all(g->columns);
    S s;
    curand_init(g->seed, 0, g->offset / g->columns, &s);
    for (unsigned int c = 0; c < g->columns; c++) {
        all[c] = s;
        if (c < g->offset % g->columns)
            curand(&all[c]);
        advance(&s);
    }
    g->next = g->offset % g->columns;
    return on_device(all.data(), all.size());
}
static void next_xorwow(curandStateXORWOW_t *s) { skipahead_sequence(1ull, s); }
static void next_mrg(curandStateMRG32k3a_t *s) { skipahead_subsequence(1ull, s); }
static curandStatus_t seed(curandGenerator_t g)
{
    if (g->states)
        return CURAND_STATUS_SUCCESS;
    if (g->type == CURAND_RNG_PSEUDO_XORWOW) {
        g->columns = 4096;
        g->states = seeded<curandStateXORWOW_t>(g, next_xorwow);
    } else if (g->type == CURAND_RNG_PSEUDO_MRG32K3A) {
        g->columns = g->order == CURAND_ORDERING_PSEUDO_LEGACY ? 4096 : 81920;
        g->states = seeded<curandStateMRG32k3a_t>(g, next_mrg);
    } else if (g->type == CURAND_RNG_PSEUDO_MT19937) {
        if (!g->twister)
            g->twister = twister_new(g->seed);
        return g->twister ? CURAND_STATUS_SUCCESS : CURAND_STATUS_ALLOCATION_FAILED;
    } else if (g->type == CURAND_RNG_PSEUDO_MTGP32) {
        if (!g->mtgp)
            g->mtgp = mtgp_new(g->seed, g->order == CURAND_ORDERING_PSEUDO_LEGACY);
        return g->mtgp ? CURAND_STATUS_SUCCESS : CURAND_STATUS_ALLOCATION_FAILED;
    } else if (pseudo(g->type))
        return CURAND_STATUS_SUCCESS;
    else if (wide(g->type)) {
        unsigned long long *c;
        curandGetScrambleConstants64(&c);
        g->states = on_device(sobol64(scrambled(g->type)), g->dims * 64);
        g->scramble = scrambled(g->type) ? on_device(c, g->dims) : NULL;
    } else {
        unsigned int *c;
        curandGetScrambleConstants32(&c);
        g->states = on_device(sobol32(scrambled(g->type)), g->dims * 32);
        g->scramble = scrambled(g->type) ? on_device(c, g->dims) : NULL;
    }
    return g->states ? CURAND_STATUS_SUCCESS : CURAND_STATUS_ALLOCATION_FAILED;
}
template <class S, class T> static void columns(curandGenerator_t g, T *out, size_t n, const draw &d)
{
    int each = d.kind == NORMAL || d.kind == LOG_NORMAL ? 2 : 1;
    size_t items = n / each;
    unsigned int threads = items < g->columns ? (unsigned int)items : g->columns;
    from_columns<<<(threads + 127) / 128, 128, 0, g->stream>>>((S *)g->states, g->columns, (unsigned int)g->next, out, items, each, d);
    g->next = (g->next + items) % g->columns;
}
template <class X, class T> static void sobol(curandGenerator_t g, T *out, size_t n, const draw &d)
{
    size_t points = n / g->dims;
    from_sobol<<<dim3((unsigned int)((points + 65535) >> 16), g->dims), 1 << SOBOL_THREADS_LOG, 0, g->stream>>>((const X *)g->states, (const X *)g->scramble, g->next, out, points, d);
    g->next += points;
}
/* False: there is no memory for it */
template <class T> static bool fill(curandGenerator_t g, T *out, size_t n, const draw &d)
{
    switch (g->type) {
    case CURAND_RNG_PSEUDO_MT19937: return twister_fill(g, out, n, d);
    case CURAND_RNG_PSEUDO_MTGP32: mtgp_fill(g, out, n, d); break;
    case CURAND_RNG_PSEUDO_XORWOW: columns<curandStateXORWOW_t>(g, out, n, d); break;
    case CURAND_RNG_PSEUDO_MRG32K3A: columns<curandStateMRG32k3a_t>(g, out, n, d); break;
    case CURAND_RNG_QUASI_SOBOL32:
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL32: sobol<unsigned int>(g, out, n, d); break;
    case CURAND_RNG_QUASI_SOBOL64:
    case CURAND_RNG_QUASI_SCRAMBLED_SOBOL64: sobol<unsigned long long>(g, out, n, d); break;
    default:
        from_philox<<<(unsigned int)((n / 4 + 2 + 127) / 128), 128, 0, g->stream>>>(g->seed, g->next, out, n, d);
        g->next += n;
    }
    return true;
}
static bool fill(curandGenerator_t g, unsigned long long *out, size_t n, const draw &d)
{
    sobol<unsigned long long>(g, out, n, d);
    return true;
}
/* The one way in: checks, seeds, fills; through device memory if the result is the host's. */
template <class T> static curandStatus_t generate(curandGenerator_t g, T *out, size_t n, draw d)
{
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    if (!out && n)
        return CURAND_STATUS_OUT_OF_RANGE;
    bool pairs = (d.kind == NORMAL || d.kind == LOG_NORMAL) && g->type != CURAND_RNG_PSEUDO_MT19937 && g->type != CURAND_RNG_PSEUDO_MTGP32;
    if (pseudo(g->type) ? pairs && n % 2 : n % g->dims != 0)
        return CURAND_STATUS_LENGTH_NOT_MULTIPLE;
    curandStatus_t r = seed(g);
    if (r != CURAND_STATUS_SUCCESS || !n)
        return r;
    if (cudaPeekAtLastError() != cudaSuccess)
        return CURAND_STATUS_PREEXISTING_FAILURE;
    T *to = out;
    if (g->host && cudaMalloc(&to, n * sizeof(T)) != cudaSuccess)
        return CURAND_STATUS_ALLOCATION_FAILED;
    bool fine = fill(g, to, n, d) && cudaPeekAtLastError() == cudaSuccess;
    if (g->host) {
        fine = fine && cudaMemcpy(out, to, n * sizeof(T), cudaMemcpyDeviceToHost) == cudaSuccess;
        cudaFree(to);
    }
    return fine ? CURAND_STATUS_SUCCESS : CURAND_STATUS_LAUNCH_FAILURE;
}
static curandStatus_t create(curandGenerator_t *g, curandRngType_t type, bool host)
{
    type = type == CURAND_RNG_PSEUDO_DEFAULT ? CURAND_RNG_PSEUDO_XORWOW : type == CURAND_RNG_QUASI_DEFAULT ? CURAND_RNG_QUASI_SOBOL32 : type;
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    switch (type) {
    case CURAND_RNG_PSEUDO_XORWOW: case CURAND_RNG_PSEUDO_MRG32K3A: case CURAND_RNG_PSEUDO_PHILOX4_32_10: case CURAND_RNG_PSEUDO_MT19937:
    case CURAND_RNG_PSEUDO_MTGP32: case CURAND_RNG_QUASI_SOBOL32: case CURAND_RNG_QUASI_SCRAMBLED_SOBOL32:
    case CURAND_RNG_QUASI_SOBOL64: case CURAND_RNG_QUASI_SCRAMBLED_SOBOL64: break;
    default: return CURAND_STATUS_TYPE_ERROR;
    }
    *g = new curandGenerator_st();
    (*g)->type = type;
    (*g)->order = pseudo(type) ? CURAND_ORDERING_PSEUDO_DEFAULT : CURAND_ORDERING_QUASI_DEFAULT;
    (*g)->host = host;
    (*g)->dims = 1;
    return CURAND_STATUS_SUCCESS;
}

extern "C" {
curandStatus_t curandCreateGenerator(curandGenerator_t *g, curandRngType_t type) { return create(g, type, false); }
curandStatus_t curandCreateGeneratorHost(curandGenerator_t *g, curandRngType_t type) { return create(g, type, true); }
curandStatus_t curandDestroyGenerator(curandGenerator_t g)
{
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    unseed(g);
    delete g;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetVersion(int *version)
{
    if (!version)
        return CURAND_STATUS_OUT_OF_RANGE;
    *version = CURAND_VERSION;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGetProperty(libraryPropertyType type, int *value)
{
    if (!value)
        return CURAND_STATUS_OUT_OF_RANGE;
    *value = type == MAJOR_VERSION ? CURAND_VER_MAJOR : type == MINOR_VERSION ? CURAND_VER_MINOR : CURAND_VER_PATCH;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetStream(curandGenerator_t g, cudaStream_t stream)
{
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    g->stream = stream;
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetPseudoRandomGeneratorSeed(curandGenerator_t g, unsigned long long s)
{
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    if (!pseudo(g->type))
        return CURAND_STATUS_TYPE_ERROR;
    g->seed = s;
    unseed(g);
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetGeneratorOffset(curandGenerator_t g, unsigned long long offset)
{
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    if (g->type == CURAND_RNG_PSEUDO_MT19937 || g->type == CURAND_RNG_PSEUDO_MTGP32)
        return CURAND_STATUS_TYPE_ERROR; /* as a card says */
    g->offset = offset;
    unseed(g);
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetGeneratorOrdering(curandGenerator_t g, curandOrdering_t order)
{
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    if (order == CURAND_ORDERING_PSEUDO_SEEDED && g->type == CURAND_RNG_PSEUDO_XORWOW)
        fprintf(stderr, "sluice: cuRAND's order CURAND_ORDERING_PSEUDO_SEEDED is not here\n");
    bool known = order == CURAND_ORDERING_PSEUDO_BEST || order == CURAND_ORDERING_PSEUDO_DEFAULT || order == CURAND_ORDERING_PSEUDO_LEGACY ||
                 (order == CURAND_ORDERING_PSEUDO_DYNAMIC && g->type != CURAND_RNG_PSEUDO_MT19937);
    if (pseudo(g->type) ? !known : order != CURAND_ORDERING_QUASI_DEFAULT)
        return CURAND_STATUS_OUT_OF_RANGE;
    g->order = order;
    unseed(g);
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandSetQuasiRandomGeneratorDimensions(curandGenerator_t g, unsigned int dims)
{
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    if (pseudo(g->type))
        return CURAND_STATUS_TYPE_ERROR;
    if (dims > SOBOL_DIMS && dims <= 20000)
        fprintf(stderr, "sluice: cuRAND's Sobol generators have %d dimensions here, not %u\n", SOBOL_DIMS, dims);
    if (dims < 1 || dims > SOBOL_DIMS)
        return CURAND_STATUS_OUT_OF_RANGE;
    g->dims = dims;
    unseed(g);
    return CURAND_STATUS_SUCCESS;
}
curandStatus_t curandGenerateSeeds(curandGenerator_t g) { return g ? seed(g) : CURAND_STATUS_NOT_INITIALIZED; }
curandStatus_t curandGenerate(curandGenerator_t g, unsigned int *out, size_t n)
{
    if (g && wide(g->type))
        return CURAND_STATUS_TYPE_ERROR;
    return generate(g, out, n, draw{RAW, 0, 0});
}
curandStatus_t curandGenerateLongLong(curandGenerator_t g, unsigned long long *out, size_t n)
{
    if (!g)
        return CURAND_STATUS_NOT_INITIALIZED;
    if (!wide(g->type))
        return CURAND_STATUS_TYPE_ERROR;
    return generate(g, out, n, draw{RAW, 0, 0});
}
curandStatus_t curandGenerateUniform(curandGenerator_t g, float *out, size_t n) { return generate(g, out, n, draw{UNIFORM, 0, 0}); }
curandStatus_t curandGenerateUniformDouble(curandGenerator_t g, double *out, size_t n) { return generate(g, out, n, draw{UNIFORM, 0, 0}); }
curandStatus_t curandGenerateNormal(curandGenerator_t g, float *out, size_t n, float mean, float stddev) { return generate(g, out, n, draw{NORMAL, mean, stddev}); }
curandStatus_t curandGenerateNormalDouble(curandGenerator_t g, double *out, size_t n, double mean, double stddev) { return generate(g, out, n, draw{NORMAL, mean, stddev}); }
curandStatus_t curandGenerateLogNormal(curandGenerator_t g, float *out, size_t n, float mean, float stddev) { return generate(g, out, n, draw{LOG_NORMAL, mean, stddev}); }
curandStatus_t curandGenerateLogNormalDouble(curandGenerator_t g, double *out, size_t n, double mean, double stddev) { return generate(g, out, n, draw{LOG_NORMAL, mean, stddev}); }
curandStatus_t curandGeneratePoisson(curandGenerator_t g, unsigned int *out, size_t n, double lambda)
{
    if (g && !(lambda > 0 && lambda <= 400000))
        return CURAND_STATUS_OUT_OF_RANGE;
    return generate(g, out, n, draw{POISSON, lambda, 0});
}
}
