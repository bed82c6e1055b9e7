/* Tensor copies (cp.async.bulk.tensor): a map describes a tensor's place and a copy's box. The layout of a map is
   ours. Tiles and im2col are compared with an H200 (tests/emu/tma_cases.h).

   Interleaved tensors (NC/8DHWC8) have channels in slices of 16 or 32 bytes. Dimensions of their maps are W, H, D,
   slices, N (of four: W, H, slices, N; of three: W, slices, N), and W is counted in slices, whatever the type. A copy
   takes one slice, whatever its box says. */
#include <string.h>

#include "emu/async.h"
#include "emu/tma.h"

#define MAGIC 0x414d5453u
enum { TENSOR_FTZ = 10, TENSOR_TF32, TENSOR_TF32_FTZ }; /* CU_TENSOR_MAP_DATA_TYPE_FLOAT32_FTZ and on */

static const u8 sizes[] = {1, 2, 4, 4, 8, 8, 2, 4, 8, 2, 4, 4, 4};
static const u8 types[] = {PT_U8,  PT_U16, PT_U32,  PT_S32, PT_U64, PT_S64, PT_F16,
                           PT_F32, PT_F64, PT_BF16, PT_F32, PT_F32, PT_F32};

static const u32 spans[] = {0, 32, 64, 128}; /* bytes, by swizzle */

const char *tensor_map_encode(struct tensor_map *m)
{
    u32 size = m->type < COUNT_OF(sizes) ? sizes[m->type] : 0;
    if (!size || m->rank < (m->im2col ? 3 : 1) || m->rank > 5 || m->interleave > 2 || m->swizzle > 3)
        return "a type, rank, interleave or swizzle that there is not";
    if (m->at & (m->interleave == 2 ? 31 : 15))
        return "an address that is no multiple of 16 (32 with interleave of 32 bytes)";
    if (m->interleave && m->rank < 3)
        return "interleave with a rank below 3";
    for (u32 k = 0; k < m->rank; k++) {
        if (!m->dim[k] || !m->step[k] || m->step[k] > 8 || (!m->im2col && (!m->box[k] || m->box[k] > 256)))
            return "a size of 0, a box over 256 or a step over 8";
        if (k && (m->stride[k - 1] & (m->interleave == 2 ? 31 : 15) || m->stride[k - 1] >> 40))
            return "a stride that is no multiple of 16 (32 with interleave of 32 bytes), or too large";
    }
    u64 row = (u64)m->box[0] * size;
    if (row & 15 || (!m->interleave && m->swizzle && row > spans[m->swizzle]))
        return "a box whose rows are no multiple of 16 bytes, or wider than the swizzle";
    m->magic = MAGIC;
    return NULL;
}

static u64 swizzled(const struct tensor_map *m, u64 at)
{
    static const u8 bits[] = {0, 1, 3, 7};
    return at ^ ((at >> 7 & bits[m->swizzle]) << 4);
}

/* What CU_TENSOR_MAP_DATA_TYPE_TFLOAT32 (and _FTZ, which flushes nothing here) makes of a float on its way to shared
   memory: the nearest of 19 bits, of two the even one; of all NaNs one (as an H200). */
static u64 as_tf32(u64 v)
{
    bool special = (v >> 23 & 0xff) == 0xff;
    if (special && v & 0x7fffff)
        return 0x7fffe000;
    return (special ? v : (u32)(v + 0xfff + (v >> 13 & 1))) & 0xffffe000u;
}

struct copy { /* one under way */
    struct warp *w;
    struct uop *u;
    const struct bulk *b;
    const struct tensor_map *m;
    u32 lane, size;
    u32 unit;  /* bytes from one first coordinate to the next: an element, or a slice's */
    u64 pitch; /* bytes from a row in shared memory to the next: a swizzle's rows have its width */
    u64 base;  /* address of the box in shared memory, on which a swizzle depends */
    struct target at[CLUSTER_RANKS];
    u32 n;
};

