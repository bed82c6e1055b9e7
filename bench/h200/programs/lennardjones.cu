/* Molecular dynamics: Lennard-Jones forces over a neighbour list, then a step of Verlet's method. */
#include "program.h"

__global__ void lennard_jones(const float4 *__restrict__ pos, const int *__restrict__ list,
                              float4 *__restrict__ force, int atoms, int each, float cut2)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= atoms)
        return;
    float4 p = pos[i];
    float fx = 0, fy = 0, fz = 0, energy = 0;
    for (int k = 0; k < each; k++) {
        float4 q = pos[list[k * atoms + i]];
        float dx = p.x - q.x, dy = p.y - q.y, dz = p.z - q.z, r2 = dx * dx + dy * dy + dz * dz;
        if (r2 < cut2) {
            float inv2 = 1.0f / r2, inv6 = inv2 * inv2 * inv2, f = inv2 * inv6 * (48.0f * inv6 - 24.0f);
            fx += f * dx;
            fy += f * dy;
            fz += f * dz;
            energy += 4.0f * inv6 * (inv6 - 1.0f);
        }
    }
    force[i] = make_float4(fx, fy, fz, energy);
}

__global__ void verlet_step(float4 *pos, float4 *vel, const float4 *__restrict__ force, int atoms, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= atoms)
        return;
    float4 f = force[i], v = vel[i], p = pos[i];
    v.x += dt * f.x;
    v.y += dt * f.y;
    v.z += dt * f.z;
    p.x += dt * v.x;
    p.y += dt * v.y;
    p.z += dt * v.z;
    vel[i] = v;
    pos[i] = p;
}

int main()
{
    const int side = 20, atoms = side * side * side, each = 48;
    float4 *pos = host<float4>(atoms);
    int *list = host<int>(atoms * each);
    for (int i = 0; i < atoms; i++) {
        pos[i] = make_float4(i % side * 1.1f + 0.1f * unit(i), i / side % side * 1.1f + 0.1f * unit(i + atoms),
                             i / (side * side) * 1.1f + 0.1f * unit(i + 2 * atoms), 0);
        for (int k = 0; k < each; k++) {
            int j = (i + (k % 5 - 2) + (k / 5 % 5 - 2) * side + (k / 25 + 1) * side * side + atoms) % atoms;
            list[k * atoms + i] = j;
        }
    }
    float4 *d_pos = upload(pos, atoms), *d_force = device<float4>(atoms), *d_vel = device<float4>(atoms);
    int *d_list = upload(list, atoms * each), i = 3333;
    lennard_jones<<<(atoms + 127) / 128, 128>>>(d_pos, d_list, d_force, atoms, each, 6.25f);
    verlet_step<<<(atoms + 255) / 256, 256>>>(d_pos, d_vel, d_force, atoms, 0.001f);
    float4 *force = download(d_force, atoms);
    double fx = 0;
    for (int k = 0; k < each; k++) {
        float4 q = pos[list[k * atoms + i]];
        double dx = pos[i].x - q.x, dy = pos[i].y - q.y, dz = pos[i].z - q.z, r2 = dx * dx + dy * dy + dz * dz;
        if (r2 < 6.25)
            fx += (48 / pow(r2, 7) - 24 / pow(r2, 4)) * dx;
    }
    return verdict(fabs(force[i].x - fx) < 1e-2 * (1 + fabs(fx)));
}
