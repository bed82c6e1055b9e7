#include "base/input.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/arena.h"

#define SURE_NS                                                                                                      \
    2000000000ll /* a file that was changed less long before it was read may have been changed after, too */

static i64 ns_of(struct timespec t)
{
    return (i64)t.tv_sec * 1000000000 + t.tv_nsec;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void hash_environment(struct hash *h)
{
    static const char *const not [] = {
        "_=", "SHLVL=", "PWD=", "OLDPWD=", "LD_", "SLUICE_RUN=", "SLUICE_INPUTS", "ASAN_OPTIONS="};
    size_t n = 0, k = 0;
    while (environ && environ[n])
        n++;
    char **rows = xcalloc(n + 1, sizeof *rows);
    for (size_t i = 0; i < n; i++) {
        bool counts = true;
        for (size_t j = 0; j < COUNT_OF(not ); j++)
            counts = counts && strncmp(environ[i], not [j], strlen(not [j])) != 0;
        if (counts)
            rows[k++] = environ[i];
    }
    qsort(rows, k, sizeof *rows, by_name);
    for (size_t i = 0; i < k; i++)
        hash_text(h, rows[i]);
    free(rows);
}

static void hash_names(struct hash *h, const char *path)
{
    char **names = NULL;
    size_t n = 0, cap = 0;
    DIR *d = opendir(path);
    for (struct dirent *e; d && (e = readdir(d));) {
        if (n == cap)
            names = xrealloc(names, (cap = cap ? cap * 2 : 64) * sizeof *names);
        names[n++] = xstrdup(e->d_name);
    }
    if (d)
        closedir(d);
    if (n)
        qsort(names, n, sizeof *names, by_name);
    hash_text(h, "folder");
    for (size_t i = 0; i < n; i++) {
        hash_text(h, names[i]);
        free(names[i]);
    }
    free(names);
}

static void hash_contents(struct hash *h, const char *path)
{
    enum { STEP = 1 << 20 };
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    char *buf = fd >= 0 ? malloc(STEP) : NULL;
    size_t n = 0;
    hash_text(h, buf ? "file" : "unreadable");
    for (ssize_t got = 1; buf && got > 0;) { /* whole steps: a hash in bulk depends on where they end */
        got = read(fd, buf + n, STEP - n);
        n += got > 0 ? (size_t)got : 0;
        if (n == STEP || got <= 0) {
            hash_bulk(h, buf, n);
            n = 0;
        }
    }
    free(buf);
    if (fd >= 0)
        close(fd);
}

void input_look(struct input *in, char kind, const char *name)
{
    struct hash h;
    struct stat st;
    struct timespec now;
    *in = (struct input){.kind = kind, .name = name};
    clock_gettime(CLOCK_REALTIME, &now);
    in->hashed = ns_of(now);
    hash_init(&h);
    if (kind == INPUT_ENV) {
        const char *v = getenv(name);
        hash_text(&h, v ? "set" : "unset");
        hash_text(&h, v ? v : "");
    } else if (kind == INPUT_ENVIRONMENT) {
        hash_environment(&h);
    } else if (stat(name, &st) != 0) {
        hash_text(&h, errno == EACCES ? "denied" : "none");
    } else if (kind == INPUT_STAT) {
        const u64 facts[] = {st.st_mode & S_IFMT, S_ISREG(st.st_mode) ? (u64)st.st_size : 0};
        hash_bytes(&h, facts, sizeof facts);
    } else if (S_ISDIR(st.st_mode)) {
        hash_names(&h, name);
    } else if (S_ISREG(st.st_mode)) {
        hash_contents(&h, name);
        in->inode = st.st_ino;
        in->size = (u64)st.st_size;
        in->modified = ns_of(st.st_mtim);
        in->changed = ns_of(st.st_ctim);
    }
    hash_hex(&h, in->hash);
}

bool input_same(const struct input *in)
{
    struct stat st;
    struct input now;
    if (in->inode && in->kind != INPUT_STAT && stat(in->name, &st) == 0 && S_ISREG(st.st_mode) &&
        st.st_ino == in->inode && (u64)st.st_size == in->size && ns_of(st.st_mtim) == in->modified &&
        ns_of(st.st_ctim) == in->changed && in->changed < in->hashed - SURE_NS && in->modified < in->hashed - SURE_NS)
        return true;
    input_look(&now, in->kind, in->name);
    return !strcmp(now.hash, in->hash);
}

size_t input_print(const struct input *in, char *line, size_t room)
{
    int n = snprintf(line, room, "%c %s %" PRIu64 " %" PRIu64 " %" PRId64 " %" PRId64 " %" PRId64 " ", in->kind,
                     *in->hash ? in->hash : "-", in->inode, in->size, in->modified, in->changed, in->hashed);
    if (n < 0 || (size_t)n >= room)
        return 0;
    size_t at = (size_t)n;
    for (const unsigned char *c = (const unsigned char *)in->name; *c; c++) {
        if (at + 6 > room)
            return 0;
        if (*c == '\n' || *c == '\\')
            at += (size_t)snprintf(line + at, room - at, "\\x%02x", *c);
        else
            line[at++] = (char)*c;
    }
    line[at++] = '\n';
    line[at] = 0;
    return at;
}

bool input_parse(struct input *in, char *line)
{
    int at = 0;
    *in = (struct input){0};
    if (sscanf(line, "%c %32s %" SCNu64 " %" SCNu64 " %" SCNd64 " %" SCNd64 " %" SCNd64 "%n", &in->kind, in->hash,
               &in->inode, &in->size, &in->modified, &in->changed, &in->hashed, &at) != 7 ||
        line[at] != ' ')
        return false;
    char *to = line + at + 1;
    in->name = to;
    for (const char *c = to; *c && *c != '\n';) {
        unsigned v;
        if (*c == '\\' && sscanf(c, "\\x%2x", &v) == 1) {
            *to++ = (char)v;
            c += 4;
        } else {
            *to++ = *c++;
        }
    }
    *to = 0;
    return true;
}
