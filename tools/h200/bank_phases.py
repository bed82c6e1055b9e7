#!/usr/bin/env python3
"""Which places meet DRAM's refreshes at the same time, from what tools/h200/banks.cu says of `phases`:
   ./banks phases | tools/h200/bank_phases.py
Prints the time from refresh to refresh of a bank, in cycles, and for each place its latency, the part of that time at whose
end its slow loads come back, and how well they agree (1: all at once)."""
import cmath
import math
import sys


def mean_direction(times, period):
    return sum(cmath.exp(2j * math.pi * t / period) for t in times) / max(len(times), 1)


def main():
    places = []  # (place, [(clock at the end, cycles)])
    for line in sys.stdin:
        word = line.split()
        if word[:1] != ["sample"]:
            continue
        if not places or places[-1][0] != int(word[1]) or len(places[-1][1]) == 160:
            places.append((int(word[1]), []))
        places[-1][1].append((int(word[3]), int(word[4])))
    if not places:
        sys.exit("no lines `sample PLACE NANOSECONDS CLOCK CYCLES`")
    base = [sorted(c for _, c in loads)[len(loads) // 4] for _, loads in places]
    slow = [[t for t, c in loads if 40 < c - b < 700] for (_, loads), b in zip(places, base)]
    coarse = max((3500 + k / 4 for k in range(2000)), key=lambda p: sum(abs(mean_direction(s, p)) for s in slow[::17]))
    first = [t for (place, _), s in zip(places, slow) if place == 0 for t in s]
    period = max((coarse + k / 2000 for k in range(-1000, 1000)), key=lambda p: abs(mean_direction(first, p)))
    print(f"a bank is refreshed every {period:.2f} cycles")
    for (place, _), b, s in zip(places, base, slow):
        at = mean_direction(s, period)
        print(f"{place:10d}  latency {b:4d}  {len(s):3d} slow, at {cmath.phase(at) / (2 * math.pi) % 1:.3f} of it ({abs(at):.2f})")


main()
