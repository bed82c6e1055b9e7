/* Machine code of NVIDIA's chips by name (SASS), as far as timing needs it: which pipe an opcode uses and what it
   does to memory. One table (sass.def) with the generations that have each opcode; `sluice list isa sm_70` prints
   one. */
#ifndef SLUICE_ISA_SASS_H
#define SLUICE_ISA_SASS_H
#include "base/types.h"

/* Generations, a bit each, with the binary versions that belong to them. */
#define SASS_GENERATIONS(X)                                                                                          \
    X(PASCAL, "Pascal", 60, 62)                                                                                      \
    X(VOLTA, "Volta", 70, 72)                                                                                        \
    X(TURING, "Turing", 75, 75)                                                                                      \
    X(AMPERE, "Ampere and Ada", 80, 89)                                                                              \
    X(HOPPER, "Hopper", 90, 90)
#define SASS_NUMBER(id, name, from, to) SASS_##id##_AT,
enum { SASS_GENERATIONS(SASS_NUMBER) SASS_N_GENERATIONS };
#define SASS_BIT(id, name, from, to) SASS_##id = 1 << SASS_##id##_AT,
enum { SASS_GENERATIONS(SASS_BIT) SASS_ALL = (1 << SASS_N_GENERATIONS) - 1 };

#define SASS_PIPES(X)                                                                                                \
    X(INT, "integer") /* add, logic, shift, compare, move, and unknown opcodes */                                    \
    X(IMAD, "integer multiply")                                                                                      \
    X(FP32, "f32")                                                                                                   \
    X(HALF, "packed f16")                                                                                            \
    X(FP64, "f64")                                                                                                   \
    X(SFU, "special function")                                                                                       \
    X(CONVERT, "conversion")                                                                                         \
    X(SHUFFLE, "shuffle and vote")                                                                                   \
    X(TENSOR, "matrix")                                                                                              \
    X(TEXTURE, "texture")                                                                                            \
    X(UNIFORM, "uniform")                                                                                            \
    X(BRANCH, "control")                                                                                             \
    X(EXIT, "exit")                                                                                                  \
    X(BARRIER, "barrier")                                                                                            \
    X(FENCE, "fence")                                                                                                \
    X(LOAD, "load")                                                                                                  \
    X(STORE, "store")                                                                                                \
    X(ATOMIC, "atomic")                                                                                              \
    X(REDUCE, "reduction")
#define SASS_PIPE_ID(id, name) SASS_##id##_PIPE,
enum sass_pipe { SASS_PIPES(SASS_PIPE_ID) SASS_N_PIPES };

enum sass_space { SASS_NOWHERE, SASS_GENERIC, SASS_GLOBAL_SPACE, SASS_SHARED_SPACE, SASS_LOCAL_SPACE };

struct sass_op {
    const char *name; /* up to the first dot */
    u8 in;            /* generations that have it */
    u8 pipe, space;
};
extern const struct sass_op sass_ops[]; /* by name */
extern const u32 sass_op_count;

/* The generation of a binary version (70: sm_70), or -1. */
int sass_generation(u32 version);
const char *sass_generation_name(u32 generation);
/* The opcode's row, whatever generation it is of; `name` ends at its first dot or at n. NULL: no generation has it.
 */
const struct sass_op *sass_find(const char *name, size_t n);
/* Bytes a lane accesses, from the opcode's parts: "LDG.E.64.SYS" 8, "LDG.E.U8" 1; 4 if none says. `as_signed`: .S8,
   .S16 and .F64 count, too. Sizes that no access has become the nearest that one has. */
u32 sass_bytes(const char *opcode, size_t n, bool as_signed);
/* It has this part, between dots: "STRONG". */
bool sass_has(const char *opcode, size_t n, const char *part);
const char *sass_pipe_name(u32 pipe);
const char *sass_space_name(u32 space);

#endif
