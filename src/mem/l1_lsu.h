/* What an L1 tells the load-store unit ahead of time. */
#ifndef SLUICE_MEM_L1_LSU_H
#define SLUICE_MEM_L1_LSU_H
#include "mem/req.h"

/* What an LSU learns directly from the L1, without ports and ticks of its own (sm/lsu_quick.c). */
struct l1_lsu {
    void *sm; /* NULL: nothing */
    /* A reply that comes at tick `at`. True: the LSU has noted it, and it need not be pushed. */
    bool (*booked)(void *sm, const struct req *, cyc at, bool hit);
    /* `in` was full, the LSU waits, and from tick `at` on there is room. True: it has pushed; false: wake it. */
    bool (*refilled)(void *sm, cyc at);
};

#endif
