#!/usr/bin/env python3
"""bench.py TOOLS: what ./dev bench makes of its numbers, with runs that are made up. TAP."""
import importlib.machinery
import importlib.util
import io
import os
import subprocess
import sys
import tempfile
import threading
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


def cost(kept, counts, words="none", keep=False):
    """In a repository of two commits; the first brings the kept row, `words` is the second's message."""
    with tempfile.TemporaryDirectory() as root:
        git = ["git", "-C", root, "-c", "user.name=a", "-c", "user.email=a@b"]
        run = lambda *more: subprocess.run([*git, *more], check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
        run("init", "-q")
        os.makedirs(os.path.join(root, "bench"))
        os.makedirs(os.path.join(root, "build", "meson-logs"))
        with open(os.path.join(root, "build", "meson-logs", "meson-log.txt"), "w") as f:
            f.write('C compiler for the host machine: ccache cc (gcc 12.2.0 "cc (Debian 12.2.0-14) 12.2.0")\n')
        path = os.path.join(root, "bench", "cost.csv")
        names = bench_cost.COLUMNS
        with open(path, "w") as f:
            f.write("arch,compiler,commit,date," + ",".join(names) + "\n")
            if kept:
                f.write(f"{kept},0123456789,2026-01-01," + ",".join("1000" for _ in names) + "\n")
        run("add", "bench")
        run("commit", "-q", "-m", "first\n\ncost: told when the row was kept")
        run("commit", "-q", "--allow-empty", "-m", "second\n\n" + words)
        out = io.StringIO()
        with redirect_stdout(out):
            now, good = bench_cost.bench_cost(root, os.path.join(root, "build"), keep, lambda sluice, program, machine: counts)
        return good, out.getvalue(), open(path).read(), open(os.path.join(root, "build", "cost.html")).read()


bench_cost = bench.bench_cost
good, said, _, _ = cost("box,gcc 12", 1029)
ok(good and said.endswith("8 passed, 0 failed\n"), "2.9 % more host instructions are let through")
good, said, _, _ = cost("box,gcc 12", 1031)
ok(not good and said.endswith("0 passed, 8 failed\n"), "3.1 % more are a failure")
good, said, _, _ = cost("box,gcc 12", 1031, "cost: a checker that everybody wants")
ok(good and "a checker that everybody wants" in said, "unless a commit since then says why")
ok(not cost("box,gcc 12", 1031, "the cost: none")[0], "in a line of its own")
for other in ("other,gcc 12", "box,gcc 13", ""):
    good, said, _, _ = cost(other, 5000)
    ok(good and "compared with nothing" in said, f"rows of `{other}` are compared with nothing, which is said")
good, said, text, page = cost("other,gcc 12", 1500000, keep=True)
ok(good and text.count("\n") == 3 and "box,gcc 12," in text and "other,gcc 12," in text, "--keep adds a row and leaves the others")
ok("box, gcc 12" in page and "other, gcc 12" in page and ">1.5<" in page.replace("\n", "<"), "the page shows them")


class Threads:
    """Two threads take 0.6 of one's time; two runs at once, each 1.2 times as long."""
    machine = "gtx480"

    def __init__(self, differs=False):
        self.differs, self.met = differs, threading.Barrier(2)

    def run(self, workload, machine=None, threads=1):
        beside = threading.current_thread() is not threading.main_thread()
        if beside:
            self.met.wait(10)
        seconds = 1.2 if beside else 0.6 if threads > 1 else 1.0
        return {"total": {"cycles": 5 + (self.differs and threads > 1)}, "host": {"launch_seconds": seconds}}


out = io.StringIO()
with redirect_stdout(out):
    rows = bench.bench_threads(Threads(), ["gemm", "syrk", "bfs"], 2)
ok(sorted(rows) == ["gemm", "syrk"] and abs(rows["gemm"] - 1 / 0.6) < 1e-9, "threads: those of the set, one's time over two's")
ok("2 single runs of gemm at once take 1.20 times as long" in out.getvalue(), "and what the computer itself allows")
try:
    with redirect_stdout(io.StringIO()):
        bench.bench_threads(Threads(differs=True), ["gemm"], 2)
    ok(False, "another result with two threads ends it")
except SystemExit as e:
    ok("another result" in str(e), "another result with two threads ends it")

asked = []


def counted(sluice, program, machine, native, more):
    """What a compiler that is called as kernels are is called with in the end; half as many instructions with native code."""
    said = subprocess.run([more["SLUICE_CLANG"], "-O2", "-march=native", "-mprefer-vector-width=512", "-o", "a b"], stdout=subprocess.PIPE, text=True,
                          env={**os.environ, **more, "CLANG": "/bin/echo"}).stdout
    asked.append((native, said.strip(), more["XDG_CACHE_HOME"] in more["SLUICE_CLANG"]))
    return 1000 if native == "off" else 500


with redirect_stdout(io.StringIO()):
    rows = bench_cost.bench_native("build", [("w", "m")], "clang", counted)
ok(rows == {"w m": 0.5} and [a[0] for a in asked] == ["off", "on"], "native: both counted")
ok(asked[0][1] == "-O2 -march=x86-64-v3 -mprefer-vector-width=256 -o a b" and asked[0][2], "what valgrind knows, in a cache of its own")
print(f"1..{n}")
