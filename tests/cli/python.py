#!/usr/bin/env python3
"""python.py SLUICE FOLDER: the Python module gives what the command line gives, and its refusals as exceptions. TAP."""
import csv
import json
import os
import pathlib
import subprocess
import sys
import tempfile

sluice_program, folder = os.path.realpath(sys.argv[1]), sys.argv[2]
sys.path.insert(0, str(pathlib.Path(__file__).parent))
import tap

sys.path.insert(0, os.path.join(folder, "python"))
os.environ["SLUICE"] = sluice_program
tmp = tempfile.TemporaryDirectory()
os.chdir(tmp.name)
import sluice


def refused(kind, text, name, function):
    try:
        function()
    except kind as e:
        return tap.ok(text in str(e), name, e)
    except Exception as e:
        return tap.ok(False, name, f"{type(e).__name__}: {e}")
    return tap.ok(False, name, "no exception")


r = sluice.run("bicg", machine="gtx480", set={"l1.mshrs": 64})
tap.run([sluice_program, "run", "-q", "-m", "gtx480", "--set", "l1.mshrs=64", "--json", "bicg.json", "bicg"])
direct = json.load(open("bicg.json"))
tap.ok({k: v for k, v in r.to_dict().items() if k != "host"} == {k: v for k, v in direct.items() if k != "host"}, "the record is the command line's")
tap.ok(r.cycles == direct["total"]["cycles"] == r["cycles"] == r.total.cycles, "a name of the total is an attribute")
tap.ok(r.l1.hit == direct["total"]["l1"]["hit"] == r["l1.hit"], "dotted names")
tap.ok([k.name for k in r.kernels] == [k["name"] for k in direct["kernels"]] and r.kernels[1]["l1.miss"] == direct["kernels"][1]["l1"]["miss"], "kernels are rows")
tap.ok(r.machine["l1.mshrs"] == 64 and r.machine_name == "gtx480" and r.unit("dram.read_bytes") == "bytes", "machine and units")
tap.ok("PASS" in r.output, "what the program printed is kept")
idle = sluice.run("vectoradd", machine="h200", set={"gpu.sms": 12}, what_if=True).to_dict()["verdict"]
tap.ok(len(idle) > 1 and all(v["simulated"] > 0 for v in idle), "limits simulated away: what_if=True", idle)
tap.ok("cycles" in dir(r) and "bicg" in repr(r) and f"{r.cycles:,}" in repr(r), "completion and repr")
shown = r._repr_html_()
tap.ok("bicg_rows" in shown and f"{r.kernels[1].cycles:,}" in shown and "<script" not in shown, "a notebook shows the kernels")
refused(KeyError, "did you mean 'l1.hit", "a name that is not there: the nearest one", lambda: r["l1.hitt"])
refused(AttributeError, "did you mean 'cycles'", "an attribute that is not there: the nearest one", lambda: r.cycle)
table = r.table("kernels")
tap.ok(table.column("l1.hit") == [k["l1"]["hit"] for k in direct["kernels"]], "a table with a column a statistic")
executed = sluice.run("bicg")
tap.ok(executed.machine_name is None and "executed only" in repr(executed), "without a machine the program is executed")
r.save("again.json")
tap.ok(sluice.load("again.json").to_dict() == r.to_dict(), "saved and loaded")
tap.ok(r.report("page.html").read_text().startswith("<!"), "the report as a page")
tap.ok("l1.mshrs" in sluice.compare(r, sluice.run("bicg", machine="gtx480")), "compare says which parameter differs")
refused(sluice.BoundMissed, "cycles", "compare with a tolerance raises", lambda: sluice.compare(r, sluice.run("bicg", machine="gtx480"), tolerance=0.1, metric="cycles"))

refused(KeyError, "lines=True", "costs by line are asked for", r.by_line)
lines = sluice.run("bicg", machine="gtx480", lines=True).by_line("bicg_rows")
tap.ok(abs(sum(lines.column("blame")) - 1) < 1e-9 and abs(sum(lines.column("waits")) - 1) < 1e-9 and all(x["text"] for x in lines), "what each line cost")

