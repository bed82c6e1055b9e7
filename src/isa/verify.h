/* A check after each pass: does the function still do the same? In debug builds and in tests. */
#ifndef SLUICE_ISA_VERIFY_H
#define SLUICE_ISA_VERIFY_H
#include "base/vec.h"
#include "isa/isa.h"

/* Where shared variables lie, as the code was told; NULL: by their alignment */
struct verify_layout {
    u64 (*shared_at)(const void *layout, const struct ptx_var *v);
    const void *layout;
};

/* What a pass may do to code: anything (what can be shown is shown, the rest is executed); rename registers; reorder
   instructions of a block; or change notes only. */
enum verify_kind { VERIFY_CODE, VERIFY_NAMES, VERIFY_ORDER, VERIFY_NOTES };
/* True: `after` is well formed, differs from `before` only as the kind allows, and does the same on some random
   states. False: why says what is wrong. */
bool verify(const struct ptx_func *before, const struct ptx_func *after, enum verify_kind kind,
            const struct verify_layout *l, char *why, size_t n);
/* Registers as `assign` gave them: no two values in one, and enough of them (verify_registers.c). */
struct folds;
bool verify_registers(const struct ptx_func *, const struct folds *, char *why, size_t n);
/* Checks that every PTX instruction is executed by exactly one machine instruction. */
bool verify_groups(const struct isa_func *, char *why, size_t n);

/* ---- Without executing anything (verify_order.c) ---- */
bool verify_same(const struct ptx_func *a, const struct ptx_func *b, bool names); /* names: the same registers */
/* A register that some possible path reads before it is written (verify_ways.c); UINT32_MAX: none */
u32 verify_undefined(const struct ptx_func *f);
bool verify_reordered(const struct ptx_func *before, const struct ptx_func *after, char *why, size_t n);

/* ---- One thread's execution, on invented values (verify_run.c) ---- */
struct verify_event { /* what other threads may see, in order */
    u64 hash;
    u32 line;
};
struct verify_trace {
    VEC(struct verify_event) events;
    u64 memory;     /* of what was stored */
    bool ended;     /* and not stopped */
    size_t defined; /* events before the first local access to bytes that do not exist or were not written */
};
struct verify_range {
    u64 at, size;
};
struct verify_frame { /* a thread's local memory */
    u64 bytes;        /* the program's own bytes; spilled registers lie behind them */
    const struct verify_range
        *gone; /* variables that have become registers or vanished: their bytes are not compared */
    u32 n_gone;
};
void verify_run(const struct ptx_func *f, const struct verify_layout *l, const struct verify_frame *frame, u64 seed,
                struct verify_trace *to);

#endif
