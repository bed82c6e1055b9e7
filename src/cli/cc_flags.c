/* The flags of `sluice cc`: nvcc's, as its users write them (-arch=sm_20, -arch sm_20, --gpu-architecture sm_20).
   One table says what each means here. A flag that has no meaning for a simulator is dropped with a note; an unknown
   flag goes to the host compiler if it looks like one of its own. */
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cc.h"
#include "cli/libraries.h"

enum action {
    A_IGNORE, /* meaningless here, and common enough to be dropped without a word */
    A_NOTE,   /* dropped with a note */
    A_REFUSE, /* an error: the value says why */
    A_STAGE,  /* value: which */
    A_ARCH,
    A_GENCODE,
    A_LANG,
    A_DEVICE_OPT,
    A_XCOMPILER,
    A_XLINKER,
    A_OPTFILE,
    A_COMMON, /* to every compile, spelt as the short name */
    A_HOST,
    A_DEPS,
    A_LINK,
    A_LIB,
    A_LIBDIR,
    A_TEXT, /* value: offset of the text that its argument becomes */
    A_BOOL  /* value: offset of the bool */
};
enum arg { NONE, SEP /* -x v, -x=v */, JOIN /* -xv, -x v, -x=v */, EQ /* -x or -x=v */ };

struct flag {
    const char *name, *longname; /* without dashes */
    u8 arg, action;
    size_t value;
    const char *text;
};
#define FIELD(field) offsetof(struct cc_job, field)

