/* Streams as timing sees them: pcs, masks, spaces and addresses of a small kernel, chunks of a long one, and the same
   streams in whatever order CTAs are started. */
#include "emu_test.h"

static struct emu_source *source(struct machine *m, u32 blocks, u32 threads, const u64 *params)
{
    struct diag d;
    diag_init(&d);
    struct emu_launch l = {
        .kernel = emu_find_kernel(m->mod, "k"), .grid = {blocks, 1, 1}, .block = {threads, 1, 1}, .params = params};
    struct emu_source *s = emu_source_new(m->dev, &l, &d);
    assert_non_null(s);
    diag_free(&d);
    return s;
}

/* Each executed instruction of warp 0 as "pc:mask[@base+stride]" in one line. */
static void dump(const struct stream_kernel *k, const struct stream *st, char *to, size_t n)
{
    struct stream_cursor c;
    struct stream_instr i;
    stream_cursor_init(&c, st, k->code, k->n_code, k->warp_lanes);
    *to = 0;
    while (stream_next(&c, &i) == STREAM_OK) {
        size_t at = strlen(to);
        snprintf(to + at, n - at, "%s%u:%llx", at ? " " : "", i.pc, (unsigned long long)i.mask);
        at = strlen(to);
        if (i.shape == ADDR_SCATTERED)
            snprintf(to + at, n - at, "@scattered");
        else if (i.shape != ADDR_NONE)
            snprintf(to + at, n - at, "@%u,%llx,%lld", i.space, (unsigned long long)i.base, (long long)i.stride);
    }
}

static const char split[] =
    HEAD ".visible .entry k(.param .u64 p)\n{\n.reg .pred %p<5>; .reg .b32 %r<9>; .reg .b64 %rd<9>;\n"
         "ld.param.u64 %rd1, [p];\n"       /* 0 */
         "mov.u32 %r1, %tid.x;\n"          /* 1 */
         "mul.wide.u32 %rd2, %r1, 4;\n"    /* 2 */
         "add.u64 %rd3, %rd1, %rd2;\n"     /* 3 */
         "setp.lt.u32 %p1, %r1, 3;\n"      /* 4 */
         "@%p1 bra A;\n"                   /* 5 */
         "ld.global.u32 %r2, [%rd3];\n"    /* 6 */
         "bra J;\n"                        /* 7 */
         "A: @!%p1 add.u32 %r1, %r1, 1;\n" /* 8 */
         "ld.global.u32 %r2, [%rd1+64];\n" /* 9 */
         "J: bar.sync 0;\n"                /* 10 */
         "st.global.u32 [%rd3], %r2;\n"    /* 11 */
         "ret;\n}\n";                      /* 12 */

static void a_divergent_kernel(void **s)
{
    (void)s;
    struct machine m = machine_opt(split, (struct emu_options){.target.lanes = 8});
    u64 p = ADDR(buffer(&m, 64, "b"));
    struct emu_source *e = source(&m, 1, 8, &p);
    struct stream_source *ss = emu_stream_source(e);
    struct stream_cta c;
    assert_true(ss->start(ss, 0, &c));
    assert_int_equal(c.n_warps, 1);
    assert_true(c.warps[0].ended);
    char got[1000], want[1000];
    dump(ss->kernel, &c.warps[0], got, sizeof got);
    snprintf(want, sizeof want,
             "0:ff@%u,0,0 1:ff 2:ff 3:ff 4:ff 5:ff 6:f8@%u,%llx,4 7:f8 8:0 9:7@%u,%llx,0 10:ff 11:ff@%u,%llx,4 12:ff",
             SI_PARAM, SI_GLOBAL, (unsigned long long)p, SI_GLOBAL, (unsigned long long)p + 64, SI_GLOBAL,
             (unsigned long long)p);
    assert_string_equal(got, want);
    assert_int_equal(ss->kernel->code[5].reconv, 10);
    assert_int_equal(ss->kernel->code[6].cls, SI_MEM);
    assert_int_equal(ss->kernel->code[6].kind, SI_LOAD);
    assert_int_equal(ss->kernel->code[6].bytes, 4);
    assert_int_equal(ss->kernel->code[10].cls, SI_BARRIER);
    ss->finish(ss, &c);
    assert_int_equal(emu_source_counts(e)->divergent_branches, 1);
    emu_source_free(e);
    done(&m);
}

