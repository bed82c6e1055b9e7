#!/bin/sh
# Kernels that kernels launch, beside their parents: the values of a run without a machine and of --serial, fewer cycles than
# one after the other, and the same statistics however it is simulated. nested_beside.sh SLUICE
. "$(dirname "$0")/begin.sh"
run() { # NAME OPTIONS... -- PROGRAM
    name=$1
    shift
    timeout 100 "$sluice" run -q -m h200 --json "$name.json" "$@" > out 2> err
}
rows() { # NAME: everything that was counted
    python3 -c 'import json, sys; d = json.load(open(sys.argv[1])); print(json.dumps([d["total"], d["kernels"], d.get("launches")], sort_keys=True))' "$1.json"
}
check() { # WHAT, expression of a (beside) and s (serial): total cycles; k: a's cycles by kernel; t: begins and ends that kernels saw
    python3 -c "
import json
a, s = (json.load(open(f)) for f in ('a.json', 's.json'))
k = {x['name']: x['cycles'] for x in a['kernels']}
t = [[int(x) for x in l.split()] for l in open('times')][:8]
a, s = (x['total']['cycles'] for x in (a, s))
print(a, s, k, t)
raise SystemExit(not ($2))" >> out 2>&1
    ok "$1" $?
}
"$sluice" cc -arch=sm_90 "$here/nested_beside.cu" -o beside
for mode in spin ordered chain many polls clusters streams; do
    "$sluice" run -q -- ./beside $mode > functional 2> err
    run s --serial -- ./beside $mode && cmp -s out functional && run a -- ./beside $mode && cmp -s out functional
    ok "$mode: the same values without a machine, one after the other, and beside" $?
    run a -- ./beside $mode times && sed 1d out > times
    case $mode in
        spin) check "$mode: short children add nothing to a parent that takes long" "k['spin'] == a and a + 500 < s" ;;
        chain)
            check "$mode: each begins while the one before runs" "all(t[i][0] < t[i + 1][0] < t[i][1] for i in range(5)) and a < 0.6 * s"
            check "$mode: and what the last has in its tail when that is over" "t[5][1] + 5720 < t[6][0] < t[5][1] + 5720 + 1000"
            ;;
        many | streams) check "$mode: a tenth of the cycles" "a < 0.1 * s" ;;
        polls | clusters) check "$mode: a child that polls, or has clusters, adds nothing to a parent that takes long" "k['$mode'] == a and a + 500 < s" ;;
    esac
done
for mode in ordered many polls clusters streams; do
    run a -- ./beside $mode && rows a > a.rows
    for how in "--threads 2" "--threads 3" "--threads 4" "--set gpu.window=3" "--set gpu.skip=off" "--set gpu.shuffle=7" "--set gpu.plain=on"; do
        case "$long $mode $how" in
            *"streams --set gpu.skip=off") continue ;; # minutes
            " polls --set gpu."[ps]* | " clusters --set gpu."[ps]* | " streams --set gpu."[ps]* | " "[pcs]*" --threads 2") continue ;; # the other two do
            " many --set gpu.skip=off" | " ordered --set gpu.skip=off" | " "*"--threads 3") continue ;;
        esac
        # shellcheck disable=SC2086
        run b $how -- ./beside $mode && rows b | cmp -s - a.rows
        ok "$mode: the same statistics with $how" $?
    done
done
run a -- ./beside faults
[ $? = 3 ] && grep -q "^cudaErrorIllegalAddress" out && grep -q "nested_beside.cu" err && ! grep -q "leaf" a.json
ok "a child's fault stops its parent, and is told with its line" $?
echo "1..$n"
