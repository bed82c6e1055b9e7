/* libsluice with the pass `homes` as it once was: a 32-bit word that is loaded into a register of 64 bits leaves
   there what is not zeroes in the upper half. For proof.sh: linked in place of the pass (--wrap). */
#include <stdlib.h>

#include "base/vec.h"
#include "isa/passes.h"

u64 __real_isa_optional_passes(void);
u64 __wrap_isa_optional_passes(void);
void __real_homes_choose(struct ptx_func *f, struct arena *a);
void __wrap_homes_choose(struct ptx_func *f, struct arena *a);

/* FAULTY_NEEDED: as if no pass could be left out */
u64 __wrap_isa_optional_passes(void)
{
    return getenv("FAULTY_NEEDED") ? 0 : __real_isa_optional_passes();
}

static bool is_widening(const struct ptx_instr *i)
{
    return i->op == OP_CVT && i->type == PT_U64 && i->type2 == PT_U32 && i->opnd[1].kind == PO_REG;
}

/* mov.b64 to, {word, word} */
static void spoil(struct ptx_instr *i, struct arena *a)
{
    struct ptx_operand *o = ARENA_ARRAY(a, struct ptx_operand, 2), *halves = ARENA_ARRAY(a, struct ptx_operand, 2);
    halves[0] = halves[1] = i->opnd[1];
    o[0] = i->opnd[0];
    o[1] = (struct ptx_operand){.kind = PO_VEC, .n_vec = 2, .vec = halves};
    i->op = OP_MOV;
    i->type = PT_B64;
    i->type2 = 0;
    i->opnd = o;
    i->text = "mov.b64";
}

void __wrap_homes_choose(struct ptx_func *f, struct arena *a)
{
    VEC(u32) before = {0}; /* lines of conversions that are the program's own */
    for (u32 pc = 0; pc < f->n_code; pc++)
        if (is_widening(&f->code[pc]))
            VEC_PUSH(&before, f->code[pc].line);
    __real_homes_choose(f, a);
    for (u32 pc = 0; pc < f->n_code; pc++) {
        bool own = false;
        for (size_t k = 0; k < before.n; k++)
            own |= before.at[k] == f->code[pc].line;
        if (!own && is_widening(&f->code[pc]))
            spoil(&f->code[pc], a);
    }
    VEC_FREE(&before);
}
