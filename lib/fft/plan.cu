/* Plans. A length with no other prime factors than 2, 3, 5 and 7 is transformed in shared memory, or, if it does not fit there, as a product of two that do (rows,
   twiddle factors, columns). Any other length is a convolution (Bluestein) of a power of two. */
#include "fft.h"
#include <math.h>
#include <mutex>
#include <vector>

/* How one length is transformed */
struct length {
    int n, a, b;       /* n = a * b; b = 1: in one go */
    int m;             /* Bluestein: of this length; 0: no */
    length *inner;     /* of m */
    int radix[2][12], radices[2];
    void *roots[2], *twiddle, *chirp, *spectrum; /* device */
    ~length()
    {
        delete inner;
        void *all[] = {roots[0], roots[1], twiddle, chirp, spectrum};
        for (void *p : all)
            cudaFree(p);
    }
    long long work(long long count) const { return m ? count * m + inner->work(count) : b > 1 ? count * n : 0; } /* complex numbers */
};
struct plan {
    bool made, own_work;
    cufftType type;
    cudaStream_t stream;
    int rank;
    bool basic;
    long long n[3], batch, in_embed[3], out_embed[3], in_stride, out_stride, in_dist, out_dist;
    length *axis[3];
    void *work;
    size_t work_size;
    bool automatic;
};
static std::vector<plan *> plans; /* a handle is 1 + the index */
static std::mutex guard;

static plan *plan_of(cufftHandle h)
{
    std::lock_guard<std::mutex> lock(guard);
    return h >= 1 && (size_t)h <= plans.size() ? plans[(size_t)h - 1] : NULL;
}
static bool is_double(cufftType t) { return t == CUFFT_Z2Z || t == CUFFT_D2Z || t == CUFFT_Z2D; }
static bool from_real(cufftType t) { return t == CUFFT_R2C || t == CUFFT_D2Z; }
static bool to_real(cufftType t) { return t == CUFFT_C2R || t == CUFFT_Z2D; }
static bool known(cufftType t) { return from_real(t) || to_real(t) || t == CUFFT_C2C || t == CUFFT_Z2Z; }

