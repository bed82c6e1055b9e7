/* Great-circle distances of pairs of places, in double precision. */
#include "program.h"

__global__ void haversine_distance(const double4 *__restrict__ pairs, double *__restrict__ km, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    const double rad = 0.017453292519943295;
    double lat1 = pairs[i].x * rad, lon1 = pairs[i].y * rad, lat2 = pairs[i].z * rad, lon2 = pairs[i].w * rad;
    double a = sin((lat2 - lat1) / 2), b = sin((lon2 - lon1) / 2);
    km[i] = 2 * 6371.0 * asin(sqrt(a * a + b * b * cos(lat1) * cos(lat2)));
}

int main()
{
    const int n = 20000;
    double4 *pairs = host<double4>(n);
    for (int i = 0; i < n; i++) {
        pairs[i].x = 180.0 * unit(4 * i) - 90;
        pairs[i].y = 360.0 * unit(4 * i + 1) - 180;
        pairs[i].z = 180.0 * unit(4 * i + 2) - 90;
        pairs[i].w = 360.0 * unit(4 * i + 3) - 180;
    }
    double4 *d_pairs = upload(pairs, n);
    double *d_km = device<double>(n), rad = 0.017453292519943295;
    haversine_distance<<<(n + 127) / 128, 128>>>(d_pairs, d_km, n);
    double4 p = pairs[50];
    double a = sin((p.z - p.x) * rad / 2), b = sin((p.w - p.y) * rad / 2);
    double want = 2 * 6371.0 * asin(sqrt(a * a + b * b * cos(p.x * rad) * cos(p.z * rad)));
    return verdict(near(download(d_km, n)[50], want, 1e-6));
}
