/* The log of --timeline-warps: every change of a warp's state, and some of the requests. It grows as needed, and
   exists only for the SMs that are watched. */
#include <stdlib.h>

#include "sm/internal.h"

void sm_log_states(struct sm *sm)
{
    struct sm_log *l = sm->log;
    if (l->requests_only)
        return;
    for (u32 w = 0; w < sm->cfg.sm->warps; w++) {
        if (sm->ctx[w].state == l->last[w])
            continue;
        if (l->n == l->cap) {
            l->cap = l->cap ? 2 * l->cap : 4096;
            l->states = xrealloc(l->states, l->cap * sizeof *l->states);
        }
        l->last[w] = sm->ctx[w].state;
        l->states[l->n++] = (struct sm_log_state){.cycle = sm->cycle, .warp = (u8)w, .state = l->last[w]};
    }
}

void sm_log_request(struct sm *sm, const struct req *r, u32 slot, cyc now)
{
    struct sm_log *l = sm->log;
    if (!(r->flags & RQF_MARKED))
        return;
    if (l->n_requests == l->cap_requests) {
        l->cap_requests = l->cap_requests ? 2 * l->cap_requests : 1024;
        l->requests = xrealloc(l->requests, l->cap_requests * sizeof *l->requests);
    }
    const struct sm_kernel *k = sm->ctx[r->warp].tenant ? sm->ctx[r->warp].tenant->kernel : sm->home->kernel;
    u64 pc = (u64)(sm->lsu.slots[slot].op - k->ops);
    u64 age = (u32)((u32)now - r->born) / sm->cfg.period;
    l->requests[l->n_requests++] = (struct sm_log_request){.line = r->line,
                                                           .issued = sm->lsu.slots[slot].issued,
                                                           .end = now / sm->cfg.period,
                                                           .born = r->born,
                                                           .age = (u32)age,
                                                           .pc = (u32)MIN(pc, k->stream->n_code),
                                                           .warp = r->warp,
                                                           .kind = r->kind,
                                                           .flags = r->flags};
}

void sm_log_free(struct sm_log *l)
{
    if (!l)
        return;
    free(l->states);
    free(l->requests);
    free(l);
}
