// Where the blocks of two or three kernels go that are launched one behind the other, each in its stream: how many SMs each gets, when it begins and ends, and how many
// of its blocks ran on an SM beside one of the other kernel. A block only waits, 20 us or as many as the argument says. Times in block lengths, from A's first block.
// Columns: case, kernel, blocks, SMs, most blocks on one at a time, first start, last start, end, blocks beside the other kernel's.
// nvcc -arch=sm_90 sm_sharing.cu && ./a.out; sluice cc sm_sharing.cu -o s && sluice run -q -m h200 -- ./s 2
#include <cstdio>
#include <cstdlib>
#include <vector>
struct seen {
    unsigned sm;
    long long from, to;
};
__global__ void wait_for(seen *out, long long ns)
{
    extern __shared__ char room[];
    if (threadIdx.x == 0) {
        long long t, from;
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(from));
        do
            asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
        while (t - from < ns);
        unsigned sm;
        asm volatile("mov.u32 %0, %%smid;" : "=r"(sm));
        out[blockIdx.x] = {sm, from, t};
        if (ns < 0)
            room[0] = 1;
    }
    __syncthreads();
}
struct kernel {
    int blocks, threads, shared; // KB
    int cluster;                 // 0: none
    bool cooperative;
};
struct test {
    const char *name;
    kernel k[3];
    bool priority; // the second one's is better
};
// B may begin before A has ended; how much of them is on an SM at a time is by threads (2048), or by shared memory.
static const test tests[] = {{"half", {{66, 256, 0}, {66, 256, 0}}},
                             {"full", {{132, 256, 0}, {132, 256, 0}}},
                             {"uneven", {{400, 256, 0}, {40, 256, 0}}},
                             {"fill", {{132, 1024, 0}, {132, 1024, 0}}},
                             {"two", {{264, 1024, 0}, {264, 1024, 0}}},
                             {"over", {{528, 1024, 0}, {132, 512, 0}}},
                             {"over-priority", {{528, 1024, 0}, {132, 512, 0}}, true},
                             {"gaps", {{792, 640, 0}, {132, 128, 0}}},
                             {"gaps-priority", {{792, 640, 0}, {132, 128, 0}}, true},
                             {"shared-first", {{132, 256, 64}, {132, 256, 0}}},
                             {"shared-second", {{132, 256, 0}, {132, 256, 64}}},
                             {"shared-both", {{132, 256, 64}, {132, 256, 64}}},
                             {"cluster", {{132, 256, 0}, {128, 256, 0, 8}}},
                             {"cluster-first", {{128, 256, 0, 8}, {132, 256, 0}}},
                             {"cluster-half", {{132, 1024, 0}, {64, 1024, 0, 4}}},
                             {"cluster-full", {{264, 1024, 0}, {64, 1024, 0, 4}}},
                             {"cluster-few", {{200, 1024, 0}, {128, 1024, 0, 8}}},
                             {"cluster-behind", {{200, 1024, 0}, {128, 1024, 0, 8}, {16, 128, 0}}},
                             {"cluster-gaps", {{792, 640, 0}, {128, 128, 0, 8}}},
                             {"whole", {{132, 256, 0}, {132, 256, 0, 0, true}}},
                             {"whole-first", {{132, 256, 0, 0, true}, {132, 256, 0}}},
                             {"whole-both", {{132, 256, 0, 0, true}, {132, 256, 0, 0, true}}},
                             {"whole-full", {{264, 1024, 0}, {64, 1024, 0, 0, true}}},
                             {"part-few", {{200, 1024, 0}, {100, 1024, 0}}},
                             {"whole-few", {{200, 1024, 0}, {100, 1024, 0, 0, true}}},
                             {"part-behind", {{200, 1024, 0}, {100, 1024, 0}, {16, 128, 0}}},
                             {"whole-behind", {{200, 1024, 0}, {100, 1024, 0, 0, true}, {16, 128, 0}}},
                             {"whole-priority", {{528, 1024, 0}, {100, 1024, 0, 0, true}}, true},
                             {"whole-clusters", {{200, 1024, 0}, {96, 1024, 0, 8, true}}}};

