/* Events of an SM at a cycle known in advance: a warp that waits at a barrier object checks it again. It is reported
   to the emulator as gated instructions are (gpu/gates.c). */
#include "sm/internal.h"

void sm_wait_again(struct sm *sm, u32 ctx, u64 cycle)
{
    sm->waiting_again |= warp_bit(ctx);
    sm->again_at[ctx] = cycle;
    sm->timer = MIN(sm->timer, cycle);
    wake_at(&sm->wake, cycle * sm->cfg.period);
}

void sm_timer(struct sm *sm, u64 cycle)
{
    u64 next = NEVER;
    for (u64 m = sm->waiting_again; m; m &= m - 1) {
        u32 ctx = ctz64(m);
        if (sm->again_at[ctx] > cycle) {
            next = MIN(next, sm->again_at[ctx]);
            continue;
        }
        sm->waiting_again &= ~warp_bit(ctx);
        sm->gates[sm->n_gates++] = (u8)ctx;
    }
    sm->timer = next;
}
