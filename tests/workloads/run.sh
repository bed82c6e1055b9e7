#!/bin/sh
# Builds every workload with `sluice cc` and runs it at small size, functionally, with its own check. TAP output.
#   tests/workloads/run.sh SLUICE WORK_FOLDER
set -u
sluice=$1 work=$2
root=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$work" || exit 2
tail -n +2 "$root/workloads/workloads.csv" >"$work/index"
rm -f "$work"/*.log

cut -d, -f2 "$work/index" | sort -u | xargs -P 2 -I {} sh -c '
    prog=$3/$(basename "$4" .cu)
    [ -x "$prog" ] && [ -z "$(find "$1" "$2/workloads/$4" "$2"/workloads/*.h "$2/include" -newer "$prog")" ] && exit
    "$1" cc -O2 "$2/workloads/$4" -o "$prog" >"$3/$4.build" 2>&1 || rm -f "$prog"' sh "$sluice" "$root" "$work" {}
while IFS=, read -r name file args rest; do
    echo "$name $file${args:+ }$args" # no blank at the end: xargs would join lines
done <"$work/index" | xargs -P 2 -L 1 sh -c '
    work=$0 name=$1 file=$2
    shift 2
    timeout 60 "$work/$(basename "$file" .cu)" --size small "$@" >"$work/$name.log" 2>&1
    echo "exit $?" >>"$work/$name.log"' "$work"

echo "1..$(wc -l <"$work/index")"
bad=0 n=0
while IFS=, read -r name file args rest; do
    n=$((n + 1))
    # a row that only has other sizes says its program's name
    if grep -qsx "$name: PASS\|${name%-*}: PASS" "$work/$name.log" && grep -qsx 'exit 0' "$work/$name.log"; then
        echo "ok $n - $name"
    else
        echo "not ok $n - $name"
        cat "$work/$file.build" "$work/$name.log" 2>/dev/null | head -20 | sed 's/^/# /'
        bad=1
    fi
done <"$work/index"
exit $bad
