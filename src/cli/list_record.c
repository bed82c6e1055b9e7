/* sluice list record: every key of the run record, as text, as docs/record.md, or as a JSON Schema. All of it comes
   from the rows that make the record. */
#include <string.h>

#include "cli/cli.h"
#include "cli/list.h"
#include "cuda/record.h"
#include "decl/json.h"
#include "gpu/config.h"
#include "gpu/record_json.h"
#include "out/out.h"

static const char *const kind_words[] = {"integer",   "number",   "text",         "switch",  "[x, y, z]",
                                         "histogram", "integers", "texts",        "numbers", "table",
                                         "series",    "counts",   "texts by name"};

/* ---- JSON Schema ---- */

static json_t *of_type(const char *type)
{
    return json_pack("{s:s}", "type", type);
}

static json_t *array_of(json_t *items)
{
    return json_pack("{s:s, s:o}", "type", "array", "items", items);
}

static json_t *value_schema(u8 kind)
{
    json_t *hist;
    switch ((enum fact_kind)kind) {
    case FACT_INT: return of_type("integer");
    case FACT_REAL: return of_type("number");
    case FACT_TEXT: return of_type("string");
    case FACT_BOOL: return of_type("boolean");
    case FACT_DIMS:
        return json_pack("{s:s, s:{s:s}, s:i, s:i}", "type", "array", "items", "type", "integer", "minItems", 3,
                         "maxItems", 3);
    case FACT_INTS: return array_of(of_type("integer"));
    case FACT_TEXTS: return array_of(of_type("string"));
    case FACT_REALS: return array_of(of_type("number"));
    case FACT_TABLE: return array_of(array_of(of_type("number")));
    case FACT_SERIES:
        return json_pack("{s:s, s:o}", "type", "object", "additionalProperties", array_of(of_type("number")));
    case FACT_WORDS:
        return json_pack("{s:s, s:o}", "type", "object", "additionalProperties", array_of(of_type("string")));
    case FACT_COUNTS: return json_pack("{s:s, s:o}", "type", "object", "additionalProperties", of_type("integer"));
    case FACT_HIST: break;
    }
    hist = json_pack("{s:s, s:{s:o, s:o, s:o, s:o}, s:[s,s,s,s], s:b}", "type", "object", "properties", "count",
                     of_type("integer"), "mean", of_type("number"), "max", of_type("integer"), "buckets",
                     array_of(of_type("integer")), "required", "count", "mean", "max", "buckets",
                     "additionalProperties", 0);
    return json_pack("{s:s, s:o}", "type", "object", "additionalProperties", hist);
}

static json_t *object_schema(void)
{
    return json_pack("{s:s, s:{}, s:[], s:b}", "type", "object", "properties", "required", "additionalProperties", 0);
}

static void require(json_t *object, const char *name)
{
    json_t *list = json_object_get(object, "required"), *v;
    size_t i;
    json_array_foreach(list, i, v) if (!strcmp(json_string_value(v), name)) return;
    json_array_append_new(list, json_string(name));
}

/* Puts a value's schema under its dotted name; "a[].b" goes into the items of an array. */
static void put(json_t *object, const char *path, bool required, json_t *value)
{
    char part[96];
    for (const char *dot; (dot = strchr(path, '.')); path = dot + 1) {
        bool list = dot - path > 2 && dot[-1] == ']';
        snprintf(part, sizeof part, "%.*s", (int)(dot - path) - 2 * list, path);
        json_t *all = json_object_get(object, "properties"), *next = json_object_get(all, part);
        if (!next) {
            next = list ? array_of(object_schema()) : object_schema();
            json_object_set_new(all, part, next);
        }
        if (required)
            require(object, part);
        object = list ? json_object_get(next, "items") : next;
    }
    json_object_set_new(json_object_get(object, "properties"), path, value);
    if (required)
        require(object, path);
}

static json_t *described(u8 kind, const char *unit, const char *help)
{
    json_t *v = value_schema(kind);
    char text[512];
    snprintf(text, sizeof text, "%s%s%s%s", help, *unit ? " [" : "", unit, *unit ? "]" : "");
    json_object_set_new(v, "description", json_string(text));
    return v;
}

static void put_fact(json_t *object, const struct decl_fact *f)
{
    put(object, f->key, !f->optional, described((u8)fact_kind(f), f->unit, f->help));
}

