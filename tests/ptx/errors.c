/* What is wrong is said, with its place; and nothing is taken silently. */
#include "ptx_test.h"

/* One wrong line as the body of a kernel: the first message, and its column. */
static const struct {
    const char *body;
    u32 col;
    const char *text;
} wrong[] = {
    {"add.s32 %r1, %r2;", 1, "add.s32 takes 3 operands, found 2"},
    {"add.s32 %r1, %r2, %r3, %r4;", 1, "add.s32 takes 3 operands, found 4"},
    {"add.s32 %r1, %r2, %r99;", 19, "register %r99 is not declared"},
    {"add.s32 %r1, %r2, nope;", 19, "name nope is not declared"},
    {"add.s32 %r1, %r2, %d3;", 19, "register %d3 is .b64, but add.s32 wants 32 bits here"},
    {"add.s32 %p1, %r2, %r3;", 9, "register %p1 is .pred, but add.s32 wants 32 bits here"},
    {"add.s32 5, %r2, %r3;", 9, "add.s32 writes a register here, found a number"},
    {"add.s32 [%d1], %r2, %r3;", 9, "add.s32 writes a register here, found an address"},
    {"add.s32 %r1, {%r2, %r3}, %r3;", 14, "add.s32 reads a register or a number here, found a vector"},
    {"add.s32 %r1, -%r2, %r3;", 14, "only predicates can be negated in an operand"},
    {"add.f32 %f1, %f2+4, %f3;", 14,
     "a number is added to registers of whole numbers only, and in addresses: [reg+offset]"},
    {"ld.global.u32 %r1, [tab[1]];", 21, "tab[number] is an address without [ ]: write tab[number] or [tab+bytes]"},
    {"mov.u64 %d1, cst[1];", 17, "cst is no array"},
    {"mov.u64 %d1, tab[-1];", 17, "the index of tab must be a whole number of 0 or more"},
    {"mov.u64 %d1, tab[%r1];", 18, "an index is a number: with a register, compute the address before"},
    {"mov.u64 %d1, tab[1]+4;", 20, "found '+', expected ',' or ';' after an operand"},
    {"atom.global.add.u32 %r1, tab[1], 1;", 26,
     "atom.global.add.u32 takes no tab[number] here: only mov, cvta, ld and st do"},
    {"add.u64 %d1, tab[1], 4;", 14, "add.u64 takes no tab[number] here: only mov, cvta, ld and st do"},
    {"mov.v2.u32 %r1, %r2;", 12, "mov.v2.u32 moves into a vector of 2 here"},
    {"mov.v2.u32 {%r1, %r2}, {%r3, %r4, %r5};", 24, "mov.v2.u32 moves from a vector of 2 here"},
    {"mov.v2.u32 {%r1, %h2}, {%r3, %r4};", 18, "register %h2 is .b16, but mov.v2.u32 wants 32 bits here"},
    {"mov.v8.u16 %h1, %h2;", 4, "mov does not take .v8"},
    {"add.s32 %r1|%p1, %r2, %r3;", 9, "add.s32 has one result here, not two with |"},
    {"add.s32 %r1 %r2, %r3;", 13, "found '%r2', expected ',' or ';' after an operand"},
    {"add.s32 %r1, , %r3;", 14, "found ',', expected an operand"},
    {"add %r1, %r2, %r3;", 1, "add: expected a type"},
    {"add.b32 %r1, %r2, %r3;", 1, "add does not take type .b32"},
    {"add.pred %p1, %p2, %p3;", 1, "add does not take type .pred"},
    {"add.foo.s32 %r1, %r2, %r3;", 4, "add does not take .foo"},
    {"add.global.s32 %r1, %r2, %r3;", 4, "add does not take .global"},
    {"add.s32.s32 %r1, %r2, %r3;", 1, "add.s32.s32 takes one type, found 2"},
    {"ad.s32 %r1, %r2, %r3;", 1, "unknown instruction 'ad'; did you mean 'add'?"},
    {"xyzzy_plugh_1 %r1;", 1, "unknown instruction 'xyzzy_plugh_1'"},
    {"mul.s32 %r1, %r2, %r3;", 1, "mul.s32: expected .lo, .hi or .wide"},
    {"mul.wide.s64 %d1, %d2, %d3;", 1, "mul.wide.s64: expected a 16-bit or 32-bit integer type with .wide"},
    {"setp.s32 %p1, %r2, %r3;", 1, "setp.s32: expected a comparison such as .lt"},
    {"setp.lt.s32 %r1, %r2, %r3;", 13, "register %r1 is .b32, but setp.lt.s32 wants a predicate here"},
    {"vadd.u32.u32.u32 %r1, %r2.b4, %r3;", 26, "found '.b4', expected .b0 to .b3, .h0 or .h1"},
    {"vadd.u32.u32 %r1, %r2, %r3;", 1, "vadd.u32.u32: expected three types: the result's and both sources'"},
    {"vadd.u32.u32.u32.sat %r1, %r2, %r3, %r4;", 1,
     "vadd.u32.u32.u32.sat: expected a third source with a part of the result or a second operation"},
    {"vshl.u32.u32.u32 %r1, %r2, %r3;", 1, "vshl.u32.u32.u32: expected .clamp or .wrap"},
    {"setp.lt.and.s32 %p1, %r2, %r3;", 1, "setp.lt.and.s32: a third source goes with .and, .or or .xor"},
    {"selp.s32 %r1, %r2, %r3, %r4;", 25, "register %r4 is .b32, but selp.s32 wants a predicate here"},
    {"cvt.s32 %r1, %r2;", 1, "cvt.s32: expected two types"},
    {"shfl.sync.down.b32 %r1, %r2, 1, 31;", 1, "shfl.sync.down.b32: a member mask goes with .sync"},
    {"atom.global.u32 %r1, [%d1], %r2;", 1, "atom.global.u32: expected an operation such as .add"},
    {"atom.global.and.f32 %f1, [%d1], %f2;", 1, "atom.global.and.f32: the operation does not take .f32"},
    {"atom.global.cas.b32 %r1, [%d1], %r2;", 1, "atom.global.cas.b32 takes 4 operands, found 3"},
    {"red.global.exch.b32 [%d1], %r2;", 1, "red has no .exch and .cas"},
    {"ld.global.u32 %r1, %d1;", 20, "ld.global.u32 wants an address in [ ] here, found a register"},
    {"ld.global.u32 %r1, [%h1];", 20, "register %h1 is .b16 and cannot hold an address"},
    {"ld.global.u32 %r1, [sh];", 20, "sh is in .shared space, but ld.global.u32 accesses .global"},
    {"ld.global.u32 %r1, [%d1+1.5];", 28, "an offset must be a whole number"},
    {"ld.global.u32 %r1, [%d1;", 24, "found ';', expected ']' after the last element"},
    {"ld.global.v2.u32 {%r1, %r2, %r3}, [%d1];", 18, "ld.global.v2.u32 wants a vector of 2 here, found a vector"},
    {"ld.global.v4.u32 %r1, [%d1];", 18, "ld.global.v4.u32 wants a vector of 4 here, found a register"},
    {"ld.global.u64 %r1, [%d1];", 15, "register %r1 is .b32, but ld.global.u64 wants 64 bits or more here"},
    {"mov.b64 {%r1, %h2}, %d1;", 15, "register %h2 is .b16, but mov.b64 wants 32 bits here"},
    {"mov.b32 {%r1, %r2, %r3}, %r1;", 9, "a vector of 3 does not make up mov.b32"},
    {"mov.u32 %r1, %tid.q;", 18, "found '.q', expected .x, .y or .z"},
    {"mov.u32 %r1, tgt;", 14, "tgt is a label and cannot be used here"},
    {"mov.u32 %r1, 1/0;", 17, "division by zero in a constant expression"},
    {"mov.u32 %r1, 99999999999999999999;", 14, "number does not fit in 64 bits"},
    {"mov.f32 %f1, 0f3F80;", 14, "0f needs 8 hexadecimal digits"},
    {"mov.u32 %r1, 12ab;", 14, "malformed number"},
    {"bra nowhere;", 5, "label nowhere is not defined"},
    {"bra tab;", 5, "tab is not a label"},
    {"bra 5;", 5, "found '5', expected a label"},
    {"bra L1, L0;", 7, "found ',', expected ',' or ';' after an operand"},
    {"brx.idx %r1, L1;", 14, "found 'L1', expected the label of a .branchtargets list declared above"},
    {"@%r1 ret;", 2, "%r1 is not a predicate register"},
    {"@%p99 ret;", 2, "found '%p99', expected a predicate register"},
    {"@ ret", 3, "found 'ret', expected a predicate register"},
    {"call nofun;", 6, "name nofun is not declared"},
    {"call f;", 1, "call: found 0 results, expected 1"},
    {"call (res), f, (arg, arg);", 1, "call: found 2 arguments, expected 1"},
    {"call (res), f, (tab);", 17, "tab is not a .param variable of this function's body"},
    {"call (res), tab, (arg);", 13, "only a function or a register can be called"},
    {"call (res), %d1, (arg), L0;", 25, "found 'L0', expected the label of a .callprototype or .calltargets"},
    {"bar 0;", 1, "bar: expected .sync, .arrive, .red with .popc, .and or .or, or .warp.sync"},
    {"tex.2d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [tx];", 1,
     "tex.2d.v4.f32.f32 wants [texture, coordinates] or [texture, sampler, coordinates]"},
    {"tex.2d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [tx, {%f1}];", 43, "tex.2d.v4.f32.f32 needs 2 coordinates, found 1"},
    {"ld.param.u32 %r1, [kn+4];", 19, "ld.param.u32 accesses bytes 4 to 7 of kn, which has 4"},
    {"ld.global.u32 %r1, [0d3FF0000000000000];", 20, "an address is a register, a variable or a whole number"},
    {"ld.global.u32 %r1, [-%d1];", 20, "an address is a register, a variable or a whole number"},
    {"ld.global.u32 %r1, [%d1+0x7fffffffffffffff];", 43, "an offset of 9223372036854775807 bytes is too large"},
    {"call (res), f, (kn);", 17, "kn is not a .param variable of this function's body"},
    {".reg .b32 %r<4>;", 11, "register %r is declared twice; first in line 10"},
    {".reg .b32 %z<4294967295>;", 24, "%z<4294967295>: at most 16777216 registers may be declared at once"},
    {".reg .b32 %z<4294967296>;", 14, "a number of registers below 2^32 is expected, found 4294967296"},
    {".reg .foo %z;", 6, "found '.foo', expected the registers' type"},
    {".local .b8 big[99999999999];", 16, "array is larger than the 67108864 bytes that its space may have"},
    {".local .b8 big[4][99999999999999];", 19, "array is larger than the 67108864 bytes that its space may have"},
    {".shared .align 3 .b8 x[4];", 18, "alignment 3 is not a power of two up to 65536"},
    {"L0: ret;", 1, "L0 is declared twice; first in line 16"},
    {"$$$;", 1, "unknown instruction '$$$'"},
    {"ret;`", 5, "stray '`'"},
    {"/* open", 1, "comment is not closed"},
    {".frob;", 1, "found '.frob', expected an instruction or a declaration"},
    {"\"abc\";", 1, "found string \"abc\", expected an instruction"},
    {"mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1,%f2,%f3,%f4}, {%r1,%r2}, {%r3}, {%f5,%f6,%f7,%f8};", 70,
     "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 wants 4 registers here, found 2"},
    {"mma.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%f1}, {%r1}, {%r3}, {%f5};", 1,
     "mma.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 has no such shape for these types"},
    {"mma.sync.aligned.m16n8k16.row.row.f32.f16.f16.f32 {%f1}, {%r1}, {%r3}, {%f5};", 1,
     "mma.sync.aligned.m16n8k16.row.row.f32.f16.f16.f32 wants .row.col"},
    {"mma.sync.aligned.m16n8k16.row.col.satfinite.f32.f16.f16.f32 {%f1}, {%r1}, {%r3}, {%f5};", 1,
     "mma.sync.aligned.m16n8k16.row.col.satfinite.f32.f16.f16.f32 does not take .satfinite"},
    {"cvt.rn.e4m3x2.f32 %h1, %f1, %f2;", 1, "cvt.rn.e4m3x2.f32 wants .rn.satfinite"},
    {"cvt.rn.satfinite.e4m3x2.f32 %h1, %f1;", 1, "cvt.rn.satfinite.e4m3x2.f32 takes 3 operands, found 2"},
    {"cvt.rn.satfinite.e4m3x2.f32 %r1, %f1, %f2;", 29,
     "register %r1 is .b32, but cvt.rn.satfinite.e4m3x2.f32 wants 16 bits here"},
    {"cvt.rna.relu.tf32.f32 %r1, %f1;", 1,
     "cvt.rna.relu.tf32.f32 wants .rna, .rna.satfinite, .rn or .rz, and .relu with the last two only"},
    {"cvt.rn.satfinite.f64.f32 %d1, %f1;", 1,
     "cvt.rn.satfinite.f64.f32 has a suffix that it does not take here, or that sm_90 does not have"},
    {"cvt.pack.sat.s8.s32 %r1, %r2, %r3;", 1,
     "cvt.pack.sat.s8.s32 wants .b32 behind .s32: the type of what is packed below"},
    {"wgmma.mma_async.sp.sync.aligned.m64n8k64.s32.s8.s8 {%r1,%r2,%r3,%r4}, %d1, %d2, %r5, 1, 1;", 1,
     "wgmma.mma_async.sp.sync.aligned.m64n8k64.s32.s8.s8: expected a selector of 0"},
    {"wgmma.mma_async.sp.sync.aligned.m64n8k32.s32.s8.s8 {%r1,%r2,%r3,%r4}, %d1, %d2, %r5, 0, 1;", 1,
     "wgmma.mma_async.sp.sync.aligned.m64n8k32.s32.s8.s8 has no such shape for these types"},
    {"wmma.load.a.sync.aligned.row.m16n16k16.global.f16 {%r1, %r2, %r3, %r4}, [%d1], %r5;", 51,
     "wmma.load.a.sync.aligned.row.m16n16k16.global.f16 wants 8 registers here, found 4"},
    {"wmma.load.a.sync.aligned.row.m16n16k8.global.f16 {%r1}, [%d1];", 1,
     "wmma.load.a.sync.aligned.row.m16n16k8.global.f16 has no such shape for this type"},
    {"wmma.load.b.sync.aligned.row.m8n8k32.global.s4 {%r1}, [%d1];", 1,
     "wmma.load.b.sync.aligned.row.m8n8k32.global.s4 wants .row of A and .col of B for elements of under 8 bits"},
    {"wmma.load.d.sync.aligned.row.m8n8k4.f64 {%d1, %d2}, [%d1];", 1,
     "wmma.load.d.sync.aligned.row.m8n8k4.f64 has a suffix that it does not take"},
    {"wmma.store.d.sync.aligned.row.m8n8k4.f64 [%d1], {%d1, 5};", 55,
     "wmma.store.d.sync.aligned.row.m8n8k4.f64 wants registers here"},
    {"wmma.store.d.sync.aligned.row.m8n8k4.f64 [%d1], {%d1, %d2}, %tid.x;", 61,
     "wmma.store.d.sync.aligned.row.m8n8k4.f64 wants a stride here: a register or a number"},
    {"wmma.load.c.sync.aligned.row.m8n8k4.f64 {%d1, %d2}, %d1;", 53,
     "wmma.load.c.sync.aligned.row.m8n8k4.f64 wants an address in [ ] here, found a register"},
    {"wmma.mma.sync.aligned.row.col.m8n8k4.rz.f64.f64.f64 {%d1,%d2}, {%d3}, {%d4}, {%d1,%d2};", 1,
     "wmma.mma.sync.aligned.row.col.m8n8k4.rz.f64.f64.f64 wants a shape, two layouts, and the types of D and C (A "
     "and "
     "B of f16) or of D, A, B and C"},
    {"wmma.mma.sync.aligned.row.col.m8n8k32.rz.s32.s4.s4.s32 {%r1,%r2}, {%r3}, {%r4}, {%r1,%r2};", 1,
     "wmma.mma.sync.aligned.row.col.m8n8k32.rz.s32.s4.s4.s32 takes a rounding for f64 only"},
    {"mma.sync.aligned.m8n8k32.row.col.rp.s32.s4.s4.s32 {%r1,%r2}, {%r3}, {%r4}, {%r1,%r2};", 1,
     "mma.sync.aligned.m8n8k32.row.col.rp.s32.s4.s4.s32 takes a rounding for f64 only"},
    {"wmma.mma.sync.aligned.row.col.m8n8k4.f64.f64.f64.f64 {%d1,%d2}, {%d3}, {%d4};", 1,
     "wmma.mma.sync.aligned.row.col.m8n8k4.f64.f64.f64.f64 takes 4 operands, found 3"},
    {"wmma.mma.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32 {%r1,%r2}, {%r3}, {%r4}, {%r1,%r2};", 1,
     "wmma.mma.sync.aligned.row.col.m8n8k128.s32.b1.b1.s32 wants .xor.popc or .and.popc"},
    {"ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 {%r1,%r2}, [%r5];", 1,
     "ldmatrix.sync.aligned.m16n16.x1.trans.shared.b8 has a shape or type of sm_100: sm_90 has .m8n8 and .b16"},
    {"ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%r1,%r2}, [%r5];", 42,
     "ldmatrix.sync.aligned.m8n8.x4.shared.b16 wants 4 registers here, found 2"},
    {"suld.b.1d.b32 {{{{{{{{{{%r1}}}}}}}}}}, [%d1];", 23, "operand is nested too deep"},
};

