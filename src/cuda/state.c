/* The process's state, its lock, remembered errors, and what happens when the process ends. */
#include "cuda/state.h"

#include <locale.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cuda/beside.h"
#include "cuda/proof.h"
#include "cuda/record.h"
#include "cuda/stop.h"

static struct cuda_state the_state; /* the one mutable global: see state.h */
static pthread_mutex_t lock = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

struct cuda_state *cuda_state(void)
{
    return &the_state;
}

/* What the library reads and writes (PTX, machine files, device printf, records) has decimal points, whatever locale
   the program chose: inside the library its thread has the C locale. */
static _Thread_local struct {
    u32 depth;
    bool for_program; /* what is read now is still an input of the program */
    locale_t programs;
} inside;

/* Called by libsluice-watch.so: files that the library reads for itself are no inputs of the program. */
bool cuda_inside(void);
bool cuda_inside(void)
{
    return inside.depth > 0 && !inside.for_program;
}

static void enter_c_locale(void)
{
    static locale_t c; /* written under the lock */
    if (!c)
        c = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    if (inside.depth++ == 0)
        inside.programs = uselocale(c);
}

static void leave_c_locale(void)
{
    if (--inside.depth == 0)
        uselocale(inside.programs);
}

static struct {
    atomic_bool begun; /* by one thread: the others wait for the process's end */
    pthread_t by;
} ending;

/* A thread that already holds it continues; the thread that ends the process waits for it. */
void cuda_lock(void)
{
    while (!inside.depth && atomic_load_explicit(&ending.begun, memory_order_acquire) &&
           !pthread_equal(ending.by, pthread_self()))
        pause();
    pthread_mutex_lock(&lock);
    enter_c_locale();
}

bool cuda_lock_soon(void)
{
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_nsec += 200000000;
    until.tv_sec += until.tv_nsec / 1000000000;
    until.tv_nsec %= 1000000000;
    if (pthread_mutex_timedlock(&lock, &until))
        return false;
    enter_c_locale();
    return true;
}

void cuda_unlock(int *unused)
{
    (void)unused;
    leave_c_locale();
    pthread_mutex_unlock(&lock);
}

u32 cuda_lock_leave(void)
{
    u32 depth = inside.depth;
    for (u32 i = 0; i < depth; i++)
        cuda_unlock(NULL);
    return depth;
}

void cuda_lock_enter(u32 depth)
{
    for (u32 i = 0; i < depth; i++)
        cuda_lock();
}

void cuda_lock_wait(pthread_cond_t *c)
{
    u32 depth = inside.depth;
    for (u32 i = 1; i < depth; i++) /* the wait gives up one */
        pthread_mutex_unlock(&lock);
    pthread_cond_wait(c, &lock);
    for (u32 i = 1; i < depth; i++)
        pthread_mutex_lock(&lock);
}

/* Mutexes are not fair: a thread that launches in a loop would keep the one that ends the process waiting. */
void cuda_lock_for_good(void)
{
    if (!atomic_load_explicit(&ending.begun, memory_order_acquire)) {
        ending.by = pthread_self();
        atomic_store_explicit(&ending.begun, true, memory_order_release);
    }
    if (pthread_mutex_trylock(&lock) == 0) {
        enter_c_locale();
        return;
    }
    stop_signal = STOP_AT_EXIT;
    cuda_lock();
}

void cuda_wait_for_end(void)
{
    for (; inside.depth; inside.depth--)
        pthread_mutex_unlock(&lock);
    for (;;)
        pause();
}

/* A variable's value if it is set and not empty, else `otherwise`. */
static const char *environment(const char *name, const char *otherwise)
{
    const char *v = getenv(name);
    return v && *v ? v : otherwise;
}

_Noreturn static void refuse(const char *name, const char *expected)
{
    fprintf(stderr, "sluice: the environment has %s=%s: expected %s\n", name, getenv(name), expected);
    exit(2);
}

