#include "paper/results.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/vec.h"
#include "paper/causes.h"
#include "paper/matrix.h"

static const char header[] = "id,figure,ours,sd,seeds,verdict,results,version,made_of,at\n";
static const char preface[] =
    "# What sluice gave for each statement of targets.csv when it was last run at the paper's sizes.\n"
    "# Written by `sluice paper NAME --keep`. sd: standard deviation over so many seeds of gpu.jitter (none: one "
    "run, "
    "no spread). results: how many of the results that it needs there were.\n";

/* A column of the file by its name in the first line; NULL: none of ours. */
static const char **column(struct paper_kept *k, const char *name)
{
    const struct {
        const char *name, **at;
    } all[] = {{"id", &k->id},           {"figure", &k->figure},
               {"ours", &k->ours},       {"sd", &k->sd},
               {"seeds", &k->seeds},     {"verdict", &k->verdict},
               {"results", &k->results}, {"version", &k->version},
               {"made_of", &k->made_of}, {"at", &k->at}};
    for (u32 i = 0; i < COUNT_OF(all); i++)
        if (!strcmp(all[i].name, name))
            return all[i].at;
    return NULL;
}

static char *field(char **rest)
{
    char *start = *rest, *comma = strchr(start, ',');
    if (comma)
        *comma = 0;
    *rest = comma ? comma + 1 : start + strlen(start);
    return start;
}

struct paper_kepts paper_kept_read(struct arena *a, const char *path)
{
    VEC(struct paper_kept) list = {0};
    FILE *f = fopen(path, "r");
    char line[1024];
    struct runs_words names = {0};
    while (f && fgets(line, sizeof(line), f)) {
        line[strcspn(line, "\r\n")] = 0;
        if (!strncmp(line, "id,", 3))
            names = paper_split(a, line, ",");
        if (!line[0] || line[0] == '#' || !strncmp(line, "id,", 3))
            continue;
        char *rest = arena_strdup(a, line);
        struct paper_kept k = {"", "", "", "", "", "", "", "", "", ""};
        for (u32 i = 0; i < names.n; i++) {
            const char **to = column(&k, names.at[i]), *text = field(&rest);
            if (to)
                *to = text;
        }
        VEC_PUSH(&list, k);
    }
    if (f)
        fclose(f);
    struct paper_kepts kept = {ARENA_ARRAY(a, struct paper_kept, list.n + 1), (u32)list.n};
    if (list.n)
        memcpy(kept.at, list.at, list.n * sizeof(*list.at));
    VEC_FREE(&list);
    return kept;
}

bool paper_kept_spread(const struct paper_kept *k)
{
    return *k->sd && strtoul(k->seeds, NULL, 10) > 1;
}

u8 paper_kept_grade(const struct paper_kept *k, const struct paper_target *t)
{
    char *end;
    double ours = strtod(k->ours, &end);
    if (end == k->ours || *end)
        return PAPER_NO_DATA;
    return paper_judge(t, ours, strtod(k->sd, NULL), (u32)strtoul(k->seeds, NULL, 10));
}

bool paper_kept_stale(const struct paper_kept *k, const struct paper_now *now)
{
    if (*k->made_of && now->made_of) {
        struct arena a = {0};
        bool stale = strcmp(k->made_of, now->made_of(now->user, k->id, &a));
        arena_free(&a);
        return stale;
    }
    size_t n = strcspn(k->version, " "); /* a commit may follow */
    return n != strlen(now->version) || strncmp(k->version, now->version, n);
}

static void write_answer(const struct paper_figure *f, const struct paper_target *t, const struct paper_answer *x,
                         const char *version, const char *made_of, FILE *to)
{
    fprintf(to, "%s,%s,", t->id, f->name);
    if (x->has)
        fprintf(to, "%.6g", x->ours);
    fputc(',', to);
    if (x->seeds > 1)
        fprintf(to, "%.3g", x->sd);
    fprintf(to, ",%u,%s,%u of %u,%s,%s,%s\n", MAX(x->seeds, 1), paper_verdict_names[x->verdict], x->used, x->wanted,
            version, made_of, x->at ? x->at : "");
}

