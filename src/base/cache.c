/* Entries of the user's cache: cache.h has their form and which are trusted. A file is read once, and the bytes read
   are checked and returned: a later change of the file has no effect. */
#include "base/cache.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/checksum.h"

#define MOST_BYTES ((off_t)1 << 30) /* a larger entry was not made by us */
#define LEFT_BEHIND 600             /* seconds after which an unfinished file is taken for abandoned */

static bool own(const struct stat *st)
{
    return st->st_uid == geteuid() && !(st->st_mode & (S_IWGRP | S_IWOTH));
}

bool cache_may_use(const char *folder)
{
    struct stat st;
    return lstat(folder, &st) == 0 && S_ISDIR(st.st_mode) && own(&st) && access(folder, W_OK) == 0;
}

char *cache_folder(const char *name)
{
    const char *home = getenv("HOME"), *xdg = getenv("XDG_CACHE_HOME");
    const char *const below[] = {"", "/sluice/", name};
    char dir[PATH_MAX - 64];
    int n = xdg && *xdg == '/'     ? snprintf(dir, sizeof dir, "%s", xdg)
            : home && *home == '/' ? snprintf(dir, sizeof dir, "%s/.cache", home)
                                   : 0;
    if (n <= 0 || (size_t)n + strlen("/sluice/") + strlen(name) >= sizeof dir)
        return NULL;
    for (size_t i = 0; i < COUNT_OF(below); i++) {
        strcat(dir, below[i]);
        if (mkdir(dir, 0700) != 0 && errno != EEXIST)
            return NULL;
    }
    return cache_may_use(dir) ? strdup(dir) : NULL;
}

/* All of an open file, if it may be trusted. */
static u8 *read_own(int fd, size_t *n)
{
    struct stat st;
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) || !own(&st) || st.st_nlink != 1 || st.st_size <= 0 ||
        st.st_size > MOST_BYTES)
        return NULL;
    const size_t size = (size_t)st.st_size;
    u8 *at = xmalloc(size);
    for (*n = 0; *n < size;) {
        ssize_t got = read(fd, at + *n, size - *n);
        if (got > 0) {
            *n += (size_t)got;
        } else if (got == 0 || errno != EINTR) {
            free(at);
            return NULL;
        }
    }
    return at;
}

/* Whether the n bytes end with the text; if so it is cut off. */
static bool cut_end(const u8 *at, size_t *n, const char *text)
{
    size_t len = strlen(text);
    if (*n < len || memcmp(at + *n - len, text, len) != 0)
        return false;
    *n -= len;
    return true;
}

/* Checks an entry; n becomes the length of its content. */
static bool whole(const u8 *at, size_t *n, const char *key)
{
    char sum[CHECKSUM_HEX];
    if (!cut_end(at, n, "\n") || *n < CHECKSUM_HEX - 1)
        return false;
    *n -= CHECKSUM_HEX - 1;
    checksum(at, *n, sum);
    return !memcmp(at + *n, sum, CHECKSUM_HEX - 1) && cut_end(at, n, "\n") && cut_end(at, n, key) &&
           cut_end(at, n, "\n");
}

u8 *cache_read(const char *path, const char *key, size_t *n)
{
    /* not open(), which libsluice-watch records: this file is no input of the program */
    int fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0);
    if (fd < 0) {
        if (errno == ELOOP || errno == EACCES)
            unlink(path);
        return NULL;
    }
    u8 *at = read_own(fd, n);
    if (at && whole(at, n, key)) {
        futimens(fd, NULL);
    } else {
        free(at);
        at = NULL;
        unlink(path);
    }
    close(fd);
    return at;
}

int cache_create(char *path, int suffix)
{
    return mkostemps(path, suffix, O_CLOEXEC);
}

static bool write_all(int fd, const void *bytes, size_t n)
{
    for (const u8 *at = bytes; n;) {
        ssize_t put = write(fd, at, n);
        if (put < 0 && errno != EINTR)
            return false;
        if (put > 0) {
            at += put;
            n -= (size_t)put;
        }
    }
    return true;
}

static bool write_entry(const char *path, const char *key, const void *content, size_t n, mode_t mode)
{
    const char *slash = strrchr(path, '/');
    char *mine = NULL, *all = NULL, sum[CHECKSUM_HEX];
    if (!slash || asprintf(&mine, "%.*s/" CACHE_UNFINISHED "XXXXXX", (int)(slash - path), path) < 0)
        return false;
    size_t before = n + strlen(key) + 2;
    all = xmalloc(before + CHECKSUM_HEX + 1);
    if (n)
        memcpy(all, content, n);
    sprintf(all + n, "\n%s\n", key);
    checksum(all, before, sum);
    sprintf(all + before, "%s\n", sum);
    int fd = cache_create(mine, 0);
    bool ok = fd >= 0 && write_all(fd, all, before + CHECKSUM_HEX) && fchmod(fd, mode) == 0;
    ok = fd >= 0 && close(fd) == 0 && ok && rename(mine, path) == 0;
    if (fd >= 0 && !ok)
        unlink(mine);
    free(all);
    free(mine);
    return ok;
}

bool cache_write(const char *path, const char *key, const void *content, size_t n)
{
    return write_entry(path, key, content, n, S_IRUSR | S_IWUSR);
}

bool cache_write_program(const char *path, const char *key, const void *content, size_t n)
{
    return write_entry(path, key, content, n, S_IRWXU);
}

static bool earlier(struct timespec a, struct timespec b)
{
    return a.tv_sec != b.tv_sec ? a.tv_sec < b.tv_sec : a.tv_nsec < b.tv_nsec;
}

/* Counts the entries; `oldest` is the path of the one used longest ago. */
static size_t count(const char *folder, char oldest[PATH_MAX])
{
    DIR *d = opendir(folder);
    char path[PATH_MAX];
    struct stat st;
    struct timespec when = {0};
    const time_t now = time(NULL);
    size_t n = 0;
    for (struct dirent *e; d && (e = readdir(d)) != NULL;) {
        int len = snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
        if (e->d_name[0] == '.' || len >= (int)sizeof path || lstat(path, &st) != 0)
            continue;
        if (!strncmp(e->d_name, CACHE_UNFINISHED, strlen(CACHE_UNFINISHED))) {
            if (now - st.st_mtime > LEFT_BEHIND)
                unlink(path);
            continue;
        }
        if (!n++ || earlier(st.st_mtim, when)) {
            when = st.st_mtim;
            strcpy(oldest, path);
        }
    }
    if (d)
        closedir(d);
    return n;
}

void cache_trim(const char *folder, size_t most)
{
    char oldest[PATH_MAX] = "";
    while (count(folder, oldest) > most && unlink(oldest) == 0)
        ;
}
