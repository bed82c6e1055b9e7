/* Trace files: what is recorded is replayed, and a cut or changed file is refused or ends a launch with a sentence.
 */
#include "stream/trace.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "../gpu/script_source.h"

static char path[] = "/tmp/sluice-trace-XXXXXX";

static void program(struct script_source *s)
{
    script_init(s, 5, 3, 32);
    s->loops = 50;
    u32 pc = script_mem(s, SI_LOAD, SI_GLOBAL, 1, 0, 0x400000000000, 4, 4096);
    s->by_loop[pc] = 128;
    script_op(s, SI_FP32, 2, 1);
    script_op(s, SI_BARRIER, -1, -1);
    script_mem(s, SI_STORE, SI_SHARED, 2, 0, 0, 36, 0);
    script_op(s, SI_CONTROL, -1, 2);
    s->chunk = 7;
}

static int record(void **state)
{
    (void)state;
    struct diag d;
    struct script_source s;
    diag_init(&d);
    int fd = mkstemp(path);
    close(fd);
    struct trace_writer *w = trace_create(path, "isa=ptx lanes=32", &d);
    struct stream_range host[2] = {{0x400000000000, 512}, {0x400000001000, 100}};
    for (u32 i = 0; i < 2; i++) {
        program(&s);
        s.kernel.host = host;
        s.kernel.n_host = 2 * i; /* the second launch's alone */
        if (!trace_add(w, &s.src, &d) || s.finished != 5)
            return 1;
        script_free(&s);
    }
    bool ok = trace_finish(w, &d);
    diag_free(&d);
    return ok ? 0 : 1;
}

static int discard(void **state)
{
    (void)state;
    return unlink(path);
}

/* Both streams, instruction by instruction. */
static void compare(struct stream_cta *a, struct stream_cta *b, const struct stream_kernel *k)
{
    assert_int_equal(a->n_warps, b->n_warps);
    for (u32 w = 0; w < a->n_warps; w++) {
        struct stream_cursor x, y;
        struct stream_instr i = {0}, j = {0};
        stream_cursor_init(&x, &a->warps[w], k->code, k->n_code, k->warp_lanes);
        stream_cursor_init(&y, &b->warps[w], k->code, k->n_code, k->warp_lanes);
        for (enum stream_status st = STREAM_OK; st == STREAM_OK;) {
            st = stream_next(&x, &i);
            assert_int_equal(stream_next(&y, &j), st);
            if (st != STREAM_OK)
                break;
            assert_int_equal(i.pc, j.pc);
            assert_true(i.mask == j.mask && i.shape == j.shape);
            if (i.shape != ADDR_NONE)
                assert_true(i.base == j.base && i.stride == j.stride && i.space == j.space);
        }
        assert_int_equal(x.done, y.done);
        assert_int_equal(a->warps[w].instrs, b->warps[w].instrs);
    }
}

static void a_trace_is_what_was_recorded(void **state)
{
    (void)state;
    struct diag d;
    struct script_source s;
    diag_init(&d);
    struct trace *t = trace_open(path, &d);
    assert_non_null(t);
    assert_int_equal(trace_launches(t), 2);
    assert_string_equal(trace_target(t), "isa=ptx lanes=32");
    program(&s);
    s.chunk = 0;
    struct stream_source *src = trace_launch(t, 1);
    assert_string_equal(src->kernel->name, "script");
    assert_int_equal(src->kernel->n_ctas, 5);
    assert_int_equal(trace_launch(t, 0)->kernel->n_host, 0);
    assert_int_equal(src->kernel->n_host, 2);
    assert_int_equal(src->kernel->host[1].at, 0x400000001000);
    assert_int_equal(src->kernel->host[1].bytes, 100);
    assert_memory_equal(src->kernel->block, s.kernel.block, sizeof s.kernel.block);
    for (u64 i = 5; i-- > 0;) { /* in any order */
        struct stream_cta a, b;
        assert_true(src->start(src, i, &a) && s.src.start(&s.src, i, &b));
        compare(&a, &b, &s.kernel);
        src->finish(src, &a);
        s.src.finish(&s.src, &b);
    }
    script_free(&s);
    trace_close(t);
    diag_free(&d);
}

/* Opens bytes as a trace and walks whatever is in it. */
static bool opens(const u8 *bytes, size_t n)
{
    char file[] = "/tmp/sluice-trace-XXXXXX";
    struct diag d;
    diag_init(&d);
    int fd = mkstemp(file);
    assert_int_equal(write(fd, bytes, n), (ssize_t)n);
    close(fd);
    struct trace *t = trace_open(file, &d);
    unlink(file);
    bool good = t != NULL;
    assert_true(good == (d.errors == 0));
    for (u32 i = 0; t && i < trace_launches(t); i++) {
        struct stream_source *src = trace_launch(t, i);
        for (u64 c = 0; c < src->kernel->n_ctas; c++) {
            struct stream_cta cta;
            good &= src->start(src, c, &cta);
            for (u32 w = 0; w < cta.n_warps; w++) {
                struct stream_cursor cu;
                struct stream_instr in;
                const struct stream_kernel *k = src->kernel;
                stream_cursor_init(&cu, &cta.warps[w], k->code, k->n_code, k->warp_lanes);
                while (stream_next(&cu, &in) == STREAM_OK)
                    ;
            }
            src->finish(src, &cta);
        }
    }
    if (t)
        trace_close(t);
    diag_free(&d);
    return good;
}

static void broken_files_are_told_apart(void **state)
{
    (void)state;
    u8 *bytes = malloc(1 << 20);
    FILE *f = fopen(path, "rb");
    size_t n = fread(bytes, 1, 1 << 20, f);
    fclose(f);
    assert_true(opens(bytes, n));
    u32 refused = 0, cuts = 0;
    for (size_t cut = 0; cut < n; cut += 1 + n / 150, cuts++)
        refused += !opens(bytes, cut);
    assert_in_range(refused, cuts - 1, cuts); /* only the cut between the two launches leaves a whole trace */
    for (size_t at = 0; at < n; at += 1 + n / 150) {
        bytes[at] ^= 0x41;
        opens(bytes, n); /* no crash; most are refused */
        bytes[at] ^= 0x41;
    }
    bytes[0] = 'X';
    assert_false(opens(bytes, n));
    free(bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_trace_is_what_was_recorded),
                                       cmocka_unit_test(broken_files_are_told_apart)};
    return cmocka_run_group_tests(tests, record, discard);
}
