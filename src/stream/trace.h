/* Trace files: the streams of whole launches, compressed, CTA by CTA. A trace replays, without the program that
   made it, under any machine that executes the same instructions: the target that it was compiled for is in it.

   Layout: "SLUICETR", u32 version, u32 length and text of the target; then records: 'L' u32 packed, u32 plain, zstd
   frame of the kernel (name, sizes, static instructions); 'C' u32 packed, u32 plain, zstd frame of one CTA's streams,
   in order of CTA number; 'M' u64 address, u64 bytes: a copy from the host, before the launch behind it; 'H' the same
   of memory of the host that the launch behind it may touch, in order of addresses.
   Little-endian. */
#ifndef SLUICE_STREAM_TRACE_H
#define SLUICE_STREAM_TRACE_H
#include "base/diag.h"
#include "stream/stream.h"

/* The unfinished file, beside the old one, which stays until the new one is complete; remains after a crash. */
#define TRACE_PART ".part"
struct trace_writer;
/* target: what kernels were compiled for, as text (isa_target_text). NULL: error in d. */
struct trace_writer *trace_create(const char *path, const char *target, struct diag *d);
/* Runs the launch CTA by CTA to its end and writes it. False: the source's fault, or a write error in d. */
bool trace_add(struct trace_writer *, struct stream_source *, struct diag *d);
/* Notes a copy from the host to the device, before the next launch. */
bool trace_add_copy(struct trace_writer *, u64 address, u64 bytes, struct diag *d);
bool trace_finish(struct trace_writer *, struct diag *d); /* closes and frees */
void trace_abandon(struct trace_writer *);                /* instead of closing: the file is removed */

struct trace;
struct trace *trace_open(const char *path, struct diag *d); /* NULL: not a trace, cut short, or broken: in d */
u32 trace_launches(const struct trace *);
u64 trace_bytes(const struct trace *);          /* size of the file */
const char *trace_target(const struct trace *); /* as trace_create got it */
/* A launch as a source; lives as long as the trace. If a CTA is broken, start returns false; see trace_error. */
struct stream_source *trace_launch(struct trace *, u32 i);
u64 trace_launch_bytes(const struct trace *, u32 i); /* how long its streams are */
struct trace_copy {
    u64 address, bytes;
};
const struct trace_copy *trace_copies(const struct trace *, u32 i, u32 *n); /* those just before launch i */
const char *trace_error(const struct trace *);                              /* NULL: none so far */
/* Keeps unpacked CTAs, up to so many bytes: for a trace that is replayed several times. */
void trace_keep(struct trace *, u64 bytes);
void trace_close(struct trace *);

#endif
