/* Executes a plan: as many worker processes as are asked for, each of which makes one run after the other, by itself
   or by a command; each result goes to the store when its run ends. */
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "runs/plan.h"
#include "runs/worker.h"

struct slot {
    struct pool *pool;
    struct worker worker;
    bool busy;
    u32 run;
    double started;
    const char *out, *log;
    int memory; /* memory file for what the worker makes by itself, instead of a file for each run */
};

struct pool {
    struct runs_plan *plan;
    struct runs_store *store;
    const struct runs_runner *how;
    struct diag *diag;
    struct slot *slots;
    u32 todo, ended, failed, running;
    bool changed; /* the simulator was rebuilt: nothing more is started or stored */
    double started;
    double by_clock, by_cpu; /* of the runs that ended: the clock shows more if others use the computer, too */
};

static double now_seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* What only readers of a whole record want. It stands last in the stored text (runs_record_trim), so that the others
   need not read it. Before it stand the machine and the kernels, which need not be read where totals are wanted. */
static const char *const rest[] = {"launches", "sms", "units"};

/* Where the list of this name begins, with its comma; NULL: there is none. In a kernel `launches` is a number, and in
   a string quotes have a backslash. */
static const char *list_of(const char *text, const char *name)
{
    char key[32];
    snprintf(key, sizeof key, ",\"%s\":[", name);
    return strstr(text, key);
}

/* The end of what is wanted, with the machine. */
static const char *after_machine(const struct pool *p, const char *text)
{
    return list_of(text, p->how->totals ? "kernels" : "launches");
}

/* What stands before `end` (NULL: nothing) and has this member besides the total; NULL: they come in another order.
 */
static json_t *parse_head(const char *text, const char *end, const char *with)
{
    size_t n = end ? (size_t)(end - text) : 0;
    char *copy = xmalloc(n + 2);
    memcpy(copy, text, n);
    memcpy(copy + n, "}", 2);
    json_t *head = end ? json_loads(copy, 0, NULL) : NULL;
    free(copy);
    if (json_object_get(head, "total") && json_object_get(head, with))
        return head;
    json_decref(head);
    return NULL;
}

/* What is kept of a record in memory: plots and tables need no launches and SMs. */
static json_t *parse_record(const struct pool *p, const char *text)
{
    json_t *record = p->how->totals ? parse_head(text, strstr(text, ",\"machine\":{"), "program") : NULL;
    if (!record)
        record = parse_head(text, after_machine(p, text), "machine");
    if (!record)
        record = json_loads(text, 0, NULL);
    for (size_t i = 0; i < COUNT_OF(rest); i++)
        json_object_del(record, rest[i]);
    return record;
}

/* Finds settings that name the same machine ("mrpb.entries=8" may be the default): it is simulated once. */
static void find_twins(struct pool *p)
{
    struct runs_plan *plan = p->plan;
    for (u32 i = 0; i < plan->n; i++) {
        struct runs_run *r = &plan->runs[i];
        if (r->refused)
            continue;
        for (u32 k = 0; k < i && r->twin < 0; k++)
            if (!plan->runs[k].refused && plan->runs[k].twin < 0 && !strcmp(plan->runs[k].key, r->key))
                r->twin = (i32)k;
        if (r->twin >= 0) {
            plan->runs[r->twin].kernels |= r->kernels;
            plan->runs[r->twin].answers |= r->answers;
        }
        p->todo += r->twin < 0 && r->state == RUNS_WAITING;
    }
}

/* A limit on the warps that may issue (CCWS-SWL) that is not below what an SM can hold changes nothing: the run is
   the one without it, which is made first and says how many warps that were (limit_of_record). */
#define LIMIT "sched.swl="

static u32 limit_of(const struct runs_run *r)
{
    for (u32 i = 0; i < r->sets.n; i++)
        if (!strncmp(r->sets.at[i], LIMIT, strlen(LIMIT)))
            return (u32)strtoul(r->sets.at[i] + strlen(LIMIT), NULL, 10);
    return 0;
}

