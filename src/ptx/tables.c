/* The tables of types and opcodes, and what follows from them. */
#include <string.h>

#include "ptx/optypes.h"
#include "ptx/ptx.h"

const struct ptx_type_info ptx_types[PT_COUNT] = {
#define T(id, name, bits, kind) [PT_##id] = {name, bits, kind},
    PTX_TYPES(T)
#undef T
};

const char *const ptx_sreg_names[SR_COUNT] = {
#define S(id, name, components) name,
    PTX_SREGS(S)
#undef S
};

#define EXEC true
#define PARSE false
const struct ptx_op_info ptx_ops[OP_COUNT] = {
#define OP(id, name, unit, n_dst, exec, sig, types, words, help)                                                     \
    [OP_##id] = {name, sig, words, help, types, PU_##unit, n_dst, exec},
#include "ptx/ops.def"
#undef OP
};
#undef EXEC
#undef PARSE

const char *ptx_op_name(u32 op)
{
    return op < OP_COUNT ? ptx_ops[op].name : "?";
}

bool ptx_fence_is_wide(const struct ptx_instr *i)
{
    return (i->op == OP_MEMBAR || i->op == OP_FENCE) && !strstr(i->text, ".cta") && !strstr(i->text, ".proxy") &&
           !strstr(i->text, ".mbarrier_init");
}

bool ptx_fence_only_releases(const struct ptx_instr *i)
{
    return i->op == OP_FENCE && (i->flags & (PF_ACQUIRE | PF_RELEASE)) == PF_RELEASE;
}

bool ptx_fence_only_acquires(const struct ptx_instr *i)
{
    return i->op == OP_FENCE && (i->flags & (PF_ACQUIRE | PF_RELEASE)) == PF_ACQUIRE;
}

u8 ptx_instr_class(const struct ptx_instr *i)
{
    u8 unit = ptx_ops[i->op].unit;
    u8 t = i->op == OP_SET || i->op == OP_SLCT ? i->type2 : i->type;

    if (unit == PU_CVT && (i->type == PT_F64 || i->type2 == PT_F64))
        return PU_FP64;
    if (unit != PU_ALU && unit != PU_MUL && unit != PU_FP32)
        return unit;
    if (i->op == OP_MOV || i->op == OP_SELP || i->op == OP_CVTA)
        return PU_ALU;
    if (t == PT_F64)
        return PU_FP64;
    if (ptx_types[t].kind == 'F' && (i->op == OP_ADD || i->op == OP_SUB || unit == PU_MUL))
        return PU_FP32;
    return unit;
}
