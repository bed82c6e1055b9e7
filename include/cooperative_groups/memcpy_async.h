/* Cooperative groups, third part: copies by a group. */
#ifndef SLUICE_COOPERATIVE_GROUPS_COPIES_H
#define SLUICE_COOPERATIVE_GROUPS_COPIES_H
#include "../cooperative_groups.h"
#include "../cuda_pipeline.h"

#if defined(__CUDA__) && defined(__clang__)
namespace cooperative_groups
{
#define SLUICE_G __device__ __inline__ __attribute__((always_inline))
/* Copies that a group does together. From sm_80 on those from global to shared memory whose sizes and places are multiples of
   4 bytes are asynchronous, one group a call; the others are over when the call is. */
template <int piece, class G> SLUICE_G void sluice_copy_async(const G &g, void *to, const void *from, size_t bytes)
{
#if __CUDA_ARCH__ >= 800
    for (size_t i = g.thread_rank() * piece; i < bytes; i += g.size() * piece)
        __pipeline_memcpy_async((char *)to + i, (const char *)from + i, piece);
#endif
}
template <class G> SLUICE_G void memcpy_async(const G &g, void *to, const void *from, size_t bytes)
{
    size_t bits = (size_t)to | (size_t)from | bytes;
#if __CUDA_ARCH__ >= 800
    if ((bits & 3) == 0 && __isShared(to) && __isGlobal(from)) {
        if ((bits & 15) == 0)
            sluice_copy_async<16>(g, to, from, bytes);
        else if ((bits & 7) == 0)
            sluice_copy_async<8>(g, to, from, bytes);
        else
            sluice_copy_async<4>(g, to, from, bytes);
        __pipeline_commit();
        return;
    }
#endif
    if ((bits & 3) == 0)
        for (size_t i = g.thread_rank(); i < bytes / 4; i += g.size())
            ((unsigned int *)to)[i] = ((const unsigned int *)from)[i];
    else
        for (size_t i = g.thread_rank(); i < bytes; i += g.size())
            ((char *)to)[i] = ((const char *)from)[i];
    __pipeline_commit();
}
template <class G, class T, class L> SLUICE_G void memcpy_async(const G &g, T *to, const T *from, const L &bytes)
{
    memcpy_async(g, (void *)to, (const void *)from, (size_t)bytes);
}
template <class G, class T, class L, class M> SLUICE_G void memcpy_async(const G &g, T *to, const L &to_n, const T *from, const M &from_n)
{
    size_t n = (size_t)to_n < (size_t)from_n ? (size_t)to_n : (size_t)from_n;
    memcpy_async(g, (void *)to, (const void *)from, n * sizeof(T));
}
template <unsigned int stages, class G> SLUICE_G void wait_prior(const G &g)
{
    __pipeline_wait_prior(stages);
    const_cast<G &>(g).sync();
}
template <class G> SLUICE_G void wait(const G &g) { wait_prior<0>(g); }
#undef SLUICE_G
} // namespace cooperative_groups
#endif

#endif
