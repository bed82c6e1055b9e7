/*
 * cfd: explicit Euler equations on an unstructured mesh, cells with four neighbours (Rodinia-class).
 *
 * Three kernels of 192-thread blocks, one thread a cell: the local time step, the fluxes over the four faces (five
 * variables of each neighbour gathered through an index: neighbours are near in number but not in order, several
 * lines a load), and the time step. Variables are stored variable-major. Float arithmetic heavy, with divisions and
 * roots; the free stream lies in constant memory. The mesh is a grid of cells whose numbers are shuffled within runs
 * of 64; faces of the rim are walls or free stream.
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

struct vec {
    float x, y, z;
};

/* A cell's variables, and what follows from them. */
struct state {
    float density, energy;
    struct vec m; /* momentum */
};
struct derived {
    struct vec v; /* velocity */
    float speed2, pressure, sound;
};

/* What is carried along each axis: momentum (a symmetric tensor) and energy. */
struct carried {
    struct vec mx, my, mz, energy;
};

struct far_field {
    struct state s;
    struct carried c;
};

/* The free stream: the device's lies in constant memory. */
__constant__ struct far_field far_away;
static struct far_field far_here;
#ifdef __CUDA_ARCH__
#define FAR_FIELD far_away
#else
#define FAR_FIELD far_here
#endif

struct mesh {
    int n;
    const int *near_to;  /* face-major: neighbour, WALL or FREE */
    const float *normal; /* (axis, face)-major: inward, length = area */
    const float *area;
};

__host__ __device__ inline struct state get_state(const float *vars, int n, int i)
{
    struct state s;
    s.density = vars[i + DENSITY * n];
    s.m.x = vars[i + MX * n];
    s.m.y = vars[i + MY * n];
    s.m.z = vars[i + MZ * n];
    s.energy = vars[i + ENERGY * n];
    return s;
}

__host__ __device__ inline void put_state(float *vars, int n, int i, struct state s)
{
    vars[i + DENSITY * n] = s.density;
    vars[i + MX * n] = s.m.x;
    vars[i + MY * n] = s.m.y;
    vars[i + MZ * n] = s.m.z;
    vars[i + ENERGY * n] = s.energy;
}

__host__ __device__ inline struct derived derive(const struct state &s)
{
    struct derived d;
    d.v.x = s.m.x / s.density;
    d.v.y = s.m.y / s.density;
    d.v.z = s.m.z / s.density;
    d.speed2 = d.v.x * d.v.x + d.v.y * d.v.y + d.v.z * d.v.z;
    d.pressure = (GAMMA - 1.0f) * (s.energy - 0.5f * s.density * d.speed2);
    d.sound = sqrtf(GAMMA * d.pressure / s.density);
    return d;
}

__host__ __device__ inline struct carried carry(const struct state &s, const struct derived &d)
{
    float e = s.energy + d.pressure;
    struct carried c;
    c.mx = {d.v.x * s.m.x + d.pressure, d.v.x * s.m.y, d.v.x * s.m.z};
    c.my = {c.mx.y, d.v.y * s.m.y + d.pressure, d.v.y * s.m.z};
    c.mz = {c.mx.z, c.my.z, d.v.z * s.m.z + d.pressure};
    c.energy = {d.v.x * e, d.v.y * e, d.v.z * e};
    return c;
}

/* Adds what flows over a face between two states: half of what both carry, one axis after the other. */
__host__ __device__ inline void flow(struct state *sum, struct vec normal, const struct state &me,
                                     const struct carried &mine, const struct state &it, const struct carried &its)
{
    float half = 0.5f * normal.x;
    sum->density += half * (it.m.x + me.m.x);
    sum->energy += half * (its.energy.x + mine.energy.x);
    sum->m.x += half * (its.mx.x + mine.mx.x);
    sum->m.y += half * (its.my.x + mine.my.x);
    sum->m.z += half * (its.mz.x + mine.mz.x);
    half = 0.5f * normal.y;
    sum->density += half * (it.m.y + me.m.y);
    sum->energy += half * (its.energy.y + mine.energy.y);
    sum->m.x += half * (its.mx.y + mine.mx.y);
    sum->m.y += half * (its.my.y + mine.my.y);
    sum->m.z += half * (its.mz.y + mine.mz.y);
    half = 0.5f * normal.z;
    sum->density += half * (it.m.z + me.m.z);
    sum->energy += half * (its.energy.z + mine.energy.z);
    sum->m.x += half * (its.mx.z + mine.mx.z);
    sum->m.y += half * (its.my.z + mine.my.z);
    sum->m.z += half * (its.mz.z + mine.mz.z);
}

__host__ __device__ inline float step_of(const float *vars, struct mesh m, int i)
{
    struct state s = get_state(vars, m.n, i);
    struct derived d = derive(s);
    return 0.5f / (sqrtf(m.area[i]) * (sqrtf(d.speed2) + d.sound));
}

