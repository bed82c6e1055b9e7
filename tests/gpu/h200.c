/* The h200 preset against figures measured on the card (cycles at 1980 MHz): what a load takes from each level, and
   what all SMs together move. The formula tests say that the model adds up; these say that it adds up to the card. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "../long.h"
#include "one_sm.h"

#define BASE 0x400000000000ull

static struct gpu *machine(struct machine_config *c, struct diag *d)
{
    struct gpu_options opt = {.threads = 1};
    diag_init(d);
    assert_true(machine_load(c, "h200", d));
    /* rates are those of the machine at work */
    c->gpu.launch = c->gpu.launch_memory = c->gpu.cta_cold = c->gpu.drain = 0;
    struct gpu *g = gpu_new(c, &opt, d);
    assert_non_null(g);
    return g;
}

static void launch(struct gpu *g, struct script_source *s, struct gpu_record *r, struct diag *d)
{
    assert_int_equal(gpu_launch(g, &s->src, r, d), GPU_DONE);
    script_free(s);
}

/* One lane of one warp loads n times from one place, each after the other; cycles from issue to use, on the average.
 */
static double chase(struct gpu *g, struct diag *d, u64 from, u32 n)
{
    struct script_source s;
    struct gpu_record r;
    script_init(&s, 1, 1, 32);
    s.loops = n;
    script_mem(&s, SI_LOAD, SI_GLOBAL, 1, 1, from, 0, 0);
    launch(g, &s, &r, d);
    assert_int_equal(r.sm.load_instrs, n);
    return (double)r.sm.load_cycles / n;
}

static void near(const char *what, double ours, double card, double percent)
{
    if (ours < card * (1 - percent / 100) || ours > card * (1 + percent / 100))
        fail_msg("%s: %.1f, on the card %.1f", what, ours, card);
}

static void a_load_takes_what_it_takes_on_the_card(void **state)
{
    (void)state;
    struct machine_config c;
    struct diag d;
    struct script_source s;
    struct gpu_record r;
    struct gpu *g = machine(&c, &d);
    double low[4] = {1e9, 1e9, 1e9, 1e9}, high[4] = {0}, sum = 0;
    /* from DRAM; then what was stored, from the L2: some lines are in the near half, some in the far one, once */
    for (u32 round = 0; round < 4; round++)
        for (u32 i = 0; i < 200; i++) {
            u64 from = BASE + 4096 * i;
            if (round == 1) {
                script_init(&s, 1, 1, 32);
                script_mem(&s, SI_STORE, SI_GLOBAL, 1, -1, from, 4, 0);
                launch(g, &s, &r, &d);
                continue;
            }
            double n = chase(g, &d, from, 1);
            low[round] = MIN(low[round], n);
            high[round] = MAX(high[round], n);
            sum += round ? 0 : n;
        }
    near("DRAM, caches empty, mean", sum / 200, 680, 3);
    near("L2, near half", low[2], 280, 2);
    near("L2, far half", high[2], 418, 2);
    near("L2, near half, read before", low[3], 280, 2);
    near("L2, far half, read before", high[3], 290, 5);
    near("L1 hit", (chase(g, &d, BASE, 1001) * 1001 - chase(g, &d, BASE, 1)) / 1000, 32, 0.5);
    gpu_free(g);
}

/* One lane reads words so many bytes apart that no cache has: cycles of a load, in the mean. */
static double walk(u32 apart, u32 n)
{
    struct machine_config c;
    struct diag d;
    struct script_source s;
    struct gpu_record r;
    struct gpu *g = machine(&c, &d);
    script_init(&s, 1, 1, 32);
    s.loops = n;
    s.by_loop[script_mem(&s, SI_LOAD, SI_GLOBAL, 1, 1, BASE, 0, 0)] = apart;
    launch(g, &s, &r, &d);
    gpu_free(g);
    return (double)r.sm.load_cycles / n;
}

/* tools/h200/cold_walk.cu: walks of 96 words, 64 to 4,096 bytes apart, take 671 to 744 cycles a load in the mean; 32
   bytes apart 464 and 480, all of them in the near half (where others take 570, and these 571 and 300 in turn).
   Sectors that came with others are no further where they lie in the other half (tools/h200/rows.cu). */
