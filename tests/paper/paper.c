/* Experiments without a simulator: a shell script stands in for a run and writes a record whose numbers are known. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "paper/report.h"
#include "scratch.h"

static struct diag diag;

static const char main_file[] = "title = A paper & its <claims>\ncitation = A. Uthor & B. Riter: A paper. VENUE "
                                "2001.\n[suites]\nhot = a b\ncold = c\n[machines]\nS = small\nL = large\n"
                                "[metrics]\nipc = 1000 * total.n / total.cycles\nsum = 2 * (total.n + total.cycles)\n"
                                "[configurations]\nbase =\nfast = cycles=50\nswept = cycles=best:80,40,60 other=1\n"
                                "per-machine = S:cycles=10 L:cycles=20\n";
static const char targets_file[] =
    "# comment\nid,paper,where,workload,configuration,metric,relation,value,tolerance,unit,kind\n"
    "t.fast,t,5,hot,fast,ipc over base,~,2,0.15,x,measured\nt.least,t,5,all,fast,least,>=,1,,x,measured\n"
    "t.pair,t,5,a over c,base,ipc,~,0.5,0.075,x,measured\nt.spread,t,5,all,two,spread,<=,0.1,,x,measured\n"
    "t.order,t,5,all,fast,order,sign,1,,order,measured\n";
static const char figure_file[] =
    "title = Figure 1\nmetric = ipc\nrows = hot@S cold@S hot@L\nconfigurations = base fast swept\n"
    "relative = base\n[statement t.fast]\nof = fast/base\nmachines = S\nover = hot\n"
    "[statement t.least]\nof = fast/base swept/base\nmachines = S L\nover = hot cold\naggregate = min\n"
    "[statement t.pair]\nof = base\nmachines = S\npairs = a/c\ntransform = 1-x\n"
    "[statement t.spread]\nof = fast/base swept/base\nmachines = S\nover = hot\ncombine = spread\n"
    "[statement t.order]\nof = fast/swept\nmachines = S\nover = hot\n";

static int setup(void **state)
{
    (void)state;
    scratch_paper(main_file, targets_file);
    put("papers/t/fig1.exp", figure_file);
    /* writes {"total":{"n":100,"cycles":C}}: C = 100, or what cycles=C says; adds a line to runs.log first */
    put("run.sh",
        "echo \"$2 $3 $4\" >>$5/runs.log\nc=100\nfor s in $4; do case $s in cycles=*) c=${s#cycles=} ;; esac; done\n"
        "[ -f $5/slow ] && sleep 0.1\n[ \"$2\" = c ] && c=$((c * 2))\n[ -f $5/broken-$2 ] && { echo no luck; exit 3; "
        "}\n"
        "k=1\n[ -f $5/warps ] && k='{\"occupancy\":{\"warps_per_sm\":3}}'\n"
        "printf '{\"total\":{\"n\":100,\"cycles\":%s},\"kernels\":[%s,%s],\"host\":{\"seconds\":1}}' $c \"$k\" "
        "\"$k\" >$1\n");
    diag_init(&diag);
    return 0;
}

static int teardown(void **state)
{
    (void)state;
    diag_free(&diag);
    return scratch_remove_paper();
}

static bool identify(void *user, const struct runs_run *r, const char *size, struct hash *h, struct hash *machine,
                     struct diag *d)
{
    (void)user, (void)size, (void)d;
    hash_text(h, r->workload);
    hash_text(machine, r->machine);
    hash_text(h, r->sets_text);
    return true;
}

static const char **command(void *user, struct arena *a, const struct runs_run *r, const char *size, const char *out)
{
    (void)user, (void)size;
    const char **argv = ARENA_ARRAY(a, const char *, 9);
    const char *words[] = {"sh", arena_printf(a, "%s/run.sh", root), out, r->workload, r->machine, r->sets_text,
                           root};
    memcpy(argv, words, sizeof(words));
    return argv;
}

static struct runs_runner runner(const char *version)
{
    return (struct runs_runner){
        .version = version, .workers = 2, .folder = root, .identify = identify, .command = command};
}

