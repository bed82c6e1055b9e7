/* MTGP32's 200 generators, for curandMakeMTGP32Constants and curandMakeMTGP32KernelState. */
#ifndef SLUICE_CURAND_MTGP32DC_P_11213_H
#define SLUICE_CURAND_MTGP32DC_P_11213_H
#include "curand_mtgp32.h"
#include "sluice_mtgp_table.h"

/* All sums of four rows; of the float's: the upper 23 bits as a fraction of a number between 1 and 2 */
#define SLUICE_ROWS(R, a, b, c, d)                                                                           \
    {R(0), R(a), R(b), R(a ^ b), R(c), R(c ^ a), R(c ^ b), R(c ^ b ^ a),                                     \
     R(d), R(d ^ a), R(d ^ b), R(d ^ b ^ a), R(d ^ c), R(d ^ c ^ a), R(d ^ c ^ b), R(d ^ c ^ b ^ a)}
#define SLUICE_ROW(x) (x)
#define SLUICE_FLOAT_ROW(x) (((x) >> 9) ^ 0x3f800000u)
#define SLUICE_SET(pos, sh1, sh2, a, b, c, d, e, f, g, h)                                                    \
    {MTGPDC_MEXP, pos, sh1, sh2, SLUICE_ROWS(SLUICE_ROW, a, b, c, d), SLUICE_ROWS(SLUICE_ROW, e, f, g, h),   \
     SLUICE_ROWS(SLUICE_FLOAT_ROW, e, f, g, h), 0xfff80000u, {0}},
static mtgp32_params_fast_t mtgp32dc_params_fast_11213[] = {SLUICE_MTGP_SETS(SLUICE_SET)};
#undef SLUICE_SET
#undef SLUICE_FLOAT_ROW
#undef SLUICE_ROW
#undef SLUICE_ROWS
#endif
