// A texture that all lanes of a warp name is read in another way than two that lanes name in turn (texture.c). Both must give the same bits: of
// every kind of texel, filtered and not, at the edges, far outside, at whole and half numbers, at infinities and NaNs.
// expect: done
#include <cmath>
#include <cstdio>
#include <cstring>
#include <vector>

#define N 8192
static const int W = 37, H = 21;

template <class T> __global__ void read(cudaTextureObject_t a, cudaTextureObject_t b, const float2 *at, T *one, T *both)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    one[i] = tex2D<T>(a, at[i].x, at[i].y);
    both[i] = tex2D<T>(i % 3 ? a : b, at[i].x, at[i].y);
    if (i % 5 == 0) // some lanes only
        one[i] = tex2D<T>(b, at[i].x, at[i].y);
}

static unsigned state = 1;
static unsigned random_bits()
{
    state = state * 1664525u + 1013904223u;
    return state >> 8;
}

template <class T, class R> static bool alike(bool linear, bool fractions, bool normalized, cudaTextureAddressMode mode, const char *what)
{
    std::vector<T> texels(W * H);
    unsigned char *bytes = (unsigned char *)texels.data();
    for (size_t i = 0; i < sizeof(T) * W * H; i++)
        bytes[i] = random_bits();
    cudaArray_t array;
    cudaChannelFormatDesc form = cudaCreateChannelDesc<T>();
    cudaMallocArray(&array, &form, W, H);
    cudaMemcpy2DToArray(array, 0, 0, texels.data(), W * sizeof(T), W * sizeof(T), H, cudaMemcpyHostToDevice);
    cudaResourceDesc from = {};
    from.resType = cudaResourceTypeArray;
    from.res.array.array = array;
    cudaTextureDesc how = {};
    how.addressMode[0] = how.addressMode[1] = mode;
    how.filterMode = linear ? cudaFilterModeLinear : cudaFilterModePoint;
    how.readMode = fractions ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
    how.normalizedCoords = normalized;
    cudaTextureObject_t a, b;
    cudaCreateTextureObject(&a, &from, &how, nullptr);
    cudaCreateTextureObject(&b, &from, &how, nullptr);
    float2 *at;
    R *one, *both;
    cudaMallocManaged(&at, N * sizeof *at);
    cudaMallocManaged(&one, N * sizeof *one);
    cudaMallocManaged(&both, N * sizeof *both);
    const float odd[] = {0.f, -0.f, 0.5f, -0.5f, 1e-30f, -3e9f, 5e18f, INFINITY, -INFINITY, NAN, W - 0.5f, H - 0.5f, (float)W, (float)H};
    for (int i = 0; i < N; i++) {
        float x = (int)(random_bits() % 6000) / 64.f - 20, y = (int)(random_bits() % 4000) / 67.f - 15;
        at[i] = normalized ? make_float2(x / W, y / H) : make_float2(x, y);
        if (i % 11 == 0)
            at[i].x = odd[i / 11 % 14];
        if (i % 13 == 0)
            at[i].y = odd[i / 13 % 14];
    }
    read<R><<<N / 128, 128>>>(a, b, at, one, both);
    bool good = cudaDeviceSynchronize() == cudaSuccess && !memcmp(one, both, N * sizeof *one);
    if (!good)
        printf("%s: linear %d, normalized %d, mode %d: %s\n", what, linear, normalized, (int)mode, cudaGetErrorString(cudaGetLastError()));
    cudaDestroyTextureObject(a);
    cudaDestroyTextureObject(b);
    cudaFreeArray(array);
    cudaFree(at);
    cudaFree(one);
    cudaFree(both);
    return good;
}

int main()
{
    bool good = true;
    const cudaTextureAddressMode modes[] = {cudaAddressModeClamp, cudaAddressModeWrap, cudaAddressModeBorder};
    for (int normalized = 0; normalized < 2; normalized++)
        for (cudaTextureAddressMode mode : modes) {
            for (int linear = 0; linear < 2; linear++) {
                good &= alike<float, float>(linear, false, normalized, mode, "float");
                good &= alike<float4, float4>(linear, false, normalized, mode, "float4");
                good &= alike<unsigned char, float>(linear, true, normalized, mode, "uchar");
                good &= alike<uchar4, float4>(linear, true, normalized, mode, "uchar4");
                good &= alike<ushort2, float2>(linear, true, normalized, mode, "ushort2");
                good &= alike<short, float>(linear, true, normalized, mode, "short");
            }
            good &= alike<unsigned char, unsigned char>(false, false, normalized, mode, "uchar as it is");
            good &= alike<short2, short2>(false, false, normalized, mode, "short2 as it is");
            good &= alike<int4, int4>(false, false, normalized, mode, "int4 as it is");
        }
    puts(good ? "done" : "failed");
}
