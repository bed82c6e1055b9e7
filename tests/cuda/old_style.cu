/* The style of CUDA 1 to 4: cutil, texture references bound by pointer, symbols by name, cudaThreadSynchronize, C99 in host
   code, missing includes, a function without its return. */
#include <cutil_inline.h>
#include <cutil_math.h>
#include <omp.h>
#define CLUSTERS 5
#define FEATURES 4
texture<float, 1, cudaReadModeElementType> t_features;
__constant__ float c_clusters[CLUSTERS * FEATURES];
typedef struct {
    int points, features;
    float *where;
} job_t;
__global__ static void invert(float *in, float *out, job_t job)
{
    int p = __mul24(blockIdx.x, blockDim.x) + threadIdx.x;
    if (p < job.points)
        for (int i = 0; i < job.features; i++)
            out[p + job.points * i] = in[p * job.features + i];
}
extern "C" __global__ void nearest(int points, int *member)
{
    const unsigned int block = gridDim.x * blockIdx.y + blockIdx.x;
    const unsigned int point = block * blockDim.x * blockDim.y + threadIdx.x;
    if (point < points) {
        float best = 3.4e38f;
        int index = -1;
        for (int i = 0; i < CLUSTERS; i++) {
            float d = 0.0;
            for (int j = 0; j < FEATURES; j++) {
                float diff = tex1Dfetch(t_features, point + j * points) - c_clusters[i * FEATURES + j];
                d += diff * diff;
            }
            if (d < best)
                best = d, index = i;
        }
        member[point] = index;
    }
}
__global__ void vectors(float4 *v) { v[threadIdx.x] = normalize(v[threadIdx.x] * 2.0f + make_float4(1.0f)); }
int no_return(int x) { if (x < 0) printf("never\n"); }
int reference(const float *h, const float *c, int p)
{
    float best = 3.4e38f; int index = -1;
    for (int i = 0; i < CLUSTERS; i++) {
        float d = 0;
        for (int j = 0; j < FEATURES; j++) {
            float diff = h[p * FEATURES + j] - c[i * FEATURES + j];
            d += diff * diff;
        }
        if (d < best)
            best = d, index = i;
    }
    return index;
}
int main(int argc, char **argv)
{
    CUT_DEVICE_INIT(argc, argv);
    unsigned int timer;
    int points = 1000, wrong = 0, *m, *hm = (int *)malloc(points * sizeof(int));
    float *h = (float *)malloc(points * FEATURES * sizeof(float)), *d, *flipped, c[CLUSTERS * FEATURES];
    CUT_SAFE_CALL(cutCreateTimer(&timer));
    CUT_SAFE_CALL(cutStartTimer(timer));
    for (int i = 0; i < points * FEATURES; i++)
        h[i] = (i * 7919) % 1000 / 1000.0f;
    for (int i = 0; i < CLUSTERS * FEATURES; i++)
        c[i] = i / 20.0f;
    CUDA_SAFE_CALL(cudaMalloc((void **)&d, points * FEATURES * sizeof(float)));
    CUDA_SAFE_CALL(cudaMalloc((void **)&flipped, points * FEATURES * sizeof(float)));
    cutilSafeCall(cudaMalloc((void **)&m, points * sizeof(int)));
    cudaMemcpy(d, h, points * FEATURES * sizeof(float), cudaMemcpyHostToDevice);
    job_t job = {.points = points, .features = FEATURES};
    invert<<<(points + 255) / 256, 256>>>(d, flipped, job);
    CUT_CHECK_ERROR("invert");
    cudaChannelFormatDesc desc = cudaCreateChannelDesc<float>();
    t_features.filterMode = cudaFilterModePoint;
    t_features.normalized = false;
    t_features.channelDesc = desc;
    if (cudaBindTexture(NULL, &t_features, flipped, &desc, points * FEATURES * sizeof(float)) != cudaSuccess)
        printf("could not bind\n");
    cudaMemcpyToSymbol("c_clusters", c, sizeof(c), 0, cudaMemcpyHostToDevice);
    dim3 grid(2, 2), threads(256);
    nearest<<<grid, threads>>>(points, m);
    cudaThreadSynchronize();
    cudaMemcpy(hm, m, points * sizeof(int), cudaMemcpyDeviceToHost);
#pragma omp parallel for
    for (int p = 0; p < points; p++)
        wrong += reference(h, c, p) != hm[p];
    no_return(1);
    float4 *v, hv[4];
    cudaMalloc((void **)&v, sizeof(hv));
    cudaMemset(v, 0, sizeof(hv));
    vectors<<<1, 4>>>(v);
    cudaMemcpy(hv, v, sizeof(hv), cudaMemcpyDeviceToHost);
    cutStopTimer(timer);
    shrLog("wrong %d, %g, %d\n", wrong, hv[3].w, cutGetTimerValue(timer) > 0);
    cudaThreadExit();
    CUT_EXIT(argc, argv);
}
// flags: -O0 -arch=sm_13 -Xcompiler -fopenmp
// expect: wrong 0, 0.5, 1