/* The report's answer to a statement; false if its figures do not answer it. */
static bool write_new(const struct paper_report *r, const struct paper_target *t, const char *version,
                      const struct paper_now *now, FILE *to)
{
    for (u32 i = 0; i < r->n; i++)
        for (u32 s = 0; s < r->figures[i]->n_statements; s++)
            if (r->figures[i]->statements[s].target == t) {
                struct arena a = {0};
                write_answer(r->figures[i], t, &r->answers[i][s], version,
                             now && now->made_of ? now->made_of(now->user, t->id, &a) : "", to);
                arena_free(&a);
                return true;
            }
    return false;
}

bool paper_kept_replace(FILE *to, const char *next, const char *path, struct diag *d)
{
    bool good = to && !ferror(to);
    good = to && !fclose(to) && good && !rename(next, path);
    if (!good)
        diag_error(d, path, 0, 0, "cannot be written: %s", strerror(errno));
    return good;
}

bool paper_kept_write(const struct paper_report *r, const char *version, const struct paper_now *now, struct diag *d)
{
    if (!paper_has_statements(r->paper, r->paper->name))
        return paper_matrix_write(r, version, d);
    struct arena a = {0};
    const char *path = arena_printf(&a, "%s/results.csv", r->paper->folder), *next = arena_printf(&a, "%s.new", path);
    struct paper_kepts old = paper_kept_read(&a, path);
    FILE *to = fopen(next, "w");
    if (to) {
        fputs(preface, to);
        fputs(header, to);
    }
    for (u32 i = 0; to && i < r->paper->n_targets; i++) {
        const struct paper_target *t = &r->paper->targets[i];
        if (strcmp(t->paper, r->paper->name) || write_new(r, t, version, now, to))
            continue;
        for (u32 k = 0; k < old.n; k++)
            if (!strcmp(old.at[k].id, t->id))
                fprintf(to, "%s,%s,%s,%s,%s,%s,%s,%s,%s,%s\n", t->id, old.at[k].figure, old.at[k].ours, old.at[k].sd,
                        old.at[k].seeds, paper_verdict_names[paper_kept_grade(&old.at[k], t)], old.at[k].results,
                        old.at[k].version, old.at[k].made_of, old.at[k].at);
    }
    bool good = paper_kept_replace(to, next, path, d);
    arena_free(&a);
    return good;
}

struct line {
    struct paper_facts facts;
    u32 all, stale, counts[PAPER_VERDICTS]; /* a stale one has no verdict: its input is another one now */
    u32 no_spread;                          /* a simulation decided it, once: chance is not known */
    const char *version;                    /* of the last row */
    bool versions;                          /* several */
};

static void count(struct line *l, const struct paper_target *t, const struct paper_kepts *kept,
                  const struct paper_now *now)
{
    l->all++;
    for (u32 k = 0; k < kept->n; k++) {
        if (strcmp(kept->at[k].id, t->id))
            continue;
        u8 verdict = paper_kept_grade(&kept->at[k], t);
        if (paper_kept_stale(&kept->at[k], now)) {
            l->stale++;
            return;
        }
        l->counts[verdict]++;
        paper_facts_add(&l->facts, t, verdict);
        l->no_spread += verdict != PAPER_NO_DATA && !t->derived && !paper_kept_spread(&kept->at[k]);
        l->versions |= l->version && strcmp(l->version, kept->at[k].version);
        l->version = kept->at[k].version;
        return;
    }
}

