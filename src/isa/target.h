/* What a machine requires of a program's code. Two machines with the same target execute the same instructions; a
   trace, a recording of a sweep and a stored result are valid for one target. Only gpu/target.c derives it, from a
   machine's parameters (isa_target_of). All zero: plain PTX, without limits, for no machine. */
#ifndef SLUICE_ISA_TARGET_H
#define SLUICE_ISA_TARGET_H
#include "base/hash.h"
#include "decl/decl.h"

#define ISA_KIND_WORDS(X)                                                                                            \
    X(ISA_PTX, "ptx", "PTX as it stands")                                                                            \
    X(ISA_FOLDED, "fermi", "PTX, with constants, offsets and copies as operands of what reads them")                 \
    X(ISA_MACHINE, "sm90", "what ptxas makes of it for Hopper")
DECL_CHOICE(isa_kind, ISA_KIND_WORDS);
#define ISA_ADDRESS_WORDS(X)                                                                                         \
    X(ADDRESS_64, "64", "two registers")                                                                             \
    X(ADDRESS_32, "32", "one: pointers and offsets, as compiled for 32-bit addresses")
DECL_CHOICE(isa_address, ISA_ADDRESS_WORDS);
#define ISA_STRANDS_WORDS(X)                                                                                         \
    X(STRANDS_STRAIGHT, "straight", "at every target of a branch too")                                               \
    X(STRANDS_BRANCHES, "branches", "not at branches forward")
DECL_CHOICE(isa_strands, ISA_STRANDS_WORDS);

#define ISA_COUNT_WORDS(X)                                                                                           \
    X(COUNT_CODE, "code", "those of the instructions that are issued; what is too much is spilled")                  \
    X(COUNT_SM20, "sm20", "those that a compiler for sm_20 would give it; the code is PTX, and has no spills")
DECL_CHOICE(isa_count, ISA_COUNT_WORDS);

#define ISA_TARGET(P, B, E)                                                                                          \
    E(isa, isa_kind, ISA_PTX, "the instructions that are issued")                                                    \
    P(lanes, 0, 0, 64, "lanes", "width of a warp; 0: 32")                                                            \
    P(max_regs, 0, 0, UINT32_MAX, "registers", "most that a thread may have; 0: any number")                         \
    P(want_regs, 0, 0, UINT32_MAX, "registers", "a lower limit for every kernel; 0: none")                           \
    P(sm_regs, 0, 0, UINT32_MAX, "registers", "an SM's, for __launch_bounds__")                                      \
    P(reg_unit, 0, 0, UINT32_MAX, "registers", "a warp's are allocated in multiples of this")                        \
    P(reserved, 0, 0, UINT32_MAX, "registers", "of each thread's, those that the system keeps")                      \
    P(sched_regs, 0, 0, UINT32_MAX, "registers", "sm90: scheduling hides latency with up to this many")              \
    E(count, isa_count, COUNT_CODE, "ptx: which registers of a thread are counted")                                  \
    E(address, isa_address, ADDRESS_64, "bits of an address, and what it takes")                                     \
    E(strands, isa_strands, STRANDS_STRAIGHT, "where strands of the register hierarchy end")                         \
    B(tex_blocks, 0, "arrays lie in blocks, not in rows: where texels are read, never what they are")

struct isa_target {
    ISA_TARGET(DECL_FIELD_P, DECL_FIELD_B, DECL_FIELD_E)
};
#define ISA_TARGET_TEXT 320 /* room that the text form needs, at most */

/* "isa=ptx lanes=32 ...", every row, in order; the same text exactly if the same target. Traces and records carry it.
 */
void isa_target_text(const struct isa_target *, char buf[ISA_TARGET_TEXT]);
/* The target, as text, as a part of a name: of stored results and of a sweep's recordings. */
void isa_target_hash(const char *text, struct hash *);
/* The rows in which two texts differ, "isa, max_regs"; "" if in none. */
void isa_target_differs(const char *a, const char *b, char buf[ISA_TARGET_TEXT]);

#endif
