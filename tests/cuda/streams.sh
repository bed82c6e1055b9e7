#!/bin/sh
# Kernels of several streams on a machine: values as without one and as with --serial, the same cycles and statistics however
# it is simulated, fewer cycles where kernels may run at the same time, and as many where they may not. streams.sh SLUICE
set -u
sluice=$(realpath "$1")
here=$(cd "$(dirname "$0")" && pwd)
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
cd "$tmp" || exit 1
n=0
ok() { # WHAT, status of the test before
    n=$((n + 1))
    [ "$2" = 0 ] && echo "ok $n - $1" || { echo "not ok $n - $1"; sed 's/^/# /' out err 2>/dev/null; }
}
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
for mode in streams non-blocking per-thread legacy events one; do
    "$sluice" run -q -- ./modes $mode > functional 2> err
    run s --serial -- ./modes $mode && cmp -s out functional && run a -- ./modes $mode && cmp -s out functional
    ok "$mode: the same values without a machine, with --serial, and shared" $?
    case $mode in
        legacy | events | one)
            compare "$mode: as many cycles as one after the other" "a == s"
            rows a > a.rows && rows s > s.rows && cmp -s a.rows s.rows
            ok "$mode: and the same statistics" $?
            ;;
        *) compare "$mode: fewer cycles" "a < 0.7 * s" ;;
    esac
done
run a -- ./modes priority
grep -q "the small one is over early" out
ok "a better priority gets SMs of a launch that has all" $?
run a -- ./modes no-priority
grep -q "the small one waits" out
ok "an equal one does not" $?
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
for how in "--threads 2" "--set gpu.window=3" "--set gpu.skip=off"; do
    # shellcheck disable=SC2086
    run b $how -- ./modes fuzz 1 6 && rows b | cmp -s - a.rows
    ok "random programs: the same statistics with $how" $?
done
run a -m h200 -- ./modes fuzz 40 2
ok "random programs on an h200" $?
echo "1..$n"
