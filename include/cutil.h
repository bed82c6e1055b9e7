/* cutil, the sample library of CUDA 1 to 4, as far as programs use it: checked calls, command lines, timers,
   comparisons, images. */
#ifndef SLUICE_CUTIL_H
#define SLUICE_CUTIL_H
#define _CUTIL_H_
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cuda_runtime.h"

enum CUTBoolean { CUTFalse = 0, CUTTrue = 1 };
typedef enum CUTBoolean CUTBoolean;
#define CUTIL_API

#define CUDA_SAFE_CALL_NO_SYNC(call)                                                                         \
    do {                                                                                                     \
        cudaError err_ = (cudaError)(call);                                                                  \
        if (cudaSuccess != err_) {                                                                           \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(err_));                    \
            exit(EXIT_FAILURE);                                                                              \
        }                                                                                                    \
    } while (0)
#define CUDA_SAFE_CALL(call) CUDA_SAFE_CALL_NO_SYNC(call)
#define CU_SAFE_CALL(call) CUDA_SAFE_CALL_NO_SYNC(call)
#define CU_SAFE_CALL_NO_SYNC(call) CUDA_SAFE_CALL_NO_SYNC(call)
#define CUFFT_SAFE_CALL(call) CUDA_SAFE_CALL_NO_SYNC(call)
#define CUT_SAFE_CALL(call)                                                                                  \
    do {                                                                                                     \
        if (CUTTrue != (CUTBoolean)(call)) {                                                                 \
            fprintf(stderr, "%s:%d: %s failed\n", __FILE__, __LINE__, #call);                                \
            exit(EXIT_FAILURE);                                                                              \
        }                                                                                                    \
    } while (0)
#define CUT_SAFE_MALLOC(call)                                                                                \
    do {                                                                                                     \
        if (!(call)) {                                                                                       \
            fprintf(stderr, "%s:%d: out of memory\n", __FILE__, __LINE__);                                   \
            exit(EXIT_FAILURE);                                                                              \
        }                                                                                                    \
    } while (0)
#define CUT_CHECK_ERROR(msg)                                                                                 \
    do {                                                                                                     \
        cudaError_t err_ = cudaGetLastError();                                                               \
        if (cudaSuccess == err_)                                                                             \
            err_ = cudaDeviceSynchronize();                                                                  \
        if (cudaSuccess != err_) {                                                                           \
            fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, msg, cudaGetErrorString(err_));           \
            exit(EXIT_FAILURE);                                                                              \
        }                                                                                                    \
    } while (0)
#define CUT_DEVICE_INIT(...) CUDA_SAFE_CALL(cudaSetDevice(0))
#define CUT_DEVICE_INIT_DRV(dev, ...) (dev = 0)
#define CUT_EXIT(...) exit(EXIT_SUCCESS)
#define CUT_CONDITION(v) CUT_SAFE_CALL((v) ? CUTTrue : CUTFalse)
#define CUT_BANK_CHECKER(array, index) array[index]
#define cutilSafeCall(call) CUDA_SAFE_CALL(call)
#define cutilSafeCallNoSync(call) CUDA_SAFE_CALL(call)
#define cutilDrvSafeCall(call) CUDA_SAFE_CALL(call)
#define cutilDrvSafeCallNoSync(call) CUDA_SAFE_CALL(call)
#define cutilCheckError(call) CUT_SAFE_CALL(call)
#define cutilCheckMsg(msg) CUT_CHECK_ERROR(msg)
#define cutilSafeThreadSync() CUDA_SAFE_CALL(cudaDeviceSynchronize())
#define cutilCudaCheckCtxLost(msg, file, line) CUT_CHECK_ERROR(msg)
#define cufftSafeCall(call) CUFFT_SAFE_CALL(call)
#define cutilSafeMalloc(call) CUT_SAFE_MALLOC(call)
#define cutilCondition(v) CUT_CONDITION(v)
#define cutilExit(argc, argv) exit(EXIT_SUCCESS)
#define cutilDeviceInit(argc, argv) cudaSetDevice(0)
#define cutilChooseCudaDevice(argc, argv) cudaSetDevice(0)
#define cutilThreadSynchronize() cudaDeviceSynchronize()
#define cutilDeviceSynchronize() cudaDeviceSynchronize()
#define cutilDeviceReset() cudaDeviceReset()
#define cutGetMaxGflopsDeviceId() 0
#define cutilGetMaxGflopsDeviceId() 0

