/* tools/bench: a warp that does nothing but products on tensor cores, four chains of them, of one form:
   mma FORM ROUNDS, FORM of f16, f16h (sums in f16), bf16, tf32, s8, f64. */
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_fp16.h>

enum { F16, F16H, BF16, TF32, S8, F64, FORMS };
static const char *const names[FORMS] = {"f16", "f16h", "bf16", "tf32", "s8", "f64"};

#define MMA4(form)                                                                                                   \
    asm volatile("mma.sync.aligned." form " {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"         \
                 : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])                                                    \
                 : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]))

template <int FORM> __device__ void multiply(unsigned (&c)[4], const unsigned (&a)[4], const unsigned *b)
{
    if (FORM == F16)
        MMA4("m16n8k16.row.col.f32.f16.f16.f32");
    if (FORM == BF16)
        MMA4("m16n8k16.row.col.f32.bf16.bf16.f32");
    if (FORM == TF32)
        MMA4("m16n8k8.row.col.f32.tf32.tf32.f32");
    if (FORM == S8)
        MMA4("m16n8k32.row.col.s32.s8.s8.s32");
    if (FORM == F16H)
        asm volatile(
            "mma.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%0, %1}, {%2, %3, %4, %5}, {%6, %7}, {%0, %1};"
            : "+r"(c[0]), "+r"(c[1])
            : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}

template <int FORM> __global__ void products(int rounds, const unsigned *in, unsigned *out)
{
    unsigned a[4], b[8], c[4][4] = {};
    for (int i = 0; i < 4; i++)
        a[i] = in[threadIdx.x + 32 * i];
    for (int i = 0; i < 8; i++)
        b[i] = in[128 + threadIdx.x + 32 * i];
    for (int r = 0; r < rounds; r++)
        for (int j = 0; j < 4; j++)
            multiply<FORM>(c[j], a, b + 2 * j);
    for (int j = 0; j < 4; j++)
        for (int e = 0; e < 4; e++)
            out[(4 * j + e) * 32 + threadIdx.x] = c[j][e];
}

__global__ void products_f64(int rounds, const double *in, double *out)
{
    double a = in[threadIdx.x], b = in[32 + threadIdx.x], c[4][2] = {};
    for (int r = 0; r < rounds; r++)
        for (int j = 0; j < 4; j++)
            asm volatile("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
                         : "+d"(c[j][0]), "+d"(c[j][1])
                         : "d"(a), "d"(b));
    for (int j = 0; j < 4; j++)
        out[j * 32 + threadIdx.x] = c[j][0] + c[j][1];
}

/* A word of elements between -1 and 1 (s8: any) */
static unsigned word(int form)
{
    float x = (float)rand() / 1e9f - 1, y = (float)rand() / 1e9f - 1;
    unsigned u, v;
    half h[2] = {__float2half(x), __float2half(y)};
    memcpy(&u, &x, 4);
    memcpy(&v, &y, 4);
    if (form == BF16)
        return u >> 16 | (v & 0xffff0000u);
    if (form == TF32)
        return u & ~0x1fffu;
    if (form == S8)
        return (unsigned)rand() << 1;
    memcpy(&u, h, 4);
    return u;
}

int main(int argc, char **argv)
{
    int form = 0, rounds = argc > 2 ? atoi(argv[2]) : 10000;
    while (form < FORMS && argc > 1 && strcmp(argv[1], names[form]))
        form++;
    unsigned *host = (unsigned *)malloc(12 * 128), *in, *out;
    for (int i = 0; i < 12 * 32; i++)
        host[i] = word(form);
    if (form == F64)
        for (int i = 0; i < 64; i++)
            ((double *)host)[i] = (double)rand() / 1e9 - 1;
    cudaMalloc(&in, 12 * 128);
    cudaMalloc(&out, 16 * 128);
    cudaMemcpy(in, host, 12 * 128, cudaMemcpyHostToDevice);
    switch (form) {
    case F16: products<F16><<<1, 32>>>(rounds, in, out); break;
    case F16H: products<F16H><<<1, 32>>>(rounds, in, out); break;
    case BF16: products<BF16><<<1, 32>>>(rounds, in, out); break;
    case TF32: products<TF32><<<1, 32>>>(rounds, in, out); break;
    case S8: products<S8><<<1, 32>>>(rounds, in, out); break;
    case F64: products_f64<<<1, 32>>>(rounds, (double *)in, (double *)out); break;
    default: fprintf(stderr, "mma: %s is no form\n", argv[1]); return 2;
    }
    free(host);
    return cudaDeviceSynchronize() != cudaSuccess;
}