t = sluice.sweep("bicg", machine="gtx480", set={"l1.mshrs": [8, 64]}, out="sw")
tap.run([sluice_program, "sweep", "-q", "-m", "gtx480", "--set", "l1.mshrs=8,64", "-o", "sw", "--csv", "t.csv", "bicg"])
rows = list(csv.DictReader(open("t.csv")))
tap.ok([str(x["cycles"]) for x in t] == [x["cycles"] for x in rows] and t.columns == list(rows[0]), "a sweep is the command line's table")
tap.ok(t.best("cycles")["l1.mshrs"] == 64 and t[1]["cycles"] == r.cycles, "its best row; a point is the single run's")
tap.ok(t.where(l1__mshrs=8)[0]["cycles"] == t[0]["cycles"] and len(t.where(l1__mshrs=8)) == 1, "rows by value")
tap.ok(t.to_csv().splitlines()[0] == open("t.csv").readline().strip() and len(t._repr_html_().split("<tr>")) == 4, "as CSV and in a notebook")
two = sluice.sweep(["bicg", "atax"], machine="gtx480", set={"l1.mshrs": 64}, out="sw")
tap.ok(two.column("program") == ["bicg", "atax"], "a sweep over workloads")
try:
    import pandas
    tap.ok(isinstance(t.frame(), pandas.DataFrame) and list(t.frame()["cycles"]) == t.column("cycles") and r.frame("sms").shape[0] == 15, "data frames")
except ImportError:
    refused(ImportError, "python3-pandas", "frame() without pandas says what is missing", t.frame)

refused(sluice.UserError, "did you mean 'l1.mshrs'", "an unknown parameter", lambda: sluice.run("bicg", machine="gtx480", set={"l1.mshr": 3}))
refused(sluice.UserError, "not a workload", "an unknown workload", lambda: sluice.run("nosuch"))
refused(sluice.UserError, "gtx", "an unknown machine", lambda: sluice.run("bicg", machine="gtx"))
refused(sluice.UserError, "--lynes", "an unknown option", lambda: sluice.run("bicg", lynes=True))
refused(sluice.UserError, "not a run record", "a file that is no record", lambda: sluice.load("t.csv"))
refused(sluice.UserError, "nothere.json", "a file that is not there", lambda: sluice.load("nothere.json"))
open("bad.cu", "w").write("__global__ void k(int *p) { p[threadIdx.x] = 1; }\nint main() { k<<<1, 32>>>(0); return cudaDeviceSynchronize() != cudaSuccess; }\n")
refused(sluice.ProgramFault, "bad.cu:1", "a fault of the program, with its line", lambda: sluice.run("bad.cu"))
tap.run([sluice_program, "cc", "-O2", os.path.join(folder, "workloads", "vectoradd.cu"), "-o", "prog"])
tap.ok(sluice.run("prog", machine="gtx480").cycles == sluice.run(["./prog"], machine="gtx480").cycles > 0, "a program by name, and as a list")
tap.ok(any(p["key"] == "l1.mshrs" and p["default"] == "32" for p in sluice.params("l1.")) and len(sluice.stats()) > 100 and len(sluice.workloads()) > 50, "lists")
p = sluice.paper("unified", 8, size="small", out="papers", quiet=True)
tap.ok(len(p.statements) == 3 and sum(p.counts.to_dict().values()) == 3 and "verdict" in p.statements.columns and "cut down" in p._repr_html_(), "a paper's statements with verdicts")
tap.ok(p.statements.column("sd") == [None] * 3, "and their spread, which one run has not")

open("two", "w").write("""#!/bin/sh
if [ $# = 1 ]; then printf 'which paper? There are:\\n  second\\n  first\\nor all\\n' >&2; exit 2; fi
for n in first second; do echo '{"paper": "'$n'", "size": "small", "counts": {"missed": 1}, "statements": []}' > $4/paper-$n.json; done
""")
os.chmod("two", 0o755)
os.environ["SLUICE"] = os.path.realpath("two")
every = sluice.paper("all", out="papers")
tap.ok(list(every) == ["first", "second"] and every["second"].paper == "second" and "1 missed" in repr(every["first"]), "all papers: one of each name", every)
os.environ["SLUICE"] = "/nowhere/sluice"
refused(sluice.UserError, "/nowhere/sluice", "a program that is not there", lambda: sluice.run("bicg"))
clean = subprocess.run([sys.executable, "-I", "-S", "-c", f"import sys; sys.path.insert(0, {os.path.join(folder, 'python')!r}); import sluice; print(sluice.__all__)"],
                       text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
tap.ok(clean.returncode == 0 and "run" in clean.stdout, "needs the standard library alone", clean.stdout)
tap.end()