static u32 runs_made(void)
{
    char path[128], line[256];
    u32 n = 0;
    snprintf(path, sizeof(path), "%s/runs.log", root);
    FILE *f = fopen(path, "r");
    while (f && fgets(line, sizeof(line), f))
        n++;
    if (f)
        fclose(f);
    return n;
}

static struct paper paper;
static struct runs_plan plan;

static void read_and_plan(void)
{
    if (!paper_read(&paper, root, "t", &diag))
        diag_print(&diag, stderr);
    assert_int_equal(diag.errors, 0);
    plan = (struct runs_plan){.size = "small"};
    for (u32 i = 0; i < paper.n_figures; i++)
        paper_plan_add(&plan, &paper, &paper.figures[i]);
}

static void execute(const char *version)
{
    char path[128];
    snprintf(path, sizeof(path), "%s/results.db", root);
    struct runs_runner how = runner(version);
    struct runs_store *store = runs_store_open(path, &diag);
    assert_non_null(store);
    assert_true(runs_plan_execute(&plan, store, &how, &diag));
    runs_store_close(store);
}

static void done(void)
{
    runs_plan_free(&plan);
    paper_free(&paper);
}

static void nothing_is_simulated_twice(void **state)
{
    (void)state;
    read_and_plan();
    assert_int_equal(plan.n, 6 * 5); /* a b c on both machines; base, fast and three of the sweep */
    execute("v1");
    assert_int_equal(runs_made(), plan.n);
    done();
    read_and_plan();
    execute("v1");
    assert_int_equal(runs_made(), plan.n);
    for (u32 i = 0; i < plan.n; i++)
        assert_true(plan.runs[i].stored && plan.runs[i].state == RUNS_DONE);
    u32 n = plan.n;
    done();
    read_and_plan();
    execute("v2"); /* another simulator: other results */
    assert_int_equal(runs_made(), 2 * n);
    done();
}

static struct paper_figure *only_figure(void)
{
    return &paper.figures[0];
}

static void tables_and_answers_are_what_the_numbers_say(void **state)
{
    (void)state;
    struct arena a = {0};
    read_and_plan();
    execute("v1");
    struct paper_table t = paper_table_of(&paper, &plan, only_figure(), &a);
    /* a-S b-S geomean c-S a-L b-L geomean; base fast swept */
    assert_int_equal(t.n_rows, 7);
    assert_int_equal(t.n_cols, 3);
    assert_string_equal(t.row_labels[2], "hot-S geomean");
    assert_true(t.is_aggregate[2] && t.is_aggregate[6] && !t.is_aggregate[3]);
    for (u32 r = 0; r < t.n_rows; r++) {
        assert_float_equal(t.cells[r * 3].value, 1, 1e-9);
        assert_float_equal(t.cells[r * 3 + 1].value, 2, 1e-9);
        assert_float_equal(t.cells[r * 3 + 2].value, 2.5, 1e-9);
    }
    assert_string_equal(t.cells[2].best, "40");

    struct paper_statement *s = only_figure()->statements;
    assert_int_equal(only_figure()->n_statements, 5);
    struct paper_answer x = paper_answer_of(&paper, &plan, &s[0], &a);
    assert_float_equal(x.ours, 2, 1e-9);
    assert_int_equal(x.verdict, PAPER_REPRODUCED);
    x = paper_answer_of(&paper, &plan, &s[1], &a);
    assert_float_equal(x.ours, 2, 1e-9);
    assert_int_equal(x.used, 12);
    x = paper_answer_of(&paper, &plan, &s[2], &a); /* c takes twice as long: a is 2x; 1 - 2 */
    assert_float_equal(x.ours, -1, 1e-9);
    assert_int_equal(x.verdict, PAPER_MISSED);
    x = paper_answer_of(&paper, &plan, &s[3], &a); /* 2 and 2.5: spread 0.2 of 2.5 */
    assert_float_equal(x.ours, 0.2, 1e-9);
    assert_int_equal(x.verdict, PAPER_MISSED);
    x = paper_answer_of(&paper, &plan, &s[4], &a);
    assert_float_equal(x.ours, 0.8, 1e-9);
    assert_int_equal(x.verdict, PAPER_MISSED);
    struct paper_subject one = paper_subject_of(&a, "a");
    struct paper_cell c = paper_cell_of(&paper, &plan, &one, 0, (u32)paper_config_index(&paper, "fast"), 1, 0);
    assert_float_equal(c.value, 2 * 100 + 2 * 50, 1e-9);
    done();
    arena_free(&a);
}

