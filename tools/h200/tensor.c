/* What an H200's tensor cores compute and how long they take, through the driver's API (no toolkit is needed):
     gcc -O2 -I tests/emu -I /usr/local/cuda/include -o tensor tools/h200/tensor.c -lcuda && ./tensor OUT-FOLDER
   or, for what sluice takes: sluice cc -o tensor tools/h200/tensor.c -I tests/emu -lcuda && sluice run -m h200 --
   ./tensor OUT mma-times. A third argument takes only the forms of mma whose opcodes have it. Writes values.bin
   (results of the first cases of each form of tests/emu/tensor_forms.def), hashes.txt (of all), cycles.csv, wmma.bin
   (fragments and results), wgmma.bin, and ptx/ for a disassembler. */
#include <sys/stat.h>

#include "driver.h"
#include "tensor_forms.h"

#define CASES 4096u
#define KEPT 256u
static char text[1 << 20];
#include "wgmma_forms.h"
#include "wmma_forms.h"

static void launch(CUfunction f, unsigned blocks, unsigned threads, void **args, const char *what)
{
    ok(cuLaunchKernel(f, blocks, 1, 1, threads, 1, 1, 0, NULL, args, NULL), what);
    ok(cuCtxSynchronize(), what);
}

static CUdeviceptr in, out;
static uint32_t *host_in, *host_out;
#define ROOM (256u << 20)

/* ---- Values of mma ---- */
static void values(const struct tensor_form *f, CUfunction k, FILE *bin, FILE *hashes)
{
    uint32_t ni = tensor_inputs(f) * 32, no = f->words[0] * 32;
    for (uint32_t c = 0; c < CASES; c++)
        tensor_case(f, c, host_in + (size_t)c * ni);
    ok(cuMemcpyHtoD(in, host_in, (size_t)CASES * ni * 4), "copy");
    void *args[] = {&in, &out};
    launch(k, CASES, 32, args, f->op);
    ok(cuMemcpyDtoH(host_out, out, (size_t)CASES * no * 4), "copy");
    fwrite(host_out, 4, (size_t)KEPT * no, bin);
    fprintf(hashes, "%s", f->op);
    for (uint32_t c = 0; c < CASES; c += 16)
        fprintf(hashes, " %08x", tensor_hash(host_out + (size_t)c * no, 16 * no, 0xcbf29ce484222325u));
    fprintf(hashes, "\n");
}

/* ---- Cycles: `chains` accumulators, each of which waits for itself, 16 rounds of them, twice ---- */
static size_t timing_ptx(char *to, size_t room, const struct tensor_form *f, unsigned chains)
{
    char name[32], d[8];
    snprintf(name, sizeof name, "time%u", chains);
    size_t n = tensor_head(to, room, f, name);
    uint32_t each;
    const char *reg = tensor_reg(f->type[3], &each);
    int same = !strcmp(f->type[0], f->type[3]);
    for (unsigned c = 0; c < chains; c++) {
        snprintf(d, sizeof d, "q%u_", c);
        n += (size_t)snprintf(to + n, room - n, "\t.reg .%s %%%s<32>;\n", reg, d);
        for (uint32_t k = 0; k < f->words[3] / each; k++)
            n += (size_t)snprintf(to + n, room - n, "\tmov.%s %%%s%u, %%c%u;\n", reg, d, k, k);
    }
    n += (size_t)snprintf(to + n, room - n,
                          "\t.reg .b64 %%t0, %%t1;\n\t.reg .b32 %%i;\n\t.reg .pred %%p;\n\tmov.u32 %%i, 0;\n"
                          "L:\tbar.sync 0;\n\tmov.u64 %%t0, %%clock64;\n");
    for (unsigned r = 0; r < 16; r++)
        for (unsigned c = 0; c < chains; c++) {
            snprintf(d, sizeof d, "q%u_", c);
            n += tensor_instr(to + n, room - n, f, same ? d : "d", d);
        }
    n += (size_t)snprintf(to + n, room - n,
                          "\tbar.sync 0;\n\tmov.u64 %%t1, %%clock64;\n\tsub.u64 %%t1, %%t1, %%t0;\n"
                          "\tadd.u32 %%i, %%i, 1;\n\tsetp.lt.u32 %%p, %%i, 3;\n\t@%%p bra L;\n");
    for (unsigned c = 0; c < chains; c++)
        for (uint32_t k = 0; k < f->words[3] / each; k++)
            n += (size_t)snprintf(to + n, room - n, "\tst.global.%s [%%out+%u], %%%sq%u_%u;\n", reg,
                                  1024 + (c * 32 + k) * each * 4, "", c, k);
    if (!same)
        n += tensor_move(to + n, room - n, f, 0, "d", 8192);
    return n + (size_t)snprintf(to + n, room - n, "\tst.global.u64 [%%out], %%t1;\n\tret;\n}\n");
}

