/* From analysed PTX to micro-operations: which functions a kernel can reach, where their registers lie, what each
   operand is, and (through the select_* functions of the op files) which function executes each instruction. */
#include <string.h>

#include "emu/async.h"
#include "emu/native.h"
#include "emu/nested.h"

static const struct ptx_instr end_of_function = {.op = OP_RET, .text = "ret", .vec = 1};

const struct prog_func *prog_find_func(const struct prog *p, const struct ptx_func *f)
{
    for (u32 i = 0; i < p->n_funcs; i++)
        if (p->funcs[i].orig == f)
            return &p->funcs[i];
    return NULL;
}

static struct emu_module *module_of(struct emu_device *d, const struct ptx_func *f)
{
    for (struct emu_module *m = d->modules; m; m = m->next)
        if (m->ptx == f->module)
            return m;
    return NULL;
}

struct reach {
    VEC(struct ptx_func *) funcs;
    bool all; /* an indirect call: any function may be the target */
};

static void reach_add(struct emu_device *dev, struct reach *r, struct ptx_func *f)
{
    if (f->is_decl) {
        f = module_find_def(dev, f->name, NULL);
        if (!f)
            return;
    }
    for (size_t i = 0; i < r->funcs.n; i++)
        if (r->funcs.at[i] == f)
            return;
    VEC_PUSH(&r->funcs, f);
}

static void reach_from(struct emu_device *dev, struct reach *r, struct ptx_func *f)
{
    for (u32 pc = 0; pc < f->n_code; pc++) {
        const struct ptx_instr *in = &f->code[pc];
        for (u32 k = 0; k < in->n_opnd; k++)
            if (in->opnd[k].kind == PO_FUNC && in->opnd[k].func)
                reach_add(dev, r, in->opnd[k].func);
        if (in->op == OP_CALL && in->opnd[in->n_dst].kind == PO_REG && !r->all) {
            r->all = true;
            for (struct emu_module *m = dev->modules; m; m = m->next)
                for (u32 i = 0; i < m->n_funcs; i++)
                    if (!m->funcs[i]->is_entry && !m->funcs[i]->is_decl)
                        reach_add(dev, r, m->funcs[i]);
        }
    }
}

/* More than any machine has; a launch that needs more is refused. */
#define SHARED_MOST (64u << 20)

static void place_shared_var(struct prog *p, const struct ptx_var *v)
{
    for (size_t i = 0; i < p->shared.n; i++)
        if (p->shared.at[i].var == v)
            return;
    u64 at = UINT64_MAX; /* dynamic: after everything else */
    if (v->size) {
        at = align_up(p->shared_static, MAX(v->align, 1));
        p->shared_static = (u32)MIN(at + MIN(v->size, SHARED_MOST), SHARED_MOST);
    }
    VEC_PUSH(&p->shared, (struct prog_shared){v, at});
}

static void place_shared_operand(struct prog *p, const struct ptx_operand *o)
{
    if ((o->kind == PO_SYM || (o->kind == PO_ADDR && o->base == PO_SYM)) && o->sym && o->sym->space == PS_SHARED)
        place_shared_var(p, o->sym);
    for (u32 i = 0; o->kind == PO_VEC && i < o->n_vec; i++)
        place_shared_operand(p, &o->vec[i]);
}

/* In the order in which the program as written names them, so that they lie at the same place on every machine, which
   compilation for a machine may rely on. */
static void place_shared(struct prog *p)
{
    for (u32 i = 0; i < p->n_funcs; i++) {
        const struct ptx_func *f = p->funcs[i].orig;
        u8 *reached = ptx_reachable(f);
        for (u32 pc = 0; pc < f->n_code; pc++)
            for (u32 k = 0; k < f->code[pc].n_opnd && reached[f->code[pc].block]; k++)
                place_shared_operand(p, &f->code[pc].opnd[k]);
        free(reached);
    }
    p->shared_static = (u32)align_up(p->shared_static, 16);
}

static bool place_functions(struct prog *p, struct reach *r, struct diag *d)
{
    p->n_funcs = (u32)r->funcs.n;
    p->funcs = ARENA_ARRAY(&p->arena, struct prog_func, p->n_funcs);
    for (u32 i = 0; i < p->n_funcs; i++) {
        const struct ptx_func *f = r->funcs.at[i];
        p->funcs[i] = (struct prog_func){
            .orig = f, .module = module_of(p->dev, f), .recursive = f->recursive || (r->all && !f->is_entry)};
    }
    place_shared(p);
    if (!prog_compile(p, d))
        return false;
    for (u32 i = 0; i < p->n_funcs; i++) {
        struct prog_func *pf = &p->funcs[i];
        const struct ptx_func *f = pf->f;
        pf->first = p->n_code;
        pf->slot_base = p->n_slots;
        pf->pred_base = p->n_preds;
        pf->frame_bytes = (u32)MIN(f->local_bytes, 1u << 30);
        p->n_code += f->n_code + 1;
        p->n_slots = (u32)align_up(p->n_slots + f->n_slots, 2);
        p->n_preds += f->n_pred_slots;
    }
    p->sink = p->n_slots * p->lanes * 4;
    p->n_slots += 2;
    p->n_preds += 1;
    return true;
}

