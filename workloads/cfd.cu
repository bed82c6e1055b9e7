/*
 * cfd: explicit Euler equations on an unstructured mesh, cells with four neighbours (Rodinia-class).
 *
 * Three kernels of 192-thread blocks, one thread a cell: the local time step, the fluxes over the four faces (five
 * variables of each neighbour gathered through an index: neighbours are near in number but not in order, several
 * lines a load), and the time step. Variables are stored variable-major. Float arithmetic heavy, with divisions and
 * roots. The mesh is a grid of cells whose numbers are shuffled within runs of 64; faces of the rim are walls or
 * free stream.
 *
 * Paper size: 97,152 cells (Rodinia's 97K mesh; the MRPB paper names no input), one time step of three stages.
 */
#include "common.h"

#define BLOCK 192
#define GAMMA 1.4f
#define VARS 5
#define FACES 4
enum { DENSITY, MX, MY, MZ, ENERGY };
enum { WALL = -1, FREE = -2 };

struct state {
    float v[VARS];
};

struct mesh {
    int n;
    const int *near_to;  /* face-major: neighbour, WALL or FREE */
    const float *normal; /* (face, axis)-major: outward, length = area */
    const float *area;
};

__host__ __device__ inline struct state get_state(const float *vars, int n, int i)
{
    struct state s;
    for (int k = 0; k < VARS; k++)
        s.v[k] = vars[k * n + i];
    return s;
}

__host__ __device__ inline float speed2_of(struct state s)
{
    return (s.v[MX] * s.v[MX] + s.v[MY] * s.v[MY] + s.v[MZ] * s.v[MZ]) / (s.v[DENSITY] * s.v[DENSITY]);
}

__host__ __device__ inline float pressure_of(struct state s)
{
    return (GAMMA - 1.0f) * (s.v[ENERGY] - 0.5f * s.v[DENSITY] * speed2_of(s));
}

__host__ __device__ inline float sound_of(struct state s)
{
    return sqrtf(GAMMA * pressure_of(s) / s.v[DENSITY]);
}

/* The flux of state s along n: what convection and pressure carry over a face. */
__host__ __device__ inline struct state flux_along(struct state s, float nx, float ny, float nz)
{
    float p = pressure_of(s);
    float through = (s.v[MX] * nx + s.v[MY] * ny + s.v[MZ] * nz) / s.v[DENSITY];
    struct state f;
    f.v[DENSITY] = s.v[DENSITY] * through;
    f.v[MX] = s.v[MX] * through + p * nx;
    f.v[MY] = s.v[MY] * through + p * ny;
    f.v[MZ] = s.v[MZ] * through + p * nz;
    f.v[ENERGY] = (s.v[ENERGY] + p) * through;
    return f;
}

__host__ __device__ inline float step_of(const float *vars, struct mesh m, int i)
{
    struct state s = get_state(vars, m.n, i);
    return 0.3f / (sqrtf(m.area[i]) * (sqrtf(speed2_of(s)) + sound_of(s)));
}

/* What flows into cell i: central differences, with dissipation by the larger wave speed. */
__host__ __device__ inline struct state inflow(const float *vars, struct mesh m, struct state far, int i)
{
    struct state me = get_state(vars, m.n, i), sum = {{0, 0, 0, 0, 0}};
    float my_speed = sqrtf(speed2_of(me)) + sound_of(me);
    for (int face = 0; face < FACES; face++) {
        int other = m.near_to[face * m.n + i];
        float nx = m.normal[(face * 3 + 0) * m.n + i], ny = m.normal[(face * 3 + 1) * m.n + i];
        float nz = m.normal[(face * 3 + 2) * m.n + i];
        if (other == WALL) { /* only pressure */
            float p = pressure_of(me);
            sum.v[MX] -= p * nx;
            sum.v[MY] -= p * ny;
            sum.v[MZ] -= p * nz;
            continue;
        }
        struct state it = other == FREE ? far : get_state(vars, m.n, other);
        float speed = fmaxf(my_speed, sqrtf(speed2_of(it)) + sound_of(it));
        float damp = 0.5f * speed * sqrtf(nx * nx + ny * ny + nz * nz);
        struct state a = flux_along(me, nx, ny, nz), b = flux_along(it, nx, ny, nz);
        for (int k = 0; k < VARS; k++)
            sum.v[k] += damp * (it.v[k] - me.v[k]) - 0.5f * (a.v[k] + b.v[k]);
    }
    return sum;
}

__global__ void local_steps(const float *vars, struct mesh m, float *step)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m.n)
        step[i] = step_of(vars, m, i);
}

__global__ void fluxes(const float *vars, struct mesh m, struct state far, float *flux)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < m.n) {
        struct state f = inflow(vars, m, far, i);
        for (int k = 0; k < VARS; k++)
            flux[k * m.n + i] = f.v[k];
    }
}

