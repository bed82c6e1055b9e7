"""Turns ncu's raw CSV pages (each line prefixed with WORKLOAD,SIZE,) into the table of bench/h200/*.csv.

One row a launch: workload, size, kernel, its number among the launches of that kernel, grid, block, then one column a metric
under a short name. Units are ncu's base units: cycles, ns, bytes, sectors.
"""
import csv
import sys

NAMES = {
    "gpc__cycles_elapsed.max": "cycles",
    "sm__cycles_active.max": "sm_cycles_active",
    "gpu__time_duration.sum": "time_ns",
    "smsp__inst_executed.sum": "warp_instructions",
    "smsp__thread_inst_executed.sum": "thread_instructions",
    "sm__warps_active.avg.pct_of_peak_sustained_active": "warps_active_pct",
    "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum": "l1_load_requests",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum": "l1_load_sectors",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_ld_lookup_hit.sum": "l1_load_sector_hits",
    "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum": "l1_store_requests",
    "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum": "l1_store_sectors",
    "lts__t_sectors_op_read.sum": "l2_read_sectors",
    "lts__t_sectors_op_write.sum": "l2_write_sectors",
    "lts__t_sectors_srcunit_tex.sum": "l2_sm_sectors",
    "lts__t_sectors_srcunit_tex_lookup_hit.sum": "l2_sm_sector_hits",
    "lts__t_sectors_srcunit_tex_op_read.sum": "l2_sm_read_sectors",
    "lts__t_sectors_srcunit_tex_op_write.sum": "l2_sm_write_sectors",
    "dram__bytes_read.sum": "dram_read_bytes",
    "dram__bytes_write.sum": "dram_write_bytes",
    "launch__registers_per_thread": "registers",
    "launch__shared_mem_per_block": "shared_bytes",
    "sm__inst_executed_pipe_tensor.sum": "tensor_instructions",
    "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active": "tensor_active_pct",
}


def dims(text):
    """"(8, 1, 1)" -> "8x1x1"."""
    return "x".join(part.strip() for part in text.strip("()").split(","))


def number(text):
    """A count without thousands separators, as an integer where it is one."""
    value = float(text.replace(",", "")) if text else 0.0
    return str(int(value)) if value == int(value) else f"{value:.3f}"


def main():
    out = csv.writer(sys.stdout, lineterminator="\n")
    out.writerow(["workload", "size", "kernel", "launch", "grid", "block"] + list(NAMES.values()))
    column, seen = {}, {}
    for row in csv.reader(sys.stdin):
        workload, size, cells = row[0], row[1], row[2:]
        if cells and cells[0] == "ID":
            column = {name: i for i, name in enumerate(cells)}
            continue
        if not cells or not cells[0].isdigit():
            continue  # the row of units
        kernel = cells[column["Kernel Name"]]
        if "nan" in cells:
            print(f"{workload}: a launch of {kernel} has no counts; left out", file=sys.stderr)
            continue
        key = (workload, size, kernel)
        seen[key] = seen.get(key, 0) + 1
        values = [number(cells[column[m]]) if m in column else "" for m in NAMES]
        out.writerow([workload, size, kernel, seen[key], dims(cells[column["Grid Size"]]),
                      dims(cells[column["Block Size"]])] + values)


if __name__ == "__main__":
    main()