/* Fences for the threads of a block, in both spellings, and for others. */
static void fences_and_their_scope(void **s)
{
    static const char text[] =
        HEAD ".visible .entry k(.param .u64 p)\n{\nmembar.cta;\nfence.acq_rel.cta;\nmembar.gl;\n"
             "fence.acq_rel.gpu;\nret;\n}\n";
    (void)s;
    struct machine m = machine_opt(text, (struct emu_options){.target.lanes = 8});
    u64 p = ADDR(buffer(&m, 64, "b"));
    struct emu_source *e = source(&m, 1, 8, &p);
    const struct si *code = emu_stream_source(e)->kernel->code;
    for (u32 pc = 0; pc < 4; pc++) {
        assert_int_equal(code[pc].cls, SI_FENCE);
        assert_int_equal(code[pc].flags & SI_BLOCK, pc < 2 ? SI_BLOCK : 0);
    }
    emu_source_free(e);
    done(&m);
}

/* A kernel of six lanes of eight, given the address of one word, and its stream: as PTX has it or the machine */
struct six {
    struct machine m;
    struct emu_source *e;
    struct stream_source *ss;
    struct stream_cta c;
    u64 word;
    char stream[1000];
};
static struct six six_lanes(const char *text, bool machine, u32 word)
{
    struct six f = {.m = machine_opt(text, (struct emu_options){.target.lanes = 8,
                                                                .target.isa = machine ? ISA_MACHINE : ISA_PTX})};
    f.word = ADDR(buffer(&f.m, 64, "b"));
    *(u32 *)(uintptr_t)f.word = word;
    f.e = source(&f.m, 1, 6, &f.word);
    f.ss = emu_stream_source(f.e);
    assert_true(f.ss->start(f.ss, 0, &f.c));
    dump(f.ss->kernel, &f.c.warps[0], f.stream, sizeof f.stream);
    return f;
}

static void six_done(struct six *f)
{
    f->ss->finish(f->ss, &f->c);
    emu_source_free(f->e);
    done(&f->m);
}

/* An atomic that all lanes do on one word is the highest lane's alone, where the machine's compiler has it so; and
   one without a reader of its result is a reduction. Values do not change. */
static void atomics_of_a_warp(void **s)
{
    (void)s;
    static const char text[] = HEAD ".visible .entry k(.param .u64 p)\n{\n.reg .b32 %r<9>; .reg .b64 %rd<9>;\n"
                                    "ld.param.u64 %rd1, [p];\natom.global.add.u32 %r2, [%rd1], 3;\nret;\n}\n";
    for (u32 machine = 0; machine < 2; machine++) {
        struct six f = six_lanes(text, machine, 0);
        char want[100];
        snprintf(want, sizeof want, "1:%s@%u,%llx,0", machine ? "20" : "3f", SI_GLOBAL, (unsigned long long)f.word);
        assert_non_null(strstr(f.stream, want));
        assert_int_equal(f.ss->kernel->code[1].kind, machine ? SI_RED : SI_ATOMIC);
        assert_int_equal(*(u32 *)(uintptr_t)f.word, 18);
        six_done(&f);
    }
}

