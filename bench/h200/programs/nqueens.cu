/* n queens: each thread takes one placement of the first three rows and counts the rest with bit masks and a stack.
 */
#include "program.h"

#define N 11

__global__ void queens_count(unsigned long long *total, int starts)
{
    int id = blockIdx.x * blockDim.x + threadIdx.x;
    if (id >= starts)
        return;
    unsigned full = (1u << N) - 1, cols = 0, left = 0, right = 0;
    int rest = id;
    for (int row = 0; row < 3; row++) {
        unsigned bit = 1u << rest % N;
        rest /= N;
        if (bit & (cols | left | right))
            return;
        cols |= bit;
        left = (left | bit) << 1;
        right = (right | bit) >> 1;
    }
    unsigned stack_free[N], stack_cols[N], stack_left[N], stack_right[N];
    int depth = 0;
    unsigned long long found = 0;
    stack_cols[0] = cols;
    stack_left[0] = left;
    stack_right[0] = right;
    stack_free[0] = full & ~(cols | left | right);
    while (depth >= 0) {
        unsigned free = stack_free[depth];
        if (!free) {
            depth--;
            continue;
        }
        unsigned bit = free & -free;
        stack_free[depth] = free ^ bit;
        unsigned c = stack_cols[depth] | bit, l = (stack_left[depth] | bit) << 1, r = (stack_right[depth] | bit) >> 1;
        if (c == full) {
            found++;
            continue;
        }
        depth++;
        stack_cols[depth] = c;
        stack_left[depth] = l;
        stack_right[depth] = r;
        stack_free[depth] = full & ~(c | l | r);
    }
    atomicAdd(total, found);
}

int main()
{
    const int starts = N * N * N;
    unsigned long long *d_total = device<unsigned long long>(1);
    queens_count<<<(starts + 63) / 64, 64>>>(d_total, starts);
    return verdict(*download(d_total, 1) == 2680);
}
