/* Which lines share a bank of DRAM, and what lines that lie apart by a stride take together:
 *   nvcc -arch=sm_90 -O2 -o banks tools/h200/banks.cu && ./banks [phases|bursts] [MB]
 * phases: one thread reads a word again and again, thrown out of the L2 each time. What meets a refresh of its bank waits for its end, so that
 * the time at which slow loads come back, modulo the time from refresh to refresh, says which bank it is: bank_phases.py makes that of the lines
 * `sample PLACE NANOSECONDS CLOCK CYCLES`, one a load.
 * bursts: W warps of each of G blocks read a line a lane, lines S bytes apart, from 32 places, cold and then from the L2: `burst G W S`, then
 * cycles of a warp (mean, of the last one) cold, and again from the L2. The caches are emptied by reading 512 MB, or as many as the second
 * argument says; 0 for a simulator that empties them at each launch. */
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define MB (1 << 20)
#define SAMPLES 160
#define ROUNDS 32

__global__ void evict(const float *p, size_t n, float *to)
{
    float s = 0;
    for (size_t i = blockIdx.x * (size_t)blockDim.x + threadIdx.x; i < n; i += (size_t)gridDim.x * blockDim.x)
        s += p[i];
    if (s == 12345)
        *to = s;
}

#ifndef WITHOUT_DISCARD
__device__ long long nanoseconds()
{
    long long t;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
    return t;
}

__global__ void again(const char *base, const size_t *at, int places, int *cycles, long long *clocks, long long *ns)
{
    __shared__ volatile int word;
    int v = 0;
    for (int k = 0; k < places; k++) {
        const char *from = base + at[k];
        for (int i = 0; i < SAMPLES; i++) {
            asm volatile("discard.global.L2 [%0], 128;" ::"l"(from) : "memory");
            __threadfence();
            __nanosleep((i * 37 + k * 11) % 128);
            long long begin = clock64();
            asm volatile("ld.global.cv.u32 %0, [%1];" : "=r"(v) : "l"(from) : "memory");
            word = v;
            long long end = clock64();
            cycles[k * SAMPLES + i] = (int)(end - begin);
            clocks[k * SAMPLES + i] = end;
            ns[k * SAMPLES + i] = nanoseconds();
        }
    }
}
#endif

__global__ void burst(const char *base, size_t stride, int *cold, int *warm)
{
    size_t warp = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    const char *from = base + (warp * 32 + threadIdx.x % 32) * stride;
    __shared__ volatile int word[1024];
    int v;
    __syncthreads();
    long long begin = clock64();
    asm volatile("ld.global.cg.u32 %0, [%1];" : "=r"(v) : "l"(from) : "memory");
    word[threadIdx.x] = v;
    __syncwarp();
    long long end = clock64();
    if (threadIdx.x % 32 == 0)
        cold[warp] = (int)(end - begin);
    __syncthreads();
    begin = clock64();
    asm volatile("ld.global.cv.u32 %0, [%1];" : "=r"(v) : "l"(from) : "memory");
    word[threadIdx.x] = v;
    __syncwarp();
    end = clock64();
    if (threadIdx.x % 32 == 0)
        warm[warp] = (int)(end - begin);
}

