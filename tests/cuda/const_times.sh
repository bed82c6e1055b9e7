#!/bin/sh
# Loads of constants whose address all lanes share go past the load-store unit where the machine has registers for it. const_times.sh SLUICE
. "$(dirname "$0")/begin.sh"
"$sluice" cc -O2 "$here/const_times.cu" -o times
cat > test.py <<'END'
import subprocess, sys
sluice = sys.argv[1]
def run(*args, machine="h200", threads=1, plain="off", **changed):
    sets = [x for k, v in changed.items() for x in ("--set", f"const.{k}={v}")]
    out = subprocess.run([sluice, "run", "-q", "-m", machine, "--threads", str(threads), "--set", f"gpu.plain={plain}", *sets, "--", "./times", *map(str, args)],
                         capture_output=True, text=True, timeout=100)
    return int(out.stdout.split()[-1]) if out.returncode == 0 else out.stderr
n = 0
def ok(what, found, expected):
    global n
    n += 1
    print(f"{'ok' if found == expected else 'not ok'} {n} - {what}")
    if found != expected:
        print(f"# found {found}, expected {expected}")
fits, long, apart, beside = run(0, 128, 1), run(0, 1024, 1), run(1, 64, 1), run(2, 128, 1)
ok("128 words stay in the first cache", run(0, 128, 1, uniform_miss=500), fits)
ok("of 1024 each line of 16 is fetched again", run(0, 1024, 1, uniform_miss=100) - long, 64 * 10)
ok("all stay in a larger one", run(0, 1024, 1, uniform=8192) < long - 64 * 80, True)
ok("the load-store unit has no part in it", run(0, 1024, 1, busy=40, latency=90), long)
ok("but in loads at several addresses", run(1, 64, 1, busy=40) > apart + 64 * 32 * 25, True)
ok("and banks of shared memory keep nobody from them", beside < run(2, 128, 1, uniform_miss=500) + 1 and run(2, 128, 1, busy=40) == beside, True)
ok("in the general form of every stage, too", [run(0, 1024, 4, plain="on"), run(2, 128, 4, plain="on")], [run(0, 1024, 4), run(2, 128, 4)])
print(f"1..{n}")
END
python3 test.py "$sluice"
