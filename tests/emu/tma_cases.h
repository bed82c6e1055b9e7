/* Copies of tensors whose results were recorded on an H200 (tools/h200/copies.c), shared by the recorder and the
   test: what a map says, where the copy begins, and a hash over what it leaves behind. */
#ifndef SLUICE_TESTS_TMA_CASES_H
#define SLUICE_TESTS_TMA_CASES_H
#include <stdint.h>

struct tma_case {
    const char *name;
    int type, rank;             /* CUtensorMapDataType */
    uint64_t dim[5], stride[4]; /* elements; bytes of dimension 1 and on */
    uint32_t box[5], step[5];   /* im2col: box[0] channels, box[1] pixels */
    int interleave, swizzle, fill;
    int at[5]; /* coordinates */
    int im2col, lower[3], upper[3], offset[3];
};
static const struct tma_case tma_cases[] = {
    {"1d", 2, 1, {100}, {0}, {32}, {1}, 0, 0, 0, {8}, 0, {0}, {0}, {0}},
    {"1d over the end", 2, 1, {100}, {0}, {32}, {1}, 0, 0, 0, {88}, 0, {0}, {0}, {0}},
    {"1d before the start", 2, 1, {100}, {0}, {32}, {1}, 0, 0, 0, {-12}, 0, {0}, {0}, {0}},
    {"1d bytes", 0, 1, {1000}, {0}, {48}, {1}, 0, 0, 0, {5}, 0, {0}, {0}, {0}},
    {"2d", 7, 2, {64, 40}, {256}, {16, 8}, {1, 1}, 0, 0, 0, {16, 4}, 0, {0}, {0}, {0}},
    {"2d corner", 7, 2, {60, 40}, {256}, {16, 8}, {1, 1}, 0, 0, 0, {52, 36}, 0, {0}, {0}, {0}},
    {"2d nan f32", 7, 2, {60, 40}, {256}, {16, 8}, {1, 1}, 0, 0, 1, {52, -3}, 0, {0}, {0}, {0}},
    {"2d nan f16", 6, 2, {60, 40}, {128}, {16, 8}, {1, 1}, 0, 0, 1, {52, 36}, 0, {0}, {0}, {0}},
    {"2d nan bf16", 9, 2, {60, 40}, {128}, {16, 8}, {1, 1}, 0, 0, 1, {-4, 36}, 0, {0}, {0}, {0}},
    {"2d nan f64", 8, 2, {30, 40}, {256}, {8, 4}, {1, 1}, 0, 0, 1, {27, 37}, 0, {0}, {0}, {0}},
    {"2d steps", 7, 2, {64, 40}, {256}, {16, 8}, {1, 3}, 0, 0, 0, {0, 4}, 0, {0}, {0}, {0}},
    {"2d steps in both", 7, 2, {64, 40}, {256}, {32, 16}, {2, 4}, 0, 0, 0, {7, 30}, 0, {0}, {0}, {0}},
    {"2d swizzle 32", 6, 2, {64, 40}, {128}, {16, 16}, {1, 1}, 0, 1, 0, {8, 2}, 0, {0}, {0}, {0}},
    {"2d swizzle 64", 6, 2, {64, 40}, {128}, {32, 16}, {1, 1}, 0, 2, 0, {8, 2}, 0, {0}, {0}, {0}},
    {"2d swizzle 128", 6, 2, {128, 40}, {256}, {64, 24}, {1, 1}, 0, 3, 0, {8, 2}, 0, {0}, {0}, {0}},
    {"2d swizzle 128, narrow", 6, 2, {128, 40}, {256}, {32, 24}, {1, 1}, 0, 3, 0, {8, 2}, 0, {0}, {0}, {0}},
    {"2d swizzle 64, narrow", 6, 2, {128, 40}, {256}, {16, 24}, {1, 1}, 0, 2, 0, {8, 2}, 0, {0}, {0}, {0}},
    {"2d swizzle 128 over the end", 0, 2, {200, 40}, {208}, {128, 12}, {1, 1}, 0, 3, 0, {100, 33}, 0, {0}, {0}, {0}},
    {"3d", 6, 3, {24, 10, 9}, {48, 480}, {8, 4, 5}, {1, 1, 1}, 0, 0, 0, {16, 8, 6}, 0, {0}, {0}, {0}},
    {"3d swizzle 128", 7, 3, {40, 10, 9}, {160, 1600}, {32, 4, 5}, {1, 1, 1}, 0, 3, 0, {16, -2, 6}, 0, {0}, {0}, {0}},
    {"3d interleave 16", 6, 3, {24, 10, 9}, {48, 480}, {8, 4, 3}, {1, 1, 1}, 1, 0, 0, {8, 3, 1}, 0, {0}, {0}, {0}},
    {"3d interleave 32", 6, 3, {32, 10, 9}, {64, 640}, {16, 4, 3}, {1, 1, 1}, 2, 1, 0, {16, 3, 1}, 0, {0}, {0}, {0}},
    {"4d",
     0,
     4,
     {32, 6, 5, 4},
     {32, 192, 960},
     {16, 3, 2, 2},
     {1, 1, 1, 1},
     0,
     0,
     0,
     {16, 4, 4, 3},
     0,
     {0},
     {0},
     {0}},
    {"5d",
     2,
     5,
     {8, 6, 5, 4, 3},
     {32, 192, 960, 3840},
     {8, 3, 2, 2, 2},
     {1, 1, 1, 1, 1},
     0,
     0,
     0,
     {0, 4, 1, -1, 2},
     0,
     {0},
     {0},
     {0}},
    {"5d steps",
     2,
     5,
     {8, 6, 5, 4, 3},
     {32, 192, 960, 3840},
     {8, 4, 2, 4, 3},
     {1, 2, 1, 3, 2},
     0,
     0,
     0,
     {0, 1, 1, 0, 0},
     0,
     {0},
     {0},
     {0}},
    {"im2col 3d", 6, 3, {16, 12, 4}, {32, 384}, {16, 10}, {1, 1, 1}, 0, 0, 0, {0, -1, 1}, 1, {-1}, {-1}, {1}},
    {"im2col 4d",
     6,
     4,
     {16, 9, 7, 3},
     {32, 288, 2016},
     {16, 40},
     {1, 1, 1, 1},
     0,
     0,
     0,
     {0, -1, -1, 0},
     1,
     {-1, -1},
     {-1, -1},
     {0, 0}},
    {"im2col 4d, offsets",
     6,
     4,
     {16, 9, 7, 3},
     {32, 288, 2016},
     {16, 40},
     {1, 1, 1, 1},
     0,
     0,
     0,
     {0, 3, 2, 1},
     1,
     {-1, -1},
     {-1, -1},
     {2, 1}},
    {"im2col 4d, steps",
     6,
     4,
     {16, 9, 7, 3},
     {32, 288, 2016},
     {8, 20},
     {1, 2, 2, 1},
     0,
     0,
     0,
     {8, -1, -1, 0},
     1,
     {-1, -1},
     {-1, -1},
     {1, 1}},
    {"im2col 4d, swizzle",
     7,
     4,
     {32, 9, 7, 3},
     {128, 1152, 8064},
     {32, 16},
     {1, 1, 1, 1},
     0,
     3,
     0,
     {0, 4, 5, 1},
     1,
     {0, 0},
     {-2, -2},
     {2, 2}},
    {"im2col 5d",
     2,
     5,
     {8, 5, 4, 4, 2},
     {32, 160, 640, 2560},
     {8, 30},
     {1, 1, 1, 1, 1},
     0,
     0,
     0,
     {0, -1, 0, -1, 0},
     1,
     {-1, -1, -1},
     {-1, -1, -1},
     {1, 0, 2}},
};
#define TMA_CASES ((int)(sizeof tma_cases / sizeof *tma_cases))
#define TMA_GLOBAL (64u << 10)
#define TMA_SHARED (16u << 10)

