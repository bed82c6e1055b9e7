#include "cuda/budget.h"

#include <string.h>

static struct budget_kernel *kernel(struct budget *b, const char *shown)
{
    for (size_t i = 0; i < b->kernels.n; i++)
        if (!strcmp(b->kernels.at[i].name, shown))
            return &b->kernels.at[i];
    struct budget_kernel new = {.cycles = 0};
    snprintf(new.name, sizeof(new.name), "%s", shown);
    VEC_PUSH(&b->kernels, new);
    return &b->kernels.at[b->kernels.n - 1];
}

bool budget_spent(struct budget *b, const char *shown)
{
    if (!b->cycles)
        return false;
    struct budget_kernel *k = kernel(b, shown);
    bool spent = k->cycles >= b->cycles;
    k->left_out += spent;
    return spent;
}

void budget_begin(struct budget *b, const char *shown, struct gpu *g)
{
    if (!b->cycles)
        return;
    const struct budget_kernel *k = kernel(b, shown);
    u64 half = b->cycles / 2;
    gpu_allow(g, b->cycles - k->cycles, half > k->cycles ? half - k->cycles : 0);
}

void budget_end(struct budget *b, const struct gpu_record *r)
{
    if (!b->cycles)
        return;
    struct budget_kernel *k = kernel(b, r->name);
    bool first = k->cycles + r->cycles <= b->cycles / 2; /* all of it */
    k->first_cycles += first ? r->cycles : r->first_cycles;
    k->first_instrs += first ? r->sm.warp_instrs : r->first_instrs;
    k->cycles += r->cycles;
    k->instrs += r->sm.warp_instrs;
    k->left_out += r->status == GPU_LIMIT;
}

static double over(u64 a, u64 b)
{
    return b ? (double)a / (double)b : 0;
}

json_t *budget_json(const struct budget *b)
{
    json_t *kernels = json_array();
    for (size_t i = 0; i < b->kernels.n; i++) {
        const struct budget_kernel *k = &b->kernels.at[i];
        json_array_append_new(kernels, json_pack("{s:s, s:I, s:I, s:f, s:f}", "name", k->name, "cycles",
                                                 (json_int_t)k->cycles, "left_out", (json_int_t)k->left_out,
                                                 "first_ipc", over(k->first_instrs, k->first_cycles), "second_ipc",
                                                 over(k->instrs - k->first_instrs, k->cycles - k->first_cycles)));
    }
    return json_pack("{s:I, s:o}", "cycles", (json_int_t)b->cycles, "kernels", kernels);
}

void budget_free(struct budget *b)
{
    VEC_FREE(&b->kernels);
}
