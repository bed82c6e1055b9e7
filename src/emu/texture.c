/* Textures: descriptors, addressing, filtering, and the instructions tex, tld4 and txq. Point and linear filtering in
   one, two and three dimensions, layers, cubes and levels of mipmaps. Linear filtering is what an H200 was found to
   do (tests/golden): weights of 8 bits, also those of the four texels of a plane; normalised integers in 16-bit fixed
   point. The level of a mipmap is what the instruction says (.level), else 0: there are no derivatives. A cube's
   faces are filtered each by itself. */
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "emu/access.h"
#include "emu/fp.h"

#define TEX_HANDLE 0x7e00000000ull

u64 emu_texture_new(struct emu_device *d, const struct emu_texture *t)
{
    struct emu_texture *copy = xmalloc(sizeof *copy);
    *copy = *t;
    for (size_t i = 0; i < d->textures.n; i++)
        if (!d->textures.at[i]) {
            d->textures.at[i] = copy;
            return TEX_HANDLE + i + 1;
        }
    VEC_PUSH(&d->textures, copy);
    return TEX_HANDLE + d->textures.n;
}

struct emu_texture *emu_texture_get(struct emu_device *d, u64 handle)
{
    u64 i = handle - TEX_HANDLE - 1;
    return i < d->textures.n ? d->textures.at[i] : NULL;
}

void emu_texture_free(struct emu_device *d, u64 handle)
{
    u64 i = handle - TEX_HANDLE - 1;
    if (i < d->textures.n) {
        free(d->textures.at[i]);
        d->textures.at[i] = NULL;
    }
}

struct texel {
    u32 bits[4]; /* as the instruction returns them: f32 or integers */
};

/* Texel index after the addressing mode; -1: border. */
static i64 wrap_index(i64 i, i64 n, u8 mode, bool normalized)
{
    if (i >= 0 && i < n)
        return i;
    if (mode == 0 && normalized)
        return ((i % n) + n) % n;
    if (mode == 2 && normalized) {
        i64 k = ((i % (2 * n)) + 2 * n) % (2 * n);
        return k < n ? k : 2 * n - 1 - k;
    }
    if (mode == 3)
        return -1;
    return i < 0 ? 0 : n - 1;
}

static float channel_float(const struct emu_texture *t, u64 raw)
{
    u8 bits = t->channel_bits;
    if (t->channel_kind == 'f')
        return bits == 16 ? f16_to_f32((u16)raw) : f32_from((u32)raw);
    if (t->channel_kind == 's') {
        i64 v = (i64)(raw << (64 - bits)) >> (64 - bits);
        double r = (double)v / (double)((1ll << (bits - 1)) - 1);
        return (float)(r < -1 ? -1 : r);
    }
    return (float)((double)raw / (double)((1ull << bits) - 1));
}

static u64 texel_address(const struct emu_texture *t, i64 x, i64 y, i64 z)
{
    u64 size = (u64)t->channels * t->channel_bits / 8, rows = MAX(t->height, 1),
        pitch = t->pitch ? t->pitch : t->width * size;
    return t->at + (u64)z * rows * pitch + (u64)y * pitch + (u64)x * size;
}

/* One texel as floats (or integers for unfiltered integer textures). */
static void fetch(const struct emu_texture *t, i64 x, i64 y, i64 z, float f[4], u32 raw_out[4])
{
    for (u32 c = 0; c < 4; c++) {
        f[c] = c == 3 ? 1.0f : 0.0f;
        raw_out[c] = 0;
    }
    if (t->channel_kind == 'f' || t->read_normalized_float)
        raw_out[3] = 0x3f800000;
    else
        raw_out[3] = 1;
    if (x < 0 || y < 0 || z < 0) {
        memcpy(f, t->border, sizeof t->border);
        for (u32 c = 0; c < 4; c++)
            raw_out[c] =
                t->channel_kind == 'f' || t->read_normalized_float ? f32_bits(t->border[c]) : (u32)t->border[c];
        return;
    }
    const u8 *p = (const u8 *)(uintptr_t)texel_address(t, x, y, z);
    for (u32 c = 0; c < t->channels; c++) {
        u64 raw = read_bits(p + c * t->channel_bits / 8, t->channel_bits / 8u, false);
        f[c] = channel_float(t, raw);
        if (t->channel_kind == 'f' || t->read_normalized_float)
            raw_out[c] = f32_bits(f[c]);
        else
            raw_out[c] = t->channel_kind == 's'
                             ? (u32)((i64)(raw << (64 - t->channel_bits)) >> (64 - t->channel_bits))
                             : (u32)raw;
    }
}

