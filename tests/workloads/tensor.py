#!/usr/bin/env python3
"""tensor.py SLUICE ROOT WORK_FOLDER: workloads on tensor cores. TAP.

Timed on h200 they leave in device memory what they leave when only executed, launch by launch, and pass their own check; a machine without tensor
cores refuses them with a sentence and status 2. Wants the programs that run.sh has built."""
import csv
import glob
import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
import tap

sluice, root, folder = (os.path.abspath(x) for x in sys.argv[1:4])
EVERYWHERE = ["softmax", "layernorm"]
rows = [r for r in csv.DictReader(open(os.path.join(root, "workloads", "workloads.csv"))) if r["suite"] == "tensor"]
if not all(os.path.exists(os.path.join(folder, r["file"][:-3])) for r in rows):
    print("1..0 # SKIP the workloads test builds the programs")
    sys.exit(0)


def digests(row, *lines):
    options, base = os.path.join(folder, "tensor.options"), os.path.join(folder, "tensor")
    for left in glob.glob(base + ".json*"):
        os.unlink(left)  # what is there is taken for another program's of this run
    with open(options, "w") as f:
        f.write("\n".join([f"out {base}.json", f"digest {base}.digest", *lines, ""]))
    p = subprocess.run([os.path.join(folder, row["file"][:-3])], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                       env={**os.environ, "SLUICE_RUN": options})
    with open(base + ".digest") as f:
        return p.returncode, p.stdout, f.read()


for row in rows:
    only, timed = digests(row), digests(row, "machine " + os.path.join(root, "machines", "h200.ini"))
    tap.ok(only == timed and only[0] == 0 and only[1] == f"{row['name']}: PASS\n" and only[2], f"{row['name']}: executed and timed, the same values",
           f"{only}\n{timed}")
for row in rows:
    if row["name"] not in EVERYWHERE:
        tap.run([sluice, "run", "-q", "-m", "gtx480", "--", os.path.join(folder, row["file"][:-3])], status=2,
                text="82512 bytes of shared memory" if row["name"] == "gemm-wgmma" else "needs a machine with tensor cores, such as -m h200",
                name=f"{row['name']}: refused by gtx480")
# Warps of a group that wait for another's, which was at an mbarrier, go on when it has come.
for depth in "64", "256":
    tap.run([sluice, "run", "-q", "-m", "h200", "--", os.path.join(folder, "gemm_wgmma"), "--depth", depth, "--no-check"], text="DONE",
            name=f"gemm-wgmma: a depth of {depth}")
tap.end()
