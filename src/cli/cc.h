/* `sluice cc`: what the command line asked for (cc_flags.c fills it in) and how it is carried out (cc.c). */
#ifndef SLUICE_CLI_CC_H
#define SLUICE_CLI_CC_H
#include <stdio.h>

#include "base/arena.h"
#include "base/clang.h"
#include "base/types.h"
#include "base/vec.h"

typedef VEC(const char *) strings;

enum cc_stage { CC_LINK, CC_OBJECT, CC_PTX, CC_FATBIN, CC_PREPROCESS, CC_DEPS, CC_DEVICE_LINK };
enum cc_lang { CL_AUTO, CL_CUDA, CL_C, CL_CXX, CL_OBJECT };

struct cc_input {
    const char *path;
    u8 lang; /* enum cc_lang */
};

struct cc_job {
    struct arena arena;
    u8 stage;             /* enum cc_stage */
    const char *output;   /* -o, or NULL */
    const char *out_dir;  /* -odir, or NULL */
    const char *keep_dir; /* -keep-dir, or NULL: where -keep leaves intermediate files */
    const char *std;      /* -std, or NULL */
    const char *c_std;    /* -Xcompiler -std=c99: of .c files */
    u32 arch;             /* sm_XX as a number: 70 */
    bool arch_a;          /* sm_90a: what only that card has */
    bool fast_math, ftz, no_fmad, approx_div, approx_sqrt;
    bool shared, archive, verbose, dry_run, show_version, show_help, keep, openmp, quiet, run_after, rdc, forward;
    const char *max_regs;   /* -maxrregcount, or NULL */
    const char *device_opt; /* how far kernels are optimised, "0" to "3"; NULL: 3 */
    VEC(struct cc_input) inputs;
    strings common; /* -I -D -U -include -isystem -w: every compile */
    strings host;   /* host compiles only: -O -g -Xcompiler ... */
    strings deps;   /* -MD -MF ...: host compile of .cu, or the plain compile */
    strings link;   /* -L -l -Wl, in the order given */
    strings notes;  /* sentences about what was ignored */
};

struct cc {
    struct cc_job job;
    const char *tmp;   /* folder for intermediate files */
    const char *clang; /* clang++ by path or name */
    u32 clang_major;
    const char *host_c, *host_cxx;
    const char *include, *lib_dir;
    strings objects;     /* made by this run, in input order */
    bool any_function;   /* cudaFuncSetCacheConfig is asked about functions that are no kernels */
    bool sequential;     /* Thrust's device policy is used in kernels: there it works one by one */
    bool nested;         /* kernels of the file at hand launch kernels: cc_nested.c */
    bool colour;         /* messages go to a terminal */
    const char *prelude; /* the entry of the cache that the last pass began with, or NULL */
};
/* Runs a command, printing it if asked to; returns its exit status, or 128 + signal. */
int cc_run(struct cc *c, strings *cmd);
int cc_run_in(struct cc *c, strings *cmd, char **env); /* with another environment than ours */
void cc_add_all(strings *to, const strings *from);
void cc_show_word(FILE *to, const char *word); /* as a shell would take it */
char *cc_read(const char *path, size_t *n);    /* all of a file, ended by 0; the caller frees it. NULL: it cannot */

/* Parses nvcc's command line. False: a mistake, already said on stderr. */
bool cc_parse(struct cc_job *job, int argc, char **argv);

/* cc_tools.c: false: a tool is missing, said */
bool cc_find_tools(struct cc *c);
/* cc_target.c: what kernels are compiled for; what clang is told instead; its flags; the head of the PTX becomes
   right (false: files, said) */
