/* The checksum is the one that b2sum prints. An entry of the cache comes back as it was written, and only then: not
   with any one bit changed, not cut or lengthened, not for another key, not where other users can write. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/cache.h"
#include "base/checksum.h"

#define KEY "a test 1"

struct fixture {
    char base[64], path[128];
    char *folder;
};

static int setup(void **state)
{
    struct fixture *f = calloc(1, sizeof *f);
    strcpy(f->base, "/tmp/sluice-cache-XXXXXX");
    assert_non_null(mkdtemp(f->base));
    setenv("XDG_CACHE_HOME", f->base, 1);
    f->folder = cache_folder("test");
    assert_non_null(f->folder);
    snprintf(f->path, sizeof f->path, "%s/entry", f->folder);
    *state = f;
    return 0;
}

static int teardown(void **state)
{
    struct fixture *f = *state;
    char path[128];
    chmod(f->folder, 0700);
    cache_trim(f->folder, 0);
    rmdir(f->folder);
    snprintf(path, sizeof path, "%s/sluice", f->base);
    rmdir(path);
    assert_int_equal(rmdir(f->base), 0); /* nothing else was left */
    free(f->folder);
    free(f);
    return 0;
}

static void put(const char *path, const u8 *bytes, size_t n)
{
    FILE *f = fopen(path, "wb");
    assert_non_null(f);
    assert_int_equal(fwrite(bytes, 1, n, f), n);
    assert_int_equal(fclose(f), 0);
    assert_int_equal(chmod(path, 0600), 0);
}

static size_t get(const char *path, u8 *bytes, size_t most)
{
    FILE *f = fopen(path, "rb");
    assert_non_null(f);
    size_t n = fread(bytes, 1, most, f);
    fclose(f);
    return n;
}

static bool there(const char *path)
{
    return access(path, F_OK) == 0;
}

static bool believed(const struct fixture *f, const char *key)
{
    size_t n;
    u8 *at = cache_read(f->path, key, &n);
    free(at);
    return at;
}

/* Digests that b2sum of GNU coreutils printed for so many bytes, the i-th being i * 7 + i / 251 modulo 256. */
static void checksum_is_that_of_b2sum(void **state)
{
    static const struct {
        size_t n;
        const char *hex;
    } known[] = {{0, "cae66941d9efbd404e4d88758ea67670"},   {1, "7025e075d5e2f6cde3cc051a31f07660"},
                 {127, "40efb3ed1b6eb973c5f774422adb0230"}, {128, "06e5bcee475a6bf6d9b8a07c6f4ae80a"},
                 {129, "2ec7e7bf8a8265ffd68aadd70ecd2b7e"}, {256, "c5b5fd848e36b008e47b0915754da920"},
                 {300, "ef5eadac2b521216237dfbcb297e7711"}, {20000, "d24110b2736ac0a2e674f4ec5298a696"}};
    static u8 bytes[20000];
    char hex[CHECKSUM_HEX];
    (void)state;
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (u8)(i * 7 + i / 251);
    for (size_t i = 0; i < COUNT_OF(known); i++) {
        checksum(bytes, known[i].n, hex);
        assert_string_equal(hex, known[i].hex);
    }
}

static void an_entry_comes_back(void **state)
{
    struct fixture *f = *state;
    static const size_t sizes[] = {0, 1, 33, 100000};
    static u8 bytes[100000];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (u8)(i * 31 + (i >> 8));
    for (size_t i = 0; i < COUNT_OF(sizes); i++) {
        size_t n = 12345;
        assert_true(cache_write(f->path, KEY, bytes, sizes[i]));
        u8 *at = cache_read(f->path, KEY, &n);
        assert_non_null(at);
        assert_int_equal(n, sizes[i]);
        assert_memory_equal(at, bytes, n);
        free(at);
    }
    assert_false(believed(f, "a test 2"));
    assert_false(there(f->path));
}

/* A script that ends itself, since what stands behind it would be read, too */
static void a_program_is_executed_where_it_lies(void **state)
{
    struct fixture *f = *state;
    static const char script[] = "#!/bin/sh\nexit 7";
    struct stat st;
    assert_true(cache_write_program(f->path, KEY, script, sizeof script - 1));
    assert_true(believed(f, KEY));
    assert_int_equal(stat(f->path, &st), 0);
    assert_int_equal(st.st_mode & 0777, 0700);
    int status = system(f->path);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 7);
    assert_int_equal(chmod(f->path, 0720), 0);
    assert_false(believed(f, KEY));
    assert_false(there(f->path));
}