static void settings_may_depend_on_the_machine(void **state)
{
    (void)state;
    put("papers/t/fig1.exp", "metric = ipc\nrows = cold@S cold@L\nconfigurations = per-machine\n");
    read_and_plan();
    assert_int_equal(plan.n, 2);
    assert_string_equal(plan.runs[0].sets_text, "cycles=10");
    assert_string_equal(plan.runs[1].sets_text, "cycles=20");
    done();
}

/* An SM holds three warps at most (run.sh says so): a limit of four is no limit, and is not run. */
static void a_limit_that_holds_nobody_back_is_not_run(void **state)
{
    (void)state;
    put("warps", "");
    put("papers/t/fig1.exp",
        "metric = ipc\nrows = cold@S\nconfigurations = base limited\n[configurations]\nlimited = "
        "sched.swl=best:0,1,4\n");
    read_and_plan();
    assert_int_equal(plan.n, 4);
    execute("v1");
    assert_int_equal(runs_made(), 3); /* base, limit 0 (whose key is another here) and 1 */
    for (u32 i = 0; i < plan.n; i++)
        assert_int_equal(plan.runs[i].state, RUNS_DONE);
    done();
}

static void a_killed_run_goes_on_where_it_was(void **state)
{
    (void)state;
    struct timespec pause = {0, 700 * 1000 * 1000};
    put("slow", "");
    read_and_plan();
    pid_t child = fork();
    if (!child) {
        execute("v1");
        _exit(0);
    }
    nanosleep(&pause, NULL);
    kill(child, SIGKILL);
    int status;
    waitpid(child, &status, 0);
    assert_true(WIFSIGNALED(status));
    nanosleep(&pause, NULL); /* its own children die with it */
    u32 started = runs_made();
    assert_true(started > 2 && started < plan.n);
    execute("v1");
    /* at most the two in flight were started twice */
    assert_true(runs_made() <= plan.n + 2);
    u32 stored = 0;
    for (u32 i = 0; i < plan.n; i++) {
        assert_int_equal(plan.runs[i].state, RUNS_DONE);
        stored += plan.runs[i].stored;
    }
    assert_true(stored + 2 >= started && stored > 0);
    done();
}

static void a_failed_run_is_left_out_and_tried_again(void **state)
{
    (void)state;
    struct arena a = {0};
    char path[128];
    put("broken-b", "");
    read_and_plan();
    execute("v1");
    struct paper_answer x = paper_answer_of(&paper, &plan, &only_figure()->statements[0], &a);
    assert_int_equal(x.used, 1);
    assert_int_equal(x.wanted, 2);
    u32 failed = 0;
    for (u32 i = 0; i < plan.n; i++)
        if (plan.runs[i].state == RUNS_FAILED) {
            failed++;
            assert_string_equal(plan.runs[i].why, "exit 3: no luck");
        }
    assert_true(failed > 0);
    done();
    snprintf(path, sizeof(path), "%s/broken-b", root);
    unlink(path);
    u32 before = runs_made();
    read_and_plan();
    execute("v1");
    assert_int_equal(runs_made(), before + failed);
    done();
    arena_free(&a);
}

static bool is_other(void *user)
{
    (void)user;
    return runs_made() < 4;
}

