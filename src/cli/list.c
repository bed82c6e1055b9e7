/* sluice list: what there is to choose from, out of the tables that also run the simulator. */
#include "cli/list.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/workloads.h"
#include "decl/json.h"
#include "gpu/config.h"
#include "gpu/gpu.h"

extern const struct cli_command cmd_list;

static int list_workloads(const struct list_request *r, struct diag *d)
{
    struct workloads w;
    if (!workloads_read(&w, cli_root(), d))
        return EXIT_USER;
    json_t *all = json_array();
    const char *suite = "";
    for (u32 i = 0; i < w.n; i++) {
        const struct workload *x = &w.at[i];
        if (!list_wanted(r, x->name))
            continue;
        if (r->json) {
            json_array_append_new(all,
                                  json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:I, s:I, s:I, s:s}", "name", x->name,
                                            "suite", x->suite, "class", x->kind, "small", x->small, "paper", x->paper,
                                            "suite_size", *x->suite_size ? x->suite_size : x->paper,
                                            "small_warp_instrs", (json_int_t)atoll(x->small_instrs),
                                            "paper_warp_instrs", (json_int_t)atoll(x->paper_instrs), "budget",
                                            (json_int_t)atoll(x->budget), "about", x->about));
            continue;
        }
        if (strcmp(suite, x->suite))
            printf("%s%s\n", *suite ? "\n" : "", x->suite);
        suite = x->suite;
        printf("  %-17s %s\n  %-17s small: %s (%.2fM); paper: %s (%.1fM warp instructions)\n", x->name, x->about,
               x->kind, x->small, atof(x->small_instrs) / 1e6, x->paper, atof(x->paper_instrs) / 1e6);
        if (*x->suite_size)
            printf("  %-17s suite: %s%s%s%s\n", "", x->suite_size, *x->budget ? " (" : "", x->budget,
                   *x->budget ? " cycles of each kernel)" : "");
    }
    list_json(r, all);
    workloads_free(&w);
    return EXIT_DONE;
}

