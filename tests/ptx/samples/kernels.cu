// Ordinary kernels: loops, divergence, shared memory, atomics, 64-bit and double arithmetic, inline assembly.
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
typedef unsigned long long u64;

struct __attribute__((aligned(16))) f4 {
    float x, y, z, w;
};

__device__ inline int tid() { return __nvvm_read_ptx_sreg_tid_x(); }
__device__ inline int gid() { return __nvvm_read_ptx_sreg_ctaid_x() * __nvvm_read_ptx_sreg_ntid_x() + tid(); }

__global__ void saxpy(int n, float a, const float *x, float *y)
{
    int i = gid();
    if (i < n)
        y[i] = a * x[i] + y[i];
}

__global__ void matmul(const float *a, const float *b, float *c, int n)
{
    __shared__ float as[16][16], bs[16][16];
    int tx = tid(), ty = __nvvm_read_ptx_sreg_tid_y(), row = __nvvm_read_ptx_sreg_ctaid_y() * 16 + ty, col = __nvvm_read_ptx_sreg_ctaid_x() * 16 + tx;
    float sum = 0;
    for (int t = 0; t < n / 16; t++) {
        as[ty][tx] = a[row * n + t * 16 + tx];
        bs[ty][tx] = b[(t * 16 + ty) * n + col];
        __syncthreads();
        for (int k = 0; k < 16; k++)
            sum += as[ty][k] * bs[k][tx];
        __syncthreads();
    }
    c[row * n + col] = sum;
}

__global__ void collatz(u64 *v, int *steps, int limit)
{
    int i = gid(), n = 0;
    u64 x = v[i];
    while (x != 1 && n < limit) {
        if (x & 1)
            x = 3 * x + 1;
        else
            x >>= 1;
        n++;
        if (x > (1ull << 60))
            break;
    }
    steps[i] = n;
}

__global__ void histogram(const unsigned char *data, unsigned *bins, int n)
{
    __shared__ unsigned local[256];
    for (int i = tid(); i < 256; i += __nvvm_read_ptx_sreg_ntid_x())
        local[i] = 0;
    __syncthreads();
    for (int i = gid(); i < n; i += __nvvm_read_ptx_sreg_ntid_x() * __nvvm_read_ptx_sreg_nctaid_x())
        __nvvm_atom_add_gen_i((int *)&local[data[i]], 1);
    __syncthreads();
    for (int i = tid(); i < 256; i += __nvvm_read_ptx_sreg_ntid_x())
        __nvvm_atom_add_gen_i((int *)&bins[i], (int)local[i]);
}

__global__ void reduce(const double *x, double *out, int n)
{
    double s = 0;
    for (int i = gid(); i < n; i += 1024)
        s += x[i] / (1.0 + x[i] * x[i]);
    for (int d = 16; d; d >>= 1) {
        int lo, hi;
        asm("{ .reg .b32 a, b; mov.b64 {a, b}, %2;\n shfl.sync.down.b32 %0, a, %3, 31, -1;\n"
            " shfl.sync.down.b32 %1, b, %3, 31, -1; }" : "=r"(lo), "=r"(hi) : "d"(s), "r"(d));
        double other;
        asm("mov.b64 %0, {%1, %2};" : "=d"(other) : "r"(lo), "r"(hi));
        s += other;
    }
    if ((tid() & 31) == 0)
        out[gid() / 32] = s;
}

__global__ void mixed(f4 *v, short *h, char *c, long long *l, float *f, int n)
{
    int i = gid();
    f4 t = v[i];
    t.x = __builtin_fabsf(t.x) > 1 ? t.y / t.z : __builtin_fmaf(t.x, t.y, t.w);
    v[i + 1] = t;
    h[i] = (short)(h[i] * c[i] - (h[i] >> 3));
    l[i] = l[i] % (n | 1) + (l[i + 1] << (n & 63)) - (long long)f[i];
    f[i] = (float)(unsigned)h[i] + (float)l[i] + (double)f[i] * 0.1;
    c[i] = (char)__builtin_popcount(n) + __builtin_clz(n | 1) + __builtin_ctzll(l[i]);
    if (f[i] != f[i] || n == 3)
        __nvvm_membar_gl();
    unsigned x = 0;
    for (int k = 0; k < (n & 7); k++)
        x = x * 31 + __builtin_bitreverse32(x ^ k);
    f[i + 1] = x;
}
