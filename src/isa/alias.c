/* Which memory accesses must keep their order: the only place that decides it, for every pass that moves code. Two
   accesses of one thread may touch the same bytes unless one of these shows that they do not:
   - their spaces differ, and neither address is generic;
   - both name symbols that lie apart (all `extern .shared` arrays begin at one address, and an offset outside of a
   symbol may point anywhere);
   - both have the same base register, with the same value in it, and offsets that lie apart.
   Other threads must not see accesses move either: volatile, relaxed, acquire and release accesses, atomics, copies
   and barrier objects keep their order with all of memory. Textures and .nc loads read memory that the kernel does
   not write. */
#include <string.h>

#include "isa/passes.h"

/* .param: a kernel's are constant, a function's own only read, those of calls written and read back. */
static bool is_call_param(const struct ptx_operand *o)
{
    return !o || o->base != PO_SYM || !o->sym || o->sym->role == PV_CALL;
}

enum mem_kind mem_kind(const struct ptx_instr *i)
{
    if (i->op == OP_WGMMA) /* reads shared memory */
        return MEM_ALL;
    if (ptx_instr_class(i) != PU_MEM)
        return MEM_NOT;
    if (i->flags & (PF_VOLATILE | PF_ACQUIRE | PF_RELEASE | PF_RELAXED) || i->cache == PK_CV)
        return MEM_ALL;
    switch (i->op) {
    case OP_TEX:
    case OP_TLD4: return MEM_NOT;
    case OP_LD:
        if (i->space == PS_CONST || i->flags & PF_NC)
            return MEM_NOT;
        return i->space != PS_PARAM || is_call_param(mem_address(i)) ? MEM_LOAD : MEM_NOT;
    case OP_ST: return MEM_STORE;
    default: return MEM_ALL;
    }
}

const struct ptx_operand *mem_address(const struct ptx_instr *i)
{
    for (u32 k = 0; k < i->n_opnd; k++)
        if (i->opnd[k].kind == PO_ADDR)
            return &i->opnd[k];
    return NULL;
}

static bool same_space(const struct ptx_instr *a, const struct ptx_instr *b)
{
    return a->space == b->space || a->space == PS_GENERIC || b->space == PS_GENERIC;
}

static i64 bytes_of(const struct ptx_instr *i)
{
    return (i64)(ptx_types[i->type].bits + 7) / 8 * MAX(i->vec, 1);
}

static bool is_dynamic(const struct ptx_var *v)
{
    return v->space == PS_SHARED && (v->is_extern || !v->size);
}

static bool is_within(const struct ptx_operand *o, i64 bytes)
{
    return o->off >= 0 && (u64)o->off + (u64)bytes <= o->sym->size;
}

static bool symbols_meet(const struct ptx_operand *x, i64 wx, const struct ptx_operand *y, i64 wy)
{
    if (!x->sym || !y->sym || (is_dynamic(x->sym) && is_dynamic(y->sym)))
        return true;
    if (!strcmp(x->sym->name, y->sym->name)) /* declared here, defined there */
        return true;
    return (!is_dynamic(x->sym) && !is_within(x, wx)) || (!is_dynamic(y->sym) && !is_within(y, wy)) ||
           (is_dynamic(x->sym) && x->off < 0) || (is_dynamic(y->sym) && y->off < 0);
}

bool mem_meets(const struct ptx_instr *a, const struct ptx_instr *b, bool same_base)
{
    const struct ptx_operand *x = mem_address(a), *y = mem_address(b);
    i64 wa = bytes_of(a), wb = bytes_of(b);

    if (!same_space(a, b))
        return false;
    if (!x || !y || x->base != y->base || x->base == PO_IMM || x->n_vec || y->n_vec)
        return true;
    if (x->base == PO_REG && (x->reg != y->reg || !same_base))
        return true;
    if (x->base == PO_SYM && x->sym != y->sym)
        return symbols_meet(x, wa, y, wb);
    return x->off < y->off + wb && y->off < x->off + wa;
}

bool mem_ordered(const struct ptx_instr *a, const struct ptx_instr *b, bool same_base)
{
    enum mem_kind x = mem_kind(a), y = mem_kind(b);

    if (x == MEM_NOT || y == MEM_NOT)
        return false;
    if (x == MEM_ALL || y == MEM_ALL)
        return true;
    return (x == MEM_STORE || y == MEM_STORE) && mem_meets(a, b, same_base);
}
