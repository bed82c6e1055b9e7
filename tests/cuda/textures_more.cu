// Cubes, levels, gathers and queries.
// expect: cube 1 1 1 1 1 1
// expect: cube of layer 1: 106 103
// expect: levels 0 1 2 2, between 0.5, biased 1
// expect: sizes 8 4, level 1: 4 2, 4 levels, normalised 1
// expect: gather 5 6 2 1
// expect: gather g 15 16 12 11
// expect: array 4 x 4, mode 1
// expect: vset4 01000001, sum 12, vset2 00010000
#include <cstdio>
#include <cstring>

__global__ void cube(cudaTextureObject_t t, int *out)
{
    const float d[6][3] = {{1, .1f, .1f}, {-1, .1f, .1f}, {.1f, 1, .1f}, {.1f, -1, .1f}, {.1f, .1f, 1}, {.1f, .1f, -1}};
    for (int i = 0; i < 6; i++)
        out[i] = texCubemap<float>(t, d[i][0], d[i][1], d[i][2]) == i + 1;
}
__global__ void cubes(cudaTextureObject_t t, float *out)
{
    out[0] = texCubemapLayered<float>(t, .1f, .2f, -3, 1);
    out[1] = texCubemapLayered<float>(t, .1f, 2, -.1f, 1);
}
__global__ void levels(cudaTextureObject_t t, cudaTextureObject_t biased, float *out, unsigned *q)
{
    for (int i = 0; i < 4; i++)
        out[i] = tex2DLod<float>(t, .5f, .5f, i == 3 ? 2 : i);
    out[4] = tex2DLod<float>(t, .5f, .5f, .5f);
    out[5] = tex2DLod<float>(biased, .5f, .5f, 0);
    asm("txq.width.b32 %0, [%1];" : "=r"(q[0]) : "l"(t));
    asm("txq.height.b32 %0, [%1];" : "=r"(q[1]) : "l"(t));
    asm("txq.level.width.b32 %0, [%1], 1;" : "=r"(q[2]) : "l"(t));
    asm("txq.level.height.b32 %0, [%1], 1;" : "=r"(q[3]) : "l"(t));
    asm("txq.num_mipmap_levels.b32 %0, [%1];" : "=r"(q[4]) : "l"(t));
    asm("txq.normalized_coords.b32 %0, [%1];" : "=r"(q[5]) : "l"(t));
}
__global__ void gather(cudaTextureObject_t t, float4 *out)
{
    out[0] = tex2Dgather<float4>(t, 2, 1);
    out[1] = tex2Dgather<float4>(t, 2, 1, 1);
}
__global__ void compare(unsigned *out)
{
    asm("vset4.u32.u32.lt %0, %1, %2, %3;" : "=r"(out[0]) : "r"(0x01ff0203u), "r"(0x02010204u), "r"(0));
    asm("vset4.u32.u32.lt.add %0, %1, %2, %3;" : "=r"(out[1]) : "r"(0x01ff0203u), "r"(0x02010204u), "r"(10));
    asm("vset2.s32.s32.lt %0, %1, %2, %3;" : "=r"(out[2]) : "r"(0xffff0001u), "r"(0x00000001u), "r"(0));
}

static cudaTextureObject_t object(cudaResourceDesc r, bool normalized, float bias = 0)
{
    cudaTextureDesc d;
    memset(&d, 0, sizeof d);
    d.addressMode[0] = d.addressMode[1] = d.addressMode[2] = cudaAddressModeClamp;
    d.normalizedCoords = normalized;
    d.mipmapFilterMode = cudaFilterModeLinear;
    d.maxMipmapLevelClamp = 10;
    d.mipmapLevelBias = bias;
    cudaTextureObject_t t;
    cudaCreateTextureObject(&t, &r, &d, NULL);
    return t;
}
static cudaResourceDesc of(cudaArray_t a)
{
    cudaResourceDesc r;
    memset(&r, 0, sizeof r);
    r.resType = cudaResourceTypeArray;
    r.res.array.array = a;
    return r;
}

