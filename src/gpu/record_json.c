/* What a record says beyond its counters: rates against the machine's peaks, occupancy, misses per thousand
   instructions, and the latency histograms. */
#include "gpu/record_json.h"

#include <stdlib.h>
#include <string.h>

#include "decl/json.h"
#include "gpu/internal.h"

static double ratio(double a, double b)
{
    return b != 0 ? a / b : 0;
}

static void set_int(json_t *o, const char *key, u64 v)
{
    json_object_set_new(o, key, json_integer((json_int_t)v));
}
static void set_real(json_t *o, const char *key, double v)
{
    json_object_set_new(o, key, json_real(v));
}

static json_t *hist_json(const struct hist *h)
{
    json_t *b = json_array();
    u32 n = HIST_BUCKETS;
    while (n && !h->bucket[n - 1])
        n--;
    for (u32 i = 0; i < n; i++)
        json_array_append_new(b, json_integer((json_int_t)h->bucket[i]));
    return json_pack("{s:I, s:f, s:I, s:o}", "count", (json_int_t)hist_count(h), "mean",
                     ratio((double)h->sum, (double)hist_count(h)), "max", (json_int_t)h->max, "buckets", b);
}

static json_t *triple(const u32 *v)
{
    return json_pack("[i,i,i]", (int)v[0], (int)v[1], (int)v[2]);
}

static json_t *occupancy_json(const struct gpu_record *r, const struct machine_config *c)
{
    u32 warps = r->occupancy.ctas * r->warps_per_cta;
    double achieved = ratio((double)r->sm.warps_resident, (double)r->sm.busy_cycles);
    return json_pack("{s:i, s:s, s:i, s:f, s:f, s:f, s:i, s:i, s:I, s:I, s:I}", "ctas_per_sm", (int)r->occupancy.ctas,
                     "limiter", r->occupancy.limiter ? r->occupancy.limiter : "", "warps_per_sm", (int)warps,
                     "theoretical", ratio(warps, (double)c->sm.warps), "achieved_warps", achieved, "achieved",
                     ratio(achieved, (double)c->sm.warps), "registers_per_warp", (int)r->occupancy.regs_per_warp,
                     "shared_per_cta", (int)r->occupancy.shared_per_cta, "register_storage",
                     (json_int_t)r->split.regs, "shared_storage", (json_int_t)r->split.shared, "l1_storage",
                     (json_int_t)r->split.cache);
}

/* Of all kernels together: what was there, not what would have fitted. */
static json_t *achieved_json(const struct gpu_record *r, const struct machine_config *c)
{
    double achieved = ratio((double)r->sm.warps_resident, (double)r->sm.busy_cycles);
    return json_pack("{s:f, s:f}", "achieved_warps", achieved, "achieved", ratio(achieved, (double)c->sm.warps));
}

/* Bytes a second at most, from the parameters. */
static double dram_peak(const struct machine_config *c)
{
    const struct dram_params *d = &c->mem.dram;
    double channels = (double)(c->mem.l2.slices / c->mem.l2.per_channel);
    if (d->kind == DRAM_FIXED)
        return channels * (double)d->fixed_bytes * 1e6 * (double)c->gpu.clock;
    return channels * (double)(d->bus * d->ratio) * 1e6 * (double)d->clock;
}

static json_t *network_json(const struct noc_stats *s, double ports, double cycles, const struct machine_config *c)
{
    double net_cycles = cycles * (double)c->mem.noc.clock / (double)c->gpu.clock;
    return json_pack("{s:f, s:f, s:I}", "load", ratio((double)s->busy, ports * net_cycles), "mean_latency",
                     ratio((double)s->latency_sum, (double)s->packets), "bytes", (json_int_t)s->bytes);
}

static json_t *bandwidth_json(const struct gpu_record *r, const struct machine_config *c)
{
    double seconds = (double)r->cycles / (1e6 * (double)c->gpu.clock);
    double dram = ratio((double)(r->mem.dram.read_bytes + r->mem.dram.write_bytes), seconds), peak = dram_peak(c);
    double l2 = ratio(32.0 * (double)(r->mem.l2.sectors_read + r->mem.l2.sectors_written), seconds);
    return json_pack("{s:f, s:f, s:f, s:f}", "dram_gb_per_s", dram / 1e9, "dram_peak_gb_per_s", peak / 1e9,
                     "dram_used", ratio(dram, peak), "l2_gb_per_s", l2 / 1e9);
}

