/* Do the operands fit the instruction? Counts, kinds, widths by the signature in ops.def; numbers become bits of the
   type they stand for. Widths and predicates are checked, not the difference between .f32, .s32 and .b32 registers.
 */
#include <string.h>

#include "ptx/async.h"
#include "ptx/matrix.h"
#include "ptx/optypes.h"
#include "ptx/parse.h"

static const char *kind_name(const struct ptx_operand *o)
{
    static const char *const names[] = {"nothing",    "a register", "a number", "a special register", "an address",
                                        "a variable", "a function", "a label",  "a vector",           "_"};
    return names[o->kind];
}

static bool check_count(struct parser *p, const struct ptx_instr *i, size_t n, size_t least, size_t most)
{
    if (n >= least && n <= most)
        return true;
    return least == most ? error_at(p, i, "%s takes %zu operand%s, found %zu", i->text, most, most == 1 ? "" : "s", n)
                         : error_at(p, i, "%s takes %zu to %zu operands, found %zu", i->text, least, most, n);
}

static bool check_width(struct parser *p, const struct ptx_instr *i, const struct parse_opnd *o, u8 type, bool wider)
{
    const struct ptx_reg *r = &p->regs.at[o->o.reg];
    u32 have = ptx_types[r->type].bits, want = ptx_types[type].bits;

    if ((r->type == PT_PRED) == (type == PT_PRED) && (have == want || (wider && have > want)))
        return true;
    if (type == PT_PRED)
        return error_at(p, o, "register %s is .%s, but %s wants a predicate here", r->name, ptx_types[r->type].name,
                        i->text);
    return error_at(p, o, "register %s is .%s, but %s wants %u bits%s here", r->name, ptx_types[r->type].name,
                    i->text, want, wider ? " or more" : "");
}

static void convert_imm(struct parse_opnd *o, u8 type)
{
    struct ptx_const c = {.kind = o->imm_kind, .u = o->o.imm, .f = o->f};

    o->o.imm = const_bits(&c, type);
}

bool check_dest(struct parser *p, const struct ptx_instr *i, struct parse_opnd *o, u8 type, bool wider)
{
    if (o->o.kind == PO_SINK)
        return true;
    if (o->o.kind != PO_REG || o->o.neg || o->has_off)
        return error_at(p, o, "%s writes a register here, found %s", i->text,
                        o->has_off ? "an address" : kind_name(&o->o));
    return check_width(p, i, o, type, wider);
}

