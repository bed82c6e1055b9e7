/* What the files of this library share: lines of a transform, and how the kernels read and write them. */
#ifndef SLUICE_FFT_H
#define SLUICE_FFT_H
#include <cufft.h>
#include <stdio.h>

template <class T> struct __align__(2 * sizeof(T)) cplx { T x, y; };

enum access { COMPLEX, REAL, HALF }; /* HALF: numbers 0 to N/2 of a real signal's N are stored */
/* One side of many lines: number n of a line lies at its base + n * stride; the base is that of the levels' indices. */
struct side {
    void *at;
    access how;
    bool swap; /* real and imaginary parts: that makes an inverse transform of a forward one */
    long long level[3], stride;
    long long first, step; /* element j of line (i0, ...) is number i0 * first + j * step */
};
/* count = c[0] * c[1] * ... lines; i0 runs over c[0], then the levels. Each is transformed over `length`. */
struct lines {
    int length, full; /* full: N of the whole transform */
    long long c[4];
    side in, out;
    const void *roots;   /* exp(-2 pi i j / length) */
    const void *twiddle; /* exp(-2 pi i j / full): the results are multiplied by number i0 * k. Or NULL */
    int radix[12], radices;
};
#define FFT_MAX(T) ((int)(8192 / sizeof(T))) /* longest in shared memory: 2 buffers of 16 kB */

template <class T> void transform(cudaStream_t s, const lines &l);

/* Bluestein: numbers of `l` times the chirp into rows of m, and back */
template <class T> void chirp_in(cudaStream_t s, const lines &l, const cplx<T> *chirp, cplx<T> *rows, int m);
template <class T> void chirp_out(cudaStream_t s, const lines &l, const cplx<T> *chirp, const cplx<T> *rows, int m);
template <class T> void chirp_multiply(cudaStream_t s, cplx<T> *rows, const cplx<T> *by, int m, long long count);
#endif