static const struct flag flags[] = {
    {"o", "output-file", JOIN, A_TEXT, FIELD(output), NULL},
    {"odir", "output-directory", SEP, A_TEXT, FIELD(out_dir), NULL},
    {"c", "compile", NONE, A_STAGE, CC_OBJECT, NULL},
    {"dc", "device-c", NONE, A_STAGE, CC_OBJECT, NULL},
    {"dw", "device-w", NONE, A_STAGE, CC_OBJECT, NULL},
    {"ptx", "ptx", NONE, A_STAGE, CC_PTX, NULL},
    {"E", "preprocess", NONE, A_STAGE, CC_PREPROCESS, NULL},
    {"M", "generate-dependencies", NONE, A_STAGE, CC_DEPS, "-M"},
    {"MM", "generate-nonsystem-dependencies", NONE, A_STAGE, CC_DEPS, "-MM"},
    {"cubin", "cubin", NONE, A_REFUSE, 0, "there is no machine code here: sluice runs PTX (use -ptx)"},
    {"fatbin", "fatbin", NONE, A_STAGE, CC_FATBIN, NULL},
    {"dlink", "device-link", NONE, A_STAGE, CC_DEVICE_LINK, NULL},
    {"lib", "lib", NONE, A_BOOL, FIELD(archive), NULL},
    {"run", "run", NONE, A_BOOL, FIELD(run_after), NULL},
    {"shared", "shared", NONE, A_BOOL, FIELD(shared), NULL},
    {"MD", "generate-dependencies-with-compile", NONE, A_DEPS, 0, "-MD"},
    {"MMD", "generate-nonsystem-dependencies-with-compile", NONE, A_DEPS, 0, "-MMD"},
    {"MP", "generate-dependency-targets", NONE, A_DEPS, 0, "-MP"},
    {"MF", "dependency-output", SEP, A_DEPS, 0, "-MF"},
    {"MT", "dependency-target-name", SEP, A_DEPS, 0, "-MT"},
    {"MQ", NULL, SEP, A_DEPS, 0, "-MQ"},
    {"std", "std", SEP, A_TEXT, FIELD(std), NULL},
    {"arch", "gpu-architecture", SEP, A_ARCH, 0, NULL},
    {"code", "gpu-code", SEP, A_IGNORE, 0, NULL},
    {"gencode", "generate-code", SEP, A_GENCODE, 0, NULL},
    {"x", "x", JOIN, A_LANG, 0, NULL},
    {"maxrregcount", "maxrregcount", SEP, A_TEXT, FIELD(max_regs), NULL},
    {"Xcompiler", "compiler-options", SEP, A_XCOMPILER, 0, NULL},
    {"Xlinker", "linker-options", SEP, A_XLINKER, 0, NULL},
    {"Xptxas", "ptxas-options", SEP, A_IGNORE, 0, NULL},
    {"Xnvlink", "nvlink-options", SEP, A_IGNORE, 0, NULL},
    {"Xcudafe", "cudafe-options", SEP, A_IGNORE, 0, NULL},
    {"Xarchive", "archive-options", SEP, A_IGNORE, 0, NULL},
    {"optf", "options-file", SEP, A_OPTFILE, 0, NULL},
    {"I", "include-path", JOIN, A_COMMON, 0, "-I"},
    {"isystem", "system-include", SEP, A_COMMON, 0, "-isystem"},
    {"include", "pre-include", SEP, A_COMMON, 0, "-include"},
    {"D", "define-macro", JOIN, A_COMMON, 0, "-D"},
    {"U", "undefine-macro", JOIN, A_COMMON, 0, "-U"},
    {"w", "disable-warnings", NONE, A_COMMON, 0, "-w"},
    {"L", "library-path", JOIN, A_LIBDIR, 0, NULL},
    {"l", "library", JOIN, A_LIB, 0, NULL},
    {"O", "optimize", JOIN, A_HOST, 0, "-O"},
    {"g", "debug", NONE, A_HOST, 0, "-g"},
    {"pg", "profile", NONE, A_HOST, 0, "-pg"},
    {"m64", NULL, NONE, A_IGNORE, 0, NULL},
    {"m", "machine", SEP, A_IGNORE, 0, NULL},
    {"m32", NULL, NONE, A_NOTE, 0, "only 64-bit programs are built"},
    {"G", "device-debug", NONE, A_NOTE, 0, "device code is always optimised and always has line numbers"},
    {"device-opt", "device-opt", SEP, A_DEVICE_OPT, 0, NULL},
    {"lineinfo", "generate-line-info", NONE, A_IGNORE, 0, NULL},
    {"src-in-ptx", "source-in-ptx", NONE, A_IGNORE, 0, NULL},
    {"use_fast_math", "use_fast_math", NONE, A_BOOL, FIELD(fast_math), NULL},
    {"ftz", "ftz", SEP, A_BOOL, FIELD(ftz), "true"},
    {"fmad", "fmad", SEP, A_BOOL, FIELD(no_fmad), "false"},
    {"prec-div", "prec-div", SEP, A_BOOL, FIELD(approx_div), "false"},
    {"prec-sqrt", "prec-sqrt", SEP, A_BOOL, FIELD(approx_sqrt), "false"},
    {"rdc", "relocatable-device-code", SEP, A_BOOL, FIELD(rdc), "true"},
    {"cudart", "cudart", SEP, A_IGNORE, 0, NULL},
    {"cudadevrt", "cudadevrt", SEP, A_IGNORE, 0, NULL},
    {"v", "verbose", NONE, A_BOOL, FIELD(verbose), NULL},
    {"dryrun", "dryrun", NONE, A_BOOL, FIELD(dry_run), NULL},
    {"keep", "keep", NONE, A_BOOL, FIELD(keep), NULL},
    {"save-temps", "save-temps", NONE, A_BOOL, FIELD(keep), NULL},
    {"keep-dir", "keep-dir", SEP, A_TEXT, FIELD(keep_dir), NULL},
    {"clean", "clean-targets", NONE, A_IGNORE, 0, NULL},
    {"V", "version", NONE, A_BOOL, FIELD(show_version), NULL},
    {"h", "help", NONE, A_BOOL, FIELD(show_help), NULL},
    {"ccbin", "compiler-bindir", SEP, A_NOTE, 0, "clang compiles the host code of .cu files"},
    {"allow-unsupported-compiler", "allow-unsupported-compiler", NONE, A_IGNORE, 0, NULL},
    {"expt-relaxed-constexpr", "expt-relaxed-constexpr", NONE, A_IGNORE, 0, NULL},
    {"expt-extended-lambda", "expt-extended-lambda", NONE, A_IGNORE, 0, NULL},
    {"extended-lambda", "extended-lambda", NONE, A_IGNORE, 0, NULL},
    {"default-stream", "default-stream", SEP, A_IGNORE, 0, NULL},
    {"restrict", "restrict", NONE, A_IGNORE, 0, NULL},
    {"t", "threads", SEP, A_IGNORE, 0, NULL},
    {"Wno-deprecated-gpu-targets", "Wno-deprecated-gpu-targets", NONE, A_IGNORE, 0, NULL},
    {"Wno-deprecated-declarations", "Wno-deprecated-declarations", NONE, A_COMMON, 0, "-Wno-deprecated-declarations"},
    {"Werror", "Werror", EQ, A_IGNORE, 0, NULL},
    {"Wreorder", "Wreorder", NONE, A_IGNORE, 0, NULL},
    {"diag-suppress", "diag-suppress", SEP, A_IGNORE, 0, NULL},
    {"diag_suppress", "diag_suppress", SEP, A_IGNORE, 0, NULL},
    {"forward-unknown-to-host-compiler", "forward-unknown-to-host-compiler", NONE, A_BOOL, FIELD(forward), NULL},
    {"forward-unknown-opts", "forward-unknown-opts", NONE, A_BOOL, FIELD(forward), NULL},
    {"extra-device-vectorization", "extra-device-vectorization", NONE, A_IGNORE, 0, NULL},
    {"dlto", "dlink-time-opt", NONE, A_IGNORE, 0, NULL},
    {"res-usage", "resource-usage", NONE, A_NOTE, 0, "`sluice run` shows registers and shared memory a kernel"},
    {"deviceemu", "device-emulation", NONE, A_IGNORE, 0, NULL},
    {"po", NULL, SEP, A_IGNORE, 0, NULL},
    {"noprof", "no-align-double", NONE, A_IGNORE, 0, NULL},
    {"time", "time", SEP, A_IGNORE, 0, NULL},
    {"idp", "input-drive-prefix", SEP, A_IGNORE, 0, NULL},
    {"nodlink", "no-device-link", NONE, A_IGNORE, 0, NULL},
};

