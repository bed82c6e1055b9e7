// PTX's scalar video instructions: parts of operands, saturation, a second operation, merging. Each line is a hash of what
// a form gives for 4,096 pairs of operands, corners among them, as recorded on an H200 (nvcc 13.0).
// levels: 0 3
// expect: 8b8d8d09 vadd.s32.s32.s32 %0, %1, %2
// expect: fdb0ef23 vadd.s32.u32.s32.sat %0, %1, %2
// expect: c86c70e7 vadd.s32.s32.s32.sat %0, %1.b0, %2.h1
// expect: 2c4a6361 vadd.u32.s32.s32.sat.add %0, %1.b3, %2.b1, %3
// expect: 2e0898ed vadd.s32.s32.s32.sat.min %0, %1, %2, %3
// expect: ff809618 vadd.u32.u32.u32.sat.max %0, %1.h0, %2.h1, %3
// expect: 626d9b7a vadd.u32.u32.u32 %0.b2, %1, %2.b3, %3
// expect: 03b19db3 vsub.s32.u32.u32.sat %0, %1, %2
// expect: b1c32e37 vsub.u32.u32.u32.sat %0, %1, %2
// expect: 78cb20b2 vsub.u32.s32.u32.add %0, %1.h1, %2.b0, %3
// expect: 430bae4c vabsdiff.u32.s32.s32 %0, %1, %2
// expect: 2fa94c74 vabsdiff.s32.s32.s32.sat %0, %1, %2
// expect: 38d69308 vabsdiff.u32.u32.u32.add %0, %1.b1, %2.b2, %3
// expect: 7ab96b4e vabsdiff.s32.s32.u32.sat %0.b3, %1.h0, %2.h0, %3
// expect: 24dd43a7 vmin.s32.s32.s32 %0, %1, %2
// expect: d9ef6cc9 vmin.u32.s32.u32.sat %0, %1, %2
// expect: 31105c5b vmin.s32.s32.s32.max %0, %1.b0, %2.b0, %3
// expect: c1ab0eba vmax.s32.s32.u32.sat %0, %1, %2
// expect: 4335a6a5 vmax.u32.u32.u32 %0.h0, %1.h1, %2, %3
// expect: df43952e vmax.s32.s32.s32.add %0, %1.h1, %2.h0, %3
// expect: b7ee16db vshl.u32.u32.u32.clamp %0, %1, %2
// expect: b8b9005a vshl.u32.u32.u32.wrap %0, %1, %2
// expect: e2342a86 vshr.u32.u32.u32.clamp %0, %1, %2
// expect: 946fa5d1 vshr.s32.s32.u32.wrap %0, %1, %2
// expect: 11eec35f vshr.s32.s32.u32.clamp %0, %1, %2
// expect: 4fbc4c9c vshr.s32.s32.u32.sat.wrap.min %0, %1.h1, %2.b3, %3
// expect: 0dccc023 vmad.s32.s32.s32 %0, %1, %2, %3
// expect: cf4e6453 vmad.s32.s32.s32.sat %0, %1.h0, %2.h1, %3
// expect: fcfe7022 vmad.s32.s32.u32.sat.shr7 %0, %1.h0, %2.h1, %3
// expect: 0db73830 vmad.s32.u32.u32.sat %0, -%1.h0, %2.h0, %3
// expect: f9555685 vmad.s32.s32.s32.sat.shr7 %0, %1.h1, %2.b2, -%3
// expect: 691b10f2 vmad.s32.s32.s32.po.shr15 %0, %1.h0, %2.h1, %3
// expect: 84f3c5b0 vset.s32.s32.lt %0, %1, %2
// expect: 594a44af vset.u32.s32.ge %0, %1, %2
// expect: 2b88de33 vset.u32.u32.eq.add %0, %1.b0, %2.b0, %3
// expect: dc2d4b61 vset.s32.s32.ne %0.b1, %1.h0, %2.h1, %3
// expect: 458b1ec2 vset.u32.u32.gt.max %0, %1.h1, %2.b3, %3
// expect: 49ada90f vset.s32.u32.le.min %0, %1, %2.h0, %3
// expect: 0 wrong
#include <cstdio>
#define N_VALUES 64
__host__ __device__ unsigned value(unsigned i)
{
    const unsigned corners[16] = {0, 1, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff, 0x80ff7f00, 31, 32, 33, 0x00ff8001};
    return i < 16 ? corners[i] : i * 2654435761u ^ i << 27;
}
#define FORMS(F)                                                                                                              \
    F("vadd.s32.s32.s32 %0, %1, %2")                                                                                          \
    F("vadd.s32.u32.s32.sat %0, %1, %2")                                                                                      \
    F("vadd.s32.s32.s32.sat %0, %1.b0, %2.h1")                                                                                \
    F("vadd.u32.s32.s32.sat.add %0, %1.b3, %2.b1, %3")                                                                        \
    F("vadd.s32.s32.s32.sat.min %0, %1, %2, %3")                                                                              \
    F("vadd.u32.u32.u32.sat.max %0, %1.h0, %2.h1, %3")                                                                        \
    F("vadd.u32.u32.u32 %0.b2, %1, %2.b3, %3")                                                                                \
    F("vsub.s32.u32.u32.sat %0, %1, %2")                                                                                      \
    F("vsub.u32.u32.u32.sat %0, %1, %2")                                                                                      \
    F("vsub.u32.s32.u32.add %0, %1.h1, %2.b0, %3")                                                                            \
    F("vabsdiff.u32.s32.s32 %0, %1, %2")                                                                                      \
    F("vabsdiff.s32.s32.s32.sat %0, %1, %2")                                                                                  \
    F("vabsdiff.u32.u32.u32.add %0, %1.b1, %2.b2, %3")                                                                        \
    F("vabsdiff.s32.s32.u32.sat %0.b3, %1.h0, %2.h0, %3")                                                                     \
    F("vmin.s32.s32.s32 %0, %1, %2")                                                                                          \
    F("vmin.u32.s32.u32.sat %0, %1, %2")                                                                                      \
    F("vmin.s32.s32.s32.max %0, %1.b0, %2.b0, %3")                                                                            \
    F("vmax.s32.s32.u32.sat %0, %1, %2")                                                                                      \
    F("vmax.u32.u32.u32 %0.h0, %1.h1, %2, %3")                                                                                \
    F("vmax.s32.s32.s32.add %0, %1.h1, %2.h0, %3")                                                                            \
    F("vshl.u32.u32.u32.clamp %0, %1, %2")                                                                                    \
    F("vshl.u32.u32.u32.wrap %0, %1, %2")                                                                                     \
    F("vshr.u32.u32.u32.clamp %0, %1, %2")                                                                                    \
    F("vshr.s32.s32.u32.wrap %0, %1, %2")                                                                                     \
    F("vshr.s32.s32.u32.clamp %0, %1, %2")                                                                                    \
    F("vshr.s32.s32.u32.sat.wrap.min %0, %1.h1, %2.b3, %3")                                                                   \
    F("vmad.s32.s32.s32 %0, %1, %2, %3")                                                                                      \
    F("vmad.s32.s32.s32.sat %0, %1.h0, %2.h1, %3")                                                                            \
    F("vmad.s32.s32.u32.sat.shr7 %0, %1.h0, %2.h1, %3")                                                                       \
    F("vmad.s32.u32.u32.sat %0, -%1.h0, %2.h0, %3")                                                                           \
    F("vmad.s32.s32.s32.sat.shr7 %0, %1.h1, %2.b2, -%3")                                                                      \
    F("vmad.s32.s32.s32.po.shr15 %0, %1.h0, %2.h1, %3")                                                                       \
    F("vset.s32.s32.lt %0, %1, %2")                                                                                           \
    F("vset.u32.s32.ge %0, %1, %2")                                                                                           \
    F("vset.u32.u32.eq.add %0, %1.b0, %2.b0, %3")                                                                             \
    F("vset.s32.s32.ne %0.b1, %1.h0, %2.h1, %3")                                                                              \
    F("vset.u32.u32.gt.max %0, %1.h1, %2.b3, %3")                                                                             \
    F("vset.s32.u32.le.min %0, %1, %2.h0, %3")