u32 cc_arch(const struct cc *c);
u32 cc_clang_arch(const struct cc *c);
void cc_arch_told(struct cc *c); /* a note, if that is not what was asked for */
void cc_arch_flags(struct cc *c, strings *cmd, bool device);
bool cc_ptx_head(struct cc *c, const char *ptx);
/* cc_link.c */
void cc_show_settings(struct cc *c, u32 arch); /* the lines of -v that build systems read */
int cc_archive(struct cc *c);
int cc_device_link(struct cc *c);
int cc_link(struct cc *c);
/* cc_cache.c: where the PTX of LLVM's text is kept (false, all NULL: not worth it, or no place); takes it (false: no
   trusted entry); keeps it. */
struct cc_kept {
    const char *folder, *path, *key;
};
bool cc_cache_name(struct cc *c, struct cc_kept *kept, const char *ll, const strings *flags);
bool cc_cache_get(const struct cc_kept *kept, const char *ptx);
void cc_cache_put(const struct cc_kept *kept, const char *ptx);
/* cc_prelude.c: can a pass begin with our headers precompiled? The headers for the flags of a pass over an empty
   file, NULL: none; what clang said of a pass that began with them and failed. */
bool cc_prelude_fits(const struct cc *c, bool device);
const char *cc_prelude(struct cc *c, const strings *pass);
void cc_prelude_failed(const struct cc *c, const char *said);
/* cc_beside.c: another process makes a file's host object. True if it was started: it does `pass`, with a
   placeholder for the PTX. Later it is ended, or finished with the PTX: false, if the settings have changed
   since its start. */
struct cc_beside {
    int pid;
    const char *obj, *said;
    bool sequential, any_function;
};
typedef int (*cc_host_pass)(struct cc *c, const char *in, const char *obj, const char *wrapped);
bool cc_beside_start(struct cc *c, struct cc_beside *b, const char *in, cc_host_pass pass);
void cc_beside_stop(struct cc_beside *b);
bool cc_beside_finish(struct cc *c, struct cc_beside *b, const char *wrapped, const char *obj, int *rc);
/* cc_padding.c: rewrites LLVM's text so that padding in returned structures has a value. False: files, said. */
bool cc_freeze_padding(const char *in, const char *out);
/* cc_back.c: what LLVM is told about arithmetic, and how far kernels are optimised; makes PTX of its text: the exit
   status. */
void cc_math_flags(struct cc *c, strings *cmd);
const char *cc_device_opt(struct cc *c);
int cc_back_end(struct cc *c, const char *ll, const char *ptx);
/* cc_copies.c: whether LLVM's text copies structures that could be copied by more bytes at a time; does so in
   optimised text. cc_cluster.c: __cluster_dims__, which LLVM's text has, goes into the PTX. False: files, said. */
bool cc_has_copies(const char *ll);
bool cc_widen_copies(const char *in, const char *out);
bool cc_put_clusters(const char *ll, const char *ptx);
/* cc_asm.c: rewrites preprocessed text: special registers in inline PTX, alignas behind __shared__,
   destructors of barriers. False: files. */
bool cc_repair(const char *in, const char *out);
/* cc_template.c: whether clang misses the word `template`; the same text with clang's own count of lines; puts the
   word where clang said so, how often. */
bool cc_wants_template(const char *said);
bool cc_empty_markers(const char *in, const char *out);
int cc_put_templates(const char *said, const char *path);
/* cc_nested.c: whether clang stopped at a launch in device code; rewrites preprocessed text of such a file, for
   either pass; makes kernels of what the device's pass wrote. False: files, said. */
bool cc_wants_nested(const char *said);
bool cc_put_nested(const char *path, bool device);
bool cc_make_kernels(const char *in, const char *out);
/* cc_hints.c: what the compiler's message means here, if that is known: on stderr. */
void cc_hint(const char *said);
/* cc_shadows.c, for -rdc=true: an object's device variables become those of all files, and it gets a name to ask for
   it by. The exit status. */
int cc_share(struct cc *c, const char *ptx, const char *obj);
/* The names of those objects that lie in the libraries of the link. */
void cc_find_parts(struct cc *c, strings *parts);

#endif