static void show(const test &t, const std::vector<seen> *got, long long ns)
{
    long long zero = got[0][0].from;
    for (const seen &s : got[0])
        zero = s.from < zero ? s.from : zero;
    for (int k = 0; k < 3 && t.k[k].blocks; k++) {
        long long first = got[k][0].from, last = first, end = 0;
        int sms = 0, most = 0, beside = 0;
        bool used[1024] = {};
        for (const seen &s : got[k]) {
            first = s.from < first ? s.from : first, last = s.from > last ? s.from : last, end = s.to > end ? s.to : end;
            sms += !used[s.sm % 1024], used[s.sm % 1024] = true;
            int here = 0, others = 0; // at its start; at any time
            for (const seen &o : got[k])
                here += o.sm == s.sm && o.from <= s.from && s.from < o.to;
            for (int j = 0; j < 3; j++)
                for (const seen &o : got[j])
                    others += j != k && o.sm == s.sm && o.from < s.to && s.from < o.to;
            most = here > most ? here : most, beside += others > 0;
        }
        printf("%s,%c,%d,%d,%d,%.2f,%.2f,%.2f,%d\n", t.name, 'A' + k, (int)got[k].size(), sms, most, (double)(first - zero) / ns, (double)(last - zero) / ns,
               (double)(end - zero) / ns, beside);
    }
}

static void launch(const kernel &k, cudaStream_t s, seen *out, long long ns)
{
    cudaLaunchAttribute a[2] = {};
    a[0].id = cudaLaunchAttributeCooperative;
    a[0].val.cooperative = k.cooperative;
    a[1].id = cudaLaunchAttributeClusterDimension;
    a[1].val.clusterDim.x = k.cluster ? k.cluster : 1;
    a[1].val.clusterDim.y = a[1].val.clusterDim.z = 1;
    cudaLaunchConfig_t c = {};
    c.gridDim = k.blocks;
    c.blockDim = k.threads;
    c.dynamicSmemBytes = k.shared * 1024;
    c.stream = s;
    c.attrs = a + !k.cooperative;
    c.numAttrs = k.cooperative + (k.cluster > 0);
    cudaLaunchKernelEx(&c, wait_for, out, ns);
}

int main(int argc, char **argv)
{
    long long ns = argc > 1 ? 1000 * atoll(argv[1]) : 20000;
    int least, best;
    cudaDeviceGetStreamPriorityRange(&least, &best);
    cudaFuncSetAttribute(wait_for, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
    cudaStream_t low[3], high;
    for (cudaStream_t &s : low)
        cudaStreamCreateWithPriority(&s, cudaStreamNonBlocking, least);
    cudaStreamCreateWithPriority(&high, cudaStreamNonBlocking, best);
    printf("case,kernel,blocks,sms,on_an_sm,first,last,end,beside\n");
    for (const test &t : tests) {
        if (argc > 2 && atoi(argv[2]) != &t - tests)
            continue;
        seen *out[3];
        std::vector<seen> got[3];
        for (int k = 0; k < 3; k++)
            cudaMalloc(&out[k], (t.k[k].blocks + 1) * sizeof(seen));
        for (int again = 0; again < 2; again++) { // what the first round loads is there in the second
            wait_for<<<1, 32, 0, t.priority ? high : low[1]>>>(out[1], again ? ns / 8 : 0); // B comes when A is there
            if (t.k[2].blocks)
                wait_for<<<1, 32, 0, low[2]>>>(out[2], again ? ns / 4 : 0); // and C when B does
            for (int k = 0; k < 3 && t.k[k].blocks; k++)
                launch(t.k[k], k && t.priority ? high : low[k], out[k], again ? ns : 0);
            if (cudaDeviceSynchronize() != cudaSuccess)
                return printf("%s: %s\n", t.name, cudaGetErrorString(cudaGetLastError())), 1;
        }
        for (int k = 0; k < 3; k++) {
            got[k].resize(t.k[k].blocks);
            cudaMemcpy(got[k].data(), out[k], got[k].size() * sizeof(seen), cudaMemcpyDeviceToHost);
            cudaFree(out[k]);
        }
        show(t, got, ns);
    }
    return 0;
}
