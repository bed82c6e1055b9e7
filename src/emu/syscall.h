/* Inside emu/: what functions that the system provides to device code share (syscall.c, nested.c). */
#ifndef SLUICE_EMU_SYSCALL_H
#define SLUICE_EMU_SYSCALL_H
#include "emu/ops.h"

u64 syscall_arg(const struct warp *, const struct uop *, u32 k, u32 lane); /* argument k; 0: there is none */
/* Its first `bytes` bytes, of a structure as they lie in memory. */
void syscall_arg_bytes(const struct warp *, const struct uop *, u32 k, u32 lane, void *to, u32 bytes);
void syscall_result(struct warp *, const struct uop *, u32 lane, u64 value);
void syscall_begin(struct warp *, const struct uop *, u64 exec); /* counted, and the warp is behind it */
ctl_fn *nested_find(const char *name); /* nested.c: those of the device runtime; NULL: it is none of them */

#define EACH_LANE(i, exec) for (u64 m_ = (exec), i = 0; m_ && (i = ctz64(m_), 1); m_ &= m_ - 1)

#endif
