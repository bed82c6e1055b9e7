/* What benchmark suites do that no manual recommends: shared arrays of two types under one address at file scope, a texture
   reference handed out by a function and its own channel descriptor used for the array, an object with members in shared
   memory, launch bounds that depend on a template's arguments, min and max of mixed types, host variables named like the
   built-in ones, headers of libraries that are then not used, switches over every error there ever was. */
#include <cuda.h>
#include <cuda_gl_interop.h>
#include <cufft.h>
#include <cutil_inline.h>
#include <stdio.h>
#include <stdlib.h>
#define LEAST(a, b) ((a) < (b) ? (a) : (b))

typedef struct {
    int x, y;
} pair_t;
__shared__ unsigned short row[16];
extern __shared__ unsigned short halves[];
extern __shared__ pair_t pairs[];
texture<unsigned short, 2, cudaReadModeElementType> image;
texture<unsigned short, 2, cudaReadModeElementType> &the_image(void) { return image; }

__global__ void differences(pair_t *out, const unsigned short *in)
{
    __shared__ int3 box;
    __shared__ pair_t *to;
    to = out;
    box.x = 4;
    if (threadIdx.x < 16)
        row[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    unsigned short sum = 0;
    for (int y = 0; y < box.x; y++) {
        int t = tex2D(image, (int)threadIdx.x - 4, y);
        sum += abs(t - row[y]);
    }
    halves[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x < 8)
        to[threadIdx.x] = pairs[threadIdx.x];
}

template <int W> class window {
    int cell[W + 2];
    struct add {
        __device__ void operator()(int a, int &b, int c) const { b += a + c; }
    };
    template <class F> __device__ void each(const F &f) { f(cell[threadIdx.x], cell[threadIdx.x + 1], cell[threadIdx.x + 2]); }
    template <bool twice> __device__ void turn(const int *in, int *out)
    {
        cell[threadIdx.x + 1] = in[threadIdx.x];
        if (threadIdx.x == 0)
            cell[0] = cell[W + 1] = 0;
        __syncthreads();
        if (threadIdx.x % 2)
            each(add());
        __syncthreads();
        out[threadIdx.x] = cell[threadIdx.x + 1] * (twice ? 2 : 1);
    }

  public:
    __device__ static void run(const int *in, int *out, bool twice)
    {
        __shared__ window<W> w;
        if (twice)
            w.turn<true>(in, out);
        else
            w.turn<false>(in, out);
    }
};
template <int W>
__launch_bounds__(W, LEAST(16384 / sizeof(window<W>), 8)) __global__ void slide(const int *in, int *out, bool twice = false)
{
    window<W>::run(in, out, twice);
}

static const char *name_of(cudaError_t e)
{
    switch (e) {
    case cudaErrorAddressOfConstant: return "address of constant";
    case cudaErrorTextureFetchFailed: return "fetch failed";
    case cudaErrorTextureNotBound: return "not bound";
    case cudaErrorSynchronizationError: return "synchronization";
    case cudaErrorDuplicateTextureName: return "texture name";
    case cudaErrorLaunchFileScopedTex: return "file-scoped";
    case cudaErrorLaunchPendingCountExceeded: return "pending";
    case cudaErrorNvlinkUncorrectable: return "link";
    default: return "other";
    }
}
static const char *name_of(cufftResult r) { return r == CUFFT_SUCCESS ? "fine" : "not fine"; }

int main()
{
    unsigned short h[8 * 32], in[16], *d_in, got[32];
    pair_t *d_out;
    struct cudaArray *array;
    texture<unsigned short, 2, cudaReadModeElementType> &ref = the_image();
    for (int i = 0; i < 8 * 32; i++)
        h[i] = i * 37 % 101;
    for (int i = 0; i < 16; i++)
        in[i] = 3 * i;
    cudaMallocArray(&array, &ref.channelDesc, 32, 8);
    cudaMemcpy2DToArray(array, 0, 0, h, 64, 64, 8, cudaMemcpyHostToDevice);
    ref.addressMode[0] = ref.addressMode[1] = cudaAddressModeClamp;
    if (cudaBindTextureToArray(ref, array) != CUDA_SUCCESS)
        printf("could not bind\n");
    cudaMalloc((void **)&d_in, sizeof(in));
    cudaMalloc((void **)&d_out, sizeof(got));
    cudaMemcpy(d_in, in, sizeof(in), cudaMemcpyHostToDevice);
    differences<<<dim3(1, 1), dim3(32), 64>>>(d_out, d_in);
    cudaMemcpy(got, d_out, sizeof(got), cudaMemcpyDeviceToHost);
    int wrong = 0;
    for (int x = 0; x < 32; x++) {
        int sum = 0;
        for (int y = 0; y < 4; y++)
            sum += abs(h[y * 32 + max(0, x - 4)] - in[y]);
        wrong += sum != got[x];
    }
    printf("differences: %d wrong\n", wrong);

    int line[64], *a, *b;
    cudaMallocManaged(&a, sizeof(line));
    cudaMallocManaged(&b, sizeof(line));
    for (int i = 0; i < 64; i++)
        a[i] = i;
    slide<64><<<1, 64>>>(a, b);
    cudaThreadSynchronize();
    printf("slide: %d %d %d\n", b[2], b[3], b[63]);

    unsigned last = 9, part = 1;
    long wide = 5;
    dim3 gridDim(max(1, last / 2 - part)), blockDim;
    blockDim.x = max(1, (int)ceil((float)last / (2.f * part)));
    printf("mixed: %u %u %ld %g %g\n", gridDim.x, blockDim.x, max(wide, 3l), max(1.0f, 2.0), pow(2, 3));
    printf("errors: %s, %s\n", name_of(cudaErrorTextureNotBound), name_of(CUFFT_SUCCESS));

    int numbers[4] = {3, -1, 4, 1}, *read = NULL;
    float x[4] = {1, 2, 3, 4}, y[4] = {1, 2, 3, 5};
    unsigned int count = 0;
    cutWriteFilei("numbers.txt", numbers, 4, false);
    cutilCheckError(cutReadFilei("numbers.txt", &read, &count, false));
    cutilSafeThreadSync();
    printf("cutil: %u %d %d %d %d\n", count, read[1], cutilCudaCapabilities(1, 3), cutComparefet(x, y, 4, 0.1f, 0.25f),
           cutComparefet(x, y, 4, 0.1f, 0.2f));
    return 0;
}
// expect: differences: 0 wrong
// expect: slide: 2 9 125
// expect: mixed: 3 5 5 2 8
// expect: errors: not bound, fine
// expect: cutil: 4 -1 1 1 0
