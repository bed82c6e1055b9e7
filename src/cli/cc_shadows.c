/* Device variables that other files may name (`extern __device__`, with -rdc=true or -dc). clang makes the host
   object's symbol for such a variable local, so that host code of another file does not link; symbols that are
   visible in the PTX are made global in the object. And host code does not name device functions, so the linker would
   leave an object with nothing else in its library: each object gets a symbol of its own, CC_PART and the PTX's hash,
   which a link, or -dlink, requests. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/hash.h"
#include "cli/cc.h"
#include "cli/cli.h"

/* The variable that a line of PTX defines for all, or NULL: ".visible .global .align 4 .b8 table[32];". */
static const char *defined(char *line)
{
    static const char visible[] = ".visible ";
    if (strncmp(line, visible, sizeof(visible) - 1) != 0)
        return NULL;
    const char *p = line + sizeof(visible) - 1;
    if (strncmp(p, ".global ", 8) != 0 && strncmp(p, ".const ", 7) != 0)
        return NULL;
    line[strcspn(line, "[;=\n")] = 0;
    size_t n = strlen(line);
    while (n && line[n - 1] == ' ')
        line[--n] = 0;
    const char *blank = strrchr(line, ' ');
    return blank && blank[1] != '.' ? blank + 1 : NULL;
}

/* How many; -1: files, said. */
static int list_shadows(const char *ptx, const char *list)
{
    FILE *from = fopen(ptx, "rb"), *to = fopen(list, "wb");
    bool ok = from && to;
    int found = 0;
    char *line = NULL;
    size_t cap = 0;
    while (ok && getline(&line, &cap, from) >= 0) {
        const char *name = defined(line);
        if (name)
            found++, ok = fprintf(to, "%s\n", name) > 0;
    }
    free(line);
    if (from)
        fclose(from);
    if (to && fclose(to) != 0)
        ok = false;
    if (!ok)
        fprintf(stderr, "sluice cc: %s: cannot be written\n", list);
    return ok ? found : -1;
}

#define CC_PART "__sluice_part_"

int cc_share(struct cc *c, const char *ptx, const char *obj)
{
    const char *list = arena_printf(&c->job.arena, "%s/shadows", c->tmp);
    int found = c->job.dry_run ? 1 : list_shadows(ptx, list);
    if (found < 0)
        return EXIT_USER;
    if (!clang_on_path("objcopy")) {
        fprintf(stderr,
                "sluice cc: -rdc=true needs objcopy, which is not on the path; on Debian: apt install binutils\n");
        return EXIT_USER;
    }
    struct hash h;
    char hex[HASH_HEX];
    hash_init(&h);
    hash_file(&h, ptx);
    hash_hex(&h, hex);
    strings cmd = {0};
    const char *names = arena_printf(&c->job.arena, "--globalize-symbols=%s", list);
    const char *part = arena_printf(&c->job.arena, "--add-symbol=" CC_PART "%s=.text:0,weak", hex);
    VEC_PUSH(&cmd, "objcopy");
    if (found) /* objcopy takes no empty list */
        VEC_PUSH(&cmd, names);
    VEC_PUSH(&cmd, part);
    VEC_PUSH(&cmd, obj);
    int rc = cc_run(c, &cmd);
    VEC_FREE(&cmd);
    return rc;
}

/* Adds the parts that a library (or object) has. */
static void list_parts(struct cc *c, const char *path, strings *parts)
{
    int ends[2];
    if (access(path, R_OK) != 0 || pipe(ends) != 0)
        return;
    pid_t pid = fork();
    if (pid == 0) {
        dup2(ends[1], 1);
        close(ends[0]);
        close(ends[1]);
        if (!freopen("/dev/null", "w", stderr))
            _exit(127);
        execlp("nm", "nm", "-g", "--defined-only", path, (char *)NULL);
        _exit(127);
    }
    close(ends[1]);
    FILE *in = fdopen(ends[0], "r");
    char *line = NULL;
    size_t cap = 0;
    while (in && getline(&line, &cap, in) >= 0) {
        const char *name = strstr(line, " " CC_PART);
        if (!name)
            continue;
        line[strcspn(line, "\n")] = 0;
        const char *part = arena_strdup(&c->job.arena, name + 1);
        VEC_PUSH(parts, part);
    }
    free(line);
    if (in)
        fclose(in);
    if (pid > 0)
        waitpid(pid, NULL, 0);
}

void cc_find_parts(struct cc *c, strings *parts)
{
    const struct cc_job *job = &c->job;
    for (size_t i = 0; i < job->link.n; i++) {
        const char *arg = job->link.at[i];
        size_t n = strlen(arg);
        if (n > 2 && !strcmp(arg + n - 2, ".a"))
            list_parts(c, arg, parts);
        for (size_t k = 0; !strncmp(arg, "-l", 2) && k < job->link.n; k++)
            if (!strncmp(job->link.at[k], "-L", 2))
                list_parts(c, arena_printf(&c->job.arena, "%s/lib%s.a", job->link.at[k] + 2, arg + 2), parts);
    }
}