static bool same_but_limit(const struct runs_run *a, const struct runs_run *b)
{
    if (strcmp(a->workload, b->workload) || strcmp(a->machine, b->machine))
        return false;
    u32 i = 0, k = 0;
    while (i < a->sets.n || k < b->sets.n) {
        if (i < a->sets.n && !strncmp(a->sets.at[i], LIMIT, strlen(LIMIT)))
            i++;
        else if (k < b->sets.n && !strncmp(b->sets.at[k], LIMIT, strlen(LIMIT)))
            k++;
        else if (i < a->sets.n && k < b->sets.n && !strcmp(a->sets.at[i], b->sets.at[k]))
            i++, k++;
        else
            return false;
    }
    return true;
}

static void find_unlimited(struct runs_plan *plan)
{
    for (u32 i = 0; i < plan->n; i++)
        for (u32 k = 0; limit_of(&plan->runs[i]) && k < plan->n && plan->runs[i].unlimited < 0; k++)
            if (!limit_of(&plan->runs[k]) && same_but_limit(&plan->runs[i], &plan->runs[k]))
                plan->runs[i].unlimited = plan->runs[k].twin >= 0 ? plan->runs[k].twin : (i32)k;
}

/* The most warps of any kernel that fit on an SM together; kept when the kernels are not. */
static void keep_most_warps(json_t *record)
{
    json_t *kernels = json_object_get(record, "kernels"), *warps;
    json_int_t most = 0;
    for (size_t i = 0; i < json_array_size(kernels); i++) {
        warps = json_object_get(json_object_get(json_array_get(kernels, i), "occupancy"), "warps_per_sm");
        if (!json_is_integer(warps))
            return;
        most = MAX(most, json_integer_value(warps));
    }
    if (json_array_size(kernels))
        json_object_set_new(record, RUNS_MOST_WARPS, json_integer(most));
}

/* Moves the member to the end, or removes it. */
static void move_behind(json_t *record, const char *key, bool keep)
{
    json_t *v = json_incref(json_object_get(record, key));
    json_object_del(record, key);
    if (keep && v)
        json_object_set(record, key, v);
    json_decref(v);
}

void runs_record_trim(json_t *record, bool full)
{
    keep_most_warps(record);
    json_object_del(record, "host");
    json_object_del(record, "verdict"); /* both follow from the rest; a replay's record has none */
    json_object_del(record, "unexplained");
    move_behind(record, "machine", true);
    move_behind(record, "kernels", true);
    for (size_t i = 0; i < COUNT_OF(rest); i++)
        move_behind(record, rest[i], full);
}

/* True if the run's limit has no effect: it then takes over the unlimited run's result. */
static bool limit_is_idle(struct pool *p, struct runs_run *r)
{
    const struct runs_run *free_run = r->unlimited >= 0 ? &p->plan->runs[r->unlimited] : NULL;
    json_t *most =
        free_run && free_run->state == RUNS_DONE ? json_object_get(free_run->record, RUNS_MOST_WARPS) : NULL;
    if (!json_is_integer(most) || json_integer_value(most) > limit_of(r))
        return false;
    r->record = json_incref(free_run->record);
    r->state = RUNS_DONE;
    r->stored = true;
    p->todo--;
    return true;
}

static void store(struct pool *p, const struct runs_run *r, const char *text, i64 rss_kb)
{
    struct runs_result result = {.key = r->key,
                                 .workload = r->workload,
                                 .size = runs_size_of(p->plan, r->workload),
                                 .machine = r->machine,
                                 .sets = r->sets_text,
                                 .version = p->how->version,
                                 .subject = r->subject,
                                 .record = text,
                                 .seconds = r->seconds,
                                 .rss_kb = rss_kb};
    runs_store_put(p->store, &result, p->diag);
}

