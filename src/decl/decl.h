/* Declare once: a parameter or a statistic is one row of a list in its module's header, and the struct, the
   help, the config file's keys, the JSON and the documentation all come from that row.

     #define L1_PARAMS(P, B, E)                                                                   \
       P(mshrs, 32, 1, 4096, "lines", "distinct lines that may be outstanding (paper)")           \
       B(sectored, false, "lines are filled by 32-byte sectors (datasheet)")                      \
       E(alloc, l1_alloc, L1_ON_MISS, "when a line is reserved (paper)")
     DECL_PARAMS(l1, L1_PARAMS);                   // in l1.h:  struct l1_params, extern l1_param_rows[]
     DECL_PARAMS_DEFINE(l1, L1_PARAMS);            // in l1.c

     #define L1_STATS(S, R, M, K)                                                                 \
       S(access, "requests", "lookups")                      // adds up over instances and launches \
       S(hit, "requests", "lookups served from the array")                                        \
       M(most, "requests", "most requests queued at once")   // the greatest of them               \
       K(storage, "bytes", "storage of one")                 // the same everywhere                \
       R(hit_rate, hit, access, 1, "hit / access")           // name, numerator, denominator, scale
     DECL_STATS(l1, L1_STATS); DECL_STATS_DEFINE(l1, L1_STATS);

   Parameters are u64 (numbers), stored as u64 so that one reader and writer serves all. E is one of several words,
   which stand in one place only: the table of the policies (DECL_POLICIES), or, where nothing but an `if` depends on
   it, the list of a DECL_CHOICE. Enum, words and what they mean in help and docs come from there. Help ends with its
   source in brackets: (paper), (datasheet), (measured), (guess). A row that only some machines look at ends with
   WHEN("sm.isa", "!sm90"): it applies where that parameter is one of these words, or none of them. A statistic's row
   ends with MORE or LESS where more or less of it is better: S(evict, "lines", "valid lines evicted", LESS). */
#ifndef SLUICE_DECL_DECL_H
#define SLUICE_DECL_DECL_H
#include "base/diag.h"
#include "base/types.h"
#include "decl/choice.h"
#include "decl/stat.h"

enum decl_kind { DECL_NUMBER, DECL_BOOL, DECL_CHOICE };

/* A parameter applies where `key` has one of the words ("a|b"), or, with ! before them, none; NULL: everywhere. */
struct decl_when {
    const char *key, *words;
};
#define WHEN(key_, words_) .when = {key_, words_}

struct decl_param {
    const char *name;
    u8 kind;
    u32 offset; /* of the u64 in the group's struct */
    u64 def, min, max;
    const char *unit;  /* "" if none */
    decl_words *words; /* DECL_CHOICE */
    const char *help;
    struct decl_when when;
};

#define DECL_FIELD_P(name, def, min, max, unit, help, ...) u64 name;
#define DECL_FIELD_B(name, def, help, ...) u64 name;
#define DECL_FIELD_E(name, choice, def, help, ...) u64 name;
#define DECL_PARAMS(mod, LIST)                                                                                       \
    struct mod##_params {                                                                                            \
        LIST(DECL_FIELD_P, DECL_FIELD_B, DECL_FIELD_E)                                                               \
    };                                                                                                               \
    extern const struct decl_param mod##_param_rows[];                                                               \
    extern const u32 mod##_param_count
#define DECL_PARAMS_DEFINE(mod, LIST)                                                                                \
    typedef struct mod##_params decl_this_params;                                                                    \
    const struct decl_param mod##_param_rows[] = {LIST(DECL_ROW_P, DECL_ROW_B, DECL_ROW_E)};                         \
    const u32 mod##_param_count = (u32)COUNT_OF(mod##_param_rows)
#define DECL_ROW_P(name_, def_, min_, max_, unit_, help_, ...)                                                       \
    {.name = #name_,                                                                                                 \
     .kind = DECL_NUMBER,                                                                                            \
     .offset = offsetof(decl_this_params, name_),                                                                    \
     .def = def_,                                                                                                    \
     .min = min_,                                                                                                    \
     .max = max_,                                                                                                    \
     .unit = unit_,                                                                                                  \
     .help = help_,                                                                                                  \
     __VA_ARGS__},
#define DECL_ROW_B(name_, def_, help_, ...)                                                                          \
    {.name = #name_,                                                                                                 \
     .kind = DECL_BOOL,                                                                                              \
     .offset = offsetof(decl_this_params, name_),                                                                    \
     .def = def_,                                                                                                    \
     .max = 1,                                                                                                       \
     .unit = "",                                                                                                     \
     .help = help_,                                                                                                  \
     __VA_ARGS__},
