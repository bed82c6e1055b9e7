/* The target of `sluice cc`. clang 14 knows sm_35 to sm_86: for a newer one it compiles for sm_86, with __CUDA_ARCH__
   as requested, and the head of the PTX is corrected afterwards. There .version also becomes that of the toolkit for
   which `sluice cc` stands: clang writes the oldest that its own instructions need, which may be too old for those in
   inline PTX (activemask: 6.2). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cc.h"
#include "cli/cli.h"

#define ARCH_DEFAULT 70
#define ARCH_CLANG 86 /* the newest that every clang from 14 on knows */

static const struct {
    u32 arch;
    const char *version; /* of PTX: CUDA 11.8's, or the first that has what the card adds */
} known[] = {{35, "7.8"}, {37, "7.8"}, {50, "7.8"}, {52, "7.8"}, {53, "7.8"}, {60, "7.8"}, {61, "7.8"}, {62, "7.8"},
             {70, "7.8"}, {72, "7.8"}, {75, "7.8"}, {80, "7.8"}, {86, "7.8"}, {87, "7.8"}, {89, "8.4"}, {90, "8.4"}};

static size_t row_of(const struct cc *c)
{
    u32 want = c->job.arch ? c->job.arch : ARCH_DEFAULT;
    size_t best = 0;
    for (size_t i = 0; i < COUNT_OF(known); i++)
        if (known[i].arch <= want)
            best = i;
    return best;
}

u32 cc_arch(const struct cc *c)
{
    return known[row_of(c)].arch;
}

u32 cc_clang_arch(const struct cc *c)
{
    return MIN(cc_arch(c), (u32)ARCH_CLANG);
}

void cc_arch_told(struct cc *c)
{
    if (!c->job.arch || c->job.arch == cc_arch(c))
        return;
    c->job.arch_a = false; /* features of that card only are not features of this one */
    VEC_PUSH(&c->job.notes, arena_printf(&c->job.arena, "sm_%u is compiled as sm_%u: sm_%u to sm_%u are known here",
                                         c->job.arch, cc_arch(c), known[0].arch, known[COUNT_OF(known) - 1].arch));
}

void cc_arch_flags(struct cc *c, strings *cmd, bool device)
{
    u32 arch = cc_arch(c);
    const char *flag = arena_printf(&c->job.arena, "--cuda-gpu-arch=sm_%u", cc_clang_arch(c));
    const char *list = arena_printf(&c->job.arena, "-D__CUDA_ARCH_LIST__=%u0", arch);
    VEC_PUSH(cmd, flag);
    VEC_PUSH(cmd, list);
    if (c->job.arch_a)
        VEC_PUSH(cmd, "-DSLUICE_FEATURES=1"); /* what only this card has: the compiler says that it is CUDA 12's */
    if (!device || arch <= ARCH_CLANG)
        return;
    const char *macro = arena_printf(&c->job.arena, "-D__CUDA_ARCH__=%u0", arch);
    VEC_PUSH(cmd, "-Wno-builtin-macro-redefined");
    VEC_PUSH(cmd, "-Wno-macro-redefined");
    VEC_PUSH(cmd, "-U__CUDA_ARCH__");
    VEC_PUSH(cmd, macro);
    if (c->job.arch_a) {
        const char *all = arena_printf(&c->job.arena, "-D__CUDA_ARCH_FEAT_SM%u_ALL=1", arch);
        VEC_PUSH(cmd, all);
    }
}

/* Copies text up to the directive and writes another value in the place of its own; behind it, or NULL. */
static const char *replaced(FILE *to, const char *text, const char *directive, const char *value)
{
    const char *at = strstr(text, directive);
    if (!at)
        return NULL;
    at += strlen(directive);
    fwrite(text, 1, (size_t)(at - text), to);
    fputs(value, to);
    return at + strcspn(at, " ,\n");
}

bool cc_ptx_head(struct cc *c, const char *ptx)
{
    size_t n;
    char *text = cc_read(ptx, &n);
    FILE *to = text ? fopen(ptx, "wb") : NULL;
    const char *rest = text;
    if (to)
        rest = replaced(to, rest, "\n.version ", known[row_of(c)].version);
    const char *target = arena_printf(&c->job.arena, "sm_%u%s", cc_arch(c), c->job.arch_a ? "a" : "");
    if (to && rest)
        rest = replaced(to, rest, "\n.target ", target);
    bool ok = to && rest && fputs(rest, to) != EOF;
    if (to && fclose(to) != 0)
        ok = false;
    if (!ok)
        fprintf(stderr, "sluice cc: %s: no PTX, or it cannot be written\n", ptx);
    free(text);
    return ok;
}
