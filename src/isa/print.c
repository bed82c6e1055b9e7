/* Code as a machine has it, beside its PTX. */
#include <string.h>

#include "isa/isa.h"

static const char *const pipes[] = {"alu", "mul", "fp32", "fp64", "sfu", "cvt", "shfl", "ctl", "bar", "fence", "mem"};

static const char *cost_of(const struct isa_op *o, char buf[ISA_COST_TEXT])
{
    if (!o->slots)
        return "  -";
    if (o->own_costs && o->rate)
        snprintf(buf, ISA_COST_TEXT, "%3u %-5s rate %-3u lat %u", o->slots, pipes[o->pipe], o->rate, o->lat);
    else
        snprintf(buf, ISA_COST_TEXT, "%3u %s", o->slots, pipes[o->pipe]);
    return buf;
}

static const char *behind(const struct isa_op *o)
{
    return o->combined == COMBINE_WORDS ? "  one lane a word" : o->combined ? "  one lane for all" : "";
}

void isa_op_text(const struct isa_func *g, u32 pc, char cost[ISA_COST_TEXT], char *text, size_t n)
{
    char buf[ISA_COST_TEXT];

    snprintf(cost, ISA_COST_TEXT, "%s", cost_of(&g->ops[pc], buf));
    ptx_print_instr(g->ptx, pc, text, n);
    size_t used = strlen(text);
    snprintf(text + used, n - used, "%s", behind(&g->ops[pc]));
}

static void print_op(const struct ptx_func *f, u32 pc, const char *before, const char *after, FILE *to)
{
    char text[400];

    ptx_print_instr(f, pc, text, sizeof text);
    fprintf(to, "%6u  %-27s %s%s  (%u", pc, before, text, after, f->code[pc].line);
    fprintf(to, f->code[pc].src_line ? ", %u)\n" : ")\n", f->code[pc].src_line);
}

static void print_instr(const struct isa_func *g, const struct isa_instr *i, FILE *to)
{
    char cost[ISA_COST_TEXT];

    print_op(g->ptx, i->at, cost_of(&g->ops[i->at], cost), behind(&g->ops[i->at]), to);
    for (u32 k = 0; k < i->n_ops; k++)
        if (i->ops[k] != i->at)
            print_op(g->ptx, i->ops[k], "    with", "", to);
}

void isa_print(const struct isa_func *g, const struct isa_request *r, FILE *to)
{
    const struct ptx_func *f = g->ptx;
    char target[ISA_TARGET_TEXT];
    u32 next = 0;

    isa_target_text(&r->target, target);
    fprintf(to, "%s, after %s: %s\n", f->name, r->stop_after ? r->stop_after : "all passes", target);
    fprintf(to, "    pc  slots, pipe                 PTX (line%s)\n", f->module->n_src_files ? ", source line" : "");
    for (u32 b = 0; b < f->n_blocks; b++) {
        const struct ptx_block *blk = &f->blocks[b];
        fprintf(to, "  B%u:", b);
        for (u32 k = 0; k < blk->n_succ; k++)
            fprintf(to, "%s B%u", k ? "," : " ->", blk->succ[k]);
        fputc('\n', to);
        while (next < g->n_code && g->code[next].at < blk->end)
            print_instr(g, &g->code[next++], to);
    }
}
