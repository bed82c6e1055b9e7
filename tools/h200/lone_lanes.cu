/* Atomics of few lanes on one word or line: how fast all SMs together do them, with an answer and without, and with others that read the
 * word at the same time.
 *   nvcc -arch=sm_90 -O2 -o lone_lanes tools/h200/lone_lanes.cu && ./lone_lanes
 * A block of `warps` warps an SM. Cycles of an instruction are those of the whole card: the slowest block's over all that were done. */
#include <cstdio>

__global__ void add(int lanes, int apart, int answer, int rounds, int readers, unsigned *word, unsigned *done, int *took)
{
    if ((int)blockIdx.x < readers) { /* one load after the other */
        unsigned n = 0, reads = 0;
        while (*(volatile unsigned *)done < gridDim.x - readers)
            for (int k = 0; k < 4; k++, reads++)
                n += *(volatile unsigned *)(word + (n >> 31)) >> 31;
        took[blockIdx.x] = (int)reads;
        return;
    }
    unsigned *mine = word + threadIdx.x % 32 * apart, v = 0;
    __syncthreads();
    long long begin = clock64();
    if ((int)(threadIdx.x % 32) < lanes)
        for (int r = 0; r < rounds; r++) {
            if (answer)
                asm volatile("atom.global.add.u32 %0, [%1], %2;" : "=r"(v) : "l"(mine), "r"(1 + (v >> 31)) : "memory");
            else
                asm volatile("red.global.add.u32 [%0], 1;" ::"l"(mine) : "memory");
        }
    __syncthreads();
    __threadfence();
    if (threadIdx.x == 0) {
        took[blockIdx.x] = (int)(clock64() - begin);
        atomicAdd(done, 1);
    }
}

int main()
{
    unsigned *mem;
    int *took;
    static int got[132];
    cudaMalloc(&mem, 1 << 20);
    cudaMalloc(&took, sizeof got);
    for (int answer = 0; answer < 2; answer++)
        for (int apart = 0; apart <= 1; apart++)
            for (int readers = 0; readers <= 66; readers += 66)
                for (int lanes = 1; lanes <= 32; lanes *= 2)
                    for (int warps = 1; warps <= 16; warps *= 16) {
                        int rounds = 20, most = 0;
                        if ((readers || warps == 1) && lanes > 2)
                            continue;
                        for (int k = 0; k < 2; k++) {
                            cudaMemset(mem, 0, 1 << 20);
                            add<<<132, 32 * warps>>>(lanes, apart, answer, rounds, readers, mem, mem + 65536, took);
                        }
                        cudaMemcpy(got, took, sizeof got, cudaMemcpyDeviceToHost);
                        double reads = 0;
                        for (int k = 0; k < readers; k++)
                            reads += got[k];
                        for (int k = readers; k < 132; k++)
                            most = got[k] > most ? got[k] : most;
                        printf("%s, %d lanes %s, %d warps of %d SMs, %d SMs read it: %.2f cycles each, %.2f reads, %s\n", answer ? "atom" : "red", lanes, apart ? "on words" : "on a word", warps, 132 - readers, readers,
                               (double)most / rounds / warps / (132 - readers), reads / rounds / warps / (132 - readers), cudaGetErrorString(cudaGetLastError()));
                    }
    return 0;
}
