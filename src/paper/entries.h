/* An ini file as a list of entries, continuation lines joined: what the readers of experiments work on. */
#ifndef SLUICE_PAPER_ENTRIES_H
#define SLUICE_PAPER_ENTRIES_H
#include "base/arena.h"
#include "base/diag.h"

struct paper_entry {
    const char *section, *key, *value;
    u32 line;
    bool used;
};
struct paper_entries {
    const char *path;
    struct paper_entry *at;
    u32 n;
};

bool paper_entries_read(struct paper_entries *e, struct arena *a, const char *path, struct diag *d);
/* The entry of a key, marked as used; NULL if absent. */
struct paper_entry *paper_entry(struct paper_entries *e, const char *section, const char *key);
/* Reports each entry that nothing used, with the nearest of the keys known for its section. */
void paper_entries_unused(const struct paper_entries *e, const char *const *known, u32 n, struct diag *d);

#endif
