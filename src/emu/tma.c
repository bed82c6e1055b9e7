/* Copies of tensors (cp.async.bulk.tensor). */
#include "emu/async.h"

bool tma_copy(struct warp *w, struct uop *u, const struct bulk *b, u32 lane)
{
    (void)b;
    return fault_at(w, u, lane, EF_UNSUPPORTED, 0, 0, "tensor copies");
}
