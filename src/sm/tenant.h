/* A launch's share of an SM: its program, and what is counted for it alone. An SM has one tenant, unless launches
   share the machine (gpu/together.c); then CTA slots and contexts know theirs.

   What is charged to which launch, if there are several: events of warps and CTAs count for their launch. Time
   belongs to no launch: cycles, slots in which nothing issued and waiting for the LSU are shared out in equal parts
   to the tenants that have a CTA at the time, and go to the one at home if none has. All tenants together have all
   that the SM did. */
#ifndef SLUICE_SM_TENANT_H
#define SLUICE_SM_TENANT_H
#include "sm/kernel.h"
#include "sm/lsu.h"
#include "sm/params.h"

struct sm_time { /* counters of the whole SM, besides its slots */
    u64 cycles, busy_cycles, lsu_waiting, lsu_wait_cycles;
};

struct tenant {
    _Alignas(HOST_PAIR) const struct sm_kernel *kernel;
    u64 *execs;          /* by pc: how often it issued; NULL until its first CTA comes */
    u64 *scoreboard;     /* ready_at of all contexts; NULL until its first CTA comes */
    struct arena *arena; /* of the launch */
    u64 icache_first;    /* line number of the kernel's first instruction */
    struct tenant *next; /* of the same SM */
    u32 n_ctas, n_warps; /* that have started */
    struct sm_stats stats;
    struct slot_stats slots;     /* whole after sm_tell */
    u64 lsu_own[LSU_POOL];       /* counters of the LSU (lsu_pool): counted while at home; complete after sm_tell */
    u64 bank_hist[SM_BANK_HIST]; /* memory instructions by accesses to the bank used most: 1, 2, .. more */
};

struct sm;
/* Between windows, by gpu/. A launch begins that has the SM to itself, which holds no CTA; all counters are 0. */
struct tenant *sm_launch(struct sm *, struct arena *, const struct sm_kernel *, cyc now);
/* Another launch joins those on the SM; `now`: a boundary up to which the SM has been simulated. */
struct tenant *sm_join(struct sm *, struct arena *, const struct sm_kernel *, cyc now);
void sm_home(struct sm *, struct tenant *, cyc now); /* the SM's idle time counts for this launch from now on */
void sm_tell(struct sm *, struct tenant *, cyc now); /* completes its counters, up to now */
void sm_leave(struct sm *, struct tenant *);         /* after sm_tell, if it has no CTA and is not at home */
void sm_count_ops(const struct sm *, const struct tenant *, struct op_stats *to); /* adds what it has executed */
/* Adds the cycles for which it occupied each kind of unit, [U_NONE]; the sum, if there are several of a kind. */
void sm_count_pipes(const struct sm *, const struct tenant *, u64 *to);
/* For the SM's files. */
void tenant_share(struct sm *, bool all); /* shares the time so far; a remainder stays, unless `all` */
u64 tenant_issued(const struct tenant *);

#endif
