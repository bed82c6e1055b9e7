/* Sets of first types for the `types` column of ops.def, as bit masks over enum ptx_type. */
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

#endif
