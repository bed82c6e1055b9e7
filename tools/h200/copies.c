/* What an H200's copy engine leaves behind and how long it takes, and shared memory of a cluster, through the
   driver's API (no toolkit but its header is needed): gcc -O2 -I tests/emu -I /usr/local/cuda/include -o copies
   tools/h200/copies.c -lcuda && ./copies OUT-FOLDER [values] Writes tma_card.txt (a hash for each case of
   tests/emu/tma_cases.h), tma.bin (all bytes) and copies.csv (cycles). */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "driver.h"
#include "tma_ptx.h"

static char text[1 << 20];

static CUresult encode(CUtensorMap *m, const struct tma_case *c, CUdeviceptr at)
{
    if (c->im2col)
        return cuTensorMapEncodeIm2col(m, (CUtensorMapDataType)c->type, (cuuint32_t)c->rank, (void *)at, c->dim,
                                       c->stride, c->lower, c->upper, c->box[0], c->box[1], c->step,
                                       (CUtensorMapInterleave)c->interleave, (CUtensorMapSwizzle)c->swizzle, 0,
                                       (CUtensorMapFloatOOBfill)c->fill);
    return cuTensorMapEncodeTiled(m, (CUtensorMapDataType)c->type, (cuuint32_t)c->rank, (void *)at, c->dim, c->stride,
                                  c->box, c->step, (CUtensorMapInterleave)c->interleave,
                                  (CUtensorMapSwizzle)c->swizzle, 0, (CUtensorMapFloatOOBfill)c->fill);
}

static void value(int kind, int i, FILE *card, FILE *bin)
{
    static uint8_t host[TMA_GLOBAL];
    const struct tma_case *c = &tma_cases[i];
    char name[8];
    CUdeviceptr in, out;
    CUtensorMap map;
    start();
    tma_kernels(text, sizeof text);
    CUmodule m = load(text, "tma");
    ok(cuMemAlloc(&in, TMA_GLOBAL), "alloc");
    ok(cuMemAlloc(&out, TMA_SHARED), "alloc");
    for (uint32_t k = 0; k < TMA_GLOBAL; k++)
        host[k] = tma_byte(k, 7);
    ok(cuMemcpyHtoD(in, host, TMA_GLOBAL), "copy");
    if (!m || encode(&map, c, in)) {
        fprintf(card, "%d %d refused %s\n", i, kind, c->name);
        return;
    }
    snprintf(name, sizeof name, "k%d%d", kind, c->rank);
    CUfunction f = entry(m, name);
    uint32_t bytes = tma_bytes(c), at[5], off[3];
    for (int k = 0; k < 5; k++)
        at[k] = (uint32_t)c->at[k];
    for (int k = 0; k < 3; k++)
        off[k] = (uint32_t)c->offset[k];
    void *args[] = {&map, &out, &bytes, at, at + 1, at + 2, at + 3, at + 4, off, off + 1, off + 2};
    ok(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 0, NULL, args, NULL), c->name);
    if (cuCtxSynchronize()) {
        fprintf(card, "%d %d fault %s\n", i, kind, c->name);
        return;
    }
    uint32_t n = kind < 2 ? TMA_SHARED : TMA_GLOBAL;
    ok(cuMemcpyDtoH(host, kind < 2 ? out : in, n), "copy");
    fprintf(card, "%d %d %016llx %s\n", i, kind, (unsigned long long)tma_hash(host, n), c->name);
    fwrite(host, 1, n, bin);
}

/* A process a case: after a fault nothing more can be asked of a context. */
static void values(void)
{
    FILE *card = create("tma_card.txt"), *bin = create("tma.bin");
    for (int kind = 0; kind < 4; kind++)
        for (int i = 0; i < TMA_CASES; i++) {
            const struct tma_case *c = &tma_cases[i];
            if (c->im2col != (kind == 1) || (kind > 1 && !tma_stores(c)))
                continue;
            pid_t child = fork();
            if (!child) {
                value(kind, i, card, bin);
                fflush(card);
                fflush(bin);
                _exit(0);
            }
            int ended = 0;
            for (int tenths = 0; tenths < 50 && !ended; tenths++) {
                ended = waitpid(child, NULL, WNOHANG) == child;
                usleep(ended ? 0 : 100000);
            }
            if (ended)
                continue;
            kill(child, SIGKILL);
            waitpid(child, NULL, 0);
            fprintf(card, "%d %d hangs %s\n", i, kind, c->name);
            fflush(card);
        }
}

