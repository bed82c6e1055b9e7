/* Words that a parameter may have. Each is written in one place, from which enum, help and docs come: the table of
   the implementations that it chooses among, or a list if only an `if` depends on it. */
#ifndef SLUICE_DECL_CHOICE_H
#define SLUICE_DECL_CHOICE_H
#include "base/types.h"

/* The i-th word of a choice and, in a few words, what it stands for ("" if it speaks for itself); NULL past the last.
 */
typedef const char *decl_words(u64 i, const char **about);

/* A choice that is only asked about: X(CONSTANT, "word", "what it means"). Makes enum NAME and NAME_words. */
#define DECL_CHOICE_CONSTANT(constant, word, about) constant,
#define DECL_CHOICE_ROW(constant, word, about) {word, about},
#define DECL_CHOICE(name, LIST)                                                                                      \
    enum name { LIST(DECL_CHOICE_CONSTANT) };                                                                        \
    static inline const char *name##_words(u64 i, const char **about)                                                \
    {                                                                                                                \
        static const char *const rows[][2] = {LIST(DECL_CHOICE_ROW)};                                                \
        if (i >= COUNT_OF(rows))                                                                                     \
            return NULL;                                                                                             \
        *about = rows[i][1];                                                                                         \
        return rows[i][0];                                                                                           \
    }                                                                                                                \
    enum name

/* A choice among implementations, each a const table of functions (TYPE) that holds its word: X(CONSTANT, object). In
   the header it declares the objects, enum NAME_kind with NAME_kinds at its end, NAME_list[] and NAME_words; in one
   .c file DECL_POLICIES_DEFINE names the members with word and meaning. */
#define DECL_POLICY_CONSTANT(constant, object) constant,
#define DECL_POLICY_NAME(constant, object) object,
#define DECL_POLICY_ADDRESS(constant, object) &object,
#define DECL_POLICIES(name, LIST)                                                                                    \
    enum name##_kind{LIST(DECL_POLICY_CONSTANT) name##_kinds};                                                       \
    extern const struct name LIST(DECL_POLICY_NAME) *const name##_list[name##_kinds];                                \
    const char *name##_words(u64 i, const char **about)
#define DECL_POLICIES_DEFINE(name, LIST, word_, about_)                                                              \
    const struct name *const name##_list[name##_kinds] = {LIST(DECL_POLICY_ADDRESS)};                                \
    const char *name##_words(u64 i, const char **about)                                                              \
    {                                                                                                                \
        if (i >= name##_kinds)                                                                                       \
            return NULL;                                                                                             \
        *about = name##_list[i]->about_ ? name##_list[i]->about_ : "";                                               \
        return name##_list[i]->word_;                                                                                \
    }                                                                                                                \
    extern const struct name *const name##_list[name##_kinds]

/* The same where the implementations are the rows of one array. */
#define DECL_TABLE_WORDS(name, table, word_, about_)                                                                 \
    const char *name##_words(u64 i, const char **about)                                                              \
    {                                                                                                                \
        if (i >= COUNT_OF(table))                                                                                    \
            return NULL;                                                                                             \
        *about = table[i].about_ ? table[i].about_ : "";                                                             \
        return table[i].word_;                                                                                       \
    }                                                                                                                \
    const char *name##_words(u64 i, const char **about)

#endif
