/* A launch in a process of its own. The process is a fork of this one, so it has a copy of everything: device memory
   (page by page, when it is written), the heap of device malloc, textures, requests of kernels. Its output is
   discarded, only this process sees its faults, and nothing has to be restored.

   Which memory it writes is found by write protection: the device's region is read-only at first, and the first write
   to a chunk raises a signal that makes the chunk writable. So the cost is in proportion to what is written, and no
   store is missed.

   Kernels are executed by the interpreter: translating them would take longer. Leaves out: memory outside the device,
   which kernels cannot reach. */
#include "cuda/proof_run.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cuda/stop.h"
#include "emu/nested.h"

#define MOST_CHUNKS (DEV_SPAN / PROOF_CHUNK)

/* ---- In the process of its own ---- */

static struct { /* that process, which runs one launch and ends */
    u64 base, span;
    struct proof_image *image;
} watched;

_Noreturn static void end(enum proof_end how)
{
    watched.image->end = how;
    _exit(0);
}

static void on_write(int sig, siginfo_t *info, void *context)
{
    (void)context;
    u64 at = (u64)(uintptr_t)info->si_addr;
    struct proof_image *to = watched.image;
    if (at - watched.base >= watched.span || info->si_code != SEGV_ACCERR) {
        signal(sig, SIG_DFL); /* a real crash: it is raised again */
        return;
    }
    at -= (at - watched.base) % PROOF_CHUNK;
    if (to->n == MOST_CHUNKS || mprotect((void *)(uintptr_t)at, PROOF_CHUNK, PROT_READ | PROT_WRITE) != 0)
        end(PROOF_LOST); /* it writes to more places than the host can protect */
    to->chunks[to->n++].at = at;
}

static bool watch_writes(const struct emu_device *dev, struct proof_image *to)
{
    struct sigaction a;
    memset(&a, 0, sizeof a);
    a.sa_sigaction = on_write;
    a.sa_flags = SA_SIGINFO;
    watched.image = to;
    emu_region(dev, &watched.base, &watched.span);
    return sigaction(SIGSEGV, &a, NULL) == 0 && sigaction(SIGBUS, &a, NULL) == 0 &&
           mprotect((void *)(uintptr_t)watched.base, watched.span, PROT_READ) == 0;
}

static u64 hash_text_of(const char *p, size_t n)
{
    u64 h = n;
    for (size_t i = 0; i < n; i++)
        h = mix64(h ^ (u8)p[i]);
    return h;
}

/* Lines count in any order. */
static u64 hash_lines(const char *text, size_t n)
{
    u64 sum = 0;
    for (size_t i = 0; i < n;) {
        const char *end_of = memchr(text + i, '\n', n - i);
        size_t len = end_of ? (size_t)(end_of - text) - i + 1 : n - i;
        sum += hash_text_of(text + i, len);
        i += len;
    }
    return sum;
}

static u64 hash_asked(struct emu_device *dev)
{
    size_t n;
    u64 sum = 0;
    struct emu_nested *all = emu_nested_take(dev, &n);
    for (size_t i = 0; i < n; i++) {
        const struct emu_nested *a = &all[i];
        u64 h = mix64(a->kind + 16 * a->cta) + a->thread;
        if (a->kind == EMU_NESTED_LAUNCH && a->kernel) {
            struct emu_kernel_info k = emu_kernel_info(a->kernel);
            h ^= hash_text_of(k.name, strlen(k.name)) + hash_text_of((const char *)a->grid, sizeof a->grid) +
                 3 * hash_text_of((const char *)a->block, sizeof a->block) + a->dynamic_shared;
            h ^= a->params ? hash_text_of((const char *)a->params, k.param_bytes) : 0;
        }
        h = mix64(h ^ a->dst) ^ mix64(a->src + 1) ^ mix64(a->width ^ a->height << 20) ^ a->value;
        sum += mix64(h);
    }
    return sum;
}

static int by_address(const void *a, const void *b)
{
    u64 x = ((const struct proof_chunk *)a)->at, y = ((const struct proof_chunk *)b)->at;
    return x < y ? -1 : x > y;
}

/* Restores signals to their state at a process's start, and leaves the terminal. */
static void settle_in(int parent)
{
    static const int signals[] = {SIGINT,  SIGTERM, SIGHUP, SIGSEGV, SIGBUS,
                                  SIGABRT, SIGFPE,  SIGILL, SIGCHLD, SIGALRM};
    sigset_t none;
    for (size_t i = 0; i < COUNT_OF(signals); i++)
        signal(signals[i], SIG_DFL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != parent)
        _exit(0);
    int null = open("/dev/null", O_RDWR | O_CLOEXEC);
    if (null < 0 || dup2(null, 0) < 0 || dup2(null, 1) < 0 || dup2(null, 2) < 0)
        _exit(0);
}

