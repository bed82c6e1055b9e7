/* What a program is, in the names of its results: its arguments and what it gives the device (cuda/identity.h), which
   a functional run tells. With that run go notes of everything that the program read: as long as all of it is what it
   was, the next sweep knows without a run. A program that reads what cannot be looked at (a pipe, the time of day,
   random numbers) is executed in every sweep; if it gives the device the same, its results are still there. A program
   that may follow the machine (it asks for the device's properties, or reads its clock) is named by its code as well.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/inputs.h"
#include "cli/sweep.h"
#include "out/out.h"

bool sweep_quietly(const char *const *argv)
{
    fflush(NULL);
    pid_t pid = fork();
    if (pid == 0) {
        if (!freopen("/dev/null", "r", stdin) || !freopen("/dev/null", "w", stdout) ||
            !freopen("/dev/null", "w", stderr))
            _exit(127);
        execv(argv[0], (char *const *)argv);
        _exit(127);
    }
    int status = 0;
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    return pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

struct search {
    struct sweep *sweep;
    const char *inputs, *contents;
};

static bool is_this(void *user, const char *inputs, const char *contents)
{
    struct search *s = user;
    struct arena scratch = {0};
    bool same = inputs_same(inputs, &scratch, NULL);
    arena_free(&scratch);
    if (!same)
        return false;
    s->inputs = arena_strdup(&s->sweep->arena, inputs);
    s->contents = arena_strdup(&s->sweep->arena, contents);
    return true;
}

/* A functional run under watch. */
static void watch(struct sweep *s, const struct sweep_program *p, struct inputs *in)
{
    struct arena *a = &s->arena;
    const char *notes = arena_printf(a, "%s/sweep/%d.inputs", s->out, (int)getpid());
    const char *record = arena_printf(a, "%s/sweep/%d.json", s->out, (int)getpid());
    const char *head[] = {s->self, "run", "--quiet", "--json", record, "--inputs", notes};
    VEC(const char *) v = {0};
    for (size_t i = 0; i < COUNT_OF(head); i++)
        VEC_PUSH(&v, head[i]);
    if (p->kind == SWEEP_PROGRAM)
        VEC_PUSH(&v, "--");
    for (u32 i = 0; p->argv[i]; i++)
        VEC_PUSH(&v, p->argv[i]);
    VEC_PUSH(&v, NULL);
    sweep_quietly(v.at); /* a program that fails gives what it gives; its runs will say so */
    VEC_FREE(&v);
    inputs_read(in, a, notes);
    unlink(notes);
    unlink(record);
}

/* The contents with, of a program that may follow the machine, its code. */
static const char *name_of(struct sweep *s, const struct sweep_program *p, const struct inputs *in)
{
    char code[HASH_HEX];
    struct hash h = in->code;
    hash_text(&h, p->asked);
    hash_hex(&h, code);
    return in->follows ? arena_printf(&s->arena, "%s %s", in->contents, code) : in->contents;
}

static const char *find_out(struct sweep *s, struct sweep_program *p, const char *asked, struct diag *d)
{
    struct inputs in;
    const char *other = NULL;
    watch(s, p, &in);
    if (!*in.contents) { /* it launched nothing: its results get a name that is never asked for again */
        struct timespec t;
        if (!s->quiet)
            fprintf(stderr, "%s: executed for its name, it launched nothing: its results are not for later sweeps\n",
                    p->label);
        clock_gettime(CLOCK_REALTIME, &t);
        return arena_printf(&s->arena, "%d %lld.%ld", (int)getpid(), (long long)t.tv_sec, t.tv_nsec);
    }
    if (!in.unnamed && !inputs_same(in.text, &s->arena, &other))
        in.unnamed = arena_printf(&s->arena, "%s, which changes", other);
    const char *name = arena_strdup(&s->arena, name_of(s, p, &in));
    if (in.unnamed) {
        if (!s->quiet)
            fprintf(stderr, "%s: executed in every sweep: it reads %s\n", p->label, in.unnamed);
        return name;
    }
    p->inputs = in.text;
    runs_store_put_inputs(s->db, asked, in.text, name, out_version(), d);
    return name;
}

static void name_program(struct sweep *s, struct sweep_program *p, struct diag *d)
{
    struct search found = {.sweep = s};
    struct hash h;
    char asked[HASH_HEX];
    hash_init(&h);
    hash_text(&h, p->asked);
    hash_text(&h, out_version());
    hash_hex(&h, asked);
    runs_store_inputs(s->db, asked, is_this, &found);
    if (!found.contents && s->dry)
        fprintf(stderr, "%s: what it reads is new or not known yet: a sweep executes it first\n", p->label);
    else if (!found.contents)
        found.contents = find_out(s, p, asked, d);
    else
        p->inputs = found.inputs;
    hash_init(&h);
    hash_text(&h, "given");
    for (u32 i = 1; p->argv[i]; i++)
        hash_text(&h, p->argv[i]);
    hash_text(&h, found.contents ? found.contents : p->asked);
    hash_hex(&h, p->hash);
}

bool sweep_name(struct sweep *s, struct diag *d)
{
    for (u32 i = 0; i < s->axes[0].values.n; i++)
        if (*s->programs[i].asked)
            name_program(s, &s->programs[i], d);
    return d->errors == 0;
}

const char *sweep_changed(struct sweep *s, const struct runs_run *r)
{
    const char *other = NULL, *inputs = NULL;
    for (u32 i = 0; i < s->axes[0].values.n && !inputs; i++)
        if (!strcmp(s->programs[i].label, r->workload))
            inputs = s->programs[i].inputs;
    struct arena scratch = {0};
    const char *why = NULL;
    if (inputs && !inputs_same(inputs, &scratch, &other))
        why = arena_printf(&s->arena, "%s changed during the sweep: start again", other);
    arena_free(&scratch);
    return why;
}
