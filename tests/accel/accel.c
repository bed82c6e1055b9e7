/* Accel-Sim's traces: every field of a line becomes what the stream should have, in both readings, and what is broken
   ends in a sentence with its line. */
#include "accel/kernel.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "isa/sass.h"

#define HEADER                                                                                                       \
    "-kernel name = k<int>(float *)\n-kernel id = 1\n-grid dim = (1,1,1)\n-block dim = (32,1,1)\n-shmem = 64\n"      \
    "-nregs = 20\n-binary version = 70\n-cuda stream id = 7\n-shmem base_addr = 0x7f7000000000\n"                    \
    "-local mem base_addr = 0x7f7100000000\n-nvbit version = 1.7\n-accelsim tracer version = 5\n"                    \
    "-enable lineinfo = 0\n\n#traces format = ...\n"
#define BLOCK(insts, lines) "#BEGIN_TB\n\nthread block = 0,0,0\n\nwarp = 0\ninsts = " #insts "\n" lines "\n#END_TB\n"

struct run {
    struct diag d;
    struct accel_unknown unknown;
    struct accel_kernel *k;
    struct stream_cta cta;
    struct stream_cursor at;
    struct stream_instr i;
};

static void begin(struct run *r, const char *text, enum accel_quirks quirks)
{
    memset(r, 0, sizeof *r);
    diag_init(&r->d);
    r->k = accel_kernel_of("k.traceg", text, strlen(text), quirks, &r->unknown, &r->d);
    if (r->k) {
        struct stream_source *s = accel_kernel_source(r->k);
        assert_true(s->start(s, 0, &r->cta));
        stream_cursor_init(&r->at, &r->cta.warps[0], s->kernel->code, s->kernel->n_code, 32);
    }
}

static const struct si *next(struct run *r)
{
    assert_int_equal(stream_next(&r->at, &r->i), STREAM_OK);
    return &accel_kernel_source(r->k)->kernel->code[r->i.pc];
}

static void end(struct run *r)
{
    if (r->k) {
        struct stream_source *s = accel_kernel_source(r->k);
        s->finish(s, &r->cta);
        accel_kernel_close(r->k);
    }
    accel_unknown_free(&r->unknown);
    diag_free(&r->d);
}

static void header_and_registers(void **state)
{
    (void)state;
    struct run r;
    begin(&r,
          HEADER BLOCK(4, "0000 ffffffff 1 R6 IMAD 3 R6 R3 R255 0 0 \n0010 0000ffff 0 ISETP.GE.AND 1 R6 0 0\n"
                          "0020 ffffffff 0 BAR.SYNC 0 0 0\n0030 ffffffff 0 EXIT 0 0 0\n"),
          ACCEL_AS_MEANT);
    assert_non_null(r.k);
    const struct stream_kernel *k = accel_kernel_source(r.k)->kernel;
    assert_string_equal(k->name, "k<int>(float_*)");
    assert_int_equal(k->n_ctas, 1);
    assert_int_equal(k->n_warps, 1);
    assert_int_equal(k->regs_per_thread, 20);
    assert_int_equal(k->shared_bytes, 64);
    assert_int_equal(accel_kernel_version(r.k), 70);
    const struct si *s = next(&r);
    assert_int_equal(s->cls, SI_MUL);
    assert_int_equal(s->ndst, 1);
    assert_int_equal(s->nsrc, 2); /* RZ is none */
    assert_int_equal(s->regs[0], 6);
    assert_int_equal(s->regs[2], 3);
    assert_true(r.i.mask == 0xffffffff);
    s = next(&r);
    assert_int_equal(s->cls, SI_ALU);
    assert_true(r.i.mask == 0xffff);
    s = next(&r);
    assert_int_equal(s->cls, SI_BARRIER);
    s = next(&r);
    assert_true(s->cls == SI_CONTROL && s->flags & SI_EXIT);
    assert_int_equal(stream_next(&r.at, &r.i), STREAM_END);
    end(&r);
}

static u64 lane(const struct run *r, u32 l)
{
    return stream_lane_addr(&r->i, l);
}

static void three_address_modes(void **state)
{
    (void)state;
    struct run r;
    begin(&r,
          HEADER BLOCK(4, "0000 00000007 1 R4 LDG.E.64.SYS 1 R2 8 0 0x7f0000000010 0x7f0000000000 0x7f0000000100 0 \n"
                          "0010 ffffffff 1 R4 LDG.E.SYS 1 R2 4 1 0x7f0000001000 -4 0\n"
                          "0020 00000105 0 STG.E.128.SYS 2 R2 R4 16 2 0x7f0000002000 32 -64 0\n"
                          "0030 ffffffff 0 EXIT 0 0 0\n"),
          ACCEL_AS_MEANT);
    const struct si *s = next(&r);
    assert_true(s->kind == SI_LOAD && s->space == SI_GLOBAL && s->bytes == 8);
    assert_true(lane(&r, 0) == 0x7f0000000010 && lane(&r, 1) == 0x7f0000000000 && lane(&r, 2) == 0x7f0000000100);
    s = next(&r);
    assert_int_equal(s->bytes, 4);
    assert_true(lane(&r, 0) == 0x7f0000001000 && lane(&r, 31) == 0x7f0000001000 - 124);
    s = next(&r);
    assert_true(s->kind == SI_STORE && s->bytes == 16);
    assert_true(r.i.mask == 0x105);
    assert_true(lane(&r, 0) == 0x7f0000002000 && lane(&r, 2) == 0x7f0000002020 && lane(&r, 8) == 0x7f0000001fe0);
    end(&r);
}

