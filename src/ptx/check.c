/* Do the operands fit the instruction? Counts, kinds, widths by the signature in ops.def; numbers become bits of the
   type they stand for. Widths and predicates are checked, not the difference between .f32, .s32 and .b32 registers.
 */
#include "ptx/check.h"

#include <stdarg.h>
#include <string.h>

#include "ptx/optypes.h"

struct check check_of(struct parser *p)
{
    return (struct check){
        .regs = p->regs.at, .n_regs = (u32)p->regs.n, .address_size = p->m->address_size, .opnds = &p->opnds, .p = p};
}

bool check_place(struct check *c, u32 line, u32 col, const char *fmt, ...)
{
    char text[512];
    va_list v;

    va_start(v, fmt);
    vsnprintf(text, sizeof text, fmt, v);
    va_end(v);
    if (c->p)
        return error_place(c->p, line, col, "%s", text);
    if (c->why_size && !*c->why)
        snprintf(c->why, c->why_size, "%s", text);
    return false;
}

static const char *kind_name(const struct ptx_operand *o)
{
    static const char *const names[] = {"nothing",    "a register", "a number", "a special register", "an address",
                                        "a variable", "a function", "a label",  "a vector",           "_"};
    return names[o->kind];
}

bool check_count(struct check *c, const struct ptx_instr *i, size_t n, size_t least, size_t most)
{
    if (n >= least && n <= most)
        return true;
    return least == most
               ? check_error(c, i, "%s takes %zu operand%s, found %zu", i->text, most, most == 1 ? "" : "s", n)
               : check_error(c, i, "%s takes %zu to %zu operands, found %zu", i->text, least, most, n);
}

static bool check_width(struct check *c, const struct ptx_instr *i, const struct parse_opnd *o, u8 type, bool wider)
{
    const struct ptx_reg *r = check_reg(c, o->o.reg);
    u32 have = ptx_types[r->type].bits, want = ptx_types[type].bits;

    if ((r->type == PT_PRED) == (type == PT_PRED) && (have == want || (wider && have > want)))
        return true;
    if (type == PT_PRED)
        return check_error(c, o, "register %s is .%s, but %s wants a predicate here", r->name,
                           ptx_types[r->type].name, i->text);
    return check_error(c, o, "register %s is .%s, but %s wants %u bits%s here", r->name, ptx_types[r->type].name,
                       i->text, want, wider ? " or more" : "");
}

static void convert_imm(struct parse_opnd *o, u8 type)
{
    if (o->imm_kind == IK_BITS)
        return;
    struct ptx_const c = {.kind = o->imm_kind, .u = o->o.imm, .f = o->f};

    o->o.imm = const_bits(&c, type);
}

bool check_dest(struct check *c, const struct ptx_instr *i, struct parse_opnd *o, u8 type, bool wider)
{
    if (o->o.kind == PO_SINK)
        return true;
    if (o->o.kind != PO_REG || o->o.neg || o->has_off)
        return check_error(c, o, "%s writes a register here, found %s", i->text,
                           o->has_off ? "an address" : kind_name(&o->o));
    return check_width(c, i, o, type, wider);
}

bool check_source(struct check *c, const struct ptx_instr *i, struct parse_opnd *o, u8 type, bool wider)
{
    u32 bits = ptx_types[type].bits;

    switch (o->o.kind) {
    case PO_REG:
        if (o->has_off)
            return check_error(
                c, o, "a number is added to registers of whole numbers only, and in addresses: [reg+offset]");
        if (o->o.neg && type != PT_PRED && i->op != OP_VMAD)
            return check_error(c, o, "only predicates can be negated in an operand");
        return check_width(c, i, o, type, wider);
    case PO_IMM: convert_imm(o, type); return true;
    case PO_SREG: /* one is a predicate */
        if ((type == PT_PRED) == (o->o.sreg == SR_IS_EXPLICIT_CLUSTER))
            return true;
        break;
    case PO_SYM:
    case PO_FUNC:
        if ((bits == 32 || bits == 64) && ptx_types[type].kind != 'F')
            return true;
        break;
    default: break;
    }
    return check_error(c, o, "%s reads %s here, found %s", i->text,
                       type == PT_PRED ? "a predicate" : "a register or a number", kind_name(&o->o));
}

