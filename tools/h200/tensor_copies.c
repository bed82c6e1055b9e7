/* How long an H200's copies of tensors take (tiles of 1 to 5 dimensions, im2col, stores, stores that reduce), and
   bulk copies on many SMs at a time, with the L2 warm and cold; through the driver's API: gcc -O2 -I
   /usr/local/cuda/include -o tensor_copies tools/h200/tensor_copies.c -lcuda && ./tensor_copies OUT-FOLDER Writes
   tensors.csv and many.csv. `sluice cc` compiles it, too. */
#include <string.h>

#include "driver.h"

static char text[1 << 16];
static CUdeviceptr data, result, other;
enum { OTHER = 256 << 20 };

#define HEAD ".version 8.0\n.target sm_90a\n.address_size 64\n.extern .shared .align 1024 .b8 sh[];\n"
#define REGS ".reg .pred %p<4>; .reg .b16 %h<4>; .reg .b32 %r<40>; .reg .b64 %d<20>; .shared .align 8 .b64 bar[16];\n"

/* ---- One SM, tensors ---- */

struct shape {
    const char *name;
    int type, bytes, rank, im2col, swizzle;
    uint32_t box[5]; /* of im2col: channels and pixels */
};
static const struct shape shapes[] = {
    {"1d 256 B", 7, 4, 1, 0, 0, {64}},
    {"1d 1 KB", 7, 4, 1, 0, 0, {256}},
    {"2d rows of 16 B 4 KB", 7, 4, 2, 0, 0, {4, 256}},
    {"2d rows of 32 B 4 KB", 7, 4, 2, 0, 0, {8, 128}},
    {"2d rows of 64 B 4 KB", 7, 4, 2, 0, 0, {16, 64}},
    {"2d rows of 128 B 1 KB", 6, 2, 2, 0, 3, {64, 8}},
    {"2d rows of 128 B 8 KB", 6, 2, 2, 0, 3, {64, 64}},
    {"2d rows of 128 B 8 KB no swizzle", 6, 2, 2, 0, 0, {64, 64}},
    {"2d rows of 128 B 32 KB", 6, 2, 2, 0, 3, {64, 256}},
    {"2d rows of 512 B 8 KB", 6, 2, 2, 0, 0, {256, 16}},
    {"2d rows of 512 B 32 KB", 6, 2, 2, 0, 0, {256, 64}},
    {"3d 8 KB", 6, 2, 3, 0, 3, {64, 8, 8}},
    {"4d 8 KB", 6, 2, 4, 0, 3, {64, 4, 4, 4}},
    {"5d 8 KB", 6, 2, 5, 0, 3, {64, 4, 4, 2, 2}},
    {"5d rows of 16 B 4 KB", 6, 2, 5, 0, 0, {8, 4, 4, 4, 4}},
    {"im2col 3d 8 KB", 6, 2, 3, 1, 3, {64, 64}},
    {"im2col 4d 8 KB", 6, 2, 4, 1, 3, {64, 64}},
    {"im2col 5d 8 KB", 6, 2, 5, 1, 3, {64, 64}},
    {"im2col 4d rows of 32 B 4 KB", 6, 2, 4, 1, 0, {16, 128}},
};

static uint32_t size_of(const struct shape *s)
{
    uint32_t n = (uint32_t)s->bytes;
    for (int k = 0; k < (s->im2col ? 2 : s->rank); k++)
        n *= s->box[k];
    return n;
}