static void timing(const struct tensor_form *f, CUmodule m, FILE *csv)
{
    static const unsigned chains[] = {1, 2, 4, 8}, warps[] = {1, 4, 8, 16, 32};
    for (unsigned c = 0; c < 4; c++) {
        char name[16];
        snprintf(name, sizeof name, "time%u", chains[c]);
        CUfunction k = entry(m, name);
        for (unsigned w = 0; w < 5; w++) {
            uint64_t t = 0;
            void *args[] = {&in, &out};
            if (cuLaunchKernel(k, 1, 1, 1, warps[w] * 32, 1, 1, 0, NULL, args, NULL) != CUDA_SUCCESS)
                continue; /* registers */
            ok(cuCtxSynchronize(), f->op);
            ok(cuMemcpyDtoH(&t, out, 8), "copy");
            fprintf(csv, "%s,%u,%u,%.2f\n", f->op, warps[w], chains[c], (double)t / 16);
        }
    }
}

/* ---- wmma: loads, fragments, result (tests/emu/wmma_forms.h) ---- */
static void wmma(void)
{
    FILE *bin = create("wmma.bin");
    for (size_t i = 0; i < WMMA_KINDS; i++)
        for (int layout = 0; layout < 4; layout++) {
            const struct wmma_kind *w = &wmma_kinds[i];
            char what[100];
            int sub = !strcmp(w->a, "s4") || !strcmp(w->a, "b1");
            if (sub && layout != 1)
                continue;
            snprintf(what, sizeof what, "wmma %s %s %s %s %s", w->shape, w->a, w->d, layout >> 1 ? "col" : "row",
                     layout & 1 ? "col" : "row");
            wmma_ptx(w, layout >> 1, layout & 1);
            CUmodule m = load(text, what);
            if (!m)
                continue;
            memset(host_in, 0, WMMA_CASES * WMMA_WORDS * 4);
            for (uint32_t c = 0; c < WMMA_CASES; c++)
                wmma_inputs(w, c, host_in + (size_t)c * WMMA_WORDS);
            ok(cuMemcpyHtoD(in, host_in, WMMA_CASES * WMMA_WORDS * 4), "copy");
            ok(cuMemsetD8(out, 0, WMMA_CASES * WMMA_WORDS * 4), "set");
            void *args[] = {&in, &out};
            launch(entry(m, "k"), WMMA_CASES, 32, args, what);
            ok(cuMemcpyDtoH(host_out, out, WMMA_CASES * WMMA_WORDS * 4), "copy");
            printf("WMMA %s\n", what);
            fwrite(host_out, 4, WMMA_CASES * WMMA_WORDS, bin);
            cuModuleUnload(m);
        }
    fclose(bin);
}

/* ---- wgmma: tests/emu/wgmma_forms.h ---- */
static void wgmma(void)
{
    FILE *bin = create("wgmma.bin");
    for (size_t i = 0; i < sizeof wgmma_kinds / sizeof *wgmma_kinds; i++) {
        const struct wgmma_kind *w = &wgmma_kinds[i];
        unsigned words = WG_SMEM / 4 + 128 * 160, nd = 64 * w->n * tensor_bits(w->d) / 4096;
        char what[120];
        snprintf(what, sizeof what, "wgmma %zu %sm64n%uk%u.%s.%s.%s", i, w->sparse ? "sp." : "", w->n, w->k, w->d,
                 w->a, w->b);
        wgmma_ptx(w, 0);
        CUmodule m = load(text, what);
        if (!m)
            continue;
        for (uint32_t c = 0; c < WG_CASES; c++)
            wgmma_inputs(w, c, host_in + (size_t)c * words);
        ok(cuMemcpyHtoD(in, host_in, (size_t)WG_CASES * words * 4), "copy");
        uint64_t da = descriptor(w->swizzle_a, w->lbo_a, w->sbo_a, w->at_a),
                 db = descriptor(w->swizzle_b, w->lbo_b, w->sbo_b, w->at_b);
        void *args[] = {&in, &out, &da, &db};
        launch(entry(m, "k"), WG_CASES, 128, args, what);
        ok(cuMemcpyDtoH(host_out, out, WG_CASES * 128 * 640), "copy");
        printf("WGMMA %s\n", what);
        for (unsigned t = 0; t < WG_CASES * 128; t++)
            fwrite(host_out + t * 160, 4, nd, bin);
        cuModuleUnload(m);
    }
    fclose(bin);
}

