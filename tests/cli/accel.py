#!/usr/bin/env python3
"""accel.py SLUICE: Accel-Sim's traces and configurations in, traces out, and names of other tools. TAP."""
import csv
import json
import os
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import tap
from accel_traces import SHARED, Kernel, Warp, write

sluice = os.path.realpath(sys.argv[1])
os.chdir(tempfile.mkdtemp())
A, B = 0x7F0000000000, 0x7F0010000000


def simulate(trace, *more, machine="qv100"):
    tap.run([sluice, "trace", "-q", "-m", machine, "--json", "out.json", *more, trace])
    with open("out.json") as f:
        return json.load(f)


# A chain of one instruction: the unit's latency and the pipeline's 5 cycles, from one to the next.
def chain(opcode, sources, n, memory=None):
    def f(cta, warp):
        w = Warp()
        for _ in range(n):
            w.op(opcode, (10,), (10,) * sources, memory or "0")
        return w.exit().lines
    return Kernel(f)


for opcode, sources, memory, cycles in (("IADD3", 2, None, 7), ("IMAD", 3, None, 7), ("FFMA", 3, None, 7), ("HFMA2", 3, None, 7),
                                        ("DFMA", 3, None, 13), ("MUFU.RCP", 1, None, 25), ("HMMA.884.F32.F32.STEP0", 3, None, 7),
                                        ("F2I", 1, None, 7), ("TEX", 1, None, 205), ("LDS.U", 1, f"4 1 0x{SHARED:x} 4", 25)):
    record = simulate(write(f"chain-{opcode}", [chain(opcode, sources, 33, memory), chain(opcode, sources, 65, memory)]))
    short, long = (k["cycles"] for k in record["launches"])
    tap.ok(long - short == 32 * cycles, f"{opcode}: a dependent one issues {cycles} cycles later", f"{short} and {long}")

# Units: 16 warps of independent instructions, four schedulers.
def busy(opcode, n):
    def f(cta, warp):
        w = Warp()
        for i in range(n):
            w.op(opcode, (10 + i % 8,) if opcode != "BRA" else (), (20,))
        return w.exit().lines
    return Kernel(f, threads=512)


for opcode, interval in (("IADD3", 2), ("HADD2", 1), ("DADD", 4), ("MUFU.EX2", 8), ("BRA", 4)):
    record = simulate(write(f"busy-{opcode}", [busy(opcode, 64), busy(opcode, 128)]))
    short, long = (k["cycles"] for k in record["launches"])
    tap.ok(long - short == 64 * 4 * interval, f"{opcode}: a scheduler's unit takes one in {interval} cycles", f"{short} and {long}")


# Counts: a vector addition of 8 CTAs of 64 threads.
def add(cta, warp):
    at = (cta * 64 + warp * 32) * 4
    w = Warp().op("S2R", (1,)).stride("LDG.E.SYS", (2,), (1,), A + at, 4).stride("LDG.E.SYS", (3,), (1,), B + at, 4)
    return w.op("FADD", (4,), (2, 3)).stride("STG.E.SYS", (), (1, 4), A + 0x100000 + at, 4).exit().lines


vector = Kernel(add, ctas=8, threads=64, name="add")
plain = write("plain", [vector])
record = simulate(plain)
total = record["total"]
tap.ok(total["sm"]["warp_instrs"] == 96 and total["sm"]["thread_instrs"] == 96 * 32, "instructions are those of the trace")
tap.ok(total["l1"]["access"] == 16 * 3 * 4 and total["l2"]["access"] == 16 * 3 * 4, "a request for each sector")
tap.ok(total["dram"]["read"] == 16 * 2 * 4 and total["dram"]["write"] == 0, "reads come from memory, stores stay in the L2")
tap.ok(record["kernels"][0]["name"] == "add", "the kernel's name")

# The same in other forms.
packed = write("packed", [vector], packed=True)
tap.ok(simulate(packed)["total"] == total, "packed by xz: the same record")
tap.ok(simulate("plain")["total"] == total, "the folder names the list in it")
tap.ok(simulate("plain/kernel-1.traceg")["total"] == total, "one kernel by itself")
tap.ok(simulate(plain, "--threads", "2")["total"] == total, "two threads: the same record")
tap.run([sluice, "trace", "--convert", "own.trace", plain], 0, "1 launches", "--convert says what it holds")
tap.ok(simulate("own.trace")["total"] == total, "converted: the same record")
tap.run([sluice, "trace", "-q", "--convert", "packed.trace", packed])
tap.ok(pathlib.Path("own.trace").read_bytes() == pathlib.Path("packed.trace").read_bytes(), "converted from xz: the same file")