/* The element at pos, `part` bytes into its slice, to or from place `to` of the box. */
static bool element(struct copy *c, const i64 pos[5], u32 part, u64 to)
{
    const struct tensor_map *m = c->m;
    u64 at = m->at + (u64)pos[0] * c->unit + part, place = swizzled(m, c->base + to) - c->base;
    bool inside = pos[0] >= 0 && (u64)pos[0] < m->dim[0];
    for (u32 k = 1; k < m->rank; k++) {
        inside = inside && pos[k] >= 0 && (u64)pos[k] < m->dim[k];
        at += (u64)pos[k] * m->stride[k - 1];
    }
    if (inside && !memory_live(c->w->launch->dev, at, c->size))
        return fault_address(c->w, c->u, c->lane, at, c->size);
    if (inside)
        copying_piece(c->w->launch, at, c->size);
    if (c->b->f.to_global) {
        u8 *p = (u8 *)(uintptr_t)at;
        /* subnormal floats are flushed where the type says so (as on an H200), unlike by atom in global memory */
        bool flushes = m->type == TENSOR_FTZ || m->type == TENSOR_TF32_FTZ;
        if (inside && c->b->f.reduce)
            reduce_bytes(&c->b->f, types[m->type], p, c->at[0].at + place, c->size, !flushes);
        else if (inside)
            memcpy(p, c->at[0].at + place, c->size);
        if (inside)
            global_wrote(c->w, at, c->size);
        return true;
    }
    const u64 nan = 0x7ff77ff77ff77ff7; /* as an H200 fills f32 */
    u64 v = inside ? read_bits((void *)(uintptr_t)at, c->size, false) : m->fill ? nan : 0;
    if (inside && m->type >= TENSOR_TF32)
        v = as_tf32(v);
    for (u32 k = 0; k < c->n; k++)
        write_bits(c->at[k].at + place, c->size, v);
    return true;
}

/* What is at pos: an element, or a slice of them */
static bool unit(struct copy *c, const i64 pos[5], u64 to)
{
    for (u32 part = 0; part < c->unit; part += c->size)
        if (!element(c, pos, part, to + part))
            return false;
    return true;
}

static u32 counts(const struct tensor_map *m, u32 n[5])
{
    u32 all = 1;
    for (u32 k = 0; k < 5; k++) {
        bool slices = m->interleave && k == m->rank - 2u;
        n[k] = k < m->rank && !slices ? (u32)div_up(m->box[k], m->step[k]) : 1;
        all *= n[k];
    }
    return all;
}

static u32 unit_of(const struct tensor_map *m)
{
    return m->interleave ? m->interleave * 16u : sizes[m->type];
}

/* Bytes of a row in shared memory, and how many rows: a tile's along the first dimension, im2col's a pixel's. */
static u64 row_of(const struct tensor_map *m, u32 *rows)
{
    u32 n[5], all = counts(m, n);
    *rows = m->im2col ? m->box[1] : all / n[0];
    return (u64)unit_of(m) * (!m->im2col ? n[0] : m->interleave ? 1 : m->box[0]);
}

static bool tile(struct copy *c, const i64 at[5])
{
    u32 n[5], all = counts(c->m, n);
    for (u32 i = 0; i < all; i++) {
        i64 pos[5];
        for (u32 k = 0, left = i; k < 5; left /= n[k], k++)
            pos[k] = at[k] + (i64)(left % n[k]) * (k < c->m->rank ? c->m->step[k] : 0);
        if (!unit(c, pos, (u64)(i / n[0]) * c->pitch + (u64)(i % n[0]) * c->unit))
            return false;
    }
    return true;
}

/* Moves to the next pixel within the corners; after an image's last one comes the next image. */
static void next_pixel(const struct tensor_map *m, u32 first, i64 pixel[5])
{
    u32 space = m->rank - 2u;
    for (u32 j = 0; j < space; j++) {
        pixel[first + j] += m->step[first + j];
        if (pixel[first + j] < (i64)m->dim[first + j] + m->upper[j])
            return;
        pixel[first + j] = m->lower[j];
    }
    pixel[m->rank - 1] += m->step[m->rank - 1];
}