static i64 floor_i(double x)
{
    if (!(x > -1e15 && x < 1e15))
        return x > 0 ? 1ll << 50 : -(1ll << 50);
    return (i64)__builtin_floor(x);
}

/* Coordinates in texels; normalised ones are scaled, after wrap or mirror took their integer part off. */
static double to_texels(double x, u32 n, const struct emu_texture *t)
{
    return t->normalized_coords ? x * n : x;
}

struct tap {
    i64 i[2];
    i32 w; /* of the second texel, 256 = one */
};

static struct tap taps(const struct emu_texture *t, double x, u32 n, u32 axis, bool linear)
{
    struct tap r = {.w = 0};
    if (!n)
        return r;
    x = to_texels(x, n, t);
    if (!linear) {
        r.i[0] = wrap_index(floor_i(x), n, t->address_mode[axis], t->normalized_coords);
        return r;
    }
    x -= 0.5;
    i64 i = floor_i(x);
    double frac = x - (double)i;
    r.i[0] = wrap_index(i, n, t->address_mode[axis], t->normalized_coords);
    r.i[1] = wrap_index(i + 1, n, t->address_mode[axis], t->normalized_coords);
    r.w = frac >= 0 && frac <= 1 ? (i32)__builtin_floor(frac * 256.0 + 0.5) : 0;
    return r;
}

/* What 1 is in the filter's fixed point; 0: the texels are floats. */
static double fixed_one(const struct emu_texture *t)
{
    if (t->channel_kind == 'f' || (t->channel_kind == 's' && t->channel_bits == 8) || t->channel_bits > 16)
        return 0;
    return t->channel_kind == 's' ? 32767 : 65535;
}

static void linear_sample(const struct emu_texture *t, struct tap x, struct tap y, struct tap z, struct texel *out)
{
    i32 both = (x.w * y.w + 128) >> 8;
    const i32 plane[2][2] = {{256 - x.w - y.w + both, x.w - both}, {y.w - both, both}};
    double sum[4] = {0}, one = fixed_one(t);
    for (u32 k = 0; k < 2; k++)
        for (u32 j = 0; j < 2; j++)
            for (u32 i = 0; i < 2; i++) {
                i32 w = plane[j][i] * (k ? z.w : 256 - z.w);
                float f[4];
                u32 raw[4];
                if (!w)
                    continue;
                fetch(t, x.i[i], y.i[j], z.i[k], f, raw);
                for (u32 c = 0; c < 4; c++)
                    sum[c] += w * (one != 0 ? __builtin_rint((double)f[c] * one) : (double)f[c]);
            }
    for (u32 c = 0; c < 4; c++) {
        double r = sum[c] / 65536;
        r = one != 0 ? __builtin_floor(r + 0.5) / one : r;
        out->bits[c] = f32_bits(one != 0 ? (float)(r < -1 ? -1 : r) : f32_from_f64(r, PR_RNA));
    }
}

static struct texel sample(const struct emu_texture *t, const double at[3], u32 dims, i64 layer, bool integer_coords,
                           u64 *address)
{
    struct texel out;
    bool linear = t->linear_filter && !integer_coords && !t->is_linear;
    struct tap x = taps(t, at[0], t->width, 0, linear), y = {.w = 0}, z = {.w = 0};
    if (t->is_linear || integer_coords)
        x = (struct tap){.i = {floor_i(at[0])}};
    if (dims > 1)
        y = taps(t, at[1], t->height, 1, linear);
    if (dims > 2)
        z = taps(t, at[2], t->depth, 2, linear);
    if (layer >= 0)
        z.i[0] = MIN(layer, (i64)MAX(t->depth, 1) - 1);
    bool inside = x.i[0] >= 0 && x.i[0] < t->width;
    *address = texel_address(t, MAX(x.i[0], 0), MAX(y.i[0], 0), MAX(z.i[0], 0));
    float f[4];
    if (!linear) {
        if ((t->is_linear || integer_coords) && !inside) {
            fetch(t, -1, 0, 0, f, out.bits);
            memset(out.bits, 0, sizeof out.bits);
        } else {
            fetch(t, x.i[0], y.i[0], z.i[0], f, out.bits);
        }
        return out;
    }
    if (dims == 1 && t->address_mode[1] == 3) /* one row, taken at its upper edge: half of it is the border */
        y = (struct tap){.i = {-1, 0}, .w = 128};
    linear_sample(t, x, y, z, &out);
    return out;
}

