// What kernels of two streams may do at the same time, by the first argument; streams.sh compares the cycles with those of --serial.
#include "stream_fuzz.cuh"
__global__ void work(int *a, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int r = 0; r < rounds; r++)
        a[i] = a[i] * 3 + r;
}
__global__ void write_far(int *a) { a[threadIdx.x + (1 << 28)] = 1; }
__global__ void set(volatile int *flag) { *flag = 7; }
__global__ void other_work(int *a, int rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int r = 0; r < rounds; r++)
        a[i] = a[i] * 5 - r;
}
static float between(cudaEvent_t a, cudaEvent_t b)
{
    float ms = -1;
    cudaEventElapsedTime(&ms, a, b);
    return ms;
}
static void first_of_two(cudaStream_t low, cudaStream_t high, int *a, int *b, cudaLaunchAttribute *rank = NULL)
{
    cudaLaunchConfig_t config = {};
    config.gridDim = 4, config.blockDim = 64, config.stream = high, config.attrs = rank, config.numAttrs = rank != NULL;
    cudaEvent_t begin, e[2];
    cudaEventCreate(&begin), cudaEventCreate(&e[0]), cudaEventCreate(&e[1]);
    cudaEventRecord(begin, low);
    work<<<600, 256, 0, low>>>(a, 6);
    cudaEventRecord(e[0], low);
    cudaLaunchKernelEx(&config, work, b, 2);
    cudaEventRecord(e[1], high);
    cudaDeviceSynchronize();
    printf("the small one %s\n", between(begin, e[1]) < between(begin, e[0]) / 2 ? "is over early" : "waits");
}
int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "streams";
    if (argc > 3)
        return fuzz(atoi(argv[2]), atoi(argv[3]));
    cudaStream_t s[2], free_stream, high;
    int *a, *b, *flag;
    cudaMalloc(&a, 1 << 20), cudaMalloc(&b, 1 << 20), cudaMallocHost(&flag, 4);
    cudaMemset(a, 0, 1 << 20), cudaMemset(b, 0, 1 << 20);
    cudaStreamCreate(&s[0]), cudaStreamCreate(&s[1]);
    cudaEvent_t e;
    cudaEventCreate(&e);
    if (!strcmp(mode, "streams")) {
        work<<<4, 128, 0, s[0]>>>(a, 40), work<<<4, 128, 0, s[1]>>>(b, 40);
    } else if (!strcmp(mode, "same-sms") || !strcmp(mode, "no-room")) { // as many blocks as SMs, each; two fit on one, or only one
        int sms, shared = strcmp(mode, "no-room") ? 0 : 30000;
        cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, 0);
        work<<<sms, 64, shared, s[0]>>>(a, 40), other_work<<<sms, 64, shared, s[1]>>>(b, 40);
    } else if (!strcmp(mode, "non-blocking")) { // beside the default stream
        cudaStreamCreateWithFlags(&free_stream, cudaStreamNonBlocking);
        work<<<4, 128, 0, free_stream>>>(a, 40), work<<<4, 128>>>(b, 40);
    } else if (!strcmp(mode, "per-thread")) {
        work<<<4, 128, 0, s[0]>>>(a, 40), work<<<4, 128, 0, cudaStreamPerThread>>>(b, 40);
    } else if (!strcmp(mode, "legacy")) { // behind both, and the last behind it
        work<<<4, 128, 0, s[0]>>>(a, 40), work<<<4, 128>>>(b, 40), work<<<4, 128, 0, s[1]>>>(a, 40);
    } else if (!strcmp(mode, "events")) {
        work<<<4, 128, 0, s[0]>>>(a, 40), cudaEventRecord(e, s[0]), cudaStreamWaitEvent(s[1], e, 0);
        work<<<4, 128, 0, s[1]>>>(a, 40), cudaEventRecord(e, s[1]), cudaStreamWaitEvent(s[0], e, 0);
        work<<<4, 128, 0, s[0]>>>(a, 40);
    } else if (!strcmp(mode, "one")) { // two streams, work in one
        for (int i = 0; i < 3; i++)
            work<<<4, 128, 0, s[1]>>>(a, 40);
    } else if (!strcmp(mode, "priority") || !strcmp(mode, "no-priority")) {
        cudaStreamCreateWithPriority(&high, cudaStreamNonBlocking, strcmp(mode, "priority") ? 0 : -5);
        first_of_two(s[0], high, a, b);
    } else if (!strncmp(mode, "launch-", 7)) { // of the launch, not of its stream: priority, no-priority, and one that is worse than its stream's
        cudaStreamCreateWithPriority(&high, cudaStreamNonBlocking, strcmp(mode, "launch-worse") ? 0 : -5);
        cudaLaunchAttribute rank = {};
        rank.id = cudaLaunchAttributePriority, rank.val.priority = strcmp(mode, "launch-priority") ? 0 : -5;
        first_of_two(s[0], high, a, b, &rank);
    } else if (!strcmp(mode, "fault")) {
        work<<<4, 128, 0, s[0]>>>(a, 4000), write_far<<<1, 32, 0, s[1]>>>(b);
        printf("launched: %s\n", cudaGetErrorName(cudaGetLastError()));
        printf("stream 1: %s\n", cudaGetErrorName(cudaStreamSynchronize(s[1])));
        printf("stream 0: %s\n", cudaGetErrorName(cudaStreamSynchronize(s[0])));
        return 0;
    } else if (!strcmp(mode, "wrong")) { // errors of the calls, not of those that wait
        work<<<4, 128, 0, s[0]>>>(a, 40);
        work<<<4, 2048, 0, s[1]>>>(b, 40);
        printf("%s", cudaGetErrorName(cudaGetLastError()));
        printf(" %s", cudaGetErrorName(cudaMemcpyAsync(b + (1 << 20), a, 64, cudaMemcpyDeviceToDevice, s[1])));
        printf(" %s\n", cudaGetErrorName(cudaMemsetAsync(b + (1 << 20), 0, 64, s[1])));
    } else if (!strcmp(mode, "seen")) { // by the host, without a call
        work<<<4, 128, 0, s[0]>>>(a, 40);
        set<<<1, 1, 0, s[1]>>>(flag);
        while (*(volatile int *)flag != 7)
            ;
        int last;
        cudaMemcpyAsync(&last, a, 4, cudaMemcpyDeviceToHost, s[0]); // memory of its own: there when the call returns
        printf("seen %d\n", last != 0);
    }
    cudaError_t err = cudaDeviceSynchronize();
    static int got[2][512];
    cudaMemcpy(got[0], a, sizeof got[0], cudaMemcpyDeviceToHost), cudaMemcpy(got[1], b, sizeof got[1], cudaMemcpyDeviceToHost);
    unsigned sum = 0;
    for (int i = 0; i < 512; i++)
        sum = sum * 31 + (unsigned)got[0][i] + 7 * (unsigned)got[1][i];
    printf("%s %s %u\n", mode, cudaGetErrorName(err), sum);
    return 0;
}
