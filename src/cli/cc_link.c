/* The end of `sluice cc`: archives, programs and shared libraries, and what -v says for build systems that read it.
   CMake finds from `nvcc -v` where the toolkit is (TOP, NVVMIR_LIBRARY_DIR), its headers (INCLUDES) and which
   libraries a link by the host compiler needs: from the command that has the text of LIBRARIES in it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cc.h"
#include "cli/cli.h"
#include "cli/libraries.h"

#define ADD(v, s) VEC_PUSH((v), (s))

/* The folder that is laid out as NVIDIA's toolkit is (tools/toolkit makes it), or NULL: it is not there. */
static const char *toolkit(struct cc *c)
{
    static const char *const places[] = {"%s/sluice/cuda", "%s/cuda"}; /* installed, in a build folder */
    for (size_t i = 0; i < COUNT_OF(places); i++) {
        const char *dir = arena_printf(&c->job.arena, places[i], c->lib_dir);
        if (access(arena_printf(&c->job.arena, "%s/bin/nvcc", dir), X_OK) == 0)
            return dir;
    }
    return NULL;
}

void cc_show_settings(struct cc *c, u32 arch)
{
    const char *top = toolkit(c), *path = getenv("PATH");
    if (!top)
        return;
    fprintf(stderr, "#$ _CUDART_=cudart\n#$ TOP=%s\n#$ NVVMIR_LIBRARY_DIR=%s/nvvm/libdevice\n", top, top);
    fprintf(stderr, "#$ PATH=%s/bin:%s\n#$ INCLUDES=\"-I%s/include\"\n#$ LIBRARIES=", top, path ? path : "", top);
    cc_show_word(stderr, arena_printf(&c->job.arena, "-L%s/lib64", top));
    fprintf(stderr, "\n#$ CUDAFE_FLAGS=\n#$ PTXAS_FLAGS=\n#$ CICC_FLAGS=-arch compute_%u\n", arch);
}

int cc_archive(struct cc *c)
{
    strings cmd = {0};
    ADD(&cmd, "ar");
    ADD(&cmd, "rcs");
    ADD(&cmd, c->job.output ? c->job.output : "a.a");
    cc_add_all(&cmd, &c->objects);
    for (size_t i = 0; i < c->job.inputs.n; i++)
        if (c->job.inputs.at[i].lang == CL_OBJECT)
            ADD(&cmd, c->job.inputs.at[i].path);
    int rc = cc_run(c, &cmd);
    VEC_FREE(&cmd);
    return rc;
}

static void host_linker(struct cc *c, strings *cmd)
{
    ADD(cmd, c->host_cxx ? c->host_cxx : c->clang);
    if (!c->host_cxx)
        ADD(cmd, "--driver-mode=g++");
}

/* -dlink: device code is linked when the program starts. The object that comes out asks for those in libraries. */
int cc_device_link(struct cc *c)
{
    strings cmd = {0}, parts = {0};
    const char *asks = arena_printf(&c->job.arena, "%s/asks.s", c->tmp);
    cc_find_parts(c, &parts);
    FILE *f = fopen(asks, "w");
    bool ok = f && fprintf(f, ".section .note.GNU-stack,\"\",%%progbits\n.data\n.balign 8\n") > 0;
    for (size_t i = 0; ok && i < parts.n; i++)
        ok = fprintf(f, ".8byte %s\n", parts.at[i]) > 0;
    if ((f && fclose(f) != 0) || !ok) {
        fprintf(stderr, "sluice cc: %s: cannot be written\n", asks);
        return EXIT_USER;
    }
    host_linker(c, &cmd);
    ADD(&cmd, "-c");
    ADD(&cmd, asks);
    ADD(&cmd, "-o");
    ADD(&cmd, c->job.output ? c->job.output : "a_dlink.o");
    int rc = cc_run(c, &cmd);
    VEC_FREE(&cmd);
    VEC_FREE(&parts);
    return rc;
}

/* Of NVIDIA's libraries those that are here lie in the toolkit's folder: *wanted, if one is asked for. False: one is
   asked for that is not here, said. */
static bool find_libraries(struct cc *c, bool *wanted)
{
    for (size_t i = 0; i < c->job.link.n; i++) {
        const char *flag = c->job.link.at[i];
        const struct library *l = strncmp(flag, "-l", 2) ? NULL : library_by_link(flag + 2);
        if (l && !l->has) {
            fprintf(stderr, "sluice cc: %s: %s is a library of NVIDIA's that sluice does not have\n", flag, l->title);
            return false;
        }
        *wanted = *wanted || l;
    }
    return true;
}

int cc_link(struct cc *c)
{
    strings cmd = {0}, parts = {0};
    bool libraries_too = false;
    if (!find_libraries(c, &libraries_too))
        return EXIT_USER;
    host_linker(c, &cmd);
    cc_find_parts(c, &parts);
    for (size_t i = 0; i < parts.n; i++) {
        const char *wanted = arena_printf(&c->job.arena, "-Wl,-u,%s", parts.at[i]);
        ADD(&cmd, wanted);
    }
    VEC_FREE(&parts);
    if (c->job.shared)
        ADD(&cmd, "-shared");
    ADD(&cmd, "-o");
    ADD(&cmd, c->job.output ? c->job.output : "a.out");
    cc_add_all(&cmd, &c->objects);
    cc_add_all(&cmd, &c->job.link);
    const char *top = toolkit(c);
    if (libraries_too && top) {
        const char *where = arena_printf(&c->job.arena, "-L%s/lib64", top);
        const char *runs = arena_printf(&c->job.arena, "-Wl,-rpath,%s/lib64", top);
        ADD(&cmd, where);
        ADD(&cmd, runs);
    }
    if (c->job.openmp)
        ADD(&cmd, c->host_cxx ? "-fopenmp" : "-lgomp");
    /* by its path: a build system that reads this line must not take it for a library of the host compiler's */
    const char *library = arena_printf(&c->job.arena, "%s/libsluice.so", c->lib_dir);
    const char *rpath = arena_printf(&c->job.arena, "-Wl,-rpath,%s", c->lib_dir);
    ADD(&cmd, library);
    ADD(&cmd, rpath);
    ADD(&cmd, "-lm");
    if (top && (c->job.verbose || c->job.dry_run)) { /* nothing is left for these to define: they are what such a
                                                        build system will link with */
        const char *dir = arena_printf(&c->job.arena, "-L%s/lib64", top);
        static const char *const toolkit_has[] = {"-lcudadevrt", "-lcudart_static", "-lrt", "-lpthread", "-ldl"};
        ADD(&cmd, "-Wl,--as-needed");
        ADD(&cmd, dir);
        for (size_t i = 0; i < COUNT_OF(toolkit_has); i++)
            ADD(&cmd, toolkit_has[i]);
    }
    int rc = cc_run(c, &cmd);
    VEC_FREE(&cmd);
    return rc;
}