/* A one that is added to shared memory counts lanes: of those with one address the lowest is seen, and all count. */
static void counted_lanes(void **s)
{
    (void)s;
    static const char text[] = HEAD ".visible .entry k(.param .u64 p)\n{\n.reg .b32 %r<9>; .reg .b64 %rd<9>;\n"
                                    ".shared .b32 h[4]; ld.param.u64 %rd1, [p];\nmov.u32 %r1, %tid.x;\n"
                                    "ld.global.u32 %r2, [%rd1];\nmul.lo.u32 %r3, %r1, %r2;\nand.b32 %r3, %r3, 12;\n"
                                    "red.shared.add.u32 [%r3], 1;\n" /* 5: at 0, 8, 4, 0, 12, 4 */
                                    "ld.shared.u32 %r4, [h];\nst.global.u32 [%rd1], %r4;\nret;\n}\n";
    for (u32 machine = 0; machine < 2; machine++) {
        struct six f = six_lanes(text, machine, 11);
        assert_non_null(strstr(f.stream, machine ? "5:17@scattered" : "5:3f@scattered"));
        assert_int_equal(*(u32 *)(uintptr_t)f.word, 2);
        six_done(&f);
    }
}

/* Compilers lay a loop's end before its beginning, or jump back right after a conditional exit: both close the loop.
 */
static const char loops[] = HEAD ".visible .entry k(.param .u64 p)\n{\n.reg .pred %p<5>; .reg .b32 %r<9>;\n"
                                 "mov.u32 %r1, 0;\n"             /* 0 */
                                 "bra A;\n"                      /* 1 */
                                 "L: setp.lt.u32 %p1, %r1, 3;\n" /* 2 */
                                 "@%p1 bra A;\n"                 /* 3: back, though A comes later */
                                 "bra B;\n"                      /* 4 */
                                 "A: add.u32 %r1, %r1, 1;\n"     /* 5 */
                                 "bra L;\n"                      /* 6 */
                                 "B: add.u32 %r1, %r1, 1;\n"     /* 7 */
                                 "setp.gt.u32 %p2, %r1, 6;\n"    /* 8 */
                                 "@%p2 bra C;\n"                 /* 9: leaves, else back */
                                 "bra B;\n"                      /* 10 */
                                 "C: setp.eq.u32 %p3, %r1, 9;\n" /* 11 */
                                 "@%p3 bra D;\n"                 /* 12: no loop */
                                 "add.u32 %r1, %r1, 1;\n"        /* 13 */
                                 "D: ret;\n}\n";                 /* 14 */

static void a_branch_that_closes_a_loop(void **s)
{
    (void)s;
    struct machine m = machine_opt(loops, (struct emu_options){.target.lanes = 8});
    u64 p = 0;
    struct emu_source *e = source(&m, 1, 8, &p);
    const struct stream_kernel *k = emu_stream_source(e)->kernel;
    for (u32 pc = 0; pc < k->n_code; pc++)
        if (k->code[pc].flags & SI_COND)
            assert_int_equal(!!(k->code[pc].flags & SI_BACK), pc < 11);
    assert_true(k->code[3].flags & SI_COND);
    assert_true(k->code[9].flags & SI_COND);
    assert_true(k->code[12].flags & SI_COND);
    emu_source_free(e);
    done(&m);
}

/* One texel a lane, row blockIdx.x; only the first of its four results is read. */
static const char texels[] =
    HEAD ".visible .entry k(.param .u64 t, .param .u64 o)\n{\n.reg .b32 %r<9>; .reg .b64 %rd<9>;\n"
         "ld.param.u64 %rd1, [t];\n"
         "ld.param.u64 %rd2, [o];\n"
         "mov.u32 %r1, %tid.x;\n"
         "mov.u32 %r2, %ctaid.x;\n"
         "tex.2d.v4.u32.s32 {%r3, %r4, %r5, %r6}, [%rd1, {%r1, %r2}];\n"
         "st.global.u32 [%rd2], %r3;\n"
         "ret;\n}\n";