const char *paper_kept_sentence(const struct paper_report *r, struct arena *a)
{
    const struct paper *p = r->paper;
    struct paper_kepts kept = paper_kept_read(a, arena_printf(a, "%s/results.csv", p->folder));
    struct paper_now by_version = {.version = r->version};
    struct line l = {0};
    for (u32 i = 0; i < p->n_targets; i++)
        if (!strcmp(p->targets[i].paper, p->name))
            count(&l, &p->targets[i], &kept, r->now ? r->now : &by_version);
    paper_facts_free(&l.facts);
    if (!l.version && !l.stale)
        return NULL;
    const char *text = "Kept from the last run at the paper's sizes:";
    for (u32 v = 0; v < PAPER_NO_DATA; v++)
        text = arena_printf(a, "%s%s %u %s", text, v ? "," : "", l.counts[v], paper_verdict_names[v]);
    if (l.no_spread)
        text = arena_printf(a, "%s (%u without spread)", text, l.no_spread);
    if (!l.stale)
        return arena_printf(a, "%s; a model that behaves like this one (%s) made them.", text, r->version);
    return arena_printf(a, "%s. %u of %u are stale: not run since their input or this model (%s) changed.", text,
                        l.stale, l.all, r->version);
}

static const char summary_head[] =
    "# Papers\n\n"
    "Where we stand, from the last run of each paper at its own sizes (`papers/NAME/results.csv`, statement by\n"
    "statement). `./dev docs` writes this page.\n\n"
    "| paper | statements | reproduced | near | direction only | noisy | derived | weak | fitted | missed | not run "
    "yet "
    "| stale | no spread | made by |\n"
    "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n";
static const char facts_head[] =
    "\nThe same by independent cause (`papers/causes.csv`): statements about one fact, such as all that a program's "
    "sharing decides, count once.\n\n"
    "| paper | facts right | partly | wrong | missed statements | are about so many facts | most of them about |\n"
    "|---|---|---|---|---|---|---|\n";
/* tools/docs knows this line: a page is not out of date because it alone would differ. */
static const char stale_foot[] =
    "\nStale: the program, the machine, the experiment or the model's behaviour (`papers/behaviour.csv`) is not what "
    "it "
    "was; for results that do not say what they are made of: made by another model than %s.\n";
static const char summary_foot[] =
    "\nA statement has its own tolerance (`papers/targets.csv`; for a ratio 15 % of the effect, which is its "
    "distance\n"
    "from 1): reproduced within it, near within twice it; *direction only* is the paper's side of 1 with a third to\n"
    "three times its effect; else missed. A bound or an order holds or is missed; a tie is no order. Results are "
    "means\n"
    "over seeds of `gpu.jitter`.\n\n"
    "- *Noisy*: chance may have decided it (the tolerance is below the standard error, or a bound or an order is "
    "decided\n"
    "  by no more than two of them), or the effect is a hundredth. It counts as nothing.\n"
    "- *Derived*: it follows from constants, as the paper's does, and counts apart.\n"
    "- *Weak*: within the bounds, but for a reason that proves nothing (`papers/causes.csv` has each reason). Not "
    "counted.\n"
    "- *Fitted*: within the bounds of a table by which our programs were shaped. Not counted.\n"
    "- *Stale*: not run since its input, its reading or the model's behaviour changed. It has no verdict.\n"
    "- *No spread*: made by one run each, so that chance is not known.\n\n"
    "Verdicts are by today's `targets.csv`, whenever the result was made.\n"
    "All five systems on one machine: [together.md](together.md). How the experiments are written: "
    "[experiments.md](experiments.md).\n";

static const char *facts_row(const char *name, const struct paper_facts *facts, struct arena *a)
{
    struct paper_fact_counts c = paper_facts_count(facts);
    const char *most = c.worst ? arena_printf(a, "%s: %u", c.worst->cause, c.worst->missed) : "";
    return arena_printf(a, "| %s | %u | %u | %u | %u | %u | %s |\n", name, c.right, c.partly, c.wrong, c.missed,
                        c.missing, most);
}