static void test_wrong(void **state)
{
    u32 bad = 0;

    (void)state;
    for (size_t i = 0; i < COUNT_OF(wrong); i++) {
        struct diag d;
        char text[4096];
        struct ptx_module *m;
        snprintf(text, sizeof text, "%s%s%s", WORLD, wrong[i].body, TAIL);
        m = parse_text(text, &d);
        if (m || !d.first)
            fail_msg("taken without a word: %s", wrong[i].body);
        if (d.first->line != WORLD_LINES + 1 || d.first->col != wrong[i].col ||
            strcmp(d.first->text, wrong[i].text)) {
            fprintf(stderr, "%s\nfound    t.ptx:%u:%u: %s\nexpected t.ptx:%u:%u: %s\n", wrong[i].body, d.first->line,
                    d.first->col, d.first->text, WORLD_LINES + 1, wrong[i].col, wrong[i].text);
            bad++;
        }
        assert_string_equal(d.first->file, "t.ptx");
        diag_free(&d);
    }
    assert_int_equal(bad, 0);
}

/* Whole texts: line, column, message */
static const struct {
    const char *text;
    u32 line, col;
    const char *message;
} modules[] = {
    {"", 1, 1, "found the end of the text, expected .version at the start of a PTX text"},
    {"hello", 1, 1, "found 'hello', expected .version at the start of a PTX text"},
    {".version 99.0\n", 1, 10, "PTX version 99.0 is not known: 3.2 to 9.x are"},
    {HEAD ".address_size 16\n.entry k() { ret; }", 5, 1, "address size 16 is not known: 32 and 64 are"},
    {HEAD ".entry k() { ret;", 4, 18, "the body of k is not closed with '}'"},
    {HEAD ".entry k() { ret; }\n.entry k() { ret; }", 5, 12, "k has a body already, in line 4"},
    {HEAD ".global .u32 x;\n.global .u32 x;", 5, 14, "x is declared twice; first in line 4"},
    {HEAD ".global .u32 x[2] = {1, 2, 3};", 4, 28, "more initialisers than x has elements"},
    {HEAD ".global .u32 x[];", 4, 14, "x has no size"},
    {HEAD ".shared .u32 x = 4;", 4, 18, "only .global and .const variables have initialisers"},
    {HEAD ".global .u64 x = nothing;", 4, 18,
     "found 'nothing', expected a number, or the name of a variable or function declared above"},
    {HEAD ".global .pred x;", 4, 15, "predicates live in registers only"},
    {HEAD ".global .b8 x[1000000000] = {1};", 4, 29, "initialised variables take more than 268435456 bytes"},
    {HEAD ".file 4294967295 \"x\"", 4, 18, "file number 4294967295 is too large: at most 65535"},
    {HEAD ".entry k(.param .b8 x[70000]) { ret; }", 4, 23,
     "array is larger than the 65536 bytes that its space may have"},
    {HEAD ".entry k(.param .b8 x[40000], .param .b8 y[40000]) { ret; }", 4, 50,
     "parameters take more than 65536 bytes"},
    {HEAD ".entry k(.global .u32 x) { ret; }", 4, 10, "found '.global', expected .param or .reg"},
    {HEAD ".entry k() .maxntid foo { ret; }", 4, 21, "found 'foo', expected a number of threads"},
    {HEAD ".visible 5;", 4, 10, "found '5', expected a variable or a function"},
    {HEAD ".section .debug_str", 4, 20, "found the end of the text, expected '{' after the section's name"},
};

