// Member masks: lanes with different masks are several groups; who is named and elsewhere is waited for.
// flags: -arch=sm_80
// levels: 0 3
// stderr: the member mask 0xffffffff names lanes that do not come here (0xffff0000)
// expect: any 0 1, all 1 0, ballot 0000ffff 80000000
// expect: match 00005555 55550000, all of a half 1 0
// expect: sums 120 376, leaders 0 16
// expect: two branches 32 of 32
// expect: three branches 32 of 32
// expect: late lanes 496
// expect: behind a barrier 32 of 32
// expect: without the others 3 33
#include <cstdio>

__global__ void groups(unsigned *out)
{
    unsigned lane = threadIdx.x, mask = lane < 16 ? 0xffffu : 0xffff0000u, k = 0;
    int same;
    out[32 * k++ + lane] = __any_sync(mask, lane == 31);
    out[32 * k++ + lane] = __all_sync(mask, lane != 31);
    out[32 * k++ + lane] = __ballot_sync(mask, lane < 16 || lane == 31);
    out[32 * k++ + lane] = __match_any_sync(mask, lane & 1);
    __match_all_sync(mask, lane < 16 ? 3 : (int)lane, &same);
    out[32 * k++ + lane] = same;
    out[32 * k++ + lane] = __reduce_add_sync(mask, lane);
    out[32 * k++ + lane] = __reduce_min_sync(mask, lane);
}

// Each side of a branch writes, waits at a barrier of its own, and reads what the other wrote.
__global__ void two_branches(int *out)
{
    __shared__ volatile int s[32];
    int lane = threadIdx.x, got;
    if (lane & 1) {
        s[lane] = lane * 3;
        __syncwarp();
        got = s[lane ^ 1];
        __syncwarp();
        s[lane] = -1;
    } else {
        s[lane] = lane * 3;
        __syncwarp();
        got = s[lane ^ 1];
        __syncwarp();
        s[lane] = -2;
    }
    out[lane] = got == (lane ^ 1) * 3;
}

__global__ void three_branches(int *out)
{
    __shared__ volatile int s[32];
    int lane = threadIdx.x, got = 0, next = (lane + 1) & 31;
    switch (lane % 3) {
    case 0: s[lane] = lane + 100; __syncwarp(); got = s[next]; break;
    case 1: s[lane] = lane + 100; __syncwarp(); got = s[next] + 1; break;
    default: s[lane] = lane + 100; __syncwarp(); got = s[next] + 2; break;
    }
    out[lane] = got == next + 100 + lane % 3;
}

// Lanes leave the loop one by one and wait for the others in a function that all of them call.
static __device__ __noinline__ int total(int v)
{
    for (int d = 16; d; d /= 2)
        v += __shfl_xor_sync(0xffffffffu, v, d);
    return v;
}
__global__ void late(int *out)
{
    int lane = threadIdx.x, v = 0;
    while (v < lane)
        v++;
    int t = total(v);
    if (lane == 0)
        *out = t;
}

// A warp's barrier on the way of one half, the other half at the block's.
__global__ void behind(int *out)
{
    __shared__ volatile int s[64];
    int t = threadIdx.x, lane = t & 31;
    s[t] = t;
    if (lane < 16)
        __syncwarp(0x0000ffffu);
    __syncthreads();
    out[t] = s[63 - t] == 63 - t;
}

// A mistake: half of the lanes are at another instruction.
__global__ void mistake(int *out)
{
    int lane = threadIdx.x, v = lane;
    if (lane < 16)
        v = __shfl_down_sync(0xffffffffu, lane, 1);
    out[lane] = v + __shfl_xor_sync(0xffffffffu, v, 1);
}

static int count(const int *p, int n)
{
    int r = 0;
    for (int i = 0; i < n; i++)
        r += p[i] != 0;
    return r;
}

int main()
{
    unsigned *u;
    int *o;
    cudaMallocManaged(&u, 32 * 8 * sizeof *u);
    cudaMallocManaged(&o, 64 * sizeof *o);
    groups<<<1, 32>>>(u);
    cudaDeviceSynchronize();
    printf("any %u %u, all %u %u, ballot %08x %08x\n", u[0], u[16], u[32], u[48], u[64], u[80]);
    printf("match %08x %08x, all of a half %u %u\n", u[96], u[112], u[128], u[144]);
    printf("sums %u %u, leaders %u %u\n", u[160], u[176], u[192], u[208]);
    two_branches<<<1, 32>>>(o);
    cudaDeviceSynchronize();
    printf("two branches %d of 32\n", count(o, 32));
    three_branches<<<1, 32>>>(o);
    cudaDeviceSynchronize();
    printf("three branches %d of 32\n", count(o, 32));
    late<<<1, 32>>>(o);
    cudaDeviceSynchronize();
    printf("late lanes %d\n", *o);
    behind<<<1, 64>>>(o);
    cudaDeviceSynchronize();
    printf("behind a barrier %d of 32\n", count(o, 32));
    mistake<<<1, 32>>>(o);
    cudaDeviceSynchronize();
    printf("without the others %d %d\n", o[0], o[16]);
    return 0;
}
