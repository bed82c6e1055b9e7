/* What a record says beyond its counters: rates against the machine's peaks, occupancy, misses per thousand
   instructions, and the latency histograms. */
#include "gpu/record_json.h"

#include <stdlib.h>
#include <string.h>

#include "decl/json.h"
#include "gpu/internal.h"
#include "gpu/row.h"

static double ratio(double a, double b)
{
    return b != 0 ? a / b : 0;
}

static void add_hist(struct row *o, const char *stage, const struct hist *h)
{
    u32 n = HIST_BUCKETS;
    while (n && !h->bucket[n - 1])
        n--;
    row_in(o, "latency", stage);
    row_int(o, "count", hist_count(h));
    row_real(o, "mean", ratio((double)h->sum, (double)hist_count(h)));
    row_int(o, "max", h->max);
    row_list(o, "buckets", h->bucket, n);
}

static u32 warps_per_sm(const struct gpu_record *r)
{
    return r->occupancy.ctas * r->warps_per_cta;
}

/* The total of all kernels has only what was achieved, not what would have fitted. */
static void add_occupancy(struct row *o, const struct gpu_record *r, const struct machine_config *c)
{
    u32 warps = warps_per_sm(r);
    double achieved = ratio((double)r->sm.warps_resident, (double)r->sm.busy_cycles);
    row_in(o, "occupancy", "");
    row_real(o, "achieved_warps", achieved);
    row_real(o, "achieved", ratio(achieved, (double)c->sm.warps));
    if (!r->name[0])
        return;
    row_int(o, "ctas_per_sm", r->occupancy.ctas);
    row_text(o, "limiter", r->occupancy.limiter ? r->occupancy.limiter : "");
    row_int(o, "warps_per_sm", warps);
    row_real(o, "theoretical", ratio(warps, (double)c->sm.warps));
    row_int(o, "registers_per_warp", r->occupancy.regs_per_warp);
    row_int(o, "shared_per_cta", r->occupancy.shared_per_cta);
    row_int(o, "register_storage", r->split.regs);
    row_int(o, "shared_storage", r->split.shared);
    row_int(o, "l1_storage", r->split.cache);
    row_int(o, "own_division", r->split.alone);
}

/* Bytes a second at most, from the parameters. */
static double dram_peak(const struct machine_config *c)
{
    const struct dram_params *d = &c->mem.dram;
    double channels = (double)(c->mem.l2.slices / c->mem.l2.per_channel);
    return channels * dram_ops_list[d->kind]->peak(d, (double)c->gpu.clock);
}

static void add_networks(struct row *o, const struct gpu_record *r, const struct machine_config *c)
{
    double net_cycles = (double)r->cycles * (double)c->mem.noc.clock / (double)c->gpu.clock,
           clusters = (double)(c->mem.cluster.own_ports ? c->gpu.sms : c->gpu.sms / c->gpu.sms_per_cluster);
    for (u32 i = 0; i < (c->gpu.coherence ? NETS : NET_ACK); i++) {
        const struct noc_stats *s = &r->mem.net[i];
        double sources = noc_classes[i].to_sms ? (double)c->mem.l2.slices : clusters;
        row_in(o, "network", noc_classes[i].name);
        row_real(o, "load", ratio((double)s->busy, sources * net_cycles));
        row_real(o, "mean_latency", ratio((double)s->latency_sum, (double)s->packets));
        row_int(o, "bytes", s->bytes);
    }
}

static void add_bandwidth(struct row *o, const struct gpu_record *r, const struct machine_config *c)
{
    double seconds = (double)r->cycles / (1e6 * (double)c->gpu.clock);
    double dram = ratio((double)(r->mem.dram.read_bytes + r->mem.dram.write_bytes), seconds), peak = dram_peak(c);
    double l2 = ratio(32.0 * (double)(r->mem.l2.sectors_read + r->mem.l2.sectors_written), seconds);
    row_in(o, "bandwidth", "");
    row_real(o, "dram_gb_per_s", dram / 1e9);
    row_real(o, "dram_peak_gb_per_s", peak / 1e9);
    row_real(o, "dram_used", ratio(dram, peak));
    row_real(o, "l2_gb_per_s", l2 / 1e9);
}

