// %smid and %nsmid: smid.sh
#include <cstdio>
__global__ void where(unsigned *sm, unsigned *of)
{
    unsigned n;
    asm volatile("mov.u32 %0, %%smid;" : "=r"(sm[blockIdx.x]));
    asm volatile("mov.u32 %0, %%nsmid;" : "=r"(n));
    *of = n;
}
int main()
{
    const unsigned blocks = 264;
    unsigned *sm, host[blocks], n, used = 0, least = ~0u, most = 0, crowd = 0, on[1024] = {0};
    cudaMalloc(&sm, (blocks + 1) * sizeof *sm);
    where<<<blocks, 1024>>>(sm, sm + blocks);
    cudaMemcpy(host, sm, sizeof host, cudaMemcpyDeviceToHost);
    cudaMemcpy(&n, sm + blocks, sizeof n, cudaMemcpyDeviceToHost);
    for (unsigned i = 0; i < blocks; i++) {
        used += !on[host[i] % 1024]++;
        least = host[i] < least ? host[i] : least;
        most = host[i] > most ? host[i] : most;
        crowd = on[host[i] % 1024] > crowd ? on[host[i] % 1024] : crowd;
    }
    printf("%u blocks on %u of %u SMs, %u to %u, at most %u on one\n", blocks, used, n, least, most, crowd);
}
