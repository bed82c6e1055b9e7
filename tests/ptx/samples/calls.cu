// Calls of every kind: by value with structs, recursive, through pointers; a jump table; local arrays; printf.
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __noinline__ __attribute__((noinline))

extern "C" __device__ int vprintf(const char *, void *);

struct pair {
    int a;
    double b;
    char c[5];
};

__constant__ float coef[4] = {1, 2, 3, 4};
__device__ int tab[8] = {1, 2, 3};

__device__ __noinline__ int pick(int i)
{
    switch (i) {
    case 0: return 5;
    case 1: return tab[i] * 2;
    case 2: return 77 + tab[2];
    case 3: return i + tab[0];
    case 4: return tab[3];
    case 5: return tab[1] - tab[2];
    case 6: return 8;
    case 7: return tab[4];
    default: return -1;
    }
}

__device__ __noinline__ int fib(int n)
{
    int seen[10];
    for (int i = 0; i < n; i++)
        seen[i % 10] = i;
    return n < 2 ? seen[n & 3] : fib(n - 1) + fib(n - 2) + seen[n % 10];
}

__device__ __noinline__ pair twice(pair s)
{
    s.a++;
    s.b *= 2;
    return s;
}

__global__ void calls(float *a, const float *b, int n, pair s)
{
    __shared__ float sh[128];
    int t = __nvvm_read_ptx_sreg_tid_x();
    int i = __nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + t;
    if (i < n)
        a[i] = b[i] * coef[i & 3] + pick(i) + fib(i);
    sh[t] = a[i];
    __syncthreads();
    pair r = twice(s);
    a[i] += sh[0] + r.b + (unsigned char)r.c[1];
    int (*f)(int) = i & 1 ? pick : fib;
    a[i] += f(i);
    int args[2] = {i, n};
    vprintf("%d of %d\n", args);
}
