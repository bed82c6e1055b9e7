/* A machine of one SM for exact-cycle tests: cycles from the first CTA's start to the last one's end. */
#ifndef SLUICE_TESTS_GPU_ONE_SM_H
#define SLUICE_TESTS_GPU_ONE_SM_H
#include <stdio.h>

#include "gpu/internal.h"
#include "script_source.h"

struct one_sm {
    struct machine_config cfg;
    struct diag d;
    struct gpu *gpu;
    struct gpu_record r;
    bool lines; /* costs by instruction: in gpu->sms[0].by_pc until the next launch */
};

static inline void one_sm_init(struct one_sm *o, const char *machine)
{
    diag_init(&o->d);
    if (!machine_load(&o->cfg, machine, &o->d))
        diag_print(&o->d, stderr);
    ENSURE(!o->d.errors);
    o->cfg.gpu.sms = o->cfg.gpu.sms_per_cluster = 1;
    o->gpu = NULL;
    o->lines = false;
}

/* The launch's exact length. The machine is built at the first one and stays warm for the next. */
static inline u64 one_sm_run(struct one_sm *o, struct script_source *s)
{
    struct gpu_options opt = {.threads = 1, .lines = o->lines};
    if (!o->gpu)
        o->gpu = gpu_new(&o->cfg, &opt, &o->d);
    if (!o->gpu || gpu_launch(o->gpu, &s->src, &o->r, &o->d) != GPU_DONE) {
        diag_print(&o->d, stderr);
        BUG("the launch failed");
    }
    ENSURE(s->started == s->kernel.n_ctas && s->finished == s->kernel.n_ctas && s->pool.n_live == 0);
    script_free(s);
    return o->r.cycles;
}

static inline void one_sm_free(struct one_sm *o)
{
    gpu_free(o->gpu);
    diag_free(&o->d);
}

#endif
