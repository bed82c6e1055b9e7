/* Other tools' names: see names.h. */
#include "cli/names.h"

#include <string.h>

#include "out/out.h"

#define SAME(whose, ours, there) {NAMES_##whose, ours, there, NULL},
#define NEAR(whose, ours, there, differs) {NAMES_##whose, ours, there, differs},
const struct name_there names_all[] = {
#include "cli/names.def"
};
const u32 names_count = COUNT_OF(names_all);

bool names_find(const char *word, enum names_whose *whose)
{
#define NAMES_WORD(id, word) word,
    static const char *const words[] = {NAMES_WHOSE(NAMES_WORD)};
    for (u32 i = 0; i < COUNT_OF(words); i++)
        if (!strcmp(words[i], word)) {
            *whose = (enum names_whose)i;
            return true;
        }
    return false;
}

struct table {
    const json_t *doc;
    enum names_whose whose;
};

static void row(const struct table *t, const json_t *kernel, const char *name, FILE *to)
{
    out_csv_text(name, to);
    for (u32 i = 0; i < names_count; i++)
        if (names_all[i].whose == t->whose && !names_all[i].differs)
            fprintf(to, ",%.15g", out_number(kernel, names_all[i].ours));
    fputc('\n', to);
}

static void write_table(const void *what, FILE *to)
{
    const struct table *t = what;
    const json_t *kernels = json_object_get(t->doc, "kernels"), *k;
    size_t at;
    for (u32 i = 0; i < names_count; i++)
        if (names_all[i].whose == t->whose && names_all[i].differs)
            fprintf(to, "# nearly the same, and left out: %s is %s here; %s\n", names_all[i].there, names_all[i].ours,
                    names_all[i].differs);
    fputs(t->whose == NAMES_NCU ? "Kernel Name" : "kernel_name", to);
    for (u32 i = 0; i < names_count; i++)
        if (names_all[i].whose == t->whose && !names_all[i].differs) {
            fputc(',', to);
            out_csv_text(names_all[i].there, to);
        }
    fputc('\n', to);
    json_array_foreach((json_t *)kernels, at, k) row(t, k, out_text(k, "name"), to);
    row(t, json_object_get(t->doc, "total"), "total", to);
}

bool names_write_csv(const char *path, const json_t *doc, enum names_whose whose, struct diag *d)
{
    struct table t = {doc, whose};
    return out_write(path, write_table, &t, d);
}
