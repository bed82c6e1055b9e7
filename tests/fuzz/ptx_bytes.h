/* What the PTX fuzz target and the test that replays its corpus do with some bytes: parse them as PTX, check its
   types once more, and run every kernel of what parses with all-zero parameters, one small CTA, and a limit on steps
   and memory. */
#ifndef TESTS_FUZZ_PTX_BYTES_H
#define TESTS_FUZZ_PTX_BYTES_H
#include <stdlib.h>

#include "emu/emu.h"
#include "ptx/ptx.h"
#include "ptx/typed.h"

#define FUZZ_STEPS 2000
#define FUZZ_MEMORY (16u << 20)
#define FUZZ_KERNELS 4

/* What the parser took, the same rules take again (passes rely on it). */
static inline void ptx_bytes_typed(const struct ptx_module *m)
{
    char why[300];

    for (const struct ptx_func *f = m->funcs; f; f = f->next)
        if (!ptx_typed(f, NULL, why, sizeof why)) {
            fprintf(stderr, "%s: %s\n", f->name, why);
            abort();
        }
}

static inline void ptx_bytes_disassemble(const struct ptx_module *m)
{
    char text[256];

    for (const struct ptx_func *f = m->funcs; f; f = f->next) {
        for (u32 pc = 0; pc < f->n_code; pc++)
            ptx_print_instr(f, pc, text, sizeof text);
    }
}

static inline void ptx_bytes_launch(struct emu_device *dev, struct emu_module *em, const struct ptx_func *f)
{
    static const u64 zeroes[8192 + 1]; /* the largest parameter block */
    struct emu_launch launch = {.grid = {1, 1, 1}, .block = {33, 1, 1}, .params = zeroes, .discard = true};
    struct emu_counts counts = {0};
    struct emu_fault fault = {0};
    struct diag d;

    launch.kernel = emu_find_kernel(em, f->name);
    if (!launch.kernel)
        return;
    diag_init(&d);
    emu_run(dev, &launch, &counts, &fault, &d);
    diag_free(&d);
}

/* True: it parsed. */
static inline bool ptx_bytes_run(const u8 *data, size_t n, FILE *output)
{
    struct emu_options options = {.target.lanes = 32, .step_limit = FUZZ_STEPS, .memory_limit = FUZZ_MEMORY};
    struct diag d;
    struct ptx_module *m;
    struct emu_device *dev;
    struct emu_module *em;
    u32 kernels = 0;

    diag_init(&d);
    m = ptx_parse("fuzz.ptx", (const char *)data, n, &d);
    if (!m) {
        diag_free(&d);
        return false;
    }
    ptx_bytes_disassemble(m);
    ptx_bytes_typed(m);
    dev = emu_device_new(&options);
    emu_set_output(dev, output);
    em = emu_load(dev, m, &d);
    if (em) {
        for (const struct ptx_func *f = m->funcs; f && kernels < FUZZ_KERNELS; f = f->next) {
            if (f->is_entry && !f->is_decl) {
                ptx_bytes_launch(dev, em, f);
                kernels++;
            }
        }
        emu_unload(em);
    }
    emu_device_free(dev);
    diag_free(&d);
    return true;
}

#endif