/* ---- Cycles ---- */
#define TOP                                                                                                          \
    ".version 8.0\n.target sm_90a\n.address_size 64\n.extern .shared .align 1024 .b8 sh[];\n.visible .entry "        \
    "k(.param "                                                                                                      \
    ".u64 in, .param .u64 out, .param .u32 n, .param .u32 m)\n{\n.reg .pred %p<4>; .reg .b32 %r<40>; .reg .b64 "     \
    "%d<20>; .shared .align 8 .b64 bar[64];\nld.param.u64 %d1, [in]; ld.param.u64 %d2, [out]; ld.param.u32 %r1, "    \
    "[n]; "                                                                                                          \
    "ld.param.u32 %r2, [m]; mov.u32 %r3, sh; mov.u32 %r4, bar; mov.u32 %r5, 0; mov.u32 %r30, %tid.x;\n"
#define SHOW(reg) "st.global.u64 [%d2], " reg "; ret;\n}\n"
/* a copy and the wait for it, again and again: cycles of m in a row */
static const char latency[] = TOP
    "mbarrier.init.shared.b64 [%r4], 1; fence.proxy.async;\nL: setp.eq.u32 %p1, %r5, 2; @%p1 mov.u64 %d3, %clock64;\n"
    "mbarrier.arrive.expect_tx.shared.b64 _, [%r4], "
    "%r1;\ncp.async.bulk.shared::cluster.global.mbarrier::complete_tx::"
    "bytes [%r3], [%d1], %r1, [%r4];\nand.b32 %r6, %r5, 1;\nW: mbarrier.try_wait.parity.shared.b64 %p2, [%r4], %r6; "
    "@!%p2 "
    "bra W;\nadd.u32 %r5, %r5, 1; setp.lt.u32 %p1, %r5, %r2; @%p1 bra L;\nmov.u64 %d4, %clock64; sub.u64 %d4, %d4, "
    "%d3;\n" SHOW("%d4");
/* m copies of n bytes, eight in flight */
static const char rate[] = TOP "I: shl.b32 %r7, %r5, 3; add.u32 %r7, %r7, %r4; mbarrier.init.shared.b64 [%r7], 1; "
                               "add.u32 %r5, %r5, 1; setp.lt.u32 "
                               "%p1, %r5, 8; @%p1 bra I;\nfence.proxy.async; mov.u32 %r5, 0; mov.u32 %r20, %ctaid.x; "
                               "mul.lo.u32 %r20, %r20, 131072; "
                               "cvt.u64.u32 %d8, %r20; add.u64 %d1, %d1, %d8; mov.u64 %d3, %clock64;\n"
                               "L: and.b32 %r8, %r5, 7; shl.b32 %r7, %r8, 3; add.u32 %r7, %r7, %r4; mul.lo.u32 %r9, "
                               "%r8, %r1; add.u32 %r10, %r9, %r3; "
                               "cvt.u64.u32 %d5, %r9; add.u64 %d5, %d5, %d1;\nsetp.lt.u32 %p1, %r5, 8; @%p1 bra "
                               "GO;\nshr.u32 %r6, %r5, 3; add.u32 %r6, "
                               "%r6, 1; and.b32 %r6, %r6, 1;\nW: mbarrier.try_wait.parity.shared.b64 %p2, [%r7], "
                               "%r6; @!%p2 bra W;\nGO: setp.ge.u32 "
                               "%p1, %r5, %r2; @%p1 bra NO; mbarrier.arrive.expect_tx.shared.b64 _, [%r7], %r1; "
                               "cp.async.bulk.shared::cluster.global."
                               "mbarrier::complete_tx::bytes [%r10], [%d5], %r1, [%r7];\nNO: add.u32 %r5, %r5, 1; "
                               "add.u32 %r11, %r2, 8; setp.lt.u32 %p1, "
                               "%r5, %r11; @%p1 bra L;\nmov.u64 %d4, %clock64; sub.u64 %d4, %d4, %d3;\n" SHOW("%d4");
