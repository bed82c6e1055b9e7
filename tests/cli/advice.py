#!/usr/bin/env python3
"""advice.py SLUICE: "Look here first" of kernels with one fault each names that fault, and its bound holds when the advice is followed (of DRAM: when it is no limit): thirteen
pairs of kernels (advice.cu: the same work, badly and as advised), and eleven kernels on a machine whose limit was lifted (four, unless SLUICE_LONG
is set). TAP."""
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import tap

sluice = os.path.realpath(sys.argv[1])
here = pathlib.Path(__file__).resolve().parent
tmp = tempfile.mkdtemp()
os.chdir(tmp)

PAIRS = {  # by the number of the pair: name, words of the sentence
    "few_ctas": "2 CTAs on 15 SMs",
    "tail": "have no warp",
    "scattered": "an access touches",
    "banks": "bank conflicts",
    "divergence": "lanes are active",
    "latency": "wait for loads",
    "atomics": "of what reaches the L2 is atomic",
    "spills": "go to local memory",
    "arithmetic": "results of arithmetic",
    "barriers": "wait at barriers",
    "units": "execution units are busy",
    "dram": "DRAM moves",
    "occupancy": "shared memory limits an SM",
}
LIFTED = [  # workload, kernel, words, what lifts the limit
    ("fdtd2d", "step_ex", "MSHRs are all in use", ["l1.mshrs=1024"]),
    ("vectoradd-4", "vectoradd_4", "MSHRs are all in use", ["l1.mshrs=1024"]),
    ("srad-u", "update_unshared", "MSHRs are all in use", ["l1.mshrs=1024"]),
    ("streamcluster", "pgain", "MSHRs are all in use", ["l1.mshrs=1024"]),
    ("btree", "find", "its MSHR takes no more", ["l1.merges=64"]),
    ("backprop-a", "adjust_again", "every line of a set", ["l1.size=64KB", "l1.ways=8"]),
    ("vectoradd", "vectoradd", "DRAM moves", ["dram.clock=20000"]),
    ("srad-f", "derive_shared", "registers limit an SM", ["sm.regs=131072"]),
    ("gemm", "gemm", "wait for loads", ["noc.latency=1", "l2.latency=1"]),
    ("bicg", "bicg_columns", "wait for loads", ["noc.latency=1", "l2.latency=1"]),
    ("atax", "atax_columns", "wait for loads", ["noc.latency=1", "l2.latency=1"]),
]


def look(text):
    """{kernel: [(sentence, bound)]} of a printed report."""
    block = re.search(r"^Look here first\n(.*?)\n\n", text, re.S | re.M).group(1)
    said, kernel = {}, None
    for item in re.sub(r"\n      ", " ", block).splitlines():
        head = re.match(r"  (\S.*), \d+ % of the cycles$", item)
        if head:
            kernel = head.group(1)
            said[kernel] = []
            continue
        m = re.match(r"    - (.*?): at most ([\d.]+) times as fast without\. Try: (.*)\.$", item)
        if m:
            said[kernel].append((m.group(1), float(m.group(2))))
    return said


def run(*arguments):
    p = subprocess.run([sluice, "run", "-m", "gtx480", "--json", "r.json", *arguments], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                       stdin=subprocess.DEVNULL)
    if p.returncode:
        return {}, {}, p.stdout
    return look(p.stdout), {k["name"]: k["cycles"] for k in json.load(open("r.json"))["kernels"]}, p.stdout


def holds(name, advice, words, gain):
    said = [(s, b) for s, b in advice if words in s]
    tap.ok(said and 1 < gain <= said[0][1], f"{name}: '{words}', {gain:.2f} times as fast, at most {said[0][1] if said else '?'}",
           f"said: {advice}; gain {gain}")


# A rule that reads a name which is not there would see 0 for ever.
source = "".join((here.parents[1] / "src" / "out" / f).read_text() for f in ("advice.c", "advice.h", "rules.c", "says.c"))
known = {w["key"] for w in json.loads(tap.run([sluice, "list", "params", "--json"]))}
known |= {"latency"} | {line.split()[0] for line in tap.run([sluice, "list", "record"]).splitlines() if line.startswith("  ")}
read = set(re.findall(r'"([a-z0-9_]+(?:\.[a-z0-9_]+)+)"', source)) - {"total.cycles"}
read = {re.sub(r"^latency\..*", "latency", name) for name in read}
tap.ok(len(read) > 25 and not read - known, "every name that a rule reads is one of a record or a machine", read - known)
causes = {w for text in re.findall(r'(?:(?:lost|PERCENT|full)\(l, |define (?:LSU|WAIT)_CAUSES )"([a-z0-9_ ]+)"', source) for w in text.split()}
tap.ok(len(causes) > 12 and not {f"slot.{c}" for c in causes} - known, "and every cause is one of issue slots", {f"slot.{c}" for c in causes} - known)
tap.run([sluice, "cc", "-O2", str(here / "advice.cu"), "-o", "advice"])
for k, (name, words) in enumerate(PAIRS.items()):
    advice, cycles, text = run("--kernels", f"{2 * k + 1},{2 * k + 2}", "--", "./advice")
    if not cycles:
        tap.ok(False, name, text[-800:])
        continue
    find = lambda end: next(v for n, v in cycles.items() if n.startswith(name + end))
    gain = find("_bad") / find("_good")
    if name == "dram":  # the better twin also has fewer loads: what the bound is about is DRAM
        tap.ok(gain > 1.5, f"{name}: the advice helps", gain)
        _, lifted, _ = run("--kernels", str(2 * k + 1), "--set", "ideal.dram=on", "--", "./advice")
        gain = find("_bad") / next(v for n, v in lifted.items() if n.startswith(name + "_bad"))
    holds(name, next((v for n, v in advice.items() if n.startswith(name + "_bad")), []), words, gain)
