#!/bin/sh
# Launches from kernels take what gpu.launch_* say, to the cycle. nested_times.sh SLUICE
. "$(dirname "$0")/begin.sh"
"$sluice" cc "$here/nested_times.cu" -o times
"$sluice" cc "$here/nested_chain.cu" -o chain
cat > test.py <<'END'
import os, resource, subprocess, sys
sluice, base = sys.argv[1], {"launch_device": 5000, "launch_child": 700, "launch_tail": 3000, "launch_next_tail": 1500}
def run(*args, machine="h200", threads=1, serial=False, **changed):
    sets = [x for k, v in {**(base if machine == "h200" else {}), **changed}.items() for x in ("--set", f"gpu.{k}={v}")]
    out = subprocess.run([sluice, "run", "-q", "-m", machine, "--threads", str(threads), *["--serial"][:serial], *sets, "--", "./times", *map(str, args)],
                         capture_output=True, text=True, timeout=100)
    return [int(x) if x.lstrip("-").isdigit() else x for x in out.stdout.split()] or [out.stderr]
n = 0
def ok(what, found, expected):
    global n
    n += 1
    print(f"{'ok' if found == expected else 'not ok'} {n} - {what}")
    if found != expected:
        print(f"# found {found}, expected {expected}")
def plus(a, b): return [x + y for x, y in zip(a, b)]
one, three, tails = run(1, 0, 0), run(3, 0, 0), run(3, 1, 0)
ok("a call holds its warp launch_device cycles", run(1, 0, 0, launch_device=5123), plus(one, [123, 0, 0]))
ok("and so does each of three", run(3, 0, 0, launch_device=5100)[0], three[0] + 300)
ok("a child of a grid that is over starts launch_child after the call", run(1, 0, 0, launch_child=710), plus(one, [0, 0, 10]))
for stay in (500, 1500, 4000, 40000):
    ok(f"and so does one of a grid that runs on for {stay} cycles", sum(run(1, 0, stay)[1:]), sum(one[1:]))
ok("one after the other, one whose time has come starts with the grid's end", run(1, 0, 1500, serial=True)[2], run(1, 0, 4000, serial=True)[2])
ok("and so does the first of three", run(3, 0, 0, serial=True)[2], run(1, 0, 4000, serial=True)[2])
ok("the first tail launch starts launch_tail after the end", run(3, 1, 0, launch_tail=3050), plus(tails, [0, 0, 50, 0, 0]))
ok("and the others launch_next_tail after the one before", run(3, 1, 0, launch_next_tail=1530), plus(tails, [0, 0, 0, 30, 30]))
ok("the same on two threads", run(3, 1, 0, threads=2), tails)
waits = run(0)
ok("warps that wait for the launching one at a barrier do so", (waits[0], 5000 < waits[1] < 5600), ("cudaSuccess", True))
other = run(2, 0, 0, machine="gtx480")
ok("a machine without launch_device has its launches as the host's", other[0] < 1000 and run(2, 0, 0, machine="gtx480", launch=200)[3] == other[3] + 200, True)
size = 4 if os.environ.get("SLUICE_LONG") else 1
def chain(links): # seconds of the processor
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    out = subprocess.run([sluice, "run", "-q", "-m", "h200", "--", "./chain", str(links)], capture_output=True, text=True, timeout=100)
    return (int(out.stdout or 0) == links) and resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
short, long = (chain(400 * size), chain(1600 * size))
ok("four times as many tail launches, each by the one before, take the host less than eight times as long", bool(short and long and long < 8 * short), True)
print(f"1..{n}")
END
python3 test.py "$sluice"