int main()
{
    float *f, host[12 * 16];
    int *n;
    unsigned *u;
    cudaMallocManaged(&f, 256);
    cudaMallocManaged(&n, 256);
    cudaMallocManaged(&u, 256);
    for (int i = 0; i < 12 * 16; i++)
        host[i] = i / 16 % 6 + 1 + (i >= 6 * 16 ? 100 : 0);
    cudaChannelFormatDesc c = cudaCreateChannelDesc<float>();
    for (int layered = 0; layered < 2; layered++) {
        cudaArray_t a;
        cudaMalloc3DArray(&a, &c, make_cudaExtent(4, 4, layered ? 12 : 6), cudaArrayCubemap | (layered ? cudaArrayLayered : 0));
        cudaMemcpy3DParms p = {0};
        p.srcPtr = make_cudaPitchedPtr(host, 16, 4, 4);
        p.dstArray = a;
        p.extent = make_cudaExtent(4, 4, layered ? 12 : 6);
        p.kind = cudaMemcpyHostToDevice;
        cudaMemcpy3D(&p);
        cudaTextureObject_t t = object(of(a), true);
        if (layered)
            cubes<<<1, 1>>>(t, f);
        else
            cube<<<1, 1>>>(t, n);
        cudaDeviceSynchronize();
        cudaDestroyTextureObject(t);
        cudaFreeArray(a);
    }
    printf("cube %d %d %d %d %d %d\n", n[0], n[1], n[2], n[3], n[4], n[5]);
    printf("cube of layer 1: %g %g\n", f[0], f[1]);

    cudaMipmappedArray_t m;
    cudaMallocMipmappedArray(&m, &c, make_cudaExtent(8, 4, 0), 9);
    for (int l = 0; l < 3; l++) {
        cudaArray_t a;
        for (int i = 0; i < 32; i++)
            host[i] = l;
        cudaGetMipmappedArrayLevel(&a, m, l);
        cudaMemcpy2DToArray(a, 0, 0, host, 32 >> l, 32 >> l, 4 >> l, cudaMemcpyHostToDevice);
    }
    cudaResourceDesc r;
    memset(&r, 0, sizeof r);
    r.resType = cudaResourceTypeMipmappedArray;
    r.res.mipmap.mipmap = m;
    levels<<<1, 1>>>(object(r, true), object(r, true, 1), f, u);
    cudaDeviceSynchronize();
    printf("levels %g %g %g %g, between %g, biased %g\n", f[0], f[1], f[2], f[3], f[4], f[5]);
    printf("sizes %u %u, level 1: %u %u, %u levels, normalised %u\n", u[0], u[1], u[2], u[3], u[4], u[5]);
    cudaFreeMipmappedArray(m);

    cudaChannelFormatDesc c2 = cudaCreateChannelDesc<float2>();
    cudaArray_t a;
    for (int i = 0; i < 16; i++)
        host[2 * i] = i, host[2 * i + 1] = i + 10;
    cudaMallocArray(&a, &c2, 4, 4, cudaArrayTextureGather);
    cudaMemcpy2DToArray(a, 0, 0, host, 32, 32, 4, cudaMemcpyHostToDevice);
    cudaTextureObject_t t = object(of(a), false);
    gather<<<1, 1>>>(t, (float4 *)f);
    cudaDeviceSynchronize();
    printf("gather %g %g %g %g\n", f[0], f[1], f[2], f[3]);
    printf("gather g %g %g %g %g\n", f[4], f[5], f[6], f[7]);
    cudaTextureDesc d;
    cudaExtent e;
    cudaGetTextureObjectResourceDesc(&r, t);
    cudaGetTextureObjectTextureDesc(&d, t);
    cudaArrayGetInfo(NULL, &e, NULL, r.res.array.array);
    printf("array %zu x %zu, mode %d\n", e.width, e.height, (int)d.addressMode[0]);
    compare<<<1, 1>>>(u);
    cudaDeviceSynchronize();
    printf("vset4 %08x, sum %u, vset2 %08x\n", u[0], u[1], u[2]);
    return 0;
}