/* One warp group and several, 1 to 16 products of one accumulator, committed and waited for */
static void wgmma_time(FILE *csv, struct wgmma_kind w, const char *more)
{
    static const unsigned repeats[] = {1, 2, 4, 16};
    for (int r = 0; r < 4; r++) {
        wgmma_ptx(&w, (int)repeats[r]);
        CUmodule m = load(text, "wgmma time");
        if (!m)
            continue;
        uint64_t da = descriptor(w.swizzle_a, w.lbo_a, w.sbo_a, w.at_a),
                 db = descriptor(w.swizzle_b, w.lbo_b, w.sbo_b, w.at_b);
        void *args[] = {&in, &out, &da, &db};
        for (unsigned groups = 1; groups <= 4; groups *= 2) {
            uint64_t t = 0;
            if (cuLaunchKernel(entry(m, "k"), 1, 1, 1, groups * 128, 1, 1, 0, NULL, args, NULL) != CUDA_SUCCESS)
                continue; /* registers */
            ok(cuCtxSynchronize(), "wgmma time");
            ok(cuMemcpyDtoH(&t, out, 8), "copy");
            fprintf(csv, "wgmma%s.m64n%uk%u.%s.%s.%s%s%s,%u,%u,%llu\n", w.sparse ? ".sp" : "", w.n, w.k, w.d, w.a,
                    w.b, w.from_regs ? " A in registers" : "", more, groups * 4, repeats[r], (unsigned long long)t);
        }
        cuModuleUnload(m);
    }
}

static void wgmma_times(FILE *csv)
{
    static const unsigned ns[] = {8, 16, 32, 64, 128, 192, 256};
    static const struct wgmma_kind base[] = {
        WG(0, 16, "f32", "f16", "f16", 0, 0),       WG(0, 16, "f16", "f16", "f16", 0, 0),
        WG(0, 8, "f32", "tf32", "tf32", 0, -1),     WG(0, 32, "f32", "e4m3", "e4m3", 0, -1),
        WG(0, 32, "s32", "s8", "s8", 0, -1),        WG(0, 256, "s32", "b1", "b1", 0, -1),
        WG(0, 16, "f32", "f16", "f16", 1, 0),       WG(0, 32, "s32", "s8", "s8", 1, -1),
        WG_SP(0, 32, "f32", "f16", "f16", 0, 0, 1), WG_SP(0, 32, "f32", "f16", "f16", 1, 0, 1),
        WG_SP(0, 64, "s32", "s8", "s8", 0, -1, 1),  WG_SP(0, 64, "f32", "e4m3", "e4m3", 0, -1, 1)};
    for (size_t b = 0; b < sizeof base / sizeof *base; b++)
        for (size_t n = 0; n < sizeof ns / sizeof *ns; n++) {
            struct wgmma_kind w = base[b];
            w.n = ns[n];
            w.swizzle_a = w.swizzle_b = 1;
            w.lbo_a = w.lbo_b = 16;
            w.sbo_a = w.sbo_b = 1024;
            wgmma_time(csv, w, "");
        }
    struct wgmma_kind w = WG(128, 16, "f32", "f16", "f16", 0, 0), s;
    for (unsigned swizzle = 0; swizzle < 4; swizzle++) {
        char more[32];
        s = w;
        s.swizzle_a = s.swizzle_b = swizzle;
        s.lbo_a = s.lbo_b = swizzle ? 16 : 128;
        s.sbo_a = s.sbo_b = swizzle ? 2048u >> swizzle : 256;
        snprintf(more, sizeof more, " swizzle %u", swizzle ? 256u >> swizzle : 0);
        wgmma_time(csv, s, more);
    }
    s = w;
    s.trans = 3;
    s.swizzle_a = s.swizzle_b = 1;
    s.lbo_a = s.lbo_b = 2048;
    s.sbo_a = s.sbo_b = 1024;
    wgmma_time(csv, s, " by columns");
}

