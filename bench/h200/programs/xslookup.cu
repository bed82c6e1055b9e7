/* Cross sections looked up as a neutron transport code does: binary search in an energy grid, then sums over
 * nuclides. */
#include "program.h"

#define NUCLIDES 16
#define POINTS 4096

__global__ void cross_section_lookup(const double *__restrict__ energy, const float *__restrict__ xs,
                                     const double *__restrict__ wanted, float *__restrict__ total, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double e = wanted[i];
    int low = 0, high = POINTS - 1;
    while (high - low > 1) {
        int mid = (low + high) / 2;
        if (energy[mid] > e)
            high = mid;
        else
            low = mid;
    }
    float f = (float)((e - energy[low]) / (energy[high] - energy[low])), sum = 0;
    for (int k = 0; k < NUCLIDES; k++) {
        const float *p = xs + (k * POINTS + low) * 2;
        sum += (1.0f - f) * p[0] * p[1] + f * p[2] * p[3];
    }
    total[i] = sum;
}

int main()
{
    const int n = 40000;
    double *energy = host<double>(POINTS), *wanted = host<double>(n);
    float *xs = host_units(NUCLIDES * POINTS * 2, 1);
    for (int i = 0; i < POINTS; i++)
        energy[i] = (i + 0.5 * unit(i)) / POINTS;
    for (int i = 0; i < n; i++)
        wanted[i] = 0.001 + 0.99 * unit(i + POINTS);
    double *d_e = upload(energy, POINTS), *d_w = upload(wanted, n);
    float *d_xs = upload(xs, NUCLIDES * POINTS * 2), *d_t = device<float>(n);
    cross_section_lookup<<<(n + 255) / 256, 256>>>(d_e, d_xs, d_w, d_t, n);
    float *t = download(d_t, n);
    int low = 0;
    while (energy[low + 1] <= wanted[5])
        low++;
    double f = (wanted[5] - energy[low]) / (energy[low + 1] - energy[low]), want = 0;
    for (int k = 0; k < NUCLIDES; k++) {
        const float *p = xs + (k * POINTS + low) * 2;
        want += (1 - f) * p[0] * p[1] + f * p[2] * p[3];
    }
    return verdict(near(t[5], want, 1e-4));
}
