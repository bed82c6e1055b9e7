/* Cooperative groups: the block, tiles of a warp, the active threads of a warp, and the grid (in a cooperative launch,
   where all blocks are resident). */
#ifndef SLUICE_COOPERATIVE_GROUPS_H
#define SLUICE_COOPERATIVE_GROUPS_H
#include "cuda_runtime.h"

#if defined(__CUDA__) && defined(__clang__)
namespace cooperative_groups
{
#define SLUICE_G __device__ __inline__ __attribute__((always_inline))

class thread_block
{
  public:
    SLUICE_G static void sync() { __syncthreads(); }
    SLUICE_G static unsigned int thread_rank()
    {
        return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    }
    SLUICE_G static unsigned int size() { return blockDim.x * blockDim.y * blockDim.z; }
    SLUICE_G static unsigned int num_threads() { return size(); }
    SLUICE_G static dim3 group_index() { return dim3(blockIdx.x, blockIdx.y, blockIdx.z); }
    SLUICE_G static dim3 thread_index() { return dim3(threadIdx.x, threadIdx.y, threadIdx.z); }
    SLUICE_G static dim3 group_dim() { return dim3(blockDim.x, blockDim.y, blockDim.z); }
    SLUICE_G static dim3 dim_threads() { return group_dim(); }
    SLUICE_G static bool is_valid() { return true; }
    /* A thread that arrives must wait later, so doing all the waiting here cannot be told apart. */
    struct arrival_token {
    };
    SLUICE_G static arrival_token barrier_arrive() { return arrival_token(); }
    SLUICE_G static void barrier_wait(arrival_token &&) { sync(); }
};
SLUICE_G thread_block this_thread_block() { return thread_block(); }

/* Arrivals of a grid's blocks at its barrier, by %envreg31: here a number that no other grid has at the time, on a card
   any, but the same in all blocks. The first block adds what the others leave of 2^31, so that the last to arrive flips
   the top bit, and the rest is 0 again. */
__device__ __attribute__((weak)) unsigned int sluice_grid_arrived[256];
class grid_group
{
  public:
    SLUICE_G void sync() const
    {
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0) {
            unsigned int grid;
            __asm__("mov.u32 %0, %%envreg31;" : "=r"(grid));
            unsigned int others = gridDim.x * gridDim.y * gridDim.z - 1;
            bool first = (blockIdx.x | blockIdx.y | blockIdx.z) == 0;
            unsigned int before = atomicAdd(&sluice_grid_arrived[grid & 255], first ? 0x80000000u - others : 1u);
            while ((int)(*(volatile unsigned int *)&sluice_grid_arrived[grid & 255] ^ before) >= 0)
                __nanosleep(20);
            __threadfence();
        }
        __syncthreads();
    }
    SLUICE_G bool is_valid() const { return true; }
    SLUICE_G unsigned long long size() const
    {
        return (unsigned long long)gridDim.x * gridDim.y * gridDim.z * thread_block::size();
    }
    SLUICE_G unsigned long long num_threads() const { return size(); }
    SLUICE_G unsigned long long thread_rank() const { return block_rank() * thread_block::size() + thread_block::thread_rank(); }
    SLUICE_G unsigned long long block_rank() const
    {
        return ((unsigned long long)blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    }
    SLUICE_G unsigned long long num_blocks() const { return (unsigned long long)gridDim.x * gridDim.y * gridDim.z; }
    SLUICE_G dim3 group_dim() const { return dim3(gridDim.x, gridDim.y, gridDim.z); }
    SLUICE_G dim3 dim_blocks() const { return group_dim(); }
    SLUICE_G dim3 block_index() const { return thread_block::group_index(); }
};
SLUICE_G grid_group this_grid() { return grid_group(); }

/* A value of any type from another lane, word by word */
#define SLUICE_G_SHFL(name, op)                                                                              \
    template <class T> SLUICE_G T name(unsigned int mask, T v, int b, int width = 32)                        \
    {                                                                                                        \
        unsigned int w[(sizeof(T) + 3) / 4] = {0};                                                           \
        __builtin_memcpy(w, &v, sizeof(T));                                                                  \
        _Pragma("unroll") for (unsigned int i = 0; i < sizeof(w) / 4; i++) w[i] = op(mask, w[i], b, width);  \
        __builtin_memcpy((void *)&v, w, sizeof(T));                                                          \
        return v;                                                                                            \
    }
SLUICE_G_SHFL(sluice_shfl, __shfl_sync) SLUICE_G_SHFL(sluice_shfl_up, __shfl_up_sync)
SLUICE_G_SHFL(sluice_shfl_down, __shfl_down_sync) SLUICE_G_SHFL(sluice_shfl_xor, __shfl_xor_sync)
#undef SLUICE_G_SHFL

/* Lanes of one warp by mask: what coalesced groups and tiles have in common. */
class sluice_lanes
{
  public:
    SLUICE_G explicit sluice_lanes(unsigned int m) : mask(m) {}
    SLUICE_G void sync() const { __syncwarp(mask); }
    SLUICE_G unsigned int size() const { return (unsigned)__popc(mask); }
    SLUICE_G unsigned int num_threads() const { return size(); }
    SLUICE_G unsigned int thread_rank() const { return (unsigned)__popc(mask & ((1u << __lane_id()) - 1)); }
    SLUICE_G int any(int p) const { return __any_sync(mask, p); }
    SLUICE_G int all(int p) const { return __all_sync(mask, p); }

