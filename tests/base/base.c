/* Arenas hand out zeroed, aligned memory that stays put; diagnostics keep their place, order and limit. */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/arena.h"
#include "base/diag.h"
#include "base/hash.h"
#include "base/input.h"
#include "base/vec.h"

static void arena_memory_is_zeroed_aligned_and_apart(void **state)
{
    (void)state;
    struct arena a = {0};
    unsigned char *last = NULL;
    size_t last_size = 0;
    for (size_t i = 1; i < 3000; i++) {
        size_t size = i * 37 % 5000, align = (size_t)1 << (i % 7);
        unsigned char *p = arena_alloc(&a, size, align);
        assert_int_equal((uintptr_t)p % align, 0);
        for (size_t k = 0; k < size; k++)
            assert_int_equal(p[k], 0);
        memset(p, 0xff, size); /* the next one must not see this */
        if (last && p > last)
            assert_true(p >= last + last_size);
        last = p;
        last_size = size;
    }
    arena_free(&a);
    assert_null(a.small);
    assert_null(a.large);
    assert_int_equal(a.used, 0);
}

static void arena_takes_blocks_larger_than_its_own(void **state)
{
    (void)state;
    struct arena a = {0};
    char *small = arena_strdup(&a, "kept");
    char *big = arena_alloc(&a, 10u << 20, 64);
    big[(10u << 20) - 1] = 1;
    assert_string_equal(small, "kept");
    assert_string_equal(arena_printf(&a, "%s-%d", "x", 42), "x-42");
    assert_string_equal(arena_strndup(&a, "abcdef", 3), "abc");
    arena_free(&a);
}

static long faults(void)
{
    struct rusage u;
    getrusage(RUSAGE_SELF, &u);
    return u.ru_minflt;
}

static void pages_that_are_taken_are_there_when_they_are_written(void **state)
{
    (void)state;
    enum { PAGES = 256 };
    size_t page = (size_t)sysconf(_SC_PAGESIZE);
    char *p = mmap(NULL, PAGES * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_ptr_not_equal(p, MAP_FAILED);
    madvise(p, PAGES * page, MADV_NOHUGEPAGE);
    if (madvise(p, page, MADV_POPULATE_WRITE) != 0)
        skip(); /* an old kernel */
    pages_take(p + 1, PAGES / 2 * page);
    long before = faults();
    for (u32 i = 0; i <= PAGES / 2; i++)
        p[i * page] = 1;
    assert_in_range(faults() - before, 0, PAGES / 8); /* not one a page; sanitizers have pages of their own */
    before = faults();
    for (u32 i = PAGES / 2 + 1; i < PAGES; i++)
        p[i * page] = 1;
    assert_in_range(faults() - before, PAGES / 2 - 1, PAGES); /* and no others were taken */
    munmap(p, PAGES * page);
}

/* Small pieces share pages, whatever large ones were asked for between them. */
static void arena_keeps_large_pieces_apart(void **state)
{
    (void)state;
    struct arena a = {0};
    char *first = arena_alloc(&a, 16, 16);
    for (u32 i = 0; i < 100; i++) {
        arena_alloc(&a, 100000, 64);
        char *p = arena_alloc(&a, 16, 16);
        assert_true(p - first == 16 * (i + 1));
    }
    arena_free(&a);
}

static void vec_grows_and_keeps(void **state)
{
    (void)state;
    VEC(u32) v = {0};
    for (u32 i = 0; i < 1000; i++)
        VEC_PUSH(&v, i * i);
    assert_int_equal(v.n, 1000);
    for (u32 i = 0; i < 1000; i++)
        assert_int_equal(v.at[i], i * i);
    VEC_FREE(&v);
    assert_int_equal(v.n, 0);
}

static void diag_prints_place_kind_and_text(void **state)
{
    (void)state;
    struct diag d;
    char *text = NULL;
    size_t n = 0;
    diag_init(&d);
    diag_error(&d, "a.ptx", 3, 9, "bad %s", "thing");
    diag_note(&d, "a.ptx", 4, 0, "because");
    diag_error(&d, NULL, 0, 0, "no place");
    FILE *f = open_memstream(&text, &n);
    diag_print(&d, f);
    fclose(f);
    assert_string_equal(text, "a.ptx:3:9: error: bad thing\na.ptx:4: note: because\nsluice: error: no place\n");
    assert_int_equal(d.errors, 2);
    free(text);
    diag_free(&d);
}

static void diag_keeps_the_first_and_counts_the_rest(void **state)
{
    (void)state;
    struct diag d;
    diag_init(&d);
    for (u32 i = 0; i < DIAG_KEEP + 5; i++)
        diag_error(&d, "f", i + 1, 0, "e");
    u32 kept = 0;
    for (struct diag_msg *m = d.first; m; m = m->next)
        kept++;
    assert_int_equal(kept, DIAG_KEEP);
    assert_int_equal(d.errors, DIAG_KEEP + 5);
    diag_free(&d);
    assert_int_equal(d.errors, 0);
}

static void nearest_name_is_near_or_none(void **state)
{
    (void)state;
    static const char *const names[] = {"run", "list", "paper", "correlate"};
    assert_string_equal(diag_nearest("rnu", names, 4), "run");
    assert_string_equal(diag_nearest("lists", names, 4), "list");
    assert_string_equal(diag_nearest("corelate", names, 4), "correlate");
    assert_null(diag_nearest("zzzzzzzz", names, 4));
    char huge[300];
    memset(huge, 'x', sizeof(huge) - 1);
    huge[299] = 0;
    assert_null(diag_nearest(huge, names, 4));
}

static void a_bug_aborts(void **state)
{
    (void)state;
    pid_t child = fork();
    if (!child) {
        if (!freopen("/dev/null", "w", stderr))
            _exit(1);
        ENSURE(1 + 1 == 3);
        _exit(0);
    }
    int status = 0;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT);
}

