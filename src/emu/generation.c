/* The generation of GPU that each instruction requires, as PTX lists it ("Target ISA Notes"). A machine refuses a
   kernel with instructions that it lacks, before it runs; without a machine everything is executed. Machines whose
   instructions are not sm90's have no tensor cores, bulk copies or clusters. */
#include <string.h>

#include "emu/ops.h"
#include "ptx/async.h"
#include "ptx/matrix.h"

struct need {
    u32 capability; /* times ten */
    const char *what;
};

static u32 mma_capability(const struct ptx_matrix *f)
{
    u8 a = f->type[MAT_A];
    if (a == ME_E4M3 || a == ME_E5M2)
        return 89;
    if (a == ME_F64)
        return f->m == 8 ? 80 : 90;
    if (f->sparse || a == ME_BF16 || a == ME_TF32 || (a == ME_B1 && !f->exclusive))
        return 80;
    if (f->m == 8)
        return a == ME_F16 ? 70 : 75;
    return a == ME_F16 && f->k == 8 ? 75 : 80;
}

static struct need matrix_need(const struct ptx_instr *in)
{
    struct ptx_matrix f;
    switch (in->op) {
    case OP_MMA: return (struct need){ptx_matrix_form(in, &f) ? 0 : mma_capability(&f), "tensor cores of that kind"};
    case OP_WGMMA: return (struct need){90, "products of warp groups"};
    case OP_STMATRIX: return (struct need){90, "stores of matrices"};
    default: return (struct need){75, "moves of matrices"};
    }
}

static struct need async_need(const struct ptx_instr *in)
{
    if (in->sub >= SUB_BULK && in->sub <= SUB_BULK_WAIT)
        return (struct need){90, "bulk copies"};
    if (in->op != OP_MBARRIER)
        return (struct need){80, "asynchronous copies"};
    bool later = in->sub == SUB_EXPECT_TX || in->sub == SUB_COMPLETE_TX || strstr(in->text, "try_wait") ||
                 strstr(in->text, "expect_tx") || strstr(in->text, "cluster");
    return (struct need){later ? 90 : 80, later ? "barriers that count bytes" : "barriers in shared memory"};
}

static struct need convert_need(const struct ptx_instr *in)
{
    const char *t = in->text;
    if (strstr(t, "e4m3x2") || strstr(t, "e5m2x2"))
        return (struct need){89, "floats of 8 bits"};
    if (strstr(t, "tf32"))
        return (struct need){strstr(t, ".rna.") ? 80 : 90, "such a conversion to tf32"};
    return (struct need){strstr(t, "pack") ? 72 : 80, "such a conversion"};
}

static struct need need_of(const struct ptx_instr *in)
{
    if (is_matrix_op(in->op))
        return matrix_need(in);
    if (is_async_op(in->op))
        return async_need(in);
    switch (in->op) {
    case OP_WGMMA_FENCE:
    case OP_WGMMA_COMMIT:
    case OP_WGMMA_WAIT: return (struct need){90, "products of warp groups"};
    case OP_BARRIER_CLUSTER:
    case OP_MAPA:
    case OP_GETCTARANK: return (struct need){90, "clusters"};
    case OP_ELECT: return (struct need){90, "the election of a lane"};
    case OP_SETMAXNREG: return (struct need){90, "registers that move between warps"};
    case OP_GRIDDEPCONTROL: return (struct need){90, "dependent grids"};
    case OP_CVT_PACK: return convert_need(in);
    case OP_REDUX: return (struct need){80, "reductions across a warp"};
    case OP_DISCARD:
    case OP_APPLYPRIORITY:
    case OP_CREATEPOLICY: return (struct need){80, "cache policies"};
    default: return (struct need){0, NULL};
    }
}

/* Units that machines with other instructions than sm90's lack */
static const char *unit_for(const struct ptx_instr *in)
{
    if (is_matrix_op(in->op))
        return "tensor cores";
    if (is_async_op(in->op) && in->sub >= SUB_BULK && in->sub <= SUB_BULK_WAIT)
        return "a copy engine (bulk copies)";
    return in->op == OP_BARRIER_CLUSTER || in->op == OP_MAPA ? "clusters" : NULL;
}

static void check_instr(const struct ptx_func *f, const struct ptx_instr *in, const struct emu_options *o,
                        struct diag *d)
{
    if (o->target.isa != ISA_MACHINE) {
        const char *unit = unit_for(in);
        if (unit)
            diag_error(d, f->module->file, in->line, in->col,
                       "%s needs a machine with %s, such as -m h200; this one has none. Without -m the program is "
                       "executed, not timed",
                       in->text, unit);
        return;
    }
    struct need n = need_of(in);
    if (o->capability && n.capability > o->capability)
        diag_error(
            d, f->module->file, in->line, in->col,
            "%s needs a machine of compute capability %u.%u (%s), such as -m h200; this one has %u.%u. Compile "
            "with -arch=sm_%u if the program has another way for it; without -m it is executed, not timed",
            in->text, n.capability / 10, n.capability % 10, n.what, o->capability / 10, o->capability % 10,
            o->capability);
}

bool check_generation(const struct prog *p, struct diag *d)
{
    const struct emu_options *o = &p->dev->opt;
    u32 before = d->errors;
    if (!o->target.sm_regs)
        return true;
    for (u32 i = 0; i < p->n_funcs; i++) {
        const struct ptx_func *f = p->funcs[i].orig;
        for (u32 pc = 0; pc < f->n_code && d->errors == before; pc++)
            check_instr(f, &f->code[pc], o, d);
    }
    return d->errors == before;
}
