/* Results with error bars: each point under several seeds, whose numbers are made up here so that means, spreads and
   grades are known. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "paper/causes.h"
#include "paper/results.h"
#include "paper/select.h"
#include "scratch.h"

static struct diag diag;
static struct paper paper;
static struct runs_plan plan;
static struct arena arena;
static struct paper_report report;
static const struct paper_now now = {.version = "v1"};

static const char main_file[] =
    "title = T\nmean = mean\n[suites]\nall = a b\n[machines]\nM = one\n[metrics]\nspeed = 6000 / total.cycles\n"
    "energy = total.energy\ncycles = total.cycles\n"
    "[configurations]\nbase =\nfast = speed=2\nswept = size=best:1,2\n"
    "[select slow]\nof = all\nmachine = M\nconfiguration = base\nmetric = cycles\nabove = 1\n";
static const char targets_file[] =
    "id,paper,where,workload,configuration,metric,relation,value,tolerance,unit,kind\n"
    "t.gain,t,1,all,fast,speed,~,2,0.15,x,measured\nt.fine,t,1,all,fast,speed,~,2,0.01,x,measured\n"
    "t.beats,t,1,a,fast,order,sign,2,,order,measured\nt.bytes,t,1,a,base,storage,~,6000,10,bytes,derived\n"
    "t.wrong,t,1,a,base,storage,~,7000,10,bytes,derived\n";

static int setup(void **state)
{
    (void)state;
    scratch_paper(main_file, targets_file);
    diag_init(&diag);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    runs_plan_free(&plan);
    paper_free(&paper);
    arena_free(&arena);
    diag_free(&diag);
    return scratch_remove_paper();
}

static int setting(const struct runs_run *r, const char *key)
{
    for (u32 i = 0; i < r->sets.n; i++)
        if (!strncmp(r->sets.at[i], key, strlen(key)) && r->sets.at[i][strlen(key)] == '=')
            return atoi(r->sets.at[i] + strlen(key) + 1);
    return 0;
}

/* The base takes 6000 cycles whatever the seed. `fast` takes 6000 / g, with g of a = 2 - d, 2, 2 + d and so on under
   seeds 1, 2, 3; b's is 2. A size of 1 gives g = 3, 1, 1 and one of 2 always 2: better in the mean, not under the
   first. */
static double d;
static void make_records(void)
{
    for (u32 i = 0; i < plan.n; i++) {
        struct runs_run *r = &plan.runs[i];
        int seed = setting(r, "gpu.jitter"), size = setting(r, "size");
        if (r->record)
            continue;
        double g = 1;
        if (setting(r, "speed"))
            g = !strcmp(r->workload, "a") && seed ? 2 + d * (seed - 2) : 2;
        else if (size)
            g = size == 1 ? (seed == 1 ? 3 : 1) : 2;
        r->record = json_pack("{s:{s:f, s:i}}", "total", "cycles", 6000 / g, "energy", 6000);
        r->state = RUNS_DONE;
    }
}

static u32 steps; /* times that something was added */
static void figure_with(const char *text, u32 seeds, u32 few)
{
    static const struct paper_figure *chosen[1];
    put("papers/t/fig1.exp", text);
    if (!paper_read(&paper, root, "t", &diag))
        diag_print(&diag, stderr);
    assert_int_equal(diag.errors, 0);
    plan = (struct runs_plan){.size = "paper", .seeds = seeds, .few = few};
    steps = 0;
    for (u32 before = UINT32_MAX; plan.n != before; steps++) {
        before = plan.n;
        paper_plan_add(&plan, &paper, &paper.figures[0]);
        if (plan.n == before && paper_more_seeds(&plan, &paper, &paper.figures[0]))
            paper_plan_add(&plan, &paper, &paper.figures[0]);
        make_records();
    }
    chosen[0] = &paper.figures[0];
    paper_report_make(&report, &paper, &plan, chosen, 1, "v1", &arena);
}

static void figure(const char *text, u32 seeds)
{
    figure_with(text, seeds, 0);
}