static void test_modules(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(modules); i++) {
        struct diag d;
        if (parse_text(modules[i].text, &d) || !d.first)
            fail_msg("taken without a word: %s", modules[i].text);
        if (d.first->line != modules[i].line || d.first->col != modules[i].col ||
            strcmp(d.first->text, modules[i].message))
            fail_msg("%s\nfound    %u:%u: %s\nexpected %u:%u: %s", modules[i].text, d.first->line, d.first->col,
                     d.first->text, modules[i].line, modules[i].col, modules[i].message);
        diag_free(&d);
    }
}

/* One mistake does not hide the next; a good line between them is no mistake. */
static void test_several(void **state)
{
    struct diag d;
    const struct diag_msg *m;
    u32 lines[4] = {0}, n = 0;

    (void)state;
    assert_null(parse_text(HEAD ".entry a() {\n.reg .b32 %r<4>;\nadd.s32 %r1;\nadd.s32 %r1, %r2, %r3;\nbra X;\n}\n"
                                ".entry b() {\n.reg .b32 %r<4>;\nsub.s32 %r1, %r9, %r2;\nret;\n}\n.global .zz y;\n",
                           &d));
    for (m = d.first; m; m = m->next)
        lines[n++ & 3] = m->line;
    assert_int_equal(d.errors, 4);
    assert_int_equal(lines[0], 6);
    assert_int_equal(lines[1], 8);
    assert_int_equal(lines[2], 12);
    assert_int_equal(lines[3], 15);
    diag_free(&d);
}

