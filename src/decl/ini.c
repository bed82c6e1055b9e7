#include "decl/ini.h"

#include <errno.h>
#include <ini.h>
#include <string.h>

struct reading {
    FILE *file;
    u32 line;           /* of the line that libinih looks at now: its reader is called once a line */
    u32 too_long, zero; /* the first line that is, and the first that has a zero byte */
    u64 bytes;          /* so far */
    decl_ini_fn *fn;
    void *user;
};

#define MOST_BYTES (1u << 20) /* of a file: what has more is no machine */

/* libinih's reader: one line a call. A line that does not fit is cut and remembered, not split in two. */
static char *next_line(char *buf, int size, void *stream)
{
    struct reading *r = stream;
    int n = 0, c = EOF;
    while (r->bytes <= MOST_BYTES && !r->zero && (c = fgetc(r->file)) != EOF) {
        r->bytes++;
        if (c == 0)
            r->zero = r->line + 1;
        if (n + 1 < size)
            buf[n++] = (char)c;
        else if (c != '\n' && !r->too_long)
            r->too_long = r->line + 1;
        if (c == '\n')
            break;
    }
    if (!n || r->zero)
        return NULL;
    buf[n] = 0;
    r->line++;
    return buf;
}

static int on_key(void *user, const char *section, const char *key, const char *value)
{
    struct reading *r = user;
    r->fn(r->user, section, key, value ? value : "", r->line);
    return 1;
}

/* ini_parse_stream hands one pointer to the reader and another to the handler: here both are the same reading. */
bool decl_ini_read(const char *path, decl_ini_fn *fn, void *user, struct diag *d)
{
    struct reading r = {.file = fopen(path, "r"), .fn = fn, .user = user};
    if (!r.file) {
        diag_error(d, path, 0, 0, "cannot be read: %s", strerror(errno));
        return false;
    }
    int bad = ini_parse_stream(next_line, &r, on_key, &r);
    bool unreadable = ferror(r.file) != 0; /* a folder opens, and then fails to read */
    fclose(r.file);
    if (unreadable)
        diag_error(d, path, 0, 0, "cannot be read");
    else if (r.zero)
        diag_error(d, path, r.zero, 0, "a zero byte: expected text");
    else if (r.bytes > MOST_BYTES)
        diag_error(d, path, 0, 0, "more than %u bytes: expected a short text", MOST_BYTES);
    else if (r.too_long)
        diag_error(d, path, r.too_long, 0, "line is too long (the limit is 197 characters)");
    else if (bad)
        diag_error(d, path, bad > 0 ? (u32)bad : 0, 0,
                   "expected 'key = value', '[section]' or a comment that starts with '#' or ';'");
    return !unreadable && !r.zero && r.bytes <= MOST_BYTES && !r.too_long && !bad;
}
