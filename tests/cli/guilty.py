#!/usr/bin/env python3
"""guilty.py SLUICE: --lines finds the guilty line. A kernel with a load that touches 32 lines and an innocent one beside it: the bad load is
to blame, whoever waits; every lost slot is charged once to who waited and once to who is to blame; the advice names file and line. TAP."""
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
SOURCE = r"""
__global__ void row_sums(const float *a, const float *w, float *out, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k++) {
        float weight = w[k];            // innocent
        float value = a[row * n + k];   // guilty
        sum += weight * value;          // waits
    }
    out[row] = sum;
}

__global__ void banked(float *out)
{
    __shared__ float tile[32 * 33];
    int lane = threadIdx.x % 32, other = threadIdx.x / 32;
    tile[lane * 33 + other] = lane;
    __syncthreads();
    float sum = 0;
    for (int k = 0; k < 64; k++) {
        sum += tile[lane * 32 + k % 32];  // conflicts
        sum += tile[other * 32 + lane];   // smooth
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

__global__ void parted(float *out)
{
    int lane = threadIdx.x % 32;
    float v = lane, w = lane;
    if (lane < 8)                       // parts
        for (int k = 0; k < 100; k++)
            v = v * 0.5f + 1;
    else if (lane < 16)                 // again
        for (int k = 0; k < 100; k++)
            v = v * 0.25f + 1;
    for (int k = 0; k < lane * 4; k++)  // leaves
        w = w * 0.5f + 2;
    out[blockIdx.x * blockDim.x + threadIdx.x] = v + w;
}

int main()
{
    const int n = 128, rows = 2048;
    float *a, *w, *out;
    cudaMalloc(&a, sizeof(float) * n * rows);
    cudaMalloc(&w, sizeof(float) * n);
    cudaMalloc(&out, sizeof(float) * 4096);
    cudaMemset(a, 0, sizeof(float) * n * rows);
    cudaMemset(w, 0, sizeof(float) * n);
    row_sums<<<rows / 128, 128>>>(a, w, out, n);
    banked<<<8, 256>>>(out);
    parted<<<8, 256>>>(out);
    return cudaDeviceSynchronize() != cudaSuccess;
}
"""
open("sum.cu", "w").write(SOURCE)
where = {m.group(1): n for n, line in enumerate(SOURCE.split("\n"), 1) if (m := re.search(r"// (\w+)$", line))}


def lost(rows, what, line=None, causes=None):
    return sum(n for r in rows if line in (None, r["line"]) for c, n in r[what].items() if c != "dual" and (causes is None or c in causes))


for machine in ("gtx480", "h200"):
    said = tap.run([sluice, "run", "-m", machine, "--lines", "--json", "r.json", "--html", "r.html", "sum.cu"])
    r = json.load(open("r.json"))
    by_kernel = {k["kernel"]: k["rows"] for k in r["lines"]}
    for k in r["kernels"]:
        rows = by_kernel[k["name"]]
        for cause, n in k["slot"].items():
            if cause in ("issued", "no_warp", "total"):
                continue
            got = [sum(x[what].get(cause, 0) for x in rows) for what in ("stalls", "blame")]
            if got != [n, n]:
                tap.ok(False, f"{machine}, {k['name']}: slots of {cause} are all charged", f"{got} of {n}")
        tap.ok(lost(rows, "blame") == lost(rows, "stalls") > 0, f"{machine}, {k['name']}: every lost slot is charged to one who waited and one to blame")
        tap.ok(sum(x.get("conflicts", 0) for x in rows) == k["sm"]["shared_conflicts"], f"{machine}, {k['name']}: and every bank conflict to its line")
    rows = by_kernel["row_sums"]
    blame = {name: lost(rows, "blame", n) / lost(rows, "blame") for name, n in where.items()}
    waits = {name: lost(rows, "stalls", n) / lost(rows, "stalls") for name, n in where.items()}
    tap.ok(blame["guilty"] > 0.6 and blame["innocent"] < 0.15 and blame["waits"] < 0.15, f"{machine}: the bad load is to blame, its neighbours are not", blame)
    tap.ok(waits["guilty"] < blame["guilty"] and waits["waits"] > blame["waits"], f"{machine}: though others wait", waits)
    bad = [x for x in rows if x["line"] == where["guilty"] and x.get("accesses")]
    tap.ok(all(x["lines"] == 32 * x["accesses"] and x["replays"] == 31 * x["accesses"] for x in bad) and bad, f"{machine}: 32 lines an access, 31 replays")
    used = sum(x["sectors_used"] for x in bad) / sum(x["sectors_fetched"] for x in bad)
    tap.ok(used == (0.25 if machine == "gtx480" else 1), f"{machine}: sectors used of those fetched", used)
    first = said.split("\nrow_sums\n")[0].replace("\n      ", " ")
    tap.ok(f"sum.cu:{where['guilty']} fetches 32 lines an access" in first, f"{machine}: look here first names the line", first)
    tap.ok(re.search(rf"^ *{where['guilty']} .* 32\.00! ", said, re.M) and not re.search(rf"^ *{where['innocent']} .*!", said, re.M), f"{machine}: and the table marks it")
    tap.run([sluice, "run", "-q", "-m", machine, "--set", "gpu.plain=on", "--lines", "--json", "p.json", "sum.cu"])
    tap.ok(json.load(open("p.json"))["lines"] == r["lines"], f"{machine}: the general forms of the stages charge every slot to the same lines")
    rows = by_kernel["banked"]
    bank = {name: sum(x.get("conflicts", 0) for x in rows if x["line"] == n) for name, n in where.items()}
    tap.ok(bank["conflicts"] > 0 and bank["smooth"] == 0, f"{machine}: bank conflicts by line", bank)
    for k in r["kernels"]:
        out = sum(x.get("lanes_lost", 0) for x in by_kernel[k["name"]])
        tap.ok(out == 32 * k["sm"]["warp_instrs"] - k["sm"]["thread_instrs"], f"{machine}, {k['name']}: every lane that is left out is charged once", out)
    rows = by_kernel["parted"]
    out = {name: sum(x.get("lanes_lost", 0) for x in rows if x["line"] in (n, n + 1)) for name, n in where.items()}
    total = sum(x.get("lanes_lost", 0) for x in rows)
    tap.ok(min(out["parts"], out["again"], out["leaves"]) > 0 and out["parts"] + out["again"] + out["leaves"] > 0.95 * total,
           f"{machine}: lanes are lost where they part, and where they leave a loop one by one", (out, total))
    page = open("r.html").read().replace("</a>", "")
    tap.ok(f"sum.cu:{where['guilty']} fetches 32 lines" in page and 'class="scale' in page, f"{machine}: the page says it, with a scale of its colours")
    opened = re.search(r"<details><summary>[^<]*guilty</summary>(.*?)</details>", page, re.S)
    tap.ok(opened and "ld.global" in opened.group(1) and "as the machine executes it" in opened.group(1), f"{machine}: a line opens on its PTX and the machine's instructions")
tap.run([sluice, "run", "-m", "gtx480", "--set", "l1.mshrs=1024", "--set", "gpu.sms=1", "sum.cu"], 0, "cache lines", "without --lines the advice has no line")
tap.end()
