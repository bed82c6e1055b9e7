#include "cuda/identity.h"

#include <string.h>

#include "base/program.h"
#include "ptx/ops.h"

struct range {
    u64 at, n;
};
#define MOST_RANGES 4096 /* that wait for the next launch */

static struct {
    bool wanted, contents;
    struct hash program, all;
    VEC(struct range) written; /* since the last launch */
} id;                          /* part of the process's state */

void identity_begin(bool contents)
{
    id.wanted = true;
    id.contents = contents;
    hash_init(&id.program);
    hash_init(&id.all);
}

void identity_image(const struct cuda_image *im)
{
    if (!id.wanted)
        return;
    hash_ptx(&id.program, im->text, im->size);
    hash_bytes(&id.program, &im->max_regs, sizeof im->max_regs);
}

static void hash_memory(struct cuda_state *s, u64 at, u64 n)
{
    const u64 head[] = {at, n};
    const void *p = emu_host_ptr(s->dev, at, n, false);
    hash_bytes(&id.all, head, sizeof head);
    if (p) /* else it is gone again */
        hash_bulk(&id.all, p, n);
}

static void hash_written(struct cuda_state *s, size_t but)
{
    size_t n = id.written.n - MIN(but, id.written.n);
    for (size_t i = 0; i < n; i++)
        hash_memory(s, id.written.at[i].at, id.written.at[i].n);
    memmove(id.written.at, id.written.at + n, (id.written.n - n) * sizeof *id.written.at);
    id.written.n -= n;
}

void identity_wrote(u64 at, u64 n)
{
    if (!id.contents || !n)
        return;
    struct range *last = id.written.n ? &id.written.at[id.written.n - 1] : NULL;
    if (last && at == last->at + last->n) {
        last->n += n;
        return;
    }
    if (last && at >= last->at && at + n <= last->at + last->n)
        return;
    VEC_PUSH(&id.written, ((struct range){at, n}));
    if (id.written.n >= MOST_RANGES)
        hash_written(cuda_state(), 1); /* the last one is yet to be written */
}

void identity_texture(const struct emu_texture *t)
{
    if (!id.contents)
        return;
    const u64 words[] = {t->at,
                         t->width,
                         t->height,
                         t->depth,
                         t->pitch,
                         t->channels,
                         t->channel_bits,
                         (u64)t->channel_kind,
                         t->address_mode[0],
                         t->address_mode[1],
                         t->address_mode[2],
                         t->linear_filter,
                         t->normalized_coords,
                         t->read_normalized_float,
                         t->is_linear,
                         t->is_array,
                         t->n_levels,
                         t->linear_levels};
    const float numbers[] = {t->border[0],  t->border[1], t->border[2], t->border[3],
                             t->level_bias, t->level_min, t->level_max};
    hash_bytes(&id.all, words, sizeof words);
    hash_bytes(&id.all, numbers, sizeof numbers);
    for (u32 i = 0; i < t->n_levels; i++) {
        const struct emu_texture_level *l = &t->levels[i];
        const u64 level[] = {l->at, l->pitch, l->width, l->height, l->depth};
        hash_bytes(&id.all, level, sizeof level);
    }
}

/* Structures are hashed by their bytes, padding included: only into the name of the contents. */
static void hash_arguments(const struct ptx_func *f, const u8 *params)
{
    for (const struct ptx_var *v = f->params; v && params; v = v->next)
        hash_bytes(v->size * 8 == ptx_types[v->type].bits ? &id.program : &id.all, params + v->offset, v->size);
}

void identity_launch(struct cuda_state *s, const struct emu_launch *l)
{
    if (!id.wanted)
        return;
    struct emu_kernel_info k = emu_kernel_info(l->kernel);
    hash_text(&id.program, k.name);
    hash_bytes(&id.program, l->grid, sizeof l->grid);
    hash_bytes(&id.program, l->block, sizeof l->block);
    hash_bytes(&id.program, &l->dynamic_shared, sizeof l->dynamic_shared);
    hash_arguments(k.func, l->params);
    if (!id.contents)
        return;
    hash_bytes(&id.all, &s->cache_config, sizeof s->cache_config);
    hash_bytes(&id.all, &s->bank_config, sizeof s->bank_config);
    hash_written(s, 0);
    for (size_t i = 0;; i++) { /* memory that the host writes without a call */
        const struct emu_alloc *a = emu_alloc_number(s->dev, i);
        if (!a)
            break;
        if (!a->freed && (a->kind == EA_MANAGED || a->kind == EA_HOST))
            hash_memory(s, a->at, a->size);
    }
}

void identity_program(char out[HASH_HEX])
{
    hash_hex(&id.program, out);
}

void identity_contents(char out[HASH_HEX])
{
    struct hash h = id.all;
    char program[HASH_HEX];
    identity_program(program);
    hash_text(&h, program);
    hash_hex(&h, out);
}
