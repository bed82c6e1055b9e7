/* Barrier objects, bulk copies, and CTAs of a cluster that see each other's shared memory. */
#include "emu_test.h"

#define HEAD90 ".version 8.0\n.target sm_90a\n.address_size 64\n"
#define ENTRY                                                                                                        \
    ".visible .entry k(.param .u64 out)\n{\n.reg .pred %p<9>; .reg .b16 %rs<9>; .reg .b32 %r<30>; .reg .b64 "        \
    "%rd<20>;\n.shared .align 16 .b8 sh[1024]; .shared .align 8 .b64 bar;\n"                                         \
    "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.x;\n"
#define END "\nret;\n}\n"

/* One thread; out[0..] as the text leaves it */
static void expect(const char *text, const u32 *want, u32 n)
{
    struct machine m = machine(text);
    u32 *out = buffer(&m, 1024, "out");
    for (u32 i = 0; i < 1024; i++)
        out[i] = 1000 + i;
    RUN(&m, 1, 1, ADDR(out));
    for (u32 i = 0; i < n; i++)
        assert_int_equal(out[i], want[i]);
    done(&m);
}

static void expect_fault(const char *text, u8 kind, const char *says)
{
    struct machine m = machine(text);
    u32 *out = buffer(&m, 1024, "out");
    assert_false(LAUNCH(&m, 1, 1, ADDR(out)));
    assert_int_equal(m.fault.kind, kind);
    assert_non_null(strstr(m.fault.text, says));
    assert_true(m.fault.ptx_line != 0);
    done(&m);
}

#define DONE(parity, at)                                                                                             \
    "mbarrier.test_wait.parity.shared.b64 %p1, [bar], " parity "; selp.u32 %r2, 1, 0, %p1; st.global.u32 [%rd1+" at  \
    "], %r2;\n"

/* A phase waits for arrivals and for bytes, whichever comes first; then the next one has all counts anew. */
static void phase_of_arrivals_and_bytes(void **s)
{
    (void)s;
    const u32 want[] = {0, 0, 1, 0, 1};
    expect(HEAD90 ENTRY
           "mbarrier.init.shared.b64 [bar], 2;\n"
           "mbarrier.arrive.expect_tx.shared.b64 %rd2, [bar], 64; mbarrier.arrive.shared.b64 _, "
           "[bar];\n" DONE("0", "0") "mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [bar], 48;\n" DONE(
               "0", "4") "mbarrier.complete_tx.shared.b64 [bar], 16;\n" DONE("0", "8")
           /* bytes that come before they are expected */
           "mbarrier.complete_tx.shared.b64 [bar], 32; mbarrier.arrive.shared.b64 _, [bar], 2;\n" DONE(
               "1", "12") "mbarrier.expect_tx.relaxed.cta.shared::cta.b64 [bar], 32;\n" DONE("1", "16") END,
           want, 5);
}

static void state_tokens(void **s)
{
    (void)s;
    const u32 want[] = {3, 2, 0, 1};
    expect(
        HEAD90 ENTRY
        "mbarrier.init.shared.b64 [bar], 3; mbarrier.arrive.shared.b64 %rd2, [bar]; mbarrier.pending_count.b64 %r2, "
        "%rd2; st.global.u32 [%rd1], %r2;\n"
        "mbarrier.arrive_drop.shared.b64 %rd3, [bar]; mbarrier.pending_count.b64 %r2, %rd3; st.global.u32 [%rd1+4], "
        "%r2;\n"
        "mbarrier.test_wait.shared.b64 %p1, [bar], %rd2; selp.u32 %r2, 1, 0, %p1; st.global.u32 [%rd1+8], %r2;\n"
        "mbarrier.arrive.shared.b64 %rd4, [bar]; mbarrier.try_wait.shared.b64 %p1, [bar], %rd2, 100; selp.u32 %r2, "
        "1, "
        "0, %p1; st.global.u32 [%rd1+12], %r2;" END,
        want, 4);
}

