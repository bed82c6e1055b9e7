#include "decl/ini.h"

#include <errno.h>
#include <ini.h>
#include <string.h>

struct reading {
    FILE *file;
    u32 line; /* of the line that libinih looks at now: its reader is called once a line */
    u32 too_long;
    decl_ini_fn *fn;
    void *user;
};

/* libinih's reader: one line a call. A line that does not fit is cut and remembered, not split in two. */
static char *next_line(char *buf, int size, void *stream)
{
    struct reading *r = stream;
    if (!fgets(buf, size, r->file))
        return NULL;
    r->line++;
    size_t n = strlen(buf);
    if (n + 1 == (size_t)size && buf[n - 1] != '\n') {
        int c = fgetc(r->file);
        if (c != EOF && c != '\n' && !r->too_long)
            r->too_long = r->line;
        while (c != EOF && c != '\n')
            c = fgetc(r->file);
    }
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
    else if (r.too_long)
        diag_error(d, path, r.too_long, 0, "line is too long (the limit is 197 characters)");
    else if (bad)
        diag_error(d, path, bad > 0 ? (u32)bad : 0, 0,
                   "expected 'key = value', '[section]' or a comment that starts with '#' or ';'");
    return !unreadable && !r.too_long && !bad;
}
