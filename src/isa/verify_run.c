/* One thread of a function, executed on invented values: integers, predicates, branches and memory as PTX has them,
   since passes rely on these; anything else (floats, divisions, shuffles) computes some number of its own from its
   operands, the same each time. Memory that was not written holds invented values, other ones after each barrier and
   call. Undefined registers hold zero. A result has as many bits as its instruction's type: what a wider register
   holds above them is invented, unless PTX says that it is filled (ld, cvt). */
#include <stdlib.h>
#include <string.h>

#include "isa/verify.h"
#include "isa/verify_math.h"
#include "ptx/analysis.h"

enum { STEPS = 4000, VARS = 64 };
#define WINDOW(space) ((u64)(space) << 44) /* windows of generic addresses; the rest is global memory */

struct memory { /* by byte; open addressing */
    u64 *key;
    u8 *value;
    u32 cap, n;
};

struct run {
    const struct ptx_func *f;
    const struct verify_layout *layout;
    struct verify_trace *to;
    struct memory mem;
    const struct ptx_var *var[VARS]; /* shared ones, where the layout is not known */
    u64 var_at[VARS], var_end;
    u32 n_vars;
    u64 *reg;
    const struct verify_frame *frame;
    u64 seed, epoch, carry, shuffles;
};

static u32 reg_bits(const struct run *r, u32 reg)
{
    return ptx_types[r->f->regs[reg].type].bits;
}

/* ---- Memory ---- */
static u32 find(const struct memory *m, u64 key)
{
    u32 at = (u32)mix(key, 7) & (m->cap - 1);

    while (m->key[at] && m->key[at] != key + 1)
        at = (at + 1) & (m->cap - 1);
    return at;
}

static void grow(struct memory *m)
{
    struct memory old = *m;

    m->cap = old.cap ? old.cap * 2 : 256;
    m->key = xcalloc(m->cap, sizeof *m->key);
    m->value = xcalloc(m->cap, 1);
    for (u32 k = 0; k < old.cap; k++)
        if (old.key[k]) {
            u32 at = find(m, old.key[k] - 1);
            m->key[at] = old.key[k];
            m->value[at] = old.value[k];
        }
    free(old.key);
    free(old.value);
}

static bool changes(u64 key) /* may other threads write there? */
{
    u64 space = key >> 44;
    return space != PS_LOCAL && space != PS_PARAM && space != PS_CONST;
}

/* Half of all words are small numbers, so that loops end. */
static u8 invented(const struct run *r, u64 key, bool steady)
{
    u64 h = mix(mix(r->seed, key >> 2), changes(key) && !steady ? r->epoch : 0);

    if (h & 1)
        return key & 3 ? 0 : h >> 8 & 15;
    return (u8)(h >> (8 + 8 * (key & 3)));
}

static u8 load_byte(const struct run *r, u64 key, bool steady)
{
    u32 at = r->mem.cap && !steady ? find(&r->mem, key) : 0;

    return r->mem.cap && !steady && r->mem.key[at] ? r->mem.value[at] : invented(r, key, steady);
}

static bool is_counted(const struct run *r, u64 key) /* not a spilled register, not a call's parameter */
{
    u64 space = key >> 44, at = key & ((1ull << 44) - 1);

    for (u32 k = 0; k < r->frame->n_gone && space == PS_LOCAL; k++)
        if (at - r->frame->gone[k].at < r->frame->gone[k].size)
            return false;
    return !(space == PS_LOCAL && at >= r->frame->bytes) && space != PS_PARAM;
}

static void store_byte(struct run *r, u64 key, u8 value)
{
    if (r->mem.n * 2 >= r->mem.cap)
        grow(&r->mem);
    u32 at = find(&r->mem, key);
    bool is_new = !r->mem.key[at];
    if (is_counted(r, key)) {
        if (!is_new)
            r->to->memory -= mix(key, r->mem.value[at]);
        r->to->memory += mix(key, value);
    }
    r->mem.n += is_new;
    r->mem.key[at] = key + 1;
    r->mem.value[at] = value;
}

static u64 load(const struct run *r, u64 key, u32 bytes, bool steady)
{
    u64 v = 0;

    for (u32 k = 0; k < MIN(bytes, 8u); k++)
        v |= (u64)load_byte(r, key + k, steady) << 8 * k;
    return v;
}

static void store(struct run *r, u64 key, u32 bytes, u64 value)
{
    for (u32 k = 0; k < bytes; k++)
        store_byte(r, key + k, (u8)(value >> 8 * (k & 7)));
}

