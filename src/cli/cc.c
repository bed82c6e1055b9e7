/* `sluice cc`: a drop-in for nvcc. A .cu file goes through clang twice: once for the device (PTX), once for the
   host with that PTX embedded; .c and .cpp files go to the host compiler; everything is linked with libsluice.
   clang 14 to 19 will do ($SLUICE_CLANG names another). What NVIDIA's toolkit would add is ours: the headers in
   include/ and the library. There is no machine code: -cubin is refused, and a -fatbin holds PTX. */
#include "cli/cc.h"
#include "base/root.h"

#include <errno.h>
#include <ftw.h>
#include <libgen.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/child.h"
#include "cli/cli.h"

extern const struct cli_command cmd_cc;

#define CUDA_RELEASE "11.8"
#define ARCH_DEFAULT 70
#define ARCH_MIN 35 /* what clang 14 to 19 still make code for */
#define ARCH_MAX 86

struct cc {
    struct cc_job job;
    char *tmp;         /* folder for intermediate files */
    const char *clang; /* clang++ by path or name */
    u32 clang_major;
    const char *host_c, *host_cxx;
    const char *include, *lib_dir;
    strings objects; /* made by this run, in input order */
    bool sequential; /* Thrust's device policy is used in kernels: there it works one by one */
};

#define ADD(v, s) VEC_PUSH((v), (s))
static void add_all(strings *to, const strings *from)
{
    for (size_t i = 0; i < from->n; i++)
        ADD(to, from->at[i]);
}

static bool on_path(const char *name)
{
    if (strchr(name, '/'))
        return access(name, X_OK) == 0;
    const char *path = getenv("PATH");
    char full[PATH_MAX];
    while (path && *path) {
        size_t n = strcspn(path, ":");
        snprintf(full, sizeof(full), "%.*s/%s", (int)n, path, name);
        if (n && access(full, X_OK) == 0)
            return true;
        path += n + (path[n] == ':');
    }
    return false;
}

/* Runs a command; its exit status, or 128 + signal. */
static int run(struct cc *c, strings *cmd)
{
    if (c->job.verbose || c->job.dry_run) {
        fprintf(stderr, "#$");
        for (size_t i = 0; i < cmd->n; i++)
            fprintf(stderr, " %s", cmd->at[i]);
        fprintf(stderr, "\n");
    }
    if (c->job.dry_run)
        return 0;
    ADD(cmd, NULL);
    return child_run("sluice cc", cmd->at);
}

static u32 clang_version(const char *clang)
{
    char cmd[PATH_MAX + 64], line[256] = "";
    snprintf(cmd, sizeof(cmd), "'%s' -dumpversion 2>/dev/null", clang);
    FILE *p = popen(cmd, "r");
    if (!p)
        return 0;
    if (!fgets(line, sizeof(line), p))
        line[0] = 0;
    pclose(p);
    return (u32)strtoul(line, NULL, 10);
}

const char *cc_clang(void)
{
    /* clang-14, which the tests use, before others: what is installed beside it must not move any result */
    static const char *const names[] = {"clang-14", "clang",    "clang-15", "clang-16",
                                        "clang-17", "clang-18", "clang-19"};
    const char *env = getenv("SLUICE_CLANG");
    if (env && *env)
        return env;
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (on_path(names[i]))
            return names[i];
    return NULL;
}

static bool find_tools(struct cc *c)
{
    c->clang = cc_clang();
    if (!c->clang || !on_path(c->clang)) {
        fprintf(stderr, "sluice cc: %s%s\n", c->clang ? c->clang : "no clang (14 to 19) on the path",
                c->clang ? ": not found (from SLUICE_CLANG)" : "; on Debian: apt install clang");
        return false;
    }
    c->clang_major = clang_version(c->clang);
    if (c->clang_major < 14) {
        fprintf(stderr, "sluice cc: %s is clang %u; 14 or later is needed\n", c->clang, c->clang_major);
        return false;
    }
    c->host_c = on_path("gcc") ? "gcc" : c->clang;
    c->host_cxx = on_path("g++") ? "g++" : NULL;
    c->include = arena_printf(&c->job.arena, "%s/include", cli_root());
    c->lib_dir = root_library(&c->job.arena);
    return true;
}