static u32 coord(const struct warp *w, const struct uop *u, u32 k, u32 lane)
{
    return k < (u32)u->imm ? ((const u32a *)lanes_at(w, u->list[4 + k]))[lane] : 0;
}

/* The face of a cube that a direction meets, and where on it: the rule of CUDA's programming guide. */
static u32 cube_face(double at[3])
{
    double x = at[0], y = at[1], z = at[2], ax = fabs(x), ay = fabs(y), az = fabs(z), s, t, m;
    u32 face;
    if (ax >= ay && ax >= az) {
        face = x < 0, m = ax, s = x < 0 ? z : -z, t = -y;
    } else if (ay >= az) {
        face = 2 + (y < 0), m = ay, s = x, t = y < 0 ? -z : z;
    } else {
        face = 4 + (z < 0), m = az, s = z < 0 ? -x : x, t = -y;
    }
    at[0] = (s / m + 1) / 2;
    at[1] = (t / m + 1) / 2;
    at[2] = 0;
    return face;
}

/* One level, as a texture without levels. */
static struct emu_texture level_of(const struct emu_texture *t, u32 k)
{
    struct emu_texture r;
    memcpy(&r, t, offsetof(struct emu_texture, levels));
    r.at = t->levels[k].at;
    r.pitch = t->levels[k].pitch;
    r.width = t->levels[k].width;
    r.height = t->levels[k].height;
    r.depth = t->levels[k].depth;
    r.n_levels = 0;
    return r;
}

/* One component of the four texels that linear filtering would take, counter-clockwise from the lower left. */
static struct texel gather(const struct emu_texture *t, const double at[2], i64 layer, u32 component, u64 *address)
{
    struct tap x = taps(t, at[0], t->width, 0, true), y = taps(t, at[1], t->height, 1, true);
    const u8 order[4][2] = {{0, 1}, {1, 1}, {1, 0}, {0, 0}};
    struct texel out;
    i64 z = layer < 0 ? 0 : MIN(layer, (i64)MAX(t->depth, 1) - 1);
    for (u32 k = 0; k < 4; k++) {
        float f[4];
        u32 raw[4];
        fetch(t, x.i[order[k][0]], y.i[order[k][1]], z, f, raw);
        out.bits[k] = raw[component];
    }
    *address = texel_address(t, MAX(x.i[0], 0), MAX(y.i[0], 0), z);
    return out;
}

struct place { /* one lane's request */
    double at[3], level;
    i64 layer; /* -1: none */
    u32 dims;
    bool ints, cube;
};

static struct place place_of(const struct warp *w, const struct uop *u, u32 lane)
{
    const struct ptx_instr *in = u->in;
    bool layered = in->sub == SUB_A1D || in->sub == SUB_A2D || in->sub == SUB_ACUBE;
    struct place p = {.layer = layered ? (i64)coord(w, u, 0, lane) : -1,
                      .ints = in->op == OP_TEX && !is_float(in->type2),
                      .cube = in->sub == SUB_CUBE || in->sub == SUB_ACUBE,
                      .dims = in->sub == SUB_1D || in->sub == SUB_A1D ? 1
                              : in->sub == SUB_3D                     ? 3
                                                                      : 2};
    for (u32 k = 0; k < 3; k++) {
        u32 bits = coord(w, u, k + layered, lane);
        p.at[k] = p.ints ? (double)(i32)bits : f32_from(bits);
    }
    if (p.cube)
        p.layer = (layered ? p.layer * 6 : 0) + cube_face(p.at);
    if (u->b != NO_OPERAND) {
        u32 bits = ((const u32a *)lanes_at(w, u->b))[lane];
        p.level = p.ints ? (double)(i32)bits : f32_from(bits);
    }
    return p;
}

