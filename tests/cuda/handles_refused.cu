// Calls refuse handles of streams, events, arrays, textures, pools, modules and functions that are null, destroyed, or something else.
// Each row has the code that comes back: the documented one, or that of a card (H200, CUDA 13.0, driver 580) where it
// is the same whatever the memory holds. There a handle that was destroyed crashes, and one of another kind gives 709,
// 201 or 400. With an argument: what comes back, each row in a process of its own.
// expect: all as they should be
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#if CUDART_VERSION >= 13000
#define EDGES NULL,
#define PLACE {cudaMemLocationTypeDevice, 0}, 0,
#else
#define EDGES
#define PLACE 0,
#endif
__device__ int symbol;
__managed__ int managed;
__global__ void put(int *p) { *p = 1; }
static void note(void *) {}
static void CUDART_CB noted(cudaStream_t, cudaError_t, void *) {}
static void CUDA_CB driver_noted(CUstream, CUresult, void *) {}
static const char ptx[] = ".version 7.0\n.target sm_52\n.address_size 64\n.visible .global .u32 g;\n.visible .entry k() { ret; }\n";

static char *host() // memory of the program's that is no handle
{
    static char *p;
    return p ? p : (p = (char *)calloc(1, 65536)) + 4096;
}
static cudaStream_t stream() { cudaStream_t s; cudaStreamCreate(&s); return s; }
static cudaStream_t dead() { cudaStream_t s = stream(); cudaStreamDestroy(s); return s; }
static cudaEvent_t event() { cudaEvent_t e; cudaEventCreate(&e); return e; }
static cudaEvent_t dead_event() { cudaEvent_t e = event(); cudaEventDestroy(e); return e; }
static cudaArray_t array()
{
    cudaArray_t a = NULL;
    cudaChannelFormatDesc d = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindUnsigned);
    cudaMallocArray(&a, &d, 16, 16);
    return a;
}
static cudaArray_t dead_array() { cudaArray_t a = array(); cudaFreeArray(a); return a; }
static cudaMipmappedArray_t dead_mipmap()
{
    cudaMipmappedArray_t m = NULL;
    cudaChannelFormatDesc d = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindUnsigned);
    cudaMallocMipmappedArray(&m, &d, make_cudaExtent(16, 16, 0), 2);
    cudaFreeMipmappedArray(m);
    return m;
}
static cudaResourceDesc resource(cudaArray_t a)
{
    cudaResourceDesc r;
    memset(&r, 0, sizeof r);
    r.resType = cudaResourceTypeArray;
    r.res.array.array = a;
    return r;
}
static cudaTextureDesc plain()
{
    cudaTextureDesc t;
    memset(&t, 0, sizeof t);
    return t;
}
static cudaError_t texture_of(cudaArray_t a)
{
    cudaResourceDesc r = resource(a);
    cudaTextureDesc t = plain();
    cudaTextureObject_t o;
    return cudaCreateTextureObject(&o, &r, &t, NULL);
}
static cudaTextureObject_t dead_texture()
{
    cudaResourceDesc r = resource(array());
    cudaTextureDesc t = plain();
    cudaTextureObject_t o = 0;
    cudaCreateTextureObject(&o, &r, &t, NULL);
    cudaDestroyTextureObject(o);
    return o;
}
static cudaError_t surface_of(cudaArray_t a)
{
    cudaResourceDesc r = resource(a);
    cudaSurfaceObject_t o;
    return cudaCreateSurfaceObject(&o, &r);
}
static cudaMemPool_t pool()
{
    cudaMemPool_t p = NULL;
    cudaMemPoolProps props;
    memset(&props, 0, sizeof props);
    props.allocType = cudaMemAllocationTypePinned;
    props.location.type = cudaMemLocationTypeDevice;
    cudaMemPoolCreate(&p, &props);
    return p;
}
static cudaMemPool_t dead_pool() { cudaMemPool_t p = pool(); cudaMemPoolDestroy(p); return p; }
static CUmodule module() { CUmodule m = NULL; cuModuleLoadData(&m, ptx); return m; }
static CUmodule dead_module() { CUmodule m = module(); cuModuleUnload(m); return m; }
static CUfunction dead_function() { CUmodule m = module(); CUfunction f = NULL; cuModuleGetFunction(&f, m, "k"); cuModuleUnload(m); return f; }
static cudaError_t copy3d(cudaArray_t a, cudaStream_t s)
{
    static unsigned words[256];
    cudaMemcpy3DParms p;
    memset(&p, 0, sizeof p);
    p.srcPtr = make_cudaPitchedPtr(words, 64, 16, 16);
    p.dstArray = a;
    p.extent = make_cudaExtent(16, 16, 1);
    p.kind = cudaMemcpyHostToDevice;
    return cudaMemcpy3DAsync(&p, s);
}
static cudaGraphExec_t exec()
{
    cudaGraph_t g;
    cudaGraphExec_t x = NULL;
    cudaGraphCreate(&g, 0);
    cudaGraphInstantiate(&x, g, 0);
    return x;
}
static cudaError_t launch(cudaStream_t s, int *p)
{
    put<<<1, 1, 0, s>>>(p);
    return cudaGetLastError();
}
static cudaError_t cooperative(cudaStream_t s, int *p)
{
    void *args[] = {&p};
    return cudaLaunchCooperativeKernel((const void *)put, dim3(1), dim3(1), args, 0, s);
}

