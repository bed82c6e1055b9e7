#!/usr/bin/env python3
"""verdict.py SLUICE PAIRS.cu [--all | --table FILE]: kernels with one fault each and the same work without it. What "Look here first" says of the
faulty one on top must name the fault and its line, and what `--what-if` simulates is set beside what the other one gains. Misses that are known are
listed here with their reason, and a miss that is cured fails as well, so that the list stays true. TAP."""
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import tap

H200, GTX480 = ["-m", "h200", "--set", "gpu.sms=12"], ["-m", "gtx480"]
NAMES, LINE, GAIN = 1, 2, 4  # what is right: the fault is named, so is the line, the gain is within 30 %
PAIRS = [  # name, machine, rules that name the fault, what is missed, why
    ("strided", H200, {"scattered"}, 0, ""),
    ("structures", H200, {"scattered"}, 0, ""),
    ("banks", H200, {"banks"}, 0, ""),
    ("parity", H200, {"divergence"}, 0, ""),
    ("lengths", H200, {"divergence"}, 0, ""),
    ("one_counter", H200, {"atomics"}, 0, ""),
    ("few", H200, {"few-ctas"}, 0, ""),
    ("tail", H200, {"tail", "unequal"}, 0, ""),
    ("spilled", H200, {"spills"}, 0, ""),
    ("roomy", H200, {"occupancy"}, 0, ""),
    ("launches", H200, {"launch"}, 4, "one launch for fifty saves their memory latencies, too"),
    ("chain", H200, {"arithmetic"}, 0, ""),
    ("synchronised", H200, {"barriers"}, 0, ""),
    ("uneven", H200, {"unequal"}, 0, ""),
    ("divided", H200, {"expanded"}, 0, ""),
    ("special", H200, {"units"}, 0, ""),
    ("in_memory", H200, {"spills"}, 4, "the arithmetic of addresses goes, too"),
    ("uncached", H200, {"uncached"}, 0, ""),
    ("constants", H200, {"shared"}, 4, "a constant that all lanes read does not go through the load-store unit at all"),
    ("reread", H200, {"l1-rate"}, 0, ""),
    ("fenced", H200, {"fences"}, 0, ""),
    ("outstanding", H200, {"l1-rate", "mshrs", "scattered"}, 0, ""),
    ("evicted", GTX480, {"thrash", "l1-rate", "lines"}, 5, "DRAM rows are what is seen of the L1's misses"),
    ("refetched", GTX480, {"dram"}, 0, ""),
    ("bytes", GTX480, {"dram"}, 4, "smaller types also need fewer instructions and lines"),
    ("rows", GTX480, {"rows"}, 0, ""),
    ("camping", GTX480, {"camping"}, 0, ""),
    ("precise", GTX480, {"units"}, 4, "registers and conversions of f64 go, too"),
    ("misaligned", GTX480, {"l1-rate", "scattered"}, 0, ""),
    ("shared_counter", GTX480, {"banks", "shared"}, 0, ""),
]
QUICK = {"strided", "banks", "one_counter", "fenced"}

sluice, source = os.path.realpath(sys.argv[1]), os.path.realpath(sys.argv[2])
everything = "--all" in sys.argv or "--table" in sys.argv
faults = {}
for number, text in enumerate(open(source), 1):
    found = re.search(r"// fault: (\w+)", text)
    if found:
        faults.setdefault(found.group(1), []).append(number)
os.chdir(tempfile.mkdtemp())
tap.run([sluice, "cc", "-O2", source, "-o", "pairs"])


def run(machine, name, which, *more):
    p = subprocess.run([sluice, "run", "-q", *machine, *more, "--json", "r.json", "--", "./pairs", name, which], text=True, stdout=subprocess.PIPE,
                       stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
    if p.returncode:
        raise SystemExit(f"Bail out! {name} {which}: {p.stdout}")
    return json.load(open("r.json"))


rows, right = [], [0, 0, 0]
for name, machine, rules, missed, why in PAIRS:
    if not everything and name not in QUICK:
        continue
    bad = run(machine, name, "bad", "--lines", "--what-if")
    good = run(machine, name, "good")
    top = bad["verdict"][0] if bad["verdict"] else {"rule": "", "says": "", "bound": 1}
    gain, simulated = bad["total"]["cycles"] / good["total"]["cycles"], top.get("simulated", 0)
    named = top["rule"] in rules
    line = name not in faults or any(re.search(rf"{re.escape(os.path.basename(source))}:{n}\b", top["says"]) for n in faults[name])
    close = abs(simulated / gain - 1) <= 0.3
    wrong = (0 if named else NAMES) | (0 if line else LINE) | (0 if close else GAIN)
    right = [right[0] + named, right[1] + line, right[2] + close]
    tap.ok(wrong == missed, f"{name}: {top['rule']}, {simulated:.2f} times as fast, measured {gain:.2f}{': known: ' + why if why else ''}",
           f"expected {missed}, is {wrong}: {top}")
    where = ", ".join(str(n) for n in faults[name]) if name in faults else "-"
    rows.append(f"| {name} | {machine[1]} | {'' if named else '**'}{top['rule'] or 'none'}{'' if named else '**'} | {where if line else '**not named**'} | {top['bound']:.2f} | "
                f"{simulated:.2f}{'' if close else ' **'} | {gain:.2f} | {why} |")
if everything:
    tap.ok(right[0] >= 27 and right[1] == len(PAIRS) and right[2] >= 24, f"of {len(PAIRS)}: fault named {right[0]}, line {right[1]}, gain within 30 % {right[2]}")
if "--table" in sys.argv:
    with open(sys.argv[sys.argv.index("--table") + 1], "w") as f:
        f.write("\n".join(rows) + f"\n\nFault named: {right[0]} of {len(PAIRS)}. Line: {right[1]}. Gain within 30 %: {right[2]}.\n")
tap.end()
