/* Kernels as rows, points, stacks, means, statements over several numbers, kept results: records are made up here. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include <cmocka.h>

#include "paper/matrix.h"
#include "paper/results.h"
#include "paper/select.h"
#include "scratch.h"

static struct diag diag;
static struct paper paper;
static struct runs_plan plan;
static struct arena arena;

static const char main_file[] =
    "title = T\nmean = harmonic\ninputs = b is ours.\n[suites]\nall = a b:1 b:late\nwhole = a b\n"
    "[machines]\nM = one\nN = two\n[metrics]\n"
    "ipc = total.n / total.cycles\ncycles = total.cycles\nrate = (total.n - total.lost) / max(total.cycles, 1)\n"
    "edp = cycles * (total.n + 2 * 3)\nlost = total.lost\n[configurations]\nbase =\nfast = speed=2\n"
    "[select slow]\nof = whole\nmachine = M\nconfiguration = base\nmetric = cycles\nabove = 150\n";
static const char targets_file[] =
    "id,paper,where,workload,configuration,metric,relation,value,tolerance,unit,kind\n"
    "t.mean,t,1,all,fast,ipc,~,2,0.15,x,measured\nt.best,t,1,all,fast at,size,~,4,0,lanes,measured\n"
    "t.falls,t,1,all,fast,order,sign,1,,order,measured\nt.most,t,1,a,fast,order,sign,1,,order,measured\n"
    "t.only,t,1,a,fast,order,sign,1,,order,measured\nt.far,t,1,all,both,change,<=,0.1,,x,measured\n"
    "u.other,u,1,a,fast,ipc,~,2,0.15,x,measured\n";

static char *get(const char *name)
{
    char path[160], *text = calloc(1, 10000);
    snprintf(path, sizeof(path), "%s/%s", root, name);
    FILE *f = fopen(path, "r");
    assert_non_null(f);
    assert_true(fread(text, 1, 9999, f) > 0);
    fclose(f);
    return text;
}

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

static u32 setting(const struct runs_run *r, const char *key, u32 usual)
{
    for (u32 i = 0; i < r->sets.n; i++)
        if (!strncmp(r->sets.at[i], key, strlen(key)) && r->sets.at[i][strlen(key)] == '=')
            return (u32)atoi(r->sets.at[i] + strlen(key) + 1);
    return usual;
}

static json_t *numbers(u32 cycles)
{
    return json_pack("{s:i, s:i, s:i}", "n", 100, "cycles", (int)cycles, "lost", 20);
}

/* a: 100 cycles / speed; b: kernels "early" (100) and "late(int)" (300); a point `size` S divides by 1 + (S > 4 ? 0 :
   S) on machine one. */
static void make_records(void)
{
    for (u32 i = 0; i < plan.n; i++) {
        struct runs_run *r = &plan.runs[i];
        u32 speed = setting(r, "speed", 1), size = setting(r, "size", 0);
        if (speed > 1 && !strcmp(r->machine, "one"))
            speed = speed * (1 + (size > 4 ? 0 : size));
        json_t *kernels = json_array();
        u32 first = 12000 / speed, second = 36000 / speed;
        if (!strcmp(r->workload, "b")) {
            json_t *k = numbers(first), *l = numbers(second);
            json_object_set_new(k, "name", json_string("early"));
            json_object_set_new(l, "name", json_string("late(int)"));
            json_array_append_new(kernels, k);
            json_array_append_new(kernels, l);
        } else {
            json_t *k = numbers(first);
            json_object_set_new(k, "name", json_string("only"));
            json_array_append_new(kernels, k);
        }
        r->record = json_pack("{s:o, s:o}", "total", numbers(strcmp(r->workload, "b") ? first : first + second),
                              "kernels", kernels);
        u32 every = setting(r, "sample", 0);
        if (every) /* a launch ends at 10, so that three samples end in the first span of 100 */
            json_object_set_new(r->record, "samples",
                                json_pack("{s:i, s:[iiii], s:[[iiii][iiii]]}", "every", (int)every, "cycle", 10, 50,
                                          100, 150, "grid", 1, 2, 3, 12, 0, 0, 0, 3));
        r->state = RUNS_DONE;
    }
}