_Noreturn static void run(struct cuda_state *s, const struct proof_run *r, struct proof_image *to)
{
    struct emu_launch l = *r->launch;
    struct emu_counts counts = {0};
    struct emu_fault fault = {0};
    struct diag d;
    char *text = NULL;
    size_t n = 0;
    FILE *out = open_memstream(&text, &n);
    bug_before_abort(NULL, NULL);
    diag_init(&d);
    emu_alone(s->dev, out, r->steps);
    emu_kernel_compile(l.kernel, r->without, r->ptx);
    l.discard = true;
    l.order = r->order;
    l.part = r->part;
    if (!out || !watch_writes(s->dev, to))
        _exit(0);
    bool ok = emu_run(s->dev, &l, &counts, &fault, &d);
    fclose(out);
    to->printed = hash_lines(text, n);
    to->asked = hash_asked(s->dev);
    to->steps = counts.warp_instrs;
    to->ctas = counts.ctas;
    qsort(to->chunks, to->n, sizeof *to->chunks, by_address);
    for (u64 i = 0; i < to->n; i++)
        to->chunks[i].hash = proof_hash(to->chunks[i].at);
    for (u32 i = 0; i < r->n_keep; i++)
        memcpy(to->kept + (u64)i * PROOF_CHUNK, (const void *)(uintptr_t)r->keep[i], PROOF_CHUNK);
    snprintf(to->fault, sizeof to->fault, "%s", d.first ? d.first->text : fault.text);
    end(d.errors ? PROOF_REFUSED : ok ? PROOF_DONE : fault.kind == EF_STEP_LIMIT ? PROOF_LOST : PROOF_FAULT);
}

/* ---- In this one ---- */

u64 proof_hash(u64 at)
{
    const u64 *p = (const u64 *)(uintptr_t)at;
    u64 h[4] = {1, 2, 3, 4};
    for (u32 i = 0; i < PROOF_CHUNK / 8; i += 4)
        for (u32 k = 0; k < 4; k++) {
            h[k] = (h[k] ^ p[i + k]) * 0x9e3779b97f4a7c15ull;
            h[k] = h[k] << 29 | h[k] >> 35;
        }
    return mix64(mix64(mix64(h[0]) ^ h[1]) ^ mix64(h[2]) * 3) ^ h[3];
}

static struct proof_image *image_new(const struct proof_run *r)
{
    u64 head = align_up(sizeof(struct proof_image), 64), chunks = MOST_CHUNKS * sizeof(struct proof_chunk),
        list = align_up(r->n_keep * sizeof(u64), 64), size = head + chunks + list + (u64)r->n_keep * PROOF_CHUNK;
    u8 *at = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED)
        return NULL;
    struct proof_image *to = (struct proof_image *)at;
    to->size = size;
    to->chunks = (struct proof_chunk *)(at + head);
    to->kept_at = (u64 *)(at + head + chunks);
    to->kept = at + head + chunks + list;
    to->n_kept = r->n_keep;
    for (u32 i = 0; i < r->n_keep; i++)
        to->kept_at[i] = r->keep[i];
    return to;
}

void proof_image_free(struct proof_image *i)
{
    if (i)
        munmap(i, i->size);
}

/* Waits until the process has ended, which closes the pipe. A signal that ends the run ends it, too. */
static void wait_for(pid_t pid, int pipe_end)
{
    struct pollfd p = {.fd = pipe_end, .events = POLLIN};
    while (poll(&p, 1, -1) < 0 && errno == EINTR)
        if (stop_signal)
            kill(pid, SIGKILL);
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        ;
}

struct proof_image *proof_run(struct cuda_state *s, const struct proof_run *r)
{
    int ends[2], parent = getpid();
    struct proof_image *to = image_new(r);
    if (!to || pipe2(ends, O_CLOEXEC) != 0) {
        proof_image_free(to);
        return NULL;
    }
    pid_t pid = fork();
    if (pid == 0) {
        settle_in(parent);
        run(s, r, to);
    }
    close(ends[1]);
    if (pid > 0)
        wait_for(pid, ends[0]);
    close(ends[0]);
    if (pid < 0) {
        proof_image_free(to);
        return NULL;
    }
    return to;
}
