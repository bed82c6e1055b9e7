/* What rows of ops.def share: sets of first types for its `types` column, as bit masks over enum ptx_type, and
   suffixes for its `words`. */
#ifndef SLUICE_PTX_OPTYPES_H
#define SLUICE_PTX_OPTYPES_H
#include "ptx/ptx.h"

#define TS(t) (1u << PT_##t)
#define TS_NONE TS(NONE)
#define TS_ANY UINT32_MAX
#define TS_PRED TS(PRED)
#define TS_B32 TS(B32)
#define TS_B128 TS(B128)
#define TS_B3264 (TS(B32) | TS(B64))
#define TS_B (TS(B16) | TS_B3264)
#define TS_U32 TS(U32)
#define TS_U (TS(U16) | TS(U32) | TS(U64))
#define TS_S (TS(S16) | TS(S32) | TS(S64))
#define TS_I (TS_U | TS_S)
#define TS_I32 (TS(U32) | TS(S32))
#define TS_I3264 (TS_I32 | TS(U64) | TS(S64))
#define TS_F32 TS(F32)
#define TS_F3264 (TS(F32) | TS(F64))
#define TS_F16S (TS(F16) | TS(F16X2) | TS(BF16) | TS(BF16X2))
#define TS_F (TS_F3264 | TS_F16S)
#define TS_IF (TS_I | TS_F)
#define TS_8 (TS(B8) | TS(U8) | TS(S8))
#define TS_ADDR (TS(U32) | TS(U64))
#define TS_CVT (TS_I | TS(U8) | TS(S8) | TS_F)
#define TS_MEM (TS_8 | TS_B | TS_B128 | TS_I | TS_F)
#define TS_ATOM (TS_B | TS_B128 | TS_I | TS_F)
#define TS_TEX (TS_I32 | TS_F32 | TS(F16) | TS(F16X2))

#define ROUNDS "rn rz rm rp "
#define COMPARES "eq ne lt le gt ge lo ls hi hs equ neu ltu leu gtu geu num nan and or xor ftz "
#define SHARED "shared shared::cta shared::cluster "
#define SPACES "global local param param::entry param::func const " SHARED
#define SCOPES "cta cluster gpu sys "
#define LOADS "ca cg cs lu cv nc v2 v4 v8 unified weak volatile relaxed acquire mmio " SPACES SCOPES
#define STORES "wb cg cs wt v2 v4 v8 weak volatile relaxed release mmio " SPACES SCOPES
#define ATOMS "relaxed acquire release acq_rel add min max inc dec and or xor exch cas noftz v2 v4 v8 " SPACES SCOPES
#define TEXTURES "1d 2d 3d a1d a2d cube acube 2dms a2dms base level grad v2 v4 unified"
#define SIZES "width height depth array_size num_mipmap_levels num_samples "
#define QUERIES SIZES "normalized_coords channel_data_type channel_order level"

#endif
