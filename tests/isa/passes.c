/* The pipeline itself (isa/pipeline.c, compile.c): passes that are left out, and what a pass may not make. */
#include "isa/edit.h"
#include "lower_test.h"

/* A loop whose rounds are known, an array that is indexed, loads that lie side by side, a register used twice */
static const char text[] = KERNEL
    ".local .align 8 .b8 home[32];\n.shared .align 16 .b8 sh[64];\nld.param.u64 %d1, [p];\nmov.u32 %r8, %tid.x;\n"
    "mov.u64 %d6, home;\nmov.u32 %r1, 0;\nL: ld.global.s32 %d4, [%d1];\nmul.wide.u32 %d7, %r1, 4;\n"
    "add.s64 %d8, %d6, %d7;\nst.local.u32 [%d8], %d4;\nadd.s64 %d1, %d1, 4;\nadd.s32 %r1, %r1, 1;\n"
    "setp.ne.s32 %p1, %r1, 8;\n@%p1 bra L;\nand.b32 %r5, %r8, 7;\nmul.wide.u32 %d9, %r5, 4;\n"
    "add.s64 %d10, %d6, %d9;\nld.local.s32 %d11, [%d10];\nld.shared.u32 %r12, [sh];\nld.shared.u32 %r13, [sh+4];\n"
    "add.u32 %r2, %r12, %r13;\nsetp.lt.u32 %p2, %r8, 9;\n@%p2 bra O;\nadd.u32 %r2, %r2, 8;\nO:\n"
    "st.global.u64 [%d1+64], %d11;\nst.global.u32 [%d1+72], %r2;\nret; }";

static const struct isa_func *compile_without(struct ptx_module *m, struct arena *a, u64 without, struct diag *d)
{
    struct isa_verdict verdict = {""};
    struct isa_request r = {
        .target = {.isa = ISA_MACHINE, .sched_regs = 32}, .verdict = &verdict, .without = without};
    const struct isa_func *f = isa_compile(ptx_find_func(m, "k"), &r, a, d);

    assert_string_equal(verdict.text, "");
    return f;
}

/* Each one that is not needed can be left out, and all of them; those that are, are said. */
static void leaves_passes_out(void **state)
{
    struct ptx_module *m = parse_ok(text);
    u64 all = 0;
    (void)state;
    for (u32 k = 0; k < isa_pass_count(); k++) {
        struct arena a = {0};
        struct diag d;
        const char *name = isa_pass(k).name;
        u64 bit = isa_pass_bit(name);
        diag_init(&d);
        assert_int_equal(bit, isa_pass(k).needed ? 0 : 1ull << k);
        const struct isa_func *f = compile_without(m, &a, 1ull << k, &d);
        if (isa_pass(k).needed) {
            assert_null(f);
            assert_true(d.errors == 1 && strstr(d.first->text, name));
        } else {
            assert_non_null(f);
            if (count_of(f->ptx, "ld.shared.v2") != (strcmp(name, "widen") != 0))
                fail_msg("without %s: %u", name, count_of(f->ptx, "ld.shared.v2"));
        }
        all |= bit;
        diag_free(&d);
        arena_free(&a);
    }
    assert_int_equal(all, isa_optional_passes());
    struct arena a = {0};
    struct diag d;
    diag_init(&d);
    const struct isa_func *none = compile_without(m, &a, 0, &d), *f = compile_without(m, &a, all, &d);
    assert_non_null(f);
    assert_int_equal(count_of(none->ptx, "st.local"), 0);
    assert_int_equal(count_of(f->ptx, "st.local"), 1);
    assert_int_equal(count_of(none->ptx, "ld.shared.v2"), 1);
    assert_int_equal(count_of(f->ptx, "ld.shared.v2"), 0);
    assert_int_equal(isa_pass_bit("no such pass"), 0);
    assert_null(compile_without(m, &a, 1ull << isa_pass_count(), &d));
    diag_free(&d);
    arena_free(&a);
    ptx_free(m);
}

