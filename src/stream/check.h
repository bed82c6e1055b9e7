/* Streams from outside (trace files): whether emulation could have made them. What holds here is what the
   machine relies on, so that it need not look: every instruction is one that its record can be of, every access has
   a space, a size and addresses that memory knows, and as many instructions come as were announced. What only time
   can tell (warps that wait for each other forever) is told by gpu/deadlock.c. */
#ifndef SLUICE_STREAM_CHECK_H
#define SLUICE_STREAM_CHECK_H
#include "stream/stream.h"

#define STREAM_MAX_BYTES 16           /* of a lane's access */
#define STREAM_ADDRESSES (1ull << 48) /* there are no larger ones */

/* NULL: such a kernel can be; else what is wrong with it, in words. */
const char *stream_check_kernel(const struct stream_kernel *);
/* For each instruction, the first from it on that is no part of a run: an access or a barrier; n_code: none. */
void stream_find_records(const struct stream_kernel *, u32 *next_record);
/* The same of a whole CTA, every stream of which has ended. The time goes with the bytes, not with the instructions.
 */
const char *stream_check_cta(const struct stream_kernel *, const u32 *next_record, const struct stream_cta *);

#endif
