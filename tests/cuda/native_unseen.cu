// A kernel that is translated while the program runs (native.py gives it an empty cache): the compiler is nobody's child.
// expect: no child seen, no signal
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <sys/wait.h>

static volatile sig_atomic_t signals;

static void count(int)
{
    signals = signals + 1;
}

__global__ void work(float *a, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = a[i];
    for (int j = 0; j < n; j++)
        s = s * 1.5f + a[(i + j) & 1023];
    a[i] = s;
}

int main()
{
    bool seen = false;
    float *a;
    signal(SIGCHLD, count);
    cudaMalloc(&a, 64 * 256 * sizeof *a);
    cudaMemset(a, 0, 64 * 256 * sizeof *a);
    for (int i = 0; i < 40; i++) {
        work<<<64, 256>>>(a, 100);
        cudaDeviceSynchronize();
        seen |= waitpid(-1, nullptr, WNOHANG) != -1 || errno != ECHILD;
    }
    printf("%s, %s\n", seen ? "a child seen" : "no child seen", signals ? "a signal" : "no signal");
}
