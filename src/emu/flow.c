/* Control flow beyond the plain branch: calls and their frames, returns, exits, barriers, traps, and the functions
   that the system provides (vprintf, malloc, free, __assertfail).

   A frame lies in local memory: the function's .local variables, its parameters and results, and the .param
   variables of its calls. Calls nest strictly (lanes that do not call wait on the stack), so the frame pointer is one
   number a warp. Registers have their place for each function; a recursive function's are saved around its calls. */
#include <string.h>

#include "emu/async.h"

#define MAX_DEPTH 20000 /* nested calls; functions without a frame would never fill the stack */

static void put_one(struct warp *w, const struct uop *u, u64 exec)
{
    stream_put_run(&w->out, u->pc, 1, w->active, exec);
    warp_count(w, 1, exec);
}

bool warp_need_local(struct warp *w, u64 bytes)
{
    if (bytes <= w->local_bytes)
        return true;
    if (bytes > w->launch->local_limit)
        return false;
    u64 want = MAX(align_up(bytes, 256), MIN((u64)w->local_bytes * 2, w->launch->local_limit));
    w->local = xrealloc(w->local, want * w->lanes);
    memset((u8 *)w->local + (u64)w->local_bytes * w->lanes, 0, (want - w->local_bytes) * w->lanes);
    w->local_bytes = (u32)want;
    return true;
}

/* Copies bytes of local memory, word by word, for some lanes. */
static void copy_local(struct warp *w, u32 to, u32 from, u64 bytes, u64 mask)
{
    for (u32 k = 0; k < (bytes + 3) / 4; k++)
        blend(w, w->local + (u64)(to / 4 + k) * w->lanes, w->local + (u64)(from / 4 + k) * w->lanes, 1, mask);
}

static void local_put(struct warp *w, u32 at, u32 lane, u64 value, u32 words)
{
    for (u32 k = 0; k < words; k++)
        w->local[(u64)(at / 4 + k) * w->lanes + lane] = (u32)(value >> 32 * k);
}

static u64 local_get(const struct warp *w, u32 at, u32 lane, u32 words)
{
    u64 v = w->local[(u64)(at / 4) * w->lanes + lane];
    return words == 2 ? v | (u64)w->local[(u64)(at / 4 + 1) * w->lanes + lane] << 32 : v;
}

static u32 callee_operand(const struct ptx_instr *in)
{
    return in->n_dst;
}

/* Old calling style: a function's parameter or result that is a register or a predicate. NO_OPERAND: the function
   does not use it. */
static u32 function_register(const struct warp *w, const struct prog_func *f, const struct ptx_var *v)
{
    u32 slot = f->f->regs[v->offset].slot;
    if (slot == UINT32_MAX)
        return NO_OPERAND;
    return v->type == PT_PRED ? f->pred_base + slot : (f->slot_base + slot) * w->lanes * 4;
}

/* A register of so many bytes, for some lanes. */
static void copy_register(struct warp *w, u8 *d, u32 from, u64 bytes, u64 mask)
{
    if (bytes <= 8) {
        blend(w, d, lanes_at(w, from), bytes > 4 ? 2 : 1, mask);
        return;
    }
    const u8 *s = lanes_at(w, from);
    for (u32 i = 0; i < w->lanes; i++)
        if (mask >> i & 1)
            memcpy(d + i * bytes, s + i * bytes, bytes);
}

static u64 predicate(const struct warp *w, const struct ptx_operand *o, u32 pred)
{
    u64 v = o->kind == PO_IMM ? o->imm ? ~0ull : 0 : pred != NO_OPERAND ? w->pred[pred] : 0;
    return o->neg ? ~v : v;
}

/* Copies an argument at `from` into a parameter that is a register. */
static void pass_register(struct warp *w, const struct prog_func *callee, const struct ptx_var *p,
                          const struct ptx_operand *o, u32 from, u64 mask)
{
    u32 to = function_register(w, callee, p);
    if (o->kind == PO_SYM || to == NO_OPERAND)
        return;
    if (p->type == PT_PRED)
        w->pred[to] = (w->pred[to] & ~mask) | (predicate(w, o, from) & mask);
    else
        copy_register(w, reg_at(w, to), from, p->size, mask);
}

