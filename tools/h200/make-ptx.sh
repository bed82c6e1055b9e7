#!/bin/sh
# Compiles every workload to PTX with `sluice cc`, for ncu.sh to run on a real card (on another machine, without clang).
#   tools/h200/make-ptx.sh FOLDER
set -eu
out=${1:?usage: make-ptx.sh FOLDER}
root=$(cd "$(dirname "$0")/../.." && pwd)
mkdir -p "$out"
for cu in "$root"/workloads/*.cu; do
    "$root/build/sluice" cc -ptx -O2 -I "$root/workloads" "$cu" -o "$out/$(basename "$cu" .cu).ptx"
done
ls "$out" | wc -l