static CUresult encode(CUtensorMap *m, const struct shape *s)
{
    cuuint64_t dim[5], stride[4];
    cuuint32_t step[5] = {1, 1, 1, 1, 1};
    int low[3] = {-1, -1, -1}, high[3] = {-1, -1, -1};
    for (int k = 0; k < s->rank; k++) { /* two boxes wide, so that rows do not touch each other */
        dim[k] = s->im2col ? (k ? 16 : 2 * s->box[0]) : k ? 2 * s->box[k] : 2 * s->box[0];
        if (k)
            stride[k - 1] = k > 1 ? stride[k - 2] * dim[k - 1] : dim[0] * (cuuint64_t)s->bytes;
    }
    if (s->im2col)
        return cuTensorMapEncodeIm2col(m, (CUtensorMapDataType)s->type, (cuuint32_t)s->rank, (void *)data, dim,
                                       stride, low, high, s->box[0], s->box[1], step, 0,
                                       (CUtensorMapSwizzle)s->swizzle, 0, 0);
    return cuTensorMapEncodeTiled(m, (CUtensorMapDataType)s->type, (cuuint32_t)s->rank, (void *)data, dim, stride,
                                  s->box, step, 0, (CUtensorMapSwizzle)s->swizzle, 0, 0);
}

enum way { LOAD, STORE, STORE_READ, ADD };
static const char *const ways[] = {"load", "store until written", "store until read", "add until written"};

/* `rounds` times: `flight` copies one after the other, and a wait for all. The first two rounds do not count. */
static void tensor_ptx(const struct shape *s, enum way way)
{
    static const char *const at[] = {"{%r7}", "{%r7, %r7}", "{%r7, %r7, %r7}", "{%r7, %r7, %r7, %r7}",
                                     "{%r7, %r7, %r7, %r7, %r7}"};
    static const char *const off[] = {"", "", ", {%h1}", ", {%h1, %h1}", ", {%h1, %h1, %h1}"};
    char op[300];
    if (way == LOAD)
        snprintf(
            op, sizeof op,
            "cp.async.bulk.tensor.%dd.shared::cluster.global.%s.mbarrier::complete_tx::bytes [%%r3], [%%d1, %s], "
            "[%%r4]%s;",
            s->rank, s->im2col ? "im2col" : "tile", at[s->rank - 1], s->im2col ? off[s->rank - 1] : "");
    else
        snprintf(op, sizeof op, "cp.%sasync.bulk.tensor.%dd.global.shared::cta.%s%s.bulk_group [%%d1, %s], [%%r3];",
                 way == ADD ? "reduce." : "", s->rank, way == ADD ? "add." : "",
                 s->im2col ? "im2col_no_offs" : "tile", at[s->rank - 1]);
    snprintf(
        text, sizeof text,
        HEAD ".visible .entry k(.param .align 64 .b8 map[128], .param .u64 out, .param .u32 n, .param .u32 flight, "
             ".param .u32 rounds)\n{\n%s"
             "mov.u64 %%d1, map; cvta.param.u64 %%d1, %%d1; ld.param.u64 %%d2, [out]; ld.param.u32 %%r1, [n];\n"
             "ld.param.u32 %%r2, [flight]; ld.param.u32 %%r8, [rounds]; mov.u32 %%r3, sh; mov.u32 %%r4, bar;\n"
             "mov.u32 %%r5, 0; mov.u32 %%r7, 0; mov.u16 %%h1, 1; mbarrier.init.shared.b64 [%%r4], 1;\n"
             "fence.proxy.async; mul.lo.u32 %%r9, %%r1, %%r2;\n"
             "L: setp.eq.u32 %%p1, %%r5, 2; @%%p1 mov.u64 %%d3, %%clock64; mov.u32 %%r6, 0;\n%s"
             "C: %s\nadd.u32 %%r6, %%r6, 1; setp.lt.u32 %%p1, %%r6, %%r2; @%%p1 bra C;\n%s"
             "add.u32 %%r5, %%r5, 1; setp.lt.u32 %%p1, %%r5, %%r8; @%%p1 bra L;\n"
             "mov.u64 %%d4, %%clock64; sub.u64 %%d4, %%d4, %%d3; st.global.u64 [%%d2], %%d4; ret;\n}\n",
        REGS, way == LOAD ? "mbarrier.arrive.expect_tx.shared.b64 _, [%r4], %r9;\n" : "", op,
        way == LOAD ? "and.b32 %r10, %r5, 1;\nW: mbarrier.try_wait.parity.shared.b64 %p2, [%r4], %r10; @!%p2 bra W;\n"
        : way == STORE_READ ? "cp.async.bulk.commit_group; cp.async.bulk.wait_group.read 0;\n"
                            : "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0;\n");
}