for workload, kernel, words, settings in LIFTED[:: 1 if os.environ.get("SLUICE_LONG") else 3]:
    advice, before, text = run(workload)
    _, after, more = run(*[a for s in settings for a in ("--set", s)], workload)
    if kernel not in before or kernel not in after:
        tap.ok(False, f"{workload}: {kernel}", text[-500:] + more[-500:])
        continue
    holds(f"{workload} with {' '.join(settings)}", advice.get(kernel, []), words, before[kernel] / after[kernel])


# h200: what a new user meets first. Each pair: what must be said, what must not.
def on_h200(name, source, said, unsaid, *arguments):
    with open(f"{name}.cu", "w") as f:
        f.write("#include <cstdio>\n" + source)
    p = subprocess.run([sluice, "run", "-m", "h200", "--set", "gpu.sms=12", "--json", "h.json", *arguments, f"{name}.cu"], text=True,
                       stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
    text = " ".join(p.stdout.split("Launches")[0].split())
    at = [text.find(words) for words in said]
    tap.ok(min(at) >= 0 and at == sorted(at), f"h200, {name}: says {said} in this order", p.stdout[:1500])
    tap.ok(not any(words in text for words in unsaid), f"h200, {name}: says nothing of {unsaid}", p.stdout[:1500])
    return json.load(open("h.json"))["total"]


DIVISION = """__global__ void div_(float *x, float by, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) x[i] = x[i] / by; }
int main() { int n = 1 << 16; float *x; cudaMalloc(&x, 4 * n); cudaMemset(x, 63, 4 * n); div_<<<n / 256, 256>>>(x, 3.f, n); cudaDeviceSynchronize(); }
"""
TINY = """__global__ void step(float *x) { x[threadIdx.x] += 1; }
int main() { float *x; cudaMalloc(&x, 1024); cudaMemset(x, 0, 1024); for (int i = 0; i < 50; i++) step<<<1, 256>>>(x); cudaDeviceSynchronize(); }
"""
ATOMS = """__global__ void count(const int *x, int *hits) { int i = blockIdx.x * blockDim.x + threadIdx.x; atomicAdd(hits + (x[i] & 3), x[i]); }
int main() { int n = 1 << 14, *x, *h; cudaMalloc(&x, 4 * n); cudaMalloc(&h, 64); cudaMemset(x, 1, 4 * n); cudaMemset(h, 0, 64);
    count<<<n / 256, 256>>>(x, h); cudaDeviceSynchronize(); }
"""
EQUAL = """__global__ void spin(float *x) { float y = threadIdx.x; for (int i = 0; i < 4000; i++) y = y * 1.0001f + 1; x[blockIdx.x * 256 + threadIdx.x] = y; }
int main() { float *x; cudaMalloc(&x, 4 * 256 * 192); spin<<<192, 256>>>(x); cudaDeviceSynchronize(); }
"""
total = on_h200("division", DIVISION, ["start and end it"], ["lanes are active", "end at different times", "waves", "units are busy"])
tap.ok(total["sm"]["active_lanes"] == 32 and 29 < total["sm"]["simd_efficiency"] < 32 and total["slot"]["expanded"] > total["slot"]["issued"],
       "h200: every lane of a division's machine instructions counts, and their slots are no busy unit", total["slot"])
total = on_h200("fifty tiny launches", TINY, ["50 launches of", "start and end it", "1 CTA on 12 SMs"], ["end at different times"])
tap.ok(total["slot"]["issued"] + total["slot"]["expanded"] <= total["sm"]["warp_instrs"], "h200: no more slots issue than there are machine instructions")
on_h200("same-address atomics", ATOMS, ["of what reaches the L2 is atomic; 100 % of that for same-address atomics.cu:2"], ["end at different times"], "--lines")
on_h200("two whole waves of equal CTAs", EQUAL, ["no single limit"], ["waves of CTAs", "different times"])
on_h200("cut off", DIVISION, ["did not run to its end"], ["Try:"], "--max-cycles", "100")
shutil.rmtree(tmp, ignore_errors=True)
tap.end()