static int *d;
static unsigned flags;
static int number;
static float ms;
static size_t size;
static unsigned long long id;
static cudaStreamCaptureStatus status;
static cudaGraph_t graph;
static cudaStreamAttrValue attribute;
static cudaChannelFormatDesc desc;
static cudaExtent extent;
static cudaMemAccessDesc access_;
static cudaArray_t level;
static CUcontext context;
static CUfunction function;
static CUdeviceptr pointer;
static cudaResourceDesc described;

struct test {
    const char *name;
    int code;
    int (*run)();
};
#define T(...) []() -> int { __VA_ARGS__ }
// a call with a stream that is destroyed, an event, or memory of the program's
#define STREAM(name, code, ...) \
    {name " destroyed", code, T(cudaStream_t s = dead(); (void)s; return (int)(__VA_ARGS__);)}, \
    {name " an event", code, T(cudaStream_t s = (cudaStream_t)event(); (void)s; return (int)(__VA_ARGS__);)}, \
    {name " memory", code, T(cudaStream_t s = (cudaStream_t)host(); (void)s; return (int)(__VA_ARGS__);)}
#define EVENT(name, code, ...) \
    {name " null", code, T(cudaEvent_t e = NULL; (void)e; return (int)(__VA_ARGS__);)}, \
    {name " destroyed", code, T(cudaEvent_t e = dead_event(); (void)e; return (int)(__VA_ARGS__);)}, \
    {name " a stream", code, T(cudaEvent_t e = (cudaEvent_t)stream(); (void)e; return (int)(__VA_ARGS__);)}, \
    {name " memory", code, T(cudaEvent_t e = (cudaEvent_t)host(); (void)e; return (int)(__VA_ARGS__);)}