/* Is the texels' memory allocated? False: fault. */
static bool memory_there(struct warp *w, struct uop *u, u32 lane, const struct emu_texture *t)
{
    u64 rows = MAX(t->height, 1), layers = MAX(t->depth, 1), row = (u64)t->width * t->channels * t->channel_bits / 8,
        pitch = t->pitch ? t->pitch : row;
    if (t->at >= u->lo && t->at + pitch * rows * layers <= u->hi)
        return true;
    u64 used = rows * layers == 1 ? row : pitch * (rows * layers - 1);
    const struct emu_alloc *a = memory_live(w->launch->dev, t->at, used);
    if (!a)
        return fault_at(w, u, lane, EF_OUT_OF_BOUNDS, t->at, used, NULL);
    u->lo = a->at;
    u->hi = a->at + a->size;
    return true;
}

/* The address where the machine reads the texel: blocks of 64 bytes by 8 rows follow each other, with sectors of 16
   bytes by 2 rows; a line is 32 bytes by 4 rows. Sectors are measured (tools/h200/tex_layout.cu: what comes with a
   texel), the rest as such cards are known to be. Rows that fill no block stay rows. */
static u64 in_blocks(const struct emu_texture *t, u64 address)
{
    address -= address % 16; /* an instruction's four results are 16 bytes: of a smaller texel, those it lies in */
    if (!t->is_array || !t->pitch || t->pitch % 64)
        return address;
    u64 rows = MAX(t->height, 1), in_plane = (address - t->at) % (rows * t->pitch), y = in_plane / t->pitch,
        x = in_plane % t->pitch;
    if ((y | 7) >= rows)
        return address;
    return address - in_plane + y / 8 * 8 * t->pitch + x / 64 * 512 + x / 32 % 2 * 256 + y / 2 % 4 * 64 +
           x / 16 % 2 * 32 + y % 2 * 16;
}

static bool sample_level(struct warp *w, struct uop *u, u32 lane, const struct emu_texture *t, const struct place *p,
                         struct texel *out)
{
    struct emu_texture of;
    if (!memory_there(w, u, lane, t))
        return false;
    if (p->cube) { /* each face by itself, up to its edge */
        memcpy(&of, t, offsetof(struct emu_texture, levels));
        of.address_mode[0] = of.address_mode[1] = 1;
        of.normalized_coords = true;
        t = &of;
    }
    *out = u->in->op == OP_TLD4 ? gather(t, p->at, p->layer, u->in->cmp, &w->addr[lane])
                                : sample(t, p->at, p->dims, p->layer, p->ints, &w->addr[lane]);
    if (w->launch->dev->opt.target.tex_blocks)
        w->addr[lane] = in_blocks(t, w->addr[lane]);
    return true;
}

static bool sample_mipmap(struct warp *w, struct uop *u, u32 lane, const struct emu_texture *t, const struct place *p,
                          struct texel *out)
{
    double l = p->level + (double)t->level_bias;
    l = l >= (double)t->level_min ? l : (double)t->level_min;
    l = l <= (double)t->level_max ? l : (double)t->level_max;
    l = l >= 0 ? l : 0;
    l = l <= t->n_levels - 1 ? l : t->n_levels - 1;
    u32 low = (u32)(t->linear_levels ? floor(l) : floor(l + 0.5));
    i32 part = t->linear_levels ? (i32)((l - low) * 256 + 0.5) : 0;
    struct emu_texture at = level_of(t, MIN(low, t->n_levels - 1));
    if (!sample_level(w, u, lane, &at, p, out))
        return false;
    if (!part || low + 1 >= t->n_levels)
        return true;
    struct texel next;
    at = level_of(t, low + 1);
    if (!sample_level(w, u, lane, &at, p, &next))
        return false;
    for (u32 c = 0; c < 4; c++)
        out->bits[c] = f32_bits(
            (float)(((double)f32_from(out->bits[c]) * (256 - part) + (double)f32_from(next.bits[c]) * part) / 256));
    return true;
}