#define SLUICE_CUT static inline __attribute__((unused))
SLUICE_CUT CUTBoolean cutCheckCondition(int v, const char *file, const int line)
{
    (void)file, (void)line;
    return v ? CUTTrue : CUTFalse;
}
/* Is the device of this compute capability, or newer? */
SLUICE_CUT int cutilCudaCapabilities(int major, int minor, ...)
{
    struct cudaDeviceProp p;
    int device = 0;
    if (cudaGetDevice(&device) != cudaSuccess || cudaGetDeviceProperties(&p, device) != cudaSuccess)
        return 0;
    return p.major > major || (p.major == major && p.minor >= minor);
}
/* The text behind -name or --name= on the command line, or NULL */
SLUICE_CUT const char *sluice_cut_flag(const int argc, const char **argv, const char *name)
{
    size_t n = strlen(name);
    for (int i = 1; i < argc; i++) {
        const char *a = argv[i];
        while (*a == '-')
            a++;
        if (a != argv[i] && !strncmp(a, name, n) && (a[n] == 0 || a[n] == '='))
            return a + n + (a[n] == '=');
    }
    return NULL;
}
SLUICE_CUT CUTBoolean cutCheckCmdLineFlag(const int argc, const char **argv, const char *name)
{
    return sluice_cut_flag(argc, argv, name) ? CUTTrue : CUTFalse;
}
SLUICE_CUT CUTBoolean cutGetCmdLineArgumenti(const int argc, const char **argv, const char *name, int *v)
{
    const char *t = sluice_cut_flag(argc, argv, name);
    if (t)
        *v = atoi(t);
    return t ? CUTTrue : CUTFalse;
}
SLUICE_CUT CUTBoolean cutGetCmdLineArgumentf(const int argc, const char **argv, const char *name, float *v)
{
    const char *t = sluice_cut_flag(argc, argv, name);
    if (t)
        *v = (float)atof(t);
    return t ? CUTTrue : CUTFalse;
}
SLUICE_CUT CUTBoolean cutGetCmdLineArgumentstr(const int argc, const char **argv, const char *name, char **v)
{
    const char *t = sluice_cut_flag(argc, argv, name);
    if (t)
        *v = strdup(t);
    return t ? CUTTrue : CUTFalse;
}

/* Timers: numbers into a small table */
struct sluice_cut_timer {
    double from, total;
    int runs, on;
};
SLUICE_CUT struct sluice_cut_timer *sluice_cut_timer(unsigned int id)
{
    static struct sluice_cut_timer all[256];
    return &all[id & 255];
}
SLUICE_CUT double sluice_cut_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}
SLUICE_CUT CUTBoolean cutCreateTimer(unsigned int *id)
{
    static unsigned int next;
    *id = ++next;
    memset(sluice_cut_timer(*id), 0, sizeof(struct sluice_cut_timer));
    return CUTTrue;
}
SLUICE_CUT CUTBoolean cutDeleteTimer(unsigned int id) { (void)id; return CUTTrue; }
SLUICE_CUT CUTBoolean cutStartTimer(const unsigned int id)
{
    sluice_cut_timer(id)->from = sluice_cut_now();
    sluice_cut_timer(id)->on = 1;
    return CUTTrue;
}
SLUICE_CUT CUTBoolean cutStopTimer(const unsigned int id)
{
    struct sluice_cut_timer *t = sluice_cut_timer(id);
    if (t->on)
        t->total += sluice_cut_now() - t->from, t->runs++;
    t->on = 0;
    return CUTTrue;
}
SLUICE_CUT CUTBoolean cutResetTimer(const unsigned int id)
{
    sluice_cut_timer(id)->total = 0;
    sluice_cut_timer(id)->runs = 0;
    sluice_cut_timer(id)->from = sluice_cut_now();
    return CUTTrue;
}
SLUICE_CUT float cutGetTimerValue(const unsigned int id)
{
    struct sluice_cut_timer *t = sluice_cut_timer(id);
    return (float)(t->total + (t->on ? sluice_cut_now() - t->from : 0));
}
SLUICE_CUT float cutGetAverageTimerValue(const unsigned int id)
{
    struct sluice_cut_timer *t = sluice_cut_timer(id);
    return t->runs ? (float)(t->total / t->runs) : 0.0f;
}

