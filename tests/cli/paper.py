#!/usr/bin/env python3
"""paper.py SLUICE: a paper's experiments from the command line, with runs whose numbers are made up: seeds, spread, grades. TAP."""
import csv
import io
import base64
import json
import os
import pathlib
import re
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import tap

sluice = os.path.realpath(sys.argv[1])
os.chdir(tempfile.mkdtemp())

# The naive transpose takes 1000 cycles, with WarpPool 400, 500 and 600 under seeds 1 to 3 (500 without); the one in shared memory 200, 380 and 560.
RUNNER = """#!/usr/bin/env python3
import json, sys
words = sys.argv[1:]
out, workload = words[words.index("--json") + 1], words[-1]
sets = dict(words[i + 1].split("=") for i, w in enumerate(words) if w == "--set")
seed = int(sets.get("gpu.jitter", 2)) - 2
pool = sets.get("lsu.kind") == "warppool"
cycles = {"transpose_loads": 500 + 100 * seed if pool else 1000, "transpose_shared": 380 + 180 * seed}.get(workload, 700)
open("runs.log", "a").write(workload + " " + " ".join(sorted(sets.values())) + "\\n")
json.dump({"total": {"cycles": cycles, "warp_instrs": 1000}, "kernels": [], "machine": {}}, open(out, "w"))
"""
open("runner", "w").write(RUNNER)
os.chmod("runner", 0o755)


def paper(*words):
    return [sluice, "paper", *words, "--size", "small", "--runner", os.path.realpath("runner"), "-q"]


def runs():
    return len(open("runs.log").readlines()) if os.path.exists("runs.log") else 0


FIGURE = ["warppool", "14"]
tap.run(paper(*FIGURE, "--jitter", "3", "-n"), 0, "need 12 runs (what statements need under 3 seeds), 0 are stored", "seeds are counted before anything runs")
said = tap.run(paper(*FIGURE, "--jitter", "3"), 0, "1 statements reproduced, 0 near, 0 direction only, 1 noisy, 0 derived, 0 weak, 0 fitted, 0 missed", "means are graded")
tap.ok(runs() == 12, "three points under three seeds, and three that only the figure needs", runs())
tap.ok("0.500+-0.1" in said and re.search(r"noisy +0\.380 +0\.093 +0\.380 \+-0\.18 ", said), "the spread stands beside the value", said)
record = json.load(open("out/paper-warppool.json"))
naive, shared = record["statements"]
tap.ok(record["seeds"] == 3 and abs(naive["ours"] - 0.5) < 1e-9 and abs(naive["sd"] - 0.1) < 1e-9 and naive["seeds"] == 3 and naive["kind"] == "measured",
       "mean and standard deviation in the JSON", naive)
tap.ok(record["counts"] == {"reproduced": 1, "near": 0, "direction_only": 0, "noisy": 1, "derived": 0, "weak": 0, "fitted": 0, "missed": 0, "no_data": 0}, "every grade has a count", record["counts"])
page = open("out/paper-warppool.html").read()
table = list(csv.DictReader(io.StringIO(base64.b64decode(re.search(r"data:text/csv;base64,([^\"]+)", page).group(1)).decode())))
tap.ok(page.count('class="whisker"') == 2 and "± 0.1<" in page, "whiskers where there is a spread", page.count('class="whisker"'))
tap.ok(table[0]["sd warppool"] == "0.1" and table[2]["sd base"] == "", "columns in the CSV, empty where there is none", table)
tap.run(paper(*FIGURE, "--jitter", "3", "--check"), 0, "", "noise is no miss")
tap.ok(runs() == 12, "nothing is run twice", runs())
tap.run(paper(*FIGURE, "--jitter", "4", "-n"), 0, "15 runs (what statements need under 4 seeds), 12 are stored", "one seed more is one run a point")
said = tap.run(paper(*FIGURE), 0, "2 statements reproduced", "once, as it is, at the small size")
tap.ok(runs() == 18 and said.count("no spread") >= 2 and "+-0" not in said and "Every point ran once" in said, "which has no spread, and says so", said)
tap.ok(json.load(open("out/paper-warppool.json"))["statements"][0]["sd"] is None, "nor in the JSON")
said = tap.run([sluice, "paper", "all", "--size", "small", "-n", "-q"], 0, "", "all papers")
total = sum(int(n) for n in re.findall(r"figures need (\d+) runs", said))
tap.ok([line.split(",")[0] for line in said.splitlines()] == ["icc", "maws", "mrpb", "together", "unified", "warppool", f"all: {total} runs (at most {total})"],
       "one after the other, and their sum", said)
