/* The register hierarchy: what is read from the ORF or LRF was put there in the same strand and fits, and what lives
   longer is in the main register file. */
#include "../ptx/ptx_test.h"
#include "isa/passes.h"

#define KERNEL                                                                                                       \
    HEAD ".entry k (.param .u64 p) {\n.reg .pred %p<9>; .reg .b32 %r<99>; .reg .b64 %d<99>; .reg .f32 %f<9>;\n"

static struct ptx_func *compile(struct ptx_module *m, struct arena *a)
{
    struct isa_request t = {.target.strands = STRANDS_BRANCHES};
    struct diag d;
    struct ptx_func *f;

    diag_init(&d);
    const struct isa_func *g = isa_compile(ptx_find_func(m, "k"), &t, a, &d);
    assert_non_null(g);
    f = g->ptx;
    diag_free(&d);
    return f;
}

/* Of operand k */
static u8 level_of(const struct ptx_func *f, u32 pc, u32 k)
{
    u32 at = 0;

    for (u32 j = 0; j < k; j++)
        at += level_count(&f->code[pc].opnd[j]);
    return f->notes->at[pc].level[at];
}

/* A chain: each result is the last result for the next instruction, and never in the MRF. */
static void test_chain(void **state)
{
    struct ptx_module *m = parse_ok(KERNEL "mov.u32 %r1, %tid.x;\nadd.s32 %r2, %r1, 1;\nmul.lo.s32 %r3, %r2, 5;\n"
                                           "xor.b32 %r4, %r3, 9;\nst.shared.u32 [%r4], %r4;\nret; }");
    struct arena a = {0};
    struct ptx_func *f = compile(m, &a);

    (void)state;
    for (u32 pc = 0; pc < 3; pc++) {
        assert_int_equal(level_of(f, pc, 0), ISA_LRF);
        assert_int_equal(level_of(f, pc + 1, 1), ISA_LRF);
    }
    assert_int_equal(level_of(f, 3, 0), ISA_ORF); /* the store's address: not arithmetic */
    assert_int_equal(level_of(f, 4, 0), ISA_ORF);
    arena_free(&a);
    ptx_free(m);
}

/* The use of a load ends the strand: what is needed behind it is in the MRF, and so is the load's result. */
static void test_load(void **state)
{
    struct ptx_module *m = parse_ok(KERNEL "ld.param.u64 %d1, [p];\nmov.u32 %r1, %tid.x;\nadd.s32 %r2, %r1, 1;\n"
                                           "ld.global.u32 %r3, [%d1];\nadd.s32 %r4, %r2, %r1;\n"
                                           "add.s32 %r5, %r3, %r4;\nst.global.u32 [%d1], %r5;\nret; }");
    struct arena a = {0};
    struct ptx_func *f = compile(m, &a);

    (void)state;
    assert_false(f->notes->at[4].strand);
    assert_true(f->notes->at[5].strand);
    assert_int_equal(level_of(f, 3, 0), ISA_MRF);           /* r3, from memory */
    assert_int_equal(level_of(f, 5, 1) & ISA_MRF, ISA_MRF); /* r3 */
    assert_int_equal(level_of(f, 4, 0) & ISA_MRF, ISA_MRF); /* r4, read in the next strand */
    assert_int_equal(level_of(f, 2, 0) & ISA_MRF, 0);       /* r2 is not */
    assert_int_equal(level_of(f, 0, 0) & ISA_MRF, ISA_MRF); /* d1 */
    arena_free(&a);
    ptx_free(m);
}

/* A write under a guard leaves other lanes what they had. */
static void test_guard(void **state)
{
    struct ptx_module *m = parse_ok(KERNEL "mov.u32 %r1, %tid.x;\nsetp.gt.s32 %p1, %r1, 4;\n@%p1 mov.u32 %r1, 7;\n"
                                           "st.shared.u32 [%r1], %r1;\nret; }");
    struct arena a = {0};
    struct ptx_func *f = compile(m, &a);

    (void)state;
    assert_int_equal(level_of(f, 0, 0) & ISA_MRF, ISA_MRF);
    assert_int_equal(level_of(f, 2, 0), ISA_MRF);
    assert_int_equal(level_of(f, 3, 1) & ISA_MRF, ISA_MRF);
    arena_free(&a);
    ptx_free(m);
}

static u32 next_random(u32 *s)
{
    *s = *s * 1664525u + 1013904223u;
    return *s >> 8;
}

