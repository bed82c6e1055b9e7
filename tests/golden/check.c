/* Runs the golden cases on the emulator and compares with what the GPU gave: check CASES RECORDING.zst
   [NAME-PREFIX...]. Integer and IEEE results have to be the same bits; approximate ones lie within the manual's
   bounds (truth.c). */
#include "check.h"
#include "emu/device.h"
#include "emu/emu.h"
#include "golden.h"
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

enum { SHOW = 4 }; /* failures printed for one instruction */

struct recording {
    u8 *bytes;
    size_t n;
};

static bool recording_read(const char *path, struct recording *r)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return false;
    fseek(f, 0, SEEK_END);
    size_t n = (size_t)ftell(f);
    rewind(f);
    u8 *packed = malloc(n);
    bool good = packed && fread(packed, 1, n, f) == n;
    fclose(f);
    unsigned long long full = good ? ZSTD_getFrameContentSize(packed, n) : 0;
    if (good && full < (1u << 28) && (r->bytes = malloc(full + 1))) {
        r->n = ZSTD_decompress(r->bytes, full, packed, n);
        good = !ZSTD_isError(r->n) && r->n > 72 && !memcmp(r->bytes, GOLD_MAGIC, 8);
    } else {
        good = false;
    }
    free(packed);
    return good;
}

/* The results of a case, one after the other, or NULL where it was not recorded. */
static const u8 *recording_find(const struct recording *r, const struct gold_case *c)
{
    for (size_t at = 72; at + 16 <= r->n;) {
        u64 hash;
        u32 head[2];
        memcpy(&hash, r->bytes + at, 8);
        memcpy(head, r->bytes + at + 8, 8);
        const u8 *width = r->bytes + at + 16;
        size_t bytes = 0;
        for (u32 i = 0; i < head[1]; i++)
            bytes += (size_t)width[i] * head[0];
        if (hash == c->hash && head[0] == c->n && head[1] == c->n_out)
            return width + head[1];
        at += 16 + head[1] + bytes;
    }
    return NULL;
}

struct bench {
    struct emu_device *dev;
    u64 in, out, scratch;
    u64 n_values, n_wrong, n_approx, n_approx_equal;
    u32 n_cases, n_failed, n_unrecorded;
};

static u64 make_texture(struct bench *b, const struct gold_tex *t, u64 *mem)
{
    u64 bytes = (u64)t->width * t->height * t->depth * gold_texel_bytes(t);
    struct emu_texture x = {.width = t->width,
                            .height = t->height > 1 || t->depth > 1 ? t->height : 0,
                            .depth = t->depth > 1 ? t->depth : 0,
                            .pitch = (u64)t->width * gold_texel_bytes(t),
                            .channels = (u8)t->channels,
                            .linear_filter = t->filter_linear,
                            .normalized_coords = t->normalized,
                            .is_linear = t->linear};
    x.channel_bits = (u8)(gold_texel_bytes(t) / t->channels * 8);
    x.channel_kind = t->format[0];
    x.read_normalized_float = strchr(t->format, 'n') != NULL;
    for (u32 i = 0; i < 3; i++)
        x.address_mode[i] = (u8)t->mode;
    *mem = x.at = emu_alloc(b->dev, bytes, 512, EA_ARRAY, "texels");
    gold_texels(t, emu_host_ptr(b->dev, x.at, bytes, true));
    return emu_texture_new(b->dev, &x);
}

static bool launch(struct bench *b, const struct gold_case *c, const u64 *in, u64 *out)
{
    u64 in_bytes = 8ull * GOLD_MAX_IN * c->n, out_bytes = 8ull * c->n * c->n_out, texels = 0;
    size_t head = strlen(GOLD_PTX_HEAD), n = strlen(c->ptx);
    char *text = malloc(head + n + 1);
    if (!text)
        return false;
    memcpy(text, GOLD_PTX_HEAD, head);
    memcpy(text + head, c->ptx, n + 1);
    struct diag d;
    diag_init(&d);
    struct emu_fault fault = {0};
    struct emu_counts counts = {0};
    bool good = false;
    struct ptx_module *m = ptx_parse(c->name, text, head + n, &d);
    struct emu_module *loaded = m ? emu_load(b->dev, m, &d) : NULL;
    struct emu_kernel *k = loaded ? emu_find_kernel(loaded, c->kernel) : NULL;
    if (k) {
        memcpy(emu_host_ptr(b->dev, b->in, in_bytes, true), in, in_bytes);
        memset(emu_host_ptr(b->dev, b->out, out_bytes, true), 0, out_bytes);
        memset(emu_host_ptr(b->dev, b->scratch, GOLD_SCRATCH, true), 0, GOLD_SCRATCH);
        u64 handle = c->has_tex ? make_texture(b, &c->tex, &texels) : GOLD_NO_TEX;
        u64 params[4] = {b->in, b->out, b->scratch, handle};
        struct emu_launch l = {.kernel = k,
                               .grid = {c->n / GOLD_BLOCK, 1, 1},
                               .block = {GOLD_BLOCK, 1, 1},
                               .params = params,
                               .discard = true};
        good = emu_run(b->dev, &l, &counts, &fault, &d);
        memcpy(out, emu_host_ptr(b->dev, b->out, out_bytes, false), out_bytes);
        if (c->has_tex) {
            emu_texture_free(b->dev, handle);
            emu_free(b->dev, texels);
        }
    }
    if (!good) {
        printf("%s: does not run\n", c->name);
        diag_print(&d, stdout);
        if (fault.kind != EF_NONE)
            emu_fault_print(&fault, stdout);
    }
    if (loaded)
        emu_unload(loaded);
    diag_free(&d);
    free(text);
    return good;
}