/* Finds the flag that `arg` (after its dashes) spells; *value is what is joined to it, or NULL. */
static const struct flag *find(const char *arg, bool two_dashes, const char **value)
{
    size_t n = strcspn(arg, "=");
    const struct flag *best = NULL;
    for (size_t i = 0; i < COUNT_OF(flags); i++) {
        const struct flag *f = &flags[i];
        for (int k = 0; k < 2; k++) {
            const char *name = k ? f->longname : f->name;
            if (!name || (k == 0 && two_dashes && strlen(name) == 1))
                continue;
            if (strlen(name) == n && !strncmp(arg, name, n) && (arg[n] == 0 || f->arg != NONE)) {
                *value = arg[n] ? arg + n + 1 : NULL;
                return f;
            }
        }
        if (f->arg == JOIN && !two_dashes && !strncmp(arg, f->name, strlen(f->name)))
            best = f;
    }
    if (best)
        *value = arg + strlen(best->name);
    return best;
}

static void note(struct cc_job *job, const char *flag, const char *why)
{
    const char *text = arena_printf(&job->arena, "%s: %s", flag, why);
    VEC_PUSH(&job->notes, text);
}

/* The number after sm_ or compute_; the highest of several. 0: none. */
static u32 arch_of(const char *s)
{
    u32 best = 0;
    for (const char *p = s; (p = strpbrk(p, "sc")) != NULL; p++) {
        const char *d = !strncmp(p, "sm_", 3) ? p + 3 : !strncmp(p, "compute_", 8) ? p + 8 : NULL;
        if (d && isdigit((unsigned char)*d)) {
            u32 v = (u32)strtoul(d, NULL, 10);
            best = MAX(best, v);
        }
    }
    return best;
}