static const char gain[] = "metric = speed\nrows = all@M\nconfigurations = base fast\nrelative = base\n"
                           "[statement t.gain]\nof = fast/base\nover = all\n[statement t.fine]\nof = fast/base\n"
                           "over = all\n[statement t.beats]\nof = fast/base\nover = a\n";

static void a_statement_is_a_mean_with_its_spread(void **state)
{
    (void)state;
    d = 0.3;
    figure(gain, 3);
    assert_int_equal(plan.n, 2 * 2 * 3); /* a and b, base and fast, three seeds */
    const struct paper_table *t = &report.tables[0];
    const struct paper_cell *a = &t->cells[0 * 2 + 1], *b = &t->cells[1 * 2 + 1], *mean = &t->cells[2 * 2 + 1];
    assert_float_equal(a->value, 2, 1e-9);
    assert_float_equal(a->sd, 0.3, 1e-9);
    assert_int_equal(a->seeds, 3);
    assert_float_equal(b->sd, 0, 1e-9);
    assert_float_equal(mean->value, 2, 1e-9);
    assert_float_equal(mean->sd, 0.15, 1e-9);
    struct paper_answer *x = report.answers[0];
    assert_float_equal(x[0].ours, 2, 1e-9);
    assert_float_equal(x[0].sd, 0.15, 1e-9);
    assert_int_equal(x[0].seeds, 3);
    /* the standard error is 0.15 / sqrt(3) = 0.087: below 0.15, above 0.01; a's order is decided by nothing at all */
    assert_int_equal(x[0].verdict, PAPER_REPRODUCED);
    assert_int_equal(x[1].verdict, PAPER_NOISY);
    assert_int_equal(x[2].verdict, PAPER_NOISY);
}

static void one_seed_is_the_machine_as_it_is_without_a_spread(void **state)
{
    (void)state;
    d = 0.3;
    figure(gain, 1);
    assert_int_equal(plan.n, 4);
    for (u32 i = 0; i < plan.n; i++)
        assert_null(strstr(plan.runs[i].sets_text, "gpu.jitter"));
    assert_int_equal(report.answers[0][1].seeds, 1);
    assert_int_equal(report.answers[0][1].verdict, PAPER_REPRODUCED); /* nobody knows that it is noisy */
    assert_int_equal(report.answers[0][2].verdict, PAPER_MISSED);     /* a tie */
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    paper_report_text(&report, f);
    fclose(f);
    assert_non_null(strstr(text, "2.00 no spread"));
    free(text);
}

/* A matrix has a spread without a statement. */
static void a_matrix_runs_under_every_seed(void **state)
{
    (void)state;
    d = 0.3;
    figure("kind = matrix\nmetric = speed\nrows = all@M\nconfigurations = base fast\nrelative = base\n", 3);
    assert_int_equal(plan.n, 2 * 2 * 3);
    assert_int_equal(report.tables[0].cells[1].seeds, 3);
    assert_true(report.tables[0].cells[1].sd > 0);
}

static void what_no_statement_needs_runs_under_one_seed(void **state)
{
    (void)state;
    d = 0.3;
    figure("metric = speed\nrows = all@M\nconfigurations = base fast\nrelative = base\n"
           "[statement t.gain]\nof = fast/base\nover = a\n[statement t.bytes]\nof = base\nmetric = energy\nover = b\n"
           "[statement t.wrong]\nof = base\nmetric = energy\nover = a\n",
           3);
    assert_int_equal(plan.n, 2 * 3 + 2); /* b's storage follows from constants: no seeds */
    for (u32 i = 0; i < plan.n; i++)
        assert_int_equal(plan.runs[i].rank, setting(&plan.runs[i], "gpu.jitter") - 1);
    const struct paper_table *t = &report.tables[0];
    assert_int_equal(t->cells[1].seeds, 3);
    assert_int_equal(t->cells[2 + 1].seeds, 1);
    assert_int_equal(t->cells[2 * 2 + 1].seeds, 1); /* the mean: one seed has all rows */
    assert_int_equal(report.answers[0][1].verdict, PAPER_DERIVED);
    assert_int_equal(report.answers[0][2].verdict, PAPER_MISSED);
    assert_int_equal(report.verdicts[PAPER_DERIVED], 1);
}