static struct paper_report report;
static const struct paper_now now = {.version = "v1"};
static void figure(const char *text)
{
    static const struct paper_figure *chosen[1];
    put("papers/t/fig1.exp", text);
    if (!paper_read(&paper, root, "t", &diag))
        diag_print(&diag, stderr);
    assert_int_equal(diag.errors, 0);
    plan = (struct runs_plan){.size = "paper"};
    paper_plan_add(&plan, &paper, &paper.figures[0]);
    make_records();
    chosen[0] = &paper.figures[0];
    paper_report_make(&report, &paper, &plan, chosen, 1, "v1", &arena);
}

static double cell(u32 row, u32 col)
{
    const struct paper_table *t = &report.tables[0];
    assert_true(t->cells[row * t->n_cols + col].has);
    return t->cells[row * t->n_cols + col].value;
}

static void a_row_may_be_one_kernel(void **state)
{
    (void)state;
    figure("metric = cycles\nrows = all@M b@M b:2@M\nconfigurations = base\n");
    const double cycles[] = {12000, 12000, 36000, 48000, 36000};
    assert_int_equal(report.tables[0].n_rows, 5);
    for (u32 r = 0; r < 5; r++)
        assert_float_equal(cell(r, 0), cycles[r], 1e-9);
    assert_string_equal(report.tables[0].row_labels[2], "b:late-M");
    assert_int_equal(plan.n, 2); /* a and b, whatever is looked at in them */
    for (u32 i = 0; i < plan.n; i++)
        assert_true(plan.runs[i].kernels == !strcmp(plan.runs[i].workload, "b"));
}

static void metrics_are_expressions(void **state)
{
    (void)state;
    figure("kind = table\nmetric = ipc rate edp\nrows = a@M\nconfigurations = base\n");
    assert_float_equal(cell(0, 0), 100.0 / 12000, 1e-9);
    assert_float_equal(cell(0, 1), 80.0 / 12000, 1e-9);
    assert_float_equal(cell(0, 2), 12000.0 * 106, 1e-6);
    static const char *const wrong[] = {"total.n +", "total.n total.m", "(total.n", "nothing", "max(total.n)", ""};
    for (u32 i = 0; i < COUNT_OF(wrong); i++) {
        const char *error;
        assert_null(paper_expr_read(&arena, wrong[i], NULL, NULL, &error));
        assert_non_null(error);
    }
}

static void points_make_lines_and_have_a_best(void **state)
{
    (void)state;
    figure("kind = lines\nmetric = ipc\nrows = whole@M\nconfigurations = base fast\nrelative = base@*\n"
           "x = size: 1 2 4 8\n[statement t.best]\nof = fast@*/base@*\nmachines = M\nover = whole\ncombine = argmax\n"
           "[statement t.falls]\nof = fast@4/base@4 fast@2/base@2 fast@1/base@1\nmachines = M\nover = whole\n"
           "combine = falling\n");
    /* fast is twice as fast, times 1 + size up to 4 */
    const double gain[] = {1, 1, 1, 1, 4, 6, 10, 2};
    for (u32 c = 0; c < 8; c++)
        assert_float_equal(cell(0, c), gain[c], 1e-9);
    assert_string_equal(report.tables[0].col_labels[6], "fast@4");
    assert_float_equal(report.answers[0][0].ours, 4, 1e-9);
    assert_int_equal(report.answers[0][0].verdict, PAPER_REPRODUCED);
    assert_float_equal(report.answers[0][1].ours, 1.5, 1e-9); /* 10/6 and 6/4 */
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    paper_draw(&report, 0, f);
    fclose(f);
    assert_non_null(strstr(text, "<title>fast, 4: 10</title>"));
    assert_null(strstr(text, "<title>base, ")); /* all ones */
    assert_null(strstr(text, "nan"));
    free(text);
}

