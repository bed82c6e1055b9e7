#!/usr/bin/env python3
"""ideal.py SLUICE: each parameter of ideal.* does what it says, by the closed form where there is one; and `sluice run --what-if` measures with them. TAP."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import tap

sluice = os.path.realpath(sys.argv[1])
os.chdir(tempfile.mkdtemp())
KERNELS = """#include <cstdio>
#include <cstring>
__global__ void empty() {}
__global__ void copy(float *x) { int i = blockIdx.x * blockDim.x + threadIdx.x; x[i] = x[i] + 1; }
__global__ void strided(float *x) { int i = blockIdx.x * blockDim.x + threadIdx.x; x[i * 32] = x[i * 32] + 1; }
__global__ void banks(float *x) { __shared__ float t[1024]; t[threadIdx.x * 32 % 1024] = 1; float s = 0;
    for (int k = 0; k < 64; k++) s += t[(threadIdx.x * 32 + k) % 1024]; x[threadIdx.x] = s; }
__constant__ int table[1024];
__global__ void words(int *x) { int s = 0;
#pragma unroll 1
    for (int k = 0; k < 64; k++) s += table[(threadIdx.x * 7 + k) & 1023]; x[threadIdx.x] = s; }
__global__ void camp(float *x, int apart) { int i = blockIdx.x * blockDim.x + threadIdx.x; float s = 0;
    for (int k = 0; k < 8; k++) s += x[(i / 32 * 8 + k) * apart % (1 << 20) + i % 32]; x[(1 << 20) + i] = s; }
__global__ void sum(int *x) { atomicAdd(x, 1); }
__global__ void chase(int *x, int n) { int at = threadIdx.x; for (int k = 0; k < n; k++) at = x[at]; x[at] = at; }
__global__ void chain(float *x) { float a = x[threadIdx.x];
#pragma unroll
    for (int k = 0; k < 256; k++) a = a * a + 1; x[threadIdx.x] = a; }
__global__ void odd(float *x) { float a = x[threadIdx.x]; if (threadIdx.x & 1) for (int k = 0; k < 400; k++) a = a * a + 1; x[threadIdx.x] = a; }
__global__ void meet(float *x) { for (int k = 0; k < 32; k++) __syncthreads(); x[threadIdx.x] = 1; }
__global__ void fence(float *x) { for (int k = 0; k < 32; k++) { x[threadIdx.x] = k; __threadfence(); } }
__global__ void room(float *x) { extern __shared__ float s[]; s[threadIdx.x] = x[threadIdx.x]; x[threadIdx.x] = s[threadIdx.x ^ 1]; }
__global__ void array(int *x) { int v[16]; for (int k = 0; k < 16; k++) v[k] = x[k]; int s = 0; for (int k = 0; k < 64; k++) { s += v[(s + k) & 15]; v[s & 15] = k; } x[threadIdx.x + 64] = s; }
__global__ void uneven(float *x) { float a = 0; for (int k = 0; k < (blockIdx.x ? 16 : 4096); k++) a = a * a + 1; x[threadIdx.x] = a; }
int main(int argc, char **argv) {
    float *x; cudaMalloc(&x, 1 << 23); cudaMemset(x, 0, 1 << 23);
#define RUN(name, grid, block, room, ...) if (!strcmp(argv[1], #name)) name<<<grid, block, room>>>(__VA_ARGS__)
    RUN(empty, 1, 32, 0); RUN(copy, 64, 256, 0, x); RUN(strided, 64, 256, 0, x); RUN(banks, 1, 32, 0, x); RUN(sum, 64, 256, 0, (int *)x);
    RUN(chase, 1, 32, 0, (int *)x, 64); RUN(chain, 1, 32, 0, x); RUN(odd, 1, 32, 0, x); RUN(meet, 4, 256, 0, x); RUN(fence, 4, 256, 0, x);
    RUN(room, 64, 64, 40000, x); RUN(array, 4, 64, 0, (int *)x); RUN(uneven, 12, 64, 0, x);
    RUN(words, 1, 32, 0, (int *)x); RUN(camp, 12, 64, 0, x, 1536);
    return cudaDeviceSynchronize(); }
