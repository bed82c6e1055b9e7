/* Files that are whole or not there: written beside the old one, which is replaced only when everything is on the
 * disk. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "out/out.h"

static bool is_stdout(const char *path)
{
    return !strcmp(path, "-");
}

/* A device or a pipe is written as it is; there is nothing to keep. */
static bool in_place(const char *path)
{
    struct stat st;
    return stat(path, &st) == 0 && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode);
}

static bool failed(struct diag *d, const char *path)
{
    diag_error(d, path, 0, 0, "cannot be written: %s", strerror(errno));
    return false;
}

/* Removes what writers of this path left that were killed: the process is gone, and the lock that a
   writer holds is free (one in another container may have any number). */
static void remove_leftovers(const char *path)
{
    char dir[PATH_MAX], prefix[NAME_MAX + 8], name[PATH_MAX + NAME_MAX + 2];
    const char *slash = strrchr(path, '/');
    snprintf(dir, sizeof dir, "%.*s", slash ? (int)(slash - path + 1) : 1, slash ? path : ".");
    snprintf(prefix, sizeof prefix, "%s.part", slash ? slash + 1 : path);
    DIR *d = opendir(dir);
    for (struct dirent *e; d && (e = readdir(d)) != NULL;) {
        const char *digits = e->d_name + strlen(prefix);
        if (strncmp(e->d_name, prefix, strlen(prefix)) != 0 || !*digits || digits[strspn(digits, "0123456789")])
            continue;
        int pid = atoi(digits);
        snprintf(name, sizeof name, "%s/%s", dir, e->d_name);
        if (pid <= 0 || kill(pid, 0) == 0 || errno != ESRCH)
            continue;
        int fd = open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
        if (fd >= 0 && flock(fd, LOCK_EX | LOCK_NB) == 0)
            unlink(name);
        if (fd >= 0)
            close(fd);
    }
    if (d)
        closedir(d);
}

static FILE *open_beside(const char *path, char *name, size_t n)
{
    struct stat st;
    if (stat(path, &st) == 0 && S_ISDIR(st.st_mode)) {
        errno = EISDIR;
        return NULL;
    }
    if (in_place(path)) {
        *name = 0;
        return fopen(path, "w");
    }
    if (access(path, F_OK) == 0 && access(path, W_OK) != 0)
        return NULL;
    remove_leftovers(path);
    snprintf(name, n, "%s.part%d", path, (int)getpid());
    FILE *f = fopen(name, "w");
    if (f)
        flock(fileno(f), LOCK_EX | LOCK_NB);
    return f;
}

bool out_writable(const char *path, struct diag *d)
{
    char name[4096];
    if (!path || is_stdout(path) || in_place(path))
        return true;
    FILE *f = open_beside(path, name, sizeof name);
    if (!f)
        return failed(d, path);
    fclose(f);
    unlink(name);
    return true;
}

/* Where a file is or will be, whatever it is called; false: nowhere that anything could be lost. */
static bool place_of(const char *path, char place[PATH_MAX + NAME_MAX + 2])
{
    char dir[PATH_MAX];
    const char *slash = strrchr(path, '/');
    if (is_stdout(path)) {
        strcpy(place, path);
        return true;
    }
    if (in_place(path))
        return false;
    if (realpath(path, place))
        return true;
    snprintf(dir, sizeof dir, "%.*s", slash ? (int)(slash - path + 1) : 1, slash ? path : ".");
    if (!realpath(dir, place))
        return false;
    size_t n = strlen(place);
    snprintf(place + n, NAME_MAX + 2, "/%s", slash ? slash + 1 : path);
    return true;
}

static bool same_file(const char *a, const char *b)
{
    char x[PATH_MAX + NAME_MAX + 2], y[PATH_MAX + NAME_MAX + 2];
    struct stat s, t;
    if (!place_of(a, x) || !place_of(b, y))
        return false;
    return !strcmp(x, y) || (!is_stdout(a) && !is_stdout(b) && stat(x, &s) == 0 && stat(y, &t) == 0 &&
                             s.st_dev == t.st_dev && s.st_ino == t.st_ino);
}

bool out_apart(const struct out_named *all, size_t n, struct diag *d)
{
    bool apart = true;
    for (size_t i = 0; i < n; i++)
        for (size_t k = i + 1; k < n; k++)
            if (all[i].path && all[k].path && same_file(all[i].path, all[k].path)) {
                diag_error(d, all[k].path, 0, 0, "is the file of both %s and %s: one would overwrite the other",
                           all[i].option, all[k].option);
                apart = false;
            }
    return apart;
}

bool out_write(const char *path, out_writer *write, const void *what, struct diag *d)
{
    char name[4096] = "";
    FILE *f = is_stdout(path) ? stdout : open_beside(path, name, sizeof name);
    if (!f)
        return failed(d, path);
    errno = 0;
    write(what, f);
    bool ok = fflush(f) == 0 && !ferror(f);
    if (f == stdout)
        return ok || failed(d, "standard output");
    ok = ok && (!*name || fsync(fileno(f)) == 0);
    int why = errno;
    ok = fclose(f) == 0 && ok;
    if (ok && *name && rename(name, path) != 0)
        ok = false, why = errno;
    if (!ok && *name)
        unlink(name);
    errno = why;
    return ok || failed(d, path);
}

struct dump {
    const json_t *doc;
    const struct out_aside *aside;
};

static void dump(const void *what, FILE *to)
{
    const struct dump *u = what;
    out_dump(u->doc, u->aside, true, to);
    fputc('\n', to);
}

bool out_write_record(const char *path, const json_t *doc, const struct out_aside *aside, struct diag *d)
{
    struct dump u = {doc, aside};
    return out_write(path, dump, &u, d);
}

bool out_write_json(const char *path, const json_t *doc, struct diag *d)
{
    return out_write_record(path, doc, NULL, d);
}

struct table {
    const json_t *doc;
    const char *metrics;
};

static void kernel_table(const void *what, FILE *to)
{
    const struct table *t = what;
    const json_t *doc = t->doc;
    json_t *rows = json_array(), *total = json_copy(json_object_get(doc, "total"));
    json_array_extend(rows, json_object_get(doc, "kernels"));
    json_object_set_new(total, "name", json_string("total"));
    json_array_append_new(rows, total);
    out_csv(rows, t->metrics, to);
    json_decref(rows);
}

bool out_write_csv(const char *path, const json_t *doc, const char *metrics, struct diag *d)
{
    struct table t = {doc, metrics};
    return out_write(path, kernel_table, &t, d);
}
