#!/bin/sh
# Kernels that touch the host's memory go over the link, on machines that have one. host_memory.sh SLUICE
. "$(dirname "$0")/begin.sh"
"$sluice" cc "$here/host_memory.cu" -o touch
cat > test.py <<'END'
import json, subprocess, sys
sluice = sys.argv[1]
def run(kind, *args, machine="h200"):
    out = subprocess.run([sluice, "run", "-q", "--json", "run.json", "-m", machine, *args, "--", "./touch", str(kind)], capture_output=True, text=True, timeout=100)
    try:
        right, cycles = out.stdout.split()
        k = json.load(open("run.json"))["kernels"][0]
        return int(right), int(cycles), k["link"], k["cycles"]
    except (ValueError, IndexError, OSError):
        return [out.stdout + out.stderr] * 4
n = 0
def ok(what, found, expected):
    global n
    n += 1
    print(f"{'ok' if found == expected else 'not ok'} {n} - {what}")
    if found != expected:
        print(f"# found {found}, expected {expected}")
device, pinned, registered = run(0), run(1), run(2)
ok("all compute the same", (device[0], pinned[0], registered[0]), (1, 1, 1))
ok("a load of the host's memory waits for the link", (device[1] < 1000, 2100 < pinned[1] < 2400, pinned[1] == registered[1]), (True, True, True))
ok("by its latency", run(1, "--set", "link.latency=3090")[1] - pinned[1], 1000)
ok("without a link it is like the device's", run(1, "--set", "link.latency=0")[1] < 1000, True)
def bytes_of(r):
    return r[2]["read_bytes"], r[2]["write_bytes"]
ok("its bytes are counted, and the first load's block", (bytes_of(pinned), bytes_of(registered), bytes_of(device)), ((16448, 16384), (16448, 16384), (0, 0)))
ok("the same on two threads and without skipping", (run(1, "--threads", "2"), run(1, "--set", "gpu.skip=off")), (pinned, pinned))
subprocess.run([sluice, "run", "-q", "-m", "h200", "--trace", "touch.trace", "--", "./touch", "1"], capture_output=True, timeout=100)
subprocess.run([sluice, "trace", "-q", "-m", "h200", "--json", "replay.json", "touch.trace"], capture_output=True, timeout=100)
k = json.load(open("replay.json"))["kernels"][0]
ok("a trace knows whose memory it was", k["link"]["read_bytes"], 16448)
ok("other machines have no link", run(1, machine="gtx480")[1] == run(0, machine="gtx480")[1], True)
print(f"1..{n}")
END
python3 test.py "$sluice"