static void results_of_a_rebuilt_simulator_are_not_kept(void **state)
{
    (void)state;
    char path[128];
    snprintf(path, sizeof(path), "%s/results.db", root);
    read_and_plan();
    struct runs_runner how = runner("v1");
    how.is_same = is_other;
    struct runs_store *store = runs_store_open(path, &diag);
    assert_non_null(store);
    assert_false(runs_plan_execute(&plan, store, &how, &diag));
    assert_true(runs_store_count(store) < 4);
    assert_true(runs_made() < 8);
    assert_int_equal(diag.errors, 1);
    runs_store_close(store);
    done();
}

/* In a worker: every run of b dies, those of c need the command. */
static int perform(void *user, const struct runs_run *r, FILE *out)
{
    (void)user;
    if (!strcmp(r->workload, "b"))
        abort();
    if (!strcmp(r->workload, "c"))
        return -1;
    fprintf(out, "{\"total\":{\"n\":7,\"cycles\":1},\"kernels\":[],\"pid\":%d}", (int)getpid());
    return 0;
}

static void workers_make_runs_and_survive_those_that_die(void **state)
{
    (void)state;
    char path[128];
    snprintf(path, sizeof(path), "%s/results.db", root);
    read_and_plan();
    struct runs_runner how = runner("v1");
    how.perform = perform;
    how.full = true;
    struct runs_store *store = runs_store_open(path, &diag);
    assert_non_null(store);
    assert_true(runs_plan_execute(&plan, store, &how, &diag));
    u32 of[3] = {0};
    for (u32 i = 0; i < plan.n; i++) {
        const struct runs_run *r = &plan.runs[i];
        bool dies = !strcmp(r->workload, "b");
        of[r->workload[0] - 'a']++;
        assert_int_equal(r->state, dies ? RUNS_FAILED : RUNS_DONE);
        if (dies)
            assert_string_equal(r->why, "ended by signal 6");
        if (!strcmp(r->workload, "a"))
            assert_int_not_equal(json_integer_value(json_object_get(r->record, "pid")), getpid());
    }
    assert_true(of[0] && of[1] && of[2]);
    assert_int_equal(runs_made(), of[2]); /* the script made c's alone */
    assert_int_equal(runs_store_count(store), of[0] + of[2]);
    runs_store_close(store);
    done();
}

/* Every run of `a` but one with cycles=100 (the base) follows from it. */
static bool follows(void *user, const struct runs_run *from, const struct runs_run *r)
{
    (void)user;
    return !strcmp(from->workload, r->workload) && !strcmp(from->machine, r->machine) && !*from->sets_text;
}
static void rename_record(void *user, json_t *record, const struct runs_run *r)
{
    (void)user;
    json_object_set_new(record, "named", json_string(r->sets_text));
}

static void what_follows_is_not_made(void **state)
{
    (void)state;
    char path[128];
    snprintf(path, sizeof(path), "%s/results.db", root);
    read_and_plan();
    u32 bases = 0;
    for (u32 i = 0; i < plan.n; i++) {
        plan.runs[i].rank = *plan.runs[i].sets_text != 0; /* the bases first */
        bases += !plan.runs[i].rank;
    }
    struct runs_runner how = runner("v1");
    how.follows = follows;
    how.rename = rename_record;
    how.workers = 1;
    struct runs_store *store = runs_store_open(path, &diag);
    assert_non_null(store);
    assert_true(runs_plan_execute(&plan, store, &how, &diag));
    assert_int_equal(runs_made(), bases);
    assert_int_equal(runs_store_count(store), plan.n); /* under keys of their own */
    for (u32 i = 0; i < plan.n; i++) {
        const char *named = json_string_value(json_object_get(plan.runs[i].record, "named"));
        assert_int_equal(plan.runs[i].state, RUNS_DONE);
        assert_int_equal(plan.runs[i].implied, *plan.runs[i].sets_text != 0);
        assert_string_equal(named ? named : "", plan.runs[i].sets_text);
    }
    runs_store_close(store);
    done();
}