/* Base name of an input with another suffix, in the folder for outputs. */
static const char *out_name(struct cc *c, const char *in, const char *suffix)
{
    const char *slash = strrchr(in, '/');
    const char *base = slash ? slash + 1 : in;
    const char *dot = strrchr(base, '.');
    int n = dot ? (int)(dot - base) : (int)strlen(base);
    if (c->job.out_dir)
        return arena_printf(&c->job.arena, "%s/%.*s%s", c->job.out_dir, n, base, suffix);
    return arena_printf(&c->job.arena, "%.*s%s", n, base, suffix);
}

static const char *tmp_name(struct cc *c, const char *in, size_t index, const char *suffix)
{
    const char *slash = strrchr(in, '/');
    const char *base = slash ? slash + 1 : in;
    const char *dot = strrchr(base, '.');
    int n = dot ? (int)(dot - base) : (int)strlen(base);
    if (c->job.keep)
        return arena_printf(&c->job.arena, "%.*s%s", n, base, suffix);
    return arena_printf(&c->job.arena, "%s/%zu-%.*s%s", c->tmp, index, n, base, suffix);
}

/* C++ dialect of .cu files: nvcc's default in CUDA 11, and never older than our headers need. */
static const char *cuda_std(struct cc *c)
{
    const char *s = c->job.std;
    if (!s)
        return "-std=gnu++14";
    if (strstr(s, "98") || strstr(s, "03") || strstr(s, "0x"))
        s = "gnu++11";
    return arena_printf(&c->job.arena, "-std=%s", s);
}

/* One pass of clang over a .cu file. */
struct pass {
    const char *in, *out; /* out NULL: clang's choice */
    const char *wrapped;  /* host: the PTX that goes with it */
    bool device;
    bool preprocess;   /* no further */
    bool preprocessed; /* `in` is */
};

/* What both passes share. */
static void cuda_common(struct cc *c, strings *cmd, const struct pass *p)
{
    static const char *const fixed[] = {"--driver-mode=g++",
                                        "--cuda-path=/nonexistent",
                                        "-nocudainc",
                                        "-nocudalib",
                                        "-Wno-unknown-cuda-version",
                                        "-Wno-c++11-narrowing",
                                        "-Wno-writable-strings",
                                        "-Wno-reserved-user-defined-literal",
                                        "-Wno-unused-command-line-argument",
                                        "-Wno-format-security",
                                        "-Wno-enum-compare",
                                        "-Wno-ignored-attributes",
                                        "-Wno-return-type",
                                        "-Wno-return-stack-address",
                                        "-Wno-register",
                                        "-Wno-pass-failed",
                                        "-fno-strict-aliasing",
                                        "-fno-strict-return",
                                        "-Xclang",
                                        "-fcuda-allow-variadic-functions", /* declared, to choose an overload */
                                        "-Xclang",
                                        "-target-sdk-version=11.0",
                                        "-D__CUDACC__=1",
                                        "-D__NVCC__=1"};
    ADD(cmd, c->clang);
    for (size_t i = 0; i < COUNT_OF(fixed); i++)
        ADD(cmd, fixed[i]);
    ADD(cmd, "-x");
    ADD(cmd, "cuda"); /* for preprocessed text too: as "cuda-cpp-output" clang compiles it for the host alone */
    ADD(cmd, cuda_std(c));
    u32 arch = c->job.arch ? c->job.arch : ARCH_DEFAULT;
    arch = MIN(MAX(arch, ARCH_MIN), ARCH_MAX);
    static const u32 known[] = {35, 37, 50, 52, 53, 60, 61, 62, 70, 72, 75, 80, 86};
    u32 best = known[0];
    for (size_t i = 0; i < COUNT_OF(known); i++)
        if (known[i] <= arch)
            best = known[i];
    const char *flag = arena_printf(&c->job.arena, "--cuda-gpu-arch=sm_%u", best);
    ADD(cmd, flag);
    const char *list = arena_printf(&c->job.arena, "-D__CUDA_ARCH_LIST__=%u0", best);
    ADD(cmd, list);
    if (c->job.fast_math)
        ADD(cmd, "-D__USE_FAST_MATH__=1");
    if (c->job.rdc)
        ADD(cmd, "-D__CUDACC_RDC__=1");
    if (!p->preprocessed) {
        ADD(cmd, "-include");
        ADD(cmd, "sluice_cuda.h"); /* before what the program includes so */
        add_all(cmd, &c->job.common);
    }
    const char *fallback = arena_printf(&c->job.arena, "%s/fallback", c->include);
    const char *sequential = arena_printf(&c->job.arena, "%s/sequential", c->include);
    if (c->sequential) {
        ADD(cmd, "-isystem");
        ADD(cmd, sequential);
    }
    ADD(cmd, "-isystem");
    ADD(cmd, c->include);
    ADD(cmd, "-idirafter");
    ADD(cmd, fallback);
    ADD(cmd, p->in);
    if (p->out) {
        ADD(cmd, "-o");
        ADD(cmd, p->out);
    }
}

