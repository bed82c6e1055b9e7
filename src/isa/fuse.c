/* One instruction of the machine for two of PTX's, the first of which is read by the second alone: multiply and add,
   add and add, shift and add, logic and logic, compare and combine, add and take the lesser, the least of three. A
   64-bit shift and add are two for four, a sign extended and added two for three, two 64-bit additions or logic
   operations two for four, a 64-bit product and an addition four for six. A product that is taken away needs its sign
   changed. Read off the opcodes that ptxas 13.0 makes for sm_90 of kernels with one such expression each.
   When: for sm_90, of pairs that fold.c finds (counts beside ptxas's: tools/h200/expressions.py). Leaves alone: the
   code: it says how a pair is issued. */
#include "isa/passes.h"

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

/* Integer bits that are needed: 64, or 32 if only the lower half is read */
static u32 computed_bits(const struct ptx_func *f, const struct ptx_instr *i)
{
    u32 n = bits(i) * (i->flags & PF_WIDE ? 2 : 1);

    return n == 64 && is_narrow_reg(f, i->opnd[0].reg) ? 32 : n;
}

/* b adds a to something, subtracts it, or subtracts from it where that is one instruction. */
static bool is_summed(const struct ptx_instr *a, const struct ptx_instr *b)
{
    bool regs = a->opnd[0].kind == PO_REG && b->opnd[0].kind == PO_REG,
         first = b->n_opnd > 1 && b->opnd[1].kind == PO_REG && regs && b->opnd[1].reg == a->opnd[0].reg;

    return regs && is_sum(b) && !is_float(a) && (b->op == OP_ADD || a->op != OP_ADD || first);
}

/* b takes a away from something. */
static bool takes_away(const struct ptx_instr *a, const struct ptx_instr *b)
{
    return b->op == OP_SUB && b->opnd[2].kind == PO_REG && b->opnd[2].reg == a->opnd[0].reg;
}

static bool is_least(const struct ptx_instr *i)
{
    return (i->op == OP_MIN || i->op == OP_MAX) && !is_float(i) && bits(i) == 32;
}
static bool is_add(const struct ptx_instr *i)
{
    return i->op == OP_ADD && is_sum(i);
}
/* The lower half of a product, or all of it */
static bool is_product(const struct ptx_instr *i)
{
    return i->op == OP_MUL && !(i->flags & PF_HI);
}
static bool is_shift(const struct ptx_instr *i)
{
    return i->op == OP_SHL && has_imm(i);
}

/* In order; rows of sums are tried only if b is a sum (is_summed). */
/* clang-format off */
#define FUSIONS(X)                                                                                                    \
    X("logic of three inputs: LOP3", FUSE_ONE, is_logic_of(a, 32) && is_logic_of(b, 32))                              \
    X("a word as the upper half: the lower one is the other's", FUSE_ONE,                                             \
      is_shift(a) && bits(a) == 64 && a->opnd[2].imm == 32 && bits(b) == 64 &&                                        \
      (b->op == OP_OR || b->op == OP_XOR || b->op == OP_ADD))                                                         \
    X("64-bit logic with nothing in the upper half: LOP3", FUSE_ONE,                                                  \
      is_logic_of(a, 64) && is_logic_of(b, 64) && computed_bits(f, a) == 32 && computed_bits(f, b) == 32)             \
    X("64-bit logic: two LOP3", FUSE_TWO, is_logic_of(a, 64) && is_logic_of(b, 64))                                   \
    X("a comparison and a predicate: ISETP.AND", FUSE_ONE,                                                            \
      a->op == OP_SETP && a->n_opnd == 3 && b->type == PT_PRED &&                                                     \
      (b->op == OP_AND || b->op == OP_OR || b->op == OP_XOR))                                                         \
    X("a sum and the lesser: VIADDMNMX", FUSE_ONE, is_least(b) && is_add(a) && bits(a) == 32)                         \
    X("the least of three: VIMNMX3", FUSE_ONE, is_least(b) && a->op == b->op && a->type == b->type)
#define FUSED_SUMS(X)                                                                                                 \
    X("a sign extended and added: it goes into the upper half's addition", FUSE_TWO,                                  \
      a->op == OP_CVT && b->op == OP_ADD && of_b == 64 && a->type2 == PT_S32 && bits(a) == 64)                        \
    X("a 64-bit product and an addition", FUSE_FOUR,                                                                  \
      is_product(a) && !(a->flags & PF_WIDE) && of_a == 64 && of_b == 64 && b->op == OP_ADD)                          \
    X("a product that is taken away: its sign is changed first", FUSE_TWO,                                            \
      is_product(a) && of_b == 32 && !has_imm(a) && takes_away(a, b))                                                 \
    X("a shift to the right and an addition: LEA.HI", FUSE_ONE,                                                       \
      a->op == OP_SHR && b->op == OP_ADD && of_b == 32 && of_a == 32 && has_imm(a))                                   \
    X("a product and a sum: IMAD", FUSE_ONE,                                                                          \
      is_product(a) && (a->flags & PF_WIDE || bits(a) == 32) && of_a == of_b && (of_b == 32 || !takes_away(a, b)))    \
    X("three summands: IADD3", FUSE_ONE, is_add(a) && of_a == 32 && of_b == 32)                                       \
    X("three 64-bit summands", FUSE_TWO, is_add(a) && of_a == of_b)                                                   \
    X("a shift and a sum: LEA", FUSE_ONE, is_shift(a) && of_a == 32 && of_b == 32)                                    \
    X("a 64-bit shift and an addition: LEA, LEA.HI.X", FUSE_TWO, is_shift(a) && of_a == of_b && b->op == OP_ADD)
/* clang-format on */
#define FUSION(what, how, is)                                                                                        \
    if (is)                                                                                                          \
        return how;

u8 fuse_pair(const struct ptx_func *f, const struct ptx_instr *a, const struct ptx_instr *b)
{
    FUSIONS(FUSION)
    if (!is_summed(a, b))
        return FUSE_NO;
    u32 of_a = computed_bits(f, a), of_b = computed_bits(f, b);
    FUSED_SUMS(FUSION)
    return FUSE_NO;
}
