#!/bin/sh
# Under a machine: a wait that the clock ends is over when it is late, after as many cycles, on any number of threads; one
# that no clock ends is the program's fault. clock_wait.sh SLUICE
. "$(dirname "$0")/begin.sh"
"$sluice" cc "$here/clock_wait.cu" -o waits && "$sluice" cc "$here/fault_wait_clock.cu" -o endless
for kind in clock clock64 globaltimer; do echo "$kind: late after 200000: yes"; done > expected
for m in gtx480 h200; do
    for threads in 1 2; do
        timeout 100 "$sluice" run -q -m $m --set gpu.sms=2 --threads $threads --json $m$threads.json -- ./waits 200000 > out 2> err
        cmp -s out expected
        ok "$m, $threads threads: waits end when they are late" $?
    done
    python3 - $m > out << 'PY'
import json, sys
of = [json.load(open(f"{sys.argv[1]}{n}.json"))["kernels"] for n in (1, 2)]
cycles = [[k["cycles"] for k in kernels] for kernels in of]
print(cycles)
sys.exit(cycles[0] != cycles[1] or len(cycles[0]) != 3 or min(cycles[0][:2]) < 200000)
PY
    ok "$m: as many cycles as were waited for, on one thread and on two" $?
    timeout 100 "$sluice" run -q -m $m --set gpu.sms=2 -- ./endless > out 2> err
    [ $? = 3 ] && grep -q "endless wait" err
    ok "$m: a wait that no clock ends is told" $?
done
echo "1..$n"