/* True if the run must have another run's result: it gets that record under its own name. */
static bool follows(struct pool *p, struct runs_run *r)
{
    const struct runs_run *from = NULL;
    for (u32 i = 0; p->how->follows && i < p->plan->n && !from; i++)
        if (p->plan->runs[i].state == RUNS_DONE && p->how->follows(p->how->user, &p->plan->runs[i], r))
            from = &p->plan->runs[i];
    if (!from)
        return false;
    struct arena scratch = {0};
    const char *text = runs_store_get(p->store, from->key, &scratch, &r->seconds);
    const char *end = text ? after_machine(p, text) : NULL;
    json_t *record = text ? parse_head(text, end, "machine") : NULL;
    const char *more = record ? end : "}";
    if (text && !record)
        record = json_loads(text, 0, NULL);
    if (record) {
        p->how->rename(p->how->user, record, r);
        char *named = json_dumps(record, JSON_COMPACT);
        store(p, r, arena_printf(&scratch, "%.*s%s", (int)strlen(named) - 1, named, more), 0);
        r->record = json_incref(record);
        r->state = RUNS_DONE;
        r->implied = true;
        p->todo--;
        free(named);
    }
    json_decref(record);
    arena_free(&scratch);
    return r->implied;
}

/* Copies a run's result to its twins. */
static void share(struct runs_plan *plan)
{
    for (u32 i = 0; i < plan->n; i++) {
        struct runs_run *r = &plan->runs[i];
        if (r->twin < 0 || r->record)
            continue;
        const struct runs_run *made = &plan->runs[r->twin];
        r->state = made->state;
        r->why = made->why;
        r->record = json_incref(made->record);
        r->stored = made->stored;
    }
}

/* Names every run and takes what the store already has. */
static bool look_up(struct pool *p)
{
    struct runs_plan *plan = p->plan;
    u32 before = p->diag->errors;
    for (u32 i = 0; i < plan->n; i++) {
        struct runs_run *r = &plan->runs[i];
        struct hash subject, machine;
        struct arena scratch = {0};
        if (r->refused || *r->key)
            continue;
        hash_init(&subject);
        hash_init(&machine);
        hash_text(&subject, arena_printf(&scratch, "%u", p->how->launches));
        if (p->how->identify(p->how->user, r, runs_size_of(plan, r->workload), &subject, &machine, p->diag)) {
            hash_hex(&subject, r->subject);
            runs_store_key(r->key, p->how->version, runs_size_of(plan, r->workload), r->subject, &machine);
            const char *text = runs_store_get(p->store, r->key, &scratch, &r->seconds);
            r->record = text ? parse_record(p, text) : NULL;
            if (r->record && (r->kernels || p->how->full) && !list_of(text, "kernels")) {
                json_decref(r->record); /* it was stored without its kernels */
                r->record = NULL;
            }
            r->stored = r->record != NULL;
            r->state = r->record ? RUNS_DONE : RUNS_WAITING;
            r->estimate =
                runs_store_estimate(p->store, r->workload, r->machine, r->sets_text, runs_size_of(plan, r->workload));
            if (r->estimate <= 0 && p->how->expect)
                r->estimate = p->how->expect(p->how->user, r, runs_size_of(plan, r->workload));
        }
        arena_free(&scratch);
    }
    find_twins(p);
    find_unlimited(plan);
    return p->diag->errors == before;
}

static double cpu_seconds(const struct rusage *use)
{
    return (double)(use->ru_utime.tv_sec + use->ru_stime.tv_sec) +
           (double)(use->ru_utime.tv_usec + use->ru_stime.tv_usec) / 1e6;
}

/* In the worker: the run's command, which ends with it and says what it says to a file. */
static struct worker_end by_command(const struct slot *s, const struct runs_run *r)
{
    struct arena a = {0};
    const struct runs_runner *how = s->pool->how;
    const char **argv = how->command(how->user, &a, r, runs_size_of(s->pool->plan, r->workload), s->out);
    struct worker_end e = {.status = 127 << 8};
    struct rusage use;
    unlink(s->out);
    pid_t parent = getpid(), pid = fork();
    if (pid == 0) {
        prctl(PR_SET_PDEATHSIG, SIGTERM); /* it removes its temporary files and ends its own child */
        if (getppid() != parent)
            _exit(127);
        execvp(argv[0], (char *const *)argv);
        dprintf(2, "%s: %s\n", argv[0], strerror(errno));
        _exit(127);
    }
    int status;
    pid_t got;
    while (pid > 0 && (got = wait4(pid, &status, 0, &use)) < 0 && errno == EINTR)
        ;
    if (pid > 0 && got == pid)
        e = (struct worker_end){.status = status, .rss_kb = use.ru_maxrss, .seconds = cpu_seconds(&use)};
    arena_free(&a);
    return e;
}