/* Copies consecutive pixels within the corners, each with its channels (a slice of them), shifted by the
   offsets */
static bool im2col(struct copy *c, const i64 at[5])
{
    const struct tensor_map *m = c->m;
    u32 space = m->rank - 2u, first = m->interleave ? 0 : 1; /* dimensions of space: from `first` on */
    u32 channels = m->interleave ? 1 : m->box[0];
    i64 pixel[5];
    memcpy(pixel, at, sizeof pixel);
    for (u32 j = 0, k = first; j < space; j++, k++)
        if (at[k] < m->lower[j] || at[k] >= (i64)m->dim[k] + m->upper[j])
            return fault_at(
                c->w, c->u, c->lane, EF_OUT_OF_BOUNDS, 0, 0,
                "im2col begins at %lld in dimension %u, outside of its corners %d and %lld (an H200 faults, "
                "too)",
                (long long)at[k], k, m->lower[j], (long long)m->dim[k] + m->upper[j]);
    for (u32 p = 0; p < m->box[1]; p++) {
        i64 pos[5];
        memcpy(pos, pixel, sizeof pos);
        for (u32 j = 0; j < space && !c->b->f.to_global; j++)
            pos[first + j] += (u16)lane_u32(c->w, c->b->offset[j], c->lane);
        for (u32 ch = 0; ch < channels; ch++) {
            if (!unit(c, pos, (u64)p * c->pitch + (u64)ch * c->unit))
                return false;
            pos[0]++;
        }
        next_pixel(m, first, pixel);
    }
    return true;
}

bool tma_copy(struct warp *w, struct uop *u, const struct bulk *b, u32 lane)
{
    struct tensor_map m;
    u64 map = address_of(w, &b->map, lane), to = address_of(w, b->f.to_global ? &b->from : &b->to, lane);
    i64 at[5] = {0};
    u32 rows;
    if (map & 63 || !lane_read(w, lane, map, &m, sizeof m) || m.magic != MAGIC)
        return fault_at(w, u, lane, map & 63 ? EF_MISALIGNED : EF_OUT_OF_BOUNDS, 0, 0,
                        "there is no tensor map at 0x%llx (cuTensorMapEncodeTiled makes one, at a multiple of 64)",
                        (unsigned long long)map);
    if (m.rank != b->f.dims || m.im2col != b->f.im2col)
        return fault_at(w, u, lane, EF_OUT_OF_BOUNDS, 0, 0, "the tensor map has %u dimensions%s", m.rank,
                        m.im2col ? ", for im2col" : ", for tiles");
    struct copy c = {.w = w, .u = u, .b = b, .m = &m, .lane = lane, .size = sizes[m.type], .unit = unit_of(&m)};
    for (u32 k = 0; k < m.rank; k++)
        at[k] = (i32)lane_u32(w, b->coord[k], lane);
    if ((at[0] * c.unit) & 15)
        return fault_at(w, u, lane, EF_MISALIGNED, 0, 0,
                        "the first coordinate, %lld, is no multiple of 16 bytes (an H200 faults, too)",
                        (long long)at[0]);
    if (b->f.reduce && m.type < 2) /* u8 and u16 */
        return fault_at(w, u, lane, EF_OUT_OF_BOUNDS, 0, 0,
                        "a tensor of %u-byte integers cannot be reduced (an H200 faults, too)", c.size);
    u64 row = row_of(&m, &rows);
    c.base = to & IN_CTA;
    c.pitch = m.interleave ? row : MAX(row, spans[m.swizzle]);
    c.n = bulk_targets(w, u, b, to, lane, rows * c.pitch, m.swizzle || m.interleave ? 128 : 16, c.at);
    if (!c.n || !(m.im2col ? im2col(&c, at) : tile(&c, at)))
        return false;
    for (u32 k = 0; k < c.n && !b->f.to_global; k++)
        shared_wrote(w->launch, c.at[k].whose, c.at[k].at, rows * c.pitch);
    return b->f.to_global || bulk_complete(w, u, b, lane, rows * row);
}