static void device_flags(struct cc *c, strings *cmd, const struct pass *p)
{
    const char *opt = arena_printf(&c->job.arena, "-O%s", c->job.device_opt ? c->job.device_opt : "3");
    ADD(cmd, opt);
    ADD(cmd, "--cuda-device-only");
    ADD(cmd, p->preprocess ? "-E" : "-S");
    ADD(cmd, "-gline-tables-only");
    ADD(cmd, "-fno-exceptions");
    /* What a thread hands to a shuffle may never have been set: other lanes do not take it. By default clang
       concludes that such a call is never made, and drops the branch that sets the value in one lane alone. */
    ADD(cmd, "-Xclang");
    ADD(cmd, c->clang_major < 15 ? "-disable-noundef-analysis" : "-no-enable-noundef-analysis");
    if (c->job.fast_math || c->job.ftz)
        ADD(cmd, "-fcuda-flush-denormals-to-zero");
    if (c->job.fast_math || c->job.approx_div) {
        ADD(cmd, "-mllvm");
        ADD(cmd, c->job.fast_math ? "-nvptx-prec-divf32=0" : "-nvptx-prec-divf32=1");
    }
    if (c->job.fast_math || c->job.approx_sqrt) {
        ADD(cmd, "-mllvm");
        ADD(cmd, "-nvptx-prec-sqrtf32=0");
    }
    if (c->job.no_fmad)
        ADD(cmd, "-ffp-contract=off");
}

/* The PTX as the host object carries it: one line that cuda/module.c reads (size, register limit, name), then text.
 */
static bool wrap_ptx(struct cc *c, const char *in, const char *ptx, const char *wrapped)
{
    if (c->job.dry_run)
        return true;
    FILE *from = fopen(ptx, "rb"), *to = fopen(wrapped, "wb");
    bool ok = from && to;
    if (ok) {
        fseek(from, 0, SEEK_END);
        long n = ftell(from);
        rewind(from);
        fprintf(to, "SLUICE-PTX %ld %s %s\n", n, c->job.max_regs ? c->job.max_regs : "0", in);
        char buf[65536];
        size_t got;
        while ((got = fread(buf, 1, sizeof(buf), from)) > 0)
            ok = ok && fwrite(buf, 1, got, to) == got;
        ok = fputc(0, to) == 0 && ok;
    }
    if (from)
        fclose(from);
    if (to && fclose(to) != 0)
        ok = false;
    if (!ok)
        fprintf(stderr, "sluice cc: %s: cannot be written\n", wrapped);
    return ok;
}

static void host_flags(struct cc *c, strings *cmd, const struct pass *p)
{
    ADD(cmd, "--cuda-host-only");
    ADD(cmd, "-fPIC");
    ADD(cmd,
        "-O1"); /* unless told otherwise: at -O0 a class's constants, which nvcc folds, are missing at the link */
    add_all(cmd, &c->job.host);
    if (!p->preprocessed)
        add_all(cmd, &c->job.deps);
    if (c->job.stage == CC_PREPROCESS || p->preprocess) {
        ADD(cmd, "-E");
    } else if (c->job.stage != CC_DEPS) {
        ADD(cmd, "-c");
        ADD(cmd, "-Xclang");
        ADD(cmd, "-fcuda-include-gpubinary");
        ADD(cmd, "-Xclang");
        ADD(cmd, p->wrapped);
    }
}