static void a_miss_of_the_l2_brings_two_sectors(void **state)
{
    (void)state;
    near("every second sector", walk(64, 2048), 712, 5);
    near("a sector after the other", walk(32, 2048), (712 + 300) / 2, 5);
}

/* One lane reads 32 KB of constants so many bytes apart, which the L2 has: cycles of a load, in the mean
   (tools/h200/const_cold.cu: 40 for a word of a line that was read, 110 for a line of 64 bytes, 290 to 350 for one of
   256). */
static double constants(u32 apart)
{
    struct machine_config c;
    struct diag d;
    struct gpu_record r;
    struct gpu *g = machine(&c, &d);
    u32 n = 32768 / apart;
    for (u32 round = 0; round < 2; round++) {
        struct script_source s;
        script_init(&s, 1, 1, 32);
        s.loops = n;
        s.by_loop[script_mem(&s, SI_LOAD, SI_CONST, 1, 1, BASE, 0, 0)] = apart;
        launch(g, &s, &r, &d);
    }
    gpu_free(g);
    return (double)r.cycles / n;
}

/* Cycles of an SM for a load of 32 distinct words */
static double constant_words(void)
{
    struct machine_config c;
    struct diag d;
    struct gpu_record r[2];
    struct gpu *g = machine(&c, &d);
    for (u32 k = 0; k < 3; k++) { /* the first brings them */
        struct script_source s;
        script_init(&s, 1, 32, 32);
        s.loops = 20 * (k + 1);
        script_mem(&s, SI_LOAD, SI_CONST, 1, -1, BASE, 4, 0);
        launch(g, &s, &r[k / 2], &d);
    }
    gpu_free(g);
    return (double)(r[1].cycles - r[0].cycles) / (20 * 32);
}

static void constants_take_what_they_take_on_the_card(void **state)
{
    (void)state;
    near("32 words of a constant load", constant_words(), 64, 5);
    near("constants 256 bytes apart", constants(256), 322, 15); /* as long as other reads here */
    near("constants 128 bytes apart", constants(128), (322 + 110) / 2.0, 12);
    near("constants 64 bytes apart", constants(64), (322 + 3 * 110) / 4.0, 9);
    near("constants 4 bytes apart", constants(4), (322 + 3 * 110 + 60 * 40) / 64.0, 7);
}

/* SMs (132 or one) stream: bytes a second in all. */
static double stream(u32 sms, u32 lines_a_warp, bool warm)
{
    struct machine_config c;
    struct diag d;
    struct script_source s;
    struct gpu_record r;
    struct gpu *g = machine(&c, &d);
    u64 warps = sms * 64;
    for (u32 round = 0; round < (warm ? 2u : 1u); round++) {
        script_init(&s, sms == 1 ? 1 : sms * 2, 32, 32);
        s.loops = lines_a_warp / 8;
        for (u32 i = 0; i < 8; i++) {
            u32 pc = script_mem(&s, SI_LOAD, SI_GLOBAL, (int)i, -1, BASE + (u64)i * warps * 128, 4, 128);
            s.by_loop[pc] = 8 * warps * 128;
        }
        launch(g, &s, &r, &d);
    }
    assert_int_equal(r.mem.l2.read_miss, warm ? 0 : r.mem.l1.access);
    gpu_free(g);
    return (double)r.mem.l1.access * 128 * 1e6 * (double)c.gpu.clock / (double)r.cycles;
}

/* Cycles that a fence takes, behind a store if there is one */
static double fence(u8 flags, bool store)
{
    struct machine_config c;
    struct diag d;
    struct gpu_record r[2];
    struct gpu *g = machine(&c, &d);
    for (u32 k = 0; k < 2; k++) {
        struct script_source s;
        script_init(&s, 1, 1, 32);
        s.loops = 100;
        if (store)
            script_mem(&s, SI_STORE, SI_GLOBAL, 1, -1, BASE + 4096, 4, 0); /* in the far half */
        script_op(&s, SI_ALU, -1, -1);
        if (k)
            s.code[script_op(&s, SI_FENCE, -1, -1)].flags = flags;
        launch(g, &s, &r[k], &d);
    }
    gpu_free(g);
    return (double)(r[1].cycles - r[0].cycles) / 100;
}

