/* `sluice machine`: another simulator's configuration as a machine file. */
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "accel/config.h"
#include "cli/cli.h"
#include "out/out.h"

extern const struct cli_command cmd_machine;

enum { O_FROM, O_OUT, O_ABOUT, O_QUIET };
static const struct cli_option options[] = {
    [O_FROM] = {"from", 0, "FILE", "GPGPU-Sim's gpgpusim.config"},
    [O_OUT] = {"output", 'o', "FILE", "the machine file to write; none: standard output"},
    [O_ABOUT] = {"about", 0, "TEXT", "the machine's line in `sluice list machines`"},
    [O_QUIET] = {"quiet", 'q', NULL, "say nothing about options without an equivalent"},
};

/* Beside the old one, which stays until the new one is whole. */
static bool write_file(const char *path, const char *text, struct diag *d)
{
    char part[4096];
    snprintf(part, sizeof part, "%s.part", path);
    FILE *f = fopen(part, "w");
    bool ok = f && fputs(text, f) != EOF;
    ok &= f && fclose(f) == 0;
    ok = ok && rename(part, path) == 0;
    if (!ok) {
        diag_error(d, path, 0, 0, "cannot be written: %s", strerror(errno));
        unlink(part);
    }
    return ok;
}

/* The lines of the file that list options without an equivalent. */
static void print_lost(const char *text)
{
    const char *at = strstr(text, "\n# Options without an equivalent");
    const char *end = at ? strstr(at, "\n\n") : NULL;
    for (const char *line = at ? at + 1 : NULL; line && (!end || line < end) && *line == '#';) {
        const char *next = strchr(line, '\n');
        fprintf(stderr, "%.*s\n", next ? (int)(next - line - 2) : (int)strlen(line + 2), line + 2);
        line = next ? next + 1 : NULL;
    }
}

static int make(const char *from, const char *trace, const char *to, const char *about, bool quiet, struct diag *d)
{
    struct arena a = {0};
    struct accel_config_report r;
    const char *text = accel_config_read(&a, from, trace, about, &r, d);
    if (text && to && write_file(to, text, d)) {
        if (!quiet) {
            print_lost(text);
            printf("%s: %u parameters from %u options, of which %u have no equivalent\n", to, r.parameters, r.options,
                   r.lost);
        }
    } else if (text && !to) {
        fputs(text, stdout);
    }
    arena_free(&a);
    return d->errors ? EXIT_USER : EXIT_DONE;
}

static int machine_main(int argc, char **argv)
{
    const char *from = NULL, *trace = NULL, *to = NULL, *about = NULL, *v = NULL;
    bool quiet = false;
    struct cli_args a;
    cli_begin(&a, &cmd_machine, argc, argv);
    for (int o; (o = cli_next(&a, &v)) != CLI_END;) {
        switch (o) {
        case CLI_HELP: return EXIT_DONE;
        case CLI_BAD: return EXIT_USER;
        case CLI_OPERAND:
            if (trace)
                return cli_wrong(&cmd_machine, "one trace.config at most: '%s' is too many", v);
            trace = v;
            break;
        case O_FROM: from = v; break;
        case O_OUT: to = v; break;
        case O_ABOUT: about = v; break;
        default: quiet = true; break;
        }
    }
    if (!from)
        return cli_wrong(&cmd_machine, "from which configuration? (--from gpgpusim.config)");
    if (about && strpbrk(about, "\n\r"))
        return cli_wrong(&cmd_machine, "--about is one line");
    struct diag d;
    diag_init(&d);
    const struct out_named files[] = {{"--from", from}, {"the trace.config", trace}, {"--output", to}};
    int rc = out_apart(files, COUNT_OF(files), &d) && out_writable(to, &d) ? make(from, trace, to, about, quiet, &d)
                                                                           : EXIT_USER;
    diag_print(&d, stderr);
    diag_free(&d);
    return rc;
}

const struct cli_command cmd_machine = {
    .name = "machine",
    .args = "--from gpgpusim.config [trace.config] [-o FILE]",
    .summary = "another simulator's configuration as a machine file",
    .about =
        "Reads a configuration of GPGPU-Sim or Accel-Sim and writes the machine that it describes as a file for\n"
        "--machine, with the option that each parameter comes from. Options without an equivalent are listed with\n"
        "what that changes; an unknown option is an error, and nothing is written.\n"
        "\n"
        "examples:\n"
        "  sluice machine --from SM7_QV100/gpgpusim.config SM7_QV100/trace.config -o mine.ini\n"
        "  sluice trace -m mine.ini traces/kernelslist.g\n",
    .options = options,
    .n_options = COUNT_OF(options),
    .run = machine_main,
};
