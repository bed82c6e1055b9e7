/* What the parts of the parser share. ptx_parse is in parse_module.c. */
#ifndef SLUICE_PTX_PARSE_H
#define SLUICE_PTX_PARSE_H
#include "base/vec.h"
#include "ptx/lexer.h"
#include "ptx/ptx.h"
#include "ptx/symtab.h"

/* Bounds on what a hostile text may ask for. */
#define MAX_REGS (1u << 20)    /* registers used in one function */
#define MAX_RANGE (1u << 24)   /* N of %r<N>: costs nothing by itself */
#define MAX_SRC_FILES 65536    /* N of .file N */
#define MAX_PARAM_BYTES 65536u /* a parameter list */
#define MAX_SHARED_BYTES (16u << 20)
#define MAX_LOCAL_BYTES (64u << 20)
#define MAX_GLOBAL_BYTES (64ull << 30)
#define MAX_INIT_BYTES (256ull << 20) /* all initialised variables of a module */
#define MAX_TARGETS (1u << 20)        /* of all brx.idx of a function */
#define MAX_OFFSET (1ll << 40)        /* in [reg+offset] */
#define MAX_OPERANDS 4096
#define MAX_NESTING 64 /* of parentheses and braces in expressions and lists */

/* An operand as written, before the instruction's type is known to fit. */
enum imm_kind { IK_INT, IK_FLOAT, IK_F32, IK_F64, IK_BITS /* has become bits of its type */ };
struct parse_opnd {
    struct ptx_operand o;
    u32 line, col;
    u8 imm_kind;
    double f;                 /* IK_FLOAT */
    bool bracket;             /* [..] */
    bool has_off;             /* reg+off */
    bool indexed;             /* array[number]: o.off says where */
    struct parse_opnd *elems; /* PO_VEC, [a, b]: o.n_vec of them */
    const char *name;         /* PO_LABEL */
    u32 len;
    bool piped;    /* followed by | : the next one is its second result */
    bool selected; /* a part of it was named: a.b0 */
};

typedef VEC(struct parse_opnd) opnd_list;

struct label_ref { /* a label used before its scope ended */
    struct ptx_operand *opnd;
    const char *name;
    u32 len, line, col;
};

struct suffix_word {
    const char *text; /* len of it */
    u8 len, class;    /* W_*: parse_suffix.c */
    u32 value;
};

struct parser {
    struct ptx_lexer lex;
    struct ptx_token tok; /* the current one */
    struct diag *d;
    struct ptx_module *m;
    struct arena *arena; /* the module's */
    struct symtab syms;
    struct ptx_func *func; /* being parsed, or NULL */
    struct ptx_var **vars_tail, **locals_tail;
    struct ptx_func **funcs_tail;
    VEC(struct ptx_instr) code;
    VEC(struct ptx_reg) regs;
    VEC(struct label_ref) refs;
    opnd_list opnds; /* of the instruction being parsed */
    u64 init_bytes;
    u32 nesting;
    u32 src_file, src_line; /* the last .loc */
    u32 n_targets;          /* of brx.idx in this function so far */
    u32 call_bytes;         /* .param variables of the open scopes */
    bool has_alias;
    bool nounroll;       /* .pragma "nounroll" before the next instruction */
    const char *expands; /* wmma.c: what the instructions that are parsed stand for; else NULL */
    u32 errors_before;
    u16 op_hash[1024]; /* opcode names: OP_* + 1 */
    struct suffix_word words[256];
    u32 n_words;
};

struct ptx_const { /* value of a constant expression */
    u8 kind;       /* enum imm_kind; IK_F32 and IK_F64: bits in u */
    bool is_unsigned;
    u64 u;
    double f;
};

/* parse_module.c: tokens */
void next(struct parser *p);
bool is_punct(const struct parser *p, int punct);
bool is_word(const struct parser *p, const char *word); /* current token is this .word */
bool accept(struct parser *p, int punct);
bool accept_word(struct parser *p, const char *words);       /* one of them, with blanks between them */
bool expect(struct parser *p, int punct, const char *where); /* false: reported */
bool tok_is(const struct ptx_token *t, const char *text);
/* Errors, which all say false: at the current token, or at a token, an operand or an instruction x */
#define error_here(p, ...) error_at(p, &(p)->tok, __VA_ARGS__)
#define error_at(p, x, ...) error_place(p, (x)->line, (x)->col, __VA_ARGS__)
bool error_place(struct parser *p, u32 line, u32 col, const char *fmt, ...) __attribute__((format(printf, 4, 5)));
bool error_found(struct parser *p, const char *expected); /* "found X, expected Y" */
void skip_statement(struct parser *p);                    /* past the next ';', or to a '}' or the end */
void skip_line(struct parser *p);
void skip_block(struct parser *p);    /* at '{': past the matching '}' */
bool give_up(const struct parser *p); /* enough errors */
bool ptx_type_word(const struct ptx_token *t, u8 *type);
bool parse_type(struct parser *p, u8 *type);        /* at .type: takes it; false without a word if it is none */
bool space_word(const struct parser *p, u8 *space); /* the current token is .global, .const, ... */
struct ptx_token peek(const struct parser *p);      /* the token behind the current one */
bool take_name(struct parser *p, struct ptx_token *name, const char *expected); /* false: reported */
/* False, reported: s is a name of the innermost scope already */
bool is_new_name(struct parser *p, const struct ptx_token *name, const struct ptx_sym *s, const char *what);

/* parse_expr.c */
bool parse_const(struct parser *p, struct ptx_const *out);
bool parse_u32(struct parser *p, u32 *out, const char *what);
u64 const_bits(const struct ptx_const *c, u8 type); /* as this type's bits, zero-extended */

/* parse_var.c */
bool parse_variable(struct parser *p, u8 space, bool is_extern, bool is_visible, bool is_weak); /* after the space */
struct ptx_var *parse_param(struct parser *p); /* .param or .reg of a function's list */

/* parse_func.c */
void parse_function(struct parser *p, bool is_entry, bool is_visible);
u32 new_reg(struct parser *p, const char *name, u8 type);
void new_regs(struct parser *p, struct ptx_sym *s); /* of a symbol that is one or a vector of them: s->reg */
bool parse_statement(struct parser *p);             /* false: reported, not skipped */

/* parse_instr.c, parse_suffix.c, parse_operand.c */
void parse_instr(struct parser *p);
void op_table_init(struct parser *p);
void suffix_words_init(struct parser *p);
bool in_list(const char *list, const char *word, u32 len); /* of words with blanks between them */
/* False: not one of the opcode's */
bool parse_suffix(struct parser *p, struct ptx_instr *i, const struct ptx_token *t, u32 *n_types);
bool parse_operand(struct parser *p, struct parse_opnd *out, const struct ptx_instr *i);
void parse_wmma(struct parser *p, const struct ptx_instr *i); /* wmma.c; its operands are p->opnds */
/* parse_expand.c: forms that ptxas accepts and no other part knows are turned into known ones. False: reported */
bool expand_operands(struct parser *p, const struct ptx_instr *i); /* before their check */
bool expand_vector_move(struct parser *p, const struct ptx_instr *i);
void expand_constant_choice(struct parser *p, struct ptx_instr *i);     /* behind the check */
void put_instr(struct parser *p, struct ptx_instr *i);                  /* with p->opnds as its operands */
struct ptx_sym *find_name(struct parser *p, const char *name, u32 len); /* makes a register of a range */

/* link.c */
void link_module(struct ptx_module *m, bool has_alias);

#endif
