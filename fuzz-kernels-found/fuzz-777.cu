
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
static __constant__ int fix0[32] = {572807789, 4771769, 2013490350, 191424721, 857938279, 1121619639, 2013797355, 446117780, 706799785, 842684918, 691494933, 2076909228, 1623470074, 1654272298, 784975148, 168044326, 110642269, 96156058, 1371220739, 188092827, 624420079, 1423712274, 937254604, 1981163035, 1877044824, 1383962961, 1809374136, 527894910, 205570476, 771069641, 1653604986, 2097386932};
static __constant__ unsigned char bytes0[16] = {130, 58, 109, 105, 189, 151, 190, 56, 5, 110, 195, 158, 110, 206, 44, 238};
static __constant__ int4 wide0[4] = {{25, 49, 88, 23}, {69, 30, 1, 41}, {41, 89, 31, 22}, {23, 61, 70, 90}};
struct S0 { short a; unsigned char b; };
static __device__ inline bool less0(const S0 &x, const S0 &y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ __forceinline__ S0 pick0(const S0 &x, const S0 &y) { return x.a < y.a ? x : y; }
static __device__ __noinline__ S0 make0(int a, bool b) { S0 r; r.a = a; r.b = b;  return r; }
static __device__ __forceinline__ int f0_0(int x, int y) { for (int i = 0; i < (y & 7); i++) x ^= (int)((unsigned)x << 3) ^ i; return (int)((unsigned)x * 3u + (unsigned)y); }
static __device__ __noinline__ int f0_1(int x, int y) { if (x > y) return (int)((unsigned)x - (unsigned)y); return (int)((unsigned)x * 3u + (unsigned)y); }
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
    short v1 = (short)((bool)(((int)(short)((((((q.b ? 3 : 4)) & 1) != 0) ? (int)(threadIdx.x) : (int)(n))) / ((int)(unsigned char)(arr[(threadIdx.x * 1u) % 8u]) + 1))));
    int v2 = (int)(__brev((unsigned)(((unsigned)(__clz((int)(v1))) / ((unsigned)(((unsigned)((int)q.a) << ((unsigned)(threadIdx.x) & 31))) | 1u)))));
    s[(threadIdx.x + 61u) & 63u] = (int)(__vadd4((unsigned)(((unsigned)(__brev((unsigned)(v1))) % ((unsigned)(v2) | 1u))), (unsigned)((int)((unsigned)((int)((unsigned)((int)q.a) + (unsigned)(v2))) - (unsigned)(((unsigned)((q.b ? 3 : 4)) / ((unsigned)(wide0[(threadIdx.x * 5u) % 4u].y) | 1u)))))));
    cg::sync(cg::this_thread_block());
    int v3 = s[((unsigned)(f0_0((int)(fix0[n]), (int)(((int)(short)(fix0[n]) / ((int)(unsigned char)((int)q.a) + 1)))))) % 64u] ^ (int)(s[((unsigned)(((int)(short)(((unsigned long long)(v2) ^ (unsigned long long)((int)q.a))) / ((int)(unsigned char)(((unsigned)((int)q.a) & (unsigned)((int)q.a))) + 1)))) % 64u] & 255);
    cg::this_thread_block().sync();
    h = mix(h, *(volatile unsigned *)&out[256 + 1 * 128 + blockIdx.x * 64 + threadIdx.x]);
    out[256 + 1 * 128 + blockIdx.x * 64 + threadIdx.x] = (unsigned)((long long)(((unsigned)((int)((unsigned)(v3) ^ (unsigned)(threadIdx.x))) % ((unsigned)((int)((float)(short)((int)q.a))) | 1u))));
    if (n > 2) {
        s[threadIdx.x ^ 63u] = (int)(((unsigned)((int)((double)(short)((int)q.a))) % ((unsigned)((short)(v2)) | 1u)));
        cg::this_thread_block().sync();
        int v4 = s[((unsigned)(__byte_perm((unsigned)(__ldg(&in[(threadIdx.x * 4u) % 256u])), (unsigned)(((const unsigned char *)in)[(threadIdx.x * 7u) % 1024u]), 0x2517))) % 64u] ^ (int)(s[((unsigned)((q.b ? 3 : 4))) % 64u] & 255);
        __syncthreads();
    }
    h = mix(h, out[256 + 1 * 128 + blockIdx.x * 64 + threadIdx.x]);
    if (((int)((unsigned long long)((long long)((int)q.a))) > (int)(__funnelshift_l((unsigned)((int)((unsigned long long)(102) - (unsigned long long)(blockIdx.x))), (unsigned)((int)((unsigned long long)(wide0[(threadIdx.x * 4u) % 4u].x) | (unsigned long long)(threadIdx.x))), 7)))) {
        arr[((unsigned)(((unsigned)(arr[(threadIdx.x * 6u) % 8u]) % ((unsigned)((((int)((int)q.a) != (int)(in[(threadIdx.x * 2u) % 256u])) ? (int)((int)q.a) : (int)(blockIdx.x))) | 1u)))) % 8u] = (int)(((unsigned)(147) % ((unsigned)(fix0[((unsigned)(threadIdx.x)) % 32u]) | 1u)));
        switch ((unsigned)(((((((unsigned)(((const int4 *)in)[(threadIdx.x * 1u) % 64u].z) / ((unsigned)(arr[(threadIdx.x * 6u) % 8u]) | 1u))) & 1) != 0) ? (int)((int)((unsigned long long)(((unsigned long long)(in[(threadIdx.x * 4u) % 256u]) & (unsigned long long)(v1))) | (unsigned long long)(((unsigned)(blockIdx.x) << ((unsigned)(v3) & 31))))) : (int)((unsigned)((int)((double)(short)(wide0[(threadIdx.x * 7u) % 4u].z)))))) % 4u) {
        case 0:
            {
            arr[((unsigned)((int)((float)sqrt(fabs((double)((float)(short)(arr[(threadIdx.x * 3u) % 8u]))))))) % 8u] = (int)(v2);
            }
            break;
        case 1:
            {
            q = qs[((unsigned)(((((int)(5) == (int)(v3)) || q.b) ? (int)(((unsigned)(v2) ^ (unsigned)(blockIdx.x))) : (int)(((unsigned)(v2) | (unsigned)(((const unsigned char *)in)[(threadIdx.x * 3u) % 1024u])))))) % 4u];
            }
            break;
        default:
            {
            h = mix(h, (unsigned long long)((int)((double)(short)((unsigned long long)((int)q.a)))));
            }
            break;
        }
    }
    for (unsigned i5 = 0; i5 < (unsigned)(((__ffs((int)(threadIdx.x))) & 3)); i5++) {
        h = mix(h, i5);
        for (unsigned i6 = 0; i6 < (unsigned)((((q.b ? 3 : 4)) & 3)); i6++) {
            h = mix(h, i6);
            bool v7 = (bool)(bytes0[((unsigned)(((unsigned)(arr[(threadIdx.x * 4u) % 8u]) >> ((unsigned)(threadIdx.x) & 31)))) % 16u]);
            v3 = (int)(((unsigned long long)(((unsigned)((int)((unsigned)(arr[(threadIdx.x * 8u) % 8u]) * (unsigned)(27))) % ((unsigned)(__brev((unsigned)((q.b ? 3 : 4)))) | 1u))) | (unsigned long long)((q.b ? 3 : 4))));
        }
    }
    if (blockIdx.x == 0) {
        switch ((unsigned)(n) % 4u) {
        case 0:
            {
            if ((((int)(v2) != (int)((int)((unsigned)((int)(v2)) & (unsigned)((int)((float)(short)(32)))))) || ((int)(threadIdx.x) > (int)(((unsigned)((int)q.a) % ((unsigned)((int)q.a) | 1u)))))) s[(threadIdx.x + 2u) & 63u] = (int)(((unsigned)(((((int)((q.b ? 3 : 4)) >= (int)(in[(threadIdx.x * 4u) % 256u])) || ((int)(187) != (int)(14))) ? (int)(f0_1((int)(v1), (int)(v1))) : (int)(((((v2) & 1) != 0) ? (int)(blockIdx.x) : (int)((int)q.a))))) + (unsigned)(((unsigned)((long long)((q.b ? 3 : 4))) << ((unsigned)((int)((unsigned long long)(135) * (unsigned long long)(threadIdx.x))) & 31))))); else s[(threadIdx.x + 2u) & 63u] = 1;
            __syncthreads();
            h = mix(h, (unsigned)s[((unsigned)(((((v3) & 1) != 0) ? (int)(((unsigned)(blockIdx.x) / ((unsigned)(in[(threadIdx.x * 7u) % 256u]) | 1u))) : (int)((int)((float)(short)(blockIdx.x)))))) % 64u]);
            h = mix(h, __syncthreads_and(!(((int)(v3) <= (int)(((int)(short)((int)((unsigned long long)((q.b ? 3 : 4)) * (unsigned long long)(arr[(threadIdx.x * 3u) % 8u]))) % ((int)(unsigned char)((int)((double)(short)(v1))) + 1)))))));
            }
            break;
        case 1:
            {
            if ((((((unsigned long long)(__ffs((int)(arr[(threadIdx.x * 7u) % 8u]))) | (unsigned long long)((q.b ? 3 : 4)))) & 1) != 0)) s[(threadIdx.x * 5u) & 63u] = (int)(v1); else s[(threadIdx.x * 5u) & 63u] = 4;
            h = mix(h, __syncthreads_or((((int)(f0_0((int)((int)((float)(short)(((const short *)in)[(threadIdx.x * 3u) % 512u]))), (int)(__vadd4((unsigned)(((const unsigned char *)in)[(threadIdx.x * 8u) % 1024u]), (unsigned)(in[(threadIdx.x * 8u) % 256u]))))) >= (int)((int)((unsigned)(193) * (unsigned)((int)((unsigned)((int)q.a) + (unsigned)(v3)))))) || q.b)));
            h = mix(h, (unsigned)s[((unsigned)(((unsigned)(((unsigned)(blockIdx.x) / ((unsigned)(bytes0[(threadIdx.x * 5u) % 16u]) | 1u))) | (unsigned)(__vadd4((unsigned)(13), (unsigned)((int)q.a)))))) % 64u]);
            __syncthreads();
            if (threadIdx.x == 40) s[58] = (int)(((unsigned)(((((int)(in[(threadIdx.x * 7u) % 256u]) == (int)(v2)) || q.b) ? (int)(((unsigned long long)(v2) ^ (unsigned long long)(112))) : (int)(((unsigned long long)(6) * (unsigned long long)(v3))))) >> ((unsigned)(((unsigned)(v1) << ((unsigned)(((unsigned)(v3) % ((unsigned)(blockIdx.x) | 1u))) & 31))) & 31)));
            h = mix(h, __syncthreads_or((((60) & 1) != 0)));
            h = mix(h, (unsigned)s[((unsigned)(113)) % 64u]);
            __syncthreads();
            }
            break;
        default:
            {
            v2 = (int)(((unsigned)((int)((unsigned long long)(127) - (unsigned long long)(((unsigned long long)(arr[(threadIdx.x * 8u) % 8u]) | (unsigned long long)((q.b ? 3 : 4)))))) / ((unsigned)((int)q.a) | 1u)));
            }
            break;
        }
    }
    if (!(((int)(f0_0((int)((int)(v2)), (int)(f0_1((int)(blockIdx.x), (int)(v3))))) != (int)((int)((float)fmax((double)(float)(short)(((const short *)in)[(threadIdx.x * 8u) % 512u]), (double)(float)(short)(threadIdx.x))))))) {
        switch ((unsigned)(v1) % 4u) {
        case 0:
            {
            atomicMax(&out[530], (unsigned)(((unsigned)(((unsigned)(f0_1((int)(152), (int)(v1))) - (unsigned)(bytes0[(threadIdx.x * 5u) % 16u]))) >> ((unsigned)(f0_1((int)(((int)(short)(v2) / ((int)(unsigned char)(v3) + 1))), (int)((int)((unsigned)((int)q.a) + (unsigned)(threadIdx.x))))) & 31))));
            }
        case 1:
            {
            unsigned long long v8 = (unsigned long long)(__umulhi((unsigned)((int)((unsigned)(((unsigned long long)(v2) - (unsigned long long)(143))) ^ (unsigned)(bytes0[(threadIdx.x * 3u) % 16u]))), (unsigned)(f0_0((int)(((unsigned)((int)q.a) / ((unsigned)(v3) | 1u))), (int)(f0_0((int)(v1), (int)(v1)))))));
            }
            break;
        default:
            {
            v3 = (int)(((unsigned)(((unsigned)(threadIdx.x) ^ (unsigned)(in[(threadIdx.x * 3u) % 256u]))) << ((unsigned)(v3) & 31)));
            }
            break;
        }
        arr[((unsigned)((int)(in[(threadIdx.x * 8u) % 256u]))) % 8u] = (int)(__funnelshift_l((unsigned)((((int)(blockIdx.x) <= (int)(blockIdx.x)) ? (int)((int)((unsigned long long)((int)q.a) + (unsigned long long)(v3))) : (int)(((unsigned long long)(in[(threadIdx.x * 5u) % 256u]) | (unsigned long long)((q.b ? 3 : 4)))))), (unsigned)((int)(((double)(short)(arr[(threadIdx.x * 4u) % 8u]) + (double)(short)(v2)))), 7));
    }
    v2 = (int)(((unsigned)((int)((double)sqrt(fabs((double)((double)(short)(v2)))))) / ((unsigned)(arr[((unsigned)(v2)) % 8u]) | 1u)));
    s[(threadIdx.x + 20u) & 63u] = (int)(f0_0((int)(blockIdx.x), (int)(((unsigned long long)((int)((unsigned long long)(33) ^ (unsigned long long)(in[(threadIdx.x * 4u) % 256u]))) | (unsigned long long)(blockIdx.x)))));
    meet();
    int v9 = s[((unsigned)((int)((unsigned long long)(((unsigned long long)(in[(threadIdx.x * 2u) % 256u]) * (unsigned long long)(threadIdx.x))) ^ (unsigned long long)((!(((int)(21) > (int)((q.b ? 3 : 4)))) ? (int)((q.b ? 3 : 4)) : (int)(v3)))))) % 64u] ^ (int)(s[((unsigned)(arr[((unsigned)(v2)) % 8u])) % 64u] & 255);
    meet();
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix1[32] = {1466254217, 1624744017, 1432617631, 1061370882, 717261449, 100661602, 1114878023, 1164601834, 120719025, 589774110, 1145965620, 1703684528, 1930300644, 790742184, 217710513, 151922888, 1672149658, 1352785329, 898828849, 680547286, 1687947820, 465079209, 1496081605, 1075979475, 542868698, 512996721, 313227393, 1746329575, 1093580886, 775880063, 892589558, 691591467};
static __constant__ unsigned char bytes1[16] = {24, 164, 57, 168, 83, 230, 245, 40, 228, 214, 12, 204, 147, 115, 56, 134};
static __constant__ int4 wide1[4] = {{82, 65, 22, 62}, {5, 15, 77, 6}, {45, 54, 18, 15}, {51, 6, 55, 12}};
struct S1 { long long a; bool b; };
static __device__ __forceinline__ bool less1(S1 x, S1 y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ inline S1 pick1(S1 x, S1 y) { if (y.a == x.a && y.b == x.b) return x; return (y.b > x.b || (y.b == x.b && y.a < x.a)) ? y : x; }
static __device__ __forceinline__ S1 make1(int a, bool b) { S1 r; r.a = a; r.b = b;  return r; }
static __device__ __forceinline__ int f1_0(int x, int y) { switch (x & 3) { case 0: return y; case 1: y ^= 5; case 2: x ^= y; } return (int)((unsigned)x * 3u + (unsigned)y); }
static __device__ inline int f1_1(int x, int y) { for (int i = 0; i < (y & 7); i++) x ^= (int)((unsigned)x << 3) ^ i; return (int)((unsigned)x * 3u + (unsigned)y); }
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
    unsigned v1 = (unsigned)(threadIdx.x);
    unsigned long long v2 = (unsigned long long)(in[((unsigned)(v1)) % 256u]);
    for (unsigned i3 = 0; i3 < (unsigned)(n); i3++) {
        h = mix(h, i3);
        if (n > 2) {
            h = mix(h, (unsigned)__shfl_sync(0xffffffffu, (int)(((int)(short)(blockIdx.x) / ((int)(unsigned char)((int)q.a) + 1))), (int)((unsigned)(((int)(short)((int)((double)fmax((double)(double)(short)((q.b ? 3 : 4)), (double)(double)(short)(95)))) % ((int)(unsigned char)(__umulhi((unsigned)(((int)(short)(((const unsigned char *)in)[(threadIdx.x * 6u) % 1024u]) % ((int)(unsigned char)(threadIdx.x) + 1))), (unsigned)(((((in[(threadIdx.x * 2u) % 256u]) & 1) != 0) ? (int)(v2) : (int)(v2))))) + 1))) % 32u)));
        }
        int v4 = (int)((int)((unsigned long long)(((unsigned long long)(v2) * (unsigned long long)(f1_1((int)(77), (int)(fix1[n]))))) | (unsigned long long)(73)));
    }
    if (((int)(threadIdx.x) >= (int)(f1_1((int)(((unsigned)(threadIdx.x) >> ((unsigned)(arr[(threadIdx.x * 8u) % 8u]) & 31))), (int)(((unsigned long long)(arr[(threadIdx.x * 5u) % 8u]) ^ (unsigned long long)((int)q.a))))))) s[(threadIdx.x * 5u) & 63u] = (int)(f1_0((int)((int)((unsigned)(((unsigned long long)(threadIdx.x) * (unsigned long long)(66))) & (unsigned)(((unsigned)((int)q.a) % ((unsigned)(69) | 1u))))), (int)((int)q.a))); else s[(threadIdx.x * 5u) & 63u] = 8;
    __syncthreads();
    h = mix(h, (unsigned)s[((unsigned)((q.b ? 3 : 4))) % 64u]);
    __syncthreads();
    if (blockIdx.x == 0) {
        atomicMax(&out[528], (unsigned)(((int)(short)(((unsigned long long)(arr[(threadIdx.x * 7u) % 8u]) - (unsigned long long)((int)((unsigned)(v1) & (unsigned)(v2))))) % ((int)(unsigned char)((int)((unsigned)(((int)(short)(v1) / ((int)(unsigned char)(173) + 1))) & (unsigned)(39))) + 1))));
        for (unsigned i5 = 0; i5 < (unsigned)((((unsigned)((int)(((double)(short)(((const unsigned char *)in)[(threadIdx.x * 5u) % 1024u]) / ((double)(short)(fix1[(threadIdx.x * 3u) % 32u]) * (double)(short)(fix1[(threadIdx.x * 3u) % 32u]) + (double)1))))) & 3)); i5++) {
            if ((((int)(((unsigned long long)((int)q.a) - (unsigned long long)(__clz((int)(blockIdx.x))))) <= (int)(blockIdx.x)) || !(((int)(((((v2) & 1) != 0) ? (int)(in[(threadIdx.x * 7u) % 256u]) : (int)(98))) < (int)(fix1[13]))))) break;
            h = mix(h, i5);
            h = mix(h, (unsigned long long)((q.b ? 3 : 4)));
        }
    }
    v2 = (unsigned long long)(((const short *)in)[((unsigned)(((unsigned)((int)q.a) << ((unsigned)(arr[(threadIdx.x * 4u) % 8u]) & 31)))) % 512u]);
    v2 = (unsigned long long)(((unsigned)((int)((unsigned long long)((q.b ? (int)(v2) : (int)((q.b ? 3 : 4)))) ^ (unsigned long long)(((unsigned)(v2) - (unsigned)(v1))))) % ((unsigned)((int)((unsigned)((q.b ? 3 : 4)) - (unsigned)((q.b ? 3 : 4)))) | 1u)));
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix2[32] = {126846743, 1824157513, 975278952, 583074358, 422302028, 248796978, 26761013, 17863297, 729237657, 1434313258, 2147120332, 339328339, 476344864, 878685628, 99273568, 1709906481, 1814116447, 1840532593, 1476817860, 277219926, 194199255, 1726847841, 747319432, 1255230067, 1639771634, 303724156, 1334081026, 1502353216, 1577861035, 2039617692, 736449257, 257836476};
static __constant__ unsigned char bytes2[16] = {153, 117, 222, 137, 33, 248, 165, 23, 12, 210, 123, 231, 204, 238, 184, 73};
static __constant__ int4 wide2[4] = {{37, 80, 79, 30}, {20, 44, 68, 80}, {48, 89, 48, 32}, {34, 94, 24, 88}};
struct S2 { short a; unsigned char b; };
static __device__ __forceinline__ bool less2(S2 x, S2 y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ __noinline__ S2 pick2(S2 x, S2 y) { return x.a < y.a ? x : y; }
static __device__ inline S2 make2(int a, bool b) { S2 r; r.a = a; r.b = b;  return r; }
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
    bool v1 = (bool)(__popc((unsigned)(((int)(short)((int)((unsigned)(fix2[(threadIdx.x * 2u) % 32u]) * (unsigned)(n))) % ((int)(unsigned char)(((unsigned long long)(threadIdx.x) - (unsigned long long)(4))) + 1)))));
    unsigned char v2 = (unsigned char)(((unsigned)((int)((unsigned)((int)((float)(short)(v1))) + (unsigned)(((unsigned)(in[(threadIdx.x * 1u) % 256u]) >> ((unsigned)((q.b ? 3 : 4)) & 31))))) / ((unsigned)((int)((double)fmax((double)(double)(short)(blockIdx.x), (double)(double)(short)(in[(threadIdx.x * 8u) % 256u])))) | 1u)));
    for (unsigned i3 = 0; i3 < (unsigned)(((((const unsigned char *)in)[((unsigned)((!(((int)(170) > (int)(((const int4 *)in)[(threadIdx.x * 3u) % 64u].z))) ? (int)((q.b ? 3 : 4)) : (int)(40)))) % 1024u]) & 3)); i3++) {
        h = mix(h, i3);
        switch ((unsigned)((bool)(arr[((unsigned)(v1)) % 8u])) % 4u) {
        case 0:
            {
            int v4 = (int)(((unsigned long long)((unsigned)((long long)(threadIdx.x))) + (unsigned long long)(arr[((unsigned)(threadIdx.x)) % 8u])));
            }
            break;
        case 1:
            {
            qs[((unsigned)(((unsigned)(threadIdx.x) ^ (unsigned)(__vadd4((unsigned)(arr[(threadIdx.x * 4u) % 8u]), (unsigned)(in[(threadIdx.x * 5u) % 256u])))))) % 4u] = q;
            }
            break;
        default:
            {
            q = qs[((unsigned)(((unsigned)(((unsigned)((q.b ? 3 : 4)) ^ (unsigned)(threadIdx.x))) / ((unsigned)(((unsigned)((q.b ? 3 : 4)) / ((unsigned)(threadIdx.x) | 1u))) | 1u)))) % 4u];
            }
            break;
        }
        h = mix(h, (unsigned long long)(((unsigned)(106) << ((unsigned)(((unsigned)((unsigned)(in[(threadIdx.x * 1u) % 256u])) + (unsigned)(wide2[(threadIdx.x * 6u) % 4u].x))) & 31))));
    }
    switch ((unsigned)(n) % 4u) {
    case 0:
        {
        if ((((int)(__ffs((int)((int)((double)(short)(v1))))) >= (int)((unsigned char)(blockIdx.x))) || (((int)(arr[(threadIdx.x * 6u) % 8u]) == (int)(((unsigned)(v2) >> ((unsigned)((q.b ? 3 : 4)) & 31)))) || ((int)(blockIdx.x) > (int)(threadIdx.x))))) {
            v2 = (unsigned char)(((unsigned long long)(((unsigned)(fix2[(threadIdx.x * 2u) % 32u]) * (unsigned)((unsigned long long)((q.b ? 3 : 4))))) & (unsigned long long)(((unsigned)((int)((unsigned long long)((q.b ? 3 : 4)) | (unsigned long long)((int)q.a))) | (unsigned)((q.b ? 3 : 4))))));
        }
        }
        break;
    case 1:
        {
        h = mix(h, (unsigned long long)((short)(fix2[16])));
        }
        break;
    default:
        {
        atomicAdd(&out[514], (unsigned)(((unsigned)(((unsigned)(121) >> ((unsigned)((int)q.a) & 31))) / ((unsigned)((unsigned char)(__vadd4((unsigned)(threadIdx.x), (unsigned)(v2)))) | 1u))));
        }
        break;
    }
    arr[((unsigned)(((unsigned)((int)((q.b ? 3 : 4))) / ((unsigned)((bool)(in[(threadIdx.x * 3u) % 256u])) | 1u)))) % 8u] = (int)((((int)((int)q.a) != (int)(arr[(threadIdx.x * 6u) % 8u])) ? (int)(__ffs((int)(in[(threadIdx.x * 2u) % 256u]))) : (int)((int)q.a)));
    h = mix(h, (unsigned)__shfl_down_sync(0xffffffffu, (int)((long long)((int)((double)(short)((q.b ? 3 : 4))))), 29, 32));
    switch ((unsigned)(n) % 4u) {
    case 0:
        {
        { S2 z = q; z.b = !z.b; q = ((((int)(v2) > (int)((int)q.a)) && q.b)) ? z : q; }
        }
        break;
    case 1:
        {
        if (n > 2) {
            s[threadIdx.x] = (int)((int)((unsigned)(((((int)(75) > (int)(125)) || ((int)((int)q.a) >= (int)(in[(threadIdx.x * 5u) % 256u]))) ? (int)(((int)(short)((int)q.a) / ((int)(unsigned char)(v1) + 1))) : (int)(threadIdx.x))) & (unsigned)(((((blockIdx.x) & 1) != 0) ? (int)((int)((unsigned)(v2) - (unsigned)(v1))) : (int)(((int)(short)(83) % ((int)(unsigned char)(v2) + 1)))))));
            __syncthreads();
            int v5 = s[((unsigned)(((unsigned)(((unsigned)(v2) >> ((unsigned)(arr[(threadIdx.x * 3u) % 8u]) & 31))) << ((unsigned)((int)((unsigned)(arr[(threadIdx.x * 1u) % 8u]) ^ (unsigned)(192))) & 31)))) % 64u] ^ (int)(s[((unsigned)(((unsigned)(((int)(short)(in[(threadIdx.x * 5u) % 256u]) / ((int)(unsigned char)(v2) + 1))) / ((unsigned)(((unsigned long long)(in[(threadIdx.x * 5u) % 256u]) | (unsigned long long)((q.b ? 3 : 4)))) | 1u)))) % 64u] & 255);
            __syncthreads();
            q = pick2(q, make2((int)((q.b ? 3 : 4)), q.b));
        }
        }
        break;
    default:
        {
        for (unsigned i6 = 0; i6 < (unsigned)(4); i6++) {
            h = mix(h, i6);
            h = mix(h, out[256 + 1 * 128 + blockIdx.x * 64 + threadIdx.x]);
        }
        }
        break;
    }
    long long v7 = (long long)((int)(v2));
    arr[((unsigned)(in[((unsigned)(42)) % 256u])) % 8u] = (int)((int)((float)(short)(fix2[n])));
    v7 = (long long)((unsigned char)((q.b ? 3 : 4)));
    if (q.b) {
        h = mix(h, out[256 + 1 * 128 + blockIdx.x * 64 + threadIdx.x]);
        if (((int)((int)((unsigned)(((unsigned)(v2) * (unsigned)(blockIdx.x))) * (unsigned)(blockIdx.x))) > (int)(((int)(short)((int)((double)(short)((int)q.a))) % ((int)(unsigned char)((q.b ? 3 : 4)) + 1))))) {
            h = mix(h, *(volatile unsigned *)&out[256 + 1 * 128 + blockIdx.x * 64 + threadIdx.x]);
            atomicXor(&out[521], (unsigned)(((int)(short)(__ffs((int)(101))) % ((int)(unsigned char)((((int)(blockIdx.x) >= (int)(arr[(threadIdx.x * 4u) % 8u])) ? (int)((q.b ? (int)(threadIdx.x) : (int)(v2))) : (int)(arr[(threadIdx.x * 7u) % 8u]))) + 1))));
        }
    }
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix3[32] = {1323913236, 1094011880, 813592079, 1789235792, 374275081, 717808317, 2106131775, 826968209, 1397727982, 1149070797, 50145032, 488001984, 832503114, 1467014540, 2026444332, 1719558398, 1797144304, 1654982859, 716107974, 1759975434, 1571062430, 645121294, 1196452240, 1572008719, 2127191027, 2091472816, 1917678357, 596428318, 986843058, 1418159659, 1062321260, 1411310283};
static __constant__ unsigned char bytes3[16] = {99, 242, 191, 1, 11, 74, 136, 215, 76, 183, 91, 180, 239, 27, 255, 246};
static __constant__ int4 wide3[4] = {{5, 75, 51, 12}, {4, 80, 91, 64}, {13, 22, 16, 27}, {54, 48, 9, 36}};
struct S3 { short a; unsigned char b; };
static __device__ __forceinline__ bool less3(const S3 &x, const S3 &y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ __forceinline__ S3 pick3(const S3 &x, const S3 &y) { return x.a < y.a ? x : y; }
static __device__ __forceinline__ S3 make3(int a, bool b) { S3 r; r.a = a; r.b = b;  return r; }
static __device__ __noinline__ int f3_0(int x, int y) { for (int i = 0; i < (y & 7); i++) x ^= (int)((unsigned)x << 3) ^ i; return (int)((unsigned)x * 3u + (unsigned)y); }
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
    unsigned long long v1 = (unsigned long long)(((unsigned)(((unsigned)((int)((unsigned)(blockIdx.x) & (unsigned)(in[(threadIdx.x * 8u) % 256u]))) >> ((unsigned)((unsigned char)(in[(threadIdx.x * 7u) % 256u])) & 31))) % ((unsigned)(((unsigned)(((unsigned)(in[(threadIdx.x * 8u) % 256u]) % ((unsigned)(blockIdx.x) | 1u))) % ((unsigned)(__ffs((int)((int)q.a))) | 1u))) | 1u)));
    unsigned v2 = (unsigned)(((unsigned)(v1) << ((unsigned)((((int)(bytes3[(threadIdx.x * 1u) % 16u]) > (int)(v1)) ? (int)(blockIdx.x) : (int)((int)((unsigned)(v1) * (unsigned)((q.b ? 3 : 4)))))) & 31)));
    if (blockIdx.x == 0) {
        if (blockIdx.x == 0) {
            unsigned v3 = (unsigned)(arr[((unsigned)(((unsigned)(v2) ^ (unsigned)((q.b ? 3 : 4))))) % 8u]);
        }
        if (((int)(__umulhi((unsigned)((((int)(v1) == (int)(v2)) ? (int)(182) : (int)(160))), (unsigned)((int)q.a))) != (int)(threadIdx.x))) {
            h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
            v2 = (unsigned)((!(((int)(((unsigned long long)((q.b ? 3 : 4)) + (unsigned long long)(fix3[27]))) > (int)(in[(threadIdx.x * 5u) % 256u]))) ? (int)((((int)((q.b ? 3 : 4)) <= (int)(threadIdx.x)) ? (int)((int)((unsigned)(threadIdx.x) + (unsigned)(threadIdx.x))) : (int)((int)((double)(short)(4))))) : (int)(((unsigned)(threadIdx.x) + (unsigned)((long long)((int)q.a))))));
        }
    }
    switch ((unsigned)(n) % 4u) {
    case 0:
        {
        for (unsigned i4 = 0; i4 < (unsigned)(4); i4++) {
            h = mix(h, i4);
            h = mix(h, __ballot_sync(0xffffffffu, (((int)((int)((double)fmax((double)(double)(short)((int)q.a), (double)(double)(short)((int)q.a)))) != (int)((int)((unsigned long long)(wide3[(threadIdx.x * 6u) % 4u].x) | (unsigned long long)((((int)(158) == (int)(blockIdx.x)) ? (int)(v2) : (int)(blockIdx.x)))))) && (((int)(fix3[n]) > (int)((q.b ? (int)(__ldg(&in[(threadIdx.x * 6u) % 256u])) : (int)(v2)))) && (((int)(v1) != (int)(v1)) || (((blockIdx.x) & 1) != 0))))));
            { S3 z = q; z.b = !z.b; q = (((int)(((unsigned)(68) % ((unsigned)(arr[(threadIdx.x * 8u) % 8u]) | 1u))) != (int)(((unsigned)(__popc((unsigned)(blockIdx.x))) << ((unsigned)((bool)(in[(threadIdx.x * 3u) % 256u])) & 31))))) ? z : q; }
        }
        }
        break;
    case 1:
        {
        h = mix(h, (unsigned)__shfl_sync(0xffffffffu, (int)((int)((float)(short)((bool)(arr[(threadIdx.x * 4u) % 8u])))), (int)((unsigned)(threadIdx.x) % 32u)));
        }
        break;
    default:
        {
        for (unsigned i5 = 0; i5 < (unsigned)(n); i5++) {
            h = mix(h, i5);
            __syncwarp();
            { S3 z = q; z.b = !z.b; q = (((int)(((unsigned)(((unsigned)((q.b ? 3 : 4)) % ((unsigned)(in[(threadIdx.x * 6u) % 256u]) | 1u))) >> ((unsigned)(((unsigned)(blockIdx.x) * (unsigned)((q.b ? 3 : 4)))) & 31))) == (int)(blockIdx.x))) ? z : q; }
        }
        }
        break;
    }
    if (blockIdx.x == 0) {
        arr[((unsigned)(v2)) % 8u] = (int)(119);
        q = qs[((unsigned)(((int)(short)(__funnelshift_l((unsigned)(v2), (unsigned)(arr[(threadIdx.x * 7u) % 8u]), 7)) / ((int)(unsigned char)((int)((double)(short)(threadIdx.x))) + 1)))) % 4u];
        h = mix(h, (unsigned long long)(f3_0((int)(threadIdx.x), (int)(in[((unsigned)(blockIdx.x)) % 256u]))));
    }
    t[threadIdx.x ^ 6u] = q;
    h = mix(h, __syncthreads_and((((((unsigned)(((unsigned)(blockIdx.x) >> ((unsigned)((int)q.a) & 31))) ^ (unsigned)((bool)((q.b ? 3 : 4))))) & 1) != 0)));
    q = t[((unsigned)(((int)(short)((q.b ? 3 : 4)) % ((int)(unsigned char)((!(((int)((q.b ? 3 : 4)) >= (int)((int)q.a))) ? (int)((q.b ? 3 : 4)) : (int)(blockIdx.x))) + 1)))) % 64u];
    __syncthreads();
    for (unsigned i6 = 0; i6 < (unsigned)(n); i6++) {
        h = mix(h, i6);
        switch ((unsigned)(__umulhi((unsigned)(((unsigned)(blockIdx.x) - (unsigned)(v1))), (unsigned)(fix3[n]))) % 4u) {
        case 0:
            {
            bool v7 = (bool)(__umulhi((unsigned)((int)(((float)(short)(v2) < (float)(short)(((const int4 *)in)[(threadIdx.x * 6u) % 64u].z) ? (float)(short)(v2) : (float)(short)(((const int4 *)in)[(threadIdx.x * 6u) % 64u].z)))), (unsigned)((int)((unsigned long long)(((unsigned)((int)q.a) & (unsigned)(v1))) + (unsigned long long)(v1)))));
            }
        case 1:
            {
            long long v8 = (long long)(((unsigned)(((unsigned)((q.b ? 3 : 4)) / ((unsigned)((int)((unsigned long long)(arr[(threadIdx.x * 3u) % 8u]) & (unsigned long long)(blockIdx.x))) | 1u))) >> ((unsigned)(((unsigned)(((unsigned)(152) >> ((unsigned)((int)q.a) & 31))) % ((unsigned)(threadIdx.x) | 1u))) & 31)));
            }
            break;
        default:
            {
            arr[((unsigned)(((((v2) & 1) != 0) ? (int)((int)((unsigned)(blockIdx.x) + (unsigned)((q.b ? 3 : 4)))) : (int)((int)((unsigned long long)(threadIdx.x) - (unsigned long long)(fix3[(threadIdx.x * 8u) % 32u])))))) % 8u] = (int)(v1);
            }
        }
    }
    if (((int)(((unsigned long long)((q.b ? 3 : 4)) - (unsigned long long)(v1))) == (int)(((int)(short)(106) / ((int)(unsigned char)((((int)(v2) <= (int)(arr[(threadIdx.x * 3u) % 8u])) ? (int)(arr[(threadIdx.x * 3u) % 8u]) : (int)(v2))) + 1))))) {
        h = mix(h, (unsigned long long)(((const unsigned char *)in)[((unsigned)(v2)) % 1024u]));
        if ((((int)(((int)(short)(v2) % ((int)(unsigned char)((int)((double)(short)(v2))) + 1))) >= (int)(f3_0((int)((long long)(v2)), (int)(__ffs((int)((q.b ? 3 : 4))))))) && q.b)) {
            arr[((unsigned)((int)((unsigned long long)(__popc((unsigned)((int)q.a))) + (unsigned long long)((bool)(arr[(threadIdx.x * 5u) % 8u]))))) % 8u] = (int)(__umulhi((unsigned)(((int)(short)((int)((unsigned)(arr[(threadIdx.x * 2u) % 8u]) - (unsigned)(blockIdx.x))) / ((int)(unsigned char)(((unsigned long long)(v1) & (unsigned long long)(((const short *)in)[(threadIdx.x * 3u) % 512u]))) + 1))), (unsigned)(((unsigned)(((unsigned)(23) * (unsigned)((int)q.a))) << ((unsigned)((int)q.a) & 31)))));
            q = qs[((unsigned)((short)((int)((unsigned)(171) + (unsigned)(threadIdx.x))))) % 4u];
        }
    }
    if (threadIdx.x == 0) total = 0;
    h = mix(h, __syncthreads_count(q.b));
    atomicAdd(&total, (int)(f3_0((int)(((unsigned)(((unsigned)(v2) ^ (unsigned)((q.b ? 3 : 4)))) ^ (unsigned)((int)((unsigned)((int)q.a) | (unsigned)(((const short *)in)[(threadIdx.x * 7u) % 512u]))))), (int)(blockIdx.x))));
    cg::sync(cg::this_thread_block());
    h = mix(h, (unsigned)total);
    cg::sync(cg::this_thread_block());
    h = mix(h, (unsigned)__shfl_sync(0xffffffffu, (int)(threadIdx.x), (int)((unsigned)((int)((double)(short)(arr[(threadIdx.x * 2u) % 8u]))) % 32u)));
    t[threadIdx.x] = q;
    meet();
    q = t[((unsigned)(((unsigned long long)((short)(v2)) * (unsigned long long)(((int)(short)((q.b ? 3 : 4)) / ((int)(unsigned char)(threadIdx.x) + 1)))))) % 64u];
    h = mix(h, __syncthreads_and(q.b));
    for (unsigned i9 = 0; i9 < (unsigned)((((int)((unsigned long long)((int)((unsigned long long)(arr[(threadIdx.x * 4u) % 8u]) | (unsigned long long)(__clz((int)((int)q.a))))) & (unsigned long long)((int)((unsigned)(((unsigned)(__ldg(&in[(threadIdx.x * 6u) % 256u])) >> ((unsigned)((q.b ? 3 : 4)) & 31))) - (unsigned)(((unsigned)(v1) >> ((unsigned)(((const int4 *)in)[(threadIdx.x * 2u) % 64u].w) & 31))))))) & 3)); i9++) {
        h = mix(h, i9);
        if ((((int)(((unsigned)((((int)(threadIdx.x) != (int)(blockIdx.x)) ? (int)(v2) : (int)(164))) ^ (unsigned)((int)((unsigned)((q.b ? 3 : 4)) + (unsigned)((int)q.a))))) != (int)((unsigned long long)((int)(blockIdx.x)))) && !(((int)(((unsigned)(39) >> ((unsigned)(v1) & 31))) == (int)((int)((unsigned long long)(v1) + (unsigned long long)(threadIdx.x))))))) {
            bool v10 = (bool)((int)q.a);
        }
        switch ((unsigned)(((unsigned)((q.b ? 3 : 4)) >> ((unsigned)(blockIdx.x) & 31))) % 4u) {
        case 0:
            {
            h = mix(h, (unsigned long long)((int)q.a));
            }
        case 1:
            {
            h = mix(h, *(volatile unsigned *)&out[256 + 0 * 128 + blockIdx.x * 64 + threadIdx.x]);
            }
        default:
            {
            v1 = (unsigned long long)(20);
            }
            break;
        }
    }
    for (unsigned i11 = 0; i11 < (unsigned)((((unsigned char)((unsigned)(((unsigned long long)(v1) + (unsigned long long)(blockIdx.x))))) & 3)); i11++) {
        if (((int)(41) != (int)((((int)(__ldg(&in[(threadIdx.x * 6u) % 256u])) == (int)(threadIdx.x)) ? (int)(fix3[(threadIdx.x * 8u) % 32u]) : (int)(((int)(short)(fix3[23]) / ((int)(unsigned char)(blockIdx.x) + 1))))))) continue;
        h = mix(h, i11);
        v2 = (unsigned)((int)(v2));
    }
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix4[32] = {1619839035, 1329228882, 211530851, 1809017946, 450074217, 1990490501, 529157568, 1064119604, 1030492074, 965608990, 1906838039, 527871786, 758242211, 1982170205, 1616279344, 1363505435, 846599992, 1955766230, 1440204911, 968093862, 819812150, 106816491, 696788159, 1998527574, 1473497332, 2140718782, 1411250541, 298858393, 368139510, 1194445768, 1937130832, 1783898306};
static __constant__ unsigned char bytes4[16] = {29, 103, 220, 44, 246, 233, 219, 214, 220, 85, 9, 54, 11, 184, 237, 72};
static __constant__ int4 wide4[4] = {{33, 7, 72, 85}, {67, 90, 87, 68}, {18, 79, 93, 90}, {60, 51, 65, 70}};
struct S4 { int a; bool b; };
static __device__ __noinline__ bool less4(S4 x, S4 y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ __forceinline__ S4 pick4(S4 x, S4 y) { if (!x.b) return y; if (!y.b) return x; return y.a < x.a ? y : x; }
static __device__ inline S4 make4(int a, bool b) { S4 r; r.a = a; r.b = b;  return r; }
static __device__ __forceinline__ int f4_0(int x, int y) { switch (x & 3) { case 0: return y; case 1: y ^= 5; case 2: x ^= y; } return (int)((unsigned)x * 3u + (unsigned)y); }
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
    int v1 = (int)((int)((unsigned)(((int)(short)(((unsigned)(blockIdx.x) / ((unsigned)((q.b ? 3 : 4)) | 1u))) / ((int)(unsigned char)((int)((unsigned long long)(lane) | (unsigned long long)(arr[(threadIdx.x * 1u) % 8u]))) + 1))) - (unsigned)(((unsigned)((int)((unsigned long long)(n) | (unsigned long long)((q.b ? 3 : 4)))) & (unsigned)(in[(threadIdx.x * 8u) % 256u])))));
    unsigned long long v2 = (unsigned long long)((int)(((double)(short)(arr[(threadIdx.x * 7u) % 8u]) + (double)(short)((((int)(86) >= (int)(arr[(threadIdx.x * 2u) % 8u])) ? (int)(threadIdx.x) : (int)(((const short *)in)[(threadIdx.x * 6u) % 512u]))))));
    for (unsigned i3 = 0; i3 < (unsigned)((((int)q.a) & 3)); i3++) {
        h = mix(h, i3);
        q = pick4(q, make4((int)(wide4[((unsigned)(((int)(short)(in[(threadIdx.x * 2u) % 256u]) / ((int)(unsigned char)(arr[(threadIdx.x * 5u) % 8u]) + 1)))) % 4u].z), ((int)((int)((unsigned)((int)q.a) ^ (unsigned)(((unsigned)(blockIdx.x) * (unsigned)(in[(threadIdx.x * 8u) % 256u]))))) >= (int)((int)((unsigned)(threadIdx.x) | (unsigned)((int)((unsigned)((int)q.a) | (unsigned)(blockIdx.x))))))));
        v1 = (int)(__ffs((int)(__umulhi((unsigned)(((unsigned)(v2) % ((unsigned)((int)q.a) | 1u))), (unsigned)((int)((unsigned long long)(in[(threadIdx.x * 7u) % 256u]) & (unsigned long long)(fix4[(threadIdx.x * 4u) % 32u])))))));
    }
    q = make4((int)((int)((unsigned)((((int)(in[(threadIdx.x * 2u) % 256u]) == (int)((int)q.a)) ? (int)((int)((unsigned long long)(wide4[(threadIdx.x * 6u) % 4u].w) + (unsigned long long)(v1))) : (int)(threadIdx.x))) + (unsigned)(__ldg(&in[((unsigned)(fix4[(threadIdx.x * 3u) % 32u])) % 256u])))), (((int)((int)((unsigned long long)(((int)(short)(v2) / ((int)(unsigned char)(v1) + 1))) | (unsigned long long)((int)q.a))) <= (int)(f4_0((int)(((unsigned)(-2) % ((unsigned)(v2) | 1u))), (int)((q.b ? 3 : 4))))) || (((int)(((unsigned)((q.b ? 3 : 4)) << ((unsigned)(((const unsigned char *)in)[(threadIdx.x * 6u) % 1024u]) & 31))) == (int)((q.b ? 3 : 4))) || (((144) & 1) != 0))));
    if (blockIdx.x == 0) {
        for (unsigned i4 = 0; i4 < (unsigned)(n); i4++) {
            h = mix(h, i4);
            arr[((unsigned)(threadIdx.x)) % 8u] = (int)(((int)(short)(v1) / ((int)(unsigned char)(((unsigned)(((int)(short)(((const short *)in)[(threadIdx.x * 8u) % 512u]) % ((int)(unsigned char)(v2) + 1))) % ((unsigned)(127) | 1u))) + 1)));
        }
    }
    if ((((int)((short)(arr[(threadIdx.x * 8u) % 8u])) >= (int)(v1)) || q.b)) s[(threadIdx.x * 7u) & 63u] = (int)(in[((unsigned)(((unsigned long long)(145) * (unsigned long long)(arr[(threadIdx.x * 8u) % 8u])))) % 256u]); else s[(threadIdx.x * 7u) & 63u] = 6;
    __syncthreads();
    h = mix(h, (unsigned)s[((unsigned)(((unsigned)(62) << ((unsigned)(((unsigned)(v2) >> ((unsigned)(v1) & 31))) & 31)))) % 64u]);
    cg::sync(cg::this_thread_block());
    if (threadIdx.x == 26) s[4] = (int)((int)((unsigned long long)(blockIdx.x) & (unsigned long long)(arr[((unsigned)(blockIdx.x)) % 8u])));
    cg::sync(cg::this_thread_block());
    h = mix(h, (unsigned)s[((unsigned)(__clz((int)(f4_0((int)(v1), (int)((int)q.a)))))) % 64u]);
    h = mix(h, __syncthreads_count((((int)(__umulhi((unsigned)(((unsigned)(fix4[(threadIdx.x * 2u) % 32u]) ^ (unsigned)(in[(threadIdx.x * 6u) % 256u]))), (unsigned)(((unsigned)(in[(threadIdx.x * 7u) % 256u]) / ((unsigned)(arr[(threadIdx.x * 6u) % 8u]) | 1u))))) < (int)(((unsigned)((int)((unsigned long long)(v1) | (unsigned long long)(v2))) << ((unsigned)(((unsigned)(threadIdx.x) / ((unsigned)(in[(threadIdx.x * 7u) % 256u]) | 1u))) & 31)))) && (((int)(((int)(short)(blockIdx.x) % ((int)(unsigned char)(arr[(threadIdx.x * 5u) % 8u]) + 1))) != (int)(((unsigned)(in[(threadIdx.x * 5u) % 256u]) % ((unsigned)(arr[(threadIdx.x * 6u) % 8u]) | 1u)))) && (((int)(__ldg(&in[(threadIdx.x * 8u) % 256u])) >= (int)(arr[(threadIdx.x * 7u) % 8u])) || q.b)))));
    if (n > 2) {
        switch ((unsigned)((int)q.a) % 4u) {
        case 0:
            {
            { S4 z = q; z.b = !z.b; q = ((((int)((unsigned long long)(threadIdx.x)) > (int)(((unsigned)(((unsigned)(in[(threadIdx.x * 8u) % 256u]) >> ((unsigned)(v2) & 31))) / ((unsigned)(blockIdx.x) | 1u)))) || !(((int)(__byte_perm((unsigned)(blockIdx.x), (unsigned)(threadIdx.x), 0x2517)) > (int)(__vadd4((unsigned)(threadIdx.x), (unsigned)((q.b ? 3 : 4)))))))) ? z : q; }
            }
            break;
        case 1:
            {
            arr[((unsigned)(((int)(short)(((int)(short)(v1) % ((int)(unsigned char)(80) + 1))) % ((int)(unsigned char)((int)((float)(short)(60))) + 1)))) % 8u] = (int)(arr[((unsigned)((int)q.a)) % 8u]);
            }
            break;
        default:
            {
            h = mix(h, out[256 + 1 * 128 + blockIdx.x * 64 + threadIdx.x]);
            }
            break;
        }
        h = mix(h, *(volatile unsigned *)&out[256 + 0 * 128 + blockIdx.x * 64 + threadIdx.x]);
        switch ((unsigned)(n) % 4u) {
        case 0:
            {
            unsigned char v5 = (unsigned char)(arr[((unsigned)((q.b ? (int)(bytes4[(threadIdx.x * 1u) % 16u]) : (int)(v1)))) % 8u]);
            }
            break;
        case 1:
            {
            h = mix(h, (unsigned long long)__shfl_xor_sync(0xffffffffu, (long long)(((unsigned)((int)((double)(short)(((const unsigned char *)in)[(threadIdx.x * 1u) % 1024u]))) >> ((unsigned)(v2) & 31))), 1));
            }
            break;
        default:
            {
            qs[((unsigned)(blockIdx.x)) % 4u] = q;
            }
            break;
        }
    }
    h = mix(h, (unsigned)__any_sync(0xffffffffu, (((f4_0((int)(((unsigned)(arr[(threadIdx.x * 3u) % 8u]) << ((unsigned)(21) & 31))), (int)(fix4[n]))) & 1) != 0)));
    unsigned v6 = (unsigned)((int)(((double)(short)(f4_0((int)(bytes4[(threadIdx.x * 2u) % 16u]), (int)(fix4[19]))) + (double)(short)(fix4[n]))));
    for (unsigned i7 = 0; i7 < (unsigned)((((int)q.a) & 3)); i7++) {
        h = mix(h, i7);
        if ((((int)(in[((unsigned)(arr[(threadIdx.x * 8u) % 8u])) % 256u]) <= (int)(__byte_perm((unsigned)(((unsigned)(161) - (unsigned)(fix4[(threadIdx.x * 7u) % 32u]))), (unsigned)(((int)(short)((int)q.a) % ((int)(unsigned char)(v1) + 1))), 0x2517))) && (((125) & 1) != 0))) {
            h = mix(h, (unsigned long long)(f4_0((int)(in[((unsigned)(v2)) % 256u]), (int)(blockIdx.x))));
            qs[((unsigned)(((unsigned)((!(((int)(threadIdx.x) == (int)(arr[(threadIdx.x * 3u) % 8u]))) ? (int)(v2) : (int)(fix4[17]))) << ((unsigned)((int)q.a) & 31)))) % 4u] = q;
        }
        for (unsigned i8 = 0; i8 < (unsigned)((((unsigned)((unsigned)((q.b ? (int)((int)q.a) : (int)(fix4[29]))))) & 3)); i8++) {
            h = mix(h, i8);
            h = mix(h, (unsigned long long)((int)((unsigned)(in[((unsigned)((int)q.a)) % 256u]) - (unsigned)(v6))));
        }
    }
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix5[32] = {1792113603, 1638826429, 760665846, 512913339, 309206068, 1092863059, 1431443521, 1767384314, 128528974, 1220578253, 499411931, 345616720, 1637570631, 1261259993, 927037114, 1330024902, 506076815, 406281778, 40503909, 601150978, 1509327035, 1590966386, 1959273444, 1599684469, 1992284141, 517019640, 1411457898, 1000260635, 395080599, 1657457819, 790007482, 1324655040};
static __constant__ unsigned char bytes5[16] = {188, 239, 34, 140, 244, 35, 173, 238, 230, 173, 174, 69, 156, 142, 216, 240};
static __constant__ int4 wide5[4] = {{46, 42, 78, 49}, {51, 87, 83, 39}, {86, 88, 62, 4}, {55, 76, 52, 22}};
struct S5 { unsigned char b; int a; };
static __device__ __forceinline__ bool less5(const S5 &x, const S5 &y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ inline S5 pick5(const S5 &x, const S5 &y) { return less5(y, x) ? y : x; }
static __device__ inline S5 make5(int a, bool b) { S5 r; r.a = a; r.b = b;  return r; }
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
    bool v1 = (bool)((int)(((float)(short)((q.b ? 3 : 4)) * (float)(short)((unsigned)((q.b ? 3 : 4))))));
    long long v2 = (long long)((q.b ? 3 : 4));
    int v3 = (int)(blockIdx.x);
    h = mix(h, (unsigned long long)((int)((unsigned long long)((int)(((double)(short)(blockIdx.x) / ((double)(short)((int)q.a) * (double)(short)((int)q.a) + (double)1)))) ^ (unsigned long long)(__vadd4((unsigned)(v1), (unsigned)(in[(threadIdx.x * 3u) % 256u]))))));
    h = mix(h, (unsigned)__any_sync(0xffffffffu, ((int)((int)((float)(short)((q.b ? 3 : 4)))) < (int)(((unsigned)(((unsigned)(threadIdx.x) - (unsigned)(v2))) << ((unsigned)((int)((unsigned long long)((q.b ? 3 : 4)) + (unsigned long long)(v2))) & 31))))));
    for (unsigned i4 = 0; i4 < (unsigned)(4); i4++) {
        h = mix(h, i4);
        v1 = (bool)(threadIdx.x);
        switch ((unsigned)(((unsigned)((unsigned char)((int)((unsigned long long)(v2) + (unsigned long long)(in[(threadIdx.x * 7u) % 256u])))) >> ((unsigned)(((unsigned)(((unsigned)(88) & (unsigned)(v2))) | (unsigned)(((unsigned long long)(threadIdx.x) * (unsigned long long)(v3))))) & 31))) % 4u) {
        case 0:
            {
            h = mix(h, (unsigned long long)(v3));
            }
            break;
        case 1:
            {
            v2 = (long long)((int)((float)(short)((((int)(v1) != (int)(threadIdx.x)) ? (int)((int)q.a) : (int)(in[(threadIdx.x * 4u) % 256u])))));
            }
            break;
        default:
            {
            v1 = (bool)(blockIdx.x);
            }
        }
    }
    short v5 = (short)(__ldg(&in[((unsigned)(threadIdx.x)) % 256u]));
    out[256 + 1 * 128 + blockIdx.x * 64 + threadIdx.x] = (unsigned)(in[((unsigned)((int)((unsigned long long)(threadIdx.x) * (unsigned long long)(in[(threadIdx.x * 4u) % 256u])))) % 256u]);
    q = words_shfl(q, (int)((unsigned)((q.b ? 3 : 4)) % 32u));
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix6[32] = {2008646748, 1209837818, 351252865, 804329621, 903838534, 472932684, 486409344, 237266933, 834636795, 763548082, 101657015, 1288895158, 387732974, 2013132464, 889988237, 1896336457, 1805425803, 263670291, 410999200, 358643071, 1915163765, 1351598143, 192062040, 490137169, 640117916, 696170470, 1093135364, 1365153138, 1005105194, 2042830962, 1227502407, 505678356};
static __constant__ unsigned char bytes6[16] = {219, 135, 250, 151, 120, 33, 112, 29, 193, 223, 155, 182, 79, 32, 177, 97};
static __constant__ int4 wide6[4] = {{43, 1, 96, 86}, {65, 62, 12, 17}, {3, 93, 86, 98}, {65, 76, 52, 21}};
struct S6 { unsigned long long a; unsigned b; };
static __device__ __forceinline__ bool less6(const S6 &x, const S6 &y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ __forceinline__ S6 pick6(const S6 &x, const S6 &y) { if (y.a == x.a && y.b == x.b) return x; return (y.b > x.b || (y.b == x.b && y.a < x.a)) ? y : x; }
static __device__ __forceinline__ S6 make6(int a, bool b) { S6 r; r.a = a; r.b = b;  return r; }
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
    bool v1 = (bool)(__popc((unsigned)((int)((unsigned)(fix6[n]) & (unsigned)(((unsigned)(__ldg(&in[(threadIdx.x * 1u) % 256u])) >> ((unsigned)(85) & 31)))))));
    unsigned v2 = (unsigned)((int)((unsigned long long)(threadIdx.x) * (unsigned long long)(__ldg(&in[((unsigned)(in[(threadIdx.x * 7u) % 256u])) % 256u]))));
    q = pick6(q, words_shfl(q, (int)((unsigned)((unsigned)((((int)(v2) > (int)(65)) ? (int)(((unsigned)(v1) / ((unsigned)(arr[(threadIdx.x * 6u) % 8u]) | 1u))) : (int)(v2)))) % 32u)));
    arr[((unsigned)((int)((unsigned)(55) * (unsigned)((int)(v1))))) % 8u] = (int)(((const unsigned char *)in)[((unsigned)(((unsigned)(in[(threadIdx.x * 8u) % 256u]) / ((unsigned)(blockIdx.x) | 1u)))) % 1024u]);
    if (((((int)(__brev((unsigned)((q.b ? 3 : 4))))) & 1) != 0)) {
        h = mix(h, (unsigned long long)((int)((unsigned)((unsigned)((int)(arr[(threadIdx.x * 8u) % 8u]))) | (unsigned)((int)q.a))));
        switch ((unsigned)(v2) % 4u) {
        case 0:
            {
            h = mix(h, (unsigned long long)(((int)(short)(__umulhi((unsigned)((int)((unsigned)(blockIdx.x) | (unsigned)(in[(threadIdx.x * 8u) % 256u]))), (unsigned)((int)((unsigned)((int)q.a) + (unsigned)(in[(threadIdx.x * 6u) % 256u]))))) / ((int)(unsigned char)((unsigned char)(((unsigned)(arr[(threadIdx.x * 7u) % 8u]) & (unsigned)(blockIdx.x)))) + 1))));
            }
            break;
        case 1:
            {
            q = pick6(q, make6((int)((int)((double)sqrt(fabs((double)((double)(short)((q.b ? 3 : 4))))))), ((int)((int)((unsigned long long)(in[(threadIdx.x * 8u) % 256u]) - (unsigned long long)((bool)((int)q.a)))) > (int)(wide6[((unsigned)(199)) % 4u].w))));
            }
            break;
        default:
            {
            bool v3 = (bool)((int)q.a);
            }
            break;
        }
    }
    for (unsigned i4 = 0; i4 < (unsigned)((((q.b ? 3 : 4)) & 3)); i4++) {
        h = mix(h, i4);
        switch ((unsigned)(threadIdx.x) % 4u) {
        case 0:
            {
            arr[((unsigned)((q.b ? 3 : 4))) % 8u] = (int)(blockIdx.x);
            }
            break;
        case 1:
            {
            arr[((unsigned)((q.b ? 3 : 4))) % 8u] = (int)(((unsigned long long)(((((arr[(threadIdx.x * 6u) % 8u]) & 1) != 0) ? (int)((int)((unsigned)(in[(threadIdx.x * 2u) % 256u]) + (unsigned)(fix6[6]))) : (int)(v1))) - (unsigned long long)(arr[((unsigned)(threadIdx.x)) % 8u])));
            }
        default:
            {
            arr[((unsigned)(blockIdx.x)) % 8u] = (int)(v2);
            }
            break;
        }
    }
    arr[((unsigned)(((unsigned)(__clz((int)(v1))) >> ((unsigned)((int)((unsigned long long)(arr[(threadIdx.x * 8u) % 8u]) * (unsigned long long)(v1))) & 31)))) % 8u] = (int)(((unsigned)((int)((unsigned)((q.b ? 3 : 4)) & (unsigned)(v1))) + (unsigned)(arr[((unsigned)(1)) % 8u])));
    switch ((unsigned)(n) % 4u) {
    case 0:
        {
        switch ((unsigned)(((unsigned long long)(arr[((unsigned)(((const short *)in)[(threadIdx.x * 6u) % 512u])) % 8u]) - (unsigned long long)(((unsigned)((int)q.a) << ((unsigned)(blockIdx.x) & 31))))) % 4u) {
        case 0:
            {
            arr[((unsigned)(((unsigned long long)(((unsigned)(v1) / ((unsigned)(threadIdx.x) | 1u))) ^ (unsigned long long)((bool)((int)q.a))))) % 8u] = (int)(72);
            }
        case 1:
            {
            arr[((unsigned)(v2)) % 8u] = (int)((int)((unsigned long long)(fix6[4]) * (unsigned long long)(v2)));
            }
            break;
        default:
            {
            h = mix(h, (unsigned long long)((int)((float)(short)(in[(threadIdx.x * 2u) % 256u]))));
            }
        }
        }
        break;
    case 1:
        {
        if (threadIdx.x == 0) total = 0;
        __syncthreads();
        atomicXor(&total, (int)((((((int)((double)(short)((q.b ? 3 : 4)))) & 1) != 0) ? (int)((int)((unsigned long long)(((unsigned)(in[(threadIdx.x * 7u) % 256u]) % ((unsigned)(in[(threadIdx.x * 3u) % 256u]) | 1u))) | (unsigned long long)((int)((unsigned long long)((q.b ? 3 : 4)) ^ (unsigned long long)(151))))) : (int)((int)q.a))));
        h = mix(h, __syncthreads_count(((((int)(((float)(short)(__ldg(&in[(threadIdx.x * 5u) % 256u])) / ((float)(short)(blockIdx.x) * (float)(short)(blockIdx.x) + (float)1)))) & 1) != 0)));
        h = mix(h, (unsigned)total);
        __syncthreads();
        }
        break;
    default:
        {
        switch ((unsigned)(n) % 4u) {
        case 0:
            {
            out[256 + 1 * 128 + blockIdx.x * 64 + threadIdx.x] = (unsigned)((q.b ? 3 : 4));
            }
            break;
        case 1:
            {
            arr[((unsigned)((short)(((int)(short)((int)q.a) % ((int)(unsigned char)(threadIdx.x) + 1))))) % 8u] = (int)(((int)(short)(fix6[12]) % ((int)(unsigned char)((int)(((float)(short)(blockIdx.x) / ((float)(short)(v2) * (float)(short)(v2) + (float)1)))) + 1)));
            }
            break;
        default:
            {
            h = mix(h, (unsigned)__shfl_sync(0xffffffffu, (int)(((int)(short)((int)((unsigned)((int)((unsigned long long)(fix6[(threadIdx.x * 6u) % 32u]) ^ (unsigned long long)(arr[(threadIdx.x * 6u) % 8u]))) | (unsigned)((q.b ? 3 : 4)))) % ((int)(unsigned char)(((((v1) & 1) != 0) ? (int)((int)((unsigned long long)(threadIdx.x) & (unsigned long long)(v2))) : (int)(threadIdx.x))) + 1))), (int)((unsigned)(((unsigned long long)(((unsigned long long)(((unsigned)(__ldg(&in[(threadIdx.x * 8u) % 256u])) / ((unsigned)(v2) | 1u))) + (unsigned long long)((int)q.a))) | (unsigned long long)(((const unsigned char *)in)[((unsigned)(blockIdx.x)) % 1024u]))) % 32u)));
            }
            break;
        }
        }
        break;
    }
    h = mix(h, (unsigned long long)(((((int)((int)q.a) >= (int)((((int)(in[(threadIdx.x * 7u) % 256u]) > (int)(v2)) ? (int)(188) : (int)(blockIdx.x)))) && q.b) ? (int)(((int)(short)((short)(blockIdx.x)) % ((int)(unsigned char)((int)q.a) + 1))) : (int)((int)((unsigned long long)(((unsigned long long)(166) & (unsigned long long)(v1))) - (unsigned long long)(v2))))));
    if ((((int)((int)((unsigned long long)(((unsigned long long)(threadIdx.x) - (unsigned long long)(((const short *)in)[(threadIdx.x * 1u) % 512u]))) - (unsigned long long)((!(((int)(in[(threadIdx.x * 1u) % 256u]) == (int)(v1))) ? (int)((int)q.a) : (int)(blockIdx.x))))) == (int)(((unsigned long long)(((unsigned long long)(blockIdx.x) & (unsigned long long)(138))) | (unsigned long long)((int)((unsigned long long)(in[(threadIdx.x * 4u) % 256u]) & (unsigned long long)((q.b ? 3 : 4))))))) || !(((int)(((int)(short)(arr[(threadIdx.x * 4u) % 8u]) % ((int)(unsigned char)(138) + 1))) == (int)((unsigned char)(arr[(threadIdx.x * 3u) % 8u])))))) {
        bool v5 = (bool)(((unsigned)((!(((int)(v2) != (int)(in[(threadIdx.x * 5u) % 256u]))) ? (int)(v1) : (int)((int)((unsigned long long)(blockIdx.x) | (unsigned long long)(fix6[(threadIdx.x * 2u) % 32u]))))) % ((unsigned)((long long)((int)q.a)) | 1u)));
    }
    arr[((unsigned)(threadIdx.x)) % 8u] = (int)(((unsigned)((q.b ? 3 : 4)) / ((unsigned)((int)((float)(short)(in[(threadIdx.x * 5u) % 256u]))) | 1u)));
    switch ((unsigned)(((unsigned)(((const unsigned char *)in)[((unsigned)(fix6[(threadIdx.x * 3u) % 32u])) % 1024u]) % ((unsigned)(v2) | 1u))) % 4u) {
    case 0:
        {
        v1 = (bool)((q.b ? (int)(blockIdx.x) : (int)(((unsigned)(((unsigned)(blockIdx.x) << ((unsigned)(in[(threadIdx.x * 1u) % 256u]) & 31))) / ((unsigned)(152) | 1u)))));
        }
        break;
    case 1:
        {
        if ((((int)(((unsigned)((int)((float)(short)(122))) << ((unsigned)(136) & 31))) >= (int)((int)((unsigned)(v2)))) && !(((int)(((unsigned)(v1) | (unsigned)(177))) != (int)((q.b ? 3 : 4)))))) {
            h = mix(h, (unsigned long long)((int)((unsigned long long)((int)((unsigned)(v2) + (unsigned)((int)((unsigned long long)(arr[(threadIdx.x * 8u) % 8u]) ^ (unsigned long long)(v2))))) - (unsigned long long)((!(((int)(arr[(threadIdx.x * 3u) % 8u]) >= (int)(v1))) ? (int)((int)((unsigned)(95) & (unsigned)((int)q.a))) : (int)((((int)((int)q.a) <= (int)(threadIdx.x)) ? (int)(arr[(threadIdx.x * 1u) % 8u]) : (int)(v2))))))));
        }
        }
    default:
        {
        h = mix(h, (unsigned long long)(threadIdx.x));
        }
    }
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix7[32] = {286412952, 1502206225, 317478530, 1733952147, 1812643141, 439138260, 171850769, 148402844, 988145539, 1313631813, 1618940587, 861260840, 1887546305, 2055987175, 278199453, 645493592, 529921021, 598166466, 1638951800, 1079228055, 1783585258, 1882293802, 1244671981, 1712057772, 1592673501, 461802106, 1354611697, 172164642, 426274528, 244620239, 790887506, 338135076};
static __constant__ unsigned char bytes7[16] = {220, 108, 46, 79, 29, 204, 121, 120, 223, 60, 227, 57, 43, 53, 64, 104};
static __constant__ int4 wide7[4] = {{11, 70, 18, 10}, {45, 52, 34, 68}, {82, 82, 2, 65}, {3, 60, 14, 80}};
struct P7 { int p; bool q; }; struct S7 : P7 { int a; unsigned char b; };
static __device__ inline bool less7(S7 x, S7 y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ __forceinline__ S7 pick7(S7 x, S7 y) { if (y.a == x.a && y.b == x.b) return x; return (y.b > x.b || (y.b == x.b && y.a < x.a)) ? y : x; }
static __device__ __forceinline__ S7 make7(int a, bool b) { S7 r; r.a = a; r.b = b; r.p = a ^ 3; r.q = !b; return r; }
static __device__ inline int f7_0(int x, int y) { for (int i = 0; i < (y & 7); i++) x ^= (int)((unsigned)x << 3) ^ i; return (int)((unsigned)x * 3u + (unsigned)y); }
static __device__ __forceinline__ int f7_1(int x, int y) { for (int i = 0; i < (y & 7); i++) x ^= (int)((unsigned)x << 3) ^ i; return (int)((unsigned)x * 3u + (unsigned)y); }
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
    bool v1 = (bool)(blockIdx.x);
    unsigned long long v2 = (unsigned long long)(107);
    int v3 = (int)(((int)(short)(((unsigned)(((const short *)in)[(threadIdx.x * 5u) % 512u]) >> ((unsigned)((bool)(v1)) & 31))) % ((int)(unsigned char)(v2) + 1)));
    arr[((unsigned)((unsigned long long)((q.b ? (int)(wide7[(threadIdx.x * 5u) % 4u].z) : (int)(v2))))) % 8u] = (int)(blockIdx.x);
    out[256 + 0 * 128 + blockIdx.x * 64 + threadIdx.x] = (unsigned)(arr[((unsigned)(in[(threadIdx.x * 3u) % 256u])) % 8u]);
    switch ((unsigned)(n) % 4u) {
    case 0:
        {
        for (unsigned i4 = 0; i4 < (unsigned)(n); i4++) {
            h = mix(h, i4);
            if (threadIdx.x == 0) total = 0;
            h = mix(h, __syncthreads_count(((int)((unsigned)(v2)) != (int)(__funnelshift_l((unsigned)((int)((unsigned)(((const int4 *)in)[(threadIdx.x * 2u) % 64u].y) ^ (unsigned)((q.b ? 3 : 4)))), (unsigned)((int)((unsigned long long)(blockIdx.x) + (unsigned long long)(46))), 7)))));
            atomicMax(&total, (int)(blockIdx.x));
            h = mix(h, __syncthreads_count(((int)((int)((unsigned long long)((q.b ? (int)(v2) : (int)(7))) + (unsigned long long)((((int)(threadIdx.x) > (int)(blockIdx.x)) ? (int)(threadIdx.x) : (int)((int)q.a))))) > (int)(bytes7[((unsigned)(((const short *)in)[(threadIdx.x * 6u) % 512u])) % 16u]))));
            h = mix(h, (unsigned)total);
            h = mix(h, __syncthreads_or((((int)(((unsigned long long)(arr[(threadIdx.x * 1u) % 8u]) + (unsigned long long)(v1))) <= (int)(((unsigned)(((((v1) & 1) != 0) ? (int)(arr[(threadIdx.x * 2u) % 8u]) : (int)(191))) << ((unsigned)(((const short *)in)[(threadIdx.x * 4u) % 512u]) & 31)))) || q.b)));
            __syncwarp();
        }
        }
        break;
    case 1:
        {
        s[threadIdx.x] = (int)(((((__funnelshift_l((unsigned)((int)q.a), (unsigned)(threadIdx.x), 7)) & 1) != 0) ? (int)((int)((unsigned long long)((int)((unsigned)(in[(threadIdx.x * 1u) % 256u]) ^ (unsigned)(arr[(threadIdx.x * 5u) % 8u]))) * (unsigned long long)((int)q.a))) : (int)(((unsigned)((int)((unsigned long long)(in[(threadIdx.x * 2u) % 256u]) * (unsigned long long)(150))) % ((unsigned)(47) | 1u)))));
        __syncthreads();
        int v5 = s[((unsigned)(((unsigned)(((unsigned)(arr[(threadIdx.x * 3u) % 8u]) % ((unsigned)(v3) | 1u))) % ((unsigned)(((unsigned)(in[(threadIdx.x * 3u) % 256u]) >> ((unsigned)(((const int4 *)in)[(threadIdx.x * 8u) % 64u].w) & 31))) | 1u)))) % 64u] ^ (int)(s[((unsigned)(((unsigned)((int)q.a) + (unsigned)(((int)(short)(121) % ((int)(unsigned char)(arr[(threadIdx.x * 8u) % 8u]) + 1)))))) % 64u] & 255);
        __syncthreads();
        }
        break;
    default:
        {
        for (unsigned i6 = 0; i6 < (unsigned)(((v2) & 3)); i6++) {
            h = mix(h, i6);
            h = mix(h, out[256 + 1 * 128 + blockIdx.x * 64 + threadIdx.x]);
        }
        }
        break;
    }
    if (n > 2) {
        h = mix(h, (unsigned)__shfl_down_sync(0xffffffffu, (int)(threadIdx.x), 26, 16));
    }
    if (blockIdx.x == 0) {
        switch ((unsigned)(n) % 4u) {
        case 0:
            {
            arr[((unsigned)((int)((float)(short)(blockIdx.x)))) % 8u] = (int)((int)((unsigned long long)(((int)(short)((int)q.a) / ((int)(unsigned char)((q.b ? 3 : 4)) + 1))) + (unsigned long long)(((int)(short)(f7_1((int)(129), (int)(((const short *)in)[(threadIdx.x * 5u) % 512u]))) % ((int)(unsigned char)(((int)(short)(arr[(threadIdx.x * 3u) % 8u]) % ((int)(unsigned char)(arr[(threadIdx.x * 6u) % 8u]) + 1))) + 1)))));
            }
            break;
        case 1:
            {
            h = mix(h, out[256 + 1 * 128 + blockIdx.x * 64 + threadIdx.x]);
            }
            break;
        default:
            {
            v1 = (bool)((int)((double)fmax((double)(double)(short)(((const short *)in)[(threadIdx.x * 1u) % 512u]), (double)(double)(short)((q.b ? (int)((q.b ? 3 : 4)) : (int)(v2))))));
            }
            break;
        }
        if (((int)(((int)(short)(((((arr[(threadIdx.x * 3u) % 8u]) & 1) != 0) ? (int)(v3) : (int)(79))) / ((int)(unsigned char)((q.b ? 3 : 4)) + 1))) != (int)(((unsigned)((bool)(v3)) / ((unsigned)(((unsigned)(76) * (unsigned)(threadIdx.x))) | 1u))))) {
            arr[((unsigned)(arr[((unsigned)(in[(threadIdx.x * 7u) % 256u])) % 8u])) % 8u] = (int)((int)((unsigned long long)(((int)(short)((int)q.a) % ((int)(unsigned char)((unsigned char)(arr[(threadIdx.x * 3u) % 8u])) + 1))) | (unsigned long long)(threadIdx.x)));
        }
    }
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix8[32] = {438762872, 1711941803, 483230587, 1614101855, 183790249, 788232008, 1582692275, 1346543057, 1560472804, 697681783, 252390334, 295370875, 636396626, 539241154, 1654281222, 1060532796, 47159648, 1918833049, 411951306, 473779174, 351781986, 1266411717, 1660632618, 87541408, 1529356293, 1665784593, 456864711, 589988884, 1733349065, 365888825, 498875506, 1216066250};
static __constant__ unsigned char bytes8[16] = {131, 162, 127, 80, 81, 90, 28, 211, 217, 15, 12, 83, 171, 48, 230, 39};
static __constant__ int4 wide8[4] = {{52, 40, 8, 49}, {1, 53, 45, 10}, {23, 23, 59, 82}, {90, 89, 43, 34}};
struct P8 { int p; bool q; }; struct S8 : P8 { int a; unsigned char b; };
static __device__ inline bool less8(S8 x, S8 y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ __forceinline__ S8 pick8(S8 x, S8 y) { S8 z = x; if (y.b && y.a < z.a) z = y; return z; }
static __device__ __forceinline__ S8 make8(int a, bool b) { S8 r; r.a = a; r.b = b; r.p = a ^ 3; r.q = !b; return r; }
static __device__ inline int f8_0(int x, int y) { for (int i = 0; i < (y & 7); i++) x ^= (int)((unsigned)x << 3) ^ i; return (int)((unsigned)x * 3u + (unsigned)y); }
static __device__ __forceinline__ int f8_1(int x, int y) { if (x > y) return (int)((unsigned)x - (unsigned)y); return (int)((unsigned)x * 3u + (unsigned)y); }
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
    short v1 = (short)(__ldg(&in[((unsigned)(((unsigned)(17) << ((unsigned)(blockIdx.x) & 31)))) % 256u]));
    unsigned char v2 = (unsigned char)((int)((unsigned)(__byte_perm((unsigned)(((unsigned)(arr[(threadIdx.x * 6u) % 8u]) % ((unsigned)(((const int4 *)in)[(threadIdx.x * 7u) % 64u].z) | 1u))), (unsigned)((int)((double)(short)(((const int4 *)in)[(threadIdx.x * 6u) % 64u].z))), 0x2517)) - (unsigned)((long long)(((int)(short)((q.b ? 3 : 4)) % ((int)(unsigned char)(blockIdx.x) + 1))))));
    q = words_shfl(q, (int)((unsigned)(bytes8[((unsigned)(((unsigned long long)((q.b ? 3 : 4)) & (unsigned long long)(fix8[27])))) % 16u]) % 32u));
    for (unsigned i3 = 0; i3 < (unsigned)(n); i3++) {
        h = mix(h, i3);
        if (threadIdx.x == 0) total = 0;
        cg::this_thread_block().sync();
        atomicAdd(&total, (int)(__brev((unsigned)(((unsigned)((q.b ? 3 : 4)) << ((unsigned)(f8_1((int)(in[(threadIdx.x * 5u) % 256u]), (int)(v2))) & 31))))));
        h = mix(h, __syncthreads_or((((int)(((unsigned)((int)q.a) / ((unsigned)(f8_1((int)((int)q.a), (int)(in[(threadIdx.x * 4u) % 256u]))) | 1u))) <= (int)((q.b ? (int)((q.b ? 3 : 4)) : (int)((int)q.a)))) && ((int)((((int)(in[(threadIdx.x * 1u) % 256u]) != (int)(v1)) ? (int)(v1) : (int)(blockIdx.x))) != (int)(__ldg(&in[(threadIdx.x * 4u) % 256u]))))));
        h = mix(h, (unsigned)total);
        h = mix(h, __syncthreads_count((((int)((int)((unsigned)(__clz((int)(in[(threadIdx.x * 3u) % 256u]))) ^ (unsigned)(fix8[n]))) != (int)((q.b ? 3 : 4))) && (((((((fix8[22]) & 1) != 0) ? (int)(arr[(threadIdx.x * 4u) % 8u]) : (int)((q.b ? 3 : 4)))) & 1) != 0))));
        arr[((unsigned)(f8_1((int)((short)(v2)), (int)(f8_1((int)(in[(threadIdx.x * 3u) % 256u]), (int)(in[(threadIdx.x * 2u) % 256u])))))) % 8u] = (int)(arr[((unsigned)(threadIdx.x)) % 8u]);
    }
    for (unsigned i4 = 0; i4 < (unsigned)(n); i4++) {
        h = mix(h, i4);
        h = mix(h, out[256 + 0 * 128 + blockIdx.x * 64 + threadIdx.x]);
    }
    switch ((unsigned)(f8_1((int)(threadIdx.x), (int)(((unsigned)((int)((unsigned)(((const unsigned char *)in)[(threadIdx.x * 1u) % 1024u]) ^ (unsigned)(((const unsigned char *)in)[(threadIdx.x * 5u) % 1024u]))) % ((unsigned)(((unsigned)(threadIdx.x) >> ((unsigned)(in[(threadIdx.x * 7u) % 256u]) & 31))) | 1u))))) % 4u) {
    case 0:
        {
        for (unsigned i5 = 0; i5 < (unsigned)((((unsigned char)(fix8[7])) & 3)); i5++) {
            h = mix(h, i5);
            arr[((unsigned)(((int)(short)(f8_1((int)((int)q.a), (int)(120))) / ((int)(unsigned char)((int)((float)(short)(arr[(threadIdx.x * 1u) % 8u]))) + 1)))) % 8u] = (int)(v1);
        }
        }
    case 1:
        {
        q = make8((int)(((unsigned long long)((unsigned long long)((int)((unsigned)((int)q.a) ^ (unsigned)(blockIdx.x)))) ^ (unsigned long long)(v1))), (((int)(((unsigned)(((unsigned long long)(threadIdx.x) - (unsigned long long)(blockIdx.x))) >> ((unsigned)((int)((float)(short)(in[(threadIdx.x * 4u) % 256u]))) & 31))) < (int)((int)((unsigned)(wide8[(threadIdx.x * 1u) % 4u].z) + (unsigned)((int)((unsigned long long)(blockIdx.x) + (unsigned long long)(v1)))))) || (((int)((int)((float)(short)(v1))) != (int)(((unsigned)((int)q.a) >> ((unsigned)((q.b ? 3 : 4)) & 31)))) && !(((int)(v2) != (int)(v1))))));
        }
        break;
    default:
        {
        switch ((unsigned)(threadIdx.x) % 4u) {
        case 0:
            {
            h = mix(h, (unsigned long long)((int)((unsigned long long)(((int)(short)(((int)(short)(in[(threadIdx.x * 4u) % 256u]) % ((int)(unsigned char)(threadIdx.x) + 1))) % ((int)(unsigned char)(((int)(short)(v2) % ((int)(unsigned char)(blockIdx.x) + 1))) + 1))) | (unsigned long long)(__clz((int)(__clz((int)(threadIdx.x))))))));
            }
            break;
        case 1:
            {
            v1 = (short)((q.b ? 3 : 4));
            }
            break;
        default:
            {
            h = mix(h, (unsigned long long)(__ffs((int)(162))));
            }
            break;
        }
        }
        break;
    }
    arr[((unsigned)(((unsigned long long)(v1) - (unsigned long long)((long long)(196))))) % 8u] = (int)((q.b ? 3 : 4));
    if (n > 2) {
        if ((((in[((unsigned)(((const int4 *)in)[(threadIdx.x * 4u) % 64u].x)) % 256u]) & 1) != 0)) {
            v1 = (short)(fix8[((unsigned)(fix8[(threadIdx.x * 5u) % 32u])) % 32u]);
            h = mix(h, (unsigned long long)(v1));
            arr[((unsigned)((int)((unsigned)(((unsigned)(in[(threadIdx.x * 1u) % 256u]) / ((unsigned)((int)q.a) | 1u))) - (unsigned)((int)((double)(short)(v1)))))) % 8u] = (int)((int)((unsigned long long)(((unsigned long long)(((unsigned long long)((int)q.a) | (unsigned long long)(blockIdx.x))) ^ (unsigned long long)(((unsigned)((int)q.a) | (unsigned)(threadIdx.x))))) | (unsigned long long)(arr[((unsigned)(blockIdx.x)) % 8u])));
        }
    }
    switch ((unsigned)(v2) % 4u) {
    case 0:
        {
        atomicAdd(&out[512], (unsigned)((q.b ? 3 : 4)));
        }
        break;
    case 1:
        {
        unsigned char v6 = (unsigned char)((int)q.a);
        }
    default:
        {
        switch ((unsigned)(16) % 4u) {
        case 0:
            {
            long long v7 = (long long)(v1);
            }
            break;
        case 1:
            {
            arr[((unsigned)(((unsigned long long)((int)((unsigned)(blockIdx.x) + (unsigned)(v2))) & (unsigned long long)(blockIdx.x)))) % 8u] = (int)(in[((unsigned)(in[(threadIdx.x * 3u) % 256u])) % 256u]);
            }
            break;
        default:
            {
            h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
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
static __constant__ int fix9[32] = {2138061457, 1434531458, 911886873, 1944048444, 2025351825, 1785548716, 100285751, 1893596359, 269595422, 1691595174, 1150354526, 617680312, 989839939, 541155671, 511435125, 326446493, 319106877, 1895366662, 916553527, 984232324, 1480538136, 389541164, 518372493, 43529433, 1726389428, 936311146, 2052426198, 1241914682, 1940168870, 1051414675, 1031584411, 952151950};
static __constant__ unsigned char bytes9[16] = {89, 45, 0, 236, 165, 24, 220, 12, 136, 102, 245, 230, 215, 236, 107, 187};
static __constant__ int4 wide9[4] = {{49, 64, 79, 78}, {45, 55, 60, 90}, {81, 27, 44, 87}, {38, 15, 55, 9}};
struct S9 { float f; int a; bool b; };
static __device__ __forceinline__ bool less9(S9 x, S9 y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ inline S9 pick9(S9 x, S9 y) { if (!x.b) return y; if (!y.b) return x; return y.a < x.a ? y : x; }
static __device__ __noinline__ S9 make9(int a, bool b) { S9 r; r.a = a; r.b = b; r.f = (float)(short)a; return r; }
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
    unsigned long long v1 = (unsigned long long)(((unsigned long long)((int)(((double)(short)((int)q.a) + (double)(short)(in[(threadIdx.x * 4u) % 256u])))) - (unsigned long long)(n)));
    int v2 = (int)(((unsigned)((short)(((int)(short)(v1) % ((int)(unsigned char)(in[(threadIdx.x * 8u) % 256u]) + 1)))) / ((unsigned)(v1) | 1u)));
    v2 = (int)(threadIdx.x);
    h = mix(h, __match_any_sync(0xffffffffu, (int)((int)((double)fmax((double)(double)(short)((((int)(v1) != (int)(138)) ? (int)(in[(threadIdx.x * 3u) % 256u]) : (int)(v1))), (double)(double)(short)(threadIdx.x)))) & 3));
    if (((int)(((unsigned)((int)((double)(short)(v2))) >> ((unsigned)((unsigned long long)(((const short *)in)[(threadIdx.x * 7u) % 512u])) & 31))) < (int)(((((int)((q.b ? 3 : 4)) != (int)(((const unsigned char *)in)[(threadIdx.x * 8u) % 1024u])) || ((((q.b ? 3 : 4)) & 1) != 0)) ? (int)(__umulhi((unsigned)(threadIdx.x), (unsigned)(blockIdx.x))) : (int)(threadIdx.x))))) {
        arr[((unsigned)(((unsigned long long)(arr[(threadIdx.x * 6u) % 8u]) | (unsigned long long)(v2)))) % 8u] = (int)((short)(threadIdx.x));
    }
    { S9 z = q; z.b = !z.b; q = (((int)((int)((unsigned long long)(((int)(short)(142) % ((int)(unsigned char)(arr[(threadIdx.x * 7u) % 8u]) + 1))) + (unsigned long long)((q.b ? 3 : 4)))) != (int)(((unsigned long long)((int)((float)(short)(blockIdx.x))) ^ (unsigned long long)(threadIdx.x))))) ? z : q; }
    switch ((unsigned)(((unsigned long long)(((int)(short)((int)((unsigned)(threadIdx.x) + (unsigned)(blockIdx.x))) / ((int)(unsigned char)(((int)(short)(v2) / ((int)(unsigned char)((q.b ? 3 : 4)) + 1))) + 1))) * (unsigned long long)((unsigned char)((int)((double)(short)(threadIdx.x)))))) % 4u) {
    case 0:
        {
        switch ((unsigned)(wide9[((unsigned)((unsigned)(threadIdx.x))) % 4u].x) % 4u) {
        case 0:
            {
            h = mix(h, (unsigned long long)((int)((unsigned)(((unsigned)((int)q.a) / ((unsigned)(141) | 1u))) | (unsigned)(__funnelshift_l((unsigned)(((unsigned)(144) / ((unsigned)((q.b ? 3 : 4)) | 1u))), (unsigned)((int)((double)(short)(in[(threadIdx.x * 3u) % 256u]))), 7)))));
            }
            break;
        case 1:
            {
            q = make9((int)(((const unsigned char *)in)[((unsigned)((((int)(blockIdx.x) == (int)(v2)) ? (int)(v1) : (int)((q.b ? 3 : 4))))) % 1024u]), (((int)(__vadd4((unsigned)((unsigned)(v1)), (unsigned)(((int)(short)(111) / ((int)(unsigned char)(arr[(threadIdx.x * 7u) % 8u]) + 1))))) <= (int)((int)q.a)) && ((((int)((double)(short)(fix9[15]))) & 1) != 0)));
            }
            break;
        default:
            {
            long long v3 = (long long)((int)q.a);
            }
        }
        }
        break;
    case 1:
        {
        for (unsigned i4 = 0; i4 < (unsigned)((((bool)((q.b ? 3 : 4))) & 3)); i4++) {
            h = mix(h, i4);
            v1 = (unsigned long long)(((unsigned)(((unsigned)(in[(threadIdx.x * 2u) % 256u]) + (unsigned)(((int)(short)(v2) / ((int)(unsigned char)(100) + 1))))) + (unsigned)(((((int)(blockIdx.x) != (int)(v1)) || (((((const int4 *)in)[(threadIdx.x * 4u) % 64u].w) & 1) != 0)) ? (int)(((unsigned)(v1) ^ (unsigned)((int)q.a))) : (int)((unsigned char)(in[(threadIdx.x * 2u) % 256u]))))));
            { S9 z = q; z.b = !z.b; q = ((((int)(((unsigned long long)((int)((double)(short)(fix9[18]))) - (unsigned long long)(((unsigned)(threadIdx.x) ^ (unsigned)(blockIdx.x))))) == (int)(blockIdx.x)) || !(((int)((q.b ? 3 : 4)) <= (int)(((const unsigned char *)in)[(threadIdx.x * 4u) % 1024u]))))) ? z : q; }
        }
        }
    default:
        {
        h = mix(h, *(volatile unsigned *)&out[256 + 1 * 128 + blockIdx.x * 64 + threadIdx.x]);
        }
        break;
    }
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix10[32] = {1372659196, 1548976525, 1507881394, 514159368, 1063953106, 733314585, 1108411985, 1472244364, 416408709, 2020821920, 1739795746, 1063851717, 410553651, 1782076335, 816771236, 281098155, 305534316, 567979883, 1131014581, 2072388144, 445032864, 695845145, 2053978170, 149597839, 1287485531, 671506364, 1590038358, 924202493, 65239968, 547093697, 1963893428, 382444292};
static __constant__ unsigned char bytes10[16] = {15, 50, 135, 31, 23, 150, 53, 198, 217, 61, 71, 157, 29, 176, 130, 153};
static __constant__ int4 wide10[4] = {{44, 93, 23, 36}, {65, 46, 17, 63}, {9, 1, 93, 46}, {80, 93, 64, 15}};
struct S10 { int a; bool b; };
static __device__ __noinline__ bool less10(S10 x, S10 y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ inline S10 pick10(S10 x, S10 y) { return x.a < y.a ? x : y; }
static __device__ __forceinline__ S10 make10(int a, bool b) { S10 r; r.a = a; r.b = b;  return r; }
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
    long long v1 = (long long)((int)((unsigned)((long long)((q.b ? (int)(threadIdx.x) : (int)(n)))) & (unsigned)((int)((unsigned)((int)q.a) ^ (unsigned)(__ffs((int)((int)q.a)))))));
    long long v2 = (long long)(threadIdx.x);
    arr[((unsigned)((int)((float)(short)(fix10[31])))) % 8u] = (int)(__clz((int)((int)((unsigned)(fix10[(threadIdx.x * 3u) % 32u]) + (unsigned)((q.b ? 3 : 4))))));
    if (n > 2) {
        switch ((unsigned)(((unsigned)((q.b ? (int)(__umulhi((unsigned)(v1), (unsigned)((int)q.a))) : (int)(threadIdx.x))) - (unsigned)((int)((unsigned)((int)((double)(short)(wide10[(threadIdx.x * 8u) % 4u].w))) & (unsigned)(17))))) % 4u) {
        case 0:
            {
            h = mix(h, (unsigned long long)((int)((double)(short)((int)((float)(short)(arr[(threadIdx.x * 6u) % 8u]))))));
            }
            break;
        case 1:
            {
            short v3 = (short)((unsigned char)((int)((unsigned long long)((bool)(112)) | (unsigned long long)((int)q.a))));
            }
            break;
        default:
            {
            arr[((unsigned)(((unsigned)(v1) - (unsigned)((unsigned)(threadIdx.x))))) % 8u] = (int)((int)((unsigned)(__ldg(&in[((unsigned)(in[(threadIdx.x * 8u) % 256u])) % 256u])) | (unsigned)((q.b ? 3 : 4))));
            }
            break;
        }
        s[(threadIdx.x * 3u) & 63u] = (int)((unsigned long long)((q.b ? 3 : 4)));
        __syncthreads();
        int v4 = s[((unsigned)((int)q.a)) % 64u] ^ (int)(s[((unsigned)(threadIdx.x)) % 64u] & 255);
        h = mix(h, __syncthreads_count(q.b));
    }
    short v5 = (short)((int)((unsigned)(arr[((unsigned)(((const short *)in)[(threadIdx.x * 7u) % 512u])) % 8u]) * (unsigned)((int)q.a)));
    if (n > 2) {
        switch ((unsigned)(((unsigned)((unsigned long long)(((unsigned)(v1) >> ((unsigned)(blockIdx.x) & 31)))) << ((unsigned)(in[((unsigned)(v5)) % 256u]) & 31))) % 4u) {
        case 0:
            {
            v5 = (short)((int)((unsigned)((long long)(v2)) + (unsigned)(((unsigned)((unsigned)(((const short *)in)[(threadIdx.x * 1u) % 512u])) - (unsigned)(v1)))));
            }
            break;
        case 1:
            {
            q = pick10(q, make10((int)((q.b ? 3 : 4)), (((int)(((int)(short)((int)(threadIdx.x)) % ((int)(unsigned char)((int)((float)(short)(v1))) + 1))) == (int)(((unsigned)(((unsigned)((q.b ? 3 : 4)) / ((unsigned)(7) | 1u))) ^ (unsigned)(fix10[(threadIdx.x * 7u) % 32u])))) || (((int)(arr[(threadIdx.x * 6u) % 8u]) <= (int)(102)) && !(((int)((int)q.a) < (int)(v1)))))));
            }
            break;
        default:
            {
            short v6 = (short)((q.b ? (int)(((int)(short)((((int)((int)q.a) >= (int)(v1)) ? (int)((q.b ? 3 : 4)) : (int)(threadIdx.x))) / ((int)(unsigned char)(((unsigned)(blockIdx.x) ^ (unsigned)((q.b ? 3 : 4)))) + 1))) : (int)(199)));
            }
            break;
        }
        for (unsigned i7 = 0; i7 < (unsigned)(n + 1); i7++) {
            h = mix(h, i7);
            arr[((unsigned)(arr[((unsigned)(arr[(threadIdx.x * 4u) % 8u])) % 8u])) % 8u] = (int)(((unsigned)(arr[((unsigned)(threadIdx.x)) % 8u]) ^ (unsigned)((int)((int)((float)(short)(21))))));
            v2 = (long long)((q.b ? 3 : 4));
        }
    }
    switch ((unsigned)(n) % 4u) {
    case 0:
        {
        long long v8 = (long long)((int)((unsigned)((!(((int)(177) < (int)(threadIdx.x))) ? (int)((int)((double)(short)(fix10[n]))) : (int)(wide10[(threadIdx.x * 7u) % 4u].z))) & (unsigned)((int)((unsigned)((int)((unsigned)(blockIdx.x) + (unsigned)(v2))) - (unsigned)(((unsigned)(v1) % ((unsigned)(((const int4 *)in)[(threadIdx.x * 2u) % 64u].z) | 1u)))))));
        }
        break;
    case 1:
        {
        if (!(((int)(((unsigned)(((unsigned)((int)q.a) >> ((unsigned)(in[(threadIdx.x * 1u) % 256u]) & 31))) << ((unsigned)((q.b ? 3 : 4)) & 31))) == (int)(((unsigned)((int)((float)(short)(threadIdx.x))) * (unsigned)(v5)))))) {
            unsigned char v9 = (unsigned char)(((int)(short)((int)((unsigned)(__funnelshift_l((unsigned)(in[(threadIdx.x * 6u) % 256u]), (unsigned)(threadIdx.x), 7)) & (unsigned)((int)(v5)))) % ((int)(unsigned char)(((unsigned)((long long)(in[(threadIdx.x * 5u) % 256u])) >> ((unsigned)(in[(threadIdx.x * 5u) % 256u]) & 31))) + 1)));
            short v10 = (short)(__clz((int)(v9)));
            h = mix(h, (unsigned long long)((int)(((double)(short)(93) / ((double)(short)(__funnelshift_l((unsigned)((q.b ? 3 : 4)), (unsigned)(in[(threadIdx.x * 8u) % 256u]), 7)) * (double)(short)(__funnelshift_l((unsigned)((q.b ? 3 : 4)), (unsigned)(in[(threadIdx.x * 8u) % 256u]), 7)) + (double)1)))));
        }
        }
        break;
    default:
        {
        h = mix(h, (unsigned long long)((int)((unsigned long long)((int)((unsigned long long)(v5) + (unsigned long long)((short)((q.b ? 3 : 4))))) | (unsigned long long)(((int)(short)((((int)((int)q.a) < (int)(fix10[n])) ? (int)(arr[(threadIdx.x * 1u) % 8u]) : (int)((q.b ? 3 : 4)))) % ((int)(unsigned char)(((unsigned long long)(v1) + (unsigned long long)((int)q.a))) + 1))))));
        }
        break;
    }
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix11[32] = {1857988701, 891606693, 40141508, 2018043765, 1414209635, 2008256794, 1141648482, 313931602, 680871519, 1388575647, 1588851257, 1130106589, 109055308, 438184576, 1213302056, 1577384370, 973937783, 1312071591, 1939373795, 1145861405, 512695476, 284898197, 1381016236, 1815217519, 1503991065, 1663873840, 1161098423, 941584474, 1896394133, 617487408, 963156510, 119543330};
static __constant__ unsigned char bytes11[16] = {123, 121, 64, 80, 133, 203, 155, 72, 159, 71, 6, 56, 185, 221, 20, 122};
static __constant__ int4 wide11[4] = {{9, 94, 7, 51}, {72, 43, 54, 96}, {72, 26, 62, 13}, {9, 45, 79, 77}};
struct S11 { int a; bool b; };
static __device__ inline bool less11(S11 x, S11 y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ inline S11 pick11(S11 x, S11 y) { if (!x.b) return y; if (!y.b) return x; return y.a < x.a ? y : x; }
static __device__ __forceinline__ S11 make11(int a, bool b) { S11 r; r.a = a; r.b = b;  return r; }
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
    unsigned char v1 = (unsigned char)((int)((float)(short)(((int)(short)(threadIdx.x) % ((int)(unsigned char)(98) + 1)))));
    unsigned v2 = (unsigned)((((int)((unsigned long long)(blockIdx.x)) >= (int)(((unsigned)(in[(threadIdx.x * 6u) % 256u]) >> ((unsigned)((q.b ? 3 : 4)) & 31)))) ? (int)(((unsigned)(140) / ((unsigned)(((int)(short)((int)q.a) % ((int)(unsigned char)(v1) + 1))) | 1u))) : (int)(__ldg(&in[((unsigned)(((const int4 *)in)[(threadIdx.x * 2u) % 64u].x)) % 256u]))));
    for (unsigned i3 = 0; i3 < (unsigned)((((int)((unsigned)((q.b ? 3 : 4)) & (unsigned)(((unsigned)(bytes11[(threadIdx.x * 5u) % 16u]) % ((unsigned)(((unsigned)(threadIdx.x) << ((unsigned)(arr[(threadIdx.x * 3u) % 8u]) & 31))) | 1u))))) & 3)); i3++) {
        h = mix(h, i3);
        switch ((unsigned)(((((int)(((unsigned long long)(v1) ^ (unsigned long long)(blockIdx.x))) == (int)((int)((unsigned)(198) + (unsigned)(190)))) && (((int)(((const unsigned char *)in)[(threadIdx.x * 3u) % 1024u]) >= (int)(in[(threadIdx.x * 8u) % 256u])) || ((int)(v1) == (int)(fix11[4])))) ? (int)((int)((unsigned long long)(threadIdx.x) & (unsigned long long)(blockIdx.x))) : (int)(((unsigned long long)(((unsigned)(threadIdx.x) + (unsigned)((int)q.a))) | (unsigned long long)((q.b ? 3 : 4)))))) % 4u) {
        case 0:
            {
            unsigned long long v4 = (unsigned long long)(arr[((unsigned)(threadIdx.x)) % 8u]);
            }
        case 1:
            {
            arr[((unsigned)((int)((unsigned long long)(((unsigned)(wide11[(threadIdx.x * 8u) % 4u].w) % ((unsigned)(183) | 1u))) ^ (unsigned long long)((!(((int)(v1) > (int)(arr[(threadIdx.x * 1u) % 8u]))) ? (int)(in[(threadIdx.x * 3u) % 256u]) : (int)(blockIdx.x)))))) % 8u] = (int)(__popc((unsigned)((q.b ? 3 : 4))));
            }
            break;
        default:
            {
            q = qs[((unsigned)(((unsigned)(((int)(short)(arr[(threadIdx.x * 8u) % 8u]) / ((int)(unsigned char)(blockIdx.x) + 1))) >> ((unsigned)(180) & 31)))) % 4u];
            }
            break;
        }
        if (!(((int)(((unsigned)(((int)(short)((q.b ? 3 : 4)) / ((int)(unsigned char)(threadIdx.x) + 1))) % ((unsigned)((int)((unsigned long long)((int)q.a) - (unsigned long long)(23))) | 1u))) <= (int)(((((int)(in[(threadIdx.x * 5u) % 256u]) == (int)(v2)) && ((int)(v2) <= (int)(in[(threadIdx.x * 1u) % 256u]))) ? (int)(((unsigned long long)(in[(threadIdx.x * 3u) % 256u]) + (unsigned long long)(threadIdx.x))) : (int)(((unsigned)(arr[(threadIdx.x * 8u) % 8u]) >> ((unsigned)(in[(threadIdx.x * 3u) % 256u]) & 31)))))))) {
            v2 = (unsigned)(threadIdx.x);
            h = mix(h, (unsigned long long)(((unsigned)((int)q.a) - (unsigned)(blockIdx.x))));
            h = mix(h, (unsigned long long)(((((((unsigned)(in[(threadIdx.x * 4u) % 256u]) % ((unsigned)(v1) | 1u))) & 1) != 0) ? (int)((int)((unsigned)((int)((unsigned long long)(v2) ^ (unsigned long long)(blockIdx.x))) | (unsigned)(((int)(short)(blockIdx.x) / ((int)(unsigned char)(in[(threadIdx.x * 5u) % 256u]) + 1))))) : (int)((int)(in[(threadIdx.x * 7u) % 256u])))));
        }
    }
    if (threadIdx.x == 0) total = 0;
    cg::this_thread_block().sync();
    atomicMax(&total, (int)(threadIdx.x));
    cg::this_thread_block().sync();
    h = mix(h, (unsigned)total);
    h = mix(h, __syncthreads_or((((int)((unsigned long long)(130)) <= (int)(fix11[23])) && q.b)));
    switch ((unsigned)(n) % 4u) {
    case 0:
        {
        for (unsigned i5 = 0; i5 < (unsigned)(n + 1); i5++) {
            h = mix(h, i5);
            q = qs[((unsigned)((int)((float)(short)((q.b ? 3 : 4))))) % 4u];
        }
        }
        break;
    case 1:
        {
        h = mix(h, *(volatile unsigned *)&out[256 + 1 * 128 + blockIdx.x * 64 + threadIdx.x]);
        }
        break;
    default:
        {
        t[threadIdx.x] = q;
        h = mix(h, __syncthreads_and(((int)(__brev((unsigned)(wide11[(threadIdx.x * 7u) % 4u].z))) <= (int)(blockIdx.x))));
        q = t[((unsigned)(((unsigned long long)(((unsigned long long)(bytes11[(threadIdx.x * 8u) % 16u]) | (unsigned long long)(wide11[(threadIdx.x * 5u) % 4u].w))) - (unsigned long long)(((unsigned)(in[(threadIdx.x * 2u) % 256u]) % ((unsigned)(55) | 1u)))))) % 64u];
        meet();
        }
        break;
    }
    if (blockIdx.x == 0) {
        if (((int)((long long)(((int)(short)((int)q.a) % ((int)(unsigned char)(v2) + 1)))) > (int)(__vadd4((unsigned)(((unsigned)(blockIdx.x) - (unsigned)((q.b ? 3 : 4)))), (unsigned)(blockIdx.x))))) {
            int v6 = (int)((int)((q.b ? 3 : 4)));
            atomicMax(&out[531], (unsigned)(((unsigned)(v6) % ((unsigned)(((unsigned long long)((bool)(threadIdx.x)) ^ (unsigned long long)(((unsigned)(arr[(threadIdx.x * 6u) % 8u]) >> ((unsigned)(arr[(threadIdx.x * 1u) % 8u]) & 31))))) | 1u))));
        }
        s[(threadIdx.x * 3u) & 63u] = (int)(bytes11[((unsigned)(((unsigned)(in[(threadIdx.x * 8u) % 256u]) | (unsigned)(threadIdx.x)))) % 16u]);
        __syncthreads();
        int v7 = s[((unsigned)(((int)(short)((int)((unsigned)(blockIdx.x) * (unsigned)(threadIdx.x))) / ((int)(unsigned char)((bool)(threadIdx.x)) + 1)))) % 64u] ^ (int)(s[((unsigned)(threadIdx.x)) % 64u] & 255);
        __syncthreads();
        if ((((int)(((int)(short)((long long)(v1)) / ((int)(unsigned char)(((unsigned)(139) & (unsigned)(arr[(threadIdx.x * 5u) % 8u]))) + 1))) > (int)(v7)) && (((int)((int)((double)(short)(wide11[(threadIdx.x * 1u) % 4u].y))) < (int)(wide11[(threadIdx.x * 2u) % 4u].w)) || ((int)(((const int4 *)in)[(threadIdx.x * 1u) % 64u].y) > (int)(130))))) s[threadIdx.x ^ 3u] = (int)((int)((unsigned long long)((long long)((unsigned long long)((int)q.a))) & (unsigned long long)((int)((unsigned)(161) + (unsigned)(((unsigned)(9) % ((unsigned)(in[(threadIdx.x * 8u) % 256u]) | 1u))))))); else s[threadIdx.x ^ 3u] = 6;
        h = mix(h, __syncthreads_or(q.b));
        h = mix(h, (unsigned)s[((unsigned)(((int)(short)((int)q.a) / ((int)(unsigned char)((int)q.a) + 1)))) % 64u]);
        meet();
        if (threadIdx.x == 34) s[32] = (int)(v1);
        __syncthreads();
        h = mix(h, (unsigned)s[((unsigned)(v1)) % 64u]);
        cg::this_thread_block().sync();
    }
    s[(threadIdx.x + 21u) & 63u] = (int)((long long)(((unsigned)(blockIdx.x) << ((unsigned)(__brev((unsigned)(v2))) & 31))));
    cg::this_thread_block().sync();
    int v8 = s[((unsigned)((q.b ? 3 : 4))) % 64u] ^ (int)(s[((unsigned)(((unsigned long long)(in[(threadIdx.x * 3u) % 256u]) - (unsigned long long)((((int)(v2) <= (int)(169)) ? (int)((q.b ? 3 : 4)) : (int)(arr[(threadIdx.x * 2u) % 8u])))))) % 64u] & 255);
    h = mix(h, __syncthreads_or(((int)((bool)(fix11[n])) != (int)(__umulhi((unsigned)(v8), (unsigned)((int)((float)(short)(threadIdx.x))))))));
    unsigned long long v9 = (unsigned long long)((((((!(((int)(62) != (int)((q.b ? 3 : 4)))) ? (int)((q.b ? 3 : 4)) : (int)(v1))) & 1) != 0) ? (int)(arr[((unsigned)(in[(threadIdx.x * 8u) % 256u])) % 8u]) : (int)(threadIdx.x)));
    for (unsigned i10 = 0; i10 < (unsigned)(((v8) & 3)); i10++) {
        h = mix(h, i10);
        h = mix(h, *(volatile unsigned *)&out[256 + 0 * 128 + blockIdx.x * 64 + threadIdx.x]);
        for (unsigned i11 = 0; i11 < (unsigned)((((q.b ? 3 : 4)) & 3)); i11++) {
            h = mix(h, i11);
            { S11 z = q; z.b = !z.b; q = ((((((unsigned long long)((bool)(in[(threadIdx.x * 5u) % 256u])) * (unsigned long long)((((int)((int)q.a) >= (int)(76)) ? (int)(v9) : (int)(arr[(threadIdx.x * 4u) % 8u]))))) & 1) != 0)) ? z : q; }
            atomicMin(&out[537], (unsigned)((int)(((float)(short)((int)((double)(short)((q.b ? 3 : 4)))) < (float)(short)((int)((double)(short)((q.b ? 3 : 4)))) ? (float)(short)((int)((double)(short)((q.b ? 3 : 4)))) : (float)(short)((int)((double)(short)((q.b ? 3 : 4))))))));
        }
    }
    atomicOr(&out[545], (unsigned)((int)((unsigned long long)((int)((float)sqrt(fabs((double)((float)(short)(blockIdx.x)))))) + (unsigned long long)((int)q.a))));
    h = mix(h, __match_any_sync(0xffffffffu, (int)(in[((unsigned)((int)(v8))) % 256u]) & 3));
    if ((((int)((q.b ? 3 : 4)) == (int)(((unsigned)(((unsigned)((int)q.a) >> ((unsigned)(v1) & 31))) | (unsigned)(((unsigned)(threadIdx.x) ^ (unsigned)(bytes11[(threadIdx.x * 6u) % 16u])))))) && ((int)(blockIdx.x) > (int)(((int)(short)(v2) / ((int)(unsigned char)(in[(threadIdx.x * 4u) % 256u]) + 1)))))) s[(threadIdx.x * 7u) & 63u] = (int)(((((int)(v8) < (int)((bool)(threadIdx.x))) || !(((int)(threadIdx.x) == (int)(v9)))) ? (int)(((unsigned)((int)((unsigned long long)(31) & (unsigned long long)(in[(threadIdx.x * 3u) % 256u]))) ^ (unsigned)(((const int4 *)in)[(threadIdx.x * 6u) % 64u].y))) : (int)(v2))); else s[(threadIdx.x * 7u) & 63u] = 5;
    __syncthreads();
    h = mix(h, (unsigned)s[((unsigned)(((unsigned)((int)(v8)) + (unsigned)(((int)(short)(195) % ((int)(unsigned char)(v8) + 1)))))) % 64u]);
    h = mix(h, __syncthreads_or(!(((int)((int)((unsigned long long)(threadIdx.x) ^ (unsigned long long)(blockIdx.x))) != (int)(((((int)(blockIdx.x) != (int)(46)) || ((int)((q.b ? 3 : 4)) != (int)(threadIdx.x))) ? (int)(blockIdx.x) : (int)((unsigned char)(191))))))));
    if (threadIdx.x == 27) s[7] = (int)((bool)(v2));
    __syncthreads();
    h = mix(h, (unsigned)s[((unsigned)((int)((unsigned long long)(v1) & (unsigned long long)((unsigned)(v9))))) % 64u]);
    __syncthreads();
    h = mix(h, (unsigned long long)(threadIdx.x));
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix12[32] = {1792249883, 2019678018, 1628391473, 204872988, 1793711048, 615998005, 1740297659, 1184527448, 1049238821, 609005824, 1916477995, 2145189016, 1259553061, 824830232, 356760306, 893543160, 834380105, 309603598, 1387554547, 1783234306, 134615109, 344451297, 885104254, 1852955419, 288515546, 744226086, 1349454160, 1744155326, 712730350, 1349258703, 1302779743, 1920958362};
static __constant__ unsigned char bytes12[16] = {239, 254, 96, 91, 106, 102, 29, 216, 124, 200, 119, 35, 172, 90, 5, 155};
static __constant__ int4 wide12[4] = {{51, 18, 37, 19}, {68, 89, 85, 98}, {21, 6, 69, 69}, {57, 86, 14, 92}};
struct S12 { long long a; bool b; };
static __device__ __forceinline__ bool less12(S12 x, S12 y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ inline S12 pick12(S12 x, S12 y) { if (!x.b) return y; if (!y.b) return x; return y.a < x.a ? y : x; }
static __device__ __forceinline__ S12 make12(int a, bool b) { S12 r; r.a = a; r.b = b;  return r; }
static __device__ __forceinline__ int f12_0(int x, int y) { if (x > y) return (int)((unsigned)x - (unsigned)y); return (int)((unsigned)x * 3u + (unsigned)y); }
static __device__ inline int f12_1(int x, int y) { if (x > y) return (int)((unsigned)x - (unsigned)y); return (int)((unsigned)x * 3u + (unsigned)y); }
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
    unsigned char v1 = (unsigned char)(((unsigned)(((unsigned)(__funnelshift_l((unsigned)(lane), (unsigned)(blockIdx.x), 7)) >> ((unsigned)((int)((unsigned long long)(threadIdx.x) & (unsigned long long)(arr[(threadIdx.x * 6u) % 8u]))) & 31))) / ((unsigned)(f12_1((int)(((unsigned long long)(165) * (unsigned long long)(in[(threadIdx.x * 7u) % 256u]))), (int)(arr[(threadIdx.x * 3u) % 8u]))) | 1u)));
    bool v2 = (bool)((bool)(blockIdx.x));
    if (blockIdx.x == 0) {
        h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
        short v3 = (short)((int)((double)(short)(v1)));
        for (unsigned i4 = 0; i4 < (unsigned)(((in[((unsigned)((int)((unsigned)((q.b ? 3 : 4)) - (unsigned)(blockIdx.x)))) % 256u]) & 3)); i4++) {
            h = mix(h, i4);
            arr[((unsigned)(v1)) % 8u] = (int)((long long)(((unsigned)((int)((unsigned long long)(v1) * (unsigned long long)(bytes12[(threadIdx.x * 8u) % 16u]))) % ((unsigned)(in[(threadIdx.x * 5u) % 256u]) | 1u))));
        }
    }
    if (blockIdx.x == 0) {
        if (threadIdx.x == 0) total = 0;
        cg::sync(cg::this_thread_block());
        atomicMax(&total, (int)(((unsigned)(((unsigned long long)(f12_0((int)(v2), (int)(blockIdx.x))) - (unsigned long long)((int)((unsigned long long)((int)q.a) - (unsigned long long)(v2))))) + (unsigned)(((const short *)in)[((unsigned)(fix12[11])) % 512u]))));
        h = mix(h, __syncthreads_or(!(((int)(__popc((unsigned)((int)q.a))) < (int)(((unsigned)(v1) | (unsigned)((int)q.a)))))));
        h = mix(h, (unsigned)total);
        __syncthreads();
    }
    if ((((((unsigned)(threadIdx.x) % ((unsigned)((int)((unsigned)(in[(threadIdx.x * 2u) % 256u]) ^ (unsigned)(threadIdx.x))) | 1u))) & 1) != 0)) s[threadIdx.x] = (int)(((unsigned)(f12_1((int)(((int)(short)(v1) / ((int)(unsigned char)(blockIdx.x) + 1))), (int)(((unsigned long long)((q.b ? 3 : 4)) ^ (unsigned long long)(wide12[(threadIdx.x * 7u) % 4u].x))))) | (unsigned)((q.b ? 3 : 4)))); else s[threadIdx.x] = 2;
    cg::sync(cg::this_thread_block());
    h = mix(h, (unsigned)s[((unsigned)(((unsigned)(((unsigned)(v1) * (unsigned)((q.b ? 3 : 4)))) / ((unsigned)(((unsigned)(v1) & (unsigned)(arr[(threadIdx.x * 2u) % 8u]))) | 1u)))) % 64u]);
    meet();
    switch ((unsigned)(n) % 4u) {
    case 0:
        {
        qs[((unsigned)(((unsigned long long)((int)((float)(short)((int)q.a))) ^ (unsigned long long)(162)))) % 4u] = q;
        }
        break;
    case 1:
        {
        h = mix(h, (unsigned long long)(v1));
        }
        break;
    default:
        {
        t[(threadIdx.x + 3u) & 63u] = q;
        h = mix(h, __syncthreads_count((((int)((int)((unsigned long long)((int)((unsigned long long)(v2) * (unsigned long long)(v1))) + (unsigned long long)(((unsigned)((int)q.a) << ((unsigned)(blockIdx.x) & 31))))) < (int)((int)(((float)(short)(threadIdx.x) / ((float)(short)(in[(threadIdx.x * 2u) % 256u]) * (float)(short)(in[(threadIdx.x * 2u) % 256u]) + (float)1))))) && ((int)(((unsigned)(threadIdx.x) >> ((unsigned)(154) & 31))) <= (int)((int)(v2))))));
        q = t[((unsigned)(((unsigned)(__ffs((int)((q.b ? 3 : 4)))) >> ((unsigned)((int)((unsigned)((int)q.a) ^ (unsigned)((q.b ? 3 : 4)))) & 31)))) % 64u];
        h = mix(h, __syncthreads_count(q.b));
        }
        break;
    }
    if (!(((int)((int)(((float)(short)(threadIdx.x) * (float)(short)(arr[(threadIdx.x * 1u) % 8u])))) <= (int)(((unsigned)(v2) / ((unsigned)(120) | 1u)))))) {
        for (unsigned i5 = 0; i5 < (unsigned)(((((((int)(((unsigned long long)(135) ^ (unsigned long long)((int)q.a))) == (int)(((unsigned)(arr[(threadIdx.x * 8u) % 8u]) / ((unsigned)(64) | 1u)))) || ((int)(in[(threadIdx.x * 4u) % 256u]) > (int)(threadIdx.x))) ? (int)((int)((double)(short)((q.b ? 3 : 4)))) : (int)((unsigned)(__popc((unsigned)((int)q.a)))))) & 3)); i5++) {
            h = mix(h, i5);
            arr[((unsigned)(v1)) % 8u] = (int)(((int)(short)((((int)(122) == (int)(v1)) ? (int)((q.b ? 3 : 4)) : (int)(73))) % ((int)(unsigned char)((q.b ? 3 : 4)) + 1)));
            arr[((unsigned)((int)((unsigned)((q.b ? 3 : 4)) + (unsigned)(((unsigned)(v2) & (unsigned)(arr[(threadIdx.x * 3u) % 8u])))))) % 8u] = (int)((int)(((float)(short)(in[(threadIdx.x * 8u) % 256u]) / ((float)(short)(((unsigned long long)(in[(threadIdx.x * 3u) % 256u]) * (unsigned long long)(in[(threadIdx.x * 4u) % 256u]))) * (float)(short)(((unsigned long long)(in[(threadIdx.x * 3u) % 256u]) * (unsigned long long)(in[(threadIdx.x * 4u) % 256u]))) + (float)1))));
        }
        arr[((unsigned)(blockIdx.x)) % 8u] = (int)(arr[((unsigned)(in[(threadIdx.x * 7u) % 256u])) % 8u]);
        h = mix(h, (unsigned long long)((short)((int)(((double)(short)(112) / ((double)(short)((q.b ? 3 : 4)) * (double)(short)((q.b ? 3 : 4)) + (double)1))))));
    }
    for (unsigned i6 = 0; i6 < (unsigned)(n + 1); i6++) {
        h = mix(h, i6);
        { S12 z = q; z.b = !z.b; q = ((((int)(in[((unsigned)(v1)) % 256u]) > (int)((q.b ? 3 : 4))) && (((89) & 1) != 0))) ? z : q; }
    }
    if (n > 2) {
        v1 = (unsigned char)(in[((unsigned)(((unsigned)(v2) | (unsigned)(blockIdx.x)))) % 256u]);
    }
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix13[32] = {1376933794, 1384828898, 1080740843, 1278002445, 1250213991, 1335007204, 1625115922, 1265339212, 1615263051, 531460131, 371477093, 1689047909, 1326521430, 745000232, 874457953, 1111426552, 2040436146, 698487929, 1109347267, 2117945773, 290525428, 2116868238, 383316646, 2114000665, 547626673, 975500363, 440001877, 1991800034, 1294893078, 145058196, 1081093141, 774148983};
static __constant__ unsigned char bytes13[16] = {125, 0, 176, 246, 195, 22, 64, 208, 65, 142, 30, 85, 35, 102, 215, 184};
static __constant__ int4 wide13[4] = {{68, 45, 39, 92}, {83, 83, 3, 41}, {94, 9, 40, 84}, {53, 50, 18, 17}};
struct S13 { int a; bool b; };
static __device__ __forceinline__ bool less13(const S13 &x, const S13 &y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ __noinline__ S13 pick13(const S13 &x, const S13 &y) { S13 z = x; if (y.b && y.a < z.a) z = y; return z; }
static __device__ inline S13 make13(int a, bool b) { S13 r; r.a = a; r.b = b;  return r; }
static __device__ inline int f13_0(int x, int y) { if (x > y) return (int)((unsigned)x - (unsigned)y); return (int)((unsigned)x * 3u + (unsigned)y); }
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
    bool v1 = (bool)(threadIdx.x);
    bool v2 = (bool)(((unsigned)(((unsigned)(__funnelshift_l((unsigned)(in[(threadIdx.x * 7u) % 256u]), (unsigned)((int)q.a), 7)) >> ((unsigned)(__popc((unsigned)((q.b ? 3 : 4)))) & 31))) << ((unsigned)(in[((unsigned)(v1)) % 256u]) & 31)));
    h = mix(h, (unsigned long long)__shfl_xor_sync(0xffffffffu, (long long)(blockIdx.x), 1));
    for (int d = 16; d; d /= 2) q = pick13(q, words_shfl(q, (lane + d) & 31));
    v2 = (bool)((q.b ? 3 : 4));
    h = mix(h, (unsigned long long)(f13_0((int)(f13_0((int)(((int)(short)(65) / ((int)(unsigned char)(v1) + 1))), (int)(((unsigned)((int)q.a) ^ (unsigned)(arr[(threadIdx.x * 4u) % 8u]))))), (int)(v2))));
    switch ((unsigned)(n) % 4u) {
    case 0:
        {
        qs[((unsigned)((int)((unsigned long long)(__funnelshift_l((unsigned)(arr[(threadIdx.x * 6u) % 8u]), (unsigned)(((const short *)in)[(threadIdx.x * 5u) % 512u]), 7)) + (unsigned long long)(((unsigned)(v1) & (unsigned)(2)))))) % 4u] = q;
        }
        break;
    case 1:
        {
        switch ((unsigned)(n) % 4u) {
        case 0:
            {
            if (threadIdx.x == 0) total = 0;
            __syncthreads();
            atomicMax(&total, (int)(bytes13[((unsigned)(((((-5) & 1) != 0) ? (int)((q.b ? 3 : 4)) : (int)(v2)))) % 16u]));
            cg::sync(cg::this_thread_block());
            h = mix(h, (unsigned)total);
            h = mix(h, __syncthreads_or((((int)(((unsigned)((int)((unsigned)((q.b ? 3 : 4)) & (unsigned)(blockIdx.x))) >> ((unsigned)(in[(threadIdx.x * 6u) % 256u]) & 31))) < (int)((int)((double)fmax((double)(double)(short)((int)q.a), (double)(double)(short)(41))))) && !(((int)((bool)(arr[(threadIdx.x * 2u) % 8u])) >= (int)((unsigned long long)(blockIdx.x)))))));
            }
            break;
        case 1:
            {
            q = words_shfl(q, (int)((unsigned)((int)((double)(short)(__ldg(&in[(threadIdx.x * 7u) % 256u])))) % 32u));
            }
            break;
        default:
            {
            q = qs[((unsigned)(((int)(short)(((unsigned)(arr[(threadIdx.x * 8u) % 8u]) / ((unsigned)(arr[(threadIdx.x * 2u) % 8u]) | 1u))) / ((int)(unsigned char)(__ldg(&in[(threadIdx.x * 4u) % 256u])) + 1)))) % 4u];
            }
            break;
        }
        }
        break;
    default:
        {
        t[threadIdx.x ^ 6u] = q;
        meet();
        q = t[((unsigned)(__byte_perm((unsigned)(149), (unsigned)(((unsigned long long)(blockIdx.x) - (unsigned long long)(threadIdx.x))), 0x2517))) % 64u];
        cg::sync(cg::this_thread_block());
        }
        break;
    }
    h = mix(h, (unsigned long long)__shfl_xor_sync(0xffffffffu, (long long)((int)((float)fmax((double)(float)(short)(((int)(short)(42) / ((int)(unsigned char)((int)q.a) + 1))), (double)(float)(short)(((unsigned)(arr[(threadIdx.x * 8u) % 8u]) / ((unsigned)(v2) | 1u)))))), 1));
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix14[32] = {1477682283, 786282178, 581343751, 1190073705, 858493681, 370230295, 247091895, 601521065, 2028959735, 654415513, 295714642, 1018636281, 620156513, 18801183, 1932863244, 1681039641, 1886534953, 1854859265, 152310206, 890894884, 402189731, 1912416400, 2122624584, 148230888, 683596887, 1378479237, 1941952384, 559394984, 381975408, 1983199878, 1110407944, 1835043831};
static __constant__ unsigned char bytes14[16] = {56, 45, 33, 194, 233, 179, 54, 174, 105, 44, 200, 103, 127, 101, 100, 208};
static __constant__ int4 wide14[4] = {{77, 4, 35, 59}, {17, 45, 7, 4}, {86, 36, 79, 68}, {8, 73, 70, 71}};
struct S14 { int a; bool b; };
static __device__ inline bool less14(S14 x, S14 y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ __noinline__ S14 pick14(S14 x, S14 y) { if (y.a == x.a && y.b == x.b) return x; return (y.b > x.b || (y.b == x.b && y.a < x.a)) ? y : x; }
static __device__ __forceinline__ S14 make14(int a, bool b) { S14 r; r.a = a; r.b = b;  return r; }
static __device__ inline int f14_0(int x, int y) { for (int i = 0; i < (y & 7); i++) x ^= (int)((unsigned)x << 3) ^ i; return (int)((unsigned)x * 3u + (unsigned)y); }
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
    bool v1 = (bool)(blockIdx.x);
    int v2 = (int)(((unsigned long long)((unsigned)(f14_0((int)(v1), (int)(fix14[n])))) ^ (unsigned long long)(((unsigned)((int)((unsigned)(arr[(threadIdx.x * 2u) % 8u]) | (unsigned)(blockIdx.x))) << ((unsigned)(v1) & 31)))));
    q = pick14(q, make14((int)(((int)(short)(blockIdx.x) / ((int)(unsigned char)(in[((unsigned)(14)) % 256u]) + 1))), ((int)(__byte_perm((unsigned)(in[(threadIdx.x * 2u) % 256u]), (unsigned)(f14_0((int)(v1), (int)(((const unsigned char *)in)[(threadIdx.x * 1u) % 1024u]))), 0x2517)) < (int)(((unsigned)(((unsigned)(((const int4 *)in)[(threadIdx.x * 7u) % 64u].x) - (unsigned)(blockIdx.x))) << ((unsigned)(((unsigned)(threadIdx.x) << ((unsigned)(v1) & 31))) & 31))))));
    long long v3 = (long long)(in[((unsigned)((unsigned)(arr[(threadIdx.x * 6u) % 8u]))) % 256u]);
    for (unsigned i4 = 0; i4 < (unsigned)(n + 1); i4++) {
        h = mix(h, i4);
        __syncwarp();
        switch ((unsigned)(n) % 4u) {
        case 0:
            {
            arr[((unsigned)(v1)) % 8u] = (int)(in[((unsigned)(((const short *)in)[(threadIdx.x * 4u) % 512u])) % 256u]);
            }
            break;
        case 1:
            {
            q = words_shfl(q, (int)((unsigned)(((unsigned long long)((int)((unsigned)((int)((unsigned)(((const unsigned char *)in)[(threadIdx.x * 4u) % 1024u]) | (unsigned)(v3))) | (unsigned)(arr[(threadIdx.x * 1u) % 8u]))) | (unsigned long long)(((unsigned long long)(f14_0((int)(v3), (int)(v2))) * (unsigned long long)(((int)(short)(in[(threadIdx.x * 1u) % 256u]) / ((int)(unsigned char)(v1) + 1))))))) % 32u));
            }
            break;
        default:
            {
            unsigned v5 = (unsigned)(98);
            }
            break;
        }
    }
    if (threadIdx.x == 0) total = 0;
    __syncthreads();
    atomicXor(&total, (int)((int)(__ffs((int)(in[(threadIdx.x * 6u) % 256u])))));
    h = mix(h, __syncthreads_count((((int)(19) <= (int)(f14_0((int)(f14_0((int)(blockIdx.x), (int)(blockIdx.x))), (int)((int)q.a)))) && ((int)(f14_0((int)(blockIdx.x), (int)(threadIdx.x))) < (int)(((unsigned)(v1) | (unsigned)(in[(threadIdx.x * 4u) % 256u])))))));
    h = mix(h, (unsigned)total);
    cg::sync(cg::this_thread_block());
    h = mix(h, (unsigned)__shfl_sync(0xffffffffu, (int)(((unsigned)((int)(((float)(short)(fix14[(threadIdx.x * 2u) % 32u]) + (float)(short)(in[(threadIdx.x * 3u) % 256u])))) + (unsigned)(f14_0((int)((int)((float)(short)(blockIdx.x))), (int)(bytes14[(threadIdx.x * 4u) % 16u]))))), (int)((unsigned)(arr[((unsigned)((int)((double)(short)((q.b ? 3 : 4))))) % 8u]) % 32u)));
    for (int d = 16; d; d /= 2) q = pick14(q, words_shfl(q, (lane + d) & 31));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix15[32] = {872824937, 1602397195, 309115394, 235830698, 1552273133, 1435375548, 1864350047, 454116622, 400532632, 512059683, 683475023, 1990014346, 1657867066, 963354881, 186000337, 2066073422, 407616632, 2064092779, 1889943817, 1681274233, 766770878, 643979048, 153461193, 1725796311, 1466434550, 1309828018, 380706356, 1729889481, 1938128643, 737873373, 1883002348, 239529587};
static __constant__ unsigned char bytes15[16] = {177, 180, 227, 56, 89, 59, 194, 179, 13, 91, 217, 209, 18, 105, 252, 80};
static __constant__ int4 wide15[4] = {{56, 42, 18, 74}, {67, 95, 62, 64}, {32, 53, 91, 77}, {46, 94, 59, 53}};
struct S15 { short a; unsigned char b; };
static __device__ inline bool less15(S15 x, S15 y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ __noinline__ S15 pick15(S15 x, S15 y) { if (y.a == x.a && y.b == x.b) return x; return (y.b > x.b || (y.b == x.b && y.a < x.a)) ? y : x; }
static __device__ __noinline__ S15 make15(int a, bool b) { S15 r; r.a = a; r.b = b;  return r; }
static __device__ __forceinline__ int f15_0(int x, int y) { switch (x & 3) { case 0: return y; case 1: y ^= 5; case 2: x ^= y; } return (int)((unsigned)x * 3u + (unsigned)y); }
static __device__ __forceinline__ int f15_1(int x, int y) { switch (x & 3) { case 0: return y; case 1: y ^= 5; case 2: x ^= y; } return (int)((unsigned)x * 3u + (unsigned)y); }
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
    int v1 = (int)((int)((unsigned long long)((int)((unsigned)(blockIdx.x) + (unsigned)(arr[(threadIdx.x * 5u) % 8u]))) + (unsigned long long)(((int)(short)(__popc((unsigned)(lane))) / ((int)(unsigned char)((!(((int)(blockIdx.x) < (int)(((const unsigned char *)in)[(threadIdx.x * 8u) % 1024u]))) ? (int)(151) : (int)(arr[(threadIdx.x * 1u) % 8u]))) + 1)))));
    int v2 = (int)(__umulhi((unsigned)(((unsigned)((int)((unsigned long long)(in[(threadIdx.x * 5u) % 256u]) - (unsigned long long)(fix15[n]))) >> ((unsigned)(((int)(short)(((const unsigned char *)in)[(threadIdx.x * 7u) % 1024u]) / ((int)(unsigned char)(((const int4 *)in)[(threadIdx.x * 7u) % 64u].y) + 1))) & 31))), (unsigned)(f15_1((int)(((int)(short)((q.b ? 3 : 4)) / ((int)(unsigned char)(((const unsigned char *)in)[(threadIdx.x * 3u) % 1024u]) + 1))), (int)(v1)))));
    atomicAdd(&out[515], (unsigned)(__funnelshift_l((unsigned)((unsigned char)(f15_1((int)(arr[(threadIdx.x * 7u) % 8u]), (int)(threadIdx.x)))), (unsigned)(((unsigned)((!(((int)(v2) != (int)((int)q.a))) ? (int)(v2) : (int)((q.b ? 3 : 4)))) * (unsigned)((int)((float)(short)((int)q.a))))), 7)));
    h = mix(h, (unsigned long long)__shfl_xor_sync(0xffffffffu, (long long)(v2), 1));
    h = mix(h, (unsigned)__shfl_sync(0xffffffffu, (int)(((int)(short)(blockIdx.x) % ((int)(unsigned char)(v1) + 1))), (int)((unsigned)((int)((unsigned long long)(((unsigned long long)((!(((int)(in[(threadIdx.x * 1u) % 256u]) == (int)(fix15[n]))) ? (int)((q.b ? 3 : 4)) : (int)(v2))) + (unsigned long long)((int)((unsigned long long)(80) + (unsigned long long)(arr[(threadIdx.x * 6u) % 8u]))))) * (unsigned long long)(((const short *)in)[((unsigned)((q.b ? 3 : 4))) % 512u]))) % 32u)));
    arr[((unsigned)(f15_1((int)((unsigned)(blockIdx.x)), (int)((int)((unsigned long long)(v2) & (unsigned long long)(arr[(threadIdx.x * 3u) % 8u])))))) % 8u] = (int)(((unsigned)(((int)(short)(((unsigned long long)((q.b ? 3 : 4)) - (unsigned long long)(threadIdx.x))) / ((int)(unsigned char)((int)((unsigned)(threadIdx.x) ^ (unsigned)(threadIdx.x))) + 1))) >> ((unsigned)((int)((float)(short)(blockIdx.x))) & 31)));
    if (n > 2) {
        q = pick15(q, words_shfl(q, (int)((unsigned)((((int)(((unsigned long long)(v2) + (unsigned long long)(v1))) >= (int)((int)((unsigned)(threadIdx.x) | (unsigned)(101)))) ? (int)(arr[((unsigned)(v2)) % 8u]) : (int)((((int)(arr[(threadIdx.x * 5u) % 8u]) <= (int)(25)) ? (int)(((int)(short)(fix15[(threadIdx.x * 5u) % 32u]) / ((int)(unsigned char)(threadIdx.x) + 1))) : (int)(193))))) % 32u)));
        for (unsigned i3 = 0; i3 < (unsigned)(3); i3++) {
            h = mix(h, i3);
            h = mix(h, (unsigned long long)((unsigned long long)(f15_0((int)(((unsigned)(117) % ((unsigned)(threadIdx.x) | 1u))), (int)(threadIdx.x)))));
            for (int d = 16; d; d /= 2) q = pick15(q, words_shfl(q, (lane + d) & 31));
        }
        arr[((unsigned)(99)) % 8u] = (int)(arr[((unsigned)((int)q.a)) % 8u]);
    }
    t[threadIdx.x] = q;
    __syncthreads();
    q = t[((unsigned)((int)((unsigned long long)(((int)(short)((q.b ? 3 : 4)) % ((int)(unsigned char)(arr[(threadIdx.x * 2u) % 8u]) + 1))) & (unsigned long long)(threadIdx.x)))) % 64u];
    cg::sync(cg::this_thread_block());
    v1 = (int)(((unsigned)(((const short *)in)[((unsigned)(blockIdx.x)) % 512u]) % ((unsigned)((int)((double)sqrt(fabs((double)((double)(short)(arr[(threadIdx.x * 2u) % 8u])))))) | 1u)));
    for (unsigned i4 = 0; i4 < (unsigned)(((f15_1((int)(((int)(short)(v2) % ((int)(unsigned char)((int)((unsigned)(threadIdx.x) + (unsigned)(threadIdx.x))) + 1))), (int)(((unsigned)((int)((unsigned)((int)q.a) | (unsigned)((int)q.a))) << ((unsigned)(((unsigned)((int)q.a) << ((unsigned)(v1) & 31))) & 31))))) & 3)); i4++) {
        h = mix(h, i4);
        qs[((unsigned)(160)) % 4u] = q;
    }
    if (blockIdx.x == 0) {
        if (blockIdx.x == 0) {
            v2 = (int)((int)(((double)(short)(__funnelshift_l((unsigned)((int)q.a), (unsigned)(in[(threadIdx.x * 3u) % 256u]), 7)) / ((double)(short)(((int)(short)((q.b ? 3 : 4)) % ((int)(unsigned char)(v1) + 1))) * (double)(short)(((int)(short)((q.b ? 3 : 4)) % ((int)(unsigned char)(v1) + 1))) + (double)1))));
            if (q.b) s[threadIdx.x ^ 17u] = (int)((int)((unsigned)((((int)(threadIdx.x) > (int)(fix15[(threadIdx.x * 1u) % 32u])) ? (int)((q.b ? 3 : 4)) : (int)(((unsigned)(blockIdx.x) >> ((unsigned)((q.b ? 3 : 4)) & 31))))) & (unsigned)(((int)(short)((long long)(arr[(threadIdx.x * 2u) % 8u])) % ((int)(unsigned char)(v1) + 1))))); else s[threadIdx.x ^ 17u] = 0;
            h = mix(h, __syncthreads_count((((((unsigned)(((unsigned)((q.b ? 3 : 4)) | (unsigned)(wide15[(threadIdx.x * 8u) % 4u].x))) / ((unsigned)(blockIdx.x) | 1u))) & 1) != 0)));
            h = mix(h, (unsigned)s[((unsigned)(v2)) % 64u]);
            meet();
            if (threadIdx.x == 15) s[45] = (int)(v1);
            meet();
            h = mix(h, (unsigned)s[((unsigned)(((unsigned)(threadIdx.x) + (unsigned)((int)((double)(short)(threadIdx.x)))))) % 64u]);
            meet();
            h = mix(h, (unsigned long long)(blockIdx.x));
        }
    }
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
