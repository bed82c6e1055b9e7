/* sluice report: a run record as a page. */
#include <stdlib.h>
#include <string.h>

#include "cli/cli.h"
#include "cli/keys.h"
#include "cli/report.h"
#include "out/out.h"
#include "page/keys.h"
#include "page/page.h"

extern const struct cli_command cmd_report;

enum { O_OUT, O_TEXT };
static const struct cli_option options[] = {
    [O_OUT] = {"output", 'o', "FILE.html", "where the page goes ('-': standard output)"},
    [O_TEXT] = {"text", 0, NULL, "print the report on the terminal instead"},
};

/* Keys in one order, wherever the record comes from. */
static void write_page(const void *record, FILE *to)
{
    char *text = json_dumps(record, JSON_COMPACT | JSON_SORT_KEYS);
    json_t *sorted = text ? json_loads(text, 0, NULL) : NULL;
    page_report(to, sorted ? sorted : record, keys_help);
    json_decref(sorted);
    free(text);
}

bool report_write(const char *path, const json_t *record, struct diag *d)
{
    return page_check(record, d) && out_write(path, write_page, record, d);
}

json_t *report_load(const char *path, struct diag *d)
{
    json_error_t e;
    json_t *doc = json_load_file(path, 0, &e);
    if (!doc) {
        diag_error(d, path, e.line > 0 ? (u32)e.line : 0, 0, "not a run record: %s", e.text);
        return NULL;
    }
    if (!json_is_array(json_object_get(doc, "kernels")) || !json_is_object(json_object_get(doc, "total"))) {
        diag_error(d, path, 0, 0, "not a run record: expected what `sluice run --json` writes");
    } else if (out_number(doc, "schema") != OUT_SCHEMA) {
        diag_error(d, path, 0, 0, "a record of form %.0f, and this is form %d: run it again",
                   out_number(doc, "schema"), OUT_SCHEMA);
    } else {
        return doc;
    }
    json_decref(doc);
    return NULL;
}

static int run(int argc, char **argv)
{
    struct cli_args a;
    const char *v, *file = NULL, *out = NULL;
    bool text = false;
    cli_begin(&a, &cmd_report, argc, argv);
    for (int o; (o = cli_next(&a, &v)) != CLI_END;)
        switch (o) {
        case O_OUT: out = v; break;
        case O_TEXT: text = true; break;
        case CLI_OPERAND:
            if (file)
                return cli_wrong(&cmd_report, "one record at a time: '%s' is too much (sluice compare takes several)",
                                 v);
            file = v;
            break;
        default: return o == CLI_HELP ? EXIT_DONE : EXIT_USER;
        }
    if (!file)
        return cli_wrong(&cmd_report, "which record? (sluice run --json FILE writes one)");
    if (!out && !text)
        return cli_wrong(&cmd_report, "where to? -o FILE.html, or --text for the terminal");
    struct diag d;
    diag_init(&d);
    const struct out_named files[] = {{"the record", file}, {"--output", out}};
    json_t *doc = out_apart(files, COUNT_OF(files), &d) ? report_load(file, &d) : NULL;
    if (doc && text)
        out_print(doc, stdout);
    if (doc && out)
        report_write(out, doc, &d);
    int rc = d.errors ? EXIT_USER : EXIT_DONE;
    json_decref(doc);
    diag_print(&d, stderr);
    diag_free(&d);
    return rc;
}

const struct cli_command cmd_report = {
    .name = "report",
    .args = "RECORD.json -o FILE.html",
    .summary = "show a run record as a page for the browser",
    .about = "One file, nothing fetched: per kernel where issue slots went, the memory path with "
             "the traffic on "
             "it,\n"
             "latencies by stage, the roofline, occupancy, every statistic with its meaning, and, where the run has "
             "them, samples "
             "over\n"
             "time and source lines. `sluice run --html FILE` writes the same at once.\n"
             "\n"
             "examples:\n"
             "  sluice run -m gtx480 --json atax.json atax && sluice report atax.json -o atax.html\n"
             "  sluice report atax.json --text\n",
    .options = options,
    .n_options = COUNT_OF(options),
    .run = run,
};
