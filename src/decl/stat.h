/* The rows of statistics: see decl/decl.h, which includes this. */
#ifndef SLUICE_DECL_STAT_H
#define SLUICE_DECL_STAT_H
#include <stddef.h>

#include "base/types.h"
#include "decl/fact.h"

enum decl_sum { DECL_SUM, DECL_MAX, DECL_CONSTANT }; /* how several instances or launches are combined */
struct decl_stat {
    const char *name;
    u8 sum;     /* enum decl_sum */
    u8 others;  /* in every row of a table: how many of its counters are not sums, */
    u16 fields; /* and how many u64s it has */
    u32 offset; /* of the u64; UINT32_MAX for a ratio */
    const char *unit;
    const char *help;
    u32 num, den; /* ratio: offsets of numerator and denominator */
    u64 scale;    /* ratio: value = scale * num / den */
    u8 better;    /* enum decl_better */
};
#define MORE .better = BETTER_MORE
#define LESS .better = BETTER_LESS

#define DECL_SFIELD_S(name, unit, help, ...) u64 name;
#define DECL_SFIELD_R(name, num, den, scale, help, ...)
#define DECL_STATS(mod, LIST)                                                                                        \
    struct mod##_stats {                                                                                             \
        LIST(DECL_SFIELD_S, DECL_SFIELD_R, DECL_SFIELD_S, DECL_SFIELD_S)                                             \
    };                                                                                                               \
    extern const struct decl_stat mod##_stat_rows[];                                                                 \
    extern const u32 mod##_stat_count
#define DECL_OTHERS_(of) of##_others
#define DECL_OTHERS(of) DECL_OTHERS_(of)
#define DECL_OTHER(...) +1
#define DECL_NO_OTHER(...)
#define DECL_STATS_DEFINE(mod, LIST)                                                                                 \
    typedef struct mod##_stats decl_this_stats;                                                                      \
    enum { DECL_OTHERS(decl_this_stats) = 0 LIST(DECL_NO_OTHER, DECL_NO_OTHER, DECL_OTHER, DECL_OTHER) };            \
    const struct decl_stat mod##_stat_rows[] = {LIST(DECL_SROW_S, DECL_SROW_R, DECL_SROW_M, DECL_SROW_K)};           \
    const u32 mod##_stat_count = (u32)COUNT_OF(mod##_stat_rows)
#define DECL_SROW(name_, sum_, unit_, help_, ...)                                                                    \
    {.name = #name_,                                                                                                 \
     .sum = sum_,                                                                                                    \
     .others = DECL_OTHERS(decl_this_stats),                                                                         \
     .fields = sizeof(decl_this_stats) / sizeof(u64),                                                                \
     .offset = offsetof(decl_this_stats, name_),                                                                     \
     .unit = unit_,                                                                                                  \
     .help = help_,                                                                                                  \
     __VA_ARGS__},
#define DECL_SROW_S(name_, unit_, help_, ...) DECL_SROW(name_, DECL_SUM, unit_, help_, __VA_ARGS__)
#define DECL_SROW_M(name_, unit_, help_, ...) DECL_SROW(name_, DECL_MAX, unit_, help_, __VA_ARGS__)
#define DECL_SROW_K(name_, unit_, help_, ...) DECL_SROW(name_, DECL_CONSTANT, unit_, help_, __VA_ARGS__)
#define DECL_SROW_R(name_, num_, den_, scale_, help_, ...)                                                           \
    {.name = #name_,                                                                                                 \
     .others = DECL_OTHERS(decl_this_stats),                                                                         \
     .fields = sizeof(decl_this_stats) / sizeof(u64),                                                                \
     .offset = UINT32_MAX,                                                                                           \
     .unit = "",                                                                                                     \
     .help = help_,                                                                                                  \
     .num = offsetof(decl_this_stats, num_),                                                                         \
     .den = offsetof(decl_this_stats, den_),                                                                         \
     .scale = scale_,                                                                                                \
     __VA_ARGS__},

#endif
