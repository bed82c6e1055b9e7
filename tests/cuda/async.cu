// Copies beside computing and barrier objects, as instructions and as cuda::barrier and cuda::pipeline make them for newer cards.
// flags: -arch=sm_80
// levels: 0 3
// expect: copies 16 8 4, partly 0
// expect: phases 0 1, pending 3 1, parity 1 0
// expect: dropped 2
// expect: handed over 64 of 64
#include <cstdio>

__global__ void copies(const int4 *in, int *out)
{
    __shared__ int4 a;
    __shared__ int2 b;
    __shared__ int c;
    __shared__ __align__(16) int part[4];
    unsigned sa = (unsigned)__cvta_generic_to_shared(&a), sb = (unsigned)__cvta_generic_to_shared(&b),
             sc = (unsigned)__cvta_generic_to_shared(&c), sp = (unsigned)__cvta_generic_to_shared(part);
    part[0] = part[3] = 9;
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(sa), "l"(in) : "memory");
    asm volatile("cp.async.ca.shared.global.L2::128B [%0], [%1], 8, 8;" ::"r"(sb), "l"(in) : "memory");
    asm volatile("cp.async.ca.shared::cta.global [%0], [%1+4], 4;" ::"r"(sc), "l"(in) : "memory");
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16, %2;" ::"r"(sp), "l"(in), "r"(4) : "memory");
    asm volatile("cp.async.commit_group;");
    asm volatile("cp.async.wait_group 0;" ::: "memory");
    asm volatile("cp.async.wait_all;" ::: "memory");
    out[0] = a.w, out[1] = b.y, out[2] = c, out[3] = part[3] + part[0] - in->x;
}

__device__ unsigned long long arrive(unsigned bar)
{
    unsigned long long state;
    asm volatile("mbarrier.arrive.shared.b64 %0, [%1];" : "=l"(state) : "r"(bar) : "memory");
    return state;
}
__device__ int done(unsigned bar, unsigned long long state)
{
    int r;
    asm volatile("{.reg .pred p; mbarrier.test_wait.shared.b64 p, [%1], %2; selp.s32 %0, 1, 0, p;}" : "=r"(r) : "r"(bar), "l"(state) : "memory");
    return r;
}
__device__ int parity(unsigned bar, int phase)
{
    int r;
    asm volatile("{.reg .pred p; mbarrier.try_wait.parity.shared::cta.b64 p, [%1], %2; selp.s32 %0, 1, 0, p;}" : "=r"(r) : "r"(bar), "r"(phase) : "memory");
    return r;
}
__global__ void phases(int *out)
{
    __shared__ unsigned long long object;
    unsigned bar = (unsigned)__cvta_generic_to_shared(&object), n, m;
    asm volatile("mbarrier.init.shared.b64 [%0], 3;" ::"r"(bar) : "memory");
    unsigned long long first = arrive(bar);
    arrive(bar);
    out[0] = done(bar, first);
    unsigned long long last = arrive(bar);
    out[1] = done(bar, first);
    asm("mbarrier.pending_count.b64 %0, %1;" : "=r"(n) : "l"(first));
    asm("mbarrier.pending_count.b64 %0, %1;" : "=r"(m) : "l"(last));
    out[2] = n, out[3] = m, out[4] = parity(bar, 0), out[5] = parity(bar, 1);
    asm volatile("mbarrier.arrive_drop.shared.b64 _, [%0];" ::"r"(bar) : "memory");
    asm volatile("mbarrier.arrive.noComplete.shared.b64 %0, [%1], 1;" : "=l"(last) : "r"(bar) : "memory");
    first = arrive(bar);
    first = arrive(bar);
    asm("mbarrier.pending_count.b64 %0, %1;" : "=r"(n) : "l"(first));
    out[6] = n;
    asm volatile("mbarrier.inval.shared.b64 [%0];" ::"r"(bar) : "memory");
}

// One warp fills, the other waits for it.
__global__ void hand_over(const int *in, int *out)
{
    __shared__ unsigned long long object;
    __shared__ int s[64];
    unsigned bar = (unsigned)__cvta_generic_to_shared(&object);
    if (threadIdx.x == 0)
        asm volatile("mbarrier.init.shared.b64 [%0], 32;" ::"r"(bar) : "memory");
    __syncthreads();
    if (threadIdx.x >= 32) {
        for (int i = threadIdx.x - 32; i < 64; i += 32)
            asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" ::"r"((unsigned)__cvta_generic_to_shared(&s[i])), "l"(in + i) : "memory");
        asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" ::"r"(bar) : "memory");
    } else {
        while (!parity(bar, 0))
            ;
        for (int i = threadIdx.x; i < 64; i += 32)
            out[i] = s[i] == in[i];
    }
}

int main()
{
    int *in, *out, n = 0;
    cudaMallocManaged(&in, 256);
    cudaMallocManaged(&out, 256);
    for (int i = 0; i < 64; i++)
        in[i] = i == 0 ? 2 : i == 1 ? 8 : i == 3 ? 16 : i;
    copies<<<1, 1>>>((const int4 *)in, out);
    cudaDeviceSynchronize();
    printf("copies %d %d %d, partly %d\n", out[0], out[1], out[2] - 4, out[3]);
    phases<<<1, 1>>>(out);
    cudaDeviceSynchronize();
    printf("phases %d %d, pending %d %d, parity %d %d\ndropped %d\n", out[0], out[1], out[2], out[3], out[4], out[5], out[6]);
    hand_over<<<1, 64>>>(in, out);
    cudaDeviceSynchronize();
    for (int i = 0; i < 64; i++)
        n += out[i];
    printf("handed over %d of 64\n", n);
    return 0;
}
