/* Targets: named by every row, equal exactly if the code is. */
#include "isa/target.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "gpu/config.h"

static struct isa_target of(const char *machine, const char *set)
{
    struct machine_config c;
    struct diag d;
    diag_init(&d);
    setenv("SLUICE_ROOT", getenv("SLUICE_SOURCE_ROOT"), 1);
    assert_true(machine_load(&c, machine, &d) && (!set || machine_set(&c, set, &d)));
    diag_free(&d);
    return isa_target_of(&c);
}

static void every_row_has_a_name(void **state)
{
    struct isa_target t = of("h200", NULL);
    char text[ISA_TARGET_TEXT];
    (void)state;
    isa_target_text(&t, text);
    assert_string_equal(text, "isa=sm90 lanes=32 max_regs=255 want_regs=0 sm_regs=65536 reg_unit=256 reserved=3 "
                              "sched_regs=29 count=code address=64 strands=straight tex_blocks=on");
}

/* What decides code makes another target, in the row that says so; what does not leaves it the same. */
static void what_decides_code_is_in_it(void **state)
{
    static const struct {
        const char *machine, *set, *rows;
    } cases[] = {
        {"gtx480", "sm.lanes=16", "lanes"},
        {"gtx480", "sm.max_regs=32", "max_regs"},
        {"gtx480", "sm.regs_per_thread=20", "want_regs"},
        {"gtx480", "sm.regs=65536", "sm_regs"},
        {"gtx480", "sm.reg_unit=128", "reg_unit"},
        {"gtx480", "sm.reg_reserved=2", "reserved"},
        {"gtx480", "sm.address=32", "address"},
        {"gtx480", "sm.strands=branches", "strands"},
        {"gtx480", "sm.reg_count=code", "count"},
        {"gtx480", "sm.reg_ctas=one-more", ""},
        {"gtx480", "sm.isa=fermi", "isa"},
        {"gtx480", "sm.isa=sm90", "isa, sched_regs"},
        {"gtx480", "tex.blocks=on", "tex_blocks"},
        {"h200", "tex.blocks=off", "tex_blocks"},
        {"h200", "sm.threads=1024", "sched_regs"},
        {"gtx480", "sm.threads=1024", ""},
        {"gtx480", "l1.mshrs=8", ""},
        {"h200", "tex.size=24KB", ""},
        {"h200", "gpu.sms=8", ""},
    };
    (void)state;
    for (u32 i = 0; i < COUNT_OF(cases); i++) {
        struct isa_target a = of(cases[i].machine, NULL), b = of(cases[i].machine, cases[i].set);
        char x[ISA_TARGET_TEXT], y[ISA_TARGET_TEXT], rows[ISA_TARGET_TEXT];
        struct hash h, k;
        isa_target_text(&a, x);
        isa_target_text(&b, y);
        isa_target_differs(x, y, rows);
        assert_string_equal(rows, cases[i].rows);
        hash_init(&h);
        hash_init(&k);
        isa_target_hash(x, &h);
        isa_target_hash(y, &k);
        assert_int_equal(h.hi == k.hi && h.lo == k.lo, !*rows);
    }
}

static bool equal(const struct isa_target *a, const struct isa_target *b)
{
    char x[ISA_TARGET_TEXT], y[ISA_TARGET_TEXT];
    struct hash h, k;
    isa_target_text(a, x);
    isa_target_text(b, y);
    hash_init(&h);
    hash_init(&k);
    isa_target_hash(x, &h);
    isa_target_hash(y, &k);
    assert_int_equal(h.hi == k.hi && h.lo == k.lo, !strcmp(x, y));
    return !strcmp(x, y);
}

/* Each row by itself makes another name. */
static void each_row_is_hashed(void **state)
{
    const struct isa_target plain = {0};
    struct isa_target t = {0};
    (void)state;
    assert_true(equal(&plain, &t));
#define ROW(name, ...)                                                                                               \
    t = plain;                                                                                                       \
    t.name = 1;                                                                                                      \
    assert_false(equal(&plain, &t));
    ISA_TARGET(ROW, ROW, ROW)
#undef ROW
}

/* A machine whose threads have no more registers than the system keeps schedules with one, not with four thousand
   million. */
static void few_registers_are_few(void **state)
{
    struct machine_config c;
    (void)state;
    machine_defaults(&c);
    c.sm.isa = ISA_MACHINE;
    c.sm.regs = c.sm.threads * 3;
    c.sm.reg_reserved = 4;
    assert_int_equal(isa_target_of(&c).sched_regs, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(every_row_has_a_name),
                                       cmocka_unit_test(what_decides_code_is_in_it),
                                       cmocka_unit_test(each_row_is_hashed), cmocka_unit_test(few_registers_are_few)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
