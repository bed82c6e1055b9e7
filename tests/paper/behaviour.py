#!/usr/bin/env python3
"""How the model behaves on the papers' machines: the rows of papers/behaviour.csv. If one moves, the papers' results on that machine are stale
(`sluice paper --summary` says so): `./dev bless` (SLUICE_BLESS=1) writes the rows anew, and the commit says why they moved.
usage: behaviour.py SLUICE FILE"""
import csv
import json
import os
import shutil
import subprocess
import sys
import tempfile

NUMBERS = {"cycles": ["cycles"], "warp_instrs": ["warp_instrs"], "l1_read": ["l1", "read"], "l1_miss": ["l1", "miss"], "flits": ["noc", "reply", "flits"],
           "dram_read": ["dram", "read"], "dram_write": ["dram", "write"], "energy": ["energy", "total"]}
KEYS = ["machine", "program", "settings"]


def measure(sluice, row, jitter=1):
    with tempfile.TemporaryDirectory() as tmp:
        out = os.path.join(tmp, "record.json")
        sets = [f"gpu.jitter={jitter}", *row["settings"].split()]
        p = subprocess.run([sluice, "run", "-q", "--machine", row["machine"], *(x for s in sets for x in ("--set", s)), "--json", out, row["program"]],
                           text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ, "SLUICE_CLANG": "clang-14"})
        if p.returncode:
            sys.exit(f"{row['program']} on {row['machine']} {row['settings']} failed:\n{p.stdout[-2000:]}")
        with open(out) as f:
            total = json.load(f)["total"]
    got = {k: row[k] for k in KEYS}
    for name, path in NUMBERS.items():
        v = total
        for part in path:
            v = v.get(part, 0) if isinstance(v, dict) else 0
        got[name] = f"{v:.6g}" if isinstance(v, float) else str(v)
    return got


def main():
    sluice, file = sys.argv[1:3]
    if not shutil.which("clang-14"):
        print("clang-14 is not here: skipped")
        sys.exit(77)
    with open(file) as f:
        text = f.read().splitlines()
    notes = [line for line in text if line.startswith("#")]
    rows = list(csv.DictReader(line for line in text if not line.startswith("#")))
    now = [measure(sluice, row) for row in rows]
    if os.environ.get("SLUICE_BLESS") == "1":
        with open(file, "w") as f:
            f.write("\n".join([*notes, ",".join([*KEYS, *NUMBERS]), *(",".join(r.values()) for r in now)]) + "\n")
        return
    bad = 0
    for row, got in zip(rows, now):
        for k in NUMBERS:
            if row[k] != got[k]:
                bad += 1
                print(f"{row['machine']}, {row['program']} {row['settings']}: {k}: kept {row[k]}, now {got[k]}")
    # Rows that could not move would guard nothing: latencies that differ by a cycle do move them.
    for machine in ("gtx480", "wpu-coherent"):
        row = next(r for r in rows if r["machine"] == machine)
        if measure(sluice, row, jitter=2)["cycles"] == row["cycles"]:
            bad += 1
            print(f"{machine}: another seed of gpu.jitter gives the same cycles: the rows do not see a cycle of latency")
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
