/*
 * lavamd: forces between particles of neighbouring boxes (Rodinia-class).
 *
 * One block of 128 threads a box of 100 particles. The home box's positions and, one after the other, those of the 27
 * boxes around it are staged in shared memory; a thread adds what all of them do to its particle, in global memory:
 * every pair of particles reads and writes a record of four doubles, records 32 bytes apart (8 lines an access, and a
 * store for each load). Home boxes' lists of neighbours (records of 656 bytes) and the neighbours' particles are read
 * by up to 27 blocks. Double precision.
 *
 * Paper size: 4 x 4 x 4 boxes (Rodinia: 10 x 10 x 10).
 */
#include "common.h"

#define PARTICLES 100
#define THREADS 128

struct place {
    double v, x, y, z;
};
struct beside {
    int x, y, z, number;
    long first;
};
struct box {
    int x, y, z, number;
    long first;
    int neighbours;
    struct beside neighbour[26]; /* the home box comes first and is not in the list */
};

/* What b does to a; `with` is b's charge. */
__host__ __device__ inline void force(const struct place *a, const struct place *b, double with, double a2,
                                      struct place *sum)
{
    double u2 = a2 * (a->v + b->v - (a->x * b->x + a->y * b->y + a->z * b->z)), vij = exp(-u2), fs = 2 * vij;
    double dx = a->x - b->x, dy = a->y - b->y, dz = a->z - b->z;
    double fx = fs * dx, fy = fs * dy, fz = fs * dz;
    sum->v += with * vij;
    sum->x += with * fx;
    sum->y += with * fy;
    sum->z += with * fz;
}

__global__ void md_forces(double alpha, long count, const struct box *boxes, const struct place *at,
                          const double *charge, struct place *out)
{
    __shared__ struct place home[PARTICLES], other[PARTICLES];
    __shared__ double with[PARTICLES];
    double a2 = 2.0 * alpha * alpha;
    int b = blockIdx.x, t = threadIdx.x;
    struct place *sum = &out[boxes[b].first];
    if (b >= count)
        return;
    for (int p = t; p < PARTICLES; p += THREADS)
        home[p] = at[boxes[b].first + p];
    __syncthreads();
    for (int k = 0; k < 1 + boxes[b].neighbours; k++) {
        int from = k == 0 ? b : boxes[b].neighbour[k - 1].number;
        long first = boxes[from].first;
        for (int p = t; p < PARTICLES; p += THREADS) {
            other[p] = at[first + p];
            with[p] = charge[first + p];
        }
        __syncthreads();
        for (int p = t; p < PARTICLES; p += THREADS)
            for (int j = 0; j < PARTICLES; j++)
                force(&home[p], &other[j], with[j], a2, &sum[p]);
        __syncthreads();
    }
}

static struct beside beside_of(int x, int y, int z, int side)
{
    int number = (z * side + y) * side + x;
    return {x, y, z, number, (long)number * PARTICLES};
}

int main(int argc, char **argv)
{
    int side;
    const struct wl_opt opts[] = {{"side", &side, 2, 4, 1, 32, "boxes along each side"}};
    wl_begin(argc, argv, "lavamd", opts, WL_COUNT(opts));
    const double alpha = 0.5;
    int n = side * side * side;
    size_t particles = (size_t)n * PARTICLES;
    struct box *boxes = wl_host<struct box>(n);
    struct place *at = wl_host<struct place>(particles);
    double *charge = wl_host<double>(particles);
    struct wl_rng rng = wl_seed(2);
    for (int i = 0; i < n; i++) {
        int x = i % side, y = i / side % side, z = i / side / side;
        boxes[i].x = x, boxes[i].y = y, boxes[i].z = z, boxes[i].number = i;
        boxes[i].first = (long)i * PARTICLES;
        for (int k = 0; k < 27; k++) {
            int nx = x + k % 3 - 1, ny = y + k / 3 % 3 - 1, nz = z + k / 9 - 1;
            if (k != 13 && nx >= 0 && ny >= 0 && nz >= 0 && nx < side && ny < side && nz < side)
                boxes[i].neighbour[boxes[i].neighbours++] = beside_of(nx, ny, nz, side);
        }
    }
    for (size_t i = 0; i < particles; i++) {
        double v[4];
        for (int k = 0; k < 4; k++)
            v[k] = wl_f32(&rng, 0.1f, 1);
        at[i] = (struct place){v[0] + 1, v[1], v[2], v[3]};
        charge[i] = wl_f32(&rng, 0.1f, 1);
    }
    struct box *d_boxes = wl_upload(boxes, n);
    struct place *d_at = wl_upload(at, particles), *d_out = wl_dev_zero<struct place>(particles);
    double *d_charge = wl_upload(charge, particles);

    md_forces<<<n, THREADS>>>(alpha, n, d_boxes, d_at, d_charge, d_out);
    WL_LAUNCHED();
    if (wl_checking()) {
        double *got = (double *)wl_download(d_out, particles);
        float *have = wl_host<float>(particles * 4), *want = wl_host<float>(particles * 4);
        for (int i = 0; i < n; i++)
            for (long p = boxes[i].first; p < boxes[i].first + PARTICLES; p++) {
                struct place sum = {0, 0, 0, 0};
                for (int k = 0; k <= boxes[i].neighbours; k++) {
                    long first = boxes[k ? boxes[i].neighbour[k - 1].number : i].first;
                    for (long j = first; j < first + PARTICLES; j++)
                        force(&at[p], &at[j], charge[j], 2.0 * alpha * alpha, &sum);
                }
                want[4 * p] = (float)sum.v;
                want[4 * p + 1] = (float)sum.x;
                want[4 * p + 2] = (float)sum.y;
                want[4 * p + 3] = (float)sum.z;
            }
        for (size_t i = 0; i < particles * 4; i++)
            have[i] = (float)got[i];
        wl_check_f32("force", have, want, particles * 4, 1e-4, 1e-6);
    }
    return wl_end();
}
