#!/usr/bin/env python3
"""compare.py SLUICE: sluice compare and sluice report. TAP."""
import json
import os
import pathlib
import re
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import tap

sluice = os.path.realpath(sys.argv[1])
os.chdir(tempfile.mkdtemp())
for name, more in (("a", []), ("b", ["--set", "l1.mshrs=8"])):
    tap.run([sluice, "run", "-q", "-m", "gtx480", *more, "--json", f"{name}.json", "spmv"])
a, b = (json.load(open(f"{n}.json")) for n in "ab")
said = tap.run([sluice, "compare", "a.json", "b.json"], 0, "l1.mshrs", "the parameters that differ")
differ = said.split("Parameters")[1].split("In total")[0]
tap.ok(len([line for line in differ.splitlines()[1:] if line.strip()]) == 1, "and no others", differ)
tap.ok(f"{a['total']['cycles']:>14} {b['total']['cycles']:>14}" in said, "headline figures side by side")
changes = said.split("Largest changes")[1].split("\n(")[0].splitlines()[1:]
tap.ok(len(changes) == 20 and all(len(line.split()) >= 4 for line in changes), "the largest changes, with units", said)
tap.ok("LSU full: L1, no MSHR" in said and "Latency by stage" in said, "issue slots and latencies side by side")
name = a["kernels"][0]["name"]
runs = [sluice, "compare", "-m", "gtx480", "--set", "l1.mshrs=8,32", "-k", name, "spmv"]
for what in ("a kernel of runs", "the same from the store"):
    tap.run(runs, 0, "cycles", what)
tap.run([sluice, "compare", "-t", "5", "a.json", "b.json"], 4, "total.cycles", "a tolerance that does not hold")
tap.run([sluice, "compare", "-t", "0", "a.json", "a.json"], 0, "0 statistics are off", "one that holds")
tap.run([sluice, "compare", "-t", "900", "--metric", "cycles", "a.json", "b.json"], 0, "0 statistics", "of one statistic")
c = json.load(open("a.json"))
c["total"]["cycles"] = int(c["total"]["cycles"] * 1.011)
json.dump(c, open("c.json", "w"))
tap.run([sluice, "compare", "-t", "1.2", "a.json", "c.json"], 0, "0 statistics", "just inside")
tap.run([sluice, "compare", "-t", "1", "a.json", "c.json"], 4, "1 statistics", "just outside")
c["kernels"][0]["name"] = "other"
json.dump(c, open("c.json", "w"))
tap.run([sluice, "compare", "-t", "900", "a.json", "c.json"], 4, "not in c.json", "a kernel that is gone")
tap.run([sluice, "compare", "-k", "nosuch", "a.json", "b.json"], 2, "no kernel 'nosuch'", "no such kernel")
tap.run([sluice, "compare", "-m", "gtx480", "--set", "l1.mshrs=8,32", "spmv"], 0, "Largest changes", "two configurations at once")
# Noise: the same run under three seeds, beside the one without
tap.run([sluice, "run", "-m", "gtx480", "--jitter", "3", "--json", "n.json", "spmv"], 0, "in 3 runs under gpu.jitter", "a run and its noise")
n = json.load(open("n.json"))
noise = {k: (m, s) for k, m, s in zip(n["noise"]["keys"], n["noise"]["mean"], n["noise"]["sd"])}
seeds = []
for seed in "123":
    tap.run([sluice, "run", "-q", "-m", "gtx480", "--set", "gpu.jitter=" + seed, "--json", "s.json", "spmv"])
    seeds.append(json.load(open("s.json"))["total"]["cycles"])
