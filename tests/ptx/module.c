/* Directives, variables, initialisers, functions, scopes, line numbers. */
#include "ptx_test.h"

static void test_header(void **state)
{
    struct ptx_module *m = parse_ok("// a comment\n.version 8.5\n.target sm_90a, debug\n.address_size 64\n"
                                    ".file 1 \"a.cu\", 1234, 77\n.file\t3 \"dir\\\\b.cuh\"\n");

    (void)state;
    assert_int_equal(m->version_major, 8);
    assert_int_equal(m->version_minor, 5);
    assert_string_equal(m->target, "sm_90a");
    assert_int_equal(m->address_size, 64);
    assert_string_equal(m->src_files[1], "a.cu");
    assert_null(m->src_files[2]);
    assert_string_equal(m->src_files[3], "dir\\\\b.cuh");
    ptx_free(m);
}

static void test_variables(void **state)
{
    struct ptx_module *m =
        parse_ok(HEAD ".visible .global .align 4 .u32 a = 5;\n"
                      ".global .align 16 .b8 b[8] = {1, 2, 255, 0x10};\n"
                      ".const .align 4 .f32 c[2] = {0f3F800000, -2.5};\n"
                      ".global .f64 d = 1;\n"
                      ".extern .shared .align 16 .b8 dyn[];\n"
                      ".global .u16 e[2][3] = {{1, 2, 3}, {4, 5}};\n"
                      ".global .v4 .f32 g;\n"
                      ".weak .global .u8 h;\n"
                      ".common .global .u8 i[3];\n"
                      ".global .attribute(.managed) .align 4 .u32 j;\n"
                      ".global .b8 k[] = {7, 8, 9};\n"
                      ".const[2] .u32 l;\n"
                      ".extern .global .u32 m;\n"
                      ".global .u32 n, o = 3, p[2];\n"
                      ".tex .u64 q;\n.global .texref r;\n"
                      ".global .samplerref s = { addr_mode_0 = clamp_to_edge, filter_mode = nearest };\n");
    const struct ptx_var *v;

    (void)state;
    v = ptx_find_var(m, "a");
    assert_true(v->is_visible && v->size == 4 && v->align == 4 && v->space == PS_GLOBAL);
    assert_memory_equal(v->init, "\5\0\0\0", 4);
    v = ptx_find_var(m, "b");
    assert_true(v->size == 8 && v->align == 16);
    assert_memory_equal(v->init, "\1\2\377\20\0\0\0\0", 8);
    v = ptx_find_var(m, "c");
    assert_int_equal(v->space, PS_CONST);
    assert_memory_equal(v->init, "\0\0\x80\x3f\0\0\x20\xc0", 8);
    v = ptx_find_var(m, "d");
    assert_memory_equal(v->init, "\0\0\0\0\0\0\xf0\x3f", 8);
    v = ptx_find_var(m, "dyn");
    assert_true(v->is_extern && v->size == 0 && v->space == PS_SHARED);
    v = ptx_find_var(m, "e");
    assert_int_equal(v->size, 12);
    assert_memory_equal(v->init, "\1\0\2\0\3\0\4\0\5\0\0\0", 12);
    v = ptx_find_var(m, "g");
    assert_true(v->size == 16 && v->align == 16 && !v->init);
    assert_true(ptx_find_var(m, "h")->is_weak);
    assert_int_equal(ptx_find_var(m, "i")->size, 3);
    v = ptx_find_var(m, "k");
    assert_int_equal(v->size, 3);
    assert_memory_equal(v->init, "\7\10\11", 3);
    assert_true(ptx_find_var(m, "m")->is_extern);
    assert_memory_equal(ptx_find_var(m, "o")->init, "\3\0\0\0", 4);
    assert_int_equal(ptx_find_var(m, "p")->size, 8);
    assert_int_equal(ptx_find_var(m, "r")->type, PT_TEXREF);
    assert_int_equal(ptx_find_var(m, "s")->type, PT_SAMPLERREF);
    ptx_free(m);
}

