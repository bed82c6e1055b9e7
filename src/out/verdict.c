/* "Look here first" as part of the record: a row a sentence, and what no sentence speaks of. */
#include <math.h>
#include <string.h>

#include "out/out.h"

static void add_rows(json_t *rows, const json_t *doc, const json_t *k)
{
    struct out_advice a[OUT_ADVICE_MOST];
    u32 n = out_advise(doc, k, a, COUNT_OF(a));
    for (u32 i = 0; i < n; i++) {
        json_t *row = json_pack("{s:s, s:s, s:s, s:s, s:f}", "kernel", out_text(k, "name"), "rule", a[i].rule->key,
                                "says", a[i].what, "try", a[i].rule->try, "bound", 1 / fmax(1 - a[i].share, 1e-6));
        if (a[i].simulated > 0)
            json_object_set_new(row, "simulated", json_real(a[i].simulated));
        json_array_append_new(rows, row);
    }
}

void out_verdict_add(json_t *doc)
{
    const json_t *kernels[OUT_KERNELS_MOST];
    u32 n = out_heaviest(doc, kernels, COUNT_OF(kernels));
    json_t *rows = json_array(), *left = json_array();
    for (u32 i = 0; i < n; i++) {
        add_rows(rows, doc, kernels[i]);
        json_array_append_new(left, json_pack("{s:s, s:f}", "kernel", out_text(kernels[i], "name"), "share",
                                              out_unexplained(doc, kernels[i])));
    }
    json_object_set_new(doc, "verdict", rows);
    json_object_set_new(doc, "unexplained", left);
}