/* ---- Operands ---- */
static u64 shared_at(struct run *r, const struct ptx_var *v)
{
    if (r->layout && r->layout->shared_at)
        return r->layout->shared_at(r->layout->layout, v);
    if (!v->size) /* size 0: all begin where the others end */
        return 1u << 20;
    for (u32 k = 0; k < r->n_vars; k++)
        if (r->var[k] == v)
            return r->var_at[k];
    u64 at = align_up(v->offset, MAX(v->align, 1u));
    if (r->n_vars < VARS) {
        r->var[r->n_vars] = v;
        r->var_at[r->n_vars++] = at;
    }
    return at;
}

static u64 address_of_var(struct run *r, const struct ptx_var *v)
{
    u64 name = 0;

    if (!v)
        return 0;
    if (v->space == PS_SHARED)
        return shared_at(r, v);
    if (v->space == PS_LOCAL)
        return v->offset;
    if (v->space == PS_PARAM)
        return v->offset + (v->role == PV_CALL ? 1u << 20 : 0);
    for (const char *c = v->name; *c; c++)
        name = mix(name, (u8)*c);
    return name >> 24 << 8;
}

static u64 value_of(struct run *r, const struct ptx_operand *o)
{
    u64 v = 0;

    switch (o->kind) {
    case PO_REG:
        v = r->reg[o->reg];
        if (o->neg)
            v = r->f->regs[o->reg].type == PT_PRED ? !v : cut(-v, reg_bits(r, o->reg));
        return v;
    case PO_IMM: return o->imm;
    case PO_SREG: return mix(mix(r->seed, o->sreg), o->sub) & 31;
    case PO_SYM: return address_of_var(r, o->sym) + (u64)o->off;
    case PO_FUNC: return o->func ? o->func->index + 1 : 0;
    case PO_ADDR:
        v = o->base == PO_REG ? r->reg[o->reg] : o->base == PO_SYM ? address_of_var(r, o->sym) : o->imm;
        v += (u64)o->off;
        break;
    default: break;
    }
    for (u32 k = 0; k < o->n_vec; k++)
        v = mix(v, value_of(r, &o->vec[k]));
    return v;
}

static u64 key_of(struct run *r, const struct ptx_instr *i, const struct ptx_operand *o)
{
    u64 at = value_of(r, o);

    switch (i->space) {
    case PS_SHARED:
    case PS_LOCAL:
    case PS_PARAM: return WINDOW(i->space) + (u32)at;
    case PS_CONST: return WINDOW(PS_CONST) + cut(at, 43);
    default: return cut(at, 48);
    }
}

static void set(struct run *r, const struct ptx_operand *o, u64 v)
{
    if (o->kind == PO_REG)
        r->reg[o->reg] = cut(v, reg_bits(r, o->reg));
    for (u32 k = 0; k < o->n_vec && o->kind == PO_VEC; k++)
        set(r, &o->vec[k], mix(v, k));
}

/* A result of so many bits: a register that is wider keeps something unspecified in its upper bits, since
   it shares its place with others (emu/ writes as many bytes as the instruction's type has). */
static void set_low(struct run *r, const struct ptx_operand *o, u64 v, u32 bits)
{
    if (o->kind == PO_REG && reg_bits(r, o->reg) > bits)
        v = cut(v, bits) | mix(r->seed, o->reg) << bits;
    set(r, o, v);
}

static u64 signature(const struct ptx_instr *i)
{
    u64 h = mix(i->op, (u64)i->type | (u64)i->type2 << 8 | (u64)i->type3 << 16 | (u64)i->cmp << 24);

    h = mix(h, (u64)i->boolop | (u64)i->round << 8 | (u64)i->sub << 16 | (u64)i->space << 24);
    return mix(h, i->flags);
}

static u64 all_operands(struct run *r, const struct ptx_instr *i)
{
    u64 h = signature(i);

    for (u32 k = i->n_dst; k < i->n_opnd; k++)
        h = mix(h, value_of(r, &i->opnd[k]));
    return h;
}

static void event(struct run *r, const struct ptx_instr *i, u64 h, bool with_memory)
{
    struct verify_event e = {mix(h, with_memory ? r->to->memory : 0), i->line};

    VEC_PUSH(&r->to->events, e);
}

static void set_all(struct run *r, const struct ptx_instr *i, u64 h)
{
    for (u32 k = 0; k < i->n_dst; k++)
        set(r, &i->opnd[k], mix(h, k));
}

