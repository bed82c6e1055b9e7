/* Which L2 slice has which line: half of the blocks add to one line, half to another, and where both lie in one slice
 * it takes twice as long. nvcc -arch=sm_90 -O2 -o slices tools/h200/slices.cu && ./slices 16384 50000 >slices.txt (on
 * the card: 15 s) Prints a number of a slice for each line of 128 bytes from a boundary of 2 MB on, in the order in
 * which slices are met. The limit in cycles lies between the two times, which are told first. What a card answered
 * (H200): two slices take four blocks of 256 bytes by turns, the next 1 KB lies in two others, 16 KB in 32 slices, 64
 * KB in all 94, in none of them more than 1 KB. */
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

__global__ void add_to_two(unsigned *a, size_t x, size_t y, unsigned *most)
{
    unsigned *p = a + (blockIdx.x & 1 ? y : x) * 32 + threadIdx.x % 32;
    long long t = clock64();
    for (int i = 0; i < 12; i++)
        atomicAdd(p, 1u);
    __threadfence();
    t = clock64() - t;
    if (threadIdx.x % 32 == 0)
        atomicMax(most, (unsigned)t);
}

static const size_t room = 1 << 16; /* launches between two copies back */
static unsigned *lines, *took;

static std::vector<unsigned> measure(const std::vector<std::pair<size_t, size_t>> &pairs)
{
    std::vector<unsigned> all(pairs.size());
    for (size_t from = 0; from < pairs.size(); from += room) {
        size_t n = pairs.size() - from < room ? pairs.size() - from : room;
        cudaMemset(took, 0, n * sizeof(unsigned));
        for (size_t i = 0; i < n; i++)
            add_to_two<<<132, 256>>>(lines, pairs[from + i].first, pairs[from + i].second, took + i);
        cudaMemcpy(&all[from], took, n * sizeof(unsigned), cudaMemcpyDeviceToHost);
    }
    return all;
}

int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 64;
    unsigned limit = argc > 2 ? (unsigned)atoi(argv[2]) : 50000;
    const size_t page = 2 << 20;
    char *raw;
    cudaMalloc(&raw, (size_t)n * 128 + page);
    lines = (unsigned *)(((size_t)raw + page - 1) & ~(page - 1));
    cudaMemset(lines, 0, (size_t)n * 128);
    cudaMalloc(&took, room * sizeof(unsigned));
    std::vector<unsigned> t = measure({{0, 0}, {0, 0}, {0, 1}, {0, 2}, {0, 3}, {0, 4}});
    fprintf(stderr, "line 0 and lines 0 to 4: %u %u %u %u %u cycles\n", t[1], t[2], t[3], t[4], t[5]);
    std::vector<int> slice(n, -1);
    for (int s = 0, first = 0; s < 128; s++) {
        while (first < n && slice[first] >= 0)
            first++;
        if (first == n)
            break;
        std::vector<std::pair<size_t, size_t>> pairs;
        for (int i = first; i < n; i++)
            if (slice[i] < 0)
                pairs.push_back({(size_t)first, (size_t)i});
        for (int again = 0; again < 2; again++) { /* what is slow is asked twice */
            t = measure(pairs);
            std::vector<std::pair<size_t, size_t>> slow;
            for (size_t i = 0; i < pairs.size(); i++)
                if (t[i] > limit)
                    slow.push_back(pairs[i]);
            pairs = slow;
        }
        for (auto &p : pairs)
            slice[p.second] = s;
        slice[first] = s;
    }
    for (int i = 0; i < n; i++)
        printf("%d\n", slice[i]);
    return 0;
}
