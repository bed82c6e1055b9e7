/* See scratch.h. A process that uses a folder holds a lock on it, which ends with the process; a folder without a
   lock for a minute is a leftover. (A number of a process would not do: other containers have theirs.)
 */
#include "cli/scratch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { FRESH_S = 60 }; /* between its making and its lock */

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
    (void)st, (void)type, (void)ftw;
    return remove(path);
}

void scratch_remove(const char *dir)
{
    nftw(dir, remove_one, 8, FTW_DEPTH | FTW_PHYS);
}

/* Past the C library: a sweep that watches what a program reads (sluice run --inputs) would take other runs' folders
   for its inputs, which change. */
static int open_folder(const char *path, int flags)
{
    return (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC | flags);
}

static void remove_leftover(const char *path)
{
    struct stat st;
    int fd = open_folder(path, O_NOFOLLOW);
    if (fd < 0)
        return;
    if (fstat(fd, &st) == 0 && st.st_uid == geteuid() && st.st_mtime + FRESH_S < time(NULL) &&
        flock(fd, LOCK_EX | LOCK_NB) == 0)
        scratch_remove(path);
    close(fd);
}

static void remove_leftovers(const char *in, const char *prefix)
{
    int fd = open_folder(in, 0);
    DIR *d = fd >= 0 ? fdopendir(fd) : NULL;
    for (struct dirent *e; d && (e = readdir(d)) != NULL;) {
        char path[SCRATCH_PATH];
        if (strncmp(e->d_name, prefix, strlen(prefix)) == 0 && strlen(e->d_name) == strlen(prefix) + 6 &&
            snprintf(path, sizeof path, "%s/%s", in, e->d_name) < (int)sizeof path)
            remove_leftover(path);
    }
    if (d)
        closedir(d);
}

bool scratch_make(char dir[SCRATCH_PATH], const char *kind)
{
    const char *tmp = getenv("TMPDIR");
    char prefix[64];
    tmp = tmp && *tmp ? tmp : "/tmp";
    snprintf(prefix, sizeof prefix, "sluice-%s-", kind);
    remove_leftovers(tmp, prefix);
    if (snprintf(dir, SCRATCH_PATH, "%s/%sXXXXXX", tmp, prefix) >= SCRATCH_PATH - 256) {
        fprintf(stderr, "sluice %s: TMPDIR: the name of the folder is too long\n", kind);
        return false;
    }
    if (!mkdtemp(dir)) {
        fprintf(stderr, "sluice %s: %s: %s\n", kind, dir, strerror(errno));
        return false;
    }
    int fd = open_folder(dir, 0); /* open until the process ends */
    if (fd >= 0)
        flock(fd, LOCK_EX | LOCK_NB);
    return true;
}