static void phases(char *base)
{
#ifndef WITHOUT_DISCARD
    std::vector<size_t> at;
    for (int part = 0; part < 6; part++) {
        static const size_t step[] = {128, 1024, 8192, 131072, 1 << 20, 8 << 20};
        for (size_t k = 0; k < 64; k++) {
            if (k % 16 == 0)
                at.push_back(0);
            at.push_back(k * step[part]);
        }
    }
    size_t *places, n = at.size();
    int *cycles;
    long long *clocks, *ns;
    cudaMalloc(&places, n * sizeof *places);
    cudaMalloc(&cycles, n * SAMPLES * sizeof *cycles);
    cudaMalloc(&clocks, n * SAMPLES * sizeof *clocks);
    cudaMalloc(&ns, n * SAMPLES * sizeof *ns);
    cudaMemcpy(places, at.data(), n * sizeof *places, cudaMemcpyHostToDevice);
    again<<<1, 1>>>(base, places, n, cycles, clocks, ns);
    std::vector<int> c(n * SAMPLES);
    std::vector<long long> t(n * SAMPLES), u(n * SAMPLES);
    cudaMemcpy(c.data(), cycles, n * SAMPLES * sizeof(int), cudaMemcpyDeviceToHost);
    cudaMemcpy(t.data(), clocks, n * SAMPLES * sizeof(long long), cudaMemcpyDeviceToHost);
    cudaMemcpy(u.data(), ns, n * SAMPLES * sizeof(long long), cudaMemcpyDeviceToHost);
    for (size_t k = 0; k < n * SAMPLES; k++)
        printf("sample %zu %lld %lld %d\n", at[k / SAMPLES], u[k] - u[0], t[k] - t[0], c[k]);
#endif
}

static void bursts(char *base, size_t room, float *other, size_t away, float *to)
{
    static const struct { int blocks, warps; } shape[] = {{1, 1}, {1, 4}, {4, 4}, {64, 1}, {64, 8}};
    static const size_t stride[] = {128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768, 65536, 262144, 8192 + 128, 4096 + 128};
    int *cold, *warm;
    cudaMalloc(&cold, 1024 * sizeof *cold);
    cudaMalloc(&warm, 1024 * sizeof *warm);
    for (auto s : shape)
        for (size_t d : stride) {
            int n = s.blocks * s.warps;
            size_t span = (size_t)n * 32 * d;
            if (span > room)
                continue;
            double sum[4] = {};
            std::vector<int> most;
            for (int r = 0; r < ROUNDS; r++) {
                size_t from = (size_t)(r * 2654435761u % 4093) * 8192 % (room - span + 1) / 8192 * 8192;
                if (away)
                    evict<<<264, 1024>>>(other, away / 4, to);
                burst<<<s.blocks, s.warps * 32>>>(base + from, d, cold, warm);
                int c[1024], w[1024];
                cudaMemcpy(c, cold, n * sizeof *c, cudaMemcpyDeviceToHost);
                cudaMemcpy(w, warm, n * sizeof *w, cudaMemcpyDeviceToHost);
                double a = 0, b = 0;
                for (int i = 0; i < n; i++)
                    a += c[i], b += w[i];
                sum[0] += a / n;
                sum[1] += *std::max_element(c, c + n);
                sum[2] += b / n;
                sum[3] += *std::max_element(w, w + n);
                most.push_back(*std::max_element(c, c + n));
            }
            std::sort(most.begin(), most.end());
            printf("burst %3d %2d %7zu  cold %6.0f last %6.0f (p10 %5d p50 %5d p90 %5d)  l2 %6.0f last %6.0f\n", s.blocks, s.warps, d, sum[0] / ROUNDS,
                   sum[1] / ROUNDS, most[ROUNDS / 10], most[ROUNDS / 2], most[ROUNDS * 9 / 10], sum[2] / ROUNDS, sum[3] / ROUNDS);
        }
}

int main(int argc, char **argv)
{
    const char *what = argc > 1 ? argv[1] : "";
    size_t away = (size_t)(argc > 2 ? atoi(argv[2]) : 512) * MB, room = (size_t)1024 * MB;
    char *base;
    float *other, *to;
    cudaMalloc(&base, room);
    cudaMalloc(&other, away + 4);
    cudaMalloc(&to, 4);
    if (away) {
        cudaMemset(base, 0, room);
        cudaMemset(other, 0, away);
    }
    if (strcmp(what, "bursts"))
        phases(base);
    if (strcmp(what, "phases"))
        bursts(base, room, other, away, to);
    return cudaDeviceSynchronize();
}
