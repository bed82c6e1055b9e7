#include "cuda/progress.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/hash.h"
#include "out/out.h"

enum { MOST_NOTED = 1 << 20 }; /* launches */

void progress_expect(struct progress *p, u64 launches, const u64 *weights)
{
    p->total = launches;
    p->sum = 0;
    p->weight.n = 0;
    for (u64 i = 0; i < launches; i++) {
        VEC_PUSH(&p->weight, weights ? MAX(weights[i], 1) : 1);
        p->sum += p->weight.at[i];
    }
}

/* The part of the whole run that is through; 0: unknown. */
static double fraction(const struct progress *p, double of_launch)
{
    u64 done = 0;
    if (!p->sum || p->done > p->total)
        return 0;
    for (u64 i = 0; i < p->done && i < p->weight.n; i++)
        done += p->weight.at[i];
    double here = p->done < p->weight.n ? of_launch * (double)p->weight.at[p->done] : 0;
    return ((double)done + here) / (double)p->sum;
}

static void write_line(struct progress *p, const struct gpu_progress *g, double now, bool terminal)
{
    double part = g->n_ctas ? (double)g->ctas_done / (double)g->n_ctas : 0, whole = fraction(p, g->over ? 0 : part);
    fprintf(stderr, "%s%llu", terminal ? "\r\033[K" : "", (unsigned long long)p->done);
    if (p->total)
        fprintf(stderr, " of %llu", (unsigned long long)p->total);
    fprintf(stderr, " kernels done");
    if (!g->over)
        fprintf(stderr, ", %-.28s: %llu of %llu CTAs", g->kernel, (unsigned long long)g->ctas_done,
                (unsigned long long)g->n_ctas);
    double seconds = MAX(g->seconds, 1e-6);
    fprintf(stderr, ", %.2f M cycles, %.0f k cycles/s", (double)(p->cycles + (g->over ? 0 : g->cycles)) / 1e6,
            (double)g->cycles / 1e3 / seconds);
    if (whole > 0)
        fprintf(stderr, ", %.0f s left", (now - p->began) * (1 - whole) / whole);
    else if (!g->over && part > 0)
        fprintf(stderr, ", %.0f s left of this kernel", seconds * (1 - part) / part);
    if (!terminal)
        fputc('\n', stderr);
    fflush(stderr);
    p->on_screen = terminal;
    p->told = now;
}

static void erase(struct progress *p)
{
    if (p->on_screen)
        fputs("\r\033[K", stderr);
    p->on_screen = false;
}

void progress_show(void *arg, const struct gpu_progress *g)
{
    struct progress *p = arg;
    bool terminal = isatty(2);
    double now = out_clock();
    if (p->began <= 0) {
        p->began = now - g->seconds;
        p->told = p->began;
    }
    if (g->over) {
        p->done++;
        p->cycles += g->cycles;
    }
    if (now - p->told >= (terminal ? 0.5 : 2))
        write_line(p, g, now, terminal);
    else if (g->over)
        erase(p); /* the program may have something to say */
}

void progress_end(struct progress *p)
{
    erase(p);
    VEC_FREE(&p->weight);
}

/* ---- What an earlier run has noted ---- */

/* Where; the folders are made if asked for. False: there is none to write to. */
static bool note_path(char *to, size_t room, const char *hash, const char *arguments, bool make)
{
    const char *home = getenv("HOME"), *xdg = getenv("XDG_CACHE_HOME");
    struct hash h;
    char hex[HASH_HEX];
    int n = xdg && *xdg     ? snprintf(to, room, "%s/sluice", xdg)
            : home && *home ? snprintf(to, room, "%s/.cache/sluice", home)
                            : -1;
    if (n < 0 || (size_t)n + 80 > room)
        return false;
    if (make) {
        *strrchr(to, '/') = 0;
        mkdir(to, 0777);
        to[strlen(to)] = '/';
        mkdir(to, 0777);
    }
    n += snprintf(to + n, room - (size_t)n, "/launches");
    if (make)
        mkdir(to, 0777);
    hash_init(&h);
    hash_text(&h, hash);
    hash_text(&h, arguments);
    hash_hex(&h, hex);
    snprintf(to + n, room - (size_t)n, "/%.24s", hex);
    return true;
}

bool progress_recall(struct progress *p, const char *hash, const char *arguments)
{
    char path[4096];
    FILE *f = note_path(path, sizeof path, hash, arguments, false) ? fopen(path, "rb") : NULL;
    struct stat st;
    if (!f)
        return false;
    bool ok = fstat(fileno(f), &st) == 0 && st.st_size && st.st_size % 8 == 0 && st.st_size / 8 <= MOST_NOTED;
    u64 n = ok ? (u64)st.st_size / 8 : 0, *w = xcalloc(n, sizeof *w);
    ok = ok && fread(w, sizeof *w, n, f) == n;
    fclose(f);
    if (ok)
        progress_expect(p, n, w);
    free(w);
    return ok;
}

void progress_note(const char *hash, const char *arguments, const u64 *weights, u64 launches)
{
    char path[4096], part[4200];
    struct stat st;
    if (!launches || launches > MOST_NOTED || !note_path(path, sizeof path, hash, arguments, true))
        return;
    if (stat(path, &st) == 0 && (u64)st.st_size == launches * sizeof *weights)
        return; /* noted already */
    snprintf(part, sizeof part, "%s.%d", path, (int)getpid());
    FILE *f = fopen(part, "wb");
    bool ok = f && fwrite(weights, sizeof *weights, launches, f) == launches;
    if (f)
        ok = fclose(f) == 0 && ok;
    if (!ok || rename(part, path) != 0)
        unlink(part); /* it is only an estimate */
}