/* In the worker: a run without a command; its record goes over the last one's. */
static int perform(const struct slot *s, const struct runs_run *r, u64 *bytes)
{
    const struct runs_runner *how = s->pool->how;
    int fd = dup(s->memory);
    FILE *to = fd >= 0 && lseek(fd, 0, SEEK_SET) == 0 ? fdopen(fd, "w") : NULL;
    if (!to)
        return -1;
    int rc = how->perform(how->user, r, to);
    bool whole = fflush(to) == 0 && !ferror(to);
    *bytes = (u64)ftello(to);
    fclose(to);
    return rc || whole ? rc : 1;
}

/* In the worker: makes one run, with its messages in a file. */
static struct worker_end make_run(void *arg, u32 index)
{
    struct slot *s = arg;
    const struct runs_runner *how = s->pool->how;
    const struct runs_run *r = &s->pool->plan->runs[index];
    int log = open(s->log, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644), null = open("/dev/null", O_RDONLY);
    dup2(null, 0);
    dup2(log, 1);
    dup2(log, 2);
    close(log);
    close(null);
    struct rusage use;
    getrusage(RUSAGE_SELF, &use);
    double before = cpu_seconds(&use);
    u64 bytes = 0;
    int rc = how->perform ? perform(s, r, &bytes) : -1;
    fflush(NULL);
    if (rc < 0)
        return by_command(s, r);
    getrusage(RUSAGE_SELF, &use);
    return (struct worker_end){.status = rc << 8,
                               .by_self = true,
                               .bytes = bytes,
                               .rss_kb = use.ru_maxrss,
                               .seconds = cpu_seconds(&use) - before};
}

static bool start(struct pool *p, struct slot *s, u32 index)
{
    struct arena *a = &p->plan->arena;
    u32 n = (u32)(s - p->slots);
    if (!s->worker.pid) {
        s->pool = p;
        s->out = arena_printf(a, "%s/run-%d-%u.json", p->how->folder, (int)getpid(), n);
        s->log = arena_printf(a, "%s/run-%d-%u.log", p->how->folder, (int)getpid(), n);
        fflush(NULL);
        if (s->memory <= 0)
            s->memory = memfd_create("record", MFD_CLOEXEC);
        if (s->memory <= 0 || !worker_start(&s->worker, make_run, s)) {
            diag_error(p->diag, NULL, 0, 0, "cannot start a worker process: %s", strerror(errno));
            return false;
        }
    }
    p->plan->runs[index].state = RUNS_RUNNING;
    s->run = index;
    s->started = now_seconds();
    s->busy = true;
    p->running++;
    worker_give(&s->worker, index);
    return true;
}

/* The message of a failed run: its first error, or its last line. */
static const char *last_words(struct arena *a, const char *path)
{
    FILE *f = fopen(path, "r");
    char line[400] = "", best[400] = "";
    bool error = false;
    while (f && !error && fgets(line, sizeof(line), f)) {
        line[strcspn(line, "\n")] = 0;
        error = !strncmp(line, "sluice: ", 8) || strstr(line, "error: ");
        if (error || line[strspn(line, " ")])
            memcpy(best, line, sizeof(best));
    }
    if (f)
        fclose(f);
    return arena_strdup(a, best);
}

static char *read_text(const char *path)
{
    FILE *f = fopen(path, "r");
    char *text = NULL;
    size_t cap = 0;
    ssize_t n = f ? getdelim(&text, &cap, 0, f) : -1;
    if (f)
        fclose(f);
    if (n < 0) {
        free(text);
        return NULL;
    }
    return text;
}

static char *read_memory(int fd, u64 bytes)
{
    char *text = xmalloc(bytes + 1);
    u64 n = 0;
    for (ssize_t k; n < bytes && (k = pread(fd, text + n, bytes - n, (off_t)n)) > 0;)
        n += (u64)k;
    text[n] = 0;
    return text;
}

