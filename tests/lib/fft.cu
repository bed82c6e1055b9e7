/* cuFFT against the definition of the transform, in double on the host. */
// flags: -lcufft -O0
// expect: complex 34 of 34
// expect: real 26 of 26
// expect: layouts 4 of 4
// expect: statuses 14 of 14
#include <complex>
#include <cufft.h>
#include <vector>

#include "expect.h"

typedef std::complex<double> number;
typedef std::vector<number> numbers;
static unsigned int seed = 1;
static double random_number()
{
    seed = seed * 1664525u + 1013904223u;
    return (int)(seed >> 8) / 8388608.0 - 1;
}
/* over one dimension of an array [outer][n][inner] */
static void over(numbers &x, int outer, int n, int inner, int sign)
{
    numbers w(n), line(n);
    for (int j = 0; j < n; j++)
        w[j] = std::polar(1.0, sign * 2 * M_PI * j / n);
    for (int o = 0; o < outer; o++)
        for (int i = 0; i < inner; i++) {
            number *at = &x[(size_t)o * n * inner + i];
            for (int k = 0; k < n; k++) {
                number sum = 0;
                for (int j = 0; j < n; j++)
                    sum += at[(size_t)j * inner] * w[(long long)j * k % n];
                line[k] = sum;
            }
            for (int k = 0; k < n; k++)
                at[(size_t)k * inner] = line[k];
        }
}
static numbers dft(numbers x, const int *n, int batch, int sign)
{
    over(x, batch * n[0] * n[1], n[2], 1, sign);
    over(x, batch * n[0], n[1], n[2], sign);
    over(x, batch, n[0], n[1] * n[2], sign);
    return x;
}
/* root mean square error against that of the result */
static double error(const numbers &got, const numbers &want)
{
    double e = 0, s = 0;
    for (size_t i = 0; i < want.size(); i++)
        e += std::norm(got[i] - want[i]), s += std::norm(want[i]);
    return sqrt(e / s);
}
template <class T> static T *device(size_t n)
{
    T *p;
    cudaMalloc(&p, n * sizeof(T));
    return p;
}
template <class C> static numbers fetch(const C *d, size_t n)
{
    std::vector<C> h(n);
    cudaMemcpy(h.data(), d, n * sizeof(C), cudaMemcpyDeviceToHost);
    numbers x(n);
    for (size_t i = 0; i < n; i++)
        x[i] = number(h[i].x, h[i].y);
    return x;
}
template <class C> static void send(C *d, const numbers &x)
{
    std::vector<C> h(x.size());
    for (size_t i = 0; i < x.size(); i++)
        h[i].x = (decltype(h[i].x))x[i].real(), h[i].y = (decltype(h[i].x))x[i].imag();
    cudaMemcpy(d, h.data(), h.size() * sizeof(C), cudaMemcpyHostToDevice);
}
static cufftHandle planned(const int *n, cufftType type, int batch)
{
    cufftHandle p = 0;
    if (n[0] > 1)
        cufftPlan3d(&p, n[0], n[1], n[2], type);
    else if (n[1] > 1)
        cufftPlan2d(&p, n[1], n[2], type);
    else
        cufftPlan1d(&p, n[2], type, batch);
    return p;
}
static cufftResult run(cufftHandle p, cufftComplex *in, cufftComplex *out, int way) { return cufftExecC2C(p, in, out, way); }
static cufftResult run(cufftHandle p, cufftDoubleComplex *in, cufftDoubleComplex *out, int way) { return cufftExecZ2Z(p, in, out, way); }
static cufftResult run(cufftHandle p, cufftReal *in, cufftComplex *out) { return cufftExecR2C(p, in, out); }
static cufftResult run(cufftHandle p, cufftDoubleReal *in, cufftDoubleComplex *out) { return cufftExecD2Z(p, in, out); }
static cufftResult run(cufftHandle p, cufftComplex *in, cufftReal *out) { return cufftExecC2R(p, in, out); }
static cufftResult run(cufftHandle p, cufftDoubleComplex *in, cufftDoubleReal *out) { return cufftExecZ2D(p, in, out); }

