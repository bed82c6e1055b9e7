/* A machine's code does what its PTX does: checked in the runs of users, not only in tests.

   Before the first launch of a kernel's machine code is timed, the launch is executed twice without time, each time
   in a process of its own on a copy of memory (proof_run.c): as PTX and as machine code. What they leave in memory,
   what they print and what they ask for (launches of kernels) is compared. If all is equal, the code is proven, and
   its name stays in the user's cache: later launches and later runs do not pay. The name is made of the program's
   PTX, the kernel, the target with what the launch makes of it, and sluice's model.

   Where something differs, the PTX is executed in other orders of blocks and warps, at other paces of the clock. A
   word in which these differ depends on the order or on time, and is not compared, nor are the other words of its
   allocation, in which another order yet may show: "order-dependent". Any other word is a mistake of a pass. Which
   one is found by leaving passes out, half of them at a time, until what is left out is as little as possible; the
   kernel then runs without it, here and later. Where no pass explains it, the kernel is executed as PTX.

   Of a launch with many blocks a sixteenth are executed, spread over the grid, and at least as many as have some
   5,000 warp instructions: the whole would take a tenth of the time of a short run. --proof always executes all
   blocks of every launch.

   What this does not show: that the code is right for other data than that of these blocks. Not compared: launches
   that end in a fault, which the run itself reports, or that cannot end alone. */
#include "cuda/proof.h"

#include <stdlib.h>
#include <string.h>

#include "base/cache.h"
#include "base/demangle.h"
#include "base/hash.h"
#include "cuda/proof_run.h"
#include "cuda/proof_words.h"
#include "cuda/stop.h"
#include "out/out.h"

#define KEPT 8192 /* entries of the cache */
/* Limit for machine code that may not end: this many times the warp instructions of the PTX, and some more */
#define STEPS_TIMES 8
#define STEPS_MORE 1000000
#define STEPS_MOST (1ull << 33) /* of the PTX itself */
#define STEPS_A_CYCLE 16        /* likewise, where only so many cycles of it are timed */

enum { ON, OFF, ALWAYS };
/* Marks of code (emu_code.mark) */
enum { UNKNOWN, KNOWN };

static struct {
    u8 mode;
    u64 cycles;   /* cycles for which a launch is timed at most; 0: no limit */
    json_t *rows; /* NULL: none yet */
    struct {
        u64 compared, bytes, blocks, of_blocks, order_dependent, unproven, differences, earlier;
        double seconds;
    } done;
} proof; /* part of the process's state */

bool proof_option(const char *value)
{
    static const char *const words[] = {[ON] = "on", [OFF] = "off", [ALWAYS] = "always"};
    for (u8 i = 0; i < COUNT_OF(words); i++)
        if (!strcmp(value, words[i])) {
            proof.mode = i;
            return true;
        }
    return false;
}

void proof_limit(u64 cycles)
{
    proof.cycles = cycles;
}

json_t *proof_rows(void)
{
    return json_incref(proof.rows);
}

json_t *proof_done(void)
{
    u64 all = proof.done.compared + proof.done.unproven + proof.done.earlier;
    return !all ? NULL
                : json_pack("{s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:I, s:f}", "blocks", (json_int_t)proof.done.blocks,
                            "of_blocks", (json_int_t)proof.done.of_blocks, "compared",
                            (json_int_t)proof.done.compared, "bytes", (json_int_t)proof.done.bytes, "order_dependent",
                            (json_int_t)proof.done.order_dependent, "unproven", (json_int_t)proof.done.unproven,
                            "differences", (json_int_t)proof.done.differences, "earlier",
                            (json_int_t)proof.done.earlier, "seconds", proof.done.seconds);
}

/* ---- The cache ---- */

