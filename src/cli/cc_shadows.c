/* Variables of the device that other files may name (`extern __device__`, with -rdc=true or -dc). clang gives the
   host's object of such a variable to its file alone, and the host code of another one does not link; the names that
   the PTX has as visible are listed here, and made global in the object. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cc.h"

/* The variable that a line of PTX defines for all, or NULL: ".visible .global .align 4 .b8 table[32];". */
static const char *defined(char *line)
{
    static const char visible[] = ".visible ";
    if (strncmp(line, visible, sizeof(visible) - 1) != 0)
        return NULL;
    const char *p = line + sizeof(visible) - 1;
    if (strncmp(p, ".global ", 8) != 0 && strncmp(p, ".const ", 7) != 0)
        return NULL;
    line[strcspn(line, "[;=\n")] = 0;
    size_t n = strlen(line);
    while (n && line[n - 1] == ' ')
        line[--n] = 0;
    const char *blank = strrchr(line, ' ');
    return blank && blank[1] != '.' ? blank + 1 : NULL;
}

int cc_list_shadows(const char *ptx, const char *list)
{
    FILE *from = fopen(ptx, "rb"), *to = fopen(list, "wb");
    bool ok = from && to;
    int found = 0;
    char *line = NULL;
    size_t cap = 0;
    while (ok && getline(&line, &cap, from) >= 0) {
        const char *name = defined(line);
        if (name)
            found++, ok = fprintf(to, "%s\n", name) > 0;
    }
    free(line);
    if (from)
        fclose(from);
    if (to && fclose(to) != 0)
        ok = false;
    if (!ok)
        fprintf(stderr, "sluice cc: %s: cannot be written\n", list);
    return ok ? found : -1;
}
