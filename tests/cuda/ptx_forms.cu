// Forms of PTX that people write by hand, and what they compute. The numbers were read off an H200 (driver 580); what ptxas does not
// take there, predicates as arguments among it, computes what PTX's manual says.
// machines: h200 a100 gtx480
// expect: all right
#include <cstdio>
#include <cstring>
#include <cuda.h>

struct form {
    const char *name, *decls, *body; // leaves its results in r0 and r1
    unsigned long long r0, r1;
};

// From one chain of sums and differences: x of the first operation, r of the last; the flag goes between them.
#define CHAIN(first, last)                                                                                           \
    "ld.global.u32 a,[in]; ld.global.u32 b,[in+4]; ld.global.u32 c,[in+8]; ld.global.u32 d,[in+12];\n" first         \
    " x,a,b; " last " y,c,d; cvt.u64.u32 r0,x; cvt.u64.u32 r1,y;"
#define GLOBALS ".global .align 8 .u32 in[4] = {0x80000000, 0x9033662b, 0x80000000, 0xffffffff};\n"
#define BORROWS ".global .align 8 .u32 in[4] = {0x2ff0dd5b, 0x34600e29, 0x80000000, 0x550cbafa};\n"
#define CALLEE                                                                                                       \
    ".func (.reg .u32 r) f(.reg .pred p, .reg .u32 x) { @p add.u32 r, x, 1; @!p add.u32 r, x, 100; ret; }\n"
#define TRUTH                                                                                                        \
    ".func (.reg .pred r) f(.reg .pred p, .reg .u32 x) { .reg .pred t; setp.gt.u32 t, x, 3; and.pred r, p, t; ret; " \
    "}\n"
#define ELEMENTS ".global .align 8 .u32 g[8] = {10,11,12,13,14,15,16,17}; .const .align 8 .u32 table[4] = {20,21,22,23}; .shared .align 8 .u32 s[8];\n" \
    ".global .align 8 .b8 bytes[16]; .global .align 8 .v2 .u32 pairs[16]; .global .align 8 .u32 rows[2][3];\n"
// With the lane's number as data, so that a warp's lanes differ
#define LANE "mov.u32 x, %laneid;"