__global__ void advance(float *vars, const float *old, const float *step, const float *flux, int n, int stages_left)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) {
        float factor = step[i] / (float)stages_left;
        for (int k = 0; k < VARS; k++)
            vars[k * n + i] = old[k * n + i] + factor * flux[k * n + i];
    }
}

static void reference(float *vars, struct mesh m, struct state far, int steps)
{
    size_t total = (size_t)m.n * VARS;
    float *flux = wl_host<float>(total), *step = wl_host<float>(m.n);
    for (int s = 0; s < steps; s++) {
        float *old = wl_copy(vars, total);
        for (int i = 0; i < m.n; i++)
            step[i] = step_of(vars, m, i);
        for (int left = 3; left > 0; left--) {
            for (int i = 0; i < m.n; i++) {
                struct state f = inflow(vars, m, far, i);
                for (int k = 0; k < VARS; k++)
                    flux[k * m.n + i] = f.v[k];
            }
            for (int i = 0; i < m.n; i++)
                for (int k = 0; k < VARS; k++)
                    vars[k * m.n + i] = old[k * m.n + i] + step[i] / (float)left * flux[k * m.n + i];
        }
        free(old);
    }
}

/* A grid 64 wide: cell (x, y) gets number id[64 y + x]. The bottom row lies on a wall, the rest of the rim in free
 * stream. */
static struct mesh make_mesh(int n)
{
    struct wl_rng rng = wl_seed(19);
    int width = 64, height = n / width, *id = wl_host<int>(n), *near_to = wl_host<int>((size_t)n * FACES);
    static const int dx[FACES] = {1, -1, 0, 0}, dy[FACES] = {0, 0, 1, -1};
    float *normal = wl_host<float>((size_t)n * FACES * 3);
    for (int i = 0; i < n; i++) {
        int j = i - i % 64 + (int)wl_below(&rng, i % 64 + 1); /* shuffle as we go, within the run of 64 */
        id[i] = id[j];
        id[j] = i;
    }
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            for (int f = 0; f < FACES; f++) {
                int me = id[y * width + x], ox = x + dx[f], oy = y + dy[f];
                int rim = ox < 0 || ox >= width || oy < 0 || oy >= height;
                near_to[f * n + me] = rim ? (oy < 0 ? WALL : FREE) : id[oy * width + ox];
                normal[(f * 3 + 0) * n + me] = (float)dx[f];
                normal[(f * 3 + 1) * n + me] = (float)dy[f];
            }
    struct mesh m = {n, near_to, normal, wl_random(n, 0.8f, 1.2f, 21)};
    free(id);
    return m;
}

int main(int argc, char **argv)
{
    int n, steps;
    const struct wl_opt opts[] = {{"n", &n, 1536, 97152, 64, 1 << 22, "cells (a multiple of 64)"},
                                  {"steps", &steps, 1, 1, 1, 2000, "time steps of three stages"}};
    wl_begin(argc, argv, "cfd", opts, WL_COUNT(opts));
    if (n % 64)
        wl_bad_args(opts, WL_COUNT(opts), "not a multiple of 64", "--n");
    struct mesh m = make_mesh(n), d = {n, wl_upload(m.near_to, (size_t)n * FACES),
                                       wl_upload(m.normal, (size_t)n * FACES * 3), wl_upload(m.area, n)};
    struct state far = {{1.4f, 1.68f, 0.1f, 0.0f, 3.5f}};
    size_t total = (size_t)n * VARS;
    float *vars = wl_random(total, 0.95f, 1.05f, 23);
    for (int k = 0; k < VARS; k++)
        for (int i = 0; i < n; i++)
            vars[k * n + i] *= far.v[k];
    float *d_vars = wl_upload(vars, total), *d_old = wl_dev<float>(total), *d_flux = wl_dev<float>(total);
    float *d_step = wl_dev<float>(n);
    unsigned blocks = wl_blocks(n, BLOCK);

    for (int s = 0; s < steps; s++) {
        CUDA_OK(cudaMemcpy(d_old, d_vars, total * sizeof(float), cudaMemcpyDeviceToDevice));
        local_steps<<<blocks, BLOCK>>>(d_vars, d, d_step);
        WL_LAUNCHED();
        for (int left = 3; left > 0; left--) {
            fluxes<<<blocks, BLOCK>>>(d_vars, d, far, d_flux);
            WL_LAUNCHED();
            advance<<<blocks, BLOCK>>>(d_vars, d_old, d_step, d_flux, n, left);
            WL_LAUNCHED();
        }
    }
    if (wl_checking()) {
        reference(vars, m, far, steps);
        wl_check_f32("vars", wl_download(d_vars, total), vars, total, 1e-3, 1e-4);
    }
    return wl_end();
}
