/* Two launches on one SM: when the CTAs of the second join those of the first, by what each takes of the SM; and
   whose the SM's time and instructions are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "one_sm.h"

enum { OPS = 50, LOOPS = 2 };

struct what { /* a launch */
    u32 ctas, warps, regs, shared;
    int priority;
};
struct how { /* to simulate; must change nothing */
    u64 skip, shuffle, window, plain;
};

static struct script_source sources[2];
static struct gpu_record records[2];
static int priorities[2];
static u32 given;
static bool whole; /* B is placed all at once or not at all */
static bool pool;  /* shared memory, of 32 or 96 KB, and the L1 are one storage */

static bool next(struct gpu_director *d, u64 cycle, struct gpu_offer *o)
{
    (void)cycle;
    d->more = false;
    if (given == 2)
        return false;
    o->record = &records[given];
    o->priority = priorities[given];
    o->whole = whole && given == 1;
    o->src = &sources[given++].src;
    return true;
}

static void ended(struct gpu_director *d, struct gpu_record *r, u64 cycle)
{
    (void)d;
    assert_int_equal(r->start + r->cycles, cycle);
}

/* A's and B's warps do OPS x LOOPS additions, each of which waits long for the one before: they are in nobody's way.
 */
static void run(const struct what k[2], struct how how)
{
    struct one_sm o;
    one_sm_init(&o, "gtx480");
    o.cfg.gpu.skip = how.skip;
    o.cfg.gpu.shuffle = how.shuffle;
    o.cfg.gpu.window = how.window;
    o.cfg.gpu.plain = how.plain;
    o.cfg.sm.ctas = 8;
    o.cfg.lat.alu = 200;
    if (pool) {
        o.cfg.local.kind = LOCAL_FERMI;
        o.cfg.local.scope = SCOPE_KERNEL;
        o.cfg.mem.l1.index = TAGS_MODULO;
    }
    for (u32 i = 0; i < 2; i++) {
        script_init(&sources[i], k[i].ctas, k[i].warps, 32);
        sources[i].kernel.regs_per_thread = k[i].regs;
        sources[i].kernel.shared_bytes = k[i].shared;
        sources[i].loops = LOOPS;
        for (u32 n = 0; n < OPS; n++)
            script_op(&sources[i], SI_ALU, 1, 1);
        priorities[i] = k[i].priority;
        records[i] = (struct gpu_record){0};
    }
    given = 0;
    o.gpu = gpu_new(&o.cfg, &(struct gpu_options){.threads = 1}, &o.d);
    if (!o.gpu)
        diag_print(&o.d, stderr);
    struct gpu_director d = {.next = next, .ended = ended};
    assert_true(gpu_shares(o.gpu));
    assert_int_equal(gpu_launch_together(o.gpu, &d, &o.d), GPU_DONE);
    for (u32 i = 0; i < 2; i++) {
        assert_int_equal(sources[i].finished, k[i].ctas);
        script_free(&sources[i]);
    }
    one_sm_free(&o);
}

static const struct how plainly = {.skip = 1};
static u64 end_of(u32 i)
{
    return records[i].start + records[i].cycles;
}

/* A has one CTA, and B's joins it, or waits for its end. */
static void a_second_launch_joins_where_it_fits(void **state)
{
    static const struct {
        const char *name;
        struct what k[2];
        bool joins;
    } cases[] = {{"small ones", {{1, 1, 16, 0, 0}, {1, 1, 16, 0, 0}}, true},
                 {"half of the warps each", {{1, 24, 16, 0, 0}, {1, 24, 16, 0, 0}}, true},
                 {"more warps than there are", {{1, 25, 16, 0, 0}, {1, 24, 16, 0, 0}}, false},
                 {"half of the registers each", {{1, 8, 63, 0, 0}, {1, 8, 63, 0, 0}}, true},
                 {"more registers than there are", {{1, 16, 63, 0, 0}, {1, 2, 16, 0, 0}}, false},
                 {"less shared memory than there is", {{1, 1, 16, 20000, 0}, {1, 1, 16, 28000, 0}}, true},
                 {"more shared memory than there is", {{1, 1, 16, 20000, 0}, {1, 1, 16, 29500, 0}}, false},
                 {"the last CTA slot", {{7, 1, 16, 0, 0}, {1, 1, 16, 0, 0}}, true},
                 {"no CTA slot", {{8, 1, 16, 0, 0}, {1, 1, 16, 0, 0}}, false},
                 {"none in a gap while A has another", {{2, 32, 16, 0, 0}, {1, 8, 16, 0, 0}}, false},
                 {"but one of a better priority", {{2, 32, 16, 0, 0}, {1, 8, 16, 0, -1}}, true}};
    (void)state;
    for (u32 i = 0; i < COUNT_OF(cases); i++) {
        run(cases[i].k, plainly);
        u64 a_cta = records[0].cycles / (cases[i].k[0].ctas == 2 ? 2 : 1);
        if (cases[i].joins != (end_of(1) < records[0].start + a_cta * 5 / 4))
            fail_msg("%s: A ends in cycle %llu, B in %llu", cases[i].name, (unsigned long long)end_of(0),
                     (unsigned long long)end_of(1));
    }
}

