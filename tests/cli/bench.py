#!/usr/bin/env python3
"""bench.py TOOLS: what ./dev bench makes of its numbers, with runs that are made up. TAP."""
import importlib.machinery
import importlib.util
import io
import os
import sys
import tempfile
from contextlib import redirect_stdout

loader = importlib.machinery.SourceFileLoader("bench", os.path.join(sys.argv[1], "bench"))
sys.dont_write_bytecode = True
bench = importlib.util.module_from_spec(importlib.util.spec_from_loader("bench", loader))
loader.exec_module(bench)
bench.shutil.which = lambda name: "/usr/bin/" + name
bench.platform.machine = lambda: "box"
n = 0


def ok(good, name):
    global n
    n += 1
    print(f"{'ok' if good else 'not ok'} {n} - {name}")


class Made:
    """A program of 1,000 warp instructions: 5 M host instructions executed, and as many more as said when it is timed."""
    def __init__(self, timing):
        self.timing, self.calls = timing, []

    def run(self, workload, machine=None, threads=1, size=None, prefix=(), more=()):
        self.calls.append(bool(prefix))
        total = 5000000 + (0 if "none" in more else self.timing)
        return {"total": {"warp_instrs": 1000}, "output": f"==1== Collected : 77\n==2== Collected : {total}\n"}


def host(timing, kept, keep=False):
    with tempfile.TemporaryDirectory() as tmp:
        path = os.path.join(tmp, "kept.csv")
        with open(path, "w") as f:
            f.write("arch,workload,instructions\n" + kept)
        made = Made(timing)
        with redirect_stdout(io.StringIO()):
            rows, good = bench.bench_host(made, ["w"], keep, path)
        return rows, good, made, open(path).read()


rows, good, made, _ = host(2000000, "box,w,1900\n")
ok(rows == {"w": 2000.0} and good, "the timing's share, within 10 % of what is kept")
ok(made.calls[0] is False and made.calls[1:] == [True, True], "compiled before anything is counted")
ok(not host(2000000, "box,w,1800\n")[1], "more than 10 % above is a failure")
ok(host(2000000, "box,w,9000\n")[1], "less is none")
ok(host(2000000, "other,w,10\n")[1], "another machine's numbers are not compared")
_, good, _, text = host(2000000, "box,w,100\nother,w,10\n", keep=True)
ok(good and "box,w,2000.0" in text and "other,w,10.0" in text, "--keep writes this machine's and leaves the others'")
with redirect_stdout(io.StringIO()):
    doc = bench.sim_summary({"a": {"warp_instr_per_s": 1e6, "lines_per_s": 1e6, "lines_per_access": 1, "peak_rss_bytes": 5},
                             "b": {"warp_instr_per_s": 4e6, "lines_per_s": 3e6, "lines_per_access": 9, "peak_rss_bytes": 7}})
ok(abs(doc["warp_instr_per_s"]["geomean"] - 2e6) < 1 and doc["warp_instr_per_s"]["min"] == 1e6, "geometric mean and least")
ok(abs(doc["lines_per_s"]["min"] - 3e6) < 1 and doc["peak_rss_bytes"] == 7, "line requests of divergent workloads, most memory")
print(f"1..{n}")