/* n operands of one type */
bool check_each(struct check *c, const struct ptx_instr *i, struct parse_opnd *o, u32 n, u8 type, bool dest,
                bool wider)
{
    for (u32 k = 0; k < n; k++)
        if (!(dest ? check_dest(c, i, &o[k], type, wider) : check_source(c, i, &o[k], type, wider)))
            return false;
    return true;
}

bool check_vector(struct check *c, const struct ptx_instr *i, struct parse_opnd *o, u8 type, bool dest, bool wider)
{
    if (i->vec <= 1)
        return check_each(c, i, o, 1, type, dest, wider);
    if (o->o.kind != PO_VEC || o->o.n_vec != i->vec)
        return check_error(c, o, "%s wants a vector of %u here, found %s", i->text, i->vec, kind_name(&o->o));
    return check_each(c, i, o->elems, i->vec, type, dest, wider);
}

bool check_address(struct check *c, struct ptx_instr *i, struct parse_opnd *o)
{
    static const char *const spaces[PS_COUNT] = {"generic", "reg",   "sreg",   "const", "global",
                                                 "local",   "param", "shared", "tex"};

    if (o->o.kind != PO_ADDR || o->o.n_vec)
        return check_error(c, o, "%s wants an address in [ ] here, found %s", i->text,
                           o->bracket ? "a list" : kind_name(&o->o));
    if (o->o.base == PO_REG) {
        u32 bits = ptx_types[check_reg(c, o->o.reg)->type].bits;
        if (bits != 32 && bits != 64)
            return check_error(c, o, "register %s is .%s and cannot hold an address", check_reg(c, o->o.reg)->name,
                               ptx_types[check_reg(c, o->o.reg)->type].name);
    }
    if (o->o.base == PO_SYM) {
        if (i->space == PS_GENERIC)
            i->space = o->o.sym->space;
        if (i->space != o->o.sym->space)
            return check_error(c, o, "%s is in .%s space, but %s accesses .%s", o->o.sym->name,
                               spaces[o->o.sym->space], i->text, spaces[i->space]);
        if (i->space == PS_PARAM) {
            const struct ptx_var *v = o->o.sym;
            u64 bytes = ptx_types[i->type].bits / 8u * (u64)i->vec;
            if (o->o.off < 0 || (u64)o->o.off + bytes > align_up(v->size, v->align))
                return check_error(c, o, "%s accesses bytes %lld to %lld of %s, which has %llu", i->text,
                                   (long long)o->o.off, (long long)(o->o.off + (i64)bytes - 1), v->name,
                                   (unsigned long long)v->size);
        }
    }
    return true;
}

/* mov d, a: register, number, name; or between one register and a vector of its parts */
static bool check_mov(struct check *c, struct ptx_instr *i)
{
    struct parse_opnd *d = &c->opnds->at[0], *a = &c->opnds->at[1];
    struct parse_opnd *vec = d->o.kind == PO_VEC ? d : a->o.kind == PO_VEC ? a : NULL;
    u32 bits = ptx_types[i->type].bits;
    static const u8 by_bytes[] = {PT_NONE, PT_B8, PT_B16, PT_NONE, PT_B32, PT_NONE, PT_NONE, PT_NONE, PT_B64};
    u32 n, part;

    if (d->o.kind == PO_VEC && a->o.kind == PO_VEC)
        return check_error(c, a, "mov cannot move a vector to a vector");
    if (!vec)
        return check_dest(c, i, d, i->type, false) && check_source(c, i, a, i->type, false);
    n = vec->o.n_vec;
    part = n && bits % (8 * n) == 0 ? bits / (8 * n) : 0;
    if ((n != 2 && n != 4) || part > 8 || !by_bytes[part])
        return check_error(c, vec, "a vector of %u does not make up %s", n, i->text);
    return check_each(c, i, vec->elems, n, by_bytes[part], vec == d, false) &&
           check_each(c, i, vec == d ? a : d, 1, i->type, vec != d, false);
}

/* An instruction that is only parsed: any operands, but registers are noted for liveness. */
static bool check_any(struct check *c, struct ptx_instr *i)
{
    u32 n = 0;

    for (size_t k = 0; k < c->opnds->n; k++) {
        struct parse_opnd *o = &c->opnds->at[k];
        if (o->o.kind == PO_IMM)
            convert_imm(o, PT_B64);
        if (n == k && n < i->n_dst && (o->o.kind == PO_REG || o->o.kind == PO_VEC || o->o.kind == PO_SINK))
            n++;
    }
    i->n_dst = (u8)n;
    return true;
}