static const test tests[] = {
    {"stream create null", 1, T(return cudaStreamCreate(NULL);)},
    {"stream create flags", 1, T(cudaStream_t s; return cudaStreamCreateWithFlags(&s, 77);)},
    {"stream destroy null", 400, T(return cudaStreamDestroy(NULL);)},
    {"stream destroy legacy", 400, T(return cudaStreamDestroy(cudaStreamLegacy);)},
    STREAM("stream destroy", 400, cudaStreamDestroy(s)),
    STREAM("synchronize", 400, cudaStreamSynchronize(s)),
    STREAM("query", 400, cudaStreamQuery(s)),
    STREAM("wait event", 400, cudaStreamWaitEvent(s, event(), 0)),
    STREAM("add callback", 400, cudaStreamAddCallback(s, noted, NULL, 0)),
    STREAM("host function", 400, cudaLaunchHostFunc(s, note, NULL)),
    STREAM("flags", 400, cudaStreamGetFlags(s, &flags)),
    STREAM("priority", 400, cudaStreamGetPriority(s, &number)),
    STREAM("attach", 400, cudaStreamAttachMemAsync(s, (void *)&managed, 0, cudaMemAttachSingle)),
    STREAM("begin capture", 400, cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal)),
    STREAM("end capture", 400, cudaStreamEndCapture(s, &graph)),
    STREAM("is capturing", 400, cudaStreamIsCapturing(s, &status)),
    STREAM("set attribute", 400, cudaStreamSetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &attribute)),
    STREAM("get attribute", 400, cudaStreamGetAttribute(s, cudaStreamAttributeAccessPolicyWindow, &attribute)),
    STREAM("id", 400, cudaStreamGetId(s, &id)),
    STREAM("copy", 400, cudaMemcpyAsync(d, host(), 4, cudaMemcpyHostToDevice, s)),
    STREAM("copy 2D", 400, cudaMemcpy2DAsync(d, 4, host(), 4, 4, 1, cudaMemcpyHostToDevice, s)),
    STREAM("copy 3D", 400, copy3d(array(), s)),
    STREAM("copy to array", 400, cudaMemcpy2DToArrayAsync(array(), 0, 0, host(), 64, 64, 16, cudaMemcpyHostToDevice, s)),
    STREAM("copy to symbol", 400, cudaMemcpyToSymbolAsync(symbol, host(), 4, 0, cudaMemcpyHostToDevice, s)),
    STREAM("set", 400, cudaMemsetAsync(d, 0, 4, s)),
    STREAM("set 2D", 400, cudaMemset2DAsync(d, 4, 0, 4, 1, s)),
    STREAM("malloc", 400, cudaMallocAsync((void **)&pointer, 64, s)),
    STREAM("malloc from pool", 400, cudaMallocFromPoolAsync((void **)&pointer, 64, pool(), s)),
    STREAM("free", 400, cudaFreeAsync(d, s)),
    STREAM("prefetch", 400, cudaMemPrefetchAsync(&managed, 4, PLACE s)),
    STREAM("launch", 400, launch(s, d)),
    STREAM("launch cooperative", 400, cooperative(s, d)),
    STREAM("graph launch", 400, cudaGraphLaunch(exec(), s)),
    STREAM("graph upload", 400, cudaGraphUpload(exec(), s)),
    STREAM("record", 400, cudaEventRecord(event(), s)),
    {"flags into null", 1, T(return cudaStreamGetFlags(stream(), NULL);)},
    {"priority into null", 1, T(return cudaStreamGetPriority(stream(), NULL);)},
    {"begin capture default", 900, T(return cudaStreamBeginCapture(NULL, cudaStreamCaptureModeGlobal);)},
    {"callback null", 1, T(return cudaStreamAddCallback(stream(), NULL, NULL, 0);)},
    {"host function null", 1, T(return cudaLaunchHostFunc(stream(), NULL, NULL);)},
    // events
    {"event create null", 1, T(return cudaEventCreate(NULL);)},
    {"event create flags", 1, T(cudaEvent_t e; return cudaEventCreateWithFlags(&e, 77);)},
    EVENT("event destroy", 400, cudaEventDestroy(e)),
    EVENT("event record", 400, cudaEventRecord(e, 0)),
    EVENT("event record flags", 400, cudaEventRecordWithFlags(e, 0, 0)),
    EVENT("event query", 400, cudaEventQuery(e)),
    EVENT("event synchronize", 400, cudaEventSynchronize(e)),
    EVENT("elapsed from", 400, cudaEventElapsedTime(&ms, e, event())),
    EVENT("elapsed to", 400, cudaEventElapsedTime(&ms, event(), e)),
    EVENT("wait for", 400, cudaStreamWaitEvent(stream(), e, 0)),
    {"elapsed into null", 1, T(cudaEvent_t e = event(); cudaEventRecord(e, 0); cudaEventSynchronize(e); return cudaEventElapsedTime(NULL, e, e);)},
    {"elapsed never recorded", 400, T(return cudaEventElapsedTime(&ms, event(), event());)},
    // the driver's names
    {"cu stream destroy null", 400, T(return cuStreamDestroy(NULL);)},
    STREAM("cu stream destroy", 400, cuStreamDestroy(s)),
    STREAM("cu synchronize", 400, cuStreamSynchronize(s)),
    STREAM("cu query", 400, cuStreamQuery(s)),
    STREAM("cu wait event", 400, cuStreamWaitEvent(s, event(), 0)),
    STREAM("cu add callback", 400, cuStreamAddCallback(s, driver_noted, NULL, 0)),
    STREAM("cu host function", 400, cuLaunchHostFunc(s, note, NULL)),
    STREAM("cu flags", 400, cuStreamGetFlags(s, &flags)),
    STREAM("cu priority", 400, cuStreamGetPriority(s, &number)),
    STREAM("cu context", 400, cuStreamGetCtx(s, &context)),
    STREAM("cu write value", 400, cuStreamWriteValue32(s, (CUdeviceptr)d, 1, 0)),
    STREAM("cu wait value", 400, cuStreamWaitValue32(s, (CUdeviceptr)d, 0, CU_STREAM_WAIT_VALUE_GEQ)),
    STREAM("cu begin capture", 400, cuStreamBeginCapture(s, CU_STREAM_CAPTURE_MODE_GLOBAL)),
    STREAM("cu end capture", 400, cuStreamEndCapture(s, &graph)),
    STREAM("cu set", 400, cuMemsetD32Async((CUdeviceptr)d, 0, 1, s)),
    STREAM("cu copy", 400, cuMemcpyHtoDAsync((CUdeviceptr)d, host(), 4, s)),
    EVENT("cu event destroy", 400, cuEventDestroy(e)),
    EVENT("cu event record", 400, cuEventRecord(e, 0)),
    EVENT("cu event query", 400, cuEventQuery(e)),
    EVENT("cu event synchronize", 400, cuEventSynchronize(e)),
    EVENT("cu elapsed", 400, cuEventElapsedTime(&ms, e, event())),
    EVENT("cu wait for", 400, cuStreamWaitEvent(stream(), e, 0)),
    // arrays
    {"array free null", 0, T(return cudaFreeArray(NULL);)},
    {"array free twice", 400, T(return cudaFreeArray(dead_array());)},
    {"array free memory", 400, T(return cudaFreeArray((cudaArray_t)host());)},
    {"mipmap free twice", 400, T(return cudaFreeMipmappedArray(dead_mipmap());)},
    {"mipmap level destroyed", 400, T(return cudaGetMipmappedArrayLevel(&level, dead_mipmap(), 0);)},
    {"channels null", 400, T(return cudaGetChannelDesc(&desc, NULL);)},
    {"channels destroyed", 400, T(return cudaGetChannelDesc(&desc, dead_array());)},
    {"channels memory", 400, T(return cudaGetChannelDesc(&desc, (cudaArray_t)host());)},
    {"channels into null", 1, T(return cudaGetChannelDesc(NULL, array());)},
    {"info null", 400, T(return cudaArrayGetInfo(&desc, &extent, &flags, NULL);)},
    {"info destroyed", 400, T(return cudaArrayGetInfo(&desc, &extent, &flags, dead_array());)},
    {"copy to null array", 400, T(return cudaMemcpy2DToArray(NULL, 0, 0, host(), 64, 64, 16, cudaMemcpyHostToDevice);)},
    {"copy to destroyed array", 400, T(return cudaMemcpy2DToArray(dead_array(), 0, 0, host(), 64, 64, 16, cudaMemcpyHostToDevice);)},
    {"copy to no array", 400, T(return cudaMemcpy2DToArray((cudaArray_t)host(), 0, 0, host(), 64, 64, 16, cudaMemcpyHostToDevice);)},
    {"copy from destroyed array", 400, T(return cudaMemcpy2DFromArray(host(), 64, dead_array(), 0, 0, 64, 16, cudaMemcpyDeviceToHost);)},
    {"copy 3D to destroyed", 400, T(return copy3d(dead_array(), 0);)},
    {"array create null", 1, T(return cudaMallocArray(NULL, &desc, 16, 16);)},
    // textures and surfaces
    {"texture of null", 400, T(return texture_of(NULL);)},
    {"texture of destroyed", 400, T(return texture_of(dead_array());)},
    {"texture of memory", 400, T(return texture_of((cudaArray_t)host());)},
    {"texture of destroyed mipmap", 400, T(cudaResourceDesc r = resource(NULL); cudaTextureDesc t = plain(); r.resType = cudaResourceTypeMipmappedArray; r.res.mipmap.mipmap = dead_mipmap(); cudaTextureObject_t o; return cudaCreateTextureObject(&o, &r, &t, NULL);)},
    {"texture of host memory", 1, T(cudaResourceDesc r = resource(NULL); cudaTextureDesc t = plain(); r.resType = cudaResourceTypeLinear; r.res.linear.devPtr = host(); r.res.linear.sizeInBytes = 64; r.res.linear.desc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindUnsigned); cudaTextureObject_t o; return cudaCreateTextureObject(&o, &r, &t, NULL);)},
    {"texture of pitched host memory", 1, T(cudaResourceDesc r = resource(NULL); cudaTextureDesc t = plain(); r.resType = cudaResourceTypePitch2D; r.res.pitch2D.devPtr = host(); r.res.pitch2D.width = 16; r.res.pitch2D.height = 4; r.res.pitch2D.pitchInBytes = 512; r.res.pitch2D.desc = cudaCreateChannelDesc(32, 0, 0, 0, cudaChannelFormatKindUnsigned); cudaTextureObject_t o; return cudaCreateTextureObject(&o, &r, &t, NULL);)},
    {"texture null resource", 1, T(cudaTextureDesc t = plain(); cudaTextureObject_t o; return cudaCreateTextureObject(&o, NULL, &t, NULL);)},
    {"texture destroy null", 0, T(return cudaDestroyTextureObject(0);)},
    {"texture destroy twice", 0, T(return cudaDestroyTextureObject(dead_texture());)},
    {"texture destroy nonsense", 0, T(return cudaDestroyTextureObject(0x123456789abcull);)},
    {"texture resource destroyed", 1, T(return cudaGetTextureObjectResourceDesc(&described, dead_texture());)},
    {"texture resource null", 1, T(return cudaGetTextureObjectResourceDesc(&described, 0);)},
    {"surface of null", 400, T(return surface_of(NULL);)},
    {"surface of destroyed", 400, T(return surface_of(dead_array());)},
    {"surface of memory", 400, T(return surface_of((cudaArray_t)host());)},
    {"surface destroy null", 0, T(return cudaDestroySurfaceObject(0);)},
    {"surface destroy nonsense", 0, T(return cudaDestroySurfaceObject(0x123456789abcull);)},
    {"surface destroy memory", 0, T(return cudaDestroySurfaceObject((cudaSurfaceObject_t)d);)},
    // pools
    {"pool create null", 1, T(return cudaMemPoolCreate(NULL, NULL);)},
    {"pool destroy null", 1, T(return cudaMemPoolDestroy(NULL);)},
    {"pool destroy twice", 1, T(return cudaMemPoolDestroy(dead_pool());)},
    {"pool destroy memory", 1, T(return cudaMemPoolDestroy((cudaMemPool_t)host());)},
    {"pool destroy default", 1, T(cudaMemPool_t p; cudaDeviceGetDefaultMemPool(&p, 0); return cudaMemPoolDestroy(p);)},
    {"pool get null", 1, T(return cudaMemPoolGetAttribute(NULL, cudaMemPoolAttrReleaseThreshold, &id);)},
    {"pool get destroyed", 1, T(return cudaMemPoolGetAttribute(dead_pool(), cudaMemPoolAttrReleaseThreshold, &id);)},
    {"pool get nonsense", 1, T(return cudaMemPoolGetAttribute(pool(), (cudaMemPoolAttr)77, &id);)},
    {"pool get zero", 1, T(return cudaMemPoolGetAttribute(pool(), (cudaMemPoolAttr)0, &id);)},
    {"pool set destroyed", 1, T(return cudaMemPoolSetAttribute(dead_pool(), cudaMemPoolAttrReleaseThreshold, &id);)},
    {"pool trim destroyed", 1, T(return cudaMemPoolTrimTo(dead_pool(), 0);)},
    {"pool access destroyed", 1, T(return cudaMemPoolSetAccess(dead_pool(), &access_, 0);)},
    {"pool malloc null", 1, T(return cudaMallocFromPoolAsync((void **)&pointer, 64, NULL, 0);)},
    {"pool malloc destroyed", 1, T(return cudaMallocFromPoolAsync((void **)&pointer, 64, dead_pool(), 0);)},
    {"pool of device destroyed", 1, T(return cudaDeviceSetMemPool(0, dead_pool());)},
    {"malloc into null", 1, T(return cudaMallocAsync((void **)NULL, 64, 0);)},
    {"free async memory", 1, T(return cudaFreeAsync(host(), 0);)},
    // modules and functions
    {"module load null", 1, T(return cuModuleLoadData(NULL, ptx);)},
    {"module load nothing", 1, T(CUmodule m; return cuModuleLoadData(&m, NULL);)},
    {"module unload null", 400, T(return cuModuleUnload(NULL);)},
    {"module unload twice", 400, T(return cuModuleUnload(dead_module());)},
    {"module unload memory", 400, T(return cuModuleUnload((CUmodule)host());)},
    {"module function null", 400, T(return cuModuleGetFunction(&function, NULL, "k");)},
    {"module function destroyed", 400, T(return cuModuleGetFunction(&function, dead_module(), "k");)},
    {"module function memory", 400, T(return cuModuleGetFunction(&function, (CUmodule)host(), "k");)},
    {"module function no name", 1, T(return cuModuleGetFunction(&function, module(), NULL);)},
    {"module function into null", 1, T(return cuModuleGetFunction(NULL, module(), "k");)},
    {"module function unknown", 500, T(return cuModuleGetFunction(&function, module(), "q");)},
    {"module global destroyed", 400, T(return cuModuleGetGlobal(&pointer, &size, dead_module(), "g");)},
    {"module global memory", 400, T(return cuModuleGetGlobal(&pointer, &size, (CUmodule)host(), "g");)},
    {"module global unknown", 500, T(return cuModuleGetGlobal(&pointer, &size, module(), "q");)},
    {"function attribute null", 400, T(return cuFuncGetAttribute(&number, CU_FUNC_ATTRIBUTE_NUM_REGS, NULL);)},
    {"function attribute destroyed", 400, T(return cuFuncGetAttribute(&number, CU_FUNC_ATTRIBUTE_NUM_REGS, dead_function());)},
    {"function attribute memory", 400, T(return cuFuncGetAttribute(&number, CU_FUNC_ATTRIBUTE_NUM_REGS, (CUfunction)host());)},
    {"function launch null", 400, T(return cuLaunchKernel(NULL, 1, 1, 1, 1, 1, 1, 0, 0, NULL, NULL);)},
    {"function launch destroyed", 400, T(return cuLaunchKernel(dead_function(), 1, 1, 1, 1, 1, 1, 0, 0, NULL, NULL);)},
    {"function launch memory", 400, T(return cuLaunchKernel((CUfunction)host(), 1, 1, 1, 1, 1, 1, 0, 0, NULL, NULL);)},
    {"function occupancy null", 400, T(return cuOccupancyMaxActiveBlocksPerMultiprocessor(&number, NULL, 32, 0);)},
    {"runtime function null", 98, T(cudaFuncAttributes a; return cudaFuncGetAttributes(&a, NULL);)},
    {"runtime launch null", 98, T(return cudaLaunchKernel((const void *)NULL, dim3(1), dim3(1), NULL, 0, 0);)},
    {"runtime launch memory", 98, T(return cudaLaunchKernel((const void *)host(), dim3(1), dim3(1), NULL, 0, 0);)},
};

static int one(const test &t)
{
    cudaMalloc(&d, 4096);
    int code = t.run();
    cudaFree(d);
    return code;
}

int main(int argc, char **)
{
    int wrong = 0;
    for (const test &t : tests) {
        if (argc == 1) {
            int code = one(t);
            wrong += code != t.code;
            if (code != t.code)
                printf("%s: %d, expected %d\n", t.name, code, t.code);
            cudaGetLastError();
            continue;
        }
        int status = 0;
        fflush(stdout);
        pid_t p = fork();
        if (p == 0) {
            alarm(10);
            printf("%d\t%s\t%d\n", one(t), t.name, t.code);
            fflush(stdout);
            _exit(0);
        }
        waitpid(p, &status, 0);
        if (status)
            printf("%s\t%s\t%d\n", WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM ? "hangs" : "crash", t.name, t.code);
    }
    if (argc == 1 && !wrong)
        printf("all as they should be\n");
    return wrong != 0;
}
