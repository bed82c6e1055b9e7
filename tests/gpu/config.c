/* Machines: presets hold the numbers of the papers' tables; wrong keys, values and combinations are refused with the
   rule and the place. */
#include "gpu/config.h"

#include <malloc.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cmocka.h>

#include "gpu/gpu.h"

/* Rows of the table in the design documents: machine, key, value. */
static const struct {
    const char *machine, *key;
    u64 value;
} table[] = {
    {"gtx480", "gpu.sms", 15},
    {"gtx480", "sm.warps", 48},
    {"gtx480", "sm.ctas", 8},
    {"gtx480", "sm.regs", 32768},
    {"gtx480", "sm.shared", 49152},
    {"gtx480", "sm.schedulers", 2},
    {"gtx480", "sched.policy", 1},
    {"gtx480", "l1.size", 32768},
    {"gtx480", "l1.ways", 4},
    {"gtx480", "l1.mshrs", 32},
    {"gtx480", "l2.slices", 12},
    {"gtx480", "l2.per_channel", 2},
    {"gtx480", "l2.size", 65536},
    {"gtx480", "l2.ways", 8},
    {"gtx480", "noc.flit", 32},
    {"gtx480", "dram.banks", 16},
    {"gtx480", "dram.ccd", 2},
    {"gtx480", "dram.ccdl", 3},
    {"gtx480", "dram.groups", 4},
    {"gtx480", "dram.rrd", 6},
    {"gtx480", "dram.rcd", 12},
    {"gtx480", "dram.ras", 28},
    {"gtx480", "dram.rp", 12},
    {"gtx480", "dram.rc", 40},
    {"gtx480", "dram.cl", 12},
    {"gtx480", "dram.wl", 4},
    {"gtx480", "dram.cdlr", 5},
    {"gtx480", "dram.wr", 12},
    {"gtx480", "gpu.clock", 700},
    {"gtx480", "dram.clock", 924},
    {"c2050-s", "gpu.sms", 14},
    {"c2050-s", "l1.size", 16384},
    {"c2050-s", "l1.ways", 4},
    {"c2050-s", "sm.shared", 49152},
    {"c2050-s", "sched.policy", 0},
    {"c2050-s", "l2.ways", 16},
    {"c2050-s", "gpu.clock", 1150},
    {"c2050-s", "noc.clock", 1150},
    {"c2050-s", "l2.slices", 6},
    {"c2050-s", "l2.per_channel", 1},
    {"c2050-s", "l2.size", 131072},
    {"c2050-s", "dram.groups", 4},
    {"c2050-s-gs320", "gpu.clock", 575},
    {"c2050-s-gs320", "noc.clock", 1150},
    {"c2050-s", "l2.clock", 575},
    {"c2050-s", "dram.clock", 750},
    {"c2050-s", "sm.threads", 1536},
    {"c2050-l", "l1.size", 49152},
    {"c2050-l", "l1.ways", 6},
    {"c2050-l", "sm.shared", 16384},
    {"c2050-l", "gpu.clock", 1150},
    {"clustered60", "gpu.sms", 60},
    {"clustered60", "gpu.sms_per_cluster", 5},
    {"clustered60", "sm.regs", 65536}, /* GP100's, as the SMs, shared memory, L2 and bandwidth */
    {"clustered60", "sm.threads", 2048},
    {"clustered60", "sm.ctas", 32},
    {"clustered60", "l1.size", 49152},
    {"clustered60", "l2.slices", 8},
    {"clustered60", "l2.per_channel", 1},
    {"clustered60", "dram.extra_latency", 100},
    {"clustered60", "dram.groups", 1},
    {"clustered60", "l2.size", 524288},
    {"clustered60", "noc.flit", 64},
    {"clustered60", "gpu.clock", 1400},
    {"clustered60", "sm.shared", 65536},
    {"wpu-bulk", "gpu.sms", 4},
    {"wpu-bulk", "sm.warps", 4},
    {"wpu-bulk", "sm.lanes", 8},
    {"wpu-bulk", "l1.line", 32},
    {"wpu-bulk", "l1.mshrs", 16},
    {"wpu-bulk", "l1.latency", 1}, /* 3 in all, with issue and the way to its bank */
    {"wpu-bulk", "l1.write", 2},
    {"wpu-bulk", "l2.kind", 1},
    {"wpu-bulk", "dram.fixed_latency", 300},
    {"wpu-bulk", "noc.clock", 300},
    {"wpu-bulk", "sm.stall", STALL_ON_ACCESS},
    {"wpu-coherent", "sm.warps", 8},
    {"wpu-coherent", "l2.slices", 4},
    {"wpu-coherent", "l2.size", 2097152 / 4},
    {"wpu-coherent", "l2.ways", 16},
    {"wpu-coherent", "l2.latency", 30},
    {"wpu-coherent", "l2.mshrs", 64 / 4},
    {"sm32nm", "gpu.sms", 1},
    {"sm32nm", "sm.warps", 32},
    {"sm32nm", "lat.alu", 8},
    {"sm32nm", "lat.sfu", 20},
    {"sm32nm", "lat.shared", 20},
    {"sm32nm", "tex.latency", 398},
    {"sm32nm", "sm.ctas", 32},
    {"sm32nm", "l1.size", 65536},
    {"sm32nm", "l1.write", 1},
    {"sm32nm", "dram.fixed_latency", 400},
    {"sm32nm", "dram.fixed_bytes", 8},
    {"sm32nm", "sched.policy", 2},
    {"h200", "gpu.sms", 132},
    {"h200", "sm.warps", 64},
    {"h200", "sm.regs", 65536},
    {"h200", "sm.shared", 233472},
    {"h200", "l1.sectored", 1},
    {"h200", "l2.sectored", 1},
    {"h200", "lat.shared", 23},
    {"h200", "gpu.clock", 1980},
    {"a100", "gpu.sms", 108},
    {"a100", "sm.shared", 164 * 1024},
    {"v100", "gpu.sms", 80},
    {"v100", "sm.shared", 96 * 1024},
    {"rtx3090", "gpu.sms", 82},
    {"rtx3090", "sm.warps", 48},
    {"h100", "gpu.sms", 132},
};

