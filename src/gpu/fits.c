/* Whether a machine fits on this computer, checked before any of it is allocated: the tags of its caches are what may
   be large. */
#include "base/arena.h"
#include "gpu/config.h"
#include "mem/tags.h"

static u64 lines_of(const struct machine_config *c, const char **most)
{
    const struct {
        const char *key;
        u64 lines;
    } all[] = {{"l1.size", c->gpu.sms * (c->mem.l1.size / MAX(c->mem.l1.line, 1))},
               {"tex.size", c->gpu.sms * (c->mem.tex.size / MAX(c->mem.tex.line, 1))},
               {"constc.size", c->gpu.sms * (c->mem.constc.size / MAX(c->mem.constc.line, 1))},
               {"l2.size", c->mem.l2.slices * (c->mem.l2.size / MAX(c->mem.l2.line, 1))}};
    u64 lines = 0, largest = 0;
    for (size_t i = 0; i < COUNT_OF(all); i++) {
        lines += all[i].lines;
        if (all[i].lines >= largest)
            largest = all[i].lines, *most = all[i].key;
    }
    return lines;
}

bool machine_fits(const struct machine_config *c, struct diag *d)
{
    enum { A_LINE = 64 + sizeof(struct tag) }; /* keys, stamps, and the hash of large sets */
    const char *most = NULL;
    u64 need = lines_of(c, &most) * A_LINE, have = host_memory();
    if (need <= have / 4)
        return true;
    diag_error(d, NULL, 0, 0,
               "%s: the tags of the machine's caches would take %llu MiB here, and this computer has %llu MiB", most,
               (unsigned long long)(need >> 20), (unsigned long long)(have >> 20));
    return false;
}