static void put_stats(json_t *object, const struct decl_stat_group *g, u32 n)
{
    for (u32 i = 0; i < n; i++)
        for (u32 k = 0; k < g[i].n; k++) {
            char key[128];
            const struct decl_stat *s = &g[i].rows[k];
            snprintf(key, sizeof key, "%s.%s", g[i].prefix, s->name);
            put(object, key, true, described(s->offset == UINT32_MAX ? FACT_REAL : FACT_INT, s->unit, s->help));
        }
}

static json_t *machine_schema(void)
{
    struct decl_group g[MACHINE_MAX_GROUPS];
    json_t *o = object_schema();
    put(o, "name", true, described(FACT_TEXT, "", "the machine; functional: none, nothing was timed"));
    put(o, "target", false, described(FACT_TEXT, "", "what kernels were compiled for (sluice trace names it, too)"));
    for (u32 i = 0, n = machine_groups(g); i < n; i++)
        for (u32 k = 0; k < g[i].n; k++) {
            static const u8 kinds[] = {[DECL_NUMBER] = FACT_INT, [DECL_BOOL] = FACT_BOOL, [DECL_CHOICE] = FACT_TEXT};
            char key[128];
            decl_key(&g[i], &g[i].rows[k], key, sizeof key);
            put(o, key, false, described(kinds[g[i].rows[k].kind], g[i].rows[k].unit, g[i].rows[k].help));
        }
    return o;
}

static json_t *kernel_schema(void)
{
    struct decl_stat_group g[GPU_MAX_STAT_GROUPS];
    json_t *o = object_schema();
    for (u32 i = 0; i < gpu_fact_count; i++)
        put_fact(o, &gpu_facts[i]);
    put_stats(o, g, gpu_stat_groups(g));
    return o;
}

static json_t *counted_schema(void)
{
    json_t *o = object_schema();
    const struct decl_fact *f;
    for (u32 i = 0; (f = cuda_record_fact(i)); i++)
        put_fact(o, f);
    put(o, "launches", true, of_type("integer"));
    put(o, "name", false, of_type("string"));
    put(o, "grid", false, value_schema(FACT_DIMS));
    put(o, "block", false, value_schema(FACT_DIMS));
    put(o, "registers", false, of_type("integer"));
    put(o, "shared_bytes", false, of_type("integer"));
    return o;
}

static json_t *reference(const char *name)
{
    char path[64];
    snprintf(path, sizeof path, "#/$defs/%s", name);
    return json_pack("{s:s}", "$ref", path);
}

static json_t *either(void)
{
    return json_pack("{s:[o, o]}", "anyOf", reference("timed"), reference("executed"));
}

static json_t *record_schema(void)
{
    struct decl_stat_group g[GPU_MAX_STAT_GROUPS];
    json_t *o = object_schema(), *sm = object_schema(), *p = json_object_get(o, "properties");
    json_object_set_new(o, "$schema", json_string("https://json-schema.org/draft/2020-12/schema"));
    json_object_set_new(o, "title", json_string("sluice run record"));
    json_object_set_new(o, "$defs", json_pack("{s:o, s:o}", "timed", kernel_schema(), "executed", counted_schema()));
    put(sm, "id", true, of_type("integer"));
    put_stats(sm, g, gpu_sm_groups(g));
    put(o, "machine", true, machine_schema());
    put(o, "kernels", true, array_of(either()));
    put(o, "total", true, either());
    put(o, "units", true, of_type("object"));
    put(o, "launches", false, array_of(reference("timed")));
    put(o, "sms", false, array_of(sm));
    for (u32 i = 0; i < out_fact_count; i++)
        put_fact(o, &out_facts[i]);
    json_object_set_new(json_object_get(p, "schema"), "const", json_integer(OUT_SCHEMA));
    return o;
}

/* ---- for people ---- */

/* The heading of a part is printed with its first row. */
struct part {
    const struct list_request *r;
    const char *title;
    bool begun;
};

static struct part part(const struct list_request *r, const char *title, const char *text)
{
    if (r->markdown)
        printf("\n## %s\n\n%s\n\n| key | holds | unit | meaning |\n|---|---|---|---|\n", title, text);
    return (struct part){r, title, r->markdown};
}

static void row(struct part *p, const char *key, const char *kind, const char *unit, const char *help, bool optional)
{
    if (!list_wanted(p->r, key))
        return;
    if (!p->begun)
        printf("\n%s\n", p->title);
    p->begun = true;
    if (p->r->markdown)
        printf("| `%s` | %s%s | %s | %s |\n", key, kind, optional ? ", if there" : "", unit, help);
    else
        printf("  %-32s %-10s %-28s %s\n", key, kind, unit, help);
}

