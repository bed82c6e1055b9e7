/* Constant loads, between the LSU and the constant cache: one request for each distinct word. If the machine has
   const.first, a first cache of 64-byte lines, replaced first in first out, stands before that cache, which is an L1
   with other parameters (l1.h). Leaves out: the traffic between the two caches. */
#ifndef SLUICE_MEM_CONSTANTS_H
#define SLUICE_MEM_CONSTANTS_H
#include "mem/coalesce.h"
#include "mem/l1.h"

#define CONST_KIND_WORDS(X)                                                                                          \
    X(CONST_CACHE, "cache", "through a cache of their own")                                                          \
    X(CONST_FIXED, "fixed", "always hit")
DECL_CHOICE(const_kind, CONST_KIND_WORDS);
#define CONST_PARAMS(P, B, E)                                                                                        \
    E(kind, const_kind, CONST_CACHE, "constant loads (paper)")                                                       \
    P(size, 8192, 128, 1 << 20, "bytes", "capacity of the constant cache (datasheet)", WHEN("const.kind", "cache"))  \
    P(ways, 4, 0, 1024, "", "associativity (guess)", WHEN("const.kind", "cache"))                                    \
    P(line, 64, 32, 128, "bytes", "line size (guess)")                                                               \
    P(latency, 4, 1, 1000, "core cycles", "cycles from lookup to data of a hit (guess)")                             \
    P(mshrs, 4, 1, 1024, "lines", "lines that may be outstanding (guess)", WHEN("const.kind", "cache"))              \
    P(first, 0, 0, 65536, "bytes",                                                                                   \
      "capacity of a first-level constant cache (64-byte lines, first in first out); 0: none (datasheet)")           \
    P(first_miss, 70, 0, 1000, "core cycles",                                                                        \
      "extra latency if the first cache misses and this one hits (measured)")                                        \
    P(uniform, 0, 0, 65536, "bytes",                                                                                 \
      "capacity of the first-level cache for loads to uniform registers (64-byte lines, first in first out); 0: "    \
      "const.first serves them (measured)",                                                                          \
      WHEN("sm.isa", "sm90"))                                                                                        \
    P(uniform_miss, 70, 0, 1000, "core cycles",                                                                      \
      "extra latency if that cache misses and the second has the line (measured)", WHEN("const.uniform", "!0"))      \
    P(busy, 1, 1, 64, "core cycles", "LSU time for each distinct word of a load (measured)")                         \
    P(word_interval, 1, 1, 64, "core cycles", "delay from one distinct word of a load to the next (measured)")       \
    B(twins, 0, "a fill also brings the other line of its aligned pair, which is not counted as traffic (measured)")
DECL_PARAMS(constc, CONST_PARAMS);

struct constants {
    struct constc_params p;
    struct const_first *first, *uniform; /* NULL: none */
};

void constants_init(struct constants *, struct arena *, const struct constc_params *);
void constants_new_kernel(struct constants *); /* the first cache is emptied */
/* The parameters of the cache behind it; those that it lacks are the SM's L1's. */
struct l1_params constants_cache(const struct constc_params *, const struct l1_params *l1);
/* For a load to uniform registers of a word that the cache has: cycles until the word is in the first cache. */
u32 constants_uniform(struct constants *, u64 addr, u64 cycle);
/* The requests of a load that is issued in `cycle`. */
void constants_access(struct constants *, const struct stream_instr *, u64 cycle, struct access *);

#endif
