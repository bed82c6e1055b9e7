#!/usr/bin/env python3
"""sweep_test.py SLUICE: what `sluice sweep` runs, keeps and shows. TAP."""
import csv
import html.parser
import json
import os
import re
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import tap

sluice = os.path.realpath(sys.argv[1])
os.chdir(tempfile.mkdtemp())


def sweep(*words):
    return [sluice, "sweep", *words]


def table(path):
    return list(csv.DictReader(open(path)))


class Balanced(html.parser.HTMLParser):
    """A page whose elements all close."""
    def __init__(self, text):
        super().__init__()
        self.open, self.wrong, self.tags = [], [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        if tag not in ("meta", "br", "line", "rect", "circle"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)

    def handle_endtag(self, tag):
        if tag in ("rect", "circle", "line"):
            return
        if not self.open or self.open.pop() != tag:
            self.wrong.append(tag)


grid = ["-m", "gtx480,h200", "--set", "l1.mshrs=8,32", "--set", "sched.policy=gto,rr"]
said = tap.run(sweep(*grid, "--metric", "ipc,l1.hit_rate", "--csv", "a.csv", "vectoradd"), 0, "8 configurations: 0 stored", "a cross product")
tap.ok("executed once" in said, "the program is executed once", said)
timed = tap.run(sweep(*grid, "--metric", "cycles", "--csv", "t.csv", "--html", "t.html", "vectoradd"), 0, "simulated_seconds", "clocks differ: the time is shown")
page, rows = open("t.html").read(), table("t.csv")
best = min(rows, key=lambda r: float(r["simulated_seconds"]))
fewest = min(rows, key=lambda r: float(r["cycles"]))
marked = re.search(r'<tr class="best".*?</tr>', page, re.S).group(0)
tap.ok(best["machine"] == "h200" and "<td>h200</td>" in marked and list(rows[0])[4:6] == ["simulated_seconds", "cycles"],
       "and ranks: the best takes the least time, not the fewest cycles", (marked, best, fewest))
tap.ok("energy_joules against simulated_seconds" in page or "against simulated_seconds" in page, "also in the plot of one metric against another")
rows = table("a.csv")
tap.ok(len(rows) == 8 and [r["machine"] for r in rows] == ["gtx480"] * 4 + ["h200"] * 4 and rows[1]["sched.policy"] == "rr",
       "a row a configuration, in the order asked for", rows)
tap.ok(list(rows[0]) == ["program", "machine", "l1.mshrs", "sched.policy", "warp_ipc", "l1.hit_rate"], "a column a parameter and a metric")
tap.ok(all(float(r["warp_ipc"]) > 0 for r in rows), "every one has a result")
first = re.search(r"written: (out/sweep-vectoradd-[0-9a-f]{6}.html)", said).group(1)
page = open(first).read()
b = Balanced(page)
tap.ok(not b.wrong and not b.open, "the page is well formed", (b.wrong, b.open))
tap.ok(page.count("<svg") - page.count('<svg id="hatches"') == 5 and "<script src" not in page and "http" not in page.replace("http://www.w3.org", ""), "two plots a metric, one for each machine, and one against the other, nothing fetched",
       b.tags.count("svg"))
tap.ok("best" in page and 'class="best"' in page and "l1.mshrs=32" in page, "the best is marked")
tap.ok(page.count("(more is better)") == 2, "more of both is better, by their rows", page.count("(more is better)"))
said = tap.run(sweep("-m", "gtx480", "--set", "l1.mshrs=8,32", "--metric", "l1.evict,sm.branches", "vectoradd"))
page = open(re.search(r"written: (\S+)", said).group(1)).read()
tap.ok("<b>l1.evict</b>: best" in page and "(less is better)" in page and "<b>sm.branches</b>: best" not in page, "less of one is better; of the other, neither")
tap.run(sweep(*grid, "--pareto", "cycles", "vectoradd"), 2, "expected two metrics", "--pareto wants two")
tap.run(sweep(*grid, "--pareto", "cycles,l1.hitrate", "vectoradd"), 2, "did you mean 'l1.hit_rate'", "--pareto wants metrics")
second = tap.run(sweep("-m", "gtx480", "--set", "l1.mshrs=8,32", "--set", "sched.policy=gto,rr", "--set", "l1.missq=4,8", "--set", "l1.merges=4,8", "vectoradd"))
second = re.search(r"written: (\S+)", second).group(1)
index = open("out/sweep.html").read()
tap.ok(second != first and os.path.basename(first) in index and os.path.basename(second) in index, "a page a sweep, and one that lists them", index)
b = Balanced(open(second).read())
tap.ok(not b.wrong and not b.open and "by every parameter" in open(second).read() and "cycles: " in open(second).read(),
       "four parameters: small plots and parallel coordinates", (b.wrong, b.open))
tap.run(sweep(*grid, "vectoradd"), 0, "8 stored, 0 gathered, 0 to simulate", "nothing is simulated twice")
tap.run(sweep("-m", "gtx480", "--set", "l1.mshrs=8,32,64", "--set", "l1.missq=2,3,4", "--zip", "--csv", "z.csv", "vectoradd"), 0, "", "--zip")
tap.ok([(r["l1.mshrs"], r["l1.missq"]) for r in table("z.csv")] == [("8", "2"), ("32", "3"), ("64", "4")], "goes side by side")

# Values that do not go together are refused, and the others run.
said = tap.run(sweep("-m", "gtx480", "--set", "l1.ways=4,5,8", "--set", "l1.mshrs=8,16", "--out", "no", "--csv", "no.csv", "vectoradd"), 0, "4 to simulate, 2 refused", "refused combinations")
tap.ok(said.count("refused: l1.size = ") == 1 and "  gtx480 l1.ways=5 l1.mshrs=16" in said, "each reason once, with its combinations", said)
tap.ok([bool(r["cycles"]) for r in table("no.csv")] == [True, True, False, False, True, True], "the others have results", table("no.csv"))
said = tap.run(sweep("-m", "gtx480", "--set", "l1.ways=5,7", "--out", "no", "vectoradd"), 2, "refused: ", "none is left: exit 2")
tap.run(sweep("-m", "gtx480", "--set", "l1.missq=1,2", "--out", "no", "vectoradd"), 2, "l1.missq", "a value that no machine can have refuses all")
tap.run(sweep("-m", "gtx480,gtx48", "--out", "no", "vectoradd"), 2, "gtx48", "and so does a machine that does not exist")

# A limit that was never met gives the same when it is larger; a replay gives what the program gives.
cap = ["-m", "gtx480,h200", "--set", "l1.mshrs=8,64,128", "--set", "l1.missq=8,64", "--set", "l2.merges=2,64", "spmv"]
said = tap.run(sweep(*cap, "--out", "cap"), 0, " more follow from these", "results that follow from others")
tap.run(sweep(*cap, "--out", "cap-live", "--live"), 0, "", "and all of them simulated")
follow = []
for where in ("cap", "cap-live"):
    tap.run([sluice, "store", "export", "x.jsonl", "--store", f"{where}/results.db"])
    follow.append({r["key"]: r["record"] for r in map(json.loads, open("x.jsonl"))})
tap.ok(len(follow[0]) == 24 and follow[0] == follow[1], "the same records, whole", (len(follow[0]), len(follow[1])))
tap.ok(all({"launches", "sms", "kernels", "units"} <= set(r) for r in follow[0].values()), "with launches and SMs")
tap.ok("kinds of machine" in said, "h200 executes instructions of its own: a recording for each", said)

# A replay gives what the program gives.
tap.run(sweep(*grid, "--live", "--out", "live", "--metric", "cycles,dram.read_bytes", "--csv", "live.csv", "histogram"), 0, "", "every run live")
tap.run(sweep(*grid, "--metric", "cycles,dram.read_bytes", "--csv", "replay.csv", "histogram"), 0, "", "replayed")
tap.ok(open("live.csv").read() == open("replay.csv").read(), "gives the same", open("live.csv").read() + open("replay.csv").read())
records = []
for where in ("live", "out"):
    tap.run([sluice, "store", "export", "x.jsonl", "--store", f"{where}/results.db"])
    records.append({r["key"]: r["record"] for r in map(json.loads, open("x.jsonl")) if r["program"] == "histogram"})
tap.ok(len(records[0]) == 8 and records[0] == records[1], "in every statistic, under the same keys")

# How often a program is executed: it makes a folder each time.
open("count.cu", "w").write("""
#include <cstdio>
#include <cstdlib>
__global__ void fill(int *p) { p[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
int main(int argc, char **argv)
{
    char name[64];
    int *p;
    snprintf(name, sizeof name, "executed-%s/XXXXXX", argv[1]);
    if (!mkdtemp(name))
        return 1;
    cudaMalloc(&p, 4096);
    fill<<<4, 256>>>(p);
    return cudaDeviceSynchronize();
}
""")
tap.run([sluice, "cc", "count.cu", "-o", "count"])
executed = {}
for how, more in (("live", ["--live"]), ("replayed", [])):
    os.mkdir(f"executed-{how}")
    tap.run(sweep("-q", "-m", "gtx480", "--set", "l1.mshrs=8,12,16,20,24,28,32,36", "--out", f"count-{how}", *more, "--", "./count", how))
    executed[how] = len(os.listdir(f"executed-{how}"))
tap.ok(executed == {"live": 9, "replayed": 2}, "executed for its name, and then for every configuration, or else once to record it", executed)

PROGRAM = """
__global__ void spin(int *p) { long t = %s; while (%s - t < 100) ; p[threadIdx.x] = (int)t; }
int main(int argc, char **argv)
{
    int *p;
    cudaMalloc(&p, 4096);
    spin<<<2, 64>>>(p);
    return cudaDeviceSynchronize();
}
"""
open("clock.cu", "w").write(PROGRAM % ("clock64()", "clock64()"))
open("plain.cu", "w").write(PROGRAM % ("0L", "200L"))
for name in ("clock", "plain"):
    tap.run([sluice, "cc", f"{name}.cu", "-o", name])
tap.run(sweep("-m", "gtx480", "--set", "l1.mshrs=8,16,32", "--", "./clock"), 0, "executed in every run: it reads the clock", "a program that looks at time")
tap.run(sweep("-m", "gtx480", "--set", "l1.mshrs=8,16,32", "--", "./plain", "7"), 0, "executed once", "a program of one's own, with arguments")
tap.run([sluice, "run", "-q", "--trace", "p.trace", "-m", "gtx480", "--", "./plain"])
said = tap.run(sweep("-m", "gtx480,h200", "p.trace"), 0, "2 configurations", "a trace")
tap.ok("recorded for another target than h200" in said, "on machines of another target it is refused", said)

# Elsewhere: a list of commands, run by anybody, gathered by the next sweep.
part = ["-m", "gtx480", "--set", "l1.missq=2,4,8", "--out", "far", "--csv", "far.csv", "--metric", "cycles"]
said = subprocess.run(sweep(*part, "--on", "list", "spmv"), text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout
tap.ok(len(said.splitlines()) == 3, "--on list: a command a run", said)
subprocess.run(["sh"], input=said, text=True, stdout=subprocess.DEVNULL)
tap.run(sweep(*part, "spmv"), 0, "3 gathered, 0 to simulate", "their records are gathered")
tap.ok(len(table("far.csv")) == 3 and int(table("far.csv")[0]["cycles"]) > 0, "into the table")

# Killed and resumed.
long = sweep("-j", "1", "-m", "gtx480", "--set", "l1.mshrs=8,12,16,20,24,28,32,36", "--out", "killed", "--live", "syrk")
p = subprocess.Popen(long, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
for _ in range(200):
    time.sleep(0.1)
    n = subprocess.run([sluice, "store", "ls", "--store", "killed/results.db"], text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL).stdout.count(" syrk ")
    if n >= 2 or p.poll() is not None:
        break
p.send_signal(signal.SIGKILL)
p.wait()
said = tap.run(long, 0, "8 configurations: ", "a sweep that was killed goes on")
stored = int(said.split("8 configurations: ")[1].split(" ")[0])
tap.ok(stored >= 2, "with what it had", said)
tap.ok("8 of 8" not in said and f"{8 - stored} of {8 - stored} runs" in said, "progress as plain lines in a file", said)

for name, words, text in (("an unknown metric", ["--metric", "cycle", "vectoradd"], "did you mean 'cycles'?"),
                          ("lists of other lengths", ["--zip", "--set", "l1.missq=2,3,4", "vectoradd"], "--zip: "),
                          ("an empty value", ["--set", "l1.missq=2,,4", "vectoradd"], "a value is empty"),
                          ("the same parameter twice", ["--set", "l1.mshrs=4", "vectoradd"], "swept over already"),
                          ("a value that is none", ["--set", "l1.missq=x", "vectoradd"], "l1.missq"),
                          ("no such workload", ["vectorad"], "did you mean 'vectoradd'?"),
                          ("nothing to run", [], "what to run is missing")):
    tap.run(sweep("-m", "gtx480", "--set", "l1.mshrs=8,16", *words), 2, text, name)
tap.run(sweep("vectoradd"), 2, "which machine?", "no machine")

tap.end()
