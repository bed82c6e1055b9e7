
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
template <class T> static __device__ __forceinline__ T words_shfl(T v, int lane)
{
    T r;
    unsigned w[(sizeof(T) + 3) / 4];
    memcpy(w, &v, sizeof(T));
    for (unsigned i = 0; i < (sizeof(T) + 3) / 4; i++)
        w[i] = __shfl_sync(0xffffffffu, w[i], lane);
    memcpy(&r, w, sizeof(T));
    return r;
}
template <class T> static __device__ __forceinline__ T alias_shfl(T v, int mask)
{
    T r;
    const unsigned *from = (const unsigned *)&v;
    unsigned *to = (unsigned *)&r;
    static_assert(sizeof(T) % 4 == 0, "");
#pragma unroll
    for (int i = 0; i < (int)(sizeof(T) / 4); i++)
        to[i] = __shfl_xor_sync(0xffffffffu, from[i], mask);
    return r;
}
static __device__ __forceinline__ unsigned mix(unsigned h, unsigned long long v)
{
    return (h ^ (unsigned)v ^ (unsigned)(v >> 32)) * 16777619u + 1u;
}
static __device__ __noinline__ void meet() { __syncthreads(); }
static __constant__ int fix0[32] = {406352714, 1184352471, 540707072, 62262066, 1972525847, 788536123, 92240466, 1094111247, 626988493, 993731484, 1700280441, 877940812, 1204367898, 1887473369, 1258157437, 1115429951, 765106880, 1462178378, 621964394, 1901011924, 428617061, 515413025, 1848145297, 146558542, 1287963199, 883420369, 358198169, 1910884153, 683172159, 1135511902, 1952057998, 144774099};
static __constant__ unsigned char bytes0[16] = {229, 149, 92, 163, 70, 48, 21, 252, 222, 14, 108, 45, 120, 35, 101, 113};
static __constant__ int4 wide0[4] = {{54, 94, 26, 9}, {49, 12, 49, 61}, {2, 67, 2, 75}, {52, 8, 51, 22}};
struct S0 { long long a; bool b; };
static __device__ inline bool less0(S0 x, S0 y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ __forceinline__ S0 pick0(S0 x, S0 y) { return less0(y, x) ? y : x; }
static __device__ __forceinline__ S0 make0(int a, bool b) { S0 r; r.a = a; r.b = b;  return r; }
static __device__ __forceinline__ int f0_0(int x, int y) { switch (x & 3) { case 0: return y; case 1: y ^= 5; case 2: x ^= y; } return (int)((unsigned)x * 3u + (unsigned)y); }
static __device__ __forceinline__ int f0_1(int x, int y) { if (x > y) return (int)((unsigned)x - (unsigned)y); return (int)((unsigned)x * 3u + (unsigned)y); }
extern "C" __global__ void k0(const int *in, unsigned *out, int n)
{
    __shared__ int s[64];
    __shared__ S0 t[64];
    __shared__ int total;
    int lane = threadIdx.x & 31, arr[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    unsigned h = threadIdx.x;
    S0 q = make0(in[threadIdx.x], in[threadIdx.x + 64] & 1), qs[4] = {q, make0(n, true), q, make0(lane, false)};
    s[threadIdx.x] = lane; t[threadIdx.x] = q; if (threadIdx.x == 0) total = n;
    __syncthreads();
    short v1 = (short)(((unsigned long long)(((int)(short)((int)((double)(short)(blockIdx.x))) / ((int)(unsigned char)(f0_1((int)(arr[(threadIdx.x * 3u) % 8u]), (int)(((const int4 *)in)[(threadIdx.x * 4u) % 64u].y))) + 1))) * (unsigned long long)(f0_0((int)(137), (int)(19)))));
    long long v2 = (long long)(((unsigned)(bytes0[((unsigned)(v1)) % 16u]) + (unsigned)((int)((unsigned long long)(f0_0((int)((q.b ? 3 : 4)), (int)(fix0[(threadIdx.x * 1u) % 32u]))) + (unsigned long long)(((unsigned)(blockIdx.x) >> ((unsigned)(blockIdx.x) & 31)))))));
    if (q.b) {
        v1 = (short)((int)((unsigned long long)((int)((unsigned)(threadIdx.x) * (unsigned)(in[(threadIdx.x * 8u) % 256u]))) * (unsigned long long)(v2)));
        if (q.b) {
            v1 = (short)(in[((unsigned)(__funnelshift_l((unsigned)((q.b ? 3 : 4)), (unsigned)(v2), 7))) % 256u]);
            arr[((unsigned)(v2)) % 8u] = (int)(__popc((unsigned)((int)((unsigned long long)((int)((unsigned)((int)q.a) + (unsigned)(v2))) & (unsigned long long)(in[(threadIdx.x * 1u) % 256u])))));
            out[256 + 0 * 128 + blockIdx.x * 64 + threadIdx.x] = (unsigned)((((((int)q.a) & 1) != 0) ? (int)((int)((unsigned)(v2) + (unsigned)(((unsigned)(arr[(threadIdx.x * 8u) % 8u]) << ((unsigned)(v2) & 31))))) : (int)((int)((float)(short)(arr[(threadIdx.x * 6u) % 8u])))));
        }
        if (((int)(v2) == (int)(threadIdx.x))) {
            v2 = (long long)((int)((unsigned long long)((int)(((double)(short)(v2) / ((double)(short)(in[(threadIdx.x * 1u) % 256u]) * (double)(short)(in[(threadIdx.x * 1u) % 256u]) + (double)1)))) * (unsigned long long)((int)((unsigned)(__brev((unsigned)(in[(threadIdx.x * 2u) % 256u]))) - (unsigned)((!(((int)(arr[(threadIdx.x * 7u) % 8u]) > (int)(arr[(threadIdx.x * 8u) % 8u]))) ? (int)(v2) : (int)(v1)))))));
            arr[((unsigned)(arr[((unsigned)((q.b ? 3 : 4))) % 8u])) % 8u] = (int)(((int)(short)(((unsigned)((int)q.a) / ((unsigned)(((unsigned)(bytes0[(threadIdx.x * 8u) % 16u]) << ((unsigned)(169) & 31))) | 1u))) / ((int)(unsigned char)(arr[((unsigned)(v1)) % 8u]) + 1)));
        }
    }
    h = mix(h, (unsigned)__shfl_up_sync(0xffffffffu, (int)(((unsigned long long)(((unsigned)(arr[(threadIdx.x * 5u) % 8u]) ^ (unsigned)((q.b ? 3 : 4)))) ^ (unsigned long long)(__clz((int)(f0_1((int)(arr[(threadIdx.x * 4u) % 8u]), (int)(55))))))), 2));
    h = mix(h, (unsigned long long)(arr[((unsigned)((q.b ? 3 : 4))) % 8u]));
    for (unsigned i3 = 0; i3 < (unsigned)(((79) & 3)); i3++) {
        h = mix(h, i3);
        switch ((unsigned)((int)q.a) % 4u) {
        case 0:
            {
            arr[((unsigned)(f0_1((int)((unsigned char)(v1)), (int)((short)(blockIdx.x))))) % 8u] = (int)(((unsigned)(threadIdx.x) + (unsigned)(((unsigned long long)(v1) * (unsigned long long)(wide0[(threadIdx.x * 4u) % 4u].z)))));
            }
            break;
        case 1:
            {
            v2 = (long long)(((unsigned long long)(((unsigned)((int)((unsigned long long)((int)q.a) | (unsigned long long)(v2))) % ((unsigned)((int)((float)(short)(fix0[29]))) | 1u))) + (unsigned long long)((unsigned char)(v1))));
            }
            break;
        default:
            {
            v2 = (long long)(((((int)(((unsigned)(bytes0[(threadIdx.x * 3u) % 16u]) >> ((unsigned)((int)q.a) & 31))) != (int)(((unsigned)(blockIdx.x) / ((unsigned)(v2) | 1u)))) && !(((int)((q.b ? 3 : 4)) != (int)((int)q.a)))) ? (int)((short)((int)q.a)) : (int)((int)((unsigned long long)((long long)((q.b ? 3 : 4))) ^ (unsigned long long)(wide0[(threadIdx.x * 8u) % 4u].x)))));
            }
            break;
        }
        if (((int)(((unsigned)((int)((unsigned long long)(blockIdx.x) ^ (unsigned long long)(107))) << ((unsigned)((int)((float)(short)(v1))) & 31))) == (int)((int)((unsigned)((int)((int)q.a)) + (unsigned)((int)((double)(short)(fix0[n]))))))) {
            int v4 = (int)(v2);
        }
    }
    h = mix(h, (unsigned)__shfl_sync(0xffffffffu, (int)((short)(f0_1((int)((int)((unsigned long long)(blockIdx.x) * (unsigned long long)(arr[(threadIdx.x * 1u) % 8u]))), (int)((int)q.a)))), (int)((unsigned)(in[((unsigned)(arr[(threadIdx.x * 3u) % 8u])) % 256u]) % 32u)));
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix1[32] = {517787066, 1352767901, 1576307968, 425278036, 1792521111, 1853769343, 1978670807, 1310914405, 598882273, 1853984282, 790668198, 1971273637, 1288200440, 1626488985, 571716602, 1563259924, 546880169, 473563887, 1109965322, 39082095, 629213745, 1259027103, 297315136, 1855159132, 2088393860, 1192134054, 679260833, 520399976, 1043398904, 1266858724, 1119640866, 156594470};
static __constant__ unsigned char bytes1[16] = {187, 6, 254, 35, 145, 145, 84, 39, 39, 51, 66, 151, 40, 214, 175, 180};
static __constant__ int4 wide1[4] = {{72, 12, 62, 28}, {12, 50, 70, 54}, {19, 61, 78, 26}, {3, 95, 22, 80}};
struct S1 { int a; short b; };
static __device__ __noinline__ bool less1(S1 x, S1 y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ __forceinline__ S1 pick1(S1 x, S1 y) { return less1(y, x) ? y : x; }
static __device__ __noinline__ S1 make1(int a, bool b) { S1 r; r.a = a; r.b = b;  return r; }
extern "C" __global__ void k1(const int *in, unsigned *out, int n)
{
    __shared__ int s[64];
    __shared__ S1 t[64];
    __shared__ int total;
    int lane = threadIdx.x & 31, arr[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    unsigned h = threadIdx.x;
    S1 q = make1(in[threadIdx.x], in[threadIdx.x + 64] & 1), qs[4] = {q, make1(n, true), q, make1(lane, false)};
    s[threadIdx.x] = lane; t[threadIdx.x] = q; if (threadIdx.x == 0) total = n;
    __syncthreads();
    unsigned char v1 = (unsigned char)(__clz((int)(__popc((unsigned)(__brev((unsigned)(blockIdx.x)))))));
    bool v2 = (bool)(arr[((unsigned)(((int)(short)(44) % ((int)(unsigned char)(arr[(threadIdx.x * 2u) % 8u]) + 1)))) % 8u]);
    q = make1((int)(((unsigned)(v1) << ((unsigned)((int)((unsigned long long)(((unsigned)(((const unsigned char *)in)[(threadIdx.x * 5u) % 1024u]) << ((unsigned)((int)q.a) & 31))) - (unsigned long long)(((unsigned)(fix1[17]) - (unsigned)(v2))))) & 31))), !(((int)((int)((unsigned long long)((int)((unsigned long long)(fix1[n]) * (unsigned long long)(v2))) | (unsigned long long)(__popc((unsigned)(arr[(threadIdx.x * 7u) % 8u]))))) < (int)((int)((double)(short)(106))))));
    for (unsigned i3 = 0; i3 < (unsigned)(((((int)(short)(in[((unsigned)(blockIdx.x)) % 256u]) % ((int)(unsigned char)(((unsigned long long)((bool)(in[(threadIdx.x * 6u) % 256u])) ^ (unsigned long long)(((int)(short)(bytes1[(threadIdx.x * 7u) % 16u]) % ((int)(unsigned char)(blockIdx.x) + 1))))) + 1))) & 3)); i3++) {
        h = mix(h, i3);
        for (unsigned i4 = 0; i4 < (unsigned)(((v2) & 3)); i4++) {
            if (q.b) continue;
            h = mix(h, i4);
            { S1 z = q; z.b = !z.b; q = ((((int)(wide1[((unsigned)(in[(threadIdx.x * 1u) % 256u])) % 4u].w) < (int)(((unsigned)(blockIdx.x) - (unsigned)((q.b ? 3 : 4))))) && ((int)(66) <= (int)((int)((double)(short)((int)q.a)))))) ? z : q; }
        }
        h = mix(h, (unsigned long long)(((unsigned)((int)((unsigned long long)(((unsigned)(((const unsigned char *)in)[(threadIdx.x * 2u) % 1024u]) | (unsigned)(threadIdx.x))) - (unsigned long long)(arr[(threadIdx.x * 1u) % 8u]))) / ((unsigned)(((unsigned long long)((int)q.a) & (unsigned long long)(((unsigned)((int)q.a) / ((unsigned)((int)q.a) | 1u))))) | 1u))));
    }
    q = pick1(q, words_shfl(q, (int)((unsigned)((int)(((float)(short)(((int)(short)(18) / ((int)(unsigned char)((q.b ? 3 : 4)) + 1))) < (float)(short)((int)((float)(short)(threadIdx.x))) ? (float)(short)(((int)(short)(18) / ((int)(unsigned char)((q.b ? 3 : 4)) + 1))) : (float)(short)((int)((float)(short)(threadIdx.x)))))) % 32u)));
    for (unsigned i5 = 0; i5 < (unsigned)((((int)((unsigned long long)(threadIdx.x) & (unsigned long long)(((int)(short)((int)((unsigned long long)(blockIdx.x) & (unsigned long long)(v2))) / ((int)(unsigned char)(((unsigned)(blockIdx.x) << ((unsigned)(arr[(threadIdx.x * 3u) % 8u]) & 31))) + 1))))) & 3)); i5++) {
        h = mix(h, i5);
        arr[((unsigned)(in[((unsigned)(fix1[n])) % 256u])) % 8u] = (int)(((unsigned)(fix1[1]) << ((unsigned)(((unsigned)(v2) >> ((unsigned)(((int)(short)((q.b ? 3 : 4)) / ((int)(unsigned char)(127) + 1))) & 31))) & 31)));
    }
    h = mix(h, (unsigned long long)((long long)((int)((unsigned)(in[(threadIdx.x * 2u) % 256u]) * (unsigned)(arr[(threadIdx.x * 3u) % 8u])))));
    for (unsigned i6 = 0; i6 < (unsigned)(((((unsigned)(((unsigned)(((unsigned)(fix1[5]) | (unsigned)(in[(threadIdx.x * 2u) % 256u]))) % ((unsigned)(blockIdx.x) | 1u))) % ((unsigned)((int)((q.b ? 3 : 4))) | 1u))) & 3)); i6++) {
        h = mix(h, i6);
        v1 = (unsigned char)(arr[((unsigned)(((unsigned)(v2) << ((unsigned)((q.b ? 3 : 4)) & 31)))) % 8u]);
    }
    t[threadIdx.x ^ 49u] = q;
    cg::sync(cg::this_thread_block());
    q = t[((unsigned)((bool)((int)((unsigned long long)(((const int4 *)in)[(threadIdx.x * 1u) % 64u].y) & (unsigned long long)(v1))))) % 64u];
    __syncthreads();
    h = mix(h, out[256 + 1 * 128 + blockIdx.x * 64 + threadIdx.x]);
    h = mix(h, __match_any_sync(0xffffffffu, (int)((q.b ? (int)(((unsigned)(v1) << ((unsigned)((int)((double)(short)((q.b ? 3 : 4)))) & 31))) : (int)(((int)(short)(((((in[(threadIdx.x * 8u) % 256u]) & 1) != 0) ? (int)(170) : (int)(v1))) % ((int)(unsigned char)((int)((unsigned long long)(v1) * (unsigned long long)(bytes1[(threadIdx.x * 2u) % 16u]))) + 1))))) & 3));
    v1 = (unsigned char)(threadIdx.x);
    for (unsigned i7 = 0; i7 < (unsigned)(4); i7++) {
        h = mix(h, i7);
        switch ((unsigned)(n) % 4u) {
        case 0:
            {
            short v8 = (short)((int)((unsigned long long)((long long)(((unsigned)(168) % ((unsigned)(blockIdx.x) | 1u)))) - (unsigned long long)(((((int)(in[(threadIdx.x * 8u) % 256u]) == (int)((int)q.a)) && ((int)(v2) > (int)(arr[(threadIdx.x * 5u) % 8u]))) ? (int)((short)(arr[(threadIdx.x * 5u) % 8u])) : (int)(blockIdx.x)))));
            }
            break;
        case 1:
            {
            v2 = (bool)((int)((float)(short)((unsigned)(v2))));
            }
            break;
        default:
            {
            s[threadIdx.x] = (int)(blockIdx.x);
            h = mix(h, __syncthreads_count((((int)((unsigned long long)(arr[(threadIdx.x * 1u) % 8u])) < (int)((int)((unsigned long long)(__brev((unsigned)(33))) & (unsigned long long)(v2)))) && q.b)));
            int v9 = s[((unsigned)(((unsigned long long)(v2) | (unsigned long long)(v1)))) % 64u] ^ (int)(s[((unsigned)((int)((unsigned)((int)((float)(short)(in[(threadIdx.x * 7u) % 256u]))) - (unsigned)((int)((unsigned long long)(v1) & (unsigned long long)((q.b ? 3 : 4))))))) % 64u] & 255);
            cg::this_thread_block().sync();
            }
            break;
        }
    }
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix2[32] = {18883220, 1947322047, 1278545203, 70390256, 616344246, 1584832463, 378722856, 517459398, 281254527, 1646477919, 472516351, 103464606, 1777349889, 618783451, 218207825, 1285424565, 1375083932, 794955976, 1618622944, 2057025655, 156080928, 266281243, 404471212, 1508259574, 1491981875, 1454326466, 1555299299, 1010660804, 339710840, 158097927, 1796675761, 1116625436};
static __constant__ unsigned char bytes2[16] = {183, 73, 0, 79, 227, 144, 219, 7, 17, 111, 251, 52, 30, 247, 12, 248};
static __constant__ int4 wide2[4] = {{80, 84, 98, 84}, {8, 73, 61, 12}, {74, 2, 17, 45}, {44, 54, 89, 89}};
struct S2 { int a; bool b; int more[3]; };
static __device__ __forceinline__ bool less2(S2 x, S2 y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ __forceinline__ S2 pick2(S2 x, S2 y) { if (!x.b) return y; if (!y.b) return x; return y.a < x.a ? y : x; }
static __device__ __forceinline__ S2 make2(int a, bool b) { S2 r; r.a = a; r.b = b; r.more[0] = a; r.more[1] = 1; r.more[2] = a ^ 5; return r; }
static __device__ __forceinline__ int f2_0(int x, int y) { if (x > y) return (int)((unsigned)x - (unsigned)y); return (int)((unsigned)x * 3u + (unsigned)y); }
extern "C" __global__ void k2(const int *in, unsigned *out, int n)
{
    __shared__ int s[64];
    __shared__ S2 t[64];
    __shared__ int total;
    int lane = threadIdx.x & 31, arr[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    unsigned h = threadIdx.x;
    S2 q = make2(in[threadIdx.x], in[threadIdx.x + 64] & 1), qs[4] = {q, make2(n, true), q, make2(lane, false)};
    s[threadIdx.x] = lane; t[threadIdx.x] = q; if (threadIdx.x == 0) total = n;
    __syncthreads();
    short v1 = (short)(bytes2[((unsigned)((int)q.a)) % 16u]);
    long long v2 = (long long)(((unsigned)((int)((unsigned long long)(179) & (unsigned long long)(((unsigned long long)(threadIdx.x) ^ (unsigned long long)(in[(threadIdx.x * 1u) % 256u]))))) << ((unsigned)((int)((float)sqrt(fabs((double)((float)(short)(blockIdx.x)))))) & 31)));
    unsigned long long v3 = (unsigned long long)(threadIdx.x);
    for (unsigned i4 = 0; i4 < (unsigned)(4); i4++) {
        h = mix(h, i4);
        if (((((unsigned char)(__brev((unsigned)(in[(threadIdx.x * 3u) % 256u])))) & 1) != 0)) s[threadIdx.x ^ 45u] = (int)((bool)(in[((unsigned)((q.b ? 3 : 4))) % 256u])); else s[threadIdx.x ^ 45u] = 0;
        __syncthreads();
        h = mix(h, (unsigned)s[((unsigned)((int)(((float)(short)(arr[(threadIdx.x * 7u) % 8u]) / ((float)(short)(arr[(threadIdx.x * 6u) % 8u]) * (float)(short)(arr[(threadIdx.x * 6u) % 8u]) + (float)1))))) % 64u]);
        __syncthreads();
        if (threadIdx.x == 62) s[1] = (int)(v3);
        meet();
        h = mix(h, (unsigned)s[((unsigned)((int)((unsigned)(((unsigned)(v3) << ((unsigned)(in[(threadIdx.x * 1u) % 256u]) & 31))) + (unsigned)(((unsigned)((int)q.a) ^ (unsigned)(29)))))) % 64u]);
        h = mix(h, __syncthreads_and(q.b));
    }
    if (q.b) {
        h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    }
    h = mix(h, *(volatile unsigned *)&out[256 + 0 * 128 + blockIdx.x * 64 + threadIdx.x]);
    if (threadIdx.x == 0) total = 0;
    h = mix(h, __syncthreads_count((((int)(((unsigned)(((const int4 *)in)[(threadIdx.x * 1u) % 64u].x) / ((unsigned)(arr[(threadIdx.x * 3u) % 8u]) | 1u))) == (int)(((unsigned)((unsigned long long)(v1)) >> ((unsigned)(((((190) & 1) != 0) ? (int)(v2) : (int)(v1))) & 31)))) && !(((int)(__clz((int)(96))) != (int)(threadIdx.x))))));
    atomicXor(&total, (int)((int)((unsigned long long)(((((int)(v3) > (int)(v3)) && ((int)(blockIdx.x) >= (int)(threadIdx.x))) ? (int)((int)((float)(short)(threadIdx.x))) : (int)((int)((unsigned)(fix2[n]) * (unsigned)(arr[(threadIdx.x * 8u) % 8u]))))) + (unsigned long long)(((unsigned)((int)((unsigned long long)(v1) + (unsigned long long)(threadIdx.x))) % ((unsigned)((int)((unsigned long long)(v2) ^ (unsigned long long)(threadIdx.x))) | 1u))))));
    cg::sync(cg::this_thread_block());
    h = mix(h, (unsigned)total);
    h = mix(h, __syncthreads_and(q.b));
    q = make2((int)(threadIdx.x), !(((int)(((unsigned)((int)((unsigned long long)(104) & (unsigned long long)(v1))) * (unsigned)(((unsigned)(bytes2[(threadIdx.x * 8u) % 16u]) / ((unsigned)(in[(threadIdx.x * 4u) % 256u]) | 1u))))) <= (int)((int)((unsigned)(((int)(short)(v1) / ((int)(unsigned char)(arr[(threadIdx.x * 2u) % 8u]) + 1))) & (unsigned)(((unsigned long long)(blockIdx.x) | (unsigned long long)((q.b ? 3 : 4)))))))));
    for (unsigned i5 = 0; i5 < (unsigned)(3); i5++) {
        h = mix(h, i5);
        if ((((((int)(short)(fix2[22]) / ((int)(unsigned char)(blockIdx.x) + 1))) & 1) != 0)) {
            arr[((unsigned)((!(((int)(v2) < (int)(v3))) ? (int)((int)((unsigned long long)(v3) & (unsigned long long)((int)q.a))) : (int)((((int)(((const int4 *)in)[(threadIdx.x * 8u) % 64u].z) > (int)(v1)) ? (int)(arr[(threadIdx.x * 5u) % 8u]) : (int)((int)q.a)))))) % 8u] = (int)(((const int4 *)in)[((unsigned)(((unsigned)((int)q.a) | (unsigned)(v2)))) % 64u].x);
        }
        unsigned long long v6 = (unsigned long long)(((unsigned long long)(((unsigned long long)(((int)(short)(v1) / ((int)(unsigned char)((q.b ? 3 : 4)) + 1))) + (unsigned long long)(((unsigned)(((const unsigned char *)in)[(threadIdx.x * 3u) % 1024u]) - (unsigned)((q.b ? 3 : 4)))))) - (unsigned long long)((int)((unsigned)((q.b ? (int)(in[(threadIdx.x * 3u) % 256u]) : (int)(in[(threadIdx.x * 3u) % 256u]))) - (unsigned)((q.b ? 3 : 4))))));
    }
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix3[32] = {1915643509, 208985561, 134072761, 1717037617, 1950004531, 1629780431, 1976459778, 909698457, 197000325, 2020446120, 1438961745, 771527592, 393402527, 1099905706, 1831901586, 687231103, 1108874897, 1250351491, 1784878070, 243586505, 1484737647, 1825229384, 777376626, 2109112388, 267034844, 156286772, 1186203281, 1200017308, 330734701, 1802263575, 2018648739, 973570520};
static __constant__ unsigned char bytes3[16] = {151, 145, 169, 188, 35, 39, 147, 161, 49, 29, 4, 22, 205, 124, 147, 43};
static __constant__ int4 wide3[4] = {{51, 46, 81, 42}, {21, 36, 51, 77}, {97, 9, 90, 88}, {13, 80, 85, 34}};
struct S3 { unsigned char b; int a; };
static __device__ __forceinline__ bool less3(const S3 &x, const S3 &y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ __noinline__ S3 pick3(const S3 &x, const S3 &y) { return less3(y, x) ? y : x; }
static __device__ __forceinline__ S3 make3(int a, bool b) { S3 r; r.a = a; r.b = b;  return r; }
static __device__ inline int f3_0(int x, int y) { switch (x & 3) { case 0: return y; case 1: y ^= 5; case 2: x ^= y; } return (int)((unsigned)x * 3u + (unsigned)y); }
extern "C" __global__ void k3(const int *in, unsigned *out, int n)
{
    __shared__ int s[64];
    __shared__ S3 t[64];
    __shared__ int total;
    int lane = threadIdx.x & 31, arr[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    unsigned h = threadIdx.x;
    S3 q = make3(in[threadIdx.x], in[threadIdx.x + 64] & 1), qs[4] = {q, make3(n, true), q, make3(lane, false)};
    s[threadIdx.x] = lane; t[threadIdx.x] = q; if (threadIdx.x == 0) total = n;
    __syncthreads();
    long long v1 = (long long)(((unsigned long long)(((int)(short)(__clz((int)(163))) / ((int)(unsigned char)(__brev((unsigned)(arr[(threadIdx.x * 1u) % 8u]))) + 1))) ^ (unsigned long long)(((unsigned long long)(93) - (unsigned long long)(((unsigned)(blockIdx.x) << ((unsigned)(lane) & 31)))))));
    bool v2 = (bool)(blockIdx.x);
    unsigned long long v3 = (unsigned long long)((int)q.a);
    switch ((unsigned)(((unsigned long long)(__clz((int)((int)((unsigned long long)(155) | (unsigned long long)(arr[(threadIdx.x * 8u) % 8u]))))) | (unsigned long long)((int)((unsigned)((int)((unsigned)(143) & (unsigned)(blockIdx.x))) * (unsigned)(((unsigned long long)(in[(threadIdx.x * 7u) % 256u]) + (unsigned long long)(v3))))))) % 4u) {
    case 0:
        {
        for (unsigned i4 = 0; i4 < (unsigned)((((!(((int)((int)((unsigned long long)(v3) & (unsigned long long)(((const short *)in)[(threadIdx.x * 1u) % 512u]))) < (int)(__funnelshift_l((unsigned)(in[(threadIdx.x * 3u) % 256u]), (unsigned)(v2), 7)))) ? (int)(((unsigned)(v1) | (unsigned)(((int)(short)(threadIdx.x) % ((int)(unsigned char)(arr[(threadIdx.x * 4u) % 8u]) + 1))))) : (int)(((const int4 *)in)[((unsigned)(v1)) % 64u].y))) & 3)); i4++) {
            h = mix(h, i4);
            arr[((unsigned)(arr[((unsigned)((int)q.a)) % 8u])) % 8u] = (int)(f3_0((int)((int)((unsigned long long)((q.b ? 3 : 4)) - (unsigned long long)(in[(threadIdx.x * 4u) % 256u]))), (int)((int)((unsigned long long)(in[(threadIdx.x * 1u) % 256u]) | (unsigned long long)(f3_0((int)(164), (int)(fix3[n])))))));
        }
        }
        break;
    case 1:
        {
        switch ((unsigned)(v2) % 4u) {
        case 0:
            {
            q = pick3(q, make3((int)((unsigned)(((((int)(v2) < (int)((int)q.a)) && ((int)(threadIdx.x) < (int)(194))) ? (int)((int)q.a) : (int)(((unsigned)((q.b ? 3 : 4)) - (unsigned)(26)))))), ((int)(((unsigned long long)(__byte_perm((unsigned)((int)q.a), (unsigned)(in[(threadIdx.x * 7u) % 256u]), 0x2517)) | (unsigned long long)(v3))) == (int)((int)((float)(short)(bytes3[(threadIdx.x * 6u) % 16u]))))));
            }
            break;
        case 1:
            {
            v2 = (bool)(in[((unsigned)(v3)) % 256u]);
            }
            break;
        default:
            {
            v2 = (bool)((int)((int)((float)sqrt(fabs((double)((float)(short)(__ldg(&in[(threadIdx.x * 7u) % 256u]))))))));
            }
        }
        }
        break;
    default:
        {
        qs[((unsigned)(((unsigned long long)(__umulhi((unsigned)((q.b ? 3 : 4)), (unsigned)(v3))) & (unsigned long long)((int)q.a)))) % 4u] = q;
        }
        break;
    }
    v2 = (bool)((int)((unsigned long long)(arr[((unsigned)(arr[(threadIdx.x * 1u) % 8u])) % 8u]) ^ (unsigned long long)((int)q.a)));
    for (unsigned i5 = 0; i5 < (unsigned)(((((unsigned)(((unsigned)((((int)(34) == (int)(in[(threadIdx.x * 2u) % 256u])) ? (int)(154) : (int)(((const short *)in)[(threadIdx.x * 1u) % 512u]))) >> ((unsigned)((int)q.a) & 31))) - (unsigned)(blockIdx.x))) & 3)); i5++) {
        h = mix(h, i5);
        if (!(((int)(v1) <= (int)(((unsigned long long)(((unsigned)(fix3[(threadIdx.x * 2u) % 32u]) % ((unsigned)(bytes3[(threadIdx.x * 5u) % 16u]) | 1u))) ^ (unsigned long long)((int)((unsigned long long)(threadIdx.x) + (unsigned long long)(in[(threadIdx.x * 7u) % 256u])))))))) {
            bool v6 = (bool)((int)((float)fmax((double)(float)(short)(((unsigned long long)(arr[(threadIdx.x * 5u) % 8u]) + (unsigned long long)(blockIdx.x))), (double)(float)(short)(f3_0((int)((q.b ? 3 : 4)), (int)(blockIdx.x))))));
            arr[((unsigned)((q.b ? 3 : 4))) % 8u] = (int)((int)((float)(short)(151)));
            atomicXor(&out[524], (unsigned)(((unsigned)((q.b ? (int)(((unsigned)((q.b ? 3 : 4)) >> ((unsigned)(v3) & 31))) : (int)(in[(threadIdx.x * 1u) % 256u]))) >> ((unsigned)((int)((unsigned)(threadIdx.x) - (unsigned)((int)((float)(short)(in[(threadIdx.x * 2u) % 256u]))))) & 31))));
        }
        for (unsigned i7 = 0; i7 < (unsigned)(((((int)(short)(((int)(short)(((unsigned)(v3) / ((unsigned)(__ldg(&in[(threadIdx.x * 8u) % 256u])) | 1u))) % ((int)(unsigned char)(((unsigned)((int)q.a) + (unsigned)(125))) + 1))) / ((int)(unsigned char)(((unsigned)(f3_0((int)(threadIdx.x), (int)(in[(threadIdx.x * 4u) % 256u]))) >> ((unsigned)(f3_0((int)(v2), (int)((q.b ? 3 : 4)))) & 31))) + 1))) & 3)); i7++) {
            h = mix(h, i7);
            arr[((unsigned)(((unsigned long long)((((int)((int)q.a) == (int)(199)) ? (int)(v1) : (int)(arr[(threadIdx.x * 8u) % 8u]))) * (unsigned long long)(v2)))) % 8u] = (int)(((unsigned long long)((q.b ? 3 : 4)) * (unsigned long long)((int)((unsigned)(__vadd4((unsigned)(v3), (unsigned)(109))) ^ (unsigned)(((unsigned)(__ldg(&in[(threadIdx.x * 7u) % 256u])) ^ (unsigned)(blockIdx.x)))))));
        }
    }
    short v8 = (short)((int)((unsigned)(((unsigned)(((unsigned long long)(v3) + (unsigned long long)((int)q.a))) << ((unsigned)(v3) & 31))) ^ (unsigned)((q.b ? (int)((int)q.a) : (int)(((unsigned long long)(v3) + (unsigned long long)(v3)))))));
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix4[32] = {1183578770, 580435326, 320991586, 1238345086, 526540344, 28603965, 1102904830, 35376210, 1072821242, 1067359904, 179970735, 304316771, 1597174004, 521449662, 398190005, 1055088996, 1612265324, 413417840, 2093682150, 1081161402, 179057437, 780475127, 263759525, 640541454, 1274265102, 1410550259, 453021031, 1241454250, 129570878, 522924194, 1190846753, 1515325373};
static __constant__ unsigned char bytes4[16] = {100, 142, 53, 132, 75, 213, 198, 67, 28, 146, 234, 75, 22, 195, 47, 252};
static __constant__ int4 wide4[4] = {{45, 62, 45, 53}, {35, 89, 43, 70}, {20, 12, 84, 60}, {67, 17, 23, 15}};
struct S4 { unsigned char b; int a; };
static __device__ __forceinline__ bool less4(S4 x, S4 y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ __forceinline__ S4 pick4(S4 x, S4 y) { S4 z = x; if (y.b && y.a < z.a) z = y; return z; }
static __device__ __forceinline__ S4 make4(int a, bool b) { S4 r; r.a = a; r.b = b;  return r; }
extern "C" __global__ void k4(const int *in, unsigned *out, int n)
{
    __shared__ int s[64];
    __shared__ S4 t[64];
    __shared__ int total;
    int lane = threadIdx.x & 31, arr[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    unsigned h = threadIdx.x;
    S4 q = make4(in[threadIdx.x], in[threadIdx.x + 64] & 1), qs[4] = {q, make4(n, true), q, make4(lane, false)};
    s[threadIdx.x] = lane; t[threadIdx.x] = q; if (threadIdx.x == 0) total = n;
    __syncthreads();
    unsigned long long v1 = (unsigned long long)(((unsigned long long)(bytes4[((unsigned)(in[(threadIdx.x * 7u) % 256u])) % 16u]) & (unsigned long long)(((int)(short)(n) / ((int)(unsigned char)(((unsigned long long)(n) ^ (unsigned long long)(threadIdx.x))) + 1)))));
    int v2 = (int)(((unsigned)(((unsigned)(112) & (unsigned)(177))) >> ((unsigned)(((unsigned)(threadIdx.x) + (unsigned)(((unsigned)(blockIdx.x) << ((unsigned)((int)q.a) & 31))))) & 31)));
    switch ((unsigned)(in[((unsigned)((bool)(129))) % 256u]) % 4u) {
    case 0:
        {
        h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
        }
        break;
    case 1:
        {
        for (unsigned i3 = 0; i3 < (unsigned)(((((unsigned long long)(__clz((int)((q.b ? 3 : 4)))) * (unsigned long long)(((unsigned)((int)((double)(short)((int)q.a))) & (unsigned)((((int)(in[(threadIdx.x * 6u) % 256u]) != (int)(v1)) ? (int)(blockIdx.x) : (int)((int)q.a))))))) & 3)); i3++) {
            if ((((int)(fix4[n]) > (int)(threadIdx.x)) || q.b)) continue;
            h = mix(h, i3);
            unsigned char v4 = (unsigned char)((short)(in[((unsigned)(in[(threadIdx.x * 5u) % 256u])) % 256u]));
            h = mix(h, (unsigned long long)(((unsigned)(((unsigned)(((((v2) & 1) != 0) ? (int)(v2) : (int)((int)q.a))) % ((unsigned)(in[(threadIdx.x * 2u) % 256u]) | 1u))) - (unsigned)(v1))));
        }
        }
    default:
        {
        for (unsigned i5 = 0; i5 < (unsigned)(((((unsigned)(((unsigned)((int)((double)(short)(5))) % ((unsigned)((int)q.a) | 1u))) >> ((unsigned)((unsigned)((unsigned long long)(((const short *)in)[(threadIdx.x * 4u) % 512u]))) & 31))) & 3)); i5++) {
            h = mix(h, i5);
            qs[((unsigned)((q.b ? 3 : 4))) % 4u] = q;
        }
        }
        break;
    }
    arr[((unsigned)(in[((unsigned)(v1)) % 256u])) % 8u] = (int)((short)((unsigned long long)(((unsigned)((int)q.a) % ((unsigned)(in[(threadIdx.x * 1u) % 256u]) | 1u)))));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    switch ((unsigned)(__brev((unsigned)((int)q.a))) % 4u) {
    case 0:
        {
        if (((int)((int)((double)(short)(34))) <= (int)(((int)(short)(v2) % ((int)(unsigned char)(((const unsigned char *)in)[(threadIdx.x * 7u) % 1024u]) + 1))))) {
            h = mix(h, (unsigned long long)(((int)(short)((int)((double)(short)((int)q.a))) / ((int)(unsigned char)(arr[((unsigned)(v2)) % 8u]) + 1))));
            v2 = (int)(8);
        }
        }
    case 1:
        {
        qs[((unsigned)(((unsigned)((int)((unsigned)(173) + (unsigned)(threadIdx.x))) << ((unsigned)((int)((int)q.a)) & 31)))) % 4u] = q;
        }
    default:
        {
        for (unsigned i6 = 0; i6 < (unsigned)(((((unsigned)(((unsigned long long)(in[(threadIdx.x * 4u) % 256u]) - (unsigned long long)(bytes4[(threadIdx.x * 1u) % 16u]))) & (unsigned)((int)((float)sqrt(fabs((double)((float)(short)(v1)))))))) & 3)); i6++) {
            if ((((int)(((unsigned long long)(blockIdx.x) - (unsigned long long)(in[(threadIdx.x * 1u) % 256u]))) > (int)(__byte_perm((unsigned)(((int)(short)(arr[(threadIdx.x * 8u) % 8u]) % ((int)(unsigned char)((q.b ? 3 : 4)) + 1))), (unsigned)((int)((unsigned long long)(arr[(threadIdx.x * 6u) % 8u]) + (unsigned long long)(arr[(threadIdx.x * 3u) % 8u]))), 0x2517))) || ((((unsigned)(v1)) & 1) != 0))) break;
            h = mix(h, i6);
            unsigned v7 = (unsigned)((int)q.a);
            unsigned long long v8 = (unsigned long long)((q.b ? 3 : 4));
        }
        }
        break;
    }
    for (unsigned i9 = 0; i9 < (unsigned)(((((unsigned)(blockIdx.x) * (unsigned)((int)((unsigned)(arr[(threadIdx.x * 8u) % 8u]) - (unsigned)(v1))))) & 3)); i9++) {
        h = mix(h, i9);
        switch ((unsigned)(wide4[((unsigned)(blockIdx.x)) % 4u].z) % 4u) {
        case 0:
            {
            out[256 + 0 * 128 + blockIdx.x * 64 + threadIdx.x] = (unsigned)(((unsigned)(((int)(short)(v2) % ((int)(unsigned char)(in[(threadIdx.x * 3u) % 256u]) + 1))) | (unsigned)(((unsigned)(__umulhi((unsigned)(threadIdx.x), (unsigned)(v1))) << ((unsigned)((short)(v2)) & 31)))));
            }
            break;
        case 1:
            {
            q = pick4(q, make4((int)(blockIdx.x), (((int)((unsigned)(((unsigned)((int)q.a) % ((unsigned)(fix4[(threadIdx.x * 1u) % 32u]) | 1u)))) == (int)(((unsigned)(((int)(short)((q.b ? 3 : 4)) / ((int)(unsigned char)(v1) + 1))) << ((unsigned)(__brev((unsigned)(blockIdx.x))) & 31)))) || ((((int)q.a) & 1) != 0))));
            }
            break;
        default:
            {
            bool v10 = (bool)((int)((unsigned long long)(((unsigned)((((int)(v1) > (int)((int)q.a)) ? (int)(34) : (int)((q.b ? 3 : 4)))) * (unsigned)((bool)(arr[(threadIdx.x * 7u) % 8u])))) - (unsigned long long)(((unsigned)((int)((unsigned)(threadIdx.x) - (unsigned)((q.b ? 3 : 4)))) + (unsigned)((int)(((const short *)in)[(threadIdx.x * 2u) % 512u]))))));
            }
            break;
        }
    }
    h = mix(h, (unsigned)__any_sync(0xffffffffu, (((int)(blockIdx.x) != (int)(arr[((unsigned)(in[(threadIdx.x * 1u) % 256u])) % 8u])) || (((int)((q.b ? 3 : 4)) <= (int)(fix4[(threadIdx.x * 2u) % 32u])) || q.b))));
    if ((((int)((int)((unsigned)(((unsigned)((q.b ? 3 : 4)) % ((unsigned)(threadIdx.x) | 1u))) - (unsigned)(((unsigned)(v2) >> ((unsigned)(blockIdx.x) & 31))))) < (int)((bool)((unsigned char)(in[(threadIdx.x * 5u) % 256u])))) || ((((int)((float)(short)(blockIdx.x))) & 1) != 0))) {
        arr[((unsigned)(((const short *)in)[((unsigned)((q.b ? 3 : 4))) % 512u])) % 8u] = (int)(((int)(short)((int)((unsigned)((int)((unsigned long long)(179) + (unsigned long long)(threadIdx.x))) + (unsigned)(v1))) % ((int)(unsigned char)(((unsigned long long)((q.b ? 3 : 4)) + (unsigned long long)((int)((float)(short)(v1))))) + 1)));
    }
    for (int d = 1; d < 32; d *= 2) q = pick4(q, alias_shfl(q, d));
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix5[32] = {1641021636, 792895507, 196977682, 1388292600, 121716272, 1140584962, 1572448239, 2021781428, 320759030, 1026975212, 62783250, 447741544, 616744772, 130856907, 1473076735, 606426936, 1219956655, 1415514260, 178487776, 52206678, 1990968477, 1341558463, 1322647492, 1944316775, 1986870163, 2128050617, 1316314130, 1732838731, 1978709372, 726341132, 1923833807, 951435508};
static __constant__ unsigned char bytes5[16] = {123, 165, 51, 137, 76, 193, 83, 169, 112, 192, 235, 127, 101, 241, 78, 109};
static __constant__ int4 wide5[4] = {{86, 57, 93, 12}, {3, 95, 88, 57}, {23, 54, 22, 19}, {97, 77, 44, 34}};
struct S5 { int a; bool b; int more[3]; };
static __device__ __forceinline__ bool less5(S5 x, S5 y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ inline S5 pick5(S5 x, S5 y) { return less5(y, x) ? y : x; }
static __device__ inline S5 make5(int a, bool b) { S5 r; r.a = a; r.b = b; r.more[0] = a; r.more[1] = 1; r.more[2] = a ^ 5; return r; }
static __device__ __noinline__ int f5_0(int x, int y) { switch (x & 3) { case 0: return y; case 1: y ^= 5; case 2: x ^= y; } return (int)((unsigned)x * 3u + (unsigned)y); }
static __device__ __forceinline__ int f5_1(int x, int y) { switch (x & 3) { case 0: return y; case 1: y ^= 5; case 2: x ^= y; } return (int)((unsigned)x * 3u + (unsigned)y); }
extern "C" __global__ void k5(const int *in, unsigned *out, int n)
{
    __shared__ int s[64];
    __shared__ S5 t[64];
    __shared__ int total;
    int lane = threadIdx.x & 31, arr[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    unsigned h = threadIdx.x;
    S5 q = make5(in[threadIdx.x], in[threadIdx.x + 64] & 1), qs[4] = {q, make5(n, true), q, make5(lane, false)};
    s[threadIdx.x] = lane; t[threadIdx.x] = q; if (threadIdx.x == 0) total = n;
    __syncthreads();
    unsigned long long v1 = (unsigned long long)(((unsigned long long)(threadIdx.x) * (unsigned long long)((int)((double)fmax((double)(double)(short)(4), (double)(double)(short)(118))))));
    unsigned char v2 = (unsigned char)(((unsigned long long)(v1) | (unsigned long long)(f5_1((int)(((unsigned long long)(in[(threadIdx.x * 8u) % 256u]) ^ (unsigned long long)(107))), (int)(arr[(threadIdx.x * 7u) % 8u])))));
    if (threadIdx.x == 0) total = 0;
    __syncthreads();
    atomicOr(&total, (int)((short)(((unsigned long long)(((unsigned)(((const unsigned char *)in)[(threadIdx.x * 3u) % 1024u]) % ((unsigned)(threadIdx.x) | 1u))) * (unsigned long long)(f5_0((int)(blockIdx.x), (int)(((const unsigned char *)in)[(threadIdx.x * 5u) % 1024u])))))));
    __syncthreads();
    h = mix(h, (unsigned)total);
    cg::this_thread_block().sync();
    if ((((int)((int)((unsigned)(__byte_perm((unsigned)(in[(threadIdx.x * 8u) % 256u]), (unsigned)(192), 0x2517)) * (unsigned)(((unsigned long long)(v2) + (unsigned long long)(threadIdx.x))))) < (int)(((unsigned)(((unsigned)(152) / ((unsigned)(arr[(threadIdx.x * 2u) % 8u]) | 1u))) >> ((unsigned)((q.b ? (int)(fix5[(threadIdx.x * 7u) % 32u]) : (int)(in[(threadIdx.x * 4u) % 256u]))) & 31)))) || ((int)((q.b ? 3 : 4)) < (int)(f5_1((int)(((const unsigned char *)in)[(threadIdx.x * 6u) % 1024u]), (int)(v2)))))) {
        v1 = (unsigned long long)((int)q.a);
        arr[((unsigned)(__byte_perm((unsigned)(arr[(threadIdx.x * 1u) % 8u]), (unsigned)(f5_0((int)(wide5[(threadIdx.x * 5u) % 4u].z), (int)(83))), 0x2517))) % 8u] = (int)(blockIdx.x);
        if ((((int)(f5_1((int)((int)((unsigned)(blockIdx.x) | (unsigned)((q.b ? 3 : 4)))), (int)((int)((unsigned long long)(arr[(threadIdx.x * 6u) % 8u]) * (unsigned long long)(v2))))) < (int)(((unsigned)(((unsigned)(in[(threadIdx.x * 8u) % 256u]) >> ((unsigned)((q.b ? 3 : 4)) & 31))) % ((unsigned)(v2) | 1u)))) && !(((int)(threadIdx.x) >= (int)((q.b ? 3 : 4)))))) {
            v2 = (unsigned char)((q.b ? 3 : 4));
            arr[((unsigned)(165)) % 8u] = (int)(f5_1((int)((int)((double)(short)(threadIdx.x))), (int)(((unsigned)(((unsigned long long)(blockIdx.x) - (unsigned long long)(threadIdx.x))) / ((unsigned)((int)((unsigned)(blockIdx.x) ^ (unsigned)(arr[(threadIdx.x * 2u) % 8u]))) | 1u)))));
        }
    }
    arr[((unsigned)(blockIdx.x)) % 8u] = (int)((q.b ? 3 : 4));
    arr[((unsigned)(blockIdx.x)) % 8u] = (int)((((int)(((unsigned)(bytes5[(threadIdx.x * 4u) % 16u]) >> ((unsigned)(arr[(threadIdx.x * 5u) % 8u]) & 31))) > (int)((short)((q.b ? 3 : 4)))) ? (int)((int)((unsigned long long)(arr[(threadIdx.x * 7u) % 8u]) + (unsigned long long)((int)((double)(short)(threadIdx.x))))) : (int)((q.b ? 3 : 4))));
    if (threadIdx.x == 0) total = 0;
    cg::this_thread_block().sync();
    atomicMax(&total, (int)(((unsigned)(in[((unsigned)(in[(threadIdx.x * 5u) % 256u])) % 256u]) % ((unsigned)((unsigned)(blockIdx.x)) | 1u))));
    h = mix(h, __syncthreads_and(!(((int)(105) == (int)(((unsigned)(threadIdx.x) - (unsigned)((int)(v1))))))));
    h = mix(h, (unsigned)total);
    cg::this_thread_block().sync();
    __syncwarp();
    for (unsigned i3 = 0; i3 < (unsigned)(((f5_1((int)(((unsigned long long)((int)((unsigned long long)(blockIdx.x) - (unsigned long long)((int)q.a))) | (unsigned long long)(40))), (int)((int)q.a))) & 3)); i3++) {
        h = mix(h, i3);
        h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
        h = mix(h, (unsigned long long)(v2));
    }
    for (unsigned i4 = 0; i4 < (unsigned)(n + 1); i4++) {
        h = mix(h, i4);
        s[(threadIdx.x + 18u) & 63u] = (int)((q.b ? 3 : 4));
        h = mix(h, __syncthreads_and(((int)(((unsigned long long)(in[(threadIdx.x * 5u) % 256u]) | (unsigned long long)(((unsigned)((q.b ? 3 : 4)) ^ (unsigned)(113))))) > (int)((long long)((int)((unsigned long long)(blockIdx.x) - (unsigned long long)(v2)))))));
        int v5 = s[((unsigned)(((unsigned)(((const short *)in)[(threadIdx.x * 2u) % 512u]) / ((unsigned)((int)((unsigned)(v2) | (unsigned)(v2))) | 1u)))) % 64u] ^ (int)(s[((unsigned)(arr[((unsigned)(in[(threadIdx.x * 8u) % 256u])) % 8u])) % 64u] & 255);
        h = mix(h, __syncthreads_or((((int)(blockIdx.x) >= (int)(95)) && ((int)((int)((unsigned)(arr[(threadIdx.x * 8u) % 8u]) - (unsigned)((q.b ? 3 : 4)))) != (int)(((unsigned long long)(blockIdx.x) | (unsigned long long)(v5)))))));
    }
    for (unsigned i6 = 0; i6 < (unsigned)(n); i6++) {
        h = mix(h, i6);
        switch ((unsigned)(v2) % 4u) {
        case 0:
            {
            v2 = (unsigned char)(v2);
            }
        case 1:
            {
            v1 = (unsigned long long)(fix5[((unsigned)(28)) % 32u]);
            }
            break;
        default:
            {
            { S5 z = q; z.b = !z.b; q = ((((int)(((int)(short)(f5_1((int)(((const int4 *)in)[(threadIdx.x * 8u) % 64u].z), (int)(in[(threadIdx.x * 7u) % 256u]))) % ((int)(unsigned char)((int)((float)(short)(v2))) + 1))) == (int)(arr[((unsigned)(v1)) % 8u])) && ((((int)((q.b ? 3 : 4))) & 1) != 0))) ? z : q; }
            }
        }
        if (threadIdx.x == 0) total = 0;
        __syncthreads();
        atomicXor(&total, (int)((int)q.a));
        meet();
        h = mix(h, (unsigned)total);
        h = mix(h, __syncthreads_or(((((int)q.a) & 1) != 0)));
    }
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix6[32] = {1851054523, 330918072, 1396937103, 8351936, 340306701, 758706469, 109174241, 706306833, 1588335695, 610319120, 364348031, 1157675047, 1826630357, 1595377674, 290997980, 505157321, 86712812, 2005019760, 1174840087, 298440600, 2075758888, 343501273, 1402410710, 1954148300, 1753981570, 407244000, 303368328, 1655090785, 265647295, 1302643275, 610608094, 59755692};
static __constant__ unsigned char bytes6[16] = {108, 63, 179, 79, 30, 76, 209, 40, 184, 66, 239, 121, 152, 52, 175, 51};
static __constant__ int4 wide6[4] = {{65, 12, 8, 93}, {96, 95, 40, 46}, {45, 23, 75, 23}, {39, 53, 88, 68}};
struct S6 { int a; short b; };
static __device__ inline bool less6(const S6 &x, const S6 &y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ __forceinline__ S6 pick6(const S6 &x, const S6 &y) { return less6(y, x) ? y : x; }
static __device__ __forceinline__ S6 make6(int a, bool b) { S6 r; r.a = a; r.b = b;  return r; }
static __device__ __forceinline__ int f6_0(int x, int y) { switch (x & 3) { case 0: return y; case 1: y ^= 5; case 2: x ^= y; } return (int)((unsigned)x * 3u + (unsigned)y); }
extern "C" __global__ void k6(const int *in, unsigned *out, int n)
{
    __shared__ int s[64];
    __shared__ S6 t[64];
    __shared__ int total;
    int lane = threadIdx.x & 31, arr[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    unsigned h = threadIdx.x;
    S6 q = make6(in[threadIdx.x], in[threadIdx.x + 64] & 1), qs[4] = {q, make6(n, true), q, make6(lane, false)};
    s[threadIdx.x] = lane; t[threadIdx.x] = q; if (threadIdx.x == 0) total = n;
    __syncthreads();
    unsigned long long v1 = (unsigned long long)((int)(((double)(short)((int)((double)(short)(141))) * (double)(short)(((unsigned long long)(lane) | (unsigned long long)(n))))));
    bool v2 = (bool)((int)((unsigned long long)(__clz((int)((!(((int)(arr[(threadIdx.x * 2u) % 8u]) == (int)((q.b ? 3 : 4)))) ? (int)(arr[(threadIdx.x * 1u) % 8u]) : (int)(blockIdx.x))))) ^ (unsigned long long)(((unsigned)(f6_0((int)(threadIdx.x), (int)((q.b ? 3 : 4)))) % ((unsigned)((int)(v1)) | 1u)))));
    arr[((unsigned)((int)((unsigned long long)(((int)(short)((int)q.a) % ((int)(unsigned char)(in[(threadIdx.x * 4u) % 256u]) + 1))) | (unsigned long long)(((unsigned long long)(fix6[(threadIdx.x * 7u) % 32u]) | (unsigned long long)(198)))))) % 8u] = (int)((q.b ? 3 : 4));
    switch ((unsigned)(n) % 4u) {
    case 0:
        {
        for (unsigned i3 = 0; i3 < (unsigned)(4); i3++) {
            h = mix(h, i3);
            h = mix(h, (unsigned long long)(((unsigned)(((unsigned long long)(((unsigned)(196) & (unsigned)(v1))) - (unsigned long long)(f6_0((int)(in[(threadIdx.x * 7u) % 256u]), (int)(105))))) << ((unsigned)(threadIdx.x) & 31))));
            h = mix(h, __ballot_sync(0xffffffffu, (((int)(((int)(short)(__byte_perm((unsigned)(v2), (unsigned)(in[(threadIdx.x * 3u) % 256u]), 0x2517)) % ((int)(unsigned char)(((unsigned)(arr[(threadIdx.x * 6u) % 8u]) % ((unsigned)(arr[(threadIdx.x * 2u) % 8u]) | 1u))) + 1))) > (int)(((int)(short)((int)((float)(short)(v2))) / ((int)(unsigned char)(153) + 1)))) && ((int)(((const int4 *)in)[(threadIdx.x * 8u) % 64u].x) < (int)(((int)(short)(threadIdx.x) % ((int)(unsigned char)((q.b ? 3 : 4)) + 1)))))));
        }
        }
        break;
    case 1:
        {
        __syncwarp();
        }
        break;
    default:
        {
        t[(threadIdx.x * 7u) & 63u] = q;
        cg::sync(cg::this_thread_block());
        q = t[((unsigned)((int)((unsigned)(((unsigned)(v2) % ((unsigned)(61) | 1u))) + (unsigned)((int)(blockIdx.x))))) % 64u];
        cg::this_thread_block().sync();
        }
        break;
    }
    long long v4 = (long long)(blockIdx.x);
    h = mix(h, (unsigned)__any_sync(0xffffffffu, (((int)(((unsigned long long)((short)(v4)) ^ (unsigned long long)((int)q.a))) >= (int)(f6_0((int)((int)((double)(short)(arr[(threadIdx.x * 8u) % 8u]))), (int)(((unsigned)(wide6[(threadIdx.x * 6u) % 4u].y) >> ((unsigned)(v4) & 31)))))) && q.b)));
    out[256 + 1 * 128 + blockIdx.x * 64 + threadIdx.x] = (unsigned)(((unsigned)((int)((unsigned)((((int)(167) == (int)(in[(threadIdx.x * 1u) % 256u])) ? (int)(v1) : (int)(threadIdx.x))) + (unsigned)((q.b ? 3 : 4)))) | (unsigned)((short)(((unsigned)(threadIdx.x) >> ((unsigned)(158) & 31))))));
    switch ((unsigned)(n) % 4u) {
    case 0:
        {
        t[threadIdx.x] = q;
        meet();
        q = t[((unsigned)(f6_0((int)(((unsigned long long)(blockIdx.x) * (unsigned long long)(in[(threadIdx.x * 2u) % 256u]))), (int)(((int)(short)(v2) / ((int)(unsigned char)(in[(threadIdx.x * 4u) % 256u]) + 1)))))) % 64u];
        h = mix(h, __syncthreads_or(!(((int)((((int)(((const short *)in)[(threadIdx.x * 6u) % 512u]) > (int)(__ldg(&in[(threadIdx.x * 5u) % 256u]))) ? (int)(v4) : (int)(((unsigned)(arr[(threadIdx.x * 4u) % 8u]) >> ((unsigned)(((const int4 *)in)[(threadIdx.x * 4u) % 64u].z) & 31))))) != (int)(arr[((unsigned)(((const int4 *)in)[(threadIdx.x * 7u) % 64u].z)) % 8u])))));
        }
        break;
    case 1:
        {
        t[threadIdx.x] = q;
        cg::sync(cg::this_thread_block());
        q = t[((unsigned)(((int)(short)((int)((double)(short)(in[(threadIdx.x * 1u) % 256u]))) / ((int)(unsigned char)(193) + 1)))) % 64u];
        __syncthreads();
        }
        break;
    default:
        {
        if (blockIdx.x == 0) {
            q = qs[((unsigned)((int)((unsigned)(__popc((unsigned)(v4))) + (unsigned)(threadIdx.x)))) % 4u];
        }
        }
        break;
    }
    arr[((unsigned)(__clz((int)((q.b ? (int)(arr[(threadIdx.x * 1u) % 8u]) : (int)(threadIdx.x)))))) % 8u] = (int)(__vadd4((unsigned)(((unsigned)(((unsigned long long)((q.b ? 3 : 4)) + (unsigned long long)(56))) * (unsigned)(arr[(threadIdx.x * 4u) % 8u]))), (unsigned)((((int)(arr[(threadIdx.x * 7u) % 8u]) == (int)(blockIdx.x)) ? (int)(threadIdx.x) : (int)(((unsigned long long)(arr[(threadIdx.x * 4u) % 8u]) + (unsigned long long)(180)))))));
    for (int d = 16; d; d /= 2) q = pick6(q, words_shfl(q, (lane + d) & 31));
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix7[32] = {693171144, 1219418205, 1915187302, 2112274589, 1061603790, 757324798, 879218273, 1148728026, 1937958227, 997457067, 211712019, 226190967, 1983448114, 1473036880, 818633094, 707367882, 1741278496, 850622342, 1231246169, 740434729, 1459879700, 1876082895, 109097725, 549777381, 1646844386, 60570353, 975564029, 2138587961, 1227404653, 1403565494, 1702173284, 2125866335};
static __constant__ unsigned char bytes7[16] = {205, 88, 3, 68, 167, 190, 159, 133, 253, 100, 100, 201, 160, 177, 214, 181};
static __constant__ int4 wide7[4] = {{66, 67, 43, 39}, {80, 75, 83, 5}, {46, 43, 34, 40}, {81, 82, 67, 80}};
struct S7 { short a; unsigned char b; };
static __device__ __noinline__ bool less7(const S7 &x, const S7 &y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ __forceinline__ S7 pick7(const S7 &x, const S7 &y) { if (!x.b) return y; if (!y.b) return x; return y.a < x.a ? y : x; }
static __device__ inline S7 make7(int a, bool b) { S7 r; r.a = a; r.b = b;  return r; }
static __device__ __forceinline__ int f7_0(int x, int y) { for (int i = 0; i < (y & 7); i++) x ^= (int)((unsigned)x << 3) ^ i; return (int)((unsigned)x * 3u + (unsigned)y); }
extern "C" __global__ void k7(const int *in, unsigned *out, int n)
{
    __shared__ int s[64];
    __shared__ S7 t[64];
    __shared__ int total;
    int lane = threadIdx.x & 31, arr[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    unsigned h = threadIdx.x;
    S7 q = make7(in[threadIdx.x], in[threadIdx.x + 64] & 1), qs[4] = {q, make7(n, true), q, make7(lane, false)};
    s[threadIdx.x] = lane; t[threadIdx.x] = q; if (threadIdx.x == 0) total = n;
    __syncthreads();
    unsigned v1 = (unsigned)(arr[((unsigned)(fix7[(threadIdx.x * 7u) % 32u])) % 8u]);
    bool v2 = (bool)(((unsigned)(arr[((unsigned)(in[(threadIdx.x * 5u) % 256u])) % 8u]) >> ((unsigned)((bool)(((int)(short)(blockIdx.x) / ((int)(unsigned char)((int)q.a) + 1)))) & 31)));
    if (threadIdx.x == 0) total = 0;
    h = mix(h, __syncthreads_and(((int)((int)(((float)(short)((q.b ? 3 : 4)) * (float)(short)(49)))) >= (int)(((((int)(v2) != (int)(181)) || !(((int)(blockIdx.x) != (int)(69)))) ? (int)(((int)(short)((int)q.a) / ((int)(unsigned char)(blockIdx.x) + 1))) : (int)(((unsigned long long)(v1) + (unsigned long long)(((const unsigned char *)in)[(threadIdx.x * 4u) % 1024u]))))))));
    atomicOr(&total, (int)(((unsigned)(((unsigned)(((unsigned)(threadIdx.x) >> ((unsigned)(blockIdx.x) & 31))) / ((unsigned)(((unsigned)(arr[(threadIdx.x * 1u) % 8u]) << ((unsigned)((int)q.a) & 31))) | 1u))) % ((unsigned)(f7_0((int)((unsigned long long)(threadIdx.x)), (int)(((unsigned long long)(arr[(threadIdx.x * 7u) % 8u]) + (unsigned long long)(arr[(threadIdx.x * 4u) % 8u]))))) | 1u))));
    __syncthreads();
    h = mix(h, (unsigned)total);
    meet();
    h = mix(h, (unsigned long long)(((unsigned)(((unsigned)(v1) - (unsigned)(((unsigned)(((const unsigned char *)in)[(threadIdx.x * 4u) % 1024u]) / ((unsigned)(threadIdx.x) | 1u))))) & (unsigned)(arr[((unsigned)(111)) % 8u]))));
    for (unsigned i3 = 0; i3 < (unsigned)(4); i3++) {
        h = mix(h, i3);
        if (blockIdx.x == 0) {
            h = mix(h, (unsigned long long)(((int)(short)(((((int)(v2) > (int)(in[(threadIdx.x * 5u) % 256u])) && q.b) ? (int)((int)((double)(short)((int)q.a))) : (int)(((unsigned long long)(arr[(threadIdx.x * 8u) % 8u]) + (unsigned long long)(blockIdx.x))))) / ((int)(unsigned char)(blockIdx.x) + 1))));
            h = mix(h, (unsigned long long)(((int)(short)((q.b ? (int)(((const unsigned char *)in)[(threadIdx.x * 4u) % 1024u]) : (int)(((int)(short)((q.b ? 3 : 4)) / ((int)(unsigned char)(v1) + 1))))) % ((int)(unsigned char)((int)((unsigned)(((((wide7[(threadIdx.x * 1u) % 4u].w) & 1) != 0) ? (int)(fix7[(threadIdx.x * 4u) % 32u]) : (int)(arr[(threadIdx.x * 7u) % 8u]))) | (unsigned)(((int)(short)(2) % ((int)(unsigned char)(threadIdx.x) + 1))))) + 1))));
        }
    }
    unsigned v4 = (unsigned)(((((38) & 1) != 0) ? (int)((unsigned)((int)((double)(short)(v1)))) : (int)(__popc((unsigned)((int)((unsigned)(in[(threadIdx.x * 4u) % 256u]) + (unsigned)(v2)))))));
    h = mix(h, (unsigned long long)(((unsigned long long)(threadIdx.x) ^ (unsigned long long)(189))));
    if ((((int)((unsigned char)((int)((float)(short)(((const unsigned char *)in)[(threadIdx.x * 4u) % 1024u])))) != (int)(in[((unsigned)(v1)) % 256u])) || ((((!(((int)(fix7[(threadIdx.x * 6u) % 32u]) != (int)(v1))) ? (int)(v1) : (int)((int)q.a))) & 1) != 0))) s[(threadIdx.x + 20u) & 63u] = (int)(((unsigned)((q.b ? (int)((q.b ? 3 : 4)) : (int)((int)q.a))) | (unsigned)(blockIdx.x))); else s[(threadIdx.x + 20u) & 63u] = 6;
    h = mix(h, __syncthreads_and(((((int)((unsigned long long)(((unsigned)((int)q.a) << ((unsigned)((int)q.a) & 31))) * (unsigned long long)((int)((unsigned)(fix7[n]) + (unsigned)(61))))) & 1) != 0)));
    h = mix(h, (unsigned)s[((unsigned)((q.b ? 3 : 4))) % 64u]);
    cg::this_thread_block().sync();
    h = mix(h, (unsigned long long)(threadIdx.x));
    v2 = (bool)(blockIdx.x);
    t[threadIdx.x] = q;
    meet();
    q = t[((unsigned)((long long)(((unsigned)(blockIdx.x) | (unsigned)(threadIdx.x))))) % 64u];
    h = mix(h, __syncthreads_count((((int)(((unsigned)(((unsigned)(v1) << ((unsigned)(in[(threadIdx.x * 1u) % 256u]) & 31))) / ((unsigned)(((int)(short)(blockIdx.x) % ((int)(unsigned char)(blockIdx.x) + 1))) | 1u))) != (int)(threadIdx.x)) || (((int)(((unsigned)(blockIdx.x) >> ((unsigned)(v4) & 31))) > (int)((int)((unsigned long long)(v1) | (unsigned long long)(149)))) || q.b))));
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix8[32] = {1583858312, 2091826286, 551097465, 891713527, 1835127108, 1314642827, 1898854642, 711113757, 763140516, 532561450, 1092449527, 1578066664, 1822217910, 1002413656, 503202956, 880709165, 1035049385, 1049389486, 602115656, 2050975419, 778610218, 1276571607, 558880559, 1304424828, 1349977435, 1438292219, 787733425, 1872540764, 202779798, 1595555128, 518453421, 261167056};
static __constant__ unsigned char bytes8[16] = {81, 86, 102, 108, 99, 58, 166, 197, 232, 214, 170, 214, 157, 227, 132, 46};
static __constant__ int4 wide8[4] = {{71, 35, 86, 16}, {8, 79, 60, 82}, {10, 47, 17, 66}, {53, 37, 51, 97}};
struct S8 { unsigned long long a; unsigned b; };
static __device__ inline bool less8(const S8 &x, const S8 &y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ __noinline__ S8 pick8(const S8 &x, const S8 &y) { return less8(y, x) ? y : x; }
static __device__ __forceinline__ S8 make8(int a, bool b) { S8 r; r.a = a; r.b = b;  return r; }
extern "C" __global__ void k8(const int *in, unsigned *out, int n)
{
    __shared__ int s[64];
    __shared__ S8 t[64];
    __shared__ int total;
    int lane = threadIdx.x & 31, arr[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    unsigned h = threadIdx.x;
    S8 q = make8(in[threadIdx.x], in[threadIdx.x + 64] & 1), qs[4] = {q, make8(n, true), q, make8(lane, false)};
    s[threadIdx.x] = lane; t[threadIdx.x] = q; if (threadIdx.x == 0) total = n;
    __syncthreads();
    long long v1 = (long long)(((int)(short)(((unsigned)((int)((double)(short)(in[(threadIdx.x * 2u) % 256u]))) | (unsigned)(43))) % ((int)(unsigned char)(((unsigned)((short)(threadIdx.x)) << ((unsigned)((int)((unsigned long long)(arr[(threadIdx.x * 8u) % 8u]) + (unsigned long long)(threadIdx.x))) & 31))) + 1)));
    short v2 = (short)(v1);
    v1 = (long long)(((unsigned)(v1) << ((unsigned)(((int)(short)(((unsigned)((q.b ? 3 : 4)) ^ (unsigned)(131))) / ((int)(unsigned char)(((unsigned)(threadIdx.x) & (unsigned)((int)q.a))) + 1))) & 31)));
    for (unsigned i3 = 0; i3 < (unsigned)(n + 1); i3++) {
        h = mix(h, i3);
        t[threadIdx.x] = q;
        h = mix(h, __syncthreads_count((((int)(blockIdx.x) <= (int)(((unsigned long long)(blockIdx.x) + (unsigned long long)((int)((unsigned long long)(bytes8[(threadIdx.x * 5u) % 16u]) * (unsigned long long)(arr[(threadIdx.x * 6u) % 8u])))))) && !(((int)(arr[(threadIdx.x * 3u) % 8u]) >= (int)((q.b ? 3 : 4)))))));
        q = t[((unsigned)(((unsigned)(((unsigned)(bytes8[(threadIdx.x * 3u) % 16u]) | (unsigned)(v2))) / ((unsigned)((int)((unsigned)(threadIdx.x) + (unsigned)(176))) | 1u)))) % 64u];
        h = mix(h, __syncthreads_or((((((unsigned)(((unsigned)(in[(threadIdx.x * 5u) % 256u]) << ((unsigned)(((const short *)in)[(threadIdx.x * 1u) % 512u]) & 31))) & (unsigned)((int)((float)(short)(in[(threadIdx.x * 8u) % 256u]))))) & 1) != 0)));
    }
    for (unsigned i4 = 0; i4 < (unsigned)(((arr[((unsigned)(((unsigned)(threadIdx.x) << ((unsigned)(bytes8[(threadIdx.x * 8u) % 16u]) & 31)))) % 8u]) & 3)); i4++) {
        h = mix(h, i4);
        switch ((unsigned)(((unsigned)((short)((short)(v1))) / ((unsigned)(blockIdx.x) | 1u))) % 4u) {
        case 0:
            {
            unsigned char v5 = (unsigned char)((unsigned long long)(blockIdx.x));
            }
            break;
        case 1:
            {
            arr[((unsigned)((q.b ? (int)((unsigned)(threadIdx.x)) : (int)(((int)(short)(threadIdx.x) / ((int)(unsigned char)(in[(threadIdx.x * 2u) % 256u]) + 1)))))) % 8u] = (int)((int)((unsigned long long)(fix8[((unsigned)(-5)) % 32u]) - (unsigned long long)(in[((unsigned)(v1)) % 256u])));
            }
            break;
        default:
            {
            out[256 + 0 * 128 + blockIdx.x * 64 + threadIdx.x] = (unsigned)(((((int)(__brev((unsigned)((int)q.a))) >= (int)((unsigned long long)(threadIdx.x))) && (((int)(arr[(threadIdx.x * 6u) % 8u]) < (int)(arr[(threadIdx.x * 5u) % 8u])) && q.b)) ? (int)(((((int)(v2) <= (int)(v2)) && (((53) & 1) != 0)) ? (int)(((unsigned)(in[(threadIdx.x * 3u) % 256u]) >> ((unsigned)(in[(threadIdx.x * 4u) % 256u]) & 31))) : (int)((int)((unsigned)(199) | (unsigned)(threadIdx.x))))) : (int)((int)((float)(short)((q.b ? 3 : 4))))));
            }
        }
    }
    switch ((unsigned)((((int)((int)q.a) >= (int)(((unsigned)(blockIdx.x) - (unsigned)(wide8[(threadIdx.x * 5u) % 4u].x)))) ? (int)((int)q.a) : (int)(((unsigned)(162) >> ((unsigned)(((unsigned long long)((int)q.a) * (unsigned long long)(threadIdx.x))) & 31))))) % 4u) {
    case 0:
        {
        for (unsigned i6 = 0; i6 < (unsigned)((((int)q.a) & 3)); i6++) {
            h = mix(h, i6);
            int v7 = (int)((int)((double)(short)((long long)((q.b ? 3 : 4)))));
            unsigned v8 = (unsigned)(((((arr[(threadIdx.x * 4u) % 8u]) & 1) != 0) ? (int)((int)((unsigned)(((unsigned long long)((int)q.a) | (unsigned long long)((int)q.a))) ^ (unsigned)(((unsigned long long)(17) & (unsigned long long)(v1))))) : (int)(((unsigned)((int)((unsigned)((q.b ? 3 : 4)) & (unsigned)(arr[(threadIdx.x * 6u) % 8u]))) * (unsigned)((unsigned long long)((q.b ? 3 : 4)))))));
        }
        }
        break;
    case 1:
        {
        h = mix(h, (unsigned long long)(((int)(short)(((unsigned)((int)((unsigned long long)((q.b ? 3 : 4)) - (unsigned long long)(threadIdx.x))) / ((unsigned)((long long)(in[(threadIdx.x * 1u) % 256u])) | 1u))) % ((int)(unsigned char)(((unsigned long long)((int)((double)(short)((q.b ? 3 : 4)))) * (unsigned long long)((int)((float)(short)(((const unsigned char *)in)[(threadIdx.x * 8u) % 1024u]))))) + 1))));
        }
    default:
        {
        { S8 z = q; z.b = !z.b; q = ((((((unsigned)((int)((double)(short)(in[(threadIdx.x * 1u) % 256u]))) % ((unsigned)(33) | 1u))) & 1) != 0)) ? z : q; }
        }
        break;
    }
    if (q.b) s[threadIdx.x ^ 1u] = (int)(threadIdx.x); else s[threadIdx.x ^ 1u] = 5;
    cg::sync(cg::this_thread_block());
    h = mix(h, (unsigned)s[((unsigned)(((int)(short)((unsigned)(blockIdx.x)) / ((int)(unsigned char)(((unsigned)(in[(threadIdx.x * 3u) % 256u]) / ((unsigned)(v2) | 1u))) + 1)))) % 64u]);
    cg::this_thread_block().sync();
    if (threadIdx.x == 3) s[8] = (int)(((unsigned)(((unsigned)(((unsigned)(v1) << ((unsigned)(92) & 31))) / ((unsigned)((int)((unsigned long long)(v2) | (unsigned long long)((int)q.a))) | 1u))) >> ((unsigned)((int)(((double)(short)((q.b ? 3 : 4)) * (double)(short)(arr[(threadIdx.x * 6u) % 8u])))) & 31)));
    __syncthreads();
    h = mix(h, (unsigned)s[((unsigned)((unsigned)(__brev((unsigned)(arr[(threadIdx.x * 8u) % 8u]))))) % 64u]);
    cg::sync(cg::this_thread_block());
    atomicXor(&out[520], (unsigned)(((unsigned)(((int)(short)(v2) % ((int)(unsigned char)((bool)(arr[(threadIdx.x * 3u) % 8u])) + 1))) % ((unsigned)(v2) | 1u))));
    __syncwarp();
    v1 = (long long)(((unsigned)((int)(((double)(short)((q.b ? 3 : 4)) * (double)(short)((q.b ? 3 : 4))))) & (unsigned)(fix8[0])));
    t[threadIdx.x ^ 62u] = q;
    h = mix(h, __syncthreads_count((((int)(((unsigned)((int)((unsigned long long)(v1) ^ (unsigned long long)(v1))) << ((unsigned)(arr[(threadIdx.x * 6u) % 8u]) & 31))) != (int)(((unsigned long long)((q.b ? 3 : 4)) * (unsigned long long)((int)((unsigned)((int)q.a) ^ (unsigned)(arr[(threadIdx.x * 5u) % 8u])))))) && (((int)((((int)(bytes8[(threadIdx.x * 8u) % 16u]) >= (int)(v2)) ? (int)((int)q.a) : (int)(arr[(threadIdx.x * 7u) % 8u]))) < (int)(fix8[n])) && (((threadIdx.x) & 1) != 0)))));
    q = t[((unsigned)(((unsigned)(((unsigned)(arr[(threadIdx.x * 3u) % 8u]) - (unsigned)(threadIdx.x))) % ((unsigned)(fix8[n]) | 1u)))) % 64u];
    __syncthreads();
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix9[32] = {878007702, 1747510613, 1229422601, 1572834639, 681231938, 1261403532, 1654386678, 830178339, 1591838802, 188911007, 459250859, 176678346, 1060684154, 248304717, 1194938217, 761261060, 888954062, 2093060962, 1929624483, 1865562408, 1652528755, 405394711, 1701634901, 1491523785, 1804736377, 572815888, 838348796, 660048556, 485352114, 1898995127, 1910213135, 963289052};
static __constant__ unsigned char bytes9[16] = {242, 87, 28, 24, 97, 149, 128, 244, 87, 146, 124, 28, 85, 129, 87, 121};
static __constant__ int4 wide9[4] = {{14, 54, 71, 94}, {86, 28, 90, 46}, {19, 78, 35, 78}, {22, 40, 51, 92}};
struct S9 { int a; bool b; };
static __device__ inline bool less9(S9 x, S9 y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ __forceinline__ S9 pick9(S9 x, S9 y) { if (y.a == x.a && y.b == x.b) return x; return (y.b > x.b || (y.b == x.b && y.a < x.a)) ? y : x; }
static __device__ inline S9 make9(int a, bool b) { S9 r; r.a = a; r.b = b;  return r; }
static __device__ __noinline__ int f9_0(int x, int y) { if (x > y) return (int)((unsigned)x - (unsigned)y); return (int)((unsigned)x * 3u + (unsigned)y); }
extern "C" __global__ void k9(const int *in, unsigned *out, int n)
{
    __shared__ int s[64];
    __shared__ S9 t[64];
    __shared__ int total;
    int lane = threadIdx.x & 31, arr[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    unsigned h = threadIdx.x;
    S9 q = make9(in[threadIdx.x], in[threadIdx.x + 64] & 1), qs[4] = {q, make9(n, true), q, make9(lane, false)};
    s[threadIdx.x] = lane; t[threadIdx.x] = q; if (threadIdx.x == 0) total = n;
    __syncthreads();
    long long v1 = (long long)(((unsigned long long)((unsigned char)(arr[(threadIdx.x * 7u) % 8u])) ^ (unsigned long long)(((unsigned)(((unsigned)(threadIdx.x) * (unsigned)(threadIdx.x))) / ((unsigned)(((unsigned)(arr[(threadIdx.x * 3u) % 8u]) % ((unsigned)(in[(threadIdx.x * 8u) % 256u]) | 1u))) | 1u)))));
    unsigned v2 = (unsigned)(((unsigned long long)(__clz((int)((q.b ? 3 : 4)))) & (unsigned long long)((int)((float)(short)(v1)))));
    switch ((unsigned)(__byte_perm((unsigned)(((unsigned)(f9_0((int)(__ldg(&in[(threadIdx.x * 3u) % 256u])), (int)(blockIdx.x))) << ((unsigned)(in[(threadIdx.x * 2u) % 256u]) & 31))), (unsigned)(((unsigned)(__ffs((int)(arr[(threadIdx.x * 1u) % 8u]))) & (unsigned)(((((arr[(threadIdx.x * 1u) % 8u]) & 1) != 0) ? (int)(arr[(threadIdx.x * 6u) % 8u]) : (int)(blockIdx.x))))), 0x2517)) % 4u) {
    case 0:
        {
        v1 = (long long)((int)((unsigned)((int)((unsigned long long)(((unsigned)(blockIdx.x) / ((unsigned)(v1) | 1u))) - (unsigned long long)(((((192) & 1) != 0) ? (int)(v2) : (int)(v2))))) | (unsigned)(((unsigned)(threadIdx.x) % ((unsigned)((q.b ? 3 : 4)) | 1u)))));
        }
        break;
    case 1:
        {
        atomicOr(&out[548], (unsigned)(f9_0((int)(((((int)(84) == (int)(arr[(threadIdx.x * 3u) % 8u])) || !(((int)(threadIdx.x) > (int)(116)))) ? (int)(90) : (int)(v2))), (int)(((unsigned long long)(((unsigned)(bytes9[(threadIdx.x * 7u) % 16u]) / ((unsigned)(fix9[n]) | 1u))) + (unsigned long long)(((unsigned)(v1) / ((unsigned)(threadIdx.x) | 1u))))))));
        }
        break;
    default:
        {
        arr[((unsigned)((q.b ? 3 : 4))) % 8u] = (int)((!(((int)((int)((unsigned)((int)q.a) + (unsigned)(blockIdx.x))) >= (int)((int)((double)(short)((int)q.a))))) ? (int)((int)((unsigned)(arr[(threadIdx.x * 6u) % 8u]) ^ (unsigned)((int)((unsigned)(in[(threadIdx.x * 1u) % 256u]) & (unsigned)(wide9[(threadIdx.x * 7u) % 4u].y))))) : (int)((!(((int)(v2) == (int)(v1))) ? (int)(((const short *)in)[(threadIdx.x * 6u) % 512u]) : (int)(((unsigned)(v1) | (unsigned)(__ldg(&in[(threadIdx.x * 2u) % 256u]))))))));
        }
    }
    h = mix(h, (unsigned)__shfl_xor_sync(0xffffffffu, (int)(((unsigned long long)(threadIdx.x) ^ (unsigned long long)(((const int4 *)in)[((unsigned)(in[(threadIdx.x * 6u) % 256u])) % 64u].y))), 7));
    long long v3 = (long long)(__byte_perm((unsigned)(v2), (unsigned)(124), 0x2517));
    unsigned char v4 = (unsigned char)((int)((unsigned)(__vadd4((unsigned)(f9_0((int)(79), (int)(v2))), (unsigned)(in[(threadIdx.x * 4u) % 256u]))) * (unsigned)(__popc((unsigned)((int)((double)(short)(v2)))))));
    switch ((unsigned)((!(((int)((((int)(v1) != (int)(arr[(threadIdx.x * 6u) % 8u])) ? (int)(wide9[(threadIdx.x * 8u) % 4u].y) : (int)((int)q.a))) == (int)((unsigned char)(threadIdx.x)))) ? (int)(((unsigned)((int)((unsigned long long)(v3) ^ (unsigned long long)((int)q.a))) << ((unsigned)(v1) & 31))) : (int)((int)((unsigned)(((unsigned)(blockIdx.x) >> ((unsigned)(v3) & 31))) - (unsigned)(((unsigned)(v2) % ((unsigned)((q.b ? 3 : 4)) | 1u))))))) % 4u) {
    case 0:
        {
        arr[((unsigned)(((unsigned)((short)(blockIdx.x)) | (unsigned)(__brev((unsigned)(v1)))))) % 8u] = (int)((int)(73));
        }
        break;
    case 1:
        {
        for (unsigned i5 = 0; i5 < (unsigned)((((int)((unsigned)((int)(((double)(short)(132) < (double)(short)(24) ? (double)(short)(132) : (double)(short)(24)))) - (unsigned)(blockIdx.x))) & 3)); i5++) {
            h = mix(h, i5);
            arr[((unsigned)((int)q.a)) % 8u] = (int)(v2);
        }
        }
        break;
    default:
        {
        if (((((!(((int)(fix9[n]) <= (int)(v3))) ? (int)(70) : (int)(190))) & 1) != 0)) {
            short v6 = (short)(38);
            q = pick9(q, make9((int)(((((int)(((((v1) & 1) != 0) ? (int)(103) : (int)(fix9[n]))) != (int)(arr[(threadIdx.x * 3u) % 8u])) && q.b) ? (int)((int)(((double)(short)(blockIdx.x) / ((double)(short)(187) * (double)(short)(187) + (double)1)))) : (int)((q.b ? 3 : 4)))), q.b));
            h = mix(h, (unsigned long long)(178));
        }
        }
        break;
    }
    switch ((unsigned)(((unsigned)(((unsigned)(((unsigned)(blockIdx.x) >> ((unsigned)(blockIdx.x) & 31))) << ((unsigned)(v2) & 31))) / ((unsigned)(in[((unsigned)(threadIdx.x)) % 256u]) | 1u))) % 4u) {
    case 0:
        {
        { S9 z = q; z.b = !z.b; q = (!(((int)(((unsigned)(((unsigned long long)(((const unsigned char *)in)[(threadIdx.x * 8u) % 1024u]) & (unsigned long long)(arr[(threadIdx.x * 1u) % 8u]))) | (unsigned)(((int)(short)(v1) % ((int)(unsigned char)(v3) + 1))))) != (int)((unsigned char)((unsigned char)(threadIdx.x)))))) ? z : q; }
        }
    case 1:
        {
        if ((((int)(-1) != (int)(((unsigned)(((int)(short)(v3) % ((int)(unsigned char)(threadIdx.x) + 1))) << ((unsigned)(((unsigned)(threadIdx.x) | (unsigned)(fix9[17]))) & 31)))) && (((int)(((unsigned)(wide9[(threadIdx.x * 2u) % 4u].y) << ((unsigned)(arr[(threadIdx.x * 4u) % 8u]) & 31))) >= (int)((q.b ? 3 : 4))) || ((int)((q.b ? 3 : 4)) >= (int)(blockIdx.x))))) {
            arr[((unsigned)((int)((unsigned)((int)((unsigned)(v2) - (unsigned)(185))) * (unsigned)((q.b ? 3 : 4))))) % 8u] = (int)(((unsigned)((unsigned long long)((((int)(bytes9[(threadIdx.x * 6u) % 16u]) < (int)(v2)) ? (int)(threadIdx.x) : (int)((q.b ? 3 : 4))))) / ((unsigned)((unsigned long long)((unsigned long long)(v3))) | 1u)));
            { S9 z = q; z.b = !z.b; q = ((((int)(f9_0((int)((q.b ? 3 : 4)), (int)((int)((unsigned)(v1) & (unsigned)(v1))))) < (int)((int)((unsigned long long)((int)((unsigned)(in[(threadIdx.x * 3u) % 256u]) * (unsigned)((int)q.a))) + (unsigned long long)(((unsigned long long)(in[(threadIdx.x * 1u) % 256u]) - (unsigned long long)((int)q.a)))))) && ((int)(((unsigned long long)(threadIdx.x) & (unsigned long long)(in[(threadIdx.x * 3u) % 256u]))) >= (int)(((unsigned long long)(blockIdx.x) & (unsigned long long)((q.b ? 3 : 4))))))) ? z : q; }
        }
        }
    default:
        {
        switch ((unsigned)(v1) % 4u) {
        case 0:
            {
            q = qs[((unsigned)(threadIdx.x)) % 4u];
            }
        case 1:
            {
            { S9 z = q; z.b = !z.b; q = (!(((int)(v4) == (int)((int)(blockIdx.x))))) ? z : q; }
            }
        default:
            {
            q = pick9(q, make9((int)((int)q.a), (((int)((int)(((float)(short)(v1) / ((float)(short)(167) * (float)(short)(167) + (float)1)))) > (int)((long long)(((int)(short)(71) % ((int)(unsigned char)(threadIdx.x) + 1))))) && !(((int)(((unsigned)((q.b ? 3 : 4)) >> ((unsigned)(52) & 31))) != (int)(v4))))));
            }
            break;
        }
        }
        break;
    }
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix10[32] = {2111641630, 2123901347, 19018293, 1307630297, 573162821, 1613731773, 1769994190, 511470187, 1218415829, 2136522975, 131385840, 1982717420, 1460379240, 856471966, 2081115061, 1356539225, 1267570619, 268667920, 151717770, 1761051912, 356782689, 1652654438, 110088658, 1884023451, 1614813487, 583641962, 778661381, 1570730625, 382126444, 2139681515, 979495281, 610122058};
static __constant__ unsigned char bytes10[16] = {45, 192, 151, 234, 133, 8, 204, 116, 33, 151, 56, 100, 140, 155, 147, 130};
static __constant__ int4 wide10[4] = {{54, 51, 50, 74}, {91, 5, 31, 45}, {64, 2, 20, 65}, {85, 82, 20, 15}};
struct S10 { int a; short b; };
static __device__ __forceinline__ bool less10(const S10 &x, const S10 &y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ __forceinline__ S10 pick10(const S10 &x, const S10 &y) { if (y.a == x.a && y.b == x.b) return x; return (y.b > x.b || (y.b == x.b && y.a < x.a)) ? y : x; }
static __device__ inline S10 make10(int a, bool b) { S10 r; r.a = a; r.b = b;  return r; }
extern "C" __global__ void k10(const int *in, unsigned *out, int n)
{
    __shared__ int s[64];
    __shared__ S10 t[64];
    __shared__ int total;
    int lane = threadIdx.x & 31, arr[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    unsigned h = threadIdx.x;
    S10 q = make10(in[threadIdx.x], in[threadIdx.x + 64] & 1), qs[4] = {q, make10(n, true), q, make10(lane, false)};
    s[threadIdx.x] = lane; t[threadIdx.x] = q; if (threadIdx.x == 0) total = n;
    __syncthreads();
    unsigned char v1 = (unsigned char)(n);
    bool v2 = (bool)((int)((unsigned)(((unsigned)(((unsigned)(fix10[(threadIdx.x * 4u) % 32u]) % ((unsigned)((q.b ? 3 : 4)) | 1u))) + (unsigned)(__umulhi((unsigned)(v1), (unsigned)(arr[(threadIdx.x * 3u) % 8u]))))) - (unsigned)(fix10[18])));
    if (!(((int)(v1) != (int)(((unsigned long long)(((unsigned long long)(163) * (unsigned long long)(v1))) & (unsigned long long)(in[(threadIdx.x * 4u) % 256u])))))) {
        switch ((unsigned)(((unsigned)((int)((double)sqrt(fabs((double)((double)(short)(126)))))) * (unsigned)(((unsigned)((((int)(v1) >= (int)(v1)) ? (int)(v1) : (int)((int)q.a))) << ((unsigned)(((unsigned)(v2) | (unsigned)((int)q.a))) & 31))))) % 4u) {
        case 0:
            {
            h = mix(h, (unsigned long long)(v2));
            }
        case 1:
            {
            out[256 + 1 * 128 + blockIdx.x * 64 + threadIdx.x] = (unsigned)(((unsigned)((int)((float)fmax((double)(float)(short)(blockIdx.x), (double)(float)(short)(in[(threadIdx.x * 2u) % 256u])))) | (unsigned)(((unsigned)(((unsigned)(((const short *)in)[(threadIdx.x * 3u) % 512u]) ^ (unsigned)(threadIdx.x))) >> ((unsigned)((int)((unsigned)(blockIdx.x) | (unsigned)((q.b ? 3 : 4)))) & 31)))));
            }
            break;
        default:
            {
            h = mix(h, (unsigned long long)(__vadd4((unsigned)(((unsigned)(((int)(short)(v2) % ((int)(unsigned char)(threadIdx.x) + 1))) << ((unsigned)((bool)(191)) & 31))), (unsigned)(v1))));
            }
            break;
        }
        h = mix(h, (unsigned long long)(__vadd4((unsigned)((int)((unsigned)(v1) + (unsigned)(((unsigned)(v1) % ((unsigned)(43) | 1u))))), (unsigned)(((unsigned)((unsigned char)(v1)) << ((unsigned)(((unsigned)(v2) << ((unsigned)((q.b ? 3 : 4)) & 31))) & 31))))));
    }
    v1 = (unsigned char)(((unsigned)(((int)(short)(((unsigned long long)((int)q.a) ^ (unsigned long long)(arr[(threadIdx.x * 4u) % 8u]))) / ((int)(unsigned char)(in[(threadIdx.x * 6u) % 256u]) + 1))) << ((unsigned)((int)((unsigned long long)(v2) + (unsigned long long)(((unsigned)(v1) >> ((unsigned)((q.b ? 3 : 4)) & 31))))) & 31)));
    h = mix(h, (unsigned)__shfl_xor_sync(0xffffffffu, (int)(((int)(short)(((unsigned long long)((q.b ? (int)(in[(threadIdx.x * 2u) % 256u]) : (int)(117))) * (unsigned long long)(((unsigned)(((const short *)in)[(threadIdx.x * 8u) % 512u]) & (unsigned)(v2))))) % ((int)(unsigned char)(((int)(short)((int)((unsigned)(arr[(threadIdx.x * 4u) % 8u]) - (unsigned)((q.b ? 3 : 4)))) / ((int)(unsigned char)((int)q.a) + 1))) + 1))), 4));
    v2 = (bool)(((unsigned long long)((q.b ? 3 : 4)) | (unsigned long long)(((unsigned long long)((long long)(threadIdx.x)) ^ (unsigned long long)(v2)))));
    long long v3 = (long long)(((int)(short)(((unsigned long long)(((unsigned long long)(146) + (unsigned long long)(v2))) ^ (unsigned long long)((unsigned char)(fix10[n])))) / ((int)(unsigned char)(((unsigned)(__brev((unsigned)(in[(threadIdx.x * 8u) % 256u]))) % ((unsigned)(((unsigned)(fix10[(threadIdx.x * 5u) % 32u]) | (unsigned)(wide10[(threadIdx.x * 8u) % 4u].z))) | 1u))) + 1)));
    switch ((unsigned)(n) % 4u) {
    case 0:
        {
        if (blockIdx.x == 0) {
            for (int d = 16; d; d /= 2) q = pick10(q, words_shfl(q, (lane + d) & 31));
            v1 = (unsigned char)(((int)(short)(__funnelshift_l((unsigned)(v2), (unsigned)(((((__ldg(&in[(threadIdx.x * 2u) % 256u])) & 1) != 0) ? (int)((q.b ? 3 : 4)) : (int)(blockIdx.x))), 7)) / ((int)(unsigned char)(v3) + 1)));
        }
        }
        break;
    case 1:
        {
        out[256 + 0 * 128 + blockIdx.x * 64 + threadIdx.x] = (unsigned)(blockIdx.x);
        }
        break;
    default:
        {
        if (((((int)((unsigned)(__byte_perm((unsigned)(46), (unsigned)(threadIdx.x), 0x2517)) + (unsigned)((int)((unsigned)(v1) ^ (unsigned)(blockIdx.x))))) & 1) != 0)) {
            arr[((unsigned)(in[((unsigned)(in[(threadIdx.x * 6u) % 256u])) % 256u])) % 8u] = (int)(__brev((unsigned)(((int)(short)(in[(threadIdx.x * 3u) % 256u]) % ((int)(unsigned char)(((unsigned long long)((int)q.a) ^ (unsigned long long)(in[(threadIdx.x * 1u) % 256u]))) + 1)))));
        }
        }
        break;
    }
    if (n > 2) {
        if (threadIdx.x == 0) total = 0;
        h = mix(h, __syncthreads_and((((int)(((unsigned long long)(((unsigned)((q.b ? 3 : 4)) - (unsigned)((q.b ? 3 : 4)))) ^ (unsigned long long)(((unsigned)((q.b ? 3 : 4)) - (unsigned)(bytes10[(threadIdx.x * 2u) % 16u]))))) >= (int)(__vadd4((unsigned)(((int)(short)(blockIdx.x) % ((int)(unsigned char)(arr[(threadIdx.x * 3u) % 8u]) + 1))), (unsigned)((int)((float)(short)(threadIdx.x)))))) || !(((int)(arr[(threadIdx.x * 3u) % 8u]) < (int)((unsigned long long)(arr[(threadIdx.x * 5u) % 8u])))))));
        atomicOr(&total, (int)(in[((unsigned)(threadIdx.x)) % 256u]));
        __syncthreads();
        h = mix(h, (unsigned)total);
        h = mix(h, __syncthreads_and(((int)(v3) < (int)(__popc((unsigned)(((const int4 *)in)[(threadIdx.x * 6u) % 64u].y))))));
        short v4 = (short)(((const unsigned char *)in)[((unsigned)(((int)(short)((int)q.a) / ((int)(unsigned char)(v1) + 1)))) % 1024u]);
        if (threadIdx.x == 0) total = 0;
        meet();
        atomicMax(&total, (int)(__umulhi((unsigned)(((int)(short)(__ffs((int)(fix10[13]))) % ((int)(unsigned char)(40) + 1))), (unsigned)((int)((unsigned)(((unsigned)(v1) % ((unsigned)(arr[(threadIdx.x * 7u) % 8u]) | 1u))) - (unsigned)(arr[(threadIdx.x * 5u) % 8u]))))));
        meet();
        h = mix(h, (unsigned)total);
        h = mix(h, __syncthreads_count(((((unsigned long long)(__popc((unsigned)((q.b ? 3 : 4))))) & 1) != 0)));
    }
    s[(threadIdx.x + 17u) & 63u] = (int)((int)(((float)(short)((unsigned long long)(v1)) < (float)(short)(((unsigned)((q.b ? 3 : 4)) + (unsigned)((int)q.a))) ? (float)(short)((unsigned long long)(v1)) : (float)(short)(((unsigned)((q.b ? 3 : 4)) + (unsigned)((int)q.a))))));
    __syncthreads();
    int v5 = s[((unsigned)((bool)((int)q.a))) % 64u] ^ (int)(s[((unsigned)(((int)(short)((long long)(blockIdx.x)) / ((int)(unsigned char)(((unsigned long long)(blockIdx.x) - (unsigned long long)(49))) + 1)))) % 64u] & 255);
    cg::sync(cg::this_thread_block());
    bool v6 = (bool)(in[((unsigned)(((unsigned)(threadIdx.x) & (unsigned)(v5)))) % 256u]);
    for (unsigned i7 = 0; i7 < (unsigned)((((unsigned char)(((unsigned)(blockIdx.x) | (unsigned)((int)((float)(short)(fix10[n])))))) & 3)); i7++) {
        if (q.b) break;
        h = mix(h, i7);
        v2 = (bool)((!(((int)(((unsigned)(v1) >> ((unsigned)(30) & 31))) == (int)(((unsigned long long)(v1) ^ (unsigned long long)(threadIdx.x))))) ? (int)(((unsigned)((int)((double)(short)((int)q.a))) | (unsigned)((int)((unsigned long long)(v6) * (unsigned long long)((q.b ? 3 : 4)))))) : (int)(((unsigned long long)((int)((unsigned long long)((int)q.a) ^ (unsigned long long)(v2))) | (unsigned long long)((q.b ? 3 : 4))))));
    }
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix11[32] = {256116770, 875963923, 1203094035, 2109855873, 1542855442, 620232760, 503334482, 494495142, 1170500651, 1944447439, 1151994241, 1251619776, 1523742666, 1029271509, 723260275, 413103694, 737668125, 444170634, 540271875, 988481586, 1347484718, 530667171, 1804271488, 305329554, 1942743699, 1623725467, 975931785, 36834939, 1996506703, 1496373484, 706046045, 1124424214};
static __constant__ unsigned char bytes11[16] = {48, 180, 102, 163, 17, 77, 66, 245, 221, 8, 152, 132, 246, 251, 233, 182};
static __constant__ int4 wide11[4] = {{5, 46, 68, 55}, {46, 77, 70, 41}, {41, 5, 49, 13}, {54, 51, 25, 78}};
struct S11 { short a; unsigned char b; };
static __device__ __noinline__ bool less11(S11 x, S11 y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ __noinline__ S11 pick11(S11 x, S11 y) { S11 z = x; if (y.b && y.a < z.a) z = y; return z; }
static __device__ __noinline__ S11 make11(int a, bool b) { S11 r; r.a = a; r.b = b;  return r; }
static __device__ __forceinline__ int f11_0(int x, int y) { for (int i = 0; i < (y & 7); i++) x ^= (int)((unsigned)x << 3) ^ i; return (int)((unsigned)x * 3u + (unsigned)y); }
static __device__ __forceinline__ int f11_1(int x, int y) { for (int i = 0; i < (y & 7); i++) x ^= (int)((unsigned)x << 3) ^ i; return (int)((unsigned)x * 3u + (unsigned)y); }
extern "C" __global__ void k11(const int *in, unsigned *out, int n)
{
    __shared__ int s[64];
    __shared__ S11 t[64];
    __shared__ int total;
    int lane = threadIdx.x & 31, arr[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    unsigned h = threadIdx.x;
    S11 q = make11(in[threadIdx.x], in[threadIdx.x + 64] & 1), qs[4] = {q, make11(n, true), q, make11(lane, false)};
    s[threadIdx.x] = lane; t[threadIdx.x] = q; if (threadIdx.x == 0) total = n;
    __syncthreads();
    long long v1 = (long long)((int)q.a);
    unsigned char v2 = (unsigned char)(((unsigned)(threadIdx.x) + (unsigned)(71)));
    for (unsigned i3 = 0; i3 < (unsigned)(((in[((unsigned)((int)q.a)) % 256u]) & 3)); i3++) {
        if (!(((int)((int)((double)(short)(127))) < (int)((unsigned long long)(__vadd4((unsigned)(v1), (unsigned)(in[(threadIdx.x * 2u) % 256u]))))))) break;
        h = mix(h, i3);
        v2 = (unsigned char)((int)((unsigned long long)(blockIdx.x) ^ (unsigned long long)(in[((unsigned)(threadIdx.x)) % 256u])));
        atomicXor(&out[523], (unsigned)(99));
    }
    if (threadIdx.x == 0) total = 0;
    meet();
    atomicAdd(&total, (int)(in[((unsigned)(threadIdx.x)) % 256u]));
    h = mix(h, __syncthreads_count(((int)(v2) == (int)((int)((unsigned long long)(10) ^ (unsigned long long)(((unsigned)(threadIdx.x) / ((unsigned)(blockIdx.x) | 1u))))))));
    h = mix(h, (unsigned)total);
    cg::this_thread_block().sync();
    if (((int)(__byte_perm((unsigned)((q.b ? 3 : 4)), (unsigned)(v2), 0x2517)) > (int)(blockIdx.x))) {
        for (unsigned i4 = 0; i4 < (unsigned)(((__popc((unsigned)((int)((unsigned)(f11_0((int)((q.b ? 3 : 4)), (int)(threadIdx.x))) & (unsigned)(((int)(short)(in[(threadIdx.x * 2u) % 256u]) % ((int)(unsigned char)((q.b ? 3 : 4)) + 1))))))) & 3)); i4++) {
            h = mix(h, i4);
            v1 = (long long)(f11_0((int)(__vadd4((unsigned)(((unsigned long long)(__ldg(&in[(threadIdx.x * 5u) % 256u])) | (unsigned long long)(arr[(threadIdx.x * 1u) % 8u]))), (unsigned)((int)((unsigned)(71) + (unsigned)((q.b ? 3 : 4)))))), (int)(((((int)(v2) == (int)(v1)) && q.b) ? (int)(v2) : (int)(arr[(threadIdx.x * 1u) % 8u])))));
            q = pick11(q, make11((int)((int)((unsigned)(v2) | (unsigned)(f11_1((int)(((unsigned)(133) >> ((unsigned)(178) & 31))), (int)(((int)(short)((int)q.a) / ((int)(unsigned char)(fix11[n]) + 1))))))), ((int)(((unsigned)((unsigned char)(bytes11[(threadIdx.x * 3u) % 16u])) / ((unsigned)((int)((unsigned)(arr[(threadIdx.x * 2u) % 8u]) | (unsigned)((q.b ? 3 : 4)))) | 1u))) == (int)((int)q.a))));
        }
    }
    q = qs[((unsigned)(v2)) % 4u];
    h = mix(h, (unsigned)__shfl_down_sync(0xffffffffu, (int)(wide11[((unsigned)((int)((unsigned long long)(((const short *)in)[(threadIdx.x * 7u) % 512u]) & (unsigned long long)(in[(threadIdx.x * 8u) % 256u])))) % 4u].x), 4, 16));
    h = mix(h, __match_any_sync(0xffffffffu, (int)((int)q.a) & 3));
    for (unsigned i5 = 0; i5 < (unsigned)(((((int)(short)((int)(((int)(short)(124) % ((int)(unsigned char)(v2) + 1)))) % ((int)(unsigned char)(v1) + 1))) & 3)); i5++) {
        h = mix(h, i5);
        h = mix(h, (unsigned long long)((int)(((unsigned long long)((int)((unsigned)(v1) | (unsigned)(v2))) - (unsigned long long)(threadIdx.x)))));
    }
    q = qs[((unsigned)((int)((unsigned long long)(v2) * (unsigned long long)(((int)(short)(arr[(threadIdx.x * 6u) % 8u]) / ((int)(unsigned char)(in[(threadIdx.x * 7u) % 256u]) + 1)))))) % 4u];
    if (blockIdx.x == 0) {
        q = make11((int)((short)((q.b ? 3 : 4))), !(((int)((unsigned)((!(((int)(v2) <= (int)(arr[(threadIdx.x * 8u) % 8u]))) ? (int)(blockIdx.x) : (int)(v1)))) < (int)(f11_0((int)(((unsigned)(in[(threadIdx.x * 3u) % 256u]) - (unsigned)(v2))), (int)(arr[(threadIdx.x * 3u) % 8u]))))));
        if (((int)(((const int4 *)in)[((unsigned)(((const unsigned char *)in)[(threadIdx.x * 2u) % 1024u])) % 64u].z) < (int)((unsigned char)(((unsigned)((int)q.a) | (unsigned)(157)))))) s[threadIdx.x ^ 29u] = (int)((int)((int)((unsigned long long)(7) - (unsigned long long)(arr[(threadIdx.x * 2u) % 8u])))); else s[threadIdx.x ^ 29u] = 3;
        h = mix(h, __syncthreads_count(((int)((int)((unsigned)((int)((unsigned)(((const short *)in)[(threadIdx.x * 4u) % 512u]) * (unsigned)(arr[(threadIdx.x * 6u) % 8u]))) & (unsigned)(((int)(short)(36) / ((int)(unsigned char)(threadIdx.x) + 1))))) <= (int)((int)((unsigned)(__ldg(&in[(threadIdx.x * 7u) % 256u])) + (unsigned)(((const short *)in)[(threadIdx.x * 3u) % 512u]))))));
        h = mix(h, (unsigned)s[((unsigned)(((unsigned)(((unsigned)(v1) >> ((unsigned)(v1) & 31))) / ((unsigned)((((int)(arr[(threadIdx.x * 1u) % 8u]) > (int)(arr[(threadIdx.x * 4u) % 8u])) ? (int)((int)q.a) : (int)(((const int4 *)in)[(threadIdx.x * 8u) % 64u].z))) | 1u)))) % 64u]);
        meet();
        if (((int)((int)((unsigned long long)((q.b ? 3 : 4)) - (unsigned long long)(f11_0((int)(threadIdx.x), (int)(arr[(threadIdx.x * 8u) % 8u]))))) == (int)((((int)(blockIdx.x) == (int)(in[(threadIdx.x * 1u) % 256u])) ? (int)((unsigned)(((const short *)in)[(threadIdx.x * 3u) % 512u])) : (int)((int)q.a))))) {
            long long v6 = (long long)(((unsigned)(((unsigned)(blockIdx.x) % ((unsigned)((q.b ? 3 : 4)) | 1u))) << ((unsigned)(((const short *)in)[((unsigned)(79)) % 512u]) & 31)));
            arr[((unsigned)((int)((unsigned long long)(arr[(threadIdx.x * 7u) % 8u]) & (unsigned long long)(((int)(short)(blockIdx.x) / ((int)(unsigned char)(v6) + 1)))))) % 8u] = (int)((int)((unsigned)(((int)(short)((((int)((int)q.a) < (int)(threadIdx.x)) ? (int)((q.b ? 3 : 4)) : (int)(109))) / ((int)(unsigned char)(((unsigned)(blockIdx.x) ^ (unsigned)(arr[(threadIdx.x * 5u) % 8u]))) + 1))) - (unsigned)(__umulhi((unsigned)((((int)(arr[(threadIdx.x * 3u) % 8u]) != (int)(threadIdx.x)) ? (int)(arr[(threadIdx.x * 3u) % 8u]) : (int)(58))), (unsigned)(__ffs((int)(102)))))));
        }
    }
    h = mix(h, (unsigned long long)(f11_0((int)((int)((unsigned long long)(((unsigned)(blockIdx.x) & (unsigned)(v2))) - (unsigned long long)((unsigned)((int)q.a)))), (int)(__funnelshift_l((unsigned)(__brev((unsigned)(((const int4 *)in)[(threadIdx.x * 5u) % 64u].x))), (unsigned)(((unsigned)(arr[(threadIdx.x * 5u) % 8u]) / ((unsigned)(blockIdx.x) | 1u))), 7)))));
    switch ((unsigned)(((unsigned)(((unsigned)((q.b ? (int)(blockIdx.x) : (int)(threadIdx.x))) >> ((unsigned)((int)((unsigned)(43) - (unsigned)(-2))) & 31))) & (unsigned)(v1))) % 4u) {
    case 0:
        {
        if (q.b) {
            unsigned char v7 = (unsigned char)((long long)(((unsigned)(__umulhi((unsigned)((int)q.a), (unsigned)(v2))) >> ((unsigned)(blockIdx.x) & 31))));
            h = mix(h, (unsigned long long)(__ffs((int)(((unsigned)(threadIdx.x) & (unsigned)(((unsigned)((q.b ? 3 : 4)) << ((unsigned)(v7) & 31))))))));
        }
        }
        break;
    case 1:
        {
        q = pick11(q, make11((int)((int)((unsigned)(((unsigned)((int)((double)(short)((q.b ? 3 : 4)))) ^ (unsigned)((long long)(in[(threadIdx.x * 4u) % 256u])))) + (unsigned)((int)(((double)(short)(arr[(threadIdx.x * 3u) % 8u]) / ((double)(short)(v1) * (double)(short)(v1) + (double)1)))))), q.b));
        }
        break;
    default:
        {
        switch ((unsigned)((q.b ? 3 : 4)) % 4u) {
        case 0:
            {
            atomicMin(&out[539], (unsigned)(((int)(short)((int)q.a) % ((int)(unsigned char)((int)(((double)(short)((int)q.a) + (double)(short)(in[(threadIdx.x * 8u) % 256u])))) + 1))));
            }
        case 1:
            {
            short v8 = (short)(((unsigned)(v2) << ((unsigned)((int)((unsigned)((int)((unsigned)((int)q.a) - (unsigned)((int)q.a))) - (unsigned)(((int)(short)((q.b ? 3 : 4)) % ((int)(unsigned char)((int)q.a) + 1))))) & 31)));
            }
            break;
        default:
            {
            arr[((unsigned)((int)((unsigned)((short)(arr[(threadIdx.x * 2u) % 8u])) * (unsigned)(((unsigned long long)(in[(threadIdx.x * 2u) % 256u]) ^ (unsigned long long)((int)q.a)))))) % 8u] = (int)((int)q.a);
            }
            break;
        }
        }
        break;
    }
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix12[32] = {834751322, 1044275254, 334699799, 1152982670, 928824405, 1735708715, 1101100534, 491152978, 1090880712, 2004604755, 292651983, 1121994000, 1808488820, 205879822, 1612724774, 1091392209, 318770757, 2105788825, 339985061, 423635028, 743291151, 1336436991, 42355920, 1988149960, 1498920346, 940905319, 1633426690, 520107831, 1174036132, 1028609429, 1641683675, 1399772839};
static __constant__ unsigned char bytes12[16] = {109, 86, 160, 124, 109, 8, 22, 52, 163, 199, 253, 252, 126, 32, 221, 132};
static __constant__ int4 wide12[4] = {{88, 56, 6, 64}, {47, 6, 87, 86}, {27, 81, 68, 53}, {89, 18, 58, 69}};
struct S12 { int a; short b; };
static __device__ __forceinline__ bool less12(const S12 &x, const S12 &y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ __forceinline__ S12 pick12(const S12 &x, const S12 &y) { if (y.a == x.a && y.b == x.b) return x; return (y.b > x.b || (y.b == x.b && y.a < x.a)) ? y : x; }
static __device__ __noinline__ S12 make12(int a, bool b) { S12 r; r.a = a; r.b = b;  return r; }
static __device__ __noinline__ int f12_0(int x, int y) { for (int i = 0; i < (y & 7); i++) x ^= (int)((unsigned)x << 3) ^ i; return (int)((unsigned)x * 3u + (unsigned)y); }
static __device__ inline int f12_1(int x, int y) { for (int i = 0; i < (y & 7); i++) x ^= (int)((unsigned)x << 3) ^ i; return (int)((unsigned)x * 3u + (unsigned)y); }
extern "C" __global__ void k12(const int *in, unsigned *out, int n)
{
    __shared__ int s[64];
    __shared__ S12 t[64];
    __shared__ int total;
    int lane = threadIdx.x & 31, arr[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    unsigned h = threadIdx.x;
    S12 q = make12(in[threadIdx.x], in[threadIdx.x + 64] & 1), qs[4] = {q, make12(n, true), q, make12(lane, false)};
    s[threadIdx.x] = lane; t[threadIdx.x] = q; if (threadIdx.x == 0) total = n;
    __syncthreads();
    long long v1 = (long long)((q.b ? 3 : 4));
    unsigned v2 = (unsigned)((int)q.a);
    switch ((unsigned)(n) % 4u) {
    case 0:
        {
        for (unsigned i3 = 0; i3 < (unsigned)((((long long)(arr[((unsigned)(46)) % 8u])) & 3)); i3++) {
            if ((((int)((((((int)q.a) & 1) != 0) ? (int)((bool)(v2)) : (int)((int)q.a))) != (int)((((int)((q.b ? 3 : 4)) >= (int)((int)q.a)) ? (int)(f12_0((int)(v1), (int)(blockIdx.x))) : (int)((unsigned)(v1))))) || ((((((int)(fix12[(threadIdx.x * 3u) % 32u]) < (int)((int)q.a)) ? (int)(in[(threadIdx.x * 2u) % 256u]) : (int)(arr[(threadIdx.x * 4u) % 8u]))) & 1) != 0))) break;
            h = mix(h, i3);
            unsigned v4 = (unsigned)((int)q.a);
        }
        }
        break;
    case 1:
        {
        h = mix(h, (unsigned long long)(((const unsigned char *)in)[((unsigned)((int)((unsigned long long)(threadIdx.x) * (unsigned long long)((q.b ? 3 : 4))))) % 1024u]));
        }
        break;
    default:
        {
        h = mix(h, (unsigned)__shfl_sync(0xffffffffu, (int)((q.b ? 3 : 4)), (int)((unsigned)(((unsigned)(arr[((unsigned)(v2)) % 8u]) / ((unsigned)((q.b ? (int)((((int)(arr[(threadIdx.x * 3u) % 8u]) >= (int)((q.b ? 3 : 4))) ? (int)(v2) : (int)(threadIdx.x))) : (int)(((unsigned)(blockIdx.x) << ((unsigned)((int)q.a) & 31))))) | 1u))) % 32u)));
        }
        break;
    }
    for (int d = 1; d < 32; d *= 2) q = pick12(q, alias_shfl(q, d));
    arr[((unsigned)((short)((int)((unsigned long long)(threadIdx.x) ^ (unsigned long long)(191))))) % 8u] = (int)((long long)(__clz((int)(((unsigned)(blockIdx.x) / ((unsigned)((q.b ? 3 : 4)) | 1u))))));
    h = mix(h, *(volatile unsigned *)&out[256 + 0 * 128 + blockIdx.x * 64 + threadIdx.x]);
    h = mix(h, (unsigned long long)((int)((unsigned char)((int)((unsigned long long)(bytes12[(threadIdx.x * 5u) % 16u]) & (unsigned long long)(70))))));
    h = mix(h, (unsigned long long)(((unsigned)((int)((unsigned long long)((unsigned)(threadIdx.x)) - (unsigned long long)((!(((int)(v2) != (int)((q.b ? 3 : 4)))) ? (int)((q.b ? 3 : 4)) : (int)((q.b ? 3 : 4)))))) % ((unsigned)(threadIdx.x) | 1u))));
    if ((((int)(((unsigned)(arr[(threadIdx.x * 2u) % 8u]) >> ((unsigned)((int)((double)(short)(arr[(threadIdx.x * 6u) % 8u]))) & 31))) == (int)(fix12[((unsigned)(104)) % 32u])) || ((int)(((unsigned long long)(v2) & (unsigned long long)(threadIdx.x))) == (int)(in[(threadIdx.x * 6u) % 256u])))) {
        q = qs[((unsigned)((q.b ? 3 : 4))) % 4u];
    }
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix13[32] = {1179133748, 1653137819, 739487345, 1363506192, 359545378, 328089448, 1680533877, 26964846, 1238323604, 2061970409, 1170998631, 1350605165, 341382421, 1231614230, 1930059073, 463965578, 54868646, 1552122488, 876308901, 1309048920, 1778748649, 78166237, 167482612, 897684757, 971651, 586956577, 43154874, 914911939, 1920941807, 844057500, 1321156955, 1317794394};
static __constant__ unsigned char bytes13[16] = {248, 106, 61, 143, 15, 112, 103, 47, 206, 255, 29, 40, 82, 128, 113, 1};
static __constant__ int4 wide13[4] = {{55, 64, 69, 63}, {0, 17, 97, 19}, {47, 81, 51, 95}, {94, 22, 35, 21}};
struct S13 { float f; int a; bool b; };
static __device__ inline bool less13(const S13 &x, const S13 &y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ inline S13 pick13(const S13 &x, const S13 &y) { return x.a < y.a ? x : y; }
static __device__ __noinline__ S13 make13(int a, bool b) { S13 r; r.a = a; r.b = b; r.f = (float)(short)a; return r; }
extern "C" __global__ void k13(const int *in, unsigned *out, int n)
{
    __shared__ int s[64];
    __shared__ S13 t[64];
    __shared__ int total;
    int lane = threadIdx.x & 31, arr[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    unsigned h = threadIdx.x;
    S13 q = make13(in[threadIdx.x], in[threadIdx.x + 64] & 1), qs[4] = {q, make13(n, true), q, make13(lane, false)};
    s[threadIdx.x] = lane; t[threadIdx.x] = q; if (threadIdx.x == 0) total = n;
    __syncthreads();
    short v1 = (short)(in[((unsigned)(186)) % 256u]);
    unsigned long long v2 = (unsigned long long)(((unsigned)((short)((int)((float)(short)(58)))) + (unsigned)(__funnelshift_l((unsigned)(threadIdx.x), (unsigned)(((unsigned)(in[(threadIdx.x * 4u) % 256u]) >> ((unsigned)(98) & 31))), 7))));
    for (unsigned i3 = 0; i3 < (unsigned)(3); i3++) {
        h = mix(h, i3);
        arr[((unsigned)(((unsigned long long)((int)(16)) & (unsigned long long)(((unsigned)(blockIdx.x) << ((unsigned)(fix13[n]) & 31)))))) % 8u] = (int)(((int)(short)((int)((unsigned long long)(((unsigned)((q.b ? 3 : 4)) + (unsigned)(threadIdx.x))) ^ (unsigned long long)(((unsigned)(bytes13[(threadIdx.x * 6u) % 16u]) << ((unsigned)(blockIdx.x) & 31))))) % ((int)(unsigned char)((unsigned)(__brev((unsigned)(blockIdx.x)))) + 1)));
        h = mix(h, out[256 + 1 * 128 + blockIdx.x * 64 + threadIdx.x]);
    }
    unsigned char v4 = (unsigned char)(((unsigned)((int)((float)(short)(v1))) << ((unsigned)((int)((float)sqrt(fabs((double)((float)(short)(__ldg(&in[(threadIdx.x * 5u) % 256u]))))))) & 31)));
    bool v5 = (bool)(((unsigned)((int)((unsigned long long)(((unsigned long long)(threadIdx.x) ^ (unsigned long long)((int)q.a))) & (unsigned long long)(((unsigned)(blockIdx.x) & (unsigned)((int)q.a))))) % ((unsigned)(((unsigned long long)(((unsigned)(v1) - (unsigned)(arr[(threadIdx.x * 2u) % 8u]))) & (unsigned long long)((bool)(132)))) | 1u)));
    switch ((unsigned)(n) % 4u) {
    case 0:
        {
        if (threadIdx.x == 0) total = 0;
        meet();
        atomicXor(&total, (int)(arr[((unsigned)(__popc((unsigned)(fix13[(threadIdx.x * 8u) % 32u])))) % 8u]));
        cg::this_thread_block().sync();
        h = mix(h, (unsigned)total);
        __syncthreads();
        }
        break;
    case 1:
        {
        __syncwarp();
        }
        break;
    default:
        {
        if (((int)((!(((int)(threadIdx.x) < (int)((int)q.a))) ? (int)((int)((float)(short)(fix13[n]))) : (int)(((unsigned)(threadIdx.x) >> ((unsigned)(threadIdx.x) & 31))))) < (int)(blockIdx.x))) {
            h = mix(h, (unsigned long long)((short)(((((int)(blockIdx.x) < (int)(46)) || (((v5) & 1) != 0)) ? (int)((unsigned long long)(arr[(threadIdx.x * 8u) % 8u])) : (int)((int)((unsigned)(92) - (unsigned)(blockIdx.x)))))));
            arr[((unsigned)(v4)) % 8u] = (int)(((unsigned long long)(199) - (unsigned long long)(blockIdx.x)));
            arr[((unsigned)((int)((double)(short)(v2)))) % 8u] = (int)(__popc((unsigned)((int)((unsigned)(threadIdx.x) | (unsigned)((long long)((int)q.a))))));
        }
        }
        break;
    }
    t[(threadIdx.x + 14u) & 63u] = q;
    h = mix(h, __syncthreads_or(((((int)((float)(short)(v1))) & 1) != 0)));
    q = t[((unsigned)((bool)(fix13[n]))) % 64u];
    meet();
    if (((int)(((((int)((int)q.a) <= (int)(v5)) && ((((q.b ? 3 : 4)) & 1) != 0)) ? (int)((int)q.a) : (int)(65))) > (int)((int)((unsigned long long)(in[(threadIdx.x * 1u) % 256u]) + (unsigned long long)((int)((unsigned)((q.b ? 3 : 4)) + (unsigned)(v2))))))) s[threadIdx.x ^ 32u] = (int)(((((int)(((unsigned long long)(2) & (unsigned long long)(threadIdx.x))) > (int)(wide13[(threadIdx.x * 5u) % 4u].w)) || ((int)(v4) <= (int)(bytes13[(threadIdx.x * 6u) % 16u]))) ? (int)(__vadd4((unsigned)(((const short *)in)[(threadIdx.x * 6u) % 512u]), (unsigned)(((int)(short)(threadIdx.x) % ((int)(unsigned char)((q.b ? 3 : 4)) + 1))))) : (int)((int)((unsigned)((!(((int)((int)q.a) == (int)(threadIdx.x))) ? (int)(v2) : (int)(181))) + (unsigned)((int)((float)(short)(blockIdx.x))))))); else s[threadIdx.x ^ 32u] = 1;
    meet();
    h = mix(h, (unsigned)s[((unsigned)((unsigned long long)(((((v5) & 1) != 0) ? (int)(blockIdx.x) : (int)((int)q.a))))) % 64u]);
    h = mix(h, __syncthreads_and(((int)(((unsigned)(blockIdx.x) << ((unsigned)(fix13[1]) & 31))) > (int)(((int)(short)(((int)(short)(124) % ((int)(unsigned char)((q.b ? 3 : 4)) + 1))) / ((int)(unsigned char)((int)((double)(short)((int)q.a))) + 1))))));
    if ((((int)(((unsigned)(((unsigned)((int)q.a) + (unsigned)(in[(threadIdx.x * 6u) % 256u]))) | (unsigned)((unsigned char)(v4)))) < (int)((int)((int)((unsigned long long)(in[(threadIdx.x * 2u) % 256u]) + (unsigned long long)(v4))))) || ((int)((int)(v4)) == (int)((unsigned long long)(fix13[n]))))) s[(threadIdx.x + 2u) & 63u] = (int)(182); else s[(threadIdx.x + 2u) & 63u] = 7;
    cg::sync(cg::this_thread_block());
    h = mix(h, (unsigned)s[((unsigned)(((int)(short)(__umulhi((unsigned)(((const short *)in)[(threadIdx.x * 3u) % 512u]), (unsigned)(((const short *)in)[(threadIdx.x * 5u) % 512u]))) / ((int)(unsigned char)(((unsigned)((q.b ? 3 : 4)) / ((unsigned)(bytes13[(threadIdx.x * 3u) % 16u]) | 1u))) + 1)))) % 64u]);
    __syncthreads();
    if (threadIdx.x == 2) s[27] = (int)(blockIdx.x);
    __syncthreads();
    h = mix(h, (unsigned)s[((unsigned)(((int)(short)((short)(arr[(threadIdx.x * 3u) % 8u])) / ((int)(unsigned char)((long long)(in[(threadIdx.x * 4u) % 256u])) + 1)))) % 64u]);
    h = mix(h, __syncthreads_or((((int)((q.b ? 3 : 4)) <= (int)((short)((int)(97)))) && (((int)((int)((unsigned)(v2) & (unsigned)(v1))) != (int)(((const short *)in)[(threadIdx.x * 5u) % 512u])) && (((in[(threadIdx.x * 6u) % 256u]) & 1) != 0)))));
    unsigned char v6 = (unsigned char)(((unsigned long long)((long long)((int)((unsigned)(in[(threadIdx.x * 2u) % 256u]) - (unsigned)(arr[(threadIdx.x * 7u) % 8u])))) & (unsigned long long)((q.b ? 3 : 4))));
    h = mix(h, (unsigned long long)(blockIdx.x));
    v4 = (unsigned char)(((unsigned)(v4) % ((unsigned)((int)q.a) | 1u)));
    for (unsigned i7 = 0; i7 < (unsigned)(((v1) & 3)); i7++) {
        if (((int)((bool)(blockIdx.x)) != (int)((int)((unsigned)(((unsigned)(92) & (unsigned)(in[(threadIdx.x * 1u) % 256u]))) | (unsigned)(__byte_perm((unsigned)(threadIdx.x), (unsigned)(arr[(threadIdx.x * 3u) % 8u]), 0x2517)))))) break;
        h = mix(h, i7);
        for (unsigned i8 = 0; i8 < (unsigned)(((((unsigned)((q.b ? (int)(((const unsigned char *)in)[(threadIdx.x * 6u) % 1024u]) : (int)((int)((unsigned long long)(blockIdx.x) + (unsigned long long)((q.b ? 3 : 4)))))) << ((unsigned)((q.b ? 3 : 4)) & 31))) & 3)); i8++) {
            if ((((arr[((unsigned)(threadIdx.x)) % 8u]) & 1) != 0)) continue;
            h = mix(h, i8);
            v2 = (unsigned long long)((int)((unsigned)(v6) | (unsigned)(bytes13[((unsigned)((int)q.a)) % 16u])));
            h = mix(h, *(volatile unsigned *)&out[256 + 1 * 128 + blockIdx.x * 64 + threadIdx.x]);
        }
    }
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix14[32] = {1175782867, 33662672, 875275050, 711850779, 1405028152, 257293478, 1362807947, 1357279870, 83152793, 531651034, 435054561, 1831522210, 1409861124, 49111515, 895366419, 1596827213, 395358483, 1255616756, 1388371055, 1648404067, 839562279, 1731923666, 1844842891, 1692689367, 149069017, 1641468472, 1490781140, 1384145661, 1990649902, 286531729, 1454410629, 771188197};
static __constant__ unsigned char bytes14[16] = {207, 100, 4, 148, 16, 43, 23, 112, 130, 207, 230, 173, 186, 232, 176, 16};
static __constant__ int4 wide14[4] = {{6, 72, 38, 5}, {42, 69, 16, 0}, {82, 60, 53, 38}, {89, 29, 2, 13}};
struct S14 { int a; short b; };
static __device__ inline bool less14(S14 x, S14 y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ __forceinline__ S14 pick14(S14 x, S14 y) { if (y.a == x.a && y.b == x.b) return x; return (y.b > x.b || (y.b == x.b && y.a < x.a)) ? y : x; }
static __device__ __forceinline__ S14 make14(int a, bool b) { S14 r; r.a = a; r.b = b;  return r; }
extern "C" __global__ void k14(const int *in, unsigned *out, int n)
{
    __shared__ int s[64];
    __shared__ S14 t[64];
    __shared__ int total;
    int lane = threadIdx.x & 31, arr[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    unsigned h = threadIdx.x;
    S14 q = make14(in[threadIdx.x], in[threadIdx.x + 64] & 1), qs[4] = {q, make14(n, true), q, make14(lane, false)};
    s[threadIdx.x] = lane; t[threadIdx.x] = q; if (threadIdx.x == 0) total = n;
    __syncthreads();
    long long v1 = (long long)((long long)((int)((double)(short)(arr[(threadIdx.x * 5u) % 8u]))));
    long long v2 = (long long)((unsigned)((int)q.a));
    h = mix(h, (unsigned)__shfl_down_sync(0xffffffffu, (int)(in[((unsigned)(((int)(short)(v2) / ((int)(unsigned char)(((const int4 *)in)[(threadIdx.x * 5u) % 64u].w) + 1)))) % 256u]), 30, 16));
    q = qs[((unsigned)((int)((unsigned long long)(((const int4 *)in)[(threadIdx.x * 7u) % 64u].y) * (unsigned long long)((int)((unsigned)(blockIdx.x) * (unsigned)(124)))))) % 4u];
    q = alias_shfl(q, 22);
    h = mix(h, (unsigned)__any_sync(0xffffffffu, ((((int)((unsigned long long)((!(((int)(in[(threadIdx.x * 7u) % 256u]) == (int)(9))) ? (int)(blockIdx.x) : (int)(169))) - (unsigned long long)((int)((double)(short)((int)q.a))))) & 1) != 0)));
    switch ((unsigned)(((unsigned)(((unsigned)((unsigned char)(blockIdx.x)) + (unsigned)(v1))) * (unsigned)(((int)(short)(__clz((int)(in[(threadIdx.x * 3u) % 256u]))) / ((int)(unsigned char)((int)((unsigned long long)(in[(threadIdx.x * 2u) % 256u]) | (unsigned long long)(in[(threadIdx.x * 6u) % 256u]))) + 1))))) % 4u) {
    case 0:
        {
        arr[((unsigned)(((unsigned)((short)((int)q.a)) << ((unsigned)((unsigned long long)(77)) & 31)))) % 8u] = (int)((unsigned long long)(arr[((unsigned)(20)) % 8u]));
        }
    case 1:
        {
        bool v3 = (bool)(blockIdx.x);
        }
        break;
    default:
        {
        q = pick14(q, make14((int)(v2), (((int)((int)(((float)(short)((q.b ? 3 : 4)) < (float)(short)(arr[(threadIdx.x * 5u) % 8u]) ? (float)(short)((q.b ? 3 : 4)) : (float)(short)(arr[(threadIdx.x * 5u) % 8u])))) == (int)((long long)(__umulhi((unsigned)(29), (unsigned)(threadIdx.x))))) || (((((unsigned)(v2) - (unsigned)(threadIdx.x))) & 1) != 0))));
        }
        break;
    }
    h = mix(h, __ballot_sync(0xffffffffu, (((int)(v1) >= (int)(((unsigned)((bool)((q.b ? 3 : 4))) >> ((unsigned)((int)q.a) & 31)))) && (((int)(((unsigned)(fix14[n]) >> ((unsigned)(arr[(threadIdx.x * 8u) % 8u]) & 31))) < (int)((long long)((q.b ? 3 : 4)))) && (((int)(blockIdx.x) != (int)(threadIdx.x)) || ((((q.b ? 3 : 4)) & 1) != 0))))));
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix15[32] = {58997942, 1113204714, 796698289, 666279107, 192593866, 1652388669, 1057233325, 1068650087, 1507835976, 762680579, 1564901739, 1854927968, 2013087676, 30606154, 380304088, 760755361, 507906902, 357489132, 2033388695, 1499192212, 561782677, 893182862, 857721108, 1225083863, 177760184, 2083484529, 1784555641, 1887344051, 1408380278, 1882210539, 401088268, 677445316};
static __constant__ unsigned char bytes15[16] = {69, 234, 204, 133, 248, 101, 228, 241, 14, 67, 218, 221, 136, 207, 153, 150};
static __constant__ int4 wide15[4] = {{4, 76, 68, 89}, {6, 33, 23, 36}, {10, 51, 57, 40}, {90, 16, 73, 21}};
struct S15 { int a; bool b; };
static __device__ inline bool less15(S15 x, S15 y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ inline S15 pick15(S15 x, S15 y) { return x.a < y.a ? x : y; }
static __device__ __noinline__ S15 make15(int a, bool b) { S15 r; r.a = a; r.b = b;  return r; }
extern "C" __global__ void k15(const int *in, unsigned *out, int n)
{
    __shared__ int s[64];
    __shared__ S15 t[64];
    __shared__ int total;
    int lane = threadIdx.x & 31, arr[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    unsigned h = threadIdx.x;
    S15 q = make15(in[threadIdx.x], in[threadIdx.x + 64] & 1), qs[4] = {q, make15(n, true), q, make15(lane, false)};
    s[threadIdx.x] = lane; t[threadIdx.x] = q; if (threadIdx.x == 0) total = n;
    __syncthreads();
    long long v1 = (long long)((int)((unsigned)(blockIdx.x) + (unsigned)(((((int)(1) >= (int)((q.b ? 3 : 4))) && (((n) & 1) != 0)) ? (int)(bytes15[(threadIdx.x * 1u) % 16u]) : (int)((int)((unsigned long long)(blockIdx.x) - (unsigned long long)(lane)))))));
    short v2 = (short)((((((!(((int)(fix15[28]) >= (int)(in[(threadIdx.x * 6u) % 256u]))) ? (int)(v1) : (int)(v1))) & 1) != 0) ? (int)(fix15[n]) : (int)(in[((unsigned)(v1)) % 256u])));
    v1 = (long long)(v1);
    h = mix(h, out[256 + 0 * 128 + blockIdx.x * 64 + threadIdx.x]);
    if (n > 2) {
        for (unsigned i3 = 0; i3 < (unsigned)(3); i3++) {
            h = mix(h, i3);
            h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
        }
        for (unsigned i4 = 0; i4 < (unsigned)(n); i4++) {
            h = mix(h, i4);
            { S15 z = q; z.b = !z.b; q = ((((int)(((int)(short)(arr[(threadIdx.x * 4u) % 8u]) / ((int)(unsigned char)(((int)(short)(v1) / ((int)(unsigned char)(184) + 1))) + 1))) != (int)(((unsigned)(arr[(threadIdx.x * 3u) % 8u]) % ((unsigned)(in[(threadIdx.x * 4u) % 256u]) | 1u)))) || q.b)) ? z : q; }
        }
        arr[((unsigned)(arr[((unsigned)(blockIdx.x)) % 8u])) % 8u] = (int)(((int)(short)((short)(((unsigned)(in[(threadIdx.x * 5u) % 256u]) << ((unsigned)(v2) & 31)))) % ((int)(unsigned char)((int)((unsigned long long)((int)((unsigned long long)(161) ^ (unsigned long long)(v2))) ^ (unsigned long long)(__vadd4((unsigned)((q.b ? 3 : 4)), (unsigned)(v2))))) + 1)));
    }
    for (unsigned i5 = 0; i5 < (unsigned)((((int)((unsigned)(((unsigned)(((unsigned)((q.b ? 3 : 4)) % ((unsigned)(v1) | 1u))) / ((unsigned)(((unsigned)(in[(threadIdx.x * 6u) % 256u]) / ((unsigned)(v2) | 1u))) | 1u))) + (unsigned)(((unsigned)(arr[(threadIdx.x * 8u) % 8u]) << ((unsigned)(((int)(short)(arr[(threadIdx.x * 8u) % 8u]) / ((int)(unsigned char)(102) + 1))) & 31))))) & 3)); i5++) {
        h = mix(h, i5);
        switch ((unsigned)(((unsigned long long)(((unsigned long long)(((unsigned)((q.b ? 3 : 4)) | (unsigned)((int)q.a))) - (unsigned long long)(((const int4 *)in)[(threadIdx.x * 7u) % 64u].y))) - (unsigned long long)(((((int)(in[(threadIdx.x * 6u) % 256u]) < (int)(threadIdx.x)) || q.b) ? (int)(((unsigned long long)(((const short *)in)[(threadIdx.x * 6u) % 512u]) ^ (unsigned long long)(189))) : (int)((q.b ? (int)(threadIdx.x) : (int)(in[(threadIdx.x * 2u) % 256u]))))))) % 4u) {
        case 0:
            {
            v1 = (long long)(threadIdx.x);
            }
        case 1:
            {
            arr[((unsigned)((unsigned)((int)((unsigned long long)(fix15[n]) & (unsigned long long)((int)q.a))))) % 8u] = (int)((int)((double)(short)((int)q.a)));
            }
            break;
        default:
            {
            atomicAdd(&out[513], (unsigned)((q.b ? (int)((int)((unsigned long long)((q.b ? 3 : 4)) ^ (unsigned long long)((int)((unsigned)((int)q.a) + (unsigned)(arr[(threadIdx.x * 6u) % 8u]))))) : (int)(((((int)(arr[(threadIdx.x * 3u) % 8u]) < (int)(47)) && (((threadIdx.x) & 1) != 0)) ? (int)((int)((float)(short)(fix15[n]))) : (int)((int)((unsigned)((int)q.a) - (unsigned)(v1))))))));
            }
            break;
        }
    }
    q = qs[((unsigned)(blockIdx.x)) % 4u];
    atomicOr(&out[546], (unsigned)(arr[((unsigned)((int)((float)(short)(156)))) % 8u]));
    v1 = (long long)((long long)((int)((unsigned long long)((q.b ? (int)(in[(threadIdx.x * 1u) % 256u]) : (int)(-4))) ^ (unsigned long long)((bool)(188)))));
    t[(threadIdx.x * 7u) & 63u] = q;
    __syncthreads();
    q = t[((unsigned)(blockIdx.x)) % 64u];
    h = mix(h, __syncthreads_or((((int)((int)((unsigned)(blockIdx.x) - (unsigned)((unsigned char)(89)))) >= (int)(((int)(short)(((unsigned)(((const int4 *)in)[(threadIdx.x * 7u) % 64u].x) % ((unsigned)(threadIdx.x) | 1u))) / ((int)(unsigned char)(((unsigned long long)(arr[(threadIdx.x * 5u) % 8u]) + (unsigned long long)((int)q.a))) + 1)))) && (((int)(((const short *)in)[(threadIdx.x * 4u) % 512u]) > (int)((int)((unsigned)(arr[(threadIdx.x * 7u) % 8u]) * (unsigned)(fix15[n])))) || (((int)(77) > (int)((q.b ? 3 : 4))) || ((((q.b ? 3 : 4)) & 1) != 0))))));
    h = mix(h, __match_any_sync(0xffffffffu, (int)((unsigned long long)(((unsigned)(((unsigned long long)(98) ^ (unsigned long long)(v2))) ^ (unsigned)(((unsigned)(in[(threadIdx.x * 3u) % 256u]) ^ (unsigned)(in[(threadIdx.x * 8u) % 256u])))))) & 3));
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
