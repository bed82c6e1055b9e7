/* What samples include: helper_cuda.h and its kin. */
#include <cuda_profiler_api.h>
#include <cuda_runtime.h>
#include <device_launch_parameters.h>
#include <helper_cuda.h>
#include <helper_functions.h>
#include <math_constants.h>
#include <cuComplex.h>
#include <nvToolsExt.h>
__global__ void k(float *o, cuFloatComplex z)
{
    cuFloatComplex q = cuCmulf(z, cuConjf(z));
    o[0] = cuCrealf(q);
    o[1] = cuCabsf(z);
    o[2] = CUDART_PI_F;
}
int main(int argc, char **argv)
{
    StopWatchInterface *t = NULL;
    sdkCreateTimer(&t);
    sdkStartTimer(&t);
    cudaSetDevice(findCudaDevice(argc, (const char **)argv));
    printf("n %d, flag %d %d\n", getCmdLineArgumentInt(argc, (const char **)argv, "n"),
           checkCmdLineFlag(argc, (const char **)argv, "fast"), checkCmdLineFlag(argc, (const char **)argv, "slow"));
    float *o, h[3];
    nvtxRangePush("work");
    cudaProfilerStart();
    checkCudaErrors(cudaMalloc(&o, sizeof(h)));
    k<<<1, 1>>>(o, make_cuFloatComplex(3, 4));
    getLastCudaError("k");
    checkCudaErrors(cudaMemcpy(h, o, sizeof(h), cudaMemcpyDeviceToHost));
    cudaProfilerStop();
    nvtxRangePop();
    sdkStopTimer(&t);
    float want[3] = {25, 5, CUDART_PI_F};
    printf("%g %g %d %d\n", h[0], h[1], compareData(want, h, 3u, 1e-6f, 0.0f), sdkGetTimerValue(&t) >= 0);
    sdkDeleteTimer(&t);
    cudaIpcMemHandle_t handle;
    printf("%s\n", cudaGetErrorName(cudaIpcGetMemHandle(&handle, o)));
    cudaIpcGetMemHandle(&handle, o);
    checkCudaErrors(cudaFree(h));
    return 0;
}
// args: -n=12 --fast
// exit: 1
// expect: GPU Device 0: "sluice functional device" with compute capability 7.0
// expect:
// expect: n 12, flag 1 0
// expect: 25 5 1 1
// expect: cudaErrorNotSupported
// stderr: cudaIpcGetMemHandle is not supported: each process simulates a device of its own
// stderr: cudaFree(h) failed: error 17 (invalid device pointer)