/* ---- Instructions ---- */
static void run_setp(struct run *r, const struct ptx_instr *i)
{
    const struct ptx_operand *o = &i->opnd[i->n_dst];
    bool is = compare(i, value_of(r, &o[0]), value_of(r, &o[1]));
    bool other = i->boolop && i->n_dst + 2 < i->n_opnd ? value_of(r, &o[2]) & 1 : false;

    set_low(r, &i->opnd[0], combine(i->boolop, is, other), 1);
    if (i->n_dst > 1)
        set_low(r, &i->opnd[1], combine(i->boolop, !is, other), 1);
}

static void run_mov(struct run *r, const struct ptx_instr *i)
{
    const struct ptx_operand *to = &i->opnd[0], *from = &i->opnd[1];
    u32 bits = ptx_types[i->type].bits;
    u64 v = 0;

    if (bits > 64 || (to->kind == PO_VEC && from->kind == PO_VEC)) {
        set_all(r, i, all_operands(r, i));
        return;
    }
    if (from->kind == PO_VEC)
        for (u32 k = 0; k < from->n_vec; k++)
            v |= cut(value_of(r, &from->vec[k]), bits / from->n_vec) << k * (bits / from->n_vec);
    else
        v = value_of(r, from);
    if (to->kind == PO_VEC)
        for (u32 k = 0; k < to->n_vec; k++)
            set_low(r, &to->vec[k], cut(v >> k * (bits / to->n_vec), bits / to->n_vec), bits / to->n_vec);
    else
        set_low(r, to, v, bits);
}

/* False: the result is an invented number */
static bool integer(struct run *r, const struct ptx_instr *i, u64 *v)
{
    u32 bits = ptx_types[i->type].bits, n = i->n_opnd - i->n_dst;
    u64 a = n > 0 ? value_of(r, &i->opnd[i->n_dst]) : 0, b = n > 1 ? value_of(r, &i->opnd[i->n_dst + 1]) : 0;
    u64 c = n > 2 ? value_of(r, &i->opnd[i->n_dst + 2]) : 0;
    bool is_signed = ptx_types[i->type].kind == 'S';

    if (!is_int(i->type) || i->flags & (PF_CC | PF_SAT | PF_HI) || i->n_dst != 1)
        return false;
    switch (i->op) {
    case OP_ADD: *v = a + b; return true;
    case OP_SUB: *v = a - b; return true;
    case OP_MUL: *v = product(i, a, b); return true;
    case OP_MAD: *v = product(i, a, b) + c; return true;
    case OP_AND: *v = a & b; return true;
    case OP_OR: *v = a | b; return true;
    case OP_XOR: *v = a ^ b; return true;
    case OP_NOT: *v = ~a; return true;
    case OP_NEG: *v = -a; return true;
    case OP_SELP: *v = c & 1 ? a : b; return true;
    case OP_SHL: *v = (u32)b >= bits ? 0 : a << (u32)b; return true;
    case OP_SHR:
        *v = is_signed        ? (u64)((i64)extend(a, bits) >> MIN((u32)b, bits - 1))
             : (u32)b >= bits ? 0
                              : cut(a, bits) >> b;
        return true;
    case OP_CVT:
        if (!is_int(i->type2))
            return false;
        a = ptx_types[i->type2].kind == 'S' ? extend(a, ptx_types[i->type2].bits) : cut(a, ptx_types[i->type2].bits);
        *v = is_signed ? extend(a, bits) : cut(a, bits);
        return true;
    case OP_CVTA: *v = i->sub == SUB_TO ? a - WINDOW(i->space) : a + WINDOW(i->space); return true;
    default: return false;
    }
}

/* Whole numbers that floats represent exactly */
static bool converted(struct run *r, const struct ptx_instr *i, u64 *v)
{
    bool is_single = i->type == PT_F32;
    u32 bits = ptx_types[i->type2].bits;

    if (i->op != OP_CVT || !(is_single || i->type == PT_F64) || !is_int(i->type2) || i->flags & PF_SAT)
        return false;
    u64 from = value_of(r, &i->opnd[1]);
    i64 n = (i64)(ptx_types[i->type2].kind == 'S' ? extend(from, bits) : cut(from, bits));
    float f = (float)n;
    double d = (double)n;
    if (n > 1 << 24 || n < -(1 << 24))
        return false;
    *v = 0;
    memcpy(v, is_single ? (const void *)&f : (const void *)&d, is_single ? sizeof f : sizeof d);
    return true;
}