/* What flows into cell i: central differences, with dissipation by the mean of both wave speeds. */
__host__ __device__ inline struct state inflow(const float *vars, int n, const int *near_to, const float *normals,
                                               int i)
{
    struct state me = get_state(vars, n, i), sum = {0, 0, {0, 0, 0}};
    struct derived d = derive(me);
    float my_speed = sqrtf(d.speed2);
    struct carried mine = carry(me, d);
#pragma unroll
    for (int face = 0; face < FACES; face++) {
        int other = near_to[i + face * n];
        struct vec normal = {normals[i + face * n], normals[i + (face + FACES) * n],
                             normals[i + (face + 2 * FACES) * n]};
        float length = sqrtf(normal.x * normal.x + normal.y * normal.y + normal.z * normal.z);
        if (other >= 0) {
            struct state it = get_state(vars, n, other);
            struct derived e = derive(it);
            struct carried its = carry(it, e);
            float damp = -length * 0.2f * 0.5f * (my_speed + sqrtf(e.speed2) + d.sound + e.sound);
            sum.density += damp * (me.density - it.density);
            sum.energy += damp * (me.energy - it.energy);
            sum.m.x += damp * (me.m.x - it.m.x);
            sum.m.y += damp * (me.m.y - it.m.y);
            sum.m.z += damp * (me.m.z - it.m.z);
            flow(&sum, normal, me, mine, it, its);
        } else if (other == WALL) { /* only pressure */
            sum.m.x += normal.x * d.pressure;
            sum.m.y += normal.y * d.pressure;
            sum.m.z += normal.z * d.pressure;
        } else if (other == FREE)
            flow(&sum, normal, me, mine, FAR_FIELD.s, FAR_FIELD.c);
    }
    return sum;
}

__global__ void local_steps(const float *vars, struct mesh m, float *step)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    step[i] = step_of(vars, m, i);
}

__global__ void fluxes(int n, const int *near_to, const float *normals, const float *vars, float *flux)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    put_state(flux, n, i, inflow(vars, n, near_to, normals, i));
}

__global__ void advance(float *vars, const float *old, const float *step, const float *flux, int n, int stages_left)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float factor = step[i] / (float)stages_left;
    vars[i + DENSITY * n] = old[i + DENSITY * n] + factor * flux[i + DENSITY * n];
    vars[i + ENERGY * n] = old[i + ENERGY * n] + factor * flux[i + ENERGY * n];
    vars[i + MX * n] = old[i + MX * n] + factor * flux[i + MX * n];
    vars[i + MY * n] = old[i + MY * n] + factor * flux[i + MY * n];
    vars[i + MZ * n] = old[i + MZ * n] + factor * flux[i + MZ * n];
}

static void reference(float *vars, struct mesh m, int steps)
{
    size_t total = (size_t)m.n * VARS;
    float *flux = wl_host<float>(total), *step = wl_host<float>(m.n);
    for (int s = 0; s < steps; s++) {
        float *old = wl_copy(vars, total);
        for (int i = 0; i < m.n; i++)
            step[i] = step_of(vars, m, i);
        for (int left = 3; left > 0; left--) {
            for (int i = 0; i < m.n; i++)
                put_state(flux, m.n, i, inflow(vars, m.n, m.near_to, m.normal, i));
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
                normal[(0 * FACES + f) * n + me] = (float)-dx[f];
                normal[(1 * FACES + f) * n + me] = (float)-dy[f];
            }
    struct mesh m = {n, near_to, normal, wl_random(n, 0.8f, 1.2f, 21)};
    free(id);
    return m;
}

int main(int argc, char **argv)
{
    int n, steps;
    const struct wl_opt opts[] = {{"n", &n, 1536, 97152, 192, 1 << 22, "cells (a multiple of 192)"},
                                  {"steps", &steps, 1, 1, 1, 2000, "time steps of three stages"}};
    wl_begin(argc, argv, "cfd", opts, WL_COUNT(opts));
    if (n % BLOCK)
        wl_bad_args(opts, WL_COUNT(opts), "not a multiple of 192", "--n");
    struct mesh m = make_mesh(n), d = {n, wl_upload(m.near_to, (size_t)n * FACES),
                                       wl_upload(m.normal, (size_t)n * FACES * 3), wl_upload(m.area, n)};
    far_here.s = {1.4f, 3.508f, {1.68f, 0.0f, 0.0f}}; /* Mach 1.2 along x, pressure 1 */
    far_here.c = carry(far_here.s, derive(far_here.s));
    CUDA_OK(cudaMemcpyToSymbol(far_away, &far_here, sizeof far_here));
    float stream[VARS];
    put_state(stream, 1, 0, far_here.s);
    size_t total = (size_t)n * VARS;
    float *vars = wl_random(total, 0.95f, 1.05f, 23);
    for (int k = 0; k < VARS; k++)
        for (int i = 0; i < n; i++)
            vars[k * n + i] *= stream[k];
    float *d_vars = wl_upload(vars, total), *d_old = wl_dev<float>(total), *d_flux = wl_dev<float>(total);
    float *d_step = wl_dev<float>(n);
    unsigned blocks = wl_blocks(n, BLOCK);

    for (int s = 0; s < steps; s++) {
        CUDA_OK(cudaMemcpy(d_old, d_vars, total * sizeof(float), cudaMemcpyDeviceToDevice));
        local_steps<<<blocks, BLOCK>>>(d_vars, d, d_step);
        WL_LAUNCHED();
        for (int left = 3; left > 0; left--) {
            fluxes<<<blocks, BLOCK>>>(n, d.near_to, d.normal, d_vars, d_flux);
            WL_LAUNCHED();
            advance<<<blocks, BLOCK>>>(d_vars, d_old, d_step, d_flux, n, left);
            WL_LAUNCHED();
        }
    }
    if (wl_checking()) {
        reference(vars, m, steps);
        wl_check_f32("vars", wl_download(d_vars, total), vars, total, 1e-3, 1e-4);
    }
    return wl_end();
}
