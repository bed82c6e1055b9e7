/* The host's side: each thread of a block is a context of its own, which gives way at barriers and at operations of
   its warp, so that a kernel's text is executed as it stands. Blocks run one after the other. A kernel whose threads
   do not meet (masks that differ, a barrier that some leave out) is invalid: it ends with status 3. */
#include <cfenv>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ucontext.h>

#define DEV
#define __global__
#define __device__
#define __host__
#define __constant__
#define __shared__ static
#define __noinline__ __attribute__((noinline))
#define __forceinline__ inline __attribute__((always_inline))

/* ---- Features: how often each was executed ---- */
struct feature {
    const char *name;
    unsigned long long times;
    feature *next;
    static feature *&all()
    {
        static feature *first;
        return first;
    }
    explicit feature(const char *n) : name(n), times(0), next(all()) { all() = this; }
};
#define MARK(name_)                                                                                                    \
    do {                                                                                                               \
        static feature feature_(name_);                                                                                \
        feature_.times++;                                                                                              \
    } while (0)

static inline int __popc(unsigned x) { return __builtin_popcount(x); }
static inline int __ffs(int x) { return __builtin_ffs(x); }
#include "common.h"

/* ---- Threads ---- */
struct dim3 {
    unsigned x, y, z;
};
struct fiber {
    ucontext_t context;
    dim3 tid;
    int lane, warp, bar;
    bool done;
    unsigned mask;     /* of the operation at which it waits; 0: none */
    const char *what;
    void *args;
    int waits, counted; /* at barrier `waits` - 1 for `counted` threads, 0: all */
    bool pred;
};
enum { MOST_THREADS = 256, STACK = 128 << 10 };
static fiber fibers[MOST_THREADS], *now;
static ucontext_t scheduler;
static dim3 blockIdx, blockDim, gridDim;
static int n_fibers, moved;
static struct {
    int arrived, need, count;
    unsigned turn;
} bars[16];
static char (*stacks)[STACK];
#define threadIdx (now->tid)

[[noreturn]] static void invalid(const char *why)
{
    fprintf(stderr, "invalid: %s (thread %d of block %u)\n", why, (int)(now - fibers), blockIdx.x);
    exit(3);
}
static void give_way()
{
    fiber *me = now;
    swapcontext(&me->context, &scheduler);
}
/* Waits until all lanes of the mask are here; the last one performs for all. */
static void meet(unsigned mask, const char *what, void *args, void (*perform)(fiber **lanes, unsigned mask))
{
    fiber *me = now, *lanes[32] = {0};
    if (!(mask >> me->lane & 1))
        invalid("a lane is not in its own mask");
    me->mask = mask, me->what = what, me->args = args;
    int here = 0, want = __builtin_popcount(mask);
    for (int i = 0; i < 32; i++) {
        fiber *f = &fibers[me->warp * 32 + i];
        if (!(mask >> i & 1))
            continue;
        if (me->warp * 32 + i >= n_fibers || f->done)
            invalid("a lane of the mask is not there");
        if (f->mask == mask && strcmp(f->what, what))
            invalid("lanes meet at different operations");
        here += f->mask == mask; /* one that waits for fewer lanes comes later */
        lanes[i] = f;
    }
    if (here == want) {
        perform(lanes, mask);
        for (int i = 0; i < 32; i++)
            if (lanes[i])
                lanes[i]->mask = 0;
        moved++;
        return;
    }
    while (me->mask)
        give_way();
}
/* Barrier `id` of `threads` (0: all of the block); how many came with the predicate */
static int meet_block(int id, int threads, bool pred, bool wait)
{
    auto *b = &bars[id];
    int need = threads ? threads : n_fibers;
    if (b->arrived && b->need != need)
        invalid("a barrier of different counts");
    if (!b->arrived)
        b->count = 0;
    b->need = need;
    b->arrived++;
    b->count += pred;
    static int last[16];
    unsigned turn = b->turn;
    if (b->arrived == need) {
        b->arrived = 0;
        b->turn++;
        last[id] = b->count;
        moved++;
        return last[id];
    }
    moved++;
    while (wait && b->turn == turn)
        give_way();
    return last[id];
}
static void (*body)();
static void enter()
{
    body();
    now->done = true;
    moved++;
    give_way();
}
static void run_block(void (*kernel)())
{
    body = kernel;
    if (!stacks)
        stacks = (char (*)[STACK])malloc((size_t)MOST_THREADS * STACK);
    memset(bars, 0, sizeof bars);
    for (int i = 0; i < n_fibers; i++) {
        fiber *f = &fibers[i];
        f->tid = {(unsigned)i % blockDim.x, (unsigned)i / blockDim.x, 0};
        f->lane = i & 31, f->warp = i / 32, f->done = false, f->mask = 0;
        getcontext(&f->context);
        f->context.uc_stack.ss_sp = stacks[i];
        f->context.uc_stack.ss_size = STACK;
        f->context.uc_link = nullptr;
        makecontext(&f->context, enter, 0);
    }
    for (bool any = true; any;) {
        any = false;
        moved = 0;
        for (int i = 0; i < n_fibers; i++) {
            if (fibers[i].done)
                continue;
            any = true;
            now = &fibers[i];
            swapcontext(&scheduler, &now->context);
        }
        if (any && !moved)
            invalid("threads wait for ever");
    }
}

