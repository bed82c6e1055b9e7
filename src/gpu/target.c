/* A machine's target (isa/target.h) from its parameters. */
#include "gpu/config.h"

struct isa_target isa_target_of(const struct machine_config *c)
{
    const struct sm_params *s = &c->sm;
    struct isa_target t = {.isa = s->isa,
                           .lanes = s->lanes,
                           .max_regs = s->max_regs,
                           .want_regs = s->regs_per_thread,
                           .sm_regs = s->regs, /* whatever divides storage: code is no part of a mechanism */
                           .reg_unit = s->reg_unit,
                           .reserved = s->reg_reserved,
                           .count = s->reg_count,
                           .address = s->address,
                           .strands = s->strands,
                           .tex_blocks = c->mem.tex.blocks};
    u64 each = s->regs / s->threads; /* registers of each thread on a full SM */
    if (t.isa == ISA_MACHINE)
        t.sched_regs = MAX(each, t.reserved + 1) - t.reserved;
    return t;
}
