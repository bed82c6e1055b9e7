/* Where translated kernels are kept, and which files there are believed: native_cache.h. */
#include "emu/native_cache.h"

#include <dirent.h>
#include <dlfcn.h>
#include <elf.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"

#define KEPT 1024       /* translated kernels */
#define LEFT_BEHIND 600 /* seconds after which an unfinished file is nobody's */

static bool own(const struct stat *st)
{
    return st->st_uid == geteuid() && !(st->st_mode & (S_IWGRP | S_IWOTH));
}

char *native_cache_folder(void)
{
    const char *home = getenv("HOME"), *xdg = getenv("XDG_CACHE_HOME");
    char dir[PATH_MAX - 64];
    struct stat st;
    static const char *const below[] = {"", "/sluice", "/native"};
    int n = xdg && *xdg == '/'     ? snprintf(dir, sizeof dir, "%s", xdg)
            : home && *home == '/' ? snprintf(dir, sizeof dir, "%s/.cache", home)
                                   : 0;
    if (n <= 0 || (size_t)n + 32 > sizeof dir)
        return NULL;
    for (size_t i = 0; i < COUNT_OF(below); i++) {
        strcat(dir, below[i]);
        if (mkdir(dir, 0700) != 0 && errno != EEXIST)
            return NULL;
    }
    return lstat(dir, &st) == 0 && S_ISDIR(st.st_mode) && own(&st) && access(dir, W_OK) == 0 ? strdup(dir) : NULL;
}

/* An ELF file up to its end (the table of sections comes last), in which the key stands. */
static bool whole(const u8 *at, size_t n, const char *key)
{
    Elf64_Ehdr e;
    if (n < sizeof e)
        return false;
    memcpy(&e, at, sizeof e);
    return !memcmp(e.e_ident, ELFMAG, SELFMAG) && e.e_type == ET_DYN && e.e_shoff <= n &&
           (u64)e.e_shnum * e.e_shentsize <= n - e.e_shoff && memmem(at, n, key, strlen(key) + 1);
}

static bool trusted(int fd, const char *key)
{
    struct stat st;
    if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode) || !own(&st) || st.st_nlink != 1 || st.st_size <= 0)
        return false;
    void *at = mmap(NULL, (size_t)st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
    if (at == MAP_FAILED)
        return false;
    bool ok = whole(at, (size_t)st.st_size, key);
    munmap(at, (size_t)st.st_size);
    return ok;
}

/* The open file's name for dlopen, which takes a name that it has had for the same library: so the key is in it, each
   of its bits as one of two ways to stay in a folder. */
static void name_by_key(char *to, size_t n, int fd, const char *key)
{
    size_t at = (size_t)snprintf(to, n, "/proc/self/fd");
    for (; *key; key++)
        for (u32 bit = 0; bit < 8 && at + 3 < n; bit++, at += 2)
            memcpy(to + at, *key >> bit & 1 ? "/." : "//", 3);
    snprintf(to + at, n - at, "/%d", fd);
}

void *native_cache_open(const char *path, const char *key)
{
    /* not by open(), at which libsluice-watch looks: it is no input of the program */
    int fd = (int)syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0);
    if (fd < 0) {
        if (errno == ELOOP)
            unlink(path);
        return NULL;
    }
    char by_fd[PATH_MAX];
    name_by_key(by_fd, sizeof by_fd, fd, key);
    void *lib = trusted(fd, key) ? dlopen(access(by_fd, R_OK) == 0 ? by_fd : path, RTLD_NOW | RTLD_LOCAL) : NULL;
    const char *named = lib ? dlsym(lib, "sluice_key") : NULL;
    if (lib && (!named || strcmp(named, key) != 0)) {
        dlclose(lib);
        lib = NULL;
    }
    if (lib)
        futimens(fd, NULL);
    else
        unlink(path);
    close(fd);
    return lib;
}

int native_cache_create(char *path, int suffix)
{
    return mkostemps(path, suffix, O_CLOEXEC);
}

void native_cache_trim(const char *folder)
{
    for (;;) {
        DIR *d = opendir(folder);
        char path[PATH_MAX], oldest[PATH_MAX] = "";
        struct stat st;
        time_t when = 0, now = time(NULL);
        size_t n = 0;
        for (struct dirent *e; d && (e = readdir(d)) != NULL;) {
            snprintf(path, sizeof path, "%s/%s", folder, e->d_name);
            if (e->d_name[0] == '.' || lstat(path, &st) != 0)
                continue;
            if (!strncmp(e->d_name, "new-", 4)) {
                if (now - st.st_mtime > LEFT_BEHIND)
                    unlink(path);
                continue;
            }
            if (!n++ || st.st_mtime < when) {
                when = st.st_mtime;
                strcpy(oldest, path);
            }
        }
        if (d)
            closedir(d);
        if (n <= KEPT || unlink(oldest) != 0)
            return;
    }
}