static void test_relocations(void **state)
{
    struct ptx_module *m = parse_ok(HEAD ".global .b8 t[64];\n.func f() { ret; }\n"
                                         ".global .u64 a = generic(t)+8;\n"
                                         ".global .u64 b[4] = {0, t, f, t+-4};\n"
                                         ".global .align 8 .u8 c[4] = {1, 0xFF(generic(t)), 0xFF00(t+2), 9};\n"
                                         ".global .u64 d = generic(t+4);\n");
    const struct ptx_var *t = ptx_find_var(m, "t"), *v;

    (void)state;
    v = ptx_find_var(m, "a");
    assert_int_equal(v->n_relocs, 1);
    assert_true(v->relocs[0].sym == t && v->relocs[0].generic && v->relocs[0].addend == 8);
    assert_int_equal(v->relocs[0].bytes, 8);
    v = ptx_find_var(m, "b");
    assert_int_equal(v->n_relocs, 3);
    assert_true(v->relocs[0].at == 8 && v->relocs[0].sym == t && !v->relocs[0].generic);
    assert_true(v->relocs[1].at == 16 && v->relocs[1].func == ptx_find_func(m, "f"));
    assert_true(v->relocs[2].addend == -4);
    v = ptx_find_var(m, "c");
    assert_int_equal(v->n_relocs, 2);
    assert_true(v->relocs[0].at == 1 && v->relocs[0].mask == 0xff && v->relocs[0].bytes == 1 && v->relocs[0].generic);
    assert_true(v->relocs[1].at == 2 && v->relocs[1].mask == 0xff00 && v->relocs[1].addend == 2);
    assert_true(v->init[0] == 1 && v->init[3] == 9);
    assert_int_equal(ptx_find_var(m, "d")->relocs[0].addend, 4);
    ptx_free(m);
}

static void test_functions(void **state)
{
    struct ptx_module *m = parse_ok(
        HEAD
        ".extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);\n"
        ".func (.param .align 8 .b8 ret[16]) later (.param .b32 x, .param .align 8 .b8 y[24]) .noreturn;\n"
        ".visible .entry k (.param .u64 .ptr .global .align 4 p, .param .u8 q, .param .align 16 .b8 r[20])\n"
        ".maxntid 256, 2, 1\n.reqntid 128\n.minnctapersm 3\n.maxnreg 40\n.maxclusterrank 8\n.pragma \"nounroll\";\n"
        "{ ret; }\n"
        ".func (.param .align 8 .b8 ret[16]) later (.param .b32 x, .param .align 8 .b8 y[24]) { ret; }\n"
        ".weak .func (.reg .u32 out) old (.reg .u32 in) { add.u32 out, in, 1; }\n"
        ".func nothing();\n.func body() { ret; }\n.alias nothing, body;\n"
        ".entry caller () { call nothing; ret; }\n");
    const struct ptx_func *f;

    (void)state;
    f = ptx_find_func(m, "vprintf");
    assert_true(f->is_decl && f->n_params == 2 && f->n_rets == 1);
    f = ptx_find_func(m, "k");
    assert_true(f->is_entry && !f->is_decl && f->is_visible);
    assert_int_equal(f->n_params, 3);
    assert_int_equal(f->params->offset, 0);
    assert_int_equal(f->params->next->offset, 8);
    assert_int_equal(f->params->next->next->offset, 16);
    assert_int_equal(f->param_bytes, 36);
    assert_true(f->max_ntid[0] == 256 && f->max_ntid[1] == 2 && f->max_ntid[2] == 1);
    assert_true(f->req_ntid[0] == 128 && f->req_ntid[1] == 1);
    assert_true(f->min_ctas == 3 && f->max_regs == 40);
    f = ptx_find_func(m, "later");
    assert_true(!f->is_decl && f->n_params == 2);
    assert_int_equal(f->params->next->offset, 8);
    assert_int_equal(f->rets->offset, 32); /* results lie behind the parameters */
    assert_int_equal(f->param_bytes, 48);
    assert_true(f->params->role == PV_PARAM && f->rets->role == PV_RET);
    f = ptx_find_func(m, "old");
    assert_int_equal(f->n_code, 2); /* the end of a body returns */
    assert_int_equal(f->code[1].op, OP_RET);
    assert_int_equal(f->params->space, PS_REG);
    assert_int_equal(f->code[0].opnd[1].reg, f->params->offset);
    f = ptx_find_func(m, "caller");
    assert_ptr_equal(f->code[0].opnd[0].func, ptx_find_func(m, "body"));
    ptx_free(m);
}

