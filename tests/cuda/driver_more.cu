// The driver API, second part: arrays and texture objects, the linker, virtual memory, contexts in CUDA 13's form.
// expect: mode 0 peer 0
// expect: texture 1 5 11
// expect: linked 42
// expect: virtual 7
// expect: occupancy 1
#include <cuda.h>
#include <cstdio>
#include <cstring>
#define CHECK(x) do { CUresult r_ = (x); if (r_) { printf("line %d: error %d\n", __LINE__, (int)r_); return 1; } } while (0)

static const char head[] = ".version 7.0\n.target sm_70\n.address_size 64\n";
static const char callee[] = ".visible .func (.param .b32 r) six(.param .b32 x) { .reg .b32 %a; ld.param.b32 %a, [x]; mul.lo.s32 %a, %a, 6;\n"
                             "st.param.b32 [r], %a; ret; }\n";
static const char caller[] = ".extern .func (.param .b32 r) six(.param .b32 x);\n.visible .entry k(.param .u64 p) {\n"
                             ".reg .b64 %d; .reg .b32 %v; ld.param.u64 %d, [p]; { .param .b32 x; st.param.b32 [x], 7; .param .b32 r;\n"
                             "call (r), six, (x); ld.param.b32 %v, [r]; } st.global.u32 [%d], %v; ret; }\n";
static const char reads[] = ".visible .entry t(.param .u64 p, .param .u64 o) { .reg .b64 %d, %t; .reg .f32 %f<5>; .reg .b32 %x;\n"
                            "ld.param.u64 %d, [p]; ld.param.u64 %t, [o]; mov.u32 %x, %tid.x; cvt.rn.f32.u32 %f0, %x; add.f32 %f0, %f0, 0f3F000000;\n"
                            "tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%t, {%f0, %f0}]; mul.wide.u32 %t, %x, 4; add.u64 %d, %d, %t;\n"
                            "st.global.f32 [%d], %f1; ret; }\n";

static int textures(CUmodule mod)
{
    CUfunction f;
    CUarray a;
    CUdeviceptr out;
    CUtexObject tex;
    float h[4][4], got[3];
    for (int i = 0; i < 16; i++)
        h[i / 4][i % 4] = (float)(i + 1);
    h[2][2] = 11;
    h[1][1] = 5;
    CUDA_ARRAY_DESCRIPTOR d = {4, 4, CU_AD_FORMAT_FLOAT, 1};
    CUDA_MEMCPY2D c = {};
    CUDA_RESOURCE_DESC r = {};
    CUDA_TEXTURE_DESC t = {};
    CHECK(cuArrayCreate(&a, &d));
    c.srcMemoryType = CU_MEMORYTYPE_HOST, c.srcHost = h, c.srcPitch = 16;
    c.dstMemoryType = CU_MEMORYTYPE_ARRAY, c.dstArray = a, c.WidthInBytes = 16, c.Height = 4;
    CHECK(cuMemcpy2D(&c));
    r.resType = CU_RESOURCE_TYPE_ARRAY;
    r.res.array.hArray = a;
    CHECK(cuTexObjectCreate(&tex, &r, &t, NULL));
    CHECK(cuMemAlloc(&out, 64));
    CHECK(cuModuleGetFunction(&f, mod, "t"));
    void *args[] = {&out, &tex};
    CHECK(cuLaunchKernel(f, 1, 1, 1, 3, 1, 1, 0, 0, args, NULL));
    CHECK(cuMemcpyDtoH(got, out, 12));
    printf("texture %g %g %g\n", got[0], got[1], got[2]);
    CHECK(cuTexObjectDestroy(tex));
    CHECK(cuArrayDestroy(a));
    return 0;
}

int main()
{
    CUdevice dev;
    CUcontext ctx;
    CUmodule mod;
    CUfunction f;
    int mode, peer, v = 0;
    CHECK(cuInit(0));
    CHECK(cuDeviceGet(&dev, 0));
    CHECK(cuCtxCreate(&ctx, (CUctxCreateParams *)NULL, 0, dev));
    CHECK(cuDeviceGetAttribute(&mode, CU_DEVICE_ATTRIBUTE_COMPUTE_MODE, dev));
    CHECK(cuDeviceCanAccessPeer(&peer, 0, 0));
    printf("mode %d peer %d\n", mode != CU_COMPUTEMODE_DEFAULT, peer);
    char whole[2048];
    snprintf(whole, sizeof(whole), "%s%s", head, reads);
    CHECK(cuModuleLoadData(&mod, whole));
    if (textures(mod))
        return 1;

    CUlinkState link;
    void *image;
    size_t size;
    CHECK(cuLinkCreate(0, NULL, NULL, &link));
    snprintf(whole, sizeof(whole), "%s%s", head, callee);
    CHECK(cuLinkAddData(link, CU_JIT_INPUT_PTX, whole, strlen(whole) + 1, "a", 0, NULL, NULL));
    snprintf(whole, sizeof(whole), "%s%s", head, caller);
    CHECK(cuLinkAddData(link, CU_JIT_INPUT_PTX, whole, strlen(whole) + 1, "b", 0, NULL, NULL));
    CHECK(cuLinkComplete(link, &image, &size));
    CHECK(cuModuleLoadData(&mod, image));
    CHECK(cuLinkDestroy(link));
    CHECK(cuModuleGetFunction(&f, mod, "k"));

    CUmemAllocationProp prop = {};
    CUmemAccessDesc access = {};
    CUmemGenericAllocationHandle handle;
    CUdeviceptr p;
    size_t unit;
    prop.type = CU_MEM_ALLOCATION_TYPE_PINNED;
    prop.location.type = access.location.type = CU_MEM_LOCATION_TYPE_DEVICE;
    access.flags = CU_MEM_ACCESS_FLAGS_PROT_READWRITE;
    CHECK(cuMemGetAllocationGranularity(&unit, &prop, CU_MEM_ALLOC_GRANULARITY_MINIMUM));
    CHECK(cuMemAddressReserve(&p, unit, 0, 0, 0));
    CHECK(cuMemCreate(&handle, unit, &prop, 0));
    CHECK(cuMemMap(p, unit, 0, handle, 0));
    CHECK(cuMemSetAccess(p, unit, &access, 1));
    void *args[] = {&p};
    CHECK(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, args, NULL));
    CHECK(cuMemcpyDtoH(&v, p, 4));
    printf("linked %d\n", v);
    CHECK(cuMemsetD32(p, 7, 4));
    CHECK(cuMemcpyDtoH(&v, p + 12, 4));
    printf("virtual %d\n", v);
    CHECK(cuMemUnmap(p, unit));
    CHECK(cuMemRelease(handle));
    CHECK(cuMemAddressFree(p, unit));
    int grid, block;
    CHECK(cuOccupancyMaxPotentialBlockSize(&grid, &block, f, NULL, 0, 0));
    printf("occupancy %d\n", grid > 0 && block > 0);
    return 0;
}