/* Runs a command; what it says goes to `said`, if that is not NULL. */
static int run_said(struct cc *c, strings *cmd, const char *said)
{
    strings all = {0};
    if (said && !c->job.dry_run && !c->job.verbose) {
        ADD(&all, "/bin/sh");
        ADD(&all, "-c");
        ADD(&all, "to=$1; shift; exec \"$@\" 2>\"$to\"");
        ADD(&all, "sh");
        ADD(&all, said);
        if (isatty(2))
            ADD(cmd, "-fdiagnostics-color=always");
    }
    add_all(&all, cmd);
    int rc = run(c, &all);
    VEC_FREE(&all);
    return rc;
}

static int run_pass(struct cc *c, const struct pass *p, const char *said)
{
    strings cmd = {0};
    cuda_common(c, &cmd, p);
    if (p->device)
        device_flags(c, &cmd, p);
    else
        host_flags(c, &cmd, p);
    int rc = run_said(c, &cmd, said);
    VEC_FREE(&cmd);
    return rc;
}

/* What can be done about an error: nothing; percent signs in inline PTX; Thrust's algorithms in kernels. */
enum remedy { R_NONE, R_PERCENTS, R_SEQUENTIAL };

static enum remedy remedy_of(const struct cc *c, const char *said)
{
    if (strstr(said, "invalid % escape in inline assembly"))
        return R_PERCENTS;
    if (!c->sequential && strstr(said, "thrust/system/cuda/detail/") &&
        (strstr(said, "reference to __host__ function") || strstr(said, "reference to __global__ function")))
        return R_SEQUENTIAL;
    return R_NONE;
}

/* Copies the file to standard error, unless the pass failed and there is a remedy. */
static enum remedy told(const struct cc *c, const char *path, bool failed)
{
    FILE *f = fopen(path, "rb");
    VEC(char) text = {0};
    for (int ch; f && (ch = fgetc(f)) != EOF;)
        VEC_PUSH(&text, (char)ch);
    if (f)
        fclose(f);
    VEC_PUSH(&text, 0);
    enum remedy found = failed ? remedy_of(c, text.at) : R_NONE;
    if (found == R_NONE) {
        fwrite(text.at, 1, text.n - 1, stderr);
        cc_hint(text.at);
    }
    VEC_FREE(&text);
    return found;
}

/* One pass; and where inline PTX is written as nvcc takes it and clang does not, again from preprocessed text with
   that put right. */
static int clang_pass(struct cc *c, struct pass p)
{
    const char *said = arena_printf(&c->job.arena, "%s/said", c->tmp);
    int rc = run_pass(c, &p, said);
    if (c->job.dry_run || c->job.verbose)
        return rc;
    enum remedy remedy = told(c, said, rc != 0);
    if (remedy == R_NONE)
        return rc;
    if (remedy == R_SEQUENTIAL) {
        c->sequential = true;
        fprintf(stderr, "sluice cc: %s: what kernels do with thrust::device is done by the thread that calls it\n",
                p.in);
        return clang_pass(c, p);
    }
    struct pass pre = p, fixed = p;
    pre.preprocess = true;
    pre.out = arena_printf(&c->job.arena, "%s/plain.cui", c->tmp);
    fixed.preprocessed = true;
    fixed.in = arena_printf(&c->job.arena, "%s/fixed.cui", c->tmp);
    rc = run_pass(c, &pre, NULL);
    if (rc == 0 && !cc_double_percents(pre.out, fixed.in))
        rc = EXIT_USER;
    return rc ? rc : run_pass(c, &fixed, NULL);
}

/* Editors put blanks into <<< and >>>, and nvcc takes "<< <grid, block>> >". clang does not: such a file is compiled
   from a copy that has them closed up. The name of the file to compile. */
