/* Inside ptx/: the rules of operands and types, one text for what is parsed (parse_instr.c) and for what passes have
   made of a function (typed.c). */
#ifndef SLUICE_PTX_CHECK_H
#define SLUICE_PTX_CHECK_H
#include "ptx/parse.h"

struct check {
    const struct ptx_reg *regs, *more; /* the first n_regs registers, and those after them */
    u32 n_regs, address_size;
    opnd_list *opnds; /* of the instruction, as written: rules bring them into the form that ptx.h says */
    struct parser *p; /* takes errors; NULL: `why` does, the first one */
    char *why;
    size_t why_size;
};
static inline const struct ptx_reg *check_reg(const struct check *c, u32 reg)
{
    return reg < c->n_regs ? &c->regs[reg] : &c->more[reg - c->n_regs];
}
struct check check_of(struct parser *p);
/* All of these return false, after reporting, if the rule does not hold. */
bool check_operands(struct check *c, struct ptx_instr *i);

#define check_error(c, x, ...) check_place(c, (x)->line, (x)->col, __VA_ARGS__)
bool check_place(struct check *c, u32 line, u32 col, const char *fmt, ...) __attribute__((format(printf, 4, 5)));
bool check_dest(struct check *c, const struct ptx_instr *i, struct parse_opnd *o, u8 type, bool wider);
bool check_source(struct check *c, const struct ptx_instr *i, struct parse_opnd *o, u8 type, bool wider);
bool check_each(struct check *c, const struct ptx_instr *i, struct parse_opnd *o, u32 n, u8 type, bool dest,
                bool wider);
bool check_vector(struct check *c, const struct ptx_instr *i, struct parse_opnd *o, u8 type, bool dest, bool wider);
bool check_count(struct check *c, const struct ptx_instr *i, size_t n, size_t least, size_t most);
bool check_want(struct check *c, const struct ptx_instr *i, bool there, const char *what);
bool check_signature(struct check *c, struct ptx_instr *i, const char *sig);
/* Gives a generic access the space of the variable that it names. */
bool check_address(struct check *c, struct ptx_instr *i, struct parse_opnd *o);
/* Operand k is n registers of a type: {a, b}, or a alone */
bool check_registers(struct check *c, const struct ptx_instr *i, size_t k, u32 n, u8 type, bool dest);

/* check_forms.c, convert.c */
bool check_tex(struct check *c, struct ptx_instr *i);
bool check_bar(struct check *c, struct ptx_instr *i);
bool check_async(struct check *c, struct ptx_instr *i);
bool check_matrix(struct check *c, struct ptx_instr *i);
bool check_call(struct check *c, const struct ptx_instr *i);
bool check_convert(struct check *c, const struct ptx_instr *i);

#endif