static void a_sweep_is_decided_under_the_first_seed(void **state)
{
    (void)state;
    figure("metric = speed\nrows = all@M\nconfigurations = base swept\nrelative = base\n"
           "[statement t.gain]\nof = swept/base\nover = all\n",
           3);
    assert_string_equal(report.tables[0].cells[1].best, "1");
    assert_int_equal(plan.n, 2 * (3 + 2 + 2)); /* the others run only what won */
    assert_true(fabs(report.answers[0][0].ours - 5.0 / 3) < 1e-9);
    assert_int_equal(report.answers[0][0].seeds, 3);
}

static const char only_gain[] = "metric = speed\nrows = all@M\nconfigurations = base fast\nrelative = base\n"
                                "[statement t.gain]\nof = fast/base\nover = all\n";
static const char only_fine[] = "metric = speed\nrows = all@M\nconfigurations = base fast\nrelative = base\n"
                                "[statement t.fine]\nof = fast/base\nover = all\n";
static const char only_beats[] = "metric = speed\nrows = a@M\nconfigurations = base fast\nrelative = base\n"
                                 "[statement t.beats]\nof = fast/base\nover = a\n";

/* Two seeds, and more only while the tolerance is below three standard errors, or an order is decided by fewer. */
static void chance_takes_more_seeds(void **state)
{
    (void)state;
    d = 0.1; /* 1.95 and 2: an error of 0.025, a tolerance of 0.15 */
    figure_with(only_gain, 5, 2);
    assert_int_equal(plan.n, 2 * 2 * 2);
    assert_int_equal(report.answers[0][0].seeds, 2);
    teardown(state);
    setup(state);
    d = 0.22; /* 0.055; with a third 0.0635: three of them are above the tolerance; 0.071, 0.078 */
    figure_with(only_gain, 5, 2);
    assert_int_equal(plan.n, 2 * 2 * 5);
    assert_int_equal(steps, 5);
    teardown(state);
    setup(state);
    d = 0.1; /* a tolerance of 0.01 */
    figure_with(only_fine, 5, 2);
    assert_int_equal(plan.n, 2 * 2 * 5);
    assert_int_equal(report.answers[0][0].seeds, 5);
    assert_int_equal(report.answers[0][0].verdict, PAPER_NOISY);
    teardown(state);
    setup(state);
    d = 0; /* no spread: nothing that more seeds would show */
    figure_with(only_fine, 5, 2);
    assert_int_equal(plan.n, 2 * 2 * 2);
    teardown(state);
    setup(state);
    d = 0.3; /* 1.7, 2: 1.85 +- 0.15 lies one error from 2 */
    figure_with(only_beats, 3, 2);
    assert_int_equal(plan.n, 2 * 3);
}

static void a_headline_has_all_seeds_from_the_start(void **state)
{
    (void)state;
    d = 0.1;
    char text[sizeof(main_file) + 32];
    snprintf(text, sizeof(text), "headlines = t.gain\n%s", main_file);
    put("papers/t/paper.ini", text);
    figure_with(only_gain, 5, 2);
    assert_int_equal(plan.n, 2 * 2 * 5);
    assert_int_equal(steps, 2);
    teardown(state);
    setup(state);
    snprintf(text, sizeof(text), "headlines = t.fine\n%s", main_file);
    put("papers/t/paper.ini", text);
    put("papers/t/fig1.exp", only_gain);
    assert_false(paper_read(&paper, root, "t", &diag));
    assert_non_null(strstr(diag.first->text, "headlines: no figure has the statement 't.fine'"));
}