static void name_code(const struct cuda_state *s, const struct emu_launch *l, const struct emu_code *c,
                      char hex[HASH_HEX])
{
    struct hash h;
    char target[ISA_TARGET_TEXT];
    isa_target_text(&s->options.target, target);
    hash_init(&h);
    hash_text(&h, out_version());
    hash_text(&h, target);
    hash_text(&h, emu_kernel_info(l->kernel).name);
    hash_bytes(&h, &c->most_regs, sizeof c->most_regs);
    for (size_t i = 0; i < s->images.n; i++) { /* a kernel may call functions of another image */
        struct cuda_image *im = s->images.at[i];
        if (im->dead || !im->module)
            continue;
        if (!im->has_name) {
            hash_init(&im->name_of_text);
            hash_bulk(&im->name_of_text, im->text, im->size);
            im->has_name = true;
        }
        hash_bytes(&h, &im->name_of_text, sizeof im->name_of_text);
        hash_bytes(&h, &im->max_regs, sizeof im->max_regs);
    }
    hash_hex(&h, hex);
}

/* "/.../sluice/proof/HASH"; NULL: there is no cache. */
static char *path_of(const char *hex, char **folder)
{
    char *path = NULL;
    *folder = cache_folder("proof");
    if (*folder && asprintf(&path, "%s/%s", *folder, hex) < 0)
        path = NULL;
    return path;
}

static json_t *recall(const char *hex)
{
    char key[HASH_HEX + 16], *folder, *path = path_of(hex, &folder);
    size_t n;
    snprintf(key, sizeof key, "sluice proof %s", hex);
    u8 *text = path ? cache_read(path, key, &n) : NULL;
    json_t *row = text ? json_loadb((const char *)text, n, 0, NULL) : NULL;
    free(text);
    free(path);
    free(folder);
    return row;
}

static void remember(const char *hex, const json_t *row)
{
    char key[HASH_HEX + 16], *folder, *path = path_of(hex, &folder), *text = json_dumps(row, JSON_COMPACT);
    snprintf(key, sizeof key, "sluice proof %s", hex);
    if (path && text && cache_write(path, key, text, strlen(text)) && !strncmp(hex, "00", 2)) /* now and then */
        cache_trim(folder, KEPT);
    free(text);
    free(path);
    free(folder);
}

/* ---- What the record says ---- */

static void keep_row(json_t *row)
{
    size_t i;
    json_t *other;
    if (!strcmp(out_text(row, "proof"), "equal"))
        return;
    if (!proof.rows)
        proof.rows = json_array();
    json_array_foreach(proof.rows, i, other)
    {
        if (!strcmp(out_text(other, "kernel"), out_text(row, "kernel")) &&
            !strcmp(out_text(other, "proof"), out_text(row, "proof")))
            return;
    }
    json_array_append(proof.rows, row);
}

static json_t *row_of(const struct emu_launch *l, const char *verdict, const char *why)
{
    char name[256];
    demangle(emu_kernel_info(l->kernel).name, name, sizeof name);
    json_t *row = json_pack("{s:s, s:s}", "kernel", name, "proof", verdict);
    if (why)
        json_object_set_new(row, "why", json_string(why));
    return row;
}

static json_t *names_of(u64 passes)
{
    json_t *a = json_array();
    for (u32 k = 0; k < isa_pass_count(); k++)
        if (passes >> k & 1)
            json_array_append_new(a, json_string(isa_pass(k).name));
    return a;
}

static u64 passes_of(const json_t *names)
{
    u64 passes = 0;
    size_t i;
    json_t *name;
    json_array_foreach((json_t *)names, i, name) passes |= isa_pass_bit(json_string_value(name));
    return passes;
}

/* "homes and widen" */
static void list_passes(u64 passes, char *to, size_t n)
{
    size_t at = 0;
    for (u32 k = 0; k < isa_pass_count() && at < n; k++)
        if (passes >> k & 1)
            at += (size_t)snprintf(to + at, n - at, "%s%s", at ? ", " : "", isa_pass(k).name);
}

