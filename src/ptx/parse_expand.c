/* Forms that ptxas accepts and that stand for others: a register plus a number as a source, an array element named
   without brackets, moves of whole vectors, a choice by a constant. They become the instructions that the rest of the
   parser knows. Tried with CUDA 13's ptxas. */
#include "ptx/check.h"

/* reg+number, not within [ ]: a sum of its own before the instruction. */
static void put_sum(struct parser *p, const struct ptx_instr *i, struct parse_opnd *o)
{
    const u32 bits = ptx_types[p->regs.at[o->o.reg].type].bits, from = o->o.reg;
    const u8 type = bits == 64 ? PT_S64 : bits == 32 ? PT_S32 : PT_S16;
    struct ptx_instr add = {.op = OP_ADD,
                            .type = type,
                            .vec = 1,
                            .n_dst = 1,
                            .n_opnd = 3,
                            .line = i->line,
                            .col = i->col,
                            .src_file = i->src_file,
                            .src_line = i->src_line,
                            .text = bits == 64   ? "add.s64"
                                    : bits == 32 ? "add.s32"
                                                 : "add.s16",
                            .reconv = UINT32_MAX};

    o->o.reg = new_reg(p, "sum", type);
    add.opnd = ARENA_ARRAY(p->arena, struct ptx_operand, 3);
    add.opnd[0] = (struct ptx_operand){.kind = PO_REG, .reg = o->o.reg};
    add.opnd[1] = (struct ptx_operand){.kind = PO_REG, .reg = from};
    add.opnd[2] = (struct ptx_operand){.kind = PO_IMM,
                                       .imm = bits == 64 ? (u64)o->o.off : (u64)o->o.off & ((1ull << bits) - 1)};
    VEC_PUSH(&p->code, add);
    o->o.off = 0;
    o->has_off = false;
}

static bool is_whole(u8 type)
{
    const char kind = ptx_types[type].kind;
    const u32 bits = ptx_types[type].bits;

    return (kind == 'U' || kind == 'S' || (kind == 'B' && type < PT_TEXREF)) && bits >= 16 && bits <= 64 &&
           type != PT_PRED;
}

/* array[number] where ld and st have [ ] */
static bool element_address(struct parser *p, const struct ptx_instr *i, size_t k, struct parse_opnd *o)
{
    if (i->op == OP_MOV || i->op == OP_CVTA)
        return true;
    if ((i->op != OP_LD || k != 1) && (i->op != OP_ST || k != 0))
        return error_at(p, o, "%s takes no %s[number] here: only mov, cvta, ld and st do", i->text, o->o.sym->name);
    o->indexed = false;
    o->bracket = true;
    o->o.base = PO_SYM;
    o->o.kind = PO_ADDR;
    return true;
}

bool expand_operands(struct parser *p, const struct ptx_instr *i)
{
    if (i->op == OP_CALL)
        return true;
    for (size_t k = 0; k < p->opnds.n; k++) {
        struct parse_opnd *o = &p->opnds.at[k];
        if (o->indexed && !element_address(p, i, k, o))
            return false;
        if (o->has_off && o->o.kind == PO_REG && k >= i->n_dst && is_whole(p->regs.at[o->o.reg].type))
            put_sum(p, i, o);
    }
    return true;
}

static bool check_vectors(struct parser *p, const struct ptx_instr *i)
{
    static const char *const side[] = {"into", "from"};
    struct check rules = check_of(p);

    if (p->opnds.n != 2)
        return error_at(p, i, "%s takes 2 operands, found %zu", i->text, p->opnds.n);
    for (u32 k = 0; k < 2; k++) {
        struct parse_opnd *o = &p->opnds.at[k];
        if (o->o.kind != PO_VEC || o->o.n_vec != i->vec || i->type == PT_NONE || i->type == PT_PRED)
            return error_at(p, o, "%s moves %s a vector of %u here", i->text, side[k], i->vec);
        for (u32 e = 0; e < i->vec; e++)
            if (!(k ? check_source : check_dest)(&rules, i, &o->elems[e], i->type, false))
                return false;
    }
    return true;
}

/* One mov of so many, in place of all. */
static void put_part(struct parser *p, const struct ptx_instr *i, const struct ptx_operand *to,
                     const struct ptx_operand *from)
{
    struct ptx_instr part = *i;

    part.vec = 1;
    part.n_dst = 1;
    part.text = arena_printf(p->arena, "mov.%s", ptx_types[i->type].name);
    p->opnds.n = 0;
    VEC_PUSH(&p->opnds, (struct parse_opnd){.o = *to});
    VEC_PUSH(&p->opnds, (struct parse_opnd){.o = *from});
    put_instr(p, &part);
}

/* mov.v2 {a, b}, {b, a}: all are read before any is written. */
bool expand_vector_move(struct parser *p, const struct ptx_instr *i)
{
    struct ptx_operand to[4], from[4];
    bool crossed = false;

    if (!check_vectors(p, i))
        return false;
    for (u32 k = 0; k < i->vec; k++) {
        to[k] = p->opnds.at[0].elems[k].o;
        from[k] = p->opnds.at[1].elems[k].o;
        for (u32 j = 0; j < k; j++)
            crossed |= from[k].kind == PO_REG && to[j].kind == PO_REG && to[j].reg == from[k].reg;
    }
    for (u32 k = 0; k < i->vec && crossed; k++) {
        struct ptx_operand t = {.kind = PO_REG, .reg = new_reg(p, "part", i->type)};
        put_part(p, i, &t, &from[k]);
        from[k] = t;
    }
    for (u32 k = 0; k < i->vec; k++)
        if (to[k].kind == PO_REG)
            put_part(p, i, &to[k], &from[k]);
    return true;
}

/* selp with a number as its predicate */
void expand_constant_choice(struct parser *p, struct ptx_instr *i)
{
    if (i->op != OP_SELP || p->opnds.n != 4 || p->opnds.at[3].o.kind != PO_IMM)
        return;
    if (!(p->opnds.at[3].o.imm & 1))
        p->opnds.at[1] = p->opnds.at[2];
    p->opnds.n = 2;
    i->op = OP_MOV;
}
