/* Cooperative groups, second part: tiles of several warps, partitions by label, scans; and copies by a group (memcpy_async.h). */
#ifndef SLUICE_COOPERATIVE_GROUPS_MORE_H
#define SLUICE_COOPERATIVE_GROUPS_MORE_H
#include "../cooperative_groups.h"

#if defined(__CUDA__) && defined(__clang__)
namespace cooperative_groups
{
#define SLUICE_G __device__ __inline__ __attribute__((always_inline))

/* Tiles of 64 to 512 threads meet at barriers of their own: 1 to 15. Memory for them is not needed here. */
template <unsigned int threads = 1024> struct block_tile_memory {
    char unused;
};
template <unsigned int threads> SLUICE_G thread_block this_thread_block(block_tile_memory<threads> &) { return thread_block(); }
template <unsigned int n, class Parent> class sluice_big_tile
{
  public:
    SLUICE_G static constexpr unsigned int size() { return n; }
    SLUICE_G static constexpr unsigned int num_threads() { return n; }
    SLUICE_G static unsigned int thread_rank() { return thread_block::thread_rank() % n; }
    SLUICE_G static unsigned int meta_group_rank() { return thread_block::thread_rank() / n; }
    SLUICE_G static unsigned int meta_group_size() { return (thread_block::size() + n - 1) / n; }
    SLUICE_G static void sync() { __barrier_sync_count(1 + meta_group_rank() % 15, n); }
    SLUICE_G static int any(int p)
    {
        int r;
        asm volatile("{.reg .pred p, q; setp.ne.s32 p, %1, 0; bar.red.or.pred q, %2, %3, p; selp.s32 %0, 1, 0, q;}"
                     : "=r"(r) : "r"(p), "r"(1 + meta_group_rank() % 15), "r"(n) : "memory");
        return r;
    }
    SLUICE_G static int all(int p) { return !any(!p); }
    /* through shared memory, a slot a tile */
    template <class T> SLUICE_G T shfl(T v, int rank) const
    {
        __shared__ unsigned int slot[16][(sizeof(T) + 3) / 4];
        unsigned int *mine = slot[meta_group_rank() % 16];
        sync();
        if ((int)thread_rank() == rank)
            __builtin_memcpy(mine, &v, sizeof(T));
        sync();
        __builtin_memcpy((void *)&v, mine, sizeof(T));
        return v;
    }
};
#define SLUICE_BIG_TILE(n)                                                                                   \
    template <class P> class thread_block_tile<n, P> : public sluice_big_tile<n, P>                          \
    {                                                                                                        \
      public:                                                                                                \
        SLUICE_G thread_block_tile() {}                                                                      \
        template <class Q> SLUICE_G thread_block_tile(const thread_block_tile<n, Q> &) {}                    \
    };
SLUICE_BIG_TILE(64) SLUICE_BIG_TILE(128) SLUICE_BIG_TILE(256) SLUICE_BIG_TILE(512)
#undef SLUICE_BIG_TILE

/* Over several warps: by shuffles in each, then all threads put together what the warps have, in their order. */
template <> struct sluice_reduction<true> {
    template <unsigned int n, class P, class T, class Op> SLUICE_G static T over(const thread_block_tile<n, P> &g, T v, Op op)
    {
        __shared__ unsigned int slot[32][(sizeof(T) + 3) / 4];
        unsigned int warp = thread_block::thread_rank() / 32, first = warp / (n / 32) * (n / 32);
        for (unsigned int d = 16; d; d /= 2)
            v = op(v, sluice_shfl_xor(0xffffffffu, v, (int)d));
        g.sync(); /* what was put there before has been read */
        if (thread_block::thread_rank() % 32 == 0)
            __builtin_memcpy(slot[warp], &v, sizeof(T));
        g.sync();
        __builtin_memcpy((void *)&v, slot[first], sizeof(T));
        for (unsigned int i = 1; i < n / 32; i++) {
            T next = v;
            __builtin_memcpy((void *)&next, slot[first + i], sizeof(T));
            v = op(v, next);
        }
        return v;
    }
};

/* This thread alone */
class thread_block_of_one
{
  public:
    SLUICE_G static void sync() {}
    SLUICE_G static unsigned int size() { return 1; }
    SLUICE_G static unsigned int num_threads() { return 1; }
    SLUICE_G static unsigned int thread_rank() { return 0; }
};
SLUICE_G thread_block_of_one this_thread() { return thread_block_of_one(); }
/* The first thread of a group does it; _broadcast: the others get what it returned */
template <class G, class F, class... A> SLUICE_G void invoke_one(const G &g, F f, A &&...a)
{
    if (g.thread_rank() == 0)
        f(static_cast<A &&>(a)...);
}
template <class G, class F, class... A> SLUICE_G auto invoke_one_broadcast(const G &g, F f, A &&...a) -> decltype(f(static_cast<A &&>(a)...))
{
    decltype(f(static_cast<A &&>(a)...)) r = {};
    if (g.thread_rank() == 0)
        r = f(static_cast<A &&>(a)...);
    return g.shfl(r, 0);
}
/* The blocks of a cluster, which see each other's shared memory */
class cluster_group
{
#define SLUICE_CLUSTER_DIM(name, reg)                                                                        \
    SLUICE_G static dim3 name()                                                                              \
    {                                                                                                        \
        unsigned int x, y, z;                                                                                \
        asm("mov.u32 %0, %%" reg ".x; mov.u32 %1, %%" reg ".y; mov.u32 %2, %%" reg ".z;" : "=r"(x), "=r"(y), "=r"(z)); \
        return dim3(x, y, z);                                                                                \
    }
#define SLUICE_CLUSTER_NUMBER(name, reg)                                                                     \
    SLUICE_G static unsigned int name()                                                                      \
    {                                                                                                        \
        unsigned int n;                                                                                      \
        asm("mov.u32 %0, %%" reg ";" : "=r"(n));                                                             \
        return n;                                                                                            \
    }
  public:
    struct arrival_token {
    };
    SLUICE_CLUSTER_DIM(block_index, "cluster_ctaid")
    SLUICE_CLUSTER_DIM(dim_blocks, "cluster_nctaid")
    SLUICE_CLUSTER_DIM(group_index, "clusterid")
    SLUICE_CLUSTER_NUMBER(block_rank, "cluster_ctarank")
    SLUICE_CLUSTER_NUMBER(num_blocks, "cluster_nctarank")
    SLUICE_G static unsigned int num_threads() { return num_blocks() * thread_block::size(); }
    SLUICE_G static unsigned int size() { return num_threads(); }
    SLUICE_G static unsigned int thread_rank() { return block_rank() * thread_block::size() + thread_block::thread_rank(); }
    SLUICE_G static dim3 dim_threads()
    {
        dim3 b = dim_blocks();
        return dim3(b.x * blockDim.x, b.y * blockDim.y, b.z * blockDim.z);
    }
    SLUICE_G static dim3 thread_index()
    {
        dim3 b = block_index();
        return dim3(b.x * blockDim.x + threadIdx.x, b.y * blockDim.y + threadIdx.y, b.z * blockDim.z + threadIdx.z);
    }
    SLUICE_G static arrival_token barrier_arrive()
    {
        asm volatile("barrier.cluster.arrive.release.aligned;" ::: "memory");
        return arrival_token();
    }
    SLUICE_G static void barrier_wait() { asm volatile("barrier.cluster.wait.acquire.aligned;" ::: "memory"); }
    SLUICE_G static void barrier_wait(arrival_token &&) { barrier_wait(); }
    SLUICE_G static void sync()
    {
        barrier_arrive();
        barrier_wait();
    }
    template <class T> SLUICE_G static T *map_shared_rank(T *at, int rank)
    {
        unsigned long long to;
        asm("mapa.u64 %0, %1, %2;" : "=l"(to) : "l"((unsigned long long)at), "r"(rank));
        return (T *)to;
    }
    SLUICE_G static unsigned int query_shared_rank(const void *at)
    {
        unsigned int rank;
        asm("getctarank.u64 %0, %1;" : "=r"(rank) : "l"((unsigned long long)at));
        return rank;
    }
};
SLUICE_G cluster_group this_cluster() { return cluster_group(); }

/* The lanes of g with the same label as this one */
template <class G, class L> SLUICE_G coalesced_group labeled_partition(const G &g, L label)
{
    unsigned int mask;
    __builtin_memcpy(&mask, &g, sizeof(mask));
    return coalesced_group(__match_any_sync(mask, label));
}

template <class G, class T, class Op> SLUICE_G T inclusive_scan(const G &g, T v, Op op)
{
    for (unsigned int d = 1; d < g.size(); d *= 2) {
        T below = g.shfl_up(v, d);
        if (g.thread_rank() >= d)
            v = op(below, v);
    }
    return v;
}
template <class G, class T> SLUICE_G T inclusive_scan(const G &g, T v) { return inclusive_scan(g, v, plus<T>()); }
template <class G, class T, class Op> SLUICE_G T exclusive_scan(const G &g, T v, Op op)
{
    T up = g.shfl_up(inclusive_scan(g, v, op), 1);
    return g.thread_rank() ? up : T();
}
template <class G, class T> SLUICE_G T exclusive_scan(const G &g, T v) { return exclusive_scan(g, v, plus<T>()); }

namespace experimental
{
using cooperative_groups::block_tile_memory;
using cooperative_groups::this_thread_block;
using cooperative_groups::tiled_partition;
} // namespace experimental
#undef SLUICE_G
} // namespace cooperative_groups
#endif
#include "memcpy_async.h"

#endif