template <class C> static void complex_of(const int *n, int batch, cufftType type, double bound)
{
    size_t size = (size_t)n[0] * n[1] * n[2] * batch;
    numbers x(size);
    for (auto &v : x)
        v = number(random_number(), random_number());
    C *in = device<C>(size), *out = device<C>(size);
    cufftHandle p = planned(n, type, batch);
    send(in, x);
    bool ok = run(p, in, out, CUFFT_FORWARD) == CUFFT_SUCCESS;
    double e = error(fetch(out, size), dft(x, n, batch, -1));
    ok = ok && run(p, out, out, CUFFT_INVERSE) == CUFFT_SUCCESS; /* in place, and back */
    numbers back = fetch(out, size);
    for (auto &v : back)
        v /= (double)n[0] * n[1] * n[2];
    double b = error(back, x);
    expect(ok && e < bound && b < bound, type == CUFFT_C2C ? "c2c" : "z2z", n[0], n[1], n[2]);
    cufftDestroy(p);
    cudaFree(in);
    cudaFree(out);
}
template <class R, class C> static void real_of(const int *n, int batch, cufftType to, cufftType from, double bound, bool in_place)
{
    int half = n[2] / 2 + 1, rows = n[0] * n[1] * batch, pitch = in_place ? 2 * half : n[2];
    numbers x((size_t)rows * n[2]), want((size_t)rows * half);
    std::vector<R> h((size_t)rows * pitch);
    for (size_t i = 0; i < x.size(); i++)
        h[i / n[2] * pitch + i % n[2]] = (R)random_number(), x[i] = h[i / n[2] * pitch + i % n[2]];
    C *c = device<C>((size_t)rows * half);
    R *r = in_place ? (R *)c : device<R>(h.size());
    cudaMemcpy(r, h.data(), h.size() * sizeof(R), cudaMemcpyHostToDevice);
    cufftHandle p = planned(n, to, batch), q = planned(n, from, batch);
    bool ok = run(p, r, c) == CUFFT_SUCCESS;
    numbers full = dft(x, n, batch, -1), got = fetch(c, want.size());
    for (size_t i = 0; i < want.size(); i++)
        want[i] = full[i / half * n[2] + i % half];
    double e = error(got, want);
    if (!in_place)
        cudaMemset(r, 0, h.size() * sizeof(R));
    ok = ok && run(q, c, r) == CUFFT_SUCCESS;
    cudaMemcpy(h.data(), r, h.size() * sizeof(R), cudaMemcpyDeviceToHost);
    double b = 0;
    for (size_t i = 0; i < x.size(); i++)
        b = fmax(b, fabs(h[i / n[2] * pitch + i % n[2]] / ((double)n[0] * n[1] * n[2]) - x[i].real()));
    expect(ok && e < bound && b < 4 * bound, to == CUFFT_R2C ? "real" : "real double", n[0], n[1], n[2]);
    cufftDestroy(p);
    cufftDestroy(q);
    cudaFree(c);
    if (!in_place)
        cudaFree(r);
}
static const int shapes[][4] = {{1, 1, 1, 3}, {1, 1, 2, 5}, {1, 1, 8, 3}, {1, 1, 60, 4}, {1, 1, 64, 7}, {1, 1, 105, 2}, {1, 1, 11, 3}, {1, 1, 97, 2}, {1, 1, 512, 2},
    {1, 1, 1000, 1}, {1, 1, 2187, 1}, {1, 1, 1022, 1}, {1, 16, 12, 1}, {1, 9, 22, 1}, {4, 6, 10, 1}, {3, 5, 7, 1}, {2, 13, 8, 1}};
