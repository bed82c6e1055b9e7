/* Accesses and values that translated kernels compute for all lanes at once, from the first lane's and a step: they
   leave what the interpreter leaves, and a lane that is outside of its memory faults as it does there. */
#include "emu_test.h"

enum { LANES = 32, OUT_WORDS = 4 * LANES };

#define BEGIN                                                                                                        \
    HEAD ".visible .entry k (.param .u64 out, .param .u64 in) {\n.reg .pred %p<9>; .reg .b32 %r<32>; .reg .b64 "     \
         "%d<20>;\n"                                                                                                 \
         "ld.param.u64 %d1, [out];\nld.param.u64 %d2, [in];\nmov.u32 %r0, %tid.x;\n"                                 \
         "mul.wide.u32 %d3, %r0, 16;\nadd.u64 %d1, %d1, %d3;\n"
/* The second time the instruction knows the allocation that it found the first time. */
#define TWICE(next)                                                                                                  \
    "mov.u32 %r6, 0;\nL: ld.global.u32 %r4, [%d5];\nst.global.u32 [%d1], %r4;\n" next                                \
    "add.u32 %r6, %r6, 1;\nsetp.lt.u32 %p1, %r6, 2;\n@%p1 bra L;\n"
#define END "ret;\n}\n"

static const struct row {
    const char *what, *body;
    u32 words; /* of in */
    bool faults;
} rows[] = {
    {"a difference of steps, and an index that wraps between lanes",
     "mul.lo.u32 %r1, %r0, 12;\nshl.b32 %r2, %r0, 2;\nsub.u32 %r3, %r1, %r2;\ncvt.u64.u32 %d4, %r3;\n"
     "add.u64 %d5, %d2, %d4;\nld.global.u32 %r4, [%d5];\nst.global.u32 [%d1], %r3;\nst.global.u32 [%d1+4], %r4;\n"
     "add.u32 %r5, %r0, 0xfffffff0;\ncvt.u64.u32 %d6, %r5;\nst.global.u64 [%d1+8], %d6;\n",
     2 * LANES, false},
    {"neighbouring words, the last of which is outside in the second round",
     "mul.wide.u32 %d4, %r0, 4;\nadd.u64 %d5, %d2, %d4;\n" TWICE("add.u64 %d5, %d5, 4;\n"), LANES, true},
    {"every second word, the last of which is outside in the second round",
     "mul.wide.u32 %d4, %r0, 8;\nadd.u64 %d5, %d2, %d4;\n" TWICE("add.u64 %d5, %d5, 8;\n"), 2 * LANES, true},
};

struct left {
    u32 out[OUT_WORDS];
    bool ok;
    char text[sizeof((struct emu_fault *)0)->text];
};

static void execute(const struct row *r, u8 native, struct left *to)
{
    char text[2048];
    snprintf(text, sizeof text, "%s%s%s", BEGIN, r->body, END);
    struct machine m = machine_opt(text, (struct emu_options){.target.lanes = LANES, .native = native});
    u32 *in = buffer(&m, r->words, "in"), *out = buffer(&m, OUT_WORDS, "out");
    for (u32 k = 0; k < r->words; k++)
        in[k] = k * 2654435761u;
    to->ok = LAUNCH(&m, 1, LANES, ADDR(out), ADDR(in));
    memcpy(to->out, out, sizeof to->out);
    snprintf(to->text, sizeof to->text, "%s", m.fault.text);
    done(&m);
}

static void as_the_interpreter_has_it(void **state)
{
    static struct left plain, native;
    (void)state;
    for (u32 k = 0; k < COUNT_OF(rows); k++) {
        execute(&rows[k], EN_OFF, &plain);
        execute(&rows[k], EN_ALWAYS, &native);
        if (plain.ok == rows[k].faults || native.ok != plain.ok || strcmp(native.text, plain.text) != 0)
            fail_msg("%s: interpreted %d '%s', native %d '%s'", rows[k].what, plain.ok, plain.text, native.ok,
                     native.text);
        for (u32 i = 0; i < OUT_WORDS && plain.ok; i++)
            if (native.out[i] != plain.out[i])
                fail_msg("%s: word %u is %08x, interpreted %08x", rows[k].what, i, native.out[i], plain.out[i]);
    }
}

int main(void)
{
    const char *build = getenv("SLUICE_BUILD_ROOT");
    char cache[1024];
    if (build) { /* translated kernels are kept there, not in the user's cache */
        snprintf(cache, sizeof cache, "%s/tests-emu-native", build);
        setenv("XDG_CACHE_HOME", cache, 1);
    }
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_the_interpreter_has_it)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
