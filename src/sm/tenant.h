/* What a launch has of an SM: its program, and what is counted for it alone. An SM has one tenant, unless launches
   share the machine (gpu/together.c); then CTA slots and contexts know theirs.

   What is charged to which launch, where there are several: what warps and CTAs do counts for their launch. Time does
   not belong to anybody: cycles, slots in which nothing was issued and waiting for the LSU are shared out in equal
   parts to the tenants that have a CTA at the time, and go to the one at home when none has. All tenants together
   have all that the SM did. */
#ifndef SLUICE_SM_TENANT_H
#define SLUICE_SM_TENANT_H
#include "sm/kernel.h"
#include "sm/lsu.h"
#include "sm/params.h"

struct sm_time { /* counters of the whole SM, beside its slots */
    u64 cycles, busy_cycles, lsu_waiting, lsu_wait_cycles;
};

struct tenant {
    _Alignas(HOST_PAIR) const struct sm_kernel *kernel;
    u64 *execs;          /* by pc: how often it was issued; NULL until its first CTA comes */
    u64 *scoreboard;     /* ready_at of all contexts; NULL until then */
    struct arena *arena; /* of the launch */
    u64 icache_first;    /* line number of the kernel's first instruction */
    struct tenant *next; /* of the same SM */
    u32 n_ctas, n_warps; /* that have started */
    struct sm_stats stats;
    struct slot_stats slots;     /* whole after sm_tell */
    u64 lsu_own[LSU_POOL];       /* of the LSU (lsu_pool): counted while it is at home; whole after sm_tell */
    u64 bank_hist[SM_BANK_HIST]; /* memory instructions by accesses to the bank used most: 1, 2, .. more */
};

struct sm;
/* Between windows, by gpu/. A launch begins that has the SM to itself, which holds no CTA; all counters are 0. */
struct tenant *sm_launch(struct sm *, struct arena *, const struct sm_kernel *, cyc now);
/* Another one comes beside those that are there; `now`: a boundary up to which the SM has been simulated. */
struct tenant *sm_join(struct sm *, struct arena *, const struct sm_kernel *, cyc now);
void sm_home(struct sm *, struct tenant *, cyc now); /* the SM's idle time counts for this one from now on */
void sm_tell(struct sm *, struct tenant *, cyc now); /* its counters are whole, up to now */
void sm_leave(struct sm *, struct tenant *);         /* has been told, has no CTA and is not at home */
void sm_count_ops(const struct sm *, const struct tenant *, struct op_stats *to); /* adds what it has executed */
/* Adds the cycles for which this kept each kind of unit, [U_NONE]; of several of a kind, their sum. */
void sm_count_pipes(const struct sm *, const struct tenant *, u64 *to);
/* For the SM's files. */
void tenant_share(struct sm *, bool all); /* time so far, to its tenants; but for a rest, unless `all` */
u64 tenant_issued(const struct tenant *);

#endif