/* -Xcompiler "a,b c": commas and blanks part the flags, unless inside -Wl, and the like. */
static void x_compiler(struct cc_job *job, const char *value)
{
    char *copy = arena_strdup(&job->arena, value);
    bool keep_commas = strstr(copy, "-Wl,") || strstr(copy, "-Wa,") || strstr(copy, "-Wp,");
    for (char *t = strtok(copy, keep_commas ? " \"" : ", \""); t; t = strtok(NULL, keep_commas ? " \"" : ", \"")) {
        if (!strcmp(t, "-fopenmp") || !strcmp(t, "/openmp"))
            job->openmp = true;
        else if (!strncmp(t, "-std=", 5) && strstr(t, "++"))
            job->std = job->std ? job->std : t + 5;
        else if (!strncmp(t, "-std=", 5))
            job->c_std = t + 5;
        else if (!strncmp(t, "-l", 2) || !strncmp(t, "-L", 2) || !strncmp(t, "-Wl,", 4))
            VEC_PUSH(&job->link, t);
        else if (t[0] == '/' && !strchr(t + 1, '/'))
            note(job, t, "a flag of another host compiler, left out");
        else
            VEC_PUSH(&job->host, t);
        if (!strcmp(t, "-pthread"))
            VEC_PUSH(&job->link, t);
    }
}

static bool lang_of(struct cc_job *job, const char *value, u8 *lang)
{
    (void)job;
    if (!strcmp(value, "cu") || !strcmp(value, "cuda"))
        *lang = CL_CUDA;
    else if (!strcmp(value, "c"))
        *lang = CL_C;
    else if (!strcmp(value, "c++"))
        *lang = CL_CXX;
    else {
        fprintf(stderr, "sluice cc: -x %s: expected cu, c or c++\n", value);
        return false;
    }
    return true;
}

static u8 lang_of_file(const char *path)
{
    const char *dot = strrchr(path, '.');
    if (!dot)
        return CL_OBJECT;
    if (!strcmp(dot, ".cu") || !strcmp(dot, ".CU"))
        return CL_CUDA;
    if (!strcmp(dot, ".c"))
        return CL_C;
    if (!strcmp(dot, ".cpp") || !strcmp(dot, ".cc") || !strcmp(dot, ".cxx") || !strcmp(dot, ".C") ||
        !strcmp(dot, ".c++"))
        return CL_CXX;
    return CL_OBJECT;
}

/* Libraries of NVIDIA's toolkit that libsluice stands for, or that do nothing here. */
static bool our_library(const char *name)
{
    static const char *const names[] = {"cudart",       "cudart_static", "cuda",    "cudadevrt",       "cutil",
                                        "cutil_x86_64", "cutil_i386",    "shrutil", "shrutil_x86_64",  "shrutil_i386",
                                        "nvToolsExt",   "paramgl",       "cutilD",  "cudadevrt_static"};
    for (size_t i = 0; i < COUNT_OF(names); i++)
        if (!strcmp(name, names[i]))
            return true;
    return false;
}

static void set_bool(struct cc_job *job, const struct flag *f, const char *value)
{
    bool *b = (bool *)((char *)job + f->value);
    *b = !f->text || !value || !strcmp(value, f->text);
}

static bool set_stage(struct cc_job *job, const struct flag *f)
{
    job->stage = (u8)f->value;
    if (!strcmp(f->name, "dc")) /* -rdc=true -c */
        job->rdc = true;
    if (f->text)
        VEC_PUSH(&job->deps, f->text);
    return true;
}

/* An include folder of another CUDA toolkit (makefiles name /usr/local/cuda/include): its headers are not for this
 * library. */
static bool foreign_toolkit(struct cc_job *job, const struct flag *f, const char *dir)
{
    if (strcmp(f->text, "-I") && strcmp(f->text, "-isystem"))
        return false;
    return access(arena_printf(&job->arena, "%s/cuda_runtime_api.h", dir), R_OK) == 0 &&
           access(arena_printf(&job->arena, "%s/sluice_cuda.h", dir), R_OK) != 0;
}

static bool options_file(struct cc_job *job, const char *paths, int depth);