static void fences_take_what_they_take_on_the_card(void **state)
{
    (void)state;
    near("fence of the machine", fence(0, false), 262, 1);
    near("fence of the machine behind a store", fence(0, true), 587, 5);
    near("fence of a block", fence(SI_BLOCK, false), 8, 15);
    near("fence of a block behind a store", fence(SI_BLOCK, true), 8, 15);
}

/* Cycles of an SM for a warp's atomic, lanes so far apart: what 16 warps of each of `sms` take for 16 more. */
static double atomics(u32 sms, u8 kind, u32 lane_stride, u8 flags)
{
    struct machine_config c;
    struct diag d;
    struct gpu_record r[3];
    struct gpu *g = machine(&c, &d);
    for (u32 k = 0; k < 3; k++) { /* the first brings the lines */
        struct script_source s;
        script_init(&s, sms, 16, 32);
        s.loops = k < 2 ? 16 : 32;
        s.code[script_mem(&s, kind, SI_GLOBAL, 1, -1, BASE, lane_stride, 32 * lane_stride)].flags = flags;
        launch(g, &s, &r[k], &d);
    }
    gpu_free(g);
    return (double)(r[2].cycles - r[1].cycles) / (16 * 16);
}

static void atomics_take_what_they_take_on_the_card(void **state)
{
    (void)state;
    near("a word a lane", atomics(1, SI_RED, 4, 0), 4.77, 7);
    near("a sector a lane", atomics(1, SI_RED, 32, 0), 39, 5);
    near("a line a lane", atomics(1, SI_RED, 128, 0), 31.5, 5);
    near("a sector a lane, with an answer", atomics(1, SI_ATOMIC, 32, 0), 40.5, 5);
    near("a line a lane, with an answer", atomics(1, SI_ATOMIC, 128, 0), 64.3, 5);
    near("one word, with an answer", atomics(1, SI_ATOMIC, 0, 0), 64.5, 5);
    near("one float, with an answer", atomics(1, SI_ATOMIC, 0, SI_FLOAT), 111.7, 5);
    near("one float, 16 SMs", atomics(16, SI_RED, 0, SI_FLOAT), 1767, 5);
    near("a line a lane of floats", atomics(1, SI_RED, 128, SI_FLOAT), 31.4, 5);
}

/* Cycles in which each of `sms` stores `loops` times 32 lines or more of single words, `lane_stride` apart. */
static u64 stores(u32 sms, u32 lane_stride, u32 sectors, u32 loops)
{
    struct machine_config c;
    struct diag d;
    struct script_source s;
    struct gpu_record r;
    struct gpu *g = machine(&c, &d);
    script_init(&s, sms, 32, 32);
    s.loops = loops;
    u32 pc = script_mem(&s, SI_STORE, SI_GLOBAL, 1, -1, BASE, lane_stride, 32 * lane_stride);
    if (lane_stride < 128) /* else the same lines again: all that the L2 keeps */
        s.by_loop[pc] = (u64)sms * 32 * 32 * lane_stride;
    launch(g, &s, &r, &d);
    assert_int_equal(r.mem.l2.sectors_written, (u64)sms * 32 * loops * sectors);
    gpu_free(g);
    return r.cycles;
}

/* Cycles a sector and SM: whole lines, every other word, or a word a line. */
static double store(u32 sms, u32 lane_stride, u32 sectors)
{
    u32 n = sectors == 32 ? 3 : 12;
    u64 one = stores(sms, lane_stride, sectors, n), two = stores(sms, lane_stride, sectors, 2 * n);
    return (double)(two - one) / (32.0 * n * sectors);
}

static void stores_take_what_they_take_on_the_card(void **state)
{
    (void)state;
    near("whole sectors, one SM", store(1, 4, 4), 1.0, 5);
    near("parts of sectors, one SM", store(1, 8, 8), 1.24, 5);
    near("a part a line, one SM", store(1, 128, 32), 2.0, 5);
}

/* Sectors that leave an SM when each of its warps stores eight words of 32 sectors of its own, one after the other,
   and `apart` cycles between them (tools/h200/store_gather.cu). */
