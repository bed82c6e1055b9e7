// Loads, stores and atomics of some lanes only, at addresses of every kind, whose results native.py compares between the interpreter and native
// code, with device memory and all counts: each size, steps of any sign, masks with and without gaps, under a predicate and in a branch.
// expect: done
#include <cstdio>

#define N 4096

template <class T> __device__ T load_if(const T *at, T old, bool on);
template <class T> __device__ void store_if(T *at, T v, bool on);
#define ACCESS(T, ptx, c)                                                                                           \
    template <> __device__ T load_if(const T *at, T old, bool on)                                                   \
    {                                                                                                               \
        asm volatile("{ .reg .pred p; setp.ne.u32 p, %2, 0; @p ld.global." ptx " %0, [%1]; }"                       \
                     : "+" c(old) : "l"(at), "r"((unsigned)on) : "memory");                                        \
        return old;                                                                                                 \
    }                                                                                                               \
    template <> __device__ void store_if(T *at, T v, bool on)                                                       \
    {                                                                                                               \
        asm volatile("{ .reg .pred p; setp.ne.u32 p, %2, 0; @p st.global." ptx " [%1], %0; }" ::c(v), "l"(at),      \
                     "r"((unsigned)on) : "memory");                                                                \
    }
ACCESS(unsigned short, "u16", "h")
ACCESS(unsigned, "u32", "r")
ACCESS(unsigned long long, "u64", "l")
ACCESS(float, "f32", "f")

// base + lane * step, or scattered where `step` is 0; guarded by a predicate, and then by a branch
template <class T> __global__ void some(T *in, T *out, int step, unsigned mask)
{
    int t = threadIdx.x + blockDim.x * threadIdx.y, lane = t & 31;
    long at = step ? N / 2 + (long)t * step : (t * 2654435761u >> 7) % N;
    bool on = mask >> lane & 1;
    T v = load_if(in + at, (T)t, on);
    out[t] = v + 1;
    store_if(in + at, (T)(v + (T)lane), on);
    if (on)
        out[t] += in[(at + 1) % N];
    else
        in[(at * 7 + 3) % N] = v;
    if (mask & 2) // alike in all lanes
        out[t] = load_if(in + 5, (T)1, mask & 4);
    __shared__ T s[1024];
    s[t] = v;
    __syncthreads();
    if (on)
        s[(t * 3) & 1023] = s[t ^ 1];
    __syncthreads();
    out[t] += s[t & 63];
}

#define ATOMS(T)                                                                                                    \
    __global__ void atoms(T *at, T *old, unsigned mask, int spread)                                                 \
    {                                                                                                               \
        __shared__ T s[8];                                                                                          \
        int t = threadIdx.x;                                                                                        \
        if (t < 8)                                                                                                  \
            s[t] = at[t];                                                                                           \
        __syncthreads();                                                                                            \
        T v = (T)(t * 40503u + blockIdx.x);                                                                         \
        int k = t % spread;                                                                                         \
        if (mask >> (t & 31) & 1) {                                                                                 \
            old[t] = atomicAdd(at + k, v) + atomicMax(at + 8 + k, v) + atomicMin(at + 16 + k, v);                   \
            old[t] += atomicExch(at + 24 + k, v) + atomicCAS(at + 32 + k, (T)k, v);                                 \
            old[t] += atomicAnd(at + 40 + k, v) + atomicOr(at + 48 + k, v) + atomicXor(at + 56 + k, v);             \
            atomicAdd(at + 64 + k, (T)1);                                                                           \
            old[t] += atomicAdd(s + k, v) + atomicMax(s + k, v) + atomicXor(s + k, v) + atomicCAS(s + k, (T)7, v);  \
        }                                                                                                           \
        atomicAdd(&s[0], (T)1);                                                                                     \
        __syncthreads();                                                                                            \
        old[t] += s[t & 7];                                                                                         \
    }
ATOMS(unsigned)
ATOMS(int)
ATOMS(unsigned long long)

__global__ void others(unsigned *at, float *f, unsigned mask)
{
    __shared__ float s[4];
    int t = threadIdx.x;
    if (t < 4)
        s[t] = 0.1f * (float)t;
    __syncthreads();
    if (mask >> (t & 31) & 1) {
        at[32 + t] = atomicInc(at + t % 3, 17) + atomicDec(at + 4 + t % 5, 9);
        f[64 + t] = atomicAdd(f + t % 7, 1.0f / (float)(t + 1)) + atomicAdd(s + t % 4, 1e-3f * (float)t);
    }
    __syncthreads();
    f[t & 3] += s[t & 3];
}

template <class T> static void of_type(T *in, T *out)
{
    static const int steps[] = {1, 2, -1, 0, 3, -5, 33};
    static const unsigned masks[] = {0xffffffffu, 0, 0x0000ffffu, 0x80000001u, 0x55555555u, 0x00100000u, 0xfff00fffu};
    for (int step : steps)
        for (unsigned mask : masks) {
            some<<<1, 50>>>(in, out, step, mask);
            some<<<1, dim3(16, 4)>>>(in, out, step, mask);
        }
}

int main()
{
    unsigned long long *in, *out;
    cudaMalloc(&in, 2 * N * sizeof *in);
    cudaMalloc(&out, N * sizeof *out);
    static unsigned long long init[2 * N];
    for (int i = 0; i < 2 * N; i++)
        init[i] = 0x9e3779b97f4a7c15ull * (unsigned long long)(i + 1) & 0x3fffffff3fffffffull;
    cudaMemcpy(in, init, sizeof init, cudaMemcpyHostToDevice);
    of_type((unsigned *)in, (unsigned *)out);
    of_type(in, out);
    of_type((unsigned short *)in, (unsigned short *)out);
    of_type((float *)in, (float *)out);
    for (unsigned mask : {0xffffffffu, 0x10000000u, 0xf0f0f0f0u})
        for (int spread : {1, 3, 8}) {
            atoms<<<2, 100>>>((unsigned *)in, (unsigned *)out, mask, spread);
            atoms<<<2, 100>>>((int *)in, (int *)out, mask, spread);
            atoms<<<2, 100>>>(in, out, mask, spread);
            others<<<2, 90>>>((unsigned *)in, (float *)out, mask);
        }
    cudaError_t e = cudaDeviceSynchronize();
    printf(e == cudaSuccess ? "done\n" : "%s\n", cudaGetErrorString(e));
    return e != cudaSuccess;
}
