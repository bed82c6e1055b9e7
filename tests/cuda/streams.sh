#!/bin/sh
# Kernels of several streams on a machine: values as without one and as with --serial, the same cycles and statistics however
# it is simulated, fewer cycles where kernels may run at the same time, and as many where they may not. streams.sh SLUICE
. "$(dirname "$0")/begin.sh"
"$sluice" cc "$here/stream_modes.cu" -o modes
run() { # NAME OPTIONS... -- PROGRAM
    name=$1
    shift
    timeout 100 "$sluice" run -q -m gtx480 --json "$name.json" "$@" > out 2> err
}
rows() { # NAME: everything that was counted
    python3 -c 'import json, sys; d = json.load(open(sys.argv[1])); print(json.dumps([d["total"], d["kernels"], d.get("launches")], sort_keys=True))' "$1.json"
}
compare() { # WHAT, expression of a (shared) and s (serial): total cycles
    python3 -c "
import json
a, s = (json.load(open(f))['total']['cycles'] for f in ('a.json', 's.json'))
print(a, s)
raise SystemExit(not ($2))" >> out
    ok "$1" $?
}
for mode in streams same-sms no-room non-blocking per-thread legacy events one; do
    "$sluice" run -q -- ./modes $mode > functional 2> err
    run s --serial -- ./modes $mode && cmp -s out functional && run a -- ./modes $mode && cmp -s out functional
    ok "$mode: the same values without a machine, with --serial, and shared" $?
    case $mode in
        legacy | events | one)
            compare "$mode: as many cycles as one after the other" "a == s"
            rows a > a.rows && rows s > s.rows && cmp -s a.rows s.rows
            ok "$mode: and the same statistics" $?
            ;;
        no-room) compare "$mode: hardly fewer cycles" "a > 0.95 * s" ;;
        *) compare "$mode: fewer cycles" "a < 0.7 * s" ;;
    esac
done
run s --serial -- ./modes same-sms && run a -- ./modes same-sms && rows a > a.rows && python3 - > out << 'END'
import json
a, s = (json.load(open(f)) for f in ("a.json", "s.json"))
own = "warp_instrs thread_instrs ctas warps global_instrs lines line_lanes branches".split()
for i, (x, y) in enumerate(zip(a["kernels"], s["kernels"])):
    for key in own:
        assert x["sm"][key] == y["sm"][key] > 0, (x["name"], key, x["sm"][key], y["sm"][key])
    assert x["op"] == y["op"] and x["slot"]["issued"] == x["sm"]["warp_instrs"], x["name"]
    assert x["sm"]["busy_cycles"] > 0.4 * y["sm"]["busy_cycles"] and x["sm"]["warps_resident"] > 0.9 * y["sm"]["warps_resident"], x["name"]
for x in a["kernels"] + [a["total"]]:
    assert sum(v for k, v in x["slot"].items() if k != "total") == x["slot"]["total"], x
total = a["total"]
assert total["slot"]["total"] == 2 * total["sm"]["cycles"] and total["sm"]["busy_cycles"] <= total["sm"]["cycles"], total["sm"]
assert total["sm"]["cycles"] == 15 * total["cycles"], (total["sm"]["cycles"], total["cycles"])
END
ok "same-sms: each kernel has its own instructions, and both together the SMs' time" $?
for how in "--threads 2" "--threads 4" "--set gpu.window=3" "--set gpu.skip=off" "--set gpu.shuffle=7" "--set gpu.plain=on"; do
    # shellcheck disable=SC2086
    run b $how -- ./modes same-sms && rows b | cmp -s - a.rows
    ok "same-sms: the same statistics with $how" $?
done
splits="--set maws.policy=lazy --set sm.stall=on-access"
# shellcheck disable=SC2086
run s --serial $splits -- ./modes same-sms && run a $splits -- ./modes same-sms && grep -q "same-sms cudaSuccess 1465647104" out
ok "same-sms: the same values where warps split" $?
compare "same-sms: and SMs for one kernel at a time" "a > 0.95 * s"
run a -- ./modes priority
grep -q "the small one is over early" out
ok "a better priority gets SMs of a launch that has all" $?
run a -- ./modes no-priority
grep -q "the small one waits" out
ok "an equal one does not" $?
run a -- ./modes launch-priority
grep -q "the small one is over early" out
ok "a launch's own priority does as a stream's" $?
run a -- ./modes launch-none
grep -q "the small one waits" out
ok "an equal one does not" $?
run a -- ./modes launch-worse
grep -q "the small one waits" out
ok "and counts instead of its stream's" $?
run a -- ./modes fault
[ $? = 3 ] && printf 'launched: cudaSuccess\nstream 1: cudaErrorIllegalAddress\nstream 0: cudaErrorIllegalAddress\n' | cmp -s - out && grep -q "stream_modes.cu:9" err
ok "a fault of one of two kernels is told where the program waits, with its line" $?
run a -- ./modes wrong
grep -q "cudaErrorInvalidConfiguration cudaErrorInvalidValue cudaErrorInvalidValue" out
ok "what is wrong with a call is its own error" $?
run a -- ./modes seen
grep -q "seen 1" out
ok "what the host sees without a call is done at once" $?
"$sluice" run -q -- ./modes fuzz 1 30 > out 2> err && run s --serial -- ./modes fuzz 1 6 && run a -- ./modes fuzz 1 6
ok "random programs: right without a machine, with --serial, and shared" $?
compare "random programs: fewer cycles" "a < 0.9 * s"
rows a > a.rows
for how in "--threads 3" "--set gpu.window=3" "--set gpu.skip=off" "--set gpu.shuffle=7"; do
    # shellcheck disable=SC2086
    run b $how -- ./modes fuzz 1 6 && rows b | cmp -s - a.rows
    ok "random programs: the same statistics with $how" $?
done
run a -m h200 -- ./modes fuzz 40 2 && rows a > a.rows && run b -m h200 --threads 2 -- ./modes fuzz 40 2 && rows b | cmp -s - a.rows
ok "random programs on an h200, on one thread and two" $?
echo "1..$n"
