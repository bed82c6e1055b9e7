/* PTX text to tokens. A lexer is a value: copy it to look ahead. */
#ifndef SLUICE_PTX_LEXER_H
#define SLUICE_PTX_LEXER_H
#include "base/diag.h"
#include "base/types.h"

enum ptx_tok {
    TK_EOF,
    TK_ID,     /* name, %reg, $label, _ */
    TK_DOT,    /* .word: directive, type, opcode suffix; text without the dot */
    TK_INT,    /* u: value; is_unsigned with U or too large for i64 */
    TK_FLOAT,  /* f: decimal floating point */
    TK_F32,    /* u: bits of 0fXXXXXXXX */
    TK_F64,    /* u: bits of 0dXXXXXXXXXXXXXXXX */
    TK_STRING, /* text without the quotes */
    TK_PUNCT,  /* punct */
    TK_BAD     /* reported already */
};
enum { TKP_SHL = 256, TKP_SHR, TKP_LE, TKP_GE, TKP_EQ, TKP_NE, TKP_ANDAND, TKP_OROR };

struct ptx_token {
    u8 kind;
    bool is_unsigned;
    bool glued; /* no space before it: suffixes and components stick to what precedes */
    int punct;  /* a character or TKP_* */
    const char *at;
    u32 len;
    u32 line, col;
    union {
        u64 u;
        double f;
    };
};

struct ptx_lexer {
    const char *p, *end, *line_start;
    u32 line;
    const char *file;
    struct diag *d;
};

void ptx_lexer_init(struct ptx_lexer *l, const char *file, const char *text, size_t n, struct diag *d);
struct ptx_token ptx_lex(struct ptx_lexer *l);
void ptx_lex_skip_line(struct ptx_lexer *l); /* to the end of the line, whatever is there */
/* The token in words, for "found ..." */
const char *ptx_token_text(const struct ptx_token *t, char *buf, size_t n);

#endif