#define DECL_ROW_E(name_, choice_, def_, help_, ...)                                                                 \
    {.name = #name_,                                                                                                 \
     .kind = DECL_CHOICE,                                                                                            \
     .offset = offsetof(decl_this_params, name_),                                                                    \
     .def = def_,                                                                                                    \
     .unit = "",                                                                                                     \
     .words = choice_##_words,                                                                                       \
     .help = help_,                                                                                                  \
     __VA_ARGS__},

/* A group puts a list under a prefix ("l1" -> "l1.mshrs") and says where its struct lies in the whole. */
struct decl_group {
    const char *prefix;
    const struct decl_param *rows;
    u32 n;
    size_t offset; /* of the group's struct in the configuration */
    struct decl_when when;
};
struct decl_stat_group {
    const char *prefix;
    const struct decl_stat *rows;
    u32 n;
    size_t offset;
};

/* What an implementation of a list (a front, an LSU) declares under its own name. The rows of all implementations of
   a list share a pool of u64s, one after the other, so that a new one needs no field anywhere. */
struct decl_own {
    const char *name, *about;
    const struct decl_param *params;
    u32 n_params;
    const struct decl_stat *stats;
    u32 n_stats;
};
struct decl_pool {
    const struct decl_own *const *own; /* of every implementation, by number */
    u32 n, cap;                        /* cap: rows of parameters, or of statistics, for which the pool has room */
    const char *chosen_by; /* the parameter whose word chooses one, whose parameters apply; NULL: all may be used */
};
/* The groups of all implementations; `at` is the pool's place in the whole. Returns how many. */
u32 decl_pool_groups(const struct decl_pool *, size_t at, struct decl_group *out);
u32 decl_pool_stat_groups(const struct decl_pool *, size_t at, struct decl_stat_group *out);
void *decl_pool_params(const struct decl_pool *, u64 *pool, u32 kind); /* one implementation's, as its own struct */
void *decl_pool_stats(const struct decl_pool *, u64 *pool, u32 kind);
void decl_pool_add(const struct decl_pool *, u64 *sum, const u64 *more); /* statistics of all */

void decl_defaults(void *config, const struct decl_group *groups, u32 n);
/* Sets `key` ("l1.mshrs") from text ("64", "16KB", "on", "on-fill"). An unknown key or a value out of bounds is an
   error at file:line that names the nearest key or the bounds. */
bool decl_set(void *config, const struct decl_group *groups, u32 n, const char *key, const char *value,
              struct diag *d, const char *file, u32 line);
/* The same from "key=value", as --set has it. */
bool decl_set_pair(void *config, const struct decl_group *groups, u32 n, const char *pair, struct diag *d);
/* Reads an ini file: [l1] / mshrs = 64. `base`, `about` and `spare` outside a section are the file's own keys:
   decl_read skips them and decl_file_key reads them (NULL if absent; a wrong file is reported), so that a reader of
   machines can first read the base. A key that is not looked at (decl_applies) is an error, but in sections that
   `spare` names. A group with the prefix "" has its keys outside any section. */
bool decl_read(void *config, const struct decl_group *groups, u32 n, const char *path, struct diag *d);
const char *decl_file_key(struct arena *a, const char *path, const char *key, struct diag *d);
/* The row of a full key, or NULL; `group` may be NULL. decl_key writes the full key of a row. */
const struct decl_param *decl_find(const struct decl_group *groups, u32 n, const char *key,
                                   const struct decl_group **group);
void decl_key(const struct decl_group *g, const struct decl_param *p, char *buf, size_t n);
bool decl_number(const char *text, u64 *value); /* "64", "0x40", "16KB", "2M" */
u64 decl_get(const void *config, const struct decl_group *g, const struct decl_param *p);
void decl_format(const struct decl_param *p, u64 value, char *buf, size_t n); /* as decl_set reads it */
double decl_stat_value(const void *stats, const struct decl_stat *s);
/* Counters of several instances or launches together, each as its row says; ratios follow from them. */
void decl_stats_add(void *sum, const void *more, const struct decl_stat *rows, u32 n);
/* Counters become differences from `before`; maxima and constants stay. */
void decl_stats_since(void *now, const void *before, const struct decl_stat *rows, u32 n);
/* When a row applies: "sm.isa is not machine"; "" if everywhere. decl_applies: here? If not, buf says why. */
void decl_when(const struct decl_group *g, const struct decl_param *p, char *buf, size_t n);
bool decl_applies(const void *config, const struct decl_group *groups, u32 n, const struct decl_group *g,
                  const struct decl_param *p, char *buf, size_t room);
/* "a|b|c"; and the help with the words' meanings inserted before its source, if they have any. */
void decl_choices(const struct decl_param *p, char *buf, size_t n);
void decl_help(const struct decl_param *p, char *buf, size_t n);

#endif
