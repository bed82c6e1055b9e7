/* Child processes and signals: see child.h. The handler only notes the signal and passes it on. */
#include "cli/child.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/beside.h"
#include "base/vec.h"

enum { PATIENCE_S = 5 }; /* how long a child may take to end when told to */
static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE};
static volatile sig_atomic_t caught, overdue, asked;
static volatile pid_t child;  /* the one waited for; 0: none */
static volatile pid_t twin;   /* see child_twin */
static struct timespec since; /* when `caught` was */

/* A signal to the whole group arrives from its sender and from the process in front: it counts once. */
static bool told_again(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (now.tv_sec - since.tv_sec) * 1000 + (now.tv_nsec - since.tv_nsec) / 1000000 > 200;
}

static void on_signal(int sig)
{
    if (sig == SIGALRM && !asked && child) { /* its time is over */
        overdue = asked = 1;
        kill(child, SIGTERM);
        alarm(PATIENCE_S);
    } else if (sig == SIGALRM) {
        if (child)
            kill(child, SIGKILL);
    } else if (sig == SIGPIPE) { /* our output is not read any more: unwind; the child decides for itself */
        caught = caught ? caught : sig;
    } else {
        if (caught && !child && told_again())
            _exit(128 + sig); /* the second signal, and no child to wait for */
        if (!caught)
            clock_gettime(CLOCK_MONOTONIC, &since);
        caught = sig;
        asked = 1;
        if (child) {
            kill(child, sig);
            alarm(PATIENCE_S);
        }
    }
}

static void handle(void (*how)(int))
{
    struct sigaction a, old;
    memset(&a, 0, sizeof(a));
    a.sa_handler = how;
    for (size_t i = 0; i < COUNT_OF(signals); i++)
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN) /* nohup */
            sigaction(signals[i], &a, NULL);
    sigaction(SIGALRM, &a, NULL);
}

void child_begin(int parent, int sig)
{
    handle(SIG_DFL);
    prctl(PR_SET_PDEATHSIG, sig);
    if (getppid() != parent)
        _exit(127);
}

void child_soon(void)
{
    handle(on_signal);
}

int child_wait(int pid, double seconds)
{
    int status = 0;
    overdue = asked = 0;
    child = pid;
    handle(on_signal);
    if (seconds > 0) {
        struct itimerval t = {.it_value = {(time_t)seconds, (suseconds_t)(fmod(seconds, 1) * 1e6)}};
        setitimer(ITIMER_REAL, &t, NULL);
    }
    if (caught) /* before there was a child */
        kill(pid, caught);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    child = 0;
    alarm(0);
    return status;
}

void child_adopt(void)
{
    prctl(PR_SET_CHILD_SUBREAPER, 1);
}

/* Works for later runs as well, and ends soon by itself: a process that the library has started. */
static bool is_beside(int pid)
{
    char path[64], name[sizeof BESIDE_NAME] = "";
    snprintf(path, sizeof path, "/proc/%d/cmdline", pid);
    FILE *f = fopen(path, "r");
    size_t got = f ? fread(name, 1, sizeof name, f) : 0;
    if (f)
        fclose(f);
    return got == sizeof name && !memcmp(name, BESIDE_NAME, sizeof name);
}

/* Sends a signal to every child that the program has left; how many there are. */
static u32 tell_children(int sig)
{
    u32 n = 0;
    DIR *d = opendir("/proc");
    for (struct dirent *e; d && (e = readdir(d)) != NULL;) {
        char path[300], stat[512];
        int pid = atoi(e->d_name), parent = 0;
        snprintf(path, sizeof path, "/proc/%s/stat", e->d_name);
        FILE *f = pid > 0 ? fopen(path, "r") : NULL;
        size_t got = f ? fread(stat, 1, sizeof stat - 1, f) : 0;
        stat[got] = 0;
        if (f)
            fclose(f);
        const char *behind = strrchr(stat, ')'); /* the name may have anything in it */
        if (behind && sscanf(behind + 1, " %*c %d", &parent) == 1 && parent == getpid() && !is_beside(pid)) {
            kill(pid, sig);
            n++;
        }
    }
    if (d)
        closedir(d);
    return n;
}

static void reap(void)
{
    while (waitpid(-1, NULL, WNOHANG) > 0)
        ;
}

u32 child_end_adopted(void)
{
    enum { STEP_MS = 20, PATIENCE_MS = 1000 * PATIENCE_S };
    u32 told = 0;
    for (u32 ms = caught ? PATIENCE_MS : 0;; ms += STEP_MS) { /* left alone, asked to end, killed */
        reap();
        u32 left = tell_children(ms == PATIENCE_MS ? SIGTERM : ms > 2 * PATIENCE_MS ? SIGKILL : 0);
        told = ms == PATIENCE_MS ? left : told;
        if (!left)
            return told;
        nanosleep(&(struct timespec){.tv_nsec = STEP_MS * 1000000}, NULL);
    }
}