static void random_program(u32 seed, char *text, size_t size)
{
    u32 s = seed, n = 20 + next_random(&s) % 60;
    size_t at = (size_t)snprintf(text, size, "%s", KERNEL);

    for (u32 i = 0; i < n; i++) {
        u32 a = next_random(&s) % 12, b = next_random(&s) % 12, c = next_random(&s) % 12;
        at += (size_t)snprintf(text + at, size - at, "L%u: %s", i, next_random(&s) % 6 ? "" : "@%p1 ");
        switch (next_random(&s) % 10) {
        case 0: at += (size_t)snprintf(text + at, size - at, "cvt.u64.u32 %%d%u, %%r%u;\n", a, b); break;
        case 1: at += (size_t)snprintf(text + at, size - at, "add.s64 %%d%u, %%d%u, %%d%u;\n", a, b, c); break;
        case 2: at += (size_t)snprintf(text + at, size - at, "ld.global.u32 %%r%u, [%%d%u];\n", a, b); break;
        case 3: at += (size_t)snprintf(text + at, size - at, "st.global.u32 [%%d%u], %%r%u;\n", a, b); break;
        case 4:
            at += (size_t)snprintf(text + at, size - at, "%sbra L%u;\n", text[at - 1] == ' ' ? "" : "@%p2 ",
                                   next_random(&s) % (n + 1));
            break;
        default: at += (size_t)snprintf(text + at, size - at, "add.s32 %%r%u, %%r%u, %%r%u;\n", a, b, c); break;
        }
    }
    snprintf(text + at, size - at, "L%u: ret; }", n);
}

struct held {
    u32 orf, lrf; /* pc + 1 of the access that put it there */
};

static u32 last_use(const struct ptx_func *f, u32 reg, u32 pc, u8 level)
{
    u32 last = pc;

    for (u32 k = pc + 1; k < f->n_code && !f->notes->at[k].strand; k++) {
        const struct ptx_instr *i = &f->code[k];
        for (u32 j = i->n_dst; j < i->n_opnd; j++)
            if ((i->opnd[j].kind == PO_REG || (i->opnd[j].kind == PO_ADDR && i->opnd[j].base == PO_REG)) &&
                i->opnd[j].reg == reg && level_of(f, k, j) == level)
                last = k;
        if (i->n_dst && i->opnd[0].kind == PO_REG && i->opnd[0].reg == reg)
            break;
    }
    return last;
}

static void check(const struct ptx_func *f)
{
    struct held *h = calloc(f->n_regs, sizeof *h);
    u32 *orf = calloc(f->n_code + 1, sizeof(u32)), *lrf = calloc(f->n_code + 1, sizeof(u32));

    for (u32 pc = 0; pc < f->n_code; pc++) {
        const struct ptx_instr *i = &f->code[pc];
        if (f->notes->at[pc].strand)
            memset(h, 0, f->n_regs * sizeof *h);
        for (u32 j = 0; j < i->n_opnd; j++) { /* sources, then results */
            u32 at = (j + i->n_dst) % i->n_opnd;
            const struct ptx_operand *o = &i->opnd[at];
            u8 level = level_of(f, pc, at);
            bool write = at < i->n_dst;
            if ((o->kind != PO_REG && (o->kind != PO_ADDR || o->base != PO_REG)) || f->regs[o->reg].type == PT_PRED)
                continue;
            assert_true(level);
            if (!write && level == ISA_ORF)
                assert_true(h[o->reg].orf);
            if (!write && level == ISA_LRF)
                assert_true(h[o->reg].lrf);
            if (write)
                h[o->reg] = (struct held){0};
            if (level & ISA_ORF && level != (write ? 0 : ISA_ORF)) {
                h[o->reg].orf = pc + 1;
                bool again = !write && i->n_dst && i->opnd[0].kind == PO_REG && i->opnd[0].reg == o->reg;
                for (u32 k = pc; k < (again ? pc : MAX(last_use(f, o->reg, pc, ISA_ORF), pc + 1)); k++)
                    orf[k] += j && !write && i->opnd[i->n_dst].reg == o->reg ? 0 : reg_width(f->regs[o->reg].type);
            }
            if (write && level & ISA_LRF) {
                h[o->reg].lrf = pc + 1;
                for (u32 k = pc; k < MAX(last_use(f, o->reg, pc, ISA_LRF), pc + 1); k++)
                    lrf[k]++;
            }
        }
    }
    for (u32 pc = 0; pc < f->n_code; pc++) {
        assert_true(orf[pc] <= 4);
        assert_true(lrf[pc] <= 1);
    }
    free(h);
    free(orf);
    free(lrf);
}

