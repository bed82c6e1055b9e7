/* Texture reads: see textures.h. */
#include "mem/textures.h"

DECL_PARAMS_DEFINE(tex, TEX_PARAMS);

void textures_init(struct textures *t, const struct tex_params *p, const struct coalesce_config *l1)
{
    *t = (struct textures){.p = *p, .coalesce = *l1};
    if (p->kind == TEX_CACHE)
        t->coalesce = (struct coalesce_config){.line_bytes = (u32)p->line, .sector_bytes = l1->sector_bytes};
}

struct l1_params textures_cache(const struct tex_params *p, const struct l1_params *l1)
{
    return l1_small(l1, p->size, p->ways, p->line, p->latency, p->mshrs);
}

void textures_access(const struct textures *t, const struct si *code, const struct stream_instr *i, u32 lanes,
                     struct access *a)
{
    coalesce_access(&t->coalesce, code, i, lanes, a);
    a->cycles = (u32)t->p.busy;
    a->delay = (u32)t->p.after;
}