static void facts(struct part *p, const struct decl_fact *f, u32 n)
{
    for (u32 i = 0; i < n; i++)
        row(p, f[i].key, kind_words[fact_kind(&f[i])], f[i].unit, f[i].help, f[i].optional);
}

/* The counters have a page of their own (list_params.c): statistics.md. */
static void stats(struct part *p, const struct decl_stat_group *g, u32 n)
{
    if (p->r->markdown)
        return;
    for (u32 i = 0; i < n; i++)
        for (u32 k = 0; k < g[i].n; k++) {
            char key[128];
            bool ratio = g[i].rows[k].offset == UINT32_MAX;
            snprintf(key, sizeof key, "%s.%s", g[i].prefix, g[i].rows[k].name);
            row(p, key, ratio ? "number" : "integer", ratio ? "ratio" : g[i].rows[k].unit, g[i].rows[k].help, false);
        }
}

/* What the printed report calls these. */
static void report_words(void)
{
    printf("\n## The report's words\n\nWhat `sluice run` prints of a kernel, and where the record has it.\n\n"
           "| line of the report | beside | key |\n|---|---|---|\n");
    for (u32 i = 0; i < out_word_count; i++)
        printf("| %s | %s | `%s` |\n", out_words[i].line, out_words[i].word, out_words[i].keys);
    for (u32 i = 0; i < out_slot_count; i++)
        printf("| Issue slots | %s | `slot.%s` |\n", out_slots[i].text, out_slots[i].key);
    for (u32 i = 0; i < out_stage_count; i++)
        printf("| Latency by stage | %s | `latency.%s` |\n", out_stages[i], out_stages[i]);
}

static const char intro[] =
    "# The run record\n"
    "\n"
    "Written by `./dev docs` from the tables in the program. `sluice run --json FILE` writes one object a run. Keys "
    "are\n"
    "nested: `l1.hit` is `hit` in `l1`. Everything but `host` is the same from run to run and on any number of "
    "threads.\n"
    "[record.schema.json](record.schema.json) is the same as a JSON Schema; the tests validate records against it.\n"
    "`units` repeats the units below, and those of the machine's parameters ([parameters.md](parameters.md)).\n"
    "\n"
    "```\n"
    "sluice run -q --machine gtx480 --json atax.json --csv atax.csv atax\n"
    "```\n"
    "\n"
    "In Python, a table of the kernels, one of the launches and one of the SMs:\n"
    "\n"
    "```python\n"
    "import json, pandas\n"
    "kernels = pandas.read_csv(\"atax.csv\")\n"
    "launches = pandas.json_normalize(json.load(open(\"atax.json\")), \"launches\")\n"
    "sms = pandas.json_normalize(json.load(open(\"atax.json\")), \"sms\")\n"
    "```\n";

int list_record(const struct list_request *r, struct diag *d)
{
    struct decl_stat_group g[GPU_MAX_STAT_GROUPS];
    (void)d;
    if (r->schema || r->json) {
        json_t *s = record_schema();
        json_dumpf(s, stdout, JSON_INDENT(1) | JSON_SORT_KEYS);
        putchar('\n');
        json_decref(s);
        return EXIT_DONE;
    }
    if (r->markdown)
        printf("%s", intro);
    struct part p =
        part(r, "The run",
             "Beside these: `machine` (its name, `target` and every parameter as it was), `kernels`, `total`, "
             "`launches`, `sms` and `units`.");
    facts(&p, out_facts, out_fact_count);
    p = part(r, "A kernel, a launch, the total",
             "`kernels` has a row a kernel, summed over its launches, `launches` one a timed launch, `total` is the "
             "sum. Each "
             "has these keys and the counters of [statistics.md](statistics.md).");
    facts(&p, gpu_facts, gpu_fact_count);
    stats(&p, g, gpu_stat_groups(g));
    p = part(r, "An SM", "`sms` has a row an SM, over all launches, with these groups of counters.");
    row(&p, "id", "integer", "", "the SM", false);
    for (u32 i = 0, n = gpu_sm_groups(g); i < n; i++)
        row(&p, g[i].prefix, "group", "", "as above, of this SM alone", false);
    p = part(r, "Without a machine", "A run that is only executed has `kernels` and `total` with these counts.");
    const struct decl_fact *f;
    for (u32 i = 0; (f = cuda_record_fact(i)); i++)
        facts(&p, f, 1);
    if (r->markdown)
        report_words();
    return EXIT_DONE;
}
