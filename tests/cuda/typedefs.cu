// cudaTypedefs.h: pointers to the driver's functions by their types.
// expect: 0 11080, 12 bytes free
#include <cudaTypedefs.h>
#include <stdio.h>
int main()
{
    PFN_cuDriverGetVersion version = NULL;
    PFN_cuMemAlloc allocate = &cuMemAlloc;
    PFN_cuInit init = &cuInit;
    int v = 0;
    CUdeviceptr p = 0;
    cudaFree(0);
    cudaError_t e = cudaGetDriverEntryPoint("cuDriverGetVersion", (void **)&version, cudaEnableDefault);
    if (e == cudaSuccess && version && init(0) == CUDA_SUCCESS && allocate(&p, 12) == CUDA_SUCCESS)
        version(&v);
    printf("%d %d, %d bytes %s\n", (int)e, v, 12, cuMemFree(p) == CUDA_SUCCESS ? "free" : "lost");
    return 0;
}