static void push_flag(strings *to, const struct flag *f, const char *value)
{
    VEC_PUSH(to, f->text);
    if (f->arg != NONE)
        VEC_PUSH(to, value);
}

static void push_common(struct cc_job *job, const struct flag *f, const char *value)
{
    if (f->arg != NONE && foreign_toolkit(job, f, value))
        note(job, value, "headers of another CUDA toolkit, left out: sluice has its own");
    else
        push_flag(&job->common, f, value);
}

static void push_joined(struct cc_job *job, strings *to, const char *before, const char *value)
{
    const char *text = value ? arena_printf(&job->arena, "%s%s", before, value) : before;
    VEC_PUSH(to, text);
}

static bool set_device_opt(struct cc_job *job, const char *value)
{
    bool ok = strlen(value) == 1 && strchr("0123", *value);
    if (!ok)
        fprintf(stderr, "sluice cc: --device-opt %s: expected 0, 1, 2 or 3\n", value);
    job->device_opt = value;
    return ok;
}

static void set_arch(struct cc_job *job, const char *value)
{
    u32 arch = arch_of(value);
    job->arch_a = job->arch_a || strstr(value, "90a");
    job->arch = MAX(job->arch, arch);
}

/* What a row of the table does with its flag; false: it has said why not. */
static bool apply(struct cc_job *job, const struct flag *f, const char *arg, const char *value, u8 *lang, int depth)
{
    switch (f->action) {
    case A_NOTE: note(job, arg, f->text); break;
    case A_REFUSE: fprintf(stderr, "sluice cc: %s: %s\n", arg, f->text); return false;
    case A_STAGE: return set_stage(job, f);
    case A_TEXT: *(const char **)((char *)job + f->value) = value; break;
    case A_BOOL: set_bool(job, f, value); break;
    case A_GENCODE:
    case A_ARCH: set_arch(job, value); break;
    case A_LANG: return lang_of(job, value, lang);
    case A_DEVICE_OPT: return set_device_opt(job, value);
    case A_OPTFILE: return options_file(job, value, depth + 1);
    case A_XCOMPILER: x_compiler(job, value); break;
    case A_XLINKER:
        VEC_PUSH(&job->link, "-Xlinker");
        VEC_PUSH(&job->link, value);
        break;
    case A_COMMON: push_common(job, f, value); break;
    case A_HOST: push_joined(job, &job->host, f->text, value); break;
    case A_DEPS: push_flag(&job->deps, f, value); break;
    case A_LIBDIR: push_joined(job, &job->link, "-L", value); break;
    case A_LIB:
        if (!our_library(value)) { /* libcublas_static is the same library */
            const struct library *l = library_by_link(value);
            push_joined(job, &job->link, "-l", l && l->has ? l->link : value);
        }
        break;
    default: break;
    }
    return true;
}

/* A flag that is not nvcc's: the host compiler's, by its looks? */
static bool unknown(struct cc_job *job, const char *arg)
{
    if (!strcmp(arg, "-fopenmp")) {
        job->openmp = true;
        return true;
    }
    if (!strncmp(arg, "-fmacro-prefix-map=", 19)) {
        VEC_PUSH(&job->common, arg);
        return true;
    }
    if (!strncmp(arg, "-Wl,", 4) || !strcmp(arg, "-static") || !strcmp(arg, "-rdynamic") ||
        !strncmp(arg, "-fuse-ld=", 9)) {
        VEC_PUSH(&job->link, arg);
        return true;
    }
    if (!strncmp(arg, "-W", 2) || !strncmp(arg, "-f", 2) || !strncmp(arg, "-m", 2) || !strcmp(arg, "-pthread") ||
        !strcmp(arg, "-ansi") || !strcmp(arg, "-pedantic") || !strncmp(arg, "-pipe", 5)) {
        VEC_PUSH(&job->host, arg);
        if (!strcmp(arg, "-pthread"))
            VEC_PUSH(&job->link, arg);
        if (!job->forward)
            note(job, arg, "not a flag of nvcc: given to the host compiler");
        return true;
    }
    note(job, arg, "unknown flag, ignored");
    return true;
}

