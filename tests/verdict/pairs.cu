// Kernels with one fault each, and the same work without it: pairs NAME bad|good. The line that is at fault, where
// there is one, ends with "// fault: NAME". tests/verdict/verdict.py says what must be said of each.
#include <cstdio>
#include <cstring>

static const int LANES = 32;

template <bool good> __global__ void strided(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, rows = n / LANES;
    int at = good ? i : i % rows * LANES + i / rows;
    x[at] = x[at] * 2 + 1; // fault: strided
}

struct particle {
    float a, b, c, d, e, f, g, h;
};
template <bool good> __global__ void structures(const particle *p, const float *a, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < 8; k++) {
        int at = (i + k * 4096) & 0x7fff;
        sum += good ? a[at] : p[at].a; // fault: structures
    }
    out[i] = sum;
}

template <bool good> __global__ void banks(float *out)
{
    const int pitch = good ? 33 : 32;
    __shared__ float tile[33 * 32];
    int t = threadIdx.x, row = t % 32;
    for (int k = t; k < 33 * 32; k += blockDim.x)
        tile[k] = k;
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 64; k++)
        sum += tile[row * pitch + (k & 31)]; // fault: banks
    out[blockIdx.x * blockDim.x + t] = sum;
}

__device__ float work(float x, int n)
{
    for (int k = 0; k < n; k++)
        x = x * 1.0001f + 0.5f;
    return x;
}
__device__ float other_work(float x, int n)
{
    for (int k = 0; k < n; k++)
        x = x * 0.9999f - 0.25f;
    return x;
}

template <bool good> __global__ void parity(float *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, which = good ? i / LANES : i;
    if (which & 1) // fault: parity
        x[i] = work(x[i], 200);
    else
        x[i] = other_work(x[i], 200);
}

template <bool good> __global__ void lengths(float *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, warp = i / LANES, lane = i % LANES;
    int turns = good ? warp % 32 * 16 : (lane + warp) % 32 * 16;
    float v = x[i];
    for (int k = 0; k < turns; k++) // fault: lengths
        v = v * 1.0001f + 0.5f;
    x[i] = v;
}

template <bool good> __global__ void one_counter(const int *x, int *sum)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, v = x[i];
    if (good) {
        v = __reduce_add_sync(0xffffffff, v);
        if (i % LANES == 0)
            atomicAdd(sum + i / LANES % 64 * 32, v);
    } else
        atomicAdd(sum + (x[i] & 1), v); // fault: one_counter
}

template <bool good> __global__ void shared_counter(const int *x, int *sum)
{
    __shared__ int own[64];
    int t = threadIdx.x;
    if (t < 64)
        own[t] = 0;
    __syncthreads();
    for (int k = 0; k < 128; k++)
        atomicAdd(&own[good ? (t + x[k]) & 31 : x[k] & 1], k); // fault: shared_counter
    __syncthreads();
    if (t < 32)
        sum[blockIdx.x * 32 + t] = own[t] + x[t];
}

__global__ void in_few(float *x, int n)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        x[i] = work(x[i], 20);
}

__global__ void waves(float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = work(x[i], n);
}

__global__ void __launch_bounds__(1024, 2) spilled(const float *x, float *out)
{
    float v[40];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 40; k++)
        v[k] = x[i + k * 64];
    for (int r = 0; r < 8; r++)
#pragma unroll
        for (int k = 0; k < 40; k++)
            v[k] = v[k] * v[(k + 7) % 40] + v[(k + 13) % 40]; // fault: spilled
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 40; k++)
        sum += v[k];
    out[i] = sum;
}
__global__ void __launch_bounds__(1024, 1) not_spilled(const float *x, float *out)
{
    float v[40];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#pragma unroll
    for (int k = 0; k < 40; k++)
        v[k] = x[i + k * 64];
    for (int r = 0; r < 8; r++)
#pragma unroll
        for (int k = 0; k < 40; k++)
            v[k] = v[k] * v[(k + 7) % 40] + v[(k + 13) % 40];
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 40; k++)
        sum += v[k];
    out[i] = sum;
}

extern __shared__ float room[];
__global__ void roomy(const float *x, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < 16; k++)
        sum += x[(i + k * 8192 + (int)sum % 2) & (n - 1)];
    room[threadIdx.x] = sum;
    out[i] = room[threadIdx.x ^ 1];
}

__global__ void tiny(float *x, int turns)
{
    for (int k = 0; k < turns; k++)
        x[threadIdx.x] += 1;
}

template <bool good> __global__ void chain(float *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float a = x[i], b = a + 1, c = a + 2, d = a + 3;
    for (int k = 0; k < 1024; k++)
        if (good)
            a = a * 1.001f + 1, b = b * 1.001f + 1, c = c * 1.001f + 1, d = d * 1.001f + 1;
        else
            a = (((a * 1.001f + 1) * 1.001f + 2) * 1.001f + 3) * 1.001f + 4; // fault: chain
    x[i] = a + b + c + d;
}

