#!/bin/sh
# Records the golden vectors on the GPU of this machine: record.sh OUT_FOLDER
# CUDA_HOME: where the toolkit is (its include/cuda.h); libcuda.so.1 comes with the driver.
set -eu
out=${1:?usage: record.sh OUT_FOLDER}
here=$(dirname "$0")
cuda=${CUDA_HOME:-/usr/local/cuda}
mkdir -p "$out"
tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
python3 -B "$here/cases.py" "$tmp/cases.txt"
lib=-lcuda
gcc -x c /dev/null -shared -o "$tmp/probe.so" -lcuda 2>/dev/null || {
    path=$(ldconfig -p | awk '/libcuda\.so\.1/ { print $NF; exit }')
    if [ -n "$path" ]; then lib=$path; else lib="-L$cuda/lib64/stubs -lcuda"; fi
}
gcc -std=gnu11 -O1 -I"$cuda/include" -o "$tmp/record" "$here/record.c" "$here/golden.c" "$here/inputs.c" $lib
"$tmp/record" "$tmp/cases.txt" "$out/h200.bin"