/* Several schedulers may share a unit; none uses two of a kind. */
static void add_pipes(struct row *o, const struct gpu_record *r, const struct machine_config *c)
{
    static const char *const names[U_NONE] = {[U_ALU] = "alu",         [U_FP32] = "fp32",       [U_SFU] = "sfu",
                                              [U_FP64] = "fp64",       [U_CONTROL] = "control", [U_TENSOR] = "tensor",
                                              [U_TEXTURE] = "texture", [U_UNIFORM] = "uniform", [U_LSU] = "lsu"};
    row_in(o, "pipe", "");
    for (u32 u = 0; u < U_NONE; u++) {
        double units = (double)MIN(sm_units(&c->rate, u), c->sm.schedulers);
        row_real(o, names[u], ratio((double)r->pipe[u], units * (double)r->sm.cycles));
    }
}

static void add_counters(struct row *o, const void *stats, const struct decl_stat_group *g, u32 n)
{
    for (u32 i = 0; i < n; i++) {
        const char *base = (const char *)stats + g[i].offset;
        row_in(o, g[i].prefix, "");
        for (u32 k = 0; k < g[i].n; k++) {
            const struct decl_stat *s = &g[i].rows[k];
            if (s->offset == UINT32_MAX)
                row_real(o, s->name, decl_stat_value(base, s));
            else
                row_int(o, s->name, *(const u64 *)(base + s->offset));
        }
    }
}

static void add_record(struct row *o, const struct gpu_record *r, const struct machine_config *c, u64 launches)
{
    struct decl_stat_group groups[GPU_MAX_STAT_GROUPS];
    double cycles = (double)r->cycles;
    add_counters(o, r, groups, gpu_stat_groups(groups));
    add_occupancy(o, r, c);
    add_bandwidth(o, r, c);
    add_pipes(o, r, c);
    add_networks(o, r, c);
    for (u32 i = 0; i < MS_STAGES; i++)
        add_hist(o, mem_stage_names[i], &r->mem.hist[i]);
    row_in(o, "", "");
    if (r->name[0]) {
        row_text(o, "name", r->name);
        row_triple(o, "grid", r->grid);
        row_triple(o, "block", r->block);
        row_int(o, "registers", r->regs_per_thread);
        row_int(o, "shared_bytes", r->shared_bytes);
    }
    row_int(o, "launches", launches);
    row_int(o, "ctas", r->n_ctas);
    row_int(o, "cycles", r->cycles);
    row_real(o, "simulated_seconds", cycles / (1e6 * (double)c->gpu.clock));
    row_int(o, "warp_instrs", r->sm.warp_instrs);
    row_int(o, "thread_instrs", r->sm.thread_instrs);
    row_real(o, "warp_ipc", ratio((double)r->sm.warp_instrs, cycles));
    row_real(o, "thread_ipc", ratio((double)r->sm.thread_instrs, cycles));
    row_real(o, "l1_mpki", ratio(1000.0 * (double)r->mem.l1.miss, (double)r->sm.thread_instrs));
    row_real(o, "l2_mpki", ratio(1000.0 * (double)r->mem.l2.read_miss, (double)r->sm.thread_instrs));
    double joules = 1e-12 * (double)r->energy.total, seconds = 1e-12 * (double)r->energy.time;
    row_real(o, "energy_joules", joules);
    row_real(o, "edp", joules * seconds);
    row_real(o, "ed2p", joules * seconds * seconds);
}

json_t *gpu_record_json(const struct gpu_record *r, const struct machine_config *c, u64 launches)
{
    struct row o = {0};
    add_record(&o, r, c, launches);
    json_t *doc = row_json(&o);
    VEC_FREE(&o.v);
    return doc;
}

json_t *gpu_machine_json(const struct machine_config *c)
{
    struct decl_group g[MACHINE_MAX_GROUPS];
    struct isa_target t = isa_target_of(c);
    char target[ISA_TARGET_TEXT];
    json_t *o = decl_params_json(c, g, machine_groups(g));
    isa_target_text(&t, target);
    json_object_set_new(o, "name", json_string(c->name));
    json_object_set_new(o, "target", json_string(target));
    return o;
}

