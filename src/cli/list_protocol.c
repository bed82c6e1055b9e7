/* sluice list protocol: the coherence protocol, out of the tables that run it (mem/mesi.c). */
#include "cli/list.h"

#include <stdio.h>

#include "mem/mesi.h"

struct column {
    const char *title;
    int width;
};

static void head(const struct list_request *r, const char *title, const struct column *c, u32 n)
{
    if (r->json)
        return;
    printf(r->markdown ? "\n## %s\n\n" : "%s\n", title);
    for (u32 i = 0; i < n; i++) {
        if (r->markdown)
            printf("| %s ", c[i].title);
        else
            printf("  %-*s", c[i].width, c[i].title);
    }
    if (!r->markdown)
        printf("\n");
    if (!r->markdown)
        return;
    printf("|\n");
    for (u32 i = 0; i < n; i++)
        printf("|---");
    printf("|\n");
}

static void row(const struct list_request *r, json_t *all, const struct column *c, u32 n, const char *const *cells)
{
    json_t *o = json_object();
    for (u32 i = 0; i < n; i++) {
        json_object_set_new(o, c[i].title, json_string(cells[i]));
        if (r->markdown)
            printf("| %s ", cells[i]);
        else if (!r->json)
            printf(i + 1 < n ? "  %-*s" : "  %.*s", i + 1 < n ? c[i].width : 200, cells[i]);
    }
    if (!r->json)
        printf(r->markdown ? "|\n" : "\n");
    json_array_append_new(all, o);
}

static void words(const struct list_request *r, json_t *into, const char *title, const struct mesi_word *w, u32 n)
{
    static const struct column c[] = {{"name", 12}, {"meaning", 0}};
    json_t *all = json_array();
    head(r, title, c, COUNT_OF(c));
    for (u32 i = 0; i < n; i++)
        row(r, all, c, COUNT_OF(c), (const char *[]){w[i].name, w[i].about});
    if (!r->json && !r->markdown)
        printf("\n");
    json_object_set_new(into, title, all);
}

static void l1_table(const struct list_request *r, json_t *into)
{
    static const struct column c[] = {{"state", 6}, {"event", 12}, {"does", 36}, {"next", 5}, {"why", 0}};
    json_t *all = json_array();
    head(r, "An L1's line: transitions", c, COUNT_OF(c));
    for (u32 s = 0; s < MESI_N_STATES; s++)
        for (u32 e = 0; e < MESI_N_EVENTS; e++) {
            const struct mesi_row *m = &mesi_rows[s][e];
            if (m->why && list_wanted(r, mesi_state_words[s].name))
                row(r, all, c, COUNT_OF(c),
                    (const char *[]){mesi_state_words[s].name, mesi_event_words[e].name,
                                     mesi_action_words[m->action].about, mesi_state_words[m->next].name, m->why});
        }
    if (!r->json && !r->markdown)
        printf("\n");
    json_object_set_new(into, "transitions of an L1's line", all);
}

static void dir_table(const struct list_request *r, json_t *into)
{
    static const struct column c[] = {{"state", 6},   {"event", 12}, {"probes first", 24},
                                      {"answer", 16}, {"next", 5},   {"why", 0}};
    json_t *all = json_array();
    head(r, "The directory's entry: transitions", c, COUNT_OF(c));
    for (u32 s = 0; s < DIR_N_STATES; s++)
        for (u32 e = 0; e < DIR_N_EVENTS; e++) {
            const struct dir_row *d = &dir_rows[s][e];
            if (d->why && list_wanted(r, dir_state_words[s].name))
                row(r, all, c, COUNT_OF(c),
                    (const char *[]){dir_state_words[s].name, dir_event_words[e].name,
                                     dir_probe_words[d->probe].about, dir_answer_words[d->answer].about,
                                     dir_state_words[d->next].name, d->why});
        }
    json_object_set_new(into, "transitions of the directory", all);
}

int list_protocol(const struct list_request *r, struct diag *d)
{
    (void)d;
    json_t *all = json_object();
    if (r->markdown)
        printf("# The coherence protocol\n\nWritten by `sluice list protocol --markdown`, out of the tables that run "
               "it. What "
               "is not here cannot happen.\n[Coherence](coherence.md) draws it.\n");
    words(r, all, "An L1's line: states", mesi_state_words, MESI_N_STATES);
    words(r, all, "An L1's line: events", mesi_event_words, MESI_N_EVENTS);
    l1_table(r, all);
    words(r, all, "The directory's entry: states", dir_state_words, DIR_N_STATES);
    words(r, all, "The directory's entry: events", dir_event_words, DIR_N_EVENTS);
    dir_table(r, all);
    list_json(r, all);
    return 0;
}