/* The text to store of what a run wrote; NULL: it is no record. What a worker made by itself is as runs_record_trim
   leaves it. */
static char *record_text(struct pool *p, const struct slot *s, const struct worker_end *end)
{
    const struct runs_run *r = &p->plan->runs[s->run];
    char *made = end->by_self ? read_memory(s->memory, end->bytes) : read_text(s->out);
    if (!made || (end->by_self && p->how->full))
        return made;
    json_t *record = json_loads(made, 0, NULL);
    free(made);
    if (!record)
        return NULL;
    runs_record_trim(record, p->how->full);
    if (!p->how->full && !r->kernels)
        json_object_del(record, "kernels"); /* most figures need totals; kernels make the store ten times as large */
    char *text = json_dumps(record, JSON_COMPACT);
    json_decref(record);
    return text;
}

static void fail(struct pool *p, struct runs_run *r, const struct slot *s, int status)
{
    struct arena *a = &p->plan->arena;
    r->state = RUNS_FAILED;
    p->failed++;
    if (WIFSIGNALED(status))
        r->why = arena_printf(a, "ended by signal %d", WTERMSIG(status));
    else
        r->why = arena_printf(a, "exit %d: %s", WEXITSTATUS(status), last_words(a, s->log));
}

static void finish(struct pool *p, struct slot *s, struct worker_end end)
{
    struct runs_run *r = &p->plan->runs[s->run];
    bool good = WIFEXITED(end.status) && WEXITSTATUS(end.status) == 0;
    r->seconds = end.seconds;
    p->by_clock += now_seconds() - s->started;
    p->by_cpu += end.seconds;
    p->ended++;
    char *text = good ? record_text(p, s, &end) : NULL;
    json_t *record = text ? parse_record(p, text) : NULL;
    if (!record) {
        fail(p, r, s, end.status);
    } else if (p->how->is_same && !p->how->is_same(p->how->user)) {
        if (!p->changed)
            diag_error(
                p->diag, NULL, 0, 0,
                "the simulator was rebuilt during the experiments; what was done before that is kept: start again");
        p->changed = true;
        json_decref(record);
        r->state = RUNS_FAILED;
        r->why = "the simulator was rebuilt meanwhile";
    } else if (p->how->changed && (r->why = p->how->changed(p->how->user, r))) {
        json_decref(record);
        r->state = RUNS_FAILED;
        p->failed++;
    } else {
        store(p, r, text, end.rss_kb);
        r->record = record;
        r->state = RUNS_DONE;
        if (!end.by_self)
            unlink(s->out);
        for (u32 i = 0; i < p->plan->n; i++) /* the first run of a workload tells how long the others take */
            if (p->plan->runs[i].estimate <= 0 && !strcmp(p->plan->runs[i].workload, r->workload))
                p->plan->runs[i].estimate = r->seconds;
    }
    free(text);
}

/* What is left to do, from what runs of the same workload took, or the mean of this session's. */
static double seconds_left(const struct pool *p)
{
    double known = 0, mean, left = 0;
    for (u32 i = 0; i < p->plan->n; i++)
        if (p->plan->runs[i].state == RUNS_DONE && !p->plan->runs[i].stored)
            known += p->plan->runs[i].seconds;
    mean = p->ended ? known / p->ended : 0;
    for (u32 i = 0; i < p->plan->n; i++)
        if ((p->plan->runs[i].state == RUNS_WAITING && p->plan->runs[i].twin < 0) ||
            p->plan->runs[i].state == RUNS_RUNNING)
            left += p->plan->runs[i].estimate > 0 ? p->plan->runs[i].estimate : mean;
    double slower = p->by_cpu > 0 ? MAX(p->by_clock / p->by_cpu, 1) : 1;
    return left * slower / p->how->workers;
}