static int list_machines(const struct list_request *r, struct diag *d)
{
    struct machine_list m = {0};
    machine_list(&m, d);
    json_t *all = json_array();
    for (u32 i = 0; i < m.n; i++) {
        if (!list_wanted(r, m.names[i]))
            continue;
        if (r->json)
            json_array_append_new(all,
                                  json_pack("{s:s, s:s}", "name", m.names[i], "about", m.about[i] ? m.about[i] : ""));
        else
            printf("%-14s %s\n", m.names[i], m.about[i] ? m.about[i] : "");
    }
    list_json(r, all);
    arena_free(&m.arena);
    return d->errors ? EXIT_USER : EXIT_DONE;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static int list_papers(const struct list_request *r, struct diag *d)
{
    struct arena a = {0};
    char *names[64];
    size_t n = 0;
    DIR *dir = opendir(arena_printf(&a, "%s/papers", cli_root()));
    for (struct dirent *e; dir && n < COUNT_OF(names) && (e = readdir(dir));)
        if (e->d_name[0] != '.' &&
            access(arena_printf(&a, "%s/papers/%s/paper.ini", cli_root(), e->d_name), R_OK) == 0)
            names[n++] = arena_strdup(&a, e->d_name);
    if (dir)
        closedir(dir);
    qsort(names, n, sizeof(*names), by_name);
    json_t *all = json_array();
    for (size_t i = 0; i < n; i++) {
        const char *file = arena_printf(&a, "%s/papers/%s/paper.ini", cli_root(), names[i]);
        const char *title = decl_file_key(&a, file, "title", d), *citation = decl_file_key(&a, file, "citation", d);
        if (!list_wanted(r, names[i]))
            continue;
        if (r->json)
            json_array_append_new(all, json_pack("{s:s, s:s, s:s}", "name", names[i], "title", title ? title : "",
                                                 "citation", citation ? citation : ""));
        else
            printf("%-14s %s\n", names[i], title ? title : "");
    }
    list_json(r, all);
    arena_free(&a);
    return d->errors ? EXIT_USER : EXIT_DONE;
}

static const struct {
    const char *name, *about;
    int (*show)(const struct list_request *, struct diag *);
} topics[] = {
    {"workloads", "the CUDA programs that are shipped, with their sizes", list_workloads},
    {"machines", "the machines under machines/", list_machines},
    {"params", "every parameter: key, default, bounds or choices, unit, meaning and source", list_params},
    {"stats", "every statistic: name, unit and meaning", list_stats},
    {"record", "every key of the run record: what it holds, unit and meaning (--schema: a JSON Schema)", list_record},
    {"papers", "the papers whose experiments are under papers/", list_papers},
    {"protocol", "the coherence protocol: states, events and every transition", list_protocol},
    {"cuda", "what of CUDA and PTX works", list_cuda},
    {"passes", "from PTX to a machine's code: what is done, in order", list_passes},
    {"isa", "what a generation's instructions cost: ptx, fermi, sm90; and opcodes of sm_60 to sm_90", list_isa},
};

bool list_wanted(const struct list_request *r, const char *name)
{
    bool wanted = !r->filter || strstr(name, r->filter);
    *r->found += wanted;
    return wanted;
}

void list_json(const struct list_request *r, json_t *all)
{
    if (r->json) {
        json_dumpf(all, stdout, JSON_INDENT(1));
        putchar('\n');
    }
    json_decref(all);
}

enum { OPT_JSON, OPT_MACHINE, OPT_SCHEMA, OPT_AS, OPT_MARKDOWN };
static const struct cli_option options[] = {
    [OPT_JSON] = {"json", 0, NULL, "as JSON"},
    [OPT_MACHINE] = {"machine", 'm', "NAME", "params: show this machine's values beside the defaults"},
    [OPT_SCHEMA] = {"schema", 0, NULL, "record: as a JSON Schema"},
    [OPT_AS] = {"as", 0, "NAMES", "stats: the names that accelsim or ncu (Nsight Compute) has for them"},
    [OPT_MARKDOWN] = {"markdown", 0, NULL, NULL},
};

static int unknown_topic(const char *name)
{
    const char *names[COUNT_OF(topics)];
    for (size_t i = 0; i < COUNT_OF(topics); i++)
        names[i] = topics[i].name;
    const char *near = diag_nearest(name, names, COUNT_OF(topics));
    return cli_wrong(&cmd_list, "unknown topic '%s'%s%s%s", name, near ? "; did you mean '" : "", near ? near : "",
                     near ? "'?" : "");
}

static int run(int argc, char **argv)
{
    struct cli_args args;
    u32 found = 0;
    struct list_request r = {.found = &found};
    const char *v, *topic = NULL;
    cli_begin(&args, &cmd_list, argc, argv);
    for (int o; (o = cli_next(&args, &v)) != CLI_END;)
        switch (o) {
        case OPT_JSON: r.json = true; break;
        case OPT_MACHINE: r.machine = v; break;
        case OPT_SCHEMA: r.schema = true; break;
        case OPT_AS: r.as = v; break;
        case OPT_MARKDOWN: r.markdown = true; break;
        case CLI_OPERAND:
            if (topic && r.filter)
                return cli_wrong(&cmd_list, "one topic and one part of names; '%s' is too much", v);
            *(topic ? &r.filter : &topic) = v;
            break;
        default: return o == CLI_HELP ? EXIT_DONE : EXIT_USER;
        }
    if (r.as && (!topic || strcmp(topic, "stats") != 0))
        return cli_wrong(&cmd_list, "--as goes with stats");
    if (!topic) {
        printf("topics (sluice list TOPIC):\n");
        for (size_t i = 0; i < COUNT_OF(topics); i++)
            printf("  %-10s %s\n", topics[i].name, topics[i].about);
        return EXIT_USER;
    }
    for (size_t i = 0; i < COUNT_OF(topics); i++)
        if (!strcmp(topics[i].name, topic)) {
            struct diag d;
            diag_init(&d);
            int status = topics[i].show(&r, &d);
            diag_print(&d, stderr);
            diag_free(&d);
            if (!status && r.filter && !found)
                return cli_wrong(&cmd_list, "nothing in %s has '%s' in its name", topic, r.filter);
            return status;
        }
    return unknown_topic(topic);
}

static const char about[] =
    "topics: workloads machines params stats record papers protocol cuda passes isa. PART keeps "
    "the names that have it in them.\n"
    "\n"
    "examples:\n"
    "  sluice list params l1.              the parameters of the L1\n"
    "  sluice list params --machine gtx480 what that machine sets them to\n"
    "  sluice list stats --json            every statistic with its unit, for a program\n"
    "  sluice list stats --as ncu          Nsight Compute's names for ours\n"
    "  sluice list isa sm90                what Hopper's instructions cost\n";

const struct cli_command cmd_list = {.name = "list",
                                     .args = "TOPIC [PART] [options]",
                                     .summary =
                                         "show workloads, machines, parameters, statistics, papers, CUDA support",
                                     .about = about,
                                     .options = options,
                                     .n_options = COUNT_OF(options),
                                     .run = run};