static u64 handle_of(const struct warp *w, const struct uop *u, u32 lane)
{
    u64 handle = u->a == NO_OPERAND ? *(const u64a *)(uintptr_t)u->off : ((const u64a *)lanes_at(w, u->a))[lane];
    if (handle >= DEV_BASE && emu_host_ptr(w->launch->dev, handle, 8, false))
        handle = *(const u64a *)(uintptr_t)handle; /* the address of a texref, as a mov of its name returns it */
    return handle;
}

/* The texture that a lane names; NULL: fault. */
static const struct emu_texture *texture_of(struct warp *w, struct uop *u, u32 lane)
{
    u64 handle = handle_of(w, u, lane);
    const struct emu_texture *t = emu_texture_get(w->launch->dev, handle);
    if (!t)
        fault_at(w, u, lane, EF_OUT_OF_BOUNDS, handle, 0, "no texture is bound to handle 0x%llx",
                 (unsigned long long)handle);
    return t;
}

/* Texels without conversion, from a line or plane in known memory. */
static bool is_plain(const struct uop *u, const struct emu_texture *t, bool ints)
{
    const struct ptx_instr *in = u->in;
    if (!t || in->op != OP_TEX || (in->sub != SUB_1D && in->sub != SUB_2D) || u->b != NO_OPERAND ||
        in->type == PT_F16 || t->n_levels || (t->channel_bits != 32 && t->channel_kind == 'f') ||
        (t->linear_filter && !ints && !t->is_linear) || (t->read_normalized_float && t->channel_kind != 'f'))
        return false;
    u64 row = (u64)t->width * t->channels * t->channel_bits / 8;
    return t->at >= u->lo && t->at + (t->pitch ? t->pitch : row) * MAX(t->height, 1) * MAX(t->depth, 1) <= u->hi;
}

/* The clamped texel index of all lanes along an axis. False: the addressing mode is another
   one. */
static bool is_clamped(const struct emu_texture *t, u32 axis)
{
    const u8 mode = t->address_mode[axis];
    return mode != 3 && (mode == 1 || !t->normalized_coords) && (axis ? t->height : t->width);
}
static bool clamp_lanes(const struct warp *w, const struct uop *u, const struct emu_texture *t, u32 axis, u32 *to)
{
    const double n = axis ? t->height : t->width, scale = t->normalized_coords ? n : 1, last = n - 1;
    if (!is_clamped(t, axis) || axis >= (u32)u->imm)
        return false;
    const u32a *at = lanes_at(w, u->list[4 + axis]);
    if (is_float(u->in->type2))
        LANES(w->lanes)
        {
            const double x = (double)f32_from(at[i]) * scale;
            to[i] = (u32)(i32)(x > 0 ? (x < last ? x : last) : 0); /* above 0 the whole part is the floor */
        }
    else
        LANES(w->lanes)
        {
            const double x = (double)(i32)at[i] * scale;
            to[i] = (u32)(i32)(x > 0 ? (x < last ? x : last) : 0);
        }
    return true;
}

/* The texture that all these lanes name; NULL: several, or none. */
static const struct emu_texture *common_texture(const struct warp *w, const struct uop *u, u64 exec)
{
    const u64a *handle = u->a == NO_OPERAND ? NULL : lanes_at(w, u->a);
    for (u64 m = exec; handle && m; m &= m - 1)
        if (handle[ctz64(m)] != handle[ctz64(exec)])
            return NULL;
    return emu_texture_get(w->launch->dev, handle_of(w, u, ctz64(exec)));
}

/* The address of every lane's texel, also in w->addr, if outside means the edge. False: perhaps it does not. */
static bool plain_edges(struct warp *w, const struct uop *u, const struct emu_texture *t, u64 *from)
{
    const bool plane = u->in->sub == SUB_2D;
    const u64 first = texel_address(t, 0, 0, 0);
    const u32 size = (u32)(texel_address(t, 1, 0, 0) - first);
    const u64 pitch = texel_address(t, 0, 1, 0) - first;
    u32 column[64], row[64] = {0};
    if (!is_float(u->in->type2) || t->is_linear || pitch > UINT32_MAX || !clamp_lanes(w, u, t, 0, column) ||
        (plane && !clamp_lanes(w, u, t, 1, row)))
        return false;
    LANES(w->lanes) w->addr[i] = from[i] = first + (u64)row[i] * (u32)pitch + (u64)column[i] * size;
    return true;
}

