/* Every kind of instruction: parses, and means what it says. */
#include "ptx_test.h"

/* Each must come out of the disassembler as it went in (numbers in hexadecimal). */
static const char *const same[] = {
    /* arithmetic */
    "add.s32 %r1, %r2, %r3;",
    "add.cc.u32 %r1, %r2, 0x7;",
    "addc.cc.u32 %r1, %r2, %r3;",
    "addc.u32 %r1, %r2, %r3;",
    "sub.cc.u64 %d1, %d2, %d3;",
    "subc.u64 %d1, %d2, %d3;",
    "add.sat.s32 %r1, %r2, %r3;",
    "add.rz.ftz.sat.f32 %f1, %f2, %f3;",
    "add.rn.f64 %g1, %g2, %g3;",
    "add.f16 %h1, %h2, %h3;",
    "add.rn.f16x2 %r1, %r2, %r3;",
    "sub.s16 %h1, %h2, 0x3;",
    "mul.lo.s32 %r1, %r2, %r3;",
    "mul.hi.u64 %d1, %d2, %d3;",
    "mul.wide.s32 %d1, %r1, 0x4;",
    "mul.wide.u16 %r1, %h1, %h2;",
    "mul.rn.f32 %f1, %f2, %f3;",
    "mad.lo.s32 %r1, %r2, %r3, %r4;",
    "mad.wide.u32 %d1, %r2, %r3, %d4;",
    "mad.hi.cc.u32 %r1, %r2, %r3, %r4;",
    "madc.hi.u32 %r1, %r2, %r3, %r4;",
    "mad.hi.sat.s32 %r1, %r2, %r3, %r4;",
    "mul24.lo.s32 %r1, %r2, %r3;",
    "mad24.hi.u32 %r1, %r2, %r3, %r4;",
    "sad.u32 %r1, %r2, %r3, %r4;",
    "div.s32 %r1, %r2, %r3;",
    "div.full.f32 %f1, %f2, %f3;",
    "div.approx.ftz.f32 %f1, %f2, %f3;",
    "div.rp.f64 %g1, %g2, %g3;",
    "rem.u64 %d1, %d2, %d3;",
    "abs.s32 %r1, %r2;",
    "abs.ftz.f32 %f1, %f2;",
    "neg.f64 %g1, %g2;",
    "neg.s16 %h1, %h2;",
    "min.u32 %r1, %r2, %r3;",
    "max.NaN.f32 %f1, %f2, %f3;",
    "min.ftz.xorsign.abs.f32 %f1, %f2, %f3;",
    "fma.rn.f32 %f1, %f2, %f3, %f4;",
    "fma.rm.ftz.sat.f32 %f1, %f2, %f3, %f4;",
    "fma.rn.relu.f16x2 %r1, %r2, %r3, %r4;",
    "fma.rn.bf16 %h1, %h2, %h3, %h4;",
    "dp4a.s32.u32 %r1, %r2, %r3, %r4;",
    "dp2a.lo.u32.s32 %r1, %r2, %r3, %r4;",
    "rcp.rn.f32 %f1, %f2;",
    "rcp.approx.ftz.f64 %g1, %g2;",
    "sqrt.approx.f32 %f1, %f2;",
    "sqrt.rz.f64 %g1, %g2;",
    "rsqrt.approx.ftz.f32 %f1, %f2;",
    "sin.approx.f32 %f1, %f2;",
    "cos.approx.ftz.f32 %f1, %f2;",
    "lg2.approx.f32 %f1, %f2;",
    "ex2.approx.ftz.f32 %f1, %f2;",
    "ex2.approx.f16 %h1, %h2;",
    "tanh.approx.f32 %f1, %f2;",
    "copysign.f64 %g1, %g2, %g3;",
    "testp.subnormal.f32 %p1, %f1;",
    /* logic and bits */
    "and.b32 %r1, %r2, 0xff;",
    "or.pred %p1, %p2, %p3;",
    "xor.b64 %d1, %d2, %d3;",
    "not.pred %p1, %p2;",
    "not.b16 %h1, %h2;",
    "cnot.b32 %r1, %r2;",
    "lop3.b32 %r1, %r2, %r3, %r4, 0x96;",
    "lop3.or.b32 %r1|%p1, %r2, %r3, %r4, 0x96, %p2;",
    "shl.b64 %d1, %d2, %r1;",
    "shr.s32 %r1, %r2, 0x1f;",
    "shr.u16 %h1, %h2, %r3;",
    "shf.l.wrap.b32 %r1, %r2, %r3, %r4;",
    "shf.r.clamp.b32 %r1, %r2, %r3, %r4;",
    "bfe.s64 %d1, %d2, %r1, %r2;",
    "bfi.b32 %r1, %r2, %r3, 0x4, 0x8;",
    "bfind.shiftamt.u32 %r1, %r2;",
    "bfind.s64 %r1, %d2;",
    "brev.b64 %d1, %d2;",
    "clz.b64 %r1, %d2;",
    "popc.b32 %r1, %r2;",
    "prmt.b32 %r1, %r2, %r3, 0x3210;",
    "prmt.b32.ecl %r1, %r2, %r3, %r4;",
    "fns.b32 %r1, %r2, %r3, %r4;",
    "bmsk.clamp.b32 %r1, %r2, %r3;",
    "szext.wrap.s32 %r1, %r2, %r3;",
    /* comparison */
    "setp.lt.s32 %p1, %r1, %r2;",
    "setp.ge.and.f32 %p1|%p2, %f1, %f2, !%p3;",
    "setp.neu.ftz.f32 %p1, %f1, %f2;",
    "setp.lo.u32 %p1, %r1, %r2;",
    "setp.eq.f16 %p1, %h1, %h2;",
    "setp.nan.f64 %p1, %g1, %g2;",
    "set.gt.u32.f32 %r1, %f1, %f2;",
    "set.lt.or.f32.s32 %f1, %r1, %r2, %p1;",
    "selp.b64 %d1, %d2, %d3, %p1;",
    "selp.f32 %f1, %f2, %f3, %p1;",
    "slct.f32.s32 %f1, %f2, %f3, %r1;",
    "slct.u64.f32 %d1, %d2, %d3, %f1;",
    /* moves and conversions */
    "mov.u32 %r1, %tid.x;",
    "mov.u32 %r1, %nctaid.z;",
    "mov.u64 %d1, %clock64;",
    "mov.u32 %r1, %lanemask_lt;",
    "mov.u32 %r1, %envreg31;",
    "mov.u32 %r1, %dynamic_smem_size;",
    "mov.u64 %d1, tab;",
    "mov.u64 %d1, tab+8;",
    "mov.u32 %r1, sh;",
    "mov.u64 %d1, f;",
    "mov.pred %p1, %p2;",
    "mov.b64 {%r1, %r2}, %d1;",
    "mov.b32 %r1, {%h1, %h2};",
    "mov.b64 %d1, {%h1, %h2, %h3, %h4};",
    "mov.b64 {_, %r1}, %d1;",
    "mov.b128 %q1, {%d1, %d2};",
    "mov.f32 %f1, %v.y;",
    "cvt.u8.u32 %r1, %r2;",
    "cvt.rn.f32.s32 %f1, %r1;",
    "cvt.rzi.sat.s32.f32 %r1, %f1;",
    "cvt.s64.s8 %d1, %h1;",
    "cvt.rn.f16.f32 %h1, %f1;",
    "cvt.rn.f16x2.f32 %r1, %f1, %f2;",
    "cvt.f64.f32 %g1, %f1;",
    "cvta.to.global.u64 %d1, %d2;",
    "cvta.shared.u64 %d1, %d2;",
    "isspacep.shared %p1, %d1;",
    /* memory */
    "ld.global.u32 %r1, [%d1];",
    "ld.global.nc.v4.f32 {%f1, %f2, %f3, %f4}, [%d1+16];",
    "ld.param.u64 %d1, [kp];",
    "ld.param.u32 %r1, [kn];",
    "ld.const.f32 %f1, [cst];",
    "ld.shared.b32 %r1, [sh+4];",
    "ld.local.v2.u32 {%r1, %r2}, [loc];",
    "ld.volatile.global.u8 %h1, [%d1-3];",
    "ld.relaxed.gpu.global.u32 %r1, [%d1];",
    "ld.global.L1::no_allocate.L2::128B.u32 %r1, [%d1];",
    "ld.global.cg.b64 %d1, [0x1000];",
    "ld.f64 %g1, [%d1];",
    "ld.shared::cta.u32 %r1, [%r2];",
    "ldu.global.f32 %f1, [%d1];",
    "st.global.cs.u16 [%d1], %h1;",
    "st.shared.v4.f32 [sh], {%f1, %f2, %f3, 0x0};",
    "st.release.sys.global.u32 [%d1], 0x5;",
    "st.param.b32 [arg], %r1;",
    "st.local.u8 [loc+3], %r1;",
    "st.global.b8 [%d1], %b1;",
    "prefetch.global.L2 [%d1];",
    "prefetchu.L1 [%d1];",
    "discard.global.L2 [%d1], 0x80;",
    "atom.global.add.u32 %r1, [%d1], 0x1;",
    "atom.shared.cas.b32 %r1, [sh], %r2, %r3;",
    "atom.acq_rel.gpu.global.exch.b64 %d1, [%d2], %d3;",
    "atom.global.add.noftz.f16x2 %r1, [%d1], %r2;",
    "atom.global.inc.u32 _, [%d1], %r1;",
    "red.global.max.s64 [%d1], %d2;",
    "red.relaxed.gpu.global.add.f32 [%d1], %f1;",
    "tex.1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [tx, {%r1}];",
    "tex.2d.v4.u32.f32 {%r1, %r2, %r3, %r4}, [%d1, {%f1, %f2}];",
    "tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [tx, %d1, {%f1, %f2}];",
    "tex.level.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [tx, {%f1, %f2}], %f5;",
    /* control and communication */
    "@%p1 add.s32 %r1, %r2, %r3;",
    "@!%p1 ret;",
    "exit;",
    "trap;",
    "brkpt;",
    "nanosleep.u32 0x14;",
    "pmevent 0x1;",
    "bar.sync 0x0;",
    "bar.sync %r1, 0x40;",
    "bar.arrive 0x1, %r2;",
    "bar.red.popc.u32 %r1, 0x0, %p1;",
    "bar.red.and.pred %p1, 0x0, 0x40, !%p2;",
    "bar.warp.sync 0xffffffff;",
    "barrier.sync.aligned 0x0;",
    "barrier.cta.sync 0x0;",
    "membar.gl;",
    "fence.acq_rel.gpu;",
    "fence.proxy.async;",
    "vote.sync.ballot.b32 %r1, %p1, %r2;",
    "vote.all.pred %p1, !%p2;",
    "vote.sync.any.pred %p1, %p2, 0xffffffff;",
    "match.any.sync.b32 %r1, %r2, %r3;",
    "match.all.sync.b64 %r1|%p1, %d1, %r3;",
    "activemask.b32 %r1;",
    "redux.sync.add.s32 %r1, %r2, %r3;",
    "shfl.sync.down.b32 %r1|%p1, %r2, %r3, 0x1f, 0xffffffff;",
    "shfl.sync.idx.b32 %r1, %r2, %r3, 0x1f, %r4;",
    "shfl.bfly.b32 %r1, %r2, 0x10, 0x1f;",
    "elect.sync %r1|%p1, 0xffffffff;",
    "vadd.u32.u32.u32.sat %r1.h1, %r2.b0, %r3.h1, %r4;",
    "vabsdiff.s32.s32.u32.add %r1, %r2, %r3.b3, %r4;",
    "vmad.s32.u32.u32.sat.shr7 %r1, -%r2.h0, %r3, %r4;",
    "vset.s32.u32.lt %r1, %r2, %r3;",
    "griddepcontrol.wait;",
    "mma.sync.aligned.m8n8k16.row.col.satfinite.s32.s8.u8.s32 {%r1, %r2}, {%r3}, {%r4}, {%r1, %r2};",
    "mma.sp.sync.aligned.m16n8k16.row.col.f16.f16.f16.f16 {%r1, %r2}, {%r3, %r4}, {%r5, %r6}, {%r1, %r2}, %r7, 0x1;",
    "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r1, %r2}, [%r5+16];",
    "stmatrix.sync.aligned.m8n8.x1.shared.b16 [%r1], {%r2};",
    "movmatrix.sync.aligned.m8n8.trans.b16 %r1, %r2;",
    "call.uni (res), f, (arg);",
    "call (res), %d1, (arg), proto;",
};