/* ---- Barriers and warps ---- */
static inline void __syncthreads() { MARK("barrier"); meet_block(0, 0, false, true); }
static inline int __syncthreads_count(int p) { MARK("barrier count"); return meet_block(0, 0, p, true); }
static inline int __syncthreads_and(int p) { MARK("barrier and"); return meet_block(0, 0, p, true) == n_fibers; }
static inline int __syncthreads_or(int p) { MARK("barrier or"); return meet_block(0, 0, p, true) != 0; }
template <int ID> static inline void bar_some(unsigned n) { MARK("barrier of some warps"); meet_block(ID, (int)n, false, true); }
template <int ID> static inline void bar_arrive(unsigned n) { MARK("barrier arrive"); meet_block(ID, (int)n, false, false); }
static inline void __syncwarp(unsigned mask = 0xffffffffu)
{
    MARK("syncwarp");
    meet(mask, "syncwarp", nullptr, [](fiber **, unsigned) {});
}
static inline void __threadfence() {}
static inline void __threadfence_block() {}

template <class T> struct shuffle {
    T v, result;
    int kind, by, width;
};
template <class T> static T shuffled(unsigned mask, const char *what, T v, int kind, int by, int width)
{
    shuffle<T> s = {v, v, kind, by, width};
    meet(mask, what, &s, [](fiber **lanes, unsigned mask) {
        for (int l = 0; l < 32; l++) {
            if (!lanes[l])
                continue;
            auto *s = (shuffle<T> *)lanes[l]->args;
            int first = l & ~(s->width - 1), end = first + s->width;
            int from = s->kind == 0 ? first + (s->by & (s->width - 1)) : s->kind == 1 ? l - s->by : s->kind == 2 ? l + s->by : l ^ s->by;
            /* the butterfly stays below the end of its own group; others stay inside it */
            bool inside = s->kind == 3 ? from < end : from >= first && from < end;
            if (!inside)
                from = l;
            if (mask >> from & 1)
                s->result = ((shuffle<T> *)lanes[from]->args)->v;
            /* else undefined: kernels do not read it */
        }
    });
    return s.result;
}
template <class T> static inline T __shfl_sync(unsigned m, T v, int lane, int w = 32) { MARK("shuffle idx"); return shuffled(m, "shfl", v, 0, lane, w); }
template <class T> static inline T __shfl_up_sync(unsigned m, T v, unsigned d, int w = 32) { MARK("shuffle up"); return shuffled(m, "up", v, 1, (int)d, w); }
template <class T> static inline T __shfl_down_sync(unsigned m, T v, unsigned d, int w = 32) { MARK("shuffle down"); return shuffled(m, "down", v, 2, (int)d, w); }
template <class T> static inline T __shfl_xor_sync(unsigned m, T v, int d, int w = 32) { MARK("shuffle xor"); return shuffled(m, "xor", v, 3, d, w); }