static void row_addresses(struct stream_source *ss, u32 y, u64 at[32])
{
    struct stream_cta c;
    struct stream_cursor k;
    struct stream_instr i;
    assert_true(ss->start(ss, y, &c));
    stream_cursor_init(&k, &c.warps[0], ss->kernel->code, ss->kernel->n_code, ss->kernel->warp_lanes);
    while (stream_next(&k, &i) == STREAM_OK)
        for (u32 x = 0; x < 32 && i.space == SI_TEX && i.shape != ADDR_NONE; x++)
            at[x] = stream_lane_addr(&i, x);
    ss->finish(ss, &c);
}

/* tex_blocks: rows as they are in memory, or blocks: texels that a sector has (4 x 2 of 4 bytes, as measured),
   and that a line has (8 x 4); no two places for one, and rows that fill no block stay. Values do not change. */
static void texels_of_an_array_lie_in_blocks(void **s)
{
    (void)s;
    for (u32 blocks = 0; blocks < 2; blocks++) {
        struct machine m = machine_opt(
            texels, (struct emu_options){.target.tex_blocks = blocks, .target.isa = blocks ? ISA_MACHINE : ISA_PTX});
        struct emu_texture t = {.width = 32, .height = 19, .pitch = 512, .channels = 1, .channel_bits = 32};
        t.channel_kind = 'u';
        t.is_array = true;
        t.at = ADDR(buffer(&m, 512 * 19, "texels"));
        u64 params[2] = {emu_texture_new(m.dev, &t), ADDR(buffer(&m, 4, "out"))};
        struct emu_source *e = source(&m, 19, 32, params);
        struct stream_source *ss = emu_stream_source(e);
        u64 at[19][32] = {{0}};
        for (u32 y = 0; y < 19; y++)
            row_addresses(ss, y, at[y]);
        u64 origin = at[0][0];
        for (u32 y = 0; y < 19; y++)
            for (u32 x = 0; x < 32; x++) {
                if (!blocks || y >= 16)
                    assert_int_equal(at[y][x], t.at + y * 512 + (blocks ? x * 4 / 16 * 16 : x * 4));
                assert_true(at[y][x] >= t.at && at[y][x] < t.at + 512 * 19);
                for (u32 v = 0; v <= y; v++)
                    for (u32 u = 0; u < (v < y ? 32 : x); u++)
                        assert_true((at[v][u] == at[y][x]) == (blocks && v == y && u / 4 == x / 4));
                if (blocks && y < 16) {
                    assert_int_equal(at[y][x] / 32 == origin / 32, x < 4 && y < 2);
                    assert_int_equal(at[y][x] / 128 == origin / 128, x < 8 && y < 4);
                    assert_int_equal(at[y][x] / 512 == origin / 512, x < 16 && y < 8);
                }
            }
        for (u32 pc = 0; pc < ss->kernel->n_code;
             pc++) /* a machine with instructions of its own names what is read */
            if (ss->kernel->code[pc].space == SI_TEX && ss->kernel->code[pc].cls == SI_MEM)
                assert_int_equal(ss->kernel->code[pc].ndst, blocks ? 1 : 4);
        emu_source_free(e);
        emu_texture_free(m.dev, params[0]);
        done(&m);
    }
}

