/* cuSOLVER's dense part: factors multiplied again, systems solved, vectors orthogonal. Each routine for one real and one complex type: the
   others are the same templates. */
// flags: -lcusolver -O0 -std=c++17
// expect: factors 20 of 20
// expect: qr 14 of 14
// expect: values 14 of 14
// expect: generic 24 of 24
// expect: statuses 9 of 9
#include <complex>
#include <cusolverDn.h>
#include <vector>

#include "expect.h"

static unsigned int seed = 1;
static double random_number()
{
    seed = seed * 1664525u + 1013904223u;
    return (int)(seed >> 8) / 8388608.0 - 1;
}
template <class T> struct traits { typedef T real, theirs; static T get() { return (T)random_number(); } static T conj(T x) { return x; } };
template <class R> struct traits<std::complex<R>> {
    typedef R real;
    typedef typename std::conditional<sizeof(R) == 4, cuComplex, cuDoubleComplex>::type theirs;
    static std::complex<R> get() { R a = (R)random_number(); return std::complex<R>(a, (R)random_number()); }
    static std::complex<R> conj(std::complex<R> x) { return std::conj(x); }
};
template <class T> struct matrix : std::vector<T> {
    int m, n;
    matrix(int rows, int cols) : std::vector<T>((size_t)rows * cols), m(rows), n(cols) {}
    T &at(int i, int j) { return (*this)[i + (size_t)j * m]; }
    const T &at(int i, int j) const { return (*this)[i + (size_t)j * m]; }
};
template <class T> static matrix<T> random_matrix(int m, int n)
{
    matrix<T> a(m, n);
    for (auto &x : a)
        x = traits<T>::get();
    return a;
}
template <class T> static matrix<T> times(const matrix<T> &a, bool ta, const matrix<T> &b, bool tb)
{
    int m = ta ? a.n : a.m, k = ta ? a.m : a.n, n = tb ? b.m : b.n;
    matrix<T> c(m, n);
    for (int j = 0; j < n; j++)
        for (int i = 0; i < m; i++)
            for (int l = 0; l < k; l++)
                c.at(i, j) += (ta ? traits<T>::conj(a.at(l, i)) : a.at(i, l)) * (tb ? traits<T>::conj(b.at(j, l)) : b.at(l, j));
    return c;
}
template <class T> static double distance(const matrix<T> &a, const matrix<T> &b)
{
    double d = 0, s = 0;
    for (size_t i = 0; i < a.size(); i++)
        d += std::norm(a[i] - b[i]), s += std::norm(b[i]);
    return sqrt(d / (s > 0 ? s : 1));
}
template <class T> static matrix<T> unit(int n)
{
    matrix<T> u(n, n);
    for (int i = 0; i < n; i++)
        u.at(i, i) = T(1);
    return u;
}
template <class T> static typename traits<T>::theirs *device(const std::vector<T> &v)
{
    void *p;
    cudaMalloc(&p, (v.size() + 1) * sizeof(T));
    cudaMemcpy(p, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
    return (typename traits<T>::theirs *)p;
}
template <class T> static matrix<T> fetch(const void *p, int m, int n)
{
    matrix<T> a(m, n);
    cudaMemcpy((void *)a.data(), p, a.size() * sizeof(T), cudaMemcpyDeviceToHost);
    return a;
}
static cusolverDnHandle_t h;
static int *info, *ipiv;
static int told()
{
    int i;
    cudaMemcpy(&i, info, sizeof i, cudaMemcpyDeviceToHost);
    return i;
}
/* the calls of a type by one name */
#define CALLS(X, T, Or, Sy)                                                                                       \
    struct X##_calls {                                                                                            \
        static constexpr auto potrf = cusolverDn##X##potrf;                                                       \
        static constexpr auto potrs = cusolverDn##X##potrs;                                                       \
        static constexpr auto getrf = cusolverDn##X##getrf;                                                       \
        static constexpr auto getrs = cusolverDn##X##getrs;                                                       \
        static constexpr auto geqrf = cusolverDn##X##geqrf;                                                       \
        static constexpr auto mqr = cusolverDn##X##Or##mqr;                                                       \
        static constexpr auto gqr = cusolverDn##X##Or##gqr;                                                       \
        static constexpr auto evd = cusolverDn##X##Sy##evd;                                                       \
        static constexpr auto evd_size = cusolverDn##X##Sy##evd_bufferSize;                                       \
        static constexpr auto gesvd = cusolverDn##X##gesvd;                                                       \
        static constexpr auto gesvd_size = cusolverDn##X##gesvd_bufferSize;                                       \
    };