static const char *closed_up(struct cc *c, const char *in, size_t index)
{
    FILE *f = fopen(in, "rb");
    VEC(char) text = {0};
    for (int ch; f && (ch = fgetc(f)) != EOF;)
        VEC_PUSH(&text, (char)ch);
    if (f)
        fclose(f);
    VEC_PUSH(&text, 0);
    const char *out = in;
    if (strstr(text.at, "<< <")) {
        out = arena_printf(&c->job.arena, "%s/%zu-closed.cu", c->tmp, index);
        FILE *to = fopen(out, "wb");
        if (to)
            fprintf(to, "#line 1 \"%s\"\n", in);
        for (const char *p = text.at; to && *p; p++) {
            bool open = !strncmp(p, "<< <", 4), shut = !strncmp(p, ">> >", 4);
            if (open || (shut && p[4 + strspn(p + 4, " \t")] == '(')) {
                fputs(open ? "<<<" : ">>>", to);
                p += 3;
            } else {
                fputc(*p, to);
            }
        }
        if (!to || fclose(to) != 0)
            out = in;
        char *dir = arena_strdup(&c->job.arena, in);
        ADD(&c->job.common, "-iquote");
        const char *where = dirname(dir);
        ADD(&c->job.common, where);
    }
    VEC_FREE(&text);
    return out;
}

/* The host's objects of this file's device variables become those of all files. */
static int share_variables(struct cc *c, const char *ptx, const char *obj)
{
    const char *list = arena_printf(&c->job.arena, "%s/shadows", c->tmp);
    int found = c->job.dry_run ? 1 : cc_list_shadows(ptx, list);
    if (found <= 0)
        return found ? EXIT_USER : 0;
    if (!on_path("objcopy")) {
        fprintf(stderr,
                "sluice cc: -rdc=true needs objcopy, which is not on the path; on Debian: apt install binutils\n");
        return EXIT_USER;
    }
    strings cmd = {0};
    const char *names = arena_printf(&c->job.arena, "--globalize-symbols=%s", list);
    ADD(&cmd, "objcopy");
    ADD(&cmd, names);
    ADD(&cmd, obj);
    int rc = run(c, &cmd);
    VEC_FREE(&cmd);
    return rc;
}

static int compile_cuda(struct cc *c, const char *source, size_t index, const char *obj)
{
    const char *in = closed_up(c, source, index);
    u8 stage = c->job.stage;
    if (stage == CC_PREPROCESS || stage == CC_DEPS)
        return clang_pass(c, (struct pass){.in = in, .out = c->job.output});
    if (stage == CC_PTX)
        return clang_pass(c, (struct pass){.in = in,
                                           .out = c->job.output ? c->job.output : out_name(c, source, ".ptx"),
                                           .device = true});
    const char *ptx = tmp_name(c, source, index, ".ptx"), *wrapped = tmp_name(c, source, index, ".fatbin");
    if (stage == CC_FATBIN)
        wrapped = c->job.output ? c->job.output : out_name(c, source, ".fatbin");
    int rc = clang_pass(c, (struct pass){.in = in, .out = ptx, .device = true});
    if (rc == 0 && !wrap_ptx(c, source, ptx, wrapped))
        rc = EXIT_USER;
    if (rc || stage == CC_FATBIN)
        return rc;
    rc = clang_pass(c, (struct pass){.in = in, .out = obj, .wrapped = wrapped});
    return rc || !c->job.rdc ? rc : share_variables(c, ptx, obj);
}

