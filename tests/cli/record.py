#!/usr/bin/python3
"""record.py SLUICE ROOT: the run record keeps its published form, is loaded by the lines in docs/record.md, and is named by what was
simulated. TAP."""
import csv
import json
import os
import pathlib
import re
import resource
import shutil
import signal
import sys
import tempfile

import jsonschema

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import tap

sluice, root = os.path.realpath(sys.argv[1]), pathlib.Path(sys.argv[2])
os.chdir(tempfile.mkdtemp())
schema = json.load(open(root / "docs/record.schema.json"))
validator = jsonschema.Draft202012Validator(schema)
PROGRAM = """
#include <cstdio>
__global__ void fill(int *p, int v) { p[blockIdx.x * blockDim.x + threadIdx.x] = v; }
int main(int argc, char **argv)
{
    int *p;
    if (argc > 1)
        puts(__FILE__);
    cudaMalloc(&p, 4096);
    for (int i = 0; i < 3; i++)
        fill<<<4, 256>>>(p, i);
    return cudaDeviceSynchronize();
}
"""
open("prog.cu", "w").write(PROGRAM)
open("input", "w").write("7\n")
tap.run([sluice, "cc", "prog.cu", "-o", "prog"])


def leaves(o, prefix=""):
    for k, v in o.items():
        name = f"{prefix}.{k}" if prefix else k
        if isinstance(v, dict):
            yield from leaves(v, name)
        else:
            yield name


page = (root / "docs/record.md").read_text()
counters = (root / "docs/statistics.md").read_text()
documented = set(re.findall(r"^\| `([^`]+)` \|", page + counters, re.M))
for group, like in re.findall(r"^## (\S+)\n\nThe counters of `(\S+)`\.$", counters, re.M):
    documented |= {group + key[len(like):] for key in documented if key.startswith(like + ".")}
RUNS = {
    "executed": ["run", "-q", "--", "./prog"],
    "timed": ["run", "-q", "-m", "gtx480", "--", "./prog"],
    "partly timed": ["run", "-q", "-m", "gtx480", "--launches", "1", "--", "./prog"],
    "stopped": ["run", "-q", "-m", "gtx480", "--max-cycles", "50", "--", "./prog"],
    "the best of several": ["run", "-q", "-m", "gtx480", "--set", "l1.mshrs=best:1,32", "--", "./prog"],
    "replayed": ["trace", "-q", "-m", "h200", "prog.trace"],
    "sampled, by line": ["run", "-q", "-m", "gtx480", "--sample", "100", "--lines", "--", "./prog"],
    "another front": ["run", "-q", "-m", "gtx480", "--set", "front=mrpb", "--", "./prog"],
}
tap.run([sluice, "run", "-q", "--trace", "prog.trace", "-m", "h200", "--", "./prog"])
for name, command in RUNS.items():
    tap.run([sluice, command[0], "--json", "r.json", *command[1:]])
    record = json.load(open("r.json"))
    wrong = [f"{'.'.join(map(str, e.absolute_path))}: {e.message[:200]}" for e in validator.iter_errors(record)]
    tap.ok(not wrong, f"{name}: as the schema says", "\n".join(wrong[:8]))
    unknown = [k for row in record["kernels"] + [record["total"]] + record.get("launches", []) for k in leaves(row)
               if k not in documented and not k.startswith("latency.")]
    unknown += [k for k in leaves({k: record[k] for k in ("program", "host")}) if k not in documented]
    tap.ok(not unknown, f"{name}: every key is documented", sorted(set(unknown)))

tap.run([sluice, "run", "-q", "-m", "gtx480", "--json", "r.json", "--csv", "r.csv", "--", "./prog"])
r = json.load(open("r.json"))
tap.ok([row["launch"] for row in r["launches"]] == [1, 2, 3], "a row a launch")
tap.ok(sum(row["cycles"] for row in r["launches"]) == r["total"]["cycles"], "launches add up to the total")
tap.ok(r["launches"][1]["start"] >= r["launches"][0]["start"] + r["launches"][0]["cycles"], "a launch starts when the last one has ended")
tap.ok(len(r["sms"]) == r["machine"]["gpu"]["sms"], "a row an SM")
for group, key in (("sm", "warp_instrs"), ("slot", "total"), ("l1", "write")):
    tap.ok(sum(row[group][key] for row in r["sms"]) == r["total"][group][key] > 0, f"SMs add up to the total: {group}.{key}")
rows = list(csv.DictReader(open("r.csv")))
tap.ok([x["name"] for x in rows] == ["fill", "total"], "--csv: a row a kernel and the total")
tap.ok(int(rows[0]["cycles"]) == r["kernels"][0]["cycles"] and float(rows[0]["l1.hit_rate" if "l1.hit_rate" in rows[0] else "warp_ipc"]) >= 0,
       "--csv: the record's numbers")

# The lines in the documentation, as they stand there.
tap.run([sluice, "run", "-q", "-m", "gtx480", "--json", "atax.json", "--csv", "atax.csv", "atax"])
lines = re.search(r"```python\n(.*?)```", page, re.S).group(1)
got = {}
exec(lines, got)
tap.ok(list(got["kernels"]["name"])[-1] == "total" and len(got["launches"]) == 2 and len(got["sms"]) == 15 and "sm.warp_instrs" in got["sms"],
       "the pandas lines of docs/record.md")

