/* Things that nvcc accepts and clang does not, corrected in preprocessed text. A special register with one % in
   inline PTX ("mov.u32 %0, %laneid;"), where clang wants two: in the template of every asm statement a % before a
   letter becomes %%. `__shared__ alignas(16) float s[32]`: alignas moves to the front of the declaration. And a
   destructor that invalidates a barrier object, as libcu++'s does, is emptied: clang accepts no variable in shared
   memory whose destructor does something. Shared memory ends with its block, so nothing is lost. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "base/vec.h"
#include "cli/cc.h"

typedef VEC(char) text;

static void put(text *to, const char *from, size_t n)
{
    VEC_RESERVE(to, to->n + n);
    memcpy(to->at + to->n, from, n);
    to->n += n;
}

/* Behind a string or character literal that starts at p. */
static const char *skip_literal(const char *p)
{
    char quote = *p++;
    while (*p && *p != quote && *p != '\n')
        p += *p == '\\' && p[1] ? 2 : 1;
    return *p ? p + 1 : p;
}

/* Behind a raw string R"tag(...)tag" whose R is at p, or NULL. */
static const char *skip_raw(const char *p)
{
    size_t n = strcspn(p + 2, "(");
    if (p[0] != 'R' || p[1] != '"' || n > 16 || !p[2 + n])
        return NULL;
    char end[24];
    snprintf(end, sizeof(end), ")%.*s\"", (int)n, p + 2);
    const char *q = strstr(p + 2 + n, end);
    return q ? q + strlen(end) : NULL;
}

static bool is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static const char *skip_blanks(const char *p)
{
    for (;;) {
        p += strspn(p, " \t\n");
        if (*p != '#')
            return p;
        p += strcspn(p, "\n"); /* a line marker */
    }
}

/* At p behind the word asm: behind the ( of a statement, or NULL. */
static const char *asm_opens(const char *p)
{
    static const char *const words[] = {"volatile", "__volatile__", "__volatile", "inline", "goto"};
    for (;;) {
        p = skip_blanks(p);
        if (*p == '(')
            return p + 1;
        size_t n = 0;
        while (is_word(p[n]))
            n++;
        bool known = false;
        for (size_t i = 0; i < COUNT_OF(words); i++)
            known = known || (strlen(words[i]) == n && !strncmp(p, words[i], n));
        if (!known)
            return NULL;
        p += n;
    }
}

/* The literal from p to end, with every lone % doubled that a letter follows. */
static void put_template(text *to, const char *p, const char *end)
{
    for (; p < end; p++) {
        VEC_PUSH(to, *p);
        if (*p != '%')
            continue;
        if (p[1] == '%') {
            VEC_PUSH(to, '%');
            p++;
        } else if (isalpha((unsigned char)p[1]) || p[1] == '_') {
            VEC_PUSH(to, '%');
        }
    }
}

/* Copies the template at p (literals side by side); where it ends. */
static const char *copy_template(text *to, const char *p)
{
    for (;;) {
        const char *next = skip_blanks(p);
        put(to, p, (size_t)(next - p));
        p = next;
        const char *end = skip_raw(p);
        if (!end && *p == '"')
            end = skip_literal(p);
        if (!end)
            return p;
        put_template(to, p, end);
        p = end;
    }
}

/* At p behind "__attribute__": behind "((shared)) alignas(...)", or NULL; *what is the alignas. */
static const char *shared_alignas(const char *p, const char **what, size_t *n)
{
    static const char *const words[] = {"(", "(", "shared", ")", ")", "alignas", "("};
    for (size_t i = 0; i < COUNT_OF(words); i++) {
        p = skip_blanks(p);
        size_t len = strlen(words[i]);
        if (strncmp(p, words[i], len) != 0)
            return NULL;
        *what = i == 5 ? p : *what;
        p += len;
    }
    for (int depth = 1; depth; p++) {
        if (!*p)
            return NULL;
        depth += (*p == '(') - (*p == ')');
    }
    *n = (size_t)(p - *what);
    return p;
}

