/* MTGP32's types: one state for a block of up to 256 threads, which draw together. Names are those of NVIDIA's documentation. */
#ifndef SLUICE_CURAND_MTGP32_H
#define SLUICE_CURAND_MTGP32_H
#include <stdint.h>

#define MTGPDC_MEXP 11213
#define MTGPDC_N 351
#define MTGPDC_FLOOR_2P 256
#define MTGPDC_CEIL_2P 512
#define MTGPDC_PARAM_TABLE mtgp32dc_params_fast_11213
#define MTGP32_STATE_SIZE 1024
#define MTGP32_STATE_MASK 1023
#define CURAND_NUM_MTGP32_PARAMS 200
#define TBL_SIZE 16

struct mtgp32_params_fast { /* one of the 200 generators */
    int mexp, pos, sh1, sh2;
    unsigned int tbl[TBL_SIZE], tmp_tbl[TBL_SIZE], flt_tmp_tbl[TBL_SIZE];
    unsigned int mask;
    unsigned char poly_sha1[21]; /* empty here */
};
typedef struct mtgp32_params_fast mtgp32_params_fast_t;
struct mtgp32_kernel_params { /* all of them, as kernels read them */
    unsigned int pos_tbl[CURAND_NUM_MTGP32_PARAMS];
    unsigned int param_tbl[CURAND_NUM_MTGP32_PARAMS][TBL_SIZE], temper_tbl[CURAND_NUM_MTGP32_PARAMS][TBL_SIZE];
    unsigned int single_temper_tbl[CURAND_NUM_MTGP32_PARAMS][TBL_SIZE];
    unsigned int sh1_tbl[CURAND_NUM_MTGP32_PARAMS], sh2_tbl[CURAND_NUM_MTGP32_PARAMS], mask[1];
};
typedef struct mtgp32_kernel_params mtgp32_kernel_params_t;
struct curandStateMtgp32 {
    unsigned int s[MTGP32_STATE_SIZE]; /* a ring: 351 words from offset on are the state */
    int offset, pIdx;
    mtgp32_kernel_params_t *k;
};
typedef struct curandStateMtgp32 curandStateMtgp32_t;
#endif
