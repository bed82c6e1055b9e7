/* Questions to a card's L1, a kernel each; run it under Nsight Compute and read the sectors and hits of its loads:
 *   nvcc -arch=sm_90 -O2 -o l1_rules tools/h200/l1_rules.cu
 *   ncu --cache-control all --metrics l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum,\
 *     l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum,lts__t_sectors_srcunit_tex_op_read.sum ./l1_rules
 * Each kernel is one warp that touches 32 sectors, a lane a sector, where nothing else is said; `out` keeps the loads
 * alive, and the barriers keep the compiler from remembering what it stored. */
#include <cstdio>

#define SECTOR 8 /* floats */

__global__ void cold_load(float *p, float *out)
{
    out[threadIdx.x] = p[threadIdx.x * SECTOR];
}

__global__ void load_twice(float *p, float *out)
{
    float a = p[threadIdx.x * SECTOR];
    __syncthreads();
    out[threadIdx.x] = a + p[threadIdx.x * SECTOR];
}

/* A store to one word of each sector, then a load of that word; of the next word; of both in turn. */
__global__ void store_word_load_it(float *p, float *out)
{
    p[threadIdx.x * SECTOR] = 1;
    __syncthreads();
    out[threadIdx.x] = p[threadIdx.x * SECTOR];
}
__global__ void store_word_load_next(float *p, float *out)
{
    p[threadIdx.x * SECTOR] = 1;
    __syncthreads();
    out[threadIdx.x] = p[threadIdx.x * SECTOR + 1];
}

/* Whole sectors stored by 256 threads (eight warps, four sectors each), then loaded: 32 sectors. */
__global__ void store_sectors_load_them(float *p, float *out)
{
    p[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = p[threadIdx.x];
}

/* What was loaded, then stored to: does the next load still hit? The same word, and the next one. */
__global__ void load_store_load(float *p, float *out)
{
    float a = p[threadIdx.x * SECTOR];
    p[threadIdx.x * SECTOR] = a + 1;
    __syncthreads();
    out[threadIdx.x] = p[threadIdx.x * SECTOR];
}
__global__ void load_store_load_next(float *p, float *out)
{
    float a = p[threadIdx.x * SECTOR];
    p[threadIdx.x * SECTOR] = a + 1;
    __syncthreads();
    out[threadIdx.x] = p[threadIdx.x * SECTOR + 1];
}

/* The same with an atomic in between. */
__global__ void load_atomic_load(float *p, float *out)
{
    float a = p[threadIdx.x * SECTOR];
    atomicAdd(p + threadIdx.x * SECTOR, a + 1);
    __syncthreads();
    out[threadIdx.x] = p[threadIdx.x * SECTOR];
}

/* Every SM reads the same 64 KB once, at about the same time: what arrives at the L2 against what misses the L1. */
__global__ void all_read_the_same(float *p, float *out)
{
    float sum = 0;
    for (int i = threadIdx.x; i < 16384; i += blockDim.x)
        sum += p[i];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

/* Each SM reads 64 KB of its own: nothing to merge. */
__global__ void each_reads_its_own(float *p, float *out)
{
    float sum = 0;
    p += 16384 * blockIdx.x;
    for (int i = threadIdx.x; i < 16384; i += blockDim.x)
        sum += p[i];
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

/* One block reads so many kilobytes twice, in the same order: how much stays, and how it is replaced. With LRU the second
 * time all hit up to the L1's size and none beyond; otherwise some do. Launched for 128 KB, 144 KB and so on to 256 KB. */
__global__ void read_twice(float *p, float *out, int kilobytes)
{
    float sum = 0;
    for (int round = 0; round < 2; round++) {
        for (int i = threadIdx.x; i < kilobytes * 256; i += blockDim.x)
            sum += p[i];
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}

int main()
{
    float *p, *out;
    if (cudaMalloc(&p, 132 << 16) || cudaMalloc(&out, 1 << 20) || cudaMemset(p, 0, 132 << 16))
        return 1;
    cold_load<<<1, 32>>>(p, out);
    load_twice<<<1, 32>>>(p, out);
    store_word_load_it<<<1, 32>>>(p, out);
    store_word_load_next<<<1, 32>>>(p, out);
    store_sectors_load_them<<<1, 256>>>(p, out);
    load_store_load<<<1, 32>>>(p, out);
    load_store_load_next<<<1, 32>>>(p, out);
    load_atomic_load<<<1, 32>>>(p, out);
    all_read_the_same<<<132, 256>>>(p, out);
    each_reads_its_own<<<132, 256>>>(p, out);
    for (int kilobytes = 128; kilobytes <= 256; kilobytes += 16)
        read_twice<<<1, 256>>>(p, out, kilobytes);
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
