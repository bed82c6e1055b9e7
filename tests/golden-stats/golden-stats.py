#!/usr/bin/env python3
"""Small programs on two machines: every statistic must be what is kept beside this file. A change of the model moves them:
`./dev bless` (SLUICE_BLESS=1) rewrites the files, and the commit says why the numbers moved. The programs are
compiled with clang 14, since another compiler makes other instructions.
usage: golden-stats.py SLUICE FOLDER"""
import json
import os
import shutil
import subprocess
import sys
import tempfile

PROGRAMS = [("vectoradd", "gtx480"), ("gemm", "gtx480"), ("atax", "gtx480"), ("syrk", "gtx480"), ("hotspot", "gtx480"),
            ("reduction", "gtx480"), ("histogram", "gtx480"), ("spmv", "gtx480"), ("transpose_shared", "gtx480"),
            ("nw", "gtx480"), ("2dconv", "gtx480"), ("kmeans", "gtx480"), ("gemm", "h200"), ("spmv", "h200"),
            ("histogram", "h200"), ("atax", "c2050-s"), ("syrk", "c2050-s", "front=mrpb")]


def differences(want, got, path=""):
    if isinstance(want, dict) and isinstance(got, dict):
        for k in sorted(set(want) | set(got)):
            yield from differences(want.get(k), got.get(k), f"{path}.{k}" if path else k)
    elif isinstance(want, list) and isinstance(got, list) and len(want) == len(got):
        for i, (a, b) in enumerate(zip(want, got)):
            yield from differences(a, b, f"{path}[{i}]")
    elif want != got:
        yield f"{path}: kept {want}, now {got}"


def main():
    sluice, folder = sys.argv[1:3]
    if not shutil.which("clang-14"):
        print("clang-14 is not here: skipped")
        sys.exit(77)
    bless, bad = os.environ.get("SLUICE_BLESS") == "1", 0
    with tempfile.TemporaryDirectory() as tmp:
        for program, machine, *sets in PROGRAMS:
            out = os.path.join(tmp, "record.json")
            p = subprocess.run([sluice, "run", "-q", "--machine", machine, *(x for s in sets for x in ("--set", s)), "--json", out, program], text=True,
                               stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env={**os.environ, "SLUICE_CLANG": "clang-14"})
            if p.returncode:
                print(f"{program} on {machine} failed:\n{p.stdout[-2000:]}")
                bad += 1
                continue
            with open(out) as f:
                record = json.load(f)
            now = {"kernels": record["kernels"], "total": record["total"]}
            name = ".".join([program, machine, *(s.split("=")[1] for s in sets)])
            kept = os.path.join(folder, f"{name}.json")
            if bless:
                with open(kept, "w") as f:
                    json.dump(now, f, indent=1, sort_keys=True)
                    f.write("\n")
                continue
            with open(kept) as f:
                found = list(differences(json.load(f), now))
            if found:
                bad += 1
                print(f"{program} on {machine}: {len(found)} statistics differ")
                print("\n".join("  " + x for x in found[:12]))
    sys.exit(1 if bad else 0)


if __name__ == "__main__":
    main()