static void tell_difference(const json_t *row)
{
    char passes[256] = "";
    list_passes(passes_of(json_object_get(row, "without")), passes, sizeof passes);
    fprintf(stderr,
            "sluice: kernel %s: its machine code does not do what its PTX does (%s). This is a mistake in sluice, "
            "please report it. The kernel is ",
            out_text(row, "kernel"), out_text(row, "why"));
    if (json_is_true(json_object_get(row, "as_ptx")))
        fprintf(stderr, "executed as PTX here, and its values are right; its time is that of PTX\n");
    else
        fprintf(stderr, "compiled without the pass %s here, and its values are right\n", passes);
}

/* ---- Comparing ---- */

struct trial { /* one launch, whose code is on trial */
    struct cuda_state *s;
    const struct emu_launch *l;
    struct proof_image *ptx;   /* what is right */
    struct proof_words *words; /* words that depend on the order: NULL before these are determined */
    u64 steps, part;
    u64 without; /* passes that are left out already */
};

static struct proof_image *execute(const struct trial *t, bool ptx, u64 without, u8 order, const u64 *keep, u32 n)
{
    struct proof_run r = {.launch = t->l,
                          .ptx = ptx,
                          .without = without | t->without,
                          .order = order,
                          .part = t->part,
                          .steps = t->steps,
                          .keep = keep,
                          .n_keep = n};
    return stop_signal ? NULL : proof_run(t->s, &r);
}

/* Does the machine code without these passes do what the PTX does? */
static bool equal_without(const struct trial *t, u64 without)
{
    struct proof_image *m =
        execute(t, false, without, EMU_FORWARD, proof_words_keep(t->words), proof_words_kept(t->words));
    bool equal = m && m->end == PROOF_DONE && proof_words_equal(t->words, m, NULL);
    proof_image_free(m);
    return equal;
}

/* The smallest set of passes without which it does; 0: none. Half of the remaining ones are put back at a
   time. */
static u64 guilty(const struct trial *t)
{
    u64 set = isa_optional_passes();
    if (!equal_without(t, set))
        return 0;
    while (popcount64(set) > 1) {
        u64 low = 0, rest = set;
        for (u32 k = popcount64(set) / 2; k; k--, rest &= rest - 1)
            low |= rest & -rest;
        if (equal_without(t, low))
            set = low;
        else if (equal_without(t, rest))
            set = rest;
        else
            break; /* it takes one of each half */
    }
    return set;
}

/* The results differ, or the machine code ends differently: returns the kernel's row. */
static json_t *judge(struct trial *t, const struct proof_image *m)
{
    char why[400];
    t->words = proof_words_new(t->ptx, m);
    for (u8 order = EMU_FORWARD; order < EMU_ORDERS; order++) {
        struct proof_image *p = execute(t, true, 0, order, proof_words_keep(t->words), proof_words_kept(t->words));
        bool done = p && proof_words_add(t->words, p);
        proof_image_free(p);
        if (!p || (!done && order == EMU_FORWARD)) /* no process or no memory: the result is unknown */
            return NULL;
    }
    struct proof_image *again =
        execute(t, false, 0, EMU_FORWARD, proof_words_keep(t->words), proof_words_kept(t->words));
    struct proof_first first = {.text = ""};
    bool ended = again && again->end == PROOF_DONE, equal = ended && proof_words_equal(t->words, again, &first);
    if (again && again->end == PROOF_FAULT)
        snprintf(first.text, sizeof first.text, "a fault: %s", again->fault);
    else if (again && again->end != PROOF_DONE && !*first.text)
        snprintf(first.text, sizeof first.text, "%s", again->end == PROOF_REFUSED ? again->fault : "it does not end");
    proof_first_text(t->s, &first, why, sizeof why);
    proof_image_free(again);
    u64 passes = equal ? 0 : guilty(t);
    if (equal || (!passes && ended && proof_words_any(t->words))) /* equal, or one more possible order */
        return row_of(t->l, "order-dependent", NULL);
    json_t *row = row_of(t->l, "differs", why);
    json_object_set_new(row, "without", names_of(passes));
    if (!passes)
        json_object_set_new(row, "as_ptx", json_true());
    return row;
}

