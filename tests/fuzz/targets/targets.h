/* Random PTX kernels, executed as they stand and as each target has them: what they leave in memory must be the same
   bits. generate.c writes a kernel, execute.c runs it, minimise.c takes out what a difference does not need. */
#ifndef TESTS_FUZZ_TARGETS_H
#define TESTS_FUZZ_TARGETS_H
#include <stdio.h>

#include "base/vec.h"
#include "emu/emu.h"

/* A kernel is a list of pieces of text. Those of a group (a loop's begin and end, an if's branch and label) go
   together; what lies between the first and the last of them is the group's body. */
enum item_kind {
    ITEM_FIXED, /* stays */
    ITEM_ONE,
    ITEM_GROUP,
    ITEM_START /* gives `reg` its first value: goes if nobody else names it */
};
struct item {
    char *text;
    u8 kind;
    bool gone;
    u32 group;
    const char *reg;
};

struct kernel {
    u64 seed;
    u32 grid, block;
    bool tensor; /* has instructions of the matrix units */
    VEC(struct item) items;
};

void kernel_generate(struct kernel *k, u64 seed);
char *kernel_text(const struct kernel *k); /* malloc'd; begins with a comment that kernel_launch reads */
void kernel_launch(const char *text, u32 *grid, u32 *block);
void kernel_free(struct kernel *k);

struct target {
    char name[64];
    struct isa_target isa;
    bool native;  /* kernels are translated to the host's own code, before they execute */
    bool streams; /* executed through streams, as for a machine, whose bytes count, too */
    u64 *changes; /* of passes, by their place: compiled functions that each one changed; NULL: not counted */
};
typedef VEC(struct target) target_list;
/* Every shipped machine and what stresses its passes more, each target once. False: an error was told. */
bool targets_find(target_list *to, const char *root);

/* What a kernel leaves: memory, and the fault that ended it, if one did. */
struct outcome {
    bool ok, few; /* few: the target's registers are too few for it, which it said */
    bool lacks;   /* the target has no matrix units, which it said */
    u8 *bytes;
    size_t n;
    char text[600];
    struct emu_counts counts;
    u64 streams; /* a sum of their bytes, and of how far they were after each step */
};
/* verify: each pass of its compilation, too */
void outcome_of(struct outcome *o, const char *text, const struct target *t, bool verify);
void outcome_free(struct outcome *o);
/* The reference of a target: the same width of warps, and nothing else; of one with streams, itself interpreted. */
struct target target_plain(const struct target *t);
/* On t it was something else than `plain` on t's reference. */
bool outcomes_differ(const struct outcome *plain, const struct outcome *o, const struct target *t);
/* False: text says the same on both, or is not valid at all. why: where they differ first */
bool targets_differ(const char *text, const struct target *t, char *why, size_t n);

void kernel_minimise(struct kernel *k, const struct target *t);

#endif
