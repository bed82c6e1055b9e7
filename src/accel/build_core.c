/* The options of an SM. Latencies: GPGPU-Sim's pipeline around a unit (issue, operands, dispatch, write-back) takes
   PIPELINE cycles, so that a dependent instruction issues this much later than the unit's latency; measured with
   chains of one instruction each. */
#include <string.h>

#include "accel/build.h"

enum { PIPELINE = 5 };

static void gpu_section(struct accel_build *b)
{
    u64 clusters = option_number(b, "gpgpu_n_clusters", 0, "10"),
        each = option_number(b, "gpgpu_n_cores_per_cluster", 0, "3"),
        major = option_number(b, "gpgpu_compute_capability_major", 0, "7"),
        minor = option_number(b, "gpgpu_compute_capability_minor", 0, "0");
    build_section(b, "gpu", NULL);
    build_number(b, "sms", clusters * each, "%s x %llu", option_said(b, "gpgpu_n_clusters", "10"),
                 (unsigned long long)each);
    build_number(b, "sms_per_cluster", each, "%s", option_said(b, "gpgpu_n_cores_per_cluster", "3"));
    build_number(b, "clock", option_number(b, "gpgpu_clock_domains", 0, "500"), "%s: the first, in MHz",
                 option_said(b, "gpgpu_clock_domains", "500:2000:2000:2000"));
    build_number(b, "capability", major * 10 + minor, "%s, minor %llu",
                 option_said(b, "gpgpu_compute_capability_major", "7"), (unsigned long long)minor);
    build_number(b, "launch", option_number(b, "gpgpu_kernel_launch_latency", 0, "0"), "%s",
                 option_said(b, "gpgpu_kernel_launch_latency", "0"));
    build_number(b, "cta_dispatch", 1, "GPGPU-Sim gives an SM its next CTA in the cycle behind");
}

static void sm_section(struct accel_build *b)
{
    u64 threads = option_number(b, "gpgpu_shader_core_pipeline", 0, "1024"),
        lanes = option_number(b, "gpgpu_shader_core_pipeline", 1, "1024:32");
    const char *said = option_said(b, "gpgpu_shader_core_pipeline", "1024:32");
    build_section(b, "sm", NULL);
    build_number(b, "schedulers", option_number(b, "gpgpu_num_sched_per_core", 0, "1"), "%s",
                 option_said(b, "gpgpu_num_sched_per_core", "1"));
    build_number(b, "issue_width", option_number(b, "gpgpu_max_insn_issue_per_warp", 0, "2"), "%s",
                 option_said(b, "gpgpu_max_insn_issue_per_warp", "2"));
    build_number(b, "warps", threads / MAX(lanes, 1), "%s", said);
    build_number(b, "lanes", lanes, "likewise");
    build_number(b, "threads", threads, "likewise");
    build_number(b, "ctas", option_number(b, "gpgpu_shader_cta", 0, "8"), "%s",
                 option_said(b, "gpgpu_shader_cta", "8"));
    build_number(b, "regs", option_number(b, "gpgpu_shader_registers", 0, "8192"), "%s",
                 option_said(b, "gpgpu_shader_registers", "8192"));
    build_number(b, "reg_unit", 4 * lanes, "GPGPU-Sim rounds a thread's registers up to a multiple of four");
    build_number(b, "max_regs", 255, "traces bring their own number; for programs that are compiled");
    build_number(b, "shared", option_number(b, "gpgpu_shmem_size", 0, "16384"), "%s",
                 option_said(b, "gpgpu_shmem_size", "16384"));
    build_number(b, "shared_unit", 1, "GPGPU-Sim rounds nothing");
    build_word(b, "isa", "fermi", "for programs that are compiled: traces bring their own instructions");
    build_word(b, "stall", "on-use", "its scoreboard");
    build_word(b, "atomic_stall", "on", "GPGPU-Sim: a warp waits for its atomics");
}

static void sched_section(struct accel_build *b)
{
    static const struct {
        const char *there, *here;
    } words[] = {{"lrr", "rr"},  {"gto", "gto"}, {"two_level_active", "two-level"}, {"warp_limiting", "gto"},
                 {"old", "gto"}, {"rrr", "rr"}};
    const char *text = option_text(b, "gpgpu_scheduler", "gto"), *here = NULL;
    for (u32 i = 0; i < COUNT_OF(words) && !here; i++)
        here = !strncmp(text, words[i].there, strlen(words[i].there)) ? words[i].here : NULL;
    if (!here) {
        option_wrong(b, "gpgpu_scheduler", "expected lrr, gto, old, rrr, two_level_active or warp_limiting");
        return;
    }
    const char *said = option_said(b, "gpgpu_scheduler", "gto");
    build_section(b, "sched", NULL);
    build_word(b, "policy", here, "%s", said);
    build_word(b, "arbiter", "rotate", "GPGPU-Sim: schedulers begin in turn");
    if (!strncmp(text, "warp_limiting", 13))
        build_number(b, "swl", option_number(b, "gpgpu_scheduler", 2, text), "likewise: the warps that may issue");
    if (!strncmp(text, "two_level_active", 16))
        build_number(b, "active", option_number(b, "gpgpu_scheduler", 1, text), "likewise: the active set");
}

