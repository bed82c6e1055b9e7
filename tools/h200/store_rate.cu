/* What stores cost by amount: all SMs store single words, `lane` bytes apart (a whole line, every second word, a word of each sector, of each line), to so many lines that the L2
 * keeps them or has to write them back:
 *   nvcc -arch=sm_90 -O2 -o store_rate tools/h200/store_rate.cu && ./store_rate
 *   ncu --clock-control none --cache-control all --csv --page raw --metrics dram__bytes_read.sum,dram__bytes_write.sum,lts__t_sectors_srcunit_tex_op_write.sum ./store_rate
 * Each block of 1,024 threads stores a piece of its own, one of the SM's after the other, and waits for all of it. */
#include <cstdio>

__global__ void rate(char *p, int lane, int loops, long long *took)
{
    int sms = gridDim.x, warp = threadIdx.x / 32, piece = 32 * lane;
    long long begin = clock64();
    for (int k = 0; k < loops; k++) {
        char *to = p + ((size_t)k * sms + blockIdx.x) * 32 * piece + warp * piece + threadIdx.x % 32 * lane;
        asm volatile("st.global.u32 [%0], %1;" ::"l"(to), "r"(k) : "memory");
    }
    __threadfence();
    __syncthreads();
    if (threadIdx.x == 0)
        took[blockIdx.x] = clock64() - begin;
}

int main()
{
    char *p;
    long long *took, host[132];
    int sms = 132;
    cudaMalloc(&p, (size_t)1 << 30);
    cudaMalloc(&took, sizeof host);
    const int lanes[] = {4, 8, 32, 128};
    for (int round = 0; round < 2; round++)
        for (int lane : lanes) {
            for (int mb = 8; mb <= 512; mb *= 2) {
                int loops = (int)((size_t)mb * 1000000 / ((size_t)sms * 1024 * lane));
                if (!loops)
                    continue;
                rate<<<sms, 1024>>>(p, lane, loops, took);
                cudaMemcpy(host, took, sizeof host, cudaMemcpyDeviceToHost);
                long long most = 0, sum = 0;
                for (int i = 0; i < sms; i++)
                    most = host[i] > most ? host[i] : most, sum += host[i];
                int sectors = lane >= 32 ? 1024 : 32 * lane; /* of a block's loop */
                printf("row lane %d, %d loops (%d MB): %lld cycles at most, %lld in the mean, %.3f a sector\n", lane, loops, mb, most, sum / sms,
                       (double)most / ((double)loops * sectors));
            }
        }
    printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
