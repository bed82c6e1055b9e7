/* What an L1 tells the load-store unit before it has to. */
#ifndef SLUICE_MEM_L1_LSU_H
#define SLUICE_MEM_L1_LSU_H
#include "mem/req.h"

/* What an LSU does at once when the L1 knows of it, instead of by ports and in ticks of its own (sm/lsu_quick.c). */
struct l1_lsu {
    void *sm; /* NULL: nothing */
    /* An answer that comes at tick `at`. True: it is booked, nothing is to be pushed. */
    bool (*booked)(void *sm, const struct req *, cyc at, bool hit);
    /* `in` was full, the LSU waits, and from tick `at` on there is room. True: it has pushed; false: wake it. */
    bool (*refilled)(void *sm, cyc at);
};

#endif
