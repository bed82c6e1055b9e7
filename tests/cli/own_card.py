#!/usr/bin/env python3
"""own_card.py SLUICE: sluice correlate with a user's own table and programs. TAP."""
import json
import os
import pathlib
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import tap

sluice = os.path.realpath(sys.argv[1])
os.chdir(tempfile.mkdtemp())
open("k.cu", "w").write("""
__global__ void scale(float *p, int n) { int i = blockIdx.x * blockDim.x + threadIdx.x; if (i < n) p[i] *= 2; }
int main(int argc, char **argv)
{
    int n = argc > 1 ? atoi(argv[1]) : 1000;
    float *p;
    cudaMalloc(&p, n * 4);
    scale<<<(n + 255) / 256, 256>>>(p, n);
    return cudaDeviceSynchronize();
}
""")
tap.run([sluice, "cc", "k.cu", "-o", "k"])
table = [("./k 1000", "scale(float *, int)"), ("./k 100000", "scale(float *, int)"), ("vectoradd", "vectoradd")]
real = []
for command, kernel in table:
    what = ["--", *command.split()] if command[0] == "." else [command]
    tap.run([sluice, "run", "-q", "-m", "gtx480", "--set", "l2.invalidate=on", "--json", "r.json", *what])
    k = json.load(open("r.json"))["kernels"][0]
    real.append((k["cycles"], k["dram"]["read_bytes"]))
with open("mine.csv", "w") as f:
    f.write("workload,size,kernel,launch,cycles,dram_read_bytes\n")
    for (command, kernel), (cycles, read) in zip(table, real):
        f.write(f'{command},-,"{kernel}",1,{cycles * 2},{read}\n')
said = tap.run([sluice, "correlate", "--table", "mine.csv", "-m", "gtx480", "--html", "c.html", "--json", "c.json"], 0, "0.500", "half of the card's cycles")
tap.ok("./k 100000: scale" in said and "vectoradd: vectoradd" in said, "programs with arguments and workloads", said)
again = tap.run([sluice, "correlate", "--table", "mine.csv", "-m", "gtx480"], 0, "./k 100000: scale", "the same from the store")
tap.ok(said.split("ours over")[1] == again.split("ours over")[1], "says the same", again)
line = [x for x in said.splitlines() if x.startswith("DRAM bytes read")][-1]
tap.ok(line.split()[3] == "3" and "0.0%" in line, "an exact quantity has no error", line)
page = open("c.html").read()
tap.ok(page.count("ours; mean error") == 2 and page.count("<circle") == 6, "a scatter for each quantity that the table has", page.count("<circle"))
tap.ok(page.count("<summary>slots") == 3 and "held out" not in page, "every kernel with its issue slots; nothing of one's own is held out")
open("bad.csv", "w").write("workload,size,kernel,launch,nothing\nvectoradd,-,vectoradd,1,5\n")
tap.run([sluice, "correlate", "--table", "bad.csv", "-m", "gtx480"], 2, "none of the columns that are compared", "a table without a known column")
open("gone.csv", "w").write("workload,size,kernel,launch,cycles\n./gone 5,-,k,1,5\n")
tap.run([sluice, "correlate", "--table", "gone.csv", "-m", "gtx480"], 2, "./gone", "a program that is not there")
tap.run([sluice, "correlate", "--table", "mine.csv", "-m", "gtx480", "nosuch"], 2, "none of these workloads", "nothing chosen")
tap.run([sluice, "run", "-m", "h200", "--", "./k", "1000"], 0, "kernels held out of modelling: cycles", "a run on the card's machine says how far such kernels were off")
said = tap.run([sluice, "run", "-m", "gtx480", "--", "./k", "1000"], 0, "Duration", "a machine that was never compared")
tap.ok("Against a real card" not in said, "it says nothing of the kind")
open("none.csv", "w").write("workload,size,kernel,launch,cycles\nvectoradd,-,subtract(int),1,100\n")
tap.run([sluice, "correlate", "--table", "none.csv", "-m", "gtx480"], 2, "none of the table's kernels", "a table without a kernel that runs")
tap.run([sluice, "correlate", "--save", "vectoradd"], 2, "--save wants every workload", "figures of a part are not kept")
tap.end()