/* Copies arguments into the callee's frame. */
static void pass_arguments(struct warp *w, const struct uop *u, const struct prog_func *callee, u32 callee_fp,
                           u64 mask)
{
    const struct ptx_instr *in = u->in;
    const struct ptx_var *p = callee->f->params;
    for (u32 k = callee_operand(in) + 1, j = 0; k < in->n_opnd && p; k++, j++, p = p->next) {
        const struct ptx_operand *o = &in->opnd[k];
        u32 to = callee_fp + (u32)p->offset;
        if (p->space == PS_REG) {
            pass_register(w, callee, p, o, u->list[k], mask);
        } else if (o->kind == PO_SYM) {
            copy_local(w, to, w->fp + (u32)(o->sym->offset + (u64)o->off), MIN(p->size, o->sym->size), mask);
        } else {
            const void *v = lanes_at(w, u->list[k]);
            for (u32 i = 0; i < w->lanes; i++)
                if (mask >> i & 1)
                    local_put(w, to, i, p->size > 4 ? ((const u64a *)v)[i] : ((const u32a *)v)[i],
                              p->size > 4 ? 2 : 1);
        }
    }
}

/* Bytes of a function's registers, before its predicates, where a recursive call saves them. */
static size_t saved_bytes(const struct warp *w, const struct prog_func *f)
{
    return (size_t)f->f->n_slots * w->lanes * 4;
}

static void save_registers(struct warp *w, const struct prog_func *f)
{
    size_t regs = saved_bytes(w, f), preds = f->f->n_pred_slots * sizeof(u64);
    VEC_RESERVE(&w->save, w->save.n + regs + preds + 1); /* never NULL, even with nothing to save */
    memcpy(w->save.at + w->save.n, w->base[0] + (size_t)f->slot_base * w->lanes * 4, regs);
    memcpy(w->save.at + w->save.n + regs, w->pred + f->pred_base, preds);
    w->save.n += regs + preds;
}

static void restore_registers(struct warp *w, const struct prog_func *f, size_t at)
{
    size_t regs = saved_bytes(w, f), preds = f->f->n_pred_slots * sizeof(u64);
    memcpy(w->base[0] + (size_t)f->slot_base * w->lanes * 4, w->save.at + at, regs);
    memcpy(w->pred + f->pred_base, w->save.at + at + regs, preds);
    w->save.n = at;
}

/* Copies a result from a register of the callee to the caller's register `to`: into its saved copy, until that is
   restored. */
static void take_register(struct warp *w, const struct call *c, const struct ptx_var *p, u32 to)
{
    const struct prog_func *f = c->caller;
    const u32 from = function_register(w, c->callee, p), base = f->slot_base * w->lanes * 4;
    u8 *saved = f->recursive ? w->save.at + c->save_at : NULL;
    if (p->type == PT_PRED) {
        if (to == NO_OPERAND)
            return;
        u64 *at = saved ? (u64 *)(saved + saved_bytes(w, f)) + (to - f->pred_base) : &w->pred[to];
        *at = (*at & ~c->mask) | ((from == NO_OPERAND ? 0 : w->pred[from]) & c->mask);
    } else if (from != NO_OPERAND && (!saved || to - base < saved_bytes(w, f))) {
        copy_register(w, saved ? saved + (to - base) : reg_at(w, to), from, p->size, c->mask);
    }
}

/* Copies results that are registers of the callee. */
static void take_registers(struct warp *w, const struct call *c)
{
    const struct ptx_instr *in = c->site->in;
    const struct ptx_var *p = c->callee->f->rets;
    for (u32 k = 0; k < in->n_dst && p; k++, p = p->next)
        if (p->space == PS_REG && in->opnd[k].kind == PO_REG)
            take_register(w, c, p, c->site->list[k]);
}

