/* A kernel on a target, in this process: memory that it may use, its launch, and what it left. */
#include <stdlib.h>
#include <string.h>

#include "gpu/config.h"
#include "targets.h"

enum { IN_WORDS = 512, OUT_BYTES = 1024 /* a thread */, CELLS = 64, STEPS = 3000000, DYNAMIC = 32768 };

static void set_texture(struct emu_device *dev, u64 in, u64 *handle)
{
    struct emu_texture t = {.at = in,
                            .width = IN_WORDS,
                            .pitch = IN_WORDS * 4,
                            .channels = 1,
                            .channel_bits = 32,
                            .channel_kind = 'u',
                            .is_linear = true};
    *handle = emu_texture_new(dev, &t);
}

/* ---- Streams ---- */

static void add_bytes(void *sum, const u8 *at, u32 n)
{
    u64 *h = sum;
    for (u32 i = 0; i < n; i++)
        *h = (*h ^ at[i]) * 0x100000001b3ull;
}

static void add_number(u64 *sum, u64 v)
{
    add_bytes(sum, (const u8 *)&v, sizeof v);
}

/* What waits for its time is performed warp after warp, a cycle each; a copy is over as soon as it has begun. */
static bool perform(struct stream_source *s, struct stream_cta *c, u64 *cycle, bool *any)
{
    bool ok = true;
    for (u32 w = 0; w < c->n_warps && ok; w++) {
        if (!c->warps[w].gated)
            continue;
        *any = true;
        *cycle += 1;
        ok = s->perform(s, c, w, *cycle, *cycle);
        for (u32 k = 0, n = s->n_copies; k < n && ok; k++)
            ok = s->copied(s, s->copies[k].id, *cycle, *cycle);
    }
    return ok;
}

static bool all_ended(const struct stream_cta *c)
{
    for (u32 w = 0; w < c->n_warps; w++)
        if (!c->warps[w].ended)
            return false;
    return true;
}

static bool run_cta(struct stream_source *s, u64 index, u64 *cycle, u64 *sum)
{
    struct stream_cta c = {0};
    bool ok = s->start(s, index, &c);
    for (u32 steps = 0; ok && !all_ended(&c) && steps < STEPS; steps++) {
        bool any = false;
        for (u32 w = 0; w < c.n_warps; w++)
            add_number(sum, c.warps[w].end_at);
        ok = perform(s, &c, cycle, &any) && (any || s->more(s, &c));
    }
    for (u32 w = 0; w < c.n_warps && ok; w++) {
        add_number(sum, c.warps[w].instrs);
        stream_each_block(&c.warps[w], add_bytes, sum);
    }
    if (ok)
        s->finish(s, &c);
    return ok;
}

/* One CTA after the other. */
static bool run_streams(struct emu_device *dev, struct emu_launch l, struct outcome *o, struct emu_fault *fault,
                        struct diag *d)
{
    u64 cycle = 0;
    l.discard = false;
    l.timed = true;
    struct emu_source *source = emu_source_new(dev, &l, d);
    bool ok = source;
    for (u64 i = 0; i < l.grid[0] && ok; i++)
        ok = run_cta(emu_stream_source(source), i, &cycle, &o->streams);
    if (source) {
        o->counts = *emu_source_counts(source);
        *fault = *emu_source_fault(source);
    }
    emu_source_free(source);
    return ok;
}

static void launch(struct emu_device *dev, struct emu_module *mod, const char *text, const struct target *t,
                   struct outcome *o, struct diag *d)
{
    struct emu_launch l = {.kernel = emu_find_kernel(mod, "k"),
                           .grid = {1, 1, 1},
                           .block = {1, 1, 1},
                           .dynamic_shared = DYNAMIC,
                           .discard = true};
    kernel_launch(text, &l.grid[0], &l.block[0]);
    u64 bytes = (u64)l.grid[0] * l.block[0] * OUT_BYTES + CELLS * 4, arg[4];
    u64 in = emu_alloc(dev, IN_WORDS * 4, 256, EA_DEVICE, "in"), out = emu_alloc(dev, bytes, 256, EA_DEVICE, "out");
    u32 *words = emu_host_ptr(dev, in, IN_WORDS * 4, true);
    for (u32 i = 0; i < IN_WORDS; i++)
        words[i] = i % 5 == 0 ? i % 7 : i * 2654435761u;
    memset(emu_host_ptr(dev, out, bytes, true), 0, bytes);
    arg[0] = out;
    arg[1] = in;
    arg[2] = 5;
    set_texture(dev, in, &arg[3]);
    l.params = arg;
    struct emu_fault fault = {0};
    o->ok = t->streams ? run_streams(dev, l, o, &fault, d) : emu_run(dev, &l, &o->counts, &fault, d);
    o->few = d->errors && strstr(d->first->text, "cannot do with");
    o->lacks = d->errors && strstr(d->first->text, "needs a machine with tensor cores") && t->isa.isa != ISA_MACHINE;
    if (!o->ok)
        snprintf(o->text, sizeof o->text, "%s", d->errors ? d->first->text : fault.text);
    o->n = bytes;
    o->bytes = malloc(bytes);
    memcpy(o->bytes, emu_host_ptr(dev, out, bytes, false), bytes);
    emu_texture_free(dev, arg[3]);
}

