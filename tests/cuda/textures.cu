/* Texture references and objects: linear memory, arrays, pitched memory; point and linear filtering; address modes. */
#include <stdio.h>
texture<float, 1, cudaReadModeElementType> line;
texture<int2, 1> pairs;
texture<float, 2, cudaReadModeElementType> plane;
texture<uchar4, 2, cudaReadModeNormalizedFloat> pixels;
static texture<float, 3> cube;

__global__ void refs(float *o)
{
    o[0] = tex1Dfetch(line, 3);
    o[1] = (float)tex1Dfetch(pairs, 2).y;
    o[2] = tex2D(plane, 1.5f, 2.5f);
    o[3] = tex2D(plane, 2.0f, 0.5f); /* half way between two texels */
    o[4] = tex2D(plane, 99.0f, 0.5f); /* clamped */
    float4 p = tex2D(pixels, 1.5f, 0.5f);
    o[5] = p.x, o[6] = p.w;
    o[7] = tex3D(cube, 1.5f, 0.5f, 1.5f);
}
__global__ void objects(cudaTextureObject_t a, cudaTextureObject_t b, cudaTextureObject_t c, float *o)
{
    o[0] = tex1Dfetch<float>(a, 7);
    o[1] = tex2D<float>(b, 0.375f, 0.25f); /* normalized coordinates, wrapped: texel 1 of 4 in row 1 of 4 */
    o[2] = tex2D<float>(b, 1.375f, 0.25f);
    o[3] = tex2D<float>(c, 2.0f, 1.0f);
    int v;
    tex1Dfetch(&v, a, 2);
    o[4] = __int_as_float(v);
}

int main()
{
    float h[64], *d, *out, r[8];
    for (int i = 0; i < 64; i++)
        h[i] = (float)i;
    cudaMalloc(&d, sizeof(h));
    cudaMalloc(&out, sizeof(r));
    cudaMemcpy(d, h, sizeof(h), cudaMemcpyHostToDevice);
    size_t offset = 1;
    cudaBindTexture(&offset, line, d, sizeof(h));
    int ih[8] = {0, 1, 2, 3, 4, 5, 6, 7}, *id;
    cudaMalloc(&id, sizeof(ih));
    cudaMemcpy(id, ih, sizeof(ih), cudaMemcpyHostToDevice);
    cudaBindTexture(NULL, pairs, id);
    cudaChannelFormatDesc fd = cudaCreateChannelDesc<float>(), ud = cudaCreateChannelDesc<uchar4>();
    cudaArray *arr, *bytes, *vol;
    cudaMallocArray(&arr, &fd, 4, 4);
    cudaMemcpyToArray(arr, 0, 0, h, 64, cudaMemcpyHostToDevice);
    plane.filterMode = cudaFilterModeLinear;
    plane.addressMode[0] = plane.addressMode[1] = cudaAddressModeClamp;
    cudaBindTextureToArray(plane, arr);
    unsigned char px[2][4] = {{0, 0, 0, 0}, {255, 0, 0, 51}};
    cudaMallocArray(&bytes, &ud, 2, 1);
    cudaMemcpy2DToArray(bytes, 0, 0, px, 8, 8, 1, cudaMemcpyHostToDevice);
    cudaBindTextureToArray(pixels, bytes, ud);
    cudaMalloc3DArray(&vol, &fd, make_cudaExtent(2, 2, 2));
    cudaMemcpy3DParms p = {0};
    p.srcPtr = make_cudaPitchedPtr(h, 8, 2, 2);
    p.dstArray = vol;
    p.extent = make_cudaExtent(2, 2, 2);
    p.kind = cudaMemcpyHostToDevice;
    cudaMemcpy3D(&p);
    cudaBindTextureToArray(cube, vol, fd);
    refs<<<1, 1>>>(out);
    cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
    printf("refs %g %g %g %g %g %g %g %g offset %d\n", r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], (int)offset);
    cudaUnbindTexture(line);

    cudaTextureObject_t a, b, c;
    cudaResourceDesc rd = {};
    cudaTextureDesc td = {};
    rd.resType = cudaResourceTypeLinear;
    rd.res.linear.devPtr = d;
    rd.res.linear.desc = fd;
    rd.res.linear.sizeInBytes = sizeof(h);
    cudaCreateTextureObject(&a, &rd, &td, NULL);
    rd = cudaResourceDesc();
    rd.resType = cudaResourceTypeArray;
    rd.res.array.array = arr;
    td.normalizedCoords = 1;
    td.addressMode[0] = td.addressMode[1] = cudaAddressModeWrap;
    cudaCreateTextureObject(&b, &rd, &td, NULL);
    rd = cudaResourceDesc();
    rd.resType = cudaResourceTypePitch2D;
    rd.res.pitch2D.devPtr = d;
    rd.res.pitch2D.desc = fd;
    rd.res.pitch2D.width = 4;
    rd.res.pitch2D.height = 4;
    rd.res.pitch2D.pitchInBytes = 32;
    td = cudaTextureDesc();
    td.filterMode = cudaFilterModeLinear;
    td.addressMode[0] = td.addressMode[1] = cudaAddressModeClamp;
    cudaCreateTextureObject(&c, &rd, &td, NULL);
    objects<<<1, 1>>>(a, b, c, out);
    cudaMemcpy(r, out, sizeof(r), cudaMemcpyDeviceToHost);
    printf("objects %g %g %g %g %g\n", r[0], r[1], r[2], r[3], r[4]);
    printf("%d %d %d %d\n", cudaDestroyTextureObject(a), cudaFreeArray(arr), cudaFreeArray(bytes), cudaGetLastError());
    return 0;
}
// expect: refs 3 5 9 1.5 3 1 0.2 5 offset 0
// expect: objects 7 5 5 5.5 2
// expect: 0 0 0 0
