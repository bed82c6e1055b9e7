#!/usr/bin/env python3
"""targets.py SLUICE: what kernels were compiled for is part of a trace and of a recording. TAP."""
import csv
import json
import os
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import tap

sluice = os.path.realpath(sys.argv[1])
os.chdir(tempfile.mkdtemp())
PROGRAM = """
#include <vector>
__global__ void k(cudaTextureObject_t t, float *out, int w)
{
    int x = blockIdx.x * 8 + (threadIdx.x & 7), y = blockIdx.y * 8 + (threadIdx.x >> 3);
    out[y * w + x] = tex2D<float>(t, x + .5f, y + .5f);
}
int main()
{
    int w = 64, h = 64;
    std::vector<float> v(w * h);
    cudaArray_t a;
    cudaChannelFormatDesc d = cudaCreateChannelDesc<float>();
    cudaMallocArray(&a, &d, w, h);
    cudaMemcpy2DToArray(a, 0, 0, v.data(), w * 4, w * 4, h, cudaMemcpyHostToDevice);
    cudaResourceDesc r = {};
    r.resType = cudaResourceTypeArray;
    r.res.array.array = a;
    cudaTextureDesc td = {};
    td.addressMode[0] = td.addressMode[1] = cudaAddressModeClamp;
    cudaTextureObject_t t;
    cudaCreateTextureObject(&t, &r, &td, NULL);
    float *o;
    cudaMalloc(&o, w * h * 4);
    k<<<dim3(w / 8, h / 8), 64>>>(t, o, w);
    return cudaDeviceSynchronize();
}
"""


def cycles(*words):
    tap.run([sluice, *words[:1], "-q", "--json", "r.json", *words[1:]])
    return json.load(open("r.json"))["total"]["cycles"]


# A trace replays where it gives what the program gives, and nowhere else.
tap.run([sluice, "run", "-q", "--trace", "h.trace", "-m", "h200", "--size", "small", "gemm"])
live = cycles("run", "-m", "h200", "--size", "small", "gemm")
tap.ok(cycles("trace", "-m", "h200", "h.trace") == live, "a trace gives what the program gives")
slow = cycles("trace", "-m", "h200", "--set", "l2.latency=900", "h.trace")
tap.ok(slow == cycles("run", "-m", "h200", "--set", "l2.latency=900", "--size", "small", "gemm") != live, "and so on a machine that differs elsewhere")
said = tap.run([sluice, "trace", "-m", "gtx480", "h.trace"], 2, "isa, max_regs, sm_regs, reg_unit, reserved, sched_regs, count, tex_blocks differ", "another target is refused")
tap.ok("recorded for  isa=sm90 lanes=32" in said and "gtx480        isa=ptx lanes=32" in said, "both targets are named", said)
tap.run([sluice, "trace", "h.trace"], 0, "target: isa=sm90 lanes=32 max_regs=255", "a trace says what it is for")
tap.run([sluice, "trace", "-m", "h200", "--set", "sm.max_regs=64", "h.trace"], 2, "max_regs differs", "one row that differs is another target")
tap.run([sluice, "run", "--trace", "n.trace", "--size", "small", "gemm"], 2, "--trace wants --machine", "there is no trace for no machine")

# A sweep records once a target.
open("tex.cu", "w").write(PROGRAM)
tap.run([sluice, "cc", "tex.cu", "-o", "tex"])
grid = ["-m", "gtx480", "--set", "tex.blocks=off,on", "--set", "tex.size=12KB,24KB,48KB", "--metric", "cycles"]
said = tap.run([sluice, "sweep", *grid, "--out", "a", "--csv", "a.csv", "--", "./tex"], 0, "2 kinds of machine", "a recording a target")
tap.run([sluice, "sweep", *grid, "--out", "b", "--csv", "b.csv", "--live", "--", "./tex"])
replayed, lived = ([r["cycles"] for r in csv.DictReader(open(f))] for f in ("a.csv", "b.csv"))
tap.ok(replayed == lived, "a sweep gives what live runs give", f"{replayed} {lived}")
tap.ok(lived[0] != lived[-1], "(texture blocks do matter)", lived)

# One row of the target is another emulation and another result; another name, or what decides no code, is neither. Results say what they are of.
ROWS = {"lanes": "sm.lanes=32,16", "max_regs": "sm.max_regs=63,20", "want_regs": "sm.regs_per_thread=0,20", "sm_regs": "sm.regs=32768,65536",
        "reg_unit": "sm.reg_unit=64,128", "reserved": "sm.reg_reserved=0,2", "address": "sm.address=64,32", "strands": "sm.strands=straight,branches",
        "isa": "sm.isa=ptx,fermi", "count": "sm.reg_count=code,sm20"}
grid = ["--set", "l1.mshrs=8,16,32", "--size", "small", "vectoradd"]
for row, set in ROWS.items():
    said = tap.run([sluice, "sweep", "-m", "gtx480", "--set", "sm.threads=768", "--set", set, *grid, "--out", row], 0, "executed once for each of 2 kinds of machine", f"{row}: two emulations")
    tap.run([sluice, "store", "export", f"{row}.jsonl", "--store", f"{row}/results.db"], 0, "6 results exported", f"{row}: six results")
    texts = {json.loads(line)["record"]["machine"]["target"] for line in open(f"{row}.jsonl")}
    tap.ok(len(texts) == 2 and [a.split("=")[0] for a, b in zip(*(t.split() for t in texts)) if a != b] == [row], f"{row}: its row tells them apart", texts)
machine = pathlib.Path(__file__).parents[2] / "machines" / "gtx480.ini"
open("mine.ini", "w").write(machine.read_text())
tap.run([sluice, "sweep", "-m", "mine.ini", "--set", "sm.threads=768", "--set", ROWS["isa"], *grid, "--out", "isa"], 0, "6 stored, 0 gathered, 0 to simulate", "the same machine under another name")
said = tap.run([sluice, "sweep", "-m", "gtx480", "--set", "sm.threads=768", "--set", "l1.missq=4", *grid, "--out", "isa"], 0, "0 stored, 0 gathered, 3 to simulate", "another L1: other results")
tap.ok(len(list(pathlib.Path("isa/sweep").glob("*.trace"))) == 2, "of the same emulation", os.listdir("isa/sweep"))

# How the code of a target comes about can be looked at.
passes = [line.split()[0] for line in tap.run([sluice, "list", "passes"]).splitlines()]
tap.ok(passes[0] == "unreachable" and passes.index("unroll") < passes.index("schedule") < passes.index("assign") < passes.index("levels"),
       "the passes, in order", passes)
rows = tap.run([sluice, "list", "isa", "sm90"])
tap.ok("fma                    f32,f16                  1 fp32       1    4  measured" in rows, "a row of the table with its source", rows[:400])
whole = tap.run([sluice, "run", "-q", "--print-isa", "-m", "h200", "--size", "small", "gemm"])
half = tap.run([sluice, "run", "-q", "--print-isa", "--stop-after", "guard", "-m", "h200", "--size", "small", "gemm"])
tap.ok("after levels: isa=sm90" in whole and "fp32  rate 1   lat 4" in whole and "gemm: PASS" in whole, "code beside its PTX", whole[:600])
tap.ok(whole.count("fma.rn.f32") > 2 * half.count("fma.rn.f32") > 0, "as it is after a pass: before loops are unrolled", half[:600])
tap.run([sluice, "run", "--print-isa", "--stop-after", "unrol", "gemm"], 2, "there is no pass 'unrol'", "a pass that is none")
tap.end()