void outcome_of(struct outcome *o, const char *text, const struct target *t, bool verify)
{
    struct emu_options opt = {.native = t->native ? EN_ALWAYS : EN_OFF,
                              .target = t->isa,
                              .verify = verify,
                              .pass_changes = t->changes,
                              .step_limit = STEPS,
                              .memory_limit = 64u << 20};
    struct diag d;
    diag_init(&d);
    memset(o, 0, sizeof *o);
    struct ptx_module *m = ptx_parse("kernel.ptx", text, strlen(text), &d);
    if (!m) {
        snprintf(o->text, sizeof o->text, "does not parse");
        if (getenv("FUZZ_TARGETS_SHOW"))
            diag_print(&d, stderr);
        diag_free(&d);
        return;
    }
    struct emu_device *dev = emu_device_new(&opt);
    struct emu_module *mod = emu_load(dev, m, &d);
    if (mod) {
        launch(dev, mod, text, t, o, &d);
        emu_unload(mod);
    } else {
        snprintf(o->text, sizeof o->text, "cannot be loaded");
    }
    if (d.errors && getenv("FUZZ_TARGETS_SHOW"))
        diag_print(&d, stderr);
    emu_device_free(dev);
    diag_free(&d);
}

void outcome_free(struct outcome *o)
{
    free(o->bytes);
}

struct target target_plain(const struct target *t)
{
    struct target plain = {.isa.lanes = t->isa.lanes};
    if (t->streams)
        plain = *t;
    plain.native = false;
    plain.changes = NULL;
    return plain;
}

/* Native code: faults and counts are the same, too. */
bool outcomes_differ(const struct outcome *plain, const struct outcome *o, const struct target *t)
{
    if (t->native)
        return o->ok != plain->ok || strcmp(o->text, plain->text) != 0 || memcmp(o->bytes, plain->bytes, o->n) != 0 ||
               memcmp(&o->counts, &plain->counts, sizeof o->counts) != 0 || o->streams != plain->streams;
    return !o->few && !o->lacks && (!o->ok || memcmp(o->bytes, plain->bytes, o->n) != 0);
}

bool targets_differ(const char *text, const struct target *t, char *why, size_t n)
{
    struct target plain = target_plain(t);
    struct outcome a, b;
    bool differ = false;
    outcome_of(&a, text, &plain, false);
    if (a.ok || t->native) {
        outcome_of(&b, text, t, true);
        differ = outcomes_differ(&a, &b, t);
        snprintf(why, n, "%s", b.ok ? "" : b.text);
        if (differ && t->native && b.ok)
            snprintf(why, n, "streams");
        for (size_t i = 0; i < sizeof a.counts / 8 && differ && t->native; i++)
            if (((u64 *)&a.counts)[i] != ((u64 *)&b.counts)[i])
                snprintf(why, n, "count %zu of emu_counts is %llu, interpreted %llu", i,
                         (unsigned long long)((u64 *)&b.counts)[i], (unsigned long long)((u64 *)&a.counts)[i]);
        for (size_t i = 0; i + 4 <= a.n && differ && b.ok; i += 4)
            if (memcmp(a.bytes + i, b.bytes + i, 4)) {
                u32 x, y;
                memcpy(&x, a.bytes + i, 4);
                memcpy(&y, b.bytes + i, 4);
                snprintf(why, n, "thread %zu, byte %zu: %08x, without a machine %08x", i / OUT_BYTES, i % OUT_BYTES,
                         y, x);
                break;
            }
        outcome_free(&b);
    }
    outcome_free(&a);
    return differ;
}

/* ---- Targets ---- */
static void add(target_list *to, const struct machine_config *c, const char *name, const char *set)
{
    struct target t = {.isa = isa_target_of(c)};
    char text[ISA_TARGET_TEXT], other[ISA_TARGET_TEXT];
    t.isa.tex_blocks = 0; /* where texels lie, never what they are */
    isa_target_text(&t.isa, text);
    for (size_t i = 0; i < to->n; i++) {
        isa_target_text(&to->at[i].isa, other);
        if (!strcmp(text, other))
            return;
    }
    snprintf(t.name, sizeof t.name, "%s%s%s", name, set ? " " : "", set ? set : "");
    VEC_PUSH(to, t);
}

bool targets_find(target_list *to, const char *root)
{
    static const struct {
        const char *machine, *set[3];
    } rows[] = {
        {"h200", {0}},
        {"gtx480", {0}},
        {"h200", {"sm.regs_per_thread=24"}},
        {"h200", {"sm.regs_per_thread=40"}},
        {"gtx480", {"sm.max_regs=20"}},
        {"h200", {"sm.regs_per_thread=20"}},
        {"h200", {"sm.threads=256"}},
        {"gtx480", {"sm.isa=fermi", "sm.max_regs=22"}},
        {"gtx480", {"sm.isa=sm90", "sm.address=32"}},
        {"gtx480", {"sm.isa=fermi", "sm.address=32"}},
        {"h200", {"sm.lanes=8"}},
        {"h200-merging", {0}},
        {"a100", {0}},
        {"v100", {0}},
        {"gtx480-gs4", {0}},
        {"c2050-l", {0}},
        {"c2050-s", {0}},
        {"c2050-s-gs320", {0}},
        {"clustered60", {0}},
        {"sm32nm", {0}},
        {"wpu-bulk", {0}},
        {"wpu-coherent", {0}},
    };
    struct diag d;
    setenv("SLUICE_ROOT", root, 1);
    diag_init(&d);
    for (u32 i = 0; i < COUNT_OF(rows); i++) {
        struct machine_config c;
        bool ok = machine_load(&c, rows[i].machine, &d);
        char all[48] = "";
        for (u32 k = 0; k < COUNT_OF(rows[i].set) && rows[i].set[k] && ok; k++) {
            ok = machine_set(&c, rows[i].set[k], &d);
            snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", k ? " " : "", rows[i].set[k]);
        }
        if (!ok) {
            diag_print(&d, stderr);
            diag_free(&d);
            return false;
        }
        add(to, &c, rows[i].machine, *all ? all : NULL);
    }
    diag_free(&d);
    return true;
}