static u64 value_of(const char *machine, const char *key)
{
    struct decl_group g[MACHINE_MAX_GROUPS];
    const struct decl_group *at;
    struct machine_config c;
    struct diag d;
    diag_init(&d);
    if (!machine_load(&c, machine, &d))
        diag_print(&d, stderr);
    assert_int_equal(d.errors, 0);
    const struct decl_param *p = decl_find(g, machine_groups(g), key, &at);
    if (!p)
        fail_msg("no parameter %s", key);
    diag_free(&d);
    return decl_get(&c, at, p);
}

/* Data sheets: the L2 in all, and the DRAM's peak. */
static void cards_have_their_data_sheets_peaks(void **state)
{
    static const struct {
        const char *machine;
        u64 l2_mb;
        double gb_per_s;
    } cards[] = {{"v100", 6, 897}, {"a100", 40, 1555}, {"rtx3090", 6, 936}, {"h100", 50, 3350}};
    (void)state;
    for (u32 i = 0; i < COUNT_OF(cards); i++) {
        const char *m = cards[i].machine;
        double channels = (double)value_of(m, "l2.slices") / (double)value_of(m, "l2.per_channel");
        double peak = channels * (double)(value_of(m, "dram.bus") * value_of(m, "dram.ratio")) *
                      (double)value_of(m, "dram.clock") / 1000;
        assert_int_equal(value_of(m, "l2.slices") * value_of(m, "l2.size"), cards[i].l2_mb << 20);
        assert_true(peak > cards[i].gb_per_s * 0.995 && peak < cards[i].gb_per_s * 1.005);
    }
}

static void presets_hold_the_papers_numbers(void **state)
{
    (void)state;
    for (u32 i = 0; i < COUNT_OF(table); i++) {
        u64 v = value_of(table[i].machine, table[i].key);
        if (v != table[i].value)
            fail_msg("%s: %s is %llu, the table says %llu", table[i].machine, table[i].key, (unsigned long long)v,
                     (unsigned long long)table[i].value);
    }
}

static void clocks_have_a_common_base(void **state)
{
    (void)state;
    struct machine_config c;
    struct diag d;
    diag_init(&d);
    assert_true(machine_load(&c, "c2050-s", &d));
    struct machine_clocks k = machine_clocks(&c);
    assert_int_equal(k.core, k.noc);
    assert_int_equal(k.core * 1150, k.l2 * 575);
    assert_int_equal(k.core * 1150, k.dram * 750);
    assert_int_equal(k.core, 15);
    diag_free(&d);
}

