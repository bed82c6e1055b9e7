/* Transforms of many lines: each block has some lines in shared memory and goes through them by Stockham's passes of radix 2 to 8. */
#include "fft.h"

template <class T> __device__ cplx<T> operator+(cplx<T> a, cplx<T> b) { return cplx<T>{a.x + b.x, a.y + b.y}; }
template <class T> __device__ cplx<T> operator-(cplx<T> a, cplx<T> b) { return cplx<T>{a.x - b.x, a.y - b.y}; }
template <class T> __device__ cplx<T> operator*(cplx<T> a, cplx<T> b) { return cplx<T>{a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x}; }
template <class T> __device__ cplx<T> times(cplx<T> a, T s) { return cplx<T>{a.x * s, a.y * s}; }
template <class T> __device__ cplx<T> minus_i(cplx<T> a) { return cplx<T>{a.y, -a.x}; }

__device__ static long long base(const lines &l, const side &s, long long line, long long &i0)
{
    i0 = line % l.c[0];
    line /= l.c[0];
    long long a = line % l.c[1] * s.level[0];
    line /= l.c[1];
    return a + line % l.c[2] * s.level[1] + line / l.c[2] * s.level[2];
}
template <class T> __device__ cplx<T> load(const lines &l, long long line, int j)
{
    long long i0, at = base(l, l.in, line, i0), n = i0 * l.in.first + j * l.in.step;
    cplx<T> v;
    if (l.in.how == REAL) {
        v.x = ((const T *)l.in.at)[at + n * l.in.stride];
        v.y = 0;
    } else {
        bool mirrored = l.in.how == HALF && n > l.full / 2;
        v = ((const cplx<T> *)l.in.at)[at + (mirrored ? l.full - n : n) * l.in.stride];
        if (mirrored)
            v.y = -v.y;
    }
    return l.in.swap ? cplx<T>{v.y, v.x} : v;
}
template <class T> __device__ void store(const lines &l, long long line, int k, cplx<T> v)
{
    long long i0, at = base(l, l.out, line, i0), n = i0 * l.out.first + k * l.out.step;
    if (l.twiddle)
        v = v * ((const cplx<T> *)l.twiddle)[i0 * k];
    if (l.out.swap)
        v = cplx<T>{v.y, v.x};
    if (l.out.how == REAL)
        ((T *)l.out.at)[at + n * l.out.stride] = v.x;
    else if (l.out.how == COMPLEX || n <= l.full / 2)
        ((cplx<T> *)l.out.at)[at + n * l.out.stride] = v;
}

