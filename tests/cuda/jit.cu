// Options of cuModuleLoadDataEx: logs, wall time, registers. And where a pointer's memory lies, of the program's own too.
// expect: good 0: 0 of errors, 0 of infos, wall 1
// expect: bad 218: 1, says the line 1, as long as told 1
// expect: short 218: 1
// expect: registers 1
// expect: registered 1 1 1, back 1, gone 1
// expect: variable 3 1, plain 0
#include <cstdio>
#include <cstdint>
#include <cstring>
#include <cuda.h>

static const char good[] = ".version 6.0\n.target sm_50\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n ret;\n}\n";
static const char bad[] = ".version 6.0\n.target sm_50\n.address_size 64\n.visible .entry k()\n{\n foo.bar %r1, %r2;\n ret;\n}\n";
__managed__ int variable = 4;
__global__ void add(int *p) { *p += variable; }

int main()
{
    CUmodule m;
    CUcontext c;
    CUfunction f;
    char infos[256] = "old", errors[256] = "old", few[8];
    CUjit_option options[] = {CU_JIT_INFO_LOG_BUFFER, CU_JIT_INFO_LOG_BUFFER_SIZE_BYTES, CU_JIT_ERROR_LOG_BUFFER,
                              CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES, CU_JIT_WALL_TIME, CU_JIT_MAX_REGISTERS};
    void *values[] = {infos, (void *)256, errors, (void *)256, NULL, (void *)24};
    float wall = -1;
    cuInit(0);
    cuCtxCreate(&c, 0, 0);
    int r = cuModuleLoadDataEx(&m, good, 6, options, values);
    memcpy(&wall, &values[4], 4);
    printf("good %d: %zu of errors, %zu of infos, wall %d\n", r, strlen(errors), strlen(infos), wall >= 0);
    int regs = 0;
    cuModuleGetFunction(&f, m, "k");
    cuFuncGetAttribute(&regs, CU_FUNC_ATTRIBUTE_NUM_REGS, f);
    values[1] = values[3] = (void *)256;
    r = cuModuleLoadDataEx(&m, bad, 6, options, values);
    printf("bad %d: %d, says the line %d, as long as told %d\n", r, strstr(errors, "foo") != NULL, strstr(errors, ":6:") != NULL,
           (uintptr_t)values[3] == strlen(errors) + 1);
    values[2] = few, values[3] = (void *)8;
    r = cuModuleLoadDataEx(&m, bad, 6, options, values);
    printf("short %d: %d\n", r, strlen(few) == 7);
    printf("registers %d\n", regs <= 24);

    static int own[1024];
    int *d, plain;
    cudaPointerAttributes a, b;
    cudaHostRegister(own, sizeof(own), cudaHostRegisterMapped);
    cudaHostGetDevicePointer(&d, own, 0);
    cudaPointerGetAttributes(&a, own + 5);
    cudaPointerGetAttributes(&b, d + 5);
    own[0] = 1;
    add<<<1, 1>>>(d);
    cudaDeviceSynchronize();
    printf("registered %d %d %d", a.type == cudaMemoryTypeHost, a.devicePointer == d + 5, a.hostPointer == own + 5);
    cudaHostUnregister(own);
    cudaPointerGetAttributes(&a, own);
    printf(", back %d, gone %d\n", b.hostPointer == own + 5 && own[0] == 5, a.type == cudaMemoryTypeUnregistered);
    cudaPointerGetAttributes(&a, &variable);
    cudaPointerGetAttributes(&b, &plain);
    printf("variable %d %d, plain %d\n", a.type, a.devicePointer != NULL, b.type);
    return 0;
}