static bool check_atom_type(struct check *c, const struct ptx_instr *i)
{
    static const u32 sets[] = {[SUB_AND... SUB_XOR] = TS_B3264,
                               [SUB_EXCH] = TS_B3264 | TS_I3264 | TS_F32 | TS_B128,
                               [SUB_CAS] = TS_B | TS_I | TS_B128 | TS_F32,
                               [SUB_ADD] = TS_I3264 | TS_F,
                               [SUB_MIN... SUB_MAX] = TS_I3264 | TS_F16S | TS_F32,
                               [SUB_INC... SUB_DEC] = TS_U32};

    if (i->sub >= COUNT_OF(sets) || !sets[i->sub])
        return check_error(c, i, "%s: expected an operation such as .add", i->text);
    if (i->op == OP_RED && (i->sub == SUB_EXCH || i->sub == SUB_CAS))
        return check_error(c, i, "red has no .exch and .cas");
    if (!(sets[i->sub] >> i->type & 1))
        return check_error(c, i, "%s: the operation does not take .%s", i->text, ptx_types[i->type].name);
    return true;
}

bool check_want(struct check *c, const struct ptx_instr *i, bool there, const char *what)
{
    return there || check_error(c, i, "%s: expected %s", i->text, what);
}

/* A scalar video instruction: a third source goes with a second operation, or with what is left of the result. */
static bool check_video(struct check *c, const struct ptx_instr *i)
{
    bool merges = c->opnds->n && c->opnds->at[0].o.sub, third = c->opnds->n == 4;

    if (i->op == OP_VSHL || i->op == OP_VSHR)
        if (!check_want(c, i, i->flags & (PF_CLAMP | PF_WRAP), ".clamp or .wrap") ||
            !check_want(c, i, i->type3 == PT_U32, "a count of type .u32"))
            return false;
    if (i->op == OP_VMAD)
        return check_want(c, i, i->type3 != PT_NONE, "three types: the result's and both sources'") &&
               check_want(c, i, !merges, "a whole register as the result");
    return check_want(c, i, i->op == OP_VSET ? i->cmp != PC_NONE : i->type3 != PT_NONE,
                      i->op == OP_VSET ? "a comparison such as .lt"
                                       : "three types: the result's and both sources'") &&
           check_want(c, i, !(merges && i->sub), "a part of the result, or a second operation, not both") &&
           check_want(c, i, third == (merges || i->sub),
                      "a third source with a part of the result or a second operation");
}

/* Suffixes that the opcode requires */
static bool check_suffixes(struct check *c, const struct ptx_instr *i)
{
    static const char *const subs[OP_COUNT] = {[OP_SHF] = ".l or .r",
                                               [OP_TESTP] = "a class such as .finite",
                                               [OP_VOTE] = ".all, .any, .uni or .ballot",
                                               [OP_MATCH] = ".any or .all",
                                               [OP_SHFL] = ".up, .down, .bfly or .idx",
                                               [OP_REDUX] = "an operation such as .add",
                                               [OP_TXQ] = "a query such as .width",
                                               [OP_TEX] = "a geometry such as .2d",
                                               [OP_TLD4] = "a geometry such as .2d"};
    bool is_float = ptx_types[i->type].kind == 'F';

    if (subs[i->op] && !check_want(c, i, i->sub != SUB_NONE, subs[i->op]))
        return false;
    if (i->op >= OP_VADD && i->op <= OP_VSET)
        return check_video(c, i);
    switch (i->op) {
    case OP_MUL:
    case OP_MAD:
    case OP_MADC:
        if ((i->flags & PF_WIDE) && (is_float || ptx_types[i->type].bits == 64))
            return check_want(c, i, false, "a 16-bit or 32-bit integer type with .wide");
        return check_want(c, i, is_float || (i->flags & (PF_LO | PF_HI | PF_WIDE)), ".lo, .hi or .wide");
    case OP_MUL24:
    case OP_MAD24:
    case OP_DP2A: return check_want(c, i, i->flags & (PF_LO | PF_HI), ".lo or .hi");
    case OP_SET:
    case OP_SETP:
    case OP_VSET2:
    case OP_VSET4: return check_want(c, i, i->cmp != PC_NONE, "a comparison such as .lt");
    case OP_VOTE:
        return check_want(c, i, (i->sub == SUB_BALLOT) == (i->type == PT_B32),
                          ".ballot.b32, or .pred with the others");
    case OP_BARRIER_CLUSTER: return check_want(c, i, i->sub == SUB_ARRIVE || i->sub == SUB_WAIT, ".arrive or .wait");
    case OP_CVTA:
    case OP_ISSPACEP: return check_want(c, i, i->space != PS_GENERIC, "a space such as .global");
    case OP_ATOM:
    case OP_RED: return check_atom_type(c, i);
    case OP_CVT:
    case OP_SLCT: return check_want(c, i, i->type2 != PT_NONE, "two types");
    default: return true;
    }
}

