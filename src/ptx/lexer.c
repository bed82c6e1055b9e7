/* PTX text to tokens: comments, names with % $ _, dotted words with ::, numbers in all of PTX's forms. */
#include "ptx/lexer.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define MAX_NAME 4096 /* C++ mangles templates into long names, but not longer than this */

void ptx_lexer_init(struct ptx_lexer *l, const char *file, const char *text, size_t n, struct diag *d)
{
    *l = (struct ptx_lexer){.p = text, .end = text + n, .line_start = text, .line = 1, .file = file, .d = d};
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_word(char c)
{
    return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$';
}

static int hex_digit(char c)
{
    if (is_digit(c))
        return c - '0';
    if (c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    if (c >= 'A' && c <= 'F')
        return c - 'A' + 10;
    return -1;
}

static u32 col_of(const struct ptx_lexer *l)
{
    return (u32)(l->p - l->line_start) + 1;
}

static char peek(const struct ptx_lexer *l, size_t k)
{
    return (size_t)(l->end - l->p) > k ? l->p[k] : '\0';
}

static void newline(struct ptx_lexer *l)
{
    l->line++;
    l->line_start = l->p;
}

void ptx_lex_skip_line(struct ptx_lexer *l)
{
    while (l->p < l->end && *l->p != '\n')
        l->p++;
}

/* True if anything was skipped. An unclosed comment is an error. */
static bool skip_space(struct ptx_lexer *l)
{
    const char *start = l->p;

    while (l->p < l->end) {
        char c = *l->p;
        if (c == '\n') {
            l->p++;
            newline(l);
        } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v' || c == '\0') {
            l->p++; /* a 0 byte ends the text of a PTX image; further ones are padding */
        } else if (c == '/' && peek(l, 1) == '/') {
            ptx_lex_skip_line(l);
        } else if (c == '/' && peek(l, 1) == '*') {
            u32 line = l->line, col = col_of(l);
            l->p += 2;
            while (l->p < l->end && !(*l->p == '*' && peek(l, 1) == '/')) {
                if (*l->p++ == '\n')
                    newline(l);
            }
            if (l->p >= l->end) {
                diag_error(l->d, l->file, line, col, "comment is not closed");
                break;
            }
            l->p += 2;
        } else if (c == '#') {
            ptx_lex_skip_line(l); /* a preprocessor's line marker */
        } else {
            break;
        }
    }
    return l->p != start;
}

static struct ptx_token bad(struct ptx_lexer *l, struct ptx_token t, const char *what)
{
    diag_error(l->d, l->file, t.line, t.col, "%s", what);
    t.kind = TK_BAD;
    t.len = (u32)(l->p - t.at);
    return t;
}

static struct ptx_token lex_bits(struct ptx_lexer *l, struct ptx_token t, int digits, u8 kind)
{
    l->p += 2;
    t.u = 0;
    for (int i = 0; i < digits; i++) {
        int h = hex_digit(peek(l, 0));
        if (h < 0)
            return bad(l, t, digits == 8 ? "0f needs 8 hexadecimal digits" : "0d needs 16 hexadecimal digits");
        t.u = t.u << 4 | (u64)h;
        l->p++;
    }
    t.kind = kind;
    return t;
}

static bool looks_like_float(const struct ptx_lexer *l)
{
    size_t k = 0;

    while (is_digit(peek(l, k)))
        k++;
    if (peek(l, k) == '.' && (is_digit(peek(l, k + 1)) || !is_word(peek(l, k + 1))))
        return true;
    if (k && (peek(l, k) == 'e' || peek(l, k) == 'E')) {
        k++;
        if (peek(l, k) == '+' || peek(l, k) == '-')
            k++;
        return is_digit(peek(l, k));
    }
    return false;
}

static struct ptx_token lex_float(struct ptx_lexer *l, struct ptx_token t)
{
    char buf[128];
    size_t n = 0;
    char *end;

    while (n + 1 < sizeof buf) {
        char c = peek(l, n);
        bool sign = (c == '+' || c == '-') && n && (buf[n - 1] == 'e' || buf[n - 1] == 'E');
        if (!is_digit(c) && c != '.' && c != 'e' && c != 'E' && !sign)
            break;
        buf[n++] = c;
    }
    buf[n] = '\0';
    t.f = strtod(buf, &end);
    l->p += end - buf;
    t.kind = TK_FLOAT;
    if (end == buf || is_word(peek(l, 0)))
        return bad(l, t, "malformed floating-point number");
    return t;
}

static struct ptx_token lex_int(struct ptx_lexer *l, struct ptx_token t)
{
    u32 base = 10;
    bool overflow = false, any = false;

    if (peek(l, 0) == '0') {
        char c = peek(l, 1);
        base = c == 'x' || c == 'X' ? 16 : c == 'b' || c == 'B' ? 2 : 8;
        if (base != 8)
            l->p += 2;
    }
    t.u = 0;
    for (;; l->p++) {
        int h = hex_digit(peek(l, 0));
        if (h < 0 || (u32)h >= base)
            break;
        overflow |= __builtin_mul_overflow(t.u, (u64)base, &t.u);
        overflow |= __builtin_add_overflow(t.u, (u64)h, &t.u);
        any = true;
    }
    if (peek(l, 0) == 'U') {
        t.is_unsigned = true;
        l->p++;
    }
    t.kind = TK_INT;
    if (!any || is_word(peek(l, 0)))
        return bad(l, t, "malformed number");
    if (overflow)
        return bad(l, t, "number does not fit in 64 bits");
    if (t.u > INT64_MAX)
        t.is_unsigned = true;
    return t;
}

static struct ptx_token lex_number(struct ptx_lexer *l, struct ptx_token t)
{
    char c = peek(l, 1);

    if (peek(l, 0) == '0' && (c == 'f' || c == 'F'))
        return lex_bits(l, t, 8, TK_F32);
    if (peek(l, 0) == '0' && (c == 'd' || c == 'D'))
        return lex_bits(l, t, 16, TK_F64);
    if (looks_like_float(l))
        return lex_float(l, t);
    return lex_int(l, t);
}

static struct ptx_token lex_string(struct ptx_lexer *l, struct ptx_token t)
{
    l->p++;
    t.at = l->p;
    while (l->p < l->end && *l->p != '"' && *l->p != '\n') {
        if (*l->p == '\\' && l->p + 1 < l->end && l->p[1] != '\n')
            l->p++;
        l->p++;
    }
    if (l->p >= l->end || *l->p != '"')
        return bad(l, t, "string is not closed");
    t.len = (u32)(l->p - t.at);
    l->p++;
    t.kind = TK_STRING;
    return t;
}

static struct ptx_token lex_punct(struct ptx_lexer *l, struct ptx_token t)
{
    static const struct {
        char s[3];
        int punct;
    } two[] = {{"<<", TKP_SHL}, {">>", TKP_SHR}, {"<=", TKP_LE},     {">=", TKP_GE},
               {"==", TKP_EQ},  {"!=", TKP_NE},  {"&&", TKP_ANDAND}, {"||", TKP_OROR}};
    char c = peek(l, 0);

    t.kind = TK_PUNCT;
    for (size_t i = 0; i < COUNT_OF(two); i++) {
        if (c == two[i].s[0] && peek(l, 1) == two[i].s[1]) {
            t.punct = two[i].punct;
            l->p += 2;
            return t;
        }
    }
    l->p++;
    if (!strchr(",;:(){}[]<>+-*/%&|^~!?=@", c)) {
        char what[64];
        if (c >= 32 && c < 127)
            snprintf(what, sizeof what, "stray '%c'", c);
        else
            snprintf(what, sizeof what, "stray byte 0x%02x", (u8)c);
        return bad(l, t, what);
    }
    t.punct = c;
    return t;
}

struct ptx_token ptx_lex(struct ptx_lexer *l)
{
    struct ptx_token t = {.glued = !skip_space(l)};
    char c = peek(l, 0), next = peek(l, 1);

    t.at = l->p;
    t.line = l->line;
    t.col = col_of(l);
    if (l->p >= l->end) {
        t.kind = TK_EOF;
        return t;
    }
    if (is_digit(c) || (c == '.' && is_digit(next) && !t.glued)) {
        t = lex_number(l, t);
    } else if (c == '.' && is_word(next)) {
        l->p++;
        t.at = l->p;
        while (is_word(peek(l, 0)) || (peek(l, 0) == ':' && peek(l, 1) == ':' && is_word(peek(l, 2))))
            l->p += peek(l, 0) == ':' ? 2 : 1;
        t.kind = TK_DOT;
    } else if (is_word(c) || (c == '%' && is_word(next) && !is_digit(next))) {
        l->p++;
        while (is_word(peek(l, 0)))
            l->p++;
        t.kind = TK_ID;
    } else if (c == '"') {
        return lex_string(l, t);
    } else {
        t = lex_punct(l, t);
    }
    t.len = (u32)(l->p - t.at);
    if (t.len > MAX_NAME && t.kind != TK_BAD)
        return bad(l, t, "name is too long");
    return t;
}

const char *ptx_token_text(const struct ptx_token *t, char *buf, size_t n)
{
    int len = (int)MIN(t->len, 80u);

    if (t->kind == TK_EOF)
        snprintf(buf, n, "the end of the text");
    else if (t->kind == TK_DOT)
        snprintf(buf, n, "'.%.*s'", len, t->at);
    else if (t->kind == TK_STRING)
        snprintf(buf, n, "string \"%.*s\"", len, t->at);
    else
        snprintf(buf, n, "'%.*s'", len, t->at);
    return buf;
}