/* Names in nested blocks, the same labels in two of them, and call frames that reuse their room */
static void test_scopes(void **state)
{
    struct ptx_module *m = parse_ok(
        HEAD
        ".func (.param .b32 r) f (.param .b64 p) { ret; }\n"
        ".entry k () {\n.reg .b32 %r<4>; .reg .pred %p<2>; .reg .b64 %rd<3>;\n"
        "mov.u32 %r1, 1;\n"
        "{ .reg .b32 %r<9>; .reg .pred p; setp.eq.s32 p, %r8, 0; @p bra LAB; mov.u32 %r1, 2; LAB: }\n"
        "{ .reg .pred p; setp.eq.s32 p, %r1, 0; @p bra LAB; bra OUT; LAB: mov.u32 %r2, 3; }\n"
        "{ .param .b64 param0; st.param.b64 [param0+0], %rd1; .param .b32 retval0; call.uni (retval0), f, (param0);"
        " ld.param.b32 %r3, [retval0+0]; }\n"
        "{ .param .b64 param0; st.param.b64 [param0+0], %rd1; .param .b32 retval0; call.uni (retval0), f, (param0); "
        "}\n"
        "OUT: ret; }\n");
    const struct ptx_func *f = ptx_find_func(m, "k");

    (void)state;
    assert_int_not_equal(f->code[0].opnd[0].reg, f->code[3].opnd[0].reg); /* the inner %r1 is another one */
    assert_int_equal(f->code[0].opnd[0].reg, f->code[4].opnd[1].reg);
    assert_int_equal(f->code[2].opnd[0].label, 4);
    assert_int_equal(f->code[5].opnd[0].label, 7);
    assert_int_equal(f->code[6].opnd[0].label, 13);
    assert_int_equal(f->call_bytes, 12);
    assert_int_equal(f->code[9].op, OP_CALL);
    assert_int_equal(f->code[9].n_dst, 1);
    assert_int_equal(f->code[9].opnd[0].sym->role, PV_CALL);
    assert_int_equal(f->code[9].opnd[0].sym->offset, 8);
    ptx_free(m);
}

static void test_locations(void **state)
{
    struct ptx_module *m = parse_ok(
        HEAD
        ".file 1 \"a.cu\"\n.entry k () {\n.reg .b32 %r<4>;\n.loc 1 12 3\nmov.u32 %r1, 1;\nmov.u32 %r2, 1;\n"
        ".loc 1 7 9, function_name $L__info_string0, inlined_at 1 12 3\n"
        "mov.u32 %r1, %r2;\n.loc\t2 40 0, function_name $L__info_string0+17, inlined_at 1 7 9 // x\nret;\n}\n"
        ".section .debug_str\n{\n$L__info_string0:\n.b8 107,0\n.b32 .debug_abbrev\n.b64 $L__info_string0\n{ }\n}\n"
        "@@DWARF .section .debug_pubnames, \"\", @progbits\n@@DWARF .byte 0x2a\n");
    const struct ptx_func *f = ptx_find_func(m, "k");

    (void)state;
    assert_int_equal(f->n_code, 4);
    assert_true(f->code[0].src_file == 1 && f->code[0].src_line == 12 && f->code[0].line == 8);
    assert_true(f->code[1].src_line == 12);
    assert_true(f->code[2].src_line == 7);
    assert_true(f->code[3].src_file == 2 && f->code[3].src_line == 40);
    ptx_free(m);
}