/* stores of n bytes, and the wait for each (m 1: until read; 0: until written) */
static const char stores[] =
    TOP "L: setp.eq.u32 %p1, %r5, 2; @%p1 mov.u64 %d3, %clock64; cp.async.bulk.global.shared::cta.bulk_group [%d1], "
        "[%r3], %r1; "
        "cp.async.bulk.commit_group; setp.ne.u32 %p2, %r2, 0; @%p2 cp.async.bulk.wait_group.read 0; @!%p2 "
        "cp.async.bulk.wait_group 0; add.u32 %r5, %r5, 1; setp.lt.u32 %p1, %r5, 34; @%p1 bra L; mov.u64 %d4, "
        "%clock64; sub.u64 "
        "%d4, %d4, %d3;\n" SHOW("%d4");
/* a chain of loads from shared memory of the CTA of rank n; the own one is 0 */
static const char chain[] = TOP
    "mapa.shared::cluster.u32 %r7, %r3, %r1; st.shared.u32 [%r3], %r7; mov.u32 %r8, %cluster_ctarank; "
    "barrier.cluster.arrive; barrier.cluster.wait; mapa.shared::cluster.u32 %r9, %r3, %r1; st.shared.u32 [%r3], %r9; "
    "barrier.cluster.arrive; barrier.cluster.wait; mov.u64 %d4, 0; setp.ne.u32 %p1, %r8, 0; @%p1 bra E; mov.u64 %d3, "
    "%clock64;\nL: ld.shared::cluster.u32 %r9, [%r9]; add.u32 %r5, %r5, 1; setp.lt.u32 %p1, %r5, 256; @%p1 bra "
    "L;\nmov.u64 "
    "%d4, %clock64; sub.u64 %d4, %d4, %d3; st.global.u32 [%d2+8], %r9; st.global.u64 "
    "[%d2], %d4;\nE: barrier.cluster.arrive; barrier.cluster.wait; ret;\n}\n";
/* every thread loads m times 16 bytes of rank n's */
static const char band[] =
    TOP "mov.u32 %r8, %cluster_ctarank; add.u32 %r1, %r1, %r8; mov.u32 %r9, %cluster_nctarank; rem.u32 %r1, %r1, "
        "%r9; shl.b32 "
        "%r10, %r30, 4; add.u32 %r10, %r10, %r3; mapa.shared::cluster.u32 %r7, %r10, %r1; barrier.cluster.arrive; "
        "barrier.cluster.wait; mov.u64 %d3, %clock64; mov.u32 %r15, 0;\nL: ld.volatile.shared::cluster.v4.u32 {%r11, "
        "%r12, "
        "%r13, %r14}, "
        "[%r7]; xor.b32 %r15, %r15, %r11; ld.volatile.shared::cluster.v4.u32 {%r16, %r17, %r18, %r19}, [%r7+1024]; "
        "xor.b32 "
        "%r15, %r15, "
        "%r16; add.u32 %r5, %r5, 1; setp.lt.u32 %p1, %r5, %r2; @%p1 bra L;\nbar.sync 0; mov.u64 %d4, %clock64; "
        "sub.u64 %d4, %d4, "
        "%d3; st.global.u32 [%d2+8], %r15; st.global.u64 [%d2], %d4; "
        "barrier.cluster.arrive; barrier.cluster.wait; ret;\n}\n";
static const char barrier[] =
    TOP "barrier.cluster.arrive; barrier.cluster.wait; mov.u64 %d3, %clock64;\nL: barrier.cluster.arrive.aligned; "
        "barrier.cluster.wait.aligned; add.u32 %r5, %r5, 1; setp.lt.u32 %p1, %r5, 64; @%p1 bra L;\nmov.u64 %d4, "
        "%clock64; sub.u64 "
        "%d4, %d4, %d3;\n" SHOW("%d4");
