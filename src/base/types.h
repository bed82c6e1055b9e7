/* Integer names, the simulated clock, and small helpers that every layer uses. */
#ifndef SLUICE_BASE_TYPES_H
#define SLUICE_BASE_TYPES_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int8_t i8;
typedef int16_t i16;
typedef int32_t i32;
typedef int64_t i64;

/* A point in simulated time, in ticks of the machine's common time base (gpu/ says how many ticks
   a cycle of each clock domain takes). NEVER is later than every time. */
typedef u64 cyc;
#define NEVER UINT64_MAX

#define COUNT_OF(a) (sizeof(a) / sizeof((a)[0]))
#define MIN(a, b) ((a) < (b) ? (a) : (b))
#define MAX(a, b) ((a) > (b) ? (a) : (b))

/* True if --lines or --timeline is on. Every hook for them in the cycle loop tests this; a build with
   -DSLUICE_UNWATCHED has no hooks, and shows what testing costs (tools/bench --only hooks). */
#ifdef SLUICE_UNWATCHED
#define WATCHED(x) (false && (x))
#else
#define WATCHED(x) __builtin_expect(!!(x), 0)
#endif

static inline u64 align_up(u64 x, u64 a)
{
    return (x + a - 1) / a * a;
}
static inline u64 div_up(u64 x, u64 a)
{
    return (x + a - 1) / a;
}
static inline bool is_pow2(u64 x)
{
    return x && !(x & (x - 1));
}
static inline u32 popcount64(u64 x)
{
#if defined(__x86_64__) && !defined(__POPCNT__) /* the builtin would be a call */
    x -= x >> 1 & 0x5555555555555555ull;
    x = (x & 0x3333333333333333ull) + (x >> 2 & 0x3333333333333333ull);
    return (u32)(((x + (x >> 4)) & 0x0f0f0f0f0f0f0f0full) * 0x0101010101010101ull >> 56);
#else
    return (u32)__builtin_popcountll(x);
#endif
}
static inline u64 mix64(u64 x) /* any bit of it changes half of the result's */
{
    x += 0x9e3779b97f4a7c15ull;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9ull;
    x = (x ^ x >> 27) * 0x94d049bb133111ebull;
    return x ^ x >> 31;
}
static inline u32 ctz64(u64 x)
{
    return (u32)__builtin_ctzll(x);
}
static inline u64 lanes_mask(u32 lanes)
{
    return lanes >= 64 ? UINT64_MAX : (1ull << lanes) - 1;
}

#endif