static void means_are_the_papers_and_its_values_are_marked(void **state)
{
    (void)state;
    figure("metric = cycles\nrows = all@M\nconfigurations = base fast\nrelative = base\n"
           "[statement t.mean]\nof = fast/base\nmachines = M\nover = all\n");
    assert_string_equal(report.tables[0].row_labels[3], "all-M harmonic");
    assert_int_equal(report.n_marks[0], 1);
    assert_int_equal(report.marks[0][0].row, 3);
    assert_int_equal(report.marks[0][0].col, 1);
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    paper_report_csv(&report, 0, f);
    fclose(f);
    assert_string_equal(text, "row,is_mean,base,fast,paper fast\na-M,0,1,0.5,\nb:1-M,0,1,0.5,\nb:late-M,0,1,0.5,\n"
                              "all-M harmonic,1,1,0.5,2\n");
    free(text);
    f = open_memstream(&text, &n);
    paper_draw(&report, 0, f);
    fclose(f);
    assert_non_null(strstr(text, "<title>t.mean, the paper: 2</title>"));
    assert_non_null(strstr(text, "<title>fast, all-M harmonic: 0.5</title>"));
    assert_non_null(strstr(text, "<rect class=\"mean\""));
    assert_non_null(strstr(text, "<line class=\"one\"")); /* what it is relative to */
    free(text);
}

static void stacks_are_divided_by_their_whole(void **state)
{
    (void)state;
    figure("kind = stacked\nmetric = cycles lost\nrows = whole@M\nconfigurations = base fast\nrelative = base\n");
    assert_true(fabs(cell(0, 0) + cell(0, 1) - 1) < 1e-9);
    assert_float_equal(cell(0, 2), 6000.0 / 12020, 1e-9);
    assert_true(report.tables[0].is_aggregate[2]);
    assert_true(fabs(cell(2, 0) + cell(2, 1) - 1) < 1e-9); /* parts of a mean add up to it */
}

static void a_row_may_have_several_stacks(void **state)
{
    (void)state;
    figure("kind = stacked\nparts = 2\nmetric = cycles lost lost lost\nrows = whole@M\nconfigurations = base\n"
           "relative = base\n");
    assert_true(fabs(cell(0, 0) + cell(0, 1) - 1) < 1e-9);
    assert_float_equal(cell(0, 2), 0.5, 1e-9);
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    paper_draw(&report, 0, f);
    fclose(f);
    assert_non_null(strstr(text, "bar 2: lost"));
    free(text);
}

static void samples_are_drawn_over_time(void **state)
{
    (void)state;
    figure("kind = heat\nsampled = grid\nmetric = cycles\nrows = a@M\nconfigurations = timed\n"
           "[configurations]\ntimed = sample=100\n");
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    paper_draw(&report, 0, f);
    fclose(f);
    assert_non_null(strstr(text, "<title>1, 0: 6</title>"));
    assert_non_null(strstr(text, "<title>1, 100: 12</title>"));
    assert_non_null(strstr(text, "<title>2+, 100: 3</title>"));
    assert_non_null(strstr(text, "<title>2+, 0: 0</title>"));
    assert_true(strstr(text, "<title>2+, 0") < strstr(text, "<title>1, 0")); /* the first at the bottom */
    free(text);
}