/* ---- ldmatrix and its kind: cycles of a chain (through its address) and of 8 at a time ---- */
static const struct {
    const char *op;
    unsigned regs;
    int store;
    unsigned stride; /* bytes from a row to the next */
    int step;        /* from a load to the next */
} moves[] = {
    {"ldmatrix.sync.aligned.m8n8.x1.shared.b16", 1, 0, 16, 512},
    {"ldmatrix.sync.aligned.m8n8.x2.shared.b16", 2, 0, 16, 512},
    {"ldmatrix.sync.aligned.m8n8.x4.shared.b16", 4, 0, 16, 512},
    {"ldmatrix.sync.aligned.m8n8.x4.trans.shared.b16", 4, 0, 16, 512},
    {"ldmatrix.sync.aligned.m8n8.x1.trans.shared.b16", 1, 0, 16, 512},
    {"ldmatrix.sync.aligned.m8n8.x4.shared.b16", 4, 0, 128, 16},
    {"ldmatrix.sync.aligned.m8n8.x4.shared.b16", 4, 0, 32, 16},
    {"ld.shared.b32", 1, 0, 4, 128},
    {"stmatrix.sync.aligned.m8n8.x1.shared.b16", 1, 1, 16, 512},
    {"stmatrix.sync.aligned.m8n8.x4.shared.b16", 4, 1, 16, 512},
    {"stmatrix.sync.aligned.m8n8.x4.trans.shared.b16", 4, 1, 16, 512},
    {"movmatrix.sync.aligned.m8n8.trans.b16", 1, 2, 0, 0},
};

static void moving(FILE *csv)
{
    for (size_t i = 0; i < sizeof moves / sizeof *moves; i++)
        for (int chained = 0; chained < 2; chained++) {
            size_t n = put(0, tensor_version);
            if (chained && moves[i].store == 1)
                continue;
            n += (size_t)snprintf(
                text + n, sizeof text - n,
                ".visible .entry k(.param .u64 p_out)\n{\n\t.shared .align 1024 .b8 mem[32768];\n\t.reg .b64 "
                "%%out, %%t0, %%t1;\n\t.reg .b32 %%s, %%r, %%v<64>, %%i;\n\t.reg .pred %%p;\n"
                "\tld.param.u64 %%out, [p_out];\n\tmov.u32 %%r, %%tid.x;\n\tand.b32 %%r, %%r, 31;\n"
                "\tmul.lo.u32 %%r, %%r, %u;\n\tmov.u32 %%s, mem;\n\tadd.u32 %%s, %%s, %%r;\n"
                "\tmov.u32 %%i, 0;\n\tmov.u32 %%r, %%tid.x;\n\tshl.b32 %%r, %%r, 2;\n",
                moves[i].stride);
            n = put(n, "\tmov.u32 %v0, mem;\nZ:\tadd.u32 %v1, %v0, %r;\n\tst.shared.b32 [%v1], %i;\n\tadd.u32 %r, "
                       "%r, 4096;\n"
                       "\tsetp.lt.u32 %p, %r, 32768;\n\t@%p bra Z;\n");
            for (int k = 0; k < 64; k++)
                n += (size_t)snprintf(text + n, sizeof text - n, "\tmov.u32 %%v%d, %%i;\n", k);
            n = put(n, "L:\tbar.sync 0;\n\tmov.u64 %t0, %clock64;\n");
            for (int k = 0; k < 16; k++) {
                char list[80] = "{", single[16];
                for (unsigned r = 0; r < moves[i].regs; r++)
                    snprintf(list + strlen(list), 20, "%s%%v%u", r ? ", " : "", chained ? r : k * 4 + r);
                strcat(list, "}");
                snprintf(single, sizeof single, "%%v%d", chained ? 0 : k * 4);
                if (moves[i].store == 2)
                    n += (size_t)snprintf(text + n, sizeof text - n, "\t%s %%v%d, %%v%d;\n", moves[i].op,
                                          chained ? 0 : k, chained ? 0 : k);
                else if (moves[i].store)
                    n += (size_t)snprintf(text + n, sizeof text - n, "\t%s [%%s], %s;\n", moves[i].op, list);
                else
                    n += (size_t)snprintf(text + n, sizeof text - n, "\t%s %s, [%%s+%d];\n%s", moves[i].op,
                                          moves[i].stride == 4 ? single : list, chained ? 0 : k * moves[i].step,
                                          chained ? "\tadd.u32 %s, %s, %v0;\n" : "");
            }
            n = put(n, "\tbar.sync 0;\n\tmov.u64 %t1, %clock64;\n\tsub.u64 %t1, %t1, %t0;\n\tadd.u32 %i, %i, 1;\n"
                       "\tsetp.lt.u32 %p, %i, 3;\n\t@%p bra L;\n");
            for (int k = 0; k < 64; k++)
                n += (size_t)snprintf(text + n, sizeof text - n, "\txor.b32 %%s, %%s, %%v%d;\n", k);
            put(n, "\tst.global.u64 [%out], %t1;\n\tst.global.u32 [%out+8], %s;\n\tret;\n}\n");
            CUmodule m = load(text, moves[i].op);
            if (!m)
                continue;
            for (unsigned w = 1; w <= 32; w = w == 1 ? 4 : w * 2) {
                uint64_t t = 0;
                void *args[] = {&out};
                if (cuLaunchKernel(entry(m, "k"), 1, 1, 1, w * 32, 1, 1, 0, NULL, args, NULL) != CUDA_SUCCESS)
                    continue; /* registers */
                ok(cuCtxSynchronize(), moves[i].op);
                ok(cuMemcpyDtoH(&t, out, 8), "copy");
                fprintf(csv, "%s rows of %u%s,%u,16,%llu\n", moves[i].op, moves[i].stride, chained ? " chained" : "",
                        w, (unsigned long long)t);
            }
            cuModuleUnload(m);
        }
}