/* ---- Latencies and rates ---- */

struct timing {
    u64 lat, rate;
    const char *said;
};

/* From trace.config, or from the PTX options at the place `i`. */
static struct timing timing_of(struct accel_build *b, const char *trace, const char *lat, const char *rate, u32 i,
                               const char *lats, const char *rates)
{
    struct timing t;
    if (accel_options_find(&b->options, trace)) {
        t.lat = option_number(b, trace, 0, "4,1");
        t.rate = option_number(b, trace, 1, "4,1");
        t.said = option_said(b, trace, "4,1");
    } else {
        t.lat = option_number(b, lat, i, lats);
        t.rate = option_number(b, rate, i, rates);
        t.said = option_said(b, lat, lats);
    }
    t.rate = MAX(t.rate, 1);
    return t;
}

static struct timing special(struct accel_build *b, u32 unit, struct timing otherwise)
{
    const char *name = arena_printf(b->arena, "specialized_unit_%u", unit),
               *costs = arena_printf(b->arena, "trace_opcode_latency_initiation_spec_op_%u", unit);
    if (!accel_options_find(&b->options, name) || !option_number(b, name, 0, "0") ||
        !accel_options_find(&b->options, costs))
        return otherwise;
    return (struct timing){option_number(b, costs, 0, "4,4"), MAX(option_number(b, costs, 1, "4,4"), 1),
                           option_said(b, costs, "4,4")};
}

struct timings {
    struct timing alu, mul, fp32, fp64, sfu, shfl, tensor, texture, uniform, control;
    bool branches; /* branches have units of their own */
};

static struct timings all_timings(struct accel_build *b)
{
    static const char INT[] = "trace_opcode_latency_initiation_int", SP[] = "trace_opcode_latency_initiation_sp",
                      DP[] = "trace_opcode_latency_initiation_dp", SFU[] = "trace_opcode_latency_initiation_sfu",
                      LI[] = "ptx_opcode_latency_int", RI[] = "ptx_opcode_initiation_int",
                      ints[] = "1,1,19,25,145,32", rates[] = "1,1,4,4,32,4";
    struct timings t;
    t.alu = timing_of(b, INT, LI, RI, 0, ints, rates);
    t.mul = timing_of(b, INT, LI, RI, 2, ints, rates);
    bool traced = accel_options_find(&b->options, INT) != NULL;
    /* some configurations have five numbers, without the shuffle's */
    const char *text = option_text(b, LI, ints);
    u32 commas = 0;
    for (const char *c = text; *c; c++)
        commas += *c == ',';
    t.shfl = traced || commas < 5 ? t.alu : timing_of(b, INT, LI, RI, 5, ints, rates);
    t.fp32 = timing_of(b, SP, "ptx_opcode_latency_fp", "ptx_opcode_initiation_fp", 0, "1,1,1,1,30", "1,1,1,1,5");
    t.fp64 = timing_of(b, DP, "ptx_opcode_latency_dp", "ptx_opcode_initiation_dp", 0, "8,8,8,8,335", "8,8,8,8,130");
    t.sfu = timing_of(b, SFU, "ptx_opcode_latency_sfu", "ptx_opcode_initiation_sfu", 0, "8", "8");
    t.tensor = timing_of(b, "trace_opcode_latency_initiation_tensor", "ptx_opcode_latency_tesnor",
                         "ptx_opcode_initiation_tensor", 0, "64", "64");
    t.tensor = special(b, 3, t.tensor);
    t.texture = special(b, 2, (struct timing){200, 4, "no specialized_unit_2: Accel-Sim's usual one"});
    t.uniform = special(b, 4, t.alu);
    t.control = special(b, 1, (struct timing){.lat = 0});
    t.branches = t.control.lat != 0;
    if (!t.branches)
        t.control = t.alu;
    return t;
}

