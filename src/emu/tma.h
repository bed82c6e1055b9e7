/* What a tensor map says, as cuTensorMapEncodeTiled and Im2col fill it in. */
#ifndef SLUICE_EMU_TMA_H
#define SLUICE_EMU_TMA_H
#include "base/types.h"

struct tensor_map { /* 128 bytes: CUtensorMap */
    u32 magic;
    u8 type, rank, interleave, swizzle, fill, im2col; /* CUtensorMap... */
    u64 at, stride[4];                                /* stride: bytes, of dimension 1 and on */
    u32 dim[5];                                       /* elements */
    u16 box[5];                                       /* im2col: channels, pixels */
    u8 step[5];
    i16 lower[3], upper[3]; /* im2col: corners of where its first pixels are */
    u8 pad[17];
};
_Static_assert(sizeof(struct tensor_map) == 128, "a CUtensorMap has 128 bytes");
/* Checks it and marks it as a map. NULL, or what is wrong. */
const char *tensor_map_encode(struct tensor_map *m);

#endif
