/*
 * cutcp: electric potential of atoms on a lattice, short range only (Parboil-class).
 *
 * Atoms lie in bins of 8 (cubes of 4 Angstrom). A block of 8 x 8 x 2 threads makes 8 x 8 x 8 lattice points (a thread
 * 4 along z): it brings the bins around it, 32 at a time, into shared memory and every thread adds the atoms of all
 * of them that are near enough. The list of neighbours is in constant memory; neighbouring blocks read mostly the
 * same bins.
 *
 * Paper size: 48 x 48 x 32 points at half an Angstrom, cut off at 6 Angstrom (Parboil: 12), 12 million warp
 * instructions.
 */
#include "common.h"

#define BIN 8     /* atoms a bin */
#define SIDE 4.0f /* of a bin, in Angstrom: 8 lattice points */
#define CACHED 32 /* bins in shared memory at a time */
#define MARGIN 2  /* bins around the lattice */
#define NEIGHBOURS 125

__constant__ int3 neighbour[NEIGHBOURS];

__host__ __device__ inline float potential(float4 atom, float x, float y, float z, float cut2)
{
    float dx = atom.x - x, dy = atom.y - y, dz = atom.z - z, r2 = dx * dx + dy * dy + dz * dz;
    if (r2 >= cut2)
        return 0;
    float s = 1.0f - r2 / cut2;
#ifdef __CUDA_ARCH__
    return atom.w * rsqrtf(r2) * s * s;
#else
    return atom.w / sqrtf(r2) * s * s;
#endif
}

__global__ void cutoff_potential(const float4 *bins, float *lattice, int3 bin_dim, int nx, int ny, int neighbours,
                                 float step, float cut2)
{
    __shared__ float4 cache[CACHED * BIN];
    int t = (threadIdx.z * 8 + threadIdx.y) * 8 + threadIdx.x;
    int px = blockIdx.x * 8 + threadIdx.x, py = blockIdx.y * 8 + threadIdx.y, pz = blockIdx.z * 8 + threadIdx.z * 4;
    float x = px * step, y = py * step, z = pz * step, e0 = 0, e1 = 0, e2 = 0, e3 = 0;
    for (int first = 0; first < neighbours; first += CACHED) {
        int count = min(CACHED, neighbours - first);
        __syncthreads();
        for (int i = t; i < count * BIN; i += 128) {
            int3 n = neighbour[first + i / BIN];
            int bx = blockIdx.x + MARGIN + n.x, by = blockIdx.y + MARGIN + n.y, bz = blockIdx.z + MARGIN + n.z;
            cache[i] = bins[((size_t)(bz * bin_dim.y + by) * bin_dim.x + bx) * BIN + i % BIN];
        }
        __syncthreads();
        for (int i = 0; i < count * BIN; i++) {
            float4 a = cache[i];
            if (a.w == 0) /* the rest of this bin is empty */
                continue;
            e0 += potential(a, x, y, z, cut2);
            e1 += potential(a, x, y, z + step, cut2);
            e2 += potential(a, x, y, z + 2 * step, cut2);
            e3 += potential(a, x, y, z + 3 * step, cut2);
        }
    }
    float *to = lattice + (pz * ny + py) * nx + px;
    to[0] = e0;
    to[ny * nx] = e1;
    to[2 * ny * nx] = e2;
    to[3 * ny * nx] = e3;
}

int main(int argc, char **argv)
{
    int nx, ny, nz, fill;
    const struct wl_opt opts[] = {{"nx", &nx, 16, 48, 8, 512, "lattice points along x (a multiple of 8)"},
                                  {"ny", &ny, 16, 48, 8, 512, "along y (a multiple of 8)"},
                                  {"nz", &nz, 16, 32, 8, 512, "along z (a multiple of 8)"},
                                  {"fill", &fill, 6, 6, 1, BIN, "most atoms a bin"}};
    wl_begin(argc, argv, "cutcp", opts, WL_COUNT(opts));
    if (nx % 8 || ny % 8 || nz % 8)
        wl_bad_args(opts, WL_COUNT(opts), "not a multiple of 8", "--nx --ny --nz");
    const float step = SIDE / 8, cut = 6.0f;
    int3 dim = make_int3(nx / 8 + 2 * MARGIN, ny / 8 + 2 * MARGIN, nz / 8 + 2 * MARGIN), near[NEIGHBOURS];
    size_t slots = (size_t)dim.x * dim.y * dim.z * BIN, points = (size_t)nx * ny * nz;
    float4 *bins = wl_host<float4>(slots), *atoms = wl_host<float4>(slots);
    int count = 0, n = 0;
    struct wl_rng rng = wl_seed(3);
    for (int z = 0; z < dim.z; z++)
        for (int y = 0; y < dim.y; y++)
            for (int x = 0; x < dim.x; x++) {
                int here = (int)wl_below(&rng, (uint32_t)fill + 1);
                for (int i = 0; i < here; i++) {
                    float4 a = make_float4((x - MARGIN + wl_f32(&rng, 0, 1)) * SIDE,
                                           (y - MARGIN + wl_f32(&rng, 0, 1)) * SIDE,
                                           (z - MARGIN + wl_f32(&rng, 0, 1)) * SIDE, wl_f32(&rng, 0.2f, 1));
                    bins[((size_t)(z * dim.y + y) * dim.x + x) * BIN + i] = atoms[count++] = a;
                }
            }
    for (int z = -MARGIN; z <= MARGIN; z++)
        for (int y = -MARGIN; y <= MARGIN; y++)
            for (int x = -MARGIN; x <= MARGIN; x++) {
                float gap = 0; /* from the cube of a block to that bin */
                for (int k = 0; k < 3; k++) {
                    int d = abs(k == 0 ? x : k == 1 ? y : z) - 1;
                    gap += d > 0 ? d * SIDE * d * SIDE : 0;
                }
                if (gap < cut * cut)
                    near[n++] = make_int3(x, y, z);
            }
    CUDA_OK(cudaMemcpyToSymbol(neighbour, near, n * sizeof(int3)));
    float4 *d_bins = wl_upload(bins, slots);
    float *d_lattice = wl_dev_zero<float>(points);

    cutoff_potential<<<dim3(nx / 8, ny / 8, nz / 8), dim3(8, 8, 2)>>>(d_bins, d_lattice, dim, nx, ny, n, step,
                                                                      cut * cut);
    WL_LAUNCHED();
    if (wl_checking()) {
        float *want = wl_host<float>(points);
        int reach = (int)(cut / step) + 1;
        for (int i = 0; i < count; i++) {
            int cx = (int)(atoms[i].x / step), cy = (int)(atoms[i].y / step), cz = (int)(atoms[i].z / step);
            for (int z = cz - reach < 0 ? 0 : cz - reach; z <= cz + reach && z < nz; z++)
                for (int y = cy - reach < 0 ? 0 : cy - reach; y <= cy + reach && y < ny; y++)
                    for (int x = cx - reach < 0 ? 0 : cx - reach; x <= cx + reach && x < nx; x++)
                        want[(z * ny + y) * nx + x] += potential(atoms[i], x * step, y * step, z * step, cut * cut);
        }
        wl_check_f32("potential", wl_download(d_lattice, points), want, points, 1e-3, 1e-4);
    }
    return wl_end();
}