static void quirks_of_the_reader(void **state)
{
    (void)state;
    static const char text[] = HEADER BLOCK(3, "0000 0000000b 1 R4 LDG.E.S8.SYS 1 R255 4 1 0x7f0000000000 32 0\n"
                                               "0010 ffffffff 0 ST.E.SYS 2 R2 R3 4 1 0x7f7180000000 4 0\n"
                                               "0020 ffffffff 0 EXIT 0 0 0\n");
    struct run r;
    begin(&r, text, ACCEL_AS_MEANT);
    const struct si *s = next(&r);
    assert_true(s->bytes == 1 && s->nsrc == 0);
    assert_true(lane(&r, 3) == 0x7f0000000060); /* the third lane behind the first, whatever is between */
    next(&r);
    assert_int_equal(r.i.space, SI_GLOBAL); /* beyond both windows of 16 MB */
    end(&r);
    begin(&r, text, ACCEL_AS_READ);
    s = next(&r);
    assert_true(s->bytes == 4 && s->nsrc == 1 && s->regs[1] == 255);
    assert_true(lane(&r, 1) == 0x7f0000000020);
    assert_true(lane(&r, 3) == 0x7f0000000000); /* 0 there, and so no access of its own: it goes with the first */
    next(&r);
    assert_int_equal(r.i.space, SI_GLOBAL);
    end(&r);
}

static void spaces(void **state)
{
    (void)state;
    struct run r;
    begin(&r,
          HEADER BLOCK(6, "0000 ffffffff 1 R4 LD.E 1 R2 4 1 0x7f7000000080 4 0\n"
                          "0010 ffffffff 1 R4 LDS.U.64 1 R2 8 1 0x7f7000000100 8 0\n"
                          "0020 ffffffff 0 STL 2 R1 R2 4 1 0xfffc00 0 0\n"
                          "0030 ffffffff 1 R5 LDG.E.STRONG.GPU 1 R2 4 1 0x7f0000000000 0 0\n"
                          "0040 00000000 1 R5 LDG.E 1 R2 4 1 0x0 0 0\n"
                          "0050 ffffffff 0 RED.E.ADD.STRONG.GPU 2 R2 R3 4 1 0x7f0000000000 4 0\n"),
          ACCEL_AS_MEANT);
    const struct si *s = next(&r);
    assert_true(s->flags & SI_GENERIC);
    assert_true(r.i.space == SI_SHARED && lane(&r, 1) == 0x84);
    s = next(&r);
    assert_true(s->space == SI_SHARED && s->bytes == 8 && lane(&r, 0) == 0x100);
    next(&r);
    assert_int_equal(r.i.space, SI_LOCAL);
    assert_true(lane(&r, 1) - lane(&r, 0) == 4); /* threads side by side */
    s = next(&r);
    assert_true(s->flags & SI_SKIP_L1);
    next(&r);
    assert_true(r.i.mask == 0 && r.i.active == 0xffffffff);
    s = next(&r);
    assert_int_equal(s->kind, SI_RED);
    end(&r);
}

static void unknown_opcodes(void **state)
{
    (void)state;
    struct run r;
    begin(&r,
          HEADER BLOCK(4, "0000 ffffffff 1 R4 FROB.X 1 R2 0 0\n0010 ffffffff 1 R4 FROB.Y 1 R2 0 0\n"
                          "0020 ffffffff 1 R4 XMAD 1 R2 0 0\n0030 ffffffff 0 EXIT 0 0 0\n"),
          ACCEL_AS_MEANT);
    assert_int_equal(r.unknown.n, 2);
    assert_string_equal(r.unknown.at[0].name, "FROB");
    assert_int_equal(r.unknown.at[0].count, 2);
    assert_string_equal(r.unknown.at[1].name, "XMAD"); /* Pascal's */
    for (u32 i = 0; i < 3; i++)
        assert_int_equal(next(&r)->cls, SI_ALU);
    end(&r);
}

static void a_warp_without_instructions(void **state)
{
    (void)state;
    struct run r;
    begin(&r, HEADER "#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 0\n#END_TB\n", ACCEL_AS_MEANT);
    const struct si *s = next(&r);
    assert_true(s->flags & SI_EXIT);
    assert_true(r.i.mask == 0);
    assert_int_equal(stream_next(&r.at, &r.i), STREAM_END);
    end(&r);
}

