/* The driver API with PTX text: modules, globals, launches with parameters and with a packed buffer, errors. */
#include <cuda.h>
#include <stdio.h>
#include <string.h>
static const char ptx[] = ".version 6.0\n.target sm_70\n.address_size 64\n"
                          ".visible .global .align 4 .u32 bias = 5;\n"
                          ".visible .entry scale(.param .u64 p, .param .u32 f)\n{\n"
                          "  .reg .b32 %r<6>; .reg .b64 %rd<5>;\n"
                          "  ld.param.u64 %rd1, [p]; ld.param.u32 %r1, [f];\n"
                          "  cvta.to.global.u64 %rd2, %rd1; mov.u32 %r2, %tid.x;\n"
                          "  mul.wide.u32 %rd3, %r2, 4; add.s64 %rd4, %rd2, %rd3;\n"
                          "  ld.global.u32 %r3, [bias]; mad.lo.s32 %r4, %r2, %r1, %r3;\n"
                          "  st.global.u32 [%rd4], %r4; ret;\n}\n";
#define CHECK(c) do { CUresult r_ = (c); if (r_) { const char *t_; cuGetErrorName(r_, &t_); printf("line %d: %s\n", __LINE__, t_); return 1; } } while (0)
int main()
{
    CUdevice dev;
    CUcontext ctx;
    CUmodule mod, bad;
    CUfunction f;
    CUdeviceptr d, g;
    size_t size;
    int h[32], v, factor = 10, ten = 100;
    char name[64];
    CHECK(cuInit(0));
    CHECK(cuDeviceGet(&dev, 0));
    CHECK(cuDeviceGetName(name, sizeof(name), dev));
    CHECK(cuDeviceGetAttribute(&v, CU_DEVICE_ATTRIBUTE_WARP_SIZE, dev));
    CHECK(cuCtxCreate(&ctx, 0, dev));
    CHECK(cuModuleLoadData(&mod, ptx));
    CHECK(cuModuleGetFunction(&f, mod, "scale"));
    CHECK(cuMemAlloc(&d, sizeof(h)));
    CHECK(cuMemsetD32(d, 0, 32));
    void *params[] = {&d, &factor};
    CHECK(cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, 0, params, NULL));
    CHECK(cuMemcpyDtoH(h, d, sizeof(h)));
    printf("warp %d: %d %d\n", v, h[0], h[31]);
    CHECK(cuModuleGetGlobal(&g, &size, mod, "bias"));
    CHECK(cuMemcpyHtoD(g, &ten, sizeof(ten)));
    struct { CUdeviceptr p; int f; } packed = {d, 2};
    size_t bytes = sizeof(packed);
    void *extra[] = {CU_LAUNCH_PARAM_BUFFER_POINTER, &packed, CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes, CU_LAUNCH_PARAM_END};
    CHECK(cuLaunchKernel(f, 1, 1, 1, 32, 1, 1, 0, 0, NULL, extra));
    CHECK(cuCtxSynchronize());
    CHECK(cuMemcpyDtoH(h, d, sizeof(h)));
    printf("bias of %d bytes: %d %d\n", (int)size, h[0], h[31]);
    CHECK(cuFuncGetAttribute(&v, CU_FUNC_ATTRIBUTE_NUM_REGS, f));
    printf("registers %d\n", v > 0 && v < 20);
    CUfunction none;
    printf("%d %d\n", cuModuleGetFunction(&none, mod, "nothing") == CUDA_ERROR_NOT_FOUND,
           cuModuleLoadData(&bad, ".version 6.0\n.target sm_70\n.entry x() { what; }") == CUDA_ERROR_INVALID_PTX);
    printf("%d %d\n", cuLaunchKernel(f, 1, 1, 1, 2048, 1, 1, 0, 0, params, NULL) == CUDA_ERROR_INVALID_VALUE,
           cuModuleLoad(&bad, "/nonexistent.ptx") == CUDA_ERROR_FILE_NOT_FOUND);
    CHECK(cuMemFree(d));
    CHECK(cuModuleUnload(mod));
    CHECK(cuCtxDestroy(ctx));
    return 0;
}
// expect: warp 32: 5 315
// expect: bias of 4 bytes: 100 162
// expect: registers 1
// expect: 1 1
// expect: 1 1
// stderr: module:3:14: error