/* Copies results that are memory. */
static void take_results(struct warp *w, const struct call *c, u32 callee_fp)
{
    const struct ptx_instr *in = c->site->in;
    const struct ptx_var *p = c->callee->f->rets;
    for (u32 k = 0; k < in->n_dst && p; k++, p = p->next) {
        const struct ptx_operand *o = &in->opnd[k];
        u32 from = callee_fp + (u32)p->offset;
        if (p->space == PS_REG)
            continue;
        if (o->kind == PO_SYM) {
            copy_local(w, w->fp + (u32)(o->sym->offset + (u64)o->off), from, MIN(p->size, o->sym->size), c->mask);
        } else if (o->kind == PO_REG) {
            void *v = reg_at(w, c->site->list[k]);
            for (u32 i = 0; i < w->lanes; i++)
                if (c->mask >> i & 1) {
                    if (p->size > 4)
                        ((u64a *)v)[i] = local_get(w, from, i, 2);
                    else
                        ((u32a *)v)[i] = (u32)local_get(w, from, i, 1);
                }
        }
    }
}

void warp_leave_frame(struct warp *w)
{
    struct call c = w->calls.at[--w->calls.n];
    u32 callee_fp = w->fp;
    w->fp = c.fp;
    w->func = c.caller;
    take_registers(w, &c);
    if (c.caller->recursive)
        restore_registers(w, c.caller, c.save_at);
    take_results(w, &c, callee_fp);
}

static enum warp_stop enter(struct warp *w, struct uop *u, const struct prog_func *callee, u64 exec)
{
    const struct prog_func *caller = w->func;
    u32 fp = w->fp + caller->frame_bytes;
    if (!warp_need_local(w, (u64)fp + callee->frame_bytes) || w->calls.n >= MAX_DEPTH) {
        fault_at(w, u, ctz64(exec), EF_STACK, 0, 0,
                 "the call stack needs more than %u bytes a thread (call of %s, depth %zu)", w->launch->local_limit,
                 callee->f->name, w->calls.n + 1);
        return WS_FAULT;
    }
    struct call c = {.site = u, .caller = caller, .callee = callee, .mask = exec, .fp = w->fp, .save_at = w->save.n};
    if (caller->recursive)
        save_registers(w, caller); /* before the arguments, which may go into the caller's own registers */
    pass_arguments(w, u, callee, fp, exec);
    VEC_PUSH(&w->calls, c);
    VEC_PUSH(&w->stack, (struct stack_entry){.mask = w->active, .pc = u->pc + 1, .rpc = w->rpc, .is_call = true});
    w->active = exec;
    w->rpc = NO_PC;
    w->fp = fp;
    w->func = callee;
    w->pc = callee->first;
    return WS_GO;
}

static enum warp_stop call_direct(struct warp *w, struct uop *u, u64 exec)
{
    put_one(w, u, exec);
    if (!exec) {
        w->pc = u->pc + 1;
        return WS_GO;
    }
    return enter(w, u, (const struct prog_func *)(uintptr_t)u->imm, exec);
}

/* Lanes with another target than the first lane's wait on the stack and repeat the call. */
static enum warp_stop call_indirect(struct warp *w, struct uop *u, u64 exec)
{
    put_one(w, u, exec);
    if (!exec) {
        w->pc = u->pc + 1;
        return WS_GO;
    }
    const u64a *target = lanes_at(w, u->a);
    u32 first = ctz64(exec);
    u64 same = 0, value = target[first];
    for (u32 i = 0; i < w->lanes; i++)
        if (exec >> i & 1 && target[i] == value)
            same |= 1ull << i;
    struct ptx_func *f;
    struct emu_module *m;
    const struct prog_func *callee =
        module_func_at(w->launch->dev, value, &f, &m) ? prog_find_func(w->launch->prog, f) : NULL;
    if (!callee) {
        fault_at(w, u, first, EF_OUT_OF_BOUNDS, value, 0,
                 "call through 0x%llx, which is no function that this kernel can reach", (unsigned long long)value);
        return WS_FAULT;
    }
    if (same != exec) {
        u32 r = u->pc + 1;
        if (w->rpc != r)
            VEC_PUSH(&w->stack, (struct stack_entry){.mask = w->active, .pc = r, .rpc = w->rpc});
        VEC_PUSH(&w->stack, (struct stack_entry){.mask = exec & ~same, .pc = u->pc, .rpc = r});
        w->active = same;
        w->rpc = r;
        w->launch->counts.divergent_branches++;
    }
    return enter(w, u, callee, same);
}

