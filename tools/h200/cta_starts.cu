/* When a launch's blocks begin, and on which SM: for grids of several sizes, a line a block with its SM, the begin in
 * cycles after the first one of the launch (clocks of SMs are set beside each other with the global timer), and what
 * its first, second and third load took.
 *   tools/h200/build-ptx.sh tools/h200/cta_starts.cu cta_starts.ptx cta_starts && ./cta_starts > starts.csv
 * Here: sluice cc -O2 -o cta_starts tools/h200/cta_starts.cu && sluice run -m h200 -- ./cta_starts
 * Blocks `stay` until the timer has moved, which gives the clocks' distance; others (`short`) leave at once, and
 * their begins are read off the distance that the SM had before. */
#include <cstdio>
#include <cstdlib>
#include <vector>

struct line {
    long long begin, edge;
    unsigned long long timer;
    int sm, first, second, third;
};

__device__ unsigned long long timer()
{
    unsigned long long t;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
    return t;
}
__device__ int sm_id()
{
    int id;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(id));
    return id;
}

/* Stays until the timer moves. */
__global__ void stay(line *out, const int *data, int)
{
    long long begin = clock64();
    unsigned long long t = timer(), u;
    do
        u = timer();
    while (u == t);
    if (threadIdx.x == 0)
        out[blockIdx.x] = line{begin, clock64(), u, sm_id(), 0, 0, 0};
}
/* Leaves at once. */
__global__ void leave(line *out, const int *data, int)
{
    long long begin = clock64();
    if (threadIdx.x == 0)
        out[blockIdx.x] = line{begin, clock64(), timer(), sm_id(), 0, 0, 0};
}
/* Three loads, one after the other; lanes of a block read lines of their own. */
__global__ void loads(line *out, const int *data, int n)
{
    long long begin = clock64();
    unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
    int a = data[at];
    long long one = clock64() + (a < 0);
    int b = data[n + at + a];
    long long two = clock64() + (b < 0);
    int c = data[2 * n + at + b];
    long long three = clock64() + (c < 0);
    if (threadIdx.x == 0)
        out[blockIdx.x] =
            line{begin, three, timer(), sm_id(), (int)(one - begin), (int)(two - one), (int)(three - two)};
}

/* A loop of loads of constants at an address that lanes might not share. */
__constant__ unsigned long long table[512];
template <class T> __global__ void constants(line *out, const int *data, int rounds)
{
    const T *t = (const T *)table;
    unsigned at = data[threadIdx.x] & 7;
    T s = 0;
    long long begin = clock64();
#pragma unroll 1
    for (int i = 0; i < rounds; i++) {
#pragma unroll
        for (int k = 0; k < 16; k++)
            s += t[at + k];
        at = (at + (unsigned)(s & 1)) & 7;
    }
    long long end = clock64();
    if (threadIdx.x == 0)
        out[blockIdx.x] = line{begin, end, timer(), sm_id(), (int)s, 0, 0};
}

typedef void (*kernel)(line *, const int *, int);

static line *out;
static int *data;
static char *big;

static void run(const char *name, kernel k, int blocks, int threads, bool cold)
{
    static std::vector<line> host(8192);
    for (int again = 0; again < 3; again++) {
        if (cold)
            cudaMemset(big, again, 256 << 20);
        cudaDeviceSynchronize();
        k<<<blocks, threads>>>(out, data, 1 << 20);
        cudaMemcpy(host.data(), out, blocks * sizeof(line), cudaMemcpyDeviceToHost);
        if (again == 0)
            continue;
        for (int i = 0; i < blocks; i++)
            printf("%s,%d,%d,%d,%d,%d,%d,%lld,%lld,%llu,%d,%d,%d\n", name, cold, blocks, threads, again, i,
                   host[i].sm, host[i].begin, host[i].edge, host[i].timer, host[i].first, host[i].second,
                   host[i].third);
    }
}

int main(int argc, char **argv)
{
    cudaMalloc(&out, 8192 * sizeof(line));
    cudaMalloc(&data, (3 << 20) * sizeof(int) + (1 << 20));
    cudaMemset(data, 0, (3 << 20) * sizeof(int) + (1 << 20));
    cudaMalloc(&big, 256 << 20);
    const int shapes[][2] = {{132, 256}, {264, 256}, {1056, 256}, {264, 1024}, {4096, 256}, {2112, 64}, {500, 128}};
    for (auto &s : shapes) {
        run("stay", stay, s[0], s[1], false);
        run("leave", leave, s[0], s[1], false);
        run("loads", loads, s[0], s[1], false);
        run("loads", loads, s[0], s[1], true);
    }
    for (int warps : {1, 4, 16, 32})
        for (int wide = 0; wide < 2; wide++) {
            line host;
            for (int again = 0; again < 2; again++)
                (wide ? constants<unsigned long long> : constants<unsigned>)<<<1, 32 * warps>>>(out, data, 64);
            cudaMemcpy(&host, out, sizeof host, cudaMemcpyDeviceToHost);
            printf("constants,%d bytes,%d warps,%.2f cycles of the SM a load\n", wide ? 8 : 4, warps,
                   (double)(host.edge - host.begin) / (64 * 16 * warps));
        }
    fprintf(stderr, "%s\n", cudaGetErrorString(cudaGetLastError()));
    return 0;
}
