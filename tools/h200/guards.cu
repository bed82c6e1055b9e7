/* Short ways with loads, outside of loops and in them: which of them ptxas guards, and where it loads what they read
 * of constants. Nothing is run: sluice cc -ptx -O2 tools/h200/guards.cu -o guards.ptx && ptxas -arch=sm_90 guards.ptx
 * -o guards.cubin && cuobjdump -sass guards.cubin and then `@P LDG` against BRA around an LDG, and `@P LDC` against
 * one LDC. */
__constant__ int mask[8];
#define I int i = blockIdx.x * blockDim.x + threadIdx.x
#define C1 (i > 2 && i < n)
#define C2 (i > 5 && i < n - 4)
#define C3 (i > 7 && i < n - 9)
#define A int *out, const int *p, const int *q, int n, int m
#define OP(k) s = (s ^ (s >> k)) + 77 * k;
#define OPS2 OP(1) OP(2)
#define OPS4 OPS2 OP(3) OP(4)
#define OPS6 OPS4 OP(5) OP(6)
extern "C" {
__global__ void one_guard(A)
{
    I;
    int s = 0;
    if (C1)
        s += p[i - 1];
    out[i] = s;
}
__global__ void two_guards(A)
{
    I;
    int s = 0;
    if (C1)
        s += p[i - 1];
    if (C2)
        s += p[i + 1];
    out[i] = s;
}
__global__ void guards_and_free(A)
{
    I;
    int s = p[i];
    if (C1)
        s += p[i - 1];
    if (C2)
        s += p[i + 1];
    out[i] = s;
}
__global__ void free_behind(A)
{
    I;
    int s = 0;
    if (C1)
        s += p[i - 1];
    if (C2)
        s += p[i + 1];
    s += p[i];
    out[i] = s;
}
__global__ void two_pointers(A)
{
    I;
    int s = 0;
    if (C1)
        s += p[i - 1] * q[i];
    if (C2)
        s += p[i + 1] + q[i + 5];
    out[i] = s;
}
__global__ void constant_word(A)
{
    I;
    int s = 0;
    if (C1)
        s += p[i - 1] * mask[1];
    if (C2)
        s += p[i + 1] * mask[1];
    out[i] = s;
}
__global__ void same_base(A)
{
    I;
    int s = 0;
    if (C1)
        s += out[i - 1];
    out[i] = s;
}
__global__ void guarded_store(A)
{
    I;
    int s = p[i];
    if (C1)
        out[i - 1] = s;
    if (C2)
        out[i + 7] = s * 3;
}
__global__ void in_loop(A)
{
    I;
    int s = 0;
#pragma unroll 1
    for (int k = 0; k < m; k++) {
        if (i + k > 2 && i + k < n)
            s += p[i + k - 1] * k;
        s ^= k;
    }
    out[i] = s;
}
__global__ void in_loop_two(A)
{
    I;
    int s = 0;
#pragma unroll 1
    for (int k = 0; k < m; k++) {
        if (i + k > 2 && i + k < n)
            s += p[i + k - 1] * k;
        if (i - k > 2 && i - k < n)
            s += p[i - k] * k;
        s ^= k;
    }
    out[i] = s;
}
__global__ void stencil(A)
{
    I;
    int y = blockIdx.y * blockDim.y + threadIdx.y, s = 0;
    for (int j = -1; j <= 1; j++)
        for (int k = -1; k <= 1; k++) {
            int u = i + k, v = y + j;
            if (u >= 0 && u < n && v >= 0 && v < m)
                s += p[v * n + u];
        }
    if (i < n && y < m)
        out[y * n + i] = s;
}
__global__ void a_before(A)
{
    I;
    int s = p[i];
    if (C1)
        s += q[i - 1];
    out[i] = s;
}
__global__ void a_after(A)
{
    I;
    int s = 0;
    if (C1)
        s += p[i - 1];
    s += q[i];
    out[i] = s;
}
__global__ void two_barrier(A)
{
    I;
    int s = 0;
    if (C1)
        s += p[i - 1];
    __syncthreads();
    if (C2)
        s += p[i + 1];
    out[i] = s;
}
__global__ void two_loop(A)
{
    I;
    int s = 0;
    if (C1)
        s += p[i - 1];
#pragma unroll 1
    for (int k = 0; k < m; k++)
        s = s * 3 + (s >> k);
    if (C2)
        s += p[i + 1];
    out[i] = s;
}
__global__ void if_store(A)
{
    I;
    int s = 0;
    if (C1)
        s += p[i - 1];
    if (C2)
        out[i + 5] = s;
    out[i] = s;
}
__global__ void store_if(A)
{
    I;
    int s = 0;
    if (C1)
        out[i + 5] = i;
    if (C2)
        s += p[i + 1];
    out[i] = s;
}
__global__ void early(A)
{
    I;
    if (i >= m)
        return;
    int s = 0;
    if (C1)
        s += p[i - 1];
    out[i] = s;
}
__global__ void early_two(A)
{
    I;
    if (i >= m)
        return;
    int s = 0;
    if (C1)
        s += p[i - 1];
    if (C2)
        s += p[i + 1];
    out[i] = s;
}
__global__ void otherwise(A)
{
    I;
    int s = 0;
    if (C1)
        s += p[i - 1];
    else
        s += q[i + 1];
    out[i] = s;
}
__global__ void otherwise_if(A)
{
    I;
    int s = 0;
    if (C1)
        s += p[i - 1];
    else
        s += q[i + 1];
    if (C2)
        s += p[i + 3];
    out[i] = s;
}
__global__ void nested(A)
{
    I;
    int s = 0;
    if (C1) {
        s += p[i - 1];
        if (C2)
            s += q[i + 1];
    }
    out[i] = s;
}
__global__ void three(A)
{
    I;
    int s = 0;
    if (C1)
        s += p[i - 1];
    if (C2)
        s += p[i + 1];
    if (C3)
        s += p[i + 2];
    out[i] = s;
}
__global__ void two2(A)
{
    I;
    int s = i;
    if (C1) {
        s += p[i - 1];
        OPS2
    }
    if (C2) {
        s += p[i + 1];
        OPS2
    }
    out[i] = s;
}
__global__ void two4(A)
{
    I;
    int s = i;
    if (C1) {
        s += p[i - 1];
        OPS4
    }
    if (C2) {
        s += p[i + 1];
        OPS4
    }
    out[i] = s;
}
__global__ void two6(A)
{
    I;
    int s = i;
    if (C1) {
        s += p[i - 1];
        OPS6
    }
    if (C2) {
        s += p[i + 1];
        OPS6
    }
    out[i] = s;
}
__global__ void two1(A)
{
    I;
    int s = i;
    if (C1) {
        s += p[i - 1];
        OP(1)
    }
    if (C2) {
        s += p[i + 1];
        OP(2)
    }
    out[i] = s;
}
__global__ void two3(A)
{
    I;
    int s = i;
    if (C1) {
        s += p[i - 1];
        OPS2 OP(3)
    }
    if (C2) {
        s += p[i + 1];
        OPS2 OP(3)
    }
    out[i] = s;
}
__global__ void long_short(A)
{
    I;
    int s = i;
    if (C1) {
        s += p[i - 1];
        OPS6
    }
    if (C2) {
        s += p[i + 1];
    }
    out[i] = s;
}
__global__ void short_long(A)
{
    I;
    int s = i;
    if (C1) {
        s += p[i - 1];
    }
    if (C2) {
        s += p[i + 1];
        OPS6
    }
    out[i] = s;
}
__global__ void short_long_short(A)
{
    I;
    int s = i;
    if (C1) {
        s += p[i - 1];
    }
    if (C2) {
        s += p[i + 1];
        OPS6
    }
    if (C3)
        s += p[i + 2];
    out[i] = s;
}
__global__ void one_then_work(A)
{
    I;
    int s = i;
    if (C1)
        s += p[i - 1];
    OPS6 OPS6 out[i] = s;
}
__global__ void two_loads_one_if(A)
{
    I;
    int s = 0;
    if (C1)
        s += p[i - 1] * q[i];
    out[i] = s;
}
__global__ void two_shared(A)
{
    __shared__ int sh[256];
    I;
    sh[threadIdx.x] = i;
    __syncthreads();
    int s = 0;
    if (C1)
        s += p[i - 1];
    if (C2)
        s += sh[threadIdx.x ^ 5];
    out[i] = s;
}
__global__ void one_shared_tail(A)
{
    __shared__ int sh[256];
    I;
    int s = 0;
    if (C1)
        s += p[i - 1];
    sh[threadIdx.x] = s;
    __syncthreads();
    out[i] = sh[threadIdx.x ^ 3];
}
__global__ void two_shared_tail(A)
{
    __shared__ int sh[256];
    I;
    int s = 0;
    if (C1)
        s += p[i - 1];
    if (C2)
        s += p[i + 1];
    sh[threadIdx.x] = s;
    __syncthreads();
    out[i] = sh[threadIdx.x ^ 3];
}
__global__ void load_in_place(A)
{
    __shared__ int sh[256];
    I;
    if (C1)
        sh[threadIdx.x] = p[i];
    else
        sh[threadIdx.x] = 0;
    __syncthreads();
    out[i] = sh[threadIdx.x ^ 3];
}
__global__ void two_dependent(A)
{
    I;
    int s = 0;
    if (C1)
        s = p[i - 1];
    if (s > 3)
        s += q[s];
    out[i] = s;
}
__global__ void float_div(float *out, const float *p, const float *q, int n, int m)
{
    I;
    float s = 1;
    if (C1)
        s += p[i - 1];
    if (C2)
        s += p[i + 1];
    out[i] = s / q[i];
}
__global__ void four_params(A)
{
    I;
    int s = 0;
    if (C1)
        s += p[i - 1] * m + q[i];
    if (C2)
        s += p[i + 1] * m - q[i + 2];
    out[i] = s;
}
}
int main()
{
    return 0;
}