# What names a program.
# Paths of all lengths, and layouts that put code and data elsewhere: each moves what code refers to, on x86-64 or on arm64.
LINKED = {f"a folder of {n} characters": [f"-rpath=/{'x' * n}"] for n in (1, 8, 16, 32, 48, 64, 200, 4000)}
LINKED |= {"code beside data": ["-z", "noseparate-code"], "code apart": ["-z", "separate-code"], "64 KB pages": ["-z", "max-page-size=65536"]}
files = set()
tap.run([sluice, "cc", "-c", "prog.cu", "-o", "prog.o"])
for how, words in LINKED.items():
    tap.run([sluice, "cc", "prog.o", "-o", "elsewhere"] + [w for x in words for w in ("-Xlinker", x)])
    files.add(open("elsewhere", "rb").read())
    tap.run([sluice, "run", "-q", "--json", "s.json", "--", "./elsewhere"])
    tap.ok(json.load(open("s.json"))["program"]["hash"] == r["program"]["hash"], f"linked in another way it is the same program: {how}")
tap.ok(len(files) >= len(LINKED) - 1, "and these are other files", len(files))
os.makedirs("farther/away", exist_ok=True)
shutil.copy("prog.cu", "farther/away/prog.cu")
for source, record in (("farther/away/prog.cu", "s.json"), ("prog.cu", "t.json")):
    tap.run([sluice, "run", "-q", "-m", "gtx480", "--json", record, source])
away, here = (json.load(open(f))["program"]["hash"] for f in ("s.json", "t.json"))
tap.ok(away == here, "a source in another folder is the same program", away + " " + here)
open("prog.cu", "w").write(PROGRAM.replace("p, i)", "p, i + 1)"))
tap.run([sluice, "cc", "prog.cu", "-o", "other"])
tap.run([sluice, "run", "-q", "-m", "gtx480", "--json", "s.json", "--", "./other"])
tap.ok(json.load(open("s.json"))["program"]["hash"] != r["program"]["hash"], "another program is another one")
tap.ok(re.fullmatch("[0-9a-f]{12}", r["program"]["model"]), "the model has a name")

# Files.
tap.run([sluice, "run", "-q", "-m", "gtx480", "--json", "/nowhere/r.json", "--", "./gone"], 2, "/nowhere/r.json",
        "a file that cannot be written is said before the run")


def little_room():
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000))


open("kept.json", "w").write("old\n")
tap.run([sluice, "trace", "-q", "-m", "h200", "--json", "kept.json", "prog.trace"], 2, "cannot be written", "a full disk", preexec_fn=little_room)
tap.ok(open("kept.json").read() == "old\n" and not [f for f in os.listdir(".") if ".part" in f], "leaves the old file and nothing else")
tap.run(["sh", "-c", f"'{sluice}' list params >/dev/full"], 2, "standard output cannot be written", "standard output that is full")
tap.run([sluice, "run", "-m", "gtx480", "-j", "0", "--", "./prog"], 2, "expected a number from 1", "-j 0")
tap.run([sluice, "run", "-m", "", "--", "./prog"], 2, "not an empty one", "an empty value")
tap.run([sluice, "list", "params", "zzz"], 2, "nothing in params has 'zzz'", "list: nothing matches")
tap.run([sluice, "list", "params", "mshr"], 0, "l2.mshrs", "list: a part of a name")

# The report's words and the keys that they stand for.
printed = tap.run([sluice, "run", "-m", "gtx480", "--json", "w.json", "spmv"]) + tap.run([sluice, "run", "-m", "gtx480", "--set", "front=mrpb", "kmeans"]) + \
    tap.run([sluice, "run", "-m", "gtx480", "lud"])
blocks, at = {}, None
for line in printed.splitlines():
    if re.match(r"  \S", line):
        at = line[2:24].strip()
    if line.startswith("  ") and at:
        blocks[at] = blocks.get(at, "") + line[2:] + "\n"
total = json.load(open("w.json"))["kernels"][0]
table = re.findall(r"^\| ([^`|]*?) \| ([^`|]*?) \| `([^`]+)` \|$", page.split("## The report's words")[1], re.M)
tap.ok(len(table) > 80, "a table of the report's words", len(table))
missing = [(line, word) for line, word, _ in table if line not in ("Issue slots", "Constant cache", "Texture cache") and any(w not in blocks.get(line, "") for w in word.split())]
tap.ok(not missing, "every word stands in a report", missing)


def there(o, key):
    for k in key.split("."):
        o = o.get(k) if isinstance(o, dict) else None
    return o is not None


unknown = [k for _, _, keys in table for k in re.findall(r"[a-z][a-z0-9_.]*", keys) if not there(total, k)]
tap.ok(not unknown, "every key is in the record", unknown)
# A parameter that is read by an address in a register goes to the constant cache, and is no global load.
open("struct.cu", "w").write("""
struct table { int at[32]; };
__global__ void pick(table t, int *out) { out[threadIdx.x] = t.at[threadIdx.x]; }
int main()
{
    int *p;
    cudaMalloc(&p, 128);
    pick<<<1, 32>>>(table(), p);
    return cudaDeviceSynchronize();
}
""")
tap.run([sluice, "cc", "struct.cu", "-o", "struct"])
tap.run([sluice, "run", "--machine", "gtx480", "-q", "--json", "struct.json", "--", "./struct"], 0)
total = json.load(open("struct.json"))["total"]
tap.ok([total["sm"]["global_instrs"], total["sm"]["const_instrs"], total["const"]["access"]] == [1, 1, 32], "a parameter of a struct is no global load", total["sm"])
tap.end()