static void refused_runs_are_left_alone(void **state)
{
    (void)state;
    read_and_plan();
    plan.runs[0].refused = plan.runs[1].refused = true;
    plan.runs[0].state = plan.runs[1].state = RUNS_FAILED;
    plan.runs[0].why = plan.runs[1].why = "no such machine";
    execute("v1");
    assert_int_equal(runs_made(), plan.n - 2);
    assert_int_equal(plan.runs[1].state, RUNS_FAILED);
    assert_int_equal(plan.runs[1].twin, -1);
    done();
}

static void verdicts_follow_their_relation(void **state)
{
    (void)state;
    static const struct {
        const char *relation, *unit;
        double paper, tolerance, ours;
        u8 verdict;
    } cases[] = {
        {"~", "x", 1.06, 0.01, 0.91, PAPER_MISSED}, /* the other side of 1 is no reproduction */
        {"~", "x", 1.06, 0.01, 1.065, PAPER_REPRODUCED},
        {"~", "x", 1.06, 0.01, 1.05, PAPER_REPRODUCED},
        {"~", "x", 1.06, 0.01, 1.042, PAPER_NEAR},
        {"~", "x", 1.06, 0.01, 1.03, PAPER_DIRECTION},
        {"~", "x", 1.06, 0.01, 1.02, PAPER_DIRECTION}, /* a third of the effect */
        {"~", "x", 1.06, 0.01, 1.018, PAPER_MISSED},
        {"~", "x", 1.06, 0.01, 1.18, PAPER_DIRECTION}, /* three times */
        {"~", "x", 1.06, 0.01, 1.19, PAPER_MISSED},
        {"~", "x", 0.80, 0.03, 0.82, PAPER_REPRODUCED},
        {"~", "x", 0.80, 0.03, 0.86, PAPER_NEAR},
        {"~", "x", 0.80, 0.03, 0.5, PAPER_DIRECTION},
        {"~", "x", 0.80, 0.03, 1.2, PAPER_MISSED},
        {"~", "x", 1.0, 0.03, 1.02, PAPER_REPRODUCED}, /* "no effect" has no direction */
        {"~", "x", 1.0, 0.03, 1.05, PAPER_NEAR},
        {"~", "x", 1.0, 0.03, 1.07, PAPER_MISSED},
        {"~", "x", 17.2, 2.43, 10.8, PAPER_DIRECTION},
        {"~", "fraction slower", 0.37, 0.0555, 0.62, PAPER_DIRECTION},
        {"~", "fraction slower", 0.09, 0.02, -0.09, PAPER_MISSED},
        {"~", "fraction", 0.17, 0.0255, 0.30, PAPER_MISSED},
        {"~", "lanes", 4, 0, 4, PAPER_REPRODUCED},
        {"~", "lanes", 4, 0, 8, PAPER_MISSED},
        {">=", "x", 1, -1, 1.0, PAPER_REPRODUCED},
        {">=", "x", 1, -1, 0.99, PAPER_MISSED}, /* a bound holds or it does not */
        {"<=", "x", 3072, -1, 100, PAPER_REPRODUCED},
        {"<=", "x", 0.05, -1, 0.2, PAPER_MISSED},
        {"sign", "up", 1, -1, 1.01, PAPER_REPRODUCED},
        {"sign", "up", 1, -1, 1.0, PAPER_MISSED},
        {"sign", "order", 1, -1, 1, PAPER_MISSED}, /* a tie is no order */
        {"sign", "order", 1, -1, 1.01, PAPER_REPRODUCED},
        {"sign", "down", 1, -1, 0.9, PAPER_REPRODUCED},
        {"sign", "down", 1, -1, 1.1, PAPER_MISSED},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        struct paper_target t = {.relation = cases[i].relation,
                                 .unit = cases[i].unit,
                                 .value = cases[i].paper,
                                 .tolerance = cases[i].tolerance};
        u8 verdict = paper_judge(&t, cases[i].ours, 0, 1);
        if (verdict != cases[i].verdict)
            fail_msg("case %zu: %s", i, paper_verdict_names[verdict]);
    }
    const double v[] = {1, 4, 16};
    assert_float_equal(paper_aggregate_of(PAPER_GEOMEAN, v, 3), 4, 1e-9);
    assert_float_equal(paper_aggregate_of(PAPER_MEAN, v, 3), 7, 1e-9);
    assert_float_equal(paper_aggregate_of(PAPER_HARMONIC, v, 3), 2.2857142857, 1e-6);
    assert_float_equal(paper_aggregate_of(PAPER_MIN, v, 3), 1, 1e-9);
    assert_float_equal(paper_aggregate_of(PAPER_MAX, v, 3), 16, 1e-9);
}

