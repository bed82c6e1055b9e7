// Random programs of several streams, seeds first .. first + n - 1: kernels, copies and fills of eight buffers in streams of all kinds, with
// no more events than it takes to have no race. What comes out is what the same operations give one after the other.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>
typedef unsigned u32;
static const int BUFFERS = 8, SIZE = 192, STREAMS = 7; // stream 0: legacy, 1: per thread, 2..: made
static unsigned long long state;
static u32 pick(u32 n)
{
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return (u32)(state >> 33) % n;
}
__global__ void mix(u32 *to, const u32 *from, u32 n, u32 rounds, u32 k)
{
    for (u32 i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        for (u32 r = 0; r < rounds; r++)
            to[i] = to[i] * k + from[(i + r) % n];
}
__global__ void count(u32 *to, u32 n, u32 rounds) // atomics: executed in the order of time
{
    for (u32 r = 0; r < rounds; r++)
        atomicAdd(&to[(blockIdx.x * blockDim.x + threadIdx.x + atomicAdd(&to[0], 0) * 0 + r) % n], 3u);
}
struct clocks { // what a stream's next operation comes behind: so many operations of each stream
    u32 at[STREAMS];
    void join(const clocks &o)
    {
        for (int i = 0; i < STREAMS; i++)
            at[i] = at[i] > o.at[i] ? at[i] : o.at[i];
    }
    bool has(const clocks &op, int stream) const { return at[stream] >= op.at[stream]; }
};
struct access { clocks at; int stream; };
struct buffer {
    u32 *device, *pinned, expected[SIZE], expected_pinned[SIZE];
    std::vector<access> writes, reads; // of the device's, and of the host's, which is read or written with it
};
static buffer b[BUFFERS];
static cudaStream_t s[STREAMS];
static bool blocking[STREAMS];
static clocks now[STREAMS], legacy_from;
static void make(int i)
{
    blocking[i] = pick(3) != 0;
    cudaStreamCreateWithPriority(&s[i], blocking[i] ? 0 : cudaStreamNonBlocking, -(int)pick(3));
}
static clocks begin(int st) // the operation's own clocks
{
    clocks c = now[st];
    if (st == 0)
        for (int i = 0; i < STREAMS; i++)
            if (blocking[i])
                c.join(now[i]);
    if (blocking[st])
        c.join(legacy_from);
    return c;
}
static void behind(int st, const std::vector<access> &before) // events where nothing else says so
{
    for (const access &a : before)
        if (!begin(st).has(a.at, a.stream)) {
            cudaEvent_t e;
            cudaEventCreateWithFlags(&e, cudaEventDisableTiming);
            clocks c = begin(a.stream); // an event of the legacy stream comes behind all
            if (a.stream == 0)
                legacy_from.join(c);
            cudaEventRecord(e, s[a.stream]);
            cudaStreamWaitEvent(s[st], e, 0);
            cudaEventDestroy(e);
            now[st].join(c);
        }
}
static void operate(int st, buffer *to, buffer *from)
{
    behind(st, to->writes), behind(st, to->reads);
    if (from != to)
        behind(st, from->writes);
    clocks c = begin(st);
    now[st] = c;
    now[st].at[st]++;
    if (st == 0)
        legacy_from.join(now[st]);
    to->writes.push_back({now[st], st});
    if (from != to)
        from->reads.push_back({now[st], st});
}
static void wait_all()
{
    for (buffer &x : b)
        x.writes.clear(), x.reads.clear();
}
static void one_step()
{
    int st = (int)pick(STREAMS);
    buffer *to = &b[pick(BUFFERS)], *from = &b[pick(BUFFERS)];
    u32 rounds = 1 + pick(4), k = pick(1000) * 2 + 1, what = pick(20);
    if (what < 9 && to != from) {
        operate(st, to, from);
        mix<<<1 + pick(6), 64, 0, s[st]>>>(to->device, from->device, SIZE, rounds, k);
        for (int i = 0; i < SIZE; i++)
            for (u32 r = 0; r < rounds; r++)
                to->expected[i] = to->expected[i] * k + from->expected[(i + r) % SIZE];
    } else if (what < 11) {
        operate(st, to, to);
        u32 blocks = 1 + pick(4);
        count<<<blocks, 32, 0, s[st]>>>(to->device, SIZE, rounds);
        for (u32 t = 0; t < blocks * 32; t++)
            for (u32 r = 0; r < rounds; r++)
                to->expected[(t + r) % SIZE] += 3;
    } else if (what < 13) {
        operate(st, to, from);
        cudaMemcpyAsync(to->device, from->device, sizeof to->expected, cudaMemcpyDeviceToDevice, s[st]);
        memcpy(to->expected, from->expected, sizeof to->expected);
    } else if (what == 13) {
        operate(st, to, to);
        cudaMemcpyAsync(to->pinned, to->device, sizeof to->expected, cudaMemcpyDeviceToHost, s[st]);
        memcpy(to->expected_pinned, to->expected, sizeof to->expected);
    } else if (what == 14) {
        operate(st, to, to);
        cudaMemcpyAsync(to->device, to->pinned, sizeof to->expected, cudaMemcpyHostToDevice, s[st]);
        memcpy(to->expected, to->expected_pinned, sizeof to->expected);
    } else if (what == 15) {
        operate(st, to, to);
        cudaMemsetAsync(to->device, (int)(k & 255), sizeof to->expected, s[st]);
        memset(to->expected, (int)(k & 255), sizeof to->expected);
    } else if (what == 16) {
        u32 own[SIZE]; // pageable: read by the call
        for (u32 &x : own)
            x = pick(1000);
        operate(st, to, to);
        cudaMemcpyAsync(to->device, own, sizeof own, cudaMemcpyHostToDevice, s[st]);
        memcpy(to->expected, own, sizeof own);
        memset(own, 0, sizeof own);
    } else if (what == 17 && st >= 2 && !pick(3)) {
        cudaStreamSynchronize(s[st]); // its clocks are in nobody's: buffers keep their accesses
        cudaStreamDestroy(s[st]);
        cudaDeviceSynchronize();
        wait_all();
        make(st);
    } else if (what == 18 && !pick(4)) {
        cudaDeviceSynchronize();
        wait_all();
    } else if (what == 19) {
        cudaStreamQuery(s[st]);
    }
}
static bool program(int seed)
{
    state = (unsigned long long)seed * 0x9E3779B97F4A7C15ull + 1;
    memset(now, 0, sizeof now), memset(&legacy_from, 0, sizeof legacy_from);
    wait_all();
    s[0] = 0, s[1] = cudaStreamPerThread, blocking[0] = blocking[1] = true;
    for (int i = 2; i < STREAMS; i++)
        make(i);
    for (buffer &x : b)
        for (int i = 0; i < SIZE; i++)
            x.pinned[i] = x.expected_pinned[i] = pick(1000), x.expected[i] = 0;
    for (buffer &x : b)
        cudaMemset(x.device, 0, sizeof x.expected);
    for (int i = 0; i < 60; i++)
        one_step();
    bool ok = cudaDeviceSynchronize() == cudaSuccess;
    for (int i = 0; i < BUFFERS; i++) {
        u32 got[SIZE];
        cudaMemcpy(got, b[i].device, sizeof got, cudaMemcpyDeviceToHost);
        if (memcmp(got, b[i].expected, sizeof got) || memcmp(b[i].pinned, b[i].expected_pinned, sizeof got)) {
            printf("seed %d: buffer %d is wrong\n", seed, i);
            ok = false;
        }
    }
    for (int i = 2; i < STREAMS; i++)
        cudaStreamDestroy(s[i]);
    return ok;
}
static int fuzz(int first, int n)
{
    int good = 0;
    for (buffer &x : b)
        cudaMalloc(&x.device, sizeof x.expected), cudaMallocHost(&x.pinned, sizeof x.expected);
    for (int i = 0; i < n; i++)
        good += program(first + i);
    printf("%d programs as one after the other\n", good);
    return good != n;
}
