/* Shuffles, votes, matches and reductions inside a warp, with a mask and in the older form without one. */
#ifndef SLUICE_WARP_H
#define SLUICE_WARP_H

#define SLUICE_FULL 0xffffffffu
SLUICE_D unsigned int __activemask() { unsigned r; asm volatile("activemask.b32 %0;" : "=r"(r)); return r; }
SLUICE_D void __syncwarp(unsigned int mask = SLUICE_FULL) { asm volatile("bar.warp.sync %0;" ::"r"(mask) : "memory"); }
SLUICE_D unsigned int __lane_id() { unsigned r; asm("mov.u32 %0, %%laneid;" : "=r"(r)); return r; }

SLUICE_D int sluice_shfl_idx(unsigned m, int v, int b, int c)
{
    int r;
    asm volatile("shfl.sync.idx.b32 %0, %1, %2, %3, %4;" : "=r"(r) : "r"(v), "r"(b), "r"(c), "r"(m));
    return r;
}
SLUICE_D int sluice_shfl_up(unsigned m, int v, int b, int c)
{
    int r;
    asm volatile("shfl.sync.up.b32 %0, %1, %2, %3, %4;" : "=r"(r) : "r"(v), "r"(b), "r"(c), "r"(m));
    return r;
}
SLUICE_D int sluice_shfl_down(unsigned m, int v, int b, int c)
{
    int r;
    asm volatile("shfl.sync.down.b32 %0, %1, %2, %3, %4;" : "=r"(r) : "r"(v), "r"(b), "r"(c), "r"(m));
    return r;
}
SLUICE_D int sluice_shfl_bfly(unsigned m, int v, int b, int c)
{
    int r;
    asm volatile("shfl.sync.bfly.b32 %0, %1, %2, %3, %4;" : "=r"(r) : "r"(v), "r"(b), "r"(c), "r"(m));
    return r;
}