static void test_same(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(same); i++) {
        struct ptx_module *m;
        const char *body = same[i];
        char with_proto[256], text[256], *cut;
        snprintf(with_proto, sizeof with_proto, "%s", body);
        m = parse_body(body);
        ptx_print_instr(ptx_find_func(m, "k"), 0, text, sizeof text);
        cut = strstr(with_proto, ", proto;");
        if (cut)
            strcpy(cut, ";");
        assert_string_equal(text, with_proto);
        assert_false(only_instr(m)->parse_only);
        ptx_free(m);
    }
}

/* Parses, and is marked as something that does not execute. */
static const char *const parse_only[] = {
    "vabsdiff4.u32.u32.u32.add %r1, %r2.b3210, %r3.b7654, %r4;",
    "max.u16x2 %r1, %r2, %r3;",
    "suld.b.2d.b32.trap {%r1}, [%d1, {%r2, %r3}];",
    "sust.b.1d.b32.zero [%d1, {%r2}], {%r1};",
    "suld.b.1d.b32.trap {%r1}, [tx, {%r2}];",
    "tex.grad.2d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [tx, {%f1,%f2}], {%f3,%f4}, {%f5,%f6};",
    "red.async.relaxed.cluster.global.add.u32 [%d1], %r1;",
    "multimem.ld_reduce.global.add.f32 %f1, [%d1];",
    "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%r1], 32;",
    "alloca.u64 %d1, 16, 8;",
};

