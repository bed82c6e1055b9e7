/* sluice store: the results that paper, sweep and correlate keep. What is simulated once is never simulated again
   where the file is: a result is named by program, input, machine and model. */
#include <errno.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/vec.h"
#include "cli/cli.h"
#include "cli/key.h"
#include "out/out.h"
#include "runs/store.h"

extern const struct cli_command cmd_store;

enum { O_STORE, O_ALL, O_JSON };
static const struct cli_option options[] = {
    [O_STORE] = {"store", 0, "FILE", "the store (out/results.db)"},
    [O_ALL] = {"all", 0, NULL, "gc: remove every result, not only those of other models"},
    [O_JSON] = {"json", 0, NULL, "ls: as JSON"},
};

#define LONGEST (256u << 20) /* of an import's lines */
struct line {
    char *at;
    size_t n, cap;
};

struct store {
    const char *path, *file;
    bool all, json;
    struct runs_store *db;
    json_t *rows;
    FILE *to;
    u64 n, old; /* shown or new; of a store that had no subjects */
    struct diag *diag;
    void *seen; /* import: a tree of keys */
};

static void list_row(void *user, const struct runs_result *r, const char *at, bool whole)
{
    struct store *s = user;
    (void)whole;
    bool now = !strcmp(r->version, out_version());
    s->n++;
    if (s->json)
        json_array_append_new(s->rows, json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:f, s:s}", "key", r->key, "program",
                                                 r->workload, "size", r->size, "machine", r->machine, "sets", r->sets,
                                                 "version", r->version, "seconds", r->seconds, "at", at));
    else
        printf("%.12s  %-19s %-1s %-22s %-18.18s %-6s %-12s %7.1f s  %s\n", r->key, at, now ? "*" : " ", r->version,
               r->workload, r->size, r->machine, r->seconds, r->sets);
}

static int ls(struct store *s, struct diag *d)
{
    s->rows = json_array();
    bool ok = runs_store_each(s->db, list_row, s, d);
    if (s->json) {
        json_dumpf(s->rows, stdout, JSON_INDENT(1));
        putchar('\n');
    } else {
        printf("%llu results in %s; * is of this model (%s)\n", (unsigned long long)s->n, s->path, out_version());
    }
    json_decref(s->rows);
    return ok ? EXIT_DONE : EXIT_USER;
}

/* A checksum of everything in a line but the checksum itself. */
static void line_sum(char sum[HASH_HEX], const json_t *line)
{
    json_t *o = json_copy((json_t *)line);
    struct hash h;
    json_object_del(o, "sum");
    char *text = json_dumps(o, JSON_COMPACT | JSON_SORT_KEYS);
    hash_init(&h);
    hash_text(&h, text ? text : "");
    hash_hex(&h, sum);
    free(text);
    json_decref(o);
}

/* The key that follows from the record's own description. */
static void key_of(char key[HASH_HEX], const struct runs_result *r, const json_t *record)
{
    struct hash machine;
    hash_init(&machine);
    key_machine_of(&machine, json_object_get(record, "machine"));
    runs_store_key(key, r->version, r->size, r->subject, &machine);
}

static void export_row(void *user, const struct runs_result *r, const char *at, bool whole)
{
    struct store *s = user;
    if (!*r->subject) { /* it could not be checked */
        s->old++;
        return;
    }
    json_t *record = whole ? json_loads(r->record, 0, NULL) : NULL;
    char key[HASH_HEX] = "", sum[HASH_HEX];
    if (record)
        key_of(key, r, record);
    if (strcmp(key, r->key) != 0) {
        diag_error(s->diag, s->path, 0, 0, "damaged: the result %s (%s on %s %s) is not what was stored", r->key,
                   r->workload, r->machine, r->sets);
        json_decref(record);
        return;
    }
    json_t *o =
        json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s, s:f, s:I, s:s, s:o}", "key", r->key, "program", r->workload,
                  "size", r->size, "machine", r->machine, "sets", r->sets, "version", r->version, "subject",
                  r->subject, "seconds", r->seconds, "rss_kb", (json_int_t)r->rss_kb, "at", at, "record", record);
    line_sum(sum, o);
    json_object_set_new(o, "sum", json_string(sum));
    json_dumpf(o, s->to, JSON_COMPACT);
    fputc('\n', s->to);
    json_decref(o);
    s->n++;
}

