#!/usr/bin/env python3
"""Writes our count of registers into bench/h200/registers.csv, beside ptxas's: the kernels' `registers` of the runs that
`sluice correlate` keeps.

    sluice correlate -o out && python3 tools/h200/registers.py out/results.db

Prints how far the two are apart. A kernel that no run launched keeps the count that it had, and is named."""
import csv
import json
import os
import re
import sqlite3
import sys

TABLE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../bench/h200/registers.csv")


def plain(mangled):
    """_Z6needleILi64EEvPi: needle<64>"""
    n, rest = re.match(r"_Z(\d+)(.*)", mangled).groups()
    name, rest = rest[: int(n)], rest[int(n) :]
    number = re.match(r"ILi(\d+)EE", rest)
    return f"{name}<{number[1]}>" if number else name


def letters(name):
    return re.sub("[-_]", "", name)


def counted(store, programs):
    """By program and kernel. A run's program is the one with the longest name that the workload's begins with: lud of lud-u."""
    ours = {}
    for workload, record in sqlite3.connect(store).execute(
        "SELECT workload, record FROM runs WHERE machine = 'h200' AND size = 'small' ORDER BY at"
    ):
        program = max((p for p in programs if letters(workload).startswith(letters(p))), key=len, default=None)
        for kernel in json.loads(record)["kernels"]:
            ours[program, kernel["name"]] = kernel["registers"]
    return ours


def main():
    if len(sys.argv) != 2 or not os.path.exists(sys.argv[1]):
        sys.exit("usage: registers.py RESULTS.db   (the store that sluice correlate -o FOLDER filled)")
    with open(TABLE, newline="") as f:
        head = f.readline()
        rows = list(csv.DictReader(f))
    ours = counted(sys.argv[1], {r["workload"] for r in rows})
    for row in rows:
        now = ours.get((row["workload"], plain(row["kernel"])))
        if now is None:
            print("not run:", row["workload"], row["kernel"])
        else:
            row["ours"] = now
    with open(TABLE, "w", newline="") as f:
        f.write(head)
        out = csv.DictWriter(f, list(rows[0]), lineterminator="\n")
        out.writeheader()
        out.writerows(rows)
    ptxas = [int(r["ptxas"]) for r in rows]
    here = [int(r["ours"]) for r in rows]
    apart = sum(abs(a - b) / a for a, b in zip(ptxas, here)) / len(rows)
    print(
        f"{len(rows)} kernels of {len({r['workload'] for r in rows})} workloads: {100 * apart:.1f} % apart in the mean, "
        f"{100 * (sum(here) / sum(ptxas) - 1):+.1f} % in all"
    )


main()