static void test_parse_only(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(parse_only); i++) {
        struct ptx_module *m = parse_body(parse_only[i]);
        assert_true(only_instr(m)->parse_only);
        assert_int_equal(ptx_find_func(m, "k")->n_code, 2);
        ptx_free(m);
    }
}

static const struct {
    const char *body;
    u32 opnd;
    u64 bits;
} immediates[] = {
    {"add.f32 %f1, %f2, 1;", 2, 0x3f800000},
    {"add.f32 %f1, %f2, -1.5;", 2, 0xbfc00000},
    {"add.f32 %f1, %f2, 0d3FF0000000000000;", 2, 0x3f800000},
    {"add.f64 %g1, %g2, 0f3F800000;", 2, 0x3ff0000000000000},
    {"add.f64 %g1, %g2, 1e10;", 2, 0x4202a05f20000000},
    {"mov.b32 %r1, 0f3F800000;", 1, 0x3f800000},
    {"mov.b64 %d1, 0d3FF0000000000000;", 1, 0x3ff0000000000000},
    {"mov.b16 %h1, 0x3C00;", 1, 0x3c00},
    {"mov.b16 %h1, 1.0;", 1, 0x3c00},
    {"add.s32 %r1, %r2, -1;", 2, 0xffffffff},
    {"add.s64 %d1, %d2, -1;", 2, UINT64_MAX},
    {"add.s64 %d1, %d2, 18446744073709551615;", 2, UINT64_MAX},
    {"add.s16 %h1, %h2, -2;", 2, 0xfffe},
    {"mov.u32 %r1, WARP_SZ;", 1, 32},
    {"mov.u32 %r1, 0b1011;", 1, 11},
    {"mov.u32 %r1, 017;", 1, 15},
    {"mov.u32 %r1, 0xFFU;", 1, 255},
    {"mov.u32 %r1, (1<<4)|3;", 1, 19},
    {"mov.u32 %r1, 2+3*4;", 1, 14},
    {"mov.u32 %r1, (2+3)*4-(7%4);", 1, 17},
    {"mov.s32 %r1, -7/2;", 1, 0xfffffffd},
    {"mov.s64 %d1, (.u64)-1>>63;", 1, 1},
    {"mov.s64 %d1, -1>>63;", 1, UINT64_MAX},
    {"mov.u32 %r1, 3>2 ? 5 : 6;", 1, 5},
    {"mov.u32 %r1, !0 + ~0;", 1, 0},
    {"mov.u32 %r1, 1==1 && 2!=2 || 4<=4;", 1, 1},
    {"mov.pred %p1, 2;", 1, 1},
    {"mul.wide.u32 %d1, %r1, -858993459;", 2, 0xcccccccd},
    {"shl.b64 %d1, %d2, 4;", 2, 4},
};