tap.run([sluice, "paper", "all", "14"], 2, "every figure of every paper", "all has no figures")
tap.run([sluice, "paper", "warppool", "--jitter", "0"], 2, "expected a number from 1 to 100", "no seeds")
tap.run([sluice, "paper", "nosuch"], 2, "no paper is called 'nosuch'", "no such paper")
tap.run([sluice, "paper", "--summary"], 0, "| direction only | noisy | derived | weak | fitted | missed | not run yet | stale | no spread |", "kept results have the grades' columns")
open("broken", "w").write("""#!/bin/sh
echo "sluice: visit: 512 threads a block, and the machine's blocks have at most 256"
echo "Host: 0.00 s in launches"
exit 2
""")
os.chmod("broken", 0o755)
said = tap.run([sluice, "paper", *FIGURE, "--size", "small", "--runner", os.path.realpath("broken"), "--store", "broken.db", "-q"])
tap.ok("exit 2: sluice: visit: 512 threads a block" in said, "a run that fails says why, not what came last", said)

# A paper's page is three screens at most: what holds, what does not, a cause each.
docs = pathlib.Path(os.environ.get("SLUICE_ROOT") or pathlib.Path(__file__).parents[2]) / "docs" / "papers"
for page in sorted(docs.glob("*.md")):
    if page.stem != "experiments" and not page.stem.endswith("-results"):
        lines = page.read_text().splitlines()
        tap.ok(len(lines) <= 120, f"{page.name} has three screens", len(lines))

# Kept results know what they are made of: what else changes does not make them stale.
root = pathlib.Path(os.environ.get("SLUICE_ROOT") or pathlib.Path(__file__).parents[2])
shutil.copytree(root / "papers", "tree/papers")
shutil.copytree(root / "workloads", "tree/workloads")
for part in ("machines", "include"):
    os.symlink(root / part, f"tree/{part}")
os.environ["SLUICE_ROOT"] = os.path.realpath("tree")
kept = pathlib.Path("tree/papers/warppool/results.csv")


def stale(what, change, expected):
    path = pathlib.Path("tree", change[0])
    text = path.read_text()
    tap.ok(re.search(change[1], text), f"{change[0]} has {change[1]}")
    path.write_text(re.sub(change[1], change[2], text, count=1))
    line = next(x for x in tap.run([sluice, "paper", "warppool", "--summary"], 0, "", what).splitlines() if "naive transpose" in x)
    tap.ok(("stale" in line) == expected, f"{what} makes it {'stale' if expected else 'nothing'}", line)
    path.write_text(text)


tap.run([sluice, "paper", *FIGURE, "--jitter", "3", "--runner", os.path.realpath("runner"), "-q", "--keep"], 0, "1 statements reproduced", "kept")
tap.ok(len(list(csv.DictReader(line for line in kept.read_text().splitlines() if line[0] != "#"))[0]["made_of"]) in (0, 12), "the column is there")
stale("nothing", ("papers/behaviour.csv", "spmv", "spmv"), False)
stale("another behaviour of its machine", ("papers/behaviour.csv", r"(gtx480,spmv,,\d+)", r"\g<1>1"), True)
stale("another behaviour of another machine", ("papers/behaviour.csv", r"(wpu-bulk,maws-short,,\d+)", r"\g<1>1"), False)
stale("a change of its program", ("workloads/transpose.cu", "#include", "// \n#include"), True)
stale("a change of another program", ("workloads/spmv.cu", "#include", "// \n#include"), False)
stale("a change of its configuration", ("papers/warppool/paper.ini", "warppool = lsu.kind=warppool", "warppool = lsu.kind=warppool l1.mshrs=8"), True)
stale("a change of another figure's", ("papers/warppool/paper.ini", "banks = l1.banks=8", "banks = l1.banks=4"), False)

# A program that stops after a budget of cycles takes as many with any mechanism: what is compared of it must not be cycles alone.
root = pathlib.Path(__file__).resolve().parents[2]
with open(root / "workloads/workloads.csv") as f:
    budgeted = {row["name"] for row in csv.DictReader(f) if row["budget"]}


def programs(names, suites):
    for name in names.split():
        name = name.split("@")[0].split(":")[0]
        yield from programs(suites[name], suites) if name in suites else [name]


wrong = []
for ini in root.glob("papers/*/paper.ini"):
    text = re.sub(r"\n +", " ", ini.read_text())
    if not re.search(r"^size = suite", text, re.M):
        continue
    suites = dict(re.findall(r"^(\S+) = (.*)", text[text.index("[suites]"):].split("\n[", 2)[0], re.M))
    cycles = set(re.findall(r"^(\S+) = 1 / total\.cycles$", text, re.M))
    for exp in ini.parent.glob("*.exp"):
        metric, rows = (" ".join(re.findall(rf"^{key} = (.*)", exp.read_text(), re.M)) for key in ("metric", "rows"))
        if cycles & set(metric.split()):
            wrong += [f"{exp.parent.name} {exp.stem} {name}" for name in programs(rows, suites) if name in budgeted]
tap.ok(len(budgeted) > 4 and not wrong, "no figure compares cycles of programs that stop after a budget", wrong)
tap.end()