static const form forms[] = {
    {"add.cc, addc", GLOBALS, CHAIN("add.cc.u32", "addc.u32"), 0x1033662b, 0x80000000},
    {"add.cc, subc", GLOBALS, CHAIN("add.cc.u32", "subc.u32"), 0x1033662b, 0x80000001},
    {"sub.cc, addc, borrows", GLOBALS, CHAIN("sub.cc.u32", "addc.u32"), 0xefcc99d5, 0x7fffffff},
    {"sub.cc, subc, borrows", GLOBALS, CHAIN("sub.cc.u32", "subc.u32"), 0xefcc99d5, 0x80000000},
    {"add.cc without carry, subc", BORROWS, CHAIN("add.cc.u32", "subc.u32"), 0x6450eb84, 0x2af34505},
    {"sub.cc, subc, borrows again", BORROWS, CHAIN("sub.cc.u32", "subc.u32"), 0xfb90cf32, 0x2af34505},
    {"sub.cc of equals, addc, subc", GLOBALS,
     "ld.global.u32 a,[in]; sub.cc.s32 x,a,a; addc.cc.s32 x,0,0; subc.s32 y,7,2; cvt.u64.u32 r0,x; cvt.u64.u32 r1,y;",
     1, 4},
    {"sub.cc.u64, addc.u64", GLOBALS,
     "ld.global.u64 r2,[in]; sub.cc.u64 r3,r2,1; addc.cc.u64 r0,0,0; sub.cc.u64 r3,1,r2; addc.u64 r1,0,0;", 1, 0},
    {"a predicate as argument", CALLEE,
     "mov.u32 x,5; setp.eq.u32 q,x,5; call (y), f, (q, x); cvt.u64.u32 r0,y; setp.eq.u32 q,x,6; call (y), f, (q, x); "
     "cvt.u64.u32 r1,y;",
     6, 105},
    {"negated, and a number", CALLEE,
     "mov.u32 x,5; setp.eq.u32 q,x,5; call (y), f, (!q, x); cvt.u64.u32 r0,y; call (y), f, (1, x); cvt.u64.u32 r1,y;",
     105, 6},
    {"another in each lane", CALLEE,
     LANE "and.b32 z,x,1; setp.eq.u32 q,z,1; call (y), f, (q, x); shfl.sync.down.b32 z,y,1,31,-1; cvt.u64.u32 r0,y; "
          "cvt.u64.u32 r1,z;",
     100, 2},
    {"a predicate as result", TRUTH,
     "mov.u32 x,5; setp.eq.u32 q,x,5; call (q2), f, (q, x); selp.u64 r0,1,2,q2; call (q2), f, (q, 2); selp.u64 "
     "r1,1,2,q2;",
     1, 2},
    {"of some lanes only", TRUTH,
     LANE "setp.lt.u32 q,x,32; setp.ge.u32 q2,x,32; add.u32 y,x,3; and.b32 z,x,1; setp.eq.u32 t,z,1; @t call (q2), "
          "f, (q, y);\n"
          "vote.sync.ballot.b32 z,q2,-1; cvt.u64.u32 r0,z;",
     0xaaaaaaaa, 0},
    // An array's element without brackets: of .v2 and of inner arrays the smallest parts count
    {"mov array[number]", ELEMENTS, "mov.u64 r0,g[2]; mov.u64 r2,g; sub.u64 r0,r0,r2; mov.u64 r1,pairs[3]; mov.u64 r2,pairs; sub.u64 r1,r1,r2;", 8, 12},
    {"of bytes, of rows", ELEMENTS, "mov.u64 r0,bytes[0x3]; mov.u64 r2,bytes; sub.u64 r0,r0,r2; mov.u64 r1,rows[1]; mov.u64 r2,rows; sub.u64 r1,r1,r2;", 3, 4},
    {"of a local and a shared array", ELEMENTS,
     ".local .align 8 .b8 l[16]; mov.u64 r0,l[4]; mov.u64 r2,l; sub.u64 r0,r0,r2; mov.u32 x,s[1+2]; mov.u32 y,s; sub.u32 x,x,y; cvt.u64.u32 r1,x;", 4, 12},
    {"ld and st array[number]", ELEMENTS, "ld.global.u32 x,g[2]; cvt.u64.u32 r0,x; st.global.u32 g[3],x; ld.u32 y,g[3]; cvt.u64.u32 r1,y;", 12, 12},
    {"cvta array[number]", ELEMENTS, "cvta.global.u64 r0,g[1]; cvta.global.u64 r2,g; sub.u64 r0,r0,r2; ld.const.u32 x,table[1]; cvt.u64.u32 r1,x;", 4, 21},
    {"register + number as a source", "", "mov.u64 r2,5; add.u64 r0,r2+1,2; mov.u32 x,7; mul.lo.u32 x,x-3,x+1; cvt.u64.u32 r1,x;", 8, 32},
    {"as what is stored", ELEMENTS, "mov.u64 r2,5; st.global.u64 [g+16],r2+1; ld.global.u64 r0,[g+16]; mov.u16 h,9; st.global.u16 [g],h+1; ld.global.u16 r1,[g];", 6, 10},
    {"mov.v2 across", "", "mov.u32 x,1; mov.u32 y,2; mov.v2.u32 {x,y},{y,x}; cvt.u64.u32 r0,x; cvt.u64.u32 r1,y;", 2, 1},
    {"mov.v2 of vectors and numbers", ".global .u32 none;\n",
     ".reg .v2 .u32 v, w; mov.v2.u32 v,{3,4}; mov.v2.u32 w,v; cvt.u64.u32 r0,w.x; cvt.u64.u32 r1,w.y;", 3, 4},
    {"mov.v4.f32", "", ".reg .v4 .f32 v; mov.v4.f32 v,{0f3f800000,0f40000000,0f40400000,0f40800000}; mov.b32 x,v.w; cvt.u64.u32 r0,x;", 0x40800000, 0},
    {"mov.v2.b64", "", "mov.u64 r2,4; mov.u64 r3,5; mov.v2.b64 {r0,r1},{r3,r2};", 5, 4},
    {"a row of vector registers", "", ".reg .v2 .b16 v<2>; mov.u32 x,0x50006; mov.b32 v1,x; cvt.u64.u16 r0,v1.x; cvt.u64.u16 r1,v1.y;", 6, 5},
    {"vectors as argument and result", ".func (.reg .v2 .u32 r) f(.reg .v2 .u32 a) { add.u32 r.x,a.x,1; add.u32 r.y,a.y,2; ret; }\n",
     ".reg .v2 .u32 v, w; mov.u32 v.x,7; mov.u32 v.y,8; call (w), f, (v); cvt.u64.u32 r0,w.x; cvt.u64.u32 r1,w.y;", 8, 10},
    {"of four halves", ".func (.reg .u32 r) f(.reg .v4 .u16 a) { .reg .u32 s; cvt.u32.u16 r,a.z; cvt.u32.u16 s,a.w; shl.b32 s,s,8; or.b32 r,r,s; ret; }\n",
     ".reg .v4 .u16 v; mov.v4.u16 v,{1,2,3,4}; call (x), f, (v); cvt.u64.u32 r0,x;", 0x403, 0},
    {"selp by a number", "", "mov.u16 h,3; mov.u16 k,4; selp.u16 h,h,k,0; cvt.u64.u16 r0,h; selp.u16 h,9,k,1; cvt.u64.u16 r1,h;", 4, 9},
    {"variables of a function that outlive it", "",
     ".global .u32 inner[2]={5,6}; .const .u32 fixed[2]={7,8}; .global .u64 where=inner+4;\n"
     "ld.global.u64 r2,[where]; ld.global.u32 x,[r2]; cvt.u64.u32 r0,x; ld.const.u32 x,[fixed+4]; cvt.u64.u32 r1,x;", 6, 8},
    {"as the source of cp.async", "",
     ".global .align 16 .b32 inner[4]={1,2,3,4}; .shared .align 16 .b32 ss[4]; cp.async.ca.shared.global [ss],[inner],16,12;\n"
     "cp.async.wait_all; ld.shared.u32 x,[ss+8]; cvt.u64.u32 r0,x; ld.shared.u32 x,[ss+12]; cvt.u64.u32 r1,x;", 3, 0},
    {"a register that a function passes to itself",
     ".func (.reg .u32 r) f(.reg .u32 n) { .reg .pred z; .reg .u32 m, k; setp.eq.u32 z, n, 0; mov.u32 r, 1; @z bra "
     "out;\n"
     "sub.u32 m, n, 1; call (k), f, (m); mul.lo.u32 r, k, n; out: ret; }\n",
     "call (y), f, (6); cvt.u64.u32 r0,y;", 720, 0},
};

