/* Which code a launch executes, and how to have it made otherwise: without some passes, or as PTX. For code that
   holds machine code to its PTX (cuda/proof.c). */
#include <string.h>

#include "emu/code.h"
#include "emu/prog.h"

/* The target of plain PTX: no machine, any number of registers. */
static struct isa_target plain_target(const struct isa_target *t)
{
    return (struct isa_target){.isa = ISA_PTX, .lanes = t->lanes, .tex_blocks = t->tex_blocks};
}

void emu_kernel_compile(struct emu_kernel *k, u64 without, bool as_ptx)
{
    struct emu_module *m = k->module;
    if (k->without == without && k->as_ptx == as_ptx)
        return;
    if (k->prog)
        VEC_PUSH(&m->outdated, k->prog); /* running launches may still use it */
    for (size_t i = 0; i < k->tight.n; i++)
        VEC_PUSH(&m->outdated, k->tight.at[i]);
    k->prog = NULL;
    k->tight.n = 0;
    k->without = without;
    k->as_ptx = as_ptx;
    m->dev->plain = plain_target(&m->dev->opt.target);
}

/* The code is the PTX as written: no instruction came, went or moved. */
static bool is_plain(const struct prog *p)
{
    if (p->target->isa == ISA_MACHINE)
        return false;
    for (u32 i = 0; i < p->n_funcs; i++) {
        const struct ptx_func *f = p->funcs[i].f, *orig = p->funcs[i].orig;
        if (f->n_code != orig->n_code || p->funcs[i].isa->counts.spill_bytes)
            return false;
        for (u32 pc = 0; pc < f->n_code; pc++)
            if (f->code[pc].line != orig->code[pc].line || f->code[pc].col != orig->code[pc].col)
                return false;
    }
    return true;
}

bool emu_launch_code(const struct emu_launch *in, struct emu_code *to)
{
    struct emu_kernel *k = in->kernel;
    struct diag d;
    diag_init(&d);
    struct prog *p = prog_for(k, in->block[0] * in->block[1] * in->block[2], &d);
    diag_free(&d);
    if (!p)
        return false;
    if (!p->checked)
        p->checked = 1 + is_plain(p);
    *to = (struct emu_code){
        .without = k->without, .most_regs = p->most_regs, .plain = p->checked > 1, .mark = &p->mark};
    return true;
}

void emu_region(const struct emu_device *dev, u64 *base, u64 *span)
{
    *base = dev->base;
    *span = dev->span;
}

void emu_alone(struct emu_device *dev, FILE *out, u64 steps)
{
    struct emu_options *o = &dev->opt;
    dev->out = out;
    o->native = EN_OFF;
    o->wait = NULL;
    o->stop = NULL;
    o->print_after = NULL;
    if (steps && (!o->step_limit || o->step_limit > steps))
        o->step_limit = steps;
}
