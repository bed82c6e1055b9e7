/* Kernels that wait for the host: it writes what they poll after the launch has returned, directly, by another
   stream, or from another thread; meanwhile work of their stream is kept, in order. With an argument it runs on a
   machine, which has one launch at a time. */
#include <stdio.h>
#include <thread>
#include <unistd.h>

#define OK(x)                                                                                                        \
    do {                                                                                                             \
        cudaError_t e_ = (x);                                                                                        \
        if (e_)                                                                                                      \
            printf("line %d: %s\n", __LINE__, cudaGetErrorName(e_));                                                 \
        bad += e_ != cudaSuccess;                                                                                    \
    } while (0)

static int bad;
static bool machine;

__managed__ volatile unsigned variable;

__global__ void latch(volatile unsigned *p)
{
    while (*p < 1)
        ;
}
__global__ void add(int *p, int n)
{
    atomicAdd(p, n);
}
__global__ void times(int *p, int n)
{
    *p *= n;
}
/* Answers what the host asks, until it asks for 0. */
__global__ void serve(volatile int *ask, volatile int *answer, int turn)
{
    for (int k = 1;; k++) {
        while (ask[0] != k)
            ;
        int v = ask[1];
        answer[1] = v * v;
        __threadfence_system();
        answer[0] = k;
        if (!v)
            return;
    }
}
__global__ void of_variable(int *p)
{
    while (!variable)
        ;
    *p = (int)variable + 1;
    variable = 0;
}
__global__ void all_wait(volatile unsigned *p, int *n)
{
    if (threadIdx.x == 0)
        while (atomicAdd((unsigned *)p, 0) == 0)
            __nanosleep(100);
    __syncthreads();
    atomicAdd(n, 1);
}

static void append(void *p)
{
    int *v = (int *)p;
    *v = *v * 10 + 7;
}
static void appended(cudaStream_t, cudaError_t e, void *p)
{
    int *v = (int *)p;
    *v = *v * 10 + (e ? 9 : 8);
}

/* As UnifiedMemoryPerf does: everything is in the stream before the latch opens. */
static void queued(const char *name, cudaStream_t s)
{
    unsigned *open;
    int *n, got = -1, text = 0, one = 5;
    cudaEvent_t e;
    OK(cudaMallocHost(&open, 4));
    OK(cudaMalloc(&n, 4));
    OK(cudaEventCreate(&e));
    *open = 0;
    latch<<<1, 1, 0, s>>>(open);
    OK(cudaMemcpyAsync(n, &one, 4, cudaMemcpyHostToDevice, s));
    add<<<1, 32, 0, s>>>(n, 1);
    OK(cudaLaunchHostFunc(s, append, &text));
    OK(cudaStreamAddCallback(s, appended, &text, 0));
    times<<<1, 1, 0, s>>>(n, 2);
    OK(cudaMemcpyAsync(&got, n, 4, cudaMemcpyDeviceToHost, s));
    OK(cudaMemsetAsync(n, 0, 4, s));
    OK(cudaEventRecord(e, s));
    bool early = cudaStreamQuery(s) == cudaErrorNotReady && cudaEventQuery(e) == cudaErrorNotReady && got == -1;
    one = 6; /* it is not pinned: read when the copy is called */
    *(volatile unsigned *)open = 1;
    OK(cudaEventSynchronize(e));
    OK(cudaStreamSynchronize(s));
    bad += !early || got != 74 || text != 78;
    printf("%s: %d %d %d %s\n", name, early, got, text, cudaGetErrorName(cudaStreamQuery(s)));
    OK(cudaEventDestroy(e));
    OK(cudaFree(n));
    OK(cudaFreeHost(open));
}

static void dialogue(void)
{
    volatile int *m;
    int sum = 0;
    OK(cudaMallocManaged((int **)&m, 16));
    m[0] = m[2] = 0;
    serve<<<1, 1>>>(m, m + 2, 0);
    for (int k = 1; k <= 20; k++) {
        m[1] = k < 20 ? k : 0;
        __sync_synchronize();
        m[0] = k;
        while (m[2] != k) /* no call of ours */
            usleep(100);
        __sync_synchronize();
        sum += m[3];
    }
    OK(cudaDeviceSynchronize());
    bad += sum != 2470;
    printf("dialogue: %d\n", sum);
    OK(cudaFree((void *)m));
}

static void copies(void)
{
    int *p, h = 0;
    static unsigned mine[256];
    unsigned *seen;
    OK(cudaMalloc(&p, 4));
    of_variable<<<1, 1>>>(p);
    variable = 41;
    OK(cudaMemcpy(&h, p, 4, cudaMemcpyDeviceToHost));
    bad += h != 42 || variable;
    printf("managed variable: %d %u\n", h, (unsigned)variable);
    OK(cudaHostRegister(mine, sizeof(mine), cudaHostRegisterMapped));
    OK(cudaHostGetDevicePointer((void **)&seen, mine, 0));
    latch<<<1, 1>>>(seen + 3);
    mine[9] = 5;
    ((volatile unsigned *)mine)[3] = 1;
    OK(cudaDeviceSynchronize());
    printf("registered: %u %u\n", mine[3], mine[9]);
    OK(cudaHostUnregister(mine));
    OK(cudaFree(p));
}

