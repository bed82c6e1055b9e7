/* Tensor maps, which bulk copies of tensors are told by (emu/tma.c). */
#include <string.h>

#include <cuda.h>

#include "cuda/state.h"
#include "emu/tma.h"

static CUresult finish(CUtensorMap *to, struct tensor_map *m, const char *call)
{
    const char *bad = tensor_map_encode(m);
    if (bad) {
        cuda_say_once(bad, "%s: %s", call, bad);
        return CUDA_ERROR_INVALID_VALUE;
    }
    memcpy(to, m, sizeof *m);
    return CUDA_SUCCESS;
}

static bool fill(struct tensor_map *m, const void *at, const cuuint64_t *dim, const cuuint64_t *stride,
                 const cuuint32_t *step)
{
    m->at = (u64)(uintptr_t)at;
    if (m->rank < 1 || m->rank > 5 || !dim || !step || (m->rank > 1 && !stride))
        return false;
    for (u32 k = 0; k < m->rank; k++) {
        if (dim[k] > UINT32_MAX || step[k] > 8)
            return false;
        m->dim[k] = (u32)dim[k];
        m->step[k] = (u8)step[k];
        if (k)
            m->stride[k - 1] = stride[k - 1];
    }
    return true;
}

CUresult cuTensorMapEncodeTiled(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank, void *at,
                                const cuuint64_t *dim, const cuuint64_t *stride, const cuuint32_t *box,
                                const cuuint32_t *step, CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill oob)
{
    struct tensor_map m = {.type = (u8)type,
                           .rank = (u8)MIN(rank, 9),
                           .interleave = (u8)interleave,
                           .swizzle = (u8)swizzle,
                           .fill = (u8)oob};
    (void)promotion;
    if (!map || !box || !fill(&m, at, dim, stride, step))
        return CUDA_ERROR_INVALID_VALUE;
    for (u32 k = 0; k < rank; k++)
        m.box[k] = (u16)MIN(box[k], 999);
    return finish(map, &m, "cuTensorMapEncodeTiled");
}

CUresult cuTensorMapEncodeIm2col(CUtensorMap *map, CUtensorMapDataType type, cuuint32_t rank, void *at,
                                 const cuuint64_t *dim, const cuuint64_t *stride, const int *lower, const int *upper,
                                 cuuint32_t channels, cuuint32_t pixels, const cuuint32_t *step,
                                 CUtensorMapInterleave interleave, CUtensorMapSwizzle swizzle,
                                 CUtensorMapL2promotion promotion, CUtensorMapFloatOOBfill oob)
{
    struct tensor_map m = {.type = (u8)type,
                           .rank = (u8)MIN(rank, 9),
                           .interleave = (u8)interleave,
                           .swizzle = (u8)swizzle,
                           .fill = (u8)oob,
                           .im2col = 1};
    (void)promotion;
    if (!map || !lower || !upper || rank < 3 || channels > 256 || pixels > 1024 || !fill(&m, at, dim, stride, step))
        return CUDA_ERROR_INVALID_VALUE;
    m.box[0] = (u16)channels;
    m.box[1] = (u16)pixels;
    for (u32 k = 0; k < rank - 2; k++) {
        m.lower[k] = (i16)lower[k];
        m.upper[k] = (i16)upper[k];
    }
    return finish(map, &m, "cuTensorMapEncodeIm2col");
}

CUresult cuTensorMapReplaceAddress(CUtensorMap *map, void *at)
{
    struct tensor_map m;
    if (!map)
        return CUDA_ERROR_INVALID_VALUE;
    memcpy(&m, map, sizeof m);
    m.at = (u64)(uintptr_t)at;
    return finish(map, &m, "cuTensorMapReplaceAddress");
}
