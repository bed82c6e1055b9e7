/* Moves: registers, immediates, addresses of variables and functions, special registers, packing and
   unpacking of vectors; cvta and isspacep. Special registers that do not change while a CTA runs are
   lanes in the register file, filled when it starts. The clock is the simulated cycle; without a
   machine it counts the warp's own instructions and the time that passes while all warps wait
   (park.c). */
#include "emu/async.h"

UN(mov32, u32a, u32a, x)
UN(mov64, u64a, u64a, x)
UN(mov_imm64, u64a, u64a, x + u->imm)
UN(mov_imm32, u32a, u32a, x + (u32)u->imm)

/* Address of a variable in the frame: u->imm (with its window) + the frame. */
ALU_OP(mov_frame64, u64a *d = dst; const u64 v = u->imm + w->fp; LANES(n) d[i] = v;)
ALU_OP(mov_frame32, u32a *d = dst; const u32 v = (u32)u->imm + w->fp; LANES(n) d[i] = v;)

bool is_kernel_param(const struct prog_func *f, const struct ptx_var *v)
{
    if (!f->f->is_entry || v->space != PS_PARAM)
        return false;
    for (const struct ptx_var *p = f->f->params; p; p = p->next)
        if (p == v)
            return true;
    return false;
}

static bool in_frame(const struct prog_func *f, const struct ptx_var *v)
{
    return v->space == PS_LOCAL || (v->space == PS_PARAM && !is_kernel_param(f, v));
}

static bool select_symbol(struct prog *p, struct uop *u, const struct ptx_operand *o, u32 bytes, u64 window)
{
    u->base_kind = UK_ALU;
    set_dst(p, u, bytes);
    if (in_frame(u->func, o->sym)) {
        u->imm = o->sym->offset + (u64)o->off + window + (o->sym->space == PS_PARAM ? LOCAL_WINDOW : 0);
        pick_alu(p, u, bytes == 8 ? mov_frame64 : mov_frame32);
        return true;
    }
    u->a = decode_operand(p, u->func, o, bytes);
    u->imm = window + (is_kernel_param(u->func, o->sym) ? PARAM_WINDOW : 0);
    pick_alu(p, u, bytes == 8 ? mov_imm64 : mov_imm32);
    return true;
}

/* Ends the run, so that the count includes exactly the instructions before this one. */
static enum warp_stop dynamic_sreg(struct warp *w, struct uop *u, u64 exec)
{
    u64 v;
    if (w->gate == GATE_PERFORM) {
        bool clock = u->imm == SR_CLOCK || u->imm == SR_CLOCK_HI || u->imm == SR_CLOCK64;
        v = clock ? w->launch->cycle : w->launch->nanos;
        w->launch->clock_reads++;
    } else {
        stream_put_run(&w->out, u->pc, 1, w->active, exec);
        warp_count(w, 1, exec);
        v = w->instrs * w->launch->pace + w->launch->passed;
    }
    w->pc = u->pc + 1;
    if (u->imm == SR_CLOCK_HI || u->imm == SR_GLOBALTIMER_HI)
        v >>= 32;
    for (u32 i = 0; i < w->lanes; i++)
        if (exec >> i & 1) {
            if (u->words == 2)
                ((u64a *)reg_at(w, u->d))[i] = v;
            else
                ((u32a *)reg_at(w, u->d))[i] = (u32)v;
        }
    return WS_GO;
}

bool is_dynamic(u32 sreg)
{
    return sreg == SR_CLOCK || sreg == SR_CLOCK_HI || sreg == SR_CLOCK64 || sreg == SR_GLOBALTIMER ||
           sreg == SR_GLOBALTIMER_LO || sreg == SR_GLOBALTIMER_HI;
}

/* d = {a, b, ...}: elements of `bits` each, low first */
static void pack_op(struct warp *w, const struct uop *u, u64 exec)
{
    u32 n = u->vec, bits = (u32)u->imm;
    for (u32 i = 0; i < w->lanes; i++) {
        if (!(exec >> i & 1))
            continue;
        u64 v = 0;
        for (u32 k = 0; k < n; k++) {
            u64 e =
                bits == 64 ? ((const u64a *)lanes_at(w, u->list[k]))[i] : ((const u32a *)lanes_at(w, u->list[k]))[i];
            v |= (e & lanes_mask(bits)) << bits * k;
        }
        if (u->words == 2)
            ((u64a *)reg_at(w, u->d))[i] = v;
        else
            ((u32a *)reg_at(w, u->d))[i] = (u32)v;
    }
}