  protected:
    unsigned int mask;
};

class coalesced_group : public sluice_lanes
{
  public:
    SLUICE_G explicit coalesced_group(unsigned int m) : sluice_lanes(m) {}
    /* ranks count the group's own lanes */
    template <class T> SLUICE_G T shfl(T v, unsigned int rank) const { return sluice_shfl(mask, v, lane_of(rank)); }
    template <class T> SLUICE_G T shfl_down(T v, unsigned int d) const
    {
        unsigned int r = thread_rank();
        return sluice_shfl(mask, v, lane_of(r + d < size() ? r + d : r));
    }
    template <class T> SLUICE_G T shfl_up(T v, unsigned int d) const
    {
        unsigned int r = thread_rank();
        return sluice_shfl(mask, v, lane_of(r >= d ? r - d : r));
    }
    SLUICE_G unsigned int ballot(int p) const { return pack(__ballot_sync(mask, p)); }
    template <class T> SLUICE_G unsigned int match_any(T v) const { return pack(__match_any_sync(mask, v)); }
    template <class T> SLUICE_G unsigned int match_all(T v, int &same) const { return pack(__match_all_sync(mask, v, &same)); }
    SLUICE_G unsigned int meta_group_rank() const { return 0; }
    SLUICE_G unsigned int meta_group_size() const { return 1; }

  private:
    SLUICE_G int lane_of(unsigned int rank) const
    {
        return rank == 0 ? __ffs((int)mask) - 1 : mask == 0xffffffffu ? (int)rank : (int)__fns(mask, 0, (int)rank + 1);
    }
    SLUICE_G unsigned int pack(unsigned int lanes) const
    {
        unsigned int r = 0, at = 0;
        for (unsigned int m = mask; m; m &= m - 1, at++)
            r |= ((lanes >> (__ffs((int)m) - 1)) & 1u) << at;
        return r;
    }
};
SLUICE_G coalesced_group coalesced_threads() { return coalesced_group(__activemask()); }

template <unsigned int n, class Parent = void> class thread_block_tile : public sluice_lanes
{
  public:
    SLUICE_G thread_block_tile() : sluice_lanes(mine()) {}
    /* thread_block_tile<32> t = tiled_partition<32>(block): a tile forgets what it is a tile of */
    template <class P> SLUICE_G thread_block_tile(const thread_block_tile<n, P> &) : sluice_lanes(mine()) {}
    SLUICE_G static constexpr unsigned int size() { return n; }
    SLUICE_G static constexpr unsigned int num_threads() { return n; }
    SLUICE_G static unsigned int thread_rank() { return thread_block::thread_rank() % n; }
    SLUICE_G static unsigned int meta_group_rank() { return thread_block::thread_rank() / n; }
    SLUICE_G static unsigned int meta_group_size() { return (thread_block::size() + n - 1) / n; }
    template <class T> SLUICE_G T shfl(T v, int rank) const { return sluice_shfl(mask, v, rank, n); }
    template <class T> SLUICE_G T shfl_down(T v, unsigned int d) const { return sluice_shfl_down(mask, v, (int)d, n); }
    template <class T> SLUICE_G T shfl_up(T v, unsigned int d) const { return sluice_shfl_up(mask, v, (int)d, n); }
    template <class T> SLUICE_G T shfl_xor(T v, unsigned int m) const { return sluice_shfl_xor(mask, v, (int)m, n); }
    SLUICE_G unsigned int ballot(int p) const { return __ballot_sync(mask, p) >> first(); }
    template <class T> SLUICE_G unsigned int match_any(T v) const { return __match_any_sync(mask, v) >> first(); }
    template <class T> SLUICE_G unsigned int match_all(T v, int &same) const
    {
        return __match_all_sync(mask, v, &same) >> first();
    }

  private:
    SLUICE_G static unsigned int first() { return __lane_id() / n * n; }
    SLUICE_G static unsigned int mine() { return (n >= 32 ? 0xffffffffu : (1u << (n & 31)) - 1) << first(); }
};
template <unsigned int n, class P> SLUICE_G thread_block_tile<n, P> tiled_partition(const P &)
{
    static_assert(n <= 512 && (n & (n - 1)) == 0, "a tile has 1, 2, 4 ... 512 threads");
    return thread_block_tile<n, P>();
}

/* Any group: what thread_group variables hold. */
class thread_group
{
  public:
    SLUICE_G thread_group(const thread_block &) : kind(0), mask(0), width(0) {}
    SLUICE_G thread_group(const coalesced_group &g) : kind(1), mask(0), width(0)
    {
        __builtin_memcpy(&mask, &g, sizeof(mask));
    }
    template <unsigned int n, class P> SLUICE_G thread_group(const thread_block_tile<n, P> &g) : kind(1), mask(0), width(n)
    {
        __builtin_memcpy(&mask, &g, sizeof(mask));
    }
    SLUICE_G void sync() const
    {
        if (kind)
            __syncwarp(mask);
        else
            __syncthreads();
    }
    SLUICE_G unsigned int size() const { return kind ? (unsigned)__popc(mask) : thread_block::size(); }
    SLUICE_G unsigned int num_threads() const { return size(); }
    SLUICE_G unsigned int thread_rank() const
    {
        return kind ? (unsigned)__popc(mask & ((1u << __lane_id()) - 1)) : thread_block::thread_rank();
    }
    template <class T> SLUICE_G T shfl(T v, int r) const { return coalesced_group(mask).shfl(v, (unsigned)r); }
    template <class T> SLUICE_G T shfl_down(T v, unsigned int d) const { return coalesced_group(mask).shfl_down(v, d); }
    template <class T> SLUICE_G T shfl_up(T v, unsigned int d) const { return coalesced_group(mask).shfl_up(v, d); }

