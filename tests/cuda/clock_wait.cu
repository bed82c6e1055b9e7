// A loop waits for memory that nobody writes, or until the clock says that it is late: time passes, though nothing
// that the loop keeps changes from one round to the next.
// expect: late after 100000: yes
// expect: late after 1000000000: yes
#include <cstdio>

__global__ void wait(const volatile unsigned *flag, unsigned limit, int *late)
{
    unsigned began, is_late;
    asm volatile("mov.u32 %0, %%clock;" : "=r"(began));
    do {
        // the clock's value is gone before the flag is read
        asm volatile("{\n\t"
                     ".reg .pred p;\n\t"
                     "mov.u32 %0, %%clock;\n\t"
                     "sub.u32 %0, %0, %1;\n\t"
                     "setp.gt.u32 p, %0, %2;\n\t"
                     "selp.u32 %0, 1, 0, p;\n\t"
                     "}"
                     : "=&r"(is_late)
                     : "r"(began), "r"(limit));
    } while (!is_late && !*flag);
    late[threadIdx.x] = is_late;
}

int main()
{
    unsigned *flag;
    int *late;
    cudaMallocManaged(&flag, sizeof *flag);
    cudaMallocManaged(&late, 32 * sizeof *late);
    *flag = 0;
    for (unsigned limit : {100000u, 1000000000u}) {
        late[31] = 0;
        wait<<<1, 32>>>(flag, limit, late);
        cudaError_t e = cudaDeviceSynchronize();
        printf("late after %u: %s\n", limit, e ? cudaGetErrorString(e) : late[31] ? "yes" : "no");
    }
    return 0;
}
