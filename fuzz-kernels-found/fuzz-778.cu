
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
static __constant__ int fix0[32] = {275208152, 1256947806, 699597734, 1264529622, 2243088, 3672286, 464356366, 1213939307, 297674874, 1581647731, 1930240464, 1035104476, 1011609796, 453463734, 372086252, 1644794508, 1734900527, 1049448676, 1841247440, 1982213792, 1766375922, 874354808, 354285485, 294066642, 496222626, 123273831, 530666257, 1432661413, 1541124821, 1769200163, 938307641, 813195100};
static __constant__ unsigned char bytes0[16] = {44, 250, 32, 40, 171, 77, 203, 193, 182, 244, 120, 75, 194, 95, 85, 98};
static __constant__ int4 wide0[4] = {{3, 31, 52, 34}, {48, 59, 83, 34}, {11, 49, 38, 71}, {46, 76, 48, 25}};
struct S0 { short a; unsigned char b; };
static __device__ __forceinline__ bool less0(const S0 &x, const S0 &y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ __forceinline__ S0 pick0(const S0 &x, const S0 &y) { S0 z = x; if (y.b && y.a < z.a) z = y; return z; }
static __device__ __noinline__ S0 make0(int a, bool b) { S0 r; r.a = a; r.b = b;  return r; }
static __device__ __forceinline__ int f0_0(int x, int y) { for (int i = 0; i < (y & 7); i++) x ^= (int)((unsigned)x << 3) ^ i; return (int)((unsigned)x * 3u + (unsigned)y); }
static __device__ __noinline__ int f0_1(int x, int y) { for (int i = 0; i < (y & 7); i++) x ^= (int)((unsigned)x << 3) ^ i; return (int)((unsigned)x * 3u + (unsigned)y); }
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
    unsigned v1 = (unsigned)(((unsigned long long)((long long)(f0_0((int)(arr[(threadIdx.x * 4u) % 8u]), (int)(arr[(threadIdx.x * 4u) % 8u])))) * (unsigned long long)(__popc((unsigned)(8)))));
    int v2 = (int)((((((q.b ? 3 : 4)) & 1) != 0) ? (int)((unsigned long long)((((int)(v1) > (int)(blockIdx.x)) ? (int)(blockIdx.x) : (int)(arr[(threadIdx.x * 8u) % 8u])))) : (int)((int)(threadIdx.x))));
    h = mix(h, (unsigned long long)(((unsigned)((int)q.a) >> ((unsigned)((int)((unsigned long long)(threadIdx.x) + (unsigned long long)(((unsigned long long)(bytes0[(threadIdx.x * 8u) % 16u]) | (unsigned long long)((int)q.a))))) & 31))));
    if (threadIdx.x == 0) total = 0;
    h = mix(h, __syncthreads_and((((((unsigned long long)(arr[(threadIdx.x * 7u) % 8u]) | (unsigned long long)(((unsigned)((int)q.a) % ((unsigned)(arr[(threadIdx.x * 4u) % 8u]) | 1u))))) & 1) != 0)));
    atomicXor(&total, (int)((int)((unsigned long long)(blockIdx.x) - (unsigned long long)(arr[((unsigned)(threadIdx.x)) % 8u]))));
    h = mix(h, __syncthreads_or(((int)(in[((unsigned)(blockIdx.x)) % 256u]) != (int)(((unsigned long long)(v1) ^ (unsigned long long)(((unsigned)(v1) % ((unsigned)(arr[(threadIdx.x * 4u) % 8u]) | 1u))))))));
    h = mix(h, (unsigned)total);
    h = mix(h, __syncthreads_count((((__popc((unsigned)(((((v2) & 1) != 0) ? (int)(79) : (int)(v1))))) & 1) != 0)));
    arr[((unsigned)((!(((int)(blockIdx.x) != (int)(((const unsigned char *)in)[(threadIdx.x * 5u) % 1024u]))) ? (int)((int)((unsigned)((q.b ? 3 : 4)) * (unsigned)(in[(threadIdx.x * 7u) % 256u]))) : (int)((q.b ? (int)((int)q.a) : (int)(in[(threadIdx.x * 8u) % 256u])))))) % 8u] = (int)((((int)((((((q.b ? 3 : 4)) & 1) != 0) ? (int)(blockIdx.x) : (int)(97))) <= (int)(((int)(short)(90) / ((int)(unsigned char)(threadIdx.x) + 1)))) ? (int)((q.b ? 3 : 4)) : (int)(arr[((unsigned)(blockIdx.x)) % 8u])));
    h = mix(h, *(volatile unsigned *)&out[256 + 1 * 128 + blockIdx.x * 64 + threadIdx.x]);
    h = mix(h, out[256 + 1 * 128 + blockIdx.x * 64 + threadIdx.x]);
    h = mix(h, (unsigned long long)(((int)(short)(33) % ((int)(unsigned char)((int)((unsigned long long)(((unsigned long long)((int)q.a) ^ (unsigned long long)(in[(threadIdx.x * 8u) % 256u]))) - (unsigned long long)(((unsigned)(v2) % ((unsigned)(177) | 1u))))) + 1))));
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix1[32] = {574647007, 155398242, 16380346, 1232030248, 1743541885, 552708217, 1400571630, 2115417449, 1535016935, 1387454716, 1384642569, 1280432763, 1867111937, 1740893128, 1065081535, 536656893, 930866789, 62457586, 1949566694, 2129185104, 2104636345, 1311871263, 1739370291, 434985043, 1935964670, 1321189961, 1091089044, 961541253, 1781060258, 1780732878, 57924352, 291663117};
static __constant__ unsigned char bytes1[16] = {233, 132, 228, 235, 151, 198, 212, 82, 205, 21, 105, 55, 20, 1, 113, 213};
static __constant__ int4 wide1[4] = {{30, 83, 88, 80}, {34, 98, 92, 37}, {85, 28, 21, 45}, {12, 54, 36, 46}};
struct S1 { long long a; bool b; };
static __device__ __forceinline__ bool less1(const S1 &x, const S1 &y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ __forceinline__ S1 pick1(const S1 &x, const S1 &y) { return less1(y, x) ? y : x; }
static __device__ inline S1 make1(int a, bool b) { S1 r; r.a = a; r.b = b;  return r; }
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
    long long v1 = (long long)(((int)(short)((int)((unsigned long long)((bool)((int)q.a)) + (unsigned long long)(in[(threadIdx.x * 7u) % 256u]))) / ((int)(unsigned char)((unsigned)(((unsigned)(lane) / ((unsigned)(in[(threadIdx.x * 5u) % 256u]) | 1u)))) + 1)));
    short v2 = (short)(threadIdx.x);
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    for (unsigned i3 = 0; i3 < (unsigned)(4); i3++) {
        h = mix(h, i3);
        if ((((int)((((int)(threadIdx.x) <= (int)(((const int4 *)in)[(threadIdx.x * 5u) % 64u].z)) ? (int)((q.b ? 3 : 4)) : (int)(((unsigned)((int)q.a) - (unsigned)(blockIdx.x))))) >= (int)(((((threadIdx.x) & 1) != 0) ? (int)(__byte_perm((unsigned)(threadIdx.x), (unsigned)(v1), 0x2517)) : (int)((int)((double)(short)(arr[(threadIdx.x * 4u) % 8u])))))) || ((int)((int)q.a) != (int)(((unsigned)(33) % ((unsigned)((int)q.a) | 1u)))))) {
            atomicAdd(&out[514], (unsigned)(((unsigned long long)((int)((float)(short)((int)q.a))) + (unsigned long long)(fix1[((unsigned)(((const unsigned char *)in)[(threadIdx.x * 5u) % 1024u])) % 32u]))));
        }
        h = mix(h, *(volatile unsigned *)&out[256 + 1 * 128 + blockIdx.x * 64 + threadIdx.x]);
    }
    h = mix(h, *(volatile unsigned *)&out[256 + 0 * 128 + blockIdx.x * 64 + threadIdx.x]);
    switch ((unsigned)((((int)(((unsigned)(arr[(threadIdx.x * 6u) % 8u]) - (unsigned)(blockIdx.x))) < (int)(blockIdx.x)) ? (int)((int)((unsigned)((short)((q.b ? 3 : 4))) ^ (unsigned)((bool)((q.b ? 3 : 4))))) : (int)(((unsigned long long)(blockIdx.x) * (unsigned long long)((q.b ? 3 : 4)))))) % 4u) {
    case 0:
        {
        v2 = (short)((int)(((float)(short)(v1) / ((float)(short)((q.b ? 3 : 4)) * (float)(short)((q.b ? 3 : 4)) + (float)1))));
        }
        break;
    case 1:
        {
        atomicAdd(&out[512], (unsigned)(((unsigned long long)((int)((unsigned)(threadIdx.x) | (unsigned)(arr[(threadIdx.x * 6u) % 8u]))) + (unsigned long long)((int)((unsigned)(((int)(short)(v2) / ((int)(unsigned char)(fix1[2]) + 1))) + (unsigned)(((unsigned)(191) / ((unsigned)(v2) | 1u))))))));
        }
        break;
    default:
        {
        h = mix(h, *(volatile unsigned *)&out[256 + 0 * 128 + blockIdx.x * 64 + threadIdx.x]);
        }
    }
    h = mix(h, (unsigned)__shfl_up_sync(0xffffffffu, (int)(blockIdx.x), 27));
    arr[((unsigned)((unsigned)(in[(threadIdx.x * 5u) % 256u]))) % 8u] = (int)(((unsigned)((int)(((double)(short)(((const short *)in)[(threadIdx.x * 1u) % 512u]) * (double)(short)((int)q.a)))) - (unsigned)(196)));
    for (unsigned i4 = 0; i4 < (unsigned)(n); i4++) {
        h = mix(h, i4);
        switch ((unsigned)(n) % 4u) {
        case 0:
            {
            t[(threadIdx.x * 5u) & 63u] = q;
            h = mix(h, __syncthreads_count(!(((int)((bool)((int)((double)(short)(in[(threadIdx.x * 7u) % 256u])))) > (int)((int)((float)(short)((int)q.a)))))));
            q = t[((unsigned)(((unsigned)(v2) / ((unsigned)(v2) | 1u)))) % 64u];
            h = mix(h, __syncthreads_and(((int)(arr[((unsigned)(arr[(threadIdx.x * 3u) % 8u])) % 8u]) >= (int)(arr[((unsigned)((int)q.a)) % 8u]))));
            }
            break;
        case 1:
            {
            h = mix(h, (unsigned)__shfl_sync(0xffffffffu, (int)((int)((float)(short)(((int)(short)(arr[(threadIdx.x * 6u) % 8u]) / ((int)(unsigned char)(arr[(threadIdx.x * 7u) % 8u]) + 1))))), (int)((unsigned)(blockIdx.x) % 32u)));
            }
            break;
        default:
            {
            h = mix(h, *(volatile unsigned *)&out[256 + 1 * 128 + blockIdx.x * 64 + threadIdx.x]);
            }
            break;
        }
        v2 = (short)(28);
    }
    q = qs[((unsigned)(((unsigned)(arr[(threadIdx.x * 4u) % 8u]) << ((unsigned)((((int)(v1) <= (int)(fix1[(threadIdx.x * 4u) % 32u])) ? (int)(in[(threadIdx.x * 4u) % 256u]) : (int)(blockIdx.x))) & 31)))) % 4u];
    for (int d = 1; d < 32; d *= 2) q = pick1(q, alias_shfl(q, d));
    h = mix(h, __ballot_sync(0xffffffffu, ((int)((int)((unsigned long long)(((unsigned long long)((int)q.a) | (unsigned long long)(threadIdx.x))) & (unsigned long long)(v1))) == (int)(((unsigned long long)(__popc((unsigned)((int)q.a))) | (unsigned long long)((int)(threadIdx.x)))))));
    if (q.b) s[(threadIdx.x + 16u) & 63u] = (int)(((unsigned)((int)((float)(short)(arr[(threadIdx.x * 2u) % 8u]))) << ((unsigned)((int)((unsigned)(48) & (unsigned)(blockIdx.x))) & 31))); else s[(threadIdx.x + 16u) & 63u] = 2;
    cg::sync(cg::this_thread_block());
    h = mix(h, (unsigned)s[((unsigned)(((unsigned)((int)q.a) / ((unsigned)((q.b ? (int)((q.b ? 3 : 4)) : (int)((q.b ? 3 : 4)))) | 1u)))) % 64u]);
    cg::sync(cg::this_thread_block());
    if (threadIdx.x == 55) s[22] = (int)((int)q.a);
    h = mix(h, __syncthreads_or(((int)(((unsigned long long)(((unsigned)(__ldg(&in[(threadIdx.x * 1u) % 256u])) | (unsigned)(blockIdx.x))) - (unsigned long long)(v2))) > (int)((int)((unsigned)((int)((unsigned long long)(arr[(threadIdx.x * 3u) % 8u]) | (unsigned long long)(arr[(threadIdx.x * 7u) % 8u]))) | (unsigned)(arr[(threadIdx.x * 2u) % 8u]))))));
    h = mix(h, (unsigned)s[((unsigned)(((int)(short)((int)((double)(short)(v2))) % ((int)(unsigned char)(v1) + 1)))) % 64u]);
    h = mix(h, __syncthreads_or(!(((int)(bytes1[((unsigned)(188)) % 16u]) > (int)((int)((unsigned)((int)q.a) | (unsigned)((int)((unsigned long long)(threadIdx.x) - (unsigned long long)(v2)))))))));
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix2[32] = {1710294098, 790893521, 810409974, 420880687, 2016737004, 1801339895, 2007361678, 54034089, 170905400, 1176849021, 1065851660, 895801174, 731369163, 461291933, 1139303898, 1924326312, 735596480, 1979604309, 2076784018, 1629434688, 386709193, 1389622186, 1030586132, 1236271614, 1527573021, 586623009, 1913472198, 1178817148, 1185121427, 286666403, 1685172146, 994860619};
static __constant__ unsigned char bytes2[16] = {55, 222, 121, 25, 215, 59, 233, 47, 12, 100, 251, 41, 213, 135, 136, 177};
static __constant__ int4 wide2[4] = {{76, 9, 63, 57}, {22, 67, 34, 82}, {57, 5, 19, 84}, {7, 6, 40, 79}};
struct P2 { int p; bool q; }; struct S2 : P2 { int a; unsigned char b; };
static __device__ inline bool less2(S2 x, S2 y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ __forceinline__ S2 pick2(S2 x, S2 y) { if (y.a == x.a && y.b == x.b) return x; return (y.b > x.b || (y.b == x.b && y.a < x.a)) ? y : x; }
static __device__ __noinline__ S2 make2(int a, bool b) { S2 r; r.a = a; r.b = b; r.p = a ^ 3; r.q = !b; return r; }
static __device__ __forceinline__ int f2_0(int x, int y) { if (x > y) return (int)((unsigned)x - (unsigned)y); return (int)((unsigned)x * 3u + (unsigned)y); }
static __device__ __forceinline__ int f2_1(int x, int y) { if (x > y) return (int)((unsigned)x - (unsigned)y); return (int)((unsigned)x * 3u + (unsigned)y); }
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
    short v1 = (short)((int)q.a);
    unsigned char v2 = (unsigned char)((int)q.a);
    arr[((unsigned)((int)((unsigned)((unsigned long long)(blockIdx.x)) + (unsigned)(((unsigned)(v2) * (unsigned)(v2)))))) % 8u] = (int)(blockIdx.x);
    arr[((unsigned)(f2_1((int)(((unsigned)((int)q.a) * (unsigned)(v2))), (int)(82)))) % 8u] = (int)((int)((unsigned)(((((int)((q.b ? 3 : 4)) < (int)((int)q.a)) && q.b) ? (int)((int)((unsigned long long)((int)q.a) - (unsigned long long)(v2))) : (int)(f2_0((int)(threadIdx.x), (int)(28))))) & (unsigned)(f2_0((int)((int)((unsigned long long)(blockIdx.x) - (unsigned long long)(arr[(threadIdx.x * 1u) % 8u]))), (int)((int)((double)(short)(111)))))));
    switch ((unsigned)((int)(((float)(short)((int)((unsigned)(blockIdx.x) & (unsigned)(in[(threadIdx.x * 4u) % 256u]))) * (float)(short)(v2)))) % 4u) {
    case 0:
        {
        v1 = (short)(__funnelshift_l((unsigned)(97), (unsigned)(((unsigned)(wide2[(threadIdx.x * 2u) % 4u].w) + (unsigned)(v1))), 7));
        }
        break;
    case 1:
        {
        q = qs[((unsigned)(102)) % 4u];
        }
        break;
    default:
        {
        for (unsigned i3 = 0; i3 < (unsigned)((((int)((double)(short)((int)((unsigned)(189) - (unsigned)(119))))) & 3)); i3++) {
            h = mix(h, i3);
            int v4 = (int)((int)((unsigned long long)(((unsigned long long)(((unsigned)(v2) % ((unsigned)(blockIdx.x) | 1u))) & (unsigned long long)(((unsigned)(v2) / ((unsigned)(112) | 1u))))) - (unsigned long long)(((int)(short)((q.b ? (int)((int)q.a) : (int)((q.b ? 3 : 4)))) / ((int)(unsigned char)(__funnelshift_l((unsigned)((q.b ? 3 : 4)), (unsigned)((int)q.a), 7)) + 1)))));
        }
        }
        break;
    }
    arr[((unsigned)((long long)((int)((unsigned long long)(v1) - (unsigned long long)(blockIdx.x))))) % 8u] = (int)(arr[((unsigned)(v2)) % 8u]);
    arr[((unsigned)(__umulhi((unsigned)(arr[(threadIdx.x * 3u) % 8u]), (unsigned)(((unsigned)((q.b ? 3 : 4)) >> ((unsigned)(arr[(threadIdx.x * 2u) % 8u]) & 31)))))) % 8u] = (int)(((int)(short)((int)((unsigned long long)((int)((double)(short)(fix2[(threadIdx.x * 8u) % 32u]))) * (unsigned long long)(190))) / ((int)(unsigned char)(((((int)(v2) < (int)(fix2[0])) || ((int)(in[(threadIdx.x * 8u) % 256u]) >= (int)(v2))) ? (int)(((unsigned)(arr[(threadIdx.x * 4u) % 8u]) + (unsigned)(arr[(threadIdx.x * 5u) % 8u]))) : (int)(((unsigned long long)(in[(threadIdx.x * 6u) % 256u]) & (unsigned long long)(arr[(threadIdx.x * 7u) % 8u]))))) + 1)));
    h = mix(h, (unsigned)__shfl_up_sync(0xffffffffu, (int)(((unsigned)(__umulhi((unsigned)(__funnelshift_l((unsigned)(blockIdx.x), (unsigned)(in[(threadIdx.x * 3u) % 256u]), 7)), (unsigned)(((unsigned)(blockIdx.x) << ((unsigned)((q.b ? 3 : 4)) & 31))))) / ((unsigned)(threadIdx.x) | 1u))), 23));
    switch ((unsigned)(n) % 4u) {
    case 0:
        {
        switch ((unsigned)(n) % 4u) {
        case 0:
            {
            q = words_shfl(q, (int)((unsigned)(f2_0((int)(((unsigned)((int)((unsigned long long)(arr[(threadIdx.x * 5u) % 8u]) & (unsigned long long)(v1))) >> ((unsigned)(f2_0((int)((q.b ? 3 : 4)), (int)(v1))) & 31))), (int)(arr[((unsigned)((q.b ? 3 : 4))) % 8u]))) % 32u));
            }
            break;
        case 1:
            {
            q = qs[((unsigned)(threadIdx.x)) % 4u];
            }
            break;
        default:
            {
            if (threadIdx.x == 0) total = 0;
            cg::this_thread_block().sync();
            atomicXor(&total, (int)(v2));
            h = mix(h, __syncthreads_count(((int)((int)(((double)(short)(threadIdx.x) / ((double)(short)(((const unsigned char *)in)[(threadIdx.x * 1u) % 1024u]) * (double)(short)(((const unsigned char *)in)[(threadIdx.x * 1u) % 1024u]) + (double)1)))) > (int)((q.b ? 3 : 4)))));
            h = mix(h, (unsigned)total);
            cg::sync(cg::this_thread_block());
            }
            break;
        }
        }
        break;
    case 1:
        {
        q = make2((int)(19), (((int)(blockIdx.x) < (int)(f2_1((int)(((unsigned long long)((int)q.a) & (unsigned long long)((int)q.a))), (int)((int)((q.b ? 3 : 4)))))) || ((int)(in[(threadIdx.x * 4u) % 256u]) > (int)(f2_0((int)(170), (int)(57))))));
        }
        break;
    default:
        {
        if (n > 2) {
            arr[((unsigned)(((((bytes2[(threadIdx.x * 8u) % 16u]) & 1) != 0) ? (int)(((unsigned long long)(fix2[7]) | (unsigned long long)(threadIdx.x))) : (int)((int)((float)(short)((q.b ? 3 : 4))))))) % 8u] = (int)(((int)(short)(__brev((unsigned)(((unsigned long long)(in[(threadIdx.x * 2u) % 256u]) ^ (unsigned long long)(in[(threadIdx.x * 2u) % 256u]))))) % ((int)(unsigned char)((int)((unsigned)(((unsigned long long)(v1) - (unsigned long long)(blockIdx.x))) + (unsigned)(((int)(short)(v1) % ((int)(unsigned char)(bytes2[(threadIdx.x * 5u) % 16u]) + 1))))) + 1)));
            h = mix(h, (unsigned)__shfl_down_sync(0xffffffffu, (int)(((int)(short)((unsigned long long)(((int)(short)(threadIdx.x) / ((int)(unsigned char)((q.b ? 3 : 4)) + 1)))) / ((int)(unsigned char)((int)((unsigned long long)(((unsigned)(threadIdx.x) - (unsigned)(blockIdx.x))) - (unsigned long long)((int)(v2)))) + 1))), 24, 32));
            arr[((unsigned)(((unsigned long long)((bool)(v1)) + (unsigned long long)((bool)(28))))) % 8u] = (int)((int)((unsigned long long)(((unsigned)(((unsigned long long)(threadIdx.x) | (unsigned long long)(v1))) * (unsigned)(((int)(short)(arr[(threadIdx.x * 4u) % 8u]) % ((int)(unsigned char)(wide2[(threadIdx.x * 6u) % 4u].y) + 1))))) & (unsigned long long)((int)(threadIdx.x))));
        }
        }
        break;
    }
    for (unsigned i5 = 0; i5 < (unsigned)(((((unsigned)(((unsigned)(54) % ((unsigned)((int)((unsigned)(arr[(threadIdx.x * 7u) % 8u]) - (unsigned)(v2))) | 1u))) << ((unsigned)((int)((unsigned)(blockIdx.x) - (unsigned)(blockIdx.x))) & 31))) & 3)); i5++) {
        h = mix(h, i5);
        h = mix(h, out[256 + 0 * 128 + blockIdx.x * 64 + threadIdx.x]);
        for (unsigned i6 = 0; i6 < (unsigned)((((int)((unsigned long long)(f2_1((int)((unsigned long long)(in[(threadIdx.x * 8u) % 256u])), (int)(f2_1((int)(194), (int)((int)q.a))))) - (unsigned long long)(((unsigned long long)((((int)(v2) >= (int)(179)) ? (int)(v2) : (int)(60))) ^ (unsigned long long)(((unsigned)(v2) / ((unsigned)(threadIdx.x) | 1u))))))) & 3)); i6++) {
            h = mix(h, i6);
            v2 = (unsigned char)((((int)(__ffs((int)(v1))) < (int)((unsigned char)(blockIdx.x))) ? (int)(__byte_perm((unsigned)((int)q.a), (unsigned)(66), 0x2517)) : (int)((int)((unsigned)((int)((unsigned long long)(in[(threadIdx.x * 1u) % 256u]) + (unsigned long long)(blockIdx.x))) | (unsigned)((unsigned long long)(threadIdx.x))))));
            out[256 + 0 * 128 + blockIdx.x * 64 + threadIdx.x] = (unsigned)((long long)(((unsigned)(((unsigned)((int)q.a) >> ((unsigned)(__ldg(&in[(threadIdx.x * 6u) % 256u])) & 31))) & (unsigned)(blockIdx.x))));
        }
    }
    for (unsigned i7 = 0; i7 < (unsigned)(n + 1); i7++) {
        h = mix(h, i7);
        switch ((unsigned)(n) % 4u) {
        case 0:
            {
            if ((((int)(((unsigned)((q.b ? 3 : 4)) >> ((unsigned)(((int)(short)((q.b ? 3 : 4)) / ((int)(unsigned char)(19) + 1))) & 31))) > (int)((int)q.a)) && ((((int)((unsigned)(12) | (unsigned)(114))) & 1) != 0))) s[threadIdx.x] = (int)((int)((unsigned long long)(v2) ^ (unsigned long long)((int)((unsigned long long)(((unsigned long long)(wide2[(threadIdx.x * 4u) % 4u].z) ^ (unsigned long long)((q.b ? 3 : 4)))) * (unsigned long long)(((int)(short)(173) % ((int)(unsigned char)(threadIdx.x) + 1))))))); else s[threadIdx.x] = 2;
            h = mix(h, __syncthreads_count(q.b));
            h = mix(h, (unsigned)s[((unsigned)(((unsigned long long)((int)q.a) ^ (unsigned long long)(((unsigned)(v2) & (unsigned)(v1)))))) % 64u]);
            h = mix(h, __syncthreads_or(!(((int)((q.b ? 3 : 4)) <= (int)(((unsigned)((int)((unsigned long long)(blockIdx.x) * (unsigned long long)((int)q.a))) & (unsigned)(((unsigned)(wide2[(threadIdx.x * 5u) % 4u].y) << ((unsigned)((int)q.a) & 31)))))))));
            if (threadIdx.x == 36) s[0] = (int)((int)((double)(short)((int)((float)(short)(arr[(threadIdx.x * 7u) % 8u])))));
            meet();
            h = mix(h, (unsigned)s[((unsigned)(blockIdx.x)) % 64u]);
            __syncthreads();
            }
            break;
        case 1:
            {
            v1 = (short)((unsigned char)(((unsigned long long)((q.b ? 3 : 4)) + (unsigned long long)(bytes2[(threadIdx.x * 4u) % 16u]))));
            }
            break;
        default:
            {
            t[threadIdx.x ^ 56u] = q;
            __syncthreads();
            q = t[((unsigned)(arr[((unsigned)(threadIdx.x)) % 8u])) % 64u];
            h = mix(h, __syncthreads_and(q.b));
            }
            break;
        }
    }
    out[256 + 1 * 128 + blockIdx.x * 64 + threadIdx.x] = (unsigned)((int)(((double)(short)(((unsigned long long)(v2) + (unsigned long long)(in[(threadIdx.x * 4u) % 256u]))) * (double)(short)(((unsigned)(in[(threadIdx.x * 3u) % 256u]) % ((unsigned)(arr[(threadIdx.x * 3u) % 8u]) | 1u))))));
    out[256 + 1 * 128 + blockIdx.x * 64 + threadIdx.x] = (unsigned)(((const int4 *)in)[((unsigned)(f2_1((int)((q.b ? 3 : 4)), (int)(blockIdx.x)))) % 64u].x);
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix3[32] = {1856093475, 1455375347, 1878306028, 1842223174, 170471445, 1818900246, 1411589067, 522471652, 390014113, 221180570, 1578614852, 1123075047, 2015393315, 259845127, 961844462, 1549640986, 1423781471, 1389003451, 1558780413, 1626376547, 1495485973, 1436688388, 755209172, 1587996705, 315354621, 1011401481, 1601744313, 1768166074, 1861157308, 463049463, 1648733204, 71638480};
static __constant__ unsigned char bytes3[16] = {173, 10, 144, 218, 217, 36, 159, 100, 243, 26, 113, 57, 215, 246, 247, 26};
static __constant__ int4 wide3[4] = {{94, 92, 6, 30}, {83, 21, 46, 79}, {4, 64, 79, 57}, {60, 85, 34, 43}};
struct S3 { float f; int a; bool b; };
static __device__ __forceinline__ bool less3(S3 x, S3 y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ __forceinline__ S3 pick3(S3 x, S3 y) { if (!x.b) return y; if (!y.b) return x; return y.a < x.a ? y : x; }
static __device__ __noinline__ S3 make3(int a, bool b) { S3 r; r.a = a; r.b = b; r.f = (float)(short)a; return r; }
static __device__ __noinline__ int f3_0(int x, int y) { switch (x & 3) { case 0: return y; case 1: y ^= 5; case 2: x ^= y; } return (int)((unsigned)x * 3u + (unsigned)y); }
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
    unsigned v1 = (unsigned)(n);
    bool v2 = (bool)(((unsigned)(__clz((int)(bytes3[(threadIdx.x * 8u) % 16u]))) % ((unsigned)((int)(((double)(short)(((const int4 *)in)[(threadIdx.x * 8u) % 64u].w) / ((double)(short)(v1) * (double)(short)(v1) + (double)1)))) | 1u)));
    if (threadIdx.x == 0) total = 0;
    h = mix(h, __syncthreads_or(((int)((int)((unsigned long long)(f3_0((int)((int)q.a), (int)(136))) | (unsigned long long)(threadIdx.x))) != (int)((int)(((float)(short)(arr[(threadIdx.x * 1u) % 8u]) < (float)(short)(arr[(threadIdx.x * 5u) % 8u]) ? (float)(short)(arr[(threadIdx.x * 1u) % 8u]) : (float)(short)(arr[(threadIdx.x * 5u) % 8u])))))));
    atomicAdd(&total, (int)(v2));
    __syncthreads();
    h = mix(h, (unsigned)total);
    h = mix(h, __syncthreads_count((((int)((int)((float)sqrt(fabs((double)((float)(short)(v2)))))) != (int)(((unsigned)(threadIdx.x) >> ((unsigned)(__vadd4((unsigned)(arr[(threadIdx.x * 7u) % 8u]), (unsigned)(v1))) & 31)))) && !(((int)(((unsigned long long)((int)q.a) - (unsigned long long)(157))) < (int)(v2))))));
    if (((int)(f3_0((int)(f3_0((int)(146), (int)(blockIdx.x))), (int)((q.b ? 3 : 4)))) == (int)(fix3[n]))) s[(threadIdx.x * 3u) & 63u] = (int)(((unsigned)(((int)(short)(blockIdx.x) % ((int)(unsigned char)(fix3[(threadIdx.x * 1u) % 32u]) + 1))) >> ((unsigned)((long long)((q.b ? 3 : 4))) & 31))); else s[(threadIdx.x * 3u) & 63u] = 4;
    cg::this_thread_block().sync();
    h = mix(h, (unsigned)s[((unsigned)(((unsigned)(((unsigned long long)(in[(threadIdx.x * 6u) % 256u]) | (unsigned long long)(wide3[(threadIdx.x * 8u) % 4u].x))) % ((unsigned)((int)((unsigned long long)(v2) & (unsigned long long)(__ldg(&in[(threadIdx.x * 3u) % 256u])))) | 1u)))) % 64u]);
    meet();
    q = pick3(q, make3((int)(((int)(short)((q.b ? 3 : 4)) % ((int)(unsigned char)((int)((unsigned long long)((int)q.a) * (unsigned long long)(v2))) + 1))), (((int)(((int)(short)(((unsigned)(threadIdx.x) % ((unsigned)((int)q.a) | 1u))) / ((int)(unsigned char)(arr[(threadIdx.x * 3u) % 8u]) + 1))) == (int)(v2)) || (((int)(threadIdx.x) >= (int)(__clz((int)(threadIdx.x)))) && q.b))));
    q = make3((int)(f3_0((int)(((unsigned)(((const unsigned char *)in)[(threadIdx.x * 3u) % 1024u]) >> ((unsigned)((int)q.a) & 31))), (int)((((int)((q.b ? 3 : 4)) == (int)(2)) ? (int)(((unsigned)(in[(threadIdx.x * 1u) % 256u]) % ((unsigned)(in[(threadIdx.x * 6u) % 256u]) | 1u))) : (int)(arr[(threadIdx.x * 8u) % 8u]))))), ((((!(((int)(in[(threadIdx.x * 2u) % 256u]) >= (int)(186))) ? (int)(((unsigned)(v1) / ((unsigned)((q.b ? 3 : 4)) | 1u))) : (int)(((unsigned long long)(fix3[7]) ^ (unsigned long long)((q.b ? 3 : 4)))))) & 1) != 0));
    if (threadIdx.x == 0) total = 0;
    __syncthreads();
    atomicXor(&total, (int)(((unsigned long long)(((unsigned)((int)((float)(short)(blockIdx.x))) >> ((unsigned)(((unsigned)(fix3[(threadIdx.x * 5u) % 32u]) / ((unsigned)(30) | 1u))) & 31))) + (unsigned long long)(((int)(short)(((unsigned)(v1) & (unsigned)(arr[(threadIdx.x * 2u) % 8u]))) % ((int)(unsigned char)(((const unsigned char *)in)[(threadIdx.x * 1u) % 1024u]) + 1))))));
    meet();
    h = mix(h, (unsigned)total);
    h = mix(h, __syncthreads_count(q.b));
    for (unsigned i3 = 0; i3 < (unsigned)(3); i3++) {
        h = mix(h, i3);
        t[threadIdx.x ^ 49u] = q;
        cg::this_thread_block().sync();
        q = t[((unsigned)(blockIdx.x)) % 64u];
        cg::sync(cg::this_thread_block());
    }
    h = mix(h, (unsigned long long)__shfl_xor_sync(0xffffffffu, (long long)(v1), 1));
    for (unsigned i4 = 0; i4 < (unsigned)(n + 1); i4++) {
        h = mix(h, i4);
        q = qs[((unsigned)(v2)) % 4u];
        for (unsigned i5 = 0; i5 < (unsigned)(((f3_0((int)(((((int)((int)q.a) < (int)(86)) || !(((int)(in[(threadIdx.x * 7u) % 256u]) > (int)((q.b ? 3 : 4))))) ? (int)(__umulhi((unsigned)((q.b ? 3 : 4)), (unsigned)(blockIdx.x))) : (int)(f3_0((int)(fix3[(threadIdx.x * 2u) % 32u]), (int)(v1))))), (int)(((unsigned)((unsigned char)(40)) / ((unsigned)((int)q.a) | 1u))))) & 3)); i5++) {
            h = mix(h, i5);
            { S3 z = q; z.b = !z.b; q = ((((int)((int)((unsigned long long)(132) + (unsigned long long)(((unsigned)(192) + (unsigned)((q.b ? 3 : 4)))))) >= (int)((int)((float)(short)(in[(threadIdx.x * 4u) % 256u])))) && (((int)(v2) <= (int)((((int)(35) >= (int)(threadIdx.x)) ? (int)(78) : (int)(in[(threadIdx.x * 3u) % 256u])))) || (((int)(in[(threadIdx.x * 8u) % 256u]) <= (int)(125)) && ((int)((int)q.a) > (int)(arr[(threadIdx.x * 8u) % 8u])))))) ? z : q; }
        }
    }
    { S3 z = q; z.b = !z.b; q = (((int)(((const short *)in)[((unsigned)(blockIdx.x)) % 512u]) >= (int)(((unsigned)(((int)(short)(v2) / ((int)(unsigned char)(v1) + 1))) | (unsigned)((int)q.a))))) ? z : q; }
    t[(threadIdx.x + 0u) & 63u] = q;
    h = mix(h, __syncthreads_count(((int)((int)((float)fmax((double)(float)(short)(v1), (double)(float)(short)(in[(threadIdx.x * 2u) % 256u])))) == (int)(__brev((unsigned)(((unsigned)(arr[(threadIdx.x * 7u) % 8u]) % ((unsigned)(blockIdx.x) | 1u))))))));
    q = t[((unsigned)(fix3[((unsigned)(v2)) % 32u])) % 64u];
    meet();
    if (n > 2) {
        arr[((unsigned)((unsigned)(((unsigned)((q.b ? 3 : 4)) - (unsigned)(96))))) % 8u] = (int)((q.b ? (int)((int)((float)fmax((double)(float)(short)(in[(threadIdx.x * 5u) % 256u]), (double)(float)(short)(v1)))) : (int)(((unsigned)(__clz((int)(threadIdx.x))) ^ (unsigned)((q.b ? (int)(((const unsigned char *)in)[(threadIdx.x * 1u) % 1024u]) : (int)(168)))))));
    }
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix4[32] = {752043606, 527415690, 794465051, 524343695, 1418431780, 851386939, 1807333750, 1117963082, 995159839, 1404337318, 72126971, 130078076, 507366168, 587592757, 1234179566, 578720419, 350817618, 122454981, 290301843, 65182157, 862376704, 162632747, 525415753, 442066160, 1667309949, 2055276753, 374049482, 712547463, 1247689141, 1936311179, 29493160, 164478830};
static __constant__ unsigned char bytes4[16] = {0, 53, 118, 64, 53, 208, 183, 234, 45, 91, 45, 17, 249, 13, 147, 249};
static __constant__ int4 wide4[4] = {{56, 42, 90, 64}, {80, 80, 86, 7}, {88, 11, 45, 73}, {6, 49, 43, 13}};
struct S4 { int a; bool b; int more[3]; };
static __device__ __forceinline__ bool less4(const S4 &x, const S4 &y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ __forceinline__ S4 pick4(const S4 &x, const S4 &y) { S4 z = x; if (y.b && y.a < z.a) z = y; return z; }
static __device__ __noinline__ S4 make4(int a, bool b) { S4 r; r.a = a; r.b = b; r.more[0] = a; r.more[1] = 1; r.more[2] = a ^ 5; return r; }
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
    long long v1 = (long long)(blockIdx.x);
    unsigned char v2 = (unsigned char)(in[((unsigned)((((int)(v1) >= (int)(in[(threadIdx.x * 6u) % 256u])) ? (int)(v1) : (int)((int)q.a)))) % 256u]);
    h = mix(h, (unsigned)__shfl_down_sync(0xffffffffu, (int)(((unsigned long long)((int)q.a) + (unsigned long long)(((unsigned)(blockIdx.x) | (unsigned)((q.b ? (int)(v1) : (int)(((const unsigned char *)in)[(threadIdx.x * 5u) % 1024u]))))))), 0, 16));
    __syncwarp();
    v1 = (long long)((int)((unsigned)(((unsigned long long)(((int)(short)(wide4[(threadIdx.x * 4u) % 4u].z) / ((int)(unsigned char)(blockIdx.x) + 1))) * (unsigned long long)(((unsigned long long)(blockIdx.x) + (unsigned long long)(arr[(threadIdx.x * 5u) % 8u]))))) & (unsigned)(v2)));
    h = mix(h, (unsigned)__shfl_up_sync(0xffffffffu, (int)((!(((int)(((unsigned)(blockIdx.x) >> ((unsigned)(blockIdx.x) & 31))) <= (int)((long long)(blockIdx.x)))) ? (int)((int)(((float)(short)(blockIdx.x) + (float)(short)(v1)))) : (int)((int)((q.b ? 3 : 4))))), 1));
    if (threadIdx.x == 0) total = 0;
    h = mix(h, __syncthreads_or((((int)(v1) >= (int)(((int)(short)((int)((unsigned)(threadIdx.x) * (unsigned)(blockIdx.x))) % ((int)(unsigned char)((int)((float)(short)((q.b ? 3 : 4)))) + 1)))) || (((int)((!(((int)(arr[(threadIdx.x * 4u) % 8u]) >= (int)(v1))) ? (int)(63) : (int)(168))) >= (int)((int)(v2))) || (((v2) & 1) != 0)))));
    atomicMax(&total, (int)((int)((unsigned)((unsigned char)(((unsigned long long)(threadIdx.x) * (unsigned long long)(v2)))) & (unsigned)((int)(((float)(short)(fix4[(threadIdx.x * 4u) % 32u]) * (float)(short)(bytes4[(threadIdx.x * 5u) % 16u])))))));
    h = mix(h, __syncthreads_and((((__ffs((int)((int)((unsigned)((q.b ? 3 : 4)) - (unsigned)(bytes4[(threadIdx.x * 7u) % 16u]))))) & 1) != 0)));
    h = mix(h, (unsigned)total);
    cg::this_thread_block().sync();
    if (n > 2) {
        switch ((unsigned)(arr[((unsigned)((int)q.a)) % 8u]) % 4u) {
        case 0:
            {
            int v3 = (int)((int)((unsigned)((int)q.a) * (unsigned)((q.b ? 3 : 4))));
            }
            break;
        case 1:
            {
            v1 = (long long)(__umulhi((unsigned)(((unsigned)(arr[(threadIdx.x * 7u) % 8u]) % ((unsigned)((!(((int)(in[(threadIdx.x * 5u) % 256u]) > (int)(arr[(threadIdx.x * 2u) % 8u]))) ? (int)(102) : (int)(v1))) | 1u))), (unsigned)((int)((float)(short)(threadIdx.x)))));
            }
            break;
        default:
            {
            h = mix(h, *(volatile unsigned *)&out[256 + 1 * 128 + blockIdx.x * 64 + threadIdx.x]);
            }
        }
        switch ((unsigned)((int)((unsigned long long)((int)((float)(short)(v1))) ^ (unsigned long long)((int)((unsigned long long)((int)((unsigned long long)(in[(threadIdx.x * 3u) % 256u]) | (unsigned long long)(v1))) & (unsigned long long)(((unsigned)(v1) / ((unsigned)(fix4[n]) | 1u))))))) % 4u) {
        case 0:
            {
            h = mix(h, (unsigned long long)(((unsigned)((q.b ? 3 : 4)) >> ((unsigned)((int)((unsigned)(((int)(short)(threadIdx.x) % ((int)(unsigned char)(((const short *)in)[(threadIdx.x * 4u) % 512u]) + 1))) & (unsigned)(((int)(short)(((const short *)in)[(threadIdx.x * 3u) % 512u]) / ((int)(unsigned char)(v1) + 1))))) & 31))));
            }
        case 1:
            {
            qs[((unsigned)(wide4[((unsigned)(threadIdx.x)) % 4u].x)) % 4u] = q;
            }
            break;
        default:
            {
            h = mix(h, (unsigned long long)(((unsigned long long)((int)(((double)(short)(arr[(threadIdx.x * 3u) % 8u]) + (double)(short)((int)q.a)))) ^ (unsigned long long)((int)((double)(short)(41))))));
            }
            break;
        }
        q = pick4(q, words_shfl(q, (int)((unsigned)(arr[((unsigned)(((unsigned)((int)q.a) >> ((unsigned)(arr[(threadIdx.x * 3u) % 8u]) & 31)))) % 8u]) % 32u)));
    }
    if (n > 2) {
        v1 = (long long)(((unsigned long long)((int)((unsigned)(blockIdx.x) * (unsigned)((bool)((int)q.a)))) * (unsigned long long)(((unsigned)((int)((unsigned long long)(v2) - (unsigned long long)(v2))) % ((unsigned)((q.b ? (int)(arr[(threadIdx.x * 5u) % 8u]) : (int)(v1))) | 1u)))));
    }
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix5[32] = {1860142144, 1417466383, 2072084699, 1762971698, 1457944465, 65118314, 342716420, 2110210049, 973705609, 187085402, 2053595726, 9203051, 1972176580, 1408587876, 2087596141, 326710053, 1929808791, 849085434, 1616696148, 163158347, 803838394, 1788940312, 1733534177, 881737751, 1287485629, 1817403046, 1007999495, 1591399857, 246197934, 1441572388, 247233332, 1837989234};
static __constant__ unsigned char bytes5[16] = {194, 148, 245, 249, 182, 211, 67, 38, 76, 13, 67, 15, 227, 234, 19, 32};
static __constant__ int4 wide5[4] = {{49, 5, 63, 13}, {8, 86, 63, 79}, {9, 43, 49, 60}, {98, 23, 83, 57}};
struct P5 { int p; bool q; }; struct S5 : P5 { int a; unsigned char b; };
static __device__ __forceinline__ bool less5(S5 x, S5 y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ __forceinline__ S5 pick5(S5 x, S5 y) { return x.a < y.a ? x : y; }
static __device__ __noinline__ S5 make5(int a, bool b) { S5 r; r.a = a; r.b = b; r.p = a ^ 3; r.q = !b; return r; }
static __device__ __forceinline__ int f5_0(int x, int y) { for (int i = 0; i < (y & 7); i++) x ^= (int)((unsigned)x << 3) ^ i; return (int)((unsigned)x * 3u + (unsigned)y); }
static __device__ inline int f5_1(int x, int y) { switch (x & 3) { case 0: return y; case 1: y ^= 5; case 2: x ^= y; } return (int)((unsigned)x * 3u + (unsigned)y); }
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
    unsigned char v1 = (unsigned char)(((unsigned)((int)((unsigned long long)(n) * (unsigned long long)((unsigned)(blockIdx.x)))) << ((unsigned)(lane) & 31)));
    unsigned char v2 = (unsigned char)((int)(((double)(short)(((unsigned)(blockIdx.x) >> ((unsigned)(v1) & 31))) < (double)(short)(f5_0((int)(blockIdx.x), (int)(in[(threadIdx.x * 5u) % 256u]))) ? (double)(short)(((unsigned)(blockIdx.x) >> ((unsigned)(v1) & 31))) : (double)(short)(f5_0((int)(blockIdx.x), (int)(in[(threadIdx.x * 5u) % 256u]))))));
    h = mix(h, *(volatile unsigned *)&out[256 + 0 * 128 + blockIdx.x * 64 + threadIdx.x]);
    h = mix(h, (unsigned)__shfl_xor_sync(0xffffffffu, (int)(((unsigned)(v2) / ((unsigned)((int)((unsigned long long)(((unsigned long long)(threadIdx.x) | (unsigned long long)(blockIdx.x))) ^ (unsigned long long)(5))) | 1u))), 1));
    q = words_shfl(q, (int)((unsigned)(blockIdx.x) % 32u));
    q = make5((int)((int)q.a), (((((unsigned)(__ffs((int)(arr[(threadIdx.x * 7u) % 8u]))) + (unsigned)((unsigned long long)(v1)))) & 1) != 0));
    if (blockIdx.x == 0) {
        long long v3 = (long long)(__vadd4((unsigned)(in[((unsigned)(v2)) % 256u]), (unsigned)((int)q.a)));
        switch ((unsigned)(n) % 4u) {
        case 0:
            {
            h = mix(h, (unsigned)__any_sync(0xffffffffu, (((int)((bool)(f5_1((int)(blockIdx.x), (int)(v1)))) <= (int)((int)((int)q.a))) || (((int)((q.b ? 3 : 4)) == (int)(((int)(short)(v3) % ((int)(unsigned char)(fix5[21]) + 1)))) && (((int)(fix5[(threadIdx.x * 7u) % 32u]) == (int)((int)q.a)) && !(((int)((int)q.a) <= (int)(threadIdx.x))))))));
            }
            break;
        case 1:
            {
            s[(threadIdx.x + 57u) & 63u] = (int)((q.b ? 3 : 4));
            meet();
            int v4 = s[((unsigned)(((unsigned)(f5_1((int)(in[(threadIdx.x * 2u) % 256u]), (int)(threadIdx.x))) - (unsigned)((int)q.a)))) % 64u] ^ (int)(s[((unsigned)(((unsigned long long)(__byte_perm((unsigned)(threadIdx.x), (unsigned)(99), 0x2517)) & (unsigned long long)(((int)(short)(fix5[(threadIdx.x * 1u) % 32u]) / ((int)(unsigned char)(20) + 1)))))) % 64u] & 255);
            h = mix(h, __syncthreads_count(q.b));
            }
            break;
        default:
            {
            h = mix(h, *(volatile unsigned *)&out[256 + 0 * 128 + blockIdx.x * 64 + threadIdx.x]);
            }
            break;
        }
        h = mix(h, out[256 + 1 * 128 + blockIdx.x * 64 + threadIdx.x]);
    }
    if (!(((int)(__popc((unsigned)(blockIdx.x))) <= (int)(((unsigned long long)(((unsigned)(v2) + (unsigned)(blockIdx.x))) - (unsigned long long)(((((arr[(threadIdx.x * 7u) % 8u]) & 1) != 0) ? (int)(arr[(threadIdx.x * 2u) % 8u]) : (int)(arr[(threadIdx.x * 2u) % 8u])))))))) s[(threadIdx.x * 3u) & 63u] = (int)(arr[((unsigned)(threadIdx.x)) % 8u]); else s[(threadIdx.x * 3u) & 63u] = 1;
    h = mix(h, __syncthreads_count(((int)((q.b ? 3 : 4)) < (int)(((unsigned)(((unsigned)(188) * (unsigned)((int)q.a))) & (unsigned)(((unsigned long long)((q.b ? 3 : 4)) | (unsigned long long)(in[(threadIdx.x * 3u) % 256u]))))))));
    h = mix(h, (unsigned)s[((unsigned)((int)((unsigned long long)(((unsigned)(((const int4 *)in)[(threadIdx.x * 2u) % 64u].x) - (unsigned)(v2))) + (unsigned long long)(v1)))) % 64u]);
    h = mix(h, __syncthreads_count(((int)((int)((float)(short)((int)q.a))) <= (int)(((unsigned)(((unsigned)(in[(threadIdx.x * 3u) % 256u]) & (unsigned)(in[(threadIdx.x * 4u) % 256u]))) + (unsigned)((((int)(v1) > (int)(v2)) ? (int)(157) : (int)(88))))))));
    if (threadIdx.x == 38) s[45] = (int)(((unsigned)(((int)(short)(threadIdx.x) / ((int)(unsigned char)(blockIdx.x) + 1))) + (unsigned)((int)((unsigned)(blockIdx.x) | (unsigned)((int)((unsigned)(arr[(threadIdx.x * 1u) % 8u]) ^ (unsigned)((int)q.a)))))));
    h = mix(h, __syncthreads_or(q.b));
    h = mix(h, (unsigned)s[((unsigned)(arr[((unsigned)(in[(threadIdx.x * 6u) % 256u])) % 8u])) % 64u]);
    cg::sync(cg::this_thread_block());
    v1 = (unsigned char)(((int)(short)((unsigned long long)(((unsigned)((int)q.a) - (unsigned)(v1)))) % ((int)(unsigned char)(((int)(short)(v1) / ((int)(unsigned char)((int)((unsigned long long)(arr[(threadIdx.x * 1u) % 8u]) + (unsigned long long)((int)q.a))) + 1))) + 1)));
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix6[32] = {2056990124, 367533439, 1526674180, 1173665190, 321005226, 1540647911, 522864969, 181827357, 702060734, 213177365, 1774920266, 1973697912, 1453630987, 1468133552, 1586925534, 884651801, 1923447692, 559253964, 435079591, 2014262783, 601449720, 2042707533, 866154443, 52055927, 97571072, 1565470157, 272848823, 1478845612, 137797648, 1601568175, 1117978674, 1592613357};
static __constant__ unsigned char bytes6[16] = {15, 240, 1, 164, 110, 41, 190, 190, 174, 227, 9, 192, 87, 186, 172, 114};
static __constant__ int4 wide6[4] = {{16, 65, 97, 69}, {28, 25, 73, 14}, {33, 2, 83, 16}, {74, 90, 83, 29}};
struct S6 { unsigned long long a; unsigned b; };
static __device__ __forceinline__ bool less6(S6 x, S6 y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ __forceinline__ S6 pick6(S6 x, S6 y) { S6 z = x; if (y.b && y.a < z.a) z = y; return z; }
static __device__ __forceinline__ S6 make6(int a, bool b) { S6 r; r.a = a; r.b = b;  return r; }
static __device__ __forceinline__ int f6_0(int x, int y) { if (x > y) return (int)((unsigned)x - (unsigned)y); return (int)((unsigned)x * 3u + (unsigned)y); }
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
    unsigned v1 = (unsigned)(((int)(short)(((unsigned long long)(f6_0((int)(n), (int)(-4))) + (unsigned long long)(((unsigned)(lane) + (unsigned)((q.b ? 3 : 4)))))) % ((int)(unsigned char)(((unsigned)(((int)(short)(threadIdx.x) / ((int)(unsigned char)(threadIdx.x) + 1))) / ((unsigned)(((unsigned)(arr[(threadIdx.x * 8u) % 8u]) | (unsigned)(blockIdx.x))) | 1u))) + 1)));
    unsigned long long v2 = (unsigned long long)((int)(((double)(short)(((unsigned)(bytes6[(threadIdx.x * 8u) % 16u]) << ((unsigned)(128) & 31))) + (double)(short)((((int)(arr[(threadIdx.x * 6u) % 8u]) != (int)(threadIdx.x)) ? (int)(v1) : (int)(blockIdx.x))))));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    h = mix(h, out[256 + 0 * 128 + blockIdx.x * 64 + threadIdx.x]);
    h = mix(h, (unsigned long long)(85));
    v1 = (unsigned)(((unsigned)((int)q.a) << ((unsigned)((((int)(v2) <= (int)(arr[(threadIdx.x * 3u) % 8u])) ? (int)((int)((unsigned)(v2) + (unsigned)(v1))) : (int)((int)((unsigned)(181) ^ (unsigned)(threadIdx.x))))) & 31)));
    if (threadIdx.x == 0) total = 0;
    __syncthreads();
    atomicAdd(&total, (int)(((unsigned)(__ffs((int)((int)((float)(short)(threadIdx.x))))) << ((unsigned)(((unsigned long long)(__vadd4((unsigned)((q.b ? 3 : 4)), (unsigned)(arr[(threadIdx.x * 2u) % 8u]))) ^ (unsigned long long)((short)(arr[(threadIdx.x * 8u) % 8u])))) & 31))));
    h = mix(h, __syncthreads_count(q.b));
    h = mix(h, (unsigned)total);
    h = mix(h, __syncthreads_count(!(((int)((int)((unsigned)((q.b ? 3 : 4)) | (unsigned)(((int)(short)(threadIdx.x) / ((int)(unsigned char)(threadIdx.x) + 1))))) != (int)(((unsigned)(((unsigned long long)((q.b ? 3 : 4)) - (unsigned long long)((int)q.a))) | (unsigned)((int)((double)(short)(v1)))))))));
    unsigned long long v3 = (unsigned long long)((int)((double)fmax((double)(double)(short)(v1), (double)(double)(short)((int)q.a))));
    v2 = (unsigned long long)(((unsigned long long)(f6_0((int)((!(((int)(v2) <= (int)((q.b ? 3 : 4)))) ? (int)(blockIdx.x) : (int)(threadIdx.x))), (int)(__brev((unsigned)(119))))) | (unsigned long long)((int)((unsigned long long)(((unsigned long long)((int)q.a) | (unsigned long long)(threadIdx.x))) - (unsigned long long)(fix6[n])))));
    q = qs[((unsigned)(threadIdx.x)) % 4u];
    if (threadIdx.x == 0) total = 0;
    meet();
    atomicXor(&total, (int)((int)((unsigned long long)((int)((double)sqrt(fabs((double)((double)(short)((q.b ? 3 : 4))))))) ^ (unsigned long long)(v2))));
    cg::this_thread_block().sync();
    h = mix(h, (unsigned)total);
    cg::sync(cg::this_thread_block());
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix7[32] = {74670799, 2020840773, 94833816, 1111029112, 726491986, 296713319, 645729656, 45911393, 1850461631, 650634165, 511872256, 1203924258, 964112763, 292563334, 1842321565, 1379647316, 1674939922, 1528706218, 365254244, 1517093925, 1206416526, 1233034916, 1791496383, 790230555, 1645963473, 251030065, 1464698757, 1491924594, 1583755015, 588810656, 1863521066, 553979442};
static __constant__ unsigned char bytes7[16] = {192, 122, 132, 153, 156, 133, 210, 245, 0, 165, 228, 220, 125, 34, 98, 28};
static __constant__ int4 wide7[4] = {{72, 95, 93, 79}, {87, 52, 66, 77}, {19, 97, 38, 30}, {92, 16, 84, 88}};
struct S7 { int a; bool b; };
static __device__ __noinline__ bool less7(S7 x, S7 y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ __forceinline__ S7 pick7(S7 x, S7 y) { return x.a < y.a ? x : y; }
static __device__ __forceinline__ S7 make7(int a, bool b) { S7 r; r.a = a; r.b = b;  return r; }
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
    unsigned long long v1 = (unsigned long long)(arr[((unsigned)(in[(threadIdx.x * 5u) % 256u])) % 8u]);
    unsigned char v2 = (unsigned char)((!(((int)(__popc((unsigned)(threadIdx.x))) <= (int)((q.b ? 3 : 4)))) ? (int)(((unsigned)(bytes7[(threadIdx.x * 4u) % 16u]) / ((unsigned)((q.b ? (int)(threadIdx.x) : (int)((int)q.a))) | 1u))) : (int)((int)q.a)));
    if (blockIdx.x == 0) {
        h = mix(h, (unsigned)__shfl_sync(0xffffffffu, (int)((int)q.a), (int)((unsigned)(((int)(short)(((unsigned long long)(__funnelshift_l((unsigned)((q.b ? 3 : 4)), (unsigned)(blockIdx.x), 7)) + (unsigned long long)(((unsigned)(fix7[(threadIdx.x * 5u) % 32u]) / ((unsigned)(fix7[6]) | 1u))))) / ((int)(unsigned char)(((unsigned)((int)((double)(short)((int)q.a))) * (unsigned)((int)((unsigned long long)(threadIdx.x) + (unsigned long long)(arr[(threadIdx.x * 3u) % 8u]))))) + 1))) % 32u)));
        switch ((unsigned)(((int)(short)((int)q.a) / ((int)(unsigned char)(((unsigned)((int)((double)(short)(v1))) << ((unsigned)(((unsigned)(72) | (unsigned)(v1))) & 31))) + 1))) % 4u) {
        case 0:
            {
            v2 = (unsigned char)((int)((double)(short)(117)));
            }
            break;
        case 1:
            {
            unsigned char v3 = (unsigned char)((int)((unsigned long long)(((int)(short)((int)((unsigned long long)(in[(threadIdx.x * 5u) % 256u]) - (unsigned long long)(in[(threadIdx.x * 4u) % 256u]))) / ((int)(unsigned char)((int)((unsigned)((int)q.a) & (unsigned)(in[(threadIdx.x * 2u) % 256u]))) + 1))) - (unsigned long long)(((unsigned)(arr[(threadIdx.x * 7u) % 8u]) << ((unsigned)(((unsigned)((int)q.a) % ((unsigned)(threadIdx.x) | 1u))) & 31)))));
            }
        default:
            {
            v2 = (unsigned char)((q.b ? 3 : 4));
            }
            break;
        }
    }
    h = mix(h, (unsigned long long)(arr[((unsigned)(threadIdx.x)) % 8u]));
    for (unsigned i4 = 0; i4 < (unsigned)(n); i4++) {
        h = mix(h, i4);
        if (n > 2) {
            t[(threadIdx.x * 3u) & 63u] = q;
            h = mix(h, __syncthreads_and((((int)((unsigned char)(((unsigned)(blockIdx.x) >> ((unsigned)((int)q.a) & 31)))) >= (int)((int)((double)fmax((double)(double)(short)(v2), (double)(double)(short)(v1))))) && !(((int)((int)((unsigned)(arr[(threadIdx.x * 1u) % 8u]) * (unsigned)((q.b ? 3 : 4)))) <= (int)(((unsigned long long)(threadIdx.x) + (unsigned long long)((q.b ? 3 : 4)))))))));
            q = t[((unsigned)((int)((unsigned long long)(115) - (unsigned long long)(((unsigned)(arr[(threadIdx.x * 5u) % 8u]) - (unsigned)(v2)))))) % 64u];
            h = mix(h, __syncthreads_or((((int)(195) != (int)((((int)(138) != (int)(blockIdx.x)) ? (int)((!(((int)(blockIdx.x) == (int)(v1))) ? (int)(in[(threadIdx.x * 6u) % 256u]) : (int)(v1))) : (int)((q.b ? 3 : 4))))) || (((int)(((unsigned)((q.b ? 3 : 4)) - (unsigned)(in[(threadIdx.x * 6u) % 256u]))) > (int)(__popc((unsigned)(191)))) || !(((int)(blockIdx.x) != (int)(in[(threadIdx.x * 5u) % 256u])))))));
        }
        short v5 = (short)(__ffs((int)(((unsigned)(__vadd4((unsigned)(26), (unsigned)((q.b ? 3 : 4)))) % ((unsigned)(((unsigned)(threadIdx.x) << ((unsigned)(v1) & 31))) | 1u)))));
    }
    for (unsigned i6 = 0; i6 < (unsigned)((((int)((unsigned long long)((int)q.a) - (unsigned long long)(((unsigned)((unsigned char)(52)) << ((unsigned)(arr[(threadIdx.x * 6u) % 8u]) & 31))))) & 3)); i6++) {
        if ((((int)((int)((unsigned long long)((short)(118)) * (unsigned long long)((bool)((q.b ? 3 : 4))))) < (int)(((unsigned long long)(((unsigned)(v1) % ((unsigned)(fix7[26]) | 1u))) ^ (unsigned long long)(((unsigned)(fix7[(threadIdx.x * 1u) % 32u]) / ((unsigned)(56) | 1u)))))) || ((int)((short)((q.b ? 3 : 4))) == (int)(v2)))) continue;
        h = mix(h, i6);
        h = mix(h, (unsigned long long)((bool)(((unsigned long long)(((int)(short)(v1) / ((int)(unsigned char)(__ldg(&in[(threadIdx.x * 8u) % 256u])) + 1))) + (unsigned long long)(179)))));
    }
    for (int d = 16; d; d /= 2) q = pick7(q, words_shfl(q, (lane + d) & 31));
    h = mix(h, (unsigned long long)((q.b ? 3 : 4)));
    if (threadIdx.x == 0) total = 0;
    h = mix(h, __syncthreads_and(q.b));
    atomicOr(&total, (int)(((unsigned long long)(((unsigned)(153) % ((unsigned)((int)((unsigned)(blockIdx.x) ^ (unsigned)(172))) | 1u))) - (unsigned long long)((int)q.a))));
    __syncthreads();
    h = mix(h, (unsigned)total);
    h = mix(h, __syncthreads_count((((int)((int)((unsigned long long)((bool)((int)q.a)) - (unsigned long long)((q.b ? 3 : 4)))) >= (int)(((unsigned long long)(((unsigned long long)(in[(threadIdx.x * 2u) % 256u]) + (unsigned long long)((int)q.a))) | (unsigned long long)((int)((unsigned long long)((q.b ? 3 : 4)) - (unsigned long long)(threadIdx.x)))))) || (((int)((q.b ? (int)((int)q.a) : (int)((q.b ? 3 : 4)))) != (int)(((unsigned)((q.b ? 3 : 4)) % ((unsigned)((q.b ? 3 : 4)) | 1u)))) || (((int)(arr[(threadIdx.x * 4u) % 8u]) == (int)((q.b ? 3 : 4))) && (((arr[(threadIdx.x * 3u) % 8u]) & 1) != 0))))));
    h = mix(h, __match_any_sync(0xffffffffu, (int)((q.b ? 3 : 4)) & 3));
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix8[32] = {1819545922, 278164448, 1124826700, 2075297624, 1321541695, 2092015523, 1098806385, 599635811, 918161888, 1685890849, 2090086235, 1394839457, 625756609, 431338373, 142273818, 845795301, 788274975, 310202750, 1554991502, 300790508, 906683700, 703344941, 314990315, 1576386915, 55928090, 1061152725, 650075393, 2037703358, 254836186, 584423029, 1868211516, 354133079};
static __constant__ unsigned char bytes8[16] = {126, 96, 170, 115, 134, 50, 133, 118, 19, 29, 33, 129, 48, 219, 79, 131};
static __constant__ int4 wide8[4] = {{43, 92, 40, 19}, {82, 29, 85, 77}, {4, 21, 27, 41}, {96, 21, 19, 13}};
struct S8 { int a; bool b; int more[3]; };
static __device__ __noinline__ bool less8(S8 x, S8 y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ __noinline__ S8 pick8(S8 x, S8 y) { return less8(y, x) ? y : x; }
static __device__ inline S8 make8(int a, bool b) { S8 r; r.a = a; r.b = b; r.more[0] = a; r.more[1] = 1; r.more[2] = a ^ 5; return r; }
static __device__ __noinline__ int f8_0(int x, int y) { for (int i = 0; i < (y & 7); i++) x ^= (int)((unsigned)x << 3) ^ i; return (int)((unsigned)x * 3u + (unsigned)y); }
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
    unsigned long long v1 = (unsigned long long)(f8_0((int)(((unsigned)(((unsigned)((int)q.a) % ((unsigned)((q.b ? 3 : 4)) | 1u))) << ((unsigned)(in[(threadIdx.x * 3u) % 256u]) & 31))), (int)(fix8[((unsigned)(blockIdx.x)) % 32u])));
    long long v2 = (long long)(((unsigned long long)(((unsigned)(((unsigned)((int)q.a) | (unsigned)(__ldg(&in[(threadIdx.x * 1u) % 256u])))) >> ((unsigned)(((int)(short)(blockIdx.x) % ((int)(unsigned char)(blockIdx.x) + 1))) & 31))) | (unsigned long long)(66)));
    arr[((unsigned)(bytes8[((unsigned)(arr[(threadIdx.x * 6u) % 8u])) % 16u])) % 8u] = (int)((int)((unsigned)((q.b ? 3 : 4)) ^ (unsigned)(((((int)(in[(threadIdx.x * 8u) % 256u]) <= (int)(arr[(threadIdx.x * 4u) % 8u])) || ((int)(arr[(threadIdx.x * 1u) % 8u]) == (int)(v1))) ? (int)((int)((unsigned)((q.b ? 3 : 4)) * (unsigned)(arr[(threadIdx.x * 4u) % 8u]))) : (int)(((unsigned)(arr[(threadIdx.x * 2u) % 8u]) << ((unsigned)((q.b ? 3 : 4)) & 31)))))));
    out[256 + 0 * 128 + blockIdx.x * 64 + threadIdx.x] = (unsigned)(f8_0((int)(((((arr[(threadIdx.x * 8u) % 8u]) & 1) != 0) ? (int)((int)((double)(short)(in[(threadIdx.x * 3u) % 256u]))) : (int)((int)((unsigned long long)(v1) | (unsigned long long)(v2))))), (int)(in[((unsigned)(threadIdx.x)) % 256u])));
    if (threadIdx.x == 0) total = 0;
    cg::this_thread_block().sync();
    atomicAdd(&total, (int)(arr[((unsigned)((int)((unsigned)(arr[(threadIdx.x * 1u) % 8u]) | (unsigned)(fix8[20])))) % 8u]));
    meet();
    h = mix(h, (unsigned)total);
    h = mix(h, __syncthreads_count(!(((int)((int)((unsigned long long)(v2) ^ (unsigned long long)(((int)(short)(v2) / ((int)(unsigned char)((q.b ? 3 : 4)) + 1))))) < (int)(arr[((unsigned)(v2)) % 8u])))));
    arr[((unsigned)(__popc((unsigned)(v1)))) % 8u] = (int)((unsigned long long)(v1));
    v1 = (unsigned long long)(((unsigned)(threadIdx.x) + (unsigned)(blockIdx.x)));
    t[(threadIdx.x * 7u) & 63u] = q;
    __syncthreads();
    q = t[((unsigned)(in[((unsigned)((q.b ? 3 : 4))) % 256u])) % 64u];
    cg::this_thread_block().sync();
    if (n > 2) {
        if (n > 2) {
            h = mix(h, (unsigned long long)(v2));
            h = mix(h, (unsigned long long)(in[((unsigned)((int)((double)(short)((q.b ? 3 : 4))))) % 256u]));
            out[256 + 1 * 128 + blockIdx.x * 64 + threadIdx.x] = (unsigned)((int)(((float)(short)(f8_0((int)(arr[(threadIdx.x * 5u) % 8u]), (int)(174))) < (float)(short)(in[(threadIdx.x * 3u) % 256u]) ? (float)(short)(f8_0((int)(arr[(threadIdx.x * 5u) % 8u]), (int)(174))) : (float)(short)(in[(threadIdx.x * 3u) % 256u]))));
        }
        v2 = (long long)(((((int)(((unsigned long long)(13) | (unsigned long long)(threadIdx.x))) == (int)(((const int4 *)in)[(threadIdx.x * 1u) % 64u].x)) && ((int)((q.b ? 3 : 4)) <= (int)(arr[(threadIdx.x * 2u) % 8u]))) ? (int)((int)(((double)(short)(arr[(threadIdx.x * 7u) % 8u]) * (double)(short)(threadIdx.x)))) : (int)((int)((unsigned long long)((bool)((q.b ? 3 : 4))) ^ (unsigned long long)(((int)(short)(fix8[(threadIdx.x * 1u) % 32u]) / ((int)(unsigned char)(blockIdx.x) + 1)))))));
        switch ((unsigned)(n) % 4u) {
        case 0:
            {
            h = mix(h, (unsigned long long)(((unsigned long long)(f8_0((int)(((int)(short)((int)q.a) / ((int)(unsigned char)(v1) + 1))), (int)(((unsigned)(183) | (unsigned)(threadIdx.x))))) * (unsigned long long)(blockIdx.x))));
            }
            break;
        case 1:
            {
            q = alias_shfl(q, 29);
            }
            break;
        default:
            {
            h = mix(h, out[256 + 0 * 128 + blockIdx.x * 64 + threadIdx.x]);
            }
            break;
        }
    }
    for (unsigned i3 = 0; i3 < (unsigned)(((__brev((unsigned)(f8_0((int)(threadIdx.x), (int)((q.b ? 3 : 4)))))) & 3)); i3++) {
        if (((int)(((int)(short)(((unsigned)(arr[(threadIdx.x * 1u) % 8u]) % ((unsigned)(blockIdx.x) | 1u))) / ((int)(unsigned char)((((int)(wide8[(threadIdx.x * 1u) % 4u].w) > (int)(32)) ? (int)(v2) : (int)(threadIdx.x))) + 1))) >= (int)(f8_0((int)(__vadd4((unsigned)(-4), (unsigned)((int)q.a))), (int)(((const unsigned char *)in)[(threadIdx.x * 1u) % 1024u]))))) break;
        h = mix(h, i3);
        unsigned char v4 = (unsigned char)(((int)(short)(((unsigned)(((int)(short)(threadIdx.x) % ((int)(unsigned char)(blockIdx.x) + 1))) % ((unsigned)(arr[(threadIdx.x * 6u) % 8u]) | 1u))) / ((int)(unsigned char)(f8_0((int)(__clz((int)(threadIdx.x))), (int)((int)((unsigned long long)(threadIdx.x) | (unsigned long long)(98))))) + 1)));
    }
    for (unsigned i5 = 0; i5 < (unsigned)(3); i5++) {
        h = mix(h, i5);
        arr[((unsigned)(in[((unsigned)((q.b ? 3 : 4))) % 256u])) % 8u] = (int)((int)((unsigned)(((unsigned)(((unsigned)(arr[(threadIdx.x * 6u) % 8u]) / ((unsigned)(threadIdx.x) | 1u))) + (unsigned)(arr[(threadIdx.x * 3u) % 8u]))) & (unsigned)((int)q.a)));
        q = make8((int)(((unsigned)(((unsigned long long)(((unsigned)(v1) << ((unsigned)(((const short *)in)[(threadIdx.x * 4u) % 512u]) & 31))) | (unsigned long long)((!(((int)(184) == (int)(v2))) ? (int)(12) : (int)(arr[(threadIdx.x * 5u) % 8u]))))) * (unsigned)(v2))), q.b);
    }
    __syncwarp();
    v1 = (unsigned long long)((!(((int)(((unsigned long long)(in[(threadIdx.x * 1u) % 256u]) | (unsigned long long)(fix8[n]))) > (int)((int)((float)(short)(in[(threadIdx.x * 7u) % 256u]))))) ? (int)((int)q.a) : (int)(f8_0((int)(threadIdx.x), (int)(v2)))));
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix9[32] = {1573462986, 1261363726, 1129206781, 58580405, 1823137009, 1452619818, 2012802389, 1005373286, 125633984, 1718269850, 678205412, 1665502178, 637074277, 320876139, 2085888589, 1266622689, 528139784, 1138612630, 237058393, 935337696, 1907358754, 956356877, 810571271, 1905495220, 27782772, 1348416525, 518937199, 394646539, 742794282, 4572533, 1023607941, 349059870};
static __constant__ unsigned char bytes9[16] = {137, 136, 226, 103, 220, 34, 173, 126, 42, 109, 198, 23, 220, 165, 56, 221};
static __constant__ int4 wide9[4] = {{94, 58, 39, 27}, {76, 13, 80, 55}, {20, 79, 84, 88}, {13, 17, 31, 52}};
struct S9 { long long a; bool b; };
static __device__ inline bool less9(const S9 &x, const S9 &y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ __noinline__ S9 pick9(const S9 &x, const S9 &y) { return x.a < y.a ? x : y; }
static __device__ __forceinline__ S9 make9(int a, bool b) { S9 r; r.a = a; r.b = b;  return r; }
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
    bool v1 = (bool)((long long)((int)((unsigned)(((unsigned)((q.b ? 3 : 4)) ^ (unsigned)(n))) ^ (unsigned)(((unsigned)(blockIdx.x) | (unsigned)(fix9[n]))))));
    unsigned v2 = (unsigned)(((unsigned)((int)(((double)(short)((q.b ? 3 : 4)) + (double)(short)(v1)))) % ((unsigned)((q.b ? 3 : 4)) | 1u)));
    h = mix(h, *(volatile unsigned *)&out[256 + 1 * 128 + blockIdx.x * 64 + threadIdx.x]);
    if ((((int)((long long)((bool)(v1))) <= (int)((long long)(((unsigned long long)(arr[(threadIdx.x * 6u) % 8u]) & (unsigned long long)(blockIdx.x))))) && ((int)(threadIdx.x) < (int)(__funnelshift_l((unsigned)(threadIdx.x), (unsigned)(threadIdx.x), 7))))) {
        switch ((unsigned)(threadIdx.x) % 4u) {
        case 0:
            {
            { S9 z = q; z.b = !z.b; q = (((int)(blockIdx.x) == (int)(((((int)(in[(threadIdx.x * 3u) % 256u]) == (int)((int)q.a)) && q.b) ? (int)((int)((unsigned)(arr[(threadIdx.x * 6u) % 8u]) * (unsigned)(threadIdx.x))) : (int)(arr[(threadIdx.x * 7u) % 8u]))))) ? z : q; }
            }
        case 1:
            {
            v1 = (bool)(v2);
            }
        default:
            {
            v1 = (bool)(((int)(short)((int)((float)sqrt(fabs((double)((float)(short)(33)))))) / ((int)(unsigned char)(((unsigned)(((unsigned)(arr[(threadIdx.x * 5u) % 8u]) / ((unsigned)(arr[(threadIdx.x * 5u) % 8u]) | 1u))) % ((unsigned)((!(((int)(blockIdx.x) < (int)(v2))) ? (int)(in[(threadIdx.x * 5u) % 256u]) : (int)(65))) | 1u))) + 1)));
            }
            break;
        }
        switch ((unsigned)((int)((unsigned)(((int)(short)((long long)((int)q.a)) / ((int)(unsigned char)(((unsigned)(bytes9[(threadIdx.x * 6u) % 16u]) / ((unsigned)((q.b ? 3 : 4)) | 1u))) + 1))) | (unsigned)(((unsigned)(((unsigned)(19) << ((unsigned)(v2) & 31))) >> ((unsigned)((int)((unsigned long long)(blockIdx.x) | (unsigned long long)(threadIdx.x))) & 31))))) % 4u) {
        case 0:
            {
            v1 = (bool)((((int)((int)((float)(short)(v2))) <= (int)((int)((unsigned)(arr[(threadIdx.x * 4u) % 8u]) * (unsigned)(v2)))) ? (int)(threadIdx.x) : (int)((int)q.a)));
            }
            break;
        case 1:
            {
            h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
            }
            break;
        default:
            {
            long long v3 = (long long)((short)((int)((unsigned long long)(threadIdx.x) - (unsigned long long)((short)(124)))));
            }
            break;
        }
    }
    if (threadIdx.x == 0) total = 0;
    h = mix(h, __syncthreads_count((((int)(__umulhi((unsigned)((int)((unsigned long long)((q.b ? 3 : 4)) + (unsigned long long)(arr[(threadIdx.x * 6u) % 8u]))), (unsigned)(__clz((int)(v1))))) != (int)(110)) && ((int)((unsigned long long)(v1)) > (int)((q.b ? 3 : 4))))));
    atomicXor(&total, (int)(((int)(short)(threadIdx.x) % ((int)(unsigned char)((int)((unsigned long long)((int)q.a) * (unsigned long long)(in[(threadIdx.x * 7u) % 256u]))) + 1))));
    cg::this_thread_block().sync();
    h = mix(h, (unsigned)total);
    cg::sync(cg::this_thread_block());
    h = mix(h, (unsigned)__any_sync(0xffffffffu, (((int)((q.b ? 3 : 4)) == (int)(v2)) && (((int)(threadIdx.x) >= (int)((bool)(in[(threadIdx.x * 1u) % 256u]))) && !(((int)((q.b ? 3 : 4)) > (int)(threadIdx.x)))))));
    arr[((unsigned)((int)(((double)(short)((int)q.a) + (double)(short)(((const unsigned char *)in)[(threadIdx.x * 4u) % 1024u]))))) % 8u] = (int)((int)q.a);
    q = pick9(q, words_shfl(q, (int)((unsigned)(((unsigned)(in[((unsigned)(arr[(threadIdx.x * 4u) % 8u])) % 256u]) * (unsigned)(((unsigned long long)(threadIdx.x) & (unsigned long long)((unsigned char)(arr[(threadIdx.x * 6u) % 8u])))))) % 32u)));
    if (n > 2) {
        h = mix(h, (unsigned long long)((int)((unsigned)((((int)(arr[(threadIdx.x * 7u) % 8u]) <= (int)(arr[(threadIdx.x * 7u) % 8u])) ? (int)(((unsigned)(arr[(threadIdx.x * 3u) % 8u]) << ((unsigned)(blockIdx.x) & 31))) : (int)(in[(threadIdx.x * 5u) % 256u]))) * (unsigned)(v1))));
        switch ((unsigned)((int)(((float)(short)(threadIdx.x) / ((float)(short)((unsigned char)(blockIdx.x)) * (float)(short)((unsigned char)(blockIdx.x)) + (float)1)))) % 4u) {
        case 0:
            {
            bool v4 = (bool)((q.b ? (int)(171) : (int)((int)((unsigned)(((unsigned)(in[(threadIdx.x * 3u) % 256u]) | (unsigned)(threadIdx.x))) & (unsigned)((int)((unsigned)(v2) * (unsigned)((q.b ? 3 : 4))))))));
            }
            break;
        case 1:
            {
            arr[((unsigned)(in[((unsigned)(wide9[(threadIdx.x * 2u) % 4u].w)) % 256u])) % 8u] = (int)(__popc((unsigned)(73)));
            }
            break;
        default:
            {
            arr[((unsigned)(((unsigned)((unsigned)(52)) >> ((unsigned)(((int)(short)(blockIdx.x) % ((int)(unsigned char)(in[(threadIdx.x * 5u) % 256u]) + 1))) & 31)))) % 8u] = (int)(((const int4 *)in)[((unsigned)((int)((unsigned)(9) ^ (unsigned)((q.b ? 3 : 4))))) % 64u].x);
            }
            break;
        }
    }
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix10[32] = {1009869845, 1920077952, 99902638, 400679745, 1606333214, 491509446, 131934367, 1649305098, 1511505146, 9001964, 1455946729, 437976816, 469774641, 480359536, 425188164, 1882013434, 670461596, 1030638075, 802424741, 1183488117, 1573454010, 1786975886, 559339972, 350437234, 1531895744, 1806204152, 1484591811, 1649362273, 1881916738, 695788667, 58747195, 175688288};
static __constant__ unsigned char bytes10[16] = {54, 28, 43, 127, 159, 133, 241, 114, 46, 210, 85, 48, 238, 129, 197, 102};
static __constant__ int4 wide10[4] = {{32, 17, 79, 7}, {91, 44, 12, 76}, {19, 39, 77, 63}, {2, 19, 46, 34}};
struct S10 { int a; bool b; int more[3]; };
static __device__ __noinline__ bool less10(const S10 &x, const S10 &y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ inline S10 pick10(const S10 &x, const S10 &y) { S10 z = x; if (y.b && y.a < z.a) z = y; return z; }
static __device__ __forceinline__ S10 make10(int a, bool b) { S10 r; r.a = a; r.b = b; r.more[0] = a; r.more[1] = 1; r.more[2] = a ^ 5; return r; }
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
    int v1 = (int)(145);
    short v2 = (short)(((unsigned)((int)(((unsigned)((q.b ? 3 : 4)) / ((unsigned)((q.b ? 3 : 4)) | 1u)))) * (unsigned)((int)(((float)(short)(threadIdx.x) < (float)(short)(((const int4 *)in)[(threadIdx.x * 7u) % 64u].w) ? (float)(short)(threadIdx.x) : (float)(short)(((const int4 *)in)[(threadIdx.x * 7u) % 64u].w))))));
    h = mix(h, (unsigned)__any_sync(0xffffffffu, !(((int)(((unsigned long long)((int)((double)(short)(53))) & (unsigned long long)((int)((float)(short)(in[(threadIdx.x * 7u) % 256u]))))) > (int)(v1)))));
    v1 = (int)(((unsigned long long)((q.b ? 3 : 4)) * (unsigned long long)(((unsigned)((int)((double)(short)(threadIdx.x))) >> ((unsigned)(arr[(threadIdx.x * 8u) % 8u]) & 31)))));
    h = mix(h, __match_any_sync(0xffffffffu, (int)((int)((unsigned long long)(((unsigned)(((unsigned)(v1) << ((unsigned)((int)q.a) & 31))) - (unsigned)((unsigned char)(threadIdx.x)))) - (unsigned long long)(((unsigned)(in[(threadIdx.x * 8u) % 256u]) << ((unsigned)(__byte_perm((unsigned)(v1), (unsigned)(in[(threadIdx.x * 3u) % 256u]), 0x2517)) & 31))))) & 3));
    h = mix(h, (unsigned)__shfl_sync(0xffffffffu, (int)(((int)(short)(((unsigned)((int)(blockIdx.x)) * (unsigned)((int)((unsigned)(in[(threadIdx.x * 8u) % 256u]) | (unsigned)(threadIdx.x))))) / ((int)(unsigned char)((q.b ? 3 : 4)) + 1))), (int)((unsigned)(((unsigned)(((unsigned)((int)((double)(short)(v2))) << ((unsigned)(threadIdx.x) & 31))) + (unsigned)(fix10[18]))) % 32u)));
    h = mix(h, (unsigned long long)(__vadd4((unsigned)(((int)(short)(((unsigned)(fix10[(threadIdx.x * 7u) % 32u]) << ((unsigned)(threadIdx.x) & 31))) % ((int)(unsigned char)(v2) + 1))), (unsigned)((int)(((float)(short)(v2) * (float)(short)(in[(threadIdx.x * 4u) % 256u])))))));
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix11[32] = {416339039, 643536096, 541925843, 1165319660, 766397923, 1757161812, 1733112951, 302444414, 1480380689, 1781637400, 1466175871, 956145415, 69934303, 320831536, 2089907018, 1567975829, 1337051172, 1102493472, 2147367629, 1480347407, 861837350, 910394085, 300950938, 695571630, 1201498977, 1758734403, 1238737192, 1126758591, 1821235860, 955086250, 1098673512, 1462278846};
static __constant__ unsigned char bytes11[16] = {29, 29, 126, 193, 114, 38, 10, 197, 144, 2, 71, 180, 219, 40, 161, 168};
static __constant__ int4 wide11[4] = {{19, 27, 26, 97}, {90, 89, 94, 89}, {64, 74, 71, 93}, {51, 31, 15, 15}};
struct S11 { int a; bool b; int more[3]; };
static __device__ inline bool less11(S11 x, S11 y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ inline S11 pick11(S11 x, S11 y) { return less11(y, x) ? y : x; }
static __device__ __forceinline__ S11 make11(int a, bool b) { S11 r; r.a = a; r.b = b; r.more[0] = a; r.more[1] = 1; r.more[2] = a ^ 5; return r; }
static __device__ __forceinline__ int f11_0(int x, int y) { if (x > y) return (int)((unsigned)x - (unsigned)y); return (int)((unsigned)x * 3u + (unsigned)y); }
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
    unsigned long long v1 = (unsigned long long)(((unsigned)(__funnelshift_l((unsigned)(n), (unsigned)(blockIdx.x), 7)) / ((unsigned)(((unsigned long long)(((unsigned)(blockIdx.x) & (unsigned)((q.b ? 3 : 4)))) | (unsigned long long)(threadIdx.x))) | 1u)));
    int v2 = (int)((int)((unsigned long long)(v1) + (unsigned long long)((int)((unsigned)(((unsigned)(arr[(threadIdx.x * 5u) % 8u]) << ((unsigned)(blockIdx.x) & 31))) + (unsigned)(threadIdx.x)))));
    h = mix(h, (unsigned)__any_sync(0xffffffffu, ((((bool)((q.b ? 3 : 4))) & 1) != 0)));
    h = mix(h, (unsigned long long)((int)((float)fmax((double)(float)(short)(((int)(short)((int)q.a) % ((int)(unsigned char)((q.b ? 3 : 4)) + 1))), (double)(float)(short)(((int)(short)(fix11[6]) / ((int)(unsigned char)(in[(threadIdx.x * 1u) % 256u]) + 1)))))));
    unsigned v3 = (unsigned)(v1);
    h = mix(h, (unsigned long long)(arr[((unsigned)(((unsigned)(threadIdx.x) + (unsigned)(threadIdx.x)))) % 8u]));
    h = mix(h, __match_any_sync(0xffffffffu, (int)((int)((double)sqrt(fabs((double)((double)(short)(threadIdx.x)))))) & 3));
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix12[32] = {312361965, 800199404, 466146248, 1325980332, 1234684737, 1974586734, 1631430284, 115096511, 2044169771, 13688167, 1534798712, 885502244, 1855455593, 782189565, 1708185587, 1060339237, 1197583405, 1998056855, 1358376904, 42831262, 1597194346, 950043395, 931832011, 1973253562, 936945898, 1012296766, 1863207530, 1601056025, 926355448, 1730603221, 905471835, 1116418895};
static __constant__ unsigned char bytes12[16] = {219, 169, 197, 6, 17, 178, 249, 152, 151, 237, 240, 179, 126, 198, 118, 72};
static __constant__ int4 wide12[4] = {{12, 23, 1, 44}, {42, 64, 52, 24}, {26, 65, 80, 59}, {73, 37, 67, 4}};
struct S12 { long long a; bool b; };
static __device__ __forceinline__ bool less12(S12 x, S12 y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ inline S12 pick12(S12 x, S12 y) { return less12(y, x) ? y : x; }
static __device__ __forceinline__ S12 make12(int a, bool b) { S12 r; r.a = a; r.b = b;  return r; }
static __device__ __forceinline__ int f12_0(int x, int y) { if (x > y) return (int)((unsigned)x - (unsigned)y); return (int)((unsigned)x * 3u + (unsigned)y); }
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
    long long v1 = (long long)(__clz((int)(((unsigned long long)(((unsigned)((int)q.a) & (unsigned)(threadIdx.x))) * (unsigned long long)((!(((int)(arr[(threadIdx.x * 8u) % 8u]) >= (int)(in[(threadIdx.x * 2u) % 256u]))) ? (int)(in[(threadIdx.x * 6u) % 256u]) : (int)((q.b ? 3 : 4))))))));
    unsigned v2 = (unsigned)((int)((unsigned)(((((int)((int)q.a) <= (int)(in[(threadIdx.x * 2u) % 256u])) && (((fix12[15]) & 1) != 0)) ? (int)(((unsigned long long)((q.b ? 3 : 4)) & (unsigned long long)(threadIdx.x))) : (int)((int)q.a))) + (unsigned)(((unsigned)((int)((float)(short)(arr[(threadIdx.x * 1u) % 8u]))) ^ (unsigned)(arr[(threadIdx.x * 8u) % 8u])))));
    switch ((unsigned)(f12_0((int)(((unsigned)(f12_0((int)(v1), (int)(threadIdx.x))) | (unsigned)(((unsigned)(in[(threadIdx.x * 1u) % 256u]) << ((unsigned)(fix12[n]) & 31))))), (int)((int)((unsigned)(((unsigned)(blockIdx.x) / ((unsigned)(arr[(threadIdx.x * 5u) % 8u]) | 1u))) ^ (unsigned)(threadIdx.x))))) % 4u) {
    case 0:
        {
        for (unsigned i3 = 0; i3 < (unsigned)(((177) & 3)); i3++) {
            h = mix(h, i3);
            qs[((unsigned)(52)) % 4u] = q;
            bool v4 = (bool)((long long)(arr[((unsigned)(v2)) % 8u]));
        }
        }
        break;
    case 1:
        {
        if ((((threadIdx.x) & 1) != 0)) {
            long long v5 = (long long)(((unsigned)((int)((unsigned long long)(((int)(short)(blockIdx.x) / ((int)(unsigned char)(blockIdx.x) + 1))) | (unsigned long long)(((unsigned long long)((q.b ? 3 : 4)) | (unsigned long long)(threadIdx.x))))) & (unsigned)(((unsigned)(((unsigned)((int)q.a) / ((unsigned)(v2) | 1u))) / ((unsigned)(((int)(short)(v1) % ((int)(unsigned char)(v2) + 1))) | 1u)))));
        }
        }
    default:
        {
        if ((((int)(((unsigned)(((int)(short)(72) / ((int)(unsigned char)(((const int4 *)in)[(threadIdx.x * 8u) % 64u].w) + 1))) / ((unsigned)(((unsigned)(v1) % ((unsigned)(threadIdx.x) | 1u))) | 1u))) > (int)(((int)(short)((int)q.a) / ((int)(unsigned char)(((unsigned long long)((int)q.a) + (unsigned long long)(v2))) + 1)))) && (((int)(((unsigned long long)(118) ^ (unsigned long long)(arr[(threadIdx.x * 8u) % 8u]))) < (int)(v2)) && ((int)(arr[(threadIdx.x * 8u) % 8u]) > (int)(v1))))) {
            q = pick12(q, make12((int)(threadIdx.x), ((int)(v1) == (int)(((unsigned)((int)((unsigned long long)(in[(threadIdx.x * 6u) % 256u]) + (unsigned long long)(arr[(threadIdx.x * 1u) % 8u]))) - (unsigned)(f12_0((int)(arr[(threadIdx.x * 5u) % 8u]), (int)((int)q.a))))))));
        }
        }
        break;
    }
    if (n > 2) {
        for (unsigned i6 = 0; i6 < (unsigned)((((int)((float)sqrt(fabs((double)((float)(short)(0)))))) & 3)); i6++) {
            h = mix(h, i6);
            v2 = (unsigned)(((unsigned)(threadIdx.x) >> ((unsigned)(v2) & 31)));
        }
    }
    switch ((unsigned)((int)((unsigned long long)(((unsigned)(in[(threadIdx.x * 8u) % 256u]) | (unsigned)(((unsigned)(threadIdx.x) & (unsigned)(in[(threadIdx.x * 2u) % 256u]))))) & (unsigned long long)(v1))) % 4u) {
    case 0:
        {
        atomicXor(&out[521], (unsigned)((!(((int)((((int)(v1) <= (int)(wide12[(threadIdx.x * 2u) % 4u].w)) ? (int)((q.b ? 3 : 4)) : (int)((int)q.a))) < (int)((int)((unsigned)(96) & (unsigned)(v1))))) ? (int)(((int)(short)(arr[(threadIdx.x * 6u) % 8u]) / ((int)(unsigned char)(((unsigned)(threadIdx.x) & (unsigned)((int)q.a))) + 1))) : (int)(((unsigned long long)(((unsigned)(78) >> ((unsigned)(blockIdx.x) & 31))) * (unsigned long long)((q.b ? 3 : 4)))))));
        }
        break;
    case 1:
        {
        switch ((unsigned)(f12_0((int)(f12_0((int)((int)((unsigned)(v2) & (unsigned)(v2))), (int)(blockIdx.x))), (int)((int)((double)(short)(in[(threadIdx.x * 7u) % 256u]))))) % 4u) {
        case 0:
            {
            v2 = (unsigned)(f12_0((int)(((unsigned)((q.b ? 3 : 4)) << ((unsigned)((int)((unsigned long long)(threadIdx.x) - (unsigned long long)(arr[(threadIdx.x * 1u) % 8u]))) & 31))), (int)(f12_0((int)(((int)(short)(((const short *)in)[(threadIdx.x * 3u) % 512u]) / ((int)(unsigned char)(v2) + 1))), (int)((int)q.a)))));
            }
            break;
        case 1:
            {
            arr[((unsigned)(((int)(short)((short)((q.b ? 3 : 4))) % ((int)(unsigned char)(__vadd4((unsigned)((int)q.a), (unsigned)(90))) + 1)))) % 8u] = (int)((int)((unsigned)((!(((int)(bytes12[(threadIdx.x * 1u) % 16u]) < (int)(fix12[n]))) ? (int)(183) : (int)((int)((unsigned)((q.b ? 3 : 4)) & (unsigned)(blockIdx.x))))) & (unsigned)((int)((double)(short)((q.b ? 3 : 4))))));
            }
        default:
            {
            v2 = (unsigned)((int)((unsigned)(((unsigned)(f12_0((int)(threadIdx.x), (int)(v1))) | (unsigned)(v1))) ^ (unsigned)(((unsigned)(((unsigned)(arr[(threadIdx.x * 5u) % 8u]) % ((unsigned)(arr[(threadIdx.x * 3u) % 8u]) | 1u))) * (unsigned)(((unsigned)(blockIdx.x) - (unsigned)(((const unsigned char *)in)[(threadIdx.x * 1u) % 1024u])))))));
            }
            break;
        }
        }
        break;
    default:
        {
        if (((int)(threadIdx.x) <= (int)((((int)(v1) <= (int)(arr[(threadIdx.x * 7u) % 8u])) ? (int)(arr[(threadIdx.x * 8u) % 8u]) : (int)(f12_0((int)((q.b ? 3 : 4)), (int)(((const short *)in)[(threadIdx.x * 6u) % 512u]))))))) {
            arr[((unsigned)(((int)(short)(((unsigned)(in[(threadIdx.x * 5u) % 256u]) & (unsigned)(v1))) / ((int)(unsigned char)((int)((unsigned)(59) & (unsigned)(((const int4 *)in)[(threadIdx.x * 2u) % 64u].w))) + 1)))) % 8u] = (int)(((unsigned long long)((int)((float)(short)(threadIdx.x))) * (unsigned long long)(((int)(short)(blockIdx.x) % ((int)(unsigned char)(threadIdx.x) + 1)))));
            atomicMax(&out[528], (unsigned)(__funnelshift_l((unsigned)(in[((unsigned)(threadIdx.x)) % 256u]), (unsigned)(((unsigned)(((unsigned)(15) << ((unsigned)(fix12[(threadIdx.x * 5u) % 32u]) & 31))) << ((unsigned)((int)((unsigned long long)(arr[(threadIdx.x * 6u) % 8u]) + (unsigned long long)(in[(threadIdx.x * 2u) % 256u]))) & 31))), 7)));
        }
        }
        break;
    }
    h = mix(h, __match_any_sync(0xffffffffu, (int)((int)((unsigned long long)(((unsigned)(((unsigned long long)(fix12[(threadIdx.x * 8u) % 32u]) ^ (unsigned long long)(blockIdx.x))) << ((unsigned)(f12_0((int)(threadIdx.x), (int)(v1))) & 31))) - (unsigned long long)(197))) & 3));
    for (unsigned i7 = 0; i7 < (unsigned)(((((((((unsigned)(arr[(threadIdx.x * 3u) % 8u]) % ((unsigned)(threadIdx.x) | 1u))) & 1) != 0) ? (int)((((int)(blockIdx.x) > (int)(v2)) ? (int)((int)((unsigned)(in[(threadIdx.x * 4u) % 256u]) ^ (unsigned)(__ldg(&in[(threadIdx.x * 6u) % 256u])))) : (int)((long long)(in[(threadIdx.x * 7u) % 256u])))) : (int)(((unsigned)((int)((unsigned long long)((int)q.a) | (unsigned long long)(arr[(threadIdx.x * 3u) % 8u]))) >> ((unsigned)((int)((unsigned long long)(arr[(threadIdx.x * 1u) % 8u]) & (unsigned long long)(fix12[27]))) & 31))))) & 3)); i7++) {
        if (((int)(((unsigned)(threadIdx.x) << ((unsigned)(((unsigned long long)(arr[(threadIdx.x * 2u) % 8u]) * (unsigned long long)(v2))) & 31))) < (int)(in[((unsigned)(v2)) % 256u]))) break;
        h = mix(h, i7);
        v2 = (unsigned)(((unsigned)((int)((float)fmax((double)(float)(short)(in[(threadIdx.x * 6u) % 256u]), (double)(float)(short)(fix12[26])))) % ((unsigned)(in[((unsigned)(v2)) % 256u]) | 1u)));
    }
    for (int d = 16; d; d /= 2) q = pick12(q, words_shfl(q, (lane + d) & 31));
    h = mix(h, (unsigned)__shfl_up_sync(0xffffffffu, (int)(((unsigned)((unsigned)((unsigned char)(68))) / ((unsigned)(((int)(short)(((unsigned)(wide12[(threadIdx.x * 1u) % 4u].x) ^ (unsigned)((q.b ? 3 : 4)))) % ((int)(unsigned char)(14) + 1))) | 1u))), 7));
    if (threadIdx.x == 0) total = 0;
    meet();
    atomicMax(&total, (int)((int)((unsigned long long)(__vadd4((unsigned)(blockIdx.x), (unsigned)(in[(threadIdx.x * 3u) % 256u]))) - (unsigned long long)((int)((unsigned)((int)((float)(short)((int)q.a))) ^ (unsigned)(((unsigned)(in[(threadIdx.x * 3u) % 256u]) << ((unsigned)(v2) & 31))))))));
    h = mix(h, __syncthreads_or(((int)((!(((int)(blockIdx.x) > (int)(blockIdx.x))) ? (int)(((int)(short)(v1) / ((int)(unsigned char)(__ldg(&in[(threadIdx.x * 8u) % 256u])) + 1))) : (int)(((unsigned)(arr[(threadIdx.x * 8u) % 8u]) % ((unsigned)(v1) | 1u))))) != (int)(v2))));
    h = mix(h, (unsigned)total);
    __syncthreads();
    switch ((unsigned)((!(((int)((int)((float)(short)(((const unsigned char *)in)[(threadIdx.x * 3u) % 1024u]))) < (int)(((unsigned long long)(blockIdx.x) - (unsigned long long)((q.b ? 3 : 4)))))) ? (int)(((int)(short)(fix12[(threadIdx.x * 4u) % 32u]) / ((int)(unsigned char)((int)((unsigned)(in[(threadIdx.x * 4u) % 256u]) * (unsigned)(threadIdx.x))) + 1))) : (int)((int)((unsigned)(((unsigned)(in[(threadIdx.x * 6u) % 256u]) / ((unsigned)(in[(threadIdx.x * 4u) % 256u]) | 1u))) ^ (unsigned)((int)((unsigned long long)(blockIdx.x) + (unsigned long long)((q.b ? 3 : 4)))))))) % 4u) {
    case 0:
        {
        h = mix(h, out[256 + 1 * 128 + blockIdx.x * 64 + threadIdx.x]);
        }
        break;
    case 1:
        {
        v1 = (long long)(114);
        }
        break;
    default:
        {
        switch ((unsigned)(v2) % 4u) {
        case 0:
            {
            h = mix(h, out[256 + 1 * 128 + blockIdx.x * 64 + threadIdx.x]);
            }
            break;
        case 1:
            {
            unsigned v8 = (unsigned)(((unsigned)(((unsigned)(((unsigned long long)(v1) + (unsigned long long)(v2))) % ((unsigned)(__brev((unsigned)(blockIdx.x))) | 1u))) << ((unsigned)(((unsigned long long)(((unsigned)((int)q.a) % ((unsigned)((q.b ? 3 : 4)) | 1u))) | (unsigned long long)((int)((unsigned long long)(v1) - (unsigned long long)(v2))))) & 31)));
            }
        default:
            {
            h = mix(h, (unsigned long long)(((unsigned)(((unsigned)(v1) % ((unsigned)(((unsigned)(blockIdx.x) >> ((unsigned)(blockIdx.x) & 31))) | 1u))) >> ((unsigned)(((unsigned long long)(((unsigned)(blockIdx.x) + (unsigned)(blockIdx.x))) * (unsigned long long)((int)((unsigned)((int)q.a) & (unsigned)(wide12[(threadIdx.x * 8u) % 4u].z))))) & 31))));
            }
            break;
        }
        }
        break;
    }
    if (n > 2) {
        if (q.b) {
            h = mix(h, (unsigned long long)(f12_0((int)(((unsigned)((int)((unsigned long long)(v2) & (unsigned long long)((int)q.a))) / ((unsigned)((int)q.a) | 1u))), (int)((int)((unsigned)((int)((unsigned long long)(v1) - (unsigned long long)(v2))) | (unsigned)(((unsigned)(blockIdx.x) / ((unsigned)(blockIdx.x) | 1u))))))));
        }
        for (unsigned i9 = 0; i9 < (unsigned)(3); i9++) {
            h = mix(h, i9);
            t[(threadIdx.x + 35u) & 63u] = q;
            meet();
            q = t[((unsigned)((int)q.a)) % 64u];
            meet();
            h = mix(h, (unsigned)__shfl_up_sync(0xffffffffu, (int)((int)((unsigned long long)(((unsigned)(__ffs((int)(151))) + (unsigned)((int)((unsigned long long)(137) - (unsigned long long)(threadIdx.x))))) | (unsigned long long)((((int)(blockIdx.x) < (int)(blockIdx.x)) ? (int)(arr[(threadIdx.x * 1u) % 8u]) : (int)(in[(threadIdx.x * 6u) % 256u]))))), 22));
        }
    }
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix13[32] = {1185053297, 1488991436, 2026621172, 1627492765, 525593826, 30784121, 745587360, 363099953, 318764608, 1171259168, 1570031802, 1649937103, 1081240319, 2119302215, 70216523, 700281949, 1610251671, 692375105, 188149584, 1471344001, 1852784404, 800702701, 74057668, 254733902, 260875107, 367139574, 479396669, 867176873, 366072990, 1545244753, 1491268455, 560384310};
static __constant__ unsigned char bytes13[16] = {154, 253, 226, 125, 96, 74, 239, 70, 106, 168, 65, 48, 129, 90, 171, 97};
static __constant__ int4 wide13[4] = {{6, 74, 56, 91}, {81, 82, 85, 29}, {38, 7, 42, 57}, {13, 25, 54, 54}};
struct P13 { int p; bool q; }; struct S13 : P13 { int a; unsigned char b; };
static __device__ __forceinline__ bool less13(const S13 &x, const S13 &y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ __forceinline__ S13 pick13(const S13 &x, const S13 &y) { return x.a < y.a ? x : y; }
static __device__ __noinline__ S13 make13(int a, bool b) { S13 r; r.a = a; r.b = b; r.p = a ^ 3; r.q = !b; return r; }
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
    unsigned long long v1 = (unsigned long long)(((unsigned long long)(((unsigned)((short)(arr[(threadIdx.x * 1u) % 8u])) >> ((unsigned)(threadIdx.x) & 31))) | (unsigned long long)((int)((unsigned)(((unsigned long long)(40) ^ (unsigned long long)(bytes13[(threadIdx.x * 4u) % 16u]))) + (unsigned)(arr[(threadIdx.x * 7u) % 8u])))));
    unsigned char v2 = (unsigned char)(threadIdx.x);
    h = mix(h, (unsigned long long)(arr[((unsigned)(__popc((unsigned)(v1)))) % 8u]));
    switch ((unsigned)(n) % 4u) {
    case 0:
        {
        v1 = (unsigned long long)(v1);
        }
        break;
    case 1:
        {
        if (((((int)((unsigned)(__umulhi((unsigned)(v2), (unsigned)(v1))) | (unsigned)((int)((double)(short)(v1))))) & 1) != 0)) s[(threadIdx.x + 25u) & 63u] = (int)(((unsigned)((unsigned long long)((((int)(threadIdx.x) >= (int)(v2)) ? (int)((q.b ? 3 : 4)) : (int)(in[(threadIdx.x * 5u) % 256u])))) / ((unsigned)(blockIdx.x) | 1u))); else s[(threadIdx.x + 25u) & 63u] = 7;
        cg::sync(cg::this_thread_block());
        h = mix(h, (unsigned)s[((unsigned)(((unsigned long long)(((unsigned)(in[(threadIdx.x * 4u) % 256u]) & (unsigned)((q.b ? 3 : 4)))) - (unsigned long long)(((int)(short)(v2) % ((int)(unsigned char)(blockIdx.x) + 1)))))) % 64u]);
        cg::this_thread_block().sync();
        }
        break;
    default:
        {
        h = mix(h, (unsigned long long)((unsigned char)((unsigned)((int)q.a))));
        }
        break;
    }
    switch ((unsigned)((bool)(((unsigned)(__funnelshift_l((unsigned)(arr[(threadIdx.x * 3u) % 8u]), (unsigned)(in[(threadIdx.x * 3u) % 256u]), 7)) << ((unsigned)(((int)(short)(in[(threadIdx.x * 4u) % 256u]) / ((int)(unsigned char)(wide13[(threadIdx.x * 1u) % 4u].w) + 1))) & 31)))) % 4u) {
    case 0:
        {
        v1 = (unsigned long long)(((int)(short)(((unsigned long long)(((const short *)in)[(threadIdx.x * 6u) % 512u]) | (unsigned long long)((unsigned long long)(67)))) / ((int)(unsigned char)(173) + 1)));
        }
        break;
    case 1:
        {
        out[256 + 0 * 128 + blockIdx.x * 64 + threadIdx.x] = (unsigned)((bool)((int)((float)(short)(in[(threadIdx.x * 1u) % 256u]))));
        }
        break;
    default:
        {
        v2 = (unsigned char)(((int)(short)(((unsigned)((q.b ? 3 : 4)) * (unsigned)(((unsigned)(threadIdx.x) / ((unsigned)(29) | 1u))))) % ((int)(unsigned char)(((int)(short)(bytes13[(threadIdx.x * 1u) % 16u]) % ((int)(unsigned char)(((unsigned)((int)q.a) | (unsigned)(blockIdx.x))) + 1))) + 1)));
        }
        break;
    }
    v1 = (unsigned long long)(((unsigned)((int)((int)(threadIdx.x))) * (unsigned)(in[((unsigned)(threadIdx.x)) % 256u])));
    if (((int)((bool)((unsigned)(25))) >= (int)(__brev((unsigned)(arr[(threadIdx.x * 2u) % 8u]))))) {
        if (((int)(((unsigned)((q.b ? 3 : 4)) % ((unsigned)(((unsigned)((q.b ? 3 : 4)) & (unsigned)(121))) | 1u))) < (int)(in[((unsigned)(threadIdx.x)) % 256u]))) {
            q = qs[((unsigned)(((int)(short)((int)((unsigned long long)(blockIdx.x) | (unsigned long long)((q.b ? 3 : 4)))) / ((int)(unsigned char)(arr[(threadIdx.x * 3u) % 8u]) + 1)))) % 4u];
            atomicXor(&out[521], (unsigned)(((unsigned long long)((unsigned long long)((int)((unsigned long long)(fix13[9]) & (unsigned long long)((int)q.a)))) ^ (unsigned long long)(((unsigned)(((unsigned)(arr[(threadIdx.x * 3u) % 8u]) / ((unsigned)((int)q.a) | 1u))) * (unsigned)((int)((unsigned long long)(threadIdx.x) & (unsigned long long)(v1))))))));
            { S13 z = q; z.b = !z.b; q = ((((((unsigned long long)((int)q.a) + (unsigned long long)((int)((unsigned long long)(bytes13[(threadIdx.x * 8u) % 16u]) | (unsigned long long)((q.b ? 3 : 4)))))) & 1) != 0)) ? z : q; }
        }
    }
    switch ((unsigned)(__byte_perm((unsigned)(((unsigned long long)(__funnelshift_l((unsigned)(arr[(threadIdx.x * 2u) % 8u]), (unsigned)(arr[(threadIdx.x * 1u) % 8u]), 7)) ^ (unsigned long long)(((unsigned)(arr[(threadIdx.x * 2u) % 8u]) - (unsigned)((int)q.a))))), (unsigned)(((((threadIdx.x) & 1) != 0) ? (int)(((unsigned)(v1) * (unsigned)(blockIdx.x))) : (int)(v1))), 0x2517)) % 4u) {
    case 0:
        {
        int v3 = (int)((int)(((unsigned)(((unsigned)(arr[(threadIdx.x * 3u) % 8u]) << ((unsigned)((int)q.a) & 31))) % ((unsigned)(((unsigned long long)(v1) | (unsigned long long)((int)q.a))) | 1u))));
        }
        break;
    case 1:
        {
        q = pick13(q, make13((int)((unsigned)(((int)(short)(threadIdx.x) / ((int)(unsigned char)(arr[(threadIdx.x * 8u) % 8u]) + 1)))), ((int)((q.b ? 3 : 4)) == (int)(((unsigned long long)((int)q.a) & (unsigned long long)((int)((unsigned)(arr[(threadIdx.x * 4u) % 8u]) ^ (unsigned)(v1))))))));
        }
        break;
    default:
        {
        if (q.b) {
            short v4 = (short)((q.b ? (int)(__umulhi((unsigned)(blockIdx.x), (unsigned)(v1))) : (int)((int)((unsigned long long)(((unsigned)((int)q.a) + (unsigned)(67))) * (unsigned long long)(in[(threadIdx.x * 7u) % 256u])))));
            h = mix(h, out[256 + 1 * 128 + blockIdx.x * 64 + threadIdx.x]);
        }
        }
        break;
    }
    if (((int)((int)((double)fmax((double)(double)(short)(threadIdx.x), (double)(double)(short)(v2)))) != (int)(__popc((unsigned)(((unsigned)(v2) >> ((unsigned)(v2) & 31))))))) {
        switch ((unsigned)(((((((unsigned)(arr[(threadIdx.x * 4u) % 8u]) / ((unsigned)(v1) | 1u))) & 1) != 0) ? (int)(((int)(short)(((unsigned)(arr[(threadIdx.x * 8u) % 8u]) >> ((unsigned)(arr[(threadIdx.x * 2u) % 8u]) & 31))) % ((int)(unsigned char)((((int)(v1) < (int)(v2)) ? (int)(v2) : (int)(in[(threadIdx.x * 2u) % 256u]))) + 1))) : (int)(((unsigned)(((unsigned)(in[(threadIdx.x * 4u) % 256u]) & (unsigned)(in[(threadIdx.x * 5u) % 256u]))) << ((unsigned)(threadIdx.x) & 31))))) % 4u) {
        case 0:
            {
            v1 = (unsigned long long)((unsigned char)(((unsigned long long)((int)((double)(short)((int)q.a))) ^ (unsigned long long)(((unsigned)((q.b ? 3 : 4)) ^ (unsigned)(blockIdx.x))))));
            }
            break;
        case 1:
            {
            v2 = (unsigned char)((bool)(v2));
            }
            break;
        default:
            {
            arr[((unsigned)((unsigned long long)(((unsigned)(blockIdx.x) % ((unsigned)(v2) | 1u))))) % 8u] = (int)(in[((unsigned)(((int)(short)(__ldg(&in[(threadIdx.x * 3u) % 256u])) % ((int)(unsigned char)(blockIdx.x) + 1)))) % 256u]);
            }
        }
    }
    if ((((int)((long long)(((unsigned)(threadIdx.x) - (unsigned)(v2)))) <= (int)((short)((long long)(140)))) || (((int)((int)((unsigned)(arr[(threadIdx.x * 7u) % 8u]) | (unsigned)(v1))) != (int)((((int)(blockIdx.x) <= (int)(blockIdx.x)) ? (int)(threadIdx.x) : (int)(arr[(threadIdx.x * 6u) % 8u])))) || ((int)(v2) != (int)(v2))))) s[threadIdx.x] = (int)((short)(((unsigned)(((int)(short)(blockIdx.x) / ((int)(unsigned char)(threadIdx.x) + 1))) >> ((unsigned)((bool)(v2)) & 31)))); else s[threadIdx.x] = 3;
    h = mix(h, __syncthreads_or((((int)(__ffs((int)((unsigned char)(v1)))) < (int)((int)(((float)(short)(173) / ((float)(short)(((const unsigned char *)in)[(threadIdx.x * 2u) % 1024u]) * (float)(short)(((const unsigned char *)in)[(threadIdx.x * 2u) % 1024u]) + (float)1))))) || ((int)((int)((unsigned long long)(((const int4 *)in)[(threadIdx.x * 6u) % 64u].w) ^ (unsigned long long)(v1))) <= (int)(v2)))));
    h = mix(h, (unsigned)s[((unsigned)((int)((unsigned)((int)((unsigned long long)(9) * (unsigned long long)(threadIdx.x))) ^ (unsigned)(((unsigned long long)(blockIdx.x) + (unsigned long long)(in[(threadIdx.x * 3u) % 256u])))))) % 64u]);
    h = mix(h, __syncthreads_and((((int)(threadIdx.x) >= (int)(((unsigned)(((unsigned long long)((q.b ? 3 : 4)) + (unsigned long long)(arr[(threadIdx.x * 7u) % 8u]))) % ((unsigned)(((int)(short)((int)q.a) % ((int)(unsigned char)(blockIdx.x) + 1))) | 1u)))) && (((int)(__clz((int)(arr[(threadIdx.x * 3u) % 8u]))) != (int)(v2)) && ((int)(threadIdx.x) > (int)(blockIdx.x))))));
    if (threadIdx.x == 5) s[60] = (int)(threadIdx.x);
    __syncthreads();
    h = mix(h, (unsigned)s[((unsigned)(__byte_perm((unsigned)((bool)(__ldg(&in[(threadIdx.x * 2u) % 256u]))), (unsigned)(__brev((unsigned)((q.b ? 3 : 4)))), 0x2517))) % 64u]);
    cg::this_thread_block().sync();
    for (unsigned i5 = 0; i5 < (unsigned)(n); i5++) {
        h = mix(h, i5);
        for (int d = 16; d; d /= 2) q = pick13(q, words_shfl(q, (lane + d) & 31));
        s[threadIdx.x] = (int)(((int)(short)(__funnelshift_l((unsigned)((q.b ? 3 : 4)), (unsigned)((((int)(blockIdx.x) < (int)(blockIdx.x)) ? (int)((int)q.a) : (int)((int)q.a))), 7)) % ((int)(unsigned char)(__ldg(&in[((unsigned)(v1)) % 256u])) + 1)));
        meet();
        int v6 = s[((unsigned)(in[((unsigned)(in[(threadIdx.x * 2u) % 256u])) % 256u])) % 64u] ^ (int)(s[((unsigned)((q.b ? (int)((unsigned long long)(v1)) : (int)(in[(threadIdx.x * 1u) % 256u])))) % 64u] & 255);
        cg::sync(cg::this_thread_block());
    }
    v1 = (unsigned long long)(((unsigned)(arr[((unsigned)(arr[(threadIdx.x * 8u) % 8u])) % 8u]) % ((unsigned)(((unsigned)((int)((double)(short)(wide13[(threadIdx.x * 3u) % 4u].x))) % ((unsigned)((q.b ? 3 : 4)) | 1u))) | 1u)));
    q = pick13(q, words_shfl(q, (int)((unsigned)((int)((unsigned)(((int)(short)(((unsigned)(threadIdx.x) << ((unsigned)(v1) & 31))) / ((int)(unsigned char)(in[(threadIdx.x * 5u) % 256u]) + 1))) + (unsigned)(arr[((unsigned)(84)) % 8u]))) % 32u)));
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix14[32] = {647697398, 1335758086, 74158001, 1261808816, 1601914869, 1851580795, 1098864102, 479747365, 1365226421, 554143504, 743809657, 2111915710, 1712394111, 707363852, 1243251288, 902368942, 1403890481, 217671245, 425157870, 92561965, 1627116854, 1657797110, 1400696600, 1421231938, 1166384889, 1927917669, 1079272884, 900780328, 1754645225, 1140298438, 174244328, 530776799};
static __constant__ unsigned char bytes14[16] = {244, 186, 136, 150, 73, 233, 44, 113, 210, 97, 234, 73, 168, 161, 49, 146};
static __constant__ int4 wide14[4] = {{65, 74, 15, 39}, {18, 54, 10, 92}, {88, 95, 66, 45}, {11, 3, 19, 95}};
struct S14 { int a; short b; };
static __device__ __forceinline__ bool less14(const S14 &x, const S14 &y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ __forceinline__ S14 pick14(const S14 &x, const S14 &y) { return less14(y, x) ? y : x; }
static __device__ __noinline__ S14 make14(int a, bool b) { S14 r; r.a = a; r.b = b;  return r; }
static __device__ __forceinline__ int f14_0(int x, int y) { for (int i = 0; i < (y & 7); i++) x ^= (int)((unsigned)x << 3) ^ i; return (int)((unsigned)x * 3u + (unsigned)y); }
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
    unsigned long long v1 = (unsigned long long)(arr[((unsigned)((int)((float)(short)(n)))) % 8u]);
    unsigned v2 = (unsigned)((int)(((float)(short)(((unsigned)(88) % ((unsigned)(in[(threadIdx.x * 4u) % 256u]) | 1u))) < (float)(short)((int)((unsigned long long)(((const int4 *)in)[(threadIdx.x * 8u) % 64u].z) & (unsigned long long)(v1))) ? (float)(short)(((unsigned)(88) % ((unsigned)(in[(threadIdx.x * 4u) % 256u]) | 1u))) : (float)(short)((int)((unsigned long long)(((const int4 *)in)[(threadIdx.x * 8u) % 64u].z) & (unsigned long long)(v1))))));
    if (threadIdx.x == 0) total = 0;
    h = mix(h, __syncthreads_count((((int)(((int)(short)(f14_0((int)((int)q.a), (int)((int)q.a))) % ((int)(unsigned char)((q.b ? 3 : 4)) + 1))) >= (int)(((int)(short)(((int)(short)(threadIdx.x) % ((int)(unsigned char)((int)q.a) + 1))) % ((int)(unsigned char)((int)q.a) + 1)))) || !(((int)((int)((unsigned long long)((int)q.a) | (unsigned long long)((q.b ? 3 : 4)))) != (int)(f14_0((int)(arr[(threadIdx.x * 5u) % 8u]), (int)(v2))))))));
    atomicAdd(&total, (int)(((unsigned)(((unsigned)((((int)(((const unsigned char *)in)[(threadIdx.x * 5u) % 1024u]) < (int)(arr[(threadIdx.x * 5u) % 8u])) ? (int)(v2) : (int)(arr[(threadIdx.x * 7u) % 8u]))) << ((unsigned)(((unsigned long long)(arr[(threadIdx.x * 4u) % 8u]) * (unsigned long long)(threadIdx.x))) & 31))) >> ((unsigned)(((unsigned)((q.b ? 3 : 4)) & (unsigned)(((int)(short)(((const int4 *)in)[(threadIdx.x * 8u) % 64u].x) % ((int)(unsigned char)((int)q.a) + 1))))) & 31))));
    __syncthreads();
    h = mix(h, (unsigned)total);
    h = mix(h, __syncthreads_count(!(((int)(((unsigned)(((unsigned long long)(v2) & (unsigned long long)(v2))) >> ((unsigned)(in[(threadIdx.x * 6u) % 256u]) & 31))) > (int)(__ffs((int)(((unsigned)(arr[(threadIdx.x * 1u) % 8u]) << ((unsigned)((int)q.a) & 31)))))))));
    t[threadIdx.x] = q;
    meet();
    q = t[((unsigned)(((unsigned)(((unsigned)(v1) >> ((unsigned)(in[(threadIdx.x * 4u) % 256u]) & 31))) - (unsigned)((int)((unsigned long long)(4) * (unsigned long long)(threadIdx.x)))))) % 64u];
    cg::sync(cg::this_thread_block());
    arr[((unsigned)((unsigned)(99))) % 8u] = (int)((int)((float)(short)(((int)(short)(v1) % ((int)(unsigned char)(46) + 1)))));
    if ((((int)(blockIdx.x) > (int)(((int)(short)(((unsigned)(in[(threadIdx.x * 2u) % 256u]) & (unsigned)(wide14[(threadIdx.x * 5u) % 4u].x))) / ((int)(unsigned char)((bool)(v2)) + 1)))) || ((int)(f14_0((int)(43), (int)(114))) >= (int)(((unsigned)(138) % ((unsigned)(threadIdx.x) | 1u)))))) {
        v2 = (unsigned)(f14_0((int)(v1), (int)((int)((double)fmax((double)(double)(short)(v1), (double)(double)(short)(v1))))));
    }
    q = pick14(q, make14((int)(blockIdx.x), ((int)(((unsigned)(__clz((int)(in[(threadIdx.x * 4u) % 256u]))) / ((unsigned)(f14_0((int)(arr[(threadIdx.x * 6u) % 8u]), (int)(v1))) | 1u))) == (int)((unsigned long long)(-3)))));
    h = mix(h, *(volatile unsigned *)&out[256 + 1 * 128 + blockIdx.x * 64 + threadIdx.x]);
    atomicXor(&out[523], (unsigned)((int)((unsigned long long)(((unsigned long long)((int)(v1)) & (unsigned long long)(((int)(short)(threadIdx.x) / ((int)(unsigned char)(in[(threadIdx.x * 6u) % 256u]) + 1))))) & (unsigned long long)(((unsigned)(f14_0((int)(in[(threadIdx.x * 5u) % 256u]), (int)(((const short *)in)[(threadIdx.x * 4u) % 512u]))) >> ((unsigned)(((int)(short)(163) % ((int)(unsigned char)(blockIdx.x) + 1))) & 31))))));
    for (unsigned i3 = 0; i3 < (unsigned)(4); i3++) {
        h = mix(h, i3);
        arr[((unsigned)(__umulhi((unsigned)((int)((unsigned long long)(28) ^ (unsigned long long)(88))), (unsigned)(__ffs((int)(blockIdx.x)))))) % 8u] = (int)((!(((int)(((unsigned)(v2) * (unsigned)(28))) < (int)(((unsigned)(arr[(threadIdx.x * 6u) % 8u]) >> ((unsigned)(blockIdx.x) & 31))))) ? (int)((int)((unsigned)(((unsigned)(v1) << ((unsigned)(v2) & 31))) - (unsigned)(blockIdx.x))) : (int)(((unsigned)(__clz((int)(v1))) >> ((unsigned)(f14_0((int)((q.b ? 3 : 4)), (int)(-5))) & 31)))));
        atomicOr(&out[546], (unsigned)(((int)(short)((int)((float)(short)(v1))) / ((int)(unsigned char)(((unsigned)((q.b ? (int)(v2) : (int)(125))) >> ((unsigned)(20) & 31))) + 1))));
    }
    for (unsigned i4 = 0; i4 < (unsigned)(((((unsigned long long)(((int)(short)(((unsigned)(in[(threadIdx.x * 5u) % 256u]) >> ((unsigned)(threadIdx.x) & 31))) / ((int)(unsigned char)((int)(blockIdx.x)) + 1))) & (unsigned long long)(f14_0((int)(((unsigned)((int)q.a) >> ((unsigned)(blockIdx.x) & 31))), (int)(in[(threadIdx.x * 2u) % 256u]))))) & 3)); i4++) {
        h = mix(h, i4);
        h = mix(h, (unsigned long long)(((unsigned)(((unsigned)(117) * (unsigned)(((((arr[(threadIdx.x * 6u) % 8u]) & 1) != 0) ? (int)(threadIdx.x) : (int)(in[(threadIdx.x * 4u) % 256u]))))) << ((unsigned)(__vadd4((unsigned)(((unsigned long long)((q.b ? 3 : 4)) - (unsigned long long)(blockIdx.x))), (unsigned)(((unsigned)(arr[(threadIdx.x * 2u) % 8u]) - (unsigned)((q.b ? 3 : 4)))))) & 31))));
        h = mix(h, (unsigned long long)(((unsigned)((int)(((float)(short)(blockIdx.x) < (float)(short)(blockIdx.x) ? (float)(short)(blockIdx.x) : (float)(short)(blockIdx.x)))) >> ((unsigned)(((((threadIdx.x) & 1) != 0) ? (int)(((unsigned)((int)q.a) << ((unsigned)(((const short *)in)[(threadIdx.x * 6u) % 512u]) & 31))) : (int)((int)((double)(short)(v1))))) & 31))));
    }
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
static __constant__ int fix15[32] = {1249889184, 187700822, 1675271894, 1754343956, 890010441, 256429032, 580852862, 700939175, 1811603940, 1464065927, 1975246806, 1428713198, 112528875, 701650502, 419006488, 788974432, 1713981488, 1818910368, 588321322, 907855926, 821905164, 292391713, 197610208, 553785437, 1308141591, 1142405809, 1399592994, 1486881803, 1700948265, 250159939, 1989887604, 2098299856};
static __constant__ unsigned char bytes15[16] = {160, 199, 86, 112, 25, 35, 42, 23, 8, 11, 77, 8, 167, 71, 43, 116};
static __constant__ int4 wide15[4] = {{81, 6, 73, 84}, {70, 79, 83, 59}, {90, 37, 0, 20}, {21, 49, 90, 95}};
struct P15 { int p; bool q; }; struct S15 : P15 { int a; unsigned char b; };
static __device__ inline bool less15(const S15 &x, const S15 &y) { return x.b ? (!y.b || x.a < y.a) : false; }
static __device__ __forceinline__ S15 pick15(const S15 &x, const S15 &y) { S15 z = x; if (y.b && y.a < z.a) z = y; return z; }
static __device__ inline S15 make15(int a, bool b) { S15 r; r.a = a; r.b = b; r.p = a ^ 3; r.q = !b; return r; }
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
    int v1 = (int)(((unsigned)((short)((int)(arr[(threadIdx.x * 1u) % 8u]))) >> ((unsigned)((q.b ? 3 : 4)) & 31)));
    unsigned v2 = (unsigned)((int)((unsigned)(((int)(short)((unsigned char)(97)) / ((int)(unsigned char)((int)q.a) + 1))) | (unsigned)(((unsigned long long)(v1) * (unsigned long long)(((unsigned)(arr[(threadIdx.x * 7u) % 8u]) / ((unsigned)(blockIdx.x) | 1u)))))));
    if (q.b) {
        bool v3 = (bool)(__byte_perm((unsigned)(v2), (unsigned)(112), 0x2517));
        out[256 + 0 * 128 + blockIdx.x * 64 + threadIdx.x] = (unsigned)((int)((unsigned long long)(blockIdx.x) | (unsigned long long)((int)(__byte_perm((unsigned)(arr[(threadIdx.x * 3u) % 8u]), (unsigned)(v2), 0x2517)))));
        bool v4 = (bool)(((((int)(threadIdx.x) > (int)((unsigned)(v3))) || q.b) ? (int)(((((v3) & 1) != 0) ? (int)((int)((unsigned)(blockIdx.x) - (unsigned)((int)q.a))) : (int)(in[(threadIdx.x * 6u) % 256u]))) : (int)((int)(((double)(short)(wide15[(threadIdx.x * 7u) % 4u].z) + (double)(short)(arr[(threadIdx.x * 7u) % 8u]))))));
    }
    s[(threadIdx.x * 5u) & 63u] = (int)(((unsigned long long)((unsigned)((q.b ? 3 : 4))) | (unsigned long long)((int)q.a)));
    cg::this_thread_block().sync();
    int v5 = s[((unsigned)(v2)) % 64u] ^ (int)(s[((unsigned)(((unsigned)((int)((int)q.a)) | (unsigned)((int)((unsigned long long)(in[(threadIdx.x * 7u) % 256u]) & (unsigned long long)((q.b ? 3 : 4))))))) % 64u] & 255);
    h = mix(h, __syncthreads_and(!(((int)((int)((unsigned)(((unsigned)(fix15[n]) >> ((unsigned)(54) & 31))) * (unsigned)(((unsigned)(fix15[n]) | (unsigned)(v1))))) == (int)((int)q.a)))));
    h = mix(h, out[256 + 0 * 128 + blockIdx.x * 64 + threadIdx.x]);
    h = mix(h, *(volatile unsigned *)&out[256 + 1 * 128 + blockIdx.x * 64 + threadIdx.x]);
    out[256 + 1 * 128 + blockIdx.x * 64 + threadIdx.x] = (unsigned)(((unsigned)(((unsigned)(((int)(short)(v2) / ((int)(unsigned char)(74) + 1))) | (unsigned)((int)((unsigned)(((const unsigned char *)in)[(threadIdx.x * 6u) % 1024u]) - (unsigned)((q.b ? 3 : 4)))))) % ((unsigned)(((unsigned)(((unsigned)((int)q.a) % ((unsigned)(v5) | 1u))) << ((unsigned)(v5) & 31))) | 1u)));
    switch ((unsigned)(n) % 4u) {
    case 0:
        {
        h = mix(h, (unsigned long long)(((unsigned)(__ldg(&in[((unsigned)(bytes15[(threadIdx.x * 6u) % 16u])) % 256u])) << ((unsigned)(((unsigned)((int)q.a) ^ (unsigned)((unsigned)(arr[(threadIdx.x * 6u) % 8u])))) & 31))));
        }
        break;
    case 1:
        {
        if (threadIdx.x == 0) total = 0;
        cg::this_thread_block().sync();
        atomicAdd(&total, (int)(arr[((unsigned)(arr[(threadIdx.x * 6u) % 8u])) % 8u]));
        __syncthreads();
        h = mix(h, (unsigned)total);
        __syncthreads();
        }
        break;
    default:
        {
        t[threadIdx.x ^ 38u] = q;
        __syncthreads();
        q = t[((unsigned)(((unsigned)(140) & (unsigned)(((int)(short)(blockIdx.x) / ((int)(unsigned char)(arr[(threadIdx.x * 5u) % 8u]) + 1)))))) % 64u];
        __syncthreads();
        }
        break;
    }
    for (unsigned i6 = 0; i6 < (unsigned)(n + 1); i6++) {
        h = mix(h, i6);
        q = alias_shfl(q, 6);
    }
    h = mix(h, out[256 + 1 * 128 + blockIdx.x * 64 + threadIdx.x]);
    unsigned char v7 = (unsigned char)((int)((unsigned long long)(((unsigned)(164) ^ (unsigned)(((int)(short)(in[(threadIdx.x * 3u) % 256u]) / ((int)(unsigned char)(fix15[(threadIdx.x * 4u) % 32u]) + 1))))) & (unsigned long long)(v1)));
    s[threadIdx.x] = (int)(__ffs((int)((q.b ? 3 : 4))));
    h = mix(h, __syncthreads_and((((int)((short)(__popc((unsigned)((int)q.a)))) == (int)(((unsigned)(fix15[(threadIdx.x * 6u) % 32u]) << ((unsigned)((int)((float)(short)(blockIdx.x))) & 31)))) && !(((int)((int)(threadIdx.x)) > (int)(((unsigned)(123) * (unsigned)(((const unsigned char *)in)[(threadIdx.x * 8u) % 1024u]))))))));
    int v8 = s[((unsigned)(__ldg(&in[((unsigned)(blockIdx.x)) % 256u]))) % 64u] ^ (int)(s[((unsigned)((int)q.a)) % 64u] & 255);
    h = mix(h, __syncthreads_and(!(((int)((unsigned char)((int)((unsigned)(blockIdx.x) ^ (unsigned)(arr[(threadIdx.x * 5u) % 8u])))) == (int)(((((int)((q.b ? 3 : 4)) > (int)((int)q.a)) || (((arr[(threadIdx.x * 1u) % 8u]) & 1) != 0)) ? (int)(blockIdx.x) : (int)((int)((float)(short)(in[(threadIdx.x * 5u) % 256u])))))))));
    v5 = (int)((long long)(__ffs((int)(__vadd4((unsigned)(v7), (unsigned)((int)q.a))))));
    h = mix(h, (unsigned)(arr[n & 7] ^ lane));
    h = mix(h, (unsigned long long)qs[n & 3].a * 2u + (qs[n & 3].b ? 1u : 0u));
    h = mix(h, (unsigned long long)q.a * 2u + (q.b ? 1u : 0u));
    out[blockIdx.x * 64 + threadIdx.x] = h;
}
