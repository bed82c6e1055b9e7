/* The JSON document of a run. */
#include <string.h>
#include <sys/resource.h>
#include <time.h>

#include "out/out.h"

json_t *out_document(json_t *program, json_t *machine, json_t *kernels, json_t *total, json_t *units, json_t *host,
                     const char *fault)
{
    json_t *doc = json_pack("{s:i, s:o, s:o, s:o, s:o, s:o, s:o}", "schema", OUT_SCHEMA, "program", program,
                            "machine", machine, "kernels", kernels, "total", total, "units", units, "host", host);
    if (doc && fault)
        json_object_set_new(doc, "fault", json_string(fault));
    return doc;
}

double out_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

double out_cpu(void)
{
    struct timespec t;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

void out_enter(struct out_times *t)
{
    t->entered = out_clock();
    t->entered_cpu = out_cpu();
}

void out_leave(struct out_times *t)
{
    t->launch += out_clock() - t->entered;
    t->launch_cpu += out_cpu() - t->entered_cpu;
}

json_t *out_host(const struct out_times *t, u32 threads, const json_t *total)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    double per = t->launch > 0 ? 1 / t->launch : 0;
    json_t *o = json_pack("{s:f, s:f, s:f, s:f, s:I, s:i}", "seconds", out_clock() - t->began, "cpu_seconds",
                          out_cpu(), "launch_seconds", t->launch, "launch_cpu_seconds", t->launch_cpu,
                          "peak_rss_bytes", (json_int_t)u.ru_maxrss * 1024, "threads", (int)threads);
    char date[32];
    time_t now = time(NULL);
    strftime(date, sizeof date, "%Y-%m-%d %H:%M:%S UTC", gmtime(&now));
    json_object_set_new(o, "date", json_string(date));
    json_object_set_new(o, "warp_instrs_per_s", json_real(out_number(total, "warp_instrs") * per));
    json_object_set_new(o, "cycles_per_s", json_real(out_number(total, "cycles") * per));
    json_object_set_new(o, "lines_per_s", json_real(out_number(total, "sm.lines") * per));
    return o;
}

json_t *out_program(const char *name, const char *arguments, const char *hash)
{
    return json_pack("{s:s, s:s, s:s, s:s, s:s}", "name", name, "arguments", arguments, "hash", hash, "version",
                     SLUICE_VERSION, "model", out_model());
}

const json_t *out_value(const json_t *o, const char *path)
{
    char part[64];
    while (o && *path) {
        size_t n = strcspn(path, ".");
        if (n >= sizeof part)
            return NULL;
        memcpy(part, path, n);
        part[n] = 0;
        o = json_object_get(o, part);
        path += n + (path[n] == '.');
    }
    return o;
}

double out_number(const json_t *o, const char *path)
{
    const json_t *v = out_value(o, path);
    return v ? json_number_value(v) : 0;
}

const char *out_text(const json_t *o, const char *path)
{
    const json_t *v = out_value(o, path);
    return v && json_is_string(v) ? json_string_value(v) : "";
}
