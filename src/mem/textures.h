/* Texture reads, between the LSU and the cache that they go through: one of their own, which is an L1 with other
   numbers (l1.h), or the SM's L1. Leaves out: filtering, which is a fixed time (tex.latency, tex.after). */
#ifndef SLUICE_MEM_TEXTURES_H
#define SLUICE_MEM_TEXTURES_H
#include "mem/coalesce.h"
#include "mem/l1.h"

#define TEX_KIND_WORDS(X)                                                                                            \
    X(TEX_L1, "l1", "through the L1")                                                                                \
    X(TEX_CACHE, "cache", "through a cache of their own")                                                            \
    X(TEX_FIXED, "fixed", "always hit")
DECL_CHOICE(tex_kind, TEX_KIND_WORDS);

#define TEX_PARAMS(P, B, E)                                                                                          \
    E(kind, tex_kind, TEX_CACHE, "texture reads (datasheet)")                                                        \
    P(size, 12288, 128, 1 << 24, "bytes", "capacity of the texture cache (datasheet)", WHEN("tex.kind", "cache"))    \
    P(ways, 24, 0, 1024, "", "associativity (guess)", WHEN("tex.kind", "cache"))                                     \
    P(line, 128, 32, 128, "bytes", "line size (guess)", WHEN("tex.kind", "cache"))                                   \
    P(latency, 100, 1, 1000, "core cycles", "cycles from lookup to data of a hit; filtering is slow (guess)",        \
      WHEN("tex.kind", "!l1"))                                                                                       \
    P(mshrs, 32, 1, 1024, "lines", "lines that may be outstanding (guess)", WHEN("tex.kind", "cache"))               \
    P(busy, 1, 1, 64, "core cycles", "least LSU time of a texture instruction (measured)")                           \
    P(after, 0, 0, 1000, "core cycles", "delay from the arrival of the last texel to the result (measured)")         \
    B(blocks, 0,                                                                                                     \
      "texture arrays are stored in blocks of 64 bytes by 8 rows, a sector being 16 bytes by 2 rows; off: row by "   \
      "row (measured)")
DECL_PARAMS(tex, TEX_PARAMS);

struct textures {
    struct tex_params p;
    struct coalesce_config coalesce;
};

/* `l1`: how accesses that go through the SM's L1 are coalesced. */
void textures_init(struct textures *, const struct tex_params *, const struct coalesce_config *l1);
/* The parameters of a texture cache of its own; those that it lacks are the SM's L1's. */
struct l1_params textures_cache(const struct tex_params *, const struct l1_params *l1);
/* The requests of an instruction. */
void textures_access(const struct textures *, const struct si *, const struct stream_instr *, u32 lanes,
                     struct access *);

#endif
