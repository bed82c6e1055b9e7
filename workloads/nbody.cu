/*
 * nbody: gravity between all pairs of bodies, one step, straight from global memory (SDK-class, without its shared
 * memory).
 *
 * One thread a body, 256 a block; all threads walk over all bodies, so a warp reads one 16-byte body at a time and
 * the cache serves everybody. About 23 registers and no shared memory (unified-memory paper, table 1).
 *
 * Paper size: 4,096 bodies.
 */
#include "common.h"

__host__ __device__ inline void pull(float4 a, float4 b, float *ax, float *ay, float *az)
{
    float dx = b.x - a.x, dy = b.y - a.y, dz = b.z - a.z, d2 = dx * dx + dy * dy + dz * dz + 0.01f;
#ifdef __CUDA_ARCH__
    float inverse = rsqrtf(d2);
#else
    float inverse = 1.0f / sqrtf(d2);
#endif
    float s = b.w * inverse * inverse * inverse;
    *ax += dx * s;
    *ay += dy * s;
    *az += dz * s;
}

__global__ void step(const float4 *at, float4 *to, float4 *speed, int n, float dt)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    float4 me = at[i], v = speed[i];
    float ax = 0, ay = 0, az = 0;
#pragma unroll 1
    for (int j = 0; j < n; j++)
        pull(me, at[j], &ax, &ay, &az);
    v.x += ax * dt;
    v.y += ay * dt;
    v.z += az * dt;
    speed[i] = v;
    to[i] = make_float4(me.x + v.x * dt, me.y + v.y * dt, me.z + v.z * dt, me.w);
}

int main(int argc, char **argv)
{
    int n;
    const struct wl_opt opts[] = {{"n", &n, 512, 4096, 1, 1 << 20, "bodies"}};
    wl_begin(argc, argv, "nbody", opts, WL_COUNT(opts));
    const float dt = 0.01f;
    float4 *at = (float4 *)wl_random((size_t)n * 4, 0.1f, 1, 1),
           *speed = (float4 *)wl_random((size_t)n * 4, -0.1f, 0.1f, 2);
    float4 *d_at = wl_upload(at, n), *d_to = wl_dev_zero<float4>(n), *d_speed = wl_upload(speed, n);

    step<<<wl_blocks(n, 256), 256>>>(d_at, d_to, d_speed, n, dt);
    WL_LAUNCHED();
    if (wl_checking()) {
        float *want = wl_host<float>((size_t)n * 4);
        for (int i = 0; i < n; i++) {
            float ax = 0, ay = 0, az = 0;
            for (int j = 0; j < n; j++)
                pull(at[i], at[j], &ax, &ay, &az);
            want[4 * i] = at[i].x + (speed[i].x + ax * dt) * dt;
            want[4 * i + 1] = at[i].y + (speed[i].y + ay * dt) * dt;
            want[4 * i + 2] = at[i].z + (speed[i].z + az * dt) * dt;
            want[4 * i + 3] = at[i].w;
        }
        wl_check_f32("place", (float *)wl_download(d_to, n), want, (size_t)n * 4, 1e-3, 1e-3);
    }
    return wl_end();
}
