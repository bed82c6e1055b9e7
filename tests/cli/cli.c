/* What a user sees of `sluice`: help, lists, and what a mistake is told. Runs the program itself. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include <cmocka.h>
#include <jansson.h>

static char out[1 << 20];

/* Runs `sluice ARGS`, keeps what it says (both streams) in out, returns its exit status. */
static int sluice(const char *args)
{
    char command[1024];
    snprintf(command, sizeof(command), "%s/sluice %s 2>&1 </dev/null", getenv("SLUICE_BUILD_ROOT"), args);
    FILE *p = popen(command, "r");
    assert_non_null(p);
    out[fread(out, 1, sizeof(out) - 1, p)] = 0;
    int status = pclose(p);
    assert_true(WIFEXITED(status));
    return WEXITSTATUS(status);
}

static void says(const char *part)
{
    if (!strstr(out, part))
        fail_msg("'%s' is not in:\n%.2000s", part, out);
}

static void help_names_every_command_and_each_has_its_own(void **state)
{
    (void)state;
    static const char *const commands[] = {"cc", "run", "list", "paper"};
    assert_int_equal(sluice("--help"), 0);
    for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++)
        says(commands[i]);
    assert_int_equal(sluice(""), 2);
    says("usage:");
    assert_int_equal(sluice("--version"), 0);
    says("sluice 0.");
    assert_int_equal(sluice("list --help"), 0);
    says("usage: sluice list");
    says("--json");
    assert_int_equal(sluice("help paper"), 0);
    says("--dry-run");
}

static void a_wrong_word_is_told_the_nearest(void **state)
{
    (void)state;
    assert_int_equal(sluice("lits"), 2);
    says("did you mean 'list'");
    assert_int_equal(sluice("list param"), 2);
    says("did you mean 'params'");
    assert_int_equal(sluice("list params --jsno"), 2);
    says("did you mean '--json'");
    assert_int_equal(sluice("list params --json=3"), 2);
    says("takes no value");
    assert_int_equal(sluice("list params --machine"), 2);
    says("wants a value");
    assert_int_equal(sluice("list params --machine gtx490"), 2);
    says("gtx480");
    assert_int_equal(sluice("paper mrbp"), 2);
    says("mrpb");
    assert_int_equal(sluice("paper mrpb 99"), 2);
    says("fig14");
    assert_int_equal(sluice("paper mrpb --size large"), 2);
    says("small or paper");
    assert_int_equal(sluice("paper mrpb --jobs 0"), 2);
    says("from 1 to");
}

static void lists_have_what_is_there(void **state)
{
    (void)state;
    assert_int_equal(sluice("list workloads"), 0);
    says("atax");
    says("polybench");
    assert_int_equal(sluice("list machines"), 0);
    says("gtx480");
    says("c2050-s");
    assert_int_equal(sluice("list params l1."), 0);
    says("l1.mshrs");
    assert_null(strstr(out, "l2."));
    assert_int_equal(sluice("list params --machine c2050-l l1.size"), 0);
    says("48KB");
    assert_int_equal(sluice("list papers --json"), 0);
    static const char *const cited[] = {"mrpb",     "(HPCA), 2014.",
                                        "warppool", "(MICRO), 2015.",
                                        "icc",      "Transactions on Computers 68(7), 2019.",
                                        "maws",     "University of Virginia, 2009.",
                                        "unified",  "(MICRO), 2012."};
    for (size_t i = 0; i < sizeof(cited) / sizeof(*cited); i++)
        says(cited[i]);
    assert_int_equal(sluice("list cuda ld"), 0);
    says("ld");
}

static void every_list_is_valid_json(void **state)
{
    (void)state;
    static const char *const topics[] = {"workloads", "machines", "params", "stats", "papers", "cuda"};
    for (size_t i = 0; i < sizeof(topics) / sizeof(*topics); i++) {
        char args[64];
        snprintf(args, sizeof(args), "list %s --json", topics[i]);
        assert_int_equal(sluice(args), 0);
        json_error_t e;
        json_t *j = json_loads(out, 0, &e);
        if (!j)
            fail_msg("%s: %s", topics[i], e.text);
        assert_true(json_is_object(j) || json_array_size(j) > 0);
        json_decref(j);
    }
}

static void every_parameter_says_its_source(void **state)
{
    (void)state;
    static const char *const sources[] = {"paper", "datasheet", "measured", "guess", "debug"};
    assert_int_equal(sluice("list params --json"), 0);
    json_t *all = json_loads(out, 0, NULL), *p;
    size_t i;
    json_array_foreach(all, i, p)
    {
        const char *help = json_string_value(json_object_get(p, "help"));
        const char *bracket = strrchr(help, '(');
        int known = 0;
        for (size_t s = 0; bracket && s < sizeof(sources) / sizeof(*sources); s++)
            known |= !strncmp(bracket + 1, sources[s], strlen(sources[s]));
        if (!known)
            fail_msg("%s: '%s' ends without its source", json_string_value(json_object_get(p, "key")), help);
    }
    json_decref(all);
}

#ifndef __SANITIZE_ADDRESS__ /* a program without the sanitizer cannot load a library with it */
/* CCWS-SWL with fewer warps than a block has, in a program with barriers: the warps that wait make room. */
static void a_warp_limit_below_a_block_does_not_deadlock(void **state)
{
    (void)state;
    assert_int_equal(sluice("run --machine c2050-s --set sched.swl=1 --quiet hotspot"), 0);
    says("PASS");
}
#endif

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(help_names_every_command_and_each_has_its_own),
        cmocka_unit_test(a_wrong_word_is_told_the_nearest),
        cmocka_unit_test(lists_have_what_is_there),
        cmocka_unit_test(every_list_is_valid_json),
        cmocka_unit_test(every_parameter_says_its_source),
#ifndef __SANITIZE_ADDRESS__
        cmocka_unit_test(a_warp_limit_below_a_block_does_not_deadlock),
#endif
    };
    return cmocka_run_group_tests_name("cli", tests, NULL, NULL);
}
