/*
 * What every workload shares: options, deterministic input, device buffers, comparison with the CPU reference.
 *
 * A workload lists its sizes as rows of `struct wl_opt` (value at --size small, at --size paper and, where it
 * differs, at --size suite; all overridden by --NAME VALUE), calls wl_begin, uploads, launches, downloads, compares
 * with wl_check_* and returns wl_end(). It prints `NAME: PASS` and exits 0, or `NAME: FAIL first mismatch ...` and
 * exits 1; a CUDA error exits 5.
 */
#ifndef WORKLOADS_COMMON_H
#define WORKLOADS_COMMON_H

#include <cuda_runtime.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct wl_opt {
    const char *name; /* long option, without the dashes */
    int *value;
    int small, paper, min, max;
    const char *help;
    int suite; /* at --size suite: as the benchmark suite ships it; 0: as paper */
};

static struct {
    const char *name;
    int check, failed, suite; /* suite: at --size suite */
} wl_run;

#define WL_COUNT(a) ((int)(sizeof(a) / sizeof((a)[0])))
#define CUDA_OK(call)                                                                                                \
    do {                                                                                                             \
        cudaError_t wl_e = (call);                                                                                   \
        if (wl_e != cudaSuccess) {                                                                                   \
            fprintf(stderr, "%s: %s:%d: %s: %s\n", wl_run.name, __FILE__, __LINE__, #call,                           \
                    cudaGetErrorString(wl_e));                                                                       \
            exit(5);                                                                                                 \
        }                                                                                                            \
    } while (0)
/* After a launch: was it accepted? */
#define WL_LAUNCHED() CUDA_OK(cudaGetLastError())

static inline void wl_usage(FILE *f, const struct wl_opt *o, int count)
{
    fprintf(f, "usage: %s [--size small|paper|suite] [--no-check] [--OPTION N]\n", wl_run.name);
    for (int i = 0; i < count; i++)
        fprintf(f, "  --%-10s %s (small %d, paper %d, suite %d; %d to %d)\n", o[i].name, o[i].help, o[i].small,
                o[i].paper, o[i].suite ? o[i].suite : o[i].paper, o[i].min, o[i].max);
}

static inline void wl_bad_args(const struct wl_opt *o, int count, const char *what, const char *arg)
{
    fprintf(stderr, "%s: %s: %s\n", wl_run.name, what, arg);
    wl_usage(stderr, o, count);
    exit(2);
}

/* The value of one numeric option, or exit 2. */
static inline int wl_number(const struct wl_opt *o, int count, int i, const char *text)
{
    char *end;
    long v = strtol(text, &end, 10);
    if (end == text || *end || v < o[i].min || v > o[i].max)
        wl_bad_args(o, count, "not a value for its option", text);
    return (int)v;
}

static inline void wl_begin(int argc, char **argv, const char *name, const struct wl_opt *o, int count)
{
    enum { SMALL, PAPER, SUITE } size = SMALL;
    wl_run.name = name;
    wl_run.check = 1;
    for (int a = 1; a < argc; a++) {
        if (!strcmp(argv[a], "--size")) {
            const char *s = a + 1 < argc ? argv[++a] : "";
            if (strcmp(s, "small") && strcmp(s, "paper") && strcmp(s, "suite"))
                wl_bad_args(o, count, "--size is small, paper or suite, not", s);
            size = !strcmp(s, "paper") ? PAPER : !strcmp(s, "suite") ? SUITE : SMALL;
        }
    }
    wl_run.suite = size == SUITE;
    for (int i = 0; i < count; i++)
        *o[i].value = size == SMALL ? o[i].small : size == SUITE && o[i].suite ? o[i].suite : o[i].paper;
    for (int a = 1; a < argc; a++) {
        if (!strcmp(argv[a], "--help")) {
            wl_usage(stdout, o, count);
            exit(0);
        } else if (!strcmp(argv[a], "--size")) {
            a++;
        } else if (!strcmp(argv[a], "--no-check")) {
            wl_run.check = 0;
        } else {
            int i = 0;
            while (i < count && !(!strncmp(argv[a], "--", 2) && !strcmp(argv[a] + 2, o[i].name)))
                i++;
            if (i == count)
                wl_bad_args(o, count, "unknown argument", argv[a]);
            *o[i].value = wl_number(o, count, i, a + 1 < argc ? argv[a + 1] : "");
            a++;
        }
    }
}

/* Sizes that are constants of the compiler. A kernel whose work is in `template <int S> __device__ ... NAME_of`,
   which begins with WL_CONST(S, a, b) (its parameters a and b are the constant S, unless that is 0), is made by
   WL_KERNEL: NAME, with sizes known at run time, and NAME<S>. WL_SIZED(X, Y, when, NAME, grid, block, arguments...)
   launches NAME<X> or NAME<Y> if `when`, an expression of S, holds for it, else NAME. */
template <typename... T> __device__ __forceinline__ void wl_const(int s, T &...sizes)
{
    int unused[] = {(sizes = s)...};
    (void)unused;
}
#define WL_CONST(S, ...)                                                                                             \
    if (S)                                                                                                           \
    wl_const(S, __VA_ARGS__)
#define WL_KERNEL(name, parameters, arguments)                                                                       \
    __global__ void name parameters                                                                                  \
    {                                                                                                                \
        name##_of<0> arguments;                                                                                      \
    }                                                                                                                \
    template <int S> __global__ void name parameters                                                                 \
    {                                                                                                                \
        name##_of<S> arguments;                                                                                      \
    }
