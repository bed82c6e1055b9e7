// cuBLAS, each function against a plain loop on the host, for its types.
// flags: -lcublas -std=c++17
// expect: level 1: 0 wrong of 62
// expect: level 2: 0 wrong of 134
// expect: level 3: 0 wrong of 216
// expect: mixed types: 0 wrong of 22
// expect: whole pieces: 0 wrong of 36
// expect: handles: 0 wrong of 10
#include <complex>
#include <cublas_v2.h>
#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <stdio.h>
#include <string.h>
#include <type_traits>
#include <vector>

static int wrong, checks;
static void ok(bool good, const char *what)
{
    checks++;
    if (!good) {
        wrong++;
        printf("wrong: %s\n", what);
    }
}
static void end(const char *part) { printf("%s: %d wrong of %d\n", part, wrong, checks); wrong = checks = 0; }

template <class T> struct host { typedef T type; };
template <> struct host<cuComplex> { typedef std::complex<float> type; };
template <> struct host<cuDoubleComplex> { typedef std::complex<double> type; };
static float conj_of(float a) { return a; }
static double conj_of(double a) { return a; }
template <class T> static std::complex<T> conj_of(std::complex<T> a) { return std::conj(a); }
static unsigned int seed = 1;
static float number() { seed = seed * 1664525u + 1013904223u; return (float)(int)(seed >> 16) / 32768.0f - 1.0f; }
template <class T> static void fill(std::vector<T> &v) { for (auto &e : v) e = T(number()); }
template <class T> static void fill(std::vector<std::complex<T>> &v) { for (auto &e : v) e = std::complex<T>(number(), number()); }

/* managed memory with a host copy of what it held */
template <class U> struct array {
    typedef typename host<U>::type T;
    U *d;
    std::vector<T> h;
    array(size_t n) : h(n) { fill(h); cudaMallocManaged(&d, n * sizeof(U) + 16); memcpy((void *)d, h.data(), n * sizeof(U)); }
    ~array() { cudaFree(d); }
    bool same(double bound) const
    {
        cudaDeviceSynchronize();
        const T *got = (const T *)d;
        for (size_t i = 0; i < h.size(); i++)
            if (!(std::abs(got[i] - h[i]) <= bound * (1 + std::abs(h[i]))))
                return false;
        return true;
    }
};
template <class U> static double bound_of() { return sizeof(typename host<U>::type) / (std::is_floating_point<typename host<U>::type>::value ? 1 : 2) == 4 ? 2e-5 : 1e-13; }
template <class T> static T op_at(const std::vector<T> &a, int ld, cublasOperation_t op, int i, int j)
{
    return op == CUBLAS_OP_N ? a[(size_t)(i + j * ld)] : op == CUBLAS_OP_T ? a[(size_t)(j + i * ld)] : conj_of(a[(size_t)(j + i * ld)]);
}
template <class T> static T tri_at(const std::vector<T> &a, int ld, bool upper, bool unit, cublasOperation_t op, int i, int j)
{
    bool stored = i == j || ((upper != (op != CUBLAS_OP_N)) ? i < j : i > j);
    return !stored ? T(0) : unit && i == j ? T(1) : op_at(a, ld, op, i, j);
}
template <class T> static T sym_at(const std::vector<T> &a, int ld, bool upper, int i, int j)
{
    return (upper ? i <= j : i >= j) ? a[(size_t)(i + j * ld)] : a[(size_t)(j + i * ld)];
}
static const cublasOperation_t ops[] = {CUBLAS_OP_N, CUBLAS_OP_T, CUBLAS_OP_C};