static enum warp_stop op_exit(struct warp *w, struct uop *u, u64 exec)
{
    put_one(w, u, exec);
    warp_exit_lanes(w, exec);
    w->pc = u->pc + 1;
    if (!w->active)
        warp_pop(w);
    return w->active ? WS_GO : WS_DONE;
}

static enum warp_stop op_ret(struct warp *w, struct uop *u, u64 exec)
{
    if (!w->calls.n)
        return op_exit(w, u, exec);
    put_one(w, u, exec);
    w->active &= ~exec;
    w->pc = u->pc + 1;
    for (size_t i = w->stack.n; i-- && !w->stack.at[i].is_call;)
        w->stack.at[i].mask &= ~exec;
    if (!w->active)
        warp_pop(w);
    return w->active ? WS_GO : WS_DONE;
}

static enum warp_stop op_trap(struct warp *w, struct uop *u, u64 exec)
{
    put_one(w, u, exec);
    w->pc = u->pc + 1;
    if (!exec)
        return WS_GO;
    fault_at(w, u, ctz64(exec), EF_TRAP, 0, 0, "the kernel executed %s",
             u->in->op == OP_TRAP ? "a trap" : "a breakpoint");
    return WS_FAULT;
}

static enum warp_stop op_unsupported(struct warp *w, struct uop *u, u64 exec)
{
    w->pc = u->pc + 1;
    if (!exec)
        return WS_GO;
    fault_at(w, u, ctz64(exec), EF_UNSUPPORTED, 0, 0, "%s is not supported: it parses, but cannot be executed",
             u->in->text);
    return WS_FAULT;
}

static u32 uniform_u32(struct warp *w, u32 off, u64 exec)
{
    return ((const u32a *)lanes_at(w, off))[ctz64(exec)];
}

/* A path that overtook one which had yielded comes to a barrier: it waits for that one, which may be there already.
   */
static bool bar_waits_for_yielded(struct warp *w, const struct uop *u)
{
    struct stack_entry *top = w->stack.n ? &w->stack.at[w->stack.n - 1] : NULL;
    if (!top || !top->yielded)
        return false;
    if (top->pc == u->pc) {
        w->active |= top->mask;
        w->stack.n--;
        return false;
    }
    const struct ptx_instr *in = w->launch->prog->code[top->pc].in;
    if ((in->op == OP_BAR || in->op == OP_BARRIER) && in->sub != SUB_WARP)
        return false; /* the other is at another barrier: neither can wait for the other */
    struct stack_entry other = *top;
    *top = (struct stack_entry){.mask = w->active, .pc = u->pc, .rpc = w->rpc, .yielded = true};
    w->active = other.mask;
    w->pc = other.pc;
    w->rpc = other.rpc;
    return true;
}

static enum warp_stop op_bar(struct warp *w, struct uop *u, u64 exec)
{
    if (exec == w->active) {
        if (bar_waits_for_yielded(w, u))
            return WS_GO;
        exec = w->active;
    }
    u32 id = uniform_u32(w, u->a, exec | !exec),
        threads = u->b == NO_OPERAND ? 0 : uniform_u32(w, u->b, exec | !exec);
    w->pc = u->pc + 1;
    if (!exec) {
        put_one(w, u, 0);
        return WS_GO;
    }
    return cta_arrive(w, u, exec, id, threads, u->in->sub != SUB_ARRIVE);
}