static void read_environment(struct emu_options *o)
{
    const char *check = environment("SLUICE_CHECK", "stop"), *uninit = environment("SLUICE_CHECK_UNINIT", "0"),
               *limit = environment("SLUICE_STEP_LIMIT", "0"), *native = environment("SLUICE_NATIVE", "on"),
               *proof = environment("SLUICE_PROOF", "on");
    if (strcmp(check, "stop") != 0 && strcmp(check, "warn") != 0)
        refuse("SLUICE_CHECK", "stop or warn");
    if (strcmp(uninit, "0") != 0 && strcmp(uninit, "1") != 0)
        refuse("SLUICE_CHECK_UNINIT", "0 or 1");
    if (strspn(limit, "0123456789") != strlen(limit) || strlen(limit) > 19)
        refuse("SLUICE_STEP_LIMIT", "a number of warp instructions");
    if (strcmp(native, "off") != 0 && strcmp(native, "on") != 0 && strcmp(native, "always") != 0)
        refuse("SLUICE_NATIVE", "on, off or always");
    if (!proof_option(proof))
        refuse("SLUICE_PROOF", PROOF_WORDS);
    o->native = !strcmp(native, "off") ? EN_OFF : !strcmp(native, "on") ? EN_ON : EN_ALWAYS;
    o->tolerant = !strcmp(check, "warn");
    o->check_uninit = !strcmp(uninit, "1");
    o->step_limit = strtoull(limit, NULL, 10);
}

static int own_status; /* what the program ends with; part of the process's state */

static void remember_status(int status, void *unused)
{
    (void)unused;
    own_status = status;
}

struct cuda_state *cuda_ready(void)
{
    struct cuda_state *s = &the_state;
    if (s->ready)
        return s;
    s->ready = true;
    on_exit(remember_status, NULL);
    struct emu_options o = {.target.lanes = 32};
    inside.for_program = true;
    read_environment(&o);
    inside.for_program = false;
    cuda_record_begin(s, &o);
    cuda_describe(s, &s->prop);
    o.memory_limit = s->prop.totalGlobalMem;
    o.wait = beside_wait;
    s->options = o;
    s->dev = emu_device_new(&s->options);
    if (!s->dev)
        exit(2); /* the reason has been reported */
    u64 unused, total;
    emu_mem_info(s->dev, &unused, &total);
    s->prop.totalGlobalMem = MIN(s->prop.totalGlobalMem, total);
    s->limits[cudaLimitStackSize] = 1024;
    s->limits[cudaLimitPrintfFifoSize] = 1 << 20;
    s->limits[cudaLimitMallocHeapSize] = 8 << 20;
    s->limits[cudaLimitDevRuntimePendingLaunchCount] = 2048;
    return s;
}

cudaError_t cuda_fail(cudaError_t e)
{
    if (e != cudaSuccess)
        the_state.last = e;
    return e;
}

void cuda_say_once(const char *key, const char *fmt, ...)
{
    struct cuda_state *s = &the_state;
    for (size_t i = 0; i < s->said.n; i++)
        if (!strcmp(s->said.at[i], key))
            return;
    const char *copy = arena_strdup(&s->arena, key);
    VEC_PUSH(&s->said, copy);
    va_list ap;
    va_start(ap, fmt);
    fprintf(stderr, "sluice: ");
    vfprintf(stderr, fmt, ap);
    fprintf(stderr, "\n");
    va_end(ap);
}

cudaError_t cuda_not_supported(const char *call)
{
    cuda_say_once(call, "%s is not supported: it returns cudaErrorNotSupported", call);
    return cuda_fail(cudaErrorNotSupported);
}

cudaError_t cuda_not_supported_for(const char *call, const char *why)
{
    cuda_say_once(call, "%s is not supported: %s; it returns cudaErrorNotSupported", call, why);
    return cuda_fail(cudaErrorNotSupported);
}

/* After everything else of the program has ended: writes the record; a fault decides the exit status. If a program
   fails after a launch that any card would have accepted, but the chosen machine did not, the machine is the reason.
   */
__attribute__((destructor)) static void at_end(void)
{
    struct cuda_state *s = &the_state;
    if (!s->ready)
        return;
    beside_end();
    enter_c_locale();
    cuda_record_end(s);
    if (s->too_small && own_status && !s->exit_code)
        s->exit_code = 2;
    if (s->exit_code) {
        fflush(NULL);
        _exit(s->exit_code);
    }
}