static u64 gathered(u32 warps, u32 apart)
{
    struct machine_config c;
    struct diag d;
    struct script_source s;
    struct gpu_record r;
    struct gpu *g = machine(&c, &d);
    script_init(&s, 1, warps, 32);
    for (u32 k = 0; k < 8; k++) {
        for (u32 i = 0; i < apart / 4; i++)
            script_op(&s, SI_FP32, 1, 1);
        script_mem(&s, SI_STORE, SI_GLOBAL, 1, -1, BASE + 4 * k, 32, 1024);
    }
    launch(g, &s, &r, &d);
    gpu_free(g);
    assert_int_equal(r.mem.l1.write, warps * 64);
    return r.mem.l2.sectors_written;
}

static void stores_are_gathered_as_on_the_card(void **state)
{
    (void)state;
    assert_int_equal(gathered(1, 0), 32);
    assert_int_equal(gathered(2, 0), 64);
    assert_true(gathered(4, 0) > 512);                        /* 1,024 on the card: too many lines */
    near("48 cycles apart", (double)gathered(1, 48), 240, 7); /* 256 with two and four stores, 224 with eight */
}

static void ctas_start_one_after_the_other(void **state)
{
    (void)state;
    struct machine_config c;
    struct diag d;
    struct gpu_record r[2];
    struct gpu *g = machine(&c, &d);
    for (u32 i = 0; i < 2; i++) {
        struct script_source s;
        script_init(&s, 1000 * (i + 1), 1, 32);
        script_op(&s, SI_ALU, 1, -1);
        launch(g, &s, &r[i], &d);
    }
    near("cycles a CTA", (double)(r[1].cycles - r[0].cycles) / 1000, 1.2, 1);
    gpu_free(g);
}

/* Instructions in a chain: cycles from one to the next (the card's 4.2, 2.2, 23, 8.1, rounded), and shared
 * memory's 23. */
static void instructions_take_what_they_take_on_the_card(void **state)
{
    (void)state;
    static const struct {
        u8 cls;
        double card;
    } t[] = {{SI_FP32, 4.2}, {SI_MUL, 4.2}, {SI_ALU, 2.2}, {SI_SFU, 23}, {SI_FP64, 8.1}};
    struct machine_config c;
    struct script_source s;
    struct gpu_record r;
    struct diag d;
    struct gpu *g = machine(&c, &d);
    for (u32 i = 0; i <= COUNT_OF(t); i++) {
        script_init(&s, 1, 1, 32);
        s.loops = 1000;
        if (i < COUNT_OF(t))
            script_op(&s, t[i].cls, 1, 1);
        else
            script_mem(&s, SI_LOAD, SI_SHARED, 1, 1, 0, 4, 0);
        s.kernel.shared_bytes = 1024;
        launch(g, &s, &r, &d);
        u64 last = r.cycles;
        near("an instruction", (double)last / 1000, i < COUNT_OF(t) ? t[i].card : 23, 10);
    }
    gpu_free(g);
}

/* Cycles that a load takes whose lanes are so many bytes apart and all hit, with 32 warps (tools/h200/l1_gather.cu).
 */
static double gather(u32 apart)
{
    struct machine_config c;
    struct diag d;
    struct gpu_record r[2];
    for (u32 k = 0; k < 2; k++) {
        struct gpu *g = machine(&c, &d);
        struct script_source s;
        script_init(&s, 1, 32, 32);
        s.loops = 20 << k;
        script_mem(&s, SI_LOAD, SI_GLOBAL, 1, 1, BASE, apart, 0); /* two chains, as there */
        script_mem(&s, SI_LOAD, SI_GLOBAL, 2, 2, BASE + 4, apart, 0);
        launch(g, &s, &r[k], &d);
        gpu_free(g);
    }
    return (double)(r[1].cycles - r[0].cycles) / (32 * 40);
}

