/* Worker processes: forks of this one that do one job after the other and report how each ended. Memory that a job
   leaves stays for the next one, so that pages need not be allocated again. */
#ifndef SLUICE_RUNS_WORKER_H
#define SLUICE_RUNS_WORKER_H
#include <sys/types.h>

#include "base/types.h"

struct worker_end {
    i32 status;   /* as of wait */
    bool by_self; /* without a command */
    u64 bytes;    /* of what it made */
    i64 rss_kb;
    double seconds; /* processor time, not clock time: other work on the computer does not count */
};
typedef struct worker_end worker_job(void *arg, u32 job); /* called in the worker */

struct worker {
    pid_t pid; /* 0: none */
    int to, from;
};

bool worker_start(struct worker *, worker_job *job, void *arg);
bool worker_give(struct worker *, u32 job); /* false: it is gone; worker_take says how */
/* How the job ended: `from` can be read. If the worker died, its job is lost, too. */
struct worker_end worker_take(struct worker *);
void worker_stop(struct worker *); /* between jobs */

#endif