/* Where the declaration begins whose words so far end the text. */
static size_t declaration(const text *to)
{
    static const char *const words[] = {"static", "extern", "const", "volatile", "inline", "constexpr"};
    size_t at = to->n;
    for (;;) {
        size_t end = at;
        while (end && isspace((unsigned char)to->at[end - 1]))
            end--;
        size_t start = end;
        while (start && is_word(to->at[start - 1]))
            start--;
        bool known = false;
        for (size_t i = 0; i < COUNT_OF(words); i++)
            known = known || (strlen(words[i]) == end - start && !strncmp(to->at + start, words[i], end - start));
        if (!known)
            return at;
        at = start;
    }
}

static void hoist(text *to, const char *what, size_t n)
{
    size_t at = declaration(to), rest = to->n - at;
    VEC_RESERVE(to, to->n + n + 1);
    memmove(to->at + at + n + 1, to->at + at, rest);
    memcpy(to->at + at, what, n);
    to->at[at + n] = ' ';
    to->n += n + 1;
}

/* At p on a ~: behind the body of a destructor that has mbarrier.inval in it, or NULL; *body is its opening brace. */
static const char *invalidates(const char *p, const char **body)
{
    const char *q = skip_blanks(p + 1);
    while (is_word(*q))
        q++;
    q = skip_blanks(q);
    if (*q != '(' || *(q = skip_blanks(q + 1)) != ')')
        return NULL;
    q = skip_blanks(q + 1);
    if (!strncmp(q, "noexcept", 8))
        q = skip_blanks(q + 8);
    if (*q != '{')
        return NULL;
    *body = q;
    bool found = false;
    int depth = 0;
    do {
        if (!*q)
            return NULL;
        depth += (*q == '{') - (*q == '}');
        const char *end = *q == '"' || *q == '\'' ? skip_literal(q) : q + 1;
        found = found || (*q == '"' && !strncmp(q + 1, "mbarrier.inval", 14));
        q = end;
    } while (depth);
    return found ? q : NULL;
}

/* Of the text from p to end its line ends and line markers. */
static void put_lines(text *to, const char *p, const char *end)
{
    while ((p = memchr(p, '\n', (size_t)(end - p)))) {
        size_t n = p[1] == '#' ? 1 + strcspn(p + 1, "\n") : 1;
        put(to, p, n);
        p += n;
    }
}

static void rewrite(text *to, const char *p)
{
    while (*p) {
        const char *end = skip_raw(p);
        if (!end && (*p == '"' || *p == '\''))
            end = skip_literal(p);
        if (end) {
            put(to, p, (size_t)(end - p));
            p = end;
            continue;
        }
        size_t n = 0;
        while (is_word(p[n]))
            n++;
        bool is_asm = (n == 3 && !strncmp(p, "asm", 3)) || (n == 5 && !strncmp(p, "__asm", 5)) ||
                      (n == 7 && !strncmp(p, "__asm__", 7));
        const char *open = is_asm ? asm_opens(p + n) : NULL, *what = NULL;
        size_t what_n = 0;
        bool attribute = n == 13 && !strncmp(p, "__attribute__", 13);
        const char *behind = attribute ? shared_alignas(p + n, &what, &what_n) : NULL;
        if (behind) {
            hoist(to, what, what_n);
            put(to, p, (size_t)(what - p));
            p = behind;
        } else if (open) {
            put(to, p, (size_t)(open - p));
            p = copy_template(to, open);
        } else if (*p == '~' && (behind = invalidates(p, &what))) {
            put(to, p, (size_t)(what + 1 - p));
            put_lines(to, what + 1, behind);
            VEC_PUSH(to, '}');
            p = behind;
        } else {
            put(to, p, n ? n : 1);
            p += n ? n : 1;
        }
    }
}

char *cc_read(const char *path, size_t *n)
{
    FILE *f = fopen(path, "rb");
    text t = {0};
    char buf[65536];
    for (size_t got; f && (got = fread(buf, 1, sizeof(buf), f)) > 0;)
        put(&t, buf, got);
    if (f)
        fclose(f);
    if (n)
        *n = t.n;
    VEC_PUSH(&t, 0);
    if (!f)
        VEC_FREE(&t);
    return t.at;
}

bool cc_repair(const char *in, const char *out)
{
    char *from = cc_read(in, NULL);
    text to = {0};
    if (from)
        rewrite(&to, from);
    FILE *o = from ? fopen(out, "wb") : NULL;
    bool ok = o && fwrite(to.at, 1, to.n, o) == to.n;
    if (o && fclose(o) != 0)
        ok = false;
    free(from);
    VEC_FREE(&to);
    return ok;
}
