/* "Look here first": each rule is said of a record that has its limit and of none that has not, with its number and a
   bound that follows from the slots; causes hide what they cause; every name that a rule reads is in a record. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "out/out.h"

/* A kernel of 1,000 slots, of which `issued` issue; the rest as the case says: "slot.memory=600
 * sm.lines_per_access=9". */
static void set(json_t *o, const char *path, json_t *value)
{
    char name[64];
    const char *dot;
    while ((dot = strchr(path, '.'))) {
        snprintf(name, sizeof name, "%.*s", (int)(dot - path), path);
        if (!json_object_get(o, name))
            json_object_set_new(o, name, json_object());
        o = json_object_get(o, name);
        path = dot + 1;
    }
    json_object_set_new(o, path, value);
}

static void set_all(json_t *o, const char *text)
{
    char *copy = strdup(text), *save = NULL;
    for (char *w = strtok_r(copy, " ", &save); w; w = strtok_r(NULL, " ", &save)) {
        char *eq = strchr(w, '='), *end;
        *eq = 0;
        double v = strtod(eq + 1, &end);
        set(o, w, *end ? json_string(eq + 1) : json_real(v));
    }
    free(copy);
}

static json_t *kernel(const char *text)
{
    json_t *k = json_object();
    set_all(k,
            "launches=1 cycles=0 ctas=150 slot.total=1000 slot.no_warp=0 sm.simd_efficiency=32 "
            "occupancy.ctas_per_sm=10 occupancy.theoretical=1 occupancy.achieved_warps=40 occupancy.warps_per_sm=48");
    set_all(k, text);
    return k;
}

static json_t *machine(void)
{
    json_t *m = json_object();
    set_all(m,
            "gpu.sms=15 sm.lanes=32 sm.warps=48 l1.mshrs=32 gpu.launch=2000 l2.slices=6 noc.latency=30 l2.delay=30 "
            "l2.latency=10 dram.cl=50 dram.extra_latency=150");
    return m;
}

