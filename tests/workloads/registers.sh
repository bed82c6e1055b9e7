#!/bin/sh
# Every workload at small size, functionally, with 64, 40, 32, 24 and 18 registers a thread, and lowered and scheduled for a machine (without a limit,
# and with 24), and with folded operands and 32-bit addresses (18): after each launch device memory must hold what it holds in PTX's order without a limit. (What needs tensor cores, or has
# instructions with more registers than there are, is refused.) Wants the programs that run.sh has built. TAP output.
#   tests/workloads/registers.sh WORK_FOLDER
set -u
work=$1
# each way once; all of them with SLUICE_LONG
export limits="0 24 sm90-24 fermi-18"
[ -z "${SLUICE_LONG:-}" ] || limits="0 64 40 32 24 18 sm90 sm90-24 fermi-18"
[ -s "$work/index" ] || { echo "1..0 # SKIP the workloads test builds the programs"; exit 0; }
echo "1..$(wc -l <"$work/index")"
cut -d, -f1-3 "$work/index" | tr , ' ' | sed 's/ *$//' | xargs -P 2 -L 1 sh -c '
    work=$0 name=$1 file=$2
    shift 2
    out=$work/$name.registers
    : >"$out"
    for n in $limits; do
        isa=ptx
        [ "${n#sm90}" = "$n" ] || isa=sm90
        [ "${n#fermi}" = "$n" ] || isa=fermi
        limit=${n#$isa}
        printf "registers %s\nisa %s\ndigest %s\n" "${limit#-}" $isa "$work/$name.$n.digest" >"$work/$name.options"
        if ! SLUICE_RUN=$work/$name.options timeout 60 "$work/$(basename "$file" .cu)" --size small "$@" >"$out.log" 2>&1; then
            grep -q "needs a machine with tensor cores\|an instruction needs [0-9]* at once" "$out.log" && continue
            echo "$n registers: failed" >>"$out"
        fi
        cmp "$work/$name.0.digest" "$work/$name.$n.digest" >>"$out" 2>&1
    done' "$work"
bad=0 n=0
while IFS=, read -r name rest; do
    n=$((n + 1))
    if [ -e "$work/$name.registers" ] && [ ! -s "$work/$name.registers" ] && [ -s "$work/$name.0.digest" ]; then
        echo "ok $n - $name"
    else
        echo "not ok $n - $name"
        sed 's/^/# /' "$work/$name.registers"
        bad=1
    fi
done <"$work/index"
exit $bad