static void test_immediates(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT_OF(immediates); i++) {
        struct ptx_module *m = parse_body(immediates[i].body);
        const struct ptx_operand *o = &only_instr(m)->opnd[immediates[i].opnd];
        if (o->kind != PO_IMM || o->imm != immediates[i].bits)
            fail_msg("%s: found 0x%llx, expected 0x%llx", immediates[i].body, (unsigned long long)o->imm,
                     (unsigned long long)immediates[i].bits);
        ptx_free(m);
    }
}

static void test_fields(void **state)
{
    struct ptx_module *m;
    const struct ptx_instr *i;

    (void)state;
    m = parse_body("setp.ge.and.f32 %p1|%p2, %f1, %f2, !%p3;");
    i = only_instr(m);
    assert_int_equal(i->op, OP_SETP);
    assert_int_equal(i->cmp, PC_GE);
    assert_int_equal(i->boolop, PB_AND);
    assert_int_equal(i->n_dst, 2);
    assert_int_equal(i->n_opnd, 5);
    assert_int_equal(i->opnd[4].neg, 1);
    ptx_free(m);

    m = parse_body("atom.shared.and.b32 %r1, [sh+4], %r2;");
    i = only_instr(m);
    assert_int_equal(i->sub, SUB_AND);
    assert_int_equal(i->boolop, PB_NONE);
    assert_int_equal(i->space, PS_SHARED);
    assert_int_equal(i->opnd[1].base, PO_SYM);
    assert_int_equal(i->opnd[1].off, 4);
    ptx_free(m);

    m = parse_body("bar.red.popc.u32 %r1, 0, %p1;");
    i = only_instr(m);
    assert_int_equal(i->sub, SUB_POPC);
    assert_int_equal(i->n_dst, 1);
    ptx_free(m);

    m = parse_body("bar.warp.sync 0xffffffff;");
    assert_int_equal(only_instr(m)->sub, SUB_WARP);
    ptx_free(m);

    m = parse_body("vote.uni.pred %p1, %p2;");
    assert_int_equal(only_instr(m)->sub, SUB_UNI);
    ptx_free(m);

    m = parse_body("tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [tx, %d1, {%f1, %f2}];");
    i = only_instr(m);
    assert_int_equal(i->sub, SUB_2D);
    assert_int_equal(i->opnd[1].kind, PO_SYM);
    assert_int_equal(i->opnd[2].kind, PO_VEC);
    assert_int_equal(i->opnd[2].n_vec, 2);
    assert_int_equal(i->opnd[3].kind, PO_REG);
    ptx_free(m);

    m = parse_body("ld.f32 %f1, [tab+4];"); /* no space: the variable's */
    assert_int_equal(only_instr(m)->space, PS_GLOBAL);
    ptx_free(m);

    m = parse_body("st.global.v4.f32 [%d1], %v;"); /* a vector register is its four parts */
    i = only_instr(m);
    assert_int_equal(i->opnd[1].kind, PO_VEC);
    assert_int_equal(i->opnd[1].vec[3].reg, i->opnd[1].vec[0].reg + 3);
    ptx_free(m);
}

