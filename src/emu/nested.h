/* Work that kernels ask for (CUDA's device runtime, CDP2): launches, copies and fills. The emulator notes it, in the
   order of CTAs and within one in that of execution; whoever ran the launch does it when the launch is over, which
   the model allows: a grid cannot wait for its children, and is complete when they are. */
#ifndef SLUICE_EMU_NESTED_H
#define SLUICE_EMU_NESTED_H
#include "base/vec.h"
#include "emu/emu.h"

enum emu_nested_kind { EMU_NESTED_LAUNCH, EMU_NESTED_COPY, EMU_NESTED_FILL };
/* Streams as device code names them; all others are handles that it got from us, or 0. */
#define EMU_STREAM_TAIL 3
#define EMU_STREAM_FIRE_AND_FORGET 4

struct emu_nested {
    u8 kind;    /* enum emu_nested_kind */
    bool waits; /* a launch that has not been told its configuration yet */
    u64 cta;    /* who asked: block and thread of the parent, as numbers */
    u32 thread;
    u64 sequence, stream;
    u64 cycle; /* timed, and a launch holds its warp: in which the call was over; else 0 */
    struct emu_kernel *kernel;
    u32 grid[3], block[3], dynamic_shared;
    u8 *params;                                        /* owned; NULL: none */
    u64 dst, src, dst_pitch, src_pitch, width, height; /* copies and fills: rows of `width` bytes */
    u8 value;
};

struct emu_nested_error { /* that a thread has not asked for yet */
    u64 cta;
    u32 thread, error;
};
struct emu_nesting {
    u32 depth;                                    /* of the launches that run now: 0 for the host's */
    u32 pending;                                  /* launches that may wait at a time */
    bool (*attribute)(int attribute, int *value); /* of the device; false: there is no such */
    VEC(struct emu_nested) asked;
    VEC(struct emu_nested_error) errors;
    u64 ready, sequence; /* launches among `asked`; what was asked for so far */
    u64 handles;         /* streams and events made so far */
};
#define EMU_NESTED_DEPTH 24 /* CUDA's limit */

struct emu_nesting *emu_nesting(struct emu_device *);
/* What the last launch asked for, in order; the caller frees it with emu_nested_free. */
struct emu_nested *emu_nested_take(struct emu_device *, size_t *n);
void emu_nested_free(struct emu_nested *, size_t n);
bool nested_takes_time(const struct emu_device *, const char *function); /* inside emu/: the call is a gate */

#endif
