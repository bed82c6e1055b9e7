#!/usr/bin/env python3
"""sweep_jitter.py SLUICE: sweeps and comparisons under seeds of gpu.jitter: means, spread, and what may be chance. TAP."""
import csv
import os
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import tap

sluice = os.path.realpath(sys.argv[1])
os.chdir(tempfile.mkdtemp())


def sweep(*words):
    return [sluice, "sweep", *words]


def table(path):
    return list(csv.DictReader(open(path)))


noisy = ["-m", "gtx480", "--set", "l1.mshrs=8,32", "--metric", "cycles,warp_instrs", "--jitter", "3", "--csv", "noisy.csv"]
said = tap.run(sweep(*noisy, "spmv"), 0, "6 runs (3 seeds a configuration): 0 stored, 0 gathered, 6 to simulate", "a sweep under seeds")
cycles = {}
for mshrs in "8", "32":
    said_once = tap.run(sweep("-m", "gtx480", "--set", "l1.mshrs=" + mshrs, "--set", "gpu.jitter=1,2,3", "--metric", "cycles", "--csv", "one.csv", "spmv"))
    tap.ok("3 configurations: 3 stored" in said_once, "its runs are found again", said_once)
    cycles[mshrs] = [float(r["cycles"]) for r in table("one.csv")]
rows = table("noisy.csv")
for row, c in zip(rows, cycles.values()):
    mean = sum(c) / 3
    sd = (sum((x - mean) ** 2 for x in c) / 2) ** 0.5
    tap.ok(abs(float(row["cycles"]) - mean) < 1e-3 and abs(float(row["sd cycles"]) - sd) < 1e-2 and sd > 0, "mean and standard deviation of the seeds", (row, c))
tap.ok([r["sd warp_instrs"] for r in rows] == ["0", "0"] and [r["seeds"] for r in rows] == ["3", "3"], "instructions have none", rows)
tap.ok(re.search(r"best cycles: l1.mshrs=32, \d+ \+-[\d.]+; beyond the noise of the next, l1.mshrs=8", said), "the best is more than chance", said)
tap.ok("best warp_instrs: l1.mshrs=8, 64025 +-0; as good: l1.mshrs=32" in said, "a tie is none", said)
page = open(re.search(r"written: (\S+)", said).group(1)).read()
tap.ok(page.count('class="whisker"') >= 2 and "beyond the noise of the next" in page and 'class="best"' in page, "whiskers on the page")
said = tap.run(sweep("-m", "gtx480", "--set", "lsu.queue=8,9", "--metric", "cycles", "--jitter", "3", "spmv"), 0, "may be chance: ", "a difference within the noise")
page = open(re.search(r"written: (\S+)", said).group(1)).read()
tap.ok("may be chance" in page and '<tr class="best"' not in page, "is not marked as the best")
said = tap.run([sluice, "compare", "-m", "gtx480", "--set", "l1.mshrs=8,32", "--jitter", "3", "--html", "c.html", "spmv"], 0, "6 stored, 0 gathered, 2 to simulate", "a comparison under seeds")
tap.ok("the difference is beyond the noise." in said and "the difference is beyond the noise." in open("c.html").read(), "says whether it is chance", said)
tap.run([sluice, "compare", "-m", "gtx480", "--set", "lsu.queue=8,9", "--jitter", "3", "spmv"], 0, "the difference may be chance.", "or may be")
tap.run(sweep("-m", "gtx480", "--jitter", "1", "spmv"), 2, "expected 2 runs or more", "one run has no spread")
tap.run(sweep("-m", "gtx480", "--set", "gpu.jitter=1,2", "--jitter", "3", "spmv"), 2, "is one too many", "two sets of seeds")
tap.end()