static const struct {
    const char *rule, *record, *says;
    double share; /* what lifting it gives back at most */
} cases[] = {
    {"few-ctas", "ctas=2 slot.no_warp=860", "2 CTAs on 15 SMs: 86 % of the issue slots have no warp", .86},
    {"few-ctas", "ctas=1 slot.no_warp=900", "1 CTA on 15 SMs", .9},
    {"tail", "ctas=165 slot.no_warp=400", "1.1 waves of CTAs, the last one 10 % full: 40 %", .4},
    {"unequal", "ctas=30 slot.no_warp=300", "the 30 CTAs begin and end at different times: 30 %", .3},
    {"unequal", "ctas=300 slot.no_warp=300", "the 300 CTAs begin and end at different times: 30 %", .3},
    {"launch", "launches=4 ctas=600 cycles=16000 slot.no_warp=600",
     "4 launches of 4000 cycles, of which 2000 start and end it: 50 %", .5},
    {"launch", "cycles=1900 slot.no_warp=900", "1 launch of 1900 cycles, of which 1710 start and end it: 90 %", .9},
    {"rows", "dram.row_hit_rate=.1 bandwidth.dram_used=.3 dram.served=10 dram.queued=2000 slot.memory=500",
     "DRAM finds its row open for 10 % of the requests, which wait 200 cycles for it to open others", .5},
    {"camping",
     "l2.access=1000 l2.busiest=600 l2.read=1000 l2.read_miss=500 latency.total.mean=900 latency.total.count=1000 "
     "cycles=1000 slot.memory=500",
     "one of the 6 slices of the L2 takes 60 % of its requests, 3.6 times as many as the mean one", .5},
    {"thrash", "l1.read=100 l1.miss=80 l1.evict=70 l2.read_hit_rate=.95 slot.memory=500 slot.l1_missq=200",
     "80 % of its reads miss, and the L2 has 95 % of them", .7},
    {"shared", "sm.shared_instrs=10 slot.lsu_full=300", "full of accesses to shared memory", .3},
    {"expanded", "slot.expanded=400", "these fill 40 % of the issue slots", .4},
    {"fences", "slot.fence=300 sm.fences=64 sm.warps=32", "at memory fences in 30 % of the issue slots, 2.0 fences",
     .3},
    {"uncached", "l1.skip=90 l1.read=10 sm.lines=100 slot.memory=300", "90 % of the loads go past the L1", .3},
    {"drain", "slot.drain=300", "wait for their last stores and atomics in 30 %", .3},
    {"dual", "slot.dual=300", "no place beside the first in 30 %", .3},
    {"order", "slot.lsu_order=300", "stores wait until the LSU", .3},
    {"dram", "bandwidth.dram_used=.8 bandwidth.dram_gb_per_s=144 bandwidth.dram_peak_gb_per_s=180 slot.memory=700",
     "DRAM moves 144 of 180 GB/s (80 %)", .7},
    {"dram", "bandwidth.dram_used=.8 slot.memory=900 l1.access=300 sm.cycles=1000", "DRAM moves", .7},
    {"dram", "bandwidth.dram_used=.8 slot.memory=900 network.reply.load=.4", "DRAM moves", .6},
    /* 240 of 600 cycles without queues: 100 of the network and the L2, and an open row for seven of ten requests */
    {"dram",
     "bandwidth.dram_used=.8 slot.memory=900 latency.total.mean=600 latency.total.count=100 l2.read=100 "
     "l2.read_miss=70",
     "DRAM moves", .64},
    {"latency", "slot.memory=900 bandwidth.dram_used=.4 network.reply.load=.3", "warps wait for loads in 90 %", .6},
    {"latency", "slot.memory=900 bandwidth.dram_used=.2 network.reply.load=.55", "warps wait for loads in 90 %", .45},
    {"latency", "slot.memory=900 l1.access=350 sm.cycles=1000", "warps wait for loads in 90 %", .65},
    {"scattered", "sm.lines_per_access=11.3 slot.memory=300 slot.l1_mshr=200", "an access touches 11.3 cache lines",
     .5},
    {"spills", "sm.local_instrs=30 sm.global_instrs=30 slot.memory=600",
     "50 % of the memory instructions go to local", .6},
    {"atomics", "l2.atomic=80 l2.access=100 slot.memory=600", "80 % of what reaches the L2 is atomic", .6},
    {"occupancy",
     "occupancy.theoretical=.25 occupancy.achieved_warps=11 occupancy.warps_per_sm=12 occupancy.limiter=registers "
     "slot.memory=500 "
     "slot.alu=100",
     "registers limit an SM to 12 of 48 warps, and these wait in 60 %", .6},
    {"mshrs", "slot.l1_mshr=300 slot.memory=200", "the L1's 32 MSHRs are all in use: loads wait for one in 30 %", .5},
    {"mshrs", "slot.l1_mshr=300 slot.memory=200 bandwidth.dram_used=.55", "MSHRs are all in use", .45},
    {"merges", "slot.l1_merge=300 slot.memory=200", "its MSHR takes no more in 30 %", .5},
    {"lines", "slot.l1_assoc=300 slot.memory=200", "every line of a set of the L1 waits", .5},
    {"behind", "slot.l1_missq=300 slot.memory=200 network.reply.load=.9", "(load of the reply network 90 %): 30 %",
     .5},
    {"l1-rate", "slot.l1_other=300 slot.memory=200 sm.lines_per_access=1.5", "at its rate, 1.5 lines an access: 30 %",
     .5},
    {"banks", "sm.shared_instrs=10 sm.shared_conflicts=70 slot.lsu_full=300",
     "takes 7.0 extra cycles for bank conflicts", .3},
    {"divergence", "sm.simd_efficiency=8", "8.0 of 32 lanes are active", .75},
    {"latency", "slot.memory=600 sm.load_latency=350 bandwidth.dram_used=.12",
     "wait for loads in 60 % of the issue slots, 350 cycles a load, and DRAM is 12 % used", .6},
    {"arithmetic", "slot.alu=400 occupancy.achieved_warps=4",
     "results of arithmetic in 40 % of the issue slots, with 4.0", .4},
    {"barriers", "slot.barrier=400", "wait at barriers in 40 %", .4},
    {"units", "slot.unit_busy=400", "units are busy in 40 % of the issue slots, mostly the", .4},
    {"fetch", "slot.fetch=400", "fetched too slowly in 40 %", .4},
    {"policy", "slot.throttled=400", "held back by the scheduling policy in 40 %", .4},
};

