/* Loads and stores of translated kernels, where nothing is out of the ordinary: addresses aligned, all in the
   allocation that the instruction found last time, nobody waiting for memory. Else nothing is done, and the
   interpreter's function does it all. It is text, of which every kernel gets a copy behind native_text.c's macros. */

INLINE void count_access(u8 *w, u8 *L, u64 act)
{
    INSTRS += 1;
    THREADS += popcount(act);
    MEMS += 1;
}

INLINE void count_global(u8 *w, u8 *L, u8 *op, u64 act, u64 lo, u32 lines, bool store, bool constant)
{
    count_access(w, L, act);
    if (store) {
        CHANGES += 1;
    } else {
        LAST_LOAD = lo;
        LAST_UOP = op;
    }
    if (!constant) {
        GLOBALS += 1;
        LINES += lines;
    }
}

INLINE void count_shared(u8 *w, u8 *L, u64 act, bool store)
{
    count_access(w, L, act);
    SHAREDS += 1;
    CHANGES += store;
}

/* ---- One address for all lanes ---- */

static NOINLINE bool same_global(u8 *w, u8 *L, u8 *op, u64 act, u64 at, u32 bytes, bool constant)
{
    if ((at & (bytes - 1)) | (at < OP_LO) | (at + bytes > OP_HI))
        return false;
    count_global(w, L, op, act, at, 1, false, constant);
    return true;
}

static NOINLINE bool same_shared(u8 *w, u8 *L, u64 act, u64 at, u32 bytes)
{
    if ((at & (bytes - 1)) | (at >= SHARED_BYTES) | (at + bytes > SHARED_BYTES))
        return false;
    count_shared(w, L, act, false);
    return true;
}

/* ---- base + lane * step ---- */

INLINE bool affine_usual(u8 *L, u64 act, u64 at, i64 step, u32 bytes, u64 *lo, u64 *end)
{
    u64 last = at + (u64)(31 * step);
    *lo = step < 0 ? last : at;
    *end = (step < 0 ? at : last) + bytes;
    return !(((u32)act != 0xffffffffu) | (((at | (u64)step) & (bytes - 1)) != 0) | (WATCHED != 0) | (step > 1 << 20) |
             (step < -(1 << 20)));
}

static NOINLINE bool affine_global(u8 *w, u8 *L, u8 *op, u64 act, u64 at, i64 step, u32 bytes, bool store,
                                   bool constant)
{
    u64 lo, end;
    if (!affine_usual(L, act, at, step, bytes, &lo, &end) || (lo < OP_LO) | (end > OP_HI))
        return false;
    u32 lines = !step ? 1 : step >= 128 || step <= -128 ? 32 : (u32)(((end - 1) >> 7) - (lo >> 7) + 1);
    count_global(w, L, op, act, lo, lines, store, constant);
    return true;
}

static NOINLINE bool affine_shared(u8 *w, u8 *L, u64 act, u64 at, i64 step, u32 bytes, bool store)
{
    u64 lo, end;
    if (!affine_usual(L, act, at, step, bytes, &lo, &end) || (lo >= end) | (end > SHARED_BYTES))
        return false;
    count_shared(w, L, act, store);
    return true;
}

/* ---- Any addresses: where each lane's is goes to `to`; lanes that are not active have another's ---- */

#define ADDRESSES(T, MINE)                                                                                           \
    {                                                                                                                \
        const T *from = reg;                                                                                         \
        const T other = from[__builtin_ctzll(act)];                                                                  \
        SHORT_LOOP                                                                                                   \
        {                                                                                                            \
            T x = (T)((MINE) + (T)off);                                                                              \
            LEAST                                                                                                    \
            hi = (NARROW)x > hi ? (NARROW)x : hi;                                                                    \
            bits |= x;                                                                                               \
            to[i] = (NARROW)x;                                                                                       \
        }                                                                                                            \
    }