static void all_papers(const struct paper *p, struct arena *a, const char *root, const struct paper_now *now,
                       FILE *to)
{
    const char *facts = "";
    fputs(summary_head, to);
    for (u32 i = 0; i < p->n_targets; i++) {
        const char *name = p->targets[i].paper;
        bool seen = false;
        for (u32 k = 0; k < i && !seen; k++)
            seen = !strcmp(p->targets[k].paper, name);
        if (seen)
            continue;
        struct paper_kepts kept = paper_kept_read(a, arena_printf(a, "%s/papers/%s/results.csv", root, name));
        struct line l = {0};
        for (u32 k = i; k < p->n_targets; k++)
            if (!strcmp(p->targets[k].paper, name))
                count(&l, &p->targets[k], &kept, now);
        facts = arena_printf(a, "%s%s", facts, facts_row(name, &l.facts, a));
        paper_facts_free(&l.facts);
        bool page = !access(arena_printf(a, "%s/docs/papers/%s.md", root, name), R_OK);
        fprintf(to, page ? "| [%s](%s.md)" : "| %s", name, name);
        u32 judged = 0;
        fprintf(to, " | %u", l.all);
        for (u32 v = 0; v < PAPER_NO_DATA; v++) {
            fprintf(to, " | %u", l.counts[v]);
            judged += l.counts[v];
        }
        fprintf(to, " | %u | %u | %u | %s%s |\n", l.all - judged - l.stale, l.stale, l.no_spread,
                l.version ? l.version : "", l.versions ? " and others" : "");
    }
    fprintf(to, "%s%s", facts_head, facts);
    fprintf(to, stale_foot, now->version);
    fputs(summary_foot, to);
}

/* Statement by statement, in the order of targets.csv. */
static void one_paper(const struct paper *p, struct arena *a, const char *root, const char *name,
                      const struct paper_now *now, FILE *to)
{
    struct paper_kepts kept = paper_kept_read(a, arena_printf(a, "%s/papers/%s/results.csv", root, name));
    u32 stale = 0;
    fprintf(to,
            "# %s: the last results\n\nFrom `papers/%s/results.csv`, which `sluice paper %s --keep` writes; `./dev "
            "docs` writes "
            "this page.\n\n| section | statement | paper | tolerance | ours | spread | verdict | why it does not "
            "count | made by "
            "|\n"
            "|---|---|---|---|---|---|---|---|---|\n",
            name, name, name);
    for (u32 i = 0; i < p->n_targets; i++) {
        const struct paper_target *t = &p->targets[i];
        const struct paper_kept *k = NULL;
        for (u32 j = 0; j < kept.n && !strcmp(t->paper, name); j++)
            if (!strcmp(kept.at[j].id, t->id))
                k = &kept.at[j];
        if (strcmp(t->paper, name))
            continue;
        char claim[40], tolerance[32] = "";
        paper_claim(t, claim, sizeof(claim));
        if (t->tolerance >= 0)
            paper_number(t->tolerance, tolerance, sizeof(tolerance));
        bool old = k && paper_kept_stale(k, now);
        stale += old;
        fprintf(to, "| %s | %s, %s: %s | %s | %s | ", t->where, t->workload, t->configuration, t->metric, claim,
                tolerance);
        if (!k || old) {
            fprintf(to, " |  | %s |  |  |\n", old ? "stale: not run since its input changed" : "not run yet");
            continue;
        }
        fprintf(to, *k->at ? "%s (%s) | " : "%s | ", k->ours, k->at);
        if (paper_kept_spread(k))
            fprintf(to, "+- %s in %s", k->sd, k->seeds);
        else if (*k->ours && !t->derived)
            fputs("no spread", to);
        u8 verdict = paper_kept_grade(k, t);
        bool marked = t->why && (verdict == PAPER_WEAK || verdict == PAPER_FITTED || verdict == PAPER_NOISY);
        fprintf(to, " | %s | %s | %s |\n", paper_verdict_names[verdict], marked ? t->why : "", k->version);
    }
    if (stale)
        fprintf(to, stale_foot, now->version);
}

bool paper_summary(const char *root, const char *name, const struct paper_now *now, FILE *to, struct diag *d)
{
    struct paper p = {0};
    if (!paper_read_targets(&p, arena_printf(&p.arena, "%s/papers/targets.csv", root), d))
        return false;
    bool good = true;
    if (!name)
        all_papers(&p, &p.arena, root, now, to);
    else if (paper_has_statements(&p, name))
        one_paper(&p, &p.arena, root, name, now, to);
    else
        good = paper_matrix_page(root, name, to, d);
    paper_free(&p);
    return good;
}
