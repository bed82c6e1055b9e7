/* What moves between memory and the lanes of translated kernels, once native_mem.h's functions have found nothing out
   of the ordinary. Text like those, too. */

/* ---- Between memory and lanes: E in memory, T in registers ---- */

#define MOVES(name, E, T, AS)                                                                                        \
    IN_LINE void load_row_##name(T *d, const u8 *at)                                                                 \
    {                                                                                                                \
        const E *s = (const E *)at;                                                                                  \
        LOOP d[i] = (T)(AS)s[i];                                                                                     \
    }                                                                                                                \
    IN_LINE void store_row_##name(const T *s, u8 *at)                                                                \
    {                                                                                                                \
        E *d = (E *)at;                                                                                              \
        LOOP d[i] = (E)s[i];                                                                                         \
    }                                                                                                                \
    static NOINLINE void load_step_##name(T *d, const u8 *at, i64 step, u64 x)                                       \
    {                                                                                                                \
        if ((u32)x != 0xffffffffu && step == sizeof(E)) {                                                            \
            const E *s = (const E *)at;                                                                              \
            LOOP if ((u32)x & BIT[i]) d[i] = (T)(AS)s[i];                                                            \
        } else if ((u32)x != 0xffffffffu) {                                                                          \
            for (u64 m = x; m; m &= m - 1)                                                                           \
                d[__builtin_ctzll(m)] = (T)(AS) * (const E *)(at + __builtin_ctzll(m) * step);                       \
        } else {                                                                                                     \
            for (u32 i = 0; i < 32; i++, at += step)                                                                 \
                d[i] = (T)(AS) * (const E *)at;                                                                      \
        }                                                                                                            \
    }                                                                                                                \
    static NOINLINE void store_step_##name(const T *s, u8 *at, i64 step, u64 x)                                      \
    {                                                                                                                \
        if ((u32)x != 0xffffffffu && step == sizeof(E)) {                                                            \
            E *d = (E *)at;                                                                                          \
            LOOP if ((u32)x & BIT[i]) d[i] = (E)s[i];                                                                \
        } else if ((u32)x != 0xffffffffu) {                                                                          \
            for (u64 m = x; m; m &= m - 1)                                                                           \
                *(E *)(at + __builtin_ctzll(m) * step) = (E)s[__builtin_ctzll(m)];                                   \
        } else {                                                                                                     \
            for (u32 i = 0; i < 32; i++, at += step)                                                                 \
                *(E *)at = (E)s[i];                                                                                  \
        }                                                                                                            \
    }                                                                                                                \
    MOVES_AT(name, E, T, AS, at, u64)
/* Any addresses; a block that is 16 wide has two rows in a warp, each often consecutive or at one
   address. */
#define HALF(T) __attribute__((vector_size(16 * sizeof(T)), aligned(sizeof(T)))) T
#define LANE_VECTOR(T) __attribute__((vector_size(32 * sizeof(T)), aligned(sizeof(T)))) T
#define HALF_LANES                                                                                                   \
    {                                                                                                                \
        0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15   \
    }
#define HALVES(v)                                                                                                    \
    __builtin_shufflevector(v, v, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 16, 16, 16, 16, 16, 16, 16, 16,    \
                            16, 16, 16, 16, 16, 16, 16, 16)
#define MOVES_AT(name, E, T, AS, AT, A)                                                                              \
    static NOINLINE void load_##AT##_##name(T *d, const A *at, u64 base, u64 mask)                                   \
    {                                                                                                                \
        typedef HALF(E) in_memory;                                                                                   \
        typedef HALF(AS) as;                                                                                         \
        typedef HALF(T) in_lanes;                                                                                    \
        typedef LANE_VECTOR(A) addresses;                                                                            \
        const E *low = (const E *)(base + at[0]), *high = (const E *)(base + at[16]);                                \
        const addresses all = *(const addresses *)at, from = all - HALVES(all), lane = HALF_LANES;                   \
        if ((u32)mask == 0xffffffffu && !ANY_LANE(from ^ lane * sizeof(E))) {                                        \
            *(in_lanes *)d =                                                                                         \
                __builtin_convertvector(__builtin_convertvector(*(const in_memory *)low, as), in_lanes);             \
            *(in_lanes *)(d + 16) =                                                                                  \
                __builtin_convertvector(__builtin_convertvector(*(const in_memory *)high, as), in_lanes);            \
            return;                                                                                                  \
        }                                                                                                            \
        if ((u32)mask == 0xffffffffu && !ANY_LANE(from)) {                                                           \
            const T l = (T)(AS)*low, h = (T)(AS)*high;                                                               \
            *(in_lanes *)d = (in_lanes){0} + l;                                                                      \
            *(in_lanes *)(d + 16) = (in_lanes){0} + h;                                                               \
            return;                                                                                                  \
        }                                                                                                            \
        if ((u32)mask == 0xffffffffu) {                                                                              \
            _Pragma("clang loop unroll(full)") for (u32 i = 0; i < 32; i++) d[i] =                                   \
                (T)(AS) * (const E *)(base + at[i]);                                                                 \
            return;                                                                                                  \
        }                                                                                                            \
        for (u64 m = mask; m; m &= m - 1) {                                                                          \
            u32 i = (u32)__builtin_ctzll(m);                                                                         \
            d[i] = (T)(AS) * (const E *)(base + at[i]);                                                              \
        }                                                                                                            \
    }                                                                                                                \
    static NOINLINE void store_##AT##_##name(const T *s, const A *at, u64 base, u64 mask)                            \
    {                                                                                                                \
        for (u64 m = mask; m; m &= m - 1) {                                                                          \
            u32 i = (u32)__builtin_ctzll(m);                                                                         \
            *(E *)(base + at[i]) = (E)s[i];                                                                          \
        }                                                                                                            \
    }

/* A load of consecutive addresses in a loop: prefetches what it will read some rounds later. The host does not
   predict steps beyond a page, and rounds are too long for it to overlap many. */
#define AHEAD(last, at)                                                                                              \
    {                                                                                                                \
        const u64 by = (at) - (last), next = (at) + 4 * by;                                                          \
        (last) = (at);                                                                                               \
        if (by + (1ul << 22) < 1ul << 23) {                                                                          \
            __builtin_prefetch((const void *)next);                                                                  \
            __builtin_prefetch((const void *)(next + 64));                                                           \
        }                                                                                                            \
    }

/* ---- Atomics: lanes one after the other, as in the interpreter. Old values of executing lanes go to d, unless it is
   NULL. True: memory has changed. ---- */

#define ATOM(name, E, T, AT, A, VALUE)                                                                               \
    static NOINLINE bool atom_##AT##_##name(T *d, const T *b, const T *c, const A *at, u64 base, u64 x)              \
    {                                                                                                                \
        bool changed = false;                                                                                        \
        for (u64 m = x; m; m &= m - 1) {                                                                             \
            const u32 i = (u32)__builtin_ctzll(m);                                                                   \
            E *p = (E *)(base + at[i]);                                                                              \
            const E old = *p, y = (E)b[i], z = c ? (E)c[i] : 0, v = (VALUE);                                         \
            (void)y, (void)z;                                                                                        \
            *p = v;                                                                                                  \
            changed |= v != old;                                                                                     \
            if (d)                                                                                                   \
                d[i] = (T)old;                                                                                       \
        }                                                                                                            \
        return changed;                                                                                              \
    }