u64 prog_shared_at(const struct prog *p, const struct ptx_var *v)
{
    for (size_t i = 0; i < p->shared.n; i++)
        if (p->shared.at[i].var == v)
            return p->shared.at[i].at == UINT64_MAX ? p->shared_static : p->shared.at[i].at;
    return 0;
}

u32 decode_const(struct prog *p, u64 bits, u32 bytes)
{
    if (bytes == 4)
        bits &= UINT32_MAX;
    for (size_t i = 0; i < p->const_list.n; i++)
        if (p->const_list.at[i].bits == bits && p->const_list.at[i].bytes == bytes)
            return p->const_list.at[i].at;
    size_t need = (size_t)p->lanes * bytes;
    if (p->consts_used + need > p->consts_cap) {
        size_t cap = MAX(p->consts_cap * 2, 64 * (size_t)p->lanes * 8);
        u8 *grown = aligned_alloc(128, align_up(cap, 128));
        ENSURE(grown);
        if (p->consts_used)
            memcpy(grown, p->consts, p->consts_used);
        free(p->consts);
        p->consts = grown;
        p->consts_cap = cap;
    }
    for (u32 i = 0; i < p->lanes; i++)
        memcpy(p->consts + p->consts_used + i * bytes, &bits, bytes);
    u32 at = (u32)p->consts_used + 1;
    p->consts_used += need;
    VEC_PUSH(&p->const_list, (struct prog_const){bits, bytes, at});
    return at;
}

static u32 decode_sreg(struct prog *p, u32 sreg, u32 comp)
{
    for (size_t i = 0; i < p->sregs.n; i++)
        if (p->sregs.at[i].sreg == sreg && p->sregs.at[i].comp == comp)
            return p->sregs.at[i].at;
    u32 at = p->n_slots * p->lanes * 4;
    p->n_slots += 2; /* keep slots even */
    VEC_PUSH(&p->sregs, (struct prog_sreg){sreg, comp, at});
    return at;
}

u32 reg_bytes(const struct prog_func *f, const struct ptx_operand *o)
{
    if (o->kind != PO_REG && o->kind != PO_ADDR)
        return 4;
    return ptx_types[f->f->regs[o->reg].type].bits > 32 ? 8 : 4;
}

static u64 symbol_value(struct prog *p, const struct ptx_operand *o)
{
    const struct ptx_var *v = o->sym;
    if (v->space == PS_SHARED)
        return prog_shared_at(p, v) + (u64)o->off;
    if (!v->offset && v->is_extern) {
        const struct ptx_var *def = module_find_var_def(p->dev, v->name);
        if (def)
            v = def;
    }
    return v->offset + (u64)o->off;
}

u32 decode_operand(struct prog *p, const struct prog_func *f, const struct ptx_operand *o, u32 bytes)
{
    switch (o->kind) {
    case PO_REG: {
        u32 slot = f->f->regs[o->reg].slot;
        return slot == UINT32_MAX ? p->sink : (f->slot_base + slot) * p->lanes * 4;
    }
    case PO_IMM: return decode_const(p, o->imm, bytes);
    case PO_SREG: return decode_sreg(p, o->sreg, o->sub);
    case PO_SYM: return decode_const(p, symbol_value(p, o), bytes);
    case PO_FUNC: {
        struct emu_module *m = f->module;
        const struct ptx_func *g = o->func;
        if (g->is_decl) {
            const struct ptx_func *def = module_find_def(p->dev, g->name, &m);
            g = def ? def : g;
        }
        return decode_const(p, module_func_pointer(m, g), bytes);
    }
    default: return p->sink;
    }
}

u32 decode_pred(const struct prog_func *f, const struct ptx_operand *o)
{
    if (o->kind != PO_REG)
        return NO_OPERAND;
    u32 slot = f->f->regs[o->reg].slot;
    return slot == UINT32_MAX ? NO_OPERAND : f->pred_base + slot;
}