/* ---- What a pass may not make ---- */
struct spoiler {
    const char *pass;
    u32 kind;
    bool done;
};
enum {
    OLDER_HOMES,
    WIDTH,
    SOURCE_WIDTH,
    PREDICATE,
    VALUE,
    VECTOR,
    COUNT,
    GUARD,
    RESULTS,
    REGISTER,
    LABEL,
    END,
    KINDS
};

static struct ptx_instr *find(struct ptx_func *f, u16 op, u32 bits, bool of_regs)
{
    for (u32 pc = 0; pc < f->n_code; pc++) {
        struct ptx_instr *i = &f->code[pc];
        if (i->op == op && (!bits || ptx_types[i->type].bits == bits) && (!of_regs || i->opnd[1].kind == PO_REG))
            return i;
    }
    return NULL;
}

static u32 register_of(const struct ptx_func *f, u8 type)
{
    for (u32 r = 0; r < f->n_regs; r++)
        if (f->regs[r].type == type)
            return r;
    fail_msg("no register");
    return 0;
}

/* What homes made once: a widened load of an array's word is a mov of 32 bits. */
static bool as_homes_did(struct ptx_func *f)
{
    struct ptx_instr *i = find(f, OP_CVT, 64, true);
    if (!i || ptx_types[i->type2].bits != 32)
        return false;
    i->op = OP_MOV;
    i->type = PT_B32;
    i->type2 = PT_NONE;
    return true;
}

static bool spoil(struct ptx_func *f, u32 kind)
{
    struct ptx_instr *i;

    switch (kind) {
    case OLDER_HOMES: return as_homes_did(f);
    case WIDTH: return (i = find(f, OP_ADD, 64, true)) && (i->type = PT_U32);
    case SOURCE_WIDTH: return (i = find(f, OP_ADD, 32, true)) && (i->opnd[1].reg = register_of(f, PT_B64)) + 1;
    case PREDICATE: return (i = find(f, OP_ADD, 32, true)) && (i->opnd[1].reg = register_of(f, PT_PRED)) + 1;
    case VALUE: return (i = find(f, OP_SETP, 0, true)) && (i->opnd[0].reg = register_of(f, PT_B32)) + 1;
    case VECTOR: return (i = find(f, OP_LD, 32, false)) && (i->vec = 4);
    case COUNT: return (i = find(f, OP_ADD, 0, true)) && i->n_opnd--;
    case GUARD:
        i = find(f, OP_ADD, 32, true);
        i->guarded = true;
        i->guard = register_of(f, PT_B32);
        return true;
    case RESULTS: return (i = find(f, OP_ADD, 32, true)) && (i->n_dst = 2);
    case REGISTER: return (i = find(f, OP_ADD, 32, true)) && (i->opnd[1].reg = f->n_regs);
    case LABEL: return (i = find(f, OP_BRA, 0, false)) && (i->opnd[0].label = f->n_code);
    case END:
        f->code[f->n_code - 1].guarded = true;
        f->code[f->n_code - 1].guard = register_of(f, PT_PRED);
        return true;
    default: return false;
    }
}

static void behind(void *ctx, const char *pass, struct ptx_func *f)
{
    struct spoiler *s = ctx;

    if (strcmp(pass, s->pass) != 0)
        return;
    for (u32 pc = 0; pc < f->n_code; pc++)
        ptx_copy_operands(&f->code[pc], &f->module->arena);
    s->done |= spoil(f, s->kind);
}

static const struct isa_func *compile_spoilt(struct ptx_module *m, struct arena *a, struct spoiler *s, struct diag *d)
{
    struct isa_request r = {.target = {.isa = ISA_MACHINE, .sched_regs = 32}, .behind = behind, .behind_ctx = s};

    diag_init(d);
    return isa_compile(ptx_find_func(m, "k"), &r, a, d);
}

