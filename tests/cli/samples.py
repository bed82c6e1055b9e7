#!/usr/bin/env python3
"""samples.py SLUICE: --sample, --lines and --timeline add to a record and change nothing in it. TAP."""
import json
import os
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import tap

sluice = os.path.realpath(sys.argv[1])
os.chdir(tempfile.mkdtemp())


def run(*words, name="r.json"):
    tap.run([sluice, "run", "-q", "--json", name, *words])
    r = json.load(open(name))
    r.pop("host")
    return r


MORE = ["--sample", "137", "--lines", "--timeline", "t.json"]
for machine, program, sets in (("gtx480", "bicg", []), ("h200", "spmv", []), ("gtx480", "kmeans", ["--set", "front=mrpb"]),
                               ("clustered60", "histogram", []), ("gtx480", "atax", ["--set", "lsu.kind=warppool"]), ("gtx480", "nw", ["-j", "4"]), ("gtx480", "reduction", ["--set", "gpu.skip=off"])):
    plain = run("-m", machine, *sets, program)
    more = run("-m", machine, *sets, *MORE, program)
    samples, lines, requests = more.pop("samples"), more.pop("lines"), more.pop("requests")
    more.pop("sources", None)
    for r in (plain, more):  # with --lines its sentences name lines
        r.pop("verdict"), r.pop("unexplained")
    tap.ok(plain == more, f"{program} on {machine} {' '.join(sets)}: the record is the same with samples and without")
    total = more["total"]
    n = len(samples["cycle"])
    tap.ok(n >= len(more["launches"]) and all(len(v) == n for k, v in samples.items() if isinstance(v, list) and k not in ("sm_ipc", "sm_ctas", "divergent")),
           "every series is as long as the others")
    ends = {l["launch"]: l["start"] + l["cycles"] for l in more["launches"]}
    starts = {l["launch"]: l["start"] for l in more["launches"]}
    length, before = [], {}
    for c, l in zip(samples["cycle"], samples["launch"]):
        length.append(c - before.get(l, starts[l]))
        before[l] = c
    tap.ok(before == ends and all(x > 0 for x in length) and all(c % 137 == 0 or c in ends.values() for c in samples["cycle"]),
           "samples lie on multiples, and reach to the end of each launch")
    instrs = sum(i * x for i, x in zip(samples["warp_ipc"], length))
    tap.ok(abs(instrs - total["warp_instrs"]) < 1e-3 * total["warp_instrs"], "instructions of all samples are those of the run", (instrs, total["warp_instrs"]))
    issued = sum(sum(i * x for i, x in zip(row, length)) for row in samples["sm_ipc"])
    tap.ok(abs(issued - total["slot"]["issued"]) < 1e-3 * total["slot"]["issued"], "and of all SMs")
    slots = {k: sum(i * x for i, x in zip(row, length)) / sum(length) for k, row in samples["slot"].items()}
    far = {k: (v, total["slot"][k] / total["slot"]["total"]) for k, v in slots.items() if abs(v - total["slot"][k] / total["slot"]["total"]) > 2e-6}
    tap.ok(not far, "slots by cause over all samples are those of the run, also of SMs that never had a CTA", far)
    clock = more["machine"]["gpu"]["clock"] * 1e6
    joules = sum(p * x / clock for p, x in zip(samples["power"], length))
    tap.ok(abs(joules - total["energy_joules"]) <= 1e-6 * total["energy_joules"] + 1e-9, "power over time is the energy", (joules, total["energy_joules"]))
    tap.ok(requests and all(sum(s["cycles"] for s in r["stages"]) == r["cycles"] > 0 for r in requests), "the slowest requests: stages add up", requests[:1])
    by_kernel = [[r["cycles"] for r in requests if r["kernel"] == k["name"]] for k in more["kernels"]]
    tap.ok(all(v == sorted(v, reverse=True) and len(v) <= 8 for v in by_kernel), "of each kernel at most eight, the slowest first", by_kernel)
    within = [sum(s["cycles"] for s in r["stages"] if s["stage"] != "LSU") for r in requests]
    tap.ok(max(within) <= max(k["latency"]["total"]["max"] for k in more["kernels"]) + 1, "none is slower than the record's slowest", within)
    rows = [r for k in lines for r in k["rows"]]
    tap.ok(sum(r["warp_instrs"] for r in rows) == total["warp_instrs"], "lines: every warp instruction has its line")
    tap.ok(sum(r.get("lines", 0) for r in rows) == total["sm"]["lines"], "every line request, too")
    reads = sum(r.get("reads", 0) for r in rows)
    hits = sum(r.get("l1_hits", 0) for r in rows)
    tap.ok(hits <= total["l1"]["hit"] + total["tex"]["hit"] and reads <= total["l1"]["read"] + total["tex"]["read"], "hits and reads are those of the caches",
           (hits, total["l1"]["hit"], reads, total["l1"]["read"]))
    dram = sum(r.get("dram_bytes", 0) for r in rows)
    tap.ok(dram == 0 or abs(dram - total["dram"]["read_bytes"]) < 1e-3 * total["dram"]["read_bytes"], "DRAM bytes add up", (dram, total["dram"]["read_bytes"]))
    events = json.load(open("t.json"))["traceEvents"]
    ctas = [e for e in events if e["ph"] == "X" and e["name"].startswith("CTA ")]
    tap.ok(len(ctas) == total["ctas"] and all(e["dur"] > 0 for e in ctas), "timeline: every CTA", (len(ctas), total["ctas"]))
    tap.ok(all(starts[e["args"]["launch"]] <= e["ts"] and e["ts"] + e["dur"] <= ends[e["args"]["launch"]] for e in ctas), "within its launch")
    busy = {}
    for e in sorted(ctas, key=lambda e: e["ts"]):
        key = (e["pid"], e["tid"])
        tap.ok(busy.get(key, 0) <= e["ts"], "two CTAs in one slot") if busy.get(key, 0) > e["ts"] else None
        busy[key] = e["ts"] + e["dur"]
