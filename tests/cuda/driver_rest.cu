// The driver API: texture references, arrays, graphs, libraries, and finding calls by name.
// expect: texture 7 9, linear 12
// expect: array 4 x 2, 1 of format 32
// expect: box 5 6, back 7
// expect: rows 3 3 0
// expect: graph 42, ex 43, library 44, name put
// expect: call by name 0 1, unknown 500
// expect: clusters 912
// stderr: clusters of 2,1,1 blocks in a grid of 1,1,1
#include <cuda.h>
#include <cstdio>
#include <cstring>

static const char ptx[] = R"(.version 7.0
.target sm_70
.address_size 64
.global .texref image;
.visible .entry put(.param .u64 p, .param .u32 v)
{
    .reg .u64 %a; .reg .u32 %v;
    ld.param.u64 %a, [p]; ld.param.u32 %v, [v];
    st.u32 [%a], %v;
    ret;
}
.visible .entry read(.param .u64 p)
{
    .reg .u64 %a; .reg .f32 %f<8>;
    ld.param.u64 %a, [p];
    mov.f32 %f4, 0f40600000;
    mov.f32 %f5, 0f3f000000;
    tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [image, {%f4, %f5}];
    st.f32 [%a], %f0;
    mov.f32 %f4, 0f3fc00000;
    mov.f32 %f5, 0f3fc00000;
    tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [image, {%f4, %f5}];
    st.f32 [%a+4], %f0;
    ret;
}
.visible .entry fetch(.param .u64 p)
{
    .reg .u64 %a; .reg .f32 %f<4>; .reg .s32 %i;
    ld.param.u64 %a, [p];
    mov.s32 %i, 2;
    tex.1d.v4.f32.s32 {%f0, %f1, %f2, %f3}, [image, {%i}];
    st.f32 [%a], %f0;
    ret;
}
)";

int main()
{
    CUdevice dev;
    CUcontext ctx;
    CUmodule mod;
    CUfunction put, read, fetch;
    CUdeviceptr d;
    CUarray a;
    cuInit(0);
    cuDeviceGet(&dev, 0);
    cuCtxCreate(&ctx, 0, dev);
    cuModuleLoadData(&mod, ptx);
    cuModuleGetFunction(&put, mod, "put");
    cuModuleGetFunction(&read, mod, "read");
    cuModuleGetFunction(&fetch, mod, "fetch");
    cuMemAllocManaged(&d, 256, CU_MEM_ATTACH_GLOBAL);
    volatile float *f = (float *)d;
    volatile int *n = (int *)d;
    void *args[] = {&d, NULL};

    float texels[8] = {4, 5, 6, 7, 8, 9, 10, 11};
    CUDA_ARRAY_DESCRIPTOR ad = {4, 2, CU_AD_FORMAT_FLOAT, 1}, got;
    cuArrayCreate(&a, &ad);
    cuMemcpyHtoA(a, 0, texels, sizeof texels);
    CUtexref ref;
    cuModuleGetTexRef(&ref, mod, "image");
    cuTexRefSetArray(ref, a, CU_TRSA_OVERRIDE_FORMAT);
    cuTexRefSetAddressMode(ref, 0, CU_TR_ADDRESS_MODE_CLAMP);
    cuTexRefSetFilterMode(ref, CU_TR_FILTER_MODE_POINT);
    cuLaunchKernel(read, 1, 1, 1, 1, 1, 1, 0, 0, args, NULL);
    cuCtxSynchronize();
    float t0 = f[0], t1 = f[1];
    CUdeviceptr line;
    cuMemAlloc(&line, 16);
    float more[4] = {10, 11, 12, 13};
    cuMemcpyHtoD(line, more, sizeof more);
    cuTexRefSetFormat(ref, CU_AD_FORMAT_FLOAT, 1);
    cuTexRefSetAddress(NULL, ref, line, 16);
    cuLaunchKernel(fetch, 1, 1, 1, 1, 1, 1, 0, 0, args, NULL);
    cuCtxSynchronize();
    printf("texture %g %g, linear %g\n", t0, t1, f[0]);
    cuArrayGetDescriptor(&got, a);
    printf("array %zu x %zu, %u of format %d\n", got.Width, got.Height, got.NumChannels, (int)got.Format);

    CUDA_MEMCPY3D c;
    memset(&c, 0, sizeof c);
    c.srcMemoryType = CU_MEMORYTYPE_ARRAY, c.srcArray = a, c.srcXInBytes = 4;
    c.dstMemoryType = CU_MEMORYTYPE_DEVICE, c.dstDevice = d;
    c.WidthInBytes = 8, c.Height = 1, c.Depth = 1;
    cuMemcpy3D(&c);
    float back;
    cuMemcpyAtoH(&back, a, 12, 4);
    printf("box %g %g, back %g\n", f[0], f[1], back);
    cuMemsetD8(d, 0, 256);
    cuMemsetD2D32(d, 8, 3, 1, 2);
    printf("rows %d %d %d\n", n[0], n[2], n[1]);

    int v = 42;
    args[1] = &v;
    CUgraph g;
    CUgraphNode node;
    CUgraphExec x;
    CUDA_KERNEL_NODE_PARAMS kp = {put, 1, 1, 1, 1, 1, 1, 0, args, NULL};
    cuGraphCreate(&g, 0);
    cuGraphAddKernelNode(&node, g, NULL, 0, &kp);
    cuGraphInstantiate(&x, g, 0);
    cuGraphLaunch(x, 0);
    cuCtxSynchronize();
    int graph = n[0];
    v = 43;
    CUlaunchConfig lc = {1, 1, 1, 1, 1, 1, 0, 0, NULL, 0};
    cuLaunchKernelEx(&lc, put, args, NULL);
    cuCtxSynchronize();
    int ex = n[0];
    v = 44;
    CUlibrary lib;
    CUkernel kernel;
    CUfunction fn;
    const char *name;
    cuLibraryLoadData(&lib, ptx, NULL, NULL, 0, NULL, NULL, 0);
    cuLibraryGetKernel(&kernel, lib, "put");
    cuKernelGetFunction(&fn, kernel);
    cuLaunchKernel(fn, 1, 1, 1, 1, 1, 1, 0, 0, args, NULL);
    cuCtxSynchronize();
    cuFuncGetName(&name, fn);
    printf("graph %d, ex %d, library %d, name %s\n", graph, ex, n[0], name);

    CUresult (*count)(int *);
    int devices = 0;
    CUresult found = cuGetProcAddress("cuDeviceGetCount", (void **)&count, 11000, 0);
    count(&devices);
    void *none;
    printf("call by name %d %d, unknown %d\n", (int)found, devices, (int)cuGetProcAddress("cuNoSuchCall", &none, 11000, 0));
    CUlaunchAttribute at;
    at.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
    at.value.clusterDim.x = 2, at.value.clusterDim.y = at.value.clusterDim.z = 1;
    lc.attrs = &at, lc.numAttrs = 1;
    printf("clusters %d\n", (int)cuLaunchKernelEx(&lc, put, args, NULL));
    return 0;
}
