/* The Ising model after Metropolis on a chessboard: a colour a launch, random numbers from a hash of place and time.
 */
#include "program.h"

__device__ static inline unsigned scramble(unsigned x)
{
    x = (x ^ 61) ^ (x >> 16);
    x *= 9;
    x ^= x >> 4;
    x *= 0x27d4eb2d;
    return x ^ (x >> 15);
}

__global__ void ising_colour(signed char *spins, int side, int colour, float beta, unsigned time)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int y = i / (side / 2), x = 2 * (i % (side / 2)) + ((y + colour) & 1);
    if (y >= side)
        return;
    int left = x ? x - 1 : side - 1, right = x + 1 < side ? x + 1 : 0;
    int up = y ? y - 1 : side - 1, down = y + 1 < side ? y + 1 : 0;
    int sum = spins[y * side + left] + spins[y * side + right] + spins[up * side + x] + spins[down * side + x];
    int spin = spins[y * side + x];
    float cost = 2.0f * spin * sum;
    float r = scramble(i * 2 + colour + time * 7919) * 2.3283064e-10f;
    if (cost <= 0 || r < expf(-beta * cost))
        spins[y * side + x] = -spin;
}

int main()
{
    const int side = 768, cells = side * side / 2;
    signed char *s = host<signed char>(side * side);
    for (int i = 0; i < side * side; i++)
        s[i] = mix(i) & 1 ? 1 : -1;
    signed char *d_s = upload(s, side * side);
    ising_colour<<<(cells + 255) / 256, 256>>>(d_s, side, 0, 0.6f, 1);
    ising_colour<<<(cells + 255) / 256, 256>>>(d_s, side, 1, 0.6f, 2);
    signed char *t = download(d_s, side * side);
    int changed = 0, good = 1;
    for (int i = 0; i < side * side; i++) {
        changed += t[i] != s[i];
        good &= t[i] == 1 || t[i] == -1;
    }
    return verdict(good && changed > side * side / 4 && changed < side * side);
}
