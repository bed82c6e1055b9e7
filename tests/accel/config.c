/* Configurations of GPGPU-Sim: what options become, and that a wrong one is a sentence and no machine. */
#include "accel/config.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const char small[] =
    "# a machine of four SMs\n"
    "-gpgpu_n_clusters 4\n-gpgpu_n_cores_per_cluster 1\n-gpgpu_n_mem 2\n-gpgpu_n_sub_partition_per_mchannel 2 # two\n"
    "-gpgpu_clock_domains 1000.0:1000.0:1000.0:500.0\n-gpgpu_shader_core_pipeline 1024:32\n-gpgpu_shader_cta 16\n"
    "-gpgpu_shader_registers 32768\n-gpgpu_num_sched_per_core 2\n-gpgpu_max_insn_issue_per_warp 1\n"
    "-gpgpu_num_sp_units 2\n-gpgpu_num_int_units 2\n-gpgpu_num_sfu_units 1\n-gpgpu_num_dp_units 1\n"
    "-gpgpu_scheduler gto\n-gpgpu_coalesce_arch 70\n-gpgpu_shmem_num_banks 32\n-gpgpu_shmem_size 49152\n"
    "-gpgpu_smem_latency 21\n-gpgpu_l1_latency 28\n-gpgpu_l1_banks 4\n"
    "-gpgpu_cache:dl1 S:4:128:64,L:T:m:L:L,A:256:8,16:0,32\n-gpgpu_cache:dl2 S:32:128:16,L:B:m:L:P,A:192:4,32:0,32\n"
    "-gpgpu_l2_rop_latency 160\n-dram_latency 100\n-gpgpu_dram_buswidth 16\n-gpgpu_dram_burst_length 2\n"
    "-gpgpu_mem_addr_mapping dramid@8;00000000.00000000.00000000.00000000.0000RRRR.RRRRRRRR.RBBBCCCB.CCCSSSSS\n"
    "-gpgpu_dram_timing_opt \"nbk=16:CCD=1:RRD=3:RCD=12:RAS=28:RP=12:RC=40:\n"
    "    CL=12:WL=2:CDLR=3:WR=10:nbkgrp=4:CCDL=2:RTPL=3\"\n"
    "-gpgpu_num_reg_banks 16\n-visualizer_enabled 0\n";

static char path[] = "/tmp/sluice-config-XXXXXX";

static const char *read_text(struct arena *a, const char *text, struct accel_config_report *r, struct diag *d)
{
    FILE *f = fopen(path, "w");
    assert_non_null(f);
    fputs(text, f);
    fclose(f);
    diag_init(d);
    return accel_config_read(a, path, NULL, "four SMs", r, d);
}

static void decoded(void **state)
{
    (void)state;
    struct arena a = {0};
    struct accel_config_report r;
    struct diag d;
    const char *t = read_text(&a, small, &r, &d);
    static const char *const lines[] = {
        "about = four SMs\n",
        "\nsms = 4 ",
        "\nwarps = 32 ",
        "\nschedulers = 2 ",
        "\npolicy = gto ",
        "\nshared = 26 ",  /* 21 and the pipeline's 5 */
        "\nsize = 32768 ", /* 4 sets of 64 ways of 128 bytes */
        "\nways = 64 ",
        "\nmerges = 32 ", /* 8 of each of four sectors */
        "\nrequests = sector ",
        "\nwrite = through ",
        "\nafter = 28 ",
        "\nslices = 4 ",
        "\nsize = 65536 ", /* an L2 slice */
        "\ninterleave = 256 ",
        "\ndelay = 84 ", /* 160 - 2 x 40 + 4 */
        "\nlow_banks = 2 ",
        "\nrow = 2048 ",
        "\nextra_latency = 50 ", /* 100 cycles of 1000 MHz at 500 */
        "\nccdl = 2 ",
        "#   -gpgpu_num_reg_banks 16: register banks",
        "#   -visualizer_enabled 0\n",
    };
    if (!t)
        fail_msg("%s", d.first->text);
    for (u32 i = 0; i < COUNT_OF(lines); i++)
        if (!strstr(t, lines[i]))
            fail_msg("no `%s` in\n%s", lines[i], t);
    assert_int_equal(r.lost, 1);
    assert_int_equal(r.options, 31);
    diag_free(&d);
    arena_free(&a);
}

static void refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *says;
        u32 line;
    } cases[] = {
        {"-gpgpu_n_clusers 4\n", "did you mean -gpgpu_n_clusters?", 1},
        {"\n-made_up_by_nobody 1\n", "is no option of GPGPU-Sim", 2},
        {"-gpgpu_n_clusters many\n", "expected a number", 1},
        {"-gpgpu_cache:dl1 S:4:128\n", "expected kind:sets:line:ways", 1},
        {"-gpgpu_scheduler fastest\n", "expected lrr, gto", 1},
        {"hello\n", "expected an option", 1},
        {"# nothing\n", "no configuration of GPGPU-Sim", 0},
        {"-gpgpu_dram_timing_opt \"nbk=16\n", "a quote is opened", 1},
    };
    for (u32 i = 0; i < COUNT_OF(cases); i++) {
        struct arena a = {0};
        struct accel_config_report r;
        struct diag d;
        assert_null(read_text(&a, cases[i].text, &r, &d));
        bool found = false;
        for (const struct diag_msg *m = d.first; m; m = m->next)
            found |= strstr(m->text, cases[i].says) && m->line == cases[i].line;
        if (!found)
            fail_msg("case %u: `%s` at line %u", i, d.first ? d.first->text : "nothing", d.first ? d.first->line : 0);
        diag_free(&d);
        arena_free(&a);
    }
}

static int make(void **state)
{
    (void)state;
    int fd = mkstemp(path);
    close(fd);
    return fd < 0;
}
static int discard(void **state)
{
    (void)state;
    return unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(decoded), cmocka_unit_test(refused)};
    return cmocka_run_group_tests(tests, make, discard);
}