template <class T> __device__ void butterfly2(cplx<T> *v)
{
    cplx<T> a = v[0];
    v[0] = a + v[1], v[1] = a - v[1];
}
template <class T> __device__ void butterfly4(cplx<T> *v)
{
    cplx<T> a = v[0] + v[2], b = v[0] - v[2], c = v[1] + v[3], d = minus_i(v[1] - v[3]);
    v[0] = a + c, v[1] = b + d, v[2] = a - c, v[3] = b - d;
}
template <class T> __device__ void butterfly8(cplx<T> *v)
{
    cplx<T> e[4] = {v[0], v[2], v[4], v[6]}, o[4] = {v[1], v[3], v[5], v[7]};
    butterfly4(e);
    butterfly4(o);
    const T h = (T)0.70710678118654752440;
    o[1] = times(cplx<T>{o[1].x + o[1].y, o[1].y - o[1].x}, h);
    o[2] = minus_i(o[2]);
    o[3] = times(cplx<T>{o[3].y - o[3].x, -o[3].x - o[3].y}, h);
    for (int i = 0; i < 4; i++)
        v[i] = e[i] + o[i], v[i + 4] = e[i] - o[i];
}
/* An odd prime R by its symmetric and antisymmetric parts; roots of unity from the table of the line */
template <int R, class T> __device__ void butterfly_odd(cplx<T> *v, const cplx<T> *roots, int step)
{
    cplx<T> s[R / 2], d[R / 2], sum = v[0], first = v[0];
#pragma unroll
    for (int i = 0; i < R / 2; i++) {
        s[i] = v[i + 1] + v[R - 1 - i], d[i] = v[i + 1] - v[R - 1 - i];
        sum = sum + s[i];
    }
    v[0] = sum;
#pragma unroll
    for (int k = 1; k <= R / 2; k++) {
        cplx<T> even = first, odd = cplx<T>{0, 0};
#pragma unroll
        for (int i = 0; i < R / 2; i++) {
            cplx<T> w = roots[(i + 1) * k % R * step];
            even = even + times(s[i], w.x);
            odd = odd + times(d[i], w.y);
        }
        v[k] = cplx<T>{even.x - odd.y, even.y + odd.x}, v[R - k] = cplx<T>{even.x + odd.y, even.y - odd.x};
    }
}
/* One pass: `done` is the product of the radices before */
template <int R, class T> __device__ void pass(const cplx<T> *from, cplx<T> *to, const cplx<T> *roots, int length, int width, int done)
{
    int part = length / R, step = length / (done * R);
    for (int u = threadIdx.x; u < part * width; u += blockDim.x) {
        int t = u % part, row = u / part * length, k = t % done;
        cplx<T> v[R];
#pragma unroll
        for (int q = 0; q < R; q++)
            v[q] = from[row + t + q * part];
        if (done > 1) {
#pragma unroll
            for (int q = 1; q < R; q++)
                v[q] = v[q] * roots[q * k * step];
        }
        if (R == 2)
            butterfly2(v);
        else if (R == 4)
            butterfly4(v);
        else if (R == 8)
            butterfly8(v);
        else
            butterfly_odd<R>(v, roots, length / R);
        int o = row + (t - k) * R + k;
#pragma unroll
        for (int q = 0; q < R; q++)
            to[o + q * done] = v[q];
    }
    __syncthreads();
}
template <class T> __global__ void transform_lines(lines l, long long count, int width)
{
    extern __shared__ __align__(16) unsigned char memory[];
    cplx<T> *a = (cplx<T> *)memory, *b = a + width * l.length;
    long long first = (long long)blockIdx.x * width;
    int mine = count - first < width ? (int)(count - first) : width;
    bool along = l.in.stride * l.in.step == 1;
    for (int u = threadIdx.x; u < mine * l.length; u += blockDim.x) {
        int row = along ? u / l.length : u % mine, j = along ? u % l.length : u / mine;
        a[row * l.length + j] = load<T>(l, first + row, j);
    }
    __syncthreads();
    int done = 1;
    const cplx<T> *roots = (const cplx<T> *)l.roots;
    for (int p = 0; p < l.radices; p++) {
        switch (l.radix[p]) {
        case 2: pass<2>(a, b, roots, l.length, mine, done); break;
        case 3: pass<3>(a, b, roots, l.length, mine, done); break;
        case 4: pass<4>(a, b, roots, l.length, mine, done); break;
        case 5: pass<5>(a, b, roots, l.length, mine, done); break;
        case 7: pass<7>(a, b, roots, l.length, mine, done); break;
        default: pass<8>(a, b, roots, l.length, mine, done); break;
        }
        done *= l.radix[p];
        cplx<T> *t = a;
        a = b, b = t;
    }
    along = l.out.stride * l.out.step == 1;
    for (int u = threadIdx.x; u < mine * l.length; u += blockDim.x) {
        int row = along ? u / l.length : u % mine, k = along ? u % l.length : u / mine;
        store(l, first + row, k, a[row * l.length + k]);
    }
}
template <class T> void transform(cudaStream_t s, const lines &l)
{
    long long count = l.c[0] * l.c[1] * l.c[2] * l.c[3];
    int width = 1024 / l.length < 1 ? 1 : 1024 / l.length;
    if (width > 32)
        width = 32;
    if (width > count)
        width = (int)count;
    int threads = (width * l.length / 8 + 31) / 32 * 32;
    threads = threads < 32 ? 32 : threads > 256 ? 256 : threads;
    transform_lines<T><<<(unsigned int)((count + width - 1) / width), threads, 2 * (size_t)width * l.length * sizeof(cplx<T>), s>>>(l, count, width);
}

template <class T> __global__ void chirp_in_kernel(lines l, const cplx<T> *chirp, cplx<T> *rows, int m, long long total)
{
    long long at = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (at >= total)
        return;
    int j = (int)(at % m);
    rows[at] = j < l.full ? load<T>(l, at / m, j) * chirp[j] : cplx<T>{0, 0};
}
template <class T> __global__ void chirp_out_kernel(lines l, const cplx<T> *chirp, const cplx<T> *rows, int m, long long total)
{
    long long at = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (at >= total)
        return;
    int k = (int)(at % l.full);
    store(l, at / l.full, k, times(rows[at / l.full * m + k] * chirp[k], (T)1 / m));
}
template <class T> __global__ void chirp_multiply_kernel(cplx<T> *rows, const cplx<T> *by, int m, long long total)
{
    long long at = blockIdx.x * (long long)blockDim.x + threadIdx.x;
    if (at < total)
        rows[at] = rows[at] * by[at % m];
}
template <class T> void chirp_in(cudaStream_t s, const lines &l, const cplx<T> *chirp, cplx<T> *rows, int m)
{
    long long total = l.c[0] * l.c[1] * l.c[2] * l.c[3] * m;
    chirp_in_kernel<<<(unsigned int)((total + 127) / 128), 128, 0, s>>>(l, chirp, rows, m, total);
}
template <class T> void chirp_out(cudaStream_t s, const lines &l, const cplx<T> *chirp, const cplx<T> *rows, int m)
{
    long long total = l.c[0] * l.c[1] * l.c[2] * l.c[3] * l.full;
    chirp_out_kernel<<<(unsigned int)((total + 127) / 128), 128, 0, s>>>(l, chirp, rows, m, total);
}
template <class T> void chirp_multiply(cudaStream_t s, cplx<T> *rows, const cplx<T> *by, int m, long long count)
{
    chirp_multiply_kernel<<<(unsigned int)((count * m + 127) / 128), 128, 0, s>>>(rows, by, m, count * m);
}
#define EACH(T)                                                                                              \
    template void transform<T>(cudaStream_t, const lines &);                                                 \
    template void chirp_in<T>(cudaStream_t, const lines &, const cplx<T> *, cplx<T> *, int);                 \
    template void chirp_out<T>(cudaStream_t, const lines &, const cplx<T> *, const cplx<T> *, int);          \
    template void chirp_multiply<T>(cudaStream_t, cplx<T> *, const cplx<T> *, int, long long);
EACH(float)
EACH(double)