/* In front: passes on signals sent to it only. The terminal's keys reach all processes, its end only the leader. */
static void pass_on(int sig, siginfo_t *info, void *context)
{
    (void)context;
    if ((info->si_code != SI_KERNEL || sig == SIGHUP) && twin)
        kill(twin, sig);
}

bool child_twin(int *rc)
{
    sigset_t now, before;
    struct sigaction a, old;
    int status = 0;
    fflush(NULL);
    child_adopt();
    sigemptyset(&now);
    for (size_t i = 0; i < COUNT_OF(signals); i++)
        sigaddset(&now, signals[i]);
    sigprocmask(SIG_BLOCK, &now, &before); /* until there is a child to pass them on to */
    pid_t parent = getpid(), pid = fork();
    if (pid <= 0) {
        if (pid == 0)
            child_begin(parent, SIGTERM);
        sigprocmask(SIG_SETMASK, &before, NULL);
        return false;
    }
    twin = pid;
    memset(&a, 0, sizeof(a));
    a.sa_sigaction = pass_on;
    a.sa_flags = SA_SIGINFO | SA_RESTART;
    for (size_t i = 0; i < COUNT_OF(signals); i++)
        if (signals[i] != SIGPIPE && sigaction(signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
            sigaction(signals[i], &a, NULL);
    sigprocmask(SIG_SETMASK, &before, NULL);
    while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    twin = 0;
    *rc = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    if (WIFSIGNALED(status)) {
        caught = WTERMSIG(status);
        child_end_adopted(); /* the child may not have had the time */
    }
    return true;
}

int child_signal(void)
{
    return caught;
}

bool child_overdue(void)
{
    return overdue;
}

int child_run(const char *who, const char *const *argv)
{
    return child_run_in(who, argv, environ);
}

int child_run_in(const char *who, const char *const *argv, char **env)
{
    fflush(NULL);
    handle(on_signal);
    if (caught)
        return 128 + caught;
    pid_t parent = getpid(), pid = fork();
    if (pid == 0) {
        child_begin(parent, SIGTERM);
        environ = env;
        execvp(argv[0], (char *const *)argv);
        fprintf(stderr, "%s: %s: %s\n", who, argv[0], strerror(errno));
        _exit(127);
    }
    if (pid < 0) {
        fprintf(stderr, "%s: %s: %s\n", who, argv[0], strerror(errno));
        return 127;
    }
    int status = child_wait(pid, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

void child_end(void)
{
    if (!caught)
        return;
    fflush(NULL);
    handle(SIG_DFL);
    signal(caught, SIG_DFL);
    raise(caught);
}

char *child_ask(const char *const *argv)
{
    int out[2], status = 0;
    VEC(char) text = {0};
    char some[512];
    fflush(NULL);
    if (pipe2(out, O_CLOEXEC) != 0)
        return NULL;
    pid_t parent = getpid(), pid = fork();
    if (pid == 0) {
        int null = open("/dev/null", O_WRONLY);
        child_begin(parent, SIGTERM);
        dup2(out[1], 1);
        dup2(null, 2);
        execvp(argv[0], (char *const *)argv);
        _exit(127);
    }
    close(out[1]);
    for (ssize_t n; pid > 0 && ((n = read(out[0], some, sizeof some)) > 0 || (n < 0 && errno == EINTR));)
        for (ssize_t i = 0; i < n; i++)
            VEC_PUSH(&text, some[i]);
    close(out[0]);
    while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR)
        ;
    VEC_PUSH(&text, 0);
    if (pid > 0 && WIFEXITED(status) && WEXITSTATUS(status) == 0)
        return text.at;
    VEC_FREE(&text);
    return NULL;
}

void child_write_word(const char *word, FILE *to)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
    if (*word && !word[strspn(word, plain)]) {
        fputs(word, to);
        return;
    }
    fputc('\'', to);
    for (const char *c = word; *c; c++)
        if (*c == '\'')
            fputs("'\\''", to);
        else
            fputc(*c, to);
    fputc('\'', to);
}

static void write_words(const char *const *argv, FILE *to)
{
    if (argv[0] && strchr(argv[0], '=')) /* unquoted it would set a variable */
        fputs("''", to);
    for (size_t i = 0; argv[i]; i++) {
        if (i)
            fputc(' ', to);
        child_write_word(argv[i], to);
    }
}

/* A word with a newline in it would end the line: then the command is what printf makes of its text. */
void child_write(const char *const *argv, FILE *to)
{
    bool lines = false;
    for (size_t i = 0; argv[i]; i++)
        lines |= strpbrk(argv[i], "\n\r") != NULL;
    if (!lines) {
        write_words(argv, to);
        fputc('\n', to);
        return;
    }
    char *text = NULL;
    size_t n = 0;
    FILE *plain = open_memstream(&text, &n);
    write_words(argv, plain);
    fclose(plain);
    fputs("eval \"$(printf %b '", to);
    for (const char *c = text; *c; c++)
        if (strchr("\n\r\\'", *c))
            fprintf(to, "\\0%03o", (unsigned)*c);
        else
            fputc(*c, to);
    fputs("')\"\n", to);
    free(text);
}