json_t *gpu_record_json(const struct gpu_record *r, const struct machine_config *c, u64 launches)
{
    struct decl_stat_group g[GPU_MAX_STAT_GROUPS];
    json_t *o = decl_stats_json(r, g, gpu_stat_groups(g));
    double cycles = (double)r->cycles,
           clusters = (double)(c->mem.cluster.own_ports ? c->gpu.sms : c->gpu.sms / c->gpu.sms_per_cluster);
    if (r->name[0]) {
        json_object_set_new(o, "name", json_string(r->name));
        json_object_set_new(o, "grid", triple(r->grid));
        json_object_set_new(o, "block", triple(r->block));
        set_int(o, "registers", r->regs_per_thread);
        set_int(o, "shared_bytes", r->shared_bytes);
        json_object_set_new(o, "occupancy", occupancy_json(r, c));
    } else
        json_object_set_new(o, "occupancy", achieved_json(r, c));
    set_int(o, "launches", launches);
    set_int(o, "ctas", r->n_ctas);
    set_int(o, "cycles", r->cycles);
    set_real(o, "simulated_seconds", cycles / (1e6 * (double)c->gpu.clock));
    set_int(o, "warp_instrs", r->sm.warp_instrs);
    set_int(o, "thread_instrs", r->sm.thread_instrs);
    set_real(o, "warp_ipc", ratio((double)r->sm.warp_instrs, cycles));
    set_real(o, "thread_ipc", ratio((double)r->sm.thread_instrs, cycles));
    set_real(o, "l1_mpki", ratio(1000.0 * (double)r->mem.l1.miss, (double)r->sm.thread_instrs));
    set_real(o, "l2_mpki", ratio(1000.0 * (double)r->mem.l2.read_miss, (double)r->sm.thread_instrs));
    double joules = 1e-12 * (double)r->energy.total, seconds = 1e-12 * (double)r->energy.time;
    set_real(o, "energy_joules", joules);
    set_real(o, "edp", joules * seconds);
    set_real(o, "ed2p", joules * seconds * seconds);
    json_object_set_new(o, "bandwidth", bandwidth_json(r, c));
    json_t *nets = json_object();
    for (u32 i = 0; i < (c->gpu.coherence ? NETS : NET_ACK); i++) {
        double sources = noc_classes[i].to_sms ? (double)c->mem.l2.slices : clusters;
        json_object_set_new(nets, noc_classes[i].name, network_json(&r->mem.net[i], sources, cycles, c));
    }
    json_object_set_new(o, "network", nets);
    json_t *lat = json_object();
    for (u32 i = 0; i < MS_STAGES; i++)
        json_object_set_new(lat, mem_stage_names[i], hist_json(&r->mem.hist[i]));
    json_object_set_new(o, "latency", lat);
    return o;
}

json_t *gpu_machine_json(const struct machine_config *c)
{
    struct decl_group g[MACHINE_MAX_GROUPS];
    json_t *o = decl_params_json(c, g, machine_groups(g));
    json_object_set_new(o, "name", json_string(c->name));
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
    struct gpu_row *one = xcalloc(1, sizeof *one);
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
    struct gpu_row *k = xcalloc(1, sizeof *k);
    k->sum = *r;
    k->launches = 1;
    VEC_PUSH(&rows->v, k);
}

json_t *gpu_rows_json(const struct gpu_rows *rows, const struct machine_config *c, json_t **total)
{
    struct gpu_record sum = {0};
    json_t *kernels = json_array();
    u64 launches = 0;
    for (size_t i = 0; i < rows->v.n; i++) {
        gpu_record_add(&sum, &rows->v.at[i]->sum);
        launches += rows->v.at[i]->launches;
        json_array_append_new(kernels, gpu_record_json(&rows->v.at[i]->sum, c, rows->v.at[i]->launches));
    }
    *total = gpu_record_json(&sum, c, launches);
    return kernels;
}

json_t *gpu_launches_json(const struct gpu_rows *rows, const struct machine_config *c)
{
    json_t *a = json_array();
    for (size_t i = 0; i < rows->each.n; i++) {
        const struct gpu_row *r = rows->each.at[i];
        json_t *o = gpu_record_json(&r->sum, c, 1);
        set_int(o, "launch", r->launches);
        set_int(o, "start", r->sum.start);
        json_array_append_new(a, o);
    }
    return a;
}

json_t *gpu_sms_json(const struct gpu *g)
{
    json_t *a = json_array();
    struct gpu_sm_row row;
    for (u32 i = 0; gpu_sm_row(g, i, &row); i++) {
        struct decl_stat_group groups[GPU_MAX_STAT_GROUPS];
        json_t *o = decl_stats_json(&row, groups, gpu_sm_groups(groups));
        set_int(o, "id", i);
        json_array_append_new(a, o);
    }
    return a;
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
