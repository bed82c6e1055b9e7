// Additions to shared memory that are loops of compare-and-swap: cycles of one, by type, lanes of a warp, and warps, to a word of their
// own or all to one word. A round more of the loop around it is in them (some 38 cycles).
//   nvcc -arch=sm_90 -O2 -o shared_adds tools/h200/shared_adds.cu && ./shared_adds
#include <cstdio>

#define ROUNDS 50

template <class T> __global__ void add(bool same, int lanes, long long *took, T *out)
{
    __shared__ T words[1024];
    __shared__ unsigned long long most;
    words[threadIdx.x] = 0;
    most = 0;
    __syncthreads();
    long long t0 = clock64();
    if (threadIdx.x % 32 < lanes)
#pragma unroll 1
        for (int r = 0; r < ROUNDS; r++)
            atomicAdd(&words[same ? 0 : threadIdx.x], (T)1);
    __syncwarp();
    atomicMax(&most, (unsigned long long)(clock64() - t0));
    __syncthreads();
    out[threadIdx.x] = words[threadIdx.x];
    if (threadIdx.x == 0)
        *took = (long long)most;
}

template <class T> static void measure(const char *type)
{
    long long *took;
    T *out;
    cudaMallocManaged(&took, sizeof *took);
    cudaMallocManaged(&out, 1024 * sizeof *out);
    for (int same = 0; same < 2; same++)
        for (int lanes = 1; lanes <= 32; lanes = lanes == 1 ? 4 : 2 * lanes) {
            printf("%s, %s, %d lanes of 1, 2, 4, 8, 16, 32 warps:", type, same ? "one word" : "own words", lanes);
            for (int warps = 1; warps <= 32; warps *= 2) {
                for (int again = 0; again < 2; again++) { // the first brings the code
                    add<T><<<1, warps * 32>>>(same, lanes, took, out);
                    cudaDeviceSynchronize();
                }
                printf(" %.0f", (double)*took / ROUNDS);
            }
            printf("\n");
        }
}

int main()
{
    measure<float>("float");
    measure<unsigned long long>("unsigned long long");
    measure<double>("double");
    printf("%s\n", cudaGetErrorString(cudaGetLastError()));
    return 0;
}