CALLS(S, float, or, sy)
CALLS(D, double, or, sy)
CALLS(C, cuComplex, un, he)
CALLS(Z, cuDoubleComplex, un, he)

template <class F, class T> static void factors(double bound)
{
    const int n = 45, rhs = 3;
    matrix<T> g = random_matrix<T>(n, n), a = times(g, false, g, true), x = random_matrix<T>(n, rhs);
    for (int i = 0; i < n; i++)
        a.at(i, i) += T(n);
    for (int upper = 0; upper < 2; upper++) {
        auto *d = device(a), *b = device(times(a, false, x, false));
        cublasFillMode_t f = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
        bool ok = F::potrf(h, f, n, d, n, NULL, 0, info) == CUSOLVER_STATUS_SUCCESS && told() == 0;
        matrix<T> l = fetch<T>(d, n, n);
        bool other = true; /* the other half is left alone */
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++)
                if (upper ? i > j : i < j)
                    other = other && l.at(i, j) == a.at(i, j), l.at(i, j) = T(0);
        expect(ok && other && distance(times(l, upper, l, !upper), a) < bound, "potrf", upper);
        ok = F::potrs(h, f, n, rhs, d, n, b, n, info) == CUSOLVER_STATUS_SUCCESS;
        expect(ok && distance(fetch<T>(b, n, rhs), x) < 50 * bound, "potrs", upper);
        cudaFree(d);
        cudaFree(b);
    }
    matrix<T> bad = a;
    bad.at(40, 40) = T(-1);
    F::potrf(h, CUBLAS_FILL_MODE_LOWER, n, device(bad), n, NULL, 0, info);
    expect(told() == 41, "potrf of what is not positive");

    for (int shape = 0; shape < 2; shape++) { /* square, wide */
        int cols = shape ? 70 : n;
        matrix<T> r = random_matrix<T>(n, cols), p = r, l(n, n), u(n, cols);
        auto *d = device(r);
        bool ok = F::getrf(h, n, cols, d, n, NULL, ipiv, info) == CUSOLVER_STATUS_SUCCESS && told() == 0;
        matrix<T> f = fetch<T>(d, n, cols);
        matrix<int> piv = fetch<int>(ipiv, n, 1);
        for (int i = 0; i < n; i++)
            for (int j = 0; j < cols; j++) {
                std::swap(p.at(i, j), p.at(piv[i] - 1, j));
                if (j < n)
                    l.at(i, j) = i == j ? T(1) : i > j ? f.at(i, j) : T(0);
                u.at(i, j) = i <= j ? f.at(i, j) : T(0);
            }
        expect(ok && distance(times(l, false, u, false), p) < bound, "getrf", shape);
        for (int op = 0; op < 2 && !shape; op++) { /* N and C */
            auto *b = device(times(r, op, x, false));
            ok = F::getrs(h, op ? CUBLAS_OP_C : CUBLAS_OP_N, n, rhs, d, n, ipiv, b, n, info) == CUSOLVER_STATUS_SUCCESS;
            expect(ok && distance(fetch<T>(b, n, rhs), x) < 1000 * bound, "getrs", op);
        }
    }
    matrix<T> zero(3, 3);
    zero.at(0, 0) = zero.at(2, 2) = T(1);
    F::getrf(h, 3, 3, device(zero), 3, NULL, ipiv, info);
    expect(told() == 2, "getrf of what is singular");
}
template <class F, class T> static void qr(double bound)
{
    const int m = 40, n = 23;
    matrix<T> a = random_matrix<T>(m, n), c = random_matrix<T>(m, m);
    auto *d = device(a), *tau = device(std::vector<T>(n)), *work = device(std::vector<T>(m * m));
    bool ok = F::geqrf(h, m, n, d, m, tau, NULL, 0, info) == CUSOLVER_STATUS_SUCCESS && told() == 0;
    matrix<T> r(n, n), f = fetch<T>(d, m, n), q(m, n);
    for (int j = 0; j < n; j++)
        for (int i = 0; i <= j; i++)
            r.at(i, j) = f.at(i, j);
    std::copy(f.begin(), f.end(), q.begin());
    auto *dq = device(q), *full = device([&] { matrix<T> w(m, m); std::copy(f.begin(), f.end(), w.begin()); return w; }());
    ok = ok && F::gqr(h, m, n, n, dq, m, tau, work, m * n, info) == CUSOLVER_STATUS_SUCCESS;
    q = fetch<T>(dq, m, n);
    expect(ok && distance(times(q, false, r, false), a) < bound, "geqrf and orgqr");
    expect(distance(times(q, true, q, false), unit<T>(n)) < bound, "orthogonal");
    F::gqr(h, m, m, n, full, m, tau, work, m * n, info);
    matrix<T> whole = fetch<T>(full, m, m);
    expect(distance(times(whole, true, whole, false), unit<T>(m)) < bound, "all of Q");
    for (int right = 0; right < 2; right++)
        for (int op = 0; op < 2; op++) {
            auto *dc = device(c);
            ok = F::mqr(h, right ? CUBLAS_SIDE_RIGHT : CUBLAS_SIDE_LEFT, op ? (sizeof(T) == 2 * sizeof(typename traits<T>::real) ? CUBLAS_OP_C : CUBLAS_OP_T) : CUBLAS_OP_N, m, m, n, d, m, tau, dc, m, NULL, 0, info) == CUSOLVER_STATUS_SUCCESS;
            expect(ok && distance(fetch<T>(dc, m, m), right ? times(c, false, whole, op) : times(whole, op, c, false)) < bound, "ormqr", right, op);
        }
}
template <class F, class T> static void values(double bound)
{
    typedef typename traits<T>::real R;
    const int n = 25;
    matrix<T> g = random_matrix<T>(n, n), a(n, n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a.at(i, j) = g.at(i, j) + traits<T>::conj(g.at(j, i));
    int size = 0;
    R *w = device(std::vector<R>(n));
    for (int upper = 0; upper < 2; upper++) {
        matrix<T> half = a;
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++)
                if (upper ? i > j : i < j)
                    half.at(i, j) = T(99); /* not read */
        auto *d = device(half);
        cublasFillMode_t f = upper ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
        F::evd_size(h, CUSOLVER_EIG_MODE_VECTOR, f, n, d, n, w, &size);
        auto *work = device(std::vector<T>(size));
        bool ok = F::evd(h, CUSOLVER_EIG_MODE_VECTOR, f, n, d, n, w, work, size, info) == CUSOLVER_STATUS_SUCCESS && told() == 0;
        matrix<T> v = fetch<T>(d, n, n), scaled = v;
        matrix<R> l = fetch<R>(w, n, 1);
        for (int j = 0; j < n; j++) {
            ok = ok && (!j || l[j] >= l[j - 1]);
            for (int i = 0; i < n; i++)
                scaled.at(i, j) *= l[j];
        }
        expect(ok && distance(times(a, false, v, false), scaled) < 10 * bound && distance(times(v, true, v, false), unit<T>(n)) < 10 * bound, "evd", upper);
    }
    for (int kind = 0; kind < 5; kind++) { /* all of U, tall; square; thin; of rank 2; in place of A */
        int m = kind == 1 ? 14 : 31, k = 14, columns = kind == 0 || kind == 3 ? m : k;
        matrix<T> b = random_matrix<T>(m, k);
        if (kind == 3)
            b = times(random_matrix<T>(m, 2), false, random_matrix<T>(2, k), false);
        F::gesvd_size(h, m, k, &size);
        auto *d = device(b), *u = device(std::vector<T>(m * m)), *vt = device(std::vector<T>(k * k)), *work = device(std::vector<T>(size));
        bool ok = F::gesvd(h, kind == 4 ? 'O' : columns == m && kind != 1 ? 'A' : 'S', 'A', m, k, d, m, w, u, m, vt, k, work, size, NULL, info) == CUSOLVER_STATUS_SUCCESS && told() == 0;
        matrix<T> U = fetch<T>(kind == 4 ? d : u, m, columns), V = fetch<T>(vt, k, k), us(m, k);
        matrix<R> s = fetch<R>(w, k, 1);
        for (int j = 0; j < k; j++) {
            ok = ok && s[j] >= 0 && (!j || s[j] <= s[j - 1]);
            for (int i = 0; i < m; i++)
                us.at(i, j) = U.at(i, j) * s[j];
        }
        expect(ok && distance(times(us, false, V, false), b) < 10 * bound && distance(times(U, true, U, false), unit<T>(columns)) < 20 * bound &&
                   distance(times(V, true, V, false), unit<T>(k)) < 10 * bound, "gesvd", kind);
    }
}
static void statuses()
{
    int n = 0, size;
    double *d = device(std::vector<double>(16));
    expect(cusolverDnDpotrf(NULL, CUBLAS_FILL_MODE_LOWER, 4, d, 4, NULL, 0, info) == CUSOLVER_STATUS_NOT_INITIALIZED, "status", n++);
    expect(cusolverDnDpotrf(h, CUBLAS_FILL_MODE_LOWER, -1, d, 4, NULL, 0, info) == CUSOLVER_STATUS_INVALID_VALUE, "status", n++);
    expect(cusolverDnDpotrf(h, CUBLAS_FILL_MODE_LOWER, 4, d, 3, NULL, 0, info) == CUSOLVER_STATUS_INVALID_VALUE, "status", n++);
    expect(cusolverDnDpotrf(h, CUBLAS_FILL_MODE_LOWER, 4, d, 4, NULL, 0, NULL) == CUSOLVER_STATUS_INVALID_VALUE, "status", n++);
    expect(cusolverDnDgetrf(h, 4, 4, d, 3, NULL, ipiv, info) == CUSOLVER_STATUS_INVALID_VALUE, "status", n++);
    expect(cusolverDnDgesvd_bufferSize(h, 3, 4, &size) == CUSOLVER_STATUS_INVALID_VALUE, "status", n++);
    expect(cusolverDnDsyevd(h, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, 4, d, 4, d, d, 3, info) == CUSOLVER_STATUS_INVALID_VALUE, "status", n++);
    expect(cusolverDnDgetrf(h, 0, 0, d, 1, NULL, ipiv, info) == CUSOLVER_STATUS_SUCCESS && told() == 0, "status", n++);
    expect(cusolverDnDorgqr(h, 3, 4, 2, d, 4, d, d, 16, info) == CUSOLVER_STATUS_INVALID_VALUE, "status", n++);
    summary("statuses");
}
/* Calls with types as arguments: Cholesky, LU with 64-bit pivots, eigenvalues, of a symmetric matrix with a large diagonal */
/* Xgeqrf: Q as its reflectors, onto R, is the matrix; Xgesvd: U S V' is */
template <class T, class R> static void generic_factors(cudaDataType type, cudaDataType real, double bound)
{
    const int m = 13, n = 7;
    matrix<T> a = random_matrix<T>(m, n);
    cusolverDnParams_t params;
    cusolverDnCreateParams(&params);
    void *d = device(a), *tau = device(matrix<T>(n, 1)), *work;
    size_t size = 0, host = 9;
    bool fine = !cusolverDnXgeqrf_bufferSize(h, params, m, n, type, d, m, type, tau, type, &size, &host) && host == 0;
    cudaMalloc(&work, size + 1);
    fine = fine && !cusolverDnXgeqrf(h, params, m, n, type, d, m, type, tau, type, work, size, NULL, 0, info) && told() == 0;
    matrix<T> f = fetch<T>(d, m, n), t = fetch<T>(tau, n, 1), b(m, n);
    for (int j = 0; j < n; j++)
        for (int i = 0; i <= j; i++)
            b.at(i, j) = f.at(i, j);
    for (int k = n - 1; k >= 0; k--)
        for (int j = 0; j < n; j++) {
            T sum = b.at(k, j);
            for (int i = k + 1; i < m; i++)
                sum += traits<T>::conj(f.at(i, k)) * b.at(i, j);
            b.at(k, j) -= t[(size_t)k] * sum;
            for (int i = k + 1; i < m; i++)
                b.at(i, j) -= t[(size_t)k] * f.at(i, k) * sum;
        }
    expect(fine && distance(b, a) < bound, "Xgeqrf");
    expect(cusolverDnXgeqrf(h, params, m, n, type, d, m, CUDA_R_16F, tau, type, work, size, NULL, 0, info) == CUSOLVER_STATUS_NOT_SUPPORTED, "tau of another type");
    cudaFree(work), cudaFree(d);
    d = device(a);
    void *s = device(std::vector<R>((size_t)n)), *u = device(matrix<T>(m, n)), *vt = device(matrix<T>(n, n));
    fine = !cusolverDnXgesvd_bufferSize(h, params, 'S', 'S', m, n, type, d, m, real, s, type, u, m, type, vt, n, type, &size, &host) && host == 0;
    cudaMalloc(&work, size + 1);
    fine = fine && !cusolverDnXgesvd(h, params, 'S', 'S', m, n, type, d, m, real, s, type, u, m, type, vt, n, type, work, size, NULL, 0, info) && told() == 0;
    matrix<T> left = fetch<T>(u, m, n), right = fetch<T>(vt, n, n);
    matrix<R> values = fetch<R>(s, n, 1);
    fine = fine && distance(times(left, true, left, false), unit<T>(n)) < bound && distance(times(right, false, right, true), unit<T>(n)) < bound;
    for (int j = 0; j < n; j++) {
        fine = fine && values[(size_t)j] > 0 && (j == 0 || values[(size_t)j] <= values[(size_t)j - 1]);
        for (int i = 0; i < m; i++)
            left.at(i, j) *= values[(size_t)j];
    }
    expect(fine && distance(times(left, false, right, false), a) < bound, "Xgesvd");
    expect(cusolverDnXgesvd(h, params, 'S', 'S', m, n, type, d, m, CUDA_R_16F, s, type, u, m, type, vt, n, type, work, size, NULL, 0, info) == CUSOLVER_STATUS_NOT_SUPPORTED, "values of another type");
    cusolverDnDestroyParams(params);
}
template <class T, class R> static void generic(cudaDataType type, cudaDataType real, double bound)
{
    const int n = 9;
    std::vector<T> a(n * n), x(n), b(n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            a[i + j * n] = T((R)((i * j + i + j) % 5 + (i == j ? 40 : 0)));
    for (int i = 0; i < n; i++)
        x[i] = T((R)(i - 4));
    for (int i = 0; i < n * n; i++)
        b[i % n] += a[i] * x[i / n];
    cusolverDnParams_t params;
    cusolverDnCreateParams(&params);
    int64_t *pivots;
    cudaMalloc(&pivots, n * 8);
    for (int lu = 0; lu < 2; lu++) {
        T *da = (T *)device(a), *db = (T *)device(b);
        size_t size = 0, host = 0;
        void *work;
        const cublasFillMode_t lower = CUBLAS_FILL_MODE_LOWER;
        bool fine = !(lu ? cusolverDnXgetrf_bufferSize(h, params, n, n, type, da, n, type, &size, &host) : cusolverDnXpotrf_bufferSize(h, params, lower, n, type, da, n, type, &size, &host));
        cudaMalloc(&work, size + 1);
        fine &= !(lu ? cusolverDnXgetrf(h, params, n, n, type, da, n, pivots, type, work, size, NULL, host, info) : cusolverDnXpotrf(h, params, lower, n, type, da, n, type, work, size, NULL, host, info));
        fine &= !(lu ? cusolverDnXgetrs(h, params, CUBLAS_OP_N, n, 1, type, da, n, pivots, type, db, n, info) : cusolverDnXpotrs(h, params, lower, n, 1, type, da, n, type, db, n, info));
        std::vector<T> got(n);
        cudaMemcpy(got.data(), db, n * sizeof(T), cudaMemcpyDeviceToHost);
        for (int i = 0; i < n; i++)
            fine &= std::abs(got[i] - x[i]) < bound;
        expect(fine, "generic", lu);
    }
    T *da = (T *)device(a);
    R *w = device(std::vector<R>(n)), sum = 0, trace = 0;
    size_t size = 0, host = 0;
    void *work;
    bool fine = !cusolverDnXsyevd_bufferSize(h, params, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, n, type, da, n, real, w, type, &size, &host);
    cudaMalloc(&work, size + 1);
    fine &= !cusolverDnXsyevd(h, params, CUSOLVER_EIG_MODE_VECTOR, CUBLAS_FILL_MODE_LOWER, n, type, da, n, real, w, type, work, size, NULL, host, info);
    std::vector<R> values(n);
    cudaMemcpy(values.data(), w, n * sizeof(R), cudaMemcpyDeviceToHost);
    for (int i = 0; i < n; i++)
        sum += values[i], trace += std::abs(a[i * n + i]), fine &= i == 0 || values[i - 1] <= values[i];
    expect(fine && std::abs(sum - trace) < 100 * bound, "generic", 2);
    expect(cusolverDnXpotrf(h, params, CUBLAS_FILL_MODE_LOWER, n, type, da, n, CUDA_R_16F, work, size, NULL, 0, info) == CUSOLVER_STATUS_NOT_SUPPORTED, "generic", 3);
    cusolverDnDestroyParams(params);
}
int main()
{
    cusolverDnCreate(&h);
    cudaMalloc(&info, sizeof *info);
    cudaMalloc(&ipiv, 100 * sizeof *ipiv);
    factors<D_calls, double>(2e-15);
    factors<C_calls, std::complex<float>>(1e-6);
    summary("factors");
    qr<S_calls, float>(2e-6);
    qr<Z_calls, std::complex<double>>(4e-15);
    summary("qr");
    values<S_calls, float>(1e-6);
    values<Z_calls, std::complex<double>>(2e-15);
    summary("values");
    generic<float, float>(CUDA_R_32F, CUDA_R_32F, 1e-4);
    generic<std::complex<double>, double>(CUDA_C_64F, CUDA_R_64F, 1e-12);
    generic_factors<float, float>(CUDA_R_32F, CUDA_R_32F, 1e-5);
    generic_factors<double, double>(CUDA_R_64F, CUDA_R_64F, 1e-13);
    generic_factors<std::complex<float>, float>(CUDA_C_32F, CUDA_R_32F, 1e-5);
    generic_factors<std::complex<double>, double>(CUDA_C_64F, CUDA_R_64F, 1e-13);
    summary("generic");
    statuses();
    cusolverDnDestroy(h);
    return cudaGetLastError() != cudaSuccess;
}
