// A value that only one lane sets, handed to a shuffle by all: the others' is never taken. C++ has no word for that, and
// clang concluded that every lane is the leader. Whole structs too, padding included.
// levels: 0 1 2 3
// expect: leader 107 107 107, calls 2
// expect: struct 107 1, 107 1, calls 2
// expect: least 0 1
// expect: lowest bit 32 64 1 0
#include <cstdio>
__device__ int calls;
__device__ __noinline__ int take(int n)
{
    return 100 + n + 0 * atomicAdd(&calls, 1);
}
__global__ void leader(int *o)
{
    unsigned int same = __match_any_sync(__activemask(), 7);
    int lead = __ffs(same) - 1, token;
    if (lead == (int)(threadIdx.x & 31))
        token = take(7);
    o[threadIdx.x] = __shfl_sync(same, token, lead);
}

struct pair {
    int k;
    bool v;
};
__device__ __forceinline__ pair from(pair p, int lane)
{
    pair r;
    r.k = __shfl_sync(0xffffffffu, p.k, lane);
    r.v = __shfl_sync(0xffffffffu, (int)p.v, lane);
    return r;
}
__device__ __forceinline__ pair lead_of(int lane)
{
    pair p;
    if (lane == 3) {
        p.k = take(7);
        p.v = p.k > 5;
    }
    return from(p, 3);
}
__global__ void whole(int *o)
{
    pair p = lead_of(threadIdx.x & 31);
    o[2 * threadIdx.x] = p.k;
    o[2 * threadIdx.x + 1] = p.v;
}

// the least of those that count, by halves
__device__ __forceinline__ pair less(pair a, pair b)
{
    if (!a.v || !b.v)
        return a.v ? a : b;
    return b.k < a.k ? b : a;
}
template <class T> __device__ __forceinline__ T words_down(T v, int d)
{
    T r;
    unsigned int *from = (unsigned int *)&v, *to = (unsigned int *)&r;
    for (int i = 0; i < (int)(sizeof(T) / 4); i++)
        to[i] = __shfl_down_sync(0xffffffffu, from[i], d);
    return r;
}
__global__ void least(int *o)
{
    pair p;
    p.v = threadIdx.x % 3 == 0;
    if (p.v)
        p.k = (threadIdx.x * 7 + 3) % 32;
    for (int d = 16; d; d /= 2)
        p = less(p, words_down(p, d));
    if (threadIdx.x == 0)
        o[0] = p.k, o[1] = p.v;
}

// the least int has no negative: what an intrinsic does inside must not be undefined for it
__global__ void lowest(int *o, const int *in)
{
    long long wide = (long long)((unsigned long long)(unsigned int)in[0] << 32);
    o[0] = __ffs(in[0]), o[1] = __ffsll(wide), o[2] = __ffs(in[1]), o[3] = __ffs(in[2]);
}

int main()
{
    int *o, n;
    cudaMallocManaged(&o, 1024);
    leader<<<1, 64>>>(o);
    cudaDeviceSynchronize();
    cudaMemcpyFromSymbol(&n, calls, 4);
    printf("leader %d %d %d, calls %d\n", o[0], o[31], o[63], n);
    n = 0;
    cudaMemcpyToSymbol(calls, &n, 4);
    whole<<<1, 64>>>(o);
    cudaDeviceSynchronize();
    cudaMemcpyFromSymbol(&n, calls, 4);
    printf("struct %d %d, %d %d, calls %d\n", o[0], o[1], o[126], o[127], n);
    least<<<1, 32>>>(o);
    cudaDeviceSynchronize();
    printf("least %d %d\n", o[0], o[1]);
    o[8] = (int)0x80000000u, o[9] = -1, o[10] = 0;
    lowest<<<1, 1>>>(o, o + 8);
    cudaDeviceSynchronize();
    printf("lowest bit %d %d %d %d\n", o[0], o[1], o[2], o[3]);
    return 0;
}