// A warp reads its own rows again and again: all of them in turn, or eight until they are done.
template <int tile> __global__ void evicted(const float *x, float *out, int lines, int turns)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, warp = i / LANES, lane = i % LANES;
    const float *own = x + (size_t)warp * lines * LANES + lane;
    float sum = 0;
    for (int from = 0; from < lines; from += tile)
        for (int turn = 0; turn < turns; turn++)
#pragma unroll 8
            for (int k = 0; k < tile; k++)
                sum = sum * 0.5f + own[(from + k) * LANES]; // fault: evicted
    out[i] = sum;
}

// The same of all blocks together, which fills the L2.
template <int tile> __global__ void refetched(const float *x, float *out, int steps, int turns)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, all = gridDim.x * blockDim.x;
    float sum = 0;
    for (int from = 0; from < steps; from += tile)
        for (int turn = 0; turn < turns; turn++)
#pragma unroll 4
            for (int k = 0; k < tile; k++)
                sum = sum * 0.5f + __ldcg(x + (from + k) * all + i); // fault: refetched
    out[i] = sum;
}

template <class T> __global__ void bytes(const T *x, T *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = x[i]; // fault: bytes
}

template <bool good> __global__ void rows(const float *x, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, line = i / LANES, lines = n / LANES;
    int at = good ? line : (int)(__brev((unsigned)line) >> (32 - __popc(lines - 1)));
    out[i] = x[at * LANES + i % LANES]; // fault: rows
}

template <bool good> __global__ void outstanding(const float *x, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, warp = i / LANES, lane = i % LANES;
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 16; k++)
        sum += good ? x[((warp * 16 + k) * LANES + lane) & (n - 1)]
                    : x[((warp * 16 + k) * LANES + lane / 8 * 8192 + lane % 8) & (n - 1)]; // fault: outstanding
    out[i] = sum;
}

template <bool good> __global__ void camping(const float *x, float *out, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, warp = i / LANES, lane = i % LANES;
    float sum = 0;
    for (int k = 0; k < 64; k++)
        sum += x[((warp * 64 + k) * (good ? 32 : 1536) + lane) & (n - 1)]; // fault: camping
    out[i] = sum;
}

template <bool good> __global__ void synchronised(float *x)
{
    __shared__ float own[1024];
    int t = threadIdx.x;
    own[t] = x[blockIdx.x * 1024 + t];
    for (int k = 0; k < 64; k++) {
        own[t] = work(own[t], good ? 16 : k % 32 == t / LANES ? 512 : 0);
        if (!good)
            __syncthreads(); // fault: synchronised
    }
    x[blockIdx.x * 1024 + t] = own[t];
}

template <bool good> __global__ void uneven(float *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = work(x[i], good ? 300 : blockIdx.x == gridDim.x - 1 ? 12000 : 100);
}

template <bool good> __global__ void divided(float *x, float by)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = x[i], r = 1 / by;
    for (int k = 0; k < 32; k++)
        v = good ? v * r + 1 : v / by + 1; // fault: divided
    x[i] = v;
}

template <bool good> __global__ void special(float *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v = x[i], w = v + 1;
    for (int k = 0; k < 32; k++) {
        v = good ? v * 0.5f + 1 : __sinf(v), w = good ? w * 0.5f + 1 : __sinf(w); // fault: special
    }
    x[i] = v + w;
}

template <class T> __global__ void precise(T *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    T a = x[i], b = a + 1;
    for (int k = 0; k < 64; k++) {
        a = a * (T)1.001 + (T)1, b = b * (T)1.001 + (T)1; // fault: precise
    }
    x[i] = a + b;
}

template <bool good> __global__ void in_memory(const int *x, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float v[16];
#pragma unroll
    for (int k = 0; k < 16; k++)
        v[k] = k + i;
    int turn = x[0];
#pragma unroll
    for (int k = 0; k < 64; k++)
        v[good ? k % 16 : (k * turn + i) & 15] += v[good ? (k + 3) % 16 : (k * turn + 3) & 15]; // fault: in_memory
    float sum = 0;
#pragma unroll
    for (int k = 0; k < 16; k++)
        sum += v[k];
    out[i] = sum;
}

template <bool good> __global__ void uncached(const float *x, float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float *own = x + (i & 1023);
    const volatile float *v = own;
    float sum = 0;
#pragma unroll 16
    for (int k = 0; k < 256; k++)
        sum = sum * 0.5f + (good ? own[k * 32] : v[k * 32]); // fault: uncached
    out[i] = sum;
}

// All warps read the same rows, which fit the L1.
template <bool good> __global__ void misaligned(const float *x, float *out, int turns)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const float *row = x + i % LANES + (good ? 0 : LANES / 2);
    float sum = 0;
    for (int turn = 0; turn < turns; turn++)
#pragma unroll 16
        for (int k = 0; k < 64; k++)
            sum = sum * 0.5f + row[k * LANES]; // fault: misaligned
    out[i] = sum;
}

