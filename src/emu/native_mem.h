/* Loads, stores and atomics of translated kernels in the common case: addresses are aligned and in the allocation
   that the instruction found last time, and no warp waits for memory. Otherwise nothing is done here, and the
   interpreter's function does all of it. This is text, of which every kernel gets a copy behind native_text.c's
   macros. `x` is the mask of lanes that execute the access. The kernel counts what every such access counts
   (native_gen_mem.c); lines of global memory are counted here. */

INLINE void count_global(u8 *w, u8 *L, u8 *op, u64 lo, u32 lines, bool store, bool constant)
{
    if (!store)
        LAST_LOAD = lo, LAST_UOP = op;
    if (!constant)
        LINES += lines;
}

/* Counts what was executed (sign 1), or takes it back (-1) around an access that the interpreter does. */
struct due {
    u32 instrs, threads /* times the active lanes */, mems, globals, shareds, changes, branches;
};
static NOINLINE COLD void count_due(u8 *w, u8 *L, u64 pop, u64 sign, const struct due *d)
{
    INSTRS += sign * d->instrs;
    THREADS += sign * d->threads * pop;
    MEMS += sign * d->mems;
    GLOBALS += sign * d->globals;
    SHAREDS += sign * d->shareds;
    CHANGES += sign * d->changes;
    BRANCHES += sign * d->branches;
}
#define DUE(sign, ...)                                                                                               \
    {                                                                                                                \
        static const struct due due = {__VA_ARGS__};                                                                 \
        count_due(w, L, pop, (u64)(i64)(sign), &due);                                                                \
    }

/* ---- One address for all lanes ---- */

IN_LINE bool same_global(u8 *w, u8 *L, u8 *op, u64 at, u32 bytes, bool constant)
{
    if ((at & (bytes - 1)) | (at < OP_LO) | (at >= OP_HI) | (at + bytes > OP_HI))
        return false;
    count_global(w, L, op, at, 1, false, constant);
    return true;
}

IN_LINE bool same_shared(u64 at, u32 bytes, u32 have)
{
    return !((at & (bytes - 1)) | (at >= have) | (at + bytes > have));
}

/* ---- Neighbours, all of them: base + lane * size ---- */

IN_LINE bool row_global(u8 *w, u8 *L, u8 *op, u64 x, u64 at, i64 step, u32 bytes, bool store, bool constant)
{
    if (((u32)x != 0xffffffffu) | (step != bytes) | ((at & (bytes - 1)) != 0) | (at < OP_LO) | (at >= OP_HI) |
        (at + 32 * bytes > OP_HI) | (store & (WATCHED != 0)))
        return false;
    count_global(w, L, op, at, (u32)(((at + 32 * bytes - 1) >> 7) - (at >> 7) + 1), store, constant);
    return true;
}

IN_LINE bool row_shared(u8 *L, u64 x, u64 at, i64 step, u32 bytes, bool store, u32 have)
{
    return !(((u32)x != 0xffffffffu) | (step != bytes) | ((at & (bytes - 1)) != 0) | (at >= have) |
             (at + 32 * bytes > have) | (store & (WATCHED != 0)));
}

/* ---- base + lane * step, of any lanes ---- */

INLINE bool affine_usual(u8 *L, u64 x, u64 at, i64 step, u32 bytes, u64 *lo, u64 *end)
{
    const u32 first = (u32)__builtin_ctzll(x), last = 63 - (u32)__builtin_clzll(x);
    const u64 a = at + (u64)(first * step), b = at + (u64)(last * step);
    *lo = step < 0 ? b : a;
    *end = (step < 0 ? a : b) + bytes;
    return !((((a | (first == last ? 0 : (u64)step)) & (bytes - 1)) != 0) | (WATCHED != 0) | (step > 1 << 20) |
             (step < -(1 << 20)));
}

/* Lines of 128 bytes between lo and end; with gaps between lanes, those that are touched. */
INLINE u32 affine_lines(u64 x, u64 at, i64 step, u64 lo, u64 end)
{
    const u64 run = x >> __builtin_ctzll(x);
    if (!step)
        return 1;
    if (step >= 128 || step <= -128)
        return (u32)popcount(x);
    if (!(run & (run + 1)))
        return (u32)(((end - 1) >> 7) - (lo >> 7) + 1);
    u64 touched = 0;
    for (u64 m = x; m; m &= m - 1)
        touched |= 1ul << (((at + (u64)(__builtin_ctzll(m) * step)) >> 7) - (lo >> 7));
    return (u32)popcount(touched);
}