static inline uint32_t tma_size(int type)
{
    static const uint8_t bytes[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};
    return bytes[type];
}
static inline uint32_t tma_ceil(uint32_t a, uint32_t b)
{
    return (a + b - 1) / b;
}
/* Bytes that a copy brings */
static inline uint32_t tma_bytes(const struct tma_case *c)
{
    uint32_t n = tma_size(c->type);
    for (int k = 0; k < (c->im2col ? 2 : c->rank); k++)
        n *= c->im2col ? c->box[k] : tma_ceil(c->box[k], c->step[k]);
    return n;
}
/* Stores are recorded of tiles that begin within the tensor, of integers and without steps. */
static inline int tma_stores(const struct tma_case *c)
{
    int yes = !c->im2col && c->type <= 5;
    for (int k = 0; k < c->rank; k++)
        yes = yes && c->at[k] >= 0 && c->step[k] == 1;
    return yes;
}
static inline uint8_t tma_byte(uint32_t i, uint32_t seed)
{
    uint32_t x = (i + seed) * 2654435761u;
    return (uint8_t)(((x >> 15) ^ x) >> 9 & 0x7f);
}
static inline uint64_t tma_hash(const uint8_t *p, uint32_t n)
{
    uint64_t h = 0xcbf29ce484222325u;
    for (uint32_t i = 0; i < n; i++)
        h = (h ^ p[i]) * 0x100000001b3u;
    return h;
}
/* Kernels: load_ and store_ of tiles and of im2col, by dimensions; a store adds where it is told to. */
static const char tma_head[] = ".version 8.0\n.target sm_90a\n.address_size 64\n";
#endif