/* smaller: of a paper at the suites' sizes, some workloads have the smaller one; at size small all are small. */
static void some_workloads_are_smaller(void **state)
{
    (void)state;
    char text[1024];
    snprintf(text, sizeof(text), "size = suite\nsmaller = a\n%s", main_file);
    put("papers/t/paper.ini", text);
    assert_true(paper_read(&paper, root, "t", &diag));
    struct runs_plan sized = {.size = paper.size, .smaller = paper.smaller};
    assert_string_equal(runs_size_of(&sized, "a"), "paper");
    assert_string_equal(runs_size_of(&sized, "b"), "suite");
    sized.size = "small";
    assert_string_equal(runs_size_of(&sized, "a"), "small");
    paper_free(&paper);
    snprintf(text, sizeof(text), "smaller = a\n%s", main_file);
    put("papers/t/paper.ini", text);
    assert_false(paper_read(&paper, root, "t", &diag));
    assert_non_null(strstr(diag.first->text, "it is for size = suite"));
    paper_free(&paper);
    diag_free(&diag);
    diag_init(&diag);
    snprintf(text, sizeof(text), "size = suite\nsmaller = nothing\n%s", main_file);
    put("papers/t/paper.ini", text);
    assert_false(paper_read(&paper, root, "t", &diag));
    assert_non_null(strstr(diag.first->text, "smaller: no suite has 'nothing'"));
    paper_free(&paper);
    diag_free(&diag);
}

static void mistakes_in_experiments_have_their_place(void **state)
{
    (void)state;
    static const struct {
        const char *text, *part;
        u32 line;
    } cases[] = {
        {"metric = ipc\nrows = hot@S\nconfigurations = base fats\n", "did you mean 'fast'", 3},
        {"metric = ipc\nrows = hot@X\nconfigurations = base\n", "SUITE@MACHINE", 2},
        {"metric = ipc\nrows = hott@S\nconfigurations = base\n", "'hott'", 2},
        {"metric = icp\nrows = hot@S\nconfigurations = base\n", "'icp'", 1},
        {"metric = ipc\nrows = hot@S\nconfigurations = base\ntitel = x\n", "did you mean 'title'", 4},
        {"metric = ipc\nrows = hot@S\nconfigurations = base\n[statement t.none]\nof = base\nmachines = S\nover = "
         "hot\n",
         "t.none", 5},
        {"metric = ipc\nrows = hot@S\nconfigurations = base\n[statement t.fast]\nof = base/fats\nmachines = S\nover "
         "= hot\n",
         "'fats'", 5},
        {"metric = ipc\nrows = hot@S\nconfigurations = base\n[statement t.fast]\nof = base\nmachines = S\nover = "
         "hot\naggregate = geomaen\n",
         "did you mean 'geomean'", 8},
        {"metric = ipc\nrows = hot@S\nconfigurations = base\n[configurations]\nx = y\n", "not key=value", 5},
        {"metric = ipc\nrows = hot@S\nconfigurations = base\n[stament]\nx = y\n", "unknown section", 5},
        {"metric = ipc\nrows = hot@S\nconfigurations = base\nrelative = base of a@L\n", "no row", 4},
        {"metric = ipc\nrows hot@S\n", "key = value", 2},
    };
    for (size_t i = 0; i < COUNT_OF(cases); i++) {
        put("papers/t/fig1.exp", cases[i].text);
        assert_false(paper_read(&paper, root, "t", &diag));
        if (!strstr(diag.first->text, cases[i].part) || diag.first->line != cases[i].line ||
            !strstr(diag.first->file, "papers/t/fig1.exp"))
            fail_msg("case %zu: %s:%u: %s", i, diag.first->file, diag.first->line, diag.first->text);
        paper_free(&paper);
        diag_free(&diag);
    }
    put("papers/targets.csv", "a,b,c\n");
    assert_false(paper_read(&paper, root, "t", &diag));
    assert_int_equal(diag.first->line, 1);
    paper_free(&paper);
}

