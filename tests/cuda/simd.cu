/* The video intrinsics: two halves or four bytes of a word at a time, against a reference on the host. */
#include <stdio.h>
#include <stdlib.h>
#define OPS 12
__global__ void lanes(const unsigned *a, const unsigned *b, unsigned *o)
{
    unsigned i = threadIdx.x, x = a[i], y = b[i], *r = o + i * OPS;
    r[0] = __vadd4(x, y), r[1] = __vsubss4(x, y), r[2] = __vaddus4(x, y), r[3] = __vabsdiffu4(x, y);
    r[4] = __vmaxs4(x, y), r[5] = __vcmpgtu4(x, y), r[6] = __vsadu4(x, y), r[7] = __vavgu4(x, y);
    r[8] = __vadd2(x, y), r[9] = __vabsss2(x), r[10] = __vsetles2(x, y), r[11] = __vminu2(x, y);
}
static int clamp(int v, int low, int high) { return v < low ? low : v > high ? high : v; }
static unsigned want(int op, unsigned x, unsigned y)
{
    unsigned r = 0;
    if (op < 8) {
        for (int k = 0; k < 4; k++) {
            int a = x >> 8 * k & 255, b = y >> 8 * k & 255, sa = (signed char)a, sb = (signed char)b, v = 0;
            switch (op) {
            case 0: v = a + b; break;
            case 1: v = clamp(sa - sb, -128, 127); break;
            case 2: v = clamp(a + b, 0, 255); break;
            case 3: v = abs(a - b); break;
            case 4: v = sa > sb ? sa : sb; break;
            case 5: v = a > b ? 255 : 0; break;
            case 6: r += abs(a - b); continue;
            case 7: v = (a + b + 1) / 2; break;
            }
            r |= (unsigned)(v & 255) << 8 * k;
        }
        return r;
    }
    for (int k = 0; k < 2; k++) {
        int a = x >> 16 * k & 65535, b = y >> 16 * k & 65535, sa = (short)a, sb = (short)b, v = 0;
        switch (op) {
        case 8: v = a + b; break;
        case 9: v = clamp(abs(sa), 0, 32767); break;
        case 10: v = sa <= sb; break;
        case 11: v = a < b ? a : b; break;
        }
        r |= (unsigned)(v & 65535) << 16 * k;
    }
    return r;
}
int main()
{
    unsigned *a, *b, *o, seed = 1;
    cudaMallocManaged(&a, 1024);
    cudaMallocManaged(&b, 1024);
    cudaMallocManaged(&o, 1024 * OPS);
    for (int i = 0; i < 256; i++) {
        a[i] = seed = seed * 1664525u + 1013904223u;
        b[i] = seed = seed * 1664525u + 1013904223u;
    }
    a[0] = 0x80808080u, b[0] = 0x7f7f7f7fu, a[1] = 0x80008000u, b[1] = a[1];
    lanes<<<1, 256>>>(a, b, o);
    cudaDeviceSynchronize();
    for (int op = 0; op < OPS; op++) {
        int wrong = 0;
        for (int i = 0; i < 256; i++)
            wrong += o[i * OPS + op] != want(op, a[i], b[i]);
        if (wrong)
            printf("operation %d: %d wrong\n", op, wrong);
    }
    printf("done\n");
    return 0;
}
// expect: done