static void lat_section(struct accel_build *b, const struct timings *t)
{
    build_section(b, "lat",
                  "Issue to dependent issue: the unit's latency and 5 cycles of GPGPU-Sim's pipeline around it "
                  "(measured there).");
    build_number(b, "alu", t->alu.lat + PIPELINE, "%s", t->alu.said);
    build_number(b, "mul", t->mul.lat + PIPELINE, "%s", t->mul.said);
    build_number(b, "fp32", t->fp32.lat + PIPELINE, "%s", t->fp32.said);
    build_number(b, "fp64", t->fp64.lat + PIPELINE, "%s", t->fp64.said);
    build_number(b, "sfu", t->sfu.lat + PIPELINE, "%s", t->sfu.said);
    build_number(b, "cvt", t->alu.lat + PIPELINE, "with the integers");
    build_number(b, "shfl", t->shfl.lat + PIPELINE, "%s", t->shfl.said);
    build_number(b, "control", 1, "no instruction waits for a branch: masks and order come from the trace");
    const char *smem = accel_options_find(&b->options, "smem_latency") ? "smem_latency" : "gpgpu_smem_latency";
    build_number(b, "shared", option_number(b, smem, 0, "3") + PIPELINE, "%s", option_said(b, smem, "3"));
    build_number(b, "param", t->alu.lat + PIPELINE, "a constant operand");
    build_number(b, "barrier", 2, "guess");
    build_number(b, "tensor", t->tensor.lat + PIPELINE, "%s", t->tensor.said);
    build_number(b, "texture", t->texture.lat + PIPELINE, "%s", t->texture.said);
    build_number(b, "uniform", t->uniform.lat + PIPELINE, "%s", t->uniform.said);
}

static void units(struct accel_build *b, const char *key, u64 n, const char *said)
{
    u64 most = MIN(b->machine.sm.schedulers, 4);
    build_number(b, key, MAX(MIN(n, most), 1), n > most ? "%s: here at most one a scheduler" : "%s", said);
}

static void rate_section(struct accel_build *b, const struct timings *t)
{
    u64 ints = option_number(b, "gpgpu_num_int_units", 0, "0"), sps = option_number(b, "gpgpu_num_sp_units", 0, "1"),
        dps = option_number(b, "gpgpu_num_dp_units", 0, "0"), sfus = option_number(b, "gpgpu_num_sfu_units", 0, "1");
    build_section(b, "rate", "Initiation intervals.");
    build_word(b, "split", ints ? "on" : "off", "%s: %s", option_said(b, "gpgpu_num_int_units", "0"),
               ints ? "integers have units of their own" : "integers go to the f32 units");
    build_number(b, "alu", t->alu.rate, "%s", t->alu.said);
    build_number(b, "mul", t->mul.rate, "%s", t->mul.said);
    build_number(b, "fp32", t->fp32.rate, "%s", t->fp32.said);
    build_number(b, "fp64", t->fp64.rate, "%s", t->fp64.said);
    build_number(b, "sfu", t->sfu.rate, "%s", t->sfu.said);
    build_number(b, "cvt", t->alu.rate, "with the integers");
    build_number(b, "shfl", t->shfl.rate, "%s", t->shfl.said);
    build_number(b, "half", MAX(t->fp32.rate / 2, 1), "half of f32's");
    build_number(b, "tensor", t->tensor.rate, "%s", t->tensor.said);
    build_number(b, "texture", t->texture.rate, "%s", t->texture.said);
    build_number(b, "uniform", t->uniform.rate, "%s", t->uniform.said);
    build_number(b, "control", t->control.rate, "%s", t->control.said);
    if (t->branches)
        units(b, "control_units", option_number(b, "specialized_unit_1", 1, "1,4"),
              option_said(b, "specialized_unit_1", ""));
    else
        build_number(b, "control_units", 0,
                     "no specialized_unit_1: branches take no unit here, an integer one there");
    units(b, "alu_units", ints ? MIN(ints, sps) : sps, option_said(b, "gpgpu_num_sp_units", "1"));
    units(b, "sfu_units", sfus, option_said(b, "gpgpu_num_sfu_units", "1"));
    units(b, "fp64_units", dps ? dps : sfus, option_said(b, "gpgpu_num_dp_units", "0"));
}

static void lsu_section(struct accel_build *b)
{
    build_section(b, "lsu", NULL);
    build_number(b, "queue", 8, "guess: instructions between issue and the load-store unit");
    build_number(b, "slots", 1024, "GPGPU-Sim limits them nowhere");
    build_number(b, "banks", option_number(b, "gpgpu_shmem_num_banks", 0, "16"), "%s",
                 option_said(b, "gpgpu_shmem_num_banks", "16"));
    build_number(b, "bank_bytes", 4, "GPGPU-Sim's");
    build_word(b, "first_word", "on", "GPGPU-Sim's conflicts");
}

void build_core(struct accel_build *b)
{
    gpu_section(b);
    sm_section(b);
    sched_section(b);
    struct timings t = all_timings(b);
    lat_section(b, &t);
    rate_section(b, &t);
    lsu_section(b);
}