static u8 wide_type(const struct ptx_instr *i)
{
    if (!(i->flags & PF_WIDE))
        return i->type;
    return ptx_types[i->type].bits == 16 ? PT_B32 : PT_B64;
}

/* {a, b, ...}: of a type each */
static bool check_list(struct check *c, const struct ptx_instr *i, struct parse_opnd *o, u8 type)
{
    if (o->o.kind != PO_VEC)
        return check_error(c, o, "%s wants { } here, found %s", i->text, kind_name(&o->o));
    for (u32 k = 0; k < o->o.n_vec; k++)
        if (!check_source(c, i, &o->elems[k], type, false))
            return false;
    return true;
}

/* One operand against its letter. *k: where in p->opnds; may take two (p|q). */
static bool check_letter(struct check *c, struct ptx_instr *i, char letter, size_t *k)
{
    u8 type = i->type == PT_NONE ? PT_B32 : i->type;
    bool wider = i->op == OP_LD || i->op == OP_LDU || i->op == OP_ST || i->op == OP_CVT;
    struct parse_opnd *o = &c->opnds->at[(*k)++];
    bool policy = i->op == OP_LD || i->op == OP_ST || i->op == OP_RED || i->op == OP_ATOM, ok;

    switch (letter) {
    case 'D':
    case 'S':
    case 'Q':
        ok = check_dest(c, i, o, letter == 'Q' ? PT_PRED : i->op == OP_MATCH ? PT_B32 : type, wider);
        if (!o->piped || !ok)
            return ok;
        if ((letter == 'D' && !(i->op == OP_LOP3 && i->boolop)) || *k >= c->opnds->n)
            return check_error(c, o, "%s has one result here, not two with |", i->text);
        i->n_dst = 2;
        return check_dest(c, i, &c->opnds->at[(*k)++], PT_PRED, false);
    case 'R': return check_dest(c, i, o, PT_B32, false);
    case 'W': return check_dest(c, i, o, wide_type(i), false);
    case 'P': return check_dest(c, i, o, PT_PRED, false);
    case 'V': return check_vector(c, i, o, type, true, wider);
    case 'v': return check_vector(c, i, o, type, false, wider);
    case 'A': return check_source(c, i, o, type, false);
    case '2': return check_source(c, i, o, i->type2 == PT_NONE ? type : i->type2, wider);
    case 'w': return check_source(c, i, o, wide_type(i), false);
    case 'U': return check_source(c, i, o, policy ? PT_B64 : PT_U32, false); /* a cache policy: not used */
    case 'p': return check_source(c, i, o, PT_PRED, false);
    case 'G': i->space = PS_GLOBAL; return check_address(c, i, o);
    case 'H': i->space = PS_SHARED; return check_address(c, i, o);
    case 'M': return check_address(c, i, o);
    case 'N': i->space = PS_GENERIC; return check_address(c, i, o);
    case 'B': return check_source(c, i, o, PT_B16, false);
    case '8': return check_source(c, i, o, PT_B64, false);
    case 'C':
    case 'I': return check_list(c, i, o, letter == 'C' ? PT_B32 : PT_B16);
    case 'a':
        wider = o->o.kind != PO_REG || ptx_types[check_reg(c, o->o.reg)->type].bits != 32;
        return check_source(c, i, o, wider ? PT_B64 : PT_B32, false);
    default: return true; /* L, T */
    }
}