static bool compare(struct bench *b, const struct gold_case *c, const u64 *in, const u64 *out, const u8 *want)
{
    u64 wrong_here = 0;
    for (u32 i = 0; i < c->n_out; i++) {
        u32 w = c->width[i], wrong = 0;
        bool approx = truth_applies(c->label[i]);
        for (u32 t = 0; t < c->n; t++, want += w) {
            u64 hw = 0, ours = out[i * c->n + t] & (w == 8 ? ~0ull : (1ull << 8 * w) - 1);
            const u64 *a = &in[t * GOLD_MAX_IN];
            memcpy(&hw, want, w);
            b->n_values++;
            b->n_approx += approx;
            b->n_approx_equal += approx && ours == hw;
            if (approx ? truth_holds(c->label[i], a, ours, hw) : ours == hw)
                continue;
            if (wrong++ < SHOW) {
                printf("%s: %s of", c->name, c->label[i]);
                for (u32 j = 0; j < c->n_in; j++)
                    printf(" %llx", (unsigned long long)a[j]);
                printf(": ours %0*llx, hardware %0*llx\n", (int)w * 2, (unsigned long long)ours, (int)w * 2,
                       (unsigned long long)hw);
            }
        }
        if (wrong > SHOW)
            printf("%s: %s: %u of %u values differ\n", c->name, c->label[i], wrong, c->n);
        wrong_here += wrong;
    }
    b->n_wrong += wrong_here;
    return wrong_here == 0;
}

static bool wanted(const struct gold_case *c, int n, char **prefix)
{
    for (int i = 0; i < n; i++)
        if (!strncmp(c->name, prefix[i], strlen(prefix[i])))
            return true;
    return n == 0;
}

int main(int argc, char **argv)
{
    struct gold_cases g;
    struct recording r = {0};
    enum host_code code = HOST_CODE_BEST;
    if (argc > 2 && !strcmp(argv[1], "--code")) {
        code = !strcmp(argv[2], "any") ? HOST_CODE_ANY : HOST_CODE_BASELINE;
        argc -= 2;
        argv += 2;
    }
    if (argc < 3 || gold_read(argv[1], &g))
        return 2;
    if (!recording_read(argv[2], &r)) {
        fprintf(stderr, "check: cannot read %s\n", argv[2]);
        return 2;
    }
    struct emu_options opt = {.target.lanes = 32};
    struct bench b = {.dev = emu_device_new(&opt)};
    b.dev->code = code;
    size_t in_n = GOLD_MAX_IN * 256, out_n = 256 * GOLD_MAX_OUT;
    b.in = emu_alloc(b.dev, 8 * in_n, 256, EA_DEVICE, "in");
    b.out = emu_alloc(b.dev, 8 * out_n, 256, EA_DEVICE, "out");
    b.scratch = emu_alloc(b.dev, GOLD_SCRATCH, 256, EA_DEVICE, "scratch");
    u64 *in = calloc(in_n, 8), *out = calloc(out_n, 8);
    for (size_t i = 0; in && out && i < g.n; i++) {
        const struct gold_case *c = &g.v[i];
        if (!wanted(c, argc - 3, argv + 3))
            continue;
        const u8 *want = recording_find(&r, c);
        if (!want) {
            printf("%s: not recorded\n", c->name);
            b.n_unrecorded++;
            continue;
        }
        b.n_cases++;
        gold_inputs(c, in);
        if (!launch(&b, c, in, out) || !compare(&b, c, in, out, want))
            b.n_failed++;
    }
    printf("golden: %u cases against %s: %u failed, %u not recorded; %llu values, %llu wrong; approximate: %llu, of "
           "which %llu the same bits\n",
           b.n_cases, (const char *)r.bytes + 8, b.n_failed, b.n_unrecorded, (unsigned long long)b.n_values,
           (unsigned long long)b.n_wrong, (unsigned long long)b.n_approx, (unsigned long long)b.n_approx_equal);
    emu_device_free(b.dev);
    free(in);
    free(out);
    free(r.bytes);
    gold_free(&g);
    return b.n_failed || b.n_unrecorded || !b.n_cases;
}