static bool smooth(int n)
{
    const int primes[] = {2, 3, 5, 7};
    for (int p : primes)
        while (n % p == 0)
            n /= p;
    return n == 1;
}
static int factors(int n, int *radix)
{
    const int by[] = {8, 4, 2, 7, 5, 3};
    int k = 0;
    for (int r : by)
        for (; n % r == 0; n /= r)
            radix[k++] = r;
    return k;
}
/* exp(-2 pi i j / n) on the device; half: exp(-pi i j^2 / n), a chirp */
template <class T> static std::vector<cplx<T>> circle(int n, bool chirp)
{
    std::vector<cplx<T>> v((size_t)n);
    for (long long j = 0; j < n; j++) {
        double angle = chirp ? -M_PI * (double)(j * j % (2ll * n)) / n : -2 * M_PI * (double)j / n;
        v[(size_t)j] = cplx<T>{(T)cos(angle), (T)sin(angle)};
    }
    return v;
}
template <class T> static void *upload(const std::vector<cplx<T>> &v)
{
    void *p = NULL;
    if (cudaMalloc(&p, v.size() * sizeof(v[0])) != cudaSuccess)
        return NULL;
    cudaMemcpy(p, v.data(), v.size() * sizeof(v[0]), cudaMemcpyHostToDevice);
    return p;
}
template <class T> static void run(cudaStream_t s, const length *a, lines l, cplx<T> *work);
static lines rows_of(void *at, int n, long long count, bool inverse)
{
    side s = {at, COMPLEX, inverse, {n, 0, 0}, 1, 0, 1};
    lines l = {};
    l.full = n;
    l.c[0] = l.c[2] = l.c[3] = 1;
    l.c[1] = count;
    l.in = l.out = s;
    return l;
}
template <class T> static length *make_length(long long n);
template <class T> static bool make_chirp(length *a)
{
    for (a->m = 1; a->m < 2 * a->n - 1; a->m *= 2)
        ;
    std::vector<cplx<T>> c = circle<T>(a->n, true), b((size_t)a->m, cplx<T>{0, 0});
    for (int j = 0; j < a->n; j++)
        b[(size_t)j] = b[(size_t)(j ? a->m - j : 0)] = cplx<T>{c[(size_t)j].x, -c[(size_t)j].y};
    a->inner = make_length<T>(a->m);
    if (!a->inner)
        return false;
    a->chirp = upload(c);
    a->spectrum = upload(b);
    void *work = NULL;
    if (!a->chirp || !a->spectrum || cudaMalloc(&work, (size_t)(a->inner->work(1) + 1) * sizeof(cplx<T>)) != cudaSuccess)
        return false;
    run(0, a->inner, rows_of(a->spectrum, a->m, 1, false), (cplx<T> *)work);
    cudaDeviceSynchronize();
    cudaFree(work);
    return true;
}
/* NULL: too long */
template <class T> static length *make_length(long long n)
{
    if (n > (long long)FFT_MAX(T) * FFT_MAX(T))
        return NULL;
    length *a = new length();
    a->n = (int)n, a->a = a->n, a->b = 1;
    bool fine = true;
    if (!smooth(a->n))
        fine = make_chirp<T>(a);
    else {
        if (a->n > FFT_MAX(T))
            for (a->a = (int)sqrt((double)n); a->n % a->a || a->n / a->a > FFT_MAX(T); a->a--)
                if (a->a == 1) { /* no two factors that fit: a convolution can */
                    delete a;
                    return NULL;
                }
        a->b = a->n / a->a;
        const int parts[] = {a->a, a->b};
        for (int i = 0; i < 2; i++) {
            a->radices[i] = factors(parts[i], a->radix[i]);
            a->roots[i] = upload(circle<T>(parts[i], false));
            fine = fine && a->roots[i];
        }
        if (a->b > 1)
            fine = fine && (a->twiddle = upload(circle<T>(a->n, false))) != NULL;
    }
    if (!fine) {
        delete a;
        return NULL;
    }
    return a;
}
static void part(lines &l, const length *a, int i)
{
    l.length = i ? a->b : a->a;
    l.radices = a->radices[i];
    l.roots = a->roots[i];
    for (int k = 0; k < l.radices; k++)
        l.radix[k] = a->radix[i][k];
}
/* Transforms the lines of l (c[0] is 1) over a. */
template <class T> static void run(cudaStream_t s, const length *a, lines l, cplx<T> *work)
{
    long long count = l.c[1] * l.c[2] * l.c[3];
    l.full = a->n;
    if (a->m) {
        cplx<T> *rows = work, *rest = work + count * a->m;
        l.length = a->n;
        chirp_in(s, l, (const cplx<T> *)a->chirp, rows, a->m);
        run(s, a->inner, rows_of(rows, a->m, count, false), rest);
        chirp_multiply(s, rows, (const cplx<T> *)a->spectrum, a->m, count);
        run(s, a->inner, rows_of(rows, a->m, count, true), rest);
        chirp_out(s, l, (const cplx<T> *)a->chirp, rows, a->m);
        return;
    }
    if (a->b == 1) {
        part(l, a, 0);
        transform<T>(s, l);
        return;
    }
    lines first = l, second = l; /* number i0 + j * b; then result i0 + k * a */
    side between = {work, COMPLEX, false, {a->n, l.c[1] * a->n, l.c[1] * l.c[2] * a->n}, 1, 1, a->b};
    part(first, a, 0);
    first.c[0] = a->b;
    first.in.first = 1, first.in.step = a->b;
    first.out = between;
    first.twiddle = a->twiddle;
    transform<T>(s, first);
    part(second, a, 1);
    second.c[0] = a->a;
    second.in = between;
    second.in.first = a->b, second.in.step = 1;
    second.out.first = 1, second.out.step = a->a;
    transform<T>(s, second);
}

