/* A subcommand is one file with one `const struct cli_command cmd_NAME`, and one row in commands.def. Its help and
   its parsing come from the same table of options. */
#ifndef SLUICE_CLI_CLI_H
#define SLUICE_CLI_CLI_H
#include "base/diag.h"
#include "base/types.h"

/* What `sluice` exits with. */
enum cli_exit {
    EXIT_DONE = 0,    /* it worked */
    EXIT_USER = 2,    /* a wrong flag, file or value: the message says where and what was expected */
    EXIT_PROGRAM = 3, /* the simulated program did something wrong, or its own check failed */
    EXIT_UNMET = 4,   /* --check: the results do not hold what was asked of them */
};

struct cli_option {
    const char *name; /* "json": --json */
    char letter;      /* 'o': -o; 0 if none */
    const char *arg;  /* "FILE": takes a value (--x VALUE or --x=VALUE); NULL: a switch */
    const char *help; /* NULL: hidden */
};

struct cli_command {
    const char *name;
    const char *args;    /* what follows the name in the usage line */
    const char *summary; /* one line, for the list of commands */
    const char *about;   /* paragraphs and examples, for the command's own help */
    const struct cli_option *options;
    u32 n_options;
    int (*run)(int argc, char **argv); /* argv[0] is the command's name */
};

/* Walks the arguments: for an option its row's index (and its value), for anything else CLI_OPERAND (and the word).
   --help prints the command's help and ends with CLI_HELP; a wrong option is told the nearest and ends with CLI_BAD.
   After `--` everything is an operand. */
enum { CLI_END = -1, CLI_OPERAND = -2, CLI_HELP = -3, CLI_BAD = -4 };
struct cli_args {
    const struct cli_command *command;
    int argc, at;
    char **argv;
    bool only_operands;
    bool foreign; /* from the first option on that is not the command's, words are a program's: operands */
};
void cli_begin(struct cli_args *a, const struct cli_command *command, int argc, char **argv);
int cli_next(struct cli_args *a, const char **value);
void cli_help(const struct cli_command *command, FILE *to);
/* Says what is wrong (printf), points to --help, returns EXIT_USER. */
int cli_wrong(const struct cli_command *command, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* The value of --NAME as a number from 1 to `most`; false and said what is wrong otherwise. */
bool cli_count(const struct cli_command *command, const char *name, const char *text, u64 most, u64 *value);

/* Where what is shipped beside the program (machines/, workloads/, papers/, include/) is found: see base/root.h. */
const char *cli_root(void);

#endif
