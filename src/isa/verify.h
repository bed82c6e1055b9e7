/* A check behind each pass: does the function still do what it did? In debug builds and in tests. */
#ifndef SLUICE_ISA_VERIFY_H
#define SLUICE_ISA_VERIFY_H
#include "base/vec.h"
#include "ptx/ptx.h"

/* Where shared variables lie, as the code was told; NULL: by their alignment */
struct verify_layout {
    u64 (*shared_at)(const void *layout, const struct ptx_var *v);
    const void *layout;
};

/* True: `after` is well formed, and on some random states does what `before` does. False: why says what is wrong. */
bool verify(const struct ptx_func *before, const struct ptx_func *after, const struct verify_layout *l, char *why,
            size_t n);

/* ---- One thread's execution, on invented values (verify_run.c) ---- */
struct verify_event { /* what others may see, in order */
    u64 hash;
    u32 line;
};
struct verify_trace {
    VEC(struct verify_event) events;
    u64 memory; /* of what was stored */
    bool ended; /* and not stopped */
};
/* frame: bytes of local memory that are the program's own; what lies behind is spilled registers */
void verify_run(const struct ptx_func *f, const struct verify_layout *l, u64 frame, u64 seed,
                struct verify_trace *to);

#endif