bool check_source(struct parser *p, const struct ptx_instr *i, struct parse_opnd *o, u8 type, bool wider)
{
    u32 bits = ptx_types[type].bits;

    switch (o->o.kind) {
    case PO_REG:
        if (o->has_off)
            return error_at(p, o, "an offset is allowed in addresses only: [reg+offset]");
        if (o->o.neg && type != PT_PRED && i->op != OP_VMAD)
            return error_at(p, o, "only predicates can be negated in an operand");
        return check_width(p, i, o, type, wider);
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
    return error_at(p, o, "%s reads %s here, found %s", i->text,
                    type == PT_PRED ? "a predicate" : "a register or a number", kind_name(&o->o));
}

/* n operands of one type */
static bool check_each(struct parser *p, const struct ptx_instr *i, struct parse_opnd *o, u32 n, u8 type, bool dest,
                       bool wider)
{
    for (u32 k = 0; k < n; k++)
        if (!(dest ? check_dest(p, i, &o[k], type, wider) : check_source(p, i, &o[k], type, wider)))
            return false;
    return true;
}

static bool check_vector(struct parser *p, const struct ptx_instr *i, struct parse_opnd *o, u8 type, bool dest,
                         bool wider)
{
    if (i->vec <= 1)
        return check_each(p, i, o, 1, type, dest, wider);
    if (o->o.kind != PO_VEC || o->o.n_vec != i->vec)
        return error_at(p, o, "%s wants a vector of %u here, found %s", i->text, i->vec, kind_name(&o->o));
    return check_each(p, i, o->elems, i->vec, type, dest, wider);
}

bool check_address(struct parser *p, struct ptx_instr *i, struct parse_opnd *o)
{
    static const char *const spaces[PS_COUNT] = {"generic", "reg",   "sreg",   "const", "global",
                                                 "local",   "param", "shared", "tex"};

    if (o->o.kind != PO_ADDR || o->o.n_vec)
        return error_at(p, o, "%s wants an address in [ ] here, found %s", i->text,
                        o->bracket ? "a list" : kind_name(&o->o));
    if (o->o.base == PO_REG) {
        u32 bits = ptx_types[p->regs.at[o->o.reg].type].bits;
        if (bits != 32 && bits != 64)
            return error_at(p, o, "register %s is .%s and cannot hold an address", p->regs.at[o->o.reg].name,
                            ptx_types[p->regs.at[o->o.reg].type].name);
    }
    if (o->o.base == PO_SYM) {
        if (i->space == PS_GENERIC)
            i->space = o->o.sym->space;
        if (i->space != o->o.sym->space)
            return error_at(p, o, "%s is in .%s space, but %s accesses .%s", o->o.sym->name, spaces[o->o.sym->space],
                            i->text, spaces[i->space]);
        if (i->space == PS_PARAM) {
            const struct ptx_var *v = o->o.sym;
            u64 bytes = ptx_types[i->type].bits / 8u * (u64)i->vec;
            if (o->o.off < 0 || (u64)o->o.off + bytes > align_up(v->size, v->align))
                return error_at(p, o, "%s accesses bytes %lld to %lld of %s, which has %llu", i->text,
                                (long long)o->o.off, (long long)(o->o.off + (i64)bytes - 1), v->name,
                                (unsigned long long)v->size);
        }
    }
    return true;
}

/* mov d, a: register, number, name; or between one register and a vector of its parts */
static bool check_mov(struct parser *p, struct ptx_instr *i)
{
    struct parse_opnd *d = &p->opnds.at[0], *a = &p->opnds.at[1];
    struct parse_opnd *vec = d->o.kind == PO_VEC ? d : a->o.kind == PO_VEC ? a : NULL;
    u32 bits = ptx_types[i->type].bits;
    static const u8 by_bytes[] = {PT_NONE, PT_B8, PT_B16, PT_NONE, PT_B32, PT_NONE, PT_NONE, PT_NONE, PT_B64};
    u32 n, part;

    if (d->o.kind == PO_VEC && a->o.kind == PO_VEC)
        return error_at(p, a, "mov cannot move a vector to a vector");
    if (!vec)
        return check_dest(p, i, d, i->type, false) && check_source(p, i, a, i->type, false);
    n = vec->o.n_vec;
    part = n && bits % (8 * n) == 0 ? bits / (8 * n) : 0;
    if ((n != 2 && n != 4) || part > 8 || !by_bytes[part])
        return error_at(p, vec, "a vector of %u does not make up %s", n, i->text);
    return check_each(p, i, vec->elems, n, by_bytes[part], vec == d, false) &&
           check_each(p, i, vec == d ? a : d, 1, i->type, vec != d, false);
}

/* [tex, {x, y}] or [tex, sampler, {x, y}], made into tex, coordinates, sampler */
static bool check_tex(struct parser *p, struct ptx_instr *i)
{
    static const u8 coordinates[] = {[SUB_1D] = 1,  [SUB_2D] = 2,   [SUB_3D] = 3,   [SUB_A1D] = 2,
                                     [SUB_A2D] = 3, [SUB_CUBE] = 3, [SUB_ACUBE] = 4}; /* more may stand there */
    struct parse_opnd *x = p->opnds.n > 1 ? &p->opnds.at[1] : NULL, *coords;
    struct parse_opnd tex, sampler = {0}, xy;

    if (!x || !x->bracket || x->o.n_vec < 2 || x->o.n_vec > 3)
        return error_at(p, i, "%s wants [texture, coordinates] or [texture, sampler, coordinates]", i->text);
    tex = x->elems[0];
    if (x->o.n_vec == 3)
        sampler = x->elems[1];
    coords = &x->elems[x->o.n_vec - 1];
    xy = *coords;
    if (coords->o.kind != PO_VEC) {
        xy.o = (struct ptx_operand){.kind = PO_VEC, .n_vec = 1};
        xy.elems = coords;
    }
    if (xy.o.n_vec < coordinates[i->sub])
        return error_at(p, coords, "%s needs %u coordinates, found %u", i->text, coordinates[i->sub], xy.o.n_vec);
    if (!check_source(p, i, &tex, PT_B64, false) ||
        (x->o.n_vec > 2 && !check_source(p, i, &sampler, PT_B64, false)) ||
        !check_each(p, i, xy.elems, xy.o.n_vec, i->type2 == PT_NONE ? PT_B32 : i->type2, false, false))
        return false;
    VEC_PUSH(&p->opnds, (struct parse_opnd){0});
    VEC_PUSH(&p->opnds, (struct parse_opnd){0});
    memmove(&p->opnds.at[4], &p->opnds.at[2], (p->opnds.n - 4) * sizeof p->opnds.at[0]);
    p->opnds.at[1] = tex;
    p->opnds.at[2] = xy;
    p->opnds.at[3] = sampler;
    for (size_t k = 4; k < p->opnds.n; k++) {
        if (p->opnds.at[k].o.kind != PO_VEC && !check_source(p, i, &p->opnds.at[k], PT_B32, false))
            return false;
    }
    if (p->opnds.n > 4 + ((i->flags & PF_LEVEL) != 0) || (i->flags & PF_GRAD))
        i->parse_only = true;
    if (i->vec != 4 && i->vec != 1)
        return error_at(p, &p->opnds.at[0], "%s has four results: .v4", i->text);
    return check_vector(p, i, &p->opnds.at[0], i->type, true, false);
}

/* bar.sync a[, b]; bar.arrive a, b; bar.red.op d, a[, b], [!]c; bar.warp.sync mask */
static bool check_bar(struct parser *p, struct ptx_instr *i)
{
    bool red = i->sub == SUB_AND || i->sub == SUB_OR || i->sub == SUB_POPC;
    size_t least = red ? 3 : i->sub == SUB_ARRIVE ? 2 : 1, most = red ? 4 : i->sub == SUB_WARP ? 1 : 2;
    bool ok = true;

    if (i->sub == SUB_NONE || i->sub == SUB_RED)
        return error_at(p, i, "%s: expected .sync, .arrive, .red with .popc, .and or .or, or .warp.sync", i->text);
    if (!check_count(p, i, p->opnds.n, least, most))
        return false;
    i->n_dst = red;
    for (size_t k = 0; k < p->opnds.n && ok; k++) {
        if (red && k == 0)
            ok = check_dest(p, i, &p->opnds.at[k], i->sub == SUB_POPC ? PT_U32 : PT_PRED, false);
        else
            ok = check_source(p, i, &p->opnds.at[k], red && k + 1 == p->opnds.n ? PT_PRED : PT_U32, false);
    }
    return ok;
}

/* An instruction that only parses: anything goes, but registers are told apart for liveness. */
static bool check_any(struct parser *p, struct ptx_instr *i)
{
    u32 n = 0;

    for (size_t k = 0; k < p->opnds.n; k++) {
        struct parse_opnd *o = &p->opnds.at[k];
        if (o->o.kind == PO_IMM)
            convert_imm(o, PT_B64);
        if (n == k && n < i->n_dst && (o->o.kind == PO_REG || o->o.kind == PO_VEC || o->o.kind == PO_SINK))
            n++;
    }
    i->n_dst = (u8)n;
    return true;
}

static bool check_atom_type(struct parser *p, const struct ptx_instr *i)
{
    static const u32 sets[] = {[SUB_AND... SUB_XOR] = TS_B3264,
                               [SUB_EXCH] = TS_B3264 | TS_I3264 | TS_F32 | TS_B128,
                               [SUB_CAS] = TS_B | TS_I | TS_B128 | TS_F32,
                               [SUB_ADD] = TS_I3264 | TS_F,
                               [SUB_MIN... SUB_MAX] = TS_I3264 | TS_F16S | TS_F32,
                               [SUB_INC... SUB_DEC] = TS_U32};

    if (i->sub >= COUNT_OF(sets) || !sets[i->sub])
        return error_at(p, i, "%s: expected an operation such as .add", i->text);
    if (i->op == OP_RED && (i->sub == SUB_EXCH || i->sub == SUB_CAS))
        return error_at(p, i, "red has no .exch and .cas");
    if (!(sets[i->sub] >> i->type & 1))
        return error_at(p, i, "%s: the operation does not take .%s", i->text, ptx_types[i->type].name);
    return true;
}

static bool want(struct parser *p, const struct ptx_instr *i, bool there, const char *what)
{
    return there || error_at(p, i, "%s: expected %s", i->text, what);
}

/* A scalar video instruction: a third source goes with a second operation, or with what is left of the result. */
static bool check_video(struct parser *p, const struct ptx_instr *i)
{
    bool merges = p->opnds.n && p->opnds.at[0].o.sub, third = p->opnds.n == 4;

    if (i->op == OP_VSHL || i->op == OP_VSHR)
        if (!want(p, i, i->flags & (PF_CLAMP | PF_WRAP), ".clamp or .wrap") ||
            !want(p, i, i->type3 == PT_U32, "a count of type .u32"))
            return false;
    if (i->op == OP_VMAD)
        return want(p, i, i->type3 != PT_NONE, "three types: the result's and both sources'") &&
               want(p, i, !merges, "a whole register as the result");
    return want(p, i, i->op == OP_VSET ? i->cmp != PC_NONE : i->type3 != PT_NONE,
                i->op == OP_VSET ? "a comparison such as .lt" : "three types: the result's and both sources'") &&
           want(p, i, !(merges && i->sub), "a part of the result, or a second operation, not both") &&
           want(p, i, third == (merges || i->sub), "a third source with a part of the result or a second operation");
}

/* What the opcode cannot do without */
static bool check_suffixes(struct parser *p, const struct ptx_instr *i)
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

    if (subs[i->op] && !want(p, i, i->sub != SUB_NONE, subs[i->op]))
        return false;
    if (i->op >= OP_VADD && i->op <= OP_VSET)
        return check_video(p, i);
    switch (i->op) {
    case OP_MUL:
    case OP_MAD:
    case OP_MADC:
        if ((i->flags & PF_WIDE) && (is_float || ptx_types[i->type].bits == 64))
            return want(p, i, false, "a 16-bit or 32-bit integer type with .wide");
        return want(p, i, is_float || (i->flags & (PF_LO | PF_HI | PF_WIDE)), ".lo, .hi or .wide");
    case OP_MUL24:
    case OP_MAD24:
    case OP_DP2A: return want(p, i, i->flags & (PF_LO | PF_HI), ".lo or .hi");
    case OP_SET:
    case OP_SETP:
    case OP_VSET2:
    case OP_VSET4: return want(p, i, i->cmp != PC_NONE, "a comparison such as .lt");
    case OP_VOTE:
        return want(p, i, (i->sub == SUB_BALLOT) == (i->type == PT_B32), ".ballot.b32, or .pred with the others");
    case OP_BARRIER_CLUSTER: return want(p, i, i->sub == SUB_ARRIVE || i->sub == SUB_WAIT, ".arrive or .wait");
    case OP_CVTA:
    case OP_ISSPACEP: return want(p, i, i->space != PS_GENERIC, "a space such as .global");
    case OP_ATOM:
    case OP_RED: return check_atom_type(p, i);
    case OP_CVT:
    case OP_SLCT: return want(p, i, i->type2 != PT_NONE, "two types");
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
static bool check_list(struct parser *p, const struct ptx_instr *i, struct parse_opnd *o, u8 type)
{
    if (o->o.kind != PO_VEC)
        return error_at(p, o, "%s wants { } here, found %s", i->text, kind_name(&o->o));
    for (u32 k = 0; k < o->o.n_vec; k++)
        if (!check_source(p, i, &o->elems[k], type, false))
            return false;
    return true;
}

/* One operand against its letter. *k: where in p->opnds; may take two (p|q). */
static bool check_letter(struct parser *p, struct ptx_instr *i, char letter, size_t *k)
{
    u8 type = i->type == PT_NONE ? PT_B32 : i->type;
    bool wider = i->op == OP_LD || i->op == OP_LDU || i->op == OP_ST || i->op == OP_CVT;
    struct parse_opnd *o = &p->opnds.at[(*k)++];
    bool policy = i->op == OP_LD || i->op == OP_ST || i->op == OP_RED || i->op == OP_ATOM, ok;

    switch (letter) {
    case 'D':
    case 'S':
    case 'Q':
        ok = check_dest(p, i, o, letter == 'Q' ? PT_PRED : i->op == OP_MATCH ? PT_B32 : type, wider);
        if (!o->piped || !ok)
            return ok;
        if ((letter == 'D' && !(i->op == OP_LOP3 && i->boolop)) || *k >= p->opnds.n)
            return error_at(p, o, "%s has one result here, not two with |", i->text);
        i->n_dst = 2;
        return check_dest(p, i, &p->opnds.at[(*k)++], PT_PRED, false);
    case 'R': return check_dest(p, i, o, PT_B32, false);
    case 'W': return check_dest(p, i, o, wide_type(i), false);
    case 'P': return check_dest(p, i, o, PT_PRED, false);
    case 'V': return check_vector(p, i, o, type, true, wider);
    case 'v': return check_vector(p, i, o, type, false, wider);
    case 'A': return check_source(p, i, o, type, false);
    case '2': return check_source(p, i, o, i->type2 == PT_NONE ? type : i->type2, wider);
    case 'w': return check_source(p, i, o, wide_type(i), false);
    case 'U': return check_source(p, i, o, policy ? PT_B64 : PT_U32, false); /* a cache policy: not used */
    case 'p': return check_source(p, i, o, PT_PRED, false);
    case 'G': i->space = PS_GLOBAL; return check_address(p, i, o);
    case 'H': i->space = PS_SHARED; return check_address(p, i, o);
    case 'M': return check_address(p, i, o);
    case 'N': i->space = PS_GENERIC; return check_address(p, i, o);
    case 'B': return check_source(p, i, o, PT_B16, false);
    case '8': return check_source(p, i, o, PT_B64, false);
    case 'C':
    case 'I': return check_list(p, i, o, letter == 'C' ? PT_B32 : PT_B16);
    case 'a':
        wider = o->o.kind != PO_REG || ptx_types[p->regs.at[o->o.reg].type].bits != 32;
        return check_source(p, i, o, wider ? PT_B64 : PT_B32, false);
    default: return true; /* L, T */
    }
}

/* The operands against a signature, letter by letter. Behind ';': what may be left out. */
static bool check_signature(struct parser *p, struct ptx_instr *i, const char *sig)
{
    size_t k = 0, least = strcspn(sig, ";"), most = strlen(sig) - (sig[least] == ';'), n = p->opnds.n, pipes = 0;

    for (size_t j = 0; j < n; j++)
        pipes += p->opnds.at[j].piped;
    if (i->op == OP_ATOM && i->sub == SUB_CAS)
        least = 4;
    if (!check_count(p, i, n - pipes, least, most))
        return false;
    for (; *sig && k < n; sig++) {
        if (*sig != ';' && !check_letter(p, i, *sig, &k))
            return false;
    }
    for (size_t j = i->n_dst; j < n; j++) {
        if (p->opnds.at[j].piped)
            return error_at(p, &p->opnds.at[j], "found '|', expected ',' or ';'");
    }
    return true;
}

/* [map, {x, y}], made into [map] and {x, y} */
static bool flatten_map(struct parser *p, const struct ptx_instr *i, const struct ptx_async *f)
{
    size_t k = f->to_global || f->sub == SUB_TENSOR_PREFETCH ? 0 : 1;
    struct parse_opnd *o = k < p->opnds.n ? &p->opnds.at[k] : NULL, map, xy;

    if (!o || !o->bracket || o->o.n_vec != 2 || o->elems[1].o.kind != PO_VEC)
        return error_at(p, i, "%s wants [tensor map, {coordinates}]", i->text);
    map = o->elems[0];
    xy = o->elems[1];
    if (map.o.kind != PO_REG && map.o.kind != PO_SYM)
        return error_at(p, &map, "a tensor map's address is a register or a variable");
    map.bracket = true;
    map.has_off = false;
    map.o.base = map.o.kind;
    map.o.kind = PO_ADDR;
    VEC_PUSH(&p->opnds, (struct parse_opnd){0});
    memmove(&p->opnds.at[k + 2], &p->opnds.at[k + 1], (p->opnds.n - k - 2) * sizeof map);
    p->opnds.at[k] = map;
    p->opnds.at[k + 1] = xy;
    if (xy.o.n_vec != f->dims)
        return error_at(p, &xy, "%s wants %u coordinates, found %u", i->text, f->dims, xy.o.n_vec);
    return true;
}

/* mbarrier and cp.async: what the operands are depends on the form. */
static bool check_async(struct parser *p, struct ptx_instr *i)
{
    struct ptx_async f;
    const char *bad = ptx_async_form(i, &f);

    if (bad)
        return error_at(p, i, "%s %s", i->text, bad);
    i->sub = f.sub;
    i->n_dst = f.sig[0] == 'D' || f.sig[0] == 'P' || f.sig[0] == 'R';
    if (f.l2_only)
        i->cache = PK_CG;
    if ((f.sub == SUB_TENSOR || f.sub == SUB_TENSOR_PREFETCH) && !flatten_map(p, i, &f))
        return false;
    if (!check_signature(p, i, f.sig))
        return false;
    i->space = i->op != OP_MBARRIER && (f.from_global || f.to_global) ? PS_GLOBAL : PS_SHARED;
    if (i->op != OP_CP_ASYNC || i->sub != SUB_NONE)
        return true;
    u64 bytes = p->opnds.at[2].o.kind == PO_IMM ? p->opnds.at[2].o.imm : 0;
    return want(p, i, bytes == 4 || bytes == 8 || bytes == 16, "4, 8 or 16 bytes");
}

static bool more_rules(struct parser *p, struct ptx_instr *i)
{
    size_t n = p->opnds.n;

    if ((i->op == OP_SET || i->op == OP_SETP) && (i->boolop != PB_NONE) != (n - i->n_dst == 3))
        return error_at(p, i, "%s: a third source goes with .and, .or or .xor", i->text);
    if (i->op == OP_CVT && (n == 3) != (i->type == PT_F16X2 || i->type == PT_BF16X2))
        return error_at(p, i, "%s: two sources go with a packed result", i->text);
    if ((i->op == OP_MIN || i->op == OP_MAX) && n == 4)
        i->parse_only = true;
    if (i->op == OP_VOTE && (i->flags & PF_SYNC) && n != 3)
        return error_at(p, i, "%s takes 3 operands, found %zu", i->text, n);
    if (i->op == OP_SHFL && ((i->flags & PF_SYNC) != 0) != (n - i->n_dst == 4))
        return error_at(p, i, "%s: a member mask goes with .sync", i->text);
    if ((i->op == OP_ATOM || i->op == OP_RED) && i->vec > 1)
        i->parse_only = true;
    return true;
}

bool check_registers(struct parser *p, const struct ptx_instr *i, size_t k, u32 n, u8 type, bool dest)
{
    struct parse_opnd *o = &p->opnds.at[k];
    u32 found = o->o.kind == PO_VEC ? o->o.n_vec : 1;

    if (found != n)
        return error_at(p, o, "%s wants %u register%s here, found %u", i->text, n, n == 1 ? "" : "s", found);
    return check_each(p, i, o->o.kind == PO_VEC ? o->elems : o, n, type, dest, false);
}

static bool check_factor(struct parser *p, struct ptx_instr *i, size_t k, bool sign)
{
    struct parse_opnd *o = &p->opnds.at[k];
    i64 v = o->o.kind == PO_IMM && check_source(p, i, o, PT_S64, false) ? (i64)o->o.imm : 2;
    return want(p, i, sign ? v == 1 || v == -1 : v == 0 || v == 1,
                sign ? "a factor of 1 or -1" : "0 or 1 for a layout");
}

/* wgmma adds to its result: that is read, too, as one more operand behind the others. */
static bool check_group(struct parser *p, struct ptx_instr *i, const struct ptx_matrix *f)
{
    bool regs = p->opnds.n > 1 && p->opnds.at[1].o.kind == PO_VEC;
    size_t n = p->opnds.n, at = f->sparse ? 5 : 3; /* of what says whether it adds */
    size_t want_n = at + 1 + (f->scaled ? 2 : 0) + (f->turned ? 2 - regs : 0);

    if (!check_count(p, i, n, want_n, want_n))
        return false;
    VEC_PUSH(&p->opnds, p->opnds.at[0]);
    struct parse_opnd *scale = &p->opnds.at[at];
    u32 selectors = ptx_elements[f->type[MAT_A]].bits == 8 ? 1 : 2;
    if (!check_registers(p, i, 0, f->regs[MAT_D], PT_B32, true) ||
        !check_registers(p, i, 1, regs ? f->regs[MAT_A] : 1, regs ? PT_B32 : PT_B64, false) ||
        !check_registers(p, i, 2, 1, PT_B64, false) ||
        !check_source(p, i, scale, scale->o.kind == PO_IMM ? PT_U32 : PT_PRED, false))
        return false;
    if (f->sparse && (!check_registers(p, i, 3, 1, PT_B32, false) ||
                      !want(p, i, p->opnds.at[4].o.kind == PO_IMM && p->opnds.at[4].o.imm < selectors,
                            selectors == 1 ? "a selector of 0" : "a selector of 0 or 1")))
        return false;
    for (size_t k = at + 1; k < n; k++)
        if (!check_factor(p, i, k, k < at + 3))
            return false;
    return check_registers(p, i, n, f->regs[MAT_D], PT_B32, false);
}

static bool check_matrix(struct parser *p, struct ptx_instr *i)
{
    struct ptx_matrix f;
    const char *bad = ptx_matrix_form(i, &f);
    size_t n = p->opnds.n, want_n = i->op == OP_MMA ? (f.sparse ? 6 : 4) : 2;

    if (bad)
        return error_at(p, i, "%s %s", i->text, bad);
    if (i->op == OP_WGMMA)
        return check_group(p, i, &f);
    if (!check_count(p, i, n, want_n, want_n))
        return false;
    if (i->op == OP_MMA) {
        u8 type = f.wide ? PT_B64 : PT_B32;
        for (u32 k = 0; k < MAT_OPERANDS; k++)
            if (!check_registers(p, i, k, f.regs[k], type, k == MAT_D))
                return false;
        return !f.sparse ||
               (check_each(p, i, &p->opnds.at[4], 2, PT_B32, false, false) &&
                want(p, i, p->opnds.at[5].o.kind == PO_IMM && p->opnds.at[5].o.imm < 4, "a selector of 0 to 3"));
    }
    if (i->op == OP_MOVMATRIX)
        return check_registers(p, i, 0, 1, PT_B32, true) && check_registers(p, i, 1, 1, PT_B32, false);
    u32 at = i->op == OP_LDMATRIX; /* the address */
    i->space = PS_SHARED;
    return check_address(p, i, &p->opnds.at[at]) && check_registers(p, i, !at, f.count, PT_B32, at);
}

bool check_operands(struct parser *p, struct ptx_instr *i)
{
    const struct ptx_op_info *info = &ptx_ops[i->op];

    for (size_t k = 0; k < p->opnds.n; k++)
        i->parse_only = i->parse_only || p->opnds.at[k].selected;
    if (i->parse_only)
        return check_any(p, i);
    if (i->type >= 32 || !(info->types >> i->type & 1))
        return i->type == PT_NONE ? error_at(p, i, "%s: expected a type", i->text)
                                  : error_at(p, i, "%s does not take type .%s", info->name, ptx_types[i->type].name);
    if (!check_suffixes(p, i))
        return false;
    switch (i->op) {
    case OP_MOV: return check_count(p, i, p->opnds.n, 2, 2) && check_mov(p, i);
    case OP_TEX:
    case OP_TLD4: return check_tex(p, i);
    case OP_CP_ASYNC:
    case OP_CP_REDUCE:
    case OP_MBARRIER: return check_async(p, i);
    case OP_MMA:
    case OP_WGMMA:
    case OP_LDMATRIX:
    case OP_STMATRIX:
    case OP_MOVMATRIX: return check_matrix(p, i);
    case OP_WGMMA_FENCE:
    case OP_WGMMA_COMMIT: return check_count(p, i, p->opnds.n, 0, 0);
    case OP_WGMMA_WAIT:
        return check_count(p, i, p->opnds.n, 1, 1) && check_source(p, i, &p->opnds.at[0], PT_U32, false) &&
               want(p, i, p->opnds.at[0].o.kind == PO_IMM && p->opnds.at[0].o.imm < 8, "a number of groups, 0 to 7");
    case OP_CVT_PACK: return check_convert(p, i);
    case OP_BAR:
    case OP_BARRIER: return check_bar(p, i);
    case OP_CALL: return true; /* by parse_call */
    default: break;
    }
    if (info->sig[0] == '*')
        return check_any(p, i);
    return check_signature(p, i, info->sig) && more_rules(p, i);
}
