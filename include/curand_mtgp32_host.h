/* MTGP32 for kernels: the host's part, which puts parameters and seeded states into device memory. */
#ifndef SLUICE_CURAND_MTGP32_HOST_H
#define SLUICE_CURAND_MTGP32_HOST_H
#include "cuda_runtime_api.h"
#include "curand.h"
#include "curand_mtgp32.h"
#include <stdlib.h>
#include <string.h>

/* The 351 words that a 32-bit seed gives */
static inline void mtgp32_init_state(unsigned int state[], const mtgp32_params_fast_t *p, unsigned int seed)
{
    unsigned int hidden = p->tbl[4] ^ p->tbl[8] << 16, t = hidden + (hidden >> 16);
    t += t >> 8;
    memset(state, (int)(t & 0xff), MTGPDC_N * sizeof(*state));
    state[0] = seed, state[1] = hidden;
    for (unsigned int i = 1; i < MTGPDC_N; i++)
        state[i] ^= 1812433253u * (state[i - 1] ^ state[i - 1] >> 30) + i;
}
static inline curandStatus_t curandMakeMTGP32Constants(const mtgp32_params_fast_t params[], mtgp32_kernel_params_t *to)
{
    mtgp32_kernel_params_t *k = (mtgp32_kernel_params_t *)malloc(sizeof(*k));
    if (!k)
        return CURAND_STATUS_ALLOCATION_FAILED;
    for (int i = 0; i < CURAND_NUM_MTGP32_PARAMS; i++) {
        k->pos_tbl[i] = (unsigned int)params[i].pos, k->sh1_tbl[i] = (unsigned int)params[i].sh1, k->sh2_tbl[i] = (unsigned int)params[i].sh2;
        memcpy(k->param_tbl[i], params[i].tbl, sizeof(params[i].tbl));
        memcpy(k->temper_tbl[i], params[i].tmp_tbl, sizeof(params[i].tmp_tbl));
        memcpy(k->single_temper_tbl[i], params[i].flt_tmp_tbl, sizeof(params[i].flt_tmp_tbl));
    }
    k->mask[0] = params[0].mask;
    cudaError_t e = cudaMemcpy(to, k, sizeof(*k), cudaMemcpyHostToDevice);
    free(k);
    return e == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_INITIALIZATION_FAILED;
}
/* n states, at most 200: state i has parameters i and seed + i + 1 */
static inline curandStatus_t curandMakeMTGP32KernelState(curandStateMtgp32_t *to, mtgp32_params_fast_t params[], mtgp32_kernel_params_t *k, int n, unsigned long long seed)
{
    if (n < 0 || n > CURAND_NUM_MTGP32_PARAMS)
        return CURAND_STATUS_OUT_OF_RANGE;
    curandStateMtgp32_t *s = (curandStateMtgp32_t *)calloc((size_t)n + 1, sizeof(*s));
    if (!s)
        return CURAND_STATUS_ALLOCATION_FAILED;
    for (int i = 0; i < n; i++) {
        mtgp32_init_state(s[i].s, &params[i], (unsigned int)(seed ^ seed >> 32) + (unsigned int)i + 1);
        s[i].pIdx = i;
        s[i].k = k;
    }
    cudaError_t e = cudaMemcpy(to, s, sizeof(*s) * (size_t)n, cudaMemcpyHostToDevice);
    free(s);
    return e == cudaSuccess ? CURAND_STATUS_SUCCESS : CURAND_STATUS_INITIALIZATION_FAILED;
}
#endif