static NOINLINE bool affine_global(u8 *w, u8 *L, u8 *op, u64 x, u64 at, i64 step, u32 bytes, bool store,
                                   bool constant)
{
    u64 lo, end;
    if (!affine_usual(L, x, at, step, bytes, &lo, &end) || (lo < OP_LO) | (lo >= OP_HI) | (end > OP_HI))
        return false;
    count_global(w, L, op, lo, affine_lines(x, at, step, lo, end), store, constant);
    return true;
}

static NOINLINE bool affine_shared(u8 *L, u64 x, u64 at, i64 step, u32 bytes, u32 have)
{
    u64 lo, end;
    return affine_usual(L, x, at, step, bytes, &lo, &end) && !((lo >= end) | (end > have));
}

/* ---- Any addresses: each lane's pointer goes to `to`; inactive lanes have another lane's ---- */

#define ADDRESSES(T, MINE)                                                                                           \
    {                                                                                                                \
        const T *from = reg;                                                                                         \
        const T other = from[__builtin_ctzll(act)];                                                                  \
        T least = ~(T)0, most = 0, some = 0; /* as wide as the addresses, so that vectors hold more of them */       \
        SHORT_LOOP                                                                                                   \
        {                                                                                                            \
            const T x = (T)((MINE) + (T)off);                                                                        \
            least = x < least ? x : least;                                                                           \
            most = x > most ? x : most;                                                                              \
            some |= x;                                                                                               \
            to[i] = x;                                                                                               \
        }                                                                                                            \
        lo = least;                                                                                                  \
        hi = most;                                                                                                   \
        bits = some;                                                                                                 \
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

typedef u32 lane_vector __attribute__((vector_size(128)));
typedef u64 wide_vector __attribute__((vector_size(256)));
INLINE u32 sum_lanes(lane_vector v)
{
    u32 each[32], sum = 0;
    memcpy(each, &v, sizeof each);
    LOOP sum += each[i];
    return sum;
}

/* Distinct lines among 32 addresses, which lie in `span` lines after `first`. */
static NOINLINE u32 count_lines(const u64 *at, u64 first, u64 span)
{
    u32 line[32];
    if (span < 64) {
        u64 touched = 0;
        SHORT_LOOP touched |= 1ul << ((at[i] >> 7) - first);
        return (u32)popcount(touched);
    }
    lane_vector again = {0};
    wide_vector wide;
    memcpy(&wide, at, sizeof wide);
    const lane_vector mine = __builtin_convertvector((wide >> 7) - first, lane_vector);
    const lane_vector next =
        __builtin_shufflevector(mine, mine, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21,
                                22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 31);
    const u32 changes = sum_lanes(((lane_vector)(next > mine) & 1) | ((lane_vector)(next < mine) & 64));
    if (!(changes & 63) || changes < 64) /* they only rise, or only fall */
        return 1 + (changes & 63) + (changes >> 6);
    memcpy(line, &mine, sizeof line);
    const lane_vector place = {0,  1,  2,  3,  4,  5,  6,  7,  8,  9,  10, 11, 12, 13, 14, 15,
                               16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31};
    _Pragma("clang loop unroll(full)") for (u32 j = 0; j < 31; j++) again |=
        (lane_vector)(mine == line[j]) & (lane_vector)(place > j); /* lanes whose line an earlier lane has */
    return 32 - sum_lanes(again & 1);
}

static NOINLINE bool lanes_global(u8 *w, u8 *L, u8 *op, u64 act, const void *reg, u64 off, u32 bytes, bool is32,
                                  bool store, bool load, bool constant, u64 *to)
{
    u64 lo, hi, bits;
    u32 touched = 0;
    ALL_ADDRESSES
    if ((bits & (bytes - 1)) | (lo < OP_LO) | (hi + bytes > OP_HI) | (hi > ~0ul - 64) | ((hi - lo) >> 38 != 0) |
        (store & (WATCHED != 0)))
        return false;
    if (!constant)
        touched = count_lines(to, lo >> 7, (hi >> 7) - (lo >> 7));
    count_global(w, L, op, lo, touched, !load, constant);
    return true;
}

/* Shared memory ends far below 4 GB, so a high bit in any address shows in `bits`. */
static NOINLINE bool lanes_shared(u8 *L, u64 act, const void *reg, u64 off, u32 bytes, bool is32, bool store,
                                  u32 have, u64 *to)
{
    u64 lo, hi, bits;
    ALL_ADDRESSES
    return !((bits & (bytes - 1)) | (bits >> 32) | (hi >= have) | (hi + bytes > have) | (store & (WATCHED != 0)));
}
