/* Work that kernels request (CUDA's device runtime, CDP2): launches, copies and fills, and the events that order
   them. The emulator records it. A grid cannot wait for its children, and completes when they do. So a caller that
   runs one launch at a time does this work when it is over, in the order of CTAs and of execution; one that runs
   several takes it meanwhile, in the order of calls. */
#ifndef SLUICE_EMU_NESTED_H
#define SLUICE_EMU_NESTED_H
#include "base/vec.h"
#include "emu/emu.h"

enum emu_nested_kind { EMU_NESTED_LAUNCH, EMU_NESTED_COPY, EMU_NESTED_FILL, EMU_NESTED_RECORD, EMU_NESTED_WAIT };
/* Streams as device code names them; other streams are handles from us, or 0. */
#define EMU_STREAM_TAIL 3
#define EMU_STREAM_FIRE_AND_FORGET 4

struct emu_nested {
    u8 kind;    /* enum emu_nested_kind */
    bool waits; /* a launch without configuration so far */
    u64 cta;    /* the caller: block and thread of the parent, as numbers */
    u32 thread;
    u64 sequence; /* the calls of a launch in their order */
    u64 stream;
    u64 cycle; /* timed launch calls: the cycle in which the call ended; otherwise 0 */
    u64 event; /* recorded in the stream, or waited for */
    struct emu_kernel *kernel;
    u32 grid[3], block[3], dynamic_shared;
    u8 *params;                                        /* owned; NULL: none */
    u64 dst, src, dst_pitch, src_pitch, width, height; /* copies and fills: rows of `width` bytes */
    u8 value;
};

struct emu_nested_error { /* an error that its thread has not read yet */
    u64 cta;
    u32 thread, error;
};
struct nested_asked { /* requested by one launch (struct launch) */
    u32 depth;        /* of the launch: 0 for the host's */
    VEC(struct emu_nested) all;
    VEC(struct emu_nested_error) errors;
    u64 ready, sequence; /* launches so far; calls so far */
    bool fresh;          /* there is a launch that nested_take has not returned */
};
struct emu_nesting {                              /* of the device */
    u32 pending;                                  /* most pending launches, and most nesting levels */
    bool (*attribute)(int attribute, int *value); /* of the device; false: there is no such */
    VEC(struct emu_nested) left;                  /* requested by launches that are over */
    u64 handles;                                  /* streams and events made so far */
};

struct emu_nesting *emu_nesting(struct emu_device *);
/* What finished launches have requested, in the order of CTAs; the caller frees it with emu_nested_free. */
struct emu_nested *emu_nested_take(struct emu_device *, size_t *n);
/* What a running launch has requested since the last call, in the order of its calls. */
struct emu_nested *emu_source_asked(struct emu_source *, size_t *n);
void emu_nested_free(struct emu_nested *, size_t n);
/* Inside emu/. */
struct launch;
bool nested_takes_time(const struct emu_device *, const char *function); /* the call is a gate */
bool nested_asks(const char *function);                                  /* the call defers work */
struct emu_nested *nested_take(struct launch *, size_t *n);              /* emu_source_asked */
void nested_over(struct launch *); /* the launch is over: what is left becomes the device's */

#endif
