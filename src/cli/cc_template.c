/* nvcc takes a member template of a dependent type without the word `template` ("C<A, B>::cast<N>(a, b)"), clang does
   not, and says where: with its name, or, where it took < for a comparison, that a function is not called. The word
   is put into preprocessed text at those places. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cc.h"

static const char missing[] = "error: missing 'template' keyword prior to dependent template name '";
static const char not_called[] =
    "error: reference to overloaded function could not be resolved; did you mean to call";

struct place {
    size_t line, column; /* from 1 */
    char name[128];      /* empty: the first member of a dependent type that < follows */
};

bool cc_wants_template(const char *said)
{
    return strstr(said, missing) || strstr(said, not_called);
}

static bool write_all(const char *path, const char *text, size_t n)
{
    FILE *f = fopen(path, "wb");
    bool ok = f && fwrite(text, 1, n, f) == n;
    return f && fclose(f) == 0 && ok;
}

/* Lines that say where the text came from are emptied: then clang counts the text's own lines. */
bool cc_empty_markers(const char *in, const char *out)
{
    size_t n, to = 0;
    char *text = cc_read(in, &n);
    if (!text)
        return false;
    bool skip = false, start = true;
    for (size_t i = 0; i < n; i++) {
        if (start)
            skip = text[i] == '#' && text[i + 1] == ' ' && isdigit((unsigned char)text[i + 2]);
        start = text[i] == '\n';
        if (!skip || start)
            text[to++] = text[i];
    }
    bool ok = write_all(out, text, to);
    free(text);
    return ok;
}

/* "FILE:3:80: error: missing 'template' ... name 'cast'" */
static bool place_of(const char *line, const char *found, struct place *p)
{
    const char *at = found; /* back over "3:80: " */
    unsigned colons = 0;
    while (at > line && (at[-1] == ' ' || at[-1] == ':' || isdigit((unsigned char)at[-1])))
        colons += *--at == ':';
    while (*at == ':')
        at++;
    char *end;
    p->line = strtoul(at, &end, 10);
    p->column = *end == ':' ? strtoul(end + 1, NULL, 10) : 0;
    bool named = !strncmp(found, missing, sizeof(missing) - 1);
    const char *name = found + sizeof(missing) - 1;
    size_t n = named ? strcspn(name, "'\n") : 0;
    if (colons < 2 || !p->line || !p->column || n >= sizeof(p->name))
        return false;
    memcpy(p->name, name, n);
    p->name[n] = 0;
    return true;
}

static int by_place(const void *a, const void *b)
{
    const struct place *x = a, *y = b;
    if (x->line != y->line)
        return x->line < y->line ? -1 : 1;
    return (x->column > y->column) - (x->column < y->column);
}

/* In a line, from the column on: where NAME of ">::NAME<" begins; n: nowhere. */
static size_t dependent_in(const char *line, size_t n, size_t from)
{
    for (size_t i = from; i + 3 < n; i++) {
        if (strncmp(line + i, ">::", 3) != 0)
            continue;
        size_t at = i + 3 + strspn(line + i + 3, " "), end = at;
        while (isalnum((unsigned char)line[end]) || line[end] == '_')
            end++;
        if (end > at && line[end + strspn(line + end, " ")] == '<')
            return at;
    }
    return n;
}

/* In a line, from the column on: where the name follows "::", "." or "->"; n: nowhere. */
static size_t name_in(const char *line, size_t n, const struct place *p)
{
    size_t len = strlen(p->name);
    if (!len)
        return dependent_in(line, n, p->column - 1);
    for (size_t i = p->column - 1; i + len <= n; i++) {
        size_t before = i;
        while (before && line[before - 1] == ' ')
            before--;
        bool member = before > 1 && (!strncmp(line + before - 2, "::", 2) || !strncmp(line + before - 2, "->", 2) ||
                                     line[before - 1] == '.');
        bool word =
            !strncmp(line + i, p->name, len) && !isalnum((unsigned char)line[i + len]) && line[i + len] != '_';
        if (member && word)
            return i;
    }
    return n;
}

int cc_put_templates(const char *said_path, const char *path)
{
    char *said = cc_read(said_path, NULL), *text = cc_read(path, NULL);
    VEC(struct place) places = {0};
    for (char *line = said ? strtok(said, "\n") : NULL; line; line = strtok(NULL, "\n")) {
        const char *found = strstr(line, missing);
        found = found ? found : strstr(line, not_called);
        struct place p;
        if (found && place_of(line, found, &p))
            VEC_PUSH(&places, p);
    }
    if (places.n)
        qsort(places.at, places.n, sizeof(*places.at), by_place);
    VEC(char) out = {0};
    size_t number = 1, next = 0;
    int put = 0;
    for (const char *line = text; line && *line; number++) {
        size_t n = strcspn(line, "\n"), done = 0;
        for (; next < places.n && places.at[next].line <= number; next++) {
            size_t at = places.at[next].line == number ? name_in(line, n, &places.at[next]) : n;
            if (at >= n || at < done || (next && !by_place(&places.at[next - 1], &places.at[next])))
                continue;
            VEC_RESERVE(&out, out.n + at - done + 9);
            memcpy(out.at + out.n, line + done, at - done);
            memcpy(out.at + out.n + at - done, "template ", 9);
            out.n += at - done + 9;
            done = at;
            put++;
        }
        n += line[n] == '\n';
        VEC_RESERVE(&out, out.n + n - done);
        memcpy(out.at + out.n, line + done, n - done);
        out.n += n - done;
        line += n;
    }
    if (put && !write_all(path, out.at, out.n))
        put = 0;
    VEC_FREE(&out);
    VEC_FREE(&places);
    free(said);
    free(text);
    return put;
}