static u32 advise(json_t *k, json_t *m, struct out_advice *a)
{
    json_t *doc = json_pack("{s:O}", "machine", m);
    u32 n = out_advise(doc, k, a, OUT_ADVICE_MOST);
    json_decref(doc);
    return n;
}

static void test_each_rule(void **state)
{
    (void)state;
    json_t *m = machine();
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        json_t *k = kernel(cases[i].record);
        struct out_advice a[OUT_ADVICE_MOST];
        u32 n = advise(k, m, a);
        print_message("# %s\n", cases[i].rule);
        assert_true(n >= 1);
        assert_string_equal(a[0].rule->key, cases[i].rule);
        assert_true(fabs(a[0].share - cases[i].share) < 1e-9);
        assert_non_null(strstr(a[0].what, cases[i].says));
        json_decref(k);
    }
    json_decref(m);
}

static void test_every_rule_has_a_case(void **state)
{
    (void)state;
    for (u32 r = 0; r < out_rule_count; r++) {
        bool found = !strcmp(out_rules[r].key, "line"); /* test_names_the_line_to_blame */
        for (size_t i = 0; i < COUNT_OF(cases); i++)
            found |= !strcmp(cases[i].rule, out_rules[r].key);
        if (!found)
            fail_msg("no case for rule %s", out_rules[r].key);
    }
}

/* One denominator for all sentences: every issue slot, with a warp or without. */
static void test_one_denominator(void **state)
{
    (void)state;
    json_t *k = kernel("ctas=2 slot.no_warp=300 slot.memory=350 slot.alu=140"), *m = machine();
    struct out_advice a[OUT_ADVICE_MOST];
    char bound[64];
    u32 n = advise(k, m, a);
    assert_int_equal(n, 3);
    assert_string_equal(a[0].rule->key, "latency");
    assert_string_equal(a[1].rule->key, "few-ctas");
    assert_string_equal(a[2].rule->key, "arithmetic");
    assert_non_null(strstr(a[0].what, "wait for loads in 35 % of the issue slots"));
    assert_non_null(strstr(a[1].what, "30 % of the issue slots have no warp"));
    /* 350 that wait for memory and 140 behind arithmetic, of 700; the SMs without a CTA wait as much less */
    assert_true(fabs(a[0].share - .7) < 1e-9);
    assert_true(fabs(a[1].share - .79) < 1e-9); /* more CTAs fill the slots of those that wait, too */
    assert_string_equal(out_advice_bound(&a[0], bound), "at most 3.34 times as fast without");
    a[0].simulated = .74;
    assert_string_equal(out_advice_bound(&a[0], bound), "no faster without (simulated)");
    a[0].simulated = 1.24;
    assert_string_equal(out_advice_bound(&a[0], bound), "1.24 times as fast without (simulated)");
    json_decref(k);
    json_decref(m);
}

/* Slots without a warp are the launch's first; what is left of them is the CTAs'. */
static void test_launch_is_not_the_tail(void **state)
{
    (void)state;
    json_t *k = kernel("cycles=5000 ctas=150 slot.no_warp=450"), *m = machine();
    struct out_advice a[OUT_ADVICE_MOST];
    assert_int_equal(advise(k, m, a), 1); /* 2,000 of 5,000 cycles; the other 5 % are not worth a sentence */
    assert_string_equal(a[0].rule->key, "launch");
    json_decref(k);
    json_decref(m);
}