static u32 count(const char *text, const char *what)
{
    u32 n = 0;
    for (const char *p = text; (p = strstr(p, what)); p += strlen(what))
        n++;
    return n;
}

static void the_page_is_whole_and_stands_alone(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {{"<svg", "</svg>"},        {"<table", "</table>"}, {"<tr", "</tr>"},
                                           {"<td", "</td>"},          {"<div", "</div>"},     {"<text", "</text>"},
                                           {"<rect", NULL},           {"<p ", "</p>"},        {"<title>", "</title>"},
                                           {"<details", "</details>"}};
    struct arena a = {0};
    char *text = NULL;
    size_t size = 0;
    read_and_plan();
    execute("v1");
    const struct paper_figure *figures[] = {only_figure()};
    struct paper_report r;
    paper_report_make(&r, &paper, &plan, figures, 1, "v1", &a);
    FILE *f = open_memstream(&text, &size);
    paper_report_html(&r, f);
    fclose(f);
    for (size_t i = 0; i < COUNT_OF(pairs); i++)
        if (pairs[i][1])
            assert_int_equal(count(text, pairs[i][0]), count(text, pairs[i][1]));
    assert_true(count(text, "<rect") > 10);
    assert_non_null(strstr(text, "A paper &amp; its &lt;claims&gt;"));
    assert_non_null(strstr(text, "A. Uthor &amp; B. Riter: A paper. VENUE 2001."));
    assert_non_null(strstr(text, "prefers-color-scheme:dark"));
    assert_null(strstr(text, "src="));
    assert_null(strstr(text, "https:"));
    assert_null(strstr(text, "nan"));
    free(text);

    json_t *j = paper_report_json(&r);
    assert_int_equal(json_array_size(json_object_get(j, "statements")), 5);
    json_t *counts = json_object_get(j, "counts");
    assert_int_equal(json_integer_value(json_object_get(counts, "reproduced")), 2);
    assert_int_equal(json_integer_value(json_object_get(counts, "missed")), 3);
    json_decref(j);
    done();
    arena_free(&a);
}

static void the_papers_that_are_shipped_can_be_read(void **state)
{
    (void)state;
    const char *source = getenv("SLUICE_SOURCE_ROOT");
    if (!source)
        skip();
    static const char *const names[] = {"mrpb", "maws", "unified"};
    for (u32 i = 0; i < COUNT_OF(names); i++) {
        if (!paper_read(&paper, source, names[i], &diag))
            diag_print(&diag, stderr);
        assert_int_equal(diag.errors, 0);
        assert_true(paper.n_figures >= 3);
        paper_free(&paper);
    }
}

#define T(f) cmocka_unit_test_setup_teardown(f, setup, teardown)
int main(void)
{
    const struct CMUnitTest tests[] = {
        T(nothing_is_simulated_twice),
        T(tables_and_answers_are_what_the_numbers_say),
        T(settings_may_depend_on_the_machine),
        T(a_limit_that_holds_nobody_back_is_not_run),
        T(a_killed_run_goes_on_where_it_was),
        T(a_failed_run_is_left_out_and_tried_again),
        T(results_of_a_rebuilt_simulator_are_not_kept),
        T(workers_make_runs_and_survive_those_that_die),
        T(what_follows_is_not_made),
        T(refused_runs_are_left_alone),
        T(verdicts_follow_their_relation),
        T(some_workloads_are_smaller),
        T(mistakes_in_experiments_have_their_place),
        T(the_page_is_whole_and_stands_alone),
        T(the_papers_that_are_shipped_can_be_read),
    };
    return cmocka_run_group_tests_name("paper", tests, NULL, NULL);
}
