/* The kernels that the recorder and the test run: one thread fills shared memory, copies, and shows what came. */
#ifndef SLUICE_TESTS_TMA_PTX_H
#define SLUICE_TESTS_TMA_PTX_H
#include <stdio.h>
#include <string.h>

#include "tma_cases.h"

#define PARAMS                                                                                                       \
    ".param .align 64 .b8 map[128], .param .u64 out, .param .u32 bytes, .param .u32 c0, .param .u32 c1, .param "     \
    ".u32 "                                                                                                          \
    "c2, .param .u32 c3, .param .u32 c4, .param .u32 o0, .param .u32 o1, .param .u32 o2"
static const char tma_begin[] =
    "{\n.reg .pred %p<4>; .reg .b16 %h<4>; .reg .b32 %r<20>; .reg .b64 %d<8>;\n"
    ".shared .align 1024 .b8 sh[16384]; .shared .align 8 .b64 bar;\n"
    "mov.u64 %d1, map; cvta.param.u64 %d1, %d1; ld.param.u64 %d2, [out]; cvta.to.global.u64 %d2, %d2;\n"
    "ld.param.u32 %r1, [c0]; ld.param.u32 %r2, [c1]; ld.param.u32 %r3, [c2]; ld.param.u32 %r4, [c3];\n"
    "ld.param.u32 %r5, [c4]; ld.param.u32 %r6, [o0]; ld.param.u32 %r7, [o1]; ld.param.u32 %r8, [o2];\n"
    "ld.param.u32 %r9, [bytes]; cvt.u16.u32 %h1, %r6; cvt.u16.u32 %h2, %r7; cvt.u16.u32 %h3, %r8;\n"
    "mov.u32 %r10, 0;\nFILL: mov.u32 %r11, sh; add.u32 %r11, %r11, %r10; mul.lo.u32 %r12, %r10, 2654435761;\n"
    "and.b32 %r12, %r12, 0x0f0f0f0f; st.shared.u32 [%r11], %r12; add.u32 %r10, %r10, 4;\n"
    "setp.lt.u32 %p1, %r10, 16384; @%p1 bra FILL;\n"
    "mbarrier.init.shared.b64 [bar], 1; fence.proxy.async; mov.u32 %r15, sh; mov.u32 %r16, bar;\n";
static const char tma_load_end[] =
    "mov.u32 %r13, 0;\nWAIT: mbarrier.try_wait.parity.shared.b64 %p1, [bar], 0; @%p1 bra GONE;\n"
    "add.u32 %r13, %r13, 1; setp.lt.u32 %p2, %r13, 2000; @%p2 bra WAIT; /* fewer bytes than expected */\n"
    "GONE: mov.u32 %r10, 0;\n"
    "SHOW: mov.u32 %r11, sh; add.u32 %r11, %r11, %r10; ld.shared.u32 %r12, [%r11]; cvt.u64.u32 %d3, %r10;\n"
    "add.u64 %d3, %d2, %d3; st.global.u32 [%d3], %r12; add.u32 %r10, %r10, 4; setp.lt.u32 %p1, %r10, 16384;\n"
    "@%p1 bra SHOW;\nret;\n}\n";
static const char tma_store_end[] = "cp.async.bulk.commit_group; cp.async.bulk.wait_group 0; ret;\n}\n";

static void tma_kernels(char *to, size_t room)
{
    static const char *const coords[] = {
        "", "{%r1}", "{%r1, %r2}", "{%r1, %r2, %r3}", "{%r1, %r2, %r3, %r4}", "{%r1, %r2, %r3, %r4, %r5}"};
    static const char *const offsets[] = {"", "", "", "{%h1}", "{%h1, %h2}", "{%h1, %h2, %h3}"};
    size_t n = (size_t)snprintf(to, room, "%s", tma_head);
    for (int d = 1; d <= 5; d++)
        for (int kind = 0; kind < 4; kind++) { /* tile load, im2col load, store, store that adds */
            if (kind == 1 && d < 3)
                continue;
            n += (size_t)snprintf(to + n, room - n, ".visible .entry k%d%d(" PARAMS ")\n%s", kind, d, tma_begin);
            if (kind < 2)
                n += (size_t)snprintf(to + n, room - n,
                                      "mbarrier.arrive.expect_tx.shared.b64 _, [bar], %%r9;\n"
                                      "cp.async.bulk.tensor.%dd.shared::cluster.global.%s.mbarrier::complete_tx::"
                                      "bytes [%%r15], [%%d1, %s], "
                                      "[%%r16]%s%s;\n%s",
                                      d, kind ? "im2col" : "tile", coords[d], kind ? ", " : "",
                                      kind ? offsets[d] : "", tma_load_end);
            else
                n += (size_t)snprintf(to + n, room - n,
                                      "cp.%sasync.bulk.tensor.%dd.global.shared::cta.%stile.bulk_group [%%d1, %s], "
                                      "[%%r15];\n%s",
                                      kind == 3 ? "reduce." : "", d, kind == 3 ? "add." : "", coords[d],
                                      tma_store_end);
        }
}

#endif