static enum warp_stop op_brx(struct warp *w, struct uop *u, u64 exec)
{
    put_one(w, u, exec);
    w->pc = u->pc + 1;
    if (!exec)
        return WS_GO;
    const u32a *index = lanes_at(w, u->a);
    u32 first = ctz64(exec), value = index[first];
    if (value >= u->in->n_targets) {
        fault_at(w, u, first, EF_OUT_OF_BOUNDS, value, 0, "brx.idx with index %u of %u targets", value,
                 u->in->n_targets);
        return WS_FAULT;
    }
    u64 same = 0;
    for (u32 i = 0; i < w->lanes; i++)
        if (exec >> i & 1 && index[i] == value)
            same |= 1ull << i;
    u32 target = u->func->first + u->in->targets[value];
    if (same != w->active) { /* the other lanes repeat this instruction, or fall through */
        u32 r = u->reconv == NO_PC ? w->rpc : u->reconv;
        if (w->rpc != r)
            VEC_PUSH(&w->stack, (struct stack_entry){.mask = w->active, .pc = r, .rpc = w->rpc});
        if (w->active & ~exec && u->pc + 1 != r)
            VEC_PUSH(&w->stack, (struct stack_entry){.mask = w->active & ~exec, .pc = u->pc + 1, .rpc = r});
        if (exec & ~same)
            VEC_PUSH(&w->stack, (struct stack_entry){.mask = exec & ~same, .pc = u->pc, .rpc = r});
        w->active = same;
        w->rpc = r;
        w->launch->counts.divergent_branches++;
    }
    w->launch->counts.branches++;
    w->pc = target;
    return WS_GO;
}

enum warp_stop flow_on(struct warp *w, struct uop *u, u64 exec)
{
    put_one(w, u, exec);
    w->pc = u->pc + 1;
    return WS_GO;
}

/* Makes earlier writes visible to other readers (the host, while the kernel runs). */
static enum warp_stop op_fence(struct warp *w, struct uop *u, u64 exec)
{
    __atomic_thread_fence(__ATOMIC_SEQ_CST);
    return flow_on(w, u, exec);
}

/* Cycles of a nap: the machine's timers tick at powers of two, and the nap ends at the next tick of the least power
   above its length. */
static u64 nap(const struct emu_sleep *s, u64 now, u32 length)
{
    u64 period = 2;

    if (length < 32)
        return s->least;
    while (period <= length)
        period *= 2;
    period = MIN(period, s->most);
    u64 tick = MIN(period, s->tick), until = (now + period - tick) / tick * tick + tick;
    return MAX((until - now) * s->clock / 1000, s->least);
}

/* A sleeping warp yields to the next ready warp. In a timed run the sleep also costs its cycles, once. */
static enum warp_stop op_sleep(struct warp *w, struct uop *u, u64 exec)
{
    const struct launch *l = w->launch;

    if (w->gate == GATE_PERFORM) {
        w->again =
            w->calling ? 0 : (u32)nap(&l->dev->opt.sleep, l->nanos, ((const u32a *)lanes_at(w, u->a))[ctz64(exec)]);
        w->calling = w->again != 0;
        w->pc = u->pc + 1;
        return WS_SLEEP;
    }
    flow_on(w, u, exec);
    return WS_SLEEP;
}

/* Registers and predicates among a call's operands, by operand index. */
static const u32 *call_operands(struct prog *p, struct uop *u)
{
    u32 *list = ARENA_ARRAY(&p->arena, u32, u->in->n_opnd);
    for (u32 k = 0; k < u->in->n_opnd; k++) {
        const struct ptx_operand *o = &u->in->opnd[k];
        if (o->kind == PO_REG && u->func->f->regs[o->reg].type == PT_PRED)
            list[k] = decode_pred(u->func, o);
        else if (o->kind == PO_REG)
            list[k] = decode_operand(p, u->func, o, reg_bytes(u->func, o));
        else if (o->kind == PO_IMM)
            list[k] = decode_const(p, o->imm, 8);
    }
    return list;
}

/* Variables passed in a call must lie completely in the caller's frame. */
static bool call_vars_fit(const struct uop *u)
{
    for (u32 k = 0; k < u->in->n_opnd; k++) {
        const struct ptx_operand *o = &u->in->opnd[k];
        if (o->kind == PO_SYM && (o->off || o->sym->space != PS_PARAM || is_kernel_param(u->func, o->sym) ||
                                  o->sym->offset + align_up(o->sym->size, 4) > u->func->frame_bytes || !o->sym->size))
            return false;
    }
    return true;
}