/* "network.request.load" -> the object for it, three deep at most. */
static void set_unit(json_t *o, const char *path, const char *unit)
{
    char part[32];
    for (const char *dot; (dot = strchr(path, '.')); path = dot + 1) {
        snprintf(part, sizeof part, "%.*s", (int)(dot - path), path);
        if (!json_object_get(o, part))
            json_object_set_new(o, part, json_object());
        o = json_object_get(o, part);
    }
    json_object_set_new(o, path, json_string(unit));
}

json_t *gpu_units_json(void)
{
    struct decl_stat_group g[GPU_MAX_STAT_GROUPS];
    struct decl_group p[MACHINE_MAX_GROUPS];
    json_t *o = decl_units_json(g, gpu_stat_groups(g));
    for (u32 i = 0; i < gpu_fact_count; i++)
        if (*gpu_facts[i].unit)
            set_unit(o, gpu_facts[i].key, gpu_facts[i].unit);
    for (u32 i = 0, n = machine_groups(p); i < n; i++)
        for (u32 k = 0; k < p[i].n; k++) {
            char path[96];
            snprintf(path, sizeof path, "machine.%s%s%s", p[i].prefix, *p[i].prefix ? "." : "", p[i].rows[k].name);
            if (*p[i].rows[k].unit)
                set_unit(o, path, p[i].rows[k].unit);
        }
    return o;
}

void gpu_rows_add(struct gpu_rows *rows, const struct gpu_record *r, u64 launch)
{
    struct gpu_row *one = xmalloc(sizeof *one);
    one->sum = *r;
    one->launches = launch;
    VEC_PUSH(&rows->each, one);
    for (size_t i = 0; i < rows->v.n; i++) {
        struct gpu_row *k = rows->v.at[i];
        if (!strcmp(k->sum.name, r->name)) {
            gpu_record_add(&k->sum, r);
            k->launches++;
            return;
        }
    }
    struct gpu_row *k = xmalloc(sizeof *k);
    k->sum = *r;
    k->launches = 1;
    VEC_PUSH(&rows->v, k);
}

static void add_kernel(struct row *o, const struct gpu_row *r, const struct machine_config *c)
{
    o->v.n = 0;
    add_record(o, &r->sum, c, r->launches);
    if (r->sum.together)
        row_int(o, "together", r->sum.together);
}

/* `sum` belongs to the caller and must be zero: the row points into it. */
static void add_total(struct row *o, struct gpu_record *sum, const struct gpu_rows *rows,
                      const struct machine_config *c)
{
    u64 launches = 0;
    for (size_t i = 0; i < rows->v.n; i++) {
        gpu_record_add(sum, &rows->v.at[i]->sum);
        launches += rows->v.at[i]->launches;
    }
    sum->cycles -= sum->overlap; /* cycles in which several launches ran count once */
    o->v.n = 0;
    add_record(o, sum, c, launches);
}

json_t *gpu_rows_json(const struct gpu_rows *rows, const struct machine_config *c, json_t **total)
{
    struct row o = {0};
    struct gpu_record sum = {0};
    json_t *kernels = json_array();
    for (size_t i = 0; i < rows->v.n; i++) {
        add_kernel(&o, rows->v.at[i], c);
        json_array_append_new(kernels, row_json(&o));
    }
    add_total(&o, &sum, rows, c);
    *total = row_json(&o);
    VEC_FREE(&o.v);
    return kernels;
}

u32 gpu_rows_warps(const struct gpu_rows *rows)
{
    u32 most = 0;
    for (size_t i = 0; i < rows->v.n; i++)
        most = MAX(most, warps_per_sm(&rows->v.at[i]->sum));
    return most;
}

static void add_launch(struct row *o, const struct gpu_row *r, const struct machine_config *c)
{
    o->v.n = 0;
    add_record(o, &r->sum, c, 1);
    row_int(o, "launch", r->launches);
    row_int(o, "start", r->sum.start);
}

