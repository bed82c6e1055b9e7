/* How the texels of an array lie in memory, and what a texture load takes:
 *   nvcc -arch=sm_90 -O2 -o tex_layout tools/h200/tex_layout.cu && ./tex_layout
 * For each texel of a small square: one thread reads texel (0, 0), waits, and reads that one; `#` where the second read took as long as a hit of the L1, `.` where it
 * went to the L2. The L1 is empty at the start of each launch. Then one block reads texels that hit, with lanes placed as said: cycles a load. */
#include <cstdio>
#include <cstdlib>

__global__ void share(cudaTextureObject_t t, int x, int y, int wide, int *took)
{
    float v = tex2D<float>(t, 0.5f, 0.5f);
    if (v == 12345.0f)
        took[1] = 1;
    long long begin = clock64();
    float w = tex2D<float>(t, x + v * 0.0f + 0.5f, y + 0.5f);
    if (w == 12345.0f)
        took[2] = 1;
    long long end = clock64();
    took[0] = (int)(end - begin);
}

#define LOADS 128

__global__ void rate(cudaTextureObject_t t, const float2 *place, long long *cycles, float *sink)
{
    float2 at = place[threadIdx.x % 32];
    float v = 0, w = 0;
    for (int y = threadIdx.x / 32; y < 64; y += blockDim.x / 32)
        v += tex2D<float>(t, threadIdx.x % 32 + 0.5f, y + 0.5f) + tex2D<float>(t, threadIdx.x % 32 + 32.5f, y + 0.5f);
    __syncthreads();
    long long begin = clock64();
#pragma unroll 8
    for (int i = 0; i < LOADS; i += 2) {
        v = tex2D<float>(t, at.x + v, at.y);
        w = tex2D<float>(t, at.x + 1 + w, at.y);
    }
    __syncthreads();
    long long end = clock64();
    if (threadIdx.x == 0)
        *cycles = end - begin;
    if (v + w == 12345.0f)
        *sink = v;
}

static cudaTextureObject_t make(int bits, int channels, int width, int height, bool linear)
{
    cudaChannelFormatDesc f = cudaCreateChannelDesc(bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0, channels > 3 ? bits : 0,
                                                    bits == 32 ? cudaChannelFormatKindFloat : cudaChannelFormatKindUnsigned);
    cudaArray_t array;
    size_t row = (size_t)width * bits / 8 * channels;
    void *zero = calloc(row, height);
    cudaMallocArray(&array, &f, width, height);
    cudaMemcpy2DToArray(array, 0, 0, zero, row, row, height, cudaMemcpyHostToDevice);
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = array;
    cudaTextureDesc d = {};
    d.addressMode[0] = d.addressMode[1] = cudaAddressModeClamp;
    d.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
    d.readMode = bits == 32 ? cudaReadModeElementType : cudaReadModeNormalizedFloat;
    cudaTextureObject_t t = 0;
    cudaCreateTextureObject(&t, &r, &d, NULL);
    free(zero);
    return t;
}

static void map(int bits, int channels, int w, int h)
{
    int *took, n;
    cudaTextureObject_t t = make(bits, channels, 256, 256, false);
    cudaMalloc(&took, 16);
    printf("%d channels of %d bits\n", channels, bits);
    for (int y = 0; y < h; y++) {
        for (int x = 0; x < w; x++) {
            share<<<1, 1>>>(t, x, y, 0, took);
            if (x + y == 0)
                share<<<1, 1>>>(t, x, y, 0, took);
            cudaMemcpy(&n, took, sizeof n, cudaMemcpyDeviceToHost);
            if (y == 0 && x < 2)
                printf("(%d) ", n);
            putchar(n < 200 ? '#' : n < 800 ? '.' : '!');
        }
        putchar('\n');
    }
}

int main()
{
    map(32, 1, 64, 32);
    map(8, 1, 64, 32);
    map(8, 4, 32, 16);
    map(32, 2, 32, 16);
    map(32, 4, 16, 16);
    map(16, 1, 64, 16);
    float2 host[32], *place;
    float *sink;
    long long *cycles, n;
    cudaMalloc(&place, sizeof host);
    cudaMalloc(&cycles, 8);
    cudaMalloc(&sink, 4);
    const char *names[] = {"32 x 1", "16 x 2", "8 x 4", "4 x 8", "2 x 16", "1 x 32", "one texel", "2 x 16, turned quads", "every second", "every fourth", "random in 32 x 32",
                           "random in 8 x 8", "a diagonal"};
    for (int linear = 0; linear < 2; linear++) {
        cudaTextureObject_t t = make(32, 1, 256, 256, linear);
        for (int warps = 32; warps; warps = warps == 32 ? 8 : warps == 8 ? 1 : 0)
            for (int k = 0; k < 13; k++) {
                for (int i = 0; i < 32; i++) {
                    int x = i, y = 0;
                    if (k >= 1 && k <= 5)
                        x = i % (32 >> k), y = i / (32 >> k);
                    else if (k == 6)
                        x = 0;
                    else if (k == 7) /* quads of lanes are 2 x 2 texels, sixteen wide */
                        x = i / 4 * 2 + i % 2, y = i / 2 % 2;
                    else if (k == 8 || k == 9)
                        x = i * (k == 8 ? 2 : 1) % 32, y = k == 9 ? i % 4 * 4 : 0;
                    else if (k == 10 || k == 11)
                        x = rand() % (k == 10 ? 32 : 8), y = rand() % (k == 10 ? 32 : 8);
                    else if (k == 12)
                        y = i;
                    host[i] = make_float2(x + 0.5f + linear * 0.25f, y + 0.5f + linear * 0.25f);
                }
                cudaMemcpy(place, host, sizeof host, cudaMemcpyHostToDevice);
                for (int round = 0; round < 2; round++)
                    rate<<<1, 32 * warps>>>(t, place, cycles, sink);
                cudaMemcpy(&n, cycles, sizeof n, cudaMemcpyDeviceToHost);
                printf("%s, %d warps, %s: %.2f cycles a load\n", linear ? "linear" : "point", warps, names[k], (double)n / (LOADS * warps));
            }
    }
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