template <class U, class R, class Axpy, class Scal, class Copy, class Swap, class Imax, class Imin, class Nrm, class Asum>
static void level1(cublasHandle_t h, Axpy axpy, Scal scal, Copy copy, Swap swap, Imax imax, Imin imin, Nrm nrm, Asum asum)
{
    typedef typename host<U>::type T;
    double e = bound_of<U>();
    for (int inc = 1; inc <= 2; inc++) {
        int n = 777;
        array<U> x((size_t)(n * inc)), y((size_t)(n * 3));
        T a = x.h[5];
        axpy(h, n, (const U *)&a, x.d, inc, y.d, 3);
        for (int i = 0; i < n; i++)
            y.h[(size_t)(i * 3)] += a * x.h[(size_t)(i * inc)];
        ok(y.same(e), "axpy");
        scal(h, n, (const U *)&a, x.d, inc);
        for (int i = 0; i < n; i++)
            x.h[(size_t)(i * inc)] *= a;
        ok(x.same(e), "scal");
        swap(h, n, x.d, inc, y.d, 3);
        for (int i = 0; i < n; i++)
            std::swap(x.h[(size_t)(i * inc)], y.h[(size_t)(i * 3)]);
        ok(x.same(e) && y.same(e), "swap");
        int most = 0, least = 0, m, l;
        double sum = 0, squares = 0;
        auto size = [](T v) { return std::abs(std::real(v)) + std::abs(std::imag(v)); };
        for (int i = 0; i < n; i++) {
            T v = ((T *)x.d)[i * inc];
            most = size(v) > size(((T *)x.d)[most * inc]) ? i : most;
            least = size(v) < size(((T *)x.d)[least * inc]) ? i : least;
            sum += size(v), squares += std::norm(v);
        }
        imax(h, n, x.d, inc, &m), imin(h, n, x.d, inc, &l);
        ok(m == most + 1 && l == least + 1, "iamax, iamin");
        R r[2];
        nrm(h, n, x.d, inc, &r[0]), asum(h, n, x.d, inc, &r[1]);
        ok(std::abs(r[0] - sqrt(squares)) < e * sqrt(squares) && std::abs(r[1] - sum) < 10 * e * sum, "nrm2, asum");
        copy(h, n, x.d, inc, y.d, -3); /* backwards */
        for (int i = 0; i < n; i++)
            y.h[(size_t)(i * 3)] = x.h[(size_t)((n - 1 - i) * inc)];
        ok(y.same(e), "copy");
    }
}
template <class U, class Dot> static void dots(cublasHandle_t h, Dot dot, bool conj)
{
    typedef typename host<U>::type T;
    array<U> x(5000), y(10000);
    T want = T(0), got;
    for (int i = 0; i < 5000; i++)
        want += (conj ? conj_of(x.h[(size_t)i]) : x.h[(size_t)i]) * y.h[(size_t)(2 * i)];
    dot(h, 5000, x.d, 1, y.d, 2, (U *)&got);
    ok(std::abs(got - want) < 50 * bound_of<U>(), "dot");
}
template <class T, class Rot> static void rots(cublasHandle_t h, Rot rot)
{
    array<T> x(100), y(200);
    T c = (T)0.6, s = (T)0.8;
    rot(h, 100, x.d, 1, y.d, 2, &c, &s);
    for (size_t i = 0; i < 100; i++) {
        T a = x.h[i], b = y.h[2 * i];
        x.h[i] = c * a + s * b, y.h[2 * i] = c * b - s * a;
    }
    ok(x.same(1e-5), "rot");
    ok(y.same(1e-5), "rot");
}

template <class U, class Gemv, class Symv, class Trmv, class Trsv> static void level2(cublasHandle_t h, Gemv gemv, Symv symv, Trmv trmv, Trsv trsv)
{
    typedef typename host<U>::type T;
    double e = 20 * bound_of<U>();
    for (cublasOperation_t op : ops)
        for (int inc = -1; inc <= 2; inc += 3) {
            int m = 70, n = 45, ld = 73, rows = op == CUBLAS_OP_N ? m : n, cols = op == CUBLAS_OP_N ? n : m, s = inc < 0 ? -inc : inc;
            array<U> a((size_t)(ld * n)), x((size_t)(cols * s)), y((size_t)(rows * s));
            T alpha = a.h[1], beta = a.h[2];
            std::vector<T> was = y.h;
            gemv(h, op, m, n, (const U *)&alpha, a.d, ld, x.d, inc, (const U *)&beta, y.d, inc);
            for (int i = 0; i < rows; i++) {
                T v = T(0);
                for (int j = 0; j < cols; j++)
                    v += op_at(a.h, ld, op, i, j) * x.h[(size_t)((inc < 0 ? cols - 1 - j : j) * s)];
                size_t at = (size_t)((inc < 0 ? rows - 1 - i : i) * s);
                y.h[at] = alpha * v + beta * was[at];
            }
            ok(y.same(e), "gemv");
        }
    for (int upper = 0; upper < 2; upper++) {
        cublasFillMode_t uplo = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
        int n = 40, ld = 41;
        array<U> s((size_t)(ld * n)), x((size_t)n), y((size_t)n);
        T alpha = s.h[1], beta = T(0);
        symv(h, uplo, n, (const U *)&alpha, s.d, ld, x.d, 1, (const U *)&beta, y.d, 1);
        for (int i = 0; i < n; i++) {
            T v = T(0);
            for (int j = 0; j < n; j++)
                v += sym_at(s.h, ld, upper, i, j) * x.h[(size_t)j];
            y.h[(size_t)i] = alpha * v;
        }
        ok(y.same(e), "symv");
        for (cublasOperation_t op : ops)
            for (int unit = 0; unit < 2; unit++) {
                array<U> a((size_t)(ld * n)), b((size_t)(n * 2));
                for (int i = 0; i < n * ld; i++)
                    a.h[(size_t)i] *= T(0.05f);
                for (int i = 0; i < n; i++)
                    a.h[(size_t)(i + i * ld)] += T(1);
                memcpy((void *)a.d, a.h.data(), a.h.size() * sizeof(U));
                std::vector<T> first = b.h;
                cublasDiagType_t diag = unit ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
                trmv(h, uplo, op, diag, n, a.d, ld, b.d, 2);
                for (int i = 0; i < n; i++) {
                    T v = T(0);
                    for (int j = 0; j < n; j++)
                        v += tri_at(a.h, ld, upper, unit, op, i, j) * first[(size_t)(2 * j)];
                    b.h[(size_t)(2 * i)] = v;
                }
                ok(b.same(e), "trmv");
                trsv(h, uplo, op, diag, n, a.d, ld, b.d, 2); /* and back */
                b.h = first;
                ok(b.same(e), "trsv");
            }
    }
}
template <class U, class Ger> static void gers(cublasHandle_t h, Ger ger, bool conj)
{
    typedef typename host<U>::type T;
    int m = 33, n = 17, ld = 35;
    array<U> a((size_t)(ld * n)), x((size_t)m), y((size_t)(2 * n));
    T alpha = x.h[3];
    ger(h, m, n, (const U *)&alpha, x.d, 1, y.d, 2, a.d, ld);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            a.h[(size_t)(i + j * ld)] += alpha * x.h[(size_t)i] * (conj ? conj_of(y.h[(size_t)(2 * j)]) : y.h[(size_t)(2 * j)]);
    ok(a.same(bound_of<U>()), "ger");
}