/* An array of up to 3 dimensions and batches */
struct array {
    void *at;
    long long step[3], dist;
};
static array contiguous(void *at, const long long *size, int rank)
{
    array a = {at, {}, 1};
    for (int d = rank - 1; d >= 0; d--)
        a.step[d] = a.dist, a.dist *= size[d];
    return a;
}
static array layout(const plan *p, void *at, bool out, bool in_place)
{
    bool real = out ? to_real(p->type) : from_real(p->type), half = out ? from_real(p->type) : to_real(p->type);
    if (p->basic) {
        long long size[3] = {p->n[0], p->n[1], p->n[2]}, &last = size[p->rank - 1];
        last = half ? last / 2 + 1 : real && in_place ? 2 * (last / 2 + 1) : last;
        return contiguous(at, size, p->rank);
    }
    array a = contiguous(at, out ? p->out_embed : p->in_embed, p->rank);
    for (int d = 0; d < p->rank; d++)
        a.step[d] *= out ? p->out_stride : p->in_stride;
    a.dist = out ? p->out_dist : p->in_dist;
    return a;
}
static side side_of(const array &a, int d, const int *other, access how, bool swap)
{
    side s = {a.at, how, swap, {other[0] < 0 ? 0 : a.step[other[0]], other[1] < 0 ? 0 : a.step[other[1]], a.dist}, a.step[d], 0, 1};
    return s;
}
/* Dimension d of an array whose dimensions are `size`, from one array to another */
template <class T> static void dimension(const plan *p, int d, const long long *size, const array &in, access in_how, const array &out, access out_how, bool inverse, cplx<T> *work)
{
    int other[2] = {-1, -1}, k = 0;
    for (int e = p->rank - 1; e >= 0; e--)
        if (e != d)
            other[k++] = e;
    lines l = {};
    l.c[0] = 1;
    l.c[1] = other[0] < 0 ? 1 : size[other[0]], l.c[2] = other[1] < 0 ? 1 : size[other[1]], l.c[3] = p->batch;
    l.in = side_of(in, d, other, in_how, inverse);
    l.out = side_of(out, d, other, out_how, inverse);
    run(p->stream, p->axis[d], l, work);
}
template <class T> static void execute(const plan *p, void *from, void *to, bool inverse)
{
    long long size[3] = {p->n[0], p->n[1], p->n[2]};
    int last = p->rank - 1;
    array in = layout(p, from, false, from == to), out = layout(p, to, true, from == to), at = in;
    cplx<T> *work = (cplx<T> *)p->work;
    if (from_real(p->type) || to_real(p->type))
        size[last] = size[last] / 2 + 1;
    if (to_real(p->type)) {
        if (last > 0) { /* the input is left as it is */
            at = contiguous(work, size, p->rank);
            work += at.dist * p->batch;
        }
        for (int d = 0; d < last; d++)
            dimension(p, d, size, d ? at : in, COMPLEX, at, COMPLEX, true, work);
        dimension(p, last, size, at, HALF, out, REAL, true, work);
        return;
    }
    dimension(p, last, size, in, from_real(p->type) ? REAL : COMPLEX, out, from_real(p->type) ? HALF : COMPLEX, inverse, work);
    for (int d = last - 1; d >= 0; d--)
        dimension(p, d, size, out, COMPLEX, out, COMPLEX, inverse, work);
}