/* test_wait that succeeds, arrivals: m 0 and 1 */
static const char objects[] =
    TOP "mbarrier.init.shared.b64 [%r4], 1; mbarrier.arrive.shared.b64 _, [%r4]; mov.u64 %d3, %clock64;\nL: "
        "setp.ne.u32 %p1, %r2, "
        "0; @%p1 bra A;\nmbarrier.try_wait.parity.shared.b64 %p2, [%r4], 0; @!%p2 bra L; bra N;\nA: "
        "mbarrier.arrive.shared.b64 "
        "%d6, [%r4]; and.b64 %d6, %d6, 0; cvt.u32.u64 %r7, %d6; add.u32 %r4, %r4, %r7;\nN: add.u32 %r5, %r5, 1; "
        "setp.lt.u32 %p1, "
        "%r5, 256; @%p1 bra L;\nmov.u64 %d4, %clock64; sub.u64 %d4, %d4, %d3;\n" SHOW("%d4");

static CUdeviceptr data, result;
static FILE *csv;

static void measure(const char *what, const char *ptx, uint32_t n, uint32_t m, unsigned blocks, unsigned threads,
                    unsigned cluster, double per, const char *unit)
{
    CUmodule mod = load(ptx, what);
    if (!mod)
        return;
    CUfunction f = entry(mod, "k");
    ok(cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 200 << 10), "shared");
    void *args[] = {&data, &result, &n, &m};
    CUlaunchAttribute a = {.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION};
    a.value.clusterDim.x = cluster, a.value.clusterDim.y = a.value.clusterDim.z = 1;
    CUlaunchConfig c = {blocks, 1, 1, threads, 1, 1, 200 << 10, NULL, &a, cluster > 1};
    uint64_t best = UINT64_MAX, got;
    for (int i = 0; i < 5; i++) {
        ok(cuLaunchKernelEx(&c, f, args, NULL), what);
        ok(cuCtxSynchronize(), what);
        ok(cuMemcpyDtoH(&got, result, 8), what);
        best = got < best ? got : best;
    }
    fprintf(csv, "%s,%u,%u,%u,%u,%u,%llu,%.3f,%s\n", what, n, m, blocks, threads, cluster, (unsigned long long)best,
            (double)best / per, unit);
    cuModuleUnload(mod);
}

static void cycles(void)
{
    csv = create("copies.csv");
    fprintf(csv, "what,n,m,blocks,threads,cluster,cycles,each,unit\n");
    ok(cuMemAlloc(&data, 64u << 20), "alloc");
    ok(cuMemAlloc(&result, 4096), "alloc");
    for (uint32_t n = 16; n <= 128u << 10; n *= 2)
        measure("copy and wait", latency, n, 34, 1, 1, 1, 32, "cycles a copy");
    for (uint32_t n = 128; n <= 16u << 10; n *= 2) {
        measure("copies in flight", rate, n, 256, 1, 1, 1, 256, "cycles a copy");
        measure("copies in flight on all SMs", rate, n, 256, 132, 1, 1, 256, "cycles a copy");
    }
    for (uint32_t n = 128; n <= 64u << 10; n *= 4)
        for (uint32_t m = 0; m < 2; m++)
            measure(m ? "store until read" : "store until written", stores, n, m, 1, 1, 1, 32, "cycles a copy");
    measure("load, own shared memory", chain, 0, 0, 2, 1, 2, 256, "cycles a load");
    measure("load, other CTA of 2", chain, 1, 0, 2, 1, 2, 256, "cycles a load");
    for (uint32_t n = 1; n < 8; n += 2)
        measure("load, other CTA of 8", chain, n, 0, 8, 1, 8, 256, "cycles a load");
    for (uint32_t n = 0; n < 2; n++)
        for (unsigned cl = 2; cl <= 8; cl *= 2)
            measure("16-byte loads of 1024 threads", band, n, 64, cl, 1024, cl, 64.0 * 2 * 16 * 1024,
                    "cycles a byte");
    for (unsigned cl = 1; cl <= 8; cl *= 2)
        measure("cluster barrier", barrier, 0, 0, cl, 128, cl, 64, "cycles");
    measure("try_wait that succeeds", objects, 0, 0, 1, 1, 1, 256, "cycles");
    measure("arrive", objects, 0, 1, 1, 1, 1, 256, "cycles");
    fclose(csv);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        folder = argv[1];
    values();
    if (argc > 2) /* values: no cycles */
        return 0;
    start();
    cycles();
    return 0;
}