template <class U, class Gemm, class Batched, class Strided, class Symm, class Syrk, class Trmm, class Trsm, class Geam, class Dgmm>
static void level3(cublasHandle_t h, Gemm gemm, Batched batched, Strided strided, Symm symm, Syrk syrk, Trmm trmm, Trsm trsm, Geam geam, Dgmm dgmm)
{
    typedef typename host<U>::type T;
    double e = 40 * bound_of<U>();
    for (cublasOperation_t ta : ops)
        for (cublasOperation_t tb : ops) {
            int m = 67, n = 70, k = 29, lda = (ta == CUBLAS_OP_N ? m : k) + 1, ldb = (tb == CUBLAS_OP_N ? k : n) + 2, ldc = m + 3;
            array<U> a((size_t)(lda * (ta == CUBLAS_OP_N ? k : m))), b((size_t)(ldb * (tb == CUBLAS_OP_N ? n : k))), c((size_t)(ldc * n));
            T alpha = a.h[0], beta = b.h[0];
            gemm(h, ta, tb, m, n, k, (const U *)&alpha, a.d, lda, b.d, ldb, (const U *)&beta, c.d, ldc);
            for (int i = 0; i < m; i++)
                for (int j = 0; j < n; j++) {
                    T v = T(0);
                    for (int q = 0; q < k; q++)
                        v += op_at(a.h, lda, ta, i, q) * op_at(b.h, ldb, tb, q, j);
                    c.h[(size_t)(i + j * ldc)] = alpha * v + beta * c.h[(size_t)(i + j * ldc)];
                }
            ok(c.same(e), "gemm");
            int gm = 37, gn = 21, ga = (ta == CUBLAS_OP_N ? gm : gn), gb = (tb == CUBLAS_OP_N ? gm : gn);
            array<U> p((size_t)(ga * (gm + gn - ga))), q((size_t)(gb * (gm + gn - gb))), r((size_t)(gm * gn));
            geam(h, ta, tb, gm, gn, (const U *)&alpha, p.d, ga, (const U *)&beta, q.d, gb, r.d, gm);
            for (int i = 0; i < gm; i++)
                for (int j = 0; j < gn; j++)
                    r.h[(size_t)(i + j * gm)] = alpha * op_at(p.h, ga, ta, i, j) + beta * op_at(q.h, gb, tb, i, j);
            ok(r.same(e), "geam");
        }
    { /* batches, by stride and by pointers */
        int m = 9, k = 5, count = 4;
        array<U> a((size_t)(m * k * count)), b((size_t)(m * k * count)), c((size_t)(m * m * count)), d((size_t)(m * m * count));
        T one = T(1), none = T(0);
        strided(h, CUBLAS_OP_N, CUBLAS_OP_N, m, m, k, (const U *)&one, a.d, m, m * k, b.d, k, m * k, (const U *)&none, c.d, m, m * m, count);
        U **each;
        cudaMallocManaged(&each, sizeof(U *) * 12);
        for (int i = 0; i < count; i++)
            each[i] = a.d + i * m * k, each[4 + i] = b.d + i * m * k, each[8 + i] = d.d + i * m * m;
        batched(h, CUBLAS_OP_N, CUBLAS_OP_N, m, m, k, (const U *)&one, (const U *const *)each, m, (const U *const *)(each + 4), k, (const U *)&none, each + 8, m, count);
        for (int z = 0; z < count; z++)
            for (int i = 0; i < m; i++)
                for (int j = 0; j < m; j++) {
                    T v = T(0);
                    for (int q = 0; q < k; q++)
                        v += a.h[(size_t)(z * m * k + i + q * m)] * b.h[(size_t)(z * m * k + q + j * k)];
                    c.h[(size_t)(z * m * m + i + j * m)] = d.h[(size_t)(z * m * m + i + j * m)] = v;
                }
        ok(c.same(e), "gemmStridedBatched");
        ok(d.same(e), "gemmBatched");
        cudaFree(each);
    }
    for (int upper = 0; upper < 2; upper++)
        for (int left = 0; left < 2; left++) {
            cublasFillMode_t uplo = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
            cublasSideMode_t side = left ? CUBLAS_SIDE_LEFT : CUBLAS_SIDE_RIGHT;
            int m = 34, n = 20, k = left ? m : n;
            array<U> s((size_t)(k * k)), b((size_t)(m * n)), c((size_t)(m * n));
            T alpha = s.h[0], beta = s.h[1];
            symm(h, side, uplo, m, n, (const U *)&alpha, s.d, k, b.d, m, (const U *)&beta, c.d, m);
            for (int i = 0; i < m; i++)
                for (int j = 0; j < n; j++) {
                    T v = T(0);
                    for (int q = 0; q < k; q++)
                        v += left ? sym_at(s.h, k, upper, i, q) * b.h[(size_t)(q + j * m)] : b.h[(size_t)(i + q * m)] * sym_at(s.h, k, upper, q, j);
                    c.h[(size_t)(i + j * m)] = alpha * v + beta * c.h[(size_t)(i + j * m)];
                }
            ok(c.same(e), "symm");
            for (cublasOperation_t op : ops) {
                array<U> a((size_t)(k * k)), x((size_t)(m * n)), y((size_t)(m * n));
                for (int i = 0; i < k * k; i++)
                    a.h[(size_t)i] *= T(0.05f);
                for (int i = 0; i < k; i++)
                    a.h[(size_t)(i + i * k)] += T(1);
                memcpy((void *)a.d, a.h.data(), a.h.size() * sizeof(U));
                bool unit = op == CUBLAS_OP_T;
                cublasDiagType_t diag = unit ? CUBLAS_DIAG_UNIT : CUBLAS_DIAG_NON_UNIT;
                trmm(h, side, uplo, op, diag, m, n, (const U *)&alpha, a.d, k, x.d, m, y.d, m);
                for (int i = 0; i < m; i++)
                    for (int j = 0; j < n; j++) {
                        T v = T(0);
                        for (int q = 0; q < k; q++)
                            v += left ? tri_at(a.h, k, upper, unit, op, i, q) * x.h[(size_t)(q + j * m)] : x.h[(size_t)(i + q * m)] * tri_at(a.h, k, upper, unit, op, q, j);
                        y.h[(size_t)(i + j * m)] = alpha * v;
                    }
                ok(y.same(e), "trmm");
                T back = T(1) / alpha;
                trsm(h, side, uplo, op, diag, m, n, (const U *)&back, a.d, k, y.d, m);
                y.h = x.h;
                ok(y.same(e), "trsm");
            }
            cublasOperation_t op = left ? CUBLAS_OP_N : CUBLAS_OP_T;
            int order = 70, deep = 11, ld = left ? order : deep;
            array<U> a((size_t)(order * deep)), r((size_t)(order * order));
            syrk(h, uplo, op, order, deep, (const U *)&alpha, a.d, ld, (const U *)&beta, r.d, order);
            for (int i = 0; i < order; i++)
                for (int j = 0; j < order; j++) {
                    T v = T(0);
                    for (int q = 0; q < deep; q++)
                        v += op_at(a.h, ld, op, i, q) * op_at(a.h, ld, op, j, q);
                    if (upper ? i <= j : i >= j)
                        r.h[(size_t)(i + j * order)] = alpha * v + beta * r.h[(size_t)(i + j * order)];
                }
            ok(r.same(e), "syrk");
            array<U> w((size_t)k);
            dgmm(h, side, m, n, b.d, m, w.d, 1, c.d, m);
            for (int i = 0; i < m; i++)
                for (int j = 0; j < n; j++)
                    c.h[(size_t)(i + j * m)] = b.h[(size_t)(i + j * m)] * w.h[(size_t)(left ? i : j)];
            if (upper)
                ok(c.same(e), "dgmm");
        }
}