static bool overlaps(const struct prog *p, const struct uop *u, u32 src, u32 bytes)
{
    if (src == NO_OPERAND || src & 1)
        return false;
    u32 d_end = u->d + u->words * 4 * p->lanes, s_end = src + bytes * p->lanes;
    return u->d < s_end && src < d_end && !(src == u->d && bytes == u->words * 4);
}

void set_dst(struct prog *p, struct uop *u, u32 bytes)
{
    u->d = decode_operand(p, u->func, &u->in->opnd[0], bytes);
    u->words = (u8)(bytes > 4 ? 2 : 1);
}

void set_sources(struct prog *p, struct uop *u, u32 first, u32 bytes_a, u32 bytes_b, u32 bytes_c)
{
    u32 *to[3] = {&u->a, &u->b, &u->c}, bytes[3] = {bytes_a, bytes_b, bytes_c};
    for (u32 k = 0; k < 3 && first + k < u->in->n_opnd; k++) {
        if (!bytes[k])
            continue;
        *to[k] = decode_operand(p, u->func, &u->in->opnd[first + k], bytes[k]);
        if (u->base_kind == UK_ALU && overlaps(p, u, *to[k], bytes[k]))
            u->base_kind = UK_ALU_TMP;
    }
}

void set_alu(struct prog *p, struct uop *u, struct alu_pair f, u32 dst_bytes, u32 src_bytes)
{
    u->base_kind = UK_ALU;
    pick_alu(p, u, f);
    set_dst(p, u, dst_bytes);
    set_sources(p, u, 1, src_bytes, src_bytes, src_bytes);
}

static u32 bytes_of(char letter, u8 bits)
{
    switch (letter) {
    case '4': return 4;
    case '8': return 8;
    case 'T': return bits == 64 ? 8 : 4;
    case 'W': return bits == 16 ? 4 : 8;
    default: return 0;
    }
}

static const struct alu_pair *function_of(const struct alu_row *r, u8 type)
{
    bool s = type_kind(type) == 'S';
    switch (type_bits(type)) {
    case 16: return s ? r->f.s16 : r->f.u16;
    case 32: return s ? r->f.s32 : r->f.u32;
    case 64: return s ? r->f.s64 : r->f.u64;
    default: return NULL;
    }
}

static bool row_fits(const struct alu_row *r, const struct ptx_instr *in)
{
    return r->op == in->op && (!r->sub || r->sub == in->sub) && (in->flags & r->flags) == r->flags;
}

bool set_row(struct prog *p, struct uop *u, const struct alu_row *rows, u32 n)
{
    const struct alu_row *r = rows;
    while (r < rows + n && !row_fits(r, u->in))
        r++;
    const struct alu_pair *f = r < rows + n ? function_of(r, u->in->type) : NULL;
    if (!f)
        return false;
    u8 bits = type_bits(u->in->type);
    u->base_kind = UK_ALU;
    pick_alu(p, u, *f);
    set_dst(p, u, bytes_of(r->bytes[0], bits));
    set_sources(p, u, 1, bytes_of(r->bytes[1], bits), bytes_of(r->bytes[2], bits), bytes_of(r->bytes[3], bits));
    return true;
}

static void decode_instr(struct prog *p, struct uop *u)
{
    typedef bool select_fn(struct prog *, struct uop *);
    static select_fn *const select[] = {select_flow,  select_int,    select_bits,   select_cmp,   select_fp32,
                                        select_fp64,  select_fp16,   select_approx, select_cvt,   select_move,
                                        select_mem,   select_atom,   select_tex,    select_async, select_warp,
                                        select_video, select_tensor, select_convert};
    bool done = false;
    for (u32 i = 0; i < COUNT_OF(select) && !done; i++)
        done = select[i](p, u);
    if (!done)
        flow_unsupported(u);
    if (u->in->guarded) {
        u32 slot = u->func->f->regs[u->in->guard].slot;
        u->guard = slot == UINT32_MAX ? p->n_preds - 1 : u->func->pred_base + slot;
        u->guard_neg = u->in->guard_neg;
    }
    u->kind = u->in->guarded && u->base_kind != UK_BRA ? UK_GUARD : u->base_kind;
}

static bool reads_clock(const struct ptx_instr *in)
{
    for (u32 k = in->n_dst; k < in->n_opnd; k++)
        if (in->opnd[k].kind == PO_SREG && is_dynamic(in->opnd[k].sreg))
            return true;
    return false;
}

static bool operand_reads(const struct ptx_operand *o, u32 reg)
{
    if (o->kind == PO_REG || (o->kind == PO_ADDR && o->base == PO_REG))
        return o->reg == reg;
    for (u32 i = 0; o->kind == PO_VEC && i < o->n_vec; i++)
        if (operand_reads(&o->vec[i], reg))
            return true;
    return false;
}

