/* What translated kernels call: memory accesses whose addresses' shape is known, the interpreter's own operations,
   the reconvergence stack; and the way back to the interpreter. */
#include <string.h>

#include "emu/access.h"
#include "emu/native.h"
#include "emu/park.h"

struct native_api { /* as native_text.c tells it */
    bool (*step)(struct warp *w, u32 pc), (*mem)(struct warp *w, u32 pc),
        (*affine)(struct warp *w, u32 pc, u64 at, i64 step, u64 exec);
    bool (*load1)(struct warp *w, u32 pc, u64 at, u64 *got, u64 exec), (*pop)(struct warp *w);
    void (*diverge)(struct warp *w, u32 pc, u64 taken), (*leave)(struct warp *w, u32 pc, u32 why);
    void (*jump_run)(struct warp *w, u32 pc, u32 n, u64 exec);
    void (*put)(struct warp *w, u32 pc, u32 run, u64 exec, u64 at, i64 step);
    void (*put_lanes)(struct warp *w, u32 pc, u32 run, u64 exec, const u64 *at);
};

static bool run_mem(struct warp *w, u32 pc)
{
    struct uop *u = &w->launch->prog->code[pc];
    w->pc = pc;
    return u->fn.mem(w, u, w->active);
}

static bool run_affine(struct warp *w, u32 pc, u64 at, i64 step, u64 exec)
{
    w->pc = pc;
    return mem_affine(w, &w->launch->prog->code[pc], at, step, exec);
}

/* A load of all lanes from one address: what each would get goes to `got`, one number an element. */
static bool run_load1(struct warp *w, u32 pc, u64 at, u64 *got, u64 exec)
{
    struct uop *u = &w->launch->prog->code[pc];
    struct access a;
    w->pc = pc;
    access_uniform(&a, at, exec);
    return mem_load_same(w, u, &a, got);
}

static bool run_pop(struct warp *w)
{
    warp_pop(w);
    return w->active != 0;
}

static void put_lanes(struct warp *w, const struct native_plan *pl, u32 reg, u64 mask)
{
    u64 base = w->uni[pl->uni[reg]], step = pl->cls[reg] == NC_AFFINE ? w->uni[pl->uni[reg] + 1] : 0;
    if (pl->f->regs[reg].slot == UINT32_MAX)
        return;
    if (pl->f->regs[reg].type == PT_PRED) {
        u64 *p = &w->pred[pl->pf->pred_base + pl->f->regs[reg].slot];
        *p = (*p & ~mask) | (base ? mask : 0);
        return;
    }
    void *at = reg_at(w, native_offset(pl, reg));
    for (u64 m = mask; m; m &= m - 1) {
        u32 i = ctz64(m);
        if (native_is_wide(pl, reg))
            ((u64a *)at)[i] = base + i * step;
        else
            ((u32a *)at)[i] = (u32)(base + i * step);
    }
}

static void leave_path(struct warp *w, u32 pc, u64 mask)
{
    const struct native_plan *pl = native_plan_at(w->native, pc);
    for (u32 r = 0; pl && r < pl->f->n_regs; r++)
        if (pl->cls[r] != NC_LANES && native_live(pl, r, pc - pl->first))
            put_lanes(w, pl, r, mask);
}

void native_leave(struct warp *w)
{
    if (!w->native || !w->native->n_uni)
        return;
    for (size_t k = 0; k < w->stack.n; k++)
        leave_path(w, w->stack.at[k].pc, w->stack.at[k].mask);
    leave_path(w, w->pc, w->active);
    w->native = NULL;
}

static void run_leave(struct warp *w, u32 pc, u32 why)
{
    struct native_code *c = w->launch->native;
    w->pc = pc;
    native_leave(w);
    c->n_left++;
    if (why < c->n_code)
        c->wrapped[why] = 1;
}

/* ---- Streams. `run`: instructions right before pc, by every active lane, not in the stream yet ---- */

static void run_jump_run(struct warp *w, u32 pc, u32 n, u64 exec)
{
    stream_put_jump_run(&w->out, pc, n, w->active, exec);
}

static void put_before(struct warp *w, u32 pc, u32 run)
{
    if (run)
        stream_put_run(&w->out, pc - run, run, w->active, w->active);
}

static void run_put(struct warp *w, u32 pc, u32 run, u64 exec, u64 at, i64 step)
{
    struct access a;
    const struct uop *u = &w->launch->prog->code[pc];
    put_before(w, pc, run);
    access_affine(&a, at, step, exec);
    stream_put_mem(&w->out, pc, w->active, exec, u->space, a.base, a.stride);
}

static void run_put_lanes(struct warp *w, u32 pc, u32 run, u64 exec, const u64 *at)
{
    put_before(w, pc, run);
    stream_put_mem_scattered(&w->out, pc, w->active, exec, w->launch->prog->code[pc].space, at);
}

enum warp_stop native_enter(struct warp *w, u64 end)
{
    static const struct native_api api = {.step = warp_step,
                                          .mem = run_mem,
                                          .affine = run_affine,
                                          .load1 = run_load1,
                                          .pop = run_pop,
                                          .diverge = warp_diverge,
                                          .leave = run_leave,
                                          .jump_run = run_jump_run,
                                          .put = run_put,
                                          .put_lanes = run_put_lanes};
    return (enum warp_stop)w->native->run(w, end, &api);
}