def loop(cta, warp):
    w = Warp()
    for i in range(200):
        w.stride("LDG.E.SYS", (2,), (1,), A + (cta * 4096 + i * 64 + warp) * 128, 4).op("FFMA", (3,), (2, 3, 3)).op("IADD3", (1,), (1, 4))
    return w.exit().lines


big = write("big", [Kernel(loop, ctas=20, threads=128)])
tap.run([sluice, "trace", "-q", "--convert", "big.trace", big])
tap.ok(os.path.getsize("big.trace") * 10 <= os.path.getsize("big/kernel-1.traceg"), "converted, a trace is ten times smaller",
       f"{os.path.getsize('big.trace')} of {os.path.getsize('big/kernel-1.traceg')}")
tap.ok(simulate(big, machine="gtx480")["total"]["sm"]["warp_instrs"] == 20 * 4 * 601, "it runs on any machine")

# Copies from the host are in the L2; Accel-Sim's reader cuts their addresses to 32 bits.
copied = write("copied", [f"MemcpyHtoD,0x{A:016x},{8 * 64 * 4}", vector, "MemcpyDtoH,0x7f0000100000,2048"])
tap.ok(simulate(copied)["total"]["l2"]["read_hit"] == 64, "what was copied before is read from the L2")
tap.ok(simulate(copied, "--set", "trace.quirks=accelsim")["total"]["l2"]["read_hit"] == 0, "trace.quirks=accelsim cuts the address")
tap.ok(simulate(copied, "--set", "l2.copies=off")["total"]["l2"]["read_hit"] == 0, "l2.copies=off")

# Atomics: lanes on one word go one behind the other.
atomics = write("atomics", [Kernel(lambda c, w: Warp().stride("RED.E.ADD.STRONG.GPU", (), (1, 2), A, 0).exit().lines),
                            Kernel(lambda c, w: Warp().stride("RED.E.ADD.STRONG.GPU", (), (1, 2), A, 4).exit().lines)])
same, apart = (k["l2"]["atomic"] for k in simulate(atomics)["launches"])
tap.ok((same, apart) == (32, 4), "atomics on one word are a request each, on neighbours one a sector", (same, apart))

# Unknown opcodes.
strange = write("strange", [Kernel(lambda c, w: Warp().op("FROB.X", (1,)).op("FROB", (2,)).op("XMAD", (1,), (2,)).exit().lines)])
said = tap.run([sluice, "trace", "-m", "qv100", strange], 0, "opcode FROB (2 warp instructions) is not one of sm_70", "an unknown opcode is told")
tap.ok(said.count("FROB") == 1 and "XMAD (1 warp instructions) is not one of sm_70 (Pascal has it)" in said, "once each, with its count", said)

# What is wrong, in one line; nothing is left behind.
bad = {"missing": (["kernel-7.traceg"], None, "kernel-7.traceg: error: cannot be read: No such file"),
       "empty": ([], None, "names no kernel"),
       "ending": (["kernel-1.txt"], None, "expected kernel-N.traceg"),
       "copy": (["MemcpyHtoD,zzz"], None, "kernelslist.g:1: error: expected MemcpyHtoD"),
       "cut": ([vector], lambda t: "\n".join(t.splitlines()[:60]) + "\n", "is cut short"),
       "kepler": ([vector], lambda t: t.replace("version = 70", "version = 35"), "sm_60 to sm_90"),
       "line": ([vector], lambda t: t.replace("FADD 2 R2 R3", "FADD 2 R2 Q3", 1), "kernel-1.traceg:"),
       "long": ([vector], lambda t: t.replace("FADD 2", "FADD" + "X" * 70000 + " 2", 1), "longer than 65536 bytes")}
for name, (what, change, text) in bad.items():
    path = write(name, what)
    if change:
        file = pathlib.Path(name, "kernel-1.traceg")
        file.write_text(change(file.read_text()))
    said = tap.run([sluice, "trace", "-q", "--convert", "bad.trace", path], 2, text, f"{name}: one line")
    tap.ok(said.count("\n") == 1 and not os.path.exists("bad.trace") and not os.path.exists("bad.trace.part"), f"{name}: no file", said)