__device__ unsigned hash_of(unsigned long long h, unsigned v) { return (unsigned)((h ^ v) * 0x9e3779b97f4a7c15ull >> 29); }
__global__ void run(unsigned *out)
{
    unsigned a = value(threadIdx.x), n = 0;
    out += threadIdx.x;
#define ONE(form)                                                                                                             \
    {                                                                                                                         \
        unsigned h = 1, r;                                                                                                    \
        _Pragma("unroll 1") for (unsigned i = 0; i < N_VALUES; i++)                                                           \
        {                                                                                                                     \
            unsigned b = value(i), c = value(i * 7 + threadIdx.x & 63);                                                       \
            asm(form ";" : "=r"(r) : "r"(a), "r"(b), "r"(c));                                                                 \
            h = hash_of(h, r);                                                                                                \
        }                                                                                                                     \
        out[n++ * N_VALUES] = h;                                                                                              \
    }
    FORMS(ONE)
}

// What nvcc 13.0 makes of these for an H200 is not what the PTX ISA defines (it forgets to saturate, takes vmad's unsigned c as
// signed): here the definition counts, in plain C++.
typedef long long wide;
static wide clamp(wide v, wide low, wide top) { return v < low ? low : v > top ? top : v; }
#define U32 4294967295ll
#define S32 2147483647ll
#define DEFINED(F)                                                                                                            \
    F("vadd.u32.u32.u32.sat %0, %1, %2", clamp((wide)a + b, 0, U32))                                                          \
    F("vadd.s32.s32.s32.sat %0.h1, %1, %2, %3", (c & 0xffff) | (unsigned)clamp((wide)(int)a + (int)b, -32768, 32767) << 16)   \
    F("vsub.u32.u32.u32.sat %0.b0, %1, %2, %3", (c & ~0xffu) | clamp((wide)a - b, 0, 255))                                    \
    F("vshl.s32.s32.u32.sat.clamp %0, %1, %2", clamp((wide)((__int128)(int)a * (1ll << (b > 32 ? 32 : b))), -S32 - 1, S32))   \
    F("vshl.u32.u32.u32.sat.wrap.add %0, %1.b1, %2.b0, %3", c + clamp((wide)(a >> 8 & 255) << (b & 31), 0, U32))              \
    F("vshl.s32.s32.u32.sat.wrap %0.h0, %1.h0, %2, %3",                                                                       \
      (c & ~0xffffu) | ((unsigned)clamp((wide)(short)a * (1ll << (b & 31)), -32768, 32767) & 0xffff))                         \
    F("vmad.u32.u32.u32.sat %0, %1.b0, %2, %3", clamp((wide)(a & 255) * b + c, 0, U32))                                       \
    F("vmad.u32.u32.u32.shr15 %0, %1, %2, %3", (unsigned)(((unsigned __int128)a * b + c) >> 15))                              \
    F("vmad.u32.u32.u32.po.sat %0, %1.h0, %2.h1, %3", clamp((wide)(a & 0xffff) * (b >> 16) + c + 1, 0, U32))