json_t *gpu_launch_json(const struct gpu_rows *rows, size_t i, const struct machine_config *c)
{
    struct row o = {0};
    add_launch(&o, rows->each.at[i], c);
    json_t *doc = row_json(&o);
    VEC_FREE(&o.v);
    return doc;
}

/* The i-th row of an array. */
static void write_row(struct row_form *form, const struct row *o, size_t i, struct text *to)
{
    if (!i)
        row_form_of(form, o, to->indent, 2);
    else
        text_char(to, ',');
    text_line(to, 2);
    row_write(form, o, to);
}

static void end_rows(size_t n, struct text *to)
{
    if (n)
        text_line(to, 1);
    text_char(to, ']');
}

void gpu_launches_write(const void *gpu_launches, struct text *to)
{
    const struct gpu_launches *l = gpu_launches;
    struct row o = {0};
    text_char(to, '[');
    for (size_t i = 0; i < l->rows->each.n; i++) {
        add_launch(&o, l->rows->each.at[i], l->cfg);
        write_row(&l->forms->launch, &o, i, to);
    }
    end_rows(l->rows->each.n, to);
    VEC_FREE(&o.v);
}

void gpu_kernels_write(const void *gpu_launches, struct text *to)
{
    const struct gpu_launches *l = gpu_launches;
    struct row o = {0};
    text_char(to, '[');
    for (size_t i = 0; i < l->rows->v.n; i++) {
        add_kernel(&o, l->rows->v.at[i], l->cfg);
        write_row(&l->forms->kernel, &o, i, to);
    }
    end_rows(l->rows->v.n, to);
    VEC_FREE(&o.v);
}

void gpu_total_write(const void *gpu_launches, struct text *to)
{
    const struct gpu_launches *l = gpu_launches;
    struct gpu_record sum = {0};
    struct row o = {0};
    add_total(&o, &sum, l->rows, l->cfg);
    row_form_of(&l->forms->total, &o, to->indent, 1);
    row_write(&l->forms->total, &o, to);
    VEC_FREE(&o.v);
}

void gpu_forms_free(struct gpu_forms *f)
{
    row_form_free(&f->launch);
    row_form_free(&f->kernel);
    row_form_free(&f->total);
    row_form_free(&f->sm);
}

static void add_one_sm(struct row *o, const struct gpu_sm_row *r, u32 id)
{
    struct decl_stat_group groups[GPU_MAX_STAT_GROUPS];
    o->v.n = 0;
    add_counters(o, r, groups, gpu_sm_groups(groups));
    row_in(o, "", "");
    row_int(o, "id", id);
}

json_t *gpu_sms_json(const struct gpu *g)
{
    json_t *a = json_array();
    struct gpu_sm_row row;
    struct row o = {0};
    for (u32 i = 0; gpu_sm_row(g, i, &row); i++) {
        add_one_sm(&o, &row, i);
        json_array_append_new(a, row_json(&o));
    }
    VEC_FREE(&o.v);
    return a;
}

void gpu_sms_take(const struct gpu *g, struct gpu_sms *to)
{
    struct gpu_sm_row row;
    for (u32 i = 0; gpu_sm_row(g, i, &row); i++)
        VEC_PUSH(&to->v, row);
}

void gpu_sms_write(const void *gpu_sms, struct text *to)
{
    const struct gpu_sms *sms = gpu_sms;
    struct row o = {0};
    text_char(to, '[');
    for (size_t i = 0; i < sms->v.n; i++) {
        add_one_sm(&o, &sms->v.at[i], (u32)i);
        write_row(&sms->forms->sm, &o, i, to);
    }
    end_rows(sms->v.n, to);
    VEC_FREE(&o.v);
}

void gpu_rows_free(struct gpu_rows *rows)
{
    for (size_t i = 0; i < rows->each.n; i++)
        free(rows->each.at[i]);
    VEC_FREE(&rows->each);
    for (size_t i = 0; i < rows->v.n; i++)
        free(rows->v.at[i]);
    VEC_FREE(&rows->v);
}
