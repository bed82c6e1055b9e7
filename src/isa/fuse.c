/* One instruction of the machine for two of PTX's, the first of which is read by the second alone: multiply and add,
   add and add, shift and add, logic and logic, compare and combine, add and take the lesser, the least of three. A
   64-bit shift and add are two for four, a sign extended and added two for three, two 64-bit additions or logic
   operations two for four, a 64-bit product and an addition four for six. A product that is taken away needs its sign
   changed. Read off the opcodes that ptxas 13.0 makes for sm_90 of kernels with one such expression each.
   When: for sm_90, of pairs that fold.c finds (counts beside ptxas's: tools/h200/expressions.py). Leaves alone: the
   code: it says how a pair is issued. */
#include "isa/passes.h"

struct pair {
    const struct ptx_func *f;
    const struct ptx_instr *a, *b; /* a's result is an operand of b */
    bool sums;                     /* integers: is_summed */
    u32 bits_a, bits_b;            /* of integers, as they are computed; set if b is a sum of integers */
};

static u32 bits(const struct ptx_instr *i)
{
    return ptx_types[i->type].bits;
}

static bool is_float(const struct ptx_instr *i)
{
    return ptx_types[i->type].kind == 'F';
}

bool is_logic_of(const struct ptx_instr *i, u32 n)
{
    return (i->op == OP_AND || i->op == OP_OR || i->op == OP_XOR || i->op == OP_NOT) && bits(i) == n;
}

static bool is_sum(const struct ptx_instr *i)
{
    return (i->op == OP_ADD || i->op == OP_SUB) && !is_float(i) && !(i->flags & (PF_CC | PF_SAT));
}

static bool has_imm(const struct ptx_instr *i)
{
    return i->opnd[2].kind == PO_IMM;
}

/* An integer of 64 bits, or one whose lower half is all that anybody needs */
static u32 computed_bits(const struct ptx_func *f, const struct ptx_instr *i)
{
    u32 n = bits(i) * (i->flags & PF_WIDE ? 2 : 1);

    return n == 64 && is_narrow_reg(f, i->opnd[0].reg) ? 32 : n;
}

/* b adds a to something, or takes it away, or something away from it where that is one instruction. */
static bool is_summed(const struct pair *p)
{
    const struct ptx_instr *a = p->a, *b = p->b;
    bool regs = a->opnd[0].kind == PO_REG && b->opnd[0].kind == PO_REG,
         first = b->n_opnd > 1 && b->opnd[1].kind == PO_REG && regs && b->opnd[1].reg == a->opnd[0].reg;

    return regs && is_sum(b) && !is_float(a) && (b->op == OP_ADD || a->op != OP_ADD || first);
}