static const char text[] =
    ".version 7.0\n.target sm_80\n.address_size 64\n%s.visible .entry k(.param .u64 to)\n{\n"
    ".reg .u64 o, r0, r1, r2, r3; .reg .u32 a, b, c, d, x, y, z; .reg .u16 h, k; .reg .pred q, q2, t;\n"
    "ld.param.u64 o,[to]; mov.u64 r0,0; mov.u64 r1,0;\n%s\nmov.u32 x,%%tid.x; setp.eq.u32 q,x,0;\n"
    "@q st.global.u64 [o],r0; @q st.global.u64 [o+8],r1;\nret;\n}\n";

int main()
{
    CUcontext context;
    CUdeviceptr to;
    int wrong = 0;
    cuInit(0);
    cuCtxCreate(&context, 0, 0);
    cuMemAlloc(&to, 16);
    for (const form &f : forms) {
        char ptx[4096], log[512] = "";
        CUmodule module;
        CUfunction k;
        CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER, CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
        void *values[] = {log, (void *)sizeof log}, *args[] = {&to};
        unsigned long long r[2] = {77, 77};
        snprintf(ptx, sizeof ptx, text, f.decls, f.body);
        int rc = cuModuleLoadDataEx(&module, ptx, 2, options, values);
        if (!rc)
            rc = cuModuleGetFunction(&k, module, "k");
        if (!rc)
            rc = cuLaunchKernel(k, 1, 1, 1, 32, 1, 1, 0, 0, args, 0);
        if (!rc)
            rc = cuMemcpyDtoH(r, to, sizeof r);
        if (rc || r[0] != f.r0 || r[1] != f.r1) {
            printf("%s: status %d, %llx %llx, expected %llx %llx\n%s", f.name, rc, r[0], r[1], f.r0, f.r1, log);
            wrong++;
        }
        if (!rc)
            cuModuleUnload(module);
    }
    if (!wrong)
        printf("all right\n");
    return wrong != 0;
}