mean = sum(seeds) / 3
sd = (sum((x - mean) ** 2 for x in seeds) / 2) ** 0.5
tap.ok(n["total"] == a["total"] and n["noise"]["runs"] == 3, "the record is of the run without")
tap.ok(abs(noise["cycles"][0] - mean) < 1e-6 and abs(noise["cycles"][1] - sd) < 1e-6 and sd > 0, "its noise is that of the seeds", str(noise["cycles"]))
tap.ok(noise["warp_instrs"] == (n["total"]["warp_instrs"], 0), "instructions have none")
m = json.loads(json.dumps(n))
m["total"]["cycles"] += 5000
for by, mark in ((1, "~"), (3, " ")):  # of standard errors: sd * sqrt(2 / 3) each
    m["noise"]["mean"][n["noise"]["keys"].index("cycles")] = mean + by * sd * (2 / 3) ** 0.5
    json.dump(m, open("m.json", "w"))
    said = tap.run([sluice, "compare", "n.json", "m.json"], 0, "~: may be chance", "a difference of %d standard errors" % by)
    line = next(x for x in said.splitlines() if x.startswith("cycles"))
    tap.ok(line.split(" %")[1][0] == mark, "is " + ("hidden by it" if by == 1 else "more than that"), line)
tap.run([sluice, "compare", "a.json", "b.json"], 0, "--jitter 5 makes records that tell", "records without")
tap.run([sluice, "compare", "--html", "noise.html", "n.json", "m.json"], 0, "chance", "on the page")
tap.ok("A under jitter" in open("noise.html").read(), "with each record's own spread")
tap.run([sluice, "run", "-m", "gtx480", "--jitter", "1", "spmv"], 2, "expected 2 runs or more", "one run has no spread")
tap.run([sluice, "run", "--jitter", "3", "spmv"], 2, "wants a machine", "nor has a functional one")
said_both = tap.run([sluice, "compare", "--html", "two.html", "a.json", "b.json"], 0, "Largest changes", "as a page, too")
page = open("two.html").read()
tap.ok("l1.mshrs" in page and f"{json.load(open('b.json'))['total']['cycles']:,}" in page and page.count("<svg") >= 2 and "<script src" not in page,
       "the page has parameters, figures and slots of both")
times = b["total"]["cycles"] / a["total"]["cycles"]
answer = f"B takes {times:.2f} times as long as A: {b['total']['cycles']:,} cycles instead of {a['total']['cycles']:,} cycles."
tap.ok(answer in said_both and answer in page and page.index(answer) < page.index("Parameters"), "text and page open with how much slower it is", answer)
tap.ok(page.count('class="ghost"') > 10, "the first run's values behind the other's charts")
# A program whose accesses are scattered, and one whose are not, under the same kernel's name
for name, index in (("slow", "i * 64 + k"), ("fast", "k * n + i")):
    open(f"{name}.cu", "w").write("""__global__ void scale(float *y, const float *x, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float s = 0;
    for (int k = 0; k < 64; k++)
        s += x[%s];
    y[i] = s;
}
int main()
{
    int n = 1 << 13;
    float *x, *y;
    cudaMalloc(&x, n * 64 * sizeof(float));
    cudaMalloc(&y, n * sizeof(float));
    cudaMemset(x, 0, n * 64 * sizeof(float));
    scale<<<n / 256, 256>>>(y, x, n);
    return cudaDeviceSynchronize();
}
""" % index)
    tap.run([sluice, "run", "-q", "-m", "h200", "--set", "gpu.sms=4", "--sample", "500", "--lines", "--json", f"{name}.json", f"{name}.cu"])