  private:
    unsigned int kind, mask, width;
};
SLUICE_G thread_group tiled_partition(const thread_group &, unsigned int n)
{
    unsigned int first = __lane_id() / n * n, m = n >= 32 ? 0xffffffffu : ((1u << n) - 1) << first;
    return thread_group(coalesced_group(m & __activemask()));
}
template <class G> SLUICE_G void sync(const G &g) { const_cast<G &>(g).sync(); }

/* Reductions over a tile, by shuffles */
template <class T> struct plus { SLUICE_G T operator()(T a, T b) const { return a + b; } };
template <class T> struct less { SLUICE_G T operator()(T a, T b) const { return b < a ? b : a; } };
template <class T> struct greater { SLUICE_G T operator()(T a, T b) const { return a < b ? b : a; } };
template <class T> struct bit_and { SLUICE_G T operator()(T a, T b) const { return a & b; } };
template <class T> struct bit_or { SLUICE_G T operator()(T a, T b) const { return a | b; } };
template <class T> struct bit_xor { SLUICE_G T operator()(T a, T b) const { return a ^ b; } };
template <bool of_warps> struct sluice_reduction {
    template <unsigned int n, class P, class T, class Op> SLUICE_G static T over(const thread_block_tile<n, P> &g, T v, Op op)
    {
        for (unsigned int d = n / 2; d; d /= 2)
            v = op(v, g.shfl_xor(v, d));
        return v;
    }
};
template <unsigned int n, class P, class T, class Op> SLUICE_G T reduce(const thread_block_tile<n, P> &g, T v, Op op)
{
    return sluice_reduction<(n > 32)>::over(g, v, op);
}
/* Over the lanes of a mask, log2 of their number rounds: a lane adds what the next one that still counts has, and of
   those that count every second one goes on. */
template <class T, class Op> SLUICE_G T sluice_reduce(unsigned int mask, T v, Op op)
{
    unsigned int lane = __lane_id(), first = (unsigned)__ffs((int)mask) - 1, rank = (unsigned)__popc(mask & ((1u << lane) - 1));
    for (unsigned int left = mask; left & (left - 1); rank /= 2) {
        unsigned int above = left & ~((2u << lane) - 1), next = above ? (unsigned)__ffs((int)above) - 1 : lane;
        T other = sluice_shfl(mask, v, (int)next);
        bool counts = (left >> lane) & 1;
        if (counts && above)
            v = op(v, other);
        left &= __ballot_sync(mask, counts && rank % 2 == 0);
    }
    return sluice_shfl(mask, v, (int)first);
}
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 800
#define SLUICE_REDUX(T, Op, f)                                                                               \
    SLUICE_G T sluice_reduce(unsigned int mask, T v, Op<T>) { return f(mask, v); }
SLUICE_REDUX(int, plus, __reduce_add_sync) SLUICE_REDUX(unsigned int, plus, __reduce_add_sync)
SLUICE_REDUX(int, less, __reduce_min_sync) SLUICE_REDUX(unsigned int, less, __reduce_min_sync)
SLUICE_REDUX(int, greater, __reduce_max_sync) SLUICE_REDUX(unsigned int, greater, __reduce_max_sync)
SLUICE_REDUX(unsigned int, bit_and, __reduce_and_sync) SLUICE_REDUX(unsigned int, bit_or, __reduce_or_sync)
SLUICE_REDUX(unsigned int, bit_xor, __reduce_xor_sync)
#undef SLUICE_REDUX
#endif
template <class T, class Op> SLUICE_G T reduce(const coalesced_group &g, T v, Op op)
{
    unsigned int mask;
    __builtin_memcpy(&mask, &g, sizeof(mask));
    return sluice_reduce(mask, v, op);
}
/* The lanes of g that say the same as this one */
template <class G> SLUICE_G coalesced_group binary_partition(const G &g, bool p)
{
    unsigned int mask, yes;
    __builtin_memcpy(&mask, &g, sizeof(mask));
    yes = __ballot_sync(mask, p);
    return coalesced_group(p ? yes : mask & ~yes);
}
#undef SLUICE_G
} // namespace cooperative_groups
#include "cooperative_groups/more.h"
#endif

#endif