file = pathlib.Path("packed/kernel-1.traceg.xz")
file.write_bytes(file.read_bytes()[:-20])
tap.run([sluice, "trace", "-q", "-m", "qv100", packed], 2, "is cut short", "a cut xz file")
tap.run([sluice, "trace", "-m", "qv100", "--set", "trace.quirks=some", plain], 2, "none or accelsim", "a quirk that is none")
tap.run([sluice, "trace", "--convert", "x.trace", "own.trace"], 2, "are for Accel-Sim's traces", "--convert of our own trace")

# Configurations.
config = "-gpgpu_n_clusters 4\n-gpgpu_n_cores_per_cluster 1\n-gpgpu_num_sched_per_core 4\n-gpgpu_max_insn_issue_per_warp 1\n" \
         "-gpgpu_shader_core_pipeline 2048:32\n-gpgpu_shader_registers 65536\n-gpgpu_shmem_num_banks 32\n-gpgpu_clock_domains 1000:1000:1000:800\n" \
         "-gpgpu_cache:dl1 S:4:128:64,L:T:m:L:L,A:256:8,16:0,32\n-gpgpu_cache:dl2 S:32:128:16,L:B:m:L:P,A:192:4,32:0,32\n-gpgpu_coalesce_arch 70\n" \
         "-gpgpu_dram_timing_opt nbk=16:CCD=1:RRD=3:RCD=12:RAS=28:RP=12:RC=40:CL=12:WL=2:CDLR=3:WR=10\n-gpgpu_num_reg_banks 16\n"
pathlib.Path("gpgpusim.config").write_text(config)
pathlib.Path("trace.config").write_text("-trace_opcode_latency_initiation_int 4,2\n-trace_opcode_latency_initiation_sp 3,1\n")
said = tap.run([sluice, "machine", "--from", "gpgpusim.config", "trace.config", "-o", "mine.ini"], 0, "mine.ini: ", "sluice machine --from")
tap.ok("-gpgpu_num_reg_banks 16: register banks" in said, "options without an equivalent are told with their effect", said)
tap.ok(simulate(plain, machine="mine.ini")["total"]["sm"]["warp_instrs"] == 96, "its machine runs a trace")
short, long = (k["cycles"] for k in simulate("chain-FFMA", machine="mine.ini")["launches"])
tap.ok(long - short == 32 * 8, "a latency of trace.config, and 5", long - short)
pathlib.Path("untimed.config").write_text("".join(line + "\n" for line in config.splitlines() if "dram_timing" not in line))
said = tap.run([sluice, "machine", "--from", "untimed.config", "-o", "untimed.ini"], 2, "-gpgpu_dram_timing_opt : is not given; expected the memory's timing, as nbk=16",
               "without the memory's timing")
tap.ok(said.count("\n") == 1, "that is one line", said)
pathlib.Path("wrong.config").write_text(config + "-gpgpu_n_clutsers 4\n")
said = tap.run([sluice, "machine", "--from", "wrong.config", "-o", "wrong.ini"], 2, "wrong.config:14: error: -gpgpu_n_clutsers is no option", "an unknown option")
tap.ok(said.count("\n") == 1 and not os.path.exists("wrong.ini"), "and nothing is written", said)

# Traces out, read back.
for program in ("vectoradd", "histogram", "transpose_shared"):
    tap.run([sluice, "run", "-q", "-m", "h200", "--trace", f"{program}.trace", program])
    tap.run([sluice, "run", "-q", "-m", "h200", "--trace-accelsim", f"out-{program}", program])
    own, back = simulate(f"{program}.trace", machine="h200"), simulate(f"out-{program}", machine="h200")
    keys = (("sm", "warp_instrs"), ("l1", "write"), ("l1", "atomic"), ("sm", "shared_instrs"), ("l1", "sectors_read"), ("l2", "sectors_written"))
    mine, theirs = ([r["total"][a][b] for a, b in keys] for r in (own, back))
    tap.ok(mine[1:] == theirs[1:], f"{program}: read back, it accesses the same", f"{mine}\n{theirs}")
    tap.ok(mine[0] <= theirs[0] <= mine[0] * 1.1, f"{program}: as many instructions, and the EXITs of lanes without one", f"{mine[0]} {theirs[0]}")
