/* What the options of caches, network and memory mean. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "accel/build.h"

enum { SECTOR = 32 };

/* ---- Shared memory and L1 ---- */

/* The step list of local.splits that is the option's, or NULL. */
static const char *splits_word(struct accel_build *b, const char *text)
{
    static const char *const words[] = {"fermi", "hopper", "volta", "turing", "ga100", "ga102"};
    for (u32 w = 0; w < COUNT_OF(words); w++) {
        struct machine_config c = b->machine;
        char pair[40];
        u32 n, i = 0;
        snprintf(pair, sizeof pair, "local.splits=%s", words[w]);
        if (!machine_set(&c, pair, b->d))
            return NULL;
        const u32 *kb = local_splits_kb(&c.local, &n);
        const char *at = text;
        char *end;
        for (; *at && i < n && strtoull(at, &end, 10) == kb[i] && end != at; i++)
            at = end + (*end == ',');
        if (!*at && i == n)
            return words[w];
    }
    return NULL;
}

static bool local_section(struct accel_build *b)
{
    bool adaptive = option_number(b, "gpgpu_adaptive_cache_config", 0, "0");
    const char *said = option_said(b, "gpgpu_adaptive_cache_config", "0"),
               *sizes = option_text(b, "gpgpu_shmem_option", "0");
    build_section(b, "local", NULL);
    if (!adaptive) {
        build_word(b, "kind", "partitioned", "%s", said);
        return false;
    }
    const char *word = splits_word(b, sizes);
    if (!word) {
        option_wrong(b, "gpgpu_shmem_option",
                     "no list of sizes that local.splits knows (sluice list params local.splits)");
        return true;
    }
    build_word(b, "kind", "fermi", "%s: shared memory and L1 from one pool", said);
    build_number(b, "pool", option_number(b, "gpgpu_unified_l1d_size", 0, "0") * 1024, "%s (KB)",
                 option_said(b, "gpgpu_unified_l1d_size", "0"));
    build_word(b, "splits", word, "-gpgpu_shmem_option %s (KB)", sizes);
    build_word(b, "scope", "kernel", "decided for each kernel");
    return true;
}

static const char *index_word(char index)
{
    return index == 'L' ? "modulo" : index == 'H' ? "fermi" : "xor";
}

static const char *index_remark(char index)
{
    return index == 'P' ? "P: there by a polynomial, here by XOR: other lines share a set, as many do"
           : index == 'X' || index == 'H' || index == 'L' ? "the set index"
                                                          : "another hash there";
}

static void l1_section(struct accel_build *b, bool adaptive)
{
    struct accel_cache c;
    const char *name = "gpgpu_cache:dl1", *said = option_said(b, name, "none");
    if (!option_cache(b, name, &c))
        return;
    build_section(b, "l1", arena_printf(b->arena, "%s", said));
    u64 latency = option_number(b, "gpgpu_l1_latency", 0, "1"), banks = option_number(b, "gpgpu_l1_banks", 0, "1");
    if (!c.kind) {
        build_word(b, "globals", "off", "there is no L1");
        return;
    }
    if (!c.sets || !c.line || !c.ways) {
        option_wrong(b, name, "a cache of no sets, lines or ways");
        return;
    }
    u64 sectors = c.kind == 'S' ? MAX(c.line / SECTOR, 1) : 1;
    bool split = c.kind == 'S' && option_number(b, "gpgpu_coalesce_arch", 0, "13") >= 40;
    if (adaptive)
        build_number(b, "size", b->machine.local.pool, "what shared memory leaves of it: [local]");
    else
        build_number(b, "size", c.sets * c.line * c.ways, "%llu sets x %llu bytes x %llu ways",
                     (unsigned long long)c.sets, (unsigned long long)c.line, (unsigned long long)c.ways);
    build_number(b, "ways", c.ways, adaptive ? "there ways grow with the size, here sets" : "ways");
    build_number(b, "line", c.line, "bytes");
    build_word(b, "sectored", c.kind == 'S' ? "on" : "off", "%c", c.kind);
    build_word(b, "requests", split ? "sector" : "line", "%s", option_said(b, "gpgpu_coalesce_arch", "13"));
    build_word(b, "replace", c.replace == 'F' ? "fifo" : "lru", "%c", c.replace);
    build_word(b, "index", index_word(c.index), "%s", index_remark(c.index));
    build_word(b, "alloc", c.alloc == 'm' ? "on-miss" : "on-fill", "%c", c.alloc);
    build_word(b, "write",
               c.write == 'B'   ? "back"
               : c.write == 'T' ? "through"
                                : "evict",
               "%c%s", c.write,
               c.write == 'L' ? ": there local memory is written back, here too it goes to the L2" : "");
    if (c.write != 'B')
        build_word(b, "write_alloc", c.write_alloc == 'N' ? "off" : "on", "%c", c.write_alloc);
    build_number(b, "mshrs", c.mshrs, "%c%s", c.mshr_kind, sectors > 1 ? ": there by sector, here by line" : "");
    build_number(b, "merges", MIN(c.merges * sectors, 64), "requests%s", sectors > 1 ? ", of all its sectors" : "");
    build_number(b, "missq", MAX(c.missq, 2), "miss queue");
    build_number(b, "latency", 1, "see after");
    build_number(b, "fill_latency", 1, "likewise");
    build_number(b, "after", latency, "%s: there before the lookup, here behind the answer",
                 option_said(b, "gpgpu_l1_latency", "1"));
    build_number(b, "lookups", MIN(banks, 64), "%s: sectors of a load in a cycle",
                 option_said(b, "gpgpu_l1_banks", "1"));
    build_number(b, "queue", MAX(latency * banks, 2), "those that are in its banks' pipelines");
    build_word(b, "globals", option_number(b, "gpgpu_gmem_skip_L1D", 0, "0") ? "off" : "on", "%s",
               option_said(b, "gpgpu_gmem_skip_L1D", "0"));
    build_word(b, "invalidate", option_number(b, "gpgpu_flush_l1_cache", 0, "0") ? "on" : "off", "%s",
               option_said(b, "gpgpu_flush_l1_cache", "0"));
    build_section(b, "const", NULL);
    build_word(b, "kind", "fixed", "constants: programs only, traces do not read them");
    build_number(b, "latency", 4, "guess");
}

