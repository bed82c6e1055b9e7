/* Products of TF32, double and signed char on tensor cores (mma.sync): a block of four warps has 64 x 64 of the result, a warp 32 x 32. Tiles of
   op(A) and op(B), 128 bytes deep, are copied past the registers into a ring of three. A tile lies in shared memory as its matrix lies in memory,
   across (a line for each row) or along (a line for each depth), its lines so far apart that a fragment's words lie in different banks; where
   a word lies is a number of the launch, so that there is one kernel a type. Depths past the end are filled with zeros.
   Four signed chars are one word: both of their matrices must lie across, as cuBLAS has it for its tensor kernels (A transposed, B not). */
#include "blas.h"
#include "finish.h"

/* One mma.sync: rows of A, depth in words, words of A, B and the result that a lane has. late: from capability 9.0 on, where doubles have a larger one
   of twice the rate. */
template <class T, bool late> struct step {
    typedef unsigned word;
    static const int rows = 16, deep = 8, a = 4, b = 2, c = 4;
};
template <> struct step<double, false> {
    typedef double word;
    static const int rows = 8, deep = 4, a = 1, b = 1, c = 2;
};
template <> struct step<double, true> {
    typedef double word;
    static const int rows = 16, deep = 4, a = 2, b = 1, c = 4;
};
__device__ inline unsigned rounded(unsigned x)
{
    unsigned r;
    asm("cvt.rna.tf32.f32 %0, %1;" : "=r"(r) : "f"(__uint_as_float(x)));
    return r;
}
/* What a matrix's words are multiplied as: floats are rounded to TF32, which mma.sync would cut; others as they are */
template <class T> __device__ __forceinline__ unsigned factor(unsigned x) { return sizeof(T) == 4 ? rounded(x) : x; }
template <class T> __device__ __forceinline__ double factor(double x) { return x; }
__device__ inline void multiply_words(float (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2], float)
{
    asm("mma.sync.aligned.m16n8k8.row.col.f32.tf32.tf32.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+f"(c[0]), "+f"(c[1]), "+f"(c[2]), "+f"(c[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
__device__ inline void multiply_words(int (&c)[4], const unsigned (&a)[4], const unsigned (&b)[2], signed char)
{
    asm("mma.sync.aligned.m16n8k32.row.col.s32.s8.s8.s32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+r"(c[0]), "+r"(c[1]), "+r"(c[2]), "+r"(c[3])
        : "r"(a[0]), "r"(a[1]), "r"(a[2]), "r"(a[3]), "r"(b[0]), "r"(b[1]));
}
__device__ inline void multiply_words(double (&c)[2], const double (&a)[1], const double (&b)[1], double)
{
    asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};" : "+d"(c[0]), "+d"(c[1]) : "d"(a[0]), "d"(b[0]));
}

__device__ inline void multiply_words(double (&c)[4], const double (&a)[2], const double (&b)[1], double)
{
    asm("mma.sync.aligned.m16n8k4.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5}, {%6}, {%0, %1, %2, %3};"
        : "+d"(c[0]), "+d"(c[1]), "+d"(c[2]), "+d"(c[3])
        : "d"(a[0]), "d"(a[1]), "d"(b[0]));
}

static const int stages = 3, tile = 64, threads = 128;

/* Where a matrix's words lie in a tile: bytes from a row to the next and from a depth to the next. */
template <class T> struct place {
    static const int word = (int)sizeof(typename step<T, false>::word), deep = 128 / (int)sizeof(T);
    static const int across = 128 + 4 * word, along = tile * word + 32, bytes = tile * across;
    int row, depth;
    __device__ explicit place(bool is_along) : row(is_along ? word : across), depth(is_along ? along : word) {}
};

/* One matrix's tiles on their way: four pieces of 16 bytes a thread. */
template <class T> struct carrier {
    static const int pieces = tile * 128 / 16 / threads, each = 16 / (int)sizeof(T);
    const char *from[pieces];
    size_t step_bytes;
    unsigned to;
    int to_step, depth, depth_step, unit; /* unit: bytes of a piece that a depth has */
    __device__ carrier(const T *p, int ld, bool along, int t, int i0, int rows)
    {
        const int wide = tile / each, slim = 8; /* pieces of a line */
        depth = along ? t / wide : t % slim * each, depth_step = along ? threads / wide : 0;
        unit = along ? 16 : (int)sizeof(T);
        to = (unsigned)(along ? depth * place<T>::along + t % wide * 16 : t / slim * place<T>::across + t % slim * 16);
        to_step = along ? depth_step * place<T>::along : threads / slim * place<T>::across;
        step_bytes = sizeof(T) * place<T>::deep * (along ? (size_t)ld : 1);
#pragma unroll
        for (int q = 0; q < pieces; q++) { /* rows past the end: the last ones again, whose results are not stored */
            int i = along ? min(i0 + t % wide * each, rows - each) : min(i0 + t / slim + q * (threads / slim), rows - 1);
            int k = depth + q * depth_step;
            from[q] = (const char *)(p + (along ? i + (size_t)k * ld : k + (size_t)i * ld));
        }
    }
    /* left: depths that the matrix still has */
    __device__ void copy(unsigned at, int left)
    {
#pragma unroll
        for (int q = 0; q < pieces; q++) {
            int bytes = min(max((left - depth - q * depth_step) * unit, 0), 16);
            asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(at + to + (unsigned)(q * to_step)), "l"(from[q]), "r"(bytes) : "memory");
            from[q] += step_bytes;
        }
    }
};

template <class Word> __device__ inline Word shared_word(unsigned at);
template <> __device__ inline unsigned shared_word<unsigned>(unsigned at)
{
    unsigned v;
    asm volatile("ld.shared.u32 %0, [%1];" : "=r"(v) : "r"(at) : "memory");
    return v;
}
template <> __device__ inline double shared_word<double>(unsigned at)
{
    double v;
    asm volatile("ld.shared.f64 %0, [%1];" : "=d"(v) : "r"(at) : "memory");
    return v;
}

/* A lane's results, the first of them at (i, j): with beta's matrix (adding), or on their way out. First the one for all, then the
   other, because nothing is read past a write: D may be C. */
template <class S, bool adding, class T, class Acc, int down> __device__ __forceinline__ void finish_all(const product<T, Acc, Acc> &p, Acc (&sum)[down][4][S::c], int i0, int j0, int batch)
{
    Acc beta = p.beta.get(), *d = p.d_each ? p.d_each[batch] : p.d + p.d_stride * batch;
    const Acc *c = p.c ? p.c + p.c_stride * batch : d;
    size_t ldc = (size_t)(p.c ? p.ldc : p.ldd);
#pragma unroll
    for (int di = 0; di < down; di++)
#pragma unroll
        for (int dj = 0; dj < 4; dj++)
#pragma unroll
            for (int e = 0; e < S::c; e++) {
                int i = i0 + di * S::rows + e / 2 * 8, j = j0 + dj * 8 + e % 2;
                if (adding)
                    sum[di][dj][e] = fused(beta, i < p.m && j < p.n ? c[i + j * ldc] : Acc(0), sum[di][dj][e]);
                else if (i < p.m && j < p.n)
                    d[i + (size_t)j * p.ldd] = sum[di][dj][e];
            }
}

template <class T, class Acc, bool late> __global__ void __launch_bounds__(threads) gemm_tensor(product<T, Acc, Acc> p)
{
    typedef step<T, late> s;
    typedef typename s::word word;
    const int bytes = 2 * place<T>::bytes, deep = place<T>::deep, words = 128 / place<T>::word, down = 32 / s::rows;
    extern __shared__ __align__(128) char tiles[];
    unsigned ring = (unsigned)__cvta_generic_to_shared(tiles);
    int t = (int)threadIdx.x, g = t % 32 / 4, l = t % 4, i0 = (int)blockIdx.x * tile, j0 = (int)blockIdx.y * tile;
    int wi = t / 32 % 2 * 32, wj = t / 64 * 32;
    place<T> pa(!p.a.trans), pb(p.b.trans);
    unsigned mine_a = (unsigned)((wi + g) * pa.row + l * pa.depth), mine_b = (unsigned)(place<T>::bytes + (wj + g) * pb.row + l * pb.depth);
    for (int batch = (int)blockIdx.z; batch < p.batches; batch += (int)gridDim.z) {
        carrier<T> a(p.a.of(batch), p.a.ld, !p.a.trans, t, i0, p.m), b(p.b.of(batch), p.b.ld, p.b.trans, t, j0, p.n);
        Acc sum[down][4][s::c] = {};
        int rounds = (p.k + deep - 1) / deep;
#pragma unroll
        for (int r = 0; r < stages - 1; r++) {
            if (r < rounds)
                a.copy(ring + (unsigned)(r * bytes), p.k - r * deep), b.copy(ring + (unsigned)(r * bytes + place<T>::bytes), p.k - r * deep);
            asm volatile("cp.async.commit_group;" ::: "memory");
        }
        unsigned now = 0, next = (stages - 1) * bytes;
        for (int r = 0; r < rounds; r++) {
            asm volatile("cp.async.wait_group %0;" ::"n"(stages - 2) : "memory");
            __syncthreads();
            int left = p.k - (r + stages - 1) * deep;
            if (left > 0)
                a.copy(ring + next, left), b.copy(ring + next + place<T>::bytes, left);
            asm volatile("cp.async.commit_group;" ::: "memory");
            unsigned at_a = ring + now + mine_a, at_b = ring + now + mine_b;
#pragma unroll
            for (int k = 0; k < words; k += s::deep, at_a += (unsigned)(s::deep * pa.depth), at_b += (unsigned)(s::deep * pb.depth)) {
                word fa[down][s::a], fb[4][s::b];
#pragma unroll
                for (int i = 0; i < down; i++)
#pragma unroll
                    for (int e = 0; e < s::a; e++)
                        fa[i][e] = factor<T>(shared_word<word>(at_a + (unsigned)((i * s::rows + e % 2 * 8) * pa.row + e / 2 * 4 * pa.depth)));
#pragma unroll
                for (int j = 0; j < 4; j++)
#pragma unroll
                    for (int e = 0; e < s::b; e++)
                        fb[j][e] = factor<T>(shared_word<word>(at_b + (unsigned)(j * 8 * pb.row + e * 4 * pb.depth)));
#pragma unroll
                for (int i = 0; i < down; i++)
#pragma unroll
                    for (int j = 0; j < 4; j++)
                        multiply_words(sum[i][j], fa[i], fb[j], T());
            }
            now = now == (stages - 1) * bytes ? 0 : now + bytes;
            next = next == (stages - 1) * bytes ? 0 : next + bytes;
        }
        __syncthreads(); /* the next batch begins to copy */
        Acc alpha = p.alpha.get();
#pragma unroll
        for (int i = 0; i < down; i++)
#pragma unroll
            for (int j = 0; j < 4; j++)
#pragma unroll
                for (int e = 0; e < s::c; e++)
                    sum[i][j][e] *= alpha;
        if (!is_zero(p.beta.get())) /* else C may hold anything */
            finish_all<s, true>(p, sum, i0 + wi + g, j0 + wj + l * 2, batch);
        finish_all<s, false>(p, sum, i0 + wi + g, j0 + wj + l * 2, batch);
    }
}

/* cuBLASLt's epilogues, afterwards: in the product itself they would be most of its code. */
template <class Acc> __global__ void finish_later(epilogue ep, Acc *p, int m, int n, int ld, long long stride)
{
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x), j = (int)blockIdx.y, batch = (int)blockIdx.z;
    Acc &v = p[i < m ? i + (size_t)j * ld + stride * batch : 0];
    if (i < m)
        v = finished<Acc>(ep, v, i, j, batch);
}

/* Read in 16-byte pieces, lines along without a rest. */
template <class T> static bool whole(const view<T> &v, int rows, bool along)
{
    const int each = 16 / (int)sizeof(T);
    return v.kind == GENERAL && !v.each && (size_t)v.p % 16 == 0 && v.ld % each == 0 && v.stride % each == 0 && !(along && (rows % each || sizeof(T) == 1));
}
template <class T, class Acc> static bool tensor(cudaStream_t s, const product<T, Acc, Acc> &p)
{
    int capability = 0, bytes = stages * 2 * place<T>::bytes;
    cudaDeviceGetAttribute(&capability, cudaDevAttrComputeCapabilityMajor, 0);
    if (p.ep.kind && (p.n > 65535 || p.batches > 65535 || p.d_each))
        return false;
    if (capability < 8 || p.half || !p.k || !whole(p.a, p.m, !p.a.trans) || !whole(p.b, p.n, p.b.trans))
        return false;
    dim3 grid((unsigned)((p.m + tile - 1) / tile), (unsigned)((p.n + tile - 1) / tile), (unsigned)(p.batches < 65535 ? p.batches : 65535));
    void (*kernel)(product<T, Acc, Acc>) = capability >= 9 ? gemm_tensor<T, Acc, sizeof(T) == 8> : gemm_tensor<T, Acc, false>;
    cudaFuncSetAttribute((const void *)kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, bytes);
    kernel<<<grid, threads, (size_t)bytes, s>>>(p);
    if (p.ep.kind)
        finish_later<<<dim3((unsigned)(p.m + 127) / 128, (unsigned)p.n, (unsigned)p.batches), 128, 0, s>>>(p.ep, p.d, p.m, p.n, p.ldd, p.d_stride);
    return true;
}
template <> bool multiply_tensor(cudaStream_t s, const product<float, float, float> &p) { return p.tf32 && (multiply_groups<float>(s, p, true) || multiply_turned(s, p) || tensor(s, p)); }
template <> bool multiply_tensor(cudaStream_t s, const product<double, double, double> &p) { return tensor(s, p); }
template <> bool multiply_tensor(cudaStream_t s, const product<signed char, int, int> &p) { return multiply_groups<signed char>(s, p, true) || tensor(s, p); }