int main(int argc, char **argv)
{
    if (argc < 2)
        return 2;
    folder = argv[1];
    const char *part = argc > 2 ? argv[2] : "all"; /* or mma, mma-times, rest, wmma, wgmma, wgmma-times */
    const char *only = argc > 3 ? argv[3] : "";
    int mma = strcmp(part, "rest") != 0 && !strstr(part, "wgmma") && strcmp(part, "wmma"),
        times = !strcmp(part, "mma-times");
    start();
    ok(cuMemAlloc(&in, ROOM), "memory");
    ok(cuMemAlloc(&out, ROOM), "memory");
    host_in = calloc(1, ROOM);
    host_out = calloc(1, ROOM);
    snprintf(text, sizeof text, "%s/ptx", folder);
    mkdir(text, 0777);
    FILE *bin = create("values.bin"), *hashes = create("hashes.txt"), *csv = create("cycles.csv");
    setvbuf(csv, NULL, _IOLBF, 1 << 12);
    for (size_t i = 0; i < TENSOR_OPS && mma; i++) {
        struct tensor_form f;
        char name[40];
        if (!tensor_parse(&f, tensor_ops[i]))
            return 1;
        if (!strstr(f.op, only))
            continue;
        size_t n = put(0, tensor_version);
        n += tensor_ptx(text + n, sizeof text - n, &f);
        snprintf(name, sizeof name, "ptx/%03zu.ptx", i);
        FILE *p = create(name);
        fputs(text, p);
        fclose(p);
        for (unsigned c = 1; c <= 8; c *= 2)
            n += timing_ptx(text + n, sizeof text - n, &f, c);
        CUmodule m = load(text, f.op);
        if (!m)
            continue;
        printf("FORM %zu %s\n", i, f.op);
        if (!times)
            values(&f, entry(m, "k"), bin, hashes);
        timing(&f, m, csv);
        cuModuleUnload(m);
    }
    if (mma && strcmp(part, "all"))
        return 0;
    if (strncmp(part, "wgmma", 5)) {
        wmma();
        fflush(NULL);
        if (!strcmp(part, "wmma"))
            return 0;
        moving(csv);
        fflush(NULL);
    }
    if (strcmp(part, "wgmma-times"))
        wgmma();
    fflush(NULL);
    wgmma_times(csv);
    fclose(bin);
    fclose(hashes);
    fclose(csv);
    return 0;
}
