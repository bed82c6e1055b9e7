/* Accesses with .acquire and .release, as the card's compiler spells them (ptxas 13.0 for sm_90, read off its code;
   times: tools/h200/ordered.cu):
       .release   a fence before the access: MEMBAR, ERRBAR and CGAERRBAR of the machine, MEMBAR alone of a block
       .acquire   behind it, CCTL.IVALL: waits for the access and empties the L1; of a block, a NOP that waits
   Both are fences here, told by their flags (ptx_fence_only_acquires): PF_RELEASE alone keeps the L1, PF_ACQUIRE
   alone waits for loads and no stores. Loads of this kind, and relaxed ones, pass the L1 by unless they are for a
   block. Leaves alone: what is not of global or shared memory, and fences that stand in the program. */
#include <string.h>

#include "isa/edit.h"

enum scope { SCOPE_BLOCK, SCOPE_MACHINE, SCOPE_SYSTEM };

static enum scope scope_of(const struct ptx_instr *i)
{
    if (strstr(i->text, ".cta") || i->space == PS_SHARED)
        return SCOPE_BLOCK;
    return strstr(i->text, ".sys") ? SCOPE_SYSTEM : SCOPE_MACHINE;
}

static bool is_access(const struct ptx_instr *i)
{
    return (i->op == OP_LD || i->op == OP_ST || i->op == OP_ATOM || i->op == OP_RED) && !i->parse_only &&
           (i->space == PS_GLOBAL || i->space == PS_GENERIC || i->space == PS_SHARED);
}

/* The cache operator of such a load: the parser lets relaxed loads skip the L1, whatever their scope. */
static u8 cache_of(const struct ptx_instr *i)
{
    if (i->op != OP_LD || !(i->flags & (PF_RELAXED | PF_ACQUIRE)))
        return i->cache;
    return scope_of(i) == SCOPE_BLOCK ? PK_NONE : PK_CG;
}

static bool is_ordered(const struct ptx_instr *i)
{
    return is_access(i) && (i->flags & (PF_ACQUIRE | PF_RELEASE) || cache_of(i) != i->cache);
}

static void put_fence(struct edit *e, const struct ptx_instr *i, u32 flag)
{
    static const char *const texts[] = {[SCOPE_BLOCK] = "fence.acq_rel.cta",
                                        [SCOPE_MACHINE] = "fence.acq_rel.gpu",
                                        [SCOPE_SYSTEM] = "fence.acq_rel.sys"};

    if (i->flags & flag)
        edit_put(e, i,
                 (struct ptx_instr){.op = OP_FENCE,
                                    .flags = flag,
                                    .guarded = i->guarded,
                                    .guard_neg = i->guard_neg,
                                    .guard = i->guard,
                                    .text = texts[scope_of(i)]},
                 NULL, 0);
}

void ordered(struct ptx_func *f, struct arena *a)
{
    struct edit e;
    bool found = false;

    for (u32 pc = 0; pc < f->n_code; pc++)
        found |= is_ordered(&f->code[pc]);
    if (!found)
        return;
    edit_begin(&e, f, a);
    for (u32 pc = 0; pc < f->n_code; pc++) {
        const struct ptx_instr *i = &f->code[pc];
        edit_here(&e, pc);
        if (!is_ordered(i)) {
            edit_keep(&e, i);
            continue;
        }
        struct ptx_instr is = *i;
        is.cache = cache_of(i);
        put_fence(&e, i, PF_RELEASE);
        edit_change(&e, i, &is);
        put_fence(&e, i, PF_ACQUIRE);
    }
    edit_commit(&e);
}