/* Comparisons */
#define SLUICE_COMPARE(name, T)                                                                              \
    SLUICE_CUT CUTBoolean name(const T *a, const T *b, const unsigned int n)                                 \
    {                                                                                                        \
        for (unsigned int i = 0; i < n; i++)                                                                 \
            if (a[i] != b[i])                                                                                \
                return CUTFalse;                                                                             \
        return CUTTrue;                                                                                      \
    }
SLUICE_COMPARE(cutComparef, float)
SLUICE_COMPARE(cutComparei, int)
SLUICE_COMPARE(cutCompareub, unsigned char)
#undef SLUICE_COMPARE
SLUICE_CUT CUTBoolean cutComparefe(const float *a, const float *b, const unsigned int n, const float epsilon)
{
    for (unsigned int i = 0; i < n; i++) {
        float d = a[i] - b[i];
        if (!(d <= epsilon && -d <= epsilon))
            return CUTFalse;
    }
    return CUTTrue;
}
/* ... for all but a share `threshold` of the elements */
SLUICE_CUT CUTBoolean cutComparefet(const float *a, const float *b, const unsigned int n, const float epsilon,
                                    const float threshold)
{
    unsigned int wrong = 0;
    for (unsigned int i = 0; i < n; i++)
        wrong += cutComparefe(a + i, b + i, 1, epsilon) != CUTTrue;
    return (float)wrong <= (float)n * threshold ? CUTTrue : CUTFalse;
}
SLUICE_CUT CUTBoolean cutCompareL2fe(const float *a, const float *b, const unsigned int n, const float epsilon)
{
    double error = 0, ref = 0;
    for (unsigned int i = 0; i < n; i++) {
        double d = (double)a[i] - b[i];
        error += d * d;
        ref += (double)a[i] * a[i];
    }
    return ref > 1e-30 && error / ref < (double)epsilon * epsilon ? CUTTrue : CUTFalse;
}

/* Files */
SLUICE_CUT char *cutFindFilePath(const char *file, const char *program)
{
    static const char *const dirs[] = {"./", "./data/", "../data/", "../../data/", "../../../data/"};
    (void)program;
    for (size_t i = 0; i < sizeof(dirs) / sizeof(dirs[0]); i++) {
        char path[4096];
        snprintf(path, sizeof(path), "%s%s", dirs[i], file);
        FILE *f = fopen(path, "rb");
        if (f) {
            fclose(f);
            return strdup(path);
        }
    }
    return NULL;
}
SLUICE_CUT void cutFree(void *p) { free(p); }
#define SLUICE_FILE(suffix, T, scan, print)                                                                  \
    SLUICE_CUT CUTBoolean cutReadFile##suffix(const char *file, T **data, unsigned int *n, int verbose)      \
    {                                                                                                        \
        FILE *f = fopen(file, "r");                                                                          \
        size_t have = 0, room = 0;                                                                           \
        T v, *all = NULL;                                                                                    \
        (void)verbose;                                                                                       \
        while (f && fscanf(f, scan, &v) == 1) {                                                              \
            if (have == room)                                                                                \
                all = (T *)realloc(all, (room = room * 2 + 1024) * sizeof(T));                               \
            all[have++] = v;                                                                                 \
        }                                                                                                    \
        if (f)                                                                                               \
            fclose(f);                                                                                       \
        if (!have || (*data && *n != have)) {                                                                \
            free(all);                                                                                       \
            return CUTFalse;                                                                                 \
        }                                                                                                    \
        if (*data) {                                                                                         \
            memcpy(*data, all, have * sizeof(T));                                                            \
            free(all);                                                                                       \
        } else {                                                                                             \
            *data = all;                                                                                     \
        }                                                                                                    \
        *n = (unsigned int)have;                                                                             \
        return CUTTrue;                                                                                      \
    }                                                                                                        \
    SLUICE_CUT CUTBoolean sluice_write_##suffix(const char *file, const T *data, unsigned int n)             \
    {                                                                                                        \
        FILE *f = fopen(file, "w");                                                                          \
        if (!f)                                                                                              \
            return CUTFalse;                                                                                 \
        for (unsigned int i = 0; i < n; i++)                                                                 \
            fprintf(f, print " ", data[i]);                                                                  \
        return fclose(f) == 0 ? CUTTrue : CUTFalse;                                                          \
    }
