#!/bin/sh
# malloc, free and printf in a kernel take what heap.* says, to the cycle. heap_times.sh SLUICE
. "$(dirname "$0")/begin.sh"
"$sluice" cc "$here/heap_times.cu" -o times
"$sluice" cc "$here/print_times.cu" -o prints
cat > test.py <<'END'
import json, subprocess, sys
sluice = sys.argv[1]
base = {"malloc_latency": 5000, "malloc_lane": 100, "malloc_turn": 1000, "malloc_turn_lane": 10, "malloc_instrs": 400, "malloc_lane_instrs": 30, "malloc_poll": 50,
        "free_latency": 3000, "free_lane": 70, "free_turn": 800, "free_turn_lane": 20, "free_instrs": 200, "free_lane_instrs": 7}
def run(blocks, lanes, machine="h200", threads=1, **changed):
    sets = [x for k, v in {**(base if machine == "h200" else {}), **changed}.items() for x in ("--set", f"heap.{k}?={v}")] + ["--set", "gpu.cta_spacing=0", "--set", "gpu.cta_pair=0"]
    out = subprocess.run([sluice, "run", "-q", "--json", "run.json", "-m", machine, "--threads", str(threads), *sets, "--", "./times", str(blocks), str(lanes)],
                         capture_output=True, text=True, timeout=100)
    times = out.stdout.split()[1:]
    try:
        times = [int(x) for x in times]
        return sorted(times[:blocks]), sorted(times[blocks:-1]), times[-1], json.load(open("run.json"))["kernels"][0]["warp_instrs"]
    except (ValueError, IndexError, OSError):
        return [out.stdout + out.stderr]
n = 0
def ok(what, found, expected):
    global n
    n += 1
    print(f"{'ok' if found == expected else 'not ok'} {n} - {what}")
    if found != expected:
        print(f"# found {found}, expected {expected}")
none = run(1, 1, malloc_latency=0, free_latency=0)
one, eight = run(1, 1), run(1, 8)
ok("without latencies calls take no time", (none[0][0] < 200, none[1][0] < 200, none[2]), (True, True, 1))
ok("a call takes its latency", (run(1, 1, malloc_latency=5123)[0], run(1, 1, free_latency=3045)[1]), ([one[0][0] + 123], [one[1][0] + 45]))
ok("further lanes take more, and so do their instructions", (eight[0][0] - one[0][0], eight[1][0] - one[1][0], eight[2]), (700, 490, 1))
ok("instructions are counted", (one[3] - none[3], eight[3] - one[3]), (600, 7 * 37))
four = run(4, 8, malloc_turn=20000)
ok("calls of several SMs wait for their turns", [b - a for a, b in zip(four[0], four[0][1:])], [20070] * 3)
ok("and poll meanwhile", run(4, 8, malloc_turn=20000, malloc_poll=0)[3] < four[3] - 2000, True)
ok("the same on two threads", run(4, 8, malloc_turn=20000, threads=2), four)
ok("other machines have no such times", (run(1, 1, machine="gtx480")[0][0] < 400), True)
def prints(blocks, lanes, threads=1, machine="h200", **changed):
    calls = {"print_latency": 4000, "print_lane": 9, "print_turn": 600, "print_turn_lane": 20, "print_instrs": 500, "print_lane_instrs": 3, **changed}
    sets = [x for k, v in calls.items() for x in ("--set", f"heap.{k}?={v}")] + ["--set", "gpu.cta_spacing=0", "--set", "gpu.cta_pair=0"]
    out = subprocess.run([sluice, "run", "-q", "--json", "run.json", "-m", machine, "--threads", str(threads), *(sets if machine == "h200" else []), "--", "./prints", str(blocks), str(lanes)],
                         capture_output=True, text=True, timeout=100)
    lines = out.stdout.split("\n")
    times = [int(x.split()[1]) for x in lines if x.startswith("took")]
    return sorted(times), sorted(x for x in lines if x.startswith("lane")), json.load(open("run.json"))["kernels"][0]["warp_instrs"]
free, one, eight = prints(1, 1, print_latency=0), prints(1, 1), prints(1, 8)
ok("printf takes its latency, and none on other machines", (one[0][0] - prints(1, 1, print_latency=3000)[0][0], free[0][0] < 900, prints(1, 1, machine="gtx480")[0][0] < 900), (1000, True, True))
ok("with more lanes more", (eight[0][0] - one[0][0], eight[2] - one[2]), (63, 21))
ok("what is printed is the same", (eight[1], free[1]), ([f"lane {i}" for i in range(8)], ["lane 0"]))
four = prints(4, 2, print_turn=9000)
ok("calls of several SMs take turns", [b - a for a, b in zip(four[0], four[0][1:])], [9020] * 3)
ok("on two threads, too", prints(4, 2, threads=2, print_turn=9000), four)
print(f"1..{n}")
END
python3 test.py "$sluice"