template <class In> static float as_float(In v) { return (float)v; }
template <class In, class Out, class Scale>
static void mixed(cublasHandle_t h, cudaDataType in, cudaDataType out, cublasComputeType_t compute, double bound, const char *what)
{
    int m = 66, n = 40, k = 24;
    In *a, *b;
    Out *c;
    cudaMallocManaged(&a, sizeof(In) * (size_t)(m * k)), cudaMallocManaged(&b, sizeof(In) * (size_t)(k * n)), cudaMallocManaged(&c, sizeof(Out) * (size_t)(2 * m * n));
    for (int i = 0; i < m * k; i++)
        a[i] = In(std::is_same<In, signed char>::value ? number() * 100 : number());
    for (int i = 0; i < k * n; i++)
        b[i] = In(std::is_same<In, signed char>::value ? number() * 100 : number());
    for (int i = 0; i < 2 * m * n; i++)
        c[i] = Out(1.0f);
    Scale alpha = Scale(2.0f), beta = Scale(1.0f);
    ok(cublasGemmEx(h, CUBLAS_OP_T, CUBLAS_OP_N, m, n, k, &alpha, a, in, k, b, in, k, &beta, c, out, m, compute, CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_SUCCESS, what);
    cublasGemmStridedBatchedEx(h, CUBLAS_OP_T, CUBLAS_OP_N, m, n, k, &alpha, a, in, k, 0, b, in, k, 0, &beta, c + m * n, out, m, 0, 1, compute, CUBLAS_GEMM_DEFAULT);
    cudaDeviceSynchronize();
    double worst = 0;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            double v = 0;
            for (int q = 0; q < k; q++)
                v += (double)as_float(a[q + i * k]) * as_float(b[q + j * k]);
            worst = fmax(worst, fmax(fabs(2 * v + 1 - as_float(c[i + j * m])), fabs(2 * v + 1 - as_float(c[m * n + i + j * m]))));
        }
    ok(worst <= bound, what);
    cudaFree(a), cudaFree(b), cudaFree(c);
}