struct voted {
    unsigned long long v;
    unsigned result;
};
template <class F> static unsigned vote(unsigned mask, const char *what, unsigned long long v, F)
{
    voted a = {v, 0};
    meet(mask, what, &a, [](fiber **lanes, unsigned) {
        unsigned long long vs[32];
        for (int l = 0; l < 32; l++)
            vs[l] = lanes[l] ? ((voted *)lanes[l]->args)->v : 0;
        for (int l = 0; l < 32; l++)
            if (lanes[l])
                ((voted *)lanes[l]->args)->result = F::of(lanes, vs, l);
    });
    return a.result;
}
template <class F> static unsigned vote(unsigned mask, const char *what, unsigned long long v) { return vote(mask, what, v, F()); }
struct of_ballot {
    static unsigned of(fiber **lanes, unsigned long long *v, int)
    {
        unsigned r = 0;
        for (int i = 0; i < 32; i++)
            r |= (unsigned)(lanes[i] && v[i]) << i;
        return r;
    }
};
struct of_match {
    static unsigned of(fiber **lanes, unsigned long long *v, int l)
    {
        unsigned r = 0;
        for (int i = 0; i < 32; i++)
            r |= (unsigned)(lanes[i] && v[i] == v[l]) << i;
        return r;
    }
};
template <class OP> struct of_sum {
    static unsigned of(fiber **lanes, unsigned long long *v, int)
    {
        unsigned r = 0;
        bool any = false;
        for (int i = 0; i < 32; i++)
            if (lanes[i])
                r = any ? OP::of(r, (unsigned)v[i]) : (unsigned)v[i], any = true;
        return r;
    }
};
static inline unsigned __ballot_sync(unsigned m, int p) { MARK("ballot"); return vote<of_ballot>(m, "ballot", p != 0); }
static inline int __any_sync(unsigned m, int p) { MARK("any"); return vote<of_ballot>(m, "any", p != 0) != 0; }
static inline int __all_sync(unsigned m, int p) { MARK("all"); return vote<of_ballot>(m, "all", p != 0) == m; }
template <class T> static inline unsigned __match_any_sync(unsigned m, T v) { MARK("match any"); return vote<of_match>(m, "match", (unsigned long long)v); }
template <class T> static inline unsigned __match_all_sync(unsigned m, T v, int *p)
{
    MARK("match all");
    *p = vote<of_match>(m, "match all", (unsigned long long)v) == m;
    return *p ? m : 0;
}
#define REDUCE(name, T, e)                                                                                             \
    struct sum_##name##T {                                                                                             \
        static unsigned of(unsigned x_, unsigned y_) { T x = (T)x_, y = (T)y_; return (unsigned)(e); }                 \
    };                                                                                                                 \
    static inline T __reduce_##name##_sync(unsigned m, T v) { MARK("redux " #name); return (T)vote<of_sum<sum_##name##T>>(m, "redux " #name, (unsigned)v); }
REDUCE(add, unsigned, x + y) REDUCE(min, unsigned, x < y ? x : y) REDUCE(max, unsigned, x > y ? x : y)
REDUCE(min, int, x < y ? x : y) REDUCE(max, int, x > y ? x : y)
REDUCE(and, unsigned, x & y) REDUCE(or, unsigned, x | y) REDUCE(xor, unsigned, x ^ y)