static void everything()
{
    for (auto &s : shapes) {
        complex_of<cufftComplex>(s, s[3], CUFFT_C2C, 1e-6);
        complex_of<cufftDoubleComplex>(s, s[3], CUFFT_Z2Z, 2e-15);
    }
    summary("complex");
    for (auto &s : shapes)
        if (s[2] < 1000 && s[2] > 1) {
            real_of<cufftReal, cufftComplex>(s, s[3], CUFFT_R2C, CUFFT_C2R, 1e-6, s[2] % 2 == 0);
            real_of<cufftDoubleReal, cufftDoubleComplex>(s, s[3], CUFFT_D2Z, CUFFT_Z2D, 2e-15, s[2] % 3 == 0);
        }
    summary("real");
}
/* batches interleaved; a part of a larger array; a work area of the program's; a long one by its known transform */
static void layouts()
{
    const int n = 48, batch = 5;
    int len = n, embed[] = {n}, one[] = {1, 1, n};
    numbers x(n * batch), y(n * batch);
    for (auto &v : x)
        v = number(random_number(), random_number());
    for (int b = 0; b < batch; b++)
        for (int i = 0; i < n; i++)
            y[i * batch + b] = x[b * n + i];
    cufftDoubleComplex *d = device<cufftDoubleComplex>(n * batch), *o = device<cufftDoubleComplex>(n * batch);
    send(d, y);
    cufftHandle p;
    cufftPlanMany(&p, 1, &len, embed, batch, 1, embed, 1, n, CUFFT_Z2Z, batch);
    cufftExecZ2Z(p, d, o, CUFFT_FORWARD);
    expect(error(fetch(o, x.size()), dft(x, one, batch, -1)) < 1e-14, "interleaved", n, batch);
    cufftDestroy(p);

    int part[] = {4, 6}, whole[] = {8, 10}, shape[] = {1, 4, 6};
    numbers small(24), large(80), want;
    for (int i = 0; i < 24; i++)
        small[i] = number(random_number(), random_number()), large[i / 6 * 10 + i % 6] = small[i];
    send(d, large);
    cudaMemset(o, 0, 80 * sizeof *o);
    cufftPlanMany(&p, 2, part, whole, 1, 80, whole, 1, 80, CUFFT_Z2Z, 1);
    cufftExecZ2Z(p, d, o, CUFFT_FORWARD);
    numbers got = fetch(o, 80), cut(24);
    bool outside = false;
    for (int i = 0; i < 80; i++)
        if (i / 10 < 4 && i % 10 < 6)
            cut[i / 10 * 6 + i % 10] = got[i];
        else
            outside = outside || got[i] != 0.0;
    expect(error(cut, dft(small, shape, 1, -1)) < 1e-14 && !outside, "part", 4, 6);
    cufftDestroy(p);

    size_t size = 0, again = 0;
    cufftCreate(&p);
    cufftSetAutoAllocation(p, 0);
    bool ok = cufftMakePlan1d(p, 97, CUFFT_Z2Z, 2, &size) == CUFFT_SUCCESS && size > 0 && cufftGetSize(p, &again) == CUFFT_SUCCESS && again == size;
    ok = ok && cufftExecZ2Z(p, d, o, CUFFT_FORWARD) == CUFFT_NO_WORKSPACE;
    char *area = device<char>(size);
    cufftSetWorkArea(p, area);
    int prime[] = {1, 1, 97};
    x.resize(97 * 2);
    send(d, x);
    expect(ok && cufftExecZ2Z(p, d, o, CUFFT_FORWARD) == CUFFT_SUCCESS && error(fetch(o, x.size()), dft(x, prime, 2, -1)) < 1e-14, "work area", 97);
    cufftDestroy(p);

    const int big = 65536; /* a wave: one line of the spectrum */
    cufftComplex *w = device<cufftComplex>(big);
    numbers wave(big), line(big);
    for (int i = 0; i < big; i++)
        wave[i] = std::polar(1.0, 2 * M_PI * (12345ll * i % big) / big);
    line[12345] = big;
    send(w, wave);
    cufftPlan1d(&p, big, CUFFT_C2C, 1);
    cufftExecC2C(p, w, w, CUFFT_FORWARD);
    expect(error(fetch(w, big), line) < 1e-6, "long", big);
    cufftDestroy(p);
    summary("layouts");
}
static void statuses()
{
    cufftHandle p = 0, q = 0;
    int n = 0;
    cufftComplex *d = device<cufftComplex>(64);
    expect(cufftPlan1d(&p, 0, CUFFT_C2C, 1) == CUFFT_INVALID_SIZE, "status", n++);
    expect(cufftPlan1d(&p, -5, CUFFT_C2C, 1) == CUFFT_INVALID_SIZE, "status", n++);
    expect(cufftPlan1d(&p, 8, CUFFT_C2C, 0) == CUFFT_INVALID_SIZE, "status", n++);
    expect(cufftPlan1d(&p, 8, (cufftType)3, 1) == CUFFT_INVALID_TYPE, "status", n++);
    expect(cufftPlanMany(&p, 4, &n, NULL, 1, 1, NULL, 1, 1, CUFFT_C2C, 1) == CUFFT_INVALID_VALUE, "status", n++);
    expect(cufftExecC2C(4711, d, d, CUFFT_FORWARD) == CUFFT_INVALID_PLAN, "status", n++);
    expect(cufftDestroy(-1) == CUFFT_INVALID_PLAN, "status", n++);
    expect(cufftPlan1d(&p, 64, CUFFT_C2C, 1) == CUFFT_SUCCESS, "status", n++);
    expect(cufftExecC2C(p, d, d, 7) == CUFFT_INVALID_VALUE, "status", n++);
    expect(cufftExecC2C(p, NULL, d, CUFFT_FORWARD) == CUFFT_INVALID_VALUE, "status", n++);
    expect(cufftExecR2C(p, (float *)d, d) == CUFFT_INVALID_TYPE, "status", n++);
    expect(cufftCreate(&q) == CUFFT_SUCCESS && cufftExecC2C(q, d, d, CUFFT_FORWARD) == CUFFT_INVALID_PLAN, "status", n++);
    expect(cufftDestroy(p) == CUFFT_SUCCESS && cufftDestroy(p) == CUFFT_INVALID_PLAN, "status", n++);
    expect(cufftDestroy(q) == CUFFT_SUCCESS, "status", n++);
    summary("statuses");
}
int main()
{
    everything();
    layouts();
    statuses();
    return cudaGetLastError() != cudaSuccess;
}