static void tensor(FILE *csv, const struct shape *s, enum way way)
{
    CUtensorMap map;
    uint32_t n = size_of(s), rounds = 34;
    CUresult e = encode(&map, s);
    tensor_ptx(s, way);
    CUmodule m = e ? NULL : load(text, s->name);
    if (!m) {
        fprintf(csv, "%s,%s,%u,,refused %d,\n", s->name, ways[way], n, (int)e);
        return;
    }
    CUfunction f = entry(m, "k");
    ok(cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 64 << 10), "shared");
    for (uint32_t flight = 1; flight <= 8; flight *= 8) {
        uint64_t best = UINT64_MAX, got;
        void *args[] = {&map, &result, &n, &flight, &rounds};
        for (int i = 0; i < 4; i++) {
            ok(cuLaunchKernel(f, 1, 1, 1, 1, 1, 1, 64 << 10, NULL, args, NULL), s->name);
            ok(cuCtxSynchronize(), s->name);
            ok(cuMemcpyDtoH(&got, result, 8), s->name);
            best = got < best ? got : best;
        }
        fprintf(csv, "%s,%s,%u,%u,%.1f,%.1f\n", s->name, ways[way], n, flight, (double)best / (rounds - 2),
                (double)best / (rounds - 2) / flight);
        fflush(csv);
    }
    cuModuleUnload(m);
}

/* ---- Many SMs, bulk copies ---- */

/* Each of `count` copies of n bytes goes to one of `slots` places, which it waits for; the source goes round in
   `span` bytes of the CTA's own, which are `apart` bytes from the next CTA's. */
static const char many_ptx[] = HEAD
    ".visible .entry k(.param .u64 in, .param .u64 out, .param .u32 n, .param .u32 count, .param .u32 slots, .param "
    ".u32 span, .param .u32 apart)\n{\n" REGS
    "ld.param.u64 %d1, [in]; ld.param.u64 %d2, [out]; ld.param.u32 %r1, [n]; ld.param.u32 %r2, [count];\n"
    "ld.param.u32 %r12, [slots]; ld.param.u32 %r13, [span]; ld.param.u32 %r14, [apart]; mov.u32 %r3, sh;\n"
    "mov.u32 %r4, bar; mov.u32 %r5, 0;\n"
    "I: shl.b32 %r7, %r5, 3; add.u32 %r7, %r7, %r4; mbarrier.init.shared.b64 [%r7], 1; add.u32 %r5, %r5, 1;\n"
    "setp.lt.u32 %p1, %r5, %r12; @%p1 bra I;\n"
    "fence.proxy.async; mov.u32 %r20, %ctaid.x; mul.wide.u32 %d8, %r20, %r14; add.u64 %d1, %d1, %d8;\n"
    "mul.wide.u32 %d8, %r20, 24; add.u64 %d2, %d2, %d8; mov.u64 %d9, %globaltimer; mov.u64 %d3, %clock64;\n"
    "mov.u32 %r5, 0; mov.u32 %r8, 0; mov.u32 %r11, 0; mov.u32 %r15, 1; add.u32 %r16, %r2, %r12;\n"
    /* %r8 the slot, %r11 the offset, %r15 the parity that the slot's last copy has */
    "L: shl.b32 %r7, %r8, 3; add.u32 %r7, %r7, %r4; mul.lo.u32 %r9, %r8, %r1; add.u32 %r10, %r9, %r3;\n"
    "cvt.u64.u32 %d5, %r11; add.u64 %d5, %d5, %d1; setp.lt.u32 %p1, %r5, %r12; @%p1 bra G;\n"
    "W: mbarrier.try_wait.parity.shared.b64 %p2, [%r7], %r15; @!%p2 bra W;\n"
    "G: setp.ge.u32 %p1, %r5, %r2; @%p1 bra N; mbarrier.arrive.expect_tx.shared.b64 _, [%r7], %r1;\n"
    "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r10], [%d5], %r1, [%r7];\n"
    "N: add.u32 %r5, %r5, 1; add.u32 %r8, %r8, 1; add.u32 %r11, %r11, %r1; setp.ge.u32 %p1, %r11, %r13;\n"
    "@%p1 mov.u32 %r11, 0; setp.ge.u32 %p1, %r8, %r12; @%p1 mov.u32 %r8, 0; @%p1 xor.b32 %r15, %r15, 1;\n"
    "setp.lt.u32 %p1, %r5, %r16; @%p1 bra L;\n"
    "mov.u64 %d4, %clock64; mov.u64 %d10, %globaltimer; sub.u64 %d4, %d4, %d3; st.global.u64 [%d2], %d4;\n"
    "st.global.u64 [%d2+8], %d9; st.global.u64 [%d2+16], %d10; ret;\n}\n";