static void loads_of_many_lines_take_what_they_take_on_the_card(void **state)
{
    (void)state;
    const struct {
        u32 apart;
        double card, percent;
    } rows[] = {{4, 0.95, 10},  {8, 1.7, 20},  {16, 4.0, 5}, {32, 8.1, 5},  {64, 16.0, 5},
                {128, 31.9, 5}, {12, 1.6, 25}, /* a cycle here, the rule of the others, where warps suffice */
                {20, 2.0, 5},   {36, 3.0, 5},  {68, 5.0, 5}, {132, 8.5, 7}, {260, 8.5, 7}};
    for (u32 i = 0; i < COUNT_OF(rows); i++) {
        char what[32];
        snprintf(what, sizeof what, "%u bytes apart", rows[i].apart);
        near(what, gather(rows[i].apart), rows[i].card, rows[i].percent);
    }
}

/* Cycles of a lone load that has `words` of its words in one bank, each after the last (tools/h200/l1_gather.cu). */
static double lone(u8 space, u32 words)
{
    struct machine_config c;
    struct diag d;
    struct gpu_record r[2];
    for (u32 k = 0; k < 2; k++) {
        struct gpu *g = machine(&c, &d);
        struct script_source s;
        script_init(&s, 1, 1, 32);
        s.loops = 100 << k;
        script_mem(&s, SI_LOAD, space, 1, 1, space == SI_SHARED ? 0 : BASE, 4 * words, 0);
        s.kernel.shared_bytes = 4096;
        launch(g, &s, &r[k], &d);
        gpu_free(g);
    }
    return (double)(r[1].cycles - r[0].cycles) / 100;
}

static void words_of_one_bank_take_what_they_take_on_the_card(void **state)
{
    (void)state;
    const struct {
        u32 words;
        double shared, l1;
    } rows[] = {{2, 1, 1.9}, {4, 5, 5.9}, {8, 13, 14.9}, {16, 29, 32.9}, {32, 61, 68.9}};
    double shared = lone(SI_SHARED, 1), l1 = lone(SI_GLOBAL, 1);
    for (u32 i = 0; i < COUNT_OF(rows); i++) {
        assert_true(lone(SI_SHARED, rows[i].words) - shared == rows[i].shared);
        near("a lone load", lone(SI_GLOBAL, rows[i].words), l1 + rows[i].l1, 9);
    }
}

/* Cycles from one texture load that hits to the next, each of a chain of its warp's, for all of the SM
   (tools/h200/tex_layout.cu). */
static double texture_loads(u32 warps)
{
    struct machine_config c;
    struct diag d;
    struct gpu_record r[2];
    for (u32 k = 0; k < 2; k++) {
        struct gpu *g = machine(&c, &d);
        struct script_source s;
        script_init(&s, 1, warps, 32);
        s.loops = 20 << k;
        script_mem(&s, SI_LOAD, SI_TEX, 1, 1, BASE, 16, 0);
        launch(g, &s, &r[k], &d);
        gpu_free(g);
    }
    return (double)(r[1].cycles - r[0].cycles) / (20 * warps);
}

static void textures_take_what_they_take_on_the_card(void **state)
{
    (void)state;
    near("16 warps", texture_loads(16), 8.0, 2); /* of more, the oldest go first here, and the youngest last, alone */
    near("one warp", texture_loads(1), 124, 3);  /* 134 with the arithmetic of the next coordinate */
}

/* Cycles a warp instruction that adds floats, or numbers of 8 bytes, to shared memory: own words or one word. */
static double float_atomics(u32 warps, i64 lane_stride, u8 bytes)
{
    struct machine_config c;
    struct script_source s;
    struct gpu_record r[2];
    struct diag d;
    struct gpu *g = machine(&c, &d);
    for (u32 i = 0; i < 2; i++) {
        script_init(&s, 1, warps, 32);
        s.loops = 10 * (i + 1);
        u32 pc = script_mem(&s, SI_RED, SI_SHARED, 1, -1, 0, lane_stride, 32 * lane_stride);
        s.code[pc].flags |= SI_COND;
        s.code[pc].bytes = bytes;
        script_op(&s, SI_ALU, 1, -1);
        s.kernel.shared_bytes = 8192;
        launch(g, &s, &r[i], &d);
    }
    gpu_free(g);
    assert_int_equal(r[0].sm.warp_instrs, warps * 10 * (1 + (bytes == 8 ? 7 : 5) * (lane_stride ? 1u : 32u)));
    return (double)(r[1].cycles - r[0].cycles) / (10 * warps);
}

