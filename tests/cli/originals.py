#!/usr/bin/env python3
"""originals.py ROOT: tools/originals with a made-up tree, a made-up original and a simulator that writes records as it is told. TAP."""
import csv
import json
import os
import shutil
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import tap

root = os.path.abspath(sys.argv[1])
tmp = tempfile.mkdtemp()
os.chdir(tmp)
for folder in ("tools", "workloads", "bench", "docs", "build", "originals"):
    os.mkdir(folder)
shutil.copy(os.path.join(root, "tools/originals"), "tools/originals")
TOOL = [sys.executable, "tools/originals"]

# The simulator: a record of one kernel; `his` says what the original (the command line has --) is told to do.
RECORD = {"name": "k", "launches": 2, "warp_instrs": 2000, "registers": 20, "ctas": 8, "block": [32, 1, 1], "occupancy": {"ctas_per_sm": 4},
          "op": {"alu": 1000, "mul": 0, "cvt": 0, "fp32": 200, "fp64": 0, "sfu": 0, "control": 200, "barrier": 0},
          "sm": {"global_instrs": 600, "local_instrs": 0, "shared_instrs": 0, "const_instrs": 0, "tex_instrs": 0, "lines": 1200, "line_instrs": 600},
          "l1": {"sectors_read": 2400, "hit_rate": 0.5}}
with open("build/sluice", "w") as f:
    f.write(f"""#!{sys.executable}
import json, sys
his = sys.argv[sys.argv.index("--json") + 2] == "--"
record = json.load(open({os.path.join(tmp, "his.json")!r} if his else {os.path.join(tmp, "ours.json")!r}))
json.dump({{"kernels": [record]}}, open(sys.argv[sys.argv.index("--json") + 1], "w"))
""")
os.chmod("build/sluice", 0o755)
open("originals/prog", "w").close()

COLUMNS = ["workload", "kernel", "suite", "file", "original", "program", "arguments", "ours", "size", "equal", "apart", "why"]
with open("workloads/workloads.csv", "w") as f:
    f.write("name,file\na,a.cu\nb,b.cu\n")


def table(*rows):
    with open("workloads/originals.csv", "w", newline="") as f:
        w = csv.writer(f)
        w.writerow(COLUMNS)
        w.writerows(rows)


def records(**changes):
    for name in ("his", "ours"):
        with open(name + ".json", "w") as f:
            json.dump({**RECORD, **(changes if name == "ours" else {})}, f)


OWN = ["b", "", "none", "", "", "", "", "", "", "", "", "ours alone"]
ROW = ["a", "k", "Suite 1", "a.cu", "k", "prog", "", "", "small", "all", "", ""]
records()
table(ROW, OWN)
tap.run([*TOOL, "originals"], 0, "1 kernels, 0 with a difference", "equal")
records(registers=23)
tap.run([*TOOL, "originals"], 4, "registers!", "15 % more registers and no reason")
records(registers=22)
tap.run([*TOOL, "originals"], 0, "0 with a difference", "10 % more registers")
records(occupancy={"ctas_per_sm": 5})
tap.run([*TOOL, "originals"], 4, "ctas!", "another number of CTAs")
table(ROW[:10] + ["ctas", "another compiler"], OWN)
tap.run([*TOOL, "--csv", "out.csv", "originals"], 0, "0 with a difference", "the same with its reason")
with open("out.csv") as f:
    row = next(csv.DictReader(f))
tap.ok(row["ctas_ours"] == "5" and row["ctas_original"] == "4" and row["instrs_ours"] == "1000", "both figures in the CSV, counts of one launch")
records(occupancy={"ctas_per_sm": 5}, l1={"sectors_read": 2400, "hit_rate": 0.7})
tap.run([*TOOL, "originals"], 4, "hits!", "a reason for one difference is none for another")
table(ROW[:4] + ["other"] + ROW[5:], OWN)
tap.run([*TOOL, "originals"], 2, "no kernel other, there are k", "a kernel that is not there")
table(ROW)
tap.run([*TOOL, "--check"], 2, "no row for b", "a workload without a row")
table(ROW, OWN[:11] + [""])
tap.run([*TOOL, "--check"], 2, "`why` does not say what it is", "a workload that stands for nothing, and no word on it")
table(ROW[:10] + ["speed", "why not"], OWN)
tap.run([*TOOL, "--check"], 2, "`apart` names speed", "a measure that there is not")
table(ROW, OWN)
records()
tap.run([*TOOL, "--keep", "originals"], 0, "1 kernels", "--keep")
with open("docs/workloads.md", "w") as f:
    f.write("# W\n<!-- tools/originals: begin -->\n<!-- tools/originals: end -->\n")
tap.run([*TOOL, "--check"], 2, "run tools/originals --docs", "a page that is out of date")
tap.run([*TOOL, "--docs"], 0, "wrote docs/workloads.md", "the page is written")
tap.run([*TOOL, "--check"], 0, "", "and then it is as it should be")
with open("docs/workloads.md") as f:
    text = f.read()
tap.ok("Suite 1, a.cu: `k`" in text and "1000 (1000)" in text and "- `b`: ours alone" in text, "with both programs")
tap.run([sys.executable, os.path.join(root, "tools/originals"), "--check"], 0, "", "the tree's own table")
shutil.rmtree(tmp)
tap.end()
