/* tools/bench: one thread follows a chain of loads through 4 MB, a line each: nothing but latency, on a machine of which
   nearly all is idle. */
#include <cstdio>
#include <cstdlib>
#include <vector>

__global__ void follow(const unsigned *next, unsigned *end, unsigned steps)
{
    unsigned at = 0;
    for (unsigned i = 0; i < steps; i++)
        at = next[at];
    *end = at;
}

int main(int argc, char **argv)
{
    const unsigned words = 32, lines = 1 << 15; /* of a line; of the chain */
    unsigned steps = argc > 1 ? (unsigned)atoi(argv[1]) : 200000, want = 0, got, *next, *end;
    std::vector<unsigned> chain(lines * words);
    for (unsigned i = 0; i < lines; i++)
        chain[i * words] = (i * 977 + 12345) % lines * words;
    for (unsigned i = 0; i < steps; i++)
        want = chain[want];
    cudaMalloc(&next, chain.size() * sizeof *next);
    cudaMalloc(&end, sizeof *end);
    cudaMemcpy(next, chain.data(), chain.size() * sizeof *next, cudaMemcpyHostToDevice);
    follow<<<1, 1>>>(next, end, steps);
    cudaMemcpy(&got, end, sizeof got, cudaMemcpyDeviceToHost);
    if (got != want)
        printf("the chain ends at %u, not at %u\n", want, got);
    return got != want;
}
