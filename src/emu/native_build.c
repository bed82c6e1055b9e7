/* When a kernel is translated, and how: clang compiles its C text in a process of its own (base/beside.c), while the
   interpreter runs. The resulting shared library stays in the user's cache, under a name made of the text, the
   compiler, its flags and the processor. CTAs that start later run it. */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>

#include "base/beside.h"
#include "base/cache.h"
#include "base/clang.h"
#include "emu/native.h"
#include "emu/native_cache.h"

/* Warp instructions that a kernel has executed, or probably will, before the cache is searched for its code; and that
   it has executed before it is compiled: at 40 million a second half a millisecond and a twentieth of a second. The
   search takes half a millisecond, the compilation half a second of another core. */
#define EARNS_LOOK 20000
#define EARNS_CODE 2000000
#define MOST_TRIES 3 /* plans tried: each avoids the wrapping found with the one before */
#define MANY_LEFT 4  /* warps that had to return to the interpreter before another plan is made */

struct native_job {
    int compiler;            /* its process; 0: not started */
    char key[HASH_HEX + 16]; /* "sluice native" and the name: what is kept follows from that */
    char *folder, *path, *source;
};

static const char *const flags[] = {
    "-x",
    "c",
    "-std=gnu11",
    "-O2",
    "-w",
    "-fPIC",
    "-shared",
    "-nostdlib",
    "-ffp-contract=off",
    "-fno-math-errno",
    "-fno-strict-aliasing",
    "-fno-slp-vectorize", /* lanes are loops: what it finds beside is not worth its time */
#ifdef __x86_64__
    "-march=native",
    "-mprefer-vector-width=512",
#else
    /* clang knows the processor by its name, and a virtual machine may hide what that
       processor has: SVE is what it would use unasked */
    "-mcpu=native+nosve",
#endif
    "-g0"};

/* Features of the processor: computers may share the cache's disk. */
static void hash_processor(struct hash *h)
{
    FILE *f = fopen("/proc/cpuinfo", "r");
    char line[4096];
    while (f && fgets(line, sizeof line, f)) {
        if (line[0] == '\n')
            break;
        if (!strncmp(line, "flags", 5) || !strncmp(line, "Features", 8) || !strncmp(line, "model name", 10) ||
            !strncmp(line, "CPU part", 8) || !strncmp(line, "CPU impl", 8))
            hash_text(h, line);
    }
    if (f)
        fclose(f);
}

static bool name_job(struct native_job *j, const char *clang, const char *text)
{
    struct hash h;
    char hex[HASH_HEX];
    hash_init(&h);
    hash_text(&h, "checked"); /* excludes entries of versions that did not check what they loaded */
    hash_text(&h, text);
    for (size_t i = 0; i < COUNT_OF(flags); i++)
        hash_text(&h, flags[i]);
    hash_processor(&h);
    if (!clang_hash(&h, clang))
        return false;
    hash_hex(&h, hex);
    snprintf(j->key, sizeof j->key, "sluice native %s", hex);
    j->folder = cache_folder(NATIVE_CACHE);
    return j->folder && asprintf(&j->path, "%s/%s.so", j->folder, hex) > 0;
}

static bool write_source(const char *text, char *path)
{
    int fd = cache_create(path, 2);
    FILE *f = fd < 0 ? NULL : fdopen(fd, "w");
    if (!f)
        return false;
    fputs(text, f);
    return fclose(f) == 0;
}

/* Compiles to a temporary name, makes a cache entry of it (base/cache.h), and moves that into place, though this
   process may have ended by then. The source is deleted last: its absence says that the compiler is done. */
static void start(struct native_job *j, const char *clang, const char *text)
{
    static const char script[] = "s=$1 t=$1.so p=$2 k=$3; shift 3; umask 077; \"$@\" -o \"$t\" \"$s\" && "
                                 "printf '\\n%s\\n' \"$k\" >>\"$t\" && sum=$(b2sum -l 128 <\"$t\") && "
                                 "printf '%s\\n' \"${sum%% *}\" >>\"$t\" && "
                                 "mv -f \"$t\" \"$p\"; rm -f \"$t\" \"$s\"";
    const char *args[COUNT_OF(flags) + 9] = {BESIDE_NAME, "-c", script, "sh"};
    size_t n = 4;
    if (asprintf(&j->source, "%s/" CACHE_UNFINISHED "XXXXXX.c", j->folder) < 0) {
        j->source = NULL;
        return;
    }
    args[n++] = j->source;
    args[n++] = j->path;
    args[n++] = j->key;
    args[n++] = clang;
    for (size_t i = 0; i < COUNT_OF(flags); i++)
        args[n++] = flags[i];
    char **env = clang_environment();
    if (write_source(text, j->source))
        j->compiler = beside_start("/bin/sh", args, env);
    clang_environment_free(env);
}

