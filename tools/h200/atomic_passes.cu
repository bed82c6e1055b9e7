/* What atomics cost at the L2: blocks add to n lines in turn, and the lanes of a warp lie in seven ways. The same
 * source runs on the card and here: nvcc -arch=sm_90 -O2 -o passes tools/h200/atomic_passes.cu && ./passes sluice cc
 * -O2 -o passes tools/h200/atomic_passes.cu && sluice run -m h200 -- ./passes Each line: the operation, lines,
 * blocks, then for each way the cycles of one warp's operation, all blocks together. Lines 0, 1, 4 and 5 lie in one
 * slice (slices.cu). */
#include <cstdio>
#include <cstdlib>
#include <vector>

enum { LINE, HALVES, WORDS, SECTORS, LINES, WHOLE, ONE, WAYS };
static const char *names[WAYS] = {"a line",
                                  "4 words of 4 sectors, 2 lanes each",
                                  "a word of 4 sectors, 8 lanes each",
                                  "a word of 32 sectors",
                                  "a word of 32 lines",
                                  "whole sectors of 4 lines",
                                  "one word"};

template <class T, int ANSWER>
__global__ void add(T *a, const unsigned *line, int n, int way, int times, unsigned *most)
{
    const unsigned per = 128 / sizeof(T), sector = 32 / sizeof(T);
    unsigned lane = threadIdx.x % 32, warp = blockIdx.x * (blockDim.x / 32) + threadIdx.x / 32;
    unsigned word = 0, from = 0, step = 1;
    if (way == LINE)
        word = lane % per;
    else if (way == HALVES)
        word = lane / 8 * sector + lane % 4;
    else if (way == WORDS)
        word = lane % 4 * sector;
    else if (way == SECTORS)
        from = lane / 4, word = lane % 4 * sector, step = 8;
    else if (way == LINES)
        from = lane, step = 32;
    else if (way == WHOLE)
        from = lane / 8, word = lane % 8, step = 4;
    T sum = 0;
    unsigned k = (warp * 7 * step + from) % n;
    long long t = clock64();
    for (int i = 0; i < times; i++) {
        T *p = a + (size_t)line[k] * per + word;
        if (ANSWER)
            sum += atomicAdd(p, (T)1);
        else
            atomicAdd(p, (T)1);
        k = (k + step) % n;
    }
    __threadfence();
    t = clock64() - t;
    if (lane == 0)
        atomicMax(most, (unsigned)t + (ANSWER && sum == (T)-1));
}

static char *room;
static unsigned *most, *list;

template <class T, int ANSWER>
static void measure(const char *name, const std::vector<unsigned> &lines, int blocks, int less, int more)
{
    cudaMemcpy(list, lines.data(), lines.size() * sizeof(unsigned), cudaMemcpyHostToDevice);
    printf("%s, %zu lines, %d blocks:", name, lines.size(), blocks);
    for (int way = 0; way < WAYS; way++) {
        unsigned took[2];
        for (int k = 0; k < 2; k++) {
            took[k] = ~0u;
            for (int again = 0; again < 3; again++) {
                unsigned now;
                cudaMemset(most, 0, sizeof now);
                add<T, ANSWER><<<blocks, 512>>>((T *)room, list, (int)lines.size(), way, k ? more : less, most);
                cudaMemcpy(&now, most, sizeof now, cudaMemcpyDeviceToHost);
                took[k] = now < took[k] ? now : took[k];
            }
        }
        printf(" %s %.2f%s", names[way], ((double)took[1] - took[0]) / ((double)blocks * 16 * (more - less)),
               way + 1 < WAYS ? "," : "\n");
    }
}

int main()
{
    const unsigned all = 16384; /* lines: 2 MB */
    char *raw;
    cudaMalloc(&raw, (size_t)all * 256);
    room = (char *)(((size_t)raw + all * 128 - 1) & ~((size_t)all * 128 - 1));
    cudaMemset(room, 0, (size_t)all * 128);
    cudaMalloc(&most, sizeof *most);
    cudaMalloc(&list, all * sizeof *list);
    for (unsigned n : {1u, 64u, 512u, all}) {
        std::vector<unsigned> lines;
        for (unsigned i = 0; i < n; i++)
            lines.push_back(i * 40503u % n);
        measure<unsigned, 0>("u32", lines, 132, 8, n < 1000 ? 12 : 24);
        measure<unsigned, 1>("u32 with an answer", lines, 132, 8, n < 1000 ? 12 : 24);
        measure<unsigned, 0>("u32", lines, 1, 16, 48);
    }
    for (const std::vector<unsigned> &lines : {std::vector<unsigned>{0}, {0, 1}, {0, 1, 4, 5}}) {
        measure<float, 0>("f32", lines, 132, 8, 12);
        measure<double, 0>("f64", lines, 132, 8, 12);
    }
    return 0;
}