/* Device memory: another stream writes it, by a copy or a kernel. */
static void other_streams(void)
{
    cudaStream_t a, b, c;
    cudaEvent_t e;
    unsigned *p, one = 1;
    int *n, h = 0;
    OK(cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking));
    OK(cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking));
    OK(cudaStreamCreateWithFlags(&c, cudaStreamNonBlocking));
    OK(cudaEventCreate(&e));
    OK(cudaMalloc(&p, 8));
    OK(cudaMalloc(&n, 4));
    OK(cudaMemset(p, 0, 8));
    OK(cudaMemset(n, 0, 4));
    all_wait<<<8, 64, 0, a>>>(p, n);
    OK(cudaEventRecord(e, a));
    OK(cudaStreamWaitEvent(c, e, 0));
    times<<<1, 1, 0, c>>>(n, 3);
    add<<<1, 1, 0, c>>>(n, 1);
    OK(cudaMemcpyAsync(p, &one, 4, cudaMemcpyHostToDevice, b));
    OK(cudaStreamSynchronize(c));
    OK(cudaMemcpy(&h, n, 4, cudaMemcpyDeviceToHost));
    bad += h != 1537;
    printf("by a copy: %d\n", h);
    if (machine)
        return;
    latch<<<1, 1, 0, a>>>(p + 1);
    add<<<1, 1, 0, b>>>((int *)p + 1, 1);
    OK(cudaDeviceSynchronize());
    printf("by a kernel: %s\n", cudaGetErrorName(cudaGetLastError()));
    OK(cudaStreamDestroy(a));
    OK(cudaStreamDestroy(b));
    OK(cudaStreamDestroy(c));
}

/* Main waits in the library; another thread opens the latch, after a while. */
static void other_thread(void)
{
    unsigned *open;
    OK(cudaHostAlloc(&open, 4, cudaHostAllocMapped));
    *open = 0;
    std::thread t([=] {
        usleep(300000);
        *(volatile unsigned *)open = 1;
    });
    latch<<<1, 1>>>(open);
    OK(cudaDeviceSynchronize());
    printf("another thread: %s\n", cudaGetErrorName(cudaGetLastError()));
    t.join();
    OK(cudaFreeHost(open));
}

/* A graph that waits in the middle. */
static void graph(void)
{
    cudaStream_t s;
    cudaGraph_t g;
    cudaGraphExec_t x;
    unsigned *open;
    int *n, h = 0;
    OK(cudaStreamCreate(&s));
    OK(cudaMallocManaged(&open, 4));
    OK(cudaMalloc(&n, 4));
    OK(cudaMemset(n, 0, 4));
    *open = 0;
    OK(cudaStreamBeginCapture(s, cudaStreamCaptureModeGlobal));
    add<<<1, 1, 0, s>>>(n, 2);
    latch<<<1, 1, 0, s>>>(open);
    times<<<1, 1, 0, s>>>(n, 5);
    OK(cudaStreamEndCapture(s, &g));
    OK(cudaGraphInstantiate(&x, g, NULL, NULL, 0));
    OK(cudaGraphLaunch(x, s));
    add<<<1, 1, 0, s>>>(n, 1);
    *(volatile unsigned *)open = 1;
    OK(cudaStreamSynchronize(s));
    OK(cudaMemcpy(&h, n, 4, cudaMemcpyDeviceToHost));
    bad += h != 11;
    printf("graph: %d\n", h);
    OK(cudaGraphExecDestroy(x));
    OK(cudaGraphDestroy(g));
    OK(cudaStreamDestroy(s));
}

int main(int argc, char **)
{
    cudaStream_t s, t;
    machine = argc > 1;
    queued("default stream", 0);
    dialogue();
    copies();
    OK(cudaStreamCreate(&s));
    OK(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
    queued("stream", s);
    queued("stream of its own", t);
    OK(cudaStreamDestroy(s));
    OK(cudaStreamDestroy(t));
    other_streams();
    other_thread();
    graph();
    return bad;
}
// flags: -Xcompiler -pthread -arch=sm_70
// levels: 0 3
// expect: default stream: 1 74 78 cudaSuccess
// expect: dialogue: 2470
// expect: managed variable: 42 0
// expect: registered: 1 5
// expect: stream: 1 74 78 cudaSuccess
// expect: stream of its own: 1 74 78 cudaSuccess
// expect: by a copy: 1537
// expect: by a kernel: cudaSuccess
// expect: another thread: cudaSuccess
// expect: graph: 11