/* The same, lane by lane; 0 if there is no such texel. False: a lane reads the border. */
static bool plain_any(struct warp *w, const struct uop *u, const struct emu_texture *t, u64 exec, u64 *from)
{
    const bool ints = !is_float(u->in->type2), plane = u->in->sub == SUB_2D, by_index = ints || t->is_linear;
    for (u64 m = exec; m; m &= m - 1) {
        u32 i = ctz64(m), a = coord(w, u, 0, i), b = coord(w, u, 1, i);
        i64 x = by_index && ints ? (i32)a
                : by_index       ? floor_i(f32_from(a))
                                 : taps(t, f32_from(a), t->width, 0, false).i[0];
        i64 y = plane ? taps(t, ints ? (double)(i32)b : f32_from(b), t->height, 1, false).i[0] : 0;
        bool inside = x >= 0 && x < t->width;
        if (y < 0 || (!inside && !by_index))
            return false;
        w->addr[i] = texel_address(t, MAX(x, 0), y, 0);
        from[i] = inside ? w->addr[i] : 0;
    }
    return true;
}

/* A channel, `off` bytes into the texels, of some lanes. */
static void read_channel(const u64 *from, u32 off, const struct emu_texture *t, u32a *d, u64 exec)
{
    static const u8 zeros[16];
    const u32 size = t->channel_bits / 8u;
    const bool sign = t->channel_kind == 's';
    for (u64 m = exec; m; m &= m - 1) {
        const u32 i = ctz64(m);
        const u8 *p = from[i] ? (const u8 *)(uintptr_t)from[i] + off : zeros;
        d[i] = size == 4 ? *(const u32a *)p : size == 1 && !sign ? *p : (u32)read_bits(p, size, sign);
    }
}

/* A channel that the texture lacks. */
static void fill_channel(const struct warp *w, const u64 *from, u32 value, u32a *d, u64 exec)
{
    LANES(w->lanes) d[i] = !(exec & lane_bit64[i]) ? d[i] : from[i] ? value : 0;
}

/* The lanes read one plain texture: the common case, without examining everything a texture may be. False: they do
   not, and nothing has been done. */
static bool tex_plain(struct warp *w, struct uop *u, const struct emu_texture *t, u64 exec)
{
    if (!is_plain(u, t, !is_float(u->in->type2)))
        return false;
    u64 from[64] = {0};
    if (!plain_edges(w, u, t, from) && !plain_any(w, u, t, exec, from))
        return false;
    for (u64 m = w->launch->dev->opt.target.tex_blocks ? exec : 0; m; m &= m - 1)
        w->addr[ctz64(m)] = in_blocks(t, w->addr[ctz64(m)]);
    const u32 one = t->channel_kind == 'f' || t->read_normalized_float ? 0x3f800000 : 1;
    for (u32 k = 0; k < u->vec; k++)
        if (u->list[k] != NO_OPERAND && k < t->channels)
            read_channel(from, k * t->channel_bits / 8u, t, reg_at(w, u->list[k]), exec);
        else if (u->list[k] != NO_OPERAND)
            fill_channel(w, from, k == 3 ? one : 0, reg_at(w, u->list[k]), exec);
    return true;
}

/* ---- A plane of floats, or of unsigned numbers as fractions, filtered, of which what is outside is the edge ---- */

static bool is_filtered(const struct uop *u, const struct emu_texture *t)
{
    const struct ptx_instr *in = u->in;
    const bool floats = t->channel_kind == 'f' && t->channel_bits == 32,
               fractions = t->channel_kind == 'u' && t->channel_bits <= 16;
    return in->op == OP_TEX && in->sub == SUB_2D && is_float(in->type2) && u->b == NO_OPERAND && in->type != PT_F16 &&
           !t->n_levels && t->linear_filter && !t->is_linear && (floats || fractions) && is_clamped(t, 0) &&
           is_clamped(t, 1) && t->at >= u->lo && texel_address(t, 0, 0, 1) <= u->hi;
}

