#!/bin/sh
# Kernels with clusters and cooperative ones of several streams on an h200 of 16 SMs: values as without a machine and as with
# --serial, who runs beside whom, and the same statistics however it is simulated. share_whole.sh SLUICE
. "$(dirname "$0")/begin.sh"
run() { # NAME OPTIONS... -- PROGRAM
    name=$1
    shift
    timeout 100 "$sluice" run -q -m h200 --set gpu.sms=16 --json "$name.json" "$@" > out 2> err
}
rows() { # NAME: everything that was counted
    python3 -c 'import json, sys; d = json.load(open(sys.argv[1])); print(json.dumps([d["total"], d["kernels"], d.get("launches")], sort_keys=True))' "$1.json"
}
check() { # WHAT, expression of b and e: by kernel, when it begins and when it ends
    python3 -c "
t = [[int(x) for x in l.split()[2:]] for l in open('times')]
b, e = [x[0] for x in t], [x[1] for x in t]
most = max(sum(b[i] <= x < e[i] for i in range(len(b))) for x in b)
print(b, e, most)
raise SystemExit(not ($2))" >> out 2>&1
    ok "$1" $?
}
"$sluice" cc -arch=sm_90 "$here/share_whole.cu" -o whole
for mode in cluster cluster-room whole whole-room part-room barriers host many other; do
    "$sluice" run -q -- ./whole $mode > functional 2> err
    { [ $mode = other ] || { run s --serial -- ./whole $mode && cmp -s out functional; }; } && run a -- ./whole $mode && cmp -s out functional
    ok "$mode: the same values without a machine, with --serial, and shared" $?
    run a -- ./whole $mode times && cp out times
    case $mode in
        cluster) check "$mode: clusters run beside blocks" "b[1] < e[0] and e[1] < e[0]" ;;
        cluster-room) check "$mode: a cluster waits for room, and a block behind it for the cluster" "b[1] > b[0] + 1500 and b[2] > b[0] + 1500" ;;
        whole) check "$mode: a cooperative kernel runs beside another" "e[1] < e[0]" ;;
        whole-room) check "$mode: none of its blocks begins before all can" "b[1] > b[0] + 3000 and b[2] > b[0] + 3000" ;;
        part-room) check "$mode: of another kernel, some begin" "b[1] < b[0] + 1000 and b[2] > b[0] + 3000" ;;
        barriers) check "$mode: three grids are at their barriers at the same time" "max(b[:3]) < min(e[:3]) and e[3] < b[4] and e[4] < b[5]" ;;
        host) check "$mode: one that waits for the host has the machine to itself" "e[0] < b[1]" ;;
        many) check "$mode: 128 at a time" "most == 128" ;;
        other) check "$mode: a kernel waits for one beside it" "b[1] < e[1] < e[0]" ;;
    esac
done
# a small block needs a larger part of an SM's storage than the SM has beside a large one
for mode in part-1024-32 part-1024-128 part-1024-256 part-512-64 part-512-128 part-480-32; do
    run a -- ./whole $mode times && cp out times
    case $mode in
        part-1024-32 | part-1024-128 | part-512-64) check "$mode: waits for the end of the larger blocks" "b[1] > b[0] + 3000" ;;
        *) check "$mode: at once" "b[1] < b[0] + 1000" ;;
    esac
done
run s --serial -- ./whole whole && run a -- ./whole whole && python3 - > out 2>&1 << 'END'
import json
a, s = (json.load(open(f)) for f in ("a.json", "s.json"))
for x, y in zip(sorted(a["kernels"], key=lambda k: k["name"]), sorted(s["kernels"], key=lambda k: k["name"])):
    for key in "ctas warps".split():
        assert x["sm"][key] == y["sm"][key] > 0, (x["name"], key, x["sm"][key], y["sm"][key])
    if x["name"].startswith("plain"):
        assert x["sm"]["warp_instrs"] == y["sm"]["warp_instrs"] and x["op"] == y["op"], x["name"]
    assert x["together"] == 2 and "together" not in y, x["name"]
assert a["total"]["cycles"] < 0.85 * s["total"]["cycles"], (a["total"]["cycles"], s["total"]["cycles"])
END
ok "whole: each kernel has its own statistics, and all take fewer cycles" $?
for mode in cluster-room whole-room barriers; do
    run a -- ./whole $mode && rows a > a.rows
    for how in "--threads 2" "--threads 3" "--threads 4" "--set gpu.window=3" "--set gpu.skip=off" "--set gpu.shuffle=7"; do
        case "$long $mode $how" in " "*"--threads "[34] | " cluster-room --set gpu.skip=off") continue ;; esac
        # shellcheck disable=SC2086
        run b $how -- ./whole $mode && rows b | cmp -s - a.rows
        ok "$mode: the same statistics with $how" $?
    done
done
run a -- ./whole endless
[ $? = 3 ] && grep -q "endless wait" err && grep -q "^cudaErrorLaunchTimeout" out
ok "a wait that nobody can end is a fault, also beside others" $?
run a -- ./whole large
grep -q "launch 1: cudaErrorCooperativeLaunchTooLarge" out && grep -q "launch 2: cudaErrorInvalidClusterSize" out
ok "what can never be placed is refused at its call" $?
echo "1..$n"
