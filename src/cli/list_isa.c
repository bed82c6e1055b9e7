/* sluice list passes and isa: from PTX to what a machine executes. */
#include <string.h>

#include "cli/cli.h"
#include "cli/list.h"
#include "isa/isa.h"
#include "isa/sass.h"

int list_passes(const struct list_request *r, struct diag *d)
{
    json_t *all = json_array();
    (void)d;
    for (u32 i = 0; i < isa_pass_count(); i++) {
        struct isa_pass_info p = isa_pass(i);
        if (!list_wanted(r, p.name))
            continue;
        if (r->json)
            json_array_append_new(all,
                                  json_pack("{s:s, s:s, s:s}", "name", p.name, "what", p.what, "applies", p.when));
        else
            printf("%-12s %s [%s]\n", p.name, p.what, p.when);
    }
    list_json(r, all);
    return EXIT_DONE;
}

/* "i l f d": the kinds of value that a row is for; "any" */
static const char *kinds_of(u8 kinds, char buf[16])
{
    static const char *const names[] = {"i32", "i64", "f32", "f64", "f16", "pred"};
    size_t n = 0;
    if (kinds == K_ALL)
        return "any";
    for (u32 k = 0; k < COUNT_OF(names); k++)
        if (kinds >> k & 1)
            n += (size_t)snprintf(buf + n, 16 - n, "%s%s", n ? "," : "", names[k]);
    return buf;
}

static const char *flags_of(const struct isa_row *row, char buf[64])
{
    static const struct {
        u32 flag;
        const char *name;
    } names[] = {{PF_WIDE, ".wide"}, {PF_HI, ".hi"}, {PF_APPROX, ".approx"}, {PF_FULL, ".full"}, {PF_FTZ, ".ftz"}};
    size_t n = 0;
    *buf = 0;
    for (u32 k = 0; k < COUNT_OF(names); k++)
        if ((row->with | row->without) & names[k].flag)
            n += (size_t)snprintf(buf + n, 64 - n, "%s%s", row->without & names[k].flag ? " no " : "", names[k].name);
    return buf;
}

static void list_table(const struct list_request *r, const struct isa_table *t, json_t *all)
{
    static const char *const pipes[] = {"alu",  "mul",     "fp32",    "fp64",  "sfu",   "cvt",
                                        "shfl", "control", "barrier", "fence", "memory"};
    if (!r->json)
        printf("%s: %s. The first row that fits; rate - is the machine's rate.* and lat.*\n"
               "%-22s %-8s %-11s %5s %-7s %4s %4s  %s\n",
               t->name, t->about, "opcode", "value", "form", "slots", "pipe", "rate", "lat", "source");
    for (u32 i = 0; i < t->n_rows; i++) {
        const struct isa_row *row = &t->rows[i];
        const char *about, *form = isa_form_name(row->form, &about);
        char kinds[16], flags[64], op[100], rate[16] = "-", lat[16] = "-";
        snprintf(op, sizeof op, "%s%s", row->op < OP_COUNT ? ptx_op_name(row->op) : "any", flags_of(row, flags));
        if (row->cost.rate) {
            snprintf(rate, sizeof rate, "%u", row->cost.rate);
            snprintf(lat, sizeof lat, "%u", row->cost.lat);
        }
        const char *pipe = row->cost.pipe == ISA_SAME ? "its own" : pipes[row->cost.pipe];
        if (r->json)
            json_array_append_new(all,
                                  json_pack("{s:s, s:s, s:s, s:s, s:s, s:i, s:s, s:i, s:i, s:s}", "table", t->name,
                                            "opcode", op, "value", kinds_of(row->kinds, kinds), "form", form,
                                            "form_about", about, "slots", row->cost.slots, "pipe", pipe, "rate",
                                            row->cost.rate, "latency", row->cost.lat, "source", row->source));
        else
            printf("%-22s %-8s %-11s %5u %-7s %4s %4s  %s\n", op, kinds_of(row->kinds, kinds),
                   strcmp(form, "ANY") ? form : "", row->cost.slots, pipe, rate, lat, row->source);
    }
    for (u32 i = 0; i < t->n_scratch && !r->json; i++)
        printf("%-22s %c%-7u %u registers while it executes\n", ptx_op_name(t->scratch[i].op), t->scratch[i].kind,
               t->scratch[i].bits, t->scratch[i].words);
}

/* Opcodes of a chip's machine code, as traces have them. */
static void list_sass(const struct list_request *r, u32 generation, u32 version, json_t *all)
{
    if (!r->json)
        printf("sm_%u: %s's opcodes in traces, and their pipes\n", version, sass_generation_name(generation));
    for (u32 i = 0; i < sass_op_count; i++) {
        const struct sass_op *o = &sass_ops[i];
        if (!(o->in >> generation & 1))
            continue;
        if (r->json)
            json_array_append_new(all,
                                  json_pack("{s:i, s:s, s:s, s:s}", "binary_version", version, "opcode", o->name,
                                            "pipe", sass_pipe_name(o->pipe), "space", sass_space_name(o->space)));
        else
            printf("%-14s %-18s %s\n", o->name, sass_pipe_name(o->pipe), sass_space_name(o->space));
    }
}

int list_isa(const struct list_request *r, struct diag *d)
{
    static const u32 versions[SASS_N_GENERATIONS] = {60, 70, 75, 80, 90};
    json_t *all = json_array();
    (void)d;
    for (u32 i = 0; i < isa_table_count; i++)
        if (list_wanted(r, isa_tables[i]->name))
            list_table(r, isa_tables[i], all);
    for (u32 g = 0; r->filter && g < SASS_N_GENERATIONS; g++) {
        char name[16];
        snprintf(name, sizeof name, "sm_%u", versions[g]);
        if (list_wanted(r, name))
            list_sass(r, g, versions[g], all);
    }
    list_json(r, all);
    return EXIT_DONE;
}