/* Writes a machine file, reads and checks it; the first message. */
static const char *told(const char *text)
{
    static char out[600];
    char path[] = "/tmp/sluice-machine-XXXXXX.ini";
    int fd = mkstemps(path, 4);
    assert_true(fd >= 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text));
    close(fd);
    struct machine_config c;
    struct diag d;
    diag_init(&d);
    if (machine_load(&c, path, &d))
        machine_check(&c, &d);
    unlink(path);
    out[0] = 0;
    if (d.first)
        snprintf(out, sizeof out, "%s:%u: %s", d.first->file ? "file" : "", d.first->line, d.first->text);
    diag_free(&d);
    return out;
}

/* How storage is divided changes no code: a mechanism is measured on the same instructions. */
static void storage_is_no_part_of_a_target(void **state)
{
    (void)state;
    static const char *const machines[] = {"h200", "sm32nm", "gtx480"};
    for (u32 i = 0; i < COUNT_OF(machines); i++)
        for (u32 kind = LOCAL_PARTITIONED; kind <= LOCAL_UNIFIED; kind++) {
            struct machine_config c;
            struct diag d;
            diag_init(&d);
            assert_true(machine_load(&c, machines[i], &d));
            struct isa_target plain = isa_target_of(&c);
            c.local.kind = kind;
            c.local.capacity = 128 << 10;
            struct isa_target other = isa_target_of(&c);
            assert_memory_equal(&plain, &other, sizeof plain);
            diag_free(&d);
        }
}

static void expect(const char *text, const char *place, const char *words)
{
    const char *got = told(text);
    if (strncmp(got, place, strlen(place)) || !strstr(got, words))
        fail_msg("expected \"%s ... %s\", got \"%s\"", place, words, got);
}

static void impossible_machines_are_refused_with_the_rule(void **state)
{
    (void)state;
    assert_string_equal(told("[gpu]\nsms = 4\n"), "");
    expect("[sm]\n\nwarps = 64\nregs = 1024\n", "file:4: ", "less than one register a thread");
    expect("[sm]\nlanes = 24\n", "file:2: ", "power of two");
    expect("[sm]\nschedulers = 4\nwarps = 2\nthreads = 64\n", "file:2: ", "a scheduler needs a warp");
    expect("[gpu]\nsms = 15\nsms_per_cluster = 4\n", "file:3: ", "do not divide into clusters");
    expect("[sm]\nthreads = 2048\n", "file:2: ", "do not fit 48 warps");
    expect("[l1]\nline = 128\nsector = 96\n", "file:2: ", "a line must be 1 to 8 sectors");
    expect("[l1]\nline = 32\nsector = 64\n", "file:2: ", "a line must be 1 to 8 sectors");
    expect("[l1]\n\nsize = 128\nways = 4\n", "file:3: ", "not a whole number of sets of 4 ways of 128 bytes");
    expect("[l2]\nsize = 1KB\nways = 16\n", "file:2: ", "not a whole number of sets of 16 ways");
    expect("[l1]\nwrite_alloc = on\nwrite = evict\n", "file:2: ", "needs l1.write = through");
    expect("[icache]\non = on\nsize = 256\nline = 128\nassoc = 4\n", "file:3: ", "zero sets");
    expect("[l1]\nmshr = 3\n", "file:2: ", "mshrs");
    expect("[sm]\nwarps = 100\n", "file:2: ", "64");
    expect("[gpu]\ncoherence = mesi\n", "file:2: ", "gpu.coherence = mesi needs l1.write = back");
    expect("base = wpu-coherent\n[icc]\non = on\n", "", "a cluster that merges nothing");
    expect("base = wpu-coherent\n[noc]\nfar_latency = 9\nfar_once = on\n", "", "needs noc.far_once = off");
    expect("base = nowhere\n", "file:0: ", "there is neither");
}

/* What --set broke has no place in the file. */
static void a_rule_that_set_breaks_has_no_place(void **state)
{
    (void)state;
    static const struct {
        const char *pair, *words;
    } t[] = {{"sm.regs=100", "sm.regs: 100 registers for 48 warps"}, {"l1.ways=7", "sets of 7 ways"}};
    for (u32 i = 0; i < COUNT_OF(t); i++) {
        struct machine_config c;
        struct diag d;
        diag_init(&d);
        assert_true(machine_load(&c, "gtx480", &d) && machine_set(&c, t[i].pair, &d));
        assert_false(machine_check(&c, &d));
        assert_null(d.first->file);
        assert_non_null(strstr(d.first->text, t[i].words));
        diag_free(&d);
    }
}

