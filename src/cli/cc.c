/* `sluice cc`: a drop-in for nvcc. A .cu file goes through clang twice: once for the device (PTX), once for the
   host with that PTX embedded; .c and .cpp files go to the host compiler; everything is linked with libsluice.
   clang 14 to 19 will do ($SLUICE_CLANG names another). What NVIDIA's toolkit would add is ours: the headers in
   include/ and the library. There is no machine code: -cubin is refused, and a -fatbin holds PTX. */
#include "cli/cc.h"

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
#include "cli/scratch.h"

extern const struct cli_command cmd_cc;

#define CUDA_RELEASE "11.8"

#define ADD(v, s) VEC_PUSH((v), (s))
void cc_add_all(strings *to, const strings *from)
{
    for (size_t i = 0; i < from->n; i++)
        ADD(to, from->at[i]);
}

void cc_show_word(FILE *to, const char *word)
{
    if (*word && !strpbrk(word, " \t\n\"'$`\\*?()<>|&;[]{}~#")) {
        fputs(word, to);
        return;
    }
    fputc('"', to);
    for (const char *p = word; *p; p++) {
        if (strchr("\"$`\\", *p))
            fputc('\\', to);
        fputc(*p, to);
    }
    fputc('"', to);
}

int cc_run(struct cc *c, strings *cmd)
{
    return cc_run_in(c, cmd, environ);
}

