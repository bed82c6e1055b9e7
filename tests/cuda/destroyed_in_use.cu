// Streams, events, captures and modules that are destroyed while work still needs them: the work goes on, nobody reads what is gone.
// expect: a stream: 7 5
// expect: another in its place: 1
// expect: an event: 3
// expect: an event that a thread waits for: 1
// expect: a capture: 0 401
// expect: a module: 1 1
#include <cstdio>
#include <cuda.h>
#include <thread>
#include <unistd.h>

__global__ void wait_for(volatile int *flag, int *p, int n)
{
    while (!*flag)
        ;
    *p = n;
}
__global__ void put(int *p, int n) { *p = n; }
static const char ptx[] = R"(.version 7.0
.target sm_52
.address_size 64
.visible .entry k(.param .u64 at) {
    .reg .b64 %rd<2>;
    ld.param.u64 %rd1, [at];
    st.global.u32 [%rd1], 1;
    ret;
}
)";
static volatile int *flag;
static int *p, *q;

static cudaStream_t apart()
{
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    return s;
}
static int value(int *at)
{
    int n = -1;
    cudaMemcpy(&n, at, 4, cudaMemcpyDeviceToHost);
    return n;
}

static void a_stream()
{
    cudaStream_t s = apart();
    *flag = 0;
    wait_for<<<1, 1, 0, s>>>(flag, p, 7);
    put<<<1, 1, 0, s>>>(q, 5); // kept until then
    cudaStreamDestroy(s);
    *flag = 1;
    cudaDeviceSynchronize();
    printf("a stream: %d %d\n", value(p), value(q));
}

// the flag is written by a stream that may well have the address of the one before
static void another()
{
    static int one = 1;
    cudaStream_t s = apart();
    *flag = 0;
    wait_for<<<1, 1, 0, s>>>(flag, p, 1);
    cudaStreamDestroy(s);
    cudaStream_t t = apart();
    cudaMemcpyAsync((void *)flag, &one, 4, cudaMemcpyDefault, t);
    cudaStreamSynchronize(t);
    cudaDeviceSynchronize();
    cudaStreamDestroy(t);
    printf("another in its place: %d\n", value(p));
}

static void an_event()
{
    cudaStream_t s = apart(), t = apart();
    cudaEvent_t e, others[64];
    cudaEventCreate(&e);
    *flag = 0;
    wait_for<<<1, 1, 0, s>>>(flag, p, 2);
    cudaEventRecord(e, s);
    cudaStreamWaitEvent(t, e, 0);
    put<<<1, 1, 0, t>>>(p, 3);
    cudaEventDestroy(e);
    for (cudaEvent_t &o : others) // what was its memory is used again
        cudaEventCreate(&o);
    *flag = 1;
    cudaDeviceSynchronize();
    for (cudaEvent_t o : others)
        cudaEventDestroy(o);
    printf("an event: %d\n", value(p));
    cudaStreamDestroy(s);
    cudaStreamDestroy(t);
}

static void waited_for()
{
    cudaStream_t s = apart();
    cudaEvent_t e;
    cudaEventCreate(&e);
    *flag = 0;
    wait_for<<<1, 1, 0, s>>>(flag, p, 1);
    cudaEventRecord(e, s);
    std::thread t([=] { cudaEventSynchronize(e); });
    usleep(100000);
    cudaEventDestroy(e);
    *flag = 1;
    t.join();
    cudaDeviceSynchronize();
    printf("an event that a thread waits for: %d\n", value(p));
    cudaStreamDestroy(s);
}

static void a_capture()
{
    cudaStream_t s = apart(), t = apart();
    cudaEvent_t e;
    cudaGraph_t g = NULL;
    cudaEventCreate(&e);
    cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal);
    put<<<1, 1, 0, s>>>(p, 1);
    cudaEventRecord(e, s);
    int first = cudaStreamDestroy(s);
    cudaStreamWaitEvent(t, e, 0); // of a capture that is gone
    put<<<1, 1, 0, t>>>(p, 1);
    printf("a capture: %d %d\n", first, cudaStreamEndCapture(t, &g));
    cudaEventDestroy(e);
    cudaStreamDestroy(t);
}

static void a_module()
{
    CUmodule m;
    CUfunction f;
    cudaGraph_t g;
    cudaGraphExec_t x = NULL;
    cudaGraphNode_t n;
    void *args[] = {&p};
    cuModuleLoadData(&m, ptx);
    cuModuleGetFunction(&f, m, "k");
    cudaMemset(p, 0, 4);
    cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, 0, args, NULL);
    cudaKernelNodeParams k = {(void *)f, dim3(1), dim3(1), 0, args, NULL};
    cudaGraphCreate(&g, 0);
    cudaGraphAddKernelNode(&n, g, NULL, 0, &k);
    cudaGraphInstantiate(&x, g, 0);
    cuModuleUnload(m);
    bool refused = cudaGraphLaunch(x, 0) != cudaSuccess;
    cudaGraphExecDestroy(x);
    cudaGraphDestroy(g);
    printf("a module: %d %d\n", value(p), refused);
}

int main()
{
    cudaMallocHost((void **)&flag, 64);
    cudaMalloc(&p, 64);
    cudaMalloc(&q, 64);
    a_stream();
    another();
    an_event();
    waited_for();
    a_capture();
    a_module();
    return 0;
}
