#!/usr/bin/env python3
"""fresh.py SLUICE ROOT: the programs of bench/h200/programs compile, run, and can be named in a table. TAP."""
import csv
import json
import os
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import tap

sluice, root = os.path.realpath(sys.argv[1]), pathlib.Path(sys.argv[2])
programs = sorted((root / "bench/h200/programs").glob("*.cu"))
out = tempfile.mkdtemp()
os.chdir(out)
kernels = {}
for cu in programs:
    for kernel in re.findall(r"__global__ void (\w+)", cu.read_text()):
        kernels.setdefault(kernel, []).append(cu.name)
tap.ok(len(programs) >= 40 and len(kernels) >= 100, "many programs and kernels", f"{len(programs)} {len(kernels)}")
twice = {k: v for k, v in kernels.items() if len(v) > 1}
tap.ok(not twice, "no kernel's name stands for two", twice)
for cu in programs[::5]:
    tap.run([sluice, "cc", "-ptx", "-O2", str(cu), "-o", "k.ptx"], 0, "", f"{cu.name} compiles")
table = [("bench/h200/programs/su3.cu", "su3_multiply"), ("bench/h200/programs/bitonic.cu", "bitonic_merge_step")]
with open("mine.csv", "w") as f:
    f.write("workload,size,kernel,launch,cycles\n")
    for name, kernel in table:
        for launch in (1, 2):
            f.write(f'{name},-,"{kernel}(int)",{launch},10000\n')
said = tap.run([sluice, "correlate", "--table", "mine.csv", "-j", "2", "--json", "c.json"], 0, "su3.cu: su3_multiply", "sources in a table, from another folder")
tap.ok("bitonic_merge_step  " in said and "scaled" not in said, "as many launches of a kernel as the table has", said)
slow = tap.run([sluice, "correlate", "--table", "mine.csv", "--set", "gpu.launch=100000", table[0][0]], 0, "su3_multiply", "--set changes the machine")
ratio = [float(re.search(r"su3_multiply +([0-9.]+)", s).group(1)) for s in (said, slow)]
tap.ok(ratio[1] > ratio[0] + 4, "and its result", ratio)
def cycles(*more):
    tap.run([sluice, "correlate", "--table", "mine.csv", "--json", "p.json", *more, table[1][0]], 0, "bitonic_merge_step", "one program")
    return json.load(open("p.json"))["kernels"][0]["cycles"]["ours"]


phases = [cycles("--set", f"dram.phase={3083 * k // 4}") for k in range(4)]
tap.ok(abs(sum(phases) / 4 - cycles()) < 0.5 and len(set(phases)) > 1, "short kernels: the mean over four times of DRAM's refresh", phases)
tap.ok(cycles("--phases", "1") == phases[0], "or as it is", phases)
tap.run([sluice, "correlate", "--table", "mine.csv", "--set", "gpu.launch=1,2"], 2, "one value", "two values of a parameter")
tap.run([sluice, "correlate", "--table", "mine.csv", "--set", "gpu.lunch=1"], 2, "gpu.lunch", "no such parameter")
open("gone.csv", "w").write("workload,size,kernel,launch,cycles\ngone.cu,-,k,1,5\n")
tap.run([sluice, "correlate", "--table", "gone.csv"], 2, "gone.cu", "a source that is not there")
tap.run([sluice, "run", "-m", "h200", str(root / "bench/h200/programs/compact.cu")], 0, "ok", "a program runs with its own check")
fresh = root / "bench/h200/fresh.csv"
if fresh.exists():
    rows = list(csv.DictReader(fresh.open()))
    tap.ok({r["workload"] for r in rows} <= {f"bench/h200/programs/{p.name}" for p in programs}, "the recorded table names these programs")
    tap.ok(len({r["kernel"] for r in rows}) >= 100, "and has their kernels")
tap.end()
