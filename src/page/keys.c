/* See keys.h. */
#include "page/keys.h"

#include "base/types.h"
#include "out/out.h"

enum where { EVERY, EXECUTED, TIMED, KERNEL, MACHINE };
static const struct {
    enum where where;
    const char *name;
} keys[] = {
#define X(where, key, name) [key] = {where, name},
    PAGE_KEYS(X)
#undef X
};

double page_get(const json_t *row, enum page_key key)
{
    return out_number(row, keys[key].name);
}

/* `here` has a bit for each group that the row should have. */
static bool check_row(const json_t *row, const char *name, u32 here, struct diag *d)
{
    bool good = true;
    for (u32 i = 0; i < PAGE_KEY_COUNT; i++)
        if ((here >> keys[i].where & 1) && !json_is_number(out_value(row, keys[i].name))) {
            diag_error(d, NULL, 0, 0,
                       "no page can be made of this record: %s has no number '%s' (of another version?)", name,
                       keys[i].name);
            good = false;
        }
    return good;
}

bool page_check(const json_t *record, struct diag *d)
{
    const json_t *machine = json_object_get(record, "machine"), *k;
    bool timed = out_number(machine, "gpu.sms") > 0;
    u32 both = 1u << EVERY | 1u << (timed ? TIMED : EXECUTED), kernel = both | (timed ? 1u << KERNEL : 0);
    bool good = check_row(machine, "the machine", timed ? 1u << MACHINE : 0, d);
    size_t i;
    json_array_foreach(json_object_get(record, "kernels"), i, k) good &= check_row(k, out_text(k, "name"), kernel, d);
    return check_row(json_object_get(record, "total"), "the total", both, d) && good;
}
