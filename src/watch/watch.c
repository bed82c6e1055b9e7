/* libsluice-watch.so: notes what a program reads while it runs, so that its results can be kept (`sluice run
   --inputs`, which puts it into LD_PRELOAD; processes that the program starts are watched as well). Calls of libc
   that open, list or ask about files, that read the environment, or that fetch something which cannot be looked at
   beforehand, go through here to libc; a line of base/input.h each goes to the file that $SLUICE_INPUTS names.

   Not seen: system calls without libc, programs that are linked statically, environ read as an array, clocks
   (clock_gettime, gettimeofday: most programs measure with them), instructions that make random numbers, /proc and
   /sys, and what libsluice itself reads. */
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <fts.h>
#include <ftw.h>
#include <glob.h>
#include <limits.h>
#include <link.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/input.h"

#define REAL(name)                                                                                                   \
    static __typeof__(&(name)) real;                                                                                 \
    if (!real)                                                                                                       \
    real = (__typeof__(real))(uintptr_t)dlsym(RTLD_NEXT, #name)

static char log_path[PATH_MAX], skip[PATH_MAX];
static __thread bool busy; /* inside this library: its own calls are no inputs */

/* ---- What is noted ---- */

#define SEEN (1u << 15)
static u64 seen[SEEN];
static atomic_flag lock = ATOMIC_FLAG_INIT;

/* Each once a process; when the table is full, again and again. */
static bool is_new(char kind, const char *name)
{
    struct hash h;
    bool found = false;
    hash_init(&h);
    hash_bytes(&h, &kind, 1);
    hash_text(&h, name);
    h.lo |= 1;
    while (atomic_flag_test_and_set_explicit(&lock, memory_order_acquire))
        ;
    for (u32 i = 0; i < 64 && !found; i++) {
        u64 *at = &seen[(h.lo / 2 + i) % SEEN];
        found = *at == h.lo;
        if (!*at) {
            *at = h.lo;
            break;
        }
    }
    atomic_flag_clear_explicit(&lock, memory_order_release);
    return !found;
}

static bool starts(const char *s, const char *with)
{
    return !strncmp(s, with, strlen(with));
}

static void put(const struct input *in)
{
    char line[PATH_MAX + 256];
    size_t n = input_print(in, line, sizeof line);
    int fd = n ? open(log_path, O_WRONLY | O_APPEND | O_CLOEXEC) : -1;
    if (fd < 0)
        return;
    if (write(fd, line, n) != (ssize_t)n) /* the reader finds half a line, and rejects the whole file */
        log_path[0] = 0;
    close(fd);
}

/* Is the caller libsluice, for itself? */
static bool inside(void)
{
    static bool (*ask)(void);
    if (!ask)
        ask = (bool (*)(void))(uintptr_t)dlsym(RTLD_DEFAULT, "cuda_inside");
    return ask && ask();
}

static bool enter(int *saved)
{
    if (!log_path[0] || busy)
        return false;
    *saved = errno;
    busy = true;
    if (!inside())
        return true;
    busy = false;
    return false;
}

static void leave(int saved)
{
    busy = false;
    errno = saved;
}

static void unnamed(const char *what)
{
    int saved;
    if (!enter(&saved))
        return;
    if (is_new(INPUT_UNNAMED, what))
        put(&(struct input){.kind = INPUT_UNNAMED, .name = what});
    leave(saved);
}

/* From the root, as it stands otherwise; false: it cannot be known, or does not count. */
static bool absolute(char out[PATH_MAX], int dir, const char *name)
{
    char fd[32], base[PATH_MAX];
    if (!name || !*name)
        return false;
    ssize_t n = 0;
    if (*name != '/' && dir != AT_FDCWD) {
        snprintf(fd, sizeof fd, "/proc/self/fd/%d", dir);
        n = readlink(fd, base, sizeof base - 1);
    } else if (*name != '/') {
        n = getcwd(base, sizeof base) ? (ssize_t)strlen(base) : -1;
    }
    if (n < 0)
        return false;
    while (starts(name, "./"))
        name += 2;
    if (snprintf(out, PATH_MAX, "%.*s%s%s", (int)n, base, *name == '/' ? "" : "/", name) >= PATH_MAX)
        return false;
    return !starts(out, "/proc/") && !starts(out, "/sys/") && !(*skip && starts(out, skip)) && strcmp(out, log_path);
}

static void note(char kind, int dir, const char *name)
{
    char path[PATH_MAX];
    struct input in = {.kind = kind};
    int saved;
    if (!enter(&saved))
        return;
    if (absolute(path, dir, name) && is_new(kind, path)) {
        if (kind == INPUT_WROTE)
            in.name = path;
        else
            input_look(&in, kind, path);
        put(&in);
    }
    leave(saved);
}

/* A file that is neither a plain one nor a folder: what is in it cannot be looked at. */
static bool is_stream(const char *path, mode_t mode)
{
    static const char *const harmless[] = {"/dev/null", "/dev/zero", "/dev/full", "/dev/tty"};
    char what[PATH_MAX + 64];
    if (S_ISREG(mode) || S_ISDIR(mode))
        return false;
    for (size_t i = 0; i < sizeof harmless / sizeof *harmless; i++)
        if (!strcmp(path, harmless[i]))
            return true;
    snprintf(what, sizeof what, "%s, which is no plain file", path);
    if (is_new(INPUT_UNNAMED, what))
        put(&(struct input){.kind = INPUT_UNNAMED, .name = what});
    return true;
}

/* A file is about to be opened. */
static void opens(int dir, const char *name, int flags)
{
    char path[PATH_MAX];
    struct stat st;
    int saved;
    if (!enter(&saved))
        return;
    if (absolute(path, dir, name) && (flags & O_TMPFILE) != O_TMPFILE) {
        bool there = stat(path, &st) == 0;
        busy = false;
        if ((flags & O_TRUNC) || (!there && (flags & O_CREAT))) {
            note(INPUT_WROTE, AT_FDCWD, path);
        } else if ((flags & O_ACCMODE) != O_WRONLY) {
            busy = true;
            bool stream = there && is_stream(path, st.st_mode);
            busy = false;
            if (!stream)
                note(INPUT_FILE, AT_FDCWD, path);
        }
    }
    leave(saved);
}

static void opens_as(const char *name, const char *mode)
{
    bool plus = strchr(mode, '+');
    if (*mode == 'r')
        opens(AT_FDCWD, name, plus ? O_RDWR : O_RDONLY);
    else if (*mode == 'w')
        opens(AT_FDCWD, name, O_RDWR | O_CREAT | O_TRUNC);
    else
        opens(AT_FDCWD, name, (plus ? O_RDWR : O_WRONLY) | O_CREAT);
}

/* ---- Which processes are watched ---- */

static bool of_the_system(const char *path)
{
    static const char *const folders[] = {"/usr/", "/lib/", "/lib64/", "/bin/", "/sbin/"};
    const char *base = strrchr(path, '/');
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (starts(path, folders[i]))
            return true;
    return !base || starts(base, "/libsluice"); /* the model has a name of its own */
}

static int note_object(struct dl_phdr_info *info, size_t size, void *unused)
{
    (void)size, (void)unused;
    if (info->dlpi_name && strchr(info->dlpi_name, '/') && !of_the_system(info->dlpi_name))
        note(INPUT_OBJECT, AT_FDCWD, info->dlpi_name);
    return 0;
}

__attribute__((constructor)) static void begin(void)
{
    char exe[PATH_MAX];
    busy = true;
    const char *to = getenv("SLUICE_INPUTS"), *not = getenv("SLUICE_INPUTS_SKIP");
    ssize_t n = readlink("/proc/self/exe", exe, sizeof exe - 1);
    exe[n > 0 ? n : 0] = 0;
    if (to && strlen(to) < sizeof log_path)
        strcpy(log_path, to);
    if (not &&strlen(not ) < sizeof skip)
        strcpy(skip, not );
    if (log_path[0])
        put(&(struct input){.kind = INPUT_BEGIN, .name = exe});
    struct input in;
    if (log_path[0] && of_the_system(exe)) { /* a shell, say: it reads all of it, and without a call */
        input_look(&in, INPUT_ENVIRONMENT, "environment");
        put(&in);
    }
    busy = false;
    if (n > 0 && !of_the_system(exe))
        note(INPUT_OBJECT, AT_FDCWD, exe);
    dl_iterate_phdr(note_object, NULL);
}

__attribute__((destructor)) static void end(void)
{
    dl_iterate_phdr(note_object, NULL); /* with those that came by dlopen */
}

/* ---- The calls ---- */

static mode_t mode_of(int flags, va_list ap)
{
    return flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE ? va_arg(ap, mode_t) : 0;
}
#define MODE                                                                                                         \
    va_list ap;                                                                                                      \
    va_start(ap, flags);                                                                                             \
    mode_t mode = mode_of(flags, ap);                                                                                \
    va_end(ap)

#define OPEN(name)                                                                                                   \
    int name(const char *path, int flags, ...)                                                                       \
    {                                                                                                                \
        REAL(name);                                                                                                  \
        MODE;                                                                                                        \
        opens(AT_FDCWD, path, flags);                                                                                \
        return real(path, flags, mode);                                                                              \
    }
OPEN(open)
OPEN(open64)
#define OPENAT(name)                                                                                                 \
    int name(int dir, const char *path, int flags, ...)                                                              \
    {                                                                                                                \
        REAL(name);                                                                                                  \
        MODE;                                                                                                        \
        opens(dir, path, flags);                                                                                     \
        return real(dir, path, flags, mode);                                                                         \
    }
OPENAT(openat)
OPENAT(openat64)

/* as compiled with _FORTIFY_SOURCE */
int __open_2(const char *path, int flags);
int __open64_2(const char *path, int flags);
int __openat_2(int dir, const char *path, int flags);
int __openat64_2(int dir, const char *path, int flags);
#define OPEN_2(name)                                                                                                 \
    int name(const char *path, int flags)                                                                            \
    {                                                                                                                \
        REAL(name);                                                                                                  \
        opens(AT_FDCWD, path, flags);                                                                                \
        return real(path, flags);                                                                                    \
    }
OPEN_2(__open_2)
OPEN_2(__open64_2)
#define OPENAT_2(name)                                                                                               \
    int name(int dir, const char *path, int flags)                                                                   \
    {                                                                                                                \
        REAL(name);                                                                                                  \
        opens(dir, path, flags);                                                                                     \
        return real(dir, path, flags);                                                                               \
    }
OPENAT_2(__openat_2)
OPENAT_2(__openat64_2)

#define CREAT(name)                                                                                                  \
    int name(const char *path, mode_t mode)                                                                          \
    {                                                                                                                \
        REAL(name);                                                                                                  \
        note(INPUT_WROTE, AT_FDCWD, path);                                                                           \
        return real(path, mode);                                                                                     \
    }
CREAT(creat)
CREAT(creat64)
CREAT(mkdir)

#define FOPEN(name)                                                                                                  \
    FILE *name(const char *path, const char *mode)                                                                   \
    {                                                                                                                \
        REAL(name);                                                                                                  \
        opens_as(path, mode);                                                                                        \
        return real(path, mode);                                                                                     \
    }
FOPEN(fopen)
FOPEN(fopen64)
#define FREOPEN(name)                                                                                                \
    FILE *name(const char *path, const char *mode, FILE *f)                                                          \
    {                                                                                                                \
        REAL(name);                                                                                                  \
        opens_as(path, mode);                                                                                        \
        return real(path, mode, f);                                                                                  \
    }
FREOPEN(freopen)
FREOPEN(freopen64)

DIR *opendir(const char *path)
{
    REAL(opendir);
    note(INPUT_FILE, AT_FDCWD, path);
    return real(path);
}

#define SCANDIR(name, entry)                                                                                         \
    int name(const char *path, struct entry ***to, int (*filter)(const struct entry *),                              \
             int (*compare)(const struct entry **, const struct entry **))                                           \
    {                                                                                                                \
        REAL(name);                                                                                                  \
        note(INPUT_FILE, AT_FDCWD, path);                                                                            \
        return real(path, to, filter, compare);                                                                      \
    }
SCANDIR(scandir, dirent)
SCANDIR(scandir64, dirent64)

#define STAT(name, type)                                                                                             \
    int name(const char *path, struct type *st)                                                                      \
    {                                                                                                                \
        REAL(name);                                                                                                  \
        note(INPUT_STAT, AT_FDCWD, path);                                                                            \
        return real(path, st);                                                                                       \
    }
STAT(stat, stat)
STAT(stat64, stat64)
STAT(lstat, stat)
STAT(lstat64, stat64)
#define FSTATAT(name, type)                                                                                          \
    int name(int dir, const char *path, struct type *st, int flags)                                                  \
    {                                                                                                                \
        REAL(name);                                                                                                  \
        note(INPUT_STAT, dir, path);                                                                                 \
        return real(dir, path, st, flags);                                                                           \
    }
FSTATAT(fstatat, stat)
FSTATAT(fstatat64, stat64)

int statx(int dir, const char *path, int flags, unsigned mask, struct statx *st)
{
    REAL(statx);
    note(INPUT_STAT, dir, path);
    return real(dir, path, flags, mask, st);
}

#define ACCESS(name)                                                                                                 \
    int name(const char *path, int how)                                                                              \
    {                                                                                                                \
        REAL(name);                                                                                                  \
        note(INPUT_STAT, AT_FDCWD, path);                                                                            \
        return real(path, how);                                                                                      \
    }
ACCESS(access)
ACCESS(euidaccess)
ACCESS(eaccess)

int faccessat(int dir, const char *path, int how, int flags)
{
    REAL(faccessat);
    note(INPUT_STAT, dir, path);
    return real(dir, path, how, flags);
}

#define GETENV(name)                                                                                                 \
    char *name(const char *variable)                                                                                 \
    {                                                                                                                \
        REAL(name);                                                                                                  \
        int saved;                                                                                                   \
        if (log_path[0] && !starts(variable, "LD_") && !starts(variable, "SLUICE_RUN") &&                            \
            !starts(variable, "SLUICE_INPUTS") && enter(&saved)) {                                                   \
            struct input in;                                                                                         \
            if (is_new(INPUT_ENV, variable)) {                                                                       \
                input_look(&in, INPUT_ENV, variable);                                                                \
                put(&in);                                                                                            \
            }                                                                                                        \
            leave(saved);                                                                                            \
        }                                                                                                            \
        return real(variable);                                                                                       \
    }
GETENV(getenv)
GETENV(secure_getenv)

#define MKTEMP(result, name, list, call, made)                                                                       \
    result name list                                                                                                 \
    {                                                                                                                \
        REAL(name);                                                                                                  \
        result r = real call;                                                                                        \
        if (made)                                                                                                    \
            note(INPUT_WROTE, AT_FDCWD, path);                                                                       \
        return r;                                                                                                    \
    }
MKTEMP(char *, mkdtemp, (char *path), (path), r)
MKTEMP(int, mkstemp, (char *path), (path), r >= 0)
MKTEMP(int, mkstemp64, (char *path), (path), r >= 0)
MKTEMP(int, mkostemp, (char *path, int flags), (path, flags), r >= 0)
MKTEMP(int, mkostemp64, (char *path, int flags), (path, flags), r >= 0)
MKTEMP(int, mkstemps, (char *path, int suffix), (path, suffix), r >= 0)
MKTEMP(int, mkstemps64, (char *path, int suffix), (path, suffix), r >= 0)

time_t time(time_t *to)
{
    REAL(time);
    unnamed("the time of day");
    return real(to);
}

ssize_t getrandom(void *to, size_t n, unsigned flags)
{
    REAL(getrandom);
    unnamed("random numbers of the system");
    return real(to, n, flags);
}

int getentropy(void *to, size_t n)
{
    REAL(getentropy);
    unnamed("random numbers of the system");
    return real(to, n);
}

int connect(int fd, const struct sockaddr *to, socklen_t n)
{
    REAL(connect);
    unnamed("what another process sends");
    return real(fd, to, n);
}

int shm_open(const char *path, int flags, mode_t mode)
{
    REAL(shm_open);
    unnamed("memory of another process");
    return real(path, flags, mode);
}

#define WALK(type, name, list, call)                                                                                 \
    type name list                                                                                                   \
    {                                                                                                                \
        REAL(name);                                                                                                  \
        unnamed("a tree of folders");                                                                                \
        return real call;                                                                                            \
    }
WALK(int, glob, (const char *pattern, int flags, int (*wrong)(const char *, int), glob_t *to),
     (pattern, flags, wrong, to))
WALK(int, glob64, (const char *pattern, int flags, int (*wrong)(const char *, int), glob64_t *to),
     (pattern, flags, wrong, to))
WALK(int, nftw, (const char *path, __nftw_func_t fn, int fds, int flags), (path, fn, fds, flags))
WALK(int, nftw64, (const char *path, __nftw64_func_t fn, int fds, int flags), (path, fn, fds, flags))
WALK(int, ftw, (const char *path, __ftw_func_t fn, int fds), (path, fn, fds))
WALK(int, ftw64, (const char *path, __ftw64_func_t fn, int fds), (path, fn, fds))
WALK(FTS *, fts_open, (char *const *paths, int flags, int (*compare)(const FTSENT **, const FTSENT **)),
     (paths, flags, compare))
WALK(FTS64 *, fts64_open, (char *const *paths, int flags, int (*compare)(const FTSENT64 **, const FTSENT64 **)),
     (paths, flags, compare))
