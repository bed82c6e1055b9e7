#!/bin/sh
# Reads a card's board power while it is idle and under the loads of power.cu; for bench/h200/power.csv.
#   tools/h200/power.sh OUT_FOLDER [MODE...]      (needs nvcc, nvidia-smi and an NVIDIA card)
# The median of samples 100 ms apart, the first second left out.
set -eu
out=${1:?usage: power.sh OUT_FOLDER [MODE...]}
shift
[ $# -gt 0 ] || set -- stream compute integer double shared l1 l2 mixed
root=$(cd "$(dirname "$0")/../.." && pwd)
PATH=$PATH:/usr/local/cuda/bin
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
nvcc -arch=sm_90 -O2 -o "$bin/power" "$root/tools/h200/power.cu"
echo "mode,watts_median,idle_watts,watts_least,watts_most,sm_mhz_median,mem_mhz_median,samples,reached" >"$out/power.csv"
idle=0
for mode in idle "$@"; do
    "$bin/power" $mode 8 >"$bin/said" &
    pid=$!
    sleep 1
    : >"$bin/samples"
    while kill -0 $pid 2>/dev/null; do
        nvidia-smi --query-gpu=power.draw.instant,clocks.sm,clocks.mem --format=csv,noheader,nounits >>"$bin/samples"
        sleep 0.1
    done
    wait $pid
    python3 - "$mode" "$bin/samples" "$bin/said" "$idle" >>"$out/power.csv" <<'PY'
import statistics, sys
rows = [[float(x) for x in line.split(",")] for line in open(sys.argv[2])][5:-2]
w = [r[0] for r in rows]
said = open(sys.argv[3]).read().strip().split(": ", 1)[1].split(",")[0]
print(f"{sys.argv[1]},{statistics.median(w):.1f},{sys.argv[4] if sys.argv[1] != "idle" else statistics.median(w)},{min(w):.1f},{max(w):.1f},{statistics.median(r[1] for r in rows):.0f},"
      f"{statistics.median(r[2] for r in rows):.0f},{len(w)},{said}")
PY
    [ $mode != idle ] || idle=$(tail -1 "$out/power.csv" | cut -d, -f2)
done
nvidia-smi --query-gpu=name,power.limit,power.default_limit --format=csv,noheader
cat "$out/power.csv"