static void a_larger_part_for_shared_memory_wants_an_empty_sm(void **state)
{
    (void)state;
    pool = true;
    run((const struct what[2]){{1, 1, 16, 20000, 0}, {1, 1, 16, 0, 0}}, plainly);
    assert_true(end_of(1) < end_of(0) + 100);
    run((const struct what[2]){{1, 1, 16, 0, 0}, {1, 1, 16, 20000, 0}}, plainly);
    assert_true(end_of(1) > end_of(0) + records[0].cycles * 4 / 5);
    pool = false;
}

/* Beside A there is room for one of B's CTAs, and it wants two. */
static void a_whole_launch_waits_for_room_for_all(void **state)
{
    static const struct what too_many[2] = {{1, 24, 16, 0, 0}, {2, 16, 16, 0, 0}};
    static const struct what few[2] = {{1, 24, 16, 0, 0}, {2, 8, 16, 0, 0}};
    (void)state;
    run(too_many, plainly);
    u64 some = records[1].sm.busy_cycles, one = records[0].cycles;
    whole = true;
    run(too_many, plainly);
    assert_true(records[1].sm.busy_cycles + one / 3 < some);
    assert_in_range(end_of(1), end_of(0) + one, end_of(0) + one + 100);
    run(few, plainly);
    assert_true(end_of(1) < end_of(0) + 100);
    whole = false;
}

static void instructions_are_their_launchs_and_time_is_shared(void **state)
{
    (void)state;
    run((const struct what[2]){{1, 2, 16, 0, 0}, {1, 4, 16, 0, 0}}, plainly);
    const struct gpu_record *a = &records[0], *b = &records[1];
    u64 end = MAX(end_of(0), end_of(1)), sum = 0, both = 0;
    assert_int_equal(a->sm.warp_instrs, 2 * OPS * LOOPS);
    assert_int_equal(b->sm.warp_instrs, 4 * OPS * LOOPS);
    assert_int_equal(a->slot.issued, a->sm.warp_instrs);
    assert_int_equal(b->slot.issued, b->sm.warp_instrs);
    assert_int_equal(a->sm.warps, 2);
    assert_int_equal(b->sm.ctas, 1);
    assert_int_equal(a->sm.cycles + b->sm.cycles, end - a->start); /* one SM */
    assert_in_range(b->sm.busy_cycles, a->sm.busy_cycles - 200, a->sm.busy_cycles + 200);
    assert_in_range(b->sm.warps_resident, 2 * a->sm.warps_resident - 400, 2 * a->sm.warps_resident + 400);
    for (u32 i = 0; i < SLOT_total; i++) {
        sum += ((const u64 *)&a->slot)[i];
        both += ((const u64 *)&b->slot)[i];
    }
    assert_int_equal(sum, a->slot.total);
    assert_int_equal(both, b->slot.total);
    assert_int_equal(sum + both, 2 * (a->sm.cycles + b->sm.cycles)); /* two schedulers */
    assert_int_equal(a->together, 2);
}

static void it_does_not_matter_how_it_is_simulated(void **state)
{
    static const struct how hows[] = {{0, 0, 0, 0}, {1, 7, 0, 0}, {1, 0, 2, 0}, {1, 0, 0, 1}, {0, 3, 1, 1}};
    const struct what k[2] = {{11, 3, 20, 3000, 0}, {9, 2, 30, 5000, 0}};
    static struct gpu_record first[2];
    (void)state;
    run(k, plainly);
    memcpy(first, records, sizeof first);
    assert_true(end_of(1) < end_of(0) + records[0].cycles * 3 / 5);
    for (u32 i = 0; i < COUNT_OF(hows); i++) {
        run(k, hows[i]);
        for (u32 r = 0; r < 2; r++) {
            assert_memory_equal(&records[r].sm, &first[r].sm, sizeof first[r].sm);
            assert_memory_equal(&records[r].slot, &first[r].slot, sizeof first[r].slot);
            assert_memory_equal(&records[r].op, &first[r].op, sizeof first[r].op);
            assert_int_equal(end_of(r), first[r].start + first[r].cycles);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_second_launch_joins_where_it_fits),
                                       cmocka_unit_test(a_larger_part_for_shared_memory_wants_an_empty_sm),
                                       cmocka_unit_test(a_whole_launch_waits_for_room_for_all),
                                       cmocka_unit_test(instructions_are_their_launchs_and_time_is_shared),
                                       cmocka_unit_test(it_does_not_matter_how_it_is_simulated)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