/* two products with vectors of steps 2 and 3, both operations; and gemm3m beside gemm */
static void batched_vectors(cublasHandle_t h)
{
    const int m = 7, n = 5;
    double *a, *x, *y, alpha = 2, beta = 3;
    cudaMallocManaged(&a, 2 * m * n * 8), cudaMallocManaged(&x, 64 * 8), cudaMallocManaged(&y, 64 * 8);
    for (int op = 0; op < 2; op++) {
        int rows = op ? n : m, depth = op ? m : n;
        for (int i = 0; i < 2 * m * n; i++)
            a[i] = i * 3 % 7;
        for (int i = 0; i < 64; i++)
            x[i] = i % 5, y[i] = i % 4;
        bool good = cublasDgemvStridedBatched(h, op ? CUBLAS_OP_T : CUBLAS_OP_N, m, n, &alpha, a, m, m * n, x, 2, 20, &beta, y, 3, 30, 2) == CUBLAS_STATUS_SUCCESS;
        cudaDeviceSynchronize();
        for (int i = 0; i < 2 * rows; i++) {
            int batch = i / rows, r = i % rows, at = batch * 30 + r * 3;
            double v = 3 * (at % 4);
            for (int k = 0; k < depth; k++)
                v += 2 * a[batch * m * n + (op ? k + r * m : r + k * m)] * x[batch * 20 + k * 2];
            good &= y[at] == v && y[at + 1] == (at + 1) % 4;
        }
        ok(good, "gemvStridedBatched");
        const double *as[] = {a + m * n, a, a + m * n}, *xs[] = {x, x + 20, x + 1}; /* one matrix twice, in another order */
        double *ys[] = {y + 30, y, y + 1}, **lists;
        cudaMallocManaged(&lists, 9 * sizeof(*lists));
        memcpy(lists, as, sizeof(as)), memcpy(lists + 3, xs, sizeof(xs)), memcpy(lists + 6, ys, sizeof(ys));
        for (int i = 0; i < 64; i++)
            y[i] = i % 4;
        good = cublasDgemvBatched(h, op ? CUBLAS_OP_T : CUBLAS_OP_N, m, n, &alpha, (const double *const *)lists, m, (const double *const *)(lists + 3), 2, &beta, lists + 6, 3, 3) == CUBLAS_STATUS_SUCCESS;
        cudaDeviceSynchronize();
        for (int i = 0; i < 3 * rows; i++) {
            int batch = i / rows, r = i % rows;
            double *at = ys[batch] + r * 3, v = 3 * ((at - y) % 4);
            for (int k = 0; k < depth; k++)
                v += 2 * as[batch][op ? k + r * m : r + k * m] * xs[batch][k * 2];
            good &= *at == v;
        }
        for (int i = 2; i < 24; i += 3) /* what lies between stays */
            good &= y[i] == i % 4;
        ok(good, "gemvBatched");
        cudaFree(lists);
    }
    cuDoubleComplex *c = (cuDoubleComplex *)y, one = make_cuDoubleComplex(1, 0), none = make_cuDoubleComplex(0, 0);
    ok(cublasZgemm3m(h, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, (cuDoubleComplex *)a, 2, (cuDoubleComplex *)x, 2, &none, c, 2) == CUBLAS_STATUS_SUCCESS && !cudaDeviceSynchronize(), "gemm3m");
    /* a: 0+3i 6+2i 5+1i 4+0i by columns, x: 0+1i 2+3i */
    ok(c[0].x == 0 * 0 - 3 * 1 + 5 * 2 - 1 * 3 && c[0].y == 0 * 1 + 3 * 0 + 5 * 3 + 1 * 2, "gemm3m");
}