__constant__ float table[1024];
template <bool good> __global__ void constants(float *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < 64; k++)
        sum += table[(good ? k : i * 7 + k) & 1023]; // fault: constants
    out[i] = sum;
}

template <bool good> __global__ void reread(const float *a, const float *b, float *c, int n)
{
    __shared__ float left[16][17], right[16][17];
    int x = threadIdx.x, y = threadIdx.y, col = blockIdx.x * 16 + x, row = blockIdx.y * 16 + y;
    float sum = 0;
    for (int k = 0; k < n; k += 16) {
        if (good) {
            left[y][x] = a[row * n + k + x];
            right[y][x] = b[(k + y) * n + col];
            __syncthreads();
#pragma unroll
            for (int j = 0; j < 16; j++)
                sum += left[y][j] * right[j][x];
            __syncthreads();
        } else
#pragma unroll
            for (int j = 0; j < 16; j++)
                sum += a[row * n + k + j] * b[(k + j) * n + col]; // fault: reread
    }
    c[row * n + col] = sum;
}

template <bool good> __global__ void fenced(float *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < 32; k++) {
        x[i + k * 65536] = k;
        if (!good)
            __threadfence(); // fault: fenced
    }
}

int main(int argc, char **argv)
{
    const int N = 1 << 20;
    float *x, *y, *z;
    if (argc < 3)
        return 2;
    bool good = !strcmp(argv[2], "good");
    cudaMalloc(&x, 4 * sizeof(float) * N);
    cudaMalloc(&y, 2 * sizeof(float) * N);
    cudaMalloc(&z, sizeof(float) * N);
    cudaMemset(x, 0, 4 * sizeof(float) * N);
    cudaMemset(y, 0, 2 * sizeof(float) * N);
    cudaMemset(z, 0, sizeof(float) * N);
    int *counters = (int *)z, one = 1;
#define CASE(name) else if (!strcmp(argv[1], #name))
#define PAIR(name, grid, block, ...)                                                                                  \
    CASE(name) if (good) name<true><<<grid, block>>>(__VA_ARGS__);                                                    \
    else name<false><<<grid, block>>>(__VA_ARGS__)
    if (0)
        ;
    PAIR(strided, 512, 256, x, 512 * 256);
    PAIR(structures, 256, 256, (particle *)x, x, y);
    PAIR(banks, 192, 256, y);
    PAIR(parity, 192, 256, x);
    PAIR(lengths, 192, 256, x);
    PAIR(one_counter, 256, 256, (int *)x, counters);
    PAIR(shared_counter, 192, 256, (int *)x, counters);
    CASE(few) in_few<<<good ? 12 : 2, 256>>>(x, 1 << 16);
    CASE(tail) waves<<<good ? 400 : 25, good ? 64 : 1024>>>(x, 2000);
    CASE(spilled) if (good) not_spilled<<<48, 1024>>>(x, y);
    else spilled<<<48, 1024>>>(x, y);
    CASE(roomy)
    {
        int room_bytes = good ? 1024 : 100 << 10;
        cudaFuncSetAttribute(roomy, cudaFuncAttributeMaxDynamicSharedMemorySize, room_bytes);
        roomy<<<1024, 64, room_bytes>>>(x, y, N);
    }
    CASE(launches) for (int k = 0; k < (good ? 1 : 50); k++) tiny<<<1, 256>>>(x, good ? 50 : 1);
    PAIR(chain, 24, 128, x);
    CASE(evicted) if (good) evicted<8><<<96, 256>>>(x, y, 128, 4);
    else evicted<128><<<96, 256>>>(x, y, 128, 4);
    CASE(refetched) if (good) refetched<4><<<120, 256>>>(x, y, 32, 4);
    else refetched<32><<<120, 256>>>(x, y, 32, 4);
    CASE(bytes) if (good) bytes<<<1024, 256>>>((short *)x, (short *)y);
    else bytes<<<1024, 256>>>((double *)x, (double *)y);
    PAIR(rows, 2048, 256, x, y, 2048 * 256);
    PAIR(outstanding, 120, 256, x, y, N);
    PAIR(camping, 120, 256, x, y, 4 * N);
    PAIR(synchronised, 24, 1024, x);
    PAIR(uneven, 193, 256, x);
    PAIR(divided, 192, 256, x, 3.f);
    PAIR(special, 192, 256, x);
    CASE(precise) if (good) precise<<<192, 256>>>(x);
    else precise<<<192, 256>>>((double *)x);
    CASE(in_memory)
    {
        cudaMemcpy(x, &one, 4, cudaMemcpyHostToDevice);
        if (good)
            in_memory<true><<<192, 256>>>((int *)x, y);
        else
            in_memory<false><<<192, 256>>>((int *)x, y);
    }
    PAIR(uncached, 192, 256, x, y);
    PAIR(misaligned, 60, 256, x, y, 8);
    PAIR(constants, 192, 256, y);
    PAIR(reread, dim3(16, 16), dim3(16, 16), x, y, z, 256);
    PAIR(fenced, 96, 256, x);
    else return printf("no pair %s\n", argv[1]), 2;
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
