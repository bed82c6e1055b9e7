/* The same update of particles: as an array of structures and as a structure of arrays. */
#include "program.h"

struct particle {
    float x, y, z, vx, vy, vz, mass, age;
};

__global__ void update_structures(particle *p, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float pull = -1.0f / (p[i].mass + 1.0f);
    p[i].vx += dt * pull * p[i].x;
    p[i].vy += dt * pull * p[i].y;
    p[i].vz += dt * pull * p[i].z;
    p[i].x += dt * p[i].vx;
    p[i].y += dt * p[i].vy;
    p[i].z += dt * p[i].vz;
    p[i].age += dt;
}

__global__ void update_arrays(float *x, float *y, float *z, float *vx, float *vy, float *vz, const float *mass,
                              float *age, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float pull = -1.0f / (mass[i] + 1.0f);
    vx[i] += dt * pull * x[i];
    vy[i] += dt * pull * y[i];
    vz[i] += dt * pull * z[i];
    x[i] += dt * vx[i];
    y[i] += dt * vy[i];
    z[i] += dt * vz[i];
    age[i] += dt;
}

int main()
{
    const int n = 100000;
    particle *p = host<particle>(n);
    float *v = host<float>(8 * n);
    for (int i = 0; i < n; i++)
        for (int k = 0; k < 8; k++)
            ((float *)&p[i])[k] = v[k * n + i] = unit(8 * i + k);
    particle *d_p = upload(p, n);
    float *d = upload(v, 8 * n);
    update_structures<<<(n + 255) / 256, 256>>>(d_p, n, 0.1f);
    update_arrays<<<(n + 255) / 256, 256>>>(d, d + n, d + 2 * n, d + 3 * n, d + 4 * n, d + 5 * n, d + 6 * n,
                                            d + 7 * n, n, 0.1f);
    particle *q = download(d_p, n);
    float *w = download(d, 8 * n);
    bool ok = true;
    for (int i = 0; i < n; i += 33)
        ok &= near(q[i].x, w[i], 1e-5) && near(q[i].vz, w[5 * n + i], 1e-5) && near(q[i].age, p[i].age + 0.1, 1e-5);
    return verdict(ok);
}
