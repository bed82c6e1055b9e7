/* Copies of tensors leave behind what they left on an H200: tma_card.txt has a line a case, recorded by
   tools/h200/copies.c. */
#include "emu_test.h"

#include "emu/tma.h"
#include "tma_ptx.h"

static char text[1 << 20];

static bool run_case(struct machine *m, int kind, const struct tma_case *c, u8 *in, u8 *out)
{
    char name[8];
    snprintf(name, sizeof name, "k%d%d", kind, c->rank);
    struct {
        struct tensor_map map;
        u64 out;
        u32 bytes, at[5], off[3];
    } args = {.map = {.type = (u8)c->type,
                      .rank = (u8)c->rank,
                      .interleave = (u8)c->interleave,
                      .swizzle = (u8)c->swizzle,
                      .fill = (u8)c->fill,
                      .im2col = (u8)c->im2col,
                      .at = ADDR(in)},
              .out = ADDR(out),
              .bytes = tma_bytes(c)};
    for (u32 k = 0; k < 5; k++) {
        args.map.dim[k] = (u32)c->dim[k];
        args.map.box[k] = (u16)c->box[k];
        args.map.step[k] = (u8)c->step[k];
        args.at[k] = (u32)c->at[k];
        if (k < 4)
            args.map.stride[k] = c->stride[k];
    }
    for (u32 k = 0; k < 3; k++) {
        args.off[k] = (u32)c->offset[k];
        args.map.lower[k] = (i16)c->lower[k];
        args.map.upper[k] = (i16)c->upper[k];
    }
    assert_null(tensor_map_encode(&args.map));
    for (u32 k = 0; c->name && k < TMA_GLOBAL; k++) /* else: as it is */
        in[k] = tma_byte(k, 7);
    struct diag d;
    diag_init(&d);
    struct emu_launch l = {
        .kernel = emu_find_kernel(m->mod, name), .grid = {1, 1, 1}, .block = {1, 1, 1}, .params = &args};
    assert_non_null(l.kernel);
    bool ok = emu_run(m->dev, &l, &m->counts, &m->fault, &d);
    assert_int_equal(d.errors, 0);
    diag_free(&d);
    return ok;
}

static void as_on_the_card(void **s)
{
    (void)s;
    char path[500], line[200];
    snprintf(path, sizeof path, "%s/tests/emu/tma_card.txt", getenv("SLUICE_SOURCE_ROOT"));
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    tma_kernels(text, sizeof text);
    struct machine m = machine(text);
    u8 *in = (u8 *)buffer(&m, TMA_GLOBAL / 4, "in"), *out = (u8 *)buffer(&m, TMA_SHARED / 4, "out");
    int seen = 0;
    while (fgets(line, sizeof line, f)) {
        int i, kind;
        char word[32];
        assert_int_equal(sscanf(line, "%d %d %31s", &i, &kind, word), 3);
        bool ok = run_case(&m, kind, &tma_cases[i], in, out);
        char got[32];
        snprintf(got, sizeof got, "%016llx",
                 (unsigned long long)(kind < 2 ? tma_hash(out, TMA_SHARED) : tma_hash(in, TMA_GLOBAL)));
        if (strcmp(ok ? got : "fault", word))
            fail_msg("%s: found %s %s", line, ok ? got : "fault", ok ? "" : m.fault.text);
        seen++;
    }
    fclose(f);
    assert_true(seen >= 71);
    done(&m);
}

/* Floats that are rounded on their way (TFLOAT32, and with _FTZ, too), as an H200 does; on their way back they are
 * not. */
static void rounded(void **s)
{
    (void)s;
    static const u32 rows[][2] = {{0x00000000u, 0x00000000u}, {0x80000000u, 0x80000000u}, {0x00000001u, 0x00000000u},
                                  {0x80000001u, 0x80000000u}, {0x007fffffu, 0x00800000u}, {0x00400000u, 0x00400000u},
                                  {0x00001000u, 0x00000000u}, {0x00001001u, 0x00002000u}, {0x00003000u, 0x00004000u},
                                  {0x807ff000u, 0x80800000u}, {0x3f801000u, 0x3f800000u}, {0x3f801001u, 0x3f802000u},
                                  {0x3f800fffu, 0x3f800000u}, {0x3f803000u, 0x3f804000u}, {0x3f802fffu, 0x3f802000u},
                                  {0xbf803000u, 0xbf804000u}, {0x7f7fffffu, 0x7f800000u}, {0x7f7fefffu, 0x7f7fe000u},
                                  {0xff7fffffu, 0xff800000u}, {0x7f800000u, 0x7f800000u}, {0xff800000u, 0xff800000u},
                                  {0x7f800001u, 0x7fffe000u}, {0x7f802000u, 0x7fffe000u}, {0xffc12345u, 0x7fffe000u}};
    tma_kernels(text, sizeof text);
    struct machine m = machine(text);
    u32 *in = buffer(&m, TMA_GLOBAL / 4, "in"), *out = buffer(&m, TMA_SHARED / 4, "out");
    for (int type = 7; type <= 12; type += type == 7 ? 3 : 1) {
        struct tma_case c = {.type = type, .rank = 1, .dim = {24}, .box = {24}, .step = {1}};
        for (u32 i = 0; i < COUNT_OF(rows); i++)
            in[i] = rows[i][0];
        assert_true(run_case(&m, 0, &c, (u8 *)in, (u8 *)out));
        for (u32 i = 0; i < COUNT_OF(rows); i++)
            assert_int_equal(out[i], rows[i][type >= 11]);
        /* what a store adds 0 to, and is subnormal: 0 with _FTZ */
        c.dim[0] = c.box[0] = 4;
        in[0] = 0x80000001u;
        assert_true(run_case(&m, 3, &c, (u8 *)in, (u8 *)out));
        assert_int_equal(in[0], type == 10 || type == 12 ? 0 : 0x80000001u);
    }
    done(&m);
}

/* Maps that the card's driver refuses, and their neighbours that it takes */
static void wrong_maps(void **s)
{
    (void)s;
    const struct tensor_map good = {.type = 6,
                                    .rank = 3,
                                    .interleave = 2,
                                    .at = 4096,
                                    .dim = {16, 4, 4},
                                    .stride = {512, 2048},
                                    .box = {8, 1, 2},
                                    .step = {1, 1, 1}};
    struct tensor_map m = good;
    assert_null(tensor_map_encode(&m));
#define REFUSED(change, text)                                                                                        \
    m = good;                                                                                                        \
    change;                                                                                                          \
    assert_non_null(tensor_map_encode(&m));                                                                          \
    assert_non_null(strstr(tensor_map_encode(&m), text))
    REFUSED(m.rank = 2, "rank below 3");
    REFUSED(m.at = 4112, "32 with interleave");
    REFUSED(m.stride[0] = 528, "32 with interleave");
    REFUSED(m.stride[1] = 2064, "32 with interleave");
    REFUSED(m.box[0] = 3, "no multiple of 16 bytes");
    REFUSED(m.box[1] = 257, "a box over 256");
    REFUSED(m.interleave = 3, "interleave");
    m = good;
    m.interleave = 1;
    m.at = 4112;
    m.stride[0] = 528;
    m.swizzle = 3;
    assert_null(tensor_map_encode(&m));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(as_on_the_card), cmocka_unit_test(rounded),
                                       cmocka_unit_test(wrong_maps)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