/* The operands against a signature, letter by letter. Behind ';': what may be left out. */
bool check_signature(struct check *c, struct ptx_instr *i, const char *sig)
{
    size_t k = 0, least = strcspn(sig, ";"), most = strlen(sig) - (sig[least] == ';'), n = c->opnds->n, pipes = 0;

    for (size_t j = 0; j < n; j++)
        pipes += c->opnds->at[j].piped;
    if (i->op == OP_ATOM && i->sub == SUB_CAS)
        least = 4;
    if (!check_count(c, i, n - pipes, least, most))
        return false;
    for (; *sig && k < n; sig++) {
        if (*sig != ';' && !check_letter(c, i, *sig, &k))
            return false;
    }
    for (size_t j = i->n_dst; j < n; j++) {
        if (c->opnds->at[j].piped)
            return check_error(c, &c->opnds->at[j], "found '|', expected ',' or ';'");
    }
    return true;
}

static bool more_rules(struct check *c, struct ptx_instr *i)
{
    size_t n = c->opnds->n;

    if ((i->op == OP_SET || i->op == OP_SETP) && (i->boolop != PB_NONE) != (n - i->n_dst == 3))
        return check_error(c, i, "%s: a third source goes with .and, .or or .xor", i->text);
    if (i->op == OP_CVT && (n == 3) != (i->type == PT_F16X2 || i->type == PT_BF16X2))
        return check_error(c, i, "%s: two sources go with a packed result", i->text);
    if ((i->op == OP_MIN || i->op == OP_MAX) && n == 4)
        i->parse_only = true;
    if (i->op == OP_VOTE && (i->flags & PF_SYNC) && n != 3)
        return check_error(c, i, "%s takes 3 operands, found %zu", i->text, n);
    if (i->op == OP_SHFL && ((i->flags & PF_SYNC) != 0) != (n - i->n_dst == 4))
        return check_error(c, i, "%s: a member mask goes with .sync", i->text);
    if ((i->op == OP_ATOM || i->op == OP_RED) && i->vec > 1)
        i->parse_only = true;
    return true;
}

bool check_operands(struct check *c, struct ptx_instr *i)
{
    const struct ptx_op_info *info = &ptx_ops[i->op];

    for (size_t k = 0; k < c->opnds->n; k++)
        i->parse_only = i->parse_only || c->opnds->at[k].selected;
    if (i->parse_only)
        return check_any(c, i);
    if (i->type >= 32 || !(info->types >> i->type & 1))
        return i->type == PT_NONE
                   ? check_error(c, i, "%s: expected a type", i->text)
                   : check_error(c, i, "%s does not take type .%s", info->name, ptx_types[i->type].name);
    if (!check_suffixes(c, i))
        return false;
    switch (i->op) {
    case OP_MOV: return check_count(c, i, c->opnds->n, 2, 2) && check_mov(c, i);
    case OP_TEX:
    case OP_TLD4: return check_tex(c, i);
    case OP_CP_ASYNC:
    case OP_CP_REDUCE:
    case OP_MBARRIER: return check_async(c, i);
    case OP_MMA:
    case OP_WGMMA:
    case OP_LDMATRIX:
    case OP_STMATRIX:
    case OP_MOVMATRIX: return check_matrix(c, i);
    case OP_WGMMA_FENCE:
    case OP_WGMMA_COMMIT: return check_count(c, i, c->opnds->n, 0, 0);
    case OP_WGMMA_WAIT:
        return check_count(c, i, c->opnds->n, 1, 1) && check_source(c, i, &c->opnds->at[0], PT_U32, false) &&
               check_want(c, i, c->opnds->at[0].o.kind == PO_IMM && c->opnds->at[0].o.imm < 8,
                          "a number of groups, 0 to 7");
    case OP_CVT_PACK: return check_convert(c, i);
    case OP_BAR:
    case OP_BARRIER: return check_bar(c, i);
    case OP_CALL: return check_call(c, i);
    case OP_BRA:
        return check_count(c, i, c->opnds->n, 1, 1) &&
               check_want(c, i, c->opnds->at[0].o.kind == PO_LABEL, "a label");
    case OP_BRX_IDX:
        return check_count(c, i, c->opnds->n, 1, 1) && check_source(c, i, &c->opnds->at[0], PT_U32, false);
    default: break;
    }
    if (info->sig[0] == '*')
        return check_any(c, i);
    return check_signature(c, i, info->sig) && more_rules(c, i);
}