static void export_all(const void *user, FILE *to)
{
    struct store *s = (struct store *)user;
    s->to = to;
    runs_store_each(s->db, export_row, s, s->diag);
}

static int export(struct store *s, struct diag *d)
{
    s->diag = d;
    if (!out_write(s->file, export_all, s, d))
        return EXIT_USER;
    fprintf(stderr, "%llu results exported\n", (unsigned long long)s->n);
    if (s->old)
        fprintf(stderr, "%llu of an older sluice stay behind: they do not say what they are of\n",
                (unsigned long long)s->old);
    return d->errors ? EXIT_USER : EXIT_DONE;
}

static int compare_keys(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Checks a line's result: its description must make its key, and it must be as it was written. */
static bool line_good(struct store *s, const json_t *o, const struct runs_result *r, u32 number, struct diag *d)
{
    const json_t *record = json_object_get(o, "record");
    char key[HASH_HEX], sum[HASH_HEX];
    if (!*r->key || !*r->workload || !*r->version || !*r->subject || !json_is_object(record)) {
        diag_error(d, s->file, number, 0, "expected a result as `sluice store export` writes it, one a line");
        return false;
    }
    key_of(key, r, record);
    line_sum(sum, o);
    if (strcmp(key, r->key) != 0)
        diag_error(d, s->file, number, 0, "its key is %s, but program, machine and model make %s: it was changed",
                   r->key, key);
    else if (strcmp(sum, out_text(o, "sum")) != 0)
        diag_error(d, s->file, number, 0, "it is not as `sluice store export` wrote it: it was changed");
    else if (tfind(r->key, &s->seen, compare_keys))
        diag_error(d, s->file, number, 0, "the result of an earlier line again: an export has each once");
    return d->errors == 0;
}

static bool import_line(struct store *s, const char *line, u32 number, struct diag *d)
{
    json_t *o = json_loads(line, 0, NULL), *record = json_object_get(o, "record");
    struct runs_result r = {.key = out_text(o, "key"),
                            .workload = out_text(o, "program"),
                            .size = out_text(o, "size"),
                            .machine = out_text(o, "machine"),
                            .sets = out_text(o, "sets"),
                            .version = out_text(o, "version"),
                            .subject = out_text(o, "subject"),
                            .seconds = out_number(o, "seconds"),
                            .rss_kb = (i64)out_number(o, "rss_kb")};
    bool ok = line_good(s, o, &r, number, d);
    if (ok) {
        struct arena a = {0};
        double seconds;
        tsearch(xstrdup(r.key), &s->seen, compare_keys);
        if (!runs_store_get(s->db, r.key, &a, &seconds)) {
            char *text = json_dumps(record, JSON_COMPACT);
            r.record = text;
            ok = runs_store_put(s->db, &r, d);
            free(text);
            s->n += ok;
        }
        arena_free(&a);
    }
    json_decref(o);
    return ok;
}

/* The next line without its end; false: there is none, or (reported) it cannot be one of an export. */
static bool next_line(struct store *s, FILE *f, struct line *to, u32 number, struct diag *d)
{
    to->n = 0;
    for (int c; (c = getc_unlocked(f)) != EOF && c != '\n';) {
        if (!c || (!to->n && c != '{') || to->n >= LONGEST) {
            diag_error(d, s->file, number, 0,
                       to->n < LONGEST ? "expected a result as `sluice store export` writes it, one a line"
                                       : "a line of more than %u MB: no result is that long",
                       (unsigned)(LONGEST >> 20));
            return false;
        }
        VEC_PUSH(to, (char)c);
    }
    bool some = to->n > 0;
    VEC_PUSH(to, 0);
    return some;
}

static int import(struct store *s, struct diag *d)
{
    FILE *f = strcmp(s->file, "-") ? fopen(s->file, "r") : stdin;
    struct line line = {0};
    u32 number = 0;
    if (!f) {
        diag_error(d, s->file, 0, 0, "cannot be read: %s", strerror(errno));
        return EXIT_USER;
    }
    bool ok = true;
    while (ok && next_line(s, f, &line, number + 1, d))
        ok = import_line(s, line.at, ++number, d);
    if (ferror(f))
        diag_error(d, s->file, 0, 0, "cannot be read: %s", strerror(errno));
    VEC_FREE(&line);
    tdestroy(s->seen, free);
    if (f != stdin)
        fclose(f);
    printf("%u results read, %llu new\n", number, (unsigned long long)s->n);
    return d->errors ? EXIT_USER : EXIT_DONE;
}

static int gc(struct store *s, struct diag *d)
{
    i64 gone = runs_store_gc(s->db, s->all ? NULL : out_version(), d);
    if (gone < 0)
        return EXIT_USER;
    printf("%lld results removed, %llu kept\n", (long long)gone, (unsigned long long)runs_store_count(s->db));
    return EXIT_DONE;
}

static const struct {
    const char *name;
    bool file;
    int (*run)(struct store *, struct diag *);
} actions[] = {{"ls", false, ls}, {"export", true, export}, {"import", true, import}, {"gc", false, gc}};

/* Imported results may be the first ones here. */
static bool make_folder(const struct store *s, const char *action, struct diag *d)
{
    const char *slash = strrchr(s->path, '/');
    if (strcmp(action, "import") != 0 || !slash || slash == s->path)
        return true;
    char *folder = strndup(s->path, (size_t)(slash - s->path));
    bool ok = mkdir(folder, 0777) == 0 || errno == EEXIST;
    if (!ok)
        diag_error(d, folder, 0, 0, "cannot be made: %s", strerror(errno));
    free(folder);
    return ok;
}

static int run(int argc, char **argv)
{
    struct store s = {.path = "out/results.db"};
    struct cli_args args;
    const char *v, *action = NULL;
    cli_begin(&args, &cmd_store, argc, argv);
    for (int o; (o = cli_next(&args, &v)) != CLI_END;)
        switch (o) {
        case O_STORE: s.path = v; break;
        case O_ALL: s.all = true; break;
        case O_JSON: s.json = true; break;
        case CLI_OPERAND:
            if (action && s.file)
                return cli_wrong(&cmd_store, "'%s' is too much", v);
            *(action ? &s.file : &action) = v;
            break;
        default: return o == CLI_HELP ? EXIT_DONE : EXIT_USER;
        }
    size_t i = 0;
    while (action && i < COUNT_OF(actions) && strcmp(actions[i].name, action))
        i++;
    if (!action || i == COUNT_OF(actions))
        return cli_wrong(&cmd_store, "expected ls, export, import or gc");
    if (actions[i].file != (s.file != NULL))
        return cli_wrong(&cmd_store, actions[i].file ? "%s: which file?" : "%s takes no file", action);
    struct diag d;
    diag_init(&d);
    int rc = EXIT_USER;
    if (access(s.path, F_OK) != 0 && strcmp(action, "import") != 0)
        diag_error(&d, s.path, 0, 0, "there is no store of results (sweep, paper and correlate make one)");
    else if (make_folder(&s, action, &d) && (s.db = runs_store_open(s.path, &d)))
        rc = actions[i].run(&s, &d);
    runs_store_close(s.db);
    diag_print(&d, stderr);
    diag_free(&d);
    return rc;
}

const struct cli_command cmd_store = {
    .name = "store",
    .args = "ls | export FILE | import FILE | gc  [options]",
    .summary = "show, share and clean the results that are kept",
    .about =
        "paper, sweep and correlate keep every result under a hash of what was simulated: the program's arguments "
        "and "
        "all that it\n"
        "gives the device, the machine with all its parameters, and the sources of the model. Where it was built, "
        "linked and run\n"
        "does not count, so a store may be copied, and exported results merge into another one, each checked against "
        "its key.\n"
        "Records of other models stay until gc.\n"
        "\n"
        "examples:\n"
        "  sluice store ls                       what there is\n"
        "  sluice store export results.jsonl     one result a line\n"
        "  sluice store import results.jsonl     add those that are not there yet\n"
        "  sluice store gc                       remove what other models made\n",
    .options = options,
    .n_options = COUNT_OF(options),
    .run = run,
};