static void test_class(void **state)
{
    static const struct {
        const char *body;
        u8 unit;
    } rows[] = {{"add.f64 %g1, %g2, %g3;", PU_FP64},
                {"add.f32 %f1, %f2, %f3;", PU_FP32},
                {"add.s32 %r1, %r2, %r3;", PU_ALU},
                {"mul.lo.s32 %r1, %r2, %r3;", PU_MUL},
                {"mul.f32 %f1, %f2, %f3;", PU_FP32},
                {"fma.rn.f64 %g1, %g2, %g3, %g4;", PU_FP64},
                {"mov.f64 %g1, %g2;", PU_ALU},
                {"cvt.rn.f32.s32 %f1, %r1;", PU_CVT},
                {"cvt.f64.f32 %g1, %f1;", PU_FP64},
                {"setp.lt.f64 %p1, %g1, %g2;", PU_FP64},
                {"div.s32 %r1, %r2, %r3;", PU_SFU},
                {"ld.global.f64 %g1, [%d1];", PU_MEM},
                {"bra L1;", PU_CONTROL},
                {"bar.sync 0;", PU_BARRIER},
                {"shfl.bfly.b32 %r1, %r2, 1, 31;", PU_SHFL}};

    (void)state;
    for (size_t i = 0; i < COUNT_OF(rows); i++) {
        struct ptx_module *m = parse_body(rows[i].body);
        assert_int_equal(ptx_instr_class(only_instr(m)), rows[i].unit);
        ptx_free(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_same),   cmocka_unit_test(test_parse_only), cmocka_unit_test(test_immediates),
        cmocka_unit_test(test_fields), cmocka_unit_test(test_class),
    };
    return cmocka_run_group_tests_name("ptx_instr", tests, NULL, NULL);
}
