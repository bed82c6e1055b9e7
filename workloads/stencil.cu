/*
 * stencil: 7-point Jacobi iteration on a volume (Parboil-class).
 *
 * 32 x 4 blocks; a thread walks one column of the volume along z and keeps the points below, at and above in
 * registers; its four neighbours in the plane come from global memory, so rows are shared between warps and planes'
 * edges between blocks.
 *
 * Paper size: 256 x 256 x 64, two iterations: a quarter of a plane of Parboil's default (512 x 512 x 64).
 */
#include "common.h"

__global__ void stencil(float c0, float c1, const float *in, float *out, int nx, int ny, int nz)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x + 1, y = blockIdx.y * blockDim.y + threadIdx.y + 1;
    if (x >= nx - 1 || y >= ny - 1)
        return;
    int at = y * nx + x, plane = nx * ny;
    float below = in[at], here = in[at + plane];
    for (int z = 1; z < nz - 1; z++) {
        at += plane;
        float above = in[at + plane];
        out[at] = (above + below + in[at + nx] + in[at - nx] + in[at + 1] + in[at - 1]) * c1 - here * c0;
        below = here;
        here = above;
    }
}

int main(int argc, char **argv)
{
    int nx, ny, nz, steps;
    const struct wl_opt opts[] = {{"nx", &nx, 64, 256, 3, 2048, "points along x"},
                                  {"ny", &ny, 64, 256, 3, 2048, "points along y"},
                                  {"nz", &nz, 32, 64, 3, 2048, "points along z"},
                                  {"steps", &steps, 2, 2, 1, 1000, "iterations"}};
    wl_begin(argc, argv, "stencil", opts, WL_COUNT(opts));
    const float c0 = 1.0f / 6.0f, c1 = 1.0f / 36.0f;
    size_t n = (size_t)nx * ny * nz;
    float *in = wl_random(n, 0, 1, 1);
    float *d_in = wl_upload(in, n), *d_out = wl_upload(in, n);

    for (int s = 0; s < steps; s++) {
        stencil<<<dim3(wl_blocks(nx - 2, 32), wl_blocks(ny - 2, 4)), dim3(32, 4)>>>(c0, c1, d_in, d_out, nx, ny, nz);
        WL_LAUNCHED();
        float *swap = d_in;
        d_in = d_out;
        d_out = swap;
    }
    if (wl_checking()) {
        float *out = wl_copy(in, n);
        for (int s = 0; s < steps; s++) {
            for (int z = 1; z < nz - 1; z++)
                for (int y = 1; y < ny - 1; y++)
                    for (int x = 1; x < nx - 1; x++) {
                        int at = (z * ny + y) * nx + x, plane = nx * ny;
                        out[at] =
                            (in[at + plane] + in[at - plane] + in[at + nx] + in[at - nx] + in[at + 1] + in[at - 1]) *
                                c1 -
                            in[at] * c0;
                    }
            float *swap = in;
            in = out;
            out = swap;
        }
        wl_check_f32("out", wl_download(d_in, n), in, n, 1e-4, 1e-6);
    }
    return wl_end();
}