/* Every bit, every length; and what is not believed is gone. */
static void a_damaged_entry_is_removed(void **state)
{
    struct fixture *f = *state;
    u8 good[512], bad[512];
    assert_true(cache_write(f->path, KEY, "kernel\n\0code", 12));
    size_t n = get(f->path, good, sizeof good);
    assert_int_equal(n, 12 + 1 + strlen(KEY) + 1 + 32 + 1);
    for (size_t bit = 0; bit < 8 * n; bit++) {
        memcpy(bad, good, n);
        bad[bit / 8] ^= (u8)(1u << bit % 8);
        put(f->path, bad, n);
        assert_false(believed(f, KEY));
        assert_false(there(f->path));
    }
    for (size_t cut = 0; cut < n; cut++) {
        put(f->path, good, cut);
        assert_false(believed(f, KEY));
        assert_false(there(f->path));
    }
    memcpy(bad, good, n);
    bad[n] = '\n';
    put(f->path, bad, n + 1);
    assert_false(believed(f, KEY));
    put(f->path, good, n);
    assert_true(believed(f, KEY)); /* the file as it was is believed: the rest was refused for the damage */
}

/* Whole entries, but in places where they may be others' work. */
static void only_the_users_own(void **state)
{
    struct fixture *f = *state;
    char other[160];
    snprintf(other, sizeof other, "%s.other", f->path);
    static const mode_t open_to[] = {0620, 0602};
    for (size_t i = 0; i < COUNT_OF(open_to); i++) {
        assert_true(cache_write(f->path, KEY, "x", 1));
        assert_int_equal(chmod(f->path, open_to[i]), 0);
        assert_false(believed(f, KEY));
        assert_false(there(f->path));
    }
    assert_true(cache_write(other, KEY, "x", 1));
    assert_int_equal(symlink(other, f->path), 0);
    assert_false(believed(f, KEY));
    assert_false(there(f->path));
    assert_int_equal(link(other, f->path), 0);
    assert_false(believed(f, KEY));
    assert_int_equal(mkfifo(f->path, 0600), 0); /* nor does it wait for a writer */
    assert_false(believed(f, KEY));
    if (geteuid() == 0) {
        assert_true(cache_write(f->path, KEY, "x", 1));
        assert_int_equal(chown(f->path, 1, (gid_t)-1), 0);
        assert_false(believed(f, KEY));
    }
    static const mode_t folders[] = {0770, 0707, 0777};
    for (size_t i = 0; i < COUNT_OF(folders); i++) {
        assert_int_equal(chmod(f->folder, folders[i]), 0);
        assert_null(cache_folder("test"));
        assert_false(cache_may_use(f->folder));
    }
    assert_int_equal(chmod(f->folder, 0700), 0);
    assert_true(cache_may_use(f->folder));
    assert_false(cache_may_use(other)); /* no folder */
    setenv("XDG_CACHE_HOME", "relative", 1);
    unsetenv("HOME");
    assert_null(cache_folder("test"));
}

static void the_oldest_go(void **state)
{
    struct fixture *f = *state;
    char path[160], young[160], old[160];
    for (int i = 0; i < 6; i++) {
        snprintf(path, sizeof path, "%s/%d", f->folder, i);
        assert_true(cache_write(path, KEY, "x", 1));
        struct timespec times[2] = {{.tv_sec = 1000 + (i * 5) % 6}, {.tv_sec = 1000 + (i * 5) % 6}};
        assert_int_equal(utimensat(AT_FDCWD, path, times, 0), 0);
    }
    snprintf(young, sizeof young, "%s/" CACHE_UNFINISHED "XXXXXX", f->folder);
    close(cache_create(young, 0));
    snprintf(old, sizeof old, "%s/" CACHE_UNFINISHED "XXXXXX.c", f->folder);
    close(cache_create(old, 2));
    assert_int_equal(utimensat(AT_FDCWD, old, (struct timespec[2]){{.tv_sec = 1}, {.tv_sec = 1}}, 0), 0);
    snprintf(path, sizeof path, "%s/0", f->folder); /* the oldest, but it is used again */
    size_t n;
    free(cache_read(path, KEY, &n));
    cache_trim(f->folder, 3);
    static const bool left[] = {true, true, true, false, false, false}; /* by age: 5 4 3 2 1, then 0 */
    for (int i = 0; i < 6; i++) {
        snprintf(path, sizeof path, "%s/%d", f->folder, i);
        assert_int_equal(there(path), left[i]);
    }
    assert_true(there(young));
    assert_false(there(old));
    unlink(young);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(checksum_is_that_of_b2sum),
        cmocka_unit_test_setup_teardown(an_entry_comes_back, setup, teardown),
        cmocka_unit_test_setup_teardown(a_program_is_executed_where_it_lies, setup, teardown),
        cmocka_unit_test_setup_teardown(a_damaged_entry_is_removed, setup, teardown),
        cmocka_unit_test_setup_teardown(only_the_users_own, setup, teardown),
        cmocka_unit_test_setup_teardown(the_oldest_go, setup, teardown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
