/* Streams from outside (trace files): could emulation have made them? The checks are what the machine relies on, so
   that it need not look again: every instruction matches its static record, every access has a space, a size and
   addresses that memory knows, and as many instructions come as were announced. Warps that wait for each other
   forever show only in time: gpu/deadlock.c reports them. */
#ifndef SLUICE_STREAM_CHECK_H
#define SLUICE_STREAM_CHECK_H
#include "stream/stream.h"

#define STREAM_MAX_BYTES 16           /* of a lane's access */
#define STREAM_ADDRESSES (1ull << 48) /* all addresses are below this */

/* NULL: such a kernel can be; else what is wrong with it, in words. */
const char *stream_check_kernel(const struct stream_kernel *);
/* For each instruction, the next access or barrier at or after it; n_code: none. */
void stream_find_records(const struct stream_kernel *, u32 *next_record);
/* The same for a whole CTA whose streams have all ended. The check takes time in proportion to bytes, not
   instructions. */
const char *stream_check_cta(const struct stream_kernel *, const u32 *next_record, const struct stream_cta *);

#endif
