/* Registers that an instruction needs beside those that PTX names. A machine's instruction takes one operand that is
   no register (a constant or an immediate; zero needs none), and what it stores, and an address, come from registers:
   other constants are put into one just before. */
#include "ptx/analysis.h"

static bool is_constant(const struct ptx_operand *o, const struct folds *fold)
{
    switch (o->kind) {
    case PO_IMM: return o->imm != 0;
    case PO_SYM: return true;
    case PO_REG: return is_empty_fold(fold, o->reg);
    default: return false;
    }
}

static u32 width_of(const struct ptx_func *f, const struct ptx_instr *i, const struct ptx_operand *o)
{
    return o->kind == PO_REG ? reg_words(f, o->reg) : reg_width(i->type);
}

static u32 constants_of(const struct ptx_func *f, const struct ptx_instr *i, const struct folds *fold)
{
    u32 unit = ptx_instr_class(i), need = 0, free = unit != PU_MEM;

    if ((unit >= PU_CONTROL && unit <= PU_FENCE) || i->op == OP_MOV || i->space == PS_PARAM)
        return 0;
    for (u32 k = i->n_dst + (i->op == OP_TEX); k < i->n_opnd; k++) {
        const struct ptx_operand *o = &i->opnd[k];
        if (o->kind == PO_ADDR && o->base == PO_REG && is_empty_fold(fold, o->reg))
            need += reg_words(f, o->reg);
        for (u32 j = 0; j < o->n_vec; j++)
            need += is_constant(&o->vec[j], fold) ? width_of(f, i, &o->vec[j]) : 0;
        if (!is_constant(o, fold))
            continue;
        if (free)
            free--;
        else
            need += width_of(f, i, o);
    }
    return need;
}

void scratch_find(struct ptx_func *f, const struct folds *fold, const struct ptx_target *t)
{
    for (u32 pc = 0; pc < f->n_code; pc++) {
        struct ptx_instr *i = &f->code[pc];
        i->scratch = 0;
        if ((t->operands || t->machine) && !is_folded(i, fold) && !i->parse_only)
            i->scratch = (u8)MIN(constants_of(f, i, fold), 16u);
    }
}
