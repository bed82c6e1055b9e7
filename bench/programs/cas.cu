/* tools/bench: 20,000 threads in a loop of compare-and-swap on one word. What each gets depends on the order of time, so
   no warp can be emulated further than to its next one. */
#include <cstdio>
#include <cstdlib>

__global__ void add_one(unsigned *word)
{
    unsigned old = *(volatile unsigned *)word, seen;
    while ((seen = atomicCAS(word, old, old + 1)) != old)
        old = seen;
}

int main(int argc, char **argv)
{
    unsigned blocks = ((argc > 1 ? (unsigned)atoi(argv[1]) : 20000) + 127) / 128, *word, result;
    cudaMalloc(&word, sizeof *word);
    cudaMemset(word, 0, sizeof *word);
    add_one<<<blocks, 128>>>(word);
    cudaMemcpy(&result, word, sizeof *word, cudaMemcpyDeviceToHost);
    if (result != blocks * 128)
        printf("%u of %u additions\n", result, blocks * 128);
    return result != blocks * 128;
}