static void unpack_op(struct warp *w, const struct uop *u, u64 exec)
{
    u32 n = u->vec, bits = (u32)u->imm;
    for (u32 i = 0; i < w->lanes; i++) {
        if (!(exec >> i & 1))
            continue;
        u64 v = u->words == 2 ? ((const u64a *)lanes_at(w, u->a))[i] : ((const u32a *)lanes_at(w, u->a))[i];
        ((u64a *)w->tmp)[i] = v;
    }
    for (u32 i = 0; i < w->lanes; i++)
        for (u32 k = 0; exec >> i & 1 && k < n; k++)
            if (u->list[k] != NO_OPERAND)
                ((u32a *)reg_at(w, u->list[k]))[i] = (u32)(((u64a *)w->tmp)[i] >> bits * k & lanes_mask(bits));
}

static bool select_vector(struct prog *p, struct uop *u, const struct ptx_operand *vec, bool pack)
{
    u32 total = type_bits(u->in->type), n = vec->n_vec;
    if (!n || total % n || total > 64)
        return false;
    u32 *list = ARENA_ARRAY(&p->arena, u32, n), bytes = total == 64 ? 8 : 4;
    for (u32 k = 0; k < n; k++)
        list[k] = vec->vec[k].kind == PO_SINK ? NO_OPERAND : decode_operand(p, u->func, &vec->vec[k], 4);
    u->list = list;
    u->vec = (u8)n;
    u->imm = total / n;
    u->base_kind = UK_MASKED;
    u->words = (u8)(bytes / 4);
    if (pack) {
        u->fn.masked = pack_op;
        u->d = decode_operand(p, u->func, &u->in->opnd[0], bytes);
    } else {
        u->fn.masked = unpack_op;
        u->a = decode_operand(p, u->func, &u->in->opnd[1], bytes);
    }
    return true;
}

static bool select_mov(struct prog *p, struct uop *u)
{
    const struct ptx_operand *d = &u->in->opnd[0], *a = &u->in->opnd[1];
    u32 bytes = type_bits(u->in->type) == 64 ? 8 : 4;
    if (type_bits(u->in->type) > 64)
        return false;
    if (a->kind == PO_VEC)
        return select_vector(p, u, a, true);
    if (d->kind == PO_VEC)
        return select_vector(p, u, d, false);
    if (a->kind == PO_SYM)
        return select_symbol(p, u, a, bytes, 0);
    if (a->kind == PO_SREG && is_dynamic(a->sreg)) {
        u->base_kind = UK_CTL;
        u->fn.ctl = dynamic_sreg;
        u->imm = a->sreg;
        set_dst(p, u, bytes);
        return true;
    }
    set_alu(p, u, bytes == 8 ? mov64 : mov32, bytes, bytes);
    return true;
}

static u64 window_of(u8 space)
{
    return space == PS_SHARED ? SHARED_WINDOW : space == PS_LOCAL ? LOCAL_WINDOW : 0;
}

static bool select_cvta(struct prog *p, struct uop *u)
{
    const struct ptx_operand *a = &u->in->opnd[1];
    u32 bytes = type_bits(u->in->type) == 64 ? 8 : 4;
    u64 window = window_of(u->in->space);
    if (a->kind == PO_SYM)
        return select_symbol(p, u, a, bytes, window);
    set_alu(p, u, bytes == 8 ? mov_imm64 : mov_imm32, bytes, bytes);
    u->imm = u->in->sub == SUB_TO ? 0 - window : window;
    return true;
}

static void isspacep_op(struct warp *w, const struct uop *u, u64 exec)
{
    u64 m = 0, base = u->imm, span = WINDOW_SPAN;
    if (u->in->space == PS_GLOBAL)
        span = w->launch->dev->span - CONST_SPAN;
    else if (u->in->space == PS_CONST)
        span = CONST_SPAN;
    for (u32 i = 0; i < w->lanes; i++) {
        u64 a = u->flags & UF_ADDR32 ? ((const u32a *)lanes_at(w, u->a))[i] : ((const u64a *)lanes_at(w, u->a))[i];
        m |= (u64)(a - base < span) << i;
    }
    if (u->p != NO_OPERAND)
        w->pred[u->p] = (w->pred[u->p] & ~exec) | (m & exec);
}

bool select_move(struct prog *p, struct uop *u)
{
    const struct ptx_instr *in = u->in;
    switch (in->op) {
    case OP_MOV: return select_mov(p, u);
    case OP_CVTA: return select_cvta(p, u);
    case OP_MAPA:
    case OP_GETCTARANK: return select_mapa(p, u);
    case OP_CREATEPOLICY: return select_policy(p, u);
    case OP_ISSPACEP:
        u->base_kind = UK_MASKED;
        u->fn.masked = isspacep_op;
        u->p = decode_pred(u->func, &in->opnd[0]);
        u->flags = reg_bytes(u->func, &in->opnd[1]) == 4 ? UF_ADDR32 : 0;
        u->a = decode_operand(p, u->func, &in->opnd[1], u->flags ? 4 : 8);
        u->imm = in->space == PS_GLOBAL  ? p->dev->base + CONST_SPAN
                 : in->space == PS_CONST ? p->dev->base
                 : in->space == PS_PARAM ? PARAM_WINDOW
                                         : window_of(in->space);
        return true;
    default: return false;
    }
}
