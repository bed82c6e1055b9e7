/* The slowest requests of a kernel, each followed through the memory path: a bar a request, a piece a stage. */
#include <stdlib.h>
#include <string.h>

#include "out/out.h"
#include "page/page.h"

static const struct {
    const char *stage, *name;
    u32 colour;
} looks[] = {{"LSU", "load-store unit", 7},
             {"front", "queue before the L1", 5},
             {"L1", "L1", 0},
             {"network, request", "network, request", 1},
             {"L2", "L2", 2},
             {"DRAM", "DRAM", 3},
             {"L2, fill", "L2, fill", 4},
             {"network, reply", "network, reply", PLOT_COLOURS + 1},
             {"L1, reply", "L1, reply", PLOT_COLOURS + 0}};

static u32 look_of(const char *stage)
{
    for (u32 i = 0; i < COUNT_OF(looks); i++)
        if (!strcmp(looks[i].stage, stage))
            return i;
    return 0;
}

/* "sum.cu:9", where the record has source lines; else "". */
static void line_of(const json_t *record, const char *kernel, const json_t *request, char *buf, size_t n)
{
    const json_t *l, *rows;
    size_t i, pc = (size_t)out_number(request, "pc");
    *buf = 0;
    json_array_foreach(json_object_get(record, "lines"), i, l)
    {
        rows = json_object_get(l, "rows");
        u32 line = (u32)out_number(json_array_get(rows, pc), "line");
        const char *slash = strrchr(out_text(l, "file"), '/');
        if (!strcmp(out_text(l, "kernel"), kernel) && line)
            snprintf(buf, n, ", %.60s:%u", slash ? slash + 1 : out_text(l, "file"), line);
    }
}

static void piece(FILE *to, const json_t *stage, double x, double wide, double y)
{
    u32 look = look_of(out_text(stage, "stage")), colour = looks[look].colour;
    fprintf(to,
            "<rect class=\"c%u\" style=\"%s\" x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"15\"><title>%s: %.0f "
            "cycles</title></rect>",
            colour % PLOT_COLOURS, plot_shade(colour), x, y, wide, looks[look].name, out_number(stage, "cycles"));
}

static void one(FILE *to, const json_t *record, const char *kernel, const json_t *r, double most, double y)
{
    const json_t *stage;
    char line[96], buf[32];
    size_t i;
    double x = 0, scale = 1000 / most;
    line_of(record, kernel, r, line, sizeof line);
    fputs("<text class=\"s\" x=\"0\" y=\"", to);
    fprintf(to, "%.0f\">%s cycles, %s, warp %.0f%s, from cycle %s</text>", y + 10,
            page_thousands(out_number(r, "cycles"), (char[32]){0}), out_text(r, "answered"), out_number(r, "warp"),
            line, page_thousands(out_number(r, "start"), buf));
    json_array_foreach(json_object_get(r, "stages"), i, stage)
    {
        double wide = scale * out_number(stage, "cycles");
        piece(to, stage, x, wide, y + 15);
        x += wide;
    }
    fputs("\n", to);
}

static bool is_of(const json_t *request, const char *kernel)
{
    return !strcmp(out_text(request, "kernel"), kernel);
}

void page_requests(FILE *to, const json_t *record, const char *kernel)
{
    const json_t *all = json_object_get(record, "requests"), *r;
    const char *words[COUNT_OF(looks)];
    u32 colours[COUNT_OF(looks)];
    double most = 0, y = 0;
    size_t i;
    u32 n = 0;
    json_array_foreach((json_t *)all, i, r)
    {
        most = is_of(r, kernel) ? MAX(most, out_number(r, "cycles")) : most;
        n += is_of(r, kernel);
    }
    if (most <= 0)
        return;
    fputs("<figure><figcaption>The slowest requests, followed <span class=\"dim\">from issue to answer, one line in "
          "16 of "
          "one SM; a load waits for its last</span></figcaption>\n",
          to);
    for (u32 k = 0; k < COUNT_OF(looks); k++) {
        words[k] = looks[k].name;
        colours[k] = looks[k].colour;
    }
    plot_legend(to, words, colours, (u32)COUNT_OF(looks));
    fprintf(to,
            "<div class=\"wide\"><svg viewBox=\"0 0 1000 %u\" style=\"width:100%%;min-width:640px;max-width:none\" "
            "role=\"img\">\n",
            38 * n);
    json_array_foreach((json_t *)all, i, r) if (is_of(r, kernel))
    {
        one(to, record, kernel, r, most, y);
        y += 38;
    }
    fputs("</svg></div></figure>\n", to);
}
