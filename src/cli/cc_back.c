/* The second half of a kernel's compile: LLVM's text, with structures' padding put right, becomes PTX, which clang
   does in one step otherwise. Where it copies structures, between optimising and choosing instructions (cc_copies.c).
 */
#include <string.h>

#include "cli/cc.h"
#include "cli/cli.h"

#define ADD(v, s) VEC_PUSH((v), (s))

void cc_math_flags(struct cc *c, strings *cmd)
{
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

const char *cc_device_opt(struct cc *c)
{
    return arena_printf(&c->job.arena, "-O%s", c->job.device_opt ? c->job.device_opt : "3");
}

/* Runs LLVM from `in` to `out`; the flags end with the kind of output. The environment has no effect: the result may
   be kept. */
static int run_llvm(struct cc *c, const strings *flags, const char *in, const char *out, const char *last)
{
    strings cmd = {0};
    cc_add_all(&cmd, flags);
    if (last) {
        ADD(&cmd, !strcmp(last, "-emit-llvm") ? last : "-Xclang");
        if (strcmp(last, "-emit-llvm") != 0)
            ADD(&cmd, last);
    }
    ADD(&cmd, in);
    ADD(&cmd, "-o");
    ADD(&cmd, out);
    char **env = clang_environment();
    int rc = cc_run_in(c, &cmd, env);
    clang_environment_free(env);
    VEC_FREE(&cmd);
    return rc;
}

/* Optimises, has copies done by 16 bytes, and makes PTX of that. */
static int wide_copies(struct cc *c, const strings *flags, const char *ll, const char *ptx)
{
    const char *optimised = arena_printf(&c->job.arena, "%s/optimised.ll", c->tmp);
    const char *wide = arena_printf(&c->job.arena, "%s/wide.ll", c->tmp);
    int rc = run_llvm(c, flags, ll, optimised, "-emit-llvm");
    if (rc == 0 && !cc_widen_copies(optimised, wide))
        rc = EXIT_USER;
    return rc ? rc : run_llvm(c, flags, wide, ptx, "-disable-llvm-passes");
}

int cc_back_end(struct cc *c, const char *ll, const char *ptx)
{
    strings cmd = {0};
    static const char *const fixed[] = {"--target=nvptx64-nvidia-cuda",
                                        "-Wno-everything",
                                        "-Xclang",
                                        "-target-sdk-version=11.0",
                                        "-mllvm",
                                        "-enable-memcpyopt-without-libcalls",
                                        "-Xclang",
                                        "-target-cpu",
                                        "-Xclang"};
    ADD(&cmd, c->clang);
    for (size_t i = 0; i < COUNT_OF(fixed); i++)
        ADD(&cmd, fixed[i]);
    const char *cpu = arena_printf(&c->job.arena, "sm_%u", cc_clang_arch(c)), *opt = cc_device_opt(c);
    ADD(&cmd, cpu);
    ADD(&cmd, opt);
    cc_math_flags(c, &cmd);
    if (!c->job.no_fmad && strcmp(opt, "-O0") != 0) {
        ADD(&cmd, "-mllvm");
        ADD(&cmd, "-nvptx-fma-level=2"); /* as for CUDA: of LLVM's text clang does not know that it came from there */
    }
    ADD(&cmd, "-S");
    ADD(&cmd, "-x");
    ADD(&cmd, "ir");
    const char *asked = arena_printf(&c->job.arena, "-DSLUICE_TARGET=%u%s", cc_arch(c), c->job.arch_a ? "a" : "");
    ADD(&cmd, asked); /* clang ignores it, but it is part of the result's cache key */
    bool wide = strcmp(opt, "-O0") != 0 && !c->job.dry_run && cc_has_copies(ll);
    if (wide)
        ADD(&cmd, "-DSLUICE_COPIES=16"); /* likewise */
    struct cc_kept kept;
    bool found = cc_cache_name(c, &kept, ll, &cmd) && cc_cache_get(&kept, ptx);
    int rc = found ? 0 : wide ? wide_copies(c, &cmd, ll, ptx) : run_llvm(c, &cmd, ll, ptx, NULL);
    if (rc == 0 && !found && !c->job.dry_run && !cc_ptx_head(c, ptx))
        rc = EXIT_USER;
    if (rc == 0 && !found)
        cc_cache_put(&kept, ptx);
    VEC_FREE(&cmd);
    return rc;
}
