/* sluice: finds the subcommand and hands over. Each subcommand is a file here and a row of commands.def. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "cli/child.h"
#include "cli/cli.h"

/* A row whose file is not built in is left out of the table. */
#define COMMAND(name) extern const struct cli_command cmd_##name __attribute__((weak));
#include "cli/commands.def"
#undef COMMAND

static const struct cli_command *const rows[] = {
#define COMMAND(name) &cmd_##name,
#include "cli/commands.def"
#undef COMMAND
};

static const char intro[] = "sluice simulates GPUs cycle by cycle: it compiles CUDA programs without NVIDIA's "
                            "toolkit, runs them without a GPU,\n"
                            "and shows where every cycle went.\n"
                            "\n"
                            "usage: sluice COMMAND [options]      sluice COMMAND --help explains one command\n";

static const char examples[] =
    "examples:\n"
    "  sluice cc prog.cu -o prog && ./prog       compile a CUDA program and run it, checked, at full speed\n"
    "  sluice run --machine gtx480 atax          a shipped workload on a simulated machine\n"
    "  sluice run --machine c2050-s -- ./prog    your own program\n"
    "  sluice list params                        every parameter with its bounds, default and source\n"
    "\n"
    "exit status: 0 done; 2 a mistake in what sluice was given; 3 the simulated program failed;\n"
    "4 results do not hold what --check asked. docs/README.md is the way into the documentation.\n";

static const struct cli_command *find(const char *name)
{
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (rows[i] && !strcmp(rows[i]->name, name))
            return rows[i];
    return NULL;
}

static int help(void)
{
    printf("%s\ncommands:\n", intro);
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (rows[i])
            printf("  %-12s %s\n", rows[i]->name, rows[i]->summary);
    printf("\n%s", examples);
    return EXIT_DONE;
}

static int unknown(const char *name)
{
    const char *names[COUNT_OF(rows)];
    size_t n = 0;
    for (size_t i = 0; i < COUNT_OF(rows); i++)
        if (rows[i])
            names[n++] = rows[i]->name;
    const char *near = diag_nearest(name, names, n);
    fprintf(stderr, "sluice: unknown command '%s'", name);
    if (near)
        fprintf(stderr, "; did you mean '%s'?", near);
    fprintf(stderr, "\n(sluice --help lists the commands)\n");
    return EXIT_USER;
}

static int main_command(int argc, char **argv)
{
    if (argc < 2) {
        help();
        return EXIT_USER;
    }
    const char *name = argv[1];
    bool ask_help = !strcmp(name, "help");
    if (ask_help && argc > 2) /* sluice help run */
        name = argv[2];
    else if (ask_help || !strcmp(name, "--help") || !strcmp(name, "-h"))
        return help();
    if (!strcmp(name, "--version")) {
        printf("sluice %s\n", SLUICE_VERSION);
        return EXIT_DONE;
    }
    const struct cli_command *c = find(name);
    if (!c)
        return unknown(name);
    if (ask_help) {
        cli_help(c, stdout);
        return EXIT_DONE;
    }
    return c->run(argc - 1, argv + 1);
}

/* What was asked for is not there if it could not be printed: a full disk, a closed pipe. */
int main(int argc, char **argv)
{
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is a sentence, like a full disk */
    int rc = main_command(argc, argv);
    if ((fflush(stdout) != 0 || ferror(stdout)) && rc != EXIT_USER && child_signal() != SIGPIPE) {
        fprintf(stderr, "sluice: standard output cannot be written: %s\n", strerror(errno));
        rc = EXIT_USER;
    }
    child_end();
    return rc;
}
