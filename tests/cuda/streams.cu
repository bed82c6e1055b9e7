/* Streams and events: all synchronous here, with the answers that CUDA gives once the work is done. */
#include <stdio.h>
__global__ void set(int *p, int v) { *p = v; }
static void called(cudaStream_t, cudaError_t e, void *data) { printf("callback %d %d\n", (int)e, *(int *)data); }
int main()
{
    cudaStream_t a, b;
    cudaEvent_t start, stop;
    int *d, h = 0, tag = 5;
    float ms = -1;
    cudaStreamCreate(&a);
    cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaEventCreate(&start);
    cudaEventCreateWithFlags(&stop, cudaEventDefault);
    cudaMalloc(&d, sizeof(int));
    printf("%s\n", cudaGetErrorName(cudaEventElapsedTime(&ms, start, stop)));
    cudaGetLastError();
    cudaEventRecord(start, a);
    set<<<1, 1, 0, a>>>(d, 42);
    cudaEventRecord(stop, a);
    cudaStreamWaitEvent(b, stop, 0);
    cudaMemcpyAsync(&h, d, sizeof(h), cudaMemcpyDeviceToHost, b);
    cudaStreamAddCallback(b, called, &tag, 0);
    printf("%d %d %d\n", cudaStreamSynchronize(b), cudaStreamQuery(a), cudaEventQuery(stop));
    cudaEventSynchronize(stop);
    cudaEventElapsedTime(&ms, start, stop);
    printf("%d %g\n", h, ms);
    cudaEventDestroy(start);
    cudaEventDestroy(stop);
    int gone = cudaStreamDestroy(a);
    printf("%d %s\n", gone, cudaGetErrorName(cudaStreamDestroy(a)));
    return 0;
}
// expect: cudaErrorInvalidResourceHandle
// expect: callback 0 5
// expect: 0 0 0
// expect: 42 0
// expect: 0 cudaErrorInvalidResourceHandle
// stderr: cudaEventElapsedTime gives 0
