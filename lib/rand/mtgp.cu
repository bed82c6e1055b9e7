/* MTGP32 for the host interface: 192 generators (64 in the legacy order), each with a set of parameters of its own. A row is 256 numbers of each, one generator after
   the other; numbers go row by row, through all calls. */
#include "rand.h"
#include <curand_mtgp32_host.h>
#include <curand_mtgp32dc_p_11213.h>

#define THREADS 256
struct mtgp {
    mtgp32_kernel_params_t *params;
    curandStateMtgp32_t *states;
    unsigned int *row; /* device: the row that was drawn last */
    unsigned int sets;
    long long at; /* which one; -1: none yet */
};
void mtgp_free(void *p)
{
    mtgp *m = (mtgp *)p;
    if (!m)
        return;
    cudaFree(m->params), cudaFree(m->states), cudaFree(m->row);
    delete m;
}
void *mtgp_new(unsigned long long seed, bool legacy)
{
    mtgp *m = new mtgp();
    m->sets = legacy ? 64 : 192;
    m->at = -1;
    if (cudaMalloc(&m->params, sizeof(*m->params)) == cudaSuccess && cudaMalloc(&m->states, m->sets * sizeof(*m->states)) == cudaSuccess &&
        cudaMalloc(&m->row, m->sets * THREADS * sizeof(*m->row)) == cudaSuccess && cudaMemset(m->row, 0, m->sets * THREADS * sizeof(*m->row)) == cudaSuccess &&
        curandMakeMTGP32Constants(mtgp32dc_params_fast_11213, m->params) == CURAND_STATUS_SUCCESS &&
        curandMakeMTGP32KernelState(m->states, mtgp32dc_params_fast_11213, m->params, (int)m->sets, seed) == CURAND_STATUS_SUCCESS)
        return m;
    mtgp_free(m);
    return NULL;
}

__device__ static void put(unsigned int x, const draw &d, unsigned int *o) { *o = d.kind == RAW ? x : sluice_poisson_exact(d.a, fma((double)x, 0x1p-32, 0x1p-33)); }
__device__ static void put(unsigned int x, const draw &d, float *o)
{
    float z = d.kind == UNIFORM ? sluice_uniform(x) : fmaf(sluice_mtgp_normal(x), (float)d.b, (float)d.a);
    *o = d.kind == LOG_NORMAL ? expf(z) : z;
}
__device__ static void put(unsigned int x, const draw &d, double *o)
{
    double z = d.kind == UNIFORM ? sluice_uniform_double(x) : fma(sluice_mtgp_normal_double(x), d.b, d.a);
    *o = d.kind == LOG_NORMAL ? exp(z) : z;
}
/* Numbers first to first + n; one generator a block. Row `at` is there, rows behind it are drawn. */
template <class T> __global__ void from_mtgp(curandStateMtgp32_t *states, unsigned int *rows, long long at, unsigned long long first, T *out, size_t n, draw d)
{
    unsigned int mine = blockIdx.x * THREADS + threadIdx.x, x = rows[mine];
    unsigned long long row = gridDim.x * (unsigned long long)THREADS;
    for (long long r = (long long)(first / row), last = (long long)((first + n - 1) / row); r <= last; r++) {
        if (r != at)
            x = curand(states + blockIdx.x), at = r;
        unsigned long long i = r * row + mine;
        if (i >= first && i < first + n)
            put(x, d, out + (i - first));
    }
    rows[mine] = x;
}
template <class T> void mtgp_fill(curandGenerator_t g, T *out, size_t n, const draw &d)
{
    mtgp *m = (mtgp *)g->mtgp;
    from_mtgp<<<m->sets, THREADS, 0, g->stream>>>(m->states, m->row, m->at, g->next, out, n, d);
    g->next += n;
    m->at = (long long)((g->next - 1) / (m->sets * THREADS));
}
template void mtgp_fill(curandGenerator_t, unsigned int *, size_t, const draw &);
template void mtgp_fill(curandGenerator_t, float *, size_t, const draw &);
template void mtgp_fill(curandGenerator_t, double *, size_t, const draw &);