static void job_free(struct native_job *j)
{
    if (!j)
        return;
    free(j->folder);
    free(j->path);
    free(j->source);
    free(j);
}

/* Opens the code if it is in the cache. */
static bool open_code(struct native_code *c)
{
    c->lib = native_cache_open(c->job->path, c->job->key);
    c->run = c->lib ? (native_fn *)dlsym(c->lib, "sluice_kernel") : NULL;
    return c->run;
}

static void give_up(struct native_code *c)
{
    c->failed = true;
    job_free(c->job);
    c->job = NULL;
}

/* Makes the plan and the cache name of its code. False: it cannot be translated. */
static bool plan(struct native_code *c, struct launch *l, bool rows, char **text, const char *clang)
{
    if (!native_plans_make(c, l->prog, rows))
        return false;
    if (!c->wrapped)
        c->wrapped = xcalloc(c->n_code, 1);
    *text = native_source(c);
    c->job = xcalloc(1, sizeof *c->job);
    return name_job(c->job, clang, *text);
}

/* Looks for it in the cache. */
static void begin(struct native_code *c, struct launch *l, bool rows)
{
    const char *clang = clang_find();
    char *text = NULL;
    if (!clang || !plan(c, l, rows, &text, clang))
        give_up(c);
    else
        open_code(c);
    free(text);
}

/* Has it made. */
static void make(struct native_code *c)
{
    char *text = native_source(c);
    start(c->job, clang_find(), text);
    if (!c->job->compiler)
        give_up(c);
    free(text);
}

/* Checks whether the compiler has finished. */
static void look(struct native_code *c, bool wait)
{
    if (!beside_gone(c->job->compiler, c->job->source, wait))
        return;
    if (open_code(c))
        cache_trim(c->job->folder, NATIVE_KEPT);
    else
        c->failed = true;
    job_free(c->job);
    c->job = NULL;
}

static void forget(struct native_code *c)
{
    if (c->lib)
        dlclose(c->lib);
    c->lib = NULL;
    c->run = NULL;
    native_plans_free(c);
    job_free(c->job);
    c->job = NULL;
    c->n_left = 0;
}

void native_free(struct native_code *c)
{
    if (!c)
        return;
    forget(c);
    free(c->wrapped);
    free(c);
}

/* Not for timed kernels that may wait for other warps: a repeated wait is recognised by registers, and native code
   does not write registers that are not read any more. */
static bool wanted(const struct launch *l)
{
    const struct emu_options *o = &l->dev->opt;
    return o->native != EN_OFF && !o->check_uninit && l->lanes == 32 &&
           (l->discard ? !l->timed : l->timed == l->prog->timed && !l->prog->polls);
}

/* An estimate of the launch's warp instructions: each instruction once for every warp, those in loops 64 times. */
static u64 likely(const struct launch *l)
{
    const struct prog *p = l->prog;
    u64 each = 0;
    u32 from = p->n_code; /* first instruction of the loops that end here or later */
    for (u32 pc = p->n_code; pc--;) {
        const struct uop *u = &p->code[pc];
        if (u->base_kind == UK_BRA && u->target <= pc)
            from = MIN(from, u->target);
        each += from <= pc ? 64 : 1;
    }
    return each * l->n_ctas * l->n_warps;
}

void native_poll(struct launch *l)
{
    if (l->native || !wanted(l))
        return;
    struct prog *p = l->prog;
    const bool always = l->dev->opt.native == EN_ALWAYS, rows = !(l->block[0] % 32) || l->block[1] * l->block[2] == 1;
    const u64 executed = p->executed + l->counts.warp_instrs;
    struct native_code **place = &p->native[rows + 2 * !l->discard], *c = *place;
    if (!c && !always && executed < EARNS_LOOK && (executed || likely(l) < EARNS_LOOK))
        return;
    if (!c) {
        c = *place = xcalloc(1, sizeof *c);
        c->streams = !l->discard;
    }
    if (c->failed)
        return;
    if (!c->job && !c->run) {
        begin(c, l, rows);
        c->tries++;
    }
    if (c->job && !c->run && !c->job->compiler && (always || executed >= EARNS_CODE))
        make(c);
    if (c->job && !c->run && c->job->compiler)
        look(c, always);
    if (c->run) {
        l->native = c;
        c->users++;
    }
}

/* Makes another plan if warps had to leave the code. */
void native_begin(struct launch *l)
{
    for (u32 k = 0; k < COUNT_OF(l->prog->native); k++) {
        struct native_code *c = l->prog->native[k];
        if (c && c->run && !c->users && c->n_left >= MANY_LEFT && c->tries < MOST_TRIES)
            forget(c);
    }
    native_poll(l);
}

void native_end(struct launch *l)
{
    l->prog->executed += l->counts.warp_instrs;
    if (l->native)
        l->native->users--;
    l->native = NULL;
}