/* What faulted or was cut off tells nothing of the whole. */
static void test_nothing_of_what_did_not_end(void **state)
{
    (void)state;
    json_t *k = kernel("slot.memory=900"), *m = machine();
    struct out_advice a[OUT_ADVICE_MOST];
    json_t *doc = json_pack("{s:O, s:s}", "machine", m, "fault", "--max-cycles reached");
    assert_int_equal(out_advise(doc, k, a, OUT_ADVICE_MOST), 0);
    json_decref(doc);
    json_decref(k);
    json_decref(m);
}

/* Slots of causes that no sentence speaks of: 50 each are not worth one. */
static void test_unexplained(void **state)
{
    (void)state;
    json_t *k = kernel("slot.issued=300 slot.memory=600 slot.barrier=50 slot.fetch=50"), *m = machine();
    json_t *doc = json_pack("{s:O}", "machine", m);
    assert_true(fabs(out_unexplained(doc, k) - .1) < 1e-9);
    json_decref(doc);
    json_decref(k);
    json_decref(m);
}

/* More than half of the blame on a line that no sentence names: it gets its own. */
static void test_names_the_line_to_blame(void **state)
{
    (void)state;
    static const char text[] = "[{\"kernel\": \"k\", \"file\": \"sum.cu\", \"rows\": ["
                               "{\"line\": 3, \"warp_instrs\": 5, \"stalls\": {}, \"blame\": {\"fence\": 90, "
                               "\"barrier\": 90, \"drain\": 90, \"fetch\": 90, \"lsu_full\": 95}},"
                               "{\"line\": 4, \"warp_instrs\": 50, \"stalls\": {}, \"blame\": {\"memory\": 300}}]}]";
    json_t *lines = json_loads(text, 0, NULL), *m = machine();
    json_t *doc = json_pack("{s:O, s:O}", "machine", m, "lines", lines);
    json_t *k = kernel("slot.issued=245 slot.fence=90 slot.barrier=90 slot.drain=90 slot.fetch=90 slot.lsu_full=95 "
                       "slot.memory=300");
    struct out_advice a[OUT_ADVICE_MOST];
    json_object_set_new(k, "name", json_string("k"));
    assert_int_equal(out_advise(doc, k, a, OUT_ADVICE_MOST), 2);
    assert_string_equal(a[0].rule->key, "line");
    assert_non_null(strstr(a[0].what, "sum.cu:3 is to blame for 46 % of the issue slots, 60 % of all that are lost"));
    json_decref(k);
    json_decref(doc);
    json_decref(lines);
    json_decref(m);
}

static void test_causes_hide_effects(void **state)
{
    (void)state;
    json_t *k = kernel("sm.lines_per_access=9 slot.memory=400 slot.l1_mshr=300"), *m = machine();
    struct out_advice a[OUT_ADVICE_MOST];
    assert_int_equal(advise(k, m, a), 1);
    assert_string_equal(a[0].rule->key, "scattered");
    json_decref(k);
    k = kernel("sm.lines_per_access=9 bandwidth.dram_used=.8 slot.memory=400 slot.l1_mshr=300 slot.barrier=100");
    assert_int_equal(advise(k, m, a), 2); /* what is scattered is why DRAM is busy */
    assert_string_equal(a[0].rule->key, "scattered");
    assert_string_equal(a[1].rule->key, "dram");
    json_decref(k);
    k = kernel("slot.memory=50 slot.alu=50"); /* nothing worth a reader's time */
    assert_int_equal(advise(k, m, a), 0);
    json_decref(k);
    for (u32 r = 0; r < out_rule_count; r++) /* names of causes are names of rules that stand before */
        for (const char *p = out_rules[r].behind; *p;) {
            size_t n = strcspn(p, " ");
            bool found = false;
            for (u32 s = 0; s < out_rule_count; s++)
                found |= strlen(out_rules[s].key) == n && !strncmp(out_rules[s].key, p, n);
            assert_true(found);
            p += n + (p[n] == ' ');
        }
    json_decref(m);
}

