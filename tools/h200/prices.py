#!/usr/bin/env python3
"""Prices of h200's [energy] section from the board's power under the loads of power.cu (bench/h200/power.csv).
usage: prices.py BUILD [--check]

Each load is simulated once (`power MODE 0 32`), so that the events of a unit of its work are known; the card's watts above idle, less
the clock's, over its rate are the energy of that unit. One price follows from one load, in this order; prices that no load
tells apart keep the ratio that they have in the machine file. --check: what the machine file's prices say of each load at the card's
rate, beside the card. No price is set by `mixed`."""
import csv
import json
import os
import subprocess
import sys
import tempfile

CLOCK_HZ, SMS = 1.98e9, 132
# load: (what its price is called, the price whose event it counts, those that go with it in a fixed ratio, bytes or operations a unit)
CORE = ["issue", "fp32", "mrf_read", "mrf_write", "orf_read", "orf_write", "lrf_read", "lrf_write"]
INTEGER = ["alu", "mul", "cvt", "shfl"]
STEPS = [("compute", CORE), ("integer", INTEGER), ("double", ["fp64"]), ("shared", ["shared"]), ("l1", ["l1_read", "l1_write"]),
         ("l2", ["flit", "l2_read", "l2_write"]), ("stream", ["dram_act", "dram_read", "dram_write"])]


def events(t):
    op, mem = t["op"], t
    net = mem["noc"]
    return {"issue": t["warp_instrs"], **{k: op[k] for k in ("alu", "mul", "fp32", "fp64", "sfu", "cvt", "shfl")},
            "mrf_read": op["mrf_reads"], "mrf_write": op["mrf_writes"], "orf_read": op["orf_reads"],
            "orf_write": op["orf_writes"], "lrf_read": op["lrf_reads"], "lrf_write": op["lrf_writes"],
            "shared": t["sm"]["shared_instrs"] + t["sm"]["shared_conflicts"], "l1_read": t["l1"]["read"],
            "l1_write": t["l1"]["fill"] + t["l1"]["write_hit"],
            "flit": (net["request"]["bytes"] + net["reply"]["bytes"]) // 32, "l2_read": t["l2"]["sectors_read"],
            "l2_write": t["l2"]["sectors_written"] + t["l2"]["atomic"], "dram_act": t["dram"]["act"],
            "dram_read": t["dram"]["read_bytes"], "dram_write": t["dram"]["write_bytes"]}


def simulate(build, program, mode, folder):
    out = os.path.join(folder, mode + ".json")
    p = subprocess.run([os.path.join(build, "sluice"), "run", "-q", "-m", "h200", "--json", out, "--", program, mode, "0", "32"],
                       stdout=subprocess.PIPE, text=True, check=True)
    with open(out) as f:
        record = json.load(f)
    return record


def work_of(mode):
    """What power.cu adds up in one launch of 0 seconds."""
    threads, loops = 2 * SMS * 1024, 256
    return {"stream": 3 * 32 * 2**20, "l1": 32768 * (loops / 4) * 2 * SMS, "l2": 4194304 * 2 * SMS,
            "mixed": 1024**3}.get(mode, 4 * loops * threads)


def main():
    build, check = sys.argv[1], "--check" in sys.argv
    root = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    with open(os.path.join(root, "bench", "h200", "power.csv")) as f:
        card = {r["mode"]: (float(r["watts_median"]), float(r["reached"].split()[0]), float(r["idle_watts"]))
                for r in csv.DictReader(f)}  # two cards were lent, which differ by 10 W when idle
    with tempfile.TemporaryDirectory() as tmp:
        program = os.path.join(tmp, "power")
        subprocess.run([os.path.join(build, "sluice"), "cc", os.path.join(root, "tools", "h200", "power.cu"), "-o", program], check=True)
        runs = {m: simulate(build, program, m, tmp) for m in list(card) if m != "idle"}
    price = {k: v / 1000 for k, v in runs["compute"]["machine"]["energy"].items() if isinstance(v, (int, float))}  # pJ
    clock = price["sm_cycle"] * 1e-12 * CLOCK_HZ * SMS
    n = {m: {k: v / work_of(m) for k, v in events(r["total"]).items()} for m, r in runs.items()}

    def watts(mode):
        return card[mode][2] + clock + sum(price[k] * v for k, v in n[mode].items()) * 1e-12 * card[mode][1]

    if not check:
        for mode, names in STEPS:
            want = (card[mode][0] - card[mode][2] - clock) / card[mode][1] * 1e12  # pJ a unit of work
            others = sum(price[k] * v for k, v in n[mode].items() if k not in names)
            mine = sum(price[k] * n[mode][k] for k in names)
            scale = max(want - others, 0) / mine
            for k in names:
                price[k] *= scale
            if mode == "compute":
                price["sfu"] *= scale
            for k in names:
                print(f"{k} = {price[k] * 1000:.0f} ; measured: {mode}")
    print(f"{'load':8} {'card W':>8} {'prices W':>9}   at the card's rate")
    for mode in n:
        print(f"{mode:8} {card[mode][0]:8.1f} {watts(mode):9.1f}{'   held out' if mode == 'mixed' else ''}")


if __name__ == "__main__":
    main()