/* An optional pass is left out, and the code is as without it; a needed one is an error. In every build: no verdict
   is asked for. */
static void refuses_what_is_no_ptx(void **state)
{
    static const char *const passes[] = {"homes", "webs", "schedule", "fold", "levels"};
    (void)state;
    for (u32 k = 0; k < KINDS * COUNT_OF(passes); k++) {
        struct spoiler s = {.pass = passes[k / KINDS], .kind = k % KINDS};
        /* fold only notes, so the next check is behind the last pass: a register that does not exist would be an
           index into tables of those between (in a debug build the verifier compares the code behind each pass) */
        if (!strcmp(s.pass, "fold") && s.kind == REGISTER)
            continue;
        struct arena a = {0};
        struct diag d, e;
        struct ptx_module *m = parse_ok(text);
        u64 bit = isa_pass_bit(s.pass);
        const struct isa_func *f = compile_spoilt(m, &a, &s, &d);
        if (!s.done) {
            if (!(s.kind == LABEL)) /* guards took the place of branches */
                fail_msg("nothing to spoil behind %s: kind %u", s.pass, s.kind);
            assert_non_null(f);
            assert_null(f->fault);
        } else if (!bit) {
            assert_null(f);
            assert_true(d.errors == 1);
            assert_true(strstr(d.first->text, "internal error: pass "));
            assert_true(strstr(d.first->text, s.pass) && strstr(d.first->text, " of k: instruction"));
        } else {
            assert_non_null(f);
            if (!f->fault || f->left_out != bit)
                fail_msg("kind %u behind %s was not found", s.kind, s.pass);
            assert_true(strstr(f->fault, s.pass) && strstr(f->fault, " of k: instruction"));
            diag_init(&e);
            const struct isa_func *without = compile_without(m, &a, bit, &e);
            assert_int_equal(f->n_code, without->n_code);
            assert_int_equal(f->counts.used, without->counts.used);
            diag_free(&e);
        }
        diag_free(&d);
        arena_free(&a);
        ptx_free(m);
    }
}

/* A constructor takes types from registers, and refuses what does not fit; so does what is written by hand. */
static void constructors_refuse(void **state)
{
    struct ptx_module *m = parse_ok(text);
    struct arena a = {0};
    (void)state;
    for (u32 kind = 0; kind < 7; kind++) {
        struct ptx_func *f = isa_copy(ptx_find_func(m, "k"), &a);
        struct edit e;
        edit_begin(&e, f, &a);
        u32 r = edit_reg(&e, "r", PT_B32), d = edit_reg(&e, "d", PT_B64), p = edit_reg(&e, "p", PT_PRED);
        struct edit_guard none = {0};
        const struct ptx_instr *like = f->code;
        switch (kind) {
        case 0:
            edit_move(&e, like, none, r, edit_register(edit_reg(&e, "s", PT_F32)));
            edit_move(&e, like, (struct edit_guard){true, true, p}, d, edit_immediate(5, PT_B64));
            edit_move(&e, like, none, p, edit_register(edit_reg(&e, "q", PT_PRED)));
            edit_move_loaded(&e, like, none, d, r, PT_S32);
            edit_move_stored(&e, like, none, r, edit_register(d), PT_U32);
            edit_sum(&e, like, d, d, -4);
            break;
        case 1: edit_move(&e, like, none, d, edit_register(r)); break;
        case 2: edit_move(&e, like, none, p, edit_register(r)); break;
        case 3: edit_move_loaded(&e, like, none, r, d, PT_S32); break;
        case 4: edit_move_stored(&e, like, none, d, edit_register(r), PT_U64); break;
        case 5: edit_sum(&e, like, d, r, 1); break;
        default: {
            struct ptx_operand o[] = {edit_register(d), edit_register(r)};
            edit_put(&e, like, (struct ptx_instr){.op = OP_MOV, .type = PT_B32, .n_dst = 1, .text = "mov"}, o, 2);
        }
        }
        if (!f->notes->refused != !kind)
            fail_msg("kind %u: %s", kind, f->notes->refused ? f->notes->refused : "nothing was refused");
        edit_drop(&e);
    }
    arena_free(&a);
    ptx_free(m);
}