/* A text of nothing but mistakes ends soon, and deep nesting is refused, not followed. */
static void test_bounded(void **state)
{
    static const struct {
        const char *before, *repeat, *after;
    } rows[] = {{HEAD ".entry k() {\n", "{", ""},
                {HEAD ".global .u32 x = ", "(", "1;"},
                {HEAD ".global .u32 x = ", "-", "1;"},
                {HEAD ".global .u32 x[9] = ", "{", "1;"},
                {HEAD ".entry k() {\n.reg .b32 %r<2>;\nmov.b32 %r1, ", "1?", "1;"},
                {HEAD ".entry k() {\nfrob ", "{[", "1;"},
                {HEAD, "@", "\n"},
                {HEAD, "\001", "\n"},
                {HEAD ".entry k() {\n", "add;", "}\n"},
                {HEAD ".entry k() {\n.reg .b32 %r<2>;\nwmma.x %r1", ", %r0", ";}\n"}};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        size_t n = 100000, unit = strlen(rows[i].repeat), at = strlen(rows[i].before);
        char *text = malloc(at + n * unit + 16);
        struct ptx_module *m;
        struct diag d;
        strcpy(text, rows[i].before);
        for (size_t k = 0; k < n; k++, at += unit)
            memcpy(text + at, rows[i].repeat, unit + 1);
        strcpy(text + at, rows[i].after);
        m = parse_text(text, &d);
        assert_true(m == NULL || i == 6); /* lines that start with @@ are skipped, as old compilers' DWARF */
        ptx_free(m);
        assert_true(d.errors <= DIAG_KEEP + 2);
        diag_free(&d);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_wrong),
        cmocka_unit_test(test_modules),
        cmocka_unit_test(test_several),
        cmocka_unit_test(test_bounded),
    };
    return cmocka_run_group_tests_name("ptx_errors", tests, NULL, NULL);
}
