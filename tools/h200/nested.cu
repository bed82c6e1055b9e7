// When kernels that a kernel launches begin: beside their parent, one behind the other in a stream, behind an event, in the tail, and
// with a parent that has blocks on every SM. In nanoseconds of the global timer. nvcc -arch=sm_90 -rdc=true nested.cu -lcudadevrt
#include <cstdio>
#include <cstdlib>
__device__ unsigned long long t0[4096], t1[4096];
__device__ unsigned long long now()
{
    unsigned long long t;
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t));
    return t;
}
__device__ void stay(long long ns)
{
    for (unsigned long long t = now(); now() - t < ns;)
        ;
}
__global__ void child(int at, long long ns)
{
    if (threadIdx.x == 0 && blockIdx.x == 0)
        t0[at] = now();
    stay(ns);
    if (threadIdx.x == 0)
        atomicMax(&t1[at], now());
}
enum { FORGET, NULL_STREAM, NAMED, EVENT, TAIL };
__global__ void parent(int how, int n, long long stays, long long child_stays)
{
    t0[0] = now();
    cudaStream_t s, r;
    cudaEvent_t e;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&r, cudaStreamNonBlocking);
    cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
    for (int i = 1; i <= n; i++) {
        if (how == FORGET)
            child<<<1, 32, 0, cudaStreamFireAndForget>>>(i, child_stays);
        if (how == NULL_STREAM)
            child<<<1, 32>>>(i, child_stays);
        if (how == NAMED)
            child<<<1, 32, 0, s>>>(i, child_stays);
        if (how == EVENT) {
            child<<<1, 32, 0, i & 1 ? s : r>>>(i, child_stays);
            cudaEventRecord(e, i & 1 ? s : r);
            cudaStreamWaitEvent(i & 1 ? r : s, e, 0);
        }
        if (how == TAIL)
            child<<<1, 32, 0, cudaStreamTailLaunch>>>(i, child_stays);
        t0[2048 + i] = now(); // the call is over
    }
    stay(stays);
    t1[0] = now();
}
// a parent of which a part fits; the first block launches
__global__ void large(long long stays)
{
    if (threadIdx.x == 0)
        t0[1024 + blockIdx.x] = now();
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        child<<<1, 32, 0, cudaStreamFireAndForget>>>(1, 1000);
        t0[2049] = now();
    }
    stay(stays);
    if (threadIdx.x == 0)
        t1[1024 + blockIdx.x] = now();
}
static unsigned long long a[4096], b[4096];
static void take()
{
    static unsigned long long zero[4096];
    cudaError_t e = cudaDeviceSynchronize();
    if (e)
        printf("%s\n", cudaGetErrorString(e));
    cudaMemcpyFromSymbol(a, t0, sizeof a);
    cudaMemcpyFromSymbol(b, t1, sizeof b);
    cudaMemcpyToSymbol(t1, zero, sizeof zero);
}
int main()
{
    static const char *name[] = {"forget", "null", "named", "event", "tail"};
    for (int round = 0; round < 3; round++) {
        for (int how = 0; how < 5; how++) {
            parent<<<1, 1>>>(how, 4, 200000, 1000);
            take();
            printf("%s: parent ends %lld; from the call to the begin", name[how], (long long)(b[0] - a[0]));
            for (int i = 1; i <= 4; i++)
                printf(" %lld", (long long)(a[i] - a[2048 + i]));
            printf("\n");
        }
        for (int how = 1; how < 5; how++)
            for (int n = 2; n <= (how == EVENT ? 8 : 32); n *= 4) {
                parent<<<1, 1>>>(how, n, 1000, 20000);
                take();
                printf("%s, %d of 20 us: from the end to the begin", name[how], n);
                for (int i = 2; i <= n; i++)
                    printf(" %lld", (long long)(a[i] - b[i - 1]));
                printf("\n");
            }
        for (int threads = 256; threads <= 1024; threads *= 4)
            for (int blocks = 132; blocks <= 792; blocks += 330) {
                large<<<blocks, threads>>>(50000);
                take();
                unsigned long long last = 0, end = 0;
                for (int i = 0; i < blocks; i++) {
                    last = a[1024 + i] > last ? a[1024 + i] : last;
                    end = b[1024 + i] > end ? b[1024 + i] : end;
                }
                printf("%d blocks of %d: call %lld child %lld, last block %lld, end %lld\n", blocks, threads, (long long)(a[2049] - a[1024]),
                       (long long)(a[1] - a[1024]), (long long)(last - a[1024]), (long long)(end - a[1024]));
            }
    }
}