/* ---- Network and L2 ---- */

/* GPGPU-Sim puts nearly all latency before the L2, and next to none into its crossbar. A request does not notice the
   difference, but units can be simulated alone for as long as the network takes: half of the latency goes there. */
static u64 network_latency(struct accel_build *b)
{
    return MAX(MIN(option_number(b, "gpgpu_l2_rop_latency", 0, "85") / 4, 40), 1);
}

static void noc_section(struct accel_build *b)
{
    u64 flit = option_number(b, "icnt_flit_size", 0, "32"), limit = option_number(b, "icnt_in_buffer_limit", 0, "64");
    build_section(b, "noc", NULL);
    build_word(b, "kind", "crossbar", "a packet a cycle and port");
    build_number(b, "latency", network_latency(b), "a quarter of -gpgpu_l2_rop_latency each way: see l2.delay");
    build_number(b, "flit", flit, "%s", option_said(b, "icnt_flit_size", "32"));
    build_number(b, "credits", MAX(MIN(limit, 128), 8), "%s: here of each pair of ports, 128 at most",
                 option_said(b, "icnt_in_buffer_limit", "64"));
    build_number(b, "clock", option_number(b, "gpgpu_clock_domains", 1, "500:2000:2000:2000"),
                 "-gpgpu_clock_domains: the second");
}