/* .c and .cpp: the host compiler, which finds our headers. */
static int compile_host(struct cc *c, const struct cc_input *in, const char *obj)
{
    strings cmd = {0};
    u8 stage = c->job.stage;
    bool is_c = in->lang == CL_C;
    ADD(&cmd, is_c ? c->host_c : c->host_cxx ? c->host_cxx : c->clang);
    if (!is_c && !c->host_cxx)
        ADD(&cmd, "--driver-mode=g++");
    ADD(&cmd, "-x");
    ADD(&cmd, is_c ? "c" : "c++");
    const char *dialect = is_c && c->job.c_std ? c->job.c_std : c->job.std;
    if (dialect && !is_c == (strstr(dialect, "++") != NULL)) {
        const char *std = arena_printf(&c->job.arena, "-std=%s", dialect);
        ADD(&cmd, std);
    }
    if (c->job.openmp && c->host_cxx)
        ADD(&cmd, "-fopenmp");
    ADD(&cmd, "-fPIC");
    add_all(&cmd, &c->job.host);
    add_all(&cmd, &c->job.common);
    add_all(&cmd, &c->job.deps);
    ADD(&cmd, "-isystem");
    ADD(&cmd, c->include);
    ADD(&cmd, in->path);
    if (stage == CC_PREPROCESS)
        ADD(&cmd, "-E");
    else if (stage != CC_DEPS)
        ADD(&cmd, "-c");
    if (obj) {
        ADD(&cmd, "-o");
        ADD(&cmd, obj);
    }
    const char *said = arena_printf(&c->job.arena, "%s/said", c->tmp);
    int rc = run_said(c, &cmd, said);
    if (!c->job.dry_run && !c->job.verbose)
        told(c, said, false);
    VEC_FREE(&cmd);
    return rc;
}

static int archive(struct cc *c)
{
    strings cmd = {0};
    ADD(&cmd, "ar");
    ADD(&cmd, "rcs");
    ADD(&cmd, c->job.output ? c->job.output : "a.a");
    add_all(&cmd, &c->objects);
    for (size_t i = 0; i < c->job.inputs.n; i++)
        if (c->job.inputs.at[i].lang == CL_OBJECT)
            ADD(&cmd, c->job.inputs.at[i].path);
    int rc = run(c, &cmd);
    VEC_FREE(&cmd);
    return rc;
}

static int link_program(struct cc *c)
{
    strings cmd = {0};
    ADD(&cmd, c->host_cxx ? c->host_cxx : c->clang);
    if (!c->host_cxx)
        ADD(&cmd, "--driver-mode=g++");
    if (c->job.shared)
        ADD(&cmd, "-shared");
    ADD(&cmd, "-o");
    ADD(&cmd, c->job.output ? c->job.output : "a.out");
    add_all(&cmd, &c->objects);
    add_all(&cmd, &c->job.link);
    if (c->job.openmp)
        ADD(&cmd, c->host_cxx ? "-fopenmp" : "-lgomp");
    const char *dir = arena_printf(&c->job.arena, "-L%s", c->lib_dir);
    const char *rpath = arena_printf(&c->job.arena, "-Wl,-rpath,%s", c->lib_dir);
    ADD(&cmd, dir);
    ADD(&cmd, rpath);
    ADD(&cmd, "-lsluice");
    ADD(&cmd, "-lm");
    int rc = run(c, &cmd);
    VEC_FREE(&cmd);
    return rc;
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)st, (void)type, (void)ftw;
    return remove(path);
}

static bool same_file(const char *a, const char *b)
{
    struct stat x, y;
    return a && stat(a, &x) == 0 && stat(b, &y) == 0 && S_ISREG(x.st_mode) && x.st_dev == y.st_dev &&
           x.st_ino == y.st_ino;
}

