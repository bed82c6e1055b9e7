/* Surfaces: written by one kernel, read by another and through a texture. */
#include <stdio.h>
surface<void, 2> ref;
__global__ void fill(cudaSurfaceObject_t s)
{
    surf2Dwrite((float)(threadIdx.y * 10 + threadIdx.x), s, (int)(threadIdx.x * sizeof(float)), threadIdx.y);
}
__global__ void bump()
{
    float v;
    surf2Dread(&v, ref, (int)(threadIdx.x * sizeof(float)), threadIdx.y);
    surf2Dwrite(v + 0.5f, ref, (int)(threadIdx.x * sizeof(float)), threadIdx.y);
    surf2Dwrite(-1.0f, ref, -4, 0, cudaBoundaryModeZero); /* outside: nothing happens */
}
int main()
{
    cudaChannelFormatDesc d = cudaCreateChannelDesc<float>();
    cudaArray_t a;
    cudaSurfaceObject_t s;
    cudaResourceDesc r = {};
    float h[3][4];
    cudaMallocArray(&a, &d, 4, 3, cudaArraySurfaceLoadStore);
    r.resType = cudaResourceTypeArray;
    r.res.array.array = a;
    cudaCreateSurfaceObject(&s, &r);
    cudaBindSurfaceToArray(ref, a);
    fill<<<1, dim3(4, 3)>>>(s);
    bump<<<1, dim3(4, 3)>>>();
    cudaMemcpy2DFromArray(h, sizeof(h[0]), a, 0, 0, sizeof(h[0]), 3, cudaMemcpyDeviceToHost);
    printf("%g %g %g %s\n", h[0][0], h[1][2], h[2][3], cudaGetErrorString(cudaGetLastError()));
    return 0;
}
// expect: 0.5 12.5 23.5 no error