#define WL_SIZED(X, Y, when, name, grid, block, ...)                                                                 \
    do {                                                                                                             \
        if ([&](int S) { return when; }(X))                                                                          \
            name<X><<<grid, block>>>(__VA_ARGS__);                                                                   \
        else if ([&](int S) { return when; }(Y))                                                                     \
            name<Y><<<grid, block>>>(__VA_ARGS__);                                                                   \
        else                                                                                                         \
            name<<<grid, block>>>(__VA_ARGS__);                                                                      \
        WL_LAUNCHED();                                                                                               \
    } while (0)

/* Input: xorshift64* so that every machine and compiler sees the same numbers. */
struct wl_rng {
    uint64_t s;
};

/* "gemm-512": a workload whose size is given by this option, not by --size, is called by it. */
static inline void wl_name_by(const char *option, int argc, char **argv)
{
    static char name[64];
    for (int i = 1; i + 1 < argc; i++)
        if (!strcmp(argv[i], option)) {
            snprintf(name, sizeof name, "%s-%s", wl_run.name, argv[i + 1]);
            wl_run.name = name;
            return;
        }
}

static inline struct wl_rng wl_seed(uint64_t seed)
{
    struct wl_rng r = {seed * 0x9e3779b97f4a7c15ull + 0x2545f4914f6cdd1dull};
    return r;
}

static inline uint32_t wl_u32(struct wl_rng *r)
{
    r->s ^= r->s >> 12;
    r->s ^= r->s << 25;
    r->s ^= r->s >> 27;
    return (uint32_t)((r->s * 0x2545f4914f6cdd1dull) >> 32);
}

/* Uniform in 0..n-1 (n of at least 1). */
static inline uint32_t wl_below(struct wl_rng *r, uint32_t n)
{
    return (uint32_t)(((uint64_t)wl_u32(r) * n) >> 32);
}

static inline float wl_f32(struct wl_rng *r, float lo, float hi)
{
    return lo + (hi - lo) * (float)(wl_u32(r) >> 8) * (1.0f / 16777216.0f);
}

/* Memory on the host (zeroed) and on the device. */
template <typename T> static T *wl_host(size_t n)
{
    T *p = (T *)calloc(n ? n : 1, sizeof(T));
    if (!p) {
        fprintf(stderr, "%s: out of host memory\n", wl_run.name);
        exit(5);
    }
    return p;
}

static inline float *wl_random(size_t n, float lo, float hi, uint64_t seed)
{
    struct wl_rng r = wl_seed(seed);
    float *p = wl_host<float>(n);
    for (size_t i = 0; i < n; i++)
        p[i] = wl_f32(&r, lo, hi);
    return p;
}

template <typename T> static T *wl_copy(const T *src, size_t n)
{
    T *p = wl_host<T>(n);
    memcpy(p, src, n * sizeof(T));
    return p;
}

template <typename T> static T *wl_dev(size_t n)
{
    void *p;
    CUDA_OK(cudaMalloc(&p, (n ? n : 1) * sizeof(T)));
    return (T *)p;
}

template <typename T> static T *wl_dev_zero(size_t n)
{
    T *p = wl_dev<T>(n);
    CUDA_OK(cudaMemset(p, 0, n * sizeof(T)));
    return p;
}

template <typename T> static void wl_put(T *dev, const T *host, size_t n)
{
    CUDA_OK(cudaMemcpy(dev, host, n * sizeof(T), cudaMemcpyHostToDevice));
}

template <typename T> static T *wl_upload(const T *host, size_t n)
{
    T *p = wl_dev<T>(n);
    wl_put(p, host, n);
    return p;
}

template <typename T> static void wl_get(T *host, const T *dev, size_t n)
{
    CUDA_OK(cudaMemcpy(host, dev, n * sizeof(T), cudaMemcpyDeviceToHost));
}

template <typename T> static T *wl_download(const T *dev, size_t n)
{
    T *p = wl_host<T>(n);
    wl_get(p, dev, n);
    return p;
}

static inline unsigned wl_blocks(long n, long block)
{
    return (unsigned)((n + block - 1) / block);
}

/* Comparison. A value passes if it lies within abs_tol + rel_tol * |wanted|; NaN never passes. */
static inline void wl_check_f32(const char *what, const float *got, const float *want, size_t n, double rel_tol,
                                double abs_tol)
{
    size_t bad = 0, first = 0;
    for (size_t i = 0; i < n; i++)
        if (!(fabs((double)got[i] - want[i]) <= abs_tol + rel_tol * fabs((double)want[i]))) {
            if (!bad++)
                first = i;
        }
    if (bad && !wl_run.failed++)
        printf("%s: FAIL first mismatch %s[%zu]: got %.9g, want %.9g (%zu of %zu differ)\n", wl_run.name, what, first,
               got[first], want[first], bad, n);
}

static inline void wl_check_i32(const char *what, const int *got, const int *want, size_t n)
{
    size_t bad = 0, first = 0;
    for (size_t i = 0; i < n; i++)
        if (got[i] != want[i] && !bad++)
            first = i;
    if (bad && !wl_run.failed++)
        printf("%s: FAIL first mismatch %s[%zu]: got %d, want %d (%zu of %zu differ)\n", wl_run.name, what, first,
               got[first], want[first], bad, n);
}

/* Whether to spend time on the reference; waits for the device first, so that an asynchronous error is seen here. */
static inline int wl_checking(void)
{
    CUDA_OK(cudaDeviceSynchronize());
    return wl_run.check;
}

static inline int wl_end(void)
{
    CUDA_OK(cudaDeviceSynchronize());
    if (!wl_run.failed)
        printf("%s: %s\n", wl_run.name, wl_run.check ? "PASS" : "DONE (not checked)");
    return wl_run.failed != 0;
}

#endif