static bool logic_logic(const struct pair *p)
{
    return is_logic_of(p->a, 32) && is_logic_of(p->b, 32);
}
static bool logic_logic_64(const struct pair *p)
{
    return is_logic_of(p->a, 64) && is_logic_of(p->b, 64);
}
static bool upper_half(const struct pair *p)
{
    const struct ptx_instr *a = p->a, *b = p->b;
    return a->op == OP_SHL && bits(a) == 64 && has_imm(a) && a->opnd[2].imm == 32 && bits(b) == 64 &&
           (b->op == OP_OR || b->op == OP_XOR || b->op == OP_ADD);
}
static bool compare_combine(const struct pair *p)
{
    const struct ptx_instr *b = p->b;
    return p->a->op == OP_SETP && p->a->n_opnd == 3 && b->type == PT_PRED &&
           (b->op == OP_AND || b->op == OP_OR || b->op == OP_XOR);
}
static bool is_least(const struct ptx_instr *i)
{
    return (i->op == OP_MIN || i->op == OP_MAX) && !is_float(i) && bits(i) == 32;
}
static bool add_least(const struct pair *p)
{
    return is_least(p->b) && is_sum(p->a) && p->a->op == OP_ADD && bits(p->a) == 32;
}
static bool least_of_three(const struct pair *p)
{
    return is_least(p->b) && p->a->op == p->b->op && p->a->type == p->b->type;
}
static bool sign_add(const struct pair *p)
{
    return p->sums && p->a->op == OP_CVT && p->b->op == OP_ADD && p->bits_b == 64 && p->a->type2 == PT_S32 &&
           bits(p->a) == 64;
}
static bool product_add_64(const struct pair *p)
{
    return p->sums && p->a->op == OP_MUL && !(p->a->flags & (PF_HI | PF_WIDE)) && p->bits_a == 64 &&
           p->bits_b == 64 && p->b->op == OP_ADD;
}
static bool less_product(const struct pair *p)
{
    const struct ptx_instr *a = p->a, *b = p->b;
    return p->sums && a->op == OP_MUL && b->op == OP_SUB && p->bits_b == 32 && !(a->flags & PF_HI) &&
           b->opnd[2].kind == PO_REG && b->opnd[2].reg == a->opnd[0].reg && !has_imm(a);
}
static bool shift_right_add(const struct pair *p)
{
    return p->sums && p->a->op == OP_SHR && p->b->op == OP_ADD && p->bits_b == 32 && p->bits_a == 32 && has_imm(p->a);
}
static bool product_sum(const struct pair *p)
{
    const struct ptx_instr *a = p->a;
    return p->sums && a->op == OP_MUL && !(a->flags & PF_HI) && (a->flags & PF_WIDE || bits(a) == 32) &&
           p->bits_a == p->bits_b;
}
static bool add_sum(const struct pair *p)
{
    return p->sums && is_sum(p->a) && p->a->op == OP_ADD && p->bits_a == 32 && p->bits_b == 32;
}
static bool add_sum_64(const struct pair *p)
{
    return p->sums && is_sum(p->a) && p->a->op == OP_ADD && p->bits_a == p->bits_b;
}
static bool shift_sum(const struct pair *p)
{
    return p->sums && p->a->op == OP_SHL && has_imm(p->a) && p->bits_a == 32 && p->bits_b == 32;
}
static bool shift_add_64(const struct pair *p)
{
    return p->sums && p->a->op == OP_SHL && has_imm(p->a) && p->bits_a == p->bits_b && p->b->op == OP_ADD;
}

static const struct {
    const char *what;
    bool (*is)(const struct pair *);
    u8 how;
} fusions[] = {
    {"logic of three inputs: LOP3", logic_logic, FUSE_ONE},
    {"a word as the upper half: the lower one is the other's", upper_half, FUSE_ONE},
    {"64-bit logic: two LOP3", logic_logic_64, FUSE_TWO},
    {"a comparison and a predicate: ISETP.AND", compare_combine, FUSE_ONE},
    {"a sum and the lesser: VIADDMNMX", add_least, FUSE_ONE},
    {"the least of three: VIMNMX3", least_of_three, FUSE_ONE},
    {"a sign extended and added: it goes into the upper half's addition", sign_add, FUSE_TWO},
    {"a 64-bit product and an addition", product_add_64, FUSE_FOUR},
    {"a product that is taken away: its sign is changed first", less_product, FUSE_TWO},
    {"a shift to the right and an addition: LEA.HI", shift_right_add, FUSE_ONE},
    {"a product and a sum: IMAD", product_sum, FUSE_ONE},
    {"three summands: IADD3", add_sum, FUSE_ONE},
    {"three 64-bit summands", add_sum_64, FUSE_TWO},
    {"a shift and a sum: LEA", shift_sum, FUSE_ONE},
    {"a 64-bit shift and an addition: LEA, LEA.HI.X", shift_add_64, FUSE_TWO},
};

u8 fuse_pair(const struct ptx_func *f, const struct ptx_instr *a, const struct ptx_instr *b)
{
    struct pair p = {.f = f, .a = a, .b = b};

    p.sums = is_summed(&p);
    if (p.sums) {
        p.bits_a = computed_bits(f, a);
        p.bits_b = computed_bits(f, b);
    }
    for (u32 k = 0; k < COUNT_OF(fusions); k++)
        if (fusions[k].is(&p))
            return fusions[k].how;
    return FUSE_NO;
}
