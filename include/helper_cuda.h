/* checkCudaErrors, findCudaDevice and their kin, as sample programs expect them. */
#ifndef SLUICE_HELPER_CUDA_H
#define SLUICE_HELPER_CUDA_H
#define COMMON_HELPER_CUDA_H_
#include <stdio.h>
#include <stdlib.h>

#include "cuda_runtime.h"
#include "helper_string.h"

static inline const char *_cudaGetErrorEnum(cudaError_t e) { return cudaGetErrorName(e); }
template <class T> void check(T result, char const *const func, const char *const file, int const line)
{
    if (!result)
        return;
    fprintf(stderr, "%s:%d: %s failed: error %d (%s)\n", file, line, func, (int)result,
            cudaGetErrorString((cudaError_t)result));
    exit(EXIT_FAILURE);
}
#define checkCudaErrors(val) check((val), #val, __FILE__, __LINE__)
#define getLastCudaError(msg) __getLastCudaError(msg, __FILE__, __LINE__)
#define printLastCudaError(msg) __printLastCudaError(msg, __FILE__, __LINE__)
inline void __printLastCudaError(const char *msg, const char *file, const int line)
{
    cudaError_t e = cudaGetLastError();
    if (e != cudaSuccess)
        fprintf(stderr, "%s:%d: %s: error %d (%s)\n", file, line, msg, (int)e, cudaGetErrorString(e));
}
inline void __getLastCudaError(const char *msg, const char *file, const int line)
{
    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess)
        return;
    fprintf(stderr, "%s:%d: %s: error %d (%s)\n", file, line, msg, (int)e, cudaGetErrorString(e));
    exit(EXIT_FAILURE);
}
#ifndef MAX
#define MAX(a, b) ((a) > (b) ? (a) : (b))
#endif
inline int ftoi(float v) { return (int)(v >= 0 ? v + 0.5f : v - 0.5f); }
/* Cores an SM by compute capability, as public tables give it */
inline int _ConvertSMVer2Cores(int major, int minor)
{
    switch (major) {
    case 1: return 8;
    case 2: return minor ? 48 : 32;
    case 3: return 192;
    case 5: return 128;
    case 6: return minor ? 128 : 64;
    case 7: return 64;
    case 8: return minor ? 128 : 64;
    default: return 128;
    }
}
inline const char *_ConvertSMVer2ArchName(int major, int minor)
{
    (void)minor;
    static const char *const names[] = {"", "Tesla", "Fermi", "Kepler", "", "Maxwell", "Pascal", "Volta", "Ampere", "Hopper"};
    return major >= 0 && major < 10 ? names[major] : "Graphics Device";
}
inline int gpuDeviceInit(int device)
{
    checkCudaErrors(cudaSetDevice(device));
    return device;
}
inline int gpuGetMaxGflopsDeviceId() { return 0; }
inline int findCudaDevice(int argc, const char **argv)
{
    int device = checkCmdLineFlag(argc, argv, "device") ? getCmdLineArgumentInt(argc, argv, "device") : 0;
    gpuDeviceInit(device);
    cudaDeviceProp p;
    checkCudaErrors(cudaGetDeviceProperties(&p, device));
    printf("GPU Device %d: \"%s\" with compute capability %d.%d\n\n", device, p.name, p.major, p.minor);
    return device;
}
inline int findIntegratedGPU() { return -1; }
inline bool checkCudaCapabilities(int major, int minor)
{
    cudaDeviceProp p;
    checkCudaErrors(cudaGetDeviceProperties(&p, 0));
    return p.major > major || (p.major == major && p.minor >= minor);
}

#endif