/* A loop of 100,000 loads comes in chunks; all together it is the whole. */
static void a_long_cta_comes_in_chunks(void **s)
{
    (void)s;
    struct machine m = machine(HEAD ".visible .entry k(.param .u64 p)\n{\n.reg .pred %p<5>; .reg .b32 %r<9>; .reg "
                                    ".b64 %rd<9>;\nld.param.u64 %rd1, [p]; mov.u32 %r1, 0;\n"
                                    "L: ld.global.u32 %r2, [%rd1]; ld.global.u32 %r3, [%rd1+1024]; add.u32 %r1, %r1, "
                                    "1; setp.lt.u32 %p1, %r1, 50000; @%p1 bra L; ret;\n}\n");
    u64 p = ADDR(buffer(&m, 1024, "b"));
    struct emu_source *e = source(&m, 1, 64, &p);
    struct stream_source *ss = emu_stream_source(e);
    struct stream_cta c;
    assert_true(ss->start(ss, 0, &c));
    assert_false(c.warps[0].ended);
    u64 instrs = 0, most = 0;
    struct stream_cursor cur[2];
    for (u32 w = 0; w < 2; w++)
        stream_cursor_init(&cur[w], &c.warps[w], ss->kernel->code, ss->kernel->n_code, 32);
    for (bool ended = false; !ended;) {
        ended = true;
        for (u32 w = 0; w < 2; w++) {
            struct stream_instr i;
            enum stream_status st;
            most = MAX(most, c.warps[w].end_at - cur[w].at);
            while ((st = stream_next(&cur[w], &i)) == STREAM_OK)
                instrs++;
            stream_trim(&c.warps[w], cur[w].at);
            ended &= st == STREAM_END;
        }
        if (!ended)
            assert_true(ss->more(ss, &c));
    }
    assert_int_equal(instrs, 2 * (2 + 50000 * 5 + 1));
    assert_true(most < 128 << 10);
    ss->finish(ss, &c);
    emu_source_free(e);
    done(&m);
}

static void order_of_ctas_does_not_matter(void **s)
{
    (void)s;
    char text[2][4][600];
    for (u32 back = 0; back < 2; back++) {
        struct machine m = machine_opt(split, (struct emu_options){.target.lanes = 8});
        u64 p = ADDR(buffer(&m, 64, "b"));
        struct emu_source *e = source(&m, 4, 8, &p);
        struct stream_source *ss = emu_stream_source(e);
        for (u32 i = 0; i < 4; i++) {
            struct stream_cta c;
            u32 k = back ? 3 - i : i;
            assert_true(ss->start(ss, k, &c));
            dump(ss->kernel, &c.warps[0], text[back][k], sizeof text[back][k]);
            ss->finish(ss, &c);
        }
        emu_source_free(e);
        done(&m);
    }
    for (u32 i = 0; i < 4; i++)
        assert_string_equal(text[0][i], text[1][i]);
}

/* Local memory: a word of all lanes is one line. */
static void local_memory_is_interleaved(void **s)
{
    (void)s;
    struct machine m = machine(HEAD ".visible .entry k(.param .u64 p)\n{\n.reg .b32 %r<9>; .reg .b64 %rd<9>; .local "
                                    ".b32 x[4];\nmov.u32 %r1, %tid.x;\n"
                                    "st.local.u32 [x+8], %r1; ld.local.u32 %r2, [x+8]; ret;\n}\n");
    u64 p = 0;
    struct emu_source *e = source(&m, 1, 64, &p);
    struct stream_source *ss = emu_stream_source(e);
    struct stream_cta c;
    assert_true(ss->start(ss, 0, &c));
    u64 base[2];
    for (u32 w = 0; w < 2; w++) {
        struct stream_cursor cur;
        struct stream_instr i;
        stream_cursor_init(&cur, &c.warps[w], ss->kernel->code, ss->kernel->n_code, 32);
        stream_next(&cur, &i);
        stream_next(&cur, &i);
        assert_int_equal(i.space, SI_LOCAL);
        assert_int_equal(i.shape, ADDR_STRIDED);
        assert_int_equal(i.stride, 4);
        assert_int_equal(i.base % 128, 0);
        base[w] = i.base;
    }
    assert_true(base[0] != base[1]);
    ss->finish(ss, &c);
    assert_int_equal(emu_source_counts(e)->lines, 4);
    emu_source_free(e);
    done(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_divergent_kernel),          cmocka_unit_test(fences_and_their_scope),
        cmocka_unit_test(atomics_of_a_warp),           cmocka_unit_test(counted_lanes),
        cmocka_unit_test(a_branch_that_closes_a_loop), cmocka_unit_test(texels_of_an_array_lie_in_blocks),
        cmocka_unit_test(a_long_cta_comes_in_chunks),  cmocka_unit_test(order_of_ctas_does_not_matter),
        cmocka_unit_test(local_memory_is_interleaved)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
