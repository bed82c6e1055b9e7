/* Disassembly, for messages and tests. */
#include <stdarg.h>
#include <stdio.h>

#include "ptx/ptx.h"

struct out {
    char *buf;
    size_t n, at;
};

static void put(struct out *o, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static void put(struct out *o, const char *fmt, ...)
{
    va_list ap;
    int n;

    va_start(ap, fmt);
    n = vsnprintf(o->buf + o->at, o->n - o->at, fmt, ap);
    va_end(ap);
    if (n > 0)
        o->at = MIN(o->at + (size_t)n, o->n - 1);
}

static void put_offset(struct out *o, i64 off)
{
    if (off)
        put(o, "%+lld", (long long)off);
}

static void put_sreg(struct out *o, const struct ptx_operand *a)
{
    if (a->sreg <= SR_NCTAID || (a->sreg >= SR_CLUSTERID && a->sreg <= SR_CLUSTER_NCTAID))
        put(o, "%%%s.%c", ptx_sreg_names[a->sreg], "xyzw"[a->sub & 3]);
    else if (a->sreg == SR_PM || a->sreg == SR_ENVREG)
        put(o, "%%%s%u", ptx_sreg_names[a->sreg], a->sub);
    else
        put(o, "%%%s", ptx_sreg_names[a->sreg]);
}

static void put_list(struct out *o, const struct ptx_func *f, const struct ptx_operand *a, u32 n);

static void put_operand(struct out *o, const struct ptx_func *f, const struct ptx_operand *a)
{
    switch (a->kind) {
    case PO_REG:
        put(o, "%s%s", !a->neg ? "" : f->regs[a->reg].type == PT_PRED ? "!" : "-", f->regs[a->reg].name);
        if (a->sub)
            put(o, ".%c%u", a->sub < PART_H0 ? 'b' : 'h', a->sub - (a->sub < PART_H0 ? PART_B0 : PART_H0));
        break;
    case PO_IMM: put(o, "0x%llx", (unsigned long long)a->imm); break;
    case PO_SREG: put_sreg(o, a); break;
    case PO_SYM:
        put(o, "%s", a->sym->name);
        put_offset(o, a->off);
        break;
    case PO_FUNC: put(o, "%s", a->func->name); break;
    case PO_LABEL: put(o, "%u", a->label); break;
    case PO_SINK: put(o, "_"); break;
    case PO_ADDR:
        put(o, "[");
        if (!a->n_vec && a->base == PO_REG)
            put(o, "%s", f->regs[a->reg].name);
        else if (!a->n_vec && a->base == PO_SYM)
            put(o, "%s", a->sym->name);
        if (!a->n_vec && a->base != PO_IMM)
            put_offset(o, a->off);
        else if (!a->n_vec)
            put(o, "0x%llx", (unsigned long long)a->imm);
        put_list(o, f, a->vec, a->n_vec);
        put(o, "]");
        break;
    case PO_VEC:
        put(o, "{");
        put_list(o, f, a->vec, a->n_vec);
        put(o, "}");
        break;
    default: break;
    }
}

static void put_list(struct out *o, const struct ptx_func *f, const struct ptx_operand *a, u32 n)
{
    for (u32 k = 0; k < n; k++) {
        put(o, "%s", k ? ", " : "");
        put_operand(o, f, &a[k]);
    }
}

static void put_call(struct out *o, const struct ptx_func *f, const struct ptx_instr *i)
{
    u32 n = i->n_dst;

    if (n) {
        put(o, "(");
        put_list(o, f, i->opnd, n);
        put(o, "), ");
    }
    put_operand(o, f, &i->opnd[n]);
    if (n + 1u >= i->n_opnd)
        return;
    put(o, ", (");
    put_list(o, f, &i->opnd[n + 1], i->n_opnd - n - 1u);
    put(o, ")");
}

void ptx_print_instr(const struct ptx_func *f, u32 pc, char *buf, size_t n)
{
    struct out o = {.buf = buf, .n = n};
    const struct ptx_instr *i = &f->code[pc];

    if (!n)
        return;
    buf[0] = '\0';
    if (i->guarded)
        put(&o, "@%s%s ", i->guard_neg ? "!" : "", f->regs[i->guard].name);
    put(&o, "%s%s", i->text, i->n_opnd ? " " : "");
    if (i->op == OP_CALL) {
        put_call(&o, f, i);
    } else if (i->op == OP_TEX || i->op == OP_TLD4) {
        put_operand(&o, f, &i->opnd[0]);
        put(&o, ", [");
        put_operand(&o, f, &i->opnd[1]);
        if (i->opnd[3].kind != PO_NONE) {
            put(&o, ", ");
            put_operand(&o, f, &i->opnd[3]);
        }
        put(&o, ", ");
        put_operand(&o, f, &i->opnd[2]);
        put(&o, "]");
        for (u32 k = 4; k < i->n_opnd; k++) {
            put(&o, ", ");
            put_operand(&o, f, &i->opnd[k]);
        }
    } else {
        for (u32 k = 0; k < i->n_opnd; k++) {
            put(&o, "%s", !k ? "" : k < i->n_dst ? "|" : ", ");
            put_operand(&o, f, &i->opnd[k]);
        }
        for (u32 k = 0; k < i->n_targets; k++)
            put(&o, "%s%u", k ? " " : ", ", i->targets[k]);
    }
    put(&o, ";");
}