/* What may follow -Werror: "all-warnings", "reorder,default-stream-launch". */
static bool is_warning_kind(const char *arg)
{
    static const char *const kinds[] = {
        "all-warnings",          "cross-execution-space-call", "reorder",
        "default-stream-launch", "ext-lambda-captures-this",   "deprecated-declarations",
        "missing-launch-bounds"};
    for (size_t i = 0; i < COUNT_OF(kinds); i++)
        if (!strncmp(arg, kinds[i], strlen(kinds[i])))
            return true;
    return false;
}

static bool parse_into(struct cc_job *job, int argc, const char *const *argv, int depth)
{
    u8 lang = CL_AUTO;
    for (int i = 0; i < argc; i++) {
        const char *arg = argv[i];
        if (arg[0] != '-' || !arg[1]) {
            struct cc_input in = {arg, lang == CL_AUTO ? lang_of_file(arg) : lang};
            VEC_PUSH(&job->inputs, in);
            if (in.lang == CL_OBJECT)
                VEC_PUSH(&job->link, arg);
            continue;
        }
        const char *value = NULL;
        bool two = arg[1] == '-';
        const struct flag *f = find(arg + 1 + two, two, &value);
        if (!f) {
            if (!unknown(job, arg))
                return false;
            continue;
        }
        if ((f->arg == SEP || f->arg == JOIN) && (!value || !*value) && f->action != A_HOST) {
            if (++i >= argc) {
                fprintf(stderr, "sluice cc: %s wants a value\n", arg);
                return false;
            }
            value = argv[i];
        }
        if (!strcmp(f->name, "Werror") && !value && i + 1 < argc && is_warning_kind(argv[i + 1]))
            i++;
        if (f->arg == JOIN && f->action == A_COMMON && value[0] == '=' && f->name[1] == 0)
            value++;
        if (!apply(job, f, arg, value, &lang, depth))
            return false;
    }
    return true;
}

/* The next word of *at as a shell has it (blanks, quotes, backslashes), or NULL; the text is overwritten. */
static char *next_word(char **at)
{
    char *p = *at + strspn(*at, " \t\r\n"), *word = p, *to = p, quote = 0;
    if (!*p)
        return NULL;
    for (; *p && (quote || !strchr(" \t\r\n", *p)); p++) {
        if (quote ? *p == quote : (*p == '"' || *p == '\''))
            quote = quote ? 0 : *p;
        else if (*p == '\\' && p[1] && quote != '\'')
            *to++ = *++p;
        else
            *to++ = *p;
    }
    *at = *p ? p + 1 : p;
    *to = 0;
    return word;
}

static bool options_file(struct cc_job *job, const char *path, int depth)
{
    char *read = depth < 4 ? cc_read(path, NULL) : NULL;
    if (!read) {
        fprintf(stderr, "sluice cc: %s: cannot be read\n", path);
        return false;
    }
    char *at = arena_strdup(&job->arena, read);
    free(read);
    strings words = {0};
    for (char *w; (w = next_word(&at)) != NULL;)
        VEC_PUSH(&words, w);
    bool ok = parse_into(job, (int)words.n, words.at, depth);
    VEC_FREE(&words);
    return ok;
}

/* nvcc takes further words from its environment. */
static void words_of(struct cc_job *job, const char *variable, strings *words)
{
    const char *value = getenv(variable);
    char *at = arena_strdup(&job->arena, value ? value : "");
    for (char *w; (w = next_word(&at)) != NULL;)
        VEC_PUSH(words, w);
}

bool cc_parse(struct cc_job *job, int argc, char **argv)
{
    strings words = {0};
    words_of(job, "NVCC_PREPEND_FLAGS", &words);
    for (int i = 0; i < argc; i++)
        VEC_PUSH(&words, argv[i]);
    words_of(job, "NVCC_APPEND_FLAGS", &words);
    bool ok = parse_into(job, (int)words.n, words.at, 0);
    VEC_FREE(&words);
    return ok;
}