# warps and requests
one = run("-m", "gtx480", "spmv")
two = run("-m", "gtx480", "--timeline", "w.json", "--timeline-warps", "2", "spmv")
tap.ok(one == two, "--timeline-warps changes nothing")
events = json.load(open("w.json"))["traceEvents"]
spans = [e for e in events if e["pid"] in (10001, 10002) and e["ph"] == "X"]
end = two["total"]["cycles"]
tap.ok({"runs", "waits for memory"} <= {e["name"] for e in spans} and all(0 <= e["ts"] < e["ts"] + e["dur"] <= end for e in spans), "states of warps")
last = {}
clash = 0
for e in spans:
    clash += last.get((e["pid"], e["tid"]), 0) > e["ts"]
    last[(e["pid"], e["tid"])] = e["ts"] + e["dur"]
tap.ok(not clash, "a warp is in one state at a time", clash)


def requests(path):
    """Of each request: who answered it, and its stages as (name, from, until)."""
    lives = {}
    for e in json.load(open(path))["traceEvents"]:
        if e.get("cat") == "request":
            lives.setdefault(e["id"], []).append(e)
    return [(v[0]["name"], v[0]["ts"], v[-1]["ts"], [(b["name"], b["ts"], e["ts"]) for b, e in zip(v[1:-1:2], v[2:-1:2])]) for v in lives.values()]


def tiled(life):
    name, start, end, stages = life
    for _, a, b in stages:
        if a != start or b <= a:
            return False
        start = b
    return start == end


lives = requests("w.json")
tap.ok(len(lives) > 100 and all(tiled(l) for l in lives), "the life of some requests: stages follow each other from issue to answer", [l for l in lives if not tiled(l)][:3])
by = {who: {s[0] for l in lives if l[0] == who for s in l[3]} for who in {l[0] for l in lives}}
WAY = {"LSU", "front", "L1", "network, request", "L2", "network, reply", "L1, reply"}
tap.ok(by["answered by the L1"] == {"LSU", "front", "L1"} and by["answered by the L2"] == WAY and by["answered by DRAM"] == WAY | {"DRAM", "L2, fill"},
       "each stage of those that answer", by)
for machine, sets in (("h200", []), ("clustered60", ["--set", "icc.on=on"]), ("gtx480", ["--set", "front=mrpb"]), ("gtx480", ["--set", "lsu.kind=warppool"]),
                      ("sm32nm", [])):
    plain = run("-m", machine, *sets, "kmeans")
    marked = [run("-m", machine, *sets, *more, "--timeline", "w.json", "--timeline-warps", "3", "kmeans") for more in (["-j", "3"], ["--set", "gpu.shuffle=7"], [])]
    marked[1]["machine"]["gpu"]["shuffle"] = 0
    lives = requests("w.json")
    tap.ok(plain == marked[0] == marked[1] == marked[2] and lives and all(tiled(l) for l in lives), f"{machine} {' '.join(sets)}: nothing changes, stages follow each other",
           [l for l in lives if not tiled(l)][:3])
files = []
for more in (["-j", "4"], ["-j", "1"], ["--set", "gpu.skip=off"]):
    run("-m", "gtx480", *more, "--timeline", "w.json", "--timeline-warps", "2", "spmv")
    files.append(requests("w.json"))
tap.ok(files[0] == files[1] == files[2], "the same lives on any number of threads, with skipping and without")
tap.run([sluice, "run", "-m", "gtx480", "--timeline-warps", "1", "spmv"], 2, "wants --timeline", "--timeline-warps alone")
# the same samples on any number of threads
a, b = (run("-m", "gtx480", "--sample", "500", "--lines", "-j", j, "syrk") for j in "14")
tap.ok(a == b, "samples and lines are the same on four threads")
said = tap.run([sluice, "run", "-m", "gtx480", "--lines", "syrk"], 0, "c[i * n + j] += alpha", "--lines prints the source beside its cost")
tap.run([sluice, "run", "--sample", "5", "syrk"], 2, "want a machine", "--sample without a machine")
tap.run([sluice, "run", "-m", "gtx480", "--sample", "0", "syrk"], 2, "expected a number from 1", "--sample 0")
tap.run([sluice, "run", "-m", "gtx480", "--timeline", "/nowhere/t", "syrk"], 2, "/nowhere/t", "a timeline that cannot be written")
slowest = [run("-m", "gtx480", "--sample", every, "-j", threads, "bicg")["requests"] for every, threads in (("137", "1"), ("5000", "1"), ("999", "2"))]
tap.ok(slowest[0] == slowest[1] == slowest[2] and {r["answered"] for r in slowest[0]} <= {"L1", "L2", "memory", "atomic"}, "the slowest requests depend on neither samples nor threads", slowest[0][:2])
tap.end()
