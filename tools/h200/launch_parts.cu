/* Where the time of a launch of many blocks goes: what lies ahead of the first block and behind the last one.
 *   tools/h200/build-ptx.sh tools/h200/launch_parts.cu launch_parts.ptx launch_parts && ./launch_parts
 * Three kernels follow each other in a stream: one thread that notes the time, the blocks, one thread that notes the
 * time. Blocks do nothing, or note their begin, or compute for 2,000 cycles, or stay until all have come and leave at
 * the same time. Nanoseconds of the global timer (which steps by 32), means over 30 launches. */
#include <algorithm>
#include <cstdio>
#include <vector>

typedef unsigned long long u64;
struct line {
    u64 begin, end;
};

__device__ u64 timer()
{
    u64 t;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
    return t;
}
__global__ void note(u64 *at)
{
    *at = timer();
}
__global__ void nothing(line *out, const u64 *start) {}
__global__ void note_all(line *out, const u64 *start)
{
    u64 t = timer();
    if (threadIdx.x == 0)
        out[blockIdx.x] = line{t, timer()};
}
__global__ void compute(line *out, const u64 *start)
{
    u64 t = timer();
    long long begin = clock64();
    while (clock64() - begin < 2000)
        ;
    if (threadIdx.x == 0)
        out[blockIdx.x] = line{t, timer()};
}
/* No store: the end is where the blocks agreed to end. */
__global__ void leave_together(line *out, const u64 *start)
{
    u64 until = *start + 12000;
    while (timer() < until)
        ;
}
/* Likewise, one after the other: each 2 ns later than the one before. */
__global__ void leave_in_turn(line *out, const u64 *start)
{
    u64 until = *start + 12000 + 2 * blockIdx.x;
    while (timer() < until)
        ;
}

typedef void (*kernel)(line *, const u64 *);

static line *out;
static u64 *at;

static void run(const char *name, kernel k, int blocks, int threads, int last)
{
    double ahead = 0, inside = 0, behind = 0, spread = 0, all = 0;
    std::vector<line> host(8192);
    u64 t[2];
    const int again = 30;
    for (int i = -3; i < again; i++) {
        note<<<1, 1>>>(at);
        k<<<blocks, threads>>>(out, at);
        note<<<1, 1>>>(at + 1);
        cudaMemcpy(t, at, sizeof t, cudaMemcpyDeviceToHost);
        cudaMemcpy(host.data(), out, blocks * sizeof(line), cudaMemcpyDeviceToHost);
        if (i < 0)
            continue;
        u64 first = ~0ull, begun = 0, ended = 0;
        for (int b = 0; b < blocks; b++) {
            first = std::min(first, host[b].begin);
            begun = std::max(begun, host[b].begin);
            ended = std::max(ended, host[b].end);
        }
        all += (double)(t[1] - t[0]) / again;
        if (last >= 0)
            behind += (double)(t[1] - (t[0] + 12000 + last)) / again;
        else if (k != nothing) {
            ahead += (double)(first - t[0]) / again;
            spread += (double)(begun - first) / again;
            inside += (double)(ended - first) / again;
            behind += (double)(t[1] - ended) / again;
        }
    }
    printf("%-14s %5d x %4d  all %7.0f  ahead %6.0f  begins %6.0f  blocks %6.0f  behind %6.0f ns\n", name, blocks,
           threads, all, ahead, spread, inside, behind);
}

int main()
{
    cudaMalloc(&out, 8192 * sizeof(line));
    cudaMalloc(&at, 2 * sizeof(u64));
    const int shapes[][2] = {{1, 256},    {16, 256},   {66, 256},   {132, 256},  {264, 256},
                             {528, 256},  {1056, 256}, {2112, 256}, {4096, 256}, {264, 1024},
                             {528, 1024}, {528, 64},   {2112, 64},  {4224, 64},  {4224, 32}};
    for (auto &s : shapes) {
        run("nothing", nothing, s[0], s[1], -1);
        run("note_all", note_all, s[0], s[1], -1);
        run("compute", compute, s[0], s[1], -1);
        if (s[0] * s[1] <= 132 * 2048) {
            run("leave_together", leave_together, s[0], s[1], 0);
            run("leave_in_turn", leave_in_turn, s[0], s[1], 2 * (s[0] - 1));
        }
    }
    puts(cudaGetErrorString(cudaGetLastError()));
    return 0;
}