/* The same bytes by 16-byte loads that pass the L1, 1,024 threads: for comparison. n: bytes that all threads load. */
static const char loads_ptx[] = HEAD
    ".visible .entry k(.param .u64 in, .param .u64 out, .param .u32 n, .param .u32 count, .param .u32 slots, .param "
    ".u32 span, .param .u32 apart)\n{\n" REGS
    "ld.param.u64 %d1, [in]; ld.param.u64 %d2, [out]; ld.param.u32 %r1, [n]; ld.param.u32 %r2, [count];\n"
    "ld.param.u32 %r13, [span]; ld.param.u32 %r14, [apart]; mov.u32 %r20, %ctaid.x; mov.u32 %r21, %tid.x;\n"
    "mul.wide.u32 %d8, %r20, %r14; add.u64 %d1, %d1, %d8; mul.wide.u32 %d8, %r20, 24; add.u64 %d2, %d2, %d8;\n"
    "mul.wide.u32 %d8, %r21, 16; add.u64 %d1, %d1, %d8; mov.u32 %r5, 0; mov.u32 %r11, 0; mov.u32 %r15, 0;\n"
    "bar.sync 0; mov.u64 %d9, %globaltimer; mov.u64 %d3, %clock64;\n"
    "L: cvt.u64.u32 %d5, %r11; add.u64 %d5, %d5, %d1; ld.global.cg.v4.u32 {%r22, %r23, %r24, %r25}, [%d5];\n"
    "xor.b32 %r22, %r22, %r23; xor.b32 %r24, %r24, %r25; xor.b32 %r15, %r15, %r22; xor.b32 %r15, %r15, %r24;\n"
    "add.u32 %r5, %r5, 1; add.u32 %r11, %r11, 16384; setp.ge.u32 %p1, %r11, %r13; @%p1 mov.u32 %r11, 0;\n"
    "setp.lt.u32 %p1, %r5, %r2; @%p1 bra L;\n"
    "setp.eq.u32 %p1, %r15, 12345; @%p1 st.global.u32 [%d2], %r15; bar.sync 0;\n"
    "mov.u64 %d4, %clock64; mov.u64 %d10, %globaltimer; sub.u64 %d4, %d4, %d3; st.global.u64 [%d2], %d4;\n"
    "st.global.u64 [%d2+8], %d9; st.global.u64 [%d2+16], %d10; ret;\n}\n";