/* Every length around the stride, every bit of every byte, and two words that change places. */
static void a_hash_of_much_sees_every_bit(void **state)
{
    (void)state;
    unsigned char b[101];
    struct hash seen[101], h;
    for (u32 i = 0; i < sizeof b; i++)
        b[i] = (unsigned char)(i * 37);
    for (u32 n = 0; n < sizeof b; n++) {
        hash_init(&seen[n]);
        hash_bulk(&seen[n], b, n);
        for (u32 k = 0; k < n; k++)
            assert_true(seen[k].hi != seen[n].hi || seen[k].lo != seen[n].lo);
        for (u32 bit = 0; bit < 8 * n; bit++) {
            b[bit / 8] ^= (unsigned char)(1 << bit % 8);
            hash_init(&h);
            hash_bulk(&h, b, n);
            assert_true(h.hi != seen[n].hi || h.lo != seen[n].lo);
            b[bit / 8] ^= (unsigned char)(1 << bit % 8);
        }
    }
    unsigned char swapped[64];
    memcpy(swapped, b + 32, 32);
    memcpy(swapped + 32, b, 32);
    hash_init(&h);
    hash_bulk(&h, swapped, 64);
    assert_true(h.hi != seen[64].hi || h.lo != seen[64].lo);
}

static void put_text(const char *path, const char *text)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
}

/* An input is what it was by its contents; a name of any characters comes back from its line. */
static void an_input_is_seen_to_change(void **state)
{
    (void)state;
    char dir[] = "/tmp/sluice-base-XXXXXX", name[64], line[512];
    struct input in, back;
    assert_non_null(mkdtemp(dir));
    snprintf(name, sizeof name, "%s/a\n\\x41 b", dir);
    input_look(&in, INPUT_FILE, name);
    assert_true(input_same(&in));
    put_text(name, "one");
    assert_false(input_same(&in)); /* there was none */
    input_look(&in, INPUT_FILE, name);
    struct timespec times[2] = {{.tv_sec = 1000000}, {.tv_sec = 1000000}};
    for (u32 i = 0; i < 2; i++) { /* of the same length, and as old as it was */
        put_text(name, i ? "one" : "two");
        assert_int_equal(utimensat(AT_FDCWD, name, times, 0), 0);
        assert_int_equal(input_same(&in), i == 1);
    }
    size_t n = input_print(&in, line, sizeof line);
    assert_int_equal(n, strlen(line));
    assert_ptr_equal(strchr(line, '\n'), line + n - 1);
    assert_true(input_parse(&back, line));
    assert_string_equal(back.name, name);
    assert_string_equal(back.hash, in.hash);
    assert_true(back.kind == in.kind && back.inode == in.inode && back.size == 3 && back.modified == in.modified &&
                back.changed == in.changed && back.hashed == in.hashed);
    assert_int_equal(input_print(&in, line, 100), 0); /* no half lines */
    struct input folder, there, variable;
    input_look(&folder, INPUT_FILE, dir);
    input_look(&there, INPUT_STAT, name);
    input_look(&variable, INPUT_ENV, "SLUICE_BASE_TEST");
    assert_true(input_same(&folder) && input_same(&there) && input_same(&variable));
    setenv("SLUICE_BASE_TEST", "", 1);
    unlink(name);
    assert_false(input_same(&folder) || input_same(&there) || input_same(&variable) || input_same(&back));
    rmdir(dir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(arena_memory_is_zeroed_aligned_and_apart),
        cmocka_unit_test(arena_takes_blocks_larger_than_its_own),
        cmocka_unit_test(pages_that_are_taken_are_there_when_they_are_written),
        cmocka_unit_test(arena_keeps_large_pieces_apart),
        cmocka_unit_test(vec_grows_and_keeps),
        cmocka_unit_test(diag_prints_place_kind_and_text),
        cmocka_unit_test(diag_keeps_the_first_and_counts_the_rest),
        cmocka_unit_test(nearest_name_is_near_or_none),
        cmocka_unit_test(a_bug_aborts),
        cmocka_unit_test(a_hash_of_much_sees_every_bit),
        cmocka_unit_test(an_input_is_seen_to_change),
    };
    return cmocka_run_group_tests_name("base", tests, NULL, NULL);
}