static void broken_traces(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
        u32 line;
    } cases[] = {
        {"", "is no trace of a kernel", 0},
        {"hello\n", "is no trace of a kernel", 1},
        {"-grid dim = (1,1)\n#\n", "has no such value", 1},
        {"-grid dim = (1,1,1)\n-block dim = (32,1,1)\n-nregs = 8\n#\n", "-binary version", 4},
        {"-grid dim = (1,1,1)\n-block dim = (32,1,1)\n-nregs = 8\n-binary version = 35\n#\n", "sm_60 to sm_90", 5},
        {"-grid dim = (1,1,1)\n-block dim = (4096,1,1)\n-nregs = 8\n-binary version = 70\n#\n", "2,048", 5},
        {HEADER, "0 of the grid's 1 thread blocks", 15},
        {HEADER "#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 2\n0000 ff 0 EXIT 0 0 0\n", "cut short", 20},
        {HEADER BLOCK(2, "0000 ffffffff 0 EXIT 0 0 0\n"), "fewer instructions", 24},
        {HEADER BLOCK(1, "0000 ffffffff 0 NOP 0 0 0\n0010 ffffffff 0 EXIT 0 0 0\n"), "expected `warp = N`", 23},
        {HEADER BLOCK(1, "0000 ffffffff 1 P0 ISETP 0 0 0\n"), "expected a register", 22},
        {HEADER BLOCK(1, "0000 ffffffff 9 R1 ISETP 0 0 0\n"), "counts more registers", 22},
        {HEADER BLOCK(1, "0000 1ffffffff 0 EXIT 0 0 0\n"), "a mask", 22},
        {HEADER BLOCK(1, "0000 ffffffff 1 R4 LDG.E 1 R2 4 3 0x0 0\n"), "how addresses are written", 22},
        {HEADER BLOCK(1, "0000 ffffffff 1 R4 LDG.E 1 R2 4 2 0x100 4 4\n"), "a difference for each lane", 22},
        {HEADER BLOCK(1, "0000 ffffffff 1 R4 LDG.E 1 R2 4 0 0x100 0x104\n"), "an address for each lane", 22},
        {HEADER BLOCK(1, "0000 1 1 R4 LDG.E 1 R2 4 0 0xffff000000000000\n"), "more than 48 bits", 22},
        {HEADER BLOCK(1, "0000 ffffffff 0 EXIT 0 0 0\n") BLOCK(1, "0000 ffffffff 0 EXIT 0 0 0\n"),
         "more thread blocks", 27},
        {HEADER "#BEGIN_TB\nthread block = 0,0,0\nwarp = 1\ninsts = 1\n", "a warp that the thread block has not", 18},
    };
    for (u32 i = 0; i < COUNT_OF(cases); i++) {
        struct run r;
        begin(&r, cases[i].text, ACCEL_AS_MEANT);
        assert_null(r.k);
        assert_int_equal(r.d.errors, 1);
        if (!strstr(r.d.first->text, cases[i].says) || r.d.first->line != cases[i].line)
            fail_msg("case %u: `%s` at line %u, expected `%s` at line %u", i, r.d.first->text, r.d.first->line,
                     cases[i].says, cases[i].line);
        end(&r);
    }
}

static void opcode_table(void **state)
{
    (void)state;
    for (u32 i = 1; i < sass_op_count; i++)
        assert_true(strcmp(sass_ops[i - 1].name, sass_ops[i].name) < 0);
    for (u32 i = 0; i < sass_op_count; i++)
        assert_ptr_equal(sass_find(sass_ops[i].name, strlen(sass_ops[i].name)), &sass_ops[i]);
    assert_null(sass_find("LDGX", 4));
    assert_null(sass_find("", 0));
    assert_int_equal(sass_generation(61), SASS_PASCAL_AT);
    assert_int_equal(sass_generation(90), SASS_HOPPER_AT);
    assert_int_equal(sass_generation(35), -1);
    assert_int_equal(sass_bytes("LDG.E.U16.SYS", 13, false), 2);
    assert_int_equal(sass_bytes("LDG.E.S16.SYS", 13, false), 4);
    assert_int_equal(sass_bytes("LDG.E.S16.SYS", 13, true), 2);
    assert_int_equal(sass_bytes("LDG.E.256", 9, true), 16);
    assert_int_equal(sass_bytes("RED.E.ADD.F64.RN", 16, true), 8);
    assert_int_equal(sass_bytes("RED.E.ADD.F64.RN", 16, false), 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(header_and_registers), cmocka_unit_test(three_address_modes),
        cmocka_unit_test(quirks_of_the_reader), cmocka_unit_test(spaces),
        cmocka_unit_test(unknown_opcodes),      cmocka_unit_test(a_warp_without_instructions),
        cmocka_unit_test(broken_traces),        cmocka_unit_test(opcode_table),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