fast = json.load(open("fast.json"))
k, rows = fast["kernels"][0], fast["lines"][0]["rows"]
tap.ok(sum(r["thread_instrs"] for r in rows) == k["sm"]["thread_instrs"] > 0, "active lanes by line add up to the kernel's")
tap.ok(abs(k["pipe"]["lsu"] * k["sm"]["cycles"] - k["sm"]["global_instrs"]) < 1e-3, "the load-store unit takes a cycle for each access of 32 lanes", k["pipe"])
tap.ok(k["pipe"]["fp32"] * 4 * k["sm"]["cycles"] / 2 >= k["op"]["fp32"] > 0 and k["pipe"]["fp64"] == 0, "f32 units take two cycles for each addition, others none", k["pipe"])
said = tap.run([sluice, "compare", "--html", "twins.html", "slow.json", "fast.json"], 0, " times as fast as A", "a program and its mended twin")
page = open("twins.html").read()
first = page[:page.index("Parameters")]
tap.ok("The limit of slow.cu:6 is gone: an access touches" in said and " Now: " in said, "the line's limit is gone, and what is the limit now", said[:600])
tap.ok('<li class="gone">an access touches' in first and "gone in B" in first and "not in A" in first, "verdicts side by side", first[-3000:])
again = tap.run([sluice, "compare", "slow.json", "slow.json"], 0, "B takes as long as A", "a run beside itself")
tap.ok("is still there, and the first: " in again and again.count("an access touches") == 1, "whose limit is still there, said once", again[:400])
tap.ok("Over time, in this run" in page and ", which goes on to the right" in page and "that only some runs have</summary>" in page,
       "plots over time with the first run behind; statistics of one run only are folded")
tap.run([sluice, "run", "-q", "-m", "gtx480", "--lines", "--json", "l.json", "spmv"])
tap.run([sluice, "compare", "--html", "three.html", "a.json", "l.json", "b.json"], 0)
tap.run([sluice, "run", "-q", "-m", "gtx480", "--lines", "--set", "l1.mshrs=8", "--json", "m.json", "spmv"])
rows = [r for k in json.load(open("m.json"))["lines"] for r in k["rows"]]
lost = {n: sum(sum(v for c, v in r["blame"].items() if c != "dual") for r in rows if r["line"] == n) for n in {r["line"] for r in rows}}
worst = max((n for n in lost if n), key=lost.get)
text = tap.run([sluice, "compare", "l.json", "m.json"], 0, "Slots lost because of a line", "source lines in the text, too")
tap.ok(any(f"spmv.cu:{worst}" in line and str(lost[worst]) in line for line in text.split("because of a line")[1].splitlines()), "with their slots", text)
tap.ok("Source lines" in open("three.html").read() and "spmv.cu:" in open("three.html").read() and ">C vs A<" in open("three.html").read(),
       "source lines where a record has them; three columns")
tap.run([sluice, "compare", "--html", "/nowhere/x.html", "a.json", "b.json"], 2, "/nowhere/x.html", "a page that cannot be written")
tap.run([sluice, "compare", "a.json"], 2, "expected 2 to", "one record")
open("x.json", "w").write("{}")
tap.run([sluice, "compare", "a.json", "x.json"], 2, "not a run record", "not a record")
c["schema"] = 0
json.dump(c, open("c.json", "w"))
tap.run([sluice, "report", "c.json", "--text"], 2, "a record of form 0", "a record of another form")
tap.run([sluice, "report", "a.json", "--text"], 0, "Issue slots", "report --text")
tap.run([sluice, "report", "a.json", "-o", "a.html"], 0, "", "report -o")
tap.run([sluice, "run", "-q", "-m", "gtx480", "--html", "b.html", "spmv"], 0, "", "run --html")
one, two = open("a.html").read(), open("b.html").read()
same = [re.sub(r'<dl class="run">.*?</dl>', "", p, flags=re.S) for p in (one, two)]
tap.ok(same[0] == same[1] and "The memory path" in one and "Roofline" in one and "<script src" not in one, "the same page, nothing fetched")
tap.ok(one.count("<title>") > 30 and "slot.issued: an instruction was issued" in one, "statistics have their help on hover")
tap.run([sluice, "report", "a.json", "-o", "/nowhere/a.html"], 2, "/nowhere/a.html", "a file that cannot be written")
tap.run([sluice, "report", "a.json"], 2, "where to?", "no output")
tap.end()