/* Conversions fill the register that they write, with zeroes or the sign. */
static u32 result_bits(const struct ptx_instr *i)
{
    return i->op == OP_CVT ? 64 : ptx_types[i->type].bits * (i->flags & PF_WIDE ? 2 : 1);
}

static void run_compute(struct run *r, const struct ptx_instr *i)
{
    bool carries = i->flags & PF_CC || i->op == OP_ADDC || i->op == OP_SUBC || i->op == OP_MADC;
    u64 v;

    if (i->op == OP_SETP) {
        run_setp(r, i);
    } else if (i->op == OP_MOV && i->opnd[1].kind == PO_SREG && i->opnd[1].sreg >= SR_CLOCK &&
               i->opnd[1].sreg <= SR_CLOCK64) {
        event(r, i, all_operands(r, i), false);
        set_all(r, i, mix(r->seed, r->to->events.n));
    } else if (i->op == OP_MOV) {
        run_mov(r, i);
    } else if (converted(r, i, &v)) {
        set(r, &i->opnd[0], v);
    } else if (integer(r, i, &v)) {
        if (i->op == OP_CVTA && i->space == PS_GLOBAL)
            v = value_of(r, &i->opnd[1]);
        set_low(r, &i->opnd[0], v, result_bits(i));
    } else {
        v = all_operands(r, i);
        if (carries)
            v = mix(v, r->carry);
        set_all(r, i, v);
        if (i->flags & PF_CC)
            r->carry = mix(v, 99);
    }
}

static bool keeps_order(const struct ptx_instr *i)
{
    return i->flags & (PF_VOLATILE | PF_ACQUIRE | PF_RELEASE | PF_RELAXED) || i->cache == PK_CV;
}

/* Notes a local access to bytes that do not exist, or a load of some not written: later events are not compared. */
static void see_defined(struct run *r, const struct ptx_instr *i, u64 key, u32 bytes)
{
    bool is = (key & ((1ull << 44) - 1)) + bytes <= r->f->local_bytes;

    for (u32 k = 0; k < bytes && is && i->op == OP_LD; k++)
        is = r->mem.key[find(&r->mem, key + k)] != 0;
    if (i->space == PS_LOCAL && !is)
        r->to->defined = MIN(r->to->defined, r->to->events.n);
}

static void run_load(struct run *r, const struct ptx_instr *i)
{
    u32 bytes = MAX(ptx_types[i->type].bits / 8, 1u), n = i->opnd[0].kind == PO_VEC ? i->opnd[0].n_vec : 1;
    u64 key = key_of(r, i, &i->opnd[1]);

    see_defined(r, i, key, bytes * n);
    if (keeps_order(i))
        event(r, i, mix(signature(i), key), true);
    for (u32 k = 0; k < n; k++) {
        u64 v = load(r, key + k * bytes, bytes, (i->flags & PF_NC) != 0);
        if (ptx_types[i->type].kind == 'S')
            v = extend(v, ptx_types[i->type].bits);
        if (i->opnd[0].kind == PO_VEC)
            set(r, &i->opnd[0].vec[k], v);
        else
            set(r, &i->opnd[0], v);
    }
}

static void run_store(struct run *r, const struct ptx_instr *i)
{
    u32 bytes = MAX(ptx_types[i->type].bits / 8, 1u), n = i->opnd[1].kind == PO_VEC ? i->opnd[1].n_vec : 1;
    u64 key = key_of(r, i, &i->opnd[0]);

    see_defined(r, i, key, bytes * n);
    for (u32 k = 0; k < n; k++)
        store(r, key + k * bytes, bytes, value_of(r, n > 1 ? &i->opnd[1].vec[k] : &i->opnd[1]));
    if (keeps_order(i))
        event(r, i, mix(signature(i), key), true);
}

/* Atomics, copies, barrier objects: other threads see them, and they change the addressed memory. */
static void run_other_memory(struct run *r, const struct ptx_instr *i)
{
    u64 h = all_operands(r, i);

    if (i->op == OP_TEX || i->op == OP_TLD4) {
        set_all(r, i, h);
        return;
    }
    event(r, i, h, true);
    for (u32 k = 0; k < i->n_opnd; k++)
        if (i->opnd[k].kind == PO_ADDR) {
            struct ptx_instr at = *i;
            at.space = i->op == OP_CP_ASYNC ? PS_SHARED : i->space;
            u64 key = key_of(r, &at, &i->opnd[k]), old = load(r, key, 8, false);
            u32 bytes = i->op == OP_CP_ASYNC ? 16 : MAX(ptx_types[i->type].bits / 8, 4u);
            store(r, key, bytes, mix(h, old));
            set_all(r, i, mix(h, old + 1));
            return;
        }
    set_all(r, i, h);
}