/* The two texels of a coordinate, and the second one's weight: as taps() has them. */
static struct tap edge_taps(double x, i64 n)
{
    x -= 0.5;
    i64 i = -(1ll << 50);
    if (x > -1e15 && x < 1e15) {
        i = (i64)x;
        i -= (double)i > x;
    } else if (x > 0) {
        i = 1ll << 50;
    }
    const double frac = x - (double)i;
    return (struct tap){.i = {MAX(MIN(i, n - 1), 0), MAX(MIN(i + 1, n - 1), 0)},
                        .w = frac >= 0 && frac <= 1 ? (i32)(frac * 256.0 + 0.5) : 0};
}

/* To the nearest float, halves away from zero. */
static u32 nearest_away(double x)
{
    const u64 bits = f64_bits(x);
    const i32 e = (i32)(bits >> 52 & 2047) - 1023;
    if (e < -126 || e > 126)
        return f32_bits(f32_from_f64(x, PR_RNA));
    return f32_bits((float)f64_from((bits + (1ull << 28)) >> 29 << 29));
}

static double filter_value(const u8 *p, u32 bits)
{
    return bits == 32 ? (double)f32_from(*(const u32a *)p) : bits == 16 ? *(const u16 *)p : *p * 257;
}

/* As linear_sample, for the wanted channels of one lane. */
static void filter_lane(struct warp *w, const struct uop *u, const struct emu_texture *t, struct tap x, struct tap y,
                        u32 lane)
{
    const i32 both = (x.w * y.w + 128) >> 8;
    const i32 weight[4] = {256 - x.w - y.w + both, x.w - both, y.w - both, both};
    const u8 *texel[4];
    for (u32 k = 0; k < 4; k++)
        texel[k] = (const u8 *)(uintptr_t)texel_address(t, x.i[k & 1], y.i[k >> 1], 0);
    for (u32 c = 0; c < u->vec; c++) {
        if (u->list[c] == NO_OPERAND)
            continue;
        u32 r = c == 3 ? 0x3f800000 : 0;
        if (c < t->channels) {
            double sum = 0;
            for (u32 k = 0; k < 4; k++)
                if (weight[k])
                    sum += weight[k] * 256 * filter_value(texel[k] + c * t->channel_bits / 8u, t->channel_bits);
            sum /= 65536;
            r = t->channel_kind == 'f' ? nearest_away(sum) : f32_bits((float)((double)(i64)(sum + 0.5) / 65535));
        }
        ((u32a *)reg_at(w, u->list[c]))[lane] = r;
    }
}

static bool tex_filtered(struct warp *w, struct uop *u, const struct emu_texture *t, u64 exec)
{
    if (!is_filtered(u, t))
        return false;
    const bool parts = t->normalized_coords;
    for (u64 m = exec; m; m &= m - 1) {
        const u32 i = ctz64(m);
        const double a = f32_from(coord(w, u, 0, i)), b = f32_from(coord(w, u, 1, i));
        const struct tap x = edge_taps(parts ? a * t->width : a, t->width),
                         y = edge_taps(parts ? b * t->height : b, t->height);
        filter_lane(w, u, t, x, y, i);
        w->addr[i] = texel_address(t, x.i[0], y.i[0], 0);
        if (w->launch->dev->opt.target.tex_blocks)
            w->addr[i] = in_blocks(t, w->addr[i]);
    }
    return true;
}

static bool tex_op(struct warp *w, struct uop *u, u64 exec)
{
    const struct emu_texture *common = common_texture(w, u, exec);
    const bool done = common && (tex_plain(w, u, common, exec) || tex_filtered(w, u, common, exec));
    for (u64 m = done ? 0 : exec; m; m &= m - 1) {
        u32 i = ctz64(m);
        const struct emu_texture *t = texture_of(w, u, i);
        struct place p = place_of(w, u, i);
        struct texel r;
        if (!t || !(t->n_levels ? sample_mipmap(w, u, i, t, &p, &r) : sample_level(w, u, i, t, &p, &r)))
            return false;
        for (u32 k = 0; k < u->vec; k++)
            if (u->list[k] != NO_OPERAND)
                ((u32a *)reg_at(w, u->list[k]))[i] =
                    u->in->type == PT_F16 ? f16_from_f64(f32_from(r.bits[k]), PR_RN) : r.bits[k];
    }
    stream_put_mem_scattered(&w->out, u->pc, w->active, exec, SI_TEX, w->addr);
    warp_count(w, 1, exec);
    w->launch->counts.mem_instrs++;
    return true;
}

