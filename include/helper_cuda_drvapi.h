/* checkCudaErrors and device choice for programs that use the driver API. */
#ifndef SLUICE_HELPER_CUDA_DRVAPI_H
#define SLUICE_HELPER_CUDA_DRVAPI_H
#define COMMON_HELPER_CUDA_DRVAPI_H_
#include <fstream>
#include <iostream>
#include <sstream>
#include <stdio.h>
#include <stdlib.h>
#include <string>

#include "cuda.h"
#include "helper_string.h"

#ifndef checkCudaErrors
#define checkCudaErrors(err) __checkCudaErrors(err, __FILE__, __LINE__)
inline void __checkCudaErrors(CUresult err, const char *file, const int line)
{
    const char *text = NULL;
    if (err == CUDA_SUCCESS)
        return;
    cuGetErrorString(err, &text);
    fprintf(stderr, "%s:%d: error %d (%s)\n", file, line, (int)err, text ? text : "?");
    exit(EXIT_FAILURE);
}
#endif
template <class T> inline void getCudaAttribute(T *attribute, CUdevice_attribute which, int device)
{
    int v = 0;
    checkCudaErrors(cuDeviceGetAttribute(&v, which, device));
    *attribute = (T)v;
}
inline int gpuGetMaxGflopsDeviceIdDRV() { return 0; }
inline int gpuDeviceInitDRV(int, const char **)
{
    checkCudaErrors(cuInit(0));
    return 0;
}
inline CUdevice findCudaDeviceDRV(int, const char **)
{
    CUdevice device;
    char name[100];
    checkCudaErrors(cuInit(0));
    checkCudaErrors(cuDeviceGet(&device, 0));
    checkCudaErrors(cuDeviceGetName(name, 100, device));
    printf("> Using CUDA Device [0]: %s\n", name);
    return device;
}
inline CUdevice findIntegratedGPUDrv() { return -1; }
inline bool checkCudaCapabilitiesDRV(int major, int minor, int device)
{
    int ma = 0, mi = 0;
    getCudaAttribute(&ma, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device);
    getCudaAttribute(&mi, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device);
    return ma > major || (ma == major && mi >= minor);
}
/* The file's path and its contents */
inline bool findFatbinPath(const char *file, std::string &path, char **argv, std::ostringstream &contents)
{
    char *found = sdkFindFilePath(file, argv[0]);
    if (!found)
        return false;
    path = found;
    free(found);
    std::ifstream in(path, std::ios::binary);
    contents << in.rdbuf();
    return in.good();
}
inline bool findModulePath(const char *file, std::string &path, char **argv, std::string &contents)
{
    std::ostringstream all;
    bool ok = findFatbinPath(file, path, argv, all);
    contents = all.str();
    return ok;
}

#endif
