// Kernels of streams that poll what others write, none of them cooperative (poll_streams.sh runs it on machines).
// expect: later kernel 42 42
// expect: dialogue 200
// expect: default stream 42
// expect: events 9 7
// expect: copies 5 6 7
// expect: three 3
// expect: copy of a later call 12
// expect: many 64
#include <cstdio>
#include <cstring>
#include <cuda_runtime.h>
__global__ void waits(volatile int *flag, int *out)
{
    if (!threadIdx.x) {
        while (!*flag)
            continue;
        *out = *flag + 1;
    }
}
__global__ void writes(volatile int *flag, int v)
{
    if (!threadIdx.x)
        *flag = v;
}
__global__ void talks(volatile int *turn, int me, int rounds)
{
    for (int i = 0; i < rounds && !threadIdx.x; i++) {
        while ((*turn & 1) != me)
            continue;
        *turn = *turn + 1;
    }
}
__global__ void counts(int *x) { atomicAdd(x, 1); }

static int *flags;
static int get(int i)
{
    int v;
    cudaMemcpyAsync(&v, flags + i, 4, cudaMemcpyDeviceToHost, 0);
    cudaDeviceSynchronize();
    return v;
}
static void clear() { cudaMemset(flags, 0, 1024), cudaDeviceSynchronize(); }

int main(int argc, char **argv)
{
    cudaStream_t a, b, c, d, e;
    cudaMalloc(&flags, 1024);
    cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking), cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
    cudaStreamCreate(&c), cudaStreamCreate(&d), cudaStreamCreate(&e);
    clear();
    waits<<<1, 32, 0, a>>>(flags, flags + 1);
    writes<<<1, 32, 0, b>>>(flags, 41);
    cudaDeviceSynchronize();
    int first = get(1);
    if (argc > 1 && !strcmp(argv[1], "one"))
        return first != 42;
    clear();
    waits<<<1, 32, 0, c>>>(flags, flags + 1);
    writes<<<1, 32, 0, d>>>(flags, 41);
    cudaStreamSynchronize(c);
    printf("later kernel %d %d\n", first, get(1));

    clear();
    talks<<<1, 32, 0, a>>>(flags, 0, 100);
    talks<<<1, 32, 0, b>>>(flags, 1, 100);
    cudaStreamSynchronize(b), cudaStreamSynchronize(a);
    printf("dialogue %d\n", get(0));

    int v;
    clear();
    waits<<<1, 32, 0, c>>>(flags, flags + 1);
    writes<<<1, 32, 0, d>>>(flags, 41);
    cudaMemcpy(&v, flags + 1, 4, cudaMemcpyDeviceToHost); /* behind both */
    printf("default stream %d\n", v);

    clear();
    cudaEvent_t done;
    cudaEventCreate(&done);
    waits<<<1, 32, 0, a>>>(flags, flags + 1);
    cudaEventRecord(done, a);
    cudaStreamWaitEvent(c, done, 0);
    writes<<<1, 32, 0, c>>>(flags + 1, 9); /* behind the wait */
    writes<<<1, 32, 0, b>>>(flags, 6);
    writes<<<1, 32, 0, b>>>(flags + 2, 7);
    cudaEventSynchronize(done), cudaDeviceSynchronize();
    printf("events %d %d\n", get(1), get(2));

    /* Copies of the host's, after a kernel that is no matter to them has been launched before or behind the wait */
    int five = 4, six = 5, seven = 6;
    clear();
    counts<<<1, 1, 0, b>>>(flags + 9);
    waits<<<1, 32, 0, a>>>(flags, flags + 1);
    cudaMemcpy(flags, &five, 4, cudaMemcpyHostToDevice);
    cudaStreamSynchronize(a);
    int x = get(1);
    clear();
    waits<<<1, 32, 0, a>>>(flags, flags + 1);
    counts<<<1, 1, 0, b>>>(flags + 9);
    cudaMemcpyAsync(flags, &six, 4, cudaMemcpyHostToDevice, e);
    cudaDeviceSynchronize();
    int y = get(1);
    clear();
    waits<<<1, 32, 0, a>>>(flags, flags + 1);
    cudaEventRecord(done, a);
    cudaEventQuery(done); /* it begins, to wait for the host */
    counts<<<1, 1, 0, b>>>(flags + 9);
    cudaMemcpyAsync(flags, &seven, 4, cudaMemcpyHostToDevice, e);
    cudaDeviceSynchronize();
    printf("copies %d %d %d\n", x, y, get(1));

    clear();
    waits<<<1, 32, 0, a>>>(flags, flags + 1);
    waits<<<1, 32, 0, c>>>(flags + 1, flags + 2);
    writes<<<1, 32, 0, b>>>(flags, 1);
    cudaStreamSynchronize(c);
    printf("three %d\n", get(2));

    int eleven = 11;
    clear();
    counts<<<1, 1, 0, b>>>(flags + 9);
    cudaEventRecord(done, b);
    waits<<<1, 32, 0, a>>>(flags, flags + 1);
    cudaEventSynchronize(done); /* what it waits for is not behind the kernel that polls */
    cudaMemcpy(flags, &eleven, 4, cudaMemcpyHostToDevice);
    cudaStreamSynchronize(a);
    printf("copy of a later call %d\n", get(1));

    clear();
    for (int i = 0; i < 64; i++)
        waits<<<1, 32, 0, i & 1 ? a : c>>>(flags, flags + 1), counts<<<1, 1, 0, i & 1 ? a : c>>>(flags + 3);
    writes<<<1, 32, 0, b>>>(flags, 1);
    cudaDeviceSynchronize();
    printf("many %d\n", get(3));
}