static void handles()
{
    cublasHandle_t h;
    ok(cublasSgemm(NULL, CUBLAS_OP_N, CUBLAS_OP_N, 1, 1, 1, NULL, NULL, 1, NULL, 1, NULL, NULL, 1) == CUBLAS_STATUS_NOT_INITIALIZED, "no handle");
    cublasCreate(&h);
    float one = 1, *p;
    ok(cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 4, 4, 4, &one, NULL, 3, NULL, 4, &one, NULL, 4) == CUBLAS_STATUS_INVALID_VALUE, "a pitch that is too small");
    ok(!strcmp(cublasGetStatusName(CUBLAS_STATUS_INVALID_VALUE), "CUBLAS_STATUS_INVALID_VALUE"), "names");
    /* alpha, beta and results in device memory; a stream */
    cudaStream_t s, t;
    cudaStreamCreate(&s);
    cublasSetStream(h, s);
    cublasGetStream(h, &t);
    ok(s == t, "streams");
    float from[16];
    for (int i = 0; i < 16; i++)
        from[i] = (float)i;
    cudaMalloc(&p, 64 * 4);
    cublasSetPointerMode(h, CUBLAS_POINTER_MODE_DEVICE);
    cublasPointerMode_t mode;
    cublasGetPointerMode(h, &mode);
    ok(mode == CUBLAS_POINTER_MODE_DEVICE, "pointer mode");
    ok(cublasSetMatrix(2, 3, 4, from, 4, p, 2) == CUBLAS_STATUS_SUCCESS, "set matrix");
    cudaMemcpy(p + 8, from + 2, 4, cudaMemcpyHostToDevice); /* alpha: 2 */
    cublasSscal(h, 6, p + 8, p, 1);
    cublasSasum(h, 6, p, 1, p + 9);
    float to[16] = {0};
    ok(cublasGetMatrix(2, 3, 4, p, 2, to, 5) == CUBLAS_STATUS_SUCCESS && to[0] == 0 && to[1] == 2 && to[5] == 8 && to[6] == 10 && to[11] == 18, "get matrix");
    cudaMemcpy(to, p + 9, 4, cudaMemcpyDeviceToHost);
    ok(to[0] == 54, "a result in device memory");
    ok(cublasGetVector(3, 4, p, 2, to, 1) == CUBLAS_STATUS_SUCCESS && to[0] == 0 && to[1] == 8 && to[2] == 16, "get vector");
    /* the large tile */
    int n = 1040;
    float *big, none = 0;
    cublasSetPointerMode(h, CUBLAS_POINTER_MODE_HOST);
    cudaMallocManaged(&big, sizeof(float) * (size_t)(n * 8 * 2 + n * n));
    for (int i = 0; i < n * 16; i++)
        big[i] = (float)(i % 7 - 3);
    cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_T, n, n, 8, &one, big, n, big + n * 8, n, &none, big + n * 16, n);
    cudaDeviceSynchronize();
    bool good = true;
    for (int i = 0; i < n; i += 13)
        for (int j = 0; j < n; j++) {
            float v = 0;
            for (int q = 0; q < 8; q++)
                v += big[i + q * n] * big[n * 8 + j + q * n];
            good = good && v == big[n * 16 + i + (size_t)j * (size_t)n];
        }
    ok(good, "large tiles");
    cublasDestroy(h);
}

