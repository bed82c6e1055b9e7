/* What wgmma and other accesses of shared memory cost each other on an H200, through the driver's API:
     gcc -O2 -I /usr/local/cuda/include -o wgmma_shared tools/h200/wgmma_shared.c -lcuda && ./wgmma_shared OUT.csv
   or, for what sluice takes: sluice cc -o wgmma_shared tools/h200/wgmma_shared.c -lcuda && sluice run -m h200 --
   ./wgmma_shared OUT.csv
   One CTA: warp groups that multiply (16 products, committed and waited for, a round) beside warps that load or store
   (16 instructions a round). Each side is measured while the other goes on for longer, and alone. Cycles a product
   (of a group) and cycles an access (of an SM). */
#include <string.h>

#include "driver.h"

static char text[1 << 18];
static size_t len;
#define PUT(...) (len += (size_t)snprintf(text + len, sizeof text - len, __VA_ARGS__))

struct access {
    const char *name, *op; /* op: of one, with %%u the place */
};
static const struct access accesses[] = {
    {"ld.shared.b32", "\tld.volatile.shared.b32 %%v%u, [%%s+%u];\n"},
    {"ld.shared.v4.b32", "\tld.volatile.shared.v4.b32 {%%v%u, %%x0, %%x1, %%x2}, [%%s4+%u];\n"},
    {"ldmatrix.x4", "\tldmatrix.sync.aligned.m8n8.x4.shared.b16 {%%v%u, %%x0, %%x1, %%x2}, [%%s4+%u];\n"},
    {"st.shared.b32", "\tst.volatile.shared.b32 [%%s+%2$u], %%v%1$u;\n"},
    {"st.shared.v4.b32", "\tst.volatile.shared.v4.b32 [%%s4+%2$u], {%%v%1$u, %%v0, %%v1, %%v2};\n"},
};

static void registers(const char *p, unsigned n)
{
    for (unsigned k = 0; k < n; k++)
        PUT("%s%%%s%u", k ? ", " : "{", p, k);
    PUT("}");
}

/* k(out, groups, rounds of products, rounds of accesses): cycles of each warp to out */
static void kernel(unsigned n, int regs, const struct access *a)
{
    len = 0;
    PUT(".version 8.7\n.target sm_90a\n.address_size 64\n"
        ".visible .entry k(.param .u64 p_out, .param .u32 p_groups, .param .u32 p_mul, .param .u32 p_acc)\n{\n"
        "\t.shared .align 1024 .b8 mem[49152];\n\t.reg .b64 %%out, %%x, %%da, %%db, %%t0, %%t1;\n"
        "\t.reg .b32 %%r, %%s, %%s4, %%i, %%n, %%g, %%a<4>, %%v<16>, %%x<3>;\n\t.reg .f32 %%d<128>;\n"
        "\t.reg .pred %%p, %%one;\n\tld.param.u64 %%out, [p_out];\n\tld.param.u32 %%g, [p_groups];\n"
        "\tmov.u32 %%r, %%tid.x;\n\tmov.u32 %%s, mem;\n\tshl.b32 %%i, %%r, 2;\n\tadd.u32 %%s, %%s, %%i;\n"
        "\tmov.u32 %%n, 0;\nZ:\tst.shared.b32 [%%s], %%n;\n\tadd.u32 %%s, %%s, 2048;\n\tadd.u32 %%i, %%i, 2048;\n"
        "\tsetp.lt.u32 %%p, %%i, 40960;\n\t@%%p bra Z;\n\tfence.proxy.async;\n"
        "\tmov.u32 %%s, mem;\n\tshr.u32 %%i, %%s, 4;\n\tcvt.u64.u32 %%da, %%i;\n"
        "\tor.b64 %%da, %%da, 0x4000004000010000;\n\tadd.u64 %%db, %%da, 512;\n" /* 128-byte swizzle, 1024, 16 */
        "\tand.b32 %%i, %%r, 31;\n\tshl.b32 %%n, %%i, 4;\n\tadd.u32 %%s4, %%s, %%n;\n\tadd.u32 %%s4, %%s4, 32768;\n"
        "\tshl.b32 %%n, %%i, 2;\n\tadd.u32 %%s, %%s, %%n;\n\tadd.u32 %%s, %%s, 32768;\n");
    for (unsigned k = 0; k < n / 2; k++)
        PUT("\tmov.f32 %%d%u, 0f00000000;\n", k);
    for (unsigned k = 0; k < 16; k++)
        PUT("\tmov.u32 %%v%u, %%i;\n", k);
    for (unsigned k = 0; k < 4; k++)
        PUT("\tmov.u32 %%a%u, 0;\n", k);
    PUT("\tmov.u32 %%i, 0;\n\tsetp.eq.u32 %%one, 0, 0;\n\tshr.u32 %%n, %%r, 7;\n\tsetp.ge.u32 %%p, %%n, %%g;\n"
        "\tbar.sync 0;\n\t@%%p bra A;\n\tld.param.u32 %%n, [p_mul];\n\tmov.u64 %%t0, %%clock64;\n"
        "L:\twgmma.fence.sync.aligned;\n");
    for (unsigned k = 0; k < 16; k++) {
        PUT("\twgmma.mma_async.sync.aligned.m64n%uk16.f32.f16.f16 ", n);
        registers("d", n / 2);
        PUT(", ");
        if (regs)
            registers("a", 4);
        else
            PUT("%%da");
        PUT(", %%db, %%one, 1, 1, %s;\n", regs ? "0" : "0, 0");
    }
    PUT("\twgmma.commit_group.sync.aligned;\n\twgmma.wait_group.sync.aligned 0;\n\tadd.u32 %%i, %%i, 1;\n"
        "\tsetp.lt.u32 %%p, %%i, %%n;\n\t@%%p bra L;\n\tmov.u64 %%t1, %%clock64;\n");
    for (unsigned k = 0; k < n / 2; k++)
        PUT("\tst.global.f32 [%%out+%u], %%d%u;\n", 4096 + 4 * k, k);
    PUT("\tbra E;\nA:\tld.param.u32 %%n, [p_acc];\n\tmov.u64 %%t0, %%clock64;\nM:\n");
    for (unsigned k = 0; k < 16; k++) {
        char line[160];
        snprintf(line, sizeof line, a->op, k, a->name[0] == 'l' && strchr(a->name, 'x') ? 512 * (k % 8) : 128 * k);
        PUT("%s", line);
    }
    PUT("\tadd.u32 %%i, %%i, 1;\n\tsetp.lt.u32 %%p, %%i, %%n;\n\t@%%p bra M;\n\tmov.u64 %%t1, %%clock64;\n");
    for (unsigned k = 0; k < 16; k++)
        PUT("\txor.b32 %%r, %%r, %%v%u;\n", k);
    PUT("\tst.global.u32 [%%out+2048], %%r;\nE:\tsub.u64 %%t1, %%t1, %%t0;\n\tmov.u32 %%r, %%tid.x;\n"
        "\tshr.u32 %%r, %%r, 5;\n\tmul.wide.u32 %%x, %%r, 8;\n\tadd.u64 %%out, %%out, %%x;\n"
        "\tst.global.u64 [%%out], %%t1;\n\tret;\n}\n");
}