#define ALL_ADDRESSES                                                                                                \
    if (is32 && (u32)act == 0xffffffffu)                                                                             \
        ADDRESSES(u32, from[i])                                                                                      \
    else if (is32)                                                                                                   \
        ADDRESSES(u32, (u32)act &BIT[i] ? from[i] : other)                                                           \
    else if ((u32)act == 0xffffffffu)                                                                                \
        ADDRESSES(u64, from[i])                                                                                      \
    else                                                                                                             \
        ADDRESSES(u64, (u32)act &BIT[i] ? from[i] : other)

#define NARROW u64
#define LEAST lo = x < lo ? x : lo;
static NOINLINE bool lanes_global(u8 *w, u8 *L, u8 *op, u64 act, const void *reg, u64 off, u32 bytes, bool is32,
                                  bool store, bool constant, u64 *to)
{
    u64 lo = ~0ul, hi = 0, bits = 0, touched = 0;
    ALL_ADDRESSES
    if ((bits & (bytes - 1)) | (lo < OP_LO) | (hi + bytes > OP_HI) | (hi > ~0ul - 64) | (store & (WATCHED != 0)))
        return false;
    const u64 first = lo >> 7, span = (hi >> 7) - first;
    if (!constant && span < 64) {
        SHORT_LOOP touched |= 1ul << ((to[i] >> 7) - first);
        touched = popcount(touched);
    } else if (!constant) {
        u64 map[64], x = 0;
        if (span >= 4096)
            return false;
        for (u32 k = 0; k <= span >> 6; k++)
            map[k] = 0;
        for (u32 i = 0; i < 32; i++) {
            u64 line = (to[i] >> 7) - first;
            x += !(map[line >> 6] >> (line & 63) & 1);
            map[line >> 6] |= 1ul << (line & 63);
        }
        touched = x;
    }
    count_global(w, L, op, act, lo, (u32)touched, store, constant);
    return true;
}
#undef NARROW
#undef LEAST

/* Shared memory ends far below 4 GB: what is above shows in `bits`. */
#define NARROW u32
#define LEAST
static NOINLINE bool lanes_shared(u8 *w, u8 *L, u64 act, const void *reg, u64 off, u32 bytes, bool is32, bool store,
                                  u32 *to)
{
    u32 hi = 0;
    u64 bits = 0;
    ALL_ADDRESSES
    if ((bits & (bytes - 1)) | (bits >> 32) | (hi >= SHARED_BYTES) | ((u64)hi + bytes > SHARED_BYTES) |
        (store & (WATCHED != 0)))
        return false;
    count_shared(w, L, act, store);
    return true;
}

/* ---- Between memory and lanes: E in memory, T in registers ---- */

#define MOVES(name, E, T, AS)                                                                                        \
    static NOINLINE void load_step_##name(T *d, const u8 *at, i64 step)                                              \
    {                                                                                                                \
        if (step == sizeof(E)) {                                                                                     \
            const E *s = (const E *)at;                                                                              \
            LOOP d[i] = (T)(AS)s[i];                                                                                 \
        } else {                                                                                                     \
            for (u32 i = 0; i < 32; i++, at += step)                                                                 \
                d[i] = (T)(AS) * (const E *)at;                                                                      \
        }                                                                                                            \
    }                                                                                                                \
    static NOINLINE void store_step_##name(const T *s, u8 *at, i64 step)                                             \
    {                                                                                                                \
        if (step == sizeof(E)) {                                                                                     \
            E *d = (E *)at;                                                                                          \
            LOOP d[i] = (E)s[i];                                                                                     \
        } else {                                                                                                     \
            for (u32 i = 0; i < 32; i++, at += step)                                                                 \
                *(E *)at = (E)s[i];                                                                                  \
        }                                                                                                            \
    }                                                                                                                \
    MOVES_AT(name, E, T, AS, at, u64)                                                                                \
    MOVES_AT(name, E, T, AS, in, u32)
#define MOVES_AT(name, E, T, AS, AT, A)                                                                              \
    static NOINLINE void load_##AT##_##name(T *d, const A *at, u64 base, u64 mask)                                   \
    {                                                                                                                \
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
