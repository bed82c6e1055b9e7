#!/usr/bin/env python3
"""memory.py SLUICE ROOT: the simulator's peak memory at the papers' sizes, on every preset, with the workloads that need most; on two, with one
workload, unless SLUICE_LONG is set. TAP.

The most that was seen is bfs-1m on h200, 441 MiB; it takes 40 s, and spmv and kmeans come near it. A preset whose blocks are
too small for a workload (the WPUs) refuses the launch, and another workload stands in."""
import json
import os
import subprocess
import sys
import tempfile

LIMIT = 1 << 30
BY_PRESET = {"h200": ["spmv", "kmeans", "vectoradd"], "clustered60": ["kmeans", "vectoradd"],
             "wpu-bulk": ["nw"], "wpu-coherent": ["nw"]}
sluice, root = sys.argv[1:3]
# A preset that is h200 with another memory keeps what h200 does.
presets = [p for p in sorted(f[:-4] for f in os.listdir(os.path.join(root, "machines")) if f.endswith(".ini"))
           if "\nbase = h200\n" not in open(os.path.join(root, "machines", p + ".ini")).read()]
if not os.environ.get("SLUICE_LONG"):
    presets, BY_PRESET = ["gtx480", "h200"], {}
n = 0
with tempfile.TemporaryDirectory() as tmp:
    out = os.path.join(tmp, "record.json")
    for machine in presets:
        for workload in BY_PRESET.get(machine, ["vectoradd"]):
            n += 1
            p = subprocess.run([sluice, "run", "-q", "--machine", machine, "--set", "gpu.coherence=none", "--size", "paper", "--launches",
                                "1", "--json", out, workload], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            if p.returncode:
                print(f"not ok {n} - {workload} on {machine} fails: {p.stdout.strip().splitlines()[-1:]}")
                continue
            with open(out) as f:
                record = json.load(f)
            peak, timed = record["host"]["peak_rss_bytes"], record["total"]["warp_instrs"]
            good = 1 << 20 < peak < LIMIT and timed > 0
            print(f"{'ok' if good else 'not ok'} {n} - {workload} on {machine}: {peak >> 20} MiB", flush=True)
print(f"1..{n}")
