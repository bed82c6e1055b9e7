#!/bin/sh
# nanosleep takes what gpu.sleep_* says: it ends with the machine's clock. naps.sh SLUICE
. "$(dirname "$0")/begin.sh"
"$sluice" cc "$here/naps.cu" -o naps
cat > test.py <<'END'
import subprocess, sys
def run(length, count=6, machine="h200", *more):
    out = subprocess.run([sys.argv[1], "run", "-q", "-m", machine, *more, "--", "./naps", str(length), str(count)], capture_output=True, text=True, timeout=100)
    rows = [tuple(map(int, x.split())) for x in out.stdout.splitlines()]
    return rows if len(rows) == count else [(out.stdout + out.stderr, 0)]
def gaps(rows):
    return [b[0] - a[0] for a, b in zip(rows, rows[1:])]
n = 0
def ok(what, is_so, found=None):
    global n
    n += 1
    print(f"{'ok' if is_so else 'not ok'} {n} - {what}")
    if not is_so:
        print(f"# found {found}")
def each(rows, period, slack=8): # naps in a row end so many nanoseconds apart
    return all(abs(g - period) <= slack for g in gaps(rows))
for length, period in (64, 128), (127, 128), (128, 256), (1000, 1024), (1024, 2048), (5000, 8192), (100000, 131072):
    rows = run(length)
    ok(f"naps of {length} end {period} ns apart", each(rows, period), rows)
first = run(5000)[0][1] * 1000 / 1980
ok("the first one ends with the clock's next tick behind", 8192 - 2048 <= first <= 8192, first)
rows = run(2000000, 3, "h200", "--set", "gpu.watchdog=1000")
ok("none is longer than the longest, whatever the watchdog's patience", each(rows, 1048576), rows)
short = [t for _, t in run(31)]
ok("short ones take the least", all(70 <= t <= 90 for t in short), short)
rows = run(64, 6, "h200", "--set", "gpu.sleep_least=1000")
ok("and long ones no less", all(1000 <= t <= 1300 for _, t in rows), rows)
ok("the same on two threads", run(1000, 6, "h200", "--threads", "2") == run(1000))
none = [t for _, t in run(100000, 6, "gtx480")]
ok("on other machines they take no time", all(t < 200 for t in none), none)
print(f"1..{n}")
END
python3 test.py "$sluice"