static u64 bytes_of(const struct proof_image *p)
{
    return p->n * PROOF_CHUNK;
}

/* NULL: no result that would stay valid. */
static json_t *compare(struct cuda_state *s, const struct emu_launch *l, u64 without)
{
    u64 limit = proof.cycles * STEPS_A_CYCLE;
    struct trial t = {.s = s,
                      .l = l,
                      .steps = limit && limit < STEPS_MOST ? limit : STEPS_MOST,
                      .part = proof.mode == ALWAYS ? 0 : EMU_PART,
                      .without = without};
    json_t *row = NULL;
    t.ptx = execute(&t, true, 0, EMU_FORWARD, NULL, 0);
    if (!t.ptx || t.ptx->end != PROOF_DONE) {
        proof.done.unproven++;
        if (t.ptx && t.ptx->end == PROOF_LOST)
            row = row_of(l, "not proven", "it did not end alone, or was too large to be compared");
        proof_image_free(t.ptx);
        return row;
    }
    t.part = t.part ? t.ptx->ctas : 0;
    t.steps = STEPS_TIMES * t.ptx->steps + STEPS_MORE;
    struct proof_image *m = execute(&t, false, 0, EMU_FORWARD, NULL, 0);
    proof.done.compared += m != NULL;
    proof.done.bytes += bytes_of(t.ptx);
    proof.done.blocks += t.ptx->ctas;
    proof.done.of_blocks += (u64)l->grid[0] * l->grid[1] * l->grid[2];
    if (m && m->end == PROOF_DONE && proof_images_equal(t.ptx, m))
        row = row_of(l, "equal", NULL);
    else if (m)
        row = judge(&t, m);
    proof.done.unproven += !row;
    proof_words_free(t.words);
    proof_image_free(t.ptx);
    proof_image_free(m);
    return row;
}

/* From now on the kernel runs as its row says, and as earlier rows have said. */
static void take(const struct emu_launch *l, const struct emu_code *c, const json_t *row)
{
    u64 passes = passes_of(json_object_get(row, "without"));
    bool as_ptx = json_is_true(json_object_get(row, "as_ptx"));
    if (passes || as_ptx)
        emu_kernel_compile(l->kernel, passes | c->without, as_ptx);
}

static void count(const json_t *row)
{
    proof.done.order_dependent += !strcmp(out_text(row, "proof"), "order-dependent");
    proof.done.differences += !strcmp(out_text(row, "proof"), "differs");
}

static void examine(struct cuda_state *s, const struct emu_launch *l, const struct emu_code *c)
{
    char hex[HASH_HEX];
    name_code(s, l, c, hex);
    json_t *row = proof.mode == ALWAYS || c->without ? NULL : recall(hex);
    if (row) {
        proof.done.earlier++;
        take(l, c, row);
        keep_row(row);
        if (!strcmp(out_text(row, "proof"), "differs"))
            tell_difference(row);
        json_decref(row);
        return;
    }
    double began = out_clock();
    row = compare(s, l, c->without);
    proof.done.seconds += out_clock() - began;
    if (row) {
        count(row);
        keep_row(row);
        take(l, c, row);
        if (!strcmp(out_text(row, "proof"), "differs"))
            tell_difference(row);
        if (!c->without && !(proof.cycles && !strcmp(out_text(row, "proof"), "not proven")))
            remember(hex, row);
    }
    json_decref(row);
}

void proof_launch(struct cuda_state *s, const struct emu_launch *l)
{
    struct emu_code c;
    if (proof.mode == OFF || s->sticky || !emu_launch_code(l, &c))
        return;
    if (c.plain || (*c.mark == KNOWN && proof.mode != ALWAYS))
        return;
    examine(s, l, &c);
    if (emu_launch_code(l, &c)) /* the code may have changed by now */
        *c.mark = KNOWN;
}