SLUICE_FILE(f, float, "%f", "%g")
SLUICE_FILE(d, double, "%lf", "%.12g")
SLUICE_FILE(i, int, "%d", "%d")
SLUICE_FILE(ui, unsigned int, "%u", "%u")
SLUICE_FILE(ub, unsigned char, "%hhu", "%hhu")
#undef SLUICE_FILE
#define cutWriteFilef(file, data, n, epsilon, ...) sluice_write_f(file, data, n)
#define cutWriteFiled(file, data, n, epsilon, ...) sluice_write_d(file, data, n)
#define cutWriteFilei(file, data, n, ...) sluice_write_i(file, data, n)
#define cutWriteFileui(file, data, n, ...) sluice_write_ui(file, data, n)
#define cutWriteFileub(file, data, n, ...) sluice_write_ub(file, data, n)
#ifdef __cplusplus
#include "helper_image.h"
SLUICE_CUT CUTBoolean cutLoadPGMub(const char *file, unsigned char **data, unsigned int *w, unsigned int *h)
{
    return sdkLoadPGM(file, data, w, h) ? CUTTrue : CUTFalse;
}
SLUICE_CUT CUTBoolean cutLoadPGMf(const char *file, float **data, unsigned int *w, unsigned int *h)
{
    return sdkLoadPGM(file, data, w, h) ? CUTTrue : CUTFalse;
}
SLUICE_CUT CUTBoolean cutSavePGMub(const char *file, unsigned char *data, unsigned int w, unsigned int h)
{
    return sdkSavePGM(file, data, w, h) ? CUTTrue : CUTFalse;
}
SLUICE_CUT CUTBoolean cutSavePGMf(const char *file, float *data, unsigned int w, unsigned int h)
{
    return sdkSavePGM(file, data, w, h) ? CUTTrue : CUTFalse;
}
SLUICE_CUT CUTBoolean cutLoadPPM4ub(const char *file, unsigned char **data, unsigned int *w, unsigned int *h)
{
    return sdkLoadPPM4(file, data, w, h) ? CUTTrue : CUTFalse;
}
SLUICE_CUT CUTBoolean cutSavePPM4ub(const char *file, unsigned char *data, unsigned int w, unsigned int h)
{
    return sdkSavePPM4ub(file, data, w, h) ? CUTTrue : CUTFalse;
}
#endif

/* shrUtils */
#define shrLog printf
#define shrLogEx(mode, code, ...) printf(__VA_ARGS__)
#define shrSetLogFileName(name) ((void)(name))
#define shrEXIT(argc, argv) exit(EXIT_SUCCESS)
#define shrExitEX(argc, argv, code) exit(code)
#define shrCheckCmdLineFlag cutCheckCmdLineFlag
#define shrGetCmdLineArgumenti cutGetCmdLineArgumenti
#define shrGetCmdLineArgumentf cutGetCmdLineArgumentf
#define shrGetCmdLineArgumentstr cutGetCmdLineArgumentstr
#define shrFindFilePath cutFindFilePath
#define shrComparefet cutComparefet
#define shrCompareL2fe cutCompareL2fe
#define shrRoundUp(group, n) (((n) + (group) - 1) / (group) * (group))
SLUICE_CUT double shrDeltaT(int counter)
{
    static double last[4];
    double now = sluice_cut_now(), d = (now - last[counter & 3]) * 1e-3;
    last[counter & 3] = now;
    return d;
}
#define shrQAStart(argc, argv) ((void)0)
#define shrQAFinishExit(argc, argv, ok) exit(ok ? EXIT_SUCCESS : EXIT_FAILURE)
#define QA_PASSED 1
#define QA_FAILED 0
#undef SLUICE_CUT

#endif