static void statements_may_compare_rows(void **state)
{
    (void)state;
    /* on N the gain is 2 whatever the size; on M at size 4 it is 10 */
    figure("metric = ipc\nrows = whole@M\nconfigurations = base fast\n[configurations]\nbig = speed=2 size=4\n"
           "[statement t.most]\nof = big/base\nmachines = M\nover = a\nagainst = @N b@N\n"
           "[statement t.only]\nof = big/base[a] base/big[b]\nmachines = M\n"
           "[statement t.far]\nof = fast/base\nmachines = N\nover = whole\nmetric = ipc cycles\ntransform = |x-1|\n"
           "aggregate = max\ncombine = most\n");
    assert_float_equal(report.answers[0][0].ours, 5, 1e-9);
    assert_float_equal(report.answers[0][1].ours, 0.1, 1e-9);
    assert_int_equal(report.answers[0][1].verdict, PAPER_MISSED);
    assert_float_equal(report.answers[0][2].ours, 1, 1e-9);
}

static void kernels_are_chosen_by_a_rule_and_kept(void **state)
{
    (void)state;
    put("papers/t/fig1.exp", "metric = ipc\nrows = slow@M\nconfigurations = base\n");
    assert_true(paper_read(&paper, root, "t", &diag));
    assert_int_equal(paper.figures[0].n_rows, 0); /* nothing is chosen yet */
    plan = (struct runs_plan){.size = "paper"};
    paper.selects[0].above = 20000;
    paper_plan_add_select(&plan, &paper, &paper.selects[0]);
    assert_int_equal(plan.n, 2);
    make_records();
    u32 chosen;
    assert_true(paper_select_write(&paper, &plan, &paper.selects[0], "v1", &chosen, &diag));
    assert_int_equal(chosen, 1);
    char *text = get("papers/t/slow.suite");
    assert_non_null(strstr(text, "\nb:2 # 36000.000 late(int)\n"));
    assert_non_null(strstr(text, "\n# b:1 # 12000.000 early\n"));
    free(text);
    paper_free(&paper);
    assert_true(paper_read(&paper, root, "t", &diag));
    assert_int_equal(paper.figures[0].n_rows, 1);
    assert_string_equal(paper.figures[0].rows[0].subject.name, "b:2");
}

static const char *kept_said(const char *version)
{
    report.version = version;
    return paper_kept_sentence(&report, &arena);
}

/* Twice, four times and, both together, six times as fast: 0.75 of the product. */
static void a_matrix_is_coloured_and_shows_interactions(void **state)
{
    (void)state;
    figure(
        "kind = matrix\nmetric = ipc lost\nrows = a@M\nconfigurations = base fast quick fast+quick\nrelative = base\n"
        "[configurations]\nquick = speed=4\nfast+quick = speed=6\n");
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    paper_report_html(&report, f);
    fclose(f);
    assert_non_null(strstr(text, "<td class=\"n\" style=\"background:rgba(46,160,67,0.00)\">1.00</td>"));
    assert_non_null(strstr(text, "<td class=\"n\" style=\"background:rgba(46,160,67,0.75)\">2.00</td>"));
    assert_non_null(
        strstr(text, ">6.00 <span class=\"dim\" title=\"the pair over the product of both\">&times;0.75"));
    assert_non_null(strstr(text, "<td class=\"n\">1.00</td>")); /* the second metric is not coloured */
    /* the picture: a line a configuration, a square a program; nothing is graded */
    assert_non_null(strstr(text, "<td style=\"white-space:nowrap\">fast+quick</td>"));
    assert_non_null(
        strstr(text, "padding:3px 4px;background:rgba(46,160,67,0.75)\" title=\"a-M; fast ipc 2.00; fast lost"));
    assert_null(strstr(text, "class=\"tile"));
    assert_null(strstr(text, "reproduced"));
    free(text);
}