static void progress(const struct pool *p, const struct runs_run *r, bool last)
{
    if (!p->how->show_progress)
        return;
    bool terminal = isatty(2);
    if (!terminal && p->ended % 25 && !last)
        return;
    u32 left = (u32)seconds_left(p), spent = (u32)(now_seconds() - p->started), answers = 0;
    for (u32 i = 0; i < p->plan->n; i++)
        answers += p->plan->runs[i].answers && p->plan->runs[i].twin < 0 && p->plan->runs[i].state <= RUNS_RUNNING;
    char wanted[64] = "";
    if (answers)
        snprintf(wanted, sizeof wanted, " (%u for statements to go)", answers);
    fprintf(stderr,
            "%s%u of %u runs%s, %u failed, %u:%02u:%02u so far, about %u:%02u:%02u left   %s "
            "on %s %s%s",
            terminal ? "\r\033[K" : "", p->ended, p->todo, wanted, p->failed, spent / 3600, spent / 60 % 60,
            spent % 60, left / 3600, left / 60 % 60, left % 60, r->workload, r->machine, r->sets_text,
            terminal && !last ? "" : "\n");
    fflush(stderr);
}

/* A limit on warps waits for the run without it. */
static bool can_start(const struct pool *p, const struct runs_run *r)
{
    return r->state == RUNS_WAITING && r->twin < 0 &&
           (r->unlimited < 0 || p->plan->runs[r->unlimited].state > RUNS_RUNNING);
}

/* What statements need goes first; then runs whose time is unknown, then the longest, so that no long run is left
   alone at the end. */
static double weight(const struct runs_run *r)
{
    return (r->estimate > 0 ? r->estimate : 1e6) * (r->answers ? 1e8 : 1);
}

static bool before(const struct runs_run *a, const struct runs_run *b)
{
    return a->rank != b->rank ? a->rank < b->rank : weight(a) > weight(b);
}

static i32 next_waiting(struct pool *p)
{
    for (;;) {
        i32 best = -1;
        for (u32 i = 0; i < p->plan->n; i++) {
            const struct runs_run *r = &p->plan->runs[i];
            if (can_start(p, r) && (best < 0 || before(r, &p->plan->runs[best])))
                best = (i32)i;
        }
        if (best < 0 || (!limit_is_idle(p, &p->plan->runs[best]) && !follows(p, &p->plan->runs[best])))
            return best;
    }
}

static void wait_for_one(struct pool *p)
{
    struct pollfd fds[p->how->workers];
    for (u32 i = 0; i < p->how->workers; i++)
        fds[i] = (struct pollfd){.fd = p->slots[i].busy ? p->slots[i].worker.from : -1, .events = POLLIN};
    if (poll(fds, p->how->workers, -1) < 0)
        return;
    for (u32 i = 0; i < p->how->workers; i++) {
        struct slot *s = &p->slots[i];
        if (!fds[i].revents)
            continue;
        finish(p, s, worker_take(&s->worker));
        s->busy = false;
        p->running--;
        progress(p, &p->plan->runs[s->run], p->ended == p->todo);
    }
}

/* What the last run said stays if it has failed. */
static void end_slot(struct slot *s)
{
    worker_stop(&s->worker);
    if (s->log && s->pool->plan->runs[s->run].state == RUNS_DONE)
        unlink(s->log);
    if (s->memory > 0)
        close(s->memory);
}

bool runs_plan_execute(struct runs_plan *plan, struct runs_store *store, const struct runs_runner *how,
                       struct diag *d)
{
    struct pool p = {.plan = plan, .store = store, .how = how, .diag = d, .started = now_seconds()};
    if (!look_up(&p))
        return false;
    if (how->dry) {
        share(plan);
        return true;
    }
    p.slots = xcalloc(how->workers, sizeof(*p.slots));
    for (bool ok = true;;) {
        struct slot *s = p.slots;
        i32 next;
        while (ok && !p.changed && p.running < how->workers && (next = next_waiting(&p)) >= 0) {
            while (s->busy)
                s++;
            ok = start(&p, s, (u32)next);
        }
        if (!p.running)
            break;
        wait_for_one(&p);
    }
    for (u32 i = 0; i < how->workers; i++)
        end_slot(&p.slots[i]);
    free(p.slots);
    share(plan);
    return d->errors == 0;
}