__global__ void defined(unsigned *out)
{
    unsigned a = value(threadIdx.x), b = value(blockIdx.x), c = value(blockIdx.x * 7 + threadIdx.x & 63), r;
    out += blockIdx.x * N_VALUES + threadIdx.x;
#define STORE(form, unused) asm(form ";" : "=r"(r) : "r"(a), "r"(b), "r"(c)); *out = r; out += N_VALUES * N_VALUES;
    DEFINED(STORE)
}
static int wrong(const unsigned *o)
{
    int bad = 0;
    for (unsigned i = 0; i < N_VALUES * N_VALUES; i++) {
        const unsigned *at = o + i;
        unsigned a = value(i % N_VALUES), b = value(i / N_VALUES), c = value(i / N_VALUES * 7 + i % N_VALUES & 63);
#define COMPARE(form, want) bad += *at != (unsigned)(want), at += N_VALUES * N_VALUES;
        DEFINED(COMPARE)
    }
    return bad;
}

int main()
{
#define NAME(form) form,
    static const char *const names[] = {FORMS(NAME)};
    enum { N_FORMS = sizeof names / sizeof *names };
    unsigned *o;
    cudaMallocManaged(&o, N_FORMS * N_VALUES * 4);
    run<<<1, N_VALUES>>>(o);
    cudaDeviceSynchronize();
    for (int f = 0; f < N_FORMS; f++) {
        unsigned h = 0;
        for (int i = 0; i < N_VALUES; i++)
            h = h * 31 + o[f * N_VALUES + i];
        printf("%08x %s\n", h, names[f]);
    }
    cudaMallocManaged(&o, 9 * N_VALUES * N_VALUES * 4);
    defined<<<N_VALUES, N_VALUES>>>(o);
    cudaDeviceSynchronize();
    printf("%d wrong\n", wrong(o));
    return 0;
}