/* a's runs have five seeds for t.fine; t.gain needs b's as well, which have two. */
static void a_statement_is_made_of_as_many_seeds_as_all_its_runs_have(void **state)
{
    (void)state;
    d = 0.1;
    figure_with("metric = speed\nrows = all@M\nconfigurations = base fast\nrelative = base\n"
                "[statement t.gain]\nof = fast/base\nover = all\n[statement t.fine]\nof = fast/base\nover = a\n",
                5, 2);
    assert_int_equal(plan.n, 2 * 5 + 2 * 2);
    assert_int_equal(report.answers[0][0].seeds, 2);
    assert_true(fabs(report.answers[0][0].ours - 1.975) < 1e-9); /* of 1.9, 2 and 2, 2 */
    assert_int_equal(report.answers[0][1].seeds, 5);
}

static void a_seed_that_failed_is_left_out_of_the_spread(void **state)
{
    (void)state;
    d = 0.3;
    figure(gain, 3);
    for (u32 i = 0; i < plan.n; i++)
        if (setting(&plan.runs[i], "gpu.jitter") == 3 && setting(&plan.runs[i], "speed") &&
            !strcmp(plan.runs[i].workload, "a"))
            plan.runs[i].state = RUNS_FAILED;
    struct paper_answer x = paper_answer_of(&paper, &plan, &paper.figures[0].statements[0], &arena);
    assert_int_equal(x.seeds, 2);
    assert_float_equal(x.ours, (1.85 + 2) / 2, 1e-9);
    assert_true(fabs(x.sd - 0.15 / sqrt(2)) < 1e-9); /* of 1.85 and 2 */
}

static void whiskers_and_columns_show_it(void **state)
{
    (void)state;
    d = 0.3;
    figure(gain, 3);
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    paper_report_csv(&report, 0, f);
    fclose(f);
    assert_non_null(strstr(text, "row,is_mean,base,sd base,fast,sd fast,paper fast\n"));
    assert_non_null(strstr(text, "\na,0,1,0,2,0.3,"));
    free(text);
    f = open_memstream(&text, &n);
    paper_report_text(&report, f);
    fclose(f);
    assert_non_null(strstr(text, "2.00+-0.3"));
    assert_non_null(strstr(
        text, "1 statements reproduced, 0 near, 0 direction only, 2 noisy, 0 derived, 0 weak, 0 fitted, 0 missed"));
    free(text);
    f = open_memstream(&text, &n);
    paper_report_html(&report, f);
    fclose(f);
    assert_non_null(strstr(text, "class=\"whisker\""));
    assert_non_null(strstr(text, "<title>fast, a: 2 \u00b1 0.3</title>"));
    assert_non_null(strstr(text, "<b>2</b><span>noisy</span>"));
    assert_null(strstr(text, "nan"));
    free(text);
}

static void kept_results_have_their_spread_and_todays_grade(void **state)
{
    (void)state;
    d = 0.3;
    put("papers/t/results.csv", "id,figure,ours,verdict,results,version,at\nt.bytes,fig9,6000,reproduced,1 of 1,v0,\n"
                                "t.wrong,fig9,,no data,0 of 1,v0,\n");
    figure(gain, 3);
    assert_true(paper_kept_write(&report, "v1", NULL, &diag));
    struct paper_kepts k = paper_kept_read(&arena, arena_printf(&arena, "%s/papers/t/results.csv", root));
    assert_int_equal(k.n, 5);
    assert_string_equal(k.at[0].sd, "0.15");
    assert_string_equal(k.at[0].seeds, "3");
    assert_string_equal(k.at[1].verdict, "noisy");
    assert_string_equal(k.at[3].verdict, "derived"); /* an old row, by today's kind */
    assert_string_equal(k.at[3].sd, "");
    assert_true(paper_kept_spread(&k.at[0]) && !paper_kept_spread(&k.at[3]));
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    assert_true(paper_summary(root, NULL, &now, f, &diag));
    assert_true(paper_summary(root, "t", &now, f, &diag));
    fclose(f);
    assert_non_null(strstr(text, "\n| t | 5 | 1 | 0 | 0 | 2 | 0 | 0 | 0 | 0 | 0 | 2 | 0 | v1 |\n"));
    assert_non_null(strstr(text, "| 2 | +- 0.15 in 3 | noisy |  | v1 |"));
    free(text);
}

static const char *made_of(void *user, const char *id, struct arena *a)
{
    return strcmp(id, "t.fine") ? user : arena_printf(a, "%s-%s", (char *)user, id);
}