static void many(FILE *csv, CUfunction f, const char *what, unsigned blocks, unsigned threads, uint32_t n,
                 uint32_t count, uint32_t slots, uint32_t span, uint32_t apart, int cold)
{
    static uint64_t got[132 * 3];
    void *args[] = {&data, &result, &n, &count, &slots, &span, &apart};
    for (int rep = 0; rep < 4; rep++) {
        if (cold)
            ok(cuMemsetD8(other, (unsigned char)rep, OTHER), "empty the L2");
        ok(cuLaunchKernel(f, blocks, 1, 1, threads, 1, 1, 200 << 10, NULL, args, NULL), what);
        ok(cuCtxSynchronize(), what);
        ok(cuMemcpyDtoH(got, result, blocks * 24ull), what);
        uint64_t least = UINT64_MAX, most = 0, sum = 0, from = UINT64_MAX, to = 0;
        for (unsigned i = 0; i < blocks; i++) {
            uint64_t t = got[3 * i];
            least = t < least ? t : least;
            most = t > most ? t : most;
            sum += t;
            from = got[3 * i + 1] < from ? got[3 * i + 1] : from;
            to = got[3 * i + 2] > to ? got[3 * i + 2] : to;
        }
        fprintf(csv, "%s,%s,%u,%u,%u,%u,%u,%u,%d,%.1f,%.1f,%.1f,%llu,%.2f\n", what, cold ? "cold" : "warm", blocks, n,
                count, slots, span, apart, rep, (double)least / count, (double)sum / blocks / count,
                (double)most / count, (unsigned long long)(to - from),
                (double)n * count * blocks / ((double)sum / blocks));
    }
    fflush(csv);
}

static void manies(void)
{
    FILE *csv = create("many.csv");
    fprintf(csv, "what,l2,blocks,n,count,slots,span,apart,rep,least,mean,most,ns,bytes_a_cycle\n");
    static const unsigned blocks[] = {1, 8, 33, 66, 99, 132};
    CUmodule m = load(many_ptx, "many"), l = load(loads_ptx, "loads");
    if (!m || !l)
        exit(1);
    CUfunction f = entry(m, "k"), g = entry(l, "k");
    ok(cuFuncSetAttribute(f, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 200 << 10), "shared");
    ok(cuFuncSetAttribute(g, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES, 200 << 10), "shared");
    for (int cold = 0; cold < 2; cold++) {
        for (uint32_t n = 4 << 10; n <= 64 << 10; n *= 2)
            for (size_t b = 0; b < sizeof blocks / sizeof *blocks; b++) {
                uint32_t slots = n * 8 <= 192 << 10 ? 8 : (192 << 10) / n, span = 128 << 10;
                many(csv, f, "copies", blocks[b], 1, n, cold ? span / n : 256, slots, span, span, cold);
            }
        for (uint32_t n = 4 << 10; n <= 64 << 10; n *= 4) {
            uint32_t slots = n * 8 <= 192 << 10 ? 8 : (192 << 10) / n;
            many(csv, f, "copies of the same", 132, 1, n, cold ? (128u << 10) / n : 256, slots, 128 << 10, 0, cold);
            many(csv, f, "copies one at a time", 132, 1, n, cold ? (128u << 10) / n : 64, 1, 128 << 10, 128 << 10,
                 cold);
        }
        for (size_t b = 0; b < sizeof blocks / sizeof *blocks; b++)
            many(csv, g, "loads", blocks[b], 1024, 16 << 10, cold ? 8 : 256, 1, 128 << 10, 128 << 10, cold);
    }
    fclose(csv);
}

int main(int argc, char **argv)
{
    if (argc > 1)
        folder = argv[1];
    start();
    ok(cuMemAlloc(&data, 64u << 20), "memory");
    ok(cuMemAlloc(&other, OTHER), "memory");
    ok(cuMemAlloc(&result, 4096), "memory");
    ok(cuMemsetD8(data, 0, 64u << 20), "memory");
    if (argc < 3 || strcmp(argv[2], "tensors"))
        manies();
    FILE *csv = create("tensors.csv");
    fprintf(csv, "shape,way,bytes,flight,cycles,each\n");
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes && (argc < 3 || strcmp(argv[2], "many")); i++)
        for (int way = LOAD; way <= (shapes[i].im2col ? LOAD : ADD);
             way++) /* im2col stores: an illegal instruction */
            tensor(csv, &shapes[i], (enum way)way);
    fclose(csv);
    return 0;
}