/* Cycles a warp instruction of each of `sms` that adds to global memory: all lanes on one word. */
static double global_atomics(u32 sms)
{
    struct machine_config c;
    struct script_source s;
    struct gpu_record r[2];
    struct diag d;
    struct gpu *g = machine(&c, &d);
    u32 warps = sms == 1 ? 32 : 2, n = sms == 1 ? 10 : 4;
    for (u32 i = 0; i < 2; i++) {
        script_init(&s, sms, warps, 32);
        s.loops = n * (i + 1);
        script_mem(&s, SI_RED, SI_GLOBAL, 1, -1, BASE, 0, 0);
        launch(g, &s, &r[i], &d);
    }
    gpu_free(g);
    return (double)(r[1].cycles - r[0].cycles) / (n * warps);
}

static void atomics_on_one_word_take_what_they_take_on_the_card(void **state)
{
    (void)state;
    near("all SMs, one word", global_atomics(132), 5900, 3);
    near("one SM, one word", global_atomics(1), 54, 20); /* 45 to 64 */
}

static void floats_are_added_to_shared_memory_as_on_the_card(void **state)
{
    (void)state;
    near("one warp, own words", float_atomics(1, 4, 4), 93, 3);
    near("32 warps, own words", float_atomics(32, 4, 4), 3.4, 5);
    near("one warp, one word", float_atomics(1, 0, 4), 4627, 3); /* less 38 of the loop around it, as below */
    near("two warps, one word", float_atomics(2, 0, 4), 4732 / 2.0, 3);
    near("32 warps, one word", float_atomics(32, 0, 4), 1388, 3);
    near("doubles, one warp, own words", float_atomics(1, 8, 8), 107, 3);
    near("doubles, one warp, one word", float_atomics(1, 0, 8), 5123, 3);
    near("doubles, four warps, one word", float_atomics(4, 0, 8), 14270 / 4.0, 10);
    near("doubles, 8 warps, one word", float_atomics(8, 0, 8), 16330 / 8.0, 11);
    near("doubles, 32 warps, one word", float_atomics(32, 0, 8), 60440 / 32.0, 5);
}

static void all_sms_move_what_they_move_on_the_card(void **state)
{
    (void)state;
    near("L2, bytes a cycle of an SM", stream(132, 40, true) / 132 / 1.98e9, 34.2, 5); /* tools/h200/l2_rate.cu */
    near("DRAM, TB/s", stream(132, 64, false) / 1e12, 4.48, 4);
    near("L2, one SM, bytes a cycle", stream(1, 400, true) / 1.98e9, 107, 16); /* 90 to 124 on the card */
    near("stores of whole sectors, all", store(132, 4, 4), 1.74, 5);
    near("stores of parts of sectors, all", store(132, 8, 8), 2.35, 5);
    near("stores of a part a line, all", store(132, 128, 32), 3.5, 10);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_load_takes_what_it_takes_on_the_card),
                                       cmocka_unit_test(a_miss_of_the_l2_brings_two_sectors),
                                       cmocka_unit_test(fences_take_what_they_take_on_the_card),
                                       cmocka_unit_test(words_of_one_bank_take_what_they_take_on_the_card),
                                       cmocka_unit_test(textures_take_what_they_take_on_the_card),
                                       cmocka_unit_test(constants_take_what_they_take_on_the_card),
                                       cmocka_unit_test(instructions_take_what_they_take_on_the_card),
                                       cmocka_unit_test(stores_take_what_they_take_on_the_card),
                                       cmocka_unit_test(stores_are_gathered_as_on_the_card),
                                       cmocka_unit_test(ctas_start_one_after_the_other),
                                       cmocka_unit_test(floats_are_added_to_shared_memory_as_on_the_card),
                                       cmocka_unit_test(atomics_on_one_word_take_what_they_take_on_the_card),
                                       cmocka_unit_test(loads_of_many_lines_take_what_they_take_on_the_card),
                                       cmocka_unit_test(atomics_take_what_they_take_on_the_card),
                                       cmocka_unit_test(all_sms_move_what_they_move_on_the_card)};
    /* the last one takes as long as all others */
    return _cmocka_run_group_tests("tests", tests, COUNT_OF(tests) - !long_run(), NULL, NULL);
}
