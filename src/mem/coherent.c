/* The checker of coherent machines: see memsys_coherent. It looks at every line of every L1, so it is called at the
   end of each kernel, and after every window in tests. */
#include "mem/memsys.h"

#include "mem/l2_internal.h"

static bool wrong(struct diag *d, u32 sm, u64 line, const char *what)
{
    diag_error(d, NULL, 0, 0, "coherence broken: SM %u, line %#llx: %s", sm, (unsigned long long)line, what);
    return false;
}

static bool others_have(const struct memsys *m, u32 sm, u64 line)
{
    for (u32 i = 0; i < m->shape.sms; i++) {
        const struct l1 *c = &m->sms[i].cache[SMM_L1];
        u32 k = i == sm ? TAG_NONE : tags_find(&c->tags, line);
        if (k != TAG_NONE && c->tags.at[k].valid)
            return true;
    }
    return false;
}

static bool line_ok(const struct memsys *m, u32 sm, u32 index, struct diag *d)
{
    const struct l1 *c = &m->sms[sm].cache[SMM_L1];
    const struct tag *t = &c->tags.at[index];
    u64 line = tags_line(&c->tags, index);
    if (t->dirty && !t->only)
        return wrong(d, sm, line, "written to, and not the only copy");
    if (t->only && others_have(m, sm, line))
        return wrong(d, sm, line, "the only copy, and another L1 has one");
    const struct l2 *s = memsys_slice(m, partition_of(&m->c.l2, line));
    u32 tag = tags_find(&s->tags, l2_own(s, line & ~(s->p.line - 1)));
    if (tag == TAG_NONE || !s->tags.at[tag].valid)
        return wrong(d, sm, line, "not in the L2");
    const struct dir_line *l = &s->dir->lines[tag * s->dir->per + (u32)((line & (s->p.line - 1)) / s->dir->l1_line)];
    bool owner = l->state == DIR_EM && l->owner == sm;
    if (!owner && (t->only || l->state != DIR_S || !(l->sharers >> sm & 1)))
        return wrong(d, sm, line, "the directory does not know of it");
    return true;
}

bool memsys_coherent(const struct memsys *m, struct diag *d)
{
    bool ok = true;
    for (u32 i = 0; i < m->shape.sms; i++) {
        const struct tags *t = &m->sms[i].cache[SMM_L1].tags;
        for (u32 k = 0; k < t->sets * t->ways; k++)
            if (t->at[k].state != TAG_INVALID && t->at[k].valid)
                ok &= line_ok(m, i, k, d);
    }
    return ok;
}