/* What a row says that it is made of decides, whatever made it; the version only of one that says nothing. */
static void stale_is_what_is_made_of_something_else(void **state)
{
    (void)state;
    struct paper_now as_then = {.version = "v9", .made_of = made_of, .user = "abc"},
                     other = {.version = "v1", .made_of = made_of, .user = "def"};
    figure(gain, 3);
    assert_true(paper_kept_write(&report, "v1 (c)", &as_then, &diag));
    struct paper_kepts k = paper_kept_read(&arena, arena_printf(&arena, "%s/papers/t/results.csv", root));
    assert_int_equal(k.n, 3);
    assert_string_equal(k.at[0].made_of, "abc");
    assert_string_equal(k.at[1].made_of, "abc-t.fine");
    assert_string_equal(k.at[0].version, "v1 (c)");
    for (u32 i = 0; i < k.n; i++) {
        assert_false(paper_kept_stale(&k.at[i], &as_then));
        assert_true(paper_kept_stale(&k.at[i], &other));
        assert_false(paper_kept_stale(&k.at[i], &now)); /* nobody knows what it is made of: the version is its own */
    }
    k.at[0].made_of = "";
    assert_false(paper_kept_stale(&k.at[0], &other));
    assert_true(paper_kept_stale(&k.at[0], &as_then));
}

static void noise_is_a_grade(void **state)
{
    (void)state;
    static const struct {
        const char *relation, *unit;
        bool derived;
        double paper, tolerance, ours, sd;
        u32 seeds;
        u8 verdict;
    } cases[] = {
        {"~", "x", false, 1.1, 0.02, 1.1, 0.04, 4, PAPER_REPRODUCED}, /* an error of 0.02: not above the tolerance */
        {"~", "x", false, 1.1, 0.02, 1.1, 0.041, 4, PAPER_NOISY},
        {"~", "x", false, 1.1, 0.02, 0.5, 0.041, 4, PAPER_NOISY},
        {"~", "x", false, 1.1, 0.02, 1.1, 0.9, 1, PAPER_REPRODUCED}, /* one seed has no spread */
        {"~", "lanes", false, 4, 0, 4, 0, 5, PAPER_REPRODUCED},
        {"sign", "order", false, 1, -1, 1.021, 0.02, 4, PAPER_REPRODUCED}, /* beyond two errors of 0.01 */
        {"sign", "order", false, 1, -1, 1.019, 0.02, 4, PAPER_NOISY},
        {"sign", "order", false, 1, -1, 0.985, 0.02, 4, PAPER_NOISY},
        {"sign", "order", false, 1, -1, 0.97, 0.02, 4, PAPER_MISSED},
        {"sign", "order", false, 1, -1, 1, 0, 4, PAPER_MISSED},
        {"sign", "down", false, 1, -1, 0.97, 0.02, 4, PAPER_REPRODUCED},
        {"sign", "down", false, 1, -1, 0.985, 0.02, 4, PAPER_NOISY},
        {">=", "x", false, 1, -1, 1, 0, 5, PAPER_REPRODUCED}, /* a bound may be met exactly */
        {">=", "x", false, 1, -1, 0.999, 0.02, 4, PAPER_NOISY},
        {"<=", "fraction", false, 0.05, -1, 0.01, 0.02, 4, PAPER_REPRODUCED},
        {"~", "bytes", true, 576, 11.52, 580, 0, 1, PAPER_DERIVED},
        {"~", "bytes", true, 576, 11.52, 590, 0, 1, PAPER_MISSED}, /* near is not enough */
        {"<=", "bytes", true, 3072, -1, 3000, 0, 5, PAPER_DERIVED},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct paper_target t = {.relation = cases[i].relation,
                                 .unit = cases[i].unit,
                                 .value = cases[i].paper,
                                 .tolerance = cases[i].tolerance,
                                 .derived = cases[i].derived};
        u8 verdict = paper_judge(&t, cases[i].ours, cases[i].sd, cases[i].seeds);
        if (verdict != cases[i].verdict)
            fail_msg("case %zu: %s", i, paper_verdict_names[verdict]);
    }
    const double v[] = {1, 2, 3};
    assert_float_equal(paper_deviation_of(v, 3), 1, 1e-12);
}

