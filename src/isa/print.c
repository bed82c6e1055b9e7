/* Code as a machine has it, beside its PTX. */
#include "isa/notes.h"

static const char *const pipes[] = {"alu", "mul", "fp32", "fp64", "sfu", "cvt", "shfl", "ctl", "bar", "fence", "mem"};

static const char *cost_of(const struct ptx_instr *i, const struct isa_note *n, char buf[64])
{
    const char *pipe = pipes[n->lowered ? n->pipe : ptx_instr_class(i)];
    u32 slots = n->lowered ? n->slots : !n->no_slot;

    if (!slots || n->no_slot)
        return "  -";
    if (n->lowered && n->rate)
        snprintf(buf, 64, "%3u %-5s rate %-3u lat %u", slots, pipe, n->rate, n->lat);
    else
        snprintf(buf, 64, "%3u %s", slots, pipe);
    return buf;
}

void isa_print(const struct ptx_func *f, const struct isa_request *r, FILE *to)
{
    char target[ISA_TARGET_TEXT], text[400], cost[64];

    isa_target_text(&r->target, target);
    fprintf(to, "%s, after %s: %s\n", f->name, r->stop_after ? r->stop_after : "all passes", target);
    fprintf(to, "    pc  slots, pipe                 PTX (line%s)\n", f->module->n_src_files ? ", source line" : "");
    for (u32 b = 0; b < f->n_blocks; b++) {
        const struct ptx_block *blk = &f->blocks[b];
        fprintf(to, "  B%u:", b);
        for (u32 k = 0; k < blk->n_succ; k++)
            fprintf(to, "%s B%u", k ? "," : " ->", blk->succ[k]);
        fputc('\n', to);
        for (u32 pc = blk->first; pc < blk->end; pc++) {
            const struct ptx_instr *i = &f->code[pc];
            const struct isa_note *n = &f->notes->at[pc];
            ptx_print_instr(f, pc, text, sizeof text);
            fprintf(to, "%6u  %-27s %s%s%s  (%u", pc, cost_of(i, n, cost), text, n->fused ? "  + what it reads" : "",
                    n->combined ? "  one lane for all" : "", i->line);
            fprintf(to, i->src_line ? ", %u)\n" : ")\n", i->src_line);
        }
    }
}