static enum warp_stop txq_op(struct warp *w, struct uop *u, u64 exec)
{
    u32 got[64];
    stream_put_run(&w->out, u->pc, 1, w->active, exec);
    warp_count(w, 1, exec);
    w->pc = u->pc + 1;
    for (u64 m = exec; m; m &= m - 1) {
        u32 i = ctz64(m), level = u->b == NO_OPERAND ? 0 : ((const u32a *)lanes_at(w, u->b))[i];
        const struct emu_texture *t = texture_of(w, u, i);
        if (!t)
            return WS_FAULT;
        struct emu_texture at = *t;
        if (t->n_levels)
            at = level_of(t, MIN(level, t->n_levels - 1));
        switch (u->in->sub) {
        case SUB_WIDTH: got[i] = at.width; break;
        case SUB_HEIGHT: got[i] = at.height; break;
        case SUB_DEPTH:
        case SUB_ARRAY_SIZE: got[i] = at.depth; break;
        case SUB_LEVELS: got[i] = MAX(t->n_levels, 1); break;
        default: got[i] = t->normalized_coords; break;
        }
    }
    for (u64 m = exec; m; m &= m - 1)
        ((u32a *)reg_at(w, u->d))[ctz64(m)] = got[ctz64(m)];
    return WS_GO;
}

/* A texture by register or by name. */
static bool set_texture(struct prog *p, struct uop *u, const struct ptx_operand *t)
{
    if (t->kind == PO_REG || (t->kind == PO_ADDR && t->base == PO_REG)) {
        struct ptx_operand reg = {.kind = PO_REG, .reg = t->reg};
        u->a = decode_operand(p, u->func, &reg, 8);
        return true;
    }
    const struct ptx_var *v = t->sym;
    if (v && !v->offset && v->is_extern)
        v = module_find_var_def(p->dev, v->name);
    if (!v || !v->offset)
        return false;
    u->off = (i64)v->offset;
    return true;
}

bool select_tex(struct prog *p, struct uop *u)
{
    const struct ptx_instr *in = u->in;
    if (in->op == OP_TXQ) {
        u->base_kind = UK_CTL;
        u->fn.ctl = txq_op;
        set_dst(p, u, 4);
        if (in->n_opnd > 2)
            u->b = decode_operand(p, u->func, &in->opnd[2], 4);
        return set_texture(p, u, &in->opnd[1]);
    }
    if ((in->op != OP_TEX && in->op != OP_TLD4) || in->type == PT_F16X2)
        return false;
    const struct ptx_operand *d = &in->opnd[0], *c = &in->opnd[2];
    u32 *list = ARENA_ARRAY(&p->arena, u32, 4 + c->n_vec);
    u->vec = d->kind == PO_VEC ? d->n_vec : 1;
    for (u32 k = 0; k < u->vec && k < 4; k++) {
        const struct ptx_operand *o = d->kind == PO_VEC ? &d->vec[k] : d;
        list[k] = o->kind == PO_REG ? decode_operand(p, u->func, o, 4) : NO_OPERAND;
    }
    for (u32 k = 0; k < c->n_vec; k++)
        list[4 + k] = decode_operand(p, u->func, &c->vec[k], 4);
    u->list = list;
    u->imm = c->n_vec;
    u->base_kind = UK_MEM;
    u->fn.mem = tex_op;
    u->space = SI_TEX;
    u->size = 4;
    if (in->flags & PF_LEVEL && in->n_opnd > 4)
        u->b = decode_operand(p, u->func, &in->opnd[4], 4);
    return u->vec <= 4 && set_texture(p, u, &in->opnd[1]);
}
