#!/bin/sh
# Atomics that compete are served in no order, but the same one each time (lsu.atomic_spread). compete.sh SLUICE
. "$(dirname "$0")/begin.sh"
"$sluice" cc "$here/compete.cu" -o compete
cat > test.py <<'END'
import subprocess, sys
def run(blocks, *more, machine="h200"):
    out = subprocess.run([sys.argv[1], "run", "-q", "-m", machine, *more, "--", "./compete", str(blocks)], capture_output=True, text=True, timeout=100)
    return out.stdout.strip() if out.returncode == 0 else out.stdout + out.stderr
def rounds(text):
    return int(text.split()[1])
n = 0
def ok(what, is_so, found=None):
    global n
    n += 1
    print(f"{'ok' if is_so else 'not ok'} {n} - {what}")
    if not is_so:
        print(f"# found {found}")
one, by_chance = run(1), run(64)
ok("a warp's lanes are served in turn: 32 rounds, one lane less in each", one == "32 528", one)
in_order = run(64, "--set", "lsu.atomic_spread=0")
ok("64 warps that come in no order soon have the maximum", rounds(by_chance) < 25000, by_chance)
ok("in ascending order most of them retry each time", rounds(in_order) > 60000, in_order)
seeds = {run(64, "--set", f"lsu.atomic_seed={s}") for s in range(1, 5)}
ok("another seed is another order, with the same maximum", len(seeds) > 2 and all(s.startswith("2048 ") for s in seeds), seeds)
ok("the same each time, and on two threads", run(64) == by_chance == run(64, "--threads", "2"), by_chance)
print(f"1..{n}")
END
python3 test.py "$sluice"