/* A parameter that a machine does not look at is refused when it is set, with what would make it count. */
static void what_is_not_looked_at_is_refused(void **state)
{
    static const struct {
        const char *machine, *sets[2], *says; /* NULL: it is fine */
    } cases[] = {
        {"clustered60", {"icc.latency=2"}, "it applies where icc.on is on, but here icc.on is off"},
        {"clustered60", {"icc.entries=96"}, "it applies where icc.on is on, but here icc.on is off"},
        {"clustered60", {"icc.entries?=96"}, NULL},
        {"clustered60", {"icc.entries=96", "icc.on=on"}, NULL},
        {"gtx480", {"l1.gather_wait=9"}, "it applies where l1.gather is not 0, but here l1.gather is 0"},
        {"gtx480", {"l2.write_part=9"}, "it applies where l2.write_busy is not 0, but here l2.write_busy is 0"},
        {"sm32nm", {"l2.latency=9"}, "it applies where l2.kind is cache, but here l2.kind is none"},
        {"sm32nm", {"l2.write_fetch=off"}, "it applies where l2.kind is cache, but here l2.kind is none"},
        {"sm32nm", {"energy.l1_read=9"}, "it applies where energy.banks is given, but here energy.banks is sized"},
        {"h200", {"lat.fp32=40"}, "lat.fp32: is not looked at on this machine: it applies where sm.isa is not sm90"},
        {"h200", {"rate.fp32=10"}, "it applies where sm.isa is not sm90, but here sm.isa is sm90"},
        {"h200", {"lat.fp32=40", "sm.isa=ptx"}, NULL},
        {"h200", {"lat.shared=40"}, NULL},
        {"gtx480", {"lat.fp32=40"}, NULL},
        {"gtx480", {"mrpb.entries=4"}, "applies where front is mrpb, but here front is fifo"},
        {"gtx480", {"mrpb.entries=4", "front=mrpb"}, NULL},
        {"gtx480", {"warppool.select=oldest"}, "lsu.kind is warppool, but here lsu.kind is in-order"},
        {"gtx480", {"sched.active=4"}, "sched.policy is two-level, but here sched.policy is gto"},
        {"gtx480", {"icache.miss=9"}, "icache.on is on, but here icache.on is off"},
        {"h200",
         {"tex.size=65536"},
         "tex.size: is not looked at on this machine: it applies where tex.kind is cache"},
        {"gtx480", {"tex.mshrs=16", "tex.kind=cache"}, NULL},
        {"gtx480-gs4", {"const.ways=2"}, "const.kind is cache, but here const.kind is fixed"},
        {"gtx480", {"const.ways=2"}, NULL},
        {"gtx480", {"icc.lines=9"}, "icc.cache is on, but here icc.cache is off"},
        {"sm32nm", {"dram.banks=8"}, "dram.kind is not fixed, but here dram.kind is fixed"},
        {"sm32nm", {"l2.size=262144"}, "l2.kind is cache, but here l2.kind is none"},
        {"sm32nm", {"energy.flit=1"}, "noc.kind is not none, but here noc.kind is none"},
        {"gtx480", {"energy.flit=1"}, NULL},
    };
    (void)state;
    for (u32 i = 0; i < COUNT_OF(cases); i++) {
        struct machine_config c;
        struct diag d;
        diag_init(&d);
        assert_true(machine_load(&c, cases[i].machine, &d) && machine_set(&c, cases[i].sets[0], &d));
        assert_true(!cases[i].sets[1] || machine_set(&c, cases[i].sets[1], &d));
        assert_int_equal(machine_check(&c, &d), !cases[i].says);
        assert_true(!strstr(cases[i].sets[0], "?=") || !machine_set(&c, "icc.entries?=99999", &d)); /* bounds hold */
        if (cases[i].says)
            assert_non_null(strstr(d.first->text, cases[i].says));
        diag_free(&d);
    }
}

/* So it is in a file, unless the file calls the section spare. */
static void nor_in_a_file(void **state)
{
    static const struct {
        const char *text, *says;
    } cases[] = {
        {"base = gtx480\n[dram]\nkind = fixed\nbanks = 8\n",
         "dram.banks is not looked at: it applies where dram.kind is not fixed, but here dram.kind is fixed"},
        {"base = gtx480\nspare = l2 dram\n[dram]\nkind = fixed\nbanks = 8\n", NULL},
        {"base = gtx480\nspare = l2\n[dram]\nkind = fixed\nbanks = 8\n", "dram.banks is not looked at"},
        {"base = gtx480\n[dram]\nkind = fixed\n", NULL}, /* what the base says was for itself */
    };
    (void)state;
    for (u32 i = 0; i < COUNT_OF(cases); i++) {
        struct machine_config c;
        struct diag d;
        char path[] = "/tmp/sluice-machine-XXXXXX.ini";
        int fd = mkstemps(path, 4);
        assert_true(fd >= 0 && write(fd, cases[i].text, strlen(cases[i].text)) == (ssize_t)strlen(cases[i].text));
        close(fd);
        diag_init(&d);
        assert_int_equal(machine_load(&c, path, &d), !cases[i].says);
        if (cases[i].says) {
            assert_non_null(strstr(d.first->text, cases[i].says));
            assert_int_equal(d.first->line, i ? 5 : 4);
        }
        diag_free(&d);
        unlink(path);
    }
}