/* Line 3 has the bad load, line 4 waits for it and issues most; a record without lines names none. */
static void test_names_the_guilty_line(void **state)
{
    (void)state;
    static const char text[] =
        "[{\"kernel\": \"k\", \"file\": \"/home/x/sum.cu\", \"rows\": ["
        "{\"line\": 3, \"warp_instrs\": 5, \"accesses\": 5, \"lines\": 160, \"dram_bytes\": "
        "900, \"stalls\": {}, \"blame\": "
        "{\"memory\": 90}},"
        "{\"line\": 4, \"warp_instrs\": 50, \"accesses\": 50, \"lines\": 50, \"lanes_lost\": 10, "
        "\"dram_bytes\": "
        "100, \"stalls\": {\"memory\": "
        "120}, \"blame\": {\"memory\": 30, \"barrier\": 8}},"
        "{\"line\": 5, \"warp_instrs\": 50, \"shared_instrs\": 10, \"conflicts\": 70, "
        "\"lanes_lost\": 30, \"stalls\": {\"barrier\": 9}, \"blame\": {}}]}]";
    static const struct {
        const char *record, *says;
    } rules[] = {{"sm.lines_per_access=9 slot.memory=400", "; sum.cu:3 fetches 32 lines an access"},
                 {"slot.memory=600", "; 75 % of that for sum.cu:3"},
                 {"slot.barrier=400", "; 100 % of that at sum.cu:5, 100 % of it for the last warp at sum.cu:4"},
                 {"sm.simd_efficiency=8", "; 75 % of the others are left out at sum.cu:5"},
                 {"bandwidth.dram_used=.7 slot.memory=400", "; sum.cu:3 reads 90 % of what is read"},
                 {"sm.shared_instrs=10 sm.shared_conflicts=70 slot.lsu_full=400",
                  "; sum.cu:5 has 100 % of the conflicts, 7.0 cycles an access"}};
    json_error_t e;
    json_t *lines = json_loads(text, 0, &e), *m = machine();
    assert_non_null(lines);
    json_t *doc = json_pack("{s:O, s:O}", "machine", m, "lines", lines);
    for (size_t i = 0; i < COUNT_OF(rules); i++) {
        struct out_advice a[OUT_ADVICE_MOST];
        json_t *k = kernel(rules[i].record);
        json_object_set_new(k, "name", json_string("k"));
        assert_true(out_advise(doc, k, a, 1) == 1);
        size_t n = strlen(a[0].what), tail = strlen(rules[i].says);
        if (n < tail || strcmp(a[0].what + n - tail, rules[i].says) != 0)
            fail_msg("'%s' does not end with '%s'", a[0].what, rules[i].says);
        assert_int_equal(advise(k, m, a), 1);
        assert_null(strstr(a[0].what, "sum.cu"));
        json_decref(k);
    }
    json_decref(doc);
    json_decref(lines);
    json_decref(m);
}

static void test_heaviest(void **state)
{
    (void)state;
    json_t *doc = json_pack("{s:[{s:i},{s:i},{s:i},{s:i},{s:i}], s:{s:i}}", "kernels", "cycles", 20, "cycles", 5,
                            "cycles", 50, "cycles", 15, "cycles", 30, "total", "cycles", 120);
    const json_t *k[3];
    assert_int_equal(out_heaviest(doc, k, 3), 3);
    assert_int_equal(out_number(k[0], "cycles"), 50);
    assert_int_equal(out_number(k[1], "cycles"), 30);
    assert_int_equal(out_number(k[2], "cycles"), 20);
    json_decref(doc);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_each_rule),
        cmocka_unit_test(test_every_rule_has_a_case),
        cmocka_unit_test(test_one_denominator),
        cmocka_unit_test(test_causes_hide_effects),
        cmocka_unit_test(test_launch_is_not_the_tail),
        cmocka_unit_test(test_nothing_of_what_did_not_end),
        cmocka_unit_test(test_unexplained),
        cmocka_unit_test(test_names_the_line_to_blame),
        cmocka_unit_test(test_heaviest),
        cmocka_unit_test(test_names_the_guilty_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