static void unmake(plan *p)
{
    for (length *&a : p->axis) {
        delete a;
        a = NULL;
    }
    if (p->own_work)
        cudaFree(p->work);
    p->work = NULL;
    p->made = p->own_work = false;
}
static size_t work_needed(const plan *p)
{
    long long total = p->batch, most = 0, last = p->rank - 1;
    for (int d = 0; d < p->rank; d++)
        total *= d == last && (from_real(p->type) || to_real(p->type)) ? p->n[d] / 2 + 1 : p->n[d];
    for (int d = 0; d < p->rank; d++) {
        long long lines_of = p->batch;
        for (int e = 0; e < p->rank; e++)
            lines_of *= e == d ? 1 : p->n[e];
        long long w = p->axis[d]->work(lines_of);
        most = w > most ? w : most;
    }
    if (to_real(p->type) && p->rank > 1)
        most += total;
    return (size_t)most * (is_double(p->type) ? 16 : 8);
}
static cufftResult make(plan *p, int rank, const long long *n, const long long *in_embed, long long in_stride, long long in_dist, const long long *out_embed, long long out_stride, long long out_dist,
                        cufftType type, long long batch, size_t *work)
{
    if (!p)
        return CUFFT_INVALID_PLAN;
    if (p->made)
        return CUFFT_INVALID_PLAN;
    if (!known(type))
        return CUFFT_INVALID_TYPE;
    if (rank < 1 || rank > 3 || !n)
        return CUFFT_INVALID_VALUE;
    if (batch < 1)
        return CUFFT_INVALID_SIZE;
    p->type = type, p->rank = rank, p->batch = batch;
    p->basic = !in_embed || !out_embed;
    p->in_stride = in_stride, p->out_stride = out_stride, p->in_dist = in_dist, p->out_dist = out_dist;
    if (!p->basic && (in_stride < 1 || out_stride < 1 || in_dist < 0 || out_dist < 0))
        return CUFFT_INVALID_VALUE;
    for (int d = 0; d < rank; d++) {
        if (n[d] < 1 || n[d] > 0x7fffffff)
            return CUFFT_INVALID_SIZE;
        p->n[d] = n[d];
        p->in_embed[d] = p->basic ? 0 : in_embed[d], p->out_embed[d] = p->basic ? 0 : out_embed[d];
    }
    for (int d = 0; d < rank; d++) {
        p->axis[d] = is_double(type) ? make_length<double>(n[d]) : make_length<float>(n[d]);
        if (!p->axis[d]) {
            fprintf(stderr, "sluice: cuFFT: a length of %lld is too long here\n", n[d]);
            unmake(p);
            return CUFFT_INVALID_SIZE;
        }
    }
    p->work_size = work_needed(p);
    if (work)
        *work = p->work_size;
    if (p->automatic && p->work_size) {
        if (cudaMalloc(&p->work, p->work_size) != cudaSuccess) {
            unmake(p);
            return CUFFT_ALLOC_FAILED;
        }
        p->own_work = true;
    }
    p->made = true;
    return CUFFT_SUCCESS;
}
static cufftResult exec(cufftHandle h, cufftType type, void *in, void *out, bool inverse)
{
    plan *p = plan_of(h);
    if (!p || !p->made)
        return CUFFT_INVALID_PLAN;
    if (p->type != type)
        return CUFFT_INVALID_TYPE;
    if (!in || !out)
        return CUFFT_INVALID_VALUE;
    if (p->work_size && !p->work)
        return CUFFT_NO_WORKSPACE;
    if (is_double(type))
        execute<double>(p, in, out, inverse);
    else
        execute<float>(p, in, out, inverse);
    return cudaPeekAtLastError() == cudaSuccess ? CUFFT_SUCCESS : CUFFT_EXEC_FAILED;
}
struct wide { /* int arguments as long long ones; NULL stays NULL */
    long long v[3];
    bool given;
    wide(int rank, const int *p) : v(), given(p != NULL)
    {
        for (int i = 0; p && i < rank && i < 3; i++)
            v[i] = p[i];
    }
    const long long *get() const { return given ? v : NULL; }
};

