/* A check behind each pass: does the function still do what it did? In debug builds and in tests. */
#ifndef SLUICE_ISA_VERIFY_H
#define SLUICE_ISA_VERIFY_H
#include "base/vec.h"
#include "isa/isa.h"

/* Where shared variables lie, as the code was told; NULL: by their alignment */
struct verify_layout {
    u64 (*shared_at)(const void *layout, const struct ptx_var *v);
    const void *layout;
};

/* What a pass does to code: anything (what can be shown is shown, the rest is executed); gives registers other names;
   puts instructions of a block in another order; or changes notes alone. */
enum verify_kind { VERIFY_CODE, VERIFY_NAMES, VERIFY_ORDER, VERIFY_NOTES };
/* True: `after` is well formed, differs from `before` in no more than the kind says, and on some random states does
   what `before` does. False: why says what is wrong. */
bool verify(const struct ptx_func *before, const struct ptx_func *after, enum verify_kind kind,
            const struct verify_layout *l, char *why, size_t n);
/* Every instruction of PTX is executed by exactly one of the machine's. */
bool verify_groups(const struct isa_func *, char *why, size_t n);

/* ---- Without executing anything (verify_order.c) ---- */
bool verify_same(const struct ptx_func *a, const struct ptx_func *b, bool names); /* names: the same registers */
/* A register that some way that can be gone reads before it is written (verify_ways.c); UINT32_MAX: none */
u32 verify_undefined(const struct ptx_func *f);
bool verify_reordered(const struct ptx_func *before, const struct ptx_func *after, char *why, size_t n);

/* ---- One thread's execution, on invented values (verify_run.c) ---- */
struct verify_event { /* what others may see, in order */
    u64 hash;
    u32 line;
};
struct verify_trace {
    VEC(struct verify_event) events;
    u64 memory;     /* of what was stored */
    bool ended;     /* and not stopped */
    size_t defined; /* events before the first local access to what is not there or was not written */
};
struct verify_range {
    u64 at, size;
};
struct verify_frame { /* a thread's local memory */
    u64 bytes;        /* that are the program's own; what lies behind is spilled registers */
    const struct verify_range
        *gone; /* of these, variables that are registers now, or nothing: what is there is no one's */
    u32 n_gone;
};
void verify_run(const struct ptx_func *f, const struct verify_layout *l, const struct verify_frame *frame, u64 seed,
                struct verify_trace *to);

#endif
