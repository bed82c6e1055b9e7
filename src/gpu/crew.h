/* The threads that run a machine's units: see crew.c, and shares.c for which thread runs which. */
#ifndef SLUICE_GPU_CREW_H
#define SLUICE_GPU_CREW_H
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#include "mem/memsys.h"
#include "mem/unit.h"

struct gpu;

#define MAX_THREADS 64

/* A message from one thread to another when its units have run a window; it fills one host line. */
struct news {
    cyc first;                  /* lower bound of the next event of these units and of packets they sent */
    struct noc_sent sent[NETS]; /* how many packets lie there for the other thread's units */
    bool ended;                 /* a CTA of these units has ended */
};
struct mail {
    _Alignas(HOST_PAIR) struct crew_word window; /* its number, counting windows run side by side */
    struct news news;
};
_Static_assert(sizeof(struct mail) == HOST_PAIR && offsetof(struct mail, news) + sizeof(struct news) <= HOST_LINE,
               "a mail is one host line");
enum { CLUSTERS, PARTITIONS, UNIT_KINDS };
struct unit_list {
    u32 *units;                /* clusters from 0, partitions after them */
    struct unit_block *blocks; /* their next ticks, in the same order */
    u32 n;
    cyc soonest; /* least of these next ticks, when the units were run last */
};
struct worker {
    _Alignas(HOST_PAIR) struct gpu *gpu;
    pthread_t thread;
    u32 id;
    struct mail *mail[NOC_SETS]; /* by receiving thread, for the last windows: other threads may still read them */
    _Alignas(HOST_PAIR) struct crew_word go; /* helpers: starts when this changes */
    bool emulates;                           /* helpers: then emulates CTAs (ahead.h) instead of running windows */
    _Alignas(HOST_PAIR) struct worker *also; /* the caller: the helper away, whose units it runs; or NULL */
    struct unit_list lists[UNIT_KINDS];      /* units that it runs */
    u32 met;                                 /* arrivals when all threads have met (gated launches) */
    cyc soonest;  /* least next tick of its units, after the last window and its exchange */
    bool ended;   /* a CTA of its units ended in the last window */
    u32 *stopped; /* its units that stopped within the window, for a gated instruction */
    u32 n_stopped;
    bool said_stopped[2]; /* did any unit stop, in this window and in the last */
};

struct unit_time {                 /* by unit; its own thread counts */
    _Alignas(HOST_PAIR) u64 nanos; /* host time of the unit; older windows count less */
};

enum crew_phase { CREW_SHARE, CREW_TOGETHER, CREW_ALONE, CREW_KEEP, CREW_PHASES };

struct crew {               /* the caller and its helpers, in step */
    struct worker *workers; /* [0] is the caller */
    u32 n;
    u32 here;   /* of these, threads that run units: all but the last while that one emulates */
    u32 window; /* number of the last window run side by side */
    _Alignas(
        HOST_PAIR) struct crew_word met; /* gated launches: threads that have come to a meeting, over all meetings */
    _Alignas(HOST_PAIR) struct crew_word left; /* helpers still at work */
    _Alignas(HOST_PAIR) _Atomic bool quit;
    enum crew_phase phase; /* how windows are run now, and for how many more */
    u32 windows_left;
    u32 enough;                                   /* windows to learn something from: fewer where they take longer */
    u32 unshared;                                 /* windows since units were last shared */
    u32 windows;                                  /* how many windows the helpers are to run at most */
    double favour;                                /* side by side may take this many times as long as alone */
    double cost[CREW_PHASES], ticks[CREW_PHASES]; /* by phase: host time and simulated time of its windows */
    u32 counted[CREW_PHASES];                     /* windows */
    double trial;                                 /* host time of the windows in which side by side was tried last */
    u16 *thread_of;                               /* by unit */
    bool timed;                                   /* units are timed in these windows */
    struct unit_time *took;                       /* by unit */
    cyc *saved;                                   /* by unit: its next tick, while lists are made anew */
};

/* shares.c */
void crew_deal(struct gpu *, u32 threads); /* gives units to threads, when the machine is made */
void crew_share_again(struct gpu *);       /* gives them anew by their cost; between windows */
/* crew.c */
bool crew_start(struct gpu *);
void crew_stop(struct gpu *);
/* The window that starts at `from` on all threads, the exchange, and so on, until there is something to do between
   windows, for at most so many. Sets now and soonest; returns how many windows. */
u32 crew_run(struct gpu *, u32 windows);
void crew_run_alone(struct gpu *);           /* one window, by the caller */
void crew_wait(struct crew_word *, u32 old); /* until its value differs from `old` */
void crew_wake(struct crew_word *);          /* wakes the threads that wait, after a change */

#endif