/* What agreement proves nothing is not counted as one; a miss stays a miss; an effect of a hundredth has no verdict.
 */
static void a_mark_takes_agreement_away(void **state)
{
    (void)state;
    static const struct {
        u8 mark;
        double ours;
        u8 verdict;
    } cases[] = {
        {PAPER_UNMARKED, 1.1, PAPER_REPRODUCED}, {PAPER_MARK_WEAK, 1.1, PAPER_WEAK},
        {PAPER_MARK_WEAK, 1.13, PAPER_WEAK},     {PAPER_MARK_WEAK, 1.19, PAPER_DIRECTION},
        {PAPER_MARK_WEAK, 0.9, PAPER_MISSED},    {PAPER_MARK_FITTED, 1.1, PAPER_FITTED},
        {PAPER_MARK_FITTED, 0.9, PAPER_MISSED},  {PAPER_MARK_NOISE, 1.1, PAPER_NOISY},
        {PAPER_MARK_NOISE, 0.9, PAPER_NOISY},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct paper_target t = {
            .relation = "~", .unit = "x", .value = 1.1, .tolerance = 0.02, .mark = cases[i].mark};
        u8 verdict = paper_judge(&t, cases[i].ours, 0, 1);
        if (verdict != cases[i].verdict)
            fail_msg("case %zu: %s", i, paper_verdict_names[verdict]);
    }
}

static const char *causes_error(const char *text)
{
    put("papers/causes.csv", text);
    paper_free(&paper);
    memset(&paper, 0, sizeof(paper));
    diag_free(&diag);
    diag_init(&diag);
    return paper_read_targets(&paper, arena_printf(&arena, "%s/papers/targets.csv", root), &diag) ? NULL
                                                                                                  : diag.first->text;
}

static void causes_are_checked(void **state)
{
    (void)state;
    assert_null(causes_error("id,cause,mark,why\nt.beats,speed,,\nt.bytes,size,weak,it cannot fail\n"));
    for (u32 i = 0; i < paper.n_targets; i++) {
        const struct paper_target *t = &paper.targets[i];
        bool beats = !strcmp(t->id, "t.beats"), bytes = !strcmp(t->id, "t.bytes");
        assert_string_equal(t->cause, beats ? "speed" : bytes ? "size" : t->id);
        assert_int_equal(t->mark, bytes ? PAPER_MARK_WEAK : PAPER_UNMARKED);
    }
    assert_non_null(strstr(causes_error("t.none,a,,\n"), "targets.csv has no statement 't.none'"));
    assert_non_null(strstr(causes_error("t.beats,,,\n"), "'t.beats' has no cause"));
    assert_non_null(strstr(causes_error("t.beats,a,poor,x\n"), "mark 'poor' is none of weak fitted noise"));
    assert_non_null(strstr(causes_error("t.beats,a,weak,\n"), "a statement marked weak says why"));
}

/* Facts: three statements about one program are one miss of a program. */
static void facts_count_once(void **state)
{
    (void)state;
    struct paper_target a = {.paper = "t", .cause = "dct"}, b = {.paper = "t", .cause = "lud"},
                        c = {.paper = "t", .cause = "hotspot"}, other = {.paper = "u", .cause = "dct"};
    struct paper_facts f = {0};
    for (u32 i = 0; i < 3; i++)
        paper_facts_add(&f, &a, PAPER_MISSED);
    paper_facts_add(&f, &b, PAPER_NEAR);
    paper_facts_add(&f, &b, PAPER_DIRECTION);
    paper_facts_add(&f, &c, PAPER_REPRODUCED);
    paper_facts_add(&f, &c, PAPER_WEAK);
    paper_facts_add(&f, &other, PAPER_MISSED);
    struct paper_fact_counts n = paper_facts_count(&f);
    assert_int_equal(n.right, 1);
    assert_int_equal(n.partly, 1);
    assert_int_equal(n.wrong, 2);
    assert_int_equal(n.missed, 4);
    assert_int_equal(n.missing, 2);
    assert_string_equal(n.worst->cause, "dct");
    assert_int_equal(n.worst->missed, 3);
    paper_facts_free(&f);
}

