/* What kernels may be written in: recursion, function pointers, virtual functions, templates, classes, local arrays,
   warp-synchronous code, atomics, warp functions. */
#include <cmath>
#include <cstdio>
#include <iostream>
#include <vector>
using namespace std;
#define N 256
__device__ int fib(int n)
{
    return n < 2 ? n : fib(n - 1) + fib(n - 2);
}
typedef float (*op_t)(float, float);
__device__ float addf(float a, float b)
{
    return a + b;
}
__device__ float mulf(float a, float b)
{
    return a * b;
}
__device__ op_t ops[2] = {addf, mulf};
__device__ op_t dop = mulf;
class Shape
{
  public:
    __device__ virtual float area() const = 0;
    __device__ virtual ~Shape() {}
};
class Sq : public Shape
{
    float s;

  public:
    __device__ Sq(float x) : s(x) {}
    __device__ float area() const { return s * s; }
};
class Ci : public Shape
{
    float r;

  public:
    __device__ Ci(float x) : r(x) {}
    __device__ float area() const { return 3.0f * r * r; }
};
template <int B, class T> __global__ void red(const T *in, T *out, int n)
{
    __shared__ T s[B];
    int t = threadIdx.x;
    T v = 0;
    for (int i = blockIdx.x * B + t; i < n; i += gridDim.x * B)
        v += in[i];
    s[t] = v;
    __syncthreads();
    for (int k = B / 2; k > 32; k >>= 1) {
        if (t < k)
            s[t] += s[t + k];
        __syncthreads();
    }
    if (t < 32) {
        volatile T *vs = s;
        vs[t] += vs[t + 32];
        vs[t] += vs[t + 16];
        vs[t] += vs[t + 8];
        vs[t] += vs[t + 4];
        vs[t] += vs[t + 2];
        vs[t] += vs[t + 1];
    }
    if (t == 0)
        out[blockIdx.x] = s[0];
}
struct V3 {
    float x, y, z;
    __host__ __device__ V3(float a = 0, float b = 0, float c = 0) : x(a), y(b), z(c) {}
    __host__ __device__ V3 operator+(const V3 &o) const { return V3(x + o.x, y + o.y, z + o.z); }
};
__global__ void mix(float *o, int *io)
{
    int i = threadIdx.x;
    io[i] = fib(i % 12);
    o[i] = ops[i & 1](i, 2.0f) + dop(2, 3);
    Shape *s = i & 1 ? (Shape *)new Sq(i) : (Shape *)new Ci(i);
    o[i] += s->area();
    delete s;
    V3 a(1, 2, 3), b(i, i, i);
    V3 c = a + b;
    o[i] += c.z;
    float loc[16];
    for (int k = 0; k < 16; k++)
        loc[k] = k * i;
    int idx = (i * 7) & 15;
    o[i] += loc[idx];
    double dd = std::sqrt((double)i) + std::exp(0.0);
    o[i] += dd - sqrt((double)i);
}
__global__ void k2d(int *m, int w, int h)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x < w && y < h)
        m[y * w + x] = x * 1000 + y;
}
__global__ void dyn(int *o)
{
    extern __shared__ int sh[];
    int *a = sh;
    float *b = (float *)&sh[32];
    a[threadIdx.x] = threadIdx.x;
    b[threadIdx.x] = threadIdx.x * 2.0f;
    __syncthreads();
    o[threadIdx.x] = a[31 - threadIdx.x] + (int)b[31 - threadIdx.x];
}
__global__ void at(int *c, unsigned *u, float *f, unsigned long long *l, double *d)
{
    atomicAdd(c, 1);
    atomicSub(c + 1, 2);
    atomicMax(c + 2, threadIdx.x);
    atomicMin(c + 3, -(int)threadIdx.x);
    atomicInc(u, 9);
    atomicExch(u + 1, threadIdx.x);
    atomicCAS(u + 2, 0u, threadIdx.x + 1);
    atomicOr(u + 3, 1u << (threadIdx.x & 31));
    atomicAnd(u + 4, ~(1u << (threadIdx.x & 31)));
    atomicXor(u + 5, threadIdx.x);
    atomicAdd(f, 0.5f);
    atomicAdd(l, (unsigned long long)threadIdx.x);
    atomicMax(l + 1, (unsigned long long)threadIdx.x << 40);
    atomicAdd(d, 0.25);
}
__global__ void warp(int *o)
{
    int l = threadIdx.x & 31;
    unsigned m = __ballot_sync(~0u, l & 1);
    o[0] = m;
    int v = l;
    for (int k = 16; k; k >>= 1)
        v += __shfl_down_sync(~0u, v, k);
    if (l == 0)
        o[1] = v;
    o[2] = __any_sync(~0u, l == 3);
    o[3] = __all_sync(~0u, l < 32);
    o[4] = __popc(__activemask());
    v = __shfl_sync(~0u, l * 10, 5);
    o[5] = v;
    double d = __shfl_xor_sync(~0u, (double)l, 1);
    if (l == 0)
        o[6] = (int)d;
    o[7] = __syncthreads_count(l < 10);
    o[8] = __syncthreads_or(l == 99);
    o[9] = __syncthreads_and(1);
    unsigned mm = __match_any_sync(~0u, l / 4);
    if (l == 5)
        o[10] = mm;
    o[11] = __shfl_up(l, 1) >= 0;
    o[12] = __clz(1) + __ffs(8) + __brev(1) + (int)__byte_perm(0x11223344, 0x55667788, 0x7531);
    clock_t c0 = clock();
    long long c1 = clock64();
    o[13] = c1 >= c0;
    __threadfence();
    __threadfence_block();
    __syncwarp();
    o[14] = __reduce_add_sync(~0u, 1);
}
int main()
{
    vector<float> h(1000);
    float sum = 0;
    for (int i = 0; i < 1000; i++) {
        h[i] = i % 10;
        sum += h[i];
    }
    float *d, *o;
    cudaMalloc(&d, 4000);
    cudaMalloc(&o, 4000);
    cudaMemcpy(d, &h[0], 4000, cudaMemcpyHostToDevice);
    red<128, float><<<4, 128>>>(d, o, 1000);
    float p[4];
    cudaMemcpy(p, o, 16, cudaMemcpyDeviceToHost);
    cout << (p[0] + p[1] + p[2] + p[3] == sum) << endl;
    int *io;
    cudaMalloc(&io, 4000);
    mix<<<1, 32>>>(o, io);
    cudaMemcpy(&h[0], o, 128, cudaMemcpyDeviceToHost);
    int hi[1000];
    cudaMemcpy(hi, io, 128, cudaMemcpyDeviceToHost);
    printf("%d %g %g %g | %s\n", hi[11], h[1], h[2], h[31], cudaGetErrorString(cudaGetLastError()));
    k2d<<<dim3(2, 3, 1), dim3(16, 8)>>>(io, 30, 20);
    cudaMemcpy(hi, io, 2400, cudaMemcpyDeviceToHost);
    printf("%d\n", hi[19 * 30 + 29]);
    dyn<<<1, 32, 32 * 8>>>(io);
    cudaMemcpy(hi, io, 128, cudaMemcpyDeviceToHost);
    printf("%d %d\n", hi[0], hi[31]);
    char *z;
    cudaMalloc(&z, 4096);
    cudaMemset(z, 0, 4096);
    cudaMemset(z + 1024 + 16, 0xff, 4);
    at<<<2, 64>>>((int *)z, (unsigned *)(z + 1024), (float *)(z + 2048), (unsigned long long *)(z + 3072),
                  (double *)(z + 3584));
    char zz[4096];
    cudaMemcpy(zz, z, 4096, cudaMemcpyDeviceToHost);
    int *c = (int *)zz;
    unsigned *u = (unsigned *)(zz + 1024);
    printf("%d %d %d %d | %u %u %u %x %x %u | %g %llu %llu %g\n", c[0], c[1], c[2], c[3], u[0], u[1], u[2], u[3],
           u[4], u[5], *(float *)(zz + 2048), ((unsigned long long *)(zz + 3072))[0],
           ((unsigned long long *)(zz + 3072))[1] >> 40, *(double *)(zz + 3584));
    warp<<<1, 32>>>(io);
    cudaMemcpy(hi, io, 64, cudaMemcpyDeviceToHost);
    for (int i = 0; i < 15; i++)
        printf("%x ", hi[i]);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
// expect: 1
// expect: 89 21 56 1343 | no error
// expect: 29019
// expect: 93 0
// expect: 128 -256 63 -63 | 8 63 1 ffffffff 0 0 | 64 4032 63 32
// expect: aaaaaaaa 1f0 1 1 20 32 1 a 0 1 f0 1 d5771156 1 20 no error