"""
open("k.cu", "w").write(KERNELS)
tap.run([sluice, "cc", "-O2", "k.cu", "-o", "k"])


def run(kernel, *sets, machine="gtx480"):
    p = subprocess.run([sluice, "run", "-q", "-m", machine, "--set", "gpu.sms=12", *(x for s in sets for x in ("--set", s)), "--json", "r.json", "--", "./k", kernel],
                       text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
    if p.returncode:
        raise SystemExit(f"Bail out! {kernel} {sets}: {p.stdout}")
    return json.load(open("r.json"))["total"]


for machine in ("gtx480", "h200"):
    def pair(kernel, what, machine=machine):
        return run(kernel, machine=machine), run(kernel, f"ideal.{what}=on", machine=machine)
    was, now = pair("copy", "lines")
    tap.ok(was["cycles"] == now["cycles"] and was["sm"]["lines"] == now["sm"]["lines"], f"{machine}: ideal.lines leaves a coalesced access as it is")
    was, now = pair("strided", "lines")
    tap.ok(was["sm"]["lines"] == 32 * was["sm"]["line_instrs"] and now["sm"]["lines"] == now["sm"]["line_instrs"],
           f"{machine}: and makes 32 lines of 4 bytes one of 128", (was["sm"]["lines"], now["sm"]["lines"]))
    tap.ok(now["cycles"] < was["cycles"], f"{machine}: which is sooner there", (was["cycles"], now["cycles"]))
    was, now = pair("banks", "banks")
    tap.ok(was["sm"]["shared_conflicts"] >= 31 * 64 and now["sm"]["shared_conflicts"] == 0, f"{machine}: ideal.banks: no conflicts",
           (was["sm"]["shared_conflicts"], now["sm"]["shared_conflicts"]))
    was, now = pair("words", "banks")
    one = run("words", "ideal.banks=on", "const.busy=1", "const.word_interval=1", machine=machine)
    tap.ok(now["cycles"] < was["cycles"] - 64 * 30 and now["sm"]["const_instrs"] == was["sm"]["const_instrs"],
           f"{machine}: and a constant of each lane comes as one does", (was["cycles"], now["cycles"]))
    tap.ok(abs(one["cycles"] - now["cycles"]) < 64 * 3, f"{machine}: whatever a further word would take", (one["cycles"], now["cycles"]))
    was, now = pair("sum", "atomics")
    tap.ok(now["cycles"] < was["cycles"], f"{machine}: ideal.atomics: no turns", (was["cycles"], now["cycles"]))
    was, now = pair("chase", "l1")
    tap.ok(now["l1"]["hit"] == now["l1"]["read"] == was["l1"]["read"] and now["l2"]["read"] == 0, f"{machine}: ideal.l1: every read hits", now["l1"])
    was, now = pair("copy", "l2")
    tap.ok(now["l2"]["read_hit"] == now["l2"]["read"] > 0 and now["dram"]["read"] == 0, f"{machine}: ideal.l2: every read hits, nothing goes to DRAM")
    was, now = pair("strided", "dram")
    latency = json.load(open("r.json"))["machine"]["dram"]["extra_latency"]
    again = run("strided", "ideal.dram=on", f"dram.extra_latency={latency + 200}", machine=machine)
    tap.ok(now["dram"]["read"] > 0 and now["cycles"] < was["cycles"], f"{machine}: ideal.dram: no queues", (was["cycles"], now["cycles"]))
    tap.ok(again["cycles"] >= now["cycles"] + 80, f"{machine}: and its latency stays", (now["cycles"], again["cycles"]))
    spread = run("copy", "ideal.dram=on", machine=machine)["latency"]["dram"] if "latency" in now else None
    if spread:
        tap.ok(spread["mean"] == spread["max"], f"{machine}: and every request takes the same there", spread)
    was, now = pair("strided", "mshrs")
    tap.ok(now["slot"]["l1_mshr"] == 0, f"{machine}: ideal.mshrs: nothing waits for an MSHR", now["slot"])
    tap.ok(now["slot"]["l1_assoc"] == 0, f"{machine}: nor for a line of its set", now["slot"])
    was, now = pair("odd", "lanes")
    tap.ok(now["sm"]["warp_instrs"] < 0.6 * was["sm"]["warp_instrs"] and now["sm"]["warp_instrs"] > 0.4 * was["sm"]["warp_instrs"],
           f"{machine}: ideal.lanes: 16 of 32 lanes cost half of the instructions", (was["sm"]["warp_instrs"], now["sm"]["warp_instrs"]))
    was, now = pair("chain", "lanes")
    tap.ok(abs(now["cycles"] - was["cycles"]) < 0.03 * was["cycles"], f"{machine}: and full warps what they cost", (was["cycles"], now["cycles"]))
    was, now = pair("meet", "barriers")
    tap.ok(was["sm"]["barriers"] == 4 * 8 * 32 and now["sm"]["barriers"] == 0 and now["slot"]["barrier"] == 0, f"{machine}: ideal.barriers: none waits")
    was, now = pair("fence", "fences")
    tap.ok(was["sm"]["fences"] == 4 * 8 * 32 and now["sm"]["fences"] == 0 and now["slot"]["fence"] == 0, f"{machine}: ideal.fences: none waits")
    was, now = pair("array", "local")
    tap.ok(was["sm"]["local_instrs"] > 0 and now["sm"]["local_instrs"] == 0, f"{machine}: ideal.local: no access is made")
    was, now = pair("room", "ctas")
    tap.ok(now["occupancy"]["achieved_warps"] >= was["occupancy"]["achieved_warps"] and now["cycles"] <= was["cycles"], f"{machine}: ideal.ctas: CTAs fit whatever they need")
    was, now = pair("uneven", "equal")
    idle = (was["sm"]["cycles"] - was["sm"]["busy_cycles"]) // 12
    launch = 2613 + 290 if machine == "h200" else 0
    tap.ok(now["cycles"] == was["cycles"] - max(idle - launch, 0), f"{machine}: ideal.equal: the launch ends when the mean SM has", (was["cycles"], now["cycles"], idle))
was, now = run("camp"), run("camp", "ideal.slices=on")
tap.ok(was["l2"]["busiest"] > 0.9 * 12 * 2 * 8 and now["l2"]["busiest"] < 0.4 * was["l2"]["busiest"] and now["l2"]["access"] == was["l2"]["access"],
       "gtx480: ideal.slices: rows of 24 blocks of 256 bytes are no longer in one slice", (was["l2"], now["l2"]))
was, now = run("empty", machine="h200"), run("empty", "ideal.launch=on", machine="h200")
tap.ok(was["cycles"] - now["cycles"] == 2613 + 260, "h200: ideal.launch: gpu.launch and gpu.cta_cold cycles less", (was["cycles"], now["cycles"]))
for machine, latency in (("gtx480", None), ("h200", 4)):
    rest = ["ideal.fetch=on"] if machine == "h200" else []
    was = run("chain", *rest, machine=machine)
    latency = latency or json.load(open("r.json"))["machine"]["lat"]["fp32"]
    now = run("chain", "ideal.alu=on", *rest, machine=machine)
    tap.ok(abs(was["cycles"] - now["cycles"] - 256 * (latency - 1)) < 0.03 * 256 * latency,
           f"{machine}: ideal.alu: 256 dependent fmas take a cycle each instead of {latency}", (was["cycles"], now["cycles"]))

for sets, why in ((["ideal.fetch=on"], "icache.on"), (["ideal.slices=on", "l2.slice_hash=xor"], "l2.slice_hash"), (["ideal.l1=on", "gpu.coherence=mesi"], "gpu.coherence"), (["ideal.lanes=on", "maws.policy=count"], "maws.policy")):
    tap.run([sluice, "run", "-m", "gtx480", *(x for s in sets for x in ("--set", s)), "--", "./k", "empty"], 2, why, f"refused with a sentence: {' '.join(sets)}")
said = tap.run([sluice, "run", "-m", "h200", "--set", "gpu.sms=12", "--what-if", "--lines", "--json", "w.json", "--html", "w.html", "--", "./k", "strided"], 0,
               "times as fast without (simulated)", "--what-if says what it measured")
record = json.load(open("w.json"))
top = record["verdict"][0]
lines = run("strided", "ideal.lines=on", machine="h200")["cycles"]
tap.ok(top["rule"] == "scattered" and abs(top["simulated"] - record["total"]["cycles"] / lines) < 1e-9, "which is what a run with ideal.lines takes", top)
tap.ok([v.get("simulated", 0) for v in record["verdict"]] == sorted((v.get("simulated", 0) for v in record["verdict"]), reverse=True), "and orders the sentences")
tap.ok("times as fast without (simulated)" in " ".join(open("w.html").read().split()), "also on the page")
tap.run([sluice, "run", "--what-if", "--", "./k", "copy"], 2, "--what-if wants a machine", "without a machine it is refused")
tap.end()
