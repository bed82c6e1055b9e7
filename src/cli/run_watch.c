/* `sluice run --inputs`: what a program reads is noted by libsluice-watch.so, which goes into it and into what it
 * starts. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/input.h"
#include "base/root.h"
#include "cli/run.h"

bool run_watch(struct arena *a, const char *file, const char *dir)
{
    int fd = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
    char *path = fd >= 0 ? realpath(file, NULL) : NULL;
    if (fd >= 0)
        close(fd);
    if (!path) {
        fprintf(stderr, "sluice run: %s: %s\n", file, strerror(errno));
        return false;
    }
    const char *before = getenv("LD_PRELOAD"), *own = arena_printf(a, "%s/libsluice-watch.so", root_library(a));
    setenv("SLUICE_INPUTS", path, 1);
    setenv("SLUICE_INPUTS_SKIP", dir, 1);
    if (access(own, R_OK) == 0) /* else no process reports that it is watched, and the reader sees that */
        setenv("LD_PRELOAD", before && *before ? arena_printf(a, "%s:%s", before, own) : own, 1);
    const char *asan = getenv("ASAN_OPTIONS"); /* which insists on being the first of the libraries */
    setenv("ASAN_OPTIONS",
           arena_printf(a, "%s%sverify_asan_link_order=0", asan ? asan : "", asan && *asan ? ":" : ""), 1);
    free(path);
    return true;
}

void run_watch_note(const char *file, char kind, const char *name, bool flag)
{
    char line[4096];
    size_t n = input_print(&(struct input){.kind = kind, .size = flag, .name = name}, line, sizeof line);
    FILE *f = n ? fopen(file, "a") : NULL;
    if (!f)
        return;
    fputs(line, f);
    fclose(f);
}