/* Some instruction of the function reads it. */
static bool is_read(const struct ptx_func *f, u32 reg)
{
    for (u32 pc = 0; pc < f->n_code; pc++) {
        const struct ptx_instr *in = &f->code[pc];
        if (in->guarded && in->guard == reg)
            return true;
        for (u32 k = in->op == OP_CALL ? 0 : in->n_dst; k < in->n_opnd; k++)
            if (operand_reads(&in->opnd[k], reg))
                return true;
    }
    return false;
}

/* A bulk copy, whose end the machine decides. */
static bool is_bulk(const struct ptx_instr *in)
{
    return is_async_op(in->op) && in->sub >= SUB_BULK && in->sub <= SUB_TENSOR_PREFETCH;
}

/* A system call that takes time: a kernel's launch of a kernel, whose end decides when the child starts; a call of
   the heap, which serves one call after the other; and nanosleep. */
static bool takes_time(const struct prog *p, const struct uop *u)
{
    const struct ptx_operand *f = u->in->op == OP_CALL ? &u->in->opnd[u->in->n_dst] : NULL;
    if (u->in->op == OP_NANOSLEEP)
        return p->dev->opt.sleep.most;
    return f && f->kind == PO_FUNC && f->func &&
           u->fn.ctl == syscall_find(f->func->name) && /* not a function of the program with that name */
           syscall_takes_time(p->dev, f->func->name);
}

static bool asks(const struct uop *u)
{
    const struct ptx_operand *f = u->in->op == OP_CALL ? &u->in->opnd[u->in->n_dst] : NULL;
    return f && f->kind == PO_FUNC && f->func && nested_asks(f->func->name);
}

/* Does its result depend on other warps' memory accesses, and so on time? Or does it write for such readers? */
static bool observes(const struct uop *u)
{
    const struct ptx_instr *in = u->in;
    if (in->op == OP_ATOM)
        return in->opnd[0].kind == PO_VEC || (in->opnd[0].kind == PO_REG && is_read(u->func->f, in->opnd[0].reg));
    if (in->op == OP_MBARRIER)
        return in->sub != SUB_INIT && in->sub != SUB_INVAL && in->sub != SUB_PENDING;
    if (in->op == OP_BARRIER_CLUSTER || is_bulk(in))
        return true;
    return in->op == OP_LD ? in->flags & (PF_VOLATILE | PF_ACQUIRE | PF_RELAXED) || in->cache == PK_CV
                           : reads_clock(in);
}

static bool ordered(const struct uop *u)
{
    return observes(u) || u->in->op == OP_ATOM || u->in->op == OP_RED ||
           (u->in->op == OP_CP_ASYNC && u->in->sub == SUB_ARRIVE) ||
           (u->in->op == OP_ST && u->in->flags & (PF_VOLATILE | PF_RELEASE | PF_RELAXED));
}

/* If any instruction of the program observes time, all that it could observe happens at its own time. */
static void make_gates(struct prog *p)
{
    for (u32 pc = 0; pc < p->n_code; pc++) {
        p->timed |= observes(&p->code[pc]) || takes_time(p, &p->code[pc]);
        p->asks |= asks(&p->code[pc]);
        p->reads_clock |= reads_clock(p->code[pc].in);
        p->meets_cluster |= p->code[pc].in->op == OP_BARRIER_CLUSTER;
        p->reads_otherwise |= p->code[pc].in->op == OP_TEX || p->code[pc].in->op == OP_TLD4;
    }
    for (u32 pc = 0; pc < p->n_code && p->timed; pc++) {
        struct uop *u = &p->code[pc];
        bool gate = ordered(u) && (u->base_kind == UK_MEM || u->in->op == OP_BARRIER_CLUSTER || reads_clock(u->in));
        if (!gate && !takes_time(p, u))
            continue;
        u->gate_kind = u->kind;
        u->kind = UK_GATE;
    }
}

static bool reads_others(const struct uop *u)
{
    return observes(u) && u->base_kind == UK_MEM;
}

/* A loop, or a function that it calls, reads what other warps write: it may wait for them. */
static void find_polls(struct prog *p)
{
    bool any = false, loops = false;
    for (u32 pc = 0; pc < p->n_code; pc++) {
        const struct uop *u = &p->code[pc];
        any |= reads_others(u);
        u32 from = u->in->op == OP_BRX_IDX ? 0 : u->in->op == OP_BRA ? u->target : NO_PC;
        for (u32 k = from; k < pc && !loops; k++)
            loops = reads_others(&p->code[k]) || p->code[k].in->op == OP_CALL;
    }
    p->polls = any && loops;
}

