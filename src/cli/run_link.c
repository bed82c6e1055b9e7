/* Which of NVIDIA's libraries a source wants to be linked with: those whose headers it includes, itself or through
   files that it includes by "name" from its own folder. What conditions hold where is not looked at: the linker
   leaves out what is not needed. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/libraries.h"
#include "cli/run_link.h"

enum { MOST_DEEP = 16, MOST_FILES = 256 };

/* The library whose headers' names begin as this one does: of two, the longer beginning. */
static const struct library *by_header(const char *name)
{
    const struct library *best = NULL;
    for (u32 i = 0; i < n_libraries; i++) {
        const struct library *l = &libraries[i];
        bool fits = !strncmp(name, l->header, strlen(l->header));
        if (fits && l->has && (!best || strlen(best->header) < strlen(l->header)))
            best = l;
    }
    return best;
}

static bool has(const strings *list, const char *word)
{
    for (size_t i = 0; i < list->n; i++)
        if (!strcmp(list->at[i], word))
            return true;
    return false;
}

/* The name behind #include in a line, and whether it stands in quotes; NULL: it is no such line. */
static const char *included(struct arena *a, const char *line, bool *quoted)
{
    line += strspn(line, " \t");
    if (*line++ != '#')
        return NULL;
    line += strspn(line, " \t");
    if (strncmp(line, "include", 7) != 0)
        return NULL;
    line += 7 + strspn(line + 7, " \t");
    *quoted = *line == '"';
    size_t n = *line == '<' || *quoted ? strcspn(line + 1, *quoted ? "\"\n" : ">\n") : 0;
    return n ? arena_strndup(a, line + 1, n) : NULL;
}

static void look(struct arena *a, const char *path, u32 depth, strings *seen, strings *flags)
{
    char *text = depth < MOST_DEEP && seen->n < MOST_FILES && !has(seen, path) ? cc_read(path, NULL) : NULL;
    const char *slash = strrchr(path, '/');
    if (!text)
        return;
    VEC_PUSH(seen, path);
    for (const char *line = text; line; line = strchr(line, '\n')) {
        bool quoted = false;
        line += *line == '\n';
        const char *name = included(a, line, &quoted);
        const struct library *l = name ? by_header(name) : NULL;
        const char *flag = l ? arena_printf(a, "-l%s", l->link) : NULL;
        if (flag && !has(flags, flag))
            VEC_PUSH(flags, flag);
        if (quoted && name && !l)
            look(a, slash ? arena_printf(a, "%.*s/%s", (int)(slash - path), path, name) : name, depth + 1, seen,
                 flags);
    }
    free(text);
}

void run_libraries(struct arena *a, const char *source, strings *flags)
{
    strings seen = {0};
    look(a, source, 0, &seen, flags);
    VEC_FREE(&seen);
}