/* Products that the kernels for 16-byte pieces take: every transposition, tiles with a rest, two batches, a result that is added to. */
template <class In, class Out> static void pieces(cublasHandle_t h, cudaDataType in, cudaDataType out, double bound, const char *what, int k = 192)
{
    const int m = 136, n = 72, count = 2;
    for (int way = 0; way < 4; way++) {
        bool ta = way & 1, tb = way & 2;
        std::vector<float> fa(m * k * count), fb(k * n * count), fc(m * n * count);
        fill(fa), fill(fb), fill(fc);
        In *a, *b;
        Out *c;
        cudaMallocManaged(&a, fa.size() * sizeof(In)), cudaMallocManaged(&b, fb.size() * sizeof(In)), cudaMallocManaged(&c, fc.size() * sizeof(Out));
        for (size_t i = 0; i < fa.size(); i++)
            a[i] = In(fa[i]), fa[i] = as_float(a[i]);
        for (size_t i = 0; i < fb.size(); i++)
            b[i] = In(fb[i]), fb[i] = as_float(b[i]);
        for (size_t i = 0; i < fc.size(); i++)
            c[i] = Out(fc[i]), fc[i] = as_float(c[i]);
        float alpha = 0.5f, beta = way ? 2.0f : 0.0f;
        cublasStatus_t st = cublasGemmStridedBatchedEx(h, ta ? CUBLAS_OP_T : CUBLAS_OP_N, tb ? CUBLAS_OP_T : CUBLAS_OP_N, m, n, k, &alpha, a, in, ta ? k : m, m * k,
            b, in, tb ? n : k, k * n, &beta, c, out, m, m * n, count, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
        cudaDeviceSynchronize();
        bool good = st == CUBLAS_STATUS_SUCCESS;
        for (int q = 0; q < count; q++)
            for (int i = 0; i < m; i++)
                for (int j = 0; j < n; j++) {
                    double v = 0;
                    for (int d = 0; d < k; d++)
                        v += (double)fa[q * m * k + (ta ? i * k + d : d * m + i)] * fb[q * k * n + (tb ? d * n + j : j * k + d)];
                    v = v * alpha + beta * fc[q * m * n + j * m + i];
                    good &= std::abs(as_float(c[q * m * n + j * m + i]) - v) <= bound * (1 + std::abs(v));
                }
        ok(good, what);
        cudaFree(a), cudaFree(b), cudaFree(c);
    }
}

/* More tiles than all SMs hold: their blocks stay and take several, of a row of the result or of batches. Some elements of each product, its last row and column among them. */
static void many_tiles(cublasHandle_t h, int m, int n, int k, int count)
{
    for (int way = 0; way < 4; way++) {
        bool ta = way & 1, tb = way & 2;
        std::vector<float> fa((size_t)m * k * count), fb((size_t)k * n * count);
        fill(fa), fill(fb);
        __half *a, *b, *c;
        size_t all = (size_t)m * n * count;
        cudaMallocManaged(&a, fa.size() * 2), cudaMallocManaged(&b, fb.size() * 2), cudaMallocManaged(&c, all * 2);
        for (size_t i = 0; i < fa.size(); i++)
            a[i] = __half(fa[i]), fa[i] = as_float(a[i]);
        for (size_t i = 0; i < fb.size(); i++)
            b[i] = __half(fb[i]), fb[i] = as_float(b[i]);
        float alpha = 0.5f, beta = 0;
        bool good = cublasGemmStridedBatchedEx(h, ta ? CUBLAS_OP_T : CUBLAS_OP_N, tb ? CUBLAS_OP_T : CUBLAS_OP_N, m, n, k, &alpha, a, CUDA_R_16F, ta ? k : m, (long long)m * k, b, CUDA_R_16F,
                        tb ? n : k, (long long)k * n, &beta, c, CUDA_R_16F, m, (long long)m * n, count, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT) == CUBLAS_STATUS_SUCCESS;
        cudaDeviceSynchronize();
        for (size_t e = all - 1; e < all; e -= 97) {
            size_t q = e / ((size_t)m * n), i = e % m, j = e / m % n;
            double v = 0;
            for (int d = 0; d < k; d++)
                v += (double)fa[q * m * k + (ta ? i * k + d : d * m + i)] * fb[q * k * n + (tb ? d * n + j : j * k + d)];
            good &= std::abs(as_float(c[e]) - v * alpha) <= 2e-3 * (1 + std::abs(v * alpha));
        }
        ok(good, "blocks that stay");
        cudaFree(a), cudaFree(b), cudaFree(c);
    }
}

int main()
{
    cublasHandle_t h;
    cublasCreate(&h);
    level1<float, float>(h, cublasSaxpy, cublasSscal, cublasScopy, cublasSswap, cublasIsamax, cublasIsamin, cublasSnrm2, cublasSasum);
    level1<double, double>(h, cublasDaxpy, cublasDscal, cublasDcopy, cublasDswap, cublasIdamax, cublasIdamin, cublasDnrm2, cublasDasum);
    level1<cuComplex, float>(h, cublasCaxpy, cublasCscal, cublasCcopy, cublasCswap, cublasIcamax, cublasIcamin, cublasScnrm2, cublasScasum);
    level1<cuDoubleComplex, double>(h, cublasZaxpy, cublasZscal, cublasZcopy, cublasZswap, cublasIzamax, cublasIzamin, cublasDznrm2, cublasDzasum);
    dots<float>(h, cublasSdot, false), dots<double>(h, cublasDdot, false), dots<cuComplex>(h, cublasCdotu, false), dots<cuComplex>(h, cublasCdotc, true);
    dots<cuDoubleComplex>(h, cublasZdotu, false), dots<cuDoubleComplex>(h, cublasZdotc, true);
    rots<float>(h, cublasSrot), rots<double>(h, cublasDrot);
    array<cuComplex> c(100);
    array<cuDoubleComplex> z(100);
    float s = 1.5f;
    double d = -2.5;
    cublasCsscal(h, 100, &s, c.d, 1), cublasZdscal(h, 50, &d, z.d, 2);
    for (size_t i = 0; i < 100; i++)
        c.h[i] *= s, z.h[i] *= i % 2 ? 1.0 : d;
    ok(c.same(1e-6), "csscal");
    ok(z.same(1e-14), "zdscal");
    ok(cublasSaxpy(h, 0, &s, NULL, 1, NULL, 1) == CUBLAS_STATUS_SUCCESS, "axpy of nothing");
    ok(cublasSdot(h, 0, NULL, 1, NULL, 1, &s) == CUBLAS_STATUS_SUCCESS && s == 0, "dot of nothing");
    end("level 1");
    level2<float>(h, cublasSgemv, cublasSsymv, cublasStrmv, cublasStrsv);
    level2<double>(h, cublasDgemv, cublasDsymv, cublasDtrmv, cublasDtrsv);
    level2<cuComplex>(h, cublasCgemv, cublasCsymv, cublasCtrmv, cublasCtrsv);
    level2<cuDoubleComplex>(h, cublasZgemv, cublasZsymv, cublasZtrmv, cublasZtrsv);
    gers<float>(h, cublasSger, false), gers<double>(h, cublasDger, false), gers<cuComplex>(h, cublasCgeru, false);
    gers<cuComplex>(h, cublasCgerc, true), gers<cuDoubleComplex>(h, cublasZgeru, false), gers<cuDoubleComplex>(h, cublasZgerc, true);
    end("level 2");
#define LEVEL3(B, U)                                                                                         \
    level3<U>(h, cublas##B##gemm_v2, cublas##B##gemmBatched, cublas##B##gemmStridedBatched, cublas##B##symm_v2, cublas##B##syrk_v2, \
              cublas##B##trmm_v2, cublas##B##trsm_v2, cublas##B##geam, cublas##B##dgmm);
    LEVEL3(S, float) LEVEL3(D, double) LEVEL3(C, cuComplex) LEVEL3(Z, cuDoubleComplex)
    end("level 3");
    mixed<__half, __half, float>(h, CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_32F, 0.02, "half");
    mixed<__half, __half, __half>(h, CUDA_R_16F, CUDA_R_16F, CUBLAS_COMPUTE_16F, 0.02, "half, scaled by half");
    mixed<__half, float, float>(h, CUDA_R_16F, CUDA_R_32F, CUBLAS_COMPUTE_32F, 1e-4, "half to float");
    mixed<__nv_bfloat16, __nv_bfloat16, float>(h, CUDA_R_16BF, CUDA_R_16BF, CUBLAS_COMPUTE_32F, 0.15, "bfloat16");
    mixed<__nv_bfloat16, float, float>(h, CUDA_R_16BF, CUDA_R_32F, CUBLAS_COMPUTE_32F, 1e-4, "bfloat16 to float");
    mixed<float, float, float>(h, CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F, 1e-4, "float");
    mixed<float, float, float>(h, CUDA_R_32F, CUDA_R_32F, CUBLAS_COMPUTE_32F_FAST_TF32, 2 * 24 * 2 * 0x1p-10, "TF32");
    mixed<signed char, int, int>(h, CUDA_R_8I, CUDA_R_32I, CUBLAS_COMPUTE_32I, 0, "int8");
    batched_vectors(h);
    end("mixed types");
    pieces<float, float>(h, CUDA_R_32F, CUDA_R_32F, 1e-5, "floats");
    pieces<__half, __half>(h, CUDA_R_16F, CUDA_R_16F, 2e-3, "half");
    pieces<__half, float>(h, CUDA_R_16F, CUDA_R_32F, 2e-5, "half to float");
    pieces<__nv_bfloat16, __nv_bfloat16>(h, CUDA_R_16BF, CUDA_R_16BF, 8e-3, "bfloat16");
    pieces<__nv_bfloat16, float>(h, CUDA_R_16BF, CUDA_R_32F, 2e-5, "bfloat16 to float");
    pieces<__half, __half>(h, CUDA_R_16F, CUDA_R_16F, 2e-3, "half, depth shared by blocks", 520);
    pieces<__nv_bfloat16, float>(h, CUDA_R_16BF, CUDA_R_32F, 1e-4, "bfloat16 to float, depth shared by blocks", 520);
    many_tiles(h, 200, 136, 64, 72);
    many_tiles(h, 1096, 2056, 64, 1);
    end("whole pieces");
    handles();
    end("handles");
    cublasDestroy(h);
    return 0;
}
