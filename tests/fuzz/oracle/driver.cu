/* driver FILE.ptx OUT NAME:GRID:X:Y...: launches each kernel for each round and writes what it left to OUT: its threads' words and
   the cells, after a byte that is 1. Of a kernel that cannot be launched there is a byte that is 0; standard output says why. */
#include <cuda.h>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
#include "inputs.h"
#define TRY(x) do { CUresult e = x; if (e) { printf("%s: error %d\n", #x, (int)e); exit(1); } } while (0)

static CUtexObject texture_of(CUresourcetype kind, CUdeviceptr at, CUarray array, CUarray_format format, unsigned channels)
{
    CUDA_RESOURCE_DESC res;
    CUDA_TEXTURE_DESC how;
    CUtexObject t;
    memset(&res, 0, sizeof res);
    memset(&how, 0, sizeof how);
    res.resType = kind;
    if (kind == CU_RESOURCE_TYPE_ARRAY) {
        res.res.array.hArray = array;
    } else {
        res.res.linear.devPtr = at;
        res.res.linear.format = format;
        res.res.linear.numChannels = channels;
        res.res.linear.sizeInBytes = IN_WORDS * 4;
    }
    how.addressMode[0] = how.addressMode[1] = CU_TR_ADDRESS_MODE_CLAMP;
    how.filterMode = CU_TR_FILTER_MODE_POINT;
    how.flags = CU_TRSF_READ_AS_INTEGER;
    TRY(cuTexObjectCreate(&t, &res, &how, nullptr));
    return t;
}

int main(int argc, char **argv)
{
    CUdevice dev;
    CUcontext ctx;
    CUmodule mod;
    CUdeviceptr in, out, cells;
    const size_t most = 3 * 128 * OWN * 4;
    unsigned words[IN_WORDS], begin[CELLS];
    std::vector<unsigned char> result(most + CELLS * 4);
    FILE *f = fopen(argv[2], "wb");
    TRY(cuInit(0));
    TRY(cuDeviceGet(&dev, 0));
    TRY(cuCtxCreate(&ctx, 0, dev));
    TRY(cuModuleLoad(&mod, argv[1]));
    TRY(cuMemAlloc(&in, sizeof words));
    TRY(cuMemAlloc(&out, most));
    TRY(cuMemAlloc(&cells, sizeof begin));
    CUDA_ARRAY_DESCRIPTOR square = {16, 16, CU_AD_FORMAT_UNSIGNED_INT32, 1};
    CUarray array;
    TRY(cuArrayCreate(&array, &square));
    CUtexObject t1 = texture_of(CU_RESOURCE_TYPE_LINEAR, in, 0, CU_AD_FORMAT_UNSIGNED_INT32, 1), t2 = texture_of(CU_RESOURCE_TYPE_ARRAY, 0, array, CU_AD_FORMAT_UNSIGNED_INT32, 1),
                t3 = texture_of(CU_RESOURCE_TYPE_LINEAR, in, 0, CU_AD_FORMAT_UNSIGNED_INT8, 4);
    for (int k = 3; k < argc; k++) {
        char name[32];
        int grid, x, y;
        CUfunction kernel;
        if (sscanf(argv[k], "%31[^:]:%d:%d:%d", name, &grid, &x, &y) != 4)
            return 2;
        size_t bytes = (size_t)grid * x * y * OWN * 4;
        TRY(cuModuleGetFunction(&kernel, mod, name));
        for (int round = 0; round < ROUNDS; round++) {
            make_inputs(words, begin, atoi(name + 1), round);
            CUDA_MEMCPY2D copy;
            memset(&copy, 0, sizeof copy);
            copy.srcMemoryType = CU_MEMORYTYPE_HOST;
            copy.srcHost = words;
            copy.srcPitch = copy.WidthInBytes = 64;
            copy.dstMemoryType = CU_MEMORYTYPE_ARRAY;
            copy.dstArray = array;
            copy.Height = 16;
            TRY(cuMemcpy2D(&copy));
            TRY(cuMemcpyHtoD(in, words, sizeof words));
            TRY(cuMemcpyHtoD(cells, begin, sizeof begin));
            TRY(cuMemsetD8(out, 0, bytes));
            int n = argument_of(round);
            void *args[] = {&in, &in, &out, &cells, &t1, &t2, &t3, &n};
            CUresult e = cuLaunchKernel(kernel, grid, 1, 1, x, y, 1, 0, 0, args, 0);
            if (!e)
                e = cuCtxSynchronize();
            fputc(!e, f);
            if (e) {
                printf("%s: error %d\n", name, (int)e);
                break;
            }
            TRY(cuMemcpyDtoH(result.data(), out, bytes));
            TRY(cuMemcpyDtoH(result.data() + bytes, cells, CELLS * 4));
            fwrite(result.data(), 1, bytes + CELLS * 4, f);
        }
    }
    fclose(f);
    return 0;
}
