/* Would a recording of this program be valid on any machine? Not if it reads the time, if its values depend on which
   warp came first, or if it asks for the machine's properties. */
#include "cuda/record.h"
#include "ptx/ops.h"
#include "ptx/ptx.h"

static bool is_time(u32 sreg)
{
    return sreg == SR_CLOCK || sreg == SR_CLOCK_HI || sreg == SR_CLOCK64 || sreg == SR_GLOBALTIMER ||
           sreg == SR_GLOBALTIMER_LO || sreg == SR_GLOBALTIMER_HI;
}

static bool reads_operand(const struct ptx_operand *o, u32 reg)
{
    if (o->kind == PO_REG || (o->kind == PO_ADDR && o->base == PO_REG))
        return o->reg == reg;
    for (u32 i = 0; o->kind == PO_VEC && i < o->n_vec; i++)
        if (reads_operand(&o->vec[i], reg))
            return true;
    return false;
}

static bool is_read(const struct ptx_func *f, u32 reg)
{
    for (u32 i = 0; i < f->n_code; i++) {
        const struct ptx_instr *in = &f->code[i];
        if (in->guarded && in->guard == reg)
            return true;
        for (u32 k = in->n_dst; k < in->n_opnd; k++)
            if (reads_operand(&in->opnd[k], reg))
                return true;
    }
    return false;
}

static const char *look_at(const struct ptx_func *f, const struct ptx_instr *in)
{
    bool far = in->space == PS_GLOBAL || in->space == PS_GENERIC;
    for (u32 k = 0; k < in->n_opnd; k++)
        if (in->opnd[k].kind == PO_SREG && is_time(in->opnd[k].sreg))
            return "it reads the clock";
    for (u32 k = 0; k < in->n_opnd; k++)
        if (in->opnd[k].kind == PO_SREG && (in->opnd[k].sreg == SR_SMID || in->opnd[k].sreg == SR_NSMID))
            return "it reads %smid: where a block is placed depends on the machine";
    if (in->op == OP_ATOM && far && (in->opnd[0].kind != PO_REG || is_read(f, in->opnd[0].reg)))
        return "it uses the result of an atomic operation: the order of arrivals depends on the machine";
    if (in->op == OP_LD && far && (in->flags & PF_VOLATILE))
        return "it reads memory that others write meanwhile (volatile)";
    return NULL;
}

const char *cuda_replays_not(const struct ptx_func *kernel)
{
    const char *why = NULL;
    for (const struct ptx_func *f = kernel->module->funcs; f && !why; f = f->next)
        for (u32 i = 0; i < f->n_code && !why && (f == kernel || !f->is_entry); i++)
            why = look_at(f, &f->code[i]);
    return why;
}