static void run_call(struct run *r, const struct ptx_instr *i)
{
    u64 h = signature(i);

    for (u32 k = i->n_dst; k < i->n_opnd; k++) {
        const struct ptx_operand *o = &i->opnd[k];
        if (o->kind == PO_SYM && o->sym && o->sym->space == PS_PARAM)
            for (u64 at = 0; at < MIN(o->sym->size, 64u); at++)
                h = mix(h, load_byte(r, WINDOW(PS_PARAM) + address_of_var(r, o->sym) + at, false));
        else
            h = mix(h, value_of(r, o));
    }
    event(r, i, h, true);
    r->epoch++;
    for (u32 k = 0; k < i->n_dst; k++) {
        const struct ptx_operand *o = &i->opnd[k];
        if (o->kind == PO_SYM && o->sym)
            for (u64 at = 0; at < MIN(o->sym->size, 64u); at++)
                store_byte(r, WINDOW(PS_PARAM) + address_of_var(r, o->sym) + at, (u8)mix(h, at + k));
        else
            set(r, o, mix(h, k));
    }
}

static void finish(struct run *r, const struct ptx_instr *i)
{
    u64 h = i->op == OP_TRAP ? 2 : i->op == OP_EXIT && !r->f->is_entry ? 3 : 1;

    for (const struct ptx_var *v = r->f->rets; v; v = v->next) {
        if (v->space == PS_REG)
            h = mix(h, r->reg[v->offset]);
        for (u64 at = 0; at < MIN(v->size, 64u) && v->space == PS_PARAM; at++)
            h = mix(h, load_byte(r, WINDOW(PS_PARAM) + address_of_var(r, v) + at, false));
    }
    event(r, i, h, true);
    r->to->ended = true;
}

/* The next pc; UINT32_MAX: the end */
static u32 step(struct run *r, u32 pc)
{
    const struct ptx_instr *i = &r->f->code[pc];

    if (i->guarded && (r->reg[i->guard] & 1) == i->guard_neg)
        return pc + 1;
    switch (ptx_instr_class(i)) {
    case PU_CONTROL:
        if (i->op == OP_BRA)
            return i->opnd[0].label;
        if (i->op == OP_BRX_IDX && i->n_targets)
            return i->targets[value_of(r, &i->opnd[0]) % i->n_targets];
        if (i->op == OP_RET || i->op == OP_EXIT || i->op == OP_TRAP) {
            finish(r, i);
            return UINT32_MAX;
        }
        if (i->op == OP_CALL)
            run_call(r, i);
        break;
    case PU_BARRIER:
    case PU_FENCE:
        if (ptx_fence_only_acquires(i) || ptx_fence_only_releases(i))
            break; /* the fence of an access, whose event is its own (ordered.c) */
        event(r, i, all_operands(r, i), true);
        r->epoch++;
        set_all(r, i, mix(r->seed, r->to->events.n));
        break;
    case PU_SHFL: set_all(r, i, mix(all_operands(r, i), r->shuffles++)); break;
    case PU_TENSOR: set_all(r, i, all_operands(r, i)); break;
    case PU_MEM:
        if (i->op == OP_LD)
            run_load(r, i);
        else if (i->op == OP_ST)
            run_store(r, i);
        else
            run_other_memory(r, i);
        break;
    default: run_compute(r, i); break;
    }
    return pc + 1;
}

void verify_run(const struct ptx_func *f, const struct verify_layout *l, const struct verify_frame *frame, u64 seed,
                struct verify_trace *to)
{
    struct run r = {.f = f, .layout = l, .to = to, .frame = frame, .seed = seed};
    u32 pc = 0;

    to->defined = SIZE_MAX;
    r.reg = xcalloc(f->n_regs + 1, sizeof *r.reg);
    grow(&r.mem);
    for (const struct ptx_var *v = f->params; v; v = v->next)
        if (v->space == PS_REG)
            r.reg[v->offset] = cut(mix(seed, v->offset), reg_bits(&r, (u32)v->offset));
    for (u32 k = 0; k < STEPS && pc < f->n_code; k++)
        pc = step(&r, pc);
    free(r.reg);
    free(r.mem.key);
    free(r.mem.value);
}