static void l2_section(struct accel_build *b, u64 interleave)
{
    struct accel_cache c;
    const char *name = "gpgpu_cache:dl2", *said = option_said(b, name, "none");
    u64 channels = option_number(b, "gpgpu_n_mem", 0, "8"),
        each = option_number(b, "gpgpu_n_sub_partition_per_mchannel", 0, "1"),
        rop = option_number(b, "gpgpu_l2_rop_latency", 0, "85"), net = network_latency(b),
        hash = option_number(b, "gpgpu_memory_partition_indexing", 0, "0");
    if (!option_cache(b, name, &c))
        return;
    build_section(b, "l2", said);
    build_word(b, "kind", c.kind ? "cache" : "none", "%s", c.kind ? "there is one" : "there is none");
    build_number(b, "slices", channels * each, "%s x %llu", option_said(b, "gpgpu_n_mem", "8"),
                 (unsigned long long)each);
    build_number(b, "per_channel", each, "%s", option_said(b, "gpgpu_n_sub_partition_per_mchannel", "1"));
    if (c.kind) {
        u64 sectors = c.kind == 'S' ? MAX(c.line / SECTOR, 1) : 1;
        build_number(b, "size", c.sets * c.line * c.ways, "a slice: %llu sets x %llu bytes x %llu ways",
                     (unsigned long long)c.sets, (unsigned long long)c.line, (unsigned long long)c.ways);
        build_number(b, "ways", c.ways, "ways");
        build_number(b, "line", c.line, "bytes");
        build_word(b, "sectored", c.kind == 'S' ? "on" : "off", "%c", c.kind);
        build_word(b, "replace", c.replace == 'F' ? "fifo" : "lru", "%c", c.replace);
        build_word(b, "index", c.index == 'L' ? "modulo" : "xor", "%s", index_remark(c.index));
        build_number(b, "mshrs", c.mshrs, "%c%s", c.mshr_kind, sectors > 1 ? ": there by sector, here by line" : "");
        build_number(b, "merges", MIN(c.merges * sectors, 256), "requests%s",
                     sectors > 1 ? ", of all its sectors" : "");
        build_word(b, "write_fetch", c.write_alloc == 'F' || c.write_alloc == 'W' ? "on" : "off",
                   "%c: a store %s what it does not write", c.write_alloc,
                   c.write_alloc == 'F' || c.write_alloc == 'W' ? "fetches" : "leaves alone");
        build_word(b, "invalidate", option_number(b, "gpgpu_flush_l2_cache", 0, "0") ? "on" : "off", "%s",
                   option_said(b, "gpgpu_flush_l2_cache", "0"));
        build_word(b, "copies", option_number(b, "gpgpu_perf_sim_memcpy", 0, "1") ? "on" : "off", "%s",
                   option_said(b, "gpgpu_perf_sim_memcpy", "1"));
    }
    build_word(b, "slice_hash", hash ? "xor" : "modulo", "%s%s",
               option_said(b, "gpgpu_memory_partition_indexing", "0"),
               hash ? ": there another function that spreads as well" : "");
    build_number(b, "interleave", interleave, "-gpgpu_mem_addr_mapping: bytes below the channel's bits");
    build_number(b, "delay", rop > 2 * net ? rop - 2 * net + 4 : 0,
                 "%s, less the network's two ways, and 4 cycles of GPGPU-Sim's queues and crossbar (measured there)",
                 option_said(b, "gpgpu_l2_rop_latency", "85"));
    build_number(b, "inq", option_number(b, "gpgpu_dram_partition_queues", 0, "8:8:8:8"), "%s: the first",
                 option_said(b, "gpgpu_dram_partition_queues", "8:8:8:8"));
    build_number(b, "replyq", MAX(option_number(b, "gpgpu_dram_partition_queues", 3, "8:8:8:8"), 2),
                 "likewise: the last");
    build_number(b, "latency", 1, "all of it is in delay");
    build_number(b, "miss_latency", 1, "likewise");
    build_number(b, "atomic_words", 64, "an atomic takes the slice as long as any access");
    build_number(b, "clock", option_number(b, "gpgpu_clock_domains", 2, "500:2000:2000:2000"),
                 "-gpgpu_clock_domains: the third");
}

/* ---- Memory ---- */

struct address { /* "dramid@8;00000000.....RBBBCCCB.CCCSSSSS" */
    u64 interleave, row, low_banks;
};

static bool address_map(struct accel_build *b, struct address *a)
{
    static const char name[] = "gpgpu_mem_addr_mapping";
    const char *text =
        option_text(b, name, "dramid@8;00000000.00000000.00000000.00000000.0000RRRR.RRRRRRRR.BBBCCCCB.CCSSSSSS");
    const char *semi = strchr(text, ';'), *map = semi ? semi + 1 : text;
    u32 bit = 0, columns = 0, channel = 64, low_banks = 0, banks = 0;
    for (const char *c = map + strlen(map); c-- > map;) {
        if (*c == '.' || *c == '|')
            continue;
        columns += *c == 'C' || *c == 'S';
        banks += *c == 'B';
        low_banks = *c == 'C' ? banks : low_banks;
        channel = *c == 'D' && channel == 64 ? bit : channel;
        if (!strchr("0DRBCSX", *c) || bit >= 64) {
            option_wrong(b, name, "expected dramid@N; and 64 letters of R, B, C, S, D and 0");
            return false;
        }
        bit++;
    }
    if (!strncmp(text, "dramid@", 7))
        channel = (u32)MIN(strtoull(text + 7, NULL, 10), 63);
    if (channel > 16 || channel < 5 || columns > 16 || columns < 6 || low_banks > 6) {
        option_wrong(b, name, "expected the channel's bits between 5 and 16, and 6 to 16 bits of column");
        return false;
    }
    *a = (struct address){1ull << channel, 1ull << columns, 1ull << low_banks};
    return true;
}

