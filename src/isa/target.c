#include "isa/target.h"

#include <string.h>

typedef struct isa_target decl_this_params;
static const struct decl_param rows[] = {ISA_TARGET(DECL_ROW_P, DECL_ROW_B, DECL_ROW_E)};
static const struct decl_group group = {.prefix = "", .rows = rows, .n = COUNT_OF(rows)};

void isa_target_text(const struct isa_target *t, char buf[ISA_TARGET_TEXT])
{
    size_t n = 0;
    for (u32 i = 0; i < group.n; i++) {
        char value[64];
        decl_format(&rows[i], decl_get(t, &group, &rows[i]), value, sizeof value);
        n += (size_t)snprintf(buf + n, ISA_TARGET_TEXT - n, "%s%s=%s", n ? " " : "", rows[i].name, value);
        ENSURE(n < ISA_TARGET_TEXT);
    }
}

void isa_target_hash(const char *text, struct hash *h)
{
    hash_text(h, "target");
    hash_text(h, text);
}

/* The value of a row in a text, and its length; NULL: the text does not have it. */
static const char *value_in(const char *text, const char *name, size_t *n)
{
    size_t len = strlen(name);
    while (*text) {
        size_t word = strcspn(text, " ");
        if (word > len && !strncmp(text, name, len) && text[len] == '=') {
            *n = word - len - 1;
            return text + len + 1;
        }
        text += word + (text[word] == ' ');
    }
    return NULL;
}

void isa_target_differs(const char *a, const char *b, char buf[ISA_TARGET_TEXT])
{
    size_t n = 0;
    *buf = 0;
    for (u32 i = 0; i < group.n; i++) {
        size_t in_a = 0, in_b = 0;
        const char *x = value_in(a, rows[i].name, &in_a), *y = value_in(b, rows[i].name, &in_b);
        if ((!x && !y) || (x && y && in_a == in_b && !memcmp(x, y, in_a)))
            continue;
        n += (size_t)snprintf(buf + n, ISA_TARGET_TEXT - n, "%s%s", n ? ", " : "", rows[i].name);
    }
}
