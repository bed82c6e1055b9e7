#!/bin/sh
# Kernels of several streams that poll what the others write, on machines: values as without one, the same statistics however it
# is simulated; and what --serial says of a wait that it cannot end. poll_streams.sh SLUICE
. "$(dirname "$0")/begin.sh"
sed -n 's,^// expect: ,,p' "$here/poll_streams.cu" > want
"$sluice" cc "$here/poll_streams.cu" -o prog
rows() { # NAME: everything that was counted
    python3 -c 'import json, sys; d = json.load(open(sys.argv[1])); print(json.dumps([d["total"], d["kernels"], d.get("launches")], sort_keys=True))' "$1.json"
}
for m in h200 gtx480; do
    timeout 100 "$sluice" run -q -m $m --json $m.json -- ./prog > out 2> err && cmp -s out want
    ok "$m: the values of a run without a machine" $?
done
rows gtx480 > first.rows
for how in "--threads 3" "--set gpu.skip=off" "--set gpu.window=3" "--set gpu.shuffle=7" "--set gpu.plain=on"; do
    # shellcheck disable=SC2086
    timeout 100 "$sluice" run -q -m gtx480 --json b.json $how -- ./prog > out 2> err && rows b > b.rows && cmp -s first.rows b.rows
    ok "the same statistics with $how" $?
done
timeout 100 "$sluice" run -q -m h200 --serial -- ./prog one > out 2> err
[ $? = 3 ] && grep -q "kernel writes was launched later" err && grep -q "endless wait" err
ok "--serial: one cannot wait for a later one, and the message names that" $?
echo "1..$n"