struct file {
    u32 value, mrf, orf, lrf; /* of a register: which result it holds, and which one lies in each file */
};

static void access_on_way(struct file *r, u8 level, bool write, bool guarded, u32 *results)
{
    if (!write) {
        u32 found = level & ISA_MRF ? r->mrf : level == ISA_ORF ? r->orf : r->lrf;
        assert_int_equal(found, r->value);
        if (level & ISA_ORF)
            r->orf = r->value;
        return;
    }
    r->value = ++*results;
    if (guarded) /* lanes that do not write keep what the MRF has */
        assert_int_equal(level, ISA_MRF);
    r->mrf = level & ISA_MRF ? r->value : r->mrf;
    r->orf = level & ISA_ORF ? r->value : 0;
    r->lrf = level & ISA_LRF ? r->value : 0;
}

/* Ways through the program, chosen by chance: every source is where the code says that it is read from. */
static void walk(const struct ptx_func *f, u32 *s)
{
    struct file *r = calloc(f->n_regs, sizeof *r);
    u32 results = 0, pc = 0;

    for (u32 steps = 0; steps < 400 && pc < f->n_code; steps++) {
        const struct ptx_instr *i = &f->code[pc];
        for (u32 k = 0; f->notes->at[pc].strand && k < f->n_regs; k++)
            r[k].orf = r[k].lrf = UINT32_MAX;
        for (u32 j = 0; j < i->n_opnd; j++) {
            u32 at = (j + i->n_dst) % i->n_opnd;
            const struct ptx_operand *o = &i->opnd[at];
            if ((o->kind == PO_REG || (o->kind == PO_ADDR && o->base == PO_REG)) && f->regs[o->reg].type != PT_PRED)
                access_on_way(&r[o->reg], level_of(f, pc, at), at < i->n_dst, i->guarded, &results);
        }
        if (i->op == OP_RET && !i->guarded)
            break;
        pc = i->op == OP_BRA && (!i->guarded || next_random(s) % 2) ? i->opnd[0].label : pc + 1;
    }
    free(r);
}

static void test_ways(void **state)
{
    static char text[16384];
    u32 s = 7;

    (void)state;
    for (u32 seed = 1; seed <= 500; seed++) {
        struct arena a = {0};
        random_program(seed, text, sizeof text);
        struct ptx_module *m = parse_ok(text);
        const struct ptx_func *f = compile(m, &a);
        for (u32 k = 0; k < 20; k++)
            walk(f, &s);
        arena_free(&a);
        ptx_free(m);
    }
}

/* Branches forward are part of a strand: both ways come to the reader with the value in the ORF. */
static void test_branch(void **state)
{
    struct ptx_module *m =
        parse_ok(KERNEL "mov.u32 %r1, %tid.x;\nadd.s32 %r2, %r1, 1;\nsetp.gt.s32 %p1, %r1, 4;\n@%p1 bra L;\n"
                        "add.s32 %r1, %r2, %r2;\nL: st.shared.u32 [%r1], %r2;\nret; }");
    struct arena a = {0};
    struct ptx_func *f = compile(m, &a);

    (void)state;
    assert_false(f->notes->at[5].strand);
    assert_int_equal(level_of(f, 1, 0), ISA_ORF);           /* r2 */
    assert_int_equal(level_of(f, 5, 1), ISA_ORF);           /* r2 */
    assert_int_equal(level_of(f, 0, 0) & ISA_MRF, ISA_MRF); /* r1: which one the store reads is not known */
    assert_int_equal(level_of(f, 5, 0), ISA_MRF);
    arena_free(&a);
    ptx_free(m);
}

static void test_random(void **state)
{
    static char text[16384];

    (void)state;
    for (u32 seed = 1; seed <= 500; seed++) {
        struct ptx_module *m;
        struct arena a = {0};
        random_program(seed, text, sizeof text);
        m = parse_ok(text);
        check(compile(m, &a));
        arena_free(&a);
        ptx_free(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_chain),  cmocka_unit_test(test_load),   cmocka_unit_test(test_guard),
        cmocka_unit_test(test_branch), cmocka_unit_test(test_random), cmocka_unit_test(test_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
