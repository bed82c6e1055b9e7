/* The functional run's table: what was executed, kernel by kernel. */
#include <string.h>

#include "cli/run.h"
#include "out/out.h"

/* 1234567 -> "1,234,567" */
static const char *grouped(double v, char buf[32])
{
    char raw[32];
    snprintf(raw, sizeof(raw), "%.0f", v);
    size_t n = strlen(raw), at = 0;
    for (size_t i = 0; i < n; i++) {
        if (i && (n - i) % 3 == 0)
            buf[at++] = ',';
        buf[at++] = raw[i];
    }
    buf[at] = 0;
    return buf;
}

static void shape(const json_t *k, const char *key, char *buf, size_t n)
{
    const json_t *a = json_object_get(k, key);
    int v[3];
    for (size_t i = 0; i < 3; i++)
        v[i] = (int)json_integer_value(json_array_get(a, i));
    if (v[2] > 1)
        snprintf(buf, n, "%dx%dx%d", v[0], v[1], v[2]);
    else if (v[1] > 1)
        snprintf(buf, n, "%dx%d", v[0], v[1]);
    else
        snprintf(buf, n, "%d", v[0]);
}

static void line(const json_t *k, const char *name, const char *grid, const char *block, int width, FILE *to)
{
    char a[32], b[32], c[32];
    double accesses = out_number(k, "global_mem_instrs") + out_number(k, "local_mem_instrs");
    double lines = out_number(k, "lines");
    double warps = out_number(k, "warp_instrs"), threads = out_number(k, "thread_instrs");
    fprintf(to, "%-*s %9s %14s %9s %17s %15s", width, name, grouped(out_number(k, "launches"), a), grid, block,
            grouped(warps, b), grouped(accesses + out_number(k, "shared_instrs"), c));
    if (accesses > 0)
        fprintf(to, " %8.2f", lines / accesses);
    else
        fprintf(to, " %8s", "-");
    fprintf(to, " %7.1f\n", warps > 0 ? threads / warps : 0.0);
}

void run_table(const json_t *doc, FILE *to)
{
    const json_t *kernels = json_object_get(doc, "kernels"), *k;
    size_t i;
    int width = 6;
    json_array_foreach((json_t *)kernels, i, k)
    {
        int n = (int)strlen(out_text(k, "name"));
        width = n > width ? n : width;
    }
    width = width > 40 ? 40 : width;
    fprintf(to, "%-*s %9s %14s %9s %17s %15s %8s %7s\n", width, "kernel", "launches", "grid", "block",
            "warp instructions", "memory instrs", "lines/", "active");
    fprintf(to, "%-*s %9s %14s %9s %17s %15s %8s %7s\n", width, "", "", "", "", "", "", "access", "lanes");
    json_array_foreach((json_t *)kernels, i, k)
    {
        char grid[40], block[40], name[64];
        shape(k, "grid", grid, sizeof(grid));
        shape(k, "block", block, sizeof(block));
        snprintf(name, sizeof(name), "%.*s", width, out_text(k, "name"));
        line(k, name, grid, block, width, to);
    }
    if (json_array_size(kernels) > 1)
        line(json_object_get(doc, "total"), "total", "", "", width, to);
}
