/* A growable array: VEC(int) v = {0}; VEC_PUSH(&v, 3); v.at[0]; v.n; VEC_FREE(&v). */
#ifndef SLUICE_BASE_VEC_H
#define SLUICE_BASE_VEC_H
#include <stdlib.h>

#include "base/arena.h"

#define VEC(T)                                                                                                       \
    struct {                                                                                                         \
        T *at;                                                                                                       \
        size_t n, cap;                                                                                               \
    }
#define VEC_RESERVE(v, want)                                                                                         \
    do {                                                                                                             \
        if ((v)->cap < (size_t)(want)) {                                                                             \
            (v)->cap = MAX((size_t)(want), (v)->cap * 2);                                                            \
            (v)->at = xrealloc((v)->at, (v)->cap * sizeof(*(v)->at));                                                \
        }                                                                                                            \
    } while (0)
#define VEC_PUSH(v, ...)                                                                                             \
    do {                                                                                                             \
        VEC_RESERVE(v, (v)->n + 1);                                                                                  \
        (v)->at[(v)->n++] = (__VA_ARGS__);                                                                           \
    } while (0)
#define VEC_FREE(v)                                                                                                  \
    do {                                                                                                             \
        free((v)->at);                                                                                               \
        (v)->at = NULL;                                                                                              \
        (v)->n = (v)->cap = 0;                                                                                       \
    } while (0)

#endif
