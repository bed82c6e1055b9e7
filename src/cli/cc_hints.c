/* What a compiler's message means here: a header whose package is not installed, a library of NVIDIA's that is not
   there. One line, after the compiler's own. */
#include <stdio.h>
#include <string.h>

#include "cli/cc.h"
#include "cli/libraries.h"

/* The header that was not found, by clang ("'x.h' file not found") or gcc ("error: x.h: No such file"); its length,
 * 0: none. */
static size_t missing(const char *said, const char **header)
{
    const char *end = strstr(said, "' file not found"), *at = end;
    if (end) {
        while (at > said && at[-1] != '\'' && at[-1] != '\n')
            at--;
    } else if ((end = at = strstr(said, ": No such file or directory")) != NULL) {
        while (at > said && at[-1] != ' ' && at[-1] != '\n')
            at--;
    }
    *header = at;
    return (size_t)(end - at);
}

static const struct {
    const char *header, *package;
} packages[] = {
    {"thrust/", "libthrust-dev"}, {"cub/", "libcub-dev"}, {"cuda/", "libcu++-dev"}, {"nv/", "libcu++-dev"}};

void cc_hint(const char *said)
{
    const char *header;
    size_t n = missing(said, &header);
    for (size_t i = 0; n && i < COUNT_OF(packages); i++)
        if (!strncmp(header, packages[i].header, strlen(packages[i].header)))
            fprintf(stderr, "sluice cc: this header comes with Debian's package %s: apt install %s\n",
                    packages[i].package, packages[i].package);
    for (u32 i = 0; n && i < n_libraries; i++)
        if (!libraries[i].has && !strncmp(header, libraries[i].header, strlen(libraries[i].header)))
            fprintf(stderr, "sluice cc: %.*s belongs to %s, a library of NVIDIA's that sluice does not have\n",
                    (int)n, header, libraries[i].title);
}
