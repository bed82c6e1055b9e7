/* Instructions of the matrix units, where whole warps come together: products of every form that the tests compare
   with the card, and moves of 8x8 matrices between registers and shared memory, each row of which is some thread's
   own part of an array. */
#include "generate.h"
#include "ptx/matrix.h"

static const char *const forms[] = {
#define F(op) op,
#include "../../emu/tensor_forms.def"
#undef F
};

/* n registers; those that are written are different ones. One alone has no braces. */
static void registers(struct gen *g, char kind, u32 n, bool written, char *to, size_t size)
{
    u32 all = kind == 'd' ? N_D : N_R, from = below(g, all);
    size_t at = (size_t)snprintf(to, size, "{");
    for (u32 i = 0; i < n; i++)
        at += (size_t)snprintf(to + at, size - at, "%s%%%c%u", i ? ", " : "", kind,
                               written ? (from + i) % all : below(g, all));
    snprintf(to + at, size - at, "}");
}

static void put_product(struct gen *g)
{
    struct ptx_instr i = {.op = OP_MMA, .text = forms[below(g, COUNT_OF(forms))]};
    struct ptx_matrix f;
    char o[MAT_OPERANDS][128], sparse[32] = "";
    if (ptx_matrix_form(&i, &f))
        return;
    for (u32 k = 0; k < MAT_OPERANDS; k++)
        registers(g, f.wide ? 'd' : 'r', f.regs[k], k == MAT_D, o[k], sizeof o[k]);
    if (f.sparse) /* of two, the first before the second: 0 and 1, 0 and 2, .. */
        snprintf(sparse, sizeof sparse, ", %%t3, %u",
                 f.type[MAT_A] == ME_TF32 || ptx_elements[f.type[MAT_A]].bits == 16 ? below(g, 2) : 0);
    put(g, ITEM_ONE, "%s%s %s, %s, %s, %s%s;",
        f.sparse ? word(g, "mov.b32 %%t3, %s;\n", ANY(g, "0x44444444", "0x88888888", "0xeeeeeeee", "0x9c9c9c9c"))
                 : "",
        i.text, o[MAT_D], o[MAT_A], o[MAT_B], o[MAT_C], sparse);
}

void put_tensor(struct gen *g)
{
    u32 kind = below(g, 100), count = 1u << below(g, 3), off = below(g, OWN / 16) * 16, area = below(g, 2) * 2;
    const char *trans = ANY(g, "", ".trans"), *meet = ANY(g, "", "bar.warp.sync 0xffffffff;\n");
    char list[64];
    if (kind < 55) {
        put_product(g);
    } else if (kind < 65) {
        put(g, ITEM_ONE, "movmatrix.sync.aligned.m8n8.trans.b16 %s, %s;", reg(g, 'r'), reg(g, 'r'));
    } else {
        bool loads = kind < 85;
        registers(g, 'r', count, loads, list, sizeof list);
        if (loads)
            put(g, ITEM_ONE, "%sldmatrix.sync.aligned.m8n8.x%u%s.shared.b16 %s, [%%a%u+%u];\n%s", meet, count, trans,
                list, area, off, meet);
        else
            put(g, ITEM_ONE, "%sstmatrix.sync.aligned.m8n8.x%u%s.shared.b16 [%%a%u+%u], %s;\n%s", meet, count, trans,
                area, off, list, meet);
    }
}