/* name_sync(mask, value, lane or delta, width) for T, word by word; name(value, ...) over the active lanes */
#define SLUICE_SHFL(name, op, low, T, B)                                                                     \
    SLUICE_D T name##_sync(unsigned int mask, T v, B b, int width = 32)                                      \
    {                                                                                                        \
        int w[(sizeof(T) + 3) / 4] = {0};                                                                    \
        __builtin_memcpy(w, &v, sizeof(T));                                                                  \
        _Pragma("unroll") for (unsigned i = 0; i < sizeof(w) / 4; i++)                                       \
            w[i] = op(mask, w[i], (int)b, ((32 - width) << 8) | low);                                        \
        __builtin_memcpy(&v, w, sizeof(T));                                                                  \
        return v;                                                                                            \
    }                                                                                                        \
    SLUICE_D T name(T v, B b, int width = 32) { return name##_sync(__activemask(), v, b, width); }
#define SLUICE_SHFLS(T)                                                                                      \
    SLUICE_SHFL(__shfl, sluice_shfl_idx, 0x1f, T, int)                                                       \
    SLUICE_SHFL(__shfl_up, sluice_shfl_up, 0, T, unsigned int)                                               \
    SLUICE_SHFL(__shfl_down, sluice_shfl_down, 0x1f, T, unsigned int)                                        \
    SLUICE_SHFL(__shfl_xor, sluice_shfl_bfly, 0x1f, T, int)
SLUICE_SHFLS(int)
SLUICE_SHFLS(unsigned int)
SLUICE_SHFLS(long)
SLUICE_SHFLS(unsigned long)
SLUICE_SHFLS(long long)
SLUICE_SHFLS(unsigned long long)
SLUICE_SHFLS(float)
SLUICE_SHFLS(double)
#undef SLUICE_SHFLS

SLUICE_D unsigned int __ballot_sync(unsigned int mask, int p)
{
    unsigned int r;
    asm volatile("{.reg .pred p; setp.ne.s32 p, %1, 0; vote.sync.ballot.b32 %0, p, %2;}" : "=r"(r) : "r"(p), "r"(mask));
    return r;
}
#define SLUICE_VOTE(name, op)                                                                                \
    SLUICE_D int name(unsigned int mask, int p)                                                              \
    {                                                                                                        \
        int r;                                                                                               \
        asm volatile("{.reg .pred p, q; setp.ne.s32 p, %1, 0; vote.sync." op ".pred q, p, %2; selp.s32 %0, 1, 0, q;}" \
                     : "=r"(r) : "r"(p), "r"(mask));                                                         \
        return r;                                                                                            \
    }
SLUICE_VOTE(__any_sync, "any")
SLUICE_VOTE(__all_sync, "all")
SLUICE_VOTE(__uni_sync, "uni")
#undef SLUICE_VOTE
SLUICE_D unsigned int __ballot(int p) { return __ballot_sync(__activemask(), p); }
SLUICE_D int __any(int p) { return __any_sync(__activemask(), p); }
SLUICE_D int __all(int p) { return __all_sync(__activemask(), p); }

SLUICE_D unsigned int sluice_match_any(unsigned int mask, unsigned int v)
{
    unsigned int r;
    asm volatile("match.any.sync.b32 %0, %1, %2;" : "=r"(r) : "r"(v), "r"(mask));
    return r;
}
SLUICE_D unsigned int sluice_match_any(unsigned int mask, unsigned long long v)
{
    unsigned int r;
    asm volatile("match.any.sync.b64 %0, %1, %2;" : "=r"(r) : "l"(v), "r"(mask));
    return r;
}
SLUICE_D unsigned int sluice_match_all(unsigned int mask, unsigned int v, int *same)
{
    unsigned int r;
    int p;
    asm volatile("{.reg .pred p; match.all.sync.b32 %0|p, %2, %3; selp.s32 %1, 1, 0, p;}" : "=r"(r), "=r"(p) : "r"(v), "r"(mask));
    *same = p;
    return r;
}
SLUICE_D unsigned int sluice_match_all(unsigned int mask, unsigned long long v, int *same)
{
    unsigned int r;
    int p;
    asm volatile("{.reg .pred p; match.all.sync.b64 %0|p, %2, %3; selp.s32 %1, 1, 0, p;}" : "=r"(r), "=r"(p) : "l"(v), "r"(mask));
    *same = p;
    return r;
}
#define SLUICE_MATCH(T, U)                                                                                   \
    SLUICE_D unsigned int __match_any_sync(unsigned int mask, T v)                                           \
    { U u; __builtin_memcpy(&u, &v, sizeof(u)); return sluice_match_any(mask, u); }                          \
    SLUICE_D unsigned int __match_all_sync(unsigned int mask, T v, int *same)                                \
    { U u; __builtin_memcpy(&u, &v, sizeof(u)); return sluice_match_all(mask, u, same); }
SLUICE_MATCH(int, unsigned int)
SLUICE_MATCH(unsigned int, unsigned int)
SLUICE_MATCH(float, unsigned int)
SLUICE_MATCH(long, unsigned long long)
SLUICE_MATCH(unsigned long, unsigned long long)
SLUICE_MATCH(long long, unsigned long long)
SLUICE_MATCH(unsigned long long, unsigned long long)
SLUICE_MATCH(double, unsigned long long)
#undef SLUICE_MATCH

#define SLUICE_REDUX(name, ins, T)                                                                           \
    SLUICE_D T name(unsigned int mask, T v)                                                                  \
    { T r; asm volatile("redux.sync." ins " %0, %1, %2;" : "=r"(r) : "r"(v), "r"(mask)); return r; }
SLUICE_REDUX(__reduce_add_sync, "add.s32", int)
SLUICE_REDUX(__reduce_add_sync, "add.u32", unsigned int)
SLUICE_REDUX(__reduce_min_sync, "min.s32", int)
SLUICE_REDUX(__reduce_min_sync, "min.u32", unsigned int)
SLUICE_REDUX(__reduce_max_sync, "max.s32", int)
SLUICE_REDUX(__reduce_max_sync, "max.u32", unsigned int)
SLUICE_REDUX(__reduce_and_sync, "and.b32", unsigned int)
SLUICE_REDUX(__reduce_or_sync, "or.b32", unsigned int)
SLUICE_REDUX(__reduce_xor_sync, "xor.b32", unsigned int)
#undef SLUICE_REDUX

#endif
