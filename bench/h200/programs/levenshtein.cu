/* Edit distances of pairs of strings by antidiagonals: a pair a block, three diagonals in shared memory. */
#include "program.h"

#define LEN 128

__global__ void edit_distance(const char *__restrict__ a, const char *__restrict__ b, int *__restrict__ dist)
{
    __shared__ int diag[3][LEN + 1];
    __shared__ char sa[LEN], sb[LEN];
    int t = threadIdx.x;
    sa[t] = a[blockIdx.x * LEN + t];
    sb[t] = b[blockIdx.x * LEN + t];
    if (t == 0) {
        diag[0][0] = 0;
        diag[1][0] = 1;
        diag[1][1] = 1;
    }
    __syncthreads();
    for (int d = 2; d <= 2 * LEN; d++) {
        int *now = diag[d % 3], *last = diag[(d + 2) % 3], *old = diag[(d + 1) % 3];
        int i = t + 1, j = d - i;
        if (j >= 1 && j <= LEN) {
            int cost = old[i - 1] + (sa[i - 1] != sb[j - 1]);
            now[i] = min(cost, min(last[i], last[i - 1]) + 1);
        }
        if (j == 0)
            now[i] = i;
        if (t == 0 && d <= LEN)
            now[0] = d;
        __syncthreads();
    }
    if (t == 0)
        dist[blockIdx.x] = diag[2 * LEN % 3][LEN];
}

int main()
{
    const int pairs = 60;
    char *a = host<char>(pairs * LEN), *b = host<char>(pairs * LEN);
    for (int i = 0; i < pairs * LEN; i++) {
        a[i] = "acgt"[mix(i) % 4];
        b[i] = mix(i + 5) % 8 ? a[i] : "acgt"[mix(i + 9) % 4];
    }
    char *d_a = upload(a, pairs * LEN), *d_b = upload(b, pairs * LEN);
    int *d_dist = device<int>(pairs);
    edit_distance<<<pairs, LEN>>>(d_a, d_b, d_dist);
    int *dist = download(d_dist, pairs), row[LEN + 1];
    bool ok = true;
    for (int p = 0; p < pairs; p += 50) {
        for (int j = 0; j <= LEN; j++)
            row[j] = j;
        for (int i = 1; i <= LEN; i++) {
            int corner = row[0];
            row[0] = i;
            for (int j = 1; j <= LEN; j++) {
                int up = row[j], best = corner + (a[p * LEN + i - 1] != b[p * LEN + j - 1]);
                best = up + 1 < best ? up + 1 : best;
                row[j] = row[j - 1] + 1 < best ? row[j - 1] + 1 : best;
                corner = up;
            }
        }
        ok &= dist[p] == row[LEN];
    }
    return verdict(ok);
}