/* A kernel pays for the shared variables that it refers to, also through calls; others may lie in the same place. */
static void test_shared_layout(void **state)
{
    struct ptx_module *m =
        parse_ok(HEAD ".shared .align 4 .b8 a[100];\n.shared .align 16 .b8 b[32];\n.shared .align 8 .b8 c[64];\n"
                      ".shared .b8 unused[1000];\n"
                      ".func f () { .reg .b32 %r<2>; ld.shared.b32 %r1, [c]; ret; }\n"
                      ".entry one () { .reg .b32 %r<2>; ld.shared.b32 %r1, [a]; ld.shared.b32 %r1, [b]; ret; }\n"
                      ".entry two () { .reg .b32 %r<2>; mov.b32 %r1, b; call f; ret; }\n"
                      ".entry three () { .shared .b8 own[10]; .reg .b32 %r<2>; ld.shared.b8 %r1, [own]; ret; }\n");

    (void)state;
    assert_int_equal(ptx_find_var(m, "a")->offset, 0);
    assert_int_equal(ptx_find_var(m, "b")->offset, 112);
    assert_int_equal(ptx_find_var(m, "c")->offset, 0);
    assert_int_equal(ptx_find_func(m, "one")->shared_bytes, 144);
    assert_int_equal(ptx_find_func(m, "two")->shared_bytes, 144);
    assert_int_equal(ptx_find_func(m, "three")->shared_bytes, 10);
    ptx_free(m);
}

static void test_calls(void **state)
{
    struct ptx_module *m = parse_ok(
        HEAD ".func a (); .func b (); .func c (); .func leaf ();\n"
             ".func a () { call b; ret; }\n.func b () { call c; ret; }\n.func c () { call a; call leaf; ret; }\n"
             ".func leaf () { .reg .b64 %d<9>; .reg .b32 %r<9>; ld.global.b64 %d1, [%d2];"
             " st.global.b64 [%d2], %d1; ret; }\n"
             ".func ind () { .reg .b64 %d<3>; mov.u64 %d1, leaf; P: .callprototype _ (); call %d1, P; ret; }\n"
             ".entry k () { call ind; call a; ret; }\n");

    (void)state;
    assert_true(ptx_find_func(m, "a")->recursive && ptx_find_func(m, "b")->recursive &&
                ptx_find_func(m, "c")->recursive);
    assert_false(ptx_find_func(m, "leaf")->recursive);
    assert_true(ptx_find_func(m, "ind")->calls_indirect);
    assert_int_equal(ptx_find_func(m, "leaf")->n_slots, 4);
    assert_int_equal(ptx_find_func(m, "ind")->chain_slots, 2 + 4);
    assert_int_equal(ptx_find_func(m, "k")->chain_slots, 2 + 4);
    ptx_free(m);
}

/* c is on a cycle that is only closed through a function walked before: a calls b and c, both call d, d calls a. */
static void test_recursion(void **state)
{
    struct ptx_module *m = parse_ok(HEAD ".func a (); .func b (); .func c (); .func d (); .func e ();\n"
                                         ".func a () { call b; call c; ret; }\n.func b () { call d; ret; }\n"
                                         ".func c () { call d; ret; }\n.func d () { call a; call e; ret; }\n"
                                         ".func e () { ret; }\n.func self () { call self; ret; }\n"
                                         ".entry k () { call a; ret; }\n");

    (void)state;
    for (const char *name = "abcd"; *name; name++)
        assert_true(ptx_find_func(m, (char[]){*name, 0})->recursive);
    assert_true(ptx_find_func(m, "self")->recursive);
    assert_false(ptx_find_func(m, "e")->recursive);
    assert_false(ptx_find_func(m, "k")->recursive);
    ptx_free(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_header),        cmocka_unit_test(test_variables), cmocka_unit_test(test_relocations),
        cmocka_unit_test(test_functions),     cmocka_unit_test(test_scopes),    cmocka_unit_test(test_locations),
        cmocka_unit_test(test_shared_layout), cmocka_unit_test(test_calls),     cmocka_unit_test(test_recursion),
    };
    return cmocka_run_group_tests_name("ptx_module", tests, NULL, NULL);
}
