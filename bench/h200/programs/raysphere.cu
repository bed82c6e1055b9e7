/* Rays against 48 spheres in constant memory: the nearest hit is shaded with a light and a shadow ray. */
#include "program.h"

#define SPHERES 48

struct sphere {
    float x, y, z, r2;
};

__constant__ sphere scene[SPHERES];

__device__ static float hit(const sphere &s, float ox, float oy, float oz, float dx, float dy, float dz)
{
    float lx = s.x - ox, ly = s.y - oy, lz = s.z - oz;
    float along = lx * dx + ly * dy + lz * dz, d2 = lx * lx + ly * ly + lz * lz - along * along;
    if (along < 0 || d2 > s.r2)
        return 1e30f;
    float t = along - sqrtf(s.r2 - d2);
    return t > 1e-3f ? t : 1e30f;
}

__global__ void trace_spheres(float *out, int w, int h)
{
    int px = blockIdx.x * blockDim.x + threadIdx.x, py = blockIdx.y * blockDim.y + threadIdx.y;
    if (px >= w || py >= h)
        return;
    float dx = (px - 0.5f * w) / w, dy = (py - 0.5f * h) / w, dz = 1.0f, inv = rsqrtf(dx * dx + dy * dy + dz * dz);
    dx *= inv;
    dy *= inv;
    dz *= inv;
    float best = 1e30f, light = 0.05f;
    int which = -1;
    for (int s = 0; s < SPHERES; s++) {
        float t = hit(scene[s], 0, 0, 0, dx, dy, dz);
        if (t < best) {
            best = t;
            which = s;
        }
    }
    if (which >= 0) {
        float x = best * dx, y = best * dy, z = best * dz, lx = 5 - x, ly = 8 - y, lz = -2 - z;
        float nx = x - scene[which].x, ny = y - scene[which].y, nz = z - scene[which].z;
        float il = rsqrtf(lx * lx + ly * ly + lz * lz), in = rsqrtf(nx * nx + ny * ny + nz * nz);
        float facing = (nx * lx + ny * ly + nz * lz) * il * in;
        bool dark = facing <= 0;
        for (int s = 0; s < SPHERES && !dark; s++)
            dark = hit(scene[s], x, y, z, lx * il, ly * il, lz * il) < 1e29f;
        light = 0.15f + (dark ? 0.0f : 0.85f * facing);
    }
    out[py * w + px] = light;
}

int main()
{
    const int w = 240, h = 160;
    sphere list[SPHERES];
    for (int i = 0; i < SPHERES; i++) {
        float r = 0.2f + 0.5f * unit(i);
        list[i] = {8 * unit(i + 100) - 4, 6 * unit(i + 200) - 3, 5 + 7 * unit(i + 300), r * r};
    }
    CHECK(cudaMemcpyToSymbol(scene, list, sizeof list));
    float *d_out = device<float>(w * h);
    trace_spheres<<<dim3((w + 7) / 8, (h + 7) / 8), dim3(8, 8)>>>(d_out, w, h);
    float *out = download(d_out, w * h);
    int lit = 0, empty = 0;
    for (int i = 0; i < w * h; i++) {
        lit += out[i] > 0.2f;
        empty += out[i] < 0.1f;
    }
    return verdict(lit > w * h / 50 && empty > w * h / 10);
}