extern "C" {
cufftResult cufftCreate(cufftHandle *h)
{
    if (!h)
        return CUFFT_INVALID_VALUE;
    plan *p = new plan();
    p->automatic = true;
    std::lock_guard<std::mutex> lock(guard);
    size_t i = 0;
    while (i < plans.size() && plans[i])
        i++;
    if (i == plans.size())
        plans.push_back(NULL);
    plans[i] = p;
    *h = (int)i + 1;
    return CUFFT_SUCCESS;
}
cufftResult cufftDestroy(cufftHandle h)
{
    plan *p = plan_of(h);
    if (!p)
        return CUFFT_INVALID_PLAN;
    {
        std::lock_guard<std::mutex> lock(guard);
        plans[(size_t)h - 1] = NULL;
    }
    unmake(p);
    delete p;
    return CUFFT_SUCCESS;
}
cufftResult cufftMakePlanMany64(cufftHandle h, int rank, long long *n, long long *inembed, long long istride, long long idist, long long *onembed, long long ostride, long long odist, cufftType type, long long batch, size_t *work)
{
    return make(plan_of(h), rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, work);
}
cufftResult cufftMakePlanMany(cufftHandle h, int rank, int *n, int *inembed, int istride, int idist, int *onembed, int ostride, int odist, cufftType type, int batch, size_t *work)
{
    if (rank < 1 || rank > 3 || !n)
        return plan_of(h) ? CUFFT_INVALID_VALUE : CUFFT_INVALID_PLAN;
    return make(plan_of(h), rank, wide(rank, n).get(), wide(rank, inembed).get(), istride, idist, wide(rank, onembed).get(), ostride, odist, type, batch, work);
}
cufftResult cufftMakePlan1d(cufftHandle h, int nx, cufftType type, int batch, size_t *work) { return cufftMakePlanMany(h, 1, &nx, NULL, 1, 0, NULL, 1, 0, type, batch, work); }
cufftResult cufftMakePlan2d(cufftHandle h, int nx, int ny, cufftType type, size_t *work)
{
    int n[] = {nx, ny};
    return cufftMakePlanMany(h, 2, n, NULL, 1, 0, NULL, 1, 0, type, 1, work);
}
cufftResult cufftMakePlan3d(cufftHandle h, int nx, int ny, int nz, cufftType type, size_t *work)
{
    int n[] = {nx, ny, nz};
    return cufftMakePlanMany(h, 3, n, NULL, 1, 0, NULL, 1, 0, type, 1, work);
}
cufftResult cufftPlanMany(cufftHandle *h, int rank, int *n, int *inembed, int istride, int idist, int *onembed, int ostride, int odist, cufftType type, int batch)
{
    cufftResult r = cufftCreate(h);
    if (r == CUFFT_SUCCESS && (r = cufftMakePlanMany(*h, rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, NULL)) != CUFFT_SUCCESS) {
        cufftDestroy(*h);
        *h = 0;
    }
    return r;
}
cufftResult cufftPlan1d(cufftHandle *h, int nx, cufftType type, int batch) { return cufftPlanMany(h, 1, &nx, NULL, 1, 0, NULL, 1, 0, type, batch); }
cufftResult cufftPlan2d(cufftHandle *h, int nx, int ny, cufftType type)
{
    int n[] = {nx, ny};
    return cufftPlanMany(h, 2, n, NULL, 1, 0, NULL, 1, 0, type, 1);
}
cufftResult cufftPlan3d(cufftHandle *h, int nx, int ny, int nz, cufftType type)
{
    int n[] = {nx, ny, nz};
    return cufftPlanMany(h, 3, n, NULL, 1, 0, NULL, 1, 0, type, 1);
}
cufftResult cufftEstimateMany(int rank, int *n, int *inembed, int istride, int idist, int *onembed, int ostride, int odist, cufftType type, int batch, size_t *work)
{
    plan p = plan();
    if (rank < 1 || rank > 3 || !n || !work)
        return CUFFT_INVALID_VALUE;
    cufftResult r = make(&p, rank, wide(rank, n).get(), wide(rank, inembed).get(), istride, idist, wide(rank, onembed).get(), ostride, odist, type, batch, work);
    unmake(&p);
    return r;
}
cufftResult cufftEstimate1d(int nx, cufftType type, int batch, size_t *work) { return cufftEstimateMany(1, &nx, NULL, 1, 0, NULL, 1, 0, type, batch, work); }
cufftResult cufftEstimate2d(int nx, int ny, cufftType type, size_t *work)
{
    int n[] = {nx, ny};
    return cufftEstimateMany(2, n, NULL, 1, 0, NULL, 1, 0, type, 1, work);
}
cufftResult cufftEstimate3d(int nx, int ny, int nz, cufftType type, size_t *work)
{
    int n[] = {nx, ny, nz};
    return cufftEstimateMany(3, n, NULL, 1, 0, NULL, 1, 0, type, 1, work);
}
cufftResult cufftGetSize1d(cufftHandle h, int nx, cufftType type, int batch, size_t *work) { return plan_of(h) ? cufftEstimate1d(nx, type, batch, work) : CUFFT_INVALID_PLAN; }
cufftResult cufftGetSize2d(cufftHandle h, int nx, int ny, cufftType type, size_t *work) { return plan_of(h) ? cufftEstimate2d(nx, ny, type, work) : CUFFT_INVALID_PLAN; }
cufftResult cufftGetSize3d(cufftHandle h, int nx, int ny, int nz, cufftType type, size_t *work) { return plan_of(h) ? cufftEstimate3d(nx, ny, nz, type, work) : CUFFT_INVALID_PLAN; }
cufftResult cufftGetSizeMany(cufftHandle h, int rank, int *n, int *inembed, int istride, int idist, int *onembed, int ostride, int odist, cufftType type, int batch, size_t *work)
{
    return plan_of(h) ? cufftEstimateMany(rank, n, inembed, istride, idist, onembed, ostride, odist, type, batch, work) : CUFFT_INVALID_PLAN;
}
cufftResult cufftGetSize(cufftHandle h, size_t *work)
{
    plan *p = plan_of(h);
    if (!p)
        return CUFFT_INVALID_PLAN;
    if (!work)
        return CUFFT_INVALID_VALUE;
    *work = p->work_size;
    return CUFFT_SUCCESS;
}
cufftResult cufftSetWorkArea(cufftHandle h, void *area)
{
    plan *p = plan_of(h);
    if (!p)
        return CUFFT_INVALID_PLAN;
    if (p->own_work)
        cudaFree(p->work);
    p->own_work = false;
    p->work = area;
    return CUFFT_SUCCESS;
}
cufftResult cufftSetAutoAllocation(cufftHandle h, int on)
{
    plan *p = plan_of(h);
    if (!p || p->made)
        return CUFFT_INVALID_PLAN;
    p->automatic = on != 0;
    return CUFFT_SUCCESS;
}
cufftResult cufftSetStream(cufftHandle h, cudaStream_t stream)
{
    plan *p = plan_of(h);
    if (!p)
        return CUFFT_INVALID_PLAN;
    p->stream = stream;
    return CUFFT_SUCCESS;
}
cufftResult cufftGetVersion(int *version)
{
    if (!version)
        return CUFFT_INVALID_VALUE;
    *version = CUFFT_VERSION;
    return CUFFT_SUCCESS;
}
cufftResult cufftGetProperty(libraryPropertyType type, int *value)
{
    if (!value)
        return CUFFT_INVALID_VALUE;
    *value = type == MAJOR_VERSION ? CUFFT_VER_MAJOR : type == MINOR_VERSION ? CUFFT_VER_MINOR : CUFFT_VER_PATCH;
    return CUFFT_SUCCESS;
}
cufftResult cufftExecC2C(cufftHandle h, cufftComplex *in, cufftComplex *out, int direction)
{
    return direction != CUFFT_FORWARD && direction != CUFFT_INVERSE ? CUFFT_INVALID_VALUE : exec(h, CUFFT_C2C, in, out, direction == CUFFT_INVERSE);
}
cufftResult cufftExecZ2Z(cufftHandle h, cufftDoubleComplex *in, cufftDoubleComplex *out, int direction)
{
    return direction != CUFFT_FORWARD && direction != CUFFT_INVERSE ? CUFFT_INVALID_VALUE : exec(h, CUFFT_Z2Z, in, out, direction == CUFFT_INVERSE);
}
cufftResult cufftExecR2C(cufftHandle h, cufftReal *in, cufftComplex *out) { return exec(h, CUFFT_R2C, in, out, false); }
cufftResult cufftExecD2Z(cufftHandle h, cufftDoubleReal *in, cufftDoubleComplex *out) { return exec(h, CUFFT_D2Z, in, out, false); }
cufftResult cufftExecC2R(cufftHandle h, cufftComplex *in, cufftReal *out) { return exec(h, CUFFT_C2R, in, out, true); }
cufftResult cufftExecZ2D(cufftHandle h, cufftDoubleComplex *in, cufftDoubleReal *out) { return exec(h, CUFFT_Z2D, in, out, true); }
}
