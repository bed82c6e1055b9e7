/* The program ends while its kernel waits for it. */
#include <stdio.h>
__global__ void wait(volatile int *flag)
{
    while (*flag == 0)
        ;
}
int main()
{
    int *flag;
    cudaMallocHost(&flag, 4);
    *flag = 0;
    wait<<<1, 1>>>(flag);
    printf("end\n");
    return 0;
}
// exit: 3
// expect: end
// stderr: endless wait
