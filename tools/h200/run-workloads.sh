#!/bin/sh
# Builds every workload with nvcc for the card and runs it at small and paper size with its own check.
#   tools/h200/run-workloads.sh FOLDER [ARCH]      (from anywhere; needs nvcc and an NVIDIA card)
# FOLDER gets the programs, their output and results.txt; exit 1 if anything failed.
set -u
out=${1:?usage: run-workloads.sh FOLDER [ARCH]}
arch=${2:-sm_90}
root=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$out" || exit 2
out=$(cd "$out" && pwd)
PATH=$PATH:/usr/local/cuda/bin
jobs=$(nproc)

find "$root/workloads" -name '*.cu' | sort | xargs -P "$jobs" -I {} sh -c '
    b=$(basename "$1" .cu)
    nvcc -arch="$3" -O2 -I "$4/workloads" -o "$2/$b" "$1" >"$2/$b.build" 2>&1 || echo "BUILD FAIL $b"' \
    sh {} "$out" "$arch" "$root"

results=$out/results.txt
: >"$results"
tail -n +2 "$root/workloads/workloads.csv" | while IFS=, read -r name file args rest; do
    for size in small paper; do
        log=$out/$name.$size.log
        start=$(date +%s.%N)
        # shellcheck disable=SC2086
        if timeout 120 "$out/$(basename "$file" .cu)" --size $size $args >"$log" 2>&1 && grep -q ": PASS" "$log"; then
            verdict=PASS
        else
            verdict=FAIL
        fi
        end=$(date +%s.%N)
        printf '%s %s %s %s s %s\n' "$verdict" "$name" "$size" "$(echo "$start $end" | awk '{printf "%.1f", $2 - $1}')" \
            "$([ $verdict = PASS ] || head -c 300 "$log" | tr '\n' ' ')" | tee -a "$results"
    done
done
grep -c ^PASS "$results" | sed 's/$/ passed/'
! grep ^FAIL "$results"
