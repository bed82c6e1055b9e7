// Structures with padding, returned by value and compared: from -O1 on clang took the padding for poison, and left the comparison out.
// levels: 0 1 3
// expect: pair 10004000 small 10004000 nested 10004000 row 10004000 word 2
#include <cstdio>
struct Pair { // three bytes at its end
    int key;
    bool flag;
    __device__ __forceinline__ Pair(int k, bool f) : key(k), flag(f) {}
    __device__ __forceinline__ bool operator<(const Pair &r) const { return key < r.key || (key == r.key && flag < r.flag); }
};
struct Small { // one
    short key;
    char flag;
    __device__ __forceinline__ Small(int k, bool f) : key((short)k), flag(f) {}
    __device__ __forceinline__ bool operator<(const Small &r) const { return key < r.key || (key == r.key && flag < r.flag); }
};
struct Nested : Small { // those of a part
    int more;
    __device__ __forceinline__ Nested(int k, bool f) : Small(k, f), more(k) {}
};
struct Row { // those of elements
    struct { short key; char flag; } e[2];
    short key;
    char flag;
    __device__ __forceinline__ Row(int k, bool f) : key((short)k), flag(f) { e[0].key = e[1].key = key; }
    __device__ __forceinline__ bool operator<(const Row &r) const { return e[1].key < r.e[1].key || (key == r.key && flag < r.flag); }
};
template <class P> __device__ __forceinline__ bool less(const P a, const P b) { return a < b; }
template <class P> __device__ __forceinline__ P other(const P &p, int mask)
{
    return P(__shfl_xor_sync(~0u, (int)p.key, mask, 32), __shfl_xor_sync(~0u, (int)p.flag, mask, 32));
}
template <class P> __device__ __forceinline__ P swap(const P x, int mask, int dir)
{
    P y = other(x, mask);
    return less(x, y) == dir ? y : x;
}
template <class P> __device__ P sort(P p)
{
    p = swap(p, 1, ((threadIdx.x >> 1) ^ threadIdx.x) & 1);
    p = swap(p, 2, ((threadIdx.x >> 2) ^ (threadIdx.x >> 1)) & 1);
    return swap(p, 1, (threadIdx.x >> 2 ^ threadIdx.x) & 1);
}
template <class P> __global__ void k(unsigned *out, const int *key, const int *flag)
{
    P p(key[threadIdx.x], flag[threadIdx.x] != 0 && threadIdx.x != 0);
    p = sort(p);
    unsigned m = __ballot_sync(~0u, p.flag);
    if (!threadIdx.x)
        out[0] = m;
}
// As CUB's shuffles do: the structure's second word, three bytes of which were never set.
__device__ Pair made(int k) { return Pair(k, k & 1); }
__global__ void word(unsigned *out)
{
    Pair p = made(threadIdx.x);
    unsigned w[2];
    memcpy(w, &p, sizeof(p));
    w[1] = __shfl_xor_sync(~0u, w[1], 1);
    memcpy(&p, w, sizeof(p));
    unsigned m = __ballot_sync(~0u, p.flag);
    if (!threadIdx.x)
        out[0] = m == 0x55555555u ? 2 : m;
}
template <class P> static unsigned run(unsigned *d, const int *key, const int *flag)
{
    unsigned h = 0;
    k<P><<<1, 32>>>(d, key, flag);
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    return h;
}
int main()
{
    unsigned *d, h;
    int hk[32], hf[32], *key, *flag;
    for (int i = 0; i < 32; i++)
        hk[i] = i, hf[i] = i == 13 || i == 31;
    cudaMalloc(&d, 4), cudaMalloc(&key, 128), cudaMalloc(&flag, 128);
    cudaMemcpy(key, hk, 128, cudaMemcpyHostToDevice), cudaMemcpy(flag, hf, 128, cudaMemcpyHostToDevice);
    printf("pair %08x small %08x", run<Pair>(d, key, flag), run<Small>(d, key, flag));
    printf(" nested %08x row %08x", run<Nested>(d, key, flag), run<Row>(d, key, flag));
    word<<<1, 32>>>(d);
    cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost);
    printf(" word %x\n", h);
    return 0;
}
