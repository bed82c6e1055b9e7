// Which operands of exact divisions, reciprocals and square roots go the slow way, and how long it takes: one thread's cycles for each
// exponent of the numerator and of the denominator (mantissas 1.0 and 1.5). Prints, for each function and denominator, the cycles as
// ranges of the numerator's exponent.
//   nvcc -arch=sm_90 -O2 -o slow_ways tools/h200/slow_ways.cu && ./slow_ways
#include <cstdio>
#include <cstring>

enum { DIV, RCP, SQRT, DIVD, RCPD, SQRTD, KINDS };
static const char *const names[] = {"div.rn.f32", "rcp.rn.f32", "sqrt.rn.f32", "div.rn.f64", "rcp.rn.f64", "sqrt.rn.f64"};

template <int KIND> __global__ void once(const float *a, const float *b, const double *c, const double *d, int n, int *cycles, float *out)
{
    for (int i = 0; i < n; i++) {
        float x = a[i], y = b[i], r = 0;
        double u = c[i], v = d[i], s = 0;
        __syncwarp();
        asm volatile("" ::"f"(x), "f"(y), "d"(u), "d"(v) : "memory");
        long long t0 = clock64();
        asm volatile("" : "+f"(x), "+f"(y), "+d"(u), "+d"(v)::"memory");
        if (KIND == DIV)
            r = __fdiv_rn(x, y);
        else if (KIND == RCP)
            r = __frcp_rn(x);
        else if (KIND == SQRT)
            r = __fsqrt_rn(x);
        else if (KIND == DIVD)
            s = __ddiv_rn(u, v);
        else if (KIND == RCPD)
            s = __drcp_rn(u);
        else
            s = __dsqrt_rn(u);
        asm volatile("" : "+f"(r), "+d"(s)::"memory");
        long long t1 = clock64() + (r == 123.0f) + (s == 123.0);
        cycles[i] = (int)(t1 - t0);
        out[i] = r + (float)s;
    }
}

static float with_exponent(int e, bool half)
{
    unsigned bits = (unsigned)e << 23 | (half ? 0x400000u : 0u);
    float f;
    memcpy(&f, &bits, 4);
    return f;
}

static double wide(int e, bool half)
{
    unsigned long long bits = (unsigned long long)e << 52 | (half ? 0x8000000000000ull : 0ull);
    double f;
    memcpy(&f, &bits, 8);
    return f;
}

int main()
{
    const int n = 256;
    float *a, *b, *out;
    double *c, *d;
    int *cycles;
    cudaMallocManaged(&a, n * 4);
    cudaMallocManaged(&b, n * 4);
    cudaMallocManaged(&out, n * 4);
    cudaMallocManaged(&c, n * 8);
    cudaMallocManaged(&d, n * 8);
    cudaMallocManaged(&cycles, n * 4);
    for (int kind = 0; kind < KINDS; kind++)
        for (int half = 0; half < (kind == DIV ? 2 : 1); half++)
            for (int eb = 0; eb < 256; eb += (kind != DIV && kind != DIVD ? 256 : eb < 8 || eb > 244 ? 1 : 8)) {
                for (int i = 0; i < n; i++) {
                    a[i] = with_exponent(i, half);
                    b[i] = with_exponent(eb, !half);
                    c[i] = wide(i * 8 - (i == 255), half);
                    d[i] = wide(eb * 8, !half);
                }
                for (int again = 0; again < 2; again++) {
                    if (kind == DIV)
                        once<DIV><<<1, 1>>>(a, b, c, d, n, cycles, out);
                    else if (kind == RCP)
                        once<RCP><<<1, 1>>>(a, b, c, d, n, cycles, out);
                    else if (kind == SQRT)
                        once<SQRT><<<1, 1>>>(a, b, c, d, n, cycles, out);
                    else if (kind == DIVD)
                        once<DIVD><<<1, 1>>>(a, b, c, d, n, cycles, out);
                    else if (kind == RCPD)
                        once<RCPD><<<1, 1>>>(a, b, c, d, n, cycles, out);
                    else
                        once<SQRTD><<<1, 1>>>(a, b, c, d, n, cycles, out);
                    cudaDeviceSynchronize();
                }
                printf("%s half %d denominator %d:", names[kind], half, eb);
                for (int i = 0, from = 0; i < n; i++)
                    if (i + 1 == n || cycles[i + 1] / 16 != cycles[from] / 16) {
                        printf(" %d-%d:%d", from, i, cycles[from]);
                        from = i + 1;
                    }
                printf("\n");
            }
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    return 0;
}
