/* The one parser of options and the one printer of help, over a command's table. */
#include "cli/cli.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "base/root.h"
#include "base/vec.h"

void cli_begin(struct cli_args *a, const struct cli_command *command, int argc, char **argv)
{
    *a = (struct cli_args){.command = command, .argc = argc, .at = 1, .argv = argv};
}

int cli_wrong(const struct cli_command *command, const char *fmt, ...)
{
    va_list ap;
    fprintf(stderr, "sluice %s: ", command->name);
    va_start(ap, fmt);
    vfprintf(stderr, fmt, ap);
    va_end(ap);
    fprintf(stderr, "\n(sluice %s --help explains)\n", command->name);
    return EXIT_USER;
}

bool cli_count(const struct cli_command *command, const char *name, const char *text, u64 most, u64 *value)
{
    char *end = (char *)text;
    errno = 0;
    *value = text[0] >= '0' && text[0] <= '9' ? strtoull(text, &end, 10) : 0;
    if (*value && !*end && *value <= most && !errno)
        return true;
    if (most == UINT64_MAX)
        cli_wrong(command, "--%s '%s': expected a number from 1", name, text);
    else
        cli_wrong(command, "--%s '%s': expected a number from 1 to %llu", name, text, (unsigned long long)most);
    return false;
}

/* An option that the command lacks: refused with the nearest one, or, if options may belong to a program, CLI_OPERAND
   unless it looks like a typing error. */
static int unknown_option(const struct cli_command *c, const char *word, bool foreign)
{
    VEC(const char *) names = {0};
    for (u32 i = 0; i < c->n_options; i++)
        if (c->options[i].help)
            VEC_PUSH(&names, c->options[i].name);
    VEC_PUSH(&names, "help");
    char name[64];
    snprintf(name, sizeof(name), "%.*s", (int)strcspn(word + 2, "="), word + 2);
    const char *near = word[1] == '-' ? diag_nearest(name, names.at, names.n) : NULL;
    if (foreign && !(near && !strncmp(near, name, 3))) {
        VEC_FREE(&names);
        return CLI_OPERAND;
    }
    if (near && foreign)
        cli_wrong(c, "unknown option '%s'; did you mean '--%s'? (the program's own options may stand behind --)",
                  word, near);
    else if (near)
        cli_wrong(c, "unknown option '%s'; did you mean '--%s'?", word, near);
    else
        cli_wrong(c, "unknown option '%s'", word);
    VEC_FREE(&names);
    return CLI_BAD;
}

/* The value of option i: behind '=' or glued to the letter (`glued`), else the next word. */
static int with_value(struct cli_args *a, int i, const char *glued, const char **value)
{
    const struct cli_option *o = &a->command->options[i];
    if (!o->arg && glued) {
        cli_wrong(a->command, "option '--%s' takes no value", o->name);
        return CLI_BAD;
    }
    *value = glued;
    if (o->arg && !glued) {
        if (a->at >= a->argc) {
            cli_wrong(a->command, "option '--%s' wants a value: --%s %s", o->name, o->name, o->arg);
            return CLI_BAD;
        }
        *value = a->argv[a->at++];
    }
    if (o->arg && !**value) {
        cli_wrong(a->command, "option '--%s' wants a value, not an empty one: --%s %s", o->name, o->name, o->arg);
        return CLI_BAD;
    }
    return i;
}

int cli_next(struct cli_args *a, const char **value)
{
    const struct cli_command *c = a->command;
    if (a->at >= a->argc)
        return CLI_END;
    const char *word = a->argv[a->at++];
    if (!a->only_operands && !strcmp(word, "--")) {
        a->only_operands = true;
        if (a->at >= a->argc)
            return CLI_END;
        word = a->argv[a->at++];
    }
    if (a->only_operands || word[0] != '-' || !word[1]) {
        *value = word;
        return CLI_OPERAND;
    }
    if (!strcmp(word, "--help") || !strcmp(word, "-h")) {
        cli_help(c, stdout);
        return CLI_HELP;
    }
    for (u32 i = 0; i < c->n_options; i++) {
        const struct cli_option *o = &c->options[i];
        size_t n = strlen(o->name);
        if (word[1] == '-' && !strncmp(word + 2, o->name, n) && (!word[2 + n] || word[2 + n] == '='))
            return with_value(a, (int)i, word[2 + n] ? word + 3 + n : NULL, value);
        if (o->letter && word[1] == o->letter)
            return with_value(a, (int)i, word[2] ? word + 2 : NULL, value);
    }
    int o = unknown_option(c, word, a->foreign);
    if (o == CLI_OPERAND) {
        a->only_operands = true;
        *value = word;
    }
    return o;
}

void cli_help(const struct cli_command *c, FILE *to)
{
    fprintf(to, "sluice %s: %s\n\nusage: sluice %s %s\n", c->name, c->summary, c->name, c->args);
    if (c->n_options)
        fprintf(to, "\noptions:\n");
    for (u32 i = 0; i < c->n_options; i++) {
        const struct cli_option *o = &c->options[i];
        char left[64];
        if (!o->help)
            continue;
        char letter[5] = {'-', o->letter, ',', ' ', 0};
        snprintf(left, sizeof(left), "%s--%s%s%s", o->letter ? letter : "", o->name, o->arg ? " " : "",
                 o->arg ? o->arg : "");
        fprintf(to, "  %-22s %s\n", left, o->help);
    }
    if (c->about)
        fprintf(to, "\n%s", c->about);
}

const char *cli_root(void)
{
    static struct arena a; /* part of the process's state; never changes */
    static const char *root;
    if (!root)
        root = root_folder(&a);
    return root;
}
