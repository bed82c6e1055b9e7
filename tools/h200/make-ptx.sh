#!/bin/sh
# Compiles every workload to PTX with `sluice cc`, for ncu.sh to run on a real card (on another machine, without clang);
# with `fresh`, the programs of bench/h200/programs instead.
#   tools/h200/make-ptx.sh FOLDER [workloads|fresh]
set -eu
out=${1:?usage: make-ptx.sh FOLDER [workloads|fresh]}
root=$(cd "$(dirname "$0")/../.." && pwd)
from=$root/workloads
[ "${2:-workloads}" != fresh ] || from=$root/bench/h200/programs
mkdir -p "$out"
for cu in "$from"/*.cu; do
    ptx=$out/$(basename "$cu" .cu).ptx
    "$root/build/sluice" cc -ptx -O2 -I "$from" "$cu" -o "$ptx"
    # Tensor cores and their copies are ptxas's only for the generation that has them; sluice does not ask.
    if grep -q 'mma\.\|ldmatrix\|cp\.async' "$ptx"; then
        sed -i -e 's/^\.version .*/.version 8.4/' -e 's/^\.target .*/.target sm_90a/' "$ptx"
    fi
done
ls "$out" | wc -l