/* "a|b" or "!a": every word is one that the parameter can have. */
static void check_when(const struct decl_group *groups, u32 n, const struct decl_when *w)
{
    if (!w->key)
        return;
    const struct decl_param *p = decl_find(groups, n, w->key, NULL);
    if (!p)
        fail_msg("there is no %s", w->key);
    for (const char *at = w->words + (*w->words == '!'); *at;) {
        struct machine_config c;
        struct diag d;
        char pair[128];
        size_t len = strcspn(at, "|");
        diag_init(&d);
        machine_defaults(&c);
        snprintf(pair, sizeof pair, "%s=%.*s", w->key, (int)len, at);
        if (!machine_set(&c, pair, &d))
            fail_msg("%s cannot be", pair);
        diag_free(&d);
        at += len + (at[len] == '|');
    }
}

static void conditions_name_what_there_is(void **state)
{
    struct decl_group groups[MACHINE_MAX_GROUPS];
    u32 n = machine_groups(groups), found = 0;
    (void)state;
    for (u32 i = 0; i < n; i++) {
        check_when(groups, n, &groups[i].when);
        for (u32 k = 0; k < groups[i].n; k++) {
            check_when(groups, n, &groups[i].rows[k].when);
            found += groups[i].rows[k].when.key != NULL;
        }
    }
    assert_true(found > 20);
}

static void a_wrong_name_gets_the_nearest(void **state)
{
    (void)state;
    struct machine_config c;
    struct diag d;
    diag_init(&d);
    assert_false(machine_load(&c, "gtx840", &d));
    assert_non_null(strstr(d.first->text, "gtx480"));
    machine_defaults(&c);
    assert_false(machine_set(&c, "l1.mshr=3", &d));
    assert_true(machine_set(&c, "l1.mshrs=3", &d));
    assert_int_equal(c.mem.l1.mshrs, 3);
    assert_true(machine_set(&c, "front=mrpb", &d));
    diag_free(&d);
}

/* A machine of 80 SMs costs what is used of it: its caches, queues and tables are not touched before they are needed.
 */
static void a_large_machine_is_made_quickly(void **state)
{
    (void)state;
    struct machine_config c;
    struct diag d;
    struct gpu_options opt = {.threads = 1};
    diag_init(&d);
    assert_true(machine_load(&c, "qv100", &d));
    struct rusage before, after;
    mallopt(M_PERTURB, 0); /* set by meson's tests: calloc then writes what it need not */
    getrusage(RUSAGE_SELF, &before);
    struct gpu *g = gpu_new(&c, &opt, &d);
    getrusage(RUSAGE_SELF, &after);
    u64 pages = (u64)(after.ru_minflt - before.ru_minflt);
    assert_non_null(g);
    gpu_free(g);
    diag_free(&d);
#ifndef __SANITIZE_ADDRESS__         /* which has shadows of all memory */
    assert_in_range(pages, 1, 1500); /* 10,000 if all were cleared */
#endif
    (void)pages;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(cards_have_their_data_sheets_peaks),
                                       cmocka_unit_test(presets_hold_the_papers_numbers),
                                       cmocka_unit_test(storage_is_no_part_of_a_target),
                                       cmocka_unit_test(a_large_machine_is_made_quickly),
                                       cmocka_unit_test(clocks_have_a_common_base),
                                       cmocka_unit_test(impossible_machines_are_refused_with_the_rule),
                                       cmocka_unit_test(a_rule_that_set_breaks_has_no_place),
                                       cmocka_unit_test(a_wrong_name_gets_the_nearest),
                                       cmocka_unit_test(what_is_not_looked_at_is_refused),
                                       cmocka_unit_test(nor_in_a_file),
                                       cmocka_unit_test(conditions_name_what_there_is)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
