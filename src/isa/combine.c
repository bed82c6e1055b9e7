/* Atomics of a whole warp on one word, as the card's compiler has them: where it knows that all lanes have the same
   address, one lane does it for all. Read off ptxas's code for sm_90, for 32-bit integers in global and shared
   memory:
   - something equal is added (64 bits, too): the lanes are counted, and one adds the product; a lane that reads the
   old value gets it by a shuffle and adds what the lanes below it have added;
   - something of each lane's own is added, or the least, the greatest, the and, the or, the exclusive or is wanted,
   and the old value is not read: the warp reduces it first (REDUX);
   - something of each lane's own is added and the old value is read: a scan by shuffles, if all lanes take part.
   A one that is added to shared memory, where the old value is not read, is an instruction by itself
   (ATOMS.POPC.INC), whatever the addresses: it counts the lanes of each word, which take no longer than one would
   (measured: 2.3 cycles a warp with all lanes on one word, as with words of their own; tools/h200/contended.cu).
   Others go lane by lane: floating point, exchange, compare and swap, increment.
   When: always, for sm_90 (read off machine code of ptxas 13.0; tools/h200 has nothing that counts it again).
   Leaves alone: what atomics do, and in which order: it notes which lanes access memory for others. */
#include "isa/known.h"

enum { NO, YES, ANY };

/* What becomes of an atomic on one address, by its operation (SUB_*), whether all lanes have the same value, and
   whether the old value is read. The first row that fits counts. */
static const struct {
    u8 subs[6]; /* up to the first 0 */
    u8 most_bits, same, wanted, way;
} ways[] = {
    {{SUB_ADD}, 64, YES, NO, COMBINE_TIMES},
    {{SUB_ADD}, 64, YES, YES, COMBINE_TIMES_OLD},
    {{SUB_ADD}, 32, ANY, YES, COMBINE_SCAN},
    {{SUB_ADD, SUB_MIN, SUB_MAX, SUB_AND, SUB_OR, SUB_XOR}, 32, ANY, NO, COMBINE_REDUCE},
};

static u32 bits_of(u8 type)
{
    switch (type) {
    case PT_U64:
    case PT_S64: return 64;
    case PT_U32:
    case PT_S32:
    case PT_B32: return 32;
    default: return 0;
    }
}

static bool has(const u8 *subs, u8 sub)
{
    for (u32 k = 0; k < 6 && subs[k]; k++)
        if (subs[k] == sub)
            return true;
    return false;
}

/* Of 32-bit or 64-bit integers, in global or shared memory, by all lanes */
static bool may_combine(const struct ptx_instr *i)
{
    u32 at = i->op == OP_ATOM;

    return (i->op == OP_ATOM || i->op == OP_RED) && !i->guarded && (i->space == PS_GLOBAL || i->space == PS_SHARED) &&
           at + 1u < i->n_opnd && i->opnd[at + 1].kind != PO_VEC && i->vec <= 1 && bits_of(i->type);
}

static bool is_wanted(const struct uniform *u, const struct ptx_instr *i)
{
    return i->op == OP_ATOM && i->opnd[0].kind == PO_REG && u->read[i->opnd[0].reg];
}

/* ATOMS.POPC.INC */
static bool counts_lanes(const struct uniform *u, const struct ptx_instr *i)
{
    u32 at = i->op == OP_ATOM;

    return (i->op == OP_ATOM || i->op == OP_RED) && i->space == PS_SHARED && i->sub == SUB_ADD &&
           bits_of(i->type) == 32 && i->vec <= 1 && at + 1u < i->n_opnd && i->opnd[at + 1].kind == PO_IMM &&
           i->opnd[at + 1].imm == 1 && !is_wanted(u, i);
}

static u8 way_of(const struct uniform *u, const struct ptx_instr *i)
{
    u32 at = i->op == OP_ATOM, bits = bits_of(i->type);

    if (counts_lanes(u, i))
        return COMBINE_WORDS;

    if (!may_combine(i) || !uniform_operand(u, &i->opnd[at]))
        return COMBINE_NO;
    const struct ptx_operand *v = &i->opnd[at + 1];
    bool wanted = is_wanted(u, i), same = uniform_operand(u, v);
    for (u32 k = 0; k < COUNT_OF(ways); k++)
        if (has(ways[k].subs, i->sub) && bits <= ways[k].most_bits && (ways[k].same == ANY || ways[k].same == same) &&
            ways[k].wanted == wanted)
            return ways[k].way;
    return COMBINE_NO;
}

void combine_find(struct ptx_func *f)
{
    bool any = false;

    for (u32 pc = 0; pc < f->n_code; pc++)
        any |= f->code[pc].op == OP_ATOM || f->code[pc].op == OP_RED;
    if (!any)
        return;
    const struct uniform *u = known_uniform(f, UNIFORM_PATHS);
    for (u32 pc = 0; pc < f->n_code; pc++)
        f->notes->at[pc].combined = way_of(u, &f->code[pc]);
}

/* Instructions beside the access itself: lane number, votes, counts, comparison, products, shuffles */
u32 combine_slots(const struct ptx_instr *i, u8 way)
{
    bool wide = i->type == PT_U64 || i->type == PT_S64;
    const struct ptx_operand *v = &i->opnd[i->op == OP_ATOM ? 2 : 1];
    u32 product = v->kind == PO_IMM && v->imm == 1 ? 0 : 1;

    switch (way) {
    case COMBINE_TIMES: return 5 + product + wide;
    case COMBINE_TIMES_OLD: return 10 + product + 3 * wide;
    case COMBINE_REDUCE: return 6;
    case COMBINE_SCAN: return 25;
    default: return 0;
    }
}