static int build(struct cc *c)
{
    struct cc_job *job = &c->job;
    size_t sources = 0;
    for (size_t i = 0; i < job->inputs.n; i++)
        sources += job->inputs.at[i].lang != CL_OBJECT;
    if (job->stage != CC_LINK && job->output && sources > 1 && job->stage != CC_DEPS) {
        fprintf(stderr, "sluice cc: -o %s with several files and no link: which one?\n", job->output);
        return EXIT_USER;
    }
    for (size_t i = 0; i < job->inputs.n; i++) {
        const struct cc_input *in = &job->inputs.at[i];
        if (same_file(job->output, in->path)) {
            fprintf(stderr, "sluice cc: -o %s would overwrite the input %s\n", job->output, in->path);
            return EXIT_USER;
        }
        if (in->lang == CL_OBJECT)
            continue;
        if (access(in->path, R_OK) != 0) {
            fprintf(stderr, "sluice cc: %s: %s\n", in->path, strerror(errno));
            return EXIT_USER;
        }
        const char *obj = NULL;
        if (job->stage == CC_OBJECT)
            obj = job->output ? job->output : out_name(c, in->path, ".o");
        else if (job->stage == CC_LINK)
            obj = tmp_name(c, in->path, i, ".o");
        else if (job->output && in->lang != CL_CUDA)
            obj = job->output;
        if ((job->stage == CC_PTX || job->stage == CC_FATBIN) && in->lang != CL_CUDA)
            continue;
        int rc = in->lang == CL_CUDA ? compile_cuda(c, in->path, i, obj) : compile_host(c, in, obj);
        if (rc)
            return rc;
        if (obj)
            ADD(&c->objects, obj);
    }
    if (job->archive)
        return archive(c);
    return job->stage == CC_LINK ? link_program(c) : 0;
}

static void version(const struct cc *c)
{
    printf("nvcc: sluice cc, a drop-in for the CUDA compiler driver (sluice %s, over %s)\n"
           "Cuda compilation tools, release " CUDA_RELEASE ", V" CUDA_RELEASE ".0\n",
           SLUICE_VERSION, c->clang);
}

static int run_built(struct cc *c)
{
    const char *out = c->job.output ? c->job.output : "a.out";
    strings cmd = {0};
    const char *path = strchr(out, '/') ? out : arena_printf(&c->job.arena, "./%s", out);
    ADD(&cmd, path);
    int rc = run(c, &cmd);
    VEC_FREE(&cmd);
    return rc;
}

static int cc_main(int argc, char **argv)
{
    struct cc c = {0};
    if (!cc_parse(&c.job, argc - 1, argv + 1))
        return EXIT_USER;
    if (c.job.show_help) {
        cli_help(&cmd_cc, stdout);
        return EXIT_DONE;
    }
    if (!find_tools(&c))
        return EXIT_USER;
    if (c.job.show_version) {
        version(&c);
        return EXIT_DONE;
    }
    for (size_t i = 0; i < c.job.notes.n; i++)
        fprintf(stderr, "sluice cc: note: %s\n", c.job.notes.at[i]);
    if (!c.job.inputs.n) {
        fprintf(stderr, "sluice cc: no input files\n(sluice cc --help explains)\n");
        return EXIT_USER;
    }
    const char *where = getenv("TMPDIR");
    c.tmp = arena_printf(&c.job.arena, "%s/sluice-cc-XXXXXX", where && *where ? where : "/tmp");
    if (!mkdtemp(c.tmp)) {
        fprintf(stderr, "sluice cc: %s: %s\n", c.tmp, strerror(errno));
        return EXIT_USER;
    }
    int rc = build(&c);
    nftw(c.tmp, remove_one, 8, FTW_DEPTH | FTW_PHYS);
    if (rc == 0 && !child_signal() && c.job.run_after && c.job.stage == CC_LINK)
        rc = run_built(&c);
    return rc;
}

const struct cli_command cmd_cc = {
    .name = "cc",
    .args = "[nvcc's flags] FILE...",
    .summary = "compile CUDA programs (a drop-in for nvcc)",
    .about =
        "Takes .cu, .c, .cpp, .o and .a files and nvcc's usual flags: -o -c -ptx -E -M -MD -I -D -L -l -O -g\n"
        "-std -arch -gencode -Xcompiler -Xlinker -use_fast_math -maxrregcount -rdc -shared -lib -v. What has no\n"
        "meaning here is dropped with a note. The program that comes out runs without a GPU.\n"
        "\n"
        "examples:\n"
        "  sluice cc prog.cu -o prog && ./prog\n"
        "  sluice cc -O3 -arch=sm_70 -c kernel.cu && sluice cc main.cpp kernel.o -o prog\n"
        "  make NVCC=\"sluice cc\"\n"
        "  SLUICE_CLANG=clang-14 sluice cc -ptx kernel.cu\n",
    .run = cc_main,
};