static void misuse_of_objects(void **s)
{
    (void)s;
    expect_fault(HEAD90 ENTRY "mbarrier.arrive.shared.b64 _, [bar];" END, EF_BARRIER, "not been initialised");
    expect_fault(HEAD90 ENTRY "mbarrier.init.shared.b64 [bar], 0;" END, EF_BARRIER, "1 to 1048575");
    expect_fault(HEAD90 ENTRY "mbarrier.init.shared.b64 [bar], 1; mbarrier.arrive.shared.b64 _, [bar], 2;" END,
                 EF_BARRIER, "2 arrivals");
    expect_fault(HEAD90 ENTRY "mbarrier.init.shared.b64 [bar+4], 1;" END, EF_MISALIGNED, "misaligned");
    expect_fault(HEAD90 ENTRY "mbarrier.init.shared.b64 [bar], 1; mbarrier.expect_tx.shared.b64 [bar], 1048575; "
                              "mbarrier.expect_tx.shared.b64 [bar], 1;" END,
                 EF_BARRIER, "1048576");
    expect_fault(HEAD90 ENTRY
                 "mbarrier.init.shared.b64 [bar], 1; mbarrier.arrive.noComplete.shared.b64 %rd2, [bar], 1;" END,
                 EF_BARRIER, "noComplete");
    expect_fault(HEAD90 ENTRY "mbarrier.init.shared.b64 [bar], 1; cp.async.bulk.shared::cluster.global.mbarrier::"
                              "complete_tx::bytes [sh], [%rd1], 24, [bar];" END,
                 EF_MISALIGNED, "multiple of 16");
    expect_fault(HEAD90 ENTRY
                 "mbarrier.init.shared.b64 [bar], 1; add.u64 %rd1, %rd1, 4080; cp.async.bulk.shared::cluster."
                 "global.mbarrier::complete_tx::bytes [sh], [%rd1], 32, [bar];" END,
                 EF_OUT_OF_BOUNDS, "out");
}

/* What a wait without end waited for is said, whatever was read before it. */
static void endless_waits(void **s)
{
    (void)s;
#define WAIT "W: mbarrier.try_wait.parity.shared.b64 %p1, [bar], 0; @!%p1 bra W;" END
    expect_fault(HEAD90 ENTRY
                 "mbarrier.init.shared.b64 [bar], 3; mbarrier.arrive.expect_tx.shared.b64 %rd2, [bar], 64;"
                 "ld.global.u32 %r2, [%rd1];\n" WAIT,
                 EF_SPIN, "waits for 2 arrivals and 64 bytes of copies");
    expect_fault(HEAD90 ENTRY "mbarrier.init.shared.b64 [bar], 1; mbarrier.complete_tx.shared.b64 [bar], 32;\n" WAIT,
                 EF_SPIN, "waits for 1 arrival and 0 bytes of copies");
    expect_fault(HEAD90 ENTRY "mbarrier.init.shared.b64 [bar], 1; mbarrier.complete_tx.shared.b64 [bar], 32; "
                              "mbarrier.arrive.shared.b64 _, [bar];\n" WAIT,
                 EF_SPIN, "more bytes came than it was told to expect");
    expect_fault(HEAD90 ENTRY "mov.u32 %r5, sh; mapa.shared::cluster.u32 %r5, %r5, 5; ld.shared::cluster.u32 %r7, "
                              "[%r5];" END,
                 EF_OUT_OF_BOUNDS, "no other in its cluster: the kernel was launched without");
}

/* There and back, with a sum; and from one place in shared memory to another. */
static void bulk_copies(void **s)
{
    (void)s;
    const u32 want[] = {2000, 2002, 2004, 2006, 1, 1002};
    expect(HEAD90 ENTRY
           "mbarrier.init.shared.b64 [bar], 1; mbarrier.arrive.expect_tx.shared.b64 _, [bar], 96;\n"
           "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [sh], [%rd1], 64, [bar];\n"
           "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [sh+512], [sh], 32, [bar];\n"
           "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd1], [sh], 16;\n"
           "cp.async.bulk.commit_group; cp.async.bulk.wait_group.read 0; cp.async.bulk.prefetch.L2.global [%rd1], "
           "64;\n" DONE("0", "16") "ld.shared.u32 %r2, [sh+520]; st.global.u32 [%rd1+20], %r2;" END,
           want, 6);
}

static bool run_cluster(struct machine *m, u32 blocks, u32 cluster, u32 *out)
{
    struct diag d;
    diag_init(&d);
    u64 p = ADDR(out);
    struct emu_launch l = {.kernel = emu_find_kernel(m->mod, "k"),
                           .grid = {blocks, 1, 1},
                           .block = {32, 1, 1},
                           .cluster = {cluster, 1, 1},
                           .params = &p};
    bool ok = emu_run(m->dev, &l, &m->counts, &m->fault, &d) && !d.errors;
    diag_free(&d);
    return ok;
}