static CUdeviceptr out;

/* The greatest time of warps first..last - 1; a launch before warms the caches */
static double cycles(CUfunction f, unsigned groups, unsigned warps, unsigned mul, unsigned acc, unsigned first,
                     unsigned last)
{
    uint64_t t[64], most = 0;
    void *args[] = {&out, &groups, &mul, &acc};
    for (int twice = 0; twice < 2; twice++) {
        ok(cuLaunchKernel(f, 1, 1, 1, groups * 128 + warps * 32, 1, 1, 0, NULL, args, NULL), "launch");
        ok(cuCtxSynchronize(), "kernel");
    }
    ok(cuMemcpyDtoH(t, out, sizeof t), "copy");
    for (unsigned k = first; k < last; k++)
        most = t[k] > most ? t[k] : most;
    return (double)most;
}

static void measure(FILE *csv, unsigned n, int regs, const struct access *a, unsigned rounds)
{
    kernel(n, regs, a);
    CUmodule m = load(text, a->name);
    if (!m)
        return;
    CUfunction f = entry(m, "k");
    for (unsigned groups = 1; groups <= 2; groups++)
        for (unsigned warps = 1; warps <= 8; warps *= 2) {
            unsigned w = groups * 4, all = w + warps;
            if ((groups == 2 && (n > 128 || warps > 4)) || (n > 128 && warps > 4))
                continue;
            double alone = cycles(f, groups, 0, rounds, 0, 0, w),
                   beside = cycles(f, groups, warps, rounds, rounds * 64, 0, w);
            double quiet = cycles(f, groups, warps, 0, rounds, w, all),
                   busy = cycles(f, groups, warps, rounds * 16, rounds, w, all);
            fprintf(csv, "m64n%uk16%s,%s,%u,%u,%.2f,%.2f,%.3f,%.3f\n", n, regs ? " A in registers" : "", a->name,
                    groups, warps, alone / rounds / 16, beside / rounds / 16, quiet / rounds / 16 / warps,
                    busy / rounds / 16 / warps);
            fflush(csv);
        }
    cuModuleUnload(m);
}

int main(int argc, char **argv)
{
    static const unsigned ns[] = {32, 64, 128, 192};
    FILE *csv = argc > 1 ? fopen(argv[1], "w") : NULL;
    unsigned rounds = argc > 2 ? (unsigned)atoi(argv[2]) : 200;
    if (!csv)
        return 2;
    start();
    ok(cuMemAlloc(&out, 1 << 16), "memory");
    fprintf(csv, "product,access,groups,warps,product_alone,product_beside,access_alone,access_beside\n");
    for (size_t a = 0; a < sizeof accesses / sizeof *accesses; a++)
        for (size_t n = 0; n < sizeof ns / sizeof *ns; n++)
            for (int regs = 0; regs < 2; regs++)
                measure(csv, ns[n], regs, &accesses[a], rounds);
    fclose(csv);
    return 0;
}
