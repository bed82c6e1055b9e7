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
    "$root/build/sluice" cc -ptx -O2 -I "$from" "$cu" -o "$out/$(basename "$cu" .cu).ptx"
done
ls "$out" | wc -l
