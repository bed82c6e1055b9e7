#include "isa/known.h"

#include <stdlib.h>
#include <string.h>

#define CARES 16 /* combinations of UNIFORM_* */

struct isa_known {
    struct preds preds; /* each of these: no memory if it is not known */
    u32 *depths;
    struct liveness live;
    struct uniform uniform[CARES];
};

static struct isa_known *known(const struct ptx_func *f)
{
    if (!f->notes->known)
        f->notes->known = xcalloc(1, sizeof *f->notes->known);
    return f->notes->known;
}

const struct preds *known_preds(const struct ptx_func *f)
{
    struct isa_known *k = known(f);
    if (!k->preds.first)
        k->preds = preds_find(f);
    return &k->preds;
}

const u32 *known_depths(const struct ptx_func *f)
{
    struct isa_known *k = known(f);
    if (!k->depths)
        k->depths = loop_depths(f);
    return k->depths;
}

const struct liveness *known_live(const struct ptx_func *f)
{
    struct isa_known *k = known(f);
    if (!k->live.first)
        live_find(&k->live, f, NULL);
    return &k->live;
}

const struct uniform *known_uniform(const struct ptx_func *f, u32 care)
{
    struct isa_known *k = known(f);
    if (!k->uniform[care].varies)
        uniform_find(&k->uniform[care], f, care);
    return &k->uniform[care];
}

void known_forget(struct ptx_func *f, enum known_change what)
{
    struct isa_known *k = f->notes ? f->notes->known : NULL;

    if (!k)
        return;
    liveness_free(&k->live);
    k->live = (struct liveness){0};
    for (u32 c = 0; c < CARES && what >= KNOWN_NAMES; c++)
        uniform_free(&k->uniform[c]);
    if (what < KNOWN_FLOW)
        return;
    preds_free(&k->preds);
    free(k->depths);
    free(k);
    f->notes->known = NULL;
}

static bool same_live(const struct ptx_func *f, const struct liveness *kept)
{
    struct liveness now;

    live_find(&now, f, NULL);
    bool same = now.segs.n == kept->segs.n && !memcmp(now.first, kept->first, (f->n_regs + 1) * sizeof *now.first) &&
                (!now.segs.n || !memcmp(now.segs.at, kept->segs.at, now.segs.n * sizeof *now.segs.at));
    liveness_free(&now);
    return same;
}

static bool same_uniform(const struct ptx_func *f, const struct uniform *kept, u32 care)
{
    struct uniform now;

    uniform_find(&now, f, care);
    bool same = !memcmp(now.varies, kept->varies, f->n_regs) && !memcmp(now.apart, kept->apart, f->n_blocks);
    uniform_free(&now);
    return same;
}

bool known_holds(const struct ptx_func *f)
{
    const struct isa_known *k = f->notes->known;
    bool good = !k || !k->live.first || same_live(f, &k->live);

    for (u32 c = 0; k && c < CARES; c++)
        good = good && (!k->uniform[c].varies || same_uniform(f, &k->uniform[c], c));
    if (good && k && k->depths) {
        u32 *now = loop_depths(f);
        good = !memcmp(now, k->depths, f->n_blocks * sizeof *now);
        free(now);
    }
    return good;
}