static void results_of_another_model_are_stale(void **state)
{
    (void)state;
    figure("metric = ipc\nrows = all@M\nconfigurations = base fast\nrelative = base\n"
           "[statement t.mean]\nof = fast/base\nmachines = M\nover = all\n");
    assert_null(kept_said("v1"));
    put("papers/t/results.csv",
        "id,figure,ours,verdict,results,version,at\nt.most,fig9,0.5,missed,1 of 1,v1 (abc),x\n"
        "t.mean,fig1,2,reproduced,1 of 1,v1 (abc),\n");
    assert_non_null(strstr(
        kept_said("v1"), "1 reproduced, 0 near, 0 direction only, 0 noisy, 0 derived, 0 weak, 0 fitted, 1 missed (2 "
                         "without spread); a model that behaves like this one (v1) made them."));
    assert_non_null(
        strstr(kept_said("v12"), "2 of 6 are stale: not run since their input or this model (v12) changed."));
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    report.version = "v2";
    paper_report_text(&report, f);
    paper_report_html(&report, f);
    fclose(f);
    const char *first = strstr(text, "stale: not run since their input or this model (v2) changed.\n");
    assert_non_null(first);
    assert_non_null(strstr(first, "stale: not run since their input or this model (v2) changed.</p>"));
    free(text);
}

static void results_are_kept_by_statement(void **state)
{
    (void)state;
    put("papers/t/results.csv", "id,figure,ours,verdict,results,version,at\nt.most,fig9,3,reproduced,1 of 1,v0,x\n"
                                "t.mean,fig1,7,missed,1 of 1,v0,\nt.gone,fig1,7,missed,1 of 1,v0,\n");
    figure("metric = ipc\nrows = all@M\nconfigurations = base fast\nrelative = base\n"
           "[statement t.mean]\nof = fast/base\nmachines = M\nover = all\n");
    assert_true(paper_kept_write(&report, "v1 (abc)", NULL, &diag));
    struct paper_kepts k = paper_kept_read(&arena, arena_printf(&arena, "%s/papers/t/results.csv", root));
    assert_int_equal(k.n, 2); /* in the order of targets.csv; t.gone is no statement any more */
    assert_string_equal(k.at[0].id, "t.mean");
    assert_string_equal(k.at[0].ours, "2");
    assert_string_equal(k.at[0].verdict, "reproduced");
    assert_string_equal(k.at[0].results, "3 of 3");
    assert_string_equal(k.at[0].version, "v1 (abc)");
    assert_string_equal(k.at[1].version, "v0");
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    assert_true(paper_summary(root, NULL, &now, f, &diag));
    fclose(f);
    assert_non_null(strstr(text, "\n| t | 6 | 1 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 4 | 1 | 1 | v1 (abc) |\n"));
    assert_non_null(strstr(text, "\n| u | 1 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 0 | 1 | 0 | 0 |  |\n"));
    free(text);
    f = open_memstream(&text, &n);
    assert_true(paper_summary(root, "t", &now, f, &diag));
    fclose(f);
    assert_non_null(
        strstr(text, "\n| 1 | all, fast: ipc | 2.00 | 0.150 | 2 | no spread | reproduced |  | v1 (abc) |\n"));
    assert_non_null(
        strstr(text, "\n| 1 | a, fast: order | > 1 |  |  |  | stale: not run since its input changed |  |  |\n"));
    assert_non_null(strstr(text, "| not run yet |"));
    assert_non_null(strstr(text, "made by another model than v1.\n"));
    free(text);
    f = open_memstream(&text, &n);
    assert_false(paper_summary(root, "x", &now, f, &diag));
    fclose(f);
    free(text);
}

/* Without statements, cells are kept; what was not run again stays. */
static void a_matrix_is_kept_by_cell(void **state)
{
    (void)state;
    put("papers/t/results.csv", "figure,row,configuration,metric,rows,value,sd,seeds,of_product,version\n"
                                "fig1,all-M mean,fast,ipc,3,9,,1,,v0\n");
    figure("kind = matrix\nmetric = ipc\nrows = all@M\nconfigurations = base fast\nrelative = base\n");
    assert_true(paper_matrix_write(&report, "v1 (abc)", &diag));
    char *text = NULL;
    size_t n = 0;
    FILE *f = open_memstream(&text, &n);
    assert_true(paper_matrix_page(root, "t", f, &diag));
    fclose(f);
    assert_non_null(strstr(text, "\n| | ipc | over the product of both |\n|---|--:|--:|\n| base | 1.00 | |\n"
                                 "| fast | 2.00 | |\n\nMade by v1 (abc).\n"));
    assert_null(strstr(text, "9.00"));
    free(text);
    put("papers/t/results.csv", "");
    f = open_memstream(&text, &n);
    assert_false(paper_matrix_page(root, "t", f, &diag));
    fclose(f);
    free(text);
}