static void a_kind_is_measured_or_derived(void **state)
{
    (void)state;
    put("papers/targets.csv", "t.x,t,1,a,b,c,~,1,0.1,x,guessed\n");
    assert_false(paper_read(&paper, root, "t", &diag));
    assert_non_null(strstr(diag.first->text, "kind 'guessed' is neither measured nor derived"));
}

/* What is kept says what today's table says of it: a change of targets.csv is a change of results.csv. */
static void what_is_shipped_is_graded_by_what_is_shipped(void **state)
{
    (void)state;
    const char *source = getenv("SLUICE_SOURCE_ROOT");
    static const char *const names[] = {"mrpb", "warppool", "icc", "maws", "unified"};
    if (!source)
        skip();
    assert_true(paper_read_targets(&paper, arena_printf(&arena, "%s/papers/targets.csv", source), &diag));
    u32 n = 0, rows = 0;
    for (u32 i = 0; i < COUNT_OF(names); i++) {
        struct paper_kepts k =
            paper_kept_read(&arena, arena_printf(&arena, "%s/papers/%s/results.csv", source, names[i]));
        rows += k.n;
        for (u32 j = 0; j < k.n; j++)
            for (u32 t = 0; t < paper.n_targets; t++)
                if (!strcmp(paper.targets[t].id, k.at[j].id)) {
                    const char *grade = paper_verdict_names[paper_kept_grade(&k.at[j], &paper.targets[t])];
                    if (strcmp(grade, k.at[j].verdict))
                        fail_msg("%s: %s, and results.csv says %s", k.at[j].id, grade, k.at[j].verdict);
                    n++;
                }
    }
    assert_int_equal(n, rows);
    assert_true(n > 200);
}

static void a_spread_has_two_digits_or_is_below_a_thousandth(void **state)
{
    (void)state;
    static const struct {
        double v, sd;
        u32 seeds;
        const char *text;
    } cases[] = {{1.5, 0.0123, 5, "+-0.012"},   {1, 5e-11, 5, "+-<0.1%"}, {-1, 5e-11, 5, "+-<0.1%"}, {1, 0, 5, "+-0"},
                 {0.00002, 1e-6, 5, "+-1e-06"}, {0, 1e-6, 5, "+-1e-06"},  {1500, 120, 5, "+-120"},   {1, 0.1, 1, ""}};
    for (u32 i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        char text[40];
        paper_spread(cases[i].v, cases[i].sd, cases[i].seeds, text, sizeof(text));
        assert_string_equal(text, cases[i].text);
    }
}

#define T(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
int main(void)
{
    const struct CMUnitTest tests[] = {
        T(a_statement_is_a_mean_with_its_spread),
        T(one_seed_is_the_machine_as_it_is_without_a_spread),
        T(a_matrix_runs_under_every_seed),
        T(what_no_statement_needs_runs_under_one_seed),
        T(a_sweep_is_decided_under_the_first_seed),
        T(chance_takes_more_seeds),
        T(a_headline_has_all_seeds_from_the_start),
        T(a_statement_is_made_of_as_many_seeds_as_all_its_runs_have),
        T(a_seed_that_failed_is_left_out_of_the_spread),
        T(whiskers_and_columns_show_it),
        T(kept_results_have_their_spread_and_todays_grade),
        T(stale_is_what_is_made_of_something_else),
        T(a_spread_has_two_digits_or_is_below_a_thousandth),
        T(noise_is_a_grade),
        T(a_mark_takes_agreement_away),
        T(causes_are_checked),
        T(facts_count_once),
        T(a_kind_is_measured_or_derived),
        T(what_is_shipped_is_graded_by_what_is_shipped),
    };
    return cmocka_run_group_tests_name("seeds", tests, NULL, NULL);
}