# Opcodes are those of the compiler, each known for the version that the trace's header names.
pathlib.Path("names.cu").write_text("""
#include <cstdio>
__global__ void names(float *f, double *d, int *n, const long long *l)
{
    __shared__ float4 s[64];
    int i = threadIdx.x;
    s[i] = make_float4(f[i], f[i] * 3.0f, __sinf(f[i]), rsqrtf(f[i]));
    __syncthreads();
    float4 v = s[63 - i];
    f[i] = fmaf(v.x, v.y, v.z + v.w) + __shfl_xor_sync(~0u, v.x, 1);
    d[i] = d[i] * 2.0 + 1.0;
    if (n[i] < 5)
        atomicMax(&n[64], n[i] & 0xff);
    n[i] = (int)v.x + __popc(n[i]) + (n[i] << 3) + (int)l[i] + atomicCAS(&n[65], 0, i);
    atomicAdd(d + 64, 1.0);
}
int main()
{
    float *f; double *d; int *n; long long *l;
    cudaMalloc(&f, 4096); cudaMalloc(&d, 4096); cudaMalloc(&n, 4096); cudaMalloc(&l, 4096);
    cudaMemset(f, 0, 4096); cudaMemset(d, 0, 4096); cudaMemset(n, 0, 4096); cudaMemset(l, 0, 4096);
    names<<<1, 64>>>(f, d, n, l);
    return cudaDeviceSynchronize() != cudaSuccess;
}
""")
tap.run([sluice, "cc", "names.cu", "-o", "names"])
tap.run([sluice, "run", "-q", "-m", "h200", "--trace-accelsim", "out-names", "./names"])
used = set()
for line in open("out-names/kernel-1.traceg"):
    words = line.split()
    if len(words) > 5 and len(words[1]) == 8 and words[2].isdigit():
        used.add(words[3 + int(words[2])])
wanted = {"LDG.E.SYS", "LDG.E.64.SYS", "STS.128", "LDS.128", "STG.E.64.SYS", "FMUL", "FADD", "FFMA", "MUFU.RSQ", "BAR.SYNC", "SHFL.BFLY", "DFMA",
          "POPC", "LOP3.LUT", "RED.E.MAX.S32.STRONG.GPU", "ATOMG.E.CAS.STRONG.GPU", "RED.E.ADD.F64.RN.STRONG.GPU", "S2R", "EXIT"}
tap.ok(wanted <= used and any(u.startswith("ISETP.") for u in used), "opcodes as the compiler's", f"missing {wanted - used}\nof {sorted(used)}")
said = tap.run([sluice, "trace", "-m", "qv100", "out-names"])
tap.ok("unknown" not in said and "not known" not in said, "all of them are the generation's", said[:500])
tap.run([sluice, "run", "-q", "-m", "h200", "--trace-accelsim", "out-vectoradd", "vectoradd"], 2, "it is not empty", "a folder with files is left alone")

# Other tools' names.
tap.run([sluice, "list", "stats", "--as", "ncu"], 0, "smsp__inst_executed.sum", "list stats --as ncu")
tap.run([sluice, "list", "stats", "--as", "accelsim"], 0, "gpu_sim_cycle", "list stats --as accelsim")
tap.run([sluice, "list", "stats", "--as", "nvprof"], 2, "accelsim or ncu", "--as something else")
tap.run([sluice, "list", "isa", "sm_70"], 0, "HMMA", "list isa sm_70")
tap.run([sluice, "trace", "-q", "-m", "qv100", "--csv", "ncu.csv", "--as", "ncu", plain])
lines = [line for line in open("ncu.csv") if not line.startswith("#")]
rows = list(csv.DictReader(lines))
tap.ok(rows[0]["Kernel Name"] == "add" and rows[0]["smsp__inst_executed.sum"] == "96" and rows[0]["gpc__cycles_elapsed.max"] == str(total["cycles"]),
       "--csv --as ncu", lines[:2])
tap.run([sluice, "run", "-q", "-m", "qv100", "--csv", "run.csv", "--as", "accelsim", "vectoradd"])
tap.ok("gpu_sim_cycle" in open("run.csv").read(), "sluice run --csv --as accelsim")
known = set()
for group in json.loads(tap.run([sluice, "list", "stats", "--json"])):
    known.add(group["name"])
names = [n["name"] for whose in ("ncu", "accelsim") for n in json.loads(tap.run([sluice, "list", "stats", "--json", "--as", whose]))]
tap.ok(all(n in known or n == "cycles" for n in names), "every one of ours is a statistic", [n for n in names if n not in known])
tap.end()