static void select_call(struct prog *p, struct uop *u)
{
    const struct ptx_operand *callee = &u->in->opnd[callee_operand(u->in)];
    if (!call_vars_fit(u)) {
        u->fn.ctl = op_unsupported;
        return;
    }
    u->list = call_operands(p, u);
    if (callee->kind == PO_REG) {
        u->a = decode_operand(p, u->func, callee, 8);
        u->fn.ctl = call_indirect;
        return;
    }
    struct ptx_func *f = callee->func;
    const struct prog_func *pf = prog_find_func(p, f);
    if (!pf && f->is_decl) {
        struct ptx_func *def = module_find_def(p->dev, f->name, NULL);
        pf = def ? prog_find_func(p, def) : NULL;
    }
    u->imm = (u64)(uintptr_t)pf;
    u->fn.ctl = pf ? call_direct : syscall_find(f->name);
    if (!u->fn.ctl)
        u->fn.ctl = op_unsupported;
}

static void select_bar(struct prog *p, struct uop *u)
{
    const struct ptx_instr *in = u->in;
    u32 k = in->n_dst, last = in->n_opnd;
    if (is_bar_red(in)) {
        const struct ptx_operand *pred = &in->opnd[--last];
        u->r = decode_pred(u->func, pred);
        u->r_neg = pred->neg;
        if (in->opnd[0].kind == PO_REG && in->sub != SUB_POPC)
            u->p = decode_pred(u->func, &in->opnd[0]);
        else if (in->opnd[0].kind == PO_REG)
            u->d = decode_operand(p, u->func, &in->opnd[0], 4);
    }
    u->a = k < last ? decode_operand(p, u->func, &in->opnd[k], 4) : decode_const(p, 0, 4);
    u->b = k + 1 < last ? decode_operand(p, u->func, &in->opnd[k + 1], 4) : NO_OPERAND;
    u->fn.ctl = op_bar;
}

/* Instructions without operands of interest */
static const struct {
    u16 op;
    ctl_fn *fn;
} plain[] = {
    {OP_RET, op_ret},
    {OP_EXIT, op_exit},
    {OP_TRAP, op_trap},
    {OP_BRKPT, op_trap},
    {OP_NANOSLEEP, op_sleep},
    {OP_PMEVENT, op_fence},
    {OP_MEMBAR, op_fence},
    {OP_FENCE, op_fence},
    {OP_GRIDDEPCONTROL, op_fence},
    {OP_SETMAXNREG, op_fence},
    {OP_BARRIER_CLUSTER, cluster_barrier},
    {OP_WGMMA_FENCE, flow_on},
    {OP_WGMMA_COMMIT, flow_on},
    {OP_WGMMA_WAIT, group_wait},
};

bool select_flow(struct prog *p, struct uop *u)
{
    const struct ptx_instr *in = u->in;
    u->base_kind = UK_CTL;
    if (in->parse_only) {
        u->fn.ctl = op_unsupported;
        return true;
    }
    switch (in->op) {
    case OP_BRA:
        u->base_kind = UK_BRA;
        u->target = u->func->first + in->opnd[0].label;
        u->reconv = in->reconv == UINT32_MAX ? NO_PC : u->func->first + in->reconv;
        return true;
    case OP_BRX_IDX:
        u->a = decode_operand(p, u->func, &in->opnd[0], 4);
        u->reconv = in->reconv == UINT32_MAX ? NO_PC : u->func->first + in->reconv;
        u->fn.ctl = op_brx;
        return true;
    case OP_NANOSLEEP: u->a = decode_operand(p, u->func, &in->opnd[0], 4); break;
    case OP_CALL: select_call(p, u); return true;
    case OP_BAR:
    case OP_BARRIER:
        if (in->sub == SUB_WARP)
            return false;
        select_bar(p, u);
        return true;
    default: break;
    }
    for (u32 k = 0; k < COUNT_OF(plain); k++)
        if (plain[k].op == in->op) {
            u->fn.ctl = plain[k].fn;
            return true;
        }
    return false;
}

void flow_unsupported(struct uop *u)
{
    u->base_kind = UK_CTL;
    u->fn.ctl = op_unsupported;
}