static void make_join(struct prog *p, u32 pc)
{
    if (pc == NO_PC || pc >= p->n_code || p->code[pc].kind == UK_JOIN)
        return;
    p->code[pc].join_kind = p->code[pc].kind;
    p->code[pc].kind = UK_JOIN;
}

static void decode_all(struct prog *p)
{
    p->code = arena_alloc(&p->arena, sizeof *p->code * p->n_code, 64);
    for (u32 i = 0; i < p->n_funcs; i++) {
        const struct prog_func *f = &p->funcs[i];
        for (u32 k = 0; k <= f->f->n_code; k++) {
            struct uop *u = &p->code[f->first + k];
            *u = (struct uop){.pc = f->first + k,
                              .func = f,
                              .d = p->sink,
                              .a = NO_OPERAND,
                              .b = NO_OPERAND,
                              .c = NO_OPERAND,
                              .p = NO_OPERAND,
                              .q = NO_OPERAND,
                              .r = NO_OPERAND,
                              .guard = NO_OPERAND,
                              .reconv = NO_PC,
                              .target = NO_PC,
                              .words = 1,
                              .vec = 1};
            u->in = k < f->f->n_code ? &f->f->code[k] : &end_of_function;
            decode_instr(p, u);
        }
    }
    make_gates(p);
    find_polls(p);
    for (u32 pc = 0; pc < p->n_code; pc++) {
        make_join(p, p->code[pc].reconv);
        if (p->code[pc].in->op == OP_CALL)
            make_join(p, pc + 1);
    }
}

/* Extern variables and functions without a definition. */
static bool check_symbols(struct prog *p, struct diag *d)
{
    u32 before = d->errors;
    for (u32 i = 0; i < p->n_funcs; i++) {
        const struct ptx_func *f = p->funcs[i].f;
        for (u32 pc = 0; pc < f->n_code; pc++)
            for (u32 k = 0; k < f->code[pc].n_opnd; k++) {
                const struct ptx_operand *o = &f->code[pc].opnd[k];
                const struct ptx_var *v = o->kind == PO_SYM || o->kind == PO_ADDR ? o->sym : NULL;
                if (v && v->is_extern && (v->space == PS_GLOBAL || v->space == PS_CONST) && !v->offset &&
                    !module_find_var_def(p->dev, v->name))
                    diag_error(d, f->module->file, f->code[pc].line, f->code[pc].col,
                               "variable %s is declared extern, and no loaded module defines it", v->name);
                if (o->kind == PO_FUNC && o->func && o->func->is_decl && !prog_find_func(p, o->func) &&
                    !module_find_def(p->dev, o->func->name, NULL) && !syscall_find(o->func->name))
                    diag_error(d, f->module->file, f->code[pc].line, f->code[pc].col,
                               "function %s is declared, and no loaded module defines it", o->func->name);
            }
    }
    return d->errors == before;
}

struct prog *prog_build(struct emu_kernel *k, u32 most_regs, struct diag *d)
{
    struct prog *p = xcalloc(1, sizeof *p);
    p->dev = k->module->dev;
    p->target = k->as_ptx ? &p->dev->plain : &p->dev->opt.target;
    p->kernel = k;
    p->most_regs = most_regs;
    p->lanes = (u32)p->dev->opt.target.lanes;
    p->any = p->lanes != 32 || p->dev->code == HOST_CODE_ANY;
#ifdef __x86_64__
    p->wide = p->dev->code == HOST_CODE_BEST && __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
#endif
    struct reach r = {0};
    reach_add(p->dev, &r, k->func);
    for (size_t i = 0; i < r.funcs.n; i++)
        reach_from(p->dev, &r, r.funcs.at[i]);
    bool ok = place_functions(p, &r, d);
    VEC_FREE(&r.funcs);
    if (!ok || !check_generation(p, d) || !check_symbols(p, d)) {
        prog_free(p);
        return NULL;
    }
    decode_all(p);
    p->reg_bytes = (u32)align_up(p->n_slots * p->lanes * 4, 128);
    prog_build_si(p);
    return p;
}

void prog_free(struct prog *p)
{
    if (!p)
        return;
    for (u32 k = 0; k < COUNT_OF(p->native); k++)
        native_free(p->native[k]);
    free(p->consts);
    VEC_FREE(&p->const_list);
    VEC_FREE(&p->sregs);
    VEC_FREE(&p->shared);
    arena_free(&p->arena);
    free(p);
}
