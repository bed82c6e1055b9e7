/* `sluice cc`: what the command line asked for (cc_flags.c fills it in) and how it is carried out (cc.c). */
#ifndef SLUICE_CLI_CC_H
#define SLUICE_CLI_CC_H
#include "base/arena.h"
#include "base/types.h"
#include "base/vec.h"

typedef VEC(const char *) strings;

enum cc_stage { CC_LINK, CC_OBJECT, CC_PTX, CC_FATBIN, CC_PREPROCESS, CC_DEPS };
enum cc_lang { CL_AUTO, CL_CUDA, CL_C, CL_CXX, CL_OBJECT };

struct cc_input {
    const char *path;
    u8 lang; /* enum cc_lang */
};

struct cc_job {
    struct arena arena;
    u8 stage;            /* enum cc_stage */
    const char *output;  /* -o, or NULL */
    const char *out_dir; /* -odir, or NULL */
    const char *std;     /* -std, or NULL */
    const char *c_std;   /* -Xcompiler -std=c99: of .c files */
    u32 arch;            /* sm_XX as a number: 70 */
    bool fast_math, ftz, no_fmad, approx_div, approx_sqrt;
    bool shared, archive, verbose, dry_run, show_version, show_help, keep, openmp, quiet, run_after, rdc;
    const char *max_regs;   /* -maxrregcount, or NULL */
    const char *device_opt; /* how far kernels are optimised, "0" to "3"; NULL: 3 */
    VEC(struct cc_input) inputs;
    strings common; /* -I -D -U -include -isystem -w: every compile */
    strings host;   /* host compiles only: -O -g -Xcompiler ... */
    strings deps;   /* -MD -MF ...: host compile of .cu, or the plain compile */
    strings link;   /* -L -l -Wl, in the order given */
    strings notes;  /* sentences about what was ignored */
};

/* Parses nvcc's command line. False: a mistake, already said on stderr. */
bool cc_parse(struct cc_job *job, int argc, char **argv);
/* The compiler that is used, by name or path: $SLUICE_CLANG, else the newest on the path; NULL: there is none. */
const char *cc_clang(void);

/* cc_asm.c: rewrites preprocessed text with every % of special registers in inline PTX doubled. False: files. */
bool cc_double_percents(const char *in, const char *out);
/* cc_hints.c: what the compiler's message means here, if that is known: on stderr. */
void cc_hint(const char *said);
/* cc_shadows.c: lists, a line each, the variables of the PTX that other files may name. How many; -1: files, said. */
int cc_list_shadows(const char *ptx, const char *list);

#endif