static void the_page_says_when_inputs_are_not_the_papers(void **state)
{
    (void)state;
    figure("metric = ipc\nrows = all@M\nconfigurations = base\n");
    assert_non_null(strstr(paper_caveat(&report, &arena), "b is ours."));
    plan.size = "small";
    assert_non_null(strstr(paper_caveat(&report, &arena), "not the paper's inputs"));
    plan.size = "paper";
    paper.inputs = NULL;
    assert_string_equal(paper_caveat(&report, &arena),
                        "Every point ran once: there is no spread, and what chance decided does not show.");
    plan.seeds = 2;
    assert_null(paper_caveat(&report, &arena));
    plan.runs[0].state = RUNS_FAILED;
    assert_non_null(strstr(paper_caveat(&report, &arena), "1 of 2 runs failed"));
}

static void every_mistake_has_a_sentence(void **state)
{
    (void)state;
    static const struct {
        const char *text, *part;
    } cases[] = {
        {"metric = ipc\nrows = a@M\nconfigurations = base\nx = size 1 2\n", "KEY: VALUE"},
        {"metric = ipc\nrows = a@M\nconfigurations = base\nkind = pie\n",
         "bars, stacked, lines, table, matrix or heat"},
        {"metric = ipc\nrows = a@M\nconfigurations = base\nkind = heat\n", "both or neither"},
        {"metric = ipc\nrows = a@M\nconfigurations = base\nmean = middle\n", "geomean, mean or harmonic"},
        {"metric = ipc lost\nrows = a@M\nconfigurations = base\nkind = lines\nx = size: 1 2\n", "one metric"},
        {"metric = ipc\nrows = a@M\nconfigurations = base\n[statement u.other]\nof = base\nmachines = M\nover = a\n",
         "one of u"},
        {"metric = ipc\nrows = a@M\nconfigurations = base\n[statement t.best]\nof = base\nmachines = M\nover = "
         "a\ncombine = argmax\n",
         "points that are numbers"},
        {"metric = ipc\nrows = a@M\nconfigurations = base\n[statement t.best]\nof = base\nmachines = M\npairs = "
         "a:b\n",
         "WORKLOAD/WORKLOAD"},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        put("papers/t/fig1.exp", cases[i].text);
        if (paper_read(&paper, root, "t", &diag))
            fail_msg("case %zu is read", i);
        if (!strstr(diag.first->text, cases[i].part))
            fail_msg("case %zu: %s", i, diag.first->text);
        paper_free(&paper);
        diag_free(&diag);
        diag_init(&diag);
    }
}

#define T(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
int main(void)
{
    const struct CMUnitTest tests[] = {
        T(a_row_may_be_one_kernel),
        T(metrics_are_expressions),
        T(points_make_lines_and_have_a_best),
        T(means_are_the_papers_and_its_values_are_marked),
        T(stacks_are_divided_by_their_whole),
        T(a_row_may_have_several_stacks),
        T(samples_are_drawn_over_time),
        T(statements_may_compare_rows),
        T(kernels_are_chosen_by_a_rule_and_kept),
        T(results_are_kept_by_statement),
        T(a_matrix_is_kept_by_cell),
        T(a_matrix_is_coloured_and_shows_interactions),
        T(results_of_another_model_are_stale),
        T(the_page_says_when_inputs_are_not_the_papers),
        T(every_mistake_has_a_sentence),
    };
    return cmocka_run_group_tests_name("figures", tests, NULL, NULL);
}