/* How many functions each pass changed: each is counted once, however often it was tried. */
static void counts_what_passes_change(void **state)
{
    static const struct {
        const char *pass;
        u64 changes;
    } rows[] = {{"unreachable", 0}, {"straighten", 0}, {"whole", 1},  {"guard", 1}, {"homes", 1}, {"ordered", 0},
                {"widen", 1},       {"schedule", 1},   {"assign", 1}, {"spill", 0}, {"slots", 1}};
    struct ptx_module *m = parse_ok(text);
    u64 changes[64] = {0};
    struct isa_request r = {.target = {.isa = ISA_MACHINE, .sched_regs = 32}, .changes = changes};
    (void)state;
    assert_true(isa_pass_count() <= COUNT_OF(changes));
    for (u64 times = 1; times < 3; times++) {
        struct arena a = {0};
        struct diag d;
        diag_init(&d);
        assert_non_null(isa_compile(ptx_find_func(m, "k"), &r, &a, &d));
        for (u32 k = 0; k < COUNT_OF(rows); k++) {
            u32 pass = 0;
            while (strcmp(isa_pass(pass).name, rows[k].pass) != 0)
                pass++;
            if (changes[pass] != times * rows[k].changes)
                fail_msg("%s: %llu changes", rows[k].pass, (unsigned long long)changes[pass]);
        }
        diag_free(&d);
        arena_free(&a);
    }
    ptx_free(m);
}

/* Registers of 8 bits, too, are stored and loaded as what they are. */
static void spills_each_width(void **state)
{
    char *source = NULL;
    size_t size;
    FILE *t = open_memstream(&source, &size);
    (void)state;
    fprintf(t, HEAD ".entry k (.param .u64 p) {\n.reg .b8 %%b<40>; .reg .b16 %%h<40>; .reg .b64 %%d<4>;\n"
                    "ld.param.u64 %%d1, [p];\n");
    for (u32 k = 0; k < 20; k++)
        fprintf(t, "ld.global.u8 %%b%u, [%%d1+%u];\nld.global.u16 %%h%u, [%%d1+%u];\n", k, 512 + k, k, 640 + 2 * k);
    fprintf(t, "bar.sync 0;\n");
    for (u32 k = 20; k-- > 0;)
        fprintf(t, "st.global.u8 [%%d1+%u], %%b%u;\nst.global.u16 [%%d1+%u], %%h%u;\n", k, k, 64 + 2 * k, k);
    fprintf(t, "ret; }");
    fclose(t);
    struct ptx_module *m = parse_ok(source);
    struct isa_verdict verdict = {""};
    struct isa_request r = {.target = {.isa = ISA_MACHINE}, .max_regs = 16, .verdict = &verdict};
    struct arena a = {0};
    struct diag d;
    diag_init(&d);
    const struct isa_func *f = isa_compile(ptx_find_func(m, "k"), &r, &a, &d);
    assert_non_null(f);
    assert_null(f->fault);
    assert_string_equal(verdict.text, "");
    assert_true(count_of(f->ptx, "st.local.b8") && count_of(f->ptx, "ld.local.b8"));
    assert_true(count_of(f->ptx, "st.local.b16") && count_of(f->ptx, "ld.local.b16"));
    diag_free(&d);
    arena_free(&a);
    ptx_free(m);
    free(source);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(leaves_passes_out), cmocka_unit_test(refuses_what_is_no_ptx),
                                       cmocka_unit_test(constructors_refuse), cmocka_unit_test(spills_each_width),
                                       cmocka_unit_test(counts_what_passes_change)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