static void dram_section(struct accel_build *b, const struct address *a)
{
    static const char OPT[] = "gpgpu_dram_timing_opt";
    static const struct {
        const char *key, *there, *about;
        bool optional;
    } timings[] = {{"ccd", "CCD", "column to column", 0}, {"ccdl", "CCDL", "within a group", 1},
                   {"rrd", "RRD", "row to row", 0},       {"rcd", "RCD", "row to column", 0},
                   {"ras", "RAS", "row active", 0},       {"rp", "RP", "precharge", 0},
                   {"rc", "RC", "row cycle", 0},          {"cl", "CL", "read latency", 0},
                   {"wl", "WL", "write latency", 0},      {"cdlr", "CDLR", "write data to read", 0},
                   {"wr", "WR", "write recovery", 0},     {"rtp", "RTPL", "read to precharge", 1}};
    const u64 none = 0, one = 1;
    if (!*option_text(b, OPT, "")) {
        option_wrong(b, OPT,
                     "is not given; expected the memory's timing, as nbk=16:CCD=2:RRD=6:RCD=12:RAS=28:RP=12:RC=40:"
                     "CL=12:WL=4:CDLR=5:WR=12 (gpgpusim.config has it)");
        return;
    }
    double core = option_real(b, "gpgpu_clock_domains", 0, "500:2000:2000:2000"),
           clock = option_real(b, "gpgpu_clock_domains", 3, "500:2000:2000:2000");
    u64 chips = option_number(b, "gpgpu_n_mem_per_ctrlr", 0, "1"),
        fcfs = option_number(b, "gpgpu_dram_scheduler", 0, "1");
    build_section(b, "dram", arena_printf(b->arena, "-%s %s", OPT, option_text(b, OPT, "(not given)")));
    build_word(b, "kind", "gddr", "banks with every command timed");
    build_word(b, "sched", fcfs ? "fr-fcfs" : "fcfs", "%s", option_said(b, "gpgpu_dram_scheduler", "1"));
    build_number(b, "queue", MAX(option_number(b, "gpgpu_frfcfs_dram_sched_queue_size", 0, "32"), 1), "%s",
                 option_said(b, "gpgpu_frfcfs_dram_sched_queue_size", "32"));
    build_number(b, "inq", MAX(option_number(b, "gpgpu_dram_partition_queues", 1, "8:8:8:8"), 2),
                 "-gpgpu_dram_partition_queues: the second");
    build_number(b, "banks", option_part(b, OPT, "nbk", NULL), "nbk");
    u64 groups = option_part(b, OPT, "nbkgrp", &one);
    build_number(b, "groups", groups, "nbkgrp");
    build_word(b, "group_bits", option_number(b, "dram_bnkgrp_indexing_policy", 0, "0") ? "low" : "high", "%s",
               option_said(b, "dram_bnkgrp_indexing_policy", "0"));
    build_word(b, "bank_hash", option_number(b, "dram_bnk_indexing_policy", 0, "0") ? "xor" : "off", "%s",
               option_said(b, "dram_bnk_indexing_policy", "0"));
    build_number(b, "low_banks", a->low_banks, "-gpgpu_mem_addr_mapping: banks' bits below the highest of a column");
    build_number(b, "row", a->row, "likewise: bytes of a row");
    build_number(b, "bus", option_number(b, "gpgpu_dram_buswidth", 0, "4") * chips, "%s x %llu chips",
                 option_said(b, "gpgpu_dram_buswidth", "4"), (unsigned long long)chips);
    build_number(b, "burst", option_number(b, "gpgpu_dram_burst_length", 0, "4"), "%s",
                 option_said(b, "gpgpu_dram_burst_length", "4"));
    build_number(b, "ratio", option_number(b, "dram_data_command_freq_ratio", 0, "2"), "%s",
                 option_said(b, "dram_data_command_freq_ratio", "2"));
    for (u32 i = 0; i < COUNT_OF(timings); i++)
        build_number(b, timings[i].key, option_part(b, OPT, timings[i].there, timings[i].optional ? &none : NULL),
                     "%s: %s", timings[i].there, timings[i].about);
    build_word(b, "row_bus", option_number(b, "dram_dual_bus_interface", 0, "0") ? "on" : "off", "%s",
               option_said(b, "dram_dual_bus_interface", "0"));
    build_number(b, "extra_latency", (u64)llround(option_real(b, "dram_latency", 0, "30") * clock / MAX(core, 1)),
                 "%s, of the core's cycles", option_said(b, "dram_latency", "30"));
    build_number(b, "clock", (u64)llround(clock), "-gpgpu_clock_domains: the last");
}

void build_memory(struct accel_build *b)
{
    struct address a;
    bool adaptive = local_section(b);
    l1_section(b, adaptive);
    noc_section(b);
    if (!address_map(b, &a))
        return;
    l2_section(b, a.interleave);
    dram_section(b, &a);
}