#define SYNC "barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;\n"
/* %r5: the address of sh in the next CTA of the cluster */
#define NEXT                                                                                                         \
    "mov.u32 %r2, %cluster_ctarank; mov.u32 %r3, %cluster_nctarank; add.u32 %r4, %r2, 1; rem.u32 %r4, %r4, %r3; "    \
    "mov.u32 %r5, sh; mapa.shared::cluster.u32 %r5, %r5, %r4;\n"

static void remote_shared_memory(void **s)
{
    (void)s;
    struct machine m = machine(
        HEAD90 ENTRY "mov.u32 %r6, %ctaid.x; st.shared.u32 [sh], %r6;\n" SYNC NEXT
                     "ld.shared::cluster.u32 %r7, [%r5]; atom.shared::cluster.add.u32 %r8, [%r5+64], 1;\n" SYNC
                     "ld.shared.u32 %r8, [sh+64]; mov.u32 %r9, %clusterid.x; mad.lo.u32 %r7, %r8, 1000, %r7; "
                     "mad.lo.u32 %r7, %r9, 100, %r7;\n"
                     "mul.wide.u32 %rd2, %r6, 4; add.u64 %rd2, %rd1, %rd2; st.global.u32 [%rd2], %r7;" END);
    u32 *out = buffer(&m, 1024, "out");
    if (!run_cluster(&m, 8, 4, out))
        fail_msg("%s", m.fault.text);
    for (u32 b = 0; b < 8; b++)
        assert_int_equal(out[b], 32000 + b / 4 * 100 + b / 4 * 4 + (b + 1) % 4);
    assert_false(run_cluster(&m, 8, 3, out)); /* the grid is no multiple */
    done(&m);
}

/* One copy fills all CTAs that its mask names, and tells each one's barrier object. */
static void multicast(void **s)
{
    (void)s;
    struct machine m =
        machine(HEAD90 ENTRY
                "mov.u32 %r2, %cluster_ctarank; setp.eq.u32 %p2, %r1, 0; @!%p2 bra READY;\n"
                "mbarrier.init.shared.b64 [bar], 1; mbarrier.arrive.expect_tx.shared.b64 _, [bar], 64;\nREADY:\n" SYNC
                "setp.eq.u32 %p3, %r2, 0; and.pred %p3, %p3, %p2; mov.u16 %rs1, 5;\n"
                "@%p3 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [sh], "
                "[%rd1], 64, [bar], %rs1;\n" SYNC
                "mbarrier.test_wait.parity.shared.b64 %p1, [bar], 0; selp.u32 %r3, 1, 0, %p1; ld.shared.u32 %r4, "
                "[sh+8]; add.u32 %r3, %r3, %r4;\n"
                "mul.wide.u32 %rd2, %r2, 4; add.u64 %rd2, %rd1, %rd2; st.global.u32 [%rd2+64], %r3;" END);
    u32 *out = buffer(&m, 1024, "out");
    memset(out, 0, 4096);
    out[2] = 70;
    if (!run_cluster(&m, 4, 4, out))
        fail_msg("%s", m.fault.text);
    const u32 want[] = {71, 0, 71, 0};
    assert_memory_equal(out + 16, want, sizeof want);
    done(&m);
}

static void misuse_of_clusters(void **s)
{
    (void)s;
    struct machine m =
        machine(HEAD90 ENTRY NEXT "setp.eq.u32 %p1, %r2, 0; @%p1 ret;\n" SYNC "barrier.cluster.wait.aligned;" END);
    u32 *out = buffer(&m, 64, "out");
    assert_false(run_cluster(&m, 2, 2, out));
    assert_non_null(strstr(m.fault.text, "without barrier.cluster.arrive"));
    done(&m);
    m = machine(HEAD90 ENTRY NEXT
                "mov.u32 %r5, sh; mapa.shared::cluster.u32 %r5, %r5, 7; ld.shared::cluster.u32 %r7, "
                "[%r5];" END);
    out = buffer(&m, 64, "out");
    assert_false(run_cluster(&m, 2, 2, out));
    assert_non_null(strstr(m.fault.text, "cluster's CTA 7"));
    done(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(phase_of_arrivals_and_bytes), cmocka_unit_test(state_tokens),
        cmocka_unit_test(misuse_of_objects),           cmocka_unit_test(bulk_copies),
        cmocka_unit_test(remote_shared_memory),        cmocka_unit_test(multicast),
        cmocka_unit_test(misuse_of_clusters),          cmocka_unit_test(endless_waits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
