/* The journal of a run: see journal.h. Everything goes to the kernel at once, so it outlives the process. */
#include "cuda/journal.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static struct {
    int rows, launches; /* -1: none */
    pid_t pid;          /* a process that the program forks is not the run */
    struct journal_now *now;
} journal = {-1, -1, 0, NULL};

static int open_part(const char *out, const char *part, int flags)
{
    char path[PATH_MAX];
    snprintf(path, sizeof(path), "%s.%s", out, part);
    return open(path, flags | O_CLOEXEC, 0600);
}

void journal_open(const char *out)
{
    if (!out)
        return;
    int before = open_part(out, "rows", O_RDONLY);
    if (before >= 0) {
        close(before);
        fprintf(stderr, "sluice: a second program of this run launches kernels: the report and the record are of the "
                        "last one alone; give each a run of its own\n");
    }
    journal.rows = open_part(out, "rows", O_RDWR | O_CREAT | O_TRUNC);
    journal.launches = open_part(out, "timed", O_RDWR | O_CREAT | O_TRUNC | O_APPEND);
    journal.pid = getpid();
    int now = open_part(out, "now", O_RDWR | O_CREAT | O_TRUNC);
    void *at = now >= 0 && posix_fallocate(now, 0, sizeof(struct journal_now)) == 0
                   ? mmap(NULL, sizeof(struct journal_now), PROT_READ | PROT_WRITE, MAP_SHARED, now, 0)
                   : MAP_FAILED;
    journal.now = at == MAP_FAILED ? NULL : at;
    if (now >= 0)
        close(now);
}

void journal_begins(u64 launch, const char *kernel)
{
    if (!journal.now || getpid() != journal.pid)
        return;
    if (kernel)
        strncpy(journal.now->kernel, kernel, sizeof(journal.now->kernel) - 1);
    journal.now->launch = launch;
}

/* A journal that cannot be written (a full disk) leaves the run as it is: the record at the end matters. */
static void put(int fd, const void *what, size_t n, u64 at)
{
    if (fd < 0 || getpid() != journal.pid)
        return;
    if (fd == journal.rows) {
        ssize_t done = pwrite(fd, what, n, (off_t)at);
        (void)done;
    } else if (write(fd, what, n) != (ssize_t)n) { /* what came behind half a launch could not be read */
        close(fd);
        journal.launches = -1;
    }
}

static u64 slot_at(u64 slot)
{
    return sizeof(struct journal_head) + slot * sizeof(struct journal_row);
}

void journal_head(const struct journal_head *h)
{
    put(journal.rows, h, sizeof(*h), 0);
}

void journal_row(u64 slot, const struct journal_row *r)
{
    put(journal.rows, r, sizeof(*r), slot_at(slot));
}

void journal_launch(const struct journal_launch *l)
{
    put(journal.launches, l, sizeof(*l), 0);
}

static bool get(const char *out, const char *part, u64 at, void *what, size_t n)
{
    int fd = open_part(out, part, O_RDONLY);
    bool ok = fd >= 0 && pread(fd, what, n, (off_t)at) == (ssize_t)n;
    if (fd >= 0)
        close(fd);
    return ok;
}

bool journal_read_head(const char *out, struct journal_head *h)
{
    return get(out, "rows", 0, h, sizeof(*h));
}

bool journal_set_head(const char *out, const struct journal_head *h)
{
    int fd = open_part(out, "rows", O_WRONLY);
    bool ok = fd >= 0 && pwrite(fd, h, sizeof(*h), 0) == (ssize_t)sizeof(*h);
    if (fd >= 0)
        close(fd);
    return ok;
}

bool journal_read_row(const char *out, u64 slot, struct journal_row *r)
{
    return get(out, "rows", slot_at(slot), r, sizeof(*r));
}

bool journal_read_now(const char *out, struct journal_now *n)
{
    return get(out, "now", 0, n, sizeof(*n));
}

bool journal_read_launch(const char *out, u64 index, struct journal_launch *l)
{
    return get(out, "timed", index * sizeof(*l), l, sizeof(*l));
}
