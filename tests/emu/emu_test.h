/* What the emulator's tests share: a device with one PTX text loaded, and launches with a few parameters. */
#ifndef SLUICE_TESTS_EMU_TEST_H
#define SLUICE_TESTS_EMU_TEST_H
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "emu/emu.h"

#define HEAD ".version 7.0\n.target sm_80\n.address_size 64\n"

struct machine {
    struct emu_device *dev;
    struct emu_module *mod;
    struct emu_counts counts;
    struct emu_fault fault;
};

static inline struct machine machine_opt(const char *ptx, struct emu_options opt)
{
    opt.verify = true;
    struct machine m = {.dev = emu_device_new(&opt)};
    assert_non_null(m.dev);
    struct diag d;
    diag_init(&d);
    struct ptx_module *p = ptx_parse("test.ptx", ptx, strlen(ptx), &d);
    if (!p)
        diag_print(&d, stderr);
    assert_non_null(p);
    m.mod = emu_load(m.dev, p, &d);
    assert_non_null(m.mod);
    diag_free(&d);
    return m;
}

static inline struct machine machine(const char *ptx)
{
    return machine_opt(ptx, (struct emu_options){.target.lanes = 32});
}

/* Runs kernel k with `blocks` blocks of `threads`; parameters are u64 each. */
static inline bool launch(struct machine *m, u32 blocks, u32 threads, u32 n, const u64 *params)
{
    struct diag d;
    diag_init(&d);
    struct emu_kernel *k = emu_find_kernel(m->mod, "k");
    assert_non_null(k);
    assert_int_equal(emu_kernel_info(k).param_bytes, n * 8);
    struct emu_launch l = {.kernel = k, .grid = {blocks, 1, 1}, .block = {threads, 1, 1}, .params = params};
    bool ok = emu_run(m->dev, &l, &m->counts, &m->fault, &d);
    diag_print(&d, stderr);
    assert_int_equal(d.errors, 0);
    diag_free(&d);
    return ok;
}
#define LAUNCH(m, blocks, threads, ...)                                                                              \
    launch(m, blocks, threads, sizeof((u64[]){__VA_ARGS__}) / 8, (const u64[]){__VA_ARGS__})
/* A run that must be free of faults. */
#define RUN(m, blocks, threads, ...)                                                                                 \
    do {                                                                                                             \
        if (!LAUNCH(m, blocks, threads, __VA_ARGS__))                                                                \
            fail_msg("%s", (m)->fault.text);                                                                         \
    } while (0)

static inline u32 *buffer(struct machine *m, u32 words, const char *name)
{
    u64 at = emu_alloc(m->dev, words * 4ull, 256, EA_DEVICE, name);
    assert_true(at != 0);
    return emu_host_ptr(m->dev, at, words * 4ull, true);
}
#define ADDR(p) ((u64)(uintptr_t)(p))
static inline void done(struct machine *m)
{
    emu_device_free(m->dev);
}

#endif