int cc_run_in(struct cc *c, strings *cmd, char **env)
{
    if (c->job.verbose || c->job.dry_run) {
        fprintf(stderr, "#$");
        for (size_t i = 0; i < cmd->n; i++) {
            fputc(' ', stderr);
            cc_show_word(stderr, cmd->at[i]);
        }
        fprintf(stderr, "\n");
    }
    if (c->job.dry_run)
        return 0;
    ADD(cmd, NULL);
    return child_run_in("sluice cc", cmd->at, env);
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
        return arena_printf(&c->job.arena, "%s%s%.*s%s", c->job.keep_dir ? c->job.keep_dir : "",
                            c->job.keep_dir ? "/" : "", n, base, suffix);
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
    const char *prelude;  /* our headers, precompiled; NULL: as text */
    bool device;
    bool preprocess;   /* no further */
    bool preprocessed; /* `in` is */
    bool look_only;    /* nothing comes out but messages, all of them */
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
    cc_arch_flags(c, cmd, p->device);
    if (c->job.fast_math)
        ADD(cmd, "-D__USE_FAST_MATH__=1");
    if (c->job.rdc)
        ADD(cmd, "-D__CUDACC_RDC__=1");
    if (c->any_function)
        ADD(cmd, "-DSLUICE_ANY_FUNCTION=1");
    if (c->nested && p->device)
        ADD(cmd, "-DSLUICE_NESTED=1");
    if (p->prelude) {
        ADD(cmd, "-include-pch");
        ADD(cmd, p->prelude);
        ADD(cmd, "-Xclang");
        ADD(cmd, "-fmodules-validate-system-headers"); /* whether they are still what it was made from */
    } else if (!p->preprocessed) {
        ADD(cmd, "-include");
        ADD(cmd, "sluice_cuda.h"); /* before what the program includes so */
        cc_add_all(cmd, &c->job.common);
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

/* Up to LLVM's text, not yet optimised: cc_padding.c changes it, then cc_back_end continues. */
static void device_flags(struct cc *c, strings *cmd, const struct pass *p)
{
    const char *opt = cc_device_opt(c);
    ADD(cmd, opt);
    ADD(cmd, "--cuda-device-only");
    ADD(cmd, p->preprocess ? "-E" : "-S");
    if (!p->preprocess) {
        ADD(cmd, "-emit-llvm");
        ADD(cmd, "-Xclang");
        ADD(cmd, "-disable-llvm-passes");
    }
    ADD(cmd, "-gline-tables-only");
    ADD(cmd, "-fno-exceptions");
    /* A thread may pass an unset value to a shuffle if other lanes do not read it. By default clang concludes that
       such a call is never made, and drops the branch that sets the value in one lane only. */
    ADD(cmd, "-Xclang");
    ADD(cmd, c->clang_major < 15 ? "-disable-noundef-analysis" : "-no-enable-noundef-analysis");
    if (c->job.fast_math || c->job.ftz)
        ADD(cmd, "-fcuda-flush-denormals-to-zero");
    cc_math_flags(c, cmd);
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
    cc_add_all(cmd, &c->job.host);
    if (!p->preprocessed)
        cc_add_all(cmd, &c->job.deps);
    if (c->job.stage == CC_PREPROCESS || p->preprocess) {
        ADD(cmd, "-E");
    } else if (c->job.stage != CC_DEPS) {
        ADD(cmd, "-c");
        if (p->wrapped) {
            ADD(cmd, "-Xclang");
            ADD(cmd, "-fcuda-include-gpubinary");
            ADD(cmd, "-Xclang");
            ADD(cmd, p->wrapped);
        }
    }
}

static void pass_command(struct cc *c, strings *cmd, const struct pass *p)
{
    cuda_common(c, cmd, p);
    if (p->device)
        device_flags(c, cmd, p);
    else
        host_flags(c, cmd, p);
}

/* Runs a command; its messages go to `said`, if that is not NULL. */
static int run_said(struct cc *c, strings *cmd, const char *said)
{
    strings all = {0};
    if (said && !c->job.dry_run && !c->job.verbose) {
        ADD(&all, "/bin/sh");
        ADD(&all, "-c");
        ADD(&all, "to=$1; shift; exec \"$@\" 2>\"$to\"");
        ADD(&all, "sh");
        ADD(&all, said);
        if (c->colour)
            ADD(cmd, "-fdiagnostics-color=always");
    }
    cc_add_all(&all, cmd);
    int rc = cc_run(c, &all);
    VEC_FREE(&all);
    return rc;
}

/* The pass with our headers precompiled. False: it failed, and the pass over text will report
   why. */
static bool quick_pass(struct cc *c, struct pass p, const char *said)
{
    strings cmd = {0};
    const struct pass empty = {.in = "/dev/null", .device = p.device};
    if (p.preprocess || p.preprocessed || p.look_only || !said || !cc_prelude_fits(c, p.device))
        return false;
    pass_command(c, &cmd, &empty);
    p.prelude = cc_prelude(c, &cmd);
    cmd.n = 0;
    int rc = -1;
    if (p.prelude) {
        pass_command(c, &cmd, &p);
        rc = run_said(c, &cmd, said);
        if (rc)
            cc_prelude_failed(c, said);
    }
    VEC_FREE(&cmd);
    return rc == 0;
}

static int run_pass(struct cc *c, const struct pass *p, const char *said)
{
    strings cmd = {0};
    if (quick_pass(c, *p, said))
        return 0;
    pass_command(c, &cmd, p);
    if (p->look_only) {
        ADD(&cmd, "-fsyntax-only");
        ADD(&cmd, "-ferror-limit=0");
    }
    int rc = run_said(c, &cmd, said);
    VEC_FREE(&cmd);
    return rc;
}

/* What can be done about an error: nothing; put preprocessed text right, the word `template` in it too; Thrust's
   algorithms in kernels; a device function where a kernel is wanted; kernels that launch kernels. */
enum remedy { R_NONE, R_REPAIR, R_TEMPLATE, R_SEQUENTIAL, R_ANY_FUNCTION, R_NESTED };

static enum remedy remedy_of(const struct cc *c, const char *said)
{
    if (cc_wants_template(said))
        return R_TEMPLATE;
    if (strstr(said, "invalid % escape in inline assembly") ||
        strstr(said, "initialization is not supported for __shared__ variables") ||
        (strstr(said, "an attribute list cannot appear here") && strstr(said, "alignas")))
        return R_REPAIR;
    if (!c->sequential && strstr(said, "thrust/system/cuda/detail/") &&
        (strstr(said, "reference to __host__ function") || strstr(said, "reference to __global__ function")))
        return R_SEQUENTIAL;
    if (!c->any_function && strstr(said, "reference to __device__ function") &&
        strstr(said, "cudaFuncSetCacheConfig("))
        return R_ANY_FUNCTION;
    return !c->nested && cc_wants_nested(said) ? R_NESTED : R_NONE;
}

/* Copies the messages to standard error, unless the pass failed and there is a remedy. */
static enum remedy told(const struct cc *c, const char *path, bool failed, bool repaired)
{
    size_t n;
    char *text = cc_read(path, &n);
    if (!text)
        return R_NONE;
    enum remedy found = failed ? remedy_of(c, text) : R_NONE;
    if (repaired && (found == R_REPAIR || found == R_TEMPLATE)) /* that was done, and did not help */
        found = R_NONE;
    if (found == R_NONE) {
        fwrite(text, 1, n, stderr);
        cc_hint(text);
    }
    free(text);
    return found;
}

/* Corrects preprocessed text as far as clang's messages tell. Returns the pass to go on with; .in NULL: files. */
static struct pass repaired(struct cc *c, struct pass p, enum remedy remedy)
{
    const char *said = arena_printf(&c->job.arena, "%s/said", c->tmp);
    struct pass pre = p, fixed = p, look = p;
    pre.preprocess = true;
    pre.out = arena_printf(&c->job.arena, "%s/plain.cui", c->tmp);
    fixed.preprocessed = look.preprocessed = look.look_only = true;
    fixed.in = arena_printf(&c->job.arena, "%s/fixed.cui", c->tmp);
    look.in = arena_printf(&c->job.arena, "%s/look.cui", c->tmp);
    look.out = NULL;
    if (run_pass(c, &pre, NULL) != 0 || !cc_repair(pre.out, fixed.in))
        fixed.in = NULL;
    if (fixed.in && c->nested && !cc_put_nested(fixed.in, p.device))
        fixed.in = NULL;
    /* clang reports a template once: what it instantiates may have more */
    for (int round = 0; fixed.in && remedy == R_TEMPLATE && round < 8; round++)
        if (!cc_empty_markers(fixed.in, look.in) || run_pass(c, &look, said) == 0 ||
            !cc_put_templates(said, fixed.in))
            break;
    return fixed;
}

/* Does the file name headers of libcu++ that clang accepts for sm_80 and up only after corrections? */
static bool known_to_need(const struct cc *c, const char *in)
{
    char *text = cc_arch(c) >= 80 ? cc_read(in, NULL) : NULL;
    bool found = text && (strstr(text, "<cuda/barrier>") || strstr(text, "<cuda/pipeline>"));
    free(text);
    return found;
}

/* One pass; if something is written as nvcc accepts it and clang does not, again with that corrected. */
static int clang_pass(struct cc *c, struct pass p)
{
    const char *said = arena_printf(&c->job.arena, "%s/said", c->tmp);
    c->nested = false;
    bool straight = !c->job.dry_run && !c->job.verbose && p.device && known_to_need(c, p.in);
    struct pass now = straight ? repaired(c, p, R_REPAIR) : p;
    if (!now.in)
        return EXIT_USER;
    for (;;) {
        int rc = run_pass(c, &now, said);
        if (c->job.dry_run || c->job.verbose)
            return rc;
        enum remedy remedy = told(c, said, rc != 0, now.preprocessed);
        if (remedy == R_NONE)
            return rc;
        if (remedy == R_SEQUENTIAL) {
            c->sequential = true;
            fprintf(stderr,
                    "sluice cc: %s: what kernels do with thrust::device is done by the thread that calls it\n", p.in);
        } else if (remedy == R_ANY_FUNCTION) {
            c->any_function = true;
            fprintf(stderr, "sluice cc: %s: cudaFuncSetCacheConfig of a function that is no kernel has no effect\n",
                    p.in);
        }
        c->nested |= remedy == R_NESTED;
        now = remedy == R_SEQUENTIAL || remedy == R_ANY_FUNCTION ? p : repaired(c, p, remedy);
        if (!now.in)
            return EXIT_USER;
    }
}

/* Editors put blanks into <<< and >>>, and nvcc takes "<< <grid, block>> >". clang does not: such a file is compiled
   from a copy that has them closed up. The name of the file to compile. */
static const char *closed_up(struct cc *c, const char *in, size_t index)
{
    char *text = cc_read(in, NULL);
    const char *out = in;
    if (text && strstr(text, "<< <")) {
        out = arena_printf(&c->job.arena, "%s/%zu-closed.cu", c->tmp, index);
        FILE *to = fopen(out, "wb");
        if (to)
            fprintf(to, "#line 1 \"%s\"\n", in);
        for (const char *p = text; to && *p; p++) {
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
    free(text);
    return out;
}

static int compile_device(struct cc *c, const char *in, const char *ptx)
{
    const char *plain = arena_printf(&c->job.arena, "%s/plain.ll", c->tmp);
    const char *frozen = arena_printf(&c->job.arena, "%s/frozen.ll", c->tmp);
    int rc = clang_pass(c, (struct pass){.in = in, .out = plain, .device = true});
    if (rc == 0 && !c->job.dry_run && !cc_freeze_padding(plain, frozen))
        rc = EXIT_USER;
    if (rc == 0 && c->nested && !c->job.dry_run && !cc_make_kernels(frozen, frozen))
        rc = EXIT_USER;
    rc = rc ? rc : cc_back_end(c, frozen, ptx);
    return rc || c->job.dry_run || cc_put_clusters(frozen, ptx) ? rc : EXIT_USER;
}

/* PTX for -ptx: into a file, or for "-o -" onto standard output. */
static int write_ptx(struct cc *c, const char *in, const char *source, size_t index)
{
    const char *to = c->job.output ? c->job.output : out_name(c, source, ".ptx");
    bool shown = !strcmp(to, "-");
    const char *ptx = shown ? tmp_name(c, source, index, ".ptx") : to;
    int rc = compile_device(c, in, ptx);
    if (rc || !shown || c->job.dry_run)
        return rc;
    size_t n;
    char *text = cc_read(ptx, &n);
    bool ok = text && fwrite(text, 1, n, stdout) == n && fflush(stdout) == 0;
    free(text);
    if (!ok)
        fprintf(stderr, "sluice cc: standard output cannot be written\n");
    return ok ? 0 : EXIT_USER;
}

static int host_pass(struct cc *c, const char *in, const char *obj, const char *wrapped)
{
    return clang_pass(c, (struct pass){.in = in, .out = obj, .wrapped = wrapped});
}

static int compile_cuda(struct cc *c, const char *source, size_t index, const char *obj)
{
    const char *in = closed_up(c, source, index);
    u8 stage = c->job.stage;
    if (stage == CC_PREPROCESS || stage == CC_DEPS)
        return clang_pass(c, (struct pass){.in = in, .out = c->job.output});
    if (stage == CC_PTX)
        return write_ptx(c, in, source, index);
    const char *ptx = tmp_name(c, source, index, ".ptx"), *wrapped = tmp_name(c, source, index, ".fatbin");
    if (stage == CC_FATBIN)
        wrapped = c->job.output ? c->job.output : out_name(c, source, ".fatbin");
    struct cc_beside host;
    bool beside = stage != CC_FATBIN && cc_beside_start(c, &host, in, host_pass);
    int rc = compile_device(c, in, ptx);
    if (rc == 0 && !wrap_ptx(c, source, ptx, wrapped))
        rc = EXIT_USER;
    if (rc && beside)
        cc_beside_stop(&host);
    if (rc || stage == CC_FATBIN)
        return rc;
    if (!beside || !cc_beside_finish(c, &host, wrapped, obj, &rc))
        rc = host_pass(c, in, obj, wrapped);
    return rc || !c->job.rdc ? rc : cc_share(c, ptx, obj);
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
    cc_add_all(&cmd, &c->job.host);
    cc_add_all(&cmd, &c->job.common);
    cc_add_all(&cmd, &c->job.deps);
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
        told(c, said, false, false);
    VEC_FREE(&cmd);
    return rc;
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
    if (job->stage == CC_DEVICE_LINK)
        return cc_device_link(c);
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
        return cc_archive(c);
    return job->stage == CC_LINK ? cc_link(c) : 0;
}

/* CMake recognises nvcc by its vendor's line, makefiles by the one with the release. */
static void version(const struct cc *c)
{
    printf("sluice cc %s over %s, in place of nvcc: NVIDIA (R) Cuda compiler driver\n"
           "Cuda compilation tools, release " CUDA_RELEASE ", V" CUDA_RELEASE ".0\n",
           SLUICE_VERSION, c->clang);
}

static int run_built(struct cc *c)
{
    const char *out = c->job.output ? c->job.output : "a.out";
    strings cmd = {0};
    const char *path = strchr(out, '/') ? out : arena_printf(&c->job.arena, "./%s", out);
    ADD(&cmd, path);
    int rc = cc_run(c, &cmd);
    VEC_FREE(&cmd);
    return rc;
}

static int carry_out(struct cc *c, int argc, char **argv)
{
    const char *forgotten = clang_forget_overrides();
    if (forgotten)
        fprintf(stderr,
                "sluice cc: note: %s is not passed on to clang: flags of the compiler belong on the command line\n",
                forgotten);
    if (!cc_parse(&c->job, argc - 1, argv + 1))
        return EXIT_USER;
    if (c->job.show_help) {
        cli_help(&cmd_cc, stdout);
        return EXIT_DONE;
    }
    if (!cc_find_tools(c))
        return EXIT_USER;
    cc_arch_told(c);
    if (c->job.show_version) {
        version(c);
        return EXIT_DONE;
    }
    if (c->job.verbose || c->job.dry_run)
        cc_show_settings(c, cc_arch(c));
    for (size_t i = 0; i < c->job.notes.n; i++)
        fprintf(stderr, "sluice cc: note: %s\n", c->job.notes.at[i]);
    if (!c->job.inputs.n) {
        fprintf(stderr, "sluice cc: no input files\n(sluice cc --help explains)\n");
        return EXIT_USER;
    }
    char tmp[SCRATCH_PATH];
    child_soon(); /* the process that makes a folder removes it */
    if (!scratch_make(tmp, "cc"))
        return EXIT_USER;
    c->tmp = tmp;
    c->colour = isatty(2);
    int rc = build(c);
    scratch_remove(tmp);
    if (rc == 0 && !child_signal() && c->job.run_after && c->job.stage == CC_LINK)
        rc = run_built(c);
    return rc;
}

static int cc_main(int argc, char **argv)
{
    struct cc c = {0};
    int rc = carry_out(&c, argc, argv);
    strings *lists[] = {&c.job.common, &c.job.host, &c.job.deps, &c.job.link, &c.job.notes, &c.objects};
    for (size_t i = 0; i < COUNT_OF(lists); i++)
        VEC_FREE(lists[i]);
    VEC_FREE(&c.job.inputs);
    arena_free(&c.job.arena);
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