namespace cooperative_groups
{
struct thread_block {
    void sync() const { __syncthreads(); }
    unsigned thread_rank() const { return (unsigned)(now - fibers); }
};
static inline thread_block this_thread_block() { return {}; }
template <class G> static inline void sync(const G &g) { g.sync(); }
template <int N> struct tile {
    unsigned mask() const { return (N == 32 ? 0xffffffffu : (1u << N % 32) - 1u) << (now->lane & ~(N - 1)); }
    unsigned thread_rank() const { return (unsigned)now->lane & (N - 1); }
    void sync() const { __syncwarp(mask()); }
    template <class T> T shfl(T v, int l) const { MARK("tile"); return __shfl_sync(mask(), v, l, N); }
    template <class T> T shfl_xor(T v, int d) const { MARK("tile"); return __shfl_xor_sync(mask(), v, d, N); }
    template <class T> T shfl_down(T v, int d) const { MARK("tile"); return __shfl_down_sync(mask(), v, (unsigned)d, N); }
    unsigned ballot(int p) const { MARK("tile"); return __ballot_sync(mask(), p) >> (now->lane & ~(N - 1)); }
    int any(int p) const { MARK("tile"); return __any_sync(mask(), p); }
};
template <int N> static inline tile<N> tiled_partition(const thread_block &) { return {}; }
}
namespace cg = cooperative_groups;

/* ---- Atomics ---- */
template <class T> struct same { typedef T t; };
#define ATOMIC(name, e)                                                                                                \
    template <class T> static inline T atomic##name(T *p, typename same<T>::t v)                        \
    {                                                                                                                  \
        MARK("atomic" #name);                                                                                          \
        T was = *p;                                                                                                    \
        *p = (T)(e);                                                                                                   \
        return was;                                                                                                    \
    }
ATOMIC(Add, (typename uint_of<T>::t)was + (typename uint_of<T>::t)v) ATOMIC(Sub, (typename uint_of<T>::t)was - (typename uint_of<T>::t)v)
ATOMIC(Min, was < v ? was : v) ATOMIC(Max, was > v ? was : v) ATOMIC(And, was & v) ATOMIC(Or, was | v) ATOMIC(Xor, was ^ v) ATOMIC(Exch, v)
ATOMIC(Inc, was >= v ? 0 : was + 1) ATOMIC(Dec, was == 0 || was > v ? v : was - 1)
template <class T> static inline T atomicCAS(T *p, typename same<T>::t seen, typename same<T>::t v)
{
    MARK("atomicCAS");
    T was = *p;
    if (was == seen)
        *p = v;
    return was;
}

/* ---- Vectors and memory ---- */
#define VECTORS(T, n, a2, a4)                                                                                          \
    struct alignas(a2) n##2 { T x, y; };                                                                               \
    struct alignas(a4) n##4 { T x, y, z, w; };                                                                         \
    static inline n##2 make_##n##2(T x, T y) { return {x, y}; }                                                        \
    static inline n##4 make_##n##4(T x, T y, T z, T w) { return {x, y, z, w}; }
VECTORS(unsigned char, uchar, 2, 4) VECTORS(short, short, 4, 8) VECTORS(unsigned, uint, 8, 16) VECTORS(int, int, 8, 16)
struct alignas(16) ulonglong2 { unsigned long long x, y; };
static inline ulonglong2 make_ulonglong2(unsigned long long x, unsigned long long y) { return {x, y}; }
template <class T> static inline T __ldg(const T *p) { MARK("ldg"); return *p; }
template <int N> static inline void copy_async(void *to, const void *from) { MARK("cp.async"); memcpy(to, from, N); }
static inline void copy_commit() {}
template <int N> static inline void copy_wait() {}

/* ---- Textures: 1 is 256 words in a row, 2 is 16 by 16 of them, 3 is as 1, in four bytes each ---- */
typedef unsigned long long texture_t;
static const unsigned *texels;
static inline int inside(int x, int n) { return x < 0 ? 0 : x >= n ? n - 1 : x; }
template <class T> static inline T tex1Dfetch(texture_t, int x)
{
    MARK("texture 1D");
    T r;
    memcpy(&r, &texels[x & 255], 4);
    return r;
}
template <class T> static inline T tex2D(texture_t, float x, float y)
{
    MARK("texture 2D");
    T r;
    memcpy(&r, &texels[inside((int)__builtin_floorf(y), 16) * 16 + inside((int)__builtin_floorf(x), 16)], 4);
    return r;
}

#include "host_ops.h"
